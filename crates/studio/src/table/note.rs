//! What can be written to a table, and by whom.

use std::sync::Arc;

use goren_arena::Answer;
use goren_core::{Fault, Position};
use serde::Serialize;
use tokio::sync::oneshot;

use crate::outbox::Outbox;
use crate::review::Line;
use crate::wire::{Ask, NewGame, Role, SeatName, TableId};

/// Who sends a note.
#[derive(Clone)]
pub(crate) struct Caller {
    /// The connection's number.
    pub(crate) connection: u64,
    /// The session, which may outlive connections.
    pub(crate) session: String,
    /// What it may do.
    pub(crate) role: Role,
    /// Where answers go.
    pub(crate) outbox: Arc<Outbox>,
}

/// What can be written to a table.
pub(crate) enum Note {
    /// A page asks for something.
    Ask {
        /// Who.
        caller: Caller,
        /// The call's number.
        id: Option<u64>,
        /// What.
        ask: Ask,
    },
    /// Someone wants to know a position.
    Position {
        /// After which node; where the game stands or the main line ends without it.
        node: Option<usize>,
        /// Where to send it.
        reply: oneshot::Sender<Result<Position, String>>,
    },
    /// Someone wants to know a line.
    Line {
        /// Its end.
        node: Option<usize>,
        /// Where to send it.
        reply: oneshot::Sender<Result<Line, String>>,
    },
    /// Someone wants to know how the game was set up.
    Setting(oneshot::Sender<Result<NewGame, String>>),
    /// Someone lists the open tables.
    Summary(oneshot::Sender<Summary>),
    /// A connection is gone.
    Gone(u64),
    /// An agent has answered.
    Chosen {
        /// To which question.
        ticket: u64,
        /// What.
        answer: Result<Answer, Fault>,
    },
    /// The coach has judged a move.
    Judged {
        /// The move's node.
        node: usize,
        /// How much the chances dropped.
        drop: f64,
    },
    /// The table is closed: the game was deleted, or the server ends.
    Close,
}

/// A table in the list of open ones.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Summary {
    /// Its name.
    pub(crate) table: TableId,
    /// `game` or `study`.
    pub(crate) kind: &'static str,
    /// Black's name.
    pub(crate) black: String,
    /// White's name.
    pub(crate) white: String,
    /// Whether the game goes on.
    pub(crate) ongoing: bool,
    /// The seats of persons that nobody holds.
    pub(crate) free: Vec<SeatName>,
}
