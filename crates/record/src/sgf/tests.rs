use goren_core::{Opening, Point, Rule, Size, Stone};

use super::{read, write};
use crate::error::Place;
use crate::fixture::{Draw as _, damaged};
use crate::format::ReadOptions;
use crate::record::{Record, RecordResult};
use crate::tree::{Mark, MarkKind, Node, Property, Tree};
use goren_core::Random;

fn one(text: &str) -> Record {
    let mut games = read(text.as_bytes(), &ReadOptions::default()).unwrap();
    assert_eq!(games.len(), 1, "{text}");
    games.remove(0)
}

fn error(text: &str) -> String {
    read(text.as_bytes(), &ReadOptions::default()).unwrap_err().to_string()
}

fn point(name: &str) -> Point {
    name.parse().unwrap()
}

fn moves(record: &Record) -> Vec<String> {
    record.moves().map(|played| played.point.map_or("pass".into(), |point| point.to_string())).collect()
}

const LETTERS: [char; 16] =
    ['a', 'Z', ' ', '\n', '\t', '\\', ']', '[', ':', ';', '(', ')', 'ő', '五', '\u{1f600}', '"'];

/// A tree as a file lists it, so that reading gives its nodes the same numbers.
fn random_record(random: &mut Random) -> Record {
    let size = Size::all().nth(random.below(18)).unwrap();
    let points: Vec<Point> = size.points().collect();
    let mut record = Record {
        rule: random.one_of(&Rule::ALL),
        size,
        opening: random.one_of(&Opening::ALL),
        traps: (0..random.below(4)).map(|_| random.one_of(&points)).collect(),
        black: random.text(&LETTERS, 6),
        white: random.text(&LETTERS, 6),
        event: random.text(&LETTERS, 6),
        date: random.text(&LETTERS, 6),
        result: random.one_of(&[None, Some(RecordResult::Draw), Some(RecordResult::Win(Stone::White))]),
        tree: Tree::default(),
    };
    let root = random_node(random, &points);
    *record.tree.node_mut(Tree::ROOT) = root;
    if random.once_in(3) {
        let text = random.one_of(&["a house rule", "Renju, RIF"]);
        record
            .tree
            .node_mut(Tree::ROOT)
            .extra
            .push(Property { name: "RU".into(), values: vec![text.into()] });
    }
    let mut last = Tree::ROOT;
    for _ in 0..random.below(20) {
        for _ in 0..random.one_of(&[0, 0, 1, 3]) {
            last = record.tree.node(last).parent().unwrap_or(Tree::ROOT);
        }
        last = record.tree.add(last, random_node(random, &points));
    }
    record
}

fn random_node(random: &mut Random, points: &[Point]) -> Node {
    let mut node = Node::default();
    if !random.once_in(5) {
        let point = if random.once_in(8) { None } else { Some(random.one_of(points)) };
        node = Node::of(random.one_of(&Stone::BOTH), point);
    }
    if random.once_in(3) {
        for stone in [Some(Stone::Black), Some(Stone::White), None] {
            node.setup.extend((0..random.below(3)).map(|_| (random.one_of(points), stone)));
        }
        node.side = random.one_of(&[None, Some(Stone::Black), Some(Stone::White)]);
    }
    node.comment = random.text(&LETTERS, 12);
    node.time_ms = random.one_of(&[None, Some(0), Some(u64::MAX)]);
    let kinds = [MarkKind::Cross, MarkKind::Circle, MarkKind::Square, MarkKind::Triangle, MarkKind::Selected];
    for kind in kinds.into_iter().filter(|_| random.once_in(4)).collect::<Vec<_>>() {
        node.marks.push(Mark { point: random.one_of(points), kind });
    }
    for _ in 0..random.below(3) {
        node.marks
            .push(Mark { point: random.one_of(points), kind: MarkKind::Label(random.text(&LETTERS, 4)) });
    }
    for _ in 0..random.below(3) {
        let values = (0..1 + random.below(3)).map(|_| random.text(&LETTERS, 5)).collect();
        node.extra
            .push(Property { name: random.one_of(&["KM", "AP", "N", "CoPyright", "X1"]).into(), values });
    }
    node
}

#[test]
fn collections_of_random_trees_read_back_equal() {
    let mut random = Random::new(1);
    for _ in 0..300 {
        let games: Vec<Record> = (0..1 + random.below(3)).map(|_| random_record(&mut random)).collect();
        let text = write(&games);
        assert_eq!(read(text.as_bytes(), &ReadOptions::default()).as_ref(), Ok(&games), "{text}");
    }
}

#[test]
fn a_plain_game_is_written_in_the_usual_way() {
    let mut record = Record::of_moves(Rule::Renju, Size::DEFAULT, ["a15", "h8", "o1"].map(point));
    record.black = "A [1]".into();
    record.tree.add(1, Node::of(Stone::White, None));
    record.tree.node_mut(1).marks.push(Mark { point: point("b15"), kind: MarkKind::Label("1:2".into()) });
    let expected =
        "(;FF[4]GM[4]CA[UTF-8]SZ[15]RU[renju]PB[A [1\\]]\n;B[aa]LB[ba:1\\:2]\n(;W[hh];B[oo])\n(;W[]))\n";
    assert_eq!(write(&[record]), expected);
}

#[test]
fn letters_count_from_the_top_and_numbers_from_the_bottom() {
    assert_eq!(moves(&one("(;SZ[15];B[ab];W[h8];B[ O15 ];W[])")), ["a14", "h8", "o15", "pass"]);
    assert_eq!(moves(&one("(;SZ[19];B[ab])")), ["a18"]);
}

#[test]
fn without_a_size_the_board_is_fifteen_or_holds_every_point() {
    let side = |text| one(text).size.side();
    assert_eq!(side("(;B[ef])"), 15);
    assert_eq!(side("(;SZ[7:7];B[ef])"), 7);
    for text in ["(;B[ap])", "(;B[pa])", "(;AW[aa:bp])", "(;LB[pp:zz])", "(;TR[p16])", "(;;;XT[pa])"] {
        assert_eq!(side(text), 16, "{text}");
    }
    let options = ReadOptions { size: Some(Size::MIN), ..ReadOptions::default() };
    assert_eq!(read(b"(;B[ee])", &options).unwrap()[0].size, Size::MIN);
    assert!(read(b"(;B[fe])", &options).is_err());
    assert_eq!(one("(;B[aa]SZ[5])").tree.node(0).played.unwrap().point, Some(point("a5")));
}

#[test]
fn a_move_in_the_root_stays_there() {
    let record = one("(;B[hh];W[ii])");
    assert_eq!(record.tree.node(Tree::ROOT).played.unwrap().point, Some(point("h8")));
    assert_eq!(moves(&record), ["h8", "i7"]);
    assert_eq!(one(&write(std::slice::from_ref(&record))), record);
}

#[test]
fn a_rectangle_stands_for_its_points_whichever_corners_it_names() {
    let names = |text| -> Vec<String> {
        one(text).tree.node(0).setup.iter().map(|(point, stone)| format!("{point}{stone:?}")).collect()
    };
    assert_eq!(names("(;AB[aa:ba][c1])"), ["a15Some(Black)", "b15Some(Black)", "c1Some(Black)"]);
    assert_eq!(names("(;AE[bb:aa])"), ["a15None", "b15None", "a14None", "b14None"]);
}

#[test]
fn rectangles_cannot_fill_the_memory() {
    let text = format!("(;SZ[22]AB{})", "[aa:vv]".repeat(3000));
    assert!(error(&text).contains("at most 1048576 points"), "{}", error(&text));
}

#[test]
fn set_up_points_and_marks_come_back_grouped_by_kind() {
    let mut record = Record::default();
    let stones = [("a1", Stone::White), ("b1", Stone::Black), ("c1", Stone::White)];
    record.tree.node_mut(0).setup = stones.map(|(name, stone)| (point(name), Some(stone))).to_vec();
    let again = one(&write(&[record]));
    let names: Vec<String> = again.tree.node(0).setup.iter().map(|each| each.0.to_string()).collect();
    assert_eq!(names, ["b1", "a1", "c1"]);
}

#[test]
fn line_breaks_are_one_newline_and_none_after_a_backslash() {
    let comment = |text| one(text).tree.node(0).comment.clone();
    assert_eq!(comment("(;C[a\r\nb\rc\nd])"), "a\nb\nc\nd");
    assert_eq!(comment("(;C[a\\\r\nb\\\nc\\d\\]\\\\])"), "abcd]\\");
    assert_eq!(comment("(;C[a]B[]C[b][c])"), "a\nb\nc");
}

#[test]
fn bytes_that_are_not_utf8_are_replaced() {
    let games = read(b"\xef\xbb\xbf (;C[\xff]PB[\xe4\xba\x94])", &ReadOptions::default()).unwrap();
    assert_eq!(games[0].tree.node(0).comment, "\u{fffd}");
    assert_eq!(games[0].black, "五");
}

#[test]
fn rules_are_known_by_their_usual_names_and_other_texts_are_kept() {
    for (text, rule) in [
        ("Caro6", Rule::Caro6),
        ("Gomoku", Rule::Freestyle),
        ("STANDARD", Rule::Standard),
        ("Renju (RIF)", Rule::Renju),
        ("", Rule::Caro),
        ("my own", Rule::Caro),
    ] {
        let options = ReadOptions { rule: Some(Rule::Caro), ..ReadOptions::default() };
        let games = read(format!("(;RU[{text}])").as_bytes(), &options).unwrap();
        assert_eq!(games[0].rule, rule, "{text}");
        assert_eq!(games[0].tree.node(0).extra[0].values, [text]);
        assert_eq!(one(&write(&games)), games[0], "{text}");
    }
}

#[test]
fn a_result_keeps_its_words_until_it_changes() {
    let mut record = one("(;RE[W+Resign])");
    assert_eq!(record.result, Some(RecordResult::Win(Stone::White)));
    assert_eq!(one(&write(&[record.clone()])), record);
    record.result = Some(RecordResult::Win(Stone::Black));
    let text = write(&[record]);
    assert!(text.contains("RE[B+]") && !text.contains("Resign"), "{text}");
    assert_eq!(one("(;RE[0])").result, Some(RecordResult::Draw));
    assert_eq!(one("(;RE[Void])").result, None);
    assert!(write(&[one("(;RE[Void])")]).contains("RE[Void]"));
}

#[test]
fn old_names_lose_their_lower_case_letters_and_empty_lists_are_kept() {
    let record = one("(;GaMe[4]PlayerBlack[x]TR[];Black[hh])");
    assert_eq!(moves(&record), ["h8"]);
    assert_eq!(record.black, "x");
    assert_eq!(record.tree.node(0).extra, [Property { name: "TR".into(), values: vec![String::new()] }]);
}

#[test]
fn errors_say_where_and_what_was_expected() {
    for (text, expected) in [
        ("", "offset 0: expected a game such as `(;GM[4])`, got the end"),
        ("x", "offset 0: expected `(` or the end, got `x`"),
        ("(B[hh])", "offset 1: expected `;`, got `B[hh])`"),
        ("(;GM[1])", "offset 5: expected `GM[4]`, which is Gomoku and Renju, got `[1]`"),
        ("(;SZ[23])", "offset 5: expected a square board's size from 5 to 22, got `[23]`"),
        ("(;SZ[9:7])", "offset 5: expected a square board's size from 5 to 22, got `[9:7]`"),
        ("(;B[h])", "offset 4: expected a point such as `hh`, got `[h]`"),
        ("(;SZ[15]B[pp])", "offset 10: expected a point of the 15×15 board, got `[pp]`"),
        ("(;B[hh]W[ii])", "offset 9: expected at most one move in a node, got `[ii]`"),
        ("(;B[hh][ii])", "offset 4: expected at most one move in a node, got `[hh]`"),
        ("(;LB[hh])", "offset 5: expected a point and a text such as `hh:A`, got `[hh]`"),
        ("(;PL[x])", "offset 5: expected the side to move, `B` or `W`, got `[x]`"),
        ("(;XO[x])", "offset 5: expected the name of an opening rule, got `[x]`"),
        ("(;C)", "offset 3: expected `[`, got `)`"),
        ("(;C[a\\]", "offset 7: expected `]` for the value from offset 4 on, got the end"),
        ("(;(;)C[])", "offset 5: expected `;`, `(` or `)`, got `C[])`"),
        ("(;B[hh]", "offset 7: expected a property, `;`, `(` or `)`, got the end"),
        ("(;))", "offset 3: expected `(` or the end, got `)`"),
    ] {
        assert_eq!(error(text), expected, "{text}");
    }
    let place = read(b"(;B[aw])", &ReadOptions::default()).unwrap_err().place;
    assert_eq!(place, Place::Whole);
}

#[test]
fn a_million_nested_variations_are_read_and_written() {
    const DEPTH: usize = 1_000_000;
    let text = format!("{}{}", "(;".repeat(DEPTH), ")".repeat(DEPTH));
    let record = one(&text);
    assert_eq!(record.tree.len(), DEPTH);
    assert_eq!(write(&[record]).matches(';').count(), DEPTH);
    assert!(error(&text[..text.len() - 1]).ends_with("got the end"));
}

#[test]
fn damaged_files_never_panic() {
    let mut random = Random::new(7);
    let games = [random_record(&mut random)];
    let mut read_again = 0;
    damaged(write(&games).as_bytes(), |bytes| {
        if let Ok(games) = read(bytes, &ReadOptions::default()) {
            assert!(!write(&games).is_empty());
            read_again += 1;
        }
    });
    assert!(read_again > 0);
}
