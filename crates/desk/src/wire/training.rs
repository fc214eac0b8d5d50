//! What a page asks of training beyond the types that `goren_puzzle::training` answers with.

use goren_core::{Point, Rule};
use goren_puzzle::training::Swap2Choice;
use serde::{Deserialize, Serialize};

/// A move in a puzzle: `train/move`.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct TrainMove {
    pub(crate) attempt: String,
    pub(crate) point: Point,
}

/// Something about a puzzle that is being solved: `train/hint`, `train/solution`, `train/on`, `train/again`.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct TrainCall {
    pub(crate) attempt: String,
}

/// Moves from the start of a puzzle: after them the side to move is to show its win (`train/prove`), or the line is to be
/// proved (`train/tree`).
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct TrainProve {
    pub(crate) attempt: String,
    pub(crate) moves: Vec<Point>,
}

/// Begins a rush: `train/rush`.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(optional_fields = nullable))]
pub(crate) struct RushStart {
    /// Three or five.
    pub(crate) minutes: u8,
    #[serde(default)]
    pub(crate) rule: Option<Rule>,
}

/// Own puzzles to delete or to bring back: `train/own/delete`, `train/own/restore`.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct OwnChosen {
    pub(crate) ids: Vec<String>,
}

/// Three stones (black, white, black) to be judged: `train/swap2/judge`.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct Swap2Judge {
    pub(crate) rule: Rule,
    pub(crate) stones: Vec<Point>,
}

/// Asks for three stones to choose by: `train/swap2/deal`.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct Swap2Ask {
    pub(crate) rule: Rule,
}

/// The person's choice: `train/swap2/choose`.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct Swap2Answer {
    pub(crate) deal: String,
    pub(crate) choice: Swap2Choice,
    /// White's and Black's further stone, with the choice to place two.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    pub(crate) stones: Vec<Point>,
}

/// Three stones to choose by.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct Swap2Deal {
    pub(crate) deal: String,
    pub(crate) rule: Rule,
    pub(crate) stones: Vec<Point>,
}
