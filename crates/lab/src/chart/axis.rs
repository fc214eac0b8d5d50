//! The axis of a chart, linear or logarithmic.

/// Maps values to fractions of a chart's width or height.
#[derive(Clone, Debug)]
pub(crate) struct Axis {
    /// What it shows.
    pub(crate) name: String,
    is_log: bool,
    low: f64,
    high: f64,
    /// How a tick's value is written.
    pub(super) write: fn(f64) -> String,
}

impl Axis {
    /// A linear axis from `low` to the largest value.
    pub(crate) fn linear(
        name: &str,
        low: f64,
        values: impl Iterator<Item = f64>,
        write: fn(f64) -> String,
    ) -> Axis {
        let high = values.fold(low + 1.0, f64::max);
        Axis { name: name.to_owned(), is_log: false, low, high, write }
    }

    /// A logarithmic axis over the whole powers of ten that enclose all values.
    pub(crate) fn log(name: &str, values: impl Iterator<Item = f64>, write: fn(f64) -> String) -> Axis {
        let range = values.filter(|value| value.is_finite() && *value > 0.0);
        let (low, high) = range
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)));
        let (low, high) = if low <= high { (low, high) } else { (1.0, 10.0) };
        let low = 10f64.powf((low.log10() + 1e-9).floor());
        let high = 10f64.powf((high.log10() - 1e-9).ceil()).max(low * 10.0);
        Axis { name: name.to_owned(), is_log: true, low, high, write }
    }

    /// Where a value lies, from 0 to 1; values outside are clamped.
    pub(crate) fn share(&self, value: f64) -> f64 {
        let scaled = |value: f64| if self.is_log { value.max(f64::MIN_POSITIVE).log10() } else { value };
        let (low, high) = (scaled(self.low), scaled(self.high));
        ((scaled(value) - low) / (high - low)).clamp(0.0, 1.0)
    }

    /// The ticks with their labels: whole powers of ten, or about `count` round numbers.
    pub(crate) fn ticks(&self, count: usize) -> Vec<(f64, String)> {
        let values: Vec<f64> = if self.is_log {
            let (first, last) = (self.low.log10().round() as i32, self.high.log10().round() as i32);
            let step = ((last - first) as usize).div_ceil(count.max(1)).max(1);
            (first..=last).step_by(step).map(|power| 10f64.powi(power)).collect()
        } else {
            let rough = (self.high - self.low) / count.max(1) as f64;
            let power = 10f64.powf(rough.log10().floor());
            let step =
                [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power).into_iter().find(|step| *step >= rough);
            let step = step.unwrap_or(10.0 * power).max(1.0);
            let (first, last) = ((self.low / step).ceil() as i64, (self.high / step).floor() as i64);
            (first..=last).map(|index| index as f64 * step).collect()
        };
        values.into_iter().map(|value| (value, (self.write)(value))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(value: f64) -> String {
        value.to_string()
    }

    #[test]
    fn a_log_axis_spans_whole_powers_of_ten() {
        let axis = Axis::log("t", [0.3, 45.0, 0.0, f64::NAN].into_iter(), plain);
        let ticks: Vec<String> = axis.ticks(5).into_iter().map(|tick| tick.1).collect();
        assert_eq!(ticks, ["0.1", "1", "10", "100"]);
        assert!((axis.share(1.0) - 1.0 / 3.0).abs() < 1e-9);
        assert_eq!((axis.share(0.0), axis.share(1e9)), (0.0, 1.0));
        assert_eq!(Axis::log("t", [].into_iter(), plain).share(1.0), 0.0);
    }

    #[test]
    fn a_linear_axis_has_round_ticks() {
        let axis = Axis::linear("n", 0.0, [43.0].into_iter(), plain);
        let ticks: Vec<f64> = axis.ticks(5).into_iter().map(|tick| tick.0).collect();
        assert_eq!(ticks, [0.0, 10.0, 20.0, 30.0, 40.0]);
    }
}
