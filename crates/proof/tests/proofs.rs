//! Proofs from outside: the format, the check, and proofs that were spoilt.
#![expect(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

#[path = "proofs/check.rs"]
mod check;
#[path = "proofs/document.rs"]
mod document;
#[path = "proofs/format.rs"]
mod format;
#[path = "proofs/spoilt.rs"]
mod spoilt;
#[path = "proofs/walk.rs"]
mod walk;
