//! The calls about stored games.

use std::collections::HashMap;
use std::slice;

use goren_arena::csv_field;
use goren_record::{Format, ReadError, ReadOptions, Record, date, read, write};
use serde::Deserialize;
use serde_json::json as object;

use super::{Method, Reply, Request, json, rule};
use crate::desk::Desk;
use crate::random::fresh_id;
use crate::refusal::Refusal;
use crate::store::{Head, Saved, Store, StoreError, is_blank};
use crate::table::{MOST_NODES, State, TableGame, TrackedTree};
use crate::wire::{Chosen, GameList, Games, SeriesGame, TableId, now_ms};

/// The most games that are stored from one file.
const MOST_GAMES: usize = 2_000;

/// Every call below `games`.
pub(super) fn games(desk: &Desk, path: &[&str], request: &Request<'_>) -> Result<Reply, Refusal> {
    let (lobby, store) = (&desk.lobby, &desk.lobby.services.store);
    match (request.method, path) {
        (Method::Get, []) => json(&list(desk, request)?),
        (Method::Delete, [id]) => {
            let id: TableId = (*id).to_owned();
            done(lobby.delete(slice::from_ref(&id)), &id)
        }
        (Method::Post, ["delete"]) => {
            let ids = chosen(request)?;
            done(lobby.delete(&ids), &ids[0])
        }
        (Method::Post, ["restore"]) => {
            let ids = chosen(request)?;
            done(store.restore(&ids), &ids[0])
        }
        (Method::Post, ["export"]) => export_all(desk, request),
        (Method::Get, [id, "export"]) => export(desk, request, id),
        (Method::Get, [id, "log.csv"]) => log(desk, id),
        _ => Err(Refusal::NoCall),
    }
}

/// What a page knows of the stored games.
#[derive(Deserialize)]
struct Known {
    revision: Option<String>,
}

/// The stored games, unless the page has them already.
fn list(desk: &Desk, request: &Request<'_>) -> Result<GameList, Refusal> {
    let known: Known = request.query()?;
    let store = &desk.lobby.services.store;
    // A change that comes in between is sent again, never lost.
    let revision = format!("{}-{}", desk.run, store.revision());
    let is_known = known.revision.as_ref() == Some(&revision);
    let games = (!is_known).then(|| store.heads()).transpose()?;
    Ok(GameList { revision, games, notices: desk.notices() })
}

/// The games that a call names, at least one.
fn chosen(request: &Request<'_>) -> Result<Vec<TableId>, Refusal> {
    let Chosen { ids } = request.parsed()?;
    if ids.is_empty() { Err(Refusal::NoGames) } else { Ok(ids) }
}

/// The answer to a change of so many games, the first of which was to be `id`.
fn done(changed: Result<usize, impl Into<Refusal>>, id: &str) -> Result<Reply, Refusal> {
    match changed {
        Ok(0) => Err(Refusal::no_game(id)),
        Ok(_) => json(&object!({})),
        Err(error) => Err(error.into()),
    }
}

/// What is said about an opened file.
#[derive(Deserialize)]
struct Opened {
    #[serde(default)]
    name: String,
    rule: Option<String>,
}

/// Stores the games of a file or pasted text as studies.
pub(super) fn open(desk: &Desk, request: &Request<'_>) -> Result<Games, Refusal> {
    let opened: Opened = request.query()?;
    let rule = opened.rule.as_deref().map(rule).transpose()?;
    let options = ReadOptions { rule, most_games: Some(MOST_GAMES), ..ReadOptions::default() };
    let mut records = read(&request.body, &options).map_err(|error| no_game(&error))?;
    if let Some(large) = records.iter().find(|record| record.tree.len() > MOST_NODES) {
        return Err(Refusal::TreeTooLarge { max: MOST_NODES, got: large.tree.len() });
    }
    // An empty board is there to be used, and stored once it holds something.
    if records.iter().all(is_blank) {
        let record = records.swap_remove(0);
        let mut head = Head::of(String::new(), &record, now_ms());
        head.id = desk.lobby.study(record)?;
        return Ok(Games { games: vec![head] });
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
        TrackedTree::read(&saved.record)?;
    }
    Ok(Games { games: keep(&desk.lobby.services.store, games)? })
}

/// Why something cannot be opened.
fn no_game(error: &ReadError) -> Refusal {
    if error.format.is_some() {
        return Refusal::Unreadable { error: error.to_string() };
    }
    let format = |kind: &str| error.got.strip_prefix("a ")?.strip_suffix(kind).map(str::to_owned);
    if let Some(format) = format(" picture") {
        Refusal::PictureFile { format }
    } else if let Some(format) = format(" archive") {
        Refusal::ArchiveFile { format }
    } else if let Some(format) = format(" document") {
        Refusal::DocumentFile { format }
    } else if error.got.is_empty() {
        Refusal::EmptyFile
    } else if error.got.chars().any(char::is_control) {
        Refusal::BinaryFile
    } else {
        Refusal::NotAGame { start: error.got.clone() }
    }
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
pub(super) fn keep_study(desk: &Desk, record: Record) -> Result<TableId, Refusal> {
    let mut heads = keep(&desk.lobby.services.store, vec![stored(record)])?;
    Ok(heads.swap_remove(0).id)
}

/// A record as a study to be stored.
fn stored(record: Record) -> (Head, Saved) {
    let (state, created) = (State::of_study(record), now_ms());
    (state.head(&fresh_id(), created), state.saved(created))
}

/// In which format games are wanted.
#[derive(Deserialize)]
pub(super) struct Export {
    pub(super) format: String,
    /// Only the position after this node, and the moves that led to it.
    node: Option<usize>,
}

/// A game in a format, as a file. What the format cannot hold stands in the header `goren-lost`.
fn export(desk: &Desk, request: &Request<'_>, id: &str) -> Result<Reply, Refusal> {
    let export: Export = request.query()?;
    let saved = load(desk, id)?;
    let mut record = TrackedTree::read(&saved.record).map_err(Refusal::damaged)?;
    if let Some(node) = export.node {
        if node >= record.tree.len() {
            return Err(Refusal::NoNode { node });
        }
        record = Record::of(&record.position_at(node)?);
    }
    written(&[record], &export.format, &format!("{}-{id}", date(saved.created / 1000)))
}

/// Several games in one file.
fn export_all(desk: &Desk, request: &Request<'_>) -> Result<Reply, Refusal> {
    let export: Export = request.query()?;
    let record = |id: &String| TrackedTree::read(&load(desk, id)?.record).map_err(Refusal::damaged);
    let records: Vec<Record> = chosen(request)?.iter().map(record).collect::<Result<_, _>>()?;
    written(&records, &export.format, &format!("{}-{}-games", date(now_ms() / 1000), records.len()))
}

/// Games as a file.
pub(super) fn written(records: &[Record], format: &str, name: &str) -> Result<Reply, Refusal> {
    let format: Format = format.parse().map_err(Refusal::not_understood)?;
    if records.len() > 1 && !format.holds_several() {
        return Err(Refusal::OneGameOnly { format: format.to_string(), got: records.len() });
    }
    let written = write(records, format)?;
    let media = match format {
        Format::Json => "application/json",
        Format::Lib | Format::YixinPos => "application/octet-stream",
        _ => "text/plain; charset=utf-8",
    };
    let name = format!("goren-{name}.{}", format.extension());
    let lost = Some(written.lost.join(", "));
    Ok(Reply { lost, ..Reply::file(name, media, written.bytes) })
}

/// The log of a series, or of one game in which a program takes part, as a file.
fn log(desk: &Desk, id: &str) -> Result<Reply, Refusal> {
    let saved = load(desk, id)?;
    let game = saved.game.ok_or(Refusal::NoLog)?;
    let mut text = String::from(LOG_TITLES);
    match &game.series {
        Some(series) => series.log.iter().enumerate().for_each(|(i, game)| {
            text.push_str(&log_row(i + 1, game, game.winner.is_empty()));
        }),
        None => {
            let game = TableGame::load(&game).map_err(Refusal::damaged)?;
            let is_draw = game.referee.result().is_some_and(|result| result.winner.is_none());
            text.push_str(&log_row(1, &game.log(id.to_owned()), is_draw));
        }
    }
    let name = format!("goren-{}-{id}.csv", date(saved.created / 1000));
    Ok(Reply::file(name, "text/csv; charset=utf-8", text.into_bytes()))
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

fn load(desk: &Desk, id: &str) -> Result<Saved, Refusal> {
    let saved = desk.lobby.services.store.load(id)?;
    saved.ok_or_else(|| Refusal::no_game(id))
}
