//! The engine as a manager meets it: lines in, lines out, and an exit code.
#![expect(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// Longer than anything here takes: only a hanging program reaches it.
const OUTPUT_TIMEOUT: Duration = Duration::from_secs(60);

/// An engine in a process of its own.
struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    errors: thread::JoinHandle<String>,
    /// The moves that were received or sent in place of `?`.
    taken: Vec<(u32, u32)>,
}

impl Engine {
    fn new() -> Engine {
        Engine::launch(Path::new(env!("CARGO_BIN_EXE_goren")), &["gomocup"])
    }

    fn launch(program: &Path, arguments: &[&str]) -> Engine {
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let (sender, lines) = channel();
        let output = BufReader::new(child.stdout.take().unwrap());
        thread::spawn(move || output.lines().map_while(Result::ok).try_for_each(|line| sender.send(line)));
        let mut errors = child.stderr.take().unwrap();
        let errors = thread::spawn(move || {
            let mut text = String::new();
            errors.read_to_string(&mut text).unwrap();
            text
        });
        Engine { input: child.stdin.take(), child, lines, errors, taken: Vec::new() }
    }

    fn send(&mut self, text: &str) {
        self.send_bytes(format!("{text}\n").as_bytes());
    }

    fn send_bytes(&mut self, bytes: &[u8]) {
        self.input.as_mut().unwrap().write_all(bytes).unwrap();
    }

    fn receive(&self) -> String {
        self.lines.recv_timeout(OUTPUT_TIMEOUT).expect("a line of output")
    }

    /// Takes a move of the engine.
    fn receive_move(&mut self) -> (u32, u32) {
        let line = self.receive();
        let fields = line.split_once(',').and_then(|(x, y)| Some((x.parse().ok()?, y.parse().ok()?)));
        let at = fields.unwrap_or_else(|| panic!("expected a move, got {line:?}"));
        self.taken.push(at);
        at
    }

    /// A free point near a corner.
    fn free_point(&mut self) -> String {
        let (x, y) = (0..5).map(|x| (x, 0)).find(|at| !self.taken.contains(at)).unwrap();
        self.taken.push((x, y));
        format!("{x},{y}")
    }

    /// Plays through a script: `>` is sent, `<` is expected. `@` stands for any move, `…` for any further
    /// text, and `?` for a point that is free.
    fn follow(&mut self, script: &str) {
        for line in script.lines().map(str::trim).filter(|line| !line.is_empty()) {
            if let Some(sent) = line.strip_prefix('>') {
                let sent = match sent.strip_suffix('?') {
                    Some(start) => start.to_owned() + &self.free_point(),
                    None => sent.to_owned(),
                };
                self.send(sent.trim());
            } else if line == "< @" {
                self.receive_move();
            } else {
                let expected = line.strip_prefix("< ").unwrap();
                let got = self.receive();
                match expected.strip_suffix('…') {
                    Some(start) => assert!(got.starts_with(start), "expected {expected:?}, got {got:?}"),
                    None => assert_eq!(got, expected),
                }
            }
        }
    }

    /// Checks that there is no further output, and that the engine still answers.
    fn is_served(&mut self) {
        self.follow("> ABOUT\n< name=\"goren\", …");
    }

    /// Ends the input, with `END` if requested, and returns the remaining output.
    fn leave(mut self, says_end: bool) -> Vec<String> {
        if says_end {
            self.send("END");
        }
        self.input = None;
        let mut said = Vec::new();
        let status = loop {
            match self.lines.recv_timeout(OUTPUT_TIMEOUT) {
                Ok(line) => said.push(line),
                Err(RecvTimeoutError::Disconnected) => break self.child.wait().unwrap(),
                Err(RecvTimeoutError::Timeout) => {
                    self.child.kill().unwrap();
                    panic!("the engine does not leave");
                }
            }
        };
        assert_eq!(status.code(), Some(0));
        assert_eq!(self.errors.join().unwrap(), "", "nothing may be written to stderr");
        said
    }

    /// Says `END` and expects silence.
    fn end(self) {
        assert_eq!(self.leave(true), [""; 0]);
    }
}

/// Plays through a script from beginning to `END`.
fn follow(script: &str) {
    let mut engine = Engine::new();
    engine.send("INFO timeout_turn 100");
    engine.follow(script);
    engine.is_served();
    engine.end();
}

#[test]
fn a_judge_is_served() {
    follow(
        "> START 15
         > INFO timeout_turn 100
         > INFO timeout_match 180000
         > INFO max_memory 367001600
         > INFO game_type 1
         > INFO rule 4
         > INFO folder C:/x y/
         > INFO time_left 180000
         > BOARD
         > 7,7,2
         > DONE
         < OK
         < @
         > INFO time_left 171000
         > TURN ?
         < @",
    );
}

#[test]
fn a_manager_takes_moves_back() {
    let mut engine = Engine::new();
    engine.follow("> INFO timeout_turn 0\n> START 20\n< OK\n> TURN 9,9");
    let (x, y) = engine.receive_move();
    engine.follow(&format!(
        "> TAKEBACK {x},{y}\n< OK\n> TAKEBACK 9,9\n< OK\n> TAKEBACK 9,9\n< ERROR expected a stone…"
    ));
    engine.follow("> INFO time_left 1000\n> TURN 5,5\n< @\n> RESTART\n< OK\n> TURN 5,5\n< @");
    engine.end();
}

#[test]
fn every_game_start_is_understood() {
    follow(
        "> START 20
         < OK
         > BEGIN
         < @
         > START 15 15
         < OK
         > BEGIN
         < @
         > RECTSTART 5,5
         < OK
         > BOARD
         > DONE
         < @
         > RESTART
         < OK
         > BEGIN
         < @",
    );
}

#[test]
fn keywords_and_line_ends_come_in_any_form() {
    let mut engine = Engine::new();
    engine.send_bytes(b"info timeout_turn 0\r\nstart 15\r\n\r\nBoArD\r\n7,7,2\r\ndone\r\n");
    engine.follow("< OK\n< @");
    let turn = format!("tUrN {}\r\n", engine.free_point());
    engine.send_bytes(turn.as_bytes());
    engine.follow("< @");
    engine.end();
}

#[test]
fn pondering_changes_nothing_but_the_time() {
    let mut engine = Engine::new();
    engine.follow("> INFO timeout_turn 60\n> INFO pondering 1\n> START 15\n< OK\n> BEGIN\n< @");
    for _ in 0..2 {
        engine.follow("> TURN ?\n< @");
    }
    engine.follow("> ABOUT\n< name=\"goren\", …\n> TURN ?\n< @\n> START 20\n< OK\n> BEGIN\n< @");
    engine.end();
}

#[test]
fn swap2_is_played_as_published_and_with_a_third_field() {
    let mut engine = Engine::new();
    engine.follow("> INFO timeout_turn 100\n> START 15\n< OK\n> INFO rule 1\n> SWAP2BOARD\n> DONE");
    let three = engine.receive();
    let points: std::collections::HashSet<&str> = three.split(' ').collect();
    assert_eq!(points.len(), 3, "{three}");
    engine.end();
    for body in ["7,7\n8,7\n9,9", "7,7,1\n8,7,2\n9,9,1", "7,7\n8,7\n9,9\n8,8\n8,6"] {
        let mut engine = Engine::new();
        engine.follow("> INFO timeout_turn 100\n> START 15\n< OK\n> INFO rule 1");
        engine.send(&format!("SWAP2BOARD\n{body}\nDONE"));
        // A swap, a stone, or with three stones two of them.
        let reply = engine.receive();
        let stones =
            reply.split(' ').filter(|stone| stone.split(',').all(|n| n.parse::<u8>().is_ok())).count();
        let most = if body.lines().count() == 3 { 2 } else { 1 };
        assert!(reply == "SWAP" || (1..=most).contains(&stones), "{reply}");
        engine.follow("> BOARD\n> 7,7,2\n> 8,7,1\n> 9,9,2\n> DONE\n< @");
        engine.end();
    }
}

#[test]
fn impossible_swap2_openings_are_refused() {
    follow(
        "> START 15
         < OK
         > SWAP2BOARD
         > 7,7
         > DONE
         < ERROR expected 0, 3 or 5 stones…
         > SWAP2BOARD
         > 7,7
         > 7,7
         > 8,8
         > DONE
         < ERROR expected a free point, got `7,7`…
         > SWAP2BOARD
         > 7,7
         > 8,8
         > 15,8
         > DONE
         < ERROR expected a point on the 15×15 board, got `15,8`",
    );
}

#[test]
fn hostile_commands_get_one_error_each() {
    follow(
        "> TURN 7,7
         < ERROR expected `START n` first
         > RESTART
         < ERROR expected `START n` first
         > START abc
         < ERROR expected `START n` with n from 5 to 22, got `START abc`
         > START 23
         < ERROR…
         > START 15
         < OK
         > PLAY 0,14
         < 0,14
         > TAKEBACK 0,14
         < OK
         > TURN a,b
         < ERROR expected `TURN x,y`, got `TURN a,b`
         > TURN 15,0
         < ERROR expected a point on the 15×15 board, got `15,0`
         > TURN -1,-1
         < ERROR…
         > HELLO world
         < UNKNOWN HELLO world
         > DONE
         < ERROR…
         > RECTSTART 15,16
         < ERROR…
         > INFO bogus 3
         > INFO
         > ABOUT
         < MESSAGE ignored `INFO`: expected a key and a value
         < name=…
         > INFO time_left 9223372036854775808
         > INFO timeout_turn
         > TURN 7,7
         < MESSAGE ignored `INFO timeout_turn`: expected milliseconds from 0
         < @
         > TURN 7,7
         < ERROR expected a free point, got `7,7`, which is occupied
         > BEGIN
         < ERROR expected an empty board…
         > PLAY 7,7
         < ERROR…",
    );
}

#[test]
fn impossible_boards_get_one_error_and_no_move() {
    follow(
        "> START 15
         < OK
         > BOARD
         > 7,7,2
         > 7,7,1
         > DONE
         < ERROR expected a free point, got `7,7`…
         > BOARD
         > 7,7,1
         > DONE
         < ERROR expected as many stones…
         > BOARD
         > 7,7,2
         > x
         > y
         > DONE
         < ERROR expected `x,y,f`…
         > BOARD
         > 7,7,3
         > DONE
         < ERROR…
         > BOARD
         > 0,0,2
         > 1,0,2
         > 2,0,2
         > 3,0,2
         > 4,0,2
         > 0,5,1
         > 2,5,1
         > 4,5,1
         > 6,5,1
         > DONE
         < ERROR no move is possible: a winning row…
         > TURN 9,9
         < ERROR no move is possible: a winning row…
         > BOARD
         > 7,7,2
         > START 15
         < ERROR expected `DONE` after BOARD, got `START 15`
         < OK",
    );
    let mut body = String::new();
    for (x, y) in (0..25).map(|i| (i % 5, i / 5)) {
        let field = if (x + 2 * y) % 4 < 2 { 2 } else { 1 };
        writeln!(body, "> {x},{y},{field}").unwrap();
    }
    follow(&format!(
        "> START 5\n< OK\n> BOARD\n{body}> DONE\n< ERROR no move is possible: the board is full"
    ));
}

#[test]
fn a_winning_turn_ends_the_game() {
    let mut engine = Engine::new();
    engine.follow("> START 15\n< OK\n> YXBOARD\n> 0,0,1\n> 1,0,1\n> 2,0,1\n> 3,0,1");
    engine.follow("> 0,14,2\n> 2,14,2\n> 4,14,2\n> 6,14,2\n> DONE\n> TURN 4,0\n< ERROR no move is possible: a winning row…");
    engine.follow("> TURN 9,9\n< ERROR no move is possible…\n> TAKEBACK 4,0\n< OK");
    engine.end();
}

#[test]
fn unknown_rules_are_refused_at_the_next_move() {
    follow(
        "> START 15
         < OK
         > INFO rule 3
         > BEGIN
         < ERROR expected rule 0, 1, 4, 8 or 9, got `INFO rule 3`
         > INFO rule 2
         > BOARD
         > DONE
         < ERROR expected rule 0, 1, 4, 8 or 9, got `INFO rule 2`
         > YXSHOWFORBID
         < FORBID .
         > INFO rule 9
         > BEGIN
         < @",
    );
}

#[test]
fn yixin_commands_are_answered() {
    let mut engine = Engine::new();
    engine.follow(
        "> yxshowinfo
         < MESSAGE INFO MAX_THREAD_NUM …
         < MESSAGE INFO MAX_HASH_SIZE …
         > start 15 15
         < OK
         > info timeout_turn 0
         > info rule 2
         > yxboard
         > 7,7,1
         > 8,7,1
         > 9,6,1
         > 9,5,1
         > 0,14,2
         > 0,12,2
         > 0,10,2
         > 0,8,2
         > done
         > yxshowforbid
         < FORBID 0907.
         > yxnbest 2
         < @
         > yxshowforbid
         < FORBID .
         > yxstop
         > stop
         > yxblock
         > 1,1
         > done
         > yxblockreset
         > yxsearchdefend
         < @
         > yxhashclear
         < MESSAGE …
         > yxshowhashusage
         < MESSAGE …
         > yxhashdump
         > /nowhere/table.bin
         < MESSAGE /nowhere/table.bin: …
         > YXHASHLOAD no-table.bin
         < MESSAGE no-table.bin: …
         > yxbalanceone 0
         < @",
    );
    engine.send("yxbalancetwo 10");
    assert_eq!(engine.receive().split(' ').count(), 2);
    engine.is_served();
    engine.end();
}

#[cfg(unix)]
#[test]
fn a_file_that_never_ends_does_not_keep_the_engine_from_its_own_end() {
    let fifo = std::env::temp_dir().join(format!("goren-fifo-{}", std::process::id()));
    assert!(Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    for command in ["YXHASHLOAD", "YXHASHDUMP"] {
        let mut engine = Engine::new();
        engine.send("START 15");
        engine.follow("< OK");
        engine.send(&format!("{command} {}", fifo.display()));
        engine.send("ABOUT");
        engine.end();
    }
    std::fs::remove_file(fifo).unwrap();
}

#[test]
fn commands_wait_until_the_table_is_written_and_read() {
    let file = std::env::temp_dir().join(format!("goren-table-{}", std::process::id()));
    let path = file.display();
    follow(&format!(
        "> START 15
         > INFO timeout_turn 60000
         > INFO max_node 20000
         > TURN 7,7
         < OK
         < @
         > YXHASHDUMP {path}
         > RESTART
         > YXHASHLOAD {path}
         > BEGIN
         < MESSAGE the table was written to {path}
         < OK
         < MESSAGE the table was read from {path}
         < @"
    ));
    assert!(std::fs::metadata(&file).unwrap().len() > 1000, "the table has entries");
    std::fs::remove_file(file).unwrap();
}

/// Address space as scarce as on a small machine, and a table as large as on a big one.
#[cfg(target_os = "linux")]
#[test]
fn where_memory_is_short_the_table_is_smaller_and_the_engine_plays() {
    for (limit, threads) in [(200_000, 1), (300_000, 1), (500_000, 64)] {
        let script = format!("ulimit -v {limit}; exec {} gomocup", env!("CARGO_BIN_EXE_goren"));
        let mut engine = Engine::launch(Path::new("sh"), &["-c", &script]);
        engine.follow(&format!(
            "> START 20
             < OK
             > INFO timeout_turn 800
             > INFO hash_size 1048576
             > INFO thread_num {threads}
             > BOARD
             > 9,9,2
             > 10,10,1
             > 3,3,2
             > DONE
             < @"
        ));
        engine.end();
    }
}

#[test]
fn database_commands_are_swallowed_with_their_bodies() {
    follow(
        "> YXSETDATABASE
         > games.db
         > YXQUERYDATABASEALL
         > 7,7
         > DONE
         > YXQUERYDATABASEONE
         > DONE
         > YXEDITTVDDATABASE 1 87 0 0
         > 7,7
         > DONE
         > YXDELETEDATABASEALL wlinstep 3
         > 7,7
         > DONE
         > YXSAVEDATABASE
         > yxdbtotxt
         > out.txt
         < MESSAGE YXDBTOTXT is not supported
         > yxblockpath
         > 7,7
         > done
         < MESSAGE YXBLOCKPATH is not supported
         > yxswap2step1
         < MESSAGE YXSWAP2STEP1 is not supported",
    );
}

/// Black is to move, and the one empty point would make an overline.
const FORBIDDEN: &str = "\
X X X O X O X
X X X O O O X
O O O X X X O
O O X O O O O
O X O O X O O
O O X X O O X
X X X . X X X";

#[test]
fn black_plays_on_where_every_point_is_forbidden() {
    let mut body = String::new();
    for (y, row) in FORBIDDEN.lines().enumerate() {
        for (x, stone) in row.split(' ').enumerate().filter(|&(_, stone)| stone != ".") {
            writeln!(body, "> {x},{y},{}", if stone == "X" { 1 } else { 2 }).unwrap();
        }
    }
    follow(&format!(
        "> INFO rule 4
         > START 7
         < OK
         > YXBOARD
         {body}> DONE
         > YXSHOWFORBID
         < FORBID 0306.
         > BOARD
         {body}> DONE
         < 3,6"
    ));
}

#[test]
fn an_overlong_line_gets_one_error() {
    let mut engine = Engine::new();
    engine.send(&"x".repeat(1 << 20));
    engine.follow("< ERROR expected a line of at most 65536 bytes, got a longer one");
    engine.send("START 15");
    engine.follow("< OK");
    engine.send_bytes(b"\0\xff\xfe\x1b[31m\n");
    assert!(engine.receive().starts_with("UNKNOWN "));
    engine.end();
}

#[test]
fn the_end_of_input_ends_the_engine_wherever_it_comes() {
    for text in
        ["", "START 15", "BOARD\n7,7,2", "YXBLOCK\n1,1", "YXQUERYDATABASEALL\n1,1", "YXHASHDUMP", "STA"]
    {
        let mut engine = Engine::new();
        engine.send_bytes(text.as_bytes());
        let said = engine.leave(false);
        assert!(said.iter().all(|line| line == "OK" || line.starts_with("UNKNOWN")), "{text:?}: {said:?}");
    }
}

#[test]
fn nothing_is_said_after_the_end() {
    let mut engine = Engine::new();
    engine.send("START 15");
    engine.follow("< OK");
    engine.send("BOARD\n7,7,2");
    engine.end();
}

#[test]
fn an_engine_that_thinks_without_limit_ends_on_request() {
    let unlimited = "START 15\nINFO timeout_turn 2000000\nINFO timeout_match 100000000\nBEGIN";
    for says_end in [true, false] {
        let mut engine = Engine::new();
        engine.send(unlimited);
        engine.follow("< OK");
        let said = engine.leave(says_end);
        // A quick engine may have answered before the end came.
        assert!(said.len() <= 1, "{said:?}");
    }
    let mut engine = Engine::new();
    engine.send(&format!("{unlimited}\nYXSTOP"));
    engine.follow("< OK\n< @");
    engine.is_served();
    engine.end();
}

#[test]
fn a_program_called_pbrain_is_an_engine() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let program = folder.join(format!("pbrain-goren-{}{}", std::process::id(), std::env::consts::EXE_SUFFIX));
    // A link, because a program that was just written may count as busy while other tests start theirs.
    std::fs::hard_link(env!("CARGO_BIN_EXE_goren"), &program).unwrap();
    let mut engine = Engine::launch(&program, &[]);
    engine.follow("> INFO timeout_turn 0\n> START 15\n< OK\n> BEGIN\n< @");
    engine.end();
    let mut engine = Engine::launch(&program, &["--threads", "2"]);
    engine.is_served();
    engine.end();
    std::fs::remove_file(&program).unwrap();
}

/// The judge suspends engines right after `START`, and lets them go on when their first move is due.
#[cfg(unix)]
#[test]
fn a_suspended_engine_keeps_its_clock() {
    let mut engine = Engine::new();
    let signal = |engine: &Engine, name: &str| {
        let status = Command::new("kill").args([name, &engine.child.id().to_string()]).status();
        assert!(status.unwrap().success());
    };
    engine.send("START 15\nINFO timeout_turn 1000\nINFO rule 0");
    for turn in ["> BOARD\n> 7,7,2\n> DONE\n< OK\n< @", "> TURN ?\n< @", "> TURN ?\n< @"] {
        signal(&engine, "-STOP");
        engine.send("INFO time_left 100000");
        signal(&engine, "-CONT");
        engine.follow(turn);
    }
    engine.end();
}

/// A small generator of pseudo-random numbers (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }

    fn pick<'a>(&mut self, items: &[&'a str]) -> &'a str {
        items[self.below(items.len())]
    }
}

#[test]
fn any_session_gets_at_most_one_reply_a_line() {
    const WORDS: &[&str] = &[
        "START",
        "RECTSTART",
        "RESTART",
        "BEGIN",
        "TURN",
        "BOARD",
        "DONE",
        "DONE",
        "INFO",
        "TAKEBACK",
        "PLAY",
        "SWAP2BOARD",
        "ABOUT",
        "STOP",
        "YXSTOP",
        "YXBOARD",
        "YXSHOWINFO",
        "YXSHOWFORBID",
        "YXNBEST",
        "YXBALANCEONE",
        "YXBALANCETWO",
        "YXSEARCHDEFEND",
        "YXBLOCK",
        "YXBLOCKUNDO",
        "YXBLOCKRESET",
        "YXHASHCLEAR",
        "YXSHOWHASHUSAGE",
        "YXQUERYDATABASEALL",
        "YXDELETEDATABASEALL",
        "YXSETDATABASE",
        "YXDRAW",
        "YXSOOSORVSTEP4",
        "BENCH",
        "END?",
        "\u{1F600}",
        "7,7,1",
        "7,7,2",
        "3,4",
        "8,8,2",
    ];
    const ARGUMENTS: &[&str] = &[
        "",
        "",
        "5",
        "15",
        "20",
        "15 15",
        "7,7",
        "0,0",
        "3,4",
        "14,14",
        "22,22",
        "-1,-1",
        "a,b",
        "99999999999,1",
        "7,7,1",
        "rule 0",
        "rule 1",
        "rule 2",
        "rule 4",
        "rule 77",
        "timeout_turn 0",
        "timeout_turn 5",
        "timeout_match 0",
        "time_left -5",
        "time_left 9223372036854775808",
        "max_memory 1",
        "max_memory 20000000",
        "thread_num 2",
        "max_depth 2",
        "max_node 100",
        "strength 3",
        "bogus",
        "folder \u{e9} x",
        "caution_factor 9",
    ];
    for seed in 1..=4 {
        let mut random = Random(0x9E37_79B9_7F4A_7C15_u64.rotate_left(seed));
        let mut engine = Engine::new();
        engine.send("INFO timeout_turn 0");
        let count = 1500;
        for _ in 0..count {
            let line = format!("{} {}", random.pick(WORDS), random.pick(ARGUMENTS));
            engine.send(&line);
        }
        // Whatever was left open is finished or interrupted by the end.
        let said = engine.leave(true);
        let replies = said.iter().filter(|line| !line.starts_with("MESSAGE ")).count();
        assert!(replies <= count + 1, "{replies} replies");
        assert!(replies > count / 4, "{replies} replies");
    }
}
