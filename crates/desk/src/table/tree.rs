//! The tree of a table, and which of its nodes changed when.

use std::sync::Arc;

use goren_core::{PlayedMove, Point, Position, Rule, Stone};
use goren_record::{Format, Mark, MarkKind, Node, ReadOptions, Record, Tree, read, write};

use crate::refusal::Refusal;
use crate::wire::{self, NodeView, now_ms};

/// The most nodes a tree may grow to by hand.
pub(crate) const MOST_NODES: usize = 200_000;
const MOST_COMMENT: usize = 10_000;
const MOST_MARKS: usize = 500;
const MOST_LABEL: usize = 40;
/// In how many nodes forbidden moves are looked for when the rule changes.
const MOST_JUDGED: usize = 20_000;

/// A record whose nodes know when they last changed.
#[derive(Clone)]
pub(crate) struct TrackedTree {
    record: Record,
    /// Another whenever nodes get new numbers.
    epoch: u64,
    nodes: Vec<(u64, Arc<NodeView>)>,
    dirty: Vec<usize>,
}

impl TrackedTree {
    /// Takes a record.
    pub(crate) fn new(record: Record) -> TrackedTree {
        let mut tree = TrackedTree { record, epoch: 0, nodes: Vec::new(), dirty: Vec::new() };
        tree.renumber();
        tree
    }

    /// Reads our JSON.
    pub(crate) fn read(json: &str) -> Result<Record, Refusal> {
        let options = ReadOptions { format: Some(Format::Json), ..ReadOptions::default() };
        let mut games = read(json.as_bytes(), &options)?;
        Ok(games.swap_remove(0))
    }

    /// Our JSON of it.
    pub(crate) fn json(&self) -> String {
        write(std::slice::from_ref(&self.record), Format::Json).expect("JSON holds any record").text()
    }

    /// The record.
    pub(crate) fn record(&self) -> &Record {
        &self.record
    }

    /// Who plays Black and White, the event and the date, to be changed.
    pub(crate) fn names(&mut self) -> (&mut String, &mut String, &mut String, &mut String) {
        let Record { black, white, event, date, .. } = &mut self.record;
        (black, white, event, date)
    }

    /// Another rule for the same tree; the nodes whose move it forbids.
    pub(crate) fn set_rule(&mut self, rule: Rule) -> Result<Vec<usize>, Refusal> {
        self.record.rule = rule;
        if rule != Rule::Renju {
            return Ok(Vec::new());
        }
        let is_black =
            |id: &usize| self.record.tree.node(*id).played.is_some_and(|played| played.stone == Stone::Black);
        let blacks = (0..self.record.tree.len().min(MOST_JUDGED)).filter(is_black);
        let mut found = Vec::new();
        for id in blacks {
            if self.is_forbidden(id)? {
                found.push(id);
            }
        }
        Ok(found)
    }

    fn is_forbidden(&self, id: usize) -> Result<bool, Refusal> {
        let mut position = self.position(id)?;
        let Some(PlayedMove { stone: Stone::Black, point: Some(point) }) = position.history().last().copied()
        else {
            return Ok(false);
        };
        position.undo();
        Ok(position.is_forbidden(point))
    }

    /// Says how the game ended.
    pub(crate) fn set_result(&mut self, result: Option<goren_record::RecordResult>) {
        self.record.result = result;
    }

    /// The numbering in force.
    pub(crate) fn epoch(&self) -> u64 {
        self.epoch
    }

    /// Every node with the `seq` of its last change, brought up to date for this one.
    pub(crate) fn views(&mut self, seq: u64) -> Vec<(u64, Arc<NodeView>)> {
        let mut dirty = std::mem::take(&mut self.dirty);
        dirty.sort_unstable();
        dirty.dedup();
        for id in dirty {
            let view = (seq, Arc::new(view(&self.record.tree, id)));
            match self.nodes.get_mut(id) {
                Some(old) => *old = view,
                None => self.nodes.push(view),
            }
        }
        self.nodes.clone()
    }

    /// The position after a node.
    pub(crate) fn position(&self, id: usize) -> Result<Position, Refusal> {
        self.check(id)?;
        Ok(self.record.position_at(id)?)
    }

    /// The end of the main line.
    pub(crate) fn end(&self) -> usize {
        self.record.tree.main_line().last().unwrap_or(Tree::ROOT)
    }

    /// Whether there is such a node.
    pub(crate) fn check(&self, id: usize) -> Result<(), Refusal> {
        if id < self.record.tree.len() { Ok(()) } else { Err(Refusal::NoNode { node: id }) }
    }

    /// Finds the move after a node or adds it; the game's referee is not asked, only whether the point is free.
    pub(crate) fn play(
        &mut self,
        parent: usize,
        point: Point,
        stone: Option<Stone>,
    ) -> Result<usize, Refusal> {
        let position = self.position(parent)?;
        if !position.is_empty(point) {
            return Err(Refusal::Occupied { point });
        }
        let played = PlayedMove { stone: stone.unwrap_or(position.side()), point: Some(point) };
        self.add(parent, played, None)
    }

    /// Finds a move after a node or adds it.
    pub(crate) fn add(
        &mut self,
        parent: usize,
        played: PlayedMove,
        ms: Option<u64>,
    ) -> Result<usize, Refusal> {
        let tree = &mut self.record.tree;
        let is_same = |&id: &usize| tree.node(id).played == Some(played) && tree.node(id).setup.is_empty();
        if let Some(found) = tree.node(parent).children().iter().copied().find(is_same) {
            if ms.is_some() {
                tree.node_mut(found).time_ms = ms;
                self.dirty.push(found);
            }
            return Ok(found);
        }
        if tree.len() >= MOST_NODES {
            return Err(Refusal::TooManyNodes { max: MOST_NODES });
        }
        let id = tree.add(parent, Node::of(played.stone, played.point));
        tree.node_mut(id).time_ms = ms;
        self.dirty.extend([parent, id]);
        Ok(id)
    }

    /// Finds a line of moves in turn after a node, or adds it; its last node.
    pub(crate) fn add_line(&mut self, parent: usize, points: &[Point]) -> Result<usize, Refusal> {
        let mut position = self.position(parent)?;
        let mut node = parent;
        for &point in points {
            if !position.is_empty(point) {
                return Err(Refusal::Occupied { point });
            }
            node = self.add(node, PlayedMove { stone: position.side(), point: Some(point) }, None)?;
            position.play(point);
        }
        Ok(node)
    }

    /// Writes about a node.
    pub(crate) fn comment(&mut self, id: usize, text: String) -> Result<(), Refusal> {
        self.check(id)?;
        if text.chars().count() > MOST_COMMENT {
            return Err(Refusal::CommentTooLong { max: MOST_COMMENT });
        }
        self.record.tree.node_mut(id).comment = text;
        self.dirty.push(id);
        Ok(())
    }

    /// Replaces a node's marks.
    pub(crate) fn mark(&mut self, id: usize, marks: &[wire::Mark]) -> Result<(), Refusal> {
        self.check(id)?;
        if marks.len() > MOST_MARKS {
            return Err(Refusal::TooManyMarks { max: MOST_MARKS });
        }
        self.record.tree.node_mut(id).marks = marks.iter().map(mark).collect();
        self.dirty.push(id);
        Ok(())
    }

    /// Makes the line through a node the main line; the new number of each node by its old one, if they got any.
    pub(crate) fn promote(&mut self, id: usize) -> Result<Option<Vec<usize>>, Refusal> {
        self.check(id)?;
        let tree = &self.record.tree;
        if tree.path(id).iter().zip(tree.main_line()).all(|(mine, main)| *mine == main) {
            return Ok(None);
        }
        let (tree, numbers) = tree.promoted(id);
        self.record.tree = tree;
        self.renumber();
        Ok(Some(numbers))
    }

    /// Removes a node and all after it; says which node to go to, and what brings it back. Later nodes get new numbers.
    pub(crate) fn prune(&mut self, id: usize) -> Result<(usize, Branch), Refusal> {
        self.check(id)?;
        let tree = &self.record.tree;
        let parent = tree.node(id).parent().ok_or(Refusal::RootStays)?;
        let branch = Branch {
            way: tree.path(parent)[1..].iter().map(|&id| way(tree.node(id))).collect(),
            is_main: tree.node(parent).children().first() == Some(&id),
            nodes: subtree(tree, id),
        };
        self.record.tree = tree.without(id);
        self.renumber();
        // A parent comes before its children, so its number has not changed.
        Ok((parent, branch))
    }

    /// Puts a branch back where it was; its first node.
    pub(crate) fn graft(&mut self, branch: &Branch) -> Result<usize, Refusal> {
        let tree = &mut self.record.tree;
        let mut at = Tree::ROOT;
        for step in &branch.way {
            let is_step = |&id: &usize| way(tree.node(id)) == *step;
            at = tree.node(at).children().iter().copied().find(is_step).ok_or(Refusal::NothingToRestore)?;
        }
        if tree.len() + branch.nodes.len() > MOST_NODES {
            return Err(Refusal::TooManyNodes { max: MOST_NODES });
        }
        let mut numbers = Vec::with_capacity(branch.nodes.len());
        for (parent, node) in &branch.nodes {
            let id = tree.add(parent.map_or(at, |parent| numbers[parent]), node.clone());
            numbers.push(id);
        }
        let first = numbers[0];
        if branch.is_main {
            let (tree, moved) = tree.promoted(first);
            self.record.tree = tree;
            self.renumber();
            return Ok(moved[first]);
        }
        self.renumber();
        Ok(first)
    }

    /// Takes another record.
    pub(crate) fn replace(&mut self, record: Record) {
        self.record = record;
        self.renumber();
    }

    fn renumber(&mut self) {
        self.epoch = now_ms().max(self.epoch + 1);
        self.nodes.clear();
        self.dirty = (0..self.record.tree.len()).collect();
    }
}

/// Part of a tree that was cut off.
#[derive(Clone)]
pub(crate) struct Branch {
    /// The moves and set-ups that lead to where it was.
    way: Vec<Way>,
    /// Whether it began with the main move there.
    is_main: bool,
    /// Its nodes, each with its parent's place among them; the first has none.
    nodes: Vec<(Option<usize>, Node)>,
}

/// What a node changes on the board.
#[derive(Clone, PartialEq, Eq)]
struct Way {
    played: Option<PlayedMove>,
    setup: Vec<(Point, Option<Stone>)>,
    side: Option<Stone>,
}

fn way(node: &Node) -> Way {
    Way { played: node.played, setup: node.setup.clone(), side: node.side }
}

/// A node and all after it, parents first.
fn subtree(tree: &Tree, id: usize) -> Vec<(Option<usize>, Node)> {
    let mut nodes = vec![(None, tree.node(id).clone())];
    let mut open = vec![(0, id)];
    while let Some((place, id)) = open.pop() {
        for &child in tree.node(id).children() {
            open.push((nodes.len(), child));
            nodes.push((Some(place), tree.node(child).clone()));
        }
    }
    nodes
}

fn mark(mark: &wire::Mark) -> Mark {
    let kind = match mark.kind {
        wire::MarkKind::Cross => MarkKind::Cross,
        wire::MarkKind::Circle => MarkKind::Circle,
        wire::MarkKind::Square => MarkKind::Square,
        wire::MarkKind::Triangle => MarkKind::Triangle,
        wire::MarkKind::Selected => MarkKind::Selected,
        wire::MarkKind::Label => MarkKind::Label(mark.text.chars().take(MOST_LABEL).collect()),
    };
    Mark { point: mark.point, kind }
}

fn mark_view(mark: &Mark) -> wire::Mark {
    let (kind, text) = match &mark.kind {
        MarkKind::Cross => (wire::MarkKind::Cross, ""),
        MarkKind::Circle => (wire::MarkKind::Circle, ""),
        MarkKind::Square => (wire::MarkKind::Square, ""),
        MarkKind::Triangle => (wire::MarkKind::Triangle, ""),
        MarkKind::Selected => (wire::MarkKind::Selected, ""),
        MarkKind::Label(text) => (wire::MarkKind::Label, text.as_str()),
    };
    wire::Mark { point: mark.point, kind, text: text.to_owned() }
}

fn view(tree: &Tree, id: usize) -> NodeView {
    let node = tree.node(id);
    NodeView {
        node: id,
        parent: node.parent(),
        next: node.children().to_vec(),
        point: node.played.and_then(|played| played.point),
        stone: node.played.map(|played| played.stone),
        setup: node.setup.clone(),
        side: node.side,
        comment: node.comment.clone(),
        marks: node.marks.iter().map(mark_view).collect(),
        ms: node.time_ms,
    }
}
