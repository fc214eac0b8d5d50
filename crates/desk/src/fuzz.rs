//! What the fuzz targets call, since the types of this crate are its own.

use goren_record::{Format, ReadOptions, read};

use crate::store::Saved;
use crate::table::State;
use crate::wire::ask::{Request, Study};
use crate::wire::{Asked, Greeting};

/// Reads a text as whatever a page may send.
pub fn check_message(text: &str) {
    let _ = serde_json::from_str::<Greeting>(text);
    if let Ok(Asked { request: Request::Study(Study { position: Some(position) }), .. }) =
        serde_json::from_str(text)
    {
        let options = ReadOptions { format: Some(Format::Json), ..ReadOptions::default() };
        let _ = read(position.to_string().as_bytes(), &options);
    }
}

/// Reads the bytes of a stored game and opens it.
///
/// # Panics
/// If a game that opens cannot be stored and opened again.
pub fn check_stored(bytes: &[u8]) {
    let Ok(saved) = serde_json::from_slice::<Saved>(bytes) else { return };
    let Ok(state) = State::load(&saved) else { return };
    let again = serde_json::to_vec(&state.saved(saved.created)).expect("a game can be written");
    let again: Saved = serde_json::from_slice(&again).expect("what was written can be read");
    assert!(State::load(&again).is_ok(), "what was stored can be opened");
}
