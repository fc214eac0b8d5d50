//! What a search means to people: winning chances, and how much a move gave away.

use std::time::Duration;

use goren_core::{Clock, Limits, Point, Position, Score, Stone, Stop};
use goren_engine::{Engine, Options, SearchRequest};
use goren_proof::Attack;

use crate::wire::Quality;

/// The most that is kept of an engine for judging.
const MEMORY: usize = 64 << 20;

/// Black's chance to win, by the score of the side to move.
pub(crate) fn black_chance(score: Score, side: Stone) -> f64 {
    of_black(score.chance(), side)
}

/// Black's chance to win, by that of the side to move.
pub(crate) fn of_black(chance: f64, side: Stone) -> f64 {
    rounded(if side == Stone::Black { chance } else { 1.0 - chance })
}

/// Chances are sent with four digits: more would be noise.
fn rounded(chance: f64) -> f64 {
    (chance * 10_000.0).round() / 10_000.0
}

/// What to call a drop in winning chances, measured from -1 to 1.
pub(crate) fn quality(drop: f64) -> Quality {
    match drop {
        drop if drop >= 0.3 => Quality::Blunder,
        drop if drop >= 0.2 => Quality::Mistake,
        drop if drop >= 0.1 => Quality::Inaccuracy,
        _ => Quality::Good,
    }
}

/// How a position stands for the side to move, and what it would do.
#[derive(Clone, Debug)]
pub(crate) struct Standing {
    /// Its chance to win.
    pub(crate) chance: f64,
    /// The best line; empty where the game is over.
    pub(crate) line: Vec<Point>,
    /// The tree of a win that the search has proved.
    pub(crate) proof: Option<Attack>,
}

/// An engine to judge positions with.
pub(crate) fn judge() -> Engine {
    Engine::new(Options { memory: MEMORY, ..Options::default() })
}

/// So many milliseconds for a search.
pub(crate) fn for_ms(ms: u64) -> Limits {
    let clock = Clock { turn: Some(Duration::from_millis(ms)), ..Clock::default() };
    Limits { clock, ..Limits::default() }
}

/// So many positions for a search, whose result does not depend on the clock.
pub(crate) fn for_nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

/// Judges a position by a search, or exactly where the game is over.
pub(crate) fn standing(engine: &mut Engine, position: &Position, limits: Limits, stop: &Stop) -> Standing {
    if let Some(winner) = position.winner() {
        return Standing {
            chance: if winner == position.side() { 1.0 } else { 0.0 },
            line: Vec::new(),
            proof: None,
        };
    }
    let request = SearchRequest { limits, ..SearchRequest::default() };
    let found = engine.search(position, &request, stop, &mut |_| {});
    match found.lines.into_iter().next() {
        Some(line) => Standing { chance: line.score.chance(), line: line.pv, proof: found.proof },
        None => Standing { chance: 0.5, line: Vec::new(), proof: None },
    }
}

/// How much worse a mover's chances became, from -1 to 1, by its standing before and the other's after.
pub(crate) fn drop(before: f64, after: f64) -> f64 {
    rounded(2.0 * (before - (1.0 - after))).max(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_are_those_of_black() {
        assert!(black_chance(Score::win_in(5), Stone::White) < 1e-9);
        assert!((black_chance(Score(200), Stone::Black) - 0.7311).abs() < 1e-4);
    }

    #[test]
    fn a_drop_has_its_word() {
        use Quality::{Blunder, Good, Inaccuracy, Mistake};
        assert_eq!([0.05, 0.1, 0.25, 0.9].map(quality), [Good, Inaccuracy, Mistake, Blunder]);
        assert!((drop(0.6, 0.9) - 1.0).abs() < 1e-9);
        assert!(drop(0.5, 0.4) < 1e-9);
    }
}
