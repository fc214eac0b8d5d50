//! A fleet watched: hears its pulses, reads which runs are announced, and keeps a snapshot that is always up to date.

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use async_nats::Client;
use async_nats::connection::State;
use async_nats::jetstream::context::GetStreamErrorKind;
use async_nats::jetstream::{self, Context, ErrorCode};
use futures_util::{StreamExt, TryStreamExt};
use tokio::sync::{mpsc, watch};
use tokio::task::AbortHandle;
use tokio::time::{MissedTickBehavior, interval, timeout};

use crate::connection::Address;
use crate::error::FleetError;
use crate::message::Announcement;
use crate::snapshot::{ConnectionState, Pulse, Snapshot};

/// How often a new snapshot is made, and how often it is seen whether the announcements have changed.
const STEP: Duration = Duration::from_secs(1);
/// How long to wait before the next attempt to connect.
const RETRY_INTERVAL: Duration = Duration::from_secs(2);
/// How long the announcements may take to be read.
const READ_TIMEOUT: Duration = Duration::from_secs(5);

/// A fleet that is watched until this is dropped.
pub struct Watch {
    newest: watch::Receiver<Arc<Snapshot>>,
    task: AbortHandle,
}

impl Watch {
    /// Watches the fleet at an address, as [`Watch::start`] does. Its server need not be there yet.
    pub fn connect(address: Address) -> Watch {
        let fleet = address.fleet.clone();
        Watch::start(&fleet, move || {
            let address = address.clone();
            async move { address.client().await }
        })
    }

    /// Watches the fleet of this name. Must be called inside a Tokio runtime, and returns at once; `connect` is tried until
    /// it succeeds, and again should the connection ever be closed for good.
    pub fn start<C, F>(fleet: &str, connect: C) -> Watch
    where
        C: Fn() -> F + Send + 'static,
        F: Future<Output = Result<Client, FleetError>> + Send + 'static,
    {
        let clock = Clock::start();
        let state = Snapshot::new(fleet, clock.now());
        let (sender, newest) = watch::channel(Arc::new(state.clone()));
        let task = tokio::spawn(Watcher { clock, state, sender }.run(connect)).abort_handle();
        Watch { newest, task }
    }

    /// The newest snapshot.
    pub fn snapshot(&self) -> Arc<Snapshot> {
        Arc::clone(&self.newest.borrow())
    }

    /// Waits for the next snapshot, which comes within about a second.
    pub async fn changed(&mut self) -> Arc<Snapshot> {
        if self.newest.changed().await.is_err() {
            // Only a runtime that ends stops the task behind it.
            std::future::pending::<()>().await;
        }
        Arc::clone(&self.newest.borrow_and_update())
    }

    /// The snapshots from now on, for somebody else to follow.
    pub fn subscribe(&self) -> watch::Receiver<Arc<Snapshot>> {
        self.newest.clone()
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// The time of day at the start, and from there a clock that nobody sets: silence must not depend on corrections.
struct Clock {
    began: Instant,
    began_ms: u64,
}

impl Clock {
    fn start() -> Clock {
        let began_ms =
            SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64);
        Clock { began: Instant::now(), began_ms }
    }

    fn now(&self) -> u64 {
        self.began_ms + self.began.elapsed().as_millis() as u64
    }
}

struct Watcher {
    clock: Clock,
    state: Snapshot,
    sender: watch::Sender<Arc<Snapshot>>,
}

impl Watcher {
    async fn run<C, F>(mut self, connect: C)
    where
        C: Fn() -> F + Send + 'static,
        F: Future<Output = Result<Client, FleetError>> + Send + 'static,
    {
        loop {
            let reason = match connect().await {
                Ok(client) => self.follow(&client).await,
                Err(error) => error.to_string(),
            };
            let lost = match self.state.connection.state {
                ConnectionState::Connecting => ConnectionState::Connecting,
                _ => ConnectionState::Lost,
            };
            self.state.connection(lost, Some(reason), self.clock.now());
            self.publish();
            tokio::time::sleep(RETRY_INTERVAL).await;
        }
    }

    /// Follows a fleet until its client is closed; why it was.
    async fn follow(&mut self, client: &Client) -> String {
        let fleet = self.state.fleet.clone();
        let subscribed = futures_util::future::try_join(
            client.subscribe(format!("{fleet}.pulse.worker.*")),
            client.subscribe(format!("{fleet}.pulse.run.*")),
        );
        let (mut workers, mut runs) = match subscribed.await {
            Ok(both) => both,
            Err(error) => return error.to_string(),
        };
        let (sender, mut announced) = mpsc::channel(1);
        let reader = tokio::spawn(read_announcements(client.clone(), fleet, sender));
        let _reader = AbortOnDrop(reader.abort_handle());
        let mut steps = interval(STEP);
        steps.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                message = workers.next() => match message {
                    Some(message) => self.hear(&message),
                    None => return "the connection was closed".to_owned(),
                },
                message = runs.next() => match message {
                    Some(message) => self.hear(&message),
                    None => return "the connection was closed".to_owned(),
                },
                Some(read) = announced.recv() => {
                    match read {
                        Ok(announcements) => self.state.announced(announcements, self.clock.now()),
                        Err(error) => self.state.trouble = Some(error.to_string()),
                    }
                    self.publish();
                }
                _ = steps.tick() => {
                    let (state, now) = (client.connection_state(), self.clock.now());
                    match (state, self.state.connection.state) {
                        (State::Connected, _) => self.state.connection(ConnectionState::Connected, None, now),
                        (_, ConnectionState::Connecting) => {}
                        _ => self.state.connection(ConnectionState::Lost, None, now),
                    }
                    self.state.tick(now);
                    self.publish();
                }
            }
        }
    }

    fn hear(&mut self, message: &async_nats::Message) {
        self.state.hear(Pulse::read(&message.subject, &message.payload), self.clock.now());
    }

    fn publish(&self) {
        self.sender.send_replace(Arc::new(self.state.clone()));
    }
}

struct AbortOnDrop(AbortHandle);

impl Drop for AbortOnDrop {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// Reads the announced runs whenever they have changed. The bucket is looked at rather than followed: it may not exist
/// yet, and a server may come back without what it held.
async fn read_announcements(
    client: Client,
    fleet: String,
    sender: mpsc::Sender<Result<Vec<Announcement>, Unread>>,
) {
    let context = jetstream::new(client);
    let bucket = format!("{fleet}-runs");
    let (mut last, mut trouble) = (None, None);
    let mut steps = interval(STEP);
    steps.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        steps.tick().await;
        let told = match timeout(READ_TIMEOUT, revision(&context, &bucket)).await {
            Ok(Ok(revision)) if last.as_ref() == Some(&revision) => continue,
            Ok(Ok(None)) => {
                last = Some(None);
                Ok(Vec::new())
            }
            Ok(Ok(revision)) => match timeout(READ_TIMEOUT, announcements(&context, &bucket)).await {
                Ok(Ok(announcements)) => {
                    last = Some(revision);
                    Ok(announcements)
                }
                Ok(Err(error)) => Err(error),
                Err(_) => continue,
            },
            Ok(Err(error)) => Err(error),
            // The connection is being made again, most likely.
            Err(_) => continue,
        };
        let told_trouble = told.as_ref().err().cloned();
        let is_news = told.is_ok() || told_trouble != trouble;
        trouble = told_trouble;
        if is_news && sender.send(told).await.is_err() {
            return;
        }
    }
}

/// Why the announcements could not be read, in the server's words.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Unread(String);

impl fmt::Display for Unread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the announced runs cannot be read: {}", self.0)
    }
}

fn unread(error: impl fmt::Display) -> Unread {
    Unread(error.to_string())
}

/// What changes with every change of a bucket; nothing if there is no such bucket.
async fn revision(context: &Context, bucket: &str) -> Result<Option<(String, u64)>, Unread> {
    match context.get_stream(format!("KV_{bucket}")).await {
        Ok(stream) => {
            let info = stream.cached_info();
            Ok(Some((info.created.to_string(), info.state.last_sequence)))
        }
        Err(error) => match error.kind() {
            GetStreamErrorKind::JetStream(error) if error.error_code() == ErrorCode::STREAM_NOT_FOUND => {
                Ok(None)
            }
            _ => Err(unread(error)),
        },
    }
}

/// The announcements of a bucket. One that cannot be read is left out: it is none of this version.
async fn announcements(context: &Context, bucket: &str) -> Result<Vec<Announcement>, Unread> {
    let store = context.get_key_value(bucket).await.map_err(unread)?;
    let keys: Vec<String> = match store.keys().await {
        Ok(keys) => keys.try_collect().await.map_err(unread)?,
        Err(error) => return Err(unread(error)),
    };
    let mut announcements = Vec::new();
    for key in keys {
        // One that has ended in between has no value.
        if let Some(value) = store.get(&key).await.map_err(unread)? {
            announcements
                .extend(serde_json::from_slice::<Announcement>(&value).ok().filter(|each| each.run == key));
        }
    }
    Ok(announcements)
}
