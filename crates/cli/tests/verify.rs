//! `goren verify` as a user meets it.
#![expect(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

mod common;

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

const PROOF: &str = "goren-proof 1\nrule freestyle\nsize 15\nblack h9 h10 i8 j8\nwhite a1 c2 e1 g1\nside black\n\
    claim win by threats\n\nh8 (g8,k8,f8,l8 h7 * k8)\nend\n";

/// The exit code, what is printed, and what is said.
fn verify(arguments: &[&str], input: &str) -> (i32, String, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_goren"))
        .arg("verify")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

#[test]
fn a_proof_that_holds_is_one_line_and_exit_0() {
    let (code, out, said) = verify(&["-"], PROOF);
    assert_eq!((code, said.as_str()), (0, ""), "{out}");
    assert!(
        out.starts_with(
            "-: holds: Black wins by threats, in at most 3 moves (5 plies); 433 positions checked in "
        ),
        "{out}"
    );
    assert_eq!(out.lines().count(), 1);
}

#[test]
fn a_hole_is_named_with_the_line_that_leads_there() {
    let (code, out, said) = verify(&["-"], &PROOF.replace("g8,k8,f8", "k8,f8"));
    assert_eq!(code, 1);
    assert_eq!(out, "-: does not hold: Black wins by threats: after h8 g8 k8: no answer to l8\n");
    assert_eq!(said, "goren: one file does not hold\n");
}

#[test]
fn several_proofs_in_several_files_are_counted() {
    let folder = std::env::temp_dir().join(format!("goren-verify-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    std::fs::write(path("two"), format!("{PROOF}{PROOF}")).unwrap();
    std::fs::write(path("bad"), format!("{PROOF}{}", PROOF.replace("* k8", "* k9"))).unwrap();
    std::fs::write(path("torn"), &PROOF[..PROOF.len() - 5]).unwrap();
    let (code, out, _) = verify(&[&path("two"), &path("bad"), &path("torn"), "--json"], "");
    std::fs::remove_dir_all(&folder).unwrap();
    assert_eq!(code, 1);
    let reports: Vec<serde_json::Value> =
        out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(reports.len(), 3);
    assert_eq!((&reports[0]["holds"], &reports[0]["proofs"]), (&true.into(), &2.into()));
    assert_eq!(reports[0]["positions"], 866);
    assert_eq!(
        (&reports[0]["moves"], &reports[0]["plies"], &reports[0]["answers"]),
        (&3.into(), &5.into(), &6.into())
    );
    // Times are told in one unit by all commands.
    assert!(reports[0]["time_ms"].is_f64() && reports[0]["seconds"].is_null(), "{}", reports[0]);
    assert_eq!((&reports[1]["holds"], &reports[1]["proofs"]), (&false.into(), &1.into()));
    assert_eq!(reports[1]["hole"]["line"][0], "h8");
    assert_eq!(reports[2]["error"], "line 9, column 25: expected `end`, got the end of the file");
}

#[test]
fn a_file_without_a_proof_does_not_hold() {
    let (code, out, _) = verify(&["-"], "# nothing\n");
    assert_eq!((code, out.as_str()), (1, "-: does not hold: there is no proof in it\n"));
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_stream_of_proofs_with_130() {
    let folder = common::Folder::new("verify-stream");
    std::fs::write(folder.path("one"), PROOF).unwrap();
    let mut child = folder
        .command("verify one -")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || while input.write_all(PROOF.as_bytes()).is_ok() {});
    // With the line of the first file the stream is under way, or next.
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert!(line.starts_with("one: holds: "), "{line}");
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(
        (output.status.code(), said.as_str()),
        (Some(130), "goren: stopped while checking standard input\n")
    );
}

#[test]
fn wrong_arguments_are_exit_2() {
    assert_eq!(verify(&[], "").0, 2);
    let (code, _, said) = verify(&["no-such-file"], "");
    assert_eq!(code, 1);
    assert_eq!(said, "goren: no-such-file: no such file\n");
}
