//! The residual network on the processor, in single precision: exact enough to play by, and slow.
//!
//! `docs/teacher.md` says what it computes and how its file looks.

use std::fmt;
use std::fs::File;
use std::io::Read;
use std::path::Path;

use crate::bfloat;
use crate::view::{Canvas, FORBIDDEN, GLOBALS, OTHER, OWN, TRAP};

const MAGIC: &[u8] = b"GTNN";
const VERSION: u8 = 1;
/// The largest file of a network, in bytes.
const MAX_FILE_BYTES: u64 = 1 << 30;
/// Threat levels above 0.
const LEVELS: usize = 7;
/// Features of a cell: own threats, the other's, forbidden, empty, own stone, the other's, trap, on the board.
const CELL_PLANES: usize = 2 * LEVELS + 6;
/// With those of the position, the same on every cell: five rules, White to move, size; then zeros.
const PLANES: usize = 32;
/// Output channels and cells of a row that a convolution works on at once.
const LANES: usize = 16;
const CELLS: usize = 5;

/// What the network says about a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluation {
    /// The expected result for the side to move, from −1 to 1.
    pub value: f32,
    /// A logit for each cell of the canvas.
    pub logits: Vec<f32>,
}

/// A network, ready to use.
pub struct Network {
    positions: u64,
    channels: usize,
    stem: Convolution,
    blocks: Vec<Block>,
    policy: Linear,
    policy_pooled: Linear,
    policy_out: Linear,
    hidden: Linear,
    value: Linear,
}

struct Block {
    first: Convolution,
    pooled: Option<Linear>,
    second: Convolution,
}

impl Network {
    /// Reads a file of a network.
    pub fn read(path: &Path) -> Result<Network, NetworkError> {
        let mut bytes = Vec::new();
        let read = File::open(path).and_then(|file| file.take(MAX_FILE_BYTES + 1).read_to_end(&mut bytes));
        read.map_err(|error| NetworkError::File(error.to_string()))?;
        if bytes.len() as u64 > MAX_FILE_BYTES {
            return Err(NetworkError::File(format!("expected at most {MAX_FILE_BYTES} bytes, got more")));
        }
        Network::from_bytes(&bytes)
    }

    /// Reads a network.
    pub fn from_bytes(bytes: &[u8]) -> Result<Network, NetworkError> {
        let (body, tail) = bytes
            .split_last_chunk::<8>()
            .filter(|(body, _)| body.starts_with(MAGIC))
            .ok_or_else(|| NetworkError::NoNetwork(bytes.iter().take(4).copied().collect()))?;
        let mut reader = Reader { rest: &body[MAGIC.len()..] };
        let [version, blocks] = reader.bytes()?;
        if version != VERSION {
            return Err(NetworkError::Version(version));
        }
        let mut width = || reader.bytes().map(|bytes| usize::from(u16::from_le_bytes(bytes)));
        let (channels, policy, hidden) = (width()?, width()?, width()?);
        reader.bytes::<4>()?;
        let positions = u64::from_le_bytes(reader.bytes()?);
        if fnv1a(body) != u64::from_le_bytes(*tail) {
            return Err(NetworkError::Hash);
        }
        let network = Network {
            positions,
            channels,
            stem: reader.convolution(channels, PLANES)?,
            blocks: (0..blocks)
                .map(|number| {
                    Ok(Block {
                        first: reader.convolution(channels, channels)?,
                        pooled: if number % 2 == 1 {
                            Some(reader.linear(channels, 2 * channels, true)?)
                        } else {
                            None
                        },
                        second: reader.convolution(channels, channels)?,
                    })
                })
                .collect::<Result<_, NetworkError>>()?,
            policy: reader.linear(policy, channels, false)?,
            policy_pooled: reader.linear(policy, 2 * channels, true)?,
            policy_out: reader.linear(1, policy, false)?,
            hidden: reader.linear(hidden, 2 * channels, true)?,
            value: reader.linear(3, hidden, true)?,
        };
        if reader.rest.is_empty() { Ok(network) } else { Err(NetworkError::Length) }
    }

    /// Positions of self-play that it has learnt from.
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// Evaluates a view of a position.
    pub(crate) fn evaluate(&self, view: &[u8], canvas: Canvas) -> Evaluation {
        let (cells, numbers) = view.split_at(canvas.area());
        let on_board: Vec<bool> = cells.iter().map(|&cell| cell <= TRAP).collect();
        let mut planes = Features::new(canvas, PLANES);
        let everywhere = global_features(numbers);
        for (cell, &code) in cells.iter().enumerate() {
            let planes = planes.at_mut(cell);
            set_planes(code, planes);
            planes[CELL_PLANES..].copy_from_slice(&everywhere);
        }
        let mut x = Features::new(canvas, self.channels);
        self.stem.apply(&planes, &mut x, |_, sum| sum.max(0.0));
        let mut y = Features::new(canvas, self.channels);
        for block in &self.blocks {
            block.first.apply(&x, &mut y, |_, sum| sum.max(0.0));
            if let Some(pooled) = &block.pooled {
                let bias = pooled.apply(&y.pool(&on_board));
                for cell in 0..canvas.area() {
                    y.at_mut(cell).iter_mut().zip(&bias).for_each(|(number, bias)| *number += bias);
                }
            }
            block.second.apply(&y, &mut x, |old, sum| (old + sum).max(0.0));
        }
        let pooled = x.pool(&on_board);
        let bias = self.policy_pooled.apply(&pooled);
        let logits = (0..canvas.area())
            .map(|cell| {
                let mut policy = self.policy.apply(x.at(cell));
                policy.iter_mut().zip(&bias).for_each(|(number, bias)| *number = (*number + bias).max(0.0));
                self.policy_out.apply(&policy)[0]
            })
            .collect();
        let hidden: Vec<f32> = self.hidden.apply(&pooled).iter().map(|number| number.max(0.0)).collect();
        let wdl = self.value.apply(&hidden);
        let most = wdl.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let [win, draw, loss] = [0, 1, 2].map(|i| (wdl[i] - most).exp());
        Evaluation { value: (win - loss) / (win + draw + loss), logits }
    }
}

impl fmt::Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "residual network {}×{}, {} positions", self.blocks.len(), self.channels, self.positions)
    }
}

fn set_planes(code: u8, planes: &mut [f32]) {
    let rest = 2 * LEVELS;
    match code {
        OWN | OTHER | TRAP => planes[rest + 2 + usize::from(code - OWN)] = 1.0,
        empty if empty < OWN => {
            let (own, other) = (usize::from(empty & 7), usize::from(empty >> 3 & 7));
            if own > 0 {
                planes[own - 1] = 1.0;
            }
            if other > 0 {
                planes[LEVELS + other - 1] = 1.0;
            }
            planes[rest] = f32::from(empty & FORBIDDEN != 0);
            planes[rest + 1] = 1.0;
        }
        _ => return,
    }
    planes[rest + 5] = 1.0;
}

fn global_features(numbers: &[u8]) -> [f32; PLANES - CELL_PLANES] {
    debug_assert_eq!(numbers.len(), GLOBALS);
    let mut features = [0.0; PLANES - CELL_PLANES];
    features[usize::from(numbers[0])] = 1.0;
    features[5] = f32::from(numbers[1]);
    features[6] = (f32::from(numbers[2]) - 15.0) / 5.0;
    features
}

/// Features of all cells, with a border of zeros.
struct Features {
    side: usize,
    channels: usize,
    numbers: Vec<f32>,
}

impl Features {
    fn new(canvas: Canvas, channels: usize) -> Features {
        let side = canvas.side();
        Features { side, channels, numbers: vec![0.0; (side + 2) * (side + 2) * channels] }
    }

    /// Where the features of a column and row begin, counted with the border.
    fn start(&self, x: usize, y: usize) -> usize {
        (y * (self.side + 2) + x) * self.channels
    }

    fn at(&self, cell: usize) -> &[f32] {
        &self.numbers[self.start(cell % self.side + 1, cell / self.side + 1)..][..self.channels]
    }

    fn at_mut(&mut self, cell: usize) -> &mut [f32] {
        let start = self.start(cell % self.side + 1, cell / self.side + 1);
        &mut self.numbers[start..][..self.channels]
    }

    /// Mean over the board and maximum over the canvas, of features that are not negative.
    fn pool(&self, on_board: &[bool]) -> Vec<f32> {
        let mut pooled = vec![0.0; 2 * self.channels];
        let (mean, most) = pooled.split_at_mut(self.channels);
        let count = on_board.iter().filter(|&&on_board| on_board).count() as f32;
        for (cell, &on_board) in on_board.iter().enumerate() {
            let share = if on_board { 1.0 / count } else { 0.0 };
            for ((mean, most), number) in mean.iter_mut().zip(&mut *most).zip(self.at(cell)) {
                *mean += share * number;
                *most = most.max(*number);
            }
        }
        pooled
    }
}

/// A 3×3 convolution.
struct Convolution {
    inputs: usize,
    outputs: usize,
    /// By block of output channels, row and column of the kernel, and input channel.
    weights: Vec<[f32; LANES]>,
}

impl Convolution {
    /// Replaces every number of `to` by what `end` makes of the old one and the sum.
    fn apply(&self, from: &Features, to: &mut Features, end: impl Fn(f32, f32) -> f32) {
        let side = from.side;
        for (block, weights) in self.weights.chunks_exact(9 * self.inputs).enumerate() {
            let channels = block * LANES..self.outputs.min((block + 1) * LANES);
            for y in 0..side {
                for x in (0..side).step_by(CELLS) {
                    let sums = self.sums(from, weights, x, y);
                    for (column, sums) in sums.iter().enumerate() {
                        let start = to.start(x + column + 1, y + 1);
                        let numbers = &mut to.numbers[start..][channels.clone()];
                        for (number, sum) in numbers.iter_mut().zip(sums) {
                            *number = end(*number, *sum);
                        }
                    }
                }
            }
        }
    }

    /// One block of output channels for some neighbouring cells of a row.
    #[inline]
    fn sums(&self, from: &Features, weights: &[[f32; LANES]], x: usize, y: usize) -> [[f32; LANES]; CELLS] {
        let mut sums = [[0.0; LANES]; CELLS];
        for (tap, weights) in weights.chunks_exact(self.inputs).enumerate() {
            let start = from.start(x + tap % 3, y + tap / 3);
            let cells = &from.numbers[start..][..CELLS * self.inputs];
            let cells: [&[f32]; CELLS] =
                std::array::from_fn(|cell| &cells[cell * self.inputs..][..weights.len()]);
            for (input, weights) in weights.iter().enumerate() {
                for cell in 0..CELLS {
                    let number = cells[cell][input];
                    for lane in 0..LANES {
                        sums[cell][lane] += number * weights[lane];
                    }
                }
            }
        }
        sums
    }
}

/// A fully connected layer; the bias is zero where a file has none.
struct Linear {
    inputs: usize,
    weights: Vec<f32>,
    bias: Vec<f32>,
}

impl Linear {
    fn apply(&self, numbers: &[f32]) -> Vec<f32> {
        let rows = self.weights.chunks_exact(self.inputs);
        let sum = |row: &[f32]| row.iter().zip(numbers).map(|(weight, number)| weight * number).sum::<f32>();
        rows.zip(&self.bias).map(|(row, bias)| bias + sum(row)).collect()
    }
}

/// What is left of a file.
struct Reader<'a> {
    rest: &'a [u8],
}

impl Reader<'_> {
    fn bytes<const N: usize>(&mut self) -> Result<[u8; N], NetworkError> {
        let (bytes, rest) = self.rest.split_first_chunk::<N>().ok_or(NetworkError::Length)?;
        self.rest = rest;
        Ok(*bytes)
    }

    fn numbers(&mut self, count: usize) -> Result<Vec<f32>, NetworkError> {
        let (bytes, rest) = self.rest.split_at_checked(2 * count).ok_or(NetworkError::Length)?;
        self.rest = rest;
        let numbers =
            bytes.chunks_exact(2).map(|pair| bfloat::to_f32(u16::from_le_bytes([pair[0], pair[1]])));
        let numbers: Vec<f32> = numbers.collect();
        if numbers.iter().all(|number| number.is_finite()) { Ok(numbers) } else { Err(NetworkError::Number) }
    }

    fn linear(&mut self, outputs: usize, inputs: usize, has_bias: bool) -> Result<Linear, NetworkError> {
        if outputs == 0 || inputs == 0 {
            return Err(NetworkError::Length);
        }
        let weights = self.numbers(outputs * inputs)?;
        let bias = if has_bias { self.numbers(outputs)? } else { vec![0.0; outputs] };
        Ok(Linear { inputs, weights, bias })
    }

    fn convolution(&mut self, outputs: usize, inputs: usize) -> Result<Convolution, NetworkError> {
        let given = self.linear(outputs, 9 * inputs, false)?.weights;
        let mut weights = vec![[0.0; LANES]; outputs.div_ceil(LANES) * 9 * inputs];
        for (at, &weight) in given.iter().enumerate() {
            let (output, input, tap) = (at / (9 * inputs), at / 9 % inputs, at % 9);
            weights[(output / LANES * 9 + tap) * inputs + input][output % LANES] = weight;
        }
        Ok(Convolution { inputs, outputs, weights })
    }
}

fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// Why a file is no network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NetworkError {
    /// The file could not be read.
    File(String),
    /// It begins with something else.
    NoNetwork(Vec<u8>),
    /// It is of a version that we do not know.
    Version(u8),
    /// It has another length than its shape says.
    Length,
    /// A weight is not finite.
    Number,
    /// The hash at its end is not that of its contents.
    Hash,
}

impl fmt::Display for NetworkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NetworkError::File(error) => error.fmt(f),
            NetworkError::NoNetwork(found) => {
                write!(f, "expected a teacher, beginning with `GTNN`, got `{}`", found.escape_ascii())
            }
            NetworkError::Version(version) => write!(f, "expected version {VERSION}, got {version}"),
            NetworkError::Length => {
                write!(f, "expected as many weights as its shape says, got more or fewer")
            }
            NetworkError::Number => write!(f, "expected finite weights, got one that is not"),
            NetworkError::Hash => {
                write!(f, "expected the hash of its contents at its end: the file is damaged")
            }
        }
    }
}

impl std::error::Error for NetworkError {}

#[cfg(test)]
mod tests {
    use super::*;

    const NETWORK: &[u8] = include_bytes!("../tests/golden/net.bin");
    /// For some views: side of the canvas, view, value and logits (f32) as PyTorch computes them.
    const ANSWERS: &[u8] = include_bytes!("../tests/golden/answers.bin");

    #[test]
    fn evaluations_are_those_of_the_trainer() {
        let network = Network::from_bytes(NETWORK).unwrap();
        assert_eq!(network.positions(), 4711);
        let mut rest = ANSWERS;
        let mut answers = 0;
        while let Some((&side, after)) = rest.split_first() {
            let canvas = Canvas::of_side(side.into()).unwrap();
            let (view, after) = after.split_at(canvas.view_bytes());
            let (numbers, after) = after.split_at(4 * (1 + canvas.area()));
            rest = after;
            let expected: Vec<f32> =
                numbers.chunks_exact(4).map(|each| f32::from_le_bytes(each.try_into().unwrap())).collect();
            let found = network.evaluate(view, canvas);
            assert!((found.value - expected[0]).abs() < 1e-4, "{} {}", found.value, expected[0]);
            assert!(expected[0].abs() > 1e-3);
            for (cell, (found, expected)) in found.logits.iter().zip(&expected[1..]).enumerate() {
                assert!((found - expected).abs() < 1e-3, "cell {cell}: {found} {expected}");
            }
            answers += 1;
        }
        assert_eq!(answers, 4);
    }

    #[test]
    fn damaged_files_are_refused() {
        let error = |bytes: &[u8]| Network::from_bytes(bytes).unwrap_err();
        assert_eq!(error(b"GRNN and so on"), NetworkError::NoNetwork(b"GRNN".to_vec()));
        assert_eq!(error(b""), NetworkError::NoNetwork(Vec::new()));
        let changed = |at: usize, to: u8| {
            let mut bytes = NETWORK.to_vec();
            bytes[at] = to;
            bytes
        };
        assert_eq!(error(&changed(4, 2)), NetworkError::Version(2));
        assert_eq!(error(&changed(100, NETWORK[100] ^ 1)), NetworkError::Hash);
        let with_hash = |mut body: Vec<u8>| {
            let hash = fnv1a(&body);
            body.extend_from_slice(&hash.to_le_bytes());
            body
        };
        let body = &NETWORK[..NETWORK.len() - 8];
        assert_eq!(error(&with_hash(body[..body.len() - 2].to_vec())), NetworkError::Length);
        assert_eq!(error(&with_hash([body, &[0, 0]].concat())), NetworkError::Length);
        let mut infinite = body.to_vec();
        let end = infinite.len() - 2;
        infinite[end..].copy_from_slice(&[0x80, 0x7f]);
        assert_eq!(error(&with_hash(infinite)), NetworkError::Number);
        for end in 0..40 {
            assert!(Network::from_bytes(&NETWORK[..end]).is_err());
        }
    }
}
