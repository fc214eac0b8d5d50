//! The five documents: who wrote them, and the figures they report, read off as facts.

use goren_classics::CLASSICS;

/// A document, as a citation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Document {
    /// Its number in the project's collection.
    pub number: &'static str,
    /// The program it describes.
    pub agent: &'static str,
    /// Authors.
    pub authors: &'static str,
    /// Title.
    pub title: &'static str,
    /// Where and when it was written.
    pub origin: &'static str,
}

/// The documents, in the order of the programs.
pub(crate) const DOCUMENTS: [Document; 5] = [
    Document {
        number: "000",
        agent: "boundary",
        authors: "M. Alaa, A. Osama, M. Hamdy, A. Khaled and M. Abdelmonem",
        title: "Gomoku AI with Alpha-Beta Pruning: Gomoku AI Implementation and Analysis Report",
        origin: "course project ELE335 (Artificial Intelligence), May 2025; the authors’ program is public",
    },
    Document {
        number: "001",
        agent: "automaton",
        authors: "Shijie Chen",
        title: "CS303 Project1: Gomoku AI",
        origin: "Southern University of Science and Technology, Shenzhen, 2018",
    },
    Document {
        number: "002",
        agent: "sequences",
        authors: "Efthymios Chatziathanasiadis",
        title: "Gomoku Game Player",
        origin: "course work ECS629 (Artificial Intelligence), undated",
    },
    Document {
        number: "003",
        agent: "trapper",
        authors: "unnamed authors",
        title: "Assignment 1 report (AdvancedTrapGomokuAI)",
        origin: "course work, undated",
    },
    Document {
        number: "004",
        agent: "masked",
        authors: "Vincenzo Salvati and Paolo Mansi",
        title: "Project Report, Agenti Intelligenti",
        origin: "University of Salerno, 2021/22; the authors’ program and logs are public",
    },
];

/// The document of a program.
pub fn document(agent: &str) -> &'static Document {
    DOCUMENTS.iter().find(|document| document.agent == agent).unwrap_or(&DOCUMENTS[0])
}

/// A figure that a document, its figures or its authors’ logs report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Reported {
    /// The program.
    pub(crate) agent: &'static str,
    /// What it is about.
    pub(crate) about: &'static str,
    /// The figure.
    pub(crate) figure: &'static str,
    /// Where it stands.
    pub(crate) source: &'static str,
}

const fn reported(
    agent: &'static str,
    about: &'static str,
    figure: &'static str,
    source: &'static str,
) -> Reported {
    Reported { agent, about, figure, source }
}

/// What the authors report, as data beside ours.
pub(crate) const REPORTED: [Reported; 18] = [
    reported("boundary", "time at depth 1", "0.24 s", "text, Performance Characteristics"),
    reported("boundary", "time at depth 2", "1.65 s", "text, Performance Characteristics"),
    reported("boundary", "time at depth 3", "24.57 s (unoptimised, says the program’s read-me)", "text"),
    reported("boundary", "time at depth 4", "0.5–2 s and 1–3 s, all optimisations", "text, twice"),
    reported("boundary", "time at depth 5", "30 s and more, all optimisations", "text"),
    reported(
        "boundary",
        "time at depth 1 to 6",
        "3 ms to 0.9 s, a hundredth of the text",
        "figure, read off by eye",
    ),
    reported(
        "boundary",
        "time by stage",
        "early 0.052 s, middle 0.039 s, late 0.041 s",
        "figure, read off by eye",
    ),
    reported(
        "boundary",
        "nodes at depth 1 to 4",
        "14, 83, 298, 2553 calls on one position",
        "the authors’ program",
    ),
    reported("automaton", "depth", "4 plies of 5 points in 5 s", "abstract"),
    reported("automaton", "depth without selection", "2 plies in 5 s", "section III C"),
    reported("sequences", "depth", "5 plies on 8×8; no time stated", "section 2.1"),
    reported("trapper", "time limit", "0.3 s a move", "listing"),
    reported(
        "masked",
        "games against persons",
        "85 % won; 52 of 61 in the logs",
        "figure 4-1 and Player_VS_PC.csv",
    ),
    reported(
        "masked",
        "games against the second weighting",
        "97 won, 3 lost, no draw",
        "figure 4-2 and logs",
    ),
    reported("masked", "time of a move", "2–21 s, rising with the number of moves", "figure 4-3"),
    reported(
        "masked",
        "mean time of a move",
        "4.5 s against programs, 10 s against persons",
        "logs: PC_VS_PC.csv, Player_VS_PC.csv",
    ),
    reported(
        "masked",
        "utility of the example",
        "1889 printed; 1887 by the authors’ program",
        "section 2.2.1",
    ),
    reported("masked", "candidates of the example", "32", "figure 2-10"),
];

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
    /// Whether it is of the search without optimisations.
    pub(crate) is_unoptimised: bool,
}

const fn at(name: &'static str, depth: u32, low: f64, high: f64) -> Published {
    Published { name, depth, low, high, is_unoptimised: false }
}

/// Every time for a move at a depth that a document states. `sequences` states none; `masked` shows its times in a figure.
pub(crate) const PUBLISHED: [Published; 8] = [
    at("boundary", 1, 0.24, 0.24),
    at("boundary", 2, 1.65, 1.65),
    Published { is_unoptimised: true, ..at("boundary", 3, 24.57, 24.57) },
    at("boundary", 4, 0.5, 3.0),
    at("boundary", 5, 30.0, 30.0),
    at("automaton", 4, 5.0, 5.0),
    at("trapper", 2, 0.3, 0.3),
    at("masked", 2, 2.0, 21.0),
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
pub(crate) const OPTIMISATION_CLAIMS: [OptimisationClaim; 24] = [
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
    claim("automaton", "point-automaton", true, "performance “noticeably improved”"),
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
    fn four_documents_report_the_time_of_their_default_move() {
        let times: Vec<_> =
            CLASSICS.iter().filter_map(|description| Some(default_time(description.name)?.low)).collect();
        assert_eq!(times, [0.5, 5.0, 0.3, 2.0]);
    }
}
