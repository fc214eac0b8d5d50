//! A file of many games cut into one piece per game while it is read, so that memory stays bounded and a faulty game spoils no other.

use std::io::{self, BufRead, BufReader, Read};

use goren_record::{Format, ReadError, recognise};

/// The part of a file that holds one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Its number in the file, from 1.
    pub number: usize,
    /// Its bytes; empty if there were too many.
    pub bytes: Vec<u8>,
}

/// The largest piece, in bytes.
const MAX_PIECE_BYTES: usize = 16 << 20;
/// The largest file of a format that holds one game, and the largest part of a file before its games.
const MAX_WHOLE_BYTES: usize = 64 << 20;
/// How much of a file is looked at to recognise it.
const START: u64 = 64 << 10;

/// The pieces of a file, one after another.
pub struct Pieces<R> {
    reader: BufReader<io::Chain<io::Cursor<Vec<u8>>, R>>,
    format: Format,
    number: usize,
    /// Bytes read so far.
    read: u64,
    /// What has been read of the next piece.
    current: Vec<u8>,
    /// Whether the next piece is known to be too large.
    is_too_large: bool,
    /// What comes before the games in an XML file.
    before: Vec<u8>,
    /// The elements that are open where the games begin.
    open: Vec<Vec<u8>>,
    is_at_end: bool,
}

impl<R: Read> Pieces<R> {
    /// The pieces of a file, which is recognised by how it begins unless its format is given.
    pub fn new(mut reader: R, format: Option<Format>) -> io::Result<Result<Pieces<R>, ReadError>> {
        let mut start = Vec::new();
        (&mut reader).take(START).read_to_end(&mut start)?;
        // A line that is cut off could be taken for something else.
        let known = match start.iter().rposition(|&byte| byte == b'\n') {
            Some(end) if start.len() as u64 == START => &start[..end],
            _ => &start,
        };
        let format = match format.map_or_else(|| recognise(known), Ok) {
            Ok(format) => format,
            Err(error) => return Ok(Err(error)),
        };
        Ok(Ok(Pieces {
            reader: BufReader::with_capacity(1 << 16, io::Cursor::new(start).chain(reader)),
            format,
            number: 0,
            read: 0,
            current: Vec::new(),
            is_too_large: false,
            before: Vec::new(),
            open: Vec::new(),
            is_at_end: false,
        }))
    }

    /// The format of the file.
    pub fn format(&self) -> Format {
        self.format
    }

    /// Bytes of the file that have been read.
    pub fn bytes_read(&self) -> u64 {
        self.read
    }

    /// A file of these pieces alone.
    pub fn file_of(&self, pieces: &[Piece]) -> Vec<u8> {
        let mut file = self.before.clone();
        for piece in pieces {
            file.extend(&piece.bytes);
        }
        for name in self.open.iter().rev() {
            file.extend([b"</", name.as_slice(), b">"].concat());
        }
        file
    }

    /// The next piece; nothing at the end.
    pub fn next_piece(&mut self) -> io::Result<Option<Piece>> {
        match self.format {
            Format::Pos | Format::Offsets => self.next_line(),
            Format::Sgf => self.next_balanced(Brackets::Sgf),
            Format::Json => self.next_balanced(Brackets::Json),
            Format::Rif => self.next_element(),
            _ => self.whole(),
        }
    }

    fn finished(&mut self, bytes: Vec<u8>) -> Piece {
        self.number += 1;
        let is_too_large = std::mem::take(&mut self.is_too_large);
        Piece { number: self.number, bytes: if is_too_large { Vec::new() } else { bytes } }
    }

    fn byte(&mut self) -> io::Result<Option<u8>> {
        let Some(&byte) = self.reader.fill_buf()?.first() else {
            self.is_at_end = true;
            return Ok(None);
        };
        self.reader.consume(1);
        self.read += 1;
        Ok(Some(byte))
    }

    fn push(&mut self, byte: u8) {
        if self.current.len() < MAX_PIECE_BYTES {
            self.current.push(byte);
        } else {
            self.is_too_large = true;
        }
    }

    /// Everything as one piece.
    fn whole(&mut self) -> io::Result<Option<Piece>> {
        if self.is_at_end {
            return Ok(None);
        }
        self.is_at_end = true;
        let mut bytes = Vec::new();
        (&mut self.reader).take(MAX_WHOLE_BYTES as u64 + 1).read_to_end(&mut bytes)?;
        self.read += bytes.len() as u64;
        self.is_too_large = bytes.len() > MAX_WHOLE_BYTES;
        Ok(Some(self.finished(bytes)))
    }

    /// The next line that is not blank.
    fn next_line(&mut self) -> io::Result<Option<Piece>> {
        loop {
            let byte = self.byte()?;
            match byte {
                Some(byte) if byte != b'\n' => self.push(byte),
                _ => {
                    let line = std::mem::take(&mut self.current);
                    if self.is_too_large || !line.trim_ascii().is_empty() {
                        return Ok(Some(self.finished(line)));
                    }
                    if byte.is_none() {
                        return Ok(None);
                    }
                }
            }
        }
    }

    /// The next game in round or curly brackets. What is between games is skipped. A game that is not closed ends where a line begins
    /// as only a game does.
    fn next_balanced(&mut self, brackets: Brackets) -> io::Result<Option<Piece>> {
        let (mut depth, mut is_text, mut is_escaped, mut line) = (0_usize, false, false, 0_usize);
        // What is left of the last piece is the start of this one.
        if brackets.starts_game(&self.current) {
            (depth, is_text) = (1, brackets == Brackets::Sgf);
        }
        while let Some(byte) = self.byte()? {
            if depth > 0 || byte == brackets.opening() {
                self.push(byte);
            }
            if std::mem::take(&mut is_escaped) {
                continue;
            }
            match byte {
                b'\n' => line = self.current.len(),
                b'\\' if is_text => is_escaped = true,
                byte if is_text => is_text = byte != brackets.text_end(),
                byte if byte == brackets.text_start() && depth > 0 => is_text = true,
                byte if byte == brackets.opening() => depth += 1,
                byte if byte == brackets.closing() && depth > 0 => {
                    depth -= 1;
                    if depth == 0 {
                        let piece = std::mem::take(&mut self.current);
                        return Ok(Some(self.finished(piece)));
                    }
                }
                _ => {}
            }
            if line > 0 && line < self.current.len() && brackets.starts_game(&self.current[line..]) {
                let next = self.current.split_off(line);
                let piece = std::mem::replace(&mut self.current, next);
                return Ok(Some(self.finished(piece)));
            }
        }
        let piece = std::mem::take(&mut self.current);
        Ok((!piece.is_empty()).then(|| self.finished(piece)))
    }

    /// The next `<game>`.
    fn next_element(&mut self) -> io::Result<Option<Piece>> {
        let (mut is_game, mut from) = (false, 0);
        while let Some(byte) = self.byte()? {
            if is_game || self.number > 0 || self.before.len() < MAX_WHOLE_BYTES {
                self.push(byte);
            } else {
                self.is_too_large = true;
            }
            if byte != b'>' {
                continue;
            }
            if is_game {
                if self.current.ends_with(b"</game>") {
                    let piece = std::mem::take(&mut self.current);
                    return Ok(Some(self.finished(piece)));
                }
                continue;
            }
            let Some(start) = self.current[from..].iter().position(|&byte| byte == b'<') else { continue };
            let tag = &self.current[from + start..];
            // A bracket inside quotation marks ends nothing.
            if tag.iter().filter(|&&byte| byte == b'"').count() % 2 == 1 && !tag.starts_with(b"<!") {
                continue;
            }
            let name: Vec<u8> = tag[1..]
                .iter()
                .copied()
                .take_while(|byte| !byte.is_ascii_whitespace() && !b"/>".contains(byte))
                .collect();
            let is_closed = tag.ends_with(b"/>");
            if name == b"game" {
                let before = from + start;
                if self.number == 0 && self.before.is_empty() {
                    self.before = self.current[..before].to_vec();
                }
                self.current.drain(..before);
                if is_closed {
                    let piece = std::mem::take(&mut self.current);
                    return Ok(Some(self.finished(piece)));
                }
                is_game = true;
                continue;
            }
            if self.number == 0 {
                match tag {
                    [b'<', b'?' | b'!', ..] => {}
                    [b'<', b'/', ..] => drop(self.open.pop()),
                    _ if is_closed => {}
                    _ => self.open.push(name),
                }
                from = self.current.len();
            } else {
                self.current.clear();
                from = 0;
            }
        }
        let rest = std::mem::take(&mut self.current);
        Ok((is_game || self.number == 0).then(|| self.finished(rest)))
    }
}

/// What a game is enclosed in.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Brackets {
    Sgf,
    Json,
}

impl Brackets {
    fn opening(self) -> u8 {
        if self == Brackets::Sgf { b'(' } else { b'{' }
    }

    fn closing(self) -> u8 {
        if self == Brackets::Sgf { b')' } else { b'}' }
    }

    fn text_start(self) -> u8 {
        if self == Brackets::Sgf { b'[' } else { b'"' }
    }

    fn text_end(self) -> u8 {
        if self == Brackets::Sgf { b']' } else { b'"' }
    }

    /// Whether a line begins as only a game does, and has just got so far.
    fn starts_game(self, line: &[u8]) -> bool {
        match self {
            Brackets::Sgf => line == b"(;GM[" || line == b"(;FF[",
            Brackets::Json => line == b"{",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces(text: &str) -> Vec<String> {
        let mut pieces = Pieces::new(text.as_bytes(), None).unwrap().unwrap();
        let mut all = Vec::new();
        while let Some(piece) = pieces.next_piece().unwrap() {
            assert_eq!(piece.number, all.len() + 1);
            all.push(String::from_utf8(piece.bytes).unwrap());
        }
        all
    }

    #[test]
    fn a_file_is_cut_where_its_games_end() {
        assert_eq!(pieces("h8i9\n\n  \ng7h8"), ["h8i9", "g7h8"]);
        assert_eq!(
            pieces("(;GM[4]C[a ) \\] ( b];B[hh](;W[ii])(;W[jj]))\n(;GM[4])"),
            ["(;GM[4]C[a ) \\] ( b];B[hh](;W[ii])(;W[jj]))", "(;GM[4])"]
        );
        assert_eq!(
            pieces("[{\"event\":\"} \\\" {\",\"nodes\":[{\"play\":\"b h8\"}]},\n {\"moves\":[]}]"),
            ["{\"event\":\"} \\\" {\",\"nodes\":[{\"play\":\"b h8\"}]}", "{\"moves\":[]}"]
        );
        assert_eq!(pieces("{\"moves\":[]}{\"moves\":[\"h8\"]}").len(), 2);
        assert_eq!(pieces("Piskvorky 15x15, 11:11, 0\n8,8,0\n").len(), 1);
    }

    #[test]
    fn a_game_that_is_not_closed_ends_before_the_next() {
        assert_eq!(
            pieces("(;GM[4];B[hh\n(;GM[4];B[ii])\n(;FF[4];B[jj])"),
            ["(;GM[4];B[hh\n", "(;GM[4];B[ii])", "(;FF[4];B[jj])"]
        );
        assert_eq!(pieces("(;GM[4](;B[hh]\n(;GM[4];B[ii])"), ["(;GM[4](;B[hh]\n", "(;GM[4];B[ii])"]);
        assert_eq!(pieces("{\"moves\":[\"h8\n{\"moves\":[]}"), ["{\"moves\":[\"h8\n", "{\"moves\":[]}"]);
        assert_eq!(pieces("(;GM[4];B[hh"), ["(;GM[4];B[hh"]);
    }

    #[test]
    fn games_of_an_xml_file_keep_what_they_refer_to() {
        let text = "<?xml version=\"1.0\"?>\n<database><!-- a > b --><players><player id=\"1\" name=\"A>B\" surname=\"C\"/></players><games>\
                    <game id=\"1\" black=\"1\" white=\"1\" bresult=\"1\"><move>h8 h9</move></game>\n\
                    <game id=\"2\" black=\"1\" white=\"1\" bresult=\"0\"><move>h8 i9</move></game></games></database>";
        let mut pieces = Pieces::new(text.as_bytes(), None).unwrap().unwrap();
        let mut all = Vec::new();
        while let Some(piece) = pieces.next_piece().unwrap() {
            all.push(piece);
        }
        assert_eq!(all.len(), 2);
        let games = goren_record::read(&pieces.file_of(&all[1..]), &Default::default()).unwrap();
        assert_eq!(games.len(), 1);
        assert_eq!(games[0].black, "A>B C");
        assert_eq!(goren_record::read(&pieces.file_of(&all), &Default::default()).unwrap().len(), 2);
    }
}
