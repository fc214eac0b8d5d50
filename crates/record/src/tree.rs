//! The moves of a game with their variations, comments and marks.

use goren_core::{PlayedMove, Point, Stone};

/// A node's number in its [`Tree`].
pub type NodeId = usize;

/// A node of a game record: a move, a set-up, or neither.
#[derive(Clone, Debug, Default)]
pub struct Node {
    /// The move made here.
    pub played: Option<PlayedMove>,
    /// Points changed by hand before any move of this node: a stone, or `None` to clear the point.
    pub setup: Vec<(Point, Option<Stone>)>,
    /// The side to move next, if the file gives it.
    pub side: Option<Stone>,
    /// The comment.
    pub comment: String,
    /// The marks on the board.
    pub marks: Vec<Mark>,
    /// The time taken for the move, in milliseconds.
    pub time_ms: Option<u64>,
    /// Other properties of the file, to be written back unchanged.
    pub extra: Vec<Property>,
    parent: Option<NodeId>,
    children: Vec<NodeId>,
}

impl Node {
    /// A node with only a move.
    pub fn of(stone: Stone, point: Option<Point>) -> Node {
        Node { played: Some(PlayedMove { stone, point }), ..Node::default() }
    }

    /// Whether another node has the same content, wherever in the tree it is.
    pub fn says_the_same(&self, other: &Node) -> bool {
        self.played == other.played
            && self.setup == other.setup
            && self.side == other.side
            && self.comment == other.comment
            && self.marks == other.marks
            && self.time_ms == other.time_ms
            && self.extra == other.extra
    }

    /// The node before this one; `None` for the root.
    pub fn parent(&self) -> Option<NodeId> {
        self.parent
    }

    /// The nodes after this one, the main line first.
    pub fn children(&self) -> &[NodeId] {
        &self.children
    }
}

/// A mark on a point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The point.
    pub point: Point,
    /// Its kind.
    pub kind: MarkKind,
}

/// The kinds of marks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MarkKind {
    /// A cross (SGF `MA`).
    Cross,
    /// A circle (SGF `CR`).
    Circle,
    /// A square (SGF `SQ`).
    Square,
    /// A triangle (SGF `TR`).
    Triangle,
    /// A selected point (SGF `SL`).
    Selected,
    /// A text (SGF `LB`).
    Label(String),
}

/// A named list of values that goren does not interpret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Property {
    /// The name, such as `KM`.
    pub name: String,
    /// The values, unescaped.
    pub values: Vec<String>,
}

/// A tree of nodes. Node 0 is the root: it holds the set-up and annotations before the first move.
///
/// Two trees are equal if they have the same content, in whatever order their nodes were added.
#[derive(Clone, Debug)]
pub struct Tree {
    nodes: Vec<Node>,
}

impl PartialEq for Tree {
    fn eq(&self, other: &Tree) -> bool {
        self.len() == other.len()
            && self.depth_first().zip(other.depth_first()).all(|(mine, theirs)| {
                let (mine, theirs) = (self.node(mine), other.node(theirs));
                mine.says_the_same(theirs) && mine.children.len() == theirs.children.len()
            })
    }
}

impl Eq for Tree {}

impl Default for Tree {
    fn default() -> Tree {
        Tree { nodes: vec![Node::default()] }
    }
}

impl Tree {
    /// The root's number.
    pub const ROOT: NodeId = 0;

    /// The maximum number of nodes read from a file: a node may take two bytes there and some two hundred in memory.
    pub(crate) const MAX_NODES: usize = 4 << 20;

    /// Adds a node as the last child of `parent`.
    ///
    /// # Panics
    /// If there is no such parent.
    pub fn add(&mut self, parent: NodeId, mut node: Node) -> NodeId {
        let id = self.nodes.len();
        node.parent = Some(parent);
        node.children.clear();
        self.nodes[parent].children.push(id);
        self.nodes.push(node);
        id
    }

    /// The tree with the line through a node as its main line, and the new number of each node by its old one.
    ///
    /// Nodes are numbered line by line: files list them in this order, and the main line follows from it.
    #[must_use]
    pub fn promoted(&self, id: NodeId) -> (Tree, Vec<NodeId>) {
        let mut tree = self.clone();
        for child in self.path(id) {
            let Some(parent) = self.nodes[child].parent else { continue };
            let siblings = &mut tree.nodes[parent].children;
            let at = siblings.iter().position(|&each| each == child).expect("a parent lists its children");
            siblings[..=at].rotate_right(1);
        }
        let order: Vec<NodeId> = tree.depth_first().collect();
        let mut numbers = vec![Self::ROOT; order.len()];
        for (new, &old) in order.iter().enumerate() {
            numbers[old] = new;
        }
        let moved = |&old: &NodeId| {
            let node = tree.nodes[old].clone();
            let children = node.children.iter().map(|&child| numbers[child]).collect();
            Node { parent: node.parent.map(|parent| numbers[parent]), children, ..node }
        };
        (Tree { nodes: order.iter().map(moved).collect() }, numbers)
    }

    /// The tree without a node and its descendants; later nodes get new numbers.
    ///
    /// # Panics
    /// If the node is the root.
    #[must_use]
    pub fn without(&self, id: NodeId) -> Tree {
        assert!(id != Self::ROOT, "a tree has a root");
        let mut numbers: Vec<Option<NodeId>> = Vec::with_capacity(self.nodes.len());
        let mut kept = 0;
        // A parent always comes before its children.
        for (each, node) in self.nodes.iter().enumerate() {
            let is_kept = each != id && node.parent.is_none_or(|parent| numbers[parent].is_some());
            numbers.push(is_kept.then_some(kept));
            kept += usize::from(is_kept);
        }
        let number = |old: NodeId| numbers[old];
        let nodes = self.nodes.iter().enumerate().filter(|(each, _)| number(*each).is_some());
        let nodes = nodes.map(|(_, node)| Node {
            parent: node.parent.and_then(number),
            children: node.children.iter().filter_map(|&child| number(child)).collect(),
            ..node.clone()
        });
        Tree { nodes: nodes.collect() }
    }

    /// A node by its number.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id]
    }

    /// A node by its number, for changing it.
    pub fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id]
    }

    /// The number of nodes, including the root.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is only an empty root.
    pub fn is_empty(&self) -> bool {
        self.nodes.len() == 1 && self.nodes[0].says_the_same(&Node::default())
    }

    /// Every node with its number; a parent always comes before its children.
    pub fn iter(&self) -> impl Iterator<Item = (NodeId, &Node)> {
        self.nodes.iter().enumerate()
    }

    /// The numbers of the main line, from the root to its end.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(Some(Self::ROOT), |&id| self.nodes[id].children.first().copied())
    }

    /// The numbers from the root to a node.
    pub fn path(&self, id: NodeId) -> Vec<NodeId> {
        let mut path: Vec<NodeId> = std::iter::successors(Some(id), |&id| self.nodes[id].parent).collect();
        path.reverse();
        path
    }

    /// Every node in the order in which a file lists them: each line to its end before the next variation.
    pub fn depth_first(&self) -> impl Iterator<Item = NodeId> + '_ {
        let mut stack = vec![Self::ROOT];
        std::iter::from_fn(move || {
            let id = stack.pop()?;
            stack.extend(self.nodes[id].children.iter().rev());
            Some(id)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The root, a line of two moves, and a variation of the first with a move after it.
    fn forked() -> Tree {
        let mut tree = Tree::default();
        let node = |name: &str| Node::of(Stone::Black, Some(name.parse().unwrap()));
        let first = tree.add(Tree::ROOT, node("a1"));
        tree.add(first, node("a2"));
        let other = tree.add(Tree::ROOT, node("b1"));
        tree.add(other, node("b2"));
        tree
    }

    #[test]
    fn a_promoted_line_is_the_main_line() {
        let (tree, numbers) = forked().promoted(4);
        let points = tree.main_line().filter_map(|id| tree.node(id).played?.point);
        assert_eq!(points.map(|point| point.to_string()).collect::<Vec<_>>(), ["b1", "b2"]);
        assert_eq!(tree.node(Tree::ROOT).children(), [1, 3]);
        assert_eq!(numbers, [0, 3, 4, 1, 2]);
    }

    #[test]
    fn a_pruned_tree_keeps_the_rest_with_new_numbers() {
        let tree = forked().without(1);
        assert_eq!(tree.len(), 3);
        assert_eq!(tree.main_line().collect::<Vec<_>>(), [0, 1, 2]);
        assert_eq!(tree.path(2), [0, 1, 2]);
        assert_eq!(tree.node(2).played.unwrap().point, Some("b2".parse().unwrap()));
    }
}
