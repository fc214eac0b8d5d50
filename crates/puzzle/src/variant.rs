//! The same puzzle elsewhere on the board: turned, mirrored, shifted.

use goren_core::{Point, Size, Symmetry};
use serde::{Deserialize, Serialize};

use crate::puzzle::Puzzle;

/// So many columns to the right and rows up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Shift(pub i8, pub i8);

impl Shift {
    /// Where a point goes, if that is on the largest board.
    pub fn apply(self, point: Point) -> Option<Point> {
        point.offset(self.0.into(), self.1.into())
    }
}

impl Puzzle {
    /// The puzzle turned or mirrored: the rules know no directions, so that everything said of it stays true. A stored
    /// proof is left out.
    pub fn turned(&self, symmetry: Symmetry) -> Puzzle {
        if symmetry == Symmetry::IDENTITY {
            return self.clone();
        }
        let size = self.size;
        let turned = self.mapped(|point| Some(symmetry.apply(point, size)));
        let turned = turned.expect("a symmetry maps every point to one of the board");
        let shifts = self.shifts.iter().map(|&shift| turned_shift(shift, symmetry)).collect();
        Puzzle { shifts, ..turned }
    }

    /// The puzzle shifted; `None` unless the shift is among those for which the answers were proved to be the same. The
    /// result has no further shifts, and no stored proof.
    pub fn shifted(&self, shift: Shift) -> Option<Puzzle> {
        if self.shifts.contains(&shift) { self.shift_all(shift) } else { None }
    }

    /// How many images the puzzle has, itself included.
    pub fn variants(&self) -> usize {
        Symmetry::ALL.len() * (1 + self.shifts.len())
    }

    /// One of the images, by any number: 0 is the puzzle itself, and [`Puzzle::variants`] is 0 again.
    pub fn variant(&self, number: usize) -> Puzzle {
        let number = number % self.variants();
        let turn = Symmetry::ALL[number % Symmetry::ALL.len()];
        let shift = (number / Symmetry::ALL.len()).checked_sub(1).map(|i| self.shifts[i]);
        let shifted = shift.and_then(|shift| self.shifted(shift));
        shifted.as_ref().unwrap_or(self).turned(turn)
    }

    /// The puzzle shifted, whether or not it is the same there; `None` if a point leaves the board.
    pub(crate) fn shift_all(&self, shift: Shift) -> Option<Puzzle> {
        let size = self.size;
        self.mapped(|point| shift.apply(point).filter(|&point| size.contains(point)))
    }

    fn mapped(&self, image: impl Fn(Point) -> Option<Point>) -> Option<Puzzle> {
        let all = |points: &[Point]| points.iter().map(|&point| image(point)).collect::<Option<Vec<_>>>();
        let mut answers = all(&self.answers)?;
        answers.sort_unstable();
        Some(Puzzle {
            moves: all(&self.moves)?,
            answers,
            line: all(&self.line)?,
            proof: None,
            shifts: Vec::new(),
            ..self.clone()
        })
    }
}

/// The shift that does after a symmetry what this one does before it.
fn turned_shift(Shift(dx, dy): Shift, symmetry: Symmetry) -> Shift {
    let size = Size::MAX;
    let image = |x, y| {
        let point = Point::new(x, y).map(|point| symmetry.apply(point, size));
        point.map(|point| (point.x() as i8, point.y() as i8)).expect("every board of 22 has these points")
    };
    let (origin, right, up) = (image(0, 0), image(1, 0), image(0, 1));
    let along = |origin: i8, right: i8, up: i8| dx * (right - origin) + dy * (up - origin);
    Shift(along(origin.0, right.0, up.0), along(origin.1, right.1, up.1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::tests::open_three;
    use std::collections::HashSet;

    /// Everything one row up and three columns to the right; this says nothing about the answers.
    fn shiftable() -> Puzzle {
        Puzzle { shifts: vec![Shift(3, 1), Shift(0, 2)], ..open_three() }
    }

    #[test]
    fn every_turned_puzzle_holds_together_and_has_the_same_identifier() {
        let puzzle = open_three();
        let images: HashSet<Vec<Point>> = Symmetry::ALL
            .iter()
            .map(|&symmetry| {
                let turned = puzzle.turned(symmetry);
                assert_eq!(turned.check(), Ok(()));
                assert_eq!(turned.turned(symmetry.inverse()), puzzle);
                turned.moves
            })
            .collect();
        assert_eq!(images.len(), 8);
    }

    #[test]
    fn only_proved_shifts_are_made() {
        let puzzle = shiftable();
        assert_eq!(puzzle.shifted(Shift(1, 1)), None);
        let shifted = puzzle.shifted(Shift(3, 1)).unwrap();
        assert_eq!(shifted.answers, ["j9", "n9"].map(|name| name.parse().unwrap()));
        assert_eq!(shifted.moves[1], "d2".parse().unwrap());
    }

    #[test]
    fn turning_and_shifting_can_be_done_in_either_order() {
        let puzzle = shiftable();
        for symmetry in Symmetry::ALL {
            let turned = puzzle.turned(symmetry);
            for (i, &shift) in puzzle.shifts.iter().enumerate() {
                let one = turned.shifted(turned.shifts[i]).unwrap();
                let other = puzzle.shifted(shift).unwrap().turned(symmetry);
                assert_eq!(one.moves, other.moves);
                assert_eq!(one.answers, other.answers);
            }
        }
    }

    #[test]
    fn the_variants_are_all_images() {
        let puzzle = shiftable();
        assert_eq!(puzzle.variants(), 24);
        let images: HashSet<Vec<Point>> = (0..24).map(|number| puzzle.variant(number).moves).collect();
        assert_eq!(images.len(), 24);
        assert_eq!(puzzle.variant(24), puzzle);
    }
}
