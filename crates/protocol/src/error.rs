//! What is wrong with a line.

use std::error::Error;
use std::fmt;

use crate::parser::LONGEST;

/// What is wrong with a command. Every command gives at most one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CommandError {
    /// A line is longer than [`LONGEST`].
    TooLong,
    /// A command, or a line of its body, does not read as it should.
    Malformed {
        /// What it should look like.
        expected: &'static str,
        /// What came, cut short.
        got: String,
    },
    /// A command came where the rest of another was expected.
    Unfinished {
        /// The command that waited for more.
        command: &'static str,
        /// What it waited for.
        expected: &'static str,
        /// What came, cut short.
        got: String,
    },
    /// An `INFO` said something impossible. Nothing may be answered to it, so that this comes with the next
    /// command.
    Info {
        /// What the value should be.
        expected: &'static str,
        /// What came, cut short.
        got: String,
    },
}

impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CommandError::TooLong => {
                write!(f, "expected a line of at most {LONGEST} bytes, got a longer one")
            }
            CommandError::Malformed { expected, got } => write!(f, "expected {expected}, got `{got}`"),
            CommandError::Unfinished { command, expected, got } => {
                write!(f, "expected {expected} after {command}, got `{got}`")
            }
            CommandError::Info { expected, got } => write!(f, "ignored `{got}`: expected {expected}"),
        }
    }
}

impl Error for CommandError {}

/// Foreign text as it may stand inside one line of ours: short, and without control characters.
pub fn quote(text: &str) -> String {
    const LONGEST_QUOTE: usize = 64;
    let shown = |c: char| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c };
    let mut quoted: String = text.chars().take(LONGEST_QUOTE).map(shown).collect();
    if text.chars().nth(LONGEST_QUOTE).is_some() {
        quoted.push('…');
    }
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quote_is_short_and_stays_on_one_line() {
        assert_eq!(quote("TURN a,b"), "TURN a,b");
        assert_eq!(quote("a\rb\0c"), "a\u{fffd}b\u{fffd}c");
        assert_eq!(quote(&"x".repeat(64)), "x".repeat(64));
        assert_eq!(quote(&"x".repeat(65)), "x".repeat(64) + "…");
    }
}
