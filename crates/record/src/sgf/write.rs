//! From a record to SGF.

use goren_core::{Opening, Point, Size, Stone};

use super::{MARKS, SETUP, result_named, result_text, rule_named};
use crate::record::Record;
use crate::tree::{MarkKind, Node, NodeId, Property, Tree};

/// Something still to be written.
enum Pending {
    Node(NodeId),
    /// A node in parentheses, with all that follows it.
    Variation(NodeId),
    Close,
}

/// Appends one game.
pub(super) fn game(record: &Record, out: &mut String) {
    out.push('(');
    let mut steps = vec![Pending::Close, Pending::Node(Tree::ROOT)];
    while let Some(step) = steps.pop() {
        let id = match step {
            Pending::Close => {
                out.push(')');
                continue;
            }
            Pending::Variation(id) => {
                out.push_str("\n(");
                steps.push(Pending::Close);
                id
            }
            Pending::Node(id) => id,
        };
        let tree = &record.tree;
        out.push(';');
        if id == Tree::ROOT {
            header(record, out);
        }
        node(tree.node(id), record.size, out);
        for (i, each) in tree.node(id).extra.iter().enumerate() {
            if keeps(record, id, i) {
                extra(each, out);
            }
        }
        match tree.node(id).children() {
            [] => {}
            [next] => {
                steps.push(Pending::Node(*next));
                if id == Tree::ROOT {
                    out.push('\n');
                }
            }
            several => steps.extend(several.iter().rev().map(|&next| Pending::Variation(next))),
        }
    }
    out.push('\n');
}

/// The root's properties about the whole game.
fn header(record: &Record, out: &mut String) {
    out.push_str("FF[4]GM[4]CA[UTF-8]");
    property(out, "SZ", [record.size.to_string()]);
    let said = &record.tree.node(Tree::ROOT).extra;
    match said.iter().find(|each| each.name == "RU") {
        None => property(out, "RU", [record.rule.name()]),
        Some(each) if each.values.first().and_then(|text| rule_named(text)) == Some(record.rule) => {}
        Some(_) => property(out, "XR", [record.rule.name()]),
    }
    for (name, text) in
        [("PB", &record.black), ("PW", &record.white), ("EV", &record.event), ("DT", &record.date)]
    {
        if !text.is_empty() {
            property(out, name, [escaped(text)]);
        }
    }
    if let Some(result) = record.result
        && !said.iter().any(|each| each.name == "RE" && !is_stale(each, record))
    {
        property(out, "RE", [result_text(result)]);
    }
    if record.opening != Opening::Free {
        property(out, "XO", [record.opening.name()]);
    }
    property(out, "XT", record.traps.iter().map(|&trap| point_text(trap, record.size)));
}

/// Whether this is the result text of a file that no longer matches the record.
fn is_stale(extra: &Property, record: &Record) -> bool {
    extra.name == "RE" && extra.values.first().and_then(|text| result_named(text)) != record.result
}

fn node(node: &Node, size: Size, out: &mut String) {
    for (name, stone) in SETUP {
        let points = node.setup.iter().filter(|each| each.1 == stone).map(|each| point_text(each.0, size));
        property(out, name, points);
    }
    if let Some(side) = node.side {
        property(out, "PL", [stone_letter(side)]);
    }
    if let Some(played) = node.played {
        let point = played.point.map(|point| point_text(point, size));
        property(out, stone_letter(played.stone), [point.unwrap_or_default()]);
    }
    if !node.comment.is_empty() {
        property(out, "C", [escaped(&node.comment)]);
    }
    for (name, kind) in MARKS {
        let points =
            node.marks.iter().filter(|mark| mark.kind == kind).map(|mark| point_text(mark.point, size));
        property(out, name, points);
    }
    let labels = node.marks.iter().filter_map(|mark| match &mark.kind {
        MarkKind::Label(text) => {
            Some(format!("{}:{}", point_text(mark.point, size), escaped(text).replace(':', "\\:")))
        }
        _ => None,
    });
    property(out, "LB", labels);
    if let Some(milliseconds) = node.time_ms {
        property(out, "XM", [milliseconds.to_string()]);
    }
}

/// Whether a further property of a node is written: if its name is one of SGF's, and not of a property that would be read
/// as something else.
pub(super) fn keeps(record: &Record, id: NodeId, index: usize) -> bool {
    let extras = &record.tree.node(id).extra;
    let Property { name, values } = &extras[index];
    let is_name = name.starts_with(|first: char| first.is_ascii_alphabetic())
        && name.chars().all(|letter| letter.is_ascii_alphanumeric());
    let key: String = name.chars().filter(|letter| !letter.is_ascii_lowercase()).collect();
    let first = values.first().map_or("", String::as_str);
    let is_list = |key: &str| {
        key == "LB" || SETUP.iter().any(|each| each.0 == key) || MARKS.iter().any(|each| each.0 == key)
    };
    let is_free = match key.as_str() {
        "B" | "W" | "C" | "PL" => false,
        // An empty list has no meaning, nor has a time that is none.
        key if is_list(key) => first.trim().is_empty(),
        "XM" => first.trim().parse::<u64>().is_err(),
        _ if id != Tree::ROOT => true,
        "FF" | "GM" | "CA" | "SZ" | "XR" | "PB" | "PW" | "EV" | "DT" | "XO" | "XT" => false,
        // The last one would count.
        "RE" | "RU" => {
            *name == key
                && extras[..index].iter().all(|other| other.name != *name)
                && !is_stale(&extras[index], record)
        }
        _ => true,
    };
    is_name && is_free
}

/// A property that goren does not interpret.
fn extra(extra: &Property, out: &mut String) {
    if extra.values.is_empty() {
        property(out, &extra.name, [""]);
    }
    property(out, &extra.name, extra.values.iter().map(|value| escaped(value)));
}

/// Appends a property with values that are escaped already; nothing if there are none.
fn property(out: &mut String, name: &str, values: impl IntoIterator<Item: AsRef<str>>) {
    for (i, value) in values.into_iter().enumerate() {
        if i == 0 {
            out.push_str(name);
        }
        out.push('[');
        out.push_str(value.as_ref());
        out.push(']');
    }
}

/// The text as it will be read back: SGF has one kind of line break.
fn escaped(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n").replace('\\', "\\\\").replace(']', "\\]")
}

fn stone_letter(stone: Stone) -> &'static str {
    match stone {
        Stone::Black => "B",
        Stone::White => "W",
    }
}

/// Column and row from the top left; a point off the board, which no file can hold, by its name.
fn point_text(point: Point, size: Size) -> String {
    if !size.contains(point) {
        return point.to_string();
    }
    let (x, y) = size.top_left_of(point);
    [x, y].into_iter().map(|i| char::from(b'a' + i as u8)).collect()
}
