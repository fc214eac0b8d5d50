//! The distributions that self-play draws from.

use goren_core::Random;

/// Random numbers of one game.
#[derive(Clone, Debug)]
pub(crate) struct Chance(Random);

impl Chance {
    /// A sequence of its own for each pair of numbers.
    pub(crate) fn of(seed: u64, stream: u64) -> Chance {
        Chance(Random::new(Random::nth(Random::nth(seed, 0) ^ stream, 0)))
    }

    /// A number below `end`, which is not zero.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0.below(end)
    }

    /// A number above 0 and below 1.
    pub(crate) fn unit(&mut self) -> f32 {
        ((self.0.next() >> 41) as f32 + 0.5) / (1u64 << 23) as f32
    }

    /// A sample of the standard Gumbel distribution: added to logits, the largest sum is a sample of their softmax.
    pub(crate) fn gumbel(&mut self) -> f32 {
        -(-self.unit().ln()).ln()
    }

    /// An index, chosen in proportion to its weight.
    pub(crate) fn weighted(&mut self, weights: &[u32]) -> usize {
        let total: u32 = weights.iter().sum();
        let mut left = self.below(total.max(1) as usize) as u32;
        for (i, &weight) in weights.iter().enumerate() {
            if left < weight {
                return i;
            }
            left -= weight;
        }
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_stay_in_range_and_follow_their_weights() {
        let mut random = Chance::of(1, 2);
        let mut chosen = [0; 3];
        for _ in 0..4000 {
            let unit = random.unit();
            assert!(unit > 0.0 && unit < 1.0);
            assert!(random.gumbel().is_finite());
            chosen[random.weighted(&[3, 0, 1])] += 1;
        }
        assert_eq!(chosen[1], 0);
        assert!((2800..3200).contains(&chosen[0]), "{chosen:?}");
    }

    #[test]
    fn streams_differ_and_repeat() {
        let first = |seed, stream| Chance::of(seed, stream).below(1 << 30);
        assert_eq!(first(1, 1), first(1, 1));
        assert_ne!(first(1, 1), first(1, 2));
        assert_ne!(first(1, 2), first(2, 1));
    }
}
