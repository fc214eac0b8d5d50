//! `goren classic`: a look inside one of the five classic programs.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use clap::{Args, value_parser};
use goren_classics::trapper::referee::RefereeRequest;
use goren_classics::{Branch, Classic as Program, Counters, Description, Settings, Unsearched, classic};
use goren_core::{Agent as _, Clock, Game, Limits, Position, Report, Size, Step, Stone, Stop};
use serde_json::{Value, json};

use crate::convert::{expect_free, save};
use crate::explain;
use crate::input::{Reading, read_text};
use crate::search_args::seconds;
use crate::signals::{expect_no_signal, stop_on_signal};
use crate::terminal::milliseconds;

/// Arguments of `goren classic`.
#[derive(Args)]
#[command(after_help = "\
The programs: boundary, automaton, sequences, trapper and masked, each as its document describes it. Without a game they \
start from an empty board of their document's size, under its rule.

Each program has the variants corrected and printed, boundary and masked also programmed: where goren corrects a document, the \
document to the letter, and its authors' program. --with puts in one of their differences, --without leaves out an \
optimisation. docs/classics.md has them all, with a position where each shows; an unknown name lists those there are.

Values are in the units of the documents.

The file referee of trapper: the board file holds a line of text for each row from the top, a character for each cell (0 \
empty, 1 player A, 2 player B, T a trap); moves are row,column from 0 at the top left. Player A moves at odd steps.

Examples:
  goren classic boundary h8i9g7
  goren classic automaton game.sgf --after 12 --json
  goren classic boundary h8i9g7 --without table,ordering
  goren classic masked h8h9i9 --explain
  goren classic automaton h8i9g7 --variant printed
  goren classic masked h8i9g7 --with wide
  goren classic masked h8h9i9 --trace tree.json --trace-depth 2
  goren classic trapper --step 7 --rival 6,8 --board board.txt --decision decision.txt")]
pub(crate) struct Classic {
    /// The program.
    #[arg(value_name = "NAME")]
    name: String,
    /// A file, `-` for standard input, or a position as text; the program's empty board if left out.
    #[arg(value_name = "GAME")]
    source: Option<String>,
    #[command(flatten)]
    reading: Reading,
    /// The position after this many moves of the main line.
    #[arg(long, value_name = "MOVES")]
    after: Option<usize>,
    /// Search depth in plies, instead of the document's.
    #[arg(long, value_parser = value_parser!(u32).range(1..=120))]
    depth: Option<u32>,
    /// How long to think, instead of the document's: 500ms, or a number of seconds.
    #[arg(long, value_parser = seconds)]
    time: Option<Duration>,
    /// The seed of every random choice.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// The reading of the document: corrected, printed or programmed.
    #[arg(long)]
    variant: Option<String>,
    /// What to put in: faults of the document or of its program, and what it only plans.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    with: Vec<String>,
    /// What to leave out: optimisations.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    without: Vec<String>,
    /// The weighting, for programs with more than one.
    #[arg(long)]
    weighting: Option<String>,
    /// Write the search tree as JSON.
    #[arg(long, value_name = "FILE")]
    trace: Option<PathBuf>,
    /// Replace the file if it exists.
    #[arg(long, requires = "trace")]
    force: bool,
    /// The number of plies of the tree to write.
    #[arg(long, value_name = "PLIES", default_value_t = 2, value_parser = value_parser!(u32).range(1..=16))]
    trace_depth: u32,
    /// Print what the evaluation counts in the position, term by term, and the value it adds up to.
    #[arg(long, conflicts_with_all = ["trace", "step"])]
    explain: bool,
    /// The side whose value is explained [default: the side to move].
    #[arg(long, requires = "explain", value_parser = explain::side)]
    side: Option<Stone>,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    referee: Referee,
}

/// The file referee of `trapper`.
#[derive(Args)]
struct Referee {
    /// The number of the step to decide on, from 1.
    #[arg(long, value_name = "N", requires_all = ["board", "decision"], conflicts_with_all = ["source", "trace", "json"])]
    step: Option<u32>,
    /// The rival's last move.
    #[arg(long, value_name = "X,Y", requires = "step", allow_hyphen_values = true)]
    rival: Option<String>,
    /// The file with the board after the step before.
    #[arg(long, value_name = "FILE", requires = "step")]
    board: Option<PathBuf>,
    /// The file to write the decision to.
    #[arg(long, value_name = "FILE", requires = "step")]
    decision: Option<PathBuf>,
}

impl Classic {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let names = |names: &[String]| names.iter().map(|name| name.trim().to_owned()).collect();
        let settings = Settings {
            depth: self.depth,
            variant: self.variant.clone(),
            weighting: self.weighting.clone(),
            with: names(&self.with),
            without: names(&self.without),
            seed: self.seed,
        };
        let limits = Limits { clock: Clock { turn: self.time, ..Clock::default() }, ..Limits::default() };
        if let (Some(step), Some(board), Some(decision)) =
            (self.referee.step, &self.referee.board, &self.referee.decision)
        {
            if self.name != "trapper" {
                bail!("--step: only trapper answers a file referee, got `{}`", self.name);
            }
            return decide(step, self.referee.rival.as_deref(), board, decision, &settings, &limits);
        }
        if let Some(file) = &self.trace {
            expect_free(file, self.force)?;
        }
        let mut program = classic(&self.name, &settings)?;
        let game = self.game(program.description())?;
        if self.explain {
            let side = self.side.unwrap_or(game.position().side());
            return Ok(explain::print(&mut program, &game, &limits, side, self.json)?);
        }
        if let Some(result) = game.result() {
            bail!("the game is over: {result}");
        }
        program.instruments_mut().trace_depth = if self.trace.is_some() { self.trace_depth } else { 1 };
        let mut last = None;
        let start = Instant::now();
        let stop = stop_on_signal()?;
        let step = program.choose(&game, &limits, &stop, &mut |report| last = Some(report.clone()));
        let time = start.elapsed();
        let instruments = program.instruments();
        let tree = instruments.tree.as_ref();
        if let Some(file) = &self.trace {
            let tree = tree.with_context(|| format!("--trace: {} did not search for {step}", self.name))?;
            let moves = size(tree);
            if moves > MAX_BRANCHES && !self.force {
                bail!(
                    "--trace: the tree to depth {} has {moves} moves, about {} MB; --force writes it, a smaller --trace-depth fewer",
                    self.trace_depth,
                    moves / 3000
                );
            }
            let tree = branch(tree, program.description());
            save(file, format!("{tree:#}\n").as_bytes(), self.force)?;
        }
        let value = instruments.value().map(|value| program.description().in_units(value));
        let found = Evaluated::new(&program, game.position());
        let choice = Choice { step, value, report: last, time, found };
        let mut out = io::stdout().lock();
        if self.json {
            writeln!(out, "{}", choice.object(&program, &settings))?;
        } else {
            write!(out, "{}", choice.text(&program))?;
        }
        expect_no_signal("this is what it would have played then")
    }

    /// The position given; by default on the program's own board and under its own rule. Moves that do not fit on that board
    /// are taken to be those of a board of the usual size.
    fn game(&self, description: &Description) -> anyhow::Result<Game> {
        let position = |size| {
            let reading = self.reading.with_defaults(description.rule, size);
            reading.position(self.source.as_deref(), self.after)
        };
        let position = match position(description.size) {
            Err(error) if description.size < Size::DEFAULT => position(Size::DEFAULT).map_err(|_| error)?,
            other => other?,
        };
        Ok(Game::from_position(position))
    }
}

/// What an evaluation finds on the board before the move, by name, for the side to move and its opponent.
struct Evaluated {
    value: f64,
    counts: [BTreeMap<String, usize>; 2],
}

impl Evaluated {
    fn new(program: &Program, position: &Position) -> Evaluated {
        let side = position.side();
        let explanation = program.explain(position, side);
        let mut counts = [BTreeMap::new(), BTreeMap::new()];
        for counted in explanation.counted {
            *counts[usize::from(counted.owner != side)].entry(counted.name).or_default() += 1;
        }
        Evaluated { value: explanation.value, counts }
    }

    fn text(&self) -> String {
        let mut text = format!("before      {} (--explain shows it all)\n", self.value);
        for (side, counts) in ["own", "opponent"].into_iter().zip(&self.counts) {
            let counts: Vec<String> =
                counts.iter().map(|(name, count)| format!("{count} × {name}")).collect();
            if !counts.is_empty() {
                text += &format!("{side:<11} {}\n", counts.join(", "));
            }
        }
        text
    }

    fn object(&self) -> Value {
        let [own, opponent] = &self.counts;
        json!({"value": number(self.value), "own": own, "opponent": opponent})
    }
}

/// A value, as a whole number where it is one.
fn number(value: f64) -> Value {
    if value.fract() == 0.0 { json!(value as i64) } else { json!(value) }
}

/// What a program chose.
struct Choice {
    step: Step,
    /// The value of the move in the document's units.
    value: Option<f64>,
    report: Option<Report>,
    time: Duration,
    found: Evaluated,
}

impl Choice {
    fn text(&self, program: &Program) -> String {
        let instruments = program.instruments();
        let counters = &instruments.counters;
        let mut text = format!("{} plays {}", program.name(), self.step);
        if let Some(answer) = instruments.answer {
            text += &format!(" without a search: {}", answer.why());
        } else if let (Some(value), Some(report)) = (self.value, &self.report) {
            let line: Vec<String> = report.pv.iter().map(ToString::to_string).collect();
            text += &format!(", value {value}, depth {}\nline        {}", report.depth, line.join(" "));
        } else if counters.nodes > 0 {
            text += "\nstopped     before any depth was finished, so the move has no value";
        }
        text += &format!("\ntime        {:.3} ms\n", self.time.as_secs_f64() * 1e3);
        for (name, count) in counts(counters) {
            text += &format!("{name:<11} {count}\n");
        }
        text += &self.found.text();
        for (i, (nodes, time)) in counters.depths.iter().enumerate().filter(|_| counters.depths.len() > 1) {
            text += &format!("after depth {}: {nodes} nodes, {:.3} ms\n", i + 1, time.as_secs_f64() * 1e3);
        }
        text
    }

    fn object(&self, program: &Program, settings: &Settings) -> Value {
        let instruments = program.instruments();
        let counters = &instruments.counters;
        let mut counted: Value =
            counts(counters).into_iter().map(|(name, count)| (name.to_owned(), json!(count))).collect();
        counted["depths"] = counters
            .depths
            .iter()
            .map(|(nodes, time)| json!({"nodes": nodes, "time_ms": milliseconds(*time)}))
            .collect();
        let pv = self.report.iter().flat_map(|report| &report.pv).map(ToString::to_string);
        json!({
            "classic": program.description().name,
            "variant": settings.variant,
            "weighting": settings.weighting,
            "with": settings.with,
            "without": settings.without,
            "seed": settings.seed,
            "move": self.step.to_string(),
            "answer": instruments.answer.map(Unsearched::name),
            "value": self.value.map(number),
            "before": self.found.object(),
            "score": self.report.as_ref().map(|report| report.score.0),
            "depth": self.report.as_ref().map(|report| report.depth).filter(|_| instruments.answer.is_none()),
            "pv": pv.collect::<Vec<_>>(),
            "time_ms": milliseconds(self.time),
            "counters": counted,
        })
    }
}

/// The counters by name.
fn counts(counters: &Counters) -> [(&'static str, u64); 8] {
    [
        ("nodes", counters.nodes),
        ("leaves", counters.leaves),
        ("cutoffs", counters.cutoffs),
        ("probes", counters.probes),
        ("hits", counters.hits),
        ("generated", counters.generated),
        ("kept", counters.kept),
        ("evaluations", counters.evaluations),
    ]
}

/// The most moves of a tree that are written without being asked twice: about fifty megabytes.
const MAX_BRANCHES: usize = 150_000;

fn size(tree: &Branch) -> usize {
    1 + tree.children.iter().map(size).sum::<usize>()
}

fn branch(tree: &Branch, description: &Description) -> Value {
    let units = |value| number(description.in_units(value));
    let is_bounded = |bound: i64| bound != i64::MIN && bound != i64::MAX;
    let (alpha, beta) = tree.window;
    json!({
        "move": tree.point.map(|point| point.to_string()),
        // What was cut off has the value that cut it off; what was interrupted has none.
        "value": (tree.note != "unfinished").then(|| units(tree.value)),
        "kind": tree.kind.name(),
        "alpha": is_bounded(alpha).then(|| units(alpha)),
        "beta": is_bounded(beta).then(|| units(beta)),
        "note": tree.note,
        "children": tree.children.iter().map(|child| branch(child, description)).collect::<Vec<_>>(),
    })
}

/// Answers a file referee: the decision is written completely, or no file is left.
fn decide(
    step: u32,
    rival: Option<&str>,
    board: &Path,
    decision: &Path,
    settings: &Settings,
    limits: &Limits,
) -> anyhow::Result<()> {
    let mut trapper = classic("trapper", settings)?;
    let text = read_text(board).context("--board")?;
    let request = RefereeRequest { step, rival, board: &text };
    let decided = request.decide(&mut trapper, limits, &Stop::default());
    let decided = decided.with_context(|| format!("--board {}", board.display()))?;
    let mut draft = decision.as_os_str().to_owned();
    draft.push(format!(".{}.part", std::process::id()));
    let written = fs::write(&draft, decided).and_then(|()| fs::rename(&draft, decision));
    if written.is_err() {
        // No partial file may stay; a failure to remove it adds nothing to the error.
        let _ = fs::remove_file(&draft);
    }
    written.with_context(|| format!("--decision {}", decision.display()))
}
