//! The one seam for everything that chooses a move: engines, classic programs, processes, people.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use core::sync::atomic::{AtomicBool, Ordering};
use core::time::Duration;

use crate::game::Game;
use crate::opening::Step;
use crate::point::Point;

/// Something that chooses what to do next in a game.
pub trait Agent {
    /// What to call it.
    fn name(&self) -> String;

    /// Chooses the step that the game's turn asks for. Whoever calls lets the game judge it.
    ///
    /// Returns soon after `stop` is raised, with the best found so far.
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
    /// The most positions to search.
    pub nodes: Option<u64>,
    /// The most plies to look ahead.
    pub depth: Option<u32>,
    /// The clock.
    pub clock: Clock,
}

/// What the clock allows for one move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// The most time for this move.
    pub turn: Option<Duration>,
    /// The time left for all further moves, this one included.
    pub left: Option<Duration>,
    /// The time that is given back after each move.
    pub increment: Duration,
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

    /// Makes the flag ready for another search.
    pub fn lower(&self) {
        self.0.store(false, Ordering::Relaxed);
    }
}

/// What a search knows at one moment about one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The line's rank among those searched, from 0.
    pub rank: usize,
    /// Plies looked ahead in full.
    pub depth: u32,
    /// The longest line looked at.
    pub selective_depth: u32,
    /// How good the line is for the side to move.
    pub score: Score,
    /// The line.
    pub pv: Vec<Point>,
    /// Positions searched so far.
    pub nodes: u64,
    /// Time spent so far.
    pub time: Duration,
}

/// How good a position is for the side to move: above zero is better, and near the ends the game is decided.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Score(pub i32);

impl Score {
    /// A win already on the board.
    pub const WIN: Score = Score(30_000);
    /// A balanced position.
    pub const EVEN: Score = Score(0);
    /// Scores from here on are proved wins.
    const DECIDED: i32 = 29_000;

    /// A win in this many plies.
    pub const fn win_in(plies: u32) -> Score {
        Score(Self::WIN.0 - plies as i32)
    }

    /// A loss in this many plies.
    pub const fn loss_in(plies: u32) -> Score {
        Score(plies as i32 - Self::WIN.0)
    }

    /// The plies to the win, if the side to move wins by force.
    pub const fn plies_to_win(self) -> Option<u32> {
        if self.0 >= Self::DECIDED { Some((Self::WIN.0 - self.0) as u32) } else { None }
    }

    /// The plies to the loss, if the side to move loses by force.
    pub const fn plies_to_loss(self) -> Option<u32> {
        if self.0 <= -Self::DECIDED { Some((Self::WIN.0 + self.0) as u32) } else { None }
    }

    /// Whether the game is decided either way.
    pub const fn is_decided(self) -> bool {
        self.0 >= Self::DECIDED || self.0 <= -Self::DECIDED
    }
}

impl core::ops::Neg for Score {
    type Output = Score;

    fn neg(self) -> Score {
        Score(-self.0)
    }
}

/// `+123`, or `+M5` and `-M4` for a win or a loss in so many plies.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(plies) = self.plies_to_win() {
            write!(f, "+M{plies}")
        } else if let Some(plies) = self.plies_to_loss() {
            write!(f, "-M{plies}")
        } else {
            write!(f, "{:+}", self.0)
        }
    }
}

impl fmt::Debug for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
