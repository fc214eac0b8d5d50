//! What a search means to people: winning chances, and how much a move gave away.

use std::time::Duration;

use goren_core::{Clock, Limits, Point, Position, Score, Stone, Stop};
use goren_engine::{Engine, Options, SearchRequest};
use goren_proof::Attack;

use crate::wire::{BalanceView, EvenView, Quality};

/// The most that is kept of an engine for judging.
const MEMORY: usize = 64 << 20;
/// Time for the search behind a balance, in milliseconds.
const BALANCE_MS: u64 = 800;
/// The work for finding moves that balance a position: how many are searched, how many of them again, and the positions of
/// each second search and of the last.
const LEVEL_CANDIDATES: i32 = 320;
const LEVEL_FINALISTS: i32 = 24;
const LEVEL_NODES: i32 = 40_000;

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

/// How even a position is.
pub(crate) fn balance(position: &Position, stop: &Stop) -> BalanceView {
    let standing = standing(&mut judge(), position, for_ms(BALANCE_MS), stop);
    BalanceView { black: of_black(standing.chance, position.side()) }
}

/// Moves after which a position is as even as can be.
pub(crate) fn even(position: &Position, moves: usize, stop: &Stop) -> EvenView {
    let mut engine = judge();
    let mut options = engine.options().clone();
    for (name, value) in [
        ("balance_candidates", LEVEL_CANDIDATES),
        ("balance_finalists", LEVEL_FINALISTS),
        ("balance_final_nodes", LEVEL_NODES),
    ] {
        options.parameters.set(name, value).expect("the engine has this parameter");
    }
    engine.set_options(options);
    let points = engine.balance(position, moves.clamp(1, 2), Score::EVEN, &Limits::default(), stop);
    let mut after = position.clone();
    points.iter().for_each(|&point| after.play(point));
    let standing = standing(&mut engine, &after, for_nodes(LEVEL_NODES as u64), stop);
    EvenView { points, black: of_black(standing.chance, after.side()) }
}

#[cfg(test)]
mod tests {
    use goren_core::{Rule, Size};

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

    #[test]
    fn moves_that_balance_a_position_are_found_again_and_balance_it_in_a_longer_search_too() {
        for (moves, count) in [("g11 j10 j11", 2), ("j10 h5 e6 f11", 1)] {
            let mut position = Position::new(Rule::Freestyle, Size::DEFAULT);
            moves.split_whitespace().for_each(|name| position.play(name.parse().unwrap()));
            let found = even(&position, count, &Stop::default());
            let again = even(&position, count, &Stop::default());
            assert_eq!((again.points, again.black), (found.points.clone(), found.black), "{moves}");
            assert_eq!(found.points.len(), count);
            found.points.iter().for_each(|&point| position.play(point));
            let longer = standing(&mut judge(), &position, for_nodes(100_000), &Stop::default());
            for chance in [found.black, of_black(longer.chance, position.side())] {
                assert!((0.4..0.6).contains(&chance), "{moves}: {chance}");
            }
        }
    }
}
