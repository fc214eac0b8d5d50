//! Whether what reviews of games say is so: named moves are put to the solvers again with time, answers to other moves to a
//! longer search.
//!
//! ```sh
//! goren selfplay --games 500 --every --out games.jsonl
//! cargo run --release -p goren --example reviews -- escapes games.jsonl --seconds 20
//! cargo run --release -p goren --example reviews -- attempts games.jsonl --answers 200 --seconds 1
//! ```
//!
//! Prints what does not hold, and how much was asked. Exit: 0 if everything holds, 1 if not.
#![allow(clippy::print_stdout)]

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context;
use clap::{Parser, Subcommand};
use goren_core::{Clock, Limits, Point, Position, Random, Stop};
use goren_engine::{
    Defences, Engine, LineTest, Options, ProveRequest, SearchRequest, Solved, Solver, glance,
};
use goren_proof::{Means, Proof};
use goren_record::{ReadOptions, Record, read};
use goren_review::{
    ATTEMPT_NODES, AttemptVerdict, Effort, INACCURACY, Judge, Line, Report, Study, attempt, drop, review,
};

#[derive(Parser)]
#[command(about = "Checks what reviews say")]
struct Arguments {
    #[command(subcommand)]
    check: Check,
}

#[derive(Subcommand)]
enum Check {
    /// Every move that a review names as an escape, and the loss after it.
    Escapes(Asked),
    /// Answers to moves that are tried in place of mistakes.
    Attempts {
        #[command(flatten)]
        asked: Asked,
        /// How many answers.
        #[arg(long, default_value_t = 200)]
        answers: usize,
    },
}

#[derive(clap::Args)]
struct Asked {
    /// A file of games.
    games: PathBuf,
    /// How many of them.
    #[arg(long, default_value_t = usize::MAX, hide_default_value = true)]
    first: usize,
    /// Seconds for each question.
    #[arg(long, default_value_t = 1.0)]
    seconds: f64,
}

impl Asked {
    fn records(&self) -> anyhow::Result<Vec<Record>> {
        let bytes = fs::read(&self.games).with_context(|| self.games.display().to_string())?;
        let mut records = read(&bytes, &ReadOptions::default()).context("the games")?;
        records.truncate(self.first);
        Ok(records)
    }

    fn time(&self) -> Duration {
        Duration::from_secs_f64(self.seconds)
    }
}

/// What was asked, and what does not hold.
#[derive(Default)]
struct Tally {
    asked: usize,
    false_ones: usize,
    open: usize,
}

impl Tally {
    fn note(&mut self, holds: Option<bool>, what: impl FnOnce() -> String) {
        self.asked += 1;
        match holds {
            Some(true) => {}
            Some(false) => {
                self.false_ones += 1;
                println!("FALSE: {}", what());
            }
            None => {
                self.open += 1;
                println!("not decided in time: {}", what());
            }
        }
    }
}

fn main() -> anyhow::Result<ExitCode> {
    let tally = match Arguments::parse().check {
        Check::Escapes(asked) => escapes(&asked)?,
        Check::Attempts { asked, answers } => attempts(&asked, answers)?,
    };
    println!("{} asked, {} false, {} not decided in time", tally.asked, tally.false_ones, tally.open);
    Ok(ExitCode::from(u8::from(tally.false_ones > 0)))
}

fn escapes(asked: &Asked) -> anyhow::Result<Tally> {
    let mut tally = Tally::default();
    let (mut named, mut open, mut none) = (0, 0, 0);
    for (game, record) in asked.records()?.iter().enumerate() {
        let line = line(record)?;
        let report = reviewed(&line);
        let mut say = |holds, ply: usize, what: String| {
            tally.note(holds, || format!("game {}, move {}: {what}", game + 1, ply + 1));
        };
        for (judged, finding) in report.findings() {
            let position = before(&line, judged.number - 1);
            for &point in &finding.holds {
                say(
                    leaves_no_win(&position, point, asked),
                    judged.number - 1,
                    format!("{point} stops the win"),
                );
            }
        }
        let Some(escape) = &report.last_escape else {
            none += 1;
            continue;
        };
        *(if escape.is_named() { &mut named } else { &mut open }) += 1;
        let ply = escape.number - 1;
        let position = before(&line, ply);
        for &point in &escape.holds {
            say(
                leaves_no_win(&position, point, asked),
                ply,
                format!("after {point} there is no win by threats"),
            );
        }
        for &point in &escape.wins {
            let wins = within(asked.time(), |stop| {
                let request = ProveRequest::by(Means::Threats);
                Solver::default().test_line(&position, &[point], &request, stop, &mut |_| ())
            });
            let wins = match wins {
                LineTest::Wins(_) => Some(true),
                LineTest::Unknown(_) | LineTest::TooLarge => None,
                LineTest::Illegal(_) | LineTest::Fails { .. } => Some(false),
            };
            say(wins, ply, format!("{point} wins"));
        }
        let lists = [&escape.wins, &escape.holds, &escape.undecided];
        let names_played = lists.into_iter().flatten().any(|&point| Some(point) == escape.point);
        say(Some(!names_played), ply, "the move that was played is no escape".to_owned());
        if ply + 2 < line.moves.len() {
            let next = before(&line, ply + 2);
            say(is_lost(&next, line.moves[ply + 2].1.point, asked), ply + 2, "every move loses".to_owned());
        }
    }
    println!("{named} last escapes with a named move, {open} without, {none} games have none");
    Ok(tally)
}

fn attempts(asked: &Asked, answers: usize) -> anyhow::Result<Tally> {
    let mut tally = Tally::default();
    let mut random = Random::new(1);
    let mut judge = Judge::new(ATTEMPT_NODES);
    let mut engine = Engine::new(Options { memory: 64 << 20, ..Options::default() });
    let clock = Clock { turn: Some(asked.time()), ..Clock::default() };
    let request = SearchRequest { limits: Limits { clock, ..Limits::default() }, ..SearchRequest::default() };
    let mut chance = |position: &Position, point: Point| {
        let mut after = position.clone();
        after.play(point);
        engine.clear();
        let found = engine.search(&after, &request, &Stop::default(), &mut |_| {});
        found.lines.first().map_or(0.5, |line| 1.0 - line.score.chance())
    };
    for (game, record) in asked.records()?.iter().enumerate() {
        let line = line(record)?;
        let report = reviewed(&line);
        for (judged, finding) in report.findings() {
            let (Some(best), Some(played)) = (finding.best, judged.point) else { continue };
            let position = before(&line, judged.number - 1);
            let mut points: Vec<Point> = position.legal_moves().collect();
            random.shuffle(&mut points);
            points.truncate(1);
            // Beside any move, the one that looks best at first sight of those that are neither.
            let likely = glance(&position).map_or_else(Vec::new, |glance| glance.policy);
            points.extend(likely.iter().map(|each| each.0).find(|&point| point != best && point != played));
            for point in points.into_iter().filter(|&point| point != played) {
                if tally.asked >= answers {
                    return Ok(tally);
                }
                let stop = Stop::default();
                let tried = attempt(&position, finding, Some(played), point, &mut judge, &mut |_| (), &stop)?;
                let Some(tried) = tried else { continue };
                let own = chance(&position, point);
                let better = if finding.missed.is_some() { 1.0 } else { chance(&position, best) };
                let before = chance(&position, played);
                // As far apart as the answer's words say, with as much doubt on top.
                let about = |one: f64, other: f64| drop(one, other).max(drop(other, one)) < 2.0 * INACCURACY;
                let holds = match tried.verdict {
                    AttemptVerdict::Wins => own > 0.9,
                    AttemptVerdict::Loses => own < 0.1,
                    AttemptVerdict::Holds | AttemptVerdict::Good => about(own, better) || own > better,
                    AttemptVerdict::Weaker => own > before && drop(own, better) < INACCURACY,
                    AttemptVerdict::Alike => drop(own, better) < INACCURACY && about(own, before),
                    AttemptVerdict::Worse => own < before,
                    AttemptVerdict::Same => false,
                };
                tally.note(Some(holds), || {
                    format!(
                        "game {}, move {}: {point} is {:?} ({:.2}, {played} {:?}, {best} {:.2}); a search says {own:.2}, {before:.2}, {better:.2}",
                        game + 1, judged.number, tried.verdict, tried.chance, tried.played, tried.better,
                    )
                });
            }
        }
    }
    Ok(tally)
}

fn reviewed(line: &Line) -> Report {
    let study = review(line, Study::default(), Effort::default(), &Stop::default(), &mut |_| {});
    Report::of(line, &study)
}

/// The main line of a game, from the last set-up on.
fn line(record: &Record) -> anyhow::Result<Line> {
    let path: Vec<_> = record.tree.main_line().collect();
    let first = path.iter().rposition(|&id| record.tree.node(id).played.is_none()).unwrap_or(0);
    let moves = path[first + 1..].iter().filter_map(|&id| Some((id, record.tree.node(id).played?)));
    Ok(Line { start: record.position_at(path[first])?, moves: moves.collect() })
}

/// The position before a move, counted from 0.
fn before(line: &Line, ply: usize) -> Position {
    let mut position = line.start.clone();
    for (_, played) in &line.moves[..ply] {
        match played.point {
            Some(point) => position.play(point),
            None => position.pass(),
        }
    }
    position
}

/// Whether the other side has no win by fours or threats after a move, and the engine announces none in a third of the time; `None` if
/// the time was too short.
fn leaves_no_win(position: &Position, point: Point, asked: &Asked) -> Option<bool> {
    let mut after = position.clone();
    after.play(point);
    if after.winner().is_some() {
        return Some(true);
    }
    let mut is_open = false;
    for means in [Means::Fours, Means::Threats] {
        let solve =
            |stop: &Stop| Solver::default().solve(&after, &ProveRequest::by(means), stop, &mut |_| ());
        match within(asked.time(), solve) {
            Solved::Win(_) => return Some(false),
            Solved::NoWin => {}
            Solved::Unknown => is_open = true,
        }
    }
    let mut engine = Engine::new(Options { memory: 64 << 20, ..Options::default() });
    let clock = Clock { turn: Some(asked.time() / 3), ..Clock::default() };
    let request = SearchRequest { limits: Limits { clock, ..Limits::default() }, ..SearchRequest::default() };
    let found = engine.search(&after, &request, &Stop::default(), &mut |_| {});
    if found.lines.first().is_some_and(|line| line.score.plies_to_win().is_some()) {
        return Some(false);
    }
    (!is_open).then_some(true)
}

/// Whether every move loses by a proof that holds, but the one that was played, which lost by what followed; `None` if the time
/// was too short.
fn is_lost(position: &Position, played: Option<Point>, asked: &Asked) -> Option<bool> {
    let request = ProveRequest::by(Means::Threats);
    let defences = |stop: &Stop| Solver::default().defences(position, &request, stop, &mut |_| ());
    match within(asked.time(), defences) {
        Defences::Moves { saves, losses, unknown } => {
            let is_other = |point: &&Point| Some(**point) != played;
            if saves.iter().any(|point| is_other(&point)) {
                return Some(false);
            }
            if unknown.iter().any(|point| is_other(&point)) {
                return None;
            }
            let named = saves.into_iter().chain(unknown).collect();
            Some(Proof::of_defence(position, named, Means::Threats, &losses).is_ok())
        }
        Defences::NoThreat => Some(false),
        Defences::Unknown => None,
    }
}

/// Asks with a stop that is raised when the time is over.
fn within<T>(time: Duration, ask: impl FnOnce(&Stop) -> T) -> T {
    let (stop, end) = (Stop::default(), Instant::now() + time);
    let (raised, done) = (stop.clone(), Stop::default());
    thread::scope(|scope| {
        let is_done = done.clone();
        let alarm = scope.spawn(move || {
            while !is_done.is_raised() && Instant::now() < end {
                thread::park_timeout(end.saturating_duration_since(Instant::now()));
            }
            raised.raise();
        });
        let answer = ask(&stop);
        done.raise();
        alarm.thread().unpark();
        answer
    })
}
