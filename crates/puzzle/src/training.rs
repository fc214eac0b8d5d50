//! A person's training: which puzzle is shown, what is made of each move, and what comes of it: ratings, runs of right answers,
//! the schedule of what comes again, rushes, own puzzles and the score of the Swap2 trainer.
//!
//! Nothing here waits, reads a clock or writes: the time comes in, and what is to be kept goes out as [`Changes`], which
//! whoever trains writes down and then [makes](Training::make). So an answer counts as a whole or not at all.

mod attempt;
mod choose;
mod error;
mod judge;
mod list;
mod progress;
mod rush;
mod summary;
mod swap2;
#[cfg(test)]
mod tests;
mod view;

use std::collections::{HashMap, VecDeque};

use goren_core::Position;

use crate::puzzle::Puzzle;

pub use attempt::{Attempt, Judged};
pub use error::TrainingError;
pub use judge::{WinningLine, area, forced};
pub use list::RESTORABLE_MS;
pub use progress::{Changes, Entry, Own, Player, Progress, Try};
pub use rush::Rush;
pub use swap2::{Balanced, Swap2Try, deal, three_stones};
pub use view::*;

/// The milliseconds of a day.
const DAY_MS: u64 = 86_400_000;

type Trained<T> = Result<T, TrainingError>;

/// A person's training with some puzzles.
pub struct Training {
    /// What comes with the program.
    shipped: &'static [Puzzle],
    /// The place of each of them by its name.
    places: HashMap<String, usize>,
    progress: Progress,
    /// Stones that were dealt and not yet judged.
    dealt: VecDeque<(String, Position)>,
}

impl Training {
    /// The training with what was reached before.
    pub fn new(shipped: &'static [Puzzle], progress: Progress) -> Training {
        let places = shipped.iter().enumerate().map(|(i, puzzle)| (puzzle.id.clone(), i)).collect();
        Training { shipped, places, progress, dealt: VecDeque::new() }
    }

    /// What was reached so far.
    pub fn progress(&self) -> &Progress {
        &self.progress
    }

    /// Makes changes that were kept.
    pub fn make(&mut self, changes: Changes) {
        self.progress.make(changes);
    }

    /// A puzzle by its name.
    fn puzzle(&self, id: &str) -> Option<&Puzzle> {
        match self.places.get(id) {
            Some(&place) => Some(&self.shipped[place]),
            None => self.progress.own.get(id).filter(|own| own.deleted.is_none()).map(|own| &own.puzzle),
        }
    }

    /// Every puzzle there is, one's own last.
    fn puzzles(&self) -> impl Iterator<Item = &Puzzle> {
        self.shipped.iter().chain(self.progress.own_puzzles().map(|own| &own.puzzle))
    }
}

/// The day of a time.
fn day_of(now: u64) -> u32 {
    (now / DAY_MS) as u32
}
