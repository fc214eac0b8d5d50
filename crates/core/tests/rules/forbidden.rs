//! Renju's forbidden points: the cases that random play never reaches, drawn, and hundreds of thousands of random ones.

use goren_core::{ForbiddenKind, Judgement, Obstacle, Point, Rule, Shape, Verdict};

use crate::board::{Random, draw};
use crate::naive::Board;

/// Checks a picture in which every forbidden point is named by a lower-case letter (`o` overline, `f` double four,
/// `t` double three) and `*` marks points that look forbidden and are not.
#[track_caller]
fn check(picture: &str) {
    let (position, named) = draw(Rule::Renju, picture);
    let expected: Vec<(Point, ForbiddenKind)> = named
        .iter()
        .filter_map(|&(name, point)| match name {
            'o' => Some((point, ForbiddenKind::Overline)),
            'f' => Some((point, ForbiddenKind::DoubleFour)),
            't' => Some((point, ForbiddenKind::DoubleThree)),
            '*' => None,
            other => panic!("`{other}` in a picture of forbidden points"),
        })
        .collect();
    let found: Vec<_> = position.forbidden_points().collect();
    assert_eq!(found, expected, "\n{position:?}");
    for point in position.empties() {
        assert_eq!(Board::of(&position).forbidden(point), position.forbidden(point), "naive on {point}");
        assert_explained(&position.judge(point), position.forbidden(point));
    }
}

/// An explanation must prove its verdict: the lines it lists are enough, and every fake three has its obstacles.
fn assert_explained(judgement: &Judgement, forbidden: Option<ForbiddenKind>) {
    let count = |shapes: &[Shape]| {
        judgement.lines.iter().filter(|line| shapes.contains(&line.threat.shape)).count()
    };
    let fours = count(&[Shape::Four, Shape::OpenFour]) + 2 * count(&[Shape::DoubleFour]);
    let threes = judgement.lines.iter().filter(|line| line.is_counted_three()).count();
    let proved = match () {
        () if count(&[Shape::Five]) > 0 => Verdict::Five,
        () if count(&[Shape::Overline]) > 0 => Verdict::Forbidden(ForbiddenKind::Overline),
        () if fours > 1 => Verdict::Forbidden(ForbiddenKind::DoubleFour),
        () if threes > 1 => Verdict::Forbidden(ForbiddenKind::DoubleThree),
        () => Verdict::Legal,
    };
    assert_eq!(judgement.verdict, proved);
    assert_eq!(matches!(judgement.verdict, Verdict::Forbidden(_)), forbidden.is_some());
    for line in &judgement.lines {
        assert!(line.threat.stones.contains(&judgement.point));
        assert_eq!(line.threat.shape == Shape::OpenThree, !line.extensions.is_empty());
        for extension in &line.extensions {
            if let Some(Obstacle::Forbidden(nested)) = &extension.obstacle {
                assert_eq!(nested.point, extension.point);
                let Verdict::Forbidden(kind) = nested.verdict else { panic!("an obstacle that is allowed") };
                assert_explained(nested, Some(kind));
            }
        }
    }
}

#[test]
fn two_threes_two_fours_and_an_overline() {
    check(
        ". . . . . . . . . . . . . . .
         . . . . . . . . . . . . . . .
         . . . X . . . . . . . . . . .
         . . X t X . . . . . . . . . .
         . . . X . . . . . . . . . . .
         . . . . . . . . . . . . . . .
         . . . . . . . . . . . . . . .
         . . . . . . . . . O X X X f .
         . . . . . . . . . . . . . X .
         . . . . . . . . . . . . . X .
         . . . . . . . . . . . . . X .
         . X X X o X X . . . . . . O .
         . . . . . . . . . . . . . . .
         . . . . . . . . . . . . . . .
         . . . . . . . . . . . . . . .",
    );
}

#[test]
fn two_fours_on_one_line_in_every_form() {
    check(
        ". . . . . . . . . . . . .
         . . . . . . . . . . . . .
         . . . X . X f X . X . . .
         . . . . . . . . . . . . .
         . . . . . . . . . . . . .
         . . . . . . . . . . . . .
         . . X X . f X . X X . . .
         . . . . . . . . . . . . .
         . . . . . . . . . . . . .
         . . . . . . . . . . . . .
         . X X X . f . X X X . . .
         . . . . . . . . . . . . .
         . . . . . . . . . . . . .",
    );
}

#[test]
fn a_five_takes_precedence_over_everything_else_the_stone_makes() {
    // An overline down the column, two fours and two threes: the row of exactly five decides.
    check(
        ". . . . . . . . . . .
         . . . . . X . . . . .
         . . . . . X . . . . .
         . . . X . X . X . . .
         . . . . X X X . . . .
         . O X X X * X . . . .
         . . . . X X X . . . .
         . . . . . X . . . . .
         . . . . . . . . . . .
         . . . . . . . . . . .
         . . . . . . . . . . .",
    );
}
