//! What can go wrong with a library.

use std::fmt;
use std::io;
use std::path::PathBuf;

use goren_record::ReadError;

/// Why something could not be stored or found.
#[derive(Debug)]
pub enum LibraryError {
    /// A file or folder cannot be used.
    File(PathBuf, io::Error),
    /// Another program has the library open.
    InUse(PathBuf),
    /// What is to be imported cannot be read.
    Source(String, io::Error),
    /// What is to be imported is no game.
    NoGame(String, ReadError),
    /// Something failed inside the database.
    Database(redb::Error),
    /// What was found is not what was stored.
    Damaged(String),
}

impl LibraryError {
    /// Whether the file of the library is not what it should be. Opened again it is repaired.
    pub fn is_damage(&self) -> bool {
        match self {
            LibraryError::Damaged(_) => true,
            LibraryError::Database(error) => crate::checked::is_damage(error),
            _ => false,
        }
    }
}

impl fmt::Display for LibraryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LibraryError::File(path, error) => write!(f, "{}: {error}", path.display()),
            LibraryError::InUse(path) => {
                write!(
                    f,
                    "{}: another goren has this library open; close it, or use that one",
                    path.display()
                )
            }
            LibraryError::Source(name, error) => write!(f, "{name}: {error}"),
            LibraryError::NoGame(name, error) => write!(f, "{name}: {error}"),
            LibraryError::Database(redb::Error::Io(error)) if error.kind() == io::ErrorKind::StorageFull => {
                write!(f, "the disk is full: what was imported so far is safe")
            }
            LibraryError::Database(error) => write!(f, "the library: {error}"),
            LibraryError::Damaged(what) => write!(f, "the library is damaged: {what}"),
        }
    }
}

impl std::error::Error for LibraryError {}

impl<E: Into<redb::Error>> From<E> for LibraryError {
    fn from(error: E) -> LibraryError {
        LibraryError::Database(error.into())
    }
}
