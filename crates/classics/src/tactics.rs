//! Tests of all five programs on the same boards: each must win, block and attack.

use goren_core::{Position, Score, Stone};

use crate::fixture::{board, classic_with, play, unhurried};
use crate::{CLASSICS, Description, Settings};

/// What a program plays on a drawn board under its document's rule, Black to move, and the score if it says one.
fn answer(description: &'static Description, settings: &Settings, picture: &str) -> (String, Option<Score>) {
    let drawn = board(picture, Stone::Black);
    let position =
        Position::with_setup(description.rule, drawn.size(), drawn.traps(), drawn.setup(), Stone::Black)
            .unwrap();
    let (point, report) = play(&mut classic_with(description, settings), &position, &unhurried());
    (point.to_string(), report.map(|report| report.score))
}

/// The document's settings, and a two-ply search without each of the optimisations.
fn variants(description: &'static Description) -> impl Iterator<Item = Settings> {
    let reduced = description.switches.iter().map(|&switch| Settings {
        depth: Some(2),
        without: [switch.to_owned()].into(),
        ..Settings::default()
    });
    [Settings::default()].into_iter().chain(reduced)
}

#[test]
fn a_five_is_completed_at_once() {
    let broken_four = "
        . . . . . . . . .
        . . . . . . . . .
        . . O . . . . . .
        . . O X X . X X .
        . . O . . . . . .
        . . O . . X . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .";
    let open_four = "
        . . . . . . . .
        . . O O O O . .
        . . . . . . . .
        . . . . . . . .
        . X X X X . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .";
    for description in CLASSICS {
        for settings in variants(description) {
            for (picture, right) in [(broken_four, &["f6"][..]), (open_four, &["a4", "f4"])] {
                let (point, score) = answer(description, &settings, picture);
                assert!(right.contains(&point.as_str()), "{} {settings:?}: {point}", description.name);
                // Without its early stop `masked` plays on after the five.
                let plies = if settings.without.contains("early-stop") { 2 } else { 1 };
                assert_eq!(score, Some(Score::win_in(plies)), "{} {settings:?}", description.name);
            }
        }
    }
}

#[test]
fn a_four_is_blocked() {
    let picture = "
        . . . . . . . . .
        . . . . . . . . .
        . . . . X . . . .
        . . X O O O O . .
        . . . . X . . . .
        . . . . . X . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .";
    for description in CLASSICS {
        let weightings = description
            .weightings
            .iter()
            .map(|&weighting| Settings { weighting: Some(weighting.to_owned()), ..Settings::default() });
        for settings in variants(description).chain(weightings) {
            let (point, _) = answer(description, &settings, picture);
            assert_eq!(point, "h6", "{} {settings:?}", description.name);
        }
    }
}

#[test]
fn an_open_three_is_blocked_at_one_of_its_ends() {
    let picture = "
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . X . . . . . .
        . . O O O . . .
        . . . . X . . .
        . . . . . . . .
        . . . . . . . .";
    for description in CLASSICS {
        let (point, score) = answer(description, &Settings::default(), picture);
        assert!(["b4", "f4"].contains(&point.as_str()), "{}: {point}", description.name);
        let score = score.unwrap();
        assert!(!score.is_decided(), "{}: {score}", description.name);
    }
}

#[test]
fn an_open_three_is_made_an_open_four() {
    let picture = "
        . . . . . . . .
        . . . . . . . .
        . . . . O . . .
        . . . X X X . .
        . . . . O . . .
        . . . . . . O .
        . . . . . . . .
        . . . . . . . .";
    for description in CLASSICS {
        let (point, score) = answer(description, &Settings::default(), picture);
        assert!(["c5", "g5"].contains(&point.as_str()), "{}: {point}", description.name);
        let score = score.unwrap();
        // Two plies do not reach the five.
        assert_eq!(score == Score::win_in(3), description.depth > 2, "{}: {score}", description.name);
    }
}
