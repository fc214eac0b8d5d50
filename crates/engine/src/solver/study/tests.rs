//! Trees by the check of the proof crate; winning moves, defences and lines against trying every move.

use goren_core::{Random, Rule, Stone};
use goren_proof::{Claim, Tree, verify_tree};

use super::*;
use crate::fixture::{drawn, points, random_position};

/// At most so many nodes.
fn within(nodes: u64, means: Means) -> ProveRequest {
    ProveRequest { nodes: Some(nodes), ..ProveRequest::by(means) }
}

fn proved(solver: &mut Solver, position: &Position, request: &ProveRequest) -> Proved {
    solver.prove(position, request, &Stop::default(), &mut |_| ())
}

/// Black makes two open threes on f6, and has no win by fours.
fn double_three() -> Position {
    drawn(
        Rule::Freestyle,
        Stone::Black,
        "...........
         ...........
         .....O.....
         .....X.....
         .....X.....
         ...XX......
         ...........
         ...........
         ......O....
         ........O..
         ...........",
    )
}

#[test]
fn every_win_has_a_tree_that_the_rules_accept() {
    let mut random = Random::new(11);
    for rule in Rule::ALL {
        let mut solver = Solver::new(0);
        let (mut fours, mut threats) = (0, 0);
        for i in 0..240 {
            let side = 6 + i % 5;
            let each = side + random.below(side);
            let position = random_position(&mut random, rule, side, each);
            for means in [Means::Fours, Means::Threats] {
                let Proved::Win(attack) = proved(&mut solver, &position, &within(30_000, means)) else {
                    continue;
                };
                let checked = verify_tree(&position, &Claim::Win(means), &Tree::from(&attack));
                assert!(checked.is_ok(), "{} by {means}\n{position:?}", checked.unwrap_err());
                *(if means == Means::Fours { &mut fours } else { &mut threats }) += 1;
                if means == Means::Fours {
                    break;
                }
            }
        }
        assert!(fours > 40 && threats > 8, "{rule}: {fours} by fours, {threats} by threats");
    }
}

#[test]
fn a_tree_built_with_more_care_stands_too() {
    let mut random = Random::new(12);
    let mut trees = 0;
    for i in 0..120 {
        let position = random_position(&mut random, Rule::ALL[i % 5], 8, 9);
        let mut solver = Solver::new(0);
        let limits = SolverLimits { nodes: 30_000, is_stopped: &|| false, watch: &|_| () };
        let mut board = Board::new(&position);
        if solver.vct.decide(&mut board, Role::Attacker, Threats::Any, &limits) != Verdict::Win {
            continue;
        }
        let tree = solver.vct.tree(&mut board, &[], Room::new(100_000), Care::Trying, &limits);
        assert_eq!(board.position(), &position);
        if let Ok(tree) = tree {
            assert!(verify(&position, &tree).is_ok(), "{position:?}");
            trees += 1;
        }
    }
    assert!(trees > 30, "{trees}");
}

#[test]
fn a_tree_that_would_be_too_large_is_not_built() {
    let mut solver = Solver::new(0);
    let request = ProveRequest { attacks: 3, ..ProveRequest::default() };
    assert_eq!(proved(&mut solver, &double_three(), &request), Proved::TooLarge);
    let stop = Stop::default();
    stop.raise();
    let stopped = solver.prove(&double_three(), &ProveRequest::default(), &stop, &mut |_| ());
    assert!(matches!(stopped, Proved::Unknown | Proved::Win(_)));
    assert_eq!(
        Solver::new(0).prove(&double_three(), &ProveRequest::default(), &stop, &mut |_| ()),
        Proved::Unknown
    );
}

/// By fours: a move wins if it makes a four and the attacker still has a win by fours after every reply.
#[test]
fn the_winning_fours_are_all_there_are() {
    let mut random = Random::new(13);
    let mut found = 0;
    for i in 0..150 {
        let rule = Rule::ALL[i % 5];
        let position = random_position(&mut random, rule, 7, 10);
        let side = position.side();
        let mut solver = Solver::new(0);
        let request = ProveRequest::by(Means::Fours);
        let winning = solver.winning_moves(&position, &request, &Stop::default(), &mut |_| ());
        assert!(winning.unknown.is_empty());
        let can_win = |position: &Position, stone| {
            position.empties().any(|point| position.shapes(point, stone).has_five())
        };
        let mut after = position.clone();
        let wins = |after: &mut Position, solver: &mut Solver, point: Point| {
            after.play(point);
            let replies: Vec<Point> = after.legal_moves().collect();
            let wins = after.winner() == Some(side)
                || can_win(after, side)
                    && !can_win(after, !side)
                    && !replies.is_empty()
                    && replies.into_iter().all(|reply| {
                        after.play(reply);
                        let wins = matches!(proved(solver, after, &request), Proved::Win(_));
                        after.undo();
                        wins
                    });
            after.undo();
            wins
        };
        let all: Vec<Point> = if can_win(&position, side) {
            position.empties().filter(|&point| position.shapes(point, side).has_five()).collect()
        } else {
            let legal: Vec<Point> = position.legal_moves().collect();
            legal.into_iter().filter(|&point| wins(&mut after, &mut solver, point)).collect()
        };
        assert_eq!(winning.moves, all, "{position:?}");
        found += usize::from(!all.is_empty());
    }
    assert!(found > 30, "{found}");
}

#[test]
fn every_legal_move_is_a_defence_or_loses_by_its_proof() {
    let mut random = Random::new(14);
    for means in [Means::Fours, Means::Threats] {
        let (mut saved, mut lost) = (0, 0);
        for i in 0..60 {
            let position = random_position(&mut random, Rule::ALL[i % 5], 8, 9);
            let mut solver = Solver::new(0);
            let request = within(50_000, means);
            let answer = solver.defences(&position, &request, &Stop::default(), &mut |_| ());
            let Defences::Moves { saves, losses, unknown } = answer else { continue };
            for &point in &saves {
                let mut after = position.clone();
                after.play(point);
                let proved = proved(&mut Solver::new(0), &after, &request);
                assert!(!matches!(proved, Proved::Win(_)), "{point}\n{position:?}");
            }
            let moves = saves.iter().chain(&unknown).copied().collect();
            let claim = Claim::Defence { moves, means };
            let checked = verify_tree(&position, &claim, &Tree::from(&losses[..]));
            assert!(checked.is_ok(), "{}\n{position:?}", checked.unwrap_err());
            if saves.is_empty() { lost += 1 } else { saved += 1 }
        }
        assert!(saved > 5 && lost > 0, "{means}: {saved} {lost}");
    }
}

#[test]
fn a_line_is_completed_or_refuted() {
    let mut solver = Solver::new(0);
    let mut test = |line: &str| {
        let request = ProveRequest::default();
        solver.test_line(&double_three(), &points(line), &request, &Stop::default(), &mut |_| ())
    };
    for line in ["", "f6", "f6 g6", "f6 a1"] {
        let LineTest::Wins(tree) = test(line) else { panic!("{line}") };
        assert!(line.is_empty() || tree.point == points("f6")[0]);
        assert!(verify(&double_three(), &tree).is_ok(), "{line}");
    }
    assert_eq!(test("a1"), LineTest::Fails { at: 0, by: Escape::NoThreat });
    assert!(matches!(test("f6 g6 a1"), LineTest::Fails { at: 2, .. }));
    assert_eq!(test("f6 f6"), LineTest::Illegal(1));
    let mut two = Position::new(Rule::Freestyle, goren_core::Size::DEFAULT);
    points("h8 a1 i8 a3").into_iter().for_each(|point| two.play(point));
    let request = ProveRequest::default();
    let escape = solver.test_line(&two, &points("j8"), &request, &Stop::default(), &mut |_| ());
    let LineTest::Fails { at: 0, by: Escape::Reply(reply) } = escape else { panic!("{escape:?}") };
    assert!(points("f8 g8 k8 l8").contains(&reply), "{reply}");
}
