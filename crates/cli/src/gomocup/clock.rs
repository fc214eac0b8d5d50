//! What the manager's clock allows for a move.

use std::time::Duration;

use goren_core::{Clock, TimeControl};
use goren_protocol::Info;

/// The reserve on every move for pipes and schedulers: an eighth of the time, within these bounds.
const OVERHEAD: (Duration, Duration) = (Duration::from_millis(5), Duration::from_millis(30));
/// Of very short times a quarter at the most is kept back.
const MAX_OVERHEAD_SHARE: u32 = 4;
/// The time for a move if the manager sets no limit at all.
const DEFAULT_TURN_TIME: Duration = Duration::from_secs(5);
/// The time for a move if none is left.
const MIN_TURN_TIME: Duration = Duration::from_millis(1);
/// The upper bound for a move, so that adding it to an `Instant` never overflows.
const MAX_TURN_TIME: Duration = Duration::from_secs(7 * 24 * 60 * 60);
/// The value of `time_left` without a limit.
const UNLIMITED_LEFT: i64 = i32::MAX as i64;
/// The turn and match times that Yixin's board sends without a limit.
const UNLIMITED_YIXIN: (Duration, Duration) =
    (Duration::from_millis(2_000_000), Duration::from_millis(100_000_000));

/// The times that the manager has set.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Times {
    control: TimeControl,
    /// The manager's clock, in milliseconds; it may be negative.
    left: Option<i64>,
    /// The time used in this game so far.
    spent: Duration,
    /// Whether a move has been made since `left` was set.
    is_left_old: bool,
}

impl Times {
    /// Applies a setting if it concerns time.
    pub(super) fn apply(&mut self, info: &Info) {
        match *info {
            Info::TimeoutTurn(time) => self.control.turn = Some(Duration::from_millis(time)),
            Info::TimeoutMatch(time) => self.control.game = Some(Duration::from_millis(time)),
            Info::TimeLeft(time) => (self.left, self.is_left_old) = (Some(time), false),
            Info::TimeIncrement(time) => self.control.increment = Duration::from_millis(time),
            _ => {}
        }
    }

    /// A new game begins.
    pub(super) fn restart(&mut self) {
        self.spent = Duration::ZERO;
        if self.is_left_old {
            self.left = None;
        }
    }

    /// A move has taken this long.
    pub(super) fn spend(&mut self, time: Duration) {
        self.spent += time;
        let milliseconds = i64::try_from(time.as_millis()).unwrap_or(i64::MAX);
        self.left = self.left.map(|left| match left {
            UNLIMITED_LEFT.. => left,
            _ => left.saturating_sub(milliseconds),
        });
        self.is_left_old = true;
    }

    /// The clock for a move that has already used this much time.
    pub(super) fn clock(&self, used: Duration) -> Clock {
        let increment = self.control.increment.min(MAX_TURN_TIME);
        if self.is_unlimited() {
            return Clock { turn: None, left: None, increment };
        }
        let usable = |time: Duration| {
            let reserve = (time / 8).clamp(OVERHEAD.0, OVERHEAD.1).min(time / MAX_OVERHEAD_SHARE);
            time.saturating_sub(reserve).saturating_sub(used).clamp(MIN_TURN_TIME, MAX_TURN_TIME)
        };
        let left = match self.left {
            Some(UNLIMITED_LEFT..) => None,
            Some(left) => Some(Duration::from_millis(u64::try_from(left).unwrap_or(0))),
            None => {
                let game = self.control.game.filter(|game| !game.is_zero());
                game.map(|game| game.saturating_sub(self.spent))
            }
        };
        let turn = self.control.turn.or(left.is_none().then_some(DEFAULT_TURN_TIME));
        Clock { turn: turn.map(usable), left: left.map(usable), increment }
    }

    fn is_unlimited(&self) -> bool {
        let (turn, game) = UNLIMITED_YIXIN;
        self.control.turn.is_some_and(|time| time >= turn)
            && self.control.game.is_some_and(|time| time >= game)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The time for the turn and the time left, in milliseconds, after these settings.
    fn allowed(settings: &[Info]) -> (Option<u128>, Option<u128>) {
        let mut times = Times::default();
        settings.iter().for_each(|info| times.apply(info));
        let clock = times.clock(Duration::ZERO);
        (clock.turn.map(|time| time.as_millis()), clock.left.map(|time| time.as_millis()))
    }

    #[test]
    fn every_combination_of_limits_has_a_meaning() {
        use Info::{TimeLeft, TimeoutMatch, TimeoutTurn};
        assert_eq!(allowed(&[]), (Some(4970), None));
        assert_eq!(allowed(&[TimeoutMatch(0)]), (Some(4970), None));
        assert_eq!(allowed(&[TimeLeft(2_147_483_647)]), (Some(4970), None));
        assert_eq!(allowed(&[TimeoutTurn(0)]), (Some(1), None));
        assert_eq!(allowed(&[TimeoutTurn(0), TimeoutMatch(0)]), (Some(1), None));
        assert_eq!(allowed(&[TimeoutTurn(1000)]), (Some(970), None));
        assert_eq!(allowed(&[TimeoutMatch(60_000)]), (None, Some(59_970)));
        assert_eq!(
            allowed(&[TimeoutTurn(5000), TimeoutMatch(60_000), TimeLeft(9000)]),
            (Some(4970), Some(8970))
        );
        assert_eq!(allowed(&[TimeoutTurn(5000), TimeLeft(-300)]), (Some(4970), Some(1)));
        assert_eq!(allowed(&[TimeoutTurn(5000), TimeLeft(i64::MIN)]), (Some(4970), Some(1)));
        assert_eq!(allowed(&[TimeoutTurn(5000), TimeLeft(i64::MAX)]), (Some(4970), None));
        assert_eq!(allowed(&[TimeoutTurn(u64::MAX)]), (Some(MAX_TURN_TIME.as_millis()), None));
        assert_eq!(allowed(&[TimeoutTurn(2_000_000), TimeoutMatch(100_000_000), TimeLeft(5)]), (None, None));
    }

    #[test]
    fn short_times_keep_back_less_and_very_short_ones_a_quarter() {
        let turn = |time| allowed(&[Info::TimeoutTurn(time)]).0.unwrap();
        assert_eq!([1000, 240, 200, 100, 40, 20, 8].map(turn), [970, 210, 175, 87, 35, 15, 6]);
    }

    #[test]
    fn time_already_used_is_not_given_again() {
        let mut times = Times::default();
        times.apply(&Info::TimeoutTurn(1000));
        assert_eq!(times.clock(Duration::from_millis(500)).turn, Some(Duration::from_millis(470)));
        assert_eq!(times.clock(Duration::from_secs(600)).turn, Some(MIN_TURN_TIME));
    }

    #[test]
    fn without_word_from_the_manager_the_match_runs_on_our_clock() {
        let mut times = Times::default();
        times.apply(&Info::TimeoutMatch(10_000));
        times.spend(Duration::from_millis(4000));
        assert_eq!(times.clock(Duration::ZERO).left, Some(Duration::from_millis(5970)));
        times.apply(&Info::TimeLeft(8000));
        assert_eq!(times.clock(Duration::ZERO).left, Some(Duration::from_millis(7970)));
        times.spend(Duration::from_millis(1000));
        assert_eq!(times.clock(Duration::ZERO).left, Some(Duration::from_millis(6970)));
        times.restart();
        assert_eq!(times.clock(Duration::ZERO).left, Some(Duration::from_millis(9970)));
    }

    #[test]
    fn a_time_left_named_before_the_game_counts() {
        let mut times = Times::default();
        times.apply(&Info::TimeLeft(8000));
        times.restart();
        assert_eq!(times.clock(Duration::ZERO).left, Some(Duration::from_millis(7970)));
    }
}
