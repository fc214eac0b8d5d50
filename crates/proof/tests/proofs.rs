//! Proofs from outside: the format and the check.
#![expect(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

#[path = "proofs/check.rs"]
mod check;
#[path = "proofs/format.rs"]
mod format;
