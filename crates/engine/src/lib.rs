//! Position to move: candidates, search, threats, table, clock, threads and levels. Never prints.
#![forbid(unsafe_code)]

mod board;
mod clock;
mod engine;
mod evaluator;
mod events;
#[cfg(test)]
mod fixture;
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
mod weights;

pub use engine::{Engine, Evaluation, Options, SearchRequest, SearchResult};
pub use events::SearchEvent;
pub use goren_nnue::{Network, SimdLevel};
pub use level::{Level, LevelError};
pub use parameters::{Parameter, ParameterError, Parameters};
pub use quiet::{is_quiet, quiet_positions};
pub use solver::{Refutation, Solution, Solved, refute_vcf, solve_vcf, solve_vct};
pub use tune::{Progress, SCALE, Tuner};
pub use weights::{Weights, WeightsError};
