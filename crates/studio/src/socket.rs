//! One WebSocket: calls come in one at a time, answers and the newest states go out.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, WebSocket};
use goren_core::Position;
use goren_engine::{Engine, Options};
use serde::Serialize;
use serde_json::{Value, json};
use tokio::time::{Instant, timeout};

use crate::analysis::{Settings, analyse, solve};
use crate::hint::hint;
use crate::judge::{self, rounded, standing};
use crate::look::{judgement, look};
use crate::moment::now_ms;
use crate::outbox::{Outbox, Snapshot, Waiting};
use crate::review::review;
use crate::server::App;
use crate::table::{Caller, Note, Paper};
use crate::wire::{Ask, Call, NodeView, Place, Role, TableId, TableView, Told, Work};
use crate::work::Workbench;

/// The largest message a page may send.
pub(crate) const MOST_BYTES: usize = 64 << 10;
/// How long a connection may take to say who it is.
const HELLO: Duration = Duration::from_secs(5);
const PING_EVERY: Duration = Duration::from_secs(20);
/// A connection that says nothing for so long is gone.
const SILENCE: Duration = Duration::from_secs(60);
/// How long a page may take to read what it is sent.
const PATIENCE: Duration = Duration::from_secs(15);
/// How many messages that are no calls are borne.
const MOST_NONSENSE: usize = 50;
/// Time for the search behind a balance, in milliseconds.
const BALANCE_MS: u64 = 800;

/// Serves one connection to its end.
pub(crate) async fn serve(mut socket: WebSocket, app: Arc<App>) {
    let Some(caller) = hello(&mut socket, &app).await else { return };
    let connection = caller.connection;
    let mut page =
        Page { work: Workbench::new(app.load.clone()), app: Arc::clone(&app), caller, seen: HashMap::new() };
    let end = page.run(&mut socket).await;
    for table in page.seen.keys() {
        app.lobby.send_if_open(table, Note::Gone(connection));
    }
    if let Some((code, reason)) = end {
        close(&mut socket, code, reason).await;
    }
}

async fn close(socket: &mut WebSocket, code: u16, reason: &'static str) {
    let frame = CloseFrame { code, reason: reason.into() };
    let _ = timeout(Duration::from_secs(1), socket.send(Message::Close(Some(frame)))).await;
}

/// The first message must say who is there.
async fn hello(socket: &mut WebSocket, app: &Arc<App>) -> Option<Caller> {
    let first = timeout(HELLO, socket.recv()).await.ok().flatten().and_then(Result::ok);
    let call = match first {
        Some(Message::Text(text)) => serde_json::from_str::<Call>(&text).ok(),
        _ => None,
    };
    let Some(Call { id, ask: Ask::Hello { token, session } }) = call else {
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
    outbox.tell(Told::Welcome {
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

/// A page that is connected.
struct Page {
    app: Arc<App>,
    caller: Caller,
    work: Workbench,
    seen: HashMap<TableId, (Seen, bool)>,
}

impl Page {
    /// Reads and writes until one side ends; the reason, if it is ours.
    async fn run(&mut self, socket: &mut WebSocket) -> Option<(u16, &'static str)> {
        let outbox = Arc::clone(&self.caller.outbox);
        let mut heard = Instant::now();
        let mut ping = tokio::time::interval_at(heard + PING_EVERY, PING_EVERY);
        let mut nonsense = 0;
        loop {
            tokio::select! {
                () = outbox.wake.notified() => {
                    if let Err(end) = self.flush(socket).await {
                        return end;
                    }
                }
                message = socket.recv() => {
                    heard = Instant::now();
                    match message {
                        Some(Ok(Message::Text(text))) => {
                            if let Err(error) = self.hear(&text).await {
                                nonsense += 1;
                                outbox.refuse(error.id, error.what);
                            }
                        }
                        Some(Ok(Message::Binary(_))) => {
                            nonsense += 1;
                            outbox.refuse(None, "expected text, got bytes");
                        }
                        Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                        Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
                    }
                    if nonsense > MOST_NONSENSE {
                        let _ = self.flush(socket).await;
                        return Some((4400, "too many messages that are no calls"));
                    }
                }
                _ = ping.tick() => {
                    if heard.elapsed() > SILENCE {
                        return Some((4408, "silent"));
                    }
                    if let Err(end) = send(socket, Message::Ping(Vec::new().into())).await {
                        return end;
                    }
                }
            }
        }
    }

    /// Sends what waits: answers first, then the newest states.
    async fn flush(&mut self, socket: &mut WebSocket) -> Result<(), Option<(u16, &'static str)>> {
        let Waiting { answers, tables, analysis, review, end } = self.caller.outbox.take();
        for told in answers {
            send_json(socket, &told).await?;
        }
        for (table, snapshot) in tables {
            let Some((seen, is_due)) = self.seen.get_mut(&table) else { continue };
            let has = (snapshot.view.epoch, snapshot.view.seq);
            if *seen == Some(has) && !*is_due {
                continue;
            }
            let text = table_message(&snapshot, *seen);
            (*seen, *is_due) = (Some(has), false);
            send(socket, Message::Text(text.into())).await?;
        }
        if let Some(view) = analysis {
            send_json(socket, &Told::Analysis(view)).await?;
        }
        if let Some(view) = review {
            send_json(socket, &Told::Review(view)).await?;
        }
        end.map_or(Ok(()), |end| Err(Some(end)))
    }

    /// Understands one message and does it, or passes it on to its table.
    async fn hear(&mut self, text: &str) -> Result<(), Nonsense> {
        let call: Call = serde_json::from_str(text).map_err(|error| Nonsense::of(text, &error))?;
        let id = call.id;
        if self.caller.role == Role::Guest && !is_for_guests(&call.ask) {
            self.caller.outbox.refuse(id, "guests may not do this");
            return Ok(());
        }
        if let Err(error) = self.take(id, call.ask).await {
            self.caller.outbox.refuse(id, error);
        }
        Ok(())
    }

    async fn take(&mut self, id: Option<u64>, ask: Ask) -> Result<(), String> {
        let outbox = Arc::clone(&self.caller.outbox);
        match ask {
            Ask::Hello { .. } => return Err("hello was said before".to_owned()),
            Ask::Ping => outbox.done(id, json!({ "now": now_ms() })),
            Ask::Tables => outbox.done(id, json!({ "tables": self.app.lobby.summaries().await })),
            Ask::Create { game } => {
                let lobby = Arc::clone(&self.app.lobby);
                let table = blocking(move || lobby.create(game)).await??;
                self.join(id, table).await?;
            }
            Ask::Study { position } => {
                let lobby = Arc::clone(&self.app.lobby);
                let table = blocking(move || {
                    let position = position.unwrap_or_else(|| json!({}));
                    lobby.study(Paper::read(position.to_string().as_bytes())?)
                });
                self.join(id, table.await??).await?;
            }
            Ask::Again { table } => {
                let mut setting = self.app.lobby.ask(&table, Note::Setting).await??;
                std::mem::swap(&mut setting.first, &mut setting.second);
                let lobby = Arc::clone(&self.app.lobby);
                let table = blocking(move || lobby.create(setting)).await??;
                self.join(id, table).await?;
            }
            Ask::Join { table, seq, epoch } => {
                let seen = (epoch > 0).then_some((epoch, seq));
                self.seen.insert(table.clone(), (seen, true));
                let ask = Ask::Join { table: table.clone(), seq, epoch };
                self.pass_on(id, table, ask).await?;
            }
            Ask::Leave { table } => {
                self.seen.remove(&table);
                self.app.lobby.send_if_open(&table, Note::Gone(self.caller.connection));
                outbox.done(id, json!({}));
            }
            Ask::Look { at, xray } => {
                let position = self.position(at).await?;
                if xray {
                    // Looking for wins takes its time, in which the page is to be sent other things.
                    self.work
                        .start(Work::Look, move |_, _| outbox.done(id, value(&look(&position, true))))?;
                } else {
                    outbox.done(id, value(&look(&position, false)));
                }
            }
            Ask::Why { at, point } => {
                let position = self.position(at).await?;
                if !position.is_empty(point.0) {
                    return Err(format!("{} is not empty", point.0));
                }
                outbox.done(id, value(&judgement(&position.judge(point.0))));
            }
            Ask::Balance { at } => {
                let position = self.position(at).await?;
                self.work.start(Work::Hint, move |stop, _| {
                    let mut engine = Engine::new(Options { memory: judge::MEMORY, ..Options::default() });
                    let standing = standing(&mut engine, &position, BALANCE_MS, stop);
                    let is_black = position.side() == goren_core::Stone::Black;
                    let black = if is_black { standing.chance } else { 1.0 - standing.chance };
                    outbox.done(id, json!({ "black": rounded(black), "text": balance_text(black) }));
                })?;
            }
            Ask::Hint { at, stage } => {
                let position = self.position(at).await?;
                self.work.start(Work::Hint, move |stop, _| match hint(&position, stage, stop) {
                    Ok(advice) => outbox.done(id, advice),
                    Err(error) => outbox.refuse(id, error),
                })?;
            }
            Ask::Analyse { at, lines, threads, memory, ms } => {
                let position = self.position(at).await?;
                let settings = Settings { lines, threads, memory, ms };
                let told = Arc::clone(&outbox);
                self.work.start(Work::Analysis, move |stop, engine| {
                    analyse(&position, &settings, id, engine, stop, &told);
                })?;
                outbox.done(id, json!({}));
            }
            Ask::Solve { at, kind, ms } => {
                let position = self.position(at).await?;
                self.work
                    .start(Work::Solve, move |stop, _| outbox.done(id, solve(&position, kind, ms, stop)))?;
            }
            Ask::Review { table, node, ms } => {
                let line = self.app.lobby.ask(&table, move |reply| Note::Line { node, reply }).await??;
                let told = Arc::clone(&outbox);
                self.work.start(Work::Review, move |stop, _| review(&line, &table, ms, id, stop, &told))?;
                outbox.done(id, json!({}));
            }
            Ask::Stop { what } => {
                self.work.stop(what);
                outbox.done(id, json!({}));
            }
            Ask::Sit { ref table, .. }
            | Ask::Stand { ref table }
            | Ask::Act { ref table, .. }
            | Ask::Undo { ref table }
            | Ask::Redo { ref table }
            | Ask::Pause { ref table, .. }
            | Ask::Speed { ref table, .. }
            | Ask::Coach { ref table, .. }
            | Ask::Play { ref table, .. }
            | Ask::Goto { ref table, .. }
            | Ask::Comment { ref table, .. }
            | Ask::Marks { ref table, .. }
            | Ask::Prune { ref table, .. }
            | Ask::Promote { ref table, .. }
            | Ask::Setup { ref table, .. }
            | Ask::Rename { ref table, .. } => {
                let table = table.clone();
                self.pass_on(id, table, ask).await?;
            }
        }
        Ok(())
    }

    /// Joins a table that was just made.
    async fn join(&mut self, id: Option<u64>, table: TableId) -> Result<(), String> {
        self.seen.insert(table.clone(), (None, true));
        let ask = Ask::Join { table: table.clone(), seq: 0, epoch: 0 };
        self.pass_on(id, table, ask).await
    }

    /// The table answers for itself.
    async fn pass_on(&self, id: Option<u64>, table: TableId, ask: Ask) -> Result<(), String> {
        let (lobby, caller) = (Arc::clone(&self.app.lobby), self.caller.clone());
        blocking(move || lobby.send(&table, Note::Ask { caller, id, ask })).await?
    }

    async fn position(&self, at: Place) -> Result<Position, String> {
        match at {
            Place::Node { table, node } => {
                self.app.lobby.ask(&table, move |reply| Note::Position { node, reply }).await?
            }
            Place::Free { position } => {
                let record = Paper::read(position.to_string().as_bytes())?;
                record.position().map_err(|error| error.to_string())
            }
        }
    }
}

/// A message that is no call.
struct Nonsense {
    id: Option<u64>,
    what: String,
}

impl Nonsense {
    fn of(text: &str, error: &serde_json::Error) -> Nonsense {
        let id = serde_json::from_str::<Value>(text).ok().and_then(|value| value.get("id")?.as_u64());
        Nonsense { id, what: format!("not understood: {error}").chars().take(200).collect() }
    }
}

fn is_for_guests(ask: &Ask) -> bool {
    matches!(
        ask,
        Ask::Ping
            | Ask::Tables
            | Ask::Join { .. }
            | Ask::Leave { .. }
            | Ask::Sit { .. }
            | Ask::Stand { .. }
            | Ask::Act { .. }
            | Ask::Undo { .. }
            | Ask::Look { .. }
            | Ask::Why { .. }
    )
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

async fn blocking<T: Send + 'static>(job: impl FnOnce() -> T + Send + 'static) -> Result<T, String> {
    tokio::task::spawn_blocking(job).await.map_err(|_| "this went wrong inside goren".to_owned())
}

fn value(view: &impl Serialize) -> Value {
    serde_json::to_value(view).expect("views have a JSON form")
}

async fn send_json(socket: &mut WebSocket, told: &Told) -> Result<(), Option<(u16, &'static str)>> {
    let text = serde_json::to_string(told).expect("messages have a JSON form");
    send(socket, Message::Text(text.into())).await
}

/// Sends one message; a page that does not read it in time is cut off, and can come back.
async fn send(socket: &mut WebSocket, message: Message) -> Result<(), Option<(u16, &'static str)>> {
    match timeout(PATIENCE, socket.send(message)).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) => Err(None),
        Err(_) => Err(Some((4408, "too slow"))),
    }
}

/// A table's state, with the nodes that are newer than what the page has.
fn table_message(snapshot: &Snapshot, seen: Seen) -> String {
    #[derive(Serialize)]
    struct Shown<'a> {
        r#type: &'static str,
        now: u64,
        #[serde(flatten)]
        view: &'a TableView,
        nodes: Vec<&'a NodeView>,
    }
    let since = seen.filter(|(epoch, _)| *epoch == snapshot.view.epoch).map_or(0, |(_, seq)| seq);
    let nodes = snapshot.nodes.iter().filter(|(seq, _)| *seq > since).map(|(_, node)| &**node).collect();
    let shown = Shown { r#type: "table", now: now_ms(), view: &snapshot.view, nodes };
    serde_json::to_string(&shown).expect("tables have a JSON form")
}
