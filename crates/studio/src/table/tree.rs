//! The tree of a table, and which of its nodes changed when.

use std::sync::Arc;

use goren_core::{PlayedMove, Point, Position, Stone};
use goren_record::{Format, Mark, MarkKind, Node, ReadOptions, Record, Tree, read, write};

use crate::refusal::Refusal;
use crate::wire::{self, NodeView, now_ms};

/// The most nodes a tree may grow to by hand.
const MOST_NODES: usize = 200_000;
const MOST_COMMENT: usize = 10_000;
const MOST_MARKS: usize = 500;
const MOST_LABEL: usize = 40;

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

    /// The record's names, to be changed.
    pub(crate) fn names(&mut self) -> (&mut String, &mut String, &mut String) {
        (&mut self.record.black, &mut self.record.white, &mut self.record.event)
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
        if id < self.record.tree.len() { Ok(()) } else { Err(Refusal::NoNode(id)) }
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
            return Err(Refusal::NotEmpty(point));
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
            return Err(Refusal::TooManyNodes(MOST_NODES));
        }
        let id = tree.add(parent, Node::of(played.stone, played.point));
        tree.node_mut(id).time_ms = ms;
        self.dirty.extend([parent, id]);
        Ok(id)
    }

    /// Writes about a node.
    pub(crate) fn comment(&mut self, id: usize, text: String) -> Result<(), Refusal> {
        self.check(id)?;
        if text.chars().count() > MOST_COMMENT {
            return Err(Refusal::CommentTooLong(MOST_COMMENT));
        }
        self.record.tree.node_mut(id).comment = text;
        self.dirty.push(id);
        Ok(())
    }

    /// Replaces a node's marks.
    pub(crate) fn mark(&mut self, id: usize, marks: &[wire::Mark]) -> Result<(), Refusal> {
        self.check(id)?;
        if marks.len() > MOST_MARKS {
            return Err(Refusal::TooManyMarks(MOST_MARKS));
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

    /// Removes a node and all after it; says which node to go to. Later nodes get new numbers.
    pub(crate) fn prune(&mut self, id: usize) -> Result<usize, Refusal> {
        self.check(id)?;
        let parent = self.record.tree.node(id).parent().ok_or(Refusal::RootStays)?;
        self.record.tree = self.record.tree.without(id);
        self.renumber();
        // A parent comes before its children, so its number has not changed.
        Ok(parent)
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
