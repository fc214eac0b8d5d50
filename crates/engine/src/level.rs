//! Weaker play, in the ways people are weak: short sight, overlooked diagonals and far-off points, few fours counted ahead.
//!
//! What every child sees is never overlooked: an own five, the opponent's five, an own four that cannot be stopped.

use goren_core::{Direction, Limits, Point, Score, Shape};

use crate::board::Board;
use crate::class::Class;

/// What a level can see.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Sight {
    /// Plies looked ahead; the search ends there.
    pub(crate) depth: u32,
    /// Positions looked at; the search ends there.
    pub(crate) nodes: u64,
    /// Fours counted ahead at the end of a line.
    pub(crate) fours: u32,
    /// How often a point is overlooked, in thousandths; diagonals and distant points twice as often.
    pub(crate) overlooked: u64,
    /// How far a judgement may be off, in points of score.
    pub(crate) misjudged: i32,
}

impl Sight {
    /// What a level from 1 to 9 can see; `None` for full strength.
    pub(crate) fn of(level: u8) -> Option<Sight> {
        let sight = |depth, nodes, fours, overlooked, misjudged| {
            Some(Sight { depth, nodes, fours, overlooked, misjudged })
        };
        match level {
            0 | 1 => sight(1, u64::MAX, 0, 540, 620),
            2 => sight(1, u64::MAX, 0, 450, 500),
            3 => sight(1, u64::MAX, 0, 280, 260),
            4 => sight(1, u64::MAX, 0, 145, 125),
            5 => sight(2, u64::MAX, 0, 105, 84),
            6 => sight(2, u64::MAX, 2, 24, 28),
            7 => sight(3, u64::MAX, 3, 6, 9),
            8 => sight(12, 6_000, 16, 0, 0),
            9 => sight(16, 36_000, 24, 0, 0),
            _ => None,
        }
    }

    /// The limits of a search with this sight.
    pub(crate) fn limits(&self, limits: Limits) -> Limits {
        Limits {
            depth: Some(limits.depth.map_or(self.depth, |depth| depth.min(self.depth))),
            nodes: if self.nodes == u64::MAX {
                limits.nodes
            } else {
                Some(limits.nodes.map_or(self.nodes, |nodes| nodes.min(self.nodes)))
            },
            clock: limits.clock,
        }
    }

    /// Whether a move is overlooked in a position, the same each time for the same seed.
    pub(crate) fn overlooks(&self, board: &Board, point: Point, seed: u64) -> bool {
        let me = board.side();
        let (own, foe) = (board.class(point, me), board.class(point, !me));
        if own >= Class::OpenFour || foe == Class::Five || self.overlooked == 0 {
            return false;
        }
        let shapes = board.position().point_shapes(point);
        let strongest = |direction: Direction| shapes.of(me).on(direction).max(shapes.of(!me).on(direction));
        let straight = strongest(Direction::Horizontal).max(strongest(Direction::Vertical));
        let slanted = strongest(Direction::Rising).max(strongest(Direction::Falling));
        let is_far = board
            .position()
            .last()
            .is_some_and(|last| last.x().abs_diff(point.x()).max(last.y().abs_diff(point.y())) > 4);
        let is_hidden = slanted > straight && slanted >= Shape::OpenTwo || is_far;
        chance(board.hash(), point, seed) < if is_hidden { 2 * self.overlooked } else { self.overlooked }
    }

    /// A score as this level judges it.
    pub(crate) fn judged(&self, score: Score, board: &Board, point: Point, seed: u64) -> Score {
        if self.misjudged == 0 || score.is_decided() {
            return score;
        }
        let noise = chance(board.hash(), point, !seed) as i32 - 500;
        Score(score.0 + noise * self.misjudged / 250)
    }
}

/// A number below a thousand that looks random and depends only on its arguments.
fn chance(hash: u64, point: Point, seed: u64) -> u64 {
    let mut z = hash ^ seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ (point.index() as u64) << 40;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (z ^ (z >> 31)) % 1000
}
