//! What the evaluation counts for each combination of shapes on an empty point.
//!
//! The numbers are fitted to games by [`crate::Tuner`]. A file of them holds, little-endian: `GRNW`, the file's version
//! (one byte), the rule's Gomocup number (one byte), the tempo (i16), then for each colour, and for each unordered set
//! of four shapes in the order of [`sets`], the worth to a side to move and to a side that waits (i16 each), then for each
//! colour to move what each state of threats is worth (i16 each, in the order of [`crate::board::Board::threats`]).

use std::collections::HashMap;
use std::sync::OnceLock;

use goren_core::{Rule, Shape, Stone};

use crate::board::THREATS;
use crate::class::{COMBINATIONS, Class, class_table, shapes_of};

/// What a point is worth to a side, by whether that side is to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Worth {
    pub(crate) to_move: i16,
    pub(crate) waiting: i16,
}

/// Everything that is looked up by combination, for one colour under one rule.
pub(crate) struct ColourWeights {
    pub(crate) worth: Box<[Worth; COMBINATIONS]>,
    pub(crate) class: Box<[Class; COMBINATIONS]>,
    /// What the threats of both sides are worth together, when this colour is to move.
    pub(crate) threats: Box<[i16]>,
}

/// The evaluation of one rule.
pub(crate) struct Weights {
    pub(crate) colours: [ColourWeights; 2],
    /// What it is worth to be to move.
    pub(crate) tempo: i32,
}

static WEIGHTS: [OnceLock<Weights>; Rule::ALL.len()] = [const { OnceLock::new() }; Rule::ALL.len()];

impl Weights {
    /// The weights of a rule, made ready at the first call.
    pub(crate) fn of(rule: Rule) -> &'static Weights {
        WEIGHTS[rule as usize].get_or_init(|| {
            let bytes: &[u8] = match rule {
                Rule::Freestyle => include_bytes!("weights/freestyle.bin"),
                Rule::Standard => include_bytes!("weights/standard.bin"),
                Rule::Renju => include_bytes!("weights/renju.bin"),
                Rule::Caro => include_bytes!("weights/caro.bin"),
                Rule::Caro6 => include_bytes!("weights/caro6.bin"),
            };
            let values = Values::from_bytes(bytes).expect("the weights in the program are whole");
            Weights::new(&values)
        })
    }

    fn new(values: &Values) -> Weights {
        let (_, numbers) = sets();
        let colours = Stone::BOTH.map(|stone| {
            let mut worth = Box::new([Worth::default(); COMBINATIONS]);
            for (worth, &number) in worth.iter_mut().zip(&numbers) {
                *worth = values.worth[stone as usize][number];
            }
            let threats = values.threats[stone as usize].clone().into_boxed_slice();
            ColourWeights { worth, class: class_table(values.rule, stone), threats }
        });
        Weights { colours, tempo: values.tempo.into() }
    }
}

/// Puts weights from a file in force for their rule; only before the first search under it.
pub fn use_weights(bytes: &[u8]) -> Result<Rule, String> {
    let values = Values::from_bytes(bytes)?;
    let rule = values.rule;
    WEIGHTS[rule as usize].set(Weights::new(&values)).map_err(|_| format!("{rule} was searched before"))?;
    Ok(rule)
}

/// The unordered sets of four shapes, and the number of each combination's set.
pub(crate) fn sets() -> (Vec<[Shape; 4]>, Vec<usize>) {
    let mut sets = Vec::new();
    let mut numbers = HashMap::new();
    let of_combination = (0..COMBINATIONS)
        .map(|combination| {
            let mut shapes = shapes_of(combination);
            shapes.sort_unstable();
            *numbers.entry(shapes).or_insert_with(|| {
                sets.push(shapes);
                sets.len() - 1
            })
        })
        .collect();
    (sets, of_combination)
}

/// The numbers of one rule as they are fitted and stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Values {
    pub(crate) rule: Rule,
    pub(crate) tempo: i16,
    /// By colour and set.
    pub(crate) worth: [Vec<Worth>; 2],
    /// By colour to move and state of threats.
    pub(crate) threats: [Vec<i16>; 2],
}

const MAGIC: &[u8; 4] = b"GRNW";
const VERSION: u8 = 2;

impl Values {
    /// A first guess, from which the fit starts.
    pub(crate) fn drafted(rule: Rule) -> Values {
        let (sets, _) = sets();
        let worth = Stone::BOTH
            .map(|stone| sets.iter().map(|&shapes| draft(shapes, Class::of(shapes, rule, stone))).collect());
        Values { rule, tempo: 20, worth, threats: [(); 2].map(|()| vec![0; THREATS]) }
    }

    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend([VERSION, self.rule.gomocup() as u8]);
        bytes.extend(self.tempo.to_le_bytes());
        for worth in self.worth.iter().flatten() {
            bytes.extend(worth.to_move.to_le_bytes());
            bytes.extend(worth.waiting.to_le_bytes());
        }
        for worth in self.threats.iter().flatten() {
            bytes.extend(worth.to_le_bytes());
        }
        bytes
    }

    pub(crate) fn from_bytes(bytes: &[u8]) -> Result<Values, String> {
        let bad = |what: &str| format!("expected goren's weights, got a file with {what}");
        let (head, body) = bytes.split_at_checked(8).ok_or_else(|| bad("less than eight bytes"))?;
        if !head.starts_with(MAGIC) || head[4] != VERSION {
            return Err(bad("another beginning"));
        }
        let rule = Rule::ALL.into_iter().find(|rule| rule.gomocup() == u32::from(head[5]));
        let rule = rule.ok_or_else(|| bad("an unknown rule"))?;
        let (sets, _) = sets();
        let (shapes, threats) = body.split_at_checked(8 * sets.len()).ok_or_else(|| bad("another length"))?;
        if threats.len() != 4 * THREATS {
            return Err(bad("another length"));
        }
        let number = |pair: &[u8]| i16::from_le_bytes([pair[0], pair[1]]);
        let mut worth =
            shapes.chunks_exact(4).map(|four| Worth { to_move: number(four), waiting: number(&four[2..]) });
        let worth = [(); 2].map(|()| worth.by_ref().take(sets.len()).collect());
        let mut threats = threats.chunks_exact(2).map(number);
        let threats = [(); 2].map(|()| threats.by_ref().take(THREATS).collect());
        Ok(Values { rule, tempo: number(&head[6..]), worth, threats })
    }
}

fn draft(shapes: [Shape; 4], class: Class) -> Worth {
    let line = |shape: Shape| match shape {
        Shape::None | Shape::Overline => 0,
        Shape::One => 1,
        Shape::Two => 3,
        Shape::OpenTwo => 8,
        Shape::Three => 9,
        Shape::OpenThree => 18,
        Shape::Four | Shape::DoubleFour => 22,
        Shape::OpenFour | Shape::Five => 40,
    };
    let lines: i16 = shapes.iter().map(|&shape| line(shape)).sum();
    let (to_move, waiting) = match class {
        Class::Forbidden => return Worth::default(),
        Class::Quiet => (0, 0),
        Class::Two => (2, 0),
        Class::Three => (6, 2),
        Class::OpenThree => (12, 6),
        Class::DoubleThree => (60, 20),
        Class::Four => (10, 6),
        Class::FourThree => (160, 60),
        Class::OpenFour => (300, 90),
        Class::Five => (600, 200),
    };
    Worth { to_move: lines + to_move, waiting: lines + waiting }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_read_back_as_they_are_written() {
        for rule in Rule::ALL {
            let values = Values::drafted(rule);
            assert_eq!(Values::from_bytes(&values.to_bytes()), Ok(values));
            assert_eq!(
                Values::from_bytes(&Values::drafted(rule).to_bytes()[..100]).unwrap_err().lines().count(),
                1
            );
        }
    }

    #[test]
    fn there_are_as_many_sets_as_ways_to_choose_four_of_eleven() {
        assert_eq!(sets().0.len(), 1001);
    }

    #[test]
    fn every_rule_has_weights() {
        for rule in Rule::ALL {
            assert_eq!(Weights::of(rule).colours[0].worth.len(), COMBINATIONS);
        }
    }
}
