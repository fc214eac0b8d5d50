//! The engine through its public interface.
#![expect(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

use std::sync::Arc;
use std::time::Duration;

use goren_core::{Agent, Clock, Game, Limits, Opening, Point, Position, Rule, Score, Size, Stone, Stop};
use goren_engine::{
    Engine, Evaluation, Level, Options, Parameters, SearchEvent, SearchRequest, SearchResult, Tuner, Weights,
};

fn position(rule: Rule, size: usize, moves: &str) -> Position {
    let mut position = Position::new(rule, Size::new(size).unwrap());
    let mut rest = moves;
    while !rest.is_empty() {
        let (point, tail) = Point::split_first(rest).unwrap();
        position.play(point);
        rest = tail;
    }
    position
}

fn nodes(nodes: u64) -> SearchRequest {
    SearchRequest { limits: Limits { nodes: Some(nodes), ..Limits::default() }, ..SearchRequest::default() }
}

fn search(engine: &mut Engine, position: &Position, request: &SearchRequest) -> SearchResult {
    engine.search(position, request, &Stop::default(), &mut |_| {})
}

fn best(level: u8, position: &Position) -> String {
    let level = Level::new(level).unwrap();
    let mut engine = Engine::new(Options { level, ..Options::default() });
    search(&mut engine, position, &nodes(20_000)).best().unwrap().to_string()
}

#[test]
fn every_level_makes_its_five_and_stops_the_other() {
    for rule in Rule::ALL {
        for level in 1..=10 {
            let five = best(level, &position(rule, 15, "h8h9i8i9j8j9k8k9"));
            assert!(["g8", "l8"].contains(&five.as_str()), "{rule}, level {level}: {five}");
        }
    }
    let stop = position(Rule::Standard, 15, "h8a1i8a3j8a5k8l8c2");
    for level in 1..=10 {
        assert_eq!(best(level, &stop), "g8", "level {level}");
    }
}

#[test]
fn a_five_is_a_win_in_one_whatever_the_other_side_has() {
    // Both have a four, and Black one point to complete its own.
    for moves in ["h8h9i8i9j8j9k8l8", "h8h9i8i9j8j9k8k9a1l8"] {
        let found =
            search(&mut Engine::new(Options::default()), &position(Rule::Freestyle, 15, moves), &nodes(500));
        assert_eq!(found.score(), Score::win_in(1), "{moves}");
        assert_eq!(found.lines[0].pv.len(), 1, "{moves}");
    }
}

/// The positions by which tournament judges test that an engine knows its rule, rows counted from the top there.
#[test]
fn the_judges_positions_are_answered() {
    let flip = |moves: &str| {
        let flipped = position(Rule::Freestyle, 15, moves);
        let names = flipped.history().iter().filter_map(|played| played.point);
        names
            .map(|point| Size::DEFAULT.at_top_left(point.x(), point.y()).unwrap().to_string())
            .collect::<String>()
    };
    let answer = |rule, moves: &str| flip(&best(10, &position(rule, 15, &flip(moves))));
    let standard = answer(Rule::Standard, "h8h9i8h10g8h11j13h12g14h14i15");
    assert!(["f8", "j8"].contains(&standard.as_str()), "{standard}");
    assert_ne!(answer(Rule::Renju, "h8h9i7i9h10i6i11i12"), "g9");
    let caro = answer(Rule::Caro6, "h8f8g8f9i8f7j8l8");
    assert!(["f5", "f6", "f10", "f11"].contains(&caro.as_str()), "{caro}");
}

#[test]
fn one_thread_and_the_same_nodes_give_the_same_lines() {
    let run = || {
        let mut engine = Engine::new(Options { memory: 16 << 20, ..Options::default() });
        ["h8i9g7", "h8h9j9j8f8i7g7"].map(|moves| {
            let found = search(&mut engine, &position(Rule::Renju, 15, moves), &nodes(30_000));
            (found.lines[0].pv.clone(), found.lines[0].score, found.lines[0].nodes)
        })
    };
    assert_eq!(run(), run());
}

#[test]
fn limits_are_obeyed() {
    let mut engine = Engine::new(Options::default());
    let middle = position(Rule::Freestyle, 15, "h8i9g7");
    let found = search(&mut engine, &middle, &nodes(5_000));
    // The last step may finish the fours it has begun.
    assert!(found.lines[0].nodes < 6_000, "{}", found.lines[0].nodes);
    let depth =
        SearchRequest { limits: Limits { depth: Some(4), ..Limits::default() }, ..SearchRequest::default() };
    assert_eq!(search(&mut engine, &middle, &depth).lines[0].depth, 4);
    let at_once = Clock { turn: Some(Duration::ZERO), ..Clock::default() };
    let request =
        SearchRequest { limits: Limits { clock: at_once, ..Limits::default() }, ..SearchRequest::default() };
    assert!(search(&mut engine, &middle, &request).best().is_some());
}

#[test]
fn the_solver_before_the_search_leaves_it_enough_nodes() {
    for moves in ["g6f10f6c8e7f8", "i6k9k6j9g7l8h5l4h4", "k7j6h3k5i7l5j5m6"] {
        let mut engine = Engine::new(Options::default());
        let found = search(&mut engine, &position(Rule::Freestyle, 15, moves), &nodes(4_000));
        assert!(found.lines[0].depth > 1, "{moves}: nothing was left to search with");
    }
}

#[test]
fn a_raised_stop_ends_an_endless_search_with_a_move() {
    let middle = position(Rule::Freestyle, 15, "h8i9g7");
    for threads in [1, 3] {
        let mut engine = Engine::new(Options { threads, ..Options::default() });
        let stop = Stop::default();
        let stopper = stop.clone();
        // Raised from inside: nothing to wait for, and the search is surely under way.
        let found = engine.search(&middle, &SearchRequest::default(), &stop, &mut |event| {
            if matches!(event, SearchEvent::Report(report) if report.depth >= 4) {
                stopper.raise();
            }
        });
        assert!(found.best().is_some());
    }
}

#[test]
fn several_lines_begin_with_different_moves_in_order() {
    let mut engine = Engine::new(Options::default());
    let request = SearchRequest { lines: 5, ..nodes(60_000) };
    let found = search(&mut engine, &position(Rule::Freestyle, 15, "h8i9g7"), &request);
    let mut firsts: Vec<Point> = found.lines.iter().map(|line| line.pv[0]).collect();
    assert!(found.lines.is_sorted_by(|a, b| a.score >= b.score));
    firsts.sort();
    firsts.dedup();
    assert_eq!(firsts.len(), 5);
}

#[test]
fn a_long_search_tells_which_root_moves_it_has_searched() {
    let stop = Stop::default();
    let clock = Clock { turn: Some(Duration::from_secs(60)), ..Clock::default() };
    let request = SearchRequest { limits: Limits { clock, ..Limits::default() }, ..SearchRequest::default() };
    let middle = position(Rule::Freestyle, 15, "h8i9g7");
    let (mut started, mut searched) = (Vec::new(), Vec::new());
    Engine::new(Options::default()).search(&middle, &request, &stop, &mut |event| match event {
        SearchEvent::MoveStarted(point) => started.push(point),
        SearchEvent::MoveSearched(point) => {
            searched.push(point);
            stop.raise();
        }
        _ => {}
    });
    let first = *searched.first().expect("the search ended because of it");
    assert!(middle.is_legal(first));
    assert!(searched[1..].iter().all(|point| started.contains(point)), "{started:?} {searched:?}");
}

#[test]
fn a_long_search_counts_its_positions_between_two_depths() {
    let stop = Stop::default();
    let middle = position(Rule::Freestyle, 15, "h8i9g7");
    let mut counts = Vec::new();
    Engine::new(Options::default()).search(&middle, &SearchRequest::default(), &stop, &mut |event| {
        if let SearchEvent::Progress(nodes) = event {
            counts.push(nodes);
            if counts.len() == 3 {
                stop.raise();
            }
        }
    });
    assert!(counts.len() == 3 && counts.is_sorted_by(|a, b| a < b), "{counts:?}");
}

#[test]
fn an_empty_board_has_as_many_different_lines_as_are_asked_for() {
    let empty = position(Rule::Freestyle, 15, "");
    let request = SearchRequest { lines: 3, ..nodes(3_000) };
    let found = search(&mut Engine::new(Options::default()), &empty, &request);
    let firsts: Vec<Point> = found.lines.iter().map(|line| line.pv[0]).collect();
    assert_eq!(firsts.len(), 3, "{firsts:?}");
    let is_image =
        |a: Point, b: Point| empty.symmetries().any(|symmetry| symmetry.apply(a, empty.size()) == b);
    assert!(!is_image(firsts[0], firsts[1]) && !is_image(firsts[1], firsts[2]), "{firsts:?}");
}

#[test]
fn a_depth_ends_however_many_fours_there_are() {
    let moves = "g9h9h8i7f8g10e7h10f10f11i8g8f6f7d6c5e6g6e5i10j11j10k10e8d9g7d8g5";
    let found =
        search(&mut Engine::new(Options::default()), &position(Rule::Caro6, 15, moves), &nodes(60_000));
    assert!(found.lines[0].depth >= 5 && found.score().plies_to_win().is_some(), "{:?}", found.lines[0]);
}

#[test]
fn blocked_moves_are_not_considered() {
    let mut engine = Engine::new(Options::default());
    let middle = position(Rule::Freestyle, 15, "h8h9i8i9j8j9");
    let first = search(&mut engine, &middle, &nodes(5_000)).best().unwrap();
    let request = SearchRequest { blocked: vec![first], ..nodes(5_000) };
    assert_ne!(search(&mut engine, &middle, &request).best(), Some(first));
}

#[test]
fn only_the_moves_asked_for_are_considered_and_all_of_them() {
    let mut engine = Engine::new(Options::default());
    // Black threatens an open four; nothing but the points named is looked at.
    let middle = position(Rule::Freestyle, 15, "h8a1i8a3j8");
    let only: Vec<Point> = ["o1", "a15"].map(|name| name.parse().unwrap()).to_vec();
    let request = SearchRequest { only: only.clone(), lines: 2, ..nodes(2_000) };
    let mut firsts: Vec<Point> =
        search(&mut engine, &middle, &request).lines.iter().map(|line| line.pv[0]).collect();
    firsts.sort();
    let mut expected = only;
    expected.sort();
    assert_eq!(firsts, expected);
    let taken = SearchRequest { only: vec!["h8".parse().unwrap()], ..nodes(2_000) };
    assert!(search(&mut engine, &middle, &taken).lines.is_empty());
}

#[test]
fn a_legal_move_is_found_where_the_only_defence_is_forbidden() {
    // White threatens five on g7, where Black would make a double three.
    let lost = position(Rule::Renju, 15, "h8g6f6g5f7g4h7g3g2a1");
    assert!(!lost.is_legal("g7".parse().unwrap()));
    let mut engine = Engine::new(Options::default());
    let found = search(&mut engine, &lost, &nodes(20_000));
    assert!(lost.is_legal(found.best().unwrap()));
    assert_eq!(found.score(), Score::loss_in(2));
}

/// A board drawn with the top row first: `X` is Black, `O` White.
fn drawn(rule: Rule, side: Stone, picture: &str) -> Position {
    let rows: Vec<&str> = picture.split_whitespace().collect();
    let size = Size::new(rows.len()).unwrap();
    let cells = rows
        .iter()
        .enumerate()
        .flat_map(|(y, row)| row.bytes().enumerate().map(move |(x, cell)| (x, y, cell)));
    let stones: Vec<_> = cells
        .filter(|&(.., cell)| cell != b'.')
        .map(|(x, y, cell)| {
            (size.at_top_left(x, y).unwrap(), if cell == b'X' { Stone::Black } else { Stone::White })
        })
        .collect();
    Position::with_setup(rule, size, &[], &stones, side).unwrap()
}

#[test]
fn a_won_board_a_full_board_and_one_without_a_legal_move_have_no_lines() {
    let won = position(Rule::Freestyle, 15, "h8a1i8a2j8a3k8a4l8");
    let full = drawn(Rule::Freestyle, Stone::White, "XXOOX OOXXO XXOOX OOXXO XXOOX");
    assert_eq!((full.winner(), full.empty_count()), (None, 0));
    // On the one empty point Black would make a double four.
    let forbidden =
        drawn(Rule::Renju, Stone::Black, "XXXOXOX XXXOOOX OOOXXXO OOXOOOO OXOOXOO OOXXOOX XXX.XXX");
    assert_eq!((forbidden.winner(), forbidden.empty_count(), forbidden.legal_moves().count()), (None, 1, 0));
    for position in [won, full, forbidden] {
        let found = search(&mut Engine::new(Options::default()), &position, &nodes(100));
        assert!(found.lines.is_empty(), "{position:?}");
        assert_eq!((found.best(), found.score()), (None, Score::EVEN));
    }
}

#[test]
fn every_opening_rule_is_played_by_both_seats_to_the_end_of_the_game() {
    let limits = Limits { nodes: Some(300), ..Limits::default() };
    for opening in Opening::ALL {
        for rule in [Rule::Freestyle, Rule::Renju] {
            let mut game = Game::new(rule, Size::new(9).unwrap(), &[], opening).unwrap();
            let level = Level::new(8).unwrap();
            let mut engines = [1, 2]
                .map(|seed| Engine::new(Options { level, seed, memory: 4 << 20, ..Options::default() }));
            let mut steps = [0; 2];
            while let Some(turn) = game.turn() {
                let seat = turn.seat as usize;
                steps[seat] += 1;
                let step = engines[seat].choose(&game, &limits, &Stop::default(), &mut |_| {});
                game.step(step).unwrap_or_else(|error| panic!("{opening}: {step}: {error}"));
            }
            assert!(game.result().is_some() && steps[0] > 2 && steps[1] > 2, "{opening}: {steps:?}");
        }
    }
}

#[test]
fn parameters_and_weights_belong_to_one_engine() {
    let middle = position(Rule::Freestyle, 15, "h8g7f6g8g9");
    let depth =
        SearchRequest { limits: Limits { depth: Some(6), ..Limits::default() }, ..SearchRequest::default() };
    let classical = || Options { evaluation: Evaluation::Classical, ..Options::default() };
    let result = |engine: &mut Engine| {
        let found = search(engine, &middle, &depth);
        (found.lines[0].nodes, found.score())
    };
    let untouched = result(&mut Engine::new(classical()));
    let mut parameters = Parameters::default();
    parameters.set("lmr_base", 120).unwrap();
    let mut tuned = Engine::new(Options { parameters, ..classical() });
    assert_ne!(result(&mut tuned).0, untouched.0);
    tuned.set_options(classical());
    assert_eq!(result(&mut tuned), untouched);
    let mut drafted = Engine::new(classical());
    let weights = Tuner::new(Rule::Freestyle).fit(0, &Stop::default(), &mut |_| {});
    drafted.use_weights(Arc::new(Weights::from_bytes(&weights).unwrap()));
    assert_ne!(result(&mut drafted), untouched);
    assert_eq!(result(&mut Engine::new(classical())), untouched);
}

#[test]
fn a_balanced_stone_is_nearer_to_even_than_the_best_move() {
    let start = position(Rule::Freestyle, 15, "h8i8h9h10");
    let mut engine = Engine::new(Options::default());
    let off = |engine: &mut Engine, point: Point| {
        let mut position = start.clone();
        position.play(point);
        search(engine, &position, &nodes(40_000)).score().0.abs()
    };
    let best = search(&mut engine, &start, &nodes(40_000)).best().unwrap();
    let points = engine.balance(&start, 1, Score::EVEN, &Limits::default(), &Stop::default());
    let [point] = points[..] else { panic!("expected one point, got {points:?}") };
    let (balanced, unbalanced) = (off(&mut engine, point), off(&mut engine, best));
    assert!(balanced < unbalanced, "{balanced} at {point}, {unbalanced} at {best}");
    assert_eq!(engine.balance(&start, 2, Score::EVEN, &Limits::default(), &Stop::default()).len(), 2);
}

#[test]
fn a_placement_without_time_is_not_searched() {
    let mut start = Position::new(Rule::Freestyle, Size::DEFAULT);
    start.play("h8".parse().unwrap());
    let mut engine = Engine::new(Options::default());
    let clock = Clock { turn: Some(Duration::ZERO), ..Clock::default() };
    let limits = Limits { clock, ..Limits::default() };
    let points = engine.balance(&start, 2, Score::EVEN, &limits, &Stop::default());
    assert!(points.len() == 2 && points.iter().all(|&point| start.is_legal(point)), "{points:?}");
    let mut table = Vec::new();
    engine.write_table(&mut table).unwrap();
    assert_eq!(table.len(), 5, "there is nothing but the beginning of a file");
}

#[test]
fn a_transposition_table_is_read_back_and_another_file_is_refused() {
    let middle = position(Rule::Freestyle, 15, "h8g7f6g8g9");
    let depth =
        SearchRequest { limits: Limits { depth: Some(7), ..Limits::default() }, ..SearchRequest::default() };
    let nodes = |engine: &mut Engine| search(engine, &middle, &depth).lines[0].nodes;
    let options = || Options { memory: 16 << 20, evaluation: Evaluation::Classical, ..Options::default() };
    let (mut first, mut second) = (Engine::new(options()), Engine::new(options()));
    let fresh = nodes(&mut first);
    let mut file = Vec::new();
    first.write_table(&mut file).unwrap();
    second.read_table(&mut &file[..]).unwrap();
    let informed = nodes(&mut second);
    assert!(informed < fresh, "{informed} nodes with the table, {fresh} without");
    let error = second.read_table(&mut &b"GIF89a"[..]).unwrap_err().to_string();
    assert_eq!(error, "expected a transposition table, which begins with `GRNT\\x02`, got `GIF89`");
}

#[test]
fn a_win_that_is_announced_as_proved_comes_with_its_tree() {
    // Black makes two open threes on i9.
    let won = position(Rule::Freestyle, 15, "h9a1g9a3i8c15i7e15");
    let found = search(&mut Engine::new(Options::default()), &won, &nodes(200_000));
    assert!(found.lines[0].is_proved && found.score().plies_to_win().is_some());
    assert!(goren_proof::verify(&won, &found.proof.unwrap()).is_ok());
    let open =
        search(&mut Engine::new(Options::default()), &position(Rule::Freestyle, 15, "h8h9"), &nodes(2_000));
    assert!(!open.lines[0].is_proved && open.proof.is_none());
}
