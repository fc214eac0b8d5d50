//! VCT: wins by continuous threats, that is fours, open threes and quiet moves that threaten a win by fours.
//!
//! Depth-first proof-number search (df-pn, Nagai 2002). The attacker's moves threaten to win by fours; the defender's are
//! the defences against that win, because every other reply loses to it.

mod tree;

use goren_core::{Point, Position, Stone};

use crate::board::{Area, Board};
use crate::parameters::Parameters;
use crate::solver::vcf::{Vcf, any_reply, five_point, is_legal_four};
use crate::solver::{Budget, Solved, SolverProgress};
use crate::threat_class::ThreatClass;
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
pub(crate) enum Verdict {
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

/// How often the limits are checked, in nodes.
const POLL_NODES: u64 = 1_000;
/// How often progress is reported, in nodes.
const WATCH_NODES: u64 = 50_000;

/// A solver with its table.
pub(crate) struct Vct {
    vcf: Vcf,
    /// A power of two of entries.
    table: Vec<Entry>,
    /// The children of every node on the path, those of the deepest node last.
    children: Vec<Child>,
    /// By colour and point: what a move changes in the hash, the change of side included.
    keys: Box<[[u64; Point::CELLS]; 2]>,
    /// Keeps the entries of the two attackers apart: a position won for one side says nothing about the other.
    salt: u64,
    nodes: u64,
    /// The node count at which to check the limits again.
    next_poll: u64,
    /// The node count at which to report progress again.
    next_watch: u64,
    progress: SolverProgress,
    is_over: bool,
    /// Whether some threat was left out, or some VCF search ran out of its budget.
    is_incomplete: bool,
    effort: Effort,
    parameters: Parameters,
}

/// What the search may spend on one position. It grows from round to round.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Effort {
    /// The weakest class of moves that the attacker tries.
    weakest: ThreatClass,
    /// The VCF budget where the attacker is to move.
    attack: u32,
    /// The VCF budget for what the attacker threatens.
    threat: u32,
}

/// Proof and disproof number: how many leaves must at least be proved to prove the position, and to disprove it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ProofNumbers {
    proof: u32,
    disproof: u32,
    /// The plies to the win of a proved position.
    plies: u32,
}

impl ProofNumbers {
    const INFINITE: u32 = 1 << 30;
    const DISPROVED: ProofNumbers = ProofNumbers { proof: ProofNumbers::INFINITE, disproof: 0, plies: 0 };

    const fn won_in(plies: u32) -> ProofNumbers {
        ProofNumbers { proof: 0, disproof: ProofNumbers::INFINITE, plies }
    }

    const fn is_decided(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }
}

#[derive(Clone, Copy)]
struct Entry {
    hash: u64,
    numbers: ProofNumbers,
}

impl Entry {
    const EMPTY: Entry = Entry { hash: 0, numbers: ProofNumbers { proof: 1, disproof: 1, plies: 0 } };
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
        Effort { weakest, attack: attack * scale, threat: threat * scale }
    }

    /// Whether some of the attacker's moves are left to the next round.
    fn is_partial(self) -> bool {
        self.weakest == ThreatClass::Two
    }
}

impl Vct {
    /// A solver with a table of 2^`log2_entries` positions, 24 bytes each, and as many for its VCF solver.
    pub(crate) fn new(log2_entries: u32, parameters: &Parameters) -> Vct {
        Vct {
            vcf: Vcf::new(log2_entries),
            table: vec![Entry::EMPTY; 1 << log2_entries],
            children: Vec::with_capacity(4096),
            keys: Box::new([[0; Point::CELLS]; 2]),
            salt: 0,
            nodes: 0,
            next_poll: 0,
            next_watch: WATCH_NODES,
            progress: SolverProgress::default(),
            is_over: false,
            is_incomplete: false,
            effort: Effort::of_round(0, Threats::Open, parameters),
            parameters: parameters.clone(),
        }
    }

    /// The memory that a solver of this size needs, in bytes.
    pub(crate) const fn bytes(log2_entries: u32) -> usize {
        (24 + 8) << log2_entries
    }

    pub(crate) fn clear(&mut self) {
        self.vcf.clear();
        self.table.fill(Entry::EMPTY);
        self.is_incomplete = self.effort.is_partial();
    }

    /// Positions searched since the solver was created, those of the VCF solver included.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes + self.vcf.nodes()
    }

    /// Searches for a win of the side to move. The line of a win has the reply that resists longest among those searched.
    pub(crate) fn solve(&mut self, board: &mut Board, threats: Threats, limits: &SolverLimits<'_>) -> Solved {
        let cutoff = self.cutoff(limits);
        match self.rounds(board, Role::Attacker, threats, &cutoff) {
            Verdict::Win => self.line(board, &cutoff).map_or(Solved::Unknown, Solved::Win),
            Verdict::NoWin => Solved::NoWin,
            Verdict::Unknown => Solved::Unknown,
        }
    }

    /// Whether the attacker wins; `to_move` says whether that is the side to move or the other.
    pub(crate) fn decide(
        &mut self,
        board: &mut Board,
        to_move: Role,
        threats: Threats,
        limits: &SolverLimits<'_>,
    ) -> Verdict {
        let cutoff = self.cutoff(limits);
        self.rounds(board, to_move, threats, &cutoff)
    }

    fn rounds(&mut self, board: &mut Board, to_move: Role, threats: Threats, cutoff: &Cutoff<'_>) -> Verdict {
        self.prepare(board.position(), to_move);
        for round in 0..Effort::ROUNDS {
            self.begin_round(round, threats);
            let verdict = self.round(board, to_move, cutoff);
            if verdict != Verdict::Unknown || self.is_over(cutoff) {
                return verdict;
            }
        }
        Verdict::Unknown
    }

    /// [`Vct::decide`] after each of these moves of the side to move, with the role of the side that moves then.
    pub(crate) fn decide_each(
        &mut self,
        board: &mut Board,
        moves: &[Point],
        then: Role,
        threats: Threats,
        limits: &SolverLimits<'_>,
    ) -> Vec<Verdict> {
        let cutoff = self.cutoff(limits);
        let mut verdicts = vec![Verdict::Unknown; moves.len()];
        board.pass();
        self.prepare(board.position(), then);
        board.undo();
        for round in 0..Effort::ROUNDS {
            self.begin_round(round, threats);
            for (&point, verdict) in moves.iter().zip(&mut verdicts) {
                if *verdict == Verdict::Unknown && !self.is_over(&cutoff) {
                    board.play(point);
                    *verdict = self.round(board, then, &cutoff);
                    board.undo();
                }
            }
            if self.is_over(&cutoff) || !verdicts.contains(&Verdict::Unknown) {
                break;
            }
        }
        verdicts
    }

    /// How the side to move escapes, in a position that [`Vct::decide`] has just decided against the attacker.
    pub(crate) fn escape(&mut self, board: &mut Board) -> Escape {
        if let Some(five) = five_point(board, board.side()) {
            return Escape::Five(five);
        }
        let start = self.children.len();
        if self.list_replies(board).is_none() {
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

    /// Makes the solver ready for a position and those after it.
    fn prepare(&mut self, position: &Position, to_move: Role) {
        self.keys = keys(position);
        let attacker = if to_move == Role::Attacker { position.side() } else { !position.side() };
        self.salt = if attacker == Stone::Black { 0 } else { 0x9e37_79b9_7f4a_7c15 };
    }

    fn begin_round(&mut self, round: u32, threats: Threats) {
        self.set_effort(Effort::of_round(round, threats, &self.parameters));
        self.progress = SolverProgress { round, ..SolverProgress::default() };
    }

    fn round(&mut self, board: &mut Board, to_move: Role, cutoff: &Cutoff<'_>) -> Verdict {
        if board.position().winner().is_some() {
            return Verdict::NoWin;
        }
        let numbers = match to_move {
            Role::Attacker => self.attack(board, Thresholds::NONE, cutoff),
            Role::Defender => self.defend(board, Thresholds::NONE, cutoff),
        };
        if numbers.proof == 0 {
            Verdict::Win
        } else if numbers.disproof == 0 && !self.is_incomplete {
            Verdict::NoWin
        } else {
            Verdict::Unknown
        }
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

    /// Keeps the proofs: what was disproved with less effort may be won with more, but a win stays a win.
    fn set_effort(&mut self, effort: Effort) {
        if effort != self.effort {
            self.effort = effort;
            self.is_incomplete = effort.is_partial();
            for entry in self.table.iter_mut().filter(|entry| entry.numbers.proof != 0) {
                *entry = Entry::EMPTY;
            }
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
        if known.is_none() {
            let mut budget = Budget::new(self.effort.attack);
            let plies = self.vcf.plies_to_win(board, &mut budget);
            self.is_incomplete |= plies.is_none() && budget.is_exhausted();
            if let Some(plies) = plies {
                return self.store(board.hash(), ProofNumbers::won_in(plies));
            }
        }
        let start = self.children.len();
        self.list_attacks(board);
        let numbers = self.expand(board, start, thresholds, cutoff, Role::Attacker);
        self.children.truncate(start);
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
            Some(plies) if self.children.len() == start => ProofNumbers::won_in(plies),
            Some(_) => self.expand(board, start, thresholds, cutoff, Role::Defender),
            None => ProofNumbers::DISPROVED,
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
            self.nodes += 1;
            board.play(child.point);
            // The table may lose the entry while the siblings are searched.
            self.children[best].latest = match role {
                Role::Attacker => self.defend(board, inner, cutoff),
                Role::Defender => self.attack(board, inner, cutoff),
            };
            board.undo();
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
        let mut second = ProofNumbers::INFINITE;
        let mut total: u32 = 0;
        let mut plies: Option<u32> = None;
        let mut best = None;
        for i in start..end {
            let child = &self.children[i];
            let numbers = self.numbers_of(child);
            let (chosen, added) = match role {
                Role::Attacker => (numbers.proof, numbers.disproof),
                Role::Defender => (numbers.disproof, numbers.proof),
            };
            total = total.saturating_add(added).min(ProofNumbers::INFINITE);
            if chosen < least {
                second = least;
                least = chosen;
                best = Some(i);
            } else {
                second = second.min(chosen);
            }
            if numbers.proof == 0 {
                plies = Some(match role {
                    Role::Attacker => plies.map_or(numbers.plies, |fewest| fewest.min(numbers.plies)),
                    Role::Defender => plies.map_or(numbers.plies, |most| most.max(numbers.plies)),
                });
            }
        }
        let plies = plies.unwrap_or(0) + 1;
        let numbers = match role {
            Role::Attacker if least == 0 => ProofNumbers::won_in(plies),
            Role::Attacker => ProofNumbers { proof: least, disproof: total, plies: 0 },
            Role::Defender if total == 0 => ProofNumbers::won_in(plies),
            Role::Defender => ProofNumbers { proof: total, disproof: least, plies: 0 },
        };
        Sum { numbers, best, second }
    }

    /// Lists the attacker's moves; the attacker has no win by fours.
    fn list_attacks(&mut self, board: &Board) {
        let Parameters {
            vct_proof_four, vct_proof_double_three, vct_proof_open_three, vct_proof_quiet, ..
        } = self.parameters;
        let (me, foe) = (board.side(), !board.side());
        let is_threatened = board.count(foe, ThreatClass::Five) > 0;
        let start = self.children.len();
        for point in board.near().points() {
            let class = board.class(point, me);
            let blocks = is_threatened && board.class(point, foe) == ThreatClass::Five;
            if is_threatened && !blocks && !is_legal_four(board, point) {
                continue;
            }
            let proof = match class {
                ThreatClass::Forbidden => continue,
                _ if is_threatened => 1,
                ThreatClass::FourThree | ThreatClass::OpenFour | ThreatClass::Five => 1,
                ThreatClass::Four => vct_proof_four,
                ThreatClass::DoubleThree => vct_proof_double_three,
                ThreatClass::OpenThree => vct_proof_open_three,
                ThreatClass::Three | ThreatClass::Two | ThreatClass::Quiet
                    if class >= self.effort.weakest =>
                {
                    vct_proof_quiet
                }
                _ => continue,
            };
            if class == ThreatClass::DoubleThree && !board.is_legal(point) {
                continue;
            }
            let guess = ProofNumbers { proof: proof as u32, disproof: 1, plies: 0 };
            self.push(board, point, guess);
        }
        self.children[start..].sort_by_cached_key(|child| (child.latest.proof, -board.worth(child.point)));
    }

    /// Lists the defender's replies and returns the plies in which the attacker wins against any other reply; `None` if
    /// the attacker threatens nothing.
    fn list_replies(&mut self, board: &mut Board) -> Option<u32> {
        let (me, foe) = (board.side(), !board.side());
        if board.count(me, ThreatClass::Five) > 0 {
            return None;
        }
        let (area, plies) = if board.count(foe, ThreatClass::Five) > 0 {
            (five_replies(board), 2)
        } else {
            let mut budget = Budget::new(self.effort.threat);
            board.pass();
            let fours = self.vcf.fewest_fours(board, &mut budget);
            let defences = fours.map(|fours| (self.vcf.defences(board, fours), 2 * fours + 2));
            board.undo();
            self.is_incomplete |= defences.is_none() && budget.is_exhausted();
            defences?
        };
        let start = self.children.len();
        for point in area.points().filter(|&point| board.is_legal(point)) {
            self.push(board, point, ProofNumbers { proof: 1, disproof: 1, plies: 0 });
        }
        self.children[start..].sort_by_cached_key(|child| -board.worth(child.point));
        // Without any legal move the game is a draw.
        (self.children.len() > start || any_reply(board).is_some()).then_some(plies)
    }

    fn push(&mut self, board: &Board, point: Point, guess: ProofNumbers) {
        let hash = board.hash() ^ self.keys[board.side() as usize][point.index()];
        self.children.push(Child { point, hash, latest: guess });
    }

    /// The two adjacent entries where a position may be stored.
    fn slots(&self, hash: u64) -> [usize; 2] {
        let slot = hash as usize & (self.table.len() - 1);
        [slot, slot ^ 1]
    }

    fn known(&self, hash: u64) -> Option<ProofNumbers> {
        let hash = hash ^ self.salt;
        let slot = self.slots(hash).into_iter().find(|&slot| self.table[slot].hash == hash)?;
        Some(self.table[slot].numbers)
    }

    fn numbers_of(&self, child: &Child) -> ProofNumbers {
        self.known(child.hash).unwrap_or(child.latest)
    }

    /// Stores the numbers of a position, replacing an unproved entry rather than a proved one.
    fn store(&mut self, hash: u64, numbers: ProofNumbers) -> ProofNumbers {
        let hash = hash ^ self.salt;
        let slots = self.slots(hash);
        let same = slots.into_iter().find(|&slot| self.table[slot].hash == hash);
        let unproved = || slots.into_iter().find(|&slot| self.table[slot].numbers.proof > 0);
        let slot = same.or_else(unproved).unwrap_or(slots[0]);
        self.table[slot] = Entry { hash, numbers };
        numbers
    }

    fn is_over(&mut self, cutoff: &Cutoff<'_>) -> bool {
        let nodes = self.nodes();
        if !self.is_over && nodes >= self.next_poll {
            self.is_over = nodes >= cutoff.last_node || (cutoff.is_stopped)();
            self.next_poll = (nodes + POLL_NODES).min(cutoff.last_node);
            if nodes >= self.next_watch {
                self.next_watch = nodes + WATCH_NODES;
                self.progress.nodes = nodes;
                (cutoff.watch)(self.progress);
            }
        }
        self.is_over
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
    let foe = !board.side();
    let Some(five) = board.five_point(foe) else { return Area::default() };
    let mut area = Area::default();
    // Where a five can be enclosed, the reply may be at its other end.
    let candidates: Area = board.near().points().filter(|point| is_in_line(*point, five)).collect();
    for point in candidates.points() {
        board.play(point);
        if board.count(foe, ThreatClass::Five) == 0 {
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
