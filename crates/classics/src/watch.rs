//! When a search must end: by the caller's limits, or by the flag.

use std::time::{Duration, Instant};

use goren_core::{Limits, Stop};

/// How often the clock is read, in nodes.
const INTERVAL: u64 = 64;
/// Kept back from the clock for ending the search.
const OVERHEAD: Duration = Duration::from_millis(4);
/// The largest share of the time left that one move may take.
const SHARE: u32 = 10;

/// Watches over one search.
pub(crate) struct Watch<'a> {
    start: Instant,
    time: Option<Duration>,
    nodes: u64,
    stop: &'a Stop,
    is_over: bool,
}

impl<'a> Watch<'a> {
    /// Starts now. `document` is the time that the document allows where the caller says nothing of time.
    pub(crate) fn new(limits: &Limits, stop: &'a Stop, document: Option<Duration>) -> Watch<'a> {
        let clock = &limits.clock;
        let left = clock.left.map(|left| (left / SHARE + clock.increment / 2).min(left));
        let given = match (clock.turn, left) {
            (Some(turn), Some(left)) => Some(turn.min(left)),
            (turn, left) => turn.or(left),
        };
        let time = given.map(|time| time.saturating_sub(OVERHEAD.min(time / 4))).or(document);
        Watch { start: Instant::now(), time, nodes: limits.nodes.unwrap_or(u64::MAX), stop, is_over: false }
    }

    /// Whether the search must end, asked once a node with the nodes so far; once over it stays so.
    #[inline]
    pub(crate) fn ends(&mut self, nodes: u64) -> bool {
        self.is_over |= self.stop.is_raised()
            || nodes >= self.nodes
            || (nodes.is_multiple_of(INTERVAL) && self.time.is_some_and(|time| self.elapsed() >= time));
        self.is_over
    }

    /// Whether the search has been ended.
    pub(crate) fn is_over(&self) -> bool {
        self.is_over
    }

    /// Whether more than so many hundredths of the time are gone; never without a limit.
    pub(crate) fn is_past(&self, percent: u32) -> bool {
        self.time.is_some_and(|time| self.elapsed() * 100 > time * percent)
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }
}
