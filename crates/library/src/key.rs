//! Positions as keys: one number for all eight images of a position, of one rule and size.
//!
//! The random numbers are the library's own and part of its file format: they must not change when those of the search do.

use goren_core::{Point, Position, Random, Rule, Size, Stone, Symmetry};

/// A position in the index, whichever way the board is turned.
pub type PositionKey = u64;

/// The numbers behind the keys.
const SEED: u64 = 0x6c69_6272_6172_7901;

/// What stands on a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cell {
    Black,
    White,
    Trap,
}

impl From<Stone> for Cell {
    fn from(stone: Stone) -> Cell {
        match stone {
            Stone::Black => Cell::Black,
            Stone::White => Cell::White,
        }
    }
}

fn number(point: Point, cell: Cell) -> u64 {
    Random::nth(SEED, (cell as u64) << 16 | point.index() as u64)
}

fn board(rule: Rule, size: Size) -> u64 {
    let rule = Rule::ALL.iter().position(|&each| each == rule).expect("the list is complete");
    Random::nth(SEED, 1 << 20 | (rule as u64) << 8 | size.side() as u64)
}

fn side(stone: Stone) -> u64 {
    match stone {
        Stone::Black => 0,
        Stone::White => Random::nth(SEED, 1 << 21),
    }
}

/// A board whose keys are kept up to date stone by stone, one for each of its eight images.
#[derive(Clone, Debug)]
pub(crate) struct Board {
    size: Size,
    images: [u64; 8],
}

impl Board {
    pub(crate) fn new(rule: Rule, size: Size, traps: &[Point]) -> Board {
        let mut board = Board { size, images: [board(rule, size); 8] };
        for &trap in traps {
            board.toggle(trap, Cell::Trap);
        }
        board
    }

    /// Puts something on a point, or takes it away.
    pub(crate) fn toggle(&mut self, point: Point, cell: Cell) {
        for (image, symmetry) in self.images.iter_mut().zip(Symmetry::ALL) {
            *image ^= number(symmetry.apply(point, self.size), cell);
        }
    }

    /// The key with a side to move: the smallest of the images'.
    pub(crate) fn key(&self, to_move: Stone) -> PositionKey {
        self.smallest() ^ side(to_move)
    }

    fn smallest(&self) -> u64 {
        self.images.into_iter().min().expect("there are eight images")
    }

    /// The symmetries that turn the board into the image whose key is the smallest: several if the board is symmetric.
    fn turns(&self) -> impl Iterator<Item = Symmetry> + '_ {
        let smallest = self.smallest();
        Symmetry::ALL.into_iter().zip(self.images).filter(move |each| each.1 == smallest).map(|each| each.0)
    }

    /// A point as the image with the smallest key has it; of points that a symmetric board does not distinguish, the first.
    pub(crate) fn turned(&self, point: Point) -> Point {
        self.turns()
            .map(|symmetry| symmetry.apply(point, self.size))
            .min()
            .expect("at least one image is the smallest")
    }

    /// Every point of this board that the image with the smallest key has at `turned`.
    pub(crate) fn turned_back(&self, turned: Point) -> Vec<Point> {
        let mut points: Vec<Point> =
            self.turns().map(|symmetry| symmetry.inverse().apply(turned, self.size)).collect();
        points.sort_unstable();
        points.dedup();
        points
    }
}

/// The board of a position.
pub(crate) fn board_of(position: &Position) -> Board {
    let mut board = Board::new(position.rule(), position.size(), position.traps());
    for (point, stone) in position.stones() {
        board.toggle(point, stone.into());
    }
    board
}

/// The key under which a position is found, in whatever order its stones were placed and however the board is turned.
pub fn position_key(position: &Position) -> PositionKey {
    board_of(position).key(position.side())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_images_of_a_position_have_one_key_and_others_another() {
        let mut random = Random::new(5);
        let mut position = Position::new(Rule::Renju, Size::DEFAULT);
        for _ in 0..20 {
            let free: Vec<Point> = position.empties().collect();
            position.play(random.pick(&free).unwrap());
            let key = position_key(&position);
            for symmetry in Symmetry::ALL {
                assert_eq!(position_key(&position.transformed(symmetry)), key);
            }
            let mut passed = position.clone();
            passed.pass();
            assert_ne!(position_key(&passed), key);
        }
        let key = |rule, side| position_key(&Position::new(rule, Size::new(side).unwrap()));
        assert_ne!(key(Rule::Renju, 15), key(Rule::Caro, 15));
        assert_ne!(key(Rule::Renju, 15), key(Rule::Renju, 19));
    }

    #[test]
    fn a_move_is_turned_with_its_board_and_back() {
        let mut position = Position::new(Rule::Freestyle, Size::DEFAULT);
        for name in ["h8", "i8", "g10"] {
            position.play(name.parse().unwrap());
        }
        let next: Point = "j7".parse().unwrap();
        let turned = board_of(&position).turned(next);
        for symmetry in Symmetry::ALL {
            let board = board_of(&position.transformed(symmetry));
            assert_eq!(board.turned_back(turned), [symmetry.apply(next, position.size())]);
        }
    }

    #[test]
    fn a_symmetric_board_does_not_tell_symmetric_moves_apart() {
        let empty = board_of(&Position::new(Rule::Freestyle, Size::DEFAULT));
        let corner = |name: &str| empty.turned(name.parse().unwrap());
        assert_eq!(corner("a1"), corner("o15"));
        assert_eq!(empty.turned_back(corner("a1")).len(), 4);
        assert_eq!(empty.turned_back(corner("b1")).len(), 8);
        assert_eq!(empty.turned_back(corner("h8")).len(), 1);
    }
}
