//! Any bytes as a pack of games: never a panic, and the games read from it survive being written and read again.
#![no_main]

use goren_record::{PackReader, PackWriter, PackedGame};
use libfuzzer_sys::fuzz_target;

/// The whole games before the first error.
fn games(bytes: &[u8]) -> Option<Vec<PackedGame>> {
    Some(PackReader::new(bytes).ok()?.map_while(Result::ok).collect())
}

fuzz_target!(|bytes: &[u8]| {
    let Some(read) = games(bytes) else { return };
    let mut writer = PackWriter::new(Vec::new()).expect("memory can be written to");
    for game in &read {
        writer.write(game).expect("what was read can be written");
    }
    assert_eq!(games(&writer.into_inner()), Some(read));
});
