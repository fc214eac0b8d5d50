//! What the tests of the formats share: random values, and damaged copies of a file.

use goren_core::{Point, Random, Size};

/// What the tests draw beside numbers.
pub(crate) trait Draw {
    /// One of the choices.
    fn one_of<T: Copy>(&mut self, choices: &[T]) -> T;

    /// A board size.
    fn size(&mut self) -> Size;

    /// All points of a board, shuffled.
    fn points(&mut self, size: Size) -> Vec<Point>;

    /// Up to `longest` of the given characters.
    fn text(&mut self, letters: &[char], longest: usize) -> String;
}

impl Draw for Random {
    fn one_of<T: Copy>(&mut self, choices: &[T]) -> T {
        self.pick(choices).unwrap()
    }

    fn size(&mut self) -> Size {
        Size::new(5 + self.below(18)).unwrap()
    }

    fn points(&mut self, size: Size) -> Vec<Point> {
        let mut left: Vec<Point> = size.points().collect();
        let count = left.len();
        self.draw(&mut left, count)
    }

    fn text(&mut self, letters: &[char], longest: usize) -> String {
        (0..self.below(longest + 1)).map(|_| self.one_of(letters)).collect()
    }
}

/// Calls a reader with every prefix of a sample, and with the sample with each single bit flipped.
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
