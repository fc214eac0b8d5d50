//! The engine from outside: what it must see, what it must obey.
#![expect(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

use std::time::Duration;

use goren_core::{Agent, Clock, Game, Limits, Opening, Point, Position, Rule, Score, Size, Step, Stop};
use goren_engine::{Engine, Level, Options, SearchEvent, SearchRequest, SearchResult};

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
fn looking_for_a_forced_win_leaves_nodes_for_the_search() {
    for moves in ["g6f10f6c8e7f8", "i6k9k6j9g7l8h5l4h4", "k7j6h3k5i7l5j5m6"] {
        let mut engine = Engine::new(Options::default());
        let found = search(&mut engine, &position(Rule::Freestyle, 15, moves), &nodes(4_000));
        assert!(found.lines[0].depth > 1, "{moves}: nothing was left to search with");
    }
}

#[test]
fn a_short_search_does_not_pay_for_a_large_table() {
    // Filling four gigabytes takes seconds; this must not.
    let mut engine = Engine::new(Options { memory: 4 << 30, ..Options::default() });
    let turn = Some(Duration::from_millis(30));
    let limits = Limits { clock: Clock { turn, ..Clock::default() }, ..Limits::default() };
    let request = SearchRequest { limits, ..SearchRequest::default() };
    let found = search(&mut engine, &position(Rule::Freestyle, 15, "h8i9g7"), &request);
    assert!(found.lines[0].depth > 1, "no time was left to search");
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
fn there_is_an_answer_where_every_point_is_forbidden() {
    // The point of a public complaint: Black is to move and the one useful reply is forbidden.
    let hard = position(Rule::Renju, 15, "h8g6f6g5f7g4h7g3g2a1");
    let mut engine = Engine::new(Options::default());
    let best = search(&mut engine, &hard, &nodes(20_000)).best().unwrap();
    assert!(hard.is_legal(best));
}

#[test]
fn a_won_or_full_board_has_no_move() {
    let won = position(Rule::Freestyle, 15, "h8a1i8a2j8a3k8a4l8");
    assert!(search(&mut Engine::new(Options::default()), &won, &nodes(100)).lines.is_empty());
}

#[test]
fn every_opening_rule_is_played_in_both_seats_to_the_end() {
    let limits = Limits { nodes: Some(300), ..Limits::default() };
    for opening in Opening::ALL {
        for rule in [Rule::Freestyle, Rule::Renju] {
            let mut game = Game::new(rule, Size::new(9).unwrap(), &[], opening).unwrap();
            let mut engine =
                Engine::new(Options { level: Level::new(8).unwrap(), memory: 4 << 20, ..Options::default() });
            while game.in_opening() {
                let step = engine.choose(&game, &limits, &Stop::default(), &mut |_| {});
                game.step(step).unwrap_or_else(|error| panic!("{opening}: {step}: {error}"));
            }
            let step = engine.choose(&game, &limits, &Stop::default(), &mut |_| {});
            assert!(matches!(step, Step::Place(_)));
            game.step(step).unwrap();
        }
    }
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
