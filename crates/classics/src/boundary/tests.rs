//! `boundary` as a whole: it plays as its document promises, and optimisations that only save time change no move and no value.

use super::*;
use crate::Classic;
use crate::fixture::{
    board, choice, classic_with, classic_without, play, plays_legally_everywhere, random_position,
};
use goren_core::{Limits, Random, Stone, Stop};

fn program(depth: Option<u32>, without: &[&str]) -> Classic {
    classic_without(&DESCRIPTION, depth, without)
}

fn answer(position: &Position) -> String {
    play(&mut program(None, &[]), position, &Limits::default()).0.to_string()
}

#[test]
fn the_first_move_is_the_centre() {
    assert_eq!(answer(&Position::new(Rule::Freestyle, Size::DEFAULT)), "h8");
}

#[test]
fn a_row_that_a_trap_closes_is_no_threat() {
    let open = ". . . . . . . . .
                . . . . . . . . .
                . . . . . . . . .
                . . O O O . . . .
                . . . . . . . . .
                . . . X X . . . .
                . . . . X . . . .
                . . . . . . . . .
                . . . . . . . . .";
    let closed = open.replacen(". . O O O . . . .", "# . O O O # . . .", 1);
    let value =
        |picture: &str| dictionary(false).whole(&Grid::new(&board(picture, Stone::Black), Stone::Black)).0;
    assert!(value(open) < value(&closed));
    let point = answer(&board(open, Stone::Black));
    assert!(["b6", "f6", "a6", "g6"].contains(&point.as_str()), "{point}");
}

#[test]
fn what_only_saves_time_changes_neither_move_nor_value() {
    let mut random = Random::new(3);
    for round in 0..200 {
        let position = random_position(&mut random, Size::new(6 + round % 10).unwrap(), 40);
        let depth = Some(2 + round as u32 % 3);
        let outcome = |without: &[&str]| choice(&mut program(depth, without), &position);
        let expected = outcome(&["pruning", "table"]);
        for without in [
            &[][..],
            &["pruning"],
            &["table"],
            &["incremental"],
            &["ordering"],
            &["ordering", "table"],
            &["ordering", "pruning"],
        ] {
            assert_eq!(outcome(without), expected, "without {without:?} in {position:?}");
        }
    }
}

#[test]
fn the_table_changes_nothing_where_positions_repeat() {
    let mut random = Random::new(5);
    let mut hits = 0;
    for round in 0..80 {
        let position = random_position(&mut random, Size::new(6 + round % 5).unwrap(), 30);
        let mut outcome = |without: &[&str]| {
            let mut program = program(Some(5), without);
            let outcome = choice(&mut program, &position);
            hits += program.instruments().counters.hits;
            outcome
        };
        assert_eq!(outcome(&[]), outcome(&["table"]), "{position:?}");
        assert_eq!(outcome(&["ordering"]), outcome(&["ordering", "table"]), "{position:?}");
    }
    assert!(hits > 10_000, "{hits}");
}

#[test]
fn each_optimisation_saves_what_it_is_for() {
    let mut random = Random::new(8);
    let counters = |position: &Position, without: &[&str]| {
        let mut program = program(Some(4), without);
        play(&mut program, position, &Limits::default());
        program.instruments().counters.clone()
    };
    let mut nodes = [0; 4];
    let mut generated = [0; 2];
    for _ in 0..10 {
        let position = random_position(&mut random, Size::DEFAULT, 30);
        for (sum, without) in nodes.iter_mut().zip([&[][..], &["pruning"], &["table"], &["ordering"]]) {
            *sum += counters(&position, without).nodes;
        }
        let all = counters(&position, &[]);
        assert!(all.kept <= all.generated && all.hits <= all.probes && all.leaves <= all.nodes);
        generated[0] += all.generated;
        generated[1] += counters(&position, &["boundary"]).generated;
    }
    let [all, others @ ..] = nodes;
    assert!(others.iter().all(|&nodes| nodes > all), "{all} {others:?}");
    assert!(generated[1] > 2 * generated[0], "{generated:?}");
}

#[test]
fn without_selection_every_cell_of_the_boundary_is_searched() {
    let mut position = Position::new(Rule::Freestyle, Size::DEFAULT);
    position.play("h8".parse().unwrap());
    position.play("c3".parse().unwrap());
    let kept = |without: &[&str]| {
        let mut program = program(Some(1), without);
        play(&mut program, &position, &Limits::default());
        program.instruments().counters.kept
    };
    assert_eq!(kept(&[]), 13);
    assert_eq!(kept(&["selection"]), 16);
    assert_eq!(kept(&["selection", "boundary"]), 223);
}

#[test]
fn far_stones_come_before_quiet_neighbours() {
    let mut position = Position::new(Rule::Freestyle, Size::DEFAULT);
    for name in ["h14", "c6", "k11", "e4", "n14", "b2"] {
        position.play(name.parse().unwrap());
    }
    let candidates = |without: &[&str]| {
        let without = without.iter().map(|&name| name.to_owned()).collect();
        let program = Boundary::new(&Settings { without, ..Settings::default() }).unwrap();
        let (stop, mut instruments) = (Stop::default(), Instruments::default());
        let deadline = Deadline::new(&Limits::default(), &stop, None);
        let mut search = Search::new(&program, &position, 1, deadline, &mut instruments);
        let boundary = search.boundary();
        let cells = search.candidates(boundary);
        cells.iter().map(|&at| search.grid.point(at).to_string()).collect::<Vec<_>>()
    };
    assert!(candidates(&[]).contains(&"f5".to_owned()));
    assert!(!candidates(&["distant"]).contains(&"f5".to_owned()));
}

#[test]
fn the_same_position_gives_the_same_move_whatever_the_seed() {
    let mut random = Random::new(4);
    for _ in 0..20 {
        let position = random_position(&mut random, Size::DEFAULT, 30);
        let choice = |seed| {
            let settings = Settings { depth: Some(3), seed, ..Settings::default() };
            play(&mut classic_with(&DESCRIPTION, &settings), &position, &Limits::default()).0
        };
        assert_eq!(choice(0), choice(0));
        assert_eq!(choice(0), choice(7), "the hash keys alone are random");
    }
}

#[test]
fn every_step_of_every_game_is_legal() {
    plays_legally_everywhere(&mut program(None, &[]), 60);
}
