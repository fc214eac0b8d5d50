//! What the value counts: F1 to F4 of both sides, or a win.

use goren_core::{Outcome, Position, Stone};

use super::{INFINITY, Sequences, windows};
use crate::explain::{Candidate, Counted, Explanation, TableRow};
use crate::grid::Grid;

impl Sequences {
    pub(super) fn explained(position: &Position) -> Explanation {
        let me = position.side();
        let grid = Grid::new(position, me);
        let candidate = |point| Candidate { point, score: None, watched: 0.0, kept: true, made: Vec::new() };
        let candidates = position.legal_moves().map(candidate).collect();
        let share = |owner: Stone, weight: i64| {
            let sign = if owner == me { 1 } else { -1 };
            Counted {
                name: String::new(),
                cells: String::new(),
                owner,
                points: Vec::new(),
                window: Vec::new(),
                weight: weight as f64,
                factor: sign as f64,
                contribution: (sign * weight) as f64,
            }
        };
        if let Outcome::Win { stone, line } = position.outcome() {
            let points = line.points().collect();
            let won = Counted { name: "infinity".to_owned(), points, ..share(stone, INFINITY) };
            return Explanation { value: won.contribution, counted: vec![won], ..Explanation::default() };
        }
        let mut counted: Vec<Counted> = windows::sequences(&grid)
            .filter_map(|cells| {
                let counts = windows::stones(&grid, &cells);
                let worth = windows::worth(&counts);
                let owner = if worth > 0 { me } else { !me };
                (worth != 0).then(|| Counted {
                    name: format!("F{}", counts[0] + counts[1]),
                    points: cells.map(|at| grid.point(at)).to_vec(),
                    ..share(owner, worth.abs())
                })
            })
            .collect();
        counted.sort_by(|one, other| (one.owner != me, &other.name).cmp(&(other.owner != me, &one.name)));
        let table = [(me, 1.0), (!me, -1.0)].into_iter().flat_map(|(owner, factor)| {
            (1..windows::LENGTH).rev().map(move |stones| TableRow {
                name: format!("F{stones}"),
                owner,
                weight: windows::WEIGHTS[stones].into(),
                factor,
            })
        });
        Explanation {
            value: windows::recount(&grid) as f64,
            counted,
            candidates,
            table: table.collect(),
            ..Explanation::default()
        }
    }
}
