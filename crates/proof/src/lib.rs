//! Proofs of forced wins as trees: their file format, and a check by the rules alone.
//!
//! Nothing here searches, and nothing here shares code with what does. `docs/proof.md` describes the format.
#![forbid(unsafe_code)]

mod claim;
mod points;
mod reader;
mod tree;
mod verify;
mod walk;
mod writer;

pub use claim::{Claim, Means, Proof};
pub use reader::{Problem, ReadError, Reader};
pub use tree::{Attack, Branch, Event, Replies, Tree};
pub use verify::{Counts, Failure, Gap, Hole, verify, verify_tree, verify_watched};
pub use walk::{Continuation, Node, NodeState};
pub use writer::Writer;

/// The word a file begins with, and the version of the format.
const FORMAT: &str = "goren-proof";
const VERSION: &str = "1";
