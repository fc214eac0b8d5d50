//! One page that is connected: its requests come in one at a time, answers and the newest states go out.

mod lobby;
mod position;
mod review;

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;
use std::time::Instant;

use goren_core::Stop;
use serde::Deserialize;

use crate::desk::Desk;
use crate::jobs::{JobKey, Jobs};
use crate::outbox::{Snapshot, Waiting};
use crate::refusal::Refusal;
use crate::table::{Caller, TableMessage};
use crate::wire::{Ask, Asked, AtTable, Message, Role, TableId, TableRequest, TableUpdate, now_ms};

/// The most tables that a page may watch at once.
const MOST_WATCHED: usize = 200;

/// What a page has of a table: epoch and seq, or nothing yet.
type Seen = Option<(u64, u64)>;

/// What a page does with requests of one type.
pub(crate) trait Hear<R: Ask> {
    /// The answer; nothing if a table or a job answers later.
    fn hear(&mut self, id: Option<u64>, asked: R) -> Result<Option<R::Answer>, Refusal>;
}

/// What is to be sent to a page next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outgoing {
    /// A message.
    Text(String),
    /// The end of the connection, with its code and the reason.
    End(u16, &'static str),
}

/// A page that is connected. It leaves when this is dropped.
pub struct Page {
    desk: Arc<Desk>,
    caller: Caller,
    jobs: Arc<Jobs>,
    seen: HashMap<TableId, (Seen, bool)>,
    waiting: Waiting,
}

impl fmt::Debug for Page {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Page").field("session", &self.caller.session).finish_non_exhaustive()
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        let Caller { connection, session, .. } = &self.caller;
        self.desk.sessions.leave(session.clone(), *connection, &self.jobs, Instant::now());
        for table in self.seen.keys() {
            self.desk.lobby.send_if_open(table, TableMessage::Gone(*connection));
        }
    }
}

impl Page {
    pub(crate) fn new(desk: Arc<Desk>, caller: Caller) -> Page {
        let jobs = desk.sessions.connect(&caller.session, caller.connection, &caller.outbox);
        Page { desk, caller, jobs, seen: HashMap::new(), waiting: Waiting::default() }
    }

    /// What the page may do.
    pub fn role(&self) -> Role {
        self.caller.role
    }

    /// Refuses a message that is no text.
    pub fn refuse_bytes(&self) {
        self.caller.outbox.refuse(None, Refusal::NotText);
    }

    /// What is to be sent next, if anything: answers first, then the newest states.
    pub fn outgoing(&mut self) -> Option<Outgoing> {
        self.waiting_message().or_else(|| {
            self.waiting = self.caller.outbox.take();
            self.waiting_message()
        })
    }

    fn waiting_message(&mut self) -> Option<Outgoing> {
        let Waiting { answers, tables, analysis, review, proved, end } = &mut self.waiting;
        if let Some(message) = answers.pop_front() {
            return Some(text(&message));
        }
        while let Some((table, snapshot)) = tables.pop_first() {
            let Some((seen, is_due)) = self.seen.get_mut(&table) else { continue };
            let has = (snapshot.view.epoch, snapshot.view.seq);
            if *seen == Some(has) && !*is_due {
                continue;
            }
            let message = text(&Message::Table(update(&snapshot, *seen)));
            (*seen, *is_due) = (Some(has), false);
            return Some(message);
        }
        if let Some(view) = analysis.take() {
            return Some(text(&Message::Analysis(view)));
        }
        if let Some(view) = review.take() {
            return Some(text(&Message::Review(view)));
        }
        if std::mem::take(proved) && self.caller.role == Role::Owner {
            return Some(text(&Message::Proved {}));
        }
        end.take().map(|(code, reason)| Outgoing::End(code, reason))
    }

    /// Answers one message, or passes it on to its table; whether it was understood. Waits for the disk and for tables.
    pub fn hear(&mut self, text: &str) -> bool {
        let Asked { id, request } = match serde_json::from_str(text) {
            Ok(asked) => asked,
            Err(error) => {
                self.caller.outbox.refuse(number(text), error.into());
                return false;
            }
        };
        let answer = if self.caller.role == Role::Guest && request.role() == Role::Owner {
            Err(Refusal::NotForGuests)
        } else {
            request.put_to(self, id)
        };
        match answer {
            Ok(Some(answer)) => self.caller.outbox.done(id, answer),
            // A table or a job answers.
            Ok(None) => {}
            Err(refusal) => {
                let is_understood =
                    !matches!(refusal, Refusal::NotUnderstood { .. } | Refusal::NoTable { .. });
                self.caller.outbox.refuse(id, refusal);
                return is_understood;
            }
        }
        true
    }

    /// Has a table answer a request.
    pub(crate) fn pass_on(
        &self,
        id: Option<u64>,
        table: &TableId,
        request: TableRequest,
    ) -> Result<(), Refusal> {
        let caller = self.caller.clone();
        self.desk.lobby.reach(table, TableMessage::Request { caller, id, request })
    }

    /// Watches a table, which answers for itself.
    fn join<R: Ask<Answer = AtTable>>(
        &mut self,
        id: Option<u64>,
        table: &TableId,
        seen: Seen,
    ) -> Result<Option<AtTable>, Refusal> {
        if self.seen.len() >= MOST_WATCHED && !self.seen.contains_key(table) {
            return Err(Refusal::TooManyWatched { max: MOST_WATCHED });
        }
        let caller = self.caller.clone();
        self.desk.lobby.reach(table, TableMessage::Join { caller, id })?;
        self.seen.insert(table.clone(), (seen, true));
        Ok(None)
    }

    /// Starts a job that ends with the answer to a request.
    fn start<R: Ask>(
        &self,
        id: Option<u64>,
        key: JobKey,
        job: impl FnOnce(&Stop) -> Result<R::Answer, Refusal> + Send + 'static,
    ) -> Result<Option<R::Answer>, Refusal> {
        self.jobs.start(key, id, move |stop, ticket| ticket.answer::<R>(job(stop)))?;
        Ok(None)
    }
}

/// The number of a message that is not understood.
fn number(text: &str) -> Option<u64> {
    #[derive(Deserialize)]
    struct Numbered {
        id: u64,
    }
    serde_json::from_str(text).ok().map(|Numbered { id }| id)
}

fn text(message: &Message<'_>) -> Outgoing {
    Outgoing::Text(serde_json::to_string(message).expect("messages have a JSON form"))
}

/// A table's state, with the nodes that are newer than what the page has.
fn update(snapshot: &Snapshot, seen: Seen) -> TableUpdate<'_> {
    let since = seen.filter(|(epoch, _)| *epoch == snapshot.view.epoch).map_or(0, |(_, seq)| seq);
    let nodes = snapshot.nodes.iter().filter(|(seq, _)| *seq > since).map(|(_, node)| &**node).collect();
    TableUpdate { now: now_ms(), view: &snapshot.view, nodes }
}
