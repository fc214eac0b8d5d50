//! The search: iterative deepening, principal variation search, Lazy SMP.

mod candidate;
mod margins;

use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use goren_core::{Limits, Point, Position, Random, Report, Score, Stone, Stop};

use crate::board::{Area, Board};
use crate::clock::Deadline;
use crate::evaluator::{EvaluationCache, NetworkEvaluator};
use crate::events::SearchEvent;
use crate::history::History;
use crate::parameters::{Parameters, UNDECIDED};
use crate::solver::{Budget, Vcf};
use crate::table::{Bound, Entry, Table};
use crate::threat_class::ThreatClass;
use candidate::{Candidate, drop_quiet, pick};
use margins::{NodeKind, Reductions, skips_iteration};

/// The longest line, in plies from the root.
const MAX_PLY: usize = 250;
/// How many nodes pass between two looks at the clock.
const POLL_NODES: u64 = 256;
/// The events of root moves are sent from this age of a search on; before, they would be too fast to be seen.
const EVENT_DELAY: Duration = Duration::from_millis(200);
/// How often the caller is told how many positions have been searched.
const PROGRESS_EVERY: Duration = Duration::from_millis(100);
/// How many quiet moves of a node can lose history to the one that caused a cutoff.
const MAX_QUIETS: usize = 32;
/// Greater than every score.
const INFINITE: i32 = 32_000;
/// The score of a root move of which only an upper bound is known.
const UNKNOWN: Score = Score(-INFINITE);

/// What the threads of one search share.
pub(crate) struct Shared<'a> {
    pub(crate) parameters: &'a Parameters,
    pub(crate) table: &'a Table,
    pub(crate) stop: &'a Stop,
    /// Set by the first thread that has finished, to end the others.
    pub(crate) is_done: AtomicBool,
    pub(crate) nodes: AtomicU64,
    pub(crate) deadline: Deadline,
    pub(crate) limits: Limits,
    /// The budget of a handicap for every search for a win by fours.
    pub(crate) vcf_budget: Option<u32>,
}

/// What a thread keeps from search to search.
pub(crate) struct ThreadTables {
    history: History,
    vcf: Vcf,
    evaluations: EvaluationCache,
    samples: Samples,
    reductions: Box<Reductions>,
    /// Move order, by the threat that a move makes and by the one that it denies.
    attack_order: [i32; ThreatClass::COUNT],
    defence_order: [i32; ThreatClass::COUNT],
}

impl ThreadTables {
    pub(crate) fn new(vcf_log2: u32, parameters: &Parameters) -> ThreadTables {
        ThreadTables {
            history: History::new(),
            vcf: Vcf::new(vcf_log2),
            evaluations: EvaluationCache::new(parameters.eval_cache as u32),
            samples: Samples::default(),
            reductions: parameters.reductions(),
            attack_order: parameters.attack_order(),
            defence_order: parameters.defence_order(),
        }
    }

    /// Makes the table of wins by fours at least so large; what was in a smaller one is forgotten.
    pub(crate) fn enlarge(&mut self, vcf_log2: u32) {
        self.vcf.enlarge(vcf_log2);
    }

    /// From now on keeps every n-th position that the network evaluates; none if zero.
    pub(crate) fn sample_evaluations(&mut self, every: u32) {
        self.samples.every = every;
    }

    /// The positions kept since the last call.
    pub(crate) fn take_samples(&mut self) -> Vec<Position> {
        std::mem::take(&mut self.samples.positions)
    }

    /// The moves that may stop the win by fours that the other side threatens, if one is found within the budget.
    pub(crate) fn defences(&mut self, board: &Board, mut budget: Budget) -> Option<Area> {
        let mut board = board.clone();
        board.pass();
        let plies = self.vcf.plies_to_win(&mut board, &mut budget)?;
        Some(self.vcf.defences(&mut board, plies / 2))
    }

    /// The memory that the tables of one thread need, in bytes.
    pub(crate) fn bytes(vcf_log2: u32, parameters: &Parameters) -> usize {
        (64 << 10) + (8 << vcf_log2) + (8 << parameters.eval_cache)
    }

    fn base_reduction(&self, depth: i32, move_count: usize) -> i32 {
        i32::from(self.reductions[depth.clamp(0, 63) as usize][move_count.min(63)])
    }
}

/// Positions that the network has evaluated.
#[derive(Default)]
struct Samples {
    /// Every n-th is kept; none if zero.
    every: u32,
    seen: u32,
    positions: Vec<Position>,
}

impl Samples {
    #[inline]
    fn see(&mut self, position: &Position) {
        if self.every > 0 {
            self.seen += 1;
            if self.seen >= self.every {
                self.seen = 0;
                self.positions.push(position.clone());
            }
        }
    }
}

/// What a search without the move of the table says.
enum Singular {
    /// That move is searched this much deeper, in plies.
    Extension(i32),
    /// The node fails high without that move, too: its score.
    Cut(i32),
    Stopped,
}

/// A root move and what the search knows of it.
#[derive(Clone, Debug)]
pub(crate) struct RootMove {
    pub(crate) point: Point,
    pub(crate) score: Score,
    /// Its score in the iteration before.
    previous: Score,
    pub(crate) pv: Vec<Point>,
    depth: i32,
    selective_depth: u32,
    /// Nodes spent on it, to order moves of which only bounds are known.
    nodes: u64,
}

/// What the search keeps for each ply of the current line.
#[derive(Clone, Copy, Default)]
struct Frame {
    eval: i32,
    point: Option<Point>,
    killers: [Option<Point>; 2],
    /// The move left out by the search for a singular extension.
    excluded: Option<Point>,
}

/// One thread of a search.
pub(crate) struct Worker<'a> {
    board: Board,
    evaluator: Option<&'a mut NetworkEvaluator>,
    parameters: &'a Parameters,
    shared: &'a Shared<'a>,
    tables: &'a mut ThreadTables,
    /// Receives the events of the search; `None` in helper threads.
    on_event: Option<&'a mut dyn FnMut(SearchEvent)>,
    frames: Vec<Frame>,
    /// The principal variation from each ply on.
    pv: Vec<Vec<Point>>,
    /// The moves of every node on the current line, those of the deepest node last.
    candidates: Vec<Candidate>,
    nodes: u64,
    /// Nodes already added to the shared count.
    counted_nodes: u64,
    /// The node count at which to check the limits again.
    next_poll: u64,
    /// When the caller was last told how many nodes there are.
    told: Duration,
    selective_depth: u32,
    is_stopped: bool,
    pub(crate) roots: Vec<RootMove>,
    /// The last finished iteration.
    pub(crate) depth: i32,
}

impl<'a> Worker<'a> {
    pub(crate) fn new(
        board: Board,
        evaluator: Option<&'a mut NetworkEvaluator>,
        roots: &[Point],
        shared: &'a Shared<'a>,
        tables: &'a mut ThreadTables,
        on_event: Option<&'a mut dyn FnMut(SearchEvent)>,
    ) -> Worker<'a> {
        tables.history.fade(shared.parameters.history_kept);
        let root = |&point: &Point| RootMove {
            point,
            score: UNKNOWN,
            previous: UNKNOWN,
            pv: vec![point],
            depth: 0,
            selective_depth: 0,
            nodes: 0,
        };
        Worker {
            board,
            evaluator,
            parameters: shared.parameters,
            shared,
            tables,
            on_event,
            frames: vec![Frame::default(); MAX_PLY + 4],
            pv: vec![Vec::new(); MAX_PLY + 4],
            candidates: Vec::with_capacity(4096),
            nodes: 0,
            counted_nodes: 0,
            next_poll: 1,
            told: Duration::ZERO,
            selective_depth: 0,
            is_stopped: false,
            roots: roots.iter().map(root).collect(),
            depth: 0,
        }
    }

    /// Iterative deepening until a limit is reached. With Lazy SMP every thread runs this on its own board, and they
    /// share nothing but the transposition table; `helper` is the number of a thread that is not the first.
    pub(crate) fn run(&mut self, lines: usize, helper: Option<usize>) {
        let lines = lines.clamp(1, self.roots.len());
        let last_depth =
            self.shared.limits.depth.map_or(MAX_PLY as i32 / 2, |depth| depth.min(MAX_PLY as u32 / 2) as i32);
        self.order_roots();
        let mut best_changes = 0.0;
        let mut last_best = None;
        let mut last_score = Score::EVEN;
        for depth in 1..=last_depth {
            if depth < last_depth && helper.is_some_and(|helper| skips_iteration(depth, helper)) {
                continue;
            }
            for root in &mut self.roots {
                root.previous = root.score;
                root.score = UNKNOWN;
            }
            for rank in 0..lines {
                self.selective_depth = 0;
                self.search_window(depth, rank);
                if self.is_stopped {
                    break;
                }
            }
            // Lines that were not finished keep the score of the iteration before.
            self.roots.sort_by_key(|root| Reverse((root.score, root.previous, root.nodes)));
            if self.is_stopped {
                break;
            }
            self.depth = depth;
            for rank in 0..lines {
                let report = self.report(rank);
                if let Some(on_event) = &mut self.on_event {
                    on_event(SearchEvent::Report(report));
                }
            }
            // Time management.
            let best = &self.roots[0];
            if self.shared.limits.nodes.is_none_or(|nodes| self.total_nodes() < nodes) && lines == 1 {
                let has_changed = last_best.is_some_and(|last| last != best.point);
                best_changes = best_changes * (f64::from(self.parameters.clock_unstable_kept) / 100.0)
                    + f64::from(u8::from(has_changed));
                let factor = self.parameters.time_factor(best_changes, last_score.0 - best.score.0);
                last_best = Some(best.point);
                last_score = best.score;
                if self.parameters.is_settled(best.score, depth) || self.shared.deadline.is_enough(factor) {
                    break;
                }
            }
        }
        self.shared.is_done.store(true, Ordering::Relaxed);
    }

    /// Searches the root moves from `rank` on with an aspiration window, which is widened until the score is inside.
    fn search_window(&mut self, depth: i32, rank: usize) {
        let parameters = self.parameters;
        let mut delta = parameters.aspiration_window;
        let window = parameters.aspiration(depth, self.roots[rank].previous.0);
        let (mut alpha, mut beta) = window.unwrap_or((-INFINITE, INFINITE));
        loop {
            let score = self.search_root(alpha, beta, depth, rank);
            // The next attempt begins with the best move.
            self.roots[rank..].sort_by_key(|root| Reverse((root.score, root.previous)));
            if self.is_stopped {
                return;
            }
            if score <= alpha && alpha > -INFINITE {
                beta = (alpha + beta) / 2;
                alpha = (score - delta).max(-INFINITE);
            } else if score >= beta && beta < INFINITE {
                beta = (score + delta).min(INFINITE);
            } else {
                return;
            }
            delta *= parameters.aspiration_growth;
            if delta > parameters.aspiration_max {
                (alpha, beta) = (-INFINITE, INFINITE);
            }
        }
    }

    /// Principal variation search of the root moves from `rank` on.
    fn search_root(&mut self, mut alpha: i32, beta: i32, depth: i32, rank: usize) -> i32 {
        let parameters = self.parameters;
        let mut best = -INFINITE;
        for i in rank..self.roots.len() {
            let point = self.roots[i].point;
            let nodes_before = self.nodes;
            self.root_event(SearchEvent::MoveStarted(point));
            self.frames[0].point = Some(point);
            self.board.play(point);
            let mut score = -INFINITE;
            // Below the root no five is ever played: the side that can make one has won already.
            let wins = self.board.position().winner().is_some();
            if wins {
                self.pv[1].clear();
                score = Score::win_in(1).0;
            } else if i > rank {
                // Late-move reduction.
                let move_count = i - rank;
                let is_late =
                    move_count > parameters.root_lmr_moves as usize && depth >= parameters.root_lmr_depth;
                let reduction = if is_late {
                    self.tables.base_reduction(depth, move_count) * parameters.root_lmr_scale / 100
                } else {
                    0
                };
                score = -self.search::<false>(-alpha - 1, -alpha, depth - 1 - reduction, 1, true);
                if score > alpha && reduction > 0 {
                    score = -self.search::<false>(-alpha - 1, -alpha, depth - 1, 1, true);
                }
            }
            if !wins && (i == rank || score > alpha) {
                score = -self.search::<true>(-beta, -alpha, depth - 1, 1, false);
            }
            self.undo();
            let nodes = self.nodes - nodes_before;
            if self.is_stopped {
                return best;
            }
            let is_lost = Score(score).plies_to_loss().is_some();
            self.root_event(if is_lost {
                SearchEvent::MoveLost(point)
            } else {
                SearchEvent::MoveSearched(point)
            });
            let root = &mut self.roots[i];
            root.nodes += nodes;
            if i == rank || score > alpha {
                root.score = Score(score);
                root.depth = depth;
                root.selective_depth = self.selective_depth;
                root.pv.clear();
                root.pv.push(point);
                root.pv.extend_from_slice(&self.pv[1]);
            } else {
                root.score = UNKNOWN;
            }
            if score > best {
                best = score;
            }
            if score > alpha {
                alpha = score;
                if score >= beta {
                    break;
                }
            }
        }
        best
    }

    /// Principal variation search of a position below the root.
    ///
    /// `PV` nodes have an open window, all others a null window. A cut node is one that is expected to fail high.
    fn search<const PV: bool>(
        &mut self,
        mut alpha: i32,
        mut beta: i32,
        depth: i32,
        ply: usize,
        is_cut_node: bool,
    ) -> i32 {
        debug_assert!(-INFINITE <= alpha && alpha < beta && beta <= INFINITE);
        debug_assert!(PV || alpha + 1 == beta);
        self.pv[ply].clear();
        self.nodes = self.board.made();
        if self.nodes >= self.next_poll {
            self.check_limits();
        }
        if self.is_stopped {
            return 0;
        }
        self.selective_depth = self.selective_depth.max(ply as u32);
        let parameters = self.parameters;
        let me = self.board.side();
        let opponent = !me;

        // Decided by the rules: a five wins, the opponent's five must be stopped, and an open four wins.
        if self.board.count(me, ThreatClass::Five) > 0 {
            return Score::win_in(ply as u32 + 1).0;
        }
        if self.board.position().empty_count() == 0 {
            return 0;
        }
        if self.board.count(opponent, ThreatClass::Five) > 0 {
            return self.stop_five::<PV>(alpha, beta, depth, ply, is_cut_node);
        }
        if self.board.count(me, ThreatClass::OpenFour) > 0 {
            return Score::win_in(ply as u32 + 3).0;
        }

        // Mate-distance pruning: nothing from here on is better than a win in five plies or worse than a loss in four.
        alpha = alpha.max(Score::loss_in(ply as u32 + 4).0);
        beta = beta.min(Score::win_in(ply as u32 + 5).0);
        if alpha >= beta {
            return alpha;
        }
        if ply >= MAX_PLY {
            return self.evaluate(alpha, beta);
        }

        // Threat extension: a line does not end where the opponent threatens an open four. The extension is limited,
        // because in positions with many fours an iteration would never end.
        let is_threatened = self.board.count(opponent, ThreatClass::OpenFour) > 0;
        let nominal_depth = depth;
        let depth =
            if is_threatened && nominal_depth > -parameters.threat_extension { depth.max(1) } else { depth };

        // Quiescence.
        if depth <= 0 {
            return self.quiescence(alpha, beta, ply);
        }

        // Transposition table.
        let excluded = self.frames[ply].excluded;
        let hash = self.board.hash()
            ^ excluded.map_or(0, |point| Random::INCREMENT.wrapping_mul(point.index() as u64));
        let tt_entry = self.shared.table.probe(hash, ply as u32);
        if let Some(entry) = tt_entry
            && entry.depth >= nominal_depth
            && if PV { entry.is_decided() } else { entry.bound.cuts(entry.score.0, alpha, beta) }
        {
            return entry.score.0;
        }
        let tt_point = tt_entry.and_then(|entry| entry.point);

        // Static evaluation. It improves if it is better than two plies before.
        let eval = match tt_entry {
            _ if excluded.is_some() => self.frames[ply].eval,
            Some(entry) => entry.eval.0,
            None => self.evaluate(alpha, beta),
        };
        self.frames[ply].eval = eval;
        let is_improving = ply >= 2 && eval > self.frames[ply - 2].eval;

        // Reverse futility pruning: in a quiet position so far above beta some move will hold.
        let is_quiet = !is_threatened && self.board.count(opponent, ThreatClass::FourThree) == 0;
        if !PV
            && excluded.is_none()
            && depth <= parameters.rfp_depth
            && is_quiet
            && eval - parameters.rfp_margin(depth, is_improving) >= beta
            && eval < UNDECIDED
        {
            return eval;
        }

        // Win by fours: found before any other move is generated.
        if excluded.is_none()
            && tt_entry
                .is_none_or(|entry| entry.bound == Bound::None || entry.depth < parameters.node_vcf_depth)
            && let Some(plies) = self.win_by_fours(parameters.node_vcf_budget)
        {
            let score = Score::win_in(ply as u32 + plies);
            let depth = MAX_PLY as i32;
            let entry = Entry { point: None, score, eval: Score(eval), depth, bound: Bound::Lower };
            self.shared.table.store(hash, ply as u32, entry);
            return score.0;
        }

        // Razoring: so far below alpha only fours could help, and there is no win by them.
        if !PV
            && excluded.is_none()
            && depth <= parameters.razor_depth
            && eval + parameters.razor_margin(depth) < alpha
        {
            return eval;
        }

        // Internal iterative reduction: without a move from the table, a shallower search is a cheaper way to get one.
        let depth = if depth >= parameters.iir_depth && tt_point.is_none() && (PV || is_cut_node) {
            depth - 1
        } else {
            depth
        };

        // The move of the table is tried before the others are generated: mostly it makes them unnecessary.
        let start = self.candidates.len();
        let tt_candidate = tt_point.and_then(|point| self.candidate(point));
        let mut is_generated = tt_candidate.is_none();
        match tt_candidate {
            Some(candidate) => self.candidates.push(candidate),
            None => self.generate(ply, depth, None, is_threatened),
        }
        let node = NodeKind { is_pv: PV, is_cut_node, is_improving };
        let old_alpha = alpha;
        let mut best = -INFINITE;
        let mut best_point = None;
        let mut move_count = 0;
        let mut next = start;
        let mut quiets: [Option<Point>; MAX_QUIETS] = [None; MAX_QUIETS];
        loop {
            let Some(candidate) = pick(&mut self.candidates[next..]) else {
                if is_generated {
                    break;
                }
                is_generated = true;
                self.generate(ply, depth, tt_point, is_threatened);
                continue;
            };
            next += 1;
            let Candidate { point, attack, defence, .. } = candidate;
            if Some(point) == excluded || !self.board.is_legal(point) {
                continue;
            }
            let is_quiet_move = candidate.is_quiet();

            if !PV && best > -UNDECIDED && is_quiet_move && !is_threatened {
                // Late-move pruning: none of the quiet moves that are left will be searched.
                if depth <= parameters.lmp_depth && move_count >= parameters.lmp_count(depth, is_improving) {
                    drop_quiet(&mut self.candidates, next);
                    continue;
                }
                // Futility pruning.
                if depth <= parameters.futility_depth
                    && move_count > 0
                    && eval + parameters.futility_margin(depth, self.tables.history.of(me, point)) <= alpha
                {
                    continue;
                }
            }

            // Singular extension: the move of the table is extended if every other move is much worse.
            let mut extension = 0;
            if depth >= parameters.singular_depth
                && Some(point) == tt_point
                && excluded.is_none()
                && let Some(entry) = tt_entry
                && entry.depth >= depth - parameters.singular_tt_depth
                && matches!(entry.bound, Bound::Lower | Bound::Exact)
                && !entry.score.is_decided()
            {
                match self.singular(&entry, beta, depth, ply, is_cut_node) {
                    Singular::Extension(plies) => extension = plies,
                    Singular::Cut(score) => {
                        self.candidates.truncate(start);
                        return score;
                    }
                    Singular::Stopped => {
                        self.candidates.truncate(start);
                        return 0;
                    }
                }
            }

            move_count += 1;
            self.frames[ply].point = Some(point);
            // The table's entries arrive while the move is made.
            self.shared.table.prefetch(self.board.position().hash_after(point));
            self.board.play(point);
            let child_depth = if nominal_depth <= 0 { nominal_depth - 1 } else { depth - 1 + extension };
            let mut score;
            if move_count == 1 {
                let is_cut_child = !PV && !is_cut_node;
                score = -self.search::<PV>(-beta, -alpha, child_depth, ply + 1, is_cut_child);
            } else {
                // Late-move reduction.
                let mut reduction = 0;
                if depth >= parameters.lmr_depth
                    && move_count > parameters.lmr_moves as usize
                    && attack < ThreatClass::Four
                {
                    let base = self.tables.base_reduction(depth, move_count);
                    let history = self.tables.history.of(me, point);
                    reduction =
                        parameters.reduction(base, node, attack, defence, history).clamp(0, child_depth - 1);
                }
                // Principal variation search: a null window first, the open one only if the move may be better.
                score = -self.search::<false>(-alpha - 1, -alpha, child_depth - reduction, ply + 1, true);
                if score > alpha && reduction > 0 {
                    score = -self.search::<false>(-alpha - 1, -alpha, child_depth, ply + 1, !is_cut_node);
                }
                if PV && score > alpha && score < beta {
                    score = -self.search::<true>(-beta, -alpha, child_depth, ply + 1, false);
                }
            }
            self.undo();
            if self.is_stopped {
                self.candidates.truncate(start);
                return 0;
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_point = Some(point);
                    alpha = score;
                    if PV {
                        self.extend_pv(ply, point);
                    }
                    if score >= beta {
                        if is_quiet_move {
                            let tried = &quiets[..move_count.min(MAX_QUIETS)];
                            self.reward_cutoff(ply, me, point, depth, tried);
                        }
                        break;
                    }
                }
            }
            if is_quiet_move && move_count <= MAX_QUIETS {
                quiets[move_count - 1] = Some(point);
            }
        }
        self.candidates.truncate(start);
        if move_count == 0 {
            // No move stops the threat, or every move is forbidden or excluded.
            return if is_threatened {
                Score::loss_in(ply as u32 + 4).0
            } else if excluded.is_some() {
                old_alpha
            } else {
                0
            };
        }
        let bound = if best >= beta {
            Bound::Lower
        } else if best > old_alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        // A line that only a threat has extended is shallower than a real ply.
        let depth = depth.min(nominal_depth);
        let entry = Entry { point: best_point, score: Score(best), eval: Score(eval), depth, bound };
        self.shared.table.store(hash, ply as u32, entry);
        best
    }

    /// Searches a node without the move of the table, in a null window so far below its score that every other move would be
    /// much worse.
    fn singular(&mut self, entry: &Entry, beta: i32, depth: i32, ply: usize, is_cut_node: bool) -> Singular {
        let singular_beta = entry.score.0 - self.parameters.singular_margin(depth);
        let singular_depth = (depth - 1) * self.parameters.singular_search / 100;
        self.frames[ply].excluded = entry.point;
        let score = self.search::<false>(singular_beta - 1, singular_beta, singular_depth, ply, is_cut_node);
        self.frames[ply].excluded = None;
        if self.is_stopped {
            Singular::Stopped
        } else if score < singular_beta {
            Singular::Extension(1)
        } else if singular_beta >= beta {
            // Multi-cut: another move fails high as well.
            Singular::Cut(singular_beta)
        } else {
            Singular::Extension(0)
        }
    }

    /// Searches the replies to a four, mostly a single one. They cost no depth: only what comes after them matters.
    fn stop_five<const PV: bool>(
        &mut self,
        mut alpha: i32,
        beta: i32,
        depth: i32,
        ply: usize,
        is_cut_node: bool,
    ) -> i32 {
        if ply >= MAX_PLY {
            return self.evaluate(alpha, beta);
        }
        let mut best = Score::loss_in(ply as u32 + 2).0;
        self.frames[ply].eval = if ply >= 2 { self.frames[ply - 2].eval } else { 0 };
        for reply in self.board.five_defences().points() {
            if !self.board.is_legal(reply) {
                continue;
            }
            self.frames[ply].point = Some(reply);
            self.board.play(reply);
            let score = -self.search::<PV>(-beta, -alpha, depth, ply + 1, !is_cut_node);
            self.undo();
            if self.is_stopped {
                return 0;
            }
            best = best.max(score);
            if score > alpha {
                alpha = score;
                if PV {
                    self.extend_pv(ply, reply);
                }
                if score >= beta {
                    break;
                }
            }
        }
        best
    }

    fn undo(&mut self) {
        self.board.undo();
        if let Some(evaluator) = &mut self.evaluator {
            evaluator.undone(self.board.position());
        }
    }

    /// The static evaluation: the network's, unless the classical one is far outside the window.
    fn evaluate(&mut self, alpha: i32, beta: i32) -> i32 {
        let classical = self.board.evaluate().0;
        let margin = self.parameters.network_skip;
        match &mut self.evaluator {
            Some(evaluator) if classical > alpha - margin && classical < beta + margin => {
                let hash = self.board.hash();
                self.tables.evaluations.get(hash).unwrap_or_else(|| {
                    let score = evaluator.evaluate(self.board.position()).0;
                    self.tables.evaluations.set(hash, score);
                    self.tables.samples.see(self.board.position());
                    score
                })
            }
            _ => classical,
        }
    }

    /// The plies in which the side to move wins by fours, if that is found within the budget. At full strength only
    /// fours that build something are tried: the others cost more than they find.
    fn win_by_fours(&mut self, budget: i32) -> Option<u32> {
        let budget = &mut Budget::new(self.shared.vcf_budget.unwrap_or(budget as u32));
        if self.parameters.vcf_building != 0 && self.shared.vcf_budget.is_none() {
            self.tables.vcf.plies_by_building(&mut self.board, budget)
        } else {
            self.tables.vcf.plies_to_win(&mut self.board, budget)
        }
    }

    /// Quiescence search: only wins by fours are searched beyond a leaf; otherwise the evaluation stands.
    fn quiescence(&mut self, alpha: i32, beta: i32, ply: usize) -> i32 {
        let eval = self.evaluate(alpha, beta);
        // Stand pat: in a null window a win would not be better.
        if eval >= beta && alpha + 1 == beta {
            return eval;
        }
        self.win_by_fours(self.parameters.leaf_vcf_budget)
            .map_or(eval, |plies| Score::win_in(ply as u32 + plies).0)
    }

    /// A move on a point, without its order; `None` if the point is taken or certainly forbidden.
    fn candidate(&self, point: Point) -> Option<Candidate> {
        if !self.board.position().is_empty(point) {
            return None;
        }
        let me = self.board.side();
        let (attack, defence) = (self.board.class(point, me), self.board.class(point, !me));
        (attack != ThreatClass::Forbidden).then_some(Candidate { point, order: 0, attack, defence })
    }

    /// Pushes the moves of a node but the one tried already, with their order: threats, killers, countermove, history, the
    /// classical worth of the point and the network's policy. Under a threat to make an open four only fours and defences are
    /// generated.
    fn generate(&mut self, ply: usize, depth: i32, tried: Option<Point>, is_threatened: bool) {
        let start = self.candidates.len();
        let parameters = self.parameters;
        let me = self.board.side();
        let defences = if is_threatened { Some(self.board.open_four_defences()) } else { None };
        let last = ply.checked_sub(1).and_then(|ply| self.frames[ply].point);
        let killers = self.frames[ply].killers;
        let counter = self.tables.history.counter(me, last);
        for point in self.board.candidates().points().filter(|&point| Some(point) != tried) {
            let attack = self.board.class(point, me);
            if attack == ThreatClass::Forbidden {
                continue;
            }
            let defence = self.board.class(point, !me);
            if let Some(defences) = &defences
                && attack < ThreatClass::Four
                && !(attack == ThreatClass::DoubleThree && me == Stone::Black)
                && !defences.contains(point)
            {
                continue;
            }
            let mut order = parameters.order_worth * self.board.worth(point)
                + self.tables.history.of(me, point) * parameters.order_history / 64;
            order += self.tables.attack_order[attack as usize] + self.tables.defence_order[defence as usize];
            if killers.contains(&Some(point)) {
                order += parameters.order_killer;
            } else if counter == Some(point) {
                order += parameters.order_counter;
            }
            self.candidates.push(Candidate { point, order, attack, defence });
        }
        if depth >= parameters.policy_depth
            && let Some(evaluator) = &mut self.evaluator
        {
            let candidates = &mut self.candidates[start..];
            let policy =
                evaluator.policy(self.board.position(), candidates.iter().map(|candidate| candidate.point));
            for (candidate, &policy) in candidates.iter_mut().zip(policy) {
                candidate.order += policy * parameters.order_policy;
            }
        }
    }

    /// Updates history, killers and countermove after a quiet move caused a cutoff.
    fn reward_cutoff(&mut self, ply: usize, me: Stone, point: Point, depth: i32, tried: &[Option<Point>]) {
        // History: the moves tried before lose what this one gains.
        let bonus = self.parameters.history_bonus(depth);
        self.tables.history.reward(me, point, bonus);
        for &other in tried.iter().flatten().filter(|&&other| other != point) {
            self.tables.history.reward(me, other, -bonus);
        }
        // Killers.
        let killers = &mut self.frames[ply].killers;
        if killers[0] != Some(point) {
            *killers = [Some(point), killers[0]];
        }
        // Countermove.
        let last = ply.checked_sub(1).and_then(|ply| self.frames[ply].point);
        self.tables.history.set_counter(me, last, point);
    }

    fn extend_pv(&mut self, ply: usize, point: Point) {
        let (head, tail) = self.pv.split_at_mut(ply + 1);
        head[ply].clear();
        head[ply].push(point);
        head[ply].extend_from_slice(&tail[0]);
    }

    /// Orders the root moves before the first iteration.
    fn order_roots(&mut self) {
        let parameters = self.parameters;
        let me = self.board.side();
        let board = &self.board;
        let tt_point = self.shared.table.probe(board.hash(), 0).and_then(|entry| entry.point);
        let points = self.roots.iter().map(|root| root.point);
        let policy: HashMap<Point, i32> = match &mut self.evaluator {
            Some(evaluator) => {
                points.clone().zip(evaluator.policy(board.position(), points).iter().copied()).collect()
            }
            None => HashMap::new(),
        };
        let (attack_order, defence_order) = (&self.tables.attack_order, &self.tables.defence_order);
        self.roots.sort_by_cached_key(|root| {
            if Some(root.point) == tt_point {
                return i32::MIN;
            }
            let (attack, defence) = (board.class(root.point, me), board.class(root.point, !me));
            let policy = policy.get(&root.point).map_or(0, |policy| policy * parameters.order_policy);
            let threats = attack_order[attack as usize] + defence_order[defence as usize];
            -(parameters.order_worth * board.worth(root.point) + threats + policy)
        });
    }

    /// Sends the event of a root move, once the search is old enough for somebody to see it.
    fn root_event(&mut self, event: SearchEvent) {
        if let Some(on_event) = &mut self.on_event
            && self.shared.deadline.elapsed() >= EVENT_DELAY
        {
            on_event(event);
        }
    }

    fn check_limits(&mut self) {
        let shared = self.shared;
        let new_nodes = self.nodes - self.counted_nodes;
        let all_nodes = shared.nodes.fetch_add(new_nodes, Ordering::Relaxed) + new_nodes;
        self.counted_nodes = self.nodes;
        let remaining = shared.limits.nodes.map_or(u64::MAX, |nodes| nodes.saturating_sub(all_nodes));
        self.next_poll = self.nodes + remaining.clamp(1, POLL_NODES);
        self.is_stopped = self.is_stopped
            || remaining == 0
            || shared.stop.is_raised()
            || shared.is_done.load(Ordering::Relaxed)
            || shared.deadline.is_over()
            || self.on_event.is_some() && shared.deadline.thread_time_left() == Some(Duration::ZERO);
        if let Some(on_event) = &mut self.on_event {
            let elapsed = shared.deadline.elapsed();
            if elapsed >= self.told + PROGRESS_EVERY {
                self.told = elapsed;
                on_event(SearchEvent::Progress(all_nodes));
            }
        }
    }

    fn total_nodes(&self) -> u64 {
        self.shared.nodes.load(Ordering::Relaxed) + self.nodes - self.counted_nodes
    }

    pub(crate) fn report(&self, rank: usize) -> Report {
        let root = &self.roots[rank];
        Report {
            rank,
            depth: root.depth.max(0) as u32,
            selective_depth: root.selective_depth.max(root.depth.max(0) as u32),
            // A line that an unfinished iteration has not reached keeps its last score.
            score: [root.score, root.previous, Score::EVEN]
                .into_iter()
                .find(|&score| score != UNKNOWN)
                .unwrap_or_default(),
            is_proved: false,
            pv: root.pv.clone(),
            nodes: self.total_nodes(),
            time: self.shared.deadline.elapsed(),
        }
    }

    /// The last finished iteration, and every root move as a line, best first.
    pub(crate) fn finished(&mut self) -> (i32, Vec<Report>) {
        self.shared.nodes.fetch_add(self.nodes - self.counted_nodes, Ordering::Relaxed);
        self.counted_nodes = self.nodes;
        let mut lines: Vec<Report> = (0..self.roots.len()).map(|rank| self.report(rank)).collect();
        // The score of an earlier iteration may exceed what better lines have turned out to be since.
        for rank in 1..lines.len() {
            lines[rank].score = lines[rank].score.min(lines[rank - 1].score);
        }
        (self.depth, lines)
    }
}
