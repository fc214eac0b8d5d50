//! What the whole board counts: the matches of table II, and how the automaton comes to them.

use goren_core::{Limits, Position, Stop};

use super::scorer::letters;
use super::{Automaton, Search};
use crate::classic::Parts;
use crate::deadline::Deadline;
use crate::explain::{Candidate, Counted, Explanation, Made, Walk};
use crate::grid::{Cell, Grid, walk};
use crate::instruments::Instruments;
use crate::pv::PvTable;

impl Automaton {
    pub(super) fn explained(&self, position: &Position) -> Explanation {
        let me = position.side();
        let grid = Grid::new(position, me);
        let (mut counted, mut walks) = (Vec::new(), Vec::new());
        for (first, way, length) in grid.lines() {
            let letters: Vec<u8> = letters(&grid, first, way, length).collect();
            let points: Vec<_> =
                (0..length as isize).map(|step| grid.point(walk(first, way, step))).collect();
            let mut matches = Vec::new();
            for (cells, row, score) in self.scorer.matches(&letters) {
                matches.push((counted.len(), cells.end - 1));
                counted.push(Counted {
                    name: row.to_owned(),
                    cells: String::from_utf8_lossy(&letters[cells.clone()]).into_owned(),
                    owner: if score > 0 { me } else { !me },
                    points: points[cells].to_vec(),
                    window: Vec::new(),
                    weight: score.unsigned_abs() as f64,
                    factor: score.signum() as f64,
                    contribution: score as f64,
                });
            }
            if letters.iter().any(|letter| b"ab".contains(letter)) {
                let states = self.scorer.states(&letters);
                let letters = String::from_utf8_lossy(&letters).into_owned();
                walks.push(Walk { points, letters, states, matches });
            }
        }
        Explanation {
            value: self.scorer.whole(&grid) as f64,
            counted,
            candidates: self.considered(position, &grid),
            walks,
            ..Explanation::default()
        }
    }

    /// All points with a neighbour, ranked as by the search, which keeps the first of them.
    fn considered(&self, position: &Position, grid: &Grid) -> Vec<Candidate> {
        let set = |parts: &Parts| {
            let stop = Stop::default();
            let mut search = Search {
                grid: grid.clone(),
                scorer: &self.scorer,
                parts,
                seed: 0,
                deadline: Deadline::new(&Limits::default(), &stop, None),
                instruments: &mut Instruments::default(),
                pv: PvTable::new(1),
            };
            search.search_set(Cell::Mine)
        };
        let kept = set(&self.parts);
        let candidate = |at| Candidate {
            point: grid.point(at),
            score: Some(self.scorer.point(grid, at, Cell::Mine) as f64),
            watched: 0.0,
            kept: kept.contains(&at),
            made: self
                .scorer
                .rows(grid, at, Cell::Mine)
                .into_iter()
                .map(|(table, pattern, first, way, score)| Made {
                    table,
                    pattern: pattern.to_owned(),
                    points: (0..pattern.len() as isize)
                        .map(|step| grid.point(walk(first, way, step)))
                        .collect(),
                    score: score as f64,
                })
                .collect(),
        };
        set(&self.parts.without("selection"))
            .into_iter()
            .map(candidate)
            .filter(|each| position.is_legal(each.point))
            .collect()
    }
}
