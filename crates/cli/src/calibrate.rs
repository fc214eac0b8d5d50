//! `goren calibrate`: how strong the levels and the classic programs are, measured.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Context;
use clap::{Args, value_parser};
use goren_arena::{Anchor, Book, Budget, Parser, Plan, RunOutcome, System};
use goren_core::Rule;
use serde_json::json;

use crate::agent::kinds;
use crate::arena::Running;
use crate::convert::{expect_free, save};

/// Arguments of `goren calibrate`.
#[derive(Args)]
#[command(after_help = "\
The levels and the classic programs are listed by strength, and each meets those up to --reach places away, in pairs of games from the included book. Their \
ratings are fitted together, level 1 at zero. Nothing depends on how fast or busy the machine is.

Examples:
  goren calibrate --pairs 40 --concurrency 8 --table ratings.json
  goren calibrate --pairs 400 --nats nats://10.0.0.1:4222 --table ratings.json")]
pub(crate) struct Calibrate {
    /// Pairs of games for each encounter.
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = value_parser!(u32).range(1..))]
    pairs: u32,
    /// The maximum distance in the list between players who meet.
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = value_parser!(u16).range(1..))]
    reach: u16,
    /// The number of positions to search for each move; only level 10 searches all of them.
    #[arg(long, default_value_t = 300_000, value_parser = value_parser!(u64).range(1..))]
    nodes: u64,
    /// The seed of the order of the openings and the choices of the lower levels.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Also write the ratings to this file, as JSON.
    #[arg(long, value_name = "FILE")]
    table: Option<PathBuf>,
    /// Replace the file if it exists.
    #[arg(long, requires = "table")]
    force: bool,
    #[command(flatten)]
    running: Running,
}

/// The players, roughly from weak to strong, so that neighbours are close in strength.
const FIELD: [&str; 15] = [
    "goren:level=1",
    "goren:level=2",
    "trapper",
    "goren:level=3",
    "boundary",
    "automaton",
    "sequences",
    "masked",
    "goren:level=4",
    "goren:level=5",
    "goren:level=6",
    "goren:level=7",
    "goren:level=8",
    "goren:level=9",
    "goren:level=10",
];

impl Calibrate {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        if let Some(path) = &self.table {
            expect_free(path, self.force)?;
        }
        if self.running.resume.is_some() {
            let outcome = self.running.resume()?;
            return self.print(&outcome);
        }
        let parser = Parser { kinds: kinds(), ..Parser::default() };
        let contestants = FIELD.iter().map(|text| parser.parse(text));
        let mut plan = Plan {
            system: System::Ladder { reach: self.reach.into() },
            pairs: self.pairs as usize,
            budget: Budget { nodes: Some(self.nodes), ..Budget::default() },
            seed: self.seed,
            ..Plan::new(contestants.collect::<Result<_, _>>()?)
        };
        plan.board.rule = Rule::Freestyle;
        plan.book = match Book::included_for(&plan.board) {
            Some(book) => book,
            None => Book::random(plan.pairs, self.seed, &plan.board).context("no book")?,
        };
        let outcome = self.running.run(&plan, "calibration")?;
        self.print(&outcome)
    }

    /// The ratings as a table for a document, and as a file.
    fn print(&self, outcome: &RunOutcome) -> anyhow::Result<()> {
        let standings = &outcome.status.standings;
        let ratings = standings.ratings(Anchor::Player { player: 0, rating: 0.0 });
        let mut text =
            String::from("| player | Elo | ± | games | score |\n| --- | ---: | ---: | ---: | ---: |\n");
        let mut players = Vec::new();
        for (place, row) in standings.rows().iter().enumerate() {
            let total = row.total();
            let score = 100.0 * total.score().unwrap_or_default();
            match ratings.rating(place) {
                Some(rating) => {
                    let (value, error) = (rating.value.round(), rating.error().round());
                    writeln!(
                        text,
                        "| {} | {value} | {error} | {} | {score:.0} % |",
                        row.name,
                        total.games()
                    )?;
                    players.push(json!({
                        "player": row.name, "elo": value, "error": error, "games": total.games(),
                    }));
                }
                None => writeln!(text, "| {} | | | 0 | |", row.name)?,
            }
        }
        io::stdout().write_all(text.as_bytes())?;
        match &self.table {
            Some(path) => {
                let table = json!({ "nodes": self.nodes, "players": players });
                save(path, format!("{table:#}\n").as_bytes(), self.force)
            }
            None => Ok(()),
        }
    }
}
