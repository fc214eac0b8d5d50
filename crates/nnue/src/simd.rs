//! The inner loops, for each level of the processor's vector instructions.
//!
//! Most loops are written once, in plain integer Rust, and compiled for each level by [`at_every_level`]; only the dense
//! layers use intrinsics. Every level computes the same integers.
//!
//! All unsafe code of the project is written in this file, that of [`prefetch`] for the engine's tables included. The
//! macro [`at_every_level`] also expands two unsafe calls into each function that it defines in `accumulator.rs`,
//! `heads.rs` and `rows.rs`; the [`Available`] that those functions take is what makes the calls sound.

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

/// Asks the processor to bring the cache line at `place` nearer, without waiting for it; a hint that changes nothing else.
#[inline]
#[allow(unsafe_code, reason = "see SAFETY")]
pub fn prefetch<T>(place: &T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: the instruction is part of every x86-64 and neither reads nor faults, whatever the address.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>((&raw const *place).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = place;
}

/// Weights of two inputs for sixteen outputs; the two of an output are adjacent.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(crate) struct Lane(pub(crate) [i16; 32]);

/// Sixteen sums.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(crate) struct Sums(pub(crate) [i32; 16]);

/// Adds weighted pairs of several inputs to the sums of each.
#[inline]
#[allow(unsafe_code, reason = "see SAFETY")]
pub(crate) fn add_products<const LANES: usize, const INPUTS: usize>(
    level: Available,
    sums: &mut [[Sums; LANES]; INPUTS],
    inputs: [&[[i16; 2]]; INPUTS],
    weights: &[[Lane; LANES]],
) {
    match level.0 {
        SimdLevel::Scalar => add_products_plain(sums, inputs, weights),
        // SAFETY: an `Available` of this level exists only if the processor has its instructions.
        #[cfg(target_arch = "x86_64")]
        SimdLevel::Avx2 => unsafe { x86::add_products_avx2(sums, inputs, weights) },
        // SAFETY: as above.
        #[cfg(target_arch = "x86_64")]
        SimdLevel::Avx512 => unsafe { x86::add_products_avx512(sums, inputs, weights) },
        #[cfg(not(target_arch = "x86_64"))]
        _ => unreachable!("no other level is available here"),
    }
}

fn add_products_plain<const LANES: usize, const INPUTS: usize>(
    sums: &mut [[Sums; LANES]; INPUTS],
    inputs: [&[[i16; 2]]; INPUTS],
    weights: &[[Lane; LANES]],
) {
    for (sums, pairs) in sums.iter_mut().zip(inputs) {
        for (pair, lanes) in pairs.iter().zip(weights) {
            let [one, other] = pair.map(i32::from);
            for (sums, lane) in sums.iter_mut().zip(lanes) {
                for (sum, weights) in sums.0.iter_mut().zip(lane.0.chunks_exact(2)) {
                    *sum = sum
                        .wrapping_add(one * i32::from(weights[0]))
                        .wrapping_add(other * i32::from(weights[1]));
                }
            }
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code, reason = "loads and stores of whole, aligned arrays; see SAFETY")]
mod x86 {
    use std::arch::x86_64::*;

    use super::{Lane, Sums};

    #[inline]
    fn both(pair: [i16; 2]) -> i32 {
        i32::from(pair[1]) << 16 | i32::from(pair[0]) & 0xffff
    }

    #[target_feature(enable = "avx2")]
    pub(super) fn add_products_avx2<const LANES: usize, const INPUTS: usize>(
        sums: &mut [[Sums; LANES]; INPUTS],
        inputs: [&[[i16; 2]]; INPUTS],
        weights: &[[Lane; LANES]],
    ) {
        for input in inputs {
            assert!(input.len() >= weights.len(), "an input has as many pairs as the layer");
        }
        let mut totals = [[[_mm256_setzero_si256(); 2]; LANES]; INPUTS];
        for (total, sums) in totals.as_flattened_mut().iter_mut().zip(sums.as_flattened()) {
            let from = (&raw const sums.0).cast::<__m256i>();
            // SAFETY: sixteen aligned 32-bit numbers are two vectors.
            *total = unsafe { [_mm256_load_si256(from), _mm256_load_si256(from.add(1))] };
        }
        for (place, lanes) in weights.iter().enumerate() {
            for lane in 0..LANES {
                let from = (&raw const lanes[lane].0).cast::<__m256i>();
                // SAFETY: thirty-two aligned 16-bit numbers are two vectors.
                let [low, high] = unsafe { [_mm256_load_si256(from), _mm256_load_si256(from.add(1))] };
                for input in 0..INPUTS {
                    let pair = _mm256_set1_epi32(both(inputs[input][place]));
                    let total = &mut totals[input][lane];
                    total[0] = _mm256_add_epi32(total[0], _mm256_madd_epi16(pair, low));
                    total[1] = _mm256_add_epi32(total[1], _mm256_madd_epi16(pair, high));
                }
            }
        }
        for (total, sums) in totals.as_flattened().iter().zip(sums.as_flattened_mut()) {
            let to = (&raw mut sums.0).cast::<__m256i>();
            // SAFETY: as for the loads.
            unsafe {
                _mm256_store_si256(to, total[0]);
                _mm256_store_si256(to.add(1), total[1]);
            }
        }
    }

    #[target_feature(enable = "avx2,avx512f,avx512bw,avx512vl,avx512dq,avx512vnni")]
    pub(super) fn add_products_avx512<const LANES: usize, const INPUTS: usize>(
        sums: &mut [[Sums; LANES]; INPUTS],
        inputs: [&[[i16; 2]]; INPUTS],
        weights: &[[Lane; LANES]],
    ) {
        for input in inputs {
            assert!(input.len() >= weights.len(), "an input has as many pairs as the layer");
        }
        let mut totals = [[_mm512_setzero_si512(); LANES]; INPUTS];
        for (total, sums) in totals.as_flattened_mut().iter_mut().zip(sums.as_flattened()) {
            // SAFETY: sixteen aligned 32-bit numbers are one vector.
            *total = unsafe { _mm512_load_si512((&raw const sums.0).cast()) };
        }
        for (place, lanes) in weights.iter().enumerate() {
            for lane in 0..LANES {
                // SAFETY: thirty-two aligned 16-bit numbers are one vector.
                let weights = unsafe { _mm512_load_si512((&raw const lanes[lane].0).cast()) };
                for input in 0..INPUTS {
                    let pair = _mm512_set1_epi32(both(inputs[input][place]));
                    let total = &mut totals[input][lane];
                    *total = _mm512_dpwssd_epi32(*total, pair, weights);
                }
            }
        }
        for (total, sums) in totals.as_flattened().iter().zip(sums.as_flattened_mut()) {
            // SAFETY: as for the loads.
            unsafe { _mm512_store_si512((&raw mut sums.0).cast(), *total) };
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
        let start = [(); 2].map(|()| [(); 2].map(|()| Sums([(); 16].map(|()| next() as i32 - 30_000))));
        let (one, other) = pairs.split_at(32);
        let results: Vec<_> = Available::levels()
            .map(|level| {
                let mut sums = start;
                add_products(level, &mut sums, [one, other], &weights);
                sums.map(|sums| sums.map(|sums| sums.0))
            })
            .collect();
        assert!(results.iter().all(|result| *result == results[0]));
        assert_ne!(results[0][0], results[0][1]);
        // Several inputs at once are the same as one after another.
        let mut alone = [start[1]];
        add_products(Available(SimdLevel::Scalar), &mut alone, [other], &weights);
        assert_eq!(alone[0].map(|sums| sums.0), results[0][1]);
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
