//! The weights of the classical evaluation: one for each combination of shapes on an empty point.
//!
//! They are fitted to games by [`crate::Tuner`]. A file of them holds, little-endian: `GRNW`, the file's version (one byte),
//! the rule's Gomocup number (one byte), the tempo (i16), then for each colour, and for each unordered set of four shapes
//! in the order of [`sets`], the worth to the side to move and to the other side (i16 each), then for each colour to move
//! the worth of each state of threats (i16 each, in the order of [`crate::board::Board::threats`]).

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, OnceLock};

use goren_core::{Rule, Shape, Stone};

use crate::board::THREATS;
use crate::threat_class::{COMBINATIONS, ThreatClass, shapes_of};

/// What a point is worth to a side, by whether that side is to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Worth {
    pub(crate) to_move: i16,
    pub(crate) waiting: i16,
}

/// What is known of a point by its combination of shapes: eight bytes, so that one load has it all.
#[derive(Clone, Copy, Default)]
#[repr(align(8))]
pub(crate) struct PointWeights {
    pub(crate) worth: Worth,
    pub(crate) class: ThreatClass,
}

/// What is looked up for one colour under one rule.
pub(crate) struct ColourWeights {
    /// By combination.
    pub(crate) points: Box<[PointWeights; COMBINATIONS]>,
    /// What the threats of both sides are worth together when this colour is to move.
    pub(crate) threats: Box<[i16]>,
}

/// The classical evaluation of one rule.
pub struct Weights {
    rule: Rule,
    pub(crate) colours: [ColourWeights; 2],
    /// What it is worth to be to move.
    pub(crate) tempo: i32,
}

static INCLUDED: [OnceLock<Arc<Weights>>; Rule::ALL.len()] = [const { OnceLock::new() }; Rule::ALL.len()];

impl Weights {
    /// The weights of a rule that come with the program, prepared at the first call.
    pub(crate) fn included(rule: Rule) -> Arc<Weights> {
        let weights = INCLUDED[rule as usize].get_or_init(|| {
            let bytes: &[u8] = match rule {
                Rule::Freestyle => include_bytes!("weights/freestyle.bin"),
                Rule::Standard => include_bytes!("weights/standard.bin"),
                Rule::Renju => include_bytes!("weights/renju.bin"),
                Rule::Caro => include_bytes!("weights/caro.bin"),
                Rule::Caro6 => include_bytes!("weights/caro6.bin"),
            };
            Arc::new(Weights::from_bytes(bytes).expect("the included weights are intact"))
        });
        weights.clone()
    }

    /// Reads weights from the bytes of a file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Weights, WeightsError> {
        Ok(Weights::new(&Values::from_bytes(bytes)?))
    }

    /// The rule they are for.
    pub fn rule(&self) -> Rule {
        self.rule
    }

    fn new(values: &Values) -> Weights {
        let (_, numbers) = sets();
        let colours = Stone::BOTH.map(|stone| {
            let mut points = Box::new([PointWeights::default(); COMBINATIONS]);
            for (combination, point) in points.iter_mut().enumerate() {
                point.worth = values.worth[stone as usize][numbers[combination]];
                point.class = ThreatClass::of(shapes_of(combination), values.rule, stone);
            }
            let threats = values.threats[stone as usize].clone().into_boxed_slice();
            ColourWeights { points, threats }
        });
        Weights { rule: values.rule, colours, tempo: values.tempo.into() }
    }
}

impl fmt::Debug for Weights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "weights for {}", self.rule)
    }
}

/// Why bytes are not the weights of an evaluation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WeightsError {
    /// The file does not begin with the magic and the version.
    Header(Vec<u8>),
    /// No rule has this number.
    Rule(u8),
    /// The file has another length than weights have.
    Length(usize),
}

impl fmt::Display for WeightsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WeightsError::Header(bytes) => {
                let expected = [&MAGIC[..], &[VERSION]].concat();
                let (expected, bytes) = (expected.escape_ascii(), bytes.escape_ascii());
                write!(f, "expected goren's weights, which begin with `{expected}`, got `{bytes}`")
            }
            WeightsError::Rule(number) => {
                write!(f, "expected goren's weights for a known rule, got rule number {number}")
            }
            WeightsError::Length(bytes) => {
                write!(f, "expected goren's weights, got a file of {bytes} bytes")
            }
        }
    }
}

impl std::error::Error for WeightsError {}

/// The unordered sets of four shapes, and for each combination the number of its set.
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
    /// A draft by hand, from which the fit starts.
    pub(crate) fn drafted(rule: Rule) -> Values {
        let (sets, _) = sets();
        let worth = Stone::BOTH.map(|stone| {
            sets.iter().map(|&shapes| draft(shapes, ThreatClass::of(shapes, rule, stone))).collect()
        });
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

    pub(crate) fn from_bytes(bytes: &[u8]) -> Result<Values, WeightsError> {
        let length = || WeightsError::Length(bytes.len());
        if !bytes.starts_with(MAGIC) || bytes.get(MAGIC.len()) != Some(&VERSION) {
            return Err(WeightsError::Header(bytes.iter().take(MAGIC.len() + 1).copied().collect()));
        }
        let (head, body) = bytes.split_at_checked(8).ok_or_else(length)?;
        let rule = Rule::ALL.into_iter().find(|rule| rule.gomocup() == u32::from(head[5]));
        let rule = rule.ok_or(WeightsError::Rule(head[5]))?;
        let (sets, _) = sets();
        let (shapes, threats) = body.split_at_checked(8 * sets.len()).ok_or_else(length)?;
        if threats.len() != 4 * THREATS {
            return Err(length());
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

fn draft(shapes: [Shape; 4], class: ThreatClass) -> Worth {
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
        ThreatClass::Forbidden => return Worth::default(),
        ThreatClass::Quiet => (0, 0),
        ThreatClass::Two => (2, 0),
        ThreatClass::Three => (6, 2),
        ThreatClass::OpenThree => (12, 6),
        ThreatClass::DoubleThree => (60, 20),
        ThreatClass::Four => (10, 6),
        ThreatClass::FourThree => (160, 60),
        ThreatClass::OpenFour => (300, 90),
        ThreatClass::Five => (600, 200),
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
        }
    }

    #[test]
    fn damaged_weights_are_refused_by_what_is_wrong_with_them() {
        let bytes = Values::drafted(Rule::Renju).to_bytes();
        let error = |bytes: &[u8]| Weights::from_bytes(bytes).unwrap_err();
        assert_eq!(error(&bytes[..100]), WeightsError::Length(100));
        assert_eq!(error(&bytes[..6]), WeightsError::Length(6));
        assert_eq!(error(&[&bytes[..], &[0]].concat()), WeightsError::Length(bytes.len() + 1));
        let message = "expected goren's weights, which begin with `GRNW\\x02`, got `GIF89`";
        assert_eq!(error(b"GIF89a").to_string(), message);
        assert_eq!(error(b"GRNW\x01").to_string(), message.replace("GIF89", "GRNW\\x01"));
        let mut unknown = bytes;
        unknown[5] = 77;
        assert_eq!(error(&unknown), WeightsError::Rule(77));
    }

    #[test]
    fn there_are_as_many_sets_as_ways_to_choose_four_of_eleven() {
        assert_eq!(sets().0.len(), 1001);
    }

    #[test]
    fn the_included_weights_of_every_rule_are_its_own_and_prefer_stronger_shapes() {
        let four = [Shape::None, Shape::None, Shape::None, Shape::Four];
        let (sets, numbers) = sets();
        let at = |shapes: [Shape; 4]| numbers.iter().position(|&number| sets[number] == shapes).unwrap();
        for rule in Rule::ALL {
            let weights = Weights::included(rule);
            assert_eq!(weights.rule(), rule);
            for colour in &weights.colours {
                let [nothing, made] =
                    [[Shape::None; 4], four].map(|shapes| colour.points[at(shapes)].worth.to_move);
                assert!(made > nothing, "{rule}: a four is worth {made}, nothing {nothing}");
            }
        }
    }
}
