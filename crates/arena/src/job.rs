//! One game to play, and the game played: all that a worker here or on another machine needs to know and to say.

use std::time::Duration;

use goren_core::{Adjudication, EndingKind, Fault, Game, Opening, Point, Score, Seat, Step, Stop};
use serde::{Deserialize, Serialize};

use crate::board::Board;
use crate::contestant::Contestant;
use crate::text;

/// Plays jobs: in this process ([`crate::Local`]), or by sending them elsewhere and waiting for the answer.
///
/// This is the whole seam of a work queue. The runner calls it from one thread for each slot; a job and what comes of it
/// serialise. Whoever plays a job must give the same answer for the same job where the players are deterministic.
pub trait Worker: Sync {
    /// Plays one game. `None` when `stop` was raised before its end; an error when the job itself is impossible.
    fn play(&self, job: &Job, slot: &Slot, stop: &Stop) -> Result<Option<FinishedGame>, String>;
}

/// One of the places where games are played at the same time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Slot {
    /// Its number, from 0.
    pub number: usize,
    /// The processors that belong to it alone; any if empty.
    pub cpus: Vec<usize>,
}

/// One game to play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Job {
    /// The game's number in its schedule, from 0.
    pub number: usize,
    /// Who begins, with Black unless the opening rule changes that, and the other; each with all its limits.
    pub contestants: [Contestant; 2],
    /// The board.
    pub board: Board,
    /// The opening rule.
    pub opening: Opening,
    /// Moves made before the players are asked; empty with an opening rule.
    #[serde(with = "text::points", default, skip_serializing_if = "Vec::is_empty")]
    pub stones: Vec<Point>,
    /// Decides every random choice of agents in the game.
    pub seed: u64,
    /// How the game can end before its end.
    #[serde(default)]
    pub adjudication: Adjudication,
    /// How late a move may come before the game is lost on time, in milliseconds.
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
}

/// A game that was played to its end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FinishedGame {
    /// The number of its job.
    pub number: usize,
    /// Who won, by the seat in the job; `None` for a draw.
    pub winner: Option<Seat>,
    /// Why it ended.
    pub ending: EndingKind,
    /// What the loser did wrong, where the game ended by [`EndingKind::Fault`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<Fault>,
    /// Whether the opening rule has given Black to who did not begin.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub swapped: bool,
    /// What the players did, after the job's stones.
    pub moves: Vec<Moved>,
    /// The most memory that each used, in bytes, where known.
    #[serde(default, skip_serializing_if = "is_unknown")]
    pub memory: [Option<u64>; 2],
}

fn is_unknown(memory: &[Option<u64>; 2]) -> bool {
    *memory == [None, None]
}

/// One step of a game with what its player said about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Moved {
    /// The step, such as `h8`.
    pub step: Step,
    /// Who took it.
    pub seat: Seat,
    /// The time it took, in microseconds.
    pub us: u64,
    /// How good the player thought its position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<i32>,
    /// How deep it looked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// How many positions it searched.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
}

impl Moved {
    /// The time it took.
    pub fn time(&self) -> Duration {
        Duration::from_micros(self.us)
    }

    /// How good the player thought its position.
    pub fn score(&self) -> Option<Score> {
        self.score.map(Score)
    }
}
