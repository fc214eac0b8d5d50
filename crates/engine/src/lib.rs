//! Position to move: candidates, search, threats, table, clock, threads and levels. Never prints.

mod board;
mod class;
mod clock;
mod engine;
mod history;
mod level;
mod opening;
mod parameters;
mod search;
mod table;
mod tune;
mod vcf;
mod weights;

pub use engine::{Engine, Found, Options, Question};
pub use tune::{Progress, SCALE, Tuner};
pub use weights::use_weights;
