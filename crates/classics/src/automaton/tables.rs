//! The document's score boards. `a` is a stone of the player, `b` of the opponent, `c` an empty point.

/// Table II: patterns of the whole board.
pub(super) const GLOBAL: &[(&str, i64)] = &[
    ("aaaaa", 1_000_000_000_000),
    ("caaaac", 30_000_000_000),
    ("caaaab", 1_000_000),
    ("baaaac", 1_000_000),
    ("caaac", 1_000_000),
];

/// Table III: what a stone of the player makes.
pub(super) const SCORE: &[(&str, i64)] = &[
    ("aaaaa", 100_000_000_000),
    ("caaaac", 3_000_000_000),
    ("caaaab", 410_000_000),
    ("baaaac", 410_000_000),
    ("acaaa", 410_000_000),
    ("aacaa", 410_000_000),
    ("aaaca", 410_000_000),
    ("caaac", 1_000_000),
    ("acaca", 1_000_000),
    ("caacac", 1_000_000),
    ("cacaac", 1_000_000),
    ("ccaacc", 1_500),
    ("cacacc", 1_000),
    ("ccacac", 1_000),
    ("cccacc", 10),
    ("ccaccc", 10),
];

/// Table IV: what a stone of the opponent would make.
pub(super) const DANGER: &[(&str, i64)] = &[("bbbbb", 900_000_000_000), ("cbbbbc", 2_100_000_000)];

#[cfg(test)]
mod tests {
    use super::*;

    /// The tables as printed, with the corrections of obvious misprints.
    #[test]
    fn the_tables_are_those_of_the_document() {
        let global = "aaaaa 1000000000000, caaaac 30000000000, caaaab 1000000, baaaac 1000000, caaac 1000000";
        let score = "aaaaa 100000000000, caaac 3000000000, caaaab 410000000, baaac 410000000, \
                     acaaaa 410000000, aacaa 410000000, aaaca 410000000, caaac 1000000, ccaac 1000000, \
                     acaca 1000000, caacac 1000000, cacaac 1000000, ccaacc 1500, cacacc 1000, ccacac 1000, \
                     cccacc 10, ccaccc 10";
        let danger = "bbbbbb 900000000000, cbbbbc 2100000000";
        let read = |printed: &'static str| {
            let rows = printed.split(", ").map(|row| row.split_once(' ').unwrap());
            let corrected = rows.filter_map(|(pattern, score)| {
                let pattern = match (pattern, score) {
                    ("caaac", "3000000000") => "caaaac",
                    ("baaac", _) => "baaaac",
                    ("acaaaa", _) => "acaaa",
                    ("bbbbbb", _) => "bbbbb",
                    ("ccaac", _) => return None,
                    (pattern, _) => pattern,
                };
                Some((pattern, score.parse().unwrap()))
            });
            corrected.collect::<Vec<(&str, i64)>>()
        };
        assert_eq!(read(global), GLOBAL);
        assert_eq!(read(score), SCORE);
        assert_eq!(read(danger), DANGER);
    }

    #[test]
    fn every_pattern_has_its_mirror_image_of_the_same_score_and_stands_once() {
        for table in [GLOBAL, SCORE, DANGER] {
            for (pattern, score) in table {
                let mirrored: String = pattern.chars().rev().collect();
                assert_eq!(table.iter().filter(|row| **row == (mirrored.as_str(), *score)).count(), 1);
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
                assert!(pair[0].1 >= pair[1].1 && stones(pair[0].0) >= stones(pair[1].0), "{pair:?}");
            }
        }
    }
}
