//! `goren solve` as a user meets it.
#![expect(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::Value;

/// Exit code and standard output.
fn solve(arguments: &[&str], input: &str) -> (i32, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_goren"))
        .arg("solve")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program was built for this test");
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    (output.status.code().unwrap(), String::from_utf8(output.stdout).unwrap())
}

#[test]
fn a_win_is_printed_with_its_line() {
    let (code, out) = solve(&["h8h10i8i10j8a1"], "");
    assert_eq!(code, 0);
    assert!(out.starts_with("Black wins by fours in 2 moves (3 plies): "), "{out}");
}

#[test]
fn fours_alone_may_not_be_enough() {
    let moves = "h8a1i8a3j9c15j10e15";
    assert_eq!(solve(&[moves, "--vcf"], ""), (0, "no win by fours\n".to_owned()));
    let (code, out) = solve(&[moves], "");
    assert!(code == 0 && out.starts_with("Black wins by threats in "), "{out}");
}

#[test]
fn several_games_get_one_line_each() {
    let input = "\
{\"rule\":\"standard\",\"size\":9,\"side\":\"black\",\"black\":[\"c3\",\"d3\",\"e3\",\"f3\"],\"white\":[\"a9\",\"c9\",\"i1\"]}
{\"rule\":\"standard\",\"size\":9,\"side\":\"black\",\"black\":[\"c3\"],\"white\":[\"d4\"]}
";
    let (code, out) = solve(&["-", "--vcf", "--json"], input);
    let answers: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((code, answers.len()), (0, 2));
    assert_eq!((&answers[0]["result"], answers[0]["line"].as_array().unwrap().len()), (&"win".into(), 1));
    assert_eq!((&answers[1]["kind"], &answers[1]["result"]), (&"vcf".into(), &"none".into()));
}

#[test]
fn a_file_with_finished_games_goes_on() {
    let input = "h8a1i8a3j8a5k8a7l8\nh8h10i8i10j8a1\nh8a1i8a3j8a5k8a7l8\n";
    let (code, out) = solve(&["-", "--vcf"], input);
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!((code, lines.len()), (0, 3), "{out}");
    assert_eq!(lines[0], "game 1: over, Black wins by five, h8–l8");
    assert!(lines[1].starts_with("game 2: Black wins by fours in 2 moves (3 plies): "), "{out}");
    let (code, out) = solve(&["-", "--vcf", "--json"], input);
    let answers: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((code, &answers[0]["result"], &answers[0]["game"]), (0, &"over".into(), &1.into()));
    assert_eq!((&answers[1]["result"], &answers[1]["game"]), (&"win".into(), &2.into()));
    // A single game that is over is an error, and may be solved after some of its moves.
    assert_eq!(solve(&["h8a1i8a3j8a5k8a7l8", "--vcf"], ""), (1, String::new()));
    let (code, out) = solve(&["h8a1i8a3j8a5k8a7l8", "--vcf", "--after", "6"], "");
    assert!(code == 0 && out.starts_with("Black wins by fours in 2 moves (3 plies): "), "{out}");
}

#[test]
fn a_game_that_is_shorter_than_asked_is_skipped_with_a_word() {
    let input = "h8i9\nh8h10i8i10j8a1k8\n";
    let (code, out) = solve(&["-", "--vcf", "--after", "6"], input);
    let lines: Vec<&str> = out.lines().collect();
    let short = "--after: expected at most 2, the number of moves, got 6";
    assert_eq!((code, lines[0], lines.len()), (0, format!("game 1: skipped; {short}").as_str(), 2), "{out}");
    assert!(lines[1].starts_with("game 2: Black wins by fours in 2 moves "), "{out}");
    let (_, out) = solve(&["-", "--vcf", "--after", "6", "--json"], input);
    let answers: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(answers[0], serde_json::json!({ "game": 1, "result": "skipped", "why": short }));
    assert_eq!((&answers[1]["game"], &answers[1]["result"]), (&2.into(), &"win".into()));
    assert_eq!(solve(&["h8i9", "--vcf", "--after", "6"], ""), (1, String::new()));
}

/// Black to move has no win by threats, but a quiet move after which every reply loses to one.
const QUIET: &str = "c6e8d6d7i5e6f5g8e5f8h8d5f7c8d8b9";
/// The same, but the search after the quiet move takes long.
const HARD: &str = "d4f7c5e3d6e7";

#[test]
fn beyond_threats_the_engine_is_asked_and_its_win_proved() {
    assert_eq!(solve(&["--size", "11", QUIET, "--vct"], ""), (0, "no win by threats\n".to_owned()));
    let file = std::env::temp_dir().join(format!("goren-quiet-{}.proof", std::process::id()));
    let path = file.to_str().unwrap();
    let (code, out) = solve(&["--size", "11", QUIET, "--proof", path], "");
    assert!(code == 0 && out.starts_with("Black wins by force in "), "{out}");
    let verified = Command::new(env!("CARGO_BIN_EXE_goren")).args(["verify", path]).output().unwrap();
    std::fs::remove_file(&file).unwrap();
    assert!(verified.status.success());
    assert!(String::from_utf8(verified.stdout).unwrap().contains("holds: Black wins by force, in at most "));
}

#[test]
fn a_win_that_no_threats_make_is_not_told_as_none() {
    let (code, out) = solve(&["--size", "11", HARD, "--time", "6"], "");
    let announced = out.starts_with("no win by threats; the engine announces a win in ")
        && out.contains(", not proved: ");
    assert!(code == 0 && (announced || out.starts_with("Black wins by force in ")), "{out}");
    let (code, out) = solve(&["h8", "--time", "2"], "");
    assert!(code == 0 && out.starts_with("no win by threats; the engine announces none (depth "), "{out}");
}

#[test]
fn all_winning_moves_are_told_and_the_rest_is_counted() {
    let (code, out) = solve(&["h8h9i8i9j8a1", "--all", "--time", "3"], "");
    assert!(out.contains(" winning moves by threats: "), "{out}");
    assert!(code == 0 || out.ends_with(" moves not decided\n") || out.contains("; not decided: "), "{out}");
    assert!(out.len() < 400, "{out}");
}

#[test]
fn a_proof_says_no_more_than_it_needs_and_replaces_no_other_file() {
    let folder = std::env::temp_dir().join(format!("goren-refute-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("none.proof");
    let path = file.to_str().unwrap();
    let (code, out) = solve(&["h8a1i8a3j9c15j10e15", "--vcf", "--proof", path], "");
    assert_eq!((code, out.as_str()), (0, "no win by fours\n"));
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(text.contains("claim no win by fours\n"), "{text}");
    let verify = || Command::new(env!("CARGO_BIN_EXE_goren")).args(["verify", path]).output().unwrap();
    assert!(verify().status.success());
    // After c2 White makes five on h2 at once, and after any other move, too: nothing has to be answered.
    let lost = "e6f2h8f6c4g2e4e2e5f3g7g8c5d2";
    let (code, out) =
        solve(&["--rule", "standard", "--size", "9", lost, "--defence", "--vcf", "--proof", path], "");
    assert_eq!((code, out.as_str()), (0, "every move loses to a win by fours\n"));
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(text.ends_with("\nclaim defence by fours\n\n()\nend\n"), "{text}");
    // A file of proofs may be replaced, another only if that is said.
    assert_eq!(solve(&["h8h10i8i10j8a1", "--proof", path], "").0, 0);
    assert!(std::fs::read_to_string(&file).unwrap().contains("claim win by fours"));
    std::fs::write(&file, "keep").unwrap();
    assert_eq!(solve(&["h8h10i8i10j8a1", "--proof", path], "").0, 1);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "keep");
    assert_eq!(solve(&["h8h10i8i10j8a1", "--proof", path, "--force"], "").0, 0);
    assert!(verify().status.success());
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn an_unknown_answer_fails() {
    let (code, out) = solve(&["h8a1i8a3j9c15j10e15", "--vct", "--time", "0"], "");
    assert_eq!(code, 1);
    assert!(out.starts_with("unknown (stopped after "), "{out}");
}

/// Black to move makes two open threes on i9.
const DOUBLE_THREE: &str = "h9a1g9a3i8c15i7e15";

#[test]
fn every_winning_move_and_the_shortest_win() {
    let (code, out) = solve(&["h8h10i8i10j8a1", "--all", "--vcf"], "");
    assert_eq!((code, out.as_str()), (0, "2 winning moves by fours: g8 k8\n"));
    let (code, out) = solve(&["h8h10i8i10j8a1", "--shortest"], "");
    let shortest = "Black wins by fours in 2 moves (3 plies): ";
    assert!(code == 0 && out.starts_with(shortest) && out.ends_with(" (proved shortest)\n"), "{out}");
    let (code, out) = solve(&[DOUBLE_THREE, "--vct", "--shortest", "--json"], "");
    let answer: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((code, &answer["shortest"], &answer["moves_at_least"]), (0, &true.into(), &3.into()));
    assert_eq!((&answer["moves"], &answer["plies"]), (&3.into(), &5.into()), "{answer}");
    assert!(answer["time_ms"].is_f64(), "{answer}");
}

#[test]
fn a_threat_has_its_defences() {
    let (code, out) = solve(&["h8a1i8a3j8", "--defence", "--vcf"], "");
    assert_eq!((code, out.as_str()), (0, "2 moves do not lose to a win by fours: g8 k8\n"));
    let (_, out) = solve(&["h8a1i8a3j8", "--defence", "--vcf", "--json"], "");
    let answer: Value = serde_json::from_str(&out).unwrap();
    // `moves` is a number wherever it stands.
    assert_eq!(
        (&answer["points"], &answer["moves"]),
        (&serde_json::json!(["g8", "k8"]), &Value::Null),
        "{answer}"
    );
    let (_, out) = solve(&["h8a1i8a3", "--defence", "--vcf"], "");
    assert_eq!(out, "no threat: white has no win by fours\n");
}

#[test]
fn a_line_is_completed_or_its_refutation_shown() {
    let (code, out) = solve(&[DOUBLE_THREE, "--line", "i9"], "");
    assert!(code == 0 && out.starts_with("Black wins by threats in 3 moves (5 plies): i9 "), "{out}");
    assert_eq!(
        solve(&[DOUBLE_THREE, "--line", "o15"], "").1,
        "fails at o15 (move 1): it threatens nothing\n"
    );
    let (_, out) = solve(&["h8a1i8a3", "--line", "j8"], "");
    assert!(out.starts_with("fails at j8 (move 1): white escapes by "), "{out}");
    assert_eq!(solve(&[DOUBLE_THREE, "--line", "i9,i9"], "").1, "not legal: i9 (move 2)\n");
    assert_eq!(solve(&[DOUBLE_THREE, "--line", "z99"], "").0, 2);
}

#[test]
fn proofs_are_written_and_a_table_is_kept() {
    let folder = std::env::temp_dir().join(format!("goren-solve-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let (proof, table) = (path("win.proof"), path("win.table"));
    let verify = || {
        let status = Command::new(env!("CARGO_BIN_EXE_goren")).args(["verify", &proof]).output().unwrap();
        status.status.success()
    };
    let (code, _) = solve(&[DOUBLE_THREE, "--proof", &proof, "--table", &table, "--threads", "2"], "");
    assert!(code == 0 && verify());
    let (code, _) = solve(&["h8a1i8a3j8", "--defence", "--proof", &proof], "");
    assert!(code == 0 && verify());
    // Again with the table, and then with that of another position, and a damaged one.
    assert_eq!(solve(&[DOUBLE_THREE, "--table", &table], "").0, 0);
    assert_eq!(solve(&["h8a1i8a3j9c15j10e15", "--table", &table], "").0, 1);
    let mut bytes = std::fs::read(&table).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&table, &bytes).unwrap();
    assert_eq!(solve(&[DOUBLE_THREE, "--table", &table], "").0, 1);
    std::fs::remove_dir_all(&folder).unwrap();
}
