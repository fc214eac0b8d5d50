//! A table: one game or study, run by one thread that reads a mailbox. Pages, agents and the coach write to it.

mod game;
mod message;
mod obey;
mod seats;
mod state;
mod tree;
mod turns;

#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender};
use std::time::{Duration, Instant};

use goren_arena::ChosenStep;
use goren_core::{Seat, Stop};
use goren_review::{Finding, Line, Study};

use crate::load::Load;
use crate::opponent::{Opponent, Roster};
use crate::outbox::Snapshot;
use crate::proofs::Proofs;
use crate::refusal::Refusal;
use crate::store::Store;
use crate::wire::ask::Join;
use crate::wire::{Answer, AtTable, CoachWord, ResultName, Role, Summary, TableId, TableView};
pub(crate) use game::{Holder, TableGame, ask_view};
pub(crate) use message::{Caller, Reply, TableMessage};
pub(crate) use obey::Obey;
pub(crate) use state::State;
pub(crate) use tree::{MOST_NODES, TrackedTree};

/// How many messages may wait; a page that sends more is told to wait.
pub(crate) const MAILBOX: usize = 256;
/// A table that nobody watches is put away after this time.
const IDLE: Duration = Duration::from_secs(300);

/// What a table needs of the server.
#[derive(Clone)]
pub(crate) struct Services {
    /// Where games are kept.
    pub(crate) store: Arc<Store>,
    /// Who can be asked to play.
    pub(crate) roster: Roster,
    /// How much may think at once.
    pub(crate) load: Load,
    /// What is proved.
    pub(crate) proofs: Arc<Proofs>,
}

/// Why a table has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ended {
    /// Nobody needed it, and nobody can write to it any more.
    Unused,
    /// It was closed.
    Closed,
}

/// A game or study.
pub(crate) struct Table {
    id: TableId,
    created: u64,
    seq: u64,
    state: State,
    /// Whether the cursor was moved since the table was stored.
    is_cursor_moved: bool,
    services: Services,
    watchers: Vec<Caller>,
    opponents: [Option<Opponent>; 2],
    /// Whether an agent is thinking about its next step.
    is_thinking: bool,
    /// The number of the last question to an agent; other answers are out of date.
    ticket: u64,
    /// An answer that waits for its time, when programs play slowly.
    pending: Option<(Instant, ChosenStep)>,
    /// When the next game of a series begins.
    next_game: Option<Instant>,
    /// Since when nobody watches, or the game is paused.
    idle_since: Option<Instant>,
    /// Whether the game is paused because nobody watched.
    is_unwatched: bool,
    coach_stop: Stop,
    mailbox: SyncSender<TableMessage>,
    /// What the clocks count from.
    opened: Instant,
}

impl Table {
    /// A table that holds this; it is not on disk yet.
    pub(crate) fn new(
        id: TableId,
        created: u64,
        state: State,
        services: Services,
        mailbox: SyncSender<TableMessage>,
    ) -> Table {
        let mut table = Table {
            id,
            created,
            seq: 1,
            state,
            is_cursor_moved: false,
            services,
            watchers: Vec::new(),
            opponents: [None, None],
            is_thinking: false,
            ticket: 0,
            pending: None,
            next_game: None,
            idle_since: Some(Instant::now()),
            is_unwatched: false,
            coach_stop: Stop::default(),
            mailbox,
            opened: Instant::now(),
        };
        table.state.run_clock(Duration::ZERO);
        table
    }

    /// Stores the table as it stands.
    pub(crate) fn store(&mut self) -> Result<(), Refusal> {
        self.commit(|_| Ok(()))
    }

    /// Reads the mailbox until the table is closed, or long unused and `next_or_end` has no message left.
    pub(crate) fn run(
        mut self,
        messages: &Receiver<TableMessage>,
        next_or_end: &dyn Fn(&Receiver<TableMessage>) -> Option<TableMessage>,
    ) -> Ended {
        self.drive();
        loop {
            let wait = self.wakes_at().map_or(IDLE, |at| at.saturating_duration_since(Instant::now()));
            match messages.recv_timeout(wait) {
                Ok(TableMessage::Close) | Err(RecvTimeoutError::Disconnected) => break,
                Ok(TableMessage::MakeRoom) if self.watchers.is_empty() && !self.is_busy() => {
                    self.keep_cursor();
                    match next_or_end(messages) {
                        Some(message) => self.take(message),
                        None => return Ended::Unused,
                    }
                }
                Ok(message) => self.take(message),
                Err(RecvTimeoutError::Timeout) if self.wakes_at().is_some() => self.wake(),
                Err(RecvTimeoutError::Timeout) if self.watchers.is_empty() && !self.is_thinking => {
                    self.keep_cursor();
                    match next_or_end(messages) {
                        Some(message) => self.take(message),
                        None => return Ended::Unused,
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
        self.keep_cursor();
        for watcher in &self.watchers {
            watcher.outbox.refuse(None, Refusal::TableClosed);
        }
        Ended::Closed
    }

    fn take(&mut self, message: TableMessage) {
        match message {
            TableMessage::Join { caller, id } if self.is_closed_to(&caller) => {
                caller.outbox.refuse(id, Refusal::NotForGuests);
            }
            TableMessage::Join { caller, id } => {
                let away = self.away();
                self.watchers.retain(|watcher| watcher.connection != caller.connection);
                let table = self.id.clone();
                caller.outbox.done(id, Answer::to::<Join>(&AtTable { table }));
                self.watchers.push(caller);
                self.note_presence(away);
                self.resume();
                self.flush();
            }
            TableMessage::Request { caller, id, .. } if self.is_closed_to(&caller) => {
                caller.outbox.refuse(id, Refusal::NotForGuests);
            }
            TableMessage::Request { caller, id, request } => {
                match request.put_to(self, &caller) {
                    Ok(answer) => caller.outbox.done(id, answer),
                    Err(refusal) => caller.outbox.refuse(id, refusal),
                }
                // What the answer speaks of is shown after it.
                self.drive();
                self.flush();
            }
            TableMessage::Position { node, reply } => {
                let _ = reply.send(self.state.tree.position(node.unwrap_or_else(|| self.state.standing())));
            }
            TableMessage::Line { node, reply } => {
                let _ = reply.send(self.line(node.unwrap_or_else(|| self.state.standing())));
            }
            TableMessage::Mistake { node, reply } => {
                let _ = reply.send(self.mistake(node));
            }
            TableMessage::Review(reply) => {
                let _ = reply.send(Ok(self.state.review(&self.id)));
            }
            TableMessage::Reviewed(study) => {
                // A review that cannot be stored is still shown to whoever asked for it.
                let _ = self.commit(|state| {
                    state.review = Some(Arc::from(study));
                    Ok(())
                });
                self.flush();
            }
            TableMessage::Setting(reply) => {
                let _ = reply.send(self.state.game().map(|game| game.setting.clone()));
            }
            TableMessage::Hints(reply) => {
                let has_hints = self.state.game.as_ref().is_none_or(TableGame::has_hints);
                let _ = reply.send(if has_hints { Ok(()) } else { Err(Refusal::NoHints) });
            }
            TableMessage::Summary(reply) => {
                let _ = reply.send(self.summary());
            }
            TableMessage::Gone(connection) => {
                let away = self.away();
                self.watchers.retain(|watcher| watcher.connection != connection);
                self.note_presence(away);
                self.flush();
            }
            TableMessage::Began(ticket) => self.began(ticket),
            TableMessage::Chosen { ticket, answer } => self.chosen(ticket, answer),
            TableMessage::Judged { node, drop, word } => {
                if let Some(game) = &mut self.state.game
                    && game.setting.coach
                    && game.notes[..game.referee.taken().len()].iter().any(|note| note.node == Some(node))
                {
                    game.coach = Some(CoachWord { node, drop, word });
                    self.changed();
                    self.flush();
                }
            }
            TableMessage::Close | TableMessage::MakeRoom => {}
        }
        self.note_idle();
    }

    /// Guests see games, and not what the owner studies.
    fn is_closed_to(&self, caller: &Caller) -> bool {
        caller.role == Role::Guest && self.state.game.is_none()
    }

    /// Tells everybody who has come or gone since these seats' holders were away.
    fn note_presence(&mut self, before: [bool; 2]) {
        if self.away() != before {
            self.changed();
        }
    }

    fn summary(&self) -> Summary {
        let (record, game) = (self.state.tree.record(), self.state.game.as_ref());
        let away = self.away();
        let is_free = |game: &TableGame, seat| {
            let holder = &game.holders[seat as usize];
            let is_left = matches!(holder, Some(Holder::Guest(_))) && away[seat as usize];
            game.is_open_to_guests() && (holder.is_none() || is_left)
        };
        Summary {
            table: self.id.clone(),
            kind: self.state.kind(),
            black: record.black.clone(),
            white: record.white.clone(),
            ongoing: game.is_some_and(|game| game.referee.result().is_none()),
            free: game.map_or_else(Vec::new, |game| {
                Seat::BOTH.into_iter().filter(|&seat| is_free(game, seat)).collect()
            }),
        }
    }

    fn line(&self, end: usize) -> Result<(Line, Study), Refusal> {
        self.state.tree.check(end)?;
        let tree = &self.state.tree.record().tree;
        let path = tree.path(end);
        // A line begins after the last set-up on the way.
        let first = path.iter().rposition(|&id| tree.node(id).played.is_none()).unwrap_or(0);
        let start = self.state.tree.position(path[first])?;
        let moves = path[first + 1..].iter().filter_map(|&id| Some((id, tree.node(id).played?)));
        let study = self.state.review.as_deref().cloned().unwrap_or_default();
        Ok((Line { start, moves: moves.collect() }, study))
    }

    /// The line that ends with a mistake, and what the stored review found wrong with it.
    fn mistake(&self, node: usize) -> Result<(Line, Finding), Refusal> {
        let review = self.state.review(&self.id);
        let moves = review.map_or_else(Vec::new, |review| review.report.moves);
        let found = moves.into_iter().find(|judged| judged.node == node);
        let finding = found.and_then(|judged| judged.finding).ok_or(Refusal::NoMistake { node })?;
        Ok((self.line(node)?.0, finding))
    }

    /// Changes the table as a whole or not at all: tentatively, then on disk, then for everyone to see. With a refusal
    /// everything is as it was before.
    fn commit<T>(&mut self, change: impl FnOnce(&mut State) -> Result<T, Refusal>) -> Result<T, Refusal> {
        let mut next = self.state.clone();
        let value = change(&mut next)?;
        next.name_players();
        let mut games = vec![(next.head(&self.id, self.created), next.saved(self.created))];
        // A game that a series has just finished is stored on its own as well.
        if let Some(id) = next.newly_finished(&self.state) {
            let (mut head, mut saved) = games[0].clone();
            (head.id, head.series) = (id, None);
            if let Some(game) = &mut saved.game {
                (game.series, game.setting.games) = (None, 1);
            }
            games.push((head, saved));
        }
        match (next.is_blank(), self.state.is_blank()) {
            (false, _) => self.services.store.save(&games)?,
            (true, false) => self.services.store.forget(&self.id)?,
            (true, true) => {}
        }
        self.state = next;
        self.is_cursor_moved = false;
        self.changed();
        Ok(value)
    }

    /// The time that the clocks of the game go by.
    fn now(&self) -> Duration {
        self.opened.elapsed()
    }

    /// Something pages show has changed.
    fn changed(&mut self) {
        self.seq += 1;
    }

    fn keep_cursor(&mut self) {
        if self.is_cursor_moved {
            // A cursor that cannot be kept is no loss.
            let _ = self.store();
        }
    }

    /// Sends the newest state to everyone who watches.
    fn flush(&mut self) {
        if self.watchers.is_empty() {
            return;
        }
        let now = self.now();
        let nodes = self.state.tree.views(self.seq);
        let State { at, tree, game, review, removed } = &self.state;
        let record = tree.record();
        let view = TableView {
            table: self.id.clone(),
            seq: self.seq,
            epoch: tree.epoch(),
            kind: self.state.kind(),
            rule: record.rule,
            size: record.size,
            traps: record.traps.clone(),
            black: record.black.clone(),
            white: record.white.clone(),
            event: record.event.clone(),
            date: record.date.clone(),
            at: *at,
            nodes_total: nodes.len(),
            game: game.as_ref().map(|game| game.view(now, self.is_thinking, self.away())),
            reviewed: review.is_some(),
            can_restore: !removed.is_empty(),
            result: record.result.map(ResultName::from),
        };
        let snapshot = Arc::new(Snapshot { view, nodes });
        for watcher in &self.watchers {
            watcher.outbox.show(&snapshot);
        }
    }
}
