//! What a page first sends, and what its requests are made of.

use goren_core::{Opening, Point, Rule, Size, Step, TimeControl};
use serde::{Deserialize, Deserializer, Serialize, de};
use serde_json::Value;

use super::{TableId, clock};

/// The first message of every connection.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum Greeting {
    Hello {
        #[cfg_attr(feature = "ts", ts(optional = nullable))]
        id: Option<u64>,
        token: String,
        /// The session of an earlier connection, to keep its seats.
        #[cfg_attr(feature = "ts", ts(optional = nullable))]
        session: Option<String>,
    },
}

/// What a person can do in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(type = "Step | 'decline'"))]
pub(crate) enum Act {
    /// A step; `draw` offers a draw first.
    Step(Step),
    /// Refuses what the other offers: `decline`.
    Decline,
}

impl<'de> Deserialize<'de> for Act {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Act, D::Error> {
        match String::deserialize(deserializer)?.as_str() {
            "decline" => Ok(Act::Decline),
            text => text.parse().map(Act::Step).map_err(de::Error::custom),
        }
    }
}

/// Long work that a page can have under way, one of each kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub(crate) enum Job {
    Analysis,
    Solve,
    Review,
    /// A hint or a balance.
    Hint,
    /// A look at the threats; it ends by itself, and soon.
    Look,
    /// A search that is watched.
    Theatre,
    /// Another beside it.
    Rival,
    /// What a stored review says is proved, with proofs anew.
    Claims,
}

/// A position: a node of a table, or one that is nowhere else.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(untagged)]
pub(crate) enum Place {
    Node {
        table: TableId,
        /// The end of the game or main line without it.
        #[cfg_attr(feature = "ts", ts(optional = nullable))]
        node: Option<usize>,
    },
    Free {
        /// Our JSON record.
        #[cfg_attr(feature = "ts", ts(type = "unknown"))]
        position: Value,
    },
}

/// How much of a hint to give.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub(crate) enum HintStage {
    /// Only where to look.
    Where,
    /// The move and the reason.
    Why,
}

/// By which moves a win is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub(crate) enum SolveKind {
    /// Continuous fours.
    Vcf,
    /// Continuous threats.
    Vct,
}

/// What an analysis may use, and what it is to look at.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(optional_fields = nullable))]
pub(crate) struct AnalysisOptions {
    /// How many lines; one without it.
    pub(crate) lines: Option<usize>,
    /// Threads to search with; all but one of the machine's without it.
    pub(crate) threads: Option<usize>,
    /// Memory in MiB.
    pub(crate) memory: Option<usize>,
    /// Ends by itself after so many milliseconds.
    pub(crate) ms: Option<u64>,
    /// Ends by itself at this depth, in plies.
    pub(crate) depth: Option<u32>,
    /// Ends by itself after so many positions.
    pub(crate) nodes: Option<u64>,
    /// The only moves to look at; all without it.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    pub(crate) only: Vec<Point>,
    /// Moves not to look at.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    pub(crate) except: Vec<Point>,
}

/// A game to begin.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(default, deny_unknown_fields)]
pub(crate) struct NewGame {
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    pub(crate) rule: Rule,
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    pub(crate) size: Size,
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    pub(crate) traps: Traps,
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    pub(crate) opening: Opening,
    /// Who begins (Black, unless an opening rule changes that).
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    pub(crate) first: Player,
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    pub(crate) second: Player,
    /// Such as `10m+5s` or `none`.
    #[serde(deserialize_with = "clock::read")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    pub(crate) clock: TimeControl,
    /// Whether a coach says that a move was a mistake.
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    pub(crate) coach: bool,
    /// The least time between two moves of programs, in milliseconds.
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    pub(crate) speed: u64,
    /// How many games programs play in a row, exchanging seats after each.
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    pub(crate) games: u32,
}

impl Default for NewGame {
    fn default() -> NewGame {
        NewGame {
            rule: Rule::default(),
            size: Size::DEFAULT,
            traps: Traps::At(Vec::new()),
            opening: Opening::default(),
            first: Player::default(),
            second: Player::default(),
            clock: TimeControl::NONE,
            coach: false,
            speed: 300,
            games: 1,
        }
    }
}

/// The traps of a new game: named, or so many at random.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(untagged)]
pub(crate) enum Traps {
    Random { random: usize },
    At(Vec<Point>),
}

/// Who sits on a seat.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(crate) enum Player {
    /// Someone at a page.
    Person {
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
        name: String,
    },
    /// goren's engine, at a level from 1 to 10.
    Goren { level: u8 },
    /// A classic program, by its name and settings: `masked`, `boundary:variant=printed,without=table,depth=3`.
    Classic { word: String },
    /// A program registered when the server was started.
    Engine { name: String },
}

impl Default for Player {
    fn default() -> Player {
        Player::Person { name: String::new() }
    }
}
