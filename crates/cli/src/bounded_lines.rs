//! Lines of input of bounded length.

use std::io::{self, BufRead, Read};

/// The lines of a reader without terminators, each truncated to a maximum length; the remainder is skipped.
pub(crate) struct BoundedLines<R> {
    reader: R,
    longest: usize,
}

impl<R: BufRead> BoundedLines<R> {
    pub(crate) fn new(reader: R, longest: usize) -> BoundedLines<R> {
        BoundedLines { reader, longest }
    }
}

impl<R: BufRead> Iterator for BoundedLines<R> {
    type Item = io::Result<Vec<u8>>;

    fn next(&mut self) -> Option<io::Result<Vec<u8>>> {
        let mut bytes = Vec::new();
        let mut read = || -> io::Result<usize> {
            let length = (&mut self.reader).take(self.longest as u64).read_until(b'\n', &mut bytes)?;
            if length == self.longest && !bytes.ends_with(b"\n") {
                self.reader.skip_until(b'\n')?;
            }
            Ok(length)
        };
        match read() {
            Ok(0) => None,
            Ok(_) => {
                for end in [b'\n', b'\r'] {
                    bytes.pop_if(|last| *last == end);
                }
                Some(Ok(bytes))
            }
            Err(error) => Some(Err(error)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_cut_and_do_not_run_into_the_next() {
        let lines = BoundedLines::new(&b"abc \r\n\nabcd\nabcdefgh\nxy"[..], 5);
        let lines: Vec<_> = lines.map(|line| String::from_utf8(line.unwrap()).unwrap()).collect();
        assert_eq!(lines, ["abc ", "", "abcd", "abcde", "xy"]);
    }
}
