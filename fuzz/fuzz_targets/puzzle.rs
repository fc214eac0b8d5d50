//! Any bytes as puzzles: never a panic, what was read survives being written and read again, and every variant holds together.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(puzzles) = goren_puzzle::read(&String::from_utf8_lossy(bytes)) else { return };
    assert_eq!(
        goren_puzzle::read(&goren_puzzle::write(&puzzles)).expect("what was written can be read"),
        puzzles
    );
    for puzzle in &puzzles {
        for number in 0..puzzle.variants().min(64) {
            let variant = puzzle.variant(number);
            assert_eq!(variant.position().side(), variant.side);
        }
    }
    let _ = goren_puzzle::sheet("", &puzzles);
});
