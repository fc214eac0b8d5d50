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
        if self.tree.iter().filter(|(_, node)| sets_up(node)).count() > MAX_SETUPS {
            return Err(ReadError::new(
                Place::Whole,
                format!("at most {MAX_SETUPS} set-ups in a game"),
                "more",
            ));
        }
        let mut board = Occupancy::new(self.size);
        if !self.traps.iter().all(|&trap| board.block(trap)) {
            self.start()?;
        }
        let mut path: Vec<(NodeId, Undo)> = Vec::new();
        for id in self.tree.depth_first() {
            let node = self.tree.node(id);
            while path.last().is_some_and(|(last, _)| Some(*last) != node.parent()) {
                if let Some((_, undo)) = path.pop() {
                    board.leave(undo);
                }
            }
            match board.enter(node) {
                Some(undo) => path.push((id, undo)),
                None => return Err(self.fault(id, path.len())),
            }
        }
        Ok(())
    }

    /// Why a node cannot be entered: what the position says, or that it speaks of a point off the board.
    fn fault(&self, id: NodeId, number: usize) -> ReadError {
        let node = self.tree.node(id);
        let points = node.setup.iter().map(|each| each.0).chain(node.marks.iter().map(|mark| mark.point));
        let outside = points.into_iter().find(|&point| !self.size.contains(point));
        self.position_at(id).err().unwrap_or_else(|| {
            let expected = format!("a point of the {0}×{0} board", self.size);
            ReadError::new(
                Place::Move(number),
                expected,
                outside.map_or_else(String::new, |point| point.to_string()),
            )
        })
    }

    fn start(&self) -> Result<Position, ReadError> {
        Position::with_traps(self.rule, self.size, &self.traps).map_err(setup_error)
    }

    /// Applies a node to the position. `number` is for the error.
    fn enter(&self, position: &mut Position, node: &Node, number: usize) -> Result<(), ReadError> {
        let side = node.side.filter(|&side| node.played.is_none() && side != position.side());
        if !node.setup.is_empty() || side.is_some() && position.history().is_empty() {
            *position = self.set_up(position, node)?;
        } else if side.is_some() {
            position.pass();
        }
        self.play(position, node.played, number)
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

/// The maximum number of nodes of a game that set up stones: each builds a position anew when it is shown.
const MAX_SETUPS: usize = 4096;

/// Which points of a board are taken, and nothing else: what [`Record::check`] needs of a position, at a fraction of its
/// cost.
struct Occupancy {
    size: Size,
    /// A bit for each column of each row.
    stones: Rows,
    traps: Rows,
}

type Rows = [u32; Size::MAX.side()];

/// How to undo a node.
enum Undo {
    Nothing,
    Remove(Point),
    Restore(Box<Rows>),
}

impl Occupancy {
    fn new(size: Size) -> Occupancy {
        Occupancy { size, stones: Rows::default(), traps: Rows::default() }
    }

    fn is_free(&self, point: Point) -> bool {
        let taken = self.stones[point.y()] | self.traps[point.y()];
        self.size.contains(point) && taken >> point.x() & 1 == 0
    }

    /// Sets a trap; false if the point is not free.
    fn block(&mut self, point: Point) -> bool {
        let is_free = self.is_free(point);
        self.traps[point.y()] |= 1 << point.x();
        is_free
    }

    /// Enters a node; `None` if that is not possible.
    fn enter(&mut self, node: &Node) -> Option<Undo> {
        if !node.marks.iter().all(|mark| self.size.contains(mark.point)) {
            return None;
        }
        let before = self.stones;
        for &(point, stone) in &node.setup {
            let is_trap = self.traps[point.y()] >> point.x() & 1 == 1;
            if !self.size.contains(point) || stone.is_some() && is_trap {
                return None;
            }
            self.stones[point.y()] &= !(1 << point.x());
            self.stones[point.y()] |= u32::from(stone.is_some()) << point.x();
        }
        let point = node.played.and_then(|played| played.point);
        if let Some(point) = point {
            if !self.is_free(point) {
                return None;
            }
            self.stones[point.y()] |= 1 << point.x();
        }
        Some(match point {
            _ if !node.setup.is_empty() => Undo::Restore(Box::new(before)),
            Some(point) => Undo::Remove(point),
            None => Undo::Nothing,
        })
    }

    fn leave(&mut self, undo: Undo) {
        match undo {
            Undo::Nothing => {}
            Undo::Remove(point) => self.stones[point.y()] &= !(1 << point.x()),
            Undo::Restore(before) => self.stones = *before,
        }
    }
}

/// The side to move if nothing says otherwise: White if Black has more stones, else Black.
pub(crate) fn natural_side(stones: &[(Point, Stone)]) -> Stone {
    let count = |stone| stones.iter().filter(|each| each.1 == stone).count();
    if count(Stone::Black) > count(Stone::White) { Stone::White } else { Stone::Black }
}

fn setup_error(error: SetupError) -> ReadError {
    ReadError::new(Place::Whole, "each point of the board at most once", error.to_string())
}
