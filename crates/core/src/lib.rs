//! The game of Gomoku, complete and exact: points, rules, positions, shapes, opening rules and games.
//!
//! This crate does no I/O, reads no clock and starts no thread; everything else in goren builds on it.
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
#![cfg_attr(not(feature = "ts"), no_std)]
#![forbid(unsafe_code)]

extern crate alloc;
#[cfg(all(any(test, feature = "std"), not(feature = "ts")))]
extern crate std;

mod agent;
mod forbidden;
mod game;
mod html;
mod line;
mod opening;
mod perft;
mod point;
mod position;
mod random;
mod referee;
mod rule;
mod score;
mod shape;
mod step;
mod stone;
mod symmetry;
#[cfg(feature = "serde")]
mod text;
mod threat;
mod time;
#[cfg(feature = "ts")]
mod ts;
mod zobrist;

pub use agent::{Agent, Clock, Limits, Report, Stop};
pub use forbidden::{Extension, ForbiddenKind, JudgedLine, Judgement, Obstacle, Verdict};
pub use game::{Ending, EndingKind, Game, GameResult, NewGameError, StepError};
pub use html::escape_html;
pub use line::Direction;
pub use opening::{Area, Ask, Opening, ParseOpeningError, Seat, Turn};
pub use perft::{perft, perft_split};
pub use point::{ParsePointError, ParseSizeError, Point, Size, SizeError};
pub use position::{IllegalMove, Outcome, PlayedMove, Position, SetupError, WinningLine};
pub use random::Random;
pub use referee::{
    Adjudication, AgreedDraw, Fault, FaultKind, Offer, ParseAdjudicationError, Referee, Refusal, Reply,
    Ruling, TakenStep, Terms,
};
pub use rule::{ParseRuleError, Rule};
pub use score::{Score, WinLength};
pub use shape::{PointShapes, Shape, Shapes};
pub use step::{Choice, ParseStepError, Step};
pub use stone::Stone;
pub use symmetry::Symmetry;
pub use threat::LineThreat;
pub use time::{ParseTimeError, TimeControl, duration_text, parse_duration};
