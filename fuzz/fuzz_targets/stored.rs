//! Any bytes as a game in the studio's store: never a panic, and what opens can be stored and opened again.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| goren_desk::fuzz::check_stored(bytes));
