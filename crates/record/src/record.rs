//! A game record.

use std::fmt;

use goren_core::{IllegalMove, Opening, PlayedMove, Point, Position, Rule, SetupError, Size, Stone};

use crate::error::{Place, ReadError};
use crate::tree::{Node, NodeId, Tree};

/// A game record: the rules of the game, its players, and its moves with variations and annotations.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Record {
    /// The rule.
    pub rule: Rule,
    /// The board's size.
    pub size: Size,
    /// The opening rule.
    pub opening: Opening,
    /// The blocked points.
    pub traps: Vec<Point>,
    /// Who played Black; empty when unknown.
    pub black: String,
    /// Who played White; empty when unknown.
    pub white: String,
    /// The tournament or occasion; empty when unknown.
    pub event: String,
    /// The date as the file gives it; empty when unknown.
    pub date: String,
    /// The result, if the file gives it.
    pub result: Option<RecordResult>,
    /// The moves.
    pub tree: Tree,
}

/// A result as given in files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RecordResult {
    /// One side won.
    Win(Stone),
    /// A draw.
    Draw,
}

impl fmt::Display for RecordResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RecordResult::Win(stone) => write!(f, "{stone} wins"),
            RecordResult::Draw => write!(f, "draw"),
        }
    }
}

impl Record {
    /// A record of a position and the moves that led to it.
    pub fn of(position: &Position) -> Record {
        let mut record = Record {
            rule: position.rule(),
            size: position.size(),
            traps: position.traps().to_vec(),
            ..Record::default()
        };
        let root = record.tree.node_mut(Tree::ROOT);
        root.setup = position.setup().iter().map(|&(point, stone)| (point, Some(stone))).collect();
        let first = position.history().first().map_or(position.side(), |played| played.stone);
        if first != natural_side(position.setup()) {
            root.side = Some(first);
        }
        record.extend(position.history().iter().copied());
        record
    }

    /// A record of alternating moves from an empty board, Black first.
    pub fn of_moves(rule: Rule, size: Size, moves: impl IntoIterator<Item = Point>) -> Record {
        let mut record = Record { rule, size, ..Record::default() };
        let stones = Stone::BOTH.into_iter().cycle();
        record.extend(
            moves.into_iter().zip(stones).map(|(point, stone)| PlayedMove { stone, point: Some(point) }),
        );
        record
    }

    /// Appends moves to the end of the main line.
    pub fn extend(&mut self, moves: impl IntoIterator<Item = PlayedMove>) {
        let mut last = self.tree.main_line().last().unwrap_or(Tree::ROOT);
        for played in moves {
            last = self.tree.add(last, Node::of(played.stone, played.point));
        }
    }

    /// The moves of the main line.
    pub fn moves(&self) -> impl Iterator<Item = PlayedMove> + '_ {
        self.tree.main_line().filter_map(|id| self.tree.node(id).played)
    }

    /// The position at the end of the main line.
    pub fn position(&self) -> Result<Position, ReadError> {
        let end = self.tree.main_line().last().unwrap_or(Tree::ROOT);
        self.position_at(end)
    }

    /// The position after a node. A move out of turn counts as a pass of the other side before it.
    ///
    /// Stones set up after the first move restart the history.
    pub fn position_at(&self, id: NodeId) -> Result<Position, ReadError> {
        let mut position = self.start()?;
        for (depth, id) in self.tree.path(id).into_iter().enumerate() {
            self.enter(&mut position, self.tree.node(id), depth)?;
        }
        Ok(position)
    }

    /// Checks that every line of the tree can be played on the board; the error names the first that cannot.
    ///
    /// Moves after a win are allowed: a file need not name the rule of its game.
    pub fn check(&self) -> Result<(), ReadError> {
        let sets_up = |node: &Node| !node.setup.is_empty() || node.side.is_some();
        if self.tree.iter().filter(|(_, node)| sets_up(node)).count() > MOST_SETUPS {
            return Err(ReadError::new(
                Place::Whole,
                format!("at most {MOST_SETUPS} set-ups in a game"),
                "more",
            ));
        }
        let mut position = self.start()?;
        let mut path: Vec<(NodeId, Undo)> = Vec::new();
        for id in self.tree.depth_first() {
            let node = self.tree.node(id);
            while path.last().is_some_and(|(last, _)| Some(*last) != node.parent()) {
                match path.pop() {
                    Some((_, Undo::Restore(before))) => position = *before,
                    Some((_, Undo::Moves(count))) => (0..count).for_each(|_| {
                        position.undo();
                    }),
                    None => {}
                }
            }
            let undo = self.enter(&mut position, node, path.len())?;
            path.push((id, undo));
        }
        Ok(())
    }

    fn start(&self) -> Result<Position, ReadError> {
        Position::with_traps(self.rule, self.size, &self.traps).map_err(setup_error)
    }

    /// Applies a node to the position, and returns how to undo it. `number` is for the error.
    fn enter(&self, position: &mut Position, node: &Node, number: usize) -> Result<Undo, ReadError> {
        let before = position.history().len();
        let side = node.side.filter(|&side| node.played.is_none() && side != position.side());
        if !node.setup.is_empty() || side.is_some() && before == 0 {
            let changed = self.set_up(position, node)?;
            let before = Box::new(std::mem::replace(position, changed));
            self.play(position, node.played, number)?;
            return Ok(Undo::Restore(before));
        }
        if side.is_some() {
            position.pass();
        }
        self.play(position, node.played, number)?;
        Ok(Undo::Moves(position.history().len() - before))
    }

    fn play(
        &self,
        position: &mut Position,
        played: Option<PlayedMove>,
        number: usize,
    ) -> Result<(), ReadError> {
        let Some(played) = played else { return Ok(()) };
        if played.stone != position.side() {
            position.pass();
        }
        let Some(point) = played.point else {
            position.pass();
            return Ok(());
        };
        match position.check(point) {
            Ok(()) | Err(IllegalMove::GameOver) => position.play(point),
            Err(error) => {
                let expected = format!("a free point of the {0}×{0} board", self.size);
                return Err(ReadError::new(Place::Move(number), expected, error.to_string()));
            }
        }
        Ok(())
    }

    fn set_up(&self, position: &Position, node: &Node) -> Result<Position, ReadError> {
        let mut stones: Vec<(Point, Stone)> = if position.history().is_empty() {
            position.setup().to_vec()
        } else {
            position.stones().collect()
        };
        for &(point, stone) in &node.setup {
            stones.retain(|&(each, _)| each != point);
            stones.extend(stone.map(|stone| (point, stone)));
        }
        let side = node.side.unwrap_or_else(|| natural_side(&stones));
        Position::with_setup(self.rule, self.size, &self.traps, &stones, side).map_err(setup_error)
    }
}

/// The maximum number of nodes of a game that set up stones: each needs a copy of the position before it.
const MOST_SETUPS: usize = 4096;

/// How to undo a node.
enum Undo {
    Moves(usize),
    Restore(Box<Position>),
}

/// The side to move if nothing says otherwise: White if Black has more stones, else Black.
pub(crate) fn natural_side(stones: &[(Point, Stone)]) -> Stone {
    let count = |stone| stones.iter().filter(|each| each.1 == stone).count();
    if count(Stone::Black) > count(Stone::White) { Stone::White } else { Stone::Black }
}

fn setup_error(error: SetupError) -> ReadError {
    ReadError::new(Place::Whole, "each point of the board at most once", error.to_string())
}
