//! `goren lab`: what the documents of the classic programs claim, measured.

mod bar;
mod folder;
mod mine;

use std::io::Write as _;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{anyhow, bail};
use clap::{Args, Subcommand, value_parser};
use goren_arena::{GameError, RunError};
use goren_classics::{CLASSICS, Settings, description};
use goren_core::{Game, Stop};
use goren_lab::{
    ClaimRow, ClaimTable, ClaimVerdict, Experiment, Findings, Games, Observer, Trace, Workload, claims,
    claims_page, report, trace,
};

use crate::agent::make;
use crate::arena::files::{command, today};
use crate::input::Reading;
use crate::search_args::seconds;
use crate::signals::stop_on_signal;
use bar::Bar;
use folder::Folder;

/// Arguments of `goren lab`.
#[derive(Args)]
#[command(after_help = "\
Every experiment writes a table (CSV) and pictures (SVG) as soon as it is done, with the settings to repeat it, and judges the \
claims that rest on it in claims.csv; those of other experiments stay as an earlier run in the same folder left them. Ctrl-C keeps \
what is finished; games that were played are not played again by the same command.

Examples:
  goren lab report --quick --out lab      everything on one page, in some two minutes
  goren lab claims --only masked --out lab
  goren lab mine sixth --out lab          your own program, tested and rated (docs/sixth.md)
  goren lab depth --out lab --deepest 5 --longest 10
  goren lab match --out lab --pairs 10 --levels 2,4,6 --concurrency 2
  goren lab trace automaton h8i9g7 --depth 3 --plies 3 --out lab")]
pub(crate) struct Lab {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Time and nodes by depth.
    Depth(Measuring),
    /// Time per move through games: by stones, by point, by stage.
    Moves(Measuring),
    /// Each optimisation disabled in turn.
    Ablate(Measuring),
    /// Every combination of optimisations: what each is worth alone and on top of the others.
    Factorial(Measuring),
    /// Two settings of one program on the same positions.
    Contrasts(Measuring),
    /// How often masking changes the move of masked.
    Masking(Measuring),
    /// Everyone against everyone, with levels of the engine.
    Match(Measuring),
    /// Each program on the board of its own document.
    Homes(Measuring),
    /// Two settings of one program against each other.
    Duels(Measuring),
    /// The two weightings of masked.
    Weightings(Measuring),
    /// Tasks from games: make a five, stop one, win by fours, defend.
    Drills(Measuring),
    /// Positions made by hand, where there is something to finish, to make or to stop.
    Positions(Measuring),
    /// A search tree as a picture.
    Trace(Tracing),
    /// Every claim of the documents, with a verdict.
    Claims(Claiming),
    /// Your own program: legal, tasks, time, rated against the five.
    Mine(mine::Mining),
    /// Everything on one page.
    Report(Measuring),
}

/// How much to measure, and where to write it.
#[derive(Args)]
struct Measuring {
    /// The folder for all files.
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
    /// Measure less: some two minutes of one idle processor in all; a busy machine takes several times that.
    #[arg(long)]
    quick: bool,
    /// The seed of positions, openings and every random choice.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Positions for each measurement [default: 12, quick 5].
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=1000))]
    positions: Option<u16>,
    /// Positions where each takes little time, such as those for masking [default: 400, quick 200].
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=10_000))]
    samples: Option<u16>,
    /// The maximum search depth, in plies [default: 6].
    #[arg(long, value_name = "PLIES", value_parser = value_parser!(u32).range(1..=20))]
    deepest: Option<u32>,
    /// The time after which a search is abandoned [default: 20s, quick 1s].
    #[arg(long, value_name = "TIME", value_parser = seconds)]
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
    /// The position after this many moves of the main line.
    #[arg(long, value_name = "MOVES", requires = "source")]
    after: Option<usize>,
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
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
}

/// Which claims to judge.
#[derive(Args)]
struct Claiming {
    #[command(flatten)]
    measuring: Measuring,
    /// Measure and print the claims of one program only; those of the others stay as an earlier run left them in the folder.
    #[arg(long, value_name = "PROGRAM")]
    only: Option<String>,
    /// Judge by arithmetic and the documents alone; run no experiment.
    #[arg(long)]
    no_experiments: bool,
}

impl Lab {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let one = |measuring: Measuring, experiment| {
            let stop = stop_on_signal()?;
            let mut bench = measuring.bench(&stop)?;
            bench.run(experiment)?;
            bench.judge().map(drop)
        };
        match self.task {
            Task::Depth(measuring) => one(measuring, Experiment::Depth),
            Task::Moves(measuring) => one(measuring, Experiment::Moves),
            Task::Ablate(measuring) => one(measuring, Experiment::Ablate),
            Task::Factorial(measuring) => one(measuring, Experiment::Factorial),
            Task::Contrasts(measuring) => one(measuring, Experiment::Contrasts),
            Task::Masking(measuring) => one(measuring, Experiment::Masking),
            Task::Match(measuring) => one(measuring, Experiment::Match),
            Task::Homes(measuring) => one(measuring, Experiment::Homes),
            Task::Duels(measuring) => one(measuring, Experiment::Duels),
            Task::Weightings(measuring) => one(measuring, Experiment::Weightings),
            Task::Drills(measuring) => one(measuring, Experiment::Drills),
            Task::Positions(measuring) => one(measuring, Experiment::Positions),
            Task::Trace(tracing) => tracing.run(),
            Task::Claims(claiming) => claiming.run(&stop_on_signal()?),
            Task::Mine(mining) => mining.run(&stop_on_signal()?),
            Task::Report(measuring) => measuring.bench(&stop_on_signal()?)?.report(),
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
            samples: self.samples.map_or(base.samples, usize::from),
            deepest: self.deepest.unwrap_or(base.deepest),
            longest: self.longest.unwrap_or(base.longest),
            pairs: self.pairs.map_or(base.pairs, usize::from),
            levels: self.levels.clone().unwrap_or(base.levels),
            threads: self.concurrency.map_or(processors, usize::from),
            is_quick: self.quick,
            only: None,
        }
    }

    fn bench<'a>(&self, stop: &'a Stop) -> anyhow::Result<Bench<'a>> {
        let mut bench = self.idle(stop)?;
        bench.folder.write_settings(&bench.workload)?;
        bench.findings.settings = folder::settings(&bench.workload);
        Ok(bench)
    }

    /// A bench on which nothing is measured: how an earlier measurement of the folder was made stays.
    fn idle<'a>(&self, stop: &'a Stop) -> anyhow::Result<Bench<'a>> {
        let workload = self.workload();
        let folder = Folder::open(&self.out)?;
        let run = format!("{}, {}{}", workload.name(), today(), folder::checks());
        let findings = Findings::new(today(), run, command());
        Ok(Bench { workload, folder, stop, findings })
    }
}

impl Tracing {
    fn run(&self) -> anyhow::Result<()> {
        let settings = Settings { depth: Some(self.depth), seed: self.seed, ..Settings::default() };
        let classic = description(&self.name)?;
        let reading = self.reading.with_defaults(classic.rule, classic.size);
        let game = match self.source.as_deref() {
            Some(source) => Game::from_position(reading.position(Some(source), self.after)?),
            None => Trace::sample(classic, self.seed),
        };
        if let Some(result) = game.result() {
            bail!("the game is over: {result}");
        }
        // Not before the game is read: who waits for standard input is ended by Ctrl-C at once.
        let stop = stop_on_signal()?;
        let found = trace(&self.name, &settings, &game, self.plies, TRACE_TIMEOUT, &stop)
            .map_err(|why| anyhow!("{} {why}", self.name))?;
        let folder = Folder::open(&self.out)?;
        folder.keep(&found)
    }
}

impl Claiming {
    fn run(&self, stop: &Stop) -> anyhow::Result<()> {
        let only = self.only.as_deref().map(description).transpose()?;
        let mut bench =
            if self.no_experiments { self.measuring.idle(stop)? } else { self.measuring.bench(stop)? };
        bench.workload.only = only.map(|classic| classic.name);
        if !self.no_experiments {
            let needed =
                only.map_or(Experiment::REPORT.to_vec(), |classic| Experiment::of_claims(classic.name));
            for experiment in needed {
                bench.run(experiment)?;
            }
            bench.findings.settings.push(folder::load());
        }
        let table = bench.judge()?;
        bench.folder.write("claims.html", &claims_page(&bench.findings, &table))?;
        let is_wanted = |row: &&ClaimRow| self.only.as_ref().is_none_or(|only| *only == row.claim.agent());
        let mut out = std::io::stdout().lock();
        for row in table.rows.iter().filter(is_wanted) {
            let judgement = &row.judgement;
            writeln!(out, "{}  {}", judgement.verdict.name(), row.claim.id)?;
            writeln!(
                out,
                "  “{}” (document {}, {})",
                row.claim.quote,
                row.document().number,
                row.claim.place
            )?;
            let interval = match judgement.interval.as_str() {
                "" => String::new(),
                interval => format!("  [{interval}]"),
            };
            writeln!(out, "  {}{interval}", judgement.measured)?;
            if !judgement.why.is_empty() {
                writeln!(out, "  {}", judgement.why)?;
            }
            if !judgement.run.is_empty() {
                writeln!(out, "  run: {}", judgement.run)?;
            }
            writeln!(out, "  {}\n", row.claim.command)?;
        }
        for classic in
            CLASSICS.iter().filter(|classic| self.only.as_ref().is_none_or(|only| only == classic.name))
        {
            let counts: Vec<String> = ClaimVerdict::ALL
                .iter()
                .map(|&verdict| format!("{} {}", table.count(classic.name, verdict), verdict.name()))
                .collect();
            writeln!(out, "{:<10} {}", classic.name, counts.join(", "))?;
        }
        Ok(())
    }
}

/// The time limit for the search whose tree is drawn.
const TRACE_TIMEOUT: Duration = Duration::from_secs(3600);

/// Runs experiments.
struct Bench<'a> {
    workload: Workload,
    folder: Folder,
    stop: &'a Stop,
    findings: Findings,
}

impl Bench<'_> {
    /// Runs an experiment with a progress bar and writes what it found. Fails if it was stopped.
    fn run(&mut self, experiment: Experiment) -> anyhow::Result<()> {
        let mut bar = Bar::new(experiment.name());
        let folder = &self.folder;
        let mut journal = |name: &str, plan: &goren_arena::Plan| {
            folder
                .journal(name, plan)
                .map(Some)
                .map_err(|error| RunError::Game(GameError::Elsewhere(format!("{error:#}").into())))
        };
        let mut games = Games { maker: &make, journal: &mut journal };
        let mut observer = Observer { stop: self.stop, progress: &mut |progress| bar.show(progress) };
        self.findings.run(experiment, &self.workload, &mut games, &mut observer)?;
        bar.finish();
        for finding in self.findings.of(experiment) {
            self.folder.keep(finding)?;
        }
        self.go_on()
    }

    /// Judges every claim by what was measured now, or in this folder before, and writes the table.
    fn judge(&self) -> anyhow::Result<ClaimTable> {
        let table = claims(&self.findings).with_earlier(&self.folder.judgements());
        self.folder.keep(&table)?;
        self.folder.write("claims.md", &table.markdown())?;
        Ok(table)
    }

    /// Fails if what runs was stopped.
    fn go_on(&self) -> anyhow::Result<()> {
        if self.stop.is_raised() {
            bail!("stopped; what is finished is in {}", self.folder.path().display());
        }
        Ok(())
    }

    /// Runs everything. The page is rewritten after each experiment, so that it always shows the results so far.
    fn report(mut self) -> anyhow::Result<()> {
        let settings = self.findings.settings.clone();
        for experiment in Experiment::REPORT {
            self.run(experiment)?;
            self.findings.settings = settings.iter().cloned().chain([folder::load()]).collect();
            self.folder.write("report.html", &report(&self.findings))?;
        }
        self.judge()?;
        folder::say(&format!("{} is ready", self.folder.path().join("report.html").display()))
    }
}
