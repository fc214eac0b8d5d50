//! The slots of this process, a thread each.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::Scope;

use goren_core::Stop;

use super::Pool;
use crate::job::{FinishedGame, GameError, Job, Slot, Worker};
use crate::pin;

/// Plays games in slots of this process.
pub(crate) struct Threads<'env> {
    /// One for each slot.
    hands: Vec<Sender<Job>>,
    idle: Vec<usize>,
    results: Receiver<(usize, Played)>,
    stop: &'env Stop,
}

/// `None` if it was aborted.
type Played = Result<Option<FinishedGame>, GameError>;

impl<'env> Threads<'env> {
    /// Starts a thread for each slot. They end when the pool is dropped; games are aborted by `stop`.
    pub(crate) fn new<'scope>(
        scope: &'scope Scope<'scope, 'env>,
        worker: &'env dyn Worker,
        slots: &'env [Slot],
        stop: &'env Stop,
    ) -> Threads<'env> {
        let (done, results) = mpsc::channel();
        let hand = |(index, slot)| {
            let (hand, jobs) = mpsc::channel();
            let done = done.clone();
            scope.spawn(move || {
                serve(slot, worker, &jobs, stop, |result| {
                    done.send((index, result)).expect("the pool waits for every job it has handed out");
                });
            });
            hand
        };
        Threads {
            hands: slots.iter().enumerate().map(hand).collect(),
            idle: (0..slots.len()).rev().collect(),
            results,
            stop,
        }
    }
}

impl Pool for Threads<'_> {
    fn room(&mut self) -> usize {
        self.idle.len()
    }

    fn start(&mut self, job: Job) -> Result<(), GameError> {
        let slot = self.idle.pop().ok_or(GameError::Busy)?;
        self.hands[slot].send(job).expect("a slot waits for jobs until its hand is dropped");
        Ok(())
    }

    fn collect(&mut self) -> Vec<Result<FinishedGame, GameError>> {
        if self.out() == 0 {
            return Vec::new();
        }
        let first = self.results.recv().expect("a slot is busy and will answer");
        // All games that have finished meanwhile belong to the same batch.
        let mut over = Vec::new();
        for (slot, result) in std::iter::once(first).chain(self.results.try_iter()) {
            self.idle.push(slot);
            over.extend(result.transpose());
        }
        over
    }

    fn settled(&mut self, _: &[usize]) {}

    fn out(&self) -> usize {
        self.hands.len() - self.idle.len()
    }

    fn abort(&mut self) {
        self.stop.raise();
    }
}

/// Plays the jobs of a slot until the channel closes.
fn serve(slot: &Slot, worker: &dyn Worker, jobs: &Receiver<Job>, stop: &Stop, done: impl Fn(Played)) {
    for job in jobs {
        let play = || worker.play(&job, slot, stop);
        // Done once and for all by the first game; a failure is each game's.
        done(pin::stay_on(slot).map_err(GameError::Pin).and_then(|()| {
            let panicked = |_| Err(GameError::Panicked { number: job.number });
            catch_unwind(AssertUnwindSafe(play)).unwrap_or_else(panicked)
        }));
    }
}
