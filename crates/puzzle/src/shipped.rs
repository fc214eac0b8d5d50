//! The puzzles that come with the program.

use std::sync::OnceLock;

use crate::puzzle::Puzzle;
use crate::read::read;

/// Their files, by rule.
const FILES: [&str; 5] = [
    include_str!("../puzzles/freestyle.jsonl"),
    include_str!("../puzzles/standard.jsonl"),
    include_str!("../puzzles/renju.jsonl"),
    include_str!("../puzzles/caro.jsonl"),
    include_str!("../puzzles/caro6.jsonl"),
];

/// The puzzles that come with the program, read when they are first asked for.
pub fn shipped() -> &'static [Puzzle] {
    static PUZZLES: OnceLock<Vec<Puzzle>> = OnceLock::new();
    PUZZLES.get_or_init(|| {
        let puzzles = FILES.iter().flat_map(|file| read(file).expect("a test reads what is shipped"));
        puzzles.collect()
    })
}

#[cfg(test)]
mod tests;
