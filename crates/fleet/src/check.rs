//! Reads messages from the network: bounded in size, every field checked, and an error in words instead of a panic.

use serde::de::DeserializeOwned;

use crate::message::{Announcement, Answer, RunProgress, Task, WorkerPulse};
use crate::names::{is_hash, is_name};

/// The largest announcement and task, in bytes.
pub const LARGEST_TASK: usize = 256 * 1024;
/// The largest answer, in bytes; the server's own limit is 1 MiB unless it was raised.
pub const LARGEST_ANSWER: usize = 1024 * 1024;
/// The largest pulse, in bytes.
const LARGEST_PULSE: usize = 1024 * 1024;
/// The largest object, in bytes.
pub const LARGEST_OBJECT: u64 = 4 << 30;
/// The longest line for people, in bytes.
const LONGEST_LINE: usize = 4096;
/// The most entries of any list.
const MOST: usize = 10_000;

fn parse<T: DeserializeOwned>(what: &str, bytes: &[u8], largest: usize) -> Result<T, String> {
    if bytes.len() > largest {
        return Err(format!("expected {what} of at most {largest} bytes, got {}", bytes.len()));
    }
    serde_json::from_slice(bytes).map_err(|error| format!("expected {what}: {error}"))
}

fn name(what: &str, text: &str) -> Result<(), String> {
    if is_name(text) { Ok(()) } else { Err(format!("expected the name of {what}, got `{}`", quoted(text))) }
}

fn line(what: &str, text: &str) -> Result<(), String> {
    if text.len() <= LONGEST_LINE {
        Ok(())
    } else {
        Err(format!("expected {what} of at most {LONGEST_LINE} bytes, got {}", text.len()))
    }
}

fn bounded(what: &str, number: u64, low: u64, high: u64) -> Result<(), String> {
    if (low..=high).contains(&number) {
        Ok(())
    } else {
        Err(format!("expected {what} between {low} and {high}, got {number}"))
    }
}

/// At most 80 characters of a text, without control characters.
pub(crate) fn quoted(text: &str) -> String {
    text.chars().take(80).map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect()
}

impl Announcement {
    /// Reads an announcement, or says what is wrong with it.
    pub fn read(bytes: &[u8]) -> Result<Announcement, String> {
        let read: Announcement = parse("an announcement", bytes, LARGEST_TASK)?;
        read.check()?;
        Ok(read)
    }

    /// What is wrong with it, if anything.
    pub fn check(&self) -> Result<(), String> {
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
                return Err(format!("expected 64 hexadecimal digits, got `{}`", quoted(&object.hash)));
            }
            bounded("an object's size", object.size, 0, LARGEST_OBJECT)?;
        }
        needs.speed.map_or(Ok(()), |speed| bounded("a speed", speed, 1, 1 << 50))
    }
}

impl Task {
    /// Reads a task, or says what is wrong with it.
    pub fn read(bytes: &[u8]) -> Result<Task, String> {
        parse("a task", bytes, LARGEST_TASK)
    }
}

impl Answer {
    /// Reads an answer, or says what is wrong with it.
    pub fn read(bytes: &[u8]) -> Result<Answer, String> {
        let read: Answer = parse("an answer", bytes, LARGEST_ANSWER)?;
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
    pub fn read(bytes: &[u8]) -> Result<WorkerPulse, String> {
        let read: WorkerPulse = parse("a worker's pulse", bytes, LARGEST_PULSE)?;
        name("a worker", &read.worker)?;
        line("a version", &read.version)?;
        bounded("a number of slots", read.slots.into(), 0, MOST as u64)?;
        bounded("a number of engines", read.engines.len() as u64, 0, MOST as u64)?;
        bounded("a number of runs", read.refuses.len() as u64, 0, MOST as u64)?;
        bounded("a number of runs", read.serves.len() as u64, 0, MOST as u64)?;
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
    pub fn read(bytes: &[u8]) -> Result<RunProgress, String> {
        let read: RunProgress = parse("a run's pulse", bytes, LARGEST_PULSE)?;
        name("a run", &read.run)?;
        line("a summary", &read.summary)?;
        bounded("a number of workers", read.workers.len() as u64, 0, MOST as u64)?;
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
            Announcement::read(&serde_json::to_vec(&bad).unwrap()).unwrap_err()
        };
        assert_eq!(error(&|bad| bad.run = "a.b".to_owned()), "expected the name of a run, got `a.b`");
        assert!(error(&|bad| bad.lease_ms = 1).contains("between 100 and 3600000, got 1"));
        assert!(error(&|bad| bad.needs.threads = 0).contains("a number of threads"));
        assert!(error(&|bad| bad.needs.engines = vec!["../x".to_owned()]).contains("`../x`"));
        assert!(error(&|bad| bad.needs.engines = vec!["x".to_owned(); 65]).contains("got 65"));
        let object = Object { hash: "0".repeat(63), size: 1 };
        assert!(error(&|bad| bad.needs.objects = vec![object.clone()]).contains("64 hexadecimal digits"));
        assert!(error(&|bad| bad.title = "x".repeat(5000)).contains("got 5000"));
        assert!(error(&|bad| bad.common = json!("x".repeat(LARGEST_TASK))).contains("at most 262144 bytes"));
        assert!(error(&|bad| bad.needs.speed = Some(0)).contains("a speed"));
    }

    #[test]
    fn rubbish_is_an_error_in_words() {
        for rubbish in [&b""[..], b"{", b"null", b"[]", b"{\"number\":-1}", b"\xff\xfe", &[b'['; 5000]] {
            assert!(Task::read(rubbish).unwrap_err().starts_with("expected a task: "));
            assert!(Answer::read(rubbish).unwrap_err().starts_with("expected an answer: "));
            assert!(Announcement::read(rubbish).is_err() && WorkerPulse::read(rubbish).is_err());
            assert!(RunProgress::read(rubbish).is_err());
        }
        let answer = json!({ "number": 3, "worker": "a b", "outcome": { "Ok": 1 } });
        assert_eq!(
            Answer::read(answer.to_string().as_bytes()).unwrap_err(),
            "expected the name of a worker, got `a b`"
        );
    }
}
