//! What the documents report: times by depth, and what each optimisation is said to be worth.

use goren_classics::CLASSICS;

/// A time that a document reports.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Published {
    /// The program.
    pub(crate) word: &'static str,
    /// The depth.
    pub(crate) depth: u32,
    /// The time in seconds, from…
    pub(crate) low: f64,
    /// …to.
    pub(crate) high: f64,
}

const fn at(word: &'static str, depth: u32, low: f64, high: f64) -> Published {
    Published { word, depth, low, high }
}

/// Every time for a move that a document's text states. `sequences` and `masked` state none: the one has no
/// measurements, the other shows them in a picture without numbers.
pub(crate) const PUBLISHED: [Published; 7] = [
    at("boundary", 1, 0.24, 0.24),
    at("boundary", 2, 1.65, 1.65),
    at("boundary", 3, 24.57, 24.57),
    at("boundary", 4, 0.5, 3.0),
    at("boundary", 5, 30.0, 30.0),
    at("automaton", 4, 5.0, 5.0),
    at("trapper", 2, 0.3, 0.3),
];

/// What a program's document reports for a move at its default depth.
pub(crate) fn default_time(word: &str) -> Option<&'static Published> {
    let depth = CLASSICS.iter().find(|description| description.name == word)?.depth;
    PUBLISHED.iter().find(|each| each.word == word && each.depth == depth)
}

/// What a document says an optimisation is worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Worth {
    /// The program.
    pub(crate) word: &'static str,
    /// The optimisation.
    pub(crate) switch: &'static str,
    /// In the document's words.
    pub(crate) claim: &'static str,
    /// Whether the text says that it only saves time.
    pub(crate) keeps_move: bool,
}

const fn worth(word: &'static str, switch: &'static str, keeps_move: bool, claim: &'static str) -> Worth {
    Worth { word, switch, claim, keeps_move }
}

/// Every switch of every program, with what its document claims.
pub(crate) const WORTH: [Worth; 23] = [
    worth("boundary", "boundary", false, "7–11× fewer branches, 300–1000× faster at depth 4"),
    worth("boundary", "table", true, "30–50 % less time"),
    worth("boundary", "ordering", true, "50–75 % fewer nodes"),
    worth("boundary", "incremental", true, "about 99 % less evaluation time"),
    worth("boundary", "selection", false, "the best 13 moves only"),
    worth("boundary", "distant", false, "far threats seen at minimal cost"),
    worth("boundary", "pruning", true, "O(b^(d/2)) instead of O(b^d)"),
    worth("automaton", "pruning", true, "skips what cannot be chosen"),
    worth("automaton", "ordering", true, "“great impact on the efficiency of pruning”"),
    worth("automaton", "selection", false, "depth 4 instead of 2 in 5 s"),
    worth("sequences", "pruning", true, "vital to search at depth 5"),
    worth("sequences", "incremental", true, "allows search at depth 5"),
    worth("trapper", "pruning", true, "cuts off branches, faster"),
    worth("trapper", "table", true, "no position twice"),
    worth("trapper", "ordering", true, "the most promising moves first"),
    worth("trapper", "selection", false, "the best 15 moves only"),
    worth("trapper", "deepening", true, "balances depth and time"),
    worth("trapper", "crowding", false, "less depth when crowded, against timeouts"),
    worth("trapper", "quick-win", false, "wins and blocks without a search"),
    worth("trapper", "book", false, "good moves for the first stones"),
    worth("masked", "pruning", true, "the same move for less effort"),
    worth("masked", "masking", false, "overlines do not count"),
    worth("masked", "early-stop", false, "no search beyond a five"),
];

/// What a document says about an optimisation.
pub(crate) fn claimed(word: &str, switch: &str) -> Option<&'static Worth> {
    WORTH.iter().find(|worth| worth.word == word && worth.switch == switch)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_switch_of_every_program_has_its_claim() {
        for description in CLASSICS {
            for switch in description.switches {
                assert!(claimed(description.name, switch).is_some(), "{} {switch}", description.name);
            }
        }
        assert_eq!(WORTH.len(), CLASSICS.iter().map(|description| description.switches.len()).sum::<usize>());
    }

    #[test]
    fn three_documents_report_the_time_of_their_default_move() {
        let times: Vec<_> =
            CLASSICS.iter().filter_map(|description| Some(default_time(description.name)?.low)).collect();
        assert_eq!(times, [0.5, 5.0, 0.3]);
    }
}
