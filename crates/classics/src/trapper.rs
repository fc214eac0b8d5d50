//! `trapper`: an assignment report on an `AdvancedTrapGomokuAI`: negamax of depth 2 over nine-cell strings on a board
//! with traps, answering a referee through files.
//!
//! What the document says, and what is done here:
//!
//! - **Rule.** Five or more win on 15×15; traps cannot be played on and end a line. `_check_win` is left to
//!   the position, so it follows whatever rule is played.
//! - **Evaluation** ([`patterns`]). Every stone gives a string of nine cells in each of four directions, and each string
//!   scores the first pattern found in it. The evaluation is the program's sum less 1.1 times its opponent's; here it is kept
//!   in tenths and updated incrementally.
//! - **Candidates** (`get_valid_moves`). The best fifteen empty points within two cells of a stone, sorted by the evaluation
//!   after a stone *of the program's own* there (even where the opponent is to move), then by distance to the centre. Equal
//!   points are in the order of a Python set; here they are sorted row by row from the top left.
//! - **Search** (`negamax_alpha_beta`). Iterative deepening to depth 2 in 0.3 s, with no new depth after 40 % of the time. The comment "reached search depth or game over" is taken literally: a five ends a line. The document's table
//!   returns any stored score of sufficient depth, though a cut-off leaves only a bound; up to depth 3 only exact scores
//!   can be found again, and beyond it a bound is used here only where it causes a cut-off, so that the table saves time and
//!   changes nothing. The additions `bounds-as-values` and `plays-on` follow the listing in both. The loop over the depths is missing from the listing; what is left says that a search that runs out of
//!   time keeps "the previous result", so each finished depth records its move.
//! - **Crowded boards.** With more than 20 occupied cells the depth is at most 2. Both branches of the listing result in 2;
//!   the text says that the depth is *reduced*, which makes a difference once a larger one is set.
//! - **Quick win.** Its listing is missing; the text asks for an immediate win, or else for a block of the opponent's.
//! - **Opening book.** See `book.rs`; its standard lines cannot be reached, and a move that cannot be played is
//!   skipped.
//! - **Fallback.** If no depth was finished, the best of ten candidates by `_simple_evaluate`; or else any
//!   empty point.
//! - **`_order_moves`** is left out: its listing is incomplete, no printed code calls it, and the search takes its
//!   moves in the order of `get_valid_moves`.
//! - **Files.** See [`referee`].
//!
//! Beyond the document: Black's forbidden points under renju are not candidates, and opening rules are answered by the
//! evaluation: stones go where `find_best_move` puts them, and the program takes the colour with the better evaluation.
//! Nothing is random, so the seed has no effect.
//!
//! **What can be left out.** `pruning`, `table` and `deepening` only save time: same move, same value. Without `ordering` the
//! same candidates are searched row by row: same value, but another of equal moves may come first. `selection`,
//! `quick-win`, `book` and `crowding` (the lower depth of crowded boards) change what is computed.

mod board;
mod book;
mod explain;
pub mod patterns;
pub mod referee;
mod search;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::time::Duration;

use goren_core::{Area, Ask, Limits, Opening, Point, Position, Rule, Shape, Size, Step, Stone};

use crate::classic::{Addition, ClassicError, Description, MoveRequest, Program, Settings, Variant, Witness};
use crate::deadline::Deadline;
use crate::explain::Explanation;
use crate::instruments::Unsearched;
use crate::{opening, report};
use board::ScoredBoard;
use search::{BestLine, Search};

/// The description of `trapper`.
pub const DESCRIPTION: Description = Description {
    name: "trapper",
    summary: "Matches nine-cell strings with traps in them, looks two plies ahead in 0.3 s, knows a few openings",
    size: Size::DEFAULT,
    rule: Rule::Freestyle,
    opening: Opening::Free,
    traps: 8,
    depth: 2,
    unit: 10,
    switches: &["pruning", "table", "ordering", "selection", "deepening", "crowding", "quick-win", "book"],
    additions: &[
        Addition {
            name: "misprint",
            summary: "The strings of a four say `EAAAAA`, so that a four against the far edge is worth nothing",
            witness: Witness::after("l2m1m3l4l3j4n4j1", "k1", "k4"),
        },
        Addition {
            name: "bounds-as-values",
            summary: "The table returns any stored score of sufficient depth, also one that a cut-off left as a bound",
            witness: Witness::after("g2f1h3h5d3h6", "f3", "j3").at_depth(4),
        },
        Addition {
            name: "plays-on",
            summary: "Only the depth ends a line: the search plays on after a five",
            witness: Witness::after("c7b6b9c6e7a8a10d6d7a9d4a7", "f7", "e6").at_depth(4),
        },
        Addition {
            name: "book-lines",
            summary: "The two standard lines of the opening book are played, which its other entries hide",
            witness: Witness::after("h8", "g9", "i9"),
        },
        Addition {
            name: "dynamic-time",
            summary: "Where somebody could make an open four it takes up to 0.9 s and looks a ply deeper",
            witness: Witness::after("f7g8h7g9h9e6h6g6", "g7", "h8"),
        },
    ],
    variants: &[
        Variant::CORRECTED,
        Variant {
            name: "printed",
            summary: "The listings as printed, with `EAAAAA`, bounds for values and no end at a five",
            parts: &["misprint", "bounds-as-values", "plays-on"],
            witness: Some(Witness::after("l2m1m3l4l3j4n4j1", "k1", "k4")),
        },
    ],
    weightings: &[],
    build: |settings| Ok(Box::new(Trapper::new(settings)?)),
};

const TIME: Duration = Duration::from_millis(300);
/// What `dynamic-time` gives to a position in which an open four can be made: so much time, and plies more.
const SHARP_TIME: Duration = Duration::from_millis(900);
const SHARP_PLIES: u32 = 1;
/// No new depth is begun after this percentage of the time.
const LAST_DEPTH_BEGINS: u32 = 40;
/// With more occupied cells than this, the depth is at most [`CROWDED_DEPTH`].
const CROWD: usize = 20;
const CROWDED_DEPTH: u32 = 2;

/// The optimisations in use.
#[derive(Clone, Copy, Debug)]
struct Switches {
    pruning: bool,
    table: bool,
    ordering: bool,
    selection: bool,
    deepening: bool,
    crowding: bool,
    quick_win: bool,
    book: bool,
    misprint: bool,
    bounds_as_values: bool,
    plays_on: bool,
    book_lines: bool,
    dynamic_time: bool,
}

/// The program of the fourth document.
pub struct Trapper {
    settings: Settings,
    switches: Switches,
}

impl Trapper {
    /// The program with these settings.
    pub fn new(settings: &Settings) -> Result<Trapper, ClassicError> {
        let parts = settings.parts(&DESCRIPTION)?;
        patterns::prepare();
        let switches = Switches {
            pruning: parts.has("pruning"),
            table: parts.has("table"),
            ordering: parts.has("ordering"),
            selection: parts.has("selection"),
            deepening: parts.has("deepening"),
            crowding: parts.has("crowding"),
            quick_win: parts.has("quick-win"),
            book: parts.has("book"),
            misprint: parts.has("misprint"),
            bounds_as_values: parts.has("bounds-as-values"),
            plays_on: parts.has("plays-on"),
            book_lines: parts.has("book-lines"),
            dynamic_time: parts.has("dynamic-time"),
        };
        Ok(Trapper { settings: settings.clone(), switches })
    }

    /// `evaluate_board` for one side.
    pub fn evaluation(&self, position: &Position, stone: Stone) -> f64 {
        DESCRIPTION.in_units(self.board(position).evaluation(stone))
    }

    fn board(&self, position: &Position) -> ScoredBoard {
        ScoredBoard::new(position, patterns::windows(self.switches.misprint))
    }

    /// `find_best_move`, restricted to an area.
    fn place(&mut self, area: Area, request: MoveRequest<'_>) -> Point {
        let MoveRequest { game, limits, stop, instruments, report } = request;
        let position = game.position();
        let switches = self.switches;
        let deepest = self.deepest(position, limits);
        let time = if self.is_given_more(position) { SHARP_TIME } else { TIME };
        let mut search = Search {
            board: self.board(position),
            me: position.side(),
            switches,
            deadline: Deadline::new(limits, stop, Some(time)),
            instruments,
            allowed: opening::allowed(position, area),
            table: HashMap::new(),
        };
        let mut tell = |search: &Search<'_>, depth: u32, best: &BestLine| {
            let counters = &search.instruments.counters;
            report(&report::build(position, &best.line, best.value / 10, depth, counters, &search.deadline));
        };

        // Without a search: a win, a block, a book move.
        if let Some((point, answer)) = self.at_once(&search) {
            search.instruments.answer = Some(answer);
            // Its value is known only where the game is over: by this move, or if one block is not enough, by the next.
            search.board.play(point);
            let reply = search.fives(!search.me).next().filter(|_| answer == Unsearched::Block);
            if answer == Unsearched::Win || reply.is_some() {
                let line: Vec<Point> = [point].into_iter().chain(reply).collect();
                // No depth was searched.
                tell(&search, 0, &BestLine { value: 0, line });
            }
            return point;
        }

        let mut found = None;
        let first = if switches.deepening { 1 } else { deepest };
        for depth in first..=deepest {
            if search.deadline.has_used(LAST_DEPTH_BEGINS) {
                break;
            }
            let Ok(best) = search.deepen(depth) else { break };
            tell(&search, depth, &best);
            found = best.line.first().copied();
        }
        let chosen = found.or_else(|| search.simple_best());
        chosen.filter(|point| search.allowed.contains(point)).unwrap_or(search.allowed[0])
    }

    /// The move that is made without a search: a win, a block, a book move.
    fn at_once(&self, search: &Search<'_>) -> Option<(Point, Unsearched)> {
        let quick = if self.switches.quick_win { search.quick_win() } else { None };
        let booked = || {
            let point = book::answer(search.board.position(), self.switches.book_lines)?;
            self.switches.book.then_some((point, Unsearched::Book))
        };
        quick.or_else(booked).filter(|(point, _)| search.allowed.contains(point))
    }

    /// Whether the time is dynamic and somebody could make an open four here.
    fn is_given_more(&self, position: &Position) -> bool {
        let is_sharp = |point| {
            Stone::BOTH.iter().any(|&stone| position.shapes(point, stone).strongest() >= Shape::OpenFour)
        };
        self.switches.dynamic_time && position.empties().any(is_sharp)
    }

    fn deepest(&self, position: &Position, limits: &Limits) -> u32 {
        let more = if self.is_given_more(position) { SHARP_PLIES } else { 0 };
        let depth = self.settings.depth(DESCRIPTION.depth + more, limits);
        let filled = position.size().area() - position.empty_count();
        if self.switches.crowding && filled > CROWD { depth.min(CROWDED_DEPTH) } else { depth }
    }
}

impl Program for Trapper {
    fn explain(&self, position: &Position) -> Explanation {
        self.explained(position)
    }

    fn choose(&mut self, request: MoveRequest<'_>) -> Step {
        let MoveRequest { game, stop, .. } = request;
        let turn = game.turn().expect("the game goes on");
        if let Ask::Place { area, .. } = turn.ask {
            return Step::Place(self.place(area, request));
        }
        // Both colours are evaluated, because the factor 1.1 makes each side's own evaluation pessimistic.
        let advantage = |position: &Position| {
            let board = self.board(position);
            board.evaluation(position.side()) - board.evaluation(!position.side())
        };
        opening::answer(game, stop, advantage).expect("only openings ask for more than a stone")
    }
}
