//! What tests of the program share: runs of it, and a folder of their own.
#![allow(dead_code, reason = "not every test uses all of it")]

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

/// How a run of the program ended.
pub(crate) struct Run {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// Runs the program with this input.
pub(crate) fn goren(arguments: &[&str], input: impl AsRef<[u8]>) -> Run {
    let mut command = Command::new(env!("CARGO_BIN_EXE_goren"));
    run(command.args(arguments), input.as_ref())
}

fn run(command: &mut Command, input: &[u8]) -> Run {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program was built for this test");
    // A program that does not read its input may close it early.
    let _ = child.stdin.take().unwrap().write_all(input);
    let output = child.wait_with_output().unwrap();
    Run {
        code: output.status.code().expect("not killed"),
        out: String::from_utf8_lossy(&output.stdout).into_owned(),
        err: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

/// A folder of its own for one test, under a name that no other test uses.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("goren-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    pub(crate) fn at(&self) -> &Path {
        &self.0
    }

    pub(crate) fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }

    pub(crate) fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.0.join(name)).unwrap()
    }

    /// The program in this folder, with arguments separated by spaces.
    pub(crate) fn command(&self, arguments: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_goren"));
        command.args(arguments.split(' ')).current_dir(&self.0).stdin(Stdio::null());
        command
    }

    /// Runs the program in this folder.
    pub(crate) fn goren(&self, arguments: &str) -> Run {
        run(&mut self.command(arguments), b"")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// An engine that says `OK` and then nothing, ignores every signal it can, and has three children: one in its group, one in a
/// session of its own, and one in a session of its own whose parent has exited.
#[cfg(target_os = "linux")]
pub(crate) struct HungEngine {
    path: PathBuf,
}

#[cfg(target_os = "linux")]
impl HungEngine {
    /// How many processes it has.
    pub(crate) const PROCESSES: usize = 4;

    pub(crate) fn new(folder: &Path) -> HungEngine {
        use std::os::unix::fs::PermissionsExt;
        let path = folder.join("hung-engine");
        let child = "sh -c 'while :; do sleep 1; done' \"$0\"";
        let script = format!(
            "#!/bin/sh\ntrap '' INT TERM HUP\n{child} &\nsetsid {child} &\n(setsid {child} &)\nread start\necho OK\n\
             while :; do sleep 1; done\n"
        );
        std::fs::write(&path, script).unwrap();
        std::fs::set_permissions(&path, PermissionsExt::from_mode(0o755)).unwrap();
        HungEngine { path }
    }

    pub(crate) fn path(&self) -> &str {
        self.path.to_str().unwrap()
    }

    /// Waits until it has this many processes.
    #[track_caller]
    pub(crate) fn wait_for(&self, count: usize) {
        let count_now = || {
            let processes = std::fs::read_dir("/proc").unwrap().flatten();
            let ours = |line: &Vec<u8>| {
                let mut words = line.split(|&byte| byte == 0);
                words.next() != Some(b"setsid") && words.any(|word| word == self.path().as_bytes())
            };
            processes
                .filter_map(|process| std::fs::read(process.path().join("cmdline")).ok())
                .filter(ours)
                .count()
        };
        let start = std::time::Instant::now();
        while count_now() != count {
            assert!(start.elapsed().as_secs() < 30, "{} processes, not {count}", count_now());
            std::thread::yield_now();
        }
    }
}

/// The signals that end a program started from here: a hang-up does not where these tests run under `nohup`, which ignores it.
#[cfg(unix)]
pub(crate) fn endings(signals: &[&'static str]) -> Vec<&'static str> {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored =
        status.lines().find_map(|line| u64::from_str_radix(line.strip_prefix("SigIgn:")?.trim(), 16).ok());
    let hears_hangup = ignored.is_some_and(|mask| mask & 1 == 0);
    signals.iter().copied().filter(|&signal| signal != "-HUP" || hears_hangup).collect()
}

/// Waits until a program listens for Ctrl-C, which would end it at once before.
#[cfg(target_os = "linux")]
pub(crate) fn wait_until_it_listens(child: &mut std::process::Child) {
    let listens = |status: String| {
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"))?;
        Some(u64::from_str_radix(caught.trim(), 16).ok()? & 1 << 1 != 0)
    };
    let status = format!("/proc/{}/status", child.id());
    while !std::fs::read_to_string(&status).ok().and_then(listens).unwrap_or(false) {
        assert_eq!(child.try_wait().unwrap(), None, "it has ended");
        std::thread::yield_now();
    }
}

/// The games of a journal by their numbers, without times and without who played them.
pub(crate) fn games_of(folder: &Folder, name: &str) -> BTreeMap<u64, Value> {
    let journal = folder.read(&format!("{name}/journal.jsonl"));
    let mut games = BTreeMap::new();
    for line in journal.lines().skip(1) {
        let mut game: Value = serde_json::from_str(line).unwrap();
        for moved in game["moves"].as_array_mut().unwrap() {
            moved["us"] = Value::Null;
        }
        game.as_object_mut().unwrap().remove("worker");
        let number = game["number"].as_u64().unwrap();
        assert!(games.insert(number, game).is_none(), "game {number} stands in the journal twice");
    }
    games
}
