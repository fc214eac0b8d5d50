//! A library of games in one file: import, search by position and pattern, opening statistics.
//!
//! ```
//! use goren_library::{Library, Query};
//! use goren_record::{ReadOptions, read};
//!
//! let library = Library::in_memory()?;
//! library.add(&read(b"h8i9g7", &ReadOptions::default())?, "example")?;
//! let found = library.find(&Query::default(), 0..10, &mut |_| true)?;
//! assert_eq!(found.total, 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

pub mod checked;
mod date;
mod error;
mod explore;
mod find;
mod game;
mod import;
mod key;
mod library;
mod opening;
mod pattern;
mod repair;
mod repertoire;
mod runs;
mod split;
mod statistics;
mod step;
pub mod synthetic;

pub use date::{Day, ParseDayError};
pub use error::LibraryError;
pub use explore::{Explored, PlayedFrom, Tally};
pub use find::{Found, FoundGame, GameId, Outcome, ParseOutcomeError, Query, Searched};
pub use game::Head;
pub use import::{Fault, Imported, Progress};
pub use key::{PositionKey, position_key};
pub use library::{Library, Removed};
pub use opening::{OPENINGS, OpeningName, ParseOpeningNameError};
pub use pattern::{ParsePatternError, Pattern};
pub use repair::{Check, Repair};
pub use repertoire::Card;
pub use split::{Piece, Pieces};
pub use statistics::{PlayerTally, Statistics};
