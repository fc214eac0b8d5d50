//! Experiments with the classic programs, started and watched from a page.

use serde::{Deserialize, Serialize};

/// What can be measured, what is being measured, and what was found: `lab`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct LabView {
    pub(crate) experiments: Vec<ExperimentView>,
    /// The one under way; there is at most one.
    pub(crate) running: Option<LabRun>,
    /// Why the last one ended without a result.
    pub(crate) trouble: Option<String>,
}

/// An experiment.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct ExperimentView {
    pub(crate) name: &'static str,
    /// One sentence.
    pub(crate) about: &'static str,
    /// When its result was found, in milliseconds since 1970.
    pub(crate) found_ms: Option<u64>,
    /// With how much effort.
    pub(crate) effort: Option<LabEffort>,
}

/// How much to measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub(crate) enum LabEffort {
    Quick,
    Full,
}

/// An experiment under way.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct LabRun {
    pub(crate) name: &'static str,
    pub(crate) effort: LabEffort,
    /// Parts done, of `total`.
    pub(crate) done: usize,
    pub(crate) total: usize,
    /// What it does now.
    pub(crate) what: String,
    pub(crate) since_ms: u64,
}

/// Which experiment to start, or `all`: `lab/start`.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct LabStart {
    pub(crate) experiment: String,
    pub(crate) effort: LabEffort,
}

/// What an experiment found: `lab/NAME`.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct LabResult {
    pub(crate) name: String,
    /// When it was found, in milliseconds since 1970; none if nothing was measured here yet.
    pub(crate) found_ms: Option<u64>,
    pub(crate) effort: LabEffort,
    pub(crate) sections: Vec<SectionView>,
    /// The style sheet of the figures.
    pub(crate) style: String,
}

/// A heading with tables and figures.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct SectionView {
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) intro: String,
    pub(crate) parts: Vec<PartView>,
}

/// One of its three is there: a table, figures, or text with its line breaks.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct PartView {
    pub(crate) table: Option<LabTable>,
    pub(crate) figures: Option<Vec<FigureView>>,
    pub(crate) text: Option<String>,
}

/// A table, whose columns all have a heading.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct LabTable {
    pub(crate) caption: String,
    pub(crate) head: Vec<String>,
    pub(crate) rows: Vec<LabRow>,
}

/// A row of cells, or a heading above the rows that follow.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct LabRow {
    pub(crate) group: Option<String>,
    pub(crate) cells: Vec<LabCell>,
}

/// A cell; `tone` is `plain`, `words`, `quote`, `code`, `good`, `bad` or `faint`.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct LabCell {
    pub(crate) text: String,
    pub(crate) tone: String,
}

/// A figure as SVG, coloured by classes.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct FigureView {
    pub(crate) name: String,
    pub(crate) label: String,
    pub(crate) svg: String,
}
