//! The instruments of a search: counters, and a recording of its tree down to a chosen depth.

use std::time::Duration;

use goren_core::Point;

/// The counters of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Nodes: moves made.
    pub nodes: u64,
    /// Leaves: positions at the end of a line.
    pub leaves: u64,
    /// Cut-offs.
    pub cutoffs: u64,
    /// Probes of the transposition table…
    pub probes: u64,
    /// …and those that found a usable entry.
    pub hits: u64,
    /// Candidates generated, before any selection…
    pub generated: u64,
    /// …and those kept for the search.
    pub kept: u64,
    /// Evaluations of a position or a point.
    pub evaluations: u64,
    /// For each finished depth, shallowest first: nodes and time so far. A program without iterative deepening has one
    /// entry.
    pub depths: Vec<(u64, Duration)>,
}

/// One move of the search tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// The move that leads here; `None` at the root.
    pub point: Option<Point>,
    /// Its value; higher is better for the program that searches.
    pub value: i64,
    /// `searched`, or why no moves follow: `leaf`, `cut`, `table` or `won`.
    pub note: &'static str,
    /// The moves searched from here, in order.
    pub children: Vec<Branch>,
}

/// The instruments of one program.
#[derive(Clone, Debug, Default)]
pub struct Instruments {
    /// The counters of the last choice.
    pub counters: Counters,
    /// The number of plies of the tree to record; 0 for none.
    pub trace_depth: u32,
    /// The tree of the last choice, if it was recorded.
    pub tree: Option<Branch>,
    /// The branches from the root to the current move, while a search runs.
    open: Vec<Branch>,
    /// The number of plies below the deepest open branch.
    beyond: u32,
}

impl Instruments {
    /// Clears what the last choice left.
    pub(crate) fn begin(&mut self) {
        *self = Instruments { trace_depth: self.trace_depth, ..Instruments::default() };
    }

    /// The search enters a move, or its root.
    #[inline]
    pub(crate) fn enter(&mut self, point: Option<Point>) {
        if self.open.len() <= self.trace_depth as usize && self.trace_depth > 0 {
            self.open.push(Branch { point, value: 0, note: "searched", children: Vec::new() });
        } else {
            self.beyond += 1;
        }
    }

    /// The search leaves the move last entered.
    #[inline]
    pub(crate) fn leave(&mut self, value: i64, note: &'static str) {
        if self.beyond > 0 {
            self.beyond -= 1;
        } else if let Some(branch) = self.open.pop() {
            let branch = Branch { value, note, ..branch };
            match self.open.last_mut() {
                Some(parent) => parent.children.push(branch),
                None => self.tree = Some(branch),
            }
        }
    }

    /// Records moves that were cut off, and the value that caused it.
    pub(crate) fn cut(&mut self, points: impl Iterator<Item = Point>, value: i64) {
        self.counters.cutoffs += 1;
        if self.beyond == 0
            && self.open.len() <= self.trace_depth as usize
            && let Some(parent) = self.open.last_mut()
        {
            let cut = |point| Branch { point: Some(point), value, note: "cut", children: Vec::new() };
            parent.children.extend(points.map(cut));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tree_is_recorded_to_its_depth_with_what_was_cut() {
        let [a, b, c] = ["a1", "b2", "c3"].map(|name| name.parse::<Point>().unwrap());
        for (depth, size) in [(0, 0), (1, 3), (2, 5), (3, 6)] {
            let mut instruments = Instruments { trace_depth: depth, ..Instruments::default() };
            instruments.begin();
            instruments.enter(None);
            instruments.enter(Some(a));
            instruments.enter(Some(b));
            instruments.enter(Some(c));
            instruments.leave(1, "leaf");
            instruments.leave(1, "searched");
            instruments.cut([c].into_iter(), 1);
            instruments.leave(1, "searched");
            instruments.enter(Some(b));
            instruments.leave(2, "won");
            instruments.leave(2, "searched");
            fn count(branch: &Branch) -> usize {
                1 + branch.children.iter().map(count).sum::<usize>()
            }
            assert_eq!(instruments.tree.as_ref().map_or(0, count), size);
            assert_eq!(instruments.counters.cutoffs, 1);
            if depth == 2 {
                let tree = instruments.tree.unwrap();
                assert_eq!((tree.value, tree.children[1].note), (2, "won"));
                assert_eq!(
                    tree.children[0].children.iter().map(|c| c.note).collect::<Vec<_>>(),
                    ["searched", "cut"]
                );
            }
        }
    }
}
