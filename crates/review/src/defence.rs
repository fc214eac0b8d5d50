//! Which moves hold against a forced win, and whether a move wins by force: by the solvers alone, and what is proved by trees that the
//! rules have accepted.

use goren_core::{Point, Position, Shape, Stop};
use goren_engine::{LineTest, ProveRequest, Proved, Solved, Solver, glance, winning_moves};
use goren_proof::{Attack, Branch, Means, Proof, Replies};
use serde::{Deserialize, Serialize};

use crate::standing::{FOUR_NODES, ForcedWin, Judge, MAX_ATTACKS, ProvedWin, SOLVER_BYTES, WinningWay};

/// Positions that are searched to prove whether a move wins.
const WINNING_NODES: u64 = 60_000;
/// Positions that are searched to prove a threat, and as many to see which moves stop it.
const DEFENCE_NODES: u64 = 400_000;
/// The tables of a solver that looks at many moves.
const DEFENCE_BYTES: usize = 16 << 20;
/// The most moves after which slower wins are looked for, how many times as many nodes as for a position are searched after all of them, and
/// after one at most.
const MAX_SEARCHED: usize = 8;
const SEARCHED_TIMES: u64 = 100;
const MAX_TIMES: u64 = 25;

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
    /// Whether the engine has searched after each of `proved`, and announced no win of the other side.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub searched: bool,
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

    /// Leaves only moves after which the engine announces no win either, by moves that threaten nothing: the likeliest ones are
    /// searched, and of all others nothing is said. `None` if it was stopped.
    pub(crate) fn searched(
        mut self,
        position: &Position,
        judge: &mut Judge,
        stop: &Stop,
    ) -> Option<Defences> {
        let mut likely = self.proved.clone();
        if let Some(glance) = glance(position) {
            let place = |point: &Point| glance.policy.iter().position(|each| each.0 == *point);
            likely.sort_by_key(place);
        }
        likely.truncate(MAX_SEARCHED);
        let times = MAX_TIMES.min(SEARCHED_TIMES / likely.len().max(1) as u64);
        let mut named = Vec::new();
        for point in likely {
            let mut after = position.clone();
            after.play(point);
            if after.outcome().is_ongoing() && judge.announces_win(&after, times, stop)? {
                continue;
            }
            named.push(point);
        }
        let (named, others): (Vec<Point>, Vec<Point>) =
            self.proved.into_iter().partition(|point| named.contains(point));
        self.undecided.extend(others);
        self.undecided.sort_unstable_by_key(|point| (point.y(), point.x()));
        Some(Defences { proved: named, searched: true, ..self })
    }

    /// Whether every move loses by force.
    pub(crate) fn is_lost(&self) -> bool {
        self.complete && self.wins.is_empty() && self.proved.is_empty() && self.undecided.is_empty()
    }
}

fn request(nodes: u64) -> ProveRequest {
    ProveRequest { means: Means::Threats, nodes: Some(nodes), attacks: MAX_ATTACKS }
}

/// What wins against the moves of the side to move but those that save it and those that were not decided, by a tree that was accepted.
pub(crate) struct Losses {
    pub(crate) saves: Vec<Point>,
    pub(crate) undecided: Vec<Point>,
    pub(crate) tree: Vec<Branch>,
    pub(crate) proof: Proof,
}

impl Losses {
    /// Whether every move loses.
    pub(crate) fn is_all(&self) -> bool {
        self.saves.is_empty() && self.undecided.is_empty()
    }
}

/// Looks at every move of the side to move. Nothing where no threat is seen within the limits, so that no move was examined. The same for the
/// same position.
pub(crate) fn losses(position: &Position, stop: &Stop) -> Option<Losses> {
    let found = Solver::new(DEFENCE_BYTES).defences(position, &request(DEFENCE_NODES), stop, &mut |_| ());
    let goren_engine::Defences::Moves { saves, losses: tree, unknown: undecided } = found else {
        return None;
    };
    let others = [&saves[..], &undecided].concat();
    let proof = Proof::of_defence(position, others, Means::Threats, &tree).ok()?;
    Some(Losses { saves, undecided, tree, proof })
}

/// Examines every move of the side to move, which has this forced win, or none that is known; `None` if it was stopped.
pub(crate) fn defences(position: &Position, win: Option<&ForcedWin>, stop: &Stop) -> Option<Defences> {
    let found = losses(position, stop);
    let wins = match win {
        Some(ForcedWin { by: WinningWay::Fours, .. }) => winning_fours(position, stop),
        Some(win) => win.line.first().copied().into_iter().collect(),
        None => Vec::new(),
    };
    if stop.is_raised() {
        return None;
    }
    let others = |points: Vec<Point>| points.into_iter().filter(|point| !wins.contains(point)).collect();
    Some(match found {
        Some(Losses { saves, undecided, .. }) => {
            let (proved, undecided) = (others(saves), others(undecided));
            Defences { proved, undecided, wins, complete: true, searched: false }
        }
        None => Defences { wins, ..Defences::default() },
    })
}

/// The proof that every move of the side to move loses by force, if the solvers find one.
pub fn lost(position: &Position, stop: &Stop) -> Option<Proof> {
    losses(position, stop).filter(Losses::is_all).map(|losses| losses.proof)
}

/// How a move wins by force, if that is proved: whatever the other side answers. The same for the same position.
pub(crate) fn winning(position: &Position, point: Point, stop: &Stop) -> Option<ProvedWin> {
    let by_fours = by_fours(position, point, stop);
    by_fours.or_else(|| {
        let request = request(WINNING_NODES);
        match Solver::new(SOLVER_BYTES).test_line(position, &[point], &request, stop, &mut |_| ()) {
            LineTest::Wins(tree) => ProvedWin::of(position, tree),
            _ => None,
        }
    })
}

/// The first moves of wins by fours, each proved.
fn winning_fours(position: &Position, stop: &Stop) -> Vec<Point> {
    let request = ProveRequest { means: Means::Fours, ..request(FOUR_NODES) };
    let mut moves = winning_moves(position, &request, stop, &mut |_| ()).moves;
    moves.retain(|&point| by_fours(position, point, stop).is_some());
    moves
}

/// Whether the side to move has no win by fours or threats: every one was tried.
pub(crate) fn leaves_no_win(position: &Position, stop: &Stop) -> bool {
    let found = Solver::new(DEFENCE_BYTES).solve(position, &request(DEFENCE_NODES), stop, &mut |_| ());
    found == Solved::NoWin && !stop.is_raised()
}

/// A win that begins with a four at this point and goes on with fours: to every reply that stops the five there is one.
fn by_fours(position: &Position, point: Point, stop: &Stop) -> Option<ProvedWin> {
    let side = position.side();
    let mut next = position.clone();
    next.try_play(point).ok()?;
    let mut branches = Vec::new();
    if next.winner().is_none() {
        if position.shapes(point, side).strongest() < Shape::Four {
            return None;
        }
        let request = ProveRequest { means: Means::Fours, ..request(FOUR_NODES) };
        let mut solver = Solver::new(SOLVER_BYTES);
        let replies: Vec<Point> = next.legal_moves().collect();
        for reply in replies {
            next.play(reply);
            if !next.empties().any(|five| next.shapes(five, side).has_five()) {
                let Proved::Win(attack) = solver.prove(&next, &request, stop, &mut |_| ()) else {
                    return None;
                };
                branches.push(Branch { replies: Replies::Points(vec![reply]), attack });
            }
            next.undo();
        }
    }
    ProvedWin::of(position, Attack { point, branches })
}

#[cfg(test)]
mod tests {
    use super::*;
    use goren_core::{Rule, Size};

    fn points(names: &str) -> Vec<Point> {
        names.split_whitespace().map(|name| name.parse().unwrap()).collect()
    }

    fn found(proved: &str, undecided: &str) -> Defences {
        let (proved, undecided) = (points(proved), points(undecided));
        Defences { proved, undecided, complete: true, ..Defences::default() }
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
    fn a_move_after_which_the_engine_announces_a_win_is_not_named() {
        // Black has no win by threats after e10 or f10, and wins by quiet moves in 13.
        let mut position = Position::new(Rule::Freestyle, Size::DEFAULT);
        points("j6 g10 i8 i10 i6 h10 j10").into_iter().for_each(|point| position.play(point));
        let (stop, mut judge) = (Stop::default(), Judge::new(40_000));
        for point in points("e10 f10") {
            let mut after = position.clone();
            after.play(point);
            assert!(leaves_no_win(&after, &stop), "{point}");
        }
        let searched =
            |proved: &str, judge: &mut Judge| found(proved, "a1").searched(&position, judge, &stop).unwrap();
        let expected = Defences { searched: true, ..found("", "a1 e10") };
        assert_eq!(searched("e10", &mut judge), expected);
        // No more are named than were searched.
        let small = searched("e10 f10 b2 b3 b4 b5 b6 b7 b8 b9", &mut Judge::new(100));
        assert!(small.searched && small.proved.len() <= MAX_SEARCHED && small.undecided.len() >= 3);
        // Nobody knows what a search that was stopped would have found.
        stop.raise();
        assert_eq!(found("e10", "").searched(&position, &mut judge, &stop), None);
    }

    #[test]
    fn what_was_not_examined_is_not_lost() {
        assert!(!Defences::default().is_lost());
        assert!(!Defences { wins: points("h8"), ..found("", "") }.is_lost());
    }
}
