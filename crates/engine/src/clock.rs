//! Time management: how long to think about a move.

use std::time::{Duration, Instant};

use goren_core::Clock;

use crate::parameters::Parameters;

/// The processor time that the calling thread has used so far; where the system does not tell, the time that has passed
/// since the first call.
pub(crate) fn thread_time() -> Duration {
    #[cfg(unix)]
    {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
        Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec as u32)
    }
    #[cfg(not(unix))]
    {
        static START: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
        START.get_or_init(Instant::now).elapsed()
    }
}

/// When a search must end, and when it should not begin another iteration.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Deadline {
    start: Instant,
    /// What [`thread_time`] says when the first thread must end, and how much of it there is.
    thread: Option<(Duration, Duration)>,
    /// The most time it may take.
    hard: Option<Duration>,
    /// The time to aim at. `None` with a time per move alone, because there unused time is lost.
    soft: Option<Duration>,
    /// The last moment to begin an iteration, as a part of `soft`.
    last_start: f64,
}

impl Deadline {
    pub(crate) fn new(clock: &Clock, start: Instant, parameters: &Parameters) -> Deadline {
        // Kept back for ending the search. Delays between the engine and its caller are the caller's to allow for.
        let overhead = Duration::from_millis(parameters.clock_overhead as u64);
        let usable = |time: Duration| time.saturating_sub(overhead.min(time / 4));
        let of_increment = |percent: i32| clock.increment.mul_f64(f64::from(percent) / 100.0);
        let turn = clock.turn.map(usable);
        let left = clock.left.map(usable);
        let share = left.map(|left| {
            let share = left / parameters.clock_share as u32;
            (share + of_increment(parameters.clock_increment_max)).min(left)
        });
        let hard = match (turn, share) {
            (Some(turn), Some(share)) => Some(turn.min(share)),
            (turn, share) => turn.or(share),
        };
        let soft =
            left.map(|left| left / parameters.clock_moves as u32 + of_increment(parameters.clock_increment));
        let soft = soft.filter(|&soft| hard.is_none_or(|hard| soft < hard));
        let last_start = f64::from(parameters.clock_last_start) / 100.0;
        Deadline { start, thread: None, hard, soft, last_start }
    }

    /// Also limits the processor time of the calling thread from now on.
    pub(crate) fn with_thread_time(self, limit: Option<Duration>) -> Deadline {
        Deadline { thread: limit.map(|limit| (thread_time() + limit, limit)), ..self }
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// The most time that the search may take in all.
    pub(crate) fn allowance(&self) -> Option<Duration> {
        let thread = self.thread.map(|(_, limit)| limit);
        [self.hard, thread].into_iter().flatten().min()
    }

    /// The processor time that the first thread has left, if it is limited. Only that thread may ask.
    pub(crate) fn thread_time_left(&self) -> Option<Duration> {
        self.thread.map(|(end, _)| end.saturating_sub(thread_time()))
    }

    /// Whether the search must end now.
    pub(crate) fn is_over(&self) -> bool {
        self.hard.is_some_and(|hard| self.elapsed() >= hard)
    }

    /// Whether no further iteration should begin: a `factor` above 1 asks for more time, below 1 for less.
    pub(crate) fn is_enough(&self, factor: f64) -> bool {
        let Some(soft) = self.soft else { return false };
        // An iteration takes longer than all before it together, so about half the time is the last moment to begin one.
        let target = soft.mul_f64((self.last_start * factor).min(1.0));
        self.elapsed() >= target
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hard(turn: Option<u64>, left: Option<u64>, increment: u64) -> Option<u64> {
        let ms = Duration::from_millis;
        let clock = Clock { turn: turn.map(ms), left: left.map(ms), increment: ms(increment) };
        Deadline::new(&clock, Instant::now(), &Parameters::default()).hard.map(|hard| hard.as_millis() as u64)
    }

    #[test]
    fn thread_time_is_what_the_thread_works_not_what_passes() {
        let ms = Duration::from_millis;
        let clock = Clock { turn: Some(ms(50)), ..Clock::default() };
        let deadline = Deadline::new(&clock, Instant::now(), &Parameters::default());
        assert_eq!((deadline.thread_time_left(), deadline.allowance()), (None, Some(ms(46))));
        let deadline = deadline.with_thread_time(Some(ms(5)));
        assert_eq!(deadline.allowance(), Some(ms(5)));
        let before = deadline.thread_time_left().unwrap();
        assert!(before > Duration::ZERO && before <= ms(5));
        let mut work = 0_u64;
        while deadline.thread_time_left() != Some(Duration::ZERO) {
            work = std::hint::black_box(work + 1);
        }
        assert!(work > 0);
        assert_eq!(deadline.with_thread_time(Some(ms(90))).allowance(), Some(ms(46)));
    }

    #[test]
    fn time_per_move_is_used_up() {
        let ms = Duration::from_millis;
        let long_ago = Instant::now().checked_sub(ms(900)).unwrap();
        let deadline = |clock: &Clock| Deadline::new(clock, long_ago, &Parameters::default());
        let clock = |turn, left| Clock { turn: Some(ms(turn)), left: Some(ms(left)), increment: ms(0) };
        assert!(!deadline(&clock(1000, 1_000_000)).is_enough(0.1));
        assert!(deadline(&clock(1000, 10_000)).is_enough(1.0));
        assert!(!deadline(&Clock { left: None, ..clock(1000, 0) }).is_enough(0.1));
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
