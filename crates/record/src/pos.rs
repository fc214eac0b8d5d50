//! Lines of moves such as `h8i9g7`, one game per line.

use goren_core::{Point, Size};

use crate::error::{Place, ReadError, WriteError};
use crate::format::{Format, ReadOptions, plain_moves, reach, read_lines, size_or_default};
use crate::record::Record;

/// Reads one game from each line that is not blank. Spaces, commas and move numbers (`1.`) between points are ignored.
pub(crate) fn read(bytes: &[u8], options: &ReadOptions) -> Result<Vec<Record>, ReadError> {
    read_lines(bytes, options, "moves such as `h8i9`", |line, place| read_line(line, place, options))
}

fn read_line(line: &str, place: Place, options: &ReadOptions) -> Result<Record, ReadError> {
    let mut points = Vec::new();
    let mut rest = skip_between(line);
    while !rest.is_empty() {
        let (point, tail) = Point::split_first(rest).map_err(|_| {
            ReadError::new(place, "a point such as `h8`", rest.chars().take(4).collect::<String>())
        })?;
        points.push(point);
        rest = skip_between(tail);
    }
    let needed = reach(points.iter().copied());
    let size = size_or_default(options, needed).map_err(|error| ReadError { place, ..error })?;
    let moves =
        points.into_iter().map(|point| if options.rows_from_top { flipped(point, size) } else { point });
    Ok(Record::of_moves(options.rule.unwrap_or_default(), size, moves))
}

/// The text after white space, commas and a move number.
fn skip_between(text: &str) -> &str {
    let is_gap = |char: char| char.is_whitespace() || char == ',' || char == '\u{feff}';
    let text = text.trim_start_matches(is_gap);
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    match text[digits..].strip_prefix('.') {
        Some(rest) if digits > 0 => rest.trim_start_matches(is_gap),
        _ => text,
    }
}

fn flipped(point: Point, size: Size) -> Point {
    size.at_top_left(point.x(), point.y()).expect("the size holds the point")
}

/// Writes one line per game.
pub(crate) fn write(games: &[Record]) -> Result<String, WriteError> {
    let mut text = String::new();
    for game in games {
        let moves = plain_moves(game, Format::Pos)?;
        if moves.is_empty() {
            return Err(WriteError::new(Format::Pos, "it has no moves"));
        }
        text.extend(moves.iter().map(ToString::to_string));
        text.push('\n');
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use goren_core::Rule;

    fn names(bytes: &[u8], options: &ReadOptions) -> Result<Vec<String>, String> {
        let games = crate::read(bytes, options).map_err(|error| error.to_string())?;
        Ok(games
            .iter()
            .map(|game| {
                game.moves().filter_map(|played| played.point).map(|point| point.to_string()).collect()
            })
            .collect())
    }

    #[test]
    fn moves_may_be_run_together_spaced_or_numbered() {
        for text in ["h8i9g7", "H8 I9 g7\n", "h8, i9, g7", "1. h8 i9 3. g7", "  h8\ti9 g7  \r\n\r\n"] {
            assert_eq!(names(text.as_bytes(), &ReadOptions::default()).unwrap(), ["h8i9g7"], "{text}");
        }
    }

    #[test]
    fn every_line_is_a_game() {
        let games = names(b"h8i9\n\ng7\n", &ReadOptions::default()).unwrap();
        assert_eq!(games, ["h8i9", "g7"]);
    }

    #[test]
    fn rows_can_be_counted_from_the_top() {
        let options = ReadOptions { rows_from_top: true, ..ReadOptions::default() };
        assert_eq!(names(b"a1h8", &options).unwrap(), ["a15h8"]);
    }

    #[test]
    fn the_board_grows_to_hold_the_moves_unless_a_size_is_given() {
        let size = |text: &[u8]| crate::read(text, &ReadOptions::default()).unwrap()[0].size.side();
        assert_eq!((size(b"h8"), size(b"p3"), size(b"c20")), (15, 16, 20));
        let options = ReadOptions { size: Size::new(15).ok(), ..ReadOptions::default() };
        let error = names(b"h8p3", &options).unwrap_err();
        assert_eq!(error, "line of moves, line 1: expected points up to row and column 15, got `16`");
    }

    #[test]
    fn what_is_no_point_is_quoted_with_its_line() {
        let error = names(b"h8i9\nh8 h08", &ReadOptions::default()).unwrap_err();
        assert_eq!(error, "line of moves, line 2: expected a point such as `h8`, got `h08`");
        let error = names(b"h8i9h8", &ReadOptions::default()).unwrap_err();
        assert_eq!(
            error,
            "line of moves, move 3: expected a free point of the 15×15 board, got `h8 is occupied`"
        );
    }

    #[test]
    fn what_is_written_reads_back() {
        let options = ReadOptions { rule: Some(Rule::Renju), ..ReadOptions::default() };
        let games = crate::read(b"h8i9g7\na1o15\n", &options).unwrap();
        assert_eq!(write(&games).unwrap(), "h8i9g7\na1o15\n");
    }
}
