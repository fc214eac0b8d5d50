//! Renju's forbidden points: the cases that random play never reaches, drawn, and hundreds of thousands of random ones.

use goren_core::{ForbiddenKind, Judgement, Obstacle, Point, Random, Rule, Shape, Verdict};

use crate::board::{draw, random_cluster};
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
    let count =
        |shapes: &[Shape]| judgement.lines.iter().filter(|line| shapes.contains(&line.threat.shape)).count();
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
fn a_five_takes_precedence_over_an_overline() {
    // Down the column the stone makes six, along the row exactly five.
    check(
        ". . . . . . . . . . .
         . . . . . . . . . . .
         . . . . . X . . . . .
         . . . . t X . . . . .
         . . . t . X . . . . .
         . O X X X * X . . . .
         . . . . . X . . . . .
         . . . . . X . . . . .
         . . . . . . . . . . .
         . . . . . . . . . . .
         . . . . . . . . . . .",
    );
}

#[test]
fn a_five_takes_precedence_over_two_fours() {
    check(
        ". . . . . . . . . . .
         . . X t t X . . . . .
         . . . X t X t . . . .
         . . t t X X . . . . .
         . X X X X * . . . . .
         . . . t . O . . . . .
         . . . . . . . . . . .
         . . . . . . . . . . .
         . . . . . . . . . . .
         . . . . . . . . . . .
         . . . . . . . . . . .",
    );
}

#[test]
fn a_three_counts_when_its_straight_four_may_be_made() {
    check(
        ". . . . . . . . . . .
         . . . . . . . . . . .
         . . . O . . . . . . .
         . . . X . t . . . . .
         . . X . X t . . . . .
         . . . X . X . . . . .
         . . . . . X . . . . .
         . . . . . t . . . . .
         . . . . . . . . . . .
         . . . . . . . . . . .
         . . . . . . . . . . .",
    );
}

#[test]
fn a_three_whose_only_four_point_completes_a_five_is_none() {
    // The board before with a column of four through d7.
    check(
        ". . . . . . . . . . .
         . . . X . . . . . . .
         . . . X . . . . . . .
         . . . X . t . . . . .
         . . X . X * . . . . .
         . . . X . X . . . . .
         . . . . . X . . . . .
         . . . . . t . . . . .
         . . . . . . . . . . .
         . . . . . . . . . . .
         . . . . . . . . . . .",
    );
}

#[test]
fn a_three_whose_only_four_point_makes_an_overline_is_none() {
    check(
        ". . . . . . . . . . .
         . . . X . . . . . . .
         . . . X . . . . . . .
         . . . X . t . . . . .
         . . X o X * . . . . .
         . . . X . X . . . . .
         . . t X t X . . . . .
         . . . . . t . . . . .
         . . . . . . . . . . .
         . . . . . . . . . . .
         . . . . . . . . . . .",
    );
}

#[test]
fn a_three_whose_only_four_point_makes_two_fours_is_none() {
    check(
        ". . . . . . . . . . .
         . . . . . . . . . . .
         . . . X . . . . . . .
         . . . X . t . . . . .
         . . X . X * . . . . .
         . . . X . X . . . . .
         . . . O . X . . . . .
         . . . . . t . . . . .
         . . . . . . . . . . .
         . . . . . . . . . . .
         . . . . . . . . . . .",
    );
}

#[test]
fn of_two_threes_on_the_edge_only_the_one_along_it_is_open() {
    check(
        ". . X X . . . . . . . X *
         . . . . * . . . . . . . .
         . . . . X . . . . . . . X
         . . . . X . . . . . . . X
         . . . . . . . . . . . . .
         . . . . . . . . . . . . .
         . . . . . . . . . . . . .
         . . . . . . . . . . . . .
         . . . . . . . . . . . . .
         . . . . . . . t X X . . .
         . . . . . . . X . . . . .
         . . . . . . . X . . . . .
         X X * . . . . * X X . . .",
    );
}

#[test]
fn traps_end_lines_as_walls_do() {
    check(
        ". . . . . . . . . . . . .
         . . . . . . . . . . . . .
         . . . X . . . . . X . . .
         . . . X . . . . . X . . .
         . X X t . . . # X * X . #
         . . . . . . . . . . . . .
         . . . . . . . . . . . . .
         . . . . . . . . . . . . .
         # X X * X # X X . . . . .
         . . . X . . . . . . . . .
         . . . X t . . . . . . . .
         . . . X . . . . . . . . .
         . . . # . . . . . . . . .",
    );
}

#[test]
fn the_point_that_would_stop_a_four_can_be_forbidden() {
    check(
        ". . . . . . . . . . . . .
         . . . . . . . . . . . . .
         . . . . . . . . . . . . .
         . . . . . . . . . . . . .
         . . . . . . . . . . . . .
         . . . . . . . . . . . . .
         . X O O O O t . . . . . .
         . . . . . . X X . . . . .
         . . . . . . X . X . . . .
         . . . . . . . . . . . . .
         . . . . . . . . . . . . .
         . . . . . . . . . . . . .
         . . . . . . . . . . . . .",
    );
}

#[test]
fn threes_within_threes_three_deep() {
    check_nested(
        3,
        ". . . . . . . . . . . . . . .
         . . . . . . . . . . . . . . .
         . . . . . . . . . . . . . . .
         . . . . . . . . . . . . . . .
         . . . . . . . . . . . . . . .
         . . . . . . . . . . . . . . .
         . . . . . . . X . . . . . . .
         . . . . . . . X . . . . . . .
         . . . . . . . * . . t . . . .
         . . . . . . . t X X t t . . .
         . . . . . . . . X t X . . . .
         . . . . . . . t t X X . . . .
         . . . . . . . . t . t . . . .
         . . . . . . . . . . . . . . .
         . . . . . . . . . . . . . . .",
    );
}

#[test]
fn threes_within_threes_four_deep() {
    check_nested(
        4,
        ". . . . . . . . . . . . . . .
         . . . . . . t . . . . . . . .
         . . . t . t . t . . . . . . .
         . . . * X t X t . . . . . . .
         . . . X . X X X . . . . . . .
         . . . X . X f X . X . . . . .
         . . . . . . . . . . . . . . .
         . . . t . . . . . . . . . . .
         . . . . . . . . . . . . . . .
         . . . . . . . . . . . . . . .
         . . . . . . . . . . . . . . .
         . . . . . . . . . . . . . . .
         . . . . . . . . . . . . . . .
         . . . . . . . . . . . . . . .
         . . . . . . . . . . . . . . .",
    );
}

#[test]
fn threes_within_threes_five_deep() {
    check_nested(
        5,
        ". . . . . . . . . . . . . . .
         . . . . . . . . . . . . . . .
         . . . . . . . . . . . . . . .
         . . . . . . . . . . . . . . .
         . . . . . . . . . . . . . . .
         . . . . . . . X . . . . . . .
         . . . . . . . . . X . . . . .
         . . . . . . . t X * . . . . .
         . . . . . . . X X t t . . . .
         . . . . . X . . . X X . . . .
         . . . . . . X . X t . . . . .
         . . . . . . X t X . . . . . .
         . . . . . . . . . . . . . . .
         . . . . . . . . . . . . . . .
         . . . . . . . . . . . . . . .",
    );
}

#[test]
fn threes_within_threes_six_deep() {
    check_nested(
        6,
        ". . . . . . . . . . . . . . .
         . . . . . . . . . . . . . . .
         . . . . . . . . . . . . . . .
         . . . . . . . . . . . . . . .
         . . . . . . . . . . . . . . .
         . . . . . . . . . . . . . . .
         . . . . X . . . . . . . . . .
         . . . X . . . X . . . . . . .
         . . t X * X f . t X X . . . .
         . . . X . . t X X t t . . . .
         . . . . X . X f X . X . . . .
         . . . X . t X . . . . . . . .
         . . . . . . . . . . . . . . .
         . . . . . . . . . . . . . . .
         . . . . . . . . . . . . . . .",
    );
}

#[test]
fn threes_within_threes_six_deep_and_forbidden_after_all() {
    check_nested(
        6,
        ". . . . . . . . . . . . . . .
         . . . . . . . . . . . . . . .
         . . . . . . . . . . . . . . .
         . . . . . . . . . . . . . . .
         . . . . . . . . . . . . . . .
         . . . . . . . X . . . . . . .
         . . . . . . . . . . . . . . .
         . . . . . . . . . X . X . . .
         . . . . . . . . t . t . . . .
         . . . . . . . X t X t . . . .
         . . . . . . . . . X X . . . .
         . . . . . . . . X . X . . . .
         . . . . . . . . . . . . . . .
         . . . . . . . . . . . . . . .
         . . . . . . . . . . . . . . .",
    );
}

/// The nesting depth of double-three judgements.
fn nesting(judgement: &Judgement) -> usize {
    let inner =
        judgement.lines.iter().flat_map(|line| &line.extensions).filter_map(|each| match &each.obstacle {
            Some(Obstacle::Forbidden(nested)) => Some(nesting(nested)),
            Some(Obstacle::Five) | None => None,
        });
    1 + inner.max().unwrap_or(0)
}

/// As [`check`], for a board on which some point can only be judged through `depth` judgements.
#[track_caller]
fn check_nested(depth: usize, picture: &str) {
    check(picture);
    let (position, _) = draw(Rule::Renju, picture);
    let deepest = position.empties().map(|point| nesting(&position.judge(point))).max();
    assert!(deepest >= Some(depth), "only {deepest:?} deep");
}

#[test]
fn only_renju_forbids() {
    let picture = "..X..\n..X..\nXX.XX\n..X..\n..X..";
    for rule in Rule::ALL {
        let (position, _) = draw(rule, picture);
        assert_eq!(position.forbidden_points().count(), 0, "a five under {rule}");
    }
    let (position, _) = draw(Rule::Standard, ".......\n...X...\n...X...\n.XX....\n.......\n.......\n.......");
    assert_eq!(position.forbidden_points().count(), 0);
    assert!(matches!(position.judge("d4".parse().unwrap()).verdict, Verdict::Forbidden(_)));
}

#[test]
fn forbidden_points_equal_the_naive_ones_on_clustered_boards() {
    let mut random = Random::new(5);
    let (mut points, mut forbidden) = (0, [0; 3]);
    while points < 600_000 {
        let position = random_cluster(&mut random, Rule::Renju);
        let board = Board::of(&position);
        for point in position.empties() {
            let kind = position.forbidden(point);
            assert_eq!(kind, board.forbidden(point), "{point}\n{position:?}");
            points += 1;
            if let Some(kind) = kind {
                forbidden[kind as usize] += 1;
                assert_explained(&position.judge(point), Some(kind));
            }
        }
    }
    // The boards must contain what they are meant to show.
    assert!(forbidden.iter().all(|&count| count > 3_000), "{forbidden:?}");
}
