//! Tables as comma-separated values.

use std::fmt::Display;

/// One line; cells are quoted where they need it.
pub(crate) fn line(cells: &[&dyn Display]) -> String {
    let quoted = cells.iter().map(|cell| {
        let text = cell.to_string();
        if text.contains([',', '"', '\n', '\r']) {
            format!("\"{}\"", text.replace('"', "\"\""))
        } else {
            text
        }
    });
    quoted.collect::<Vec<_>>().join(",") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commas_and_quotes_stay_in_their_cell() {
        assert_eq!(line(&[&1, &"a,b", &"say \"x\""]), "1,\"a,b\",\"say \"\"x\"\"\"\n");
    }
}
