//! Boards: positions with the moves played on them, and heat maps.

use goren_core::{Point, Position, Size, Stone};

use super::Figure;
use crate::number::{quantile, seconds};

/// A position with notes below it.
pub(crate) struct Goban<'a> {
    pub(crate) position: &'a Position,
    pub(crate) title: String,
    /// Points marked with a ring.
    pub(crate) solutions: &'a [Point],
    /// Points that were played, with a label, and whether they were right.
    pub(crate) played: Vec<(Point, String, bool)>,
    pub(crate) notes: Vec<String>,
}

const GAP: f64 = 24.0;

/// Several boards in a grid.
pub(crate) fn gobans(label: &str, columns: usize, boards: &[Goban<'_>]) -> Figure {
    let side = if boards.len() == 1 { 360.0 } else { 230.0 };
    let notes = boards.iter().map(|board| board.notes.len()).max().unwrap_or(0) as f64;
    let high = 28.0 + side + 12.0 + 17.0 * notes + 20.0;
    let rows = boards.len().div_ceil(columns.max(1)) as f64;
    let width = columns as f64 * (side + GAP) - GAP;
    let mut figure = Figure::new(label, width, rows * high);
    for (i, board) in boards.iter().enumerate() {
        let left = (i % columns) as f64 * (side + GAP);
        let top = (i / columns) as f64 * high;
        figure.text("title", (left, top + 16.0), &board.title);
        draw(&mut figure, board, left, top + 28.0, side);
        for (k, note) in board.notes.iter().enumerate() {
            figure.text("small faint", (left, top + 28.0 + side + 18.0 + 17.0 * k as f64), note);
        }
    }
    figure
}

fn draw(figure: &mut Figure, board: &Goban<'_>, left: f64, top: f64, side: f64) {
    let size = board.position.size();
    let step = side / (size.side() as f64 + 1.2);
    // The board lies to the right of the numbers of its rows and above the letters of its columns.
    let left = left + step;
    let at = |point: Point| {
        let (column, row) = size.top_left_of(point);
        (left + step * (column as f64 + 0.6), top + step * (row as f64 + 0.6))
    };
    coordinates(figure, size, (left + 0.6 * step, top + 0.6 * step), step, 0.6);
    let side = side - step;
    figure.rect("wood", "", [left, top, side, side], "");
    let (near, far) = (step * 0.6, step * (size.side() as f64 - 0.4));
    for i in 0..size.side() {
        let place = step * (i as f64 + 0.6);
        figure.line("grain", (left + near, top + place), (left + far, top + place));
        figure.line("grain", (left + place, top + near), (left + place, top + far));
    }
    for &trap in board.position.traps() {
        let (x, y) = at(trap);
        figure.rect(
            "trap",
            "",
            [x - step * 0.4, y - step * 0.4, step * 0.8, step * 0.8],
            &format!("trap {trap}"),
        );
    }
    for (point, stone) in board.position.stones() {
        let class = if stone == Stone::Black { "black" } else { "white" };
        figure.circle(class, at(point), step * 0.44, &format!("{stone} {point}"));
    }
    let is_played = |point: Point| board.played.iter().any(|played| played.0 == point);
    for &point in board.solutions.iter().filter(|&&point| !is_played(point)) {
        figure.circle("wanted", at(point), step * 0.4, &format!("{point}"));
    }
    for (point, letters, is_right) in &board.played {
        figure.circle(
            if *is_right { "played" } else { "missed" },
            at(*point),
            step * 0.42,
            &format!("{point}"),
        );
        let (x, y) = at(*point);
        figure.text("on-board", (x, y + 0.5), letters);
    }
}

/// The opacity of a cell by its place on the scale.
fn shade(share: f64) -> f64 {
    0.07 + 0.93 * share
}

/// The letters below a board and the numbers beside it. `first` is the centre of its upper left cell.
fn coordinates(figure: &mut Figure, size: Size, first: (f64, f64), step: f64, margin: f64) {
    let side = size.side();
    // Every second one where they would touch.
    let every = if step < 15.0 { 2 } else { 1 };
    for i in (0..side).step_by(every) {
        let letter = char::from(b'a' + i as u8).to_string();
        let below = first.1 + step * (side as f64 - 1.0 + margin + 0.55);
        figure.text("coordinate", (first.0 + step * i as f64, below), &letter);
        let row = first.1 + step * (side - 1 - i) as f64;
        figure.text("coordinate", (first.0 - step * (margin + 0.55), row), &(i + 1).to_string());
    }
}

/// One heat map for each name.
pub(crate) fn heat_maps(label: &str, size: Size, maps: &[(String, Vec<(Point, f64)>)]) -> Figure {
    const COLUMNS: usize = 3;
    let side = 224.0;
    let high = side + 78.0;
    let rows = maps.len().div_ceil(COLUMNS) as f64;
    let mut figure = Figure::new(label, COLUMNS as f64 * (side + GAP) - GAP, rows * high);
    let step = side / (size.side() as f64 + 1.0);
    for (i, (name, values)) in maps.iter().enumerate() {
        let left = (i % COLUMNS) as f64 * (side + GAP);
        let top = (i / COLUMNS) as f64 * high + 26.0;
        figure.text("title", (left, top - 10.0), name);
        let (below, scale) = (top + side + 20.0, left);
        let (left, side) = (left + step, side - step);
        figure.rect("cell", "", [left, top, side, side], "");
        coordinates(&mut figure, size, (left + step / 2.0, top + step / 2.0), step, 0.45);
        let mut sorted: Vec<f64> = values.iter().map(|value| value.1).collect();
        sorted.sort_by(f64::total_cmp);
        if sorted.is_empty() {
            continue;
        }
        // A few points have a single slow move; the scale ends at the slowest twentieth.
        let (least, most) = (quantile(&sorted, 0.05).max(1e-9), quantile(&sorted, 0.95));
        let ratio = (most / least).max(1.0 + 1e-9).ln();
        for (point, value) in values {
            let share = ((value / least).max(1.0).ln() / ratio).min(1.0);
            let (column, row) = size.top_left_of(*point);
            let bounds =
                [left + step * column as f64 + 0.5, top + step * row as f64 + 0.5, step - 1.0, step - 1.0];
            figure.shade(shade(share), bounds, &format!("{point}: {}", seconds(*value)));
        }
        // The scale: five steps of equal ratio.
        for k in 0..5 {
            let bounds = [scale + step + 22.0 * f64::from(k), below - 8.0, 20.0, 9.0];
            figure.shade(shade(f64::from(k) / 4.0), bounds, "");
        }
        let range = format!("{} to {}, logarithmic", seconds(least), seconds(most));
        figure.text("small faint", (scale + step, below + 18.0), &range);
    }
    figure
}

#[cfg(test)]
mod tests {
    use super::*;
    use goren_core::Rule;

    fn point(name: &str) -> Point {
        name.parse().expect("a point")
    }

    fn position() -> Position {
        let mut position = Position::new(Rule::Freestyle, Size::new(9).expect("a size"));
        position.play(point("e5"));
        position.play(point("d4"));
        position
    }

    fn drawn(solutions: &[Point], played: Vec<(Point, String, bool)>) -> String {
        let position = position();
        let board =
            Goban { position: &position, title: "task".to_owned(), solutions, played, notes: Vec::new() };
        gobans("one board", 1, &[board]).inline()
    }

    #[test]
    fn stones_lie_on_their_points_and_a_right_move_has_a_ring_until_somebody_plays_it() {
        let board = drawn(&[point("f6")], Vec::new());
        for (class, title) in [("black", "black e5"), ("white", "white d4")] {
            assert_eq!(board.matches(&format!("<circle class=\"{class}\"")).count(), 1);
            assert!(board.to_lowercase().contains(&format!("<title>{title}</title>")), "{board}");
        }
        assert_eq!(board.matches("class=\"wanted\"").count(), 1);
        let played = drawn(&[point("f6")], vec![(point("f6"), "b".to_owned(), true)]);
        assert_eq!((played.matches("\"wanted\"").count(), played.matches("\"played\"").count()), (0, 1));
        let missed = drawn(&[point("f6")], vec![(point("a1"), "2".to_owned(), false)]);
        assert_eq!((missed.matches("\"wanted\"").count(), missed.matches("\"missed\"").count()), (1, 1));
    }

    #[test]
    fn a_board_has_all_its_coordinates_and_a_small_one_every_second() {
        assert_eq!(drawn(&[], Vec::new()).matches("class=\"coordinate\"").count(), 18);
        let map = heat_maps("times", Size::DEFAULT, &[("masked".to_owned(), Vec::new())]).inline();
        assert_eq!(map.matches("class=\"coordinate\"").count(), 16);
        assert!(map.contains(">o</text>") && map.contains(">15</text>") && !map.contains(">b</text>"));
    }

    #[test]
    fn a_heat_map_is_as_dark_as_its_points_are_slow() {
        let values = vec![(point("a1"), 0.001), (point("b2"), 0.01), (point("c3"), 0.1)];
        let map = heat_maps("times", Size::DEFAULT, &[("masked".to_owned(), values)]).inline();
        let opacity = |title: &str| -> f64 {
            let before = &map[..map.find(&format!("<title>{title}")).expect("it is drawn")];
            let text = before.rsplit("fill-opacity=\"").next().expect("it has one");
            text.split('"').next().expect("a number").parse().expect("a number")
        };
        assert!(opacity("a1: 1 ms") < opacity("b2: 10 ms"));
        assert!(opacity("b2: 10 ms") < opacity("c3: 100 ms"));
    }
}
