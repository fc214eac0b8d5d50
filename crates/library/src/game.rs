//! A game as it is stored: its head, the steps of its main line, and the whole record where there is more to it.

use goren_core::{Opening, PlayedMove, Point, Rule, Size, Stone};
use goren_record::{Format, ReadOptions, Record, RecordResult, read, write};

use crate::date::Day;
use crate::error::LibraryError;
use crate::find::Outcome;
use crate::opening::{OPENINGS, OpeningName};
use crate::step::{Step, point_number, point_of, steps};

/// What is known of a game without its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    /// The rule.
    pub rule: Rule,
    /// The board's size.
    pub size: Size,
    /// The opening rule.
    pub opening: Opening,
    /// Which of renju's openings it begins with.
    pub named: Option<&'static OpeningName>,
    /// How it ended.
    pub outcome: Outcome,
    /// The date, if it can be understood.
    pub day: Option<Day>,
    /// Moves of the main line.
    pub moves: usize,
    /// Who played Black; empty when unknown.
    pub black: String,
    /// Who played White; empty when unknown.
    pub white: String,
    /// The tournament or occasion; empty when unknown.
    pub event: String,
    /// The date as the file gave it.
    pub date: String,
    /// The file it came from, or `studio`.
    pub source: String,
    /// The blocked points.
    pub traps: Vec<Point>,
}

/// A stored game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Game {
    pub(crate) head: Head,
    pub(crate) steps: Vec<Step>,
    /// The record in our JSON, if head and steps do not say everything.
    pub(crate) whole: Option<String>,
}

/// The first byte of every stored game; a later form has another.
const FORM: u8 = 1;

impl Game {
    pub(crate) fn new(record: &Record, source: &str) -> Game {
        let steps = steps(record);
        let head = Head {
            rule: record.rule,
            size: record.size,
            opening: record.opening,
            named: OpeningName::of(record.rule, record.size, &record.traps, &steps),
            outcome: record.result.into(),
            day: Day::find(&record.date),
            moves: record.moves().count(),
            black: record.black.clone(),
            white: record.white.clone(),
            event: record.event.clone(),
            date: record.date.clone(),
            source: source.chars().take(200).collect(),
            traps: record.traps.clone(),
        };
        let mut game = Game { head, steps, whole: None };
        if game.plain_record() != *record {
            let written = write(std::slice::from_ref(record), Format::Json);
            game.whole = Some(written.expect("JSON holds every game").text());
        }
        game
    }

    /// The game as a record.
    pub(crate) fn record(&self) -> Result<Record, LibraryError> {
        match &self.whole {
            None => Ok(self.plain_record()),
            Some(text) => {
                let mut games = read(text.as_bytes(), &ReadOptions::default())
                    .map_err(|error| LibraryError::Damaged(error.to_string()))?;
                Ok(games.swap_remove(0))
            }
        }
    }

    /// A record of what head and steps say.
    fn plain_record(&self) -> Record {
        let head = &self.head;
        let mut record = Record {
            rule: head.rule,
            size: head.size,
            opening: head.opening,
            traps: head.traps.clone(),
            black: head.black.clone(),
            white: head.white.clone(),
            event: head.event.clone(),
            date: head.date.clone(),
            result: head.outcome.into(),
            ..Record::default()
        };
        record.extend(self.steps.iter().filter_map(|step| match *step {
            Step::Move(stone, point) => Some(PlayedMove { stone, point }),
            _ => None,
        }));
        record
    }

    /// The stones at the end of the main line.
    pub(crate) fn stones(&self) -> Vec<(Point, Stone)> {
        let mut grid = crate::step::Grid::new();
        for &step in &self.steps {
            match step {
                Step::Move(stone, Some(point)) => drop(grid.put(point, Some(stone))),
                Step::Set(point, stone) => drop(grid.put(point, stone)),
                _ => {}
            }
        }
        self.head.size.points().filter_map(|point| Some((point, grid.stone(point)?))).collect()
    }

    /// A number that equal games have in common: rule, board, moves, players, event, date and result.
    pub(crate) fn fingerprint(&self) -> u64 {
        let mut bytes = Vec::new();
        self.write_head(&mut bytes, "");
        self.write_steps(&mut bytes);
        crate::import::digest(&bytes)
    }

    /// Whether another says the same, comments and variations apart.
    pub(crate) fn is_same_game(&self, other: &Game) -> bool {
        self.steps == other.steps
            && self.head == Head { source: self.head.source.clone(), ..other.head.clone() }
    }

    pub(crate) fn bytes(&self) -> Vec<u8> {
        let mut out = vec![FORM];
        self.write_head(&mut out, &self.head.source);
        self.write_steps(&mut out);
        write_text(&mut out, self.whole.as_deref().unwrap_or_default());
        out
    }

    fn write_head(&self, out: &mut Vec<u8>, source: &str) {
        let head = &self.head;
        let rule = Rule::ALL.iter().position(|&each| each == head.rule).unwrap_or_default();
        let opening = Opening::ALL.iter().position(|&each| each == head.opening).unwrap_or_default();
        let named = head.named.map_or(0, |named| named.index() + 1);
        out.extend([rule as u8, head.size.side() as u8, opening as u8, named as u8, head.outcome as u8]);
        out.extend(Day::number(head.day).to_le_bytes());
        write_number(out, head.moves);
        for text in [&head.black, &head.white, &head.event, &head.date, source] {
            write_text(out, text);
        }
        write_number(out, head.traps.len());
        out.extend(head.traps.iter().flat_map(|&trap| point_number(Some(trap)).to_le_bytes()));
    }

    fn write_steps(&self, out: &mut Vec<u8>) {
        write_number(out, self.steps.len());
        out.extend(self.steps.iter().flat_map(|step| step.bits().to_le_bytes()));
    }

    /// Reads what [`Game::bytes`] wrote; nothing if it is damaged.
    pub(crate) fn of_bytes(bytes: &[u8]) -> Option<Game> {
        Game::read(bytes).map(|(game, _)| game)
    }

    /// The same, if there is nothing after it.
    pub(crate) fn of_whole_bytes(bytes: &[u8]) -> Option<Game> {
        Game::read(bytes).filter(|(_, rest)| rest.is_empty()).map(|(game, _)| game)
    }

    fn read(bytes: &[u8]) -> Option<(Game, &[u8])> {
        let (head, mut rest) = read_head(bytes)?;
        let count = read_number(&mut rest)?;
        let steps = split_off(&mut rest, count.checked_mul(2)?)?;
        let steps = steps.as_chunks::<2>().0.iter().map(|&bits| Step::of_bits(u16::from_le_bytes(bits)));
        let steps = steps.collect::<Option<_>>()?;
        let whole = read_text(&mut rest)?;
        Some((Game { head, steps, whole: (!whole.is_empty()).then_some(whole) }, rest))
    }
}

/// Reads the head of a stored game, and returns what comes after it.
pub(crate) fn read_head(bytes: &[u8]) -> Option<(Head, &[u8])> {
    let mut rest = bytes.strip_prefix(&[FORM])?;
    let [rule, side, opening, named, outcome] = *split_off(&mut rest, 5)?.first_chunk()?;
    let day = u32::from_le_bytes(*split_off(&mut rest, 4)?.first_chunk()?);
    let head = Head {
        rule: *Rule::ALL.get(usize::from(rule))?,
        size: Size::new(usize::from(side)).ok()?,
        opening: *Opening::ALL.get(usize::from(opening))?,
        named: match usize::from(named) {
            0 => None,
            number => Some(OPENINGS.get(number - 1)?),
        },
        outcome: *Outcome::ALL.get(usize::from(outcome))?,
        day: Day::of_number(day),
        moves: read_number(&mut rest)?,
        black: read_text(&mut rest)?,
        white: read_text(&mut rest)?,
        event: read_text(&mut rest)?,
        date: read_text(&mut rest)?,
        source: read_text(&mut rest)?,
        traps: {
            let count = read_number(&mut rest)?;
            let traps = split_off(&mut rest, count.checked_mul(2)?)?.as_chunks::<2>().0;
            traps.iter().map(|&bits| point_of(u16::from_le_bytes(bits))).collect::<Option<_>>()?
        },
    };
    Some((head, rest))
}

/// Writes a number, seven bits a byte, the lowest first.
fn write_number(out: &mut Vec<u8>, mut number: usize) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

fn read_number(rest: &mut &[u8]) -> Option<usize> {
    let mut number = 0_usize;
    for shift in (0..35).step_by(7) {
        let (&byte, tail) = rest.split_first()?;
        *rest = tail;
        number |= usize::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

fn write_text(out: &mut Vec<u8>, text: &str) {
    write_number(out, text.len());
    out.extend(text.as_bytes());
}

fn read_text(rest: &mut &[u8]) -> Option<String> {
    let length = read_number(rest)?;
    std::str::from_utf8(split_off(rest, length)?).ok().map(str::to_owned)
}

fn split_off<'a>(rest: &mut &'a [u8], length: usize) -> Option<&'a [u8]> {
    let (first, tail) = rest.split_at_checked(length)?;
    *rest = tail;
    Some(first)
}

impl From<Option<RecordResult>> for Outcome {
    fn from(result: Option<RecordResult>) -> Outcome {
        match result {
            Some(RecordResult::Win(Stone::Black)) => Outcome::Black,
            Some(RecordResult::Win(Stone::White)) => Outcome::White,
            Some(RecordResult::Draw) => Outcome::Draw,
            None => Outcome::Unknown,
        }
    }
}

impl From<Outcome> for Option<RecordResult> {
    fn from(outcome: Outcome) -> Option<RecordResult> {
        match outcome {
            Outcome::Black => Some(RecordResult::Win(Stone::Black)),
            Outcome::White => Some(RecordResult::Win(Stone::White)),
            Outcome::Draw => Some(RecordResult::Draw),
            Outcome::Unknown => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(text: &str) -> Record {
        read(text.as_bytes(), &ReadOptions::default()).unwrap().swap_remove(0)
    }

    #[test]
    fn a_game_reads_back_with_all_that_is_in_it() {
        for text in [
            "h8i9g7",
            "(;GM[4]SZ[15]PB[Ann]PW[Bob]EV[Cup]DT[2026-11-16]RE[B+R];B[hh];W[ii])",
            "(;GM[4]SZ[15]AB[hh][ii]AW[gg];W[jj]C[well played](;B[kk])(;B[ll]))",
            "{\"rule\":\"renju\",\"size\":19,\"traps\":[\"a1\",\"s19\"],\"moves\":[\"h8\",\"pass\",\"i9\"],\"opening\":\"swap2\"}",
        ] {
            let record = record(text);
            let game = Game::new(&record, "file.sgf");
            let back = Game::of_bytes(&game.bytes()).unwrap();
            assert_eq!(back, game, "{text}");
            assert_eq!(back.record().unwrap(), record, "{text}");
        }
    }

    #[test]
    fn only_a_plain_line_of_moves_is_stored_without_its_record() {
        assert_eq!(Game::new(&record("h8i9g7"), "").whole, None);
        assert!(Game::new(&record("(;GM[4]SZ[15];B[hh]C[!];W[ii])"), "").whole.is_some());
    }

    #[test]
    fn damaged_bytes_are_no_game() {
        let bytes = Game::new(&record("(;GM[4]SZ[15]PB[Ann];B[hh]C[!];W[ii])"), "a").bytes();
        for length in 0..bytes.len() {
            assert_eq!(Game::of_bytes(&bytes[..length]), None, "{length}");
        }
        for i in 0..bytes.len() {
            let mut bytes = bytes.clone();
            bytes[i] ^= 0xff;
            let _ = Game::of_bytes(&bytes);
        }
    }
}
