//! The plain board that most programs search on: cells in a padded square, and a test whether a stone wins.

use goren_core::{Point, Position, Rule, Size, Stone};

/// Wall cells before the first row and column; at least as many follow the last.
const PADDING: usize = 5;
/// Distance between a cell and the one below it.
const STRIDE: usize = 32;
/// The number of cells. A walk that leaves the square on one side wraps around into the padding on the other.
pub(crate) const CELLS: usize = STRIDE * STRIDE;

/// The four directions of lines, as distances between cells.
pub(crate) const WAYS: [isize; 4] = [1, STRIDE as isize, STRIDE as isize + 1, STRIDE as isize - 1];

/// The eight neighbours of a cell.
pub(crate) const AROUND: [isize; 8] = [-33, -32, -31, -1, 1, 31, 32, 33];

/// The content of a cell, from the program's point of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Cell {
    Empty,
    Mine,
    Theirs,
    /// Off the board, or a trap.
    Wall,
}

impl Cell {
    /// The other side's stone.
    pub(crate) fn rival(self) -> Cell {
        match self {
            Cell::Mine => Cell::Theirs,
            Cell::Theirs => Cell::Mine,
            cell => cell,
        }
    }
}

/// The cell `steps` steps away in a direction.
#[inline]
pub(crate) fn walk(at: usize, way: isize, steps: isize) -> usize {
    at.wrapping_add_signed(way * steps) % CELLS
}

/// A board whose cells are numbered row by row from the upper left, as the documents number theirs.
#[derive(Clone)]
pub(crate) struct Grid {
    cells: [Cell; CELLS],
    size: Size,
    rule: Rule,
    me: Stone,
    empties: usize,
}

impl Grid {
    /// The board of a position as `me` sees it.
    pub(crate) fn new(position: &Position, me: Stone) -> Grid {
        let size = position.size();
        let mut grid = Grid {
            cells: [Cell::Wall; CELLS],
            size,
            rule: position.rule(),
            me,
            empties: position.empty_count(),
        };
        for point in position.empties() {
            grid.cells[grid.at(point)] = Cell::Empty;
        }
        for (point, stone) in position.stones() {
            grid.cells[grid.at(point)] = if stone == me { Cell::Mine } else { Cell::Theirs };
        }
        grid
    }

    /// The cell of a point.
    pub(crate) fn at(&self, point: Point) -> usize {
        let (column, row) = self.size.top_left_of(point);
        (row + PADDING) * STRIDE + column + PADDING
    }

    /// The point of a cell.
    pub(crate) fn point(&self, at: usize) -> Point {
        let (column, row) = (at % STRIDE - PADDING, at / STRIDE - PADDING);
        self.size.at_top_left(column, row).expect("only cells of the board are asked for")
    }

    /// The row and the column of a cell, from the upper left.
    pub(crate) fn row_and_column(&self, at: usize) -> (usize, usize) {
        (at / STRIDE - PADDING, at % STRIDE - PADDING)
    }

    pub(crate) fn side(&self) -> usize {
        self.size.side()
    }

    #[inline]
    pub(crate) fn cell(&self, at: usize) -> Cell {
        self.cells[at % CELLS]
    }

    /// The number of empty cells.
    pub(crate) fn empties_left(&self) -> usize {
        self.empties
    }

    pub(crate) fn is_full(&self) -> bool {
        self.empties == 0
    }

    /// The cells of the board, traps included, row by row from the upper left.
    pub(crate) fn board(&self) -> impl Iterator<Item = usize> + use<> {
        let side = self.size.side();
        (PADDING..PADDING + side)
            .flat_map(move |row| (PADDING..PADDING + side).map(move |column| row * STRIDE + column))
    }

    /// The empty cells, in the same order.
    pub(crate) fn empties(&self) -> impl Iterator<Item = usize> + '_ {
        self.board().filter(|&at| self.cell(at) == Cell::Empty)
    }

    /// Every line of the board in the four directions: its first cell, direction and length. Traps are part of a line.
    pub(crate) fn lines(&self) -> impl Iterator<Item = (usize, isize, usize)> + '_ {
        let inside = |at: usize| {
            let board = PADDING..PADDING + self.size.side();
            board.contains(&(at / STRIDE)) && board.contains(&(at % STRIDE))
        };
        self.board().flat_map(move |at| {
            WAYS.into_iter().filter_map(move |way| {
                let starts = !inside(walk(at, way, -1));
                starts.then(|| (at, way, (0..).take_while(|&step| inside(walk(at, way, step))).count()))
            })
        })
    }

    /// Whether a cell at most this many rows and columns away holds a stone.
    pub(crate) fn has_stone_within(&self, at: usize, reach: isize) -> bool {
        let is_stone = |step| matches!(self.cell(walk(at, step, 1)), Cell::Mine | Cell::Theirs);
        (-reach..=reach).any(|row| (-reach..=reach).any(|column| is_stone(row * STRIDE as isize + column)))
    }

    #[inline]
    pub(crate) fn place(&mut self, at: usize, who: Cell) {
        debug_assert_eq!(self.cell(at), Cell::Empty);
        self.cells[at % CELLS] = who;
        self.empties -= 1;
    }

    #[inline]
    pub(crate) fn remove(&mut self, at: usize) {
        self.cells[at % CELLS] = Cell::Empty;
        self.empties += 1;
    }

    /// Whether a stone of `who` on the cell completes a winning row. The stone may be on the board already.
    pub(crate) fn wins(&self, at: usize, who: Cell) -> bool {
        WAYS.into_iter().any(|way| {
            let end = |way| (1..).find(|&step| self.cell(walk(at, way, step)) != who).unwrap_or(1);
            let (ahead, behind) = (end(way), end(-way));
            let length = ahead + behind - 1;
            length >= 5
                && self.row_wins(length, who, || {
                    let rival = who.rival();
                    self.cell(walk(at, way, ahead)) == rival && self.cell(walk(at, -way, behind)) == rival
                })
        })
    }

    fn row_wins(&self, length: isize, who: Cell, is_enclosed: impl Fn() -> bool) -> bool {
        let is_black = (who == Cell::Mine) == (self.me == Stone::Black);
        match self.rule {
            Rule::Freestyle => true,
            Rule::Standard => length == 5,
            Rule::Renju => length == 5 || !is_black,
            Rule::Caro => length == 5 && !is_enclosed(),
            Rule::Caro6 => length > 5 || !is_enclosed(),
        }
    }
}

/// The legal move nearest to the centre.
pub(crate) fn central(position: &Position) -> Option<Point> {
    let centre = position.size().centre();
    let distance = |point: &Point| {
        let (dx, dy) = (point.x().abs_diff(centre.x()), point.y().abs_diff(centre.y()));
        dx * dx + dy * dy
    };
    position.legal_moves().min_by_key(distance)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::random_game;
    use goren_core::Random;

    #[test]
    fn the_grid_knows_the_winner_under_every_rule() {
        let mut random = Random::new(5);
        let mut won = [0; 5];
        for round in 0..4_000 {
            let rule = Rule::ALL[round % 5];
            let size = Size::new(5 + round / 5 % 6).unwrap();
            let mut position = random_game(&mut random, rule, size, 200);
            let Some(last) = position.history().last().copied() else { continue };
            let (point, winner) = (last.point.unwrap(), position.winner());
            for me in Stone::BOTH {
                let grid = Grid::new(&position, me);
                let who = if last.stone == me { Cell::Mine } else { Cell::Theirs };
                assert_eq!(grid.wins(grid.at(point), who), winner == Some(last.stone), "{position:?}");
                assert_eq!(grid.is_full(), position.empty_count() == 0);
            }
            won[round % 5] += usize::from(winner.is_some());
            position.undo();
            let grid = Grid::new(&position, last.stone);
            assert_eq!(grid.wins(grid.at(point), Cell::Mine), winner.is_some());
        }
        assert!(won.iter().all(|&won| won > 50), "{won:?}");
    }

    #[test]
    fn cells_run_row_by_row_from_the_upper_left_and_map_back() {
        let position = Position::new(Rule::Freestyle, Size::DEFAULT);
        let grid = Grid::new(&position, Stone::Black);
        let points: Vec<Point> = grid.board().map(|at| grid.point(at)).collect();
        assert_eq!(points[0], "a15".parse().unwrap());
        assert_eq!(points[16], "b14".parse().unwrap());
        assert_eq!(points.len(), 225);
        assert!(grid.board().all(|at| grid.at(grid.point(at)) == at));
    }

    #[test]
    fn every_line_of_the_board_is_listed_once() {
        for size in Size::all() {
            let grid = Grid::new(&Position::new(Rule::Freestyle, size), Stone::Black);
            assert_eq!(grid.lines().map(|line| line.2).sum::<usize>(), 4 * size.area());
            assert_eq!(grid.lines().count(), 6 * size.side() - 2);
        }
    }
}
