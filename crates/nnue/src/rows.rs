//! The rows of line codes, computed by a network's generator when a line first occurs.
//!
//! A game comes to a few thousand of the 199,290 codes, so that computing all of them would keep the first moves waiting. The
//! function that [`at_every_level`] defines here contains the unsafe calls of vector code that the macro expands to; see
//! `simd.rs`.

use crate::code::SIDES;
use crate::heads::CHANNELS;
use crate::network::{NetworkError, Reader};
use crate::simd::{Available, at_every_level};

/// What one line adds to the features of a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(crate) struct Row(pub(crate) [i16; CHANNELS]);

/// How many outputs are computed together, so that their sums stay in registers.
const BLOCK: usize = 32;

/// What the point itself can hold: nothing, an own stone, one of the other side.
const DIGITS: usize = 3;

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

    /// A block of outputs for three rows of inputs, which are at least zero.
    #[inline(always)]
    fn block(&self, number: usize, inputs: &[[f32; DIGITS]]) -> [[f32; BLOCK]; DIGITS] {
        let mut sums = [self.bias[number]; DIGITS];
        let blocks = self.bias.len();
        // No iterators: those do not have the target features of the function around them, so that they are inlined only by
        // link-time optimisation.
        let mut place = 0;
        while place < inputs.len() {
            let (input, weights) = (inputs[place], &self.weights[place * blocks + number]);
            for digit in 0..DIGITS {
                for i in 0..BLOCK {
                    sums[digit][i] += input[digit] * weights[i];
                }
            }
            place += 1;
        }
        sums
    }
}

/// The small network that computes the row of every line code.
pub(crate) struct Generator {
    sides: Vec<f32>,
    centres: Vec<f32>,
    first: Dense,
    second: Dense,
}

impl Generator {
    pub(crate) fn read(
        reader: &mut Reader<'_>,
        first: usize,
        second: usize,
    ) -> Result<Generator, NetworkError> {
        Ok(Generator {
            sides: reader.floats(SIDES * first)?,
            centres: reader.floats(DIGITS * first)?,
            first: Dense::read(reader, first, second)?,
            second: Dense::read(reader, second, CHANNELS)?,
        })
    }
}

/// Numbers between the layers of a generator.
#[derive(Clone, Default)]
struct Scratch {
    first: Vec<[f32; DIGITS]>,
    second: Vec<[f32; DIGITS]>,
}

at_every_level!(
    /// Computes the rows of a pair of sides, one for each digit of the point between them.
    make_rows = make_rows_plain,
    (generator: &Generator, one: usize, other: usize, scratch: &mut Scratch, rows: &mut [Row; DIGITS])
);

#[inline(always)]
fn make_rows_plain(
    generator: &Generator,
    one: usize,
    other: usize,
    scratch: &mut Scratch,
    rows: &mut [Row; DIGITS],
) {
    let width = generator.centres.len() / DIGITS;
    let [one, other] = [one, other].map(|side| &generator.sides[side * width..(side + 1) * width]);
    let centres = &generator.centres;
    scratch.first.clear();
    for i in 0..width {
        let sum = one[i] + other[i];
        scratch.first.push([
            positive(sum + centres[i]),
            positive(sum + centres[width + i]),
            positive(sum + centres[2 * width + i]),
        ]);
    }
    scratch.second.clear();
    for number in 0..generator.first.bias.len() {
        let [none, own, others] = generator.first.block(number, &scratch.first);
        for i in 0..BLOCK {
            scratch.second.push([positive(none[i]), positive(own[i]), positive(others[i])]);
        }
    }
    let out = generator.second.block(0, &scratch.second);
    for (row, out) in rows.iter_mut().zip(&out) {
        for (whole, out) in row.0.iter_mut().zip(out) {
            *whole = (out * 64.0 + 0.5).floor().clamp(-1023.0, 1023.0) as i16;
        }
    }
}

#[inline(always)]
fn positive(number: f32) -> f32 {
    if number > 0.0 { number } else { 0.0 }
}

/// The rows of one generator that have occurred so far.
#[derive(Clone)]
pub(crate) struct Rows {
    /// For each pair of sides, in either order, the place of its rows; zero if they have not been computed.
    places: Box<[u32]>,
    rows: Vec<Row>,
    scratch: Scratch,
}

impl Rows {
    pub(crate) fn new() -> Rows {
        Rows {
            places: vec![0; SIDES * SIDES].into_boxed_slice(),
            rows: vec![Row([0; CHANNELS])],
            scratch: Scratch::default(),
        }
    }

    /// The place of the rows of a pair of sides; the digit of the point between them is to be added.
    #[inline]
    pub(crate) fn place(&mut self, generator: &Generator, level: Available, pair: u32) -> u32 {
        match self.places[pair as usize] {
            0 => self.compute(generator, level, pair as usize),
            place => place,
        }
    }

    #[cold]
    fn compute(&mut self, generator: &Generator, level: Available, pair: usize) -> u32 {
        let (one, other) = (pair / SIDES, pair % SIDES);
        let mut rows = [Row([0; CHANNELS]); DIGITS];
        make_rows(level, generator, one, other, &mut self.scratch, &mut rows);
        let place = self.rows.len() as u32;
        self.rows.extend(rows);
        self.places[pair] = place;
        self.places[other * SIDES + one] = place;
        place
    }

    #[inline]
    pub(crate) fn all(&self) -> &[Row] {
        &self.rows
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;
    use crate::simd::SimdLevel;

    #[test]
    fn every_simd_level_computes_the_same_rows() {
        let network = fixture::network(1, 1);
        let generator = network.generator(0);
        let made: Vec<_> = Available::levels()
            .map(|level| {
                let mut rows = Rows::new();
                (0..SIDES as u32 * 9).for_each(|pair| {
                    rows.place(generator, level, pair);
                });
                rows.rows
            })
            .collect();
        assert!(made.iter().all(|rows| *rows == made[0]));
        assert!(made[0].windows(2).any(|two| two[0] != two[1]));
    }

    #[test]
    fn rows_are_those_of_the_formula_whatever_the_order_of_the_sides() {
        let network = fixture::network(2, 1);
        let generator = network.generator(0);
        let mut rows = Rows::new();
        let level = Available::up_to(SimdLevel::HIGHEST);
        let width = generator.centres.len() / DIGITS;
        let dense = |layer: &Dense, inputs: &[f32]| -> Vec<f32> {
            let blocks = layer.bias.len();
            let output = |output: usize| {
                let (number, i) = (output / BLOCK, output % BLOCK);
                let products = inputs.iter().enumerate();
                products.fold(layer.bias[number][i], |sum, (place, input)| {
                    sum + input * layer.weights[place * blocks + number][i]
                })
            };
            (0..blocks * BLOCK).map(output).collect()
        };
        for (one, other) in [(0, 0), (5, 363), (363, 5), (121, 242)] {
            let place = rows.place(generator, level, (one * SIDES + other) as u32) as usize;
            for digit in 0..DIGITS {
                let first: Vec<f32> = (0..width)
                    .map(|i| {
                        let sum = generator.sides[one * width + i] + generator.sides[other * width + i];
                        positive(sum + generator.centres[digit * width + i])
                    })
                    .collect();
                let second: Vec<f32> = dense(&generator.first, &first).into_iter().map(positive).collect();
                let row: Vec<i16> = dense(&generator.second, &second)
                    .into_iter()
                    .map(|sum| (sum * 64.0 + 0.5).floor().clamp(-1023.0, 1023.0) as i16)
                    .collect();
                assert_eq!(rows.all()[place + digit].0.to_vec(), row, "{one} {other} {digit}");
            }
        }
        let mirrored =
            [5 * SIDES + 363, 363 * SIDES + 5].map(|pair| rows.place(generator, level, pair as u32));
        assert_eq!(mirrored[0], mirrored[1]);
        assert_eq!(rows.all().len(), 1 + 3 * DIGITS);
    }
}
