//! `goren library find`: the games that meet conditions.

use std::sync::atomic::AtomicBool;

use anyhow::{Result, bail};
use clap::Args;
use goren_library::{FoundGame, Library, Outcome};
use serde_json::{Value, json};

use super::wanted::Wanted;
use super::{STOPPED, games, print, warn, watched};
use crate::terminal::ProgressLine;

#[derive(Args)]
pub(super) struct Find {
    #[command(flatten)]
    wanted: Wanted,
    /// The number of games to list.
    #[arg(long = "count", alias = "most", value_name = "N", default_value_t = 20)]
    most: usize,
    /// The number of games to leave out first.
    #[arg(long, default_value_t = 0)]
    skip: usize,
}

impl Find {
    pub(super) fn run(&self, library: &Library, stop: &AtomicBool, json: bool) -> Result<()> {
        let query = self.wanted.query()?;
        let mut line = ProgressLine::new();
        let range = self.skip..self.skip.saturating_add(self.most);
        let found = library.find(&query, range, &mut watched(stop, &mut line, library.len()?, "searched"))?;
        line.clear();
        if json {
            let games: Vec<Value> = found.games.iter().map(game_json).collect();
            let unreadable = found.searched.unreadable;
            print(&serde_json::to_string(
                &json!({"total": found.total, "games": games, "unreadable": unreadable}),
            )?)?;
        } else {
            found.games.iter().try_for_each(|game| print(&game_line(game)))?;
            print(&games(found.total))?;
        }
        warn(found.searched.unreadable);
        if found.searched.is_complete { Ok(()) } else { bail!(STOPPED) }
    }
}

pub(super) fn game_line(game: &FoundGame) -> String {
    let head = &game.head;
    let name = |name: &str| if name.is_empty() { "?".to_owned() } else { name.to_owned() };
    let result = match head.outcome {
        Outcome::Black => "1–0",
        Outcome::White => "0–1",
        Outcome::Draw => "½–½",
        Outcome::Unknown => "*",
    };
    let mut text = format!(
        "{:>7}  {}  {} – {}  {result}  {} {}, {} moves",
        game.id,
        if head.date.is_empty() { "          " } else { &head.date },
        name(&head.black),
        name(&head.white),
        head.rule,
        head.size,
        head.moves
    );
    for part in [head.named.map_or_else(String::new, ToString::to_string), head.event.clone()] {
        if !part.is_empty() {
            text += &format!(", {part}");
        }
    }
    if let Some(at) = game.at {
        text += &format!(" [after move {at}]");
    }
    text
}

pub(super) fn game_json(game: &FoundGame) -> Value {
    let head = &game.head;
    json!({
        "id": game.id,
        "rule": head.rule.name(),
        "size": head.size.side(),
        "black": head.black,
        "white": head.white,
        "event": head.event,
        "date": head.date,
        "result": head.outcome.name(),
        "moves": head.moves,
        "opening": head.named.map(|named| named.name),
        "source": head.source,
        "after": game.at,
    })
}
