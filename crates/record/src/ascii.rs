//! A picture of a board in text, top row first.
//!
//! Empty points are `.`, `+`, `_`, `·`, `×` (forbidden to Black) or the crossings of box-drawing lines; `-` is an empty point if none of these
//! occurs, and otherwise a line between points. Black is one of `X x ● ◉ * B b @`, White one of `O o ○ ◎ 0 W w`, a trap `#` or
//! `■`. Spaces, drawn lines and brackets around the last move are ignored. Rows may be numbered on either side and
//! columns lettered above and below; what stands under the letters below is ignored. A first line such as `renju 15×15, White to move` gives rule and side; without
//! it the side to move follows from the stones.

use goren_core::{Point, Rule, Size, Stone};

use crate::error::{Place, ReadError, WriteError};
use crate::format::{Format, ReadOptions};
use crate::record::{Record, natural_side};
use crate::tree::Tree;

/// The largest picture that is read, in bytes.
const MAX_PICTURE_BYTES: usize = 1 << 16;
const CROSSINGS: &str = "┌┬┐├┼╋┤└┴┘";
/// Characters between cells that are ignored.
const FILLERS: &str = "─│|()[]";

/// Reads a picture; its stones become set-up stones.
pub(crate) fn read(bytes: &[u8], options: &ReadOptions) -> Result<Record, ReadError> {
    if bytes.len() > MAX_PICTURE_BYTES {
        let got = format!("{} bytes", bytes.len());
        return Err(ReadError::new(
            Place::Whole,
            format!("a picture of at most {MAX_PICTURE_BYTES} bytes"),
            got,
        ));
    }
    let text = String::from_utf8_lossy(bytes);
    let text = text.trim_start_matches('\u{feff}');
    let mut lines: Vec<(usize, &str)> =
        text.lines().enumerate().map(|(i, line)| (i + 1, line.trim())).collect();
    lines.retain(|(_, line)| !line.is_empty());
    let header = match lines.first() {
        Some(&(number, line)) => Header::of(number, line)?,
        None => None,
    };
    if header.is_some() {
        lines.remove(0);
    }
    // Under a picture with letters may stand what `goren show` says about it.
    let is_row = |line: &str| line.chars().any(|sign| !is_filler(sign));
    let below = lines.iter().enumerate().find_map(|(i, (_, line))| {
        let rows = lines[..i].iter().filter(|(_, line)| is_row(line)).count();
        (letters_columns(line) && rows >= Size::MIN.side()).then_some(i)
    });
    lines.truncate(below.unwrap_or(lines.len()));
    lines.retain(|(_, line)| !letters_columns(line));
    unnumber(&mut lines);
    let rows = cells(&lines)?;
    let size = square(&rows)?;
    let header = header.unwrap_or_default();
    if let Some((number, side)) = header.side_length.filter(|&(_, side)| side != size.side()) {
        let expected = format!("{size}×{size} as in the picture");
        return Err(ReadError::new(Place::Line(number), expected, format!("{side}×{side}")));
    }
    let rule = header.rule.or(options.rule).unwrap_or_default();
    Ok(record_of(rule, size, header.to_move, &rows))
}

/// Writes the position at the end of the main line.
pub(crate) fn write(record: &Record) -> Result<String, WriteError> {
    let position = record.position().map_err(|error| WriteError::new(Format::Ascii, error.to_string()))?;
    let size = record.size;
    let sign = |point: Point| match position.stone(point) {
        Some(Stone::Black) => " X",
        Some(Stone::White) => " O",
        None if position.is_empty(point) => " .",
        None => " #",
    };
    let mut text = format!("{} {size}×{size}, {} to move\n", record.rule, position.side());
    for y in (0..size.side()).rev() {
        text += &format!("{:2}", y + 1);
        text.extend((0..size.side()).filter_map(|x| Point::new(x, y)).map(sign));
        text += "\n";
    }
    text += "  ";
    text.extend(('a'..='z').take(size.side()).flat_map(|letter| [' ', letter]));
    Ok(text + "\n")
}

/// The line above a picture.
#[derive(Default)]
struct Header {
    rule: Option<Rule>,
    /// The number of the line, and the side length that it states.
    side_length: Option<(usize, usize)>,
    to_move: Option<Stone>,
}

impl Header {
    /// Reads a header; `None` for a line that does not look like one.
    fn of(number: usize, line: &str) -> Result<Option<Header>, ReadError> {
        let lower = line.to_lowercase();
        let mut words = lower.split([' ', '\t', ',']).filter(|word| !word.is_empty()).peekable();
        let Some(&first) = words.peek() else { return Ok(None) };
        if first.parse::<Rule>().is_err() && !lower.ends_with("to move") {
            return Ok(None);
        }
        let rule = words.next_if(|word| word.parse::<Rule>().is_ok()).and_then(|word| word.parse().ok());
        let side = words.next_if(|word| board_side(word).is_some()).and_then(board_side);
        let to_move = match (words.next(), words.next(), words.next(), words.next()) {
            (None, ..) => None,
            (Some("black"), Some("to"), Some("move"), None) => Some(Stone::Black),
            (Some("white"), Some("to"), Some("move"), None) => Some(Stone::White),
            _ => {
                let expected = "a line such as `renju 15×15, White to move`";
                return Err(ReadError::new(Place::Line(number), expected, line));
            }
        };
        Ok(Some(Header { rule, side_length: side.map(|side| (number, side)), to_move }))
    }
}

/// The side length in `15×15`.
fn board_side(word: &str) -> Option<usize> {
    let (width, height) = word.split_once(['x', '×'])?;
    width.parse().ok().filter(|_| width == height)
}

/// Whether a line names the columns: a, b, c and so on, with or without i.
fn letters_columns(line: &str) -> bool {
    let letters: String = line.to_lowercase().split_whitespace().collect();
    let all: String = ('a'..='z').collect();
    let without_i = all.replace('i', "");
    letters.len() >= Size::MIN.side() && (all.starts_with(&letters) || without_i.starts_with(&letters))
}

/// Strips row numbers from each side on which every row has one.
///
/// A row may also begin or end with a White stone `0`: if all the numbers are 0, they are stones.
fn unnumber(lines: &mut [(usize, &str)]) {
    type Split = fn(&str) -> Option<(&str, &str)>;
    for split in [split_left as Split, split_right] {
        let rows = || lines.iter().filter(|(_, line)| line.chars().any(|sign| !is_filler(sign)));
        let numbered = rows().all(|(_, line)| split(line).is_some());
        let stones = rows().all(|(_, line)| split(line).is_some_and(|(number, _)| number == "0"));
        if numbered && !stones {
            for (_, line) in lines.iter_mut() {
                *line = split(line).map_or(*line, |(_, rest)| rest);
            }
        }
    }
}

/// The number before a row, and the row.
fn split_left(line: &str) -> Option<(&str, &str)> {
    let rest = line.trim_start_matches(|sign: char| sign.is_ascii_digit());
    number_of(line.strip_suffix(rest)?).filter(|_| rest.starts_with(is_filler)).map(|number| (number, rest))
}

/// The number after a row, and the row.
fn split_right(line: &str) -> Option<(&str, &str)> {
    let rest = line.trim_end_matches(|sign: char| sign.is_ascii_digit());
    number_of(line.strip_prefix(rest)?).filter(|_| rest.ends_with(is_filler)).map(|number| (number, rest))
}

fn number_of(digits: &str) -> Option<&str> {
    matches!(digits.len(), 1 | 2).then_some(digits)
}

fn is_filler(sign: char) -> bool {
    sign.is_whitespace() || FILLERS.contains(sign)
}

#[derive(Clone, Copy)]
enum PictureCell {
    Empty,
    Stone(Stone),
    Trap,
}

fn cell(sign: char) -> Option<PictureCell> {
    Some(match sign {
        '.' | '+' | '_' | '·' | '×' => PictureCell::Empty,
        'X' | 'x' | '●' | '◉' | '*' | 'B' | 'b' | '@' => PictureCell::Stone(Stone::Black),
        'O' | 'o' | '○' | '◎' | '0' | 'W' | 'w' => PictureCell::Stone(Stone::White),
        '#' | '■' => PictureCell::Trap,
        _ if CROSSINGS.contains(sign) => PictureCell::Empty,
        _ => return None,
    })
}

/// The rows that have cells, with their line numbers.
fn cells(lines: &[(usize, &str)]) -> Result<Vec<(usize, Vec<PictureCell>)>, ReadError> {
    let drawn =
        lines.iter().any(|(_, line)| line.chars().any(|sign| matches!(cell(sign), Some(PictureCell::Empty))));
    let mut rows = Vec::new();
    for &(number, line) in lines {
        let mut row = Vec::new();
        for sign in line.chars().filter(|&sign| !is_filler(sign)) {
            match cell(sign) {
                Some(cell) => row.push(cell),
                None if sign == '-' && drawn => {}
                None if sign == '-' => row.push(PictureCell::Empty),
                None => {
                    let expected = "a cell (`.`, `X`, `O` or `#`)";
                    return Err(ReadError::new(Place::Line(number), expected, sign.to_string()));
                }
            }
        }
        if !row.is_empty() {
            rows.push((number, row));
        }
    }
    Ok(rows)
}

/// The board size, from the rows.
fn square(rows: &[(usize, Vec<PictureCell>)]) -> Result<Size, ReadError> {
    let [(first, top), .., (last, _)] = rows else {
        return Err(ReadError::end(Place::Whole, "a board of 5 to 22 rows"));
    };
    let count = |count: usize| format!("{count} cells");
    let size = Size::new(top.len())
        .map_err(|_| ReadError::new(Place::Line(*first), "a row of 5 to 22 cells", count(top.len())))?;
    if let Some((number, row)) = rows.iter().find(|(_, row)| row.len() != size.side()) {
        let expected = format!("{size} cells as in the first row");
        return Err(ReadError::new(Place::Line(*number), expected, count(row.len())));
    }
    if rows.len() != size.side() {
        let expected = format!("{size} rows of {size} cells");
        return Err(ReadError::new(Place::Line(*last), expected, format!("{} rows", rows.len())));
    }
    Ok(size)
}

fn record_of(rule: Rule, size: Size, to_move: Option<Stone>, rows: &[(usize, Vec<PictureCell>)]) -> Record {
    let mut record = Record { rule, size, ..Record::default() };
    let mut stones = Vec::new();
    for (y, (_, row)) in rows.iter().rev().enumerate() {
        for (x, cell) in row.iter().enumerate() {
            match (Point::new(x, y), cell) {
                (Some(point), PictureCell::Stone(stone)) => stones.push((point, *stone)),
                (Some(point), PictureCell::Trap) => record.traps.push(point),
                _ => {}
            }
        }
    }
    // Black's stones first, as in all other formats.
    stones.sort_by_key(|&(_, stone)| stone);
    let root = record.tree.node_mut(Tree::ROOT);
    root.side = to_move.filter(|&side| side != natural_side(&stones));
    root.setup = stones.into_iter().map(|(point, stone)| (point, Some(stone))).collect();
    record
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::{Draw as _, damaged};
    use goren_core::Random;

    fn read_text(text: &str) -> Result<Record, ReadError> {
        read(text.as_bytes(), &ReadOptions::default())
    }

    /// The picture in one line, row by row from the top.
    fn signs(record: &Record) -> String {
        let picture = write(record).unwrap();
        let rows: Vec<String> = picture
            .lines()
            .skip(1)
            .take(record.size.side())
            .map(|line| line.split_whitespace().skip(1).collect())
            .collect();
        rows.join("/")
    }

    fn check(picture: &str, expected: &str) {
        assert_eq!(
            signs(&read_text(picture).unwrap_or_else(|error| panic!("{error} in\n{picture}"))),
            expected
        );
    }

    fn random_record(seed: u64) -> Record {
        let mut random = Random::new(seed);
        let size = random.size();
        let dense = 1 + random.below(8);
        let cells = [PictureCell::Stone(Stone::Black), PictureCell::Stone(Stone::White), PictureCell::Trap];
        let mut cell = || if random.once_in(dense) { random.one_of(&cells) } else { PictureCell::Empty };
        let rows: Vec<_> =
            (0..size.side()).map(|y| (y, (0..size.side()).map(|_| cell()).collect())).collect();
        record_of(random.one_of(&Rule::ALL), size, Some(random.one_of(&Stone::BOTH)), &rows)
    }

    const WRITTEN: &str = "\
renju 5×5, White to move
 5 . . . . .
 4 . X . . .
 3 . . X . .
 2 . O . # .
 1 O . . . .
   a b c d e
";

    #[test]
    fn a_picture_has_rule_side_stones_and_traps() {
        let record = read_text(WRITTEN).unwrap();
        assert_eq!((record.rule, record.size.side()), (Rule::Renju, 5));
        assert_eq!(record.traps, ["d2".parse().unwrap()]);
        let root = record.tree.node(Tree::ROOT);
        let setup: Vec<String> =
            root.setup.iter().map(|(point, stone)| format!("{point}{stone:?}")).collect();
        assert_eq!(setup, ["c3Some(Black)", "b4Some(Black)", "a1Some(White)", "b2Some(White)"]);
        assert_eq!(root.side, Some(Stone::White));
        assert_eq!(write(&record).unwrap(), WRITTEN);
    }

    #[test]
    fn pictures_read_back_as_they_were_written() {
        for seed in 0..200 {
            let record = random_record(seed);
            assert_eq!(read_text(&write(&record).unwrap()), Ok(record));
        }
    }

    #[test]
    fn moves_are_drawn_where_they_ended() {
        let points = ["c3", "b2", "d4"].map(|name| name.parse().unwrap());
        let record = Record::of_moves(Rule::Standard, Size::MIN, points);
        assert_eq!(signs(&record), "...../...X./..X../.O.../.....");
        let read = read_text(&write(&record).unwrap()).unwrap();
        assert_eq!(read.position().unwrap(), record.position().unwrap());
    }

    #[test]
    fn a_positions_own_picture_is_read() {
        let position = random_record(7).position().unwrap();
        assert_eq!(read_text(&format!("{position:?}")).unwrap().position().unwrap(), position);
    }

    #[test]
    fn rows_are_read_with_or_without_spaces_numbers_and_letters() {
        let expected = "...../.X.../..X../.O.../.....";
        check(".....\n.X...\n..X..\n.O...\n.....", expected);
        check("\n. . . . .\r\n\r\n. x . . .\r\n. . x . .\r\n. o . . .\r\n. . . . .\r\n", expected);
        check("  A B C D E\n5 .....\n4 .B...\n3 ..b..\n2 .W...\n1 .....\n  A B C D E", expected);
        check("5|.....|5\n4|.@...|4\n3|..*..|3\n2|.w...|2\n1|.....|1\n  abcde", expected);
        check("..... 05\n.X... 04\n..X.. 03\n.O... 02\n..... 01", expected);
        check("_____\n_X___\n__X__\n_O___\n·····", expected);
    }

    #[test]
    fn stones_are_not_letters_of_columns() {
        check("bbbbb\nb.b.b\nwowow\nooooo\nxxxxx", "XXXXX/X.X.X/OOOOO/OOOOO/XXXXX");
    }

    #[test]
    fn letters_without_i_name_columns_too() {
        let row = ". . . . . . . . . .\n";
        let picture = format!("A B C D E F G H J K\n{}", row.repeat(10));
        assert_eq!(read_text(&picture).unwrap().size.side(), 10);
    }

    #[test]
    fn a_zero_is_a_stone_unless_rows_are_numbered() {
        check("0 . . . 0\n. . . . .\n. . X . .\n. . . . .\n0 . . . 0", "O...O/...../..X../...../O...O");
        check("0 . . . .\n0 . . . .\n0 . . . .\n0 . . . .\n0 . . . .", "O..../O..../O..../O..../O....");
        check("0 .....\n1 0....\n2 .....\n3 .....\n4 ....0", "...../O..../...../...../....O");
    }

    #[test]
    fn boxes_are_read_with_the_lines_between_the_points() {
        let picture = "┌─┬─┬─┬─┐\n│ │ │ │ │\n├─●─┼─┼─┤\n├─┼─●─┼─┤\n├─○─┼─■─┤\n└─┴─┴─┴─┘";
        check(picture, "...../.X.../..X../.O.#./.....");
        check("┌┬┬┬┐\n├◉┼┼┤\n├┼●╋┤\n├◎┼■┤\n└┴┴┴┘", "...../.X.../..X../.O.#./.....");
    }

    #[test]
    fn a_dash_is_empty_only_without_another_empty_sign() {
        check("-----\n-x---\n--x--\n-o---\n-----", "...../.X.../..X../.O.../.....");
        check("+-+-+-+-+\n+-x-+-+-+\n+-+-x-+-+\n+-o-+-+-+\n+-+-+-+-+", "...../.X.../..X../.O.../.....");
    }

    #[test]
    fn brackets_mark_the_last_move_and_change_nothing() {
        check(". . . . .\n.(X). . .\n. .[X]. .\n. O). . .\n. . . . .", "...../.X.../..X../.O.../.....");
    }

    #[test]
    fn what_stands_under_the_letters_is_ignored() {
        let picture = "renju 5×5, White to move\n 5 ┌─┬─┬─┬─┐\n 4 ├─●─┼─┼─┤\n 3 ├─┼─◉─×─┤\n 2 ├─○─┼─■─┤\n 1 └─┴─┴─┴─┘\n   \
                       a b c d e\nAnn – Bo\n1. b4 b2  3. c3\nWhite to move\nForbidden to Black: d3 (3×3)\n";
        check(picture, "...../.X.../..X../.O.#./.....");
        check(
            "a b c d e\n.....\n.X...\n..X..\n.O...\n.....\na b c d e\n.....",
            "...../.X.../..X../.O.../.....",
        );
    }

    #[test]
    fn the_header_may_say_less() {
        let board = ".....\n.....\n..X..\n.....\n.....";
        let read = |header: &str| read_text(&format!("{header}\n{board}")).unwrap();
        let facts = |record: &Record| (record.rule, record.tree.node(Tree::ROOT).side);
        assert_eq!(facts(&read("")), (Rule::Freestyle, None));
        assert_eq!(facts(&read("caro6 5x5, Black to move")), (Rule::Caro6, Some(Stone::Black)));
        assert_eq!(facts(&read("black TO move")), (Rule::Freestyle, Some(Stone::Black)));
        assert_eq!(facts(&read("renju 5×5, White to move")), (Rule::Renju, None));
        assert_eq!(facts(&read("Renju")), (Rule::Renju, None));
    }

    #[test]
    fn the_rule_comes_from_the_options_when_the_picture_is_silent() {
        let options = ReadOptions { rule: Some(Rule::Caro), ..ReadOptions::default() };
        assert_eq!(read(".....\n".repeat(5).as_bytes(), &options).unwrap().rule, Rule::Caro);
        assert_eq!(read(WRITTEN.as_bytes(), &options).unwrap().rule, Rule::Renju);
    }

    #[test]
    fn bad_pictures_are_answered_with_the_line_and_what_was_expected() {
        let check = |text: &str, error: &str| assert_eq!(read_text(text).unwrap_err().to_string(), error);
        check("", "expected a board of 5 to 22 rows, got the end");
        check("\nhello", "line 2: expected a cell (`.`, `X`, `O` or `#`), got `h`");
        check("....\n....\n....\n....", "line 1: expected a row of 5 to 22 cells, got `4 cells`");
        let wide = format!("{}\n", ".".repeat(23)).repeat(23);
        check(&wide, "line 1: expected a row of 5 to 22 cells, got `23 cells`");
        check(".....\n\n....", "line 3: expected 5 cells as in the first row, got `4 cells`");
        check(".....\n.....\n\n.....\n", "line 4: expected 5 rows of 5 cells, got `3 rows`");
        check(
            "5 .....\n4 .....\n.....\n2 .....\n1 .....",
            "line 1: expected a cell (`.`, `X`, `O` or `#`), got `5`",
        );
        let six = "renju 6×6, Black to move\n.....\n.....\n.....\n.....\n.....";
        check(six, "line 1: expected 5×5 as in the picture, got `6×6`");
        let header = "expected a line such as `renju 15×15, White to move`";
        check("renju, red to move\n.....", &format!("line 1: {header}, got `renju, red to move`"));
        let large = ".".repeat(MAX_PICTURE_BYTES + 1);
        check(&large, "expected a picture of at most 65536 bytes, got `65537 bytes`");
    }

    #[test]
    fn an_impossible_position_is_not_drawn() {
        let record = Record::of_moves(Rule::Renju, Size::MIN, ["a1", "a1"].map(|name| name.parse().unwrap()));
        assert!(write(&record).unwrap_err().to_string().contains("a1"));
    }

    #[test]
    fn broken_pictures_are_answered_without_panic() {
        for sample in [WRITTEN, "┌┬┬┬┐\n├●┼┼┤\n├┼(●)┤\n├○┼■┤\n└┴┴┴┘ 5", "5|.....|5\n4|.@...|4\n"]
        {
            damaged(sample.as_bytes(), |bytes| {
                let _ = read(bytes, &ReadOptions::default());
            });
        }
    }
}
