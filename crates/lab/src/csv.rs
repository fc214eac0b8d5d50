//! Tables as comma-separated values.

use std::fmt::Display;

use goren_arena::csv_field;

/// One line; cells are quoted where they need it.
pub(crate) fn line(cells: &[&dyn Display]) -> String {
    let fields = cells.iter().map(|cell| csv_field(&cell.to_string()));
    fields.collect::<Vec<_>>().join(",") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commas_and_quotes_stay_in_their_cell() {
        assert_eq!(line(&[&1, &"a,b", &"say \"x\""]), "1,\"a,b\",\"say \"\"x\"\"\"\n");
    }
}
