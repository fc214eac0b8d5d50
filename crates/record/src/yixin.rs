//! Yixin-Board's saved games: `.sav` in text, and `.pos` in bytes. Both hold only alternating moves.
//!
//! A `.sav` is a list of numbers: height, width, count, then `row column` for each move, zero-based from the top-left.
//! A `.pos` is a count byte and one byte `column·15 + row` for each move, of a 15×15 board.

use goren_core::{Point, Size};

use crate::error::{Place, ReadError, WriteError};
use crate::format::{Format, ReadOptions, plain_moves};
use crate::record::Record;

/// The only size of a `.pos`.
const POS_SIZE: Size = Size::DEFAULT;

/// Reads a `.sav`.
pub(crate) fn read_sav(bytes: &[u8], options: &ReadOptions) -> Result<Record, ReadError> {
    let text = String::from_utf8_lossy(bytes);
    let mut numbers = Numbers::of(&text);
    let height = numbers.next("the height of the board", Size::MAX.side())?;
    let width = numbers.next("the width of the board", Size::MAX.side())?;
    let size = Size::new(height).ok().filter(|size| size.side() == width);
    let size = size.ok_or_else(|| {
        ReadError::new(numbers.place(), "a square board from 5 to 22", format!("{height}×{width}"))
    })?;
    let count = numbers.next("the number of moves", size.area())?;
    let mut points = Vec::new();
    for _ in 0..count {
        let row = numbers.next("a row", size.side() - 1)?;
        let column = numbers.next("a column", size.side() - 1)?;
        points.extend(size.at_top_left(column, row));
    }
    numbers.end(count)?;
    Ok(Record::of_moves(options.rule.unwrap_or_default(), size, points))
}

/// Writes a `.sav`.
pub(crate) fn write_sav(record: &Record) -> Result<String, WriteError> {
    let points = plain_moves(record, Format::YixinSav)?;
    let mut text = format!("{0}\n{0}\n{1}\n", record.size, points.len());
    for point in points {
        let (column, row) = record.size.top_left_of(point);
        text += &format!("{row} {column}\n");
    }
    Ok(text)
}

/// Reads a `.pos`.
pub(crate) fn read_pos(bytes: &[u8], options: &ReadOptions) -> Result<Record, ReadError> {
    let (&count, moves) =
        bytes.split_first().ok_or_else(|| ReadError::end(Place::Offset(0), "the number of moves"))?;
    let count = usize::from(count);
    if count > POS_SIZE.area() {
        let expected = format!("a number of moves up to {}", POS_SIZE.area());
        return Err(ReadError::new(Place::Offset(0), expected, count.to_string()));
    }
    if moves.len() < count {
        return Err(ReadError::end(Place::Offset(bytes.len()), format!("{count} moves")));
    }
    if let Some(byte) = moves.get(count) {
        let expected = format!("the end after {count} moves");
        return Err(ReadError::new(Place::Offset(1 + count), expected, byte.to_string()));
    }
    let points: Result<Vec<Point>, ReadError> = moves.iter().enumerate().map(point_of_byte).collect();
    Ok(Record::of_moves(options.rule.unwrap_or_default(), POS_SIZE, points?))
}

fn point_of_byte((i, &byte): (usize, &u8)) -> Result<Point, ReadError> {
    let (column, row) = (usize::from(byte) / POS_SIZE.side(), usize::from(byte) % POS_SIZE.side());
    POS_SIZE.at_top_left(column, row).ok_or_else(|| {
        let expected = format!("a move byte below {}", POS_SIZE.area());
        ReadError::new(Place::Offset(1 + i), expected, byte.to_string())
    })
}

/// Writes a `.pos`.
pub(crate) fn write_pos(record: &Record) -> Result<Vec<u8>, WriteError> {
    let error = |reason: String| WriteError::new(Format::YixinPos, reason);
    if record.size != POS_SIZE {
        return Err(error(format!("its board is {0}×{0}, not {1}×{1}", record.size, POS_SIZE)));
    }
    let points = plain_moves(record, Format::YixinPos)?;
    let too_many = || error(format!("it has more than {} moves", POS_SIZE.area()));
    let count = u8::try_from(points.len()).ok().filter(|&count| usize::from(count) <= POS_SIZE.area());
    let mut bytes = vec![count.ok_or_else(too_many)?];
    bytes.extend(points.into_iter().map(|point| {
        let (column, row) = POS_SIZE.top_left_of(point);
        (column * POS_SIZE.side() + row) as u8
    }));
    Ok(bytes)
}

/// Reads the numbers of a text one by one.
struct Numbers<'a> {
    lines: std::iter::Enumerate<std::str::Lines<'a>>,
    words: std::str::SplitWhitespace<'a>,
    line: usize,
}

impl<'a> Numbers<'a> {
    fn of(text: &'a str) -> Numbers<'a> {
        let text = text.trim_start_matches('\u{feff}');
        Numbers { lines: text.lines().enumerate(), words: "".split_whitespace(), line: 1 }
    }

    fn place(&self) -> Place {
        Place::Line(self.line)
    }

    fn word(&mut self) -> Option<&'a str> {
        loop {
            if let Some(word) = self.words.next() {
                return Some(word);
            }
            let (i, line) = self.lines.next()?;
            self.line = i + 1;
            self.words = line.split_whitespace();
        }
    }

    fn next(&mut self, what: &str, most: usize) -> Result<usize, ReadError> {
        let expected = format!("{what}, at most {most}");
        let word = self.word().ok_or_else(|| ReadError::end(self.place(), &expected))?;
        let number = word.parse().ok().filter(|&number| number <= most);
        number.ok_or_else(|| ReadError::new(self.place(), expected, word))
    }

    fn end(&mut self, count: usize) -> Result<(), ReadError> {
        match self.word() {
            None => Ok(()),
            Some(word) => Err(ReadError::new(self.place(), format!("the end after {count} moves"), word)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::{Draw as _, damaged};
    use goren_core::Random;
    use goren_core::Rule;

    fn options() -> ReadOptions {
        ReadOptions::default()
    }

    fn game(moves: &[&str]) -> Record {
        let points: Vec<Point> = moves.iter().map(|name| name.parse().unwrap()).collect();
        Record::of_moves(Rule::Freestyle, Size::DEFAULT, points)
    }

    fn random_game(random: &mut Random, size: Size) -> Record {
        let count = random.below(size.area() + 1);
        let points = random.points(size).into_iter().take(count);
        Record::of_moves(Rule::Freestyle, size, points)
    }

    #[test]
    fn sav_counts_rows_from_the_top_before_columns() {
        assert_eq!(read_sav(b"15 15 2\r\n0 1\r\n7 7\r\n", &options()), Ok(game(&["b15", "h8"])));
        assert_eq!(write_sav(&game(&["b15", "h8"])).unwrap(), "15\n15\n2\n0 1\n7 7\n");
    }

    #[test]
    fn pos_counts_columns_of_fifteen_rows_from_the_top() {
        assert_eq!(read_pos(&[2, 15, 112], &options()), Ok(game(&["b15", "h8"])));
        assert_eq!(write_pos(&game(&["b15", "h8"])).unwrap(), [2, 15, 112]);
    }

    #[test]
    fn the_rule_is_the_one_asked_for() {
        let options = ReadOptions { rule: Some(Rule::Renju), ..options() };
        assert_eq!(read_sav(b"15 15 0", &options).unwrap().rule, Rule::Renju);
        assert_eq!(read_pos(&[0], &options).unwrap().rule, Rule::Renju);
    }

    #[test]
    fn both_forms_read_back_as_they_were_written() {
        let mut random = Random::new(1);
        for _ in 0..200 {
            let size = random.size();
            let record = random_game(&mut random, size);
            assert_eq!(read_sav(write_sav(&record).unwrap().as_bytes(), &options()), Ok(record));
            let record = random_game(&mut random, Size::DEFAULT);
            assert_eq!(read_pos(&write_pos(&record).unwrap(), &options()), Ok(record));
        }
    }

    #[test]
    fn bad_sav_is_answered_with_the_line_and_what_was_expected() {
        let check = |text: &str, error: &str| {
            assert_eq!(read_sav(text.as_bytes(), &options()).unwrap_err().to_string(), error);
        };
        check("", "line 1: expected the height of the board, at most 22, got the end");
        check("15\nx", "line 2: expected the width of the board, at most 22, got `x`");
        check("15\n16", "line 2: expected a square board from 5 to 22, got `15×16`");
        check("4 4", "line 1: expected a square board from 5 to 22, got `4×4`");
        check("15 15\n226", "line 2: expected the number of moves, at most 225, got `226`");
        check("15 15 1\n-1 0", "line 2: expected a row, at most 14, got `-1`");
        check("15 15 1\n0 15", "line 2: expected a column, at most 14, got `15`");
        check("15 15 2\n0 0\n1", "line 3: expected a column, at most 14, got the end");
        check("15 15 1\n0 0\n1 1", "line 3: expected the end after 1 moves, got `1`");
    }

    #[test]
    fn bad_pos_is_answered_with_the_offset_and_what_was_expected() {
        let check = |bytes: &[u8], error: &str| {
            assert_eq!(read_pos(bytes, &options()).unwrap_err().to_string(), error);
        };
        check(&[], "offset 0: expected the number of moves, got the end");
        check(&[226], "offset 0: expected a number of moves up to 225, got `226`");
        check(&[2, 7], "offset 2: expected 2 moves, got the end");
        check(&[1, 7, 8], "offset 2: expected the end after 1 moves, got `8`");
        check(&[2, 7, 225], "offset 2: expected a move byte below 225, got `225`");
    }

    #[test]
    fn pos_holds_no_other_size() {
        let record = Record { size: Size::MAX, ..Record::default() };
        assert!(write_pos(&record).unwrap_err().to_string().contains("its board is 22×22, not 15×15"));
    }

    #[test]
    fn broken_files_are_answered_without_panic() {
        damaged(b"15\n15\n3\n7 7\n6 8\n10 12\n", |bytes| {
            let _ = read_sav(bytes, &options());
        });
        damaged(&[4, 112, 97, 224, 0], |bytes| {
            let _ = read_pos(bytes, &options());
        });
    }
}
