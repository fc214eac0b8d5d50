//! Why a request cannot be done: a type until it meets a person, whose one text is written here.

use std::fmt;
use std::sync::Arc;

use goren_classics::ClassicError;
use goren_core::{NewGameError, Point, Seat, StepError};
use goren_engine::LevelError;
use goren_record::ReadError;

use crate::store::StoreError;
use crate::wire::TableId;

/// Why a request cannot be done.
#[derive(Clone, Debug)]
pub(crate) enum Refusal {
    // Of the server.
    NotUnderstood(Arc<serde_json::Error>),
    NotText,
    NotForGuests,
    Inside,
    Thread(Arc<std::io::Error>),
    TooManySearches { most: usize },
    Store(Arc<StoreError>),
    // Of the lobby.
    NoTable(TableId),
    TooManyTables { most: usize },
    TableBusy,
    TableClosed,
    // Of a new game.
    NewGame(NewGameError),
    Level(LevelError),
    Classic(ClassicError),
    NoEngine(String),
    Games { most: u32, got: u32 },
    SeriesWithPerson,
    Traps { most: usize, got: usize },
    Random(getrandom::Error),
    // Of a game.
    NoGame,
    GameOver,
    Referee(goren_core::Refusal),
    MovedOn { made: usize, seen: usize },
    Paused,
    NotTurn(Seat),
    NotYourSeat,
    NotYourGame,
    SeatTaken,
    ProgramSeat(Seat),
    NothingToDecline,
    NotOfferedToYou,
    DrawDeclined,
    NoUndoInSeries,
    // Of a tree.
    NoNode(usize),
    NotEmpty(Point),
    TooManyNodes { most: usize },
    CommentTooLong { most: usize },
    TooManyMarks { most: usize },
    RootStays,
    GameMovesStay,
    GameIsMainLine,
    SetupInGame,
    Record(ReadError),
    NoLegalMove,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::NotUnderstood(error) => {
                let text: String = error.to_string().chars().take(200).collect();
                write!(f, "not understood: {text}")
            }
            Refusal::NotText => f.write_str("expected text, got bytes"),
            Refusal::NotForGuests => f.write_str("guests may not do this"),
            Refusal::Inside => f.write_str("goren itself has failed here"),
            Refusal::Thread(error) => write!(f, "cannot start a thread: {error}"),
            Refusal::TooManySearches { most } => {
                write!(f, "{most} searches are under way already: stop one first")
            }
            Refusal::Store(error) => write!(f, "{error}"),
            Refusal::NoTable(id) => {
                write!(f, "there is no table `{}`", id.chars().take(32).collect::<String>())
            }
            Refusal::TooManyTables { most } => write!(f, "{most} tables are open: close some pages first"),
            Refusal::TableBusy => f.write_str("the table has too much to do"),
            Refusal::TableClosed => f.write_str("the table was closed"),
            Refusal::NewGame(error) => write!(f, "{error}"),
            Refusal::Level(error) => write!(f, "{error}"),
            Refusal::Classic(error) => write!(f, "{error}"),
            Refusal::NoEngine(name) => write!(f, "no engine `{name}` was registered"),
            Refusal::Games { most, got } => write!(f, "expected 1 to {most} games, got {got}"),
            Refusal::SeriesWithPerson => {
                f.write_str("a series is played by programs: expected 1 game with a person")
            }
            Refusal::Traps { most, got } => {
                write!(f, "expected at most {most} traps on this board, got {got}")
            }
            Refusal::Random(error) => write!(f, "the system has no random numbers: {error}"),
            Refusal::NoGame => f.write_str("this table is a study: there is no game"),
            Refusal::GameOver => f.write_str("the game is over"),
            Refusal::Referee(refusal) => write!(f, "{refusal}"),
            Refusal::MovedOn { made, seen } => {
                write!(f, "the game has gone on: {made} steps were made, you saw {seen}")
            }
            Refusal::Paused => f.write_str("the game is paused"),
            Refusal::NotTurn(seat) => write!(f, "it is the {seat}'s turn"),
            Refusal::NotYourSeat => f.write_str("this seat is not yours"),
            Refusal::NotYourGame => f.write_str("this game is not yours"),
            Refusal::SeatTaken => f.write_str("this seat is taken"),
            Refusal::ProgramSeat(seat) => write!(f, "a program plays as {seat}"),
            Refusal::NothingToDecline => f.write_str("there is nothing to decline"),
            Refusal::NotOfferedToYou => f.write_str("this is not offered to you"),
            Refusal::DrawDeclined => f.write_str("the draw is declined"),
            Refusal::NoUndoInSeries => f.write_str("nothing is taken back in a series"),
            Refusal::NoNode(id) => write!(f, "there is no node {id}"),
            Refusal::NotEmpty(point) => write!(f, "{point} is not empty"),
            Refusal::TooManyNodes { most } => write!(f, "a tree may have {most} nodes"),
            Refusal::CommentTooLong { most } => write!(f, "expected a comment of at most {most} characters"),
            Refusal::TooManyMarks { most } => write!(f, "expected at most {most} marks"),
            Refusal::RootStays => f.write_str("the root stays"),
            Refusal::GameMovesStay => f.write_str("the game's own moves stay"),
            Refusal::GameIsMainLine => f.write_str("the game's own moves are the main line"),
            Refusal::SetupInGame => f.write_str("stones are set up in studies, not in games"),
            Refusal::Record(error) => write!(f, "{error}"),
            Refusal::NoLegalMove => f.write_str("there is no legal move"),
        }
    }
}

impl From<StepError> for Refusal {
    fn from(error: StepError) -> Refusal {
        Refusal::Referee(goren_core::Refusal::Illegal(error))
    }
}

macro_rules! from {
    ($($error:ty => $variant:path),* $(,)?) => {
        $(impl From<$error> for Refusal {
            fn from(error: $error) -> Refusal {
                $variant(error.into())
            }
        })*
    };
}

from! {
    std::io::Error => Refusal::Thread,
    serde_json::Error => Refusal::NotUnderstood,
    StoreError => Refusal::Store,
    NewGameError => Refusal::NewGame,
    LevelError => Refusal::Level,
    ClassicError => Refusal::Classic,
    goren_core::Refusal => Refusal::Referee,
    getrandom::Error => Refusal::Random,
    ReadError => Refusal::Record,
}
