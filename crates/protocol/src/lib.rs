//! The Gomocup protocol and its Yixin extensions as text: lines to typed commands, typed replies to lines.
//!
//! Nothing here does any input, output or waiting, so both sides of the protocol can use it.
//!
//! ```
//! use goren_protocol::{Command, Coordinates, Parser};
//!
//! let mut parser = Parser::default();
//! assert_eq!(parser.line(b"turn 7,8\r"), [Ok(Command::Turn(Coordinates { x: 7, y: 8 }))]);
//! assert_eq!(parser.line(b"SWAP2BOARD"), []);
//! assert_eq!(parser.line(b"DONE"), [Ok(Command::Swap2Board(vec![]))]);
//! ```
#![forbid(unsafe_code)]

mod command;
mod coordinates;
mod error;
mod facts;
mod info;
mod parser;
mod reader;
mod reply;
mod yixin;

pub use command::{Command, Owner, Placed};
pub use coordinates::Coordinates;
pub use error::{CommandError, quote};
pub use facts::Facts;
pub use info::{Info, rule_of};
pub use parser::{MAX_LINE_BYTES, Parser};
pub use reply::{About, Detail, Realtime, Reply};
pub use yixin::Yixin;
