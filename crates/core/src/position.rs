//! A board with stones, side to move and history, updated incrementally.

use alloc::vec::Vec;
use core::fmt;

use crate::forbidden::ForbiddenKind;
use crate::line::{Cell, Direction, Lines};
use crate::point::{Point, Size};
use crate::rule::Rule;
use crate::shape::{PointShapes, Shapes, Tables};
use crate::stone::Stone;
use crate::symmetry::Symmetry;
use crate::zobrist;

/// A position, with the moves that led to it.
///
/// [`Position::play`] and [`Position::undo`] keep the hash and both colours' shapes on every empty point up to date.
#[derive(Clone)]
pub struct Position {
    rule: Rule,
    size: Size,
    side: Stone,
    winner: Option<Stone>,
    empties: u16,
    hash: u64,
    tables: &'static Tables,
    lines: Lines,
    /// Current for empty points only.
    shapes: [PointShapes; Point::CELLS],
    history: Vec<PlayedMove>,
    /// The previous shapes of every point that a move changed, in the order of the changes.
    journal: Vec<(Point, PointShapes)>,
    /// What undoing each move of the history needs.
    marks: Vec<Mark>,
    traps: Vec<Point>,
    setup: Vec<(Point, Stone)>,
}

/// One move of a position's history.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PlayedMove {
    /// Who moved.
    pub stone: Stone,
    /// Where, or `None` for a pass.
    pub point: Option<Point>,
}

/// The state before a move that cannot be derived from the move.
#[derive(Clone, Copy)]
struct Mark {
    journal: u32,
    winner: Option<Stone>,
}

impl Position {
    /// An empty board with Black to move.
    pub fn new(rule: Rule, size: Size) -> Position {
        let mut position = Position {
            rule,
            size,
            side: Stone::Black,
            winner: None,
            empties: size.area() as u16,
            hash: zobrist::board(rule, size),
            tables: Tables::of(rule),
            lines: Lines::new(size),
            shapes: [PointShapes::default(); Point::CELLS],
            history: Vec::new(),
            journal: Vec::new(),
            marks: Vec::new(),
            traps: Vec::new(),
            setup: Vec::new(),
        };
        position.refresh_shapes();
        position
    }

    /// A board with traps and stones already on it and `side` to move, without history.
    pub fn with_setup(
        rule: Rule,
        size: Size,
        traps: &[Point],
        stones: &[(Point, Stone)],
        side: Stone,
    ) -> Result<Position, SetupError> {
        let mut position = Position::new(rule, size);
        let taken = |position: &Position, point| {
            if !size.contains(point) {
                return Err(SetupError::OffBoard { point, size });
            }
            if position.is_empty(point) { Ok(()) } else { Err(SetupError::Twice(point)) }
        };
        for &point in traps {
            taken(&position, point)?;
            position.lines.add_trap(point);
            position.hash ^= zobrist::trap(point);
            position.traps.push(point);
        }
        for &(point, stone) in stones {
            taken(&position, point)?;
            position.lines.toggle(point, stone);
            position.hash ^= zobrist::stone(point, stone);
            position.setup.push((point, stone));
        }
        position.traps.sort_unstable();
        position.empties -= (traps.len() + stones.len()) as u16;
        if side == Stone::White {
            position.set_side(Stone::White);
        }
        position.refresh_shapes();
        position.winner =
            stones.iter().find(|&&(point, stone)| position.wins_on(point, stone)).map(|each| each.1);
        Ok(position)
    }

    /// An empty board with traps and Black to move.
    pub fn with_traps(rule: Rule, size: Size, traps: &[Point]) -> Result<Position, SetupError> {
        Position::with_setup(rule, size, traps, &[], Stone::Black)
    }

    /// The rule that decides.
    #[inline]
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// The board's size.
    #[inline]
    pub fn size(&self) -> Size {
        self.size
    }

    /// Whose turn it is.
    #[inline]
    pub fn side(&self) -> Stone {
        self.side
    }

    /// The position's Zobrist hash: rule, size, traps, stones and side to move, but not the order of moves.
    #[inline]
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// The hash after a move of the side to move on an empty point.
    #[inline]
    pub fn hash_after(&self, point: Point) -> u64 {
        self.hash ^ zobrist::stone(point, self.side) ^ zobrist::WHITE_TO_MOVE
    }

    /// The moves since the set-up.
    pub fn history(&self) -> &[PlayedMove] {
        &self.history
    }

    /// The last point played, if the last move was not a pass.
    pub fn last(&self) -> Option<Point> {
        self.history.last().and_then(|played| played.point)
    }

    /// The blocked points, in ascending order.
    pub fn traps(&self) -> &[Point] {
        &self.traps
    }

    /// The stones that stood on the board before the first move of the history.
    pub fn setup(&self) -> &[(Point, Stone)] {
        &self.setup
    }

    /// The stone on a point, if there is one.
    #[inline]
    pub fn stone(&self, point: Point) -> Option<Stone> {
        match self.lines.cell(point) {
            Cell::Stone(stone) => Some(stone),
            Cell::Empty | Cell::Wall => None,
        }
    }

    /// Whether the point is on the board, free and not a trap.
    #[inline]
    pub fn is_empty(&self, point: Point) -> bool {
        self.lines.is_empty(point)
    }

    /// The number of empty points.
    #[inline]
    pub fn empty_count(&self) -> usize {
        usize::from(self.empties)
    }

    /// The empty points, from `a1` rightwards and then up.
    pub fn empties(&self) -> impl Iterator<Item = Point> + '_ {
        self.size.points().filter(|&point| self.is_empty(point))
    }

    /// Every stone on the board, from `a1` rightwards and then up.
    pub fn stones(&self) -> impl Iterator<Item = (Point, Stone)> + '_ {
        self.size.points().filter_map(|point| self.stone(point).map(|stone| (point, stone)))
    }

    /// What `stone` would make on each line through an empty point; nothing on any other point.
    #[inline]
    pub fn shapes(&self, point: Point, stone: Stone) -> Shapes {
        if self.is_empty(point) { self.shapes[point.index()].of(stone) } else { Shapes::default() }
    }

    /// The shapes of both stones on an empty point.
    #[inline]
    pub fn point_shapes(&self, point: Point) -> PointShapes {
        self.shapes[point.index()]
    }

    /// Puts a stone of the side to move on an empty point.
    ///
    /// This is the fast path: it does not check whether the game is over or the point forbidden. Use
    /// [`Position::try_play`] or a [`crate::Game`] for moves that come from outside.
    ///
    /// # Panics
    /// In debug builds, if the point is not empty.
    #[inline]
    pub fn play(&mut self, point: Point) {
        self.play_with(point, |_, _, _| {});
    }

    /// As [`Position::play`], and calls `changed` with each empty point whose shapes change, the old ones and the new. The
    /// point played on is not among them.
    #[inline]
    pub fn play_with(&mut self, point: Point, mut changed: impl FnMut(Point, PointShapes, PointShapes)) {
        debug_assert!(self.is_empty(point), "{point} is not empty");
        let stone = self.side;
        self.marks.push(Mark { journal: self.journal.len() as u32, winner: self.winner });
        self.history.push(PlayedMove { stone, point: Some(point) });
        if self.shapes[point.index()].of(stone).has_five() {
            self.winner = self.winner.or(Some(stone));
        }
        self.hash = self.hash_after(point);
        self.side = !stone;
        self.empties -= 1;
        self.lines.toggle(point, stone);
        for direction in Direction::ALL {
            let line = self.lines.line(point, direction);
            for distance in line.empties(self.tables.neighbourhood) {
                let neighbour = direction.walk(point, distance);
                let old = self.shapes[neighbour.index()];
                let new = old.with(direction, self.tables.both(line, distance));
                if new != old {
                    changed(neighbour, old, new);
                    self.journal.push((neighbour, old));
                    self.shapes[neighbour.index()] = new;
                }
            }
        }
    }

    /// Passes: the side to move places no stone.
    pub fn pass(&mut self) {
        self.marks.push(Mark { journal: self.journal.len() as u32, winner: self.winner });
        self.history.push(PlayedMove { stone: self.side, point: None });
        self.set_side(!self.side);
    }

    /// Takes back the last move and returns it; `None` without history.
    pub fn undo(&mut self) -> Option<PlayedMove> {
        let played = self.history.pop()?;
        let mark = self.marks.pop().expect("every move of the history has a mark");
        self.hash ^= zobrist::WHITE_TO_MOVE;
        self.side = played.stone;
        if let Some(point) = played.point {
            // Oldest entry first is right because no point occurs twice: two points share at most one line, so a move
            // changes each neighbour at most once.
            for (neighbour, old) in self.journal.drain(mark.journal as usize..) {
                self.shapes[neighbour.index()] = old;
            }
            self.lines.toggle(point, played.stone);
            self.hash ^= zobrist::stone(point, played.stone);
            self.empties += 1;
            self.winner = mark.winner;
        }
        Some(played)
    }

    /// As [`Position::play`], but refuses a point that is off the board, occupied, blocked or forbidden, and any move
    /// after a win.
    pub fn try_play(&mut self, point: Point) -> Result<(), IllegalMove> {
        self.check(point)?;
        if self.side == Stone::Black
            && let Some(kind) = self.forbidden(point)
        {
            return Err(IllegalMove::Forbidden { point, kind });
        }
        self.play(point);
        Ok(())
    }

    /// Whether a stone can be put on the point at all; a forbidden point can.
    pub fn check(&self, point: Point) -> Result<(), IllegalMove> {
        if !self.size.contains(point) {
            Err(IllegalMove::OffBoard { point, size: self.size })
        } else if self.traps.contains(&point) {
            Err(IllegalMove::Trap(point))
        } else if !self.is_empty(point) {
            Err(IllegalMove::Occupied(point))
        } else if self.winner.is_some() {
            Err(IllegalMove::GameOver)
        } else {
            Ok(())
        }
    }

    /// Whether the side to move may play on the point: empty and not forbidden.
    #[inline]
    pub fn is_legal(&self, point: Point) -> bool {
        self.is_empty(point) && !(self.side == Stone::Black && self.is_forbidden(point))
    }

    /// The points on which the side to move may play; none after a win.
    pub fn legal_moves(&self) -> impl Iterator<Item = Point> + '_ {
        self.empties().filter(|&point| self.winner.is_none() && self.is_legal(point))
    }

    /// Who has a winning row, if anyone.
    #[inline]
    pub fn winner(&self) -> Option<Stone> {
        self.winner
    }

    /// Whether the position ends the game, and how.
    pub fn outcome(&self) -> Outcome {
        if let Some(stone) = self.winner {
            return Outcome::Win { stone, line: self.winning_line().expect("a winner has a winning row") };
        }
        if self.empties == 0 {
            Outcome::FullBoard
        } else if self.rule == Rule::Renju && self.legal_moves().next().is_none() {
            Outcome::NoLegalMove
        } else {
            Outcome::Ongoing
        }
    }

    /// The winning row: the one made by the last stone, or the first found in a set-up.
    fn winning_line(&self) -> Option<WinningLine> {
        let winner = self.winner?;
        let rows =
            |point| Direction::ALL.into_iter().filter_map(move |way| self.winning_row(point, winner, way));
        self.last().and_then(|point| rows(point).next()).or_else(|| {
            self.stones().filter(|&(_, stone)| stone == winner).find_map(|(point, _)| rows(point).next())
        })
    }

    /// The row through an occupied point, if it wins.
    fn winning_row(&self, point: Point, stone: Stone, direction: Direction) -> Option<WinningLine> {
        let both = self.tables.both(self.lines.line(point, direction), 0);
        if !PointShapes::default().with(direction, both).of(stone).has_five() {
            return None;
        }
        let holds = |point| self.lines.cell(point) == Cell::Stone(stone);
        let end = |step| {
            let mut end = point;
            while holds(direction.walk(end, step)) {
                end = direction.walk(end, step);
            }
            end
        };
        Some(WinningLine { first: end(-1), last: end(1), direction })
    }

    fn wins_on(&self, point: Point, stone: Stone) -> bool {
        Direction::ALL.into_iter().any(|direction| self.winning_row(point, stone, direction).is_some())
    }

    fn set_side(&mut self, side: Stone) {
        if side != self.side {
            self.side = side;
            self.hash ^= zobrist::WHITE_TO_MOVE;
        }
    }

    fn refresh_shapes(&mut self) {
        for point in self.size.points() {
            self.shapes[point.index()] =
                if self.is_empty(point) { self.shapes_from_lines(point) } else { PointShapes::default() };
        }
    }

    fn shapes_from_lines(&self, point: Point) -> PointShapes {
        shapes_from_lines(&self.lines, self.tables, point)
    }

    pub(crate) fn lines(&self) -> &Lines {
        &self.lines
    }

    pub(crate) fn tables(&self) -> &'static Tables {
        self.tables
    }

    /// The same board turned or mirrored, with its history.
    pub fn transformed(&self, symmetry: Symmetry) -> Position {
        let image = |point| symmetry.apply(point, self.size);
        let traps: Vec<Point> = self.traps.iter().map(|&point| image(point)).collect();
        let setup: Vec<_> = self.setup.iter().map(|&(point, stone)| (image(point), stone)).collect();
        let first = self.history.first().map_or(self.side, |played| played.stone);
        let mut position = Position::with_setup(self.rule, self.size, &traps, &setup, first)
            .expect("a symmetry maps different points to different points");
        for played in &self.history {
            match played.point {
                Some(point) => position.play(image(point)),
                None => position.pass(),
            }
        }
        position
    }

    /// The hash that the position would have after a symmetry.
    pub fn transformed_hash(&self, symmetry: Symmetry) -> u64 {
        let image = |point| symmetry.apply(point, self.size);
        let side = if self.side == Stone::White { zobrist::WHITE_TO_MOVE } else { 0 };
        let traps = self.traps.iter().map(|&point| zobrist::trap(image(point)));
        let stones = self.stones().map(|(point, stone)| zobrist::stone(image(point), stone));
        traps.chain(stones).fold(zobrist::board(self.rule, self.size) ^ side, |hash, key| hash ^ key)
    }

    /// The hash shared by all eight images of the position, and a symmetry to the image whose hash it is.
    pub fn canonical(&self) -> (u64, Symmetry) {
        Symmetry::ALL
            .into_iter()
            .map(|symmetry| (self.transformed_hash(symmetry), symmetry))
            .min_by_key(|&(hash, _)| hash)
            .expect("there are eight symmetries")
    }

    /// The symmetries that map the position onto itself.
    pub fn symmetries(&self) -> impl Iterator<Item = Symmetry> + '_ {
        Symmetry::ALL.into_iter().filter(|symmetry| {
            let image = |point| symmetry.apply(point, self.size);
            self.size.points().all(|point| self.lines.cell(point) == self.lines.cell(image(point)))
        })
    }
}

/// The shapes of both stones on a point, computed from the lines.
pub(crate) fn shapes_from_lines(lines: &Lines, tables: &Tables, point: Point) -> PointShapes {
    Direction::ALL.into_iter().fold(PointShapes::default(), |shapes, direction| {
        shapes.with(direction, tables.both(lines.line(point, direction), 0))
    })
}

/// Two positions are equal when they look the same and the same side moves, whatever their history.
impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        self.rule == other.rule
            && self.size == other.size
            && self.side == other.side
            && self.lines == other.lines
    }
}

impl Eq for Position {}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} {}×{}, {} to move", self.rule, self.size, self.size, self.side)?;
        for y in (0..self.size.side()).rev() {
            for x in 0..self.size.side() {
                f.write_str(match self.lines.cell(Point::at(x, y)) {
                    Cell::Empty => " .",
                    Cell::Stone(Stone::Black) => " X",
                    Cell::Stone(Stone::White) => " O",
                    Cell::Wall => " #",
                })?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

/// Whether a position ends the game, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The game is in progress.
    Ongoing,
    /// There is a winning row on the board.
    Win {
        /// Whose row.
        stone: Stone,
        /// The row.
        line: WinningLine,
    },
    /// A draw: no empty point is left.
    FullBoard,
    /// A draw: every empty point is forbidden to the side to move, so both would pass.
    NoLegalMove,
}

impl Outcome {
    /// Whether the game is in progress.
    pub fn is_ongoing(self) -> bool {
        self == Outcome::Ongoing
    }
}

/// A winning row, from end to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WinningLine {
    /// The left end; the lower one of a column.
    pub first: Point,
    /// The other end.
    pub last: Point,
    /// The direction from the first to the last.
    pub direction: Direction,
}

impl WinningLine {
    /// The points of the row, in order.
    pub fn points(self) -> impl Iterator<Item = Point> {
        let length = self.first.x().abs_diff(self.last.x()).max(self.first.y().abs_diff(self.last.y()));
        (0..=length).map(move |distance| self.direction.walk(self.first, distance as i32))
    }
}

impl fmt::Display for WinningLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}–{}", self.first, self.last)
    }
}

/// Why a point cannot be played on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IllegalMove {
    /// The point is outside the board.
    OffBoard {
        /// The point.
        point: Point,
        /// The board.
        size: Size,
    },
    /// The point has a stone.
    Occupied(Point),
    /// The point is blocked.
    Trap(Point),
    /// Black may not play there under renju.
    Forbidden {
        /// The point.
        point: Point,
        /// What it would make.
        kind: ForbiddenKind,
    },
    /// There already is a winning row on the board.
    GameOver,
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            IllegalMove::OffBoard { point, size } => write!(f, "{point} is outside the {size}×{size} board"),
            IllegalMove::Occupied(point) => write!(f, "{point} is occupied"),
            IllegalMove::Trap(point) => write!(f, "{point} is a trap"),
            IllegalMove::Forbidden { point, kind } => write!(f, "{point} is forbidden to Black: {kind}"),
            IllegalMove::GameOver => write!(f, "the game is over: a winning row is on the board"),
        }
    }
}

impl core::error::Error for IllegalMove {}

/// Why traps and stones cannot be set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetupError {
    /// A point is outside the board.
    OffBoard {
        /// The point.
        point: Point,
        /// The board.
        size: Size,
    },
    /// A point is named twice.
    Twice(Point),
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetupError::OffBoard { point, size } => write!(f, "{point} is outside the {size}×{size} board"),
            SetupError::Twice(point) => write!(f, "expected each point once, got `{point}` twice"),
        }
    }
}

impl core::error::Error for SetupError {}
