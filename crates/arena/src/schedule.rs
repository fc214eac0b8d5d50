//! Who meets whom: the rounds of a tournament, determined only by the field and earlier results.

mod knockout;
mod swiss;

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// How a tournament is held. Two contestants in a round robin are a match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum System {
    /// Everyone meets everyone.
    #[default]
    RoundRobin,
    /// The first meets everyone else.
    Gauntlet,
    /// Everyone meets those who are at most `reach` places away in the order of the contestants.
    Ladder {
        /// The number of places.
        reach: usize,
    },
    /// In each round contestants of similar score meet, if possible for the first time.
    Swiss {
        /// The number of rounds.
        rounds: usize,
    },
    /// The loser is out. The order of the contestants is their seeding.
    KnockOut,
}

/// Reads `round-robin`, `gauntlet`, `swiss` (with as many rounds as a knock-out of 64 would take) or `knock-out`.
impl FromStr for System {
    type Err = ParseSystemError;

    fn from_str(text: &str) -> Result<System, ParseSystemError> {
        match text {
            "round-robin" => Ok(System::RoundRobin),
            "gauntlet" => Ok(System::Gauntlet),
            "swiss" => Ok(System::Swiss { rounds: 6 }),
            "knock-out" => Ok(System::KnockOut),
            _ => Err(ParseSystemError(text.to_owned())),
        }
    }
}

/// Text that is no way to hold a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseSystemError(String);

impl fmt::Display for ParseSystemError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected round-robin, gauntlet, swiss or knock-out, got `{}`", self.0)
    }
}

impl std::error::Error for ParseSystemError {}

/// Encounters that can be played concurrently.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    /// The encounters, by indices of contestants.
    pub encounters: Vec<[usize; 2]>,
    /// Pairs of games in each encounter.
    pub pairs: usize,
}

impl Round {
    /// The number of games.
    pub fn games(&self) -> usize {
        2 * self.pairs * self.encounters.len()
    }
}

/// A finished round, with the half points of each side of each encounter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settled {
    /// The round.
    pub round: Round,
    /// The half points, encounter by encounter.
    pub points: Vec<[usize; 2]>,
}

impl System {
    /// The next round after those played, or `None` if the tournament is over.
    pub fn next_round(&self, field: usize, pairs: usize, past: &[Settled]) -> Option<Round> {
        let all_at_once = |encounters: Vec<[usize; 2]>| {
            (past.is_empty() && pairs > 0 && !encounters.is_empty()).then_some(Round { encounters, pairs })
        };
        match *self {
            System::RoundRobin => {
                all_at_once((0..field).flat_map(|a| (a + 1..field).map(move |b| [a, b])).collect())
            }
            System::Gauntlet => all_at_once((1..field).map(|other| [0, other]).collect()),
            System::Ladder { reach } => all_at_once(
                (0..field).flat_map(|a| (a + 1..field.min(a + 1 + reach)).map(move |b| [a, b])).collect(),
            ),
            System::Swiss { rounds } if past.len() < rounds && field > 1 => {
                Some(Round { encounters: swiss::encounters(field, past), pairs })
            }
            System::Swiss { .. } => None,
            System::KnockOut => knockout::next_round(field, pairs, past),
        }
    }

    /// The minimum number of games.
    pub fn games(&self, field: usize, pairs: usize) -> usize {
        let encounters = match *self {
            System::RoundRobin => field * field.saturating_sub(1) / 2,
            System::Gauntlet | System::KnockOut => field.saturating_sub(1),
            System::Ladder { reach } => (1..field).map(|place| place.min(reach)).sum(),
            System::Swiss { rounds } => rounds * (field / 2),
        };
        2 * pairs * encounters
    }
}

#[cfg(test)]
pub(crate) mod fixture {
    use super::{Round, Settled, System};

    /// Plays a tournament in which the lower index always wins, or all games are drawn.
    pub(crate) fn hold(system: System, field: usize, drawn: bool) -> Vec<Settled> {
        let mut past: Vec<Settled> = Vec::new();
        while let Some(round) = system.next_round(field, 2, &past) {
            assert!(past.len() < 100, "the tournament does not end");
            let settle = |round: &Round| {
                let points = |&[a, b]: &[usize; 2]| match drawn {
                    true => [2 * round.pairs, 2 * round.pairs],
                    false if a < b => [4 * round.pairs, 0],
                    false => [0, 4 * round.pairs],
                };
                round.encounters.iter().map(points).collect()
            };
            past.push(Settled { points: settle(&round), round });
        }
        past
    }
}

#[cfg(test)]
mod tests {
    use super::fixture::hold;
    use super::*;

    #[test]
    fn everyone_meets_everyone_once() {
        let past = hold(System::RoundRobin, 5, false);
        assert_eq!(past.len(), 1);
        assert_eq!(past[0].round.encounters.len(), 10);
        assert_eq!(past[0].round.games(), System::RoundRobin.games(5, 2));
    }

    #[test]
    fn on_a_ladder_neighbours_meet() {
        let ladder = System::Ladder { reach: 2 };
        let past = hold(ladder, 4, false);
        assert_eq!(past[0].round.encounters, [[0, 1], [0, 2], [1, 2], [1, 3], [2, 3]]);
        assert_eq!(past[0].round.games(), ladder.games(4, 2));
    }

    #[test]
    fn the_first_runs_the_gauntlet() {
        let past = hold(System::Gauntlet, 4, false);
        assert_eq!(past[0].round.encounters, [[0, 1], [0, 2], [0, 3]]);
    }

    #[test]
    fn one_alone_has_nobody_to_play() {
        let systems = [System::RoundRobin, System::Gauntlet, System::Swiss { rounds: 3 }, System::KnockOut];
        for system in systems {
            assert_eq!(hold(system, 1, false), [], "{system:?}");
        }
    }
}
