//! Golden counts, and the same counts by the naive implementation.

use goren_core::{Position, Random, Rule, Size, Stone, perft, perft_split};

use crate::board::{draw, random_cluster};
use crate::naive::Board;

fn empty(rule: Rule, side: usize, traps: &[&str]) -> Position {
    let traps: Vec<_> = traps.iter().map(|name| name.parse().unwrap()).collect();
    Position::with_traps(rule, Size::new(side).unwrap(), &traps).unwrap()
}

#[test]
fn counts_from_the_empty_board() {
    for rule in Rule::ALL {
        let counts = |side, depth| perft(&mut empty(rule, side, &[]), depth);
        assert_eq!(
            (1..=5).map(|depth| counts(5, depth)).collect::<Vec<_>>(),
            [25, 600, 13_800, 303_600, 6_375_600]
        );
        assert_eq!((1..=4).map(|depth| counts(6, depth)).collect::<Vec<_>>(), [36, 1_260, 42_840, 1_413_720]);
        assert_eq!((1..=3).map(|depth| counts(15, depth)).collect::<Vec<_>>(), [225, 50_400, 11_239_200]);
        let mut trapped = empty(rule, 15, &["h8", "a1", "i9"]);
        assert_eq!(perft(&mut trapped, 3), 222 * 221 * 220);
    }
}

/// Nine stones to a side and a few traps: fives end lines and forbidden points are left out from the first moves on.
const MIDDLE: &str = "
    . . . . . . .
    . X X X . X .
    . O O O . O .
    . X . # X . .
    . O O . O . .
    . X . X . X .
    # . O . O . X";

#[test]
fn counts_from_a_crowded_board_equal_the_naive_ones() {
    for rule in Rule::ALL {
        for side in Stone::BOTH {
            let (position, _) = draw(rule, MIDDLE);
            let stones: Vec<_> = position.stones().collect();
            let mut position =
                Position::with_setup(rule, position.size(), position.traps(), &stones, side).unwrap();
            let naive = Board::of(&position).perft(side, 3);
            assert_eq!(perft(&mut position, 3), naive, "{rule} {side}");
            let split = perft_split(&mut position, 3);
            assert_eq!(split.iter().map(|each| each.1).sum::<u64>(), naive);
        }
    }
}

#[test]
fn counts_from_clustered_boards_equal_the_naive_ones() {
    let mut random = Random::new(3);
    for rule in Rule::ALL {
        for _ in 0..12 {
            let mut position = random_cluster(&mut random, rule);
            if position.winner().is_none() {
                assert_eq!(
                    perft(&mut position, 2),
                    Board::of(&position).perft(Stone::Black, 2),
                    "{position:?}"
                );
            }
        }
    }
}

#[test]
fn five_by_five_to_depth_five_equals_the_naive_count_with_traps() {
    for rule in Rule::ALL {
        let mut position = empty(rule, 5, &["b2", "d4", "c3", "a5"]);
        assert_eq!(perft(&mut position, 4), Board::of(&position).perft(Stone::Black, 4));
        assert_eq!(perft(&mut position, 5), 21 * 20 * 19 * 18 * 17);
    }
}

#[test]
fn nothing_follows_a_win() {
    let (mut position, _) = draw(Rule::Freestyle, "XXXXX\n.....\nOOOO.\n.....\n.....");
    assert_eq!(perft(&mut position, 1), 0);
    assert_eq!(perft(&mut position, 0), 1);
}
