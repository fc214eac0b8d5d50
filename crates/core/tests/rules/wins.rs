//! What wins under each rule, and the row that is shown.

use goren_core::{Outcome, Point, Position, Random, Rule, Size, Stone};

use crate::board::{draw_line, random_cluster};
use crate::naive::{Board, Cell};

/// Whether a black stone on `*` wins.
fn wins(rule: Rule, line: &str) -> bool {
    let (mut position, named) = draw_line(rule, line);
    position.play(named[0].1);
    position.winner() == Some(Stone::Black)
}

#[test]
fn five_wins_everywhere() {
    for rule in Rule::ALL {
        for line in ["..XX*XX..", "*XXXX....", "....XXXX*", "OXX*XX...", ".#XXXX*#.", "#XXXX*O.."] {
            assert!(wins(rule, line), "{rule} {line}");
        }
        for line in ["..XX*X...", ".XX*.XX..", ".XX*#XX..", ".XX*OXX.."] {
            assert!(!wins(rule, line), "{rule} {line}");
        }
    }
}

#[test]
fn overlines_win_only_in_freestyle_and_caro6() {
    for line in [".XXX*XX..", "OXXX*XXO.", "XXXX*XXXX"] {
        assert!(wins(Rule::Freestyle, line) && wins(Rule::Caro6, line));
        assert!(!wins(Rule::Standard, line) && !wins(Rule::Renju, line) && !wins(Rule::Caro, line));
    }
}

#[test]
fn caro_needs_an_end_without_an_opposing_stone() {
    for rule in [Rule::Caro, Rule::Caro6] {
        assert!(!wins(rule, ".OXX*XXO."));
        assert!(wins(rule, "XX*XXO...") && wins(rule, ".#XX*XXO.") && wins(rule, ".OXX*XX.."));
    }
}

#[test]
fn white_wins_with_an_overline_in_renju() {
    let (mut position, named) = draw_line(Rule::Renju, ".OOO*OO..");
    position.pass();
    position.play(named[0].1);
    assert_eq!(position.winner(), Some(Stone::White));
}

#[test]
fn the_winning_row_is_shown_whole() {
    let (mut position, named) = draw_line(Rule::Freestyle, ".XXX*XX..");
    position.play(named[0].1);
    let Outcome::Win { stone: Stone::Black, line } = position.outcome() else { panic!("no win") };
    assert_eq!(line.to_string(), "b5–g5");
    assert_eq!(
        line.points().map(|point| point.to_string()).collect::<Vec<_>>(),
        ["b5", "c5", "d5", "e5", "f5", "g5"]
    );
}

#[test]
fn a_win_that_stands_in_a_set_up_is_found() {
    let stones: Vec<(Point, Stone)> =
        ["c9", "d8", "e7", "f6", "g5"].iter().map(|name| (name.parse().unwrap(), Stone::White)).collect();
    let position = Position::with_setup(Rule::Standard, Size::DEFAULT, &[], &stones, Stone::Black).unwrap();
    let Outcome::Win { stone: Stone::White, line } = position.outcome() else { panic!("no win") };
    assert_eq!(line.to_string(), "c9–g5");
}

#[test]
fn a_full_board_without_a_five_is_a_draw() {
    // Rows in pairs, shifted against each other: no five in any direction.
    let size = Size::new(6).unwrap();
    let stones: Vec<(Point, Stone)> = size
        .points()
        .map(|point| (point, if (point.x() / 2 + point.y()) % 2 == 0 { Stone::Black } else { Stone::White }))
        .collect();
    let position = Position::with_setup(Rule::Freestyle, size, &[], &stones, Stone::Black).unwrap();
    assert_eq!(position.outcome(), Outcome::FullBoard);
}

#[test]
fn wins_equal_the_naive_ones_on_clustered_boards() {
    let mut random = Random::new(4);
    for rule in Rule::ALL {
        for _ in 0..400 {
            let mut position = random_cluster(&mut random, rule);
            let mut board = Board::of(&position);
            let won = position.stones().any(|(point, stone)| board.wins(point, stone));
            assert_eq!(position.winner().is_some(), won, "{position:?}");
            if won {
                continue;
            }
            for stone in Stone::BOTH {
                for point in board.empties() {
                    position.play(point);
                    board.set(point, Cell::Stone(stone));
                    assert_eq!(
                        position.winner() == Some(stone),
                        board.wins(point, stone),
                        "{point}\n{position:?}"
                    );
                    board.set(point, Cell::Empty);
                    position.undo();
                }
                position.pass();
            }
        }
    }
}
