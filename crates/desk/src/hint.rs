//! Help for the side to move: first where to look, then which move, and why.

use goren_core::{Point, Position, Shape, Stop};
use goren_engine::{ProveRequest, Proved, prove};
use goren_proof::Means;
use goren_puzzle::training::area;

use crate::chance::{for_nodes, judge, of_black, standing};
use crate::inspect::fours_win;
use crate::proofs::Proofs;
use crate::refusal::Refusal;
use crate::wire::{HintReason, HintStage, HintView, ProvedView};

/// Positions for the search behind a hint. Not a time: every stage of a hint asks again, and must find the same move.
const SEARCH_NODES: u64 = 200_000;
/// Positions in which a win by threats is looked for.
const THREAT_NODES: u64 = 60_000;
const FOUR_NODES: u64 = 100_000;

/// A move worth playing, and why.
struct Advice {
    reason: HintReason,
    line: Vec<Point>,
    black: f64,
}

/// What to say about a position; refused if there is nothing to play.
pub(crate) fn hint(
    position: &Position,
    stage: HintStage,
    proofs: &Proofs,
    stop: &Stop,
) -> Result<HintView, Refusal> {
    if !position.outcome().is_ongoing() {
        return Err(Refusal::GameOver);
    }
    let Advice { reason, line, black } = advise(position, proofs, stop).ok_or(Refusal::NoLegalMove)?;
    let point = *line.first().ok_or(Refusal::NoLegalMove)?;
    Ok(match stage {
        HintStage::Where => HintView::Where { area: area(position, point) },
        HintStage::Why => HintView::Why { point, reason, pv: line, black },
    })
}

/// A win of the side to move by some means, proved now.
fn win(position: &Position, means: Means, nodes: u64, proofs: &Proofs, stop: &Stop) -> Option<ProvedView> {
    let request = ProveRequest { nodes: Some(nodes), ..ProveRequest::by(means) };
    let Proved::Win(tree) = prove(position, &request, stop, &mut |_| ()) else { return None };
    proofs.learn_win(position, &tree)?.proved()
}

/// The first move of what is proved. Whoever has lost is told so, and what lasts longest.
fn by_proof(position: &Position, told: ProvedView) -> Option<Advice> {
    let (point, moves, side) = (*told.line.first()?, told.moves, position.side());
    let reason = if told.winner != side {
        HintReason::Lost { stone: told.winner, moves }
    } else if position.shapes(point, side).strongest() >= Shape::DoubleFour {
        HintReason::OpenFour
    } else {
        HintReason::Win { by: told.by, moves }
    };
    let chance = if told.winner == side { 1.0 } else { 0.0 };
    Some(Advice { reason, line: told.line, black: of_black(chance, side) })
}

fn advise(position: &Position, proofs: &Proofs, stop: &Stop) -> Option<Advice> {
    let (side, other) = (position.side(), !position.side());
    if let Some(point) = position.empties().find(|&point| position.shapes(point, side).has_five()) {
        return Some(Advice { reason: HintReason::Five, line: vec![point], black: of_black(1.0, side) });
    }
    let known = proofs.about(position).and_then(|kept| kept.proved());
    let known = known.or_else(|| win(position, Means::Fours, FOUR_NODES, proofs, stop));
    if let Some(advice) = known.and_then(|told| by_proof(position, told)) {
        return Some(advice);
    }
    let danger = position.legal_moves().find(|&point| position.shapes(point, other).has_five());
    let best = |reason: &dyn Fn(Point) -> HintReason| {
        let standing = standing(&mut judge(), position, for_nodes(SEARCH_NODES), stop);
        let reason = reason(*standing.line.first()?);
        Some(Advice { reason, line: standing.line, black: of_black(standing.chance, side) })
    };
    if danger.is_some() {
        return best(&|point| {
            let mut after = position.clone();
            after.play(point);
            let is_stopped = !after.legal_moves().any(|point| after.shapes(point, other).has_five());
            if is_stopped { HintReason::BlockFive } else { HintReason::BlockOneFive }
        });
    }
    if !fours_win(position, other, stop).is_empty() {
        return best(&|_| HintReason::Block { stone: other });
    }
    let by_threats = win(position, Means::Threats, THREAT_NODES, proofs, stop);
    if let Some(advice) = by_threats.and_then(|told| by_proof(position, told)) {
        return Some(advice);
    }
    best(&|_| HintReason::Best)
}

#[cfg(test)]
mod tests {
    use super::*;
    use goren_core::{Rule, Size, Stone};

    fn played(names: &str) -> Position {
        let mut position = Position::new(Rule::Freestyle, Size::DEFAULT);
        names.split(' ').for_each(|name| position.play(name.parse().unwrap()));
        position
    }

    fn why(names: &str) -> (HintReason, Point) {
        match hint(&played(names), HintStage::Why, &Proofs::default(), &Stop::default()) {
            Ok(HintView::Why { reason, point, .. }) => (reason, point),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn the_reason_fits_the_position() {
        assert_eq!(why("h8 a1 i8 a2 j8 a3 k8 a5").0, HintReason::Five);
        assert_eq!(why("h8 a1 i8 a3 j8 a5").0, HintReason::OpenFour);
        assert_eq!(why("a1 h8 a3 i8 o1 j8").0, HintReason::Block { stone: Stone::White });
    }

    #[test]
    fn no_hint_promises_what_its_move_does_not_do() {
        assert_eq!(why("a1 h8 a3 i8 o1 j8 g8 k8").0, HintReason::BlockFive);
        assert_eq!(why("a1 h8 a3 i8 o1 j8 a15 k8").0, HintReason::BlockOneFive);
    }

    /// In quiet positions, too, where the advice is a search's.
    #[test]
    fn the_stages_of_a_hint_are_about_one_move() {
        for moves in ["h8", "h8 i9", "h8 i9 g8 j10", "h8 a1 i8 a3 j8 a5"] {
            let told = why(moves);
            assert_eq!(why(moves), told, "{moves}");
            match hint(&played(moves), HintStage::Where, &Proofs::default(), &Stop::default()) {
                Ok(HintView::Where { area }) => assert!(area.contains(&told.1), "{moves}"),
                other => panic!("{other:?}"),
            }
        }
    }

    #[test]
    fn a_hint_tells_what_is_proved_and_what_it_proves_is_known() {
        let (proofs, stop) = (Proofs::default(), Stop::default());
        let told = |names: &str| match hint(&played(names), HintStage::Why, &proofs, &stop) {
            Ok(HintView::Why { reason, black, pv, .. }) => (reason, black, pv),
            other => panic!("{other:?}"),
        };
        // Two threes: Black wins by threats.
        let names = "h9 a1 g9 a3 i8 c15 i7 e15";
        let (reason, black, line) = told(names);
        let known = proofs.about(&played(names)).unwrap().proved().unwrap();
        assert_eq!((&known.line, black), (&line, 1.0));
        assert_eq!(reason, HintReason::Win { by: "threats", moves: known.moves });
        // White to move after its first move has lost, and hears it, with one move of Black's less.
        let (reason, black, _) = told(&format!("{names} {}", line[0]));
        assert_eq!(reason, HintReason::Lost { stone: Stone::Black, moves: known.moves - 1 });
        assert_eq!(black, 1.0);
    }
}
