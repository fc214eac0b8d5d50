//! The triangular table in which a search collects its principal variation.

use goren_core::Point;

/// For each ply of a search, the best line found from that ply on.
pub(crate) struct PvTable(Vec<Vec<Point>>);

impl PvTable {
    /// A table for a search of this many plies.
    pub(crate) fn new(depth: u32) -> PvTable {
        PvTable(vec![Vec::new(); depth as usize + 1])
    }

    /// The principal variation: the best line from the root.
    pub(crate) fn line(&self) -> &[Point] {
        &self.0[0]
    }

    /// Forgets the line from a ply on.
    #[inline]
    pub(crate) fn clear(&mut self, ply: usize) {
        self.0[ply].clear();
    }

    /// Makes a move, followed by the best line after it, the best line from its ply on.
    pub(crate) fn update(&mut self, ply: usize, point: Point) {
        let (upper, lower) = self.0.split_at_mut(ply + 1);
        let line = &mut upper[ply];
        line.clear();
        line.push(point);
        line.extend_from_slice(&lower[0]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_followed_by_the_line_of_the_next_ply() {
        let [a, b, c] = ["a1", "b2", "c3"].map(|name| name.parse::<Point>().unwrap());
        let mut pv = PvTable::new(2);
        pv.update(1, b);
        pv.update(0, a);
        assert_eq!(pv.line(), [a, b]);
        pv.clear(1);
        assert_eq!(pv.line(), [a, b], "the line above stays until it is updated");
        pv.update(0, c);
        assert_eq!(pv.line(), [c]);
    }
}
