//! Any text as the files of the trapper's referee: never a panic.
#![no_main]

use goren_classics::trapper::referee::RefereeRequest;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u32, &str)| {
    let (step, text) = input;
    let (rival, board) = text.split_once('\n').unwrap_or(("", text));
    let _ = RefereeRequest { step, rival: Some(rival), board }.game();
});
