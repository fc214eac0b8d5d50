//! `boundary`: alpha–beta over the cells next to stones, scored by a dictionary of patterns.
//!
//! **What the document says.** Minimax with alpha–beta pruning to depth 4. The value of a board is the sum of the
//! patterns on it, updated by counting those around a move before and after it. Each pattern that matches
//! also adds the absolute value of its score to its empty cells; these cells and the neighbours of all stones are the
//! *boundary* from which moves are taken, the best 13 by the absolute value of their score and then in board order. A transposition table is
//! keyed by Zobrist hashing. Every third move the neighbours of distant opposing stones are watched with priority
//! −100. The first move is the centre.
//!
//! **What was unclear, and what was chosen.**
//! - The dictionary is given by categories. The six scores of the document are used as they are; fours of the opponent
//!   are the “threats to block” and weigh more than one's own. A four that can be completed at one point only is worth half a
//!   live four to its owner, and rows at the edge get small scores (“various” in the document).
//! - The listing of `countPattern` looks no further to either side than the nearer edge allows, and so misses rows near
//!   edges. Here every pattern that contains the move is counted; otherwise the incremental value would not equal that of the
//!   whole board, as the document says it does.
//! - The listing leaves cells in the boundary whose pattern is gone, and counts moves of the search when it decides
//!   whether to watch distant stones, so that its candidates depend on the order of search. Here they depend on the board
//!   alone, watching follows the moves of the game, and its priority is added to cells that are in the boundary already (in
//!   the listing it could never take effect: a stone's neighbours are in the boundary as soon as it is played).
//! - The table of the listing returns bounds as if they were values. Here an entry says which it is, so that the table
//!   only saves time. No position of one search could be reused in the next at sufficient depth, so the table starts empty.
//! - The value of a win is that of the board, so a later win may have a higher value. “When presented with winning
//!   opportunities, the AI correctly identifies and executes the winning move”: a five is played at once.
//!
//! **What can be left out.** `table`, `incremental`, `pruning` and `ordering` (the best 13 are searched in board
//! order) save time and change neither move nor value. `selection` (all candidates instead of 13), `boundary` (all
//! empty cells) and `distant` change what is searched, and with it the result.

mod distant;
mod patterns;

use std::collections::HashMap;

use goren_core::{Point, Position, Random, Report, Rule, Size, Step};

use crate::classic::{ClassicError, Description, MoveRequest, Program, Settings};
use crate::deadline::Deadline;
use crate::grid::{AROUND, CELLS, Cell, Grid, central, walk};
use crate::instruments::Instruments;
use crate::opening;
use crate::pv::PvTable;
use crate::report;
use patterns::TABLE;

/// The description of the program.
pub(crate) const DESCRIPTION: Description = Description {
    name: "boundary",
    summary: "Alpha-beta over the cells next to stones, scored by a dictionary of patterns",
    size: Size::DEFAULT,
    rule: Rule::Freestyle,
    depth: 4,
    switches: &["boundary", "table", "ordering", "incremental", "selection", "distant", "pruning"],
    weightings: &[],
    build: |settings| Ok(Box::new(Boundary::new(settings)?)),
};

/// The number of candidates searched.
const BEST: usize = 13;
/// Units of the program's own values per point of the common score scale.
const SCALE: i64 = 1_000;

/// The program.
pub(crate) struct Boundary {
    settings: Settings,
    /// The Zobrist keys: a random number for each stone on each cell.
    keys: Box<[[u64; CELLS]; 2]>,
}

impl Boundary {
    /// The program with these settings.
    pub(crate) fn new(settings: &Settings) -> Result<Boundary, ClassicError> {
        settings.check(&DESCRIPTION)?;
        let key = |n: usize| Random::nth(0, settings.seed ^ Random::nth(0, n as u64));
        let keys = [0, CELLS].map(|from| std::array::from_fn(|at| key(from + at)));
        Ok(Boundary { settings: settings.clone(), keys: Box::new(keys) })
    }
}

impl Program for Boundary {
    fn choose(&mut self, request: MoveRequest<'_>) -> Step {
        let MoveRequest { game, limits, stop, instruments, report } = request;
        let value = |position: &Position| TABLE.whole(&Grid::new(position, position.side())).0;
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
        let mut search = Search::new(self, position, depth, Deadline::new(limits, stop, None), instruments);
        Step::Place(search.root(position, depth, report))
    }
}

/// An entry of the transposition table. A bound can be used like a value where it causes a cut-off.
#[derive(Clone, Copy)]
struct TableEntry {
    depth: u32,
    value: i64,
    bound: Bound,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

/// The optimisations in use.
struct Switches {
    boundary: bool,
    table: bool,
    ordering: bool,
    incremental: bool,
    selection: bool,
    pruning: bool,
}

struct Search<'a> {
    grid: Grid,
    value: i64,
    /// For each empty cell, the sum of what patterns add to it.
    weights: Box<[i32; CELLS]>,
    /// For each cell, the number of neighbours with a stone.
    neighbours: [u8; CELLS],
    watched: [bool; CELLS],
    /// Changes of the weights, for undoing moves.
    journal: Vec<(u16, i32)>,
    hash: u64,
    keys: &'a [[u64; CELLS]; 2],
    table: HashMap<u64, TableEntry>,
    switches: Switches,
    deadline: Deadline<'a>,
    instruments: &'a mut Instruments,
    pv: PvTable,
}

/// What undoing a move needs.
struct Undo {
    value: i64,
    journal: usize,
    /// All weights before the move, if they were recomputed.
    weights: Option<Box<[i32; CELLS]>>,
}

impl<'a> Search<'a> {
    fn new(
        program: &'a Boundary,
        position: &Position,
        depth: u32,
        deadline: Deadline<'a>,
        instruments: &'a mut Instruments,
    ) -> Search<'a> {
        let has = |switch| program.settings.has(switch);
        let switches = Switches {
            boundary: has("boundary"),
            table: has("table"),
            ordering: has("ordering"),
            incremental: has("incremental"),
            selection: has("selection"),
            pruning: has("pruning"),
        };
        let grid = Grid::new(position, position.side());
        let mut watched = [false; CELLS];
        if has("distant") {
            for point in distant::watched(position, position.side()) {
                watched[grid.at(point)] = true;
            }
        }
        let mut neighbours = [0; CELLS];
        for (point, _) in position.stones() {
            AROUND.iter().for_each(|&step| neighbours[walk(grid.at(point), step, 1)] += 1);
        }
        let (value, weights) = TABLE.whole(&grid);
        instruments.counters.evaluations += 1;
        Search {
            grid,
            value,
            weights,
            neighbours,
            watched,
            journal: Vec::new(),
            hash: 0,
            keys: &program.keys,
            table: HashMap::new(),
            switches,
            deadline,
            instruments,
            pv: PvTable::new(depth),
        }
    }

    /// The move to play.
    fn root(&mut self, position: &Position, depth: u32, report: &mut dyn FnMut(&Report)) -> Point {
        let boundary = self.boundary();
        let is_legal = |search: &Search<'_>, at| position.is_legal(search.grid.point(at));
        self.instruments.enter(None);
        let five = boundary.iter().copied().find(|&at| self.grid.wins(at, Cell::Mine) && is_legal(self, at));
        let mut ranked = match five {
            Some(at) => vec![at],
            None => self.candidates(boundary),
        };
        ranked.retain(|&at| is_legal(self, at));
        let fallback =
            || position.legal_moves().next().expect("an agent is asked only while there is a move");
        let mut choice = ranked.first().map_or_else(fallback, |&at| self.grid.point(at));
        let mut best: Option<(i64, usize)> = None;
        for (rank, at) in self.in_search_order(&ranked) {
            // Of equal moves the one with the higher rank is played, in whatever order they are searched.
            let alpha = best.map_or(i64::MIN, |(value, first)| value - i64::from(rank < first));
            let Some(value) = self.follow(at, Cell::Mine, depth, 0, alpha, i64::MAX) else { break };
            if best.is_none_or(|(most, first)| value > most || (value == most && rank < first)) {
                best = Some((value, rank));
                choice = self.grid.point(at);
                self.pv.update(0, choice);
                self.tell(position, value, depth, report);
            }
        }
        if let Some((value, _)) = best {
            self.tell(position, value, depth, report);
        }
        self.instruments.leave(best.map_or(self.value, |(value, _)| value), "searched");
        if !self.deadline.has_passed() {
            self.instruments.counters.depths.push((self.instruments.counters.nodes, self.deadline.elapsed()));
        }
        choice
    }

    fn tell(&self, position: &Position, value: i64, depth: u32, report: &mut dyn FnMut(&Report)) {
        let (line, counters) = (self.pv.line(), &self.instruments.counters);
        report(&report::build(position, line, value / SCALE, depth, counters, &self.deadline));
    }

    /// The value after a move with `depth` plies to go, the move included; `None` if the search was interrupted.
    fn follow(&mut self, at: usize, who: Cell, depth: u32, ply: usize, alpha: i64, beta: i64) -> Option<i64> {
        if self.deadline.check(self.instruments.counters.nodes) {
            return None;
        }
        self.instruments.counters.nodes += 1;
        self.instruments.counters.evaluations += 1;
        self.instruments.enter(Some(self.grid.point(at)));
        self.pv.clear(ply + 1);
        let has_won = self.grid.wins(at, who);
        let (value, note) = if (has_won || depth == 1) && self.switches.incremental {
            self.instruments.counters.leaves += 1;
            let change = TABLE.change(&self.grid, at, who, |_, _| {});
            (Some(self.value + change), if has_won { "won" } else { "leaf" })
        } else {
            let undo = self.place(at, who);
            let found = if has_won || depth == 1 || self.grid.is_full() {
                self.instruments.counters.leaves += 1;
                (Some(self.value), if has_won { "won" } else { "leaf" })
            } else {
                self.search(who.rival(), depth - 1, ply + 1, alpha, beta)
            };
            self.remove(at, who, undo);
            found
        };
        self.instruments.leave(value.unwrap_or(self.value), note);
        value
    }

    /// The value of the board with `who` to move, and how it was obtained; `None` if the search was interrupted.
    fn search(
        &mut self,
        who: Cell,
        depth: u32,
        ply: usize,
        mut alpha: i64,
        mut beta: i64,
    ) -> (Option<i64>, &'static str) {
        if self.switches.table
            && let Some(value) = self.recall(depth, alpha, beta)
        {
            return (Some(value), "table");
        }
        let (floor, ceiling) = (alpha, beta);
        let boundary = self.boundary();
        let ranked = self.candidates(boundary);
        let order = self.in_search_order(&ranked);
        let is_mine = who == Cell::Mine;
        let mut best: Option<i64> = None;
        for (tried, &(_, at)) in order.iter().enumerate() {
            let Some(value) = self.follow(at, who, depth, ply, alpha, beta) else {
                return (None, "searched");
            };
            if best.is_none_or(|best| if is_mine { value > best } else { value < best }) {
                best = Some(value);
                self.pv.update(ply, self.grid.point(at));
            }
            if is_mine {
                alpha = alpha.max(value);
            } else {
                beta = beta.min(value);
            }
            if self.switches.pruning && beta <= alpha {
                let rest = order[tried + 1..].iter().map(|&(_, at)| self.grid.point(at));
                if rest.len() > 0 {
                    self.instruments.cut(rest, value);
                }
                break;
            }
        }
        // Without candidates the value is that of the board.
        let value = best.unwrap_or(self.value);
        if self.switches.table {
            // Without pruning every value is exact.
            let bound = match value {
                value if self.switches.pruning && value <= floor => Bound::AtMost,
                value if self.switches.pruning && value >= ceiling => Bound::AtLeast,
                _ => Bound::Exact,
            };
            self.table.insert(self.hash, TableEntry { depth, value, bound });
        }
        (Some(value), "searched")
    }

    /// The value in the transposition table, if it is exact or causes a cut-off.
    fn recall(&mut self, depth: u32, alpha: i64, beta: i64) -> Option<i64> {
        self.instruments.counters.probes += 1;
        let entry = self.table.get(&self.hash).filter(|entry| entry.depth >= depth)?;
        let is_usable = match entry.bound {
            Bound::Exact => true,
            Bound::AtLeast => entry.value >= beta,
            Bound::AtMost => entry.value <= alpha,
        };
        self.instruments.counters.hits += u64::from(is_usable);
        is_usable.then_some(entry.value)
    }

    /// The cells that moves are taken from, row by row.
    fn boundary(&self) -> Vec<usize> {
        let is_inside = |&at: &usize| {
            !self.switches.boundary || self.neighbours[at] > 0 || self.weights[at] != 0 || self.watched[at]
        };
        self.grid.empties().filter(is_inside).collect()
    }

    /// The candidates, best first: by the absolute value of their score, then in board order.
    fn candidates(&mut self, mut cells: Vec<usize>) -> Vec<usize> {
        self.instruments.counters.generated += cells.len() as u64;
        let score = |at: usize| self.weights[at] + if self.watched[at] { distant::PRIORITY } else { 0 };
        cells.sort_by_key(|&at| std::cmp::Reverse(score(at).abs()));
        if self.switches.selection {
            cells.truncate(BEST);
        }
        self.instruments.counters.kept += cells.len() as u64;
        cells
    }

    /// The candidates with their ranks, in the order in which they are searched.
    fn in_search_order(&self, ranked: &[usize]) -> Vec<(usize, usize)> {
        let mut order: Vec<(usize, usize)> = ranked.iter().copied().enumerate().collect();
        if !self.switches.ordering {
            order.sort_unstable_by_key(|&(_, at)| at);
        }
        order
    }

    fn place(&mut self, at: usize, who: Cell) -> Undo {
        let mut undo = Undo { value: self.value, journal: self.journal.len(), weights: None };
        if self.switches.incremental {
            let (weights, journal) = (&mut self.weights, &mut self.journal);
            self.value += TABLE.change(&self.grid, at, who, |cell, weight| {
                weights[cell] += weight;
                journal.push((cell as u16, weight));
            });
            self.grid.place(at, who);
        } else {
            self.grid.place(at, who);
            let (value, weights) = TABLE.whole(&self.grid);
            self.value = value;
            undo.weights = Some(std::mem::replace(&mut self.weights, weights));
        }
        AROUND.iter().for_each(|&step| self.neighbours[walk(at, step, 1)] += 1);
        self.hash ^= self.key(at, who);
        undo
    }

    fn remove(&mut self, at: usize, who: Cell, undo: Undo) {
        self.hash ^= self.key(at, who);
        AROUND.iter().for_each(|&step| self.neighbours[walk(at, step, 1)] -= 1);
        self.grid.remove(at);
        for (cell, weight) in self.journal.drain(undo.journal..) {
            self.weights[usize::from(cell)] -= weight;
        }
        if let Some(weights) = undo.weights {
            self.weights = weights;
        }
        self.value = undo.value;
    }

    fn key(&self, at: usize, who: Cell) -> u64 {
        self.keys[usize::from(who == Cell::Theirs)][at]
    }
}

#[cfg(test)]
mod tests;
