//! Smart Game Format, FF\[4\] with `GM[4]`: whole trees, read and written without loss.
//!
//! Private properties hold what SGF has no property for: `XR` the rule, if `RU` holds a text that does not name it;
//! `XO` the opening rule; `XT` the traps, a list of points; `XM` the milliseconds taken for a node's move. A move in the
//! root node stays there. The points that a node sets up, and its marks, come back grouped by kind.

mod parse;
mod read;
#[cfg(test)]
mod tests;
mod write;

use goren_core::{Rule, Stone};

use crate::error::{Place, ReadError};
use crate::format::{ReadOptions, check_count};
use crate::record::{Record, RecordResult};
use crate::tree::{MarkKind, NodeId};

pub(crate) fn read(bytes: &[u8], options: &ReadOptions) -> Result<Vec<Record>, ReadError> {
    let mut parser = parse::Parser::new(bytes);
    let mut records = Vec::new();
    while let Some(nodes) = parser.game()? {
        records.push(read::record(&nodes, options)?);
        check_count(records.len(), options)?;
    }
    if records.is_empty() {
        return Err(ReadError::end(Place::Offset(bytes.len()), "a game such as `(;GM[4])`"));
    }
    Ok(records)
}

/// How many further properties of a node would not be read back, and are not written.
pub(crate) fn lost_properties(record: &Record, id: NodeId) -> usize {
    (0..record.tree.node(id).extra.len()).filter(|&index| !write::keeps(record, id, index)).count()
}

pub(crate) fn write(games: &[Record]) -> String {
    let mut out = String::new();
    for game in games {
        write::game(game, &mut out);
    }
    out
}

/// The properties that set up points, and what each places there.
const SETUP: [(&str, Option<Stone>); 3] =
    [("AB", Some(Stone::Black)), ("AW", Some(Stone::White)), ("AE", None)];

/// The properties of marks without a text.
const MARKS: [(&str, MarkKind); 5] = [
    ("MA", MarkKind::Cross),
    ("CR", MarkKind::Circle),
    ("SQ", MarkKind::Square),
    ("TR", MarkKind::Triangle),
    ("SL", MarkKind::Selected),
];

/// The rule that the free text of `RU` names.
fn rule_named(text: &str) -> Option<Rule> {
    let text = text.trim().to_ascii_lowercase();
    match text.as_str() {
        "free" | "free style" | "free-style" | "gomoku" | "freestyle gomoku" => Some(Rule::Freestyle),
        "standard gomoku" => Some(Rule::Standard),
        "rif" => Some(Rule::Renju),
        _ if text.contains("renju") => Some(Rule::Renju),
        _ => text.parse().ok(),
    }
}

/// The result that the text of `RE` gives, whatever it says about how it came about.
fn result_named(text: &str) -> Option<RecordResult> {
    let text = text.trim().to_ascii_lowercase();
    match text.as_str() {
        "0" | "draw" => Some(RecordResult::Draw),
        _ if text.starts_with("b+") => Some(RecordResult::Win(Stone::Black)),
        _ if text.starts_with("w+") => Some(RecordResult::Win(Stone::White)),
        _ => None,
    }
}

/// How a result is written.
fn result_text(result: RecordResult) -> &'static str {
    match result {
        RecordResult::Win(Stone::Black) => "B+",
        RecordResult::Win(Stone::White) => "W+",
        RecordResult::Draw => "Draw",
    }
}
