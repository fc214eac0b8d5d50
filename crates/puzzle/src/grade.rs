//! How hard a puzzle is, by measurement; `docs/puzzles.md` has the formula.

use goren_core::{Point, Position, Shape};
use goren_engine::glance;

use crate::answers::Problem;
use crate::puzzle::{Kind, RATINGS};

/// What a puzzle's difficulty is computed from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Measure {
    /// Plies of the win, or of the win that is to be stopped.
    pub plies: usize,
    /// Positions that the solver searched.
    pub work: u64,
    /// Wrong moves that look better at first sight than every answer.
    pub tempting: usize,
}

impl Measure {
    pub(crate) fn of(position: &Position, problem: &Problem) -> Measure {
        let tempting = problem.tempting.unwrap_or_else(|| tempting(position, &problem.answers));
        Measure { plies: problem.plies, work: problem.work, tempting }
    }

    /// The initial rating of such a puzzle.
    pub fn rating(&self, kind: Kind) -> u16 {
        let moves = self.plies.div_ceil(2) as f64;
        let work = (1.0 + self.work as f64).log2();
        let tempting = (1.0 + self.tempting as f64).log2();
        let points = base(kind) + 250.0 * moves.log2() + 30.0 * work + 90.0 * tempting;
        (points.round() as u16).clamp(*RATINGS.start(), *RATINGS.end())
    }
}

/// The grade of a rating.
pub fn grade(rating: u16) -> u8 {
    1 + [950, 1200, 1450, 1700].iter().filter(|&&least| rating >= least).count() as u8
}

/// What a kind costs before anything is measured.
const fn base(kind: Kind) -> f64 {
    match kind {
        Kind::Defence => 450.0,
        Kind::Balance => 900.0,
        Kind::Fours | Kind::Threats | Kind::Avoid | Kind::Forbid => 350.0,
    }
}

/// How many wrong moves the network likes better at first sight than every answer. A rule without a network counts the wrong
/// moves that make at least an open three.
pub(crate) fn tempting(position: &Position, answers: &[Point]) -> usize {
    match glance(position) {
        Some(glance) => {
            let policy = glance.policy.iter().map(|&(point, _)| point);
            policy.take_while(|point| !answers.contains(point)).count()
        }
        None => position
            .legal_moves()
            .filter(|point| !answers.contains(point))
            .filter(|&point| position.shapes(point, position.side()).strongest() >= Shape::OpenThree)
            .count(),
    }
}
