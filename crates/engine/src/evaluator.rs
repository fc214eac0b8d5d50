//! The network beside a search. It catches up with the board when it is needed, not at every move.

use std::sync::Arc;

use goren_core::{PlayedMove, Point, Position, Score};
use goren_nnue::{Accumulator, Network, SimdLevel, Value};

use crate::parameters::MAX_EVALUATION;
use crate::tune::SCALE;

/// Scores of the network by position: a search comes to many positions more than once, iteration after iteration.
pub(crate) struct EvaluationCache {
    /// A power of two of entries, 48 bits of the position's hash beside 16 of the score; empty if there is no cache.
    entries: Vec<u64>,
}

impl EvaluationCache {
    const KEY: u64 = !0xffff;

    /// A cache of 2^`log2_entries` positions, eight bytes each; none for zero.
    pub(crate) fn new(log2_entries: u32) -> EvaluationCache {
        EvaluationCache { entries: if log2_entries == 0 { Vec::new() } else { vec![0; 1 << log2_entries] } }
    }

    fn slot(&self, hash: u64) -> usize {
        hash as usize & (self.entries.len() - 1)
    }

    /// The score that was kept for a position.
    #[inline]
    pub(crate) fn get(&self, hash: u64) -> Option<i32> {
        if self.entries.is_empty() {
            return None;
        }
        let entry = self.entries[self.slot(hash)];
        ((entry ^ hash) & EvaluationCache::KEY == 0 && entry != 0).then_some(i32::from(entry as u16 as i16))
    }

    /// Keeps the score of a position in place of what shared its entry.
    #[inline]
    pub(crate) fn set(&mut self, hash: u64, score: i32) {
        if !self.entries.is_empty() {
            let slot = self.slot(hash);
            self.entries[slot] = hash & EvaluationCache::KEY | u64::from(score as i16 as u16);
        }
    }
}

/// A network that follows the board of one thread.
pub(crate) struct NetworkEvaluator {
    accumulator: Accumulator,
    /// Moves of the game before the search began.
    before: usize,
    /// How many moves of the search the accumulator and the board have in common.
    common: usize,
    /// The score of odds of e to one.
    scale: i32,
    policy: Vec<i32>,
}

impl NetworkEvaluator {
    /// `scale` is in percent.
    pub(crate) fn new(
        network: Arc<Network>,
        position: &Position,
        simd: SimdLevel,
        scale: i32,
    ) -> NetworkEvaluator {
        NetworkEvaluator {
            accumulator: Accumulator::with_simd(network, position, simd),
            before: position.history().len(),
            common: 0,
            scale: SCALE as i32 * scale / 100,
            policy: Vec::new(),
        }
    }

    /// Goes on with another position.
    pub(crate) fn restart(&mut self, position: &Position) {
        self.accumulator.restart(position);
        self.before = position.history().len();
        self.common = 0;
    }

    pub(crate) fn network(&self) -> &Arc<Network> {
        self.accumulator.network()
    }

    /// Must be called after moves were undone, with the position that is left.
    #[inline]
    pub(crate) fn undone(&mut self, position: &Position) {
        self.common = self.common.min(position.history().len() - self.before);
    }

    /// Follows the position, all but its last moves, of which there are `but`.
    fn catch_up(&mut self, position: &Position, but: usize) {
        while self.accumulator.len() > self.common {
            self.accumulator.undo();
        }
        let moves = &position.history()[self.before + self.common..];
        for played in &moves[..moves.len().saturating_sub(but)] {
            let point = played.point.expect("the search does not pass");
            self.accumulator.play(point, played.stone);
        }
        self.common = self.accumulator.len();
    }

    /// The score of the position for the side to move.
    pub(crate) fn evaluate(&mut self, position: &Position) -> Score {
        // Most positions are evaluated once and left again, so that their last move is only looked at.
        self.catch_up(position, 1);
        let value = match position.history()[self.before + self.common..] {
            [PlayedMove { point: Some(point), stone }] => self.accumulator.value_after(point, stone),
            _ => self.accumulator.view(position.side()).value(),
        };
        Score(value.score(self.scale).clamp(-MAX_EVALUATION, MAX_EVALUATION))
    }

    /// The policy's logarithm of each point's chance to be the best move, relative to the likeliest of the points:
    /// in hundredths, at most zero.
    pub(crate) fn policy(&mut self, position: &Position, points: impl Iterator<Item = Point>) -> &[i32] {
        self.catch_up(position, 0);
        self.accumulator.view(position.side()).policy(points, &mut self.policy);
        let most = self.policy.iter().copied().max().unwrap_or(0);
        self.policy.iter_mut().for_each(|policy| *policy = (*policy - most) / (Value::ONE / 100));
        &self.policy
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cached_score_is_found_by_its_hash_alone() {
        let mut cache = EvaluationCache::new(16);
        for (i, score) in [0, 1, -1, MAX_EVALUATION, -MAX_EVALUATION].into_iter().enumerate() {
            let hash = 0x1234_5678_9abc_def0_u64.wrapping_mul(i as u64 + 1);
            assert_eq!(cache.get(hash), None);
            cache.set(hash, score);
            assert_eq!(cache.get(hash), Some(score));
            assert_eq!((cache.get(hash ^ 1), cache.get(hash ^ 1 << 40)), (None, None));
        }
    }

    #[test]
    fn a_newer_score_takes_the_place_of_an_older_one() {
        let mut cache = EvaluationCache::new(16);
        let (one, other) = (5 << 20 | 77, 9 << 20 | 77);
        cache.set(one, 10);
        cache.set(other, 20);
        assert_eq!((cache.get(one), cache.get(other)), (None, Some(20)));
    }

    #[test]
    fn without_entries_nothing_is_kept() {
        let mut cache = EvaluationCache::new(0);
        cache.set(12345, 10);
        assert_eq!(cache.get(12345), None);
    }
}
