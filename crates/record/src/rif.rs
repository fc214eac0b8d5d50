//! RenjuNet's database of games, an XML file of tables; read only.
//!
//! Games refer to their players, tournament, rule and opening by number; those tables come before the games. Fields of a game
//! that a record does not have are kept as properties of its root, under SGF's names where SGF has them.

#[cfg(test)]
mod tests;

use std::collections::HashMap;

use goren_core::{Opening, Point, Rule, Stone};
use quick_xml::XmlVersion;
use quick_xml::escape::resolve_xml_entity;
use quick_xml::events::{BytesRef, BytesStart, Event};
use quick_xml::reader::Reader;

use crate::error::{Place, ReadError};
use crate::format::{ReadOptions, check_count, reach, size_or_default};
use crate::record::{Record, RecordResult};
use crate::tree::{Property, Tree};

/// The attributes of a game that become properties unchanged.
const KEPT: [(&str, &str); 7] = [
    ("id", "ID"),
    ("publisher", "US"),
    ("round", "RO"),
    ("btime", "BTIME"),
    ("wtime", "WTIME"),
    ("alt", "ALT"),
    ("swap", "SWAP"),
];

pub(crate) fn read(bytes: &[u8], options: &ReadOptions) -> Result<Vec<Record>, ReadError> {
    let text = String::from_utf8_lossy(bytes);
    let mut xml = Reader::from_str(&text);
    xml.config_mut().expand_empty_elements = true;
    let mut database = Database::default();
    let mut depth = 0_usize;
    loop {
        let at = xml.buffer_position() as usize;
        let event = xml.read_event().map_err(|error| {
            ReadError::new(Place::Offset(xml.error_position() as usize), "well-formed XML", error.to_string())
        })?;
        match event {
            Event::Start(tag) => {
                depth += 1;
                database.start(&tag, at)?;
            }
            Event::End(tag) => {
                depth -= 1;
                database.end(tag.name().as_ref(), options)?;
            }
            Event::Text(text) => database.text(&text.xml10_content()),
            Event::CData(text) => database.text(&text.xml10_content()),
            Event::GeneralRef(reference) => database.text(&resolved(&reference, at)?),
            Event::Eof if depth > 0 => {
                return Err(ReadError::end(Place::Offset(at), "the end of every element"));
            }
            Event::Eof if database.games.is_empty() => {
                return Err(ReadError::end(Place::Offset(at), "a `<game>`"));
            }
            Event::Eof => return Ok(database.games),
            Event::Empty(_) | Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_) => {}
        }
    }
}

/// The character of `&amp;` or `&#38;`. Entities that a file declares itself are ignored.
fn resolved(reference: &BytesRef<'_>, at: usize) -> Result<String, ReadError> {
    let name = reference.xml10_content();
    let letter = reference.resolve_char_ref().ok().flatten();
    letter.map(String::from).or_else(|| resolve_xml_entity(&name).map(str::to_owned)).ok_or_else(|| {
        ReadError::new(
            Place::Offset(at),
            "a character's number or one of XML's own entities",
            format!("&{name};"),
        )
    })
}

type Attributes = HashMap<String, String>;

fn attributes(tag: &BytesStart<'_>, at: usize) -> Result<Attributes, ReadError> {
    let error = |error: String| ReadError::new(Place::Offset(at), "attributes such as `id=\"1\"`", error);
    let mut attributes = Attributes::new();
    // The library's own check for duplicate names takes quadratic time.
    for attribute in tag.attributes().with_checks(false) {
        let attribute = attribute.map_err(|bad| error(bad.to_string()))?;
        let value =
            attribute.normalized_value(XmlVersion::Implicit1_0).map_err(|bad| error(bad.to_string()))?;
        attributes.insert(attribute.key.as_ref().to_owned(), value.into_owned());
    }
    Ok(attributes)
}

/// What has been read so far.
#[derive(Default)]
struct Database {
    /// The rows of the tables, by the name of their elements and their number.
    rows: HashMap<(&'static str, String), Attributes>,
    game: Option<OpenGame>,
    games: Vec<Record>,
}

/// A game whose element is still open.
struct OpenGame {
    attributes: Attributes,
    moves: String,
    info: String,
    /// The offset of the moves or, before they are read, of the game.
    at: usize,
    part: OpenElement,
}

enum OpenElement {
    Moves,
    Info,
    Other,
}

impl Database {
    fn start(&mut self, tag: &BytesStart<'_>, at: usize) -> Result<(), ReadError> {
        let name = tag.name();
        match (name.as_ref(), &mut self.game) {
            ("game", None) => {
                let (moves, info) = (String::new(), String::new());
                self.game = Some(OpenGame {
                    attributes: attributes(tag, at)?,
                    moves,
                    info,
                    at,
                    part: OpenElement::Other,
                });
            }
            ("game", Some(_)) => return Err(ReadError::new(Place::Offset(at), "`</game>`", "<game>")),
            ("move", Some(game)) => {
                game.part = OpenElement::Moves;
                game.at = at;
            }
            ("info", Some(game)) => game.part = OpenElement::Info,
            (name, None) => {
                let table =
                    ["player", "tournament", "rule", "opening"].into_iter().find(|&each| each == name);
                if let Some(table) = table {
                    let mut row = attributes(tag, at)?;
                    self.rows.insert((table, row.remove("id").unwrap_or_default()), row);
                }
            }
            (_, Some(_)) => {}
        }
        Ok(())
    }

    fn text(&mut self, text: &str) {
        if let Some(game) = &mut self.game {
            match game.part {
                OpenElement::Moves => game.moves.push_str(text),
                OpenElement::Info => game.info.push_str(text),
                OpenElement::Other => {}
            }
        }
    }

    fn end(&mut self, name: &str, options: &ReadOptions) -> Result<(), ReadError> {
        if name == "game"
            && let Some(game) = self.game.take()
        {
            let record = self.record(game, options)?;
            self.games.push(record);
            check_count(self.games.len(), options)?;
        } else if let Some(game) = &mut self.game {
            game.part = OpenElement::Other;
        }
        Ok(())
    }

    /// A field of the row that a game refers to by number; empty if there is none.
    fn field(&self, game: &OpenGame, attribute: &str, table: &'static str, field: &str) -> &str {
        let row = game.attributes.get(attribute).and_then(|id| self.rows.get(&(table, id.clone())));
        row.and_then(|row| row.get(field)).map_or("", |text| text.trim())
    }

    fn player(&self, game: &OpenGame, attribute: &str) -> String {
        let [name, surname] = ["name", "surname"].map(|field| self.field(game, attribute, "player", field));
        format!("{name} {surname}").trim().to_owned()
    }

    fn record(&self, mut game: OpenGame, options: &ReadOptions) -> Result<Record, ReadError> {
        let moves = moves(&game)?;
        let needed = reach(moves.iter().copied());
        let size = size_or_default(options, needed).map_err(|error| ReadError {
            expected: format!("{} in {}", error.expected, game.name()),
            ..error
        })?;
        let mut record = Record::of_moves(options.rule.unwrap_or(Rule::Renju), size, moves);
        record.black = self.player(&game, "black");
        record.white = self.player(&game, "white");
        record.event = self.field(&game, "tournament", "tournament", "name").to_owned();
        record.date = ["start", "year"]
            .map(|field| self.field(&game, "tournament", "tournament", field))
            .into_iter()
            .find(|date| !date.is_empty())
            .unwrap_or_default()
            .to_owned();
        record.result = match game.attributes.get("bresult").map(|text| text.trim()) {
            None | Some("") => None,
            Some("1") => Some(RecordResult::Win(Stone::Black)),
            Some("0") => Some(RecordResult::Win(Stone::White)),
            Some(_) => Some(RecordResult::Draw),
        };
        let rule = self.field(&game, "rule", "rule", "name");
        record.opening = opening_named(rule).unwrap_or_default();
        let names =
            [("RU", rule.to_owned()), ("ON", self.field(&game, "opening", "opening", "name").to_owned())];
        let kept =
            KEPT.map(|(attribute, name)| (name, game.attributes.remove(attribute).unwrap_or_default()));
        let root = record.tree.node_mut(Tree::ROOT);
        root.comment = game.info.trim().to_owned();
        root.extra = names
            .into_iter()
            .chain(kept)
            .filter(|(_, value)| !value.is_empty())
            .map(|(name, value)| Property { name: name.into(), values: vec![value] })
            .collect();
        Ok(record)
    }
}

impl OpenGame {
    /// The game's name in an error.
    fn name(&self) -> String {
        format!("game {}", self.attributes.get("id").map_or("without a number", String::as_str))
    }
}

fn moves(game: &OpenGame) -> Result<Vec<Point>, ReadError> {
    let point = |word: &str| {
        word.parse().map_err(|_| {
            ReadError::new(Place::Offset(game.at), format!("a point such as `h8` in {}", game.name()), word)
        })
    };
    game.moves.split_whitespace().map(point).collect()
}

/// The opening rule of this name, however it is spelt: `Soosõrv-8` as well as `soosorv8`.
fn opening_named(name: &str) -> Option<Opening> {
    let plain = |name: &str| -> String {
        let letters = name.chars().map(|letter| if "õöÕÖ".contains(letter) { 'o' } else { letter });
        letters.filter(char::is_ascii_alphanumeric).map(|letter| letter.to_ascii_lowercase()).collect()
    };
    Opening::ALL.into_iter().find(|opening| plain(opening.name()) == plain(name))
}
