//! `automaton` as a whole: it plays as its document promises, and optimisations that only save time change no move and no value.

use super::*;
use crate::Classic;
use crate::fixture::{board, choice, classic_with, play, plays_legally_everywhere, random_position};
use goren_core::{Limits, Random, Stone};

fn program(depth: Option<u32>, seed: u64, without: &[&str]) -> Classic {
    let without = without.iter().map(|name| (*name).to_owned()).collect();
    classic_with(&DESCRIPTION, &Settings { depth, without, seed, ..Settings::default() })
}

#[test]
fn a_trap_ends_a_line() {
    let value = |row: &str| {
        let picture = format!("{}{row}", ". . . . . . . . .\n".repeat(8));
        Scorer::new(&Settings::default().parts(&DESCRIPTION).unwrap())
            .whole(&Grid::new(&board(&picture, Stone::Black), Stone::Black))
    };
    assert_eq!(value(". X X X . . . . ."), 1_000_000);
    assert_eq!(value("# X X X . . . . ."), 0);
    assert_eq!(value(". X X # X . . . ."), 0);
    assert_eq!(value(". . X X X X . . ."), 30_000_000_000);
    assert_eq!(value(". . X X X X O . ."), 1_000_000);
    assert_eq!(value("X X X X . . . . ."), 0, "the edge is no stone");
    assert_eq!(value(". O O O . . . . ."), -1_000_000);
    assert_eq!(value(". X X X X X X . ."), 2_000_000_000_000, "overlapping fives count each");
}

#[test]
fn what_only_saves_time_changes_neither_move_nor_value() {
    let mut random = Random::new(3);
    for round in 0..150 {
        let position = random_position(&mut random, Size::new(6 + round % 10).unwrap(), 40);
        let outcome =
            |without: &[&str]| choice(&mut program(Some(1 + round as u32 % 4), 9, without), &position);
        let expected = outcome(&["pruning", "ordering"]);
        for without in [&[][..], &["pruning"], &["ordering"]] {
            assert_eq!(outcome(without), expected, "without {without:?} in {position:?}");
        }
    }
}

#[test]
fn pruning_and_selection_save_nodes() {
    let mut position = Position::new(Rule::Freestyle, Size::DEFAULT);
    for name in ["h8", "i9", "h9", "h10", "g8", "i8"] {
        position.play(name.parse().unwrap());
    }
    let counters = |without: &[&str]| {
        let mut program = program(Some(3), 0, without);
        play(&mut program, &position, &Limits::default());
        program.instruments().counters.clone()
    };
    let all = counters(&[]);
    let [unpruned, unselected] = [&["pruning"], &["selection"]].map(|without| counters(without));
    assert_eq!(unpruned.nodes, 5 + 25 + 125);
    assert!(all.nodes < unpruned.nodes && unpruned.nodes < unselected.nodes);
    assert!(all.cutoffs > 0 && unpruned.cutoffs == 0);
    assert_eq!(unselected.kept, unselected.generated);
}

#[test]
fn the_seed_draws_among_equal_moves_and_decides_alone() {
    let mut position = Position::new(Rule::Freestyle, Size::DEFAULT);
    position.play("h8".parse().unwrap());
    let choice = |seed| play(&mut program(Some(1), seed, &[]), &position, &Limits::default()).0;
    let drawn: std::collections::BTreeSet<Point> = (0..40).map(choice).collect();
    assert_eq!(drawn.len(), 5, "a lone stone's five best neighbours are worth the same");
    assert!((0..40).all(|seed| choice(seed) == choice(seed)));
}

#[test]
fn every_step_of_every_game_is_legal() {
    plays_legally_everywhere(&mut program(None, 0, &[]), 60);
}
