//! `goren gomocup`: the engine for tournament managers and boards that speak the Gomocup protocol.

mod board;
mod clock;
mod searcher;
mod session;
mod settings;
mod swap2;

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use clap::{Args, value_parser};
use goren_engine::{Engine, Options, SearchEvent};
use goren_protocol::{MAX_LINE_BYTES, Reply};

use crate::bounded_lines::BoundedLines;
use crate::evaluation::EvaluationArgs;
use searcher::SearchOutcome;
use session::Session;
use settings::{MIN_ENGINE_BYTES, Settings};

/// Arguments of `goren gomocup`.
#[derive(Args)]
#[command(after_help = "\
Reads commands from standard input and answers on standard output. A copy of the program whose \
file name starts with `pbrain-` does this without an argument.

Examples:
  goren gomocup
  goren gomocup --threads 4
  printf 'START 15\\nINFO timeout_turn 1000\\nBEGIN\\n' | goren gomocup")]
pub(crate) struct Gomocup {
    /// The number of search threads, unless the manager sets it.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u16).range(1..=256))]
    threads: u16,
    #[command(flatten)]
    evaluation: EvaluationArgs,
}

/// How long to wait at the end of input for a move that may have no reader.
const MOVE_TIMEOUT: Duration = Duration::from_millis(250);
/// How long to wait at the end of input for a table to be written or read.
const TABLE_TIMEOUT: Duration = Duration::from_secs(10);
/// The number of lines and reports that may be queued.
const QUEUE: usize = 64;

/// The stack of the search thread, in bytes: the usual size of a main thread's.
const STACK: usize = 8 << 20;

/// An event of a session.
enum Event {
    Line {
        bytes: Vec<u8>,
        read: Instant,
    },
    /// There will be no more lines.
    Closed,
    Search(SearchEvent),
    Answer {
        engine: Box<Engine>,
        answer: SearchOutcome,
    },
}

impl Gomocup {
    /// Serves a manager until it sends `END` or closes the pipe.
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let start = Instant::now();
        let threads = usize::from(self.threads);
        let settings = Settings::new(
            threads,
            thread::available_parallelism().map_or(1, usize::from),
            self.evaluation.evaluation(),
        );
        // The manager may still set a memory limit, and some measure the peak.
        let engine = self.evaluation.engine(Options { memory: MIN_ENGINE_BYTES, ..settings.options() })?;
        let engine = Box::new(engine);
        let (events_in, events) = sync_channel(QUEUE);
        let (jobs_in, jobs) = channel();
        let searcher_events = events_in.clone();
        let threads = [
            thread::Builder::new().stack_size(STACK).spawn(move || searcher::run(jobs, &searcher_events)),
            thread::Builder::new().spawn(move || read(&events_in)),
        ];
        // A manager reads only standard output, and may take anything else for a move.
        let outcome = match threads.into_iter().find_map(Result::err) {
            Some(error) => say(&[Reply::Error(format!("cannot start: {error}"))], &mut io::stdout()),
            None => serve(&mut Session::new(engine, settings, jobs_in, start), &events, &mut io::stdout()),
        };
        // A manager that has closed the pipe cannot receive the error either.
        drop(outcome);
        Ok(())
    }
}

/// Reads lines until the end of input, or until the receiver is dropped.
fn read(events: &SyncSender<Event>) {
    // One byte more than allowed shows that a line is too long.
    for line in BoundedLines::new(io::stdin().lock(), MAX_LINE_BYTES + 1).map_while(Result::ok) {
        if events.send(Event::Line { bytes: line, read: Instant::now() }).is_err() {
            return;
        }
    }
    let _ = events.send(Event::Closed);
}

/// Runs a session until it ends.
fn serve(session: &mut Session, events: &Receiver<Event>, out: &mut impl Write) -> io::Result<()> {
    let mut last = None;
    while last.is_none() || session.is_thinking() || session.copies_table() {
        let deadline = last.or_else(|| session.deadline());
        let wait = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
        let event = match wait {
            Some(wait) => events.recv_timeout(wait),
            None => events.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        let mut replies = Vec::new();
        match event {
            Ok(Event::Line { bytes, read }) => {
                if let ControlFlow::Break(()) = session.line(&bytes, read, &mut replies) {
                    session.stop();
                    return Ok(());
                }
            }
            Ok(Event::Search(event)) => replies = session.search_event(&event),
            Ok(Event::Answer { engine, answer }) => {
                replies.extend(session.answer(engine, answer));
                for (bytes, read) in session.take_waiting() {
                    if let ControlFlow::Break(()) = session.line(&bytes, read, &mut replies) {
                        session.stop();
                        return say(&replies, out);
                    }
                }
            }
            Ok(Event::Closed) => {
                session.stop();
                let patience = if session.copies_table() { TABLE_TIMEOUT } else { MOVE_TIMEOUT };
                last = Instant::now().checked_add(patience);
            }
            Err(RecvTimeoutError::Timeout) if last.is_none() => session.stop(),
            Err(_) => return Ok(()),
        }
        say(&replies, out)?;
    }
    Ok(())
}

/// Writes and flushes replies.
fn say(replies: &[Reply], out: &mut impl Write) -> io::Result<()> {
    for reply in replies {
        writeln!(out, "{reply}")?;
    }
    out.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An engine that ignores the clock: it waits until it is stopped.
    #[test]
    fn a_search_is_stopped_when_its_time_is_over() {
        let (jobs_in, jobs) = channel::<searcher::Job>();
        let (events_in, events) = sync_channel(QUEUE);
        for line in ["START 15", "INFO timeout_turn 1", "BEGIN"] {
            events_in.send(Event::Line { bytes: line.into(), read: Instant::now() }).unwrap();
        }
        let searcher = thread::spawn(move || {
            let job = jobs.recv().unwrap();
            while !job.stop.is_raised() {
                thread::yield_now();
            }
            let answer = SearchOutcome::Stones(vec!["h8".parse().unwrap()]);
            events_in.send(Event::Answer { engine: job.engine, answer }).unwrap();
            events_in.send(Event::Closed).unwrap();
        });
        let engine = Box::new(Engine::new(Options::default()));
        let mut session =
            Session::new(engine, Settings::new(1, 1, Default::default()), jobs_in, Instant::now());
        let mut out = Vec::new();
        serve(&mut session, &events, &mut out).unwrap();
        searcher.join().unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), "OK\n7,7\n");
    }
}
