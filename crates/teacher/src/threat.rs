//! What a stone on an empty point would threaten, in three bits.

use std::sync::LazyLock;

use goren_core::{Shape, Shapes};

/// A stone there makes a winning row.
pub(crate) const FIVE: u8 = 7;
/// A stone there makes a four that no single reply stops, or two fours.
pub(crate) const OPEN_FOUR: u8 = 6;
/// A stone there makes a four; one level higher, an open three besides.
pub(crate) const FOUR: u8 = 4;

/// The level of every combination of shapes, by [`Shapes::bits`].
pub(crate) struct Levels(Box<[u8]>);

impl Levels {
    /// Made at the first call.
    pub(crate) fn get() -> &'static Levels {
        static LEVELS: LazyLock<Levels> = LazyLock::new(Levels::new);
        &LEVELS
    }

    fn new() -> Levels {
        let shape =
            |bits: usize, line: usize| Shape::ALL.get(bits >> (4 * line) & 15).copied().unwrap_or_default();
        let level = |bits: usize| level([0, 1, 2, 3].map(|line| shape(bits, line)));
        Levels((0..=usize::from(u16::MAX)).map(level).collect())
    }

    #[inline]
    pub(crate) fn of(&self, shapes: Shapes) -> u8 {
        self.0[usize::from(shapes.bits())]
    }
}

/// 7 five, 6 open four or two fours, 5 a four and an open three, 4 a four, 3 two open threes, 2 an open three, 1 a
/// three or two open twos, 0 anything less.
fn level(shapes: [Shape; 4]) -> u8 {
    let count = |shape: Shape| shapes.iter().filter(|&&each| each == shape).count();
    let unstoppable = count(Shape::OpenFour) + count(Shape::DoubleFour);
    let (fours, threes) = (count(Shape::Four), count(Shape::OpenThree));
    if count(Shape::Five) > 0 {
        FIVE
    } else if unstoppable > 0 || fours > 1 {
        OPEN_FOUR
    } else if fours == 1 {
        FOUR + u8::from(threes > 0)
    } else if threes > 1 {
        3
    } else if threes == 1 {
        2
    } else {
        u8::from(count(Shape::Three) > 0 || count(Shape::OpenTwo) > 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use goren_core::{Position, Rule, Size, Stone};

    #[test]
    fn levels_rise_with_the_threat() {
        let mut position = Position::new(Rule::Freestyle, Size::DEFAULT);
        for name in ["h8", "a1", "i8", "a3", "j9", "c5", "j10", "e9"] {
            position.play(name.parse().unwrap());
        }
        let levels = Levels::get();
        let level =
            |position: &Position, name: &str| levels.of(position.shapes(name.parse().unwrap(), Stone::Black));
        assert_eq!(level(&position, "j8"), 3);
        assert_eq!(level(&position, "g8"), 2);
        assert_eq!(level(&position, "o15"), 0);
        position.play("j8".parse().unwrap());
        assert_eq!(level(&position, "k8"), OPEN_FOUR);
        position.play("a15".parse().unwrap());
        position.play("k8".parse().unwrap());
        assert_eq!(level(&position, "l8"), FIVE);
    }
}
