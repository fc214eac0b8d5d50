//! A whole game judged move by move: what went wrong, by how much, and where the last escape was.
//!
//! [`review`] judges the positions of a [`Line`] with a fixed number of nodes each, so that the same game has the same review on
//! every machine and with any number of threads. What it has found so far is a [`Study`], which can be stored and gone on with.
//! [`Report::of`] makes of it what people read. [`attempt`] judges another move in place of a mistake, and [`proofs`] gives the trees of
//! what a report calls proved.
#![forbid(unsafe_code)]

mod attempt;
mod defence;
mod line;
mod proofs;
mod report;
mod standing;
mod study;
mod words;

pub use attempt::{ATTEMPT_NODES, Attempt, AttemptVerdict, attempt};
pub use defence::{Defences, lost};
pub use line::Line;
pub use proofs::proofs;
pub use report::{Counts, Finding, FindingKind, LastEscape, MoveReport, PlayerReport, Report};
pub use standing::{ForcedWin, Judge, Standing, WinningWay};
pub use study::{Check, DEFAULT_NODES, Effort, Played, Study, review};
pub use words::{sentence, text};

/// What a drop in winning chances is called from here on; chances are measured from -1 to 1.
pub const INACCURACY: f64 = 0.1;
/// See [`INACCURACY`].
pub const MISTAKE: f64 = 0.2;

/// How much worse a mover's chances became, from 0 to 2, by its own chances before and after.
pub fn drop(before: f64, after: f64) -> f64 {
    rounded(2.0 * (before - after)).max(0.0)
}

/// Chances are told with four digits: more would be noise.
pub fn rounded(chance: f64) -> f64 {
    (chance * 10_000.0).round() / 10_000.0
}
