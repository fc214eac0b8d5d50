//! Writing a pack, game by game.

use std::io::{self, Write};

use goren_core::{Point, Rule, Size, Stone};

use super::{HEAD, MAGIC, MOVE_BITS, PackedGame, PackedMove, PackedScore, body_len};
use crate::record::RecordResult;

/// Writes games one after another, each with a single write.
pub struct PackWriter<W> {
    to: W,
}

impl<W: Write> PackWriter<W> {
    /// Starts a pack.
    pub fn new(mut to: W) -> io::Result<PackWriter<W>> {
        to.write_all(&MAGIC)?;
        Ok(PackWriter { to })
    }

    /// Continues a pack after its last game.
    pub fn resume(to: W) -> PackWriter<W> {
        PackWriter { to }
    }

    /// Adds a game; one with more traps, placed stones or moves than the format can count is an error.
    ///
    /// # Panics
    /// If a point is not on the board.
    pub fn write(&mut self, game: &PackedGame) -> io::Result<()> {
        self.to.write_all(&packed(game)?)
    }

    /// The underlying writer, which has every game written so far.
    pub fn get_ref(&self) -> &W {
        &self.to
    }

    /// The underlying writer.
    pub fn into_inner(self) -> W {
        self.to
    }
}

fn packed(game: &PackedGame) -> io::Result<Vec<u8>> {
    let rule = Rule::ALL.iter().position(|&rule| rule == game.rule).expect("every rule is among all");
    let result = match game.result {
        RecordResult::Draw => 0,
        RecordResult::Win(Stone::Black) => 1,
        RecordResult::Win(Stone::White) => 2,
    };
    let mut bytes = Vec::with_capacity(HEAD + body_len(game.traps.len(), game.moves.len()) + 2);
    bytes.push(rule as u8 | result << 3);
    bytes.push(game.size.side() as u8);
    bytes.push(small(game.traps.len(), "traps")?);
    bytes.push(small(game.placed, "placed stones")?);
    bytes.extend(small::<u16>(game.moves.len(), "moves")?.to_le_bytes());
    for &trap in &game.traps {
        bytes.extend(number(trap, game.size).to_le_bytes());
    }
    for pair in game.moves.chunks(2) {
        let low = bits(pair[0], game.size);
        let high = pair.get(1).map_or(0, |&second| bits(second, game.size));
        let length = if pair.len() == 2 { 5 } else { 3 };
        bytes.extend(&(low | high << MOVE_BITS).to_le_bytes()[..length]);
    }
    Ok(bytes)
}

fn bits(played: PackedMove, size: Size) -> u64 {
    let score = played.score.map_or(PackedScore::NONE, |score| score.0);
    u64::from(number(played.point, size))
        | u64::from(played.is_quiet) << 9
        | (u64::from(score as u16) & 0x3ff) << 10
}

fn number(point: Point, size: Size) -> u16 {
    assert!(size.contains(point), "{point} is not on the board of {size}");
    (point.x() + size.side() * point.y()) as u16
}

/// Checks that a count fits its field.
fn small<T: TryFrom<usize>>(count: usize, what: &str) -> io::Result<T> {
    T::try_from(count).map_err(|_| {
        io::Error::new(io::ErrorKind::InvalidInput, format!("{count} {what} are more than a pack can hold"))
    })
}
