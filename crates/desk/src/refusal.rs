//! Why a request cannot be done: a type until it meets a person, whose one text is written here.

use std::fmt;
use std::sync::Arc;

use goren_classics::ClassicError;
use goren_core::{NewGameError, Point, Seat, StepError};
use goren_engine::LevelError;
use goren_record::ReadError;

use crate::store::StoreError;
use crate::wire::TableId;

macro_rules! refusals {
    ($($variant:ident $(($($field:ident: $type:ty),*))? => $text:literal,)*) => {
        /// Why a request cannot be done.
        #[derive(Clone, Debug)]
        pub(crate) enum Refusal {
            $($variant $(($($type),*))?,)*
        }

        impl fmt::Display for Refusal {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $(Refusal::$variant $(($($field),*))? => write!(f, $text),)*
                }
            }
        }
    };
}

refusals! {
    // Of the server.
    NotUnderstood(error: String) => "not understood: {error:.200}",
    NotText => "expected text, got bytes",
    NotForGuests => "guests may not do this",
    Thread(error: Arc<std::io::Error>) => "cannot start a thread: {error}",
    TooManySearches(most: usize) => "{most} searches are under way already: stop one first",
    Store(error: Arc<StoreError>) => "{error}",
    // Of the lobby.
    NoTable(id: TableId) => "there is no table `{id:.32}`: it may have been deleted",
    TooManyWatched(most: usize) => "expected a page to watch at most {most} tables",
    TooManyTables(most: usize) => "{most} tables are open: close some pages first",
    TableBusy => "this table is busy: try again",
    TableClosed => "the table was closed",
    // Of a new game.
    NewGame(error: NewGameError) => "{error}",
    Level(error: LevelError) => "{error}",
    Classic(error: ClassicError) => "{error}",
    NoEngine(name: String) => "no engine `{name}` was registered",
    Games(most: u32, got: u32) => "expected 1 to {most} games, got {got}",
    SeriesWithPerson => "a series is played by programs: expected 1 game with a person",
    Traps(most: usize, got: usize) => "expected at most {most} traps on this board, got {got}",
    Random(error: getrandom::Error) => "the system has no random numbers: {error}",
    // Of a game.
    NoGame => "this table is a study: there is no game",
    GameOver => "the game is over",
    Referee(refusal: goren_core::Refusal) => "{refusal}",
    MovedOn(made: usize, seen: usize) => "the game has gone on: {made} steps were made, you saw {seen}",
    Paused => "the game is paused",
    Unwatched => "nobody was watching: the programs wait",
    NotTurn(seat: Seat) => "it is the {seat}'s turn",
    NotYourSeat => "you are not playing this side",
    NotYourGame => "this game is not yours",
    OwnersSeat => "this seat belongs to whoever began the game",
    NoHints => "hints are off while a guest plays",
    SeatTaken => "this seat is taken",
    ProgramSeat(seat: Seat) => "a program plays as {seat}",
    NothingToDecline => "there is nothing to decline",
    NotOfferedToYou => "this is not offered to you",
    DrawDeclined => "the draw is declined",
    NoUndoInSeries => "nothing is taken back in a series",
    // Of a tree or a position.
    NoNode(id: usize) => "there is no node {id}",
    NotEmpty(point: Point) => "{point} is not empty",
    TooManyNodes(most: usize) => "a game with its variations can hold at most {most} moves",
    TreeTooLarge(most: usize, got: usize) => "expected at most {most} positions in a game, got {got}",
    CommentTooLong(most: usize) => "expected a comment of at most {most} characters",
    TooManyMarks(most: usize) => "expected at most {most} marks",
    RootStays => "the first position can't be deleted",
    GameMovesStay => "moves that were played can't be deleted",
    GameIsMainLine => "the game's own moves are the main line",
    SetupInGame => "stones are set up in studies, not in games",
    Record(error: ReadError) => "{error}",
    NothingToReview => "there are no moves to review yet",
    Stopped => "this was stopped",
    NoPuzzle(reason: goren_puzzle::NoPuzzle) => "this makes no puzzle: {reason}",
    NotKept(error: String) => "{error}",
    NoMistake(node: usize) => "the review found nothing wrong with move {node}",
    Illegal(error: goren_core::IllegalMove) => "{error}",
    NothingToRestore => "there is nothing to bring back",
    RuleOfGame => "a game keeps the rule it was played by",
    NoLegalMove => "there is no legal move",
}

macro_rules! from {
    ($($error:ty: $variant:path;)*) => {
        $(impl From<$error> for Refusal {
            fn from(error: $error) -> Refusal {
                $variant(error.into())
            }
        })*
    };
}

from! {
    std::io::Error: Refusal::Thread;
    StoreError: Refusal::Store;
    NewGameError: Refusal::NewGame;
    LevelError: Refusal::Level;
    ClassicError: Refusal::Classic;
    goren_core::Refusal: Refusal::Referee;
    getrandom::Error: Refusal::Random;
    ReadError: Refusal::Record;
}

impl From<StepError> for Refusal {
    fn from(error: StepError) -> Refusal {
        Refusal::Referee(goren_core::Refusal::Illegal(error))
    }
}

impl From<serde_json::Error> for Refusal {
    fn from(error: serde_json::Error) -> Refusal {
        Refusal::NotUnderstood(error.to_string())
    }
}
