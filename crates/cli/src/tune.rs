//! `goren tune`: fitting the evaluation to games.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::{Context, bail};
use clap::{Args, value_parser};
use goren_core::{Point, Position, Rule, Score, Stop};
use goren_engine::Tuner;
use goren_record::{ReadOptions, read};
use serde_json::Value;

use crate::convert::{expect_free, save};
use crate::input::{MAX_GAMES_BYTES, read_file};
use crate::signals::{expect_no_signal, on_signal};
use crate::terminal::count;

/// Arguments of `goren tune`.
#[derive(Args)]
#[command(after_help = "\
Example:
  goren selfplay --games 20000 --rule renju --nodes 3000 --out renju.jsonl
  goren tune --rule renju renju.jsonl --out renju.bin")]
pub(crate) struct Tune {
    /// Files of games; those of other rules are skipped.
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// The rule to fit.
    #[arg(long)]
    rule: Rule,
    /// The file of weights to write.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Replace the file if it exists.
    #[arg(long)]
    force: bool,
    /// Rounds over all positions.
    #[arg(long, default_value_t = 12, value_parser = value_parser!(u16).range(1..=1000))]
    rounds: u16,
    /// The number of moves to skip at the beginning of each game.
    #[arg(long, default_value_t = 6)]
    skip: usize,
}

impl Tune {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        expect_free(&self.out, self.force)?;
        let mut out = io::stdout();
        let mut tuner = Tuner::new(self.rule);
        let mut games = 0_usize;
        for file in &self.games {
            let name = || file.display().to_string();
            let bytes = read_file(file, MAX_GAMES_BYTES)?;
            let scores = scores(&bytes);
            for (i, record) in read(&bytes, &ReadOptions::default()).with_context(name)?.iter().enumerate() {
                if record.rule != self.rule {
                    continue;
                }
                let start =
                    Position::with_traps(record.rule, record.size, &record.traps).with_context(name)?;
                let moves: Vec<Point> = record.moves().filter_map(|played| played.point).collect();
                let scores = scores.get(i).map_or(&[][..], Vec::as_slice);
                tuner.add_game(&start, &moves, scores, self.skip);
                games += 1;
            }
        }
        if tuner.is_empty() {
            bail!("expected games of {}, got none", self.rule);
        }
        writeln!(out, "{} of {}", count(tuner.len(), "position"), count(games, "game"))?;
        let stop = Stop::default();
        let raised = stop.clone();
        on_signal(move |_| raised.raise())?;
        let weights = tuner.fit(self.rounds.into(), &stop, &mut |progress| {
            let _ = writeln!(
                out,
                "round {:>3}: loss {:.5}, validation loss {:.5}",
                progress.round, progress.training, progress.validation
            );
        });
        save(&self.out, &weights, self.force)?;
        expect_no_signal(&format!("the weights until then are in {}", self.out.display()))
    }
}

/// The scores that `goren selfplay` writes beside the moves of each game; nothing for other files.
pub(crate) fn scores(bytes: &[u8]) -> Vec<Vec<Option<Score>>> {
    let score = |value: &Value| value.as_i64().map(|score| Score(score as i32));
    let of_game = |line: &[u8]| {
        let game: Option<Value> = serde_json::from_slice(line).ok();
        let list = game.as_ref().and_then(|game| game["scores"].as_array());
        list.map(|list| list.iter().map(score).collect()).unwrap_or_default()
    };
    bytes.split(|&byte| byte == b'\n').filter(|line| !line.is_empty()).map(of_game).collect()
}
