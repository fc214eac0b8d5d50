//! Box plots: medians, quartiles and whiskers, group by group.

use super::{Axis, Figure};
use crate::number::quantile;

const WIDTH: f64 = 720.0;
const PLOT: f64 = 280.0;
const LEFT: f64 = 64.0;

/// Several boxes of one name and colour.
pub(crate) struct Group {
    pub(crate) name: String,
    pub(crate) class: String,
    /// The values of each box.
    pub(crate) boxes: Vec<Vec<f64>>,
}

/// Boxes in groups; `kinds` names the boxes of each group. The whiskers enclose nine tenths of all values.
pub(crate) fn boxes(label: &str, y: &Axis, kinds: &[&str], groups: &[Group]) -> Figure {
    let top = 30.0;
    let height = top + PLOT + 46.0;
    let mut figure = Figure::new(label, WIDTH, height);
    figure.text("axis-name", (0.0, 12.0), &y.name);
    let place = |value: f64| top + PLOT * (1.0 - y.share(value));
    for (value, text) in y.ticks(8) {
        figure.line("grid", (LEFT, place(value)), (WIDTH, place(value)));
        figure.text("y", (LEFT - 8.0, place(value)), &text);
    }
    let span = (WIDTH - LEFT) / groups.len().max(1) as f64;
    let width = (span / (kinds.len() as f64 + 1.2)).min(36.0);
    for (i, group) in groups.iter().enumerate() {
        let middle = LEFT + span * (i as f64 + 0.5);
        for (k, (values, kind)) in group.boxes.iter().zip(kinds).enumerate() {
            let x = middle + (k as f64 - (kinds.len() as f64 - 1.0) / 2.0) * (width + 6.0);
            if values.is_empty() {
                continue;
            }
            let mut sorted = values.clone();
            sorted.sort_by(f64::total_cmp);
            let [low, first, median, third, high] =
                [0.05, 0.25, 0.5, 0.75, 0.95].map(|share| quantile(&sorted, share));
            let shade = ["first", "", "last"][k.min(2)];
            let class = &group.class;
            figure.line(&format!("whisker {class}"), (x, place(low)), (x, place(first)));
            figure.line(&format!("whisker {class}"), (x, place(third)), (x, place(high)));
            for end in [low, high] {
                figure.line(&format!("whisker {class}"), (x - 5.0, place(end)), (x + 5.0, place(end)));
            }
            let title =
                format!("{}, {kind}: median {}, {} moves", group.name, (y.write)(median), sorted.len());
            let bounds = [x - width / 2.0, place(third), width, (place(first) - place(third)).max(1.0)];
            figure.rect(&format!("box {shade} {class}"), "", bounds, &title);
            let line = |x: f64| (x, place(median));
            figure.line(&format!("median {class}"), line(x - width / 2.0), line(x + width / 2.0));
        }
        figure.text("x small", (middle, top + PLOT + 16.0), &kinds.join(" · "));
        figure.text("title middle", (middle, height - 8.0), &group.name);
    }
    figure.line("axis", (LEFT, top + PLOT), (WIDTH, top + PLOT));
    figure
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_box_encloses_the_middle_half_and_its_whiskers_nine_tenths() {
        let y = Axis::linear("ms", 0.0, [100.0].into_iter(), |value| value.to_string());
        let values: Vec<f64> = (0..=100).rev().map(f64::from).collect();
        let group =
            Group { name: "masked".to_owned(), class: "c1".to_owned(), boxes: vec![values, Vec::new()] };
        let drawn = boxes("times", &y, &["opening", "end"], &[group]).inline();
        assert!(drawn.contains("<title>masked, opening: median 50, 101 moves</title>"), "{drawn}");
        // 280 pixels for 100, the highest value at 30.
        assert_eq!(drawn.matches("y=\"100.0\" width=\"36.0\" height=\"140.0\"").count(), 1, "{drawn}");
        assert!(
            drawn.contains("y1=\"296.0\"") && drawn.contains("y1=\"44.0\""),
            "whiskers at 5 and 95: {drawn}"
        );
        assert_eq!(drawn.matches("class=\"box ").count(), 1, "nothing is drawn of no moves");
    }
}
