//! `goren book`: opening books for matches.

pub(crate) mod recipe;

use std::collections::{BTreeMap, HashSet};
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Mutex;

use anyhow::bail;
use clap::{Args, Subcommand, value_parser};
use goren_core::{Position, Rule, Size, Stop};

use crate::convert::save;
use crate::terminal::ProgressLine;
use recipe::Recipe;

/// Arguments of `goren book`.
#[derive(Args)]
pub(crate) struct Book {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Generate a book of balanced openings.
    Make(Make),
}

impl Book {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        match self.command {
            Command::Make(make) => make.run(),
        }
    }
}

/// Arguments of `goren book make`.
#[derive(Args)]
#[command(after_help = "\
An opening is a few random stones near the centre and two more that make it nearly even. It is kept if a longer search
finds it even too and if games from it, each with a different number of positions searched, are won by both sides or
drawn. No two openings are equal under a symmetry. The same seed gives the same book, whatever the concurrency.

Example:
  goren book make --rule renju --count 200 --concurrency 8 --out renju-15.txt")]
struct Make {
    /// The rule.
    #[arg(long, default_value_t = Rule::Freestyle)]
    rule: Rule,
    /// The board's size.
    #[arg(long, default_value_t = Size::DEFAULT)]
    size: Size,
    /// The number of openings.
    #[arg(long, default_value_t = 200, value_parser = value_parser!(u32).range(1..=100_000))]
    count: u32,
    /// The number of positions to search when judging the balance of an opening.
    #[arg(long, default_value_t = 50_000)]
    nodes: u64,
    /// The maximum score of an opening for either side, in points.
    #[arg(long, default_value_t = 60)]
    margin: i32,
    /// Games played from each opening to confirm it; each side must score at least a third.
    #[arg(long, default_value_t = 8)]
    games: u32,
    /// The number of positions to search for each move of these games.
    #[arg(long, default_value_t = 3000)]
    game_nodes: u64,
    /// The number of openings examined concurrently.
    #[arg(long, default_value_t = 1, value_parser = value_parser!(u16).range(1..=512))]
    concurrency: u16,
    /// The seed of the random stones.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The file to write, one opening per line; standard output if omitted.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// The number of attempts without a single opening after which the search is abandoned.
const PATIENCE: usize = 400;

/// The attempts so far.
#[derive(Default)]
pub(crate) struct Attempts {
    next: usize,
    /// Results of attempts before which one is missing: by number, so that the book does not depend on timing.
    waiting: BTreeMap<usize, Option<Position>>,
    /// The number of attempts before the first unfinished one.
    finished: usize,
    /// Their distinct openings.
    book: Vec<Position>,
    seen: HashSet<u64>,
}

impl Attempts {
    /// Records the result of an attempt.
    fn enter(&mut self, number: usize, opening: Option<Position>) {
        self.waiting.insert(number, opening);
        while let Some(opening) = self.waiting.remove(&self.finished) {
            self.finished += 1;
            self.book.extend(opening.filter(|opening| self.seen.insert(opening.canonical().0)));
        }
    }

    /// Whether there are enough openings, or no hope of any.
    fn is_over(&self, wanted: usize) -> bool {
        self.book.len() >= wanted || self.book.is_empty() && self.finished >= PATIENCE
    }

    fn describe(&self, wanted: usize) -> String {
        format!("{} of {wanted} openings, {} tried", self.book.len(), self.finished + self.waiting.len())
    }
}

impl Make {
    fn run(self) -> anyhow::Result<()> {
        let wanted = self.count as usize;
        let recipe = Recipe {
            rule: self.rule,
            size: self.size,
            nodes: self.nodes,
            margin: self.margin,
            games: self.games,
            game_nodes: self.game_nodes,
            seed: self.seed,
        };
        let attempts = self.attempt_here(&recipe);
        if attempts.book.is_empty() {
            bail!("no balanced opening was found in {PATIENCE} attempts; a wider --margin may help");
        }
        let mut text = String::new();
        for opening in attempts.book.iter().take(wanted) {
            let moves = opening.history().iter().filter_map(|played| played.point);
            moves.for_each(|point| text.push_str(&point.to_string()));
            text.push('\n');
        }
        match &self.out {
            Some(path) => save(path, text.as_bytes(), true),
            None => Ok(io::stdout().write_all(text.as_bytes())?),
        }
    }

    /// All attempts, in this process.
    fn attempt_here(&self, recipe: &Recipe) -> Attempts {
        let wanted = self.count as usize;
        let attempts = Mutex::new(Attempts::default());
        let line = Mutex::new(ProgressLine::new());
        let progress = || line.lock().expect("drawing a line does not panic");
        let locked = || attempts.lock().expect("no thread panics while it holds this");
        std::thread::scope(|scope| {
            for _ in 0..self.concurrency {
                scope.spawn(|| {
                    let mut engine = Recipe::engine();
                    loop {
                        let number = {
                            let mut attempts = locked();
                            if attempts.is_over(wanted) {
                                return;
                            }
                            attempts.next += 1;
                            attempts.next - 1
                        };
                        let opening = recipe.attempt(number, &mut engine, &Stop::default());
                        let mut attempts = locked();
                        attempts.enter(number, opening);
                        progress().show(|| attempts.describe(wanted));
                    }
                });
            }
        });
        progress().clear();
        attempts.into_inner().expect("no thread panics while it holds this")
    }
}
