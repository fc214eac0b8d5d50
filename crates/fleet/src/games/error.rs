//! Why games cannot be played on a fleet, or not by a worker.

use std::fmt;

use goren_arena::{MakeError, StartError};

use super::{MAX_CONTESTANTS, MAX_OPTIONS, MAX_TEXT_BYTES, OBJECT};

/// What is wrong with the games of a run, or with one of its tasks. Names are shortened, without control characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GamesError {
    /// They are not games, as JSON says them.
    Json(String),
    /// Too few or too many contestants.
    Contestants(usize),
    /// Two contestants have this name.
    SameName(String),
    /// Not the name of an engine.
    Engine(String),
    /// A contestant has too many options.
    Options(String),
    /// A contestant's clock is longer than a week.
    Clock(String),
    /// Nothing limits a contestant's moves.
    Endless(String),
    /// A margin longer than a week, in milliseconds.
    Margin(u64),
    /// A text that is too long, or of several lines.
    Text {
        /// What it should be.
        what: &'static str,
        /// What is there.
        got: String,
    },
    /// A contestant of a game that is not one of the run.
    Contestant(String),
    /// A task that is no game of the run.
    Task {
        /// Its number.
        number: u64,
        /// What is wrong with it.
        error: TaskError,
    },
    /// An engine that this worker's owner does not allow.
    NotAllowed(String),
    /// A file that is not given by its hash.
    File {
        /// The option that names it.
        option: String,
        /// Its value.
        got: String,
    },
    /// An object that the run does not need.
    NoObject(String),
    /// A folder whose name cannot be handed on.
    Folder,
}

/// Why a task is no game of its run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TaskError {
    /// Its payload is none of a game, as JSON says it.
    Json(String),
    /// It names a contestant that the run does not have.
    NoContestant(usize),
    /// It cannot start.
    Start(StartError),
    /// Its number is larger than any here.
    Number,
}

impl fmt::Display for GamesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GamesError::Json(why) => write!(f, "expected games: {why}"),
            GamesError::Contestants(count) => {
                write!(f, "expected 2 to {MAX_CONTESTANTS} contestants, got {count}")
            }
            GamesError::SameName(name) => write!(f, "two contestants are called `{name}`"),
            GamesError::Engine(got) => write!(f, "expected the name of an engine, got `{got}`"),
            GamesError::Options(name) => write!(f, "expected at most {MAX_OPTIONS} options of `{name}`"),
            GamesError::Clock(name) => {
                write!(f, "expected clocks of at most a week, got a longer one of `{name}`")
            }
            GamesError::Endless(name) => write!(f, "expected a limit for `{name}`, got none"),
            GamesError::Margin(ms) => write!(f, "expected a margin of at most a week, got {ms} ms"),
            GamesError::Text { what, got } => {
                write!(f, "expected {what} of at most {MAX_TEXT_BYTES} bytes on one line, got `{got}`")
            }
            GamesError::Contestant(name) => write!(f, "there is no contestant `{name}`"),
            GamesError::Task { number, error } => write!(f, "task {number}: {error}"),
            GamesError::NotAllowed(engine) => write!(f, "the engine `{engine}` is not allowed here"),
            GamesError::File { option, got } => {
                write!(f, "expected the option `{option}` as `{OBJECT}HASH`, got `{got}`")
            }
            GamesError::NoObject(hash) => write!(f, "there is no object `{hash}`"),
            GamesError::Folder => f.write_str("the cache's folder is not in UTF-8"),
        }
    }
}

impl fmt::Display for TaskError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TaskError::Json(why) => f.write_str(why),
            TaskError::NoContestant(place) => write!(f, "there is no contestant {place}"),
            TaskError::Start(error) => error.fmt(f),
            TaskError::Number => f.write_str("the number is too large"),
        }
    }
}

impl std::error::Error for GamesError {}

impl std::error::Error for TaskError {}

/// Why a worker does not play the games of a run.
#[derive(Debug)]
pub enum NotPlayed {
    /// It is other work.
    OtherWork(String),
    /// The games are not what they should be, or need what is not here.
    Games(GamesError),
    /// The games use more memory than the run announces, in bytes.
    Memory {
        /// What they use.
        used: u64,
        /// What it announces.
        announced: u64,
    },
    /// A contestant uses more threads than the run announces.
    Threads {
        /// Its name.
        contestant: String,
        /// What it uses.
        used: u32,
        /// What the run announces.
        announced: u32,
    },
    /// A contestant's agent cannot be made.
    Agent {
        /// Its name.
        contestant: String,
        /// What its maker says.
        error: MakeError,
    },
    /// A machine of this speed cannot keep the run's clock. Speeds are nodes a second.
    Speed {
        /// The speed of the machine for which the clock is meant.
        reference: u64,
        /// This machine's.
        own: u64,
    },
    /// The games are by the clock of an unknown machine.
    NoReference,
}

impl fmt::Display for NotPlayed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotPlayed::OtherWork(work) => write!(f, "this worker plays games, it cannot do `{work}`"),
            NotPlayed::Games(error) => error.fmt(f),
            NotPlayed::Memory { used, announced } => {
                write!(f, "its games use {} MB, it announces {} MB", used >> 20, announced >> 20)
            }
            NotPlayed::Threads { contestant, used, announced } => {
                write!(f, "{contestant} uses {used} threads, the run announces {announced}")
            }
            NotPlayed::Agent { contestant, error } => write!(f, "{contestant}: {error}"),
            NotPlayed::Speed { reference, own } => {
                write!(f, "the clock of a machine of {reference} nodes a second cannot be kept with {own}")
            }
            NotPlayed::NoReference => {
                f.write_str("its games are by the clock, and it does not say of which machine")
            }
        }
    }
}

impl std::error::Error for NotPlayed {}

impl From<GamesError> for NotPlayed {
    fn from(error: GamesError) -> NotPlayed {
        NotPlayed::Games(error)
    }
}
