//! The meaning of SGF: from properties to a record.

use goren_core::{PlayedMove, Point, Rule, Size, Stone};

use super::parse::{RawNode, RawProperty, RawValue};
use super::{MARKS, SETUP, result_named, result_text, rule_named};
use crate::error::{Place, ReadError};
use crate::format::{ReadOptions, size_or_default};
use crate::record::Record;
use crate::tree::{Mark, MarkKind, Node, Property, Tree};

/// The maximum number of points in the rectangles of a game, far more than any real game has: a rectangle takes seven
/// bytes of a file and hundreds of points in memory.
const MAX_RECTANGLE_POINTS: usize = 1 << 20;

/// The record of one game, from its nodes.
pub(super) fn record(nodes: &[RawNode<'_>], options: &ReadOptions) -> Result<Record, ReadError> {
    if let Some(value) = root_value(nodes, "GM")
        && value.word() != "4"
    {
        return Err(value.error("`GM[4]`, which is Gomoku and Renju"));
    }
    let size = size(nodes, options)?;
    let record = Record { size, rule: options.rule.unwrap_or_default(), ..Record::default() };
    let mut reader = Reader { record, left: MAX_RECTANGLE_POINTS };
    for raw in nodes {
        let mut node = Node::default();
        for property in &raw.properties {
            let is_known = reader.node(property, &mut node)?
                || raw.parent.is_none() && reader.header(property, &mut node)?;
            if !is_known {
                node.extra.push(unread(property));
            }
        }
        // The parser numbers nodes as the tree does.
        match raw.parent {
            Some(parent) => _ = reader.record.tree.add(parent, node),
            None => *reader.record.tree.node_mut(Tree::ROOT) = node,
        }
    }
    // `XR` overrides `RU`, in whatever order they come.
    if let Some(value) = root_value(nodes, "XR") {
        reader.record.rule = value.text().parse().map_err(|_| value.error("the name of a rule"))?;
    }
    Ok(reader.record)
}

/// The value of a property of the root.
fn root_value<'a>(nodes: &[RawNode<'a>], key: &str) -> Option<RawValue<'a>> {
    let found = nodes.first()?.properties.iter().find(|property| property.key() == key);
    found.map(|property| property.values[0])
}

/// The size given in the root, or one that holds every point of the game.
fn size(nodes: &[RawNode<'_>], options: &ReadOptions) -> Result<Size, ReadError> {
    if let Some(value) = root_value(nodes, "SZ") {
        let (columns, rows) = value.split().unwrap_or((value, value));
        return match columns.word().parse() {
            Ok(size) if columns.word() == rows.word() => Ok(size),
            _ => Err(value.error("a square board's size from 5 to 22")),
        };
    }
    let mut needed = 0;
    for property in nodes.iter().flat_map(|node| &node.properties) {
        let key = property.key();
        let is_setup = SETUP.iter().any(|each| each.0 == key) || MARKS.iter().any(|each| each.0 == key);
        if !is_setup && !matches!(&*key, "B" | "W" | "LB" | "XT") {
            continue;
        }
        for &value in &property.values {
            let (first, last) = value.split().unwrap_or((value, value));
            let last = if key == "LB" { first } else { last };
            needed = [first, last]
                .into_iter()
                .filter_map(WrittenPoint::read)
                .map(WrittenPoint::needed)
                .fold(needed, usize::max);
        }
    }
    size_or_default(options, needed)
}

/// A point as written in files.
#[derive(Clone, Copy)]
enum WrittenPoint {
    /// Two letters: zero-based column and row from the top-left.
    TopLeft(usize, usize),
    /// A letter and a number from the bottom-left, as some renju programs write.
    Named(Point),
}

impl WrittenPoint {
    fn read(value: RawValue<'_>) -> Option<WrittenPoint> {
        let text = value.word();
        match text.as_bytes() {
            &[x @ b'a'..=b'z', y @ b'a'..=b'z'] => {
                Some(WrittenPoint::TopLeft(usize::from(x - b'a'), usize::from(y - b'a')))
            }
            _ => text.parse().ok().map(WrittenPoint::Named),
        }
    }

    /// The side length of the smallest board with this point.
    fn needed(self) -> usize {
        match self {
            WrittenPoint::TopLeft(x, y) => x.max(y) + 1,
            WrittenPoint::Named(point) => point.x().max(point.y()) + 1,
        }
    }

    fn on(self, size: Size) -> Option<Point> {
        match self {
            WrittenPoint::TopLeft(x, y) => size.at_top_left(x, y),
            WrittenPoint::Named(point) => Some(point).filter(|&point| size.contains(point)),
        }
    }
}

struct Reader {
    record: Record,
    /// How many more points rectangles may contain.
    left: usize,
}

impl Reader {
    /// Interprets a property of any node; false if it is not one.
    fn node(&mut self, property: &RawProperty<'_>, node: &mut Node) -> Result<bool, ReadError> {
        let key = property.key();
        let value = property.values[0];
        // An empty list has no meaning and is kept unchanged.
        let is_list = !value.is_blank();
        if let Some(&(_, stone)) = SETUP.iter().find(|each| each.0 == key && is_list) {
            node.setup.extend(self.points(property)?.into_iter().map(|point| (point, stone)));
        } else if let Some((_, kind)) = MARKS.iter().find(|each| each.0 == key && is_list) {
            let points = self.points(property)?.into_iter();
            node.marks.extend(points.map(|point| Mark { point, kind: kind.clone() }));
        } else {
            match &*key {
                "B" | "W" => {
                    if node.played.is_some() || property.values.len() > 1 {
                        return Err(value.error("at most one move in a node"));
                    }
                    let stone = if key == "B" { Stone::Black } else { Stone::White };
                    let point = if value.is_blank() { None } else { Some(self.point(value)?) };
                    node.played = Some(PlayedMove { stone, point });
                }
                "LB" if is_list => {
                    for &value in &property.values {
                        let (point, text) =
                            value.split().ok_or_else(|| value.error("a point and a text such as `hh:A`"))?;
                        let point = self.point(point)?;
                        node.marks.push(Mark { point, kind: MarkKind::Label(text.text()) });
                    }
                }
                "C" => {
                    let texts: Vec<String> = property.values.iter().map(|value| value.text()).collect();
                    if !node.comment.is_empty() {
                        node.comment.push('\n');
                    }
                    node.comment.push_str(&texts.join("\n"));
                }
                "PL" => match &*value.word().to_ascii_lowercase() {
                    "b" | "black" => node.side = Some(Stone::Black),
                    "w" | "white" => node.side = Some(Stone::White),
                    _ => return Err(value.error("the side to move, `B` or `W`")),
                },
                "XM" => match value.word().parse() {
                    Ok(milliseconds) => node.time_ms = Some(milliseconds),
                    Err(_) => return Ok(false),
                },
                _ => return Ok(false),
            }
        }
        Ok(true)
    }

    /// Interprets a property of the root about the whole game; false if it is not one.
    fn header(&mut self, property: &RawProperty<'_>, root: &mut Node) -> Result<bool, ReadError> {
        let value = property.values[0];
        let text = value.text();
        match &*property.key() {
            "FF" | "GM" | "CA" | "SZ" | "XR" => {}
            "PB" => self.record.black = text,
            "PW" => self.record.white = text,
            "EV" => self.record.event = text,
            "DT" => self.record.date = text,
            "RE" => {
                let result = result_named(&text);
                self.record.result = result;
                // Text that says more than the result, such as by resignation, is kept.
                if result.map(result_text) != Some(&text) {
                    root.extra.push(unread(property));
                }
            }
            "RU" => {
                let rule = rule_named(&text);
                self.record.rule = rule.unwrap_or(self.record.rule);
                if rule.map(Rule::name) != Some(&text) {
                    root.extra.push(unread(property));
                }
            }
            "XO" => {
                self.record.opening = text.parse().map_err(|_| value.error("the name of an opening rule"))?;
            }
            "XT" => {
                let traps = self.points(property)?;
                self.record.traps.extend(traps);
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn point(&self, value: RawValue<'_>) -> Result<Point, ReadError> {
        let size = self.record.size;
        let written = WrittenPoint::read(value).ok_or_else(|| value.error("a point such as `hh`"))?;
        written.on(size).ok_or_else(|| value.error(&format!("a point of the {size}×{size} board")))
    }

    /// The points of a list, those of rectangles such as `aa:cc` row by row from the top.
    fn points(&mut self, property: &RawProperty<'_>) -> Result<Vec<Point>, ReadError> {
        let mut points = Vec::new();
        for &value in &property.values {
            let Some((first, last)) = value.split() else {
                points.push(self.point(value)?);
                continue;
            };
            let (first, last) = (self.point(first)?, self.point(last)?);
            let columns = first.x().min(last.x())..=first.x().max(last.x());
            let rows = first.y().min(last.y())..=first.y().max(last.y());
            let rectangle = rows.rev().flat_map(|y| columns.clone().filter_map(move |x| Point::new(x, y)));
            let before = points.len();
            points.extend(rectangle);
            self.left = self.left.checked_sub(points.len() - before).ok_or_else(|| {
                let expected = format!("rectangles of at most {MAX_RECTANGLE_POINTS} points in a game");
                ReadError::new(Place::Offset(value.at), expected, "more")
            })?;
        }
        Ok(points)
    }
}

/// A property to be written back unchanged.
fn unread(property: &RawProperty<'_>) -> Property {
    let values = property.values.iter().map(|value| value.text()).collect();
    Property { name: property.name.to_owned(), values }
}
