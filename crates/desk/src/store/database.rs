//! Opening the database so that damage is found at once, and keeping what goes wrong inside it from ending the program.

use std::fs::DirBuilder;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use goren_library::checked::{open_checked, private_file};
use redb::backends::{FileBackend, InMemoryBackend};
use redb::{Database, DatabaseError, StorageBackend, StorageError};

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
    caught(|| Ok(open_checked(storage, CACHE)?))
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
