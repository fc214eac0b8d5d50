//! The words of the field, explained.

/// Each word with its explanation.
pub(crate) const GLOSSARY: [(&str, &str); 17] = [
    (
        "node",
        "A move made on the board during a search. Nodes do not depend on the machine, so they are counted first.",
    ),
    ("ply", "One move of one side. A depth of four plies looks at own move, reply, own move, reply."),
    ("leaf", "A position at the end of a line, where the search stops and evaluates."),
    ("evaluation", "A number for how good a position looks, without searching further."),
    ("minimax", "The rule that a side picks the move whose worst reply is best."),
    (
        "α–β pruning",
        "Leaving out moves that cannot change the choice. α is what the program has already, β what the opponent can hold it to.",
    ),
    ("cut-off", "The moment at which pruning drops all remaining moves of a position."),
    (
        "exact value and bound",
        "After a cut-off only “at least” (≥) or “at most” (≤) is known; otherwise the value is exact.",
    ),
    (
        "branching factor",
        "Moves searched per position. The effective one is that of a full tree with as many nodes.",
    ),
    ("transposition table", "A memory of positions already searched, found by a hash."),
    ("candidate", "A move that a program generates; selection keeps the best of them."),
    ("median", "Half of the measurements are smaller, half are larger; a few slow ones do not move it."),
    (
        "95 % interval",
        "A method that encloses the true value in 95 of 100 repetitions. Shares: Wilson’s. Medians and factors: bootstrap, the sample drawn again 1,000 times.",
    ),
    ("factor", "Work without something divided by work with it, as a geometric mean: ×2 is twice the work."),
    ("freestyle, standard", "Five or more in a row win; exactly five win."),
    ("overline", "Six or more in a row."),
    ("open four", "Four stones that become a five at two points: no single stone stops it."),
];
