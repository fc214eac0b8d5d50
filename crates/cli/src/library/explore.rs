//! `goren library explore`: what was played from a position, and how it went.

use anyhow::Result;
use clap::Args;
use goren_core::Stone;
use goren_library::{Library, Tally};
use serde_json::{Value, json};

use super::find::{game_json, game_line};
use super::print;
use crate::input::Source;

#[derive(Args)]
pub(super) struct Explore {
    #[command(flatten)]
    source: Source,
    /// The number of moves to list.
    #[arg(long = "count", alias = "most", value_name = "N", default_value_t = 20)]
    most: usize,
}

impl Explore {
    pub(super) fn run(&self, library: &Library, json: bool) -> Result<()> {
        let (_, position) = self.source.read()?;
        let explored = library.explore(&position, 5)?;
        let side = position.side();
        if json {
            let moves = explored.moves.iter().take(self.most).map(|each| {
                let mut value = tally_json(&each.tally, side);
                value["point"] = json!(each.point.to_string());
                value
            });
            let mut value = tally_json(&explored.tally, side);
            value["moves"] = moves.collect();
            value["recent"] = explored.games.iter().map(game_json).collect();
            return print(&serde_json::to_string(&value)?);
        }
        if explored.tally.games() == 0 {
            return print(&format!(
                "no game of this {} library passed through this position",
                position.rule()
            ));
        }
        let share = |tally: &Tally| {
            share(tally, side).map_or("    –".to_owned(), |share| format!("{:4.0}%", share * 100.0))
        };
        print(&format!("{:>6} {:>8} {:>8} {:>8} {:>8}  {side}", "move", "games", "black", "white", "draws"))?;
        let row = |name: &str, tally: &Tally| {
            print(&format!(
                "{name:>6} {:>8} {:>8} {:>8} {:>8} {}",
                tally.games(),
                tally.black,
                tally.white,
                tally.draws,
                share(tally)
            ))
        };
        for each in explored.moves.iter().take(self.most) {
            row(&each.point.to_string(), &each.tally)?;
        }
        row("all", &explored.tally)?;
        explored.games.iter().try_for_each(|game| print(&game_line(game)))
    }
}

/// The share of the points that the side to move got.
fn share(tally: &Tally, side: Stone) -> Option<f64> {
    tally.black_share().map(|black| if side == Stone::Black { black } else { 1.0 - black })
}

pub(super) fn tally_json(tally: &Tally, side: Stone) -> Value {
    json!({
        "games": tally.games(),
        "black": tally.black,
        "white": tally.white,
        "draws": tally.draws,
        "unknown": tally.unknown,
        "share": share(tally, side),
    })
}
