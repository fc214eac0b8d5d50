//! A position drawn for a terminal or a file.

use std::collections::HashMap;
use std::fmt::Write;
use std::io::{self, IsTerminal};

use goren_core::{Outcome, Point, Position, Rule, Size, Stone};

/// Whether to use colours: on a terminal, unless `NO_COLOR` is set.
pub(crate) fn wants_colour() -> bool {
    io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// The header and the board with its coordinates, and crosses on Black's forbidden points while the game is in progress.
pub(crate) fn draw(position: &Position, colour: bool) -> String {
    draw_with_labels(position, &[], colour)
}

/// As [`draw`], with numbers on some empty points, counted from 1 (the first nine, then letters).
pub(crate) fn draw_with_labels(position: &Position, labelled: &[Point], colour: bool) -> String {
    let size = position.size();
    let marks = marks(position, labelled);
    let paint = Paint { colour };
    let letters: Vec<String> = (0..size.side()).map(|x| char::from(b'a' + x as u8).to_string()).collect();
    let mut text = format!("{} {size}×{size}, {} to move\n", position.rule(), position.side());
    for y in (0..size.side()).rev() {
        let mut row = paint.start();
        for x in 0..size.side() {
            let point = Point::new(x, y).expect("the board is no larger than the largest");
            let mark = marks.get(&point).copied().unwrap_or(Mark::Empty);
            row += &paint.mark(mark, point, size);
            if x + 1 < size.side() {
                row.push('─');
            }
        }
        row += paint.end();
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{:>2} {row}", y + 1);
    }
    let margin = if colour { "    " } else { "   " };
    let _ = writeln!(text, "{margin}{}", letters.join(" "));
    text
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    Empty,
    Stone { stone: Stone, last: bool, won: bool },
    Trap,
    Forbidden,
    Label(char),
}

fn marks(position: &Position, labelled: &[Point]) -> HashMap<Point, Mark> {
    let mut marks = HashMap::new();
    let mut row = Vec::new();
    match position.outcome() {
        Outcome::Win { line, .. } => row.extend(line.points()),
        Outcome::Ongoing if position.rule() == Rule::Renju => {
            marks.extend(position.forbidden_points().map(|(point, _)| (point, Mark::Forbidden)));
        }
        _ => {}
    }
    for (point, stone) in position.stones() {
        let last = position.last() == Some(point);
        marks.insert(point, Mark::Stone { stone, last, won: row.contains(&point) });
    }
    marks.extend(position.traps().iter().map(|&trap| (trap, Mark::Trap)));
    marks.extend(
        labelled.iter().zip(('1'..='9').chain('a'..='z')).map(|(&point, label)| (point, Mark::Label(label))),
    );
    marks
}

/// Draws symbols on the board, with or without colours.
struct Paint {
    colour: bool,
}

impl Paint {
    /// Wood, and the ink of its lines.
    const WOOD: &str = "\x1b[48;5;179m\x1b[38;5;94m";
    const RESET: &str = "\x1b[0m";

    fn start(&self) -> String {
        if self.colour { format!("{} ", Self::WOOD) } else { String::new() }
    }

    fn end(&self) -> &'static str {
        if self.colour { " \x1b[0m" } else { "" }
    }

    fn mark(&self, mark: Mark, point: Point, size: Size) -> String {
        let sign = match mark {
            Mark::Empty => return crossing(point, size).to_owned(),
            Mark::Trap => "■",
            Mark::Forbidden => "×",
            Mark::Label(label) => return self.inked("\x1b[1;38;5;124m", &label.to_string()),
            // With colours both stones are filled; without, Black is filled and White is a ring.
            Mark::Stone { last: false, stone, .. } if self.colour || stone == Stone::Black => "●",
            Mark::Stone { last: false, .. } => "○",
            Mark::Stone { last: true, stone, .. } if self.colour || stone == Stone::Black => "◉",
            Mark::Stone { last: true, .. } => "◎",
        };
        let ink = match mark {
            Mark::Stone { stone: Stone::Black, won: false, .. } => "\x1b[38;5;16m",
            Mark::Stone { stone: Stone::White, won: false, .. } => "\x1b[38;5;231m",
            Mark::Stone { stone: Stone::Black, won: true, .. } => "\x1b[38;5;16m\x1b[48;5;166m",
            Mark::Stone { stone: Stone::White, won: true, .. } => "\x1b[38;5;231m\x1b[48;5;166m",
            Mark::Trap => "\x1b[38;5;236m",
            Mark::Forbidden => "\x1b[1;38;5;124m",
            Mark::Empty | Mark::Label(_) => "",
        };
        self.inked(ink, sign)
    }

    fn inked(&self, ink: &str, sign: &str) -> String {
        if self.colour { format!("{ink}{sign}{}{}", Self::RESET, Self::WOOD) } else { sign.to_owned() }
    }
}

/// The symbol where two lines of the empty board meet.
fn crossing(point: Point, size: Size) -> &'static str {
    let last = size.side() - 1;
    match (point.x(), point.y()) {
        (0, 0) => "└",
        (0, y) if y == last => "┌",
        (x, 0) if x == last => "┘",
        (x, y) if x == last && y == last => "┐",
        (0, _) => "├",
        (x, _) if x == last => "┤",
        (_, 0) => "┴",
        (_, y) if y == last => "┬",
        _ if is_star(point, size) => "╋",
        _ => "┼",
    }
}

/// The centre of an odd board, and on boards from 13 on the points four in from two edges.
fn is_star(point: Point, size: Size) -> bool {
    let last = size.side() - 1;
    let corner = |at: usize| size.side() >= 13 && (at == 3 || at == last - 3);
    (size.side() % 2 == 1 && point == size.centre()) || (corner(point.x()) && corner(point.y()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(rule: Rule, side: usize, moves: &[&str]) -> Position {
        let traps = ["e1".parse().unwrap()];
        let mut position = Position::with_traps(rule, Size::new(side).unwrap(), &traps).unwrap();
        moves.iter().for_each(|name| position.play(name.parse().unwrap()));
        position
    }

    #[test]
    fn the_board_shows_stones_the_last_move_traps_and_coordinates() {
        let position = played(Rule::Freestyle, 5, &["c3", "d4", "b2"]);
        let expected = "\
freestyle 5×5, White to move
 5 ┌─┬─┬─┬─┐
 4 ├─┼─┼─○─┤
 3 ├─┼─●─┼─┤
 2 ├─◉─┼─┼─┤
 1 └─┴─┴─┴─■
   a b c d e
";
        assert_eq!(draw(&position, false), expected);
    }

    #[test]
    fn forbidden_points_are_crossed_out_under_renju_only() {
        let moves = ["d6", "a1", "d5", "a3", "c4", "a5", "b4", "a7"];
        assert!(draw(&played(Rule::Renju, 7, &moves), false).contains(" 4 ├─●─●─×"));
        assert!(draw(&played(Rule::Standard, 7, &moves), false).contains(" 4 ├─●─●─╋"));
    }

    #[test]
    fn without_colour_there_are_no_escapes() {
        let position = played(Rule::Renju, 15, &["h8", "i9"]);
        assert!(!draw(&position, false).contains('\x1b'));
        assert!(draw(&position, true).contains('\x1b'));
    }
}
