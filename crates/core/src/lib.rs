//! The game of Gomoku, complete and exact: points, rules, positions, shapes, opening rules and games.
//!
//! This crate does no I/O, reads no clock and starts no thread; everything else in goren stands on it.
//!
//! ```
//! use goren_core::{Position, Rule, Size};
//!
//! let mut position = Position::new(Rule::Renju, Size::DEFAULT);
//! for name in ["h8", "h9", "i9"] {
//!     position.try_play(name.parse()?)?;
//! }
//! assert!(position.outcome().is_ongoing());
//! assert_eq!(position.history().len(), 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![no_std]

extern crate alloc;
#[cfg(test)]
extern crate std;

mod agent;
mod forbidden;
mod game;
mod line;
mod opening;
mod perft;
mod point;
mod position;
mod rule;
mod shape;
mod stone;
mod symmetry;
mod threat;
mod zobrist;

pub use agent::{Agent, Clock, Limits, Report, Score, Stop};
pub use forbidden::{Extension, ForbiddenKind, JudgedLine, Judgement, Obstacle, Verdict};
pub use game::{Ending, Game, GameResult, NewGameError, StepError};
pub use line::Direction;
pub use opening::{Area, Ask, Choice, Opening, ParseOpeningError, Seat, Step, Turn};
pub use perft::{perft, perft_split};
pub use point::{ParsePointError, Point, Size, SizeError};
pub use position::{IllegalMove, Outcome, Played, Position, SetupError, WinningLine};
pub use rule::{ParseRuleError, Rule};
pub use shape::{PointShapes, Shape, Shapes};
pub use stone::Stone;
pub use symmetry::Symmetry;
pub use threat::LineThreat;
