use super::*;
use crate::opening::Opening;
use crate::point::Size;
use crate::rule::Rule;
use crate::step::Choice;
use crate::stone::Stone;
use Seat::{First, Second};
use std::vec;

const SECOND: Duration = Duration::from_secs(1);

fn game(opening: Opening) -> Game {
    Game::new(Rule::Freestyle, Size::DEFAULT, &[], opening).unwrap()
}

fn referee(time: &str) -> Referee {
    let terms = Terms { time: [time.parse().unwrap(); 2], ..Terms::default() };
    Referee::new(game(Opening::Free), terms)
}

fn place(name: &str) -> Step {
    Step::Place(name.parse().unwrap())
}

/// Plays stones in turn, each within a second.
fn play(referee: &mut Referee, names: &str) -> Ruling {
    let mut ruling = Ruling::Accepted;
    for name in names.split(' ') {
        let seat = referee.turn().unwrap().seat;
        ruling = referee.play(seat, place(name), SECOND, None).unwrap();
    }
    ruling
}

#[test]
fn a_five_ends_the_game() {
    let mut referee = referee("none");
    let ruling = play(&mut referee, "a1 a2 b1 b2 c1 c2 d1 d2 e1");
    let Ruling::Ended(result) = ruling else { panic!("the game goes on") };
    assert_eq!((result.winner, result.ending.kind().name()), (Some(Stone::Black), "five"));
    assert_eq!(referee.result(), Some(result));
    assert_eq!(referee.turn(), None);
    assert_eq!(referee.play(Second, place("h8"), SECOND, None), Err(Refusal::GameOver));
}

#[test]
fn what_is_refused_changes_nothing() {
    let mut referee = referee("10s+0s");
    play(&mut referee, "h8");
    let refused = |referee: &mut Referee, seat, step, seconds| {
        referee.play(seat, step, SECOND * seconds, None).unwrap_err()
    };
    assert_eq!(refused(&mut referee, First, place("h9"), 1), Refusal::NotYourTurn(Second));
    assert!(matches!(refused(&mut referee, Second, place("h8"), 1), Refusal::Illegal(StepError::Illegal(_))));
    assert_eq!(
        refused(&mut referee, Second, place("h9"), 11),
        Refusal::Late { took: SECOND * 11, allowed: SECOND * 10 }
    );
    for step in [Step::Agree, Step::Flag(Second), Step::Flag(First), Step::Resign(First)] {
        assert_eq!(refused(&mut referee, Second, step, 1), Refusal::NotForPlayers(step));
    }
    assert_eq!(referee.taken().len(), 1);
    assert_eq!(referee.left(Second), Some(SECOND * 10));
    assert_eq!(refused(&mut referee, Second, place("h9"), 11).fault().kind, FaultKind::Time);
    assert_eq!(refused(&mut referee, Second, place("h8"), 1).fault().kind, FaultKind::Illegal);
}

#[test]
fn clocks_run_down_and_get_their_increment() {
    let mut referee = referee("10s+2s/5s");
    play(&mut referee, "h8 h9");
    let clock = Clock { turn: Some(SECOND * 5), left: Some(SECOND * 11), increment: SECOND * 2 };
    assert_eq!(referee.clock(First), clock);
    assert_eq!((referee.spent(First), referee.clock(First).allowed()), (SECOND, Some(SECOND * 5)));
    referee.play(First, place("i8"), SECOND * 5, None).unwrap();
    assert_eq!((referee.left(First), referee.left(Second)), (Some(SECOND * 8), Some(SECOND * 11)));
}

#[test]
fn the_margin_is_given_but_not_promised() {
    let mut referee = Referee::new(
        game(Opening::Free),
        Terms { time: ["10s+1s".parse().unwrap(); 2], margin: [SECOND, Duration::ZERO], ..Terms::default() },
    );
    assert_eq!(referee.clock(First).allowed(), Some(SECOND * 10));
    referee.play(First, place("h8"), SECOND * 11, None).unwrap();
    // The clock does not go below zero.
    assert_eq!(referee.left(First), Some(SECOND));
    assert!(referee.play(Second, place("h9"), SECOND * 11, None).is_err());
}

#[test]
fn a_running_clock_flags_its_player() {
    let mut referee = referee("60s+0s");
    assert_eq!(referee.flag_at(), None, "a clock that stands still flags nobody");
    referee.start_clock(SECOND * 100);
    assert_eq!(referee.flag_at(), Some(SECOND * 160));
    referee.stop_clock(SECOND * 110);
    assert_eq!((referee.flag_at(), referee.turn_time(SECOND * 500)), (None, SECOND * 10));
    referee.start_clock(SECOND * 200);
    referee.start_clock(SECOND * 220);
    assert_eq!((referee.flag_at(), referee.turn_time(SECOND * 230)), (Some(SECOND * 250), SECOND * 40));
    let Ok(Ruling::Ended(result)) = referee.flag(SECOND * 60) else { panic!("the flag is ignored") };
    assert_eq!((result.winner, result.ending), (Some(Stone::White), Ending::Time));
    assert_eq!(referee.left(First), Some(Duration::ZERO));
    assert!(!referee.is_clock_running());
    referee.start_clock(SECOND * 300);
    assert!(!referee.is_clock_running(), "the game is over");
}

#[test]
fn each_turn_starts_a_new_stopwatch() {
    let mut referee = referee("60s+0s");
    referee.start_clock(SECOND);
    play(&mut referee, "h8");
    assert!(!referee.is_clock_running());
    referee.start_clock(SECOND * 10);
    assert_eq!(referee.turn_time(SECOND * 12), SECOND * 2);
}

#[test]
fn one_may_resign_in_the_turn_of_the_other() {
    let mut referee = referee("none");
    let Ok(Ruling::Ended(result)) = referee.play(Second, Step::Resign(Second), Duration::ZERO, None) else {
        panic!("the resignation is ignored")
    };
    assert_eq!((result.winner, result.ending), (Some(Stone::Black), Ending::Resignation));
}

#[test]
fn a_draw_needs_both() {
    let mut referee = referee("none");
    play(&mut referee, "h8");
    assert_eq!(referee.accept_draw(First), Err(Refusal::NotOffered));
    referee.propose(Offer::Draw, First).unwrap();
    assert_eq!(referee.accept_draw(First), Err(Refusal::NotOffered));
    assert_eq!(referee.decline(First), Err(Refusal::NotOffered));
    referee.decline(Second).unwrap();
    assert_eq!(referee.accept_draw(Second), Err(Refusal::NotOffered));
    referee.propose(Offer::Draw, First).unwrap();
    play(&mut referee, "h9");
    assert_eq!(referee.offer(), None, "a move answers the offer");
    referee.propose(Offer::Draw, First).unwrap();
    let Ok(Ruling::Ended(result)) = referee.accept_draw(Second) else { panic!("no draw") };
    assert_eq!((result.winner, result.ending), (None, Ending::Agreement));
    assert_eq!(referee.propose(Offer::Draw, First), Err(Refusal::GameOver));

    let mut opening = Referee::new(game(Opening::Swap), Terms::default());
    assert_eq!(opening.propose(Offer::Draw, First), Err(Refusal::DrawInOpening));
}

#[test]
fn taking_back_returns_time_and_can_be_done_again() {
    let mut referee = referee("60s+1s");
    assert_eq!(referee.undo(|_| true), Err(Refusal::NothingToUndo));
    assert_eq!(referee.propose(Offer::Undo, First), Err(Refusal::NothingToUndo));
    play(&mut referee, "h8 h9 i8 i9");
    referee.undo(|seat| seat == Second).unwrap();
    assert_eq!((referee.taken().len(), referee.turn().unwrap().seat), (3, Second));
    referee.undo(|seat| seat == Second).unwrap();
    assert_eq!((referee.taken().len(), referee.left(First)), (1, Some(SECOND * 60)));
    referee.redo(|seat| seat == Second).unwrap();
    assert_eq!((referee.taken().len(), referee.can_redo()), (3, true));
    play(&mut referee, "j9");
    assert_eq!(referee.redo(|_| true), Err(Refusal::NothingToRedo));
    assert_eq!(referee.game().position().history().len(), 4);
    referee.undo(|_| false).unwrap();
    assert_eq!(referee.game().steps(), []);
}

#[test]
fn a_fault_ends_the_game_and_can_be_taken_back() {
    let mut referee = referee("none");
    play(&mut referee, "h8 h9");
    let fault = Fault { kind: FaultKind::Crash, detail: "gone".into() };
    let Ok(Ruling::Ended(result)) = referee.forfeit(First, fault.clone()) else { panic!("it goes on") };
    assert_eq!((result.winner, result.ending), (Some(Stone::White), Ending::Fault(FaultKind::Crash)));
    assert_eq!(result.to_string(), "White wins: Black crashed");
    assert_eq!((referee.fault(), referee.turn()), (Some(&fault), None));
    assert_eq!(referee.forfeit(Second, fault.clone()), Err(Refusal::GameOver));
    referee.undo(|_| true).unwrap();
    assert_eq!((referee.result(), referee.fault(), referee.taken().len()), (None, None, 2));
    referee.forfeit(First, fault).unwrap();
    referee.undo(|seat| seat == Second).unwrap();
    assert_eq!(referee.taken().len(), 1);
}

#[test]
fn colours_that_change_hands_keep_their_results_straight() {
    let mut referee = Referee::new(game(Opening::Swap), Terms::default());
    play(&mut referee, "a1");
    referee.play(Second, Step::Choose(Choice::Take(Stone::Black)), SECOND, None).unwrap();
    assert_eq!(referee.turn().unwrap().seat, First);
    let fault = Fault { kind: FaultKind::Memory, detail: "2 GB".into() };
    let Ok(Ruling::Ended(result)) = referee.forfeit(First, fault) else { panic!("it goes on") };
    assert_eq!(result.winner, Some(Stone::Black));
}

#[test]
fn a_game_is_conducted_to_its_end() {
    let mut points = ["a1", "a2", "b1", "b2", "c1", "c2", "d1", "d2", "e1"].into_iter();
    let mut referee = referee("2s");
    let mut asked = vec![];
    let result = referee.conduct(|referee, seat| {
        asked.push((seat, referee.taken().len()));
        Reply::Step { step: place(points.next().unwrap()), time: SECOND, score: None }
    });
    assert_eq!(result.unwrap().winner, Some(Stone::Black));
    assert_eq!(asked[..3], [(First, 0), (Second, 1), (First, 2)]);
}

#[test]
fn a_refused_step_loses_a_conducted_game_and_a_stop_leaves_it_open() {
    let reply = |name, seconds| Reply::Step { step: place(name), time: SECOND * seconds, score: None };
    let mut late = referee("2s");
    let result = late.conduct(|_, seat| reply(if seat == First { "a1" } else { "a2" }, 1 + 2 * seat as u32));
    assert_eq!(result.unwrap().ending, Ending::Fault(FaultKind::Time));
    assert_eq!(late.fault().unwrap().detail, "took 3000 ms for a move, had 2000 ms");

    let mut illegal = referee("none");
    let result = illegal.conduct(|_, _| reply("a1", 1)).unwrap();
    assert_eq!((result.winner, result.ending), (Some(Stone::Black), Ending::Fault(FaultKind::Illegal)));

    let mut stopped = referee("none");
    assert_eq!(stopped.conduct(|_, _| Reply::Stop), None);
    assert_eq!(stopped.result(), None);
}

#[test]
fn adjudication_ends_games_after_the_opening() {
    let adjudication = Adjudication { draw_after: Some(3), ..Adjudication::default() };
    let mut referee = Referee::new(game(Opening::Swap2), Terms { adjudication, ..Terms::default() });
    play(&mut referee, "h8 h9 i8");
    assert_eq!(referee.result(), None, "the opening goes on");
    referee.play(Second, Step::Choose(Choice::Take(Stone::White)), SECOND, None).unwrap();
    assert_eq!(referee.result().unwrap().ending, Ending::MoveLimit);
    referee.undo(|_| true).unwrap();
    assert_eq!(referee.result(), None);
}

#[test]
fn a_replayed_game_keeps_its_times_but_is_not_judged_again() {
    let mut referee = referee("1s");
    let taken = TakenStep { step: place("h8"), seat: First, time: SECOND * 9, score: Some(Score(4)) };
    assert_eq!(referee.replay(taken), Ok(Ruling::Accepted));
    assert_eq!(referee.taken(), [taken]);
    assert_eq!(referee.spent(First), SECOND * 9);
}
