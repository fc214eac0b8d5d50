//! The opening book: fixed answers while there are at most four stones.
//!
//! Its two standard lines start with a stone in the centre, which another entry answers first: they are never played, unless
//! the addition `book-lines` puts them before it.
//!
//! The document writes points as row and column from the top left of its 15×15 board; on other sizes they keep
//! their distance from the centre, and corners remain corners.

use goren_core::{Point, Position, Size};

const LAST_STONES: usize = 4;

/// Rows and columns: a stone of the opponent's and the answer to it.
type BookLine = [((isize, isize), (isize, isize)); 3];
const STANDARD_LINES: [BookLine; 2] = [
    [((7, 7), (6, 8)), ((6, 8), (8, 6)), ((8, 6), (8, 8))],
    [((7, 7), (8, 8)), ((8, 8), (6, 6)), ((6, 6), (8, 6))],
];

/// The answer of a standard line to the opponent's last stone, if it can be played.
fn line_answer(position: &Position) -> Option<Point> {
    let size = position.size();
    let last = position.history().last()?.point?;
    let mut entries = STANDARD_LINES.iter().flatten();
    entries.find_map(|&(theirs, reply)| {
        (entry(size, theirs) == Some(last))
            .then(|| entry(size, reply))?
            .filter(|&reply| position.is_legal(reply))
    })
}

/// The book move for the side to move, which may be illegal.
pub(super) fn answer(position: &Position, has_lines: bool) -> Option<Point> {
    let stones = position.stones().count();
    if stones > LAST_STONES {
        return None;
    }
    let size = position.size();
    let theirs =
        |point: Option<Point>| point.is_some_and(|point| position.stone(point) == Some(!position.side()));
    let centre = size.centre();
    let last = size.side() as isize - 1;
    let corners = [((0, 0), (8, 8)), ((0, last), (8, 6)), ((last, 0), (6, 8)), ((last, last), (6, 6))];

    if stones == 0 {
        return entry(size, (7, 7));
    }
    if let Some(reply) = line_answer(position).filter(|_| has_lines) {
        return Some(reply);
    }
    if theirs(Some(centre)) {
        return entry(size, (6, 6));
    }
    if let Some(&(_, reply)) = corners.iter().find(|&&(corner, _)| theirs(at(size, corner))) {
        return entry(size, reply);
    }
    // "Swap first": the opponent has stones on both sides of the centre.
    if theirs(centre.offset(0, 1)) && theirs(centre.offset(0, -1)) {
        return entry(size, (8, 8));
    }
    // The document's two standard lines start with a stone in the centre, which is handled above.
    for row in 0..=last {
        for column in 0..=last {
            if !theirs(at(size, (row, column))) {
                continue;
            }
            if theirs(at(size, (row + 1, column + 1))) {
                return entry(size, (6, 8));
            }
            if theirs(at(size, (row + 1, column))) {
                return entry(size, (7, 9));
            }
        }
    }
    None
}

/// The point in a row and a column from the top left.
fn at(size: Size, (row, column): (isize, isize)) -> Option<Point> {
    size.at_top_left(usize::try_from(column).ok()?, usize::try_from(row).ok()?)
}

/// A move of the book, which is written for 15×15, on a board of this size.
fn entry(size: Size, (row, column): (isize, isize)) -> Option<Point> {
    let half = size.side() as isize / 2;
    at(size, (half + row - 7, half + column - 7))
}
