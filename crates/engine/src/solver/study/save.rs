//! A solver's table as bytes, so that a long proof can go on later.

use std::fmt;
use std::io::{self, Read, Write};

use goren_core::Position;

use super::Solver;

/// The first word of a saved table.
const TABLE_MAGIC: u64 = u64::from_le_bytes(*b"gorensol");

/// Changes with whatever changes the meaning of an entry.
const TABLE_VERSION: u64 = 1;

/// Why a saved table could not be loaded.
#[derive(Debug)]
pub enum TableError {
    /// The file ends too early, or could not be read.
    Io(io::Error),
    /// It does not begin as a table does.
    NotATable,
    /// It is of another version.
    Version(u64),
    /// It belongs to another position or rule.
    OtherPosition,
    /// Its checksum is wrong.
    Damaged,
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TableError::Io(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                f.write_str("expected a whole table, but the file ends too early")
            }
            TableError::Io(error) => error.fmt(f),
            TableError::NotATable => f.write_str("expected a table saved by goren solve, got something else"),
            TableError::Version(version) => {
                write!(f, "expected a table of version {TABLE_VERSION}, got version {version}")
            }
            TableError::OtherPosition => {
                f.write_str("expected a table of this position and rule, got one of another")
            }
            TableError::Damaged => f.write_str("the table is damaged: its checksum is wrong"),
        }
    }
}

impl std::error::Error for TableError {}

impl From<io::Error> for TableError {
    fn from(error: io::Error) -> TableError {
        TableError::Io(error)
    }
}

impl Solver {
    /// Writes what was found about a position, for [`Solver::load`].
    ///
    /// # Errors
    /// Those of the output.
    pub fn save(&self, position: &Position, out: &mut dyn Write) -> io::Result<()> {
        for word in [TABLE_MAGIC, TABLE_VERSION, position.hash()] {
            out.write_all(&word.to_le_bytes())?;
        }
        self.vct.save(out)
    }

    /// Reads what [`Solver::save`] wrote. The next search goes on where that one ended.
    ///
    /// # Errors
    /// If it is not a table, belongs to another position, rule or version, or is damaged. The solver has forgotten all tables then.
    pub fn load(&mut self, position: &Position, input: &mut dyn Read) -> Result<(), TableError> {
        let mut word = || {
            let mut bytes = [0; 8];
            input.read_exact(&mut bytes).map(|()| u64::from_le_bytes(bytes))
        };
        if word()? != TABLE_MAGIC {
            return Err(TableError::NotATable);
        }
        let version = word()?;
        if version != TABLE_VERSION {
            return Err(TableError::Version(version));
        }
        if word()? != position.hash() {
            return Err(TableError::OtherPosition);
        }
        let loaded = self.vct.load(input);
        if !matches!(loaded, Ok(true)) {
            self.vct.clear();
        }
        if loaded? { Ok(()) } else { Err(TableError::Damaged) }
    }
}
