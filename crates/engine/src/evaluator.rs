//! The network beside a search. It catches up with the board when it is needed, not at every move.

use std::sync::Arc;

use goren_core::{Point, Position, Score};
use goren_nnue::{Accumulator, Network, SimdLevel, Value};

use crate::parameters::MAX_EVALUATION;
use crate::tune::SCALE;

/// A network that follows the board of one thread.
pub(crate) struct NetworkEvaluator {
    accumulator: Accumulator,
    /// Moves of the game before the search began.
    before: usize,
    /// How many moves of the search the accumulator and the board have in common.
    common: usize,
    policy: Vec<i32>,
}

impl NetworkEvaluator {
    pub(crate) fn new(network: Arc<Network>, position: &Position, simd: SimdLevel) -> NetworkEvaluator {
        NetworkEvaluator {
            accumulator: Accumulator::with_simd(network, position, simd),
            before: position.history().len(),
            common: 0,
            policy: Vec::new(),
        }
    }

    /// Must be called after moves were undone, with the position that is left.
    #[inline]
    pub(crate) fn undone(&mut self, position: &Position) {
        self.common = self.common.min(position.history().len() - self.before);
    }

    fn catch_up(&mut self, position: &Position) {
        while self.accumulator.len() > self.common {
            self.accumulator.undo();
        }
        for played in &position.history()[self.before + self.common..] {
            let point = played.point.expect("the search does not pass");
            self.accumulator.play(point, played.stone);
        }
        self.common = self.accumulator.len();
    }

    /// The score of the position for the side to move.
    pub(crate) fn evaluate(&mut self, position: &Position) -> Score {
        self.catch_up(position);
        let value = self.accumulator.view(position.side()).value();
        Score(value.score(SCALE as i32).clamp(-MAX_EVALUATION, MAX_EVALUATION))
    }

    /// The policy's logarithm of each point's chance to be the best move, relative to the likeliest of the points:
    /// in hundredths, at most zero.
    pub(crate) fn policy(&mut self, position: &Position, points: impl Iterator<Item = Point>) -> &[i32] {
        self.catch_up(position);
        self.accumulator.view(position.side()).policy(points, &mut self.policy);
        let most = self.policy.iter().copied().max().unwrap_or(0);
        self.policy.iter_mut().for_each(|policy| *policy = (*policy - most) / (Value::ONE / 100));
        &self.policy
    }
}
