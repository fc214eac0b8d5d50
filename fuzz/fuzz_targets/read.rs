//! Any bytes, read by content and as each format: never a panic, and what is written of them reads back the same.
#![no_main]

use goren_record::{Format, ReadOptions, read, write};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let by_content = [None].into_iter();
    for format in by_content.chain(Format::ALL.map(Some)) {
        let Ok(games) = read(bytes, &ReadOptions { format, ..ReadOptions::default() }) else { continue };
        for target in Format::ALL {
            let Ok(written) = write(&games, target) else { continue };
            let options = ReadOptions {
                format: Some(target),
                rule: Some(games[0].rule),
                size: Some(games[0].size),
                ..ReadOptions::default()
            };
            let again = read(&written.bytes, &options);
            if written.lost.is_empty() && games.iter().all(|game| game.size == games[0].size && game.rule == games[0].rule) {
                assert_eq!(again.as_ref(), Ok(&games), "{target}");
            }
        }
    }
});
