//! Tests of the dialogue.

use goren_core::{Position, Rule, Seat};

use super::*;

fn point(name: &str) -> Point {
    name.parse().unwrap()
}

fn place(name: &str) -> Step {
    Step::Place(point(name))
}

fn game(opening: Opening, steps: &[Step]) -> Game {
    let mut game = Game::new(Rule::Standard, Size::DEFAULT, &[], opening).unwrap();
    for &step in steps {
        game.step(step).unwrap();
    }
    game
}

fn spec() -> ProcessSpec {
    ProcessSpec::new("five", ["pbrain-five"])
}

/// The command that describes the position, on one line.
fn asked(dialogue: &mut Dialogue, game: &Game) -> String {
    let [_, command] = dialogue.request(game, &Clock::default()).unwrap();
    command.to_string().replace('\n', " ")
}

/// Asks, receives an answer, and takes all its steps.
fn answer(game: &mut Game, line: &str) -> Vec<Step> {
    let mut dialogue = Dialogue::default();
    dialogue.request(game, &Clock::default()).unwrap();
    let Heard::Step(first) = dialogue.hear(line, true, game) else { panic!("{line} is no answer") };
    let mut steps = vec![first];
    steps.extend(std::iter::from_fn(|| dialogue.next_step()));
    for &step in &steps {
        game.step(step).unwrap();
    }
    steps
}

fn fault(heard: Heard) -> Fault {
    let Heard::Fault(fault) = heard else { panic!("{heard:?} is no fault") };
    fault
}

#[test]
fn settings_come_in_the_order_of_the_managers_and_the_users_last() {
    let mut spec = spec();
    spec.memory = Some(1000);
    spec.persist = Some("my files".into());
    spec.info.insert("thread_num".to_owned(), "2".to_owned());
    let budget =
        Budget { time: "2m+10ms/5s".parse().unwrap(), nodes: Some(7), depth: Some(8), memory: Some(900) };
    let settings = Dialogue::settings(&game(Opening::Free, &[]), &budget, &spec).unwrap();
    let lines: Vec<_> = settings.iter().map(ToString::to_string).collect();
    assert_eq!(
        lines,
        [
            "INFO rule 1",
            "INFO timeout_turn 5000",
            "INFO timeout_match 120000",
            "INFO time_increment 10",
            "INFO max_memory 900",
            "INFO game_type 1",
            "INFO max_node 7",
            "INFO max_depth 8",
            "INFO folder my files",
            "INFO thread_num 2",
        ]
    );
}

#[test]
fn no_limit_is_said_as_the_protocol_says_it() {
    let game = game(Opening::Free, &[]);
    let settings = Dialogue::settings(&game, &Budget::default(), &spec()).unwrap();
    let lines: Vec<_> = settings.iter().map(ToString::to_string).collect();
    assert_eq!(lines, ["INFO rule 1", "INFO timeout_match 0", "INFO max_memory 0", "INFO game_type 1"]);
    let [left, _] = Dialogue::default().request(&game, &Clock::default()).unwrap();
    assert_eq!(left.to_string(), "INFO time_left 2147483647");
}

#[test]
fn what_the_protocol_cannot_say_is_refused() {
    let refusal = |game: &Game, spec: &ProcessSpec| {
        let fault = Dialogue::settings(game, &Budget::default(), spec).unwrap_err();
        assert_eq!(fault.kind, FaultKind::Start);
        fault.detail
    };
    assert_eq!(refusal(&game(Opening::Swap, &[]), &spec()), "the protocol does not support a swap opening");
    let trapped = Game::new(Rule::Freestyle, Size::DEFAULT, &[point("a1")], Opening::Free).unwrap();
    assert_eq!(refusal(&trapped, &spec()), "the protocol does not support traps");
    let mut position = Position::new(Rule::Freestyle, Size::DEFAULT);
    position.pass();
    assert!(refusal(&Game::from_position(position), &spec()).ends_with("a position with a pass"));
    let mut spec = spec();
    spec.info.insert("a".to_owned(), "1\nEND".to_owned());
    assert_eq!(
        refusal(&game(Opening::Free, &[]), &spec),
        "expected a setting on one line, got `a 1\u{fffd}END`"
    );
}

#[test]
fn a_game_is_followed_move_by_move() {
    let mut game = game(Opening::Free, &[]);
    let mut dialogue = Dialogue::default();
    assert_eq!(asked(&mut dialogue, &game), "BEGIN");
    assert_eq!(dialogue.hear("7,7", true, &game), Heard::Step(place("h8")));
    game.step(place("h8")).unwrap();
    game.step(place("a15")).unwrap();
    assert_eq!(asked(&mut dialogue, &game), "TURN 0,0");
    assert_eq!(dialogue.hear("8,8", true, &game), Heard::Step(place("i7")));
    game.step(place("i7")).unwrap();
    game.step(place("b15")).unwrap();
    assert_eq!(asked(&mut dialogue, &game), "TURN 1,0");
}

#[test]
fn stones_that_the_engine_does_not_know_are_shown_in_order() {
    let mut game = game(Opening::Free, &[place("h8"), place("a15"), place("o1")]);
    let mut dialogue = Dialogue::default();
    assert_eq!(asked(&mut dialogue, &game), "BOARD 7,7,2 0,0,1 14,14,2 DONE");
    dialogue.hear("8,8", true, &game);
    // The move played differs from the engine's answer.
    game.step(place("b15")).unwrap();
    game.step(place("c15")).unwrap();
    assert_eq!(asked(&mut dialogue, &game), "BOARD 7,7,2 0,0,1 14,14,2 1,0,1 2,0,2 DONE");
}

#[test]
fn stones_of_a_setup_are_shown() {
    let stones = [(point("h8"), Stone::Black), (point("h9"), Stone::White)];
    let position = Position::with_setup(Rule::Freestyle, Size::DEFAULT, &[], &stones, Stone::Black).unwrap();
    let game = Game::from_position(position);
    assert_eq!(asked(&mut Dialogue::default(), &game), "BOARD 7,7,1 7,6,2 DONE");
}

const THREE: [&str; 3] = ["h8", "i8", "j6"];

/// A swap2 opening after three stones.
fn three() -> Game {
    game(Opening::Swap2, &THREE.map(place))
}

/// A swap2 opening after five stones.
fn five() -> Game {
    let mut game = three();
    for step in [Step::Choose(Choice::PlaceTwo), place("i7"), place("i9")] {
        game.step(step).unwrap();
    }
    game
}

#[test]
fn swap2_is_asked_for_in_the_published_form() {
    let ask = |game: &Game| asked(&mut Dialogue::default(), game);
    assert_eq!(ask(&game(Opening::Swap2, &[])), "SWAP2BOARD DONE");
    assert_eq!(ask(&three()), "SWAP2BOARD 7,7 8,7 9,9 DONE");
    assert_eq!(ask(&five()), "SWAP2BOARD 7,7 8,7 9,9 8,8 8,6 DONE");
    let fault = Dialogue::default().request(&game(Opening::Swap2, &[place("h8")]), &Clock::default());
    assert_eq!(fault.unwrap_err().kind, FaultKind::Start);
}

#[test]
fn three_points_open_a_swap2_game() {
    let mut game = game(Opening::Swap2, &[]);
    assert_eq!(answer(&mut game, "7,7 8,7 9,9"), THREE.map(place));
    assert_eq!(game.turn().unwrap().seat, Seat::Second);
}

#[test]
fn after_three_stones_a_point_stays_white_and_swap_takes_black() {
    let mut stayed = three();
    assert_eq!(answer(&mut stayed, "8,8"), [Step::Choose(Choice::Take(Stone::White)), place("i7")]);
    assert_eq!(stayed.seat(Stone::White), Seat::Second);
    let mut swapped = three();
    assert_eq!(answer(&mut swapped, "SWAP"), [Step::Choose(Choice::Take(Stone::Black))]);
    assert_eq!((swapped.seat(Stone::Black), swapped.turn().unwrap().seat), (Seat::Second, Seat::First));
    let mut passed_on = three();
    let two = [Step::Choose(Choice::PlaceTwo), place("i7"), place("i9")];
    assert_eq!(answer(&mut passed_on, "8,8 8,6"), two);
    assert_eq!(passed_on.turn().unwrap().seat, Seat::First);
}

#[test]
fn after_five_stones_a_point_takes_white_and_swap_takes_black() {
    let mut moved = five();
    assert_eq!(answer(&mut moved, "6,8"), [Step::Choose(Choice::Take(Stone::White)), place("g7")]);
    assert_eq!((moved.seat(Stone::White), moved.position().side()), (Seat::First, Stone::Black));
    let mut swapped = five();
    assert_eq!(answer(&mut swapped, "SWAP"), [Step::Choose(Choice::Take(Stone::Black))]);
    assert_eq!((swapped.seat(Stone::Black), swapped.turn().unwrap().seat), (Seat::First, Seat::Second));
}

#[test]
fn after_an_opening_the_whole_board_is_shown() {
    let mut game = three();
    let mut dialogue = Dialogue::default();
    asked(&mut dialogue, &game);
    dialogue.hear("8,8", true, &game);
    game.step(Step::Choose(Choice::Take(Stone::White))).unwrap();
    game.step(dialogue.next_step().unwrap()).unwrap();
    assert_eq!(dialogue.next_step(), None);
    game.step(place("a15")).unwrap();
    assert_eq!(asked(&mut dialogue, &game), "BOARD 7,7,2 8,7,1 9,9,2 8,8,1 0,0,2 DONE");
}

#[test]
fn an_answer_to_another_question_is_noise() {
    let cases = [
        (game(Opening::Free, &[]), ["7,7 8,8", "SWAP", "OK then"]),
        (game(Opening::Swap2, &[]), ["7,7", "SWAP", "7,7 8,8 9,9 1,1"]),
        (three(), ["7,7 8,8 9,9", "swap", "8,8,1"]),
        (five(), ["8,8 8,6", "7,7 8,8 9,9", "h8"]),
    ];
    for (game, lines) in cases {
        for line in lines {
            assert_eq!(Dialogue::default().hear(line, true, &game), Heard::Noise, "{line}");
        }
    }
}

#[test]
fn chatter_is_skipped_and_facts_in_it_are_kept() {
    let game = game(Opening::Free, &[]);
    let mut dialogue = Dialogue::default();
    for line in ["OK", "MESSAGE 3,4", "DEBUG 3,4", "INFO DEPTH 5", "MESSAGE Depth 6-9 | Eval 7 | Node 8K"] {
        assert_eq!(dialogue.hear(line, true, &game), Heard::Chatter, "{line}");
    }
    let facts = dialogue.facts();
    assert_eq!((facts.depth, facts.score.map(|score| score.0), facts.nodes), (Some(6), Some(7), Some(8000)));
    asked(&mut dialogue, &game);
    assert_eq!(dialogue.facts(), Facts::default());
}

#[test]
fn what_came_before_the_question_is_no_answer() {
    let game = game(Opening::Free, &[]);
    for line in ["7,7", "SUGGEST 7,7", "7,7 8,8", "SWAP"] {
        assert_eq!(Dialogue::default().hear(line, false, &game), Heard::Chatter, "{line}");
    }
    let refused = fault(Dialogue::default().hear("ERROR Unknown rule id", false, &game));
    assert_eq!(refused.detail, "expected an answer, got `ERROR Unknown rule id`");
}

#[test]
fn a_suggestion_is_accepted_once() {
    let game = game(Opening::Free, &[]);
    let mut dialogue = Dialogue::default();
    let play = Heard::Reply(Command::Play(Coordinates { x: 3, y: 4 }));
    assert_eq!(dialogue.hear("SUGGEST 3,4", true, &game), play);
    assert_eq!(dialogue.hear("SUGGEST 3,4", true, &game), Heard::Noise);
    assert_eq!(dialogue.hear("3,4", true, &game), Heard::Step(place("d11")));
    asked(&mut dialogue, &game);
    assert_eq!(dialogue.hear("SUGGEST 3,4", true, &game), play);
}

#[test]
fn errors_and_points_off_the_board_end_the_game() {
    let game = game(Opening::Free, &[]);
    for (line, kind) in [
        ("ERROR no", FaultKind::Garbage),
        ("UNKNOWN BEGIN", FaultKind::Garbage),
        ("15,3", FaultKind::Illegal),
        ("-1,-1", FaultKind::Illegal),
    ] {
        let fault = fault(Dialogue::default().hear(line, true, &game));
        assert_eq!(fault.kind, kind);
        assert!(fault.detail.ends_with(&format!(", got `{line}`")), "{}", fault.detail);
    }
}
