//! Dates as files write them, brought into an order.

use std::fmt;
use std::str::FromStr;

/// A day, a month or a year; the parts that are unknown are zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Day(u32);

impl Day {
    fn new(year: u32, month: u32, day: u32) -> Option<Day> {
        let is_possible = (1..=9999).contains(&year) && month <= 12 && day <= 31 && (month > 0 || day == 0);
        is_possible.then_some(Day(year * 10_000 + month * 100 + day))
    }

    /// The date in a text of any common form: `2026-11-16`, `2026.11`, `16.11.2026`, `2026`.
    pub fn find(text: &str) -> Option<Day> {
        let numbers: Vec<&str> =
            text.split(|c: char| !c.is_ascii_digit()).filter(|number| !number.is_empty()).take(3).collect();
        let value = |i: usize| numbers.get(i).and_then(|number| number.parse().ok()).unwrap_or(0);
        match numbers.first()?.len() {
            4 => Day::new(value(0), value(1), value(2)).or_else(|| Day::new(value(0), 0, 0)),
            8 if numbers.len() == 1 => Day::new(value(0) / 10_000, value(0) / 100 % 100, value(0) % 100),
            _ if numbers.get(2)?.len() == 4 => Day::new(value(2), value(1), value(0)),
            _ => None,
        }
    }

    /// The year.
    pub fn year(self) -> u32 {
        self.0 / 10_000
    }

    /// As a number, such as 20261116; 0 for no date.
    pub(crate) fn number(day: Option<Day>) -> u32 {
        day.map_or(0, |day| day.0)
    }

    pub(crate) fn of_number(number: u32) -> Option<Day> {
        Day::new(number / 10_000, number / 100 % 100, number % 100)
    }

    /// Whether this can be on or after another date: 2026 is not before 2026-05.
    pub(crate) fn may_be_since(self, other: Day) -> bool {
        self.latest() >= other.0
    }

    /// Whether this can be on or before another date.
    pub(crate) fn may_be_until(self, other: Day) -> bool {
        self.0 <= other.latest()
    }

    fn latest(self) -> u32 {
        match self.0 {
            number if number % 10_000 == 0 => number + 1231,
            number if number % 100 == 0 => number + 31,
            number => number,
        }
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = (self.year(), self.0 / 100 % 100, self.0 % 100);
        match (month, day) {
            (0, _) => write!(f, "{year:04}"),
            (_, 0) => write!(f, "{year:04}-{month:02}"),
            _ => write!(f, "{year:04}-{month:02}-{day:02}"),
        }
    }
}

impl FromStr for Day {
    type Err = ParseDayError;

    fn from_str(text: &str) -> Result<Day, ParseDayError> {
        Day::find(text).ok_or_else(|| ParseDayError(text.chars().take(32).collect()))
    }
}

/// Text that is no date.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseDayError(String);

impl fmt::Display for ParseDayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected a date such as 2026, 2026-11 or 2026-11-16, got `{}`", self.0)
    }
}

impl std::error::Error for ParseDayError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_found_however_they_are_written() {
        for (text, day) in [
            ("2026-11-16", "2026-11-16"),
            ("2026.11.16 14:00", "2026-11-16"),
            ("16.11.2026", "2026-11-16"),
            ("20261116", "2026-11-16"),
            ("2026-11", "2026-11"),
            ("2026", "2026"),
            ("2026-99-99", "2026"),
        ] {
            assert_eq!(Day::find(text).unwrap().to_string(), day, "{text}");
            assert_eq!(Day::of_number(Day::number(Day::find(text))), Day::find(text));
        }
        for text in ["", "yesterday", "1.2", "0", "00000000"] {
            assert_eq!(Day::find(text), None, "{text}");
        }
        assert!("soon".parse::<Day>().unwrap_err().to_string().contains("`soon`"));
    }

    #[test]
    fn a_year_overlaps_its_days() {
        let day = |text: &str| text.parse::<Day>().unwrap();
        assert!(day("2026").may_be_since(day("2026-05")) && day("2026").may_be_until(day("2026-05")));
        assert!(
            !day("2026-04").may_be_since(day("2026-05")) && day("2026-05-31").may_be_until(day("2026-05"))
        );
        assert!(!day("2025-12-31").may_be_since(day("2026")) && !day("2027").may_be_until(day("2026")));
    }
}
