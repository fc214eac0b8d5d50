//! Rush: as many puzzles as can be solved in a few minutes; three mistakes end it.

use std::collections::HashSet;

use goren_core::Rule;
use serde::{Deserialize, Serialize};

use super::view::{RushBest, RushView};
use super::{Changes, Progress, Trained, Training, TrainingError};
use crate::puzzle::Puzzle;

/// Mistakes that end a rush.
const MAX_MISTAKES: u32 = 3;
/// How hard the first puzzle is, about as the easiest there are, and how much harder each next one is.
const FIRST_RATING: f64 = 800.0;
const RATING_STEP: f64 = 45.0;

/// A rush under way, or the last one.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Rush {
    /// When it was written, in milliseconds since 1970.
    at: u64,
    minutes: u8,
    rule: Option<Rule>,
    /// When it ends, in milliseconds since 1970.
    ends: u64,
    score: u32,
    mistakes: u32,
    /// The best score before it.
    best: u32,
    seen: HashSet<String>,
}

impl Rush {
    /// How hard the next puzzle should be.
    pub(super) fn rating(&self) -> f64 {
        FIRST_RATING + RATING_STEP * f64::from(self.score)
    }

    /// Whether a puzzle may come next.
    pub(super) fn wants(&self, puzzle: &Puzzle) -> bool {
        self.rule.is_none_or(|rule| rule == puzzle.rule) && !self.seen.contains(&puzzle.id)
    }

    /// The rush in which another puzzle was seen.
    pub(super) fn with_seen(&self, id: &str) -> Rush {
        let mut rush = self.clone();
        rush.seen.insert(id.to_owned());
        rush
    }

    fn is_over(&self, now: u64) -> bool {
        self.mistakes >= MAX_MISTAKES || now >= self.ends
    }

    fn view(&self, now: u64) -> RushView {
        RushView {
            minutes: self.minutes,
            left_ms: self.ends.saturating_sub(now),
            score: self.score,
            mistakes: self.mistakes,
            most_mistakes: MAX_MISTAKES,
            over: self.is_over(now),
            best: self.best.max(self.score),
            record: self.score > self.best,
        }
    }
}

impl Progress {
    /// The rush that is under way.
    pub(super) fn check_rush(&self, now: u64) -> Trained<&Rush> {
        match &self.rush {
            None => Err(TrainingError::NoRush),
            Some(rush) if rush.mistakes >= MAX_MISTAKES => Err(TrainingError::MistakesEndedRush),
            Some(rush) if rush.is_over(now) => Err(TrainingError::TimeIsUp),
            Some(rush) => Ok(rush),
        }
    }

    /// Counts a puzzle of the rush; a best score is kept at once.
    pub(super) fn count_rush(&self, changes: &mut Changes, is_right: bool, now: u64) -> Trained<RushView> {
        let rush = self.rush.clone().ok_or(TrainingError::NoRush)?;
        let rush = Rush {
            at: now,
            score: rush.score + u32::from(is_right),
            mistakes: rush.mistakes + u32::from(!is_right),
            ..rush
        };
        let view = rush.view(now);
        changes.rush = Some(rush);
        if view.record && is_right {
            let player = changes.player(self, now);
            player.rush.retain(|best| best.minutes != view.minutes);
            player.rush.push(RushBest { minutes: view.minutes, score: view.score });
        }
        Ok(view)
    }
}

impl Training {
    /// Begins a rush of three or five minutes; one under way ends.
    pub fn start_rush(&self, minutes: u8, rule: Option<Rule>, now: u64) -> Trained<(RushView, Changes)> {
        if !matches!(minutes, 3 | 5) {
            return Err(TrainingError::RushMinutes { got: minutes });
        }
        let best = self.progress.player.rush.iter().find(|best| best.minutes == minutes);
        let rush = Rush {
            at: now,
            minutes,
            rule,
            ends: now + u64::from(minutes) * 60_000,
            score: 0,
            mistakes: 0,
            best: best.map_or(0, |best| best.score),
            seen: HashSet::new(),
        };
        Ok((rush.view(now), Changes { rush: Some(rush), ..Changes::default() }))
    }

    /// How the rush stands.
    pub fn rush(&self, now: u64) -> Trained<RushView> {
        let rush = self.progress.rush.as_ref();
        rush.map(|rush| rush.view(now)).ok_or(TrainingError::NoRushYet)
    }
}
