//! `goren solve`: forced wins, proved.

mod answer;
mod beyond;
mod draft;

use std::cell::Cell;
use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use clap::{Args, value_parser};
use goren_core::{Game, Point, Position, Stop};
use goren_engine::{
    Defences, LineTest, ProveRequest, Proved, Solved, Solver, SolverProgress, TableError, WinningMoves,
    main_line, refute_fours,
};
use goren_proof::{Attack, Means, Proof};
use goren_record::Record;
use serde_json::json;

use crate::input::{Reading, position_after};
use crate::search_args::seconds;
use crate::signals::{expect_no_signal, on_signal};
use crate::terminal::{ProgressLine, say};
use crate::verify::thousands;
use answer::{Finding, SolveAnswer};
use beyond::{Beyond, beyond_threats};
use draft::Draft;

/// Arguments of `goren solve`.
#[derive(Args)]
#[command(after_help = "\
Without --vcf or --vct: fours first, then all threats. Where neither wins, the engine searches for a few seconds; a win that it \
announces is proved if every reply to its first move loses to threats, and else is told as announced, not proved. \
Every game of a file with several is solved, one line each; one that is over, or has fewer moves than --after, is skipped with a word.

The line of a win has the replies that resist longest among those searched. Its length is told in moves of the winner.

“No win by fours” and “no win by threats” are certain too: every four was tried, or every move on the board that threatens \
a win by fours, with all replies. Slower wins, by moves that threaten only such a threat, are found by the engine alone.

Without --time, --all ends after half a minute, and tells how many moves it has not decided. \
Ctrl-C ends the search and prints what is known. Exit: 0 if everything was answered, 1 if not, 130 after Ctrl-C.

Examples:
  goren solve h8h9i8i9j8a1
  goren solve --rule renju problem.json --vct --time 10 --proof win.proof
  goren solve game.sgf --after 20
  goren solve problem.json --all
  goren solve problem.json --defence
  goren solve problem.json --line h8,i9,j7
  goren solve hard.json --threads 8 --memory 4096 --table hard.table
  goren solve problems.jsonl --vcf --json")]
pub(crate) struct Solve {
    /// A file, `-` for standard input, or a position as text.
    position: String,
    #[command(flatten)]
    reading: Reading,
    /// The position after this many moves of the main line.
    #[arg(long, value_name = "MOVES")]
    after: Option<usize>,
    /// Fours only.
    #[arg(long, conflicts_with = "vct")]
    vcf: bool,
    /// Fours, open threes and whatever threatens a win by fours.
    #[arg(long)]
    vct: bool,
    /// Search on for a win with as few moves as possible, and say whether it is proved to be shortest.
    #[arg(long, group = "question")]
    shortest: bool,
    /// List every winning move.
    #[arg(long, group = "question")]
    all: bool,
    /// List the moves that do not lose to a forced win of the other side.
    #[arg(long, group = "question")]
    defence: bool,
    /// Test a line that is claimed to win, such as h8,i9,j7: complete it, or show how the other side escapes.
    #[arg(long, group = "question", value_name = "MOVES", value_parser = line, conflicts_with = "vcf")]
    line: Option<Line>,
    /// Write the proofs of what was found to this file; `goren verify` checks them. That there is no win by fours is proved, too.
    #[arg(long, value_name = "FILE", conflicts_with = "all")]
    proof: Option<PathBuf>,
    /// Let --proof replace a file that holds no proofs.
    #[arg(long, requires = "proof")]
    force: bool,
    /// The maximum time per position, such as 500ms or 2m; a number without a unit is seconds.
    #[arg(long, value_name = "TIME", value_parser = seconds)]
    time: Option<Duration>,
    /// The number of threads for threats. With one, the same question has the same answer.
    #[arg(long, default_value_t = 1, value_parser = value_parser!(u16).range(1..=512))]
    threads: u16,
    /// Memory for the table, in MiB.
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = value_parser!(u32).range(2..=1_048_576))]
    memory: u32,
    /// Keep what was found about threats in this file, and go on from it the next time.
    #[arg(long, value_name = "FILE", conflicts_with = "vcf")]
    table: Option<PathBuf>,
    /// Tell all numbers of the search while it runs, and where it was stopped.
    #[arg(long)]
    verbose: bool,
    /// Print one JSON object per position instead.
    #[arg(long)]
    json: bool,
}

/// The moves of `--line`.
#[derive(Clone)]
struct Line(Vec<Point>);

impl Solve {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let mut out = io::stdout().lock();
        let mut draft = self.proof.as_deref().map(|path| Draft::new(path, self.force)).transpose()?;
        let games = self.reading.games(&self.position)?;
        let interrupt = Interrupt::default();
        let raised = interrupt.clone();
        on_signal(move |_| raised.raise())?;
        if self.table.is_some() && games.len() != 1 {
            bail!("expected one position for --table, got {}", games.len());
        }
        let mut unknown = 0;
        for (index, record) in games.iter().enumerate() {
            let number = (games.len() > 1).then_some(index + 1);
            let name = named(number);
            let Some(position) = self.position(record, number, &mut out)? else { continue };
            let mut solver = Solver::new((self.memory as usize) << 20);
            solver.set_threads(self.threads.into());
            if let Some(path) = &self.table {
                load(&mut solver, &position, path)?;
            }
            let answer = self.answer(&position, &mut solver, &interrupt);
            if let Some(path) = &self.table {
                save(&solver, &position, path)?;
            }
            unknown += usize::from(answer.found.is_unknown());
            if self.json {
                writeln!(out, "{}", answer.to_json(&position, number))?;
            } else {
                writeln!(out, "{name}{}", answer.to_text(&position, self.verbose))?;
            }
            if let Some(draft) = &mut draft {
                match answer.proof(&position, &interrupt.new_stop())? {
                    Some(proof) => draft.write(&proof)?,
                    None => say(&format!(
                        "{name}no proof was written: {}",
                        answer.why_no_proof(interrupt.is_raised())
                    )),
                }
            }
            if interrupt.is_raised() {
                break;
            }
        }
        if let Some(draft) = draft {
            draft.finish()?;
        }
        // Also in the last position: an answer that was cut short is none, even where it has words.
        expect_no_signal("this is what was found until then")?;
        match unknown {
            0 => Ok(()),
            1 => bail!("one answer is unknown"),
            _ => bail!("{unknown} answers are unknown"),
        }
    }

    /// The position of a game. Of several games one that has none, or is over, is told and passed over.
    fn position(
        &self,
        record: &Record,
        number: Option<usize>,
        out: &mut impl Write,
    ) -> anyhow::Result<Option<Position>> {
        let (object, text) = match (position_after(record, self.after), number) {
            (Err(error), None) => return Err(error),
            (Err(error), Some(number)) => {
                let why = format!("{error:#}");
                let text = format!("skipped; {why}");
                (json!({ "game": number, "result": "skipped", "why": why }), text)
            }
            (Ok(position), number) => match (Game::from_position(position.clone()).result(), number) {
                (None, _) => return Ok(Some(position)),
                (Some(result), None) => bail!("the game is over: {result}"),
                (Some(result), Some(number)) => {
                    let ended = result.to_string();
                    let text = format!("over, {ended}");
                    (json!({ "game": number, "result": "over", "ended": ended }), text)
                }
            },
        };
        if self.json {
            writeln!(out, "{object}")?;
        } else {
            writeln!(out, "{}{text}", named(number))?;
        }
        Ok(None)
    }

    /// The most time for a position.
    fn limit(&self) -> Option<Duration> {
        self.time.or(self.all.then_some(ALL_TIME))
    }

    fn answer(&self, position: &Position, solver: &mut Solver, interrupt: &Interrupt) -> SolveAnswer {
        let start = Instant::now();
        let mut known = SolverProgress::default();
        let mut ask = |means: Means| {
            let left = self.limit().map(|time| time.saturating_sub(start.elapsed()));
            let stop = interrupt.new_stop();
            let found = with_alarm(left, &stop, || self.find(position, means, solver, &stop, &mut known));
            SolveAnswer { means, found, nodes: solver.nodes(), time: start.elapsed(), known }
        };
        if self.vct || !self.vcf && (self.all || self.defence || self.line.is_some()) {
            return ask(Means::Threats);
        }
        let fours = ask(Means::Fours);
        if self.vcf || !matches!(fours.found, Finding::NoWin { .. }) {
            return fours;
        }
        let threats = ask(Means::Threats);
        if self.vct || self.shortest || !matches!(threats.found, Finding::NoWin { .. }) {
            return threats;
        }
        let left = self.time.map(|time| time.saturating_sub(start.elapsed()));
        let beyond = beyond_threats(position, solver, left, self.memory, self.threads, interrupt);
        let known = SolverProgress::default();
        let (means, found) = match beyond {
            Beyond::Win(tree) => (Means::Force, win(position, tree, None)),
            Beyond::Announced { line, report } => (Means::Threats, Finding::Announced { line, report }),
            Beyond::Nothing(report) => (Means::Threats, Finding::NoWin { engine: report }),
        };
        SolveAnswer { means, found, nodes: solver.nodes(), time: start.elapsed(), known }
    }

    fn find(
        &self,
        position: &Position,
        means: Means,
        solver: &mut Solver,
        stop: &Stop,
        known: &mut SolverProgress,
    ) -> Finding {
        let request = ProveRequest::by(means);
        let (mut shown, start) = (ProgressLine::new(), Instant::now());
        let decided = Cell::new(None);
        let progress = &mut |progress: SolverProgress| {
            *known = progress;
            shown.show(|| progress_text(&progress, decided.get(), start.elapsed(), self.verbose));
        };
        let found = if self.all {
            let winning = self.winning_moves(position, means, solver, stop, progress, &decided);
            Finding::Moves { moves: winning.moves, unknown: winning.unknown }
        } else if self.defence {
            match solver.defences(position, &request, stop, progress) {
                Defences::NoThreat => Finding::NoThreat,
                Defences::Unknown => Finding::Unknown,
                Defences::Moves { saves, losses, unknown } => Finding::Defences { saves, losses, unknown },
            }
        } else if let Some(Line(line)) = &self.line {
            match solver.test_line(position, line, &request, stop, progress) {
                LineTest::Wins(tree) => win(position, tree, None),
                LineTest::Fails { at, by } => Finding::Fails { line: line.clone(), at, by },
                LineTest::Illegal(at) => Finding::Illegal { line: line.clone(), at },
                LineTest::TooLarge => Finding::TooLarge,
                LineTest::Unknown(_) => Finding::Unknown,
            }
        } else if self.shortest {
            let shortest = solver.prove_shortest(position, &request, stop, progress);
            match shortest.proved {
                Proved::Win(tree) => win(position, tree, Some((shortest.moves, shortest.at_least))),
                Proved::NoWin => Finding::NoWin { engine: None },
                Proved::TooLarge => Finding::TooLarge,
                Proved::Unknown => Finding::Unknown,
            }
        } else if self.proof.is_some() {
            match solver.prove(position, &request, stop, progress) {
                Proved::Win(tree) => win(position, tree, None),
                Proved::NoWin => Finding::NoWin { engine: None },
                Proved::TooLarge => Finding::TooLarge,
                Proved::Unknown => Finding::Unknown,
            }
        } else {
            match solver.solve(position, &request, stop, progress) {
                Solved::Win(line) => Finding::Win { line, tree: None, fewest: None },
                Solved::NoWin => Finding::NoWin { engine: None },
                Solved::Unknown => Finding::Unknown,
            }
        };
        shown.clear();
        found
    }

    /// Every winning move. In a terminal they are told as they are found. `decided` counts the moves that are.
    fn winning_moves(
        &self,
        position: &Position,
        means: Means,
        solver: &mut Solver,
        stop: &Stop,
        progress: &mut dyn FnMut(SolverProgress),
        decided: &Cell<Option<Decided>>,
    ) -> WinningMoves {
        let side = position.side();
        let makes_five = position.legal_moves().any(|point| position.shapes(point, side).has_five());
        if means == Means::Fours || makes_five {
            return solver.winning_moves(position, &ProveRequest::by(means), stop, progress);
        }
        let is_live = io::stderr().is_terminal() && !self.json;
        // The moves take turns, each twice as long as the one before, so that a hard one keeps no other waiting. Most wins begin
        // near a stone.
        let far = |point: Point| position.stones().map(|(stone, _)| stone.distance(point)).min();
        let mut open: Vec<Point> = position.legal_moves().collect();
        open.sort_by_key(|&point| far(point));
        let mut count = Decided { moves: 0, of: open.len() };
        decided.set(Some(count));
        let mut moves = Vec::new();
        let mut nodes = FIRST_TURN;
        while !open.is_empty() && !stop.is_raised() {
            let mut left = Vec::new();
            for point in open {
                let request =
                    ProveRequest { nodes: Some(nodes), attacks: MAX_ATTACKS, ..ProveRequest::by(means) };
                match solver.test_line(position, &[point], &request, stop, progress) {
                    LineTest::Wins(_) | LineTest::TooLarge => {
                        moves.push(point);
                        if is_live {
                            // It takes the place of the progress line, which is drawn again below. Nobody has to read it.
                            let _ = writeln!(io::stderr(), "\r\x1b[K{point} wins");
                        }
                    }
                    LineTest::Fails { .. } | LineTest::Illegal(_) => {}
                    LineTest::Unknown(_) => {
                        left.push(point);
                        continue;
                    }
                }
                count.moves += 1;
                decided.set(Some(count));
            }
            open = left;
            nodes = nodes.saturating_mul(2);
        }
        let sorted = |mut points: Vec<Point>| {
            points.sort_unstable_by_key(|point| (point.y(), point.x()));
            points
        };
        WinningMoves { moves: sorted(moves), unknown: sorted(open) }
    }
}

/// How many of the moves are known to win or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Decided {
    moves: usize,
    of: usize,
}

/// Positions of the first look at a move.
const FIRST_TURN: u64 = 1_000;
/// The most attacking moves of a tree that is built to see whether a move wins.
const MAX_ATTACKS: usize = 100_000;
/// How long every move is looked at if nobody says.
const ALL_TIME: Duration = Duration::from_secs(30);

/// Ctrl-C: it stops the search that is running, and all that follow.
#[derive(Clone, Default)]
struct Interrupt(Arc<Mutex<(bool, Stop)>>);

impl Interrupt {
    fn raise(&self) {
        let mut current = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        current.0 = true;
        current.1.raise();
    }

    fn is_raised(&self) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).0
    }

    /// The flag of the next search.
    fn new_stop(&self) -> Stop {
        let mut current = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        current.1 = Stop::default();
        if current.0 {
            current.1.raise();
        }
        current.1.clone()
    }
}

/// What the line of one of several games begins with.
fn named(number: Option<usize>) -> String {
    number.map_or_else(String::new, |number| format!("game {number}: "))
}

fn win(position: &Position, tree: Attack, fewest: Option<(u32, u32)>) -> Finding {
    Finding::Win { line: main_line(position, &tree), tree: Some(tree), fewest }
}

/// Moves on the command line, separated by commas or spaces.
fn line(text: &str) -> Result<Line, String> {
    let names = text.split([',', ' ']).filter(|name| !name.is_empty());
    let points = names.map(str::parse).collect::<Result<_, _>>();
    points.map(Line).map_err(|error: goren_core::ParsePointError| error.to_string())
}

/// How far a search is, in plain words or with all its numbers.
fn progress_text(
    progress: &SolverProgress,
    decided: Option<Decided>,
    time: Duration,
    is_verbose: bool,
) -> String {
    let seconds = time.as_secs_f64();
    let so_far = decided
        .map_or("undecided".to_owned(), |Decided { moves, of }| format!("{moves} of {of} moves decided"));
    let plain = format!("{} positions, {seconds:.0} s, {so_far}", thousands(progress.nodes));
    if !is_verbose {
        return plain;
    }
    let rate = progress.nodes as f64 / seconds.max(0.001) / 1000.0;
    format!(
        "{plain}; round {}, proof number {}, disproof number {}, {} moves deep, {rate:.0} thousand a second",
        progress.round + 1,
        progress.proof,
        progress.disproof,
        progress.depth,
    )
}

/// Loads a table if the file is there.
fn load(solver: &mut Solver, position: &Position, path: &Path) -> anyhow::Result<()> {
    let file = match File::open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        file => file.with_context(|| format!("cannot open `{}`", path.display()))?,
    };
    let loaded: Result<(), TableError> = solver.load(position, &mut BufReader::new(file));
    loaded.with_context(|| format!("cannot use the table `{}`", path.display()))
}

/// Saves the table beside the file first, so that a crash leaves the old one.
fn save(solver: &Solver, position: &Position, path: &Path) -> anyhow::Result<()> {
    let mut beside = path.as_os_str().to_owned();
    beside.push(".new");
    let write = || -> io::Result<()> {
        let mut file = BufWriter::new(File::create(&beside)?);
        solver.save(position, &mut file)?;
        file.into_inner()?.sync_all()?;
        fs::rename(&beside, path)
    };
    write().with_context(|| format!("cannot save the table `{}`", path.display()))
}

/// Raises `stop` when the time is up, unless the work is done first.
fn with_alarm<T>(time: Option<Duration>, stop: &Stop, work: impl FnOnce() -> T) -> T {
    let Some(time) = time else { return work() };
    let is_done = AtomicBool::new(false);
    let is_over = || stop.is_raised() || is_done.load(Ordering::Relaxed);
    if time.is_zero() {
        stop.raise();
    }
    let deadline = Instant::now() + time;
    thread::scope(|scope| {
        let alarm = scope.spawn(|| {
            while !is_over() {
                match deadline.checked_duration_since(Instant::now()) {
                    Some(left) => thread::park_timeout(left),
                    None => stop.raise(),
                }
            }
        });
        let done = work();
        is_done.store(true, Ordering::Relaxed);
        alarm.thread().unpark();
        done
    })
}

/// The most answers in a proof that there is no win by fours.
const MAX_ANSWERS: usize = 1_000_000;

impl SolveAnswer {
    /// The proof of what was found; `None` if it has no tree.
    fn proof(&self, position: &Position, stop: &Stop) -> anyhow::Result<Option<Proof>> {
        let proof = match &self.found {
            Finding::Win { tree: Some(tree), .. } => Proof::of_win(position, self.means, tree),
            Finding::NoWin { .. } if self.means == Means::Fours => {
                match refute_fours(position, MAX_ANSWERS, stop) {
                    Some(refutations) => Proof::of_no_fours(position, &refutations),
                    None => return Ok(None),
                }
            }
            Finding::Defences { saves, losses, unknown } => {
                let moves: Vec<Point> = saves.iter().chain(unknown).copied().collect();
                Proof::of_defence(position, moves, self.means, losses)
            }
            _ => return Ok(None),
        };
        proof.map(Some).map_err(|hole| anyhow::anyhow!("the proof has a hole, please report this: {hole}"))
    }

    fn why_no_proof(&self, was_stopped: bool) -> &'static str {
        match self.found {
            _ if was_stopped => "the search was stopped",
            Finding::NoWin { .. } if self.means == Means::Fours => {
                "it would have more than a million answers"
            }
            Finding::NoWin { .. } => "that there is no win by threats cannot be written as a proof",
            Finding::TooLarge => "the tree is too large to hold",
            Finding::Announced { .. } => "the win was announced, and not proved",
            _ => "nothing was proved to win",
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;
    use goren_core::{Rule, Size};

    use super::*;

    #[derive(Parser)]
    struct Arguments {
        #[command(flatten)]
        solve: Solve,
    }

    fn parsed(arguments: &str) -> Solve {
        Arguments::parse_from(["solve", "h8"].into_iter().chain(arguments.split_whitespace())).solve
    }

    #[test]
    fn every_move_is_looked_at_for_half_a_minute_unless_told_otherwise() {
        assert_eq!(parsed("--all").limit(), Some(Duration::from_secs(30)));
        assert_eq!(parsed("--all --time 2m").limit(), Some(Duration::from_secs(120)));
        assert_eq!(parsed("--defence").limit(), None);
        assert_eq!(parsed("--vct --time 5").limit(), Some(Duration::from_secs(5)));
    }

    #[test]
    fn the_moves_that_are_decided_are_counted_while_the_others_are_searched() {
        let mut position = Position::new(Rule::Freestyle, Size::new(7).expect("a size"));
        for name in ["d4", "a1", "e4", "a3", "c4", "g7"] {
            position.play(name.parse().expect("a point"));
        }
        let decided = Cell::new(None);
        let mut seen = Vec::new();
        let mut solver = Solver::new(1 << 20);
        let found = parsed("--all").winning_moves(
            &position,
            Means::Threats,
            &mut solver,
            &Stop::default(),
            &mut |progress| seen.push(progress_text(&progress, decided.get(), Duration::ZERO, false)),
            &decided,
        );
        assert_eq!((found.moves.len(), found.unknown.len()), (20, 0));
        assert_eq!(decided.get(), Some(Decided { moves: 43, of: 43 }));
        let counted = |text: &String| {
            text.ends_with(" of 43 moves decided") && !text.ends_with(" 0 of 43 moves decided")
        };
        assert!(seen.iter().any(counted), "{seen:?}");
    }
}
