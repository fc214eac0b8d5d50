//! One move of one program, timed and looked into.

use std::time::{Duration, Instant};

use goren_classics::{Branch, Counters, Settings, classic};
use goren_core::{Agent as _, Clock, Game, Limits, Report, Step, Stop};

/// One move of one program.
#[derive(Clone, Debug)]
pub struct Thought {
    /// What it did.
    pub step: Step,
    /// How good it found the move, by its own measure.
    pub value: Option<i64>,
    /// What it said last.
    pub report: Option<Report>,
    /// What it counted.
    pub counters: Counters,
    /// The tree, as deep as it was asked for.
    pub tree: Option<Branch>,
    /// How long it took.
    pub time: Duration,
}

impl Thought {
    /// The move as people write it, such as `h8`.
    pub fn name(&self) -> String {
        match self.step {
            Step::Place(point) => point.to_string(),
            step => step.to_string(),
        }
    }
}

/// A search is made again while all of them together take no longer, a few times at most, and the shortest time counts:
/// the first is a cold one, and a busy machine interrupts some.
const TOGETHER: Duration = Duration::from_millis(100);
const TIMES: usize = 5;

/// Lets a program think, for so long at most; nothing if that was not enough or the flag was raised.
pub(crate) fn think(
    word: &str,
    settings: &Settings,
    game: &Game,
    longest: Duration,
    traced: u32,
    stop: &Stop,
) -> Option<Thought> {
    let mut best = think_once(word, settings, game, longest, traced, stop)?;
    let start = Instant::now();
    for _ in 1..TIMES {
        if start.elapsed() + best.time > TOGETHER {
            break;
        }
        let again = think_once(word, settings, game, longest, traced, stop)?;
        if again.time < best.time {
            best = again;
        }
    }
    Some(best)
}

fn think_once(
    word: &str,
    settings: &Settings,
    game: &Game,
    longest: Duration,
    traced: u32,
    stop: &Stop,
) -> Option<Thought> {
    let mut program =
        classic(word, settings).expect("experiments ask for programs and switches that there are");
    program.instruments_mut().trace_depth = traced;
    // A depth beyond the document's is asked for in the settings; a clock takes the place of the document's time.
    // Programs end a little before their time is up.
    let turn = longest + (longest / 3).min(Duration::from_millis(4));
    let limits = Limits { clock: Clock { turn: Some(turn), ..Clock::default() }, ..Limits::default() };
    let mut report = None;
    let start = Instant::now();
    let step = program.choose(game, &limits, stop, &mut |last| report = Some(last.clone()));
    let time = start.elapsed();
    if stop.is_raised() || time >= longest {
        return None;
    }
    let instruments = program.instruments();
    let tree = instruments.tree.clone();
    let value = tree.as_ref().map(|tree| tree.value);
    Some(Thought { step, value, report, counters: instruments.counters.clone(), tree, time })
}
