//! What a worker waits for beside its work: runs to be prepared, tasks, answers on their way, and news.

use std::collections::HashMap;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use async_nats::Subject;
use async_nats::jetstream::consumer::{PullConsumer, pull};
use async_nats::jetstream::context::PublishErrorKind;
use async_nats::jetstream::message::PublishMessage;
use futures_util::StreamExt;
use goren_core::Stop;
use tokio::sync::mpsc::UnboundedSender;

use super::{Input, LISTING_INTERVAL, LONG_WAIT, Prepared, SHORT_WAIT, WorkerOptions};
use crate::check::MAX_ANSWER_BYTES;
use crate::connection::{Link, innermost};
use crate::coordinator::WORKERS;
use crate::error::FleetError;
use crate::message::{Announcement, Answer};
use crate::names::is_name;
use crate::performer::{PerformError, Performer};
use crate::subjects::Names;

/// How late a busy server may be: what it sends after that waits out its lease.
const MAX_LATENESS: Duration = Duration::from_secs(5);

/// Fetches what a run needs and asks the program whether it takes part.
pub(super) async fn prepare(
    link: Link,
    options: Arc<WorkerOptions>,
    performer: Arc<dyn Performer>,
    run: Announcement,
) -> Result<Box<Prepared>, NotPrepared> {
    let mut files = HashMap::new();
    for object in &run.needs.objects {
        let path = persist(|| link.fetch(object, &options.cache)).await?;
        files.insert(object.hash.clone(), path);
    }
    // Set aside earlier, perhaps by an earlier coordinator: it still is.
    let key = format!("{}.{}", run.run, options.name);
    let aside = link.names.banned();
    if let Some(reason) = persist(|| link.value(&aside, &key)).await? {
        return Err(NotPrepared::Banned(String::from_utf8_lossy(&reason).into_owned()));
    }
    let name = run.run.clone();
    let accepted = tokio::task::spawn_blocking(move || {
        let objects = |hash: &str| files.get(hash).cloned();
        catch_unwind(AssertUnwindSafe(|| performer.accept(&run, &objects)))
            .unwrap_or_else(|_| Err("the worker panicked".into()))
    });
    let accepted = accepted.await.unwrap_or_else(|error| Err(error.into()));
    let performer = accepted.map_err(NotPrepared::Refused)?;
    let stream = link.names.tasks_stream(&name);
    let consumer = persist(|| async {
        let consumer = link.js.get_consumer_from_stream::<pull::Config, _, _>(WORKERS, &stream).await;
        consumer
            .map_err(|error| FleetError::server(&format!("open the queue of run {name}"), innermost(&error)))
    })
    .await?;
    Ok(Box::new(Prepared { performer: performer.into(), consumer }))
}

/// Why a worker takes no part in a run after all.
#[derive(Debug)]
pub(super) enum NotPrepared {
    /// The server does not give what is needed.
    Server(FleetError),
    /// The run's coordinator has banned the worker, for this reason.
    Banned(String),
    /// The program does not take part.
    Refused(PerformError),
}

impl fmt::Display for NotPrepared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotPrepared::Server(error) => error.fmt(f),
            NotPrepared::Banned(reason) => write!(f, "set aside: {reason}"),
            NotPrepared::Refused(error) => error.fmt(f),
        }
    }
}

/// Tries several times: the server may be away for a while.
async fn persist<T, F: Future<Output = Result<T, FleetError>>>(
    mut attempt: impl FnMut() -> F,
) -> Result<T, NotPrepared> {
    let mut wait = Duration::from_millis(100);
    loop {
        match attempt().await {
            Ok(value) => return Ok(value),
            Err(error) if wait > Duration::from_secs(20) => return Err(NotPrepared::Server(error)),
            Err(_) => tokio::time::sleep(wait).await,
        }
        wait *= 2;
    }
}

/// Asks the runs for tasks, in this order, until one has some; if none has, waits for a while at the first.
pub(super) async fn ask(
    mut wanted: Vec<(String, PullConsumer, usize)>,
    tell: &UnboundedSender<Input>,
    mut changes: tokio::sync::watch::Receiver<u64>,
) -> Vec<String> {
    changes.mark_unchanged();
    let mut empty = Vec::new();
    if wanted.len() > 1 {
        for (run, consumer, count) in &wanted {
            let batch = consumer.fetch().max_messages(*count).messages().await;
            let patience = Duration::from_secs(5);
            if forward(run, batch.map_err(|_| ()), tell, &mut changes, patience).await > 0 {
                return empty;
            }
            empty.push(run.clone());
        }
        // Each is waited for in turn.
        let turn = (crate::connection::random() as usize) % wanted.len();
        wanted.swap(0, turn);
    }
    let wait = if wanted.len() > 1 { SHORT_WAIT } else { LONG_WAIT };
    if let Some((run, consumer, count)) = wanted.first() {
        let batch = consumer.batch().max_messages(*count).expires(wait).messages().await;
        let patience = wait + MAX_LATENESS;
        if forward(run, batch.map_err(|_| ()), tell, &mut changes, patience).await == 0 {
            empty.push(run.clone());
        }
    }
    empty
}

/// Passes on the tasks that a request brings, and returns their number.
async fn forward(
    run: &str,
    batch: Result<pull::Batch, ()>,
    tell: &UnboundedSender<Input>,
    changes: &mut tokio::sync::watch::Receiver<u64>,
    patience: Duration,
) -> usize {
    let mut count = 0;
    let deadline = tokio::time::Instant::now() + patience;
    if let Ok(mut batch) = batch {
        loop {
            let next = tokio::select! {
                next = batch.next() => next,
                _ = changes.changed() => return count,
                () = tokio::time::sleep_until(deadline) => return count,
            };
            match next {
                Some(Ok(message)) => {
                    count += 1;
                    let _ = tell.send(Input::Arrived(run.to_owned(), Box::new(message)));
                }
                Some(Err(_)) => break,
                None => return count,
            }
        }
    }
    // The run may just have ended; that is heard elsewhere.
    tokio::time::sleep(Duration::from_millis(100)).await;
    count
}

/// An answer on its way.
pub(super) struct Sending {
    pub(super) link: Link,
    pub(super) run: String,
    pub(super) reply: Subject,
    pub(super) stop: Stop,
    pub(super) id: String,
    pub(super) answer: Answer,
}

impl Sending {
    /// Stores the answer, then removes its task. False if the run was over before.
    pub(super) async fn send(self) -> bool {
        let subject = self.link.names.answer(&self.run, &self.answer.worker, self.answer.number);
        let Ok(mut bytes) = serde_json::to_vec(&self.answer) else { return false };
        if bytes.len() > MAX_ANSWER_BYTES {
            let why = format!("expected an answer of at most {MAX_ANSWER_BYTES} bytes, got {}", bytes.len());
            let Ok(short) = serde_json::to_vec(&Answer { outcome: Err(why), ..self.answer }) else {
                return false;
            };
            bytes = short;
        }
        loop {
            if self.stop.is_raised() {
                return false;
            }
            let message = PublishMessage::build().payload(bytes.clone().into()).message_id(&self.id);
            let stored = async { self.link.js.send_publish(subject.clone(), message).await?.await };
            match stored.await {
                Ok(_) => break,
                Err(error) if error.kind() == PublishErrorKind::MaxPayloadExceeded => return false,
                Err(_) => tokio::time::sleep(Duration::from_millis(200)).await,
            }
        }
        // If this is lost, the task is performed once more and its answer dropped as a double.
        let _ = self.link.client.request(self.reply, "+ACK".into()).await;
        true
    }
}

/// Hears which runs there are, and whether this worker was set aside.
pub(super) async fn watch(link: Link, worker: String, tell: UnboundedSender<Input>) {
    let (runs, aside) = (link.names.runs(), link.names.banned());
    let start = Names::key(&runs, "");
    let mut changes = link.changes.clone();
    loop {
        let news = link.client.subscribe(Names::key(&runs, ">")).await;
        let asides = link.client.subscribe(Names::key(&aside, &format!("*.{worker}"))).await;
        let (Ok(mut news), Ok(mut asides)) = (news, asides) else {
            tokio::time::sleep(Duration::from_millis(200)).await;
            continue;
        };
        let mut listing = tokio::time::interval(LISTING_INTERVAL);
        loop {
            tokio::select! {
                message = news.next() => {
                    let Some(message) = message else { break };
                    let Some(run) = message.subject.strip_prefix(&start) else { continue };
                    let operation = message.headers.as_ref().and_then(|headers| headers.get("KV-Operation"));
                    let input = if operation.is_some() {
                        Some(Input::Ended(run.to_owned()))
                    } else {
                        let announced = Announcement::read(&message.payload).ok();
                        announced.filter(|announced| announced.run == run).map(|announced| Input::Announced(Box::new(announced)))
                    };
                    if let Some(input) = input {
                        let _ = tell.send(input);
                    }
                }
                message = asides.next() => {
                    let Some(message) = message else { break };
                    let mut parts = message.subject.rsplitn(3, '.');
                    let run = parts.nth(1).unwrap_or_default();
                    if message.headers.is_none() && is_name(run) {
                        let reason = String::from_utf8_lossy(&message.payload).chars().take(1000).collect();
                        let _ = tell.send(Input::Banned(run.to_owned(), reason));
                    }
                }
                _ = changes.changed() => {
                    let _ = tell.send(Input::Connection);
                    listing.reset_immediately();
                }
                _ = listing.tick() => {
                    if link.is_up() {
                        match link.runs().await {
                            Ok(runs) => drop(tell.send(Input::Listed(runs))),
                            Err(_) => drop(link.ensure().await),
                        }
                    }
                    let _ = tell.send(Input::Connection);
                }
            }
        }
    }
}
