//! Playing strength as a number.

use std::fmt;

/// Playing strength from 1 (beginner) to 10 (full).
///
/// ```
/// use goren_engine::Level;
///
/// assert_eq!(Level::new(10), Ok(Level::FULL));
/// assert_eq!(Level::new(0).unwrap_err().to_string(), "expected a level from 1 to 10, got `0`");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

impl Level {
    /// A beginner.
    pub const LOWEST: Level = Level(1);
    /// No handicap.
    pub const FULL: Level = Level(10);

    /// A level by its number.
    pub const fn new(number: u8) -> Result<Level, LevelError> {
        if number < Level::LOWEST.0 || number > Level::FULL.0 {
            return Err(LevelError(number));
        }
        Ok(Level(number))
    }

    /// Its number, from 1 to 10.
    pub const fn number(self) -> u8 {
        self.0
    }
}

/// Full strength.
impl Default for Level {
    fn default() -> Level {
        Level::FULL
    }
}

/// A number that is not a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LevelError(u8);

impl fmt::Display for LevelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (lowest, full) = (Level::LOWEST.0, Level::FULL.0);
        write!(f, "expected a level from {lowest} to {full}, got `{}`", self.0)
    }
}

impl std::error::Error for LevelError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_one_to_ten_are_levels() {
        for number in 0..=u8::MAX {
            let level = Level::new(number).map(Level::number);
            assert_eq!(level, if (1..=10).contains(&number) { Ok(number) } else { Err(LevelError(number)) });
        }
    }
}
