//! The claims of document 002, `sequences`.

use super::ClaimVerdict::{Holds, NotMeasured};
use super::bound::Bound::Above;
use super::bound::MOSTLY;
use super::source::Source::{Ablate, Computed, Depth, Drill};
use super::{ABLATE, BY_HAND, Claim, DEPTH, DRILLS, MATCH, claim, statistic};
use crate::drills::Drill::Win;

const TESTS: &str = "cargo test -p goren-classics sequences";

pub(super) const CLAIMS: &[Claim] = &[
    claim("sequences-64", "2, Minimax", "goren classic sequences --depth 1 --json")
        .says("the tree has a branching factor of up to 64 (8 x 8)")
        .holds("8 × 8 = 64 empty points, all of them candidates"),
    claim("sequences-huge", "2, Minimax", DEPTH)
        .says("which leads to a huge search space")
        .measured(
            &[Depth(5)],
            "64·63·62·61·60 = 914,941,440 lines of five plies[; with pruning {nodes} nodes in a middle game]",
        )
        .is(Holds),
    claim("sequences-optimisation", "2.1, Optimization", ABLATE)
        .says("it was vital to adopt optimization techniques, such as alpha beta pruning")
        .measured(
            &[Ablate("pruning")],
            "{saved} fewer nodes at depth {depth}; same move in {same moves} of {positions}",
        )
        .by(&["saved"], Above(0.5)),
    claim("sequences-depth-5", "2.1, Optimization", DEPTH)
        .says(
            "implementing recursive minimax with minimum object support were utilized to allow search at depth 5",
        )
        .measured(&[Computed(statistic::five_plies)], "{what}")
        .is(Holds)
        .unless("too long", NotMeasured)
        .showing(&["nodes"])
        .because("[{advice}]"),
    claim("sequences-admissible", "1, Introduction", BY_HAND)
        .says("the development of an admissible heuristic function")
        .untestable(
            "admissible means that a cost is never overestimated; in a game of two players there is no cost to \
             compare with",
        ),
    claim("sequences-chance", "2.2, Evaluation Function", MATCH)
        .says(
            "The player has higher chance of victory in cases where there are many winning sequences with high \
             number of player cells",
        )
        .measured(&[Computed(statistic::forecast)], statistic::FORECAST)
        .by(&["share"], Above(0.5)),
    claim("sequences-victory", "2.2, Evaluation Function", DRILLS)
        .says("weights are set to prioritize victory")
        .measured(&[Drill(Win)], "makes the five in {share} of {count} generated positions")
        .by(&["share"], MOSTLY)
        .because("the weights themselves are not printed; 1, 10, 100, 1000 are ours"),
    claim("sequences-potential", "2.2, Evaluation Function", TESTS)
        .says("making moves on those cells could lead to victory")
        .holds("a window without an opposing stone is one that can still become a five, by definition"),
    claim("sequences-figure", "2.2, Figure 1", TESTS)
        .says("in Figure 1 the blue sequence is a valid winning sequence of 4 for player Black")
        .holds("F4 = 1 for Black on the board of figure 1"),
    claim("sequences-strategy", "1, Introduction", BY_HAND)
        .says("mainly inspired by human game playing strategy")
        .untestable("a statement about its author"),
];
