//! Opening the database so that damage is found at once, and keeping what goes wrong inside it from ending the program.

use std::fs::{DirBuilder, File, OpenOptions};
use std::io;
use std::ops::Bound;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use redb::backends::{FileBackend, InMemoryBackend};
use redb::{BackendError, Database, DatabaseError, StorageBackend, StorageError};

use super::{StoreError, Stored};

/// Memory for reading ahead; the whole database of a diligent player is smaller.
const CACHE: usize = 16 << 20;

/// The database of a folder.
pub(super) fn file_in(folder: &Path) -> PathBuf {
    folder.join("goren.redb")
}

/// The copy that is made of it every day.
pub(super) fn backup_in(folder: &Path) -> PathBuf {
    folder.join("goren.backup.redb")
}

/// Makes a folder that only its owner can read. One that is there already stays as it is: it may have other uses.
pub(super) fn make_folder(folder: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(folder)
}

/// Opens a file that only its owner can read; one that others could read is closed to them.
pub(super) fn private_file(path: &Path) -> io::Result<File> {
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

/// Opens the database in a file, made if it is missing.
pub(super) fn open_file(path: &Path) -> Stored<Database> {
    let named = |error: io::Error| StoreError::File(path.to_owned(), error);
    let file = private_file(path).map_err(named)?;
    match FileBackend::new(file) {
        Ok(file) => open(file).map_err(|error| error.in_file(path)),
        Err(error) => Err(StoreError::from(error).in_file(path)),
    }
}

/// Opens a copy of a database in memory.
pub(super) fn open_copy(bytes: &[u8]) -> Stored<Database> {
    let memory = InMemoryBackend::new();
    let copied = memory.set_len(bytes.len() as u64).and_then(|()| memory.write(0, bytes));
    copied.map_err(|error| StoreError::from(DatabaseError::from(StorageError::from(error))))?;
    open(memory)
}

/// Opens a database after every page of it was checked.
pub(super) fn open(storage: impl StorageBackend) -> Stored<Database> {
    let careful = Careful { storage, is_header_written: AtomicBool::new(false) };
    caught(|| Ok(Database::builder().set_cache_size(CACHE).create_with_backend(careful)?))
}

/// Does something with the database. A panic inside it, as damage can cause, is an error like others.
pub(super) fn caught<T>(work: impl FnOnce() -> Stored<T>) -> Stored<T> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("it panicked");
        Err(StoreError::Damaged(text.lines().next().unwrap_or_default().to_owned()))
    })
}

/// Closes a database. What is damaged may panic once more.
pub(super) fn close(database: Database) {
    let _ = catch_unwind(AssertUnwindSafe(|| drop(database)));
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
