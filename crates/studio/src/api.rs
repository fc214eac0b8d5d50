//! The calls over HTTP: what is not bound to a table that someone watches.

pub(crate) mod fleet;
pub(crate) mod proofs;
pub(crate) mod training;

use std::collections::HashMap;
use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{Path, Query, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use goren_arena::csv_field;
use goren_classics::CLASSICS;
use goren_core::{Opening, Rule, Size};
use goren_lab::document;
use goren_record::{Format, ReadError, ReadOptions, Record, date, read, write};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::analysis::cores;
use crate::lobby::fresh_id;
use crate::peer::is_same_user;
use crate::refusal::Refusal;
use crate::server::{App, Ends};
use crate::store::{Head, Saved, Store, StoreError, is_blank};
use crate::table::{MOST_NODES, State as TableState, TableGame, TrackedTree};
use crate::wire::{
    About, Agents, Chosen, ClassicView, EngineView, EvaluationXray, FormatView, GameList, Games, GlanceView,
    Invitation, Key, LabStart, LabView, LevelView, OptionView, Redeem, Role, SeriesGame, TableId, now_ms,
};
use crate::xray;

/// The most games that are stored from one file.
const MOST_GAMES: usize = 2_000;

/// How strong the levels and the classic programs are, as `goren calibrate` wrote it.
const RATINGS: &str = include_str!("../../../docs/ratings.json");

/// The rating of a player by the name it has there; nothing if it was not measured.
fn elo(player: &str) -> Option<f64> {
    let table: Value = serde_json::from_str(RATINGS).ok()?;
    let players = table["players"].as_array()?;
    players.iter().find(|row| row["player"] == player)?["elo"].as_f64()
}

/// Why a call is not answered: a status and one line.
pub(crate) struct CallError(StatusCode, String);

impl CallError {
    /// Something the caller should have done otherwise.
    #[expect(clippy::needless_pass_by_value, reason = "made for `map_err`")]
    pub(crate) fn bad(error: impl ToString) -> CallError {
        CallError(StatusCode::BAD_REQUEST, error.to_string())
    }

    pub(crate) fn missing(id: &str) -> CallError {
        CallError(
            StatusCode::NOT_FOUND,
            format!("there is no game `{}`", id.chars().take(32).collect::<String>()),
        )
    }

    #[expect(clippy::needless_pass_by_value, reason = "made for `map_err`")]
    pub(crate) fn inside(error: impl ToString) -> CallError {
        CallError(StatusCode::INTERNAL_SERVER_ERROR, error.to_string())
    }
}

impl IntoResponse for CallError {
    fn into_response(self) -> Response {
        (self.0, Json(json!({ "error": self.1 }))).into_response()
    }
}

pub(crate) type Answer<T> = Result<Json<T>, CallError>;

/// Runs what may wait for the disk where it does not hold up others.
pub(crate) async fn blocking<T: Send + 'static>(
    job: impl FnOnce() -> Result<T, CallError> + Send + 'static,
) -> Result<T, CallError> {
    tokio::task::spawn_blocking(job).await.map_err(CallError::inside)?
}

/// What this program can do.
pub(crate) async fn about(State(app): State<Arc<App>>, headers: HeaderMap) -> Json<About> {
    let is_owner = app.guard.bearer(&headers).is_ok_and(|role| role == Role::Owner);
    let format = |format: Format| FormatView {
        name: format.name(),
        text: format.to_string(),
        writes: format != Format::Rif,
        several: format.holds_several(),
        extension: format.extension(),
    };
    Json(About {
        version: env!("CARGO_PKG_VERSION"),
        rules: Rule::ALL.to_vec(),
        openings: Opening::ALL.to_vec(),
        sizes: [Size::MIN, Size::MAX],
        formats: Format::ALL.into_iter().map(format).collect(),
        threads: cores(),
        lan: app.guard.lan,
        fleet: is_owner && app.fleet.is_some(),
    })
}

/// The owner's key for a code.
pub(crate) async fn key(
    State(app): State<Arc<App>>,
    Extension(Ends { local, peer }): Extension<Ends>,
    body: Bytes,
) -> Answer<Key> {
    let Redeem { code } = serde_json::from_slice(&body).map_err(CallError::bad)?;
    // A stranger who saw the code must not use it up either.
    let token = if is_same_user(peer, local) { app.redeem(&code) } else { None };
    match token {
        Some(token) => Ok(Json(Key { token: token.to_owned() })),
        None => Err(CallError(StatusCode::UNAUTHORIZED, "open the address that goren printed".to_owned())),
    }
}

/// The address to give to others, for the owner alone.
pub(crate) async fn invitation(State(app): State<Arc<App>>) -> Json<Invitation> {
    Json(Invitation { guest_url: app.guest_url.clone() })
}

fn option(name: &'static str, summary: &'static str) -> OptionView {
    OptionView { name, summary }
}

/// Who can be played against.
pub(crate) async fn agents(State(app): State<Arc<App>>) -> Json<Agents> {
    Json(Agents {
        levels: (1..=10)
            .map(|level| LevelView { level, elo: elo(&format!("goren:level={level}")) })
            .collect(),
        classics: CLASSICS
            .iter()
            .map(|classic| ClassicView {
                word: classic.name,
                elo: elo(classic.name),
                summary: classic.summary,
                authors: document(classic.name).authors,
                title: document(classic.name).title,
                size: classic.size,
                rule: classic.rule,
                opening: classic.opening,
                traps: classic.traps,
                depth: classic.depth,
                variants: classic.variants.iter().map(|each| option(each.name, each.summary)).collect(),
                weightings: classic.weightings.to_vec(),
                additions: classic.additions.iter().map(|each| option(each.name, each.summary)).collect(),
                switches: classic.switches.to_vec(),
            })
            .collect(),
        engines: app.lobby.services.roster.names().map(|name| EngineView { name: name.to_owned() }).collect(),
    })
}

/// What a page knows of the stored games.
#[derive(Deserialize)]
pub(crate) struct Known {
    revision: Option<String>,
}

/// The stored games, unless the page has them already.
pub(crate) async fn games(State(app): State<Arc<App>>, Query(known): Query<Known>) -> Answer<GameList> {
    blocking(move || {
        let store = &app.lobby.services.store;
        // A change that comes in between is sent again, never lost.
        let revision = format!("{}-{}", app.run, store.revision());
        let is_known = known.revision.as_ref() == Some(&revision);
        let games = (!is_known).then(|| store.heads()).transpose().map_err(CallError::inside)?;
        let notices = [store.notices(), app.shelf.notices()].concat();
        Ok(Json(GameList { revision, games, notices }))
    })
    .await
}

/// Deletes a game; it can be brought back.
pub(crate) async fn delete(State(app): State<Arc<App>>, Path(id): Path<String>) -> Answer<Value> {
    blocking(move || done(app.lobby.delete(std::slice::from_ref(&id)), &id)).await
}

/// Deletes games; they can be brought back.
pub(crate) async fn delete_all(State(app): State<Arc<App>>, body: Bytes) -> Answer<Value> {
    blocking(move || {
        let ids = chosen(&body)?;
        done(app.lobby.delete(&ids), &ids[0])
    })
    .await
}

/// Brings deleted games back.
pub(crate) async fn restore(State(app): State<Arc<App>>, body: Bytes) -> Answer<Value> {
    blocking(move || {
        let ids = chosen(&body)?;
        done(app.lobby.services.store.restore(&ids), &ids[0])
    })
    .await
}

/// The games that a call names, at least one.
fn chosen(body: &Bytes) -> Result<Vec<TableId>, CallError> {
    let Chosen { ids } = serde_json::from_slice(body).map_err(CallError::bad)?;
    if ids.is_empty() { Err(CallError::bad("expected at least one game")) } else { Ok(ids) }
}

/// The answer to a change of so many games, the first of which was to be `id`.
fn done(changed: Result<usize, impl ToString>, id: &str) -> Answer<Value> {
    match changed {
        Ok(0) => Err(CallError::missing(id)),
        Ok(_) => Ok(Json(json!({}))),
        Err(error) => Err(CallError::inside(error)),
    }
}

/// What is said about an opened file.
#[derive(Deserialize)]
pub(crate) struct Opened {
    #[serde(default)]
    name: String,
    rule: Option<String>,
}

/// Stores the games of a file or pasted text as studies.
pub(crate) async fn open(
    State(app): State<Arc<App>>,
    Query(opened): Query<Opened>,
    body: Bytes,
) -> Answer<Games> {
    blocking(move || {
        let rule = opened.rule.as_deref().map(str::parse::<Rule>).transpose().map_err(CallError::bad)?;
        let options = ReadOptions { rule, most_games: Some(MOST_GAMES), ..ReadOptions::default() };
        let mut records = read(&body, &options).map_err(|error| CallError::bad(no_game(&error)))?;
        if let Some(large) = records.iter().find(|record| record.tree.len() > MOST_NODES) {
            return Err(CallError::bad(Refusal::TreeTooLarge(MOST_NODES, large.tree.len())));
        }
        // An empty board is there to be used, and stored once it holds something.
        if records.iter().all(is_blank) {
            let record = records.swap_remove(0);
            let mut head = Head::of(String::new(), &record, now_ms());
            head.id = app.lobby.study(record).map_err(CallError::inside)?;
            return Ok(Json(Games { games: vec![head] }));
        }
        records.retain(|record| !is_blank(record));
        for record in &mut records {
            if record.event.is_empty() {
                record.event = opened.name.chars().take(80).collect();
            }
        }
        let games: Vec<(Head, Saved)> = records.into_iter().map(stored).collect();
        // What could not be opened again is not stored either.
        for (_, saved) in &games {
            TrackedTree::read(&saved.record).map_err(CallError::bad)?;
        }
        Ok(Json(Games { games: keep(&app.lobby.services.store, games).map_err(CallError::inside)? }))
    })
    .await
}

/// Why something cannot be opened, for people.
fn no_game(error: &ReadError) -> String {
    if error.format.is_some() {
        return format!("This game cannot be read. {error}");
    }
    let got = match error.got.as_str() {
        "" => "it is empty".to_owned(),
        // Our own words, or what the file begins with.
        kind if kind.starts_with("a ") => format!("it is {kind}"),
        start if start.chars().any(char::is_control) => "it is not text".to_owned(),
        start => format!("it begins with “{start}”"),
    };
    format!(
        "This is not a game file: {got}. goren opens SGF, PSQ, REC, RenLib, RIF, Yixin, JSON, links, lists of moves such as \
         h8 i9, and boards drawn as text."
    )
}

/// Stores studies; of one that is stored already there is no second copy.
fn keep(store: &Store, games: Vec<(Head, Saved)>) -> Result<Vec<Head>, StoreError> {
    let is_alike = |one: &Head, other: &Head| {
        (one.kind, one.moves, &one.stones, &one.black, &one.white, &one.event)
            == (other.kind, other.moves, &other.stones, &other.black, &other.white, &other.event)
    };
    let mut known: HashMap<[String; 2], Vec<Head>> = HashMap::new();
    for head in store.heads()? {
        known.entry(head.stones.clone()).or_default().push(head);
    }
    let (mut heads, mut fresh) = (Vec::new(), Vec::new());
    for (head, saved) in games {
        let mut same = None;
        for other in known.get(&head.stones).into_iter().flatten().filter(|other| is_alike(&head, other)) {
            if store.load(&other.id)?.is_some_and(|other| other.record == saved.record) {
                same = Some(other.clone());
                break;
            }
        }
        match same {
            Some(same) => heads.push(same),
            None => {
                heads.push(head.clone());
                fresh.push((head, saved));
            }
        }
    }
    if !fresh.is_empty() {
        store.save(&fresh)?;
    }
    Ok(heads)
}

/// Stores a study unless it is stored already; its name.
pub(crate) fn keep_study(app: &App, record: Record) -> Result<TableId, CallError> {
    let mut heads = keep(&app.lobby.services.store, vec![stored(record)]).map_err(CallError::inside)?;
    Ok(heads.swap_remove(0).id)
}

/// A record as a study to be stored.
fn stored(record: Record) -> (Head, Saved) {
    let (state, created) = (TableState::of_study(record), now_ms());
    (state.head(&fresh_id(), created), state.saved(created))
}

/// In which format games are wanted.
#[derive(Deserialize)]
pub(crate) struct Export {
    format: String,
    /// Only the position after this node, and the moves that led to it.
    node: Option<usize>,
}

/// A game in a format, as a file. What the format cannot hold stands in the header `goren-lost`.
pub(crate) async fn export(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Query(export): Query<Export>,
) -> Result<Response, CallError> {
    blocking(move || {
        let saved = load(&app, &id)?;
        let mut record = TrackedTree::read(&saved.record).map_err(CallError::inside)?;
        if let Some(node) = export.node {
            if node >= record.tree.len() {
                return Err(CallError::bad(format!("there is no node {node}")));
            }
            record = Record::of(&record.position_at(node).map_err(CallError::bad)?);
        }
        written(&[record], &export.format, &format!("{}-{id}", date(saved.created / 1000)))
    })
    .await
}

/// Several games in one file.
pub(crate) async fn export_all(
    State(app): State<Arc<App>>,
    Query(export): Query<Export>,
    body: Bytes,
) -> Result<Response, CallError> {
    blocking(move || {
        let record = |id: &String| TrackedTree::read(&load(&app, id)?.record).map_err(CallError::inside);
        let records: Vec<Record> = chosen(&body)?.iter().map(record).collect::<Result<_, _>>()?;
        written(&records, &export.format, &format!("{}-{}-games", date(now_ms() / 1000), records.len()))
    })
    .await
}

/// Games as a file.
pub(crate) fn written(records: &[Record], format: &str, name: &str) -> Result<Response, CallError> {
    let format: Format = format.parse().map_err(CallError::bad)?;
    if records.len() > 1 && !format.holds_several() {
        return Err(CallError::bad(format!("{format} holds one game, not {}", records.len())));
    }
    let written = write(records, format).map_err(CallError::bad)?;
    let media = match format {
        Format::Json => "application/json",
        Format::Lib | Format::YixinPos => "application/octet-stream",
        _ => "text/plain; charset=utf-8",
    };
    let name = format!("goren-{name}.{}", format.extension());
    let lost = [("goren-lost", written.lost.join(", "))];
    Ok((lost, file(&name, media, written.bytes)).into_response())
}

/// The log of a series, or of one game in which a program takes part, as a file.
pub(crate) async fn log(State(app): State<Arc<App>>, Path(id): Path<String>) -> Result<Response, CallError> {
    blocking(move || {
        let saved = load(&app, &id)?;
        let game = saved.game.ok_or_else(|| CallError::bad("a study has no log"))?;
        let mut text = String::from(LOG_TITLES);
        match &game.series {
            Some(series) => series.log.iter().enumerate().for_each(|(i, game)| {
                text.push_str(&log_row(i + 1, game, game.winner.is_empty()));
            }),
            None => {
                let game = TableGame::load(&game).map_err(CallError::inside)?;
                let is_draw = game.referee.result().is_some_and(|result| result.winner.is_none());
                text.push_str(&log_row(1, &game.log(id.clone()), is_draw));
            }
        }
        let name = format!("goren-{}-{id}.csv", date(saved.created / 1000));
        Ok(file(&name, "text/csv; charset=utf-8", text.into_bytes()).into_response())
    })
    .await
}

const LOG_TITLES: &str = "game,black,white,winner,tie,black mean s,white mean s,elapsed s,moves\r\n";

/// A game as a row of a log, its times to the microsecond.
fn log_row(number: usize, game: &SeriesGame, is_draw: bool) -> String {
    let seconds = |ms: f64| format!("{:.6}", ms / 1000.0);
    let fields = [
        number.to_string(),
        csv_field(&game.black),
        csv_field(&game.white),
        csv_field(&game.winner),
        u8::from(is_draw).to_string(),
        seconds(game.black_mean_ms),
        seconds(game.white_mean_ms),
        seconds(game.elapsed_ms),
        game.moves.to_string(),
    ];
    fields.join(",") + "\r\n"
}

fn load(app: &App, id: &str) -> Result<Saved, CallError> {
    let saved = app.lobby.services.store.load(id).map_err(CallError::inside)?;
    saved.ok_or_else(|| CallError::missing(id))
}

/// A file to be saved under a name.
fn file(name: &str, media: &'static str, content: Vec<u8>) -> impl IntoResponse + use<> {
    let name = format!("attachment; filename=\"{name}\"");
    ([(CONTENT_TYPE, media.to_owned()), (CONTENT_DISPOSITION, name)], content)
}

/// What the evaluation of a classic program counts in a position.
pub(crate) async fn xray(body: Bytes) -> Answer<EvaluationXray> {
    blocking(move || {
        let request = serde_json::from_slice(&body).map_err(CallError::bad)?;
        xray::explain(&request).map(Json).map_err(CallError::bad)
    })
    .await
}

/// What the network says of a position.
pub(crate) async fn glance(body: Bytes) -> Answer<GlanceView> {
    blocking(move || {
        let request = serde_json::from_slice(&body).map_err(CallError::bad)?;
        xray::look(&request).map(Json).map_err(CallError::bad)
    })
    .await
}

/// What can be measured, what is being measured and what was found.
pub(crate) async fn lab(State(app): State<Arc<App>>) -> Json<LabView> {
    Json(app.laboratory.view())
}

/// Starts an experiment.
pub(crate) async fn lab_start(State(app): State<Arc<App>>, body: Bytes) -> Answer<LabView> {
    let LabStart { experiment, effort } = serde_json::from_slice(&body).map_err(CallError::bad)?;
    app.laboratory.start(&experiment, effort).map_err(CallError::bad)?;
    Ok(Json(app.laboratory.view()))
}

/// Stops the experiment under way.
pub(crate) async fn lab_stop(State(app): State<Arc<App>>) -> Json<LabView> {
    app.laboratory.stop();
    Json(app.laboratory.view())
}

/// What an experiment found.
pub(crate) async fn lab_result(
    State(app): State<Arc<App>>,
    Path(name): Path<String>,
) -> Result<Response, CallError> {
    let found = blocking(move || Ok(app.laboratory.result(&name).ok_or(name))).await?;
    match found {
        Ok(result) => Ok(Json(&*result).into_response()),
        Err(name) => {
            let name: String = name.chars().take(32).collect();
            Err(CallError(StatusCode::NOT_FOUND, format!("`{name}` has not been measured")))
        }
    }
}

/// What the pages keep.
pub(crate) async fn settings(State(app): State<Arc<App>>) -> Answer<Value> {
    let stored = blocking(move || app.lobby.services.store.settings().map_err(CallError::inside)).await?;
    Ok(Json(stored.unwrap_or_else(|| json!({}))))
}

/// Stores what the pages want kept.
pub(crate) async fn set_settings(State(app): State<Arc<App>>, body: Bytes) -> Answer<Value> {
    blocking(move || {
        let settings: Value = serde_json::from_slice(&body).map_err(CallError::bad)?;
        if !settings.is_object() {
            return Err(CallError::bad("expected an object"));
        }
        app.lobby.services.store.set_settings(&settings).map_err(CallError::inside)?;
        Ok(Json(json!({})))
    })
    .await
}
