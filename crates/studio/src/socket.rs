//! One WebSocket: calls come in one at a time, answers and the newest states go out.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message as Frame, WebSocket};
use goren_core::{Limits, Position, Score, Stop};
use goren_review::Finding;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::time::{Instant, timeout};

use crate::analysis::{Stores, analyse, solve};
use crate::chance::{for_ms, for_nodes, judge, of_black, standing};
use crate::claims::{learn_claims, retell};
use crate::connections::Visitor;
use crate::hint::hint;
use crate::inspect::{inspect, judgement};
use crate::jobs::{Jobs, Ticket};
use crate::outbox::{Outbox, Snapshot, Waiting};
use crate::refusal::Refusal;
use crate::review::{own_puzzle, review, tried};
use crate::server::App;
use crate::table::{Caller, TableMessage, TrackedTree};
use crate::theatre::{Performance, programs};
use crate::wire::{
    Answer, BalanceView, EvenView, Greeting, Job, Kind, Message, PageRequest, Place, ReviewView, Role,
    TableCall, TableId, TableUpdate, now_ms,
};

/// The largest message a page may send.
pub(crate) const MOST_BYTES: usize = 64 << 10;
/// How long a connection may take to say who it is.
const HELLO: Duration = Duration::from_secs(5);
const PING_EVERY: Duration = Duration::from_secs(20);
/// A connection that says nothing for so long is gone.
const SILENCE: Duration = Duration::from_secs(60);
/// How long a page may take to read a message as a whole.
const PATIENCE: Duration = Duration::from_secs(15);
/// How many messages that cannot be understood are allowed.
const MOST_NONSENSE: usize = 50;
/// The most tables that a page may watch at once.
const MOST_WATCHED: usize = 200;
/// What a guest may send for long.
const BYTES_A_SECOND: f64 = (64 << 10) as f64;
/// What a message costs besides its bytes.
const EACH_COSTS: usize = 256;
/// How far ahead of that a guest may be, for a short time.
const MOST_AHEAD: Duration = Duration::from_secs(4);
/// Time for the search behind a balance, in milliseconds.
const BALANCE_MS: u64 = 800;
/// The work for finding moves that balance a position: how many are searched, how many of them again, and the positions of
/// each second search and of the last.
const LEVEL_CANDIDATES: i32 = 320;
const LEVEL_FINALISTS: i32 = 24;
const LEVEL_NODES: i32 = 40_000;

/// Serves one connection to its end.
pub(crate) async fn serve(mut socket: WebSocket, app: Arc<App>, visitor: Option<Arc<Visitor>>) {
    let Some(caller) = hello(&mut socket, &app).await else { return };
    if let Some(visitor) = visitor {
        visitor.known(caller.role);
    }
    let (connection, session) = (caller.connection, caller.session.clone());
    let jobs = app.desks.connect(&session, connection, &caller.outbox);
    let mut page = Page { jobs: Arc::clone(&jobs), app: Arc::clone(&app), caller, seen: HashMap::new() };
    let end = page.run(&mut socket).await;
    app.desks.leave(session, connection, &jobs);
    for table in page.seen.keys() {
        app.lobby.send_if_open(table, TableMessage::Gone(connection));
    }
    if let Some((code, reason)) = end {
        close(&mut socket, code, reason).await;
    }
}

async fn close(socket: &mut WebSocket, code: u16, reason: &'static str) {
    let frame = CloseFrame { code, reason: reason.into() };
    let _ = timeout(Duration::from_secs(1), socket.send(Frame::Close(Some(frame)))).await;
}

/// The first message must say who is there.
async fn hello(socket: &mut WebSocket, app: &Arc<App>) -> Option<Caller> {
    let first = timeout(HELLO, socket.recv()).await.ok().flatten().and_then(Result::ok);
    let greeting = match first {
        Some(Frame::Text(text)) => serde_json::from_str(&text).ok(),
        _ => None,
    };
    let Some(Greeting::Hello { id, token, session }) = greeting else {
        close(socket, 4401, "expected hello").await;
        return None;
    };
    let Some(role) = app.guard.role(&token) else {
        close(socket, 4401, "wrong token").await;
        return None;
    };
    let is_session = |text: &String| text.len() == 32 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    let session =
        session.filter(is_session).unwrap_or_else(|| crate::guard::Token::fresh().text().to_owned());
    let outbox = Arc::new(Outbox::default());
    app.watch(&outbox);
    outbox.tell(Message::Welcome {
        id,
        session: session.clone(),
        role,
        version: env!("CARGO_PKG_VERSION"),
        run: app.run.clone(),
    });
    let connection = app.connections.fetch_add(1, Ordering::Relaxed);
    Some(Caller { connection, session, role, outbox })
}

/// What a page has of a table: epoch and seq, or nothing yet.
type Seen = Option<(u64, u64)>;

/// What a guest may send: more waits in the network until it is read. Each message costs its bytes, and [`EACH_COSTS`].
struct Budget {
    /// When everything read so far would have come at [`BYTES_A_SECOND`].
    paid: Instant,
    is_bounded: bool,
}

impl Budget {
    fn new(role: Role) -> Budget {
        Budget { paid: Instant::now(), is_bounded: role == Role::Guest }
    }

    fn is_spent(&self) -> bool {
        self.is_bounded && self.paid > Instant::now() + MOST_AHEAD
    }

    /// When something is read again.
    fn opens(&self) -> Instant {
        self.paid.checked_sub(MOST_AHEAD).unwrap_or(self.paid)
    }

    fn spend(&mut self, message: &Option<Result<Frame, axum::Error>>) {
        let bytes = match message {
            Some(Ok(Frame::Text(text))) => text.len(),
            Some(Ok(Frame::Binary(bytes) | Frame::Ping(bytes) | Frame::Pong(bytes))) => bytes.len(),
            _ => 0,
        };
        let cost = Duration::from_secs_f64((bytes + EACH_COSTS) as f64 / BYTES_A_SECOND);
        self.paid = self.paid.max(Instant::now()) + cost;
    }
}

/// A page that is connected.
struct Page {
    app: Arc<App>,
    caller: Caller,
    jobs: Arc<Jobs>,
    seen: HashMap<TableId, (Seen, bool)>,
}

impl Page {
    /// Reads and writes until one side ends; the reason, if it is ours.
    async fn run(&mut self, socket: &mut WebSocket) -> Option<(u16, &'static str)> {
        let outbox = Arc::clone(&self.caller.outbox);
        let mut heard = Instant::now();
        let mut ping = tokio::time::interval_at(heard + PING_EVERY, PING_EVERY);
        let mut nonsense = 0;
        let mut budget = Budget::new(self.caller.role);
        loop {
            tokio::select! {
                () = outbox.wake.notified() => {
                    if let Err(end) = self.flush(socket).await {
                        return end;
                    }
                }
                () = tokio::time::sleep_until(budget.opens()), if budget.is_spent() => {}
                message = socket.recv(), if !budget.is_spent() => {
                    heard = Instant::now();
                    budget.spend(&message);
                    match message {
                        Some(Ok(Frame::Text(text))) => nonsense += usize::from(!self.hear(&text).await),
                        Some(Ok(Frame::Binary(_))) => {
                            nonsense += 1;
                            outbox.refuse(None, &Refusal::NotText);
                        }
                        Some(Ok(Frame::Ping(_) | Frame::Pong(_))) => {}
                        Some(Ok(Frame::Close(_)) | Err(_)) | None => return None,
                    }
                    if nonsense > MOST_NONSENSE {
                        let _ = self.flush(socket).await;
                        return Some((4400, "too many messages that cannot be understood"));
                    }
                }
                _ = ping.tick() => {
                    if heard.elapsed() > SILENCE {
                        return Some((4408, "silent"));
                    }
                    if let Err(end) = send(socket, Frame::Ping(Vec::new().into())).await {
                        return end;
                    }
                }
            }
        }
    }

    /// Sends what waits: answers first, then the newest states.
    async fn flush(&mut self, socket: &mut WebSocket) -> Result<(), Option<(u16, &'static str)>> {
        let Waiting { answers, tables, analysis, review, proved, end } = self.caller.outbox.take();
        for message in answers {
            send_json(socket, &message).await?;
        }
        for (table, snapshot) in tables {
            let Some((seen, is_due)) = self.seen.get_mut(&table) else { continue };
            let has = (snapshot.view.epoch, snapshot.view.seq);
            if *seen == Some(has) && !*is_due {
                continue;
            }
            let message = Message::Table(update(&snapshot, *seen));
            (*seen, *is_due) = (Some(has), false);
            send_json(socket, &message).await?;
        }
        if let Some(view) = analysis {
            send_json(socket, &Message::Analysis(view)).await?;
        }
        if let Some(view) = review {
            send_json(socket, &Message::Review(view)).await?;
        }
        if proved && self.caller.role == Role::Owner {
            send_json(socket, &Message::Proved {}).await?;
        }
        end.map_or(Ok(()), |end| Err(Some(end)))
    }

    /// Answers one message, or passes it on to its table; whether it was understood.
    async fn hear(&mut self, text: &str) -> bool {
        let value: Value = match serde_json::from_str(text) {
            Ok(value) => value,
            Err(error) => {
                self.caller.outbox.refuse(None, &error.into());
                return false;
            }
        };
        let id = value.get("id").and_then(Value::as_u64);
        match self.answer(id, &value).await {
            Ok(Some(answer)) => self.caller.outbox.done(id, answer),
            // A table or a job answers.
            Ok(None) => {}
            Err(refusal) => {
                self.caller.outbox.refuse(id, &refusal);
                return !matches!(refusal, Refusal::NotUnderstood(_) | Refusal::NoTable(_));
            }
        }
        true
    }

    async fn answer(&mut self, id: Option<u64>, value: &Value) -> Result<Option<Answer>, Refusal> {
        let request = PageRequest::deserialize(value)?;
        let is_guest = self.caller.role == Role::Guest;
        if is_guest && !request.is_for_guests() {
            return Err(Refusal::NotForGuests);
        }
        let lobby = Arc::clone(&self.app.lobby);
        match request {
            PageRequest::Ping => return Ok(Some(Answer::Now { now: now_ms() })),
            PageRequest::Tables => {
                let mut tables = lobby.summaries().await;
                tables.retain(|summary| !is_guest || summary.kind == Kind::Game);
                return Ok(Some(Answer::Tables { tables }));
            }
            PageRequest::Create { game } => {
                let table = blocking(move || lobby.create(*game)).await?;
                self.join(id, &table, None).await?;
            }
            PageRequest::Study { position } => {
                let record =
                    TrackedTree::read(&position.unwrap_or_else(|| json!({ "moves": [] })).to_string())?;
                let table = blocking(move || lobby.study(record)).await?;
                self.join(id, &table, None).await?;
            }
            PageRequest::Again { table } => {
                let mut setting = lobby.ask(&table, TableMessage::Setting).await?;
                std::mem::swap(&mut setting.first, &mut setting.second);
                let table = blocking(move || lobby.create(setting)).await?;
                self.join(id, &table, None).await?;
            }
            PageRequest::Join { table, seq, epoch } => {
                self.join(id, &table, (epoch > 0).then_some((epoch, seq))).await?;
            }
            PageRequest::Leave { table } => {
                self.seen.remove(&table);
                lobby.send_if_open(&table, TableMessage::Gone(self.caller.connection));
                return Ok(Some(Answer::Nothing {}));
            }
            PageRequest::Look { at, xray: false } => {
                let position = self.position(at).await?;
                let proofs = (!is_guest).then(|| Arc::clone(&self.app.proofs));
                let look =
                    blocking(move || Ok(inspect(&position, false, proofs.as_deref(), &Stop::default())));
                return Ok(Some(Answer::Look(look.await?)));
            }
            PageRequest::Look { at, xray: true } => {
                let position = self.helped(at).await?;
                let proofs = (!is_guest).then(|| Arc::clone(&self.app.proofs));
                self.start(id, Job::Look, format!("{:x}", position.hash()), move |stop| {
                    Ok(Answer::Look(inspect(&position, true, proofs.as_deref(), stop)))
                })?;
            }
            PageRequest::Why { at, point } => {
                let position = self.position(at).await?;
                if !position.is_empty(point) {
                    return Err(Refusal::NotEmpty(point));
                }
                return Ok(Some(Answer::Why(judgement(&position.judge(point)))));
            }
            PageRequest::Balance { at } => {
                let position = self.helped(at).await?;
                self.start(id, Job::Hint, format!("balance {:x}", position.hash()), move |stop| {
                    Ok(Answer::Balance(balance(&position, stop)))
                })?;
            }
            PageRequest::Hint { at, stage } => {
                let position = self.helped(at).await?;
                let proofs = Arc::clone(&self.app.proofs);
                self.start(id, Job::Hint, format!("{stage:?} {:x}", position.hash()), move |stop| {
                    hint(&position, stage, &proofs, stop).map(Answer::Hint)
                })?;
            }
            PageRequest::Analyse { at, options } => {
                let position = self.helped(at).await?;
                let (known, engine) = (Arc::clone(&self.app.known), Arc::clone(&self.jobs.engine));
                let name = format!("{:x} {options:?}", position.hash());
                let proofs = Arc::clone(&self.app.proofs);
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
                let position = self.helped(at).await?;
                let proofs = Arc::clone(&self.app.proofs);
                self.start(id, Job::Solve, format!("{kind:?} {:x}", position.hash()), move |stop| {
                    Ok(Answer::Solve(solve(&position, kind, ms, &proofs, stop)))
                })?;
            }
            PageRequest::Level { at, moves } => {
                let position = self.helped(at).await?;
                let name = format!("level {moves} {:x}", position.hash());
                self.start(id, Job::Hint, name, move |stop| Ok(Answer::Level(even(&position, moves, stop))))?;
            }
            PageRequest::Reviewed { table } => {
                let review = lobby.ask(&table, TableMessage::Review).await?;
                let review = match review {
                    Some(review) => Some(self.told(&table, review).await?),
                    None => None,
                };
                return Ok(Some(Answer::Reviewed { review }));
            }
            PageRequest::Review { table, node, nodes } => {
                lobby.ask(&table, TableMessage::Hints).await?;
                let (line, study) = lobby.ask(&table, |reply| TableMessage::Line { node, reply }).await?;
                if line.moves.is_empty() {
                    return Err(Refusal::NothingToReview);
                }
                let name = format!("{table} {node:?} {nodes:?}");
                let proofs = Arc::clone(&self.app.proofs);
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
                self.finding(&table, node).await?;
                let (line, _) =
                    lobby.ask(&table, |reply| TableMessage::Line { node: Some(node), reply }).await?;
                let training = Arc::clone(&self.app.training);
                self.start(id, Job::Hint, format!("keep {table} {node}"), move |stop| {
                    let puzzle = own_puzzle(&line, stop)?;
                    let kept = Answer::Kept { puzzle: puzzle.id.clone() };
                    training.add_own(puzzle).map_err(|error| Refusal::NotKept(error.to_string()))?;
                    Ok(kept)
                })?;
            }
            PageRequest::Attempt { table, node, point } => {
                let finding = self.finding(&table, node).await?;
                let (line, _) =
                    lobby.ask(&table, |reply| TableMessage::Line { node: Some(node), reply }).await?;
                let proofs = Arc::clone(&self.app.proofs);
                self.start(id, Job::Hint, format!("try {table} {node} {point}"), move |stop| {
                    tried(&line, &finding, point, &proofs, stop)?.map(Answer::Attempt).ok_or(Refusal::Stopped)
                })?;
            }
            PageRequest::Programs => return Ok(Some(Answer::Programs { programs: programs() })),
            PageRequest::Watch { at, options } => {
                let performance = Performance::new(self.helped(at).await?, options.clone())?;
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
                lobby.reach(&table, TableMessage::Request { caller, id, request }).await?;
            }
        }
        Ok(None)
    }

    /// Watches a table, which answers for itself.
    async fn join(&mut self, id: Option<u64>, table: &TableId, seen: Seen) -> Result<(), Refusal> {
        if self.seen.len() >= MOST_WATCHED && !self.seen.contains_key(table) {
            return Err(Refusal::TooManyWatched(MOST_WATCHED));
        }
        let caller = self.caller.clone();
        self.app.lobby.reach(table, TableMessage::Join { caller, id }).await?;
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
    async fn told(&self, table: &TableId, mut review: ReviewView) -> Result<ReviewView, Refusal> {
        let Some(last) = review.report.moves.last() else { return Ok(review) };
        let node = Some(last.node);
        let line = self.app.lobby.ask(table, |reply| TableMessage::Line { node, reply }).await;
        let Ok((line, _)) = line else { return Ok(review) };
        let proofs = Arc::clone(&self.app.proofs);
        let (review, line) = blocking(move || {
            retell(&line, &mut review.report, &proofs);
            Ok((review, line))
        })
        .await?;
        if review.report.done {
            let (proofs, report) = (Arc::clone(&self.app.proofs), review.report.clone());
            let learn = move |stop: &Stop, _: &Ticket| learn_claims(&line, &report, &proofs, stop);
            // Where too much is going on, the review is shown all the same.
            let _ = self.jobs.start(Job::Claims, table.to_string(), None, learn);
        }
        Ok(review)
    }

    /// What the stored review found wrong with a move.
    async fn finding(&self, table: &TableId, node: usize) -> Result<Finding, Refusal> {
        let review = self.app.lobby.ask(table, TableMessage::Review).await?;
        let moves = review.map_or_else(Vec::new, |review| review.report.moves);
        let found = moves.into_iter().find(|judged| judged.node == node);
        found.and_then(|judged| judged.finding).ok_or(Refusal::NoMistake(node))
    }

    /// A position that is searched for somebody: while a guest plays, none of the game.
    async fn helped(&self, at: Place) -> Result<Position, Refusal> {
        if let Place::Node { table, .. } = &at {
            self.app.lobby.ask(table, TableMessage::Hints).await?;
        }
        self.position(at).await
    }

    async fn position(&self, at: Place) -> Result<Position, Refusal> {
        match at {
            Place::Node { table, node } => {
                if self.caller.role == Role::Guest {
                    // Refused for a study.
                    let setting = self.app.lobby.ask(&table, TableMessage::Setting).await;
                    setting.map_err(|refusal| match refusal {
                        Refusal::NoGame => Refusal::NotForGuests,
                        refusal => refusal,
                    })?;
                }
                self.app.lobby.ask(&table, |reply| TableMessage::Position { node, reply }).await
            }
            Place::Free { position } => Ok(TrackedTree::read(&position.to_string())?.position()?),
        }
    }
}

/// How even a position is.
fn balance(position: &Position, stop: &Stop) -> BalanceView {
    let standing = standing(&mut judge(), position, for_ms(BALANCE_MS), stop);
    let black = of_black(standing.chance, position.side());
    BalanceView { black, text: balance_text(black) }
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

fn balance_text(black: f64) -> &'static str {
    match black {
        black if black >= 0.9 => "winning for Black",
        black if black >= 0.6 => "better for Black",
        black if black > 0.4 => "even",
        black if black > 0.1 => "better for White",
        _ => "winning for White",
    }
}

/// Runs what waits for the disk where it does not hold up others.
async fn blocking<T: Send + 'static>(
    job: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    tokio::task::spawn_blocking(job).await.unwrap_or(Err(Refusal::Inside))
}

async fn send_json(socket: &mut WebSocket, message: &Message<'_>) -> Result<(), Option<(u16, &'static str)>> {
    let text = serde_json::to_string(message).expect("messages have a JSON form");
    send(socket, Frame::Text(text.into())).await
}

/// Sends one message; a page that does not read it in time is disconnected, and can come back.
async fn send(socket: &mut WebSocket, message: Frame) -> Result<(), Option<(u16, &'static str)>> {
    match timeout(PATIENCE, socket.send(message)).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) => Err(None),
        Err(_) => Err(Some((4408, "too slow"))),
    }
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
