//! Files of puzzles: one JSON object per line.

use std::fmt;

use crate::puzzle::Puzzle;

/// Reads the puzzles of a file, each checked; blank lines are skipped.
pub fn read(text: &str) -> Result<Vec<Puzzle>, ReadError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines.map(|(i, line)| read_line(line).map_err(|what| ReadError { line: i + 1, what })).collect()
}

fn read_line(line: &str) -> Result<Puzzle, String> {
    let puzzle: Puzzle = serde_json::from_str(line).map_err(|error| {
        let start: String = line.chars().take(40).collect();
        let error = error.to_string();
        let error = error.replace(" at line 1 column", " at column");
        format!("expected a puzzle as one JSON object, got `{start}`: {error}")
    })?;
    puzzle.check().map_err(|error| format!("puzzle `{}`: {error}", puzzle.id))?;
    Ok(puzzle)
}

/// The puzzles as the lines of a file.
pub fn write(puzzles: &[Puzzle]) -> String {
    let line = |puzzle| serde_json::to_string(puzzle).expect("a puzzle is plain data") + "\n";
    puzzles.iter().map(line).collect()
}

/// Why a file of puzzles could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    line: usize,
    what: String,
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.what)
    }
}

impl std::error::Error for ReadError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::tests::open_three;

    #[test]
    fn a_file_reads_back_as_it_is_written() {
        let puzzles = [open_three(), open_three()];
        assert_eq!(read(&write(&puzzles)).unwrap(), puzzles);
        assert_eq!(read("\u{feff}\n\n").unwrap(), []);
    }

    #[test]
    fn errors_name_the_line_and_quote_it() {
        let good = write(&[open_three()]);
        let error = |line: &str| read(&format!("{good}\n{line}\n")).unwrap_err().to_string();
        assert!(error("[1]").starts_with("line 3: expected a puzzle as one JSON object, got `[1]`"));
        assert!(error(&good.replace("h8a1", "h8z1")).contains("expected a point such as `h8`, got `z1"));
        assert!(error(&good.replace("fours", "five")).contains("unknown variant `five`"));
        assert!(error(&good.replace("\"grade\":1", "\"grade\":9")).contains("expected a grade from 1 to 5"));
    }
}
