//! The calls over HTTP: what is not bound to a table that someone watches.

use std::sync::Arc;

use axum::Json;
use axum::body::Bytes;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use goren_classics::CLASSICS;
use goren_core::{Opening, Rule, Size};
use goren_record::{Format, ReadOptions, Record, read, write};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::analysis::cores;
use crate::lobby::fresh_id;
use crate::moment::{date, now_ms};
use crate::server::App;
use crate::store::{Head, Saved};
use crate::table::Paper;

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

/// An answer that is an error, in one line.
pub(crate) struct Trouble(StatusCode, String);

impl Trouble {
    /// Something the caller should have done otherwise.
    #[expect(clippy::needless_pass_by_value, reason = "made for `map_err`")]
    fn bad(error: impl ToString) -> Trouble {
        Trouble(StatusCode::BAD_REQUEST, error.to_string())
    }

    fn missing(id: &str) -> Trouble {
        Trouble(
            StatusCode::NOT_FOUND,
            format!("there is no game `{}`", id.chars().take(32).collect::<String>()),
        )
    }

    #[expect(clippy::needless_pass_by_value, reason = "made for `map_err`")]
    fn inside(error: impl ToString) -> Trouble {
        Trouble(StatusCode::INTERNAL_SERVER_ERROR, error.to_string())
    }
}

impl IntoResponse for Trouble {
    fn into_response(self) -> Response {
        (self.0, Json(json!({ "error": self.1 }))).into_response()
    }
}

type Answer = Result<Json<Value>, Trouble>;

/// Runs what may wait for the disk where it does not hold up others.
async fn blocking<T: Send + 'static>(
    job: impl FnOnce() -> Result<T, Trouble> + Send + 'static,
) -> Result<T, Trouble> {
    tokio::task::spawn_blocking(job).await.map_err(Trouble::inside)?
}

/// What this program can do.
pub(crate) async fn about(State(app): State<Arc<App>>) -> Json<Value> {
    let format = |format: Format| {
        json!({
            "name": format.name(),
            "text": format.to_string(),
            "writes": format != Format::Rif,
            "extension": extension(format),
        })
    };
    Json(json!({
        "version": env!("CARGO_PKG_VERSION"),
        "rules": Rule::ALL.map(Rule::name),
        "openings": Opening::ALL.map(Opening::name),
        "sizes": [Size::MIN.side(), Size::MAX.side()],
        "formats": Format::ALL.map(format),
        "threads": cores(),
        "lan": app.guard.lan,
    }))
}

/// The address to give to others, for the owner alone.
pub(crate) async fn invitation(State(app): State<Arc<App>>) -> Json<Value> {
    Json(json!({ "guest_url": app.guest_url }))
}

/// Who can be played against.
pub(crate) async fn agents(State(app): State<Arc<App>>) -> Json<Value> {
    let levels: Vec<Value> = (1..=10)
        .map(|level| json!({ "level": level, "elo": elo(&format!("goren:level={level}")) }))
        .collect();
    let classics: Vec<Value> = CLASSICS
        .iter()
        .map(|classic| {
            json!({
                "word": classic.name,
                "elo": elo(classic.name),
                "summary": classic.summary,
                "size": classic.size.side(),
                "rule": classic.rule.name(),
                "depth": classic.depth,
            })
        })
        .collect();
    let engines: Vec<Value> = app.lobby.house.roster.names().map(|name| json!({ "name": name })).collect();
    Json(json!({ "levels": levels, "classics": classics, "engines": engines }))
}

/// The stored games.
pub(crate) async fn games(State(app): State<Arc<App>>) -> Answer {
    let heads = blocking(move || app.lobby.house.store.heads().map_err(Trouble::inside)).await?;
    Ok(Json(json!({ "games": heads })))
}

/// Forgets a game.
pub(crate) async fn delete(State(app): State<Arc<App>>, Path(id): Path<String>) -> Answer {
    blocking(move || match app.lobby.delete(&id) {
        Ok(true) => Ok(Json(json!({}))),
        Ok(false) => Err(Trouble::missing(&id)),
        Err(error) => Err(Trouble::inside(error)),
    })
    .await
}

/// What is said about an opened file.
#[derive(Deserialize)]
pub(crate) struct Opened {
    #[serde(default)]
    name: String,
    rule: Option<String>,
}

/// Stores the games of a file or pasted text as studies.
pub(crate) async fn open(State(app): State<Arc<App>>, Query(opened): Query<Opened>, body: Bytes) -> Answer {
    blocking(move || {
        let rule = opened.rule.as_deref().map(str::parse::<Rule>).transpose().map_err(Trouble::bad)?;
        let options = ReadOptions { rule, ..ReadOptions::default() };
        let mut records = read(&body, &options).map_err(Trouble::bad)?;
        if records.len() > MOST_GAMES {
            return Err(Trouble::bad(format!("expected at most {MOST_GAMES} games, got {}", records.len())));
        }
        for record in &mut records {
            if record.event.is_empty() {
                record.event = opened.name.chars().take(80).collect();
            }
        }
        let games: Vec<(Head, Saved)> = records.into_iter().map(stored).collect();
        let pairs = games.iter().map(|(head, saved)| (head, saved));
        app.lobby.house.store.save(pairs).map_err(Trouble::inside)?;
        let heads: Vec<&Head> = games.iter().map(|(head, _)| head).collect();
        Ok(Json(json!({ "games": heads })))
    })
    .await
}

/// A record as a study to be stored.
fn stored(record: Record) -> (Head, Saved) {
    let now = now_ms();
    let head = Head {
        id: fresh_id(),
        kind: "study".to_owned(),
        rule: record.rule.name().to_owned(),
        size: record.size.side(),
        opening: record.opening.name().to_owned(),
        black: record.black.clone(),
        white: record.white.clone(),
        event: record.event.clone(),
        moves: record.moves().count(),
        result: record.result.map(|result| result.to_string()),
        ongoing: false,
        created: now,
        changed: now,
        series: None,
    };
    let paper = Paper::new(record);
    (head, Saved { record: paper.json(), at: paper.end(), created: now, game: None })
}

/// In which format a game is wanted.
#[derive(Deserialize)]
pub(crate) struct Export {
    format: String,
}

/// A game in a format.
pub(crate) async fn export(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Query(export): Query<Export>,
) -> Answer {
    blocking(move || {
        let format: Format = export.format.parse().map_err(Trouble::bad)?;
        let saved = app.lobby.house.store.load(&id).map_err(Trouble::inside)?;
        let saved = saved.ok_or_else(|| Trouble::missing(&id))?;
        let record = Paper::read(saved.record.as_bytes()).map_err(Trouble::inside)?;
        let written = write(&[record], format).map_err(Trouble::bad)?;
        let text = std::str::from_utf8(&written.bytes).ok();
        Ok(Json(json!({
            "file": format!("goren-{}-{id}.{}", date(saved.created), extension(format)),
            "mime": if format == Format::Json { "application/json" }
                else if text.is_some() { "text/plain" } else { "application/octet-stream" },
            "base64": base64(&written.bytes),
            "text": text,
            "lost": written.lost,
        })))
    })
    .await
}

/// The log of a series.
pub(crate) async fn log(State(app): State<Arc<App>>, Path(id): Path<String>) -> Answer {
    blocking(move || {
        let saved = app.lobby.house.store.load(&id).map_err(Trouble::inside)?;
        let saved = saved.ok_or_else(|| Trouble::missing(&id))?;
        let series = saved.game.and_then(|game| game.series);
        let series = series.ok_or_else(|| Trouble::bad("this is no series"))?;
        let mut text =
            String::from("game,black,white,winner,tie,black mean s,white mean s,elapsed s,moves\r\n");
        for (i, game) in series.log.iter().enumerate() {
            let fields = [
                (i + 1).to_string(),
                field(&game.black),
                field(&game.white),
                field(&game.winner),
                u8::from(game.winner.is_empty()).to_string(),
                format!("{:.3}", game.black_mean_ms / 1000.0),
                format!("{:.3}", game.white_mean_ms / 1000.0),
                format!("{:.3}", game.elapsed_ms as f64 / 1000.0),
                game.moves.to_string(),
            ];
            text.push_str(&fields.join(","));
            text.push_str("\r\n");
        }
        Ok(Json(json!({ "file": format!("goren-{}-{id}.csv", date(saved.created)), "text": text })))
    })
    .await
}

/// A text as a field of a CSV file. A spreadsheet must not take it for a formula.
fn field(text: &str) -> String {
    let guard = if text.starts_with(['=', '+', '-', '@', '\t', '\r']) { "'" } else { "" };
    format!("\"{guard}{}\"", text.replace('"', "\"\""))
}

/// What the pages keep.
pub(crate) async fn settings(State(app): State<Arc<App>>) -> Answer {
    let stored = blocking(move || app.lobby.house.store.settings().map_err(Trouble::inside)).await?;
    Ok(Json(stored.unwrap_or_else(|| json!({}))))
}

/// Stores what the pages want kept.
pub(crate) async fn set_settings(State(app): State<Arc<App>>, body: Bytes) -> Answer {
    blocking(move || {
        let settings: Value = serde_json::from_slice(&body).map_err(Trouble::bad)?;
        if !settings.is_object() {
            return Err(Trouble::bad("expected an object"));
        }
        app.lobby.house.store.set_settings(&settings).map_err(Trouble::inside)?;
        Ok(Json(json!({})))
    })
    .await
}

fn extension(format: Format) -> &'static str {
    match format {
        Format::Pos | Format::Link | Format::Ascii | Format::Offsets => "txt",
        Format::Sgf => "sgf",
        Format::Psq => "psq",
        Format::Rec => "rec",
        Format::Lib => "lib",
        Format::Rif => "rif",
        Format::YixinSav => "sav",
        Format::YixinPos => "pos",
        Format::Json => "json",
    }
}

fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let bits = (0..3).fold(0, |bits, i| bits << 8 | u32::from(chunk.get(i).copied().unwrap_or(0)));
        for i in 0..4 {
            let letter = LETTERS[(bits >> (18 - 6 * i)) as usize & 63];
            text.push(if i <= chunk.len() { char::from(letter) } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_has_the_letters_of_the_standard() {
        assert_eq!(
            ["", "f", "fo", "foo", "foob"].map(|text| base64(text.as_bytes())),
            ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg=="]
        );
    }

    #[test]
    fn a_name_cannot_become_a_formula() {
        assert_eq!(field("=1+1\"x"), "\"'=1+1\"\"x\"");
        assert_eq!(field("goren 3"), "\"goren 3\"");
    }
}
