//! `automaton`: alpha–beta over five points per move, scored by patterns that Aho–Corasick automata find.
//!
//! **What the document says.** The board is written out as strings of `a`, `b` and `c`, and table II scores the
//! patterns of both players on all lines in four directions. An empty point is scored by the patterns that a
//! stone of the player would make there (table III) plus the danger of what the opponent would make (table IV). Empty points
//! with a neighbour are sorted by that score and the best five searched, four plies deep within five seconds. All moves of
//! equal best value are kept as solutions.
//!
//! **What was unclear, and what was chosen.**
//! - Misprints in tables III and IV: `caaac` is listed twice, first between five and the closed fours, where only
//!   `caaaac` makes sense; `baaac` must mirror `caaaab`; `acaaaa` must mirror `aaaca`; `bbbbbb` stands for five. `ccaac`, a two
//!   with the score of a three, breaks the document's own rule that more dangerous patterns dominate and is the only asymmetric
//!   pattern without its mirror image; it is read as a repetition of `caaac` and left out. The danger of five, nine times the
//!   score of one's own, stays as printed. The additions `misprints` and `ccaac` bring the rows as printed back; the row that is
//!   listed twice then counts twice.
//! - The edge does not count as a stone: a four against the edge is not in table II. Traps end strings like the edge.
//! - Of the string through a point, only patterns that contain the point count: those that “may appear” with the stone.
//! - “The player” of the point score is the side to move.
//! - Algorithm 4 as printed lost its signs and does not pass α to the opponent in `maxPlayer`; ordinary alpha–beta is
//!   meant. The root never narrows its window, and that is kept, so that equal values are exact and not bounds. Either side's five
//!   ends a line (the listing asks for the program's only).
//! - One of the solutions is chosen at random; the seed and the position determine which.
//! - A later win may have a higher value than an immediate one, with more patterns on the board. A five is played at once
//!   nevertheless (the addition `late-wins` waits).
//! - The discussion regrets that the point score does not use the automaton; algorithm 2 does, and so does this program unless
//!   `point-automaton` is left out.
//! - “Consider a broader range of empty positions” is the addition `wide`: points within two cells of a stone.
//! - The first move of a game is the centre.
//!
//! The `aho-corasick` crate fits because it accepts any bytes and finds overlapping matches.
//!
//! **What can be left out.** `pruning`, `ordering` (the five are searched in board order) and `point-automaton` (the score of a
//! point tries every pattern at every cell, as the discussion regrets) save time and change neither move nor value. `selection` (all points with a neighbour) changes the result. The document says that
//! selection raised the depth that fits into five seconds from two plies to four; here four plies without it take about one
//! second (`docs/lab/ablate.csv`).

mod explain;
mod scorer;
mod tables;

use std::time::Duration;

use goren_core::{Opening, Point, Position, Random, Report, Rule, Size, Step};

use crate::classic::{
    Addition, ClassicError, Description, MoveRequest, Parts, Program, Settings, Variant, Witness,
};
use crate::deadline::Deadline;
use crate::explain::Explanation;
use crate::grid::{Cell, Grid, central};
use crate::instruments::{Bound, Instruments, Kind};
use crate::opening;
use crate::pv::PvTable;
use crate::report;
use scorer::Scorer;

/// The description of the program.
pub(crate) const DESCRIPTION: Description = Description {
    name: "automaton",
    summary: "Alpha-beta over the five best points a move, scored by Aho-Corasick pattern matching",
    size: Size::DEFAULT,
    rule: Rule::Freestyle,
    opening: Opening::Free,
    traps: 0,
    depth: 4,
    unit: 1,
    switches: &["pruning", "ordering", "selection", "point-automaton"],
    additions: &[
        Addition {
            name: "ccaac",
            summary: "Table III has its row `ccaac`, a two with the score of a three",
            witness: Witness::after("b6d7e6", "e7", "c7"),
        },
        Addition {
            name: "misprints",
            summary: "Tables III and IV say `caaac`, `baaac`, `acaaaa` and `bbbbbb` where fours and a five are meant",
            witness: Witness::after("l5l4j6i8j5j4k5m5i5", "h5", "k4"),
        },
        Addition {
            name: "late-wins",
            summary: "A five is not played at once where a later win has a higher value",
            witness: Witness::after("g5e7h6e3i5g7h5j5h7c3h8d3", "h9", "f3"),
        },
        Addition {
            name: "wide",
            summary: "Points within two cells of a stone are candidates, the broader range that the document plans",
            witness: Witness::after("j10f10f7h5i11", "h12", "f12"),
        },
    ],
    variants: &[
        Variant::CORRECTED,
        Variant {
            name: "printed",
            summary: "Every row of tables III and IV as printed, and no five out of turn",
            parts: &["ccaac", "misprints", "late-wins"],
            witness: Some(Witness::after("k15i13i14j12h14j11g14f14j14", "k14", "j10")),
        },
    ],
    weightings: &[],
    build: |settings| Ok(Box::new(Automaton::new(settings)?)),
};

/// The number of points searched.
const BEST: usize = 5;
/// The document's time limit for a move.
const TIME: Duration = Duration::from_secs(5);
/// Units of the program's own values per point of the common score scale.
const SCALE: i64 = 10_000;

/// The program.
pub(crate) struct Automaton {
    settings: Settings,
    parts: Parts,
    scorer: Scorer,
}

impl Automaton {
    /// The program with these settings.
    pub(crate) fn new(settings: &Settings) -> Result<Automaton, ClassicError> {
        let parts = settings.parts(&DESCRIPTION)?;
        Ok(Automaton { settings: settings.clone(), scorer: Scorer::new(&parts), parts })
    }
}

impl Program for Automaton {
    fn explain(&self, position: &Position) -> Explanation {
        self.explained(position)
    }

    fn choose(&mut self, request: MoveRequest<'_>) -> Step {
        let MoveRequest { game, limits, stop, instruments, report } = request;
        let value = |position: &Position| self.scorer.whole(&Grid::new(position, position.side()));
        if let Some(step) = opening::answer(game, stop, value) {
            return step;
        }
        let position = game.position();
        if position.stones().next().is_none()
            && let Some(centre) = central(position)
        {
            return Step::Place(centre);
        }
        let depth = self.settings.depth(DESCRIPTION.depth, limits);
        let mut search = Search {
            grid: Grid::new(position, position.side()),
            scorer: &self.scorer,
            parts: &self.parts,
            seed: self.settings.seed,
            deadline: Deadline::new(limits, stop, Some(TIME)),
            instruments,
            pv: PvTable::new(depth),
        };
        Step::Place(search.root(position, depth, report))
    }
}

struct Search<'a> {
    grid: Grid,
    scorer: &'a Scorer,
    parts: &'a Parts,
    seed: u64,
    deadline: Deadline<'a>,
    instruments: &'a mut Instruments,
    pv: PvTable,
}

impl Search<'_> {
    /// The move to play.
    fn root(&mut self, position: &Position, depth: u32, report: &mut dyn FnMut(&Report)) -> Point {
        let is_legal = |search: &Search<'_>, at| position.is_legal(search.grid.point(at));
        self.instruments.root(depth, i64::MIN, i64::MAX);
        let five = self.grid.empties().find(|&at| self.grid.wins(at, Cell::Mine) && is_legal(self, at));
        let five = five.filter(|_| !self.parts.has("late-wins"));
        let mut set = match five {
            Some(at) => vec![at],
            None => self.search_set(Cell::Mine),
        };
        set.retain(|&at| is_legal(self, at));
        let fallback =
            || position.legal_moves().next().expect("an agent is asked only while there is a move");
        let first = set.first().map_or_else(fallback, |&at| self.grid.point(at));
        let mut most = i64::MIN;
        let mut solutions: Vec<(usize, Vec<Point>)> = Vec::new();
        for at in set {
            let Some(value) = self.follow(at, Cell::Mine, depth, 0, i64::MIN, i64::MAX) else { break };
            if value < most {
                continue;
            }
            if value > most {
                most = value;
                solutions.clear();
            }
            self.pv.update(0, self.grid.point(at));
            solutions.push((at, self.pv.line().to_vec()));
        }
        // In board order, so that the choice does not depend on the order of search.
        solutions.sort_by_key(|&(at, _)| at);
        let draw = Random::nth(0, self.seed ^ position.hash()) as usize;
        let Some((at, line)) = solutions.get(draw % solutions.len().max(1)) else {
            self.instruments.leave(self.scorer.whole(&self.grid), Kind::Unfinished);
            return first;
        };
        let is_finished = !self.deadline.has_passed();
        self.instruments.leave(most, if is_finished { Kind::Exact } else { Kind::Unfinished });
        if is_finished {
            self.instruments.counters.depths.push((self.instruments.counters.nodes, self.deadline.elapsed()));
            let value = most / SCALE;
            report(&report::build(position, line, value, depth, &self.instruments.counters, &self.deadline));
        }
        self.grid.point(*at)
    }

    /// The value after a move with `depth` plies to go, the move included; `None` if the search was interrupted.
    fn follow(&mut self, at: usize, who: Cell, depth: u32, ply: usize, alpha: i64, beta: i64) -> Option<i64> {
        if self.deadline.check(self.instruments.counters.nodes) {
            self.instruments.stopped();
            return None;
        }
        self.instruments.counters.nodes += 1;
        self.instruments.enter(self.grid.point(at), depth - 1, alpha, beta);
        self.pv.clear(ply + 1);
        self.grid.place(at, who);
        let has_won = self.grid.wins(at, who);
        let found = if has_won || depth == 1 || self.grid.is_full() {
            self.instruments.counters.leaves += 1;
            self.instruments.counters.evaluations += 1;
            Some((self.scorer.whole(&self.grid), Kind::end(has_won)))
        } else {
            let value = self.search(who.rival(), depth - 1, ply + 1, alpha, beta);
            value.map(|value| (value, Kind::of(value, alpha, beta)))
        };
        self.grid.remove(at);
        let (value, kind) = found.unwrap_or((0, Kind::Unfinished));
        self.instruments.leave(value, kind);
        found.map(|(value, _)| value)
    }

    /// `maxPlayer` and `minPlayer`: the value of the board with `who` to move; `None` if the search was interrupted.
    fn search(&mut self, who: Cell, depth: u32, ply: usize, mut alpha: i64, mut beta: i64) -> Option<i64> {
        let set = self.search_set(who);
        let is_mine = who == Cell::Mine;
        let mut best: Option<i64> = None;
        for (tried, &at) in set.iter().enumerate() {
            let value = self.follow(at, who, depth, ply, alpha, beta)?;
            if best.is_none_or(|best| if is_mine { value > best } else { value < best }) {
                best = Some(value);
                self.pv.update(ply, self.grid.point(at));
            }
            if !self.parts.has("pruning") {
                continue;
            }
            if is_mine {
                alpha = alpha.max(value);
            } else {
                beta = beta.min(value);
            }
            let rest = &set[tried + 1..];
            if alpha >= beta && !rest.is_empty() {
                let bound = if is_mine { Bound::Beta } else { Bound::Alpha };
                self.instruments.cut(rest.iter().map(|&at| self.grid.point(at)), value, bound);
                break;
            }
        }
        Some(best.unwrap_or_else(|| self.scorer.whole(&self.grid)))
    }

    /// Algorithm 3: the empty points with a neighbour, the best five of them by their score for the side to move.
    fn search_set(&mut self, who: Cell) -> Vec<usize> {
        let reach = if self.parts.has("wide") { 2 } else { 1 };
        let near = self.grid.empties().filter(|&at| self.grid.has_stone_within(at, reach));
        let mut set: Vec<(i64, usize)> =
            near.map(|at| (self.scorer.point(&self.grid, at, who), at)).collect();
        self.instruments.counters.generated += set.len() as u64;
        self.instruments.counters.evaluations += set.len() as u64;
        // The sort is stable: equal points stay in board order.
        set.sort_by_key(|&(score, _)| std::cmp::Reverse(score));
        if self.parts.has("selection") {
            let dropped = set.drain(BEST.min(set.len())..);
            self.instruments.dropped(dropped.map(|(_, at)| self.grid.point(at)));
        }
        self.instruments.counters.kept += set.len() as u64;
        if !self.parts.has("ordering") {
            set.sort_unstable_by_key(|&(_, at)| at);
        }
        set.into_iter().map(|(_, at)| at).collect()
    }
}

#[cfg(test)]
mod tests;
