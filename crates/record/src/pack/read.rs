//! Reading a pack, game by game.

use std::io::{self, Read};

use goren_core::{Point, Rule, Size, Stone};

use super::{HEAD, MAGIC, MOVE_BITS, PackError, PackedGame, PackedMove, PackedScore, body_len};
use crate::record::RecordResult;

/// The games of a pack, in order. Ends after the first error.
pub struct PackReader<R> {
    from: R,
    /// The offset of the next game.
    offset: u64,
    is_over: bool,
    body: Vec<u8>,
}

impl<R: Read> PackReader<R> {
    /// Reads the header. Reads are small, so `from` should be buffered.
    pub fn new(mut from: R) -> Result<PackReader<R>, PackError> {
        let mut magic = [0; MAGIC.len()];
        let length = fill(&mut from, &mut magic).map_err(PackError::Io)?;
        if magic[..length] != MAGIC[..length] {
            return Err(PackError::NotAPack { got: magic[..length].to_vec() });
        }
        if length < MAGIC.len() {
            return Err(PackError::Cut { offset: 0 });
        }
        Ok(PackReader { from, offset: MAGIC.len() as u64, is_over: false, body: Vec::new() })
    }

    /// The offset at which the games read so far end, in bytes.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    fn game(&mut self) -> Result<Option<PackedGame>, PackError> {
        let offset = self.offset;
        let mut head = [0; HEAD];
        match fill(&mut self.from, &mut head).map_err(PackError::Io)? {
            0 => return Ok(None),
            HEAD => {}
            _ => return Err(PackError::Cut { offset }),
        }
        let [kind, side, traps, placed, moves @ ..] = head;
        let (traps, moves) = (usize::from(traps), usize::from(u16::from_le_bytes(moves)));
        let bad = |expected, got: &dyn ToString| PackError::Bad { offset, expected, got: got.to_string() };

        let rule = Rule::ALL.get(usize::from(kind & 7)).copied();
        let result = match kind >> 3 {
            0 => Some(RecordResult::Draw),
            1 => Some(RecordResult::Win(Stone::Black)),
            2 => Some(RecordResult::Win(Stone::White)),
            _ => None,
        };
        let (Some(rule), Some(result)) = (rule, result) else {
            return Err(bad("a rule (0 to 4) and 8 times a result (0 to 2)", &kind));
        };
        let size = Size::new(side.into()).map_err(|_| bad("a board's side from 5 to 22", &side))?;
        if usize::from(placed) > moves {
            return Err(bad("no more stones placed than moves", &format!("{placed} of {moves}")));
        }

        self.body.resize(body_len(traps, moves), 0);
        if fill(&mut self.from, &mut self.body).map_err(PackError::Io)? < self.body.len() {
            return Err(PackError::Cut { offset });
        }
        let point = |number: usize| {
            let point = Point::new(number % size.side(), number / size.side());
            let on_board = point.filter(|&point| size.contains(point));
            on_board.ok_or_else(|| bad("a point of the board", &number))
        };
        let (trap_bytes, move_bytes) = self.body.split_at(2 * traps);
        let (pairs, _) = trap_bytes.as_chunks();
        let traps =
            pairs.iter().map(|&pair| point(u16::from_le_bytes(pair).into())).collect::<Result<_, _>>()?;
        let unpacked = |bits: u32| {
            // Shifted up and down again for sign extension.
            let raw = ((bits << (32 - MOVE_BITS)) as i32 >> 22) as i16;
            Ok(PackedMove {
                point: point((bits & 0x1ff) as usize)?,
                is_quiet: bits >> 9 & 1 == 1,
                score: PackedScore::from_raw(raw).map_err(|raw| bad("a score", &raw))?,
            })
        };
        let moves = (0..moves).map(|i| unpacked(bits_of_move(move_bytes, i))).collect::<Result<_, _>>()?;
        self.offset += (HEAD + self.body.len()) as u64;
        Ok(Some(PackedGame { rule, size, traps, placed: placed.into(), moves, result }))
    }
}

impl<R: Read> Iterator for PackReader<R> {
    type Item = Result<PackedGame, PackError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_over {
            return None;
        }
        let game = self.game().transpose();
        self.is_over = !matches!(game, Some(Ok(_)));
        game
    }
}

/// The lowest bits are those of the move; the bits above belong to the next.
fn bits_of_move(bytes: &[u8], i: usize) -> u32 {
    let bit = i * MOVE_BITS as usize;
    let three = &bytes[bit / 8..bit / 8 + 3];
    let bits = u32::from(three[0]) | u32::from(three[1]) << 8 | u32::from(three[2]) << 16;
    bits >> (bit % 8) & ((1 << MOVE_BITS) - 1)
}

/// Reads until the buffer is full or the input ends, and returns how much was read.
fn fill(from: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    let mut length = 0;
    while length < buffer.len() {
        match from.read(&mut buffer[length..]) {
            Ok(0) => break,
            Ok(count) => length += count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(length)
}
