//! Recognising a format by its content.

use goren_core::Point;

use crate::error::{Place, ReadError};
use crate::format::Format;

/// The format that the bytes look like. Signatures are checked first, then kinds of text, then the one binary format
/// without a signature.
pub(crate) fn format(bytes: &[u8]) -> Result<Format, ReadError> {
    if bytes.starts_with(b"\xffRenLib") {
        return Ok(Format::Lib);
    }
    let start = String::from_utf8_lossy(&bytes[..bytes.len().min(64 << 10)]);
    let start = start.trim_start_matches('\u{feff}').trim_start();
    // No text has a zero in it, whatever else its letters look like.
    if !start.contains('\0')
        && let Some(format) = text_format(start)
    {
        return Ok(format);
    }
    if bytes.first().is_some_and(|&count| bytes.len() == usize::from(count) + 1) && !start.is_empty() {
        return Ok(Format::YixinPos);
    }
    let expected = "a game: moves such as `h8i9`, SGF, PSQ, REC, RenLib, RIF, Yixin .sav or .pos, JSON, a link, a board \
                    picture or opening offsets";
    let got = binary_kind(bytes).unwrap_or_else(|| start.lines().next().unwrap_or_default());
    Err(ReadError::new(Place::Whole, expected, got))
}

/// What a file that people may take for a game is in truth.
fn binary_kind(bytes: &[u8]) -> Option<&'static str> {
    let signatures: [(&[u8], &str); 6] = [
        (b"\x89PNG", "a PNG picture"),
        (b"\xff\xd8\xff", "a JPEG picture"),
        (b"GIF8", "a GIF picture"),
        (b"%PDF", "a PDF document"),
        (b"PK\x03\x04", "a ZIP archive"),
        (b"\x1f\x8b", "a gzip archive"),
    ];
    signatures.iter().find(|(signature, _)| bytes.starts_with(signature)).map(|(_, kind)| *kind)
}

fn text_format(text: &str) -> Option<Format> {
    let line = text.lines().next()?.trim_end();
    let second = text.get(1..).map(str::trim_start).unwrap_or_default();
    let is_only =
        |text: &str, allowed: &str| text.chars().all(|char| char.is_whitespace() || allowed.contains(char));
    if text.starts_with('{') || (text.starts_with('[') && second.starts_with(['{', ']'])) {
        Some(Format::Json)
    } else if text.starts_with('<') {
        Some(Format::Rif)
    } else if text.get(..9).is_some_and(|word| word.eq_ignore_ascii_case("piskvorky")) {
        Some(Format::Psq)
    } else if text.starts_with('(') && second.starts_with(';') {
        // Before links: a game may say where it came from.
        Some(Format::Sgf)
    } else if is_link(text) {
        Some(Format::Link)
    } else if is_only(text, "0123456789") {
        Some(Format::YixinSav)
    } else if is_only(line, "0123456789,-+") && line.contains(',') {
        Some(Format::Offsets)
    } else if text.lines().nth(2).is_some_and(is_pair) {
        Some(Format::Rec)
    } else if is_picture(text) && !text.lines().all(is_points) {
        Some(Format::Ascii)
    } else if is_moves(line) {
        Some(Format::Pos)
    } else {
        None
    }
}

/// One line with an address, or with a fragment that holds moves or keys.
fn is_link(text: &str) -> bool {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    let (Some(line), None) = (lines.next(), lines.next()) else { return false };
    line.contains("://")
        || line.trim_start().starts_with("goren:")
        || line.contains("?mv")
        || line.contains("#/")
        || (line.contains('#') && line.contains('='))
}

/// `x,y` or `x,y,ms`.
fn is_pair(line: &str) -> bool {
    let fields: Vec<&str> = line.trim().split(',').collect();
    (2..=3).contains(&fields.len()) && fields.iter().all(|field| field.trim().parse::<u64>().is_ok())
}

/// At least five lines with at least five signs of empty points in all.
fn is_picture(text: &str) -> bool {
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    let signs = text.chars().filter(|char| ".+_·-┌┬┐├┼┤└┴┘╋#■●○◉◎XOxo*@".contains(*char)).count();
    lines.count() >= 5 && signs >= 25
}

/// Points one after another and nothing else. This is checked because lines of moves may have as many `o` and `x` as a picture.
fn is_points(line: &str) -> bool {
    let mut rest = line.trim();
    while !rest.is_empty() {
        let Ok((_, tail)) = Point::split_first(rest) else { return false };
        rest = tail.trim_start();
    }
    true
}

/// Begins with a point, or with a move number and a point, or at least with a letter and a digit.
fn is_moves(line: &str) -> bool {
    let line =
        line.trim_start_matches(|char: char| char.is_ascii_digit() || char == '.' || char.is_whitespace());
    let mut chars = line.chars();
    chars.next().is_some_and(|char| char.is_ascii_alphabetic())
        && chars.next().is_some_and(|char| char.is_ascii_digit() || char == '+' || char == '-')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_format_is_known_by_its_content() {
        let board = "X....\n.O...\n.....\n.....\n.....\n";
        let numbered = " 5 ┌─┬─┬─┬─┐\n 4 ├─┼─┼─○─┤\n 3 ├─┼─●─┼─┤\n 2 ├─◉─┼─┼─┤\n 1 └─┴─┴─┴─■\n   a b c d e\n";
        for (bytes, format) in [
            (&b"h8i9"[..], Format::Pos),
            (b"\xef\xbb\xbf\n h8 i9", Format::Pos),
            (b"1. h8 i9", Format::Pos),
            (&[&b"o8o9o10o11o12"[..]; 6].join(&b'\n'), Format::Pos),
            (b"(;GM[4];B[hh])", Format::Sgf),
            (b" ( ;GM[4])", Format::Sgf),
            (b"(;GM[4]SZ[15]SO[https://example.org/game/12];B[hh];W[ii])", Format::Sgf),
            (b"(;GM[4]PB[#1 player = me]C[see https://example.org/?mvs=7788#/h8];B[hh])", Format::Sgf),
            (b"Piskvorky 15x15, 11:11, 0\n8,8,0\n", Format::Psq),
            (b"alpha\nbeta\n7,7\n8,8\n", Format::Rec),
            (b"\xffRenLib\xff\x03\x00", Format::Lib),
            (b"<?xml version=\"1.0\"?><database/>", Format::Rif),
            (b"15\n15\n1\n7 7\n", Format::YixinSav),
            (b"\x02\x70\x71", Format::YixinPos),
            (b"#rule=renju&size=15&moves=h8", Format::Link),
            (b"https://example.org/#/h8i9", Format::Link),
            (b"goren:AQUA-v9oZWxsbw", Format::Link),
            (b"https://example.org/?mvs=7788", Format::Link),
            (board.as_bytes(), Format::Ascii),
            (numbered.as_bytes(), Format::Ascii),
            (b"{\"moves\":[]}", Format::Json),
            (b"[ {} ]", Format::Json),
            (b"0,0, 1,-2\n", Format::Offsets),
        ] {
            assert_eq!(super::format(bytes), Ok(format), "{}", String::from_utf8_lossy(bytes));
        }
    }

    #[test]
    fn what_is_no_game_is_quoted() {
        for (bytes, got) in [
            (&b""[..], "the end"),
            (b"  \n", "the end"),
            (b"hello world", "`hello world`"),
            (b"\x00\x01\x02", "`\\0\\u{1}\\u{2}`"),
            (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\n.....\n.....\n.....\n.....\n.....\n", "`a PNG picture`"),
        ] {
            let error = format(bytes).unwrap_err().to_string();
            assert!(error.starts_with("expected a game") && error.ends_with(got), "{error}");
        }
    }
}
