//! `goren spsa`: tuning several parameters of the search together, by games of the engine against itself.

mod ascent;
mod gains;
mod parameter;
mod state;

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use clap::{Args, value_parser};
use goren_arena::{
    Board, Book, Budget, Builtin, Contestant, Control, Kind, Local, Plan, RunOptions, run as play,
};
use goren_core::{Rule, Size, TimeControl};

use crate::agent::make;
use crate::arena::files::fresh_path;
use crate::signals::{expect_no_signal, on_signal};
use crate::terminal::{ProgressLine, count, say};
use ascent::climb;
use parameter::{Tuned, assignment, known, rounded};
use state::{Iteration, Limit, Outcome, Recipe, State};

/// Arguments of `goren spsa`.
#[derive(Args)]
#[command(after_help = "\
Each iteration moves all parameters at once, each up or down by its step at random, and lets these values play the opposite ones: pairs of games \
from an opening of the included book, with the colours reversed. Then all parameters move a little towards the side that won. Steps are larger at \
first (by the power 0.101 of the number of iterations) and as given at the end. A good step changes the strength by a few Elo. Thousands of pairs \
are needed; parameters that change how long a node takes need --cpu.

With --nodes the result depends only on the options. With a --concurrency N above 1 up to 2 N iterations are under way, and each starts from the values \
known 2 N iterations before it: the same again in every run, but another N gives another result. Ctrl-C stops at once; the file has all iterations up to \
the first that was not finished, and --resume goes on from there, to the same result. What comes out is a guess: only a match shows whether it plays \
better, and the command for it is printed.

Examples:
  goren bench --parameters
  goren spsa --parameter razor_base razor_slope lmr_divisor=12 --iterations 5000 --out razor.json
  goren spsa --resume razor.json
  goren spsa --parameter network_skip eval_cache=1 --cpu 10 --rule renju --concurrency 16")]
pub(crate) struct Spsa {
    /// The parameters to tune, each with the step of the last iteration [default step: an eighth of its value].
    #[arg(long = "parameter", value_name = "NAME[=STEP]", num_args = 1.., value_parser = Tuned::parse,
          required_unless_present = "resume")]
    parameters: Vec<Tuned>,
    /// Start a parameter from this value instead of its default, or hold it there if it is not tuned; may be repeated.
    #[arg(long, value_name = "NAME=VALUE", value_parser = assignment, requires = "parameters")]
    set: Vec<(String, i32)>,
    /// The rule [default: freestyle].
    #[arg(long)]
    rule: Option<Rule>,
    /// The size of the board [default: 15].
    #[arg(long)]
    size: Option<Size>,
    /// Positions to search for each move [default: 6000].
    #[arg(long, value_parser = value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Processor time for each move, in milliseconds, instead of --nodes.
    #[arg(long, value_name = "MS", value_parser = value_parser!(u64).range(1..=600_000), conflicts_with = "nodes")]
    cpu: Option<u64>,
    /// The number of iterations [default: 2000].
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=100_000_000))]
    iterations: Option<u32>,
    /// Pairs of games in each iteration [default: 1].
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=10_000))]
    pairs_per_iteration: Option<u16>,
    /// The part of its step by which one point moves a parameter in the last iteration [default: 20 divided by the number of
    /// pairs, from 0.002 to 0.02].
    #[arg(long, value_parser = rate)]
    rate: Option<f64>,
    /// The seed of every random choice [default: 1].
    #[arg(long)]
    seed: Option<u64>,
    /// The number of concurrent games.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u16).range(1..=1024))]
    concurrency: u16,
    /// The file of the run, as JSON [default: goren-spsa-DATE-TIME.json].
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Go on with the run in this file. Its options need not be repeated.
    #[arg(long, value_name = "FILE", num_args = 0..=1)]
    resume: Option<Option<PathBuf>>,
}

/// The limit if none is given.
const NODES: u64 = 6000;
/// The number of iterations if none is given.
const ITERATIONS: u32 = 2000;
/// The rate times the number of pairs, unless the bounds say otherwise: a short run must move faster to get anywhere, a long
/// one can afford to be less noisy. Where a step costs a few Elo, values then come to rest within the run.
const RATE_OF_PAIRS: f64 = 20.0;
const MIN_RATE: f64 = 0.002;
const MAX_RATE: f64 = 0.02;
/// The minimum interval between writes of the file.
const MIN_INTERVAL: Duration = Duration::from_secs(2);
/// How often a run says how it stands where the line of progress is not seen.
const REPORTS: u32 = 20;
/// The most random openings, for boards without a book.
const RANDOM_OPENINGS: usize = 500;
/// How many pairs are suggested to test the result.
const TEST_PAIRS: usize = 300;

fn rate(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().map(rounded).filter(|number| (0.00001..=1.0).contains(number));
    number.ok_or_else(|| format!("expected a number from 0.00001 to 1, such as 0.002, got `{text}`"))
}

impl Spsa {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let resumes = self.resume.is_some();
        let file = self.file()?;
        let mut state = if resumes { self.resumed(&file)? } else { State::new(self.recipe(None))? };
        let games = Games::new(&state.recipe)?;
        games.check(&state)?;
        if !resumes && file.exists() {
            bail!("{} exists; --resume goes on with it", file.display());
        }
        state.write(&file, resumes)?;
        let control = Control::default();
        let aborted = control.clone();
        on_signal(move |_| aborted.abort())?;
        let mut progress = ProgressLine::new();
        let mut written = Instant::now();
        let played = climb(
            &mut state,
            self.concurrency.into(),
            &control,
            |iteration| games.play(iteration, &control),
            |state| {
                progress.show(|| describe(state).chars().take(79).collect());
                if state.done % state.recipe.iterations.div_ceil(REPORTS) == 0 {
                    progress.clear();
                    say(&describe(state));
                }
                if written.elapsed() >= MIN_INTERVAL {
                    state.write(&file, true)?;
                    written = Instant::now();
                }
                Ok(())
            },
        );
        progress.clear();
        state.write(&file, true)?;
        played?;
        print(&state, &file)?;
        if state.is_over() { Ok(()) } else { expect_no_signal("what is finished is in the file") }
    }

    /// The file of the run. The older form `--resume --out FILE` is still understood.
    fn file(&self) -> anyhow::Result<PathBuf> {
        match (self.resume.as_ref().and_then(Option::as_ref), &self.out) {
            (Some(resumed), Some(out)) if resumed != out => {
                bail!("--resume: expected no other file in --out, got {}", out.display())
            }
            (Some(file), _) | (None, Some(file)) => Ok(file.clone()),
            (None, None) if self.resume.is_some() => bail!("--resume: expected the file of a run"),
            (None, None) => Ok(fresh_path("spsa").with_extension("json")),
        }
    }

    /// The run in a file; options that are given must be those it was begun with.
    fn resumed(&self, file: &Path) -> anyhow::Result<State> {
        let state = State::read(file).context("--resume")?;
        let kept = serde_json::to_value(&state.recipe)?;
        let given = serde_json::to_value(self.recipe(Some(&state.recipe)))?;
        let names = ["parameters", "held", "rule", "size", "limit", "iterations", "pairs", "rate", "seed"];
        match names.iter().find(|name| given[**name] != kept[**name]) {
            None => Ok(state),
            Some(name) => bail!(
                "--resume: expected the options of the run in {}, with {name} {}, got {}",
                file.display(),
                kept[*name],
                given[*name]
            ),
        }
    }

    /// What the options say; where they say nothing, what is kept of a run, or the defaults.
    fn recipe(&self, kept: Option<&Recipe>) -> Recipe {
        let limit = self.nodes.map(Limit::Nodes).or(self.cpu.map(Limit::Cpu));
        let iterations = self.iterations.or(kept.map(|kept| kept.iterations)).unwrap_or(ITERATIONS);
        let pairs = self.pairs_per_iteration.or(kept.map(|kept| kept.pairs)).unwrap_or(1);
        let rate = RATE_OF_PAIRS / (f64::from(iterations) * f64::from(pairs));
        let (parameters, held) = match kept {
            Some(kept) if self.parameters.is_empty() => (kept.parameters.clone(), kept.held.clone()),
            _ => self.starts(),
        };
        Recipe {
            parameters,
            held,
            rule: self.rule.or(kept.map(|kept| kept.rule)).unwrap_or_default(),
            size: self.size.or(kept.map(|kept| kept.size)).unwrap_or_default(),
            limit: limit.or(kept.map(|kept| kept.limit)).unwrap_or(Limit::Nodes(NODES)),
            iterations,
            pairs,
            rate: (self.rate.or(kept.map(|kept| kept.rate)))
                .unwrap_or_else(|| rounded(rate.clamp(MIN_RATE, MAX_RATE))),
            seed: self.seed.or(kept.map(|kept| kept.seed)).unwrap_or(1),
            // Twice as many as are played at a time, so that a slow one does not hold up the others.
            ahead: kept
                .map_or(if self.concurrency == 1 { 1 } else { 2 * self.concurrency }, |kept| kept.ahead),
        }
    }

    /// The parameters to tune with their starts, and the values of others.
    fn starts(&self) -> (Vec<Tuned>, BTreeMap<String, i32>) {
        let mut held: BTreeMap<String, i32> = self.set.iter().cloned().collect();
        let mut parameters = self.parameters.clone();
        for tuned in &mut parameters {
            tuned.start = held.remove(&tuned.name).unwrap_or(tuned.start);
        }
        (parameters, held)
    }
}

/// What the games of all iterations have in common.
struct Games {
    recipe: Recipe,
    board: Board,
    book: Book,
}

impl Games {
    fn new(recipe: &Recipe) -> anyhow::Result<Games> {
        let board = Board { rule: recipe.rule, size: recipe.size, traps: Vec::new() };
        let mut book = match Book::included_for(&board) {
            Some(book) => book,
            None => Book::random(RANDOM_OPENINGS, recipe.seed, &board)?,
        };
        book.symmetry = true;
        Ok(Games { recipe: recipe.clone(), board, book })
    }

    /// Checks that the games of a run can be played.
    fn check(&self, state: &State) -> anyhow::Result<()> {
        let ready = state.ready();
        let plans = ready.first().map(|iteration| self.plan(iteration));
        plans.map_or(Ok(()), |plan| Ok(plan.check(&make)?))
    }

    fn plan(&self, iteration: &Iteration) -> Plan {
        let contestants = vec![self.side("plus", &iteration.plus), self.side("minus", &iteration.minus)];
        Plan {
            pairs: self.recipe.pairs.into(),
            board: self.board.clone(),
            book: self.book.clone(),
            seed: iteration.seed,
            ..Plan::new(contestants)
        }
    }

    fn side(&self, name: &str, values: &[i32]) -> Contestant {
        let mut options = BTreeMap::from([("set".to_owned(), assignments(&self.recipe, values))]);
        let budget = match self.recipe.limit {
            Limit::Nodes(nodes) => Budget { nodes: Some(nodes), ..Budget::default() },
            Limit::Cpu(ms) => {
                options.insert("cpu".to_owned(), ms.to_string());
                Budget { time: TimeControl::per_move(on_the_clock(ms)), ..Budget::default() }
            }
        };
        let kind = Kind::Builtin(Builtin { kind: "goren".to_owned(), options });
        Contestant { name: name.to_owned(), kind, budget }
    }

    /// Plays an iteration; `None` if it was aborted.
    fn play(&self, iteration: &Iteration, control: &Control) -> Result<Option<Outcome>, String> {
        let options = RunOptions { control: control.clone(), ..RunOptions::default() };
        let run = play(&self.plan(iteration), &Local::new(&make), options, |_| ());
        let status = run.map_err(|error| error.to_string())?.status;
        let faults = status.standings.faults().map(|(_, _, count)| count).sum();
        let plus = status.standings.rows().first().filter(|_| status.is_complete);
        Ok(plus.map(|plus| Outcome { pairs: plus.pairs, faults }))
    }
}

/// The time on the clock for a move that may take this many milliseconds of a processor: it only satisfies the referee.
fn on_the_clock(cpu_ms: u64) -> Duration {
    Duration::from_secs((cpu_ms / 10).max(20))
}

/// The values of tuned and held parameters, as an agent's option has them.
fn assignments(recipe: &Recipe, values: &[i32]) -> String {
    let tuned = recipe.parameters.iter().map(|tuned| tuned.name.as_str()).zip(values.iter().copied());
    let held = recipe.held.iter().map(|(name, value)| (name.as_str(), *value));
    let all: Vec<String> = tuned.chain(held).map(|(name, value)| format!("{name}={value}")).collect();
    all.join("+")
}

/// How far a run is, and how its games ended.
fn score(state: &State) -> String {
    let State { recipe, done, results, .. } = state;
    let [.., even, _, _] = results.pentanomial();
    let percent = 100.0 * results.score().unwrap_or(0.5);
    format!(
        "{done} of {} iterations, {} of {} pairs decided, {percent:.1} % for plus",
        recipe.iterations,
        results.total() - even,
        results.total()
    )
}

/// The same with the values, in one line.
fn describe(state: &State) -> String {
    let values = state.recipe.parameters.iter().zip(&state.values);
    let values: Vec<String> = values.map(|(tuned, value)| format!("{} {value:.2}", tuned.name)).collect();
    format!("{}; {}", score(state), values.join(", "))
}

/// The table of all parameters, and how to try them.
fn print(state: &State, file: &Path) -> anyhow::Result<()> {
    let State { recipe, values, faults, .. } = state;
    let mut out = io::stdout().lock();
    let file = file.display();
    writeln!(out, "{file}: {}", score(state))?;
    if *faults > 0 {
        writeln!(out, "lost by a fault: {}", count(*faults, "game"))?;
    }
    let width = recipe.parameters.iter().map(|tuned| tuned.name.len()).max().unwrap_or(0);
    writeln!(out, "{:<width$} {:>8} {:>8} {:>11}", "name", "default", "start", "end")?;
    for (Tuned { name, start, .. }, value) in recipe.parameters.iter().zip(values) {
        let default = known(name).map_err(anyhow::Error::msg)?.default;
        writeln!(out, "{name:<width$} {default:>8} {start:>8} {value:>11.2}")?;
    }
    if !state.is_over() {
        writeln!(out, "To go on: goren spsa --resume {file}")?;
    }
    writeln!(out, "To try it: {}", match_command(state))?;
    let [.., even, _, _] = state.results.pentanomial();
    if even == state.results.total() {
        writeln!(out, "No pair was decided, so nothing has moved: more nodes or larger steps decide more.")?;
    }
    Ok(())
}

/// The match of the values as they are, to the nearest number, against those from which the run started.
fn match_command(state: &State) -> String {
    let State { recipe, .. } = state;
    let starts: Vec<i32> = recipe.parameters.iter().map(|tuned| tuned.start).collect();
    let (limit, clock) = match recipe.limit {
        Limit::Nodes(nodes) => (format!("nodes={nodes}"), String::new()),
        Limit::Cpu(ms) => (format!("cpu={ms}"), format!(" --time {}s", on_the_clock(ms).as_secs())),
    };
    let tuned = format!("goren:{limit},set={}", assignments(recipe, &state.nearest()));
    let are_defaults = recipe
        .parameters
        .iter()
        .all(|tuned| known(&tuned.name).is_ok_and(|known| known.default == tuned.start));
    let before = match are_defaults && recipe.held.is_empty() {
        true => format!("goren:{limit}"),
        false => format!("goren:{limit},set={}", assignments(recipe, &starts)),
    };
    let Recipe { rule, size, .. } = recipe;
    format!("goren match {tuned} {before} --rule {rule} --size {size} --symmetry --pairs {TEST_PAIRS}{clock}")
}
