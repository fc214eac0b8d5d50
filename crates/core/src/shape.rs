//! What a stone on an empty point makes on each line through it.

mod table;

use core::fmt;

pub(crate) use table::{Tables, View};

use crate::line::Direction;

/// What one stone makes on one line, weakest first.
///
/// A shape counts only if the new stone is part of it and it can still become a five under the rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
#[repr(u8)]
pub enum Shape {
    /// Nothing that can become a five.
    #[default]
    None,
    /// Six or more in a row where that does not win; forbidden to Black under renju.
    Overline,
    /// A stone with room for a five.
    One,
    /// Two stones of a possible five.
    Two,
    /// Two stones from which one more makes an open three.
    OpenTwo,
    /// Three stones of a possible five.
    Three,
    /// Three stones from which one more makes a four that no single reply stops.
    OpenThree,
    /// One more stone makes a five; one reply stops it.
    Four,
    /// Two fours on one line that no single reply stops, such as `X.XXX.X`; forbidden to Black under renju.
    DoubleFour,
    /// Four in a row with both ends free for a five: no single reply stops it.
    OpenFour,
    /// A winning row.
    Five,
}

impl Shape {
    /// Every shape, weakest first.
    pub const ALL: [Shape; 11] = [
        Shape::None,
        Shape::Overline,
        Shape::One,
        Shape::Two,
        Shape::OpenTwo,
        Shape::Three,
        Shape::OpenThree,
        Shape::Four,
        Shape::DoubleFour,
        Shape::OpenFour,
        Shape::Five,
    ];

    const fn from_nibble(nibble: u16) -> Shape {
        Shape::ALL[(nibble & 15) as usize]
    }

    /// The shape's name, such as `open three`.
    pub const fn name(self) -> &'static str {
        match self {
            Shape::None => "nothing",
            Shape::Overline => "overline",
            Shape::One => "one",
            Shape::Two => "two",
            Shape::OpenTwo => "open two",
            Shape::Three => "three",
            Shape::OpenThree => "open three",
            Shape::Four => "four",
            Shape::DoubleFour => "double four",
            Shape::OpenFour => "open four",
            Shape::Five => "five",
        }
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The shapes that one stone makes on the four lines through a point.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Shapes(u16);

impl Shapes {
    /// The shape on one line.
    #[inline]
    pub const fn on(self, direction: Direction) -> Shape {
        Shape::from_nibble(self.0 >> (4 * direction as u32))
    }

    /// The four shapes in the order of [`Direction::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Shape> {
        Direction::ALL.into_iter().map(move |direction| self.on(direction))
    }

    /// How many of the four lines have this shape.
    pub fn count(self, shape: Shape) -> usize {
        self.iter().filter(|&each| each == shape).count()
    }

    /// The strongest of the four.
    pub fn strongest(self) -> Shape {
        self.iter().max().unwrap_or_default()
    }

    /// Whether the stone makes a winning row.
    #[inline]
    pub fn has_five(self) -> bool {
        self.tally().fives() > 0
    }

    /// The four shapes packed into sixteen bits, four each, for use as a table index.
    pub const fn bits(self) -> u16 {
        self.0
    }

    #[inline]
    pub(crate) fn tally(self) -> Tally {
        Tally(TALLIES[usize::from(self.0 & 0xff)] + TALLIES[usize::from(self.0 >> 8)])
    }
}

impl fmt::Debug for Shapes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// The number of lines through a point with each of the shapes that decide a move's legality, packed in four fields.
#[derive(Clone, Copy)]
pub(crate) struct Tally(u16);

impl Tally {
    const fn of(shape: Shape) -> u16 {
        match shape {
            Shape::Five => 1,
            Shape::Overline => 1 << 4,
            Shape::Four | Shape::OpenFour => 1 << 8,
            Shape::DoubleFour => 2 << 8,
            Shape::OpenThree => 1 << 12,
            _ => 0,
        }
    }

    #[inline]
    pub(crate) const fn fives(self) -> u16 {
        self.0 & 15
    }

    #[inline]
    pub(crate) const fn overlines(self) -> u16 {
        self.0 >> 4 & 15
    }

    /// A double four on one line counts twice.
    #[inline]
    pub(crate) const fn fours(self) -> u16 {
        self.0 >> 8 & 15
    }

    #[inline]
    pub(crate) const fn open_threes(self) -> u16 {
        self.0 >> 12
    }
}

/// The tallies of two lines, by their two nibbles.
static TALLIES: [u16; 256] = {
    let mut tallies = [0; 256];
    let mut i = 0;
    while i < 256 {
        if i & 15 < Shape::ALL.len() && i >> 4 < Shape::ALL.len() {
            tallies[i] = Tally::of(Shape::ALL[i & 15]) + Tally::of(Shape::ALL[i >> 4]);
        }
        i += 1;
    }
    tallies
};

/// The shapes of both stones on one point: Black in the low half, White in the high half.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct PointShapes(u32);

impl PointShapes {
    #[inline]
    pub(crate) fn with(self, direction: Direction, both: u32) -> PointShapes {
        let shift = 4 * direction as u32;
        PointShapes(self.0 & !(0x000f_000f << shift) | both << shift)
    }

    /// The shapes of one stone.
    #[inline]
    pub fn of(self, stone: crate::Stone) -> Shapes {
        Shapes((self.0 >> (16 * stone.index())) as u16)
    }
}
