//! From a library to a record.

use goren_core::{Point, Size, Stone};

use super::{
    BOARD_TEXT, HEADER, KEPT, LINE_END, MAGIC, NO_MOVE, RULE, VERSION, decoded, flag, with_plain_breaks,
};
use crate::error::{Place, ReadError};
use crate::format::ReadOptions;
use crate::record::Record;
use crate::tree::{Mark, MarkKind, Node, Property, Tree};

pub(crate) fn read(bytes: &[u8], options: &ReadOptions) -> Result<Record, ReadError> {
    let mut bytes = check_header(bytes)?;
    let mut record = Record { rule: options.rule.unwrap_or(RULE), ..Record::default() };
    let tree = &mut record.tree;
    // The node to add to, with the side to move there; `None` when every line has ended.
    let mut parent = Some((Tree::ROOT, Stone::Black));
    let mut forks = Vec::new();
    let mut is_first = true;
    while bytes.at < bytes.all.len() {
        let raw = bytes.node()?;
        if std::mem::take(&mut is_first) && raw.point.is_none() {
            raw.describe(tree.node_mut(Tree::ROOT));
            continue;
        }
        if tree.len() == Tree::MAX_NODES {
            let expected = format!("at most {} nodes", Tree::MAX_NODES);
            return Err(ReadError::new(Place::Offset(raw.at), expected, "more"));
        }
        let Some((before, side)) = parent else {
            let got = format!("another node, {:#04x} {:#04x}", raw.place, raw.flags);
            return Err(ReadError::new(Place::Offset(raw.at), "the end, as every line has ended", got));
        };
        if raw.has(flag::SIBLING) {
            forks.push((before, side));
        }
        if let (Some(point), Some(text)) = (raw.point, &raw.board_text) {
            let label = Mark { point, kind: MarkKind::Label(text.clone()) };
            tree.node_mut(before).marks.push(label);
        }
        let after = if raw.is_label() { before } else { tree.add(before, raw.tree_node(side)) };
        parent = if raw.has(flag::NO_CHILD) { forks.pop() } else { Some((after, !side)) };
    }
    Ok(record)
}

fn check_header(all: &[u8]) -> Result<Bytes<'_>, ReadError> {
    if !all.starts_with(MAGIC) {
        let start = String::from_utf8_lossy(&all[..all.len().min(MAGIC.len())]);
        return Err(ReadError::new(Place::Offset(0), "`RenLib` between two bytes 255", start));
    }
    let Some(version) = all.get(..HEADER).map(|header| [header[8], header[9]]) else {
        return Err(ReadError::end(Place::Offset(all.len()), "a header of 20 bytes"));
    };
    if version > VERSION {
        let got = format!("version {}.{}", version[0], version[1]);
        return Err(ReadError::new(Place::Offset(8), "version 3.4 or older", got));
    }
    Ok(Bytes { all, at: HEADER })
}

/// A node of the file.
struct RawNode {
    at: usize,
    place: u8,
    /// `None` for a pass, and for the root.
    point: Option<Point>,
    flags: u8,
    comment: String,
    board_text: Option<String>,
}

impl RawNode {
    fn has(&self, flag: u8) -> bool {
        self.flags & flag != 0
    }

    /// Whether the node is only a text on a point.
    fn is_label(&self) -> bool {
        let more = KEPT.iter().any(|each| self.has(each.0)) || !self.comment.is_empty();
        self.has(flag::NO_MOVE) && self.has(flag::NO_CHILD) && self.board_text.is_some() && !more
    }

    fn tree_node(&self, side: Stone) -> Node {
        let mut node = if self.has(flag::NO_MOVE) { Node::default() } else { Node::of(side, self.point) };
        if let (None, Some(point)) = (node.played, self.point) {
            node.extra.push(Property { name: NO_MOVE.into(), values: vec![point.to_string()] });
        }
        self.describe(&mut node);
        node
    }

    fn describe(&self, node: &mut Node) {
        node.comment.clone_from(&self.comment);
        for (_, name) in KEPT.into_iter().filter(|each| self.has(each.0)) {
            node.extra.push(Property { name: name.into(), values: vec![String::new()] });
        }
    }
}

struct Bytes<'a> {
    all: &'a [u8],
    at: usize,
}

impl Bytes<'_> {
    fn node(&mut self) -> Result<RawNode, ReadError> {
        let at = self.at;
        let [place, flags] = self.pair("a node of two bytes")?;
        let point = match (place & 15, place >> 4) {
            (0, 0) => None,
            (column @ 1.., row @ ..15) => Size::DEFAULT.at_top_left(usize::from(column) - 1, row.into()),
            _ => {
                let expected = "a point: column 1 to 15 in the low half, row 0 to 14 in the high half";
                return Err(ReadError::new(Place::Offset(at), expected, format!("{place:#04x}")));
            }
        };
        let mut raw = RawNode { at, place, point, flags, comment: String::new(), board_text: None };
        let extension = if raw.has(flag::EXTENSION) { self.pair("an extension of two bytes")?[1] } else { 0 };
        if raw.has(flag::OLD_COMMENT) {
            raw.comment = lines(&self.old_text()?);
        } else if raw.has(flag::COMMENT) {
            raw.comment = lines(&self.text()?);
        }
        if extension & BOARD_TEXT != 0 {
            raw.board_text = Some(self.text()?);
        }
        Ok(raw)
    }

    fn pair(&mut self, expected: &str) -> Result<[u8; 2], ReadError> {
        let pair = self.all.get(self.at..).and_then(|rest| rest.first_chunk());
        let pair = pair.ok_or_else(|| ReadError::end(Place::Offset(self.all.len()), expected))?;
        self.at += 2;
        Ok(*pair)
    }

    /// A text up to a zero byte, padded to an even length.
    fn text(&mut self) -> Result<String, ReadError> {
        let length = self.length(|byte| byte == 0)?;
        let text = &self.all[self.at..self.at + length];
        self.at += (length + 1).next_multiple_of(2);
        Ok(decoded(text))
    }

    /// A text of seven-bit characters whose last one has the eighth bit set, padded to an even length.
    fn old_text(&mut self) -> Result<String, ReadError> {
        let length = self.length(|byte| byte >= 0x80)? + 1;
        let text = &self.all[self.at..self.at + length];
        self.at += length.next_multiple_of(2);
        Ok(text.iter().map(|&byte| char::from(byte & 0x7f)).collect())
    }

    fn length(&self, is_end: impl Fn(u8) -> bool) -> Result<usize, ReadError> {
        let rest = self.all.get(self.at..).unwrap_or_default();
        rest.iter().position(|&byte| is_end(byte)).ok_or_else(|| {
            let expected = format!("the end of the text from offset {} on", self.at);
            ReadError::end(Place::Offset(self.all.len()), expected)
        })
    }
}

/// A comment from its first line and the others.
fn lines(text: &str) -> String {
    with_plain_breaks(&text.replacen(LINE_END, "\n", 1))
}
