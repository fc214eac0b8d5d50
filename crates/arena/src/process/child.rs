//! An engine as a process: its three pipes, and cleaning up after it.

use std::io::{self, Read, Write};
use std::path::{Path, absolute};
use std::process::{ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use goren_protocol::quote;

use super::group::Group;
use super::lines::{Line, LineReader};
use super::memory;
use super::spec::ProcessSpec;
use super::transcript::Transcript;

/// How often to check whether the process has exited or the game was stopped.
const POLL_INTERVAL: Duration = Duration::from_millis(10);
/// How long to wait for the last output of a process that has exited.
const OUTPUT_TIMEOUT: Duration = Duration::from_millis(200);
/// How long an engine may take to exit after `END`.
const EXIT_TIMEOUT: Duration = Duration::from_millis(500);
/// The number of lines buffered before the engine blocks.
const MAX_QUEUED_LINES: usize = 64;
/// How much of the end of standard error is kept, in bytes.
const MAX_TAIL_BYTES: usize = 4 << 10;

/// A running engine. When dropped, it is asked to exit, then killed with all its children.
pub(super) struct Child {
    group: Group,
    commands: Sender<Said>,
    lines: Receiver<Line>,
    errors: Errors,
}

/// What can happen while waiting for an engine.
pub(super) enum Event {
    Line(Line),
    /// Nothing happened for a short time.
    Quiet,
    /// There will be no more lines, for this reason.
    Ended(String),
}

/// Text for the engine, and where to report the time at which it was sent.
type Said = (String, Sender<Instant>);

/// The end of standard error.
struct Errors {
    tail: Arc<Mutex<Vec<u8>>>,
    /// Closed at the end of the stream.
    open: Receiver<()>,
}

impl Child {
    /// Starts an engine.
    pub(super) fn spawn(
        spec: &ProcessSpec,
        cpus: &[usize],
        transcript: Option<&Transcript>,
    ) -> io::Result<Child> {
        let (program, arguments) = spec
            .command
            .split_first()
            .ok_or_else(|| io::Error::other("expected a program to run, got an empty command"))?;
        let path = Path::new(program);
        let mut command =
            if path.components().count() > 1 { Command::new(absolute(path)?) } else { Command::new(program) };
        command.args(arguments).envs(&spec.environment);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if let Some(folder) = &spec.folder {
            command.current_dir(folder);
        }
        let mut group = Group::spawn(&mut command, cpus)?;
        let leader = group.leader();
        let piped = "all three were asked for";
        let (stdin, stdout, stderr) = (
            leader.stdin.take().expect(piped),
            leader.stdout.take().expect(piped),
            leader.stderr.take().expect(piped),
        );
        let (commands, said) = channel();
        let (heard, lines) = sync_channel(MAX_QUEUED_LINES);
        let (closed, open) = channel();
        let errors = Errors { tail: Arc::default(), open };
        let tail = Arc::clone(&errors.tail);
        // These threads are never joined. They end with the pipes, which may outlive the process.
        let [told, answered, erred] = [transcript.cloned(), transcript.cloned(), transcript.cloned()];
        thread::Builder::new().spawn(move || write(stdin, &said, told.as_ref()))?;
        thread::Builder::new().spawn(move || read(stdout, &heard, answered.as_ref()))?;
        thread::Builder::new().spawn(move || {
            keep_tail(stderr, &tail, erred.as_ref());
            drop(closed);
        })?;
        Ok(Child { group, commands, lines, errors })
    }

    /// Sends text without blocking, even if the engine does not read. The channel returns the time at which it was
    /// written to the pipe.
    pub(super) fn say(&self, text: String) -> Receiver<Instant> {
        let (sent, time) = channel();
        // A write error needs no handling: an engine that has closed its input does not answer.
        let _ = self.commands.send((text, sent));
        time
    }

    /// Waits briefly for the next event, but not beyond the deadline.
    pub(super) fn next(&mut self, deadline: Instant) -> Event {
        let wait = deadline.saturating_duration_since(Instant::now()).min(POLL_INTERVAL);
        match self.lines.recv_timeout(wait) {
            Ok(line) => Event::Line(line),
            Err(RecvTimeoutError::Timeout) if self.group.has_ended() => {
                match self.lines.recv_timeout(OUTPUT_TIMEOUT) {
                    Ok(line) => Event::Line(line),
                    Err(_) => Event::Ended(self.epitaph()),
                }
            }
            Err(RecvTimeoutError::Timeout) => Event::Quiet,
            Err(RecvTimeoutError::Disconnected) => Event::Ended(self.epitaph()),
        }
    }

    /// How the process ended, with the last line of its standard error.
    fn epitaph(&mut self) -> String {
        let ended = if self.wait(OUTPUT_TIMEOUT) {
            self.group.kill().map_or_else(|error| error.to_string(), |status| status.to_string())
        } else {
            "it has closed its output".to_owned()
        };
        match self.errors.last_error_line() {
            Some(line) => format!("{ended}, stderr ends with `{line}`"),
            None => ended,
        }
    }

    /// Waits for the process to exit; returns whether it has.
    fn wait(&mut self, most: Duration) -> bool {
        let start = Instant::now();
        while !self.group.has_ended() {
            if start.elapsed() >= most {
                return false;
            }
            thread::sleep(Duration::from_millis(1));
        }
        true
    }

    /// Kills the engine at once.
    pub(super) fn kill(mut self) {
        let _ = self.group.kill();
    }

    /// The memory in use, in bytes, if known.
    pub(super) fn memory(&mut self) -> Option<u64> {
        memory::in_use(self.group.leader().id())
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        self.say("END\n".to_owned());
        // Closes the input after `END`, and keeps draining the output so that the engine can get to read it.
        self.commands = channel().0;
        self.lines = channel().1;
        self.wait(EXIT_TIMEOUT);
        let _ = self.group.kill();
    }
}

impl Errors {
    /// The last informative line of standard error.
    fn last_error_line(&self) -> Option<String> {
        let _ = self.open.recv_timeout(OUTPUT_TIMEOUT);
        let tail = self.tail.lock().unwrap_or_else(PoisonError::into_inner);
        let text = String::from_utf8_lossy(&tail);
        // A Rust panic ends with a hint about backtraces, not with its message.
        let said = |line: &&str| !line.trim().is_empty() && !line.starts_with("note:");
        text.lines().rfind(said).map(|line| quote(line.trim()))
    }
}

fn write(mut stdin: ChildStdin, said: &Receiver<Said>, transcript: Option<&Transcript>) {
    for (text, sent) in said {
        if let Some(transcript) = transcript {
            transcript.note('<', &text);
        }
        // After the write it would be too late: the engine is often scheduled before this thread is again.
        let _ = sent.send(Instant::now());
        if stdin.write_all(text.as_bytes()).is_err() {
            return;
        }
    }
}

/// Reads to the end even when nobody receives the lines any more: a full pipe would block the engine.
fn read(stdout: impl Read, heard: &SyncSender<Line>, transcript: Option<&Transcript>) {
    let mut is_wanted = true;
    for line in LineReader::new(stdout).map_while(Result::ok) {
        if let Some(transcript) = transcript {
            transcript.note('>', &line.text);
        }
        is_wanted = is_wanted && heard.send(line).is_ok();
    }
}

fn keep_tail(mut stderr: impl Read, tail: &Mutex<Vec<u8>>, transcript: Option<&Transcript>) {
    let mut chunk = [0; MAX_TAIL_BYTES];
    loop {
        match stderr.read(&mut chunk) {
            Ok(0) => return,
            Ok(length) => {
                if let Some(transcript) = transcript {
                    transcript.note('!', &String::from_utf8_lossy(&chunk[..length]));
                }
                let mut tail = tail.lock().unwrap_or_else(PoisonError::into_inner);
                tail.extend_from_slice(&chunk[..length]);
                let surplus = tail.len().saturating_sub(MAX_TAIL_BYTES);
                tail.drain(..surplus);
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => return,
        }
    }
}
