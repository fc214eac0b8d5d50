//! `goren store`: checks, copies, exports and repairs what the studio has stored.
#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "tests")]

mod common;

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Command, Stdio};

use common::{Folder, goren};

/// Runs the studio on a folder, opens a file of games in it, and ends it; what it said on stderr, and the list of games.
fn with_studio(data: &str, moves: &str) -> (String, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_goren"))
        .args(["serve", "--no-open", "--port", "0", "--data", data])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let (address, token) = line.trim().split_once("/#token=").unwrap();
    let host = address.strip_prefix("http://").unwrap();
    let call = |method: &str, path: &str, body: &str| {
        let mut stream = TcpStream::connect(host).unwrap();
        let length = body.len();
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {token}\r\n\
             Content-Length: {length}\r\nConnection: close\r\n\r\n{body}"
        );
        stream.write_all(head.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
        answer
    };
    if !moves.is_empty() {
        call("POST", "/api/open?name=test", moves);
    }
    let games = call("GET", "/api/games", "");
    let busy = goren(&["store", "check", "--data", data], "");
    let what = ": another goren has it open; close that one, or name another folder with --data\n";
    assert!(busy.code == 1 && busy.err.ends_with(what), "{}", busy.err);
    Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap();
    let mut said = String::new();
    child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert!(child.wait().unwrap().success());
    (said, games)
}

#[test]
fn stored_games_are_checked_copied_exported_and_repaired() {
    let folder = Folder::new("store");
    let data = folder.path("data");
    let store = |arguments: &[&str]| goren(&[&["store"], arguments, &["--data", &data]].concat(), "");
    assert_eq!(store(&["check"]).code, 1);
    with_studio(&data, "h8i9g7");
    assert_eq!(store(&["check"]).out, "1 game can be read\n");
    let one = store(&["backup", &folder.path("one.redb")]).out;
    assert!(one.starts_with("1 game is in ") && one.ends_with("one.redb\n"), "{one}");
    with_studio(&data, "a1b2c3d4");
    let checked = store(&["check"]);
    assert_eq!((checked.code, checked.out.as_str()), (0, "2 games can be read\n"), "{}", checked.err);

    let copy = folder.path("copy.redb");
    assert_eq!(store(&["backup", &copy]).code, 0);
    assert!(store(&["backup", &copy]).err.contains("does not exist yet"));
    assert_eq!(store(&["export", &folder.path("games"), "--format", "sgf"]).code, 0);
    let mut exported: Vec<String> = fs::read_dir(folder.path("games"))
        .unwrap()
        .map(|file| fs::read_to_string(file.unwrap().path()).unwrap())
        .collect();
    exported.sort_by_key(String::len);
    assert_eq!(exported.len(), 2);
    assert!(exported.iter().all(|game| game.contains("GM[4]")), "{exported:?}");

    // The roots of both last states are lost.
    let file = folder.at().join("data/goren.redb");
    let mut bytes = fs::read(&file).unwrap();
    bytes[64..320].fill(0xff);
    fs::write(&file, &bytes).unwrap();
    let checked = store(&["check"]);
    assert_eq!(checked.code, 1);
    assert!(checked.out.starts_with("2 games can be read\nthe file is damaged"), "{}", checked.out);
    assert!(store(&["backup", &folder.path("other.redb")]).err.contains("repair it first"));
    let repaired = store(&["repair"]);
    assert_eq!(repaired.code, 0, "{}", repaired.err);
    assert!(repaired.out.contains("2 games could be read and are in a new file"), "{}", repaired.out);
    assert_eq!(store(&["check"]).code, 0);

    // The studio does the same by itself, and a copy can take the place of the file.
    fs::write(&file, &bytes).unwrap();
    let (said, games) = with_studio(&data, "");
    assert!(said.contains("2 games could be read") && said.contains("goren-damaged-"), "{said}");
    assert!(games.matches("\"kind\":\"study\"").count() == 2 && games.contains("goren-damaged-"), "{games}");
    fs::copy(&copy, &file).unwrap();
    assert_eq!(store(&["check"]).out, "2 games can be read\n");
}
