//! Position to move: search, solvers of forced wins, evaluation, time management and playing levels.
//!
//! [`Engine::search`] finds the best lines of a position, and an [`Engine`] is an [`goren_core::Agent`]. [`solve_vcf`] and
//! [`solve_vct`] prove wins. Nothing here prints.
#![forbid(unsafe_code)]

mod board;
mod clock;
mod engine;
mod evaluator;
mod events;
#[cfg(test)]
mod fixture;
mod glance;
mod handicap;
mod history;
mod level;
mod opening;
mod parameters;
mod quiet;
mod search;
mod solver;
mod table;
mod threat_class;
mod tune;
mod vote;
mod weights;

pub use engine::{Engine, Evaluation, Options, SearchRequest, SearchResult};
pub use events::SearchEvent;
pub use glance::{Glance, glance};
pub use goren_nnue::{Network, SimdLevel};
pub use level::{Level, LevelError};
pub use parameters::{Parameter, ParameterError, Parameters};
pub use quiet::{is_quiet, quiet_positions};
pub use solver::{
    Defences, Escape, LineTest, ProveRequest, Proved, Refutation, Shortest, Solution, Solved, Solver,
    SolverProgress, TableError, WinningMoves, defences, main_line, prove, refute_fours, refute_vcf,
    solve_vcf, solve_vct, winning_moves,
};
pub use tune::{SCALE, TuneProgress, Tuner};
pub use weights::{Weights, WeightsError};
