//! `goren book`: opening books for matches.

use std::collections::{BTreeMap, HashSet};
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::Duration;

use anyhow::bail;
use clap::{Args, Subcommand, value_parser};
use goren_core::{
    Game, Limits, Point, Position, Random, Referee, Reply, Rule, Score, Size, Step, Stone, Stop, Terms,
};
use goren_engine::{Engine, Options, SearchRequest};

use crate::convert::save;
use crate::random::spaced_stream;
use crate::terminal::ProgressLine;

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
struct Attempts {
    next: usize,
    /// By number, so that the book does not depend on thread timing.
    done: BTreeMap<usize, Option<Position>>,
    is_over: bool,
}

impl Attempts {
    /// The distinct openings of the attempts before the first unfinished one.
    fn book(&self) -> Vec<&Position> {
        let mut seen = HashSet::new();
        let finished = self.done.iter().enumerate().take_while(|&(i, (&number, _))| i == number);
        let openings = finished.filter_map(|(_, (_, opening))| opening.as_ref());
        openings.filter(|opening| seen.insert(opening.canonical().0)).collect()
    }
}

impl Make {
    fn run(self) -> anyhow::Result<()> {
        let wanted = self.count as usize;
        let attempts = Mutex::new(Attempts::default());
        let line = Mutex::new(ProgressLine::new());
        let progress = || line.lock().expect("drawing a line does not panic");
        let locked = || attempts.lock().expect("no thread panics while it holds this");
        std::thread::scope(|scope| {
            for _ in 0..self.concurrency {
                scope.spawn(|| {
                    let mut engine = Engine::new(Options { memory: 16 << 20, ..Options::default() });
                    loop {
                        let number = {
                            let mut attempts = locked();
                            if attempts.is_over {
                                return;
                            }
                            attempts.next += 1;
                            attempts.next - 1
                        };
                        let opening = self.attempt(number, &mut engine);
                        let mut attempts = locked();
                        attempts.done.insert(number, opening);
                        let found = attempts.book().len();
                        attempts.is_over |= found >= wanted || found == 0 && attempts.done.len() >= PATIENCE;
                        progress()
                            .show(|| format!("{found} of {wanted} openings, {} tried", attempts.done.len()));
                    }
                });
            }
        });
        progress().clear();
        let attempts = locked();
        let book = attempts.book();
        if book.is_empty() {
            bail!("no balanced opening was found in {PATIENCE} attempts; a wider --margin may help");
        }
        let mut text = String::new();
        for opening in book.into_iter().take(wanted) {
            let moves = opening.history().iter().filter_map(|played| played.point);
            moves.for_each(|point| text.push_str(&point.to_string()));
            text.push('\n');
        }
        match &self.out {
            Some(path) => save(path, text.as_bytes(), true),
            None => Ok(io::stdout().write_all(text.as_bytes())?),
        }
    }

    /// An opening from the random stones that a number determines, if it is balanced.
    fn attempt(&self, number: usize, engine: &mut Engine) -> Option<Position> {
        let mut random = spaced_stream(self.seed, number as u64);
        let mut position = scatter(self.rule, self.size, &mut random)?;
        engine.clear();
        let stop = Stop::default();
        let pair = engine.balance(&position, 2, Score::EVEN, &Limits::default(), &stop);
        if pair.len() < 2 {
            return None;
        }
        pair.into_iter().for_each(|point| position.play(point));
        let limits = Limits { nodes: Some(self.nodes), ..Limits::default() };
        let request = SearchRequest { limits, ..SearchRequest::default() };
        let score = engine.search(&position, &request, &stop, &mut |_| {}).score();
        (score.0.abs() <= self.margin && self.is_confirmed(&position, engine)).then_some(position)
    }

    /// Whether both sides score at least a third in games from here.
    fn is_confirmed(&self, position: &Position, engine: &mut Engine) -> bool {
        let mut points = [0; 2];
        let enough = 2 * self.games / 3;
        for number in 0..self.games {
            engine.clear();
            // Different node limits give different games.
            let nodes = self.game_nodes + self.game_nodes * u64::from(number) / 8;
            match winner(position, nodes, engine) {
                Some(stone) => points[stone as usize] += 2,
                None => points.iter_mut().for_each(|points| *points += 1),
            }
            let left = 2 * (self.games - number - 1);
            if points.iter().any(|points| points + left < enough) {
                return false;
            }
        }
        true
    }
}

/// One to four stones near the centre, each near another.
fn scatter(rule: Rule, size: Size, random: &mut Random) -> Option<Position> {
    let mut position = Position::new(rule, size);
    let wanted = 1 + random.below(4);
    while position.history().len() < wanted {
        let stones: Vec<Point> = position.history().iter().filter_map(|played| played.point).collect();
        let fits = |&point: &Point| {
            point.distance(size.centre()) <= size.side() / 4
                && (stones.is_empty() || stones.iter().any(|&stone| stone.distance(point) <= 3))
        };
        let choices: Vec<Point> = position.legal_moves().filter(fits).collect();
        if choices.is_empty() {
            return None;
        }
        position.play(choices[random.below(choices.len())]);
    }
    Some(position)
}

/// Who wins when the engine plays both sides.
fn winner(position: &Position, nodes: u64, engine: &mut Engine) -> Option<Stone> {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let request = SearchRequest { limits, ..SearchRequest::default() };
    let mut decided = None;
    let mut referee = Referee::new(Game::from_position(position.clone()), Terms::default());
    let result = referee.conduct(|referee, _| {
        let position = referee.game().position();
        let found = engine.search(position, &request, &Stop::default(), &mut |_| {});
        let score = found.score();
        // A forced win is not played out.
        if score.is_decided() {
            decided = Some(if score > Score::EVEN { position.side() } else { !position.side() });
            return Reply::Stop;
        }
        let step = Step::Place(found.best().expect("a game in progress has a legal move"));
        Reply::Step { step, time: Duration::ZERO, score: Some(score) }
    });
    decided.or(result.and_then(|result| result.winner))
}
