//! Rush: as many puzzles as can be solved in a few minutes; three mistakes end it.

use std::collections::HashSet;

use goren_core::Rule;
use serde::{Deserialize, Serialize};

use super::{Changes, State, TrainError, Trained, Training};
use crate::wire::{RushBest, RushStart, RushView, now_ms};

/// Mistakes that end a rush.
const MOST_MISTAKES: u32 = 3;
/// How hard the first puzzle is, about as the easiest there are, and how much harder each next one is.
const FIRST: f64 = 800.0;
const STEP: f64 = 45.0;

/// A rush under way, or the last one.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Rush {
    /// When it was written, in milliseconds since 1970.
    pub(super) at: u64,
    minutes: u8,
    pub(super) rule: Option<Rule>,
    /// When it ends, in milliseconds since 1970.
    ends: u64,
    score: u32,
    mistakes: u32,
    /// The best score before it.
    best: u32,
    pub(super) seen: HashSet<String>,
}

impl Rush {
    /// How hard the next puzzle should be.
    pub(super) fn rating(&self) -> f64 {
        FIRST + STEP * f64::from(self.score)
    }

    fn is_over(&self) -> bool {
        self.mistakes >= MOST_MISTAKES || now_ms() >= self.ends
    }

    fn view(&self) -> RushView {
        RushView {
            minutes: self.minutes,
            left_ms: self.ends.saturating_sub(now_ms()),
            score: self.score,
            mistakes: self.mistakes,
            most_mistakes: MOST_MISTAKES,
            over: self.is_over(),
            best: self.best.max(self.score),
            record: self.score > self.best,
        }
    }
}

impl State {
    /// Refused when no rush is under way.
    pub(super) fn check_rush(&self) -> Trained<()> {
        match &self.kept.rush {
            None => Err(TrainError::bad("no rush is under way: begin one")),
            Some(rush) if rush.mistakes >= MOST_MISTAKES => {
                Err(TrainError::bad("three mistakes have ended this rush: begin another"))
            }
            Some(rush) if rush.is_over() => Err(TrainError::bad("the time is up: begin another rush")),
            Some(_) => Ok(()),
        }
    }

    /// Counts a puzzle of the rush; a best score is kept at once.
    pub(super) fn count_rush(&self, changes: &mut Changes, is_right: bool) -> Trained<RushView> {
        let rush =
            self.kept.rush.clone().ok_or_else(|| TrainError::bad("no rush is under way: begin one"))?;
        let rush = Rush {
            at: now_ms(),
            score: rush.score + u32::from(is_right),
            mistakes: rush.mistakes + u32::from(!is_right),
            ..rush
        };
        let view = rush.view();
        changes.rush = Some(rush);
        if view.record && is_right {
            let player = changes.player(&self.kept);
            player.rush.retain(|best| best.minutes != view.minutes);
            player.rush.push(RushBest { minutes: view.minutes, score: view.score });
        }
        Ok(view)
    }
}

impl Training {
    /// Begins a rush; one under way ends.
    pub(crate) fn start_rush(&self, request: &RushStart) -> Trained<RushView> {
        if !matches!(request.minutes, 3 | 5) {
            return Err(TrainError::bad(format!("expected 3 or 5 minutes, got {}", request.minutes)));
        }
        let mut state = self.lock();
        let best = state.kept.player.rush.iter().find(|best| best.minutes == request.minutes);
        let rush = Rush {
            at: now_ms(),
            minutes: request.minutes,
            rule: request.rule,
            ends: now_ms() + u64::from(request.minutes) * 60_000,
            score: 0,
            mistakes: 0,
            best: best.map_or(0, |best| best.score),
            seen: HashSet::new(),
        };
        let view = rush.view();
        self.write(&mut state, Changes { rush: Some(rush), ..Changes::default() })?;
        Ok(view)
    }

    /// How the rush stands.
    pub(crate) fn rush(&self) -> Trained<RushView> {
        let state = self.lock();
        let rush = state.kept.rush.as_ref();
        rush.map(Rush::view).ok_or_else(|| TrainError::Missing("no rush was begun yet".to_owned()))
    }
}
