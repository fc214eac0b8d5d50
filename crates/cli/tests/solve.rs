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
    assert!(out.starts_with("win in 3: "), "{out}");
}

#[test]
fn fours_alone_may_not_be_enough() {
    let moves = "h8a1i8a3j9c15j10e15";
    assert_eq!(solve(&[moves, "--vcf"], ""), (0, "no win by fours\n".to_owned()));
    let (code, out) = solve(&[moves], "");
    assert!(code == 0 && out.starts_with("win in "), "{out}");
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
fn an_unknown_answer_fails() {
    let (code, out) = solve(&["h8a1i8a3j9c15j10e15", "--vct", "--time", "0"], "");
    assert_eq!(code, 1);
    assert!(out.starts_with("unknown (stopped after "), "{out}");
}
