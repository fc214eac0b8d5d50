//! The nodes of a tree in JSON.

use std::fmt;

use goren_core::{PlayedMove, Point, Stone};
use serde::de::value::MapAccessDeserializer;
use serde::de::{self, DeserializeSeed, MapAccess, SeqAccess, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use super::value::{SetupChange, Text};
use crate::tree::{Mark, MarkKind, Node, NodeId, Property, Tree};

/// The list of nodes while it is read, each with its parent's number.
pub(super) struct Nodes {
    root: Option<JsonNode>,
    rest: Vec<(NodeId, JsonNode)>,
}

impl Nodes {
    /// Every point in the nodes.
    pub(super) fn points(&self) -> impl Iterator<Item = Point> + '_ {
        self.root.iter().chain(self.rest.iter().map(|(_, node)| node)).flat_map(JsonNode::points)
    }

    /// Adds the nodes to a tree that has only the set-up.
    pub(super) fn plant(self, tree: &mut Tree) {
        if let Some(root) = self.root {
            *tree.node_mut(Tree::ROOT) = root.node();
        }
        for (parent, node) in self.rest {
            tree.add(parent, node.node());
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
                    let entry = NodeSeed { parents: nodes.rest.len() + 1, first };
                    match entries.next_element_seed(entry)? {
                        Some((Some(parent), node)) => nodes.rest.push((parent, node)),
                        Some((None, node)) => nodes.root = Some(node),
                        None => return Ok(nodes),
                    }
                }
            }
        }

        deserializer.deserialize_seq(Reader)
    }
}

/// Reads one entry of the list of nodes. The parent is checked here, where an error still has its line.
struct NodeSeed {
    /// The number of nodes that can be its parent.
    parents: usize,
    /// Whether the entry may be the root.
    first: bool,
}

impl<'de> DeserializeSeed<'de> for NodeSeed {
    type Value = (Option<NodeId>, JsonNode);

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for NodeSeed {
    type Value = (Option<NodeId>, JsonNode);

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a node with the number of an earlier node as `parent`")
    }

    fn visit_map<A: MapAccess<'de>>(self, fields: A) -> Result<Self::Value, A::Error> {
        let node = JsonNode::deserialize(MapAccessDeserializer::new(fields))?;
        match node.parent {
            Some(parent) if parent >= self.parents => {
                Err(de::Error::invalid_value(Unexpected::Unsigned(parent as u64), &self))
            }
            None if !self.first => Err(de::Error::invalid_value(Unexpected::Other("none"), &self)),
            parent => Ok((parent, node)),
        }
    }
}

/// A node of the tree in JSON.
#[derive(Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct JsonNode {
    #[serde(skip_serializing_if = "Option::is_none")]
    parent: Option<NodeId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    play: Option<Text<PlayedMove>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    setup: Vec<Text<SetupChange>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    side: Option<Text<Stone>>,
    #[serde(skip_serializing_if = "String::is_empty")]
    comment: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    marks: Vec<JsonMark>,
    #[serde(skip_serializing_if = "Option::is_none")]
    time_ms: Option<u64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    extra: Vec<JsonProperty>,
}

/// A mark in JSON.
#[derive(PartialEq, Serialize, Deserialize)]
struct JsonMark {
    point: Text<Point>,
    #[serde(flatten)]
    kind: JsonMarkKind,
}

#[derive(PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", content = "text", rename_all = "lowercase")]
enum JsonMarkKind {
    Cross,
    Circle,
    Square,
    Triangle,
    Selected,
    Label(String),
}

/// A property in JSON.
#[derive(PartialEq, Serialize, Deserialize)]
struct JsonProperty {
    name: String,
    values: Vec<String>,
}

impl JsonNode {
    pub(super) fn of(node: &Node) -> JsonNode {
        JsonNode {
            parent: node.parent(),
            play: node.played.map(Text),
            setup: node.setup.iter().map(|&(point, stone)| Text(SetupChange(point, stone))).collect(),
            side: node.side.map(Text),
            comment: node.comment.clone(),
            marks: node.marks.iter().map(JsonMark::of).collect(),
            time_ms: node.time_ms,
            extra: node
                .extra
                .iter()
                .map(|property| JsonProperty { name: property.name.clone(), values: property.values.clone() })
                .collect(),
        }
    }

    fn node(self) -> Node {
        let mut node = Node::default();
        node.played = self.play.map(|text| text.0);
        node.setup = self.setup.into_iter().map(|Text(SetupChange(point, stone))| (point, stone)).collect();
        node.side = self.side.map(|text| text.0);
        node.comment = self.comment;
        node.marks = self.marks.into_iter().map(JsonMark::mark).collect();
        node.time_ms = self.time_ms;
        let property = |JsonProperty { name, values }| Property { name, values };
        node.extra = self.extra.into_iter().map(property).collect();
        node
    }

    /// Every point in the node.
    fn points(&self) -> impl Iterator<Item = Point> + '_ {
        let played = self.play.and_then(|text| text.0.point);
        let setup = self.setup.iter().map(|text| text.0.0);
        played.into_iter().chain(setup).chain(self.marks.iter().map(|mark| mark.point.0))
    }
}

impl JsonMark {
    fn of(mark: &Mark) -> JsonMark {
        let kind = match &mark.kind {
            MarkKind::Cross => JsonMarkKind::Cross,
            MarkKind::Circle => JsonMarkKind::Circle,
            MarkKind::Square => JsonMarkKind::Square,
            MarkKind::Triangle => JsonMarkKind::Triangle,
            MarkKind::Selected => JsonMarkKind::Selected,
            MarkKind::Label(text) => JsonMarkKind::Label(text.clone()),
        };
        JsonMark { point: Text(mark.point), kind }
    }

    fn mark(self) -> Mark {
        let kind = match self.kind {
            JsonMarkKind::Cross => MarkKind::Cross,
            JsonMarkKind::Circle => MarkKind::Circle,
            JsonMarkKind::Square => MarkKind::Square,
            JsonMarkKind::Triangle => MarkKind::Triangle,
            JsonMarkKind::Selected => MarkKind::Selected,
            JsonMarkKind::Label(text) => MarkKind::Label(text),
        };
        Mark { point: self.point.0, kind }
    }
}
