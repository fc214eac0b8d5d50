//! A picture of the crates and of the arrows between them, from what cargo knows about the workspace.

mod plan;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use crate::json::Json;
use crate::shell::{cargo, output, root, say};

use plan::Plan;

const PICTURE: &str = "docs/house.svg";

/// The crates by their short names, and which of the others each uses.
type Crates = BTreeMap<String, BTreeSet<String>>;

/// Draws the picture anew.
pub(crate) fn run() -> Result<(), String> {
    let picture = draw(&crates()?);
    fs::write(root().join(PICTURE), picture).map_err(|error| format!("{PICTURE}: {error}"))?;
    say(PICTURE);
    Ok(())
}

/// The crates of the workspace.
fn crates() -> Result<Crates, String> {
    let text = output(&mut cargo(&["metadata", "--no-deps", "--offline", "--format-version", "1"]))?;
    read(&text).ok_or_else(|| format!("expected what `cargo metadata` prints, got `{text}`"))
}

/// The crates that `cargo metadata` tells of. What only tests use is no arrow.
fn read(metadata: &str) -> Option<Crates> {
    let metadata = Json::read(metadata)?;
    let packages = metadata.list("packages")?;
    let names: BTreeSet<&str> = packages.iter().filter_map(|package| package.text("name")).collect();
    let uses = |package: &Json| -> Option<BTreeSet<String>> {
        let all = package.list("dependencies")?.iter().filter(|used| used.text("kind") != Some("dev"));
        Some(
            all.filter_map(|used| used.text("name")).filter(|name| names.contains(name)).map(short).collect(),
        )
    };
    packages.iter().map(|package| Some((short(package.text("name")?), uses(package)?))).collect()
}

fn short(name: &str) -> String {
    name.strip_prefix("goren-").unwrap_or(name).to_owned()
}

/// Half of what two boxes side by side are apart, from middle to middle.
const STEP: i32 = 64;
const WIDTH: i32 = 104;
const HEIGHT: i32 = 34;
/// From the top of a row to the top of the next.
const STOREY: i32 = 92;
const MARGIN: i32 = 20;

const STYLE: &str = "\
:root { color-scheme: light dark; --paper: #fbfbf9; --panel: #fff; --ink: #1b1d20; --muted: #5c636b; --strong: #bfc2bd; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #121417; --panel: #191c20; --ink: #e7e8ea; --muted: #9ca3ab; --strong: #4a5058; }
}
.sheet { fill: var(--paper); }
.crate { fill: var(--panel); stroke: var(--strong); }
.arrow { fill: none; stroke: var(--muted); stroke-width: 1.25; }
.head { fill: var(--muted); }
text { fill: var(--ink); font: 14px system-ui, -apple-system, \"Segoe UI\", Roboto, \"Noto Sans\", sans-serif; text-anchor: middle; }
";

/// The picture: each crate above those it uses.
fn draw(crates: &Crates) -> String {
    let plan = Plan::new(crates);
    let width = 2 * MARGIN + WIDTH + STEP * plan.spots.iter().map(|spot| spot.column).max().unwrap_or(0);
    let height = top(&plan, 0) + HEIGHT + MARGIN;
    let mut lines = vec![
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
             height=\"{height}\" role=\"img\" aria-label=\"The crates, each above those it uses\">"
        ),
        format!("<style>\n{STYLE}</style>"),
        "<marker id=\"head\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"8\" markerHeight=\"8\" \
         markerUnits=\"userSpaceOnUse\" orient=\"auto\"><path class=\"head\" d=\"M0 0.5L8 4L0 7.5z\"/></marker>"
            .to_owned(),
        "<rect class=\"sheet\" width=\"100%\" height=\"100%\"/>".to_owned(),
    ];
    lines.extend((0..plan.arrows.len()).map(|arrow| path(&plan, arrow)));
    for spot in &plan.spots {
        let Some(name) = &spot.name else { continue };
        let (x, y) = (middle(spot.column), top(&plan, spot.row));
        lines.push(format!(
            "<rect class=\"crate\" x=\"{}\" y=\"{y}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" rx=\"6\"/>\
             <text x=\"{x}\" y=\"{}\">{name}</text>",
            x - WIDTH / 2,
            y + HEIGHT / 2 + 5,
        ));
    }
    lines.push("</svg>\n".to_owned());
    lines.join("\n")
}

/// One arrow from row to row: it leaves and arrives upright, with a head where it arrives at a crate, and past a row it goes on.
fn path(plan: &Plan, arrow: usize) -> String {
    let (upper, lower) = plan.arrows[arrow];
    let (upper, lower) = (&plan.spots[upper], &plan.spots[lower]);
    let (from, to) = (middle(upper.column) + plan.leaves(arrow), middle(lower.column) + plan.arrives(arrow));
    let (start, end) = (top(plan, upper.row) + HEIGHT, top(plan, lower.row));
    let half = (start + end) / 2;
    let (past, head) = if lower.name.is_none() {
        (format!("V{}", end + HEIGHT), "")
    } else {
        (String::new(), " marker-end=\"url(#head)\"")
    };
    format!("<path class=\"arrow\" d=\"M{from} {start}C{from} {half} {to} {half} {to} {end}{past}\"{head}/>")
}

fn middle(column: i32) -> i32 {
    MARGIN + WIDTH / 2 + STEP * column
}

fn top(plan: &Plan, row: usize) -> i32 {
    let highest = plan.spots.iter().map(|spot| spot.row).max().unwrap_or(0);
    MARGIN + STOREY * (highest - row) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Crates from lines such as `top: middle bottom`.
    pub(super) fn workspace(lines: &[&str]) -> Crates {
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect();
        let pair = |line: &&str| line.split_once(':').map(|(name, uses)| (name.to_owned(), words(uses)));
        lines.iter().map(|line| pair(line).expect("a line has a colon")).collect()
    }

    #[test]
    fn the_picture_shows_the_crates_as_they_are() {
        let drawn = draw(&crates().unwrap());
        let stored = fs::read_to_string(root().join(PICTURE)).unwrap_or_default();
        assert!(stored == drawn, "{PICTURE} is not what would be drawn now: run cargo xtask house");
    }

    #[test]
    fn crates_and_what_they_use_are_read_without_what_only_tests_use() {
        let metadata = r#"{"packages": [
            {"name": "goren-core", "dependencies": []},
            {"name": "goren-lab", "dependencies": [{"name": "goren-core", "kind": "dev"}, {"name": "serde", "kind": null}]},
            {"name": "goren", "dependencies": [{"name": "goren-core", "kind": null}, {"name": "goren-lab", "kind": "build"}]}
        ]}"#;
        assert_eq!(read(metadata), Some(workspace(&["core:", "lab:", "goren: core lab"])));
        assert_eq!(read("{}"), None);
    }

    #[test]
    fn an_arrow_has_a_head_where_it_arrives_at_a_crate_and_goes_on_past_a_row() {
        let crates = workspace(&["base:", "low: base", "high: low", "house: high side", "side:"]);
        let plan = Plan::new(&crates);
        for (arrow, &(_, lower)) in plan.arrows.iter().enumerate() {
            let (path, arrives) = (path(&plan, arrow), plan.spots[lower].name.is_some());
            assert_eq!((path.contains("marker-end"), path.contains('V')), (arrives, !arrives), "{path}");
        }
        let picture = draw(&crates);
        assert_eq!(picture.matches("class=\"arrow\"").count(), 6);
        assert_eq!(picture.matches("class=\"crate\"").count(), 5);
        assert!(picture.contains(">house</text>"));
    }
}
