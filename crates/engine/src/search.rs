//! The search: iterative deepening, principal variation search with threats.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use goren_core::{Limits, Point, Report, Score, Stone, Stop};

use crate::board::{Area, Board};
use crate::clock::Deadline;
use crate::evaluator::NetworkEvaluator;
use crate::events::SearchEvent;
use crate::history::History;
use crate::parameters::{
    BETA_DEPTH, DRAWN_OUT, LEAF_VCF, MOVE_COUNT_DEPTH, NODE_VCF, POLICY_DEPTH, POLICY_ORDER, QUIET_DEPTH,
    RAZOR_DEPTH, ROOT_VCF, SINGULAR_DEPTH, SKIP_MARGIN, WINDOW, WINDOW_DEPTH, beta_margin, move_count,
    quiet_margin, razor_margin, reduction, singular_margin,
};
use crate::solver::{Budget, Vcf};
use crate::table::{Bound, Entry, Table};
use crate::threat_class::ThreatClass;

/// The longest line, in plies from the root.
const MAX_PLY: usize = 250;
/// How often the clock is looked at, in nodes.
const CLOCK_NODES: u64 = 256;
/// Before this nobody could see what a search looks at.
const WATCHABLE: Duration = Duration::from_millis(200);
/// Above every score.
const INFINITE: i32 = 32_000;

/// The score of a root move that nothing is known of but that it is not the best.
const UNKNOWN: Score = Score(-INFINITE);

/// What all threads of a search share.
pub(crate) struct Shared<'a> {
    pub(crate) table: &'a Table,
    pub(crate) stop: &'a Stop,
    /// Raised when one thread has had enough.
    pub(crate) done: AtomicBool,
    pub(crate) nodes: AtomicU64,
    pub(crate) deadline: Deadline,
    pub(crate) limits: Limits,
    /// The VCF budget of a handicap.
    pub(crate) vcf_budget: Option<u32>,
}

/// What a thread keeps from search to search.
pub(crate) struct ThreadTables {
    history: History,
    vcf: Vcf,
    reductions: Box<[[u8; 64]; 64]>,
}

impl ThreadTables {
    pub(crate) fn new(vcf_log2: u32) -> ThreadTables {
        let mut reductions = Box::new([[0; 64]; 64]);
        for (depth, row) in reductions.iter_mut().enumerate().skip(1) {
            for (number, value) in row.iter_mut().enumerate().skip(1) {
                *value = reduction(depth as i32, number).max(0) as u8;
            }
        }
        ThreadTables { history: History::new(), vcf: Vcf::new(vcf_log2), reductions }
    }

    /// The moves that may stop the win by fours that the other side threatens, if it does.
    pub(crate) fn defences(&mut self, board: &Board) -> Option<Area> {
        let mut board = board.clone();
        board.pass();
        let plies = self.vcf.plies_to_win(&mut board, &mut Budget::new(ROOT_VCF))?;
        Some(self.vcf.defences(&mut board, plies / 2))
    }

    /// The memory that one of these takes, in bytes.
    pub(crate) fn bytes(vcf_log2: u32) -> usize {
        (64 << 10) + (8 << vcf_log2)
    }
}

/// A move at the root and what is known of it.
#[derive(Clone, Debug)]
pub(crate) struct RootMove {
    pub(crate) point: Point,
    pub(crate) score: Score,
    previous: Score,
    pub(crate) pv: Vec<Point>,
    depth: i32,
    selective: u32,
    /// Nodes spent on it, to order moves whose scores are only bounds.
    nodes: u64,
}

#[derive(Clone, Copy)]
struct Candidate {
    point: Point,
    order: i32,
    /// What the move threatens, and what it takes from the opponent.
    own: ThreatClass,
    foe: ThreatClass,
}

#[derive(Clone, Copy, Default)]
struct Frame {
    eval: i32,
    point: Option<Point>,
    killers: [Option<Point>; 2],
    excluded: Option<Point>,
}

/// One thread of a search.
pub(crate) struct Worker<'a> {
    board: Board,
    evaluator: Option<NetworkEvaluator>,
    shared: &'a Shared<'a>,
    tables: &'a mut ThreadTables,
    /// Who hears of the search; only one thread has it.
    on_event: Option<&'a mut dyn FnMut(SearchEvent)>,
    frames: Vec<Frame>,
    pv: Vec<Vec<Point>>,
    candidates: Vec<Candidate>,
    nodes: u64,
    /// Nodes already added to the shared count.
    counted: u64,
    /// The number of nodes at which to look at the limits again.
    next_look: u64,
    selective: u32,
    stopped: bool,
    pub(crate) roots: Vec<RootMove>,
    pub(crate) depth: i32,
}

impl<'a> Worker<'a> {
    pub(crate) fn new(
        board: Board,
        evaluator: Option<NetworkEvaluator>,
        roots: &[Point],
        shared: &'a Shared<'a>,
        tables: &'a mut ThreadTables,
        on_event: Option<&'a mut dyn FnMut(SearchEvent)>,
    ) -> Worker<'a> {
        tables.history.fade();
        let root = |&point: &Point| RootMove {
            point,
            score: UNKNOWN,
            previous: UNKNOWN,
            pv: vec![point],
            depth: 0,
            selective: 0,
            nodes: 0,
        };
        Worker {
            board,
            evaluator,
            shared,
            tables,
            on_event,
            frames: vec![Frame::default(); MAX_PLY + 4],
            pv: vec![Vec::new(); MAX_PLY + 4],
            candidates: Vec::with_capacity(4096),
            nodes: 0,
            counted: 0,
            next_look: 1,
            selective: 0,
            stopped: false,
            roots: roots.iter().map(root).collect(),
            depth: 0,
        }
    }

    /// Deepens until a limit is reached; `report` hears of each line of each finished depth. A helping thread leaves
    /// out some depths by its number, so that the threads look at different things.
    pub(crate) fn run(&mut self, lines: usize, helper: Option<usize>) {
        let lines = lines.clamp(1, self.roots.len());
        let most =
            self.shared.limits.depth.map_or(MAX_PLY as i32 / 2, |depth| depth.min(MAX_PLY as u32 / 2) as i32);
        self.order_roots();
        let mut best_changed = 0.0;
        let mut last_best = None;
        let mut last_score = Score::EVEN;
        for depth in 1..=most {
            if depth < most && helper.is_some_and(|helper| is_left_out(depth, helper)) {
                continue;
            }
            for each in &mut self.roots {
                each.previous = each.score;
                each.score = UNKNOWN;
            }
            for rank in 0..lines {
                self.selective = 0;
                self.deepen(depth, rank);
                if self.stopped {
                    break;
                }
            }
            // Lines that were not finished keep what the depth before said of them.
            self.roots.sort_by_key(|root| Reverse((root.score, root.previous, root.nodes)));
            if self.stopped {
                break;
            }
            self.depth = depth;
            for rank in 0..lines {
                let report = self.report(rank);
                if let Some(on_event) = &mut self.on_event {
                    on_event(SearchEvent::Report(report));
                }
            }
            let best = &self.roots[0];
            if self.shared.limits.nodes.is_none_or(|nodes| self.total_nodes() < nodes) && lines == 1 {
                best_changed = best_changed / 2.0
                    + f64::from(u8::from(last_best.is_some_and(|last| last != best.point)));
                let fall = f64::from((last_score.0 - best.score.0).clamp(0, 200)) / 200.0;
                last_best = Some(best.point);
                last_score = best.score;
                let is_settled = best.score.is_decided() && depth >= settled_depth(best.score);
                let stretch = 0.8 + 0.6 * best_changed + 0.8 * fall;
                if is_settled || self.shared.deadline.is_enough(stretch) {
                    break;
                }
            }
        }
        self.shared.done.store(true, Ordering::Relaxed);
    }

    /// Searches the root moves from `rank` on to a depth, with a window that opens as needed.
    fn deepen(&mut self, depth: i32, rank: usize) {
        let guess = self.roots[rank].previous.0;
        let mut delta = WINDOW;
        let (mut alpha, mut beta) = if depth >= WINDOW_DEPTH && guess.abs() < 20_000 {
            (guess - delta, guess + delta)
        } else {
            (-INFINITE, INFINITE)
        };
        loop {
            let score = self.search_root(alpha, beta, depth, rank);
            // The best first, so that the next try begins with it.
            self.roots[rank..].sort_by_key(|root| Reverse((root.score, root.previous)));
            if self.stopped {
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
            delta *= 3;
            if delta > 1000 {
                (alpha, beta) = (-INFINITE, INFINITE);
            }
        }
    }

    fn search_root(&mut self, mut alpha: i32, beta: i32, depth: i32, rank: usize) -> i32 {
        let mut best = -INFINITE;
        for i in rank..self.roots.len() {
            let point = self.roots[i].point;
            let before = self.nodes;
            self.tell(SearchEvent::MoveStarted(point));
            self.frames[0].point = Some(point);
            self.board.play(point);
            let mut score = -INFINITE;
            // Below the root nobody gets to play a five: it is counted as a win before.
            let wins = self.board.position().winner().is_some();
            if wins {
                self.pv[1].clear();
                score = Score::win_in(1).0;
            } else if i > rank {
                let late = if i - rank > 3 && depth >= 3 { self.late(depth, i - rank) / 2 } else { 0 };
                score = -self.search::<false>(-alpha - 1, -alpha, depth - 1 - late, 1, true);
                if score > alpha && late > 0 {
                    score = -self.search::<false>(-alpha - 1, -alpha, depth - 1, 1, true);
                }
            }
            if !wins && (i == rank || score > alpha) {
                score = -self.search::<true>(-beta, -alpha, depth - 1, 1, false);
            }
            self.undo();
            let nodes = self.nodes - before;
            if self.stopped {
                return best;
            }
            let is_lost = Score(score).plies_to_loss().is_some();
            self.tell(if is_lost { SearchEvent::MoveLost(point) } else { SearchEvent::MoveSearched(point) });
            let root = &mut self.roots[i];
            root.nodes += nodes;
            if i == rank || score > alpha {
                root.score = Score(score);
                root.depth = depth;
                root.selective = self.selective;
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

    fn search<const PV: bool>(
        &mut self,
        mut alpha: i32,
        mut beta: i32,
        depth: i32,
        ply: usize,
        cut: bool,
    ) -> i32 {
        debug_assert!(-INFINITE <= alpha && alpha < beta && beta <= INFINITE);
        debug_assert!(PV || alpha + 1 == beta);
        self.pv[ply].clear();
        self.nodes = self.board.made();
        if self.nodes >= self.next_look {
            self.look_at_limits();
        }
        if self.stopped {
            return 0;
        }
        self.selective = self.selective.max(ply as u32);
        let me = self.board.side();
        let foe = !me;

        // The game's own laws: a five wins, a five of the other side must be stopped, and an open four wins.
        if self.board.count(me, ThreatClass::Five) > 0 {
            return Score::win_in(ply as u32 + 1).0;
        }
        if self.board.position().empty_count() == 0 {
            return 0;
        }
        if self.board.count(foe, ThreatClass::Five) > 0 {
            return self.answer_four::<PV>(alpha, beta, depth, ply, cut);
        }
        if self.board.count(me, ThreatClass::OpenFour) > 0 {
            return Score::win_in(ply as u32 + 3).0;
        }

        // Nothing here can be better than a win in five plies, or worse than a loss in four.
        alpha = alpha.max(Score::loss_in(ply as u32 + 4).0);
        beta = beta.min(Score::win_in(ply as u32 + 5).0);
        if alpha >= beta {
            return alpha;
        }
        if ply >= MAX_PLY {
            return self.evaluate(alpha, beta);
        }
        // The other side would make a four that cannot be stopped: only its defences and own fours count, and a line
        // does not end before the answer, unless fours have drawn it out already: where there are many, no depth would end.
        let is_threatened = self.board.count(foe, ThreatClass::OpenFour) > 0;
        let left = depth;
        let depth = if is_threatened && left > -DRAWN_OUT { depth.max(1) } else { depth };
        if depth <= 0 {
            return self.leaf(alpha, beta, ply);
        }

        // The table.
        let excluded = self.frames[ply].excluded;
        let hash = self.board.hash()
            ^ excluded.map_or(0, |point| 0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(point.index() as u64));
        let known = self.shared.table.probe(hash, ply as u32);
        if let Some(entry) = known
            && !PV
            && entry.depth >= depth
            && (entry.bound == Bound::Exact
                || entry.bound == Bound::Lower && entry.score.0 >= beta
                || entry.bound == Bound::Upper && entry.score.0 <= alpha)
        {
            return entry.score.0;
        }

        let eval = known.map_or_else(|| self.evaluate(alpha, beta), |entry| entry.eval.0);
        self.frames[ply].eval = eval;
        let improving = ply >= 2 && eval > self.frames[ply - 2].eval;
        let is_quiet = !is_threatened && self.board.count(foe, ThreatClass::FourThree) == 0;

        // Futility: far above beta, whatever else there is.
        if !PV
            && excluded.is_none()
            && depth <= BETA_DEPTH
            && is_quiet
            && eval - beta_margin(depth, improving) >= beta
            && eval < 20_000
        {
            return eval;
        }
        // Fours next: a win by them makes everything else needless.
        if excluded.is_none() && known.is_none_or(|entry| entry.bound == Bound::None || entry.depth < 2) {
            let mut budget = Budget::new(self.shared.vcf_budget.unwrap_or(NODE_VCF));
            if let Some(plies) = self.tables.vcf.plies_to_win(&mut self.board, &mut budget) {
                let score = Score::win_in(ply as u32 + plies);
                let entry =
                    Entry { point: None, score, eval: score, depth: MAX_PLY as i32, bound: Bound::Lower };
                self.shared.table.store(hash, ply as u32, entry);
                return score.0;
            }
        }

        // Razoring: far below alpha only fours could help, and there is no win by them.
        if !PV && excluded.is_none() && depth <= RAZOR_DEPTH && eval + razor_margin(depth) < alpha {
            return eval;
        }

        // Without a table move a shallower search finds a good first one cheaply enough.
        let depth = if depth >= 5 && known.is_none_or(|entry| entry.point.is_none()) && (PV || cut) {
            depth - 1
        } else {
            depth
        };

        let start = self.candidates.len();
        let table_point = known.and_then(|entry| entry.point);
        self.generate(ply, depth, table_point, is_threatened);
        let mut best = -INFINITE;
        let mut best_point = None;
        let mut tried = 0;
        let old_alpha = alpha;
        let mut next = start;
        let mut quiets: [Option<Point>; 32] = [None; 32];
        while let Some(candidate) = self.pick(next) {
            next += 1;
            let Candidate { point, own, foe: taken, .. } = candidate;
            if Some(point) == excluded || !self.board.is_legal(point) {
                continue;
            }
            let is_calm = own < ThreatClass::OpenThree && taken < ThreatClass::OpenThree;
            if !PV && best > -20_000 && is_calm && !is_threatened {
                if depth <= MOVE_COUNT_DEPTH && tried >= move_count(depth, improving) {
                    continue;
                }
                if depth <= QUIET_DEPTH
                    && tried > 0
                    && eval + quiet_margin(depth) + self.tables.history.of(me, point) / 64 <= alpha
                {
                    continue;
                }
            }

            // Singular extension: if every other move is much worse, look deeper into this one.
            let mut extension = 0;
            if depth >= SINGULAR_DEPTH
                && Some(point) == table_point
                && excluded.is_none()
                && let Some(entry) = known
                && entry.depth >= depth - 3
                && matches!(entry.bound, Bound::Lower | Bound::Exact)
                && !entry.score.is_decided()
            {
                let bar = entry.score.0 - singular_margin(depth);
                self.frames[ply].excluded = Some(point);
                let others = self.search::<false>(bar - 1, bar, (depth - 1) / 2, ply, cut);
                self.frames[ply].excluded = None;
                if self.stopped {
                    self.candidates.truncate(start);
                    return 0;
                }
                if others < bar {
                    extension = 1;
                } else if bar >= beta {
                    // Several moves refute this node.
                    self.candidates.truncate(start);
                    return bar;
                }
            }

            tried += 1;
            self.frames[ply].point = Some(point);
            self.board.play(point);
            self.shared.table.prefetch(self.board.hash());
            let deeper = if left <= 0 { left - 1 } else { depth - 1 + extension };
            let mut score;
            if tried == 1 {
                score = -self.search::<PV>(-beta, -alpha, deeper, ply + 1, if PV { false } else { !cut });
            } else {
                let mut late = 0;
                if depth >= 3 && tried > 2 && own < ThreatClass::Four {
                    late = self.late(depth, tried);
                    late += i32::from(cut) + i32::from(!improving);
                    late -= i32::from(PV)
                        + i32::from(own >= ThreatClass::OpenThree)
                        + i32::from(taken >= ThreatClass::OpenThree);
                    late -= self.tables.history.of(me, point) / 4096;
                    late = late.clamp(0, deeper - 1);
                }
                score = -self.search::<false>(-alpha - 1, -alpha, deeper - late, ply + 1, true);
                if score > alpha && late > 0 {
                    score = -self.search::<false>(-alpha - 1, -alpha, deeper, ply + 1, !cut);
                }
                if PV && score > alpha {
                    score = -self.search::<true>(-beta, -alpha, deeper, ply + 1, false);
                }
            }
            self.undo();
            if self.stopped {
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
                        if is_calm {
                            self.learn(ply, me, point, depth, &quiets[..tried.min(32)]);
                        }
                        break;
                    }
                }
            }
            if is_calm && tried <= 32 {
                quiets[tried - 1] = Some(point);
            }
        }
        self.candidates.truncate(start);
        if tried == 0 {
            // Nothing stops the threat; or every move left is forbidden.
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
        if !self.stopped {
            let entry = Entry { point: best_point, score: Score(best), eval: Score(eval), depth, bound };
            self.shared.table.store(hash, ply as u32, entry);
        }
        best
    }

    /// The replies to a four, mostly one. They cost no depth: what counts is what comes after.
    fn answer_four<const PV: bool>(
        &mut self,
        mut alpha: i32,
        beta: i32,
        depth: i32,
        ply: usize,
        cut: bool,
    ) -> i32 {
        if ply >= MAX_PLY {
            return self.evaluate(alpha, beta);
        }
        let mut best = Score::loss_in(ply as u32 + 2).0;
        self.frames[ply].eval = if ply >= 2 { self.frames[ply - 2].eval } else { 0 };
        for reply in self.board.stops().points() {
            if !self.board.is_legal(reply) {
                continue;
            }
            self.frames[ply].point = Some(reply);
            self.board.play(reply);
            let score = -self.search::<PV>(-beta, -alpha, depth, ply + 1, !cut);
            self.undo();
            if self.stopped {
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

    /// How the position looks: to the network, unless the shapes alone put it far outside the window.
    fn evaluate(&mut self, alpha: i32, beta: i32) -> i32 {
        let classical = self.board.evaluate().0;
        match &mut self.evaluator {
            Some(evaluator) if classical > alpha - SKIP_MARGIN && classical < beta + SKIP_MARGIN => {
                evaluator.evaluate(self.board.position()).0
            }
            _ => classical,
        }
    }

    /// The end of a line: a win by fours, or what the position looks like.
    fn leaf(&mut self, alpha: i32, beta: i32, ply: usize) -> i32 {
        let eval = self.evaluate(alpha, beta);
        // Good enough: a win would not be better.
        if eval >= beta && alpha + 1 == beta {
            return eval;
        }
        let mut budget = Budget::new(self.shared.vcf_budget.unwrap_or(LEAF_VCF));
        let win = self.tables.vcf.plies_to_win(&mut self.board, &mut budget);
        win.map_or(eval, |plies| Score::win_in(ply as u32 + plies).0)
    }

    /// Puts the moves to try at a node behind the others.
    fn generate(&mut self, ply: usize, depth: i32, table_point: Option<Point>, is_threatened: bool) {
        let start = self.candidates.len();
        let me = self.board.side();
        let defences = if is_threatened { Some(self.board.defences()) } else { None };
        let last = ply.checked_sub(1).and_then(|ply| self.frames[ply].point);
        let killers = self.frames[ply].killers;
        let counter = self.tables.history.counter(me, last);
        for point in self.board.candidates().points() {
            let own = self.board.class(point, me);
            if own == ThreatClass::Forbidden {
                continue;
            }
            let foe = self.board.class(point, !me);
            if let Some(defences) = &defences
                && own < ThreatClass::Four
                && !(own == ThreatClass::DoubleThree && me == Stone::Black)
                && !defences.contains(point)
            {
                continue;
            }
            let mut order = 4 * self.board.worth(point) + self.tables.history.of(me, point) / 4;
            order += ATTACK[own as usize] + DEFENCE[foe as usize];
            if Some(point) == table_point {
                order += 1 << 20;
            } else if killers.contains(&Some(point)) {
                order += 500;
            } else if counter == Some(point) {
                order += 300;
            }
            self.candidates.push(Candidate { point, order, own, foe });
        }
        if depth >= POLICY_DEPTH
            && let Some(evaluator) = &mut self.evaluator
        {
            let candidates = &mut self.candidates[start..];
            let policy =
                evaluator.policy(self.board.position(), candidates.iter().map(|candidate| candidate.point));
            for (candidate, &policy) in candidates.iter_mut().zip(policy) {
                candidate.order += policy * POLICY_ORDER;
            }
        }
    }

    /// Brings the best of the moves from `next` on to that place.
    fn pick(&mut self, next: usize) -> Option<Candidate> {
        let rest = &mut self.candidates[next..];
        let mut best = 0;
        for i in 1..rest.len() {
            if rest[i].order > rest[best].order {
                best = i;
            }
        }
        if rest.is_empty() {
            return None;
        }
        rest.swap(0, best);
        Some(rest[0])
    }

    fn learn(&mut self, ply: usize, me: Stone, point: Point, depth: i32, tried: &[Option<Point>]) {
        let bonus = (depth * depth * 8).min(1200);
        self.tables.history.reward(me, point, bonus);
        for &other in tried.iter().flatten().filter(|&&other| other != point) {
            self.tables.history.reward(me, other, -bonus);
        }
        let killers = &mut self.frames[ply].killers;
        if killers[0] != Some(point) {
            *killers = [Some(point), killers[0]];
        }
        let last = ply.checked_sub(1).and_then(|ply| self.frames[ply].point);
        self.tables.history.set_counter(me, last, point);
    }

    fn late(&self, depth: i32, number: usize) -> i32 {
        i32::from(self.tables.reductions[depth.clamp(0, 63) as usize][number.min(63)])
    }

    fn extend_pv(&mut self, ply: usize, point: Point) {
        let (head, tail) = self.pv.split_at_mut(ply + 1);
        head[ply].clear();
        head[ply].push(point);
        head[ply].extend_from_slice(&tail[0]);
    }

    /// Orders the root moves before anything is known of them.
    fn order_roots(&mut self) {
        let me = self.board.side();
        let board = &self.board;
        let known = self.shared.table.probe(board.hash(), 0).and_then(|entry| entry.point);
        let points = self.roots.iter().map(|root| root.point);
        let policy: HashMap<Point, i32> = match &mut self.evaluator {
            Some(evaluator) => {
                points.clone().zip(evaluator.policy(board.position(), points).iter().copied()).collect()
            }
            None => HashMap::new(),
        };
        self.roots.sort_by_cached_key(|root| {
            if Some(root.point) == known {
                return i32::MIN;
            }
            let (own, foe) = (board.class(root.point, me), board.class(root.point, !me));
            let policy = policy.get(&root.point).map_or(0, |policy| policy * POLICY_ORDER);
            -(4 * board.worth(root.point) + ATTACK[own as usize] + DEFENCE[foe as usize] + policy)
        });
    }

    /// Sends an event of a root move, once the search is old enough for somebody to see it.
    fn tell(&mut self, event: SearchEvent) {
        if let Some(on_event) = &mut self.on_event
            && self.shared.deadline.elapsed() >= WATCHABLE
        {
            on_event(event);
        }
    }

    fn look_at_limits(&mut self) {
        let shared = self.shared;
        let all =
            shared.nodes.fetch_add(self.nodes - self.counted, Ordering::Relaxed) + self.nodes - self.counted;
        self.counted = self.nodes;
        let left = shared.limits.nodes.map_or(u64::MAX, |nodes| nodes.saturating_sub(all));
        self.next_look = self.nodes + left.clamp(1, CLOCK_NODES);
        self.stopped = self.stopped
            || left == 0
            || shared.stop.is_raised()
            || shared.done.load(Ordering::Relaxed)
            || shared.deadline.is_over();
    }

    fn total_nodes(&self) -> u64 {
        self.shared.nodes.load(Ordering::Relaxed) + self.nodes - self.counted
    }

    pub(crate) fn report(&self, rank: usize) -> Report {
        let root = &self.roots[rank];
        Report {
            rank,
            depth: root.depth.max(0) as u32,
            selective_depth: root.selective.max(root.depth.max(0) as u32),
            // A line not reached in an unfinished depth is what it was in the last.
            score: [root.score, root.previous, Score::EVEN]
                .into_iter()
                .find(|&score| score != UNKNOWN)
                .unwrap_or_default(),
            pv: root.pv.clone(),
            nodes: self.total_nodes(),
            time: self.shared.deadline.elapsed(),
        }
    }

    /// The last depth finished, and every root move as a line, best first.
    pub(crate) fn finished(&mut self) -> (i32, Vec<Report>) {
        self.shared.nodes.fetch_add(self.nodes - self.counted, Ordering::Relaxed);
        self.counted = self.nodes;
        let mut lines: Vec<Report> = (0..self.roots.len()).map(|rank| self.report(rank)).collect();
        // What a line was in the depth before may be more than the better lines turned out to be since.
        for rank in 1..lines.len() {
            lines[rank].score = lines[rank].score.min(lines[rank - 1].score);
        }
        (self.depth, lines)
    }
}

/// Whether a helping thread leaves a depth to the others: runs of depths searched and left out, longer and shifted
/// from thread to thread.
fn is_left_out(depth: i32, helper: usize) -> bool {
    let mut length = 1;
    let mut shift = helper;
    while shift >= 2 * length {
        shift -= 2 * length;
        length += 1;
    }
    !((depth as usize + shift) / length).is_multiple_of(2)
}

/// The depth at which a decided score needs no more proof: the line itself has been searched.
fn settled_depth(score: Score) -> i32 {
    score.plies_to_win().or(score.plies_to_loss()).map_or(i32::MAX, |plies| plies as i32 / 2 + 2)
}

/// How early a move is tried for what it threatens…
const ATTACK: [i32; ThreatClass::COUNT] = [0, 0, 20, 60, 300, 700, 900, 2400, 6000, 20_000];
/// …and for what it takes from the opponent.
const DEFENCE: [i32; ThreatClass::COUNT] = [0, 0, 10, 40, 200, 500, 400, 1600, 4000, 12_000];
