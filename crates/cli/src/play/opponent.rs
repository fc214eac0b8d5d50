//! The agent that plays against the person.

use std::time::{Duration, Instant};

use goren_core::{Agent, Game, Limits, Report, Seat, Step, Stop};

/// The agent that plays against the person.
pub(super) struct Opponent {
    pub(super) agent: Box<dyn Agent + Send>,
    pub(super) seat: Seat,
    pub(super) limits: Limits,
    pub(super) resigns: bool,
    /// Whether its scores are what it believes: a level below the highest overlooks things, and so errs on purpose.
    pub(super) tells_scores: bool,
}

impl Opponent {
    /// The agent's step, the time it took, and its report.
    pub(super) fn step(&mut self, game: &Game) -> (Step, Duration, Option<Report>) {
        let mut last = None;
        let stop = Stop::default();
        let start = Instant::now();
        let step = self.agent.choose(game, &self.limits, &stop, &mut |report| last = Some(report.clone()));
        let time = start.elapsed();
        let is_lost = last.as_ref().is_some_and(|report| report.score.plies_to_loss().is_some());
        if self.resigns && is_lost && !game.in_opening() {
            (Step::Resign(self.seat), time, last)
        } else {
            (step, time, last)
        }
    }
}
