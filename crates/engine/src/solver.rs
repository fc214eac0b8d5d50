//! The solvers: proofs of forced wins, by fours alone (VCF) or by any threats (VCT).

mod refutation;
mod study;
mod tree;
mod vcf;
mod vct;

use goren_core::{Point, Position, Stop};

use crate::board::Board;
use crate::parameters::Parameters;
pub use refutation::refute_fours;
pub use study::{
    Defences, LineTest, ProveRequest, Proved, Shortest, Solver, SolverProgress, TableError, WinningMoves,
    defences, main_line, prove, winning_moves,
};
pub(crate) use tree::{Room, wins};
pub(crate) use vcf::Vcf;
pub use vct::Escape;
pub(crate) use vct::{Care, Decision, Role, SolverLimits, Threats, Vct};

/// The size of a VCF table beside a search, as a power of two of entries.
pub(crate) const VCF_LOG2: u32 = 16;
/// The size of each table of [`solve_vcf`] and [`solve_vct`], as a power of two of entries.
const STUDY_LOG2: u32 = 20;
/// The budget after which [`solve_vcf`] first checks its limits.
const FIRST_SLICE: u32 = 50_000;

/// What a solver proved about the side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Solved {
    /// It wins by force: a line of legal moves that ends with its five.
    Win(Vec<Point>),
    /// It has no win of the requested kind.
    NoWin,
    /// The solver was stopped before it could prove either.
    Unknown,
}

/// The result of a solver and what it cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The result.
    pub solved: Solved,
    /// Positions searched.
    pub nodes: u64,
}

/// What the side to move can do about a win by fours that the other side would have if it were to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refutation {
    /// There is no such win, or the side to move makes five first.
    NoThreat,
    /// Exactly these legal moves leave the other side without a win by fours; after any other it has one.
    Moves(Vec<Point>),
    /// The search was stopped before it was complete.
    Unknown,
}

/// How many attacking positions a VCF search may still visit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Budget(u32);

impl Budget {
    pub(crate) const fn new(positions: u32) -> Budget {
        Budget(positions)
    }

    /// More than any search visits.
    pub(crate) const fn unlimited() -> Budget {
        Budget(u32::MAX)
    }

    pub(crate) const fn is_exhausted(self) -> bool {
        self.0 == 0
    }

    /// Takes one position from the budget; false if it is exhausted.
    #[inline]
    fn spend(&mut self) -> bool {
        let is_left = self.0 > 0;
        self.0 -= u32::from(is_left);
        is_left
    }
}

/// Searches for the shortest win of the side to move by fours alone.
///
/// ```
/// use goren_core::{Position, Rule, Size, Stop};
/// use goren_engine::{Solved, solve_vcf};
///
/// let mut position = Position::new(Rule::Freestyle, Size::DEFAULT);
/// for name in ["h8", "a1", "i8", "c1", "j8", "e1"] {
///     position.play(name.parse().unwrap());
/// }
/// let solution = solve_vcf(&position, None, &Stop::default());
/// assert!(matches!(solution.solved, Solved::Win(line) if line.len() == 3));
/// ```
pub fn solve_vcf(position: &Position, nodes: Option<u64>, stop: &Stop) -> Solution {
    let mut vcf = Vcf::new(STUDY_LOG2);
    let mut board = Board::new(position);
    let last = nodes.unwrap_or(u64::MAX);
    // A search that exhausts its budget is resumed with what its table has kept.
    let mut slice = FIRST_SLICE;
    let solved = loop {
        let mut budget = Budget::new(slice.min(u32::try_from(last - vcf.nodes()).unwrap_or(u32::MAX)));
        if let Some(line) = vcf.line(&mut board, &mut budget) {
            break checked(position, line);
        }
        if !budget.is_exhausted() {
            break Solved::NoWin;
        }
        if vcf.nodes() >= last || stop.is_raised() {
            break Solved::Unknown;
        }
        slice = slice.saturating_add(slice / 4);
    };
    Solution { solved, nodes: vcf.nodes() }
}

/// Searches for a win of the side to move by fours, open threes and quiet moves that threaten a win by fours.
pub fn solve_vct(position: &Position, nodes: Option<u64>, stop: &Stop) -> Solution {
    let mut vct = Vct::new(STUDY_LOG2, &Parameters::default());
    let mut board = Board::new(position);
    let is_stopped = || stop.is_raised();
    let limits = SolverLimits { nodes: nodes.unwrap_or(u64::MAX), is_stopped: &is_stopped, watch: &|_| () };
    let solved = match vct.solve(&mut board, Threats::Any, &limits) {
        Solved::Win(line) => checked(position, line),
        solved => solved,
    };
    Solution { solved, nodes: vct.nodes() }
}

/// Searches for every move that stops a win by fours of the side that is not to move, in at most `nodes` positions.
///
/// ```
/// use goren_core::{Position, Rule, Size, Stop};
/// use goren_engine::{Refutation, refute_vcf};
///
/// let mut position = Position::new(Rule::Freestyle, Size::DEFAULT);
/// for name in ["h8", "a1", "i8", "c1", "j8", "e1", "k8"] {
///     position.play(name.parse().unwrap());
/// }
/// assert_eq!(refute_vcf(&position, 10_000, &Stop::default()), Refutation::Moves(vec![]));
/// ```
pub fn refute_vcf(position: &Position, nodes: u32, stop: &Stop) -> Refutation {
    let side = position.side();
    let makes_five = position.empties().any(|point| position.shapes(point, side).has_five());
    if makes_five || !position.outcome().is_ongoing() {
        return Refutation::NoThreat;
    }
    let mut vcf = Vcf::new(STUDY_LOG2);
    let mut board = Board::new(position);
    let mut budget = Budget::new(nodes);
    board.pass();
    let Some(fours) = vcf.fewest_fours(&mut board, &mut budget) else {
        return if budget.is_exhausted() { Refutation::Unknown } else { Refutation::NoThreat };
    };
    // A move that is not a defence leaves the win as it is.
    let defences = vcf.defences(&mut board, fours);
    let mut moves = Vec::new();
    for point in defences.points().filter(|&point| position.is_legal(point)) {
        let mut after = position.clone();
        after.play(point);
        let wins = vcf.plies_to_win(&mut Board::new(&after), &mut budget).is_some();
        if stop.is_raised() || !wins && budget.is_exhausted() {
            return Refutation::Unknown;
        }
        if !wins {
            moves.push(point);
        }
    }
    Refutation::Moves(moves)
}

/// A win only if the rules accept every move of the line and it ends with a five.
fn checked(position: &Position, line: Vec<Point>) -> Solved {
    let mut replay = position.clone();
    let is_legal = line.iter().all(|&point| replay.try_play(point).is_ok());
    let wins = is_legal && replay.winner() == Some(position.side());
    if wins { Solved::Win(line) } else { Solved::Unknown }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::{double_three, points, random_position};
    use goren_core::{Random, Rule};

    #[test]
    fn threats_win_where_fours_do_not() {
        let stop = Stop::default();
        assert_eq!(solve_vcf(&double_three(), None, &stop).solved, Solved::NoWin);
        let Solved::Win(line) = solve_vct(&double_three(), None, &stop).solved else { panic!("no win") };
        assert_eq!(line.len() % 2, 1);
    }

    #[test]
    fn a_raised_stop_or_too_few_nodes_leave_it_unknown() {
        let stop = Stop::default();
        assert_eq!(solve_vct(&double_three(), Some(1), &stop).solved, Solved::Unknown);
        stop.raise();
        assert_eq!(solve_vct(&double_three(), None, &stop).solved, Solved::Unknown);
    }

    #[test]
    fn a_finished_game_has_no_win_left() {
        let mut position = Position::new(Rule::Freestyle, goren_core::Size::DEFAULT);
        for point in points("a1 a3 b1 b3 c1 c3 d1 d3 e1") {
            position.play(point);
        }
        assert_eq!(solve_vcf(&position, None, &Stop::default()).solved, Solved::NoWin);
        assert_eq!(solve_vct(&position, None, &Stop::default()).solved, Solved::NoWin);
    }

    /// Every legal move is tried, instead of the defences alone.
    #[test]
    fn the_moves_that_stop_a_win_by_fours_are_all_there_are() {
        let mut random = Random::new(5);
        let (mut stopped, mut lost) = (0, 0);
        for rule in Rule::ALL {
            for _ in 0..60 {
                let position = random_position(&mut random, rule, 8, 12);
                let Refutation::Moves(moves) = refute_vcf(&position, 100_000, &Stop::default()) else {
                    continue;
                };
                let stops = |point: &Point| {
                    let mut after = position.clone();
                    after.play(*point);
                    solve_vcf(&after, None, &Stop::default()).solved == Solved::NoWin
                };
                let all: Vec<Point> = position.legal_moves().filter(stops).collect();
                assert_eq!(moves, all, "{position:?}");
                if all.is_empty() { lost += 1 } else { stopped += 1 }
            }
        }
        assert!(stopped >= 10 && lost >= 5, "{stopped} {lost}");
    }

    #[test]
    fn a_refutation_that_is_cut_short_claims_nothing() {
        let mut position = Position::new(Rule::Freestyle, goren_core::Size::DEFAULT);
        points("h8 a1 i8 a3 j8").into_iter().for_each(|point| position.play(point));
        let stop = Stop::default();
        assert_eq!(refute_vcf(&position, 1_000, &stop), Refutation::Moves(points("g8 k8")));
        assert_eq!(refute_vcf(&position, 0, &stop), Refutation::Unknown);
        stop.raise();
        assert_eq!(refute_vcf(&position, 1_000, &stop), Refutation::Unknown);
    }

    #[test]
    fn a_line_that_the_rules_refuse_is_no_win() {
        for line in ["f6 f6", "f6", ""] {
            assert_eq!(checked(&double_three(), points(line)), Solved::Unknown, "{line}");
        }
    }
}
