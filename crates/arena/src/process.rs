//! Any engine that speaks Gomocup's protocol as a player, however badly it behaves.

mod child;
#[cfg(target_os = "linux")]
mod descendants;
mod dialogue;
mod group;
mod lines;
mod memory;
mod spec;
mod transcript;
mod watchdog;

use std::time::{Duration, Instant};

use goren_core::{Clock, Fault, FaultKind, Game, Step, Stop};
use goren_protocol::{Command, Reply, quote};

use crate::player::{Budget, ChosenStep, Player};
use child::{Child, Event};
use dialogue::{Dialogue, Heard, limit};
pub use spec::ProcessSpec;
pub(crate) use transcript::Transcript;
pub use watchdog::{run_watchdog, set_watchdog};

/// How long an engine may take to answer "move now".
const STOP_TIMEOUT: Duration = Duration::from_millis(200);
/// The upper bound of all waits, so that adding one to an `Instant` never overflows.
const MAX_WAIT: Duration = Duration::from_secs(7 * 24 * 60 * 60);

/// A process as a player. It starts when the game begins and is killed, with all its children, when it commits a fault
/// or the player is dropped.
///
/// Lines that cannot be parsed are skipped while time remains, as Gomocup's judge does; if no answer follows,
/// the fault quotes the last of them.
pub struct Process {
    spec: ProcessSpec,
    cpus: Vec<usize>,
    child: Option<Child>,
    dialogue: Dialogue,
    most_memory: Option<u64>,
    /// The peak memory seen so far.
    peak: Option<u64>,
    transcript: Option<Transcript>,
}

impl Process {
    /// An engine to run on these cores, or on any if the list is empty.
    pub fn new(spec: ProcessSpec, cpus: Vec<usize>) -> Process {
        let dialogue = Dialogue::default();
        Process { spec, cpus, child: None, dialogue, most_memory: None, peak: None, transcript: None }
    }

    /// The same, with a transcript of what it is told and says.
    pub(crate) fn with_transcript(self, transcript: Option<Transcript>) -> Process {
        Process { transcript, ..self }
    }

    /// Starts the process and waits until it is ready for a board of the game's size.
    fn start(&self, game: &Game, stop: &Stop) -> Result<Child, Fault> {
        let fault = |detail| Fault { kind: FaultKind::Start, detail };
        let most = Duration::from_millis(self.spec.start_ms).min(MAX_WAIT);
        let deadline = Instant::now() + most;
        let mut child = Child::spawn(&self.spec, &self.cpus, self.transcript.as_ref())
            .map_err(|error| fault(format!("cannot run `{}`: {error}", self.spec.command.join(" "))))?;
        child.say(lines(&[Command::Start(game.position().size())]));
        let mut noise = None;
        loop {
            if stop.is_raised() {
                child.kill();
                return Err(fault("was stopped before it said `OK`".to_owned()));
            }
            match child.next(deadline) {
                Event::Line(line) if line.at <= deadline => match Reply::read(&line.text) {
                    Some(Reply::Ok) => return Ok(child),
                    Some(Reply::Error(_) | Reply::Unknown(_)) => {
                        return Err(fault(format!("expected `OK`, got `{}`", quote(&line.text))));
                    }
                    Some(_) => {}
                    None => noise = Some(quote(&line.text)),
                },
                Event::Ended(why) => return Err(fault(format!("exited before it said `OK`: {why}"))),
                Event::Quiet if Instant::now() < deadline => {}
                Event::Quiet | Event::Line(_) => {
                    let instead = noise.map_or_else(String::new, |noise| format!(", got `{noise}`"));
                    return Err(fault(format!("expected `OK` within {} ms{instead}", most.as_millis())));
                }
            }
        }
    }

    /// Asks for the step the game is waiting for; returns it with the time it took.
    fn ask(&mut self, game: &Game, clock: &Clock, stop: &Stop) -> Result<(Step, Duration), Fault> {
        let child = self
            .child
            .as_mut()
            .ok_or_else(|| Fault { kind: FaultKind::Start, detail: "the engine does not run".to_owned() })?;
        let most = limit(clock).unwrap_or(Duration::from_millis(self.spec.longest_ms)).min(MAX_WAIT);
        let margin = Duration::from_millis(self.spec.margin_ms).min(MAX_WAIT);
        let request = self.dialogue.request(game, clock)?;
        let asked = Instant::now();
        let sent = child.say(lines(&request));
        let mut start = asked;
        let mut stopping = None;
        let mut noise = None;
        loop {
            if stop.is_raised() && stopping.is_none() {
                child.say(lines(&[Command::Stop]));
                stopping = Some(Instant::now() + STOP_TIMEOUT);
            }
            start = sent.try_recv().unwrap_or(start);
            let in_time = start + most + margin;
            let deadline = stopping.map_or(in_time, |stopping| in_time.min(stopping));
            match child.next(deadline) {
                Event::Line(line) if line.at <= deadline => {
                    match self.dialogue.hear(&line.text, line.at >= asked, game) {
                        Heard::Step(step) => {
                            start = sent.try_recv().unwrap_or(start);
                            return Ok((step, line.at.saturating_duration_since(start)));
                        }
                        Heard::Reply(command) => drop(child.say(lines(&[command]))),
                        Heard::Noise => noise = Some(quote(&line.text)),
                        // An engine that does not know the "move now" command may answer with an error.
                        Heard::Fault(fault) if stopping.is_none() || fault.kind != FaultKind::Garbage => {
                            return Err(fault);
                        }
                        Heard::Fault(_) | Heard::Chatter => {}
                    }
                }
                Event::Ended(why) => {
                    let instead = noise.map_or_else(String::new, |noise| format!(", after `{noise}`"));
                    let detail = format!("exited on its move: {why}{instead}");
                    return Err(Fault { kind: FaultKind::Crash, detail });
                }
                Event::Quiet if Instant::now() < deadline => {}
                Event::Quiet | Event::Line(_) => return Err(late([most, margin], noise, stopping.is_some())),
            }
        }
    }

    /// Kills the engine without asking it to exit: after a fault its game is over.
    fn give_up(&mut self) {
        if let Some(child) = self.child.take() {
            child.kill();
        }
    }

    /// Checks the memory in use.
    fn weigh(&mut self) -> Result<(), Fault> {
        self.peak = self.peak.max(self.child.as_mut().and_then(Child::memory));
        match (self.peak, self.most_memory) {
            (Some(used), Some(most)) if used > most => Err(Fault {
                kind: FaultKind::Memory,
                detail: format!("expected at most {most} bytes of memory, got {used}"),
            }),
            _ => Ok(()),
        }
    }
}

impl Player for Process {
    fn begin(&mut self, game: &Game, budget: &Budget, stop: &Stop) -> Result<(), Fault> {
        let settings = Dialogue::settings(game, budget, &self.spec)?;
        self.most_memory = self.spec.most_memory(budget);
        let child = self.start(game, stop)?;
        child.say(lines(&settings));
        self.child = Some(child);
        Ok(())
    }

    fn choose(&mut self, game: &Game, clock: &Clock, stop: &Stop) -> Result<ChosenStep, Fault> {
        if let Some(step) = self.dialogue.next_step() {
            let (time, memory) = (Duration::ZERO, self.peak);
            return Ok(ChosenStep { step, time, score: None, depth: None, nodes: None, memory });
        }
        let asked = self.ask(game, clock, stop).and_then(|answer| self.weigh().map(|()| answer));
        let (step, time) = asked.inspect_err(|_| self.give_up())?;
        let facts = self.dialogue.facts();
        let (score, depth, nodes) = (facts.score, facts.depth, facts.nodes);
        Ok(ChosenStep { step, time, score, depth, nodes, memory: self.peak })
    }
}

/// The fault of an engine that has not answered.
fn late([most, margin]: [Duration; 2], noise: Option<String>, was_stopped: bool) -> Fault {
    let within = format!("within {} ms and {} ms margin", most.as_millis(), margin.as_millis());
    let (kind, detail) = match noise {
        _ if was_stopped => (FaultKind::Time, "was stopped and did not move at once".to_owned()),
        Some(noise) => (FaultKind::Garbage, format!("expected an answer {within}, got `{noise}`")),
        None => (FaultKind::Time, format!("no answer {within}")),
    };
    Fault { kind, detail }
}

/// The text of commands as it is sent.
fn lines(commands: &[Command]) -> String {
    commands.iter().map(|command| format!("{command}\n")).collect()
}
