//! Shapes line by line: drawn ones, and all of them against their definitions.

use goren_core::{Direction, Random, Rule, Shape, Stone};

use crate::board::{draw_line, random_cluster};
use crate::naive::{Board, Memo};

/// What a black stone on `*` makes on the line drawn.
fn black(rule: Rule, line: &str) -> Shape {
    let (position, named) = draw_line(rule, line);
    position.shapes(named[0].1, Stone::Black).on(Direction::Horizontal)
}

#[track_caller]
fn check(rules: &[Rule], shape: Shape, lines: &[&str]) {
    for &rule in rules {
        for line in lines {
            assert_eq!(black(rule, line), shape, "{rule}: {line}");
        }
    }
}

#[test]
fn shapes_that_every_rule_shares() {
    let all = &Rule::ALL;
    check(all, Shape::OpenFour, &["..XX*X...", "...X*XX..", "..*XXX..."]);
    check(all, Shape::Four, &["#XX*X....", "OXX*X....", ".X.X*X.O.", ".XX.*X#..", "*XXX....."]);
    check(all, Shape::DoubleFour, &["..X.X*X.X..", ".XX.*X.XX."]);
    check(all, Shape::OpenThree, &["...X*X...", "..X.*X...", "...*XX...", "..X*.X..."]);
    check(all, Shape::Three, &["#X*X.....", "OX*X.....", ".X..*X...", "#.X*X.#..", ".X.*.X..."]);
    check(all, Shape::OpenTwo, &["....*X....", "...X.*....", "...X..*..."]);
    check(all, Shape::Two, &["#*X.......", ".X...*....", "#.*X..#..."]);
    check(all, Shape::One, &["....*....", "#.*...#..", "#*....#.."]);
    check(all, Shape::None, &["#.*..#X..", "O*...O...", "..X#*#X.."]);
}

#[test]
fn exact_five_rules_see_the_overline_beyond() {
    let exact = &[Rule::Standard, Rule::Renju, Rule::Caro];
    check(exact, Shape::Overline, &[".XXX*XX.."]);
    // The right end would make six, so one reply stops the four.
    check(exact, Shape::Four, &["..XX*X.X.."]);
    check(&[Rule::Freestyle, Rule::Caro6], Shape::OpenFour, &["..XX*X.X.."]);
    // Neither end can make exactly five.
    check(exact, Shape::None, &["X.XX*X.X"]);
    // Either straight four would have a dead end.
    check(exact, Shape::Three, &["X..X*X..X"]);
    check(&[Rule::Freestyle, Rule::Caro6], Shape::OpenThree, &["X..X*X..X"]);
}

#[test]
fn caro_fours_can_be_stopped_at_either_end() {
    // Whichever end Black completes, White's stone at the other encloses the five.
    check(&[Rule::Caro, Rule::Caro6], Shape::Four, &[".O.XX*X.O.", ".O.XX*X..."]);
    check(&[Rule::Caro, Rule::Caro6], Shape::OpenFour, &[".#.XX*X.#.", "O..XX*X..O"]);
    check(&[Rule::Freestyle, Rule::Standard], Shape::OpenFour, &[".O.XX*X.O."]);
    // Completed inside, this five would be enclosed.
    check(&[Rule::Caro, Rule::Caro6], Shape::None, &["OXX*.XO..", "O*....O.."]);
}

#[test]
fn two_fours_on_one_line_are_no_help_to_black_in_renju() {
    let line = "X.X*..X##";
    check(&[Rule::Freestyle, Rule::Standard], Shape::OpenThree, &[line]);
    check(&[Rule::Renju], Shape::Three, &[line]);
}

/// Every line through every empty point of crowded boards, for every rule and both colours.
#[test]
fn all_shapes_equal_their_definitions() {
    let mut memo = Memo::new();
    for rule in Rule::ALL {
        let mut random = Random::new(rule.gomocup().into());
        for _ in 0..30 {
            let position = random_cluster(&mut random, rule);
            let board = Board::of(&position);
            for point in position.empties() {
                for stone in Stone::BOTH {
                    for direction in Direction::ALL {
                        let shape = position.shapes(point, stone).on(direction);
                        let naive = board.shape(point, stone, direction, &mut memo);
                        assert_eq!(shape, naive, "{stone} on {point}, {direction:?}\n{position:?}");
                    }
                }
            }
        }
        memo.clear();
    }
}

fn names(points: &[goren_core::Point]) -> String {
    points.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// What is said about a black stone on `*`: stones, completing points, defending points.
fn explained(rule: Rule, line: &str) -> [String; 3] {
    let (position, named) = draw_line(rule, line);
    let threat = position.threat(named[0].1, Stone::Black, Direction::Horizontal);
    assert_eq!(threat.shape, position.shapes(named[0].1, Stone::Black).on(Direction::Horizontal));
    [names(&threat.stones), names(&threat.completes), names(&threat.defends)]
}

#[test]
fn a_shape_names_its_stones_and_the_points_that_complete_and_defend_it() {
    let rule = Rule::Standard;
    assert_eq!(explained(rule, "#XX*X...."), ["b5 c5 d5 e5", "f5", "f5"]);
    assert_eq!(explained(rule, "..XX*X..."), ["c5 d5 e5 f5", "b5 g5", ""]);
    assert_eq!(explained(rule, "..X*X...."), ["c5 d5 e5", "b5 f5", "b5 f5"]);
    assert_eq!(explained(rule, "..X.*X..."), ["c5 e5 f5", "d5", "b5 d5 g5"]);
    assert_eq!(explained(rule, "X..*....."), ["a5 d5", "b5 c5 e5", "b5 c5 e5"]);
    assert_eq!(explained(rule, ".XXX*XX.."), ["b5 c5 d5 e5 f5 g5", "", ""]);
}

/// A reply on a defending point must really take the threat away, and one elsewhere must not.
#[test]
fn defences_are_exactly_the_replies_that_work() {
    let mut random = Random::new(6);
    for rule in Rule::ALL {
        for _ in 0..15 {
            let mut position = random_cluster(&mut random, rule);
            let points: Vec<_> = position.empties().collect();
            for &point in &points {
                for direction in Direction::ALL {
                    let threat = position.threat(point, Stone::Black, direction);
                    if threat.shape < Shape::One || threat.shape == Shape::Five {
                        continue;
                    }
                    let held = threat.shape.min(Shape::Four);
                    let (dx, dy) = direction.step();
                    let near = (-5..=5).filter_map(|distance| point.offset(distance * dx, distance * dy));
                    position.pass();
                    for reply in near.filter(|&near| near != point) {
                        if position.size().contains(reply) && position.is_empty(reply) {
                            position.play(reply);
                            let left = position.shapes(point, Stone::Black).on(direction);
                            assert_eq!(
                                left < held,
                                threat.defends.contains(&reply),
                                "{point} {reply}\n{position:?}"
                            );
                            position.undo();
                        }
                    }
                    position.undo();
                }
            }
        }
    }
}
