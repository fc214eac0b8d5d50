//! One page that is connected: its requests come in one at a time, answers and the newest states go out.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;
use std::time::Instant;

use goren_core::{Limits, Position, Score, Stop};
use goren_review::Finding;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::analysis::{Stores, analyse, solve};
use crate::chance::{for_ms, for_nodes, judge, of_black, standing};
use crate::claims::{learn_claims, retell};
use crate::desk::Desk;
use crate::hint::hint;
use crate::inspect::{inspect, judgement};
use crate::jobs::{Jobs, Ticket};
use crate::outbox::{Snapshot, Waiting};
use crate::refusal::Refusal;
use crate::review::{own_puzzle, review, tried};
use crate::table::{Caller, TableMessage, TrackedTree};
use crate::theatre::{Performance, programs};
use crate::wire::{
    Answer, BalanceView, EvenView, Job, Kind, Message, PageRequest, Place, ReviewView, Role, TableCall,
    TableId, TableUpdate, now_ms,
};

/// The most tables that a page may watch at once.
const MOST_WATCHED: usize = 200;
/// Time for the search behind a balance, in milliseconds.
const BALANCE_MS: u64 = 800;
/// The work for finding moves that balance a position: how many are searched, how many of them again, and the positions of
/// each second search and of the last.
const LEVEL_CANDIDATES: i32 = 320;
const LEVEL_FINALISTS: i32 = 24;
const LEVEL_NODES: i32 = 40_000;

/// What a page has of a table: epoch and seq, or nothing yet.
type Seen = Option<(u64, u64)>;

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
        let value: Value = match serde_json::from_str(text) {
            Ok(value) => value,
            Err(error) => {
                self.caller.outbox.refuse(None, error.into());
                return false;
            }
        };
        let id = value.get("id").and_then(Value::as_u64);
        match self.answer(id, &value) {
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

    fn answer(&mut self, id: Option<u64>, value: &Value) -> Result<Option<Answer>, Refusal> {
        let request = PageRequest::deserialize(value)?;
        let is_guest = self.caller.role == Role::Guest;
        if is_guest && !request.is_for_guests() {
            return Err(Refusal::NotForGuests);
        }
        let lobby = Arc::clone(&self.desk.lobby);
        match request {
            PageRequest::Ping => return Ok(Some(Answer::Now { now: now_ms() })),
            PageRequest::Tables => {
                let mut tables = lobby.summaries();
                tables.retain(|summary| !is_guest || summary.kind == Kind::Game);
                return Ok(Some(Answer::Tables { tables }));
            }
            PageRequest::Create { game } => {
                let table = lobby.create(*game)?;
                self.join(id, &table, None)?;
            }
            PageRequest::Study { position } => {
                let record =
                    TrackedTree::read(&position.unwrap_or_else(|| json!({ "moves": [] })).to_string())?;
                let table = lobby.study(record)?;
                self.join(id, &table, None)?;
            }
            PageRequest::Again { table } => {
                let mut setting = lobby.ask(&table, TableMessage::Setting)?;
                std::mem::swap(&mut setting.first, &mut setting.second);
                let table = lobby.create(setting)?;
                self.join(id, &table, None)?;
            }
            PageRequest::Join { table, seq, epoch } => {
                self.join(id, &table, (epoch > 0).then_some((epoch, seq)))?;
            }
            PageRequest::Leave { table } => {
                self.seen.remove(&table);
                lobby.send_if_open(&table, TableMessage::Gone(self.caller.connection));
                return Ok(Some(Answer::Nothing {}));
            }
            PageRequest::Look { at, xray: false } => {
                let position = self.position(at)?;
                let proofs = (!is_guest).then(|| Arc::clone(&self.desk.proofs));
                let look = inspect(&position, false, proofs.as_deref(), &Stop::default());
                return Ok(Some(Answer::Look(look)));
            }
            PageRequest::Look { at, xray: true } => {
                let position = self.helped(at)?;
                let proofs = (!is_guest).then(|| Arc::clone(&self.desk.proofs));
                self.start(id, Job::Look, format!("{:x}", position.hash()), move |stop| {
                    Ok(Answer::Look(inspect(&position, true, proofs.as_deref(), stop)))
                })?;
            }
            PageRequest::Why { at, point } => {
                let position = self.position(at)?;
                if !position.is_empty(point) {
                    return Err(Refusal::Occupied { point });
                }
                return Ok(Some(Answer::Why(judgement(&position.judge(point)))));
            }
            PageRequest::Balance { at } => {
                let position = self.helped(at)?;
                self.start(id, Job::Hint, format!("balance {:x}", position.hash()), move |stop| {
                    Ok(Answer::Balance(balance(&position, stop)))
                })?;
            }
            PageRequest::Hint { at, stage } => {
                let position = self.helped(at)?;
                let proofs = Arc::clone(&self.desk.proofs);
                self.start(id, Job::Hint, format!("{stage:?} {:x}", position.hash()), move |stop| {
                    hint(&position, stage, &proofs, stop).map(Answer::Hint)
                })?;
            }
            PageRequest::Analyse { at, options } => {
                let position = self.helped(at)?;
                let (known, engine) = (Arc::clone(&self.desk.known), Arc::clone(&self.jobs.engine));
                let name = format!("{:x} {options:?}", position.hash());
                let proofs = Arc::clone(&self.desk.proofs);
                self.jobs.start(Job::Analysis, name, id, move |stop, ticket| {
                    analyse(
                        &position,
                        &options,
                        Stores { known: &known, proofs: &proofs },
                        &engine,
                        stop,
                        ticket,
                    );
                })?;
                return Ok(Some(Answer::Nothing {}));
            }
            PageRequest::Solve { at, kind, ms } => {
                let position = self.helped(at)?;
                let proofs = Arc::clone(&self.desk.proofs);
                self.start(id, Job::Solve, format!("{kind:?} {:x}", position.hash()), move |stop| {
                    Ok(Answer::Solve(solve(&position, kind, ms, &proofs, stop)))
                })?;
            }
            PageRequest::Level { at, moves } => {
                let position = self.helped(at)?;
                let name = format!("level {moves} {:x}", position.hash());
                self.start(id, Job::Hint, name, move |stop| Ok(Answer::Level(even(&position, moves, stop))))?;
            }
            PageRequest::Reviewed { table } => {
                let review = lobby.ask(&table, TableMessage::Review)?;
                let review = review.map(|review| self.told(&table, review));
                return Ok(Some(Answer::Reviewed { review }));
            }
            PageRequest::Review { table, node, nodes } => {
                lobby.ask(&table, TableMessage::Hints)?;
                let (line, study) = lobby.ask(&table, |reply| TableMessage::Line { node, reply })?;
                if line.moves.is_empty() {
                    return Err(Refusal::NothingToReview);
                }
                let name = format!("{table} {node:?} {nodes:?}");
                let proofs = Arc::clone(&self.desk.proofs);
                self.jobs.start(Job::Review, name, id, move |stop, ticket| {
                    let mut report = None;
                    let tell = &mut |view: ReviewView| {
                        report = view.report.done.then(|| view.report.clone());
                        ticket.outbox().review(ReviewView { id: ticket.id(), ..view });
                    };
                    review(&line, study, &table, nodes, &proofs, stop, tell, &mut |study| {
                        // A table that cannot keep it says so itself.
                        let _ = lobby.send(&table, TableMessage::Reviewed(Box::new(study)));
                    });
                    if let Some(report) = report {
                        learn_claims(&line, &report, &proofs, stop);
                    }
                })?;
                return Ok(Some(Answer::Nothing {}));
            }
            PageRequest::Keep { table, node } => {
                self.finding(&table, node)?;
                let (line, _) = lobby.ask(&table, |reply| TableMessage::Line { node: Some(node), reply })?;
                let training = Arc::clone(&self.desk.training);
                self.start(id, Job::Hint, format!("keep {table} {node}"), move |stop| {
                    let puzzle = own_puzzle(&line, stop)?;
                    let kept = Answer::Kept { puzzle: puzzle.id.clone() };
                    training.add_own(puzzle)?;
                    Ok(kept)
                })?;
            }
            PageRequest::Attempt { table, node, point } => {
                let finding = self.finding(&table, node)?;
                let (line, _) = lobby.ask(&table, |reply| TableMessage::Line { node: Some(node), reply })?;
                let proofs = Arc::clone(&self.desk.proofs);
                self.start(id, Job::Hint, format!("try {table} {node} {point}"), move |stop| {
                    tried(&line, &finding, point, &proofs, stop)?.map(Answer::Attempt).ok_or(Refusal::Stopped)
                })?;
            }
            PageRequest::Programs => return Ok(Some(Answer::Programs { programs: programs() })),
            PageRequest::Watch { at, options } => {
                let performance = Performance::new(self.helped(at)?, options.clone())?;
                let flow = self.jobs.flows.begin(id.unwrap_or(0));
                // A page that comes back asks anew: what it missed is not kept.
                let name = format!("{id:?} {:?}", self.caller.connection);
                self.jobs.start(options.lane.into(), name, id, move |stop, ticket| {
                    performance.run(stop, ticket, &flow);
                })?;
                return Ok(Some(Answer::Nothing {}));
            }
            PageRequest::Heard { watch, seq } => {
                self.jobs.flows.heard(watch, seq);
                return Ok(Some(Answer::Nothing {}));
            }
            PageRequest::Stop { what } => {
                self.jobs.stop(what);
                return Ok(Some(Answer::Nothing {}));
            }
            PageRequest::ForTable => {
                let TableCall { table, request } = TableCall::deserialize(value)?;
                if is_guest && !request.is_for_guests() {
                    return Err(Refusal::NotForGuests);
                }
                let caller = self.caller.clone();
                lobby.reach(&table, TableMessage::Request { caller, id, request })?;
            }
        }
        Ok(None)
    }

    /// Watches a table, which answers for itself.
    fn join(&mut self, id: Option<u64>, table: &TableId, seen: Seen) -> Result<(), Refusal> {
        if self.seen.len() >= MOST_WATCHED && !self.seen.contains_key(table) {
            return Err(Refusal::TooManyWatched { max: MOST_WATCHED });
        }
        let caller = self.caller.clone();
        self.desk.lobby.reach(table, TableMessage::Join { caller, id })?;
        self.seen.insert(table.clone(), (seen, true));
        Ok(())
    }

    /// Starts a job that ends with the answer to a request.
    fn start(
        &mut self,
        id: Option<u64>,
        kind: Job,
        name: String,
        job: impl FnOnce(&Stop) -> Result<Answer, Refusal> + Send + 'static,
    ) -> Result<(), Refusal> {
        self.jobs.start(kind, name, id, move |stop, ticket| ticket.answer(job(stop)))
    }

    /// A stored review with the numbers of the proofs that are known. What it says is won or lost is proved anew: proofs are not kept with
    /// it.
    fn told(&self, table: &TableId, mut review: ReviewView) -> ReviewView {
        let Some(last) = review.report.moves.last() else { return review };
        let node = Some(last.node);
        let line = self.desk.lobby.ask(table, |reply| TableMessage::Line { node, reply });
        let Ok((line, _)) = line else { return review };
        retell(&line, &mut review.report, &self.desk.proofs);
        if review.report.done {
            let (proofs, report) = (Arc::clone(&self.desk.proofs), review.report.clone());
            let learn = move |stop: &Stop, _: &Ticket| learn_claims(&line, &report, &proofs, stop);
            // Where too much is going on, the review is shown all the same.
            let _ = self.jobs.start(Job::Claims, table.clone(), None, learn);
        }
        review
    }

    /// What the stored review found wrong with a move.
    fn finding(&self, table: &TableId, node: usize) -> Result<Finding, Refusal> {
        let review = self.desk.lobby.ask(table, TableMessage::Review)?;
        let moves = review.map_or_else(Vec::new, |review| review.report.moves);
        let found = moves.into_iter().find(|judged| judged.node == node);
        found.and_then(|judged| judged.finding).ok_or(Refusal::NoMistake { node })
    }

    /// A position that is searched for somebody: while a guest plays, none of the game.
    fn helped(&self, at: Place) -> Result<Position, Refusal> {
        if let Place::Node { table, .. } = &at {
            self.desk.lobby.ask(table, TableMessage::Hints)?;
        }
        self.position(at)
    }

    fn position(&self, at: Place) -> Result<Position, Refusal> {
        match at {
            Place::Node { table, node } => {
                if self.caller.role == Role::Guest {
                    // Refused for a study.
                    let setting = self.desk.lobby.ask(&table, TableMessage::Setting);
                    setting.map_err(|refusal| match refusal {
                        Refusal::NoGameHere => Refusal::NotForGuests,
                        refusal => refusal,
                    })?;
                }
                self.desk.lobby.ask(&table, |reply| TableMessage::Position { node, reply })
            }
            Place::Free { position } => Ok(TrackedTree::read(&position.to_string())?.position()?),
        }
    }
}

/// How even a position is.
fn balance(position: &Position, stop: &Stop) -> BalanceView {
    let standing = standing(&mut judge(), position, for_ms(BALANCE_MS), stop);
    BalanceView { black: of_black(standing.chance, position.side()) }
}

/// Moves after which a position is as even as can be.
fn even(position: &Position, moves: usize, stop: &Stop) -> EvenView {
    let mut engine = judge();
    let mut options = engine.options().clone();
    for (name, value) in [
        ("balance_candidates", LEVEL_CANDIDATES),
        ("balance_finalists", LEVEL_FINALISTS),
        ("balance_final_nodes", LEVEL_NODES),
    ] {
        options.parameters.set(name, value).expect("the engine has this parameter");
    }
    engine.set_options(options);
    let points = engine.balance(position, moves.clamp(1, 2), Score::EVEN, &Limits::default(), stop);
    let mut after = position.clone();
    points.iter().for_each(|&point| after.play(point));
    let standing = standing(&mut engine, &after, for_nodes(LEVEL_NODES as u64), stop);
    EvenView { points, black: of_black(standing.chance, after.side()) }
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

#[cfg(test)]
mod tests {
    use goren_core::{Rule, Size};

    use super::*;

    #[test]
    fn moves_that_balance_a_position_are_found_again_and_balance_it_in_a_longer_search_too() {
        for (moves, count) in [("g11 j10 j11", 2), ("j10 h5 e6 f11", 1)] {
            let mut position = Position::new(Rule::Freestyle, Size::DEFAULT);
            moves.split_whitespace().for_each(|name| position.play(name.parse().unwrap()));
            let found = even(&position, count, &Stop::default());
            let again = even(&position, count, &Stop::default());
            assert_eq!((again.points, again.black), (found.points.clone(), found.black), "{moves}");
            assert_eq!(found.points.len(), count);
            found.points.iter().for_each(|&point| position.play(point));
            let longer = standing(&mut judge(), &position, for_nodes(100_000), &Stop::default());
            for chance in [found.black, of_black(longer.chance, position.side())] {
                assert!((0.4..0.6).contains(&chance), "{moves}: {chance}");
            }
        }
    }
}
