//! What training keeps on disk: the person, each puzzle that was met, each try, and own puzzles, an entry each, so that a
//! change writes little.

use std::sync::Arc;

use goren_puzzle::training::{Attempt, Changes, Own, Progress, Try};
use serde::Serialize;

use crate::store::{Store, StoreError, TRAINING_PREFIX};

const PLAYER: &str = "player";
const PUZZLE: &str = "puzzle/";
const OWN: &str = "own/";
const TRY: &str = "try/";
const ATTEMPT: &str = "attempt/";
const RUSH: &str = "rush";

/// Writes what changes.
pub(super) struct Keeper {
    store: Arc<Store>,
    /// The number of the next try.
    next: u64,
}

impl Keeper {
    /// What the entries of the store say. One that cannot be read is passed over and stays where it is: it is as good as none,
    /// and every key is written by itself.
    pub(super) fn open(store: Arc<Store>) -> (Keeper, Progress) {
        let mut progress = Progress::default();
        let mut next = 0;
        for (key, bytes) in store.training().unwrap_or_default() {
            let Some(name) = key.strip_prefix(TRAINING_PREFIX) else { continue };
            if name == PLAYER {
                progress.player = serde_json::from_slice(&bytes).unwrap_or_default();
            } else if let Some(id) = name.strip_prefix(PUZZLE) {
                let entry = serde_json::from_slice(&bytes).ok();
                progress.entries.extend(entry.map(|entry| (id.to_owned(), entry)));
            } else if let Some(id) = name.strip_prefix(OWN) {
                let own = serde_json::from_slice(&bytes).ok().filter(|own: &Own| own.puzzle.check().is_ok());
                progress.own.extend(own.map(|own| (id.to_owned(), own)));
            } else if let Some(id) = name.strip_prefix(ATTEMPT) {
                let attempt = serde_json::from_slice(&bytes).ok().filter(Attempt::is_sound);
                progress.attempts.extend(attempt.map(|attempt| (id.to_owned(), attempt)));
            } else if name == RUSH {
                progress.rush = serde_json::from_slice(&bytes).ok();
            } else if let Some(number) = name.strip_prefix(TRY) {
                // The keys are in the order of their numbers, and so is what is read.
                next = next.max(number.parse::<u64>().map_or(0, |number| number + 1));
                progress.tries.extend(serde_json::from_slice::<Try>(&bytes).ok());
            }
        }
        (Keeper { store, next }, progress)
    }

    /// Writes changes, all of them or none.
    pub(super) fn write(&mut self, changes: &Changes) -> Result<(), StoreError> {
        let mut entries = Vec::new();
        let mut add = |name: String, value| entries.push((format!("{TRAINING_PREFIX}{name}"), value));
        if let Some(player) = &changes.player {
            add(PLAYER.to_owned(), Some(json(player)));
        }
        if let Some((id, entry)) = &changes.entry {
            add(format!("{PUZZLE}{id}"), Some(json(entry)));
        }
        for (id, own) in &changes.own {
            add(format!("{OWN}{id}"), own.as_ref().map(json));
        }
        for (name, attempt) in &changes.attempts {
            add(format!("{ATTEMPT}{name}"), attempt.as_ref().map(json));
        }
        if let Some(rush) = &changes.rush {
            add(RUSH.to_owned(), Some(json(rush)));
        }
        if let Some(tried) = &changes.tried {
            add(format!("{TRY}{:010}", self.next), Some(json(tried)));
        }
        self.store.save_training(&entries)?;
        self.next += u64::from(changes.tried.is_some());
        Ok(())
    }
}

fn json(value: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(value).expect("what training keeps has a JSON form")
}
