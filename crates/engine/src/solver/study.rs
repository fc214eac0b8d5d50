//! What one can ask about forced wins: a proof, every winning move, every defence, and whether a line wins.

use std::cell::RefCell;
use std::fmt;
use std::io::{self, Read, Write};

use goren_core::{Point, Position, Stop};
use goren_proof::{Attack, Branch, Means, Replies, verify};

use super::tree::{NoTree, Room, wins};
use super::vct::{Care, Escape};
use super::{Budget, FIRST_SLICE, Role, Solved, SolverLimits, Threats, Vcf, Vct, Verdict};
use crate::board::Board;
use crate::parameters::Parameters;

/// What is asked of a [`Solver`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProveRequest {
    /// Which wins are looked for: by [`Means::Fours`], or by [`Means::Threats`], which [`Means::Force`] stands for too.
    pub means: Means,
    /// The most positions to search; without a limit if `None`.
    pub nodes: Option<u64>,
    /// The most attacking moves of a tree.
    pub attacks: usize,
}

impl Default for ProveRequest {
    fn default() -> ProveRequest {
        ProveRequest { means: Means::Threats, nodes: None, attacks: 4_000_000 }
    }
}

impl ProveRequest {
    /// A request for wins by these means.
    pub fn by(means: Means) -> ProveRequest {
        ProveRequest { means, ..ProveRequest::default() }
    }
}

/// How far a search has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SolverProgress {
    /// Positions searched so far.
    pub nodes: u64,
    /// How many leaves must at least still be proved to prove the win, and to disprove it; 0 for what is not known yet.
    pub proof: u32,
    /// See `proof`.
    pub disproof: u32,
    /// The round, from 0: each spends more on a position than the one before.
    pub round: u32,
    /// The moves of the longest line tried so far.
    pub depth: u32,
}

/// The answer of [`Solver::prove`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proved {
    /// The side to move wins: a tree that [`goren_proof::verify`] has accepted.
    Win(Attack),
    /// It has no win by the means asked for.
    NoWin,
    /// It wins, but the tree would have more moves than allowed.
    TooLarge,
    /// The search was stopped before it could prove either.
    Unknown,
}

/// The answer of [`Solver::prove_shortest`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shortest {
    /// The shortest win found.
    pub proved: Proved,
    /// Its moves of the attacker, the five included, against the longest resistance; zero without a win.
    pub moves: u32,
    /// No win by the means asked for has fewer moves than this. If the two are equal, the win is proved to be shortest.
    pub at_least: u32,
}

/// Why a saved table could not be loaded.
#[derive(Debug)]
pub enum TableError {
    /// The file ends too early, or could not be read.
    Io(io::Error),
    /// It does not begin as a table does.
    NotATable,
    /// It is of another version.
    Version(u64),
    /// It belongs to another position or rule.
    OtherPosition,
    /// Its checksum is wrong.
    Damaged,
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TableError::Io(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                f.write_str("expected a whole table, but the file ends too early")
            }
            TableError::Io(error) => error.fmt(f),
            TableError::NotATable => f.write_str("expected a table saved by goren solve, got something else"),
            TableError::Version(version) => {
                write!(f, "expected a table of version {TABLE_VERSION}, got version {version}")
            }
            TableError::OtherPosition => {
                f.write_str("expected a table of this position and rule, got one of another")
            }
            TableError::Damaged => f.write_str("the table is damaged: its checksum is wrong"),
        }
    }
}

impl std::error::Error for TableError {}

impl From<io::Error> for TableError {
    fn from(error: io::Error) -> TableError {
        TableError::Io(error)
    }
}

/// Positions in which a win by fours is looked for after each move, before all threats are.
const FOURS_FIRST: u64 = 5_000;
/// The first word of a saved table.
const TABLE_MAGIC: u64 = u64::from_le_bytes(*b"gorensol");
/// Changes with whatever changes the meaning of an entry.
const TABLE_VERSION: u64 = 1;

/// The answer of [`Solver::winning_moves`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WinningMoves {
    /// The first moves of a win by the means asked for. With a five at hand they are the fives.
    pub moves: Vec<Point>,
    /// The moves that were not decided before the search was stopped.
    pub unknown: Vec<Point>,
}

/// The answer of [`Solver::defences`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Defences {
    /// The other side has no win by the means asked for, even if the side to move passed.
    NoThreat,
    /// What becomes of each legal move.
    Moves {
        /// The moves that leave the other side without a win.
        saves: Vec<Point>,
        /// What wins against all other moves but those unknown: the branches of a
        /// [`Claim::Defence`](goren_proof::Claim).
        losses: Vec<Branch>,
        /// The moves that were not decided before the search was stopped.
        unknown: Vec<Point>,
    },
    /// The search was stopped before it knew of any win.
    Unknown,
}

/// The answer of [`Solver::test_line`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LineTest {
    /// The line wins: a tree with its moves, completed.
    Wins(Attack),
    /// The rules refuse the move of this index.
    Illegal(usize),
    /// The attacker's move of this index lets the other side escape.
    Fails {
        /// The index in the line.
        at: usize,
        /// How.
        by: Escape,
    },
    /// The line wins, but the tree would have more moves than allowed.
    TooLarge,
    /// The search was stopped before it could tell, at the move of this index.
    Unknown(usize),
}

/// Proves forced wins. It keeps its tables from one question to the next.
pub struct Solver {
    vct: Vct,
}

impl Default for Solver {
    fn default() -> Solver {
        Solver::new(Solver::MEMORY)
    }
}

impl Solver {
    /// The usual size of the tables, in bytes.
    pub const MEMORY: usize = 64 << 20;

    /// A solver with tables of at most so many bytes, and no less than two megabytes.
    pub fn new(memory: usize) -> Solver {
        let log2 = (memory / Vct::bytes(0)).max(1).ilog2().clamp(16, 40);
        Solver { vct: Vct::new(log2, &Parameters::default()) }
    }

    /// Searches with this many threads from now on. With one, the same question has the same answer.
    pub fn set_threads(&mut self, threads: usize) {
        self.vct.set_threads(threads);
    }

    /// Positions searched since the solver was created.
    pub fn nodes(&self) -> u64 {
        self.vct.nodes_of_all()
    }

    /// Writes what was found about a position, for [`Solver::load`].
    ///
    /// # Errors
    /// Those of the output.
    pub fn save(&self, position: &Position, out: &mut dyn Write) -> io::Result<()> {
        for word in [TABLE_MAGIC, TABLE_VERSION, position.hash()] {
            out.write_all(&word.to_le_bytes())?;
        }
        self.vct.save(out)
    }

    /// Reads what [`Solver::save`] wrote. The next search goes on where that one ended.
    ///
    /// # Errors
    /// If it is not a table, belongs to another position, rule or version, or is damaged. The solver has forgotten all tables then.
    pub fn load(&mut self, position: &Position, input: &mut dyn Read) -> Result<(), TableError> {
        let mut word = || {
            let mut bytes = [0; 8];
            input.read_exact(&mut bytes).map(|()| u64::from_le_bytes(bytes))
        };
        if word()? != TABLE_MAGIC {
            return Err(TableError::NotATable);
        }
        let version = word()?;
        if version != TABLE_VERSION {
            return Err(TableError::Version(version));
        }
        if word()? != position.hash() {
            return Err(TableError::OtherPosition);
        }
        let loaded = self.vct.load(input);
        if !matches!(loaded, Ok(true)) {
            self.vct.clear();
        }
        if loaded? { Ok(()) } else { Err(TableError::Damaged) }
    }

    /// Searches for a win of the side to move, and proves it by a tree.
    ///
    /// ```
    /// use goren_core::{Position, Rule, Size, Stop};
    /// use goren_engine::{ProveRequest, Proved, Solver};
    ///
    /// let mut position = Position::new(Rule::Freestyle, Size::DEFAULT);
    /// for name in ["h8", "a1", "i8", "c1", "j8", "e1"] {
    ///     position.play(name.parse().unwrap());
    /// }
    /// let mut solver = Solver::default();
    /// let proved = solver.prove(&position, &ProveRequest::default(), &Stop::default(), &mut |_| ());
    /// let Proved::Win(tree) = proved else { panic!("no win") };
    /// assert!(goren_proof::verify(&position, &tree).is_ok());
    /// ```
    pub fn prove(
        &mut self,
        position: &Position,
        request: &ProveRequest,
        stop: &Stop,
        progress: &mut dyn FnMut(SolverProgress),
    ) -> Proved {
        if position.winner().is_some() {
            return Proved::NoWin;
        }
        let watch = Watch::new(progress);
        watch.during(stop, request.nodes, |limits| self.prove_within(position, request, limits))
    }

    fn prove_within(
        &mut self,
        position: &Position,
        request: &ProveRequest,
        limits: &SolverLimits<'_>,
    ) -> Proved {
        let mut board = Board::new(position);
        let tree = match request.means {
            Means::Fours => {
                let fours = match decide_fours(self.vct.vcf(), &mut board, limits) {
                    Ok(Some(fours)) => fours,
                    Ok(None) => return Proved::NoWin,
                    Err(Stopped) => return Proved::Unknown,
                };
                self.vct.vcf().tree(&mut board, fours, &mut Room::new(request.attacks))
            }
            Means::Threats | Means::Force => {
                match self.vct.decide(&mut board, Role::Attacker, Threats::Any, limits) {
                    Verdict::Win => {}
                    Verdict::NoWin => return Proved::NoWin,
                    Verdict::Unknown => return Proved::Unknown,
                }
                self.checked(position, limits, |vct, care| {
                    vct.tree(&mut Board::new(position), &[], Room::new(request.attacks), care, limits)
                })
            }
        };
        match tree {
            Ok(tree) => Proved::Win(tree),
            Err(NoTree::TooLarge) => Proved::TooLarge,
            Err(NoTree::Stopped | NoTree::Unproved) => Proved::Unknown,
        }
    }

    /// Searches for a win of the side to move and answers with one line of it, without a tree.
    pub fn solve(
        &mut self,
        position: &Position,
        request: &ProveRequest,
        stop: &Stop,
        progress: &mut dyn FnMut(SolverProgress),
    ) -> Solved {
        let watch = Watch::new(progress);
        let mut board = Board::new(position);
        let solved = watch.during(stop, request.nodes, |limits| match request.means {
            Means::Fours => match decide_fours(self.vct.vcf(), &mut board, limits) {
                Ok(Some(_)) => {
                    let line = self.vct.vcf().line(&mut board, &mut Budget::unlimited());
                    line.map_or(Solved::NoWin, Solved::Win)
                }
                Ok(None) => Solved::NoWin,
                Err(Stopped) => Solved::Unknown,
            },
            Means::Threats | Means::Force => self.vct.solve(&mut board, Threats::Any, limits),
        });
        match solved {
            Solved::Win(line) => super::checked(position, line),
            solved => solved,
        }
    }

    /// Searches for a win of the side to move with as few moves as possible.
    pub fn prove_shortest(
        &mut self,
        position: &Position,
        request: &ProveRequest,
        stop: &Stop,
        progress: &mut dyn FnMut(SolverProgress),
    ) -> Shortest {
        let watch = Watch::new(progress);
        watch.during(stop, request.nodes, |limits| {
            let moves_of =
                |tree: &Attack| verify(position, tree).map_or(0, |counts| counts.plies.div_ceil(2));
            let mut proved = self.prove_within(position, request, limits);
            let Proved::Win(tree) = &mut proved else {
                return Shortest { proved, moves: 0, at_least: 1 };
            };
            let mut moves = moves_of(tree);
            // The tree of a win by fours is the shortest.
            let mut at_least = if request.means == Means::Fours { moves } else { 1 };
            while at_least < moves {
                match self.vct.decide_in(&mut Board::new(position), at_least, limits) {
                    Verdict::NoWin => at_least += 1,
                    Verdict::Unknown => break,
                    Verdict::Win => {
                        let shorter = self.checked(position, limits, |vct, care| {
                            vct.tree(&mut Board::new(position), &[], Room::new(request.attacks), care, limits)
                        });
                        let Ok(shorter) = shorter else { break };
                        *tree = shorter;
                        moves = moves_of(tree);
                        break;
                    }
                }
            }
            Shortest { proved, moves, at_least }
        })
    }

    /// A tree that the rules accept: built quickly, or else with more care.
    fn checked(
        &mut self,
        position: &Position,
        limits: &SolverLimits<'_>,
        mut build: impl FnMut(&mut Vct, Care) -> Result<Attack, NoTree>,
    ) -> Result<Attack, NoTree> {
        for care in [Care::Trusting, Care::Trying] {
            let tree = build(&mut self.vct, care)?;
            if wins(position, &tree, limits.is_stopped) {
                return Ok(tree);
            }
            if (limits.is_stopped)() {
                return Err(NoTree::Stopped);
            }
        }
        Err(NoTree::Unproved)
    }

    /// Searches for every first move of a win of the side to move.
    pub fn winning_moves(
        &mut self,
        position: &Position,
        request: &ProveRequest,
        stop: &Stop,
        progress: &mut dyn FnMut(SolverProgress),
    ) -> WinningMoves {
        let side = position.side();
        let fives: Vec<Point> =
            position.legal_moves().filter(|&point| position.shapes(point, side).has_five()).collect();
        if !fives.is_empty() {
            return WinningMoves { moves: fives, unknown: Vec::new() };
        }
        let watch = Watch::new(progress);
        watch.during(stop, request.nodes, |limits| {
            let mut board = Board::new(position);
            match request.means {
                Means::Fours => winning_fours(self.vct.vcf(), &mut board, limits),
                Means::Threats | Means::Force => {
                    let legal: Vec<Point> = position.legal_moves().collect();
                    let verdicts =
                        self.vct.decide_each(&mut board, &legal, Role::Defender, Threats::Any, limits);
                    sorted_out(&legal, &verdicts)
                }
            }
        })
    }

    /// Searches for every move of the side to move that leaves the other side without a win.
    pub fn defences(
        &mut self,
        position: &Position,
        request: &ProveRequest,
        stop: &Stop,
        progress: &mut dyn FnMut(SolverProgress),
    ) -> Defences {
        if !position.outcome().is_ongoing() {
            return Defences::NoThreat;
        }
        let watch = Watch::new(progress);
        watch.during(stop, request.nodes, |limits| self.defences_within(position, request, limits))
    }

    fn defences_within(
        &mut self,
        position: &Position,
        request: &ProveRequest,
        limits: &SolverLimits<'_>,
    ) -> Defences {
        let mut passed = position.clone();
        passed.pass();
        let threat = match self.prove_within(&passed, request, limits) {
            Proved::Win(tree) => tree,
            Proved::NoWin => return Defences::NoThreat,
            Proved::TooLarge | Proved::Unknown => return Defences::Unknown,
        };
        let (mut saves, mut open) = (Vec::new(), Vec::new());
        // Whether some move loses to the threatened win, and not at once.
        let mut is_shared = false;
        let mut after = position.clone();
        for point in position.legal_moves() {
            after.play(point);
            if after.winner().is_some() {
                saves.push(point);
            } else if wins(&after, &threat, limits.is_stopped) {
                let side = after.side();
                is_shared |= !after.empties().any(|five| after.shapes(five, side).has_five());
            } else {
                open.push(point);
            }
            after.undo();
        }
        // What the threatened win does not answer is looked at one by one, the most likely moves first.
        let mut board = Board::new(position);
        open.sort_by_cached_key(|&point| -board.worth(point));
        let is_fours = request.means == Means::Fours;
        let some = SolverLimits { nodes: limits.nodes.min(FOURS_FIRST), ..*limits };
        let by_fours =
            decide_each_by_fours(self.vct.vcf(), &mut board, &open, if is_fours { limits } else { &some });
        let mut verdicts: Vec<(Point, Means, Verdict)> =
            open.iter().zip(by_fours).map(|(&point, verdict)| (point, Means::Fours, verdict)).collect();
        if !is_fours {
            open = verdicts.extract_if(.., |each| each.2 != Verdict::Win).map(|each| each.0).collect();
            let by_threats = self.vct.decide_each(&mut board, &open, Role::Attacker, Threats::Any, limits);
            verdicts.extend(
                open.iter().zip(by_threats).map(|(&point, verdict)| (point, Means::Threats, verdict)),
            );
        }
        let (mut losses, mut unknown) = (Vec::new(), Vec::new());
        for (point, means, verdict) in verdicts {
            match verdict {
                Verdict::NoWin => saves.push(point),
                Verdict::Unknown => unknown.push(point),
                Verdict::Win => {
                    after.play(point);
                    let proved = self.prove_within(&after, &ProveRequest { means, ..*request }, limits);
                    after.undo();
                    match proved {
                        Proved::Win(attack) => {
                            losses.push(Branch { replies: Replies::Points(vec![point]), attack });
                        }
                        _ => unknown.push(point),
                    }
                }
            }
        }
        saves.sort_unstable_by_key(|point| (point.y(), point.x()));
        unknown.sort_unstable_by_key(|point| (point.y(), point.x()));
        if is_shared {
            losses.push(Branch { replies: Replies::Others, attack: threat });
        }
        Defences::Moves { saves, losses, unknown }
    }

    /// Tests a line that is claimed to win for the side to move: its moves and the other side's replies in turn.
    ///
    /// The line may end anywhere. Other replies are answered as the solver likes.
    pub fn test_line(
        &mut self,
        position: &Position,
        line: &[Point],
        request: &ProveRequest,
        stop: &Stop,
        progress: &mut dyn FnMut(SolverProgress),
    ) -> LineTest {
        let watch = Watch::new(progress);
        watch.during(stop, request.nodes, |limits| self.test_within(position, line, request, limits))
    }

    fn test_within(
        &mut self,
        position: &Position,
        line: &[Point],
        request: &ProveRequest,
        limits: &SolverLimits<'_>,
    ) -> LineTest {
        let mut replay = position.clone();
        for (index, &point) in line.iter().enumerate() {
            if replay.try_play(point).is_err() {
                return LineTest::Illegal(index);
            }
        }
        let mut board = Board::new(position);
        for (at, &point) in line.iter().enumerate() {
            board.play(point);
            if at % 2 == 1 || board.position().winner() == Some(position.side()) {
                continue;
            }
            match self.vct.decide(&mut board, Role::Defender, Threats::Any, limits) {
                Verdict::Win => {}
                Verdict::NoWin => return LineTest::Fails { at, by: self.vct.escape(&mut board) },
                Verdict::Unknown => return LineTest::Unknown(at),
            }
        }
        if line.is_empty() {
            match self.vct.decide(&mut board, Role::Attacker, Threats::Any, limits) {
                Verdict::Win => {}
                Verdict::NoWin => return LineTest::Fails { at: 0, by: Escape::NoThreat },
                Verdict::Unknown => return LineTest::Unknown(0),
            }
        }
        let tree = self.checked(position, limits, |vct, care| {
            vct.tree(&mut Board::new(position), line, Room::new(request.attacks), care, limits)
        });
        match tree {
            Ok(tree) => LineTest::Wins(tree),
            Err(NoTree::TooLarge) => LineTest::TooLarge,
            Err(NoTree::Stopped | NoTree::Unproved) => LineTest::Unknown(line.len()),
        }
    }
}

/// A line through the tree of a win: the replies with the longest answers, and the five at the end.
pub fn main_line(position: &Position, tree: &Attack) -> Vec<Point> {
    let mut position = position.clone();
    let first = position.history().len();
    let mut attack = Some(tree);
    while let Some(Attack { point, branches }) = attack {
        if position.try_play(*point).is_err() || position.winner().is_some() {
            break;
        }
        let longest = branches.iter().rev().max_by_key(|branch| depth(&branch.attack));
        let reply = longest.and_then(|branch| match &branch.replies {
            Replies::Points(points) => points.iter().copied().find(|&reply| position.is_legal(reply)),
            Replies::Others => other_reply(&position, branches),
        });
        attack = longest.map(|branch| &branch.attack);
        let Some(reply) = reply.or_else(|| stop_or_any(&position)) else { break };
        position.play(reply);
        if attack.is_none() {
            let side = position.side();
            let five = position.empties().find(|&point| position.shapes(point, side).has_five());
            five.into_iter().for_each(|five| position.play(five));
        }
    }
    position.history()[first..].iter().filter_map(|played| played.point).collect()
}

fn depth(attack: &Attack) -> usize {
    1 + attack.branches.iter().map(|branch| depth(&branch.attack)).max().unwrap_or(0)
}

/// A legal move that no branch lists.
fn other_reply(position: &Position, branches: &[Branch]) -> Option<Point> {
    let is_listed = |reply: &Point| {
        branches
            .iter()
            .any(|branch| matches!(&branch.replies, Replies::Points(points) if points.contains(reply)))
    };
    position.legal_moves().find(|reply| !is_listed(reply))
}

/// A legal move on a point where the other side would make five, or else any.
fn stop_or_any(position: &Position) -> Option<Point> {
    let foe = !position.side();
    position.legal_moves().max_by_key(|&point| position.shapes(point, foe).has_five())
}

/// [`Solver::prove`] with a solver of its own.
pub fn prove(
    position: &Position,
    request: &ProveRequest,
    stop: &Stop,
    progress: &mut dyn FnMut(SolverProgress),
) -> Proved {
    Solver::default().prove(position, request, stop, progress)
}

/// [`Solver::winning_moves`] with a solver of its own.
pub fn winning_moves(
    position: &Position,
    request: &ProveRequest,
    stop: &Stop,
    progress: &mut dyn FnMut(SolverProgress),
) -> WinningMoves {
    Solver::default().winning_moves(position, request, stop, progress)
}

/// [`Solver::defences`] with a solver of its own.
pub fn defences(
    position: &Position,
    request: &ProveRequest,
    stop: &Stop,
    progress: &mut dyn FnMut(SolverProgress),
) -> Defences {
    Solver::default().defences(position, request, stop, progress)
}

/// Passes on progress from a search, which has only a shared reference to it.
struct Watch<'a>(RefCell<&'a mut dyn FnMut(SolverProgress)>);

impl<'a> Watch<'a> {
    fn new(progress: &'a mut dyn FnMut(SolverProgress)) -> Watch<'a> {
        Watch(RefCell::new(progress))
    }

    fn during<T>(&self, stop: &Stop, nodes: Option<u64>, work: impl FnOnce(&SolverLimits<'_>) -> T) -> T {
        let is_stopped = || stop.is_raised();
        let watch = |progress| (self.0.borrow_mut())(progress);
        work(&SolverLimits { nodes: nodes.unwrap_or(u64::MAX), is_stopped: &is_stopped, watch: &watch })
    }
}

/// The search was stopped.
struct Stopped;

/// The fewest fours with which the side to move wins; `None` if it has no such win.
fn decide_fours(vcf: &mut Vcf, board: &mut Board, limits: &SolverLimits<'_>) -> Result<Option<u32>, Stopped> {
    in_slices(vcf, limits, |vcf, budget| vcf.fewest_fours(board, budget))
}

/// Repeats a search with growing budgets, until it finds something or ends within its budget.
fn in_slices<T>(
    vcf: &mut Vcf,
    limits: &SolverLimits<'_>,
    mut search: impl FnMut(&mut Vcf, &mut Budget) -> Option<T>,
) -> Result<Option<T>, Stopped> {
    let first = vcf.nodes();
    let mut slice = FIRST_SLICE;
    loop {
        let spent = vcf.nodes() - first;
        let left = limits.nodes.saturating_sub(spent);
        let mut budget = Budget::new(slice.min(u32::try_from(left).unwrap_or(u32::MAX)));
        if let Some(found) = search(vcf, &mut budget) {
            return Ok(Some(found));
        }
        if !budget.is_exhausted() {
            return Ok(None);
        }
        (limits.watch)(SolverProgress { nodes: vcf.nodes(), ..SolverProgress::default() });
        if vcf.nodes() - first >= limits.nodes || (limits.is_stopped)() {
            return Err(Stopped);
        }
        slice = slice.saturating_add(slice / 4);
    }
}

/// Which fours win, one by one.
fn winning_fours(vcf: &mut Vcf, board: &mut Board, limits: &SolverLimits<'_>) -> WinningMoves {
    let mut found = WinningMoves::default();
    for point in vcf.fours(board) {
        match in_slices(vcf, limits, |vcf, budget| vcf.four_wins(board, point, budget).then_some(())) {
            Ok(Some(())) => found.moves.push(point),
            Ok(None) => {}
            Err(Stopped) => found.unknown.push(point),
        }
    }
    found.moves.sort_unstable_by_key(|point| (point.y(), point.x()));
    found
}

/// After each of these moves: whether the other side wins by fours.
fn decide_each_by_fours(
    vcf: &mut Vcf,
    board: &mut Board,
    moves: &[Point],
    limits: &SolverLimits<'_>,
) -> Vec<Verdict> {
    moves
        .iter()
        .map(|&point| {
            board.play(point);
            let plies = in_slices(vcf, limits, |vcf, budget| vcf.plies_to_win(board, budget));
            board.undo();
            match plies {
                Ok(Some(_)) => Verdict::Win,
                Ok(None) => Verdict::NoWin,
                Err(Stopped) => Verdict::Unknown,
            }
        })
        .collect()
}

fn sorted_out(moves: &[Point], verdicts: &[Verdict]) -> WinningMoves {
    let of = |wanted: Verdict| {
        let chosen = moves.iter().zip(verdicts).filter(|&(_, &verdict)| verdict == wanted);
        chosen.map(|(&point, _)| point).collect()
    };
    WinningMoves { moves: of(Verdict::Win), unknown: of(Verdict::Unknown) }
}

#[cfg(test)]
mod tests;
