//! What the documents report: times by depth, and the effect of each optimisation.

use goren_classics::CLASSICS;

/// A time that a document reports.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Published {
    /// The program.
    pub(crate) name: &'static str,
    /// The depth.
    pub(crate) depth: u32,
    /// The shortest time in seconds…
    pub(crate) low: f64,
    /// …and the longest.
    pub(crate) high: f64,
}

const fn at(name: &'static str, depth: u32, low: f64, high: f64) -> Published {
    Published { name, depth, low, high }
}

/// Every time for a move that the text of a document states. `sequences` and `masked` state none: one has no
/// measurements, the other shows them in a figure without numbers.
pub(crate) const PUBLISHED: [Published; 7] = [
    at("boundary", 1, 0.24, 0.24),
    at("boundary", 2, 1.65, 1.65),
    at("boundary", 3, 24.57, 24.57),
    at("boundary", 4, 0.5, 3.0),
    at("boundary", 5, 30.0, 30.0),
    at("automaton", 4, 5.0, 5.0),
    at("trapper", 2, 0.3, 0.3),
];

/// The time that a program's document reports for a move at its default depth.
pub(crate) fn default_time(name: &str) -> Option<&'static Published> {
    let depth = CLASSICS.iter().find(|description| description.name == name)?.depth;
    PUBLISHED.iter().find(|each| each.name == name && each.depth == depth)
}

/// What a document claims of an optimisation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct OptimisationClaim {
    /// The program.
    pub(crate) name: &'static str,
    /// The optimisation.
    pub(crate) switch: &'static str,
    /// The claim.
    pub(crate) claim: &'static str,
    /// Whether the text says that the optimisation only saves time.
    pub(crate) keeps_move: bool,
}

const fn claim(
    name: &'static str,
    switch: &'static str,
    keeps_move: bool,
    claim: &'static str,
) -> OptimisationClaim {
    OptimisationClaim { name, switch, claim, keeps_move }
}

/// Every switch of every program, with the claim of its document.
pub(crate) const OPTIMISATION_CLAIMS: [OptimisationClaim; 23] = [
    claim("boundary", "boundary", false, "7–11× fewer branches, 300–1000× faster at depth 4"),
    claim("boundary", "table", true, "30–50 % less time"),
    claim("boundary", "ordering", true, "50–75 % fewer nodes"),
    claim("boundary", "incremental", true, "about 99 % less evaluation time"),
    claim("boundary", "selection", false, "the best 13 moves only"),
    claim("boundary", "distant", false, "far threats seen at minimal cost"),
    claim("boundary", "pruning", true, "O(b^(d/2)) instead of O(b^d)"),
    claim("automaton", "pruning", true, "skips what cannot be chosen"),
    claim("automaton", "ordering", true, "“great impact on the efficiency of pruning”"),
    claim("automaton", "selection", false, "depth 4 instead of 2 in 5 s"),
    claim("sequences", "pruning", true, "vital to search at depth 5"),
    claim("sequences", "incremental", true, "allows search at depth 5"),
    claim("trapper", "pruning", true, "cuts off branches, faster"),
    claim("trapper", "table", true, "no position twice"),
    claim("trapper", "ordering", true, "the most promising moves first"),
    claim("trapper", "selection", false, "the best 15 moves only"),
    claim("trapper", "deepening", true, "balances depth and time"),
    claim("trapper", "crowding", false, "less depth when crowded, against timeouts"),
    claim("trapper", "quick-win", false, "wins and blocks without a search"),
    claim("trapper", "book", false, "good moves for the first stones"),
    claim("masked", "pruning", true, "the same move for less effort"),
    claim("masked", "masking", false, "overlines do not count"),
    claim("masked", "early-stop", false, "no search beyond a five"),
];

/// The claim of a document about an optimisation.
pub(crate) fn claimed(name: &str, switch: &str) -> Option<&'static OptimisationClaim> {
    OPTIMISATION_CLAIMS.iter().find(|claim| claim.name == name && claim.switch == switch)
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
        assert_eq!(
            OPTIMISATION_CLAIMS.len(),
            CLASSICS.iter().map(|description| description.switches.len()).sum::<usize>()
        );
    }

    #[test]
    fn three_documents_report_the_time_of_their_default_move() {
        let times: Vec<_> =
            CLASSICS.iter().filter_map(|description| Some(default_time(description.name)?.low)).collect();
        assert_eq!(times, [0.5, 5.0, 0.3]);
    }
}
