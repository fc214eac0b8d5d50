//! What is asked of training and what it shows, as it travels to whoever trains.

use goren_core::{ForbiddenKind, Point, Rule, Size, Stone};
use serde::{Deserialize, Serialize};

/// Which puzzles are wanted; what is absent does not matter.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(optional_fields = nullable))]
#[serde(default)]
pub struct TrainFilter {
    /// What is asked, by its name.
    pub kind: Option<String>,
    /// The rule.
    pub rule: Option<Rule>,
    /// From 1, easy, to 5, hard.
    pub grade: Option<u8>,
    /// Something that occurs in it, by its name.
    pub theme: Option<String>,
}

/// Why a puzzle is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum TrainMode {
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
pub struct TrainBegin {
    /// Why it is shown.
    pub mode: TrainMode,
    /// Which puzzles fit.
    #[serde(default, flatten)]
    pub filter: TrainFilter,
    /// The puzzle, in the mode `one`.
    pub id: Option<String>,
    /// The person's day, such as `2026-11-16`.
    pub day: Option<String>,
}

/// A puzzle as it is shown: turned, mirrored and, where its answers stay the same, shifted.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct AttemptView {
    /// The name of the attempt.
    pub attempt: String,
    /// The puzzle’s name.
    pub puzzle: String,
    /// Why it is shown.
    pub mode: TrainMode,
    /// What is asked, by its name.
    pub kind: String,
    /// The rule.
    pub rule: Rule,
    /// The board’s size.
    pub size: Size,
    /// The side to move.
    pub side: Stone,
    /// The black stones.
    pub black: Vec<Point>,
    /// The white stones.
    pub white: Vec<Point>,
    /// The last move before it, if it is known.
    pub last: Option<Point>,
    /// From 1, easy, to 5, hard.
    pub grade: u8,
    /// The rating.
    pub rating: f64,
    /// What occurs in it.
    pub themes: Vec<String>,
    /// Where it comes from.
    pub source: String,
    /// Whether it is one of one’s own.
    pub own: bool,
    /// How often it was tried before.
    pub tried: usize,
    /// How many moves of the person the main line has.
    pub moves: usize,
    /// Whether the first answer changes the rating.
    pub rated: bool,
}

/// What came of a move: `train/move`.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct TrainRuling {
    /// Whether it was right.
    pub right: bool,
    /// Whether it counts as a mistake; a move that wins in another way than was asked does not.
    pub missed: bool,
    /// Whether the puzzle is done.
    pub over: bool,
    /// Whether the rest is a win by fours that need not be played out; `train/on` goes on with it.
    pub plain: bool,
    /// The best answer to a right move.
    pub reply: Option<Point>,
    /// Why, as a code.
    pub said: TrainSaid,
    /// What refutes a wrong move, the other side's answer first; after the last right move, what would follow.
    pub line: Vec<Point>,
    /// What changed, when the answer counts.
    pub result: Option<TrainResult>,
    /// How the rush stands.
    pub rush: Option<RushView>,
}

/// What is said of a move or of a position: the pages make a sentence of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "code", rename_all = "snake_case")]
#[expect(missing_docs, reason = "what is said of each code names its values")]
pub enum TrainSaid {
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
pub struct TrainResult {
    /// From 0 to 1.
    pub score: f64,
    /// The rating.
    pub rating: f64,
    /// How unsure the rating is.
    pub deviation: f64,
    /// By how much the rating changed; zero for a puzzle that was met before.
    pub change: f64,
    /// The puzzle’s rating after it.
    pub puzzle_rating: f64,
    /// How many were solved in a row.
    pub run: u32,
    /// When the puzzle comes again, in milliseconds since 1970, if it does.
    pub due_ms: Option<u64>,
}

/// A hint: `train/hint`.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct TrainHint {
    /// Where to look: the first step.
    pub area: Vec<Point>,
    /// The move: the second step.
    pub point: Option<Point>,
}

/// The answer of a puzzle: `train/solution`.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct TrainSolution {
    /// Every first move that is right.
    pub answers: Vec<Point>,
    /// One line to the end, the person's move first.
    pub line: Vec<Point>,
    /// What it changed, where it counts.
    pub result: Option<TrainResult>,
}

/// How the side to move wins by force: `train/prove`.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct TrainProof {
    /// Empty where no forced win was found.
    pub line: Vec<Point>,
    /// Why.
    pub said: TrainSaid,
}

/// A line proved: `train/tree`.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct TrainTree {
    /// Moves of the winner in the tree; zero if the line could not be proved.
    pub moves: usize,
    /// The index of the first reply in the line.
    pub first: usize,
    /// At each reply of the line those that the tree answers one by one; whatever else is played loses sooner.
    pub replies: Vec<Vec<Point>>,
}

/// What is known of a person's training: `train`.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct TrainingView {
    /// The rating.
    pub rating: f64,
    /// How unsure the rating is.
    pub deviation: f64,
    /// How many were solved.
    pub solved: usize,
    /// How many were tried.
    pub tried: usize,
    /// Solved in a row.
    pub run: u32,
    /// The most there were.
    pub best_run: u32,
    /// How many are due for repetition.
    pub due: usize,
    /// The puzzle of the day.
    pub daily: DailyView,
    /// The best rush of each length.
    pub rush: Vec<RushBest>,
    /// How many puzzles of one’s own there are.
    pub own: usize,
    /// The score of the Swap2 trainer.
    pub swap2: Swap2Score,
    /// How many puzzles there are.
    pub puzzles: usize,
    /// Puzzles by kind, rule, grade and theme.
    pub counts: Vec<TrainCount>,
}

/// The puzzle of the day.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct DailyView {
    /// The day.
    pub day: String,
    /// The puzzle’s name.
    pub puzzle: Option<String>,
    /// The rule.
    pub rule: Option<Rule>,
    /// The board’s size.
    pub size: Option<Size>,
    /// The side to move.
    pub side: Option<Stone>,
    /// The black and the white stones, such as `h8g7`.
    pub stones: [String; 2],
    /// Whether it is solved.
    pub solved: bool,
    /// Days in a row, and the most there were.
    pub run: u32,
    /// The most there were.
    pub best_run: u32,
}

/// The best rush of a length.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct RushBest {
    /// How long it takes.
    pub minutes: u8,
    /// Puzzles solved.
    pub score: u32,
}

/// How many puzzles there are of a sort.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct TrainCount {
    /// What is counted by.
    pub group: TrainGroup,
    /// The sort.
    pub name: String,
    /// How many puzzles there are.
    pub puzzles: usize,
    /// How many were tried.
    pub tried: usize,
    /// Answered rightly at the first try.
    pub solved: usize,
}

/// What puzzles are counted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum TrainGroup {
    /// By what is asked.
    Kind,
    /// By the rule.
    Rule,
    /// By how hard they are.
    Grade,
    /// By what occurs in them.
    Theme,
}

/// How a rush stands.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct RushView {
    /// How long it takes.
    pub minutes: u8,
    /// What is left of its time.
    pub left_ms: u64,
    /// Puzzles solved.
    pub score: u32,
    /// Mistakes so far.
    pub mistakes: u32,
    /// Mistakes that end it.
    pub most_mistakes: u32,
    /// Whether it is over.
    pub over: bool,
    /// The best score of this length.
    pub best: u32,
    /// Whether this one is the best.
    pub record: bool,
}

/// One's progress: `train/progress`.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ProgressView {
    /// When, in milliseconds since 1970, and the rating after it.
    pub ratings: Vec<(u64, f64)>,
    /// Puzzles by kind, rule, grade and theme.
    pub counts: Vec<TrainCount>,
    /// The last tries, the newest first.
    pub tries: Vec<TryView>,
    /// How many come up for repetition within a day, a week and a month.
    pub ahead: [usize; 3],
}

/// One try.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct TryView {
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// The puzzle’s name.
    pub puzzle: String,
    /// What is asked, by its name.
    pub kind: String,
    /// The rule.
    pub rule: Rule,
    /// From 1, easy, to 5, hard.
    pub grade: u8,
    /// From 0 to 1.
    pub score: f64,
    /// By how much the rating changed.
    pub change: f64,
}

/// A puzzle in a list or on a sheet.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct PuzzleView {
    /// The puzzle’s name.
    pub puzzle: String,
    /// What is asked, by its name.
    pub kind: String,
    /// The rule.
    pub rule: Rule,
    /// The board’s size.
    pub size: Size,
    /// The side to move.
    pub side: Stone,
    /// The black and the white stones, such as `h8g7`.
    pub stones: [String; 2],
    /// From 1, easy, to 5, hard.
    pub grade: u8,
    /// The rating.
    pub rating: f64,
    /// Where it comes from.
    pub source: String,
    /// Every first move that is right.
    pub answers: Vec<Point>,
    /// One line to the end.
    pub line: Vec<Point>,
    /// How often it was tried.
    pub tried: usize,
    /// How often it was solved.
    pub solved: usize,
}

/// A list of puzzles: `train/own`, `train/sheet`.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct PuzzleList {
    /// The puzzles.
    pub puzzles: Vec<PuzzleView>,
}

/// Puzzles for paper: `train/sheet`.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct SheetRequest {
    /// Which puzzles fit.
    #[serde(default, flatten)]
    pub filter: TrainFilter,
    /// How many.
    pub count: usize,
    /// The same seed gives the same sheet.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    pub seed: u64,
}

/// What a player facing three stones can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Swap2Choice {
    /// Take Black.
    Black,
    /// Take White.
    White,
    /// Place two more stones.
    PlaceTwo,
}

/// What the engine says of three stones.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Swap2View {
    /// Black's chance, from 0 to 1.
    pub black: f64,
    /// What each choice is worth to whoever chooses, from 0 to 1.
    pub worth: Vec<Swap2Worth>,
    /// The choice that is worth most.
    pub best: Swap2Choice,
    /// The two stones that the engine would place.
    pub two: Vec<Point>,
    /// How it would go on.
    pub line: Vec<Point>,
    /// What the person's choice was worth.
    pub chosen: Option<Swap2Chosen>,
    /// The running score.
    pub score: Swap2Score,
}

/// What a choice is worth.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Swap2Worth {
    /// The choice.
    pub choice: Swap2Choice,
    /// From 0 to 1.
    pub worth: f64,
}

/// What the person's choice was worth.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Swap2Chosen {
    /// The choice.
    pub choice: Swap2Choice,
    /// From 0 to 1.
    pub worth: f64,
    /// From 0 to 10.
    pub points: u32,
    /// Black's chance after the person's two stones.
    pub black: Option<f64>,
}

/// The running score of the Swap2 trainer.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Swap2Score {
    /// Choices so far.
    pub rounds: u32,
    /// Points so far.
    pub points: u32,
    /// Full points in a row, and the most there were.
    pub run: u32,
    /// The most there were.
    pub best_run: u32,
}
