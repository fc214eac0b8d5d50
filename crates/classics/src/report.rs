//! What a program reports about its principal variation, on the scale that all agents share.

use goren_core::{Point, Position, Report, Score};

use crate::deadline::Deadline;
use crate::instruments::Counters;

/// The largest score of an undecided game.
const UNDECIDED: i64 = 28_000;

/// The report of a principal variation. `value` is on the shared scale already and is clamped to the scores of undecided
/// games; a line that ends with a win is reported as decided.
pub(crate) fn build(
    position: &Position,
    line: &[Point],
    value: i64,
    depth: u32,
    counters: &Counters,
    deadline: &Deadline<'_>,
) -> Report {
    Report {
        rank: 0,
        depth,
        selective_depth: depth.max(line.len() as u32),
        score: decided(position, line).unwrap_or(Score(value.clamp(-UNDECIDED, UNDECIDED) as i32)),
        is_proved: false,
        pv: line.to_vec(),
        nodes: counters.nodes,
        time: deadline.elapsed(),
    }
}

/// The score of a line that ends with a win.
fn decided(position: &Position, line: &[Point]) -> Option<Score> {
    let mut end = position.clone();
    line.iter().for_each(|&point| end.play(point));
    let plies = line.len() as u32;
    end.winner().map(
        |winner| {
            if winner == position.side() { Score::win_in(plies) } else { Score::loss_in(plies) }
        },
    )
}
