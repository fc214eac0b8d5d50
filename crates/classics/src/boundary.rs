//! `boundary`: alpha–beta over the cells next to stones, scored by a dictionary of patterns.
//!
//! **What the document says.** Minimax with alpha–beta pruning to depth 4. The value of a board is the sum of the
//! patterns on it, updated by counting those around a move before and after it. Each pattern that matches
//! also adds the absolute value of its score to its empty cells; these cells and the neighbours of all stones are the
//! *boundary* from which moves are taken, the best 13 by the absolute value of their score and then in board order. A transposition table is
//! keyed by Zobrist hashing. Every third move the neighbours of distant opposing stones are watched with priority
//! −100. The first move is the centre.
//!
//! **What was unclear, and what was chosen.** In brackets, the addition that brings back what was corrected.
//! - The dictionary is given by categories. The six scores of the document are used as they are; fours of the opponent
//!   are the “threats to block” and weigh more than one's own. A four that can be completed at one point only is worth half a
//!   live four to its owner, and rows at the edge get small scores (“various” in the document). The authors' program has figures
//!   of its own (`own-scores`, see `patterns.rs`) and searches 5 candidates, not 13 (`best-five`).
//! - The listing of `countPattern` looks no further to either side than the nearer edge allows, and so misses rows near
//!   edges. Here every pattern that contains the move is counted; otherwise the incremental value would not equal that of the
//!   whole board, as the document says it does. The listing also leaves cells in the boundary whose pattern is gone
//!   (`short-reach`).
//! - The listing counts moves of the search when it decides whether to watch distant stones, so that its candidates depend on
//!   the order of search. Here they depend on the board alone, watching follows the moves of the game, and its priority is
//!   added to cells that are in the boundary already; in the listing it never takes effect, since a stone's neighbours are in the
//!   boundary as soon as it is played (`idle-watch`). The authors' program records a check only when it finds something
//!   (`watch-again`).
//! - The table of the listing returns bounds as if they were values (`bounds-as-values`). Here an entry says which it is, so that
//!   the table only saves time. No position of one search could be reused in the next at sufficient depth, so it starts empty.
//! - The value of a win is that of the board, so a later win may have a higher value. “When presented with winning
//!   opportunities, the AI correctly identifies and executes the winning move”: a five is played at once, which the listing does
//!   not do (`late-wins`). The authors' program tests for a five at the best move found so far with the colour of the last real
//!   move, so its search never sees one, and stops looking once its best move blocks one (`plays-on`).
//!
//! **What can be left out.** `table`, `incremental`, `pruning` and `ordering` (the best 13 are searched in board
//! order) save time and change neither move nor value. `selection` (all candidates instead of 13), `boundary` (all
//! empty cells) and `distant` change what is searched, and with it the result.

mod distant;
mod explain;
mod patterns;

use std::collections::HashMap;

use goren_core::{Opening, Point, Position, Random, Report, Rule, Size, Step, Stone};

use crate::classic::{
    Addition, ClassicError, Description, MoveRequest, Parts, Program, Settings, Variant, Witness,
};
use crate::deadline::Deadline;
use crate::explain::Explanation;
use crate::grid::{AROUND, CELLS, Cell, Grid, central, walk};
use crate::instruments::{Bound, Instruments, Kind};
use crate::opening;
use crate::pv::PvTable;
use crate::report;
use patterns::{PatternTable, dictionary};

/// The description of the program.
pub(crate) const DESCRIPTION: Description = Description {
    name: "boundary",
    summary: "Alpha-beta over the cells next to stones, scored by a dictionary of patterns",
    size: Size::DEFAULT,
    rule: Rule::Freestyle,
    opening: Opening::Free,
    traps: 0,
    depth: 4,
    unit: 1,
    switches: &["boundary", "table", "ordering", "incremental", "selection", "distant", "pruning"],
    additions: &[
        Addition {
            name: "own-scores",
            summary: "The dictionary of the authors' program, in which a slip leaves −12,000 of an opponent's live three",
            witness: Witness::after("e13g14i13i12f15h15f13g13g12h11j13h13j12j11", "k10", "h14"),
        },
        Addition {
            name: "best-five",
            summary: "The best 5 candidates are searched instead of 13",
            witness: Witness::after("a11c10b13", "d11", "b14"),
        },
        Addition {
            name: "bounds-as-values",
            summary: "The table returns any stored value of sufficient depth, also one that a cut-off left as a bound",
            witness: Witness::after("h8f6g8i7", "f7", "j8"),
        },
        Addition {
            name: "short-reach",
            summary: "Patterns are counted no further than the nearer edge, and cells whose pattern is gone stay candidates",
            witness: Witness::after("g15i13f15k12e15g12c15i12f10m11i11", "d15", "h12"),
        },
        Addition {
            name: "late-wins",
            summary: "A five is not played at once where a later win has a higher value",
            witness: Witness::after("e7e5f7h6e8g7e9d8e10h8", "e11", "f6"),
        },
        Addition {
            name: "plays-on",
            summary: "The search does not notice a five, and looks no further once its best move stops one",
            witness: Witness::after("i8k7l5m6j9k10k8i10h10k9g8i6j8", "h8", "l8"),
        },
        Addition {
            name: "idle-watch",
            summary: "Distant stones get no priority: their neighbours are in the boundary already",
            witness: Witness::after("f7h9f11j11d10", "i10", "k12"),
        },
        Addition {
            name: "watch-again",
            summary: "The watch for distant stones counts three moves from its last find, not from its last look",
            witness: Witness::after("i9g11h7", "f12", "h10"),
        },
    ],
    variants: &[
        Variant::CORRECTED,
        Variant {
            name: "printed",
            summary: "The listings as printed, on the dictionary that the text describes",
            parts: &["bounds-as-values", "short-reach", "late-wins", "idle-watch"],
            witness: Some(Witness::after("e7e5f7h6e8g7e9d8e10h8", "e11", "f6")),
        },
        Variant {
            name: "programmed",
            summary: "The authors' program: its own dictionary, five candidates, and a search that does not see a five",
            parts: &[
                "own-scores",
                "best-five",
                "bounds-as-values",
                "short-reach",
                "late-wins",
                "plays-on",
                "idle-watch",
                "watch-again",
            ],
            witness: Some(Witness::after("l11n12j11l10o10k9h12i9m12m11i11", "o13", "k11")),
        },
    ],
    weightings: &[],
    build: |settings| Ok(Box::new(Boundary::new(settings)?)),
};

/// The number of candidates searched, as described and as programmed.
const BEST: usize = 13;
const FEWER: usize = 5;
/// Units of the program's own values per point of the common score scale.
const SCALE: i64 = 1_000;

/// The program.
pub(crate) struct Boundary {
    settings: Settings,
    parts: Parts,
    dictionary: &'static PatternTable,
    /// The Zobrist keys: a random number for each stone on each cell.
    keys: Box<[[u64; CELLS]; 2]>,
}

impl Boundary {
    /// The program with these settings.
    pub(crate) fn new(settings: &Settings) -> Result<Boundary, ClassicError> {
        let parts = settings.parts(&DESCRIPTION)?;
        let key = |n: usize| Random::nth(0, settings.seed ^ Random::nth(0, n as u64));
        let keys = [0, CELLS].map(|from| std::array::from_fn(|at| key(from + at)));
        let dictionary = dictionary(parts.has("own-scores"));
        Ok(Boundary { settings: settings.clone(), parts, dictionary, keys: Box::new(keys) })
    }

    /// Whether its value is what the listing saw of each move, and not what is on the board.
    fn sees_moves_only(&self) -> bool {
        self.parts.has("short-reach") && self.parts.has("incremental")
    }
}

impl Program for Boundary {
    fn explain(&self, position: &Position) -> Explanation {
        self.explained(position)
    }

    fn choose(&mut self, request: MoveRequest<'_>) -> Step {
        let MoveRequest { game, limits, stop, instruments, report } = request;
        let value = |position: &Position| self.dictionary.whole(&Grid::new(position, position.side())).0;
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
    kind: Kind,
}

/// The optimisations in use.
struct Switches {
    boundary: bool,
    table: bool,
    ordering: bool,
    incremental: bool,
    selection: bool,
    pruning: bool,
    best_five: bool,
    bounds_as_values: bool,
    short_reach: bool,
    late_wins: bool,
    plays_on: bool,
}

struct Search<'a> {
    grid: Grid,
    value: i64,
    /// For each empty cell, the sum of what patterns add to it.
    weights: Box<[i32; CELLS]>,
    /// For each cell, how often patterns have changed its weight, where that is enough to be in the boundary.
    touched: Box<[u16; CELLS]>,
    /// For each cell, the number of neighbours with a stone.
    neighbours: [u8; CELLS],
    watched: [bool; CELLS],
    /// Changes of the weights, for undoing moves.
    journal: Vec<(u16, i32)>,
    hash: u64,
    dictionary: &'static PatternTable,
    keys: &'a [[u64; CELLS]; 2],
    /// Whether every line ends here and now, because the best move so far stops a five.
    is_content: bool,
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
        let has = |part| program.parts.has(part);
        let switches = Switches {
            boundary: has("boundary"),
            table: has("table"),
            ordering: has("ordering"),
            incremental: has("incremental"),
            selection: has("selection"),
            pruning: has("pruning"),
            best_five: has("best-five"),
            bounds_as_values: has("bounds-as-values"),
            short_reach: has("short-reach"),
            late_wins: has("late-wins"),
            plays_on: has("plays-on"),
        };
        let grid = Grid::new(position, position.side());
        let mut watched = [false; CELLS];
        if has("distant") && !has("idle-watch") {
            for point in distant::watched(position, position.side(), has("watch-again")) {
                watched[grid.at(point)] = true;
            }
        }
        let mut neighbours = [0; CELLS];
        for (point, _) in position.stones() {
            AROUND.iter().for_each(|&step| neighbours[walk(grid.at(point), step, 1)] += 1);
        }
        let dictionary = program.dictionary;
        let (value, weights, touched) = if program.sees_moves_only() {
            let mut seen = Seen::default();
            replay(position, |grid, at, who| seen.add(grid, at, who, dictionary));
            (seen.value, seen.weights, seen.touched)
        } else {
            let (value, weights) = dictionary.whole(&grid);
            (value, weights, Box::new([0; CELLS]))
        };
        instruments.counters.evaluations += 1;
        Search {
            grid,
            value,
            weights,
            touched,
            neighbours,
            watched,
            journal: Vec::new(),
            hash: 0,
            dictionary,
            keys: &program.keys,
            is_content: false,
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
        self.instruments.root(depth, i64::MIN, i64::MAX);
        let five = boundary.iter().copied().find(|&at| self.grid.wins(at, Cell::Mine) && is_legal(self, at));
        let five = five.filter(|_| !self.switches.late_wins);
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
            let floor = best.filter(|_| self.switches.pruning);
            let alpha = floor.map_or(i64::MIN, |(value, first)| value - i64::from(rank < first));
            let Some(value) = self.follow(at, Cell::Mine, depth, 0, alpha, i64::MAX) else { break };
            if best.is_none_or(|(most, first)| value > most || (value == most && rank < first)) {
                best = Some((value, rank));
                choice = self.grid.point(at);
                self.pv.update(0, choice);
                self.is_content = self.switches.plays_on && self.grid.wins(at, Cell::Theirs);
            }
        }
        let is_finished = !self.deadline.has_passed();
        let value = best.map_or(self.value, |(value, _)| value);
        self.instruments.leave(value, if is_finished { Kind::Exact } else { Kind::Unfinished });
        if is_finished {
            self.instruments.counters.depths.push((self.instruments.counters.nodes, self.deadline.elapsed()));
            let (line, counters) = (self.pv.line(), &self.instruments.counters);
            report(&report::build(position, line, value / SCALE, depth, counters, &self.deadline));
        }
        choice
    }

    /// The value after a move with `depth` plies to go, the move included; `None` if the search was interrupted.
    fn follow(&mut self, at: usize, who: Cell, depth: u32, ply: usize, alpha: i64, beta: i64) -> Option<i64> {
        if self.deadline.check(self.instruments.counters.nodes) {
            self.instruments.stopped();
            return None;
        }
        self.instruments.counters.nodes += 1;
        self.instruments.counters.evaluations += 1;
        self.instruments.enter(self.grid.point(at), depth - 1, alpha, beta);
        self.pv.clear(ply + 1);
        let has_won = !self.switches.plays_on && self.grid.wins(at, who);
        let is_last = has_won || depth == 1 || self.is_content;
        let found = if is_last && self.switches.incremental {
            self.instruments.counters.leaves += 1;
            let change = self.change(at, who, |_, _| {});
            Some((self.value + change, Kind::end(has_won)))
        } else {
            let undo = self.place(at, who);
            let found = if is_last || self.grid.is_full() {
                self.instruments.counters.leaves += 1;
                Some((self.value, Kind::end(has_won)))
            } else {
                self.search(who.rival(), depth - 1, ply + 1, alpha, beta)
            };
            self.remove(at, who, undo);
            found
        };
        let (value, kind) = found.unwrap_or((self.value, Kind::Unfinished));
        self.instruments.leave(value, kind);
        found.map(|(value, _)| value)
    }

    /// The value of the board with `who` to move, and what it is; `None` if the search was interrupted.
    fn search(
        &mut self,
        who: Cell,
        depth: u32,
        ply: usize,
        mut alpha: i64,
        mut beta: i64,
    ) -> Option<(i64, Kind)> {
        if self.switches.table
            && let Some(found) = self.recall(depth, alpha, beta)
        {
            return Some(found);
        }
        let (floor, ceiling) = (alpha, beta);
        let boundary = self.boundary();
        let ranked = self.candidates(boundary);
        let order = self.in_search_order(&ranked);
        let is_mine = who == Cell::Mine;
        let mut best: Option<i64> = None;
        for (tried, &(_, at)) in order.iter().enumerate() {
            let value = self.follow(at, who, depth, ply, alpha, beta)?;
            if best.is_none_or(|best| if is_mine { value > best } else { value < best }) {
                best = Some(value);
                self.pv.update(ply, self.grid.point(at));
            }
            if !self.switches.pruning {
                continue;
            }
            if is_mine {
                alpha = alpha.max(value);
            } else {
                beta = beta.min(value);
            }
            if beta <= alpha {
                let rest = order[tried + 1..].iter().map(|&(_, at)| self.grid.point(at));
                if rest.len() > 0 {
                    self.instruments.cut(rest, value, if is_mine { Bound::Beta } else { Bound::Alpha });
                }
                break;
            }
        }
        // Without candidates the value is that of the board.
        let value = best.unwrap_or(self.value);
        // Without pruning nothing bounds the window, and every value is exact.
        let kind = Kind::of(value, floor, ceiling);
        if self.switches.table {
            self.table.insert(self.hash, TableEntry { depth, value, kind });
        }
        Some((value, kind))
    }

    /// The value in the transposition table, if it is exact or causes a cut-off.
    fn recall(&mut self, depth: u32, alpha: i64, beta: i64) -> Option<(i64, Kind)> {
        self.instruments.counters.probes += 1;
        let &TableEntry { value, kind, .. } =
            self.table.get(&self.hash).filter(|entry| entry.depth >= depth)?;
        let is_usable = match kind {
            _ if self.switches.bounds_as_values => true,
            Kind::AtLeast => value >= beta,
            Kind::AtMost => value <= alpha,
            _ => true,
        };
        if !is_usable {
            return None;
        }
        self.instruments.hit(value, kind);
        Some((value, kind))
    }

    /// The cells that moves are taken from, row by row.
    fn boundary(&self) -> Vec<usize> {
        let has_pattern = |at: usize| {
            if self.switches.short_reach { self.touched[at] > 0 } else { self.weights[at] != 0 }
        };
        let is_inside = |&at: &usize| {
            !self.switches.boundary || self.neighbours[at] > 0 || has_pattern(at) || self.watched[at]
        };
        self.grid.empties().filter(is_inside).collect()
    }

    /// The candidates, best first: by the absolute value of their score, then in board order.
    fn candidates(&mut self, mut cells: Vec<usize>) -> Vec<usize> {
        self.instruments.counters.generated += cells.len() as u64;
        let score = |at: usize| self.weights[at] + if self.watched[at] { distant::PRIORITY } else { 0 };
        cells.sort_by_key(|&at| std::cmp::Reverse(score(at).abs()));
        if self.switches.selection {
            let best = if self.switches.best_five { FEWER } else { BEST };
            let dropped = cells.drain(best.min(cells.len())..);
            self.instruments.dropped(dropped.map(|at| self.grid.point(at)));
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
            let mut journal = std::mem::take(&mut self.journal);
            self.value += self.change(at, who, |cell, weight| journal.push((cell as u16, weight)));
            for &(cell, weight) in &journal[undo.journal..] {
                self.weights[usize::from(cell)] += weight;
                self.touched[usize::from(cell)] += 1;
            }
            self.journal = journal;
            self.grid.place(at, who);
        } else {
            self.grid.place(at, who);
            let (value, weights) = self.dictionary.whole(&self.grid);
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
            self.touched[usize::from(cell)] -= 1;
        }
        if let Some(weights) = undo.weights {
            self.weights = weights;
        }
        self.value = undo.value;
    }

    /// What a stone would change of the value, and of the weight of each empty cell.
    fn change(&self, at: usize, who: Cell, visit: impl FnMut(usize, i32)) -> i64 {
        if self.switches.short_reach {
            self.dictionary.change_within_reach(&self.grid, at, who, visit)
        } else {
            self.dictionary.change(&self.grid, at, who, visit)
        }
    }

    fn key(&self, at: usize, who: Cell) -> u64 {
        self.keys[usize::from(who == Cell::Theirs)][at]
    }
}

/// What the listing has seen of a game: a value, the weight of each cell, and how often it was changed.
struct Seen {
    value: i64,
    weights: Box<[i32; CELLS]>,
    touched: Box<[u16; CELLS]>,
}

impl Default for Seen {
    fn default() -> Seen {
        Seen { value: 0, weights: Box::new([0; CELLS]), touched: Box::new([0; CELLS]) }
    }
}

impl Seen {
    fn add(&mut self, grid: &Grid, at: usize, who: Cell, dictionary: &PatternTable) {
        let Seen { value, weights, touched } = self;
        *value += dictionary.change_within_reach(grid, at, who, |cell, weight| {
            weights[cell] += weight;
            touched[cell] = touched[cell].saturating_add(1);
        });
    }
}

/// Plays a game again from its first stone; `see` is told of each before it is on the board.
fn replay(position: &Position, mut see: impl FnMut(&Grid, usize, Cell)) {
    let me = position.side();
    let empty = Position::with_setup(position.rule(), position.size(), position.traps(), &[], Stone::Black)
        .expect("a board without stones can be set up");
    let mut grid = Grid::new(&empty, me);
    let played = position.history().iter().filter_map(|played| Some((played.point?, played.stone)));
    for (point, stone) in position.setup().iter().copied().chain(played) {
        let (at, who) = (grid.at(point), if stone == me { Cell::Mine } else { Cell::Theirs });
        see(&grid, at, who);
        grid.place(at, who);
    }
}

#[cfg(test)]
mod tests;
