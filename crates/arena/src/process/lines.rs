//! Lines of output of bounded length.

use std::io::{self, ErrorKind, Read};
use std::mem;
use std::time::Instant;

use goren_protocol::MAX_LINE_BYTES;

/// How much is read at once, in bytes.
const CHUNK: usize = 64 << 10;

/// A line without its terminator.
#[derive(Debug)]
pub(super) struct Line {
    pub(super) text: String,
    /// When its end was read from the pipe, regardless of how long it was queued afterwards.
    pub(super) at: Instant,
}

/// Reads lines that end with LF, CR or CRLF; blank ones are skipped, and of each only the first
/// [`MAX_LINE_BYTES`] bytes are kept. The end of the output ends the last line.
pub(super) struct LineReader<R> {
    reader: R,
    buffer: Box<[u8]>,
    /// The part of the buffer that is not yet consumed.
    unread: std::ops::Range<usize>,
    at: Instant,
    line: Vec<u8>,
}

impl<R: Read> LineReader<R> {
    pub(super) fn new(reader: R) -> LineReader<R> {
        let buffer = vec![0; CHUNK].into_boxed_slice();
        LineReader { reader, buffer, unread: 0..0, at: Instant::now(), line: Vec::new() }
    }

    /// Waits for more output; returns whether there is any.
    fn fill(&mut self) -> io::Result<bool> {
        let length = loop {
            match self.reader.read(&mut self.buffer) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                result => break result?,
            }
        };
        self.at = Instant::now();
        self.unread = 0..length;
        Ok(length > 0)
    }

    /// The line collected, unless it is blank.
    fn finish(&mut self) -> Option<Line> {
        let line = mem::take(&mut self.line);
        let text = String::from_utf8_lossy(line.trim_ascii());
        (!text.is_empty()).then(|| Line { text: text.into_owned(), at: self.at })
    }

    fn read(&mut self) -> io::Result<Option<Line>> {
        loop {
            if self.unread.is_empty() && !self.fill()? {
                return Ok(self.finish());
            }
            let chunk = &self.buffer[self.unread.clone()];
            let end = chunk.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
            let text = &chunk[..end.unwrap_or(chunk.len())];
            self.line.extend_from_slice(&text[..text.len().min(MAX_LINE_BYTES - self.line.len())]);
            self.unread.start += text.len() + usize::from(end.is_some());
            if end.is_some()
                && let Some(line) = self.finish()
            {
                return Ok(Some(line));
            }
        }
    }
}

impl<R: Read> Iterator for LineReader<R> {
    type Item = io::Result<Line>;

    fn next(&mut self) -> Option<io::Result<Line>> {
        self.read().transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns only a few bytes per read.
    struct Trickle<'a>(&'a [u8]);

    impl Read for Trickle<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.0.read(&mut buffer[..3])
        }
    }

    fn lines(text: &str) -> Vec<String> {
        LineReader::new(Trickle(text.as_bytes())).map(|line| line.unwrap().text).collect()
    }

    #[test]
    fn every_line_end_is_known_and_blank_lines_are_skipped() {
        assert_eq!(lines("OK\r\nMESSAGE hi\r7,7\n\n \t\n8,8\r\r\n"), ["OK", "MESSAGE hi", "7,7", "8,8"]);
    }

    #[test]
    fn the_end_of_the_output_ends_the_last_line() {
        assert_eq!(lines("OK\n7,7"), ["OK", "7,7"]);
        assert_eq!(lines(""), [""; 0]);
        assert_eq!(lines("  "), [""; 0]);
    }

    #[test]
    fn a_long_line_is_cut_and_does_not_run_into_the_next() {
        let text = format!("{}\n7,7\n", "x".repeat(MAX_LINE_BYTES + 10));
        assert_eq!(lines(&text), ["x".repeat(MAX_LINE_BYTES), "7,7".to_owned()]);
    }

    #[test]
    fn lines_that_came_together_came_at_the_same_time() {
        let times: Vec<_> = LineReader::new(&b"7,7\n8,8\n"[..]).map(|line| line.unwrap().at).collect();
        assert!(times.len() == 2 && times[0] == times[1]);
    }
}
