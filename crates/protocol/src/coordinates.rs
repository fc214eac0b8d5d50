//! Coordinates of points in the protocol.

use std::fmt;

use goren_core::{Point, Size};

/// A column from the left and a row from the top, both zero-based; they may be off the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Coordinates {
    /// The column from the left.
    pub x: u16,
    /// The row from the top.
    pub y: u16,
}

impl Coordinates {
    /// The coordinates of a point on a board of this size.
    pub fn of(point: Point, size: Size) -> Coordinates {
        let (x, y) = size.top_left_of(point);
        Coordinates { x: x as u16, y: y as u16 }
    }

    /// The point on a board of this size, if it is on the board.
    pub fn on(self, size: Size) -> Option<Point> {
        size.at_top_left(usize::from(self.x), usize::from(self.y))
    }

    /// Reads `x,y`; spaces around the numbers are ignored.
    pub(crate) fn read(text: &str) -> Option<Coordinates> {
        let (x, y) = text.split_once(',')?;
        Some(Coordinates { x: number(x)?, y: number(y)? })
    }
}

/// Reads digits and nothing else.
pub(crate) fn number(text: &str) -> Option<u16> {
    let text = text.trim();
    if text.bytes().all(|byte| byte.is_ascii_digit()) { text.parse().ok() } else { None }
}

/// `x,y`.
impl fmt::Display for Coordinates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x, self.y)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_point_reads_back_as_it_is_written() {
        for size in Size::all() {
            for point in size.points() {
                let text = Coordinates::of(point, size).to_string();
                assert_eq!(Coordinates::read(&text).and_then(|at| at.on(size)), Some(point));
            }
        }
    }

    #[test]
    fn only_two_whole_numbers_are_coordinates() {
        assert_eq!(Coordinates::read(" 3 , 4 "), Some(Coordinates { x: 3, y: 4 }));
        for text in ["", ",", "3", "3,", ",4", "a,b", "-1,-1", "+3,4", "3,4,5", "3 4", "99999,0"] {
            assert_eq!(Coordinates::read(text), None, "{text}");
        }
    }

    #[test]
    fn a_board_knows_which_coordinates_it_has() {
        assert_eq!(Coordinates { x: 0, y: 0 }.on(Size::DEFAULT), "a15".parse().ok());
        assert_eq!(Coordinates { x: 15, y: 0 }.on(Size::DEFAULT), None);
    }
}
