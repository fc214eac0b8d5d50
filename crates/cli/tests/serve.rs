//! The studio through the real binary: what was shown survives a kill, and a signal ends it.
#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "tests")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

mod common;

use serde_json::{Value, json};
use tungstenite::client::IntoClientRequest;
use tungstenite::{Message, WebSocket};

/// A studio in a process of its own; killed when dropped.
struct Studio {
    child: Child,
    port: u16,
    token: String,
}

impl Studio {
    fn start(arguments: &[&str]) -> Studio {
        let mut command = Command::new(env!("CARGO_BIN_EXE_goren"));
        Studio::run(command.args(["serve", "--no-open"]).args(arguments))
    }

    fn run(command: &mut Command) -> Studio {
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::inherit()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let (address, token) = line.trim().split_once("/#token=").unwrap();
        let port = address.strip_prefix("http://127.0.0.1:").unwrap().parse().unwrap();
        Studio { child, port, token: token.to_owned() }
    }

    fn in_folder(folder: &Path) -> Studio {
        Studio::start(&["--port", "0", "--data", folder.to_str().unwrap()])
    }

    fn page(&self) -> Page {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        let mut request = format!("ws://127.0.0.1:{}/ws", self.port).into_client_request().unwrap();
        let origin = format!("http://127.0.0.1:{}", self.port).parse().unwrap();
        request.headers_mut().insert("Origin", origin);
        let (socket, _) = tungstenite::client(request, stream).unwrap();
        let mut page = Page(socket);
        page.send(&json!({ "type": "hello", "token": self.token }));
        page.wait(|message| message["type"] == "welcome");
        page
    }

    fn signal(&self, name: &str) {
        let sent = Command::new("kill").args([name, &self.child.id().to_string()]).status().unwrap();
        assert!(sent.success());
    }
}

impl Drop for Studio {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

struct Page(WebSocket<TcpStream>);

impl Page {
    fn send(&mut self, message: &Value) {
        self.0.send(Message::text(message.to_string())).unwrap();
    }

    fn wait(&mut self, fits: impl Fn(&Value) -> bool) -> Value {
        loop {
            if let Message::Text(text) = self.0.read().unwrap() {
                let message: Value = serde_json::from_str(&text).unwrap();
                assert_ne!(message["type"], "refused", "{message}");
                if fits(&message) {
                    return message;
                }
            }
        }
    }
}

fn steps(state: &Value) -> Vec<String> {
    let steps = state["game"]["steps"].as_array().unwrap();
    steps.iter().map(|step| step["step"].as_str().unwrap().to_owned()).collect()
}

/// A folder of this test's own, empty.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    folder
}

#[test]
fn every_move_that_was_shown_is_there_after_a_kill() {
    let folder = folder("serve-kill");
    for moves in [1, 4, 9, 16] {
        let studio = Studio::in_folder(&folder);
        let mut page = studio.page();
        let (one, two) = (json!({ "kind": "goren", "level": 3 }), json!({ "kind": "goren", "level": 2 }));
        page.send(&json!({ "type": "create", "game": { "first": one, "second": two, "speed": 0 } }));
        let shown = page.wait(|message| {
            message["type"] == "table"
                && (steps(message).len() >= moves || message["game"]["result"].is_object())
        });
        studio.signal("-KILL");
        let id = shown["table"].clone();
        let token = studio.token.clone();
        drop(studio);
        let studio = Studio::in_folder(&folder);
        assert_eq!(studio.token, token, "the key stays with the folder");
        let mut page = studio.page();
        page.send(&json!({ "type": "join", "table": id }));
        let found = page.wait(|message| message["type"] == "table");
        let (found, shown) = (steps(&found), steps(&shown));
        assert!(found.starts_with(&shown), "{found:?} {shown:?}");
        assert!(found.len() >= moves.min(9));
    }
}

#[test]
fn a_signal_ends_it_and_a_second_one_finds_another_port() {
    for signal in ["-INT", "-TERM"] {
        let mut studio = Studio::start(&["--port", "0", "--memory"]);
        let mut page = studio.page();
        page.send(&json!({ "type": "create", "game": { "second": { "kind": "goren", "level": 1 } } }));
        page.wait(|message| message["type"] == "table");
        let other = Studio::start(&["--memory", "--port", &studio.port.to_string()]);
        assert_ne!(studio.port, other.port);
        studio.signal(signal);
        let start = Instant::now();
        let status = studio.child.wait().unwrap();
        assert_eq!(status.code(), Some(0), "{signal}");
        assert!(start.elapsed() < Duration::from_secs(10));
    }
}

#[test]
fn a_folder_in_use_and_wrong_engines_are_refused_in_one_line() {
    let folder = folder("serve-twice");
    let _studio = Studio::in_folder(&folder);
    let refused = |arguments: &[&str]| {
        let mut child = Command::new(env!("CARGO_BIN_EXE_goren"))
            .args(["serve", "--no-open", "--port", "0"])
            .args(arguments)
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut text = String::new();
        child.stderr.take().unwrap().read_to_string(&mut text).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(1), "{text}");
        text
    };
    let text = refused(&["--data", folder.to_str().unwrap()]);
    assert!(text.contains("another goren has it open") && text.lines().count() == 1, "{text}");
    if cfg!(target_os = "linux") {
        // Nobody makes a folder there, not even root.
        let text = refused(&["--data", "/sys/goren"]);
        assert!(text.ends_with("; use --data for another folder, or --temporary\n"), "{text}");
    }
    let text = refused(&["--temporary", "--engine", "no-such-engine"]);
    assert!(text.contains("got `no-such-engine`"), "{text}");
    let text = refused(&["--temporary", "--engines", "no-such-file.toml"]);
    assert!(text.contains("no-such-file.toml"), "{text}");
}

#[test]
fn a_registered_engine_plays_and_is_gone_with_the_studio() {
    let goren = env!("CARGO_BIN_EXE_goren");
    let engine = format!("name=other cmd=\"{goren} gomocup\"");
    let studio = Studio::start(&["--port", "0", "--memory", "--engine", &engine]);
    let mut page = studio.page();
    let player = json!({ "kind": "engine", "name": "other" });
    let clock = json!({ "turn_ms": 2_000 });
    page.send(&json!({ "type": "create", "game": { "size": 10, "second": player, "clock": clock } }));
    let table = page.wait(|message| message["type"] == "table")["table"].clone();
    page.send(&json!({ "type": "act", "table": table, "step": "place e5" }));
    let state = page.wait(|message| message["type"] == "table" && steps(message).len() == 2);
    assert_eq!(state["white"], "other");
    assert_eq!(state["game"]["fault"], Value::Null);
}

#[test]
fn the_page_is_served() {
    let studio = Studio::start(&["--port", "0", "--memory"]);
    let mut stream = TcpStream::connect(("127.0.0.1", studio.port)).unwrap();
    let request = format!("GET / HTTP/1.1\r\nHost: localhost:{}\r\nConnection: close\r\n\r\n", studio.port);
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("text/html"), "{answer}");
    assert!(!answer.contains(&studio.token));
}

/// Begins a game in which a hung engine is to move.
#[cfg(target_os = "linux")]
fn play_hung_engine(studio: &Studio, clock: &Value) -> Page {
    let mut page = studio.page();
    let (engine, person) =
        (json!({ "kind": "engine", "name": "hung" }), json!({ "kind": "person", "name": "" }));
    page.send(&json!({ "type": "create", "game": { "first": engine, "second": person, "clock": clock } }));
    page
}

#[cfg(target_os = "linux")]
#[test]
fn a_hung_engine_ends_with_the_studio_however_that_ends() {
    for signal in common::endings(&["-INT", "-TERM", "-HUP", "-KILL"]) {
        let folder = common::Folder::new(&format!("serve-hung{signal}"));
        let engine = common::HungEngine::new(folder.at());
        let studio = Studio::start(&[
            "--port",
            "0",
            "--memory",
            "--engine",
            &format!("name=hung cmd={}", engine.path()),
        ]);
        let _page = play_hung_engine(&studio, &json!("10m+0s"));
        engine.wait_for(common::HungEngine::PROCESSES);
        studio.signal(signal);
        engine.wait_for(0);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_engine_that_has_lost_on_time_is_gone() {
    let folder = common::Folder::new("serve-hung-game");
    let engine = common::HungEngine::new(folder.at());
    let studio =
        Studio::start(&["--port", "0", "--memory", "--engine", &format!("name=hung cmd={}", engine.path())]);
    let mut page = play_hung_engine(&studio, &json!("1s+0s"));
    page.wait(|message| message["type"] == "table" && message["game"]["result"].is_object());
    engine.wait_for(0);
}

#[cfg(target_os = "linux")]
#[test]
fn an_engine_whose_game_was_resigned_or_deleted_is_gone() {
    let folder = common::Folder::new("serve-hung-given-up");
    let engine = common::HungEngine::new(folder.at());
    let studio =
        Studio::start(&["--port", "0", "--memory", "--engine", &format!("name=hung cmd={}", engine.path())]);
    for deletes in [false, true] {
        let mut page = play_hung_engine(&studio, &json!("10m+0s"));
        let table = page.wait(|message| message["type"] == "table")["table"].clone();
        engine.wait_for(common::HungEngine::PROCESSES);
        if deletes {
            let (port, token, id) = (studio.port, &studio.token, table.as_str().unwrap());
            let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
            let request = format!(
                "DELETE /api/games/{id} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\
                 Authorization: Bearer {token}\r\nConnection: close\r\n\r\n"
            );
            stream.write_all(request.as_bytes()).unwrap();
            let mut answer = String::new();
            stream.read_to_string(&mut answer).unwrap();
            assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
        } else {
            page.send(&json!({ "type": "act", "table": table, "step": "resign second" }));
        }
        engine.wait_for(0);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn the_key_is_not_among_the_arguments_of_the_browser() {
    use std::os::unix::fs::PermissionsExt;
    let folder = common::Folder::new("serve-browser");
    let (browser, opened) = (folder.at().join("xdg-open"), folder.at().join("opened"));
    let script = format!("#!/bin/sh\necho \"$@\" > {0}.new && mv {0}.new {0}\n", opened.display());
    std::fs::write(&browser, script).unwrap();
    std::fs::set_permissions(&browser, std::fs::Permissions::from_mode(0o755)).unwrap();
    let path = format!("{}:{}", folder.at().display(), std::env::var("PATH").unwrap());
    let mut command = Command::new(env!("CARGO_BIN_EXE_goren"));
    let studio = Studio::run(command.args(["serve", "--port", "0", "--memory"]).env("PATH", path));
    let start = Instant::now();
    let address = loop {
        match std::fs::read_to_string(&opened) {
            Ok(address) => break address,
            Err(_) => assert!(start.elapsed() < Duration::from_secs(20)),
        }
        std::thread::sleep(Duration::from_millis(10));
    };
    assert!(address.contains("/#code=") && !address.contains(&studio.token), "{address}");
}
