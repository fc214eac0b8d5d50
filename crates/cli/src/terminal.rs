//! Terminal output shared by long commands: a progress line and messages.

use std::borrow::Cow;
use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

pub(crate) use goren_arena::count;

/// The minimum interval between redraws.
const MIN_INTERVAL: Duration = Duration::from_millis(100);

/// A line on stderr that is redrawn in place; nothing if stderr is not a terminal.
pub(crate) struct ProgressLine {
    is_live: bool,
    drawn: Option<Instant>,
}

impl ProgressLine {
    pub(crate) fn new() -> ProgressLine {
        ProgressLine { is_live: io::stderr().is_terminal(), drawn: None }
    }

    /// Redraws the line if it is due.
    pub(crate) fn show(&mut self, line: impl FnOnce() -> String) {
        if self.is_live && self.drawn.is_none_or(|drawn| drawn.elapsed() >= MIN_INTERVAL) {
            let _ = write!(io::stderr(), "\r\x1b[K{}", line());
            self.drawn = Some(Instant::now());
        }
    }

    /// Clears the line.
    pub(crate) fn clear(&mut self) {
        if self.drawn.take().is_some() {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}

/// A time as all JSON has it, to the microsecond.
pub(crate) fn milliseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e3
}

/// The number of lines of the terminal, where it can be asked.
pub(crate) fn height() -> Option<usize> {
    size().map(|(rows, _)| rows)
}

/// The number of columns of the terminal, where it can be asked.
pub(crate) fn width() -> Option<usize> {
    size().map(|(_, columns)| columns)
}

fn size() -> Option<(usize, usize)> {
    #[cfg(unix)]
    let size = rustix::termios::tcgetwinsize(io::stdout()).ok().map(|size| (size.ws_row, size.ws_col));
    #[cfg(not(unix))]
    let size: Option<(u16, u16)> = None;
    size.filter(|&(rows, columns)| rows > 0 && columns > 0)
        .map(|(rows, columns)| (rows.into(), columns.into()))
}

/// The number of lines of the table that is at the end of the terminal: what is said takes its place.
static TABLE: AtomicUsize = AtomicUsize::new(0);

/// Replaces the table at the end of the terminal by another.
pub(crate) fn draw_table(table: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    erase_table(&mut out)?;
    // Long lines must not wrap, or the next redraw would miss its place.
    write!(out, "\x1b[?7l{table}\x1b[?7h")?;
    out.flush()?;
    TABLE.store(table.lines().count(), Ordering::Relaxed);
    Ok(())
}

/// Takes the table away, so that something else can be printed.
pub(crate) fn clear_table() {
    // A terminal that is closed need not be cleared.
    let _ = erase_table(&mut io::stdout().lock());
}

fn erase_table(out: &mut impl Write) -> io::Result<()> {
    match TABLE.swap(0, Ordering::Relaxed) {
        0 => Ok(()),
        lines => {
            write!(out, "\r\x1b[{lines}A\x1b[J")?;
            out.flush()
        }
    }
}

/// Text for a terminal, which obeys control characters: they are escaped, except line ends. So are characters that change
/// the direction of writing, which can make a line read as another.
pub(crate) fn printable(text: &str) -> Cow<'_, str> {
    let is_obeyed = |c: char| {
        c.is_control() && c != '\n' || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    if !text.contains(is_obeyed) {
        return Cow::Borrowed(text);
    }
    text.chars()
        .fold(String::new(), |mut shown, c| {
            if is_obeyed(c) {
                shown.extend(c.escape_default());
            } else {
                shown.push(c);
            }
            shown
        })
        .into()
}

/// What the system says, in the words of this program: `no such file` for `No such file or directory (os error 2)`.
fn without_codes(text: &str) -> String {
    let mut text = text.replace("No such file or directory", "no such file");
    while let Some(start) = text.find(" (os error ")
        && let Some(length) = text[start..].find(')')
    {
        text.replace_range(start..=start + length, "");
    }
    text
}

/// Prints a diagnostic message. Nobody has to read it: the terminal may be closed.
pub(crate) fn say(text: &str) {
    clear_table();
    let _ = writeln!(io::stderr(), "{}", printable(&without_codes(text)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_system_speaks_as_the_program_does() {
        assert_eq!(without_codes("x.sgf: No such file or directory (os error 2)"), "x.sgf: no such file");
        assert_eq!(without_codes("a (os error 5): b (os error 28)"), "a: b");
        assert_eq!(without_codes("an (os error that does not end"), "an (os error that does not end");
    }

    #[test]
    fn one_thing_is_no_things() {
        let shown = [0_usize, 1, 2].map(|number| count(number, "game"));
        assert_eq!(shown, ["0 games", "1 game", "2 games"]);
    }

    #[test]
    fn a_terminal_gets_nothing_to_obey() {
        assert_eq!(printable("Jürgen – 五目\n"), "Jürgen – 五目\n");
        assert_eq!(printable("\x1b[31mx\x07\r\u{9b}2J\u{202e}y"), "\\u{1b}[31mx\\u{7}\\r\\u{9b}2J\\u{202e}y");
    }
}
