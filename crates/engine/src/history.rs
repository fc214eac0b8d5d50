//! Which moves have cut the search short, to try them early elsewhere.

use goren_core::{Point, Stone};

const POINTS: usize = 1024;
/// Values stay within this on both sides of zero.
const LIMIT: i32 = 8192;

/// What one thread has learned about moves.
pub(crate) struct History {
    quiet: Box<[[i16; POINTS]; 2]>,
    /// The reply that last refuted a move.
    counters: Box<[[Option<Point>; POINTS]; 2]>,
}

impl History {
    pub(crate) fn new() -> History {
        History { quiet: Box::new([[0; POINTS]; 2]), counters: Box::new([[None; POINTS]; 2]) }
    }

    /// Makes old experience count for less.
    pub(crate) fn fade(&mut self) {
        self.quiet.iter_mut().flatten().for_each(|value| *value /= 2);
    }

    #[inline]
    pub(crate) fn of(&self, stone: Stone, point: Point) -> i32 {
        i32::from(self.quiet[stone as usize][point.index()])
    }

    pub(crate) fn reward(&mut self, stone: Stone, point: Point, bonus: i32) {
        let value = &mut self.quiet[stone as usize][point.index()];
        // The nearer to the limit, the less is added.
        let old = i32::from(*value);
        *value = (old + bonus - old * bonus.abs() / LIMIT).clamp(-LIMIT, LIMIT) as i16;
    }

    #[inline]
    pub(crate) fn counter(&self, stone: Stone, to: Option<Point>) -> Option<Point> {
        to.and_then(|to| self.counters[stone as usize][to.index()])
    }

    pub(crate) fn set_counter(&mut self, stone: Stone, to: Option<Point>, reply: Point) {
        if let Some(to) = to {
            self.counters[stone as usize][to.index()] = Some(reply);
        }
    }
}
