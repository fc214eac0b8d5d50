//! Wins by continuous fours, within a budget.

use goren_core::{Direction, Point, Position, Rule, Shape, Stone};

use crate::threat::{FIVE, FOUR, Levels};
use crate::view::Standing;

/// How far along a line a stone can help to a row.
const REACH: isize = 5;

/// A search for a win by fours: legal moves of the attacker, and only replies that stop the four.
pub(crate) struct Attack<'a> {
    pub(crate) position: &'a mut Position,
    pub(crate) levels: &'a Levels,
    /// How many positions of the attacker may still be looked at.
    pub(crate) budget: u32,
}

impl Attack<'_> {
    /// A move that starts a win of the side to move; none if there is none or the budget does not suffice.
    ///
    /// `tries` has every point where the attacker makes a four, and may have others; `fives` every point where the other
    /// side makes a five.
    pub(crate) fn win(&mut self, tries: &[Point], fives: &[Point]) -> Option<Point> {
        self.budget = self.budget.checked_sub(1)?;
        let side = self.position.side();
        let mut fours: Vec<(u8, Point)> = Vec::with_capacity(tries.len());
        for &point in tries {
            let level = self.level(point, side);
            if level == FIVE {
                return Some(point);
            }
            // The other side's own four must be stopped by ours.
            if level >= FOUR && (fives.is_empty() || fives == [point]) {
                fours.push((level, point));
            }
        }
        fours.sort_by_key(|&(level, _)| std::cmp::Reverse(level));
        let fours: Vec<Point> = fours.into_iter().map(|(_, point)| point).collect();
        fours.iter().copied().find(|&point| self.position.is_legal(point) && self.four_wins(point, tries))
    }

    /// Whether every reply to a four loses to another one.
    fn four_wins(&mut self, point: Point, tries: &[Point]) -> bool {
        let side = self.position.side();
        let fives = fives_of(self.position, point, side);
        self.position.play(point);
        let wins = match defend(self.position, &fives) {
            Standing::Forced(replies) => {
                let mut next: Vec<Point> = tries.iter().copied().filter(|&each| each != point).collect();
                for near in around(self.position, point) {
                    if self.level(near, side) >= FOUR && !next.contains(&near) {
                        next.push(near);
                    }
                }
                replies.into_iter().all(|reply| {
                    self.position.play(reply);
                    let threats =
                        around(self.position, reply).filter(|&near| self.level(near, !side) == FIVE);
                    let threats: Vec<Point> = threats.collect();
                    let wins = self.win(&next, &threats).is_some();
                    self.position.undo();
                    wins
                })
            }
            _ => true,
        };
        self.position.undo();
        wins
    }

    fn level(&self, point: Point, side: Stone) -> u8 {
        self.levels.of(self.position.shapes(point, side))
    }
}

/// The empty points on the lines through a point, each once.
fn around(position: &Position, point: Point) -> impl Iterator<Item = Point> {
    let on_line = move |direction: Direction| {
        let (dx, dy) = direction.step();
        (-REACH..=REACH).filter_map(move |distance| point.offset(dx * distance, dy * distance))
    };
    Direction::ALL.into_iter().flat_map(on_line).filter(|&near| position.is_empty(near))
}

/// Where a stone completes the fours that another one would make on a point.
fn fives_of(position: &Position, point: Point, side: Stone) -> Vec<Point> {
    let shapes = position.shapes(point, side);
    let fours = Direction::ALL.into_iter().filter(|&direction| shapes.on(direction) >= Shape::Four);
    fours.flat_map(|direction| position.fives(point, side, direction)).collect()
}

/// The moves that prevent every five of the other side on these points.
pub(crate) fn defend(position: &mut Position, fives: &[Point]) -> Standing {
    let other = !position.side();
    let mut tries = fives.to_vec();
    if matches!(position.rule(), Rule::Caro | Rule::Caro6) {
        // A five that is closed at both ends does not win, so a stone beside it may do.
        for &five in fives {
            for direction in Direction::ALL {
                tries.extend(position.weakens(five, other, direction));
            }
        }
        tries.sort_unstable();
        tries.dedup();
        tries.retain(|&point| {
            position.play(point);
            let holds = fives.iter().all(|&five| !position.shapes(five, other).has_five());
            position.undo();
            holds
        });
    } else if fives.len() > 1 {
        // No row that one of them completes contains another.
        tries.clear();
    }
    tries.retain(|&point| position.is_legal(point));
    if tries.is_empty() { Standing::Lost } else { Standing::Forced(tries) }
}
