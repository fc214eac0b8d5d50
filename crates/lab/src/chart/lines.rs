//! A line chart, with published values marked.

use super::{Axis, Figure};

const WIDTH: f64 = 720.0;
const PLOT: f64 = 300.0;
const LEFT: f64 = 64.0;
const RIGHT: f64 = 16.0;

/// One curve.
pub(crate) struct Series {
    pub(crate) name: String,
    /// The class that colours it.
    pub(crate) class: String,
    pub(crate) points: Vec<(f64, f64)>,
    /// Whether each point is marked.
    pub(crate) dots: bool,
}

/// A published value: a ring, on a bar if it is a range.
pub(crate) struct Mark {
    pub(crate) class: String,
    pub(crate) x: f64,
    pub(crate) low: f64,
    pub(crate) high: f64,
    pub(crate) title: String,
    /// What stands beside the ring; mostly nothing.
    pub(crate) note: &'static str,
}

/// A line chart.
pub(crate) fn lines(label: &str, x: &Axis, y: &Axis, series: &[Series], marks: &[Mark]) -> Figure {
    let names: Vec<(&str, String)> =
        series.iter().map(|each| (each.name.as_str(), each.class.clone())).collect();
    let mut figure = Figure::new(label, WIDTH, 0.0);
    let mut top = 14.0 + figure.legend(LEFT, 14.0, &names);
    if !marks.is_empty() {
        figure.circle("claimed c6", (LEFT + 5.5, top - 4.5), 4.5, "");
        figure.text("legend faint", (LEFT + 16.0, top), "as the document reports");
        top += 24.0;
    }
    figure.text("axis-name", (0.0, top), &y.name);
    top += 16.0;
    let height = top + PLOT + 44.0;
    figure.height = height;
    let at =
        |(a, b): (f64, f64)| (LEFT + (WIDTH - LEFT - RIGHT) * x.share(a), top + PLOT * (1.0 - y.share(b)));
    for (value, text) in y.ticks(8) {
        let (_, place) = at((0.0, value));
        figure.line("grid", (LEFT, place), (WIDTH - RIGHT, place));
        figure.text("y", (LEFT - 8.0, place), &text);
    }
    for (value, text) in x.ticks(10) {
        let (place, _) = at((value, 0.0));
        figure.line("axis", (place, top + PLOT), (place, top + PLOT + 4.0));
        figure.text("x", (place, top + PLOT + 18.0), &text);
    }
    figure.line("axis", (LEFT, top + PLOT), (WIDTH - RIGHT, top + PLOT));
    figure.text("axis-name middle", ((LEFT + WIDTH - RIGHT) / 2.0, height - 4.0), &x.name);
    for Series { name, class, points, dots } in series.iter().filter(|each| !each.points.is_empty()) {
        figure.path(&format!("curve {class}"), points.iter().map(|&point| at(point)));
        if *dots || points.len() == 1 {
            for &point in points {
                let title = format!("{name}: {} at {}", (y.write)(point.1), (x.write)(point.0));
                figure.circle(&format!("dot {class}"), at(point), 4.5, &title);
            }
        }
    }
    for mark in marks {
        let (low, high) = (at((mark.x, mark.low)), at((mark.x, mark.high)));
        if mark.low < mark.high {
            figure.line(&format!("claimed-range {}", mark.class), low, high);
        }
        let middle = (low.0, (low.1 + high.1) / 2.0);
        figure.circle(&format!("claimed {}", mark.class), middle, 5.0, &mark.title);
        if !mark.note.is_empty() {
            figure.text("note", (middle.0 + 9.0, middle.1 + 4.0), mark.note);
        }
    }
    figure
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(value: f64) -> String {
        value.to_string()
    }

    fn chart(points: Vec<(f64, f64)>, dots: bool, marks: &[Mark]) -> String {
        let x = Axis::linear("plies", 0.0, [4.0].into_iter(), plain);
        let y = Axis::linear("nodes", 0.0, [100.0].into_iter(), plain);
        let series = Series { name: "masked".to_owned(), class: "c1".to_owned(), points, dots };
        lines("nodes by depth", &x, &y, &[series], marks).inline()
    }

    fn mark(low: f64, high: f64, note: &'static str) -> Mark {
        Mark { class: "c1".to_owned(), x: 2.0, low, high, title: "the document".to_owned(), note }
    }

    #[test]
    fn a_curve_goes_from_the_lower_left_corner_to_the_upper_right_one() {
        let drawn = chart(vec![(0.0, 0.0), (4.0, 100.0)], false, &[]);
        assert!(drawn.contains("<path class=\"curve c1\" d=\"M64.0 350.0L704.0 50.0\"/>"), "{drawn}");
        assert!(!drawn.contains("class=\"dot"), "a curve needs no dots");
    }

    #[test]
    fn a_single_point_is_a_dot_and_says_its_values() {
        let drawn = chart(vec![(2.0, 50.0)], false, &[]);
        assert_eq!(drawn.matches("class=\"dot c1\"").count(), 1);
        assert!(drawn.contains("<title>masked: 50 at 2</title>"), "{drawn}");
        assert_eq!(chart(vec![(0.0, 0.0), (1.0, 1.0)], true, &[]).matches("class=\"dot c1\"").count(), 2);
        assert!(!chart(Vec::new(), true, &[]).contains("curve"), "nothing is drawn of nothing");
    }

    #[test]
    fn what_a_document_reports_is_a_ring_on_a_bar_only_if_it_is_a_range() {
        let drawn = chart(Vec::new(), false, &[mark(20.0, 60.0, "no table")]);
        assert_eq!(drawn.matches("class=\"claimed-range c1\"").count(), 1);
        // With marks the legend has a second row, so that the plot is lower; the ring is in the middle of its bar.
        assert!(drawn.contains("<circle class=\"claimed c1\" cx=\"384.0\" cy=\"254.0\""), "{drawn}");
        assert!(drawn.contains(">no table</text>") && drawn.contains("as the document reports"));
        let exact = chart(Vec::new(), false, &[mark(20.0, 20.0, "")]);
        assert!(!exact.contains("claimed-range") && !exact.contains("class=\"note\""));
    }
}
