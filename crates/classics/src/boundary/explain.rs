//! What the value counts: the patterns of the dictionary, and the boundary with its weights.

use goren_core::{Limits, Position, Stop};

use super::patterns::Place;
use super::{Boundary, Search, distant, patterns, replay};
use crate::deadline::Deadline;
use crate::explain::{Candidate, Counted, Explanation};
use crate::grid::{Cell, Grid, walk};
use crate::instruments::Instruments;

impl Boundary {
    pub(super) fn explained(&self, position: &Position) -> Explanation {
        let me = position.side();
        let grid = Grid::new(position, me);
        let is_on_board = |&at: &usize| grid.board().any(|cell| cell == at);
        let mut counted: Vec<Counted> = self
            .counts(position, &grid)
            .into_iter()
            .map(|((pattern, owner, score, first, way), count)| {
                let cells = (0..pattern.len() as isize).map(|step| walk(first, way, step));
                let factor = score.signum() * count;
                Counted {
                    name: patterns::category(pattern, owner).to_owned(),
                    cells: pattern.to_owned(),
                    owner: if owner == Cell::Mine { me } else { !me },
                    points: cells.filter(is_on_board).map(|at| grid.point(at)).collect(),
                    window: Vec::new(),
                    weight: f64::from(score.abs()),
                    factor: f64::from(factor),
                    contribution: f64::from(score * count),
                }
            })
            .collect();
        counted.sort_by(|one, other| {
            (one.owner != me).cmp(&(other.owner != me)).then(other.weight.total_cmp(&one.weight))
        });
        let mut instruments = Instruments::default();
        let stop = Stop::default();
        let deadline = Deadline::new(&Limits::default(), &stop, None);
        let mut search = Search::new(self, position, 1, deadline, &mut instruments);
        let cells = search.boundary();
        let kept = search.candidates(cells.clone());
        search.switches.selection = false;
        let ranked = search.candidates(cells);
        let candidate = |at: usize| {
            let watched = if search.watched[at] { distant::PRIORITY } else { 0 };
            Candidate {
                point: grid.point(at),
                score: Some(f64::from(search.weights[at] + watched)),
                watched: f64::from(watched),
                kept: kept.contains(&at),
                made: Vec::new(),
            }
        };
        Explanation {
            value: search.value as f64,
            counted,
            candidates: ranked.into_iter().map(candidate).collect(),
            ..Explanation::default()
        }
    }

    /// The patterns that the value consists of, with how often each counts: once if it is on the board; by the listing also
    /// if it was seen to come and not to go, and less than not at all if it was seen only to go.
    fn counts(&self, position: &Position, grid: &Grid) -> Vec<(Place, i32)> {
        if !self.sees_moves_only() {
            return self.dictionary.found(grid).map(|place| (place, 1)).collect();
        }
        let mut counts: Vec<(Place, i32)> = Vec::new();
        replay(position, |grid, at, who| {
            self.dictionary.seen_within_reach(grid, at, who, |sign, place| {
                match counts.iter_mut().find(|(known, _)| *known == place) {
                    Some((_, count)) => *count += sign,
                    None => counts.push((place, sign)),
                }
            });
        });
        counts.retain(|&(_, count)| count != 0);
        counts
    }
}
