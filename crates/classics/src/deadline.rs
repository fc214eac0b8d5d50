//! When a search must end: at the caller's limits, or when its stop flag is raised.

use std::time::{Duration, Instant};

use goren_core::{Limits, Stop};

/// Nodes between two readings of the clock.
const INTERVAL: u64 = 64;
/// Held back from the time limit for unwinding the search.
const OVERHEAD: Duration = Duration::from_millis(4);
/// One move may use this fraction of the time left: a tenth.
const SHARE: u32 = 10;

/// When one search must end.
pub(crate) struct Deadline<'a> {
    start: Instant,
    time: Option<Duration>,
    nodes: u64,
    stop: &'a Stop,
    has_passed: bool,
}

impl<'a> Deadline<'a> {
    /// Starts the clock. `document` is the time that the document allows; it applies if the caller sets no time limit.
    pub(crate) fn new(limits: &Limits, stop: &'a Stop, document: Option<Duration>) -> Deadline<'a> {
        let clock = &limits.clock;
        let left = clock.left.map(|left| (left / SHARE + clock.increment / 2).min(left));
        let given = match (clock.turn, left) {
            (Some(turn), Some(left)) => Some(turn.min(left)),
            (turn, left) => turn.or(left),
        };
        let time = given.map(|time| time.saturating_sub(OVERHEAD.min(time / 4))).or(document);
        let nodes = limits.nodes.unwrap_or(u64::MAX);
        Deadline { start: Instant::now(), time, nodes, stop, has_passed: false }
    }

    /// Whether the search must end now. To be called once per node with the number of nodes so far; once true, it stays
    /// true.
    #[inline]
    pub(crate) fn check(&mut self, nodes: u64) -> bool {
        self.has_passed |= self.stop.is_raised()
            || nodes >= self.nodes
            || (nodes.is_multiple_of(INTERVAL) && self.time.is_some_and(|time| self.elapsed() >= time));
        self.has_passed
    }

    /// Whether a call of [`Deadline::check`] has ended the search.
    pub(crate) fn has_passed(&self) -> bool {
        self.has_passed
    }

    /// Whether more than this percentage of the time is used up; never without a time limit.
    pub(crate) fn has_used(&self, percent: u32) -> bool {
        self.time.is_some_and(|time| self.elapsed() * 100 > time * percent)
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }
}
