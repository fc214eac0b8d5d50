//! What the server sends.

use goren_core::{
    EndingKind, Fault, ForbiddenKind, LineThreat, Offer, Opening, Point, Rule, Seat, Size, Step, Stone,
    TimeControl, Verdict,
};
use goren_record::RecordResult;
use serde::{Deserialize, Serialize};

use super::request::Player;
use super::{Answer, Mark, ProgramView, ProvedView, ReviewView, TableId, WatchView};
use crate::refusal::Refusal;

/// What the server sends.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum Message<'a> {
    /// The answer to `hello`.
    Welcome {
        id: Option<u64>,
        /// To be given again when reconnecting.
        session: String,
        role: Role,
        version: &'static str,
        /// Another for every run of the server.
        run: String,
    },
    /// What was asked for is done.
    Done {
        id: Option<u64>,
        #[serde(flatten)]
        #[cfg_attr(feature = "ts", ts(skip))]
        answer: Answer,
    },
    /// What was asked for cannot be done.
    Refused { id: Option<u64>, error: Refusal },
    /// A table as it stands, with the nodes that are new to this page.
    Table(TableUpdate<'a>),
    /// The newest lines of this page's analysis; earlier ones may have been left out.
    Analysis(AnalysisView),
    /// The judgements of this page's review so far.
    Review(ReviewView),
    /// Something was proved: whoever shows a position may look again.
    Proved {},
    /// A part of a search that is watched; none is left out.
    Watch(WatchView),
}

/// Nothing but that it is done.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct Nothing {}

/// The time, in milliseconds since 1970.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct Now {
    pub(crate) now: u64,
}

/// The tables that are open.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct OpenTables {
    pub(crate) tables: Vec<Summary>,
}

/// The table that is watched now.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct AtTable {
    pub(crate) table: TableId,
}

/// The node to look at.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct AtNode {
    pub(crate) node: usize,
}

/// The review that is stored with a table.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct Reviewed {
    pub(crate) review: Option<ReviewView>,
}

/// The puzzle that was kept.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct Kept {
    pub(crate) puzzle: String,
}

/// The programs whose search can be watched.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct Programs {
    pub(crate) programs: Vec<ProgramView>,
}

/// What a connection may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Everything.
    Owner,
    /// Watch tables and play on them.
    Guest,
}

/// What a table holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub(crate) enum Kind {
    Game,
    Study,
}

/// A table in the list of open ones.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct Summary {
    pub(crate) table: TableId,
    pub(crate) kind: Kind,
    pub(crate) black: String,
    pub(crate) white: String,
    pub(crate) ongoing: bool,
    /// The seats of persons that nobody holds.
    pub(crate) free: Vec<Seat>,
}

/// A table as one page is sent it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct TableUpdate<'a> {
    /// When it was sent, in milliseconds since 1970 by the server's clock.
    pub(crate) now: u64,
    #[serde(flatten)]
    pub(crate) view: &'a TableView,
    /// The nodes that changed since the state this page has.
    pub(crate) nodes: Vec<&'a NodeView>,
}

/// A table as it stands, without its nodes.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct TableView {
    pub(crate) table: TableId,
    /// Grows with every change.
    pub(crate) seq: u64,
    /// Changes when nodes get new numbers; then all are sent.
    pub(crate) epoch: u64,
    pub(crate) kind: Kind,
    pub(crate) rule: Rule,
    pub(crate) size: Size,
    pub(crate) traps: Vec<Point>,
    pub(crate) black: String,
    pub(crate) white: String,
    pub(crate) event: String,
    /// As a file or the server has it: `2026-11-15`.
    pub(crate) date: String,
    pub(crate) at: usize,
    pub(crate) nodes_total: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub(crate) game: Option<GameView>,
    /// Whether a review is stored with it.
    pub(crate) reviewed: bool,
    /// Whether something that was removed can be brought back.
    pub(crate) can_restore: bool,
    /// How a file said that the game ended (studies).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub(crate) result: Option<ResultName>,
}

/// How a file says that a game ended: who won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub(crate) enum ResultName {
    Black,
    White,
    Draw,
}

impl From<RecordResult> for ResultName {
    fn from(result: RecordResult) -> ResultName {
        match result {
            RecordResult::Win(Stone::Black) => ResultName::Black,
            RecordResult::Win(Stone::White) => ResultName::White,
            RecordResult::Draw => ResultName::Draw,
        }
    }
}

/// The game of a table.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct GameView {
    pub(crate) opening: Opening,
    /// Whether the opening rule still decides what comes next.
    pub(crate) in_opening: bool,
    /// Who sits where: first, then second.
    pub(crate) seats: [SeatView; 2],
    pub(crate) steps: Vec<StepView>,
    pub(crate) node: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub(crate) turn: Option<TurnView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub(crate) result: Option<ResultView>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    pub(crate) offers: Vec<Point>,
    /// A draw or a takeback that one seat has asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub(crate) offer: Option<OfferView>,
    pub(crate) clock: ClockView,
    /// Whether clocks and agents stand still.
    pub(crate) paused: bool,
    /// The seat of an agent that is thinking now.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub(crate) thinking: Option<Seat>,
    pub(crate) can_undo: bool,
    pub(crate) can_redo: bool,
    /// The least time between two moves of programs.
    pub(crate) speed: u64,
    /// Whether hints are given: not while a guest plays.
    pub(crate) hints: bool,
    pub(crate) coach: CoachView,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub(crate) series: Option<SeriesView>,
    /// Why an agent stopped playing, if one failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub(crate) fault: Option<Fault>,
    /// Why the game stands still though nobody has lost.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub(crate) trouble: Option<Refusal>,
}

/// One seat.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct SeatView {
    pub(crate) player: Player,
    pub(crate) name: String,
    pub(crate) stone: Stone,
    /// Whether it is taken: by the owner, or by one guest.
    pub(crate) held: bool,
    /// Whether it is taken by the owner.
    pub(crate) owners: bool,
    /// Whether whoever has taken it has no page open at this table.
    pub(crate) away: bool,
    /// What an agent last thought of its game: Black's chance to win.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub(crate) black: Option<f64>,
}

/// A step that was done.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(try_from = "crate::store::StoredStep")]
pub(crate) struct StepView {
    pub(crate) step: Step,
    pub(crate) seat: Seat,
    /// The node it led to, if it put a stone on the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub(crate) node: Option<usize>,
    /// How long it took, to the microsecond.
    pub(crate) ms: f64,
    /// What an agent thought then: Black's chance to win.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub(crate) black: Option<f64>,
}

/// What the game waits for.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct TurnView {
    pub(crate) seat: Seat,
    #[serde(flatten)]
    pub(crate) ask: AskView,
}

/// What a player is asked for.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "ask", rename_all = "snake_case")]
pub(crate) enum AskView {
    Place {
        stone: Stone,
        /// The width of the central square the stone must go into.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        centre: Option<usize>,
    },
    Choose {
        choices: Vec<Step>,
    },
    Declare {
        /// The largest number to declare.
        count: u8,
    },
    Offer {
        /// How many offers are missing.
        count: u8,
    },
    Pick {
        points: Vec<Point>,
    },
}

/// How a game ended.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct ResultView {
    pub(crate) winner: Option<Stone>,
    pub(crate) seat: Option<Seat>,
    pub(crate) ending: EndingKind,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    pub(crate) row: Vec<Point>,
    /// Why the last point was forbidden.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub(crate) why: Option<JudgementView>,
}

/// Something one seat proposes to the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct OfferView {
    pub(crate) kind: Offer,
    pub(crate) by: Seat,
}

/// The clocks as they stood at `at`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct ClockView {
    /// What each side had for the game.
    pub(crate) control: TimeControl,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub(crate) turn_ms: Option<u64>,
    /// Time left for the game; `null` without such a clock.
    pub(crate) left_ms: [Option<u64>; 2],
    pub(crate) spent_ms: [f64; 2],
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub(crate) running: Option<Seat>,
    /// Time spent on the present turn until `at`.
    pub(crate) turn_spent_ms: u64,
    /// When all this was true, in milliseconds since 1970 by the server's clock; compare with the message's `now`.
    pub(crate) at: u64,
}

/// What the coach says.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct CoachView {
    pub(crate) on: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub(crate) last: Option<CoachWord>,
}

/// One judgement of the coach; it never names a better move.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct CoachWord {
    pub(crate) node: usize,
    /// How much worse the mover's winning chances became, on a scale from -1 to 1.
    pub(crate) drop: f64,
    pub(crate) word: Quality,
}

/// How good a move was, as far as a short search can tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub(crate) enum Quality {
    Good,
    Inaccuracy,
    Mistake,
    Blunder,
    /// It gave little away: the search before it saw less than one chance in ten.
    Poor,
    /// Every move loses by force: proved.
    Lost,
}

/// A series of games between programs.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct SeriesView {
    pub(crate) games: u32,
    /// The players as `create` named them, first and second.
    #[serde(default)]
    pub(crate) names: [String; 2],
    /// Wins of the player named first.
    pub(crate) wins: u32,
    pub(crate) losses: u32,
    pub(crate) draws: u32,
    pub(crate) log: Vec<SeriesGame>,
}

/// A finished game of a series.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct SeriesGame {
    pub(crate) game: TableId,
    pub(crate) black: String,
    pub(crate) white: String,
    /// The winner's name; empty for a draw.
    pub(crate) winner: String,
    /// Black's mean time per move in milliseconds.
    pub(crate) black_mean_ms: f64,
    pub(crate) white_mean_ms: f64,
    /// How long the players took together, in milliseconds.
    pub(crate) elapsed_ms: f64,
    pub(crate) moves: usize,
}

/// One node of the tree.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct NodeView {
    pub(crate) node: usize,
    /// The node before it; absent for the root, number 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub(crate) parent: Option<usize>,
    /// The nodes after it, main line first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    pub(crate) next: Vec<usize>,
    /// The point played; absent for a set-up or a pass.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub(crate) point: Option<Point>,
    /// The colour that played or passed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub(crate) stone: Option<Stone>,
    /// Stones set up (or cleared, with `null`) before the move.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    pub(crate) setup: Vec<(Point, Option<Stone>)>,
    /// Who is to move next, where that was set.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub(crate) side: Option<Stone>,
    /// What is written about it. Text from anywhere: never markup.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    pub(crate) comment: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    pub(crate) marks: Vec<Mark>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub(crate) ms: Option<u64>,
}

/// What an analysis knows.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct AnalysisView {
    pub(crate) id: Option<u64>,
    pub(crate) running: bool,
    pub(crate) side: Stone,
    pub(crate) lines: Vec<LineView>,
    /// Plies searched in full.
    pub(crate) depth: u32,
    /// The longest line searched.
    pub(crate) selective_depth: u32,
    /// Positions searched, over all searches of this position.
    pub(crate) nodes: u64,
    pub(crate) nps: u64,
    /// Time spent, over all searches of this position.
    pub(crate) ms: u64,
    /// The move that is being searched now.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub(crate) now: Option<Point>,
    /// The moves that were searched at the present depth.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    pub(crate) searched: Vec<Point>,
    /// The moves that lose, as far as the search can see.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    pub(crate) lost: Vec<Point>,
}

/// One line of an analysis.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct LineView {
    /// Black's chance to win, from 0 to 1.
    pub(crate) black: f64,
    /// The engine's score for the side to move: `+123`, `+M5`, `-M4`.
    pub(crate) score: String,
    /// Plies to the end, if the search found a forced win. A search can err: only a solver proves.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub(crate) decided_in: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub(crate) winner: Option<Stone>,
    /// Whether that win was proved by a tree that was checked, and is kept.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    pub(crate) proved: bool,
    /// The moves; of a decided line to the winning row, where that is known.
    pub(crate) pv: Vec<Point>,
    pub(crate) depth: u32,
}

/// What is known about a position at once: the answer to `look`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct LookView {
    pub(crate) side: Stone,
    pub(crate) outcome: OutcomeName,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub(crate) winner: Option<Stone>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    pub(crate) row: Vec<Point>,
    /// Why the last move was forbidden, if it was.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub(crate) broken: Option<JudgementView>,
    /// Points forbidden to Black, whoever is to move, with what they make.
    pub(crate) forbidden: Vec<ForbiddenView>,
    /// Who wins, if that is proved; not told to guests.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub(crate) proved: Option<ProvedView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub(crate) xray: Option<XrayView>,
}

/// How a position stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub(crate) enum OutcomeName {
    Ongoing,
    Win,
    FullBoard,
    NoLegalMove,
}

/// A forbidden point.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct ForbiddenView {
    pub(crate) point: Point,
    pub(crate) kind: ForbiddenKind,
}

/// The threats of both sides.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct XrayView {
    pub(crate) black: SideXray,
    pub(crate) white: SideXray,
    /// Whether the other side threatens to win by fours, and what stops it.
    pub(crate) danger: Danger,
    /// With `stoppable`: every point on which the side to move can stop the other's win by fours.
    pub(crate) must_block: Vec<Point>,
}

/// What is known about the other side's win by fours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub(crate) enum Danger {
    /// Nothing has to be stopped.
    None,
    /// It can be stopped, on `must_block` alone.
    Stoppable,
    /// Every reply was searched, and nothing stops it.
    Lost,
    /// There is one, and the search for what stops it was not completed.
    Unknown,
}

/// The threats of one side.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct SideXray {
    /// Points where a stone makes a threat, strongest first.
    pub(crate) points: Vec<ThreatView>,
    /// A win by continuous fours, if this side were to move: its line.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    pub(crate) fours_win: Vec<Point>,
}

/// A point where a stone makes a threat.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct ThreatView {
    pub(crate) point: Point,
    pub(crate) class: ThreatClass,
    pub(crate) lines: Vec<LineThreat>,
}

/// The classes of a threat, strongest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub(crate) enum ThreatClass {
    Five,
    OpenFour,
    Double,
    Four,
    OpenThree,
}

/// Why a point is forbidden to Black, or is not.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct JudgementView {
    pub(crate) point: Point,
    pub(crate) verdict: Verdict,
    /// The lines on which the stone makes anything.
    pub(crate) lines: Vec<JudgedLineView>,
}

/// One line of a judgement.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct JudgedLineView {
    #[serde(flatten)]
    pub(crate) threat: LineThreat,
    /// Whether the line counts towards the verdict.
    pub(crate) counts: bool,
    /// Of an open three: what would make a straight four of it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    pub(crate) extensions: Vec<ExtensionView>,
}

/// A point that would make a straight four of a three.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct ExtensionView {
    pub(crate) point: Point,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub(crate) obstacle: Option<ObstacleName>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub(crate) why: Option<Box<JudgementView>>,
}

/// What keeps a three from becoming a straight four on a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub(crate) enum ObstacleName {
    Five,
    Forbidden,
}

/// How even a position is: the answer to `balance`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct BalanceView {
    /// Black's chance.
    pub(crate) black: f64,
}

/// The answer to `level`: moves after which the position is as even as can be.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct EvenView {
    /// None if there is no room for them.
    pub(crate) points: Vec<Point>,
    /// Black's chance after them.
    pub(crate) black: f64,
}

/// The answer to `rule`: the nodes whose move the new rule does not allow.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct RuleView {
    pub(crate) forbidden: Vec<usize>,
}

/// The answer to `hint`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "stage", rename_all = "snake_case")]
pub(crate) enum HintView {
    Where { area: Vec<Point> },
    Why { point: Point, reason: HintReason, pv: Vec<Point>, black: f64 },
}

/// Why a move is worth playing: the pages make a sentence of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "code", rename_all = "snake_case")]
pub(crate) enum HintReason {
    Five,
    /// It stops the five that the other side threatens.
    BlockFive,
    /// It stops one five, and there is another.
    BlockOneFive,
    /// It makes a four that cannot be stopped.
    OpenFour,
    /// It begins a win that is proved: `by` fours, threats or force.
    Win {
        by: &'static str,
        moves: u32,
    },
    /// This side threatens to win by fours, and it is the best move found.
    Block {
        stone: Stone,
    },
    /// Every move loses, which is proved: this side wins.
    Lost {
        stone: Stone,
        moves: u32,
    },
    /// It is the best move found.
    Best,
}

/// The answer to `solve`. A win that a solver has found is proved.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct SolveView {
    pub(crate) solved: SolvedName,
    /// The line of a win, which the rules have replayed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    pub(crate) line: Vec<Point>,
    /// The same with its whole proof; absent if that is too large to build in the time.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub(crate) proved: Option<ProvedView>,
    pub(crate) nodes: u64,
    pub(crate) ms: u64,
    pub(crate) stopped: bool,
}

/// What a solver found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub(crate) enum SolvedName {
    Win,
    NoWin,
    /// Out of time, or stopped.
    Unknown,
}
