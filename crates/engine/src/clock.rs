//! How long to think about a move.

use std::time::{Duration, Instant};

use goren_core::Clock;

/// Time kept back for ending a search. What lies between the engine and whoever waits for it is not its business.
const OVERHEAD: Duration = Duration::from_millis(4);
/// Moves that the time left is expected to be spread over.
const MOVES_TO_GO: u32 = 14;
/// The largest share of the time left that one move may take.
const LARGEST_SHARE: u32 = 7;

/// When a search that started at some moment must end, and when it had better not go deeper.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Deadline {
    start: Instant,
    /// Never later than this.
    hard: Option<Duration>,
    /// The time to aim at, where it is less: with time per move alone, what is not used is lost.
    soft: Option<Duration>,
}

impl Deadline {
    pub(crate) fn new(clock: &Clock, start: Instant) -> Deadline {
        let turn = clock.turn.map(less_overhead);
        let left = clock.left.map(less_overhead);
        let hard = match (turn, left) {
            (Some(turn), Some(left)) => Some(turn.min(left / LARGEST_SHARE + clock.increment / 2).min(left)),
            (Some(turn), None) => Some(turn),
            (None, Some(left)) => Some((left / LARGEST_SHARE + clock.increment / 2).min(left)),
            (None, None) => None,
        };
        let soft = left.map(|left| left / MOVES_TO_GO + clock.increment * 3 / 4);
        let soft = soft.filter(|&soft| hard.is_none_or(|hard| soft < hard));
        Deadline { start, hard, soft }
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// The most time that the search may take in all.
    pub(crate) fn allowance(&self) -> Option<Duration> {
        self.hard
    }

    /// Whether the search must end now.
    pub(crate) fn is_over(&self) -> bool {
        self.hard.is_some_and(|hard| self.elapsed() >= hard)
    }

    /// Whether another depth is not worth starting: `stretch` above 1 asks for more time, below 1 for less.
    pub(crate) fn is_enough(&self, stretch: f64) -> bool {
        let Some(soft) = self.soft else { return false };
        // A depth takes longer than all before it together, so half the time is the last moment to begin one.
        let target = soft.mul_f64((0.55 * stretch).min(1.0));
        self.elapsed() >= target
    }
}

fn less_overhead(time: Duration) -> Duration {
    time.saturating_sub(OVERHEAD.min(time / 4))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hard(turn: Option<u64>, left: Option<u64>, increment: u64) -> Option<u64> {
        let ms = Duration::from_millis;
        let clock = Clock { turn: turn.map(ms), left: left.map(ms), increment: ms(increment) };
        Deadline::new(&clock, Instant::now()).hard.map(|hard| hard.as_millis() as u64)
    }

    #[test]
    fn time_per_move_is_used_up() {
        let ms = Duration::from_millis;
        let long_ago = Instant::now().checked_sub(ms(900)).unwrap();
        let clock = |turn, left| Clock { turn: Some(ms(turn)), left: Some(ms(left)), increment: ms(0) };
        assert!(!Deadline::new(&clock(1000, 1_000_000), long_ago).is_enough(0.1));
        assert!(Deadline::new(&clock(1000, 10_000), long_ago).is_enough(1.0));
        assert!(!Deadline::new(&Clock { left: None, ..clock(1000, 0) }, long_ago).is_enough(0.1));
    }

    #[test]
    fn a_move_never_takes_more_than_its_turn_or_its_share_of_what_is_left() {
        assert_eq!(hard(None, None, 0), None);
        assert_eq!(hard(Some(1000), None, 0), Some(996));
        assert_eq!(hard(Some(1000), Some(100_000), 0), Some(996));
        assert_eq!(hard(Some(1000), Some(704), 0), Some(100));
        assert_eq!(hard(None, Some(704), 60), Some(130));
        assert_eq!(hard(Some(0), None, 0), Some(0));
        assert_eq!(hard(Some(8), None, 0), Some(6));
    }
}
