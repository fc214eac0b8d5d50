//! The tree of a table, and which of its nodes changed when.

use std::sync::Arc;

use goren_core::{PlayedMove, Point, Position, Stone};
use goren_record::{Format, Mark, MarkKind, Node, ReadOptions, Record, Tree, read, write};

use crate::moment::now_ms;
use crate::wire::{MarkView, NodeView, PointName};

/// The most nodes a tree may grow to by hand.
const MOST_NODES: usize = 200_000;
const MOST_COMMENT: usize = 10_000;
const MOST_MARKS: usize = 500;

/// A record whose nodes know when they last changed.
pub(crate) struct Paper {
    record: Record,
    /// Another whenever nodes get new numbers.
    epoch: u64,
    nodes: Vec<(u64, Arc<NodeView>)>,
    dirty: Vec<usize>,
}

impl Paper {
    /// Takes a record.
    pub(crate) fn new(record: Record) -> Paper {
        let mut paper = Paper { record, epoch: 0, nodes: Vec::new(), dirty: Vec::new() };
        paper.renumber();
        paper
    }

    /// Reads our JSON.
    pub(crate) fn read(json: &[u8]) -> Result<Record, String> {
        let options = ReadOptions { format: Some(Format::Json), ..ReadOptions::default() };
        let mut games = read(json, &options).map_err(|error| error.to_string())?;
        Ok(games.swap_remove(0))
    }

    /// Our JSON of it.
    pub(crate) fn json(&self) -> String {
        write(std::slice::from_ref(&self.record), Format::Json)
            .map_or_else(|_| String::new(), |text| text.text())
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
    pub(crate) fn position(&self, id: usize) -> Result<Position, String> {
        self.check(id)?;
        self.record.position_at(id).map_err(|error| error.to_string())
    }

    /// The end of the main line.
    pub(crate) fn end(&self) -> usize {
        self.record.tree.main_line().last().unwrap_or(Tree::ROOT)
    }

    /// Whether there is such a node.
    pub(crate) fn check(&self, id: usize) -> Result<(), String> {
        if id < self.record.tree.len() { Ok(()) } else { Err(format!("there is no node {id}")) }
    }

    /// Finds the move after a node or adds it; the game's referee is not asked, only whether the point is free.
    pub(crate) fn play(
        &mut self,
        parent: usize,
        point: Point,
        stone: Option<Stone>,
    ) -> Result<usize, String> {
        let position = self.position(parent)?;
        if !position.is_empty(point) {
            let error =
                position.check(point).err().map_or_else(|| format!("{point} is taken"), |e| e.to_string());
            return Err(error);
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
    ) -> Result<usize, String> {
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
            return Err(format!("a tree may have {MOST_NODES} nodes"));
        }
        let id = tree.add(parent, Node::of(played.stone, played.point));
        tree.node_mut(id).time_ms = ms;
        self.dirty.extend([parent, id]);
        Ok(id)
    }

    /// Writes about a node.
    pub(crate) fn comment(&mut self, id: usize, text: String) -> Result<(), String> {
        self.check(id)?;
        if text.chars().count() > MOST_COMMENT {
            return Err(format!("expected a comment of at most {MOST_COMMENT} characters"));
        }
        self.record.tree.node_mut(id).comment = text;
        self.dirty.push(id);
        Ok(())
    }

    /// Replaces a node's marks.
    pub(crate) fn mark(&mut self, id: usize, marks: &[MarkView]) -> Result<(), String> {
        self.check(id)?;
        if marks.len() > MOST_MARKS {
            return Err(format!("expected at most {MOST_MARKS} marks"));
        }
        let read = |mark: &MarkView| {
            let kind = match mark.kind.as_str() {
                "cross" => MarkKind::Cross,
                "circle" => MarkKind::Circle,
                "square" => MarkKind::Square,
                "triangle" => MarkKind::Triangle,
                "selected" => MarkKind::Selected,
                "label" => MarkKind::Label(mark.text.chars().take(40).collect()),
                other => return Err(format!("expected a mark such as `cross` or `label`, got `{other}`")),
            };
            Ok(Mark { point: mark.point.0, kind })
        };
        self.record.tree.node_mut(id).marks = marks.iter().map(read).collect::<Result<_, String>>()?;
        self.dirty.push(id);
        Ok(())
    }

    /// Makes the line through a node the main line; the new number of each node by its old one, if they got any.
    pub(crate) fn promote(&mut self, id: usize) -> Result<Option<Vec<usize>>, String> {
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
    pub(crate) fn prune(&mut self, id: usize) -> Result<usize, String> {
        self.check(id)?;
        let parent = self.record.tree.node(id).parent().ok_or("the root stays")?;
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

fn view(tree: &Tree, id: usize) -> NodeView {
    let node = tree.node(id);
    let mark = |mark: &Mark| {
        let (kind, text) = match &mark.kind {
            MarkKind::Cross => ("cross", ""),
            MarkKind::Circle => ("circle", ""),
            MarkKind::Square => ("square", ""),
            MarkKind::Triangle => ("triangle", ""),
            MarkKind::Selected => ("selected", ""),
            MarkKind::Label(text) => ("label", text.as_str()),
        };
        MarkView { point: PointName(mark.point), kind: kind.to_owned(), text: text.to_owned() }
    };
    NodeView {
        node: id,
        parent: node.parent(),
        next: node.children().to_vec(),
        point: node.played.and_then(|played| played.point).map(PointName),
        stone: node.played.map(|played| played.stone.into()),
        setup: node.setup.iter().map(|&(point, stone)| (PointName(point), stone.map(Into::into))).collect(),
        side: node.side.map(Into::into),
        comment: node.comment.clone(),
        marks: node.marks.iter().map(mark).collect(),
        ms: node.time_ms,
    }
}
