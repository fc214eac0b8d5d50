//! Game packs: games of the engine against itself in two and a half bytes a move (see `docs/formats.md`).

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

/// How a pack begins; the last byte is the version.
const MAGIC: [u8; 5] = *b"GRNP\x01";
/// Bytes before the traps of a game.
const HEAD: usize = 6;
/// Bits of a move: the point, whether the position is at rest, the score.
const MOVE_BITS: u32 = 20;

/// A game as a pack holds it, from the empty board; Black moves first and the sides alternate.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PackedGame {
    /// The rule.
    pub rule: Rule,
    /// The board's size.
    pub size: Size,
    /// The blocked points.
    pub traps: Vec<Point>,
    /// How many of the first moves were placed and not chosen.
    pub placed: usize,
    /// Every move, those placed included.
    pub moves: Vec<PackedMove>,
    /// How the game ended.
    pub result: RecordResult,
}

/// A move and what was thought of the position before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PackedMove {
    /// Where.
    pub point: Point,
    /// Whether the engine would evaluate the position before the move rather than solve it.
    pub at_rest: bool,
    /// How good the search found the position for the side to move, if it was searched.
    pub score: Option<PackedScore>,
}

/// A score in ten bits: fine near zero, coarse far from it, and a win or loss without its distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PackedScore(i16);

impl PackedScore {
    /// A proven win; its negative is a proven loss.
    const PROVEN: i16 = 511;
    /// The largest value that proves nothing.
    const LARGEST: i16 = 509;
    /// Stands for no score.
    const NONE: i16 = -512;
    /// A score of 1 is the root of this.
    const SCALE: f64 = 32.0;

    /// The nearest score that fits.
    pub fn new(score: Score) -> PackedScore {
        let size = if score.is_decided() {
            PackedScore::PROVEN
        } else {
            let root = (PackedScore::SCALE * f64::from(score.0.abs())).sqrt().round();
            root.min(PackedScore::LARGEST.into()) as i16
        };
        PackedScore(if score.0 < 0 { -size } else { size })
    }

    /// Whether it is a proven win or loss.
    pub fn is_proven(self) -> bool {
        self.0.abs() == PackedScore::PROVEN
    }

    /// The score, rounded; a proven one comes back as the longest win or loss there is.
    pub fn score(self) -> Score {
        let size = if self.is_proven() {
            Score::win_in(1000).0
        } else {
            (f64::from(self.0).powi(2) / PackedScore::SCALE).round() as i32
        };
        Score(size * i32::from(self.0.signum()))
    }

    fn from_raw(raw: i16) -> Result<Option<PackedScore>, i16> {
        match raw {
            PackedScore::NONE => Ok(None),
            _ if raw.abs() <= PackedScore::LARGEST || raw.abs() == PackedScore::PROVEN => {
                Ok(Some(PackedScore(raw)))
            }
            _ => Err(raw),
        }
    }
}

/// The length of a game in bytes without its head, from the numbers in it.
const fn body_len(traps: usize, moves: usize) -> usize {
    2 * traps + (moves * MOVE_BITS as usize).div_ceil(8)
}
