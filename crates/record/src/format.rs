//! The formats by name, and the crate's two entry points: [`read`] and [`write`].

use std::fmt;
use std::str::FromStr;

use goren_core::{Point, Rule, Size, Stone};

use crate::error::{Place, ReadError, WriteError};
use crate::loss::losses;
use crate::record::Record;
use crate::tree::Tree;
use crate::{ascii, json, link, offsets, pos, psq, renlib, rif, sgf, sniff, yixin};

/// A notation or file format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Format {
    /// A line of moves: `h8i9g7`.
    Pos,
    /// Smart Game Format, `GM[4]`.
    Sgf,
    /// Piskvork's saved games.
    Psq,
    /// Piskvork's older `.rec` form.
    Rec,
    /// RenLib's library.
    Lib,
    /// RenjuNet's XML; read only.
    Rif,
    /// Yixin-Board's text form.
    YixinSav,
    /// Yixin-Board's binary form.
    YixinPos,
    /// A link that holds a whole position.
    Link,
    /// A picture of a board in text.
    Ascii,
    /// goren's JSON.
    Json,
    /// Gomocup's opening lines: offsets from the centre.
    Offsets,
}

impl Format {
    /// Every format.
    pub const ALL: [Format; 12] = [
        Format::Pos,
        Format::Sgf,
        Format::Psq,
        Format::Rec,
        Format::Lib,
        Format::Rif,
        Format::YixinSav,
        Format::YixinPos,
        Format::Link,
        Format::Ascii,
        Format::Json,
        Format::Offsets,
    ];

    /// The format's name on the command line, one word.
    pub const fn name(self) -> &'static str {
        match self {
            Format::Pos => "pos",
            Format::Sgf => "sgf",
            Format::Psq => "psq",
            Format::Rec => "rec",
            Format::Lib => "lib",
            Format::Rif => "rif",
            Format::YixinSav => "sav",
            Format::YixinPos => "yixin-pos",
            Format::Link => "link",
            Format::Ascii => "ascii",
            Format::Json => "json",
            Format::Offsets => "offsets",
        }
    }

    /// Whether a file in this format can hold several games.
    pub const fn holds_several(self) -> bool {
        matches!(self, Format::Pos | Format::Sgf | Format::Json)
    }

    /// The extension of a new file in this format, without the dot; `txt` for text that has none of its own.
    pub const fn extension(self) -> &'static str {
        match self {
            Format::Pos | Format::Link | Format::Ascii | Format::Offsets => "txt",
            Format::YixinPos => "pos",
            format => format.name(),
        }
    }

    /// The format to write for a file name with this extension, given without the dot.
    pub fn of_extension(extension: &str) -> Option<Format> {
        Some(match extension.to_ascii_lowercase().as_str() {
            "txt" => Format::Pos,
            "sgf" => Format::Sgf,
            "psq" => Format::Psq,
            "rec" => Format::Rec,
            "lib" => Format::Lib,
            "rif" | "xml" => Format::Rif,
            "sav" => Format::YixinSav,
            "pos" => Format::YixinPos,
            "url" | "link" => Format::Link,
            "asc" | "board" => Format::Ascii,
            "json" => Format::Json,
            _ => return None,
        })
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Format::Pos => "line of moves",
            Format::Sgf => "SGF",
            Format::Psq => "PSQ",
            Format::Rec => "REC",
            Format::Lib => "RenLib",
            Format::Rif => "RIF",
            Format::YixinSav => "Yixin .sav",
            Format::YixinPos => "Yixin .pos",
            Format::Link => "link",
            Format::Ascii => "board picture",
            Format::Json => "JSON",
            Format::Offsets => "opening offsets",
        })
    }
}

impl FromStr for Format {
    type Err = String;

    fn from_str(text: &str) -> Result<Format, String> {
        Format::ALL.into_iter().find(|format| format.name().eq_ignore_ascii_case(text)).ok_or_else(|| {
            let names: Vec<&str> = Format::ALL.iter().map(|format| format.name()).collect();
            format!("expected a format ({}), got `{text}`", names.join(", "))
        })
    }
}

/// What to assume where the content of a file does not say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReadOptions {
    /// The format; recognised by content if `None`.
    pub format: Option<Format>,
    /// The rule if the file names none; freestyle if `None`.
    pub rule: Option<Rule>,
    /// The size if the file names none; 15, or the smallest larger board that holds the moves, if `None`.
    pub size: Option<Size>,
    /// Whether a line of moves counts its rows from the top, as at least one other program does.
    pub rows_from_top: bool,
    /// The most games to read; a file with more is refused as soon as that is known. About a million if `None`.
    pub most_games: Option<usize>,
}

/// The largest input that is read, in bytes.
const MAX_INPUT_BYTES: usize = 64 << 20;

/// The largest number of games that are read from a file.
pub(crate) const MAX_GAMES: usize = 1 << 20;

/// The format of a file, recognised by its first 64 KiB.
pub fn recognise(bytes: &[u8]) -> Result<Format, ReadError> {
    sniff::format(bytes)
}

/// Reads the games in a file, at least one. The format is recognised by the content unless the options name it.
pub fn read(bytes: &[u8], options: &ReadOptions) -> Result<Vec<Record>, ReadError> {
    if bytes.len() > MAX_INPUT_BYTES {
        let size = format!("{} MiB", bytes.len() >> 20);
        return Err(ReadError::new(Place::Whole, format!("at most {} MiB", MAX_INPUT_BYTES >> 20), size));
    }
    let format = match options.format {
        Some(format) => format,
        None => sniff::format(bytes)?,
    };
    let games = match format {
        Format::Pos => pos::read(bytes, options),
        Format::Sgf => sgf::read(bytes, options),
        Format::Psq => psq::read(bytes, options).map(|record| vec![record]),
        Format::Rec => psq::read_rec(bytes, options).map(|record| vec![record]),
        Format::Lib => renlib::read(bytes, options).map(|record| vec![record]),
        Format::Rif => rif::read(bytes, options),
        Format::YixinSav => yixin::read_sav(bytes, options).map(|record| vec![record]),
        Format::YixinPos => yixin::read_pos(bytes, options).map(|record| vec![record]),
        Format::Link => link::read(bytes, options).map(|record| vec![record]),
        Format::Ascii => ascii::read(bytes, options).map(|record| vec![record]),
        Format::Json => json::read(bytes, options),
        Format::Offsets => offsets::read(bytes, options),
    };
    let games = games.map_err(|error| error.in_format(format))?;
    for (i, game) in games.iter().enumerate() {
        game.check().map_err(|error| {
            let error =
                if games.len() > 1 { ReadError { place: Place::Game(i + 1), ..error } } else { error };
            error.in_format(format)
        })?;
    }
    Ok(games)
}

/// The text or bytes of a file, and what the format could not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// The content.
    pub bytes: Vec<u8>,
    /// What was left out, such as `2 comments`.
    pub lost: Vec<String>,
}

impl Written {
    /// The content as text, with replacement characters for what is not UTF-8.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes).into_owned()
    }
}

/// Writes games in a format, and reports what it could not hold.
///
/// # Panics
/// If there are no games.
pub fn write(games: &[Record], format: Format) -> Result<Written, WriteError> {
    let first = games.first().expect("a file holds at least one game");
    let bytes = match format {
        Format::Pos => pos::write(games)?.into_bytes(),
        Format::Sgf => sgf::write(games).into_bytes(),
        Format::Psq => psq::write(first)?.into_bytes(),
        Format::Rec => psq::write_rec(first)?.into_bytes(),
        Format::Lib => renlib::write(first)?,
        Format::Rif => return Err(WriteError::new(format, "this format is only read")),
        Format::YixinSav => yixin::write_sav(first)?.into_bytes(),
        Format::YixinPos => yixin::write_pos(first)?,
        Format::Link => link::write(first)?.into_bytes(),
        Format::Ascii => ascii::write(first)?.into_bytes(),
        Format::Json => json::write(games).into_bytes(),
        Format::Offsets => offsets::write(first)?.into_bytes(),
    };
    Ok(Written { bytes, lost: losses(games, format) })
}

/// Reads a game from each line that is not blank, at least one; `expected` says what a line holds.
pub(crate) fn read_lines(
    bytes: &[u8],
    options: &ReadOptions,
    expected: &str,
    read: impl Fn(&str, Place) -> Result<Record, ReadError>,
) -> Result<Vec<Record>, ReadError> {
    let text = String::from_utf8_lossy(bytes);
    check_count(text.lines().filter(|line| !line.trim().is_empty()).count(), options)?;
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let games: Vec<Record> =
        lines.map(|(i, line)| read(line, Place::Line(i + 1))).collect::<Result<_, _>>()?;
    if games.is_empty() { Err(ReadError::end(Place::Whole, expected)) } else { Ok(games) }
}

/// An error if a file holds more games than are read.
pub(crate) fn check_count(games: usize, options: &ReadOptions) -> Result<(), ReadError> {
    let most = options.most_games.map_or(MAX_GAMES, |most| most.min(MAX_GAMES));
    if games <= most {
        return Ok(());
    }
    Err(ReadError::new(Place::Whole, format!("at most {most} games"), "more"))
}

/// The size of a game whose file names none: the one asked for, or the smallest from 15 on with at least `needed` columns
/// and rows.
pub(crate) fn size_or_default(options: &ReadOptions, needed: usize) -> Result<Size, ReadError> {
    match options.size {
        Some(size) if needed <= size.side() => Ok(size),
        Some(size) => Err(ReadError::new(
            Place::Whole,
            format!("points up to row and column {size}"),
            needed.to_string(),
        )),
        None => Size::new(needed.max(Size::DEFAULT.side()))
            .map_err(|error| ReadError::new(Place::Whole, "a board size from 5 to 22", error.to_string())),
    }
}

/// The columns and rows that a board needs to hold the points.
pub(crate) fn reach(points: impl IntoIterator<Item = Point>) -> usize {
    points.into_iter().map(|point| point.x().max(point.y()) + 1).max().unwrap_or(0)
}

/// The moves of the main line as points, for formats that hold only alternating moves from an empty board.
pub(crate) fn plain_moves(record: &Record, format: Format) -> Result<Vec<Point>, WriteError> {
    if !record.tree.node(Tree::ROOT).setup.is_empty() {
        return Err(WriteError::new(format, "it starts from a set-up position"));
    }
    let mut side = Stone::Black;
    let mut points = Vec::new();
    for played in record.moves() {
        match played.point {
            Some(point) if !record.size.contains(point) => {
                return Err(WriteError::new(format, format!("{point} is off the board")));
            }
            Some(point) if played.stone == side => points.push(point),
            _ => return Err(WriteError::new(format, "a side passes or moves twice in a row")),
        }
        side = !side;
    }
    Ok(points)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_extension_of_its_own_leads_back_to_the_format() {
        let is_own = |format: &Format| format.extension() != "txt";
        for format in Format::ALL.into_iter().filter(is_own) {
            assert_eq!(Format::of_extension(format.extension()), Some(format));
        }
        assert_eq!(Format::ALL.into_iter().filter(is_own).count(), 8);
        assert_eq!(Format::of_extension("TXT"), Some(Format::Pos));
    }
}
