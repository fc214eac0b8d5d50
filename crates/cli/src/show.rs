//! `goren show`: a position, drawn and explained.

use std::io::{self, Write};

use anyhow::bail;
use clap::Args;
use goren_core::{Ending, Game, GameResult, Point, Position, Rule, Stone};
use goren_record::Record;
use serde_json::{Value, json};

use crate::drawing;
use crate::input::Source;
use crate::terminal::printable;

/// Arguments of `goren show`.
#[derive(Args)]
#[command(after_help = "\
Examples:
  goren show h8i9g7
  goren show --rule renju game.sgf --after 20
  goren show --rule renju h8a1h9a3i10b14j10 --why h10
  goren show - < game.psq")]
pub(crate) struct Show {
    #[command(flatten)]
    source: Source,
    /// Explain what a black stone on this point would make under renju, and whether it is forbidden.
    #[arg(long, value_name = "POINT")]
    why: Option<Point>,
    /// Print one JSON object instead.
    #[arg(long)]
    json: bool,
}

impl Show {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let (record, position) = self.source.read()?;
        if let Some(point) = self.why
            && !(position.size().contains(point) && position.is_empty(point))
        {
            bail!("--why: expected an empty point of the board, got `{point}`");
        }
        let text = if self.json {
            format!("{}\n", to_json(&record, &position, self.why))
        } else {
            to_text(&record, &position, self.why)
        };
        Ok(io::stdout().write_all(text.as_bytes())?)
    }
}

fn to_text(record: &Record, position: &Position, why: Option<Point>) -> String {
    let mut text = drawing::draw(position, drawing::wants_colour());
    let mut line = |words: String| {
        text += &words;
        text.push('\n');
    };
    if !record.black.is_empty() || !record.white.is_empty() {
        let name =
            |name: &str| if name.is_empty() { "?".to_owned() } else { printable(name).replace('\n', " ") };
        line(format!("{} – {}", name(&record.black), name(&record.white)));
    }
    if !position.history().is_empty() {
        line(moves(position));
    }
    line(status(record, position));
    if position.rule() == Rule::Renju && result(position).is_none() {
        let forbidden: Vec<String> =
            position.forbidden_points().map(|(point, kind)| format!("{point} ({kind})")).collect();
        if !forbidden.is_empty() {
            line(format!("Forbidden to Black: {}", forbidden.join(", ")));
        }
    }
    if let Some(point) = why {
        line(position.judge(point).to_string());
    }
    text
}

/// The moves in numbered pairs, as in game notation.
fn moves(position: &Position) -> String {
    let names = position
        .history()
        .iter()
        .map(|played| played.point.map_or("pass".to_owned(), |point| point.to_string()));
    let names: Vec<String> = names.collect();
    let pairs = names.chunks(2).enumerate().map(|(i, pair)| format!("{}. {}", 2 * i + 1, pair.join(" ")));
    pairs.collect::<Vec<_>>().join("  ")
}

/// How the game ended, by the board and its last move, which may have been forbidden.
fn result(position: &Position) -> Option<GameResult> {
    let mut before = position.clone();
    let last = before.undo().filter(|last| last.stone == Stone::Black).and_then(|last| last.point);
    let forbidden = last.and_then(|point| Some((point, before.forbidden(point)?)));
    forbidden.map_or_else(
        || Game::from_position(position.clone()).result(),
        |(point, kind)| {
            Some(GameResult { winner: Some(Stone::White), ending: Ending::Forbidden { point, kind } })
        },
    )
}

/// The state of the game: from the board, or from the file if the board is undecided.
fn status(record: &Record, position: &Position) -> String {
    match (result(position), record.result) {
        (Some(result), _) => result.to_string(),
        (None, Some(result)) => format!("{} to move; the file says: {result}", position.side()),
        (None, None) => format!("{} to move", position.side()),
    }
}

fn to_json(record: &Record, position: &Position, why: Option<Point>) -> Value {
    let stones = |stone: Stone| -> Vec<String> {
        position.stones().filter(|each| each.1 == stone).map(|(point, _)| point.to_string()).collect()
    };
    let mut object = json!({
        "rule": position.rule().name(),
        "size": position.size().side(),
        "opening": record.opening.name(),
        "side": position.side().name(),
        "black": stones(Stone::Black),
        "white": stones(Stone::White),
        "traps": position.traps().iter().map(ToString::to_string).collect::<Vec<_>>(),
        "moves": position.history().iter().map(|played| played.point.map_or("pass".to_owned(), |point| point.to_string())).collect::<Vec<_>>(),
        "hash": format!("{:016x}", position.hash()),
        "canonical": format!("{:016x}", position.canonical().0),
        "result": Value::Null,
    });
    if let Some(result) = result(position) {
        let line: Vec<String> = match position.outcome() {
            goren_core::Outcome::Win { line, .. } => line.points().map(|point| point.to_string()).collect(),
            _ => Vec::new(),
        };
        object["result"] =
            json!({ "winner": result.winner.map(Stone::name), "text": result.to_string(), "line": line });
    }
    if position.rule() == Rule::Renju {
        let forbidden: serde_json::Map<String, Value> = position
            .forbidden_points()
            .map(|(point, kind)| (point.to_string(), json!(kind.to_string())))
            .collect();
        object["forbidden"] = Value::Object(forbidden);
    }
    if let Some(point) = why {
        object["why"] = json!({ "point": point.to_string(), "text": position.judge(point).to_string() });
    }
    object
}
