//! How a game differs from what the referee would have ruled.

use std::fmt;

use goren_core::{EndingKind, FaultKind, Refusal, Score, Seat, Step};

use super::{MAX_DETAIL_BYTES, MAX_TIME_US};
use crate::board::StartError;

/// How a game that was played elsewhere differs from what the referee would have ruled, in one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplayError {
    /// The number of the job.
    pub(super) number: usize,
    pub(super) difference: Difference,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Difference {
    /// It has another number.
    Number(usize),
    Scale {
        expected: u32,
        got: u32,
    },
    Start(StartError),
    /// A step, counted from 0, that could not be taken.
    Step {
        index: usize,
        step: Step,
        why: StepDifference,
    },
    NotOver {
        steps: usize,
        claimed: EndingKind,
    },
    /// A fault that nobody lost by.
    DrawByFault,
    /// The referee does not let the fault lose the game.
    Forfeit(Refusal),
    /// It was over before its fault.
    Over {
        ending: EndingKind,
        steps: usize,
        fault: FaultKind,
    },
    Ending {
        expected: EndingKind,
        steps: usize,
        got: EndingKind,
    },
    Winner {
        expected: Option<Seat>,
        steps: usize,
        got: Option<Seat>,
    },
    Swapped {
        expected: bool,
    },
    Time,
    Score(i32),
    Detail,
    NotTheirTurn {
        steps: usize,
        loser: Seat,
        fault: FaultKind,
    },
    /// No agent of a program's own fails so.
    OnlyEngines(FaultKind),
    NoClock(Seat),
    /// Time was not up.
    TimeLeft {
        loser: Seat,
        had_ms: Option<u128>,
        margin_ms: u64,
        claimed: String,
    },
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum StepDifference {
    Over(EndingKind),
    Seat { expected: Seat, got: Seat },
    Refused(Refusal),
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {}: {}", self.number, self.difference)
    }
}

impl std::error::Error for ReplayError {}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Difference::Number(got) => write!(f, "expected this number, got {got}"),
            Difference::Scale { expected, got } => {
                write!(f, "expected a clock of {expected} thousandths, got {got}")
            }
            Difference::Start(error) => error.fmt(f),
            Difference::Step { index, step, why } => write!(f, "step {}, `{step}`: {why}", index + 1),
            Difference::NotOver { steps, claimed } => {
                write!(f, "it is not over after {steps} steps, got {}", claimed.name())
            }
            Difference::DrawByFault => f.write_str("a fault loses, got a draw"),
            Difference::Forfeit(refusal) => refusal.fmt(f),
            Difference::Over { ending, steps, fault } => {
                write!(f, "it was over by {} after {steps} steps, got a fault: {fault}", ending.name())
            }
            Difference::Ending { expected, steps, got } => {
                write!(f, "expected the ending {} after {steps} steps, got {}", expected.name(), got.name())
            }
            Difference::Winner { expected, steps, got } => {
                let name = |winner: &Option<Seat>| {
                    winner.map_or("a draw".to_owned(), |seat| format!("a win of the {seat}"))
                };
                write!(f, "expected {} after {steps} steps, got {}", name(expected), name(got))
            }
            Difference::Swapped { expected } => {
                let [expected, got] =
                    [*expected, !expected].map(|swapped| if swapped { "swapped" } else { "not swapped" });
                write!(f, "expected colours {expected}, got {got}")
            }
            Difference::Time => write!(f, "expected a time of at most {MAX_TIME_US} µs, got more"),
            Difference::Score(score) => write!(f, "expected scores up to {}, got {score}", Score::WIN.0),
            Difference::Detail => {
                write!(f, "expected at most {MAX_DETAIL_BYTES} bytes about a fault, got more")
            }
            Difference::NotTheirTurn { steps, loser, fault } => {
                write!(f, "after {steps} steps it is not the turn of the {loser}, who cannot have: {fault}")
            }
            Difference::OnlyEngines(fault) => {
                write!(f, "only an engine can fail so, got a built-in agent that {fault}")
            }
            Difference::NoClock(loser) => {
                write!(f, "the {loser} has no clock, and cannot have lost on time")
            }
            Difference::TimeLeft { loser, had_ms, margin_ms, claimed } => {
                let had = had_ms.map_or("any time".to_owned(), |had| format!("{had} ms"));
                write!(f, "time was not up: the {loser} had {had} and {margin_ms} ms margin, got `{claimed}`")
            }
        }
    }
}

impl fmt::Display for StepDifference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StepDifference::Over(ending) => write!(f, "the game was over by {}", ending.name()),
            StepDifference::Seat { expected, got } => {
                write!(f, "expected one of the {expected}, got one of the {got}")
            }
            StepDifference::Refused(refusal) => refusal.fmt(f),
        }
    }
}
