//! The measurement of one move of one program.

use std::time::{Duration, Instant};

use goren_classics::{Branch, Counters, Settings, Unsearched, classic};
use goren_core::{Agent as _, Clock, Game, Limits, Report, Step, Stop};

use crate::interval::median;

/// One move of one program, timed.
#[derive(Clone, Debug)]
pub(crate) struct Measurement {
    /// What the program chose.
    pub(crate) step: Step,
    /// How it was chosen, if not by a search.
    pub(crate) answer: Option<Unsearched>,
    /// The value of its search, in the document's units.
    pub(crate) value: Option<f64>,
    /// Its last report.
    pub(crate) report: Option<Report>,
    /// What its search counted.
    pub(crate) counters: Counters,
    /// The search tree, as deep as it was asked for.
    pub(crate) tree: Option<Branch>,
    /// How long it took: the median of its repetitions, if it was repeated.
    pub(crate) time: Duration,
}

/// Short searches are repeated, up to [`ROUNDS`] times, while all repetitions together take no longer than this. The
/// median time counts, because a busy machine interrupts some; the first search, which runs with cold caches and records what
/// was asked for, does not. Two searches that take longer run once more, the other way round, and all four count: caches are
/// warm long before they end.
const MIN_MEASURED_TIME: Duration = Duration::from_millis(100);
const ROUNDS: usize = 20;

/// A search to measure.
#[derive(Clone, Copy)]
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
    fn attempt(&self) -> Attempted {
        let mut first = self.measure_once();
        if first.has_finished {
            [first.measurement.time] = in_turn([first.measurement.time], |_| self.time());
        }
        first.has_finished &= !self.stop.is_raised();
        first
    }

    /// Runs both searches, and both in turn at least once more, so that neither gains by its place; `None` if the first took
    /// too long or the flag was raised. The second may have been given up, and then neither is repeated.
    pub(crate) fn against(&self, other: &Trial<'_>) -> Option<(Measurement, Attempted)> {
        let mut first = self.measure_once().finished()?;
        let mut second = other.measure_once();
        let once = [first.time, second.measurement.time];
        if second.has_finished {
            [first.time, second.measurement.time] = in_turn(once, |place| [self, other][place].time());
        }
        (!self.stop.is_raised()).then_some((first, second))
    }

    /// How long the search takes when nothing is recorded.
    fn time(&self) -> Duration {
        Trial { trace_depth: 0, ..*self }.measure_once().measurement.time
    }

    /// Runs the search once, as long as it may take. What it counted until then is a lower bound if it did not finish.
    pub(crate) fn measure_once(&self) -> Attempted {
        #[cfg(test)]
        tests::RUNS.with_borrow_mut(|runs| runs.push(self.settings.clone()));
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
        let value = instruments.value().map(|value| program.description().in_units(value));
        let measurement = Measurement {
            step,
            answer: instruments.answer,
            value,
            report,
            counters: instruments.counters.clone(),
            tree,
            time,
        };
        Attempted { measurement, has_finished: !self.stop.is_raised() && time < self.longest }
    }
}

/// Repeats things in turn, and every second round the other way round, until [`MIN_MEASURED_TIME`] has passed; returns the median
/// time of each. `once` is what each took in a first round; if two more rounds would take longer, several things run once
/// more the other way round, and one thing is not repeated.
fn in_turn<const N: usize>(once: [Duration; N], mut run: impl FnMut(usize) -> Duration) -> [Duration; N] {
    let mut times: [Vec<f64>; N] = std::array::from_fn(|_| Vec::new());
    let two_rounds = 2 * once.iter().sum::<Duration>();
    let mut taken = Duration::ZERO;
    while taken + two_rounds <= MIN_MEASURED_TIME && times.iter().all(|times| times.len() < ROUNDS) {
        for place in (0..N).chain((0..N).rev()) {
            let time = run(place);
            taken += time;
            times[place].push(time.as_secs_f64());
        }
    }
    if taken.is_zero() {
        times = once.map(|time| vec![time.as_secs_f64()]);
        for place in (0..N).rev().filter(|_| N > 1) {
            times[place].push(run(place).as_secs_f64());
        }
    }
    times.map(|times| Duration::from_secs_f64(median(times)))
}

/// A search that may have been given up.
pub(crate) struct Attempted {
    pub(crate) measurement: Measurement,
    pub(crate) has_finished: bool,
}

impl Attempted {
    /// What was measured, unless it was given up.
    pub(crate) fn finished(self) -> Option<Measurement> {
        self.has_finished.then_some(self.measurement)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Observer, Workload};

    thread_local! {
        /// The settings of every search, in the order in which they ran.
        pub(super) static RUNS: std::cell::RefCell<Vec<Settings>> = const { std::cell::RefCell::new(Vec::new()) };
    }

    /// Asserts that of every two settings that an experiment compares each came first as often as the other, but for the
    /// round that is not timed.
    fn expect_turns(only: &'static str, experiment: impl FnOnce(&Workload, &mut Observer<'_>)) {
        let workload = Workload { positions: 1, only: Some(only), ..Workload::quick() };
        RUNS.take();
        experiment(&workload, &mut Observer { stop: &Stop::default(), progress: &mut |_| {} });
        let runs = RUNS.take();
        let mut firsts: Vec<(&Settings, &Settings, usize)> = Vec::new();
        for (first, second) in runs.chunks(2).map(|pair| (&pair[0], &pair[1])) {
            match firsts.iter_mut().find(|known| (known.0, known.1) == (first, second)) {
                Some((.., count)) => *count += 1,
                None => firsts.push((first, second, 1)),
            }
        }
        assert!(!firsts.is_empty());
        for &(first, second, count) in &firsts {
            let other = firsts.iter().find(|known| (known.0, known.1) == (second, first));
            let other = other.map_or(0, |known| known.2);
            assert!(other > 0 && count.abs_diff(other) <= 12, "{first:?} {count} times, {second:?} {other}");
        }
    }

    #[test]
    fn every_experiment_with_two_settings_runs_them_in_turn() {
        expect_turns("trapper", |workload, observer| drop(crate::ablate::ablate(workload, observer)));
        expect_turns("masked", |workload, observer| drop(crate::contrast::contrasts(workload, observer)));
    }

    #[test]
    fn every_combination_of_optimisations_runs_twice_the_second_time_in_the_opposite_order() {
        let workload = Workload { positions: 2, only: Some("trapper"), ..Workload::quick() };
        RUNS.take();
        crate::factorial::factorial(
            &workload,
            &mut Observer { stop: &Stop::default(), progress: &mut |_| {} },
        );
        let mut runs: Vec<_> = RUNS.take().into_iter().map(|settings| settings.without).collect();
        let mut backwards = runs.split_off(runs.len() / 2);
        backwards.reverse();
        assert_eq!(runs, backwards);
        assert_eq!(runs.len(), 32, "five optimisations, each with and without");
        assert_eq!(runs.iter().collect::<std::collections::BTreeSet<_>>().len(), 32, "no two are the same");
    }

    const MS: Duration = Duration::from_millis(1);

    #[test]
    fn neither_of_two_gains_by_being_second_or_by_warm_caches() {
        // Both take the same; whoever comes first in a round pays for both, and the first run of all pays most.
        let mut runs = 0;
        let times = in_turn([MS, MS], |_| {
            runs += 1;
            match runs {
                1 => 3 * MS,
                run if run % 2 == 1 => 2 * MS,
                _ => MS,
            }
        });
        assert_eq!(runs, 2 * ROUNDS);
        assert_eq!(times[0], times[1]);
    }

    #[test]
    fn of_two_long_searches_each_comes_first_once() {
        let mut order = Vec::new();
        let times = in_turn([50 * MS, 40 * MS], |place| {
            order.push(place);
            [40 * MS, 50 * MS][place]
        });
        assert_eq!((times, order), ([45 * MS, 45 * MS], vec![1, 0]));
        assert_eq!(in_turn([60 * MS], |_| unreachable!()), [60 * MS]);
        let mut runs = 0;
        in_turn([10 * MS], |_| {
            runs += 1;
            60 * MS
        });
        assert_eq!(runs, 2, "the time that it really took counts");
    }

    #[test]
    fn the_median_leaves_out_what_was_interrupted() {
        let mut runs = 0;
        let time = in_turn([MS], |_| {
            runs += 1;
            if runs == 3 { 30 * MS } else { MS }
        });
        assert_eq!(time, [MS]);
    }

    #[test]
    fn two_searches_of_the_same_kind_count_the_same_and_keep_what_was_recorded() {
        let board = goren_core::Position::new(goren_core::Rule::Standard, goren_core::Size::DEFAULT);
        let mut game = Game::from_position(board);
        for name in ["h8", "i9", "g7"] {
            game.step(Step::Place(name.parse().unwrap())).unwrap();
        }
        let (settings, stop) = (Settings::default(), Stop::default());
        let trial = Trial {
            name: "masked",
            settings: &settings,
            game: &game,
            longest: Duration::from_secs(60),
            trace_depth: 1,
            stop: &stop,
        };
        let (one, other) = trial.against(&Trial { ..trial }).unwrap();
        assert!(other.has_finished && one.value.is_some());
        assert_eq!(one.counters.nodes, other.measurement.counters.nodes);
        assert!(one.tree.is_some() && other.measurement.tree.is_some());
        stop.raise();
        assert!(trial.against(&Trial { ..trial }).is_none());
    }
}
