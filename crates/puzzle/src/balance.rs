//! Swap2's fifth stone: where neither colour is better afterwards. By search, with an error bar; nothing here is proved.

use goren_core::{Limits, Point, Position, Stop};
use goren_engine::{Engine, Options, SearchRequest, glance};

use crate::answers::{MAX_ANSWERS, NoPuzzle, Problem};
use crate::puzzle::Kind;

/// How many points are searched, and with how many positions each: all by a glance, then ever fewer ever deeper.
const ROUNDS: [(usize, u64); 2] = [(16, 1_000), (6, 4_000)];
/// The stones that lie when the fifth is asked for.
pub(crate) const STONES: usize = 4;
/// The largest score that counts as even; 200 are odds of e to 1.
const EVEN: i32 = 60;
/// The least error bar.
const MIN_ERROR: i32 = 10;

/// The points that leave the game most even.
pub(crate) fn balance(position: &Position, stop: &Stop) -> Result<Problem, NoPuzzle> {
    if position.stones().count() != STONES || !position.outcome().is_ongoing() {
        return Err(NoPuzzle::Quiet);
    }
    let mut order: Vec<(i32, Point)> = position
        .legal_moves()
        .filter_map(|point| Some(((first_sight(position, point)? * 1e6) as i32, point)))
        .collect();
    order.sort_unstable();
    let looks: Vec<Point> = order.iter().map(|each| each.1).collect();
    let mut scored: Vec<(i32, Point)> = Vec::new();
    let mut errors = Vec::new();
    for (points, nodes) in ROUNDS {
        let finalists = if scored.is_empty() { &order } else { &scored };
        let next: Vec<(i32, Point)> = finalists
            .iter()
            .take(points)
            .map(|&(_, point)| (score(position, point, nodes, stop), point))
            .collect();
        if !scored.is_empty() {
            let change = |one: &(i32, Point)| {
                let before = scored.iter().find(|each| each.1 == one.1).map_or(0, |each| each.0);
                (one.0 - before).abs()
            };
            errors = next.iter().map(change).collect();
        }
        scored = next;
        scored.sort_unstable_by_key(|&(score, point)| (score.abs(), point));
    }
    if stop.is_raised() {
        return Err(NoPuzzle::Undecided);
    }
    errors.sort_unstable();
    let error = errors.get(errors.len() / 2).copied().unwrap_or(0).max(MIN_ERROR);
    let best = scored.first().map_or(i32::MAX, |each| each.0.abs());
    if best > EVEN {
        return Err(NoPuzzle::Quiet);
    }
    let mut answers: Vec<Point> =
        scored.iter().take_while(|each| each.0.abs() <= best + error).map(|each| each.1).collect();
    if answers.len() > MAX_ANSWERS {
        return Err(NoPuzzle::Answers);
    }
    let line = vec![scored[0].1];
    answers.sort_unstable();
    let tempting = looks.iter().take_while(|point| !answers.contains(point)).count();
    Ok(Problem {
        kind: Kind::Balance,
        answers,
        line,
        plies: 1,
        work: 0,
        lure: None,
        tempting: Some(tempting),
    })
}

/// How far from even the network finds a position at first sight.
fn first_sight(position: &Position, point: Point) -> Option<f64> {
    let mut after = position.clone();
    after.play(point);
    Some((glance(&after)?.chance - 0.5).abs())
}

/// The score for the side to move after a move.
fn score(position: &Position, point: Point, nodes: u64, stop: &Stop) -> i32 {
    let mut after = position.clone();
    after.play(point);
    let mut engine = Engine::new(Options { memory: 8 << 20, ..Options::default() });
    let request = SearchRequest {
        limits: Limits { nodes: Some(nodes), ..Limits::default() },
        ..SearchRequest::default()
    };
    engine.search(&after, &request, stop, &mut |_| {}).score().0
}
