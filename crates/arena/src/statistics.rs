//! What a match of game pairs shows about strength: Elo, likelihood of superiority, sequential tests.
//!
//! The unit is the pair: one opening, played twice with the colours swapped. The two games of a pair share their
//! opening and so are not independent; the pairs are.

use std::fmt;
use std::ops::{Add, AddAssign};

use serde::{Deserialize, Serialize};

/// How one game ended for one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GameScore {
    /// No point.
    Loss,
    /// Half a point.
    Draw,
    /// A whole point.
    Win,
}

impl GameScore {
    /// The result for the opponent.
    pub fn reversed(self) -> GameScore {
        match self {
            GameScore::Loss => GameScore::Win,
            GameScore::Draw => GameScore::Draw,
            GameScore::Win => GameScore::Loss,
        }
    }
}

/// Games counted by how they ended for one player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Tally {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Tally {
    /// Counts one more game.
    pub fn count(&mut self, game: GameScore) {
        match game {
            GameScore::Loss => self.losses += 1,
            GameScore::Draw => self.draws += 1,
            GameScore::Win => self.wins += 1,
        }
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Points won: a draw is half a point.
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// Points per game, if there was a game.
    pub fn score(&self) -> Option<f64> {
        (self.games() > 0).then(|| self.points() / self.games() as f64)
    }

    /// The counts for the opponent.
    pub fn reversed(self) -> Tally {
        Tally { wins: self.losses, draws: self.draws, losses: self.wins }
    }
}

impl Add for Tally {
    type Output = Tally;

    fn add(self, other: Tally) -> Tally {
        Tally {
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            losses: self.losses + other.losses,
        }
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        *self = *self + other;
    }
}

/// `+3 =1 -2`.
impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("+{} ={} -{}", self.wins, self.draws, self.losses))
    }
}

/// A number with its 95 % interval. The interval need not be symmetric, and is unbounded where nothing is known.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// The most likely value.
    pub value: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

impl Estimate {
    /// A symmetric interval.
    pub fn around(value: f64, error: f64) -> Estimate {
        Estimate { value, low: value - error, high: value + error }
    }

    /// Half the length of the interval.
    pub fn error(&self) -> f64 {
        if self.low.is_finite() && self.high.is_finite() {
            (self.high - self.low) / 2.0
        } else {
            f64::INFINITY
        }
    }
}

/// `+12.3 ± 4.5`; `+∞` where every point was won; `+0.0 ± ∞` where nothing was played. The precision is one decimal
/// unless the format says otherwise.
impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let places = f.precision().unwrap_or(1);
        let text = if self.value.is_infinite() {
            String::from(if self.value > 0.0 { "+∞" } else { "-∞" })
        } else if self.error().is_infinite() {
            format!("{} ± ∞", signed(self.value, places))
        } else {
            format!("{} ± {:.places$}", signed(self.value, places), self.error())
        };
        // `pad` would truncate the text to the precision, which is already applied.
        let width = f.width().unwrap_or(0);
        match f.align() {
            Some(fmt::Alignment::Right) => write!(f, "{text:>width$}"),
            Some(fmt::Alignment::Center) => write!(f, "{text:^width$}"),
            _ => write!(f, "{text:<width$}"),
        }
    }
}

/// A number with its sign, never `-0.0`.
fn signed(value: f64, places: usize) -> String {
    let text = format!("{value:+.places$}");
    if text.bytes().any(|byte| (b'1'..=b'9').contains(&byte)) { text } else { text.replace('-', "+") }
}

/// Complete game pairs counted by their result for the first player.
///
/// A pair of one win and one loss scores the same as two draws, yet is counted separately: if every pair is of that
/// kind, the openings decide the games and the match measures nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Pairs {
    /// Both games lost.
    pub ll: u64,
    /// A loss and a draw.
    pub ld: u64,
    /// A win and a loss.
    pub wl: u64,
    /// Two draws.
    pub dd: u64,
    /// A win and a draw.
    pub wd: u64,
    /// Both games won.
    pub ww: u64,
}

/// Replaces a count of zero, so that no result is impossible.
const PSEUDOCOUNT: f64 = 1e-3;
/// With fewer pairs there is no interval: their spread is that of chance.
const MIN_PAIRS: u64 = 8;
/// What a pair can score, per game.
const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];
/// Standard errors in half a 95 % interval.
pub(crate) const NORMAL_95: f64 = 1.959964;
/// Normalised Elo per standard deviation of one game.
const NELO: f64 = 800.0 / std::f64::consts::LN_10;

impl Pairs {
    /// Counts one more pair, given the first player's two games in any order.
    pub fn count(&mut self, one: GameScore, other: GameScore) {
        use GameScore::{Draw, Loss, Win};
        let counter = match (one.min(other), one.max(other)) {
            (Loss, Loss) => &mut self.ll,
            (Loss, Draw) => &mut self.ld,
            (Loss, _) => &mut self.wl,
            (Draw, Draw) => &mut self.dd,
            (Draw, _) => &mut self.wd,
            (Win, _) => &mut self.ww,
        };
        *counter += 1;
    }

    /// The pentanomial counts: LL, LD, WL or DD, WD, WW.
    pub fn pentanomial(&self) -> [u64; 5] {
        [self.ll, self.ld, self.wl + self.dd, self.wd, self.ww]
    }

    /// The number of pairs.
    pub fn total(&self) -> u64 {
        self.pentanomial().iter().sum()
    }

    /// The games of the pairs.
    pub fn games(&self) -> Tally {
        Tally {
            wins: 2 * self.ww + self.wd + self.wl,
            draws: self.ld + 2 * self.dd + self.wd,
            losses: 2 * self.ll + self.ld + self.wl,
        }
    }

    /// The counts for the opponent.
    pub fn reversed(self) -> Pairs {
        Pairs { ll: self.ww, ld: self.wd, wl: self.wl, dd: self.dd, wd: self.ld, ww: self.ll }
    }

    /// Points per game, if there was a pair.
    pub fn score(&self) -> Option<f64> {
        self.games().score()
    }

    /// True when every pair is a win and a loss: the openings decide, and the players are not compared at all.
    pub fn measures_nothing(&self) -> bool {
        self.wl > 0 && self.wl == self.total()
    }

    /// Whether these pairs say how far their score is from the true one: there are enough, and they are not all alike.
    pub fn have_spread(&self) -> bool {
        self.total() >= MIN_PAIRS && self.pentanomial().iter().all(|&count| count < self.total())
    }

    /// The Elo difference with its 95 % interval, which is unbounded without a spread.
    ///
    /// After a sequential test has stopped a match this is biased away from zero.
    pub fn elo(&self) -> Estimate {
        let unbounded = |value| Estimate { value, low: f64::NEG_INFINITY, high: f64::INFINITY };
        match self.score() {
            None => unbounded(0.0),
            Some(score) if !self.have_spread() => unbounded(elo_of_score(score)),
            Some(_) => {
                let sample = Sample::new(self);
                let reach = NORMAL_95 * sample.standard_error();
                let elo = |score: f64| elo_of_score(score.clamp(0.001, 0.999));
                Estimate {
                    value: elo(sample.mean),
                    low: elo(sample.mean - reach),
                    high: elo(sample.mean + reach),
                }
            }
        }
    }

    /// The difference in normalised Elo: in units of the standard deviation of the results, so that it determines how
    /// many games a test takes, whatever the openings and the draw rate.
    pub fn nelo(&self) -> Estimate {
        let sample = Sample::new(self);
        if !self.have_spread() {
            let value = match self.score() {
                Some(0.0) => f64::NEG_INFINITY,
                Some(1.0) => f64::INFINITY,
                _ => 0.0,
            };
            return Estimate { value, low: f64::NEG_INFINITY, high: f64::INFINITY };
        }
        let deviation = (2.0 * sample.variance).sqrt();
        let value = (sample.mean - 0.5) / deviation * NELO;
        Estimate::around(value, NORMAL_95 * sample.standard_error() / deviation * NELO)
    }

    /// The likelihood that the first player is the stronger one; `None` without a spread, which says nothing about it.
    pub fn los(&self) -> Option<f64> {
        let sample = Sample::new(self);
        self.have_spread().then(|| normal_cdf((sample.mean - 0.5) / sample.standard_error()))
    }
}

impl Add for Pairs {
    type Output = Pairs;

    fn add(self, other: Pairs) -> Pairs {
        Pairs {
            ll: self.ll + other.ll,
            ld: self.ld + other.ld,
            wl: self.wl + other.wl,
            dd: self.dd + other.dd,
            wd: self.wd + other.wd,
            ww: self.ww + other.ww,
        }
    }
}

impl AddAssign for Pairs {
    fn add_assign(&mut self, other: Pairs) {
        *self = *self + other;
    }
}

/// The Elo difference for an expected score per game; infinite at 0 and 1.
pub fn elo_of_score(score: f64) -> f64 {
    -400.0 * (1.0 / score - 1.0).log10()
}

/// The expected score per game for an Elo difference.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The distribution of the pairs' scores, with no result impossible.
struct Sample {
    pairs: f64,
    frequencies: [f64; 5],
    mean: f64,
    variance: f64,
}

impl Sample {
    fn new(pairs: &Pairs) -> Sample {
        let counts = pairs.pentanomial().map(|count| if count == 0 { PSEUDOCOUNT } else { count as f64 });
        let total: f64 = counts.iter().sum();
        let frequencies = counts.map(|count| count / total);
        let mean = expectation(&frequencies, |score| score);
        let variance = expectation(&frequencies, |score| (score - mean).powi(2));
        Sample { pairs: total, frequencies, mean, variance }
    }

    fn standard_error(&self) -> f64 {
        (self.variance / self.pairs).sqrt()
    }

    /// The log-likelihood of the observations under another distribution.
    fn log_likelihood(&self, other: &[f64; 5]) -> f64 {
        let terms = self.frequencies.iter().zip(other).map(|(observed, expected)| observed * expected.ln());
        self.pairs * terms.sum::<f64>()
    }

    /// The most likely distribution among those under which `contrast` has expectation zero, by a Lagrange
    /// multiplier. `None` if `contrast` does not change sign.
    fn constrained(&self, contrast: &[f64; 5]) -> Option<[f64; 5]> {
        let largest = contrast.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let smallest = contrast.iter().copied().fold(f64::INFINITY, f64::min);
        if largest <= 0.0 || smallest >= 0.0 {
            return None;
        }
        // The expectation falls from +∞ to −∞ between these ends.
        let multiplier = bisect(-1.0 / largest, -1.0 / smallest, |multiplier| {
            self.frequencies.iter().zip(contrast).map(|(p, c)| p * c / (1.0 + multiplier * c)).sum()
        });
        Some(std::array::from_fn(|i| self.frequencies[i] / (1.0 + multiplier * contrast[i])))
    }

    /// The most likely distribution whose mean is `mean`.
    fn with_mean(&self, mean: f64) -> Option<[f64; 5]> {
        self.constrained(&SCORES.map(|score| score - mean))
    }

    /// The most likely distribution whose mean lies `t` of its own standard deviations above one half.
    ///
    /// Such a maximum is stationary under the constraint mean − ½ − tσ = 0. The gradient of that constraint depends on
    /// the distribution through σ alone, so every stationary point is the answer to a linear constraint for some σ,
    /// and is found where that answer has the right mean. There can be several when the data are nearly degenerate,
    /// hence the scan.
    fn with_deviations(&self, t: f64) -> Option<[f64; 5]> {
        if t == 0.0 {
            return self.with_mean(0.5);
        }
        let answer = |sigma: f64| {
            let mean = 0.5 + t * sigma;
            self.constrained(&SCORES.map(|score| {
                let distance = (score - mean) / sigma;
                score - 0.5 - t * sigma * (1.0 + distance * distance) / 2.0
            }))
        };
        let excess = |sigma: f64| {
            let mean = expectation(&answer(sigma)?, |score| score);
            Some((mean - 0.5 - t * sigma) * t.signum())
        };
        // No distribution on [0, 1] that meets the constraint has a larger standard deviation.
        let widest = 0.5 / (1.0 + t * t).sqrt();
        const STEPS: i32 = 160;
        const RATIO: f64 = 0.92;
        let grid: Vec<(f64, Option<f64>)> =
            (0..STEPS).map(|step| widest * RATIO.powi(step)).map(|sigma| (sigma, excess(sigma))).collect();
        grid.windows(2)
            .filter_map(|pair| {
                let [(high, above), (low, below)] = [pair[0], pair[1]];
                let falls = below? >= 0.0 && above.is_none_or(|value| value <= 0.0);
                falls.then(|| answer(bisect(low, high, |sigma| excess(sigma).unwrap_or(-1.0)))).flatten()
            })
            .max_by(|a, b| self.log_likelihood(a).total_cmp(&self.log_likelihood(b)))
    }
}

fn expectation(distribution: &[f64; 5], of: impl Fn(f64) -> f64) -> f64 {
    distribution.iter().zip(SCORES).map(|(probability, score)| probability * of(score)).sum()
}

/// Where a function that is positive at `low` and negative at `high` crosses zero.
fn bisect(mut low: f64, mut high: f64, function: impl Fn(f64) -> f64) -> f64 {
    for _ in 0..f64::MANTISSA_DIGITS {
        let middle = low + (high - low) / 2.0;
        if function(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    low + (high - low) / 2.0
}

/// The standard normal distribution function, by its power series about zero.
pub(crate) fn normal_cdf(x: f64) -> f64 {
    if x.abs() > 8.0 {
        return if x > 0.0 { 1.0 } else { 0.0 };
    }
    let (mut sum, mut term, mut odd) = (x, x, 1.0);
    while term.abs() > 1e-17 {
        odd += 2.0;
        term *= x * x / odd;
        sum += term;
    }
    let density = (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
    (0.5 + density * sum).clamp(0.0, 1.0)
}

/// What the Elo bounds of a sequential test mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EloModel {
    /// Elo as in a rating list: a function of the expected score.
    Logistic,
    /// Elo in units of the standard deviation of the results.
    Normalised,
}

/// A sequential test of two hypotheses about an Elo difference, after each pair.
///
/// The ratio is the generalised one: each hypothesis is represented by the distribution of pair results that fits the
/// observations best among those with its Elo.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "UncheckedSprt")]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    model: EloModel,
}

/// The decision of a sequential test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TestVerdict {
    /// The lower hypothesis is accepted.
    AcceptH0,
    /// The upper hypothesis is accepted.
    AcceptH1,
    /// More pairs are needed.
    Undecided,
}

impl fmt::Display for TestVerdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            TestVerdict::AcceptH0 => "H0 accepted",
            TestVerdict::AcceptH1 => "H1 accepted",
            TestVerdict::Undecided => "undecided",
        })
    }
}

/// Why numbers do not define a test.
#[derive(Clone, Debug, PartialEq)]
pub enum SprtError {
    /// A part of a text that is not as a test is written.
    Text(String),
    /// The Elo bounds are not two numbers within ±500 in ascending order.
    Elo(f64, f64),
    /// The error rates are not positive with a sum below one.
    Rates(f64, f64),
}

impl fmt::Display for SprtError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SprtError::Text(part) => write!(
                f,
                "expected `0,5` or `elo0=0,elo1=10,alpha=0.05,beta=0.05,model=logistic|normalised`, got `{part}`"
            ),
            SprtError::Elo(elo0, elo1) => {
                write!(f, "expected two rising Elo bounds within ±500 such as [0, 5], got [{elo0}, {elo1}]")
            }
            SprtError::Rates(alpha, beta) => {
                write!(f, "expected error rates such as 0.05 and 0.05, got {alpha} and {beta}")
            }
        }
    }
}

impl std::error::Error for SprtError {}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct UncheckedSprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    model: EloModel,
}

impl TryFrom<UncheckedSprt> for Sprt {
    type Error = SprtError;

    fn try_from(raw: UncheckedSprt) -> Result<Sprt, SprtError> {
        Sprt::new(raw.elo0, raw.elo1, raw.alpha, raw.beta, raw.model)
    }
}

impl Sprt {
    /// A test of `elo0` against `elo1` with error probability `alpha` if the first is true and `beta` if the
    /// second is.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64, model: EloModel) -> Result<Sprt, SprtError> {
        if !(-500.0 <= elo0 && elo0 < elo1 && elo1 <= 500.0) {
            return Err(SprtError::Elo(elo0, elo1));
        }
        if !(alpha > 0.0 && beta > 0.0 && alpha + beta < 1.0) {
            return Err(SprtError::Rates(alpha, beta));
        }
        Ok(Sprt { elo0, elo1, alpha, beta, model })
    }

    /// The two Elo differences.
    pub fn hypotheses(&self) -> (f64, f64) {
        (self.elo0, self.elo1)
    }

    /// What the Elo differences mean.
    pub fn model(&self) -> EloModel {
        self.model
    }

    /// The ratios at which the lower and the upper hypothesis are accepted.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The logarithm of the generalised likelihood ratio of the upper hypothesis to the lower. Zero before the first
    /// pair.
    ///
    /// Both models are exact: the constrained maxima are solved, not approximated. (The usual approximations can be
    /// off by two thirds after sixteen pairs.)
    pub fn llr(&self, pairs: &Pairs) -> f64 {
        if pairs.total() == 0 {
            return 0.0;
        }
        let sample = Sample::new(pairs);
        let fit = |elo: f64| match self.model {
            EloModel::Logistic => sample.with_mean(score_of_elo(elo)),
            EloModel::Normalised => sample.with_deviations(elo / NELO * std::f64::consts::SQRT_2),
        };
        match (fit(self.elo0), fit(self.elo1)) {
            (Some(h0), Some(h1)) => sample.log_likelihood(&h1) - sample.log_likelihood(&h0),
            _ => 0.0,
        }
    }

    /// The decision after these pairs.
    pub fn verdict(&self, pairs: &Pairs) -> TestVerdict {
        self.verdict_at(self.llr(pairs))
    }

    /// The decision at this ratio.
    pub fn verdict_at(&self, llr: f64) -> TestVerdict {
        let (lower, upper) = self.bounds();
        if llr <= lower {
            TestVerdict::AcceptH0
        } else if llr >= upper {
            TestVerdict::AcceptH1
        } else {
            TestVerdict::Undecided
        }
    }
}

/// `[0, 5] normalised, α 0.05, β 0.05`.
impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let model = match self.model {
            EloModel::Logistic => "logistic",
            EloModel::Normalised => "normalised",
        };
        write!(f, "[{}, {}] {model}, α {}, β {}", self.elo0, self.elo1, self.alpha, self.beta)
    }
}

#[cfg(test)]
mod tests;
