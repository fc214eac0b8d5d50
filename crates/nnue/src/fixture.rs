//! What tests and benchmarks share: networks of random numbers.

use std::sync::Arc;

use crate::Network;

/// The splitmix64 sequence from a seed.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `end`.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    /// A number between minus and plus `range`.
    fn around(&mut self, range: f32) -> f32 {
        ((self.next() >> 40) as f32 / (1 << 23) as f32 - 1.0) * range
    }
}

/// The file of a network for freestyle with random numbers.
pub(crate) fn bytes(seed: u64, colours: u8) -> Vec<u8> {
    let mut random = Random(seed);
    let (first, second) = (64_usize, 64_usize);
    let mut bytes = b"GRNN\x01".to_vec();
    bytes.extend([0, colours, 0]);
    bytes.extend((first as u16).to_le_bytes());
    bytes.extend((second as u16).to_le_bytes());
    bytes.extend(7_u32.to_le_bytes());
    for _ in 0..colours {
        for (count, range) in [
            (364 * first, 0.5),
            (3 * first, 0.5),
            (second, 0.3),
            (first * second, 0.2),
            (32, 0.3),
            (second * 32, 0.2),
        ] {
            (0..count).for_each(|_| bytes.extend(random.around(range).to_le_bytes()));
        }
        for (inputs, outputs) in [(64, 32), (64, 32), (64, 32), (32, 3), (64, 64)] {
            (0..outputs).for_each(|_| bytes.extend((random.around(8000.0) as i32).to_le_bytes()));
            (0..inputs * outputs).for_each(|_| bytes.push(random.around(30.0) as i8 as u8));
        }
    }
    let hash = crate::network::fnv1a(&bytes);
    bytes.extend(hash.to_le_bytes());
    bytes
}

pub(crate) fn network(seed: u64, colours: u8) -> Arc<Network> {
    Arc::new(Network::from_bytes(&bytes(seed, colours)).unwrap())
}
