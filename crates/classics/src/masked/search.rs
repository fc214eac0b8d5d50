//! The α-β search of `masked`: the program maximises its utility, the opponent minimises it.

use goren_core::{Point, Position, Stone};

use super::utility::Lines;
use crate::deadline::Deadline;
use crate::instruments::Instruments;

/// A line of play and the utility it leads to, in halves.
pub(super) struct Best {
    pub(super) utility: i32,
    pub(super) line: Vec<Point>,
}

/// The search had to end.
struct Ended;

pub(super) struct Search<'a> {
    pub(super) position: Position,
    pub(super) lines: Lines,
    pub(super) me: Stone,
    pub(super) pruning: bool,
    /// The utility of a certain victory, unless that ends no line.
    pub(super) victory: Option<i32>,
    pub(super) deadline: Deadline<'a>,
    pub(super) instruments: &'a mut Instruments,
}

impl Search<'_> {
    /// The best move among those allowed that was found before the search had to end.
    pub(super) fn run(&mut self, depth: u32, allowed: &[Point]) -> Best {
        let mut moves = self.candidates();
        moves.retain(|point| allowed.contains(point));
        if moves.is_empty() {
            moves = allowed.to_vec();
        }
        self.instruments.enter(None);
        let mut best: Option<Best> = None;
        for &point in &moves {
            let alpha = best.as_ref().map_or(i32::MIN, |best| best.utility);
            let mut line = vec![point];
            let Ok(utility) = self.after(point, depth - 1, (alpha, i32::MAX), &mut line) else { break };
            if utility > alpha {
                best = Some(Best { utility, line });
            }
        }
        // If nothing was finished, what looks best at once is played.
        let best = best.unwrap_or_else(|| self.glance(&moves));
        self.instruments.leave(i64::from(best.utility), "searched");
        self.instruments.counters.depths.push((self.instruments.counters.nodes, self.deadline.elapsed()));
        best
    }

    fn glance(&mut self, moves: &[Point]) -> Best {
        let utility = |point: Point| {
            self.lines.play(point, self.me);
            let utility = self.lines.utility();
            self.lines.undo(point);
            Best { utility, line: vec![point] }
        };
        let glanced = moves.iter().copied().map(utility);
        glanced.max_by_key(|best| best.utility).expect("there is a point to play on")
    }

    /// The utility that best play leads to after a move; the best replies are added to `line`.
    fn after(
        &mut self,
        point: Point,
        depth: u32,
        window: (i32, i32),
        line: &mut Vec<Point>,
    ) -> Result<i32, Ended> {
        if self.deadline.check(self.instruments.counters.nodes) {
            return Err(Ended);
        }
        self.instruments.counters.nodes += 1;
        self.instruments.counters.kept += 1;
        self.instruments.enter(Some(point));
        self.lines.play(point, self.position.side());
        self.position.play(point);
        let value = self.value(depth, window, line);
        if value.is_err() {
            self.instruments.leave(i64::from(self.lines.utility()), "cut");
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
    ) -> Result<i32, Ended> {
        // The terminal test.
        let utility = self.lines.utility();
        self.instruments.counters.evaluations += 1;
        let winner = self.position.winner();
        let is_won = winner == Some(!self.me)
            || self.victory.is_some_and(|victory| utility >= victory || winner == Some(self.me));
        let moves = if depth == 0 || is_won { Vec::new() } else { self.candidates() };
        if moves.is_empty() {
            self.instruments.counters.leaves += 1;
            self.instruments.leave(i64::from(utility), if is_won { "won" } else { "leaf" });
            return Ok(utility);
        }

        // Minimax with pruning.
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
                self.instruments.cut(moves[i + 1..].iter().copied(), i64::from(best));
                break;
            }
        }
        self.instruments.leave(i64::from(best), "searched");
        Ok(best)
    }

    /// Empty points with a stone in the 3×3 neighbourhood.
    fn candidates(&mut self) -> Vec<Point> {
        let position = &self.position;
        // A frame of one row and one column on each side.
        let mut rows = [0u32; 24];
        for (point, _) in position.stones() {
            rows[point.y() + 1] |= 2 << point.x();
        }
        let wide = rows.map(|row| row << 1 | row | row >> 1);
        let near = |point: &Point| wide[point.y()..point.y() + 3].iter().any(|row| row & 2 << point.x() != 0);
        let points: Vec<Point> =
            position.empties().filter(near).filter(|&point| position.is_legal(point)).collect();
        self.instruments.counters.generated += points.len() as u64;
        points
    }
}
