//! Commands of a manager to an engine.

use std::fmt;

use goren_core::Size;

use crate::coordinates::Coordinates;
use crate::info::Info;
use crate::yixin::Yixin;

/// One complete command, with its body. As text it may take several lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// A new game on an empty board.
    Start(Size),
    /// Like [`Command::Start`], with width and height; only square boards are supported.
    RectStart(Size),
    /// A new game on the same board.
    Restart,
    /// Open the game.
    Begin,
    /// The opponent's move; reply to it.
    Turn(Coordinates),
    /// Play this move as if it were the engine's own choice.
    Play(Coordinates),
    /// Take back the stone on this point.
    TakeBack(Coordinates),
    /// Replace the position, then move.
    Board(Vec<Placed>),
    /// The stones of a swap2 opening so far; take the next step.
    Swap2Board(Vec<Coordinates>),
    /// A setting. It is never answered.
    Info(Info),
    /// Report name and version.
    About,
    /// Move now.
    Stop,
    /// Exit.
    End,
    /// One of Yixin's extensions.
    Yixin(Yixin),
    /// Any other line, truncated.
    Unknown(String),
}

impl Command {
    /// Whether it uses or changes the position, so that it cannot be executed during a search.
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
    /// Its coordinates.
    pub at: Coordinates,
    /// Its owner.
    pub owner: Owner,
}

/// The third field of a line of `BOARD`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// The engine that receives the command and is to move.
    Own,
    /// The opponent's.
    Opponent,
    /// Part of a completed row, in a game that continues after one.
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

/// The command as it is sent: lines separated by `\n`, without the last line ending.
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

/// A keyword, one line per item, and `DONE`.
pub(crate) fn body<T: fmt::Display>(f: &mut fmt::Formatter<'_>, keyword: &str, items: &[T]) -> fmt::Result {
    writeln!(f, "{keyword}")?;
    for item in items {
        writeln!(f, "{item}")?;
    }
    f.write_str("DONE")
}
