//! Work handed out to a fleet: what its coordinator announces, collects and says.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;
use std::path::Path;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use anyhow::{Context, bail};
use goren_arena::Control;
use goren_fleet::{
    Address, Announcement, Coordinator, Delivery, Fleet, Needs, Object, Receipt, RunProgress, RunState, Task,
    run_id,
};
use serde_json::Value;

use crate::bench::signature_and_speed;
use crate::nats::{Spread, worker_command};
use crate::terminal::{count, say};

/// The kinds of work besides games.
pub(crate) const DATAGEN: &str = "datagen";
pub(crate) const OPENINGS: &str = "openings";

/// The largest file that is put into the store, in bytes.
const MAX_FILE_BYTES: u64 = 1 << 30;
/// How long workers have to be heard before somebody is told that there are none.
const NO_WORKER_DELAY: Duration = Duration::from_secs(5);
/// How long it takes until every worker has had its say about a new run: pulses come every two seconds.
const PULSE_WAIT: Duration = Duration::from_secs(3);
/// How often it is looked who takes part.
const LOOK_INTERVAL: Duration = Duration::from_secs(1);

/// A fleet to which this process hands out work.
pub(crate) struct Remote {
    pub(crate) fleet: Fleet,
    pub(crate) address: Address,
    lease: Duration,
    reference_speed: Option<u64>,
}

impl Remote {
    pub(crate) fn connect(spread: &Spread, address: Address) -> anyhow::Result<Remote> {
        let fleet = Fleet::connect(&address)?;
        say(&format!("on the fleet {} at {}", address.fleet, address.shown()));
        Ok(Remote { fleet, address, lease: spread.lease(), reference_speed: spread.reference_speed() })
    }

    /// Puts a file into the fleet's store.
    pub(crate) fn put(&self, path: &Path) -> anyhow::Result<Object> {
        let name = || path.display().to_string();
        let size = std::fs::metadata(path).with_context(name)?.len();
        if size > MAX_FILE_BYTES {
            bail!("{}: expected at most {MAX_FILE_BYTES} bytes, got {size}", name());
        }
        let bytes = std::fs::read(path).with_context(name)?;
        Ok(self.fleet.put(&bytes)?)
    }

    /// The announcement of a run by this program.
    ///
    /// `identity` is what makes it this run and no other: resumed, it has the same. `needs` is completed by this program's
    /// version and signature, and by the speed for which its times are meant if it `has_clock`.
    pub(crate) fn announcement(
        &self,
        identity: &[u8],
        (work, title): (&str, String),
        common: Value,
        needs: Needs,
        has_clock: bool,
    ) -> anyhow::Result<Announcement> {
        let slots = if has_clock && self.reference_speed.is_none() { crate::worker::cores() } else { 1 };
        let (signature, speed) = signature_and_speed(slots)?;
        let speed = has_clock.then(|| self.reference_speed.unwrap_or(speed).max(1));
        Ok(Announcement {
            run: run_id(identity),
            title,
            work: work.to_owned(),
            common,
            needs: Needs { version: env!("CARGO_PKG_VERSION").to_owned(), signature, speed, ..needs },
            lease_ms: self.lease.as_millis() as u64,
            started: SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs()),
            coordinator: 0,
            state: RunState::Open,
        })
    }

    /// Somebody who says what happens in the fleet.
    pub(crate) fn notes(&self) -> Notes {
        Notes {
            command: worker_command(&self.address),
            began: Instant::now(),
            looked: None,
            there: Presence::Unknown,
            is_connected: true,
            told: HashSet::new(),
        }
    }
}

/// Whether there are workers.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Presence {
    Unknown,
    Nobody,
    Somebody,
}

/// Says what happens in the fleet, each thing once.
pub(crate) struct Notes {
    command: String,
    began: Instant,
    looked: Option<Instant>,
    there: Presence,
    is_connected: bool,
    told: HashSet<String>,
}

impl Notes {
    /// Looks at the workers now and then, and says what is new.
    pub(crate) fn look(&mut self, fleet: &Fleet, coordinator: &Coordinator) {
        if self.looked.is_some_and(|looked| looked.elapsed() < LOOK_INTERVAL) {
            return;
        }
        self.looked = Some(Instant::now());
        let is_connected = fleet.is_connected();
        if is_connected != self.is_connected {
            say(if is_connected { "the server is back" } else { "the server is away; waiting for it" });
            (self.is_connected, self.began) = (is_connected, Instant::now());
        }
        if !is_connected {
            return;
        }
        for (worker, reason) in coordinator.refusals() {
            self.tell(format!("worker {worker} does not take part: {reason}"));
        }
        for (worker, reason) in coordinator.banned() {
            self.tell(format!("worker {worker} was set aside: {reason}"));
        }
        // Who refuses says so with its next pulse.
        if self.began.elapsed() < PULSE_WAIT {
            return;
        }
        let unable: Vec<(String, String)> = [coordinator.refusals(), coordinator.banned()].concat();
        let mut workers = coordinator.workers();
        let heard = workers.len();
        workers.retain(|worker| !unable.iter().any(|(name, _)| *name == worker.worker));
        if !workers.is_empty() {
            if self.there != Presence::Somebody {
                let slots: u32 = workers.iter().map(|worker| worker.slots).sum();
                say(&format!("{} with {}", count(workers.len(), "worker"), count(slots as usize, "slot")));
            }
            self.there = Presence::Somebody;
        } else if self.there != Presence::Nobody && self.began.elapsed() >= NO_WORKER_DELAY {
            let word = match self.there {
                _ if heard > 0 => "no worker takes part",
                Presence::Somebody => "no workers left",
                _ => "no workers yet",
            };
            say(&format!("{word}; start one with: {}", self.command));
            self.there = Presence::Nobody;
        }
    }

    fn tell(&mut self, line: String) {
        if !self.told.contains(&line) {
            say(&line);
            self.told.insert(line);
        }
    }
}

/// Collects the answers to numbered tasks.
pub(crate) trait Collector {
    /// An answer that was checked.
    type Item;

    /// Whether this can be the answer to the task with this number.
    fn check(&self, number: u64, answer: &Value) -> anyhow::Result<Self::Item>;

    /// Takes an answer; each number comes once.
    fn enter(&mut self, number: u64, item: Self::Item) -> anyhow::Result<()>;

    /// Makes safe what was taken. The answers below the number it returns need not be kept elsewhere any more.
    fn secure(&mut self) -> anyhow::Result<u64>;

    /// Whether no more answers are needed.
    fn is_over(&self) -> bool;

    /// How far it is, for people.
    fn describe(&self) -> String;
}

/// The most answers that wait for an earlier one.
const MAX_WAITING: usize = 5_000;
/// How often a task may fail before the run does.
const MAX_FAILURES: u32 = 3;

/// Has tasks performed by a fleet that are nothing but their numbers, until the collector has enough or all are done.
pub(crate) fn perform<C: Collector>(
    remote: &Remote,
    announcement: Announcement,
    numbers: Range<u64>,
    control: &Control,
    may_start: impl Fn() -> bool,
    collector: &mut C,
) -> anyhow::Result<()> {
    let coordinator = Coordinator::open(&remote.fleet, announcement)?;
    let mut notes = remote.notes();
    let collected = collect(&coordinator, numbers, control, may_start, collector, || {
        notes.look(&remote.fleet, &coordinator);
    });
    notes.look(&remote.fleet, &coordinator);
    let ended = coordinator.end();
    collected?;
    Ok(ended?)
}

fn collect<C: Collector>(
    coordinator: &Coordinator,
    numbers: Range<u64>,
    control: &Control,
    may_start: impl Fn() -> bool,
    collector: &mut C,
    mut look: impl FnMut(),
) -> anyhow::Result<()> {
    let mut next = numbers.start;
    let mut finished = 0;
    let mut receipts: BTreeMap<u64, Receipt> = BTreeMap::new();
    let mut failures: HashMap<u64, u32> = HashMap::new();
    let mut is_draining = false;
    while !collector.is_over() && !control.stop().is_raised() {
        if !is_draining && (control.is_draining() || !may_start()) {
            coordinator.drain();
            is_draining = true;
        }
        // Answers that wait for an earlier one must not keep the workers idle.
        let mut room = coordinator.room();
        if !is_draining && receipts.len() < MAX_WAITING {
            room += receipts.len();
        }
        while room > 0 && next < numbers.end {
            coordinator.send(Task { number: next, payload: Value::Null })?;
            (next, room) = (next + 1, room - 1);
        }
        for delivery in coordinator.receive(Duration::from_millis(200))? {
            let number = delivery.answer.number;
            if let Some(item) = examine(coordinator, &delivery, collector, &mut failures)? {
                receipts.insert(number, delivery.receipt);
                collector.enter(number, item)?;
                finished += 1;
            }
        }
        let safe = collector.secure()?;
        let waiting = receipts.split_off(&safe);
        let settled: Vec<Receipt> = std::mem::replace(&mut receipts, waiting).into_values().collect();
        coordinator.settle(&settled);
        coordinator.report(RunProgress {
            finished: numbers.start + finished,
            expected: if numbers.end == u64::MAX { 0 } else { numbers.end },
            summary: collector.describe(),
            ..RunProgress::default()
        });
        look();
        let is_drained = is_draining && coordinator.is_drained();
        if is_drained || numbers.start + finished == numbers.end {
            break;
        }
    }
    Ok(())
}

/// An answer that counts; any other is sent back, and a worker that sends what cannot be is set aside.
fn examine<C: Collector>(
    coordinator: &Coordinator,
    delivery: &Delivery,
    collector: &C,
    failures: &mut HashMap<u64, u32>,
) -> anyhow::Result<Option<C::Item>> {
    let answer = &delivery.answer;
    let (number, worker) = (answer.number, &answer.worker);
    match &answer.outcome {
        Ok(value) => match collector.check(number, value) {
            Ok(item) => return Ok(Some(item)),
            Err(error) => {
                coordinator.ban(worker, &format!("its answer to task {number} is wrong: {error:#}"));
            }
        },
        Err(reason) => {
            let count = failures.entry(number).or_default();
            *count += 1;
            if *count >= MAX_FAILURES {
                bail!("task {number} failed {count} times, the last time on {worker}: {reason}");
            }
            say(&format!("worker {worker} could not perform task {number}: {reason}"));
        }
    }
    coordinator.reject(delivery);
    Ok(None)
}
