//! The façade of the crate: options, tables and networks, and one search after another.

use std::io::{self, Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use goren_core::{Agent, Game, Limits, Point, Position, Report, Rule, Score, Step, Stop};
use goren_nnue::{Network, SimdLevel};
use goren_proof::Attack;

use crate::board::Board;
use crate::clock::Deadline;
use crate::evaluator::NetworkEvaluator;
use crate::events::SearchEvent;
use crate::handicap::Handicap;
use crate::level::Level;
use crate::parameters::Parameters;
use crate::search::{Shared, ThreadTables, Worker};
use crate::solver::{Budget, Care, Room, Solved, SolverLimits, Threats, VCF_LOG2, Vct, wins};
use crate::table::{Table, is_available};
use crate::threat_class::ThreatClass;
use crate::vote::elect;
use crate::weights::Weights;

/// The settings of an engine, which stay the same from search to search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Memory for all tables, in bytes; networks and weights are not counted.
    pub memory: usize,
    /// Threads to search with (Lazy SMP); 0 counts as 1.
    pub threads: usize,
    /// Playing strength.
    pub level: Level,
    /// The seed of every random choice of the levels with a handicap.
    pub seed: u64,
    /// What evaluates positions at full strength.
    pub evaluation: Evaluation,
    /// The highest vector instructions that the network may use; the results are the same at every level.
    pub simd: SimdLevel,
    /// The processor time of the first thread for each search, beside the limits of the request. Unlike a clock it
    /// does not depend on what else the machine is doing, so that it suits matches of two engines in one process.
    pub thread_time: Option<Duration>,
    /// The tunable numbers of the search.
    pub parameters: Parameters,
}

/// What evaluates positions that are not decided.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Evaluation {
    /// The network of the rule, or the shapes where there is none.
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
        Options {
            memory: 64 << 20,
            threads: 1,
            level: Level::FULL,
            seed: 0,
            evaluation: Evaluation::Network,
            simd: SimdLevel::HIGHEST,
            thread_time: None,
            parameters: Parameters::default(),
        }
    }
}

/// What one search is asked to find.
#[derive(Clone, Debug, Default)]
pub struct SearchRequest {
    /// When to stop.
    pub limits: Limits,
    /// How many best lines to find (multi-PV); 0 counts as 1.
    pub lines: usize,
    /// Root moves that are not to be considered.
    pub blocked: Vec<Point>,
    /// The only root moves to be considered, all of them; any if empty.
    pub only: Vec<Point>,
}

/// What a search found.
#[derive(Clone, Debug)]
pub struct SearchResult {
    /// The best lines, best first; empty if there is no legal move.
    pub lines: Vec<Report>,
    /// The tree of the best line's win, if that was proved ([`Report::is_proved`]).
    pub proof: Option<Attack>,
}

impl SearchResult {
    /// The first move of the best line, if there is a legal one.
    pub fn best(&self) -> Option<Point> {
        self.lines.first().and_then(|line| line.pv.first().copied())
    }

    /// The score of the best line; even if there is no legal move.
    ///
    /// A decided score is the result of a search with pruning, unless there is a `proof`.
    pub fn score(&self) -> Score {
        self.lines.first().map_or(Score::EVEN, |line| line.score)
    }
}

/// A searcher with its tables.
///
/// ```
/// use goren_core::{Limits, Position, Rule, Size, Stop};
/// use goren_engine::{Engine, Options, SearchEvent, SearchRequest};
///
/// // Black has three in a row, open at both ends.
/// let mut position = Position::new(Rule::Freestyle, Size::DEFAULT);
/// for name in ["h8", "a1", "i8", "c1", "j8", "e1"] {
///     position.play(name.parse().unwrap());
/// }
/// let mut engine = Engine::new(Options { memory: 16 << 20, ..Options::default() });
/// let limits = Limits { nodes: Some(10_000), ..Limits::default() };
/// let request = SearchRequest { limits, ..SearchRequest::default() };
/// let mut reports = 0;
/// let result = engine.search(&position, &request, &Stop::default(), &mut |event| {
///     reports += usize::from(matches!(event, SearchEvent::Report(_)));
/// });
/// assert_eq!(result.score().plies_to_win(), Some(3));
/// assert!(reports > 0);
/// ```
pub struct Engine {
    options: Options,
    /// Allocated by the first search, so that setting up a game does not wait for memory.
    table: Option<Table>,
    thread_tables: Vec<ThreadTables>,
    solver: Option<Vct>,
    /// Replaces the network that comes with the program, under its rule.
    network: Option<Arc<Network>>,
    /// Replace the weights that come with the program, each under its rule.
    weights: Vec<Arc<Weights>>,
    /// The network on the board of each thread; a new search goes on with what the last one has computed of it.
    evaluators: Vec<NetworkEvaluator>,
    /// Every n-th position that the network evaluates is kept; none if zero.
    sample_every: u32,
}

impl Engine {
    /// An engine with empty tables.
    pub fn new(options: Options) -> Engine {
        Engine {
            options,
            table: None,
            thread_tables: Vec::new(),
            solver: None,
            network: None,
            weights: Vec::new(),
            evaluators: Vec::new(),
            sample_every: 0,
        }
    }

    /// The current options.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Changes the options. Tables that no longer fit are dropped.
    pub fn set_options(&mut self, options: Options) {
        if options.memory != self.options.memory
            || options.threads != self.options.threads
            || options.evaluation != self.options.evaluation
            || options.parameters != self.options.parameters
        {
            self.table = None;
            self.thread_tables.clear();
            self.solver = None;
        }
        self.evaluators.clear();
        self.options = options;
    }

    /// Uses a network in place of the one that comes with the program, in games by its rule.
    pub fn use_network(&mut self, network: Arc<Network>) {
        self.clear();
        self.network = Some(network);
    }

    /// Uses weights of the classical evaluation in place of those that come with the program, in games by their rule.
    pub fn use_weights(&mut self, weights: Arc<Weights>) {
        self.clear();
        self.weights.retain(|each| each.rule() != weights.rule());
        self.weights.push(weights);
    }

    /// From now on keeps every n-th position that the network evaluates, for [`Engine::take_samples`]; none if
    /// zero. A network is best trained on what it will be asked.
    pub fn sample_evaluations(&mut self, every: u32) {
        self.sample_every = every;
        self.thread_tables.iter_mut().for_each(|tables| tables.sample_evaluations(every));
    }

    /// The positions kept by searches since the last call.
    pub fn take_samples(&mut self) -> Vec<Position> {
        self.thread_tables.iter_mut().flat_map(ThreadTables::take_samples).collect()
    }

    /// A board with the weights of this engine.
    pub(crate) fn board(&self, position: &Position) -> Board {
        let own = self.weights.iter().find(|weights| weights.rule() == position.rule());
        let weights = own.cloned().unwrap_or_else(|| Weights::included(position.rule()));
        Board::with_weights(position, weights)
    }

    /// The network that evaluates positions of a rule, if any.
    fn network(&self, rule: Rule) -> Option<Arc<Network>> {
        let own = self.network.as_ref().filter(|network| network.rule() == rule);
        match self.options.evaluation {
            Evaluation::Network => own.cloned().or_else(|| Network::of(rule)),
            Evaluation::Classical => None,
        }
    }

    /// Sets the networks of as many threads as there are tables for to a position; none without a network.
    fn prepare_evaluators(&mut self, network: Option<Arc<Network>>, position: &Position) {
        let Some(network) = network else {
            self.evaluators.clear();
            return;
        };
        self.evaluators.retain(|evaluator| Arc::ptr_eq(evaluator.network(), &network));
        self.evaluators.truncate(self.thread_tables.len());
        self.evaluators.iter_mut().for_each(|evaluator| evaluator.restart(position));
        let (simd, scale) = (self.options.simd, self.options.parameters.network_scale);
        while self.evaluators.len() < self.thread_tables.len() {
            self.evaluators.push(NetworkEvaluator::new(network.clone(), position, simd, scale));
        }
    }

    /// Empties all tables.
    pub fn clear(&mut self) {
        if let Some(table) = &self.table {
            table.clear();
        }
        self.thread_tables.clear();
        self.solver = None;
    }

    /// Writes the transposition table: `GRNT`, a version, then the entries.
    pub fn write_table(&self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(TABLE_MAGIC)?;
        self.table.as_ref().map_or(Ok(()), |table| table.write(out))
    }

    /// Reads what [`Engine::write_table`] wrote, as far as the table has room.
    pub fn read_table(&mut self, from: &mut dyn Read) -> io::Result<()> {
        let mut magic = [0; TABLE_MAGIC.len()];
        from.read_exact(&mut magic)?;
        if magic != *TABLE_MAGIC {
            let (expected, got) = (TABLE_MAGIC.escape_ascii(), magic.escape_ascii());
            return Err(io::Error::new(
                io::ErrorKind::InvalidData,
                format!("expected a transposition table, which begins with `{expected}`, got `{got}`"),
            ));
        }
        self.prepare(None, MIN_SOLVER_LOG2);
        self.table.as_ref().expect("prepared above").read(from)
    }

    /// How much of the transposition table this search has filled, in thousandths.
    pub fn table_use(&self) -> u32 {
        self.table.as_ref().map_or(0, Table::fullness)
    }

    /// Continues a line by the best moves that the table remembers, up to this many in all: a line of a search ends where the table
    /// knew its value.
    pub fn continue_line(&self, position: &Position, line: &mut Vec<Point>, most: usize) {
        let Some(table) = &self.table else { return };
        let mut position = position.clone();
        if line.iter().any(|&point| position.try_play(point).is_err()) {
            return;
        }
        while line.len() < most
            && let Some(point) = table.probe(position.hash(), 0).and_then(|entry| entry.point)
            && position.try_play(point).is_ok()
        {
            line.push(point);
        }
    }

    /// Finds the best lines of a position at the level of the options. `on_event` receives each line of each finished
    /// iteration, and the root moves as they are searched.
    pub fn search(
        &mut self,
        position: &Position,
        request: &SearchRequest,
        stop: &Stop,
        on_event: &mut dyn FnMut(SearchEvent),
    ) -> SearchResult {
        match Handicap::of(self.options.level) {
            Some(handicap) => self.search_at_level(position, request, &handicap, stop, on_event),
            None => self.search_with(position, request, None, stop, on_event),
        }
    }

    /// As [`Engine::search`], with this handicap, or at full strength.
    pub(crate) fn search_with(
        &mut self,
        position: &Position,
        request: &SearchRequest,
        handicap: Option<Handicap>,
        stop: &Stop,
        on_event: &mut dyn FnMut(SearchEvent),
    ) -> SearchResult {
        let start = Instant::now();
        let board = self.board(position);
        let mut roots = root_moves(&board, request);
        if position.winner().is_some() || roots.is_empty() {
            return SearchResult { lines: Vec::new(), proof: None };
        }
        let deadline = Deadline::new(&request.limits.clock, start, &self.options.parameters)
            .with_thread_time(self.options.thread_time);
        let is_blind = handicap.is_some_and(|handicap| !handicap.has_network);
        let network = if is_blind { None } else { self.network(position.rule()) };
        let solver_positions =
            solver_positions(&self.options.parameters, &request.limits, deadline.allowance());
        let solver_log2 = solver_log2(self.options.memory, solver_positions);
        self.prepare(deadline.allowance(), solver_log2);
        self.prepare_evaluators(network, position);
        if handicap.is_none() && request.only.is_empty() {
            self.keep_defences(&mut roots, &board, request.lines);
        }
        let table = self.table.as_ref().expect("prepared above");
        table.new_search();
        let shared = Shared {
            parameters: &self.options.parameters,
            table,
            stop,
            is_done: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            deadline,
            limits: limits_for(&board, request, roots.len()),
            vcf_budget: handicap.map(|handicap| handicap.vcf_budget),
        };
        let lines = request.lines.clamp(1, roots.len());
        let is_free = request.blocked.is_empty() && request.only.is_empty();
        if handicap.is_none()
            && lines == 1
            && roots.len() > 1
            && is_free
            && let Some((line, proof)) = forced_win_first(&mut self.solver, solver_log2, &board, &shared)
        {
            on_event(SearchEvent::Report(line.clone()));
            return SearchResult { lines: vec![line], proof };
        }
        let found = search_threads(
            &mut self.thread_tables,
            &mut self.evaluators,
            &board,
            &roots,
            &shared,
            lines,
            on_event,
        );
        SearchResult { lines: found, proof: None }
    }

    /// If the other side threatens a win by fours, keeps only the root moves that may stop it, provided that enough of
    /// them are left for the lines asked for.
    fn keep_defences(&mut self, roots: &mut Vec<Point>, board: &Board, lines: usize) {
        if board.is_decided_at_once() {
            return;
        }
        let me = board.side();
        let budget = Budget::new(self.options.parameters.root_vcf_budget as u32);
        let tables = self.thread_tables.first_mut().expect("there is at least one thread");
        if let Some(defences) = tables.defences(board, budget) {
            let helps =
                |point: &Point| defences.contains(*point) || board.class(*point, me) >= ThreatClass::Four;
            let kept: Vec<Point> = roots.iter().copied().filter(helps).collect();
            if kept.len() >= lines.max(1) {
                *roots = kept;
            }
        }
    }

    /// Allocates the tables, within a small part of the time allowed: fresh memory is slow to touch, and a short search
    /// cannot fill much of it.
    fn prepare(&mut self, allowance: Option<Duration>, solver_log2: u32) {
        let threads = self.options.threads.max(1);
        let parameters = &self.options.parameters;
        let vcf_log2 = vcf_log2(self.options.memory / threads, allowance);
        self.thread_tables.truncate(threads);
        if is_available(threads * (8 << vcf_log2) + HEADROOM_BYTES) {
            self.thread_tables.iter_mut().for_each(|tables| tables.enlarge(vcf_log2));
        }
        while self.thread_tables.len() < threads {
            // Where memory is short there are fewer threads.
            let bytes = ThreadTables::bytes(vcf_log2, parameters);
            if !self.thread_tables.is_empty() && !is_available(bytes + HEADROOM_BYTES) {
                break;
            }
            let mut tables = ThreadTables::new(vcf_log2, parameters);
            tables.sample_evaluations(self.sample_every);
            self.thread_tables.push(tables);
        }
        let other =
            threads * ThreadTables::bytes(vcf_log2, parameters) + Vct::bytes(solver_log2) + RESERVED_BYTES;
        let allowed = self.options.memory.saturating_sub(other);
        let bytes = table_bytes(allowed, allowance);
        // More time than in the last search may justify a much larger table. A search without a clock may be stopped at
        // any moment, and makes do with the present one.
        let is_worth_it = |table: &Table| allowance.is_some() && bytes / 4 > table.bytes();
        if self.table.as_ref().is_none_or(is_worth_it) {
            self.table = None;
            self.table = Some(Table::new(bytes, HEADROOM_BYTES, &self.options.parameters));
        }
    }

    /// A move as a level with a handicap chooses it. Of the lines only the choice is reported.
    fn search_at_level(
        &mut self,
        position: &Position,
        request: &SearchRequest,
        handicap: &Handicap,
        stop: &Stop,
        on_event: &mut dyn FnMut(SearchEvent),
    ) -> SearchResult {
        let board = self.board(position);
        let seed = self.options.seed;
        let every = root_moves(&board, request);
        let mut seen: Vec<Point> =
            every.iter().copied().filter(|&point| !handicap.overlooks(&board, point, seed)).collect();
        if seen.is_empty() {
            seen = every;
        }
        let unseen = board.everywhere().points().filter(|point| !seen.contains(point));
        let request = SearchRequest {
            limits: handicap.limits(request.limits),
            // To misjudge scores, those of the next best moves are needed too.
            lines: if handicap.misjudged > 0 { seen.len().min(MISJUDGED_LINES) } else { 1 },
            blocked: unseen.chain(request.blocked.iter().copied()).collect(),
            only: Vec::new(),
        };
        let root_moves = &mut |event| {
            if !matches!(event, SearchEvent::Report(_)) {
                on_event(event);
            }
        };
        let mut found = self.search_with(position, &request, Some(*handicap), stop, root_moves);
        for line in &mut found.lines {
            let point = *line.pv.first().expect("a line has a move");
            line.score = handicap.misjudge(line.score, &board, point, seed);
        }
        found.lines.sort_by_key(|line| std::cmp::Reverse(line.score));
        found.lines.truncate(1);
        found.lines.iter().for_each(|line| on_event(SearchEvent::Report(line.clone())));
        found
    }
}

/// How a file of the transposition table begins; the last byte is the version of its entries.
const TABLE_MAGIC: &[u8; 5] = b"GRNT\x02";
/// Among how many of the best moves a handicap may choose.
const MISJUDGED_LINES: usize = 8;
/// Memory that is left for everything but tables: code, stacks, positions.
const RESERVED_BYTES: usize = 8 << 20;
/// Memory that must still be available when a table was allocated: for the network's rows, the solver, stacks.
const HEADROOM_BYTES: usize = 64 << 20;
/// One entry of eight bytes in the table of wins by fours for this much memory in all: a sixteenth.
const VCF_PART: usize = 16 * 8;
const MAX_VCF_LOG2: u32 = 21;
const MIN_TABLE_BYTES: usize = 1 << 20;
/// How much fresh memory a search may touch per millisecond allowed: a tenth of the time goes into it, or less.
const BYTES_PER_MS: usize = 100 << 10;

/// The most attacking moves in the tree of a win that a search announces as proved.
const PROOF_ATTACKS: usize = 2_000;

/// Of each table of the root's VCT solver, as a power of two of entries.
const MIN_SOLVER_LOG2: u32 = 16;
const MAX_SOLVER_LOG2: u32 = 22;
/// One entry in both tables of the solver for this much memory in all: a sixteenth.
const SOLVER_PART: usize = 16 * Vct::bytes(0);
/// The positions that the solver searches in a millisecond.
const SOLVER_POSITIONS_PER_MS: u64 = 1_000;

/// The size of a transposition table for a search with this allowance, of at most `most` bytes.
fn table_bytes(most: usize, allowance: Option<Duration>) -> usize {
    let affordable =
        allowance.map_or(usize::MAX, |time| (time.as_millis() as usize).saturating_mul(BYTES_PER_MS));
    most.min(affordable).max(MIN_TABLE_BYTES)
}

/// The size of a thread's table of wins by fours, as a power of two of entries: it grows with the memory and the time of a
/// search, because a long one looks at millions of positions and a short one is faster with a table that stays in the cache.
fn vcf_log2(memory: usize, allowance: Option<Duration>) -> u32 {
    let seconds = allowance.map_or(0, |time| time.as_secs());
    let of_memory = (memory / VCF_PART).max(1).ilog2();
    let of_time = VCF_LOG2 + (seconds + 1).ilog2();
    of_memory.min(of_time).clamp(VCF_LOG2, MAX_VCF_LOG2)
}

/// The size of each table of the root's solver, as a power of two of entries: room for all positions that it may search, as
/// far as memory goes, because a proof takes far longer once positions are forgotten before it comes back to them.
fn solver_log2(memory: usize, positions: u64) -> u32 {
    let of_memory = (memory / SOLVER_PART).max(1).ilog2();
    let of_positions = positions.clamp(1, 1 << MAX_SOLVER_LOG2).next_power_of_two().ilog2();
    of_memory.min(of_positions).clamp(MIN_SOLVER_LOG2, MAX_SOLVER_LOG2)
}

/// How many positions the root's solver may search at most.
fn solver_positions(parameters: &Parameters, limits: &Limits, allowance: Option<Duration>) -> u64 {
    let share = parameters.solver_share as u64;
    let of_time = |time: Duration| (time.as_millis() as u64 / share).saturating_mul(SOLVER_POSITIONS_PER_MS);
    match (limits.nodes, allowance) {
        (Some(nodes), Some(time)) => of_time(time).min(nodes / share),
        (Some(nodes), None) => nodes / share,
        (None, Some(time)) => of_time(time),
        (None, None) => parameters.solver_nodes as u64,
    }
}

/// A win by threats before anything else is searched, by a solver with a table of this size, or with the smallest where memory
/// is short.
fn forced_win_first(
    solver: &mut Option<Vct>,
    log2: u32,
    board: &Board,
    shared: &Shared<'_>,
) -> Option<(Report, Option<Attack>)> {
    let is_granted = is_available(Vct::bytes(log2) + HEADROOM_BYTES);
    let log2 = if is_granted { log2 } else { MIN_SOLVER_LOG2 };
    // A larger allowance than in the last search may need a larger table.
    solver.take_if(|solver| solver.log2() < log2);
    let solver = solver.get_or_insert_with(|| Vct::new(log2, shared.parameters));
    forced_win(solver, board, shared)
}

/// The best lines. Lazy SMP: every thread searches the same position, and they share the transposition table.
fn search_threads(
    tables: &mut [ThreadTables],
    evaluators: &mut [NetworkEvaluator],
    board: &Board,
    roots: &[Point],
    shared: &Shared<'_>,
    lines: usize,
    on_event: &mut dyn FnMut(SearchEvent),
) -> Vec<Report> {
    let (first, others) = tables.split_first_mut().expect("there is at least one thread");
    let mut evaluators = evaluators.iter_mut();
    let evaluator = evaluators.next();
    let mut found = std::thread::scope(|scope| {
        let helpers: Vec<_> = others
            .iter_mut()
            .enumerate()
            .map_while(|(i, tables)| {
                let board = board.clone();
                let evaluator = evaluators.next();
                let search = move || {
                    let mut worker = Worker::new(board, evaluator, roots, shared, tables, None);
                    worker.run(lines, Some(i));
                    worker.finished()
                };
                // A system that grants no more threads must do with those it has.
                std::thread::Builder::new().spawn_scoped(scope, search).ok()
            })
            .collect();
        let mut worker = Worker::new(board.clone(), evaluator, roots, shared, first, Some(on_event));
        worker.run(lines, None);
        let mut found = vec![worker.finished()];
        found
            .extend(helpers.into_iter().map(|helper| helper.join().expect("a search thread does not panic")));
        // Several lines are those of one thread, so that no move is among them twice.
        if lines == 1 { elect(found) } else { found.swap_remove(0).1 }
    });
    let nodes = shared.nodes.load(Ordering::Relaxed);
    found.truncate(lines);
    found.iter_mut().for_each(|line| line.nodes = nodes);
    found
}

/// A win by threats of the side to move, if the solver finds one in its share of the search, and its tree unless that is
/// too large.
fn forced_win(solver: &mut Vct, board: &Board, shared: &Shared<'_>) -> Option<(Report, Option<Attack>)> {
    let share = shared.parameters.solver_share as u32;
    let nodes = match (shared.limits.nodes, shared.deadline.allowance()) {
        (Some(nodes), _) => nodes / u64::from(share),
        (None, Some(_)) => u64::MAX,
        (None, None) => shared.parameters.solver_nodes as u64,
    };
    let deadline = &shared.deadline;
    let time = deadline.allowance().map(|allowance| allowance / share);
    let thread_time_after =
        deadline.thread_time_left().zip(time).map(|(left, time)| left.saturating_sub(time));
    let is_late = || match (thread_time_after, time) {
        (Some(after), _) => deadline.thread_time_left().is_some_and(|left| left <= after),
        (None, time) => time.is_some_and(|time| deadline.elapsed() >= time),
    };
    let is_stopped = || shared.stop.is_raised() || is_late();
    let mut board = board.clone();
    let limits = SolverLimits { nodes, is_stopped: &is_stopped, watch: &|_| () };
    let solved = solver.solve(&mut board, Threats::Open, &limits);
    shared.nodes.fetch_add(board.made(), Ordering::Relaxed);
    let Solved::Win(pv) = solved else { return None };
    // A win is called proved only if its tree was built and checked.
    let tree = solver.tree(&mut board, &[], Room::new(PROOF_ATTACKS), Care::Trusting, &limits).ok();
    let proof = tree.filter(|tree| wins(board.position(), tree, &is_stopped));
    let report = Report {
        rank: 0,
        depth: 1,
        selective_depth: pv.len() as u32,
        score: Score::win_in(pv.len() as u32),
        is_proved: proof.is_some(),
        pv,
        nodes: shared.nodes.load(Ordering::Relaxed),
        time: shared.deadline.elapsed(),
    };
    Some((report, proof))
}

/// The root moves: those that answer a threat to make five or an open four if there is one, otherwise the candidates.
fn root_moves(board: &Board, request: &SearchRequest) -> Vec<Point> {
    let me = board.side();
    let is_wanted = |point: &Point| request.only.is_empty() || request.only.contains(point);
    let is_open =
        |point: &Point| is_wanted(point) && !request.blocked.contains(point) && board.is_legal(*point);
    let every: Vec<Point> = board.everywhere().points().filter(is_open).collect();
    if !request.only.is_empty() {
        return every;
    }
    let some = |points: Vec<Point>| Some(points).filter(|points| !points.is_empty());
    let by_class = |stone, class| {
        some(every.iter().copied().filter(|&point| board.class(point, stone) == class).collect())
    };
    let near = || some(board.candidates().points().filter(is_open).collect());
    let forced = by_class(me, ThreatClass::Five)
        .or_else(|| some(board.five_defences().points().filter(is_open).collect()))
        .or_else(|| by_class(!me, ThreatClass::Five))
        .or_else(|| by_class(me, ThreatClass::OpenFour))
        .or_else(|| {
            let defences = board.open_four_defences();
            let answers =
                |point: &Point| defences.contains(*point) || board.class(*point, me) >= ThreatClass::Four;
            some(every.iter().copied().filter(|point| !defences.is_empty() && answers(point)).collect())
        });
    // With more lines asked for than there are moves of one kind, the others are searched as well.
    let enough = |points: &Vec<Point>| points.len() >= request.lines;
    forced.filter(enough).or_else(|| near().filter(enough)).unwrap_or_else(|| without_images(board, every))
}

/// One of each set of points that the symmetries of the position map onto each other.
fn without_images(board: &Board, points: Vec<Point>) -> Vec<Point> {
    let position = board.position();
    let symmetries: Vec<_> = position.symmetries().collect();
    let is_image = |a: Point, b: Point| symmetries.iter().any(|each| each.apply(a, position.size()) == b);
    let mut kept: Vec<Point> = Vec::new();
    for point in points {
        if !kept.iter().any(|&other| is_image(point, other)) {
            kept.push(point);
        }
    }
    kept
}

/// While a clock runs, no time is spent on an only move or on a five.
fn limits_for(board: &Board, request: &SearchRequest, roots: usize) -> Limits {
    let has_clock = request.limits.clock.turn.is_some() || request.limits.clock.left.is_some();
    let wins = board.count(board.side(), ThreatClass::Five) > 0;
    if has_clock && request.limits.depth.is_none() && (roots == 1 || wins) {
        return Limits { depth: Some(1), ..request.limits };
    }
    request.limits
}

impl Agent for Engine {
    fn name(&self) -> String {
        "goren".to_owned()
    }

    fn choose(&mut self, game: &Game, limits: &Limits, stop: &Stop, report: &mut dyn FnMut(&Report)) -> Step {
        let on_event = &mut |event| {
            if let SearchEvent::Report(line) = event {
                report(&line);
            }
        };
        if game.in_opening() {
            return self.open(game, limits, stop, on_event);
        }
        let request = SearchRequest { limits: *limits, ..SearchRequest::default() };
        let found = self.search(game.position(), &request, stop, on_event);
        let any = || game.position().empties().next();
        Step::Place(found.best().or_else(any).expect("a game that goes on has an empty point"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use goren_core::{Clock, Size};

    #[test]
    fn a_short_search_allocates_a_small_part_of_a_large_table() {
        let mut engine = Engine::new(Options { memory: 4 << 30, ..Options::default() });
        let position = Position::new(Rule::Freestyle, Size::DEFAULT);
        let mut table_after = |ms: u64| {
            let clock = Clock { turn: Some(Duration::from_millis(ms)), ..Clock::default() };
            let limits = Limits { depth: Some(1), clock, ..Limits::default() };
            let request = SearchRequest { limits, ..SearchRequest::default() };
            engine.search(&position, &request, &Stop::default(), &mut |_| {});
            engine.table.as_ref().map_or(0, Table::bytes)
        };
        // Four milliseconds are kept back.
        let short = table_after(34);
        assert!((29 * BYTES_PER_MS..=30 * BYTES_PER_MS).contains(&short), "{short}");
        assert_eq!(table_after(100), short, "a little more time is no reason to drop the table");
        assert!(table_after(1_004) > 30 * short);
    }

    #[test]
    fn a_table_has_at_least_its_smallest_and_at_most_its_largest_size() {
        let ms = |ms| Some(Duration::from_millis(ms));
        assert_eq!(table_bytes(1 << 30, ms(0)), MIN_TABLE_BYTES);
        assert_eq!(table_bytes(1 << 30, ms(100)), 100 * BYTES_PER_MS);
        assert_eq!(table_bytes(1 << 30, ms(1 << 40)), 1 << 30);
        assert_eq!(table_bytes(1 << 30, None), 1 << 30);
        assert_eq!(table_bytes(0, None), MIN_TABLE_BYTES);
    }

    #[test]
    fn the_solvers_table_holds_what_it_may_search_as_far_as_memory_goes() {
        let log2 = |mib: usize, positions| solver_log2(mib << 20, positions);
        assert_eq!([log2(350, 0), log2(350, 20_000), log2(350, 65_536)], [MIN_SOLVER_LOG2; 3]);
        assert_eq!([log2(350, 65_537), log2(350, 500_000), log2(350, 750_000)], [17, 19, 19]);
        assert_eq!([log2(16, 750_000), log2(64, 750_000), log2(1024, 750_000)], [16, 17, 20]);
        assert_eq!(log2(1 << 20, u64::MAX), MAX_SOLVER_LOG2);

        let parameters = Parameters { solver_share: 40, ..Parameters::default() };
        let limits = |nodes| Limits { nodes, ..Limits::default() };
        let seconds = |seconds| Some(Duration::from_secs(seconds));
        assert_eq!(solver_positions(&parameters, &limits(None), seconds(30)), 750_000);
        assert_eq!(solver_positions(&parameters, &limits(Some(4_000_000)), seconds(30)), 100_000);
        assert_eq!(solver_positions(&parameters, &limits(Some(u64::MAX)), seconds(30)), 750_000);
        assert_eq!(solver_positions(&parameters, &limits(None), None), parameters.solver_nodes as u64);
    }

    #[test]
    fn the_solver_gets_a_larger_table_with_a_larger_allowance_and_keeps_it() {
        let mut engine = Engine::new(Options { memory: 256 << 20, ..Options::default() });
        let mut position = Position::new(Rule::Freestyle, Size::DEFAULT);
        position.play("h8".parse().unwrap());
        let log2_after = |engine: &mut Engine, nodes| {
            let limits = Limits { depth: Some(1), nodes, ..Limits::default() };
            let request = SearchRequest { limits, ..SearchRequest::default() };
            engine.search(&position, &request, &Stop::default(), &mut |_| {});
            engine.solver.as_ref().map(Vct::log2)
        };
        let share = engine.options.parameters.solver_share as u64;
        assert_eq!(log2_after(&mut engine, None), Some(MIN_SOLVER_LOG2));
        assert_eq!(log2_after(&mut engine, Some(share << 18)), Some(18));
        assert_eq!(
            log2_after(&mut engine, Some(share << 17)),
            Some(18),
            "a smaller allowance needs no other"
        );
        engine.set_options(Options { memory: 64 << 20, ..engine.options.clone() });
        assert_eq!(log2_after(&mut engine, Some(share << 18)), Some(17), "less memory");
    }

    #[test]
    fn the_table_of_wins_by_fours_grows_with_memory_and_time() {
        let log2 = |mib: usize, seconds| vcf_log2(mib << 20, Some(Duration::from_secs(seconds)));
        assert_eq!([log2(16, 0), log2(350, 0), log2(350, 1)], [VCF_LOG2, VCF_LOG2, VCF_LOG2 + 1]);
        assert_eq!([log2(16, 30), log2(64, 30), log2(350, 30)], [17, 19, 20]);
        assert_eq!(log2(1 << 20, 3600), MAX_VCF_LOG2);
        assert_eq!(vcf_log2(1 << 40, None), VCF_LOG2, "a search by nodes is the same whatever the memory");
    }
}
