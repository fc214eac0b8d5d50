//! What sits at a board in the arena: something that answers, in time or not, rightly or not.

use std::time::{Duration, Instant};

use goren_core::{Agent, Clock, Fault, Game, Limits, Score, Step, Stop, TimeControl};
use serde::{Deserialize, Serialize};

/// One side of one game. A player plays a single game and is then dropped, so that no game depends on another.
pub trait Player: Send {
    /// Gets ready for the game, which stands at its start (stones of an opening may be on the board already).
    /// Time spent here is not counted on the clock.
    fn begin(&mut self, game: &Game, budget: &Budget) -> Result<(), Fault>;

    /// Chooses the step that the game's turn asks for. The arena lets the game judge it.
    ///
    /// Returns soon after `stop` is raised, with whatever it has, or a fault.
    fn choose(&mut self, game: &Game, clock: &Clock, stop: &Stop) -> Result<Answer, Fault>;
}

/// What a player may use in a whole game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Budget {
    /// The clock.
    #[serde(skip_serializing_if = "TimeControl::is_none")]
    pub time: TimeControl,
    /// The most positions to search for a move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// The most plies to look ahead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Memory for everything, in bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory: Option<u64>,
}

/// What a player did, and what it says about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The step.
    pub step: Step,
    /// How long it took.
    pub time: Duration,
    /// How good the player thinks its position is.
    pub score: Option<Score>,
    /// How deep it looked.
    pub depth: Option<u32>,
    /// How many positions it searched.
    pub nodes: Option<u64>,
    /// The most memory it has used so far, in bytes.
    pub memory: Option<u64>,
}

/// An agent of this program as a player.
pub struct InProcess<A> {
    agent: A,
    budget: Budget,
}

impl<A: Agent> InProcess<A> {
    /// A player that asks an agent.
    pub fn new(agent: A) -> InProcess<A> {
        InProcess { agent, budget: Budget::default() }
    }
}

impl<A: Agent + Send> Player for InProcess<A> {
    fn begin(&mut self, _game: &Game, budget: &Budget) -> Result<(), Fault> {
        self.budget = *budget;
        Ok(())
    }

    fn choose(&mut self, game: &Game, clock: &Clock, stop: &Stop) -> Result<Answer, Fault> {
        let limits = Limits { nodes: self.budget.nodes, depth: self.budget.depth, clock: *clock };
        let start = Instant::now();
        let (mut score, mut depth, mut nodes) = (None, None, None);
        let step = self.agent.choose(game, &limits, stop, &mut |report| {
            if report.rank == 0 {
                (score, depth, nodes) = (Some(report.score), Some(report.depth), Some(report.nodes));
            }
        });
        Ok(Answer { step, time: start.elapsed(), score, depth, nodes, memory: None })
    }
}
