//! Faults: how a player loses without being beaten on the board.

use alloc::string::String;
use core::fmt;

/// Why a player lost without being beaten on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Fault {
    /// What kind of failure.
    pub kind: FaultKind,
    /// What happened, quoting the player's output.
    pub detail: String,
}

/// How a player can fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename_all = "snake_case"))]
pub enum FaultKind {
    /// It never became ready.
    Start,
    /// It exited in the middle of the game.
    Crash,
    /// It did not answer in time.
    Time,
    /// Its answer could not be parsed.
    Garbage,
    /// Its move was illegal.
    Illegal,
    /// It used more memory than allowed.
    Memory,
}

impl FaultKind {
    /// Every kind.
    pub const ALL: [FaultKind; 6] = [
        FaultKind::Start,
        FaultKind::Crash,
        FaultKind::Time,
        FaultKind::Garbage,
        FaultKind::Illegal,
        FaultKind::Memory,
    ];
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            FaultKind::Start => "did not start",
            FaultKind::Crash => "crashed",
            FaultKind::Time => "lost on time",
            FaultKind::Garbage => "could not be understood",
            FaultKind::Illegal => "made an illegal move",
            FaultKind::Memory => "used too much memory",
        })
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.kind, self.detail)
    }
}
