//! The tree of a search down to a chosen depth, recorded from its events.

use goren_core::Point;

use crate::instruments::{Event, Kind};

/// One move of the search tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// The move that leads here; `None` at the root.
    pub point: Option<Point>,
    /// Its value; higher is better for the program that searches.
    pub value: i64,
    /// What the value is.
    pub kind: Kind,
    /// The window in which it was searched; [`i64::MIN`] and [`i64::MAX`] where nothing bounds it.
    pub window: (i64, i64),
    /// `searched`, or why no moves follow: `leaf`, `cut`, `table`, `won` or `unfinished`.
    pub note: &'static str,
    /// The moves searched from here, in order.
    pub children: Vec<Branch>,
}

impl Branch {
    fn new(point: Option<Point>, window: (i64, i64)) -> Branch {
        Branch { point, value: 0, kind: Kind::Unfinished, window, note: "searched", children: Vec::new() }
    }
}

/// Records a tree.
pub(crate) struct TreeRecorder {
    depth: u32,
    /// The branches from the root to the current move.
    open: Vec<Branch>,
    /// The number of plies below the deepest open branch.
    folded_depth: u32,
    tree: Option<Branch>,
}

impl TreeRecorder {
    /// Records this many plies.
    pub(crate) fn new(depth: u32) -> TreeRecorder {
        TreeRecorder { depth, open: Vec::new(), folded_depth: 0, tree: None }
    }

    /// The tree of the deepest search that was finished, or of the only one.
    pub(crate) fn tree(self) -> Option<Branch> {
        self.tree
    }

    pub(crate) fn hear(&mut self, event: &Event<'_>) {
        match *event {
            Event::Begin { alpha, beta, .. } => {
                self.open = vec![Branch::new(None, (alpha, beta))];
                self.folded_depth = 0;
            }
            Event::Enter { point, alpha, beta, .. } => {
                if self.open.len() <= self.depth as usize {
                    self.open.push(Branch::new(Some(point), (alpha, beta)));
                } else {
                    self.folded_depth += 1;
                }
            }
            Event::Hit { .. } => {
                if let Some(branch) = self.current() {
                    branch.note = "table";
                }
            }
            Event::Cut { rest, value, .. } => {
                let has_room = self.open.len() <= self.depth as usize;
                if let Some(branch) = self.current().filter(|_| has_room) {
                    let cut = |&point| Branch {
                        value,
                        note: "cut",
                        ..Branch::new(Some(point), (i64::MIN, i64::MAX))
                    };
                    branch.children.extend(rest.iter().map(cut));
                }
            }
            Event::Leave { value, kind } => self.leave(value, kind),
            Event::Dropped(_) | Event::Stopped => {}
        }
    }

    /// The branch of the current move, unless it is too deep.
    fn current(&mut self) -> Option<&mut Branch> {
        if self.folded_depth == 0 { self.open.last_mut() } else { None }
    }

    fn leave(&mut self, value: i64, kind: Kind) {
        if self.folded_depth > 0 {
            self.folded_depth -= 1;
            return;
        }
        let Some(branch) = self.open.pop() else { return };
        let note = match kind {
            Kind::Leaf => "leaf",
            Kind::Won => "won",
            Kind::Unfinished => "unfinished",
            Kind::Exact | Kind::AtLeast | Kind::AtMost => branch.note,
        };
        let branch = Branch { value, kind, note, ..branch };
        match self.open.last_mut() {
            Some(parent) => parent.children.push(branch),
            // A search that was interrupted does not replace one that was finished.
            None if kind == Kind::Unfinished && self.tree.is_some() => {}
            None => self.tree = Some(branch),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instruments::{Bound, Effort};

    #[test]
    fn the_tree_is_recorded_to_its_depth_with_what_was_cut() {
        let [a, b, c] = ["a1", "b2", "c3"].map(|name| name.parse::<Point>().unwrap());
        let (alpha, beta) = (i64::MIN, i64::MAX);
        let enter = |point| Event::Enter { point, depth: 1, alpha, beta, effort: Effort::Full };
        let leave = |value, kind| Event::Leave { value, kind };
        for (depth, size) in [(1, 3), (2, 5), (3, 6)] {
            let mut recorder = TreeRecorder::new(depth);
            let events = [
                Event::Begin { depth: 3, alpha, beta },
                enter(a),
                enter(b),
                enter(c),
                leave(1, Kind::Leaf),
                leave(1, Kind::Exact),
                Event::Cut { rest: &[c], value: 1, bound: Bound::Alpha },
                leave(1, Kind::AtMost),
                enter(b),
                leave(2, Kind::Won),
                leave(2, Kind::Exact),
            ];
            events.iter().for_each(|event| recorder.hear(event));
            fn count(branch: &Branch) -> usize {
                1 + branch.children.iter().map(count).sum::<usize>()
            }
            let tree = recorder.tree().unwrap();
            assert_eq!(count(&tree), size);
            assert_eq!((tree.value, tree.children[1].note), (2, "won"));
            assert_eq!(tree.children[0].kind, Kind::AtMost);
            if depth == 2 {
                let notes: Vec<&str> = tree.children[0].children.iter().map(|child| child.note).collect();
                assert_eq!(notes, ["searched", "cut"]);
            }
        }
    }

    #[test]
    fn a_search_that_was_interrupted_replaces_no_finished_one() {
        let (alpha, beta) = (i64::MIN, i64::MAX);
        let mut recorder = TreeRecorder::new(1);
        let first = [Event::Begin { depth: 1, alpha, beta }, Event::Leave { value: 7, kind: Kind::Exact }];
        let second = [
            Event::Begin { depth: 2, alpha, beta },
            Event::Stopped,
            Event::Leave { value: 0, kind: Kind::Unfinished },
        ];
        first.iter().chain(&second).for_each(|event| recorder.hear(event));
        assert_eq!(recorder.tree().unwrap().value, 7);
    }
}
