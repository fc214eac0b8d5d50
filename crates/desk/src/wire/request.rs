//! What a page sends.

use goren_core::{Opening, Point, Rule, Seat, Size, Step, Stone, TimeControl};
use serde::{Deserialize, Deserializer, Serialize, de};
use serde_json::Value;

use super::{Mark, TableId, WatchOptions, clock};

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

/// What the server does for a page. A request of any other type is a [`TableRequest`].
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum PageRequest {
    /// Nothing but an answer.
    Ping,
    /// The tables that are open now.
    Tables,
    /// Begins a game and joins its table.
    Create { game: Box<NewGame> },
    /// Sets up a board for analysis and joins its table.
    Study {
        /// The position or whole game, as our JSON record; an empty board without it.
        #[cfg_attr(feature = "ts", ts(optional, type = "unknown"))]
        position: Option<Value>,
    },
    /// The same game anew, at a new table, the seats exchanged.
    Again { table: TableId },
    /// Watches a table from now on.
    Join {
        table: TableId,
        /// The last state this page has, to be sent only what is newer.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
        seq: u64,
        /// The numbering of nodes this page has.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
        epoch: u64,
    },
    /// Watches a table no more.
    Leave { table: TableId },
    /// What is known about a position at once.
    Look {
        at: Place,
        /// Whether to look for threats too.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
        xray: bool,
    },
    /// Why a point is forbidden to Black, or is not.
    Why { at: Place, point: Point },
    /// How even a position is.
    Balance { at: Place },
    /// Help for the side to move: where to look, then why.
    Hint { at: Place, stage: HintStage },
    /// Analyses a position until stopped; replaces this page's earlier analysis.
    Analyse {
        at: Place,
        #[serde(flatten)]
        options: AnalysisOptions,
    },
    /// Looks for a forced win of the side to move.
    Solve {
        at: Place,
        kind: SolveKind,
        /// Gives up after so many milliseconds.
        #[cfg_attr(feature = "ts", ts(optional = nullable))]
        ms: Option<u64>,
    },
    /// Looks for moves after which the position is even.
    Level {
        at: Place,
        /// One move of the side to move, or also one of the other: 1 or 2.
        moves: usize,
    },
    /// Judges a whole line move by move, and stores what comes of it with the table.
    Review {
        table: TableId,
        /// The end of the line; the game's or main line's end without it.
        #[cfg_attr(feature = "ts", ts(optional = nullable))]
        node: Option<usize>,
        /// Positions to search for each move.
        #[cfg_attr(feature = "ts", ts(optional = nullable))]
        nodes: Option<u64>,
    },
    /// The review that is stored with a table.
    Reviewed { table: TableId },
    /// Keeps the position before a mistake as a puzzle of one's own.
    Keep {
        table: TableId,
        /// The node of the mistake.
        node: usize,
    },
    /// Another move in place of one that the stored review found a mistake.
    Attempt {
        table: TableId,
        /// The node of the mistake.
        node: usize,
        point: Point,
    },
    /// The programs whose search can be watched.
    Programs,
    /// Shows the search of a program; replaces this page's earlier one in the same lane.
    Watch {
        at: Place,
        #[serde(flatten)]
        options: WatchOptions,
    },
    /// A part of a search that is watched has arrived.
    Heard {
        /// The number of the request.
        watch: u64,
        seq: u64,
    },
    /// Stops a job of this page.
    Stop { what: Job },
    /// A request for a table.
    #[serde(other)]
    #[cfg_attr(feature = "ts", ts(skip))]
    ForTable,
}

/// A request and the table it is for.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct TableCall {
    pub(crate) table: TableId,
    #[serde(flatten)]
    pub(crate) request: TableRequest,
}

/// What a table does for those who watch it.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum TableRequest {
    /// Takes a seat of a person. A guest has it for their session alone; the owner can take it from a guest.
    Sit {
        seat: Seat,
        /// Shown to the others.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
        name: String,
    },
    /// Gives one's seats back, or one seat; the owner can free any.
    Stand {
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional = nullable))]
        seat: Option<Seat>,
    },
    /// Does a step of the game.
    Act {
        step: Act,
        /// How many steps the page has seen; the step is refused if there are others by now.
        #[cfg_attr(feature = "ts", ts(optional = nullable))]
        ply: Option<usize>,
        /// Who offers, accepts or declines, where both seats are this person's.
        #[cfg_attr(feature = "ts", ts(optional = nullable))]
        seat: Option<Seat>,
    },
    /// Takes back to the last turn of a person.
    Undo,
    /// Does again what was taken back.
    Redo,
    /// Stops the clocks and the agents, or lets them go on.
    Pause { on: bool },
    /// The least time between two moves of programs, in milliseconds.
    Speed { ms: u64 },
    /// Whether a coach says that a move was a mistake.
    Coach { on: bool },
    /// Adds a move to the tree, or finds it there; the game itself stays as it is.
    Play {
        /// After which node.
        node: usize,
        point: Point,
        /// The colour, where it is not the one to move.
        #[cfg_attr(feature = "ts", ts(optional = nullable))]
        stone: Option<Stone>,
    },
    /// Adds a line of moves of both colours in turn to the tree, or finds it there.
    AddLine {
        /// After which node.
        node: usize,
        points: Vec<Point>,
    },
    /// Says where this page looks, for the next one that opens the table.
    Goto { node: usize },
    /// Writes about a node; an empty text removes what was written.
    Comment { node: usize, text: String },
    /// Replaces all marks of a node.
    Marks { node: usize, marks: Vec<Mark> },
    /// Removes a node and all after it; not from the game played.
    Prune { node: usize },
    /// Brings back what was removed or replaced last.
    Restore,
    /// Makes the line through a node the main line.
    Promote { node: usize },
    /// Replaces a study's tree with a position, given as our JSON record.
    Setup {
        #[cfg_attr(feature = "ts", ts(type = "unknown"))]
        position: Value,
    },
    /// Says by which rule a study is to be judged; its tree stays.
    Rule { rule: Rule },
    /// Says who played, where and when.
    Rename { black: Option<String>, white: Option<String>, event: Option<String>, date: Option<String> },
}

impl PageRequest {
    pub(crate) fn is_for_guests(&self) -> bool {
        matches!(
            self,
            PageRequest::Ping
                | PageRequest::Tables
                | PageRequest::Join { .. }
                | PageRequest::Leave { .. }
                | PageRequest::Look { .. }
                | PageRequest::Why { .. }
                | PageRequest::ForTable
        )
    }
}

impl TableRequest {
    pub(crate) fn is_for_guests(&self) -> bool {
        matches!(
            self,
            TableRequest::Sit { .. }
                | TableRequest::Stand { .. }
                | TableRequest::Act { .. }
                | TableRequest::Undo
        )
    }
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
#[derive(Clone, Debug, Default, Deserialize)]
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
