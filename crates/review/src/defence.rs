//! Which moves hold against a forced win, and whether a move wins by force: by the solvers alone.

use goren_core::{Point, Position, Stop};
use goren_engine::{LineTest, ProveRequest, Refutation, Solver, refute_vcf, winning_moves};
use goren_proof::{Attack, Means, Replies};
use serde::{Deserialize, Serialize};

use crate::standing::{FOUR_NODES, ForcedWin, THREAT_NODES, WinningWay, forced};

/// Positions in which the defences of a position, or the answers to a move, are looked for.
const DEFENCE_NODES: u64 = 60_000;
/// The largest tree that is built.
const ATTACKS: usize = 200_000;
/// The tables of a solver, which knows nothing of earlier questions.
const MEMORY: usize = 4 << 20;

/// The moves that hold in a position whose side to move is threatened.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Defences {
    /// After these the other side has no win by fours or threats: proved.
    pub proved: Vec<Point>,
    /// After these none was found.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub likely: Vec<Point>,
    /// Whether every other legal move loses by force: proved.
    pub complete: bool,
}

impl Defences {
    /// Whether every move loses by force.
    pub(crate) fn is_lost(&self) -> bool {
        self.complete && self.proved.is_empty() && self.likely.is_empty()
    }
}

fn request() -> ProveRequest {
    ProveRequest { means: Means::Threats, nodes: Some(DEFENCE_NODES), attacks: ATTACKS }
}

/// Examines every move of the side to move; `None` if it was stopped.
pub(crate) fn defences(position: &Position, stop: &Stop) -> Option<Defences> {
    let found = Solver::new(MEMORY).defences(position, &request(), stop, &mut |_| ());
    if stop.is_raised() {
        return None;
    }
    Some(match found {
        goren_engine::Defences::Moves { saves, unknown, .. } => {
            Defences { proved: saves, likely: unknown, complete: true }
        }
        // Nothing is threatened yet, or it could not be seen within the limits: no move was examined.
        goren_engine::Defences::NoThreat | goren_engine::Defences::Unknown => Defences::default(),
    })
}

/// How a move wins by force, if the solvers prove it: whatever the other side answers.
pub(crate) fn winning(position: &Position, point: Point, stop: &Stop) -> Option<ForcedWin> {
    let mut after = position.clone();
    after.try_play(point).ok()?;
    if after.winner().is_some() {
        return Some(ForcedWin { by: WinningWay::Fours, moves: 1, line: vec![point] });
    }
    by_fours(position, &after, point, stop).or_else(|| {
        let tested = Solver::new(MEMORY).test_line(position, &[point], &request(), stop, &mut |_| ());
        let LineTest::Wins(tree) = tested else { return None };
        Some(along(&tree))
    })
}

/// A win that begins with a four and goes on with fours.
fn by_fours(position: &Position, after: &Position, point: Point, stop: &Stop) -> Option<ForcedWin> {
    let request = ProveRequest { means: Means::Fours, nodes: Some(FOUR_NODES), ..request() };
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
