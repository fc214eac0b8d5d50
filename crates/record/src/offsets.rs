//! Gomocup's opening lines: `dx,dy, dx,dy, …` from the point at half the size, y downwards, one opening per line.

use goren_core::{Point, Size};

use crate::error::{Place, ReadError, WriteError};
use crate::format::{Format, ReadOptions, plain_moves, read_lines};
use crate::record::Record;

/// Reads one opening from each line that is not blank.
pub(crate) fn read(bytes: &[u8], options: &ReadOptions) -> Result<Vec<Record>, ReadError> {
    read_lines(bytes, options, "offsets such as `0,0, 1,-2`", |line, place| read_line(line, place, options))
}

fn read_line(line: &str, place: Place, options: &ReadOptions) -> Result<Record, ReadError> {
    let numbers: Vec<isize> = line
        .trim_matches(|char: char| char.is_whitespace() || char == ',' || char == '\u{feff}')
        .split(',')
        .map(|number| {
            number.trim().parse().map_err(|_| ReadError::new(place, "a whole number", number.trim()))
        })
        .collect::<Result<_, _>>()?;
    let (pairs, odd) = numbers.as_chunks::<2>();
    if !odd.is_empty() {
        return Err(ReadError::end(place, "a second number to every first"));
    }
    let sizes: Vec<Size> = match options.size {
        Some(size) => vec![size],
        None => Size::all().filter(|&size| size >= Size::DEFAULT).collect(),
    };
    let fitting = sizes.iter().find_map(|&size| {
        let points: Option<Vec<Point>> = pairs.iter().map(|&[dx, dy]| point(size, dx, dy)).collect();
        points.map(|points| (size, points))
    });
    let (size, points) =
        fitting.ok_or_else(|| ReadError::new(place, "offsets that stay on the board", line.trim()))?;
    Ok(Record::of_moves(options.rule.unwrap_or_default(), size, points))
}

fn point(size: Size, dx: isize, dy: isize) -> Option<Point> {
    let half = size.side() / 2;
    size.at_top_left(half.checked_add_signed(dx)?, half.checked_add_signed(dy)?)
}

/// Writes one opening.
pub(crate) fn write(record: &Record) -> Result<String, WriteError> {
    let half = record.size.side() as isize / 2;
    let pairs: Vec<String> = plain_moves(record, Format::Offsets)?
        .into_iter()
        .map(|point| {
            let (x, y) = record.size.top_left_of(point);
            format!("{},{}", x as isize - half, y as isize - half)
        })
        .collect();
    if pairs.is_empty() {
        return Err(WriteError::new(Format::Offsets, "it has no moves"));
    }
    Ok(pairs.join(", ") + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str, side: usize) -> Vec<String> {
        let options = ReadOptions { size: Size::new(side).ok(), ..ReadOptions::default() };
        let games = crate::read(text.as_bytes(), &options).unwrap();
        games[0].moves().filter_map(|played| played.point).map(|point| point.to_string()).collect()
    }

    #[test]
    fn offsets_count_right_and_down_from_half_the_size() {
        assert_eq!(names("0,0, 1,0, 1,3", 20), ["k10", "l10", "l7"]);
        assert_eq!(names("0,0, -1,-2", 15), ["h8", "g10"]);
    }

    #[test]
    fn what_is_written_reads_back() {
        let options = ReadOptions { size: Size::new(20).ok(), ..ReadOptions::default() };
        let games = crate::read(b"0,0, 1,-10, -10,9\n", &options).unwrap();
        assert_eq!(write(&games[0]).unwrap(), "0,0, 1,-10, -10,9\n");
    }

    #[test]
    fn bad_offsets_are_quoted_with_their_line() {
        let error =
            |text: &str| crate::read(text.as_bytes(), &ReadOptions::default()).unwrap_err().to_string();
        assert_eq!(
            error("0,0\n1,2,3\n"),
            "opening offsets, line 2: expected a second number to every first, got the end"
        );
        assert_eq!(error("0,0, 1,--2"), "opening offsets, line 1: expected a whole number, got `--2`");
        assert_eq!(
            error("0,0, 99,0"),
            "opening offsets, line 1: expected offsets that stay on the board, got `0,0, 99,0`"
        );
    }
}
