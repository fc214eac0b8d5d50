//! What training keeps: small entries under keys of its own, written together or not at all.

use super::archive::all;
use super::{Store, Stored, TRAINING};

/// How every key of training begins, so that it is known for what it is in a damaged file too.
pub(crate) const TRAINING_PREFIX: &str = "train/";

impl Store {
    /// Every entry of training.
    pub(crate) fn training(&self) -> Stored<Vec<(String, Vec<u8>)>> {
        self.with_database(|database| all(database, TRAINING))
    }

    /// Writes entries; one without a value is removed.
    pub(crate) fn save_training(&self, entries: &[(String, Option<Vec<u8>>)]) -> Stored<()> {
        self.write(|transaction| {
            let mut table = transaction.open_table(TRAINING)?;
            for (key, value) in entries {
                match value {
                    Some(value) => drop(table.insert(key.as_str(), value.as_slice())?),
                    None => drop(table.remove(key.as_str())?),
                }
            }
            Ok(())
        })
    }
}
