//! `goren pack check`: every game replayed under the referee.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::Args;
use goren_record::PackedGame;

use super::game::{replay, result};
use super::open;
use crate::terminal::count;

#[derive(Args)]
pub(super) struct Check {
    /// The packs.
    #[arg(value_name = "PACK", required = true)]
    packs: Vec<PathBuf>,
}

/// The maximum number of errors printed.
const SHOWN: usize = 10;

impl Check {
    pub(super) fn run(self) -> anyhow::Result<()> {
        let mut out = io::stdout().lock();
        let (mut games, mut bad) = (0_usize, 0);
        let mut object = |path: &Path, what: &str| {
            bad += 1;
            if bad <= SHOWN { writeln!(out, "{}: {what}", path.display()) } else { Ok(()) }
        };
        for path in &self.packs {
            for (i, game) in open(path)?.enumerate() {
                games += 1;
                match game {
                    Ok(game) => {
                        if let Err(error) = judge(&game) {
                            object(path, &format!("game {}: {error}", i + 1))?;
                        }
                    }
                    Err(error) => object(path, &format!("game {}: {error}", i + 1))?,
                }
            }
        }
        if bad > 0 {
            bail!("{bad} of {games} games are invalid");
        }
        Ok(writeln!(out, "{}, all legal and with the right result", count(games, "game"))?)
    }
}

/// Whether the referee agrees with every move and with the result.
pub(crate) fn judge(game: &PackedGame) -> anyhow::Result<()> {
    let points = game.moves.iter().map(|played| played.point);
    let replayed = replay(game.rule, game.size, &game.traps, points)?;
    match replayed.result().map(result) {
        Some(result) if result == game.result => Ok(()),
        Some(result) => bail!("expected the result that the board shows, {result}, got {}", game.result),
        None => bail!("expected a finished game, got {} moves that leave it open", game.moves.len()),
    }
}
