//! Opening an embedded database so that damage is found at once, and reading the pages of one that is damaged.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom};
use std::ops::Bound;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use redb::backends::FileBackend;
use redb::{BackendError, Database, DatabaseError, StorageBackend};

/// Opens a file that only its owner can read; one that others could read is closed to them.
pub fn private_file(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = options.read(true).write(true).create(true).truncate(false).open(path)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mut permissions = file.metadata()?.permissions();
        if permissions.mode() & 0o077 != 0 {
            permissions.set_mode(0o600);
            // On file systems without permissions there is nothing to close.
            let _ = file.set_permissions(permissions);
        }
    }
    Ok(file)
}

/// Opens a database after every page of it was checked, with this much memory for reading ahead. If the last change is damaged,
/// the state before it is taken.
pub fn open_checked(storage: impl StorageBackend, cache: usize) -> Result<Database, DatabaseError> {
    open(storage, cache, false)
}

/// The same, but if a database that was closed properly is damaged, the error says so, and no change is given up.
pub fn open_undamaged(storage: impl StorageBackend, cache: usize) -> Result<Database, DatabaseError> {
    open(storage, cache, true)
}

fn open(
    storage: impl StorageBackend,
    cache: usize,
    keeps_every_change: bool,
) -> Result<Database, DatabaseError> {
    let was_closed = Arc::new(AtomicBool::new(false));
    let careful =
        Careful { storage, was_closed: Arc::clone(&was_closed), is_header_written: AtomicBool::new(false) };
    Database::builder()
        .set_cache_size(cache)
        .set_repair_callback(move |repair| {
            // Called at this point it is about to take the state before the last change in place of the last one. After a crash that is
            // right. What was closed properly was damaged later: more than that can be saved.
            let was_closed = was_closed.load(Ordering::Relaxed);
            if keeps_every_change && was_closed && (0.1..0.5).contains(&repair.progress()) {
                repair.abort();
            }
        })
        .create_with_backend(careful)
}

/// Whether an error says that the file itself is not what it should be.
pub fn is_damage(error: &redb::Error) -> bool {
    match error {
        redb::Error::Io(error) => {
            matches!(error.kind(), io::ErrorKind::InvalidData | io::ErrorKind::UnexpectedEof)
        }
        redb::Error::Corrupted(_) | redb::Error::UpgradeRequired(_) | redb::Error::RepairAborted => true,
        _ => false,
    }
}

/// Whether these are the first bytes of a database whose making was broken off: what names it as one is written last.
pub fn was_never_made(start: &[u8]) -> bool {
    start.iter().take(STATE_BYTE as usize).all(|&byte| byte == 0)
}

/// Keeps a file from being opened as a database until what is returned is closed; nothing if it is open already.
pub fn kept_from_others(file: &File) -> Result<Option<FileBackend>, DatabaseError> {
    let lock = FileBackend::new(file.try_clone().map_err(redb::StorageError::from)?)?;
    let is_open = matches!(lock.try_lock_range(Bound::Unbounded, Bound::Unbounded), Ok(false));
    Ok((!is_open).then_some(lock))
}

/// A name beside a damaged file that no other file has: `goren.redb` becomes `goren-damaged-2026-11-18-1.redb`.
pub fn name_aside(path: &Path, day: &str) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let names = (1..).map(|i| path.with_file_name(format!("{stem}-damaged-{day}-{i}.redb")));
    names.into_iter().find(|path| !path.exists()).unwrap_or_else(|| path.with_extension("damaged"))
}

/// Where redb's header says how the file was closed: after the magic number.
const STATE_BYTE: u64 = 9;
const NOT_CLOSED: u8 = 2;
const TWO_PHASES: u8 = 4;

/// A storage that says of itself, until the header is written anew, that it was not closed properly. redb trusts a file
/// that was, and panics or worse on one that was damaged later; after a crash it compares the checksum of every page,
/// and falls back to the state before the last change where that is needed.
#[derive(Debug)]
struct Careful<S> {
    storage: S,
    was_closed: Arc<AtomicBool>,
    is_header_written: AtomicBool,
}

impl<S: StorageBackend> StorageBackend for Careful<S> {
    fn len(&self) -> io::Result<u64> {
        self.storage.len()
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        self.storage.read(offset, out)?;
        if offset <= STATE_BYTE
            && let Some(state) = out.get_mut((STATE_BYTE - offset) as usize)
            && !self.is_header_written.load(Ordering::Relaxed)
        {
            self.was_closed.store(*state & NOT_CLOSED == 0, Ordering::Relaxed);
            *state = (*state | NOT_CLOSED) & !TWO_PHASES;
        }
        Ok(())
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        if offset <= STATE_BYTE {
            self.is_header_written.store(true, Ordering::Relaxed);
        }
        self.storage.write(offset, data)
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        self.storage.set_len(len)
    }

    fn sync_data(&self) -> io::Result<()> {
        self.storage.sync_data()
    }

    fn close(&self) -> io::Result<()> {
        self.storage.close()
    }

    fn try_lock_range(&self, start: Bound<u64>, end: Bound<u64>) -> Result<bool, BackendError> {
        self.storage.try_lock_range(start, end)
    }

    fn try_lock_shared_range(&self, start: Bound<u64>, end: Bound<u64>) -> Result<bool, BackendError> {
        self.storage.try_lock_shared_range(start, end)
    }

    fn lock_range(&self, start: Bound<u64>, end: Bound<u64>) -> Result<(), BackendError> {
        self.storage.lock_range(start, end)
    }

    fn lock_shared_range(&self, start: Bound<u64>, end: Bound<u64>) -> Result<(), BackendError> {
        self.storage.lock_shared_range(start, end)
    }

    fn unlock_range(&self, start: Bound<u64>, end: Bound<u64>) -> Result<(), BackendError> {
        self.storage.unlock_range(start, end)
    }

    fn query_lock_range(&self, start: Bound<u64>, end: Bound<u64>) -> Result<bool, BackendError> {
        self.storage.query_lock_range(start, end)
    }
}

/// Pages begin at multiples of this.
const PAGE: usize = 4096;
/// The first byte of a page that holds entries.
const LEAF: u8 = 1;
/// The largest page that is read.
const MAX_PAGE_BYTES: usize = 128 << 20;

/// Calls `visit` with the bytes from every place where a page of entries may begin: at least a page, and all of its entries if
/// their keys have this many bytes and their values an end each. Whatever leads to it does not matter, so there are pages among
/// them that are not in use any more.
pub(crate) fn each_leaf(
    file: &mut File,
    key_widths: &[usize],
    visit: &mut dyn FnMut(&[u8]) -> Result<(), crate::LibraryError>,
) -> Result<(), crate::LibraryError> {
    let unreadable = |error: io::Error| redb::Error::Io(error);
    let length = file.metadata().map_err(unreadable)?.len();
    let mut page = Vec::new();
    for start in (0..length).step_by(PAGE) {
        let mut wanted = PAGE;
        page.clear();
        // Once for the number of entries, once for their ends, once for all of them.
        for _ in 0..3 {
            file.seek(SeekFrom::Start(start + page.len() as u64)).map_err(unreadable)?;
            let missing = wanted.saturating_sub(page.len());
            file.by_ref().take(missing as u64).read_to_end(&mut page).map_err(unreadable)?;
            if page.first() != Some(&LEAF) {
                break;
            }
            let lengths = key_widths.iter().filter_map(|&width| leaf_length(&page, Some(width)));
            wanted = lengths.filter(|&length| length <= MAX_PAGE_BYTES).max().unwrap_or(0);
        }
        if page.first() == Some(&LEAF) {
            visit(&page)?;
        }
    }
    Ok(())
}

fn number(page: &[u8], at: usize) -> Option<usize> {
    Some(u32::from_le_bytes(page.get(at..at + 4)?.try_into().ok()?) as usize)
}

/// The bytes of a page of entries, as far as what is there of it says.
fn leaf_length(page: &[u8], key_width: Option<usize>) -> Option<usize> {
    let count = usize::from(u16::from_le_bytes(page.get(2..4)?.try_into().ok()?));
    let ends = if key_width.is_some() { count } else { 2 * count };
    Some(number(page, 4 * ends).unwrap_or(4 + 4 * ends).max(4 + 4 * ends))
}

/// The entries of a page: their number, the ends of all keys unless they have one width, the ends of all values, keys, values.
/// Nothing if this is no such page.
pub fn leaf_entries(page: &[u8], key_width: Option<usize>) -> Option<Vec<(&[u8], &[u8])>> {
    if *page.first()? != LEAF {
        return None;
    }
    let count = usize::from(u16::from_le_bytes(page.get(2..4)?.try_into().ok()?));
    let ends = if key_width.is_some() { count } else { 2 * count };
    let mut key_start = 4 + 4 * ends;
    let mut value_start = match key_width {
        Some(width) => key_start + width * count,
        None => number(page, 4 * count)?,
    };
    let mut entries = Vec::new();
    for i in 0..count {
        let key_end = match key_width {
            Some(width) => key_start + width,
            None => number(page, 4 + 4 * i)?,
        };
        let value_end = number(page, 4 + 4 * (ends - count + i))?;
        entries.push((page.get(key_start..key_end)?, page.get(value_start..value_end)?));
        (key_start, value_start) = (key_end, value_end);
    }
    Some(entries)
}
