//! Why a text describes no contestant.

use std::fmt;

use goren_core::ParseTimeError;

/// Why a text is no time or time control.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TimeError {
    /// It is none at all.
    Parse(ParseTimeError),
    /// A number without a unit.
    NoUnit(String),
    /// Less time for a move than a millisecond.
    TooShort(String),
}

impl fmt::Display for TimeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TimeError::Parse(error) => error.fmt(f),
            TimeError::NoUnit(text) => {
                write!(f, "expected a time with its unit such as 100ms or 2s, got `{text}`")
            }
            TimeError::TooShort(text) => write!(f, "expected at least 1ms for a move, got `{text}`"),
        }
    }
}

impl std::error::Error for TimeError {}

/// Why a text describes no contestant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ContestantError {
    /// A word that is no `key=value`.
    Word {
        /// The word.
        word: String,
        /// The whole text.
        text: String,
    },
    /// A key that no contestant has.
    Key(String),
    /// A part of an agent's options that is no `option=value`.
    Option {
        /// The part.
        option: String,
        /// The agent with all its options.
        word: String,
    },
    /// There is neither an agent's name nor a command.
    NoCommand(String),
    /// A path with no file there.
    NoFile(String),
    /// Not a name that is known here.
    Unknown {
        /// The name.
        word: String,
        /// Those that are known.
        known: Vec<String>,
    },
    /// Not a number.
    Number {
        /// The key that wants one.
        key: String,
        /// What is counted.
        unit: &'static str,
        /// What was given.
        value: String,
    },
    /// More plies than can be counted.
    Depth(String),
    /// Not a time.
    Time {
        /// The key that wants one.
        key: String,
        /// What is wrong with it.
        error: TimeError,
    },
    /// A quotation that does not end.
    Quote {
        /// The mark that opens it.
        mark: char,
        /// The text.
        text: String,
    },
}

impl fmt::Display for ContestantError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ContestantError::Word { word, text } => write!(
                f,
                "expected `key=value`, got `{word}` in `{text}`; arguments of a program go into cmd=\"…\""
            ),
            ContestantError::Key(key) => write!(
                f,
                "expected one of name, cmd, folder, env.NAME, option.NAME, start, longest, time, nodes, \
                 depth and memory, got `{key}`"
            ),
            ContestantError::Option { option, word } => {
                write!(f, "expected `option=value` in `{word}`, got `{option}`")
            }
            ContestantError::NoCommand(text) => write!(f, "expected cmd=\"…\" in `{text}`"),
            ContestantError::NoFile(path) => write!(f, "no such file: `{path}`"),
            ContestantError::Unknown { word, known } => write!(
                f,
                "expected {}, or the path of a program such as `./{word}`, got `{word}`",
                known.join(", ")
            ),
            ContestantError::Number { key, unit, value } => {
                write!(f, "{key}: expected a number of {unit}, got `{value}`")
            }
            ContestantError::Depth(value) => write!(f, "depth: expected fewer plies, got `{value}`"),
            ContestantError::Time { key, error } => write!(f, "{key}: {error}"),
            ContestantError::Quote { mark, text } => write!(f, "expected a closing {mark} in `{text}`"),
        }
    }
}

impl std::error::Error for ContestantError {}
