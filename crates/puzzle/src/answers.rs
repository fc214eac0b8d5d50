//! Every answer of a position, by proof.
//!
//! A move wins by fours if it is a four and after every reply that stops the five there is another win by fours. It wins by
//! threats if it threatens a win by fours and after every defence against that there is a win by threats. What is not
//! decided within the effort makes the whole position undecided, never one answer more or less.

use std::cell::RefCell;
use std::fmt;

use goren_core::{Point, Position, Rule, Shape, Stone, Stop};
use goren_engine::{
    ProveRequest, Proved, Refutation, Solution, Solved, Solver, glance, refute_vcf, solve_vcf, solve_vct,
};
use goren_proof::Means;

use crate::puzzle::Kind;

/// How much may be spent on one question, in positions searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Is there a win by fours?
    pub fours: u32,
    /// Is there a win by threats?
    pub threats: u32,
    /// Does a move that stops a win by fours lose to a win by threats?
    pub defence: u32,
    /// All questions about wins by threats that one puzzle asks.
    pub whole: u64,
}

impl Effort {
    /// What making a puzzle spends.
    pub const MAKE: Effort = Effort { fours: 30_000, threats: 6_000, defence: 30_000, whole: 250_000 };
    /// What checking one spends.
    pub const CHECK: Effort = Effort { fours: 300_000, threats: 60_000, defence: 60_000, whole: 3_000_000 };
}

/// The most answers that a puzzle has; one by fours or threats has one less.
pub const MAX_ANSWERS: usize = 3;
/// The shortest win worth a puzzle, in plies; three are an open four or two fours at once.
pub(crate) const MIN_PLIES: usize = 5;

/// The most moves against a win by fours that are tried against wins by threats.
pub(crate) const MAX_DEFENCES: usize = 8;

/// The solver's tables: small ones are quickly made.
const SOLVER_BYTES: usize = 2 << 20;

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
    /// Wrong moves that look better at first sight than every answer, where the problem has its own measure of that.
    pub tempting: Option<usize>,
}

/// Why a position is not a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoPuzzle {
    /// The game is over.
    Over,
    /// Neither side has a forced win, or the side to move cannot stop one.
    Quiet,
    /// The win is immediate.
    Easy,
    /// The other side threatens to make five: the first move is forced.
    Forced,
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
            NoPuzzle::Forced => "the first move is forced, against a five",
            NoPuzzle::Answers => "too many moves solve it",
            NoPuzzle::Undecided => "not every move could be decided",
        })
    }
}

/// What a position asks: a win by fours, a win by threats, or a defence, in this order.
pub(crate) fn pose(position: &Position, effort: &Effort, stop: &Stop) -> Result<Problem, NoPuzzle> {
    // With a five of its own at hand the side to move need not answer one.
    if has_five(position, !position.side()) && !has_five(position, position.side()) {
        return Err(NoPuzzle::Forced);
    }
    Questions::new(effort, MIN_PLIES, stop).pose(position)
}

/// The same, and a win of three plies or one that begins with a forced move asks something, too: whoever has missed it once may
/// like to see it again.
pub(crate) fn pose_any(position: &Position, effort: &Effort, stop: &Stop) -> Result<Problem, NoPuzzle> {
    Questions::new(effort, 3, stop).pose(position)
}

/// Asks the solvers, and counts what that costs.
struct Questions<'a> {
    effort: &'a Effort,
    stop: &'a Stop,
    solver: RefCell<Solver>,
    /// The shortest win that asks something, in plies.
    least: usize,
}

impl<'a> Questions<'a> {
    fn new(effort: &'a Effort, least: usize, stop: &'a Stop) -> Questions<'a> {
        Questions { effort, stop, solver: RefCell::new(Solver::new(SOLVER_BYTES)), least }
    }

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
        let defences = match refute_vcf(position, self.effort.fours, self.stop) {
            Refutation::NoThreat => None,
            Refutation::Moves(moves) if moves.is_empty() => return Err(NoPuzzle::Quiet),
            Refutation::Moves(moves) if moves.len() > MAX_DEFENCES => return Err(NoPuzzle::Answers),
            Refutation::Moves(moves) => Some(moves),
            Refutation::Unknown => return Err(NoPuzzle::Undecided),
        };
        // A side that is threatened rarely has a win of its own.
        let nodes = if defences.is_some() { self.effort.threats / 4 } else { self.effort.threats };
        match (self.threats(position, nodes), defences) {
            (Some(true), _) => {
                let solution = solve_vct(position, Some(4 * u64::from(self.effort.threats)), self.stop);
                let Solved::Win(line) = solution.solved else { return Err(NoPuzzle::Undecided) };
                self.win(position, Kind::Threats, line, solution.nodes)
            }
            // Whether the side to move has a win by threats that was not found makes no difference to what holds.
            (_, Some(moves)) => self.defence(position, moves),
            (Some(false), None) => Err(NoPuzzle::Quiet),
            (None, None) => Err(NoPuzzle::Undecided),
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
        if matches!(kind, Kind::Fours | Kind::Threats) && answers.len() == MAX_ANSWERS {
            return Err(NoPuzzle::Answers);
        }
        Ok(Problem { kind, answers, plies: line.len(), line, work, lure, tempting: None })
    }

    /// The moves that are not proved to lose, out of those that leave the other side without a win by fours: every other
    /// move is proved to lose.
    fn defence(&self, position: &Position, moves: Vec<Point>) -> Result<Problem, NoPuzzle> {
        let mut passed = position.clone();
        passed.pass();
        let threat = self.fours(&passed);
        let Solved::Win(line) = threat.solved else { return Err(NoPuzzle::Undecided) };
        if line.len() < self.least {
            return Err(NoPuzzle::Easy);
        }
        let mut answers = moves;
        for nodes in [self.effort.threats / 2, self.effort.defence] {
            let holds = |&point: &Point| self.threats(&played(position, point), nodes) != Some(true);
            answers.retain(holds);
            if answers.len() > MAX_ANSWERS {
                return Err(NoPuzzle::Answers);
            }
        }
        if answers.is_empty() {
            return Err(NoPuzzle::Quiet);
        }
        if self.solver.borrow().nodes() >= self.effort.whole {
            return Err(NoPuzzle::Undecided);
        }
        answers.sort_unstable();
        let first = answers[0];
        Ok(Problem {
            kind: Kind::Defence,
            answers,
            line: vec![first],
            plies: line.len(),
            work: threat.nodes,
            lure: None,
            tempting: None,
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
                match self.threats(&played(&after, defence), nodes) {
                    Some(true) => {}
                    Some(false) => return Some(false),
                    None => is_undecided = true,
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

    /// Whether there is a win by threats, unless all has been spent.
    fn threats(&self, position: &Position, nodes: u32) -> Option<bool> {
        let mut solver = self.solver.borrow_mut();
        if solver.nodes() >= self.effort.whole {
            return None;
        }
        // No tree is wanted: one that is too large is a win as well.
        let request =
            ProveRequest { nodes: Some(nodes.into()), attacks: 1, ..ProveRequest::by(Means::Threats) };
        match solver.prove(position, &request, self.stop, &mut |_| ()) {
            Proved::Win(_) | Proved::TooLarge => Some(true),
            Proved::NoWin => Some(false),
            Proved::Unknown => None,
        }
    }
}

/// All legal moves that win, in the order of the points. Those that look best are tried first: where too many win, that is soon
/// known.
fn all_by(position: &Position, wins: impl Fn(Point) -> Option<bool>) -> Result<Vec<Point>, NoPuzzle> {
    let mut answers = Vec::new();
    let moves: Vec<Point> = match glance(position) {
        Some(glance) => glance.policy.iter().map(|each| each.0).collect(),
        None => position.legal_moves().collect(),
    };
    for point in moves {
        match wins(point) {
            Some(true) => answers.push(point),
            Some(false) => {}
            None => return Err(NoPuzzle::Undecided),
        }
        if answers.len() > MAX_ANSWERS {
            return Err(NoPuzzle::Answers);
        }
    }
    answers.sort_unstable();
    Ok(answers)
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

#[cfg(test)]
mod tests {
    use goren_core::Size;

    use super::*;

    fn position(names: &str) -> Position {
        let mut position = Position::new(Rule::Freestyle, Size::DEFAULT);
        names.split(' ').for_each(|name| position.play(name.parse().unwrap()));
        position
    }

    #[test]
    fn whoever_must_answer_a_four_is_asked_nothing() {
        let posed = |names: &str| pose(&position(names), &Effort::MAKE, &Stop::default());
        // White has made a four: k1 is the only move, whatever Black wins by afterwards.
        assert_eq!(posed("h8 l1 i8 m1 h9 n1 i10 o1"), Err(NoPuzzle::Forced));
        assert_ne!(posed("h8 l1 i8 m1 h9 n1 i10 o3"), Err(NoPuzzle::Forced));
        // A mistake of one's own is asked again all the same.
        assert_ne!(
            pose_any(&position("h8 l1 i8 m1 h9 n1 i10 o1"), &Effort::MAKE, &Stop::default()),
            Err(NoPuzzle::Forced)
        );
    }
}
