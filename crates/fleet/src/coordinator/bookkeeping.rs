//! What a coordinator knows of its run: nothing here waits or asks.

use std::time::{Duration, Instant};

use super::{Inner, LARGEST_WINDOW, SILENCE, SMALLEST_WINDOW};
use crate::error::FleetError;
use crate::message::{RunProgress, WorkerPulse, WorkerStanding};

impl Inner {
    pub(super) fn check(&self) -> Result<(), FleetError> {
        self.failure.clone().map_or(Ok(()), Err)
    }

    pub(super) fn alive(&self) -> impl Iterator<Item = &WorkerPulse> {
        let now = Instant::now();
        let alive = self.workers.values().filter(move |(_, heard)| now.duration_since(*heard) <= SILENCE);
        alive.map(|(pulse, _)| pulse)
    }

    /// About twice what this run's share of the fleet performs at once.
    pub(super) fn window(&self, run: &str) -> usize {
        if let Some(window) = self.window {
            return window;
        }
        let threads = self.announcement.as_ref().map_or(1, |run| run.needs.threads.max(1));
        let takes_part = |pulse: &&WorkerPulse| {
            !pulse.is_leaving
                && !self.aside.contains_key(&pulse.worker)
                && !pulse.refuses.iter().any(|(refused, _)| refused == run)
        };
        let tasks: usize =
            self.alive().filter(takes_part).map(|pulse| (pulse.slots / threads) as usize).sum();
        let now = Instant::now();
        let is_other =
            |(name, heard): &(&String, &Instant)| *name != run && now.duration_since(**heard) <= SILENCE;
        let others = self.runs.iter().filter(is_other).count();
        (2 * tasks).div_ceil(1 + others).clamp(SMALLEST_WINDOW, LARGEST_WINDOW)
    }

    pub(super) fn standing(&mut self, worker: &str) -> &mut WorkerStanding {
        let standing = self.standings.entry(worker.to_owned());
        standing.or_insert_with(|| WorkerStanding { worker: worker.to_owned(), ..WorkerStanding::default() })
    }

    pub(super) fn forget_old(&mut self, now: Instant) {
        while self.recent.front().is_some_and(|at| now.duration_since(*at) > Duration::from_secs(60)) {
            self.recent.pop_front();
        }
    }

    pub(super) fn progress(&mut self, run: &str) -> RunProgress {
        self.forget_old(Instant::now());
        let mut workers: Vec<_> = self.standings.values().cloned().collect();
        workers.sort_by(|one, other| one.worker.cmp(&other.worker));
        let finished = if self.told.finished > 0 { self.told.finished } else { self.settled };
        RunProgress {
            run: run.to_owned(),
            finished,
            expected: self.told.expected,
            out: self.out.len() as u64,
            waiting: self.waiting,
            unread: self.unread,
            last_minute: u32::try_from(self.recent.len()).unwrap_or(u32::MAX),
            repeated: self.resent + self.redelivered,
            doubled: self.doubled,
            rejected: self.rejected,
            summary: self.told.summary.clone(),
            workers,
        }
    }

    /// Prepares a task to be sent again.
    pub(super) fn again(&mut self, number: u64) -> Option<(u64, u32, Vec<u8>)> {
        let out = self.out.get_mut(&number)?;
        out.attempt += 1;
        out.is_stored = false;
        out.delivered = None;
        self.resent += 1;
        Some((number, out.attempt, serde_json::to_vec(&out.task).ok()?))
    }
}
