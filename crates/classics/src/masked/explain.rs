//! What the utility counts: tables 2-1 and 2-2 for any position.

use goren_core::{Limits, Position, Stop};

use super::search::Search;
use super::{Masked, Pattern};
use crate::deadline::Deadline;
use crate::explain::{Candidate, Counted, Explanation, TableRow};
use crate::instruments::Instruments;

impl Masked {
    pub(super) fn explained(&self, position: &Position) -> Explanation {
        let me = position.side();
        let lines = self.lines(position, me);
        let sides = [(me, &self.weights.own, 1), (!me, &self.weights.opponent, -1)];
        let table = sides.into_iter().flat_map(|(owner, weights, sign)| {
            Pattern::ALL.map(|pattern| TableRow {
                name: pattern.name().to_owned(),
                owner,
                weight: f64::from(weights[pattern as usize]) / 2.0,
                factor: f64::from(sign),
            })
        });
        let counted = sides.into_iter().flat_map(|(owner, weights, sign)| {
            let mut patterns: Vec<_> = lines.patterns(owner).collect();
            patterns.sort_by_key(|&(pattern, ..)| pattern as usize);
            patterns.into_iter().map(move |(pattern, direction, first)| {
                let halves = weights[pattern as usize];
                let (dx, dy) = direction.step();
                Counted {
                    name: pattern.name().to_owned(),
                    cells: String::new(),
                    owner,
                    points: (0..5).filter_map(|step| first.offset(step * dx, step * dy)).collect(),
                    window: Vec::new(),
                    weight: f64::from(halves) / 2.0,
                    factor: f64::from(sign),
                    contribution: f64::from(sign * halves) / 2.0,
                }
            })
        });
        let stop = Stop::default();
        let mut search = Search {
            position: position.clone(),
            lines: lines.clone(),
            me,
            pruning: true,
            is_wide: self.parts.has("wide"),
            victory: None,
            deadline: Deadline::new(&Limits::default(), &stop, None),
            instruments: &mut Instruments::default(),
        };
        let candidate = |point| Candidate { point, score: None, watched: 0.0, kept: true, made: Vec::new() };
        Explanation {
            value: self.utility(position, me),
            counted: counted.collect(),
            masked: lines.masked().collect(),
            candidates: search.candidates().into_iter().map(candidate).collect(),
            table: table.collect(),
            ..Explanation::default()
        }
    }
}
