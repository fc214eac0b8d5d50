//! `goren library stats`: games, results, openings and players, counted.

use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Result, bail};
use clap::Args;
use goren_core::Stone;
use goren_library::{Library, Statistics, Tally};
use serde_json::{Value, json};

use super::explore::tally_json;
use super::{STOPPED, print, warn, watched};
use crate::terminal::ProgressLine;

#[derive(Args)]
pub(super) struct Stats {
    /// The number of players to list.
    #[arg(long = "count", alias = "most", value_name = "N", default_value_t = 20)]
    most: usize,
}

impl Stats {
    pub(super) fn run(&self, library: &Library, stop: &AtomicBool, json: bool) -> Result<()> {
        let mut line = ProgressLine::new();
        let statistics = library.statistics(&mut watched(stop, &mut line, library.len()?, "counted"))?;
        line.clear();
        if json {
            print(&serde_json::to_string(&self.json(&statistics, library.positions()?))?)?;
        } else {
            self.print(&statistics)?;
            print(&format!("\n{} positions are indexed", library.positions()?))?;
        }
        warn(statistics.unreadable);
        if stop.load(Ordering::Relaxed) { bail!(STOPPED) } else { Ok(()) }
    }

    fn json(&self, statistics: &Statistics, positions: u64) -> Value {
        let tally = |tally: &Tally| tally_json(tally, Stone::Black);
        let boards = statistics.boards.iter().map(
            |(rule, side, results)| json!({"rule": rule.name(), "size": side, "results": tally(results)}),
        );
        let openings = statistics.openings.iter().map(|(opening, results)| {
            json!({"code": opening.code, "name": opening.name, "results": tally(results)})
        });
        let players = statistics.players.iter().take(self.most).map(|player| {
            json!({"name": player.name, "games": player.games, "wins": player.wins, "losses": player.losses, "draws": player.draws})
        });
        json!({
            "results": tally(&statistics.all),
            "moves": statistics.moves,
            "positions": positions,
            "unreadable": statistics.unreadable,
            "boards": boards.collect::<Vec<_>>(),
            "openings": openings.collect::<Vec<_>>(),
            "players": players.collect::<Vec<_>>(),
            "years": statistics.years.iter().map(|(year, games)| json!({"year": year, "games": games})).collect::<Vec<_>>(),
        })
    }

    fn print(&self, statistics: &Statistics) -> Result<()> {
        let row = |name: &str, tally: &Tally| {
            let share =
                tally.black_share().map_or("–".to_owned(), |share| format!("{:.0}%", share * 100.0));
            print(&format!(
                "{name:<24} {:>8} {:>8} {:>8} {:>8} {:>8}",
                tally.games(),
                tally.black,
                tally.white,
                tally.draws,
                share
            ))
        };
        print(&format!(
            "{:<24} {:>8} {:>8} {:>8} {:>8} {:>8}",
            "", "games", "black", "white", "draws", "black %"
        ))?;
        row("all", &statistics.all)?;
        for (rule, side, results) in &statistics.boards {
            row(&format!("{rule} {side}×{side}"), results)?;
        }
        for (opening, results) in &statistics.openings {
            row(&opening.to_string(), results)?;
        }
        print(&format!("\n{:<24} {:>8} {:>8} {:>8} {:>8}", "player", "games", "won", "lost", "drawn"))?;
        for player in statistics.players.iter().take(self.most) {
            let name: String = player.name.chars().take(24).collect();
            print(&format!(
                "{name:<24} {:>8} {:>8} {:>8} {:>8}",
                player.games, player.wins, player.losses, player.draws
            ))?;
        }
        Ok(())
    }
}
