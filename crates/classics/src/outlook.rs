//! The line that a search found best, and what a program tells about it on the scale that all agents share.

use goren_core::{Point, Position, Report, Score};

use crate::inside::Counters;
use crate::watch::Watch;

/// The largest score that claims nothing to be decided.
const UNDECIDED: i64 = 28_000;

/// The best line found from each ply of a search on.
pub(crate) struct Lines(Vec<Vec<Point>>);

impl Lines {
    /// For a search of so many plies.
    pub(crate) fn new(depth: u32) -> Lines {
        Lines(vec![Vec::new(); depth as usize + 1])
    }

    /// The line from the root.
    pub(crate) fn best(&self) -> &[Point] {
        &self.0[0]
    }

    /// Nothing is known from a ply on.
    #[inline]
    pub(crate) fn clear(&mut self, ply: usize) {
        self.0[ply].clear();
    }

    /// A move and what was found to follow it is the best line from its ply on.
    pub(crate) fn keep(&mut self, ply: usize, point: Point) {
        let (upper, lower) = self.0.split_at_mut(ply + 1);
        let line = &mut upper[ply];
        line.clear();
        line.push(point);
        line.extend_from_slice(&lower[0]);
    }
}

/// A report about the best line. `value` is on the shared scale already, but may be of any size; a line at whose end
/// someone has won is reported as decided.
pub(crate) fn report(
    position: &Position,
    line: &[Point],
    value: i64,
    depth: u32,
    counters: &Counters,
    watch: &Watch<'_>,
) -> Report {
    Report {
        rank: 0,
        depth,
        selective_depth: depth.max(line.len() as u32),
        score: decided(position, line).unwrap_or(Score(value.clamp(-UNDECIDED, UNDECIDED) as i32)),
        pv: line.to_vec(),
        nodes: counters.nodes,
        time: watch.elapsed(),
    }
}

/// The score of a line that ends with a win.
fn decided(position: &Position, line: &[Point]) -> Option<Score> {
    let mut end = position.clone();
    line.iter().for_each(|&point| end.play(point));
    let plies = line.len() as u32;
    end.winner().map(
        |winner| {
            if winner == position.side() { Score::win_in(plies) } else { Score::loss_in(plies) }
        },
    )
}
