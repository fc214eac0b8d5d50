//! The openings that games start from.

use std::collections::HashSet;
use std::fmt;

use goren_core::{Point, Position, Random, SetupError, Size, Stone, Symmetry};
use goren_record::{ReadError, ReadOptions, Record, read};
use serde::{Deserialize, Serialize};

use crate::board::{Board, StartError};
use crate::random::stream;
use crate::text;

/// Openings, and how they are varied. Serialised with all its openings, so that a journal depends on no other file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Book {
    /// The moves of each opening, Black first; no two are the same under symmetry.
    #[serde(with = "text::lines")]
    openings: Vec<Vec<Point>>,
    /// Whether each use turns or mirrors the opening at random.
    #[serde(default)]
    pub symmetry: bool,
    /// Whether each use moves the opening to a random place, at least this far from every edge.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shift: Option<usize>,
}

/// The empty board.
impl Default for Book {
    fn default() -> Book {
        Book { openings: vec![Vec::new()], symmetry: false, shift: None }
    }
}

/// The included books by name, each as the text of a file; `freestyle-15` is the one for that rule and size.
const INCLUDED: &[(&str, &str)] = &[
    ("freestyle-15", include_str!("../books/freestyle-15.txt")),
    ("freestyle-20", include_str!("../books/freestyle-20.txt")),
    ("standard-15", include_str!("../books/standard-15.txt")),
    ("standard-20", include_str!("../books/standard-20.txt")),
    ("renju-15", include_str!("../books/renju-15.txt")),
    ("renju-20", include_str!("../books/renju-20.txt")),
    ("caro-15", include_str!("../books/caro-15.txt")),
    ("caro-20", include_str!("../books/caro-20.txt")),
    ("caro6-15", include_str!("../books/caro6-15.txt")),
    ("caro6-20", include_str!("../books/caro6-20.txt")),
];

impl Book {
    /// Reads a file in any format of [`goren_record`]: offset lines, lines of moves, SGF, PSQ and the rest.
    pub fn read(bytes: &[u8], board: &Board) -> Result<Book, BookError> {
        let options =
            ReadOptions { rule: Some(board.rule), size: Some(board.size), ..ReadOptions::default() };
        let records = read(bytes, &options).map_err(BookError::Read)?;
        let lines = records.iter().enumerate().map(|(i, record)| {
            if record.size != board.size {
                let error = OpeningError::Size { expected: board.size, got: record.size };
                return Err(BookError::Opening { number: i, error });
            }
            moves(record).map_err(at(i))
        });
        let lines: Vec<Vec<Point>> = lines.collect::<Result<_, _>>()?;
        Book::new(lines, board)
    }

    /// A book of these openings on a board, without those that are symmetric to another.
    pub fn new(lines: Vec<Vec<Point>>, board: &Board) -> Result<Book, BookError> {
        let mut seen = HashSet::new();
        let mut openings = Vec::new();
        for (i, line) in lines.into_iter().enumerate() {
            let game = board.game(&line).map_err(OpeningError::Start).map_err(at(i))?;
            if seen.insert(game.position().canonical().0) {
                openings.push(line);
            }
        }
        if openings.is_empty() {
            return Err(BookError::Empty);
        }
        Ok(Book { openings, ..Book::default() })
    }

    /// Whether an included book has this name.
    pub fn is_included(name: &str) -> bool {
        INCLUDED.iter().any(|(known, _)| *known == name)
    }

    /// An included book.
    pub fn included(name: &str, board: &Board) -> Result<Book, BookError> {
        match INCLUDED.iter().find(|(known, _)| *known == name) {
            Some((_, text)) => Book::read(text.as_bytes(), board),
            None => Err(BookError::NotIncluded(name.to_owned())),
        }
    }

    /// The included book for a rule and size, if there is one and no trap interferes with it.
    pub fn included_for(board: &Board) -> Option<Book> {
        Book::included(&format!("{}-{}", board.rule, board.size), board).ok()
    }

    /// Openings of three to six stones near the centre, at random.
    ///
    /// They are not balanced: playing them in pairs compensates for that, but a good book decides a match in fewer games.
    pub fn random(count: usize, seed: u64, board: &Board) -> Result<Book, BookError> {
        let mut random = stream(seed, 0x6f70_656e);
        let mut seen = HashSet::new();
        let mut openings = Vec::new();
        // A small board has few openings, so fewer than asked for are accepted.
        for _ in 0..20 * count {
            let line = random_line(board, &mut random).map_err(OpeningError::Board).map_err(at(0))?;
            let Ok(game) = board.game(&line) else { continue };
            if seen.insert(game.position().canonical().0) {
                openings.push(line);
            }
            if openings.len() == count {
                break;
            }
        }
        if openings.is_empty() {
            return Err(BookError::NoRoom);
        }
        Ok(Book { openings, ..Book::default() })
    }

    /// The number of openings.
    #[expect(clippy::len_without_is_empty, reason = "a book is never empty")]
    pub fn len(&self) -> usize {
        self.openings.len()
    }

    /// The openings as they were read.
    pub fn openings(&self) -> &[Vec<Point>] {
        &self.openings
    }

    /// The opening of the game pair with this index: all openings in random order, then all again in another order.
    pub(crate) fn opening(&self, index: usize, seed: u64, board: &Board) -> Vec<Point> {
        self.opening_by(&self.order(self.cycle(index), seed), index, seed, board)
    }

    /// How often all openings have been played before the game pair with this index.
    pub(crate) fn cycle(&self, index: usize) -> usize {
        index / self.openings.len()
    }

    /// The order of the openings in a cycle.
    pub(crate) fn order(&self, cycle: usize, seed: u64) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.openings.len()).collect();
        stream(seed, 2 * cycle as u64).shuffle(&mut order);
        order
    }

    /// As [`Book::opening`], with the order of its cycle, which takes long to find for a large book.
    pub(crate) fn opening_by(&self, order: &[usize], index: usize, seed: u64, board: &Board) -> Vec<Point> {
        let plain = &self.openings[order[index % self.openings.len()]];
        let mut random = stream(seed, 2 * index as u64 + 1);
        let varied = self.vary(plain, board.size, &mut random);
        // A trap can interfere with an image, though not with the opening itself.
        if varied == *plain || board.game(&varied).is_ok() { varied } else { plain.clone() }
    }

    fn vary(&self, plain: &[Point], size: Size, random: &mut Random) -> Vec<Point> {
        let mut points = plain.to_vec();
        if self.symmetry {
            let symmetry = Symmetry::ALL[random.below(8)];
            points.iter_mut().for_each(|point| *point = symmetry.apply(*point, size));
        }
        if let Some(margin) = self.shift {
            let dx = shift(points.iter().map(|point| point.x()), size, margin, random);
            let dy = shift(points.iter().map(|point| point.y()), size, margin, random);
            for point in &mut points {
                *point = point.offset(dx, dy).expect("the shift keeps every stone on the board");
            }
        }
        points
    }
}

/// A random shift of coordinates that keeps them `margin` away from both edges; `None` if there is none.
fn shift(
    along: impl Iterator<Item = usize> + Clone,
    size: Size,
    margin: usize,
    random: &mut Random,
) -> isize {
    let (Some(low), Some(high)) = (along.clone().min(), along.max()) else { return 0 };
    let room = size.side().saturating_sub(2 * margin);
    let extent = high - low + 1;
    if extent > room {
        return 0;
    }
    (margin + random.below(room - extent + 1)) as isize - low as isize
}

fn random_line(board: &Board, random: &mut Random) -> Result<Vec<Point>, SetupError> {
    let mut position = Position::with_traps(board.rule, board.size, &board.traps)?;
    let wanted = 3 + random.below(4);
    let reach = 2 + random.below(2);
    let centre = board.size.centre();
    let near = |point: &Point| point.distance(centre) <= reach;
    let mut line = Vec::new();
    while line.len() < wanted {
        let choices: Vec<Point> = position.legal_moves().filter(near).collect();
        if choices.is_empty() {
            break;
        }
        let point = choices[random.below(choices.len())];
        position.play(point);
        line.push(point);
    }
    Ok(line)
}

/// The moves of a record, or its stones in an order in which they could have been played.
fn moves(record: &Record) -> Result<Vec<Point>, OpeningError> {
    let position = record.position().map_err(OpeningError::Record)?;
    let history = position.history();
    let is_plain = position.setup().is_empty() && history.iter().all(|played| played.point.is_some());
    if is_plain && history.first().is_none_or(|played| played.stone == Stone::Black) {
        return Ok(history.iter().filter_map(|played| played.point).collect());
    }
    let of = |stone| position.stones().filter(move |(_, each)| *each == stone).map(|(point, _)| point);
    let (black, white): (Vec<Point>, Vec<Point>) = (of(Stone::Black).collect(), of(Stone::White).collect());
    let ahead = usize::from(position.side() == Stone::White);
    if black.len() != white.len() + ahead {
        let stones = [black.len(), white.len()];
        return Err(OpeningError::Stones { stones, side: position.side() });
    }
    let mut white = white.into_iter();
    Ok(black.into_iter().flat_map(|point| [Some(point), white.next()]).flatten().collect())
}

fn at(number: usize) -> impl Fn(OpeningError) -> BookError {
    move |error| BookError::Opening { number, error }
}

/// Why a book is invalid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BookError {
    /// The file cannot be read as games.
    Read(ReadError),
    /// One of the openings cannot be used.
    Opening {
        /// Its number, from 0.
        number: usize,
        /// Why not.
        error: OpeningError,
    },
    /// There are no openings.
    Empty,
    /// Not the name of an included book.
    NotIncluded(String),
    /// The board is too small, or has too many traps.
    NoRoom,
}

/// Why an opening cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpeningError {
    /// It is for another board.
    Size {
        /// The match's.
        expected: Size,
        /// The opening's.
        got: Size,
    },
    /// Its game cannot be played.
    Record(ReadError),
    /// The stones that are set up are none of alternate moves.
    Stones {
        /// How many are black and white.
        stones: [usize; 2],
        /// Who is to move.
        side: Stone,
    },
    /// The traps are not on the board.
    Board(SetupError),
    /// No game can start from it.
    Start(StartError),
}

impl fmt::Display for BookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BookError::Read(error) => error.fmt(f),
            BookError::Opening { number, error } => write!(f, "opening {}: {error}", number + 1),
            BookError::Empty => f.write_str("expected at least one opening"),
            BookError::NotIncluded(name) => {
                write!(f, "expected the name of an included book, got `{name}`")
            }
            BookError::NoRoom => f.write_str("the board has no room for an opening"),
        }
    }
}

impl fmt::Display for OpeningError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpeningError::Size { expected, got } => write!(f, "expected size {expected}, got {got}"),
            OpeningError::Record(error) => error.fmt(f),
            OpeningError::Stones { stones: [black, white], side } => write!(
                f,
                "expected stones as after alternate moves, got {black} black and {white} white, {side} to move"
            ),
            OpeningError::Board(error) => error.fmt(f),
            OpeningError::Start(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for OpeningError {}

impl std::error::Error for BookError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(points: &[Point]) -> String {
        text::points_text(points)
    }

    #[test]
    fn every_included_book_fits_the_board_it_is_named_after() {
        for (name, _) in INCLUDED {
            let (rule, size) = name.split_once('-').unwrap();
            let board = Board {
                rule: rule.parse().unwrap(),
                size: Size::new(size.parse().unwrap()).unwrap(),
                traps: Vec::new(),
            };
            assert!(Book::included(name, &board).unwrap().openings.len() >= 200, "{name}");
        }
    }

    #[test]
    fn images_and_transpositions_are_one_opening() {
        // The second is the first rotated; the third has its moves in another order.
        let book = Book::read(b"h8i9g7\nh8g9i7\ng7i9h8\nh8i9g6\n", &Board::default()).unwrap();
        let lines: Vec<String> = book.openings().iter().map(|line| text(line)).collect();
        assert_eq!(lines, ["h8i9g7", "h8i9g6"]);
    }

    #[test]
    fn offset_lines_are_read() {
        let book = Book::read(b"0,0, 1,1, -1,2\n2,2, 3,3\n", &Board::default()).unwrap();
        assert_eq!(book.len(), 2);
        assert_eq!(book.openings()[0].len(), 3);
    }

    #[test]
    fn stones_that_were_set_up_become_moves() {
        let book = Book::read(b"(;GM[4]SZ[15]AB[hh][ih]AW[ii];B[gg])", &Board::default());
        assert!(
            book.unwrap_err().to_string().contains("opening 1: expected stones as after alternate moves")
        );
        let book = Book::read(b"(;GM[4]SZ[15]AB[hh][ih]AW[ii])", &Board::default()).unwrap();
        assert_eq!(book.openings()[0].len(), 3);
    }

    #[test]
    fn every_opening_is_used_once_before_any_is_used_twice() {
        let board = Board::default();
        let book = Book::random(40, 1, &board).unwrap();
        assert_eq!(book.len(), 40);
        let used = |from| -> HashSet<String> {
            (from..from + 40).map(|index| text(&book.opening(index, 7, &board))).collect()
        };
        assert_eq!(used(0).len(), 40);
        assert_eq!(used(0), used(40));
        let order = |seed| (0..40).map(|index| text(&book.opening(index, seed, &board))).collect::<Vec<_>>();
        assert_eq!(order(7), order(7));
        assert_ne!(order(7), order(8));
    }

    #[test]
    fn varied_openings_keep_their_distance_and_their_shape() {
        let board = Board::default();
        let plain = Book::read(b"h8i9g7", &board).unwrap();
        let varied = Book { symmetry: true, shift: Some(3), ..plain };
        let places: HashSet<String> = (0..200)
            .map(|index| {
                let points = varied.opening(index, 1, &board);
                assert!(
                    points.iter().all(|point| (3..12).contains(&point.x()) && (3..12).contains(&point.y()))
                );
                let slope = |a: Point, b: Point| a.x().abs_diff(b.x()) * 10 + a.y().abs_diff(b.y());
                assert_eq!((slope(points[0], points[1]), slope(points[0], points[2])), (11, 11));
                text(&points)
            })
            .collect();
        assert!(places.len() > 50, "{}", places.len());
    }

    #[test]
    fn a_trap_is_never_covered() {
        let board = Board { traps: vec!["g8".parse().unwrap()], ..Board::default() };
        let plain = Book::read(b"h8h9h7", &board).unwrap();
        let varied = Book { symmetry: true, ..plain };
        for index in 0..50 {
            assert!(board.game(&varied.opening(index, 1, &board)).is_ok());
        }
        assert!(Book::read(b"g8h9", &board).is_err());
    }

    #[test]
    fn an_opening_that_ends_the_game_is_refused() {
        let error = Book::read(b"a1a2b1b2c1c2d1d2e1", &Board::default()).unwrap_err();
        assert!(error.to_string().starts_with("opening 1: Black wins"), "{error}");
    }
}
