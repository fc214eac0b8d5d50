//! What training keeps on disk: the person, each puzzle that was met, each try, and own puzzles, an entry each.

use std::collections::BTreeMap;

use goren_core::Rule;
use goren_puzzle::{Card, Puzzle, Rating};
use serde::{Deserialize, Serialize};

use super::Changes;
use super::attempt::Attempt;
use super::rush::Rush;
use crate::store::TRAINING_PREFIX;
use crate::wire::{RushBest, Swap2Score};

/// Where a person begins: below the middle of the puzzles, so that the first ones are not too hard, and soon elsewhere.
const START: Rating = Rating { rating: 1000.0, deviation: 250.0, volatility: 0.06 };

/// The person.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Player {
    /// When it was written, in milliseconds since 1970.
    pub(super) at: u64,
    pub(super) rating: Rating,
    pub(super) tried: u32,
    pub(super) solved: u32,
    /// Solved in a row, and the most there were.
    pub(super) run: u32,
    pub(super) best_run: u32,
    /// The last day whose puzzle was solved, by its number since 1970.
    pub(super) day: Option<u64>,
    pub(super) days: u32,
    pub(super) best_days: u32,
    pub(super) rush: Vec<RushBest>,
    pub(super) swap2: Swap2Score,
}

impl Default for Player {
    fn default() -> Player {
        Player {
            at: 0,
            rating: START,
            tried: 0,
            solved: 0,
            run: 0,
            best_run: 0,
            day: None,
            days: 0,
            best_days: 0,
            rush: Vec::new(),
            swap2: Swap2Score::default(),
        }
    }
}

/// A puzzle that was met.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Entry {
    pub(super) at: u64,
    pub(super) rating: Rating,
    /// When it comes again, if it does.
    pub(super) card: Option<Card>,
    pub(super) tried: u32,
    pub(super) solved: u32,
}

/// A puzzle of one's own.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Own {
    pub(super) at: u64,
    pub(super) puzzle: Puzzle,
    /// When it was deleted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) deleted: Option<u64>,
}

/// One try.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Try {
    pub(super) at: u64,
    pub(super) puzzle: String,
    pub(super) kind: String,
    pub(super) rule: Rule,
    pub(super) grade: u8,
    pub(super) themes: Vec<String>,
    /// From 0 to 1.
    pub(super) score: f64,
    /// Whether it was the first meeting with the puzzle.
    pub(super) first: bool,
    /// The person's rating after it.
    pub(super) rating: f64,
    pub(super) change: f64,
}

/// Everything.
#[derive(Default)]
pub(super) struct Kept {
    pub(super) player: Player,
    pub(super) entries: BTreeMap<String, Entry>,
    pub(super) own: BTreeMap<String, Own>,
    /// What is being solved, by name.
    pub(super) attempts: BTreeMap<String, Attempt>,
    /// The rush under way, or the last one.
    pub(super) rush: Option<Rush>,
    /// In the order of time.
    pub(super) tries: Vec<Try>,
    /// The number of the next try.
    next: u64,
}

const PLAYER: &str = "player";
const PUZZLE: &str = "puzzle/";
const OWN: &str = "own/";
const TRY: &str = "try/";
const ATTEMPT: &str = "attempt/";
const RUSH: &str = "rush";
/// Puzzles that are being solved at once; the oldest gives way.
const MOST_ATTEMPTS: usize = 64;

impl Kept {
    /// What the entries of the store say; one that cannot be read is passed over and stays where it is.
    pub(super) fn of(stored: Vec<(String, Vec<u8>)>) -> Kept {
        let mut kept = Kept::default();
        for (key, bytes) in stored {
            let Some(name) = key.strip_prefix(TRAINING_PREFIX) else { continue };
            if name == PLAYER {
                kept.player = serde_json::from_slice(&bytes).unwrap_or_default();
            } else if let Some(id) = name.strip_prefix(PUZZLE) {
                kept.entries.extend(serde_json::from_slice(&bytes).ok().map(|entry| (id.to_owned(), entry)));
            } else if let Some(id) = name.strip_prefix(OWN) {
                let own = serde_json::from_slice(&bytes).ok().filter(|own: &Own| own.puzzle.check().is_ok());
                kept.own.extend(own.map(|own| (id.to_owned(), own)));
            } else if let Some(id) = name.strip_prefix(ATTEMPT) {
                let attempt = serde_json::from_slice(&bytes).ok().filter(Attempt::is_sound);
                kept.attempts.extend(attempt.map(|attempt| (id.to_owned(), attempt)));
            } else if name == RUSH {
                kept.rush = serde_json::from_slice(&bytes).ok();
            } else if let Some(number) = name.strip_prefix(TRY) {
                // The keys are in the order of their numbers, and so is what is read.
                kept.next = kept.next.max(number.parse::<u64>().map_or(0, |number| number + 1));
                kept.tries.extend(serde_json::from_slice::<Try>(&bytes).ok());
            }
        }
        kept
    }

    /// What to write for some changes.
    pub(super) fn entries(&self, changes: &Changes) -> Vec<(String, Option<Vec<u8>>)> {
        let key = |name: String| format!("{TRAINING_PREFIX}{name}");
        let mut entries = Vec::new();
        if let Some(player) = &changes.player {
            entries.push((key(PLAYER.to_owned()), Some(json(player))));
        }
        if let Some((id, entry)) = &changes.entry {
            entries.push((key(format!("{PUZZLE}{id}")), Some(json(entry))));
        }
        for (id, own) in &changes.own {
            entries.push((key(format!("{OWN}{id}")), own.as_ref().map(json)));
        }
        for (name, attempt) in &changes.attempts {
            entries.push((key(format!("{ATTEMPT}{name}")), attempt.as_ref().map(json)));
        }
        entries.extend(changes.rush.as_ref().map(|rush| (key(RUSH.to_owned()), Some(json(rush)))));
        if let Some(tried) = &changes.tried {
            entries.push((key(format!("{TRY}{:010}", self.next)), Some(json(tried))));
        }
        entries
    }

    /// Makes changes that were written.
    pub(super) fn take(&mut self, changes: Changes) {
        if let Some(player) = changes.player {
            self.player = player;
        }
        self.entries.extend(changes.entry);
        for (id, own) in changes.own {
            match own {
                Some(own) => drop(self.own.insert(id, own)),
                None => drop(self.own.remove(&id)),
            }
        }
        for (name, attempt) in changes.attempts {
            match attempt {
                Some(attempt) => drop(self.attempts.insert(name, attempt)),
                None => drop(self.attempts.remove(&name)),
            }
        }
        self.rush = changes.rush.or(self.rush.take());
        if let Some(tried) = changes.tried {
            self.tries.push(tried);
            self.next += 1;
        }
    }

    /// The puzzle that was begun longest ago, if there is no room for another.
    pub(super) fn superfluous_attempt(&self) -> Option<String> {
        let oldest = self.attempts.iter().min_by_key(|(_, attempt)| attempt.at);
        oldest.filter(|_| self.attempts.len() >= MOST_ATTEMPTS).map(|(name, _)| name.clone())
    }

    /// The rating of a puzzle now: what its tries made of it, or what it was made with.
    pub(super) fn rating_of(&self, puzzle: &Puzzle) -> Rating {
        self.entries.get(&puzzle.id).map_or_else(|| Rating::of_puzzle(puzzle.rating), |entry| entry.rating)
    }
}

fn json(value: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(value).expect("what training keeps has a JSON form")
}
