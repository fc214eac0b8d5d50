//! The network beside a search: it follows the board when it is asked, not at every move.

use std::sync::Arc;

use goren_core::{Point, Position, Score};
use goren_nnue::{Accumulator, Network, Value};

use crate::tune::SCALE;

/// The most that a position is said to be worth while nothing is proven.
const MOST: i32 = 8_000;

/// A network that follows one thread's board.
pub(crate) struct Net {
    accumulator: Accumulator,
    /// Moves of the game before the search began.
    before: usize,
    /// How many moves of the search both boards have in common.
    common: usize,
    policy: Vec<i32>,
}

impl Net {
    pub(crate) fn new(network: Arc<Network>, position: &Position) -> Net {
        Net {
            accumulator: Accumulator::new(network, position),
            before: position.history().len(),
            common: 0,
            policy: Vec::new(),
        }
    }

    /// Is told when moves were taken back.
    #[inline]
    pub(crate) fn taken_back(&mut self, position: &Position) {
        self.common = self.common.min(position.history().len() - self.before);
    }

    fn follow(&mut self, position: &Position) {
        while self.accumulator.len() > self.common {
            self.accumulator.undo();
        }
        for played in &position.history()[self.before + self.common..] {
            let point = played.point.expect("the search does not pass");
            self.accumulator.play(point, played.stone);
        }
        self.common = self.accumulator.len();
    }

    /// How the position looks to the side to move.
    pub(crate) fn evaluate(&mut self, position: &Position) -> Score {
        self.follow(position);
        let value = self.accumulator.look(position.side()).value();
        Score(value.score(SCALE as i32).clamp(-MOST, MOST))
    }

    /// How much less likely than the likeliest of them each point is to be the best move: logarithms, in
    /// hundredths, none above zero.
    pub(crate) fn policy(&mut self, position: &Position, points: impl Iterator<Item = Point>) -> &[i32] {
        self.follow(position);
        self.accumulator.look(position.side()).policy(points, &mut self.policy);
        let most = self.policy.iter().copied().max().unwrap_or(0);
        self.policy.iter_mut().for_each(|policy| *policy = (*policy - most) / (Value::ONE / 100));
        &self.policy
    }
}
