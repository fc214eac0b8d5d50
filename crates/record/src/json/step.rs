//! The nodes of a tree in JSON.

use std::fmt;

use goren_core::{PlayedMove, Point, Stone};
use serde::de::value::MapAccessDeserializer;
use serde::de::{self, DeserializeSeed, MapAccess, SeqAccess, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use super::value::{Change, Text};
use crate::tree::{Mark, MarkKind, Node, NodeId, Property, Tree};

/// The list of nodes as it is read, each with its parent's number.
pub(super) struct Nodes {
    root: Option<Step>,
    rest: Vec<(NodeId, Step)>,
}

impl Nodes {
    /// Every point that the nodes name.
    pub(super) fn points(&self) -> impl Iterator<Item = Point> + '_ {
        self.root.iter().chain(self.rest.iter().map(|(_, step)| step)).flat_map(Step::points)
    }

    /// Grows the nodes on a tree that holds the set-up alone.
    pub(super) fn plant(self, tree: &mut Tree) {
        if let Some(root) = self.root {
            *tree.node_mut(Tree::ROOT) = root.node();
        }
        for (parent, step) in self.rest {
            tree.add(parent, step.node());
        }
    }
}

impl<'de> Deserialize<'de> for Nodes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Nodes, D::Error> {
        struct Reader;

        impl<'de> Visitor<'de> for Reader {
            type Value = Nodes;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of nodes")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut entries: A) -> Result<Nodes, A::Error> {
                let mut nodes = Nodes { root: None, rest: Vec::new() };
                loop {
                    let first = nodes.root.is_none() && nodes.rest.is_empty();
                    let entry = Entry { parents: nodes.rest.len() + 1, first };
                    match entries.next_element_seed(entry)? {
                        Some((Some(parent), step)) => nodes.rest.push((parent, step)),
                        Some((None, step)) => nodes.root = Some(step),
                        None => return Ok(nodes),
                    }
                }
            }
        }

        deserializer.deserialize_seq(Reader)
    }
}

/// Reads one entry of the list of nodes. The parent is judged here, where an error still knows its line.
struct Entry {
    /// How many nodes can be a parent.
    parents: usize,
    /// Whether the entry may be the root.
    first: bool,
}

impl<'de> DeserializeSeed<'de> for Entry {
    type Value = (Option<NodeId>, Step);

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Entry {
    type Value = (Option<NodeId>, Step);

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a node with the number of an earlier node as `parent`")
    }

    fn visit_map<A: MapAccess<'de>>(self, fields: A) -> Result<Self::Value, A::Error> {
        let step = Step::deserialize(MapAccessDeserializer::new(fields))?;
        match step.parent {
            Some(parent) if parent >= self.parents => {
                Err(de::Error::invalid_value(Unexpected::Unsigned(parent as u64), &self))
            }
            None if !self.first => Err(de::Error::invalid_value(Unexpected::Other("none"), &self)),
            parent => Ok((parent, step)),
        }
    }
}

/// A node of the tree in JSON.
#[derive(Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Step {
    #[serde(skip_serializing_if = "Option::is_none")]
    parent: Option<NodeId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    play: Option<Text<PlayedMove>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    setup: Vec<Text<Change>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    side: Option<Text<Stone>>,
    #[serde(skip_serializing_if = "String::is_empty")]
    comment: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    marks: Vec<Sign>,
    #[serde(skip_serializing_if = "Option::is_none")]
    time_ms: Option<u64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    extra: Vec<Named>,
}

/// A mark in JSON.
#[derive(PartialEq, Serialize, Deserialize)]
struct Sign {
    point: Text<Point>,
    #[serde(flatten)]
    kind: SignKind,
}

#[derive(PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", content = "text", rename_all = "lowercase")]
enum SignKind {
    Cross,
    Circle,
    Square,
    Triangle,
    Selected,
    Label(String),
}

/// A property in JSON.
#[derive(PartialEq, Serialize, Deserialize)]
struct Named {
    name: String,
    values: Vec<String>,
}

impl Step {
    pub(super) fn of(node: &Node) -> Step {
        Step {
            parent: node.parent(),
            play: node.played.map(Text),
            setup: node.setup.iter().map(|&(point, stone)| Text(Change(point, stone))).collect(),
            side: node.side.map(Text),
            comment: node.comment.clone(),
            marks: node.marks.iter().map(Sign::of).collect(),
            time_ms: node.time_ms,
            extra: node
                .extra
                .iter()
                .map(|property| Named { name: property.name.clone(), values: property.values.clone() })
                .collect(),
        }
    }

    fn node(self) -> Node {
        let mut node = Node::default();
        node.played = self.play.map(|text| text.0);
        node.setup = self.setup.into_iter().map(|Text(Change(point, stone))| (point, stone)).collect();
        node.side = self.side.map(|text| text.0);
        node.comment = self.comment;
        node.marks = self.marks.into_iter().map(Sign::mark).collect();
        node.time_ms = self.time_ms;
        let property = |Named { name, values }| Property { name, values };
        node.extra = self.extra.into_iter().map(property).collect();
        node
    }

    /// Every point that the node names.
    fn points(&self) -> impl Iterator<Item = Point> + '_ {
        let played = self.play.and_then(|text| text.0.point);
        let setup = self.setup.iter().map(|text| text.0.0);
        played.into_iter().chain(setup).chain(self.marks.iter().map(|sign| sign.point.0))
    }
}

impl Sign {
    fn of(mark: &Mark) -> Sign {
        let kind = match &mark.kind {
            MarkKind::Cross => SignKind::Cross,
            MarkKind::Circle => SignKind::Circle,
            MarkKind::Square => SignKind::Square,
            MarkKind::Triangle => SignKind::Triangle,
            MarkKind::Selected => SignKind::Selected,
            MarkKind::Label(text) => SignKind::Label(text.clone()),
        };
        Sign { point: Text(mark.point), kind }
    }

    fn mark(self) -> Mark {
        let kind = match self.kind {
            SignKind::Cross => MarkKind::Cross,
            SignKind::Circle => MarkKind::Circle,
            SignKind::Square => MarkKind::Square,
            SignKind::Triangle => MarkKind::Triangle,
            SignKind::Selected => MarkKind::Selected,
            SignKind::Label(text) => MarkKind::Label(text),
        };
        Mark { point: self.point.0, kind }
    }
}
