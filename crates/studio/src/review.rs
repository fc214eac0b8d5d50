//! A whole game judged move by move, in words.

use goren_core::{PlayedMove, Point, Position, Stop};
use goren_engine::{Solved, solve_vcf, solve_vct};

use crate::chance::{self, Standing, judge, of_black, quality, standing};
use crate::outbox::Outbox;
use crate::wire::{MoveReview, ReviewView, TableId};

const DEFAULT_MS: u64 = 200;
const MOST_MS: u64 = 60_000;
/// Positions in which the reason of a mistake is looked for.
const FOUR_NODES: u64 = 50_000;
const THREAT_NODES: u64 = 20_000;

/// A line of a game: where it begins, and each move with its node.
pub(crate) struct Line {
    /// The position before the first move.
    pub(crate) start: Position,
    /// The moves.
    pub(crate) moves: Vec<(usize, PlayedMove)>,
}

/// Judges every move of a line and tells the page after each.
pub(crate) fn review(
    line: &Line,
    table: &TableId,
    ms: Option<u64>,
    id: Option<u64>,
    stop: &Stop,
    outbox: &Outbox,
) {
    let ms = ms.unwrap_or(DEFAULT_MS).clamp(10, MOST_MS);
    let mut engine = judge();
    let mut position = line.start.clone();
    let mut before = standing(&mut engine, &position, ms, stop);
    let mut view = ReviewView {
        id,
        table: table.clone(),
        running: true,
        of: line.moves.len(),
        start: of_black(before.chance, position.side()),
        moves: Vec::new(),
    };
    for (i, &(node, played)) in line.moves.iter().enumerate() {
        if stop.is_raised() {
            break;
        }
        let Some(after) = entered(&position, played) else { break };
        let now = standing(&mut engine, &after, ms, stop);
        view.moves.push(judged(&position, &before, &after, &now, played.point, node, i + 1, stop));
        (position, before) = (after, now);
        outbox.review(view.clone());
    }
    view.running = false;
    outbox.review(view);
}

/// How much the chances of whoever played `point` dropped.
pub(crate) fn drop_of(position: &Position, point: Point, ms: u64, stop: &Stop) -> f64 {
    let mut engine = judge();
    let before = standing(&mut engine, position, ms, stop);
    let mut after = position.clone();
    after.play(point);
    chance::drop(before.chance, standing(&mut engine, &after, ms, stop).chance)
}

fn entered(position: &Position, played: PlayedMove) -> Option<Position> {
    let mut after = position.clone();
    if after.side() != played.stone {
        after.pass();
    }
    match played.point {
        Some(point) if after.is_empty(point) => after.play(point),
        Some(_) => return None,
        None => after.pass(),
    }
    Some(after)
}

#[expect(clippy::too_many_arguments, reason = "a move is judged by what was before and after it")]
fn judged(
    position: &Position,
    before: &Standing,
    after: &Position,
    now: &Standing,
    point: Option<Point>,
    node: usize,
    number: usize,
    stop: &Stop,
) -> MoveReview {
    let best = before.line.first().copied().filter(|&best| Some(best) != point);
    // Whoever plays what the search would have played has not erred, whatever the next search sees.
    let drop = if best.is_some() { chance::drop(before.chance, now.chance) } else { 0.0 };
    let text = match best {
        Some(best) if drop >= 0.1 => sentence(position, before, after, best, number, stop),
        _ => String::new(),
    };
    MoveReview {
        node,
        number,
        black: of_black(now.chance, after.side()),
        drop,
        word: quality(drop),
        best: best.filter(|_| drop >= 0.1),
        line: if drop >= 0.1 { before.line.clone() } else { Vec::new() },
        text,
    }
}

/// What went wrong with a move. A win that has a name was proved by a solver, anything else is the search's opinion.
fn sentence(
    position: &Position,
    before: &Standing,
    after: &Position,
    best: Point,
    number: usize,
    stop: &Stop,
) -> String {
    if let Some((kind, moves, _)) = forced(after, stop) {
        return format!("move {number} allowed a win by {kind} in {moves}; the search prefers {best}");
    }
    if before.chance >= 1.0 {
        return match forced(position, stop) {
            Some((kind, moves, first)) => {
                format!("move {number} missed a win by {kind} in {moves}, which began at {first}")
            }
            None => format!("move {number} missed a win that the search had found, beginning at {best}"),
        };
    }
    format!("move {number} was worse than {best}")
}

/// A forced win of the side to move that a solver proves: by what, in how many moves, and the first of them.
fn forced(position: &Position, stop: &Stop) -> Option<(&'static str, usize, Point)> {
    let (kind, line) = match solve_vcf(position, Some(FOUR_NODES), stop).solved {
        Solved::Win(line) => ("fours", line),
        _ => match solve_vct(position, Some(THREAT_NODES), stop).solved {
            Solved::Win(line) => ("threats", line),
            _ => return None,
        },
    };
    Some((kind, line.len().div_ceil(2), *line.first()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use goren_core::{Rule, Size, Stone};

    /// Judges a line of alternating moves.
    fn reviewed(names: &[&str]) -> ReviewView {
        let moves = names.iter().zip(Stone::BOTH.into_iter().cycle()).enumerate();
        let moves =
            moves.map(|(i, (name, stone))| (i + 1, PlayedMove { stone, point: Some(name.parse().unwrap()) }));
        let line = Line { start: Position::new(Rule::Freestyle, Size::DEFAULT), moves: moves.collect() };
        let outbox = Outbox::default();
        review(&line, &"x".to_owned(), Some(60), Some(7), &Stop::default(), &outbox);
        outbox.take().review.unwrap()
    }

    #[test]
    fn a_missed_block_is_a_blunder_said_in_words() {
        let view = reviewed(&["h8", "i9", "h6", "g9", "h7", "a1"]);
        assert_eq!((view.id, view.running, view.moves.len()), (Some(7), false, 6));
        let last = &view.moves[5];
        assert_eq!(last.word, crate::wire::Quality::Blunder);
        assert!(last.text.starts_with("move 6 allowed a win by fours in "), "{}", last.text);
        assert!(last.black > 0.99);
    }

    #[test]
    fn a_missed_win_is_named_by_the_solver_that_proves_it() {
        let view = reviewed(&["h8", "i9", "h6", "g9", "h7", "a1", "o15"]);
        let text = &view.moves[6].text;
        assert!(
            ["h5", "h9"].iter().any(|first| {
                *text == format!("move 7 missed a win by fours in 2, which began at {first}")
            }),
            "{text}"
        );
    }
}
