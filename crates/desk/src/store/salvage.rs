//! What can still be read of a damaged database: every page is looked at by itself, whatever leads to it.

use std::collections::BTreeMap;

use goren_library::checked::leaf_entries;
use serde_json::Value;

use super::{Head, SETTINGS_KEY, Saved, TRAINING_PREFIX};

/// Pages begin at multiples of this.
const PAGE: usize = 4096;

/// What was found. Pages that are not in use any more still hold earlier states, so there may be several of one game.
#[derive(Default)]
pub(super) struct Found {
    pub(super) games: BTreeMap<String, Vec<Saved>>,
    pub(super) heads: BTreeMap<String, Head>,
    pub(super) settings: Option<Value>,
    pub(super) training: BTreeMap<String, Value>,
}

impl Found {
    /// Takes an entry of training; of several states the newest, which its field `at` tells.
    pub(super) fn add_training(&mut self, key: &str, value: Value) {
        let at = |value: &Value| value["at"].as_u64().unwrap_or(0);
        if self.training.get(key).is_none_or(|old| at(old) <= at(&value)) {
            self.training.insert(key.to_owned(), value);
        }
    }
}

/// Looks through the bytes of a file.
pub(super) fn search(bytes: &[u8]) -> Found {
    let mut found = Found::default();
    for start in (0..bytes.len()).step_by(PAGE) {
        for (key, value) in leaf_entries(&bytes[start..], None).unwrap_or_default() {
            let Ok(key) = str::from_utf8(key) else { continue };
            if key.starts_with(TRAINING_PREFIX) {
                if let Ok(value @ Value::Object(_)) = serde_json::from_slice(value) {
                    found.add_training(key, value);
                }
            } else if let Ok(saved) = serde_json::from_slice::<Saved>(value) {
                found.games.entry(key.to_owned()).or_default().push(saved);
            } else if let Ok(head) = serde_json::from_slice::<Head>(value) {
                let newest = found.heads.get(key).map_or(0, |head| head.changed);
                if head.id == key && head.changed >= newest {
                    found.heads.insert(key.to_owned(), head);
                }
            } else if key == SETTINGS_KEY
                && let Ok(settings @ Value::Object(_)) = serde_json::from_slice(value)
            {
                found.settings = Some(settings);
            }
        }
    }
    found
}
