//! Glicko-2 ratings, after Mark Glickman, “Example of the Glicko-2 system” (2012, revised 2022).
//!
//! A solved puzzle is a game that the person won against the puzzle, and both ratings move.

use serde::{Deserialize, Serialize};

/// How much the volatility may change in one period; Glickman recommends 0.3 to 1.2.
const TAU: f64 = 0.5;
/// Points of Glicko per unit of Glicko-2's own scale.
const SCALE: f64 = 173.7178;
/// Where the scale has its zero.
const ORIGIN: f64 = 1500.0;
/// The deviation of somebody unknown, and the largest there is.
const MAX_DEVIATION: f64 = 350.0;
/// The least deviation, so that ratings never freeze.
const MIN_DEVIATION: f64 = 45.0;
/// When the search for the volatility ends.
const TOLERANCE: f64 = 1e-6;
/// The volatility's search converges within a few rounds; this bounds it whatever the input.
const MAX_ROUNDS: usize = 100;

/// How strong somebody, or how hard a puzzle, is thought to be.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rating {
    /// The rating; 1500 is the middle.
    pub rating: f64,
    /// How uncertain it is: two thirds of the time the truth is within one deviation.
    pub deviation: f64,
    /// How much it is expected to change.
    pub volatility: f64,
}

impl Default for Rating {
    /// Somebody unknown.
    fn default() -> Rating {
        Rating { rating: ORIGIN, deviation: MAX_DEVIATION, volatility: 0.06 }
    }
}

impl Rating {
    /// A puzzle with its initial rating, which is known a little better than a person's.
    pub fn of_puzzle(rating: u16) -> Rating {
        Rating { rating: rating.into(), deviation: 200.0, ..Rating::default() }
    }

    /// The expected score of a game, between 0 and 1.
    pub fn expected(&self, other: &Rating) -> f64 {
        let phi = other.deviation / SCALE;
        1.0 / (1.0 + (-weight(phi) * (self.rating - other.rating) / SCALE).exp())
    }

    /// The rating after a period with these games: opponents and scores (1 for a win, 0.5, 0). Without games only the
    /// uncertainty grows.
    pub fn after(&self, games: &[(Rating, f64)]) -> Rating {
        let phi = self.deviation / SCALE;
        if games.is_empty() {
            let deviation = SCALE * phi.hypot(self.volatility);
            return Rating { deviation: deviation.min(MAX_DEVIATION), ..*self };
        }
        let (mut information, mut surplus) = (0.0, 0.0);
        for (other, score) in games {
            let g = weight(other.deviation / SCALE);
            let expected = self.expected(other);
            information += g * g * expected * (1.0 - expected);
            surplus += g * (score - expected);
        }
        let variance = 1.0 / information;
        let volatility = new_volatility(phi, self.volatility, variance, variance * surplus);
        let before = phi.hypot(volatility);
        let deviation = 1.0 / (1.0 / (before * before) + information).sqrt();
        Rating {
            rating: self.rating + SCALE * deviation * deviation * surplus,
            deviation: (SCALE * deviation).clamp(MIN_DEVIATION, MAX_DEVIATION),
            volatility,
        }
    }

    /// A person and a puzzle after one attempt: both move.
    pub fn attempt(person: &Rating, puzzle: &Rating, is_solved: bool) -> (Rating, Rating) {
        let score = f64::from(u8::from(is_solved));
        (person.after(&[(*puzzle, score)]), puzzle.after(&[(*person, 1.0 - score)]))
    }
}

/// Glickman's g: an uncertain opponent counts for less.
fn weight(phi: f64) -> f64 {
    1.0 / (1.0 + 3.0 * phi * phi / (std::f64::consts::PI * std::f64::consts::PI)).sqrt()
}

/// Step 5: the volatility that fits best, by the Illinois method.
fn new_volatility(phi: f64, sigma: f64, variance: f64, delta: f64) -> f64 {
    let start = (sigma * sigma).ln();
    let f = |x: f64| {
        let square = x.exp();
        let sum = phi * phi + variance + square;
        square * (delta * delta - sum) / (2.0 * sum * sum) - (x - start) / (TAU * TAU)
    };
    let (mut low, mut high) = (start, (delta * delta - phi * phi - variance).ln());
    if delta * delta <= phi * phi + variance {
        let steps = (1..MAX_ROUNDS).find(|&k| f(start - k as f64 * TAU) >= 0.0).unwrap_or(MAX_ROUNDS);
        high = start - steps as f64 * TAU;
    }
    let (mut at_low, mut at_high) = (f(low), f(high));
    for _ in 0..MAX_ROUNDS {
        if (high - low).abs() <= TOLERANCE {
            break;
        }
        let next = low + (low - high) * at_low / (at_high - at_low);
        let at_next = f(next);
        if at_next * at_high <= 0.0 {
            (low, at_low) = (high, at_high);
        } else {
            at_low /= 2.0;
        }
        (high, at_high) = (next, at_next);
    }
    (low / 2.0).exp()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(one: f64, other: f64, tolerance: f64) {
        assert!((one - other).abs() < tolerance, "{one} {other}");
    }

    fn rated(rating: f64, deviation: f64) -> Rating {
        Rating { rating, deviation, volatility: 0.06 }
    }

    /// The worked example of the paper, with its figures.
    #[test]
    fn the_published_example_comes_out() {
        let player = rated(1500.0, 200.0);
        let games = [(rated(1400.0, 30.0), 1.0), (rated(1550.0, 100.0), 0.0), (rated(1700.0, 300.0), 0.0)];
        for ((other, _), expected) in games.iter().zip([0.639, 0.432, 0.303]) {
            near(player.expected(other), expected, 0.0005);
        }
        let after = player.after(&games);
        near(after.rating, 1464.06, 0.01);
        near(after.deviation, 151.52, 0.01);
        near(after.volatility, 0.059_99, 0.000_01);
    }

    #[test]
    fn without_games_only_the_uncertainty_grows() {
        let after = rated(1700.0, 50.0).after(&[]);
        assert_eq!((after.rating, after.volatility), (1700.0, 0.06));
        near(after.deviation, (50.0_f64.powi(2) + (0.06 * SCALE).powi(2)).sqrt(), 1e-9);
        assert_eq!(Rating::default().after(&[]).deviation, MAX_DEVIATION);
    }

    #[test]
    fn person_and_puzzle_move_against_each_other() {
        let (person, puzzle) = (Rating::default(), Rating::of_puzzle(1500));
        let (better, easier) = Rating::attempt(&person, &puzzle, true);
        assert!(better.rating > 1500.0 && easier.rating < 1500.0);
        let (worse, harder) = Rating::attempt(&person, &puzzle, false);
        near(better.rating - 1500.0, 1500.0 - worse.rating, 1e-6);
        near(harder.rating - 1500.0, 1500.0 - easier.rating, 1e-6);
        assert!(better.deviation < person.deviation);
        // The puzzle is better known, and moves less.
        assert!(better.rating - 1500.0 > 1500.0 - easier.rating);
    }

    #[test]
    fn ratings_stay_finite_whatever_happens() {
        let mut person = Rating { volatility: 0.3, ..Rating::default() };
        for i in 0..2_000 {
            let puzzle = rated(if i % 7 == 0 { 2800.0 } else { 400.0 }, 45.0);
            person = person.after(&[(puzzle, f64::from(u8::from(i % 7 == 0)))]);
            assert!(person.rating.is_finite() && person.volatility.is_finite());
            assert!((MIN_DEVIATION..=MAX_DEVIATION).contains(&person.deviation));
        }
    }
}
