//! Links that hold a whole position: goren's own, and those of two other sites.
//!
//! goren's is the fragment of an address, a list of `key=value` joined by `&`:
//! `#rule=renju&size=15&opening=swap2&traps=a1b2&black=h8&white=i9&side=white&moves=g7--h9`. `black` and `white` are
//! set-up stones, `side` is the side to move after the set-up (only given if it does not follow from the stones),
//! `moves` alternate from there, and `--` is a pass. `rule` and `size` are always written, the rest if it is not the default.
//!
//! `#game=…`, or `goren:…` without an address, holds a whole game with its tree, names and comments: SGF, compressed with
//! DEFLATE and written as base64url.
//!
//! Gomocalc's `…/#/h8i9` has only moves, without a size. Renju Portal's `…?mvs=7768` (formerly `?mv=`) has two
//! hexadecimal digits per move, column and row, zero-based from the top-left of a 15×15 board.

use goren_core::{Opening, PlayedMove, Point, Rule, Size, Stone};
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;

use crate::error::{Place, ReadError, WriteError};
use crate::format::{Format, ReadOptions, reach, size_or_default};
use crate::record::{Record, natural_side};
use crate::sgf;
use crate::tree::Tree;

/// The longest link that is read, in bytes: far more than browsers accept.
const MAX_LINK_BYTES: usize = 1 << 16;
/// The largest game in a link, in bytes before it was compressed.
const MAX_GAME_BYTES: usize = 4 << 20;
const BEST_COMPRESSION: u8 = 10;
const PASS: &str = "--";
const EXAMPLE: &str = "a link such as `#rule=renju&size=15&moves=h8i9`";

/// Reads a link of any of the three kinds.
pub(crate) fn read(bytes: &[u8], options: &ReadOptions) -> Result<Record, ReadError> {
    if bytes.len() > MAX_LINK_BYTES {
        let got = format!("{} bytes", bytes.len());
        return Err(ReadError::new(Place::Whole, format!("a link of at most {MAX_LINK_BYTES} bytes"), got));
    }
    // No value contains a reserved character, so the whole link can be decoded before it is split.
    let text = percent_decoded(bytes)?;
    let text = text.trim_start_matches('\u{feff}').trim();
    if let Some(game) = text.strip_prefix("goren:") {
        return read_game(game, options);
    }
    let (address, fragment) = text.split_once('#').map_or((text, None), |(a, b)| (a, Some(b)));
    if let Some(moves) = portal_moves(address) {
        return read_portal(moves, options);
    }
    match fragment.unwrap_or(address) {
        "" => Err(ReadError::new(Place::Whole, EXAMPLE, text)),
        fragment => match fragment.strip_prefix('/') {
            Some(moves) => read_gomocalc(moves, options),
            None => match fragment.strip_prefix("game=") {
                Some(game) => read_game(game, options),
                None => read_ours(fragment, options),
            },
        },
    }
}

/// Writes goren's kind, from the `#` on.
pub(crate) fn write(record: &Record) -> Result<String, WriteError> {
    let position = record.position().map_err(|error| WriteError::new(Format::Link, error.to_string()))?;
    let flat = Record::of(&position);
    let stones =
        |stone| points_text(position.setup().iter().filter(|each| each.1 == stone).map(|each| each.0));
    let side = flat.tree.node(Tree::ROOT).side;
    let opening = Some(record.opening).filter(|&opening| opening != Opening::Free);
    let pairs = [
        ("rule", record.rule.to_string()),
        ("size", record.size.to_string()),
        ("opening", opening.map_or(String::new(), |opening| opening.to_string())),
        ("traps", points_text(record.traps.iter().copied())),
        ("black", stones(Stone::Black)),
        ("white", stones(Stone::White)),
        ("side", side.map_or(String::new(), |side| side.to_string().to_lowercase())),
        (
            "moves",
            flat.moves().map(|played| played.point.map_or(PASS.to_owned(), |p| p.to_string())).collect(),
        ),
    ];
    let pairs = pairs.iter().filter(|(_, value)| !value.is_empty());
    Ok(format!("#{}", pairs.map(|(key, value)| format!("{key}={value}")).collect::<Vec<_>>().join("&")))
}

/// A link that holds a whole game, with its tree, names and comments: `goren:…`.
pub fn whole_link(game: &Record) -> Result<String, WriteError> {
    let sgf = sgf::write(std::slice::from_ref(game));
    let link = format!("goren:{}", base64_encoded(&compress_to_vec(sgf.as_bytes(), BEST_COMPRESSION)));
    if link.len() > MAX_LINK_BYTES {
        let reason = format!("it takes {} bytes, and a link has at most {MAX_LINK_BYTES}", link.len());
        return Err(WriteError::new(Format::Link, reason));
    }
    Ok(link)
}

fn points_text(points: impl Iterator<Item = Point>) -> String {
    points.map(|point| point.to_string()).collect()
}

/// The bytes with each escape such as `%41` decoded.
fn percent_decoded(bytes: &[u8]) -> Result<String, ReadError> {
    let digit = |at: usize| bytes.get(at).and_then(|&byte| char::from(byte).to_digit(16));
    let mut decoded = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        if byte != b'%' {
            decoded.push(byte);
            at += 1;
            continue;
        }
        let (Some(high), Some(low)) = (digit(at + 1), digit(at + 2)) else {
            let got = String::from_utf8_lossy(bytes.get(at..).unwrap_or_default())
                .chars()
                .take(3)
                .collect::<String>();
            return Err(ReadError::new(Place::Offset(at), "two hexadecimal digits after `%`", got));
        };
        decoded.push((high * 16 + low) as u8);
        at += 3;
    }
    Ok(String::from_utf8_lossy(&decoded).into_owned())
}

/// The moves of a Renju Portal address.
fn portal_moves(address: &str) -> Option<&str> {
    let (_, query) = address.split_once('?')?;
    query.split('&').find_map(|pair| pair.strip_prefix("mvs=").or_else(|| pair.strip_prefix("mv=")))
}

fn read_portal(moves: &str, options: &ReadOptions) -> Result<Record, ReadError> {
    let size = Size::DEFAULT;
    let mut points = Vec::new();
    let mut digits = moves.chars();
    while let Some(x) = digits.next() {
        let pair: String = std::iter::once(x).chain(digits.next()).collect();
        let mut coordinates = pair.chars().map_while(|digit| digit.to_digit(16)).map(|digit| digit as usize);
        let point = match (coordinates.next(), coordinates.next()) {
            (Some(x), Some(y)) => size.at_top_left(x, y),
            _ => None,
        };
        let place = Place::Move(points.len() + 1);
        points.push(
            point.ok_or_else(|| ReadError::new(place, "two digits from `0` to `e`, such as `77`", pair))?,
        );
    }
    Ok(Record::of_moves(options.rule.unwrap_or_default(), size, points))
}

/// Reads a whole game.
fn read_game(text: &str, options: &ReadOptions) -> Result<Record, ReadError> {
    let game =
        base64_decoded(text).and_then(|bytes| decompress_to_vec_with_limit(&bytes, MAX_GAME_BYTES).ok());
    let Some(game) = game else {
        return Err(ReadError::new(Place::Whole, "a whole link; part of it is missing or changed", text));
    };
    let mut games = sgf::read(&game, options)?;
    Ok(games.swap_remove(0))
}

/// Bytes in base64url, without padding.
fn base64_encoded(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let digits = |bytes: &[u8]| {
        let byte = |at: usize| u32::from(*bytes.get(at).unwrap_or(&0));
        let number = byte(0) << 16 | byte(1) << 8 | byte(2);
        let digit = move |place: usize| char::from(DIGITS[(number >> (18 - 6 * place)) as usize & 63]);
        (0..=bytes.len()).map(digit)
    };
    bytes.chunks(3).flat_map(digits).collect()
}

/// The bytes of a text in base64url, with or without padding.
fn base64_decoded(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len() * 3 / 4);
    let (mut held, mut bits) = (0u32, 0);
    for letter in text.trim_end_matches('=').bytes() {
        let value = match letter {
            b'A'..=b'Z' => letter - b'A',
            b'a'..=b'z' => letter - b'a' + 26,
            b'0'..=b'9' => letter - b'0' + 52,
            b'-' | b'+' => 62,
            b'_' | b'/' => 63,
            _ => return None,
        };
        held = (held << 6 | u32::from(value)) & 0xffff;
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            bytes.push((held >> bits) as u8);
        }
    }
    Some(bytes)
}

fn read_gomocalc(moves: &str, options: &ReadOptions) -> Result<Record, ReadError> {
    let link = Link { moves: read_moves(moves.trim_end_matches('/'))?, ..Link::default() };
    link.record(options)
}

fn read_ours(fragment: &str, options: &ReadOptions) -> Result<Record, ReadError> {
    let mut link = Link::default();
    let mut seen = Vec::new();
    for pair in fragment.split('&') {
        let (key, value) = pair.split_once('=').ok_or_else(|| ReadError::new(Place::Whole, EXAMPLE, pair))?;
        if seen.contains(&key) {
            return Err(ReadError::new(Place::Whole, "each key once", key));
        }
        link.set(key, value)?;
        seen.push(key);
    }
    link.record(options)
}

/// The contents of a link.
#[derive(Default)]
struct Link {
    rule: Option<Rule>,
    size: Option<Size>,
    opening: Opening,
    traps: Vec<Point>,
    black: Vec<Point>,
    white: Vec<Point>,
    side: Option<Stone>,
    moves: Vec<Option<Point>>,
}

impl Link {
    fn set(&mut self, key: &str, value: &str) -> Result<(), ReadError> {
        let bad = |expected: &str| ReadError::new(Place::Whole, expected, value);
        let rules = "a rule (freestyle, standard, renju, caro or caro6)";
        let openings = "an opening rule (free, swap, swap2, soosorv-8 or taraguchi-10)";
        match key {
            "rule" => self.rule = Some(value.parse().map_err(|_| bad(rules))?),
            "size" => self.size = Some(value.parse().map_err(|_| bad("a board size from 5 to 22"))?),
            "opening" => self.opening = value.parse().map_err(|_| bad(openings))?,
            "traps" => self.traps = read_points(value)?,
            "black" => self.black = read_points(value)?,
            "white" => self.white = read_points(value)?,
            "side" => self.side = Some(read_side(value).ok_or_else(|| bad("`black` or `white`"))?),
            "moves" => self.moves = read_moves(value)?,
            _ => {
                let expected = "a key (rule, size, opening, traps, black, white, side or moves)";
                return Err(ReadError::new(Place::Whole, expected, key));
            }
        }
        Ok(())
    }

    fn record(self, options: &ReadOptions) -> Result<Record, ReadError> {
        let lists = [&self.traps, &self.black, &self.white].into_iter().flatten().copied();
        let needed = reach(lists.chain(self.moves.iter().copied().flatten()));
        let size = match self.size {
            Some(size) => size,
            None => size_or_default(options, needed)?,
        };
        let rule = self.rule.or(options.rule).unwrap_or_default();
        let black = self.black.into_iter().map(|point| (point, Stone::Black));
        let stones: Vec<_> = black.chain(self.white.into_iter().map(|point| (point, Stone::White))).collect();
        let natural = natural_side(&stones);
        let side = self.side.unwrap_or(natural);
        let mut record = Record { rule, size, opening: self.opening, traps: self.traps, ..Record::default() };
        let root = record.tree.node_mut(Tree::ROOT);
        root.setup = stones.into_iter().map(|(point, stone)| (point, Some(stone))).collect();
        root.side = Some(side).filter(|&side| side != natural);
        let stones = [side, !side].into_iter().cycle();
        record.extend(stones.zip(self.moves).map(|(stone, point)| PlayedMove { stone, point }));
        Ok(record)
    }
}

fn read_side(text: &str) -> Option<Stone> {
    Stone::BOTH.into_iter().find(|stone| stone.to_string().eq_ignore_ascii_case(text))
}

fn read_points(text: &str) -> Result<Vec<Point>, ReadError> {
    let mut points = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let (point, after) = Point::split_first(rest).map_err(|_| no_point(Place::Whole, rest))?;
        points.push(point);
        rest = after;
    }
    Ok(points)
}

fn read_moves(text: &str) -> Result<Vec<Option<Point>>, ReadError> {
    let mut moves = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let (point, after) = match rest.strip_prefix(PASS) {
            Some(after) => (None, after),
            None => Point::split_first(rest)
                .map(|(point, after)| (Some(point), after))
                .map_err(|_| no_point(Place::Move(moves.len() + 1), rest))?,
        };
        moves.push(point);
        rest = after;
    }
    Ok(moves)
}

/// The error for text that should begin with a point; it quotes the text up to where the next point could begin.
fn no_point(place: Place, rest: &str) -> ReadError {
    let end = rest.char_indices().skip(1).find(|(_, c)| !c.is_ascii_digit()).map_or(rest.len(), |(i, _)| i);
    ReadError::new(place, "a point such as `h8`", rest.get(..end).unwrap_or(rest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::{Draw as _, damaged};
    use crate::tree::Node;
    use goren_core::Random;

    const FULL: &str =
        "#rule=renju&size=15&opening=swap2&traps=a1b2&black=h8&white=i9&side=white&moves=g7h9--c3";

    fn read_text(text: &str) -> Result<Record, ReadError> {
        read(text.as_bytes(), &ReadOptions::default())
    }

    fn points(text: &str) -> Vec<Point> {
        read_points(text).unwrap()
    }

    fn moves(record: &Record) -> String {
        record.moves().map(|played| played.point.map_or(PASS.to_owned(), |point| point.to_string())).collect()
    }

    fn random_record(seed: u64) -> Record {
        let mut random = Random::new(seed);
        let size = random.size();
        let mut free = random.points(size);
        let mut take = |most: usize| {
            let count = random.below(most);
            free.drain(..count).collect::<Vec<_>>()
        };
        let (traps, black, white, moves) = (take(3), take(4), take(4), take(9));
        let link = Link {
            rule: Some(random.one_of(&Rule::ALL)),
            size: Some(size),
            opening: random.one_of(&Opening::ALL),
            traps,
            black,
            white,
            side: Some(random.one_of(&Stone::BOTH)),
            moves: moves.into_iter().map(|point| Some(point).filter(|_| !random.once_in(5))).collect(),
        };
        link.record(&ReadOptions::default()).unwrap()
    }

    #[test]
    fn a_link_holds_the_whole_position() {
        let record = read_text(FULL).unwrap();
        assert_eq!((record.rule, record.size, record.opening), (Rule::Renju, Size::DEFAULT, Opening::Swap2));
        assert_eq!(record.traps, points("a1b2"));
        let root = record.tree.node(Tree::ROOT);
        assert_eq!(
            root.setup,
            [(points("h8")[0], Some(Stone::Black)), (points("i9")[0], Some(Stone::White))]
        );
        assert_eq!(root.side, Some(Stone::White));
        assert_eq!(moves(&record), "g7h9--c3");
        assert_eq!(record.moves().next().unwrap().stone, Stone::White);
        assert_eq!(write(&record).unwrap(), FULL);
    }

    #[test]
    fn what_is_usual_is_left_out_but_rule_and_size() {
        assert_eq!(write(&Record::default()).unwrap(), "#rule=freestyle&size=15");
        assert_eq!(read_text("#size=15"), Ok(Record::default()));
    }

    #[test]
    fn an_address_in_front_and_percent_signs_change_nothing() {
        let record = read_text(FULL);
        assert_eq!(read_text(&format!("https://example.org/studio?lang=de{FULL}\n")), record);
        assert_eq!(read_text(&FULL.replace('=', "%3D").replace('#', "x%23").replace("g7", "%477")), record);
        assert_eq!(read_text(FULL.trim_start_matches('#')), record);
    }

    #[test]
    fn a_whole_game_is_read_with_its_tree_names_and_comments() {
        const GAME: &str = "07B29402iXVzAxLBUdGGprFBodFFqXlZpbEBTtGOeXmxAeHRTvmxQa7RTtqx1k7RGRmx1uHRmemxGkBOemasc3RSaklJalGsJkggIz1WUxMA";
        let sgf = b"(;GM[4]FF[4]SZ[15]RU[renju]PB[Ann]PW[Bo]RE[B+];B[hh];W[ig](;B[gi]C[better])(;B[hg]))";
        let game = sgf::read(sgf, &ReadOptions::default()).unwrap().swap_remove(0);
        assert_eq!((game.black.as_str(), game.tree.len()), ("Ann", 5));
        for before in ["goren:", "#game=", "https://example.org/studio#game=", " goren:"] {
            assert_eq!(read_text(&format!("{before}{GAME}\n")), Ok(game.clone()), "{before}");
        }
        for bad in [&GAME[..40], "", "%41", "?"] {
            let error = read_text(&format!("goren:{bad}")).unwrap_err().to_string();
            assert!(error.contains("part of it is missing"), "{error}");
        }
        damaged(format!("goren:{GAME}").as_bytes(), |bytes| {
            let _ = read(bytes, &ReadOptions::default());
        });
    }

    #[test]
    fn a_whole_game_in_a_link_reads_back_unless_it_is_too_long() {
        let sgf = b"(;GM[4]FF[4]SZ[15]RU[renju]PB[Ann]PW[Bo]RE[B+];B[hh];W[ig](;B[gi]C[better])(;B[hg]))";
        let mut game = sgf::read(sgf, &ReadOptions::default()).unwrap().swap_remove(0);
        // Groups of three bytes end in one, two or three.
        for name in ["", "A", "An", "Ann"] {
            game.black = name.to_owned();
            let link = whole_link(&game).unwrap();
            assert_eq!(read_text(&link), Ok(game.clone()), "{link}");
        }
        let mut random = Random::new(7);
        game.black = (0..100_000).map(|_| char::from(b'a' + random.below(26) as u8)).collect();
        let error = whole_link(&game).unwrap_err().to_string();
        assert!(error.contains("at most 65536"), "{error}");
    }

    #[test]
    fn a_side_that_the_stones_tell_is_not_kept() {
        let record = read_text("#black=h8&side=White&moves=i9").unwrap();
        assert_eq!(record.tree.node(Tree::ROOT).side, None);
        assert_eq!(record.moves().next().unwrap().stone, Stone::White);
    }

    #[test]
    fn rule_and_size_come_from_the_options_when_the_link_is_silent() {
        let options = ReadOptions { rule: Some(Rule::Caro), size: Some(Size::MAX), ..ReadOptions::default() };
        let record = read(b"#moves=h8", &options).unwrap();
        assert_eq!((record.rule, record.size), (Rule::Caro, Size::MAX));
        assert_eq!(read_text("#moves=a19").unwrap().size.side(), 19);
        assert_eq!(read(b"#rule=renju&size=9", &options).unwrap().size.side(), 9);
    }

    #[test]
    fn gomocalc_links_are_moves() {
        let record = read_text("https://gomocalc.com/#/h8I9g7/").unwrap();
        assert_eq!(record, Record::of_moves(Rule::Freestyle, Size::DEFAULT, points("h8i9g7")));
        assert_eq!(read_text("https://gomocalc.com/#/"), Ok(Record::default()));
    }

    #[test]
    fn renju_portal_links_are_pairs_of_hexadecimal_digits_from_the_top_left() {
        let record = Record::of_moves(Rule::Freestyle, Size::DEFAULT, points("h8i9a15o1"));
        assert_eq!(read_text("https://renjuportal.com/board?x=1&mvs=778600eE#top"), Ok(record.clone()));
        assert_eq!(read_text("https://v1.renjuportal.com/board/?mv=778600ee"), Ok(record));
    }

    #[test]
    fn links_read_back_as_they_were_written() {
        for seed in 0..300 {
            let record = random_record(seed);
            assert_eq!(read_text(&write(&record).unwrap()), Ok(record));
        }
    }

    #[test]
    fn a_move_out_of_turn_is_written_with_the_pass_that_it_implies() {
        let mut record = Record::of_moves(Rule::Renju, Size::DEFAULT, points("h8"));
        record.extend([PlayedMove { stone: Stone::Black, point: Some(points("i9")[0]) }]);
        assert_eq!(write(&record).unwrap(), "#rule=renju&size=15&moves=h8--i9");
    }

    #[test]
    fn stones_set_up_later_are_written_with_all_that_stood_before() {
        let mut record = Record::of_moves(Rule::Renju, Size::DEFAULT, points("h8i9"));
        let last = record.tree.add(2, Node::default());
        record.tree.node_mut(last).setup =
            vec![(points("g7")[0], Some(Stone::Black)), (points("i9")[0], None)];
        record.tree.add(last, Node::of(Stone::White, Some(points("a1")[0])));
        assert_eq!(write(&record).unwrap(), "#rule=renju&size=15&black=h8g7&moves=a1");
    }

    #[test]
    fn bad_links_are_answered_with_what_was_expected() {
        let check = |text: &str, error: &str| assert_eq!(read_text(text).unwrap_err().to_string(), error);
        let example = "expected a link such as `#rule=renju&size=15&moves=h8i9`, got";
        check("", &format!("{example} the end"));
        check("https://example.org/#", &format!("{example} `https://example.org/#`"));
        check("#hello", &format!("{example} `hello`"));
        let keys = "expected a key (rule, size, opening, traps, black, white, side or moves)";
        check("#rule=renju&ruel=renju", &format!("{keys}, got `ruel`"));
        check("#size=15&size=16", "expected each key once, got `size`");
        check("#size=23", "expected a board size from 5 to 22, got `23`");
        check("#rule=go", "expected a rule (freestyle, standard, renju, caro or caro6), got `go`");
        check(
            "#opening=swap3",
            "expected an opening rule (free, swap, swap2, soosorv-8 or taraguchi-10), got `swap3`",
        );
        check("#side=red", "expected `black` or `white`, got `red`");
        check("#traps=a1z99b2", "expected a point such as `h8`, got `z99`");
        check("#moves=h8-i9", "move 2: expected a point such as `h8`, got `-`");
        check("#/h8h0", "move 2: expected a point such as `h8`, got `h0`");
        check("?mvs=77f0", "move 2: expected two digits from `0` to `e`, such as `77`, got `f0`");
        check("?mvs=777", "move 2: expected two digits from `0` to `e`, such as `77`, got `7`");
        check("#moves=%4g", "offset 7: expected two hexadecimal digits after `%`, got `%4g`");
        let long = format!("#moves={}", "--".repeat(MAX_LINK_BYTES));
        check(&long, "expected a link of at most 65536 bytes, got `131079 bytes`");
    }

    #[test]
    fn an_impossible_position_is_not_written() {
        let record = Record::of_moves(Rule::Renju, Size::DEFAULT, points("h8h8"));
        assert!(write(&record).unwrap_err().to_string().contains("h8"));
    }

    #[test]
    fn broken_links_are_answered_without_panic() {
        for sample in
            [FULL, "https://gomocalc.com/#/h8i9", "https://renjuportal.com/board?mvs=7786", "%23moves=h%38é"]
        {
            damaged(sample.as_bytes(), |bytes| {
                let _ = read(bytes, &ReadOptions::default());
            });
        }
    }
}
