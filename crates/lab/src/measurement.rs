//! The measurement of one move of one program.

use std::time::{Duration, Instant};

use goren_classics::{Branch, Counters, Settings, classic};
use goren_core::{Agent as _, Clock, Game, Limits, Report, Step, Stop};

/// One move of one program, timed.
#[derive(Clone, Debug)]
pub struct Measurement {
    /// What the program chose.
    pub step: Step,
    /// The value of its search, in the program's own units.
    pub value: Option<i64>,
    /// Its last report.
    pub report: Option<Report>,
    /// What its search counted.
    pub counters: Counters,
    /// The search tree, as deep as it was asked for.
    pub tree: Option<Branch>,
    /// How long it took.
    pub time: Duration,
}

/// A search is repeated, up to [`REPEATS`] times, while all repetitions together take no longer than this. The shortest
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
        let mut best = self.measure_once()?;
        let start = Instant::now();
        for _ in 1..REPEATS {
            if start.elapsed() + best.time > REPEATING {
                break;
            }
            let again = self.measure_once()?;
            if again.time < best.time {
                best = again;
            }
        }
        Some(best)
    }

    fn measure_once(&self) -> Option<Measurement> {
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
        if self.stop.is_raised() || time >= self.longest {
            return None;
        }
        let instruments = program.instruments();
        let tree = instruments.tree.clone();
        let value = tree.as_ref().map(|tree| tree.value);
        Some(Measurement { step, value, report, counters: instruments.counters.clone(), tree, time })
    }
}
