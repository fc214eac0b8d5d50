//! The pattern dictionaries, and a table of all patterns that start at a cell.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::grid::{CELLS, Cell, Grid, WAYS, walk};

/// The length of the longest pattern, and the number of cells of a look-up.
pub(super) const MAX_CELLS: usize = 8;

/// A row of a dictionary: cells, their score if they are the program's own, and their score if they are the opponent's.
///
/// `x` is a stone of the owner, `.` an empty cell, `O` a stone of the other side, `o` the same or the edge or a trap, and
/// `#` the edge or a trap only.
pub(super) type Row = (&'static str, i32, i32);

/// The dictionary that the document describes by categories.
pub(super) const CORRECTED: &[Row] = &[
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

/// The dictionary of the authors' program, with what its slips leave of it. It is filled first for the person and then for the
/// program, and a later entry replaces an earlier one with the same cells. So what blocks the person's fours (−2,500,000)
/// replaces their worth, while the same entries for the program are replaced by its own fours; where only one side has an
/// entry for some cells, it stays. The cases of edge and corner are written with the person's stone for the edge: for the person
/// they become three stones in a row and replace the live three (−200,000) by −12,000.
pub(super) const PROGRAMMED: &[Row] = &[
    ("xxxxx", 10_000_000, -10_000_000),
    (".xxxx.", 1_000_000, -2_500_000),
    ("xxxx.", 900_000, -2_500_000),
    (".xxxx", 900_000, -2_500_000),
    ("Oxxxx.", 900_000, -2_000_000),
    (".xxxxO", 900_000, -2_000_000),
    ("xxxxO", 2_000_000, -2_000_000),
    ("Oxxxx", 2_000_000, -2_000_000),
    // Four with a gap.
    ("x.xxx", 120_000, -12_000_000),
    ("xx.xx", 150_000, -15_000_000),
    ("xxx.x", 120_000, -70_000),
    (".x.xxx", 12_000_000, -12_000_000),
    (".xx.xx", 15_000_000, -15_000_000),
    (".x.xxx.", 12_000_000, -12_000_000),
    (".xx.xx.", 15_000_000, -15_000_000),
    ("x.xxx.", 12_000_000, -12_000_000),
    ("xx.xx.", 15_000_000, -15_000_000),
    // Double fours, triple threats.
    ("x.x.xx", 1_000_000, -1_000_000),
    ("xx.x.x", 1_000_000, -1_000_000),
    ("x.x.x", 180_000, -180_000),
    (".x.x.", 150_000, -150_000),
    // Threes.
    (".xxx.", 200_000, -12_000),
    ("..xxx.", 150_000, -150_000),
    ("x.xx", 10_000, -10_000),
    ("xx.x", 10_000, -10_000),
    // Twos.
    (".xx.", 1_000, -1_000),
    ("x..x", 800, -800),
    // Edge and corner.
    ("..xxO", 12_000, 0),
    ("Oxx..", 12_000, 0),
    (".xOx.", 12_000, 0),
    ("..xxx", 0, -12_000),
    ("xxx..", 0, -12_000),
    ("xOO.x", 70_000, 0),
    ("Oxx.O", 70_000, 0),
];

/// The sum of all patterns that start at a cell.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
struct PatternSum {
    /// The sum of the scores.
    value: i32,
    /// For each cell, the sum of the absolute scores of the patterns in which it is empty.
    weights: [i32; MAX_CELLS],
}

/// A pattern in its place: whose it is, its score, its first cell and its direction.
pub(super) type Place = (&'static str, Cell, i32, usize, isize);

/// A dictionary, with the patterns that start at a cell by the contents of eight cells.
pub(super) struct PatternTable {
    rows: &'static [Row],
    /// The index into `found`, by two bits per cell with the first cell in the highest bits.
    index: Vec<u16>,
    found: Vec<PatternSum>,
}

/// The directions in which the document reads lines: rightwards, downwards, and to the right on both diagonals.
const READ: [isize; 4] = [WAYS[0], WAYS[1], WAYS[2], -WAYS[3]];

/// How far the document's `countPattern` looks at most.
const LOOK: usize = 5;

/// The dictionary as corrected or as programmed, built at first use.
pub(super) fn dictionary(programmed: bool) -> &'static PatternTable {
    static TABLES: [LazyLock<PatternTable>; 2] =
        [LazyLock::new(|| PatternTable::new(CORRECTED)), LazyLock::new(|| PatternTable::new(PROGRAMMED))];
    &TABLES[usize::from(programmed)]
}

impl PatternTable {
    fn new(rows: &'static [Row]) -> PatternTable {
        let mut sums = vec![PatternSum::default(); 1 << (2 * MAX_CELLS)];
        for &(pattern, own, theirs) in rows {
            for (owner, score) in [(Cell::Mine, own), (Cell::Theirs, theirs)] {
                for code in codes(pattern, owner) {
                    let rest = 2 * (MAX_CELLS - pattern.len());
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
        PatternTable { rows, index: index.collect(), found }
    }

    /// What changes when `who` puts a stone on an empty cell: returns the change of the value, and passes the change of each
    /// empty cell's weight to `visit`.
    #[inline]
    pub(super) fn change(&self, grid: &Grid, at: usize, who: Cell, mut visit: impl FnMut(usize, i32)) -> i64 {
        const REACH: isize = MAX_CELLS as isize - 1;
        let mask = self.index.len() - 1;
        let mut value = 0;
        for way in READ {
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

    /// What the document's `countPattern` sees of the same change: it looks no further to either side than five cells, than
    /// the nearer edge ahead and, on rows and columns, than an edge of the other direction; and it sees no edge.
    pub(super) fn change_within_reach(
        &self,
        grid: &Grid,
        at: usize,
        who: Cell,
        mut visit: impl FnMut(usize, i32),
    ) -> i64 {
        let mut value = 0;
        self.seen_within_reach(grid, at, who, |sign, (pattern, _, score, first, way)| {
            value += i64::from(sign * score);
            let empties = (0..).zip(pattern.bytes()).filter(|each| each.1 == b'.');
            empties.for_each(|(step, _)| visit(walk(first, way, step), sign * score.abs()));
        });
        value
    }

    /// The patterns that the document's `countPattern` sees before the move (−1) and after it (+1).
    #[inline]
    pub(super) fn seen_within_reach(
        &self,
        grid: &Grid,
        at: usize,
        who: Cell,
        mut see: impl FnMut(i32, Place),
    ) {
        let (above, left) = grid.row_and_column(at);
        let last = grid.side() - 1;
        let (below, right) = (last - above, last - left);
        for (way, edges) in
            READ.into_iter().zip([[above, right], [below, left], [below, right], [above, right]])
        {
            let reach = LOOK.min(edges[0]).min(edges[1]) as isize;
            for &(pattern, own, theirs) in self.rows {
                let length = pattern.len() as isize;
                for start in (-reach).max(1 - length)..=(reach - length + 1).min(0) {
                    for (owner, score) in [(Cell::Mine, own), (Cell::Theirs, theirs)] {
                        let cell = |step| grid.cell(walk(at, way, start + step));
                        let fits = |middle: Cell| {
                            let mut row = (0..).zip(pattern.bytes());
                            row.all(|(step, wanted)| {
                                let got = if start + step == 0 { middle } else { cell(step) };
                                match wanted {
                                    b'x' => got == owner,
                                    b'o' | b'O' => got == owner.rival(),
                                    b'.' => got == Cell::Empty,
                                    _ => false,
                                }
                            })
                        };
                        for (sign, middle) in [(-1, Cell::Empty), (1, who)] {
                            if score != 0 && fits(middle) {
                                see(sign, (pattern, owner, score, walk(at, way, start), way));
                            }
                        }
                    }
                }
            }
        }
    }

    /// The value of a whole board, and the weight of each empty cell.
    pub(super) fn whole(&self, grid: &Grid) -> (i64, Box<[i32; CELLS]>) {
        let mut value = 0;
        let mut weights = Box::new([0; CELLS]);
        for (first, way, length) in lines(grid) {
            // A pattern may start on the edge before the line.
            for start in -1..length as isize {
                let code = (0..MAX_CELLS as isize)
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

    /// Every pattern on a board.
    pub(super) fn found<'a>(&self, grid: &'a Grid) -> impl Iterator<Item = Place> + use<'a> {
        let owned = |&(pattern, own, theirs): &Row| {
            [(Cell::Mine, own), (Cell::Theirs, theirs)]
                .map(|(owner, score)| (pattern, owner, score, codes(pattern, owner)))
        };
        let patterns: Vec<_> = self.rows.iter().flat_map(owned).filter(|each| each.2 != 0).collect();
        // A pattern may start on the edge before the line.
        let starts = lines(grid).flat_map(|(first, way, length)| {
            (-1..length as isize).map(move |step| (walk(first, way, step), way))
        });
        starts.flat_map(move |(first, way)| {
            let fits = |&&(pattern, _, _, ref codes): &&(&str, Cell, i32, Vec<usize>)| {
                let cells = (0..pattern.len() as isize).map(|step| grid.cell(walk(first, way, step)));
                codes.contains(&cells.fold(0, |code, cell| code << 2 | cell as usize))
            };
            let here: Vec<_> =
                patterns.iter().filter(fits).map(|each| (each.0, each.1, each.2, first, way)).collect();
            here
        })
    }
}

/// Every line of a board in the directions in which the document reads: its first cell, direction and length.
fn lines(grid: &Grid) -> impl Iterator<Item = (usize, isize, usize)> + '_ {
    grid.lines().map(|(first, way, length)| {
        let is_rising = way == -READ[3];
        if is_rising { (walk(first, way, length as isize - 1), -way, length) } else { (first, way, length) }
    })
}

/// The document's category of a pattern.
pub(super) fn category(pattern: &str, owner: Cell) -> &'static str {
    let stones = pattern.matches('x').count();
    match stones {
        _ if pattern.contains('#') => "edge/corner special case",
        ..=3 if pattern.contains('O') => "edge/corner special case",
        5.. if !pattern.contains('.') => "five in a row",
        4.. if owner == Cell::Theirs => "block opponent threats",
        5.. => "double fours",
        4 if pattern.trim_matches('.').matches('.').count() == 2 => "double fours",
        4 if pattern == ".xxxx." => "live four",
        4 => "four",
        3 => "live three",
        _ => "two with potential",
    }
}

/// The codes of the rows that a pattern stands for.
fn codes(pattern: &str, owner: Cell) -> Vec<usize> {
    pattern.chars().fold(vec![0], |codes, cell| {
        let cells: &[Cell] = match cell {
            'x' => &[owner],
            'o' => &[owner.rival(), Cell::Wall],
            'O' => &[owner.rival()],
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
    fn naive(rows: &[Row], position: &Position, me: Stone) -> (i64, HashMap<Point, i32>) {
        let mut value = 0;
        let mut weights = HashMap::new();
        let side = position.size().side() as isize;
        let mut cells = vec![vec!['#'; side as usize + 2 * MAX_CELLS]; side as usize + 2 * MAX_CELLS];
        let mut set = |point: Point, mark| cells[point.x() + MAX_CELLS][point.y() + MAX_CELLS] = mark;
        position.empties().for_each(|point| set(point, '.'));
        position.stones().for_each(|(point, stone)| set(point, if stone == me { 'x' } else { 'o' }));
        let cell =
            |x: isize, y: isize| cells[(x + MAX_CELLS as isize) as usize][(y + MAX_CELLS as isize) as usize];
        for (pattern, own, theirs) in rows {
            for (score, owner, other) in [(*own, 'x', 'o'), (*theirs, 'o', 'x')] {
                let fits = |wanted, got| match wanted {
                    'x' => got == owner,
                    'o' => got == other || got == '#',
                    'O' => got == other,
                    wanted => got == wanted,
                };
                for (x, y) in (-1..=side).flat_map(|x| (-1..=side).map(move |y| (x, y))) {
                    for (dx, dy) in [(1, 0), (0, -1), (1, -1), (1, 1)] {
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
        let score = |pattern| CORRECTED.iter().find(|entry| entry.0 == pattern).map(|e| (e.1, e.2)).unwrap();
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
        for (pattern, own, theirs) in CORRECTED {
            let mirrored: String = pattern.chars().rev().collect();
            assert!(CORRECTED.contains(&(mirrored.as_str(), *own, *theirs)), "{pattern}");
            assert!(pattern.len() <= MAX_CELLS);
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
            let table = dictionary(round / 2 % 2 == 1);
            let (value, mut weights) = table.whole(&grid);
            let (expected, expected_weights) = naive(table.rows, &position, me);
            assert_eq!(value, expected, "{position:?}");
            for point in size.points() {
                let weight = expected_weights.get(&point).copied().unwrap_or(0);
                assert_eq!(weights[grid.at(point)], weight, "{point} in {position:?}");
            }
            let moves: Vec<Point> = position.legal_moves().collect();
            let at = grid.at(moves[random.below(moves.len())]);
            for who in [Cell::Mine, Cell::Theirs] {
                let before = weights.clone();
                let change = table.change(&grid, at, who, |at, weight| weights[at] += weight);
                grid.place(at, who);
                let (after, after_weights) = table.whole(&grid);
                assert_eq!(value + change, after);
                assert_eq!(weights, after_weights);
                grid.remove(at);
                weights = before;
            }
        }
    }

    #[test]
    fn in_the_middle_of_the_board_the_reach_is_long_enough_for_six_cells() {
        let mut random = Random::new(6);
        let six = |table: &PatternTable, grid: &Grid, at| {
            let mut seen = Vec::new();
            let value = table.change_within_reach(grid, at, Cell::Mine, |at, weight| seen.push((at, weight)));
            (value, seen)
        };
        let table = PatternTable::new(&CORRECTED[..2]);
        let mut seen = 0;
        for _ in 0..2_000 {
            let position = random_position(&mut random, Size::DEFAULT, 120);
            let grid = Grid::new(&position, Stone::Black);
            let at = grid.at(Size::DEFAULT.centre());
            if grid.cell(at) != Cell::Empty {
                continue;
            }
            let mut weights = vec![0; CELLS];
            let change = table.change(&grid, at, Cell::Mine, |at, weight| weights[at] += weight);
            let (value, changes) = six(&table, &grid, at);
            changes.iter().for_each(|&(at, weight)| weights[at] -= weight);
            assert_eq!((value, weights.iter().all(|&weight| weight == 0)), (change, true), "{position:?}");
            seen += usize::from(change != 0);
        }
        assert!(seen > 20, "{seen}");
    }

    #[test]
    fn near_an_edge_the_document_sees_less() {
        // A five on the uppermost row: its column is at the edge, so no pattern on the row is seen.
        let mut position = Position::new(Rule::Freestyle, Size::DEFAULT);
        for name in ["f15", "a1", "g15", "c1", "h15", "e1", "i15", "g1"] {
            position.play(name.parse().unwrap());
        }
        let grid = Grid::new(&position, Stone::Black);
        let at = grid.at("j15".parse().unwrap());
        assert!(dictionary(false).change(&grid, at, Cell::Mine, |_, _| {}) > 5_000_000);
        assert_eq!(dictionary(false).change_within_reach(&grid, at, Cell::Mine, |_, _| {}), 0);
    }

    #[test]
    fn an_empty_board_is_worth_nothing() {
        let position = Position::new(Rule::Freestyle, Size::DEFAULT);
        assert_eq!(dictionary(false).whole(&Grid::new(&position, Stone::Black)).0, 0);
    }
}
