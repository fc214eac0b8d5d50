//! Judges moves of puzzles by proof: whether a move still wins by force, which answer holds out longest, and what refutes
//! a move that does not win.

use goren_core::{Point, Position, Stone, Stop};
use goren_engine::{LineTest, ProveRequest, Refutation, Solved, Solver, refute_vcf, solve_vcf, solve_vct};
use goren_proof::{Attack, Replies};

use super::view::{TrainProof, TrainSaid, TrainTree};
use crate::puzzle::{Kind, Puzzle};

/// Positions searched for a win by fours.
const FOUR_NODES: u64 = 400_000;
/// Positions searched for what stops one.
const REFUTE_NODES: u32 = 2_000_000;
/// Positions searched for a win by threats; those of the puzzles are found in a tenth of it.
pub(super) const THREAT_NODES: u64 = 60_000;
/// The same, where that was too little.
const MORE_NODES: u64 = 10 * THREAT_NODES;
/// The same, where an answer is known to be wrong and only the reason is wanted.
pub(super) const REASON_NODES: u64 = 10_000;
/// Answers that are compared where all of them lose to fours.
const ANSWERS: usize = 40;

/// What a move of the attacker is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Ruling {
    /// It made five.
    Five,
    /// Whatever is answered, five follows: one such answer and the five.
    FiveNext(Point, Point),
    /// It wins by force; this answer holds out longest.
    Right {
        /// The answer.
        reply: Point,
        /// Whether fours alone win from here.
        by_fours: bool,
    },
    /// It does not win, or nobody could prove that it does.
    Wrong(Fault),
}

/// Why a move of the attacker does not win, with the moves that follow it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// The other side makes five.
    Five(Point),
    /// The other side wins by fours first.
    Counter(Vec<Point>),
    /// It threatens nothing.
    Quiet,
    /// This answer stops everything.
    Stopped(Point),
    /// This answer stopped everything that was tried.
    Unproved(Option<Point>),
}

impl Fault {
    /// The moves that refute, the other side's first.
    pub(super) fn line(&self) -> Vec<Point> {
        match self {
            Fault::Five(point) | Fault::Stopped(point) | Fault::Unproved(Some(point)) => vec![*point],
            Fault::Counter(line) => line.clone(),
            Fault::Quiet | Fault::Unproved(None) => Vec::new(),
        }
    }

    /// The reason, where this side was to win.
    pub(super) fn said(&self, attacker: Stone) -> TrainSaid {
        let side = !attacker;
        match self {
            &Fault::Five(point) => TrainSaid::MakesFive { side, point },
            Fault::Counter(line) => match line.first() {
                Some(&point) => TrainSaid::WinsFirst { side, point },
                None => TrainSaid::StillWins { side },
            },
            Fault::Quiet => TrainSaid::Quiet { side },
            &Fault::Stopped(point) => TrainSaid::Stopped { side, point },
            &Fault::Unproved(Some(point)) => TrainSaid::Unproved { side, point },
            Fault::Unproved(None) => TrainSaid::NotFound,
        }
    }
}

/// Judges a legal move of the side to move, which is to win by force, with so many positions for each question about threats.
pub(super) fn attack(position: &Position, point: Point, threats: u64, stop: &Stop) -> Ruling {
    let side = position.side();
    let mut after = position.clone();
    after.play(point);
    if after.winner() == Some(side) {
        return Ruling::Five;
    }
    let moves = match refute_vcf(&after, REFUTE_NODES, stop) {
        Refutation::NoThreat => return Ruling::Wrong(unanswered(&after, stop)),
        Refutation::Unknown => return Ruling::Wrong(Fault::Unproved(None)),
        Refutation::Moves(moves) => moves,
    };
    // What stops the fours must lose to threats.
    let mut longest: Option<(usize, Point)> = None;
    for reply in moves {
        let mut next = after.clone();
        next.play(reply);
        if next.winner().is_some() {
            return Ruling::Wrong(Fault::Five(reply));
        }
        let mut solved = solve_vct(&next, Some(threats), stop).solved;
        // A search from here knows nothing of what found the move before, as a hint may have; it gets more room.
        if solved == Solved::Unknown && threats == THREAT_NODES {
            solved = solve_vct(&next, Some(MORE_NODES), stop).solved;
        }
        match solved {
            Solved::Win(line) if longest.is_none_or(|(length, _)| line.len() > length) => {
                longest = Some((line.len(), reply));
            }
            Solved::Win(_) => {}
            Solved::NoWin => return Ruling::Wrong(Fault::Stopped(reply)),
            Solved::Unknown => return Ruling::Wrong(Fault::Unproved(Some(reply))),
        }
    }
    match longest {
        Some((_, reply)) => Ruling::Right { reply, by_fours: false },
        None => hold_out(&after, stop),
    }
}

/// What follows a move that threatens no win by fours.
fn unanswered(after: &Position, stop: &Stop) -> Fault {
    if let Some(five) = five(after) {
        return Fault::Five(five);
    }
    match solve_vcf(after, Some(FOUR_NODES), stop).solved {
        Solved::Win(line) => Fault::Counter(line),
        Solved::NoWin | Solved::Unknown => Fault::Quiet,
    }
}

/// A point with which the side to move makes five.
fn five(position: &Position) -> Option<Point> {
    let side = position.side();
    position.legal_moves().find(|&point| position.shapes(point, side).has_five())
}

/// The longest answer of the side to move, which loses to fours whatever it plays.
fn hold_out(after: &Position, stop: &Stop) -> Ruling {
    let mut longest: Option<(usize, Point)> = None;
    let mut blocked = None;
    let mut replies = answers(after, stop);
    if replies.is_empty() {
        // The only answer may be forbidden: anything else is as good.
        replies.extend(after.legal_moves().next());
    }
    for reply in replies {
        let mut next = after.clone();
        next.play(reply);
        if let Some(five) = five(&next) {
            blocked = blocked.or(Some((reply, five)));
            continue;
        }
        if let Solved::Win(line) = solve_vcf(&next, Some(FOUR_NODES), stop).solved
            && longest.is_none_or(|(length, _)| line.len() > length)
        {
            longest = Some((line.len(), reply));
        }
    }
    match (longest, blocked) {
        (Some((_, reply)), _) => Ruling::Right { reply, by_fours: true },
        (None, Some((reply, five))) => Ruling::FiveNext(reply, five),
        (None, None) => Ruling::Wrong(Fault::Unproved(None)),
    }
}

/// Answers worth comparing: those in the way of the win that is threatened, and own fours.
fn answers(after: &Position, stop: &Stop) -> Vec<Point> {
    let mut passed = after.clone();
    passed.pass();
    let mut points = match solve_vcf(&passed, Some(FOUR_NODES), stop).solved {
        Solved::Win(line) => line,
        Solved::NoWin | Solved::Unknown => Vec::new(),
    };
    let attacker = passed.side();
    points.extend(after.empties().filter(|&point| after.shapes(point, attacker).has_five()));
    points.extend(
        after
            .empties()
            .filter(|&point| after.shapes(point, after.side()).strongest() >= goren_core::Shape::Four),
    );
    let mut seen = Vec::new();
    for point in points {
        if !seen.contains(&point) && after.is_legal(point) {
            seen.push(point);
        }
    }
    seen.truncate(ANSWERS);
    seen
}

/// How the side to move wins by force, and whether by fours alone.
pub(super) fn forced_win(position: &Position, stop: &Stop) -> Option<(Vec<Point>, bool)> {
    if let Solved::Win(line) = solve_vcf(position, Some(FOUR_NODES), stop).solved {
        return Some((line, true));
    }
    match solve_vct(position, Some(THREAT_NODES), stop).solved {
        Solved::Win(line) => Some((line, false)),
        Solved::NoWin | Solved::Unknown => None,
    }
}

/// How the side to move wins by force, and what is said of it.
pub fn forced(position: &Position, stop: &Stop) -> TrainProof {
    if let Some(side) = position.winner() {
        return TrainProof { line: Vec::new(), said: TrainSaid::HasFive { side } };
    }
    let side = position.side();
    let Some((line, by_fours)) = forced_win(position, stop) else {
        return TrainProof { line: Vec::new(), said: TrainSaid::NoWin { side } };
    };
    let moves = line.len().div_ceil(2);
    let said = if by_fours {
        TrainSaid::WinsByFours { side, moves }
    } else {
        TrainSaid::WinsByThreats { side, moves }
    };
    TrainProof { line, said }
}

/// Nine points around a move, which is not always in the middle.
pub fn area(position: &Position, point: Point) -> Vec<Point> {
    let shift = position.hash() % 9;
    let (dx, dy) = ((shift % 3) as isize - 1, (shift / 3) as isize - 1);
    let size = position.size();
    let near = |from: isize| from - 1..=from + 1;
    near(dy)
        .flat_map(|y| near(dx).map(move |x| (x, y)))
        .filter_map(|(x, y)| point.offset(x, y))
        .filter(|&point| size.contains(point))
        .collect()
}

/// Positions searched, and moves of a tree at most, to prove a line that is stepped through.
const TREE_NODES: u64 = 2_000_000;
const MAX_TREE_MOVES: usize = 20_000;
const TREE_MEMORY_BYTES: usize = 16 << 20;

/// A line of a puzzle that is to be proved as a win.
pub struct WinningLine {
    /// Where the win begins.
    position: Position,
    /// The moves from there, the winner's first.
    moves: Vec<Point>,
    /// How many moves of the puzzle come before it.
    before: usize,
}

impl WinningLine {
    /// A line from the start of a puzzle; `None` where nobody wins by force in it. In a defence the other side wins, after the
    /// first move.
    ///
    /// # Panics
    /// If the moves cannot be played.
    pub fn of(puzzle: &Puzzle, moves: &[Point]) -> Option<WinningLine> {
        let before = moves_before(puzzle);
        if puzzle.kind == Kind::Balance || moves.len() <= before {
            return None;
        }
        let mut position = puzzle.position();
        moves[..before].iter().for_each(|&point| position.play(point));
        Some(WinningLine { position, moves: moves[before..].to_vec(), before })
    }

    /// Where the win begins.
    pub fn start(&self) -> &Position {
        &self.position
    }

    /// The tree that proves it, if one is found.
    pub fn prove(&self, stop: &Stop) -> Option<Attack> {
        let request =
            ProveRequest { nodes: Some(TREE_NODES), attacks: MAX_TREE_MOVES, ..ProveRequest::default() };
        let mut solver = Solver::new(TREE_MEMORY_BYTES);
        match solver.test_line(&self.position, &self.moves, &request, stop, &mut |_| ()) {
            LineTest::Wins(tree) => Some(tree),
            _ => None,
        }
    }

    /// How many moves of the winner a tree has, and at each reply of the line the replies that it answers: all others lose
    /// at once, or are answered alike.
    pub fn shown(&self, tree: &Attack) -> TrainTree {
        let (mut moves, mut open) = (0, vec![tree]);
        while let Some(attack) = open.pop() {
            moves += 1;
            open.extend(attack.branches.iter().map(|branch| &branch.attack));
        }
        let mut replies = Vec::new();
        let mut at = Some(tree);
        for &reply in self.moves.iter().skip(1).step_by(2) {
            let Some(attack) = at else { break };
            replies.push(named(attack));
            let holds = |replies: &Replies| match replies {
                Replies::Points(points) => points.contains(&reply),
                Replies::Others => false,
            };
            let listed = attack.branches.iter().find(|branch| holds(&branch.replies));
            let others = || attack.branches.iter().find(|branch| branch.replies == Replies::Others);
            at = listed.or_else(others).map(|branch| &branch.attack);
        }
        TrainTree { moves, first: self.before + 1, replies }
    }
}

impl TrainTree {
    /// A line of a puzzle that was not proved.
    pub fn unproved(puzzle: &Puzzle) -> TrainTree {
        TrainTree { moves: 0, first: moves_before(puzzle) + 1, replies: Vec::new() }
    }
}

/// The moves of a puzzle's line before the winner's first.
fn moves_before(puzzle: &Puzzle) -> usize {
    usize::from(puzzle.kind == Kind::Defence)
}

/// The replies that a tree names.
fn named(attack: &Attack) -> Vec<Point> {
    let mut points = Vec::new();
    for branch in &attack.branches {
        if let Replies::Points(replies) = &branch.replies {
            points.extend(replies);
        }
    }
    points.sort_unstable();
    points
}

/// What refutes a move that does not defend: the winning line of the other side, and the reason.
pub(super) fn undefended(after: &Position, stop: &Stop) -> (Vec<Point>, TrainSaid) {
    let side = after.side();
    let Some((line, by_fours)) = forced_win(after, stop) else {
        return (Vec::new(), TrainSaid::StillWins { side });
    };
    let said = match line.first() {
        Some(&point) if by_fours => TrainSaid::StillByFours { side, point },
        Some(&point) => TrainSaid::StillByThreats { side, point },
        None => TrainSaid::StillWins { side },
    };
    (line, said)
}

#[cfg(test)]
mod tests {
    use super::*;
    use goren_core::{Rule, Size};
    use goren_proof::{Means, Proof};

    fn played(names: &str) -> Position {
        let mut position = Position::new(Rule::Freestyle, Size::DEFAULT);
        names.split(' ').for_each(|name| position.play(name.parse().unwrap()));
        position
    }

    fn ruling(names: &str, point: &str) -> Ruling {
        attack(&played(names), point.parse().unwrap(), THREAT_NODES, &Stop::default())
    }

    #[test]
    fn an_open_four_has_five_next_and_a_closed_one_is_stopped() {
        let three = "h8 a1 i8 a3 j8 a5";
        assert!(matches!(ruling(three, "k8"), Ruling::FiveNext(..)));
        assert!(matches!(ruling("h8 a1 i8 a3 j8 a5 k8 g8", "l8"), Ruling::Five));
        // A four with a gap is closed at the gap.
        let gap = ruling(three, "l8");
        assert_eq!(gap, Ruling::Wrong(Fault::Stopped("k8".parse().unwrap())));
    }

    #[test]
    fn a_quiet_move_and_an_overlooked_five_are_told_apart() {
        assert_eq!(ruling("h8 a1 i8 a3", "o15"), Ruling::Wrong(Fault::Quiet));
        let blind = ruling("h8 a1 i8 b1 o1 c1 o3 d1", "j8");
        assert_eq!(blind, Ruling::Wrong(Fault::Five("e1".parse().unwrap())));
        let Ruling::Wrong(fault) = blind else { panic!() };
        let point = "e1".parse().unwrap();
        assert_eq!(fault.said(Stone::Black), TrainSaid::MakesFive { side: Stone::White, point });
    }

    #[test]
    fn a_double_three_wins_by_threats_and_the_answer_is_legal() {
        let position = played("h8 a1 i8 a3 j9 o1 j10 o3");
        let Ruling::Right { reply, .. } =
            attack(&position, "j8".parse().unwrap(), THREAT_NODES, &Stop::default())
        else {
            panic!()
        };
        let mut after = position.clone();
        after.play("j8".parse().unwrap());
        assert!(after.is_legal(reply));
        after.play(reply);
        assert!(forced_win(&after, &Stop::default()).is_some());
    }

    fn line(position: &Position, moves: &[Point]) -> WinningLine {
        WinningLine { position: position.clone(), moves: moves.to_vec(), before: 0 }
    }

    #[test]
    fn a_line_is_proved_with_the_replies_that_matter_and_a_wrong_one_is_not() {
        let position = played("h8 a1 i8 a3 j9 o1 j10 o3");
        let stop = Stop::default();
        let (moves, _) = forced_win(&position, &stop).unwrap();
        let won = line(&position, &moves);
        let tree = won.prove(&stop).unwrap();
        let TrainTree { moves: count, replies, .. } = won.shown(&tree);
        assert!(count >= moves.len().div_ceil(2) && replies.len() == moves.len() / 2, "{count} {replies:?}");
        assert!(replies[0].len() > 1 && replies[0].iter().all(|&point| position.is_legal(point)));
        assert_eq!(line(&position, &["o15".parse().unwrap()]).prove(&stop), None);
        let means = [Means::Fours, Means::Threats];
        assert!(means.into_iter().any(|means| Proof::of_win(&position, means, &tree).is_ok()));
    }

    #[test]
    fn what_is_found_as_the_next_move_is_right_and_proved_in_a_line_that_is_long() {
        let stop = Stop::default();
        let puzzle = crate::shipped().iter().find(|puzzle| puzzle.id == "uhxaf2w3").unwrap();
        let start = puzzle.position();
        let first = puzzle.line[0];
        let Ruling::Right { reply, .. } = attack(&start, first, THREAT_NODES, &stop) else { panic!() };
        let mut position = start.clone();
        position.play(first);
        position.play(reply);
        let (best, _) = forced_win(&position, &stop).unwrap();
        let ruling = attack(&position, best[0], THREAT_NODES, &stop);
        assert!(!matches!(ruling, Ruling::Wrong(_)), "{ruling:?}");
        assert!(WinningLine::of(puzzle, &[first, reply, best[0]]).unwrap().prove(&stop).is_some());
    }

    #[test]
    fn a_move_that_defends_nothing_meets_the_winning_line() {
        let mut position = played("h8 a1 i8 a3 j8 o15");
        position.pass();
        position.play("o1".parse().unwrap());
        let (line, said) = undefended(&position, &Stop::default());
        assert_eq!(said, TrainSaid::StillByFours { side: Stone::Black, point: line[0] });
    }
}
