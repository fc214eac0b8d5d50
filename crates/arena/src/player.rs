//! A player in the arena: it may answer late, illegally or not at all.

use std::time::{Duration, Instant};

use goren_core::{Agent, Clock, Fault, Game, Limits, Score, Step, Stop, TimeControl};
use serde::{Deserialize, Serialize};

/// One side of one game. A player plays a single game and is then dropped, so that no game depends on another.
pub trait Player: Send {
    /// Prepares for the game, which is at its start (stones of an opening may already be on the board).
    /// Time spent here is not counted on the clock.
    ///
    /// Returns soon after `stop` is raised, ready or with a fault.
    fn begin(&mut self, game: &Game, budget: &Budget, stop: &Stop) -> Result<(), Fault>;

    /// Chooses the step that the game's turn asks for. The arena checks it against the game.
    ///
    /// Returns soon after `stop` is raised, with whatever it has, or a fault.
    fn choose(&mut self, game: &Game, clock: &Clock, stop: &Stop) -> Result<ChosenStep, Fault>;
}

/// The resource limits of a player for a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Budget {
    /// The clock.
    #[serde(skip_serializing_if = "TimeControl::is_none")]
    pub time: TimeControl,
    /// The maximum number of positions to search per move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// The maximum search depth, in plies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Total memory, in bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory: Option<u64>,
}

/// A player's step, and what it reports about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChosenStep {
    /// The step.
    pub step: Step,
    /// How long it took.
    pub time: Duration,
    /// The score that the player reports.
    pub score: Option<Score>,
    /// The search depth.
    pub depth: Option<u32>,
    /// The number of positions searched.
    pub nodes: Option<u64>,
    /// Its peak memory so far, in bytes.
    pub memory: Option<u64>,
}

/// An agent built into this program as a player.
pub struct InProcess<A> {
    agent: A,
    budget: Budget,
}

impl<A: Agent> InProcess<A> {
    /// Wraps an agent.
    pub fn new(agent: A) -> InProcess<A> {
        InProcess { agent, budget: Budget::default() }
    }
}

impl<A: Agent + Send> Player for InProcess<A> {
    fn begin(&mut self, _game: &Game, budget: &Budget, _stop: &Stop) -> Result<(), Fault> {
        self.budget = *budget;
        Ok(())
    }

    fn choose(&mut self, game: &Game, clock: &Clock, stop: &Stop) -> Result<ChosenStep, Fault> {
        let limits = Limits { nodes: self.budget.nodes, depth: self.budget.depth, clock: *clock };
        let start = Instant::now();
        let (mut score, mut depth, mut nodes) = (None, None, None);
        let step = self.agent.choose(game, &limits, stop, &mut |report| {
            if report.rank == 0 {
                (score, depth, nodes) = (Some(report.score), Some(report.depth), Some(report.nodes));
            }
        });
        Ok(ChosenStep { step, time: start.elapsed(), score, depth, nodes, memory: None })
    }
}
