//! The shape on one line explained: its stones, the points that extend it and the points that stop it.

use alloc::vec::Vec;

use crate::line::{Direction, Lines};
use crate::point::Point;
use crate::position::Position;
use crate::shape::{Shape, Tables, View};
use crate::stone::Stone;

/// What one stone makes (or would make) on one line through its point.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct LineThreat {
    /// The line.
    pub direction: Direction,
    /// The shape.
    pub shape: Shape,
    /// The stones it consists of, the new one included, in line order.
    pub stones: Vec<Point>,
    /// Where another own stone extends it: from any four to a five, from an open three to an unstoppable four,
    /// from the others to the next stronger shape.
    pub completes: Vec<Point>,
    /// Where an opposing stone removes the threat; empty for a four that no single reply stops.
    pub defends: Vec<Point>,
}

impl LineThreat {
    pub(crate) fn new(
        lines: &Lines,
        tables: &Tables,
        point: Point,
        stone: Stone,
        direction: Direction,
    ) -> LineThreat {
        let view = View::new(lines.line(point, direction).window(), stone);
        let shape = tables.shape(view, stone);
        let points = |distances: &mut dyn Iterator<Item = i32>| -> Vec<Point> {
            distances.map(|distance| direction.walk(point, distance)).collect()
        };
        let needed = |distance: &i32| tables.shape(view.without_own(*distance), stone) < shape;
        let mut stones = points(&mut view.stones().filter(|distance| match shape {
            Shape::None => false,
            // A longer row stays an overline or a five without its last stone.
            Shape::Overline | Shape::Five => view.is_connected(*distance),
            _ => needed(distance),
        }));
        stones.push(point);
        stones.sort_unstable_by_key(|each| (each.x(), each.y()));
        let (next, held) = match shape {
            Shape::None | Shape::Overline | Shape::Five => {
                return LineThreat { direction, shape, stones, completes: Vec::new(), defends: Vec::new() };
            }
            Shape::One => (Shape::Two, Shape::One),
            Shape::Two => (Shape::Three, Shape::Two),
            Shape::OpenTwo => (Shape::OpenThree, Shape::OpenTwo),
            Shape::Three => (Shape::Four, Shape::Three),
            Shape::OpenThree => (Shape::DoubleFour, Shape::OpenThree),
            Shape::Four | Shape::DoubleFour | Shape::OpenFour => (Shape::Five, Shape::Four),
        };
        let completes =
            points(&mut view.empties().filter(|&own| tables.shape(view.with_own(own), stone) >= next));
        let defends = points(
            &mut view.empties().filter(|&opponent| tables.shape(view.with_opponent(opponent), stone) < held),
        );
        LineThreat { direction, shape, stones, completes, defends }
    }
}

impl Position {
    /// What `stone` makes (on an occupied point) or would make (on an empty one) on one line through the point.
    pub fn threat(&self, point: Point, stone: Stone, direction: Direction) -> LineThreat {
        LineThreat::new(self.lines(), self.tables(), point, stone, direction)
    }

    /// Where one more stone makes a five with the stone on (or to be put on) the point, on one line.
    #[inline]
    pub fn fives(
        &self,
        point: Point,
        stone: Stone,
        direction: Direction,
    ) -> impl Iterator<Item = Point> + use<> {
        let mask = self.tables().fives(self.lines().line(point, direction), stone);
        mask.map(move |distance| direction.walk(point, distance))
    }

    /// Where an opposing stone weakens what `stone` makes on one line through the point; the point itself is
    /// excluded.
    #[inline]
    pub fn weakens(
        &self,
        point: Point,
        stone: Stone,
        direction: Direction,
    ) -> impl Iterator<Item = Point> + use<> {
        let mask = self.tables().weakens(self.lines().line(point, direction), stone);
        mask.map(move |distance| direction.walk(point, distance))
    }
}
