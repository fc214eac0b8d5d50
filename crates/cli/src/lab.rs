//! `goren lab`: what the documents of the classic programs claim, measured.

mod bar;
mod folder;

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, bail};
use clap::{Args, Subcommand, value_parser};
use goren_classics::{Settings, description};
use goren_core::{Game, Stop};
use goren_lab::{
    Contest, Findings, MoveTimes, Observer, Trace, Workload, ablate, contest, contest_plan, depth,
    move_times_plan, report, tactics, trace, weightings_plan,
};

use crate::agent::make;
use crate::arena::files::{command, today};
use crate::input::Reading;
use crate::search_args::seconds;
use crate::signals::on_signal;
use bar::Bar;
use folder::Folder;

/// Arguments of `goren lab`.
#[derive(Args)]
#[command(after_help = "\
Every experiment writes a table (CSV) and pictures (SVG) as soon as it is done, with the settings to repeat it. Ctrl-C keeps
what is finished; games that were played are not played again by the same command.

Examples:
  goren lab report --quick --out lab      everything on one page, in two minutes
  goren lab depth --out lab --deepest 5 --longest 10
  goren lab match --out lab --pairs 10 --levels 2,4,6 --concurrency 2
  goren lab trace automaton h8i9g7 --depth 3 --plies 3 --out lab")]
pub(crate) struct Lab {
    #[command(subcommand)]
    experiment: Experiment,
}

#[derive(Subcommand)]
enum Experiment {
    /// Time and nodes by depth.
    Depth(Measuring),
    /// Time per move through games: by stones, by point, by stage.
    Moves(Measuring),
    /// Each optimisation disabled in turn.
    Ablate(Measuring),
    /// Everyone against everyone, with levels of the engine, and the two weightings of masked.
    Match(Measuring),
    /// Positions where there is something to finish, to make or to stop.
    Positions(Measuring),
    /// A search tree as a picture.
    Trace(Tracing),
    /// All of them, on one page.
    Report(Measuring),
}

/// How much to measure, and where to write it.
#[derive(Args)]
struct Measuring {
    /// The folder for all files.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Limit the experiments to about two minutes.
    #[arg(long)]
    quick: bool,
    /// The seed of positions, openings and every random choice.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Positions for each measurement [default: 12, quick 5].
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=1000))]
    positions: Option<u16>,
    /// The maximum search depth, in plies [default: 6].
    #[arg(long, value_name = "PLIES", value_parser = value_parser!(u32).range(1..=20))]
    deepest: Option<u32>,
    /// Seconds after which a search is abandoned [default: 20, quick 1].
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    longest: Option<Duration>,
    /// Pairs of games between any two [default: 10, quick 3].
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=1000))]
    pairs: Option<u16>,
    /// Levels of the engine that take part [default: 2,4,6, quick 3,5].
    #[arg(long, value_name = "LEVELS", value_delimiter = ',', value_parser = value_parser!(u8).range(1..=10))]
    levels: Option<Vec<u8>>,
    /// The number of concurrent games [default: one per processor].
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=512))]
    concurrency: Option<u16>,
}

/// Which tree to draw.
#[derive(Args)]
struct Tracing {
    /// The program.
    #[arg(value_name = "NAME", default_value = "automaton")]
    name: String,
    /// A position as a file, `-` or text; a middle game of the program's own board if left out.
    #[arg(value_name = "GAME")]
    source: Option<String>,
    #[command(flatten)]
    reading: Reading,
    /// Search depth, in plies.
    #[arg(long, default_value_t = 3, value_parser = value_parser!(u32).range(1..=20))]
    depth: u32,
    /// The number of plies of the tree to draw.
    #[arg(long, default_value_t = 3, value_parser = value_parser!(u32).range(1..=6))]
    plies: u32,
    /// The seed of every random choice.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The folder for all files.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

impl Lab {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let stop = Stop::default();
        let flag = stop.clone();
        on_signal(move |_| flag.raise())?;
        match self.experiment {
            Experiment::Depth(measuring) => measuring.bench(&stop)?.depth().map(drop),
            Experiment::Moves(measuring) => measuring.bench(&stop)?.moves().map(drop),
            Experiment::Ablate(measuring) => measuring.bench(&stop)?.ablate().map(drop),
            Experiment::Match(measuring) => {
                let mut bench = measuring.bench(&stop)?;
                bench.contest()?;
                bench.weightings().map(drop)
            }
            Experiment::Positions(measuring) => measuring.bench(&stop)?.positions().map(drop),
            Experiment::Trace(tracing) => tracing.run(&stop),
            Experiment::Report(measuring) => measuring.bench(&stop)?.report(),
        }
    }
}

impl Measuring {
    fn workload(&self) -> Workload {
        let base = if self.quick { Workload::quick() } else { Workload::full() };
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        Workload {
            seed: self.seed,
            positions: self.positions.map_or(base.positions, usize::from),
            deepest: self.deepest.unwrap_or(base.deepest),
            longest: self.longest.unwrap_or(base.longest),
            pairs: self.pairs.map_or(base.pairs, usize::from),
            levels: self.levels.clone().unwrap_or(base.levels),
            threads: self.concurrency.map_or(processors, usize::from),
        }
    }

    fn bench<'a>(&self, stop: &'a Stop) -> anyhow::Result<Bench<'a>> {
        let workload = self.workload();
        let folder = Folder::open(&self.out)?;
        folder.write_settings(&workload)?;
        Ok(Bench { workload, folder, stop })
    }
}

impl Tracing {
    fn run(&self, stop: &Stop) -> anyhow::Result<()> {
        let settings = Settings { depth: Some(self.depth), seed: self.seed, ..Settings::default() };
        let classic = description(&self.name)?;
        let reading = self.reading.with_defaults(classic.rule, classic.size);
        let game = match self.source.as_deref() {
            Some(source) => Game::from_position(reading.position(Some(source), None)?),
            None => Trace::sample(classic, self.seed),
        };
        if let Some(result) = game.result() {
            bail!("the game is over: {result}");
        }
        let found = trace(&self.name, &settings, &game, self.plies, LONGEST, stop)
            .with_context(|| format!("{} did not finish its search", self.name))?;
        let folder = Folder::open(&self.out)?;
        folder.keep(&found)
    }
}

/// The time limit for the search whose tree is drawn.
const LONGEST: Duration = Duration::from_secs(3600);

/// Runs experiments.
struct Bench<'a> {
    workload: Workload,
    folder: Folder,
    stop: &'a Stop,
}

impl Bench<'_> {
    /// Runs an experiment with a progress bar.
    fn observed<T>(&self, name: &str, experiment: impl FnOnce(&mut Observer<'_>) -> T) -> T {
        let mut bar = Bar::new(name);
        let found =
            experiment(&mut Observer { stop: self.stop, progress: &mut |progress| bar.show(progress) });
        bar.finish();
        found
    }

    /// Whether to continue after an experiment was written.
    fn go_on(&self) -> anyhow::Result<()> {
        if self.stop.is_raised() {
            bail!("stopped; what is finished is in {}", self.folder.path().display());
        }
        Ok(())
    }

    fn depth(&self) -> anyhow::Result<goren_lab::Depths> {
        let found = self.observed("depth", |observer| depth(&self.workload, observer));
        self.folder.keep(&found)?;
        self.go_on().map(|()| found)
    }

    fn ablate(&self) -> anyhow::Result<goren_lab::Ablations> {
        let found = self.observed("ablate", |observer| ablate(&self.workload, observer));
        self.folder.keep(&found)?;
        self.go_on().map(|()| found)
    }

    fn positions(&self) -> anyhow::Result<goren_lab::TacticResults> {
        let found = self.observed("positions", |observer| tactics(&self.workload, observer));
        self.folder.keep(&found)?;
        self.go_on().map(|()| found)
    }

    fn moves(&mut self) -> anyhow::Result<MoveTimes> {
        let played = self.play("moves", &move_times_plan(&self.workload))?;
        let found = MoveTimes::of(&played);
        self.folder.keep(&found)?;
        self.go_on().map(|()| found)
    }

    fn contest(&mut self) -> anyhow::Result<Contest> {
        let found = self.play("match", &contest_plan(&self.workload))?;
        self.folder.keep(&found)?;
        self.go_on().map(|()| found)
    }

    fn weightings(&mut self) -> anyhow::Result<Contest> {
        let found = self.play("weightings", &weightings_plan(&self.workload))?;
        self.folder.keep(&found)?;
        self.go_on().map(|()| found)
    }

    /// Plays the remaining games of a plan.
    fn play(&self, word: &'static str, plan: &goren_arena::Plan) -> anyhow::Result<Contest> {
        let mut journal = self.folder.journal(word, plan)?;
        let threads = self.workload.threads;
        Ok(self
            .observed(word, |observer| contest(word, plan, &make, Some(&mut journal), threads, observer))?)
    }

    /// Runs everything. The page is rewritten after each experiment, so that it always shows the results so far.
    fn report(mut self) -> anyhow::Result<()> {
        let mut findings = Findings {
            date: today(),
            settings: folder::settings(&self.workload),
            command: command(),
            ..Findings::default()
        };
        let write = |folder: &Folder, findings: &Findings| folder.write("report.html", &report(findings));
        findings.positions = Some(self.positions()?);
        write(&self.folder, &findings)?;
        findings.trace = self.tree();
        findings.trace.iter().try_for_each(|found| self.folder.keep(found))?;
        findings.depth = Some(self.depth()?);
        write(&self.folder, &findings)?;
        findings.ablate = Some(self.ablate()?);
        write(&self.folder, &findings)?;
        let games = self.contest()?;
        let moves = MoveTimes::of(&games);
        self.folder.keep(&moves)?;
        (findings.contest, findings.moves) = (Some(games), Some(moves));
        write(&self.folder, &findings)?;
        findings.weightings = Some(self.weightings()?);
        write(&self.folder, &findings)?;
        folder::say(&format!("{} is ready", self.folder.path().join("report.html").display()))
    }

    fn tree(&self) -> Option<Trace> {
        let classic = description("automaton").expect("automaton is one of the five");
        let settings = Settings { depth: Some(3), seed: self.workload.seed, ..Settings::default() };
        trace(classic.name, &settings, &Trace::sample(classic, self.workload.seed), 3, LONGEST, self.stop)
    }
}
