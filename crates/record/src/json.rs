//! goren's JSON: one object per game, alone, in an array, or one after another.
//!
//! A position is `{"rule":"renju","size":15,"traps":["a1"],"black":["h8"],"white":["i9"],"side":"black",
//! "moves":["g7","pass"],"opening":"free"}`. `black` and `white` are set-up stones, `side` is the side to move after the
//! set-up, and `moves` alternate from there. Every field is optional, and unknown fields are ignored.
//!
//! A game adds `names`, `event`, `date` and `result`. Where set-up and moves are not enough, `nodes` lists every
//! node of the tree and replaces `moves`: each gives the number of its `parent` and whichever it has of `play`
//! (`"b h8"`, `"w pass"`), `setup` (`["b h8","w i9","empty a1"]`), `side`, `comment`, `marks`, `time_ms` and `extra`. Numbers
//! follow the order of the list from 1. The root is 0: the set-up, or a first entry without `parent`.
//!
//! `scores`, one for each of `moves` or null, are what a program thought of its moves. They become SGF's property `V` of each node, which
//! counts for Black.

mod node;
mod value;

use goren_core::{Opening, PlayedMove, Point, Rule, Stone};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use self::node::{JsonNode, Nodes};
use self::value::{BoardSize, List, Text};
use crate::error::{Place, ReadError};
use crate::format::{MAX_GAMES, ReadOptions, check_count, reach, size_or_default};
use crate::record::{Record, RecordResult, natural_side};
use crate::tree::{Property, Tree};

/// The maximum length of a list of points or moves: enough for the largest board and many passes.
const MAX_POINTS: usize = 4096;

/// Reads one game or several.
pub(crate) fn read(bytes: &[u8], options: &ReadOptions) -> Result<Vec<Record>, ReadError> {
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    let games: Vec<JsonGame> = if bytes.trim_ascii_start().first() == Some(&b'[') {
        serde_json::from_slice::<List<JsonGame, MAX_GAMES>>(bytes)
            .map_err(|error| read_error(bytes, &error))?
            .0
    } else {
        let games = serde_json::Deserializer::from_slice(bytes).into_iter();
        let most = options.most_games.unwrap_or(MAX_GAMES).min(MAX_GAMES);
        games.take(most + 1).collect::<Result<_, _>>().map_err(|error| read_error(bytes, &error))?
    };
    if games.is_empty() {
        return Err(ReadError::end(Place::Whole, "a game such as `{\"moves\":[\"h8\"]}`"));
    }
    check_count(games.len(), options)?;
    games.into_iter().map(|game| game.record(options)).collect()
}

/// Writes one game as an object, several as an array of them.
pub(crate) fn write(games: &[Record]) -> String {
    let objects: Vec<String> = games.iter().map(object).collect();
    match objects.as_slice() {
        [object] => format!("{object}\n"),
        objects => format!("[\n{}\n]\n", objects.join(",\n")),
    }
}

/// Translates an error of serde.
fn read_error(bytes: &[u8], error: &serde_json::Error) -> ReadError {
    let place = Place::Line(error.line().max(1));
    let message = error.to_string();
    let end = format!(" at line {} column {}", error.line(), error.column());
    let message = message.strip_suffix(&end).unwrap_or(&message);
    if error.is_eof() {
        return ReadError::end(place, "the rest of the JSON");
    }
    // A wrong value reads "invalid value: string "z99", expected a point such as `h8`".
    if let Some((got, expected)) = message.rsplit_once(", expected ") {
        let got = got.split_once(": ").map_or(got, |(_, got)| got);
        return ReadError::new(place, expected, bare(got));
    }
    let line = bytes.split(|&byte| byte == b'\n').nth(error.line().saturating_sub(1)).unwrap_or_default();
    let got = String::from_utf8_lossy(line.get(error.column().saturating_sub(1)..).unwrap_or_default());
    match message.strip_prefix("expected ") {
        Some(expected) => ReadError::new(place, expected, got),
        None => ReadError::new(place, format!("valid JSON ({message})"), got),
    }
}

/// The value in serde's description of it, such as ``integer `8` ``.
fn bare(value: &str) -> &str {
    let quoted = |open: char| value.split_once(open)?.1.strip_suffix(open);
    quoted(if value.starts_with("string") { '"' } else { '`' }).unwrap_or(value)
}

type Points = List<Text<Point>, MAX_POINTS>;

impl Points {
    fn iter(&self) -> impl Iterator<Item = Point> + '_ {
        self.0.iter().map(|text| text.0)
    }
}

/// A game as it is read.
#[derive(Default, Deserialize)]
#[serde(default)]
struct JsonGame {
    rule: Option<Text<Rule>>,
    size: Option<BoardSize>,
    opening: Option<Text<Opening>>,
    names: Names,
    event: String,
    date: String,
    result: Option<Text<RecordResult>>,
    traps: Points,
    black: Points,
    white: Points,
    side: Option<Text<Stone>>,
    moves: Option<List<Text<Option<Point>>, MAX_POINTS>>,
    scores: Option<Value>,
    nodes: Option<Nodes>,
}

#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
struct Names {
    #[serde(skip_serializing_if = "String::is_empty")]
    black: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    white: String,
}

impl JsonGame {
    fn record(self, options: &ReadOptions) -> Result<Record, ReadError> {
        if !self.is_game() {
            let expected =
                "a game with `moves`, `nodes`, `rule`, `size` or stones, such as `{\"moves\":[\"h8\"]}`";
            return Err(ReadError::new(Place::Whole, expected, "an object without them"));
        }
        let size = match self.size {
            Some(BoardSize(size)) => size,
            None => size_or_default(options, self.reach())?,
        };
        let black = self.black.iter().map(|point| (point, Stone::Black));
        let stones: Vec<_> = black.chain(self.white.iter().map(|point| (point, Stone::White))).collect();
        let mut record = Record {
            rule: self.rule.map(|text| text.0).or(options.rule).unwrap_or_default(),
            size,
            opening: self.opening.map_or(Opening::Free, |text| text.0),
            traps: self.traps.iter().collect(),
            black: self.names.black,
            white: self.names.white,
            event: self.event,
            date: self.date,
            result: self.result.map(|text| text.0),
            tree: set_up(&stones, self.side.map(|text| text.0)),
        };
        match self.nodes {
            Some(nodes) => nodes.plant(&mut record.tree),
            None => {
                let first = self.side.map_or_else(|| natural_side(&stones), |text| text.0);
                let stones = [first, !first].into_iter().cycle();
                let moves = self.moves.map(|list| list.0).unwrap_or_default();
                record.extend(stones.zip(moves).map(|(stone, Text(point))| PlayedMove { stone, point }));
                if let Some(scores) = self.scores.as_ref().and_then(Value::as_array) {
                    note(&mut record, scores);
                }
            }
        }
        Ok(record)
    }

    /// Whether it says anything about a board: other objects are not games.
    fn is_game(&self) -> bool {
        self.moves.is_some()
            || self.nodes.is_some()
            || self.rule.is_some()
            || self.size.is_some()
            || self.opening.is_some()
            || self.side.is_some()
            || [&self.traps, &self.black, &self.white]
                .into_iter()
                .any(|points| points.iter().next().is_some())
    }

    /// The columns and rows that the board needs.
    fn reach(&self) -> usize {
        let lists = [&self.traps, &self.black, &self.white].into_iter().flat_map(Points::iter);
        let moves = self.moves.iter().flat_map(|list| &list.0).filter_map(|text| text.0);
        reach(lists.chain(moves).chain(self.nodes.iter().flat_map(Nodes::points)))
    }
}

/// Notes with each move of a new record what it was worth for Black.
fn note(record: &mut Record, scores: &[Value]) {
    let moves: Vec<_> = record.tree.main_line().skip(1).collect();
    for (id, score) in moves.into_iter().zip(scores) {
        let node = record.tree.node_mut(id);
        let (Some(played), Some(score)) = (node.played, score.as_i64()) else { continue };
        let for_black = if played.stone == Stone::Black { Some(score) } else { score.checked_neg() };
        let Some(score) = for_black else { continue };
        node.extra.push(Property { name: "V".to_owned(), values: vec![score.to_string()] });
    }
}

/// A tree with only set-up stones.
fn set_up(stones: &[(Point, Stone)], side: Option<Stone>) -> Tree {
    let mut tree = Tree::default();
    let root = tree.node_mut(Tree::ROOT);
    root.setup = stones.iter().map(|&(point, stone)| (point, Some(stone))).collect();
    root.side = side.filter(|&side| side != natural_side(stones));
    tree
}

/// The short form: the set-up and moves that lead to the end of the main line.
#[derive(Default)]
struct Short {
    stones: Vec<(Point, Stone)>,
    side: Option<Stone>,
    moves: Vec<Option<Point>>,
}

impl Short {
    /// Empty if the main line cannot be played or is too long to be read back: then only the nodes describe the record.
    fn of(record: &Record) -> Short {
        let Some(position) = record.position().ok().filter(|it| it.history().len() <= MAX_POINTS) else {
            return Short::default();
        };
        let mut stones = position.setup().to_vec();
        stones.sort_by_key(|&(_, stone)| stone);
        Short {
            stones,
            side: Record::of(&position).tree.node(Tree::ROOT).side,
            moves: position.history().iter().map(|played| played.point).collect(),
        }
    }

    /// The tree that the short form describes.
    fn tree(&self) -> Tree {
        let mut record = Record { tree: set_up(&self.stones, self.side), ..Record::default() };
        let first = self.side.unwrap_or_else(|| natural_side(&self.stones));
        let stones = [first, !first].into_iter().cycle();
        record.extend(stones.zip(&self.moves).map(|(stone, &point)| PlayedMove { stone, point }));
        record.tree
    }
}

/// The object of a game, with one line per field and per node.
fn object(record: &Record) -> String {
    let short = Short::of(record);
    let stones = |stone| {
        let points = short.stones.iter().filter(|each| each.1 == stone).map(|each| Text(each.0));
        (points.clone().next().is_some()).then(|| json(&points.collect::<Vec<_>>()))
    };
    let words = |text: &String| (!text.is_empty()).then(|| json(text));
    let names = Names { black: record.black.clone(), white: record.white.clone() };
    let named = !names.black.is_empty() || !names.white.is_empty();
    let traps: Vec<_> = record.traps.iter().copied().map(Text).collect();
    let moves: Vec<_> = short.moves.iter().copied().map(Text).collect();
    let fields = [
        ("rule", Some(json(&Text(record.rule)))),
        ("size", Some(record.size.to_string())),
        ("opening", (record.opening != Opening::Free).then(|| json(&Text(record.opening)))),
        ("names", named.then(|| json(&names))),
        ("event", words(&record.event)),
        ("date", words(&record.date)),
        ("result", record.result.map(|result| json(&Text(result)))),
        ("traps", (!traps.is_empty()).then(|| json(&traps))),
        ("black", stones(Stone::Black)),
        ("white", stones(Stone::White)),
        ("side", short.side.map(|side| json(&Text(side)))),
        ("moves", (!moves.is_empty()).then(|| json(&moves))),
        ("nodes", nodes(record, &short.tree())),
    ];
    let lines = fields.into_iter().filter_map(|(key, value)| Some(format!("  \"{key}\": {}", value?)));
    format!("{{\n{}\n}}", lines.collect::<Vec<_>>().join(",\n"))
}

/// The list of nodes, unless the short form already describes the whole tree.
fn nodes(record: &Record, short: &Tree) -> Option<String> {
    if record.tree == *short {
        return None;
    }
    let root = JsonNode::of(record.tree.node(Tree::ROOT));
    let root_is_set_up = root == JsonNode::of(short.node(Tree::ROOT));
    let steps =
        record.tree.iter().skip(usize::from(root_is_set_up)).map(|(_, node)| json(&JsonNode::of(node)));
    Some(format!("[\n    {}\n  ]", steps.collect::<Vec<_>>().join(",\n    ")))
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("strings, numbers and lists of them always have a JSON form")
}

#[cfg(test)]
mod tests {
    use super::value::{SetupChange, TextForm};
    use super::*;
    use crate::fixture::{Draw as _, damaged};
    use crate::tree::{Mark, MarkKind, Node};
    use goren_core::Random;
    use goren_core::Size;

    const FULL: &str = r#"{
  "rule": "renju",
  "size": 9,
  "opening": "swap2",
  "names": {"black":"Ann","white":"Bo"},
  "event": "a \"cup\"",
  "date": "2026-01-31",
  "result": "draw",
  "traps": ["a1"],
  "black": ["e5"],
  "white": ["f6"],
  "side": "white",
  "moves": ["d4","pass"],
  "nodes": [
    {"setup":["w f6","b e5"],"side":"white","comment":"root"},
    {"parent":0,"play":"w d4","marks":[{"point":"e5","kind":"cross"},{"point":"a2","kind":"label","text":"A"}]},
    {"parent":1,"play":"b pass","time_ms":1500,"extra":[{"name":"KM","values":["6.5",""]}]},
    {"parent":0,"play":"w a9","setup":["empty e5"]}
  ]
}
"#;

    fn read_text(text: &str) -> Result<Vec<Record>, ReadError> {
        read(text.as_bytes(), &ReadOptions::default())
    }

    fn one(text: &str) -> Record {
        read_text(text).unwrap().pop().unwrap()
    }

    #[test]
    fn scores_of_moves_are_kept_as_values_for_black() {
        let game = one(r#"{"moves":["h8","i9","g7","f6"],"scores":[null,40,-7]}"#);
        let written = crate::write(std::slice::from_ref(&game), crate::Format::Sgf).unwrap();
        let sgf = String::from_utf8(written.bytes).unwrap();
        assert!(written.lost.is_empty() && sgf.contains(";B[hh];W[ig]V[-40];B[gi]V[-7];W[fj]"), "{sgf}");
        assert_eq!(one(&write(std::slice::from_ref(&game))), game);
        let psq = crate::write(&[game], crate::Format::Psq).unwrap();
        assert!(psq.lost.contains(&"2 further properties".to_owned()), "{:?}", psq.lost);
        // What is no list of numbers is ignored, as other fields are.
        assert_eq!(one(r#"{"moves":["h8"],"scores":"none"}"#), one(r#"{"moves":["h8"]}"#));
    }

    fn point(name: &str) -> Point {
        name.parse().unwrap()
    }

    fn random_node(random: &mut Random, size: Size) -> Node {
        let points = random.points(size);
        let mut node = Node::default();
        if !random.once_in(4) {
            let point = Some(points[0]).filter(|_| !random.once_in(6));
            node.played = Some(PlayedMove { stone: random.one_of(&Stone::BOTH), point });
        }
        if random.once_in(4) {
            let stones = [None, Some(Stone::Black), Some(Stone::White)];
            node.setup = points[1..4].iter().map(|&point| (point, random.one_of(&stones))).collect();
        }
        if random.once_in(8) {
            node.side = Some(random.one_of(&Stone::BOTH));
        }
        node.comment = random.one_of(&["", "", "two\nlines", "\"ž\"\u{0}\\ 碁"]).to_owned();
        if random.once_in(3) {
            let kinds =
                [MarkKind::Cross, MarkKind::Circle, MarkKind::Square, MarkKind::Triangle, MarkKind::Selected];
            let mut kinds = kinds.into_iter().chain([MarkKind::Label("x".to_owned())]);
            node.marks.extend(kinds.nth(random.below(6)).map(|kind| Mark { point: points[4], kind }));
        }
        node.time_ms = Some(u64::MAX - random.below(9) as u64).filter(|_| random.once_in(3));
        if random.once_in(3) {
            let values = (0..random.below(3)).map(|i| format!("value {i}")).collect();
            node.extra.push(Property { name: "KM".to_owned(), values });
        }
        node
    }

    fn random_record(seed: u64) -> Record {
        let mut random = Random::new(seed);
        let size = random.size();
        let mut record = Record {
            rule: random.one_of(&Rule::ALL),
            size,
            opening: random.one_of(&Opening::ALL),
            traps: random.points(size).into_iter().take(3).collect(),
            black: random.one_of(&["", "Ann"]).to_owned(),
            white: random.one_of(&["", "Bo"]).to_owned(),
            event: random.one_of(&["", "cup"]).to_owned(),
            date: random.one_of(&["", "2026"]).to_owned(),
            result: random.one_of(&[None, Some(RecordResult::Draw), Some(RecordResult::Win(Stone::White))]),
            tree: Tree::default(),
        };
        if random.once_in(2) {
            *record.tree.node_mut(Tree::ROOT) = random_node(&mut random, size);
        }
        for _ in 0..random.below(12) {
            let parent = random.below(record.tree.len());
            record.tree.add(parent, random_node(&mut random, size));
        }
        record
    }

    #[test]
    fn a_position_is_read_from_the_short_form() {
        let record =
            one(r#"{"rule":"renju","size":15,"side":"b","black":["h8"],"white":["i9"],"traps":["a1"],
                "moves":["g7"],"opening":"free","source":{"any":["thing",1]}}"#);
        let mut expected = Record { rule: Rule::Renju, traps: vec![point("a1")], ..Record::default() };
        expected.tree.node_mut(Tree::ROOT).setup =
            vec![(point("h8"), Some(Stone::Black)), (point("i9"), Some(Stone::White))];
        expected.extend([PlayedMove { stone: Stone::Black, point: Some(point("g7")) }]);
        assert_eq!(record, expected);
    }

    #[test]
    fn every_field_may_be_missing() {
        assert_eq!(one("{\"moves\":[]}"), Record::default());
        let options = ReadOptions { rule: Some(Rule::Caro), size: Some(Size::MAX), ..ReadOptions::default() };
        let record = read(b"{\"moves\":[\"h8\"]}", &options).unwrap().remove(0);
        assert_eq!((record.rule, record.size), (Rule::Caro, Size::MAX));
        assert_eq!(one(r#"{"moves":["a17"]}"#).size.side(), 17);
        assert_eq!(one(r#"{"nodes":[{"parent":0,"play":"b t1"}]}"#).size.side(), 20);
    }

    #[test]
    fn sides_and_rules_have_several_names() {
        for (text, side) in [("W", Stone::White), ("white", Stone::White), ("BLACK", Stone::Black)] {
            let record = one(&format!(r#"{{"rule":"caro5","side":"{text}","moves":["h8"]}}"#));
            assert_eq!((record.rule, record.moves().next().unwrap().stone), (Rule::Caro, side));
        }
    }

    #[test]
    fn several_games_come_in_an_array_or_one_after_another() {
        let games = [r#"{"moves":["h8"]}"#, r#"{"moves":["i9"]}"#, r#"{"size":15}"#];
        let expected: Vec<Record> = games.into_iter().map(one).collect();
        assert_eq!(read_text(&games.join("\n")), Ok(expected.clone()));
        assert_eq!(read_text(&format!("\u{feff} [{}]\n", games.join(","))), Ok(expected.clone()));
        assert_eq!(read_text(&write(&expected)), Ok(expected));
    }

    #[test]
    fn plain_moves_are_written_short() {
        let record = one(r#"{"rule":"renju","moves":["h8","pass","g7"],"names":{"white":"Bo"}}"#);
        let text = r#"{
  "rule": "renju",
  "size": 15,
  "names": {"white":"Bo"},
  "moves": ["h8","pass","g7"]
}
"#;
        assert_eq!(write(&[record]), text);
    }

    #[test]
    fn a_tree_is_written_as_nodes() {
        let record = one(FULL);
        assert_eq!(record.tree.len(), 4);
        assert_eq!(record.tree.node(Tree::ROOT).children(), [1, 3]);
        assert_eq!(write(&[record]), FULL);
    }

    #[test]
    fn the_root_is_listed_only_where_the_set_up_does_not_say_it_all() {
        let root = r#"{"setup":["w i9","b h8"]}"#;
        let record = one(&format!(r#"{{"black":["h8"],"white":["i9"],"nodes":[{root}]}}"#));
        let text = write(std::slice::from_ref(&record));
        assert!(text.contains(root), "{text}");
        assert_eq!(one(&text), record);
        let text = write(&[one(r#"{"black":["h8"],"nodes":[{"parent":0,"comment":"here"}]}"#)]);
        assert!(text.contains("[\n    {\"parent\":0,\"comment\":\"here\"}\n  ]"), "{text}");
    }

    #[test]
    fn nodes_take_the_place_of_moves_and_keep_the_set_up() {
        let record = one(r#"{"black":["h8"],"moves":["a1"],"nodes":[{"parent":0,"play":"w i9"}]}"#);
        assert_eq!(record.tree.node(Tree::ROOT).setup, [(point("h8"), Some(Stone::Black))]);
        let moves: Vec<_> = record.moves().filter_map(|played| played.point).collect();
        assert_eq!(moves, [point("i9")]);
    }

    #[test]
    fn records_read_back_as_they_were_written() {
        let records: Vec<Record> = (0..400).map(random_record).collect();
        for record in &records {
            let record = std::slice::from_ref(record);
            assert_eq!(read_text(&write(record)).as_deref(), Ok(record), "{}", write(record));
        }
        assert_eq!(read_text(&write(&records)), Ok(records));
    }

    #[test]
    fn bad_json_is_answered_with_the_line_and_what_was_expected() {
        let check = |text: &str, error: &str| assert_eq!(read_text(text).unwrap_err().to_string(), error);
        check("", "expected a game such as `{\"moves\":[\"h8\"]}`, got the end");
        check("[]", "expected a game such as `{\"moves\":[\"h8\"]}`, got the end");
        check("{\"moves\":[\n\"h8\"", "line 2: expected the rest of the JSON, got the end");
        check("{\n\"size\" 3}", "line 2: expected `:`, got `3}`");
        check("{\n\"black\":\n[\"h8\",\"z99\"\n]}", "line 3: expected a point such as `h8`, got `z99`");
        check("{\n\"moves\":[],}", "line 2: expected valid JSON (trailing comma), got `}`");
        check("hello", "line 1: expected value, got `hello`");
        check("{\"moves\":[8]}", "line 1: expected a point such as `h8`, or `pass`, got `8`");
        check("{\"size\":\n23\n}", "line 2: expected a board size from 5 to 22, got `23`");
        check("{}\n{\"rule\":\"go\"\n}", &format!("line 2: expected {}, got `go`", Rule::EXPECTED));
        check("{\"side\":\"red\"}", "line 1: expected a side, `black` or `white`, got `red`");
        check("{\"result\":\"1-0\"}", &format!("line 1: expected {}, got `1-0`", RecordResult::EXPECTED));
        check("{\"opening\":\"x\"}", &format!("line 1: expected {}, got `x`", Opening::EXPECTED));
        let nodes = |nodes: &str, error: &str| check(&format!("{{\"nodes\":[\n{nodes}]}}"), error);
        nodes(
            "{\"parent\":0,\"play\":\"h8\"}",
            &format!("line 2: expected {}, got `h8`", PlayedMove::EXPECTED),
        );
        nodes(
            "{\"parent\":0,\"setup\":[\"h8\"]}",
            &format!("line 2: expected {}, got `h8`", SetupChange::EXPECTED),
        );
        nodes(
            "{\"parent\":0,\"marks\":[\n{\"point\":\"h8\",\"kind\":\"dot\"}]}",
            "line 3: expected one of `cross`, `circle`, `square`, `triangle`, `selected`, `label`, got `dot`",
        );
        let parent = "expected a node with the number of an earlier node as `parent`";
        nodes("{\"parent\":0},\n{}\n", &format!("line 3: {parent}, got `none`"));

        nodes("{\"parent\":0},\n{\"parent\":2},\n{\"parent\":0}", &format!("line 3: {parent}, got `2`"));
        nodes("{},{\"parent\":1}", &format!("line 2: {parent}, got `1`"));
    }

    #[test]
    fn an_object_that_says_nothing_of_a_board_is_no_game() {
        for text in ["{}", "{\"a\":1}", "[{\"moves\":[]},{\"name\":\"x\",\"event\":\"y\",\"date\":\"z\"}]"] {
            let error = read_text(text).unwrap_err().to_string();
            assert!(error.starts_with("expected a game with `moves`"), "{text}: {error}");
        }
        for text in ["{\"rule\":\"renju\"}", "{\"black\":[\"h8\"]}", "{\"nodes\":[]}", "{\"traps\":[\"a1\"]}"]
        {
            assert!(read_text(text).is_ok(), "{text}");
        }
    }

    #[test]
    fn lists_without_end_are_refused() {
        let moves = vec!["\"a1\""; MAX_POINTS + 1].join(",");
        let error = read_text(&format!("{{\"moves\":[{moves}]}}")).unwrap_err().to_string();
        assert_eq!(error, "line 1: expected a list of at most 4096 entries, got `more`");
        assert!(read_text(&"[".repeat(100_000)).is_err());
        assert!(read_text(&format!("{{\"x\":{}", "[".repeat(100_000))).is_err());
    }

    #[test]
    fn broken_json_is_answered_without_panic() {
        damaged(FULL.as_bytes(), |bytes| {
            let _ = read(bytes, &ReadOptions::default());
        });
    }
}
