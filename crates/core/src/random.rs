//! Pseudo-random numbers that are the same on every machine and in every run with the same seed.

use alloc::vec::Vec;

/// The splitmix64 generator. Not for secrets.
///
/// ```
/// use goren_core::Random;
///
/// let mut random = Random::new(7);
/// let roll = 1 + random.below(6);
/// assert!((1..=6).contains(&roll));
/// assert_eq!(1 + Random::new(7).below(6), roll);
/// ```
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The increment of the state: 2⁶⁴ divided by the golden ratio. Small numbers times this lie far apart.
    pub const INCREMENT: u64 = 0x9e37_79b9_7f4a_7c15;

    /// The sequence that starts from this state.
    pub const fn new(state: u64) -> Random {
        Random(state)
    }

    /// Number `n` of the sequence from `state`, counted from 0.
    pub const fn nth(state: u64, n: u64) -> u64 {
        Random(state.wrapping_add(n.wrapping_mul(Random::INCREMENT))).next()
    }

    /// The next 64 bits.
    pub const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(Random::INCREMENT);
        Random::mixed(self.0)
    }

    /// A number that looks random, and another one for every argument.
    pub const fn mixed(mut z: u64) -> u64 {
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `end`.
    ///
    /// # Panics
    ///
    /// If `end` is zero.
    pub const fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    /// True once in `times` on average.
    pub const fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// One of the items; `None` if there are none.
    pub fn pick<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        if items.is_empty() { None } else { Some(items[self.below(items.len())]) }
    }

    /// Removes this many random items from a list, or all of them if there are fewer, and returns them.
    pub fn draw<T>(&mut self, items: &mut Vec<T>, count: usize) -> Vec<T> {
        (0..count.min(items.len())).map(|_| items.swap_remove(self.below(items.len()))).collect()
    }

    /// Puts the items in random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::vec;

    #[test]
    fn the_sequence_is_splitmix64() {
        // The first numbers of the reference implementation from seed 1234567.
        let mut random = Random::new(1_234_567);
        assert_eq!(random.next(), 6_457_827_717_110_365_317);
        assert_eq!(random.next(), 3_203_168_211_198_807_973);
        assert_eq!(random.next(), 9_817_491_932_198_370_423);
        assert_eq!(Random::nth(1_234_567, 2), 9_817_491_932_198_370_423);
    }

    #[test]
    fn a_draw_takes_different_items_out() {
        let mut items: Vec<usize> = (0..10).collect();
        let drawn = Random::new(3).draw(&mut items, 4);
        assert_eq!((drawn.len(), items.len()), (4, 6));
        let mut all: Vec<usize> = drawn.into_iter().chain(items).collect();
        all.sort_unstable();
        assert_eq!(all, (0..10).collect::<Vec<_>>());
        assert_eq!(Random::new(3).draw(&mut vec![1], 5), [1]);
    }

    #[test]
    fn a_shuffle_keeps_every_item() {
        let mut items: Vec<usize> = (0..50).collect();
        Random::new(1).shuffle(&mut items);
        assert_ne!(items, (0..50).collect::<Vec<_>>());
        items.sort_unstable();
        assert_eq!(items, (0..50).collect::<Vec<_>>());
    }
}
