//! One run, seen from its coordinator: tasks go out as far as there are workers, and every task has one answer that
//! counts.

mod answers;
mod bookkeeping;
mod server;

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use async_nats::Subject;
use tokio::runtime::Handle;
use tokio::task::JoinHandle;

use answers::{publish, read_answers};
use server::{beat, listen, reconcile};

use crate::check::{MAX_TASK_BYTES, MessageError};
use crate::connection::{Fleet, Link, random};
use crate::error::FleetError;
use crate::message::{Announcement, Answer, RunProgress, RunState, Task, WorkerPulse, WorkerStanding};
use crate::names::is_name;
use crate::ranges::Ranges;

/// How often a pulse is sent.
pub(crate) const PULSE: Duration = Duration::from_secs(2);
/// After so long a silence a worker or a run counts as gone.
pub const SILENCE: Duration = Duration::from_secs(7);
/// How long a task or an answer is kept on the server.
const AGE: Duration = Duration::from_secs(7 * 24 * 3600);
/// How long the server recognises a message that was sent twice.
const DUPLICATES: Duration = Duration::from_secs(120);
/// How long an answer may be in our hands before the server offers it again.
const SETTLING: Duration = Duration::from_secs(30);
/// The fewest tasks that are out while there are more.
const MIN_WINDOW: usize = 4;
/// The most tasks that are out.
const MAX_WINDOW: usize = 10_000;
/// The most answers that are kept for tasks that nobody has asked for yet.
const MAX_HELD: usize = 20_000;
/// The most workers, and other runs, that are listened to.
const MAX_WORKERS: usize = 4_000;

/// The name of the consumer that all workers share.
pub(crate) const WORKERS: &str = "workers";
/// The name of the coordinator's consumer.
const COORDINATOR: &str = "coordinator";

/// An answer that waits to be checked and settled.
#[derive(Debug)]
pub struct Delivery {
    /// The answer.
    pub answer: Answer,
    /// What settles it.
    pub receipt: Receipt,
}

/// What settles an answer.
#[derive(Clone, Debug)]
pub struct Receipt {
    number: u64,
    worker: String,
    reply: Subject,
    /// Its place in the stream of answers: the same message, offered again, has the same.
    sequence: u64,
}

/// The coordinator of a run.
///
/// A task that was sent is answered once, whatever happens to workers, to the server and to messages: what is lost is
/// sent again, and what comes twice is dropped.
pub struct Coordinator {
    shared: Arc<Shared>,
    handle: Handle,
    loops: Vec<JoinHandle<()>>,
}

struct Shared {
    link: Link,
    run: String,
    lease: Duration,
    coordinator: u64,
    inner: Mutex<Inner>,
    arrived: Condvar,
}

#[derive(Default)]
struct Inner {
    announcement: Option<Announcement>,
    /// Tasks without a settled answer.
    out: HashMap<u64, Out>,
    /// All tasks that were ever sent here.
    sent: Ranges,
    /// Tasks and answers that lay on the server when the run was resumed.
    there: HashSet<u64>,
    /// Answers to tasks that have not been sent yet: those of an earlier coordinator.
    held: HashMap<u64, Delivery>,
    ready: VecDeque<Delivery>,
    banned: HashMap<String, String>,
    workers: HashMap<String, (WorkerPulse, Instant)>,
    runs: HashMap<String, Instant>,
    standings: HashMap<String, WorkerStanding>,
    /// When the bucket of announcements was created: another one does not know the run.
    bucket: Option<String>,
    window: Option<usize>,
    settled: u64,
    recent: VecDeque<Instant>,
    resent: u64,
    redelivered: u64,
    doubled: u64,
    rejected: u64,
    waiting: u64,
    unread: u64,
    drain: Option<Instant>,
    told: RunProgress,
    failure: Option<FleetError>,
    is_over: bool,
}

struct Out {
    task: Task,
    attempt: u32,
    /// Whether the server has it.
    is_stored: bool,
    /// The answer that was handed over and is not settled yet, by its place in the stream.
    delivered: Option<u64>,
}

impl std::fmt::Debug for Coordinator {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Coordinator").field("run", &self.shared.run).finish_non_exhaustive()
    }
}

impl Coordinator {
    /// Announces a run, or takes it over: its announcement's `coordinator` becomes a new number.
    ///
    /// What an earlier coordinator of the same run has left on the server is used.
    pub fn open(fleet: &Fleet, mut announcement: Announcement) -> Result<Coordinator, FleetError> {
        announcement.coordinator = random();
        announcement.state = RunState::Open;
        announcement.check()?;
        let (link, handle) = (fleet.link().clone(), fleet.handle().clone());
        let shared = Arc::new(Shared {
            link,
            run: announcement.run.clone(),
            lease: Duration::from_millis(announcement.lease_ms),
            coordinator: announcement.coordinator,
            inner: Mutex::default(),
            arrived: Condvar::new(),
        });
        shared.lock().announcement = Some(announcement);
        handle.block_on(shared.establish())?;
        handle.block_on(shared.take_over())?;
        let loops = vec![
            handle.spawn(read_answers(shared.clone())),
            handle.spawn(listen(shared.clone())),
            handle.spawn(reconcile(shared.clone())),
            handle.spawn(beat(shared.clone())),
        ];
        Ok(Coordinator { shared, handle, loops })
    }

    /// The run's identifier.
    pub fn run(&self) -> &str {
        &self.shared.run
    }

    /// Fixes the number of tasks that may be out, instead of following the number of workers.
    pub fn set_window(&self, tasks: usize) {
        self.shared.lock().window = Some(tasks);
    }

    /// How many more tasks may be sent at the moment.
    pub fn room(&self) -> usize {
        let inner = self.shared.lock();
        if inner.drain.is_some() { 0 } else { inner.window(&self.shared.run).saturating_sub(inner.out.len()) }
    }

    /// Sends a task. It does not wait for the server: if that is away, the task goes out when it is back.
    ///
    /// A task that is out, or was answered and settled, is not sent again.
    pub fn send(&self, task: Task) -> Result<(), FleetError> {
        let number = task.number;
        let bytes = serde_json::to_vec(&task).map_err(|error| MessageError::json("a task", &error))?;
        if bytes.len() > MAX_TASK_BYTES {
            return Err(MessageError::Task { number, got: bytes.len() }.into());
        }
        let is_there = {
            let mut inner = self.shared.lock();
            inner.check()?;
            if !inner.sent.insert(number) {
                return Ok(());
            }
            let is_there = inner.there.remove(&number);
            let held = inner.held.remove(&number);
            let delivered = held.as_ref().map(|delivery| delivery.receipt.sequence);
            inner.out.insert(number, Out { task, attempt: 0, is_stored: is_there, delivered });
            if let Some(delivery) = held {
                inner.ready.push_back(delivery);
                self.shared.arrived.notify_all();
                return Ok(());
            }
            is_there
        };
        if !is_there {
            self.handle.spawn(publish(self.shared.clone(), number, 0, bytes));
        }
        Ok(())
    }

    /// Waits for answers, at most this long, and returns those that are there. Each is to be settled or rejected.
    pub fn receive(&self, within: Duration) -> Result<Vec<Delivery>, FleetError> {
        let deadline = Instant::now() + within;
        let mut inner = self.shared.lock();
        loop {
            inner.check()?;
            if !inner.ready.is_empty() {
                return Ok(inner.ready.drain(..).collect());
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Ok(Vec::new());
            }
            let waited = self.shared.arrived.wait_timeout(inner, left);
            inner = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Settles answers: they count, because what they say is safely on disk.
    pub fn settle(&self, receipts: &[Receipt]) {
        let mut replies = Vec::with_capacity(receipts.len());
        {
            let mut inner = self.shared.lock();
            let now = Instant::now();
            for receipt in receipts {
                if inner.out.remove(&receipt.number).is_some() {
                    inner.settled += 1;
                    inner.recent.push_back(now);
                    inner.standing(&receipt.worker).counted += 1;
                }
                replies.push(receipt.reply.clone());
            }
            inner.forget_old(now);
        }
        self.acknowledge(replies);
    }

    /// Refuses an answer; its task is sent again.
    pub fn reject(&self, delivery: &Delivery) {
        self.shared.reject(&self.handle, &delivery.receipt);
    }

    /// Takes a worker out of the run: it gets no more tasks, and answers that it still sends do not count.
    ///
    /// Answers that were settled before stay.
    pub fn ban(&self, worker: &str, reason: &str) {
        if !is_name(worker) {
            return;
        }
        let dropped: Vec<Receipt> = {
            let mut inner = self.shared.lock();
            if inner.banned.insert(worker.to_owned(), reason.to_owned()).is_some() {
                return;
            }
            inner.standing(worker).aside = Some(reason.to_owned());
            let (dropped, kept) = inner
                .ready
                .drain(..)
                .partition::<VecDeque<_>, _>(|delivery| delivery.answer.worker == worker);
            inner.ready = kept;
            dropped.into_iter().map(|delivery| delivery.receipt).collect()
        };
        for receipt in &dropped {
            self.shared.reject(&self.handle, receipt);
        }
        let (shared, worker, reason) = (self.shared.clone(), worker.to_owned(), reason.to_owned());
        self.handle.spawn(async move {
            while !shared.is_over() && shared.ban(&worker, &reason).await.is_err() {
                tokio::time::sleep(Duration::from_millis(300)).await;
            }
        });
    }

    /// The workers that were banned, with the reasons.
    pub fn banned(&self) -> Vec<(String, String)> {
        let inner = self.shared.lock();
        let mut banned: Vec<_> = inner.banned.iter().map(|(name, why)| (name.clone(), why.clone())).collect();
        banned.sort();
        banned
    }

    /// The workers that were heard of lately, by name.
    pub fn workers(&self) -> Vec<WorkerPulse> {
        let inner = self.shared.lock();
        let mut workers: Vec<_> = inner.alive().cloned().collect();
        workers.sort_by(|one, other| one.worker.cmp(&other.worker));
        workers
    }

    /// The workers that do not take part in this run, each with its reason.
    pub fn refusals(&self) -> Vec<(String, String)> {
        let mut refusals = Vec::new();
        for pulse in self.workers() {
            let reason = pulse.refuses.iter().find(|(run, _)| *run == self.shared.run);
            refusals.extend(reason.map(|(_, reason)| (pulse.worker.clone(), reason.clone())));
        }
        refusals
    }

    /// Says how far the run is, for people who watch: `expected` and `summary` are taken from `progress`, and `finished`
    /// if it is not 0; the rest is known here.
    pub fn report(&self, progress: RunProgress) {
        self.shared.lock().told = progress;
    }

    /// How far the run is, as the fleet is told every two seconds.
    pub fn progress(&self) -> RunProgress {
        self.shared.lock().progress(&self.shared.run)
    }

    /// Lets no worker begin another task; those begun are finished. See [`Coordinator::is_drained`].
    pub fn drain(&self) {
        {
            let mut inner = self.shared.lock();
            if inner.drain.is_some() {
                return;
            }
            inner.drain = Some(Instant::now());
            if let Some(announcement) = &mut inner.announcement {
                announcement.state = RunState::Draining;
            }
        }
        let shared = self.shared.clone();
        self.handle.spawn(async move {
            while !shared.is_over() && shared.announce().await.is_err() {
                tokio::time::sleep(Duration::from_millis(300)).await;
            }
        });
    }

    /// Whether, after [`Coordinator::drain`], no worker that is alive has a task of this run in hand and all answers
    /// are settled.
    pub fn is_drained(&self) -> bool {
        let inner = self.shared.lock();
        let Some(since) = inner.drain else { return false };
        if inner.out.is_empty() {
            return true;
        }
        // Every worker that is alive must have spoken since, or be known to be gone.
        let now = Instant::now();
        let settled = now.duration_since(since) > PULSE;
        let is_quiet = inner.workers.values().all(|(pulse, heard)| {
            let is_gone = now.duration_since(*heard) > SILENCE;
            let serves = pulse.serves.iter().any(|(run, count)| *run == self.shared.run && *count > 0);
            is_gone || (*heard > since + PULSE / 2 && !serves)
        });
        settled && is_quiet && inner.ready.is_empty() && inner.unread == 0
    }

    /// Ends the run: workers stop at once, and nothing of it remains on the server.
    ///
    /// If the server is away it is waited for, at most half a minute.
    pub fn end(self) -> Result<(), FleetError> {
        {
            let mut inner = self.shared.lock();
            inner.is_over = true;
            if let Some(failure @ (FleetError::Replaced { .. } | FleetError::Ended { .. })) = &inner.failure {
                return Err(failure.clone());
            }
        }
        self.stop_loops();
        let deadline = Instant::now() + Duration::from_secs(30);
        let shared = self.shared.clone();
        self.handle.block_on(async move {
            // Who watches hears how it ended.
            shared.say_progress().await;
            loop {
                match shared.link.end_run(&shared.run).await {
                    Ok(()) => return Ok(()),
                    Err(error) if Instant::now() > deadline => return Err(error),
                    Err(_) => tokio::time::sleep(Duration::from_millis(200)).await,
                }
            }
        })
    }

    fn acknowledge(&self, replies: Vec<Subject>) {
        let client = self.shared.link.client.clone();
        self.handle.spawn(async move {
            for reply in replies {
                // An acknowledgement that is lost is made up for when the answer comes again.
                let _ = client.publish(reply, "".into()).await;
            }
        });
    }

    fn stop_loops(&self) {
        self.loops.iter().for_each(JoinHandle::abort);
    }
}

/// Without [`Coordinator::end`] the run stays on the server, to be resumed.
impl Drop for Coordinator {
    fn drop(&mut self) {
        self.shared.lock().is_over = true;
        self.stop_loops();
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_over(&self) -> bool {
        let inner = self.lock();
        inner.is_over || inner.failure.is_some()
    }

    fn fail(&self, failure: FleetError) {
        self.lock().failure.get_or_insert(failure);
        self.arrived.notify_all();
    }
}
