//! Points and board sizes, and their text form `h8`.

use alloc::string::String;
use core::fmt;
use core::num::NonZeroU16;
use core::str::FromStr;

/// Cells of wall around the board, so that a window on a line never leaves the array.
pub(crate) const PADDING: u16 = 5;
/// Distance in [`Point::index`] between a point and the one above it.
pub(crate) const STRIDE: u16 = 32;
/// A board's side length: 5 to 22, square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Size(u8);

impl Size {
    /// The smallest board, 5×5.
    pub const MIN: Size = Size(5);
    /// The largest board, 22×22.
    pub const MAX: Size = Size(22);
    /// The usual board, 15×15.
    pub const DEFAULT: Size = Size(15);

    /// A size from its side length.
    pub const fn new(side: usize) -> Result<Size, SizeError> {
        if side >= Self::MIN.0 as usize && side <= Self::MAX.0 as usize {
            Ok(Size(side as u8))
        } else {
            Err(SizeError(side))
        }
    }

    /// All sizes, smallest first.
    pub fn all() -> impl Iterator<Item = Size> {
        (Self::MIN.0..=Self::MAX.0).map(Size)
    }

    /// Points along one side.
    pub const fn side(self) -> usize {
        self.0 as usize
    }

    /// The number of points.
    pub const fn area(self) -> usize {
        self.side() * self.side()
    }

    /// Whether the point lies on a board of this size.
    pub const fn contains(self, point: Point) -> bool {
        point.x() < self.side() && point.y() < self.side()
    }

    /// Every point, from `a1` rightwards and then up.
    pub fn points(self) -> impl DoubleEndedIterator<Item = Point> {
        let side = self.side();
        (0..side * side).map(move |i| Point::at(i % side, i / side))
    }

    /// The centre; on even sizes the point at ⌊side/2⌋ from the left and from the top.
    pub const fn centre(self) -> Point {
        let half = self.side() / 2;
        Point::at(half, self.side() - 1 - half)
    }

    /// Whether the point is on this board and inside the central square of the given odd width.
    pub const fn in_centre(self, point: Point, width: usize) -> bool {
        self.contains(point) && point.distance(self.centre()) <= width / 2
    }

    /// The point that Gomocup calls `x,y`: zero-based from the top-left.
    pub const fn at_top_left(self, x: usize, y: usize) -> Option<Point> {
        if x < self.side() && y < self.side() { Some(Point::at(x, self.side() - 1 - y)) } else { None }
    }

    /// The Gomocup coordinates of a point on this board: zero-based from the top-left.
    pub const fn top_left_of(self, point: Point) -> (usize, usize) {
        (point.x(), self.side() - 1 - point.y())
    }
}

impl Default for Size {
    fn default() -> Size {
        Size::DEFAULT
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Size {
    type Err = ParseSizeError;

    fn from_str(text: &str) -> Result<Size, ParseSizeError> {
        let side = text.parse().ok().and_then(|side| Size::new(side).ok());
        side.ok_or_else(|| ParseSizeError(text.chars().take(16).collect()))
    }
}

/// A side length outside 5 to 22.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SizeError(usize);

impl fmt::Display for SizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected a board size from 5 to 22, got {}", self.0)
    }
}

impl core::error::Error for SizeError {}

/// Text that is not a board size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseSizeError(String);

impl fmt::Display for ParseSizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected a board size from 5 to 22, got `{}`", self.0)
    }
}

impl core::error::Error for ParseSizeError {}

/// A point of the board: column `a`… from the left, row `1`… from the bottom.
///
/// A point is the same on every board large enough to hold it. The type has a niche, so `Option<Point>` is no larger
/// than `Point`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point(NonZeroU16);

impl Point {
    /// Length of an array indexed by [`Point::index`].
    pub const CELLS: usize = 1024;

    /// The point in column `x` from the left and row `y` from the bottom, both zero-based; `None` beyond 22×22.
    pub const fn new(x: usize, y: usize) -> Option<Point> {
        if x < Size::MAX.side() && y < Size::MAX.side() { Some(Point::at(x, y)) } else { None }
    }

    /// As [`Point::new`], for coordinates known to be in range.
    pub(crate) const fn at(x: usize, y: usize) -> Point {
        debug_assert!(x < Size::MAX.side() && y < Size::MAX.side());
        let index = (y as u16 + PADDING) * STRIDE + x as u16 + PADDING;
        Point(NonZeroU16::new(index).expect("the padding keeps the index above zero"))
    }

    pub(crate) const fn from_index(index: u16) -> Point {
        Point(NonZeroU16::new(index).expect("no point of the board has index zero"))
    }

    /// An array index below [`Point::CELLS`], the same on every board size.
    pub const fn index(self) -> usize {
        self.0.get() as usize % Point::CELLS
    }

    /// Column from the left, zero-based.
    pub const fn x(self) -> usize {
        (self.0.get() % STRIDE - PADDING) as usize
    }

    /// Row from the bottom, zero-based.
    pub const fn y(self) -> usize {
        (self.0.get() / STRIDE - PADDING) as usize
    }

    /// The Chebyshev distance between two points: the larger of the distances in columns and in rows.
    ///
    /// ```
    /// use goren_core::Point;
    ///
    /// let point = |name: &str| name.parse::<Point>();
    /// assert_eq!(point("h8")?.distance(point("k7")?), 3);
    /// # Ok::<(), goren_core::ParsePointError>(())
    /// ```
    pub const fn distance(self, other: Point) -> usize {
        let (dx, dy) = (self.x().abs_diff(other.x()), self.y().abs_diff(other.y()));
        if dx > dy { dx } else { dy }
    }

    /// The point `dx` columns right and `dy` rows up, if the largest board contains it.
    pub fn offset(self, dx: isize, dy: isize) -> Option<Point> {
        Point::new(self.x().checked_add_signed(dx)?, self.y().checked_add_signed(dy)?)
    }

    /// Reads one point from the front of `text` and returns it with the rest: `h8i9` gives `h8` and `i9`.
    pub fn split_first(text: &str) -> Result<(Point, &str), ParsePointError> {
        let bytes = text.as_bytes();
        let digits = bytes.iter().skip(1).take_while(|byte| byte.is_ascii_digit()).count();
        let column = bytes.first().map_or(0, u8::to_ascii_lowercase);
        let bad = || ParsePointError(text.chars().take(digits.clamp(1, 8) + 1).collect());
        if !column.is_ascii_lowercase() || digits == 0 || digits > 2 || bytes[1] == b'0' {
            return Err(bad());
        }
        let row = bytes[1..=digits].iter().fold(0, |row, byte| row * 10 + usize::from(byte - b'0'));
        let point = Point::new(usize::from(column - b'a'), row - 1).ok_or_else(bad)?;
        Ok((point, &text[1 + digits..]))
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.x() as u8), self.y() + 1)
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Point {
    type Err = ParsePointError;

    fn from_str(text: &str) -> Result<Point, ParsePointError> {
        match Point::split_first(text) {
            Ok((point, "")) => Ok(point),
            _ => Err(ParsePointError(text.chars().take(16).collect())),
        }
    }
}

/// Text that is not a point of any board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParsePointError(String);

impl fmt::Display for ParsePointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected a point such as `h8`, got `{}`", self.0)
    }
}

impl core::error::Error for ParsePointError {}

#[cfg(test)]
mod tests {
    use super::*;
    use std::string::ToString;

    #[test]
    fn every_point_reads_back_as_it_is_written() {
        for point in Size::MAX.points() {
            assert_eq!(point.to_string().parse(), Ok(point));
            assert_eq!(Point::new(point.x(), point.y()), Some(point));
            assert_eq!(Point::from_index(point.index() as u16), point);
        }
    }

    #[test]
    fn text_that_is_not_a_point_is_refused_and_quoted() {
        for text in
            ["", "h", "8", "h0", "h08", "h+8", "h23", "w1", "h8 ", "h8i9", "é8", "hé", "h999999999999"]
        {
            let error = text.parse::<Point>().unwrap_err().to_string();
            assert!(error.contains(&text.chars().take(8).collect::<String>()), "{error}");
        }
    }

    #[test]
    fn text_that_is_not_a_size_is_refused_and_quoted() {
        assert_eq!("22".parse(), Ok(Size::MAX));
        let error = |text: &str| text.parse::<Size>().unwrap_err().to_string();
        assert_eq!(error("4"), "expected a board size from 5 to 22, got `4`");
        assert_eq!(error("15x15"), "expected a board size from 5 to 22, got `15x15`");
    }

    #[test]
    fn columns_include_i_and_ignore_case() {
        assert_eq!("I9".parse::<Point>().unwrap(), Point::at(8, 8));
        assert_eq!("j1".parse::<Point>().unwrap(), Point::at(9, 0));
    }

    #[test]
    fn the_centre_is_half_the_side_from_the_left_and_from_the_top() {
        let centre = |side| Size::new(side).unwrap().centre().to_string();
        assert_eq!([centre(5), centre(15), centre(20), centre(22)], ["c3", "h8", "k10", "l11"]);
    }

    #[test]
    fn gomocup_counts_from_the_top_left() {
        assert_eq!(Size::DEFAULT.at_top_left(0, 0), "a15".parse().ok());
        assert_eq!(Size::DEFAULT.at_top_left(15, 0), None);
        for point in Size::DEFAULT.points() {
            let (x, y) = Size::DEFAULT.top_left_of(point);
            assert_eq!(Size::DEFAULT.at_top_left(x, y), Some(point));
        }
    }

    #[test]
    fn an_optional_point_is_as_small_as_a_point() {
        assert_eq!(size_of::<Option<Point>>(), size_of::<Point>());
    }
}
