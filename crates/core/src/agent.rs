//! What chooses moves inside this program: the engine and the classic programs. Processes and people answer through
//! the arena and the studio; a [`crate::Referee`] judges them all.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::sync::atomic::{AtomicBool, Ordering};
use core::time::Duration;

use crate::game::Game;
use crate::point::Point;
use crate::score::Score;
use crate::step::Step;

/// Something that chooses what to do next in a game.
pub trait Agent {
    /// The agent's name.
    fn name(&self) -> String;

    /// Chooses the step that the game's turn asks for. The caller checks it against the game.
    ///
    /// Returns soon after `stop` is raised, with the best step found so far.
    ///
    /// # Panics
    /// May panic if the game is over.
    fn choose(&mut self, game: &Game, limits: &Limits, stop: &Stop, report: &mut dyn FnMut(&Report)) -> Step;
}

impl<A: Agent + ?Sized> Agent for Box<A> {
    fn name(&self) -> String {
        (**self).name()
    }

    fn choose(&mut self, game: &Game, limits: &Limits, stop: &Stop, report: &mut dyn FnMut(&Report)) -> Step {
        (**self).choose(game, limits, stop, report)
    }
}

/// How long an agent may think; the first limit reached ends the search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The maximum number of positions to search.
    pub nodes: Option<u64>,
    /// The maximum search depth, in plies.
    pub depth: Option<u32>,
    /// The clock.
    pub clock: Clock,
}

/// What a player's clock allows for one move. [`crate::TimeControl`] is what it allows for a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// The maximum time for this move.
    pub turn: Option<Duration>,
    /// The time left for this and all further moves.
    pub left: Option<Duration>,
    /// The time added after each move.
    pub increment: Duration,
}

impl Clock {
    /// The maximum time for this move; `None` without a limit.
    pub fn allowed(&self) -> Option<Duration> {
        [self.turn, self.left].into_iter().flatten().min()
    }
}

/// A flag that ends a search from another thread.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Asks the search to end.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the search was asked to end.
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Clears the flag for another search.
    pub fn lower(&self) {
        self.0.store(false, Ordering::Relaxed);
    }
}

/// What a search currently knows about one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The line's rank among those searched, from 0.
    pub rank: usize,
    /// The depth searched in full, in plies.
    pub depth: u32,
    /// The longest line searched (the selective depth), in plies.
    pub selective_depth: u32,
    /// How good the line is for the side to move.
    pub score: Score,
    /// Whether the win that the score stands for was proved by a tree that was checked. Otherwise a decided score is what
    /// a search with pruning found.
    pub is_proved: bool,
    /// The line.
    pub pv: Vec<Point>,
    /// Positions searched so far.
    pub nodes: u64,
    /// Time spent so far.
    pub time: Duration,
}
