//! Random streams: every game and every opening of a match has its own, independent of the order of play.

use goren_core::Random;

/// The stream with this number.
pub(crate) fn stream(seed: u64, number: u64) -> Random {
    // Mixed once, so that neighbouring streams start far from each other.
    Random::new(Random::new(seed ^ number.wrapping_mul(0xd6e8_feb8_6659_fd93)).next())
}
