//! Charts as SVG, coloured by the classes of one style sheet for light and dark themes.

mod axis;
mod bars;
mod boxes;
mod cross;
mod goban;
mod lines;
mod tree;

use goren_core::escape_html;

pub(crate) use axis::Axis;
pub(crate) use bars::{Bar, bars};
pub(crate) use boxes::{Group, boxes};
pub(crate) use cross::{CrossCell, cross};
pub(crate) use goban::{Goban, gobans, heat_maps};
pub(crate) use lines::{Mark, Series, lines};
pub(crate) use tree::tree;

/// The style sheet of all figures, by the names of colours.
pub const FIGURE_STYLE: &str = include_str!("chart/figure.css");

/// The same with the colours.
pub(crate) const STYLE: &str = concat!(include_str!("chart/palette.css"), include_str!("chart/figure.css"));

/// A figure, for a file of its own or for a page that includes the style sheet.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// The text alternative for readers who cannot see the figure.
    pub label: String,
    width: f64,
    height: f64,
    body: String,
}

impl Figure {
    pub(crate) fn new(label: &str, width: f64, height: f64) -> Figure {
        Figure { label: label.to_owned(), width, height, body: String::new() }
    }

    /// A line between two points.
    pub(crate) fn line(&mut self, class: &str, (x1, y1): (f64, f64), (x2, y2): (f64, f64)) {
        self.body +=
            &format!("<line class=\"{class}\" x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\"/>");
    }

    /// A cell of a heat map.
    pub(crate) fn shade(&mut self, opacity: f64, [x, y, w, h]: [f64; 4], title: &str) {
        self.body += &format!(
            "<rect class=\"heat\" fill-opacity=\"{opacity:.2}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{w:.1}\" height=\"{h:.1}\">{}</rect>",
            titled(title)
        );
    }

    /// A rectangle by its upper left corner, width and height, with a tooltip.
    pub(crate) fn rect(&mut self, class: &str, opacity: &str, [x, y, w, h]: [f64; 4], title: &str) {
        let opacity = if opacity.is_empty() { String::new() } else { format!(" fill-opacity=\"{opacity}\"") };
        self.body += &format!(
            "<rect class=\"{class}\"{opacity} x=\"{x:.1}\" y=\"{y:.1}\" width=\"{w:.1}\" height=\"{h:.1}\">{}</rect>",
            titled(title)
        );
    }

    /// A disc.
    pub(crate) fn circle(&mut self, class: &str, (x, y): (f64, f64), r: f64, title: &str) {
        self.body += &format!(
            "<circle class=\"{class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{r:.1}\">{}</circle>",
            titled(title)
        );
    }

    /// Text.
    pub(crate) fn text(&mut self, class: &str, (x, y): (f64, f64), text: &str) {
        self.body +=
            &format!("<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\">{}</text>", escape_html(text));
    }

    /// A path through points.
    pub(crate) fn path(&mut self, class: &str, points: impl Iterator<Item = (f64, f64)>) {
        let places: Vec<String> = points.map(|(x, y)| format!("{x:.1} {y:.1}")).collect();
        self.body += &format!("<path class=\"{class}\" d=\"M{}\"/>", places.join("L"));
    }

    /// A smooth curve from left to right.
    pub(crate) fn bend(&mut self, class: &str, (x1, y1): (f64, f64), (x2, y2): (f64, f64)) {
        let middle = (x1 + x2) / 2.0;
        self.body += &format!(
            "<path class=\"{class}\" d=\"M{x1:.1} {y1:.1}C{middle:.1} {y1:.1} {middle:.1} {y2:.1} {x2:.1} {y2:.1}\"/>"
        );
    }

    /// A legend of names with their colours, wrapped into rows. Returns the height used.
    pub(crate) fn legend(&mut self, left: f64, top: f64, names: &[(&str, String)]) -> f64 {
        let (mut x, mut y) = (left, top);
        for (name, class) in names {
            let width = 26.0 + 7.2 * name.chars().count() as f64;
            if x + width > self.width && x > left {
                (x, y) = (left, y + 20.0);
            }
            self.rect(&format!("swatch {class}"), "", [x, y - 9.0, 11.0, 11.0], "");
            self.text("legend", (x + 16.0, y), name);
            x += width;
        }
        y - top + 20.0
    }

    /// The figure for a page that includes the style sheet.
    pub fn inline(&self) -> String {
        let Figure { width, height, body, .. } = self;
        let label = escape_html(&self.label);
        format!(
            "<svg viewBox=\"0 0 {width:.0} {height:.0}\" role=\"img\" aria-label=\"{label}\">{body}</svg>"
        )
    }

    /// The figure as a file of its own.
    pub fn standalone(&self) -> String {
        let Figure { width, height, body, .. } = self;
        let label = escape_html(&self.label);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-16 -16 {:.0} {:.0}\" width=\"{:.0}\" \
             height=\"{:.0}\" role=\"img\" aria-label=\"{label}\"><style>{STYLE}</style>\
             <rect class=\"sheet\" x=\"-16\" y=\"-16\" width=\"100%\" height=\"100%\"/>{body}</svg>\n",
            width + 32.0,
            height + 32.0,
            width + 32.0,
            height + 32.0
        )
    }
}

fn titled(text: &str) -> String {
    if text.is_empty() { String::new() } else { format!("<title>{}</title>", escape_html(text)) }
}

/// The class that colours an agent, by its index.
pub(crate) fn colour(place: usize) -> String {
    format!("c{}", place % 8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_into_a_figure_stays_text() {
        let mut figure = Figure::new("<&\">", 10.0, 10.0);
        figure.text("x", (1.0, 2.0), "<script>");
        figure.rect("x", "", [0.0; 4], "a & b");
        assert!(figure.inline().contains("aria-label=\"&lt;&amp;&quot;&gt;\""));
        assert!(figure.inline().contains("&lt;script&gt;") && !figure.standalone().contains("<script"));
        assert!(figure.standalone().contains("<title>a &amp; b</title>"));
    }
}
