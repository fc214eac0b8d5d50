//! The library of games: what is asked of it and what it answers.

use crate::refusal::Refusal;
use goren_core::{Point, Rule, Size, Stone};
use serde::{Deserialize, Serialize};

use super::TableId;

/// The position to be explored: `library/explore`.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct ExploreRequest {
    /// The position as our JSON, a link or a list of moves.
    pub(crate) position: String,
}

/// What was played from a position: `library/explore`.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct ExploreView {
    pub(crate) side: Stone,
    /// Games in the whole library.
    pub(crate) library: usize,
    /// Which of renju's openings it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub(crate) opening: Option<&'static str>,
    pub(crate) results: TallyView,
    /// The most frequent first; a move of the repertoire even if nobody played it.
    pub(crate) moves: Vec<ExploredMove>,
    /// Some of the games, those added last first.
    pub(crate) games: Vec<LibraryGame>,
}

/// Results of games.
#[derive(Clone, Copy, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct TallyView {
    pub(crate) games: usize,
    pub(crate) black: usize,
    pub(crate) white: usize,
    pub(crate) draws: usize,
}

/// A move that was played from a position.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct ExploredMove {
    pub(crate) point: Point,
    pub(crate) results: TallyView,
    /// Black's chance to win, from 0 to 1, if the position after it was searched.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub(crate) chance: Option<f64>,
    /// Whether it is in one's own repertoire.
    pub(crate) mine: bool,
}

/// A game of the library.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct LibraryGame {
    pub(crate) id: u32,
    pub(crate) rule: Rule,
    pub(crate) size: Size,
    pub(crate) black: String,
    pub(crate) white: String,
    pub(crate) event: String,
    pub(crate) date: String,
    /// `black`, `white`, `draw` or `unknown`.
    pub(crate) result: &'static str,
    pub(crate) moves: usize,
    /// Which of renju's openings it began with.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub(crate) opening: Option<&'static str>,
    /// The file it came from, or `studio`.
    pub(crate) source: String,
    /// The black and the white stones at its end, such as `h8g7`.
    pub(crate) stones: [String; 2],
    /// After how many moves it met the position or the pattern asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub(crate) at: Option<usize>,
}

/// Which games are wanted; every condition may be absent: `library/find`.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(default)]
pub(crate) struct FindRequest {
    /// A part of the name of either player.
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    pub(crate) player: String,
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    pub(crate) event: String,
    /// `black`, `white`, `draw` or `unknown`.
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    pub(crate) result: String,
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    pub(crate) rule: String,
    /// The first day, month or year.
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    pub(crate) since: String,
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    pub(crate) until: String,
    /// One of renju's openings by name or number, or a line of Gomocup's openings.
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    pub(crate) opening: String,
    /// The position as our JSON, a link or a list of moves.
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    pub(crate) position: String,
    /// A drawing of `X`, `O`, `.` and `?`.
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    pub(crate) pattern: String,
    /// Whether the pattern is wanted with the colours exchanged, too.
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    pub(crate) either_colour: bool,
    /// How many to leave out first.
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    pub(crate) skip: usize,
}

/// Games that were found: `library/find`.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct FoundView {
    pub(crate) total: usize,
    pub(crate) games: Vec<LibraryGame>,
    /// Whether everything was searched in time.
    pub(crate) complete: bool,
    /// How many games cannot be read and were left out.
    pub(crate) unreadable: usize,
}

/// A game to be opened for analysis: `library/open`.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(optional_fields = nullable))]
pub(crate) struct LibraryOpen {
    pub(crate) id: u32,
    /// After how many moves; the end if absent.
    #[serde(default)]
    pub(crate) at: Option<usize>,
}

/// Where a game of the library was opened: `library/open`.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct LibraryOpened {
    pub(crate) table: TableId,
    /// The node to show, if a place in the game was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub(crate) node: Option<usize>,
}

/// The library as a whole: `library`.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct LibraryView {
    pub(crate) games: usize,
    pub(crate) positions: u64,
    /// The names of renju's openings.
    pub(crate) openings: Vec<OpeningView>,
    /// The import under way, or the last one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub(crate) import: Option<ImportView>,
    pub(crate) repertoire: RepertoireView,
}

/// One of renju's openings.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct OpeningView {
    pub(crate) code: &'static str,
    pub(crate) name: &'static str,
}

/// An import of a file.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct ImportView {
    pub(crate) name: String,
    pub(crate) state: ImportState,
    /// How much of the file was read, from 0 to 1.
    pub(crate) share: f64,
    pub(crate) games: usize,
    pub(crate) added: usize,
    pub(crate) duplicates: usize,
    pub(crate) faulty: usize,
    /// The first games that could not be read, and why.
    pub(crate) faults: Vec<FaultView>,
    /// Positions in variations, which are kept and not searched.
    pub(crate) unsearched: usize,
    /// Why nothing can be imported.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub(crate) error: Option<Refusal>,
}

/// How an import stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub(crate) enum ImportState {
    Running,
    Finished,
    Stopped,
    Failed,
}

/// A game that could not be imported.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct FaultView {
    pub(crate) game: usize,
    pub(crate) reason: String,
}

/// Games that were removed: `library/remove`.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct RemovedView {
    pub(crate) removed: usize,
    /// Games played here, which stay until they are deleted among one's own games.
    pub(crate) played: usize,
    /// What brings them back: `library/restore`.
    pub(crate) removal: u64,
}

/// A removal to be undone: `library/restore`.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct RestoreRequest {
    pub(crate) removal: u64,
}

/// Games of the library, by number: `library/export`, `library/remove`.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct LibraryChosen {
    pub(crate) ids: Vec<u32>,
}

/// A move for one's own repertoire; none takes the present one out: `library/learn`.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(optional_fields = nullable))]
pub(crate) struct LearnRequest {
    /// The position as our JSON.
    pub(crate) position: String,
    #[serde(default)]
    pub(crate) point: Option<Point>,
}

/// How much there is to practise.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct RepertoireView {
    /// Moves in the repertoire.
    pub(crate) moves: usize,
    /// Those that should be practised today.
    pub(crate) due: usize,
}

/// The next position to practise: `library/practice`.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct PracticeView {
    pub(crate) repertoire: RepertoireView,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub(crate) card: Option<PracticeCard>,
}

/// A position of the repertoire.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct PracticeCard {
    pub(crate) key: String,
    pub(crate) rule: Rule,
    pub(crate) size: Size,
    pub(crate) side: Stone,
    pub(crate) traps: Vec<Point>,
    pub(crate) black: Vec<Point>,
    pub(crate) white: Vec<Point>,
    /// How often it was practised.
    pub(crate) tries: u32,
}

/// What was played in practice: `library/practice`.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct PracticeRequest {
    pub(crate) key: String,
    pub(crate) point: Point,
}

/// Whether it was right: `library/practice`.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct PracticeResult {
    pub(crate) right: bool,
    /// The move of the repertoire.
    pub(crate) answer: Point,
    /// In how many days it comes again.
    pub(crate) days: u32,
    pub(crate) repertoire: RepertoireView,
}
