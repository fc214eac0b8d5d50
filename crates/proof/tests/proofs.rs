//! Proofs from outside: the format and the check.
#![allow(clippy::unwrap_used, reason = "a test that fails says so by a panic")]

#[path = "proofs/check.rs"]
mod check;
#[path = "proofs/format.rs"]
mod format;
