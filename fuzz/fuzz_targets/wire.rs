//! Any text as a message of a page: never a panic, and what was understood survives being written and read again.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| goren_desk::fuzz::check_message(text));
