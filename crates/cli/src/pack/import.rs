//! `goren pack import`: the games of `goren selfplay --out` as a pack.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;

use anyhow::{Context, bail};
use clap::Args;
use goren_core::{Point, Score};
use goren_record::{Format, PackedGame, ReadOptions, read};

use super::Output;
use super::game::{packed, replay, result};
use crate::terminal::count;
use crate::tune::scores;

#[derive(Args)]
pub(super) struct Import {
    #[command(flatten)]
    out: Output,
    /// Files with one game per line, as JSON.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
}

impl Import {
    #[expect(clippy::print_stderr, reason = "what is left out is a diagnostic")]
    pub(super) fn run(self) -> anyhow::Result<()> {
        self.out.expect_free()?;
        let mut games = Vec::new();
        let mut open = 0_usize;
        for path in &self.files {
            let file = BufReader::new(File::open(path).with_context(|| path.display().to_string())?);
            for (i, line) in file.split(b'\n').enumerate() {
                let place = || format!("{}, line {}", path.display(), i + 1);
                let line = line.with_context(place)?;
                if line.trim_ascii().is_empty() {
                    continue;
                }
                match game_of(&line).with_context(place)? {
                    Some(game) => games.push(game),
                    None => open += 1,
                }
            }
        }
        if open > 0 {
            eprintln!("goren: skipped, without an end on the board: {}", count(open, "game"));
        }
        self.out.write(&games)
    }
}

/// The game of a line; `None` if it is not over.
fn game_of(line: &[u8]) -> anyhow::Result<Option<PackedGame>> {
    let options = ReadOptions { format: Some(Format::Json), ..ReadOptions::default() };
    let records = read(line, &options)?;
    let [record] = records.as_slice() else { bail!("expected one game, got {}", records.len()) };
    let position = record.position()?;
    let points: Option<Vec<Point>> = position.history().iter().map(|played| played.point).collect();
    let Some(points) = points.filter(|_| position.setup().is_empty()) else {
        bail!("expected a game from the empty board without passes");
    };
    let game = replay(record.rule, record.size, &record.traps, points)?;
    let Some(shown) = game.result().map(result) else { return Ok(None) };
    if let Some(said) = record.result.filter(|&said| said != shown) {
        bail!("expected the result that the board shows, {shown}, got {said}");
    }
    let scores: Vec<Option<Score>> = scores(line).pop().unwrap_or_default();
    let placed = scores.iter().take_while(|score| score.is_none()).count();
    Ok(Some(packed(&game, placed, &scores)))
}
