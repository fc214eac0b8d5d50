//! Errors of reading and writing files, each of one line.

use std::fmt;

use crate::format::Format;

/// Why bytes could not be read as a game: where, what was expected there, and what was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// The format that the content was read as, if any.
    pub format: Option<Format>,
    /// Where the error is.
    pub place: Place,
    /// What should have been there, such as ``a point such as `h8` ``.
    pub expected: String,
    /// What was there; empty for the end of the input.
    pub got: String,
}

impl ReadError {
    /// The maximum length of a quotation, in characters.
    const QUOTED: usize = 40;

    pub(crate) fn new(place: Place, expected: impl Into<String>, got: impl AsRef<str>) -> ReadError {
        let mut got: String = got.as_ref().chars().take(Self::QUOTED + 1).collect();
        if got.chars().count() > Self::QUOTED {
            got.pop();
            got.push('…');
        }
        ReadError { format: None, place, expected: expected.into(), got }
    }

    /// The input ends too early.
    pub(crate) fn end(place: Place, expected: impl Into<String>) -> ReadError {
        ReadError::new(place, expected, "")
    }

    pub(crate) fn in_format(self, format: Format) -> ReadError {
        ReadError { format: Some(format), ..self }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.format, self.place) {
            (Some(format), Place::Whole) => write!(f, "{format}: ")?,
            (Some(format), place) => write!(f, "{format}, {place}: ")?,
            (None, Place::Whole) => {}
            (None, place) => write!(f, "{place}: ")?,
        }
        write!(f, "expected {}, got ", self.expected)?;
        if self.got.is_empty() {
            return f.write_str("the end");
        }
        // The error must stay on one line.
        write!(f, "`{}`", self.got.escape_debug())
    }
}

impl std::error::Error for ReadError {}

/// A place in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The file as a whole.
    Whole,
    /// A line, counted from 1.
    Line(usize),
    /// A byte, counted from 0.
    Offset(usize),
    /// A move, counted from 1.
    Move(usize),
    /// A game of several, counted from 1.
    Game(usize),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Whole => f.write_str("the file"),
            Place::Line(line) => write!(f, "line {line}"),
            Place::Offset(offset) => write!(f, "offset {offset}"),
            Place::Move(number) => write!(f, "move {number}"),
            Place::Game(number) => write!(f, "game {number}"),
        }
    }
}

/// Why a game cannot be written in a format at all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WriteError {
    /// The format asked for.
    pub format: Format,
    /// What it cannot hold.
    pub reason: String,
}

impl WriteError {
    pub(crate) fn new(format: Format, reason: impl Into<String>) -> WriteError {
        WriteError { format, reason: reason.into() }
    }
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} cannot hold this game: {}", self.format, self.reason)
    }
}

impl std::error::Error for WriteError {}
