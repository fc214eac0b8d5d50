//! What the engines of a game are told and say, written to a file as it happens.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// The largest transcript of a game, in bytes: an engine may write without end.
const MAX_BYTES: usize = 64 << 20;

/// The transcript of a game, for one of its engines. Each line has the seconds since the game began, the engine's name, what it
/// is (`<` for the engine, `>` from it, `!` from its standard error) and the text.
#[derive(Clone)]
pub(crate) struct Transcript {
    name: String,
    shared: Arc<Shared>,
}

struct Shared {
    start: Instant,
    /// The file, and how many bytes may still be written.
    out: Mutex<(File, usize)>,
}

impl Transcript {
    /// Begins a file, or begins it again.
    pub(crate) fn create(path: &Path) -> io::Result<Transcript> {
        let out = Mutex::new((File::create(path)?, MAX_BYTES));
        Ok(Transcript { name: String::new(), shared: Arc::new(Shared { start: Instant::now(), out }) })
    }

    /// The same transcript for another engine.
    pub(crate) fn of(&self, name: &str) -> Transcript {
        Transcript { name: name.to_owned(), shared: Arc::clone(&self.shared) }
    }

    /// Notes each line of a text. A full disk is no reason to end a game.
    pub(super) fn note(&self, mark: char, text: &str) {
        let mut out = self.shared.out.lock().unwrap_or_else(PoisonError::into_inner);
        let time = self.shared.start.elapsed().as_secs_f64();
        for line in text.lines() {
            let line: String =
                line.chars().map(|c| if c.is_control() && c != '\t' { '\u{fffd}' } else { c }).collect();
            let line = format!("{time:>10.3} {} {mark} {line}\n", self.name);
            let Some(left) = out.1.checked_sub(line.len()) else { return };
            out.1 = left;
            let _ = out.0.write_all(line.as_bytes());
        }
    }
}
