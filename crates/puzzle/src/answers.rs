//! Every answer of a position, by proof.
//!
//! A move wins by fours if it is a four and after every reply that stops the five there is another win by fours. It wins by
//! threats if it threatens a win by fours and after every defence against that there is a win by threats. What is not
//! decided within the effort makes the whole position undecided, never one answer more or less.

use std::cell::Cell;
use std::fmt;

use goren_core::{Point, Position, Rule, Shape, Stone, Stop};
use goren_engine::{Refutation, Solution, Solved, refute_vcf, solve_vcf, solve_vct};

use crate::puzzle::Kind;

/// How much may be spent on one question, in positions searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Is there a win by fours?
    pub fours: u32,
    /// Is there a win by threats?
    pub threats: u32,
    /// All questions about wins by threats that one puzzle asks.
    pub whole: u64,
}

impl Effort {
    /// What making a puzzle spends.
    pub const MAKE: Effort = Effort { fours: 30_000, threats: 6_000, whole: 250_000 };
    /// What checking one spends.
    pub const CHECK: Effort = Effort { fours: 2_000_000, threats: 400_000, whole: 20_000_000 };
}

/// The most answers that a puzzle has.
pub const MOST_ANSWERS: usize = 3;
/// The shortest win worth a puzzle, in plies; three are an open four or two fours at once.
const LEAST_PLIES: usize = 5;
/// The most moves against a win by fours that are tried against wins by threats.
const MOST_DEFENCES: usize = 8;

/// What a position asks, and every answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// What is asked.
    pub kind: Kind,
    /// Every first move that solves it, in the order of the points.
    pub answers: Vec<Point>,
    /// The main line; of a defence only the defence.
    pub line: Vec<Point>,
    /// The plies of the win, or of the win that is to be stopped.
    pub plies: usize,
    /// Positions that the solver searched to find the win, or the win that is to be stopped.
    pub work: u64,
    /// The point that would win if nothing were forbidden.
    pub lure: Option<Point>,
}

/// Why a position is no puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoPuzzle {
    /// The game is over.
    Over,
    /// Neither side has a forced win, or the side to move cannot stop one.
    Quiet,
    /// The win is immediate.
    Easy,
    /// Too many moves solve it.
    Answers,
    /// Something was not decided within the effort.
    Undecided,
}

impl fmt::Display for NoPuzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            NoPuzzle::Over => "the game is over",
            NoPuzzle::Quiet => "there is neither a win nor a win to be stopped",
            NoPuzzle::Easy => "the win is immediate",
            NoPuzzle::Answers => "too many moves solve it",
            NoPuzzle::Undecided => "not every move could be decided",
        })
    }
}

/// What a position asks: a win by fours, a win by threats, or a defence, in this order.
pub fn pose(position: &Position, effort: &Effort, stop: &Stop) -> Result<Problem, NoPuzzle> {
    Questions { effort, stop, spent: Cell::new(0), least: LEAST_PLIES }.pose(position)
}

/// The same, and a win of three plies asks something, too: whoever has missed it once may like to see it again.
pub(crate) fn pose_any(position: &Position, effort: &Effort, stop: &Stop) -> Result<Problem, NoPuzzle> {
    Questions { effort, stop, spent: Cell::new(0), least: 3 }.pose(position)
}

/// Asks the solvers, and counts what that costs.
struct Questions<'a> {
    effort: &'a Effort,
    stop: &'a Stop,
    /// Positions searched for wins by threats.
    spent: Cell<u64>,
    /// The shortest win that asks something, in plies.
    least: usize,
}

impl Questions<'_> {
    fn pose(&self, position: &Position) -> Result<Problem, NoPuzzle> {
        if !position.outcome().is_ongoing() {
            return Err(NoPuzzle::Over);
        }
        if has_five(position, position.side()) {
            return Err(NoPuzzle::Easy);
        }
        let solution = self.fours(position);
        match solution.solved {
            Solved::Win(line) => return self.win(position, Kind::Fours, line, solution.nodes),
            Solved::Unknown => return Err(NoPuzzle::Undecided),
            Solved::NoWin => {}
        }
        // Of the two questions that are left the cheaper one first.
        let refutation = refute_vcf(position, self.effort.fours, self.stop);
        match &refutation {
            Refutation::Unknown => return Err(NoPuzzle::Undecided),
            Refutation::Moves(moves) if moves.is_empty() => return Err(NoPuzzle::Quiet),
            Refutation::Moves(moves) if moves.len() > MOST_DEFENCES => return Err(NoPuzzle::Answers),
            _ => {}
        }
        let solution = self.threats(position, self.effort.threats);
        match solution.solved {
            Solved::Win(line) => return self.win(position, Kind::Threats, line, solution.nodes),
            Solved::Unknown => return Err(NoPuzzle::Undecided),
            Solved::NoWin => {}
        }
        match refutation {
            Refutation::Moves(moves) => self.defence(position, moves),
            _ => Err(NoPuzzle::Quiet),
        }
    }

    /// A win, with all moves that win; under renju it may be of a kind of its own.
    fn win(&self, position: &Position, by: Kind, line: Vec<Point>, work: u64) -> Result<Problem, NoPuzzle> {
        if line.len() < self.least {
            return Err(NoPuzzle::Easy);
        }
        let answers = match by {
            Kind::Fours => all_by(position, |point| self.wins_by_fours(position, point))?,
            _ => all_by(position, |point| self.wins_by_threats(position, point))?,
        };
        // The solver's own first move is an answer, unless one of the two is wrong.
        if !answers.contains(&line[0]) {
            return Err(NoPuzzle::Undecided);
        }
        let lure = self.lure(position);
        let kind = if lure.is_some() {
            Kind::Avoid
        } else if ends_on_a_forbidden_point(position, &line) {
            Kind::Forbid
        } else {
            by
        };
        Ok(Problem { kind, answers, plies: line.len(), line, work, lure })
    }

    /// The moves that hold against wins by fours and by threats.
    fn defence(&self, position: &Position, moves: Vec<Point>) -> Result<Problem, NoPuzzle> {
        let mut answers = Vec::new();
        for point in moves {
            match self.threats(&played(position, point), self.effort.threats).solved {
                Solved::Win(_) => {}
                Solved::NoWin => answers.push(point),
                Solved::Unknown => return Err(NoPuzzle::Undecided),
            }
            if answers.len() > MOST_ANSWERS {
                return Err(NoPuzzle::Answers);
            }
        }
        let Some(&first) = answers.first() else { return Err(NoPuzzle::Quiet) };
        let mut passed = position.clone();
        passed.pass();
        let threat = self.fours(&passed);
        let Solved::Win(line) = threat.solved else { return Err(NoPuzzle::Undecided) };
        // A five that is to be blocked at once asks nothing.
        if line.len() < 3 {
            return Err(NoPuzzle::Easy);
        }
        answers.sort_unstable();
        Ok(Problem {
            kind: Kind::Defence,
            answers,
            line: vec![first],
            plies: line.len(),
            work: threat.nodes,
            lure: None,
        })
    }

    /// Whether a move wins by fours; `None` if that was not decided.
    fn wins_by_fours(&self, position: &Position, point: Point) -> Option<bool> {
        let side = position.side();
        let shapes = position.shapes(point, side);
        if shapes.has_five() {
            return Some(true);
        }
        if shapes.strongest() < Shape::Four {
            return Some(false);
        }
        let after = played(position, point);
        if has_five(&after, !side) {
            return Some(false);
        }
        let mut is_undecided = false;
        for reply in after.legal_moves() {
            let next = played(&after, reply);
            if has_five(&next, side) {
                continue;
            }
            match self.fours(&next).solved {
                Solved::Win(_) => {}
                Solved::NoWin => return Some(false),
                Solved::Unknown => is_undecided = true,
            }
        }
        // A side without a legal move is not beaten: the game is a draw.
        let can_move = after.legal_moves().next().is_some();
        if is_undecided { None } else { Some(can_move) }
    }

    /// Whether a move wins by fours or threats; `None` if that was not decided.
    fn wins_by_threats(&self, position: &Position, point: Point) -> Option<bool> {
        let after = played(position, point);
        let defences = match refute_vcf(&after, self.effort.fours, self.stop) {
            Refutation::NoThreat => return Some(false),
            Refutation::Moves(moves) => moves,
            Refutation::Unknown => return None,
        };
        if defences.is_empty() {
            return Some(after.legal_moves().next().is_some());
        }
        // Most moves that do not win fail quickly against some defence.
        for nodes in [self.effort.threats / 16, self.effort.threats] {
            let mut is_undecided = false;
            for &defence in &defences {
                match self.threats(&played(&after, defence), nodes).solved {
                    Solved::Win(_) => {}
                    Solved::NoWin => return Some(false),
                    Solved::Unknown => is_undecided = true,
                }
            }
            if !is_undecided {
                return Some(true);
            }
        }
        None
    }

    /// A point that is forbidden to Black, who is to move, and would win if nothing were.
    fn lure(&self, position: &Position) -> Option<Point> {
        if position.rule() != Rule::Renju || position.side() != Stone::Black {
            return None;
        }
        let stones: Vec<_> = position.stones().collect();
        let free =
            Position::with_setup(Rule::Freestyle, position.size(), position.traps(), &stones, Stone::Black);
        let free = free.ok().filter(|free| free.winner().is_none())?;
        position
            .forbidden_points()
            .map(|(point, _)| point)
            .find(|&point| self.wins_by_threats(&free, point) == Some(true))
    }

    fn fours(&self, position: &Position) -> Solution {
        solve_vcf(position, Some(self.effort.fours.into()), self.stop)
    }

    /// A win by threats, unless all has been spent.
    fn threats(&self, position: &Position, nodes: u32) -> Solution {
        if self.spent.get() >= self.effort.whole {
            return Solution { solved: Solved::Unknown, nodes: 0 };
        }
        let solution = solve_vct(position, Some(nodes.into()), self.stop);
        self.spent.set(self.spent.get() + solution.nodes);
        solution
    }
}

/// All legal moves that win, in the order of the points.
fn all_by(position: &Position, wins: impl Fn(Point) -> Option<bool>) -> Result<Vec<Point>, NoPuzzle> {
    let mut answers = Vec::new();
    let mut is_undecided = false;
    for point in position.legal_moves() {
        match wins(point) {
            Some(true) => answers.push(point),
            Some(false) => {}
            None => is_undecided = true,
        }
        if answers.len() > MOST_ANSWERS {
            return Err(NoPuzzle::Answers);
        }
    }
    if is_undecided { Err(NoPuzzle::Undecided) } else { Ok(answers) }
}

/// Whether White's last four of a line has one completion, and Black may not play there.
fn ends_on_a_forbidden_point(position: &Position, line: &[Point]) -> bool {
    if position.rule() != Rule::Renju || position.side() != Stone::White || line.len() < 2 {
        return false;
    }
    let mut end = position.clone();
    line[..line.len() - 2].iter().for_each(|&point| end.play(point));
    let mut fives = end.empties().filter(|&point| end.shapes(point, Stone::White).has_five());
    let first = fives.next();
    first.is_some_and(|five| end.is_forbidden(five)) && fives.next().is_none()
}

pub(crate) fn has_five(position: &Position, stone: Stone) -> bool {
    position.empties().any(|point| position.shapes(point, stone).has_five())
}

pub(crate) fn played(position: &Position, point: Point) -> Position {
    let mut position = position.clone();
    position.play(point);
    position
}
