//! Any text as a file of engines, and its lines as contestants of a command line: never a panic.
#![no_main]

use std::path::Path;

use goren_arena::{Parser, distinguish, read_roster};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let roster = read_roster(text, Path::new(".")).unwrap_or_default();
    let parser = Parser { kinds: vec!["goren".to_owned(), "boundary".to_owned()], roster };
    let mut contestants: Vec<_> = text.lines().filter_map(|line| parser.parse(line).ok()).collect();
    contestants.extend(parser.roster);
    distinguish(&mut contestants);
    for (i, contestant) in contestants.iter().enumerate() {
        assert!(contestants[..i].iter().all(|other| other.name != contestant.name), "{}", contestant.name);
    }
});
