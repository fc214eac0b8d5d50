//! The inner loops, for each level of the processor's vector instructions.
//!
//! Most loops are written once, in plain integer Rust, and compiled for each level by [`at_every_level`]; only the dense
//! layers use intrinsics. Every level computes the same integers.
//!
//! All unsafe code of the project is written in this file and in `memory.rs`. The macro [`at_every_level`] also expands two
//! unsafe calls into each function that it defines in `accumulator.rs` and `rows.rs`; the [`Available`] that those functions
//! take is what makes the calls sound.

use std::fmt;
use std::str::FromStr;

/// A level of vector instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SimdLevel {
    /// The baseline of the target that the program was compiled for.
    Scalar,
    /// AVX2.
    Avx2,
    /// AVX-512 with VNNI.
    Avx512,
}

impl SimdLevel {
    /// All levels, lowest first.
    pub const ALL: [SimdLevel; 3] = [SimdLevel::Scalar, SimdLevel::Avx2, SimdLevel::Avx512];
    /// The highest level, whether this processor has it or not.
    pub const HIGHEST: SimdLevel = SimdLevel::Avx512;

    /// Whether this processor has it.
    pub fn is_available(self) -> bool {
        match self {
            SimdLevel::Scalar => true,
            #[cfg(target_arch = "x86_64")]
            SimdLevel::Avx2 => is_x86_feature_detected!("avx2"),
            #[cfg(target_arch = "x86_64")]
            SimdLevel::Avx512 => {
                is_x86_feature_detected!("avx2")
                    && is_x86_feature_detected!("avx512f")
                    && is_x86_feature_detected!("avx512bw")
                    && is_x86_feature_detected!("avx512vl")
                    && is_x86_feature_detected!("avx512dq")
                    && is_x86_feature_detected!("avx512vnni")
            }
            #[cfg(not(target_arch = "x86_64"))]
            SimdLevel::Avx2 | SimdLevel::Avx512 => false,
        }
    }

    /// `scalar`, `avx2`, `avx512`.
    pub const fn name(self) -> &'static str {
        match self {
            SimdLevel::Scalar => "scalar",
            SimdLevel::Avx2 => "avx2",
            SimdLevel::Avx512 => "avx512",
        }
    }
}

impl fmt::Display for SimdLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for SimdLevel {
    type Err = String;

    fn from_str(text: &str) -> Result<SimdLevel, String> {
        let known = SimdLevel::ALL.into_iter().find(|level| level.name() == text);
        known.ok_or_else(|| format!("expected scalar, avx2 or avx512, got `{text}`"))
    }
}

/// A level that this processor was found to have. No vector code runs without one of these.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Available(SimdLevel);

impl Available {
    /// The highest level that this processor has, up to `highest`.
    pub(crate) fn up_to(highest: SimdLevel) -> Available {
        let levels = SimdLevel::ALL.into_iter().filter(|&level| level <= highest);
        Available(levels.rev().find(|level| level.is_available()).unwrap_or(SimdLevel::Scalar))
    }

    #[inline]
    pub(crate) fn level(self) -> SimdLevel {
        self.0
    }

    #[cfg(test)]
    pub(crate) fn levels() -> impl Iterator<Item = Available> {
        SimdLevel::ALL.into_iter().filter(|level| level.is_available()).map(Available)
    }
}

/// Defines a function that dispatches to a plain one compiled for each level.
macro_rules! at_every_level {
    ($(#[$doc:meta])* $name:ident = $plain:path, ($($argument:ident: $kind:ty),*) $(-> $result:ty)?) => {
        $(#[$doc])*
        #[inline]
        #[allow(unsafe_code, reason = "see SAFETY")]
        fn $name(level: $crate::simd::Available, $($argument: $kind),*) $(-> $result)? {
            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx2")]
            fn avx2($($argument: $kind),*) $(-> $result)? {
                $plain($($argument),*)
            }
            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx2,avx512f,avx512bw,avx512vl,avx512dq,avx512vnni")]
            fn avx512($($argument: $kind),*) $(-> $result)? {
                $plain($($argument),*)
            }
            match level.level() {
                $crate::simd::SimdLevel::Scalar => $plain($($argument),*),
                // SAFETY: an `Available` of this level exists only if the processor has its instructions.
                #[cfg(target_arch = "x86_64")]
                $crate::simd::SimdLevel::Avx2 => unsafe { avx2($($argument),*) },
                // SAFETY: as above.
                #[cfg(target_arch = "x86_64")]
                $crate::simd::SimdLevel::Avx512 => unsafe { avx512($($argument),*) },
                #[cfg(not(target_arch = "x86_64"))]
                _ => unreachable!("no other level is available here"),
            }
        }
    };
}

pub(crate) use at_every_level;

/// Weights of two inputs for sixteen outputs; the two of an output are adjacent.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(crate) struct Lane(pub(crate) [i16; 32]);

/// Sixteen sums.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(crate) struct Sums(pub(crate) [i32; 16]);

/// The largest activation after a layer.
pub(crate) const MAX_ACTIVATION: i32 = 8191;

/// The sums of a dense layer: `bias` and the weighted pairs of an input.
#[inline]
#[allow(unsafe_code, reason = "see SAFETY")]
pub(crate) fn products<const LANES: usize>(
    level: Available,
    bias: &[Sums; LANES],
    weights: &[[Lane; LANES]],
    input: &[[i16; 2]],
) -> [Sums; LANES] {
    match level.0 {
        SimdLevel::Scalar => products_plain(bias, weights, input),
        // SAFETY: an `Available` of this level exists only if the processor has its instructions.
        #[cfg(target_arch = "x86_64")]
        SimdLevel::Avx2 => unsafe { x86::products_avx2(bias, weights, input) },
        // SAFETY: as above.
        #[cfg(target_arch = "x86_64")]
        SimdLevel::Avx512 => unsafe { x86::products_avx512(bias, weights, input) },
        #[cfg(not(target_arch = "x86_64"))]
        _ => unreachable!("no other level is available here"),
    }
}

/// Adds the activations of a dense layer for several inputs to `out`, sixteen in each lane: the sums shifted right by `SHIFT`
/// bits, at least zero and at most [`MAX_ACTIVATION`].
#[inline]
#[allow(unsafe_code, reason = "see SAFETY")]
pub(crate) fn activate<const SHIFT: u32, const LANES: usize, const INPUTS: usize>(
    level: Available,
    bias: &[Sums; LANES],
    weights: &[[Lane; LANES]],
    inputs: [&[[i16; 2]]; INPUTS],
    out: &mut [[i16; 16]; LANES],
) {
    match level.0 {
        SimdLevel::Scalar => activate_plain::<SHIFT, LANES, INPUTS>(bias, weights, inputs, out),
        // SAFETY: an `Available` of this level exists only if the processor has its instructions.
        #[cfg(target_arch = "x86_64")]
        SimdLevel::Avx2 => unsafe { x86::activate_avx2::<SHIFT, LANES, INPUTS>(bias, weights, inputs, out) },
        // SAFETY: as above.
        #[cfg(target_arch = "x86_64")]
        SimdLevel::Avx512 => unsafe {
            x86::activate_avx512::<SHIFT, LANES, INPUTS>(bias, weights, inputs, out);
        },
        #[cfg(not(target_arch = "x86_64"))]
        _ => unreachable!("no other level is available here"),
    }
}

fn products_plain<const LANES: usize>(
    bias: &[Sums; LANES],
    weights: &[[Lane; LANES]],
    input: &[[i16; 2]],
) -> [Sums; LANES] {
    let mut sums = *bias;
    for (pair, lanes) in input.iter().zip(weights) {
        let [one, other] = pair.map(i32::from);
        for (sums, lane) in sums.iter_mut().zip(lanes) {
            for (sum, weights) in sums.0.iter_mut().zip(lane.0.chunks_exact(2)) {
                *sum =
                    sum.wrapping_add(one * i32::from(weights[0])).wrapping_add(other * i32::from(weights[1]));
            }
        }
    }
    sums
}

fn activate_plain<const SHIFT: u32, const LANES: usize, const INPUTS: usize>(
    bias: &[Sums; LANES],
    weights: &[[Lane; LANES]],
    inputs: [&[[i16; 2]]; INPUTS],
    out: &mut [[i16; 16]; LANES],
) {
    for input in inputs {
        for (out, sums) in out.iter_mut().zip(products_plain(bias, weights, input)) {
            for (out, sum) in out.iter_mut().zip(sums.0) {
                *out = out.wrapping_add((sum >> SHIFT).clamp(0, MAX_ACTIVATION) as i16);
            }
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code, reason = "loads and stores of whole arrays; see SAFETY")]
mod x86 {
    use std::arch::x86_64::*;

    use super::{Lane, MAX_ACTIVATION, Sums};

    #[inline]
    fn both(pair: [i16; 2]) -> i32 {
        i32::from(pair[1]) << 16 | i32::from(pair[0]) & 0xffff
    }

    /// Two vectors for each lane.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn sums_avx2<const LANES: usize>(
        bias: &[Sums; LANES],
        weights: &[[Lane; LANES]],
        input: &[[i16; 2]],
    ) -> [[__m256i; 2]; LANES] {
        let mut totals = [[_mm256_setzero_si256(); 2]; LANES];
        for (total, bias) in totals.iter_mut().zip(bias) {
            let from = (&raw const bias.0).cast::<__m256i>();
            // SAFETY: sixteen aligned 32-bit numbers are two vectors.
            *total = unsafe { [_mm256_load_si256(from), _mm256_load_si256(from.add(1))] };
        }
        for (&pair, lanes) in input.iter().zip(weights) {
            let pair = _mm256_set1_epi32(both(pair));
            for (total, lane) in totals.iter_mut().zip(lanes) {
                let from = (&raw const lane.0).cast::<__m256i>();
                // SAFETY: thirty-two aligned 16-bit numbers are two vectors.
                let [low, high] = unsafe { [_mm256_load_si256(from), _mm256_load_si256(from.add(1))] };
                total[0] = _mm256_add_epi32(total[0], _mm256_madd_epi16(pair, low));
                total[1] = _mm256_add_epi32(total[1], _mm256_madd_epi16(pair, high));
            }
        }
        totals
    }

    #[target_feature(enable = "avx2")]
    pub(super) fn products_avx2<const LANES: usize>(
        bias: &[Sums; LANES],
        weights: &[[Lane; LANES]],
        input: &[[i16; 2]],
    ) -> [Sums; LANES] {
        let mut sums = *bias;
        for (total, sums) in sums_avx2(bias, weights, input).iter().zip(&mut sums) {
            let to = (&raw mut sums.0).cast::<__m256i>();
            // SAFETY: sixteen aligned 32-bit numbers are two vectors.
            unsafe {
                _mm256_store_si256(to, total[0]);
                _mm256_store_si256(to.add(1), total[1]);
            }
        }
        sums
    }

    #[target_feature(enable = "avx2")]
    pub(super) fn activate_avx2<const SHIFT: u32, const LANES: usize, const INPUTS: usize>(
        bias: &[Sums; LANES],
        weights: &[[Lane; LANES]],
        inputs: [&[[i16; 2]]; INPUTS],
        out: &mut [[i16; 16]; LANES],
    ) {
        let shift = _mm_cvtsi32_si128(SHIFT as i32);
        let (least, most) = (_mm256_setzero_si256(), _mm256_set1_epi16(MAX_ACTIVATION as i16));
        for input in inputs {
            for (total, out) in sums_avx2(bias, weights, input).iter().zip(&mut *out) {
                // Packing clips to 16 bits, which changes nothing that is not clipped further, and exchanges the inner
                // quarters, which the permutation puts right.
                let packed =
                    _mm256_packs_epi32(_mm256_sra_epi32(total[0], shift), _mm256_sra_epi32(total[1], shift));
                let packed = _mm256_permute4x64_epi64::<0b11_01_10_00>(packed);
                let active = _mm256_min_epi16(_mm256_max_epi16(packed, least), most);
                let place = (&raw mut *out).cast::<__m256i>();
                // SAFETY: sixteen 16-bit numbers are one vector; these instructions need no alignment.
                unsafe { _mm256_storeu_si256(place, _mm256_add_epi16(_mm256_loadu_si256(place), active)) };
            }
        }
    }

    /// A vector for each lane of each input. The inputs share the loads of the weights, and their sums do not wait for each
    /// other.
    #[inline]
    #[target_feature(enable = "avx2,avx512f,avx512bw,avx512vl,avx512dq,avx512vnni")]
    fn sums_avx512<const LANES: usize, const INPUTS: usize>(
        bias: &[Sums; LANES],
        weights: &[[Lane; LANES]],
        inputs: [&[[i16; 2]]; INPUTS],
    ) -> [[__m512i; LANES]; INPUTS] {
        for input in inputs {
            assert!(input.len() >= weights.len(), "an input has as many pairs as the layer");
        }
        let mut totals = [[_mm512_setzero_si512(); LANES]; INPUTS];
        for totals in &mut totals {
            for (total, bias) in totals.iter_mut().zip(bias) {
                // SAFETY: sixteen aligned 32-bit numbers are one vector.
                *total = unsafe { _mm512_load_si512((&raw const bias.0).cast()) };
            }
        }
        for (place, lanes) in weights.iter().enumerate() {
            for lane in 0..LANES {
                // SAFETY: thirty-two aligned 16-bit numbers are one vector.
                let weights = unsafe { _mm512_load_si512((&raw const lanes[lane].0).cast()) };
                for input in 0..INPUTS {
                    let pair = _mm512_set1_epi32(both(inputs[input][place]));
                    totals[input][lane] = _mm512_dpwssd_epi32(totals[input][lane], pair, weights);
                }
            }
        }
        totals
    }

    #[target_feature(enable = "avx2,avx512f,avx512bw,avx512vl,avx512dq,avx512vnni")]
    pub(super) fn products_avx512<const LANES: usize>(
        bias: &[Sums; LANES],
        weights: &[[Lane; LANES]],
        input: &[[i16; 2]],
    ) -> [Sums; LANES] {
        let mut sums = *bias;
        let [totals] = sums_avx512(bias, weights, [input]);
        for (total, sums) in totals.iter().zip(&mut sums) {
            // SAFETY: sixteen aligned 32-bit numbers are one vector.
            unsafe { _mm512_store_si512((&raw mut sums.0).cast(), *total) };
        }
        sums
    }

    #[target_feature(enable = "avx2,avx512f,avx512bw,avx512vl,avx512dq,avx512vnni")]
    pub(super) fn activate_avx512<const SHIFT: u32, const LANES: usize, const INPUTS: usize>(
        bias: &[Sums; LANES],
        weights: &[[Lane; LANES]],
        inputs: [&[[i16; 2]]; INPUTS],
        out: &mut [[i16; 16]; LANES],
    ) {
        let shift = _mm_cvtsi32_si128(SHIFT as i32);
        let (least, most) = (_mm256_setzero_si256(), _mm256_set1_epi16(MAX_ACTIVATION as i16));
        let totals = sums_avx512(bias, weights, inputs);
        for (lane, out) in out.iter_mut().enumerate() {
            let place = (&raw mut *out).cast::<__m256i>();
            // SAFETY: sixteen 16-bit numbers are one vector; the instruction needs no alignment.
            let mut sum = unsafe { _mm256_loadu_si256(place) };
            for totals in &totals {
                // Saturation changes nothing that is not clipped further.
                let packed = _mm512_cvtsepi32_epi16(_mm512_sra_epi32(totals[lane], shift));
                sum = _mm256_add_epi16(sum, _mm256_min_epi16(_mm256_max_epi16(packed, least), most));
            }
            // SAFETY: as for the load.
            unsafe { _mm256_storeu_si256(place, sum) };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_adds_the_same_products() {
        let mut state = 7_u32;
        let mut next = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            state >> 16
        };
        let pairs: Vec<[i16; 2]> = (0..64).map(|_| [(next() % 32_768) as i16, next() as i16 / 2]).collect();
        let weights: Vec<[Lane; 2]> =
            (0..32).map(|_| [(); 2].map(|()| Lane([(); 32].map(|()| (next() % 255) as i16 - 127)))).collect();
        let bias = [(); 2].map(|()| Sums([(); 16].map(|()| next() as i32 - 30_000)));
        let (one, other) = pairs.split_at(32);
        let sums: Vec<_> = Available::levels()
            .map(|level| products(level, &bias, &weights, one).map(|sums| sums.0))
            .collect();
        assert!(sums.iter().all(|each| *each == sums[0]));
        assert_ne!(sums[0], bias.map(|sums| sums.0));
        // Some activations are clipped at either end, some are not; those of both inputs are added to what is there.
        let active: Vec<_> = Available::levels()
            .map(|level| {
                let mut out = [[7; 16]; 2];
                activate::<7, 2, 2>(level, &bias, &weights, [one, other], &mut out);
                out
            })
            .collect();
        assert!(active.iter().all(|each| *each == active[0]));
        let activation = |sum: i32| (sum >> 7).clamp(0, MAX_ACTIVATION) as i16;
        let second = products(Available(SimdLevel::Scalar), &bias, &weights, other).map(|sums| sums.0);
        for lane in 0..2 {
            for i in 0..16 {
                let expected = 7 + activation(sums[0][lane][i]) + activation(second[lane][i]);
                assert_eq!(active[0][lane][i], expected);
            }
        }
        let all = sums[0].as_flattened().iter().map(|&sum| activation(sum)).collect::<Vec<i16>>();
        assert!(all.contains(&0) && all.contains(&8191) && all.iter().any(|&each| each > 0 && each < 8191));
    }

    #[test]
    fn the_highest_available_level_below_a_ceiling_is_taken() {
        for highest in SimdLevel::ALL {
            let level = Available::up_to(highest).level();
            assert!(level <= highest && level.is_available());
            let better = SimdLevel::ALL.into_iter().filter(|each| level < *each && *each <= highest);
            assert_eq!(better.filter(|level| level.is_available()).count(), 0);
        }
    }

    #[test]
    fn a_level_is_parsed_by_its_name() {
        for level in SimdLevel::ALL {
            assert_eq!(level.name().parse(), Ok(level));
        }
        assert!("avx".parse::<SimdLevel>().unwrap_err().contains("`avx`"));
    }
}
