//! Why something cannot be done in training.

use std::error::Error;
use std::fmt;

use goren_core::IllegalMove;

use crate::puzzle::PuzzleError;

/// Why something cannot be done in training.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the sentences below say what each is")]
pub enum TrainingError {
    Puzzle(PuzzleError),
    TooManyOwn { max: usize },
    NoneChosen,
    NoSuchOwn { id: String },
    NoSuchDeleted { id: String },
    NoDay,
    NoId,
    NoSuchPuzzle { id: String },
    NoneOfThisSort,
    NothingDue,
    NoPuzzles,
    NoOwn,
    NoFurtherInRush,
    SheetCount { max: usize, got: usize },
    NotBeingSolved { attempt: String },
    Done,
    MovedMeanwhile,
    Illegal(IllegalMove),
    NothingToPlayOut,
    NoHintsInRush,
    NoHint,
    AnswersAfterRush,
    SolveFirst,
    LineTooLong { max: usize, got: usize },
    NoRush,
    NoRushYet,
    MistakesEndedRush,
    TimeIsUp,
    RushMinutes { got: u8 },
    ThreeStones { got: usize },
    StonesOfChoice { expected: usize, got: usize },
    NoSuchDeal { deal: String },
}

impl TrainingError {
    /// Whether something is not there, and not the request at fault.
    pub fn is_missing(&self) -> bool {
        use TrainingError::{
            NoFurtherInRush, NoOwn, NoPuzzles, NoRushYet, NoSuchDeal, NoSuchDeleted, NoSuchOwn, NoSuchPuzzle,
            NoneOfThisSort, NotBeingSolved, NothingDue,
        };
        matches!(
            self,
            NoSuchOwn { .. }
                | NoSuchDeleted { .. }
                | NoSuchPuzzle { .. }
                | NotBeingSolved { .. }
                | NoSuchDeal { .. }
                | NoneOfThisSort
                | NothingDue
                | NoPuzzles
                | NoOwn
                | NoFurtherInRush
                | NoRushYet
        )
    }
}

impl fmt::Display for TrainingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use TrainingError::{
            AnswersAfterRush, Done, Illegal, LineTooLong, MistakesEndedRush, MovedMeanwhile, NoDay,
            NoFurtherInRush, NoHint, NoHintsInRush, NoId, NoOwn, NoPuzzles, NoRush, NoRushYet, NoSuchDeal,
            NoSuchDeleted, NoSuchOwn, NoSuchPuzzle, NoneChosen, NoneOfThisSort, NotBeingSolved, NothingDue,
            NothingToPlayOut, Puzzle, RushMinutes, SheetCount, SolveFirst, StonesOfChoice, ThreeStones,
            TimeIsUp, TooManyOwn,
        };
        match self {
            Puzzle(error) => write!(f, "this is no puzzle: {error}"),
            TooManyOwn { max } => write!(f, "there are {max} puzzles of your own: delete some first"),
            NoneChosen => write!(f, "expected at least one puzzle"),
            NoSuchOwn { id } => write!(f, "there is no own puzzle `{id:.16}`"),
            NoSuchDeleted { id } => write!(f, "there is no deleted puzzle `{id:.16}`"),
            NoDay => write!(f, "expected `day`, the date"),
            NoId => write!(f, "expected `id`, a puzzle"),
            NoSuchPuzzle { id } => write!(f, "there is no puzzle `{id:.16}`"),
            NoneOfThisSort => write!(f, "there is no puzzle of this sort"),
            NothingDue => write!(f, "nothing is due for repetition today"),
            NoPuzzles => write!(f, "there are no puzzles"),
            NoOwn => write!(f, "there is no puzzle of your own yet"),
            NoFurtherInRush => write!(f, "there is no further puzzle for this rush"),
            SheetCount { max, got } => write!(f, "expected 1 to {max} puzzles on a sheet, got {got}"),
            NotBeingSolved { attempt } => {
                write!(f, "`{attempt:.16}` is not being solved any more: begin it again")
            }
            Done => write!(f, "this puzzle is done: begin another"),
            MovedMeanwhile => write!(f, "another move was made meanwhile"),
            Illegal(error) => write!(f, "{error}"),
            NothingToPlayOut => write!(f, "there is nothing left to play out"),
            NoHintsInRush => write!(f, "there are no hints in a rush"),
            NoHint => write!(f, "there is no hint for this position"),
            AnswersAfterRush => write!(f, "answers are shown after the rush"),
            SolveFirst => write!(f, "solve it first, or ask for the answer"),
            LineTooLong { max, got } => write!(f, "expected at most {max} moves, got {got}"),
            NoRush => write!(f, "no rush is under way: begin one"),
            NoRushYet => write!(f, "no rush was begun yet"),
            MistakesEndedRush => write!(f, "three mistakes have ended this rush: begin another"),
            TimeIsUp => write!(f, "the time is up: begin another rush"),
            RushMinutes { got } => write!(f, "expected 3 or 5 minutes, got {got}"),
            ThreeStones { got } => {
                write!(f, "expected three stones, black, white and black, got {got}")
            }
            StonesOfChoice { expected, got } => {
                write!(f, "expected {expected} stones with this choice, got {got}")
            }
            NoSuchDeal { deal } => {
                write!(f, "there are no stones `{deal:.16}` to choose by: ask for others")
            }
        }
    }
}

impl Error for TrainingError {}

impl From<IllegalMove> for TrainingError {
    fn from(error: IllegalMove) -> TrainingError {
        TrainingError::Illegal(error)
    }
}
