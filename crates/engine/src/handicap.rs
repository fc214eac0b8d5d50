//! How the levels below full strength are held back: shallow search, overlooked points, misjudged scores.
//!
//! Diagonal lines and points far from the last move are overlooked twice as often, as people do. Nothing that decides
//! the game at once is ever overlooked: one's own five or open four, and the opponent's five.

use goren_core::{Direction, Limits, Point, Random, Score, Shape};

use crate::board::Board;
use crate::level::Level;
use crate::threat_class::ThreatClass;

/// What holds a level back.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Handicap {
    /// The depth at which the search ends.
    pub(crate) depth: u32,
    /// The node count at which the search ends.
    pub(crate) nodes: u64,
    /// The budget of each search for a win by fours, in place of the parameters' budgets.
    pub(crate) vcf_budget: u32,
    /// How often a point is overlooked, in thousandths; diagonals and distant points twice as often.
    pub(crate) overlooked: u64,
    /// How far a score may be misjudged.
    pub(crate) misjudged: i32,
    /// Whether positions are judged by the network, or by their shapes alone.
    pub(crate) has_network: bool,
}

/// Points farther than this from the last move count as distant.
const DISTANT: usize = 4;

impl Handicap {
    /// The handicap of a level; `None` at full strength.
    pub(crate) fn of(level: Level) -> Option<Handicap> {
        let handicap = |depth, nodes, vcf_budget, overlooked, misjudged| {
            let has_network = level.number() > 8;
            Some(Handicap { depth, nodes, vcf_budget, overlooked, misjudged, has_network })
        };
        match level.number() {
            1 => handicap(1, u64::MAX, 0, 540, 620),
            2 => handicap(1, u64::MAX, 0, 450, 500),
            3 => handicap(1, u64::MAX, 0, 280, 260),
            4 => handicap(1, u64::MAX, 0, 145, 125),
            5 => handicap(2, u64::MAX, 0, 105, 84),
            6 => handicap(2, u64::MAX, 2, 24, 28),
            7 => handicap(3, u64::MAX, 3, 6, 9),
            8 => handicap(12, 6_000, 16, 0, 0),
            9 => handicap(16, 12_000, 24, 0, 0),
            _ => None,
        }
    }

    /// The limits of a search with this handicap.
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

    /// Whether a move is overlooked in a position. The answer depends on nothing but the arguments.
    pub(crate) fn overlooks(&self, board: &Board, point: Point, seed: u64) -> bool {
        let me = board.side();
        let (own, opponent) = (board.class(point, me), board.class(point, !me));
        if own >= ThreatClass::OpenFour || opponent == ThreatClass::Five || self.overlooked == 0 {
            return false;
        }
        let shapes = board.position().point_shapes(point);
        let strongest = |direction: Direction| shapes.of(me).on(direction).max(shapes.of(!me).on(direction));
        let straight = strongest(Direction::Horizontal).max(strongest(Direction::Vertical));
        let diagonal = strongest(Direction::Rising).max(strongest(Direction::Falling));
        let is_distant = board.position().last().is_some_and(|last| last.distance(point) > DISTANT);
        let is_hidden = diagonal > straight && diagonal >= Shape::OpenTwo || is_distant;
        let thousandths = if is_hidden { 2 * self.overlooked } else { self.overlooked };
        pseudorandom(board.hash(), point, seed) < thousandths
    }

    /// A score as this level misjudges it.
    pub(crate) fn misjudge(&self, score: Score, board: &Board, point: Point, seed: u64) -> Score {
        if self.misjudged == 0 || score.is_decided() {
            return score;
        }
        let noise = pseudorandom(board.hash(), point, !seed) as i32 - 500;
        Score(score.0 + noise * self.misjudged / 250)
    }
}

/// A number below 1000 that looks random and depends only on the arguments.
fn pseudorandom(hash: u64, point: Point, seed: u64) -> u64 {
    Random::mixed(hash ^ seed.wrapping_mul(Random::INCREMENT) ^ (point.index() as u64) << 40) % 1000
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::drawn;
    use goren_core::{Rule, Stone};

    #[test]
    fn every_level_but_the_full_one_has_a_handicap() {
        for number in 1..=9 {
            assert!(Handicap::of(Level::new(number).unwrap()).is_some(), "{number}");
        }
        assert_eq!(Handicap::of(Level::FULL), None);
    }

    #[test]
    fn of_the_levels_with_a_handicap_the_highest_alone_has_the_network() {
        let has_network = |number| Handicap::of(Level::new(number).unwrap()).unwrap().has_network;
        assert_eq!((1..=9).filter(|&number| has_network(number)).collect::<Vec<u8>>(), [9]);
    }

    #[test]
    fn a_handicap_only_tightens_limits() {
        let handicap = Handicap::of(Level::new(8).unwrap()).unwrap();
        let limits = |nodes, depth| {
            let limits = handicap.limits(Limits { nodes, depth, ..Limits::default() });
            (limits.nodes, limits.depth)
        };
        assert_eq!(limits(None, None), (Some(6_000), Some(12)));
        assert_eq!(limits(Some(100), Some(3)), (Some(100), Some(3)));
        assert_eq!(limits(Some(1 << 40), Some(99)), (Some(6_000), Some(12)));
    }

    #[test]
    fn deciding_points_are_never_overlooked_and_others_are_at_the_stated_rate() {
        let position = drawn(
            Rule::Freestyle,
            Stone::White,
            "...........
             ...........
             ...........
             ..OXXXX....
             ...........
             ....O......
             ...........
             ......O....
             ...........
             ...........
             ...........",
        );
        let board = Board::new(&position);
        let handicap =
            Handicap { depth: 1, nodes: 1, vcf_budget: 0, overlooked: 300, misjudged: 0, has_network: false };
        let rate = |name: &str| {
            let point = name.parse().unwrap();
            (0..2_000).filter(|&seed| handicap.overlooks(&board, point, seed)).count()
        };
        assert_eq!(rate("h8"), 0);
        assert!((500..700).contains(&rate("a1")), "{}", rate("a1"));
    }
}
