//! Proofs read event by event from text that nobody vouches for.

use std::fmt;
use std::io::{self, BufRead};

use goren_core::{IllegalMove, Point, Position, Rule, SetupError, Size, Stone};

use crate::claim::{Claim, Means, Proof};
use crate::tree::{Event, Tree};
use crate::{FORMAT, VERSION};

/// The longest line of a header, and the longest word anywhere.
const MAX_LINE_BYTES: usize = 8 << 10;
const MAX_WORD_BYTES: usize = 16;

/// The deepest tree: each level takes two points of the board.
const MAX_DEPTH: usize = Size::MAX.area() / 2 + 1;

/// Reads the proofs of a file one after another. It holds no tree: events are given as they come.
pub struct Reader<R> {
    input: R,
    line: u64,
    column: u64,
    state: State,
}

/// What may come next.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// The first line of a proof, or the end of the file.
    Header,
    /// The first move of a win.
    First,
    /// The bracket round a list of branches.
    List,
    /// Replies or a closing bracket; `fresh` right after the bracket opened.
    Branch { depth: usize, fresh: bool },
    /// A comma and another reply, or the answer.
    Reply { depth: usize },
    /// Another reply.
    Comma { depth: usize },
    /// The answer.
    Answer { depth: usize },
    /// A bracket, or whatever may follow a whole attack.
    Attack { depth: usize },
    /// The word that ends a proof.
    End,
}

/// A word or sign of a tree.
enum Token {
    Open,
    Close,
    Star,
    Comma,
    Word(String),
    Nothing,
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Token::Open => "`(`",
            Token::Close => "`)`",
            Token::Star => "`*`",
            Token::Comma => "`,`",
            Token::Word(word) => return write!(f, "`{word}`"),
            Token::Nothing => "the end of the file",
        })
    }
}

/// Text that is not a proof: where, what was expected, what was there.
#[derive(Debug)]
pub struct ReadError {
    /// The line, from one.
    pub line: u64,
    /// The column, from one; the whole line if zero.
    pub column: u64,
    /// What is wrong.
    pub problem: Problem,
}

/// What is wrong with a text.
#[derive(Debug)]
pub enum Problem {
    /// Something else was expected.
    Expected {
        /// What was expected.
        expected: &'static str,
        /// What was there.
        got: String,
    },
    /// The header contradicts itself or the board.
    Header(String),
    /// The tree is deeper than any game is long.
    TooDeep,
    /// The text could not be read.
    Io(io::Error),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}", self.line)?;
        if self.column > 0 {
            write!(f, ", column {}", self.column)?;
        }
        match &self.problem {
            Problem::Expected { expected, got } => write!(f, ": expected {expected}, got {got}"),
            Problem::Header(text) => write!(f, ": {text}"),
            Problem::TooDeep => f.write_str(": the tree is deeper than a game can be long"),
            Problem::Io(error) => write!(f, ": {error}"),
        }
    }
}

impl std::error::Error for ReadError {}

impl<R: BufRead> Reader<R> {
    /// Reads from `input`.
    pub fn new(input: R) -> Reader<R> {
        Reader { input, line: 1, column: 1, state: State::Header }
    }

    /// The next proof's position and claim; `None` at the end of the file. What is left of a tree is read over.
    ///
    /// # Errors
    /// If the text is not a proof.
    pub fn begin(&mut self) -> Result<Option<(Position, Claim)>, ReadError> {
        while self.event()?.is_some() {}
        let Some(first) = self.header_line()? else { return Ok(None) };
        let at = |reader: &Reader<R>, problem| ReadError { line: reader.line - 1, column: 0, problem };
        match first.split_once(' ') {
            Some((FORMAT, version)) if version.trim() == VERSION => {}
            Some((FORMAT, version)) => {
                let got = format!("version `{}`", excerpt(version));
                return Err(at(self, Problem::Expected { expected: "version 1 of the format", got }));
            }
            _ => {
                let got = format!("`{}`", excerpt(&first));
                return Err(at(self, Problem::Expected { expected: "`goren-proof 1`", got }));
            }
        }
        let mut header = Header::default();
        loop {
            let Some(line) = self.header_line()? else {
                let expected = "a header that ends with `claim`";
                return Err(at(self, Problem::Expected { expected, got: Token::Nothing.to_string() }));
            };
            let (key, value) = line.split_once(' ').unwrap_or((&line, ""));
            header.take(key, value).map_err(|problem| at(self, problem))?;
            if header.claim.is_some() {
                break;
            }
        }
        let (position, claim) = header.finish().map_err(|text| at(self, Problem::Header(text)))?;
        self.state = if matches!(claim, Claim::Win(_)) { State::First } else { State::List };
        Ok(Some((position, claim)))
    }

    /// The tree's next event; `None` after its end.
    ///
    /// # Errors
    /// If the text is not a tree.
    pub fn event(&mut self) -> Result<Option<Event>, ReadError> {
        loop {
            if self.state == State::Header {
                return Ok(None);
            }
            let (line, column) = self.skip()?;
            let here = |problem| ReadError { line, column, problem };
            let token = self.token().map_err(&here)?;
            let point = |word: &str| {
                word.parse::<Point>().map_err(|_| {
                    here(Problem::Expected { expected: "a point such as `h8`", got: format!("`{word}`") })
                })
            };
            let wrong =
                |expected, token: Token| Err(here(Problem::Expected { expected, got: token.to_string() }));
            let closed = |depth: usize| match depth {
                1 => State::End,
                _ => State::Attack { depth: depth - 1 },
            };
            match (self.state, token) {
                (State::Header, _) => unreachable!("seen above"),
                (State::First, Token::Word(word)) => {
                    self.state = State::Attack { depth: 0 };
                    return Ok(Some(Event::Attack(point(&word)?)));
                }
                (State::First, token) => return wrong("the first move", token),
                (State::List, Token::Open) => {
                    self.state = State::Branch { depth: 1, fresh: true };
                    return Ok(Some(Event::Open));
                }
                (State::List, token) => return wrong("`(`", token),
                (State::Branch { depth, .. }, Token::Word(word)) => {
                    self.state = State::Reply { depth };
                    return Ok(Some(Event::Reply(point(&word)?)));
                }
                (State::Branch { depth, .. }, Token::Star) => {
                    self.state = State::Answer { depth };
                    return Ok(Some(Event::Others));
                }
                // Only the list of a whole proof may be empty.
                (State::Branch { depth, fresh }, Token::Close) if !fresh || depth == 1 => {
                    self.state = closed(depth);
                    return Ok(Some(Event::Close));
                }
                (State::Branch { .. }, token) => return wrong("a reply or `*`", token),
                (State::Reply { depth }, Token::Comma) => self.state = State::Comma { depth },
                (State::Comma { depth }, Token::Word(word)) => {
                    self.state = State::Reply { depth };
                    return Ok(Some(Event::Reply(point(&word)?)));
                }
                (State::Comma { .. }, token) => return wrong("another reply after the comma", token),
                (State::Reply { depth } | State::Answer { depth }, Token::Word(word)) => {
                    self.state = State::Attack { depth };
                    return Ok(Some(Event::Attack(point(&word)?)));
                }
                (State::Reply { .. } | State::Answer { .. }, token) => return wrong("the answer", token),
                (State::Attack { depth }, Token::Open) => {
                    if depth >= MAX_DEPTH {
                        return Err(here(Problem::TooDeep));
                    }
                    self.state = State::Branch { depth: depth + 1, fresh: true };
                    return Ok(Some(Event::Open));
                }
                (State::Attack { depth: 0 } | State::End, Token::Word(word)) if word == "end" => {
                    self.state = State::Header;
                    return Ok(None);
                }
                (State::Attack { depth: 0 }, token) => return wrong("`(` or `end`", token),
                (State::End, token) => return wrong("`end`", token),
                (State::Attack { depth }, Token::Close) => {
                    self.state = closed(depth);
                    return Ok(Some(Event::Close));
                }
                (State::Attack { depth }, Token::Word(word)) => {
                    self.state = State::Reply { depth };
                    return Ok(Some(Event::Reply(point(&word)?)));
                }
                (State::Attack { depth }, Token::Star) => {
                    self.state = State::Answer { depth };
                    return Ok(Some(Event::Others));
                }
                (State::Attack { .. }, token) => return wrong("a reply, `*`, `(` or `)`", token),
            }
        }
    }

    /// The next proof with its whole tree; `None` at the end of the file.
    ///
    /// # Errors
    /// If the text is not a proof.
    pub fn proof(&mut self) -> Result<Option<Proof>, ReadError> {
        let Some((position, claim)) = self.begin()? else { return Ok(None) };
        let mut tree = Tree::default();
        while let Some(event) = self.event()? {
            tree.push(event);
        }
        Ok(Some(Proof { position, claim, tree }))
    }

    fn io(&self, error: io::Error) -> ReadError {
        ReadError { line: self.line, column: self.column, problem: Problem::Io(error) }
    }

    /// The next byte, which stays where it is.
    fn peek(&mut self) -> Result<Option<u8>, io::Error> {
        loop {
            match self.input.fill_buf() {
                Ok(bytes) => return Ok(bytes.first().copied()),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    fn bump(&mut self, byte: u8) {
        self.input.consume(1);
        if byte == b'\n' {
            (self.line, self.column) = (self.line + 1, 1);
        } else {
            self.column += 1;
        }
    }

    /// The next line that is neither empty nor a comment, without what is around it.
    fn header_line(&mut self) -> Result<Option<String>, ReadError> {
        loop {
            let mut bytes = Vec::new();
            let mut ended = false;
            while let Some(byte) = self.peek().map_err(|error| self.io(error))? {
                if byte != b'\n' && bytes.len() >= MAX_LINE_BYTES {
                    return Err(ReadError {
                        line: self.line,
                        column: 0,
                        problem: Problem::Header(format!("the line is longer than {MAX_LINE_BYTES} bytes")),
                    });
                }
                self.bump(byte);
                if byte == b'\n' {
                    ended = true;
                    break;
                }
                bytes.push(byte);
            }
            let text = String::from_utf8_lossy(&bytes);
            let text = text.trim();
            if !text.is_empty() && !text.starts_with('#') {
                if !ended {
                    // So that messages name this line as they do all others: the one before the reader.
                    self.line += 1;
                }
                return Ok(Some(text.to_owned()));
            }
            if !ended {
                return Ok(None);
            }
        }
    }

    /// Goes over white space and comments; where the next token begins.
    fn skip(&mut self) -> Result<(u64, u64), ReadError> {
        let mut comment = false;
        while let Some(byte) = self.peek().map_err(|error| self.io(error))? {
            comment = (comment || byte == b'#') && byte != b'\n';
            if !comment && !byte.is_ascii_whitespace() {
                break;
            }
            self.bump(byte);
        }
        Ok((self.line, self.column))
    }

    fn token(&mut self) -> Result<Token, Problem> {
        let Some(byte) = self.peek().map_err(Problem::Io)? else { return Ok(Token::Nothing) };
        let sign = match byte {
            b'(' => Some(Token::Open),
            b')' => Some(Token::Close),
            b'*' => Some(Token::Star),
            b',' => Some(Token::Comma),
            _ => None,
        };
        if let Some(sign) = sign {
            self.bump(byte);
            return Ok(sign);
        }
        let mut word = String::new();
        while let Some(byte) = self.peek().map_err(Problem::Io)? {
            if !byte.is_ascii_alphanumeric() || word.len() >= MAX_WORD_BYTES {
                break;
            }
            word.push(char::from(byte));
            self.bump(byte);
        }
        if word.is_empty() {
            let got = format!("`{}`", char::from(byte).escape_default());
            return Err(Problem::Expected { expected: "a point, a bracket, `,`, `*` or `end`", got });
        }
        Ok(Token::Word(word))
    }
}

impl Proof {
    /// Reads the one proof that a text holds.
    ///
    /// # Errors
    /// If the text is not a proof, or more than one.
    pub fn from_text(text: &str) -> Result<Proof, ReadError> {
        let mut reader = Reader::new(text.as_bytes());
        let expected = |reader: &Reader<_>, expected, got: &str| ReadError {
            line: reader.line,
            column: 0,
            problem: Problem::Expected { expected, got: got.to_owned() },
        };
        let proof = reader.proof()?.ok_or_else(|| expected(&reader, "a proof", "nothing"))?;
        match reader.begin()? {
            None => Ok(proof),
            Some(_) => Err(expected(&reader, "one proof", "another one")),
        }
    }
}

/// The beginning of a text for a message.
fn excerpt(text: &str) -> String {
    text.chars().take(32).flat_map(char::escape_default).collect()
}

/// The lines of a header so far.
#[derive(Default)]
struct Header {
    rule: Option<Rule>,
    size: Option<Size>,
    side: Option<Stone>,
    traps: Option<Vec<Point>>,
    black: Option<Vec<Point>>,
    white: Option<Vec<Point>>,
    moves: Option<Vec<Option<Point>>>,
    claim: Option<Claim>,
}

impl Header {
    fn take(&mut self, key: &str, value: &str) -> Result<(), Problem> {
        let twice = match key {
            "rule" => once(&mut self.rule, value.trim().parse().map_err(text)?),
            "size" => once(&mut self.size, value.trim().parse().map_err(text)?),
            "traps" => once(&mut self.traps, points(value)?),
            "black" => once(&mut self.black, points(value)?),
            "white" => once(&mut self.white, points(value)?),
            "moves" => once(&mut self.moves, moves(value)?),
            "side" => once(&mut self.side, stone(value.trim())?),
            "claim" => once(&mut self.claim, claim(value)?),
            _ => {
                return Err(Problem::Expected {
                    expected: "`rule`, `size`, `traps`, `black`, `white`, `moves`, `side` or `claim`",
                    got: format!("`{}`", excerpt(key)),
                });
            }
        };
        if twice { Err(Problem::Header(format!("`{key}` is there twice"))) } else { Ok(()) }
    }

    fn finish(self) -> Result<(Position, Claim), String> {
        let missing = |key| format!("the header has no `{key}` before `claim`");
        let rule = self.rule.ok_or_else(|| missing("rule"))?;
        let size = self.size.ok_or_else(|| missing("size"))?;
        let side = self.side.ok_or_else(|| missing("side"))?;
        let claim = self.claim.ok_or_else(|| missing("claim"))?;
        let moves = self.moves.unwrap_or_default();
        let of = |stone, points: Option<Vec<Point>>| {
            points.unwrap_or_default().into_iter().map(move |point| (point, stone))
        };
        let stones: Vec<_> = of(Stone::Black, self.black).chain(of(Stone::White, self.white)).collect();
        let first = if moves.len().is_multiple_of(2) { side } else { !side };
        let traps = self.traps.unwrap_or_default();
        let mut position = Position::with_setup(rule, size, &traps, &stones, first)
            .map_err(|error: SetupError| error.to_string())?;
        for step in moves {
            match step {
                Some(point) => {
                    position.check(point).map_err(|error: IllegalMove| error.to_string())?;
                    position.play(point);
                }
                None => position.pass(),
            }
        }
        if let Claim::Defence { moves, .. } = &claim {
            if let Some(point) = moves.iter().find(|&&point| !position.is_legal(point)) {
                return Err(format!("the claim names {point}, which is no legal move"));
            }
            if let Some((_, point)) = moves.iter().enumerate().find(|(i, point)| moves[..*i].contains(point))
            {
                return Err(format!("the claim names {point} twice"));
            }
        }
        Ok((position, claim))
    }
}

/// Sets a value; whether it was set before.
fn once<T>(slot: &mut Option<T>, value: T) -> bool {
    slot.replace(value).is_some()
}

fn text(error: impl fmt::Display) -> Problem {
    Problem::Header(error.to_string())
}

fn points(value: &str) -> Result<Vec<Point>, Problem> {
    value.split_ascii_whitespace().map(|word| word.parse().map_err(text)).collect()
}

fn moves(value: &str) -> Result<Vec<Option<Point>>, Problem> {
    let step = |word: &str| if word == "pass" { Ok(None) } else { word.parse().map(Some).map_err(text) };
    value.split_ascii_whitespace().map(step).collect()
}

fn stone(value: &str) -> Result<Stone, Problem> {
    Stone::BOTH.into_iter().find(|stone| stone.name() == value).ok_or_else(|| Problem::Expected {
        expected: "`black` or `white`",
        got: format!("`{}`", excerpt(value)),
    })
}

fn claim(value: &str) -> Result<Claim, Problem> {
    let words: Vec<&str> = value.split_ascii_whitespace().collect();
    let means = |name: &str| Means::ALL.into_iter().find(|means| means.name() == name);
    let claim = match words.as_slice() {
        ["no", "win", "by", "fours"] => Some(Claim::NoFours),
        ["win", "by", name] => means(name).map(Claim::Win),
        ["defence", "by", name, moves @ ..] => match means(name) {
            Some(means) => Some(Claim::Defence { moves: points(&moves.join(" "))?, means }),
            None => None,
        },
        _ => None,
    };
    claim.ok_or_else(|| Problem::Expected {
        expected: "a claim such as `win by fours`, `defence by threats h8 i9` or `no win by fours`",
        got: format!("`{}`", excerpt(value)),
    })
}
