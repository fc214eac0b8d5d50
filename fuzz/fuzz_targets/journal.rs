//! Any text as an arena's journal: never a panic, and its plan and games survive being written and read again.
#![no_main]

use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use goren_arena::{FinishedGame, Journal, Plan};
use libfuzzer_sys::fuzz_target;

/// A journal is a file; in memory, where the system has such a folder, it is read many times as fast.
static PATH: LazyLock<PathBuf> = LazyLock::new(|| {
    let memory = Path::new("/dev/shm");
    let folder = if memory.is_dir() { memory.to_owned() } else { std::env::temp_dir() };
    folder.join(format!("goren-fuzz-journal-{}", std::process::id()))
});

fuzz_target!(|bytes: &[u8]| {
    std::fs::write(&*PATH, bytes).expect("the folder of temporary files can be written to");
    let Ok(mut journal) = Journal::open(&PATH) else { return };
    let contents = journal.contents();
    let text = serde_json::to_string(&contents.plan).expect("a plan can be written");
    let plan: Plan = serde_json::from_str(&text).expect("what was written can be read");
    assert_eq!(serde_json::to_string(&plan).expect("a plan can be written"), text);
    for game in journal.games().flatten() {
        let text = serde_json::to_string(&game).expect("a game can be written");
        let again: FinishedGame = serde_json::from_str(&text).expect("what was written can be read");
        assert_eq!(again, game);
    }
});
