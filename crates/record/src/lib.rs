//! Game records: the notations and file formats of Gomoku and renju programs, recognised by content and written by name.
//!
//! ```
//! use goren_record::{Format, ReadOptions, read, write};
//!
//! let games = read(b"h8i9g7", &ReadOptions::default())?;
//! let written = write(&games, Format::Sgf)?;
//! assert!(written.text().starts_with("(;"));
//! assert!(written.lost.is_empty());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod ascii;
mod date;
mod error;
#[cfg(test)]
mod fixture;
mod format;
mod json;
mod link;
mod loss;
mod offsets;
mod pack;
mod pos;
mod psq;
mod record;
mod renlib;
mod rif;
mod sgf;
mod sniff;
mod tree;
mod yixin;

pub use date::date;
pub use error::{Place, ReadError, WriteError};
pub use format::{Format, ReadOptions, Written, read, recognise, write};
pub use link::whole_link;
pub use pack::{PackError, PackReader, PackWriter, PackedGame, PackedMove, PackedScore};
pub use record::{Record, RecordResult};
pub use tree::{Mark, MarkKind, Node, NodeId, Property, Tree};
