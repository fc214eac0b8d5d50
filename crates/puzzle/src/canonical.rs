//! When two positions are the same puzzle: turned, mirrored, or shifted where no edge is near.

use goren_core::{Position, Rule, Size, Stone, Symmetry};

/// How many free points the stones must keep to both edges of a direction for a shift in it to make no difference to
/// [`Canonical`]. No line of five from a stone then reaches beyond the edge.
const ROOM: usize = 4;

/// What all images of a position have in common: the least of its eight images, moved into the corner in each
/// direction in which all stones keep `ROOM` points to both edges.
///
/// Two positions with the same canonical form look the same to a person, and one of them is enough. That the same moves
/// solve both is another matter, since a long win may reach the edge: see [`crate::Puzzle::shifts`].
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Canonical {
    rule: Rule,
    size: Size,
    side: Stone,
    cells: Vec<(u8, u8, Content)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Content {
    Stone(Stone),
    Trap,
}

impl Canonical {
    /// The canonical form of a position.
    pub fn of(position: &Position) -> Canonical {
        let images = Symmetry::ALL.into_iter().map(|symmetry| image(position, symmetry));
        let cells = images.min().expect("there are eight symmetries");
        Canonical { rule: position.rule(), size: position.size(), side: position.side(), cells }
    }

    /// Eight letters and digits, without those that are easily confused.
    pub fn id(&self) -> String {
        const DIGITS: &[u8; 32] = b"abcdefghjkmnpqrstuvwxyz123456789";
        let hash = self.hash();
        (0..8).map(|i| char::from(DIGITS[(hash >> (5 * i)) as usize % 32])).collect()
    }

    /// FNV-1a, then mixed so that every bit depends on all others.
    fn hash(&self) -> u64 {
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        let mut add = |byte: u8| hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        self.rule.name().bytes().for_each(&mut add);
        add(self.size.side() as u8);
        add(self.side as u8);
        for &(x, y, content) in &self.cells {
            add(x);
            add(y);
            add(match content {
                Content::Stone(stone) => stone as u8,
                Content::Trap => 2,
            });
        }
        goren_core::Random::nth(hash, 0)
    }
}

/// The stones and traps after a symmetry, sorted.
fn image(position: &Position, symmetry: Symmetry) -> Vec<(u8, u8, Content)> {
    let size = position.size();
    let stones = position.stones().map(|(point, stone)| (point, Content::Stone(stone)));
    let traps = position.traps().iter().map(|&point| (point, Content::Trap));
    let mut cells: Vec<(u8, u8, Content)> = stones
        .chain(traps)
        .map(|(point, content)| {
            let point = symmetry.apply(point, size);
            (point.x() as u8, point.y() as u8, content)
        })
        .collect();
    let left = corner(cells.iter().map(|cell| cell.0), size);
    let bottom = corner(cells.iter().map(|cell| cell.1), size);
    cells.iter_mut().for_each(|cell| *cell = (cell.0 - left, cell.1 - bottom, cell.2));
    cells.sort_unstable();
    cells
}

/// How far everything can be moved towards the edge: zero if an edge is near.
fn corner(along: impl Iterator<Item = u8> + Clone, size: Size) -> u8 {
    let (Some(least), Some(most)) = (along.clone().min(), along.max()) else { return 0 };
    let has_room = usize::from(least) >= ROOM && usize::from(most) + ROOM < size.side();
    if has_room { least } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use goren_core::Point;

    fn position(names: &str, dx: isize, dy: isize) -> Position {
        let mut position = Position::new(Rule::Freestyle, Size::DEFAULT);
        for name in names.split_whitespace() {
            position.play(name.parse::<Point>().unwrap().offset(dx, dy).unwrap());
        }
        position
    }

    #[test]
    fn a_position_is_the_same_turned_and_mirrored() {
        let one = position("h8 i9 g7 a2 k3", 0, 0);
        for symmetry in Symmetry::ALL {
            assert_eq!(Canonical::of(&one.transformed(symmetry)), Canonical::of(&one));
        }
        assert_ne!(Canonical::of(&position("h8 i9 g7 a2 k4", 0, 0)), Canonical::of(&one));
    }

    #[test]
    fn a_shift_makes_no_difference_while_no_edge_is_near() {
        let moves = "g7 h8 g8 i9 j7";
        let one = Canonical::of(&position(moves, 0, 0));
        for (dx, dy) in [(1, 0), (-2, 0), (0, 1), (1, -2), (-2, -2)] {
            assert_eq!(Canonical::of(&position(moves, dx, dy)), one, "{dx} {dy}");
        }
        // Three points from the left edge, from the right edge, from the top.
        for (dx, dy) in [(-3, 0), (2, 0), (0, 3)] {
            assert_ne!(Canonical::of(&position(moves, dx, dy)), one, "{dx} {dy}");
        }
        // At the left edge a shift along it still makes none.
        assert_eq!(Canonical::of(&position(moves, -5, 0)), Canonical::of(&position(moves, -5, -1)));
    }

    #[test]
    fn rule_size_and_side_make_a_difference() {
        let one = position("h8 i9", 0, 0);
        let mut passed = one.clone();
        passed.pass();
        let mut standard = Position::new(Rule::Standard, Size::DEFAULT);
        let mut larger = Position::new(Rule::Freestyle, Size::new(20).unwrap());
        for name in ["h8", "i9"] {
            standard.play(name.parse().unwrap());
            larger.play(name.parse().unwrap());
        }
        for other in [passed, standard, larger] {
            assert_ne!(Canonical::of(&one), Canonical::of(&other));
            assert_ne!(Canonical::of(&one).id(), Canonical::of(&other).id());
        }
    }

    #[test]
    fn identifiers_stay_what_they_are() {
        assert_eq!(Canonical::of(&position("h8 i9 g7", 0, 0)).id(), "arpxfvz8");
    }
}
