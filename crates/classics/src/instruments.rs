//! The instruments of a search: counters, and events for whoever watches it.
//!
//! A search tells what it does while it does it: it begins at the root, enters a move with the window in force, finds a
//! position in its table, cuts moves off, leaves the move with a value. All values are the program's own: higher is better
//! for the program that searches, whoever is to move. Replaying the events gives the tree; `trace.rs` does.

use std::any::Any;
use std::time::Duration;

use goren_core::Point;

use crate::trace::{Branch, TreeRecorder};

/// The counters of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Nodes: moves made.
    pub nodes: u64,
    /// Leaves: positions at the end of a line.
    pub leaves: u64,
    /// Cut-offs.
    pub cutoffs: u64,
    /// Probes of the transposition table…
    pub probes: u64,
    /// …and those that found a usable entry.
    pub hits: u64,
    /// Candidates generated, before any selection…
    pub generated: u64,
    /// …and those kept for the search.
    pub kept: u64,
    /// Evaluations of a position or a point.
    pub evaluations: u64,
    /// For each finished depth, shallowest first: nodes and time so far. A program without iterative deepening has one
    /// entry.
    pub depths: Vec<(u64, Duration)>,
}

/// What a search does. [`i64::MIN`] and [`i64::MAX`] in a window mean that nothing bounds it there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event<'a> {
    /// A search from the root begins: an iteration of iterative deepening, or the only one.
    Begin {
        /// Plies to search.
        depth: u32,
        /// The program can do at least this well elsewhere.
        alpha: i64,
        /// The opponent can hold the program to this elsewhere.
        beta: i64,
    },
    /// A move is made.
    Enter {
        /// The move.
        point: Point,
        /// Plies to search after it.
        depth: u32,
        /// See [`Event::Begin`].
        alpha: i64,
        /// See [`Event::Begin`].
        beta: i64,
        /// How thoroughly it is looked at.
        effort: Effort,
    },
    /// The selection dropped these candidates: they are not searched.
    Dropped(&'a [Point]),
    /// The transposition table knows the position.
    Hit {
        /// The value stored.
        value: i64,
        /// What the value stored is.
        kind: Kind,
    },
    /// The moves that are left need not be looked at.
    Cut {
        /// The moves not looked at, in the order they would have been.
        rest: &'a [Point],
        /// The value that caused it.
        value: i64,
        /// The bound it reached.
        bound: Bound,
    },
    /// The search leaves the move it entered last, or its root.
    Leave {
        /// Its value.
        value: i64,
        /// What the value is.
        kind: Kind,
    },
    /// Out of time, or told to stop: what is open is left unfinished.
    Stopped,
}

/// How thoroughly a move is looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Effort {
    /// To the full depth, with the whole window.
    #[default]
    Full,
    /// To the full depth, with a null window: only whether it beats the best so far.
    Scout,
    /// Reduced by this many plies, with a null window.
    Reduced(u32),
    /// Searched again, because a null window or a reduced search found it better than the best so far.
    Again,
}

/// A side of the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// What the program has already. The opponent's moves reach it.
    Alpha,
    /// What the opponent can hold the program to. The program's moves reach it.
    Beta,
}

/// What the value of a move is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The value of a search to the depth asked for.
    Exact,
    /// The true value is at least this.
    AtLeast,
    /// The true value is at most this.
    AtMost,
    /// The evaluation of the position at the end of a line.
    Leaf,
    /// The move wins or ends the game.
    Won,
    /// The search ended before the value was known.
    Unfinished,
}

impl Kind {
    /// What a value found with a window is.
    pub fn of(value: i64, alpha: i64, beta: i64) -> Kind {
        match value {
            value if value <= alpha => Kind::AtMost,
            value if value >= beta => Kind::AtLeast,
            _ => Kind::Exact,
        }
    }

    /// In words joined by underscores, as in files.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Exact => "exact",
            Kind::AtLeast => "at_least",
            Kind::AtMost => "at_most",
            Kind::Leaf => "leaf",
            Kind::Won => "won",
            Kind::Unfinished => "unfinished",
        }
    }

    /// `leaf` or `won` at the end of a line.
    pub(crate) fn end(is_won: bool) -> Kind {
        if is_won { Kind::Won } else { Kind::Leaf }
    }
}

/// How a move was chosen that was not searched for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unsearched {
    /// From the opening book.
    Book,
    /// It wins at once.
    Win,
    /// It stops the opponent from winning at once.
    Block,
}

impl Unsearched {
    /// One word.
    pub fn name(self) -> &'static str {
        match self {
            Unsearched::Book => "book",
            Unsearched::Win => "win",
            Unsearched::Block => "block",
        }
    }

    /// Why there was no search.
    pub fn why(self) -> &'static str {
        match self {
            Unsearched::Book => "a move of its opening book",
            Unsearched::Win => "it wins at once",
            Unsearched::Block => "it stops a win at once",
        }
    }
}

/// Whoever watches a search. The search goes on when `hear` returns.
pub trait Listener: Any + Send {
    /// The search has done something; the counters include it.
    fn hear(&mut self, event: &Event<'_>, counters: &Counters);
}

/// The instruments of one program.
#[derive(Default)]
pub struct Instruments {
    /// The counters of the last choice.
    pub counters: Counters,
    /// The number of plies of the tree to record; 0 for none.
    pub trace_depth: u32,
    /// The tree of the last choice, if it was recorded.
    pub tree: Option<Branch>,
    /// How the last choice was made, if not by a search.
    pub answer: Option<Unsearched>,
    /// Records the tree while a search runs.
    recorder: Option<TreeRecorder>,
    pub(crate) listener: Option<Box<dyn Listener>>,
}

impl Instruments {
    /// Clears what the last choice left.
    pub(crate) fn begin(&mut self) {
        self.counters = Counters::default();
        self.tree = None;
        self.answer = None;
        self.recorder = (self.trace_depth > 0).then(|| TreeRecorder::new(self.trace_depth));
    }

    /// The value of the last choice: that of the deepest search that was finished, if the tree was recorded and there is one.
    pub fn value(&self) -> Option<i64> {
        self.tree.as_ref().filter(|tree| tree.kind != Kind::Unfinished).map(|tree| tree.value)
    }

    /// Takes what was recorded.
    pub(crate) fn end(&mut self) {
        self.tree = self.recorder.take().and_then(TreeRecorder::tree);
    }

    /// Whether anybody listens: otherwise nothing needs to be collected for an event.
    #[inline]
    fn is_watched(&self) -> bool {
        self.recorder.is_some() || self.listener.is_some()
    }

    #[inline]
    fn tell(&mut self, event: Event<'_>) {
        if self.is_watched() {
            self.pass_on(&event);
        }
    }

    #[cold]
    fn pass_on(&mut self, event: &Event<'_>) {
        if let Some(recorder) = &mut self.recorder {
            recorder.hear(event);
        }
        if let Some(listener) = &mut self.listener {
            listener.hear(event, &self.counters);
        }
    }

    /// A search from the root begins.
    pub(crate) fn root(&mut self, depth: u32, alpha: i64, beta: i64) {
        self.tell(Event::Begin { depth, alpha, beta });
    }

    /// The search enters a move; `depth` plies follow it.
    #[inline]
    pub(crate) fn enter(&mut self, point: Point, depth: u32, alpha: i64, beta: i64) {
        self.tell(Event::Enter { point, depth, alpha, beta, effort: Effort::Full });
    }

    /// The same, with less effort or once more.
    pub(crate) fn enter_with(&mut self, effort: Effort, point: Point, depth: u32, alpha: i64, beta: i64) {
        self.tell(Event::Enter { point, depth, alpha, beta, effort });
    }

    /// The selection dropped these candidates.
    #[inline]
    pub(crate) fn dropped(&mut self, points: impl Iterator<Item = Point>) {
        if self.is_watched() {
            let points: Vec<Point> = points.collect();
            if !points.is_empty() {
                self.pass_on(&Event::Dropped(&points));
            }
        }
    }

    /// The table has a value that can be used.
    pub(crate) fn hit(&mut self, value: i64, kind: Kind) {
        self.counters.hits += 1;
        self.tell(Event::Hit { value, kind });
    }

    /// Moves are cut off by a value that reached a bound.
    #[inline]
    pub(crate) fn cut(&mut self, rest: impl Iterator<Item = Point>, value: i64, bound: Bound) {
        self.counters.cutoffs += 1;
        if self.is_watched() {
            let rest: Vec<Point> = rest.collect();
            self.pass_on(&Event::Cut { rest: &rest, value, bound });
        }
    }

    /// The search leaves the move last entered.
    #[inline]
    pub(crate) fn leave(&mut self, value: i64, kind: Kind) {
        self.tell(Event::Leave { value, kind });
    }

    /// The search was interrupted.
    pub(crate) fn stopped(&mut self) {
        self.tell(Event::Stopped);
    }
}
