//! A run on the server: its streams and its announcement, what an earlier coordinator has left there, and what was lost.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use async_nats::jetstream::consumer::{AckPolicy, pull};
use async_nats::jetstream::stream::{self, RetentionPolicy, StorageType};
use futures_util::StreamExt;

use super::answers::publish;
use super::{AGE, DUPLICATES, Out, PULSE, Shared, WORKERS};
use crate::check::{MAX_ANSWER_BYTES, MAX_TASK_BYTES, MessageError};
use crate::connection::{innermost, next_or_change};
use crate::error::FleetError;
use crate::message::Announcement;
use crate::subjects::{Names, number_of};

impl Shared {
    /// Creates the run's streams, consumers and announcement, unless they are there.
    pub(super) async fn establish(&self) -> Result<(), FleetError> {
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
        let tasks = kept(names.tasks_stream(&self.run), names.tasks(&self.run), MAX_TASK_BYTES);
        let answers = kept(names.answers_stream(&self.run), names.answers(&self.run), MAX_ANSWER_BYTES);
        let wrong = |what: &str, error: &(dyn std::error::Error + 'static)| {
            FleetError::server(&format!("create the {what} of run {}", self.run), innermost(error))
        };
        let made = self.link.js.get_or_create_stream(answers.clone()).await;
        let made = made.map_err(|error| wrong("answers", &error))?;
        // A run that an earlier program has begun has other subjects.
        if made.cached_info().config.subjects != answers.subjects {
            self.link.js.update_stream(answers).await.map_err(|error| wrong("answers", &error))?;
        }
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

    pub(super) async fn announce(&self) -> Result<(), FleetError> {
        let Some(announcement) = self.lock().announcement.clone() else { return Ok(()) };
        let bytes = serde_json::to_vec(&announcement);
        let bytes = bytes.map_err(|error| MessageError::json("an announcement", &error))?;
        let store = self.link.bucket(&self.link.names.runs()).await?;
        let put = store.put(&self.run, bytes.into()).await;
        put.map_err(|error| FleetError::server(&format!("announce run {}", self.run), innermost(&error)))?;
        Ok(())
    }

    pub(super) async fn ban(&self, worker: &str, reason: &str) -> Result<(), FleetError> {
        let store = self.link.bucket(&self.link.names.banned()).await?;
        let put = store.put(format!("{}.{worker}", self.run), reason.to_owned().into()).await;
        put.map_err(|error| FleetError::server("set a worker aside", innermost(&error)))?;
        Ok(())
    }

    /// Finds what an earlier coordinator has left.
    pub(super) async fn take_over(&self) -> Result<(), FleetError> {
        let names = &self.link.names;
        // A new consumer is offered all answers at once, also those that the earlier coordinator had in hand.
        self.answers(true).await?;
        let mut there = HashSet::new();
        for stream in [names.tasks_stream(&self.run), names.answers_stream(&self.run)] {
            let state = self.link.stream_state(&stream).await?;
            let subjects = state.map(|state| state.subjects).unwrap_or_default();
            there.extend(subjects.iter().filter_map(|subject| number_of(subject)));
        }
        let bucket = names.banned();
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
            inner.banned.insert(worker, reason);
        }
        Ok(())
    }
}

/// Hears the pulses of workers and other runs, and what happens to the announcement.
pub(super) async fn listen(shared: Arc<Shared>) {
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
        self.lock().hear(&self.run, &message.subject, &message.payload, Instant::now());
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
    pub(super) async fn verify(&self) -> Result<(), FleetError> {
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
    pub(super) async fn say_progress(&self) {
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

pub(super) async fn reconcile(shared: Arc<Shared>) {
    let mut wait = shared.lease.clamp(Duration::from_secs(1), Duration::from_secs(5));
    while !shared.is_over() {
        tokio::time::sleep(wait).await;
        let _ = shared.reconcile().await;
        if shared.lock().drain.is_some() {
            wait = Duration::from_millis(500);
        }
    }
}

pub(super) async fn beat(shared: Arc<Shared>) {
    let mut interval = tokio::time::interval(PULSE);
    while !shared.is_over() {
        interval.tick().await;
        shared.say_progress().await;
    }
}
