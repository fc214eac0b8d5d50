//! Wins by threats: drawn positions, and random ones played out against every reply.

use super::*;
use crate::fixture::{drawn, random_position, wins_against_everything};
use goren_core::{Random, Rule};

#[test]
fn one_solver_serves_both_sides() {
    let mut random = Random::new(3);
    let mut solver = Vct::new(16, &Parameters::default());
    let mut wins = 0;
    for _ in 0..150 {
        let mut board = Board::new(&random_position(&mut random, Rule::Freestyle, 11, 14));
        for _ in 0..4 {
            let shared = solver.solve(&mut board, Threats::Open, &limited(5_000));
            let fresh =
                Vct::new(16, &Parameters::default()).solve(&mut board, Threats::Open, &limited(50_000));
            assert!(
                !(matches!(shared, Solved::Win(_)) && matches!(fresh, Solved::NoWin)),
                "{:?}",
                board.position()
            );
            wins += usize::from(matches!(shared, Solved::Win(_)));
            let Some(point) =
                board.near().points().find(|&point| board.class(point, board.side()) < ThreatClass::Four)
            else {
                break;
            };
            board.play(point);
            if board.position().winner().is_some() {
                break;
            }
        }
    }
    assert!(wins > 10, "{wins}");
}

fn limited(nodes: u64) -> SolverLimits<'static> {
    SolverLimits { nodes, is_stopped: &|| false, watch: &|_| () }
}

fn solved(position: &Position, threats: Threats) -> Solved {
    let mut board = Board::new(position);
    let solved = Vct::new(16, &Parameters::default()).solve(&mut board, threats, &limited(200_000));
    assert_eq!(board.position(), position);
    if let Solved::Win(line) = &solved {
        let mut replay = position.clone();
        line.iter().for_each(|&point| replay.try_play(point).unwrap());
        assert_eq!(replay.winner(), Some(position.side()), "{line:?}");
    }
    solved
}

const DOUBLE_THREE: &str = "...........
     ...........
     .....O.....
     .....X.....
     .....X.....
     ...XX......
     ...........
     ...........
     ......O....
     ........O..
     ...........";

#[test]
fn a_double_three_wins() {
    let position = drawn(Rule::Standard, Stone::Black, DOUBLE_THREE);
    assert!(matches!(solved(&position, Threats::Open), Solved::Win(_)));
}

#[test]
fn a_win_by_fours_is_a_win_by_threats() {
    let position = drawn(
        Rule::Freestyle,
        Stone::White,
        ".......
         .......
         ..OOO..
         .......
         ...X...
         ..X....
         .X.....",
    );
    let Solved::Win(line) = solved(&position, Threats::Open) else { panic!("no win") };
    assert_eq!(line.len(), 3);
}

#[test]
fn lone_stones_threaten_nothing() {
    let position = drawn(
        Rule::Freestyle,
        Stone::Black,
        ".......
         .......
         ..X....
         ...O...
         .......
         .......
         .......",
    );
    assert_eq!(solved(&position, Threats::Any), Solved::NoWin);
}

#[test]
fn stops_when_asked_or_when_the_nodes_are_spent() {
    let position = drawn(Rule::Renju, Stone::Black, DOUBLE_THREE);
    let mut board = Board::new(&position);
    let stopped = SolverLimits { nodes: u64::MAX, is_stopped: &|| true, watch: &|_| () };
    assert_eq!(
        Vct::new(16, &Parameters::default()).solve(&mut board, Threats::Any, &stopped),
        Solved::Unknown
    );
    let mut vct = Vct::new(16, &Parameters::default());
    assert_eq!(vct.solve(&mut board, Threats::Any, &limited(1)), Solved::Unknown);
    assert!(vct.nodes() < 5_000);
}

#[test]
fn every_win_holds_against_every_reply() {
    let mut random = Random::new(4);
    for rule in Rule::ALL {
        let mut vct = Vct::new(16, &Parameters::default());
        let mut vcf = Vcf::new(16);
        let mut wins = 0;
        while wins < 2 {
            let mut position = random_position(&mut random, rule, 7, 7);
            let has_fours = vcf.plies_to_win(&mut Board::new(&position), &mut Budget::new(10_000)).is_some();
            let mut choose = |position: &Position| {
                let fours = vcf.line(&mut Board::new(position), &mut Budget::new(10_000));
                if let Some(line) = fours {
                    return Some(line[0]);
                }
                match vct.solve(&mut Board::new(position), Threats::Any, &limited(20_000)) {
                    Solved::Win(line) => Some(line[0]),
                    Solved::NoWin | Solved::Unknown => None,
                }
            };
            if !has_fours && choose(&position).is_some() {
                assert!(wins_against_everything(&mut position, &mut choose), "{position:?}");
                wins += 1;
            }
        }
    }
}
