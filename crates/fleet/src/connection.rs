//! The connection to a fleet's server: who may enter, and what lies there for all runs.

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use async_nats::connection::State;
use async_nats::jetstream::context::{ContextBuilder, RequestErrorKind};
use async_nats::jetstream::kv::{self, Operation};
use async_nats::jetstream::object_store::{self, ObjectMetadata, ObjectStore};
use async_nats::jetstream::{self, ErrorCode, stream};
use async_nats::{Client, ConnectErrorKind, ConnectOptions, Event, ServerAddr};
use futures_util::StreamExt;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::runtime::{Handle, Runtime};
use tokio::sync::watch;

use crate::check::MAX_TASK_BYTES;
use crate::error::FleetError;
use crate::message::{Announcement, Object};
use crate::names::{is_hash, is_name};
use crate::subjects::Names;

/// How long a request to the server may take.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(5);
/// How long objects are kept on the server. An object that is wanted again is renewed long before.
const OBJECT_AGE: Duration = Duration::from_secs(30 * 24 * 3600);
/// The age at which an object that is wanted again is stored anew.
const RENEWAL: Duration = Duration::from_secs(7 * 24 * 3600);

/// Where a fleet is, and how to enter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    /// The server, such as `nats://host:4222`, `tls://host:4222` or `nats://user:password@host`.
    pub url: String,
    /// The fleet's name, which starts every name on the server.
    pub fleet: String,
    /// A file of credentials, as `nsc` makes them.
    pub credentials: Option<PathBuf>,
    /// A file with the seed of an nkey.
    pub nkey: Option<PathBuf>,
    /// Certificates of authorities to trust besides the system's, as PEM.
    pub ca: Option<PathBuf>,
    /// Our own certificate, as PEM.
    pub certificate: Option<PathBuf>,
    /// Its key, as PEM.
    pub key: Option<PathBuf>,
}

impl Address {
    /// The fleet `goren` on a server, without credentials.
    pub fn new(url: impl Into<String>) -> Address {
        Address {
            url: url.into(),
            fleet: "goren".to_owned(),
            credentials: None,
            nkey: None,
            ca: None,
            certificate: None,
            key: None,
        }
    }

    /// The address as it may be shown: without user and password.
    pub fn shown(&self) -> String {
        match (self.url.split_once("://"), self.url.rsplit_once('@')) {
            (Some((scheme, _)), Some((_, host))) => format!("{scheme}://{host}"),
            (None, Some((_, host))) => host.to_owned(),
            _ => self.url.clone(),
        }
    }
}

impl Address {
    /// Connects a client of its own, on the runtime of the caller. It reconnects for ever, and creates nothing there.
    pub async fn client(&self) -> Result<Client, FleetError> {
        Ok(Link::enter(self, "goren watch").await?.client)
    }
}

/// A connection that reconnects for ever. Clones share it.
#[derive(Clone, Debug)]
pub(crate) struct Link {
    pub(crate) client: Client,
    pub(crate) js: jetstream::Context,
    pub(crate) names: Names,
    /// Counts the times that the connection was made or lost.
    pub(crate) changes: watch::Receiver<u64>,
}

impl Link {
    /// Connects, and sees to it that what all runs share is there.
    pub(crate) async fn connect(address: &Address, label: &str) -> Result<Link, FleetError> {
        let link = Link::enter(address, label).await?;
        link.ensure().await?;
        Ok(link)
    }

    async fn enter(address: &Address, label: &str) -> Result<Link, FleetError> {
        if !is_name(&address.fleet) {
            return Err(FleetError::Name(address.fleet.clone()));
        }
        let url = address.shown();
        let server: ServerAddr = address.url.parse().map_err(|_| FleetError::Address(url.clone()))?;
        let (changed, changes) = watch::channel(0);
        let mut options = ConnectOptions::new()
            .name(label)
            .connection_timeout(REQUEST_TIMEOUT)
            .request_timeout(Some(REQUEST_TIMEOUT))
            .ping_interval(Duration::from_secs(10))
            .reconnect_delay_callback(|attempts| {
                Duration::from_millis((50 << attempts.min(5)).min(1000) as u64)
            })
            .event_callback(move |event| {
                if matches!(event, Event::Connected | Event::Disconnected) {
                    changed.send_modify(|count| *count += 1);
                }
                std::future::ready(())
            });
        if let Some(user) = server.username() {
            let password = server.password().unwrap_or_default();
            options = options.user_and_password(unescape(user), unescape(password));
        }
        if let Some(path) = &address.credentials {
            let file = |why: std::io::Error| FleetError::File { path: path.clone(), why: why.to_string() };
            options = options.credentials_file(path).await.map_err(file)?;
        }
        if let Some(path) = &address.nkey {
            let seed = read(path)?;
            options = options.nkey(seed.trim().to_owned());
        }
        if let Some(path) = &address.ca {
            read(path)?;
            options = options.add_root_certificates(path.clone());
        }
        match (&address.certificate, &address.key) {
            (Some(certificate), Some(key)) => {
                read(certificate)?;
                read(key)?;
                options = options.add_client_certificate(certificate.clone(), key.clone());
            }
            (None, None) => {}
            (Some(path), None) | (None, Some(path)) => {
                let why = "a certificate and its key go together".to_owned();
                return Err(FleetError::File { path: path.clone(), why });
            }
        }
        let client = options.connect(server).await.map_err(|error| match error.kind() {
            ConnectErrorKind::AuthorizationViolation | ConnectErrorKind::Authentication => {
                FleetError::NotAuthorised { url: url.clone() }
            }
            ConnectErrorKind::ServerParse => FleetError::Address(url.clone()),
            _ => FleetError::Unreachable { url: url.clone(), why: innermost(&error) },
        })?;
        let js = ContextBuilder::new()
            .timeout(REQUEST_TIMEOUT)
            .backpressure_on_inflight(true)
            .build(client.clone());
        let account: Value = js.request("INFO", &json!({})).await.map_err(|error| match error.kind() {
            RequestErrorKind::NoResponders => FleetError::NoJetStream { url: url.clone() },
            _ => FleetError::server("say whether JetStream is there", innermost(&error)),
        })?;
        if account.get("error").is_some() {
            return Err(FleetError::NoJetStream { url });
        }
        Ok(Link { client, js, names: Names::new(&address.fleet), changes })
    }

    /// Creates what all runs share, unless it is there.
    pub(crate) async fn ensure(&self) -> Result<(), FleetError> {
        for bucket in [self.names.runs(), self.names.banned()] {
            if self.js.get_key_value(&bucket).await.is_err() {
                // The client's own way asks what servers before 2.10 do not answer.
                let config = stream::Config {
                    name: Names::bucket_stream(&bucket),
                    subjects: vec![Names::key(&bucket, ">")],
                    max_messages_per_subject: 1,
                    max_message_size: MAX_TASK_BYTES as i32,
                    discard: stream::DiscardPolicy::New,
                    duplicate_window: Duration::from_secs(120),
                    allow_rollup: true,
                    deny_delete: true,
                    allow_direct: true,
                    num_replicas: 1,
                    ..stream::Config::default()
                };
                let mut attempt = 0;
                while let Err(error) = self.js.create_stream(config.clone()).await {
                    // Somebody else may be making it at this moment.
                    tokio::time::sleep(Duration::from_millis(50 * attempt)).await;
                    if self.js.get_key_value(&bucket).await.is_ok() {
                        break;
                    }
                    attempt += 1;
                    if attempt > 5 {
                        return Err(FleetError::server(&format!("create `{bucket}`"), innermost(&error)));
                    }
                }
            }
        }
        Ok(())
    }

    pub(crate) fn is_up(&self) -> bool {
        self.client.connection_state() == State::Connected
    }

    pub(crate) async fn bucket(&self, bucket: &str) -> Result<kv::Store, FleetError> {
        let store = self.js.get_key_value(bucket).await;
        store.map_err(|error| FleetError::server(&format!("open `{bucket}`"), innermost(&error)))
    }

    /// The state of a stream with the subjects of its messages; `None` if there is no such stream.
    pub(crate) async fn stream_state(&self, stream: &str) -> Result<Option<StreamState>, FleetError> {
        let wrong = |why: String| FleetError::server(&format!("describe `{stream}`"), why);
        let request = json!({ "subjects_filter": ">" });
        let response: Value = self
            .js
            .request(format!("STREAM.INFO.{stream}"), &request)
            .await
            .map_err(|error| wrong(innermost(&error)))?;
        if let Some(error) = response.get("error") {
            let code = error.get("err_code").and_then(Value::as_u64);
            return if code == Some(ErrorCode::STREAM_NOT_FOUND.0) {
                Ok(None)
            } else {
                Err(wrong(error.get("description").and_then(Value::as_str).unwrap_or_default().to_owned()))
            };
        }
        let state = response.get("state").ok_or_else(|| wrong("no state".to_owned()))?;
        let number = |name: &str| state.get(name).and_then(Value::as_u64).unwrap_or_default();
        let subjects = state.get("subjects").and_then(Value::as_object);
        Ok(Some(StreamState {
            messages: number("messages"),
            created: response.get("created").and_then(Value::as_str).unwrap_or_default().to_owned(),
            subjects: subjects.map(|map| map.keys().cloned().collect()).unwrap_or_default(),
        }))
    }

    /// The keys of a bucket.
    pub(crate) async fn keys(&self, bucket: &str) -> Result<Vec<String>, FleetError> {
        let state = self.stream_state(&Names::bucket_stream(bucket)).await?;
        let start = Names::key(bucket, "");
        let subjects = state.map(|state| state.subjects).unwrap_or_default();
        Ok(subjects.iter().filter_map(|subject| subject.strip_prefix(&start)).map(str::to_owned).collect())
    }

    /// A key's value.
    pub(crate) async fn value(&self, bucket: &str, key: &str) -> Result<Option<Vec<u8>>, FleetError> {
        let store = self.bucket(bucket).await?;
        let entry = store.entry(key).await;
        let entry = entry.map_err(|error| FleetError::server(&format!("read `{key}`"), innermost(&error)))?;
        Ok(entry.filter(|entry| entry.operation == Operation::Put).map(|entry| entry.value.to_vec()))
    }

    /// All runs that are announced.
    pub(crate) async fn runs(&self) -> Result<Vec<Announcement>, FleetError> {
        let bucket = self.names.runs();
        let mut runs = Vec::new();
        for key in self.keys(&bucket).await? {
            if let Some(bytes) = self.value(&bucket, &key).await?
                && let Ok(run) = Announcement::read(&bytes)
                && run.run == key
            {
                runs.push(run);
            }
        }
        runs.sort_by(|one, other| (one.started, &one.run).cmp(&(other.started, &other.run)));
        Ok(runs)
    }

    /// Ends a run: workers hear of it first, then everything of it is deleted.
    pub(crate) async fn end_run(&self, run: &str) -> Result<(), FleetError> {
        if !is_name(run) {
            return Err(FleetError::Name(run.to_owned()));
        }
        let runs = self.names.runs();
        let wrong = |why: String| FleetError::server(&format!("end run {run}"), why);
        let store = self.bucket(&runs).await?;
        store.delete(run).await.map_err(|error| wrong(innermost(&error)))?;
        for stream in [self.names.tasks_stream(run), self.names.answers_stream(run)] {
            if let Err(error) = self.js.delete_stream(&stream).await
                && !innermost(&error).contains("not found")
            {
                return Err(wrong(innermost(&error)));
            }
        }
        // The marks of deletion have been heard; nothing of the run remains.
        let aside = self.names.banned();
        for (bucket, filter) in [(&aside, format!("{run}.*")), (&runs, run.to_owned())] {
            let stream = self.js.get_stream_no_info(Names::bucket_stream(bucket)).await;
            let stream = stream.map_err(|error| wrong(innermost(&error)))?;
            let purged = stream.purge().filter(Names::key(bucket, &filter)).await;
            purged.map_err(|error| wrong(innermost(&error)))?;
        }
        Ok(())
    }

    async fn store(&self) -> Result<ObjectStore, FleetError> {
        let bucket = self.names.objects();
        if let Ok(store) = self.js.get_object_store(&bucket).await {
            return Ok(store);
        }
        let config = object_store::Config {
            bucket: bucket.clone(),
            max_age: OBJECT_AGE,
            ..object_store::Config::default()
        };
        let made = self.js.create_object_store(config).await;
        made.map_err(|error| FleetError::server(&format!("create `{bucket}`"), innermost(&error)))
    }

    /// Stores bytes under their hash, unless they are there.
    pub(crate) async fn put(&self, bytes: &[u8]) -> Result<Object, FleetError> {
        let object = Object { hash: hex(&Sha256::digest(bytes)), size: bytes.len() as u64 };
        let store = self.store().await?;
        if let Ok(info) = store.info(&object.hash).await {
            let stored = info.modified.map_or(SystemTime::UNIX_EPOCH, SystemTime::from);
            let age = SystemTime::now().duration_since(stored).unwrap_or_default();
            if !info.deleted && info.size as u64 == object.size && age < RENEWAL {
                return Ok(object);
            }
        }
        let metadata = ObjectMetadata { name: object.hash.clone(), ..ObjectMetadata::default() };
        let mut reader = bytes;
        let stored = store.put(metadata, &mut reader).await;
        stored.map_err(|error| FleetError::server("store an object", innermost(&error)))?;
        Ok(object)
    }

    /// Fetches an object into a folder, unless it is there, and checks its hash either way.
    pub(crate) async fn fetch(&self, object: &Object, folder: &Path) -> Result<PathBuf, FleetError> {
        if !is_hash(&object.hash) {
            return Err(FleetError::Name(object.hash.clone()));
        }
        let path = folder.join(&object.hash);
        let file = |why: std::io::Error| FleetError::File { path: path.clone(), why: why.to_string() };
        if path.exists() {
            let known = path.clone();
            let hash = tokio::task::spawn_blocking(move || -> std::io::Result<String> {
                let mut hasher = Sha256::new();
                std::io::copy(&mut std::fs::File::open(known)?, &mut hasher)?;
                Ok(hex(&hasher.finalize()))
            });
            if hash.await.is_ok_and(|hash| hash.is_ok_and(|hash| hash == object.hash)) {
                return Ok(path);
            }
        }
        std::fs::create_dir_all(folder).map_err(file)?;
        let draft = folder.join(format!("{}.{:x}.part", object.hash, random()));
        let fetched = self.download(object, &draft).await;
        let placed = fetched.and_then(|()| std::fs::rename(&draft, &path).map_err(file));
        if placed.is_err() {
            let _ = std::fs::remove_file(&draft);
        }
        placed.map(|()| path)
    }

    async fn download(&self, object: &Object, draft: &Path) -> Result<(), FleetError> {
        let wrong = |why: String| FleetError::server(&format!("give object {}", object.hash), why);
        let file = |why: std::io::Error| FleetError::File { path: draft.to_owned(), why: why.to_string() };
        let store = self.store().await?;
        let mut reader = store.get(&object.hash).await.map_err(|error| wrong(innermost(&error)))?;
        let mut out = tokio::fs::File::create(draft).await.map_err(file)?;
        let (mut hasher, mut size, mut buffer) = (Sha256::new(), 0u64, vec![0; 128 * 1024]);
        loop {
            let count = tokio::time::timeout(6 * REQUEST_TIMEOUT, reader.read(&mut buffer)).await;
            let count = count.map_err(|_| wrong("it stopped in the middle".to_owned()))?;
            let count = count.map_err(|error| wrong(error.to_string()))?;
            if count == 0 {
                break;
            }
            size += count as u64;
            if size > object.size {
                return Err(wrong(format!("expected {} bytes, got more", object.size)));
            }
            hasher.update(&buffer[..count]);
            out.write_all(&buffer[..count]).await.map_err(file)?;
        }
        out.sync_all().await.map_err(file)?;
        let hash = hex(&hasher.finalize());
        if size != object.size || hash != object.hash {
            return Err(wrong(format!(
                "expected {} bytes with its hash, got {size} with {hash}",
                object.size
            )));
        }
        Ok(())
    }
}

/// What a stream contains.
#[derive(Debug)]
pub(crate) struct StreamState {
    pub(crate) messages: u64,
    /// When it was created, in the server's words.
    pub(crate) created: String,
    pub(crate) subjects: Vec<String>,
}

/// A connection to a fleet, with its own threads.
pub struct Fleet {
    // Dropped first: its tasks end before the runtime does.
    link: Link,
    runtime: Runtime,
}

impl std::fmt::Debug for Fleet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Fleet").field("names", &self.link.names).finish_non_exhaustive()
    }
}

impl Fleet {
    /// Connects to a fleet. Later interruptions are waited for.
    ///
    /// Like everything here it blocks, and must not be called from an asynchronous task.
    pub fn connect(address: &Address) -> Result<Fleet, FleetError> {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
        let runtime = runtime.map_err(|error| FleetError::Machine(error.to_string()))?;
        let link = runtime.block_on(Link::connect(address, "goren"))?;
        Ok(Fleet { link, runtime })
    }

    /// Stores bytes for the workers, under their hash.
    pub fn put(&self, bytes: &[u8]) -> Result<Object, FleetError> {
        self.runtime.block_on(self.link.put(bytes))
    }

    /// Fetches an object into a folder, and checks its hash.
    pub fn fetch(&self, object: &Object, folder: &Path) -> Result<PathBuf, FleetError> {
        self.runtime.block_on(self.link.fetch(object, folder))
    }

    /// The runs that are announced, oldest first.
    pub fn runs(&self) -> Result<Vec<Announcement>, FleetError> {
        self.runtime.block_on(self.link.runs())
    }

    /// Ends a run from elsewhere: its workers stop, its coordinator ends with an error, and nothing of it remains on the
    /// server.
    pub fn end_run(&self, run: &str) -> Result<(), FleetError> {
        self.runtime.block_on(self.link.end_run(run))
    }

    /// The client underneath; its futures run on [`Fleet::handle`].
    pub fn client(&self) -> &Client {
        &self.link.client
    }

    /// The runtime of the connection.
    pub fn handle(&self) -> &Handle {
        self.runtime.handle()
    }

    /// The fleet's name.
    pub fn name(&self) -> &str {
        self.link.names.prefix()
    }

    /// The subject under which all pulses are heard: `NAME.pulse.worker.WORKER` and `NAME.pulse.run.RUN`.
    pub fn pulses(&self) -> String {
        self.link.names.pulses()
    }

    /// Whether the server is there at the moment.
    pub fn is_connected(&self) -> bool {
        self.link.is_up()
    }

    pub(crate) fn link(&self) -> &Link {
        &self.link
    }
}

/// Waits until a subscription has something, or the connection changes.
pub(crate) async fn next_or_change(
    subscriber: &mut async_nats::Subscriber,
    changes: &mut watch::Receiver<u64>,
) -> Option<async_nats::Message> {
    tokio::select! {
        message = subscriber.next() => message,
        _ = changes.changed() => None,
    }
}

/// A random number that JavaScript can hold too.
pub(crate) fn random() -> u64 {
    use std::hash::{BuildHasher, Hasher};
    std::collections::hash_map::RandomState::new().build_hasher().finish() >> 11
}

/// The last cause of an error: the one that says something.
pub(crate) fn innermost(error: &(dyn std::error::Error + 'static)) -> String {
    let mut last = error;
    while let Some(cause) = last.source() {
        last = cause;
    }
    last.to_string()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn read(path: &Path) -> Result<String, FleetError> {
    let file = |why: std::io::Error| FleetError::File { path: path.to_owned(), why: why.to_string() };
    std::fs::read_to_string(path).map_err(file)
}

/// Replaces `%41` by `A`; what is not an escape stays.
fn unescape(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((&byte, tail)) = rest.split_first() {
        let code = (byte == b'%').then(|| tail.get(..2)).flatten();
        let code = code.and_then(|code| u8::from_str_radix(std::str::from_utf8(code).ok()?, 16).ok());
        bytes.push(code.unwrap_or(byte));
        rest = if code.is_some() { &tail[2..] } else { tail };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_not_shown() {
        let shown = |url: &str| Address::new(url).shown();
        assert_eq!(shown("nats://me:secret@host:4222"), "nats://host:4222");
        assert_eq!(shown("me:secret@host"), "host");
        assert_eq!(shown("tls://host:4222"), "tls://host:4222");
    }

    #[test]
    fn escapes_in_an_address_are_read() {
        assert_eq!(unescape("a%40b%3"), "a@b%3");
        assert_eq!(unescape("%"), "%");
    }

    #[test]
    fn a_server_that_is_not_there_and_an_address_that_is_none_are_said_in_one_line() {
        let error = Fleet::connect(&Address::new("nats://127.0.0.1:1")).unwrap_err().to_string();
        assert!(error.starts_with("cannot reach the NATS server at nats://127.0.0.1:1: "), "{error}");
        assert!(!error.contains('\n'));
        let error = Fleet::connect(&Address::new("http://")).unwrap_err();
        assert_eq!(error, FleetError::Address("http://".to_owned()));
        let mut odd = Address::new("nats://127.0.0.1:1");
        odd.fleet = "a.b".to_owned();
        assert_eq!(Fleet::connect(&odd).unwrap_err(), FleetError::Name("a.b".to_owned()));
    }
}
