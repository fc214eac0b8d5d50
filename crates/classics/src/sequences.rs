//! `sequences`: alpha–beta over all empty points, scored by the sequences of five that can still be won.
//!
//! **What the document says.** A winning sequence is five cells in a row that belong to one player only. F1 to F4
//! count a player's winning sequences with one to four stones; the value of a state is the weighted sum of the player's counts
//! less the opponent's, plus infinity if the player has won and minus infinity if it has lost. Minimax with alpha–beta
//! pruning looks five plies ahead on an 8×8 board, at every empty cell.
//!
//! **What was unclear, and what was chosen.**
//! - Of the weights the document only says that they are “to prioritize victory”; here they are 1, 10, 100 and 1000.
//! - Five plies are meant for the 64 cells of the document's board. On larger boards the default depth is the largest whose
//!   full tree is no bigger (three plies on 15×15).
//! - A win or loss is worth infinity less one per ply: the fastest of several wins is played, and the slowest of losses.
//!   Plain infinity, as printed, is the addition `late-wins`.
//! - Moves are tried row by row from the upper left, and the first of equal moves is played; the document does not order moves.
//! - The document has no time limit. Shallower depths are searched first, so that an interrupted search has a move; they
//!   do not influence the last depth.
//!
//! **What can be left out.** `pruning`, and `incremental`: the counts are kept up to date from move to move instead of
//! recounted (the document's “minimum object support”). Both only save time.

mod explain;
mod windows;

use goren_core::{Opening, Point, Position, Rule, Size, Step};

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
use windows::Windows;

/// The description of the program.
pub(crate) const DESCRIPTION: Description = Description {
    name: "sequences",
    summary: "Alpha-beta over all empty points, scored by the rows of five that are still to be won",
    size: match Size::new(8) {
        Ok(size) => size,
        Err(_) => Size::DEFAULT,
    },
    rule: Rule::Freestyle,
    opening: Opening::Free,
    traps: 0,
    depth: 5,
    unit: 1,
    switches: &["pruning", "incremental"],
    additions: &[Addition {
        name: "late-wins",
        summary: "Every win is worth the same infinity and every loss the same, however late it comes",
        witness: Witness::after("c4a1d4h1e4a7f4h7", "b4", "a8"),
    }],
    variants: &[
        Variant::CORRECTED,
        Variant {
            name: "printed",
            summary: "Infinity is infinity: it puts off a win, and does not resist once it sees a loss",
            parts: &["late-wins"],
            witness: Some(Witness::after("c4a1d4h1e4a7f4h7", "b4", "a8")),
        },
    ],
    weightings: &[],
    build: |settings| Ok(Box::new(Sequences::new(settings)?)),
};

/// The value of a win; one less for each ply before it.
const INFINITY: i64 = 1_000_000_000;

/// The program.
pub(crate) struct Sequences {
    settings: Settings,
    parts: Parts,
}

impl Sequences {
    /// The program with these settings.
    pub(crate) fn new(settings: &Settings) -> Result<Sequences, ClassicError> {
        Ok(Sequences { settings: settings.clone(), parts: settings.parts(&DESCRIPTION)? })
    }
}

impl Program for Sequences {
    fn explain(&self, position: &Position) -> Explanation {
        Sequences::explained(position)
    }

    fn choose(&mut self, request: MoveRequest<'_>) -> Step {
        let MoveRequest { game, limits, stop, instruments, report } = request;
        let value = |position: &Position| windows::recount(&Grid::new(position, position.side()));
        if let Some(step) = opening::answer(game, stop, value) {
            return step;
        }
        let position = game.position();
        let depth = self.settings.depth(depth_on(position.size()), limits);
        let grid = Grid::new(position, position.side());
        let mut search = Search {
            windows: Windows::new(&grid),
            grid,
            prunes: self.parts.has("pruning"),
            is_incremental: self.parts.has("incremental"),
            prefers_early_wins: !self.parts.has("late-wins"),
            deadline: Deadline::new(limits, stop, None),
            instruments,
            pv: PvTable::new(depth),
        };
        let mut choice = central(position).expect("an agent is asked only while there is a move");
        for depth in 1..=depth {
            let Some((point, value)) = search.root(position, depth) else { break };
            choice = point;
            let elapsed = search.deadline.elapsed();
            search.instruments.counters.depths.push((search.instruments.counters.nodes, elapsed));
            let line = search.pv.line();
            report(&report::build(
                position,
                line,
                value,
                depth,
                &search.instruments.counters,
                &search.deadline,
            ));
            // A deeper search would find the same win or loss.
            if value.abs() > INFINITY / 2 && search.prefers_early_wins {
                break;
            }
        }
        Step::Place(choice)
    }
}

/// The largest depth, up to the document's, whose full tree is no bigger than on the document's board.
fn depth_on(size: Size) -> u32 {
    let tree = |size: Size, depth: u32| (size.area() as u64).pow(depth);
    let fits = |&depth: &u32| tree(size, depth) <= tree(DESCRIPTION.size, DESCRIPTION.depth);
    (1..=DESCRIPTION.depth).rev().find(fits).unwrap_or(1)
}

struct Search<'a> {
    grid: Grid,
    windows: Windows,
    prunes: bool,
    is_incremental: bool,
    prefers_early_wins: bool,
    deadline: Deadline<'a>,
    instruments: &'a mut Instruments,
    pv: PvTable,
}

impl Search<'_> {
    /// The best move and its value; `None` if the search was interrupted.
    fn root(&mut self, position: &Position, depth: u32) -> Option<(Point, i64)> {
        let mut moves = self.moves();
        moves.retain(|&at| position.is_legal(self.grid.point(at)));
        self.instruments.root(depth, i64::MIN, i64::MAX);
        let mut best: Option<(Point, i64)> = None;
        for at in moves {
            let alpha = best.filter(|_| self.prunes).map_or(i64::MIN, |(_, value)| value);
            let Some(value) = self.follow(at, Cell::Mine, depth, 0, alpha, i64::MAX) else {
                self.instruments.leave(best.map_or(0, |(_, value)| value), Kind::Unfinished);
                return None;
            };
            if best.is_none_or(|(_, most)| value > most) {
                let point = self.grid.point(at);
                best = Some((point, value));
                self.pv.update(0, point);
            }
        }
        self.instruments.leave(best.map_or(0, |(_, value)| value), Kind::Exact);
        best
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
        let before = self.windows.value();
        let (after, has_five) = self.windows.after(at, who);
        let found = if has_five && self.grid.wins(at, who) {
            self.instruments.counters.leaves += 1;
            let nearness = INFINITY - if self.prefers_early_wins { ply as i64 } else { 0 };
            Some((if who == Cell::Mine { nearness } else { -nearness }, Kind::Won))
        } else if depth == 1 || self.grid.empties_left() == 1 {
            self.instruments.counters.leaves += 1;
            self.instruments.counters.evaluations += 1;
            Some((if self.is_incremental { after } else { self.recount(at, who) }, Kind::Leaf))
        } else {
            self.grid.place(at, who);
            self.windows.place(at, who, after);
            let value = self.search(who.rival(), depth - 1, ply + 1, alpha, beta);
            self.windows.remove(at, who, before);
            self.grid.remove(at);
            value.map(|value| (value, Kind::of(value, alpha, beta)))
        };
        let (value, kind) = found.unwrap_or((0, Kind::Unfinished));
        self.instruments.leave(value, kind);
        found.map(|(value, _)| value)
    }

    /// The value of the board with `who` to move; `None` if the search was interrupted.
    fn search(&mut self, who: Cell, depth: u32, ply: usize, mut alpha: i64, mut beta: i64) -> Option<i64> {
        let is_mine = who == Cell::Mine;
        let mut best: Option<i64> = None;
        let moves = self.moves();
        for (tried, &at) in moves.iter().enumerate() {
            let value = self.follow(at, who, depth, ply, alpha, beta)?;
            if best.is_none_or(|best| if is_mine { value > best } else { value < best }) {
                best = Some(value);
                self.pv.update(ply, self.grid.point(at));
            }
            if !self.prunes {
                continue;
            }
            if is_mine {
                alpha = alpha.max(value);
            } else {
                beta = beta.min(value);
            }
            let rest = &moves[tried + 1..];
            if alpha >= beta && !rest.is_empty() {
                let bound = if is_mine { Bound::Beta } else { Bound::Alpha };
                self.instruments.cut(rest.iter().map(|&at| self.grid.point(at)), value, bound);
                break;
            }
        }
        best
    }

    /// All empty cells.
    fn moves(&mut self) -> Vec<usize> {
        let moves: Vec<usize> = self.grid.empties().collect();
        self.instruments.counters.generated += moves.len() as u64;
        self.instruments.counters.kept += moves.len() as u64;
        moves
    }

    /// The value after a move, counted from scratch.
    fn recount(&mut self, at: usize, who: Cell) -> i64 {
        self.grid.place(at, who);
        let value = windows::recount(&self.grid);
        self.grid.remove(at);
        value
    }
}

#[cfg(test)]
mod tests;
