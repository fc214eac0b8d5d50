//! The board of `trapper`, with an incrementally updated evaluation.
//!
//! The document evaluates the whole board each time: it adds up the scores of all nine-cell strings of each colour. Here
//! the sums are updated: a stone changes only the strings of stones at most four cells away.

use goren_core::{Direction, Point, Position, Size, Stone};

use super::patterns::{Windows, cell};

/// How many cells beyond the board a window can reach.
const PADDING: u32 = 4;
/// The mask of a window: nine cells.
const WINDOW: u64 = (1 << 18) - 1;
/// The lower bit of each cell of a window but the middle one.
const LOWER: u64 = 0x1_5555 & !(1 << 8);

/// Every line of the board from one player's point of view, two bits per cell.
type View = [[u64; 64]; 4];

#[derive(Clone)]
pub(super) struct ScoredBoard {
    position: Position,
    views: [Box<View>; 2],
    sums: [i64; 2],
    past: Vec<[i64; 2]>,
    windows: &'static Windows,
}

impl ScoredBoard {
    pub(super) fn new(position: &Position, windows: &'static Windows) -> ScoredBoard {
        let mut views = [Stone::Black, Stone::White].map(|_| Box::new([[u64::MAX; 64]; 4]));
        for point in position.size().points() {
            for (view, viewer) in views.iter_mut().zip(Stone::BOTH) {
                let code = match position.stone(point) {
                    Some(stone) => seen(stone, viewer),
                    None if position.is_empty(point) => cell::EMPTY,
                    None => cell::BLOCKED,
                };
                for direction in Direction::ALL {
                    let (line, place) = locate(direction, point);
                    view[direction as usize][line] ^= (cell::OUTSIDE ^ code) << (2 * place);
                }
            }
        }
        let mut board =
            ScoredBoard { position: position.clone(), views, sums: [0; 2], past: Vec::new(), windows };
        for (point, stone) in position.stones() {
            let score = |direction| i64::from(board.string(point, stone, direction));
            board.sums[stone as usize] += Direction::ALL.into_iter().map(score).sum::<i64>();
        }
        board
    }

    pub(super) fn position(&self) -> &Position {
        &self.position
    }

    /// `evaluate_board` in tenths: one side's sum less 1.1 times the other's.
    pub(super) fn evaluation(&self, me: Stone) -> i64 {
        balance(self.sums, me)
    }

    /// The evaluation after a stone on an empty point.
    pub(super) fn evaluation_after(&self, point: Point, stone: Stone, me: Stone) -> i64 {
        balance(self.sums_after(point, stone), me)
    }

    pub(super) fn play(&mut self, point: Point) {
        let stone = self.position.side();
        self.past.push(self.sums);
        self.sums = self.sums_after(point, stone);
        self.toggle(point, stone);
        self.position.play(point);
    }

    pub(super) fn undo(&mut self) {
        let played = self.position.undo().expect("there is a move to take back");
        let point = played.point.expect("the search never passes");
        self.toggle(point, played.stone);
        self.sums = self.past.pop().expect("every move has left its sums");
    }

    fn toggle(&mut self, point: Point, stone: Stone) {
        for (view, viewer) in self.views.iter_mut().zip(Stone::BOTH) {
            for direction in Direction::ALL {
                let (line, place) = locate(direction, point);
                view[direction as usize][line] ^= seen(stone, viewer) << (2 * place);
            }
        }
    }

    /// The score of the string around a stone in one direction.
    pub(super) fn string(&self, point: Point, stone: Stone, direction: Direction) -> i32 {
        let (line, place) = locate(direction, point);
        self.windows.score(self.views[stone as usize][direction as usize][line] >> (2 * (place - PADDING)))
    }

    fn sums_after(&self, point: Point, stone: Stone) -> [i64; 2] {
        let mut sums = self.sums;
        for direction in Direction::ALL {
            let (line, place) = locate(direction, point);
            let first = 2 * (place - PADDING);
            for viewer in Stone::BOTH {
                let before = self.views[viewer as usize][direction as usize][line];
                let after = before ^ seen(stone, viewer) << (2 * place);
                let mut change = 0;
                if viewer == stone {
                    change += self.windows.score(after >> first & WINDOW);
                }
                let window = before >> first;
                let mut own = window & !(window >> 1) & LOWER;
                while own != 0 {
                    // The window of that stone starts four cells before it.
                    let shift = first + own.trailing_zeros() - 2 * PADDING;
                    change += self.windows.score(after >> shift & WINDOW);
                    change -= self.windows.score(before >> shift & WINDOW);
                    own &= own - 1;
                }
                sums[viewer as usize] += i64::from(change);
            }
        }
        sums
    }
}

fn balance(sums: [i64; 2], me: Stone) -> i64 {
    10 * sums[me as usize] - 11 * sums[!me as usize]
}

fn seen(stone: Stone, viewer: Stone) -> u64 {
    if stone == viewer { cell::OWN } else { cell::BLOCKED }
}

/// The line through a point and the point's index on it. Lines run rightwards or downwards as in the document, which
/// matters because some of its strings lack their mirror image.
const fn locate(direction: Direction, point: Point) -> (usize, u32) {
    const LAST: usize = Size::MAX.side() - 1;
    let (x, y) = (point.x(), point.y());
    let (line, place) = match direction {
        Direction::Horizontal => (y, x),
        Direction::Vertical => (x, LAST - y),
        Direction::Rising => (LAST + x - y, LAST - x),
        Direction::Falling => (x + y, x),
    };
    (line, place as u32 + PADDING)
}

/// The step from one cell of a line to the next.
pub(super) const fn reading(direction: Direction) -> (isize, isize) {
    match direction {
        Direction::Horizontal => (1, 0),
        Direction::Vertical => (0, -1),
        Direction::Rising => (-1, -1),
        Direction::Falling => (1, -1),
    }
}
