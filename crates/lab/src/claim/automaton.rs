//! The claims of document 001, `automaton`.

use super::ClaimVerdict::{Fails, Holds, InPart};
use super::bound::Bound::{Above, Below, Reaches};
use super::source::Source::{Ablate, Computed, Contrast, Depth, Duel, Growth};
use super::{ABLATE, BY_HAND, CONTRASTS, Claim, DEPTH, DUELS, MATCH, claim, statistic};

const TESTS: &str = "cargo test -p goren-classics automaton";

pub(super) const CLAIMS: &[Claim] = &[
    claim("automaton-four-plies", "Abstract", DEPTH)
        .says("able to search 4 steps with 5 possible locations each step in 5 seconds")
        .measured(&[Depth(4)], "{nodes} nodes of at most 780, {time}")
        .by(&["time"], Below(5.0))
        .showing(&["nodes"]),
    // In the claim's own terms: what four plies cost is the budget.
    claim("automaton-selection-depth", "III C, Proper Path Selection", CONTRASTS)
        .says("increases depth of search tree from 2 to 4 within time limit of 5s")
        .measured(
            &[
                Contrast("2 plies without selection"),
                Contrast("3 plies without selection"),
                Contrast("4 plies without selection"),
            ],
            "as a multiple of four plies with the best five: two plies without selection ×{evaluations} \
             evaluations, three ×{2.evaluations}",
        )
        .by(&["base evaluations", "2.evaluations"], Reaches(1.0, 0.0))
        .showing(&["2.evaluations"])
        .because("[here even four plies without selection take {3.bound}{3.time}]"),
    claim("automaton-eight-plies", "V, Discussion", CONTRASTS)
        .says("quite challenging to implement an AI that explores a 8-level search tree within 5 seconds")
        .measured(&[Contrast("8 plies")], "{bound}{nodes} nodes, {time}: ×{factor} the nodes of four plies")
        .by(&["time"], Reaches(5.0, 0.0))
        .unless("given up", Holds)
        .showing(&["factor"])
        .because("not here; true for a program whose four plies take anything near five seconds"),
    claim("automaton-exponential", "III, Method", DEPTH)
        .says("a search tree whose size expands exponentially with search depth")
        .measured(
            &[Growth(1, 2), Growth(2, 3), Growth(3, 4)],
            "nodes ×{growth}, ×{2.growth}, ×{3.growth} from ply to ply",
        )
        .is(Holds),
    claim("automaton-pruning", "III D, α-β Pruning", ABLATE)
        .says("works by skipping obviously un-optimal points while searching")
        .measured(&[Ablate("pruning")], "{saved} fewer nodes; same value in {same values} of {positions}")
        .by(&["saved"], Above(0.0))
        .unless("other values", Fails),
    claim("automaton-ordering", "V, Discussion", ABLATE)
        .says("the order of subBoards has great impact on the efficiency of")
        .measured(&[Ablate("ordering")], "{saved} fewer nodes than in board order")
        .by(&["saved"], Reaches(0.1, 0.0)),
    claim("automaton-brute-force", "I, Introduction", CONTRASTS)
        .says("Brute force search algorithm requires too much computational power")
        .measured(
            &[Contrast("4 plies without selection")],
            "four plies over all neighbours, with pruning: {bound}{nodes} nodes, ×{factor}; over all points \
             225⁴ = 2.6 billion",
        )
        .is(Holds)
        .showing(&["factor"]),
    claim("automaton-optimal-included", "V, Discussion", ABLATE)
        .says("Improve single position evaluation function, so that optimal position is included")
        .measured(
            &[Ablate("selection")],
            "the search of all neighbours plays the same move in {same moves} of {positions} and finds the same \
             value in {same values}",
        )
        .is(InPart)
        .unless("other values", Holds)
        .because("the best move is sometimes not among the five, as the document fears"),
    claim("automaton-depth-skill", "III, Method", DUELS)
        .says("search depth determines the \"skill level\" of the AI player")
        .measured(&[Duel("duel-automaton")], "four plies score {share} against two")
        .by(&["share"], Above(0.5)),
    claim("automaton-evaluation-depth", "V, Discussion", MATCH)
        .says(
            "programs with better evaluation functions may outperform programs with simpler evaluation functions \
             but deeper search trees",
        )
        .measured(
            &[Computed(statistic::masked_against_boundary)],
            "masked (2 plies) scores {share} against boundary (4 plies)",
        )
        .by(&["share"], Above(0.5)),
    claim("automaton-traps", "V, Discussion", BY_HAND)
        .says("such ability can be achieved with a search tree with depth of more than 8")
        .untestable("the document does not say what counts as a trap"),
    claim("automaton-dominate", "III A, Pattern and Scores", TESTS)
        .says("Scores of more dangerous patterns must dominates scores of less dangerous ones")
        .fails(
            "table II gives a closed four (caaaab) and a three (caaac) the same 1,000,000; table III gives \
             `ccaac`, a two, the score of a three",
        ),
    claim("automaton-multiple-patterns", "III A, Pattern Matching", TESTS)
        .says("I use AC automata [1] in this project to match multiple patterns efficiently")
        .holds("all patterns of a line in one pass, whatever their number"),
    claim("automaton-point-automaton", "V, Discussion", ABLATE)
        .says("I didn't employ AC automata in it. Otherwise the performance should be noticeably improved")
        .measured(&[Ablate("point-automaton")], "{all}")
        .by(&["time saved"], Above(0.0))
        .because(
            "algorithm 2 of the same document uses the automaton, and so does this program; measured against \
             trying every pattern at every cell",
        ),
    claim("automaton-optimal", "III E, Minimax", ABLATE)
        .says("finally obtain an optimal solution")
        .measured(
            &[Ablate("selection")],
            "optimal among the five points searched; another value with all points in {other values} of \
             {positions}",
        )
        .is(InPart),
    claim("automaton-players", "Abstract", "goren play --agent automaton")
        .says("can play with either human or other AI players")
        .holds("against a person in `goren play` and the studio, against programs in every match here"),
    claim("automaton-grade", "II, Methodology", MATCH)
        .says("shows the grade, chance of winning, of the board or point")
        .measured(&[Computed(statistic::forecast)], statistic::FORECAST)
        .by(&["share"], Above(0.5)),
    claim("automaton-validated", "IV, Validation", BY_HAND)
        .says("tested with test cases provided by CS303 Artificial Intelligence course")
        .untestable("the test cases are not public"),
];
