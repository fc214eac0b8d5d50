//! Games between agents: players in this process and in others, the referee, schedules, statistics, a journal.
//!
//! No engine is linked here: agents come through [`goren_core::Agent`] or as processes that speak Gomocup's protocol.
//!
//! ```
//! use goren_arena::{Anchor, Budget, Builtin, Local, MakeError, Parser, Plan, RunOptions, run, slots};
//! use goren_core::{Agent, Game, Limits, Report, Step, Stop};
//!
//! /// Plays the first free point, or the last.
//! struct Simple { backwards: bool }
//!
//! impl Agent for Simple {
//!     fn name(&self) -> String {
//!         "simple".to_owned()
//!     }
//!
//!     fn choose(&mut self, game: &Game, _: &Limits, _: &Stop, _: &mut dyn FnMut(&Report)) -> Step {
//!         let mut moves = game.position().legal_moves();
//!         let point = if self.backwards { moves.last() } else { moves.next() };
//!         Step::Place(point.expect("the game is not over"))
//!     }
//! }
//!
//! let make = |builtin: &Builtin, _: &Budget, _seed: u64| -> Result<Box<dyn Agent + Send>, MakeError> {
//!     Ok(Box::new(Simple { backwards: builtin.options.contains_key("backwards") }))
//! };
//! let parser = Parser { kinds: vec!["simple".to_owned()], ..Parser::default() };
//! let contestants = vec![parser.parse("simple")?, parser.parse("simple:backwards=yes")?];
//! let plan = Plan { budget: Budget { depth: Some(1), ..Budget::default() }, ..Plan::new(contestants) };
//! let options = RunOptions { slots: slots(2, None)?, ..RunOptions::default() };
//! let outcome = run(&plan, &Local::new(&make), options, |_event| ())?;
//! assert_eq!(outcome.games.len(), 2);
//! let ratings = outcome.status.standings.ratings(Anchor::Mean(0.0));
//! assert!(ratings.rating(0).is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod board;
mod book;
mod contestant;
mod export;
#[cfg(test)]
mod fixture;
mod job;
mod journal;
mod pin;
mod plan;
mod play;
mod player;
mod pool;
mod process;
mod progress;
mod random;
mod rating;
mod replay;
mod report;
mod runner;
mod schedule;
mod sequential;
mod standings;
mod statistics;
mod summary;
mod text;

pub use board::{Board, StartError};
pub use book::{Book, BookError, OpeningError};
pub use contestant::{
    Builtin, Contestant, ContestantError, EntryError, Kind, MakeError, Maker, Parser, RosterError, TimeError,
    distinguish, milliseconds, read_roster, time_control,
};
pub use export::{CSV_HEADER, RecordError, csv_field, csv_line, record};
pub use job::{FinishedGame, GameError, Job, MoveRecord, Slot, Worker};
pub use journal::{Contents, Games, Journal, JournalError};
pub use pin::{PinError, slots};
pub use plan::{Control, Plan, PlanError, Unplayable};
pub use play::{Local, play};
pub use player::{Budget, ChosenStep, InProcess, Player};
pub use pool::Pool;
pub use process::{Process, ProcessSpec, run_watchdog, set_watchdog};
pub use progress::ScheduledGame;
pub use rating::{Anchor, Pairing, RatingError, RatingList};
pub use replay::{ReplayError, replay};
pub use report::{Course, Encounter, MatchReport, Standing};
pub use runner::{Event, RunError, RunOptions, RunOutcome, Status, run, run_on};
pub use schedule::{ParseSystemError, Round, Settled, System};
pub use sequential::Sequential;
pub use standings::{Meeting, Row, Standings};
pub use statistics::{
    EloModel, Estimate, GameScore, Pairs, Sprt, SprtError, Tally, TestVerdict, elo_of_score, score_of_elo,
};
pub use text::count;
