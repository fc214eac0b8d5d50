//! The pattern dictionary, and a table of all patterns that start at a cell.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::grid::{CELLS, Cell, Grid, WAYS, walk};

/// The length of the longest pattern, and the number of cells of a look-up.
pub(super) const LONGEST: usize = 8;

/// The dictionary: a row of cells, its score if it is the program's own, and its score if it is the opponent's.
///
/// `x` is a stone of the owner, `.` an empty cell, `o` a stone of the other side, the edge or a trap, and `#` the
/// edge or a trap only.
pub(super) const PATTERNS: &[(&str, i32, i32)] = &[
    // Win conditions: five in a row.
    ("xxxxx", 10_000_000, -10_000_000),
    // Immediate threats: live four. The opponent's are threats to block.
    (".xxxx.", 1_000_000, -2_500_000),
    // Forcing patterns: double fours, two points that complete five on one line.
    ("x.xxx.x", 1_000_000, -2_500_000),
    ("xx.xx.xx", 1_000_000, -2_500_000),
    // One point completes five: for the opponent a threat to block.
    (".xxxxo", 500_000, -2_500_000),
    ("oxxxx.", 500_000, -2_500_000),
    ("x.xxx", 500_000, -2_500_000),
    ("xx.xx", 500_000, -2_500_000),
    ("xxx.x", 500_000, -2_500_000),
    // Strategic patterns: live three.
    (".xxx.", 200_000, -200_000),
    (".x.xx.", 200_000, -200_000),
    (".xx.x.", 200_000, -200_000),
    // Transitional patterns: two with potential.
    (".xx.", 1_000, -1_000),
    (".x.x.", 1_000, -1_000),
    // Edge and corner: rows against the edge.
    ("#xxx..", 10_000, -10_000),
    ("..xxx#", 10_000, -10_000),
    ("#xx...", 100, -100),
    ("...xx#", 100, -100),
];

/// The sum of all patterns that start at a cell.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
struct PatternSum {
    /// The sum of the scores.
    value: i32,
    /// For each cell, the sum of the absolute scores of the patterns in which it is empty.
    weights: [i32; LONGEST],
}

/// The patterns that start at a cell, by the contents of eight cells.
pub(super) struct PatternTable {
    /// The index into `found`, by two bits per cell with the first cell in the highest bits.
    index: Vec<u16>,
    found: Vec<PatternSum>,
}

/// The dictionary as a table, built at first use.
pub(super) static TABLE: LazyLock<PatternTable> = LazyLock::new(PatternTable::new);

impl PatternTable {
    fn new() -> PatternTable {
        let mut sums = vec![PatternSum::default(); 1 << (2 * LONGEST)];
        for &(pattern, own, theirs) in PATTERNS {
            for (owner, score) in [(Cell::Mine, own), (Cell::Theirs, theirs)] {
                for code in codes(pattern, owner) {
                    let rest = 2 * (LONGEST - pattern.len());
                    for found in &mut sums[code << rest..(code + 1) << rest] {
                        found.value += score;
                        for (weight, cell) in found.weights.iter_mut().zip(pattern.chars()) {
                            *weight += if cell == '.' { score.abs() } else { 0 };
                        }
                    }
                }
            }
        }
        // Few different sums occur, and only those near stones are looked up, so both tables stay in the cache.
        let mut known = HashMap::from([(PatternSum::default(), 0)]);
        let mut found = vec![PatternSum::default()];
        let index = sums.into_iter().map(|sum| {
            *known.entry(sum).or_insert_with(|| {
                found.push(sum);
                found.len() as u16 - 1
            })
        });
        PatternTable { index: index.collect(), found }
    }

    /// What changes when `who` puts a stone on an empty cell: returns the change of the value, and passes the change of each
    /// empty cell's weight to `visit`.
    #[inline]
    pub(super) fn change(&self, grid: &Grid, at: usize, who: Cell, mut visit: impl FnMut(usize, i32)) -> i64 {
        const REACH: isize = LONGEST as isize - 1;
        let mask = self.index.len() - 1;
        let mut value = 0;
        for way in WAYS {
            let mut code = 0;
            for step in -REACH..0 {
                code = code << 2 | grid.cell(walk(at, way, step)) as usize;
            }
            // The cell itself is still empty; the stone's bits enter the code there and shift up with each step.
            let mut stone = who as usize;
            for step in 0..=REACH {
                code = (code << 2 | grid.cell(walk(at, way, step)) as usize) & mask;
                let (before, after) = (self.index[code], self.index[code | stone]);
                stone <<= 2;
                if before == after {
                    continue;
                }
                for (sign, index) in [(-1, before), (1, after)] {
                    let found = &self.found[usize::from(index)];
                    value += i64::from(sign * found.value);
                    for (k, &weight) in found.weights.iter().enumerate() {
                        if weight != 0 {
                            visit(walk(at, way, step - REACH + k as isize), sign * weight);
                        }
                    }
                }
            }
        }
        value
    }

    /// The value of a whole board, and the weight of each empty cell.
    pub(super) fn whole(&self, grid: &Grid) -> (i64, Box<[i32; CELLS]>) {
        let mut value = 0;
        let mut weights = Box::new([0; CELLS]);
        for (first, way, length) in grid.lines() {
            // A pattern may start on the edge before the line.
            for start in -1..length as isize {
                let code = (0..LONGEST as isize)
                    .fold(0, |code, step| code << 2 | grid.cell(walk(first, way, start + step)) as usize);
                let found = &self.found[usize::from(self.index[code])];
                value += i64::from(found.value);
                for (k, &weight) in found.weights.iter().enumerate() {
                    weights[walk(first, way, start + k as isize)] += weight;
                }
            }
        }
        (value, weights)
    }
}

/// The codes of the rows that a pattern stands for.
fn codes(pattern: &str, owner: Cell) -> Vec<usize> {
    pattern.chars().fold(vec![0], |codes, cell| {
        let cells: &[Cell] = match cell {
            'x' => &[owner],
            'o' => &[owner.rival(), Cell::Wall],
            '#' => &[Cell::Wall],
            _ => &[Cell::Empty],
        };
        codes.iter().flat_map(|code| cells.iter().map(move |&cell| code << 2 | cell as usize)).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::random_position;
    use goren_core::Random;
    use goren_core::{Point, Position, Rule, Size, Stone};

    /// As the document does it: every pattern at every cell in every direction.
    fn naive(position: &Position, me: Stone) -> (i64, HashMap<Point, i32>) {
        let mut value = 0;
        let mut weights = HashMap::new();
        let side = position.size().side() as isize;
        let mut cells = vec![vec!['#'; side as usize + 2 * LONGEST]; side as usize + 2 * LONGEST];
        let mut set = |point: Point, mark| cells[point.x() + LONGEST][point.y() + LONGEST] = mark;
        position.empties().for_each(|point| set(point, '.'));
        position.stones().for_each(|(point, stone)| set(point, if stone == me { 'x' } else { 'o' }));
        let cell =
            |x: isize, y: isize| cells[(x + LONGEST as isize) as usize][(y + LONGEST as isize) as usize];
        for (pattern, own, theirs) in PATTERNS {
            for (score, owner, other) in [(*own, 'x', 'o'), (*theirs, 'o', 'x')] {
                let fits = |wanted, got| match wanted {
                    'x' => got == owner,
                    'o' => got == other || got == '#',
                    wanted => got == wanted,
                };
                for (x, y) in (-1..=side).flat_map(|x| (-1..=side).map(move |y| (x, y))) {
                    // Rows are read as the grid reads them: rightwards, and downwards.
                    for (dx, dy) in [(1, 0), (0, -1), (1, -1), (-1, -1)] {
                        let row = || (0..).zip(pattern.chars()).map(|(k, c)| (x + k * dx, y + k * dy, c));
                        if !row().all(|(x, y, wanted)| fits(wanted, cell(x, y))) {
                            continue;
                        }
                        value += i64::from(score);
                        for (x, y, _) in row().filter(|each| each.2 == '.') {
                            let point = Point::new(x as usize, y as usize).unwrap();
                            *weights.entry(point).or_insert(0) += score.abs();
                        }
                    }
                }
            }
        }
        (value, weights)
    }

    #[test]
    fn the_scores_are_those_of_the_document() {
        let score = |pattern| PATTERNS.iter().find(|entry| entry.0 == pattern).map(|e| (e.1, e.2)).unwrap();
        assert_eq!(score("xxxxx"), (10_000_000, -10_000_000));
        assert_eq!(score(".xxxx."), (1_000_000, -2_500_000));
        assert_eq!(score("x.xxx.x").0, 1_000_000);
        assert_eq!(score("xx.xx.xx").0, 1_000_000);
        assert_eq!(score(".xxx."), (200_000, -200_000));
        assert_eq!(score(".xx."), (1_000, -1_000));
        for pattern in [".xxxxo", "oxxxx.", "x.xxx", "xx.xx", "xxx.x"] {
            assert_eq!(score(pattern).1, -2_500_000, "a threat to block: {pattern}");
        }
    }

    #[test]
    fn every_pattern_is_listed_with_its_mirror_image() {
        for (pattern, own, theirs) in PATTERNS {
            let mirrored: String = pattern.chars().rev().collect();
            assert!(PATTERNS.contains(&(mirrored.as_str(), *own, *theirs)), "{pattern}");
            assert!(pattern.len() <= LONGEST);
        }
    }

    #[test]
    fn the_table_and_its_changes_equal_the_naive_count() {
        let mut random = Random::new(1);
        for round in 0..3_000 {
            let size = Size::new(5 + round % 18).unwrap();
            let position = random_position(&mut random, size, 60);
            let me = Stone::BOTH[round % 2];
            let mut grid = Grid::new(&position, me);
            let (value, mut weights) = TABLE.whole(&grid);
            let (expected, expected_weights) = naive(&position, me);
            assert_eq!(value, expected, "{position:?}");
            for point in size.points() {
                let weight = expected_weights.get(&point).copied().unwrap_or(0);
                assert_eq!(weights[grid.at(point)], weight, "{point} in {position:?}");
            }
            let moves: Vec<Point> = position.legal_moves().collect();
            let at = grid.at(moves[random.below(moves.len())]);
            for who in [Cell::Mine, Cell::Theirs] {
                let before = weights.clone();
                let change = TABLE.change(&grid, at, who, |at, weight| weights[at] += weight);
                grid.place(at, who);
                let (after, after_weights) = TABLE.whole(&grid);
                assert_eq!(value + change, after);
                assert_eq!(weights, after_weights);
                grid.remove(at);
                weights = before;
            }
        }
    }

    #[test]
    fn an_empty_board_is_worth_nothing() {
        let position = Position::new(Rule::Freestyle, Size::DEFAULT);
        assert_eq!(TABLE.whole(&Grid::new(&position, Stone::Black)).0, 0);
    }
}
