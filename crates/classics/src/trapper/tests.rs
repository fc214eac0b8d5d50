//! `trapper` against its document: tables, a word-for-word evaluator and search, tactics, the book.

use std::collections::{BTreeSet, HashMap};

use goren_core::{
    Agent as _, Ask, Choice, Game, Limits, Opening, Point, Position, Report, Rule, Score, Size, Step, Stone,
    Stop,
};

use super::patterns::{PATTERN_SCORES, PATTERN_STRINGS, score_pattern, windows};
use super::{DESCRIPTION, ScoredBoard, Search, Trapper};
use crate::deadline::Deadline;
use crate::fixture::{
    board, choice, classic_without, play, plays_legally_everywhere, points, random_position, strewn,
    unhurried,
};
use crate::{Branch, Classic, Instruments, Settings};
use goren_core::Random;

fn trapper(depth: u32, without: &[&str]) -> Classic {
    classic_without(&DESCRIPTION, Some(depth), without)
}

/// Runs something on a search of a position.
fn with_search<T>(position: &Position, ask: impl FnOnce(&mut Search<'_>) -> T) -> T {
    ask(&mut Search {
        board: ScoredBoard::new(position, windows(false)),
        me: position.side(),
        switches: Trapper::new(&Settings::default()).unwrap().switches,
        deadline: Deadline::new(&unhurried(), &Stop::default(), None),
        instruments: &mut Instruments::default(),
        allowed: position.legal_moves().collect(),
        table: HashMap::new(),
    })
}

/// The position after these moves on the document's board.
fn after(moves: &str) -> Position {
    let mut position = Position::new(Rule::Freestyle, Size::DEFAULT);
    points(moves).into_iter().for_each(|point| position.play(point));
    position
}

/// The document's program, word for word where it is printed, on its own kind of board.
mod document {
    use super::*;

    pub(super) type Cells = Vec<Vec<char>>;

    /// Rows from the top; `1`, `2`, `T` and `E`.
    pub(super) fn cells(position: &Position) -> Cells {
        let size = position.size();
        let cell = |row, column| {
            let point = size.at_top_left(column, row).unwrap();
            match position.stone(point) {
                Some(Stone::Black) => '1',
                Some(Stone::White) => '2',
                None if position.is_empty(point) => 'E',
                None => 'T',
            }
        };
        (0..size.side()).map(|row| (0..size.side()).map(|column| cell(row, column)).collect()).collect()
    }

    fn cell(cells: &Cells, row: isize, column: isize) -> Option<char> {
        cells.get(usize::try_from(row).ok()?)?.get(usize::try_from(column).ok()?).copied()
    }

    fn score(pattern: &str) -> i64 {
        let has = |strings: &[&str]| strings.iter().any(|&each| pattern.contains(each));
        if has(&["EAEAAE", "EAAEAE"]) {
            return 500;
        }
        if has(&["AAAAA"]) {
            return 100_000;
        }
        if has(&["EAAAAE"]) {
            return 10_000;
        }
        if has(&["BAAAAE", "EAAAAB", "OAAAAE", "EAAAAO", "TAAAAE", "EAAAAT"]) {
            return 1_000;
        }
        if has(&["EAAAEE", "EEAAAE"]) {
            return 500;
        }
        if has(&["BAAAE", "EAAAB", "BAEAAE", "EAEAAB", "TAEAAE", "EAEAAT", "TAAAE", "EAAAT"]) {
            return 100;
        }
        if has(&["EEAAEE", "EAEAE"]) {
            return 10;
        }
        if has(&["BAAE", "EAAB", "TAAE", "EAAT"]) {
            return 5;
        }
        0
    }

    fn player_score(cells: &Cells, player: char) -> i64 {
        let side = cells.len() as isize;
        let mut sum = 0;
        for row in 0..side {
            for column in 0..side {
                if cell(cells, row, column) != Some(player) {
                    continue;
                }
                for (dx, dy) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                    let letter = |step: isize| match cell(cells, row + step * dx, column + step * dy) {
                        None => 'O',
                        Some(c) if c == player => 'A',
                        Some('E') => 'E',
                        Some('T') => 'T',
                        Some(_) => 'B',
                    };
                    sum += score(&(-4..5).map(letter).collect::<String>());
                }
            }
        }
        sum
    }

    pub(super) fn other(player: char) -> char {
        if player == '1' { '2' } else { '1' }
    }

    /// In tenths.
    pub(super) fn evaluate_board(cells: &Cells, me: char) -> i64 {
        10 * player_score(cells, me) - 11 * player_score(cells, other(me))
    }

    fn valid_moves(cells: &mut Cells, me: char) -> Vec<(usize, usize)> {
        let side = cells.len();
        let places = || (0..side).flat_map(|i| (0..side).map(move |j| (i, j)));
        let stones: Vec<_> = places().filter(|&(i, j)| matches!(cells[i][j], '1' | '2')).collect();
        if stones.is_empty() && cells[side / 2][side / 2] == 'E' {
            return vec![(side / 2, side / 2)];
        }
        let near =
            |&(i, j): &(usize, usize)| stones.iter().any(|&(a, b)| a.abs_diff(i) <= 2 && b.abs_diff(j) <= 2);
        let empty: Vec<_> = places().filter(|&(i, j)| cells[i][j] == 'E').collect();
        let mut moves: Vec<_> = empty.iter().copied().filter(near).collect();
        if moves.is_empty() {
            moves = empty;
        }
        let mut scored: Vec<_> = moves
            .into_iter()
            .map(|(i, j)| {
                cells[i][j] = me;
                let score = evaluate_board(cells, me);
                cells[i][j] = 'E';
                ((i, j), score, i.abs_diff(side / 2) + j.abs_diff(side / 2))
            })
            .collect();
        scored.sort_by_key(|&(_, score, distance)| (-score, distance));
        scored.into_iter().map(|(place, ..)| place).take(15).collect()
    }

    fn is_won(cells: &Cells) -> bool {
        let side = cells.len() as isize;
        (0..side * side).any(|at| {
            let (row, column) = (at / side, at % side);
            let stone = cell(cells, row, column);
            matches!(stone, Some('1' | '2'))
                && [(0, 1), (1, 0), (1, 1), (1, -1)]
                    .iter()
                    .any(|(dx, dy)| (1..5).all(|k| cell(cells, row + k * dx, column + k * dy) == stone))
        })
    }

    /// Negamax without pruning or table: the score and the first best move.
    pub(super) fn negamax(
        cells: &mut Cells,
        depth: u32,
        me: char,
        color: i64,
    ) -> (i64, Option<(usize, usize)>) {
        let moves = if depth == 0 || is_won(cells) { Vec::new() } else { valid_moves(cells, me) };
        if moves.is_empty() {
            return (color * evaluate_board(cells, me), None);
        }
        let mut best = (i64::MIN, None);
        for (i, j) in moves {
            cells[i][j] = if color == 1 { me } else { other(me) };
            let score = -negamax(cells, depth - 1, me, -color).0;
            cells[i][j] = 'E';
            if score > best.0 {
                best = (score, Some((i, j)));
            }
        }
        best
    }
}

fn player(stone: Stone) -> char {
    if stone == Stone::Black { '1' } else { '2' }
}

/// The evaluation of a drawn board for one side.
fn evaluation(picture: &str, stone: Stone) -> f64 {
    Trapper::new(&Settings::default()).unwrap().evaluation(&board(picture, Stone::Black), stone)
}

/// Each stone of a row is worth what its own string of nine cells shows.
#[test]
fn rows_on_the_board_are_worth_the_scores_of_the_document() {
    let rows = [
        (". . X X X X X . . .", 5 * 100_000),
        (". . X X X X . . . .", 4 * 10_000),
        (". O X X X X . . . .", 4 * 1_000),
        (". . X X X . . . . .", 3 * 500),
        (". O X X X . . . . .", 3 * 100),
        (". . . X X . . . . .", 2 * 10),
        (". # X X . . . . . .", 2 * 5),
        (". . X . X X . . . .", 3 * 500),
    ];
    let empty = ". . . . . . . . . .\n";
    for (row, score) in rows {
        let picture = [&empty.repeat(5), row, "\n", &empty.repeat(4)].concat();
        // The opponent's single stones score nothing.
        assert_eq!(evaluation(&picture, Stone::Black), f64::from(score), "{row}");
    }
    let windows =
        (0..1 << 16).map(|cells: u64| windows(false).score(cells & 0xff | 1 << 8 | (cells & 0xff00) << 2));
    let awarded: BTreeSet<i32> = windows.collect();
    let named = PATTERN_SCORES.iter().filter(|(name, _)| !name.starts_with("double"));
    let expected: BTreeSet<i32> = named.map(|&(_, score)| score).chain([0]).collect();
    assert_eq!(awarded, expected, "one line shows no double three and no double four");
}

#[test]
fn every_string_of_the_document_has_its_score() {
    let document = [
        (500, "EAEAAE EAAEAE"),
        (100_000, "AAAAA"),
        (10_000, "EAAAAE"),
        (1_000, "BAAAAE EAAAAB EAAAAO AAAAE TAAAAE EAAAAT"),
        (500, "EAAAEE EEAAAE"),
        (100, "BAAAE EAAAB BAEAAE EAEAAB TAEAAE EAEAAT TAAAE EAAAT"),
        (10, "EEAAEE EAEAE"),
        (5, "BAAE EAAB TAAE EAAT"),
        (0, "EEEEAEEEE TAAT OAAAE EAAAO OAAEO"),
    ];
    for (score, strings) in document {
        for string in strings.split(' ') {
            assert_eq!(score_pattern(string), score, "{string}");
        }
    }
    assert_eq!(PATTERN_STRINGS.iter().map(|(_, strings)| strings.len()).sum::<usize>(), 26);
}

#[test]
fn a_pattern_found_earlier_hides_a_later_one() {
    assert_eq!(score_pattern("EAEAAEAAE"), 500);
    assert_eq!(score_pattern("EAAAAABEE"), 100_000);
    assert_eq!(score_pattern("EAAAAEAAE"), 10_000);
}

#[test]
fn the_evaluation_is_the_documents_on_thousands_of_boards() {
    let mut random = Random::new(3);
    for round in 0..2_000 {
        let side = if round % 8 == 0 { 5 + round / 8 % 18 } else { 5 + round % 8 };
        let size = Size::new(side).unwrap();
        let mut position = strewn(&mut random, Rule::Freestyle, size);
        let mut fast = ScoredBoard::new(&position, windows(false));
        let cells = document::cells(&position);
        for stone in Stone::BOTH {
            assert_eq!(fast.evaluation(stone), document::evaluate_board(&cells, player(stone)));
        }
        let Some(point) = position.empties().nth(random.below(position.empty_count().max(1))) else {
            continue;
        };
        let before = Stone::BOTH.map(|stone| fast.evaluation(stone));
        let side = position.side();
        let expected = Stone::BOTH.map(|stone| fast.evaluation_after(point, side, stone));
        fast.play(point);
        position.play(point);
        let cells = document::cells(&position);
        for (stone, expected) in Stone::BOTH.into_iter().zip(expected) {
            assert_eq!(fast.evaluation(stone), expected, "{position:?}");
            assert_eq!(expected, document::evaluate_board(&cells, player(stone)), "{position:?}");
        }
        fast.undo();
        assert_eq!(Stone::BOTH.map(|stone| fast.evaluation(stone)), before);
    }
}

#[test]
fn the_move_is_the_documents() {
    let mut random = Random::new(4);
    for round in 0..30 {
        let position = random_position(&mut random, Size::new(5 + round % 6).unwrap(), 24);
        let me = player(position.side());
        let (value, place) = document::negamax(&mut document::cells(&position), 2, me, 1);
        let (row, column) = place.unwrap();
        let expected = position.size().at_top_left(column, row).unwrap();
        let mut trapper = trapper(2, &["quick-win", "book"]);
        assert_eq!(choice(&mut trapper, &position), (expected, Some(value)), "{position:?}");
    }
}

#[test]
fn pruning_table_and_deepening_change_neither_move_nor_value() {
    let mut random = Random::new(5);
    let (mut cutoffs, mut hits) = (0, 0);
    for round in 0..60 {
        let position = random_position(&mut random, Size::new(6 + round % 10).unwrap(), 60);
        let depth = 1 + round as u32 % 3;
        let always = ["crowding", "quick-win", "book"];
        let mut whole = trapper(depth, &always);
        let expected = choice(&mut whole, &position);
        cutoffs += whole.instruments().counters.cutoffs;
        hits += whole.instruments().counters.hits;
        for without in [&["pruning"][..], &["table"], &["deepening"], &["pruning", "table", "deepening"]] {
            let mut partial = trapper(depth, &[&always[..], without].concat());
            assert_eq!(choice(&mut partial, &position), expected, "without {without:?}: {position:?}");
        }
        let mut unordered = trapper(depth, &[&always[..], &["ordering"]].concat());
        assert_eq!(choice(&mut unordered, &position).1, expected.1);
    }
    assert!(cutoffs > 100 && hits > 100, "{cutoffs} cut-offs, {hits} hits");
}

#[test]
fn the_table_changes_nothing_where_bounds_are_met_again() {
    let mut random = Random::new(6);
    for _ in 0..100 {
        let position = random_position(&mut random, Size::new(7).unwrap(), 12);
        let always = ["crowding", "quick-win", "book"];
        let expected = choice(&mut trapper(4, &always), &position);
        assert_eq!(choice(&mut trapper(4, &[&always[..], &["table"]].concat()), &position), expected);
    }
}

#[test]
fn an_open_four_is_blocked_at_one_end_and_reported_as_lost() {
    let position = board(
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
    let (point, report) = play(&mut trapper(2, &[]), &position, &unhurried());
    let report = report.unwrap();
    assert_eq!((point, report.score), (points("b7")[0], Score::loss_in(2)));
    assert_eq!(report.pv, points("b7 g7"));
}

#[test]
fn a_trap_breaks_a_line() {
    let open = "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . X . . . . . .
        . . O O O . . . .
        . . . . . X . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .";
    let broken = open.replace(". . O O O .", "# . O O O #");
    let evaluation = |picture| evaluation(picture, Stone::White);
    // Three strings of an open three, and what single stones share on the other lines.
    assert_eq!(evaluation(open) - evaluation(&broken), 3.0 * (500.0 - 100.0));
    let shut = open.replace(". . O O O .", ". # O O O #");
    assert_eq!(evaluation(open) - evaluation(&shut), 3.0 * 500.0);
    let (point, _) = play(&mut trapper(2, &[]), &board(open, Stone::Black), &unhurried());
    assert!(points("b5 f5").contains(&point), "{point}");
    let (point, _) = play(&mut trapper(2, &[]), &board(&shut, Stone::Black), &unhurried());
    assert!(!points("b5 f5").contains(&point), "{point}");
}

#[test]
fn traps_are_never_played_on_and_no_win_is_seen_across_them() {
    let position = board(
        "
        . . . . . . .
        . . . . . . .
        . . . . . . .
        X X # X X . .
        . . . . . . .
        O . O . . . .
        . . . . . . .",
        Stone::Black,
    );
    let (point, report) = play(&mut trapper(2, &["book"]), &position, &unhurried());
    assert!(position.is_legal(point));
    assert!(!report.unwrap().score.is_decided());
}

#[test]
fn the_book_answers_as_printed() {
    let answers = [
        ("", "h8"),
        ("h8", "g9"),
        ("a15", "i7"),
        ("o15", "g7"),
        ("a1", "i9"),
        ("o1", "g9"),
        ("h9 c3 h7", "i7"),
        ("c3 n13 d2", "i9"),
        ("c3 n13 c2", "j8"),
    ];
    for (moves, answer) in answers {
        assert_eq!(play(&mut trapper(2, &[]), &after(moves), &unhurried()).0, points(answer)[0], "{moves}");
    }
}

#[test]
fn the_book_passes_over_what_cannot_be_played_and_ends_after_four_stones() {
    let centre = points("h8");
    let trapped = Position::with_traps(Rule::Freestyle, Size::DEFAULT, &centre).unwrap();
    assert_ne!(play(&mut trapper(2, &[]), &trapped, &unhurried()).0, centre[0]);
    assert_eq!(super::book::answer(&after("h8 c3 d12 m3 m13"), false), None);
    assert_eq!(super::book::answer(&after("c3 h8 d12 m3"), false), Some(points("g9")[0]));
}

#[test]
fn the_standard_lines_follow_the_last_stone_and_pass_over_what_is_taken() {
    let line = |moves: &str| super::book::answer(&after(moves), true);
    // The centre is answered at the upper right, the upper right at the lower left, the lower left at the lower right.
    assert_eq!(line("h8"), Some(points("i9")[0]));
    assert_eq!(line("h8 c3 i9"), Some(points("g7")[0]));
    assert_eq!(line("h8 c3 g7"), Some(points("i7")[0]));
    // The second line takes over where the first is taken, and the other entries where both are.
    assert_eq!(line("i9 c3 h8"), Some(points("i7")[0]));
    assert_eq!(line("i9 i7 h8"), Some(points("g9")[0]));
    assert_eq!(super::book::answer(&after("h8"), false), Some(points("g9")[0]));
}

#[test]
fn the_fallback_counts_rows_and_open_ends() {
    let position = board(
        "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . X X X . . . . O
        . . . . . O . . .
        . . . . . . O . .
        . . O . . . . . .
        . . . . . . . . .",
        Stone::Black,
    );
    let stop = Stop::default();
    stop.raise();
    let game = Game::from_position(position);
    let mut trapper = trapper(2, &[]);
    let mut reports = 0;
    let step = trapper.choose(&game, &unhurried(), &stop, &mut |_| reports += 1);
    assert!(points("a5 e5").into_iter().any(|point| step == Step::Place(point)), "{step}");
    assert_eq!((reports, trapper.instruments().counters.nodes), (0, 0));
}

#[test]
fn the_simple_evaluation_is_the_documents() {
    let cases = [
        (". . . . * . . . .", 0),
        (". . . X * . . . .", 10),
        (". . O X * . . . .", 0),
        (". . # X * . . . .", 0),
        (". . X X * . . . .", 100),
        (". . X * X . . . .", 100),
        (". O X X * . . . .", 0),
        ("X X X * . . . . .", 1_000),
        ("X X X * O . . . .", 0),
        (". X X X * . . . .", 1_000),
        (". X X X * X . . .", 100_000),
        (". X X X * X X . .", 100_000),
    ];
    for (row, score) in cases {
        let column = row.split(' ').position(|cell| cell == "*").unwrap();
        let empty = ". . . . . . . . .";
        let picture = [&[row][..], &[empty; 8]].concat().join("\n");
        assert_eq!(
            with_search(&board(&picture, Stone::Black), |search| {
                search.simple_evaluation(Size::new(9).unwrap().at_top_left(column, 0).unwrap())
            }),
            score,
            "{row}"
        );
    }
    let crossed = board(". . . . .\n. X X . .\n. X . . .\n. . . . .\n. . . . .", Stone::Black);
    let score = with_search(&crossed, |search| search.simple_evaluation(points("c3")[0]));
    assert_eq!(score, 30, "a two in each of three directions");
}

#[test]
fn the_fallback_takes_the_best_of_ten_candidates() {
    let mut random = Random::new(13);
    let stop = Stop::default();
    stop.raise();
    let mut changed = 0;
    for _ in 0..100 {
        let position = random_position(&mut random, Size::new(9).unwrap(), 40);
        let expected = with_search(&position, |search| {
            let ten: Vec<Point> = search.valid_moves(0).into_iter().take(10).collect();
            let most = ten.iter().map(|&point| search.simple_evaluation(point)).max();
            let best =
                ten.iter().copied().find(|&point| Some(search.simple_evaluation(point)) == most).unwrap();
            changed += usize::from(best != ten[0]);
            best
        });
        let game = Game::from_position(position);
        let step = trapper(2, &["quick-win", "book"]).choose(&game, &unhurried(), &stop, &mut |_| {});
        assert_eq!(step, Step::Place(expected));
    }
    assert!(changed > 5, "{changed}");
}

#[test]
fn a_crowded_board_is_searched_two_plies_deep_unless_told_otherwise() {
    let depths = |traps: &str, without: &[&str]| {
        let stones = points("e5 e6 d5 f6 c4");
        let mut position =
            Position::with_traps(Rule::Freestyle, Size::new(9).unwrap(), &points(traps)).unwrap();
        stones.into_iter().for_each(|point| position.play(point));
        let mut trapper = trapper(3, without);
        play(&mut trapper, &position, &unhurried());
        trapper.instruments().counters.depths.len()
    };
    let fifteen = "a1 b1 c1 d1 e1 f1 g1 h1 i1 a9 b9 c9 d9 e9 f9";
    let sixteen = format!("{fifteen} g9");
    assert_eq!((depths(fifteen, &[]), depths(&sixteen, &[]), depths(&sixteen, &["crowding"])), (3, 2, 3));
}

#[test]
fn the_candidates_are_the_best_fifteen_of_those_within_two_cells() {
    let mut trapper = trapper(1, &["book"]);
    trapper.instruments_mut().trace_depth = 1;
    play(&mut trapper, &after("h8"), &unhurried());
    let tree = trapper.instruments().tree.as_ref().unwrap();
    let tried: Vec<Point> = tree.children.iter().filter_map(|branch| branch.point).collect();
    assert_eq!(trapper.instruments().counters.generated, 24);
    assert_eq!(tried.len(), 15);
    // They differ only in the distance to the centre, and then in board order.
    assert_eq!(tried[..6], points("h9 g8 i8 h7 h10 g9"));
}

#[test]
fn the_tree_shows_what_was_searched_and_what_was_cut() {
    let mut trapper = trapper(2, &[]);
    trapper.instruments_mut().trace_depth = 2;
    let mut reports: Vec<Report> = Vec::new();
    let game = Game::from_position(after("h8 i9 g7 i7 i8 g9"));
    trapper.choose(&game, &unhurried(), &Stop::default(), &mut |report| reports.push(report.clone()));
    assert_eq!(reports.iter().map(|report| report.depth).collect::<Vec<_>>(), [1, 2]);
    let tree = trapper.instruments().tree.clone().unwrap();
    let best = tree.children.iter().map(|child| child.value).max().unwrap();
    assert_eq!(tree.value, best);
    assert_eq!(tree.value / 10, i64::from(reports[1].score.0));
    fn count(branch: &Branch, note: &str) -> usize {
        usize::from(branch.note == note)
            + branch.children.iter().map(|child| count(child, note)).sum::<usize>()
    }
    assert!(count(&tree, "leaf") > 0 && count(&tree, "cut") > 0);
    assert_eq!(trapper.instruments().counters.depths.len(), 2);
}

#[test]
fn the_colour_that_stands_better_is_taken() {
    let choice = |moves: &str| {
        let mut game = Game::new(Rule::Freestyle, Size::DEFAULT, &[], Opening::Swap2).unwrap();
        for point in points(moves) {
            game.step(Step::Place(point)).unwrap();
        }
        assert!(matches!(game.turn().unwrap().ask, Ask::Choose(_)));
        trapper(2, &[]).choose(&game, &unhurried(), &Stop::default(), &mut |_| {})
    };
    assert_eq!(choice("h8 a1 h9"), Step::Choose(Choice::Take(Stone::Black)));
    let mut game = Game::new(Rule::Freestyle, Size::DEFAULT, &[], Opening::Swap2).unwrap();
    for point in points("a1 h8 o15") {
        game.step(Step::Place(point)).unwrap();
    }
    game.step(Step::Choose(Choice::PlaceTwo)).unwrap();
    for point in points("h9 a15") {
        game.step(Step::Place(point)).unwrap();
    }
    let step = trapper(2, &[]).choose(&game, &unhurried(), &Stop::default(), &mut |_| {});
    assert_eq!(step, Step::Choose(Choice::Take(Stone::White)));
}

#[test]
fn limits_of_depth_and_nodes_are_kept() {
    let position = after("h8 i9 g7 i7 i8 g9");
    let mut trapper = trapper(4, &[]);
    let limits = Limits { depth: Some(1), ..unhurried() };
    assert_eq!(play(&mut trapper, &position, &limits).1.unwrap().depth, 1);
    // Fifteen for the first depth, too few for the second.
    let limits = Limits { nodes: Some(20), ..unhurried() };
    let (_, report) = play(&mut trapper, &position, &limits);
    assert_eq!(report.unwrap().depth, 1);
    assert_eq!(trapper.instruments().counters.nodes, 20);
}

#[test]
fn every_step_is_legal_on_every_board() {
    plays_legally_everywhere(&mut trapper(2, &[]), 60);
}
