//! A worker: it takes tasks of all runs it can serve, performs them, and answers.

mod errands;
mod refusal;

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use async_nats::Subject;
use async_nats::jetstream::Message;
use async_nats::jetstream::consumer::PullConsumer;
use goren_arena::{Control, Slot};
use goren_core::Stop;
use serde_json::Value;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use errands::{NotPrepared, Sending, ask, prepare, watch};
use refusal::refusal;

use crate::connection::{Address, Link};
use crate::coordinator::PULSE;
use crate::error::FleetError;
use crate::message::{Announcement, Answer, RunState, Task, WorkerPulse};
use crate::names::is_name;
use crate::performer::{PerformError, Performer, RunPerformer};
use crate::subjects::number_of;

/// How often the worker looks after its tasks.
const TICK_INTERVAL: Duration = Duration::from_millis(50);
/// How often the list of runs is read, besides the news of it.
const LISTING_INTERVAL: Duration = Duration::from_secs(5);
/// How long a request for tasks waits, with one run and with several.
const LONG_WAIT: Duration = Duration::from_secs(2);
const SHORT_WAIT: Duration = Duration::from_millis(200);
/// How long running tasks may take to stop when the worker is to end at once.
const STOP_TIMEOUT: Duration = Duration::from_secs(3);

/// What a worker is.
#[derive(Clone, Debug)]
pub struct WorkerOptions {
    /// Its name, unique in the fleet.
    pub name: String,
    /// The program's version.
    pub version: String,
    /// The signature of its search: the nodes of `goren bench`.
    pub signature: u64,
    /// Nodes a second of one slot while all are busy; 0 if not measured.
    pub speed: u64,
    /// The slots, each of which performs one task of one thread at a time.
    pub slots: Vec<Slot>,
    /// The memory that a task of one slot may use, in bytes; `None` if any.
    pub memory: Option<u64>,
    /// The names of the engines that the owner allows.
    pub engines: Vec<String>,
    /// The folder in which objects are kept.
    pub cache: PathBuf,
}

/// An event of a worker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WorkerEvent {
    /// The server is there.
    Connected,
    /// The server is away; it is waited for, and running tasks go on.
    Disconnected,
    /// The worker takes part in a run.
    Joined {
        /// The run.
        run: String,
        /// What it is.
        title: String,
    },
    /// The worker does not take part in a run.
    Refused {
        /// The run.
        run: String,
        /// Why not.
        reason: String,
    },
    /// The run's coordinator has banned the worker.
    Banned {
        /// The run.
        run: String,
        /// Why.
        reason: String,
    },
    /// A run is over; its tasks are stopped.
    Left {
        /// The run.
        run: String,
    },
    /// A task begins.
    Begun {
        /// The run.
        run: String,
        /// The task.
        number: u64,
    },
    /// A task is done and its answer on the server.
    Finished {
        /// The run.
        run: String,
        /// The task.
        number: u64,
    },
    /// A task could not be performed.
    Failed {
        /// The run.
        run: String,
        /// The task.
        number: u64,
        /// Why not.
        reason: String,
    },
}

/// Works until `control` is drained (running tasks are finished) or aborted (they are given to others).
///
/// `on` is called on the calling thread. An error only if the server cannot be reached at the start.
pub fn serve(
    address: &Address,
    options: WorkerOptions,
    performer: Arc<dyn Performer>,
    control: &Control,
    on: impl FnMut(WorkerEvent),
) -> Result<(), FleetError> {
    if !is_name(&options.name) {
        return Err(FleetError::Name(options.name));
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| FleetError::Machine(error.to_string()))?;
    let result = runtime.block_on(async {
        let link = Link::connect(address, &format!("goren worker {}", options.name)).await?;
        let (tell, hear) = unbounded_channel();
        let state = State::new(link, options, performer, tell);
        state.work(hear, control, on).await;
        Ok(())
    });
    // A task that does not stop must not keep the worker.
    runtime.shutdown_background();
    result
}

/// What comes to a worker: all of it is handled in one place, one after another.
enum Input {
    /// All runs that are announced.
    Listed(Vec<Announcement>),
    Announced(Box<Announcement>),
    Ended(String),
    Banned(String, String),
    Prepared(String, u64, Result<Box<Prepared>, NotPrepared>),
    Arrived(String, Box<Message>),
    /// A request for tasks is over; those runs had none.
    Asked(Vec<String>),
    Performed(u64, Result<Option<Value>, PerformError>),
    Answered(u64, bool),
    Connection,
}

struct Prepared {
    performer: Arc<dyn RunPerformer>,
    consumer: PullConsumer,
}

struct Run {
    announcement: Announcement,
    /// Distinguishes it from an earlier run of the same name.
    generation: u64,
    state: Participation,
    stop: Stop,
    /// The time of slots that went to it, and a little more if it joined later: the least served comes next.
    served: Duration,
    /// It had no task when it was last asked.
    was_empty: bool,
}

/// Whether a worker takes part in a run.
enum Participation {
    Preparing,
    Takes(Box<Prepared>),
    Refuses(String),
}

struct Running {
    run: String,
    number: u64,
    reply: Subject,
    slots: Vec<usize>,
    since: Instant,
    /// The server is told that it goes on, this often.
    rhythm: Duration,
    told: Instant,
    /// It is done; its answer is on the way.
    is_done: bool,
    stop: Stop,
}

struct State {
    link: Link,
    options: Arc<WorkerOptions>,
    performer: Arc<dyn Performer>,
    tell: UnboundedSender<Input>,
    runs: BTreeMap<String, Run>,
    tasks: HashMap<u64, Running>,
    free: Vec<usize>,
    /// The service that the run chosen last had: newcomers start from here.
    clock: Duration,
    is_asking: bool,
    is_up: bool,
    is_leaving: bool,
    next: u64,
    finished: u64,
    failed: u64,
    recent: VecDeque<Instant>,
    started: u64,
    pulsed: Option<Instant>,
}

impl State {
    fn new(
        link: Link,
        options: WorkerOptions,
        performer: Arc<dyn Performer>,
        tell: UnboundedSender<Input>,
    ) -> State {
        State {
            link,
            free: (0..options.slots.len()).rev().collect(),
            options: Arc::new(options),
            performer,
            tell,
            runs: BTreeMap::new(),
            tasks: HashMap::new(),
            clock: Duration::ZERO,
            is_asking: false,
            is_up: true,
            is_leaving: false,
            next: 0,
            finished: 0,
            failed: 0,
            recent: VecDeque::new(),
            started: SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs()),
            pulsed: None,
        }
    }

    async fn work(
        mut self,
        mut hear: UnboundedReceiver<Input>,
        control: &Control,
        mut on: impl FnMut(WorkerEvent),
    ) {
        on(WorkerEvent::Connected);
        let watcher = tokio::spawn(watch(self.link.clone(), self.options.name.clone(), self.tell.clone()));
        let mut ticks = tokio::time::interval(TICK_INTERVAL);
        ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let mut aborted: Option<Instant> = None;
        loop {
            tokio::select! {
                input = hear.recv() => {
                    if let Some(input) = input {
                        self.handle(input, &mut on);
                    }
                }
                _ = ticks.tick() => self.look_after(),
            }
            if control.is_draining() && !self.is_leaving {
                self.is_leaving = true;
                self.pulsed = None;
            }
            if control.stop().is_raised() && aborted.is_none() {
                aborted = Some(Instant::now());
                self.give_back();
            }
            self.ask();
            self.pulse();
            let is_done = self.is_leaving && self.tasks.is_empty() && !self.is_asking;
            if is_done || aborted.is_some_and(|since| since.elapsed() > STOP_TIMEOUT) {
                break;
            }
        }
        watcher.abort();
        // What was said last is on its way when the connection ends.
        let _ = tokio::time::timeout(Duration::from_secs(1), self.link.client.flush()).await;
    }

    fn handle(&mut self, input: Input, on: &mut impl FnMut(WorkerEvent)) {
        match input {
            Input::Connection => {
                let is_up = self.link.is_up();
                if is_up != self.is_up {
                    self.is_up = is_up;
                    self.pulsed = None;
                    on(if is_up { WorkerEvent::Connected } else { WorkerEvent::Disconnected });
                    if is_up {
                        // The leases ran on.
                        self.tasks.values_mut().for_each(|task| task.told = task.since);
                        self.look_after();
                    }
                }
            }
            Input::Listed(listed) => {
                let is_gone = |name: &String| !listed.iter().any(|run| run.run == **name);
                let gone: Vec<String> = self.runs.keys().filter(|name| is_gone(name)).cloned().collect();
                gone.iter().for_each(|run| self.forget_run(run, on));
                listed.into_iter().for_each(|run| self.on_announced(run, on));
            }
            Input::Announced(run) => self.on_announced(*run, on),
            Input::Ended(run) => self.forget_run(&run, on),
            Input::Banned(run, reason) => {
                if let Some(entry) = self.runs.get_mut(&run)
                    && !matches!(&entry.state, Participation::Refuses(_))
                {
                    let told = format!("set aside: {reason}");
                    entry.state = Participation::Refuses(told);
                    entry.stop.raise();
                    on(WorkerEvent::Banned { run, reason });
                    self.pulsed = None;
                }
            }
            Input::Prepared(run, generation, result) => {
                if let Some(entry) = self.runs.get_mut(&run)
                    && entry.generation == generation
                    && matches!(entry.state, Participation::Preparing)
                {
                    self.pulsed = None;
                    match result {
                        Ok(prepared) => {
                            entry.state = Participation::Takes(prepared);
                            on(WorkerEvent::Joined { run, title: entry.announcement.title.clone() });
                        }
                        Err(error) => {
                            let reason = error.to_string();
                            entry.state = Participation::Refuses(reason.clone());
                            on(WorkerEvent::Refused { run, reason });
                        }
                    }
                }
            }
            Input::Arrived(run, message) => self.begin(&run, &message, on),
            Input::Asked(empty) => {
                self.is_asking = false;
                for run in empty {
                    if let Some(entry) = self.runs.get_mut(&run) {
                        entry.was_empty = true;
                    }
                }
            }
            Input::Performed(id, result) => self.answer(id, result, on),
            Input::Answered(id, is_stored) => {
                if let Some(task) = self.tasks.remove(&id)
                    && is_stored
                {
                    self.finished += 1;
                    self.recent.push_back(Instant::now());
                    on(WorkerEvent::Finished { run: task.run, number: task.number });
                }
            }
        }
    }

    /// A run is announced, or its announcement has changed.
    fn on_announced(&mut self, announcement: Announcement, on: &mut impl FnMut(WorkerEvent)) {
        let run = announcement.run.clone();
        if let Some(known) = self.runs.get_mut(&run) {
            let is_same = known.announcement.needs == announcement.needs
                && known.announcement.common == announcement.common
                && known.announcement.work == announcement.work;
            if known.announcement.state != announcement.state {
                self.pulsed = None;
            }
            if is_same {
                known.announcement = announcement;
                return;
            }
            self.forget_run(&run, on);
        }
        self.next += 1;
        let generation = self.next;
        let refusal = refusal(&self.options, &announcement);
        let state = match &refusal {
            Some(reason) => Participation::Refuses(reason.clone()),
            None => Participation::Preparing,
        };
        self.pulsed = None;
        let entry = Run {
            announcement: announcement.clone(),
            generation,
            state,
            stop: Stop::default(),
            served: self.clock,
            was_empty: true,
        };
        self.runs.insert(run.clone(), entry);
        if let Some(reason) = refusal {
            on(WorkerEvent::Refused { run, reason });
            return;
        }
        let (link, options, performer) = (self.link.clone(), self.options.clone(), self.performer.clone());
        let tell = self.tell.clone();
        tokio::spawn(async move {
            let prepared = prepare(link, options, performer, announcement).await;
            let _ = tell.send(Input::Prepared(run, generation, prepared));
        });
    }

    /// A run is over, or another begins under its name.
    fn forget_run(&mut self, run: &str, on: &mut impl FnMut(WorkerEvent)) {
        if let Some(entry) = self.runs.remove(run) {
            entry.stop.raise();
            self.pulsed = None;
            on(WorkerEvent::Left { run: run.to_owned() });
        }
    }

    /// Asks for tasks, if slots are free: the run that was served least first.
    fn ask(&mut self) {
        if self.is_asking || self.is_leaving || !self.is_up {
            return;
        }
        let free = self.free.len();
        let mut candidates: Vec<(Duration, &String, &Run, &Prepared)> = Vec::new();
        for (name, run) in &self.runs {
            if let Participation::Takes(prepared) = &run.state
                && run.announcement.state == RunState::Open
                && run.announcement.needs.threads as usize <= free
            {
                let running = self.tasks.values().filter(|task| task.run == *name && !task.is_done);
                let busy: Duration = running
                    .map(|task| task.since.elapsed() * u32::try_from(task.slots.len()).unwrap_or(1))
                    .sum();
                candidates.push((run.served + busy, name, run, prepared));
            }
        }
        candidates.sort_by_key(|(served, ..)| *served);
        let Some((least, ..)) = candidates.first() else { return };
        let least = *least;
        let count = candidates.len();
        let wanted: Vec<(String, PullConsumer, usize)> = candidates
            .iter()
            .map(|(_, name, run, prepared)| {
                let tasks = free / run.announcement.needs.threads.max(1) as usize;
                ((*name).clone(), prepared.consumer.clone(), tasks.div_ceil(count).max(1))
            })
            .collect();
        self.clock = self.clock.max(least);
        self.is_asking = true;
        let (tell, changes) = (self.tell.clone(), self.link.changes.clone());
        tokio::spawn(async move {
            let empty = ask(wanted, &tell, changes).await;
            let _ = tell.send(Input::Asked(empty));
        });
    }

    /// A task has arrived.
    fn begin(&mut self, run: &str, message: &Message, on: &mut impl FnMut(WorkerEvent)) {
        let Some(reply) = message.reply.clone() else { return };
        let Some(entry) = self.runs.get_mut(run) else { return };
        let Participation::Takes(prepared) = &entry.state else {
            return say(&self.link, reply, "-NAK");
        };
        let threads = entry.announcement.needs.threads.max(1) as usize;
        if self.is_leaving || self.free.len() < threads {
            return say(&self.link, reply, "-NAK");
        }
        let task = match Task::read(&message.payload) {
            Ok(task) if number_of(&message.subject) == Some(task.number) => task,
            // It will never be one: nobody else shall try.
            _ => return say(&self.link, reply, "+TERM"),
        };
        if entry.was_empty {
            // A run that had nothing to do has no claim to the time that it missed.
            entry.served = entry.served.max(self.clock);
            entry.was_empty = false;
        }
        let slots = self.free.split_off(self.free.len() - threads);
        self.next += 1;
        let id = self.next;
        let now = Instant::now();
        let lease = Duration::from_millis(entry.announcement.lease_ms);
        let (number, stop) = (task.number, entry.stop.clone());
        self.tasks.insert(
            id,
            Running {
                run: run.to_owned(),
                number,
                reply,
                slots: slots.clone(),
                since: now,
                rhythm: lease / 3,
                told: now,
                is_done: false,
                stop: stop.clone(),
            },
        );
        let slot = Slot {
            number: slots[0],
            cpus: slots.iter().flat_map(|&slot| self.options.slots[slot].cpus.clone()).collect(),
        };
        let (performer, tell) = (prepared.performer.clone(), self.tell.clone());
        on(WorkerEvent::Begun { run: run.to_owned(), number });
        let perform = move || {
            let result = catch_unwind(AssertUnwindSafe(|| performer.perform(&task, &slot, &stop)));
            let result = result.unwrap_or_else(|_| Err(format!("task {number}: the worker panicked").into()));
            let _ = tell.send(Input::Performed(id, result));
        };
        if let Err(error) = std::thread::Builder::new().name(format!("task {number}")).spawn(perform) {
            let error = format!("cannot start a thread: {error}");
            let _ = self.tell.send(Input::Performed(id, Err(error.into())));
        }
    }

    /// A task is done: its slots are free, and its answer is sent until the server has it or the run is over.
    fn answer(
        &mut self,
        id: u64,
        result: Result<Option<Value>, PerformError>,
        on: &mut impl FnMut(WorkerEvent),
    ) {
        let Some(task) = self.tasks.get_mut(&id) else { return };
        task.is_done = true;
        let busy = task.since.elapsed() * u32::try_from(task.slots.len()).unwrap_or(1);
        self.free.append(&mut task.slots);
        let entry = self.runs.get_mut(&task.run);
        let speed = entry.and_then(|entry| {
            entry.served += busy;
            match &entry.state {
                Participation::Takes(prepared) => prepared.performer.speed(),
                _ => None,
            }
        });
        let is_over = task.stop.is_raised();
        let outcome = match result {
            Ok(Some(value)) if !is_over => Ok(value),
            Err(error) if !is_over => {
                self.failed += 1;
                let reason = error.to_string();
                let (run, number) = (task.run.clone(), task.number);
                on(WorkerEvent::Failed { run, number, reason: reason.clone() });
                Err(reason.chars().take(2000).collect())
            }
            _ => {
                // Stopped. If the run goes on, another worker takes it at once.
                say(&self.link, task.reply.clone(), "-NAK");
                self.tasks.remove(&id);
                return;
            }
        };
        let answer = Answer { number: task.number, worker: self.options.name.clone(), speed, outcome };
        let answer = Sending {
            link: self.link.clone(),
            run: task.run.clone(),
            reply: task.reply.clone(),
            stop: task.stop.clone(),
            id: format!("{}/{}/{}/{:x}-{id}", task.run, task.number, answer.worker, self.started),
            answer,
        };
        let tell = self.tell.clone();
        tokio::spawn(async move {
            let is_stored = answer.send().await;
            let _ = tell.send(Input::Answered(id, is_stored));
        });
    }

    /// Tells the server which tasks go on.
    fn look_after(&mut self) {
        if !self.is_up {
            return;
        }
        let now = Instant::now();
        for task in self.tasks.values_mut() {
            if now.duration_since(task.told) >= task.rhythm && !task.stop.is_raised() {
                task.told = now;
                say(&self.link, task.reply.clone(), "+WPI");
            }
        }
    }

    /// Stops all tasks; they go to others.
    fn give_back(&mut self) {
        self.runs.values().for_each(|run| run.stop.raise());
    }

    fn pulse(&mut self) {
        let now = Instant::now();
        if !self.is_up || self.pulsed.is_some_and(|at| now.duration_since(at) < PULSE) {
            return;
        }
        self.pulsed = Some(now);
        while self.recent.front().is_some_and(|at| now.duration_since(*at) > Duration::from_secs(60)) {
            self.recent.pop_front();
        }
        let mut serves: BTreeMap<&str, u32> = BTreeMap::new();
        for task in self.tasks.values() {
            *serves.entry(&task.run).or_default() += 1;
        }
        let refuses = self.runs.iter().filter_map(|(name, run)| match &run.state {
            Participation::Refuses(reason) => Some((name.clone(), reason.clone())),
            _ => None,
        });
        let slots = self.options.slots.len();
        let small = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        let pulse = WorkerPulse {
            worker: self.options.name.clone(),
            version: self.options.version.clone(),
            signature: self.options.signature,
            slots: small(slots),
            busy: small(slots - self.free.len()),
            speed: self.options.speed,
            engines: self.options.engines.clone(),
            finished: self.finished,
            last_minute: small(self.recent.len()),
            failed: self.failed,
            started: self.started,
            serves: serves.into_iter().map(|(run, count)| (run.to_owned(), count)).collect(),
            refuses: refuses.collect(),
            is_leaving: self.is_leaving,
        };
        if let Ok(bytes) = serde_json::to_vec(&pulse) {
            let (client, subject) = (self.link.client.clone(), self.link.names.worker_pulse(&pulse.worker));
            tokio::spawn(async move { client.publish(subject, bytes.into()).await });
        }
    }
}

/// Sends a few bytes, and does not wait.
fn say(link: &Link, subject: Subject, what: &'static str) {
    let client = link.client.clone();
    tokio::spawn(async move { client.publish(subject, what.into()).await });
}
