//! What a manager says to an engine.

use std::fmt;

use goren_core::Size;

use crate::coordinates::Coordinates;
use crate::info::Info;
use crate::yixin::Yixin;

/// One whole command, with its body. Written out it may take several lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// A new game on an empty board.
    Start(Size),
    /// As [`Command::Start`], for a board given by width and height; only square ones are known.
    RectStart(Size),
    /// A new game on the same board.
    Restart,
    /// Open the game.
    Begin,
    /// The opponent has moved; answer.
    Turn(Coordinates),
    /// Move here, as if it was your own choice.
    Play(Coordinates),
    /// Remove the stone.
    TakeBack(Coordinates),
    /// Replace the position; move.
    Board(Vec<Placed>),
    /// The stones of a swap2 opening so far; do the next step.
    Swap2Board(Vec<Coordinates>),
    /// A setting. There is never an answer.
    Info(Info),
    /// Say who you are.
    About,
    /// Move now.
    Stop,
    /// Leave.
    End,
    /// One of Yixin's extensions.
    Yixin(Yixin),
    /// None of the above; the line, cut short.
    Unknown(String),
}

impl Command {
    /// Whether it uses or changes the position, so that it cannot be obeyed in the middle of a search.
    pub fn needs_rest(&self) -> bool {
        match self {
            Command::Info(_) | Command::About | Command::Stop | Command::End | Command::Unknown(_) => false,
            Command::Yixin(yixin) => yixin.needs_rest(),
            _ => true,
        }
    }
}

/// A stone in the body of `BOARD`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    /// Where it stands.
    pub at: Coordinates,
    /// Whose it is.
    pub owner: Owner,
}

/// The third field of a line of `BOARD`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// The engine's that is asked, who is to move.
    Own,
    /// The opponent's.
    Opponent,
    /// Part of a finished row, in a game that goes on after one.
    FinishedRow,
}

/// `x,y,f`.
impl fmt::Display for Placed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let field = match self.owner {
            Owner::Own => 1,
            Owner::Opponent => 2,
            Owner::FinishedRow => 3,
        };
        write!(f, "{},{field}", self.at)
    }
}

/// The command as it is sent, lines parted by `\n`, without the last line end.
impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Command::Start(size) => write!(f, "START {size}"),
            Command::RectStart(size) => write!(f, "RECTSTART {size},{size}"),
            Command::Restart => f.write_str("RESTART"),
            Command::Begin => f.write_str("BEGIN"),
            Command::Turn(at) => write!(f, "TURN {at}"),
            Command::Play(at) => write!(f, "PLAY {at}"),
            Command::TakeBack(at) => write!(f, "TAKEBACK {at}"),
            Command::Board(stones) => body(f, "BOARD", stones),
            Command::Swap2Board(points) => body(f, "SWAP2BOARD", points),
            Command::Info(info) => write!(f, "INFO {info}"),
            Command::About => f.write_str("ABOUT"),
            Command::Stop => f.write_str("YXSTOP"),
            Command::End => f.write_str("END"),
            Command::Yixin(yixin) => yixin.fmt(f),
            Command::Unknown(line) => f.write_str(line),
        }
    }
}

/// A keyword, a line for each item, and `DONE`.
pub(crate) fn body<T: fmt::Display>(f: &mut fmt::Formatter<'_>, keyword: &str, items: &[T]) -> fmt::Result {
    writeln!(f, "{keyword}")?;
    for item in items {
        writeln!(f, "{item}")?;
    }
    f.write_str("DONE")
}
