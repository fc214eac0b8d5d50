//! What is known of a fleet at one moment, put together from the pulses heard so far. Time comes in as a value.

use std::collections::VecDeque;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::message::{Announcement, RunProgress, RunState, WorkerPulse};
use crate::names::is_name;

/// How long workers and coordinators may be silent before they count as gone, in milliseconds.
pub const SILENCE_MS: u64 = 7_000;
/// The time between two points of the history, in milliseconds.
pub const HISTORY_STEP_MS: u64 = 2_000;
/// The most points of the history: ten minutes.
pub const MAX_HISTORY: usize = 300;
/// The most workers that are listed.
pub const MAX_WORKERS: usize = 10_000;
/// The most runs that are listed.
const MAX_RUNS: usize = 256;
/// How many workers that are gone and runs that have ended are remembered.
const MAX_PAST: usize = 8;
/// The most engines or refusals of one worker that are listed.
const MAX_LISTED: usize = 64;
/// The longest text that is taken over from a message, in characters.
const MAX_TEXT_CHARS: usize = 300;
/// The largest pulse that is read, in bytes: that of a run names every worker that took part in it.
const MAX_PULSE_BYTES: usize = 1 << 20;

/// A pulse of the fleet.
#[derive(Clone, Debug, PartialEq)]
pub enum Pulse {
    /// Of a worker.
    Worker(WorkerPulse),
    /// Of a run's coordinator.
    Run(RunProgress),
}

impl Pulse {
    /// Reads a message of the subject `FLEET.pulse.worker.NAME` or `FLEET.pulse.run.RUN`. Texts are shortened, and control
    /// characters taken out of them: they go to terminals.
    pub fn read(subject: &str, payload: &[u8]) -> Result<Pulse, PulseError> {
        if payload.len() > MAX_PULSE_BYTES {
            return Err(PulseError::TooLong { subject: clean(subject), got: payload.len() });
        }
        let mut tokens = subject.rsplit('.');
        let (name, kind) = (tokens.next().unwrap_or_default(), tokens.next().unwrap_or_default());
        let unread =
            |error: serde_json::Error| PulseError::Json { subject: clean(subject), why: error.to_string() };
        // Who may publish what is decided by subjects, so a pulse under another name is nobody's.
        let check = |named: &str| {
            if named != name {
                Err(PulseError::OtherName { expected: clean(name), got: clean(named) })
            } else if !is_name(name) {
                Err(PulseError::Name(clean(name)))
            } else {
                Ok(())
            }
        };
        match kind {
            "worker" => {
                let mut pulse: WorkerPulse = serde_json::from_slice(payload).map_err(unread)?;
                check(&pulse.worker)?;
                pulse.engines.truncate(MAX_LISTED);
                pulse.refuses.truncate(MAX_LISTED);
                pulse.serves.truncate(MAX_LISTED);
                pulse.serves.iter_mut().for_each(|(run, _)| tidy(run));
                pulse.engines.iter_mut().for_each(tidy);
                pulse.refuses.iter_mut().for_each(|(run, reason)| {
                    tidy(run);
                    tidy(reason);
                });
                tidy(&mut pulse.version);
                pulse.busy = pulse.busy.min(pulse.slots);
                Ok(Pulse::Worker(pulse))
            }
            "run" => {
                let mut progress: RunProgress = serde_json::from_slice(payload).map_err(unread)?;
                check(&progress.run)?;
                progress.workers.retain(|standing| is_name(&standing.worker));
                progress.workers.sort_by(|one, other| one.worker.cmp(&other.worker));
                progress.workers.dedup_by(|one, other| one.worker == other.worker);
                progress.workers.truncate(MAX_WORKERS);
                progress.workers.iter_mut().filter_map(|standing| standing.aside.as_mut()).for_each(tidy);
                tidy(&mut progress.summary);
                Ok(Pulse::Run(progress))
            }
            _ => Err(PulseError::Subject(clean(subject))),
        }
    }
}

/// Why a message is no pulse. Texts of it are shortened, without control characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PulseError {
    /// It is longer than any.
    TooLong {
        /// Its subject.
        subject: String,
        /// Its bytes.
        got: usize,
    },
    /// It is none in JSON.
    Json {
        /// Its subject.
        subject: String,
        /// What the parser says.
        why: String,
    },
    /// It is somebody else's than its subject says.
    OtherName {
        /// Who its subject names.
        expected: String,
        /// Whose it is.
        got: String,
    },
    /// Not a name.
    Name(String),
    /// A subject of no pulse.
    Subject(String),
}

impl fmt::Display for PulseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PulseError::TooLong { subject, got } => {
                write!(f, "expected at most {MAX_PULSE_BYTES} bytes on `{subject}`, got {got}")
            }
            PulseError::Json { subject, why } => write!(f, "`{subject}` cannot be read: {why}"),
            PulseError::OtherName { expected, got } => {
                write!(f, "expected a pulse of `{expected}`, got one of `{got}`")
            }
            PulseError::Name(name) => {
                write!(f, "expected a name of letters, digits, `-` and `_`, got `{name}`")
            }
            PulseError::Subject(subject) => {
                write!(f, "expected a pulse of a worker or a run, got `{subject}`")
            }
        }
    }
}

impl std::error::Error for PulseError {}

/// A text of a message as it may be shown.
fn clean(text: &str) -> String {
    text.chars().filter(|char| !char.is_control()).take(MAX_TEXT_CHARS).collect()
}

fn tidy(text: &mut String) {
    if text.len() > MAX_TEXT_CHARS || text.chars().any(char::is_control) {
        *text = clean(text);
    }
}

/// What is known of a fleet. Times are milliseconds since 1970.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Snapshot {
    /// The fleet's name.
    pub fleet: String,
    /// When this was true.
    pub at: u64,
    /// How this program is connected.
    pub connection: Connection,
    /// The sums over all workers and runs.
    pub totals: Totals,
    /// The workers, by name.
    pub workers: Vec<WorkerSeen>,
    /// Workers that are there no longer, the last one first; only a few.
    pub gone: Vec<GoneWorker>,
    /// The open runs, the oldest first.
    pub runs: Vec<RunSeen>,
    /// Runs that ended while somebody watched, the last one first; only a few.
    pub ended: Vec<EndedRun>,
    /// What was true at earlier times, the oldest first: a point every two seconds, ten minutes of them. There are none for
    /// times without a connection.
    #[cfg_attr(feature = "ts", ts(as = "Vec<Moment>"))]
    pub history: VecDeque<Moment>,
    /// Messages that could not be read.
    pub unreadable: u64,
    /// What was wrong with the last one that could not be read.
    pub trouble: Option<String>,
}

/// A connection to the server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Connection {
    /// Whether it is there.
    pub state: ConnectionState,
    /// Since when.
    pub since: u64,
    /// Why it is not there, if that is known.
    pub reason: Option<String>,
}

/// Whether there is a connection to the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum ConnectionState {
    /// Not yet.
    Connecting,
    /// Yes.
    Connected,
    /// No longer; it is tried again.
    Lost,
}

/// Sums over a fleet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Totals {
    /// Workers.
    pub workers: u32,
    /// Tasks that they perform at once.
    pub slots: u32,
    /// Those that are busy.
    pub busy: u32,
    /// Tasks finished within the last minute.
    pub last_minute: u32,
    /// Tasks that wait for a worker, in all runs.
    pub waiting: u64,
    /// Results that coordinators have not yet read.
    pub unread: u64,
    /// Open runs.
    pub runs: u32,
}

/// A worker, with what it last said.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct WorkerSeen {
    /// When it was last heard.
    pub heard: u64,
    /// What it said.
    #[serde(flatten)]
    pub pulse: WorkerPulse,
}

/// A worker that is there no longer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct GoneWorker {
    /// Its name.
    pub worker: String,
    /// When it was last heard.
    pub heard: u64,
    /// It had said that it would leave.
    pub was_leaving: bool,
}

/// A run, with what its coordinator last said.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct RunSeen {
    /// Its identifier.
    pub run: String,
    /// What it is, for people.
    pub title: String,
    /// The kind of its tasks: `games`, `datagen` or `openings`.
    pub work: String,
    /// Whether tasks are to be begun.
    pub state: RunState,
    /// When it began, in milliseconds since 1970.
    pub started: u64,
    /// When its coordinator was last heard.
    pub heard: Option<u64>,
    /// For how many milliseconds its coordinator has been silent, if that is too long.
    pub silent: Option<u64>,
    /// What its coordinator said.
    pub progress: Option<RunProgress>,
    /// When it was first seen here.
    #[serde(skip)]
    seen: u64,
}

impl RunSeen {
    /// What to do about a coordinator that is silent.
    pub fn trouble(&self) -> Option<String> {
        let silent = self.silent?;
        Some(format!(
            "its coordinator is silent for {} s; resume it or end it with goren fleet end {}",
            silent / 1000,
            self.run
        ))
    }
}

/// A run that has ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct EndedRun {
    /// Its identifier.
    pub run: String,
    /// What it was, for people.
    pub title: String,
    /// The kind of its tasks.
    pub work: String,
    /// When its end was seen.
    pub ended: u64,
    /// Tasks whose results counted, as last heard.
    pub finished: u64,
    /// What its coordinator last said about its state.
    pub summary: String,
}

/// A point of the history.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Moment {
    /// When.
    pub at: u64,
    /// Slots.
    pub slots: u32,
    /// Those that were busy.
    pub busy: u32,
    /// Tasks finished within the minute before.
    pub last_minute: u32,
}

impl Snapshot {
    /// A fleet of which nothing is known yet.
    pub fn new(fleet: &str, now: u64) -> Snapshot {
        Snapshot {
            fleet: fleet.to_owned(),
            at: now,
            connection: Connection { state: ConnectionState::Connecting, since: now, reason: None },
            totals: Totals::default(),
            workers: Vec::new(),
            gone: Vec::new(),
            runs: Vec::new(),
            ended: Vec::new(),
            history: VecDeque::new(),
            unreadable: 0,
            trouble: None,
        }
    }

    /// Notes a change of the connection. Silence counts only while there is one.
    pub fn connection(&mut self, state: ConnectionState, reason: Option<String>, now: u64) {
        self.at = self.at.max(now);
        if self.connection.state != state {
            self.connection = Connection { state, since: now, reason };
        } else if reason.is_some() {
            self.connection.reason = reason;
        }
    }

    /// Notes a pulse, or that it could not be read.
    pub fn hear(&mut self, pulse: Result<Pulse, PulseError>, now: u64) {
        self.at = self.at.max(now);
        match pulse {
            Ok(Pulse::Worker(pulse)) => self.hear_worker(pulse, now),
            Ok(Pulse::Run(progress)) => {
                // The announcement decides which runs there are; a pulse may come a moment before or after.
                if let Some(seen) = self.runs.iter_mut().find(|seen| seen.run == progress.run) {
                    (seen.heard, seen.silent, seen.progress) = (Some(now), None, Some(progress));
                }
            }
            Err(error) => {
                self.unreadable += 1;
                self.trouble = Some(error.to_string());
            }
        }
    }

    fn hear_worker(&mut self, pulse: WorkerPulse, now: u64) {
        match self.workers.binary_search_by(|seen| seen.pulse.worker.cmp(&pulse.worker)) {
            Ok(place) => self.workers[place] = WorkerSeen { heard: now, pulse },
            Err(_) if self.workers.len() >= MAX_WORKERS => {
                self.trouble =
                    Some(format!("there are more than {MAX_WORKERS} workers; the others are not listed"));
            }
            Err(place) => {
                self.gone.retain(|gone| gone.worker != pulse.worker);
                self.workers.insert(place, WorkerSeen { heard: now, pulse });
            }
        }
    }

    /// Notes which runs are announced: all of them.
    pub fn announced(&mut self, announcements: Vec<Announcement>, now: u64) {
        self.at = self.at.max(now);
        let mut old = std::mem::take(&mut self.runs);
        for Announcement { run, mut title, mut work, state, started, .. } in announcements {
            if !is_name(&run) {
                continue;
            }
            if self.runs.len() == MAX_RUNS {
                self.trouble =
                    Some(format!("there are more than {MAX_RUNS} runs; the others are not listed"));
                break;
            }
            tidy(&mut title);
            tidy(&mut work);
            let known = old.iter().position(|seen| seen.run == run).map(|place| old.swap_remove(place));
            let (heard, silent, progress, seen) = known
                .map_or((None, None, None, now), |seen| (seen.heard, seen.silent, seen.progress, seen.seen));
            let started = started.saturating_mul(1000);
            self.runs.push(RunSeen { run, title, work, state, started, heard, silent, progress, seen });
        }
        self.runs.sort_by(|one, other| (one.started, &one.run).cmp(&(other.started, &other.run)));
        for RunSeen { run, title, work, progress, .. } in old {
            let (finished, summary) =
                progress.map_or((0, String::new()), |progress| (progress.finished, progress.summary));
            self.ended.insert(0, EndedRun { run, title, work, ended: now, finished, summary });
        }
        self.ended.retain(|ended| !self.runs.iter().any(|seen| seen.run == ended.run));
        self.ended.truncate(MAX_PAST);
    }

    /// Lets time pass: who is silent for too long is gone, sums and history are brought up to date.
    pub fn tick(&mut self, now: u64) {
        self.at = self.at.max(now);
        if self.connection.state != ConnectionState::Connected {
            return;
        }
        // Nobody was heard before there was a connection.
        let since = self.connection.since;
        let silence = |heard: u64| now.saturating_sub(heard.max(since));
        let gone = self.workers.extract_if(.., |seen| silence(seen.heard) > SILENCE_MS);
        let mut gone: Vec<GoneWorker> = gone
            .map(|WorkerSeen { heard, pulse }| GoneWorker {
                worker: pulse.worker,
                heard,
                was_leaving: pulse.is_leaving,
            })
            .collect();
        gone.sort_by_key(|gone| std::cmp::Reverse(gone.heard));
        gone.append(&mut self.gone);
        gone.truncate(MAX_PAST);
        self.gone = gone;
        for run in &mut self.runs {
            let silent = silence(run.heard.unwrap_or(run.seen));
            run.silent = (silent > SILENCE_MS).then_some(silent);
        }
        self.totals = self.sums();
        // Ticks are never quite on time.
        let is_due = |last: &Moment| now + HISTORY_STEP_MS / 8 >= last.at + HISTORY_STEP_MS;
        if self.history.back().is_none_or(is_due) {
            let Totals { slots, busy, last_minute, .. } = self.totals;
            self.history.push_back(Moment { at: now, slots, busy, last_minute });
            let oldest = now.saturating_sub(HISTORY_STEP_MS * MAX_HISTORY as u64);
            while self.history.len() > MAX_HISTORY
                || self.history.front().is_some_and(|first| first.at < oldest)
            {
                self.history.pop_front();
            }
        }
    }

    fn sums(&self) -> Totals {
        let mut totals = Totals {
            workers: self.workers.len().try_into().unwrap_or(u32::MAX),
            runs: self.runs.len().try_into().unwrap_or(u32::MAX),
            ..Totals::default()
        };
        for WorkerSeen { pulse, .. } in &self.workers {
            totals.slots = totals.slots.saturating_add(pulse.slots);
            totals.busy = totals.busy.saturating_add(pulse.busy);
            totals.last_minute = totals.last_minute.saturating_add(pulse.last_minute);
        }
        for progress in self.runs.iter().filter_map(|run| run.progress.as_ref()) {
            totals.waiting = totals.waiting.saturating_add(progress.waiting);
            totals.unread = totals.unread.saturating_add(progress.unread);
        }
        totals
    }
}

#[cfg(test)]
pub(crate) mod tests;
