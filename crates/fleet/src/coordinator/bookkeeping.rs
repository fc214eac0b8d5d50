//! What a coordinator knows of its run: nothing here waits or asks.

use std::time::{Duration, Instant};

use super::{Inner, MAX_WINDOW, MAX_WORKERS, MIN_WINDOW, SILENCE};
use crate::error::FleetError;
use crate::message::{RunProgress, WorkerPulse, WorkerStanding};
use crate::snapshot::Pulse;

impl Inner {
    pub(super) fn check(&self) -> Result<(), FleetError> {
        self.failure.clone().map_or(Ok(()), Err)
    }

    pub(super) fn alive(&self) -> impl Iterator<Item = &WorkerPulse> {
        let now = Instant::now();
        let alive = self.workers.values().filter(move |(_, heard)| now.duration_since(*heard) <= SILENCE);
        alive.map(|(pulse, _)| pulse)
    }

    /// Hears a pulse of a worker or of another run. Anybody may say that they are a worker: only so many are listened to, and of
    /// each only what concerns this run is kept. Whoever is silent makes room.
    pub(super) fn hear(&mut self, run: &str, subject: &str, payload: &[u8], now: Instant) {
        let is_silent = |heard: Instant| now.duration_since(heard) > SILENCE;
        match Pulse::read(subject, payload) {
            Ok(Pulse::Worker(mut pulse)) => {
                pulse.refuses.retain(|(refused, _)| refused == run);
                pulse.serves.retain(|(served, _)| served == run);
                pulse.refuses.truncate(1);
                pulse.serves.truncate(1);
                if self.workers.len() >= MAX_WORKERS && !self.workers.contains_key(&pulse.worker) {
                    self.workers.retain(|_, (_, heard)| !is_silent(*heard));
                }
                if self.workers.len() < MAX_WORKERS || self.workers.contains_key(&pulse.worker) {
                    self.workers.insert(pulse.worker.clone(), (pulse, now));
                }
            }
            Ok(Pulse::Run(progress)) => {
                if self.runs.len() >= MAX_WORKERS {
                    self.runs.retain(|_, heard| !is_silent(*heard));
                }
                if self.runs.len() < MAX_WORKERS {
                    self.runs.insert(progress.run, now);
                }
            }
            Err(_) => {}
        }
    }

    /// About twice what this run's share of the fleet performs at once.
    pub(super) fn window(&self, run: &str) -> usize {
        if let Some(window) = self.window {
            return window;
        }
        let threads = self.announcement.as_ref().map_or(1, |run| run.needs.threads.max(1));
        let takes_part = |pulse: &&WorkerPulse| {
            !pulse.is_leaving
                && !self.banned.contains_key(&pulse.worker)
                && !pulse.refuses.iter().any(|(refused, _)| refused == run)
        };
        let tasks: usize =
            self.alive().filter(takes_part).map(|pulse| (pulse.slots / threads) as usize).sum();
        let now = Instant::now();
        let is_other =
            |(name, heard): &(&String, &Instant)| *name != run && now.duration_since(**heard) <= SILENCE;
        let others = self.runs.iter().filter(is_other).count();
        (2 * tasks).div_ceil(1 + others).clamp(MIN_WINDOW, MAX_WINDOW)
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

#[cfg(test)]
mod tests {
    use super::*;

    fn pulse(name: &str) -> Vec<u8> {
        let many: Vec<(String, String)> =
            (0..500).map(|i| (format!("run{i}"), "for no reason at all".repeat(5))).collect();
        let pulse = WorkerPulse {
            worker: name.to_owned(),
            version: "1.0.0".to_owned(),
            signature: 1,
            slots: 1000,
            busy: 0,
            speed: 1,
            engines: Vec::new(),
            finished: 0,
            last_minute: 0,
            failed: 0,
            started: 0,
            serves: vec![("run7".to_owned(), 1), ("other".to_owned(), 1)],
            refuses: many,
            is_leaving: false,
        };
        serde_json::to_vec(&pulse).unwrap()
    }

    #[test]
    fn pulses_of_made_up_workers_are_bounded() {
        let mut inner = Inner::default();
        let now = Instant::now();
        let mut hear = |name: &str, now| {
            inner.hear("run7", &format!("goren.pulse.worker.{name}"), &pulse(name), now);
            inner.workers.len()
        };
        for i in 0..MAX_WORKERS + 50 {
            assert_eq!(hear(&format!("made-up-{i}"), now), (i + 1).min(MAX_WORKERS));
        }
        // The silent make room.
        assert_eq!(hear("honest", now + SILENCE * 2), 1);
        let (kept, _) = &inner.workers["honest"];
        assert_eq!((kept.refuses.len(), kept.serves.len()), (1, 1), "what concerns other runs is not kept");
        inner.hear("run7", "goren.pulse.worker.other", &pulse("honest"), now);
        assert_eq!(inner.workers.len(), 1, "nobody speaks under another name");
        for i in 0..MAX_WORKERS + 50 {
            let progress = RunProgress { run: format!("r{i}"), ..RunProgress::default() };
            let bytes = serde_json::to_vec(&progress).unwrap();
            inner.hear("run7", &format!("goren.pulse.run.r{i}"), &bytes, now);
        }
        assert_eq!(inner.runs.len(), MAX_WORKERS);
    }
}
