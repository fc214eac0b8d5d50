//! What one can ask about forced wins: a proof, every winning move, every defence, and whether a line wins.

mod fours;
mod main_line;
mod moves;
mod question;
mod save;

use std::cell::RefCell;

use goren_core::{Position, Stop};
use goren_proof::{Attack, Means, verify};

use super::tree::{NoTree, Room, wins};
use super::vct::Care;
use super::{Budget, Decision, Role, Solved, SolverLimits, Threats, Vct};
use crate::board::Board;
use crate::parameters::Parameters;
use fours::{Stopped, decide_fours};
pub use main_line::main_line;
pub use question::{Defences, LineTest, ProveRequest, Proved, Shortest, SolverProgress, WinningMoves};
pub use save::TableError;

/// Proves forced wins. It keeps its tables from one question to the next.
pub struct Solver {
    vct: Vct,
}

impl Default for Solver {
    fn default() -> Solver {
        Solver::new(Solver::MEMORY)
    }
}

impl Solver {
    /// The usual size of the tables, in bytes.
    pub const MEMORY: usize = 64 << 20;

    /// A solver with tables of at most this many bytes, and no less than two megabytes.
    pub fn new(memory: usize) -> Solver {
        let log2 = (memory / Vct::bytes(0)).max(1).ilog2().clamp(16, 40);
        Solver { vct: Vct::new(log2, &Parameters::default()) }
    }

    /// Searches with this many threads from now on. With one, the same question has the same answer.
    pub fn set_threads(&mut self, threads: usize) {
        self.vct.set_threads(threads);
    }

    /// Positions searched since the solver was created.
    pub fn nodes(&self) -> u64 {
        self.vct.nodes_of_all()
    }

    /// Searches for a win of the side to move, and proves it by a tree.
    ///
    /// ```
    /// use goren_core::{Position, Rule, Size, Stop};
    /// use goren_engine::{ProveRequest, Proved, Solver};
    ///
    /// let mut position = Position::new(Rule::Freestyle, Size::DEFAULT);
    /// for name in ["h8", "a1", "i8", "c1", "j8", "e1"] {
    ///     position.play(name.parse().unwrap());
    /// }
    /// let mut solver = Solver::default();
    /// let proved = solver.prove(&position, &ProveRequest::default(), &Stop::default(), &mut |_| ());
    /// let Proved::Win(tree) = proved else { panic!("no win") };
    /// assert!(goren_proof::verify(&position, &tree).is_ok());
    /// ```
    pub fn prove(
        &mut self,
        position: &Position,
        request: &ProveRequest,
        stop: &Stop,
        progress: &mut dyn FnMut(SolverProgress),
    ) -> Proved {
        if position.winner().is_some() {
            return Proved::NoWin;
        }
        let watch = Watch::new(progress);
        watch.during(stop, request.nodes, |limits| self.prove_within(position, request, limits))
    }

    fn prove_within(
        &mut self,
        position: &Position,
        request: &ProveRequest,
        limits: &SolverLimits<'_>,
    ) -> Proved {
        let mut board = Board::new(position);
        let tree = match request.means {
            Means::Fours => {
                let fours = match decide_fours(self.vct.vcf(), &mut board, limits) {
                    Ok(Some(fours)) => fours,
                    Ok(None) => return Proved::NoWin,
                    Err(Stopped) => return Proved::Unknown,
                };
                self.vct.vcf().tree(&mut board, fours, &mut Room::new(request.attacks))
            }
            Means::Threats | Means::Force => {
                match self.vct.decide(&mut board, Role::Attacker, Threats::Any, limits) {
                    Decision::Win => {}
                    Decision::NoWin => return Proved::NoWin,
                    Decision::Unknown => return Proved::Unknown,
                }
                self.checked(position, limits, |vct, care| {
                    vct.tree(&mut Board::new(position), &[], Room::new(request.attacks), care, limits)
                })
            }
        };
        match tree {
            Ok(tree) => Proved::Win(tree),
            Err(NoTree::TooLarge) => Proved::TooLarge,
            Err(NoTree::Stopped | NoTree::Unproved) => Proved::Unknown,
        }
    }

    /// Searches for a win of the side to move and answers with one line of it, without a tree.
    pub fn solve(
        &mut self,
        position: &Position,
        request: &ProveRequest,
        stop: &Stop,
        progress: &mut dyn FnMut(SolverProgress),
    ) -> Solved {
        let watch = Watch::new(progress);
        let mut board = Board::new(position);
        let solved = watch.during(stop, request.nodes, |limits| match request.means {
            Means::Fours => match decide_fours(self.vct.vcf(), &mut board, limits) {
                Ok(Some(_)) => {
                    let line = self.vct.vcf().line(&mut board, &mut Budget::unlimited());
                    line.map_or(Solved::NoWin, Solved::Win)
                }
                Ok(None) => Solved::NoWin,
                Err(Stopped) => Solved::Unknown,
            },
            Means::Threats | Means::Force => self.vct.solve(&mut board, Threats::Any, limits),
        });
        match solved {
            Solved::Win(line) => super::checked(position, line),
            solved => solved,
        }
    }

    /// Searches for a win of the side to move with as few moves as possible.
    pub fn prove_shortest(
        &mut self,
        position: &Position,
        request: &ProveRequest,
        stop: &Stop,
        progress: &mut dyn FnMut(SolverProgress),
    ) -> Shortest {
        let watch = Watch::new(progress);
        watch.during(stop, request.nodes, |limits| {
            let moves_of =
                |tree: &Attack| verify(position, tree).map_or(0, |counts| counts.plies.div_ceil(2));
            let mut proved = self.prove_within(position, request, limits);
            let Proved::Win(tree) = &mut proved else {
                return Shortest { proved, moves: 0, at_least: 1 };
            };
            let mut moves = moves_of(tree);
            // The tree of a win by fours is the shortest.
            let mut at_least = if request.means == Means::Fours { moves } else { 1 };
            while at_least < moves {
                match self.vct.decide_in(&mut Board::new(position), at_least, limits) {
                    Decision::NoWin => at_least += 1,
                    Decision::Unknown => break,
                    Decision::Win => {
                        let shorter = self.checked(position, limits, |vct, care| {
                            vct.tree(&mut Board::new(position), &[], Room::new(request.attacks), care, limits)
                        });
                        let Ok(shorter) = shorter else { break };
                        *tree = shorter;
                        moves = moves_of(tree);
                        break;
                    }
                }
            }
            Shortest { proved, moves, at_least }
        })
    }

    /// A tree that the rules accept: built quickly, or else with more care.
    fn checked(
        &mut self,
        position: &Position,
        limits: &SolverLimits<'_>,
        mut build: impl FnMut(&mut Vct, Care) -> Result<Attack, NoTree>,
    ) -> Result<Attack, NoTree> {
        for care in [Care::Trusting, Care::Trying] {
            let tree = build(&mut self.vct, care)?;
            if wins(position, &tree, limits.is_stopped) {
                return Ok(tree);
            }
            if (limits.is_stopped)() {
                return Err(NoTree::Stopped);
            }
        }
        Err(NoTree::Unproved)
    }
}

/// [`Solver::prove`] with a solver of its own.
pub fn prove(
    position: &Position,
    request: &ProveRequest,
    stop: &Stop,
    progress: &mut dyn FnMut(SolverProgress),
) -> Proved {
    Solver::default().prove(position, request, stop, progress)
}

/// [`Solver::winning_moves`] with a solver of its own.
pub fn winning_moves(
    position: &Position,
    request: &ProveRequest,
    stop: &Stop,
    progress: &mut dyn FnMut(SolverProgress),
) -> WinningMoves {
    Solver::default().winning_moves(position, request, stop, progress)
}

/// [`Solver::defences`] with a solver of its own.
pub fn defences(
    position: &Position,
    request: &ProveRequest,
    stop: &Stop,
    progress: &mut dyn FnMut(SolverProgress),
) -> Defences {
    Solver::default().defences(position, request, stop, progress)
}

/// Passes on progress from a search, which has only a shared reference to it.
struct Watch<'a>(RefCell<&'a mut dyn FnMut(SolverProgress)>);

impl<'a> Watch<'a> {
    fn new(progress: &'a mut dyn FnMut(SolverProgress)) -> Watch<'a> {
        Watch(RefCell::new(progress))
    }

    fn during<T>(&self, stop: &Stop, nodes: Option<u64>, work: impl FnOnce(&SolverLimits<'_>) -> T) -> T {
        let is_stopped = || stop.is_raised();
        let watch = |progress| (self.0.borrow_mut())(progress);
        work(&SolverLimits { nodes: nodes.unwrap_or(u64::MAX), is_stopped: &is_stopped, watch: &watch })
    }
}

#[cfg(test)]
mod tests;
