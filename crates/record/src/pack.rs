//! Game packs: self-play games of the engine in two and a half bytes per move (see `docs/formats.md`).

mod error;
mod read;
#[cfg(test)]
mod tests;
mod write;

pub use error::PackError;
pub use read::PackReader;
pub use write::PackWriter;

use goren_core::{Point, Rule, Score, Size};

use crate::record::RecordResult;

/// The first bytes of a pack; the last of them is the version.
const MAGIC: [u8; 5] = *b"GRNP\x01";
/// The number of bytes before the traps of a game.
const HEAD: usize = 6;
/// The number of bits of a move: the point, whether the position is quiet, the score.
const MOVE_BITS: u32 = 20;

/// A game of a pack, from the empty board; Black moves first and the sides alternate.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PackedGame {
    /// The rule.
    pub rule: Rule,
    /// The board's size.
    pub size: Size,
    /// The blocked points.
    pub traps: Vec<Point>,
    /// How many of the first moves were placed, not chosen by the engine.
    pub placed: usize,
    /// All moves, including those placed.
    pub moves: Vec<PackedMove>,
    /// How the game ended.
    pub result: RecordResult,
}

/// A move, with the engine's judgement of the position before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PackedMove {
    /// The point.
    pub point: Point,
    /// Whether the position before the move is quiet, so that the engine would evaluate it.
    pub is_quiet: bool,
    /// The score of the search for the side to move, if the position was searched.
    pub score: Option<PackedScore>,
}

/// A score in ten bits: fine near zero, coarse far from it, and wins and losses without their distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PackedScore(i16);

impl PackedScore {
    /// A decided win; its negative is a decided loss.
    const DECIDED: i16 = 511;
    /// The largest value of an undecided score.
    const MAX_UNDECIDED: i16 = 509;
    /// No score.
    const NONE: i16 = -512;
    /// The packed value is the square root of this times the score.
    const SCALE: f64 = 32.0;

    /// The nearest score that fits.
    pub fn new(score: Score) -> PackedScore {
        let size = if score.is_decided() {
            PackedScore::DECIDED
        } else {
            let root = (PackedScore::SCALE * f64::from(score.0.abs())).sqrt().round();
            root.min(PackedScore::MAX_UNDECIDED.into()) as i16
        };
        PackedScore(if score.0 < 0 { -size } else { size })
    }

    /// Whether it is a decided win or loss.
    pub fn is_decided(self) -> bool {
        self.0.abs() == PackedScore::DECIDED
    }

    /// The score, rounded; a decided one becomes a win or loss at a nominal distance.
    pub fn score(self) -> Score {
        let size = if self.is_decided() {
            Score::win_in(1000).0
        } else {
            (f64::from(self.0).powi(2) / PackedScore::SCALE).round() as i32
        };
        Score(size * i32::from(self.0.signum()))
    }

    fn from_raw(raw: i16) -> Result<Option<PackedScore>, i16> {
        match raw {
            PackedScore::NONE => Ok(None),
            _ if raw.abs() <= PackedScore::MAX_UNDECIDED || raw.abs() == PackedScore::DECIDED => {
                Ok(Some(PackedScore(raw)))
            }
            _ => Err(raw),
        }
    }
}

/// The length of a game in bytes after its header.
const fn body_len(traps: usize, moves: usize) -> usize {
    2 * traps + (moves * MOVE_BITS as usize).div_ceil(8)
}
