//! What an evaluation counts in a position, and what the network says of it.

use goren_core::{Direction, Point, Stone};
use serde::{Deserialize, Serialize};

use super::AnswerName;

/// Which evaluation is to be explained: `xray`.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(optional_fields = nullable))]
pub(crate) struct XrayRequest {
    /// The position as a link, a list of moves or a picture.
    pub(crate) position: String,
    /// One of the five programs.
    pub(crate) classic: String,
    #[serde(default)]
    pub(crate) weighting: Option<String>,
    /// One of the program's readings of its document.
    #[serde(default)]
    pub(crate) variant: Option<String>,
    /// The additions to put in.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    pub(crate) with: Vec<String>,
    /// The optimisations to leave out.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    pub(crate) without: Vec<String>,
    /// Whose value; that of the side to move if absent.
    #[serde(default)]
    pub(crate) side: Option<Stone>,
}

/// A position for the network: `glance`.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct GlanceRequest {
    /// The position as a link, a list of moves or a picture.
    pub(crate) position: String,
}

/// How a program comes to the value of a position.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct EvaluationXray {
    pub(crate) classic: &'static str,
    /// Whose value it is.
    pub(crate) side: Stone,
    /// The side to move in the position itself.
    pub(crate) to_move: Stone,
    pub(crate) value: f64,
    /// The contributions add up to the value.
    pub(crate) counted: Vec<CountedView>,
    pub(crate) masked: Vec<MaskedView>,
    /// The moves considered, best first where they are ranked.
    pub(crate) candidates: Vec<CandidateView>,
    /// The move that is made here without a search.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub(crate) answer: Option<AnswerView>,
    /// The rows of the document's table where everything counted is one of a few, also those found nowhere.
    pub(crate) table: Vec<RowView>,
    pub(crate) walks: Vec<WalkView>,
    /// The program's weightings, the document's first; empty if there is only one.
    pub(crate) weightings: Vec<&'static str>,
    /// Its readings of its document, `corrected` first.
    pub(crate) variants: Vec<VariantXray>,
}

/// A move that is made without a search.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct AnswerView {
    pub(crate) point: Point,
    pub(crate) why: AnswerName,
}

/// A row of the table that an evaluation counts by.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct RowView {
    pub(crate) name: String,
    pub(crate) owner: Stone,
    pub(crate) weight: f64,
    pub(crate) factor: f64,
}

/// A reading of a document.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct VariantXray {
    pub(crate) name: &'static str,
    /// What differs, one sentence.
    pub(crate) summary: &'static str,
    /// The moves to where it shows, on the program's own board; absent for `corrected`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub(crate) moves: Option<&'static str>,
}

/// One thing counted.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct CountedView {
    /// Its name in the document.
    pub(crate) name: String,
    /// The cells as the document writes them.
    pub(crate) cells: String,
    pub(crate) owner: Stone,
    pub(crate) points: Vec<Point>,
    /// What the program looks at to find it, if that is more than the pattern.
    pub(crate) window: Vec<Point>,
    pub(crate) weight: f64,
    pub(crate) factor: f64,
    pub(crate) contribution: f64,
}

/// A point that an evaluation ignores on the lines of one direction.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct MaskedView {
    pub(crate) point: Point,
    pub(crate) direction: Direction,
}

/// A move that a program considers.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct CandidateView {
    pub(crate) point: Point,
    /// What it is ranked by; absent if the program does not rank its moves.
    pub(crate) score: Option<f64>,
    /// The part of the score that comes from watching distant stones.
    pub(crate) watched: f64,
    /// Whether it is searched.
    pub(crate) kept: bool,
    /// The rows of the document's tables that the score is the sum of.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    pub(crate) made: Vec<MadeView>,
}

/// A row of a table that a stone on a candidate would match.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct MadeView {
    /// The table's number in the document.
    pub(crate) table: &'static str,
    pub(crate) pattern: String,
    pub(crate) points: Vec<Point>,
    pub(crate) score: f64,
}

/// A line of the board as an automaton reads it.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct WalkView {
    pub(crate) points: Vec<Point>,
    /// Its cells as letters.
    pub(crate) letters: String,
    /// The state after each cell: how many of the last letters begin a pattern.
    pub(crate) states: Vec<usize>,
    pub(crate) matches: Vec<WalkMatch>,
}

/// A pattern found on a line.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct WalkMatch {
    /// Its index among the things counted.
    pub(crate) counted: usize,
    /// The cell after which it is found.
    pub(crate) end: usize,
}

/// What the network says of a position at first sight.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct GlanceView {
    pub(crate) to_move: Stone,
    /// Black's chance to win.
    pub(crate) black: f64,
    /// The likeliest best moves first.
    pub(crate) policy: Vec<PolicyView>,
}

/// A move's probability to be the best.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct PolicyView {
    pub(crate) point: Point,
    pub(crate) share: f64,
}
