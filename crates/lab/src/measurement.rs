//! The measurement of one move of one program.

use std::time::{Duration, Instant};

use goren_classics::{Branch, Counters, Settings, classic};
use goren_core::{Agent as _, Clock, Game, Limits, Report, Step, Stop};

use crate::interval::median;

/// One move of one program, timed.
#[derive(Clone, Debug)]
pub struct Measurement {
    /// What the program chose.
    pub step: Step,
    /// The value of its search, in the document's units.
    pub value: Option<f64>,
    /// Its last report.
    pub report: Option<Report>,
    /// What its search counted.
    pub counters: Counters,
    /// The search tree, as deep as it was asked for.
    pub tree: Option<Branch>,
    /// How long it took: the median, if it was repeated.
    pub time: Duration,
}

/// A search is repeated, up to [`REPEATS`] times, while all repetitions together take no longer than this. The median
/// time counts: the first search runs with cold caches, and a busy machine interrupts some.
const REPEATING: Duration = Duration::from_millis(100);
const REPEATS: usize = 5;

/// A search to measure.
pub(crate) struct Trial<'a> {
    /// The program.
    pub(crate) name: &'a str,
    pub(crate) settings: &'a Settings,
    pub(crate) game: &'a Game,
    /// A search that takes longer is given up.
    pub(crate) longest: Duration,
    /// Plies of the search tree to record.
    pub(crate) trace_depth: u32,
    pub(crate) stop: &'a Stop,
}

impl Trial<'_> {
    /// Runs the search, more than once if it is short; `None` if it took too long or the flag was raised.
    pub(crate) fn measure(&self) -> Option<Measurement> {
        self.attempt().finished()
    }

    /// The same, with what a search had counted until it was given up.
    pub(crate) fn attempt(&self) -> Attempted {
        let mut first = self.measure_once();
        let mut times = vec![first.measurement.time.as_secs_f64()];
        let start = Instant::now();
        while first.has_finished
            && times.len() < REPEATS
            && start.elapsed() + first.measurement.time <= REPEATING
        {
            times.push(self.measure_once().measurement.time.as_secs_f64());
        }
        first.measurement.time = Duration::from_secs_f64(median(times));
        first.has_finished &= !self.stop.is_raised();
        first
    }

    /// Runs the search once, as long as it may take. What it counted until then is a lower bound if it did not finish.
    pub(crate) fn measure_once(&self) -> Attempted {
        let mut program = classic(self.name, self.settings)
            .expect("experiments only name programs and switches that exist");
        program.instruments_mut().trace_depth = self.trace_depth;
        // A clock overrides the document's time limit. Programs stop a few milliseconds before their time is up, so they
        // get that much more than what counts as too long.
        let turn = self.longest + (self.longest / 3).min(Duration::from_millis(4));
        let limits = Limits { clock: Clock { turn: Some(turn), ..Clock::default() }, ..Limits::default() };
        let mut report = None;
        let start = Instant::now();
        let step = program.choose(self.game, &limits, self.stop, &mut |last| report = Some(last.clone()));
        let time = start.elapsed();
        let instruments = program.instruments();
        let tree = instruments.tree.clone();
        let value = tree.as_ref().map(|tree| program.description().in_units(tree.value));
        let measurement =
            Measurement { step, value, report, counters: instruments.counters.clone(), tree, time };
        Attempted { measurement, has_finished: !self.stop.is_raised() && time < self.longest }
    }
}

/// A search that may have been given up.
pub(crate) struct Attempted {
    pub(crate) measurement: Measurement,
    pub(crate) has_finished: bool,
}

impl Attempted {
    fn finished(self) -> Option<Measurement> {
        self.has_finished.then_some(self.measurement)
    }
}
