//! Trees by the check of the proof crate; winning moves, defences and lines against trying every move.

use std::collections::HashMap;

use goren_core::{Point, Random, Rule, Stone};
use goren_proof::{Claim, Tree, verify_tree};

use super::*;
use crate::fixture::{double_three, points, random_position};
use crate::solver::vct::Escape;
use crate::solver::{Vcf, solve_vcf};

/// At most this many nodes.
fn within(nodes: u64, means: Means) -> ProveRequest {
    ProveRequest { nodes: Some(nodes), ..ProveRequest::by(means) }
}

fn proved(solver: &mut Solver, position: &Position, request: &ProveRequest) -> Proved {
    solver.prove(position, request, &Stop::default(), &mut |_| ())
}

#[test]
fn every_win_has_a_tree_that_the_rules_accept() {
    let mut random = Random::new(11);
    for rule in Rule::ALL {
        let mut solver = Solver::new(0);
        let (mut fours, mut threats) = (0, 0);
        for i in 0..160 {
            let side = 6 + i % 5;
            let each = side + random.below(side);
            let position = random_position(&mut random, rule, side, each);
            for means in [Means::Fours, Means::Threats] {
                let Proved::Win(attack) = proved(&mut solver, &position, &within(3_000, means)) else {
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
        assert!(fours > 15 && threats > 2, "{rule}: {fours} by fours, {threats} by threats");
    }
}

#[test]
fn a_tree_built_with_more_care_stands_too() {
    let mut random = Random::new(12);
    let mut trees = 0;
    for i in 0..120 {
        let position = random_position(&mut random, Rule::ALL[i % 5], 8, 9);
        let mut solver = Solver::new(0);
        let limits = SolverLimits { nodes: 5_000, is_stopped: &|| false, watch: &|_| () };
        let mut board = Board::new(&position);
        if solver.vct.decide(&mut board, Role::Attacker, Threats::Any, &limits) != Decision::Win {
            continue;
        }
        let tree = solver.vct.tree(&mut board, &[], Room::new(100_000), Care::Trying, &limits);
        assert_eq!(board.position(), &position);
        if let Ok(tree) = tree {
            assert!(verify(&position, &tree).is_ok(), "{position:?}");
            trees += 1;
        }
    }
    assert!(trees > 15, "{trees}");
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
            let request = within(10_000, means);
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
fn no_move_is_left_undecided_that_loses_to_a_short_win_by_fours() {
    let mut random = Random::new(18);
    let (mut undecided, mut examined) = (0, 0);
    for i in 0..60 {
        let position = random_position(&mut random, Rule::ALL[i % 5], 10, 12);
        let request = within(8_000, Means::Threats);
        let answer = Solver::new(0).defences(&position, &request, &Stop::default(), &mut |_| ());
        let Defences::Moves { unknown, .. } = answer else { continue };
        examined += 1;
        for &point in &unknown {
            let mut after = position.clone();
            after.play(point);
            let fours = solve_vcf(&after, Some(500), &Stop::default()).solved;
            assert!(!matches!(fours, Solved::Win(_)), "{point}\n{position:?}");
            undecided += 1;
        }
    }
    assert!(examined > 10 && undecided > 10, "{examined} {undecided}");
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

#[test]
fn the_shortest_win_is_shorter_than_no_other() {
    let mut random = Random::new(15);
    let mut shorter = 0;
    for i in 0..100 {
        let position = random_position(&mut random, Rule::ALL[i % 5], 8, 9);
        let mut solver = Solver::new(0);
        let request = within(5_000, Means::Threats);
        let shortest = solver.prove_shortest(&position, &request, &Stop::default(), &mut |_| ());
        let Proved::Win(tree) = &shortest.proved else { continue };
        let plies = verify(&position, tree).unwrap().plies;
        assert_eq!(plies.div_ceil(2), shortest.moves);
        if shortest.moves == shortest.at_least && shortest.moves > 1 {
            let limits = SolverLimits { nodes: 20_000, is_stopped: &|| false, watch: &|_| () };
            let mut board = Board::new(&position);
            let fewer = Solver::new(0).vct.decide_in(&mut board, shortest.moves - 1, &limits);
            assert_ne!(fewer, Decision::Win, "{position:?}");
            let Proved::Win(any) = proved(&mut Solver::new(0), &position, &request) else { continue };
            shorter += usize::from(verify(&position, &any).unwrap().plies > plies);
            assert!(verify(&position, &any).unwrap().plies >= plies);
        }
    }
    assert!(shorter > 0);
}

#[test]
fn several_threads_find_what_one_finds() {
    let mut random = Random::new(16);
    let mut wins = 0;
    for i in 0..40 {
        let position = random_position(&mut random, Rule::ALL[i % 5], 9, 9);
        let mut solver = Solver::new(0);
        solver.set_threads(3);
        let (one, many) = (
            proved(&mut Solver::new(0), &position, &within(5_000, Means::Threats)),
            proved(&mut solver, &position, &within(5_000, Means::Threats)),
        );
        match (&one, &many) {
            (Proved::Win(_), Proved::Win(tree)) => {
                assert!(verify(&position, tree).is_ok());
                wins += 1;
            }
            (Proved::NoWin, Proved::Win(_)) | (Proved::Win(_), Proved::NoWin) => {
                panic!("{one:?} {many:?}\n{position:?}")
            }
            _ => {}
        }
    }
    assert!(wins > 3, "{wins}");
}

#[test]
fn a_saved_table_is_taken_up_again() {
    let position = double_three();
    let mut solver = Solver::new(0);
    assert!(matches!(proved(&mut solver, &position, &ProveRequest::default()), Proved::Win(_)));
    let mut bytes = Vec::new();
    solver.save(&position, &mut bytes).unwrap();
    let mut resumed = Solver::new(0);
    resumed.load(&position, &mut &bytes[..]).unwrap();
    assert!(matches!(proved(&mut resumed, &position, &ProveRequest::default()), Proved::Win(_)));
    assert!(resumed.nodes() < solver.nodes(), "{} {}", resumed.nodes(), solver.nodes());
    let load = |position: &Position, bytes: &[u8]| Solver::new(0).load(position, &mut &bytes[..]);
    let mut other = position.clone();
    other.pass();
    assert!(matches!(load(&other, &bytes), Err(TableError::OtherPosition)));
    assert!(matches!(load(&position, &bytes[..bytes.len() - 1]), Err(TableError::Io(_))));
    let changed = |at: usize| {
        let mut bytes = bytes.clone();
        bytes[at] ^= 4;
        bytes
    };
    assert!(matches!(load(&position, &changed(0)), Err(TableError::NotATable)));
    assert!(matches!(load(&position, &changed(8)), Err(TableError::Version(5))));
    assert!(matches!(load(&position, &changed(50)), Err(TableError::Damaged)));
}

#[test]
fn the_main_line_ends_with_the_five() {
    let Proved::Win(tree) = proved(&mut Solver::new(0), &double_three(), &ProveRequest::default()) else {
        panic!("no win");
    };
    let mut replay = double_three();
    for point in main_line(&double_three(), &tree) {
        replay.try_play(point).unwrap();
    }
    assert_eq!(replay.winner(), Some(Stone::Black));
}

/// Whether the attacker, who is to move, wins by threats, by the rules and the search for fours alone: every legal move
/// that threatens a win by fours, and every legal reply.
struct Oracle {
    vcf: Vcf,
    known: HashMap<u64, bool>,
    left: u32,
}

impl Oracle {
    fn has_fours(&mut self, position: &Position) -> bool {
        self.vcf.plies_to_win(&mut Board::new(position), &mut Budget::unlimited()).is_some()
    }

    /// `None` if it would take too long.
    fn wins(&mut self, position: &mut Position) -> Option<bool> {
        if self.has_fours(position) {
            return Some(true);
        }
        if let Some(&wins) = self.known.get(&position.hash()) {
            return Some(wins);
        }
        self.left = self.left.checked_sub(1)?;
        let mut wins = false;
        let mut moves: Vec<Point> = position.legal_moves().collect();
        let side = position.side();
        moves.sort_by_key(|&point| std::cmp::Reverse(position.shapes(point, side).strongest()));
        for point in moves {
            position.play(point);
            let holds = self.holds(position);
            position.undo();
            wins = holds?;
            if wins {
                break;
            }
        }
        self.known.insert(position.hash(), wins);
        Some(wins)
    }

    /// Whether every reply to the last move loses.
    fn holds(&mut self, position: &mut Position) -> Option<bool> {
        position.pass();
        let threatens = self.has_fours(position);
        position.undo();
        let replies: Vec<Point> = position.legal_moves().collect();
        if !threatens || replies.is_empty() {
            return Some(false);
        }
        for reply in replies {
            position.play(reply);
            let wins = if position.winner().is_some() { Some(false) } else { self.wins(position) };
            position.undo();
            if !wins? {
                return Some(false);
            }
        }
        Some(true)
    }
}

#[test]
fn the_answers_are_those_of_trying_every_move() {
    let mut random = Random::new(17);
    let mut won = 0;
    for rule in Rule::ALL {
        let mut none = 0;
        for i in 0..200 {
            let each = 6 + i % 6;
            let mut position = random_position(&mut random, rule, 7 + i % 2, each);
            let mut oracle = Oracle { vcf: Vcf::new(16), known: HashMap::new(), left: 100 };
            if oracle.has_fours(&position) {
                continue;
            }
            let Some(expected) = oracle.wins(&mut position) else { continue };
            let found = proved(&mut Solver::new(0), &position, &within(1_000_000, Means::Threats));
            match found {
                Proved::Win(_) => assert!(expected, "the oracle has no win\n{position:?}"),
                Proved::NoWin => assert!(!expected, "the oracle has a win\n{position:?}"),
                other => panic!("{other:?}\n{position:?}"),
            }
            *(if expected { &mut won } else { &mut none }) += 1;
        }
        assert!(none > 10, "{rule}: {none}");
    }
    assert!(won > 2, "{won}");
}
