//! The two sides of the game.

use core::fmt;
use core::ops::Not;

/// A stone, and the player who moves with it. Black moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Stone {
    /// The first to move.
    Black,
    /// The second to move.
    White,
}

impl Stone {
    /// Both stones, Black first.
    pub const BOTH: [Stone; 2] = [Stone::Black, Stone::White];

    /// The stone's name in all our files.
    pub const fn name(self) -> &'static str {
        match self {
            Stone::Black => "black",
            Stone::White => "white",
        }
    }

    pub(crate) const fn index(self) -> usize {
        self as usize
    }

    /// The two bits that stand for this stone in a packed line.
    pub(crate) const fn code(self) -> u64 {
        self as u64 + 1
    }
}

impl Not for Stone {
    type Output = Stone;

    fn not(self) -> Stone {
        match self {
            Stone::Black => Stone::White,
            Stone::White => Stone::Black,
        }
    }
}

impl fmt::Display for Stone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Stone::Black => "Black",
            Stone::White => "White",
        })
    }
}
