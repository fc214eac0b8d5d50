//! What can be written to a table, and by whom.

use std::sync::Arc;
use std::sync::mpsc::Sender;

use goren_arena::ChosenStep;
use goren_core::{Fault, Position};
use goren_review::{Finding, Line, Study};

use super::game::Holder;
use crate::outbox::Outbox;
use crate::refusal::Refusal;
use crate::wire::{NewGame, Quality, ReviewView, Role, Summary, TableRequest};

/// Who writes.
#[derive(Clone)]
pub(crate) struct Caller {
    pub(crate) connection: u64,
    /// The session, which may outlive connections.
    pub(crate) session: String,
    pub(crate) role: Role,
    pub(crate) outbox: Arc<Outbox>,
}

impl Caller {
    /// Who they are on a seat.
    pub(crate) fn as_holder(&self) -> Holder {
        match self.role {
            Role::Owner => Holder::Owner,
            Role::Guest => Holder::Guest(self.session.clone()),
        }
    }
}

/// Where one answer goes.
pub(crate) type Reply<T> = Sender<Result<T, Refusal>>;

/// What can be written to a table.
pub(crate) enum TableMessage {
    /// A page watches the table from now on.
    Join { caller: Caller, id: Option<u64> },
    /// A page asks for something.
    Request { caller: Caller, id: Option<u64>, request: TableRequest },
    /// The position after a node; where the game stands or the main line ends without one.
    Position { node: Option<usize>, reply: Reply<Position> },
    /// The line that ends with a node, and what a review has found about the table.
    Line { node: Option<usize>, reply: Reply<(Line, Study)> },
    /// The line that ends with a mistake, and what the stored review found wrong with it.
    Mistake { node: usize, reply: Reply<(Line, Finding)> },
    /// The review that is stored with the table.
    Review(Reply<Option<ReviewView>>),
    /// A line was reviewed, as far as this says.
    Reviewed(Box<Study>),
    /// How the game was set up.
    Setting(Reply<NewGame>),
    /// Whether hints are given at this table: refused if not.
    Hints(Reply<()>),
    /// Nobody needs the table, if nobody watches it: there is no room for others.
    MakeRoom,
    /// The table's line in the list of open ones.
    Summary(Sender<Summary>),
    /// A connection is gone.
    Gone(u64),
    /// An agent has begun to think about the question with this number.
    Began(u64),
    /// An agent has answered the question with this number.
    Chosen { ticket: u64, answer: Result<ChosenStep, Fault> },
    /// The coach has judged a move: how much the chances dropped, and what to call that.
    Judged { node: usize, drop: f64, word: Quality },
    /// The table is closed: the game was deleted, or the server ends.
    Close,
}

impl TableMessage {
    /// Answers for a table that cannot.
    pub(crate) fn refuse(self, refusal: &Refusal) {
        match self {
            TableMessage::Join { caller, id } | TableMessage::Request { caller, id, .. } => {
                caller.outbox.refuse(id, refusal.clone());
            }
            TableMessage::Position { reply, .. } => drop(reply.send(Err(refusal.clone()))),
            TableMessage::Line { reply, .. } => drop(reply.send(Err(refusal.clone()))),
            TableMessage::Mistake { reply, .. } => drop(reply.send(Err(refusal.clone()))),
            TableMessage::Review(reply) => drop(reply.send(Err(refusal.clone()))),
            TableMessage::Setting(reply) => drop(reply.send(Err(refusal.clone()))),
            TableMessage::Hints(reply) => drop(reply.send(Err(refusal.clone()))),
            TableMessage::Summary(_)
            | TableMessage::Reviewed(_)
            | TableMessage::Gone(_)
            | TableMessage::MakeRoom
            | TableMessage::Began(_)
            | TableMessage::Chosen { .. }
            | TableMessage::Judged { .. }
            | TableMessage::Close => {}
        }
    }
}
