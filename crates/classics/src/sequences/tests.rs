//! `sequences` as a whole: it plays as its document promises, and optimisations that only save time change no move and no value.

use super::*;
use crate::Classic;
use crate::fixture::{board, choice, classic_without, play, plays_legally_everywhere, random_position};
use goren_core::{Limits, Random, Score, Stone, Stop};

fn program(depth: Option<u32>, without: &[&str]) -> Classic {
    classic_without(&DESCRIPTION, depth, without)
}

fn answers(picture: &str, side: Stone) -> (String, Score) {
    let (point, report) = play(&mut program(None, &[]), &board(picture, side), &Limits::default());
    (point.to_string(), report.unwrap().score)
}

const THREE: &str = "
    . . . . . . . .
    . . . . . . . .
    . . . O . . . .
    . . X X X . . .
    . . . O . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .";

#[test]
fn a_lost_game_is_prolonged() {
    let picture = "
        . . . . . . . .
        . . . . . . . .
        . . O . . . . .
        O X X X X . . .
        . . . . . . . .
        . . O . . . . .
        . . X X X . . .
        . . O . . . . .";
    assert_eq!(answers(picture, Stone::White), ("f5".into(), Score::loss_in(4)));
}

#[test]
fn larger_boards_are_searched_less_deep() {
    let depth = |side| depth_on(Size::new(side).unwrap());
    assert_eq!([5, 8, 9, 10, 15, 22].map(depth), [5, 5, 4, 4, 3, 3]);
}

#[test]
fn what_only_saves_time_changes_neither_move_nor_value() {
    let mut random = Random::new(3);
    for round in 0..120 {
        let position = random_position(&mut random, Size::new(5 + round % 5).unwrap(), 20);
        let outcome = |without: &[&str]| choice(&mut program(Some(1 + round as u32 % 3), without), &position);
        let expected = outcome(&["pruning"]);
        for without in [&[][..], &["incremental"]] {
            assert_eq!(outcome(without), expected, "without {without:?} in {position:?}");
        }
    }
}

#[test]
fn the_depths_before_the_last_do_not_change_it() {
    let mut random = Random::new(10);
    for _ in 0..20 {
        let position = random_position(&mut random, Size::new(7).unwrap(), 20);
        let mut program = program(Some(3), &[]);
        let (point, _) = play(&mut program, &position, &Limits::default());
        let grid = Grid::new(&position, position.side());
        let stop = Stop::default();
        let mut search = Search {
            windows: Windows::new(&grid),
            grid,
            prunes: true,
            is_incremental: true,
            prefers_early_wins: true,
            deadline: Deadline::new(&Limits::default(), &stop, None),
            instruments: &mut Instruments::default(),
            pv: PvTable::new(3),
        };
        assert_eq!(search.root(&position, 3).unwrap().0, point);
    }
}

#[test]
fn every_empty_point_is_a_candidate_and_pruning_saves_nodes() {
    let position = board(THREE, Stone::White);
    let counters = |without: &[&str]| {
        let mut program = program(Some(2), without);
        play(&mut program, &position, &Limits::default());
        program.instruments().counters.clone()
    };
    let (pruned, full) = (counters(&[]), counters(&["pruning"]));
    // Depth 1, then both plies of depth 2.
    assert_eq!(full.nodes, 59 + 59 + 59 * 58);
    assert!(pruned.nodes < full.nodes && pruned.cutoffs > 0);
    assert_eq!(full.depths.len(), 2);
}

#[test]
fn every_step_of_every_game_is_legal() {
    plays_legally_everywhere(&mut program(None, &[]), 40);
}
