//! The board as packed lines: two bits per cell, one machine word per line, four directions.

use core::fmt;

use crate::point::{PADDING, Point, STRIDE, Size};
use crate::stone::Stone;

/// One of the four directions of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename_all = "snake_case"))]
pub enum Direction {
    /// Along a row of the board: `a1`, `b1`, `c1`.
    Horizontal,
    /// Along a column: `a1`, `a2`, `a3`.
    Vertical,
    /// Rising to the right: `a1`, `b2`, `c3`.
    Rising,
    /// Falling to the right: `a3`, `b2`, `c1`.
    Falling,
}

impl Direction {
    /// All four.
    pub const ALL: [Direction; 4] =
        [Direction::Horizontal, Direction::Vertical, Direction::Rising, Direction::Falling];

    /// Columns right and rows up of one step.
    pub const fn step(self) -> (isize, isize) {
        match self {
            Direction::Horizontal => (1, 0),
            Direction::Vertical => (0, 1),
            Direction::Rising => (1, 1),
            Direction::Falling => (1, -1),
        }
    }

    /// The change of [`Point::index`] in one step.
    const fn stride(self) -> i32 {
        let (dx, dy) = self.step();
        dx as i32 + dy as i32 * STRIDE as i32
    }

    /// The cell `distance` steps from `point`, which must be inside the padding.
    #[inline]
    pub(crate) fn walk(self, point: Point, distance: i32) -> Point {
        Point::from_index((point.index() as i32 + distance * self.stride()) as u16)
    }

    /// The line through `point` and the point's place on it.
    #[inline]
    const fn locate(self, point: Point) -> (usize, u32) {
        let x = point.index() % STRIDE as usize;
        let y = point.index() / STRIDE as usize;
        match self {
            Direction::Horizontal => (y, x as u32),
            Direction::Vertical => (x, y as u32),
            Direction::Rising => (STRIDE as usize + x - y, x as u32),
            Direction::Falling => (x + y, x as u32),
        }
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Direction::Horizontal => "horizontal",
            Direction::Vertical => "vertical",
            Direction::Rising => "rising",
            Direction::Falling => "falling",
        })
    }
}

/// The number of cells in a window on either side of its point.
pub(crate) const REACH: u32 = PADDING as u32;
const SIDE_MASK: u32 = (1 << (2 * REACH)) - 1;
const WALL: u64 = 3;

/// What stands on a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cell {
    Empty,
    Stone(Stone),
    /// Outside the board, or a trap.
    Wall,
}

/// Every line of the board in every direction. A cell is empty (0), Black (1), White (2) or wall (3).
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Lines([[u64; 64]; 4]);

impl Lines {
    /// An empty board: walls all around, and on every trap.
    pub(crate) fn new(size: Size) -> Lines {
        let mut lines = Lines([[u64::MAX; 64]; 4]);
        for point in size.points() {
            lines.flip(point, WALL);
        }
        lines
    }

    pub(crate) fn add_trap(&mut self, point: Point) {
        self.flip(point, WALL);
    }

    /// Puts a stone on an empty point, or removes the stone that is there.
    #[inline]
    pub(crate) fn toggle(&mut self, point: Point, stone: Stone) {
        self.flip(point, stone.code());
    }

    #[inline]
    fn flip(&mut self, point: Point, code: u64) {
        for direction in Direction::ALL {
            let (line, place) = direction.locate(point);
            self.0[direction as usize][line % 64] ^= code << (2 * place);
        }
    }

    #[inline]
    pub(crate) fn cell(&self, point: Point) -> Cell {
        let (line, place) = Direction::Horizontal.locate(point);
        match self.0[0][line % 64] >> (2 * place) & 3 {
            0 => Cell::Empty,
            1 => Cell::Stone(Stone::Black),
            2 => Cell::Stone(Stone::White),
            _ => Cell::Wall,
        }
    }

    #[inline]
    pub(crate) fn is_empty(&self, point: Point) -> bool {
        let (line, place) = Direction::Horizontal.locate(point);
        self.0[0][line % 64] >> (2 * place) & 3 == 0
    }

    /// The line through `point`, for reading several windows.
    #[inline]
    pub(crate) fn line(&self, point: Point, direction: Direction) -> Line {
        let (line, place) = direction.locate(point);
        Line { word: self.0[direction as usize][line % 64], place }
    }
}

/// One line, and a place on it that is inside the board.
#[derive(Clone, Copy)]
pub(crate) struct Line {
    word: u64,
    place: u32,
}

impl Line {
    /// The five cells before the place and the five after it, two bits each, in line order.
    #[inline]
    pub(crate) fn window(self) -> (usize, usize) {
        self.window_at(0)
    }

    #[inline]
    pub(crate) fn window_at(self, distance: i32) -> (usize, usize) {
        let place = self.place.wrapping_add_signed(distance);
        let before = (self.word >> (2 * (place - REACH))) as u32 & SIDE_MASK;
        let after = (self.word >> (2 * (place + 1))) as u32 & SIDE_MASK;
        (before as usize, after as usize)
    }

    /// The distances of the empty cells selected by `mask`; see [`neighbourhood`].
    #[inline]
    pub(crate) fn empties(self, mask: u32) -> Empties {
        let window = (self.word >> (2 * (self.place - REACH))) as u32;
        Empties(!(window | window >> 1) & mask)
    }
}

/// The mask for [`Line::empties`] of the cells up to `reach` steps away, without the centre.
pub(crate) const fn neighbourhood(reach: u32) -> u32 {
    let mut mask = 0;
    let mut k = 0;
    while k <= 2 * REACH {
        if k != REACH && k.abs_diff(REACH) <= reach {
            mask |= 1 << (2 * k);
        }
        k += 1;
    }
    mask
}

/// Iterates over distances from a line's place, smallest first.
pub(crate) struct Empties(u32);

impl Iterator for Empties {
    type Item = i32;

    #[inline]
    fn next(&mut self) -> Option<i32> {
        if self.0 == 0 {
            return None;
        }
        let bit = self.0.trailing_zeros();
        self.0 &= self.0 - 1;
        Some(bit as i32 / 2 - REACH as i32)
    }
}

/// A cell of a packed side, `k` steps outwards.
pub(crate) const fn outward(side: usize, is_before: bool, k: u32) -> usize {
    let place = if is_before { REACH - 1 - k } else { k };
    side >> (2 * place) & 3
}
