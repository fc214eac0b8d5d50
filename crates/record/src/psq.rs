//! Piskvork's saved games: `.psq`, and the older `.rec` that it still reads and writes.
//!
//! A `.psq` begins with `Piskvorky 15x15, level:level, starter`; each move is a line `x,y,ms`, one-based from the
//! top-left. A tournament adds both names, and `starter` says which of them moved first. The last line is a number
//! that says why the game ended, −1 if it was saved by hand.
//!
//! A `.rec` starts with both names, the first player's first; then come the moves, zero-based, and the number. It has no
//! size: Piskvork assumes 20×20.

use std::iter::Peekable;

use goren_core::{Point, Size};

use crate::error::{Place, ReadError, WriteError};
use crate::format::{Format, ReadOptions, plain_moves, size_or_default};
use crate::record::Record;
use crate::tree::{Property, Tree};

/// The line ending of Piskvork's own files: it runs on Windows and writes in text mode. It reads either kind.
const LINE_END: &str = "\r\n";
/// The board of a `.rec`, unless its moves need a larger one.
const REC_SIDE: usize = 20;
/// What Piskvork calls players without a name.
const NAMELESS: [&str; 2] = ["homo-1", "homo-2"];
/// The root's property for the code that says why the game ended.
pub(crate) const RESULT: &str = "PSQRESULT";
const SAVED_BY_HAND: i64 = -1;

/// Reads a `.psq`.
pub(crate) fn read(bytes: &[u8], options: &ReadOptions) -> Result<Record, ReadError> {
    let text = String::from_utf8_lossy(bytes);
    let mut lines = numbered(&text);
    let (size, starter) = header(lines.next())?;
    let moves = moves(&mut lines, 1, size)?;
    let ending = ending(lines)?;
    let mut record = record_of(&moves, size, options);
    if let Some([first, second]) = ending.names {
        let [black, white] = if starter == 0 { [first, second] } else { [second, first] };
        (record.black, record.white) = (name(black), name(white));
    }
    keep_code(&mut record, ending.code);
    Ok(record)
}

/// Reads a `.rec`.
pub(crate) fn read_rec(bytes: &[u8], options: &ReadOptions) -> Result<Record, ReadError> {
    let text = String::from_utf8_lossy(bytes);
    let mut lines = numbered(&text);
    let mut player = |which| match lines.next() {
        Some((_, line)) => Ok(name(line)),
        None => Err(ReadError::end(Place::Whole, format!("the {which} player's name"))),
    };
    let (black, white) = (player("first")?, player("second")?);
    let moves = moves(&mut lines, 0, options.size.unwrap_or(Size::MAX))?;
    if moves.is_empty() {
        let expected = "a move such as `10,10,0`";
        return Err(match lines.next() {
            Some((number, line)) => ReadError::new(Place::Line(number), expected, line),
            None => ReadError::end(Place::Whole, expected),
        });
    }
    let code = lines.next().map(code).transpose()?;
    if let Some((number, line)) = lines.next() {
        return Err(ReadError::new(Place::Line(number), "the end of the file", line));
    }
    let needed = moves.iter().map(|each| each.x.max(each.y) + 1).max().unwrap_or(0);
    let least = if options.size.is_some() { 0 } else { REC_SIDE };
    let size = size_or_default(options, needed.max(least))?;
    let mut record = Record { black, white, ..record_of(&moves, size, options) };
    keep_code(&mut record, code);
    Ok(record)
}

/// Writes a `.psq`.
pub(crate) fn write(record: &Record) -> Result<String, WriteError> {
    let mut text = format!("Piskvorky {0}x{0}, 0:0, 0{LINE_END}", record.size);
    text += &move_lines(record, Format::Psq, 1)?;
    let names = name_lines(record, Format::Psq)?;
    if !names.lines().eq(NAMELESS) {
        text += &names;
    }
    Ok(text + &code_of(record) + LINE_END)
}

/// Writes a `.rec`.
pub(crate) fn write_rec(record: &Record) -> Result<String, WriteError> {
    let moves = move_lines(record, Format::Rec, 0)?;
    if moves.is_empty() {
        return Err(WriteError::new(Format::Rec, "it has no moves"));
    }
    Ok(name_lines(record, Format::Rec)? + &moves + &code_of(record) + LINE_END)
}

/// The lines that are not blank, with their numbers from 1.
fn numbered(text: &str) -> Peekable<impl Iterator<Item = (usize, &str)>> {
    let text = text.trim_start_matches('\u{feff}');
    text.lines()
        .enumerate()
        .map(|(i, line)| (i + 1, line.trim()))
        .filter(|(_, line)| !line.is_empty())
        .peekable()
}

/// The size, and which of the two players moved first.
fn header(line: Option<(usize, &str)>) -> Result<(Size, usize), ReadError> {
    let expected = "`Piskvorky 15x15, 0:0, 0`";
    let (number, line) = line.ok_or_else(|| ReadError::end(Place::Line(1), expected))?;
    let bad = |expected: &str, got: &str| ReadError::new(Place::Line(number), expected, got);
    let (word, fields) = line.split_once(' ').ok_or_else(|| bad(expected, line))?;
    if !word.eq_ignore_ascii_case("Piskvorky") {
        return Err(bad(expected, line));
    }
    let mut fields = fields.split(',').map(str::trim);
    let (Some(board), Some(levels), Some(starter), None) =
        (fields.next(), fields.next(), fields.next(), fields.next())
    else {
        return Err(bad(expected, line));
    };
    let sides = board.split_once('x').map(|(width, height)| (width.parse(), height.parse::<usize>()));
    let size = match sides {
        Some((Ok(width), Ok(height))) if width == height => Size::new(width).ok(),
        _ => None,
    };
    let size = size.ok_or_else(|| bad("a square board from `5x5` to `22x22`", board))?;
    let numbers = |(a, b): (&str, &str)| a.parse::<i64>().is_ok() && b.parse::<i64>().is_ok();
    if !levels.split_once(':').is_some_and(numbers) {
        return Err(bad("two levels such as `0:0`", levels));
    }
    match starter {
        "0" => Ok((size, 0)),
        "1" => Ok((size, 1)),
        _ => Err(bad("the player who begins, `0` or `1`", starter)),
    }
}

/// A move as it is written, zero-based from the top-left.
struct WrittenMove {
    x: usize,
    y: usize,
    time_ms: Option<u64>,
}

/// The moves up to the first line that is not a move; coordinates start at `base`.
fn moves<'a>(
    lines: &mut Peekable<impl Iterator<Item = (usize, &'a str)>>,
    base: usize,
    size: Size,
) -> Result<Vec<WrittenMove>, ReadError> {
    let mut moves = Vec::new();
    while let Some((number, line)) = lines.next_if(|(_, line)| looks_like_move(line)) {
        let last = size.side() - 1 + base;
        let expected = format!("a move `x,y,ms` with x and y from {base} to {last}");
        let bad = || ReadError::new(Place::Line(number), expected, line);
        moves.push(move_of(line, base, size).ok_or_else(bad)?);
        if moves.len() > size.area() {
            return Err(ReadError::new(Place::Line(number), format!("at most {} moves", size.area()), line));
        }
    }
    Ok(moves)
}

fn looks_like_move(line: &str) -> bool {
    line.split_once(',').is_some_and(|(x, _)| x.trim().parse::<i64>().is_ok())
}

fn move_of(line: &str, base: usize, size: Size) -> Option<WrittenMove> {
    let mut fields = line.split(',').map(str::trim);
    let mut coordinate =
        || fields.next()?.parse::<usize>().ok()?.checked_sub(base).filter(|&c| c < size.side());
    let (x, y) = (coordinate()?, coordinate()?);
    let time_ms = fields.next().map_or(Some(0), |field| field.parse().ok())?;
    // Piskvork writes 0 for a move that was not timed.
    let time_ms = Some(time_ms).filter(|&ms| ms > 0);
    fields.next().is_none().then_some(WrittenMove { x, y, time_ms })
}

/// What follows the moves of a `.psq`.
struct Trailer<'a> {
    names: Option<[&'a str; 2]>,
    code: Option<i64>,
}

fn ending<'a>(mut lines: impl Iterator<Item = (usize, &'a str)>) -> Result<Trailer<'a>, ReadError> {
    let [first, second, third, fourth] = std::array::from_fn(|_| lines.next());
    if let Some((number, line)) = fourth {
        return Err(ReadError::new(Place::Line(number), "the end of the file", line));
    }
    let Some((number, line)) = first else { return Ok(Trailer { names: None, code: None }) };
    let Some((_, other)) = second else {
        return Ok(Trailer { names: None, code: Some(code((number, line))?) });
    };
    // A single name is more likely a malformed move.
    if looks_like_move(other) || third.is_none() && other.parse::<i64>().is_ok() {
        return Err(ReadError::new(Place::Line(number), "a move such as `8,8,0`", line));
    }
    Ok(Trailer { names: Some([line, other]), code: third.map(code).transpose()? })
}

fn code((number, line): (usize, &str)) -> Result<i64, ReadError> {
    let expected = "a move such as `8,8,0` or the number that ends the file";
    line.parse().map_err(|_| ReadError::new(Place::Line(number), expected, line))
}

fn name(line: &str) -> String {
    if NAMELESS.contains(&line) { String::new() } else { line.to_owned() }
}

fn record_of(moves: &[WrittenMove], size: Size, options: &ReadOptions) -> Record {
    let points = moves.iter().filter_map(|each| size.at_top_left(each.x, each.y));
    let mut record = Record::of_moves(options.rule.unwrap_or_default(), size, points);
    let nodes: Vec<_> = record.tree.main_line().skip(1).collect();
    for (id, each) in nodes.into_iter().zip(moves) {
        record.tree.node_mut(id).time_ms = each.time_ms;
    }
    record
}

fn keep_code(record: &mut Record, code: Option<i64>) {
    if let Some(code) = code.filter(|&code| code != SAVED_BY_HAND) {
        let property = Property { name: RESULT.to_owned(), values: vec![code.to_string()] };
        record.tree.node_mut(Tree::ROOT).extra.push(property);
    }
}

fn code_of(record: &Record) -> String {
    let kept = record.tree.node(Tree::ROOT).extra.iter().find(|property| property.name == RESULT);
    let code = kept.and_then(|property| property.values.first()?.parse().ok());
    code.unwrap_or(SAVED_BY_HAND).to_string()
}

fn move_lines(record: &Record, format: Format, base: usize) -> Result<String, WriteError> {
    let nodes = record.tree.main_line().map(|id| record.tree.node(id)).filter(|node| node.played.is_some());
    let line = |(point, time_ms): (Point, Option<u64>)| {
        let (x, y) = record.size.top_left_of(point);
        format!("{},{},{}{LINE_END}", x + base, y + base, time_ms.unwrap_or(0))
    };
    Ok(plain_moves(record, format)?.into_iter().zip(nodes.map(|node| node.time_ms)).map(line).collect())
}

fn name_lines(record: &Record, format: Format) -> Result<String, WriteError> {
    let mut text = String::new();
    for (name, nameless) in [&record.black, &record.white].into_iter().zip(NAMELESS) {
        // A name must stay on one line.
        let name = name.split(char::is_control).map(str::trim).collect::<Vec<_>>().join(" ");
        if looks_like_move(&name) {
            return Err(WriteError::new(format, format!("the name `{name}` looks like a move")));
        }
        let name = name.trim();
        text += if name.is_empty() { nameless } else { name };
        text += LINE_END;
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::{Draw as _, damaged};
    use crate::tree::Node;
    use goren_core::Random;
    use goren_core::{Rule, Stone};

    const TOURNAMENT: &str = "Piskvorky 20x20, 11:11, 1\r\n10,11,0\r\n11,11,250\r\n\
                              pbrain-one.exe\r\npbrain-two.exe\r\n3\r\n";

    fn read_text(text: &str) -> Result<Record, ReadError> {
        read(text.as_bytes(), &ReadOptions::default())
    }

    fn read_rec_text(text: &str) -> Result<Record, ReadError> {
        read_rec(text.as_bytes(), &ReadOptions::default())
    }

    fn points(record: &Record) -> String {
        record.moves().filter_map(|played| played.point).map(|point| point.to_string()).collect()
    }

    fn random_game(seed: u64) -> Record {
        let mut random = Random::new(seed);
        let size = random.size();
        let count = 1 + random.below(size.area());
        let moves: Vec<Point> = random.points(size).into_iter().take(count).collect();
        let mut record = Record::of_moves(Rule::Freestyle, size, moves);
        for id in 1..record.tree.len() {
            record.tree.node_mut(id).time_ms = Some(random.below(3) as u64).filter(|&ms| ms > 0);
        }
        record.black = random.one_of(&["", "pbrain-a.exe", "-7"]).to_owned();
        record.white = random.one_of(&["", "Žofie, 3rd", "5"]).to_owned();
        keep_code(&mut record, Some(random.below(4) as i64 - 1));
        record
    }

    #[test]
    fn a_tournament_file_gives_moves_times_names_and_code() {
        let record = read_text(TOURNAMENT).unwrap();
        assert_eq!(record.size.side(), 20);
        assert_eq!(points(&record), "j10k10");
        assert_eq!(record.tree.node(1).time_ms, None);
        assert_eq!(record.tree.node(2).time_ms, Some(250));
        assert_eq!(record.tree.node(0).extra[0].values, ["3"]);
    }

    #[test]
    fn the_starter_plays_black() {
        let record = read_text(TOURNAMENT).unwrap();
        assert_eq!([record.black, record.white], ["pbrain-two.exe", "pbrain-one.exe"]);
        let record = read_text(&TOURNAMENT.replacen(", 1\r", ", 0\r", 1)).unwrap();
        assert_eq!([record.black, record.white], ["pbrain-one.exe", "pbrain-two.exe"]);
    }

    #[test]
    fn a_file_saved_by_hand_keeps_no_code() {
        let record = read_text("piskvorky 15x15, 0:0, 0\n8,8,0\n-1\n").unwrap();
        assert_eq!(record, Record::of_moves(Rule::Freestyle, Size::DEFAULT, ["h8".parse().unwrap()]));
    }

    #[test]
    fn the_rule_is_the_one_asked_for() {
        let options = ReadOptions { rule: Some(Rule::Renju), ..ReadOptions::default() };
        assert_eq!(read(TOURNAMENT.as_bytes(), &options).unwrap().rule, Rule::Renju);
    }

    #[test]
    fn the_text_is_what_piskvork_writes() {
        let record = read_text(TOURNAMENT).unwrap();
        let text =
            "Piskvorky 20x20, 0:0, 0\r\n10,11,0\r\n11,11,250\r\npbrain-two.exe\r\npbrain-one.exe\r\n3\r\n";
        assert_eq!(write(&record).unwrap(), text);
        let text = "pbrain-two.exe\r\npbrain-one.exe\r\n9,10,0\r\n10,10,250\r\n3\r\n";
        assert_eq!(write_rec(&record).unwrap(), text);
    }

    #[test]
    fn psq_reads_back_as_it_was_written() {
        for seed in 0..200 {
            let record = random_game(seed);
            assert_eq!(read_text(&write(&record).unwrap()), Ok(record));
        }
    }

    #[test]
    fn rec_reads_back_as_it_was_written() {
        for seed in 0..200 {
            let record = random_game(seed);
            let options = ReadOptions { size: Some(record.size), ..ReadOptions::default() };
            assert_eq!(read_rec(write_rec(&record).unwrap().as_bytes(), &options), Ok(record));
        }
    }

    #[test]
    fn rec_is_a_board_of_20_or_the_next_larger() {
        let record = read_rec_text("a\nb\n0,0\n").unwrap();
        assert_eq!((record.size.side(), points(&record).as_str()), (20, "a20"));
        let record = read_rec_text("a\nb\n0,20,5\n-1").unwrap();
        assert_eq!((record.size.side(), points(&record).as_str()), (21, "a1"));
        assert_eq!([record.black, record.white], ["a", "b"]);
    }

    #[test]
    fn bad_psq_is_answered_with_the_line_and_what_was_expected() {
        let check = |text: &str, error: &str| assert_eq!(read_text(text).unwrap_err().to_string(), error);
        check("", "line 1: expected `Piskvorky 15x15, 0:0, 0`, got the end");
        check("\nhello", "line 2: expected `Piskvorky 15x15, 0:0, 0`, got `hello`");
        check(
            "Piskvorky 15x15, 0:0",
            "line 1: expected `Piskvorky 15x15, 0:0, 0`, got `Piskvorky 15x15, 0:0`",
        );
        for board in ["15x16", "4x4", "23x23", "15", "x", "99999999999999999999x5"] {
            let error = format!("line 1: expected a square board from `5x5` to `22x22`, got `{board}`");
            check(&format!("Piskvorky {board}, 0:0, 0"), &error);
        }
        check("Piskvorky 15x15, 00, 0", "line 1: expected two levels such as `0:0`, got `00`");
        check("Piskvorky 15x15, 0:0, 2", "line 1: expected the player who begins, `0` or `1`, got `2`");
        for bad in ["0,8,0", "8,16,0", "-1,8,0", "8,8,x", "8,8,0,0", "8,", "8,8,-5"] {
            let error = format!("line 3: expected a move `x,y,ms` with x and y from 1 to 15, got `{bad}`");
            check(&format!("Piskvorky 15x15, 0:0, 0\n1,1,0\n{bad}\n-1"), &error);
        }
        for rest in ["foo\n-1", "foo\n2,2,0\n-1"] {
            let error = "line 2: expected a move such as `8,8,0`, got `foo`";
            check(&format!("Piskvorky 15x15, 0:0, 0\n{rest}"), error);
        }
        let code = "expected a move such as `8,8,0` or the number that ends the file";
        check("Piskvorky 15x15, 0:0, 0\nfoo", &format!("line 2: {code}, got `foo`"));
        check("Piskvorky 15x15, 0:0, 0\na\nb\nc", &format!("line 4: {code}, got `c`"));
        check("Piskvorky 15x15, 0:0, 0\na\nb\n1\nd", "line 5: expected the end of the file, got `d`");
    }

    #[test]
    fn bad_rec_is_answered_with_the_line_and_what_was_expected() {
        let check = |text: &str, error: &str| assert_eq!(read_rec_text(text).unwrap_err().to_string(), error);
        check("a", "expected the second player's name, got the end");
        check("a\nb", "expected a move such as `10,10,0`, got the end");
        check("a\nb\nc", "line 3: expected a move such as `10,10,0`, got `c`");
        check("a\nb\n0,22", "line 3: expected a move `x,y,ms` with x and y from 0 to 21, got `0,22`");
        check("a\nb\n0,0\n1\n2", "line 5: expected the end of the file, got `2`");
    }

    #[test]
    fn more_moves_than_points_are_refused() {
        let text = format!("Piskvorky 5x5, 0:0, 0\n{}", "1,1,0\n".repeat(26));
        let error = read_text(&text).unwrap_err();
        assert_eq!(error.to_string(), "line 27: expected at most 25 moves, got `1,1,0`");
    }

    #[test]
    fn what_would_not_read_back_is_not_written() {
        let mut record = read_text(TOURNAMENT).unwrap();
        record.black = "1,2".to_owned();
        assert!(write(&record).unwrap_err().to_string().contains("`1,2` looks like a move"));
        assert!(write_rec(&Record::default()).unwrap_err().to_string().contains("it has no moves"));
        let mut record = Record::default();
        record.tree.add(Tree::ROOT, Node::of(Stone::Black, "p1".parse().ok()));
        assert!(write(&record).unwrap_err().to_string().contains("p1 is off the board"));
    }

    #[test]
    fn a_name_of_several_lines_is_written_as_one() {
        let mut record = read_text(TOURNAMENT).unwrap();
        record.black = "one\r\ntwo".to_owned();
        assert_eq!(read_text(&write(&record).unwrap()).unwrap().black, "one  two");
    }

    #[test]
    fn broken_files_are_answered_without_panic() {
        for sample in [TOURNAMENT.as_bytes(), b"one\r\ntwo\r\n9,9,0\r\n10,9,250\r\n-1\r\n"] {
            damaged(sample, |bytes| {
                let _ = read(bytes, &ReadOptions::default());
                let _ = read_rec(bytes, &ReadOptions::default());
            });
        }
    }
}
