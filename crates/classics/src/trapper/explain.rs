//! What the evaluation counts: the nine-cell strings in which a pattern is found.

use std::collections::HashMap;

use goren_core::{Area, Direction, Limits, Point, Position, Stone, Stop};

use super::board::{ScoredBoard, reading};
use super::search::Search;
use super::{Switches, Trapper, patterns};
use crate::deadline::Deadline;
use crate::explain::{Candidate, Counted, Explanation};
use crate::instruments::Instruments;
use crate::opening;

impl Trapper {
    pub(super) fn explained(&self, position: &Position) -> Explanation {
        let me = position.side();
        let board = self.board(position);
        let mut counted = Vec::new();
        for owner in [me, !me] {
            for (point, _) in position.stones().filter(|&(_, stone)| stone == owner) {
                for direction in Direction::ALL {
                    let score = board.string(point, owner, direction);
                    counted.extend(string(position, point, direction, owner, score, self.switches.misprint));
                }
            }
        }
        counted.sort_by(|one, other| {
            (one.owner != me).cmp(&(other.owner != me)).then(other.weight.total_cmp(&one.weight))
        });
        Explanation {
            value: self.evaluation(position, me),
            counted,
            candidates: self.considered(&board),
            answer: self.with_search(&board, self.switches, |search| self.at_once(search)).flatten(),
            ..Explanation::default()
        }
    }

    /// All points near stones, ranked as by the search, which keeps the first of them.
    fn considered(&self, board: &ScoredBoard) -> Vec<Candidate> {
        let me = board.position().side();
        let moves =
            |switches| self.with_search(board, switches, |search| search.valid_moves(0)).unwrap_or_default();
        let mut all = self.switches;
        (all.selection, all.ordering) = (false, true);
        let kept = moves(self.switches);
        let candidate = |point| Candidate {
            point,
            score: Some(board.evaluation_after(point, me, me) as f64 / 10.0),
            watched: 0.0,
            kept: kept.contains(&point),
            made: Vec::new(),
        };
        moves(all).into_iter().map(candidate).collect()
    }

    /// Asks a search that has not begun; `None` if the game is over.
    fn with_search<T>(
        &self,
        board: &ScoredBoard,
        switches: Switches,
        ask: impl FnOnce(&mut Search<'_>) -> T,
    ) -> Option<T> {
        let position = board.position();
        let stop = Stop::default();
        position.winner().is_none().then(|| {
            ask(&mut Search {
                board: board.clone(),
                me: position.side(),
                switches,
                deadline: Deadline::new(&Limits::default(), &stop, None),
                instruments: &mut Instruments::default(),
                allowed: opening::allowed(position, Area::Board),
                table: HashMap::new(),
            })
        })
    }
}

/// The string around a stone, if it scores.
fn string(
    position: &Position,
    stone: Point,
    direction: Direction,
    owner: Stone,
    score: i32,
    misprint: bool,
) -> Option<Counted> {
    let (dx, dy) = reading(direction);
    let window: Vec<Option<Point>> = (-4..=4)
        .map(|step| stone.offset(step * dx, step * dy).filter(|&point| position.size().contains(point)))
        .collect();
    let cells: String = window.iter().map(|&point| letter(position, point, owner)).collect();
    let (name, found) = patterns::find(&cells, misprint)?;
    // The opponent's strings weigh eleven tenths.
    let (factor, tenths) = if owner == position.side() { (1.0, 10) } else { (-1.1, -11) };
    Some(Counted {
        name: name.to_owned(),
        owner,
        points: window[found].iter().flatten().copied().collect(),
        window: window.iter().flatten().copied().collect(),
        cells,
        weight: f64::from(score),
        factor,
        contribution: f64::from(tenths * score) / 10.0,
    })
}

fn letter(position: &Position, point: Option<Point>, owner: Stone) -> char {
    match point.map(|point| (position.stone(point), position.is_empty(point))) {
        None => 'O',
        Some((Some(stone), _)) if stone == owner => 'A',
        Some((Some(_), _)) => 'B',
        Some((None, true)) => 'E',
        Some((None, false)) => 'T',
    }
}
