use std::collections::{BTreeMap, HashSet};

use goren_core::{Point, Position, Random, Rule, Stone, Stop};
use goren_engine::{LineTest, ProveRequest, Proved, Solver, WinningMoves};
use goren_proof::{Means, verify};

use super::*;
use crate::canonical::Canonical;
use crate::puzzle::Kind;

#[test]
fn no_two_are_the_same_under_symmetry_and_shift() {
    let mut seen = HashSet::new();
    let mut ids = HashSet::new();
    for puzzle in shipped() {
        assert!(seen.insert(Canonical::of(&puzzle.position())), "{}", puzzle.id);
        assert!(ids.insert(&puzzle.id), "{}", puzzle.id);
    }
}

#[test]
fn none_begins_with_a_five_to_be_stopped() {
    let makes_five = |position: &Position, point: Point| {
        let after = crate::answers::played(position, point);
        after.winner() == Some(position.side())
    };
    let forced = shipped().iter().filter(|puzzle| {
        let mut passed = puzzle.position();
        passed.pass();
        passed.legal_moves().any(|point| makes_five(&passed, point))
    });
    let forced: Vec<&str> = forced.map(|puzzle| puzzle.id.as_str()).collect();
    assert!(forced.is_empty(), "{}: {forced:?}", forced.len());
}

#[test]
fn there_are_enough_of_every_rule_kind_and_grade() {
    let mut counts: BTreeMap<(Rule, Kind), usize> = BTreeMap::new();
    let mut grades: BTreeMap<(Rule, u8), usize> = BTreeMap::new();
    for puzzle in shipped() {
        *counts.entry((puzzle.rule, puzzle.kind)).or_default() += 1;
        *grades.entry((puzzle.rule, puzzle.grade)).or_default() += 1;
    }
    assert!(shipped().len() >= 1_700, "{}", shipped().len());
    for rule in Rule::ALL {
        // Nearly all wins by threats alone that were found begin with a forced block: three rules have none that does not.
        let has_kind = |kind: &Kind| {
            kind.occurs_under(rule)
                && (*kind != Kind::Threats || matches!(rule, Rule::Freestyle | Rule::Standard))
        };
        for kind in Kind::ALL.into_iter().filter(has_kind) {
            assert!(counts.get(&(rule, kind)).is_some_and(|&count| count >= 3), "{rule} {kind}: {counts:?}");
        }
        let graded = (1..=5).filter(|&grade| grades.get(&(rule, grade)).is_some_and(|&count| count >= 10));
        assert!(graded.count() >= 3, "{rule}: {grades:?}");
    }
    let bytes: usize = FILES.iter().map(|file| file.len()).sum();
    assert!(bytes <= 4 << 20, "{bytes}");
}

/// As Train says of them.
#[test]
fn all_come_from_games_of_self_play_and_some_have_another_last_move() {
    let others: Vec<&Puzzle> =
        shipped().iter().filter(|puzzle| !puzzle.source.starts_with("self-play, seed ")).collect();
    assert!(others.is_empty(), "{others:?}");
    let changed = shipped().iter().filter(|puzzle| puzzle.source.ends_with(" instead")).count();
    assert!((1..shipped().len()).contains(&changed), "{changed}");
}

/// A seeded sample, N of each kind and rule.
fn sample(each: usize) -> Vec<&'static Puzzle> {
    let mut random = Random::new(16);
    let mut chosen = Vec::new();
    for rule in Rule::ALL {
        for kind in Kind::ALL {
            let mut all: Vec<&Puzzle> =
                shipped().iter().filter(|puzzle| puzzle.rule == rule && puzzle.kind == kind).collect();
            chosen.extend(random.draw(&mut all, each));
        }
    }
    chosen
}

fn winning_moves(solver: &mut Solver, position: &Position, means: Means) -> Vec<Point> {
    let request = ProveRequest { nodes: Some(2_000_000), ..ProveRequest::by(means) };
    let WinningMoves { mut moves, unknown } =
        solver.winning_moves(position, &request, &Stop::default(), &mut |_| ());
    assert_eq!(unknown, [], "{position:?}");
    moves.sort_unstable();
    moves
}

/// The answers are those of the solver's own question, and each has a tree that the rules accept.
#[test]
fn the_wins_of_a_sample_are_proved_and_complete() {
    let mut solver = Solver::new(16 << 20);
    let mut proved = 0;
    for puzzle in sample(3) {
        if matches!(puzzle.kind, Kind::Defence | Kind::Balance) {
            continue;
        }
        let position = puzzle.position();
        let fours = winning_moves(&mut solver, &position, Means::Fours);
        let (means, all) = if fours.is_empty() {
            (Means::Threats, winning_moves(&mut solver, &position, Means::Threats))
        } else {
            (Means::Fours, fours)
        };
        assert!(puzzle.kind != Kind::Fours || means == Means::Fours, "{}", puzzle.id);
        assert!(puzzle.kind != Kind::Threats || means == Means::Threats, "{}", puzzle.id);
        assert_eq!(puzzle.answers, all, "{} {:?}", puzzle.id, position);
        for &answer in &puzzle.answers {
            let request = ProveRequest::by(Means::Threats);
            let test = solver.test_line(&position, &[answer], &request, &Stop::default(), &mut |_| ());
            let LineTest::Wins(tree) = test else { panic!("{} {answer}", puzzle.id) };
            assert_eq!(tree.point, answer);
            assert!(verify(&position, &tree).is_ok(), "{} {answer}", puzzle.id);
            proved += 1;
        }
    }
    assert!(proved >= 30, "{proved}");
}

/// Every move that is not an answer loses, with a tree that the rules accept.
#[test]
fn every_other_move_than_the_defences_of_a_sample_loses() {
    let mut solver = Solver::new(16 << 20);
    let mut lost = 0;
    for puzzle in sample(2).into_iter().filter(|puzzle| puzzle.kind == Kind::Defence) {
        let position = puzzle.position();
        for point in position.legal_moves().filter(|&point| !puzzle.is_answer(point)) {
            let after = crate::answers::played(&position, point);
            let proved = [Means::Fours, Means::Threats].into_iter().any(|means| {
                let request = ProveRequest { nodes: Some(400_000), ..ProveRequest::by(means) };
                let proved = solver.prove(&after, &request, &Stop::default(), &mut |_| ());
                matches!(proved, Proved::Win(tree) if verify(&after, &tree).is_ok())
            });
            assert!(proved, "{} {point} {position:?}", puzzle.id);
            lost += 1;
        }
    }
    assert!(lost >= 1_000, "{lost}");
}

#[test]
fn a_point_to_avoid_is_forbidden_and_would_win_if_it_were_not() {
    let mut solver = Solver::new(16 << 20);
    for puzzle in sample(4).into_iter().filter(|puzzle| puzzle.kind == Kind::Avoid) {
        let position = puzzle.position();
        let stones: Vec<_> = position.stones().collect();
        let free = Position::with_setup(Rule::Freestyle, puzzle.size, &[], &stones, Stone::Black).unwrap();
        let request = ProveRequest { nodes: Some(400_000), ..ProveRequest::by(Means::Threats) };
        let would_win = position.forbidden_points().any(|(point, _)| {
            let test = solver.test_line(&free, &[point], &request, &Stop::default(), &mut |_| ());
            matches!(test, LineTest::Wins(_))
        });
        assert!(would_win, "{}", puzzle.id);
        assert_eq!(puzzle.side, Stone::Black);
    }
}

#[test]
fn a_forbidding_win_ends_where_black_may_not_play() {
    for puzzle in sample(4).into_iter().filter(|puzzle| puzzle.kind == Kind::Forbid) {
        let mut position = puzzle.position();
        let (last, line) = puzzle.line.split_last().unwrap();
        line[..line.len() - 1].iter().for_each(|&point| position.play(point));
        assert_eq!(position.side(), Stone::Black);
        assert!(position.forbidden(*last).is_some(), "{}", puzzle.id);
    }
}

#[test]
fn shifted_variants_of_a_sample_have_the_same_answers() {
    let mut solver = Solver::new(16 << 20);
    let mut shifted = 0;
    for puzzle in sample(2).into_iter().filter(|puzzle| puzzle.kind == Kind::Fours) {
        for &shift in &puzzle.shifts {
            let image = puzzle.shifted(shift).unwrap();
            let moves = winning_moves(&mut solver, &image.position(), Means::Fours);
            assert_eq!(moves, image.answers, "{} {shift:?}", puzzle.id);
            shifted += 1;
        }
    }
    assert!(shifted >= 5, "{shifted}");
}
