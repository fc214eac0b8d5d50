use goren_core::{Point, Rule, Size, Stone};

use super::{read, write};
use crate::fixture::{Draw as _, damaged};
use crate::format::ReadOptions;
use crate::record::Record;
use crate::tree::{Mark, MarkKind, Node, Property, Tree};
use goren_core::Random;

/// A library as RenLib writes it: the header, an empty root and these bytes.
fn library(nodes: &[u8]) -> Vec<u8> {
    [b"\xffRenLib\xff\x03\x04\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\0\0", nodes].concat()
}

fn tree(nodes: &[u8]) -> Tree {
    read(&library(nodes), &ReadOptions::default()).unwrap().tree
}

fn error(bytes: &[u8]) -> String {
    read(bytes, &ReadOptions::default()).unwrap_err().to_string()
}

fn point(name: &str) -> Point {
    name.parse().unwrap()
}

/// The tree in one line, each node with its depth and Black's moves in capitals: `1H8 2i9 3G7 2i8`.
fn drawn(tree: &Tree) -> String {
    let nodes = tree.depth_first().skip(1).map(|id| {
        let depth = tree.path(id).len() - 1;
        let name = match tree.node(id).played {
            None => "-".into(),
            Some(played) => {
                let name = played.point.map_or("pass".into(), |point| point.to_string());
                if played.stone == Stone::Black { name.to_uppercase() } else { name }
            }
        };
        format!("{depth}{name}")
    });
    nodes.collect::<Vec<_>>().join(" ")
}

fn random_record(random: &mut Random) -> Record {
    let letters = ['a', ' ', '\n', '\\', 'é', 'Ã', '©', '五', 'Z'];
    let points: Vec<Point> = Size::DEFAULT.points().collect();
    let describe = |random: &mut Random, node: &mut Node| {
        node.comment = random.text(&letters, 6);
        for name in ["MARK", "START"] {
            if random.once_in(4) {
                node.extra.push(Property { name: name.into(), values: vec![String::new()] });
            }
        }
    };
    let mut record = Record::default();
    describe(random, record.tree.node_mut(Tree::ROOT));
    let mut last = Tree::ROOT;
    for _ in 0..random.below(30) {
        for _ in 0..random.one_of(&[0, 0, 1, 4]) {
            last = record.tree.node(last).parent().unwrap_or(Tree::ROOT);
        }
        let side = if record.tree.path(last).len() % 2 == 1 { Stone::Black } else { Stone::White };
        let mut node = match random.below(8) {
            0 => Node::default(),
            1 => Node::of(side, None),
            _ => Node::of(side, Some(random.one_of(&points))),
        };
        describe(random, &mut node);
        last = record.tree.add(last, node);
    }
    for id in 0..record.tree.len() {
        if random.once_in(3) {
            let kind = MarkKind::Label(random.text(&letters, 4));
            let child = record.tree.node(id).children().first().copied();
            let played = child.and_then(|child| record.tree.node(child).played);
            let point = played.and_then(|played| played.point).unwrap_or(random.one_of(&points));
            record.tree.node_mut(id).marks.push(Mark { point, kind });
        }
    }
    record
}

#[test]
fn random_trees_read_back_equal() {
    let mut random = Random::new(3);
    for _ in 0..500 {
        // A library names no rule, and is taken for renju.
        let record = Record { rule: Rule::Renju, ..random_record(&mut random) };
        assert_eq!(read(&write(&record).unwrap(), &ReadOptions::default()), Ok(record));
    }
}

#[test]
fn the_high_bit_promises_a_sibling_and_the_next_one_ends_a_line() {
    let nodes = [0x78, 0x00, 0x69, 0x80, 0x87, 0x40, 0x68, 0x80, 0x96, 0x40, 0x88, 0x40];
    let tree = tree(&nodes);
    assert_eq!(drawn(&tree), "1H8 2i9 3G7 2h9 3F6 2h7");
    let record = Record { tree, ..Record::default() };
    assert_eq!(write(&record), Ok(library(&nodes)));
}

#[test]
fn the_end_of_the_file_ends_every_line() {
    assert_eq!(drawn(&tree(&[0x78, 0x80, 0x69, 0x80, 0x87, 0x00])), "1H8 2i9 3G7");
    assert_eq!(drawn(&tree(&[])), "");
}

#[test]
fn a_library_may_start_with_a_move_and_byte_zero_is_a_pass_later_on() {
    let mut bytes = library(&[]);
    bytes.truncate(20);
    bytes.extend([0x78, 0, 0, 0, 0x69, 0x40]);
    assert_eq!(drawn(&read(&bytes, &ReadOptions::default()).unwrap().tree), "1H8 2pass 3I9");
}

#[test]
fn a_comment_is_its_one_line_and_its_further_lines() {
    let comment = |text: &[u8], flag: u8| {
        let tree = tree(&[&[0x78, flag], text, &[0x69, 0x40]].concat());
        assert_eq!(drawn(&tree), "1H8 2i9");
        tree.node(1).comment.clone()
    };
    assert_eq!(comment(b"one\0", 0x08), "one");
    assert_eq!(comment(b"even\0\0", 0x08), "even");
    assert_eq!(comment(b"a\x08b\r\nc\0\0", 0x08), "a\nb\nc");
    assert_eq!(comment(b"\xe5\xe4\xf6\0", 0x08), "åäö");
    assert_eq!(comment(b"ol\xe4\0", 0x20), "old");
}

#[test]
fn comments_are_written_as_renlib_writes_them() {
    let mut record = Record::of_moves(Rule::Freestyle, Size::DEFAULT, [point("h8")]);
    record.tree.node_mut(1).comment = "å\u{8}\nb\nc\0".into();
    assert_eq!(write(&record), Ok(library(b"\x78\x48\xe5\x08b\r\nc\0\0")));
}

#[test]
fn a_board_text_is_a_label_of_the_position_before_the_move() {
    let nodes = [&[0x78, 0x01, 0, 1][..], b"A\0", &[0x69, 0xc3, 0, 1], b"text\0\0", &[0x68, 0x40]].concat();
    let tree = tree(&nodes);
    assert_eq!(drawn(&tree), "1H8 2h9");
    let label = |name, text: &str| Mark { point: point(name), kind: MarkKind::Label(text.into()) };
    assert_eq!(tree.node(0).marks, [label("h8", "A")]);
    assert_eq!(tree.node(1).marks, [label("i9", "text")]);
}

#[test]
fn a_node_that_is_no_move_keeps_its_point_and_its_turn() {
    let nodes = [0x78, 0x00, 0x69, 0x12, 0x68, 0x44];
    let tree = tree(&nodes);
    assert_eq!(drawn(&tree), "1H8 2- 3H9");
    assert_eq!(tree.node(2).extra[0], Property { name: "NOMOVE".into(), values: vec!["i9".into()] });
    assert_eq!(write(&Record { tree, ..Record::default() }), Ok(library(&nodes)));
}

#[test]
fn a_text_on_a_node_that_says_more_is_not_all_of_the_node() {
    let marked = [&[0x78, 0x53, 0, 1][..], b"A\0"].concat();
    let with_child = [&[0x78, 0x03, 0, 1][..], b"A\0", &[0x69, 0x40]].concat();
    let commented = [&[0x78, 0x4b, 0, 1][..], b"c\0A\0"].concat();
    for (nodes, shape) in [(marked, "1-"), (with_child, "1- 2i9"), (commented, "1-")] {
        let tree = tree(&nodes);
        assert_eq!(drawn(&tree), shape);
        assert_eq!(tree.node(0).marks.len(), 1);
        assert_eq!(write(&Record { tree, ..Record::default() }), Ok(library(&nodes)));
    }
}

#[test]
fn a_root_with_a_move_goes_below_an_empty_one() {
    let mut record = Record::default();
    *record.tree.node_mut(0) = Node::of(Stone::Black, Some(point("h8")));
    assert_eq!(write(&record), Ok(library(&[0x78, 0x40])));
}

#[test]
fn what_a_library_cannot_hold_is_refused() {
    let reason = |record: &Record| write(record).unwrap_err().reason;
    let small = Record { size: Size::MIN, ..Record::default() };
    assert_eq!(reason(&small), "its board is 5×5, not 15×15");
    let mut record = Record::default();
    record.tree.node_mut(0).setup.push((point("a1"), None));
    assert_eq!(reason(&record), "it has set-up stones");
    let mut record = Record::default();
    record.tree.add(0, Node::of(Stone::White, Some(point("a1"))));
    assert_eq!(reason(&record), "Black and White do not move in turn, node after node");
    let record = Record::of_moves(Rule::Renju, Size::DEFAULT, [point("p1")]);
    assert_eq!(reason(&record), "p1 is not a point of the 15×15 board");
}

#[test]
fn errors_say_where_and_what_was_expected() {
    let header = library(&[]);
    assert_eq!(error(b""), "offset 0: expected `RenLib` between two bytes 255, got the end");
    assert_eq!(error(&header[..19]), "offset 19: expected a header of 20 bytes, got the end");
    let newer = [&header[..9], &[5], &header[10..]].concat();
    assert_eq!(error(&newer), "offset 8: expected version 3.4 or older, got `version 3.5`");
    assert_eq!(error(&header[..21]), "offset 21: expected a node of two bytes, got the end");
    assert!(error(&library(&[0xf1, 0])).ends_with("row 0 to 14 in the high half, got `0xf1`"));
    assert!(error(&library(&[0x10, 0])).starts_with("offset 22: expected a point: column 1 to 15"));
    assert!(error(&library(&[0x78, 8, b'a'])).contains("the end of the text from offset 24 on"));
    assert!(error(&library(&[0x78, 1])).contains("an extension of two bytes"));
    assert!(error(&library(&[0x78, 0x40, 0x69, 0x40])).contains("the end, as every line has ended"));
}

#[test]
fn deep_and_wide_libraries_are_read_and_written() {
    for (node, last) in [([0x78, 0x00], [0x78, 0x40]), ([0x78, 0xc0], [0x78, 0x40])] {
        let bytes = library(&[node.repeat(300_000), last.to_vec()].concat());
        let record = read(&bytes, &ReadOptions::default()).unwrap();
        assert_eq!(record.tree.len(), 300_002);
        assert_eq!(write(&record), Ok(bytes));
    }
}

#[test]
fn damaged_libraries_never_panic() {
    let mut random = Random::new(11);
    let sample = write(&random_record(&mut random)).unwrap();
    let mut read_again = 0;
    damaged(&sample, |bytes| {
        if let Ok(record) = read(bytes, &ReadOptions::default()) {
            assert!(write(&record).unwrap().len() >= 22);
            read_again += 1;
        }
    });
    assert!(read_again > 0);
}
