//! Zobrist hashing: the XOR of random numbers identifies a position, whatever the order of its moves.

use crate::point::{Point, Size};
use crate::random::Random;
use crate::rule::Rule;
use crate::stone::Stone;

const fn random(n: u64) -> u64 {
    Random::nth(0x676f_7265_6e35, n)
}

static STONES: [[u64; Point::CELLS]; 2] = {
    let mut keys = [[0; Point::CELLS]; 2];
    let mut i = 0;
    while i < Point::CELLS {
        keys[0][i] = random(2 * i as u64);
        keys[1][i] = random(2 * i as u64 + 1);
        i += 1;
    }
    keys
};

/// XORed in while White is to move.
pub(crate) const WHITE_TO_MOVE: u64 = random(0x1_0000);

#[inline]
pub(crate) fn stone(point: Point, stone: Stone) -> u64 {
    STONES[stone.index()][point.index()]
}

pub(crate) const fn trap(point: Point) -> u64 {
    random(0x2_0000 + point.index() as u64)
}

pub(crate) const fn board(rule: Rule, size: Size) -> u64 {
    random(0x3_0000 + ((rule as u64) << 8) + size.side() as u64)
}
