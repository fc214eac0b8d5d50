//! Scores by pattern, found with Aho–Corasick automata.

use std::ops::Range;

use aho_corasick::{AhoCorasick, AhoCorasickKind};

use crate::automaton::tables::{DANGER, DOUBTFUL, GLOBAL, Row, SCORE};
use crate::classic::Parts;
use crate::grid::{Cell, Grid, WAYS, walk};

/// How far the longest pattern can extend from a point in it.
const REACH: isize = 5;

/// The place of the point among the letters through it.
const CENTRE: usize = REACH as usize;
type Line = [u8; 2 * CENTRE + 1];

fn holds_centre(start: usize, end: usize) -> bool {
    (start..end).contains(&CENTRE)
}

/// One automaton, and the score of each of its patterns.
struct ScoreBoard {
    automaton: AhoCorasick,
    patterns: Vec<String>,
    worth: Vec<i64>,
}

impl ScoreBoard {
    fn new(rows: impl Iterator<Item = (String, i64)>) -> ScoreBoard {
        let (patterns, worth): (Vec<String>, Vec<i64>) = rows.unzip();
        let automaton = AhoCorasick::builder()
            .kind(Some(AhoCorasickKind::DFA))
            .build(&patterns)
            .expect("a few short patterns make a small automaton");
        ScoreBoard { automaton, patterns, worth }
    }

    /// All matches in a string, including overlapping ones: their cells and the number of their pattern.
    fn matches<'a>(&'a self, string: &'a [u8]) -> impl Iterator<Item = (Range<usize>, usize)> + 'a {
        let found = self.automaton.find_overlapping_iter(string);
        found.map(|m| (m.range(), m.pattern().as_usize()))
    }

    /// The sum over all matches whose start and end `counts` accepts.
    fn sum(&self, string: &[u8], counts: impl Fn(usize, usize) -> bool) -> i64 {
        let found = self.matches(string).filter(|(cells, _)| counts(cells.start, cells.end));
        found.map(|(_, pattern)| self.worth[pattern]).sum()
    }

    /// The same without the automaton: every pattern is tried at every cell.
    fn sum_slowly(&self, string: &[u8], counts: impl Fn(usize, usize) -> bool) -> i64 {
        let worth = |(pattern, &worth): (&String, &i64)| {
            let places = string.windows(pattern.len()).enumerate();
            let found = places.filter(|(start, cells)| {
                counts(*start, start + pattern.len()) && *cells == pattern.as_bytes()
            });
            worth * found.count() as i64
        };
        self.patterns.iter().zip(&self.worth).map(worth).sum()
    }
}

/// The three score boards of the document.
pub(super) struct Scorer {
    global: ScoreBoard,
    score: ScoreBoard,
    danger: ScoreBoard,
    /// Whether points are scored by the automata, too.
    has_point_automaton: bool,
}

impl Scorer {
    pub(super) fn new(parts: &Parts) -> Scorer {
        let is_misprinted = parts.has("misprints");
        let rows = |table: &'static [Row]| {
            let pattern = move |row: &Row| row.printed.filter(|_| is_misprinted).unwrap_or(row.pattern);
            table.iter().map(move |row| (pattern(row).to_owned(), row.score))
        };
        let doubtful = parts.has("ccaac").then(|| (DOUBTFUL.pattern.to_owned(), DOUBTFUL.score));
        let swapped = |pattern: &str| {
            let swap = |c| match c {
                'a' => 'b',
                'b' => 'a',
                c => c,
            };
            pattern.chars().map(swap).collect()
        };
        let theirs = GLOBAL.iter().map(|row| (swapped(row.pattern), -row.score));
        Scorer {
            global: ScoreBoard::new(rows(GLOBAL).chain(theirs)),
            score: ScoreBoard::new(rows(SCORE).chain(doubtful)),
            danger: ScoreBoard::new(rows(DANGER)),
            has_point_automaton: parts.has("point-automaton"),
        }
    }

    /// Algorithm 1: the patterns of the program less those of its opponent, on the whole board.
    pub(super) fn whole(&self, grid: &Grid) -> i64 {
        let mut string = Vec::new();
        let mut sum = 0;
        for (first, way, length) in grid.lines() {
            string.clear();
            string.extend(letters(grid, first, way, length));
            sum += self.global.sum(&string, |_, _| true);
        }
        sum
    }

    /// What the whole board's score counts on a line: the cells of each match, the row of table II and its score.
    pub(super) fn matches<'a>(
        &'a self,
        string: &'a [u8],
    ) -> impl Iterator<Item = (Range<usize>, &'static str, i64)> + 'a {
        let row = |pattern: usize| GLOBAL[pattern % GLOBAL.len()].pattern;
        self.global
            .matches(string)
            .map(move |(cells, pattern)| (cells, row(pattern), self.global.worth[pattern]))
    }

    /// The state of the whole board's automaton after each letter of a line: the number of last letters that begin one of
    /// its patterns, as many as possible.
    pub(super) fn states(&self, string: &[u8]) -> Vec<usize> {
        let begins = |letters: &[u8]| {
            self.global.patterns.iter().any(|pattern| pattern.as_bytes().starts_with(letters))
        };
        let state =
            |read: usize| (0..=read).find(|&from| begins(&string[from..read])).map_or(0, |from| read - from);
        (1..=string.len()).map(state).collect()
    }

    /// Algorithm 2: what a stone of `who` makes on an empty cell, and what one of its opponent would make there.
    pub(super) fn point(&self, grid: &Grid, at: usize, who: Cell) -> i64 {
        let mut sum = 0;
        for way in WAYS {
            for (table, string) in self.strings(grid, at, way, who) {
                sum += if self.has_point_automaton {
                    table.sum(&string, holds_centre)
                } else {
                    table.sum_slowly(&string, holds_centre)
                };
            }
        }
        sum
    }

    /// The rows that the score of a point is the sum of: the table, the pattern, its first cell and direction, its score.
    pub(super) fn rows(
        &self,
        grid: &Grid,
        at: usize,
        who: Cell,
    ) -> Vec<(&'static str, &str, usize, isize, i64)> {
        let mut rows = Vec::new();
        for way in WAYS {
            for ((table, string), name) in self.strings(grid, at, way, who).into_iter().zip(["III", "IV"]) {
                for (cells, pattern) in table.matches(&string) {
                    if holds_centre(cells.start, cells.end) {
                        let first = walk(at, way, cells.start as isize - REACH);
                        rows.push((name, table.patterns[pattern].as_str(), first, way, table.worth[pattern]));
                    }
                }
            }
        }
        rows
    }

    /// The line through a point with a stone of `who` on it, for table III, and with one of its opponent, for table IV.
    fn strings(&self, grid: &Grid, at: usize, way: isize, who: Cell) -> [(&ScoreBoard, Line); 2] {
        let mut string = [0; 2 * CENTRE + 1];
        for (place, step) in string.iter_mut().zip(-REACH..) {
            *place = letter(grid.cell(walk(at, way, step)), who);
        }
        [(&self.score, b'a'), (&self.danger, b'b')].map(|(table, stone)| {
            string[CENTRE] = stone;
            (table, string)
        })
    }
}

/// The letters of a line from the program's point of view.
pub(super) fn letters(grid: &Grid, first: usize, way: isize, length: usize) -> impl Iterator<Item = u8> + '_ {
    (0..length as isize).map(move |step| letter(grid.cell(walk(first, way, step)), Cell::Mine))
}

/// The letter of a cell from a player's point of view. No pattern contains an edge or a trap.
fn letter(cell: Cell, player: Cell) -> u8 {
    match cell {
        Cell::Empty => b'c',
        Cell::Wall => b'#',
        stone if stone == player => b'a',
        _ => b'b',
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Settings;
    use crate::automaton::DESCRIPTION;
    use crate::fixture::random_position;
    use goren_core::Random;
    use goren_core::{Direction, Point, Position, Size, Stone};

    fn mark(position: &Position, point: Option<Point>, player: Stone) -> char {
        let Some(point) = point.filter(|&point| position.size().contains(point)) else { return '#' };
        match position.stone(point) {
            Some(stone) if stone == player => 'a',
            Some(_) => 'b',
            None if position.is_empty(point) => 'c',
            None => '#',
        }
    }

    fn fits(
        position: &Position,
        from: Point,
        way: Direction,
        pattern: &str,
        player: Stone,
        put: Option<(Point, char)>,
    ) -> Option<bool> {
        let (dx, dy) = way.step();
        let mut holds = false;
        for (k, wanted) in (0..).zip(pattern.chars()) {
            let point = from.offset(k * dx, k * dy);
            let got = match put {
                Some((at, letter)) if point == Some(at) => {
                    holds = true;
                    letter
                }
                _ => mark(position, point, player),
            };
            if got != wanted {
                return None;
            }
        }
        Some(holds)
    }

    fn naive_whole(position: &Position, me: Stone) -> i64 {
        let mut sum = 0;
        for (player, sign) in [(me, 1), (!me, -1)] {
            for Row { pattern, score, .. } in GLOBAL {
                for from in position.size().points() {
                    for way in Direction::ALL {
                        sum += sign
                            * score
                            * i64::from(fits(position, from, way, pattern, player, None).is_some());
                    }
                }
            }
        }
        sum
    }

    fn naive_point(position: &Position, at: Point, player: Stone) -> i64 {
        let mut sum = 0;
        for (table, letter) in [(SCORE, 'a'), (DANGER, 'b')] {
            for Row { pattern, score, .. } in table {
                for from in position.size().points() {
                    for way in Direction::ALL {
                        let found = fits(position, from, way, pattern, player, Some((at, letter)));
                        sum += score * i64::from(found == Some(true));
                    }
                }
            }
        }
        sum
    }

    #[test]
    fn the_automata_equal_a_naive_count() {
        let parts = Settings::default().parts(&DESCRIPTION).unwrap();
        let [scorer, slow] =
            [parts.clone(), parts.without("point-automaton")].map(|parts| Scorer::new(&parts));
        let mut random = Random::new(2);
        let mut seen = 0;
        for round in 0..2_000 {
            let position = random_position(&mut random, Size::new(5 + round % 12).unwrap(), 60);
            let me = Stone::BOTH[round % 2];
            let grid = Grid::new(&position, me);
            let whole = scorer.whole(&grid);
            assert_eq!(whole, naive_whole(&position, me), "{position:?}");
            seen += usize::from(whole != 0);
            let empties: Vec<Point> = position.empties().collect();
            let point = empties[random.below(empties.len())];
            for (who, player) in [(Cell::Mine, me), (Cell::Theirs, !me)] {
                assert_eq!(
                    scorer.point(&grid, grid.at(point), who),
                    naive_point(&position, point, player),
                    "{point} in {position:?}"
                );
                let at = grid.at(point);
                assert_eq!(scorer.point(&grid, at, who), slow.point(&grid, at, who));
            }
        }
        assert!(seen > 200, "{seen}");
    }
}
