//! What can be said about a position at once: outcome, forbidden points and why, the threats of both sides.

use goren_core::{
    Direction, ForbiddenKind, Judgement, LineThreat, Obstacle, Outcome, Point, Position, Shape, Stone, Stop,
    Verdict,
};
use goren_engine::{Solved, solve_vcf};

use crate::wire::{
    ExtensionView, ForbiddenView, JudgedLineView, JudgementView, LookView, PointName, ShapeView, SideXray,
    ThreatView, XrayView,
};

/// Positions to look for a win by fours in: what a glance may cost.
const FOURS_NODES: u64 = 20_000;
/// The same, after each of the answers that might stop one.
const ANSWER_NODES: u64 = 4_000;
/// The most answers that are tried.
const MOST_ANSWERS: usize = 48;

/// Looks at a position.
pub(crate) fn look(position: &Position, xray: bool) -> LookView {
    let (outcome, winner, row) = match position.outcome() {
        Outcome::Ongoing => ("ongoing", None, Vec::new()),
        Outcome::Win { stone, line } => ("win", Some(stone.into()), PointName::all(line.points())),
        Outcome::FullBoard => ("full_board", None, Vec::new()),
        Outcome::NoLegalMove => ("no_legal_move", None, Vec::new()),
    };
    let forbidden = position
        .forbidden_points()
        .map(|(point, kind)| ForbiddenView { point: PointName(point), kind: kind_name(kind) });
    LookView {
        side: position.side().into(),
        outcome,
        winner,
        row,
        forbidden: forbidden.collect(),
        xray: (xray && outcome == "ongoing").then(|| self::xray(position)),
    }
}

fn xray(position: &Position) -> XrayView {
    let side = |stone| SideXray {
        points: threats(position, stone),
        fours_win: PointName::all(fours_win(position, stone)),
    };
    let (black, white) = (side(Stone::Black), side(Stone::White));
    let other = if position.side() == Stone::Black { &white } else { &black };
    let danger: Vec<Point> = other.fours_win.iter().map(|name| name.0).collect();
    let wins_now = position.empties().any(|point| position.shapes(point, position.side()).has_five());
    let is_pressed = !danger.is_empty() && !wins_now;
    let must_block = if is_pressed { answers(position, &danger) } else { Vec::new() };
    let lost = is_pressed && must_block.is_empty();
    XrayView { black, white, must_block: PointName::all(must_block), lost }
}

/// A win by fours of a colour, if it were to move: its line, which the rules have agreed with.
pub(crate) fn fours_win(position: &Position, stone: Stone) -> Vec<Point> {
    let mut position = position.clone();
    if position.side() != stone {
        position.pass();
    }
    match solve_vcf(&position, Some(FOURS_NODES), &Stop::default()).solved {
        Solved::Win(line) => line,
        Solved::NoWin | Solved::Unknown => Vec::new(),
    }
}

/// The points on which the side to move can stop the other's win by fours.
fn answers(position: &Position, danger: &[Point]) -> Vec<Point> {
    let (side, other) = (position.side(), !position.side());
    let mut candidates: Vec<Point> = danger.to_vec();
    for &point in danger.iter().filter(|&&point| position.is_empty(point)) {
        for direction in Direction::ALL {
            if position.shapes(point, other).on(direction) >= Shape::Two {
                candidates.extend(position.threat(point, other, direction).defends);
            }
        }
    }
    candidates
        .extend(position.empties().filter(|&point| position.shapes(point, side).strongest() >= Shape::Four));
    candidates.sort_unstable();
    candidates.dedup();
    candidates.retain(|&point| position.is_legal(point));
    candidates.truncate(MOST_ANSWERS);
    let stops = |point: &Point| {
        let mut after = position.clone();
        after.play(*point);
        !matches!(solve_vcf(&after, Some(ANSWER_NODES), &Stop::default()).solved, Solved::Win(_))
    };
    candidates.retain(stops);
    candidates
}

/// The classes of a threat, strongest first.
const CLASSES: [&str; 5] = ["five", "open_four", "double", "four", "open_three"];

fn threats(position: &Position, stone: Stone) -> Vec<ThreatView> {
    let mut found: Vec<(usize, Point)> = position
        .empties()
        .filter_map(|point| {
            let shapes = position.shapes(point, stone);
            let count = |shape| shapes.count(shape);
            let class = if shapes.has_five() {
                0
            } else if stone == Stone::Black && position.is_forbidden(point) {
                return None;
            } else if count(Shape::OpenFour) + count(Shape::DoubleFour) > 0 {
                1
            } else if count(Shape::Four) + count(Shape::OpenThree) > 1 {
                2
            } else if count(Shape::Four) > 0 {
                3
            } else if count(Shape::OpenThree) > 0 {
                4
            } else {
                return None;
            };
            Some((class, point))
        })
        .collect();
    found.sort_unstable();
    let view = |(class, point): (usize, Point)| {
        let lines = Direction::ALL
            .into_iter()
            .filter(|&direction| position.shapes(point, stone).on(direction) >= Shape::OpenThree);
        let lines = lines.map(|direction| shape_view(&position.threat(point, stone, direction))).collect();
        ThreatView { point: PointName(point), class: CLASSES[class], lines }
    };
    found.into_iter().map(view).collect()
}

fn shape_view(threat: &LineThreat) -> ShapeView {
    ShapeView {
        direction: match threat.direction {
            Direction::Horizontal => "horizontal",
            Direction::Vertical => "vertical",
            Direction::Rising => "rising",
            Direction::Falling => "falling",
        },
        shape: threat.shape.name(),
        stones: PointName::all(threat.stones.iter().copied()),
        completes: PointName::all(threat.completes.iter().copied()),
        defends: PointName::all(threat.defends.iter().copied()),
    }
}

fn kind_name(kind: ForbiddenKind) -> &'static str {
    match kind {
        ForbiddenKind::Overline => "overline",
        ForbiddenKind::DoubleFour => "double_four",
        ForbiddenKind::DoubleThree => "double_three",
    }
}

/// Says why a point is forbidden to Black, or is not.
pub(crate) fn judgement(judgement: &Judgement) -> JudgementView {
    let verdict = judgement.verdict;
    let lines = judgement.lines.iter().map(|line| JudgedLineView {
        shape: shape_view(&line.threat),
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
                point: PointName(extension.point),
                obstacle: extension.obstacle.as_ref().map(|obstacle| match obstacle {
                    Obstacle::Five => "five",
                    Obstacle::Forbidden(_) => "forbidden",
                }),
                why: match &extension.obstacle {
                    Some(Obstacle::Forbidden(inner)) => Some(Box::new(self::judgement(inner))),
                    _ => None,
                },
            })
            .collect(),
    });
    let fakes = judgement.lines.iter().filter(|line| line.is_fake_three()).count();
    let (name, text) = match verdict {
        Verdict::Legal if fakes > 0 => {
            ("legal", "allowed: a three that cannot become a straight four does not count")
        }
        Verdict::Legal => ("legal", "allowed"),
        Verdict::Five => ("five", "allowed: it makes five"),
        Verdict::Forbidden(ForbiddenKind::Overline) => ("overline", "forbidden: more than five in a row"),
        Verdict::Forbidden(ForbiddenKind::DoubleFour) => ("double_four", "forbidden: two fours at once"),
        Verdict::Forbidden(ForbiddenKind::DoubleThree) => {
            ("double_three", "forbidden: two open threes at once")
        }
    };
    JudgementView {
        point: PointName(judgement.point),
        verdict: name,
        text: text.to_owned(),
        lines: lines.collect(),
    }
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

    #[test]
    fn an_open_three_shows_where_it_wins_and_where_it_must_be_blocked() {
        let position = played(Rule::Freestyle, "h8 a1 i8 a3 j8");
        let view = look(&position, true);
        let xray = view.xray.unwrap();
        let classes: Vec<_> =
            xray.black.points.iter().map(|threat| (threat.point.0.to_string(), threat.class)).collect();
        assert_eq!(classes[..2], [("g8".to_owned(), "open_four"), ("k8".to_owned(), "open_four")]);
        assert!(!xray.black.fours_win.is_empty() && xray.white.points.is_empty());
        let blocks: Vec<String> = xray.must_block.iter().map(|name| name.0.to_string()).collect();
        assert_eq!(blocks, ["g8", "k8"]);
        assert!(!xray.lost);
    }

    #[test]
    fn an_open_four_of_the_other_is_lost() {
        let position = played(Rule::Freestyle, "h8 a1 i8 a3 j8 a5 k8");
        let xray = look(&position, true).xray.unwrap();
        assert!(xray.lost && xray.must_block.is_empty());
    }

    #[test]
    fn a_double_three_is_explained_line_by_line() {
        let position = played(Rule::Renju, "h6 a1 h7 a3 i8 a5 j8 a7");
        let view = judgement(&position.judge("h8".parse().unwrap()));
        assert_eq!(view.verdict, "double_three");
        assert_eq!(view.lines.iter().filter(|line| line.counts).count(), 2);
        assert_eq!(look(&position, false).forbidden[0].kind, "double_three");
    }
}
