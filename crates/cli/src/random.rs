//! Numbers that look random, the same on every machine and in every run with the same seed.

/// The splitmix64 sequence.
#[derive(Clone, Debug)]
pub(crate) struct Random(u64);

impl Random {
    /// A sequence of its own for each pair of numbers.
    pub(crate) fn of(seed: u64, stream: u64) -> Random {
        let mut state = seed;
        // Neighbouring seeds and streams start far from each other.
        state = next(&mut state) ^ stream;
        Random(next(&mut state))
    }

    /// A number below `end`, which is not zero.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        below(&mut self.0, end)
    }

    /// True once in `times`.
    pub(crate) fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }
}

/// A number below `end` from the splitmix64 sequence.
pub(crate) fn below(state: &mut u64, end: usize) -> usize {
    (next(state) % end as u64) as usize
}

fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
