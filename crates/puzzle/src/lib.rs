//! Puzzles: made from games, answered by proof, graded, and trained with ratings and repetition.
//!
//! Everything here is pure: no clock, no file, no printing. `docs/puzzles.md` describes the format, what the kinds claim, and how
//! a puzzle is graded.
//!
//! ```
//! let daily = goren_puzzle::daily(goren_puzzle::shipped(), 20_773).expect("some puzzles are shipped");
//! assert_eq!(daily.position().side(), daily.side);
//! assert!(daily.is_answer(daily.line[0]));
//! ```
#![forbid(unsafe_code)]

mod answers;
mod balance;
mod canonical;
mod check;
mod collection;
mod daily;
mod glicko;
mod grade;
mod make;
mod puzzle;
mod read;
mod schedule;
mod sheet;
mod shipped;
mod theme;
pub mod training;
mod variant;

pub use answers::{Effort, MAX_ANSWERS, NoPuzzle, Problem};
pub use canonical::Canonical;
pub use check::check;
pub use collection::Collection;
pub use daily::daily;
pub use glicko::Rating;
pub use grade::{Measure, grade};
pub use make::{Recipe, own};
pub use puzzle::{Kind, Puzzle, PuzzleError, RATINGS};
pub use read::{ReadError, read, write};
pub use schedule::Card;
pub use sheet::sheet;
pub use shipped::shipped;
pub use theme::Theme;
pub use variant::Shift;
