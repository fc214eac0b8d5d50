//! The main line of a game as a list of small steps, and the positions along it.

use goren_core::{Point, Rule, Size, Stone};
use goren_record::Record;

use crate::key::{Board, PositionKey};

/// What happens on the board, one thing at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// A move; a pass without a point.
    Move(Stone, Option<Point>),
    /// A stone set up by hand, or a point cleared.
    Set(Point, Option<Stone>),
    /// The side to move next.
    Side(Stone),
}

/// The number that stands for no point; every point of the largest board has a smaller one.
const NOWHERE: u16 = 0x1ff;
const WHITE: u16 = 0x200;
const SET: u16 = 0x400;
const CLEAR: u16 = 0x800;
const SIDE: u16 = 0x1000;

/// A point as a number below [`NOWHERE`], or that.
pub(crate) fn point_number(point: Option<Point>) -> u16 {
    point.map_or(NOWHERE, |point| (point.y() * Size::MAX.side() + point.x()) as u16)
}

/// The point of a number.
pub(crate) fn point_of(number: u16) -> Option<Point> {
    let number = usize::from(number & NOWHERE);
    Point::new(number % Size::MAX.side(), number / Size::MAX.side())
}

impl Step {
    pub(crate) fn bits(self) -> u16 {
        let white = |stone: Stone| if stone == Stone::White { WHITE } else { 0 };
        match self {
            Step::Move(stone, point) => point_number(point) | white(stone),
            Step::Set(point, Some(stone)) => SET | point_number(Some(point)) | white(stone),
            Step::Set(point, None) => SET | CLEAR | point_number(Some(point)),
            Step::Side(stone) => SIDE | NOWHERE | white(stone),
        }
    }

    /// The step of these bits; nothing if they are not a step's.
    pub(crate) fn of_bits(bits: u16) -> Option<Step> {
        let stone = if bits & WHITE == 0 { Stone::Black } else { Stone::White };
        let point = point_of(bits);
        match bits & !(NOWHERE | WHITE) {
            0 if point.is_some() || bits & NOWHERE == NOWHERE => Some(Step::Move(stone, point)),
            SET => Some(Step::Set(point?, Some(stone))),
            bits if bits == SET | CLEAR => Some(Step::Set(point?, None)),
            SIDE => Some(Step::Side(stone)),
            _ => None,
        }
    }
}

/// The steps of a record's main line.
pub(crate) fn steps(record: &Record) -> Vec<Step> {
    let mut steps = Vec::new();
    for id in record.tree.main_line() {
        let node = record.tree.node(id);
        steps.extend(node.setup.iter().map(|&(point, stone)| Step::Set(point, stone)));
        match node.played {
            Some(played) => steps.push(Step::Move(played.stone, played.point)),
            None => steps.extend(node.side.map(Step::Side)),
        }
    }
    steps
}

/// A position on the way through a game.
pub(crate) struct Visit {
    pub(crate) key: PositionKey,
    /// Moves made before it.
    pub(crate) ply: u16,
    /// The move that follows, as the image with the smallest key has it; nothing at the end and before a pass.
    pub(crate) next: Option<Point>,
}

/// A board on which stones are put and removed.
pub(crate) struct Grid {
    cells: [Option<Stone>; Point::CELLS],
    /// How many more black stones there are than white ones.
    balance: i32,
}

impl Grid {
    pub(crate) fn new() -> Grid {
        Grid { cells: [None; Point::CELLS], balance: 0 }
    }

    /// What stands on a point.
    pub(crate) fn stone(&self, point: Point) -> Option<Stone> {
        self.cells[point.index()]
    }

    /// Changes a point; what stood there.
    pub(crate) fn put(&mut self, point: Point, stone: Option<Stone>) -> Option<Stone> {
        let weight =
            |stone: Option<Stone>| stone.map_or(0, |stone| if stone == Stone::Black { 1 } else { -1 });
        let old = std::mem::replace(&mut self.cells[point.index()], stone);
        self.balance += weight(stone) - weight(old);
        old
    }

    /// The side to move if nothing says otherwise.
    fn natural_side(&self) -> Stone {
        if self.balance > 0 { Stone::White } else { Stone::Black }
    }
}

/// Every position of a game from which a move was made, and the last. Steps off the board are ignored.
pub(crate) fn visits(rule: Rule, size: Size, traps: &[Point], steps: &[Step], mut visit: impl FnMut(Visit)) {
    let mut board = Board::new(rule, size, traps);
    let mut grid = Grid::new();
    let mut put = |board: &mut Board, point: Point, stone: Option<Stone>| {
        for stone in [grid.put(point, stone), stone].into_iter().flatten() {
            board.toggle(point, stone.into());
        }
        grid.natural_side()
    };
    let (mut ply, mut to_move) = (0, Stone::Black);
    for &step in steps {
        match step {
            Step::Move(stone, point) => {
                let point = point.filter(|&point| size.contains(point));
                visit(Visit { key: board.key(stone), ply, next: point.map(|point| board.turned(point)) });
                ply = ply.saturating_add(1);
                if let Some(point) = point {
                    put(&mut board, point, Some(stone));
                }
                to_move = !stone;
            }
            Step::Set(point, stone) if size.contains(point) => to_move = put(&mut board, point, stone),
            Step::Set(..) => {}
            Step::Side(stone) => to_move = stone,
        }
    }
    visit(Visit { key: board.key(to_move), ply, next: None });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::key::position_key;
    use goren_record::{ReadOptions, read};

    #[test]
    fn every_step_reads_back_from_its_bits() {
        let steps = Size::MAX.points().flat_map(|point| {
            [Step::Move(Stone::Black, Some(point)), Step::Move(Stone::White, Some(point))]
                .into_iter()
                .chain([Step::Set(point, None), Step::Set(point, Some(Stone::White))])
        });
        for step in steps.chain([Step::Move(Stone::White, None), Step::Side(Stone::White)]) {
            assert_eq!(Step::of_bits(step.bits()), Some(step));
        }
        assert_eq!(Step::of_bits(500), None);
        assert_eq!(Step::of_bits(0x8000), None);
    }

    #[test]
    fn the_visited_positions_are_those_of_the_record() {
        for text in [
            "h8i9g7j10",
            "(;GM[4]SZ[15]AB[hh][ii]AW[gg];W[jj];B[kk])",
            "(;GM[4]SZ[15]AB[hh]PL[B];B[jj];W[kk])",
        ] {
            let record = &read(text.as_bytes(), &ReadOptions::default()).unwrap()[0];
            let mut keys = Vec::new();
            visits(record.rule, record.size, &record.traps, &steps(record), |visit| keys.push(visit.key));
            let line: Vec<usize> = record.tree.main_line().collect();
            let expected: Vec<u64> =
                line.iter().map(|&id| position_key(&record.position_at(id).unwrap())).collect();
            assert_eq!(keys, expected, "{text}");
        }
    }
}
