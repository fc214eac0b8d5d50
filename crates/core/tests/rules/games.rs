//! Whole games: every opening rule step by step, and every way a game can end.

use goren_core::{
    Area, Ask, Choice, Ending, ForbiddenKind, Game, GameResult, NewGameError, Opening, Point, Position,
    Random, Rule, Seat, Size, Step, StepError, Stone, Turn,
};

use Seat::{First, Second};

use crate::board::draw;

fn point(name: &str) -> Point {
    name.parse().unwrap()
}

fn place(name: &str) -> Step {
    Step::Place(point(name))
}

const TAKE_BLACK: Step = Step::Choose(Choice::Take(Stone::Black));
const TAKE_WHITE: Step = Step::Choose(Choice::Take(Stone::White));

fn begin(rule: Rule, opening: Opening) -> Game {
    Game::new(rule, Size::DEFAULT, &[], opening).unwrap()
}

/// Runs steps, each with the seat that must be asked for it.
#[track_caller]
fn run(opening: Opening, steps: &[(Seat, Step)]) -> Game {
    let mut game = begin(Rule::Renju, opening);
    for &(seat, step) in steps {
        assert_eq!(game.turn().map(|turn| turn.seat), Some(seat), "before {step}");
        game.step(step).unwrap();
    }
    game
}

#[test]
fn free_goes_straight_to_play() {
    let game = begin(Rule::Freestyle, Opening::Free);
    assert!(!game.in_opening());
    let ask = Ask::Place { stone: Stone::Black, area: Area::Board };
    assert_eq!(game.turn(), Some(Turn { seat: First, ask }));
}

#[test]
fn swap_lets_the_second_player_choose_after_one_stone() {
    for (choice, black) in [(TAKE_BLACK, Second), (TAKE_WHITE, First)] {
        let game = run(Opening::Swap, &[(First, place("h8")), (Second, choice)]);
        assert_eq!((game.seat(Stone::Black), game.in_opening()), (black, false));
        // White moves next, whoever that is.
        assert_eq!(game.turn().unwrap().seat, !black);
    }
}

fn three() -> Vec<(Seat, Step)> {
    vec![(First, place("h8")), (First, place("a1")), (First, place("o15"))]
}

#[test]
fn swap2_gives_three_choices() {
    let with = |more: &[(Seat, Step)]| run(Opening::Swap2, &[three(), more.to_vec()].concat());

    let white = with(&[(Second, TAKE_WHITE), (Second, place("i9"))]);
    assert_eq!((white.seat(Stone::Black), white.turn().unwrap().seat), (First, First));

    let black = with(&[(Second, TAKE_BLACK), (First, place("i9"))]);
    assert_eq!((black.seat(Stone::Black), black.turn().unwrap().seat), (Second, Second));

    let two = [(Second, Step::Choose(Choice::PlaceTwo)), (Second, place("i9")), (Second, place("i10"))];
    for (choice, black) in [(TAKE_BLACK, First), (TAKE_WHITE, Second)] {
        let game = with(&[&two[..], &[(First, choice)]].concat());
        assert_eq!((game.seat(Stone::Black), game.in_opening()), (black, false));
        let stones: Vec<Stone> = game.position().history().iter().map(|played| played.stone).collect();
        assert_eq!(stones, [Stone::Black, Stone::White, Stone::Black, Stone::White, Stone::Black]);
        assert_eq!(game.turn().unwrap().seat, !black);
    }
}

#[test]
fn soosorv_8_from_the_first_stone_to_the_sixth() {
    let mut game = run(
        Opening::Soosorv8,
        &[
            (First, place("h8")),
            (First, place("h9")),
            (First, place("i9")),
            (Second, TAKE_BLACK),
            (First, place("a1")),
            (First, Step::Declare(2)),
            (Second, TAKE_WHITE),
            (First, Step::Offer(point("g7"))),
            (First, Step::Offer(point("j10"))),
        ],
    );
    assert_eq!(game.turn(), Some(Turn { seat: Second, ask: Ask::Pick(vec![point("g7"), point("j10")]) }));
    let error = game.step(Step::Pick(point("g8"))).unwrap_err().to_string();
    assert_eq!(error, "g8 was not offered, expected to pick the fifth move from g7, j10");
    game.step(Step::Pick(point("j10"))).unwrap();
    assert_eq!(game.position().stone(point("j10")), Some(Stone::Black));
    assert_eq!(game.position().stone(point("g7")), None);
    assert_eq!((game.in_opening(), game.turn().unwrap().seat), (false, Second));
}

#[test]
fn soosorv_8_keeps_its_squares_and_its_range() {
    let mut game = begin(Rule::Renju, Opening::Soosorv8);
    let error = |game: &mut Game, step| game.step(step).unwrap_err().to_string();
    assert_eq!(error(&mut game, place("h9")), "h9 is outside the centre: place it on h8");
    game.step(place("h8")).unwrap();
    assert_eq!(error(&mut game, place("h10")), "h10 is outside the central 3×3, which is g7 to i9");
    game.step(place("i9")).unwrap();
    assert_eq!(error(&mut game, place("k8")), "k8 is outside the central 5×5, which is f6 to j10");
    game.step(place("j8")).unwrap();
    game.step(TAKE_WHITE).unwrap();
    game.step(place("o15")).unwrap();
    assert_eq!(error(&mut game, Step::Declare(9)), "expected a number of fifth moves from 1 to 8, got 9");
    assert_eq!(error(&mut game, Step::Declare(0)), "expected a number of fifth moves from 1 to 8, got 0");
    assert_eq!(
        error(&mut game, place("a1")),
        "expected the second player to declare how many fifth moves will be offered, 1 to 8, got `a1`"
    );
}

#[test]
fn taraguchi_10_with_a_swap_after_every_stone() {
    let game = run(
        Opening::Taraguchi10,
        &[
            (First, place("h8")),
            (Second, TAKE_BLACK),
            (First, place("h9")),
            (Second, TAKE_WHITE),
            (First, place("j10")),
            (Second, TAKE_WHITE),
            (Second, place("k11")),
            (First, TAKE_WHITE),
            (Second, place("l12")),
            (First, TAKE_BLACK),
        ],
    );
    assert_eq!((game.in_opening(), game.turn().unwrap().seat), (false, Second));
}

#[test]
fn taraguchi_10_with_ten_fifth_moves() {
    let mut game = run(
        Opening::Taraguchi10,
        &[
            (First, place("h8")),
            (Second, TAKE_WHITE),
            (Second, place("h9")),
            (First, TAKE_BLACK),
            (First, place("h10")),
            (Second, TAKE_WHITE),
            (Second, place("h11")),
            (First, Step::Choose(Choice::OfferTen)),
        ],
    );
    // All stones stand in one column, so left and right are the same.
    game.step(Step::Offer(point("a1"))).unwrap();
    let error = game.step(Step::Offer(point("o1"))).unwrap_err();
    assert_eq!(error, StepError::Equivalent { point: point("o1"), offered: point("a1") });
    assert_eq!(game.step(Step::Offer(point("a1"))).unwrap_err().to_string(), "a1 was offered before");
    for row in 2..=10 {
        assert_eq!(game.turn(), Some(Turn { seat: First, ask: Ask::Offer { left: 11 - row } }));
        game.step(Step::Offer(point(&format!("a{row}")))).unwrap();
    }
    assert_eq!(game.turn().unwrap().seat, Second);
    game.step(Step::Pick(point("a7"))).unwrap();
    assert_eq!((game.in_opening(), game.turn().unwrap().seat), (false, Second));
}

#[test]
fn taraguchi_10_squares_grow_with_every_stone() {
    let mut game = begin(Rule::Renju, Opening::Taraguchi10);
    for (width, name, outside) in
        [(1, "h8", "h9"), (3, "i9", "h10"), (5, "j10", "h11"), (7, "k11", "h12"), (9, "l12", "h13")]
    {
        let area = Area::Centre(width);
        let size = game.position().size();
        assert_eq!(
            game.step(place(outside)),
            Err(StepError::OutsideArea { point: point(outside), area, size })
        );
        game.step(place(name)).unwrap();
        game.step(TAKE_WHITE).unwrap();
    }
    assert!(!game.in_opening());
}

#[test]
fn every_opening_goes_with_every_rule_and_size_to_an_end() {
    let mut random = Random::new(8);
    for opening in Opening::ALL {
        for rule in Rule::ALL {
            for size in Size::all() {
                let mut game = Game::new(rule, size, &[], opening).unwrap();
                while let Some(turn) = game.turn() {
                    let step = match turn.ask {
                        Ask::Place { area, .. } => {
                            let free: Vec<_> =
                                game.position().empties().filter(|&each| area.contains(each, size)).collect();
                            Step::Place(random.pick(&free).unwrap())
                        }
                        Ask::Choose(choices) => Step::Choose(random.pick(choices).unwrap()),
                        Ask::Declare { most } => Step::Declare(1 + random.below(most.into()) as u8),
                        Ask::Offer { .. } => {
                            let free: Vec<_> = game.position().empties().collect();
                            Step::Offer(random.pick(&free).unwrap())
                        }
                        Ask::Pick(offers) => Step::Pick(random.pick(&offers).unwrap()),
                    };
                    let before = game.clone();
                    match game.step(step) {
                        Ok(()) => assert_eq!(game.steps().last(), Some(&step)),
                        Err(StepError::Equivalent { .. }) => assert_eq!(game.steps(), before.steps()),
                        Err(error) => panic!("{opening} {rule} {size}: {step}: {error}"),
                    }
                }
                assert!(game.result().is_some());
            }
        }
    }
}

#[test]
fn undo_takes_back_any_step() {
    let mut game = run(Opening::Swap2, &three());
    game.step(TAKE_BLACK).unwrap();
    game.step(Step::Resign(First)).unwrap();
    assert!(game.result().is_some());
    assert_eq!(game.undo(), Some(Step::Resign(First)));
    assert_eq!((game.result(), game.seat(Stone::Black)), (None, Second));
    assert_eq!(game.undo(), Some(TAKE_BLACK));
    assert_eq!(game.seat(Stone::Black), First);
    assert!(game.in_opening());
    for _ in 0..3 {
        game.undo();
    }
    assert_eq!((game.undo(), game.position().history().len()), (None, 0));
}

#[test]
fn a_five_ends_the_game_and_names_its_row() {
    let mut game = begin(Rule::Standard, Opening::Free);
    for name in ["h8", "a1", "i8", "a2", "j8", "a3", "k8", "a4", "l8"] {
        game.step(place(name)).unwrap();
    }
    assert_eq!(game.result().unwrap().to_string(), "Black wins by five, h8–l8");
    assert_eq!(game.turn(), None);
    assert_eq!(game.step(place("a5")), Err(StepError::GameOver));
}

#[test]
fn a_forbidden_move_loses_in_renju() {
    let (position, named) =
        draw(Rule::Renju, ".......\n...X...\n...X...\n.XXt...\n.......\n.......\n.......");
    let point = named[0].1;
    let mut game = Game::from_position(position.clone());
    game.step(Step::Place(point)).unwrap();
    let ending = Ending::Forbidden { point, kind: ForbiddenKind::DoubleThree };
    assert_eq!(game.result(), Some(GameResult { winner: Some(Stone::White), ending }));
    assert_eq!(game.result().unwrap().to_string(), "White wins: d4 was forbidden (double three)");

    // White may play there.
    let mut position = position;
    position.pass();
    let mut game = Game::from_position(position);
    game.step(Step::Place(point)).unwrap();
    assert_eq!(game.result(), None);
}

#[test]
fn black_without_a_legal_move_draws() {
    // The one empty point would make six.
    let (position, _) = draw(Rule::Renju, "OXOXOX\nXOXOXO\nXXX.XX\nOXOXOX\nXOOOXO\nOXOXOO");
    assert_eq!(Game::from_position(position).result().unwrap().to_string(), "Draw: Black has no legal move");
}

#[test]
fn resignation_time_and_agreement_end_a_game() {
    let end = |step| {
        let mut game = begin(Rule::Freestyle, Opening::Free);
        game.step(place("h8")).unwrap();
        game.step(step).unwrap();
        game.result().unwrap().to_string()
    };
    assert_eq!(end(Step::Resign(First)), "White wins by resignation");
    assert_eq!(end(Step::Flag(Second)), "Black wins on time");
    assert_eq!(end(Step::Agree), "Draw by agreement");
}

#[test]
fn no_draw_is_agreed_during_an_opening() {
    let mut game = begin(Rule::Freestyle, Opening::Swap);
    assert_eq!(game.step(Step::Agree), Err(StepError::DrawInOpening));
}

#[test]
fn illegal_steps_are_refused_and_change_nothing() {
    let mut game = Game::new(Rule::Freestyle, Size::DEFAULT, &[point("a1")], Opening::Free).unwrap();
    game.step(place("h8")).unwrap();
    let error = |game: &mut Game, step| game.step(step).unwrap_err().to_string();
    assert_eq!(error(&mut game, place("h8")), "h8 is occupied");
    assert_eq!(error(&mut game, place("a1")), "a1 is a trap");
    assert_eq!(error(&mut game, place("p1")), "p1 is outside the 15×15 board");
    assert_eq!(
        error(&mut game, TAKE_BLACK),
        "expected the second player to place a stone (White), got `take black`"
    );
    assert_eq!(game.steps(), [place("h8")]);

    let mut game = begin(Rule::Freestyle, Opening::Swap);
    game.step(place("h8")).unwrap();
    let error = game.step(Step::Choose(Choice::PlaceTwo)).unwrap_err().to_string();
    assert_eq!(error, "cannot place two here, expected to choose: take black or take white");
}

#[test]
fn games_that_cannot_begin_say_why() {
    let new = |size, traps: &[Point], opening| {
        Game::new(Rule::Renju, Size::new(size).unwrap(), traps, opening)
            .map(|_| ())
            .map_err(|error| error.to_string())
    };
    let centre = "the trap h8 is inside the central 9×9, which soosorv-8 keeps free";
    assert_eq!(new(15, &[point("h8")], Opening::Soosorv8), Err(centre.to_owned()));
    assert_eq!(new(15, &[point("c3")], Opening::Taraguchi10), Ok(()));
    assert_eq!(new(15, &[point("d4")], Opening::Swap2), Ok(()));
    let all_but_five: Vec<Point> = Size::MIN.points().skip(5).collect();
    assert_eq!(new(5, &all_but_five, Opening::Swap2), Err("swap2 needs 6 empty points, got 5".to_owned()));
    assert_eq!(new(5, &[point("f6")], Opening::Free), Err("f6 is outside the 5×5 board".to_owned()));
    assert!(matches!(
        Game::new(Rule::Renju, Size::MIN, &[point("a1"), point("a1")], Opening::Free),
        Err(NewGameError::Setup(_))
    ));
}

#[test]
fn a_game_can_start_from_a_finished_position() {
    let (position, _) = draw(Rule::Freestyle, "XXXXX\n.....\nOOOO.\n.....\n.....");
    let game = Game::from_position(position);
    assert_eq!(game.result().unwrap().to_string(), "Black wins by five, a5–e5");
    let empty = Game::from_position(Position::new(Rule::Freestyle, Size::MIN));
    assert_eq!(empty.result(), None);
}
