//! One game to play, and its result: everything that a worker, here or on another machine, receives and returns.

use std::fmt;
use std::io;
use std::path::PathBuf;
use std::time::Duration;

use goren_core::{Adjudication, EndingKind, Fault, Game, Opening, Point, Score, Seat, Step, Stop, Terms};
use serde::{Deserialize, Serialize};

use crate::board::{Board, StartError};
use crate::contestant::{Contestant, MakeError};
use crate::pin::PinError;
use crate::text;

/// Plays jobs: in this process ([`crate::Local`]), or by sending them elsewhere and waiting for the answer.
///
/// This is the whole interface of a work queue. The runner calls it from one thread per slot; jobs and their results
/// are serialisable. The same job must give the same result if its players are deterministic.
pub trait Worker: Sync {
    /// Plays one game. `None` if `stop` was raised before it was over; an error if the job itself is invalid.
    fn play(&self, job: &Job, slot: &Slot, stop: &Stop) -> Result<Option<FinishedGame>, GameError>;
}

/// One of the slots in which games are played concurrently.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Slot {
    /// Its number, from 0.
    pub number: usize,
    /// The processors reserved for it; any if empty.
    pub cpus: Vec<usize>,
}

/// One game to play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Job {
    /// The game's number in its schedule, from 0.
    pub number: usize,
    /// The player who begins (with Black, unless the opening rule changes that) and the other, each with its limits.
    pub contestants: [Contestant; 2],
    /// The board.
    pub board: Board,
    /// The opening rule.
    pub opening: Opening,
    /// Moves made before the players take over; empty with an opening rule.
    #[serde(with = "text::points", default, skip_serializing_if = "Vec::is_empty")]
    pub stones: Vec<Point>,
    /// The seed of every random choice of agents in the game.
    pub seed: u64,
    /// When the game is adjudicated early.
    #[serde(default)]
    pub adjudication: Adjudication,
    /// How late a move may be before the game is lost on time, in milliseconds.
    pub margin_ms: u64,
}

impl Job {
    /// The game at its start, or why it cannot be played.
    pub fn game(&self) -> Result<Game, StartError> {
        if self.opening == Opening::Free {
            let opening = |error| StartError::Opening { stones: self.stones.clone(), error: Box::new(error) };
            return self.board.game(&self.stones).map_err(opening);
        }
        let Board { rule, size, ref traps } = self.board;
        Game::new(rule, size, traps, self.opening).map_err(StartError::Board)
    }

    /// The referee's terms.
    pub(crate) fn terms(&self) -> Terms {
        Terms {
            time: [0, 1].map(|seat| self.contestants[seat].budget.time),
            margin: [Duration::from_millis(self.margin_ms); 2],
            adjudication: self.adjudication,
        }
    }
}

/// Why a game cannot be played at all, or its result not be counted. It is nobody's fault in the game.
#[derive(Debug)]
pub enum GameError {
    /// The game cannot start.
    Start(StartError),
    /// A player cannot be made.
    Agent {
        /// The contestant.
        contestant: String,
        /// What its maker says.
        error: MakeError,
    },
    /// The transcript of its engines cannot be written.
    Transcript {
        /// The file.
        path: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// The slot's processors cannot be used.
    Pin(PinError),
    /// The worker panicked.
    Panicked {
        /// The number of the game.
        number: usize,
    },
    /// A pool was given more games than it has room for.
    Busy,
    /// The plan has no game of this number.
    NoSuchGame(usize),
    /// A game has two results.
    Twice(usize),
    /// What a pool or a worker of somebody else's says.
    Elsewhere(Box<dyn std::error::Error + Send + Sync>),
}

impl fmt::Display for GameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GameError::Start(error) => error.fmt(f),
            GameError::Agent { contestant, error } => write!(f, "{contestant}: {error}"),
            GameError::Transcript { path, error } => write!(f, "{}: {error}", path.display()),
            GameError::Pin(error) => error.fmt(f),
            GameError::Panicked { number } => write!(f, "game {number}: the worker panicked"),
            GameError::Busy => f.write_str("every slot is busy"),
            GameError::NoSuchGame(number) => write!(f, "there is no game {number} in this plan"),
            GameError::Twice(number) => write!(f, "game {number} was played twice"),
            GameError::Elsewhere(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for GameError {}

impl From<StartError> for GameError {
    fn from(error: StartError) -> GameError {
        GameError::Start(error)
    }
}

impl From<PinError> for GameError {
    fn from(error: PinError) -> GameError {
        GameError::Pin(error)
    }
}

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FinishedGame {
    /// The number of its job.
    pub number: usize,
    /// The winner's seat in the job; `None` for a draw.
    pub winner: Option<Seat>,
    /// Why it ended.
    pub ending: EndingKind,
    /// The loser's fault, if the game ended by [`EndingKind::Fault`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<Fault>,
    /// Whether the opening rule gave Black to the player who did not begin.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub swapped: bool,
    /// The players' steps, after the job's stones.
    pub moves: Vec<MoveRecord>,
    /// The peak memory of each player, in bytes, if known.
    #[serde(default, skip_serializing_if = "is_unknown")]
    pub memory: [Option<u64>; 2],
    /// The machine that played it, if it was one of several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub worker: Option<String>,
    /// By how much that machine multiplied the job's times, in thousandths, if it did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scale: Option<u32>,
}

fn is_unknown(memory: &[Option<u64>; 2]) -> bool {
    *memory == [None, None]
}

/// One step of a finished game with what its player reported about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MoveRecord {
    /// The step, such as `h8`.
    pub step: Step,
    /// Who took it.
    pub seat: Seat,
    /// The time it took, in microseconds.
    pub us: u64,
    /// The score that the player reported.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<i32>,
    /// The search depth.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// The number of positions searched.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
}

impl MoveRecord {
    /// The time it took.
    pub fn time(&self) -> Duration {
        Duration::from_micros(self.us)
    }

    /// The score that the player reported.
    pub fn score(&self) -> Option<Score> {
        self.score.map(Score)
    }
}
