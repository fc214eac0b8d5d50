//! Training: puzzles, rush, the puzzle of the day, own puzzles, sheets, and the Swap2 trainer, all over HTTP.

use goren_core::{ForbiddenKind, Point, Rule, Size, Stone};
use serde::{Deserialize, Serialize};

/// Which puzzles are wanted; what is absent does not matter.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(optional_fields = nullable))]
#[serde(default)]
pub(crate) struct TrainFilter {
    pub(crate) kind: Option<String>,
    pub(crate) rule: Option<Rule>,
    pub(crate) grade: Option<u8>,
    pub(crate) theme: Option<String>,
}

/// Why a puzzle is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub(crate) enum TrainMode {
    /// One that fits the person's rating; now and then one that is due.
    Train,
    /// One that is due for repetition.
    Due,
    /// That of the day.
    Daily,
    /// One of one's own.
    Own,
    /// One against the clock.
    Rush,
    /// A certain one.
    One,
}

/// Asks for a puzzle: `train/begin`.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(optional_fields = nullable))]
pub(crate) struct TrainBegin {
    pub(crate) mode: TrainMode,
    #[serde(default, flatten)]
    pub(crate) filter: TrainFilter,
    /// The puzzle, in the mode `one`.
    pub(crate) id: Option<String>,
    /// The person's day, such as `2026-11-16`.
    pub(crate) day: Option<String>,
}

/// A puzzle as it is shown: turned, mirrored and, where its answers stay the same, shifted.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct AttemptView {
    pub(crate) attempt: String,
    pub(crate) puzzle: String,
    pub(crate) mode: TrainMode,
    pub(crate) kind: String,
    pub(crate) rule: Rule,
    pub(crate) size: Size,
    pub(crate) side: Stone,
    pub(crate) black: Vec<Point>,
    pub(crate) white: Vec<Point>,
    /// The last move before it, if it is known.
    pub(crate) last: Option<Point>,
    pub(crate) grade: u8,
    pub(crate) rating: f64,
    pub(crate) themes: Vec<String>,
    pub(crate) source: String,
    pub(crate) own: bool,
    /// How often it was tried before.
    pub(crate) tried: usize,
    /// How many moves of the person the main line has.
    pub(crate) moves: usize,
    /// Whether the first answer changes the rating.
    pub(crate) rated: bool,
}

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

/// What came of a move: `train/move`.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct TrainRuling {
    pub(crate) right: bool,
    /// Whether it counts as a mistake; a move that wins in another way than was asked does not.
    pub(crate) missed: bool,
    /// Whether the puzzle is done.
    pub(crate) over: bool,
    /// Whether the rest is a win by fours that need not be played out; `train/on` goes on with it.
    pub(crate) plain: bool,
    /// The best answer to a right move.
    pub(crate) reply: Option<Point>,
    pub(crate) said: TrainSaid,
    /// What refutes a wrong move, the other side's answer first; after the last right move, what would follow.
    pub(crate) line: Vec<Point>,
    /// What changed, when the answer counts.
    pub(crate) result: Option<TrainResult>,
    /// How the rush stands.
    pub(crate) rush: Option<RushView>,
}

/// What is said of a move or of a position: the pages make a sentence of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "code", rename_all = "snake_case")]
pub(crate) enum TrainSaid {
    /// It made five.
    Five,
    /// It is one of the answers, and no more of it was proved.
    Answer,
    /// Whatever is answered, five follows.
    FiveNext,
    /// The rest is a win by fours.
    FoursNext,
    /// It is right, and this side answers.
    GoOn { side: Stone },
    /// It wins, but not by fours alone.
    NotByFours { point: Point },
    /// It is a forbidden point.
    Forbidden { point: Point, kind: ForbiddenKind },
    /// This side makes five there.
    MakesFive { side: Stone, point: Point },
    /// This side wins first, by fours that begin there.
    WinsFirst { side: Stone, point: Point },
    /// It threatens nothing, and this side may play anywhere.
    Quiet { side: Stone },
    /// This side answers there, and the other has no forced win left.
    Stopped { side: Stone, point: Point },
    /// This side answers there, and no forced win of the other was found after that.
    Unproved { side: Stone, point: Point },
    /// No forced win was found after it.
    NotFound,
    /// After this move the side named has no forced win.
    Holds { side: Stone, point: Point },
    /// This side still wins by fours that begin there.
    StillByFours { side: Stone, point: Point },
    /// This side still wins by threats that begin there.
    StillByThreats { side: Stone, point: Point },
    /// This side still has a forced win.
    StillWins { side: Stone },
    /// It leaves the board even, with this chance for Black.
    Even { point: Point, black: f64 },
    /// It does not.
    Uneven { point: Point, black: f64 },
    /// This side has five.
    HasFive { side: Stone },
    /// This side wins by fours in so many moves.
    WinsByFours { side: Stone, moves: usize },
    /// This side wins by threats in so many moves.
    WinsByThreats { side: Stone, moves: usize },
    /// No forced win of this side was found.
    NoWin { side: Stone },
}

/// What an answer changed.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct TrainResult {
    /// From 0 to 1.
    pub(crate) score: f64,
    pub(crate) rating: f64,
    pub(crate) deviation: f64,
    /// By how much the rating changed; zero for a puzzle that was met before.
    pub(crate) change: f64,
    pub(crate) puzzle_rating: f64,
    /// How many were solved in a row.
    pub(crate) run: u32,
    /// When the puzzle comes again, in milliseconds since 1970, if it does.
    pub(crate) due_ms: Option<u64>,
}

/// A hint: `train/hint`.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct TrainHint {
    /// Where to look: the first step.
    pub(crate) area: Vec<Point>,
    /// The move: the second step.
    pub(crate) point: Option<Point>,
}

/// The answer of a puzzle: `train/solution`.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct TrainSolution {
    /// Every first move that is right.
    pub(crate) answers: Vec<Point>,
    /// One line to the end, the person's move first.
    pub(crate) line: Vec<Point>,
    pub(crate) result: Option<TrainResult>,
}

/// Moves from the start of a puzzle: after them the side to move is to show its win (`train/prove`), or the line is to be
/// proved (`train/tree`).
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct TrainProve {
    pub(crate) attempt: String,
    pub(crate) moves: Vec<Point>,
}

/// How the side to move wins by force: `train/prove`.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct TrainProof {
    /// Empty where no forced win was found.
    pub(crate) line: Vec<Point>,
    pub(crate) said: TrainSaid,
}

/// A line proved: `train/tree`.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct TrainTree {
    /// Moves of the winner in the tree; zero if the line could not be proved.
    pub(crate) moves: usize,
    /// The index of the first reply in the line.
    pub(crate) first: usize,
    /// At each reply of the line those that the tree answers one by one; whatever else is played loses sooner.
    pub(crate) replies: Vec<Vec<Point>>,
}

/// What is known of a person's training: `train`.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct TrainingView {
    pub(crate) rating: f64,
    pub(crate) deviation: f64,
    pub(crate) solved: usize,
    pub(crate) tried: usize,
    /// Solved in a row.
    pub(crate) run: u32,
    pub(crate) best_run: u32,
    /// How many are due for repetition.
    pub(crate) due: usize,
    pub(crate) daily: DailyView,
    pub(crate) rush: Vec<RushBest>,
    pub(crate) own: usize,
    pub(crate) swap2: Swap2Score,
    pub(crate) puzzles: usize,
    /// Puzzles by kind, rule, grade and theme.
    pub(crate) counts: Vec<TrainCount>,
}

/// The puzzle of the day.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct DailyView {
    pub(crate) day: String,
    pub(crate) puzzle: Option<String>,
    pub(crate) rule: Option<Rule>,
    pub(crate) size: Option<Size>,
    pub(crate) side: Option<Stone>,
    /// The black and the white stones, such as `h8g7`.
    pub(crate) stones: [String; 2],
    pub(crate) solved: bool,
    /// Days in a row, and the most there were.
    pub(crate) run: u32,
    pub(crate) best_run: u32,
}

/// The best rush of a length.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct RushBest {
    pub(crate) minutes: u8,
    pub(crate) score: u32,
}

/// How many puzzles there are of a sort.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct TrainCount {
    pub(crate) group: TrainGroup,
    pub(crate) name: String,
    pub(crate) puzzles: usize,
    pub(crate) tried: usize,
    /// Answered rightly at the first try.
    pub(crate) solved: usize,
}

/// What puzzles are counted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub(crate) enum TrainGroup {
    Kind,
    Rule,
    Grade,
    Theme,
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

/// How a rush stands.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct RushView {
    pub(crate) minutes: u8,
    pub(crate) left_ms: u64,
    pub(crate) score: u32,
    pub(crate) mistakes: u32,
    pub(crate) most_mistakes: u32,
    pub(crate) over: bool,
    pub(crate) best: u32,
    /// Whether this one is the best.
    pub(crate) record: bool,
}

/// One's progress: `train/progress`.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct ProgressView {
    /// When, in milliseconds since 1970, and the rating after it.
    pub(crate) ratings: Vec<(u64, f64)>,
    pub(crate) counts: Vec<TrainCount>,
    /// The last tries, the newest first.
    pub(crate) tries: Vec<TryView>,
    /// How many come up for repetition within a day, a week and a month.
    pub(crate) ahead: [usize; 3],
}

/// One try.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct TryView {
    pub(crate) at: u64,
    pub(crate) puzzle: String,
    pub(crate) kind: String,
    pub(crate) rule: Rule,
    pub(crate) grade: u8,
    pub(crate) score: f64,
    pub(crate) change: f64,
}

/// A puzzle in a list or on a sheet.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct PuzzleView {
    pub(crate) puzzle: String,
    pub(crate) kind: String,
    pub(crate) rule: Rule,
    pub(crate) size: Size,
    pub(crate) side: Stone,
    /// The black and the white stones, such as `h8g7`.
    pub(crate) stones: [String; 2],
    pub(crate) grade: u8,
    pub(crate) rating: f64,
    pub(crate) source: String,
    pub(crate) answers: Vec<Point>,
    pub(crate) line: Vec<Point>,
    pub(crate) tried: usize,
    pub(crate) solved: usize,
}

/// A list of puzzles: `train/own`, `train/sheet`.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct PuzzleList {
    pub(crate) puzzles: Vec<PuzzleView>,
}

/// Puzzles for paper: `train/sheet`.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct SheetRequest {
    #[serde(default, flatten)]
    pub(crate) filter: TrainFilter,
    pub(crate) count: usize,
    /// The same seed gives the same sheet.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    pub(crate) seed: u64,
}

/// Own puzzles to delete or to bring back: `train/own/delete`, `train/own/restore`.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct OwnChosen {
    pub(crate) ids: Vec<String>,
}

/// What a player facing three stones can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub(crate) enum Swap2Choice {
    Black,
    White,
    PlaceTwo,
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

/// Three stones to choose by.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct Swap2Deal {
    pub(crate) deal: String,
    pub(crate) rule: Rule,
    pub(crate) stones: Vec<Point>,
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

/// What the engine says of three stones.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct Swap2View {
    /// Black's chance, from 0 to 1.
    pub(crate) black: f64,
    /// What each choice is worth to whoever chooses, from 0 to 1.
    pub(crate) worth: Vec<Swap2Worth>,
    pub(crate) best: Swap2Choice,
    /// The two stones that the engine would place.
    pub(crate) two: Vec<Point>,
    /// How it would go on.
    pub(crate) line: Vec<Point>,
    /// What the person's choice was worth.
    pub(crate) chosen: Option<Swap2Chosen>,
    pub(crate) score: Swap2Score,
}

/// What a choice is worth.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct Swap2Worth {
    pub(crate) choice: Swap2Choice,
    pub(crate) worth: f64,
}

/// What the person's choice was worth.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct Swap2Chosen {
    pub(crate) choice: Swap2Choice,
    pub(crate) worth: f64,
    /// From 0 to 10.
    pub(crate) points: u32,
    /// Black's chance after the person's two stones.
    pub(crate) black: Option<f64>,
}

/// The running score of the Swap2 trainer.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct Swap2Score {
    pub(crate) rounds: u32,
    pub(crate) points: u32,
    /// Full points in a row, and the most there were.
    pub(crate) run: u32,
    pub(crate) best_run: u32,
}
