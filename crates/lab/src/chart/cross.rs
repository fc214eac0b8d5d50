//! A cross table, coloured by score.

use super::Figure;

/// The result of one agent against another.
pub(crate) struct CrossCell {
    /// The share of points.
    pub(crate) share: f64,
    /// The large text.
    pub(crate) text: String,
    /// The small text.
    pub(crate) note: String,
    /// The tooltip.
    pub(crate) title: String,
}

const HEAD: f64 = 150.0;
const HIGH: f64 = 44.0;

/// A table of rows against columns; a cell is empty where two have not met. The last column is a sum.
pub(crate) fn cross(
    label: &str,
    names: &[String],
    cells: &[Vec<Option<CrossCell>>],
    sums: &[String],
) -> Figure {
    let wide = 94.0;
    let columns = names.len() as f64 + 1.0;
    let top = 30.0;
    let mut figure = Figure::new(label, HEAD + wide * columns, top + HIGH * names.len() as f64 + 4.0);
    let at = |column: usize| HEAD + wide * column as f64;
    for (column, name) in names.iter().enumerate() {
        figure.text("x small", (at(column) + wide / 2.0, 18.0), &brief(name, 16));
    }
    figure.text("x small", (at(names.len()) + wide / 2.0, 18.0), "all");
    for (row, name) in names.iter().enumerate() {
        let y = top + HIGH * row as f64;
        figure.text("end centred", (HEAD - 12.0, y + HIGH / 2.0), &brief(name, 20));
        for (column, cell) in cells[row].iter().enumerate() {
            let bounds = [at(column) + 2.0, y + 2.0, wide - 4.0, HIGH - 4.0];
            let middle = at(column) + wide / 2.0;
            let Some(cell) = cell else {
                figure.text("middle centred faint", (middle, y + HIGH / 2.0), "·");
                continue;
            };
            let (class, strength) = match cell.share {
                share if share > 0.5 => ("won", share - 0.5),
                share if share < 0.5 => ("lost", 0.5 - share),
                _ => ("even", 0.3),
            };
            let opacity = format!("{:.2}", 0.1 + 0.75 * strength);
            figure.rect(class, &opacity, bounds, &cell.title);
            figure.text("middle", (middle, y + HIGH / 2.0 - 2.0), &cell.text);
            figure.text("middle small", (middle, y + HIGH / 2.0 + 13.0), &cell.note);
        }
        figure.text("middle centred title", (at(names.len()) + wide / 2.0, y + HIGH / 2.0), &sums[row]);
    }
    figure
}

/// A name, shortened to fit.
fn brief(name: &str, most: usize) -> String {
    if name.chars().count() <= most {
        return name.to_owned();
    }
    name.chars().take(most - 1).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(share: f64) -> Option<CrossCell> {
        let text = format!("{:.0} %", 100.0 * share);
        Some(CrossCell { share, text, note: String::new(), title: String::new() })
    }

    #[test]
    fn a_cell_is_coloured_by_who_won_and_by_how_much() {
        let names = ["boundary", "a program with quite a long name"].map(str::to_owned);
        let sums = ["90 %", "10 %"].map(str::to_owned);
        let cells = [vec![None, cell(0.9)], vec![cell(0.1), None]];
        let drawn = cross("shares", &names, &cells, &sums).inline();
        assert!(drawn.contains("<rect class=\"won\" fill-opacity=\"0.40\""), "{drawn}");
        assert!(drawn.contains("<rect class=\"lost\" fill-opacity=\"0.40\""), "{drawn}");
        assert_eq!(drawn.matches(">·</text>").count(), 2, "nobody plays against itself");
        assert!(drawn.contains(">a program with …</text>") && drawn.contains(">a program with quit…</text>"));
        let even = cross("shares", &names[..1], &[vec![cell(0.5)]], &sums[..1]).inline();
        assert!(even.contains("class=\"even\"") && !even.contains("class=\"won\""));
    }
}
