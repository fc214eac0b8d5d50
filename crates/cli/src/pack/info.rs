//! `goren pack info`: what is in packs.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use goren_core::{Point, Symmetry};
use goren_record::PackedGame;

use super::for_each_game;
use super::summary::Summary;

#[derive(Args)]
pub(super) struct Info {
    /// The packs, summarised together.
    #[arg(value_name = "PACK", required = true)]
    packs: Vec<PathBuf>,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

impl Info {
    pub(super) fn run(self) -> anyhow::Result<()> {
        let mut summary = Summary::default();
        let mut seen = HashSet::new();
        let mut bytes = 0;
        for path in &self.packs {
            bytes += for_each_game(path, |game| {
                summary.add(&game);
                seen.insert(likeness(&game));
            })?;
        }
        let duplicates = summary.games() - seen.len();
        let mut out = io::stdout().lock();
        if self.json {
            let mut object = summary.json(bytes);
            object["duplicates"] = duplicates.into();
            return Ok(writeln!(out, "{object}")?);
        }
        for (name, text) in summary.rows(bytes) {
            writeln!(out, "{name:<11} {text}")?;
        }
        let repeats = "games equal to an earlier one, possibly rotated or mirrored";
        Ok(writeln!(out, "{:<11} {duplicates} ({repeats})", "duplicates")?)
    }
}

/// A hash shared by games that are equal move by move under a symmetry of the board.
fn likeness(game: &PackedGame) -> u64 {
    let image = |symmetry: Symmetry| {
        let apply = |point: Point| symmetry.apply(point, game.size);
        let mut traps: Vec<Point> = game.traps.iter().map(|&trap| apply(trap)).collect();
        traps.sort_unstable();
        let mut hasher = DefaultHasher::new();
        (game.rule, game.size, traps).hash(&mut hasher);
        game.moves.iter().for_each(|played| apply(played.point).hash(&mut hasher));
        hasher.finish()
    };
    Symmetry::ALL.into_iter().map(image).min().expect("there are eight")
}
