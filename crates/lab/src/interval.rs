//! Estimates with 95 % confidence intervals.
//!
//! Shares have Wilson's interval. Medians and ratios have bootstrap intervals: what was sampled (positions, whole
//! games) is drawn again, with replacement, and the middle 95 % of the results are the interval. The draws are seeded, so a
//! repeated run prints the same interval.

use std::fmt;

use goren_core::Random;

use crate::number::{quantile, short, wilson};

/// An estimate with its 95 % confidence interval.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Interval {
    /// The estimate.
    pub(crate) value: f64,
    /// The lower end of its interval…
    pub(crate) low: f64,
    /// …and the upper end.
    pub(crate) high: f64,
}

/// How often the sample is drawn again.
const DRAWS: usize = 1000;

impl Interval {
    /// A statistic of a sample of `count` things, which it is given by their indices.
    pub(crate) fn bootstrap(count: usize, statistic: impl Fn(&[usize]) -> f64) -> Interval {
        let all: Vec<usize> = (0..count).collect();
        let value = statistic(&all);
        if count == 0 {
            return Interval { value, low: value, high: value };
        }
        let mut random = Random::new(1);
        let mut draws: Vec<f64> = (0..DRAWS)
            .map(|_| statistic(&all.iter().map(|_| random.below(count)).collect::<Vec<_>>()))
            .collect();
        draws.sort_by(f64::total_cmp);
        Interval { value, low: quantile(&draws, 0.025), high: quantile(&draws, 0.975) }
    }

    /// The median of independent values.
    pub(crate) fn median(values: &[f64]) -> Interval {
        Interval::bootstrap(values.len(), |drawn| median(drawn.iter().map(|&at| values[at]).collect()))
    }

    /// The median of values that come in groups, such as the moves of a game: whole groups are drawn again.
    pub(crate) fn grouped(groups: &[Vec<f64>]) -> Interval {
        Interval::bootstrap(groups.len(), |drawn| {
            median(drawn.iter().flat_map(|&at| groups[at].iter().copied()).collect())
        })
    }

    /// The geometric mean of ratios.
    pub(crate) fn ratio(ratios: &[f64]) -> Interval {
        Interval::bootstrap(ratios.len(), |drawn| {
            let logs: f64 = drawn.iter().map(|&at| ratios[at].max(1e-12).ln()).sum();
            (logs / drawn.len().max(1) as f64).exp()
        })
    }

    /// The share of `count` trials that succeeded.
    pub(crate) fn share(successes: usize, count: usize) -> Interval {
        let share = successes as f64 / count.max(1) as f64;
        let (low, high) = wilson(share, count as f64);
        Interval { value: share, low, high }
    }

    /// The same quantity on another scale; a falling scale exchanges the ends.
    pub(crate) fn map(self, scale: impl Fn(f64) -> f64) -> Interval {
        let (low, high) = (scale(self.low), scale(self.high));
        Interval { value: scale(self.value), low: low.min(high), high: low.max(high) }
    }

    /// The part that is saved, where this is the cost without something as a multiple of the cost with it.
    pub(crate) fn saved(self) -> Interval {
        self.map(|factor| 1.0 - 1.0 / factor.max(1e-12))
    }

    /// Both ends lie above a number.
    pub(crate) fn is_above(&self, number: f64) -> bool {
        self.low > number
    }

    /// Both ends lie below a number.
    pub(crate) fn is_below(&self, number: f64) -> bool {
        self.high < number
    }

    /// The interval written with a function for its numbers, such as `4.5 (4.1–5)`.
    pub(crate) fn text(&self, write: impl Fn(f64) -> String) -> String {
        format!("{} ({})", write(self.value), self.range(write))
    }

    /// The ends alone, such as `4.1–5`.
    pub(crate) fn range(&self, write: impl Fn(f64) -> String) -> String {
        let (low, high) = (write(self.low), write(self.high));
        let unit = |text: &str| text.split_once(' ').map(|(_, unit)| unit.to_owned());
        match (unit(&low), low.split_once(' ')) {
            _ if low == high => low,
            // One unit for both ends is enough.
            (shared, Some((number, _))) if shared == unit(&high) => format!("{number}–{high}"),
            _ => format!("{low}–{high}"),
        }
    }

    /// As a percentage, such as `80 % (76–83 %)`.
    pub(crate) fn percent(&self) -> String {
        self.text(percent)
    }
}

impl fmt::Display for Interval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(short))
    }
}

/// A fraction as `12 %`; what is almost all is not rounded up to all, nor almost nothing down to nothing.
pub(crate) fn percent(share: f64) -> String {
    let text = match 100.0 * share {
        p if (99.0..100.0).contains(&p) => format!("{:.2} %", (p * 100.0).floor() / 100.0),
        p if p.abs() >= 1000.0 => format!("{} %", short(p)),
        p if p != 0.0 && p.abs() < 9.95 => format!("{p:.1} %"),
        p => format!("{p:.0} %"),
    };
    text.replace('-', "−")
}

/// The middle value; 0 if there are none.
pub(crate) fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    quantile(&values, 0.5)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_of_a_median_encloses_it_and_repeats_itself() {
        let values: Vec<f64> = (0..101).map(f64::from).collect();
        let found = Interval::median(&values);
        assert_eq!(found.value, 50.0);
        // The median's standard error is about 1.25 σ/√n = 3.6.
        assert!((40.0..47.0).contains(&found.low) && (53.0..60.0).contains(&found.high), "{found:?}");
        assert_eq!(found, Interval::median(&values));
    }

    #[test]
    fn values_of_one_group_count_as_one_draw() {
        let one = [vec![1.0; 50], vec![9.0; 50]];
        let apart: Vec<Vec<f64>> = one.iter().flatten().map(|&value| vec![value]).collect();
        assert_eq!((Interval::grouped(&one).low, Interval::grouped(&one).high), (1.0, 9.0));
        let width = |interval: Interval| interval.high - interval.low;
        assert!(width(Interval::grouped(&apart)) <= width(Interval::grouped(&one)));
    }

    #[test]
    fn ratios_are_averaged_by_their_logarithms() {
        let found = Interval::ratio(&[2.0, 8.0]);
        let is_near = |one: f64, other: f64| (one - other).abs() < 1e-9;
        assert!(is_near(found.value, 4.0) && is_near(found.low, 2.0) && is_near(found.high, 8.0));
        let saved = Interval { value: 4.0, low: 2.0, high: 8.0 }.saved();
        assert_eq!((saved.value, saved.low, saved.high), (0.75, 0.5, 0.875));
        assert_eq!(saved.percent(), "75 % (50–88 %)");
    }

    #[test]
    fn almost_all_is_not_rounded_to_all() {
        assert_eq!(percent(0.99999), "99.99 %");
        assert_eq!(percent(0.5), "50 %");
        assert_eq!(percent(1.0), "100 %");
        assert_eq!(percent(-0.034), "−3.4 %");
    }

    #[test]
    fn an_empty_sample_has_no_width() {
        assert_eq!(Interval::median(&[]), Interval::default());
        assert_eq!(Interval::share(0, 0).high, 1.0);
    }
}
