//! The winning sequences: five cells in a row, with the number of stones of each side in them.

use crate::grid::{CELLS, Cell, Grid, WAYS, walk};

/// The number of cells of a sequence.
pub(super) const LENGTH: usize = 5;

/// The weight of a sequence by the number of stones of one side, with none of the other. Five are a win, valued elsewhere.
pub(super) const WEIGHTS: [i32; LENGTH + 1] = [0, 1, 10, 100, 1_000, 0];

/// The value of a sequence by the numbers of the program's and its opponent's stones in it.
const WORTH: [[i32; LENGTH + 1]; LENGTH + 1] = {
    let mut worth = [[0; LENGTH + 1]; LENGTH + 1];
    let mut stones = 0;
    while stones <= LENGTH {
        worth[stones][0] = WEIGHTS[stones];
        worth[0][stones] = -WEIGHTS[stones];
        stones += 1;
    }
    worth
};

/// All sequences of a board, updated move by move.
pub(super) struct Windows {
    /// For each sequence, the numbers of the program's stones and of its opponent's.
    counts: Vec<[u8; 2]>,
    /// For each cell, the range of `holding` that lists the sequences through it.
    ranges: Box<[(u16, u16); CELLS]>,
    holding: Vec<u16>,
    value: i64,
}

impl Windows {
    pub(super) fn new(grid: &Grid) -> Windows {
        let mut counts = Vec::new();
        let mut members: Vec<(usize, u16)> = Vec::new();
        for cells in sequences(grid) {
            members.extend(cells.map(|at| (at, counts.len() as u16)));
            counts.push(stones(grid, &cells));
        }
        members.sort_unstable();
        let mut ranges = Box::new([(0, 0); CELLS]);
        for (i, &(at, _)) in (0..).zip(&members) {
            if ranges[at].1 == 0 {
                ranges[at].0 = i;
            }
            ranges[at].1 = i + 1;
        }
        let holding = members.into_iter().map(|(_, window)| window).collect();
        let value = counts.iter().map(worth).sum();
        Windows { counts, ranges, holding, value }
    }

    /// The sum over all sequences, for the program.
    pub(super) fn value(&self) -> i64 {
        self.value
    }

    /// The value after a stone on an empty cell, and whether it completes a sequence.
    #[inline]
    pub(super) fn after(&self, at: usize, who: Cell) -> (i64, bool) {
        let side = usize::from(who == Cell::Theirs);
        let mut value = self.value;
        let mut five = false;
        for &window in self.holding(at) {
            let mut counts = self.counts[usize::from(window)];
            value -= worth(&counts);
            counts[side] += 1;
            value += worth(&counts);
            five |= usize::from(counts[side]) == LENGTH;
        }
        (value, five)
    }

    /// Adds a stone; `value` is that of [`Windows::after`].
    #[inline]
    pub(super) fn place(&mut self, at: usize, who: Cell, value: i64) {
        self.count(at, who, u8::wrapping_add);
        self.value = value;
    }

    /// Removes a stone; `value` is that from before it was added.
    #[inline]
    pub(super) fn remove(&mut self, at: usize, who: Cell, value: i64) {
        self.count(at, who, u8::wrapping_sub);
        self.value = value;
    }

    #[inline]
    fn count(&mut self, at: usize, who: Cell, step: fn(u8, u8) -> u8) {
        let side = usize::from(who == Cell::Theirs);
        let (from, to) = self.ranges[at];
        for &window in &self.holding[usize::from(from)..usize::from(to)] {
            let count = &mut self.counts[usize::from(window)][side];
            *count = step(*count, 1);
        }
    }

    fn holding(&self, at: usize) -> &[u16] {
        let (from, to) = self.ranges[at];
        &self.holding[usize::from(from)..usize::from(to)]
    }
}

/// The numbers of the program's stones and of its opponent's in a sequence.
pub(super) fn stones(grid: &Grid, cells: &[usize; LENGTH]) -> [u8; 2] {
    let count = |who| cells.iter().filter(|&&at| grid.cell(at) == who).count() as u8;
    [count(Cell::Mine), count(Cell::Theirs)]
}

/// What a sequence with these stones is worth to the program.
#[inline]
pub(super) fn worth(counts: &[u8; 2]) -> i64 {
    i64::from(WORTH[usize::from(counts[0])][usize::from(counts[1])])
}

/// The document's algorithm: for each cell and direction a sequence of five is captured, if there is one. The edge
/// and traps are in none.
pub(super) fn sequences(grid: &Grid) -> impl Iterator<Item = [usize; LENGTH]> + '_ {
    grid.board().flat_map(move |at| {
        WAYS.into_iter().filter_map(move |way| {
            let cells = std::array::from_fn(|step| walk(at, way, step as isize));
            cells.iter().all(|&at| grid.cell(at) != Cell::Wall).then_some(cells)
        })
    })
}

/// The value of a board counted from scratch, as the document does it.
pub(super) fn recount(grid: &Grid) -> i64 {
    sequences(grid).map(|cells| worth(&stones(grid, &cells))).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::{board, random_position};
    use goren_core::Random;
    use goren_core::{Direction, Position, Rule, Size, Stone};

    /// F1 to F4 of one side.
    fn features(position: &Position, stone: Stone) -> [i64; 4] {
        let mut features = [0; 4];
        for from in position.size().points() {
            for way in Direction::ALL {
                let (dx, dy) = way.step();
                let row: Vec<_> = (0..5).filter_map(|k| from.offset(k * dx, k * dy)).collect();
                let is_open = row.len() == 5
                    && row.iter().all(|&point| {
                        position.size().contains(point)
                            && (position.is_empty(point) || position.stone(point) == Some(stone))
                    });
                let own = row.iter().filter(|&&point| position.stone(point) == Some(stone)).count();
                if is_open && (1..5).contains(&own) {
                    features[own - 1] += 1;
                }
            }
        }
        features
    }

    fn naive(position: &Position, me: Stone) -> i64 {
        let (attack, defence) = (features(position, me), features(position, !me));
        [1, 10, 100, 1_000].iter().zip(attack.iter().zip(defence)).map(|(w, (a, d))| w * (a - d)).sum()
    }

    #[test]
    fn the_blue_sequence_of_figure_1_is_a_winning_sequence_of_four() {
        let position = board(
            "X X X X . . . .
             . O . . . . . .
             . O . . . . . .
             . . . . . . . .
             . . . . . . . .
             . . . . . . . .
             . . . . . . . .
             . . . . . . . .",
            Stone::Black,
        );
        assert_eq!(features(&position, Stone::Black)[3], 1);
        assert_eq!(features(&position, Stone::Black)[2], 1, "b8 to f8");
        assert_eq!(features(&position, Stone::White)[1], 1, "b7 to b3; b8 is Black's");
        let grid = Grid::new(&position, Stone::Black);
        assert_eq!(recount(&grid), naive(&position, Stone::Black));
    }

    #[test]
    fn a_board_of_eight_has_96_sequences_and_a_trap_breaks_them() {
        let mut position = Position::new(Rule::Freestyle, Size::new(8).unwrap());
        assert_eq!(Windows::new(&Grid::new(&position, Stone::Black)).counts.len(), 96);
        position.play("d5".parse().unwrap());
        assert_eq!(Windows::new(&Grid::new(&position, Stone::Black)).value(), 15);
        let trap = ["e5".parse().unwrap()];
        let mut position = Position::with_traps(Rule::Freestyle, Size::new(8).unwrap(), &trap).unwrap();
        position.play("d5".parse().unwrap());
        assert_eq!(Windows::new(&Grid::new(&position, Stone::Black)).value(), 11);
    }

    #[test]
    fn counts_kept_move_by_move_equal_a_naive_count() {
        let mut random = Random::new(6);
        for round in 0..2_000 {
            let position = random_position(&mut random, Size::new(5 + round % 18).unwrap(), 50);
            let me = Stone::BOTH[round % 2];
            let start = Position::with_traps(Rule::Freestyle, position.size(), position.traps()).unwrap();
            let mut grid = Grid::new(&start, me);
            let mut windows = Windows::new(&grid);
            let mut undo = Vec::new();
            for played in position.history() {
                let (at, who) = (
                    grid.at(played.point.unwrap()),
                    if played.stone == me { Cell::Mine } else { Cell::Theirs },
                );
                undo.push((at, who, windows.value()));
                let (value, five) = windows.after(at, who);
                assert!(!five);
                windows.place(at, who, value);
                grid.place(at, who);
            }
            assert_eq!(windows.value(), naive(&position, me), "{position:?}");
            assert_eq!(recount(&grid), windows.value());
            assert_eq!(Windows::new(&grid).counts, windows.counts);
            for (at, who, value) in undo.into_iter().rev() {
                windows.remove(at, who, value);
            }
            assert!(windows.counts.iter().all(|&counts| counts == [0, 0]));
        }
    }
}
