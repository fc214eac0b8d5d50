//! Position to value and policy: our own network, updated move by move.
//!
//! What it computes is written down in `docs/network.md`, to the last bit. A [`Network`] is read from a file or comes with
//! the program; an [`Accumulator`] follows a game on it, and a [`View`] is what one side sees there.

mod accumulator;
mod code;
#[cfg(test)]
mod fixture;
mod heads;
mod network;
mod simd;
mod value;

pub use accumulator::{Accumulator, View};
pub use network::{Network, NetworkError};
pub use simd::SimdLevel;
pub use value::Value;
