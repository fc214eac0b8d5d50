//! Horizontal bars of factors on a logarithmic scale.

use super::{Axis, Figure};
use crate::number::short;

const WIDTH: f64 = 760.0;
const LEFT: f64 = 190.0;
const RIGHT: f64 = 150.0;
const ROW: f64 = 30.0;

/// One row: two factors under a heading.
pub(crate) struct Bar {
    pub(crate) group: String,
    pub(crate) class: String,
    pub(crate) name: String,
    /// The upper and the lower bar.
    pub(crate) factors: [f64; 2],
    pub(crate) title: String,
}

/// A chart with two bars per row, from 1 to their factors: to the right if the factor is larger than 1, else to the left.
pub(crate) fn bars(label: &str, kinds: [&str; 2], rows: &[Bar]) -> Figure {
    let factors = rows.iter().flat_map(|row| row.factors);
    let axis = Axis::log("factor", factors.chain([0.5, 2.0]), |value| format!("×{}", short(value)));
    let mut groups = 0;
    let starts: Vec<bool> =
        rows.iter().enumerate().map(|(i, row)| i == 0 || rows[i - 1].group != row.group).collect();
    groups += starts.iter().filter(|start| **start).count();
    let top = 34.0;
    let bottom = top + ROW * rows.len() as f64 + 26.0 * groups as f64;
    let mut figure = Figure::new(label, WIDTH, bottom + 30.0);
    figure.rect("bar c6", "", [LEFT, 4.0, 22.0, 8.0], "");
    figure.text("legend", (LEFT + 28.0, 12.0), kinds[0]);
    let shift = LEFT + 60.0 + 7.2 * kinds[0].chars().count() as f64;
    figure.rect("bar light c6", "", [shift, 4.0, 22.0, 8.0], "");
    figure.text("legend", (shift + 28.0, 12.0), kinds[1]);
    let place = |value: f64| LEFT + (WIDTH - LEFT - RIGHT) * axis.share(value);
    for (value, text) in axis.ticks(6) {
        let class = if value == 1.0 { "grid strong" } else { "grid" };
        figure.line(class, (place(value), top), (place(value), bottom));
        figure.text("x", (place(value), bottom + 18.0), &text);
    }
    let mut y = top;
    for (row, starts) in rows.iter().zip(starts) {
        if starts {
            y += 26.0;
            figure.text("title", (0.0, y - 8.0), &row.group);
        }
        figure.text("y", (LEFT - 10.0, y + ROW / 2.0 - 2.0), &row.name);
        let one = place(1.0);
        for (k, (factor, height)) in row.factors.into_iter().zip([11.0, 7.0]).enumerate() {
            let end = place(factor);
            let class = format!("bar{} {}", ["", " light"][k], row.class);
            let bounds = [one.min(end), y + 3.0 + 12.0 * k as f64, (end - one).abs().max(1.5), height];
            figure.rect(&class, "", bounds, &row.title);
        }
        let far = place(row.factors[0]).max(place(row.factors[1])).max(one);
        let [first, second] = [0, 1].map(|k| format!("{} ×{}", kinds[k], short(row.factors[k])));
        let text = format!("{first}, {second}");
        figure.text("small faint centred", (far + 7.0, y + ROW / 2.0 - 2.0), &text);
        y += ROW;
    }
    figure
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bar(group: &str, factors: [f64; 2]) -> Bar {
        let name = "without a table".to_owned();
        Bar { group: group.to_owned(), class: "c1".to_owned(), name, factors, title: String::new() }
    }

    #[test]
    fn a_bar_goes_to_the_right_of_one_if_its_factor_is_larger_and_else_to_the_left() {
        let drawn = bars("factors", ["nodes", "time"], &[bar("masked", [2.0, 0.5])]).inline();
        // The axis goes from 0.1 to 10, so that 1 is in its middle.
        assert!(drawn.contains("<rect class=\"bar c1\" x=\"400.0\" y=\"63.0\" width=\"63.2\""), "{drawn}");
        assert!(
            drawn.contains("<rect class=\"bar light c1\" x=\"336.8\" y=\"75.0\" width=\"63.2\""),
            "{drawn}"
        );
        assert!(drawn.contains(">nodes ×2, time ×0.50</text>"), "{drawn}");
        assert_eq!(drawn.matches("class=\"grid strong\"").count(), 1);
    }

    #[test]
    fn a_factor_of_one_can_still_be_seen_and_a_group_is_named_once() {
        let rows = [bar("masked", [1.0, 1.0]), bar("masked", [2.0, 2.0]), bar("trapper", [2.0, 2.0])];
        let drawn = bars("factors", ["nodes", "time"], &rows).inline();
        assert_eq!(drawn.matches("width=\"1.5\"").count(), 2);
        assert_eq!(drawn.matches(">masked</text>").count(), 1);
        assert_eq!(drawn.matches("class=\"title\"").count(), 2);
    }
}
