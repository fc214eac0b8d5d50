//! RenLib's library: a tree of moves on 15×15, two bytes per node.
//!
//! A header of 20 bytes, then the nodes, each before its children and the children before the next sibling. RenLib calls
//! the two bits of the shape *down* and *right*; in a file they mean that a sibling follows later and that no child
//! follows. The end of the file ends every line: when RenLib saves a part of a library, announced siblings may be missing.
//!
//! A node's board text is what RenLib shows on its point before the move is made, so it is read as a label of the
//! parent node. A node that is not a move and holds only such a text is read as the label alone; any other becomes a node
//! without a move, its point kept in the property `NOMOVE`. RenLib's mark and start flags are the properties `MARK` and
//! `START`.

use goren_core::Rule;

mod read;
#[cfg(test)]
mod tests;
mod write;

pub(crate) use read::read;
pub(crate) use write::write;

const MAGIC: &[u8] = b"\xffRenLib\xff";
const VERSION: [u8; 2] = [3, 4];
const HEADER: usize = 20;
/// A library names no rule; RenLib is a program for renju.
pub(crate) const RULE: Rule = Rule::Renju;

/// The flags in a node's second byte.
mod flag {
    pub(super) const SIBLING: u8 = 0x80;
    pub(super) const NO_CHILD: u8 = 0x40;
    pub(super) const OLD_COMMENT: u8 = 0x20;
    pub(super) const MARK: u8 = 0x10;
    pub(super) const COMMENT: u8 = 0x08;
    pub(super) const START: u8 = 0x04;
    pub(super) const NO_MOVE: u8 = 0x02;
    pub(super) const EXTENSION: u8 = 0x01;
}

/// The extension, two bytes, of a node with a board text.
const BOARD_TEXT: u8 = 0x01;

/// Separates a comment's first line from the others.
const LINE_END: char = '\u{8}';

/// The flags that are kept as properties without a value.
const KEPT: [(u8, &str); 2] = [(flag::MARK, "MARK"), (flag::START, "START")];

/// The property with the point of a node that is not a move.
const NO_MOVE: &str = "NOMOVE";

/// The text with `\n` for every kind of line break.
fn with_plain_breaks(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n")
}

/// Whether a library can hold a property of this name.
pub(crate) fn keeps(name: &str) -> bool {
    name == NO_MOVE || KEPT.iter().any(|each| each.1 == name)
}

/// Decodes text. Libraries do not name their character set: Western European is assumed, unless the bytes are valid UTF-8.
fn decoded(bytes: &[u8]) -> String {
    match str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().copied().map(char::from).collect(),
    }
}
