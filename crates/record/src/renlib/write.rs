//! From a record to a library.

use std::collections::HashMap;

use goren_core::{Point, Size, Stone};

use super::{BOARD_TEXT, HEADER, KEPT, LINE_END, MAGIC, NO_MOVE, VERSION, decoded, flag, with_plain_breaks};
use crate::error::WriteError;
use crate::format::Format;
use crate::record::Record;
use crate::tree::{MarkKind, Node, NodeId, Tree};

/// A node still to be written.
struct Pending<'a> {
    what: PendingKind,
    board_text: Option<&'a str>,
    /// Whether another child of the same node follows.
    has_sibling: bool,
}

enum PendingKind {
    /// A node of the tree, and the side to move there.
    Node(NodeId, Stone),
    /// A point with only a board text.
    Label(Point),
}

pub(crate) fn write(record: &Record) -> Result<Vec<u8>, WriteError> {
    let tree = &record.tree;
    if record.size != Size::DEFAULT {
        return Err(refused(format!("its board is {0}×{0}, not 15×15", record.size)));
    }
    if tree.iter().any(|(_, node)| !node.setup.is_empty()) {
        return Err(refused("it has set-up stones"));
    }
    let mut out = [MAGIC, &VERSION, &[0xff; HEADER - MAGIC.len() - VERSION.len()]].concat();
    let mut steps = Vec::new();
    let root = tree.node(Tree::ROOT);
    if root.played.is_some() {
        // RenLib's root is never a move.
        out.extend([0, 0]);
        steps.push(Pending {
            what: PendingKind::Node(Tree::ROOT, Stone::Black),
            board_text: None,
            has_sibling: false,
        });
    } else {
        push_node(0, flags_of(root), &root.comment, None, &mut out);
        push_steps(tree, Tree::ROOT, Stone::Black, &mut steps);
    }
    while let Some(Pending { what, board_text, has_sibling }) = steps.pop() {
        let shape = if has_sibling { flag::SIBLING } else { 0 };
        let (id, side) = match what {
            PendingKind::Node(id, side) => (id, side),
            PendingKind::Label(point) => {
                push_node(place(point)?, shape | flag::NO_CHILD | flag::NO_MOVE, "", board_text, &mut out);
                continue;
            }
        };
        let node = tree.node(id);
        if node.played.is_some_and(|played| played.stone != side) {
            return Err(refused("Black and White do not move in turn, node after node"));
        }
        let before = steps.len();
        push_steps(tree, id, !side, &mut steps);
        let end = if steps.len() == before { flag::NO_CHILD } else { 0 };
        let place = point_of(node).map_or(Ok(0), place)?;
        push_node(place, shape | end | flags_of(node), &node.comment, board_text, &mut out);
    }
    Ok(out)
}

fn refused(reason: impl Into<String>) -> WriteError {
    WriteError::new(Format::Lib, reason)
}

/// Pushes the children of a node on the stack, the first on top. A label goes to the child that is played on its point, or
/// else becomes a child of its own.
fn push_steps<'a>(tree: &'a Tree, id: NodeId, side: Stone, steps: &mut Vec<Pending<'a>>) {
    let labels = || {
        tree.node(id).marks.iter().filter_map(|mark| match &mark.kind {
            MarkKind::Label(text) => Some((mark.point, text.as_str())),
            _ => None,
        })
    };
    // RenLib has one text per point: the first is kept.
    let mut texts: HashMap<Point, &str> = HashMap::new();
    for (point, text) in labels() {
        texts.entry(point).or_insert(text);
    }
    let bottom = steps.len();
    for &child in tree.node(id).children() {
        let board_text = point_of(tree.node(child)).and_then(|point| texts.remove(&point));
        steps.push(Pending { what: PendingKind::Node(child, side), board_text, has_sibling: true });
    }
    for (point, _) in labels() {
        if let Some(text) = texts.remove(&point) {
            steps.push(Pending {
                what: PendingKind::Label(point),
                board_text: Some(text),
                has_sibling: true,
            });
        }
    }
    if let Some(last) = steps[bottom..].last_mut() {
        last.has_sibling = false;
    }
    steps[bottom..].reverse();
}

/// The point of a move, or of a node that is not a move.
fn point_of(node: &Node) -> Option<Point> {
    match node.played {
        Some(played) => played.point,
        None => node.extra.iter().find(|each| each.name == NO_MOVE)?.values.first()?.parse().ok(),
    }
}

fn place(point: Point) -> Result<u8, WriteError> {
    if !Size::DEFAULT.contains(point) {
        return Err(refused(format!("{point} is not a point of the 15×15 board")));
    }
    let (x, y) = Size::DEFAULT.top_left_of(point);
    Ok((y << 4 | (x + 1)) as u8)
}

/// The flags that do not concern the shape of the tree.
fn flags_of(node: &Node) -> u8 {
    let is_kept = |name: &str| node.extra.iter().any(|each| each.name == name);
    let kept = KEPT.into_iter().filter(|each| is_kept(each.1)).fold(0, |flags, each| flags | each.0);
    if node.played.is_none() && node.parent().is_some() { kept | flag::NO_MOVE } else { kept }
}

fn push_node(place: u8, mut flags: u8, comment: &str, board_text: Option<&str>, out: &mut Vec<u8>) {
    // A text cannot contain either of the two separators.
    let comment = with_plain_breaks(&comment.replace([LINE_END, '\0'], ""));
    if !comment.is_empty() {
        flags |= flag::COMMENT;
    }
    if board_text.is_some() {
        flags |= flag::EXTENSION;
    }
    out.extend([place, flags]);
    if board_text.is_some() {
        out.extend([0, BOARD_TEXT]);
    }
    if !comment.is_empty() {
        push_text(&comment.replacen('\n', &LINE_END.to_string(), 1).replace('\n', "\r\n"), out);
    }
    if let Some(text) = board_text {
        push_text(text, out);
    }
}

/// Appends a text with its zero byte, padded to an even length.
fn push_text(text: &str, out: &mut Vec<u8>) {
    let text = text.replace('\0', "");
    // RenLib's own character set if it suffices and reads back unchanged.
    let western: Result<Vec<u8>, _> = text.chars().map(u8::try_from).collect();
    let bytes = western.ok().filter(|bytes| decoded(bytes) == text).unwrap_or_else(|| text.into_bytes());
    out.extend(&bytes);
    out.extend(if bytes.len() % 2 == 0 { &[0, 0][..] } else { &[0] });
}
