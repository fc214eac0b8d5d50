//! The eight symmetries of a square board.

use crate::point::{Point, Size};

/// One of the eight ways to turn or mirror a board onto itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Symmetry {
    transpose: bool,
    mirror_x: bool,
    mirror_y: bool,
}

impl Symmetry {
    /// Leaves every point where it is.
    pub const IDENTITY: Symmetry = Symmetry { transpose: false, mirror_x: false, mirror_y: false };

    /// All eight, the identity first.
    pub const ALL: [Symmetry; 8] = {
        let mut all = [Symmetry::IDENTITY; 8];
        let mut i = 0;
        while i < 8 {
            all[i] = Symmetry { transpose: i & 4 != 0, mirror_x: i & 1 != 0, mirror_y: i & 2 != 0 };
            i += 1;
        }
        all
    };

    /// Where the point goes: first mirrored, then transposed.
    pub const fn apply(self, point: Point, size: Size) -> Point {
        let last = size.side() - 1;
        let x = if self.mirror_x { last - point.x() } else { point.x() };
        let y = if self.mirror_y { last - point.y() } else { point.y() };
        if self.transpose { Point::at(y, x) } else { Point::at(x, y) }
    }

    /// The inverse symmetry.
    pub const fn inverse(self) -> Symmetry {
        if self.transpose {
            Symmetry { transpose: true, mirror_x: self.mirror_y, mirror_y: self.mirror_x }
        } else {
            self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn the_eight_are_different_and_their_inverses_take_back() {
        let size = Size::DEFAULT;
        let point = Point::at(2, 5);
        let images: HashSet<_> = Symmetry::ALL.iter().map(|symmetry| symmetry.apply(point, size)).collect();
        assert_eq!(images.len(), 8);
        for symmetry in Symmetry::ALL {
            for point in size.points() {
                assert_eq!(symmetry.inverse().apply(symmetry.apply(point, size), size), point);
            }
        }
    }
}
