//! A search tree from left to right, with the branches that were cut off.

use goren_classics::{Branch, Description};

use super::Figure;
use crate::trace::bound;

const ROW: f64 = 24.0;
const COLUMN: f64 = 176.0;
const NODE: f64 = 116.0;

/// A tree down to a depth, with a limited number of rows; a count stands for what does not fit. Values are in
/// the units of the program's document.
pub(crate) fn tree(
    label: &str,
    root: &Branch,
    depth: usize,
    description: &'static Description,
    write: fn(f64) -> String,
) -> Figure {
    let mut drawing = Drawing {
        figure: Figure::new(label, NODE + COLUMN * depth as f64 + 60.0, 0.0),
        row: 0,
        description,
        write,
    };
    drawing.branch(root, 0, depth, true);
    drawing.figure.height = ROW * drawing.row as f64 + 8.0;
    drawing.figure
}

struct Drawing {
    figure: Figure,
    row: usize,
    description: &'static Description,
    write: fn(f64) -> String,
}

impl Drawing {
    /// Draws a branch and everything below it; returns its vertical position.
    fn branch(&mut self, branch: &Branch, level: usize, depth: usize, is_best: bool) -> f64 {
        let (searched, cut): (Vec<&Branch>, Vec<&Branch>) =
            branch.children.iter().partition(|child| child.note != "cut");
        let left = COLUMN * level as f64;
        let mut ends = Vec::new();
        if level < depth {
            // The best child is the first with the branch's value: a later one was only as good.
            let chosen = searched.iter().position(|child| child.value == branch.value);
            for (i, child) in searched.iter().enumerate() {
                let is_best = is_best && chosen == Some(i);
                ends.push((self.branch(child, level + 1, depth, is_best), is_best, false));
            }
            if !cut.is_empty() {
                let y = self.next_row();
                let names: Vec<String> =
                    cut.iter().take(4).filter_map(|each| Some(each.point?.to_string())).collect();
                let more = if cut.len() > 4 { " …" } else { "" };
                let text = format!("✂ {}{more}", names.join(" "));
                let x = left + COLUMN;
                self.figure.rect("node cut", "", [x, y - 9.0, NODE, 18.0], &format!("{} cut off", cut.len()));
                self.figure.text("cut-text centred", (x + 7.0, y + 0.5), &text);
                ends.push((y, false, true));
            }
        }
        let y = match (ends.first(), ends.last()) {
            (Some(first), Some(last)) => (first.0 + last.0) / 2.0,
            _ => self.next_row(),
        };
        for (end, is_best, is_cut) in ends {
            let class = if is_best {
                "branch best"
            } else if is_cut {
                "branch cut"
            } else {
                "branch"
            };
            self.figure.bend(class, (left + NODE, y), (left + COLUMN, end));
        }
        let class = format!("node {}{}", branch.note, if is_best { " best" } else { "" });
        let name = branch.point.map_or("root".to_owned(), |point| point.to_string());
        let value = self.description.in_units(branch.value);
        self.figure.rect(
            &class,
            "",
            [left, y - 9.0, NODE, 18.0],
            &format!("{name}: {}{value} ({})", bound(branch), branch.note),
        );
        self.figure.text("mark small centred", (left + 7.0, y + 0.5), &name);
        self.figure.text(
            "end small centred faint",
            (left + NODE - 6.0, y + 0.5),
            &format!("{}{}", bound(branch), (self.write)(value)),
        );
        y
    }

    fn next_row(&mut self) -> f64 {
        self.row += 1;
        ROW * self.row as f64 - ROW / 2.0 + 4.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use goren_classics::{Kind, description};

    fn branch(point: Option<&str>, value: i64, note: &'static str, children: Vec<Branch>) -> Branch {
        let point = point.map(|name| name.parse().expect("a point"));
        Branch { point, value, kind: Kind::Exact, window: (i64::MIN, i64::MAX), note, children }
    }

    #[test]
    fn the_best_line_is_the_first_with_the_roots_value_and_cut_branches_are_named_together() {
        let mut children = vec![
            branch(Some("h8"), 3, "leaf", Vec::new()),
            branch(Some("h9"), 5, "searched", vec![branch(Some("i9"), 5, "leaf", Vec::new())]),
            branch(Some("g8"), 5, "leaf", Vec::new()),
        ];
        children.extend(["a1", "b1", "c1", "d1", "e1"].map(|name| branch(Some(name), 0, "cut", Vec::new())));
        let root = branch(None, 5, "searched", children);
        let masked = description("masked").expect("one of the five");
        let drawn = |depth| tree("a tree", &root, depth, masked, |value| value.to_string()).inline();
        let whole = drawn(2);
        assert_eq!(whole.matches("class=\"branch best\"").count(), 2, "h9 and i9");
        assert!(
            whole.contains(">✂ a1 b1 c1 d1 …</text>") && whole.contains("<title>5 cut off</title>"),
            "{whole}"
        );
        assert_eq!(whole.matches("class=\"branch\"").count(), 2, "h8 and g8");
        assert!(!drawn(1).contains(">i9</text>") && drawn(1).contains(">h9</text>"));
    }
}
