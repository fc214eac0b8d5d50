//! The document's tables: the score of nine cells in a line for the stone in their middle.
//!
//! A cell is `A` (the player's own), `E` (empty), `B` (the other's), `T` (a trap) or `O` (outside the board).

use std::ops::Range;
use std::sync::LazyLock;

/// The score of each pattern. `double_three` and `double_four` are in the document's table, but are never awarded: one
/// line cannot show them.
pub const PATTERN_SCORES: [(&str, i32); 10] = [
    ("five", 100_000),
    ("open_four", 10_000),
    ("four", 1_000),
    ("open_three", 500),
    ("three", 100),
    ("open_two", 10),
    ("two", 5),
    ("double_three", 800),
    ("double_four", 5_000),
    ("jump_four", 500),
];

/// The strings of each pattern, in the order in which they are tried; the first match counts.
///
/// The document prints `MISPRINT` where this table has `MISREAD`: as printed it could only match a five, which is
/// matched earlier, and a four against the far edge would score nothing. The authors' program has `EAAAA` there, which counts
/// the same as this table does in nine cells.
pub const PATTERN_STRINGS: [(&str, &[&str]); 8] = [
    ("jump_four", &["EAEAAE", "EAAEAE"]),
    ("five", &["AAAAA"]),
    ("open_four", &["EAAAAE"]),
    ("four", &["BAAAAE", "EAAAAB", "EAAAAO", "AAAAE", "TAAAAE", "EAAAAT"]),
    ("open_three", &["EAAAEE", "EEAAAE"]),
    ("three", &["BAAAE", "EAAAB", "BAEAAE", "EAEAAB", "TAEAAE", "EAEAAT", "TAAAE", "EAAAT"]),
    ("open_two", &["EEAAEE", "EAEAE"]),
    ("two", &["BAAE", "EAAB", "TAAE", "EAAT"]),
];

const MISREAD: &str = "EAAAAO";
const MISPRINT: &str = "EAAAAA";

/// The pattern that a string of cells shows and where, found as in the document: by searching for substrings, with the
/// misprinted one or as corrected.
pub(super) fn find(cells: &str, misprint: bool) -> Option<(&'static str, Range<usize>)> {
    PATTERN_STRINGS.iter().find_map(|&(name, strings)| {
        let place = |string: &&str| {
            let string = if misprint && *string == MISREAD { MISPRINT } else { string };
            cells.find(string).map(|first| first..first + string.len())
        };
        Some((name, strings.iter().find_map(place)?))
    })
}

/// The score of a string of cells.
pub fn score_pattern(cells: &str) -> i32 {
    let scored = |name| PATTERN_SCORES.iter().find(|&&(each, _)| each == name);
    find(cells, false).and_then(|(name, _)| scored(name)).map_or(0, |&(_, score)| score)
}

/// The two bits of a cell, from one player's point of view. A trap has the code of the other's stone: every string of the
/// tables with a `B` has a counterpart with a `T`.
pub(super) mod cell {
    pub(in super::super) const EMPTY: u64 = 0;
    pub(in super::super) const OWN: u64 = 1;
    pub(in super::super) const BLOCKED: u64 = 2;
    pub(in super::super) const OUTSIDE: u64 = 3;
}

/// Builds the table of scores ahead of time, so that the first move does not pay for it.
pub(super) fn prepare() {
    LazyLock::force(&WINDOWS);
}

/// The table of scores, with the misprinted string or as corrected.
pub(super) fn windows(misprint: bool) -> &'static Windows {
    if misprint { &MISPRINTED } else { &WINDOWS }
}

/// The scores of all windows of nine cells, the middle one left out: it is a stone of the player's own.
pub(super) struct Windows(Vec<i32>);

static WINDOWS: LazyLock<Windows> = LazyLock::new(|| Windows::new(|string| string));
static MISPRINTED: LazyLock<Windows> =
    LazyLock::new(|| Windows::new(|string| if string == MISREAD { MISPRINT } else { string }));

impl Windows {
    fn new(printed: impl Fn(&'static str) -> &'static str) -> Windows {
        let packed = |string: &str| {
            string.bytes().rev().fold(0, |cells, letter| {
                cells << 2
                    | match letter {
                        b'A' => cell::OWN,
                        b'E' => cell::EMPTY,
                        b'O' => cell::OUTSIDE,
                        _ => cell::BLOCKED,
                    }
            })
        };
        let strings: Vec<(usize, u64, i32)> = PATTERN_STRINGS
            .iter()
            .flat_map(|(_, strings)| strings.iter())
            .map(|string| (string.len(), packed(printed(string)), score_pattern(string)))
            .collect();
        let score = |index: u64| {
            let cells = index & 0xff | cell::OWN << 8 | (index & 0xff00) << 2;
            let shows = |&&(length, string, _): &&(usize, u64, i32)| {
                (0..=9 - length).any(|first| cells >> (2 * first) & ((1 << (2 * length)) - 1) == string)
            };
            strings.iter().find(shows).map_or(0, |&(.., score)| score)
        };
        Windows((0..1 << 16).map(score).collect())
    }

    /// The score of nine packed cells around a stone of the player's own.
    #[inline]
    pub(super) fn score(&self, window: u64) -> i32 {
        self.0[(window & 0xff | window >> 2 & 0xff00) as usize]
    }
}
