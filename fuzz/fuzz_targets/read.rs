//! Any bytes, read by content and as each format: never a panic, and whatever is written of them reads back.
#![no_main]

use goren_record::{Format, ReadOptions, read, write};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    for format in Format::ALL.map(Some).into_iter().chain([None]) {
        let Ok(games) = read(bytes, &ReadOptions { format, ..ReadOptions::default() }) else { continue };
        for target in Format::ALL {
            let Ok(written) = write(&games[..1], target) else { continue };
            let options = ReadOptions {
                format: Some(target),
                rule: Some(games[0].rule),
                size: Some(games[0].size),
                ..ReadOptions::default()
            };
            let again = read(&written.bytes, &options).expect("what we write can be read");
            let again = write(&again, target).expect("what was written once can be written again");
            assert_eq!(again.bytes, written.bytes, "{target}");
        }
    }
});
