//! Proofs that are walked through: all over HTTP, a node at a time.

use goren_core::{Point, Rule, Size, Stone};
use serde::{Deserialize, Serialize};

/// A proof that was checked and is kept for a while: `proofs`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct ProofView {
    pub(crate) id: String,
    pub(crate) rule: Rule,
    pub(crate) size: Size,
    pub(crate) traps: Vec<Point>,
    pub(crate) black: Vec<Point>,
    pub(crate) white: Vec<Point>,
    /// Whose turn it is in the proof's position.
    pub(crate) side: Stone,
    pub(crate) claim: ProofClaim,
    /// `fours`, `threats` or `force`.
    pub(crate) means: &'static str,
    /// The moves that a claim about defence says nothing of.
    pub(crate) holds: Vec<Point>,
    /// Positions that the check went through.
    pub(crate) positions: u64,
    /// Answers in the tree.
    pub(crate) moves: u64,
    /// Plies to the five at most; 0 where nobody wins.
    pub(crate) plies: u32,
}

/// Who wins in a position, by a proof that was checked. Every panel tells it in the same way.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct ProvedView {
    pub(crate) winner: Stone,
    /// `fours`, `threats` or `force`.
    pub(crate) by: &'static str,
    /// The winner's moves to the five at most.
    pub(crate) moves: u32,
    /// The same in moves of both sides.
    pub(crate) plies: u32,
    /// A line with the longest resistance; empty if the tree is very large.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    pub(crate) line: Vec<Point>,
    /// The proof, which `proofs/ID` gives.
    pub(crate) proof: String,
}

/// What a proof claims.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub(crate) enum ProofClaim {
    Win,
    Defence,
    NoFours,
}

/// Which place of a proof is wanted.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct ProofPlace {
    /// The replies that lead there, one after another: `i9j10`.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    pub(crate) replies: String,
}

/// A place in a proof: `proofs/ID/node`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct ProofNode {
    /// All moves from the proof's position to here.
    pub(crate) line: Vec<Point>,
    pub(crate) state: ProofState,
    /// The replies that are answered.
    pub(crate) answers: Vec<ProofAnswer>,
    /// The replies that lose at once; in a refutation those that make no four.
    pub(crate) rest: Vec<Point>,
}

/// How a proof goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub(crate) enum ProofState {
    /// There are replies.
    Replies,
    /// The last move made five.
    Five,
    /// Nothing is claimed of the last move.
    Unclaimed,
}

/// Replies and their answer.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct ProofAnswer {
    pub(crate) replies: Vec<Point>,
    /// Whether they are all others, which the file calls `*`.
    pub(crate) others: bool,
    pub(crate) point: Point,
    /// The winner's moves to the five at most.
    pub(crate) moves: u32,
}
