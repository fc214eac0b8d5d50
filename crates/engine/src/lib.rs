//! Position to move: candidates, search, threats, table, clock, threads and levels. Never prints.
#![forbid(unsafe_code)]

mod board;
mod class;
mod clock;
mod engine;
#[cfg(test)]
mod fixture;
mod history;
mod level;
mod net;
mod opening;
mod parameters;
mod rest;
mod search;
mod solve;
mod table;
mod tune;
mod vcf;
mod vct;
mod watch;
mod weights;

pub use engine::{Engine, Evaluation, Found, Options, Question};
pub use goren_nnue::{Level as Simd, Network};
pub use rest::{at_rest, is_at_rest};
pub use solve::{Solution, Solved, solve_vcf, solve_vct};
pub use tune::{Progress, SCALE, Tuner};
pub use watch::{Glance, Watch};
pub use weights::use_weights;
