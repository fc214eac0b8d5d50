//! A network: its file format.

use std::fmt;
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use goren_core::Rule;

use crate::heads::Heads;
use crate::rows::Generator;

/// The largest file of a network, in bytes; ours have a quarter of a mebibyte for each set of rows.
const MAX_BYTES: u64 = 16 << 20;

/// A network for one rule.
pub struct Network {
    rule: Rule,
    generation: u32,
    hash: u64,
    /// One set for both colours, or one for each.
    colours: Vec<Colour>,
}

struct Colour {
    generator: Generator,
    heads: Heads,
}

/// The networks that come with the program.
const INCLUDED: [(Rule, &[u8]); 5] = [
    (Rule::Freestyle, include_bytes!("../nets/freestyle.bin")),
    (Rule::Standard, include_bytes!("../nets/standard.bin")),
    (Rule::Renju, include_bytes!("../nets/renju.bin")),
    (Rule::Caro, include_bytes!("../nets/caro.bin")),
    (Rule::Caro6, include_bytes!("../nets/caro6.bin")),
];

static READY: [OnceLock<Option<Arc<Network>>>; Rule::ALL.len()] =
    [const { OnceLock::new() }; Rule::ALL.len()];

impl Network {
    /// The network of a rule that comes with the program.
    pub fn of(rule: Rule) -> Option<Arc<Network>> {
        READY[rule as usize]
            .get_or_init(|| {
                let (_, bytes) = INCLUDED.iter().find(|(included, _)| *included == rule)?;
                Some(Arc::new(Network::from_bytes(bytes).expect("the included networks are intact")))
            })
            .clone()
    }

    /// Reads the file of a network.
    pub fn read(path: &Path) -> Result<Network, NetworkError> {
        let mut bytes = Vec::new();
        let read = File::open(path).and_then(|file| file.take(MAX_BYTES + 1).read_to_end(&mut bytes));
        read.map_err(|error| NetworkError::File(error.to_string()))?;
        if bytes.len() as u64 > MAX_BYTES {
            return Err(NetworkError::File(format!("expected at most {MAX_BYTES} bytes, got more")));
        }
        Network::from_bytes(&bytes)
    }

    /// Reads a network from the bytes of its file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Network, NetworkError> {
        let found = || NetworkError::NoNetwork(bytes.iter().take(4).copied().collect());
        let (body, tail) = bytes.split_at_checked(bytes.len().saturating_sub(8)).ok_or_else(found)?;
        if !bytes.starts_with(MAGIC) {
            return Err(found());
        }
        let mut reader = Reader { rest: body };
        reader.take(MAGIC.len())?;
        let version = reader.u8()?;
        if version != VERSION {
            return Err(NetworkError::Version(version));
        }
        let hash = fnv1a(body);
        let stated = u64::from_le_bytes(tail.try_into().expect("the tail is eight bytes"));
        if hash != stated {
            return Err(NetworkError::Hash { stated, hash });
        }
        let number = reader.u8()?;
        let rule = Rule::ALL.into_iter().find(|rule| rule.gomocup() == u32::from(number));
        let rule = rule.ok_or(NetworkError::Rule(number))?;
        let colours = reader.u8()?;
        if !(1..=2).contains(&colours) {
            return Err(NetworkError::Colours(colours));
        }
        reader.u8()?;
        let (first, second) = (usize::from(reader.u16()?), usize::from(reader.u16()?));
        if first == 0 || second == 0 {
            return Err(NetworkError::Length);
        }
        let generation = reader.u32()?;
        let colours = (0..colours)
            .map(|_| {
                let generator = Generator::read(&mut reader, first, second)?;
                Ok(Colour { generator, heads: Heads::read(&mut reader)? })
            })
            .collect::<Result<Vec<Colour>, NetworkError>>()?;
        if !reader.rest.is_empty() {
            return Err(NetworkError::Length);
        }
        Ok(Network { rule, generation, hash, colours })
    }

    /// The rule it is for.
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// Its place in the sequence of networks that were each trained on games of the one before, from 1.
    pub fn generation(&self) -> u32 {
        self.generation
    }

    /// The hash at the end of its file.
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// How many generators it has: one for both colours, or one for each.
    pub(crate) fn generators(&self) -> usize {
        self.colours.len()
    }

    /// What generates the rows of lines as Black (0) or White (1) sees them.
    #[inline]
    pub(crate) fn generator(&self, colour: usize) -> &Generator {
        &self.colours[colour.min(self.colours.len() - 1)].generator
    }

    /// The heads for Black (0) or White (1) to move.
    #[inline]
    pub(crate) fn heads(&self, colour: usize) -> &Heads {
        &self.colours[colour.min(self.colours.len() - 1)].heads
    }
}

impl fmt::Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "network {:016x} for {}, generation {}", self.hash, self.rule, self.generation)
    }
}

const MAGIC: &[u8] = b"GRNN";
const VERSION: u8 = 1;

/// The 64-bit FNV-1a hash.
pub(crate) fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// Why bytes are not a network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NetworkError {
    /// The file cannot be read.
    File(String),
    /// It does not begin with the magic bytes.
    NoNetwork(Vec<u8>),
    /// It has an unknown version.
    Version(u8),
    /// The checksum does not match.
    Hash {
        /// The hash at the end of the file.
        stated: u64,
        /// The hash of the bytes before it.
        hash: u64,
    },
    /// No rule has this number.
    Rule(u8),
    /// The number of colours is neither one nor two.
    Colours(u8),
    /// The file is shorter or longer than its header says.
    Length,
    /// A number of the generator is not finite, or a weight is −128.
    Number,
}

impl fmt::Display for NetworkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NetworkError::File(error) => f.write_str(error),
            NetworkError::NoNetwork(bytes) => {
                write!(f, "expected a network, which begins with GRNN, got `{}`", bytes.escape_ascii())
            }
            NetworkError::Version(version) => {
                write!(f, "expected a network of version {VERSION}, got version {version}")
            }
            NetworkError::Hash { stated, hash } => {
                write!(
                    f,
                    "the network is damaged: it ends with hash {stated:016x}, its bytes have {hash:016x}"
                )
            }
            NetworkError::Rule(number) => {
                write!(f, "expected a network for a known rule, got number {number}")
            }
            NetworkError::Colours(colours) => {
                write!(f, "expected a network of 1 or 2 colours, got {colours}")
            }
            NetworkError::Length => f.write_str("the network is shorter or longer than it says"),
            NetworkError::Number => f.write_str("the network holds a number out of range"),
        }
    }
}

impl std::error::Error for NetworkError {}

/// Reads numbers from the front of a slice.
pub(crate) struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], NetworkError> {
        let (taken, rest) = self.rest.split_at_checked(count).ok_or(NetworkError::Length)?;
        self.rest = rest;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], NetworkError> {
        Ok(self.take(N)?.try_into().expect("`take` returns as many bytes as it was asked for"))
    }

    fn u8(&mut self) -> Result<u8, NetworkError> {
        Ok(u8::from_le_bytes(self.array()?))
    }

    fn u16(&mut self) -> Result<u16, NetworkError> {
        Ok(u16::from_le_bytes(self.array()?))
    }

    fn u32(&mut self) -> Result<u32, NetworkError> {
        Ok(u32::from_le_bytes(self.array()?))
    }

    pub(crate) fn i32(&mut self) -> Result<i32, NetworkError> {
        let number = i32::from_le_bytes(self.array()?);
        // Bounded, so that neither sums nor differences of two of them overflow.
        if number.unsigned_abs() < 1 << 29 { Ok(number) } else { Err(NetworkError::Number) }
    }

    pub(crate) fn weight(&mut self) -> Result<i16, NetworkError> {
        match i8::from_le_bytes(self.array()?) {
            i8::MIN => Err(NetworkError::Number),
            weight => Ok(weight.into()),
        }
    }

    pub(crate) fn floats(&mut self, count: usize) -> Result<Vec<f32>, NetworkError> {
        let bytes = self.take(count.checked_mul(4).ok_or(NetworkError::Length)?)?;
        let floats: Vec<f32> = bytes.as_chunks().0.iter().map(|&four| f32::from_le_bytes(four)).collect();
        if floats.iter().all(|float| float.is_finite()) { Ok(floats) } else { Err(NetworkError::Number) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;

    #[test]
    fn every_included_network_is_for_its_rule() {
        for (rule, bytes) in INCLUDED {
            assert_eq!(Network::from_bytes(bytes).unwrap().rule(), rule);
        }
    }

    #[test]
    fn a_truncated_or_damaged_file_is_refused() {
        let bytes = fixture::bytes(2, 2);
        assert_eq!(Network::from_bytes(&bytes).unwrap().generation(), 7);
        for cut in [0, 3, 7, 11, 100, bytes.len() - 1] {
            assert!(Network::from_bytes(&bytes[..cut]).is_err(), "{cut}");
        }
        for place in [5, 6, 9, 1000, bytes.len() - 1] {
            let mut damaged = bytes.clone();
            damaged[place] ^= 64;
            let error = Network::from_bytes(&damaged).err().unwrap();
            assert!(matches!(error, NetworkError::Hash { .. }), "{error}");
        }
        let error = Network::from_bytes(b"GIF89a and more").unwrap_err().to_string();
        assert!(error.contains("`GIF8`"), "{error}");
    }

    #[test]
    fn numbers_out_of_range_are_refused() {
        let sealed = |change: &dyn Fn(&mut Vec<u8>)| {
            let mut bytes = fixture::bytes(2, 1);
            bytes.truncate(bytes.len() - 8);
            change(&mut bytes);
            let hash = fnv1a(&bytes);
            bytes.extend(hash.to_le_bytes());
            Network::from_bytes(&bytes).err()
        };
        assert_eq!(sealed(&|_| {}), None);
        assert_eq!(
            sealed(&|bytes| bytes[16..20].copy_from_slice(&f32::NAN.to_le_bytes())),
            Some(NetworkError::Number)
        );
        assert_eq!(sealed(&|bytes| *bytes.last_mut().unwrap() = 128), Some(NetworkError::Number));
        let policy_bias = |bytes: &mut Vec<u8>| {
            let at = bytes.len() - 64 * 64 - 4;
            bytes[at..at + 4].copy_from_slice(&(1_i32 << 29).to_le_bytes());
        };
        assert_eq!(sealed(&policy_bias), Some(NetworkError::Number));
        assert_eq!(sealed(&|bytes| bytes.truncate(7)), Some(NetworkError::Length));
        assert_eq!(sealed(&|bytes| bytes[5] = 77), Some(NetworkError::Rule(77)));
        assert_eq!(sealed(&|bytes| bytes[6] = 3), Some(NetworkError::Colours(3)));
        assert_eq!(sealed(&|bytes| bytes.push(0)), Some(NetworkError::Length));
        assert_eq!(sealed(&|bytes| bytes[8..12].fill(255)), Some(NetworkError::Length));
        assert_eq!(sealed(&|bytes| bytes[8..12].fill(0)), Some(NetworkError::Length));
    }
}
