//! An engine that misbehaves as its first argument says; only the tests of this crate run it.
#![forbid(unsafe_code)]

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, BufRead, Write};
use std::process::{self, Command as Program, Stdio};
use std::thread;
use std::time::Duration;

use goren_core::Size;
use goren_protocol::{Command, Coordinates, Parser};

/// The size of a flood of output, in bytes.
const FLOOD: usize = 100 << 20;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (mode, rest) = arguments.split_first().expect("the first argument says how to behave");
    let first = rest.first().map_or("", String::as_str);
    match mode.as_str() {
        "sleep" => sleep(),
        // In a session of its own.
        #[cfg(unix)]
        "sleep-apart" => {
            rustix::process::setsid().expect("a child leads no group");
            sleep();
        }
        "break" => leave(3, "cannot load the weights"),
        "deaf" => {
            say("OK\n");
            sleep();
        }
        "slow" => thread::sleep(Duration::from_millis(first.parse().expect("milliseconds"))),
        "refuse" => {
            say("ERROR no such size\n");
            sleep();
        }
        "babble" => {
            say("Hello, I am an engine.\n");
            sleep();
        }
        // The child gets our pipes too.
        "fork" | "fork-apart" | "fork-and-leave" => drop(
            Program::new(std::env::current_exe().expect("we run from a file"))
                .args([if mode == "fork-apart" { "sleep-apart" } else { "sleep" }, first])
                .stdin(Stdio::null())
                .spawn()
                .expect("the mock can run twice"),
        ),
        _ => {}
    }
    serve(mode, rest);
}

/// Reads commands until the end and answers according to the mode.
fn serve(mode: &str, rest: &[String]) {
    let mut log =
        std::env::var_os("MOCK_LOG").map(|path| File::create(path).expect("the log can be written"));
    let mut script: VecDeque<&str> = rest.iter().map(String::as_str).collect();
    let mut parser = Parser::default();
    let mut taken: Vec<Coordinates> = Vec::new();
    let mut memory = Vec::new();
    let mut size = Size::DEFAULT;
    for line in io::stdin().lock().lines() {
        let line = line.expect("the manager writes text");
        if let Some(log) = &mut log {
            writeln!(log, "{line}").expect("the log can be written");
        }
        for command in parser.line(line.as_bytes()) {
            match command.expect("the manager speaks the protocol") {
                Command::Start(new) => {
                    size = new;
                    say("OK\n");
                    continue;
                }
                Command::Turn(at) => taken.push(at),
                Command::Board(stones) => taken = stones.iter().map(|stone| stone.at).collect(),
                Command::Stop if mode == "until-stopped" => say("4,4\n"),
                Command::End if mode == "stay" => sleep(),
                Command::End => return,
                Command::Begin | Command::Swap2Board(_) | Command::Play(_) => {}
                _ => continue,
            }
            match mode {
                "stall" | "until-stopped" => continue,
                "say" => {
                    let Some(lines) = script.pop_front() else { leave(4, "nothing left to say") };
                    say(&format!("{lines}\n"));
                    continue;
                }
                "say-unended" => {
                    say(&rest[0]);
                    continue;
                }
                "say-and-leave" => {
                    say(&format!("{}\n", rest[0]));
                    leave(7, "goodbye");
                }
                "abort" => process::abort(),
                "fork-and-leave" => leave(5, "left the child alone"),
                "count-cores" => {
                    let cores = thread::available_parallelism().map_or(0, usize::from);
                    leave(6, &format!("{cores} cores"));
                }
                "flood" | "flood-on" => {
                    let block = rest[0].repeat((64 << 10) / rest[0].len());
                    let blocks = if mode == "flood" { FLOOD / block.len() } else { usize::MAX };
                    (0..blocks).for_each(|_| say(&block));
                    say("\n");
                }
                "complain" => {
                    let line = format!("{}\n", "x".repeat(1023));
                    (0..1024).for_each(|_| drop(io::stderr().write_all(line.as_bytes())));
                }
                "hog" => memory = vec![1_u8; rest[0].parse().expect("bytes")],
                _ => {}
            }
            let points = (0..size.area())
                .map(|i| Coordinates { x: (i % size.side()) as u16, y: (i / size.side()) as u16 });
            let empty = points.into_iter().find(|at| !taken.contains(at)).expect("the game is not over");
            taken.push(empty);
            say(&format!("{empty}\n"));
        }
    }
    drop(std::hint::black_box(memory));
    if mode == "stay" {
        sleep();
    }
}

fn say(text: &str) {
    let mut stdout = io::stdout().lock();
    // A manager that has closed the pipe is no reason to panic.
    let _ = stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush());
}

fn sleep() -> ! {
    loop {
        thread::sleep(Duration::from_secs(3600));
    }
}

fn leave(status: i32, words: &str) -> ! {
    let _ = writeln!(io::stderr(), "{words}");
    process::exit(status);
}
