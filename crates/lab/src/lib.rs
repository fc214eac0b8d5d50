//! Experiments with the classic programs: what their documents claim, measured on today's machines.
//!
//! Every experiment is a function that returns a [`Finding`]: data with a table (CSV) and figures (SVG). [`report()`]
//! makes one page of all findings. Nothing here prints, reads arguments or writes files.
//!
//! ```
//! use goren_core::Stop;
//! use goren_lab::{Finding, Observer, Workload, depth};
//!
//! let workload = Workload { positions: 1, deepest: 1, ..Workload::quick() };
//! let found = depth(&workload, &mut Observer { stop: &Stop::default(), progress: &mut |_| {} });
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
mod measurement;
mod middle_games;
mod move_times;
mod number;
mod observer;
mod report;
mod tactics;
mod trace;
mod workload;

pub use ablate::{Ablation, Ablations, Averages, ablate};
pub use chart::Figure;
pub use claim::{Assessment, Claim, claims};
pub use contest::{Contest, contest, contest_plan, weightings_plan};
pub use depth::{DepthCost, Depths, depth};
pub use measurement::Measurement;
pub use move_times::{MoveTimes, Stage, TimedMove, move_times_plan};
pub use observer::{Observer, Progress};
pub use report::{Findings, report};
pub use tactics::{Attempt, Tactic, TacticResults, tactics};
pub use trace::{Trace, trace};
pub use workload::Workload;

/// The result of an experiment.
pub trait Finding {
    /// The experiment's name, which its files begin with.
    fn name(&self) -> &'static str;

    /// The data: a header, then one line for each measurement.
    fn csv(&self) -> String;

    /// The figures, by name.
    fn figures(&self) -> Vec<(&'static str, Figure)>;
}
