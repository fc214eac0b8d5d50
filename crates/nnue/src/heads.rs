//! The layers above the sums: value and policy.
//!
//! The function that [`at_every_level`] defines here contains the unsafe calls of vector code that the macro expands to; see
//! `simd.rs`.

use crate::network::NetworkError;
use crate::network::Reader;
use crate::simd::{Available, Lane, Sums, add_products, at_every_level};

/// Features of a point, as one colour sees it.
pub(crate) const CHANNELS: usize = 32;
/// Features of a point, as both colours see it.
pub(crate) const BOTH: usize = 2 * CHANNELS;
const HIDDEN: usize = 32;

/// The largest activation after a layer.
const MAX_ACTIVATION: i32 = 8191;

/// A dense layer with sixteen outputs in each lane.
pub(crate) struct Layer<const LANES: usize> {
    bias: [Sums; LANES],
    weights: Box<[[Lane; LANES]]>,
}

impl<const LANES: usize> Layer<LANES> {
    /// Reads a bias of `outputs` numbers, then `[outputs][inputs]` weights.
    fn read(reader: &mut Reader<'_>, inputs: usize, outputs: usize) -> Result<Layer<LANES>, NetworkError> {
        let mut bias = [Sums([0; 16]); LANES];
        for i in 0..outputs {
            bias[i / 16].0[i % 16] = reader.i32()?;
        }
        let mut weights = vec![[Lane([0; 32]); LANES]; inputs / 2].into_boxed_slice();
        for output in 0..outputs {
            for input in 0..inputs {
                weights[input / 2][output / 16].0[output % 16 * 2 + input % 2] = reader.weight()?;
            }
        }
        Ok(Layer { bias, weights })
    }

    /// The sums of several inputs, each of which has as many numbers as the layer has inputs.
    #[inline]
    fn sums<const INPUTS: usize, const LENGTH: usize>(
        &self,
        level: Available,
        inputs: [&[i16; LENGTH]; INPUTS],
    ) -> [[Sums; LANES]; INPUTS] {
        let mut sums = [self.bias; INPUTS];
        add_products(level, &mut sums, inputs.map(|input| input.as_chunks().0), &self.weights);
        sums
    }
}

/// The layers for one colour to move.
pub(crate) struct Heads {
    global: Layer<2>,
    quarter: Layer<2>,
    hidden: Layer<2>,
    value: Layer<1>,
    policy: Layer<4>,
}

impl Heads {
    pub(crate) fn read(reader: &mut Reader<'_>) -> Result<Heads, NetworkError> {
        Ok(Heads {
            global: Layer::read(reader, BOTH, HIDDEN)?,
            quarter: Layer::read(reader, BOTH, HIDDEN)?,
            hidden: Layer::read(reader, 2 * HIDDEN, HIDDEN)?,
            value: Layer::read(reader, HIDDEN, 3)?,
            policy: Layer::read(reader, 2 * HIDDEN, BOTH)?,
        })
    }

    /// The summary of a position, from the pooled features of the whole board and of its quarters.
    #[inline]
    pub(crate) fn summary(
        &self,
        level: Available,
        whole: &[i16; BOTH],
        quarters: &[[i16; BOTH]; 4],
    ) -> [i16; 2 * HIDDEN] {
        let mut summary = [0; 2 * HIDDEN];
        let ([first, second], _) = summary.as_chunks_mut() else { unreachable!("it has two halves") };
        let [global] = self.global.sums(level, [whole]);
        activate(level, &global, 7, first);
        // Two at a time share the weights they are multiplied by, and all sums still fit into the registers of AVX2.
        let [one, other, third, fourth] = quarters;
        for pair in [[one, other], [third, fourth]] {
            for sums in self.quarter.sums(level, pair) {
                activate(level, &sums, 7, second);
            }
        }
        summary
    }

    /// The logits of win, draw and loss.
    #[inline]
    pub(crate) fn value(&self, level: Available, summary: &[i16; 2 * HIDDEN]) -> [i32; 3] {
        let mut hidden = [0; HIDDEN];
        let [sums] = self.hidden.sums(level, [summary]);
        activate(level, &sums, 6, &mut hidden);
        let [[Sums([win, draw, loss, ..])]] = self.value.sums(level, [&hidden]);
        [win, draw, loss]
    }

    /// The weights of the features of a point in its policy.
    #[inline]
    pub(crate) fn policy(&self, level: Available, summary: &[i16; 2 * HIDDEN]) -> [[i16; CHANNELS]; 2] {
        let [sums] = self.policy.sums(level, [summary]);
        let mut weights = [[0; CHANNELS]; 2];
        let all = sums.iter().flat_map(|sums| sums.0);
        weights
            .as_flattened_mut()
            .iter_mut()
            .zip(all)
            .for_each(|(weight, sum)| *weight = (sum >> 6).clamp(-MAX_ACTIVATION, MAX_ACTIVATION) as i16);
        weights
    }
}

at_every_level!(
    /// Adds the activations of a layer's sums to `out`.
    activate = activate_plain, (sums: &[Sums; 2], shift: u32, out: &mut [i16; HIDDEN])
);

#[inline(always)]
fn activate_plain(sums: &[Sums; 2], shift: u32, out: &mut [i16; HIDDEN]) {
    for i in 0..HIDDEN {
        out[i] += (sums[i / 16].0[i % 16] >> shift).clamp(0, MAX_ACTIVATION) as i16;
    }
}
