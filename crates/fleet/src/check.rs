//! Reads messages from the network: bounded in size, every field checked, and an error in words instead of a panic.

use std::fmt;

use serde::de::DeserializeOwned;

use crate::message::{Announcement, Answer, RunProgress, Task, WorkerPulse};
use crate::names::{is_hash, is_name};

/// The largest announcement and task, in bytes.
pub const MAX_TASK_BYTES: usize = 256 * 1024;
/// The largest answer, in bytes; the server's own limit is 1 MiB unless it was raised.
pub const MAX_ANSWER_BYTES: usize = 1024 * 1024;
/// The largest pulse, in bytes.
const MAX_PULSE_BYTES: usize = 1024 * 1024;
/// The largest object, in bytes.
pub const MAX_OBJECT_BYTES: u64 = 4 << 30;
/// The longest line for people, in bytes.
const MAX_LINE_BYTES: usize = 4096;
/// The most entries of any list.
const MAX_ENTRIES: u64 = 10_000;

/// What is wrong with a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MessageError {
    /// It, or a line of it, is too long.
    TooLong {
        /// What it should be.
        what: &'static str,
        /// The most bytes.
        max: usize,
        /// Its bytes.
        got: usize,
    },
    /// A task is too long to be sent.
    Task {
        /// Its number.
        number: u64,
        /// Its bytes.
        got: usize,
    },
    /// It is none in JSON.
    Json {
        /// What it should be.
        what: &'static str,
        /// What the parser says.
        why: String,
    },
    /// Not a name.
    Name {
        /// Whose name it should be.
        what: &'static str,
        /// The beginning of what is there.
        got: String,
    },
    /// Not a hash.
    Hash(String),
    /// A number out of its range.
    Range {
        /// What it counts.
        what: &'static str,
        /// The least.
        low: u64,
        /// The most.
        high: u64,
        /// What is there.
        got: u64,
    },
}

impl fmt::Display for MessageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MessageError::TooLong { what, max, got } => {
                write!(f, "expected {what} of at most {max} bytes, got {got}")
            }
            MessageError::Task { number, got } => {
                write!(f, "task {number}: expected at most {MAX_TASK_BYTES} bytes, got {got}")
            }
            MessageError::Json { what, why } => write!(f, "expected {what}: {why}"),
            MessageError::Name { what, got } => write!(f, "expected the name of {what}, got `{got}`"),
            MessageError::Hash(got) => write!(f, "expected 64 hexadecimal digits, got `{got}`"),
            MessageError::Range { what, low, high, got } => {
                write!(f, "expected {what} between {low} and {high}, got {got}")
            }
        }
    }
}

impl std::error::Error for MessageError {}

impl MessageError {
    pub(crate) fn json(what: &'static str, error: &serde_json::Error) -> MessageError {
        MessageError::Json { what, why: error.to_string() }
    }
}

fn parse<T: DeserializeOwned>(what: &'static str, bytes: &[u8], max: usize) -> Result<T, MessageError> {
    bounded_text(what, bytes.len(), max)?;
    serde_json::from_slice(bytes).map_err(|error| MessageError::json(what, &error))
}

fn bounded_text(what: &'static str, got: usize, max: usize) -> Result<(), MessageError> {
    if got <= max { Ok(()) } else { Err(MessageError::TooLong { what, max, got }) }
}

fn name(what: &'static str, text: &str) -> Result<(), MessageError> {
    if is_name(text) { Ok(()) } else { Err(MessageError::Name { what, got: quoted(text) }) }
}

fn line(what: &'static str, text: &str) -> Result<(), MessageError> {
    bounded_text(what, text.len(), MAX_LINE_BYTES)
}

fn bounded(what: &'static str, got: u64, low: u64, high: u64) -> Result<(), MessageError> {
    if (low..=high).contains(&got) { Ok(()) } else { Err(MessageError::Range { what, low, high, got }) }
}

/// At most 80 characters of a text, without control characters.
pub(crate) fn quoted(text: &str) -> String {
    text.chars().take(80).map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect()
}

impl Announcement {
    /// Reads an announcement, or says what is wrong with it.
    pub fn read(bytes: &[u8]) -> Result<Announcement, MessageError> {
        let read: Announcement = parse("an announcement", bytes, MAX_TASK_BYTES)?;
        read.check()?;
        Ok(read)
    }

    /// What is wrong with it, if anything.
    pub fn check(&self) -> Result<(), MessageError> {
        name("a run", &self.run)?;
        name("a kind of work", &self.work)?;
        line("a title", &self.title)?;
        bounded("a lease in milliseconds", self.lease_ms, 100, 3_600_000)?;
        let needs = &self.needs;
        line("a version", &needs.version)?;
        bounded("a number of engines", needs.engines.len() as u64, 0, 64)?;
        bounded("a number of objects", needs.objects.len() as u64, 0, 64)?;
        bounded("a number of threads", needs.threads.into(), 1, 1024)?;
        needs.engines.iter().try_for_each(|engine| name("an engine", engine))?;
        for object in &needs.objects {
            if !is_hash(&object.hash) {
                return Err(MessageError::Hash(quoted(&object.hash)));
            }
            bounded("an object's size", object.size, 0, MAX_OBJECT_BYTES)?;
        }
        needs.speed.map_or(Ok(()), |speed| bounded("a speed", speed, 1, 1 << 50))
    }
}

impl Task {
    /// Reads a task, or says what is wrong with it.
    pub fn read(bytes: &[u8]) -> Result<Task, MessageError> {
        parse("a task", bytes, MAX_TASK_BYTES)
    }
}

impl Answer {
    /// Reads an answer, or says what is wrong with it.
    pub fn read(bytes: &[u8]) -> Result<Answer, MessageError> {
        let read: Answer = parse("an answer", bytes, MAX_ANSWER_BYTES)?;
        name("a worker", &read.worker)?;
        if let Some(speed) = read.speed {
            bounded("a speed", speed.nodes, 1, 1 << 50)?;
            bounded("a scale in thousandths", speed.scale.into(), 1, 1_000_000)?;
        }
        Ok(read)
    }
}

impl WorkerPulse {
    /// Reads a worker's pulse, or says what is wrong with it.
    pub fn read(bytes: &[u8]) -> Result<WorkerPulse, MessageError> {
        let read: WorkerPulse = parse("a worker's pulse", bytes, MAX_PULSE_BYTES)?;
        name("a worker", &read.worker)?;
        line("a version", &read.version)?;
        bounded("a number of slots", read.slots.into(), 0, MAX_ENTRIES)?;
        bounded("a number of engines", read.engines.len() as u64, 0, MAX_ENTRIES)?;
        bounded("a number of runs", read.refuses.len() as u64, 0, MAX_ENTRIES)?;
        bounded("a number of runs", read.serves.len() as u64, 0, MAX_ENTRIES)?;
        read.engines.iter().try_for_each(|engine| name("an engine", engine))?;
        for (run, reason) in &read.refuses {
            name("a run", run)?;
            line("a reason", reason)?;
        }
        read.serves.iter().try_for_each(|(run, _)| name("a run", run))?;
        Ok(read)
    }
}

impl RunProgress {
    /// Reads a run's pulse, or says what is wrong with it.
    pub fn read(bytes: &[u8]) -> Result<RunProgress, MessageError> {
        let read: RunProgress = parse("a run's pulse", bytes, MAX_PULSE_BYTES)?;
        name("a run", &read.run)?;
        line("a summary", &read.summary)?;
        bounded("a number of workers", read.workers.len() as u64, 0, MAX_ENTRIES)?;
        for standing in &read.workers {
            name("a worker", &standing.worker)?;
            line("a reason", standing.aside.as_deref().unwrap_or_default())?;
        }
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::message::{Needs, Object, RunState};

    fn announcement() -> Announcement {
        Announcement {
            run: "00ff00ff00ff00ff".to_owned(),
            title: "a – b".to_owned(),
            work: "games".to_owned(),
            common: Value::Null,
            needs: Needs { version: "1".to_owned(), threads: 1, ..Needs::default() },
            lease_ms: 10_000,
            started: 0,
            coordinator: 1,
            state: RunState::Open,
        }
    }

    #[test]
    fn an_announcement_is_read_back_and_each_bad_field_is_named() {
        let good = announcement();
        assert_eq!(Announcement::read(&serde_json::to_vec(&good).unwrap()).unwrap(), good);
        let error = |change: &dyn Fn(&mut Announcement)| {
            let mut bad = announcement();
            change(&mut bad);
            Announcement::read(&serde_json::to_vec(&bad).unwrap()).unwrap_err().to_string()
        };
        assert_eq!(error(&|bad| bad.run = "a.b".to_owned()), "expected the name of a run, got `a.b`");
        assert!(error(&|bad| bad.lease_ms = 1).contains("between 100 and 3600000, got 1"));
        assert!(error(&|bad| bad.needs.threads = 0).contains("a number of threads"));
        assert!(error(&|bad| bad.needs.engines = vec!["../x".to_owned()]).contains("`../x`"));
        assert!(error(&|bad| bad.needs.engines = vec!["x".to_owned(); 65]).contains("got 65"));
        let object = Object { hash: "0".repeat(63), size: 1 };
        assert!(error(&|bad| bad.needs.objects = vec![object.clone()]).contains("64 hexadecimal digits"));
        assert!(error(&|bad| bad.title = "x".repeat(5000)).contains("got 5000"));
        assert!(
            error(&|bad| bad.common = json!("x".repeat(MAX_TASK_BYTES))).contains("at most 262144 bytes")
        );
        assert!(error(&|bad| bad.needs.speed = Some(0)).contains("a speed"));
    }

    #[test]
    fn rubbish_is_an_error_in_words() {
        for rubbish in [&b""[..], b"{", b"null", b"[]", b"{\"number\":-1}", b"\xff\xfe", &[b'['; 5000]] {
            assert!(Task::read(rubbish).unwrap_err().to_string().starts_with("expected a task: "));
            assert!(Answer::read(rubbish).unwrap_err().to_string().starts_with("expected an answer: "));
            assert!(Announcement::read(rubbish).is_err() && WorkerPulse::read(rubbish).is_err());
            assert!(RunProgress::read(rubbish).is_err());
        }
        let answer = json!({ "number": 3, "worker": "a b", "outcome": { "Ok": 1 } });
        assert_eq!(
            Answer::read(answer.to_string().as_bytes()).unwrap_err().to_string(),
            "expected the name of a worker, got `a b`"
        );
    }
}
