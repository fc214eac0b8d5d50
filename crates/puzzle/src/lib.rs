//! Puzzles: made from games, answered by proof, graded, and trained with ratings and repetition.
//!
//! Everything here is pure: no clock, no file, no printing. `docs/puzzles.md` describes the format, what the kinds claim, and how
//! a puzzle is graded.
#![forbid(unsafe_code)]

mod canonical;
mod daily;
mod glicko;
mod puzzle;
mod read;
mod schedule;
mod theme;
mod variant;

pub use canonical::{Canonical, ROOM};
pub use daily::daily;
pub use glicko::{Rating, TAU};
pub use puzzle::{Kind, Puzzle, PuzzleError, RATINGS};
pub use read::{ReadError, read, write};
pub use schedule::{Card, INTERVALS};
pub use theme::Theme;
pub use variant::Shift;
