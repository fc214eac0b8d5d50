//! Proofs of forced wins as trees: their file format, and a check by the rules alone.
//!
//! Nothing here searches, and nothing here shares code with what does. `docs/proof.md` describes the format.
#![forbid(unsafe_code)]

mod claim;
mod tree;

pub use claim::{Claim, Means, Proof};
pub use tree::{Attack, Branch, Event, Replies, Tree};
