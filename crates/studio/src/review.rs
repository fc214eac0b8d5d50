//! Reviews of tables: the work is the crate `goren_review`'s; here it is shown, stored, and gone on with.

use std::time::{Duration, Instant};

use goren_core::{Point, Position, Stop};
use goren_puzzle::Puzzle;
use goren_review::{
    ATTEMPT_NODES, Attempt, DEFAULT_NODES, Effort, Finding, Judge, Line, Report, Study, attempt, is_lost,
    review as study_line,
};

use crate::chance::{self, for_ms, judge, standing};
use crate::refusal::Refusal;
use crate::wire::{Quality, ReviewView, TableId};

/// How often what was found so far is stored.
const STORED_EVERY: Duration = Duration::from_secs(2);
/// What may be spent on the answers of a puzzle.
const PUZZLE_EFFORT: goren_puzzle::Effort =
    goren_puzzle::Effort { fours: 100_000, threats: 30_000, defence: 60_000, whole: 1_000_000 };
/// A chance that leaves little to lose.
const POOR: f64 = 0.1;
/// Reviews work with so many threads at most: people go on playing meanwhile.
const MOST_THREADS: usize = 4;

/// Reviews a line from where an earlier study of it has stopped, tells pages how far it is, and keeps what it finds.
pub(crate) fn review(
    line: &Line,
    earlier: Study,
    table: &TableId,
    nodes: Option<u64>,
    stop: &Stop,
    tell: &mut dyn FnMut(ReviewView),
    keep: &mut dyn FnMut(Study),
) {
    let threads = Effort::default().threads.min(MOST_THREADS);
    let effort = Effort { nodes: nodes.unwrap_or(DEFAULT_NODES), threads };
    let view = |study: &Study, running| {
        let report = Report::of(line, study);
        ReviewView { id: None, table: table.clone(), running, report }
    };
    let mut stored = Instant::now();
    let study = study_line(line, earlier, effort, stop, &mut |study| {
        tell(view(study, true));
        if stored.elapsed() >= STORED_EVERY {
            keep(study.clone());
            stored = Instant::now();
        }
    });
    // Whoever hears that it is done finds it stored.
    let last = view(&study, false);
    keep(study);
    tell(last);
}

/// Another move in place of the last of a line, which the review found wrong; `None` if it was stopped.
pub(crate) fn tried(
    line: &Line,
    finding: &Finding,
    point: Point,
    stop: &Stop,
) -> Result<Option<Attempt>, Refusal> {
    let (position, played) = before_last(line);
    attempt(&position, finding, played, point, &mut Judge::new(ATTEMPT_NODES), stop).map_err(Refusal::Illegal)
}

/// The position before the last move of a line as a puzzle, with all its answers by proof.
pub(crate) fn own_puzzle(line: &Line, stop: &Stop) -> Result<Puzzle, Refusal> {
    let (position, _) = before_last(line);
    let source = format!("your game, move {}", line.moves.len());
    goren_puzzle::own(&position, &PUZZLE_EFFORT, source, stop).map_err(Refusal::NoPuzzle)
}

/// The position before the last move of a line, and that move.
fn before_last(line: &Line) -> (Position, Option<Point>) {
    let mut position = line.start.clone();
    let mut played = None;
    for &(_, next) in &line.moves {
        if let Some(point) = played {
            position.play(point);
        }
        if position.side() != next.stone {
            position.pass();
        }
        played = next.point;
    }
    (position, played)
}

/// How much the chances of whoever played `point` dropped, and what to call that. Where there was little to lose, it is said:
/// silence would sound like praise.
pub(crate) fn judged(position: &Position, point: Point, ms: u64, stop: &Stop) -> (f64, Quality) {
    let mut engine = judge();
    let before = standing(&mut engine, position, for_ms(ms), stop);
    let mut after = position.clone();
    after.play(point);
    let drop = chance::drop(before.chance, standing(&mut engine, &after, for_ms(ms), stop).chance);
    let word = match chance::quality(drop) {
        Quality::Good if before.chance < POOR && is_lost(position, stop) => Quality::Lost,
        Quality::Good if before.chance < POOR => Quality::Poor,
        word => word,
    };
    (drop, word)
}
