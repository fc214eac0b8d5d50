//! What can be said about a position at once: outcome, forbidden points and why, the threats of both sides.

use std::sync::Arc;

use goren_core::{
    Direction, ForbiddenKind, Judgement, Obstacle, Outcome, Point, Position, Shape, Stone, Stop, Verdict,
};
use goren_engine::{
    Defences, ProveRequest, Proved, Refutation, Solved, defences, prove, refute_vcf, solve_vcf,
};
use goren_proof::Means;

use crate::proofs::{Kept, Proofs};
use crate::wire::{
    Danger, ExtensionView, ForbiddenView, JudgedLineView, JudgementView, LookView, ObstacleName, OutcomeName,
    SideXray, ThreatClass, ThreatView, XrayView,
};

/// Positions searched for a win by fours: what a glance may cost.
const FOURS_NODES: u64 = 20_000;
/// Positions searched for what stops one.
const REFUTATION_NODES: u32 = 200_000;

/// What is known about a position, with the threats if asked for. What the threats prove is kept with all other proofs.
pub(crate) fn inspect(position: &Position, xray: bool, proofs: Option<&Proofs>, stop: &Stop) -> LookView {
    let (outcome, winner, row) = match position.outcome() {
        Outcome::Ongoing => (OutcomeName::Ongoing, None, Vec::new()),
        Outcome::Win { stone, line } => (OutcomeName::Win, Some(stone), line.points().collect()),
        Outcome::FullBoard => (OutcomeName::FullBoard, None, Vec::new()),
        Outcome::NoLegalMove => (OutcomeName::NoLegalMove, None, Vec::new()),
    };
    let xray = (xray && outcome == OutcomeName::Ongoing).then(|| self::xray(position, stop));
    let proved = proofs.and_then(|proofs| {
        proofs.about(position).or_else(|| prove_glance(position, xray.as_ref()?, proofs, stop))?.proved()
    });
    let forbidden = position.forbidden_points().map(|(point, kind)| ForbiddenView { point, kind });
    LookView {
        side: position.side(),
        outcome,
        winner,
        row,
        broken: broken(position).map(|why| judgement(&why)),
        forbidden: forbidden.collect(),
        proved,
        xray,
    }
}

/// The proof of what the threats have decided.
fn prove_glance(position: &Position, xray: &XrayView, proofs: &Proofs, stop: &Stop) -> Option<Arc<Kept>> {
    let request = ProveRequest { nodes: Some(REFUTATION_NODES.into()), ..ProveRequest::by(Means::Fours) };
    let own = if position.side() == Stone::Black { &xray.black } else { &xray.white };
    if !own.fours_win.is_empty() {
        let Proved::Win(tree) = prove(position, &request, stop, &mut |_| ()) else { return None };
        return proofs.learn_win(position, &tree);
    }
    if xray.danger != Danger::Lost {
        return None;
    }
    match defences(position, &request, stop, &mut |_| ()) {
        Defences::Moves { saves, losses, unknown } if saves.is_empty() && unknown.is_empty() => {
            proofs.learn_loss(position, Means::Fours, &losses)
        }
        _ => None,
    }
}

/// Why the last move was forbidden, if it was.
fn broken(position: &Position) -> Option<Judgement> {
    let last = position.history().last().filter(|last| last.stone == Stone::Black)?.point?;
    let mut before = position.clone();
    before.undo();
    before.is_forbidden(last).then(|| before.judge(last))
}

fn xray(position: &Position, stop: &Stop) -> XrayView {
    let side =
        |stone| SideXray { points: threats(position, stone), fours_win: fours_win(position, stone, stop) };
    let (danger, must_block) = match refute_vcf(position, REFUTATION_NODES, stop) {
        Refutation::NoThreat => (Danger::None, Vec::new()),
        Refutation::Moves(moves) if moves.is_empty() => (Danger::Lost, moves),
        Refutation::Moves(moves) => (Danger::Stoppable, moves),
        Refutation::Unknown => (Danger::Unknown, Vec::new()),
    };
    XrayView { black: side(Stone::Black), white: side(Stone::White), danger, must_block }
}

/// A win by fours of a colour, if it were to move: its line, which the rules have agreed with.
pub(crate) fn fours_win(position: &Position, stone: Stone, stop: &Stop) -> Vec<Point> {
    let mut position = position.clone();
    if position.side() != stone {
        position.pass();
    }
    match solve_vcf(&position, Some(FOURS_NODES), stop).solved {
        Solved::Win(line) => line,
        Solved::NoWin | Solved::Unknown => Vec::new(),
    }
}

fn threats(position: &Position, stone: Stone) -> Vec<ThreatView> {
    let mut found: Vec<(ThreatClass, Point)> = position
        .empties()
        .filter_map(|point| {
            let shapes = position.shapes(point, stone);
            let count = |shape| shapes.count(shape);
            let class = if shapes.has_five() {
                ThreatClass::Five
            } else if stone == Stone::Black && position.is_forbidden(point) {
                return None;
            } else if count(Shape::OpenFour) + count(Shape::DoubleFour) > 0 {
                ThreatClass::OpenFour
            } else if count(Shape::Four) + count(Shape::OpenThree) > 1 {
                ThreatClass::Double
            } else if count(Shape::Four) > 0 {
                ThreatClass::Four
            } else if count(Shape::OpenThree) > 0 {
                ThreatClass::OpenThree
            } else {
                return None;
            };
            Some((class, point))
        })
        .collect();
    found.sort_unstable();
    let view = |(class, point): (ThreatClass, Point)| {
        let lines = Direction::ALL
            .into_iter()
            .filter(|&direction| position.shapes(point, stone).on(direction) >= Shape::OpenThree);
        let lines = lines.map(|direction| position.threat(point, stone, direction)).collect();
        ThreatView { point, class, lines }
    };
    found.into_iter().map(view).collect()
}

/// Says why a point is forbidden to Black, or is not.
pub(crate) fn judgement(judgement: &Judgement) -> JudgementView {
    let verdict = judgement.verdict;
    let lines = judgement.lines.iter().map(|line| JudgedLineView {
        threat: line.threat.clone(),
        counts: match verdict {
            Verdict::Five => line.threat.shape == Shape::Five,
            Verdict::Forbidden(ForbiddenKind::Overline) => line.threat.shape == Shape::Overline,
            Verdict::Forbidden(ForbiddenKind::DoubleFour) => {
                matches!(line.threat.shape, Shape::Four | Shape::DoubleFour | Shape::OpenFour)
            }
            Verdict::Forbidden(ForbiddenKind::DoubleThree) | Verdict::Legal => line.is_counted_three(),
        },
        extensions: line
            .extensions
            .iter()
            .map(|extension| ExtensionView {
                point: extension.point,
                obstacle: extension.obstacle.as_ref().map(|obstacle| match obstacle {
                    Obstacle::Five => ObstacleName::Five,
                    Obstacle::Forbidden(_) => ObstacleName::Forbidden,
                }),
                why: match &extension.obstacle {
                    Some(Obstacle::Forbidden(inner)) => Some(Box::new(self::judgement(inner))),
                    _ => None,
                },
            })
            .collect(),
    });
    JudgementView { point: judgement.point, verdict, lines: lines.collect() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use goren_core::{Rule, Size};

    fn played(rule: Rule, names: &str) -> Position {
        let mut position = Position::new(rule, Size::DEFAULT);
        names.split(' ').for_each(|name| position.play(name.parse().unwrap()));
        position
    }

    fn xray(names: &str) -> XrayView {
        inspect(&played(Rule::Freestyle, names), true, None, &Stop::default()).xray.unwrap()
    }

    fn names(points: &[Point]) -> Vec<String> {
        points.iter().map(Point::to_string).collect()
    }

    #[test]
    fn an_open_three_shows_where_it_wins_and_where_it_must_be_blocked() {
        let xray = xray("h8 a1 i8 a3 j8");
        let classes: Vec<_> =
            xray.black.points.iter().map(|threat| (threat.point.to_string(), threat.class)).collect();
        assert_eq!(
            classes[..2],
            [("g8".to_owned(), ThreatClass::OpenFour), ("k8".to_owned(), ThreatClass::OpenFour)]
        );
        assert!(!xray.black.fours_win.is_empty() && xray.white.points.is_empty());
        assert_eq!(
            (xray.danger, names(&xray.must_block)),
            (Danger::Stoppable, vec!["g8".into(), "k8".into()])
        );
    }

    #[test]
    fn what_the_threats_decide_is_proved_and_known_from_then_on() {
        let stop = Stop::default();
        for (names, moves, plies) in [("h8 a1 i8 a3 j8 a5", 2, 3), ("h8 a1 i8 a3 j8 a5 k8", 1, 2)] {
            let (position, proofs) = (played(Rule::Freestyle, names), Proofs::default());
            assert!(inspect(&position, false, Some(&proofs), &stop).proved.is_none(), "{names}");
            let seen = inspect(&position, true, Some(&proofs), &stop).proved.unwrap();
            assert_eq!((seen.winner, seen.moves, seen.plies), (Stone::Black, moves, plies), "{names}");
            let again = inspect(&position, false, Some(&proofs), &stop).proved.unwrap();
            assert_eq!((again.moves, &again.proof), (moves, &seen.proof));
            assert!(proofs.find(&seen.proof).unwrap().proof.verify().is_ok());
            assert!(inspect(&position, true, None, &stop).proved.is_none(), "guests are not told");
        }
    }

    #[test]
    fn an_open_four_of_the_other_is_lost_and_one_own_five_is_not() {
        let lost = xray("h8 a1 i8 a3 j8 a5 k8");
        assert_eq!((lost.danger, lost.must_block.len()), (Danger::Lost, 0));
        let winning = xray("h8 a1 i8 a2 j8 a3 a8 a4 k8");
        assert_eq!(winning.danger, Danger::None);
    }

    #[test]
    fn a_search_that_is_stopped_claims_nothing() {
        let stop = Stop::default();
        stop.raise();
        let position = played(Rule::Freestyle, "h8 a1 i8 a3 j8 a5 k8");
        let xray = inspect(&position, true, None, &stop).xray.unwrap();
        assert_eq!((xray.danger, xray.must_block.len()), (Danger::Unknown, 0));
    }

    #[test]
    fn a_double_three_is_explained_line_by_line() {
        let position = played(Rule::Renju, "h6 a1 h7 a3 i8 a5 j8 a7");
        let view = judgement(&position.judge("h8".parse().unwrap()));
        assert_eq!(view.verdict, Verdict::Forbidden(ForbiddenKind::DoubleThree));
        assert_eq!(view.lines.iter().filter(|line| line.counts).count(), 2);
        let view = inspect(&position, false, None, &Stop::default());
        assert_eq!(view.forbidden[0].kind, ForbiddenKind::DoubleThree);
        assert!(view.broken.is_none());
        let mut played = position.clone();
        played.play("h8".parse().unwrap());
        let broken = inspect(&played, false, None, &Stop::default()).broken.unwrap();
        assert_eq!(broken.verdict, Verdict::Forbidden(ForbiddenKind::DoubleThree));
    }
}
