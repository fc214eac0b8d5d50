//! Numbers as people read them, and the statistics that the experiments need.

/// A number of seconds as a time such as `12 µs`, `3.4 ms` or `1.5 s`.
pub(crate) fn seconds(seconds: f64) -> String {
    let (value, unit) = match seconds {
        s if s < 0.999_5e-3 => (s * 1e6, "µs"),
        s if s < 0.999_5 => (s * 1e3, "ms"),
        s => (s, "s"),
    };
    format!("{} {unit}", short(value))
}

/// A number with at most three significant figures: `0.25`, `3.4`, `120`, `4.5 k`, `12 M`.
pub(crate) fn short(value: f64) -> String {
    match value.abs() {
        v if v >= 9.995e8 => format!("{} G", tenths(value / 1e9)),
        v if v >= 9.95e6 => format!("{:.0} M", value / 1e6),
        v if v >= 9.995e5 => format!("{} M", tenths(value / 1e6)),
        v if v >= 9.95e3 => format!("{:.0} k", value / 1e3),
        v if v >= 999.5 => format!("{} k", tenths(value / 1e3)),
        v if v >= 9.95 => format!("{value:.0}"),
        v if v >= 0.995 => tenths(value),
        0.0 => "0".to_owned(),
        _ => format!("{value:.2}"),
    }
}

/// One decimal, or none if it would be 0.
fn tenths(value: f64) -> String {
    let text = format!("{value:.1}");
    text.strip_suffix(".0").map_or_else(|| text.clone(), str::to_owned)
}

/// The mean; 0 if there are no values.
pub(crate) fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = values.fold((0.0, 0usize), |(sum, count), value| (sum + value, count + 1));
    if count == 0 { 0.0 } else { sum / count as f64 }
}

/// The mean without the lowest and the highest tenth, because a busy machine makes single moves slow.
pub(crate) fn trimmed(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    let tenth = values.len() / 10;
    mean(values[tenth..values.len() - tenth].iter().copied())
}

/// The value below which this share of all values lies; 0 if there are no values.
pub(crate) fn quantile(sorted: &[f64], share: f64) -> f64 {
    let Some(last) = sorted.len().checked_sub(1) else { return 0.0 };
    let place = share * last as f64;
    let (low, high) = (place.floor() as usize, place.ceil() as usize);
    sorted[low] + (sorted[high] - sorted[low]) * place.fract()
}

/// Wilson's 95 % interval of a share of `count` trials.
pub(crate) fn wilson(share: f64, count: f64) -> (f64, f64) {
    const Z: f64 = 1.959_964;
    if count == 0.0 {
        return (0.0, 1.0);
    }
    let (square, scale) = (Z * Z / count, 1.0 + Z * Z / count);
    let middle = (share + square / 2.0) / scale;
    let reach = Z / scale * (share * (1.0 - share) / count + square / (4.0 * count)).sqrt();
    ((middle - reach).max(0.0), (middle + reach).min(1.0))
}

/// Spearman's rank correlation, from −1 to 1, without a correction for ties.
pub(crate) fn correlation(pairs: &[(f64, f64)]) -> f64 {
    let ranks = |of: &dyn Fn(&(f64, f64)) -> f64| {
        let mut order: Vec<usize> = (0..pairs.len()).collect();
        order.sort_by(|&a, &b| of(&pairs[a]).total_cmp(&of(&pairs[b])));
        let mut ranks = vec![0.0; pairs.len()];
        for (rank, &at) in order.iter().enumerate() {
            ranks[at] = rank as f64;
        }
        ranks
    };
    let (xs, ys) = (ranks(&|pair| pair.0), ranks(&|pair| pair.1));
    let middle = (pairs.len().max(1) - 1) as f64 / 2.0;
    let product: f64 = xs.iter().zip(&ys).map(|(x, y)| (x - middle) * (y - middle)).sum();
    let square: f64 = xs.iter().map(|x| (x - middle) * (x - middle)).sum();
    if square == 0.0 { 0.0 } else { product / square }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_two_or_three_figures() {
        let texts = [0.0, 0.254, 3.44, 10.0, 120.4, 4_510.0, 12_000.0, 1_200_000.0, 45e6, 2.5e9].map(short);
        assert_eq!(
            texts,
            ["0", "0.25", "3.4", "10", "120", "4.5 k", "12 k", "1.2 M", "45 M", "2.5 G"].map(str::to_owned)
        );
        assert_eq!(
            [2e-6, 3.4e-3, 0.9999, 24.57].map(seconds),
            ["2 µs", "3.4 ms", "1 s", "25 s"].map(str::to_owned)
        );
    }

    #[test]
    fn outliers_are_trimmed() {
        assert_eq!(trimmed(vec![1.0, 1.0, 1.0, 2.0, 2.0, 2.0, 3.0, 3.0, 3.0, 900.0]), 17.0 / 8.0);
        assert_eq!(trimmed(vec![4.0, 6.0]), 5.0);
        assert_eq!(trimmed(Vec::new()), 0.0);
    }

    #[test]
    fn quantiles_lie_between_values() {
        assert_eq!(quantile(&[1.0, 2.0, 4.0], 0.5), 2.0);
        assert_eq!(quantile(&[1.0, 2.0, 4.0], 0.75), 3.0);
        assert_eq!(quantile(&[], 0.5), 0.0);
    }

    #[test]
    fn few_games_leave_a_wide_interval() {
        // The textbook's example: 8 of 10.
        let (low, high) = wilson(0.8, 10.0);
        assert!((low - 0.4902).abs() < 1e-3 && (high - 0.9433).abs() < 1e-3, "{low} {high}");
        assert_eq!(wilson(0.5, 0.0), (0.0, 1.0));
    }

    #[test]
    fn what_grows_together_is_correlated() {
        assert_eq!(correlation(&[(1.0, 10.0), (2.0, 20.0), (3.0, 90.0)]), 1.0);
        assert_eq!(correlation(&[(1.0, 9.0), (2.0, 5.0), (3.0, 1.0)]), -1.0);
        assert_eq!(correlation(&[]), 0.0);
    }
}
