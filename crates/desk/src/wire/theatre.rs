//! A search that is watched.

use goren_core::{Point, Rule, Size, Step};
use serde::{Deserialize, Serialize};

use super::OptionView;

/// Which search to watch, and how much of it.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(optional_fields = nullable))]
pub(crate) struct WatchOptions {
    /// One of `programs`.
    pub(crate) program: String,
    /// Plies; the program's own depth without it.
    pub(crate) depth: Option<u32>,
    /// Additions to put in.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    pub(crate) with: Vec<String>,
    /// Optimisations to leave out.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    pub(crate) without: Vec<String>,
    pub(crate) weighting: Option<String>,
    /// Which reading of the document; `corrected` without it.
    pub(crate) variant: Option<String>,
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    pub(crate) seed: u64,
    /// Ends by itself after so many nodes.
    pub(crate) nodes: Option<u64>,
    /// About how many nodes to show one by one; the rest is folded. Beyond the half, subtrees are folded ever closer to the root.
    pub(crate) shown: Option<u64>,
    /// Shows only what is below the move that was the search's `open`th.
    pub(crate) open: Option<u64>,
    /// Which of the two searches that a page may watch at once.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    pub(crate) lane: Lane,
}

/// One of two searches watched at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub(crate) enum Lane {
    #[default]
    Theatre,
    Rival,
}

/// A part of a search that is watched.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct WatchView {
    /// The number of the request.
    pub(crate) id: Option<u64>,
    /// The part's number, from 1. `heard` tells the server that it has arrived; it waits when too many have not.
    pub(crate) seq: u64,
    pub(crate) events: Vec<WatchEvent>,
    /// What the search has counted so far.
    pub(crate) counters: CountersView,
    /// Time so far, in milliseconds.
    pub(crate) ms: f64,
    /// With the last part: what came of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub(crate) end: Option<WatchEnd>,
}

/// What came of a search.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct WatchEnd {
    /// What the program plays.
    pub(crate) step: Step,
    /// The value of the root, by the deepest search that was finished.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub(crate) value: Option<f64>,
    /// How the move was chosen, if not by a search.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub(crate) answer: Option<AnswerName>,
    /// The line it expects.
    pub(crate) pv: Vec<Point>,
    /// Whether it was stopped before its end.
    pub(crate) stopped: bool,
    /// The moves made until each depth was finished, shallowest first.
    pub(crate) depths: Vec<u64>,
    /// The counters on the way, at most a few hundred, the last at the end.
    pub(crate) samples: Vec<CountersView>,
}

/// How a move was chosen without a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub(crate) enum AnswerName {
    /// From the opening book.
    Book,
    /// It wins at once.
    Win,
    /// It stops the opponent from winning at once.
    Block,
}

/// What a search has counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct CountersView {
    /// Moves made.
    pub(crate) nodes: u64,
    pub(crate) leaves: u64,
    pub(crate) cutoffs: u64,
    pub(crate) probes: u64,
    /// Probes of the table that were of use.
    pub(crate) hits: u64,
    /// Candidates before any selection.
    pub(crate) generated: u64,
    /// Candidates kept.
    pub(crate) kept: u64,
    pub(crate) evaluations: u64,
}

/// What a search does. Values are in the units of the program's document, higher is better for the program. In a window, what
/// is missing is unbounded.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "e", rename_all = "snake_case")]
pub(crate) enum WatchEvent {
    /// A search from the root begins.
    Begin { depth: u32 },
    /// A move is made.
    Enter {
        /// It is the search's `n`th.
        n: u64,
        point: Point,
        /// Plies to search after it.
        depth: u32,
        /// What the program has elsewhere.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        alpha: Option<f64>,
        /// What the opponent holds it to elsewhere.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        beta: Option<f64>,
        /// Absent for a full search.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        effort: Option<EffortName>,
        /// Plies less than in full.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        less: Option<u32>,
    },
    /// The selection left these out.
    Dropped { points: Vec<Point> },
    /// The table knows the position.
    Hit { value: f64, kind: ValueKind },
    /// The rest need not be looked at.
    Cut { rest: Vec<Point>, value: f64, bound: BoundName },
    /// The search leaves the move last entered, or the root.
    Leave {
        value: f64,
        kind: ValueKind,
        /// What was searched below and is not shown.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        folded: Option<FoldView>,
    },
    /// The search was interrupted.
    Stopped,
}

/// What is not shown one by one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct FoldView {
    pub(crate) nodes: u64,
    pub(crate) cutoffs: u64,
}

/// How a move is looked at, if not in full.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub(crate) enum EffortName {
    /// Only whether it beats the best so far.
    Scout,
    /// The same, with fewer plies.
    Reduced,
    /// Once more, since it was better than expected.
    Again,
}

/// A side of the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub(crate) enum BoundName {
    Alpha,
    Beta,
}

/// What a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub(crate) enum ValueKind {
    Exact,
    AtLeast,
    AtMost,
    Leaf,
    Won,
    Unfinished,
}

/// A program whose search can be watched.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct ProgramView {
    pub(crate) name: &'static str,
    pub(crate) summary: &'static str,
    /// The board, rule and depth it was written for.
    pub(crate) size: Size,
    pub(crate) rule: Rule,
    pub(crate) depth: u32,
    /// What can be left out.
    pub(crate) switches: Vec<&'static str>,
    /// What can be put in.
    pub(crate) additions: Vec<OptionView>,
    /// Its weightings, the document's first.
    pub(crate) weightings: Vec<&'static str>,
    /// The readings of its document, `corrected` first.
    pub(crate) variants: Vec<VariantView>,
}

/// A reading of a document.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct VariantView {
    pub(crate) name: &'static str,
    pub(crate) summary: &'static str,
    /// The moves to a position in which it plays differently, where one is known…
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub(crate) moves: Option<&'static str>,
    /// …and the depth at which it shows, if not the program's.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub(crate) depth: Option<u32>,
}
