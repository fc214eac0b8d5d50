//! Yixin's extensions of the protocol.

use std::fmt;

use crate::command::{Placed, body};
use crate::coordinates::Coordinates;

/// A command that begins with `YX`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Yixin {
    /// Replace the position; do not move.
    Board(Vec<Placed>),
    /// Say how many threads and how much memory may be asked for.
    ShowInfo,
    /// Show the points forbidden to the side to move.
    ShowForbidden,
    /// Search for this many lines, then move.
    Best(usize),
    /// Place one stone so that the position has this score for the side to move then.
    BalanceOne(i32),
    /// Place two stones so.
    BalanceTwo(i32),
    /// Search every move, then move.
    SearchDefend,
    /// Do not consider these moves.
    Block(Vec<Coordinates>),
    /// Consider these moves again.
    Unblock(Vec<Coordinates>),
    /// Consider every move again.
    BlockReset,
    /// Forget what was learned.
    HashClear,
    /// Say how full the memory is.
    HashUse,
    /// Write what was learned to this file.
    HashDump(String),
    /// Learn what is in this file.
    HashLoad(String),
    /// A command of the database group, to which there is no answer while no database is open.
    Database(&'static str),
    /// Another command that Yixin's board is known to send; a message may be shown.
    Other(&'static str),
}

impl Yixin {
    /// Whether it uses or changes the position or the memory.
    pub(crate) fn needs_rest(&self) -> bool {
        !matches!(self, Yixin::ShowInfo | Yixin::Database(_) | Yixin::Other(_))
    }
}

/// The command as it is sent; of the last two kinds only the keyword is known.
impl fmt::Display for Yixin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Yixin::Board(stones) => body(f, "YXBOARD", stones),
            Yixin::ShowInfo => f.write_str("YXSHOWINFO"),
            Yixin::ShowForbidden => f.write_str("YXSHOWFORBID"),
            Yixin::Best(lines) => write!(f, "YXNBEST {lines}"),
            Yixin::BalanceOne(bias) => write!(f, "YXBALANCEONE {bias}"),
            Yixin::BalanceTwo(bias) => write!(f, "YXBALANCETWO {bias}"),
            Yixin::SearchDefend => f.write_str("YXSEARCHDEFEND"),
            Yixin::Block(points) => body(f, "YXBLOCK", points),
            Yixin::Unblock(points) => body(f, "YXBLOCKUNDO", points),
            Yixin::BlockReset => f.write_str("YXBLOCKRESET"),
            Yixin::HashClear => f.write_str("YXHASHCLEAR"),
            Yixin::HashUse => f.write_str("YXSHOWHASHUSAGE"),
            Yixin::HashDump(path) => write!(f, "YXHASHDUMP {path}"),
            Yixin::HashLoad(path) => write!(f, "YXHASHLOAD {path}"),
            Yixin::Database(keyword) | Yixin::Other(keyword) => f.write_str(keyword),
        }
    }
}
