//! `goren book`: opening books for matches.

pub(crate) mod recipe;

use std::collections::{BTreeMap, HashSet};
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::SystemTime;

use anyhow::{Context, bail};
use clap::{Args, Subcommand, value_parser};
use goren_arena::Control;
use goren_core::{Point, Position, Rule, Size, Stop};
use goren_fleet::Needs;
use serde_json::Value;

use crate::convert::{expect_free, save};
use crate::nats::Spread;
use crate::remote::{Collector, OPENINGS, Remote, perform};
use crate::signals::{end_games_on_signal, expect_no_signal, on_signal};
use crate::terminal::ProgressLine;
use crate::worker::machine_name;
use recipe::{Recipe, points_text};

/// Arguments of `goren book`.
#[derive(Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "\
An opening is a few random stones near the centre and two more that make it nearly even. It is kept if a longer search \
finds it even too and if games from it, each with a different number of positions searched, are won by both sides or \
drawn. No two openings are equal under a symmetry. The same seed gives the same book, whatever the concurrency, and with \
--nats too, which lets the workers of a fleet look for openings (see `goren worker`).

Examples:
  goren book --rule renju --count 200 --concurrency 8 --out renju-15.txt
  goren book --rule renju --count 5000 --nats nats://10.0.0.1:4222 --out renju-15.txt"
)]
pub(crate) struct Book {
    #[command(subcommand)]
    old: Option<Old>,
    #[command(flatten)]
    make: Make,
}

/// How it was written before there was nothing else to do with a book.
#[derive(Subcommand)]
enum Old {
    #[command(hide = true)]
    Make(Make),
}

impl Book {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        match self.old {
            Some(Old::Make(make)) => make.run(),
            None => self.make.run(),
        }
    }
}

/// How to make a book.
#[derive(Args)]
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
    /// The number of openings examined concurrently [default: 1].
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=512), conflicts_with = "nats")]
    concurrency: Option<u16>,
    /// The seed of the random stones.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The file to write, one opening per line; standard output if omitted.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Replace the file if it exists.
    #[arg(long, requires = "out")]
    force: bool,
    #[command(flatten)]
    spread: Spread,
}

/// The number of attempts without a single opening after which the search is abandoned.
const MAX_FAILED_ATTEMPTS: usize = 400;

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
        self.book.len() >= wanted || self.book.is_empty() && self.finished >= MAX_FAILED_ATTEMPTS
    }

    fn describe(&self, wanted: usize) -> String {
        format!("{} of {wanted} openings, {} tried", self.book.len(), self.finished + self.waiting.len())
    }
}

impl Make {
    fn run(self) -> anyhow::Result<()> {
        if let Some(path) = &self.out {
            expect_free(path, self.force)?;
        }
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
        let attempts = match self.spread.address()? {
            Some(address) if self.concurrency.is_none() => {
                let remote = Remote::connect(&self.spread, address)?;
                self.attempt_elsewhere(&recipe, &remote)?
            }
            _ => self.attempt_here(&recipe)?,
        };
        let found = attempts.book.len().min(wanted);
        if found == 0 {
            expect_no_signal(&attempts.describe(wanted))?;
            bail!(
                "no balanced opening was found in {MAX_FAILED_ATTEMPTS} attempts; a wider --margin may help"
            );
        }
        let mut text = String::new();
        for opening in attempts.book.iter().take(wanted) {
            text.push_str(&points_text(opening));
            text.push('\n');
        }
        match &self.out {
            Some(path) => save(path, text.as_bytes(), self.force)?,
            None => io::stdout().write_all(text.as_bytes())?,
        }
        if found < wanted {
            expect_no_signal(&format!("{found} of {wanted} openings are written"))
        } else {
            Ok(())
        }
    }

    /// All attempts, in this process, until they are stopped.
    fn attempt_here(&self, recipe: &Recipe) -> anyhow::Result<Attempts> {
        let stop = Stop::default();
        let raised = stop.clone();
        on_signal(move |_| raised.raise())?;
        let wanted = self.count as usize;
        let attempts = Mutex::new(Attempts::default());
        let line = Mutex::new(ProgressLine::new());
        let progress = || line.lock().expect("drawing a line does not panic");
        let locked = || attempts.lock().expect("no thread panics while it holds this");
        std::thread::scope(|scope| {
            for _ in 0..self.concurrency.unwrap_or(1) {
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
                        let opening = recipe.attempt(number, &mut engine, &stop);
                        if stop.is_raised() {
                            return;
                        }
                        let mut attempts = locked();
                        attempts.enter(number, opening);
                        progress().show(|| attempts.describe(wanted));
                    }
                });
            }
        });
        progress().clear();
        Ok(attempts.into_inner().expect("no thread panics while it holds this"))
    }

    /// All attempts, by a fleet.
    fn attempt_elsewhere(&self, recipe: &Recipe, remote: &Remote) -> anyhow::Result<Attempts> {
        let wanted = self.count as usize;
        let common = serde_json::to_value(recipe)?;
        let place = match &self.out {
            Some(path) => format!("{}\n{}", machine_name(), std::path::absolute(path)?.display()),
            // Nobody can tell whether it is the same book.
            None => format!("{}\n{:?}", std::process::id(), SystemTime::now()),
        };
        let identity = format!("{OPENINGS}\n{common}\n{place}");
        let title = format!("{wanted} openings, {} {}", self.rule, self.size);
        let needs = Needs { threads: 1, memory: recipe::MEMORY_BYTES as u64, ..Needs::default() };
        let announcement =
            remote.announcement(identity.as_bytes(), (OPENINGS, title), common, needs, false)?;
        let control = Control::default();
        end_games_on_signal(&control)?;
        let mut openings =
            Openings { recipe, wanted, attempts: Attempts::default(), progress: ProgressLine::new(), end: 0 };
        let done = perform(remote, announcement, 0..u64::MAX, &control, || true, &mut openings);
        openings.progress.clear();
        done?;
        Ok(openings.attempts)
    }
}

/// The openings that a fleet finds.
struct Openings<'a> {
    recipe: &'a Recipe,
    wanted: usize,
    attempts: Attempts,
    progress: ProgressLine,
    /// The attempts up to here have been answered, or are waited for.
    end: u64,
}

impl Collector for Openings<'_> {
    type Item = Option<Position>;

    fn check(&self, number: u64, answer: &Value) -> anyhow::Result<Option<Position>> {
        let mut text = answer.as_str().context("expected a text")?;
        if text.is_empty() {
            return Ok(None);
        }
        let mut points = Vec::new();
        while !text.is_empty() {
            let (point, rest) = Point::split_first(text)?;
            points.push(point);
            text = rest;
        }
        self.recipe.check(usize::try_from(number)?, &points).map(Some)
    }

    fn enter(&mut self, number: u64, opening: Option<Position>) -> anyhow::Result<()> {
        self.attempts.enter(usize::try_from(number)?, opening);
        self.end = self.end.max(number + 1);
        self.progress.show(|| self.attempts.describe(self.wanted));
        Ok(())
    }

    /// A book is made from the beginning each time: there is nothing to keep.
    fn secure(&mut self) -> anyhow::Result<u64> {
        Ok(self.end)
    }

    fn is_over(&self) -> bool {
        self.attempts.is_over(self.wanted)
    }

    fn describe(&self) -> String {
        self.attempts.describe(self.wanted)
    }
}
