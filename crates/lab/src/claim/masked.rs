//! The claims of document 004, `masked`.

use super::ClaimVerdict::{Fails, Holds, InPart, Untestable};
use super::bound::Bound::{Above, Below, Reaches, Stays};
use super::bound::MOSTLY;
use super::source::Source::{Ablate, Computed, Contrast, Depth, Drill, Duel, Masking};
use super::{ABLATE, BY_HAND, CONTRASTS, Claim, DEPTH, DRILLS, DUELS, MATCH, claim, statistic};
use crate::drills::Drill::{Fours, OpenFour, Win};
use crate::masking::{ORDINARY, TEMPTING};

const ARITHMETIC: &str = "goren lab claims --only masked --out lab";
const MASKING: &str = "goren lab masking --out lab";
const TESTS: &str = "cargo test -p goren-classics masked";

pub(super) const CLAIMS: &[Claim] = &[
    claim("masked-state-space", "1, Gomoku game", ARITHMETIC)
        .says("state-space complexity of approximately 10^105")
        .holds("3²²⁵ = 10^107.4 boards, 10^106.2 with equal numbers of stones")
        .because("positions after a win are among them, so it is an upper bound"),
    claim("masked-game-tree", "1, Gomoku game", ARITHMETIC)
        .says("game-tree complexity of approximately 10^70")
        .holds("210³⁰ = 10^69.7: thirty moves with about 210 choices"),
    claim("masked-solved", "1, Gomoku game", BY_HAND)
        .says("In 1994, Allis proved mathematically that Gomoku is a solved game")
        .untestable("a proof of history; it is about freestyle on 15×15, not about exactly five or Swap2"),
    claim("masked-easier", "1, Gomoku game", BY_HAND)
        .says("its rules are easier to implement using fundamental algorithms rather than neural networks")
        .untestable("effort was not measured"),
    claim("masked-first-player", "1.1, Game rules", MATCH)
        .says("if left unrestricted, Gomoku has a strong advantage for the first player")
        .measured(
            &[Computed(statistic::first_player)],
            "Black scores {share} in the cross table, from random openings",
        )
        .by(&["share"], Above(0.5))
        .because("openings that are not chosen for balance; every opening is played with both colours"),
    claim("masked-same-move", "2.1, Algorithm explanation", ABLATE)
        .says("This algorithm returns the same move as the Minimax but prunes away branches")
        .measured(&[Ablate("pruning")], "same move in {same moves} of {positions}, {saved} fewer nodes")
        .by(&["saved"], Above(0.0))
        .unless("other moves", Fails),
    claim("masked-weights-30", "2.2.1, Utility function", ARITHMETIC)
        .says("they differ by about a multiple of 30")
        .in_part("own 29.8, 36.2, 25.0; opponent’s 30.0, 30.0, 60.0")
        .because("60 between the opponent’s threes and twos"),
    claim("masked-thirty-threes", "2.2.1, Utility function", ARITHMETIC)
        .says(
            "the opponent needs 30 occurrences of the Three in Row to reach the weight of the 1 Four in Row",
        )
        .holds("900 / 30 = 30"),
    claim("masked-attack", "2.2.1, Utility function", ARITHMETIC)
        .says(
            "the weights associated to the player's combinations have a slightly higher value compared to the \
             opponent's ones",
        )
        .in_part(
            "27000 against 26999, 905 against 900, but 1 against 0.5 for twos; 25 against 30 for threes, as the \
             text says",
        )
        .because("a double weight is not slightly higher"),
    claim("masked-three-matches", "2.2.1, Utility function", TESTS)
        .says(
            "three stones in a row, with both ends free will match three times the pattern Three in Row",
        )
        .in_part(
            "three windows of five if two cells are free at both ends; with one free cell at each end only one",
        )
        .because("“both ends free” must mean two cells each"),
    claim("masked-stronger", "2.2.1, Utility function", ARITHMETIC)
        .says("This makes this configuration stronger and so more likely to be reached")
        .holds(
            "three windows of 25 are 75 for its owner, where a three with one free cell at each end has 25",
        ),
    claim("masked-no-defence", "2.2.1, Utility function", DRILLS)
        .says("If the player has the possibility to win, it does not have to defend anymore")
        .measured(&[Drill(Win)], "makes the five in {share} of {count} generated positions")
        .by(&["share"], MOSTLY)
        .because("27000 for its own five, 26999 for the opponent’s"),
    claim("masked-example-sum", "2.2.1, Utility function", TESTS)
        .says("(1810 + 50 + 25 + 7 + 3) - (4.5 + 1.5) = 1889")
        .in_part("the sum is 1889; counted on the board it is 1887")
        .because(
            "three broken twos are printed, four are on the board; nine twos of Black, fifteen on the board. The \
             authors’ program gives 1887, too",
        ),
    claim("masked-example-won", "2.2.1, Utility function", TESTS)
        .says("the White player is on the verge of winning")
        .holds("White has a four and makes a five at its next move unless Black stops it"),
    claim("masked-masking", "2.2.1, Utility function", MASKING)
        .says("whenever an overshoot pattern is detected")
        .measured(
            &[Masking(ORDINARY, "no masking"), Masking(TEMPTING, "no masking")],
            "another move without masking in {moves} of {positions} middle games, in {2.moves} of {2.positions} \
             where an overline can be made; {2.overlines} overlines played without it",
        )
        .by(&["2.moved"], Above(0.0))
        .showing(&["moved", "2.moved"]),
    claim("masked-masking-strength", "4.2, Strengths and weaknesses", DUELS)
        .says("ignoring potentially longer combinations, is a big strength")
        .measured(&[Duel("duel-masking")], "with masking {share} against without")
        .by(&["share"], Above(0.5))
        .because("positions with a possible overline are rare in play"),
    claim("masked-candidates", "2.2.2, Possible moves", ABLATE)
        .says("This filtering of low interest moves decreases considerably the computational effort")
        .measured(
            &[Computed(statistic::candidates)],
            "{candidates} candidates of about 211 empty points: ×{factor} fewer a ply",
        )
        .by(&["factor"], Above(2.0)),
    claim("masked-candidates-grow", "2.2.2, Possible moves", MATCH)
        .says("the number of available moves grows as the number of stones set on the board gets higher")
        .measured(&[Computed(statistic::candidates_by_stones)], "median candidates: {each}")
        .is(Holds)
        .unless("falls", InPart),
    claim("masked-depth-2", "2.2.3, Terminal test", DRILLS)
        .says("leading to choosing configurations that the opponent is not capable of blocking")
        .measured(
            &[Drill(OpenFour), Drill(Fours)],
            "makes an open four in {share}, finds a win by fours in {2.share}",
        )
        .by(&["share", "2.share"], MOSTLY),
    claim("masked-threshold-own", "2.2.3, Terminal test", ARITHMETIC)
        .says(
            "Avoid that the player's configurations which do not involve a Five in a Row pattern could overcome \
             the threshold",
        )
        .holds("4/5 · 27000 = 21,600 is more than 23 fours")
        .because("not so for the second weighting: 4/5 · 20 = 16, and two fours are 24"),
    claim("masked-threshold-opponent", "2.2.3, Terminal test", ARITHMETIC)
        .says(
            "Avoid that the opponent's configurations decrease the total utility of the state such that its \
             evaluated score is placed below the threshold",
        )
        .holds("27000 − 21,600 = 5400: six fours of the opponent"),
    claim("masked-persons", "4.1.1, figure 4-1", BY_HAND)
        .says("the AI gets a high number of wins against the sample of players considered")
        .measured(&[], "85 % in the figure; 52 of 61 games in the authors’ log Player_VS_PC.csv")
        .is(Untestable)
        .because("it needs persons; the sample is not described further"),
    claim("masked-experts", "4.1.1, Winning ratio", MATCH)
        .says("it tends to lose against expert players")
        .measured(&[Computed(statistic::against_the_engine)], "{share} against {opponent}")
        .by(&["share"], Below(0.5))
        .because("against programs; persons were not asked"),
    claim("masked-second-weighting", "4.1.1, figure 4-2", "goren lab weightings --out lab")
        .says("This secondary AI tends to be worse than the main one")
        .measured(&[Duel("weightings")], "{share} of {games} games; 97 % in the figure and logs")
        .by(&["share"], Above(0.5)),
    claim("masked-second-reason", "4.1.1, Winning ratio", ARITHMETIC)
        .says("the combination of lower importance moves acquire a bigger utility than most important ones")
        .holds("second weighting: five twos (12.5) outweigh a four (12), seven threes (21) a five (20)"),
    claim("masked-time-grows", "4.1.2, figure 4-3", MATCH)
        .says("highly influenced by the number of moves already performed")
        .measured(
            &[Computed(statistic::growth_with_stones)],
            "rank correlation of nodes with stones {signed}",
        )
        .by(&["correlation"], Reaches(0.3, 0.0))
        .because("a correlation of 0.3 or more is taken for a high influence"),
    claim("masked-time", "4.1.2, figure 4-3", DEPTH)
        .says("the mean elapsed time of response of the AI was counted")
        .measured(
            &[Depth(2)],
            "2–21 s a move in the figure; means of 4.5 s over PC_VS_PC.csv and 10 s over Player_VS_PC.csv of the \
             authors’ logs; {nodes} nodes, {time} here",
        )
        .is(Untestable)
        .showing(&["nodes"])
        .because("another machine and language"),
    claim("masked-far-stones", "4.2, Strengths and weaknesses", MASKING)
        .says("ignores single opposing stones located afar from the highly dense zone")
        .measured(
            &[Masking(ORDINARY, "a lone stone far away")],
            "a lone far stone changes its move in {moves} of {positions} middle games",
        )
        .by(&["moved"], Stays(0.1, 0.3)),
    claim("masked-isolated", "2.2.2, Possible moves", CONTRASTS)
        .says("placing the stones in an isolated part")
        .measured(
            &[Contrast("5×5 neighbourhood")],
            "with a 5×5 neighbourhood another move in {other moves} of {positions} positions, for ×{factor} the \
             nodes",
        )
        .by(&["moved"], Stays(0.1, 0.5))
        .because("points farther away than two cells were not tried"),
    claim("masked-complicated", "4.2, Strengths and weaknesses", DRILLS)
        .says("the AI does not take into consideration complicated strategies")
        .measured(&[Drill(Fours)], "finds a win by fours in {share} of {count} generated positions")
        .by(&["share"], Below(0.9)),
    claim("masked-deeper", "4.2, Strengths and weaknesses", CONTRASTS)
        .says("this involves an unavoidable worsening of the computational effort")
        .measured(
            &[Contrast("3 plies"), Duel("duel-masked-3")],
            "{bound}×{factor} nodes for a third ply[, which scores {2.share} against two]",
        )
        .by(&["factor"], Above(1.0)),
    claim("masked-no-gain", "1.2, Logical agent", "cargo test -p goren-classics")
        .says("in Gomoku the outcome can be determined based on a specific state")
        .holds("no chance and nothing hidden: the same seed gives the same game"),
    claim("masked-heuristics", "3.2.1, PC vs PC", "goren match masked masked:weighting=program --rule standard")
        .says("It has been used to compare different heuristics")
        .measured(&[Duel("weightings")], "{games} games between the two weightings here")
        .is(Holds),
];
