//! The engine as the rest of goren sees it.

use std::io::{self, Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use goren_core::{Agent, Game, Limits, Point, Position, Report, Rule, Score, Step, Stop};
use goren_nnue::Network;

use crate::board::Board;
use crate::class::Class;
use crate::clock::Deadline;
use crate::level::Sight;
use crate::net::Net;
use crate::search::{Memory, Shared, Worker};
use crate::table::Table;
use crate::vct::{Patience, Threats, Vct, Verdict};
use crate::watch::Watch;

/// What stays the same from search to search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Memory for everything but the networks, in bytes.
    pub memory: usize,
    /// Threads to search with.
    pub threads: usize,
    /// Playing strength from 1 (beginner) to 10 (full).
    pub level: u8,
    /// Decides every random choice of the weaker levels.
    pub seed: u64,
    /// What judges positions at full strength.
    pub evaluation: Evaluation,
}

/// What judges positions that are not decided.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Evaluation {
    /// The rule's network, or shapes where it has none.
    #[default]
    Network,
    /// The shapes on the empty points.
    Classical,
}

impl Evaluation {
    /// `net` or `classical`.
    pub const fn name(self) -> &'static str {
        match self {
            Evaluation::Network => "net",
            Evaluation::Classical => "classical",
        }
    }
}

impl std::str::FromStr for Evaluation {
    type Err = String;

    fn from_str(text: &str) -> Result<Evaluation, String> {
        let all = [Evaluation::Network, Evaluation::Classical];
        let known = all.into_iter().find(|evaluation| evaluation.name() == text);
        known.ok_or_else(|| format!("expected net or classical, got `{text}`"))
    }
}

impl Default for Options {
    fn default() -> Options {
        Options { memory: 64 << 20, threads: 1, level: 10, seed: 0, evaluation: Evaluation::Network }
    }
}

/// What is asked of one search.
#[derive(Clone, Debug, Default)]
pub struct Question {
    /// When to end.
    pub limits: Limits,
    /// How many best lines to find; 0 counts as 1.
    pub lines: usize,
    /// Moves that are not to be considered now.
    pub blocked: Vec<Point>,
    /// Who hears of each move at the root once the search takes long enough to be watched.
    pub watch: Watch,
}

/// The answer of a search.
#[derive(Clone, Debug)]
pub struct Found {
    /// The best lines, best first; empty if there is no legal move.
    pub lines: Vec<Report>,
}

impl Found {
    /// The best move, if there is a legal one.
    pub fn best(&self) -> Option<Point> {
        self.lines.first().and_then(|line| line.pv.first().copied())
    }

    /// The best line's score; even without a legal move.
    pub fn score(&self) -> Score {
        self.lines.first().map_or(Score::EVEN, |line| line.score)
    }
}

/// A searcher with its memory. Searching changes nothing but what it has learned.
pub struct Engine {
    options: Options,
    /// Made at the first search: setting up a game must not wait for memory.
    table: Option<Table>,
    memories: Vec<Memory>,
    solver: Option<Vct>,
    /// In place of the one that comes with the program.
    network: Option<Arc<Network>>,
}

impl Engine {
    /// An engine with empty memory.
    pub fn new(options: Options) -> Engine {
        Engine { options, table: None, memories: Vec::new(), solver: None, network: None }
    }

    /// The options in force.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Changes the options; what no longer fits is forgotten.
    pub fn set_options(&mut self, options: Options) {
        if options.memory != self.options.memory
            || options.threads != self.options.threads
            || options.evaluation != self.options.evaluation
        {
            self.table = None;
            self.memories.clear();
        }
        self.options = options;
    }

    /// Uses a network in place of the one that comes with the program, for games by its rule.
    pub fn use_network(&mut self, network: Arc<Network>) {
        self.clear();
        self.network = Some(network);
    }

    /// The network that judges positions under a rule, if one does. A search that is in a hurry does not wait for one that is not
    /// ready.
    fn network(&self, rule: Rule, allowance: Option<Duration>) -> Option<Arc<Network>> {
        let own = self.network.as_ref().filter(|network| network.rule() == rule);
        let is_in_a_hurry = allowance.is_some_and(|time| time < HURRY);
        match self.options.evaluation {
            Evaluation::Network if is_in_a_hurry => own.cloned().or_else(|| Network::ready(rule)),
            Evaluation::Network => own.cloned().or_else(|| Network::of(rule)),
            Evaluation::Classical => None,
        }
    }

    /// Forgets everything learned from earlier positions.
    pub fn clear(&mut self) {
        if let Some(table) = &self.table {
            table.clear();
        }
        self.memories.clear();
        if let Some(solver) = &mut self.solver {
            solver.clear();
        }
    }

    /// Writes what was learned: `GRNT`, a version, then the entries of the table.
    pub fn write_table(&self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(TABLE_MAGIC)?;
        self.table.as_ref().map_or(Ok(()), |table| table.write(out))
    }

    /// Learns what [`Engine::write_table`] wrote, as far as memory allows.
    pub fn read_table(&mut self, from: &mut dyn Read) -> io::Result<()> {
        let mut magic = [0; TABLE_MAGIC.len()];
        from.read_exact(&mut magic)?;
        if magic != *TABLE_MAGIC {
            return Err(io::Error::new(
                io::ErrorKind::InvalidData,
                "expected a table written by this version",
            ));
        }
        self.prepare(None);
        self.table.as_ref().expect("prepared above").read(from)
    }

    /// How much of the table is in use, in thousandths.
    pub fn table_use(&self) -> u32 {
        self.table.as_ref().map_or(0, Table::fullness)
    }

    /// Finds the best lines of a position at the level in force. Reports each line of each finished depth.
    pub fn search(
        &mut self,
        position: &Position,
        question: &Question,
        stop: &Stop,
        report: &mut dyn FnMut(&Report),
    ) -> Found {
        match Sight::of(self.options.level) {
            Some(sight) => self.search_at_level(position, question, &sight, stop, report),
            None => self.search_with(position, question, None, stop, report),
        }
    }

    /// As [`Engine::search`], with this sight, or at full strength without one.
    pub(crate) fn search_with(
        &mut self,
        position: &Position,
        question: &Question,
        sight: Option<Sight>,
        stop: &Stop,
        report: &mut dyn FnMut(&Report),
    ) -> Found {
        let start = Instant::now();
        let board = Board::new(position);
        let mut roots = root_moves(&board, question);
        if position.winner().is_some() || roots.is_empty() {
            return Found { lines: Vec::new() };
        }
        let deadline = Deadline::new(&question.limits.clock, start);
        // The weaker levels see shapes, as people do.
        let network = match sight {
            None => self.network(position.rule(), deadline.allowance()),
            Some(_) => None,
        };
        self.prepare(deadline.allowance());
        if sight.is_none() {
            self.narrow(&mut roots, &board, question.lines);
        }
        let table = self.table.as_ref().expect("prepared above");
        table.new_search();
        let shared = Shared {
            table,
            stop,
            done: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            deadline,
            limits: limits_for(&board, question, roots.len()),
            fours: sight.map(|sight| sight.fours),
            watch: &question.watch,
        };
        let lines = question.lines.clamp(1, roots.len());
        if sight.is_none() && lines == 1 && roots.len() > 1 && question.blocked.is_empty() {
            let solver = self.solver.get_or_insert_with(|| Vct::new(SOLVER_LOG2));
            if let Some(line) = forced_win(solver, &board, &shared) {
                report(&line);
                return Found { lines: vec![line] };
            }
        }
        let net = || network.clone().map(|network| Net::new(network, position));
        let (first, others) = self.memories.split_first_mut().expect("there is at least one thread");
        std::thread::scope(|scope| {
            let helpers: Vec<_> = others
                .iter_mut()
                .enumerate()
                .map(|(i, memory)| {
                    let (board, roots, shared) = (board.clone(), &roots, &shared);
                    let net = net();
                    scope.spawn(move || {
                        let mut worker = Worker::new(board, net, roots, shared, memory);
                        worker.run(lines, Some(i), &mut |_| {});
                        worker.finished()
                    })
                })
                .collect();
            let mut worker = Worker::new(board.clone(), net(), &roots, &shared, first);
            worker.run(lines, None, report);
            let mut found = worker.finished();
            for helper in helpers {
                let other = helper.join().expect("a search thread does not panic");
                // A helper that got deeper knows better.
                if lines == 1 && other.0 > found.0 {
                    found = other;
                }
            }
            let nodes = shared.nodes.load(Ordering::Relaxed);
            let lines = found.1.into_iter().take(lines).map(|line| Report { nodes, ..line }).collect();
            Found { lines }
        })
    }

    /// Leaves only the moves that answer a win by fours of the other side, if it has one and enough lines remain.
    fn narrow(&mut self, roots: &mut Vec<Point>, board: &Board, lines: usize) {
        let me = board.side();
        let decided =
            board.count(me, Class::Five) + board.count(!me, Class::Five) + board.count(me, Class::OpenFour);
        if decided > 0 {
            return;
        }
        let memory = self.memories.first_mut().expect("there is at least one thread");
        if let Some(answers) = memory.answers(board) {
            let helps = |point: &Point| answers.contains(*point) || board.class(*point, me) >= Class::Four;
            let kept: Vec<Point> = roots.iter().copied().filter(helps).collect();
            if kept.len() >= lines.max(1) {
                *roots = kept;
            }
        }
    }

    /// Makes table and threads ready, in a small part of the time allowed: fresh memory has its price, and a short
    /// search cannot fill much.
    fn prepare(&mut self, allowance: Option<Duration>) {
        let threads = self.options.threads.max(1);
        self.memories.truncate(threads);
        while self.memories.len() < threads {
            self.memories.push(Memory::new(VCF_LOG2));
        }
        let other = threads * Memory::bytes(VCF_LOG2) + Vct::bytes(SOLVER_LOG2) + RESERVE;
        let allowed = self.options.memory.saturating_sub(other);
        let payable =
            allowance.map_or(usize::MAX, |time| (time.as_millis() as usize).saturating_mul(BYTES_A_MS));
        let bytes = allowed.min(payable).max(SMALLEST_TABLE);
        // More time than at the last search may pay for a much larger table. A search without a clock has to end when
        // it is told to, and takes what is there.
        let is_paid = |table: &Table| allowance.is_some() && bytes / 4 > table.bytes();
        if self.table.as_ref().is_none_or(is_paid) {
            self.table = None;
            self.table = Some(Table::new(bytes));
        }
    }

    /// A move as the level in force chooses it; only the choice is reported.
    fn search_at_level(
        &mut self,
        position: &Position,
        question: &Question,
        sight: &Sight,
        stop: &Stop,
        report: &mut dyn FnMut(&Report),
    ) -> Found {
        let board = Board::new(position);
        let seed = self.options.seed;
        let every = root_moves(&board, question);
        let mut seen: Vec<Point> =
            every.iter().copied().filter(|&point| !sight.overlooks(&board, point, seed)).collect();
        if seen.is_empty() {
            seen = every;
        }
        let unseen = board.everywhere().points().filter(|point| !seen.contains(point));
        let question = Question {
            limits: sight.limits(question.limits),
            // Where judgement is off, the scores of the next best moves are needed too.
            lines: if sight.misjudged > 0 { seen.len().min(LINES_JUDGED) } else { 1 },
            blocked: unseen.chain(question.blocked.iter().copied()).collect(),
            watch: question.watch.clone(),
        };
        let mut found = self.search_with(position, &question, Some(*sight), stop, &mut |_| {});
        for line in &mut found.lines {
            let point = *line.pv.first().expect("a line has a move");
            line.score = sight.judged(line.score, &board, point, seed);
        }
        found.lines.sort_by_key(|line| std::cmp::Reverse(line.score));
        found.lines.truncate(1);
        found.lines.iter().for_each(report);
        found
    }
}

/// How a file of the table begins; the last byte is the version of its entries.
const TABLE_MAGIC: &[u8; 5] = b"GRNT\x02";
/// With less time than this a search does not wait for the network.
const HURRY: Duration = Duration::from_secs(1);
/// How many of the best moves a weak level may confuse.
const LINES_JUDGED: usize = 8;
/// Entries of each thread's table of fours, as a power of two.
const VCF_LOG2: u32 = 16;
/// Memory that is not table: code, stacks, positions.
const RESERVE: usize = 8 << 20;
const SMALLEST_TABLE: usize = 1 << 20;
/// How much fresh memory a search may take for each millisecond it has: a tenth of the time goes into it, or less.
const BYTES_A_MS: usize = 100 << 10;

/// Entries of the table of threats, as a power of two.
const SOLVER_LOG2: u32 = 16;
/// The share of a search that may go into looking for a forced win first.
const SOLVER_SHARE: u64 = 40;
/// Positions to look for one in when nothing else limits it.
const SOLVER_NODES: u64 = 20_000;

/// A win by threats of the side to move, if a small part of the search finds one.
fn forced_win(solver: &mut Vct, board: &Board, shared: &Shared<'_>) -> Option<Report> {
    let nodes = match (shared.limits.nodes, shared.deadline.allowance()) {
        (Some(nodes), _) => nodes / SOLVER_SHARE,
        (None, Some(_)) => u64::MAX,
        (None, None) => SOLVER_NODES,
    };
    let time = shared.deadline.allowance().map(|allowance| allowance / SOLVER_SHARE as u32);
    let is_stopped = || shared.stop.is_raised() || time.is_some_and(|time| shared.deadline.elapsed() >= time);
    let mut board = board.clone();
    let verdict = solver.solve(&mut board, Threats::Open, &Patience { nodes, is_stopped: &is_stopped });
    shared.nodes.fetch_add(board.made(), Ordering::Relaxed);
    let Verdict::Win(pv) = verdict else { return None };
    Some(Report {
        rank: 0,
        depth: 1,
        selective_depth: pv.len() as u32,
        score: Score::win_in(pv.len() as u32),
        pv,
        nodes: shared.nodes.load(Ordering::Relaxed),
        time: shared.deadline.elapsed(),
    })
}

/// The moves to consider at the root: all that do not leave a five or an unstoppable four unanswered, if there are any.
fn root_moves(board: &Board, question: &Question) -> Vec<Point> {
    let me = board.side();
    let is_open = |point: &Point| !question.blocked.contains(point) && board.is_legal(*point);
    let every: Vec<Point> = board.everywhere().points().filter(is_open).collect();
    let some = |points: Vec<Point>| Some(points).filter(|points| !points.is_empty());
    let by_class = |stone, class| {
        some(every.iter().copied().filter(|&point| board.class(point, stone) == class).collect())
    };
    let near = || some(board.candidates().points().filter(is_open).collect());
    let forced = by_class(me, Class::Five)
        .or_else(|| some(board.stops().points().filter(is_open).collect()))
        .or_else(|| by_class(!me, Class::Five))
        .or_else(|| by_class(me, Class::OpenFour))
        .or_else(|| {
            let defences = board.defences();
            let answers = |point: &Point| defences.contains(*point) || board.class(*point, me) >= Class::Four;
            some(every.iter().copied().filter(|point| !defences.is_empty() && answers(point)).collect())
        });
    // Whoever asks for several lines wants to see the others too.
    let forced = forced.filter(|forced| forced.len() >= question.lines);
    forced.or_else(near).unwrap_or(every)
}

/// With one sensible move there is nothing to think about while a clock runs.
fn limits_for(board: &Board, question: &Question, roots: usize) -> Limits {
    let runs = question.limits.clock.turn.is_some() || question.limits.clock.left.is_some();
    let wins = board.count(board.side(), Class::Five) > 0;
    if runs && question.limits.depth.is_none() && (roots == 1 || wins) {
        return Limits { depth: Some(1), ..question.limits };
    }
    question.limits
}

impl Agent for Engine {
    fn name(&self) -> String {
        "goren".to_owned()
    }

    fn choose(&mut self, game: &Game, limits: &Limits, stop: &Stop, report: &mut dyn FnMut(&Report)) -> Step {
        if game.in_opening() {
            return self.open(game, limits, stop, report);
        }
        let question = Question { limits: *limits, ..Question::default() };
        let found = self.search(game.position(), &question, stop, report);
        let any = || game.position().empties().next();
        Step::Place(found.best().or_else(any).expect("a game that goes on has an empty point"))
    }
}
