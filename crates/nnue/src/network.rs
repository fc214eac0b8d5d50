//! A network: its file format, and the rows that its generator computes.
//!
//! The function that [`at_every_level`] defines here contains the unsafe calls of vector code that the macro expands to; see
//! `simd.rs`.

use std::fmt;
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use goren_core::Rule;

use crate::code::{CODES, SIDES};
use crate::heads::{CHANNELS, Heads};
use crate::simd::{Available, SimdLevel, at_every_level};

/// The largest file of a network, in bytes; ours have a quarter of a mebibyte for each set of rows.
const MOST_BYTES: u64 = 16 << 20;

/// What one line adds to the features of a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(crate) struct Row(pub(crate) [i16; CHANNELS]);

/// A network for one rule, with all its rows computed.
pub struct Network {
    rule: Rule,
    generation: u32,
    hash: u64,
    /// One set for both colours, or one for each.
    colours: Vec<Colour>,
}

struct Colour {
    rows: Box<[Row]>,
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
    /// The network of a rule that comes with the program. The first call prepares it, which takes a fraction of a
    /// second.
    pub fn of(rule: Rule) -> Option<Arc<Network>> {
        Network::included(rule, processors())
    }

    fn included(rule: Rule, threads: usize) -> Option<Arc<Network>> {
        READY[rule as usize]
            .get_or_init(|| {
                let (_, bytes) = INCLUDED.iter().find(|(included, _)| *included == rule)?;
                Some(Arc::new(Network::parse(bytes, threads).expect("the included networks are intact")))
            })
            .clone()
    }

    /// As [`Network::of`], without waiting: `None` until it has been prepared in the background, where one processor is
    /// left to the caller.
    pub fn ready(rule: Rule) -> Option<Arc<Network>> {
        static STARTED: [AtomicBool; Rule::ALL.len()] = [const { AtomicBool::new(false) }; Rule::ALL.len()];
        let ready = READY[rule as usize].get();
        if ready.is_none() && !STARTED[rule as usize].swap(true, Ordering::Relaxed) {
            let threads = processors().saturating_sub(1).max(1);
            std::thread::spawn(move || Network::included(rule, threads));
        }
        ready.cloned().flatten()
    }

    /// Reads the file of a network.
    pub fn read(path: &Path) -> Result<Network, NetworkError> {
        let mut bytes = Vec::new();
        let read = File::open(path).and_then(|file| file.take(MOST_BYTES + 1).read_to_end(&mut bytes));
        read.map_err(|error| NetworkError::File(error.to_string()))?;
        if bytes.len() as u64 > MOST_BYTES {
            return Err(NetworkError::File(format!("expected at most {MOST_BYTES} bytes, got more")));
        }
        Network::from_bytes(&bytes)
    }

    /// Reads a network from the bytes of its file and computes its rows.
    pub fn from_bytes(bytes: &[u8]) -> Result<Network, NetworkError> {
        Network::parse(bytes, processors())
    }

    fn parse(bytes: &[u8], threads: usize) -> Result<Network, NetworkError> {
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
                Ok(Colour { rows: generator.rows(threads), heads: Heads::read(&mut reader)? })
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

    /// The rows of lines as Black (0) or White (1) sees them.
    #[inline]
    pub(crate) fn rows(&self, colour: usize) -> &[Row] {
        &self.colours[colour.min(self.colours.len() - 1)].rows
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

    fn floats(&mut self, count: usize) -> Result<Vec<f32>, NetworkError> {
        let bytes = self.take(count.checked_mul(4).ok_or(NetworkError::Length)?)?;
        let floats: Vec<f32> = bytes.as_chunks().0.iter().map(|&four| f32::from_le_bytes(four)).collect();
        if floats.iter().all(|float| float.is_finite()) { Ok(floats) } else { Err(NetworkError::Number) }
    }
}

/// How many outputs are computed together, so that their sums stay in registers.
const BLOCK: usize = 32;

/// A dense layer of the generator.
struct Dense {
    bias: Vec<[f32; BLOCK]>,
    /// For each input, its weights in each block of outputs.
    weights: Vec<[f32; BLOCK]>,
}

impl Dense {
    fn read(reader: &mut Reader<'_>, inputs: usize, outputs: usize) -> Result<Dense, NetworkError> {
        let mut blocks = |rows: usize| {
            let floats = reader.floats(rows.checked_mul(outputs).ok_or(NetworkError::Length)?)?;
            let padded = floats.chunks(outputs.max(1)).flat_map(|row| row.chunks(BLOCK)).map(|part| {
                let mut block = [0.0; BLOCK];
                block[..part.len()].copy_from_slice(part);
                block
            });
            Ok(padded.collect())
        };
        Ok(Dense { bias: blocks(1)?, weights: blocks(inputs)? })
    }

    /// The outputs for the positive inputs, given with their places; the others are cut off by the activation.
    #[inline(always)]
    fn apply(&self, inputs: &[(usize, f32)], out: &mut [[f32; BLOCK]]) {
        let blocks = self.bias.len();
        for (number, (out, bias)) in out.iter_mut().zip(&self.bias).enumerate() {
            let mut sums = *bias;
            for &(place, input) in inputs {
                let weights = &self.weights[place * blocks + number];
                for i in 0..BLOCK {
                    sums[i] += input * weights[i];
                }
            }
            *out = sums;
        }
    }
}

/// The small network that computes the row of every line code.
struct Generator {
    sides: Vec<f32>,
    centres: Vec<f32>,
    first: Dense,
    second: Dense,
}

impl Generator {
    fn read(reader: &mut Reader<'_>, first: usize, second: usize) -> Result<Generator, NetworkError> {
        Ok(Generator {
            sides: reader.floats(SIDES * first)?,
            centres: reader.floats(3 * first)?,
            first: Dense::read(reader, first, second)?,
            second: Dense::read(reader, second, CHANNELS)?,
        })
    }

    /// The rows of all codes, computed by this many threads.
    fn rows(&self, threads: usize) -> Box<[Row]> {
        let level = Available::up_to(SimdLevel::HIGHEST);
        let mut rows = vec![Row([0; CHANNELS]); CODES].into_boxed_slice();
        let share = (CODES / 3).div_ceil(threads);
        std::thread::scope(|scope| {
            for (i, part) in rows.chunks_mut(3 * share).enumerate() {
                scope.spawn(move || make_rows(level, self, i * share, part));
            }
        });
        rows
    }
}

/// How many threads can prepare a network at once.
fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from).min(8)
}

at_every_level!(
    /// Computes the rows of the pairs of sides from number `start` on.
    make_rows = make_rows_plain, (generator: &Generator, start: usize, rows: &mut [Row])
);

#[inline(always)]
fn make_rows_plain(generator: &Generator, start: usize, rows: &mut [Row]) {
    let width = generator.centres.len() / 3;
    let mut high = (0..SIDES).rfind(|high| high * (high + 1) / 2 <= start).unwrap_or(0);
    let mut low = start - high * (high + 1) / 2;
    let mut sums = vec![0.0_f32; width];
    let mut hidden = vec![[0.0; BLOCK]; generator.first.bias.len()];
    let mut inputs = vec![(0, 0.0); width.max(hidden.as_flattened().len()) + 1];
    let mut out = [[0.0; BLOCK]];
    for three in rows.chunks_exact_mut(3) {
        let [one, other] = [low, high].map(|side| &generator.sides[side * width..(side + 1) * width]);
        sums.iter_mut().zip(one.iter().zip(other)).for_each(|(sum, (one, other))| *sum = one + other);
        for (row, centre) in three.iter_mut().zip(generator.centres.chunks_exact(width)) {
            let count = keep_positive(sums.iter().zip(centre).map(|(sum, centre)| sum + centre), &mut inputs);
            generator.first.apply(&inputs[..count], &mut hidden);
            let count = keep_positive(hidden.as_flattened().iter().copied(), &mut inputs);
            generator.second.apply(&inputs[..count], &mut out);
            for (whole, out) in row.0.iter_mut().zip(out[0]) {
                *whole = (out * 64.0 + 0.5).floor().clamp(-1023.0, 1023.0) as i16;
            }
        }
        low += 1;
        if low > high {
            (low, high) = (0, high + 1);
        }
    }
}

/// Moves the positive numbers to the front, with their places, and returns how many there are. Branch-free, because half
/// of the branches would be mispredicted.
#[inline(always)]
fn keep_positive(numbers: impl Iterator<Item = f32>, kept: &mut [(usize, f32)]) -> usize {
    let mut count = 0;
    for (place, number) in numbers.enumerate() {
        kept[count] = (place, number);
        count += usize::from(number > 0.0);
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;

    #[test]
    fn every_simd_level_computes_the_same_rows() {
        let bytes = fixture::bytes(1, 1);
        let mut reader = Reader { rest: &bytes[16..] };
        let generator = Generator::read(&mut reader, 64, 64).unwrap();
        let made: Vec<_> = Available::levels()
            .map(|level| {
                let mut rows = vec![Row([0; CHANNELS]); 3_000];
                make_rows(level, &generator, 5_000, &mut rows);
                rows
            })
            .collect();
        assert!(made.iter().all(|rows| *rows == made[0]));
        assert_eq!(generator.rows(2)[15_000..18_000], made[0]);
    }

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
