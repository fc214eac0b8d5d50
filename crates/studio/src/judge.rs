//! What a score means to people: winning chances, and how much a move gave away.

use goren_core::{Clock, Limits, Point, Position, Score, Stone, Stop};
use goren_engine::{Engine, SCALE, SearchRequest};
use std::time::Duration;

/// The side to move's chance to win, from 0 to 1.
pub(crate) fn chance(score: Score) -> f64 {
    if score.is_decided() {
        return if score > Score::EVEN { 1.0 } else { 0.0 };
    }
    1.0 / (1.0 + (-f64::from(score.0) / SCALE).exp())
}

/// Black's chance to win, by the score of the side to move.
pub(crate) fn black_chance(score: Score, side: Stone) -> f64 {
    let chance = chance(score);
    rounded(if side == Stone::Black { chance } else { 1.0 - chance })
}

/// Chances are sent with four digits: more would be noise.
pub(crate) fn rounded(chance: f64) -> f64 {
    (chance * 10_000.0).round() / 10_000.0
}

/// The word for a drop in winning chances, measured from -1 to 1.
pub(crate) fn word(drop: f64) -> &'static str {
    match drop {
        drop if drop >= 0.3 => "blunder",
        drop if drop >= 0.2 => "mistake",
        drop if drop >= 0.1 => "inaccuracy",
        _ => "good",
    }
}

/// How a position stands for the side to move, and what it would do.
#[derive(Clone, Debug)]
pub(crate) struct Standing {
    /// Its chance to win.
    pub(crate) chance: f64,
    /// The best line; empty where the game is over.
    pub(crate) line: Vec<Point>,
}

/// Judges a position by a search of so many milliseconds, or exactly where the game is over.
pub(crate) fn standing(engine: &mut Engine, position: &Position, ms: u64, stop: &Stop) -> Standing {
    if let Some(winner) = position.winner() {
        return Standing { chance: if winner == position.side() { 1.0 } else { 0.0 }, line: Vec::new() };
    }
    let clock = Clock { turn: Some(Duration::from_millis(ms)), ..Clock::default() };
    let request = SearchRequest { limits: Limits { clock, ..Limits::default() }, ..SearchRequest::default() };
    let found = engine.search(position, &request, stop, &mut |_| {});
    match found.lines.into_iter().next() {
        Some(line) => Standing { chance: chance(line.score), line: line.pv },
        None => Standing { chance: 0.5, line: Vec::new() },
    }
}

/// How much worse a mover's chances became, from -1 to 1, by its standing before and the other's after.
pub(crate) fn drop(before: f64, after: f64) -> f64 {
    rounded(2.0 * (before - (1.0 - after))).max(0.0)
}

/// The most that is kept of an engine for judging.
pub(crate) const MEMORY: usize = 64 << 20;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_are_even_at_even_and_certain_when_decided() {
        assert!((chance(Score::EVEN) - 0.5).abs() < 1e-9);
        assert!((chance(Score::win_in(5)) - 1.0).abs() < 1e-9);
        assert!(black_chance(Score::win_in(5), Stone::White) < 1e-9);
        assert!((black_chance(Score(200), Stone::Black) - 0.7311).abs() < 1e-4);
    }

    #[test]
    fn a_drop_has_its_word() {
        assert_eq!([0.05, 0.1, 0.25, 0.9].map(word), ["good", "inaccuracy", "mistake", "blunder"]);
        assert!((drop(0.6, 0.9) - 1.0).abs() < 1e-9);
        assert!(drop(0.5, 0.4) < 1e-9);
    }
}
