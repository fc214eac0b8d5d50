//! The alpha–beta search of `masked`: the program maximises its utility, the opponent minimises it.

use goren_core::{Point, Position, Stone};

use super::utility::ScoredLines;
use crate::deadline::Deadline;
use crate::instruments::{Bound, Instruments, Kind};

/// A line of play and the utility it leads to, in halves.
pub(super) struct BestLine {
    /// Of the last depth only if the search was finished.
    pub(super) utility: i32,
    pub(super) line: Vec<Point>,
}

/// The search was interrupted.
struct Interrupted;

pub(super) struct Search<'a> {
    pub(super) position: Position,
    pub(super) lines: ScoredLines,
    pub(super) me: Stone,
    pub(super) pruning: bool,
    /// Whether points two cells away from a stone are candidates.
    pub(super) is_wide: bool,
    /// The utility that ends a line as won; `None` if only the depth ends lines.
    pub(super) victory: Option<i32>,
    pub(super) deadline: Deadline<'a>,
    pub(super) instruments: &'a mut Instruments,
}

impl Search<'_> {
    /// The best of the allowed moves, as far as the search got.
    pub(super) fn run(&mut self, depth: u32, allowed: &[Point]) -> BestLine {
        let mut moves = self.candidates();
        moves.retain(|point| allowed.contains(point));
        if moves.is_empty() {
            moves = allowed.to_vec();
        }
        self.instruments.root(depth, i64::MIN, i64::MAX);
        let mut best: Option<BestLine> = None;
        for &point in &moves {
            let most = best.as_ref().map_or(i32::MIN, |best| best.utility);
            let alpha = if self.pruning { most } else { i32::MIN };
            let mut line = vec![point];
            let Ok(utility) = self.after(point, depth - 1, (alpha, i32::MAX), &mut line) else { break };
            if utility > most {
                best = Some(BestLine { utility, line });
            }
        }
        // If no move was searched to the end, the best by its immediate utility is played.
        let best = best.unwrap_or_else(|| self.best_by_utility(&moves));
        let is_finished = !self.deadline.has_passed();
        let kind = if is_finished { Kind::Exact } else { Kind::Unfinished };
        self.instruments.leave(i64::from(best.utility), kind);
        if is_finished {
            self.instruments.counters.depths.push((self.instruments.counters.nodes, self.deadline.elapsed()));
        }
        best
    }

    fn best_by_utility(&mut self, moves: &[Point]) -> BestLine {
        let utility = |point: Point| {
            self.lines.play(point, self.me);
            let utility = self.lines.utility();
            self.lines.undo(point);
            BestLine { utility, line: vec![point] }
        };
        let scored = moves.iter().copied().map(utility);
        scored.max_by_key(|best| best.utility).expect("there is a point to play on")
    }

    /// The utility after a move and best play; the best replies are appended to `line`.
    fn after(
        &mut self,
        point: Point,
        depth: u32,
        window: (i32, i32),
        line: &mut Vec<Point>,
    ) -> Result<i32, Interrupted> {
        if self.deadline.check(self.instruments.counters.nodes) {
            self.instruments.stopped();
            return Err(Interrupted);
        }
        self.instruments.counters.nodes += 1;
        self.instruments.counters.kept += 1;
        self.instruments.enter(point, depth, unbounded(window.0), unbounded(window.1));
        self.lines.play(point, self.position.side());
        self.position.play(point);
        let value = self.value(depth, window, line);
        if value.is_err() {
            self.instruments.leave(i64::from(self.lines.utility()), Kind::Unfinished);
        }
        self.position.undo();
        self.lines.undo(point);
        value
    }

    fn value(
        &mut self,
        depth: u32,
        (mut alpha, mut beta): (i32, i32),
        line: &mut Vec<Point>,
    ) -> Result<i32, Interrupted> {
        // The terminal test.
        let utility = self.lines.utility();
        self.instruments.counters.evaluations += 1;
        let winner = self.position.winner();
        let is_won = winner == Some(!self.me)
            || self.victory.is_some_and(|victory| utility >= victory || winner == Some(self.me));
        let moves = if depth == 0 || is_won { Vec::new() } else { self.candidates() };
        if moves.is_empty() {
            self.instruments.counters.leaves += 1;
            self.instruments.leave(i64::from(utility), Kind::end(is_won));
            return Ok(utility);
        }

        // Minimax with pruning.
        let (floor, ceiling) = (unbounded(alpha), unbounded(beta));
        let maximises = self.position.side() == self.me;
        let mut best = if maximises { i32::MIN } else { i32::MAX };
        let start = line.len();
        for (i, &point) in moves.iter().enumerate() {
            let window = if self.pruning { (alpha, beta) } else { (i32::MIN, i32::MAX) };
            let mut deeper = vec![point];
            let value = self.after(point, depth - 1, window, &mut deeper)?;
            if if maximises { value > best } else { value < best } {
                best = value;
                line.truncate(start);
                line.append(&mut deeper);
            }
            if maximises {
                alpha = alpha.max(best);
            } else {
                beta = beta.min(best);
            }
            if self.pruning && alpha >= beta {
                let bound = if maximises { Bound::Beta } else { Bound::Alpha };
                self.instruments.cut(moves[i + 1..].iter().copied(), i64::from(best), bound);
                break;
            }
        }
        let best_value = i64::from(best);
        self.instruments.leave(best_value, Kind::of(best_value, floor, ceiling));
        Ok(best)
    }

    /// Empty points with a stone in the 3×3 neighbourhood, or the 5×5.
    pub(super) fn candidates(&mut self) -> Vec<Point> {
        let position = &self.position;
        let reach = if self.is_wide { 2 } else { 1 };
        // With a border of two rows and two columns on each side.
        let mut rows = [0u32; 26];
        for (point, _) in position.stones() {
            rows[point.y() + 2] |= 4 << point.x();
        }
        let spread = |row: u32| (1..=reach).fold(row, |spread, step| spread | row << step | row >> step);
        let spread = rows.map(spread);
        let near = |point: &Point| {
            spread[point.y() + 2 - reach..=point.y() + 2 + reach].iter().any(|row| row & 4 << point.x() != 0)
        };
        let points: Vec<Point> =
            position.empties().filter(near).filter(|&point| position.is_legal(point)).collect();
        self.instruments.counters.generated += points.len() as u64;
        points
    }
}

/// A side of the window as events have it.
fn unbounded(bound: i32) -> i64 {
    match bound {
        i32::MIN => i64::MIN,
        i32::MAX => i64::MAX,
        bound => i64::from(bound),
    }
}
