//! The layers above the sums: value and policy.

use crate::network::NetworkError;
use crate::network::Reader;
use crate::simd::{Available, Lane, MAX_ACTIVATION, Sums, activate, products};

/// Features of a point, as one colour sees it.
pub(crate) const CHANNELS: usize = 32;
/// Features of a point, as both colours see it.
pub(crate) const BOTH: usize = 2 * CHANNELS;
const HIDDEN: usize = 32;

/// What the layers above see of a position: activations of the whole board, then those of its quarters.
pub(crate) type Summary = [[i16; 16]; 2 * HIDDEN / 16];

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

    #[inline]
    fn sums(&self, level: Available, input: &[i16]) -> [Sums; LANES] {
        products(level, &self.bias, &self.weights, input.as_chunks().0)
    }

    /// Adds the activations for several inputs to `out`.
    #[inline]
    fn activate<const SHIFT: u32, const INPUTS: usize>(
        &self,
        level: Available,
        inputs: [&[i16]; INPUTS],
        out: &mut [[i16; 16]; LANES],
    ) {
        let inputs = inputs.map(|input| input.as_chunks().0);
        activate::<SHIFT, LANES, INPUTS>(level, &self.bias, &self.weights, inputs, out);
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
    ) -> Summary {
        let mut summary = Summary::default();
        let ([global, quarter], _) = summary.as_chunks_mut() else { unreachable!("it has two halves") };
        self.global.activate::<7, 1>(level, [whole], global);
        self.quarter.activate::<7, 4>(level, quarters.each_ref().map(|quarter| &quarter[..]), quarter);
        summary
    }

    /// The logits of win, draw and loss.
    #[inline]
    pub(crate) fn value(&self, level: Available, summary: &Summary) -> [i32; 3] {
        let mut hidden = [[0; 16]; 2];
        self.hidden.activate::<6, 1>(level, [summary.as_flattened()], &mut hidden);
        let [Sums([win, draw, loss, ..])] = self.value.sums(level, hidden.as_flattened());
        [win, draw, loss]
    }

    /// The weights of the features of a point in its policy.
    #[inline]
    pub(crate) fn policy(&self, level: Available, summary: &Summary) -> [[i16; CHANNELS]; 2] {
        let sums = self.policy.sums(level, summary.as_flattened());
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
