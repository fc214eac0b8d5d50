//! Tables as comma-separated values.

use std::fmt::Display;

use goren_arena::csv_field;

/// One line; cells are quoted where they need it.
pub(crate) fn line(cells: &[&dyn Display]) -> String {
    let fields = cells.iter().map(|cell| csv_field(&cell.to_string()));
    fields.collect::<Vec<_>>().join(",") + "\n"
}

/// The cells of every line, as [`line`] writes them.
pub(crate) fn rows(text: &str) -> Vec<Vec<String>> {
    let mut rows = Vec::new();
    let mut cells = vec![String::new()];
    let mut is_quoted = false;
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let cell = cells.last_mut().expect("a row has a cell");
        match letter {
            '"' if is_quoted && letters.peek() == Some(&'"') => cell.extend(letters.next()),
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => cells.push(String::new()),
            '\n' if !is_quoted => rows.push(std::mem::replace(&mut cells, vec![String::new()])),
            _ => cell.push(letter),
        }
    }
    if cells != [""] {
        rows.push(cells);
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commas_and_quotes_stay_in_their_cell() {
        assert_eq!(line(&[&1, &"a,b", &"say \"x\""]), "1,\"a,b\",\"say \"\"x\"\"\"\n");
    }

    #[test]
    fn what_was_written_is_read() {
        let text = line(&[&1, &"a,b", &"say \"x\"", &""]) + &line(&[&"two\nlines", &"é"]);
        assert_eq!(rows(&text), [vec!["1", "a,b", "say \"x\"", ""], vec!["two\nlines", "é"]]);
        assert_eq!(rows("a,b"), [["a", "b"]]);
        assert!(rows("").is_empty());
    }
}
