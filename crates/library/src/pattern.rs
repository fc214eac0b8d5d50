//! A small drawn window of the board, and whether a game ever showed it.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use goren_core::{Point, Size, Stone};

use crate::step::{Grid, Step};

/// A local pattern: stones and empty points next to each other, found anywhere on the board, turned and mirrored.
///
/// It is drawn in lines, the upper one first: `X` a black stone, `O` a white one, `.` an empty point of the board, `?` anything,
/// off the board too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// The images of the drawing, each a list of what stands where.
    images: Vec<Image>,
}

/// What stands where, relative to some corner: columns to the right and rows up.
type Image = Vec<(isize, isize, Option<Stone>)>;

/// The longest side of a drawing.
const MAX_SIDE: usize = 15;

impl Pattern {
    /// The same pattern, found with the colours exchanged as well.
    #[must_use]
    pub fn in_either_colour(self) -> Pattern {
        let exchanged = |image: &Image| -> Image {
            image.iter().map(|&(x, y, stone)| (x, y, stone.map(|stone| !stone))).collect()
        };
        let images: BTreeSet<SortedImage> =
            self.images.iter().cloned().chain(self.images.iter().map(exchanged)).map(sorted).collect();
        Pattern { images: images.into_iter().map(unsorted).collect() }
    }

    /// The number of moves after which a game first shows the pattern.
    pub(crate) fn first_seen(&self, size: Size, traps: &[Point], steps: &[Step]) -> Option<usize> {
        let mut grid = Grid::new();
        // Only a stone of the pattern can complete it, so the board is searched as a whole only where it was set up.
        let (mut moves, mut is_set_up) = (0, true);
        for &step in steps {
            match step {
                Step::Set(point, stone) => {
                    grid.put(point, stone);
                    is_set_up = true;
                }
                Step::Side(_) => {}
                Step::Move(stone, point) => {
                    if std::mem::take(&mut is_set_up) && self.is_anywhere(size, traps, &grid) {
                        return Some(moves);
                    }
                    moves += 1;
                    let Some(point) = point else { continue };
                    grid.put(point, Some(stone));
                    if self.is_completed_by(size, traps, &grid, point, stone) {
                        return Some(moves);
                    }
                }
            }
        }
        (is_set_up && self.is_anywhere(size, traps, &grid)).then_some(moves)
    }

    fn is_completed_by(&self, size: Size, traps: &[Point], grid: &Grid, point: Point, stone: Stone) -> bool {
        self.images.iter().any(|image| {
            let own = image.iter().filter(|cell| cell.2 == Some(stone));
            own.into_iter().any(|&(x, y, _)| {
                fits(image, size, traps, grid, (point.x() as isize - x, point.y() as isize - y))
            })
        })
    }

    fn is_anywhere(&self, size: Size, traps: &[Point], grid: &Grid) -> bool {
        let (most, side) = (MAX_SIDE as isize, size.side() as isize);
        self.images
            .iter()
            .any(|image| (-most..side).any(|y| (-most..side).any(|x| fits(image, size, traps, grid, (x, y)))))
    }
}

/// Whether an image fits with its corner at a place.
fn fits(image: &Image, size: Size, traps: &[Point], grid: &Grid, (x, y): (isize, isize)) -> bool {
    image.iter().all(|&(dx, dy, stone)| {
        let (x, y) = (usize::try_from(x + dx), usize::try_from(y + dy));
        let (Ok(x), Ok(y)) = (x, y) else { return false };
        Point::new(x, y).is_some_and(|point| {
            size.contains(point) && grid.stone(point) == stone && (stone.is_some() || !traps.contains(&point))
        })
    })
}

/// Images in an order, to leave out equal ones.
type SortedImage = Vec<(isize, isize, u8)>;

fn sorted(image: Image) -> SortedImage {
    let (left, low) =
        image.iter().fold((isize::MAX, isize::MAX), |(x, y), cell| (x.min(cell.0), y.min(cell.1)));
    let number = |stone: Option<Stone>| stone.map_or(2, |stone| stone as u8);
    let mut cells: SortedImage =
        image.into_iter().map(|(x, y, stone)| (x - left, y - low, number(stone))).collect();
    // Stones first: they decide sooner than empty points.
    cells.sort_unstable_by_key(|&(x, y, stone)| (stone == 2, x, y, stone));
    cells
}

fn unsorted(image: SortedImage) -> Image {
    let stone = |number: u8| Stone::BOTH.into_iter().find(|&stone| stone as u8 == number);
    image.into_iter().map(|(x, y, number)| (x, y, stone(number))).collect()
}

impl FromStr for Pattern {
    type Err = ParsePatternError;

    /// Reads a drawing; lines end with a line break or `/`.
    fn from_str(text: &str) -> Result<Pattern, ParsePatternError> {
        let bad = |got: &str| ParsePatternError(got.chars().take(40).collect());
        let lines: Vec<&str> =
            text.split(['\n', '/']).map(str::trim).filter(|line| !line.is_empty()).collect();
        if lines.len() > MAX_SIDE || lines.iter().any(|line| line.chars().count() > MAX_SIDE) {
            return Err(bad(text.trim()));
        }
        let mut image = Image::new();
        for (row, line) in lines.iter().rev().enumerate() {
            for (column, sign) in line.chars().enumerate() {
                let cell = match sign {
                    'X' | 'x' | '●' => Some(Stone::Black),
                    'O' | 'o' | '○' => Some(Stone::White),
                    '.' | '·' => None,
                    '?' => continue,
                    _ => return Err(bad(line)),
                };
                image.push((column as isize, row as isize, cell));
            }
        }
        if image.iter().all(|cell| cell.2.is_none()) {
            return Err(bad(text.trim()));
        }
        let turned = |turn: usize| -> Image {
            let cell = |&(x, y, stone): &(isize, isize, Option<Stone>)| {
                let (x, y) = (if turn & 1 == 0 { x } else { -x }, if turn & 2 == 0 { y } else { -y });
                if turn & 4 == 0 { (x, y, stone) } else { (y, x, stone) }
            };
            image.iter().map(cell).collect()
        };
        let images: BTreeSet<SortedImage> = (0..8).map(|turn| sorted(turned(turn))).collect();
        Ok(Pattern { images: images.into_iter().map(unsorted).collect() })
    }
}

/// Text that is no pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParsePatternError(String);

impl fmt::Display for ParsePatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "expected a pattern of at most {MAX_SIDE} lines of X, O, . and ? with at least one stone, such as `.XXX./..O..`, got `{}`",
            self.0
        )
    }
}

impl std::error::Error for ParsePatternError {}

#[cfg(test)]
mod tests {
    use super::*;
    use goren_core::{Position, Random, Rule, Symmetry};

    fn pattern(text: &str) -> Pattern {
        text.parse().unwrap()
    }

    /// Whether a drawing is on a board somewhere: every image at every place, cell by cell.
    fn naively_seen(lines: &[&str], position: &Position, both: bool) -> bool {
        let size = position.size();
        Symmetry::ALL.into_iter().any(|symmetry| {
            let position = position.transformed(symmetry);
            let side = size.side() as isize;
            [false, true].into_iter().filter(|&flip| both || !flip).any(|flip| {
                (-15..side).any(|top| {
                    (-15..side).any(|left| {
                        lines.iter().enumerate().all(|(row, line)| {
                            line.chars().enumerate().all(|(column, sign)| {
                                let (x, y) = (left + column as isize, top - row as isize);
                                let point = usize::try_from(x).ok().zip(usize::try_from(y).ok());
                                let point = point
                                    .and_then(|(x, y)| Point::new(x, y))
                                    .filter(|&point| size.contains(point));
                                let stone = point.and_then(|point| position.stone(point));
                                match sign {
                                    'X' => stone == Some(if flip { Stone::White } else { Stone::Black }),
                                    'O' => stone == Some(if flip { Stone::Black } else { Stone::White }),
                                    '.' => point.is_some_and(|point| position.is_empty(point)),
                                    _ => true,
                                }
                            })
                        })
                    })
                })
            })
        })
    }

    #[test]
    fn a_pattern_is_found_where_a_naive_search_finds_it() {
        let size = Size::new(9).unwrap();
        let drawings = [".XX.", "XO/OX", "X?X/?.?/X?O", "XXX", "O.O.O", "X.../....", "OX/.?/X."];
        let mut random = Random::new(3);
        let (mut seen, mut unseen) = (0, 0);
        for _ in 0..60 {
            let mut position = Position::with_traps(Rule::Freestyle, size, &["a1".parse().unwrap()]).unwrap();
            let mut steps = Vec::new();
            let mut first = vec![[None; 2]; drawings.len()];
            for ply in 0..14 {
                for (drawing, first) in drawings.iter().zip(&mut first) {
                    let lines: Vec<&str> = drawing.split('/').collect();
                    for (both, first) in [false, true].into_iter().zip(first) {
                        if first.is_none() && naively_seen(&lines, &position, both) {
                            *first = Some(ply);
                        }
                    }
                }
                // Stones in one corner, so that patterns come about.
                let near: Vec<Point> =
                    position.empties().filter(|point| point.x() < 5 && point.y() < 5).collect();
                let point = random.pick(&near).unwrap();
                steps.push(Step::Move(position.side(), Some(point)));
                position.play(point);
            }
            for (drawing, first) in drawings.iter().zip(first) {
                let steps = &steps[..13];
                let one = pattern(drawing).first_seen(size, position.traps(), steps);
                let both = pattern(drawing).in_either_colour().first_seen(size, position.traps(), steps);
                assert_eq!([one, both], first, "{drawing}");
                seen += usize::from(one.is_some());
                unseen += usize::from(one.is_none());
            }
        }
        assert!(seen > 50 && unseen > 50, "{seen} seen, {unseen} not");
    }

    #[test]
    fn a_pattern_of_set_up_stones_is_found_at_once() {
        let point = |name: &str| name.parse::<Point>().unwrap();
        let steps = [Step::Set(point("c3"), Some(Stone::Black)), Step::Set(point("d4"), Some(Stone::Black))];
        assert_eq!(pattern("?X/X?").first_seen(Size::DEFAULT, &[], &steps), Some(0));
        assert_eq!(pattern("XX").first_seen(Size::DEFAULT, &[], &steps), None);
    }

    #[test]
    fn what_is_no_pattern_is_quoted() {
        for text in ["", "...", "XYZ", "X X", "XXXXXXXXXXXXXXXX"] {
            let error = text.parse::<Pattern>().unwrap_err().to_string();
            assert!(error.ends_with(&format!("`{text}`")), "{error}");
        }
    }
}
