//! Yixin's extensions of the protocol.

use std::fmt;

use crate::command::{Placed, body};
use crate::coordinates::Coordinates;

/// A command that begins with `YX`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Yixin {
    /// Replace the position without moving.
    Board(Vec<Placed>),
    /// Report the maximum number of threads and amount of memory.
    ShowInfo,
    /// Show the points forbidden to the side to move.
    ShowForbidden,
    /// Search for this many lines, then move.
    Best(usize),
    /// Place one stone so that the position then has this score for the side to move.
    BalanceOne(i32),
    /// Place two stones to the same end.
    BalanceTwo(i32),
    /// Search every move, then move.
    SearchDefend,
    /// Do not consider these moves.
    Block(Vec<Coordinates>),
    /// Consider these moves again.
    Unblock(Vec<Coordinates>),
    /// Consider every move again.
    BlockReset,
    /// Clear the transposition table.
    HashClear,
    /// Report how full the transposition table is.
    HashUse,
    /// Write the transposition table to this file.
    HashDump(String),
    /// Load the transposition table from this file.
    HashLoad(String),
    /// A command of the database group, which is not answered while no database is open.
    Database(&'static str),
    /// Another command that Yixin's board sends; it may be answered with a message.
    Other(&'static str),
}

impl Yixin {
    /// Whether it uses or changes the position or the transposition table.
    pub(crate) fn needs_rest(&self) -> bool {
        !matches!(self, Yixin::ShowInfo | Yixin::Database(_) | Yixin::Other(_))
    }
}

/// The command as it is sent; for the last two kinds only the keyword is known.
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
