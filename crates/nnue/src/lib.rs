//! Position to value and policy: goren's own network, updated incrementally.
//!
//! `docs/network.md` specifies what it computes, to the last bit. A [`Network`] is read from a file or comes with the
//! program; an [`Accumulator`] follows a game, and a [`View`] evaluates it for the side to move.
//!
//! ```
//! use goren_core::{Position, Rule, Size};
//! use goren_nnue::{Accumulator, Network};
//!
//! let mut position = Position::new(Rule::Freestyle, Size::DEFAULT);
//! let network = Network::of(Rule::Freestyle).expect("every rule has a network");
//! let mut accumulator = Accumulator::new(network, &position);
//! for name in ["h8", "a1", "h9", "a3"] {
//!     let point = name.parse()?;
//!     accumulator.play(point, position.side());
//!     position.play(point);
//! }
//! // Black is to move and has two stones together in the centre.
//! let view = accumulator.view(position.side());
//! assert!(view.value().score(200) > 0);
//! let mut policy = Vec::new();
//! view.policy(position.empties(), &mut policy);
//! assert_eq!(policy.len(), position.empty_count());
//! # Ok::<(), goren_core::ParsePointError>(())
//! ```

mod accumulator;
mod code;
#[cfg(test)]
mod fixture;
mod heads;
mod memory;
mod network;
mod rows;
mod simd;
mod value;

pub use accumulator::{Accumulator, View};
pub use memory::{prefer_large_pages, prefetch};
pub use network::{Network, NetworkError};
pub use simd::SimdLevel;
pub use value::Value;
