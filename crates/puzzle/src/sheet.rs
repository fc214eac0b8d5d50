//! A page to print: boards to solve, solutions at the end. It needs nothing but itself.

use std::fmt::Write;

use goren_core::{Point, Size, Stone, escape_html};

use crate::puzzle::{Kind, Puzzle};

/// Pixels between two lines of a board.
const STEP: usize = 20;
/// Pixels from the edge of the picture to the first line.
const MARGIN: usize = 26;
/// How many moves of a main line are drawn as numbered stones.
const MAX_NUMBERED: usize = 15;

const STYLE: &str = "\
body{font:15px/1.45 system-ui,sans-serif;margin:2rem auto;max-width:50rem;padding:0 1rem;color:#111;background:#fff}
.sheet{display:grid;grid-template-columns:repeat(auto-fill,minmax(17rem,1fr));gap:1.5rem 2rem}
figure{margin:0;break-inside:avoid}figcaption{margin:0 0 .4rem}svg{width:100%;height:auto;display:block}
h2{break-before:page;margin-top:3rem}.solutions{grid-template-columns:repeat(auto-fill,minmax(13rem,1fr))}
.line{stroke:#333;stroke-width:1}.star{fill:#333}.name{font-size:9px;fill:#555;text-anchor:middle}
.black{fill:#111;stroke:#111}.white{fill:#fff;stroke:#111}.answer{fill:none;stroke:#b00020;stroke-width:2.5}
.number{font-size:10px;text-anchor:middle}.on-black{fill:#fff}.on-white{fill:#111}.id{color:#555}
";

/// The page. The heading may be any text.
pub fn sheet(title: &str, puzzles: &[Puzzle]) -> String {
    let title = escape_html(title);
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n<style>\n{STYLE}</style>\n\
         <h1>{title}</h1>\n<div class=\"sheet\">\n"
    );
    for (i, puzzle) in puzzles.iter().enumerate() {
        let caption = format!(
            "<b>{}.</b> {} <span class=\"id\">{}, grade {}</span>",
            i + 1,
            question(puzzle),
            puzzle.rule,
            puzzle.grade
        );
        let _ =
            writeln!(page, "<figure><figcaption>{caption}</figcaption>{}</figure>", board(puzzle, &[], &[]));
    }
    page.push_str("</div>\n<h2>Solutions</h2>\n<div class=\"sheet solutions\">\n");
    for (i, puzzle) in puzzles.iter().enumerate() {
        let answers: Vec<String> = puzzle.answers.iter().map(ToString::to_string).collect();
        let line: Vec<String> = puzzle.line.iter().map(ToString::to_string).collect();
        let mut caption = format!("<b>{}.</b> {}", i + 1, answers.join(" or "));
        if line.len() > 1 {
            let _ = write!(caption, ": {}", line.join(" "));
        }
        let _ = write!(caption, " <span class=\"id\">{}</span>", escape_html(&puzzle.id));
        let numbered = &puzzle.line[..puzzle.line.len().min(MAX_NUMBERED)];
        let picture = board(puzzle, &puzzle.answers, numbered);
        let _ = writeln!(page, "<figure><figcaption>{caption}</figcaption>{picture}</figure>");
    }
    page.push_str("</div>\n</html>\n");
    page
}

/// What is asked, in one sentence.
fn question(puzzle: &Puzzle) -> String {
    let side = puzzle.side;
    match puzzle.kind {
        Kind::Fours => format!("{side} to move wins by fours."),
        Kind::Threats => format!("{side} to move wins by threats."),
        Kind::Defence => format!("{side} to move: stop the threatened win."),
        Kind::Avoid => format!("{side} to move wins, but not on the forbidden point."),
        Kind::Forbid => format!("{side} to move wins, and a forbidden point helps."),
        Kind::Balance => format!("{side}'s stone: put it where neither colour is better."),
    }
}

/// A board with the answers ringed and the line as numbered stones.
fn board(puzzle: &Puzzle, answers: &[Point], line: &[Point]) -> String {
    let size = puzzle.size;
    let last = (size.side() - 1) * STEP;
    let whole = last + 2 * MARGIN;
    let mut svg = format!("<svg viewBox=\"0 0 {whole} {whole}\" role=\"img\" aria-label=\"board\">");
    for i in 0..size.side() {
        let (along, low, high) = (MARGIN + i * STEP, MARGIN, MARGIN + last);
        let _ = write!(svg, "<path class=\"line\" d=\"M{along} {low}V{high}M{low} {along}H{high}\"/>");
        let (letter, number) = (char::from(b'a' + i as u8), size.side() - i);
        let _ = write!(svg, "<text class=\"name\" x=\"{along}\" y=\"{}\">{letter}</text>", whole - 3);
        let _ = write!(svg, "<text class=\"name\" x=\"8\" y=\"{}\">{number}</text>", along + 3);
    }
    let (x, y) = at(size.centre(), size);
    let _ = write!(svg, "<circle class=\"star\" cx=\"{x}\" cy=\"{y}\" r=\"2.5\"/>");
    let mut side = Stone::Black;
    for &point in &puzzle.moves {
        stone(&mut svg, at(point, size), side);
        side = !side;
    }
    for (i, &point) in line.iter().enumerate() {
        let (x, y) = at(point, size);
        stone(&mut svg, (x, y), side);
        let _ = write!(
            svg,
            "<text class=\"number on-{}\" x=\"{x}\" y=\"{}\">{}</text>",
            side.name(),
            y + 4,
            i + 1
        );
        side = !side;
    }
    for &point in answers {
        let (x, y) = at(point, size);
        let _ = write!(svg, "<circle class=\"answer\" cx=\"{x}\" cy=\"{y}\" r=\"9\"/>");
    }
    svg + "</svg>"
}

fn stone(svg: &mut String, (x, y): (usize, usize), stone: Stone) {
    let _ = write!(svg, "<circle class=\"{}\" cx=\"{x}\" cy=\"{y}\" r=\"8.5\"/>", stone.name());
}

fn at(point: Point, size: Size) -> (usize, usize) {
    let (x, y) = size.top_left_of(point);
    (MARGIN + x * STEP, MARGIN + y * STEP)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::tests::open_three;

    #[test]
    fn solutions_come_after_all_boards_and_show_what_the_boards_do_not() {
        let page = sheet("A & <b>", &[open_three(), open_three()]);
        assert!(page.contains("<title>A &amp; &lt;b&gt;</title>"));
        let (boards, solutions) = page.split_once("<h2>Solutions</h2>").unwrap();
        assert_eq!((boards.matches("<figure>").count(), solutions.matches("<figure>").count()), (2, 2));
        assert_eq!(boards.matches("class=\"black\"").count(), 6);
        assert!(!boards.contains("class=\"answer\"") && !boards.contains("g8"));
        assert!(solutions.contains("g8 or k8: g8 f8 k8"));
        // Three stones and two of the line for Black, on each of two boards.
        assert_eq!(solutions.matches("class=\"black\"").count(), 10);
        assert!(!page.contains("http") && !page.contains("<script"));
    }
}
