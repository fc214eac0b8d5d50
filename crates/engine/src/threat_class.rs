//! The threat class of a point: what a stone there threatens, all four lines taken together.

use goren_core::{Rule, Shape, Shapes, Stone};

/// The threat that a stone on a point makes, weakest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[repr(u8)]
pub(crate) enum ThreatClass {
    /// Certainly forbidden to Black.
    Forbidden,
    /// No threat.
    #[default]
    Quiet,
    /// One or more open twos.
    Two,
    /// A three with one way to become a four, or two open twos.
    Three,
    /// An open three: must be answered.
    OpenThree,
    /// Two or more open threes. For Black under renju this may be forbidden, whatever four comes with it.
    DoubleThree,
    /// A four: must be answered at once.
    Four,
    /// A four and an open three.
    FourThree,
    /// A four that no single reply stops, or two fours at once.
    OpenFour,
    /// Five in a row, which wins.
    Five,
}

impl ThreatClass {
    /// All classes, weakest first.
    pub(crate) const ALL: [ThreatClass; 10] = [
        ThreatClass::Forbidden,
        ThreatClass::Quiet,
        ThreatClass::Two,
        ThreatClass::Three,
        ThreatClass::OpenThree,
        ThreatClass::DoubleThree,
        ThreatClass::Four,
        ThreatClass::FourThree,
        ThreatClass::OpenFour,
        ThreatClass::Five,
    ];
    pub(crate) const COUNT: usize = ThreatClass::ALL.len();

    /// Whether a stone there makes a five, a four, or two open threes.
    #[inline]
    pub(crate) fn is_strong(self) -> bool {
        self >= ThreatClass::DoubleThree
    }

    pub(crate) fn of(shapes: [Shape; 4], rule: Rule, stone: Stone) -> ThreatClass {
        let count = |shape: Shape| shapes.iter().filter(|&&each| each == shape).count();
        let is_renju_black = rule == Rule::Renju && stone == Stone::Black;
        let fours = count(Shape::Four) + count(Shape::OpenFour) + 2 * count(Shape::DoubleFour);
        let unstoppable = count(Shape::OpenFour) + count(Shape::DoubleFour) > 0;
        let threes = count(Shape::OpenThree);
        if count(Shape::Five) > 0 {
            ThreatClass::Five
        } else if is_renju_black && (count(Shape::Overline) > 0 || fours > 1) {
            ThreatClass::Forbidden
        } else if is_renju_black && threes > 1 {
            ThreatClass::DoubleThree
        } else if unstoppable || fours > 1 {
            ThreatClass::OpenFour
        } else if fours == 1 {
            if threes > 0 { ThreatClass::FourThree } else { ThreatClass::Four }
        } else if threes > 1 {
            ThreatClass::DoubleThree
        } else if threes == 1 {
            ThreatClass::OpenThree
        } else if count(Shape::Three) > 0 || count(Shape::OpenTwo) > 1 {
            ThreatClass::Three
        } else if count(Shape::OpenTwo) == 1 {
            ThreatClass::Two
        } else {
            ThreatClass::Quiet
        }
    }
}

/// Unordered pairs of shapes.
const PAIRS: usize = Shape::ALL.len() * (Shape::ALL.len() + 1) / 2;

/// How many combinations of the shapes on four lines are distinguished.
pub(crate) const COMBINATIONS: usize = PAIRS * PAIRS;

/// The number of an unordered pair of shapes, by their four bits each.
static PAIR: [u8; 256] = {
    let mut pairs = [0; 256];
    let mut i = 0;
    while i < 256 {
        let (low, high) = if i & 15 < i >> 4 { (i & 15, i >> 4) } else { (i >> 4, i & 15) };
        if high < Shape::ALL.len() {
            pairs[i] = (high * (high + 1) / 2 + low) as u8;
        }
        i += 1;
    }
    pairs
};

/// The number of a point's combination of shapes, below [`COMBINATIONS`].
#[inline]
pub(crate) fn combination(shapes: Shapes) -> usize {
    let bits = shapes.bits();
    usize::from(PAIR[usize::from(bits & 0xff)]) * PAIRS + usize::from(PAIR[usize::from(bits >> 8)])
}

/// The shapes that a combination's number stands for, each pair in ascending order.
pub(crate) fn shapes_of(combination: usize) -> [Shape; 4] {
    let pair = |number: usize| {
        let high = (0..Shape::ALL.len()).rfind(|high| high * (high + 1) / 2 <= number).unwrap_or(0);
        [Shape::ALL[number - high * (high + 1) / 2], Shape::ALL[high]]
    };
    let ([a, b], [c, d]) = (pair(combination / PAIRS), pair(combination % PAIRS));
    [a, b, c, d]
}

#[cfg(test)]
mod tests {
    use super::*;
    use goren_core::{Position, Size};

    #[test]
    fn a_combination_has_the_shapes_of_its_point() {
        let mut position = Position::new(Rule::Standard, Size::DEFAULT);
        for name in ["h8", "a1", "i8", "a3", "j9", "c5", "j10", "e9"] {
            position.play(name.parse().unwrap());
        }
        for point in position.empties() {
            for stone in Stone::BOTH {
                let shapes = position.shapes(point, stone);
                let mut expected: Vec<Shape> = shapes.iter().collect();
                let mut found = shapes_of(combination(shapes)).to_vec();
                expected.sort();
                found.sort();
                assert_eq!(found, expected);
            }
        }
        let class = |name: &str| {
            let combination = combination(position.shapes(name.parse().unwrap(), Stone::Black));
            ThreatClass::of(shapes_of(combination), Rule::Standard, Stone::Black)
        };
        assert_eq!(class("j8"), ThreatClass::DoubleThree);
        assert_eq!(class("g8"), ThreatClass::OpenThree);
    }

    #[test]
    fn black_under_renju_may_not_make_two_fours() {
        let shapes = [Shape::Four, Shape::Four, Shape::One, Shape::One];
        assert_eq!(ThreatClass::of(shapes, Rule::Renju, Stone::Black), ThreatClass::Forbidden);
        assert_eq!(ThreatClass::of(shapes, Rule::Renju, Stone::White), ThreatClass::OpenFour);
    }
}
