//! Any bytes as the file of a network, with the beginning and the hash that let them past the first checks.
#![no_main]

use goren_nnue::Network;
use libfuzzer_sys::fuzz_target;

/// The magic number and the version.
const BEGINNING: &[u8] = b"GRNN\x01";

/// The hash that ends a file: FNV-1a of everything before it.
fn fnv1a(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

fuzz_target!(|bytes: &[u8]| {
    let _ = Network::from_bytes(bytes);
    let mut file = [BEGINNING, bytes].concat();
    let hash = fnv1a(&file);
    file.extend(hash.to_le_bytes());
    let _ = Network::from_bytes(&file);
});
