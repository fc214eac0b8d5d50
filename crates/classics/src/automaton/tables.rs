//! The document's score boards. `a` is a stone of the player, `b` of the opponent, `c` an empty point.

/// A row of a score board.
#[derive(Clone, Copy)]
pub(super) struct Row {
    /// The pattern as it must be meant.
    pub(super) pattern: &'static str,
    pub(super) score: i64,
    /// What is printed, if that is something else.
    pub(super) printed: Option<&'static str>,
}

const fn row(pattern: &'static str, score: i64) -> Row {
    Row { pattern, score, printed: None }
}

const fn misprint(pattern: &'static str, printed: &'static str, score: i64) -> Row {
    Row { pattern, score, printed: Some(printed) }
}

/// Table II: patterns of the whole board.
pub(super) const GLOBAL: &[Row] = &[
    row("aaaaa", 1_000_000_000_000),
    row("caaaac", 30_000_000_000),
    row("caaaab", 1_000_000),
    row("baaaac", 1_000_000),
    row("caaac", 1_000_000),
];

/// Table III: what a stone of the player makes.
pub(super) const SCORE: &[Row] = &[
    row("aaaaa", 100_000_000_000),
    misprint("caaaac", "caaac", 3_000_000_000),
    row("caaaab", 410_000_000),
    misprint("baaaac", "baaac", 410_000_000),
    misprint("acaaa", "acaaaa", 410_000_000),
    row("aacaa", 410_000_000),
    row("aaaca", 410_000_000),
    row("caaac", 1_000_000),
    row("acaca", 1_000_000),
    row("caacac", 1_000_000),
    row("cacaac", 1_000_000),
    row("ccaacc", 1_500),
    row("cacacc", 1_000),
    row("ccacac", 1_000),
    row("cccacc", 10),
    row("ccaccc", 10),
];

/// The row of table III that is left out.
pub(super) const DOUBTFUL: Row = row("ccaac", 1_000_000);

/// Table IV: what a stone of the opponent would make.
pub(super) const DANGER: &[Row] =
    &[misprint("bbbbb", "bbbbbb", 900_000_000_000), row("cbbbbc", 2_100_000_000)];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn with_the_misprints_and_the_doubtful_row_the_tables_are_those_of_the_document() {
        let global = "aaaaa 1000000000000, caaaac 30000000000, caaaab 1000000, baaaac 1000000, caaac 1000000";
        let score = "aaaaa 100000000000, caaac 3000000000, caaaab 410000000, baaac 410000000, \
                     acaaaa 410000000, aacaa 410000000, aaaca 410000000, caaac 1000000, ccaac 1000000, \
                     acaca 1000000, caacac 1000000, cacaac 1000000, ccaacc 1500, cacacc 1000, ccacac 1000, \
                     cccacc 10, ccaccc 10";
        let danger = "bbbbbb 900000000000, cbbbbc 2100000000";
        let printed = |table: &[Row]| {
            let text = |row: &Row| format!("{} {}", row.printed.unwrap_or(row.pattern), row.score);
            table.iter().map(text).collect::<Vec<_>>().join(", ")
        };
        assert_eq!(printed(GLOBAL), global);
        // It stands after the second `caaac`.
        let score_table = [&SCORE[..8], &[DOUBTFUL], &SCORE[8..]].concat();
        assert_eq!(printed(&score_table), score);
        assert_eq!(printed(DANGER), danger);
    }

    #[test]
    fn every_pattern_has_its_mirror_image_of_the_same_score_and_stands_once() {
        for table in [GLOBAL, SCORE, DANGER] {
            for Row { pattern, score, .. } in table {
                let mirrored: String = pattern.chars().rev().collect();
                let is_mirror = |row: &&Row| row.pattern == mirrored && row.score == *score;
                assert_eq!(table.iter().filter(is_mirror).count(), 1);
            }
        }
    }

    #[test]
    fn more_dangerous_patterns_dominate() {
        let stones = |pattern: &str| {
            pattern.matches(['a', 'b']).count()
                - usize::from(pattern.contains("ab") || pattern.contains("ba"))
        };
        for table in [GLOBAL, SCORE, DANGER] {
            for pair in table.windows(2) {
                let [first, second] = [&pair[0], &pair[1]];
                assert!(first.score >= second.score, "{} before {}", first.pattern, second.pattern);
                assert!(stones(first.pattern) >= stones(second.pattern), "{}", second.pattern);
            }
        }
    }
}
