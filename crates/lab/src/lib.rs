//! Experiments with the classic programs: what their documents claim, measured on today's machines.
//!
//! Every experiment is a function that returns a [`Finding`]: data with a table (CSV) and figures (SVG). [`report()`]
//! makes one page of all findings. Nothing here prints, reads arguments or writes files.
//!
//! ```
//! use goren_core::Stop;
//! use goren_lab::{Experiment, Findings, Games, Observer, Workload};
//!
//! let workload = Workload { positions: 1, deepest: 1, ..Workload::quick() };
//! let mut games = Games { maker: &|_, _, _| Err("no games".into()), journal: &mut |_, _| Ok(None) };
//! let mut observer = Observer { stop: &Stop::default(), progress: &mut |_| {} };
//! let mut findings = Findings::default();
//! findings.run(Experiment::Depth, &workload, &mut games, &mut observer)?;
//! let found = &findings.of(Experiment::Depth)[0];
//! assert!(found.csv().starts_with("agent,depth,"));
//! assert!(found.figures()[0].1.standalone().starts_with("<svg "));
//! # Ok::<(), goren_arena::RunError>(())
//! ```
#![forbid(unsafe_code)]

mod ablate;
mod chart;
mod claim;
mod contest;
mod contrast;
mod csv;
mod depth;
mod document;
mod drills;
mod factorial;
mod findings;
mod glossary;
mod interval;
mod masking;
mod measurement;
mod middle_games;
mod mine;
mod move_times;
mod number;
mod observer;
mod report;
mod section;
mod sections;
mod tactics;
mod trace;
mod workload;

pub use chart::{FIGURE_STYLE, Figure};
pub use claim::{Claim, ClaimJudgement, ClaimRow, ClaimTable, ClaimVerdict, claims, judgements, recorded};
pub use contest::{Contest, contest};
pub use document::{Document, document};
pub use findings::{Experiment, Findings, Games};
pub use mine::{DrillScore, Mine, mine_drills, mine_plan};
pub use observer::{ExperimentProgress, Observer};
pub use report::{claims_page, mine_page, report};
pub use section::{Cell, Part, Row, Section, Table, Tone};
pub use sections::{claims_sections, of_experiment};
pub use trace::{NoTree, Trace, trace};
pub use workload::Workload;

/// The result of an experiment.
pub trait Finding {
    /// The experiment's name, which its files begin with.
    fn name(&self) -> &'static str;

    /// The data: a header, then one line for each measurement.
    fn csv(&self) -> String;

    /// The figures, by name.
    fn figures(&self) -> Vec<(&'static str, Figure)> {
        Vec::new()
    }
}
