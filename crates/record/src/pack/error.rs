//! Errors of reading a pack.

use std::{fmt, io};

/// Why a pack cannot be read any further. Offsets are in bytes from the beginning of the pack.
#[derive(Debug)]
pub enum PackError {
    /// It does not begin like a pack.
    NotAPack {
        /// Its first bytes.
        got: Vec<u8>,
    },
    /// It ends within its header or within a game; the games before are complete.
    Cut {
        /// The offset of the truncated game.
        offset: u64,
    },
    /// A game has an impossible value.
    Bad {
        /// The offset of the game.
        offset: u64,
        /// What should have been there.
        expected: &'static str,
        /// What was there.
        got: String,
    },
    /// The bytes could not be read.
    Io(io::Error),
}

impl fmt::Display for PackError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PackError::NotAPack { got } => {
                write!(f, "expected a game pack (GRNP, version 1), got `{}`", got.escape_ascii())
            }
            PackError::Cut { offset: 0 } => f.write_str("expected a game pack, got less than five bytes"),
            PackError::Cut { offset } => write!(f, "expected a whole game at offset {offset}, got the end"),
            PackError::Bad { offset, expected, got } => {
                write!(f, "game at offset {offset}: expected {expected}, got {got}")
            }
            PackError::Io(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for PackError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            PackError::Io(error) => error.source(),
            _ => None,
        }
    }
}
