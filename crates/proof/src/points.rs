//! A set of points.

use goren_core::{Point, Size};

/// A set of points: a bit for each, a word for each row.
#[derive(Clone, Default, PartialEq, Eq)]
pub(crate) struct Points([u32; Size::MAX.side()]);

impl Points {
    /// Whether the point was not in the set before.
    pub(crate) fn insert(&mut self, point: Point) -> bool {
        let bit = 1 << point.x();
        let is_new = self.0[point.y()] & bit == 0;
        self.0[point.y()] |= bit;
        is_new
    }

    pub(crate) fn contains(&self, point: Point) -> bool {
        self.0[point.y()] >> point.x() & 1 == 1
    }

    pub(crate) fn remove_all(&mut self, others: &Points) {
        for (row, other) in self.0.iter_mut().zip(others.0) {
            *row &= !other;
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.iter().all(|&row| row == 0)
    }

    pub(crate) fn len(&self) -> usize {
        self.0.iter().map(|row| row.count_ones() as usize).sum()
    }

    /// The points, from `a1` rightwards and then up.
    pub(crate) fn iter(&self) -> impl Iterator<Item = Point> + use<> {
        self.0.into_iter().enumerate().flat_map(|(y, mut row)| {
            std::iter::from_fn(move || {
                let x = row.trailing_zeros() as usize;
                row &= row.wrapping_sub(1);
                Point::new(x, y)
            })
        })
    }
}

impl FromIterator<Point> for Points {
    fn from_iter<T: IntoIterator<Item = Point>>(points: T) -> Points {
        let mut set = Points::default();
        for point in points {
            set.insert(point);
        }
        set
    }
}
