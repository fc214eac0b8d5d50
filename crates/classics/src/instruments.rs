//! The instruments: counters of a search, and its tree to a chosen depth.

use std::time::Duration;

use goren_core::Point;

/// What a search counted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Moves made.
    pub nodes: u64,
    /// Positions at the end of a line.
    pub leaves: u64,
    /// Branches cut off.
    pub cutoffs: u64,
    /// Look-ups in the table…
    pub probes: u64,
    /// …and those that found something of use.
    pub hits: u64,
    /// Candidates found before choosing among them…
    pub generated: u64,
    /// …and those searched.
    pub kept: u64,
    /// Evaluations of a position or a point.
    pub evaluations: u64,
    /// For each depth finished, shallowest first: nodes and time up to then. A program that goes straight to its
    /// depth has one entry.
    pub depths: Vec<(u64, Duration)>,
}

/// One move of the search tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// The move that leads here; `None` at the root.
    pub point: Option<Point>,
    /// What the search thought of it, for the program that searches (higher is better for it).
    pub value: i64,
    /// Why nothing follows, or `searched`: `searched`, `leaf`, `cut`, `table`, `won`.
    pub note: &'static str,
    /// The moves tried from here, in order.
    pub children: Vec<Branch>,
}

/// The instruments of one program.
#[derive(Clone, Debug, Default)]
pub struct Instruments {
    /// What the last choice counted.
    pub counters: Counters,
    /// Plies of the tree to record; 0 for none.
    pub trace_depth: u32,
    /// The tree of the last choice, if it was recorded.
    pub tree: Option<Branch>,
    /// The branches from the root to the current move, while a search runs.
    open: Vec<Branch>,
    /// Plies below the deepest open branch.
    beyond: u32,
}

impl Instruments {
    /// Forgets the last choice.
    pub(crate) fn begin(&mut self) {
        *self = Instruments { trace_depth: self.trace_depth, ..Instruments::default() };
    }

    /// The search goes to a move, or to its root.
    #[inline]
    pub(crate) fn enter(&mut self, point: Option<Point>) {
        if self.open.len() <= self.trace_depth as usize && self.trace_depth > 0 {
            self.open.push(Branch { point, value: 0, note: "searched", children: Vec::new() });
        } else {
            self.beyond += 1;
        }
    }

    /// The search comes back from the move last entered.
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

    /// Moves that were cut off, and the value that made them pointless.
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
