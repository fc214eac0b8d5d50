//! Which moves hold against a forced win, and whether a move wins by force: by the solvers alone.

use goren_core::{Point, Position, Stop};
use goren_engine::{LineTest, ProveRequest, Refutation, Solved, Solver, refute_vcf, winning_moves};
use goren_proof::{Attack, Means, Replies};
use serde::{Deserialize, Serialize};

use crate::standing::{FOUR_NODES, ForcedWin, THREAT_NODES, WinningWay, forced};

/// Positions that are searched to prove whether a move wins.
const WINNING_NODES: u64 = 60_000;
/// Positions that are searched to prove a threat, and as many to see which moves stop it.
const DEFENCE_NODES: u64 = 400_000;
/// The largest tree that is built.
const ATTACKS: usize = 200_000;
/// The tables of a solver, which knows nothing of earlier questions.
const MEMORY: usize = 4 << 20;
/// Those of one that looks at many moves.
const DEFENCE_MEMORY: usize = 16 << 20;

/// What becomes of the moves of a side that is threatened.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Defences {
    /// These win by force: proved.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub wins: Vec<Point>,
    /// After these the other side has no win by fours or threats: every one was tried.
    pub proved: Vec<Point>,
    /// After these nothing was proved.
    #[serde(default, skip_serializing_if = "Vec::is_empty", alias = "likely")]
    pub undecided: Vec<Point>,
    /// Whether every other legal move loses by force: proved.
    pub complete: bool,
}

impl Defences {
    /// What is left of them once the move that was played is known to lose.
    pub(crate) fn besides(&self, played: Option<Point>) -> Defences {
        let mut left = self.clone();
        // It left no win by threats either, so to leave none does not save.
        if played.is_some_and(|played| self.proved.contains(&played)) {
            left.undecided.append(&mut left.proved);
            left.undecided.sort_unstable_by_key(|point| (point.y(), point.x()));
        }
        left.undecided.retain(|&point| Some(point) != played);
        left
    }

    /// Whether every move loses by force.
    pub(crate) fn is_lost(&self) -> bool {
        self.complete && self.wins.is_empty() && self.proved.is_empty() && self.undecided.is_empty()
    }
}

fn request(nodes: u64) -> ProveRequest {
    ProveRequest { means: Means::Threats, nodes: Some(nodes), attacks: ATTACKS }
}

/// Examines every move of the side to move, which has this forced win, or none that is known; `None` if it was stopped.
pub(crate) fn defences(position: &Position, win: Option<&ForcedWin>, stop: &Stop) -> Option<Defences> {
    let found = Solver::new(DEFENCE_MEMORY).defences(position, &request(DEFENCE_NODES), stop, &mut |_| ());
    let wins = match win {
        Some(ForcedWin { by: WinningWay::Fours, .. }) => {
            let request = ProveRequest { means: Means::Fours, ..request(FOUR_NODES) };
            winning_moves(position, &request, stop, &mut |_| ()).moves
        }
        Some(win) => win.line.first().copied().into_iter().collect(),
        None => Vec::new(),
    };
    if stop.is_raised() {
        return None;
    }
    let others = |points: Vec<Point>| points.into_iter().filter(|point| !wins.contains(point)).collect();
    Some(match found {
        goren_engine::Defences::Moves { saves, unknown, .. } => {
            Defences { proved: others(saves), undecided: others(unknown), wins, complete: true }
        }
        // Nothing is threatened yet, or it could not be seen within the limits: no move was examined.
        goren_engine::Defences::NoThreat | goren_engine::Defences::Unknown => {
            Defences { wins, ..Defences::default() }
        }
    })
}

/// Whether every move of the side to move loses by force, if the solvers prove it.
pub fn is_lost(position: &Position, stop: &Stop) -> bool {
    defences(position, None, stop).is_some_and(|defences| defences.is_lost())
}

/// How a move wins by force, if the solvers prove it: whatever the other side answers.
pub(crate) fn winning(position: &Position, point: Point, stop: &Stop) -> Option<ForcedWin> {
    let mut after = position.clone();
    after.try_play(point).ok()?;
    if after.winner().is_some() {
        return Some(ForcedWin { by: WinningWay::Fours, moves: 1, line: vec![point] });
    }
    by_fours(position, &after, point, stop).or_else(|| {
        let tested =
            Solver::new(MEMORY).test_line(position, &[point], &request(WINNING_NODES), stop, &mut |_| ());
        let LineTest::Wins(tree) = tested else { return None };
        Some(along(&tree))
    })
}

/// Whether the side to move has no win by fours or threats: every one was tried.
pub(crate) fn leaves_no_win(position: &Position, stop: &Stop) -> bool {
    let found = Solver::new(DEFENCE_MEMORY).solve(position, &request(DEFENCE_NODES), stop, &mut |_| ());
    found == Solved::NoWin && !stop.is_raised()
}

/// A win that begins with a four and goes on with fours.
fn by_fours(position: &Position, after: &Position, point: Point, stop: &Stop) -> Option<ForcedWin> {
    let request = ProveRequest { means: Means::Fours, ..request(FOUR_NODES) };
    if !winning_moves(position, &request, stop, &mut |_| ()).moves.contains(&point) {
        return None;
    }
    let Refutation::Moves(answers) = refute_vcf(after, FOUR_NODES as u32, stop) else { return None };
    // The answer to a four is on the board; where none stops the fours, any will do.
    let answer = answers.first().copied().or_else(|| {
        let five = |&each: &Point| after.shapes(each, position.side()).has_five() && after.is_legal(each);
        after.empties().find(five).or_else(|| after.legal_moves().next())
    })?;
    let mut next = after.clone();
    next.play(answer);
    let rest = forced(&next, FOUR_NODES, THREAT_NODES, stop).filter(|rest| rest.by == WinningWay::Fours)?;
    let line = [point, answer].into_iter().chain(rest.line).collect();
    Some(ForcedWin { by: WinningWay::Fours, moves: rest.moves + 1, line })
}

/// The longest line of a tree, as far as it names the moves of both.
fn along(tree: &Attack) -> ForcedWin {
    let mut line = vec![tree.point];
    let mut at = tree;
    while let Some(next) = at.branches.iter().max_by_key(|branch| depth(&branch.attack)) {
        if let Replies::Points(points) = &next.replies
            && let Some(&reply) = points.first()
        {
            line.extend([reply, next.attack.point]);
            at = &next.attack;
        } else {
            break;
        }
    }
    ForcedWin { by: WinningWay::Threats, moves: depth(tree), line }
}

/// How many moves the attacker needs: without branches it makes five next.
fn depth(attack: &Attack) -> usize {
    1 + attack.branches.iter().map(|branch| depth(&branch.attack)).max().unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(names: &str) -> Vec<Point> {
        names.split_whitespace().map(|name| name.parse().unwrap()).collect()
    }

    fn found(proved: &str, undecided: &str) -> Defences {
        let (proved, undecided) = (points(proved), points(undecided));
        Defences { wins: Vec::new(), proved, undecided, complete: true }
    }

    #[test]
    fn the_move_that_was_played_is_never_left() {
        let played = Some(points("h8")[0]);
        assert_eq!(found("a1", "b1 h8").besides(played), found("a1", "b1"));
        assert!(found("", "h8").besides(played).is_lost());
        assert!(found("h8", "").besides(played).is_lost());
        assert!(!found("", "b1").besides(played).is_lost());
        assert_eq!(found("a1", "b1").besides(None), found("a1", "b1"));
    }

    #[test]
    fn where_leaving_no_win_by_threats_did_not_save_it_saves_no_other_move_either() {
        let played = Some(points("h8")[0]);
        assert_eq!(found("b2 h8", "a1 c3").besides(played), found("", "a1 b2 c3"));
    }

    #[test]
    fn what_was_not_examined_is_not_lost() {
        assert!(!Defences::default().is_lost());
        assert!(!Defences { wins: points("h8"), ..found("", "") }.is_lost());
    }
}
