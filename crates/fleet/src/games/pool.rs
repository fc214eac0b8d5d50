//! A pool of games that are played by the workers of a fleet.

use std::collections::HashMap;
use std::fmt;
use std::time::Duration;

use goren_arena::{FinishedGame, GameError, Job, Pool, ReplayError, Status, TestVerdict, replay};

use super::Games;
use crate::audit::Audit;
use crate::connection::Fleet;
use crate::coordinator::{Coordinator, Delivery, Receipt};
use crate::error::FleetError;
use crate::message::{Announcement, RunProgress, WorkerPulse};

/// How long to wait for answers before looking around.
const ANSWER_TIMEOUT: Duration = Duration::from_millis(50);
/// On so many workers a game must fail before it counts as impossible.
const MAX_FAILURES: usize = 3;

/// Plays the games of a run on a fleet. See [`goren_arena::run_on`].
///
/// A game counts when the referee, replaying it here, comes to the result that the worker claims. A worker whose game does
/// not replay is set aside, and so is one whose games stand out from all others'.
pub struct GamesPool {
    coordinator: Coordinator,
    games: Games,
    is_by_clock: bool,
    /// The games that are out.
    jobs: HashMap<usize, Job>,
    /// What settles the games that were collected.
    receipts: HashMap<usize, Vec<Receipt>>,
    /// Workers that could not play a game, with what they said.
    failures: HashMap<usize, Vec<(String, String)>>,
    audit: Audit,
    is_aborted: bool,
}

impl GamesPool {
    /// Opens or resumes the run. The announcement's `common` must be [`Games`] of the plan that is played.
    pub fn open(fleet: &Fleet, announcement: Announcement) -> Result<GamesPool, FleetError> {
        let games = Games::read(&announcement.common)?;
        let is_by_clock = announcement.needs.speed.is_some();
        Ok(GamesPool {
            coordinator: Coordinator::open(fleet, announcement)?,
            games,
            is_by_clock,
            jobs: HashMap::new(),
            receipts: HashMap::new(),
            failures: HashMap::new(),
            audit: Audit::new(),
            is_aborted: false,
        })
    }

    /// The run's coordinator.
    pub fn coordinator(&self) -> &Coordinator {
        &self.coordinator
    }

    /// Ends the run: workers stop, and nothing of it remains on the server.
    pub fn end(self) -> Result<(), FleetError> {
        self.coordinator.end()
    }

    /// The game of an answer; `None` if it does not count and its task has been sent again.
    fn check(&mut self, delivery: &Delivery) -> Option<Result<FinishedGame, GameError>> {
        let answer = &delivery.answer;
        let number = usize::try_from(answer.number).ok()?;
        let job = self.jobs.get(&number)?;
        let value = match &answer.outcome {
            Ok(value) => value,
            Err(reason) => return self.fail(number, delivery, reason),
        };
        let scale = match (self.is_by_clock, answer.speed) {
            (true, Some(speed)) if speed.is_possible() => Ok(speed.scale),
            (true, _) => Err(Unreplayed::NoScale),
            (false, None) => Ok(1000),
            (false, Some(_)) => Err(Unreplayed::NoClock),
        };
        let played = scale.and_then(|scale| {
            let mut played: FinishedGame =
                serde_json::from_value(value.clone()).map_err(|error| Unreplayed::Json { number, error })?;
            replay(job, &played, scale).map_err(Unreplayed::Differs)?;
            played.worker = Some(answer.worker.clone());
            played.scale = (scale != 1000).then_some(scale);
            Ok(played)
        });
        match played {
            Ok(played) => {
                self.audit.enter(&answer.worker, job, &played);
                while let Some((worker, reason)) = self.audit.verdict() {
                    // Its earlier games stay.
                    self.coordinator.ban(&worker, &reason);
                }
                Some(Ok(played))
            }
            Err(reason) => {
                self.audit.ban(&answer.worker);
                self.coordinator.reject(delivery);
                self.coordinator.ban(&answer.worker, &format!("its game does not replay: {reason}"));
                None
            }
        }
    }

    /// A worker could not play a game. Others shall try, if there are any.
    fn fail(
        &mut self,
        number: usize,
        delivery: &Delivery,
        reason: &str,
    ) -> Option<Result<FinishedGame, GameError>> {
        let worker = &delivery.answer.worker;
        let failures = self.failures.entry(number).or_default();
        if !failures.iter().any(|(earlier, _)| earlier == worker) {
            failures.push((worker.clone(), reason.to_owned()));
        }
        let is_impossible = failures.len() >= MAX_FAILURES;
        self.audit.ban(worker);
        self.coordinator.reject(delivery);
        self.coordinator.ban(worker, &format!("it could not play game {number}: {reason}"));
        let aside = self.coordinator.banned();
        let is_able = |pulse: &WorkerPulse| {
            !aside.iter().any(|(name, _)| *name == pulse.worker)
                && !pulse.refuses.iter().any(|(run, _)| run == self.coordinator.run())
        };
        let is_hopeless = !self.coordinator.workers().iter().any(is_able);
        (is_impossible || is_hopeless)
            .then(|| Err(GameError::Elsewhere(format!("worker {worker}: {reason}").into())))
    }
}

impl Pool for GamesPool {
    fn room(&mut self) -> usize {
        self.coordinator.room()
    }

    fn start(&mut self, job: Job) -> Result<(), GameError> {
        let task = self.games.task(&job).map_err(|error| GameError::Elsewhere(error.into()))?;
        self.audit.hand_out(job.number);
        self.jobs.insert(job.number, job);
        self.coordinator.send(task).map_err(|error| GameError::Elsewhere(error.into()))
    }

    fn collect(&mut self) -> Vec<Result<FinishedGame, GameError>> {
        let deliveries = match self.coordinator.receive(ANSWER_TIMEOUT) {
            Ok(deliveries) => deliveries,
            Err(error) => return vec![Err(GameError::Elsewhere(error.into()))],
        };
        let mut games = Vec::with_capacity(deliveries.len());
        for delivery in deliveries {
            if let Some(result) = self.check(&delivery) {
                if let Ok(played) = &result {
                    self.receipts.entry(played.number).or_default().push(delivery.receipt);
                }
                games.push(result);
            }
        }
        games
    }

    fn settled(&mut self, numbers: &[usize]) {
        let mut receipts = Vec::with_capacity(numbers.len());
        for number in numbers {
            self.jobs.remove(number);
            self.failures.remove(number);
            receipts.extend(self.receipts.remove(number).unwrap_or_default());
        }
        self.coordinator.settle(&receipts);
    }

    fn out(&self) -> usize {
        if self.is_aborted || self.coordinator.is_drained() { 0 } else { self.jobs.len() }
    }

    fn drain(&mut self) {
        self.coordinator.drain();
    }

    fn abort(&mut self) {
        self.is_aborted = true;
    }

    fn standing(&mut self, status: &Status) {
        self.coordinator.report(RunProgress {
            finished: status.played as u64,
            expected: status.expected as u64,
            summary: summary(status),
            ..RunProgress::default()
        });
    }
}

/// Why an answer is no game that counts.
#[derive(Debug)]
enum Unreplayed {
    NoScale,
    NoClock,
    Json { number: usize, error: serde_json::Error },
    Differs(ReplayError),
}

impl fmt::Display for Unreplayed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unreplayed::NoScale => f.write_str("it does not say how its clock was scaled"),
            Unreplayed::NoClock => f.write_str("it scaled a clock that does not run"),
            Unreplayed::Json { number, error } => write!(f, "game {number}: {error}"),
            Unreplayed::Differs(error) => error.fmt(f),
        }
    }
}

/// The state of a match in one line: `+12 −9 =4, Elo +42 ± 60`.
fn summary(status: &Status) -> String {
    let standings = &status.standings;
    let [one, _] = standings.rows() else {
        let leader = standings.ranking().first().and_then(|&first| standings.rows().get(first));
        return leader.map_or_else(String::new, |row| {
            let points = row.total().points();
            format!("{} leads with {points} of {}", row.name, row.total().games())
        });
    };
    let tally = one.total();
    let mut text = format!("+{} −{} ={}", tally.wins, tally.losses, tally.draws);
    if let Some(test) = &status.sequential {
        let ratio = test.curve().last().copied().unwrap_or_default();
        text += &match test.verdict() {
            None | Some(TestVerdict::Undecided) => format!(", LLR {ratio:.2}"),
            Some(TestVerdict::AcceptH1) => ", H1 accepted".to_owned(),
            Some(TestVerdict::AcceptH0) => ", H0 accepted".to_owned(),
        };
    } else if standings.meeting(0, 1).pairs.total() > 0 {
        let estimate = standings.meeting(0, 1).pairs.elo();
        text += &format!(", Elo {estimate:.0}");
    }
    text
}
