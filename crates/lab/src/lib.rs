//! Experiments over the classic programs: what their documents claim, measured on today's machine.
//!
//! Every experiment is a function that returns data; the data knows its table (CSV) and its figures (SVG), and
//! [`report()`] puts everything on one page. Nothing here prints, reads arguments or writes files.
//!
//! ```
//! use goren_core::Stop;
//! use goren_lab::{Finding, Observer, Scale, depth};
//!
//! let scale = Scale { positions: 1, deepest: 1, ..Scale::quick() };
//! let found = depth(&scale, &mut Observer { stop: &Stop::default(), progress: &mut |_| {} });
//! assert!(found.csv().starts_with("agent,depth,"));
//! assert!(found.figures()[0].1.standalone().starts_with("<svg "));
//! ```
#![forbid(unsafe_code)]

mod ablate;
mod chart;
mod claim;
mod contest;
mod csv;
mod depth;
mod document;
mod moves;
mod number;
mod observer;
mod report;
mod sample;
mod scale;
mod tactics;
mod thought;
mod trace;

pub use ablate::{Ablation, Ablations, Averages, ablate};
pub use chart::Figure;
pub use claim::{Claim, Verdict, claims};
pub use contest::{Contest, contest, contest_plan, weightings_plan};
pub use depth::{Depths, Measured, depth};
pub use moves::{Moves, Stage, Timed, moves_plan};
pub use observer::{Observer, Progress};
pub use report::{Findings, report};
pub use scale::Scale;
pub use tactics::{Answer, Answers, Tactic, tactics};
pub use thought::Thought;
pub use trace::{Trace, trace};

/// What came of an experiment.
pub trait Finding {
    /// The experiment's word, also the first word of its files.
    fn word(&self) -> &'static str;

    /// The data, one line for each measurement after a line of names.
    fn csv(&self) -> String;

    /// The pictures, by name.
    fn figures(&self) -> Vec<(&'static str, Figure)>;
}
