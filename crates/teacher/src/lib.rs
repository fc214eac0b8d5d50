//! Self-play by tree search in thousands of games at once, for a network that is evaluated elsewhere, and the same search as
//! an agent with the network on the processor.
//!
//! The rules are those of `goren_core` alone. This crate reads and writes messages on streams it is given; it opens none.
#![forbid(unsafe_code)]

mod agent;
mod bfloat;
mod chance;
mod fours;
mod game;
mod network;
mod search;
mod serve;
mod start;
mod threat;
mod view;

pub use agent::Teacher;
pub use network::{Evaluation, Network, NetworkError};
pub use search::Settings;
pub use serve::{Lane, Plan, ServeError, serve};
pub use start::Mix;
pub use view::{Canvas, encode};
