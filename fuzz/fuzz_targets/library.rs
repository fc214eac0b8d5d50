//! Any bytes, imported into a library and as a pattern: never a panic, and what is stored is found and reads back.
#![no_main]

use std::io::Cursor;

use goren_library::{Library, Pattern, Query};
use goren_record::ReadOptions;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let library = Library::in_memory().expect("memory is there");
    let pattern = std::str::from_utf8(bytes).ok().and_then(|text| text.parse::<Pattern>().ok());
    let Ok(imported) = library.import("any", Cursor::new(bytes), &ReadOptions::default(), &mut |_| true)
    else {
        return;
    };
    assert!(imported.is_finished);
    let found = library.find(&Query { pattern, ..Query::default() }, 0..10, &mut |_| true);
    assert!(found.expect("what was stored can be read").searched.is_complete);
    let all = library.find(&Query::default(), 0..10, &mut |_| true).expect("what was stored can be read");
    assert_eq!(all.total, imported.progress.added);
    for game in all.games {
        let record = library.record(game.id).expect("what was stored can be read").expect("it was found");
        if let Ok(position) = record.position() {
            assert!(library.explore(&position, 1).expect("what was stored can be read").tally.games() > 0);
        }
    }
});
