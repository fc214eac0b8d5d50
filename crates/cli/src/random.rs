//! Random streams: every game of a command has its own, independent of the order of play.

use goren_core::Random;

/// The stream with this number.
pub(crate) fn stream(seed: u64, number: u64) -> Random {
    // Mixed twice, so that neighbouring seeds and streams start far from each other.
    Random::new(Random::new(Random::new(seed).next() ^ number).next())
}

/// The stream with this number, where results published earlier depend on how it was seeded.
pub(crate) fn spaced_stream(seed: u64, number: u64) -> Random {
    Random::new(seed.wrapping_mul(Random::INCREMENT) ^ number << 20)
}
