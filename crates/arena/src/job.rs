//! One game to play, and its result: everything that a worker, here or on another machine, receives and returns.

use std::time::Duration;

use goren_core::{Adjudication, EndingKind, Fault, Game, Opening, Point, Score, Seat, Step, Stop, Terms};
use serde::{Deserialize, Serialize};

use crate::board::Board;
use crate::contestant::Contestant;
use crate::text;

/// Plays jobs: in this process ([`crate::Local`]), or by sending them elsewhere and waiting for the answer.
///
/// This is the whole interface of a work queue. The runner calls it from one thread per slot; jobs and their results
/// are serialisable. The same job must give the same result if its players are deterministic.
pub trait Worker: Sync {
    /// Plays one game. `None` if `stop` was raised before it was over; an error if the job itself is invalid.
    fn play(&self, job: &Job, slot: &Slot, stop: &Stop) -> Result<Option<FinishedGame>, String>;
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
    pub fn game(&self) -> Result<Game, String> {
        if self.opening == Opening::Free {
            let stones = || text::points_text(&self.stones);
            return self.board.game(&self.stones).map_err(|error| format!("opening `{}`: {error}", stones()));
        }
        let Board { rule, size, ref traps } = self.board;
        Game::new(rule, size, traps, self.opening).map_err(|error| error.to_string())
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
