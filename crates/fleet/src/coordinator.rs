//! One run, seen from its coordinator: tasks go out as far as there are workers, and every task has one answer that
//! counts.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use async_nats::Subject;
use async_nats::jetstream::consumer::{AckPolicy, PullConsumer, pull};
use async_nats::jetstream::context::PublishErrorKind;
use async_nats::jetstream::message::PublishMessage;
use async_nats::jetstream::stream::{self, RetentionPolicy, StorageType};
use futures_util::StreamExt;
use tokio::runtime::Handle;
use tokio::task::JoinHandle;

use crate::check::{LARGEST_ANSWER, LARGEST_TASK};
use crate::connection::{Fleet, Link, innermost, next_or_change, random};
use crate::error::FleetError;
use crate::message::{Announcement, Answer, RunProgress, RunState, Task, WorkerPulse, WorkerStanding};
use crate::names::{Names, is_name, number_of};
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
const SMALLEST_WINDOW: usize = 4;
/// The most tasks that are out.
const LARGEST_WINDOW: usize = 10_000;
/// The most answers that are kept for tasks that nobody has asked for yet.
const MOST_HELD: usize = 20_000;
/// The most workers that are listened to.
const MOST_WORKERS: usize = 20_000;

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
    aside: HashMap<String, String>,
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
        announcement.check().map_err(FleetError::Message)?;
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
        let bytes = serde_json::to_vec(&task).map_err(|error| FleetError::Message(error.to_string()))?;
        if bytes.len() > LARGEST_TASK {
            let size = bytes.len();
            return Err(FleetError::Message(format!(
                "task {number}: expected at most {LARGEST_TASK} bytes, got {size}"
            )));
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
    pub fn set_aside(&self, worker: &str, reason: &str) {
        if !is_name(worker) {
            return;
        }
        let dropped: Vec<Receipt> = {
            let mut inner = self.shared.lock();
            if inner.aside.insert(worker.to_owned(), reason.to_owned()).is_some() {
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
            while !shared.is_over() && shared.write_aside(&worker, &reason).await.is_err() {
                tokio::time::sleep(Duration::from_millis(300)).await;
            }
        });
    }

    /// The workers that were set aside, with the reasons.
    pub fn aside(&self) -> Vec<(String, String)> {
        let inner = self.shared.lock();
        let mut aside: Vec<_> = inner.aside.iter().map(|(name, why)| (name.clone(), why.clone())).collect();
        aside.sort();
        aside
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

impl Inner {
    fn check(&self) -> Result<(), FleetError> {
        self.failure.clone().map_or(Ok(()), Err)
    }

    fn alive(&self) -> impl Iterator<Item = &WorkerPulse> {
        let now = Instant::now();
        let alive = self.workers.values().filter(move |(_, heard)| now.duration_since(*heard) <= SILENCE);
        alive.map(|(pulse, _)| pulse)
    }

    /// About twice what this run's share of the fleet performs at once.
    fn window(&self, run: &str) -> usize {
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

    fn standing(&mut self, worker: &str) -> &mut WorkerStanding {
        let standing = self.standings.entry(worker.to_owned());
        standing.or_insert_with(|| WorkerStanding { worker: worker.to_owned(), ..WorkerStanding::default() })
    }

    fn forget_old(&mut self, now: Instant) {
        while self.recent.front().is_some_and(|at| now.duration_since(*at) > Duration::from_secs(60)) {
            self.recent.pop_front();
        }
    }

    fn progress(&mut self, run: &str) -> RunProgress {
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

    /// Creates the run's streams, consumers and announcement, unless they are there.
    async fn establish(&self) -> Result<(), FleetError> {
        let names = &self.link.names;
        let kept = |name: String, subject: String, largest: usize| stream::Config {
            name,
            subjects: vec![subject],
            retention: RetentionPolicy::WorkQueue,
            storage: StorageType::File,
            max_age: AGE,
            duplicate_window: DUPLICATES,
            max_message_size: i32::try_from(largest).unwrap_or(i32::MAX),
            ..stream::Config::default()
        };
        let tasks = kept(names.tasks_stream(&self.run), names.tasks(&self.run), LARGEST_TASK);
        let answers = kept(names.answers_stream(&self.run), names.answers(&self.run), LARGEST_ANSWER);
        let wrong = |what: &str, error: &(dyn std::error::Error + 'static)| {
            FleetError::server(&format!("create the {what} of run {}", self.run), innermost(error))
        };
        let made = self.link.js.get_or_create_stream(answers).await;
        made.map_err(|error| wrong("answers", &error))?;
        let made = self.link.js.get_or_create_stream(tasks).await;
        let tasks = made.map_err(|error| wrong("tasks", &error))?;
        let consumer = pull::Config {
            durable_name: Some(WORKERS.to_owned()),
            ack_policy: AckPolicy::Explicit,
            ack_wait: self.lease,
            max_ack_pending: 100_000,
            max_waiting: 100_000,
            ..pull::Config::default()
        };
        tasks.create_consumer(consumer).await.map_err(|error| wrong("workers' queue", &error))?;
        self.announce().await?;
        let bucket = Names::bucket_stream(&names.runs());
        let created = self.link.stream_state(&bucket).await?.map(|state| state.created);
        self.lock().bucket = created;
        Ok(())
    }

    async fn announce(&self) -> Result<(), FleetError> {
        let Some(announcement) = self.lock().announcement.clone() else { return Ok(()) };
        let bytes =
            serde_json::to_vec(&announcement).map_err(|error| FleetError::Message(error.to_string()))?;
        let store = self.link.bucket(&self.link.names.runs()).await?;
        let put = store.put(&self.run, bytes.into()).await;
        put.map_err(|error| FleetError::server(&format!("announce run {}", self.run), innermost(&error)))?;
        Ok(())
    }

    async fn write_aside(&self, worker: &str, reason: &str) -> Result<(), FleetError> {
        let store = self.link.bucket(&self.link.names.aside()).await?;
        let put = store.put(format!("{}.{worker}", self.run), reason.to_owned().into()).await;
        put.map_err(|error| FleetError::server("set a worker aside", innermost(&error)))?;
        Ok(())
    }

    /// Finds what an earlier coordinator has left.
    async fn take_over(&self) -> Result<(), FleetError> {
        let names = &self.link.names;
        // A new consumer is offered all answers at once, also those that the earlier coordinator had in hand.
        self.answers(true).await?;
        let mut there = HashSet::new();
        for stream in [names.tasks_stream(&self.run), names.answers_stream(&self.run)] {
            let state = self.link.stream_state(&stream).await?;
            let subjects = state.map(|state| state.subjects).unwrap_or_default();
            there.extend(subjects.iter().filter_map(|subject| number_of(subject)));
        }
        let bucket = names.aside();
        let mut aside = Vec::new();
        for key in self.link.keys(&bucket).await? {
            if let Some((run, worker)) = key.split_once('.')
                && run == self.run
                && let Some(reason) = self.link.value(&bucket, &key).await?
            {
                aside.push((worker.to_owned(), String::from_utf8_lossy(&reason).into_owned()));
            }
        }
        let mut inner = self.lock();
        inner.there = there;
        for (worker, reason) in aside {
            inner.standing(&worker).aside = Some(reason.clone());
            inner.aside.insert(worker, reason);
        }
        Ok(())
    }

    /// Our consumer of answers.
    async fn answers(&self, is_new: bool) -> Result<PullConsumer, FleetError> {
        let wrong = |error: &(dyn std::error::Error + 'static)| {
            FleetError::server(&format!("read the answers of run {}", self.run), innermost(error))
        };
        let name = self.link.names.answers_stream(&self.run);
        let stream = self.link.js.get_stream(&name).await.map_err(|error| wrong(&error))?;
        if is_new {
            // It may not be there.
            let _ = stream.delete_consumer(COORDINATOR).await;
        }
        let config = pull::Config {
            durable_name: Some(COORDINATOR.to_owned()),
            ack_policy: AckPolicy::Explicit,
            ack_wait: SETTLING,
            max_ack_pending: 100_000,
            ..pull::Config::default()
        };
        stream.create_consumer(config).await.map_err(|error| wrong(&error))
    }

    /// Sorts an answer: it is handed over, kept for later, or dropped as a double or as rubbish. What it returns is to be
    /// acknowledged.
    fn enter(
        self: &Arc<Shared>,
        handle: &Handle,
        message: &async_nats::jetstream::Message,
    ) -> Option<Subject> {
        let reply = message.reply.clone()?;
        let Ok(sequence) = message.info().map(|info| info.stream_sequence) else { return Some(reply) };
        let answer = Answer::read(&message.payload);
        let mut inner = self.lock();
        let answer = match answer {
            Ok(answer) if number_of(&message.subject) == Some(answer.number) => answer,
            _ => {
                // Its task, if it has one, is found missing and sent again.
                inner.rejected += 1;
                return Some(reply);
            }
        };
        let number = answer.number;
        let receipt = Receipt { number, worker: answer.worker.clone(), reply: reply.clone(), sequence };
        if inner.aside.contains_key(&answer.worker) {
            let is_expected = inner.out.get(&number).is_some_and(|out| out.delivered.is_none());
            drop(inner);
            if is_expected {
                self.reject(handle, &receipt);
                return None;
            }
            return Some(reply);
        }
        if let Some(out) = inner.out.get_mut(&number) {
            match out.delivered {
                // The same message, offered again because it was not settled in time: the new reply settles it too.
                Some(earlier) if earlier == sequence => return None,
                Some(_) => {
                    inner.doubled += 1;
                    return Some(reply);
                }
                None => {
                    out.delivered = Some(sequence);
                    inner.ready.push_back(Delivery { answer, receipt });
                    self.arrived.notify_all();
                    return None;
                }
            }
        }
        if inner.sent.contains(number) {
            inner.doubled += 1;
            return Some(reply);
        }
        match inner.held.get(&number) {
            Some(held) if held.receipt.sequence != sequence => {
                inner.doubled += 1;
                Some(reply)
            }
            Some(_) => None,
            None if inner.held.len() < MOST_HELD => {
                inner.held.insert(number, Delivery { answer, receipt });
                None
            }
            None => {
                inner.rejected += 1;
                Some(reply)
            }
        }
    }

    fn reject(self: &Arc<Shared>, handle: &Handle, receipt: &Receipt) {
        let again = {
            let mut inner = self.lock();
            inner.rejected += 1;
            inner.standing(&receipt.worker).rejected += 1;
            inner.again(receipt.number)
        };
        // The answer goes only when its task is there again, so that it is never nowhere.
        let (shared, reply) = (self.clone(), receipt.reply.clone());
        handle.spawn(async move {
            if let Some((number, attempt, bytes)) = again {
                publish(shared.clone(), number, attempt, bytes).await;
            }
            let _ = shared.link.client.publish(reply, "".into()).await;
        });
    }
}

impl Inner {
    /// Prepares a task to be sent again.
    fn again(&mut self, number: u64) -> Option<(u64, u32, Vec<u8>)> {
        let out = self.out.get_mut(&number)?;
        out.attempt += 1;
        out.is_stored = false;
        out.delivered = None;
        self.resent += 1;
        Some((number, out.attempt, serde_json::to_vec(&out.task).ok()?))
    }
}

/// Sends a task until the server has it.
async fn publish(shared: Arc<Shared>, number: u64, attempt: u32, bytes: Vec<u8>) {
    let subject = shared.link.names.task(&shared.run, number);
    let id = format!("{}/{number}/{:x}/{attempt}", shared.run, shared.coordinator);
    while !shared.is_over() {
        let message = PublishMessage::build().payload(bytes.clone().into()).message_id(&id);
        let sent = async { shared.link.js.send_publish(subject.clone(), message).await?.await };
        match sent.await {
            Ok(_) => {
                if let Some(out) = shared.lock().out.get_mut(&number)
                    && out.attempt == attempt
                {
                    out.is_stored = true;
                }
                return;
            }
            Err(error) if error.kind() == PublishErrorKind::MaxPayloadExceeded => {
                shared.fail(FleetError::server(&format!("take task {number}"), innermost(&error)));
                return;
            }
            // It is away, or has lost the stream, which the reconciliation notices.
            Err(_) => tokio::time::sleep(Duration::from_millis(200)).await,
        }
    }
}

async fn read_answers(shared: Arc<Shared>) {
    let handle = Handle::current();
    let mut changes = shared.link.changes.clone();
    while !shared.is_over() {
        let Ok(consumer) = shared.answers(false).await else {
            tokio::time::sleep(Duration::from_millis(200)).await;
            continue;
        };
        loop {
            changes.mark_unchanged();
            let expires = Duration::from_secs(2);
            let batch = consumer.batch().max_messages(2000).expires(expires).messages().await;
            let Ok(mut batch) = batch else { break };
            let mut is_broken = false;
            loop {
                let next = tokio::select! {
                    next = batch.next() => next,
                    _ = changes.changed() => { is_broken = true; None }
                };
                match next {
                    Some(Ok(message)) => {
                        if let Some(reply) = shared.enter(&handle, &message) {
                            let _ = shared.link.client.publish(reply, "".into()).await;
                        }
                    }
                    Some(Err(_)) => is_broken = true,
                    None => break,
                }
            }
            if is_broken {
                break;
            }
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
        // Whoever has replaced us has deleted the consumer; it is not made again before that is known.
        let _ = shared.verify().await;
    }
}

/// Hears the pulses of workers and other runs, and what happens to the announcement.
async fn listen(shared: Arc<Shared>) {
    let link = &shared.link;
    let key = Names::key(&link.names.runs(), &shared.run);
    let mut changes = link.changes.clone();
    while !shared.is_over() {
        let (Ok(mut pulses), Ok(mut news)) =
            (link.client.subscribe(link.names.pulses()).await, link.client.subscribe(key.clone()).await)
        else {
            tokio::time::sleep(Duration::from_millis(200)).await;
            continue;
        };
        loop {
            tokio::select! {
                pulse = pulses.next() => match pulse {
                    Some(pulse) => shared.hear(&pulse),
                    None => break,
                },
                message = next_or_change(&mut news, &mut changes) => match message {
                    Some(message) => shared.hear_of_run(&message),
                    // The subscriptions survive a reconnection; what was said meanwhile is asked for.
                    None => { let _ = shared.verify().await; }
                },
            }
        }
    }
}

impl Shared {
    fn hear(&self, message: &async_nats::Message) {
        let mut parts = message.subject.rsplitn(3, '.');
        let (name, kind) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
        let now = Instant::now();
        match kind {
            "worker" => {
                if let Ok(pulse) = WorkerPulse::read(&message.payload)
                    && pulse.worker == name
                {
                    let mut inner = self.lock();
                    if inner.workers.len() < MOST_WORKERS || inner.workers.contains_key(name) {
                        inner.workers.insert(name.to_owned(), (pulse, now));
                    }
                }
            }
            "run" if is_name(name) => {
                let mut inner = self.lock();
                if inner.runs.len() < MOST_WORKERS {
                    inner.runs.insert(name.to_owned(), now);
                }
            }
            _ => {}
        }
    }

    fn hear_of_run(&self, message: &async_nats::Message) {
        let operation = message.headers.as_ref().and_then(|headers| headers.get("KV-Operation"));
        if operation.is_some() {
            return self.fail_unless_over(FleetError::Ended { run: self.run.clone() });
        }
        if Announcement::read(&message.payload).is_ok_and(|run| run.coordinator != self.coordinator) {
            self.fail_unless_over(FleetError::Replaced { run: self.run.clone() });
        }
    }

    fn fail_unless_over(&self, failure: FleetError) {
        let is_over = self.lock().is_over;
        if !is_over {
            self.fail(failure);
        }
    }

    /// Whether the run is still ours and still there; what the server has lost is made again.
    async fn verify(&self) -> Result<(), FleetError> {
        let names = &self.link.names;
        let runs = names.runs();
        let state = self.link.stream_state(&Names::bucket_stream(&runs)).await?;
        let created = state.map(|state| state.created);
        if created.is_none() || created != self.lock().bucket {
            // It came back without its store. Somebody else may have made the bucket since.
            self.link.ensure().await?;
            return self.establish().await;
        }
        match self.link.value(&runs, &self.run).await?.map(|bytes| Announcement::read(&bytes)) {
            Some(Ok(run)) if run.coordinator == self.coordinator => {}
            Some(Ok(_)) => self.fail_unless_over(FleetError::Replaced { run: self.run.clone() }),
            Some(Err(_)) => self.announce().await?,
            None => self.fail_unless_over(FleetError::Ended { run: self.run.clone() }),
        }
        Ok(())
    }

    /// Sends again what is out and nowhere on the server.
    async fn reconcile(self: &Arc<Shared>) -> Result<(), FleetError> {
        let names = &self.link.names;
        self.verify().await?;
        let candidates: Vec<(u64, u32)> = {
            let inner = self.lock();
            let is_lost = |out: &Out| out.is_stored && out.delivered.is_none();
            let lost = inner.out.iter().filter(|(_, out)| is_lost(out));
            lost.map(|(&number, out)| (number, out.attempt)).collect()
        };
        // An answer is stored before its task is removed: what is in neither, looked at in this order, is lost.
        let tasks = self.link.stream_state(&names.tasks_stream(&self.run)).await?;
        let answers = self.link.stream_state(&names.answers_stream(&self.run)).await?;
        if tasks.is_none() || answers.is_none() {
            self.establish().await?;
        }
        let mut there = HashSet::new();
        for state in tasks.iter().chain(&answers) {
            there.extend(state.subjects.iter().filter_map(|subject| number_of(subject)));
        }
        let counts = self.queue().await;
        let mut again = Vec::new();
        {
            let mut inner = self.lock();
            inner.unread = answers.map_or(0, |state| state.messages);
            if let Some((waiting, redelivered)) = counts {
                (inner.waiting, inner.redelivered) = (waiting, redelivered);
            }
            for (number, attempt) in candidates {
                let is_lost = inner
                    .out
                    .get(&number)
                    .is_some_and(|out| out.attempt == attempt && out.is_stored && out.delivered.is_none());
                if is_lost && !there.contains(&number) {
                    again.extend(inner.again(number));
                }
            }
        }
        for (number, attempt, bytes) in again {
            tokio::spawn(publish(self.clone(), number, attempt, bytes));
        }
        Ok(())
    }

    /// Says how far the run is, if the server is there.
    async fn say_progress(&self) {
        let progress = self.lock().progress(&self.run);
        if self.link.is_up()
            && let Ok(bytes) = serde_json::to_vec(&progress)
        {
            let _ = self.link.client.publish(self.link.names.run_pulse(&self.run), bytes.into()).await;
        }
    }

    /// The tasks that wait for a worker, and how often a task was given to another worker.
    async fn queue(&self) -> Option<(u64, u64)> {
        let stream = self.link.names.tasks_stream(&self.run);
        let stream = self.link.js.get_stream_no_info(stream).await.ok()?;
        let info = stream.consumer_info(WORKERS).await.ok()?;
        let again = info.delivered.consumer_sequence.saturating_sub(info.delivered.stream_sequence);
        Some((info.num_pending, again))
    }
}

async fn reconcile(shared: Arc<Shared>) {
    let mut wait = shared.lease.clamp(Duration::from_secs(1), Duration::from_secs(5));
    while !shared.is_over() {
        tokio::time::sleep(wait).await;
        let _ = shared.reconcile().await;
        if shared.lock().drain.is_some() {
            wait = Duration::from_millis(500);
        }
    }
}

async fn beat(shared: Arc<Shared>) {
    let mut interval = tokio::time::interval(PULSE);
    while !shared.is_over() {
        interval.tick().await;
        shared.say_progress().await;
    }
}
