//! Every message of the WebSocket, both ways. `docs/wire.md` explains them to whoever writes pages.

use goren_core::{Point, Seat, Stone};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use serde_json::Value;

/// A table's or game's name on the wire: ten letters and digits that nobody can guess.
pub(crate) type TableId = String;

/// What a page sends.
#[derive(Debug, Deserialize)]
pub(crate) struct Call {
    /// Chosen by the page; the answer carries it.
    #[serde(default)]
    pub(crate) id: Option<u64>,
    /// What is asked.
    #[serde(flatten)]
    pub(crate) ask: Ask,
}

/// What a page can ask for.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum Ask {
    /// The first message of every connection.
    Hello {
        /// The token of this run.
        token: String,
        /// The session of an earlier connection, to keep its seats.
        #[serde(default)]
        session: Option<String>,
    },
    /// Nothing but an answer.
    Ping,
    /// Begins a game and joins its table.
    Create {
        /// The game.
        game: NewGame,
    },
    /// Sets up a board for analysis and joins its table.
    Study {
        /// The position or whole game, as our JSON record; an empty board without it.
        #[serde(default)]
        position: Option<Value>,
    },
    /// Watches a table from now on.
    Join {
        /// Which.
        table: TableId,
        /// The last state this page has, to be sent only what is newer.
        #[serde(default)]
        seq: u64,
        /// The tree's numbering this page has.
        #[serde(default)]
        epoch: u64,
    },
    /// Watches a table no more.
    Leave {
        /// Which.
        table: TableId,
    },
    /// The tables that are open now.
    Tables,
    /// Takes a seat of a person for this session alone.
    Sit {
        /// Where.
        table: TableId,
        /// Which seat.
        seat: SeatName,
        /// Shown to the others.
        #[serde(default)]
        name: String,
    },
    /// Gives the seats of this session back.
    Stand {
        /// Where.
        table: TableId,
    },
    /// Does a step of the game.
    Act {
        /// Where.
        table: TableId,
        /// The step in words: `place h8`, `take black`, `resign`.
        step: String,
        /// How many steps the page has seen; the step is refused if there are others by now.
        #[serde(default)]
        ply: Option<usize>,
        /// Who resigns or agrees, where both seats are this person's.
        #[serde(default)]
        seat: Option<SeatName>,
    },
    /// Takes back to the last turn of a person.
    Undo {
        /// Where.
        table: TableId,
    },
    /// Does again what was taken back.
    Redo {
        /// Where.
        table: TableId,
    },
    /// Stops the clocks and the agents, or lets them go on.
    Pause {
        /// Where.
        table: TableId,
        /// Whether to stop.
        on: bool,
    },
    /// The least time between two moves of programs.
    Speed {
        /// Where.
        table: TableId,
        /// Milliseconds.
        ms: u64,
    },
    /// Whether a coach says that a move was a mistake.
    Coach {
        /// Where.
        table: TableId,
        /// Whether it speaks.
        on: bool,
    },
    /// The same game anew, at a new table, the seats exchanged.
    Again {
        /// Which game.
        table: TableId,
    },
    /// Adds a move to the tree, or finds it there; the game itself stays as it is.
    Play {
        /// Where.
        table: TableId,
        /// After which node.
        node: usize,
        /// The point.
        point: PointName,
        /// The colour, where it is not the one to move.
        #[serde(default)]
        stone: Option<StoneName>,
    },
    /// Moves the shared cursor.
    Goto {
        /// Where.
        table: TableId,
        /// The node to show.
        node: usize,
    },
    /// Writes about a node.
    Comment {
        /// Where.
        table: TableId,
        /// The node.
        node: usize,
        /// The text; empty to remove it.
        text: String,
    },
    /// Draws on a node.
    Marks {
        /// Where.
        table: TableId,
        /// The node.
        node: usize,
        /// All marks of the node.
        marks: Vec<MarkView>,
    },
    /// Removes a node and all after it; not from the game played.
    Prune {
        /// Where.
        table: TableId,
        /// The node.
        node: usize,
    },
    /// Makes the line through a node the main line.
    Promote {
        /// Where.
        table: TableId,
        /// The node.
        node: usize,
    },
    /// Replaces a study's tree with a position.
    Setup {
        /// Where.
        table: TableId,
        /// The position, as our JSON record.
        position: Value,
    },
    /// Says who played and where.
    Rename {
        /// Where.
        table: TableId,
        /// Black's name.
        #[serde(default)]
        black: Option<String>,
        /// White's name.
        #[serde(default)]
        white: Option<String>,
        /// The occasion.
        #[serde(default)]
        event: Option<String>,
    },
    /// What is to be known about a position at once.
    Look {
        /// Which.
        at: Place,
        /// Whether to look for threats too.
        #[serde(default)]
        xray: bool,
    },
    /// Why a point is forbidden to Black, or is not.
    Why {
        /// In which position.
        at: Place,
        /// The point.
        point: PointName,
    },
    /// How even a position is.
    Balance {
        /// Which.
        at: Place,
    },
    /// Help for the side to move: where to look, then why.
    Hint {
        /// In which position.
        at: Place,
        /// How much to say.
        stage: HintStage,
    },
    /// Analyses a position until stopped; replaces this page's earlier analysis.
    Analyse {
        /// Which.
        at: Place,
        /// How many lines.
        #[serde(default = "one")]
        lines: usize,
        /// Threads to search with.
        #[serde(default)]
        threads: Option<usize>,
        /// Memory in MiB.
        #[serde(default)]
        memory: Option<usize>,
        /// Ends by itself after so many milliseconds.
        #[serde(default)]
        ms: Option<u64>,
    },
    /// Looks for a forced win of the side to move.
    Solve {
        /// In which position.
        at: Place,
        /// By which moves.
        kind: SolveKind,
        /// Gives up after so many milliseconds.
        #[serde(default)]
        ms: Option<u64>,
    },
    /// Judges a whole line move by move.
    Review {
        /// Where.
        table: TableId,
        /// The end of the line; the game's or main line's end without it.
        #[serde(default)]
        node: Option<usize>,
        /// Time for each move in milliseconds.
        #[serde(default)]
        ms: Option<u64>,
    },
    /// Stops work of this page.
    Stop {
        /// Which.
        what: Work,
    },
}

fn one() -> usize {
    1
}

/// Long work that a page can have under way, one of each kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Work {
    /// An analysis.
    Analysis,
    /// A solver.
    Solve,
    /// A review.
    Review,
    /// A hint or a balance.
    Hint,
    /// A look at the threats; it ends by itself, and soon.
    Look,
}

/// A position: a node of a table, or one that is nowhere else.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub(crate) enum Place {
    /// A node.
    Node {
        /// Where.
        table: TableId,
        /// Which; the end of the game or main line without it.
        #[serde(default)]
        node: Option<usize>,
    },
    /// A position given as our JSON record.
    Free {
        /// The record.
        position: Value,
    },
}

/// How much of a hint to give.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum HintStage {
    /// Only where to look.
    Where,
    /// The move and the reason.
    Why,
}

/// By which moves a win is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum SolveKind {
    /// Continuous fours.
    Vcf,
    /// Continuous threats.
    Vct,
}

/// A seat on the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum SeatName {
    /// Who begins.
    First,
    /// The other.
    Second,
}

impl From<Seat> for SeatName {
    fn from(seat: Seat) -> SeatName {
        match seat {
            Seat::First => SeatName::First,
            Seat::Second => SeatName::Second,
        }
    }
}

impl From<SeatName> for Seat {
    fn from(seat: SeatName) -> Seat {
        match seat {
            SeatName::First => Seat::First,
            SeatName::Second => Seat::Second,
        }
    }
}

/// A point on the wire: `"h8"`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PointName(pub Point);

impl PointName {
    /// The names of some points.
    pub(crate) fn all(points: impl IntoIterator<Item = Point>) -> Vec<PointName> {
        points.into_iter().map(PointName).collect()
    }
}

impl Serialize for PointName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for PointName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<PointName, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map(PointName).map_err(de::Error::custom)
    }
}

/// A game to begin.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct NewGame {
    /// The rule's word.
    pub(crate) rule: String,
    /// The board's side length.
    pub(crate) size: usize,
    /// The blocked points.
    pub(crate) traps: Traps,
    /// The opening rule's word.
    pub(crate) opening: String,
    /// Who begins (Black, unless an opening rule changes that).
    pub(crate) first: Player,
    /// The other.
    pub(crate) second: Player,
    /// The clock.
    pub(crate) clock: ClockSetting,
    /// Whether a coach says that a move was a mistake.
    pub(crate) coach: bool,
    /// The least time between two moves of programs, in milliseconds.
    pub(crate) speed: u64,
    /// How many games programs play in a row, exchanging seats after each.
    pub(crate) games: u32,
}

impl Default for NewGame {
    fn default() -> NewGame {
        NewGame {
            rule: "freestyle".to_owned(),
            size: 15,
            traps: Traps::default(),
            opening: "free".to_owned(),
            first: Player::default(),
            second: Player::default(),
            clock: ClockSetting::default(),
            coach: false,
            speed: 300,
            games: 1,
        }
    }
}

/// The traps of a new game: named, or so many at random.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(untagged)]
pub(crate) enum Traps {
    /// So many, anywhere.
    Random {
        /// How many.
        random: usize,
    },
    /// These.
    At(Vec<PointName>),
}

impl Default for Traps {
    fn default() -> Traps {
        Traps::At(Vec::new())
    }
}

/// Who sits on a seat.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(crate) enum Player {
    /// Someone at a page.
    Person {
        /// What to call them.
        #[serde(default)]
        name: String,
    },
    /// goren's engine.
    Goren {
        /// From 1 to 10.
        level: u8,
    },
    /// A classic program.
    Classic {
        /// Its word.
        word: String,
    },
    /// A program registered when the server was started.
    Engine {
        /// Its name.
        name: String,
    },
}

impl Default for Player {
    fn default() -> Player {
        Player::Person { name: String::new() }
    }
}

/// The clock of a game; nothing set is no clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(default)]
pub(crate) struct ClockSetting {
    /// The most time for one move, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) turn_ms: Option<u64>,
    /// The time for the whole game, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) game_ms: Option<u64>,
    /// Time given back after each move, in milliseconds.
    pub(crate) increment_ms: u64,
}

/// A mark on a point.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub(crate) struct MarkView {
    /// Where.
    pub(crate) point: PointName,
    /// `cross`, `circle`, `square`, `triangle`, `selected` or `label`.
    pub(crate) kind: String,
    /// The text of a label.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) text: String,
}

/// What the server sends.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum Told {
    /// The answer to `hello`.
    Welcome {
        /// The `hello`'s number.
        id: Option<u64>,
        /// To be given again when reconnecting.
        session: String,
        /// `owner`, or `guest` of a room on the network.
        role: Role,
        /// goren's version.
        version: &'static str,
        /// Another for every run of the server.
        run: String,
    },
    /// What was asked for is done.
    Done {
        /// The call's number.
        id: Option<u64>,
        /// What came of it.
        #[serde(flatten)]
        result: Value,
    },
    /// What was asked for cannot be done.
    Refused {
        /// The call's number.
        id: Option<u64>,
        /// Why, in one line.
        error: String,
    },
    /// The newest lines of this page's analysis; earlier ones may have been left out.
    Analysis(AnalysisView),
    /// The judgements of this page's review so far.
    Review(ReviewView),
}

/// What a connection may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Role {
    /// Everything.
    Owner,
    /// Watch tables and play on them.
    Guest,
}

/// A table as it stands: the `table` message without the nodes.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct TableView {
    /// Which table.
    pub(crate) table: TableId,
    /// Grows with every change.
    pub(crate) seq: u64,
    /// Changes when nodes get new numbers; then all are sent.
    pub(crate) epoch: u64,
    /// `game` or `study`.
    pub(crate) kind: &'static str,
    /// The rule's word.
    pub(crate) rule: &'static str,
    /// The side length.
    pub(crate) size: usize,
    /// The blocked points.
    pub(crate) traps: Vec<PointName>,
    /// Black's name.
    pub(crate) black: String,
    /// White's name.
    pub(crate) white: String,
    /// The occasion.
    pub(crate) event: String,
    /// The shared cursor.
    pub(crate) at: usize,
    /// How many nodes there are.
    pub(crate) nodes_total: usize,
    /// What only games have.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) game: Option<GameView>,
    /// How a file said that the game ended (studies).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) result: Option<String>,
}

/// The game of a table.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct GameView {
    /// The opening rule's word.
    pub(crate) opening: &'static str,
    /// Whether the opening rule still decides what comes next.
    pub(crate) in_opening: bool,
    /// Who sits where: first, then second.
    pub(crate) seats: [SeatView; 2],
    /// Everything done so far.
    pub(crate) steps: Vec<StepView>,
    /// The node at which the game stands.
    pub(crate) node: usize,
    /// What is waited for; absent when the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) turn: Option<TurnView>,
    /// How it ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) result: Option<ResultView>,
    /// The fifth moves offered so far.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) offers: Vec<PointName>,
    /// A draw or a takeback that one seat has asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) offer: Option<OfferView>,
    /// The clocks.
    pub(crate) clock: ClockView,
    /// Whether clocks and agents stand still.
    pub(crate) paused: bool,
    /// Whether an agent is thinking now, and its newest thought.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) thinking: Option<SeatName>,
    /// Whether something can be taken back and done again.
    pub(crate) can_undo: bool,
    /// See `can_undo`.
    pub(crate) can_redo: bool,
    /// The least time between two moves of programs.
    pub(crate) speed: u64,
    /// The coach.
    pub(crate) coach: CoachView,
    /// The series, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) series: Option<SeriesView>,
    /// Why an agent stopped playing, if one failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) fault: Option<String>,
}

/// One seat.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct SeatView {
    /// Who was asked to sit here.
    pub(crate) player: Player,
    /// What to call them.
    pub(crate) name: String,
    /// The colour held now.
    pub(crate) stone: StoneName,
    /// Whether one session alone plays here.
    pub(crate) held: bool,
    /// What an agent last thought of its game: Black's chance to win.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) black: Option<f64>,
}

/// A colour on the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum StoneName {
    /// Black.
    Black,
    /// White.
    White,
}

impl From<StoneName> for Stone {
    fn from(stone: StoneName) -> Stone {
        match stone {
            StoneName::Black => Stone::Black,
            StoneName::White => Stone::White,
        }
    }
}

impl From<Stone> for StoneName {
    fn from(stone: Stone) -> StoneName {
        match stone {
            Stone::Black => StoneName::Black,
            Stone::White => StoneName::White,
        }
    }
}

/// A step that was done.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct StepView {
    /// In words, as `act` takes them.
    pub(crate) step: String,
    /// Who did it.
    pub(crate) seat: SeatName,
    /// The node it led to, if it put a stone on the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) node: Option<usize>,
    /// How long it took.
    pub(crate) ms: u64,
    /// What an agent thought then: Black's chance to win.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) black: Option<f64>,
}

/// What the game waits for.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct TurnView {
    /// From whom.
    pub(crate) seat: SeatName,
    /// `place`, `choose`, `declare`, `offer` or `pick`.
    pub(crate) ask: &'static str,
    /// The same in words.
    pub(crate) text: String,
    /// The colour of the stone to place.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) stone: Option<StoneName>,
    /// The width of the central square the stone must go into.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) centre: Option<usize>,
    /// The steps to choose from, as `act` takes them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) choices: Vec<String>,
    /// The largest number to declare, or how many offers are missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) count: Option<u8>,
    /// The points to pick from.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) points: Vec<PointName>,
}

/// How a game ended.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct ResultView {
    /// In words: `Black wins by five, h8–l12`.
    pub(crate) text: String,
    /// `black`, `white`, or nothing for a draw.
    pub(crate) winner: Option<StoneName>,
    /// The seat that won.
    pub(crate) seat: Option<SeatName>,
    /// `five`, `forbidden`, `resignation`, `time`, `agreement`, `full_board`, `no_legal_move`, `fault`.
    pub(crate) ending: &'static str,
    /// The winning row.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) row: Vec<PointName>,
    /// Why the last point was forbidden.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) why: Option<JudgementView>,
}

/// Something one seat proposes to the other.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct OfferView {
    /// `draw` or `undo`.
    pub(crate) kind: &'static str,
    /// Who proposes.
    pub(crate) by: SeatName,
}

/// The clocks as they stood at `at`.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct ClockView {
    /// The setting.
    #[serde(flatten)]
    pub(crate) setting: ClockSetting,
    /// Time left for the game; `null` without such a clock.
    pub(crate) left_ms: [Option<u64>; 2],
    /// Time spent on all steps so far.
    pub(crate) spent_ms: [u64; 2],
    /// Whose clock runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) running: Option<SeatName>,
    /// Time spent on the present turn until `at`.
    pub(crate) turn_spent_ms: u64,
    /// When all this was true, in milliseconds since 1970 by the server's clock; compare with the message's `now`.
    pub(crate) at: u64,
}

/// What the coach says.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct CoachView {
    /// Whether it watches.
    pub(crate) on: bool,
    /// Its judgement of the last move it looked at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) last: Option<CoachWord>,
}

/// One judgement of the coach; it never names a better move.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct CoachWord {
    /// The node of the move.
    pub(crate) node: usize,
    /// How much worse the mover's winning chances became, on a scale from -1 to 1.
    pub(crate) drop: f64,
    /// `good`, `inaccuracy`, `mistake` or `blunder`.
    pub(crate) word: &'static str,
}

/// A series of games between programs.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct SeriesView {
    /// How many are to be played.
    pub(crate) games: u32,
    /// Wins of the player named first in `create`.
    pub(crate) wins: u32,
    /// Wins of the other.
    pub(crate) losses: u32,
    /// Draws.
    pub(crate) draws: u32,
    /// The games finished, oldest first.
    pub(crate) log: Vec<SeriesGame>,
}

/// A finished game of a series.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct SeriesGame {
    /// Where it is kept.
    pub(crate) game: TableId,
    /// Who held Black at the end.
    pub(crate) black: String,
    /// Who held White at the end.
    pub(crate) white: String,
    /// The winner's name; empty for a draw.
    pub(crate) winner: String,
    /// Black's mean time per move in milliseconds.
    pub(crate) black_mean_ms: f64,
    /// White's.
    pub(crate) white_mean_ms: f64,
    /// How long the game took, in milliseconds.
    pub(crate) elapsed_ms: u64,
    /// Stones placed.
    pub(crate) moves: usize,
}

/// One node of the tree.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct NodeView {
    /// Its number.
    pub(crate) node: usize,
    /// The node before it; absent for the root, number 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) parent: Option<usize>,
    /// The nodes after it, main line first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) next: Vec<usize>,
    /// The point played; absent for a set-up or a pass.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) point: Option<PointName>,
    /// The colour that played or passed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) stone: Option<StoneName>,
    /// Stones set up (or cleared, with `null`) before the move.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) setup: Vec<(PointName, Option<StoneName>)>,
    /// Who is to move next, where that was set.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) side: Option<StoneName>,
    /// What is written about it. Text from anywhere: never markup.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) comment: String,
    /// What is drawn.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) marks: Vec<MarkView>,
    /// How long the move took.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) ms: Option<u64>,
}

/// What an analysis knows.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct AnalysisView {
    /// The number of the `analyse` call.
    pub(crate) id: Option<u64>,
    /// Whether it goes on.
    pub(crate) running: bool,
    /// Who is to move.
    pub(crate) side: StoneName,
    /// The best lines, best first; none if there is no legal move.
    pub(crate) lines: Vec<LineView>,
    /// Plies looked ahead in full.
    pub(crate) depth: u32,
    /// The longest line looked at.
    pub(crate) selective_depth: u32,
    /// Positions searched.
    pub(crate) nodes: u64,
    /// Positions a second.
    pub(crate) nps: u64,
    /// Time spent.
    pub(crate) ms: u64,
}

/// One line of an analysis.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct LineView {
    /// Black's chance to win, from 0 to 1.
    pub(crate) black: f64,
    /// The engine's score for the side to move: `+123`, `+M5`, `-M4`.
    pub(crate) score: String,
    /// Plies to the end, if the search says that the game is decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) decided_in: Option<u32>,
    /// Who then wins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) winner: Option<StoneName>,
    /// Whether the referee has replayed the line to the winning row.
    pub(crate) proved: bool,
    /// The moves.
    pub(crate) pv: Vec<PointName>,
    /// Plies looked ahead.
    pub(crate) depth: u32,
}

/// What is to be known about a position at once: the answer to `look`.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct LookView {
    /// Who is to move.
    pub(crate) side: StoneName,
    /// `ongoing`, `win`, `full_board` or `no_legal_move`.
    pub(crate) outcome: &'static str,
    /// Who has won.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) winner: Option<StoneName>,
    /// The winning row.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) row: Vec<PointName>,
    /// Points forbidden to Black, whoever is to move, with what they make.
    pub(crate) forbidden: Vec<ForbiddenView>,
    /// The threats, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) xray: Option<XrayView>,
}

/// A forbidden point.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct ForbiddenView {
    /// Where.
    pub(crate) point: PointName,
    /// `overline`, `double_four` or `double_three`.
    pub(crate) kind: &'static str,
}

/// The threats of both sides.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct XrayView {
    /// Black's.
    pub(crate) black: SideXray,
    /// White's.
    pub(crate) white: SideXray,
    /// The only points on which the side to move can stop the other's threat; empty if nothing must be stopped.
    pub(crate) must_block: Vec<PointName>,
    /// Whether something must be stopped, and nothing stops it.
    pub(crate) lost: bool,
}

/// The threats of one side.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct SideXray {
    /// Points where a stone makes a threat, strongest first.
    pub(crate) points: Vec<ThreatView>,
    /// A win by continuous fours, if this side were to move: its line.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) fours_win: Vec<PointName>,
}

/// A point where a stone makes a threat.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct ThreatView {
    /// Where.
    pub(crate) point: PointName,
    /// `five`, `open_four`, `double` (two threats at once), `four` or `open_three`.
    pub(crate) class: &'static str,
    /// The lines that make it so.
    pub(crate) lines: Vec<ShapeView>,
}

/// What a stone makes on one line.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct ShapeView {
    /// `horizontal`, `vertical`, `rising` or `falling`.
    pub(crate) direction: &'static str,
    /// The shape in words: `open three`.
    pub(crate) shape: &'static str,
    /// Its stones, the new one included.
    pub(crate) stones: Vec<PointName>,
    /// Where one more stone carries it on.
    pub(crate) completes: Vec<PointName>,
    /// Where an opposing stone stops it.
    pub(crate) defends: Vec<PointName>,
}

/// Why a point is forbidden to Black, or is not.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct JudgementView {
    /// The point.
    pub(crate) point: PointName,
    /// `legal`, `five`, `overline`, `double_four` or `double_three`.
    pub(crate) verdict: &'static str,
    /// In words.
    pub(crate) text: String,
    /// The lines on which the stone makes anything.
    pub(crate) lines: Vec<JudgedLineView>,
}

/// One line of a judgement.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct JudgedLineView {
    /// What the stone makes.
    #[serde(flatten)]
    pub(crate) shape: ShapeView,
    /// Whether the line counts towards the verdict.
    pub(crate) counts: bool,
    /// Of an open three: what would make a straight four of it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) extensions: Vec<ExtensionView>,
}

/// A point that would make a straight four of a three.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct ExtensionView {
    /// Where.
    pub(crate) point: PointName,
    /// `five` if the stone would make a five instead, `forbidden` if it may not be played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) obstacle: Option<&'static str>,
    /// Why it may not be played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) why: Option<Box<JudgementView>>,
}

/// A review so far.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct ReviewView {
    /// The number of the `review` call.
    pub(crate) id: Option<u64>,
    /// Which table.
    pub(crate) table: TableId,
    /// Whether it goes on.
    pub(crate) running: bool,
    /// How many moves there are in all.
    pub(crate) of: usize,
    /// Black's chance before the first move.
    pub(crate) start: f64,
    /// The moves judged so far, in order.
    pub(crate) moves: Vec<MoveReview>,
}

/// A move judged.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct MoveReview {
    /// Its node.
    pub(crate) node: usize,
    /// Its number, from 1.
    pub(crate) number: usize,
    /// Black's chance after it.
    pub(crate) black: f64,
    /// How much worse the mover's chances became, on a scale from -1 to 1.
    pub(crate) drop: f64,
    /// `good`, `inaccuracy`, `mistake` or `blunder`.
    pub(crate) word: &'static str,
    /// The better move, if there was one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) best: Option<PointName>,
    /// The line that would have followed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) line: Vec<PointName>,
    /// In words, where there is something to say.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) text: String,
}
