//! Questions about every move of a position, and about the moves of a line.

use goren_core::{Point, Position, Stop};
use goren_proof::{Branch, Means, Replies};

use super::fours::{decide_each_by_fours, winning_fours};
use super::{Defences, LineTest, ProveRequest, Proved, Solver, SolverProgress, Watch, WinningMoves};
use crate::board::Board;
use crate::solver::tree::{NoTree, Room, wins};
use crate::solver::vct::Escape;
use crate::solver::{Decision, Role, SolverLimits, Threats};

/// Positions in which a win by fours is looked for after each move, before all threats are.
const FOURS_FIRST: u64 = 5_000;

impl Solver {
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
        let mut verdicts: Vec<(Point, Means, Decision)> =
            open.iter().zip(by_fours).map(|(&point, verdict)| (point, Means::Fours, verdict)).collect();
        if !is_fours {
            open = verdicts.extract_if(.., |each| each.2 != Decision::Win).map(|each| each.0).collect();
            let by_threats = self.vct.decide_each(&mut board, &open, Role::Attacker, Threats::Any, limits);
            verdicts.extend(
                open.iter().zip(by_threats).map(|(&point, verdict)| (point, Means::Threats, verdict)),
            );
        }
        let (mut losses, mut unknown) = (Vec::new(), Vec::new());
        for (point, means, verdict) in verdicts {
            match verdict {
                Decision::NoWin => saves.push(point),
                Decision::Unknown => unknown.push(point),
                Decision::Win => {
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
                Decision::Win => {}
                Decision::NoWin => return LineTest::Fails { at, by: self.vct.escape(&mut board) },
                Decision::Unknown => return LineTest::Unknown(at),
            }
        }
        if line.is_empty() {
            match self.vct.decide(&mut board, Role::Attacker, Threats::Any, limits) {
                Decision::Win => {}
                Decision::NoWin => return LineTest::Fails { at: 0, by: Escape::NoThreat },
                Decision::Unknown => return LineTest::Unknown(0),
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

fn sorted_out(moves: &[Point], verdicts: &[Decision]) -> WinningMoves {
    let of = |wanted: Decision| {
        let chosen = moves.iter().zip(verdicts).filter(|&(_, &verdict)| verdict == wanted);
        chosen.map(|(&point, _)| point).collect()
    };
    WinningMoves { moves: of(Decision::Win), unknown: of(Decision::Unknown) }
}
