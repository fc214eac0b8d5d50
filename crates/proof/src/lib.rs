//! Proofs of forced wins as trees: their file format, and a check by the rules alone.
//!
//! Nothing here searches, and nothing here shares code with what does.
#![forbid(unsafe_code)]
