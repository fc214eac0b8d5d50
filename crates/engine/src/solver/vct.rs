//! VCT: wins by continuous threats, that is fours, open threes and quiet moves that threaten a win by fours.
//!
//! Depth-first proof-number search (df-pn, Nagai 2002). The attacker's moves threaten to win by fours; the defender's are
//! the defences against that win, because every other reply loses to it.

mod numbers;
mod tree;

use std::io::{self, Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use goren_core::{Point, Position, Random, Stone};

use crate::board::{Area, Board};
use crate::parameters::Parameters;
use crate::solver::vcf::{Vcf, any_reply, five_point};
use crate::solver::{Budget, Solved, SolverProgress};
use crate::threat_class::ThreatClass;
use numbers::{NumberTable, ProofNumbers, checksum, read_word};
pub(crate) use tree::Care;

/// Which moves the attacker may try.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Threats {
    /// Fours and open threes.
    Open,
    /// Also quiet moves that threaten a win by fours.
    Any,
}

/// When to give up.
pub(crate) struct SolverLimits<'a> {
    /// The most positions to search, those of the VCF solver included.
    pub(crate) nodes: u64,
    /// Polled every [`POLL_NODES`] nodes.
    pub(crate) is_stopped: &'a dyn Fn() -> bool,
    /// Told how far the search is, every [`WATCH_NODES`] nodes.
    pub(crate) watch: &'a dyn Fn(SolverProgress),
}

/// What a search proved about the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Decision {
    Win,
    NoWin,
    Unknown,
}

/// How the side to move escapes from a claimed win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Escape {
    /// Nothing threatens it: any quiet move will do.
    NoThreat,
    /// It makes five.
    Five(Point),
    /// By this reply.
    Reply(Point),
}

/// How much larger the first proof number of a quiet move far from any stone is.
const FAR_FACTOR: i32 = 4;
/// The nodes of the first turn of each move, where several take turns.
const FIRST_TURN: u64 = 1_000;
/// How often the limits are checked, in nodes.
const POLL_NODES: u64 = 1_000;
/// The size of the VCF table of a further thread, as a power of two of entries.
const HELPER_LOG2: u32 = 18;
/// How often progress is reported, in nodes.
const WATCH_NODES: u64 = 50_000;

/// A solver with its table.
pub(crate) struct Vct {
    vcf: Vcf,
    /// Shared with the helpers.
    table: Arc<NumberTable>,
    /// The solvers of the other threads.
    helpers: Vec<Vct>,
    /// Ends a search of several threads when one of them has decided it.
    done: Arc<AtomicBool>,
    /// The nodes of all threads, in steps.
    total: Arc<AtomicU64>,
    /// The nodes that are in `total` already.
    counted: u64,
    /// The children of every node on the path, those of the deepest node last.
    children: Vec<Child>,
    /// By colour and point: what a move changes in the hash, the change of side included.
    keys: Box<[[u64; Point::CELLS]; 2]>,
    /// Keeps apart the entries of the two attackers, of different threats and of different limits: a position won for one
    /// says nothing about another.
    salt: u64,
    /// The length of the history with which the attacker must have made five, if the win has to be that short.
    limit: Option<usize>,
    /// The length of the history where the search began.
    root: usize,
    nodes: u64,
    /// The node count at which to check the limits again.
    next_poll: u64,
    /// The node count at which to report progress again.
    next_watch: u64,
    progress: SolverProgress,
    is_over: bool,
    /// Whether another thread has decided the position.
    is_cut: bool,
    threats: Threats,
    /// The round with which the next search begins.
    first_round: u32,
    round: u32,
    effort: Effort,
    parameters: Parameters,
}

/// What the search may spend on one position. It grows from round to round.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Effort {
    /// The weakest class of moves that the attacker tries.
    weakest: ThreatClass,
    /// Whether the attacker also tries points far from any stone.
    is_wide: bool,
    /// The VCF budget where the attacker is to move.
    attack: u32,
    /// The VCF budget for what the attacker threatens.
    threat: u32,
}

#[derive(Clone, Copy)]
struct Child {
    point: Point,
    hash: u64,
    /// Its numbers for when the table has lost them; an estimate before the first visit.
    latest: ProofNumbers,
}

/// A position is searched until one of its numbers reaches its threshold.
#[derive(Clone, Copy)]
struct Thresholds {
    proof: u32,
    disproof: u32,
}

impl Thresholds {
    const NONE: Thresholds = Thresholds { proof: ProofNumbers::INFINITE, disproof: ProofNumbers::INFINITE };
}

impl Effort {
    const ROUNDS: u32 = 8;

    /// Little at first; each round widens the search, until nothing is left out.
    const fn of_round(round: u32, threats: Threats, parameters: &Parameters) -> Effort {
        let weakest = match (threats, round) {
            (Threats::Open, _) => ThreatClass::OpenThree,
            (Threats::Any, 0) => ThreatClass::Two,
            (Threats::Any, _) => ThreatClass::Quiet,
        };
        let scale = 1 << (2 * round);
        let (attack, threat) = (parameters.vct_attack_budget as u32, parameters.vct_threat_budget as u32);
        let is_wide = matches!(threats, Threats::Any) && round > 1;
        Effort { weakest, is_wide, attack: attack * scale, threat: threat * scale }
    }
}

impl Vct {
    /// A solver with a table of 2^`log2_entries` positions, 16 bytes each, and as many for its VCF solver, 8 bytes each.
    pub(crate) fn new(log2_entries: u32, parameters: &Parameters) -> Vct {
        Vct::with_table(Arc::new(NumberTable::new(log2_entries)), log2_entries, parameters)
    }

    fn with_table(table: Arc<NumberTable>, vcf_log2: u32, parameters: &Parameters) -> Vct {
        Vct {
            vcf: Vcf::new(vcf_log2),
            table,
            helpers: Vec::new(),
            done: Arc::default(),
            total: Arc::default(),
            counted: 0,
            children: Vec::with_capacity(4096),
            keys: Box::new([[0; Point::CELLS]; 2]),
            salt: 0,
            limit: None,
            root: 0,
            nodes: 0,
            next_poll: 0,
            next_watch: WATCH_NODES,
            progress: SolverProgress::default(),
            is_over: false,
            is_cut: false,
            threats: Threats::Open,
            first_round: 0,
            round: 0,
            effort: Effort::of_round(0, Threats::Open, parameters),
            parameters: parameters.clone(),
        }
    }

    /// Searches with this many threads from now on. One thread always gives the same answer.
    pub(crate) fn set_threads(&mut self, threads: usize) {
        self.helpers.truncate(threads.saturating_sub(1));
        while self.helpers.len() + 1 < threads {
            let mut helper = Vct::with_table(Arc::clone(&self.table), HELPER_LOG2, &self.parameters);
            (helper.done, helper.total) = (Arc::clone(&self.done), Arc::clone(&self.total));
            self.helpers.push(helper);
        }
    }

    /// The memory that a solver of this size needs for one thread, in bytes.
    pub(crate) const fn bytes(log2_entries: u32) -> usize {
        (NumberTable::ENTRY_BYTES + 8) << log2_entries
    }

    /// The size of its table of positions, as a power of two of entries.
    pub(crate) fn log2(&self) -> u32 {
        self.table.len().ilog2()
    }

    pub(crate) fn clear(&mut self) {
        self.vcf.clear();
        self.table.clear();
    }

    /// Positions searched since the solver was created, those of the VCF solver included.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes + self.vcf.nodes()
    }

    /// [`Vct::nodes`] of all threads.
    pub(crate) fn nodes_of_all(&self) -> u64 {
        self.nodes() + self.helpers.iter().map(Vct::nodes).sum::<u64>()
    }

    /// Searches for a win of the side to move. The line of a win has the reply that resists longest among those searched.
    pub(crate) fn solve(&mut self, board: &mut Board, threats: Threats, limits: &SolverLimits<'_>) -> Solved {
        let cutoff = self.cutoff(limits);
        match self.rounds(board, Role::Attacker, threats, None, &cutoff) {
            Decision::Win => self.line(board, &cutoff).map_or(Solved::Unknown, Solved::Win),
            Decision::NoWin => Solved::NoWin,
            Decision::Unknown => Solved::Unknown,
        }
    }

    /// Whether the attacker wins; `to_move` says whether that is the side to move or the other.
    pub(crate) fn decide(
        &mut self,
        board: &mut Board,
        to_move: Role,
        threats: Threats,
        limits: &SolverLimits<'_>,
    ) -> Decision {
        let cutoff = self.cutoff(limits);
        self.rounds(board, to_move, threats, None, &cutoff)
    }

    /// Whether the side to move wins with at most this many moves, the five included.
    pub(crate) fn decide_in(&mut self, board: &mut Board, moves: u32, limits: &SolverLimits<'_>) -> Decision {
        let cutoff = self.cutoff(limits);
        self.rounds(board, Role::Attacker, Threats::Any, Some(moves), &cutoff)
    }

    fn rounds(
        &mut self,
        board: &mut Board,
        to_move: Role,
        threats: Threats,
        moves: Option<u32>,
        cutoff: &Cutoff<'_>,
    ) -> Decision {
        self.prepare(board.position(), to_move, threats, moves);
        self.progress = SolverProgress::default();
        for round in std::mem::take(&mut self.first_round)..Effort::ROUNDS {
            self.begin_round(round);
            let verdict = self.round(board, to_move, cutoff);
            if verdict != Decision::Unknown || self.is_over(cutoff) {
                return verdict;
            }
        }
        Decision::Unknown
    }

    /// [`Vct::decide`] after each of these moves of the side to move, with the role of the side that moves then. The moves
    /// take turns, and each turn is twice as long as the one before: a hard move keeps no other waiting.
    pub(crate) fn decide_each(
        &mut self,
        board: &mut Board,
        moves: &[Point],
        then: Role,
        threats: Threats,
        limits: &SolverLimits<'_>,
    ) -> Vec<Decision> {
        let last_node = self.nodes().saturating_add(limits.nodes);
        let mut verdicts = vec![Decision::Unknown; moves.len()];
        let mut rounds = vec![0; moves.len()];
        board.pass();
        self.prepare(board.position(), then, threats, None);
        board.undo();
        self.progress = SolverProgress::default();
        let mut turn = FIRST_TURN;
        loop {
            let mut is_open = false;
            for (i, &point) in moves.iter().enumerate() {
                if verdicts[i] != Decision::Unknown || rounds[i] == Effort::ROUNDS {
                    continue;
                }
                let left = last_node.saturating_sub(self.nodes());
                if left == 0 || (limits.is_stopped)() {
                    return verdicts;
                }
                is_open = true;
                let cutoff = self.cutoff(&SolverLimits { nodes: turn.min(left), ..*limits });
                board.play(point);
                while rounds[i] < Effort::ROUNDS {
                    self.begin_round(rounds[i]);
                    verdicts[i] = self.round(board, then, &cutoff);
                    if verdicts[i] != Decision::Unknown || self.is_over(&cutoff) {
                        break;
                    }
                    rounds[i] += 1;
                }
                board.undo();
            }
            if !is_open {
                return verdicts;
            }
            turn = turn.saturating_mul(2);
        }
    }

    /// How the side to move escapes, in a position that [`Vct::decide`] has just decided against the attacker.
    pub(crate) fn escape(&mut self, board: &mut Board) -> Escape {
        if let Some(five) = five_point(board, board.side()) {
            return Escape::Five(five);
        }
        let start = self.children.len();
        if !matches!(self.list_replies(board), Threatened::Win(_)) {
            return Escape::NoThreat;
        }
        let cutoff = Cutoff { last_node: u64::MAX, is_stopped: &|| false, watch: &|_| () };
        self.expand(board, start, Thresholds::NONE, &cutoff, Role::Defender);
        let escapes = self.children[start..].iter().find(|child| self.numbers_of(child).disproof == 0);
        let reply = escapes.map(|child| child.point);
        self.children.truncate(start);
        reply.map_or(Escape::NoThreat, Escape::Reply)
    }

    /// The solver for fours.
    pub(crate) fn vcf(&mut self) -> &mut Vcf {
        &mut self.vcf
    }

    /// Makes the solver ready for a position and those after it. `limit` is the most moves of the attacker.
    fn prepare(&mut self, position: &Position, to_move: Role, threats: Threats, limit: Option<u32>) {
        self.keys = keys(position);
        self.threats = threats;
        self.root = position.history().len();
        let attacker = if to_move == Role::Attacker { position.side() } else { !position.side() };
        self.salt = if attacker == Stone::Black { 0 } else { Random::INCREMENT };
        if threats == Threats::Any {
            self.salt ^= 0xd1b5_4a32_d192_ed03;
        }
        self.limit =
            limit.map(|moves| self.root + 2 * moves as usize - usize::from(to_move == Role::Attacker));
        if let Some(limit) = self.limit {
            let stones = position.size().area() - position.empty_count() + limit - self.root;
            self.salt ^= (stones as u64).wrapping_mul(0xff51_afd7_ed55_8ccd);
        }
    }

    /// How many more moves the attacker has.
    fn moves_left(&self, board: &Board) -> usize {
        match self.limit {
            Some(limit) => (limit + 1).saturating_sub(board.position().history().len()) / 2,
            None => usize::MAX,
        }
    }

    /// Writes the table and how far the search was.
    pub(crate) fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        let round = u64::from(self.round);
        out.write_all(&round.to_le_bytes())?;
        let sum = self.table.save(out)?;
        out.write_all(&checksum(sum, round).to_le_bytes())
    }

    /// Reads what [`Vct::save`] wrote; false if it is damaged. The next search begins with the round of then.
    pub(crate) fn load(&mut self, input: &mut dyn Read) -> io::Result<bool> {
        let round = read_word(input)?;
        let sum = self.table.load(input)?;
        let is_whole = read_word(input)? == checksum(sum, round) && round < u64::from(Effort::ROUNDS);
        self.first_round = if is_whole { round as u32 } else { 0 };
        Ok(is_whole)
    }

    fn begin_round(&mut self, round: u32) {
        self.round = round;
        self.effort = Effort::of_round(round, self.threats, &self.parameters);
        self.progress.round = round;
    }

    fn round(&mut self, board: &mut Board, to_move: Role, cutoff: &Cutoff<'_>) -> Decision {
        if board.position().winner().is_some() {
            return Decision::NoWin;
        }
        let numbers = if self.helpers.is_empty() {
            self.run(board, to_move, cutoff)
        } else {
            self.run_on_all_threads(board, to_move, cutoff)
        };
        if numbers.proof == 0 {
            Decision::Win
        } else if numbers.disproof == 0 && !numbers.is_partial {
            Decision::NoWin
        } else {
            Decision::Unknown
        }
    }

    fn run(&mut self, board: &mut Board, to_move: Role, cutoff: &Cutoff<'_>) -> ProofNumbers {
        match to_move {
            Role::Attacker => self.attack(board, Thresholds::NONE, cutoff),
            Role::Defender => self.defend(board, Thresholds::NONE, cutoff),
        }
    }

    /// Every thread searches the same position; they share the table, and avoid children that others are at.
    fn run_on_all_threads(&mut self, board: &mut Board, to_move: Role, cutoff: &Cutoff<'_>) -> ProofNumbers {
        let mut helpers = std::mem::take(&mut self.helpers);
        let done = Arc::clone(&self.done);
        done.store(false, Ordering::Relaxed);
        let numbers = std::thread::scope(|scope| {
            for helper in &mut helpers {
                helper.follow(self);
                let (mut board, done) = (board.clone(), &done);
                let search = move || {
                    let is_stopped = || done.load(Ordering::Relaxed);
                    let limits = SolverLimits { nodes: u64::MAX, is_stopped: &is_stopped, watch: &|_| () };
                    let cutoff = helper.cutoff(&limits);
                    helper.run(&mut board, to_move, &cutoff);
                    done.store(true, Ordering::Relaxed);
                };
                // A system that grants no more threads must do with those it has.
                if std::thread::Builder::new().spawn_scoped(scope, search).is_err() {
                    break;
                }
            }
            let numbers = self.run(board, to_move, cutoff);
            done.store(true, Ordering::Relaxed);
            numbers
        });
        self.helpers = helpers;
        self.is_cut = false;
        done.store(false, Ordering::Relaxed);
        if numbers.is_decided() { numbers } else { self.known(board.hash()).unwrap_or(numbers) }
    }

    /// Searches what another solver searches.
    fn follow(&mut self, other: &Vct) {
        self.keys.clone_from(&other.keys);
        (self.salt, self.limit, self.root) = (other.salt, other.limit, other.root);
        (self.threats, self.round, self.effort) = (other.threats, other.round, other.effort);
        self.is_cut = false;
    }

    /// The limits, counted from now.
    fn cutoff<'a>(&mut self, limits: &SolverLimits<'a>) -> Cutoff<'a> {
        self.is_over = false;
        self.next_poll = self.nodes();
        Cutoff {
            last_node: self.nodes().saturating_add(limits.nodes),
            is_stopped: limits.is_stopped,
            watch: limits.watch,
        }
    }

    /// Searches a position where the attacker is to move: an OR node.
    fn attack(&mut self, board: &mut Board, thresholds: Thresholds, cutoff: &Cutoff<'_>) -> ProofNumbers {
        let known = self.known(board.hash());
        if let Some(numbers) = known
            && numbers.is_decided()
        {
            return numbers;
        }
        let mut is_partial = known.is_some_and(|numbers| numbers.is_partial);
        if known.is_none() {
            let mut budget = Budget::new(self.effort.attack);
            let left = self.moves_left(board);
            let plies = match left {
                0 => None,
                _ => self.vcf.plies_in_moves(board, left, &mut budget),
            };
            is_partial = plies.is_none() && budget.is_exhausted();
            if let Some(plies) = plies {
                return self.store(board.hash(), ProofNumbers::won_in(plies));
            }
            // In two moves one wins by a four only.
            if left <= 2 {
                return self.store(board.hash(), ProofNumbers::disproved(is_partial));
            }
        }
        let start = self.children.len();
        is_partial |= self.list_attacks(board);
        let mut numbers = self.expand(board, start, thresholds, cutoff, Role::Attacker);
        self.children.truncate(start);
        numbers.is_partial |= is_partial;
        self.store(board.hash(), numbers)
    }

    /// Searches a position where the defender is to move: an AND node.
    fn defend(&mut self, board: &mut Board, thresholds: Thresholds, cutoff: &Cutoff<'_>) -> ProofNumbers {
        if let Some(numbers) = self.known(board.hash())
            && numbers.is_decided()
        {
            return numbers;
        }
        let start = self.children.len();
        let numbers = match self.list_replies(board) {
            Threatened::Win(plies) if self.children.len() == start => ProofNumbers::won_in(plies),
            Threatened::Win(_) => self.expand(board, start, thresholds, cutoff, Role::Defender),
            Threatened::Nothing => ProofNumbers::disproved(false),
            Threatened::Unknown => ProofNumbers::disproved(true),
        };
        self.children.truncate(start);
        self.store(board.hash(), numbers)
    }

    /// Searches the most promising child again and again, until the numbers reach the thresholds.
    fn expand(
        &mut self,
        board: &mut Board,
        start: usize,
        thresholds: Thresholds,
        cutoff: &Cutoff<'_>,
        role: Role,
    ) -> ProofNumbers {
        let end = self.children.len();
        loop {
            let sum = self.sum_up(start, end, role);
            let numbers = sum.numbers;
            if start == 0 {
                (self.progress.proof, self.progress.disproof) = (numbers.proof, numbers.disproof);
            }
            let depth = board.position().history().len().saturating_sub(self.root) as u32;
            self.progress.depth = self.progress.depth.max(depth);
            if numbers.is_decided()
                || numbers.proof >= thresholds.proof
                || numbers.disproof >= thresholds.disproof
                || self.is_over(cutoff)
            {
                return numbers;
            }
            let Some(best) = sum.best else { return numbers };
            let child = self.children[best];
            let seen = self.numbers_of(&child);
            // The 1 + ε trick (Pawlewicz and Lew 2007): the second best may be exceeded a little, so that the search
            // does not thrash between two children.
            let inner = match role {
                Role::Attacker => Thresholds {
                    proof: thresholds.proof.min(self.relaxed(sum.second)),
                    disproof: (thresholds.disproof - numbers.disproof).saturating_add(seen.disproof),
                },
                Role::Defender => Thresholds {
                    proof: (thresholds.proof - numbers.proof).saturating_add(seen.proof),
                    disproof: thresholds.disproof.min(self.relaxed(sum.second)),
                },
            };
            // A child that was passed over for those that other threads are at must get some work, whatever its numbers.
            let inner = Thresholds {
                proof: inner.proof.max(seen.proof.saturating_add(1)),
                disproof: inner.disproof.max(seen.disproof.saturating_add(1)),
            };
            self.nodes += 1;
            self.table.enter(child.hash);
            board.play(child.point);
            // The table may lose the entry while the siblings are searched.
            self.children[best].latest = match role {
                Role::Attacker => self.defend(board, inner, cutoff),
                Role::Defender => self.attack(board, inner, cutoff),
            };
            board.undo();
            self.table.leave(child.hash);
        }
    }

    /// The number of the second-best child, with some slack.
    fn relaxed(&self, second: u32) -> u32 {
        let slack = u64::from(second) * self.parameters.vct_slack as u64 / 100 + 1;
        second.saturating_add(u32::try_from(slack).unwrap_or(u32::MAX))
    }

    /// The numbers of a node from those of its children.
    fn sum_up(&self, start: usize, end: usize, role: Role) -> Sum {
        let mut least = ProofNumbers::INFINITE;
        // The same with what other threads are at made to look worse.
        let (mut shown_least, mut second) = (ProofNumbers::INFINITE, ProofNumbers::INFINITE);
        let mut total: u32 = 0;
        let mut plies: Option<u32> = None;
        let mut best = None;
        let (mut some_partial, mut all_partial) = (false, true);
        for i in start..end {
            let child = &self.children[i];
            let numbers = self.numbers_of(child);
            let (chosen, added) = match role {
                Role::Attacker => (numbers.proof, numbers.disproof),
                Role::Defender => (numbers.disproof, numbers.proof),
            };
            total = total.saturating_add(added).min(ProofNumbers::INFINITE);
            least = least.min(chosen);
            let shown = if self.is_alone() { chosen } else { self.shown(child, chosen) };
            if shown < shown_least {
                second = shown_least;
                shown_least = shown;
                best = Some(i);
            } else {
                second = second.min(shown);
            }
            if numbers.proof == 0 {
                plies = Some(match role {
                    Role::Attacker => plies.map_or(numbers.plies, |fewest| fewest.min(numbers.plies)),
                    Role::Defender => plies.map_or(numbers.plies, |most| most.max(numbers.plies)),
                });
            }
            if numbers.disproof == 0 {
                some_partial |= numbers.is_partial;
                all_partial &= numbers.is_partial;
            }
        }
        let plies = plies.unwrap_or(0) + 1;
        let most = ProofNumbers::MAX;
        let numbers = match role {
            Role::Attacker if least == 0 => ProofNumbers::won_in(plies),
            Role::Attacker if least == ProofNumbers::INFINITE => ProofNumbers::disproved(some_partial),
            Role::Attacker => ProofNumbers::open(least, total.clamp(1, most)),
            Role::Defender if total == 0 => ProofNumbers::won_in(plies),
            Role::Defender if least == 0 => ProofNumbers::disproved(all_partial),
            Role::Defender => ProofNumbers::open(total.min(most), least.min(most)),
        };
        Sum { numbers, best, second }
    }

    /// Whether no other thread shares the table.
    fn is_alone(&self) -> bool {
        Arc::strong_count(&self.table) == 1
    }

    /// A child's number as a thread sees it that looks for work others do not do.
    fn shown(&self, child: &Child, number: u32) -> u32 {
        if number == 0 || number >= ProofNumbers::MAX {
            return number;
        }
        number.saturating_add(self.table.busy(child.hash).min(64) * (number / 2 + 2)).min(ProofNumbers::MAX)
    }

    /// Lists the attacker's moves; the attacker has no win by fours. Returns whether some are left to a later round.
    fn list_attacks(&mut self, board: &Board) -> bool {
        let Parameters {
            vct_proof_four, vct_proof_double_three, vct_proof_open_three, vct_proof_quiet, ..
        } = self.parameters;
        let (me, opponent) = (board.side(), !board.side());
        let is_threatened = board.count(opponent, ThreatClass::Five) > 0;
        let (near, everywhere) = (board.near(), board.everywhere());
        let area = if is_threatened {
            board.five_defences()
        } else if self.effort.is_wide {
            everywhere
        } else {
            near
        };
        let is_any = self.threats == Threats::Any;
        let mut left_out = is_any && !is_threatened && area != everywhere;
        let start = self.children.len();
        for point in area.points() {
            let class = board.class(point, me);
            let proof = match class {
                ThreatClass::Forbidden => continue,
                _ if is_threatened => 1,
                ThreatClass::FourThree | ThreatClass::OpenFour | ThreatClass::Five => 1,
                ThreatClass::Four => vct_proof_four,
                ThreatClass::DoubleThree => vct_proof_double_three,
                ThreatClass::OpenThree => vct_proof_open_three,
                _ if !near.contains(point) => FAR_FACTOR * vct_proof_quiet,
                ThreatClass::Three | ThreatClass::Two | ThreatClass::Quiet
                    if class >= self.effort.weakest =>
                {
                    vct_proof_quiet
                }
                _ => {
                    left_out |= is_any;
                    continue;
                }
            };
            if class == ThreatClass::DoubleThree && !board.is_legal(point) {
                continue;
            }
            self.push(board, point, ProofNumbers::open(proof as u32, 1));
        }
        self.children[start..].sort_by_cached_key(|child| (child.latest.proof, -board.worth(child.point)));
        left_out
    }

    /// Lists the defender's replies. Against any other reply the attacker wins in the plies returned.
    fn list_replies(&mut self, board: &mut Board) -> Threatened {
        let (me, opponent) = (board.side(), !board.side());
        if board.count(me, ThreatClass::Five) > 0 {
            return Threatened::Nothing;
        }
        let (area, plies) = if board.count(opponent, ThreatClass::Five) > 0 {
            (five_replies(board), 2)
        } else {
            let mut budget = Budget::new(self.effort.threat);
            let left = self.moves_left(board);
            board.pass();
            let fours = self.vcf.fewest_in_moves(board, left, &mut budget);
            let defences = fours.map(|fours| (self.vcf.defences(board, fours), 2 * fours + 2));
            board.undo();
            match defences {
                Some(defences) => defences,
                None if budget.is_exhausted() => return Threatened::Unknown,
                None => return Threatened::Nothing,
            }
        };
        let start = self.children.len();
        for point in area.points().filter(|&point| board.is_legal(point)) {
            self.push(board, point, ProofNumbers::open(1, 1));
        }
        self.children[start..].sort_by_cached_key(|child| -board.worth(child.point));
        // Without any legal move the game is a draw.
        let can_move = self.children.len() > start || any_reply(board).is_some();
        if can_move { Threatened::Win(plies) } else { Threatened::Nothing }
    }

    fn push(&mut self, board: &Board, point: Point, guess: ProofNumbers) {
        let hash = board.hash() ^ self.keys[board.side() as usize][point.index()];
        self.children.push(Child { point, hash, latest: guess });
    }

    fn known(&self, hash: u64) -> Option<ProofNumbers> {
        self.table.known(hash ^ self.salt, self.round)
    }

    fn numbers_of(&self, child: &Child) -> ProofNumbers {
        self.known(child.hash).unwrap_or(child.latest)
    }

    fn store(&mut self, hash: u64, numbers: ProofNumbers) -> ProofNumbers {
        self.table.store(hash ^ self.salt, numbers, self.round);
        numbers
    }

    fn is_over(&mut self, cutoff: &Cutoff<'_>) -> bool {
        let nodes = self.nodes();
        if !self.is_over && nodes >= self.next_poll {
            self.is_over = nodes >= cutoff.last_node || (cutoff.is_stopped)();
            self.next_poll = (nodes + POLL_NODES).min(cutoff.last_node);
            self.is_cut = self.done.load(Ordering::Relaxed);
            self.total.fetch_add(nodes - self.counted, Ordering::Relaxed);
            self.counted = nodes;
            if nodes >= self.next_watch {
                self.next_watch = nodes + WATCH_NODES;
                self.progress.nodes = self.total.load(Ordering::Relaxed);
                (cutoff.watch)(self.progress);
            }
        }
        self.is_over || self.is_cut
    }

    /// The line of a proved win; `None` if entries that the table has lost could not be proved again in time.
    fn line(&mut self, board: &mut Board, cutoff: &Cutoff<'_>) -> Option<Vec<Point>> {
        let mut line = Vec::new();
        let is_complete = self.extend_line(board, cutoff, &mut line).is_some();
        for _ in 0..line.len() {
            board.undo();
        }
        is_complete.then_some(line)
    }

    /// Plays the win out on the board.
    fn extend_line(&mut self, board: &mut Board, cutoff: &Cutoff<'_>, line: &mut Vec<Point>) -> Option<()> {
        while self.vcf.plies_to_win(board, &mut Budget::new(self.effort.attack)).is_none() {
            let start = self.children.len();
            self.list_attacks(board);
            self.expand(board, start, Thresholds::NONE, cutoff, Role::Attacker);
            let quickest = self.proved(start).min_by_key(|each| each.0);
            self.children.truncate(start);
            let (_, point) = quickest?;
            board.play(point);
            line.push(point);
            self.list_replies(board);
            self.expand(board, start, Thresholds::NONE, cutoff, Role::Defender);
            let longest = self.proved(start).max_by_key(|each| each.0).map(|each| each.1);
            self.children.truncate(start);
            let reply = longest.or_else(|| any_reply(board))?;
            board.play(reply);
            line.push(reply);
        }
        for point in self.vcf.any_line(board, Budget::new(self.effort.attack)) {
            board.play(point);
            line.push(point);
        }
        Some(())
    }

    /// The children from `start` on that are proved, with the plies to the attacker's win.
    fn proved(&self, start: usize) -> impl Iterator<Item = (u32, Point)> + '_ {
        let numbers = self.children[start..].iter().map(|child| (self.numbers_of(child), child.point));
        numbers.filter(|(numbers, _)| numbers.proof == 0).map(|(numbers, point)| (numbers.plies, point))
    }
}

/// Who is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    Attacker,
    Defender,
}

/// What the attacker threatens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Threatened {
    /// A win in this many plies.
    Win(u32),
    Nothing,
    /// The budget was exhausted.
    Unknown,
}

/// The numbers of a node, its most promising child, and the number of the second best.
struct Sum {
    numbers: ProofNumbers,
    best: Option<usize>,
    second: u32,
}

/// Where one search ends.
struct Cutoff<'a> {
    /// The node count.
    last_node: u64,
    is_stopped: &'a dyn Fn() -> bool,
    watch: &'a dyn Fn(SolverProgress),
}

/// The replies of the side to move after which the other side has no five.
fn five_replies(board: &mut Board) -> Area {
    let opponent = !board.side();
    let Some(five) = board.five_point(opponent) else { return Area::default() };
    let mut area = Area::default();
    // Where a five can be enclosed, the reply may be at its other end.
    let candidates: Area = board.near().points().filter(|point| is_in_line(*point, five)).collect();
    for point in candidates.points() {
        board.play(point);
        if board.count(opponent, ThreatClass::Five) == 0 {
            area.insert(point);
        }
        board.undo();
    }
    area
}

/// Whether two points are the same, or on one line with at most four points between them.
fn is_in_line(one: Point, other: Point) -> bool {
    let (dx, dy) = (one.x().abs_diff(other.x()), one.y().abs_diff(other.y()));
    (dx == 0 || dy == 0 || dx == dy) && one.distance(other) <= 5
}

/// By colour: what a move on each empty point changes in the hash.
fn keys(position: &Position) -> Box<[[u64; Point::CELLS]; 2]> {
    let mut keys = Box::new([[0; Point::CELLS]; 2]);
    let mut position = position.clone();
    let empties: Vec<Point> = position.empties().collect();
    for _ in Stone::BOTH {
        let (before, side) = (position.hash(), position.side());
        for &point in &empties {
            position.play(point);
            keys[side as usize][point.index()] = before ^ position.hash();
            position.undo();
        }
        position.pass();
    }
    keys
}

#[cfg(test)]
mod tests;
