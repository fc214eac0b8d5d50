//! Well-behaved and misbehaving engines: each kind of failure is identified, and none harms the arena.
// Other systems describe exit statuses differently.
#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "tests")]

use std::time::Duration;

use goren_arena::{Budget, ChosenStep, Player, Process, ProcessSpec};
use goren_core::{Choice, Clock, Fault, FaultKind, Game, Opening, Rule, Score, Size, Step, Stone, Stop};
use goren_protocol::MAX_LINE_BYTES;

/// A time that no test uses up.
const LONG: u64 = 60_000;
/// A time that runs out in some tests.
const SHORT: u64 = 200;

fn mock(arguments: &[&str]) -> ProcessSpec {
    let command = [&[env!("CARGO_BIN_EXE_mock-engine")], arguments].concat();
    ProcessSpec { margin_ms: 50, ..ProcessSpec::new("mock", command) }
}

fn game(opening: Opening) -> Game {
    Game::new(Rule::Freestyle, Size::DEFAULT, &[], opening).unwrap()
}

fn clock(turn_ms: u64) -> Clock {
    Clock { turn: Some(Duration::from_millis(turn_ms)), ..Clock::default() }
}

fn place(name: &str) -> Step {
    Step::Place(name.parse().unwrap())
}

/// A player that is ready for a game.
fn begun(spec: ProcessSpec, game: &Game) -> Process {
    let mut player = Process::new(spec, Vec::new());
    player.begin(game, &Budget::default(), &Stop::default()).unwrap();
    player
}

/// What an engine does on its first move.
fn first(spec: ProcessSpec, turn_ms: u64) -> Result<ChosenStep, Fault> {
    let game = game(Opening::Free);
    begun(spec, &game).choose(&game, &clock(turn_ms), &Stop::default())
}

/// How an engine fails before the game.
fn failed_start(spec: ProcessSpec) -> (FaultKind, String) {
    let mut player = Process::new(spec, Vec::new());
    parts(player.begin(&game(Opening::Free), &Budget::default(), &Stop::default()).unwrap_err())
}

fn parts(fault: Fault) -> (FaultKind, String) {
    (fault.kind, fault.detail)
}

#[track_caller]
fn assert_fault(result: Result<ChosenStep, Fault>, kind: FaultKind, detail: &str) {
    assert_eq!(parts(result.unwrap_err()), (kind, detail.to_owned()));
}

#[track_caller]
fn assert_plays(result: Result<ChosenStep, Fault>, name: &str) {
    assert_eq!(result.unwrap().step, place(name));
}

/// How many processes there are with this text in their command line.
#[cfg(target_os = "linux")]
fn alive(marker: &str) -> usize {
    let processes = std::fs::read_dir("/proc").unwrap().flatten();
    let lines = processes.filter_map(|process| std::fs::read(process.path().join("cmdline")).ok());
    lines.filter(|line| String::from_utf8_lossy(line).contains(marker)).count()
}

/// Whether so many processes have this text in their command line soon: the system takes a moment to start and to reap them.
#[cfg(target_os = "linux")]
fn come_to(marker: &str, count: usize) -> bool {
    (0..1000).any(|_| alive(marker) == count || (std::thread::sleep(Duration::from_millis(10)), false).1)
}

#[test]
fn a_good_engine_plays_to_the_end_of_the_game() {
    let mut game = game(Opening::Free);
    let mut players = [begun(mock(&["play"]), &game), begun(mock(&["play"]), &game)];
    for i in (0..2).cycle() {
        if game.result().is_some() {
            break;
        }
        let answer = players[i].choose(&game, &clock(LONG), &Stop::default()).unwrap();
        game.step(answer.step).unwrap();
    }
    // Both fill the rows from the top-left, which makes a chequerboard: Black is first to five on a diagonal.
    assert_eq!(game.result().unwrap().winner, Some(Stone::Black));
}

#[test]
fn an_engine_hears_what_the_protocol_says() {
    let folder = std::env::temp_dir().join(format!("goren-mock-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let mut spec = mock(&["play"]);
    spec.folder = Some(folder.clone());
    spec.environment.insert("MOCK_LOG".to_owned(), "log".to_owned());
    spec.info.insert("thread_num".to_owned(), "1".to_owned());
    let mut game = game(Opening::Free);
    let mut player = Process::new(spec, Vec::new());
    let budget = Budget { time: "90s+0s/60s".parse().unwrap(), ..Budget::default() };
    player.begin(&game, &budget, &Stop::default()).unwrap();
    for left in [90_000, 80_000] {
        let clock = Clock { left: Some(Duration::from_millis(left)), ..clock(LONG) };
        let step = player.choose(&game, &clock, &Stop::default()).unwrap().step;
        game.step(step).unwrap();
        game.step(place(if left == 90_000 { "h8" } else { "h9" })).unwrap();
    }
    drop(player);
    let log = std::fs::read_to_string(folder.join("log")).unwrap();
    std::fs::remove_dir_all(folder).unwrap();
    let heard = [
        "START 15",
        "INFO rule 0",
        "INFO timeout_turn 60000",
        "INFO timeout_match 90000",
        "INFO max_memory 0",
        "INFO game_type 1",
        "INFO thread_num 1",
        "INFO time_left 90000",
        "BEGIN",
        "INFO time_left 80000",
        "TURN 7,7",
        "END",
    ];
    assert_eq!(log.lines().collect::<Vec<_>>(), heard);
}

#[test]
fn a_program_that_is_not_there_cannot_start() {
    let (kind, detail) = failed_start(ProcessSpec::new("none", ["./no-such-engine", "-x"]));
    assert_eq!(kind, FaultKind::Start);
    assert!(detail.starts_with("cannot run `./no-such-engine -x`: No such file"), "{detail}");
    let (kind, detail) = failed_start(ProcessSpec::new("none", [""; 0]));
    assert_eq!(
        (kind, detail.as_str()),
        (FaultKind::Start, "cannot run ``: expected a program to run, got an empty command")
    );
}

#[test]
fn an_engine_that_breaks_before_it_is_ready_has_not_started() {
    let detail = "exited before it said `OK`: exit status: 3, stderr ends with `cannot load the weights`";
    assert_eq!(failed_start(mock(&["break"])), (FaultKind::Start, detail.to_owned()));
}

#[test]
fn an_engine_that_refuses_has_not_started() {
    let detail = "expected `OK`, got `ERROR no such size`";
    assert_eq!(failed_start(mock(&["refuse"])), (FaultKind::Start, detail.to_owned()));
}

/// Silent engines and those that never fall silent.
#[test]
fn an_engine_that_is_not_ready_yet_ends_when_the_match_is_stopped() {
    let chatters = ProcessSpec::new("chatters", ["yes"]);
    for spec in [mock(&["slow", "60000"]), chatters] {
        let stop = Stop::default();
        let raised = stop.clone();
        let stopper = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(100));
            raised.raise();
        });
        let begun = std::time::Instant::now();
        let mut player = Process::new(ProcessSpec { start_ms: LONG, ..spec }, Vec::new());
        let fault = player.begin(&game(Opening::Free), &Budget::default(), &stop).unwrap_err();
        stopper.join().unwrap();
        assert_eq!(parts(fault), (FaultKind::Start, "was stopped before it said `OK`".to_owned()));
        assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());
    }
}

#[test]
fn a_slow_start_is_no_fault_within_its_own_deadline() {
    let slow = |start_ms| ProcessSpec { start_ms, ..mock(&["slow", "300"]) };
    assert_plays(first(slow(LONG), LONG), "a15");
    assert_eq!(failed_start(slow(100)), (FaultKind::Start, "expected `OK` within 100 ms".to_owned()));
}

#[test]
fn an_engine_that_says_something_else_than_ok_is_quoted() {
    let detail = "expected `OK` within 200 ms, got `Hello, I am an engine.`";
    let spec = ProcessSpec { start_ms: SHORT, ..mock(&["babble"]) };
    assert_eq!(failed_start(spec), (FaultKind::Start, detail.to_owned()));
}

#[test]
fn a_crash_is_not_a_time_loss() {
    let mut game = game(Opening::Free);
    // Without a clock too.
    let mut player = begun(mock(&["say", "7,7"]), &game);
    let answer = player.choose(&game, &Clock::default(), &Stop::default()).unwrap();
    game.step(answer.step).unwrap();
    game.step(place("a1")).unwrap();
    assert_fault(
        player.choose(&game, &Clock::default(), &Stop::default()),
        FaultKind::Crash,
        "exited on its move: exit status: 4, stderr ends with `nothing left to say`",
    );
}

#[test]
fn a_crash_after_an_answer_is_not_held_against_it() {
    assert_plays(first(mock(&["say-and-leave", "7,7"]), LONG), "h8");
}

#[test]
fn a_crash_quotes_what_came_before_it() {
    let detail = "exited on its move: exit status: 7, stderr ends with `goodbye`, after `oh no`";
    assert_fault(first(mock(&["say-and-leave", "oh no"]), LONG), FaultKind::Crash, detail);
}

#[test]
fn an_engine_that_closes_its_output_has_ended() {
    let spec = ProcessSpec::new("mute", ["sh", "-c", "echo OK; exec >&-; sleep 60"]);
    let detail = "exited on its move: it has closed its output";
    assert_fault(first(spec, LONG), FaultKind::Crash, detail);
}

#[test]
fn a_crash_names_its_signal() {
    let (kind, detail) = parts(first(mock(&["abort"]), LONG).unwrap_err());
    assert_eq!(kind, FaultKind::Crash);
    assert!(detail.starts_with("exited on its move: signal: 6 (SIGABRT)"), "{detail}");
}

#[test]
fn silence_is_a_time_loss() {
    let detail = "no answer within 200 ms and 50 ms margin";
    assert_fault(first(mock(&["stall"]), SHORT), FaultKind::Time, detail);
    // An unfinished line is no answer.
    assert_fault(first(mock(&["say-unended", "7,7"]), SHORT), FaultKind::Time, detail);
}

#[test]
fn the_shorter_of_turn_and_time_left_counts() {
    let game = game(Opening::Free);
    let clock = Clock { left: Some(Duration::from_millis(100)), ..clock(LONG) };
    let result = begun(mock(&["stall"]), &game).choose(&game, &clock, &Stop::default());
    assert_fault(result, FaultKind::Time, "no answer within 100 ms and 50 ms margin");
}

#[test]
fn without_a_clock_there_is_a_deadline_all_the_same() {
    let game = game(Opening::Free);
    let spec = ProcessSpec { longest_ms: SHORT, ..mock(&["stall"]) };
    let result = begun(spec, &game).choose(&game, &Clock::default(), &Stop::default());
    assert_fault(result, FaultKind::Time, "no answer within 200 ms and 50 ms margin");
}

#[test]
fn a_flood_is_survived_in_little_memory() {
    assert_plays(first(mock(&["flood", "MESSAGE thinking about something\n"]), LONG), "a15");
    assert_plays(first(mock(&["flood", "x"]), LONG), "a15");
    if cfg!(target_os = "linux") {
        let status = std::fs::read_to_string("/proc/self/status").unwrap();
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
        let kib: u64 = peak.trim().trim_end_matches(" kB").parse().unwrap();
        assert!(kib < 64 << 10, "{kib} KiB");
    }
}

#[test]
fn a_flood_does_not_stop_the_clock() {
    for text in ["MESSAGE x\n", "x"] {
        let detail = "no answer within 10 ms and 50 ms margin";
        assert_fault(first(mock(&["flood-on", text]), 10), FaultKind::Time, detail);
    }
    let noise = first(mock(&["flood-on", "noise\n"]), SHORT);
    assert_fault(noise, FaultKind::Garbage, "expected an answer within 200 ms and 50 ms margin, got `noise`");
}

#[test]
fn what_cannot_be_understood_is_quoted() {
    let detail = "expected an answer within 200 ms and 50 ms margin, got `I play h8`";
    assert_fault(first(mock(&["say", "7;7\nI play h8"]), SHORT), FaultKind::Garbage, detail);
}

#[test]
fn what_cannot_be_understood_is_skipped_if_a_move_follows() {
    assert_plays(first(mock(&["say", "I play h8\n7,7"]), LONG), "h8");
}

#[test]
fn an_error_instead_of_a_move_ends_the_game_at_once() {
    let detail = "expected an answer, got `ERROR I give up`";
    assert_fault(first(mock(&["say", "ERROR I give up"]), LONG), FaultKind::Garbage, detail);
    let detail = "expected an answer, got `UNKNOWN BEGIN`";
    assert_fault(first(mock(&["say", "UNKNOWN BEGIN"]), LONG), FaultKind::Garbage, detail);
}

#[test]
fn a_point_off_the_board_is_an_illegal_move() {
    let detail = "expected a point of a 15×15 board, got `15,3`";
    assert_fault(first(mock(&["say", "15,3"]), LONG), FaultKind::Illegal, detail);
}

#[test]
fn an_occupied_point_is_left_to_the_game_to_judge() {
    let mut game = game(Opening::Free);
    game.step(place("h8")).unwrap();
    let answer = begun(mock(&["say", "7,7"]), &game).choose(&game, &clock(LONG), &Stop::default()).unwrap();
    assert_eq!(answer.step, place("h8"));
    assert!(game.step(answer.step).is_err());
}

#[test]
fn a_suggestion_is_played() {
    assert_plays(first(mock(&["say", "SUGGEST 3,4", "3,4"]), LONG), "d11");
}

#[test]
fn a_late_ok_is_skipped() {
    assert_plays(first(mock(&["say", "OK\n7,7"]), LONG), "h8");
}

#[test]
fn every_line_end_is_understood() {
    assert_plays(first(mock(&["say", "MESSAGE hello\r7,7\r"]), LONG), "h8");
}

#[test]
fn a_long_line_is_skipped() {
    let line = format!("MESSAGE {}\n7,7", "x".repeat(MAX_LINE_BYTES + 1000));
    assert_plays(first(mock(&["say", &line]), LONG), "h8");
}

#[test]
fn an_answer_given_twice_does_not_answer_the_next_question() {
    let mut game = game(Opening::Free);
    let mut player = begun(mock(&["say", "7,7\n8,8", "9,9"]), &game);
    let answer = player.choose(&game, &clock(LONG), &Stop::default()).unwrap();
    game.step(answer.step).unwrap();
    game.step(place("a1")).unwrap();
    assert_plays(player.choose(&game, &clock(LONG), &Stop::default()), "j6");
}

#[test]
fn what_an_engine_says_about_its_search_is_kept() {
    let lines = "INFO PV 0\nINFO DEPTH 9\nINFO EVAL -M6\nINFO TOTALNODES 1234\nINFO PV DONE\n\
                 MESSAGE REALTIME BEST 7,7\n7,7";
    let answer = first(mock(&["say", lines]), LONG).unwrap();
    assert_eq!((answer.depth, answer.score, answer.nodes), (Some(9), Some(Score::loss_in(6)), Some(1234)));
}

#[test]
fn much_on_standard_error_does_no_harm() {
    assert_plays(first(mock(&["complain"]), LONG), "a15");
}

#[test]
fn an_engine_that_does_not_read_cannot_block_us() {
    let mut spec = mock(&["deaf"]);
    // More than any pipe holds.
    spec.info.insert("long".to_owned(), "x".repeat(4 << 20));
    assert_fault(first(spec, SHORT), FaultKind::Time, "no answer within 200 ms and 50 ms margin");
}

#[test]
fn a_stopped_engine_answers_or_not() {
    let game = game(Opening::Free);
    let stop = Stop::default();
    stop.raise();
    let mut player = begun(mock(&["until-stopped"]), &game);
    assert_plays(player.choose(&game, &clock(LONG), &stop), "e11");
    let mut player = begun(mock(&["stall"]), &game);
    let detail = "was stopped and did not move at once";
    assert_fault(player.choose(&game, &clock(LONG), &stop), FaultKind::Time, detail);
}

#[test]
fn an_answer_that_stands_for_several_steps_is_given_step_by_step() {
    let mut game = game(Opening::Swap2);
    let mut opener = begun(mock(&["say", "7,7 8,7 9,9", "SWAP", "0,0"]), &game);
    let mut chooser = begun(mock(&["say", "8,8 8,6", "1,1", "2,2"]), &game);
    let expected = [
        ("opener", place("h8")),
        ("opener", place("i8")),
        ("opener", place("j6")),
        ("chooser", Step::Choose(Choice::PlaceTwo)),
        ("chooser", place("i7")),
        ("chooser", place("i9")),
        ("opener", Step::Choose(Choice::Take(Stone::Black))),
        ("chooser", place("b14")),
        ("opener", place("a15")),
        ("chooser", place("c13")),
    ];
    for (name, step) in expected {
        let player = if name == "opener" { &mut opener } else { &mut chooser };
        let answer = player.choose(&game, &clock(LONG), &Stop::default()).unwrap();
        assert_eq!(answer.step, step, "{name}");
        game.step(answer.step).unwrap();
    }
}

#[test]
fn too_much_memory_is_a_fault_and_the_use_is_known() {
    if cfg!(target_os = "linux") {
        let hog = |memory| ProcessSpec { memory: Some(memory), ..mock(&["hog", "67108864"]) };
        let (kind, detail) = parts(first(hog(32 << 20), LONG).unwrap_err());
        assert_eq!(kind, FaultKind::Memory);
        assert!(detail.starts_with("expected at most 33554432 bytes of memory, got 6"), "{detail}");
        let used = first(hog(256 << 20), LONG).unwrap().memory.unwrap();
        assert!((64 << 20..128 << 20).contains(&used), "{used}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn an_engine_stays_on_its_cores() {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let allowed = status.lines().find_map(|line| line.strip_prefix("Cpus_allowed_list:")).unwrap().trim();
    let core = allowed.split(['-', ',']).next().unwrap().parse().unwrap();
    let game = game(Opening::Free);
    let mut player = Process::new(mock(&["count-cores"]), vec![core]);
    player.begin(&game, &Budget::default(), &Stop::default()).unwrap();
    let (_, detail) = parts(player.choose(&game, &clock(LONG), &Stop::default()).unwrap_err());
    assert!(detail.ends_with("stderr ends with `1 cores`"), "{detail}");
    let mut player = Process::new(mock(&["play"]), vec![1_000_000]);
    let fault = player.begin(&game, &Budget::default(), &Stop::default()).unwrap_err();
    assert!(fault.detail.ends_with("there is no core 1000000"), "{fault}");
}

#[test]
#[cfg(target_os = "linux")]
fn an_engine_that_stays_is_killed() {
    let marker = "marker-of-the-one-that-stays";
    assert_plays(first(mock(&["stay", marker]), LONG), "a15");
    assert!(come_to(marker, 0));
}

#[test]
#[cfg(target_os = "linux")]
fn an_engine_that_commits_a_fault_is_killed_at_once() {
    let marker = "marker-of-the-one-that-stalls";
    let game = game(Opening::Free);
    let mut player = begun(mock(&["stall", marker]), &game);
    player.choose(&game, &clock(SHORT), &Stop::default()).unwrap_err();
    assert_eq!(alive(marker), 0, "while the player is still there");
    let detail = "the engine does not run";
    assert_fault(player.choose(&game, &clock(SHORT), &Stop::default()), FaultKind::Start, detail);
}

#[test]
#[cfg(target_os = "linux")]
fn a_child_that_has_left_the_group_goes_with_its_engine() {
    let marker = "marker-of-the-one-that-went-apart";
    let game = game(Opening::Free);
    let mut player = begun(mock(&["fork-apart", marker]), &game);
    assert_plays(player.choose(&game, &clock(LONG), &Stop::default()), "a15");
    assert!(come_to(marker, 2));
    drop(player);
    assert!(come_to(marker, 0));
}

#[test]
#[cfg(target_os = "linux")]
fn the_children_of_an_engine_go_with_it() {
    let marker = "marker-of-the-one-with-children";
    let game = game(Opening::Free);
    let mut player = begun(mock(&["fork", marker]), &game);
    assert_plays(player.choose(&game, &clock(LONG), &Stop::default()), "a15");
    assert!(come_to(marker, 2));
    drop(player);
    assert!(come_to(marker, 0));
}

#[test]
#[cfg(target_os = "linux")]
fn a_child_that_is_left_behind_neither_hides_the_crash_nor_stays() {
    let marker = "marker-of-the-one-left-behind";
    let (kind, detail) = parts(first(mock(&["fork-and-leave", marker]), LONG).unwrap_err());
    assert_eq!(kind, FaultKind::Crash);
    let expected = "exited on its move: exit status: 5, stderr ends with `left the child alone`";
    assert_eq!(detail, expected);
    assert!(come_to(marker, 0));
}

#[test]
#[cfg(target_os = "linux")]
fn a_failed_start_leaves_nothing_behind() {
    let marker = "marker-of-the-one-that-babbles";
    failed_start(ProcessSpec { start_ms: SHORT, ..mock(&["babble", marker]) });
    assert!(come_to(marker, 0));
}
