//! The syntax of SGF: parentheses, nodes, properties and values, whatever they mean.

use std::borrow::Cow;

use crate::error::{Place, ReadError};
use crate::tree::Tree;

/// A node of the file; its parent always comes before it.
pub(super) struct RawNode<'a> {
    /// `None` for the root.
    pub(super) parent: Option<usize>,
    pub(super) properties: Vec<RawProperty<'a>>,
}

/// A name with its values, at least one.
pub(super) struct RawProperty<'a> {
    pub(super) name: &'a str,
    pub(super) values: Vec<RawValue<'a>>,
}

impl RawProperty<'_> {
    /// The name without its lower-case letters, which older files include for readability.
    pub(super) fn key(&self) -> Cow<'_, str> {
        if self.name.bytes().any(|byte| byte.is_ascii_lowercase()) {
            self.name.chars().filter(|each| !each.is_ascii_lowercase()).collect()
        } else {
            self.name.into()
        }
    }
}

/// The text between two brackets, still escaped.
#[derive(Clone, Copy)]
pub(super) struct RawValue<'a> {
    /// The first byte's offset in the file.
    pub(super) at: usize,
    bytes: &'a [u8],
}

impl<'a> RawValue<'a> {
    pub(super) fn is_blank(self) -> bool {
        self.bytes.trim_ascii().is_empty()
    }

    /// The text as it is, without surrounding white space.
    pub(super) fn word(self) -> Cow<'a, str> {
        String::from_utf8_lossy(self.bytes.trim_ascii())
    }

    /// The unescaped text: every kind of line break becomes `\n`, and a line break after a backslash is removed.
    pub(super) fn text(self) -> String {
        let raw = String::from_utf8_lossy(self.bytes).replace("\r\n", "\n").replace('\r', "\n");
        let mut text = String::with_capacity(raw.len());
        let mut letters = raw.chars();
        while let Some(letter) = letters.next() {
            if letter != '\\' {
                text.push(letter);
                continue;
            }
            text.extend(letters.next().filter(|&escaped| escaped != '\n'));
        }
        text
    }

    /// The two parts of a composed value whose first part needs no escapes.
    pub(super) fn split(self) -> Option<(RawValue<'a>, RawValue<'a>)> {
        let colon = self.bytes.iter().position(|&byte| byte == b':')?;
        let (first, rest) = self.bytes.split_at(colon);
        Some((
            RawValue { at: self.at, bytes: first },
            RawValue { at: self.at + colon + 1, bytes: &rest[1..] },
        ))
    }

    /// An error about this value.
    pub(super) fn error(self, expected: &str) -> ReadError {
        ReadError::new(Place::Offset(self.at), expected, format!("[{}]", String::from_utf8_lossy(self.bytes)))
    }
}

/// Parses a file game by game.
pub(super) struct Parser<'a> {
    bytes: &'a [u8],
    at: usize,
    /// How many more nodes may be read.
    left: usize,
}

impl<'a> Parser<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Parser<'a> {
        let at = if bytes.starts_with("\u{feff}".as_bytes()) { 3 } else { 0 };
        Parser { bytes, at, left: Tree::MAX_NODES }
    }

    /// The nodes of the next game, at least one, each line to its end before the next variation.
    pub(super) fn game(&mut self) -> Result<Option<Vec<RawNode<'a>>>, ReadError> {
        match self.peek() {
            None => return Ok(None),
            Some(b'(') => self.at += 1,
            Some(_) => return Err(self.error("`(` or the end")),
        }
        let mut nodes: Vec<RawNode<'a>> = Vec::new();
        let mut last = None;
        // The nodes to go back to at each closing parenthesis, the game's own included.
        let mut forks = vec![None];
        let mut in_node = false;
        loop {
            match self.peek() {
                Some(b';') => {
                    self.left = self.left.checked_sub(1).ok_or_else(|| {
                        ReadError::new(
                            Place::Offset(self.at),
                            format!("at most {} nodes", Tree::MAX_NODES),
                            "more",
                        )
                    })?;
                    nodes.push(RawNode { parent: last, properties: Vec::new() });
                    last = Some(nodes.len() - 1);
                    in_node = true;
                }
                Some(b'(') if last.is_some() => {
                    forks.push(last);
                    in_node = false;
                }
                Some(b')') if last.is_some() => {
                    last = forks.pop().flatten();
                    in_node = false;
                    if forks.is_empty() {
                        self.at += 1;
                        return Ok(Some(nodes));
                    }
                }
                Some(byte) if in_node && byte.is_ascii_alphabetic() => {
                    let property = self.property()?;
                    nodes.last_mut().expect("a node is open").properties.push(property);
                    continue;
                }
                _ if last.is_none() => return Err(self.error("`;`")),
                _ if in_node => return Err(self.error("a property, `;`, `(` or `)`")),
                _ => return Err(self.error("`;`, `(` or `)`")),
            }
            self.at += 1;
        }
    }

    fn property(&mut self) -> Result<RawProperty<'a>, ReadError> {
        let rest = &self.bytes[self.at..];
        let length = rest.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
        let name = str::from_utf8(&rest[..length]).expect("letters and digits are UTF-8");
        self.at += length;
        let mut values = Vec::new();
        while self.peek() == Some(b'[') {
            self.at += 1;
            values.push(self.value()?);
        }
        if values.is_empty() { Err(self.error("`[`")) } else { Ok(RawProperty { name, values }) }
    }

    fn value(&mut self) -> Result<RawValue<'a>, ReadError> {
        let at = self.at;
        let mut escaped = false;
        for (i, &byte) in self.bytes[at..].iter().enumerate() {
            if byte == b']' && !escaped {
                self.at += i + 1;
                return Ok(RawValue { at, bytes: &self.bytes[at..at + i] });
            }
            escaped = byte == b'\\' && !escaped;
        }
        Err(ReadError::end(Place::Offset(self.bytes.len()), format!("`]` for the value from offset {at} on")))
    }

    /// The next byte that is not a blank.
    fn peek(&mut self) -> Option<u8> {
        let rest = &self.bytes[self.at..];
        self.at += rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        self.bytes.get(self.at).copied()
    }

    /// An error about what comes next.
    fn error(&self, expected: &str) -> ReadError {
        let rest = &self.bytes[self.at..];
        let line = rest.iter().take(80).position(|&byte| byte == b'\n').unwrap_or(rest.len().min(80));
        ReadError::new(Place::Offset(self.at), expected, String::from_utf8_lossy(&rest[..line]))
    }
}
