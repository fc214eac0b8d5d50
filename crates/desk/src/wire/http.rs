//! What the calls over HTTP answer with.

use goren_core::{Opening, Rule, Size};
use serde::{Deserialize, Serialize};

use super::TableId;
use crate::store::Head;

/// What this program can do: `about`.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct About {
    pub(crate) version: &'static str,
    pub(crate) rules: Vec<Rule>,
    pub(crate) openings: Vec<Opening>,
    /// The smallest and the largest board.
    pub(crate) sizes: [Size; 2],
    pub(crate) formats: Vec<FormatView>,
    /// How many threads this machine runs at once.
    pub(crate) threads: usize,
    /// Whether others on the network may come in.
    pub(crate) lan: bool,
    /// Whether a fleet is watched, which concerns nobody but the owner.
    pub(crate) fleet: bool,
}

/// A file format.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct FormatView {
    pub(crate) name: &'static str,
    pub(crate) text: String,
    pub(crate) writes: bool,
    /// Whether a file holds several games.
    pub(crate) several: bool,
    pub(crate) extension: &'static str,
}

/// Who can be played against: `agents`.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct Agents {
    pub(crate) levels: Vec<LevelView>,
    pub(crate) classics: Vec<ClassicView>,
    pub(crate) engines: Vec<EngineView>,
}

/// A level of goren's engine.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct LevelView {
    pub(crate) level: u8,
    /// Above level 1; absent if it was not measured.
    pub(crate) elo: Option<f64>,
}

/// A classic program.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct ClassicView {
    pub(crate) word: &'static str,
    pub(crate) elo: Option<f64>,
    pub(crate) summary: &'static str,
    /// Who wrote the document that describes it.
    pub(crate) authors: &'static str,
    /// The document's title.
    pub(crate) title: &'static str,
    /// The board and rule it was written for.
    pub(crate) size: Size,
    pub(crate) rule: Rule,
    /// How its document's games begin, and on how many traps.
    pub(crate) opening: Opening,
    pub(crate) traps: usize,
    /// How many plies it searches.
    pub(crate) depth: u32,
    /// Its readings of the document, the usual one first.
    pub(crate) variants: Vec<OptionView>,
    /// Its weightings, the document's first; empty if there is only one.
    pub(crate) weightings: Vec<&'static str>,
    /// What can be put in.
    pub(crate) additions: Vec<OptionView>,
    /// What can be left out.
    pub(crate) switches: Vec<&'static str>,
}

/// Something that can be chosen, and what it is.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct OptionView {
    pub(crate) name: &'static str,
    pub(crate) summary: &'static str,
}

/// A registered engine.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct EngineView {
    pub(crate) name: String,
}

/// The stored games: `games`.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct GameList {
    /// Another after each change of what is stored.
    pub(crate) revision: String,
    /// The newest first; absent if the page has them already.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub(crate) games: Option<Vec<Head>>,
    /// What the person should know about the stored games, such as those that cannot be read.
    pub(crate) notices: Vec<String>,
}

/// The games of a file: `open`.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct Games {
    pub(crate) games: Vec<Head>,
}

/// Games to delete, to bring back or to export together.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct Chosen {
    pub(crate) ids: Vec<TableId>,
}
