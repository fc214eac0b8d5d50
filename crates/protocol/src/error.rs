//! Errors in commands.

use std::error::Error;
use std::fmt;

use crate::parser::MAX_LINE_BYTES;

/// An error in a command. Every command has at most one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CommandError {
    /// A line is longer than [`MAX_LINE_BYTES`].
    TooLong,
    /// A command, or a line of its body, is malformed.
    Malformed {
        /// The expected form.
        expected: &'static str,
        /// What was received, truncated.
        got: String,
    },
    /// A command arrived before the previous one was complete.
    Unfinished {
        /// The incomplete command.
        command: &'static str,
        /// What it still needed.
        expected: &'static str,
        /// What was received, truncated.
        got: String,
    },
    /// An `INFO` had an impossible value. `INFO` must not be answered, so the error is reported with the next command.
    Info {
        /// The expected value.
        expected: &'static str,
        /// What was received, truncated.
        got: String,
    },
}

impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CommandError::TooLong => {
                write!(f, "expected a line of at most {MAX_LINE_BYTES} bytes, got a longer one")
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

/// Text from outside for use in a reply: truncated, and without control characters.
pub fn quote(text: &str) -> String {
    const MAX_QUOTE_CHARS: usize = 64;
    let shown = |c: char| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c };
    let mut quoted: String = text.chars().take(MAX_QUOTE_CHARS).map(shown).collect();
    if text.chars().nth(MAX_QUOTE_CHARS).is_some() {
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
