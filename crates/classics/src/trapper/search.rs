//! The search of `trapper`: candidates, negamax with alpha–beta and a transposition table, and the fallback evaluation.

use std::cmp::Reverse;
use std::collections::HashMap;

use goren_core::{Direction, Point, Size, Stone};

use super::Switches;
use super::board::ScoredBoard;
use crate::deadline::Deadline;
use crate::instruments::{Bound, Instruments, Kind, Unsearched};

/// The number of candidates kept.
const KEPT: usize = 15;
/// The number of candidates that the fallback evaluates.
const SIMPLE_CANDIDATES: usize = 10;
/// Larger than any evaluation, even if every cell had a stone with four fives.
const INFINITY: i64 = i64::MAX / 2;

/// The search was interrupted.
pub(super) struct Interrupted;

/// An entry of the transposition table.
#[derive(Clone, Copy)]
pub(super) struct TableEntry {
    score: i64,
    depth: u32,
    kind: Kind,
}

/// A line of play and its evaluation, in tenths.
pub(super) struct BestLine {
    pub(super) value: i64,
    pub(super) line: Vec<Point>,
}

pub(super) struct Search<'a> {
    pub(super) board: ScoredBoard,
    pub(super) me: Stone,
    pub(super) switches: Switches,
    pub(super) deadline: Deadline<'a>,
    pub(super) instruments: &'a mut Instruments,
    /// The moves allowed at the root.
    pub(super) allowed: Vec<Point>,
    pub(super) table: HashMap<u64, TableEntry>,
}

impl Search<'_> {
    /// One iteration of the iterative deepening.
    pub(super) fn deepen(&mut self, depth: u32) -> Result<BestLine, Interrupted> {
        let mut line = Vec::new();
        self.instruments.root(depth, i64::MIN, i64::MAX);
        let value = self.negamax(depth, 0, (-INFINITY, INFINITY), &mut line)?;
        self.instruments.counters.depths.push((self.instruments.counters.nodes, self.deadline.elapsed()));
        Ok(BestLine { value, line })
    }

    /// The score for the side to move; leaves the instruments' branch of the position.
    fn negamax(
        &mut self,
        depth: u32,
        ply: u32,
        (mut alpha, beta): (i64, i64),
        line: &mut Vec<Point>,
    ) -> Result<i64, Interrupted> {
        debug_assert!(alpha < beta, "the window is open");
        let sign = if self.board.position().side() == self.me { 1 } else { -1 };
        if self.deadline.check(self.instruments.counters.nodes) {
            self.instruments.stopped();
            self.instruments.leave(self.board.evaluation(self.me), Kind::Unfinished);
            return Err(Interrupted);
        }
        let hash = self.board.position().hash();

        // Transposition table.
        if self.switches.table {
            self.instruments.counters.probes += 1;
            if let Some(entry) = self.table.get(&hash)
                && entry.depth >= depth
                && match entry.kind {
                    _ if self.switches.bounds_as_values => true,
                    Kind::AtLeast => entry.score >= beta,
                    Kind::AtMost => entry.score <= alpha,
                    _ => true,
                }
            {
                let (value, kind) = (sign * entry.score, seen_by(sign, entry.kind));
                let score = entry.score;
                self.instruments.hit(value, kind);
                self.instruments.leave(value, kind);
                return Ok(score);
            }
        }

        // Depth reached, or game over.
        let is_won = self.board.position().winner().is_some() && !self.switches.plays_on;
        let moves = if depth == 0 || is_won { Vec::new() } else { self.valid_moves(ply) };
        if moves.is_empty() {
            self.instruments.counters.leaves += 1;
            self.instruments.counters.evaluations += 1;
            let score = sign * self.board.evaluation(self.me);
            self.store(hash, TableEntry { score, depth, kind: Kind::Exact });
            self.instruments.leave(sign * score, Kind::end(is_won));
            return Ok(score);
        }

        let floor = alpha;
        let mut best = -INFINITY;
        for (i, &point) in moves.iter().enumerate() {
            let window = if self.switches.pruning { (-beta, -alpha) } else { (-INFINITY, INFINITY) };
            let mut deeper = Vec::new();
            self.instruments.counters.nodes += 1;
            self.instruments.counters.kept += 1;
            let (low, high) = if sign > 0 { (-window.1, -window.0) } else { window };
            self.instruments.enter(point, depth - 1, unbounded(low), unbounded(high));
            self.board.play(point);
            let score = self.negamax(depth - 1, ply + 1, window, &mut deeper);
            self.board.undo();
            let Ok(score) = score else {
                self.instruments.leave(self.board.evaluation(self.me), Kind::Unfinished);
                return Err(Interrupted);
            };
            let score = -score;
            if score > best {
                best = score;
                line.clear();
                line.push(point);
                line.append(&mut deeper);
            }
            alpha = alpha.max(best);
            if self.switches.pruning && alpha >= beta {
                let bound = if sign > 0 { Bound::Beta } else { Bound::Alpha };
                self.instruments.cut(moves[i + 1..].iter().copied(), sign * best, bound);
                break;
            }
        }
        let kind = Kind::of(best, floor, beta);
        self.store(hash, TableEntry { score: best, depth, kind });
        self.instruments.leave(sign * best, seen_by(sign, kind));
        Ok(best)
    }

    fn store(&mut self, hash: u64, entry: TableEntry) {
        if self.switches.table {
            self.table.insert(hash, entry);
        }
    }

    /// `get_valid_moves`: the points within two cells of a stone, best first, the best fifteen.
    ///
    /// As in the document, each is evaluated with a stone of the program's own, even if the opponent is to move.
    pub(super) fn valid_moves(&mut self, ply: u32) -> Vec<Point> {
        let position = self.board.position();
        let (size, centre) = (position.size(), position.size().centre());
        let is_allowed = |point: &Point| {
            if ply == 0 { self.allowed.contains(point) } else { position.is_legal(*point) }
        };
        if position.stones().next().is_none() && is_allowed(&centre) {
            return vec![centre];
        }
        // With a border of two rows and two columns on each side.
        let mut rows = [0u32; 26];
        for (point, _) in position.stones() {
            rows[point.y() + 2] |= 4 << point.x();
        }
        let wide = rows.map(|row| row << 2 | row << 1 | row | row >> 1 | row >> 2);
        let near = |point: &Point| wide[point.y()..point.y() + 5].iter().any(|row| row & 4 << point.x() != 0);
        let mut points: Vec<Point> = scan(size).filter(near).filter(is_allowed).collect();
        if points.is_empty() {
            points = scan(size).filter(is_allowed).collect();
        }
        self.instruments.counters.generated += points.len() as u64;
        self.instruments.counters.evaluations += points.len() as u64;
        let mut ranked: Vec<_> = points
            .into_iter()
            .enumerate()
            .map(|(order, point)| {
                let distance = point.x().abs_diff(centre.x()) + point.y().abs_diff(centre.y());
                (Reverse(self.board.evaluation_after(point, self.me, self.me)), distance, order, point)
            })
            .collect();
        ranked.sort_unstable();
        if self.switches.selection {
            let dropped = ranked.drain(KEPT.min(ranked.len())..);
            self.instruments.dropped(dropped.map(|(.., point)| point));
        }
        if !self.switches.ordering {
            ranked.sort_unstable_by_key(|&(_, _, order, _)| order);
        }
        ranked.into_iter().map(|(.., point)| point).collect()
    }

    /// `_find_quick_win`: a point that wins at once, or else one that stops the opponent from doing so.
    pub(super) fn quick_win(&self) -> Option<(Point, Unsearched)> {
        let five = |stone| self.fives(stone).find(|point| self.allowed.contains(point));
        let win = five(self.me).map(|point| (point, Unsearched::Win));
        win.or_else(|| Some((five(!self.me)?, Unsearched::Block)))
    }

    /// The points on which a stone would win.
    pub(super) fn fives(&self, stone: Stone) -> impl Iterator<Item = Point> {
        let position = self.board.position();
        scan(position.size()).filter(move |&point| position.shapes(point, stone).has_five())
    }

    /// The best of the first candidates by [`Search::simple_evaluation`].
    pub(super) fn simple_best(&mut self) -> Option<Point> {
        let mut best = None;
        for point in self.valid_moves(0).into_iter().take(SIMPLE_CANDIDATES) {
            let score = self.simple_evaluation(point);
            if best.is_none_or(|(most, _)| score > most) {
                best = Some((score, point));
            }
            if self.deadline.has_used(90) {
                break;
            }
        }
        best.map(|(_, point)| point)
    }

    /// `_simple_evaluate`: scores the rows that a stone of the program's own would extend, by length and open ends.
    pub(super) fn simple_evaluation(&self, point: Point) -> i32 {
        let position = self.board.position();
        // The score of a winning move is illegible in the scan; the score of a five is used.
        if position.shapes(point, self.me).has_five() {
            return 100_000;
        }
        let on = |point: Option<Point>| point.filter(|&point| position.size().contains(point));
        let score = |direction: Direction| {
            let (dx, dy) = direction.step();
            let (mut row, mut open) = (1, 0);
            for (dx, dy) in [(dx, dy), (-dx, -dy)] {
                let mut next = on(point.offset(dx, dy));
                while let Some(cell) = next
                    && position.stone(cell) == Some(self.me)
                {
                    row += 1;
                    next = on(cell.offset(dx, dy));
                }
                open += i32::from(next.is_some_and(|cell| position.is_empty(cell)));
            }
            match (row, open) {
                (5.., _) => 10_000,
                (4, 1..) => 1_000,
                (3, 2) => 100,
                (2, 2) => 10,
                _ => 0,
            }
        };
        Direction::ALL.into_iter().map(score).sum()
    }
}

/// What a score of the side to move is, as the program sees it.
fn seen_by(sign: i64, kind: Kind) -> Kind {
    match kind {
        Kind::AtLeast if sign < 0 => Kind::AtMost,
        Kind::AtMost if sign < 0 => Kind::AtLeast,
        kind => kind,
    }
}

/// A side of the window as events have it.
fn unbounded(bound: i64) -> i64 {
    match bound {
        INFINITY => i64::MAX,
        bound if bound == -INFINITY => i64::MIN,
        bound => bound,
    }
}

/// Every point in the document's order: row by row from the top left.
fn scan(size: Size) -> impl Iterator<Item = Point> {
    let cells = (0..size.area()).map(move |i| (i % size.side(), i / size.side()));
    cells.filter_map(move |(column, row)| size.at_top_left(column, row))
}
