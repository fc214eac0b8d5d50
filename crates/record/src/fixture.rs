//! What the tests of the formats share: random numbers, and damaged copies of a file.

use goren_core::{Point, Size};

/// The splitmix64 sequence from a seed.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// A number below `end`.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % end as u64) as usize
    }

    /// True once in `times`.
    pub(crate) fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// One of the choices.
    pub(crate) fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }

    /// A board size.
    pub(crate) fn size(&mut self) -> Size {
        Size::new(5 + self.below(18)).unwrap()
    }

    /// All points of a board, shuffled.
    pub(crate) fn points(&mut self, size: Size) -> Vec<Point> {
        let mut left: Vec<Point> = size.points().collect();
        (0..left.len()).map(|_| left.swap_remove(self.below(left.len()))).collect()
    }

    /// Up to `longest` of the given characters.
    pub(crate) fn text(&mut self, letters: &[char], longest: usize) -> String {
        (0..self.below(longest + 1)).map(|_| self.pick(letters)).collect()
    }
}

/// Shows a reader every beginning of a sample, and the sample with every single bit turned over.
pub(crate) fn damaged(sample: &[u8], mut read: impl FnMut(&[u8])) {
    for end in 0..=sample.len() {
        read(&sample[..end]);
    }
    let mut copy = sample.to_vec();
    for i in 0..sample.len() {
        for bit in 0..8 {
            copy[i] ^= 1 << bit;
            read(&copy);
            copy[i] = sample[i];
        }
    }
}
