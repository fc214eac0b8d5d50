//! What can still be read of a damaged database: every page is looked at by itself, whatever leads to it.

use std::collections::BTreeMap;

use serde_json::Value;

use super::{Head, SETTINGS_KEY, Saved, TRAINING_PREFIX};

/// Pages begin at multiples of this.
const PAGE: usize = 4096;
/// The first byte of a page that holds entries.
const LEAF: u8 = 1;

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
        for (key, value) in entries(&bytes[start..]).unwrap_or_default() {
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

/// The entries of a page: their number, the ends of all keys, the ends of all values, keys, values. Nothing if this is
/// no such page.
fn entries(page: &[u8]) -> Option<Vec<(&[u8], &[u8])>> {
    if *page.first()? != LEAF {
        return None;
    }
    let number = |at: usize| -> Option<usize> {
        Some(u32::from_le_bytes(page.get(at..at + 4)?.try_into().ok()?) as usize)
    };
    let count = usize::from(u16::from_le_bytes(page.get(2..4)?.try_into().ok()?));
    let mut key_start = 4 + 8 * count;
    let mut value_start = number(4 * count)?;
    let mut entries = Vec::new();
    for i in 0..count {
        let (key_end, value_end) = (number(4 + 4 * i)?, number(4 + 4 * (count + i))?);
        entries.push((page.get(key_start..key_end)?, page.get(value_start..value_end)?));
        (key_start, value_start) = (key_end, value_end);
    }
    Some(entries)
}
