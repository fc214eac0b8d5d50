//! Charts as inline SVG.
//!
//! Horizontal coordinates are percentages, vertical ones pixels: a chart takes the width it is given while its text
//! keeps its size. Labels outside the plot overflow into the figure's padding.

use goren_core::escape_html;

use super::html::minus;
use super::{MatchReport, label};
use crate::statistics::{Estimate, Pairs, Sprt, Tally};

/// The width of a plot in the units of its paths.
const WIDTH: f64 = 1000.0;
/// The height of a curve's plot.
const HEIGHT: f64 = 220.0;
/// More points than this cannot be distinguished.
const MAX_POINTS: usize = 500;

/// Ratings from high to low, each a dot on its interval.
pub(super) fn ratings(report: &MatchReport) -> String {
    const ROW: f64 = 30.0;
    let rated: Vec<(&str, Estimate)> = report
        .ranking()
        .into_iter()
        .map(|index| &report.players[index])
        .filter_map(|player| Some((player.name.as_str(), player.rating?)))
        .collect();
    if rated.is_empty() {
        return String::new();
    }
    let ends = rated.iter().flat_map(|(_, rating)| [rating.low, rating.value, rating.high]);
    let scale = Scale::around(ends, 20.0);
    let height = ROW * rated.len() as f64;
    let places = report.places();
    let mut svg = open("Ratings with their 95 % intervals, from the highest to the lowest", height);
    for tick in scale.ticks(4) {
        let x = 100.0 * scale.share(tick);
        svg += &format!("<line class=\"grid\" x1=\"{x:.2}%\" x2=\"{x:.2}%\" y1=\"0\" y2=\"{height}\"/>");
        svg += &format!(
            "<text class=\"x\" x=\"{x:.2}%\" y=\"{}\">{}</text>",
            height + 18.0,
            minus(&format!("{tick:.0}"))
        );
    }
    for (row, (name, rating)) in rated.iter().enumerate() {
        let y = ROW * (row as f64 + 0.5);
        let name = label::clean(name);
        let number = minus(&format!("{rating:.places$}"));
        svg += &format!("<g><title>{}: {number}</title>", escape_html(&name));
        svg += &format!(
            "<text class=\"name\" x=\"-12\" y=\"{y}\">{}</text>",
            escape_html(&label::cut(&name, 20))
        );
        let x = |value: f64| 100.0 * scale.share(value);
        if rating.low.is_finite() && rating.high.is_finite() {
            let (low, high) = (x(rating.low), x(rating.high));
            svg += &format!(
                "<line class=\"whisker\" x1=\"{low:.2}%\" x2=\"{high:.2}%\" y1=\"{y}\" y2=\"{y}\"/>"
            );
        }
        svg += &format!("<circle class=\"dot\" cx=\"{:.2}%\" cy=\"{y}\" r=\"5\"/>", x(rating.value));
        svg += &format!("<text class=\"value\" x=\"100%\" dx=\"12\" y=\"{y}\">{number}</text></g>");
    }
    svg + "</svg>"
}

/// The likelihood ratio of a sequential test over time, with its bounds.
pub(super) fn llr(sprt: &Sprt, curve: &[(u64, f64)]) -> String {
    let Some(&(pairs, last)) = curve.last() else { return String::new() };
    let (lower, upper) = sprt.bounds();
    let mut scale = Scale::spanning(curve.iter().map(|point| point.1).chain([lower, upper]));
    scale.widen(0.12);
    let verdict = sprt.verdict_at(last);
    let mut svg = open(
        &format!("Log-likelihood ratio {} after {pairs} pairs: {verdict}", minus(&format!("{last:+.2}"))),
        HEIGHT,
    );
    svg += &axis_y(&scale, &[0.0], 0);
    for (bound, name, shift) in [(upper, "accept H1", -7.0), (lower, "accept H0", 16.0)] {
        let y = scale.height(bound);
        svg += &format!("<line class=\"bound\" x1=\"0\" x2=\"100%\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>");
        svg += &format!("<text class=\"note\" x=\"0\" dx=\"4\" y=\"{:.1}\">{name}</text>", y + shift);
        svg += &format!("<text class=\"y\" x=\"-8\" y=\"{y:.1}\">{}</text>", minus(&format!("{bound:+.2}")));
    }
    svg += &axis_x(pairs);
    let line = thin(curve).map(|&(at, llr)| (at as f64 / pairs.max(1) as f64, scale.height(llr)));
    svg += &plot(&path("curve", std::iter::once((0.0, scale.height(0.0))).chain(line), false));
    svg += &format!("<circle class=\"dot\" cx=\"100%\" cy=\"{:.1}\" r=\"4.5\"/>", scale.height(last));
    svg + "</svg>"
}

/// An Elo estimate over time.
pub(super) fn elo(curve: &[(u64, Estimate)]) -> String {
    let Some(&(pairs, last)) = curve.last() else { return String::new() };
    // The first intervals are huge: they are clipped by the plot, and the very first are omitted.
    let late = curve.iter().filter(|point| point.0 * 8 >= pairs);
    let mut scale = Scale::around(late.flat_map(|point| [point.1.low, point.1.high]).chain([0.0]), 1.0);
    scale.widen(0.05);
    let mut svg = open(&format!("Elo {} after {pairs} pairs", minus(&last.to_string())), HEIGHT);
    let ticks = scale.ticks(5);
    let places = usize::from(ticks.windows(2).any(|pair| pair[1] - pair[0] < 1.0));
    svg += &axis_y(&scale, &ticks, places);
    svg += &axis_x(pairs);
    let shown = |at: u64, elo: f64| {
        let limited = elo.clamp(scale.low - scale.span(), scale.high + scale.span());
        (at as f64 / pairs.max(1) as f64, scale.height(limited))
    };
    let points: Vec<(u64, Estimate)> = thin(curve).copied().filter(|point| point.0 * 50 >= pairs).collect();
    let above = points.iter().map(|(at, elo)| shown(*at, elo.high));
    let below = points.iter().rev().map(|(at, elo)| shown(*at, elo.low));
    let middle = points.iter().map(|(at, elo)| shown(*at, elo.value));
    svg += &plot(&(path("band", above.chain(below), true) + &path("curve", middle, false)));
    if last.value.is_finite() {
        svg +=
            &format!("<circle class=\"dot\" cx=\"100%\" cy=\"{:.1}\" r=\"4.5\"/>", scale.height(last.value));
    }
    svg + "</svg>"
}

/// How often each result of a pair occurred, from two losses to two wins.
pub(super) fn distribution(pairs: &Pairs) -> String {
    let columns = [
        ("LL", "lost", pairs.ll, 0),
        ("LD", "lost", pairs.ld, 0),
        ("WL · DD", "even", pairs.wl, pairs.dd),
        ("WD", "won", pairs.wd, 0),
        ("WW", "won", pairs.ww, 0),
    ];
    let total = pairs.total().max(1) as f64;
    let tallest = columns.iter().map(|column| column.2 + column.3).max().unwrap_or(0).max(1) as f64;
    let full = HEIGHT - 24.0;
    let counts = pairs.pentanomial().map(|count| count.to_string()).join(", ");
    let mut svg = open(&format!("Pairs by result from two losses to two wins: {counts}"), HEIGHT);
    for (index, (name, class, count, drawn)) in columns.into_iter().enumerate() {
        let (left, middle) = (20.0 * index as f64 + 2.0, 20.0 * index as f64 + 10.0);
        let height = |count: u64| full * count as f64 / tallest;
        let top = HEIGHT - height(count + drawn);
        for (class, count, y) in [(class, count, HEIGHT - height(count)), ("drawn", drawn, top)] {
            if count > 0 {
                let height = height(count);
                svg += &format!(
                    "<rect class=\"{class}\" x=\"{left}%\" y=\"{y:.1}\" width=\"16%\" height=\"{height:.1}\"/>"
                );
            }
        }
        let both = count + drawn;
        let share = 100.0 * both as f64 / total;
        svg += &format!("<text class=\"count\" x=\"{middle}%\" y=\"{:.1}\">{both}</text>", top - 8.0);
        svg += &format!("<text class=\"x\" x=\"{middle}%\" y=\"{}\">{name}</text>", HEIGHT + 18.0);
        svg += &format!("<text class=\"x faint\" x=\"{middle}%\" y=\"{}\">{share:.0}%</text>", HEIGHT + 35.0);
    }
    svg += &format!("<line class=\"axis\" x1=\"0\" x2=\"100%\" y1=\"{HEIGHT}\" y2=\"{HEIGHT}\"/>");
    svg + "</svg>"
}

/// The results by colour: Black's wins, draws and White's wins on one bar.
pub(super) fn colours(games: &Tally) -> String {
    const BAR: f64 = 28.0;
    let total = games.games().max(1) as f64;
    let parts = [("black", games.wins), ("draw", games.draws), ("white", games.losses)];
    let label = format!("Black won {}, drawn {}, White won {}", games.wins, games.draws, games.losses);
    let mut svg = open(&label, BAR);
    let mut left = 0.0;
    for (class, count) in parts {
        let width = 100.0 * count as f64 / total;
        svg += &format!(
            "<rect class=\"{class}\" x=\"{left:.2}%\" y=\"0\" width=\"{width:.2}%\" height=\"{BAR}\"/>"
        );
        left += width;
    }
    svg += "<line class=\"half\" x1=\"50%\" x2=\"50%\" y1=\"-5\" y2=\"33\"/>";
    svg + "</svg>"
}

fn open(label: &str, height: f64) -> String {
    let label = escape_html(label);
    format!(
        "<svg role=\"img\" aria-label=\"{label}\" width=\"100%\" height=\"{height}\"><title>{label}</title>"
    )
}

/// A nested picture whose width is [`WIDTH`] units, however many pixels that is.
fn plot(inside: &str) -> String {
    format!(
        "<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" preserveAspectRatio=\"none\" width=\"100%\" height=\"{HEIGHT}\">{inside}</svg>"
    )
}

/// A line through points given by their share of the width and their height.
fn path(class: &str, points: impl Iterator<Item = (f64, f64)>, closed: bool) -> String {
    let places: Vec<String> = points.map(|(x, y)| format!("{:.1} {y:.1}", WIDTH * x)).collect();
    let end = if closed { "Z" } else { "" };
    format!("<path class=\"{class}\" d=\"M{}{end}\" vector-effect=\"non-scaling-stroke\"/>", places.join("L"))
}

/// Thins a curve to about [`MAX_POINTS`] points, always including the last.
fn thin<T>(curve: &[T]) -> impl Iterator<Item = &T> {
    let step = curve.len().div_ceil(MAX_POINTS).max(1);
    let last = curve.len().saturating_sub(1);
    curve
        .iter()
        .enumerate()
        .filter(move |(index, _)| index % step == 0 || *index == last)
        .map(|(_, point)| point)
}

fn axis_x(pairs: u64) -> String {
    let scale = Scale { low: 0.0, high: pairs.max(1) as f64 };
    let mut svg = format!("<line class=\"axis\" x1=\"0\" x2=\"100%\" y1=\"{HEIGHT}\" y2=\"{HEIGHT}\"/>");
    for tick in scale.ticks(4).into_iter().filter(|tick| tick.fract() == 0.0) {
        let x = 100.0 * scale.share(tick);
        svg += &format!("<text class=\"x\" x=\"{x:.2}%\" y=\"{}\">{tick:.0}</text>", HEIGHT + 18.0);
    }
    svg += &format!("<text class=\"x faint\" x=\"50%\" y=\"{}\">pairs</text>", HEIGHT + 36.0);
    svg
}

fn axis_y(scale: &Scale, ticks: &[f64], places: usize) -> String {
    let line = |&tick: &f64| {
        let y = scale.height(tick);
        let class = if tick == 0.0 { "grid zero" } else { "grid" };
        let number = if tick == 0.0 { String::from("0") } else { minus(&format!("{tick:+.places$}")) };
        format!(
            "<line class=\"{class}\" x1=\"0\" x2=\"100%\" y1=\"{y:.1}\" y2=\"{y:.1}\"/><text class=\"y\" x=\"-8\" y=\"{y:.1}\">{number}</text>"
        )
    };
    ticks.iter().map(line).collect()
}

/// The range of values of a chart's axis.
struct Scale {
    low: f64,
    high: f64,
}

impl Scale {
    /// From the least to the greatest finite value.
    fn spanning(values: impl Iterator<Item = f64>) -> Scale {
        let range = values
            .filter(|value| value.is_finite())
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)));
        if range.0 <= range.1 { Scale { low: range.0, high: range.1 } } else { Scale { low: 0.0, high: 0.0 } }
    }

    /// The same, widened to at least `least` on either side of the middle, with some padding.
    fn around(values: impl Iterator<Item = f64>, least: f64) -> Scale {
        let mut scale = Scale::spanning(values);
        if scale.span() < 2.0 * least {
            let middle = (scale.low + scale.high) / 2.0;
            scale = Scale { low: middle - least, high: middle + least };
        }
        scale.widen(0.04);
        scale
    }

    fn widen(&mut self, share: f64) {
        let more = self.span() * share;
        self.low -= more;
        self.high += more;
    }

    fn span(&self) -> f64 {
        self.high - self.low
    }

    /// Where a value lies between the ends, from 0 to 1.
    fn share(&self, value: f64) -> f64 {
        if self.span() > 0.0 { ((value - self.low) / self.span()).clamp(0.0, 1.0) } else { 0.5 }
    }

    /// Where a value lies in a curve's plot; it may lie outside.
    fn height(&self, value: f64) -> f64 {
        if self.span() > 0.0 { HEIGHT * (self.high - value) / self.span() } else { HEIGHT / 2.0 }
    }

    /// About `count` round numbers within the scale: whole steps of 1, 2 or 5 times a power of ten.
    fn ticks(&self, count: usize) -> Vec<f64> {
        if self.span() <= 0.0 {
            return Vec::new();
        }
        let rough = self.span() / count.max(1) as f64;
        let power = 10f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power).into_iter().find(|step| *step >= rough);
        let step = step.unwrap_or(10.0 * power);
        let (first, last) = ((self.low / step).ceil() as i64, (self.high / step).floor() as i64);
        (first..=last).map(|index| index as f64 * step).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_within() {
        assert_eq!(Scale { low: -130.0, high: 260.0 }.ticks(4), [-100.0, 0.0, 100.0, 200.0]);
        assert_eq!(Scale { low: 0.0, high: 3.0 }.ticks(4), [0.0, 1.0, 2.0, 3.0]);
        assert!(Scale { low: 1.0, high: 1.0 }.ticks(4).is_empty());
    }

    #[test]
    fn a_scale_ignores_what_is_infinite() {
        let scale = Scale::spanning([f64::NEG_INFINITY, 2.0, 5.0, f64::INFINITY].into_iter());
        assert_eq!((scale.low, scale.high), (2.0, 5.0));
        assert_eq!((scale.share(f64::INFINITY), scale.share(f64::NEG_INFINITY)), (1.0, 0.0));
    }

    #[test]
    fn a_long_curve_is_thinned_but_keeps_its_end() {
        let curve: Vec<u64> = (0..123_457).collect();
        let thinned: Vec<u64> = thin(&curve).copied().collect();
        assert!(thinned.len() <= MAX_POINTS + 1);
        assert_eq!((thinned[0], thinned[thinned.len() - 1]), (0, 123_456));
    }
}
