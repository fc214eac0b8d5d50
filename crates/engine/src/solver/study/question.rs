//! What a solver is asked, and what it answers.

use goren_core::Point;
use goren_proof::{Attack, Branch, Means};

use crate::solver::vct::Escape;

/// What is asked of a [`Solver`](crate::Solver).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProveRequest {
    /// Which wins are looked for: by [`Means::Fours`], or by [`Means::Threats`], which [`Means::Force`] stands for too.
    pub means: Means,
    /// The most positions to search; without a limit if `None`.
    pub nodes: Option<u64>,
    /// The most attacking moves of a tree.
    pub attacks: usize,
}

impl Default for ProveRequest {
    fn default() -> ProveRequest {
        ProveRequest { means: Means::Threats, nodes: None, attacks: 4_000_000 }
    }
}

impl ProveRequest {
    /// A request for wins by these means.
    pub fn by(means: Means) -> ProveRequest {
        ProveRequest { means, ..ProveRequest::default() }
    }
}

/// How far a search has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SolverProgress {
    /// Positions searched so far.
    pub nodes: u64,
    /// How many leaves must at least still be proved to prove the win, and to disprove it; 0 for what is not known yet.
    pub proof: u32,
    /// See `proof`.
    pub disproof: u32,
    /// The round, from 0: each spends more on a position than the one before.
    pub round: u32,
    /// The moves of the longest line tried so far.
    pub depth: u32,
}

/// The answer of [`Solver::prove`](crate::Solver::prove).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proved {
    /// The side to move wins: a tree that [`goren_proof::verify`] has accepted.
    Win(Attack),
    /// It has no win by the means asked for.
    NoWin,
    /// It wins, but the tree would have more moves than allowed.
    TooLarge,
    /// The search was stopped before it could prove either.
    Unknown,
}

/// The answer of [`Solver::prove_shortest`](crate::Solver::prove_shortest).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shortest {
    /// The shortest win found.
    pub proved: Proved,
    /// Its moves of the attacker, the five included, against the longest resistance; zero without a win.
    pub moves: u32,
    /// No win by the means asked for has fewer moves than this. If the two are equal, the win is proved to be shortest.
    pub at_least: u32,
}

/// The answer of [`Solver::winning_moves`](crate::Solver::winning_moves).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WinningMoves {
    /// The first moves of a win by the means asked for. With a five at hand they are the fives.
    pub moves: Vec<Point>,
    /// The moves that were not decided before the search was stopped.
    pub unknown: Vec<Point>,
}

/// The answer of [`Solver::defences`](crate::Solver::defences).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Defences {
    /// The other side has no win by the means asked for, even if the side to move passed.
    NoThreat,
    /// What becomes of each legal move.
    Moves {
        /// The moves that leave the other side without a win.
        saves: Vec<Point>,
        /// What wins against all other moves but those unknown: the branches of a
        /// [`Claim::Defence`](goren_proof::Claim).
        losses: Vec<Branch>,
        /// The moves that were not decided before the search was stopped.
        unknown: Vec<Point>,
    },
    /// The search was stopped before it knew of any win.
    Unknown,
}

/// The answer of [`Solver::test_line`](crate::Solver::test_line).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LineTest {
    /// The line wins: a tree with its moves, completed.
    Wins(Attack),
    /// The rules refuse the move of this index.
    Illegal(usize),
    /// The attacker's move of this index lets the other side escape.
    Fails {
        /// The index in the line.
        at: usize,
        /// How.
        by: Escape,
    },
    /// The line wins, but the tree would have more moves than allowed.
    TooLarge,
    /// The search was stopped before it could tell, at the move of this index.
    Unknown(usize),
}
