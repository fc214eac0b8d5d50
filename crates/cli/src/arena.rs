//! What `goren match` and `goren tournament` share: games to play, and how to run them.

mod elsewhere;
pub(crate) mod files;
mod screen;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, anyhow, bail};
use clap::{Args, value_parser};
use goren_arena::{
    Book, Budget, Contestant, Control, Event, Journal, Kind, Local, Parser, Plan, RunError, RunOptions,
    RunOutcome, System, distinguish, milliseconds, read_roster, run, run_on, slots, time_control,
};
use goren_core::{Adjudication, Opening, TimeControl};
use goren_record::Format;

use crate::agent::{check_network, kinds, make};
use crate::input::{Board, MAX_GAMES_BYTES, read_file, read_text};
use crate::nats::Spread;
use crate::remote::Remote;
use crate::signals::end_games_on_signal;
use crate::terminal::clear_table;
use elsewhere::Elsewhere;
use screen::Screen;

/// What to play.
#[derive(Args)]
pub(crate) struct Games {
    /// Who plays: goren:level=6, a classic such as boundary or masked:weighting=program, the path of an engine, a
    /// name from --engines, or `name=… cmd="…" …`.
    #[arg(value_name = "CONTESTANT", conflicts_with = "resume")]
    contestants: Vec<String>,
    /// Another contestant.
    #[arg(long = "engine", value_name = "CONTESTANT", conflicts_with = "resume")]
    more: Vec<String>,
    /// A TOML file of contestants that can be referred to by name, `[[engine]]` with name, command, args, folder, env,
    /// options, or with name, kind, options; all of them play if none is named.
    #[arg(long, value_name = "FILE", conflicts_with = "resume")]
    engines: Option<PathBuf>,
    /// Pairs of games for each encounter.
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..), conflicts_with = "resume")]
    pairs: Option<u32>,
    /// Games for each encounter, an even number.
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..),
          conflicts_with_all = ["pairs", "resume"])]
    games: Option<u32>,
    #[command(flatten)]
    limits: Limits,
    #[command(flatten)]
    board: Board,
    /// Openings: the name of an included book, `random`, `empty`, or a file in any format, with a `/` where it has such a name
    /// [default: the included book of the rule and size, or else random].
    #[arg(long, value_name = "FILE|NAME", conflicts_with = "resume")]
    book: Option<String>,
    /// Rotate and mirror openings at random.
    #[arg(long, conflicts_with = "resume")]
    symmetry: bool,
    /// Shift openings to random places, at least this far from the edge.
    #[arg(long, value_name = "DISTANCE", num_args = 0..=1, require_equals = true, default_missing_value = "4",
          conflicts_with = "resume")]
    shift: Option<usize>,
    /// An opening rule instead of a book: swap, swap2, soosorv-8 or taraguchi-10.
    #[arg(long, value_name = "RULE", conflicts_with_all = ["book", "symmetry", "shift", "resume"])]
    opening: Option<Opening>,
    /// A draw after this many stones.
    #[arg(long, value_name = "STONES", value_parser = value_parser!(u16).range(1..), conflicts_with = "resume")]
    draw_after: Option<u16>,
    /// End games when both players' scores agree: `win=3` (for 3 moves one claims a forced win and the other a forced
    /// loss), `draw=8,score=10,after=60`, or both.
    #[arg(long, value_name = "WHEN", conflicts_with = "resume")]
    adjudicate: Option<Adjudication>,
    /// The seed of openings, their order and every random choice of agents.
    #[arg(long, default_value_t = 1, conflicts_with = "resume")]
    seed: u64,
}

/// The default limits of all contestants.
#[derive(Args)]
struct Limits {
    /// The time control: 100ms or 2s for each move, 5m+3s for the game with an increment, 5m+3s/10s for both
    /// [default: 100ms without any other limit].
    #[arg(long, value_parser = time_control, conflicts_with = "resume")]
    time: Option<TimeControl>,
    /// Positions to search for each move.
    #[arg(long, value_parser = value_parser!(u64).range(1..), conflicts_with = "resume")]
    nodes: Option<u64>,
    /// Search depth, in plies.
    #[arg(long, value_parser = value_parser!(u32).range(1..), conflicts_with = "resume")]
    depth: Option<u32>,
    /// Memory for each contestant, in MiB.
    #[arg(long, value_name = "MIB", value_parser = value_parser!(u32).range(1..), conflicts_with = "resume")]
    memory: Option<u32>,
    /// How late a move may be before the game is lost on time.
    #[arg(long, value_name = "TIME", value_parser = milliseconds, default_value = "100ms",
          conflicts_with = "resume")]
    margin: u64,
}

/// The time per move if nothing else limits the search.
const TURN: Duration = Duration::from_millis(100);
/// The maximum number of random openings.
const MAX_RANDOM_OPENINGS: usize = 2000;

impl Games {
    /// The plan that the arguments describe, with `pairs` as the default number of pairs.
    pub(crate) fn plan(&self, system: System, pairs: usize) -> anyhow::Result<Plan> {
        let contestants = self.contestants()?;
        let pairs = match (self.pairs, self.games) {
            (Some(pairs), _) => pairs as usize,
            (None, Some(games)) if games % 2 == 1 => {
                bail!("--games: expected an even number, two for each opening, got {games}")
            }
            (None, Some(games)) => games as usize / 2,
            (None, None) => pairs,
        };
        let size = self.board.size_or_default();
        let board = goren_arena::Board {
            rule: self.board.rule.unwrap_or_default(),
            size,
            traps: self.board.traps_on(size, self.opening.unwrap_or_default())?,
        };
        for contestant in &contestants {
            check_network(contestant, board.rule).map_err(anyhow::Error::msg)?;
        }
        let mut book = match self.opening {
            Some(_) => Book::default(),
            None => self.book(&board, pairs)?,
        };
        book.symmetry = self.symmetry;
        book.shift = self.shift;
        let limits = &self.limits;
        let mut budget = Budget {
            time: limits.time.unwrap_or_default(),
            nodes: limits.nodes,
            depth: limits.depth,
            memory: limits.memory.map(|mib| u64::from(mib) << 20),
        };
        if budget.is_endless() && contestants.iter().any(|contestant| contestant.budget.is_endless()) {
            budget.time = TimeControl::per_move(TURN);
        }
        Ok(Plan {
            system,
            pairs,
            board,
            opening: self.opening.unwrap_or_default(),
            book,
            budget,
            adjudication: Adjudication {
                draw_after: self.draw_after.map(usize::from),
                ..self.adjudicate.unwrap_or_default()
            },
            margin_ms: limits.margin,
            seed: self.seed,
            ..Plan::new(contestants)
        })
    }

    /// A resumed match already has its board.
    pub(crate) fn expect_no_board(&self) -> anyhow::Result<()> {
        let Board { rule, size, traps, .. } = &self.board;
        if rule.is_some() || size.is_some() || traps.is_some() {
            bail!("--resume: the match already has its board; omit --rule, --size and --traps");
        }
        Ok(())
    }

    fn contestants(&self) -> anyhow::Result<Vec<Contestant>> {
        let roster = match &self.engines {
            Some(path) => {
                let text = read_text(path).context("--engines")?;
                let roster = read_roster(&text, path.parent().unwrap_or(Path::new(".")));
                roster.with_context(|| format!("--engines: {}", path.display()))?
            }
            None => Vec::new(),
        };
        let parser = Parser { kinds: kinds(), roster };
        let named = self.contestants.iter().chain(&self.more);
        let mut contestants: Vec<Contestant> =
            named.map(|text| parser.parse(text)).collect::<Result<_, _>>()?;
        let is_named = |known: &Contestant| contestants.iter().any(|other| other.kind == known.kind);
        if !parser.roster.iter().any(is_named) {
            contestants.extend(parser.roster);
        }
        contestants.iter_mut().for_each(serve_gomocup);
        distinguish(&mut contestants);
        Ok(contestants)
    }

    fn book(&self, board: &goren_arena::Board, pairs: usize) -> anyhow::Result<Book> {
        let random =
            || Book::random(pairs.min(MAX_RANDOM_OPENINGS), self.seed, board).context("--book random");
        match self.book.as_deref() {
            None => Book::included_for(board).map_or_else(random, Ok),
            Some("random") => random(),
            Some("empty") => Ok(Book::default()),
            Some(name) if !Book::is_included(name) && Path::new(name).is_file() => {
                let bytes = read_file(Path::new(name), MAX_GAMES_BYTES).context("--book")?;
                Book::read(&bytes, board).with_context(|| format!("--book: {name}"))
            }
            Some(name) => Book::included(name, board).context("--book: there is no such file"),
        }
    }
}

/// Other builds of this program need the argument `gomocup` to become engines.
pub(crate) fn serve_gomocup(contestant: &mut Contestant) {
    if let Kind::Process(spec) = &mut contestant.kind
        && let [program] = spec.command.as_slice()
        && Path::new(program).file_stem().is_some_and(|stem| stem.to_string_lossy().starts_with("goren"))
    {
        spec.command.push("gomocup".to_owned());
    }
}

/// How the games are run; nothing here affects them.
#[derive(Args)]
pub(crate) struct Running {
    /// The number of concurrent games [default: 1].
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=1024), conflicts_with = "nats")]
    concurrency: Option<u16>,
    /// Give each game processors of its own, one or this many (Linux).
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, default_missing_value = "1",
          value_parser = value_parser!(u16).range(1..), conflicts_with = "nats")]
    pin: Option<u16>,
    /// The folder for all files; resumes the match there if it is the same [default: goren-match-DATE-TIME].
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Resume the match in this folder.
    #[arg(long, value_name = "FOLDER", conflicts_with = "out")]
    pub(crate) resume: Option<PathBuf>,
    /// Write what the engines are told and say to a folder, a file for each game.
    #[arg(long, value_name = "FOLDER", conflicts_with = "nats")]
    log: Option<PathBuf>,
    /// The format of the games: sgf, json and pos are one file, psq and others one for each game.
    #[arg(long, value_name = "FORMAT", default_value = "sgf")]
    games_format: Format,
    /// Print one JSON object for each event.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    spread: Spread,
}

impl Running {
    /// Resumes a match whose plan is in its journal; an error if it is interrupted again.
    pub(crate) fn resume(&self) -> anyhow::Result<RunOutcome> {
        let remote = self.remote()?;
        let folder = self.resume.clone().unwrap_or_default();
        let mut journal = Journal::open(&folder.join(files::JOURNAL)).context("--resume")?;
        let plan = journal.contents().plan.clone();
        plan.check(&make)?;
        self.expect_free_for_logs(true)?;
        self.play(&plan, &folder, &mut journal, remote.as_ref())
    }

    /// Plays a plan, shows its progress, and writes its files to a folder; an error if it is interrupted.
    pub(crate) fn run(&self, plan: &Plan, what: &str) -> anyhow::Result<RunOutcome> {
        plan.check(&make)?;
        let remote = self.remote()?;
        let folder = match &self.out {
            Some(folder) => {
                fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
                files::expect_own(folder, self.games_format)?;
                folder.clone()
            }
            None => files::create_another(&files::fresh_path(what))?,
        };
        let path = folder.join(files::JOURNAL);
        self.expect_free_for_logs(path.exists())?;
        let mut journal = match Journal::create(&path, plan, &files::command()) {
            Err(error) if error.is_already_there() => {
                let journal = Journal::open(&path)?;
                journal.expect(plan)?;
                journal
            }
            created => created?,
        };
        self.play(plan, &folder, &mut journal, remote.as_ref())
    }

    fn expect_free_for_logs(&self, resumes: bool) -> anyhow::Result<()> {
        self.log.as_deref().map_or(Ok(()), |folder| files::expect_free_for_logs(folder, resumes))
    }

    /// The fleet that plays the games, if one was given; flags that only make sense here win over the environment.
    fn remote(&self) -> anyhow::Result<Option<Remote>> {
        match self.spread.address()? {
            Some(address) if self.concurrency.is_none() && self.pin.is_none() && self.log.is_none() => {
                Remote::connect(&self.spread, address).map(Some)
            }
            _ => Ok(None),
        }
    }

    fn play(
        &self,
        plan: &Plan,
        folder: &Path,
        journal: &mut Journal,
        remote: Option<&Remote>,
    ) -> anyhow::Result<RunOutcome> {
        let control = Control::default();
        end_games_on_signal(&control)?;
        let mut screen = Screen::new(plan, folder, self.json);
        let show = |event: Event<'_>| {
            // The reader of our output has closed the pipe, so the match stops.
            if screen.show(&event).is_err() {
                control.drain();
            }
        };
        let outcome = match remote {
            Some(remote) => {
                let mut pool = Elsewhere::open(remote, plan, journal.contents())?;
                let outcome = run_on(plan, &mut pool, Some(&mut *journal), &control, show);
                let ended = pool.end();
                // What went wrong first is what matters.
                match outcome {
                    Err(RunError::Game(error)) => Err(anyhow!(error)).with_context(|| stopped(folder))?,
                    outcome => {
                        ended?;
                        outcome
                    }
                }
            }
            None => {
                let slots = slots(self.concurrency.unwrap_or(1).into(), self.pin.map(usize::from))
                    .map_err(|error| anyhow!("--pin: {error}"))?;
                let options = RunOptions { slots, journal: Some(&mut *journal), control: control.clone() };
                if let Some(folder) = &self.log {
                    fs::create_dir_all(folder).with_context(|| format!("--log: {}", folder.display()))?;
                }
                run(plan, &Local::new(&make).with_transcripts(self.log.clone()), options, show)
            }
        };
        clear_table();
        let outcome = match outcome {
            Ok(outcome) => outcome,
            Err(RunError::Game(error)) => bail!(error),
            Err(error) => return Err(error).with_context(|| stopped(folder)),
        };
        files::write(plan, &outcome, folder, journal, self.games_format)?;
        screen.finish(&outcome)?;
        Ok(outcome)
    }
}

fn stopped(folder: &Path) -> String {
    format!("stopped; what was finished is in {} (see --resume)", folder.display())
}
