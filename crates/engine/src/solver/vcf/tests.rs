//! Wins by fours: drawn positions, and random ones against a solver that tries every move.

use super::*;
use crate::fixture::{drawn, points, random_position, wins_against_everything};
use goren_core::Random;
use std::collections::HashMap;

/// The shortest win's line, checked by the rules.
fn line(position: &Position) -> Option<Vec<Point>> {
    let mut board = Board::new(position);
    let mut budget = Budget::new(100_000);
    let line = Vcf::new(16).line(&mut board, &mut budget);
    assert!(!budget.is_exhausted());
    assert_eq!(board.position(), position);
    if let Some(line) = &line {
        let mut replay = position.clone();
        line.iter().for_each(|&point| replay.try_play(point).unwrap());
        assert_eq!(replay.winner(), Some(position.side()));
    }
    line
}

#[test]
fn four_three_wins() {
    let position = drawn(
        Rule::Standard,
        Stone::Black,
        ".........
         .........
         ....X....
         ....X....
         .OXX.X...
         .........
         ...O.....
         .....O...
         .........",
    );
    let line = line(&position).unwrap();
    assert_eq!((line[0], line[1], line.len()), (points("e5")[0], points("g5")[0], 5));
}

#[test]
fn fours_that_build_nothing_are_left_out_where_only_the_others_are_tried() {
    // Only the four on e5 brings a second line forward: the column.
    let barren = ".........
                  .........
                  .........
                  .........
                  OXXX.....
                  .........
                  .........
                  .........
                  .........";
    let fertile = ".........
                   .........
                   .........
                   .........
                   OXXX.....
                   .........
                   ....X....
                   .........
                   .........";
    let listed = |picture: &str, choice: Choice| {
        let board = Board::new(&drawn(Rule::Freestyle, Stone::Black, picture));
        let mut vcf = Vcf::new(16);
        vcf.choice = choice;
        vcf.list_fours(&board);
        let mut names: Vec<String> = vcf.moves.iter().map(ToString::to_string).collect();
        names.sort();
        names.join(" ")
    };
    assert_eq!((listed(barren, Choice::All), listed(barren, Choice::Building)), ("e5 f5".into(), "".into()));
    assert_eq!(
        (listed(fertile, Choice::All), listed(fertile, Choice::Building)),
        ("e5 f5".into(), "e5".into())
    );
}

#[test]
fn a_win_by_building_is_a_win_and_its_failures_are_not_taken_for_those_of_all_fours() {
    let mut random = Random::new(21);
    let (mut wins, mut missed) = (0, 0);
    let mut shared = Vcf::new(16);
    for i in 0..600 {
        let position = random_position(&mut random, Rule::ALL[i % 5], 9, 13);
        let mut board = Board::new(&position);
        let building = shared.plies_by_building(&mut board, &mut Budget::new(100_000)).is_some();
        let all = shared.plies_to_win(&mut board, &mut Budget::new(100_000)).is_some();
        assert_eq!(all, Vcf::new(16).plies_to_win(&mut board, &mut Budget::new(100_000)).is_some());
        assert!(all || !building, "{position:?}");
        wins += usize::from(building);
        missed += usize::from(all && !building);
    }
    assert!(wins > 50 && missed > 0 && missed < wins / 4, "{wins} wins, {missed} missed");
}

#[test]
fn a_reply_that_makes_a_four_stops_a_four_three() {
    // White answers e5 on g5, with four in the column.
    let position = drawn(
        Rule::Standard,
        Stone::Black,
        ".........
         ......O..
         ....X.O..
         ....X.O..
         .OXX.X...
         .........
         .........
         .........
         .........",
    );
    assert_eq!(line(&position), None);
}

#[test]
fn a_reply_forbidden_to_black_wins_for_white() {
    // After g7 only f7 stops the five, and there Black would have six.
    let picture = ".....X...
                   .....X...
                   .XOOO....
                   .....X...
                   .....X...
                   .....X...
                   .........
                   .........
                   .........";
    let won = line(&drawn(Rule::Renju, Stone::White, picture)).unwrap();
    assert_eq!((won[0], won[2], won.len()), (points("g7")[0], points("f7")[0], 3));
    assert_eq!(line(&drawn(Rule::Freestyle, Stone::White, picture)), None);
}

#[test]
fn a_forbidden_reply_wins_nothing_if_black_has_no_legal_move_at_all() {
    // As above, and nothing else is empty: after g7 the game is a draw.
    let position = drawn(
        Rule::Renju,
        Stone::White,
        "#####X###
         #####X###
         #XOOO..##
         #####X###
         #####X###
         #####X###
         #########
         #########
         #########",
    );
    assert_eq!(line(&position), None);
}

#[test]
fn a_five_of_the_other_side_is_stopped_first() {
    // White threatens g8; only in the second picture is the block a four.
    let quiet = ".........
                 .XOOOO...
                 .........
                 .........
                 .........
                 .........
                 .........
                 ..XXX....
                 .........";
    assert_eq!(line(&drawn(Rule::Freestyle, Stone::Black, quiet)), None);
    let loud = ".........
                .XOOOO...
                ......X..
                ......X..
                ......X..
                .........
                .........
                ..XXX....
                .........";
    let won = line(&drawn(Rule::Freestyle, Stone::Black, loud)).unwrap();
    assert_eq!((won[0], won.len()), (points("g8")[0], 3));
}

#[test]
fn six_is_a_five_only_where_it_wins() {
    let picture = ".........
                   .........
                   .........
                   .........
                   .XXX.XX..
                   .........
                   .........
                   .........
                   .........";
    for (rule, wins) in Rule::ALL.into_iter().zip([true, false, false, false, true]) {
        let won = line(&drawn(rule, Stone::Black, picture));
        assert_eq!(won, wins.then(|| points("e5")), "{rule}");
    }
}

#[test]
fn a_five_between_opposing_stones_is_none_under_caro() {
    let enclosed = ".........
                    .........
                    .........
                    .........
                    .OXXXX.O.
                    .........
                    .........
                    .........
                    .........";
    let beside_a_trap = enclosed.replace("X.O", "X.#");
    for (rule, wins) in Rule::ALL.into_iter().zip([true, true, true, false, false]) {
        let won = line(&drawn(rule, Stone::Black, enclosed));
        assert_eq!(won, wins.then(|| points("g5")), "{rule}");
        assert_eq!(line(&drawn(rule, Stone::Black, &beside_a_trap)), Some(points("g5")), "{rule}");
    }
}

#[test]
fn black_may_not_make_a_four_with_two_threes_under_renju() {
    // h8 makes a four in the row and a three on each diagonal.
    let picture = "...............
                   ...............
                   ...............
                   ...............
                   ...............
                   .........X.....
                   ........X......
                   ...OXXX........
                   ........X......
                   .........X.....
                   ...............
                   ...............
                   ...............
                   ...............
                   ...............";
    assert_ne!(line(&drawn(Rule::Renju, Stone::Black, picture)).unwrap()[0], points("h8")[0]);
    let won = line(&drawn(Rule::Standard, Stone::Black, picture)).unwrap();
    assert_eq!((won[0], won.len()), (points("h8")[0], 5));
    // One three less, and the point is allowed.
    let allowed = picture.replacen(".........X.....", ".........O.....", 1);
    assert_eq!(line(&drawn(Rule::Renju, Stone::Black, &allowed)).unwrap()[0], points("h8")[0]);
}

#[test]
fn an_exhausted_budget_says_so_and_the_search_is_resumed() {
    let position = drawn(
        Rule::Renju,
        Stone::Black,
        "...............
         ...........X...
         ....X.OX.......
         .......X..O....
         .......OX..O...
         ......XXO.X....
         .....O.OOX.O...
         .......XXO.....
         ...............
         ...............
         ...............
         ...............
         ...............
         ...............
         ...............",
    );
    let mut board = Board::new(&position);
    let mut vcf = Vcf::new(16);
    let mut rounds = 0;
    let line = loop {
        let mut budget = Budget::new(10);
        rounds += 1;
        match vcf.line(&mut board, &mut budget) {
            Some(line) => break line,
            None => assert!(budget.is_exhausted()),
        }
    };
    assert!(rounds > 2);
    assert_eq!(Some(line), self::line(&position));
}

/// Whether the attacker wins with this many fours, by the rules alone.
fn wins_naively(position: &mut Position, fours: u32, known: &mut HashMap<(u64, u32), bool>) -> bool {
    let me = position.side();
    let can_win =
        |position: &Position, stone| position.empties().any(|point| position.shapes(point, stone).has_five());
    if can_win(position, me) {
        return true;
    }
    if fours == 0 {
        return false;
    }
    if let Some(&wins) = known.get(&(position.hash(), fours)) {
        return wins;
    }
    let moves: Vec<Point> = position.legal_moves().collect();
    let wins = moves.into_iter().any(|point| {
        position.play(point);
        let replies: Vec<Point> = position.legal_moves().collect();
        let wins = can_win(position, me)
            && !can_win(position, !me)
            && !replies.is_empty()
            && replies.into_iter().all(|reply| {
                position.play(reply);
                let wins = wins_naively(position, fours - 1, known);
                position.undo();
                wins
            });
        position.undo();
        wins
    });
    known.insert((position.hash(), fours), wins);
    wins
}

#[test]
fn finds_exactly_the_wins_that_trying_every_move_finds() {
    let mut random = Random::new(1);
    for rule in Rule::ALL {
        let mut wins = [0; 5];
        for _ in 0..400 {
            let each = 9 + random.below(5);
            let mut position = random_position(&mut random, rule, 7, each);
            let mut known = HashMap::new();
            let naive = (0..4).find(|&fours| wins_naively(&mut position, fours, &mut known));
            let mut board = Board::new(&position);
            let found = Vcf::new(16).fewest_fours(&mut board, &mut Budget::new(1_000_000));
            assert_eq!(found.filter(|&fours| fours < 4), naive, "{position:?}");
            let any = Vcf::new(16).plies_to_win(&mut board, &mut Budget::new(1_000_000));
            assert_eq!(any.is_some(), found.is_some(), "{position:?}");
            if let Some(fours) = found {
                assert_eq!(line(&position).unwrap().len() as u32, 2 * fours + 1);
                wins[fours.min(4) as usize] += 1;
            }
        }
        assert!(wins[1] > 5 && wins[2] > 0, "{rule}: {wins:?}");
    }
}

#[test]
fn every_win_holds_against_every_reply() {
    let mut random = Random::new(2);
    for rule in Rule::ALL {
        let mut vcf = Vcf::new(16);
        for _ in 0..200 {
            let mut position = random_position(&mut random, rule, 7, 11);
            if vcf.plies_to_win(&mut Board::new(&position), &mut Budget::new(100_000)).is_some() {
                let mut choose = |position: &Position| {
                    Some(vcf.line(&mut Board::new(position), &mut Budget::new(100_000))?[0])
                };
                assert!(wins_against_everything(&mut position, &mut choose), "{position:?}");
            }
        }
    }
}

/// The claim behind [`Vcf::defences`].
#[test]
fn a_move_that_is_no_defence_does_not_stop_the_win() {
    let mut random = Random::new(3);
    for rule in Rule::ALL {
        let mut vcf = Vcf::new(16);
        for _ in 0..300 {
            let position = random_position(&mut random, rule, 8, 13);
            let mut board = Board::new(&position);
            let (me, opponent) = (board.side(), !board.side());
            let Some(fours) = vcf.fewest_fours(&mut board, &mut Budget::new(100_000)) else { continue };
            if board.count(opponent, ThreatClass::Five) > 0 {
                continue;
            }
            let defences = vcf.defences(&mut board, fours);
            board.pass();
            for point in position.empties() {
                if defences.contains(point) || !board.is_legal(point) {
                    continue;
                }
                board.play(point);
                assert_eq!(board.side(), me);
                let wins = vcf.plies_to_win(&mut board, &mut Budget::new(100_000)).is_some();
                board.undo();
                assert!(wins, "{point} stops it\n{position:?}");
            }
        }
    }
}
