//! Time controls and durations, and their text form.

use alloc::string::String;
use core::fmt;
use core::str::FromStr;
use core::time::Duration;

/// What a player's clock allows for a whole game. Unlimited by default.
///
/// Its text is `2s` (for each move), `5m+3s` (for the game, with an increment after each move), both as in
/// `5m+3s/10s`, or `none`. Units are `ms`, `s`, `m` and `h`.
///
/// ```
/// use goren_core::TimeControl;
/// use std::time::Duration;
///
/// let control: TimeControl = "5m+3s/10s".parse()?;
/// assert_eq!(control.game, Some(Duration::from_secs(300)));
/// assert_eq!(control.turn, Some(Duration::from_secs(10)));
/// assert_eq!(control.to_string(), "5m+3s/10s");
/// # Ok::<(), goren_core::ParseTimeError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct TimeControl {
    /// The maximum time for one move.
    pub turn: Option<Duration>,
    /// The time for the whole game.
    pub game: Option<Duration>,
    /// The increment after each move, if the game's time is limited.
    pub increment: Duration,
}

impl TimeControl {
    /// No limit.
    pub const NONE: TimeControl = TimeControl { turn: None, game: None, increment: Duration::ZERO };

    /// A limit for each move only.
    pub const fn per_move(turn: Duration) -> TimeControl {
        TimeControl { turn: Some(turn), ..TimeControl::NONE }
    }

    /// Whether there is no limit at all.
    pub fn is_none(&self) -> bool {
        self.turn.is_none() && self.game.is_none()
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.game, self.turn) {
            (None, None) => f.write_str("none"),
            (None, Some(turn)) => Text(turn).fmt(f),
            (Some(game), turn) => {
                write!(f, "{}+{}", Text(game), Text(self.increment))?;
                turn.map_or(Ok(()), |turn| write!(f, "/{}", Text(turn)))
            }
        }
    }
}

impl FromStr for TimeControl {
    type Err = ParseTimeError;

    fn from_str(text: &str) -> Result<TimeControl, ParseTimeError> {
        let bad = || ParseTimeError { text: text.chars().take(32).collect(), is_control: true };
        let time = |text: &str| parse_duration(text).map_err(|_| bad());
        if text == "none" {
            return Ok(TimeControl::NONE);
        }
        let Some((game, rest)) = text.split_once('+') else {
            return time(text).map(TimeControl::per_move);
        };
        let (increment, turn) = match rest.split_once('/') {
            Some((increment, turn)) => (increment, Some(time(turn)?)),
            None => (rest, None),
        };
        Ok(TimeControl { turn, game: Some(time(game)?), increment: time(increment)? })
    }
}

/// The largest duration accepted: small enough that sums never overflow.
const MAX_HOURS: u64 = 1_000_000;

/// Reads a duration such as `100ms`, `2.5s`, `3m`, `1h` or `0`, to the microsecond.
pub fn parse_duration(text: &str) -> Result<Duration, ParseTimeError> {
    let bad = || ParseTimeError { text: text.chars().take(32).collect(), is_control: false };
    let digits = text.find(|char: char| !char.is_ascii_digit() && char != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    let micros = match unit {
        "ms" => 1_000_u64,
        "s" => 1_000_000,
        "m" => 60_000_000,
        "h" => 3_600_000_000,
        "" if number == "0" => 1,
        _ => return Err(bad()),
    };
    let number: f64 = number.parse().map_err(|_| bad())?;
    let micros = number * micros as f64 + 0.5;
    if micros > (MAX_HOURS * 3_600_000_000) as f64 {
        return Err(bad());
    }
    Ok(Duration::from_micros(micros as u64))
}

/// The text of a duration, in the largest unit that divides it; microseconds are decimals of `ms`.
pub fn duration_text(duration: Duration) -> impl fmt::Display {
    Text(duration)
}

struct Text(Duration);

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let micros = self.0.as_micros();
        if micros == 0 {
            return f.write_str("0s");
        }
        for (unit, name) in [(3_600_000_000, "h"), (60_000_000, "m"), (1_000_000, "s"), (1_000, "ms")] {
            if micros.is_multiple_of(unit) {
                return write!(f, "{}{name}", micros / unit);
            }
        }
        write!(f, "{}.{:03}ms", micros / 1_000, micros % 1_000)
    }
}

/// Text that is not a duration or time control.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseTimeError {
    text: String,
    is_control: bool,
}

impl fmt::Display for ParseTimeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let expected = match self.is_control {
            true => "a time such as `2s` for a move, `5m+3s` for a game, `5m+3s/10s` or `none`",
            false => "a time such as `100ms`, `2.5s` or `3m`",
        };
        write!(f, "expected {expected}, got `{}`", self.text)
    }
}

impl core::error::Error for ParseTimeError {}

#[cfg(test)]
mod tests {
    use super::*;
    use std::string::ToString;

    #[test]
    fn time_controls_read_back_as_they_are_written() {
        for text in
            ["none", "100ms", "2s", "90s+0s", "5m+3s", "1h+1500ms", "5m+3s/10s", "0.250ms", "0s", "5m+0s"]
        {
            let control: TimeControl = text.parse().unwrap();
            let written = control.to_string();
            assert_eq!(written.parse(), Ok(control));
            assert_eq!(written, text);
        }
        let decimals: TimeControl = "1.5m+0".parse().unwrap();
        assert_eq!(decimals.to_string(), "90s+0s");
    }

    #[test]
    fn the_parts_mean_what_they_say() {
        let control: TimeControl = "10m+2.5s/30s".parse().unwrap();
        let (turn, game) = (Duration::from_secs(30), Duration::from_secs(600));
        let increment = Duration::from_millis(2500);
        assert_eq!(control, TimeControl { turn: Some(turn), game: Some(game), increment });
        assert_eq!("30s".parse(), Ok(TimeControl::per_move(turn)));
        assert!(TimeControl::NONE.is_none() && !control.is_none());
    }

    #[test]
    fn what_is_no_time_is_quoted() {
        let long = "9".repeat(40) + "h";
        for text in
            ["", "5", "-1s", "5x", "s", "1.2.3s", "5m+", "+3s", "5m+3s/", "5m/3s", "1e3s", "inf", &long]
        {
            let error = text.parse::<TimeControl>().unwrap_err().to_string();
            let shown: String = text.chars().take(32).collect();
            assert!(error.ends_with(&std::format!("got `{shown}`")), "{error}");
        }
        assert!(parse_duration("100").unwrap_err().to_string().contains("`100ms`"));
    }
}
