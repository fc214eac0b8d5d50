//! Shared by the tests: networks of random numbers.

use std::sync::Arc;

use goren_core::Random;

use crate::Network;

/// A number between minus and plus `range`.
fn around(random: &mut Random, range: f32) -> f32 {
    ((random.next() >> 40) as f32 / (1 << 23) as f32 - 1.0) * range
}

/// The file of a network of random numbers for freestyle.
pub(crate) fn bytes(seed: u64, colours: u8) -> Vec<u8> {
    let mut random = Random::new(seed);
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
            (0..count).for_each(|_| bytes.extend(around(&mut random, range).to_le_bytes()));
        }
        for (inputs, outputs) in [(64, 32), (64, 32), (64, 32), (32, 3), (64, 64)] {
            (0..outputs).for_each(|_| bytes.extend((around(&mut random, 8000.0) as i32).to_le_bytes()));
            (0..inputs * outputs).for_each(|_| bytes.push(around(&mut random, 30.0) as i8 as u8));
        }
    }
    let hash = crate::network::fnv1a(&bytes);
    bytes.extend(hash.to_le_bytes());
    bytes
}

pub(crate) fn network(seed: u64, colours: u8) -> Arc<Network> {
    Arc::new(Network::from_bytes(&bytes(seed, colours)).unwrap())
}
