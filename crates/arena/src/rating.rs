//! A rating list: the Elo ratings under which the games of many players are most likely.
//!
//! The model is Bradley and Terry's with draws as half points: Black's expected score is the logistic function of the
//! rating difference plus, optionally, an advantage of Black that is the same for all. Every rating is the one at
//! which the player's expected points equal the points it made, so two players differ by the Elo of their score.
//!
//! So that a player who won everything has a finite rating, each player is given one virtual draw, shared among its
//! opponents in proportion to the games; hence two virtual draws for a pair who met only each other.

mod matrix;

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::statistics::{Estimate, NORMAL_95, Tally, normal_cdf};
use matrix::Matrix;

/// The games of two players with a fixed assignment of colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pairing {
    /// The player with Black.
    pub black: usize,
    /// The player with White.
    pub white: usize,
    /// How the games ended for Black.
    pub games: Tally,
}

/// The zero point of the ratings.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Anchor {
    /// The mean of the ratings.
    Mean(f64),
    /// The rating of one player.
    Player {
        /// The player.
        player: usize,
        /// Its rating.
        rating: f64,
    },
}

/// The ratings of players, numbered from zero.
#[derive(Clone, Debug)]
pub struct RatingList {
    ratings: Vec<Option<Estimate>>,
    groups: Vec<Vec<usize>>,
    black_advantage: Option<Estimate>,
    /// Of the ratings, relative to the first player of each group, in Elo².
    covariance: Matrix,
}

/// Why games cannot be rated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RatingError {
    /// A player number that is out of range.
    Unknown {
        /// Its number.
        player: usize,
        /// How many players there are.
        players: usize,
    },
    /// A game of a player against itself.
    Oneself(usize),
}

impl fmt::Display for RatingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RatingError::Unknown { player, players } => {
                write!(f, "expected a player below {players}, got {player}")
            }
            RatingError::Oneself(player) => write!(f, "player {player} is paired with itself"),
        }
    }
}

impl std::error::Error for RatingError {}

/// Elo per unit of the logistic function's argument.
const SCALE: f64 = 400.0 / std::f64::consts::LN_10;

impl RatingList {
    /// Rates players by their games; Black's advantage is either estimated too or assumed to be zero.
    ///
    /// Players who are not linked by games cannot be compared. Each such group is rated separately: the anchored
    /// player's group relative to that player, every other group relative to its mean, which is set to the anchor's
    /// rating.
    pub fn fit(
        players: usize,
        pairings: &[Pairing],
        anchor: Anchor,
        black_advantage: bool,
    ) -> Result<RatingList, RatingError> {
        let check = |player| {
            if player < players { Ok(()) } else { Err(RatingError::Unknown { player, players }) }
        };
        for pairing in pairings {
            check(pairing.black)?;
            check(pairing.white)?;
            if pairing.black == pairing.white {
                return Err(RatingError::Oneself(pairing.black));
            }
        }
        if let Anchor::Player { player, .. } = anchor {
            check(player)?;
        }
        let groups = groups(players, pairings);
        let model = Model::new(players, pairings, &groups, black_advantage);
        let parameters = model.maximise();
        let (_, information) = model.slope(&parameters);
        let unscaled = information.inverse().scaled(model.dispersion(&parameters, pairings));

        let at = |matrix: &Matrix, i: Option<usize>, j: Option<usize>| match (i, j) {
            (Some(i), Some(j)) => matrix.at(i, j) * SCALE * SCALE,
            _ => 0.0,
        };
        let mut covariance = Matrix::zero(players);
        for i in 0..players {
            for j in 0..players {
                *covariance.at_mut(i, j) = at(&unscaled, model.unknown[i], model.unknown[j]);
            }
        }
        let mut ratings = vec![None; players];
        for group in &groups {
            let (weights, origin) = match anchor {
                Anchor::Player { player, rating } if group.contains(&player) => (vec![(player, 1.0)], rating),
                Anchor::Player { rating, .. } => (mean_of(group), rating),
                Anchor::Mean(mean) => (mean_of(group), mean),
            };
            let value = |player: usize| model.rating(&parameters, player) * SCALE;
            let reference: f64 = weights.iter().map(|&(player, weight)| weight * value(player)).sum();
            let spread: f64 = weights
                .iter()
                .flat_map(|&(i, a)| weights.iter().map(move |&(j, b)| (i, j, a * b)))
                .map(|(i, j, weight)| weight * covariance.at(i, j))
                .sum();
            for &player in group {
                let shared: f64 =
                    weights.iter().map(|&(other, weight)| weight * covariance.at(player, other)).sum();
                let variance = covariance.at(player, player) - 2.0 * shared + spread;
                let error = NORMAL_95 * variance.max(0.0).sqrt();
                ratings[player] = Some(Estimate::around(origin + value(player) - reference, error));
            }
        }
        let black_advantage = model.advantage.map(|index| {
            let variance = at(&unscaled, Some(index), Some(index));
            Estimate::around(parameters[index] * SCALE, NORMAL_95 * variance.sqrt())
        });
        Ok(RatingList { ratings, groups, black_advantage, covariance })
    }

    /// A player's rating with its 95 % interval relative to the anchor; `None` for a player without games.
    pub fn rating(&self, player: usize) -> Option<Estimate> {
        self.ratings.get(player).copied().flatten()
    }

    /// The players linked by games, group by group. Ratings of different groups cannot be compared.
    pub fn groups(&self) -> &[Vec<usize>] {
        &self.groups
    }

    /// The advantage of Black in Elo, if it was estimated and there were games.
    pub fn black_advantage(&self) -> Option<Estimate> {
        self.black_advantage
    }

    /// How much stronger one player is than another, with the 95 % interval of the difference itself; `None`
    /// if no games link them.
    pub fn difference(&self, one: usize, other: usize) -> Option<Estimate> {
        let (value, deviation) = self.compare(one, other)?;
        Some(Estimate::around(value, NORMAL_95 * deviation))
    }

    /// The likelihood that one player is stronger than another; `None` if no games link them.
    pub fn los(&self, one: usize, other: usize) -> Option<f64> {
        let (value, deviation) = self.compare(one, other)?;
        Some(if deviation > 0.0 { normal_cdf(value / deviation) } else { 0.5 })
    }

    fn compare(&self, one: usize, other: usize) -> Option<(f64, f64)> {
        let linked = self.groups.iter().any(|group| group.contains(&one) && group.contains(&other));
        let value = self.rating(one)?.value - self.rating(other)?.value;
        let variance = self.covariance.at(one, one) + self.covariance.at(other, other)
            - 2.0 * self.covariance.at(one, other);
        linked.then_some((value, variance.max(0.0).sqrt()))
    }
}

fn mean_of(group: &[usize]) -> Vec<(usize, f64)> {
    group.iter().map(|&player| (player, 1.0 / group.len() as f64)).collect()
}

/// The players with games, grouped by the games that link them, in ascending order.
fn groups(players: usize, pairings: &[Pairing]) -> Vec<Vec<usize>> {
    let mut group_of: Vec<usize> = (0..players).collect();
    let mut played = vec![false; players];
    for pairing in pairings.iter().filter(|pairing| pairing.games.games() > 0) {
        (played[pairing.black], played[pairing.white]) = (true, true);
        let (old, new) = (group_of[pairing.black], group_of[pairing.white]);
        for group in &mut group_of {
            if *group == old {
                *group = new;
            }
        }
    }
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for player in (0..players).filter(|&player| played[player]) {
        match groups.iter_mut().find(|group| group_of[group[0]] == group_of[player]) {
            Some(group) => group.push(player),
            None => groups.push(vec![player]),
        }
    }
    groups
}

/// Fractional game counts, virtual draws included.
struct Meeting {
    black: usize,
    white: usize,
    games: f64,
    points: f64,
}

/// The likelihood as a function of its free parameters.
struct Model {
    meetings: Vec<Meeting>,
    /// The parameter of each player's rating. The first player of a group has none: its rating is fixed at zero.
    unknown: Vec<Option<usize>>,
    advantage: Option<usize>,
    size: usize,
}

impl Model {
    fn new(players: usize, pairings: &[Pairing], groups: &[Vec<usize>], black_advantage: bool) -> Model {
        let mut games = vec![0.0; players];
        for pairing in pairings {
            games[pairing.black] += pairing.games.games() as f64;
            games[pairing.white] += pairing.games.games() as f64;
        }
        let mut meetings = Vec::new();
        for &Pairing { black, white, games: tally } in pairings {
            let count = tally.games() as f64;
            if count > 0.0 {
                // Half of the virtual draws have the colours reversed, so that they carry no information about colours.
                let virtual_draws = (count / games[black] + count / games[white]) / 2.0;
                let points = tally.points() + virtual_draws / 2.0;
                meetings.push(Meeting { black, white, games: count + virtual_draws, points });
                let (black, white) = (white, black);
                meetings.push(Meeting { black, white, games: virtual_draws, points: virtual_draws / 2.0 });
            }
        }
        let mut unknown = vec![None; players];
        let mut size = 0;
        for &player in groups.iter().flat_map(|group| &group[1..]) {
            unknown[player] = Some(size);
            size += 1;
        }
        let advantage = (black_advantage && !groups.is_empty()).then_some(size);
        Model { meetings, unknown, advantage, size: size + usize::from(advantage.is_some()) }
    }

    fn rating(&self, parameters: &[f64], player: usize) -> f64 {
        self.unknown[player].map_or(0.0, |index| parameters[index])
    }

    /// The logistic function's argument for Black.
    fn edge(&self, parameters: &[f64], meeting: &Meeting) -> f64 {
        self.rating(parameters, meeting.black) - self.rating(parameters, meeting.white)
            + self.advantage.map_or(0.0, |index| parameters[index])
    }

    fn log_likelihood(&self, parameters: &[f64]) -> f64 {
        let term = |meeting: &Meeting| {
            let edge = self.edge(parameters, meeting);
            // ln(1 + eˣ) without overflow.
            meeting.points * edge - meeting.games * (edge.max(0.0) + (-edge.abs()).exp().ln_1p())
        };
        self.meetings.iter().map(term).sum()
    }

    /// The gradient and the information (the Hessian with its sign changed).
    fn slope(&self, parameters: &[f64]) -> (Vec<f64>, Matrix) {
        let mut gradient = vec![0.0; self.size];
        let mut information = Matrix::zero(self.size);
        for meeting in &self.meetings {
            let expected = logistic(self.edge(parameters, meeting));
            let weight = meeting.games * expected * (1.0 - expected);
            let surplus = meeting.points - meeting.games * expected;
            let directions = [
                (self.unknown[meeting.black], 1.0),
                (self.unknown[meeting.white], -1.0),
                (self.advantage, 1.0),
            ];
            let directions = directions.iter().filter_map(|&(index, sign)| Some((index?, sign)));
            for (i, a) in directions.clone() {
                gradient[i] += a * surplus;
                for (j, b) in directions.clone() {
                    *information.at_mut(i, j) += a * b * weight;
                }
            }
        }
        (gradient, information)
    }

    /// Newton's method with step halving, which always succeeds eventually because the log-likelihood is concave.
    fn maximise(&self) -> Vec<f64> {
        let mut parameters = vec![0.0; self.size];
        let mut best = self.log_likelihood(&parameters);
        for _ in 0..200 {
            let (gradient, information) = self.slope(&parameters);
            let step = information.solve(&gradient);
            let mut length = 1.0;
            let improved = loop {
                let trial: Vec<f64> = parameters.iter().zip(&step).map(|(p, s)| p + length * s).collect();
                let likelihood = self.log_likelihood(&trial);
                if likelihood >= best {
                    let gain = likelihood - best;
                    (parameters, best) = (trial, likelihood);
                    break gain > 0.0;
                }
                length /= 2.0;
                if length < 1e-6 {
                    break false;
                }
            };
            if !improved || step.iter().all(|s| s.abs() < 1e-12) {
                break;
            }
        }
        parameters
    }

    /// The variance of a score relative to that without draws: a draw takes a quarter off the variance of a game.
    fn dispersion(&self, parameters: &[f64], pairings: &[Pairing]) -> f64 {
        let variance = |meeting: &Meeting| {
            let expected = logistic(self.edge(parameters, meeting));
            meeting.games * expected * (1.0 - expected)
        };
        let without: f64 = self.meetings.iter().map(variance).sum();
        let draws: u64 = pairings.iter().map(|pairing| pairing.games.draws).sum();
        if without > 0.0 { (1.0 - draws as f64 / 4.0 / without).clamp(0.05, 1.0) } else { 1.0 }
    }
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::{elo_of_score, score_of_elo};

    fn tally(wins: u64, draws: u64, losses: u64) -> Tally {
        Tally { wins, draws, losses }
    }

    fn pairing(black: usize, white: usize, games: Tally) -> Pairing {
        Pairing { black, white, games }
    }

    fn close(got: f64, expected: f64, tolerance: f64) {
        assert!((got - expected).abs() <= tolerance, "got {got}, expected {expected}");
    }

    /// Everyone against everyone with both colours, each result the expected one up to rounding.
    fn tournament(ratings: &[f64], advantage: f64, games: u64) -> Vec<Pairing> {
        let mut pairings = Vec::new();
        for (i, black) in ratings.iter().enumerate() {
            for (j, white) in ratings.iter().enumerate().filter(|&(j, _)| j != i) {
                let wins = (games as f64 * score_of_elo(black - white + advantage)).round() as u64;
                pairings.push(pairing(i, j, tally(wins, 0, games - wins)));
            }
        }
        pairings
    }

    const KNOWN: [f64; 5] = [310.0, 120.0, -10.0, -55.0, -365.0];

    #[test]
    fn known_ratings_and_advantage_are_recovered() {
        let list = RatingList::fit(5, &tournament(&KNOWN, 35.0, 1_000_000), Anchor::Mean(0.0), true).unwrap();
        for (player, rating) in KNOWN.iter().enumerate() {
            close(list.rating(player).unwrap().value, *rating, 0.02);
        }
        close(list.black_advantage().unwrap().value, 35.0, 0.02);
        assert_eq!(list.groups(), [[0, 1, 2, 3, 4]]);
    }

    #[test]
    fn an_anchor_moves_all_ratings_and_is_exact() {
        let pairings = tournament(&KNOWN, 0.0, 100);
        let free = RatingList::fit(5, &pairings, Anchor::Mean(0.0), false).unwrap();
        let anchor = Anchor::Player { player: 3, rating: 1500.0 };
        let anchored = RatingList::fit(5, &pairings, anchor, false).unwrap();
        assert_eq!(anchored.rating(3).unwrap(), Estimate { value: 1500.0, low: 1500.0, high: 1500.0 });
        let shift = 1500.0 - free.rating(3).unwrap().value;
        for player in 0..5 {
            close(anchored.rating(player).unwrap().value - free.rating(player).unwrap().value, shift, 1e-6);
            close(
                anchored.difference(player, 0).unwrap().error(),
                free.difference(player, 0).unwrap().error(),
                1e-6,
            );
            close(
                anchored.difference(player, 3).unwrap().error(),
                anchored.rating(player).unwrap().error(),
                1e-6,
            );
        }
        close((0..5).map(|player| free.rating(player).unwrap().value).sum(), 0.0, 1e-6);
    }

    #[test]
    fn two_players_differ_by_the_elo_of_their_score() {
        let (one, other) = (tally(300, 100, 100), tally(120, 80, 300));
        let list = RatingList::fit(2, &[pairing(0, 1, one), pairing(1, 0, other)], Anchor::Mean(0.0), false)
            .unwrap();
        let games = one + other.reversed();
        let with_virtual_draws = (games.points() + 1.0) / (games.games() as f64 + 2.0);
        let difference = list.difference(0, 1).unwrap();
        close(difference.value, elo_of_score(with_virtual_draws), 1e-6);
        close(difference.value, elo_of_score(games.score().unwrap()), 1.0);

        // The error of the mean of independent games, through the slope of the Elo curve.
        let score = games.score().unwrap();
        let variance = score * (1.0 - score) - games.draws as f64 / games.games() as f64 / 4.0;
        let error = NORMAL_95 * (variance / games.games() as f64).sqrt() * SCALE / (score * (1.0 - score));
        close(difference.error(), error, 0.05);
        close(list.los(0, 1).unwrap() + list.los(1, 0).unwrap(), 1.0, 1e-12);
    }

    #[test]
    fn mirrored_results_make_mirrored_ratings() {
        let pairings = tournament(&KNOWN, 20.0, 60);
        let mirrored: Vec<Pairing> =
            pairings.iter().map(|p| pairing(p.black, p.white, p.games.reversed())).collect();
        let list = RatingList::fit(5, &pairings, Anchor::Mean(0.0), true).unwrap();
        let other = RatingList::fit(5, &mirrored, Anchor::Mean(0.0), true).unwrap();
        for player in 0..5 {
            close(list.rating(player).unwrap().value, -other.rating(player).unwrap().value, 1e-6);
            close(list.rating(player).unwrap().error(), other.rating(player).unwrap().error(), 1e-6);
        }
        close(list.black_advantage().unwrap().value, -other.black_advantage().unwrap().value, 1e-6);
    }

    #[test]
    fn the_error_falls_with_the_root_of_the_number_of_games() {
        let error = |games| {
            let list = RatingList::fit(5, &tournament(&KNOWN, 0.0, games), Anchor::Mean(0.0), false).unwrap();
            list.rating(1).unwrap().error()
        };
        close(error(10_000) / error(1_000_000), 10.0, 0.05);
    }

    #[test]
    fn a_perfect_score_has_a_finite_rating_that_grows_with_the_games() {
        let rate = |games| {
            let list =
                RatingList::fit(2, &[pairing(0, 1, tally(games, 0, 0))], Anchor::Mean(0.0), false).unwrap();
            list.difference(0, 1).unwrap()
        };
        close(rate(10).value, elo_of_score(11.0 / 12.0), 1e-6);
        assert!(rate(100).value > rate(10).value + 300.0);
        assert!(rate(10).low > 0.0 && rate(10).high.is_finite());
    }

    #[test]
    fn players_without_a_link_are_not_compared() {
        let pairings =
            [pairing(0, 2, tally(6, 0, 4)), pairing(4, 1, tally(5, 0, 5)), pairing(0, 1, Tally::default())];
        let anchor = Anchor::Player { player: 0, rating: 100.0 };
        let list = RatingList::fit(5, &pairings, anchor, true).unwrap();
        assert_eq!(list.groups(), [[0, 2], [1, 4]]);
        assert_eq!(list.difference(0, 1), None);
        assert_eq!(list.los(2, 4), None);
        assert_eq!(list.rating(3), None);
        assert_eq!(list.los(3, 3), None);
        close(list.rating(1).unwrap().value + list.rating(4).unwrap().value, 200.0, 1e-6);
        assert!(list.difference(0, 2).unwrap().value.is_finite());
    }

    #[test]
    fn the_colours_explain_what_the_colours_did() {
        // Black always wins: the players are equal and Black is worth much.
        let pairings = [pairing(0, 1, tally(20, 0, 0)), pairing(1, 0, tally(20, 0, 0))];
        let list = RatingList::fit(2, &pairings, Anchor::Mean(0.0), true).unwrap();
        close(list.difference(0, 1).unwrap().value, 0.0, 1e-6);
        assert!(list.black_advantage().unwrap().low > 100.0);
    }

    #[test]
    fn nothing_played_rates_nobody() {
        for black_advantage in [false, true] {
            let list = RatingList::fit(3, &[], Anchor::Mean(0.0), black_advantage).unwrap();
            assert_eq!((list.rating(0), list.black_advantage()), (None, None));
            assert!(list.groups().is_empty());
        }
        assert!(RatingList::fit(0, &[], Anchor::Mean(0.0), true).is_ok());
    }

    #[test]
    fn all_draws_are_no_difference() {
        let list = RatingList::fit(2, &[pairing(0, 1, tally(0, 40, 0))], Anchor::Mean(0.0), true).unwrap();
        let difference = list.difference(0, 1).unwrap();
        close(difference.value, 0.0, 1e-9);
        assert!(difference.error() > 0.0 && difference.error().is_finite());
    }

    #[test]
    fn players_that_are_not_there_are_refused() {
        let fit = |pairing, anchor| RatingList::fit(2, &[pairing], anchor, false).unwrap_err();
        let good = pairing(0, 1, tally(1, 0, 0));
        let unknown = RatingError::Unknown { player: 2, players: 2 };
        assert_eq!(fit(pairing(0, 2, tally(1, 0, 0)), Anchor::Mean(0.0)), unknown);
        assert_eq!(fit(good, Anchor::Player { player: 2, rating: 0.0 }), unknown);
        assert_eq!(fit(pairing(1, 1, tally(1, 0, 0)), Anchor::Mean(0.0)), RatingError::Oneself(1));
    }
}
