//! `masked` against its document: tables, the worked example, a slow evaluator and search, tactics, Swap2.

use goren_core::{
    Agent as _, Choice, Direction, Game, Limits, Opening, Point, Position, Rule, Score, Size, Step, Stone,
    Stop,
};

use super::utility::Weights;
use super::{DESCRIPTION, Masked, Pattern};
use crate::fixture::{
    board, choice, classic_with, classic_without, play, plays_legally_everywhere, points, random_game, strewn,
};
use crate::{Classic, Settings};
use goren_core::Random;

fn masked(depth: u32, without: &[&str]) -> Classic {
    classic_without(&DESCRIPTION, Some(depth), without)
}

/// The settings of the second weighting.
fn second_weighting() -> Settings {
    Settings { weighting: Some("program".into()), ..Settings::default() }
}

/// The evaluation alone.
fn evaluator(without: &[&str]) -> Masked {
    let without = without.iter().map(|&name| name.to_owned()).collect();
    Masked::new(&Settings { without, ..Settings::default() }).unwrap()
}

/// A drawn board under the document's rule.
fn drawn(picture: &str, side: Stone) -> Position {
    let drawn = board(picture, side);
    Position::with_setup(Rule::Standard, drawn.size(), drawn.traps(), drawn.setup(), side).unwrap()
}

fn plays(masked: &mut Classic, position: &Position) -> Point {
    play(masked, position, &Limits::default()).0
}

/// The utility counted with characters, line by line: `1` and `2` stones, `.` empty, `#` anything else.
fn slow_counts(position: &Position, stone: Stone) -> [u32; 7] {
    let size = position.size();
    let mark = |point: Point| match position.stone(point) {
        Some(Stone::Black) => '1',
        Some(Stone::White) => '2',
        None if position.is_empty(point) => '.',
        None => '#',
    };
    let mut counts = [0; 7];
    for direction in Direction::ALL {
        let (dx, dy) = direction.step();
        for first in size.points() {
            if first.offset(-dx, -dy).is_some_and(|before| size.contains(before)) {
                continue;
            }
            let mut line = Vec::new();
            let mut next = Some(first);
            while let Some(point) = next.filter(|&point| size.contains(point)) {
                line.push(mark(point));
                next = point.offset(dx, dy);
            }
            for window in slow_mask(&line, position.rule()).windows(5) {
                let own = if stone == Stone::Black { '1' } else { '2' };
                let text: String = window.iter().map(|&c| if c == own { 'x' } else { c }).collect();
                if text.chars().all(|c| c == 'x' || c == '.')
                    && let Some(pattern) = slow_pattern(&text)
                {
                    counts[pattern] += 1;
                }
            }
        }
    }
    counts
}

fn slow_pattern(window: &str) -> Option<usize> {
    match window {
        "xxxxx" => Some(0),
        "xxxx." | ".xxxx" => Some(1),
        "x.xxx" | "xx.xx" | "xxx.x" => Some(2),
        "xxx.." | ".xxx." | "..xxx" => Some(3),
        "xx..x" | "xx.x." | "x..xx" | "x.xx." | "x.x.x" | ".x.xx" | ".xx.x" => Some(4),
        "xx..." | ".xx.." | "..xx." | "...xx" => Some(5),
        "x.x.." | "x..x." | "x...x" | ".x.x." | ".x..x" | "..x.x" => Some(6),
        _ => None,
    }
}

fn slow_mask(line: &[char], rule: Rule) -> Vec<char> {
    let mut masked = line.to_vec();
    let at = |i: isize| usize::try_from(i).ok().and_then(|i| line.get(i)).copied().unwrap_or('#');
    for (own, opponent) in [('1', '2'), ('2', '1')] {
        let overlines_lose = match rule {
            Rule::Standard | Rule::Caro => true,
            Rule::Renju => own == '1',
            Rule::Freestyle | Rule::Caro6 => false,
        };
        let row =
            |from: isize, step: isize| (0..).take_while(|k| at(from + k * step) == own).count() as isize;
        for i in 0..line.len() as isize {
            let (before, after) = (row(i - 1, -1), row(i + 1, 1));
            let is_own = at(i) == own;
            let length = before + after + 1;
            let in_overline = is_own && length >= 6;
            let beside_overline = at(i) == '.' && (before >= 6 || after >= 6);
            let would_be = at(i) == '.' && before > 0 && after > 0 && length >= 6;
            let closed = matches!(rule, Rule::Caro | Rule::Caro6)
                && is_own
                && length == 5
                && at(i - before - 1) == opponent
                && at(i + after + 1) == opponent;
            if overlines_lose && (in_overline || beside_overline || would_be) || closed {
                masked[i as usize] = '#';
            }
        }
    }
    masked
}

fn slow_utility(position: &Position, me: Stone, weights: &Weights) -> i64 {
    let sum = |stone, weights: &[i32; 7]| {
        let counts = slow_counts(position, stone);
        counts.iter().zip(weights).map(|(&count, &weight)| i64::from(count) * i64::from(weight)).sum::<i64>()
    };
    sum(me, &weights.own) - sum(!me, &weights.opponent)
}

/// Minimax over every neighbour, without pruning: the utility and the first best move.
fn slow_minimax(position: &mut Position, depth: u32, me: Stone) -> (i64, Option<Point>) {
    let utility = slow_utility(position, me, &Weights::DOCUMENT);
    let is_over = position.winner().is_some() || utility >= 43_200;
    let near = |point: &Point| position.stones().any(|(stone, _)| stone.distance(*point) <= 1);
    let moves: Vec<Point> = position.empties().filter(near).collect();
    if depth == 0 || is_over || moves.is_empty() {
        return (utility, None);
    }
    let maximises = position.side() == me;
    let mut best: Option<(i64, Point)> = None;
    for point in moves {
        position.play(point);
        let value = slow_minimax(position, depth - 1, me).0;
        position.undo();
        if best.is_none_or(|(most, _)| if maximises { value > most } else { value < most }) {
            best = Some((value, point));
        }
    }
    best.map_or((utility, None), |(value, point)| (value, Some(point)))
}

/// Figure 2-9.
fn example() -> Position {
    let stones = |names, stone| points(names).into_iter().map(move |point| (point, stone));
    let white = stones("g8 h8 f9 f4 i8 j8 h7 h5 i6", Stone::White);
    let black = stones("f8 f7 f6 f5 g7 g9 k8 g6 h4", Stone::Black);
    let stones: Vec<_> = black.chain(white).collect();
    Position::with_setup(Rule::Standard, Size::DEFAULT, &[], &stones, Stone::Black).unwrap()
}

#[test]
fn the_weights_are_those_of_table_2_1() {
    let table = [
        (Pattern::FiveInRow, 27_000.0, 26_999.0),
        (Pattern::FourInRow, 905.0, 900.0),
        (Pattern::BrokenFour, 905.0, 900.0),
        (Pattern::ThreeInRow, 25.0, 30.0),
        (Pattern::BrokenThree, 25.0, 30.0),
        (Pattern::TwoInRow, 1.0, 0.5),
        (Pattern::BrokenTwo, 1.0, 0.5),
    ];
    for (pattern, own, opponent) in table {
        assert_eq!(f64::from(Weights::DOCUMENT.own[pattern as usize]) / 2.0, own);
        assert_eq!(f64::from(Weights::DOCUMENT.opponent[pattern as usize]) / 2.0, opponent);
    }
    assert_eq!(Weights::DOCUMENT.victory(), 2 * 21_600);
}

#[test]
fn the_second_weighting_is_the_programs() {
    let table = [(20.0, 19.0), (12.0, 10.0), (12.0, 10.0), (3.0, 5.0), (3.0, 5.0), (2.5, 1.0), (2.5, 1.0)];
    for (i, (own, opponent)) in table.into_iter().enumerate() {
        assert_eq!(f64::from(Weights::PROGRAM.own[i]) / 2.0, own);
        assert_eq!(f64::from(Weights::PROGRAM.opponent[i]) / 2.0, opponent);
    }
    assert_eq!(Weights::PROGRAM.victory(), 2 * 16);
    assert_eq!(classic_with(&DESCRIPTION, &second_weighting()).name(), "masked (program)");
    assert_eq!(masked(2, &[]).name(), "masked");
}

#[test]
fn each_of_the_32_windows_is_its_pattern() {
    for window in 0..32 {
        let text: String = (0..5).map(|i| if window >> i & 1 == 1 { 'x' } else { '.' }).collect();
        assert_eq!(Pattern::of(window).map(|pattern| pattern as usize), slow_pattern(&text), "{text}");
    }
    for (i, pattern) in Pattern::ALL.into_iter().enumerate() {
        assert_eq!(pattern as usize, i);
    }
}

#[test]
fn the_worked_example_comes_to_1887() {
    let masked = evaluator(&[]);
    assert_eq!(masked.counts(&example(), Stone::White), [0, 2, 0, 2, 1, 7, 4]);
    assert_eq!(masked.counts(&example(), Stone::Black), [0, 0, 0, 0, 0, 15, 3]);
    assert_eq!(masked.utility(&example(), Stone::White), 1887.0);
}

#[test]
fn a_free_three_matches_three_times() {
    let mut position = Position::new(Rule::Standard, Size::DEFAULT);
    for point in points("g8 a1 h8 o1 i8") {
        position.play(point);
    }
    assert_eq!(evaluator(&[]).counts(&position, Stone::Black)[3], 3);
}

/// Black's counts with stones on one row only.
fn row(row: &str, without: &[&str]) -> [u32; 7] {
    let empty = ". ".repeat(row.split_whitespace().count());
    let lines = [&[row][..], &vec![empty.as_str(); row.split_whitespace().count() - 1]].concat();
    evaluator(without).counts(&drawn(&lines.join("\n"), Stone::Black), Stone::Black)
}

#[test]
fn six_in_a_row_and_its_empty_ends_are_masked() {
    assert_eq!(row(". X X X X X X . . X X . . .", &[]), [0, 0, 0, 0, 0, 2, 0]);
    assert_eq!(row(". X X X X X X . . X X . . .", &["masking"])[..2], [2, 2]);
    assert_eq!(row(". . X X X X X . . . . . . .", &[])[0], 1);
}

#[test]
fn the_hole_of_a_would_be_six_is_masked() {
    assert_eq!(row(". X X X . X X . . .", &[]), [0, 0, 0, 0, 0, 1, 0]);
    assert_eq!(row(". X X X . X X . . .", &["masking"]), [0, 0, 2, 1, 1, 2, 0]);
    assert_eq!(row(". X X X . X . . . .", &[])[2], 1);
}

#[test]
fn a_trap_matches_nothing() {
    assert_eq!(row("X X # X X . . .", &[]), [0, 0, 0, 0, 0, 1, 0]);
}

#[test]
fn the_utility_equals_a_slow_one_on_thousands_of_boards() {
    let mut random = Random::new(1);
    let mut hidden = 0;
    for round in 0..2_000 {
        let rule = if round % 2 == 0 { Rule::Standard } else { Rule::ALL[round / 2 % 5] };
        let side = if round % 8 == 0 { 5 + round / 8 % 18 } else { 5 + round % 8 };
        let size = Size::new(side).unwrap();
        let mut position = strewn(&mut random, rule, size);
        let fast = evaluator(&[]);
        for stone in Stone::BOTH {
            assert_eq!(fast.counts(&position, stone), slow_counts(&position, stone), "{position:?}");
            let unmasked = evaluator(&["masking"]).counts(&position, stone);
            hidden += usize::from(unmasked != fast.counts(&position, stone));
        }
        let side = position.side();
        let utility = |position: &Position| {
            [&Weights::DOCUMENT, &Weights::PROGRAM].map(|weights| slow_utility(position, side, weights))
        };
        let Some(point) = position.empties().nth(random.below(position.empty_count().max(1))) else {
            continue;
        };
        let mut lines =
            [fast.lines(&position, side), Masked::new(&second_weighting()).unwrap().lines(&position, side)];
        let before = utility(&position);
        assert_eq!(lines.each_ref().map(|lines| i64::from(lines.utility())), before);
        position.play(point);
        lines.iter_mut().for_each(|lines| lines.play(point, side));
        assert_eq!(lines.each_ref().map(|lines| i64::from(lines.utility())), utility(&position));
        lines.iter_mut().for_each(|lines| lines.undo(point));
        assert_eq!(lines.each_ref().map(|lines| i64::from(lines.utility())), before);
        lines.iter_mut().for_each(|lines| lines.play(point, side));
        assert_eq!(lines.each_ref().map(|lines| i64::from(lines.utility())), utility(&position));
    }
    assert!(hidden > 100, "masks hid something {hidden} times");
}

/// A random position of a standard game that is not over.
fn ongoing(random: &mut Random, size: usize, most: usize) -> Position {
    loop {
        let position = random_game(random, Rule::Standard, Size::new(size).unwrap(), most);
        if position.outcome().is_ongoing() && position.stones().next().is_some() {
            return position;
        }
    }
}

#[test]
fn the_move_and_its_utility_are_those_of_plain_minimax() {
    let mut random = Random::new(2);
    let mut cutoffs = 0;
    for round in 0..60 {
        let depth = 1 + round % 2 + u32::from(round % 20 == 0);
        let mut position = ongoing(&mut random, 5 + round as usize % 5, 25);
        let side = position.side();
        let (utility, point) = slow_minimax(&mut position, depth, side);
        for without in [&[][..], &["pruning"]] {
            let mut masked = masked(depth, without);
            assert_eq!(choice(&mut masked, &position), (point.unwrap(), Some(utility)), "{position:?}");
            cutoffs += masked.instruments().counters.cutoffs;
        }
    }
    assert!(cutoffs > 100, "{cutoffs}");
}

#[test]
fn pruning_changes_neither_move_nor_utility_and_saves_nodes() {
    let mut random = Random::new(3);
    for round in 0..80 {
        let position = ongoing(&mut random, 6 + round % 10, 60);
        let depth = if round % 8 == 0 { 3 } else { 2 };
        let (mut with, mut without) = (masked(depth, &[]), masked(depth, &["pruning"]));
        assert_eq!(choice(&mut with, &position), choice(&mut without, &position), "{position:?}");
        assert!(with.instruments().counters.nodes <= without.instruments().counters.nodes);
    }
}

#[test]
fn the_candidates_are_the_neighbours_of_stones() {
    let mut position = Position::with_traps(Rule::Standard, Size::DEFAULT, &points("b1 c3")).unwrap();
    for point in points("a1 h8") {
        position.play(point);
    }
    let mut masked = masked(1, &[]);
    masked.instruments_mut().trace_depth = 1;
    plays(&mut masked, &position);
    let tree = masked.instruments().tree.as_ref().unwrap();
    let tried: Vec<Point> = tree.children.iter().filter_map(|branch| branch.point).collect();
    assert_eq!(tried, points("a2 b2 g7 h7 i7 g8 i8 g9 h9 i9"));
}

#[test]
fn an_overline_is_no_win() {
    let position = drawn(
        "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        O X X X . X X . .
        . . . . . . . . .
        . . O . O . O . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .",
        Stone::Black,
    );
    assert_ne!(plays(&mut masked(2, &[]), &position), points("e6")[0]);
    assert_eq!(plays(&mut masked(1, &["masking"]), &position), points("e6")[0], "blind to the overline");
    let freestyle =
        Position::with_setup(Rule::Freestyle, position.size(), &[], position.setup(), Stone::Black).unwrap();
    let (point, report) = play(&mut masked(2, &[]), &freestyle, &Limits::default());
    assert_eq!((point, report.unwrap().score), (points("e6")[0], Score::win_in(1)));
}

#[test]
fn four_fifths_of_a_five_end_a_line_even_without_a_five() {
    let position = drawn(
        "
        . . . . . . . .
        . O . . . O . .
        . . . . . . . .
        . . X X X . . .
        . . . . . . . .
        . . O . . . . .
        . . . . . . . .
        . . . . . . . .",
        Stone::Black,
    );
    let note = |mut masked: Classic| {
        masked.instruments_mut().trace_depth = 1;
        plays(&mut masked, &position);
        let four = points("f5")[0];
        let tree = masked.instruments().tree.as_ref().unwrap();
        tree.children.iter().find(|branch| branch.point == Some(four)).unwrap().note
    };
    assert_eq!(
        note(classic_with(&DESCRIPTION, &second_weighting())),
        "won",
        "two fours at 12 are more than 16"
    );
    assert_eq!(note(masked(2, &[])), "searched");
}

#[test]
fn nobody_plays_on_after_the_opponents_five() {
    let position = drawn(
        "
        . . . . . . .
        . . . . . . .
        . . X . . X .
        X O O O O . .
        . . X . . . .
        . . . . . . .
        . . . . . . .",
        Stone::Black,
    );
    let mut masked = masked(3, &["pruning"]);
    masked.instruments_mut().trace_depth = 3;
    assert_eq!(plays(&mut masked, &position), points("f4")[0]);
    let five = points("f4")[0];
    let mut fives = 0;
    for branch in &masked.instruments().tree.as_ref().unwrap().children {
        for reply in branch.children.iter().filter(|reply| reply.point == Some(five)) {
            assert_eq!((reply.note, reply.children.len()), ("won", 0));
            fives += 1;
        }
    }
    assert!(fives > 5);
}

#[test]
fn a_lost_position_is_reported_as_lost() {
    let position = drawn(
        "
        . . . . . . . .
        . . O O O O . .
        . . . . . . . .
        . . . . . . . .
        . X X . . . . .
        . . . X . . . .
        . . . . . . . .
        . . . . . . . .",
        Stone::Black,
    );
    let (_, report) = play(&mut masked(2, &[]), &position, &Limits::default());
    assert_eq!(report.unwrap().score, Score::loss_in(2));
}

/// Lets it take part in Swap2 after these stones.
fn swap2(masked: &mut Classic, stones: &str) -> Step {
    let mut game = Game::new(Rule::Standard, Size::DEFAULT, &[], Opening::Swap2).unwrap();
    for (i, point) in points(stones).into_iter().enumerate() {
        if i == 3 {
            game.step(Step::Choose(Choice::PlaceTwo)).unwrap();
        }
        game.step(Step::Place(point)).unwrap();
    }
    masked.choose(&game, &Limits::default(), &Stop::default(), &mut |_| {})
}

#[test]
fn in_swap2_it_takes_the_colour_of_higher_utility() {
    let mut masked = masked(2, &[]);
    assert_eq!(swap2(&mut masked, "h8 a1 h9"), Step::Choose(Choice::Take(Stone::Black)));
    assert_eq!(swap2(&mut masked, "h8 a1 o15"), Step::Choose(Choice::PlaceTwo));
    assert_eq!(swap2(&mut masked, "h8 a1 o15 a2 o1"), Step::Choose(Choice::Take(Stone::White)));
    assert_eq!(swap2(&mut masked, "h8 a1 o15 a9 o1"), Step::Choose(Choice::Take(Stone::Black)), "equal");
}

#[test]
fn in_swap2_its_first_stone_is_random_and_the_others_are_searched_for() {
    let first = |seed| {
        let mut masked = classic_with(&DESCRIPTION, &Settings { seed, ..Settings::default() });
        swap2(&mut masked, "")
    };
    let different: std::collections::HashSet<Step> = (0..20).map(first).collect();
    assert!(different.len() > 10);
    assert_eq!(first(7), first(7));
    let beside = |stones: &str| {
        let Step::Place(point) = swap2(&mut masked(2, &[]), stones) else { panic!("expected a stone") };
        points(stones).iter().any(|stone| stone.distance(point) <= 1)
    };
    assert!(beside("h8") && beside("h8 h9"));
    let mut game = Game::new(Rule::Standard, Size::DEFAULT, &[], Opening::Swap2).unwrap();
    for point in points("h8 a1 o15") {
        game.step(Step::Place(point)).unwrap();
    }
    let mut masked = masked(2, &[]);
    for _ in 0..3 {
        let step = masked.choose(&game, &Limits::default(), &Stop::default(), &mut |_| {});
        game.step(step).unwrap();
    }
    assert_eq!(game.position().stones().count(), 5);
}

#[test]
fn the_tree_shows_what_was_searched_and_what_was_cut() {
    let mut masked = masked(2, &[]);
    masked.instruments_mut().trace_depth = 2;
    plays(&mut masked, &example());
    let instruments = masked.instruments();
    let tree = instruments.tree.as_ref().unwrap();
    assert_eq!(tree.value, tree.children.iter().map(|child| child.value).max().unwrap());
    let notes: Vec<&str> =
        tree.children.iter().flat_map(|child| &child.children).map(|leaf| leaf.note).collect();
    let cut = notes.iter().filter(|&&note| note == "cut").count();
    assert!(cut > 0 && instruments.counters.cutoffs > 0);
    let searched = tree.children.len() + notes.len() - cut;
    assert_eq!(instruments.counters.nodes, searched as u64);
    assert_eq!(instruments.counters.kept, instruments.counters.nodes);
}

#[test]
fn a_search_that_is_stopped_leaves_a_whole_tree_and_a_move() {
    let stop = Stop::default();
    stop.raise();
    let mut masked = masked(2, &[]);
    masked.instruments_mut().trace_depth = 2;
    let game = Game::from_position(example());
    let step = masked.choose(&game, &Limits::default(), &stop, &mut |_| {});
    assert_eq!(game.clone().step(step), Ok(()));
    assert_eq!(masked.instruments().tree.as_ref().unwrap().point, None);
}

#[test]
fn every_step_is_legal_on_every_board() {
    plays_legally_everywhere(&mut masked(2, &[]), 60);
}
