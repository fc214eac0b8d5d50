//! The claims of document 003, `trapper`.

use super::ClaimVerdict::{Fails, Holds, InPart};
use super::bound::Bound::{Above, Below, Reaches};
use super::bound::MOSTLY;
use super::source::Source::{Ablate, Computed, Depth, Drill, Growth};
use super::{ABLATE, BY_HAND, Claim, DEPTH, DRILLS, MATCH, claim, statistic};
use crate::drills::Drill::{Block, Defend, Fours, OpenFour, Win};

const SHAPES: &str = "cargo test -p goren-core shape";
const TWO_TASKS: &str = "solves {share} of {count} ({task}), {2.share} of {2.count} ({2.task})";

pub(super) const CLAIMS: &[Claim] = &[
    claim("trapper-depth", "Initialization", DEPTH)
        .says(
            "limit the depth of the search tree to prevent the algorithm from taking too long to compute a move",
        )
        .measured(
            &[Depth(2), Growth(2, 3)],
            "{nodes} nodes, {time} at depth 2; a third ply ×{2.growth} nodes",
        )
        .is(Holds)
        .showing(&["2.growth"]),
    claim("trapper-time-limit", "Initialization", MATCH)
        .says("ensure that the Al does not spend too much time thinking about a move")
        .measured(
            &[Computed(statistic::time_limit)],
            "{late} of {moves} moves took longer than 0.3 s; median {median}",
        )
        .by(&["in time"], Reaches(0.99, 0.5))
        .showing(&[])
        .because("the limit is never needed here; the authors’ Python program would often reach it"),
    claim("trapper-defence", "evaluate_board", DRILLS)
        .says("Player B's score being multiplied by 1.1 to slightly favor defense")
        .measured(&[Drill(Block), Drill(OpenFour)], TWO_TASKS)
        .by(&["share"], MOSTLY)
        .because("the factor itself is not switchable, so its effect is not separated"),
    claim("trapper-traps", "_score_pattern", "goren lab positions --out lab")
        .says("besides the trap situation is also thoroughly considered")
        .measured(&[Computed(statistic::four_between_traps)], "{what}")
        .is(Fails)
        .unless("right", InPart)
        .because(
            "closed shapes have rows with traps; open threes and twos next to traps have none, and all five \
             programs pass this position",
        ),
    claim("trapper-selection", "get_valid_moves", ABLATE)
        .says("Consider only the top 15 best positions for efficiency")
        .measured(&[Ablate("selection")], "{all}")
        .by(&["saved"], Above(0.0)),
    claim("trapper-sorting", "get_valid_moves", ABLATE)
        .says("Score each possible move position for sorting")
        .measured(&[Ablate("ordering")], "{all}")
        .by(&["saved"], Above(0.0)),
    claim("trapper-order-moves", "_order_moves", BY_HAND)
        .says(
            "heuristically sorts and prioritizes a list of potential moves based on various strategic criteria",
        )
        .fails("never called: the search uses the order of get_valid_moves")
        .because("in the listing and in the authors’ program"),
    claim("trapper-pruning", "Strengths, 2", ABLATE)
        .says("reduce the search space by cutting off unnecessary branches, leading to faster computation times")
        .measured(&[Ablate("pruning")], "{all}")
        .by(&["saved"], Above(0.0)),
    claim("trapper-table", "negamax_alpha_beta", ABLATE)
        .says("If the hash exists and the depth is sufficient, return the stored score")
        .measured(&[Ablate("table")], "{all}")
        .by(&["factor"], Above(1.0))
        .unless("nothing saved", Fails)
        .showing(&["time saved"])
        .because(
            "two plies never reach a position twice at sufficient depth, so nothing stored is ever returned; \
             the interval is of the time saved",
        ),
    claim("trapper-deepening", "Strengths, 3", ABLATE)
        .says("a good approach to balance between depth of search and response time")
        .measured(&[Ablate("deepening")], "{all}; the time limit is not reached")
        .is(InPart)
        .showing(&["time saved"])
        .because(
            "with two plies the first is all that could be saved; the interval is of the time saved",
        ),
    claim("trapper-simple-evaluate", "Strengths, 4", BY_HAND)
        .says("useful for sorting potential moves and focusing on the most promising ones")
        .fails("used only when the search found nothing; nothing is sorted by it"),
    claim("trapper-book", "Open book", ABLATE)
        .says("To let AI make a faster and more accurate decision")
        .measured(
            &[Ablate("book")],
            "{saved or not} on the first stones; another move than the search in {other moves} of {positions}",
        )
        .is(InPart)
        .showing(&["saved"])
        .because("faster; whether its moves are better was not played out"),
    claim("trapper-book-lines", "Open book", "cargo test -p goren-classics book")
        .says("Common opening lines")
        .fails("never played: an opposing stone in the centre is answered by another entry first"),
    claim("trapper-crowding", "find_best_move", ABLATE)
        .says("If there are already many pieces, it reduces the search depth to avoid timeouts")
        .measured(
            &[Ablate("crowding")],
            "the listing sets 2 for many pieces and min(2, 2) for few[; set to {depth} plies it saves: \
             {saved or not}]",
        )
        .is(Fails)
        .because("at the document’s own depth it changes nothing"),
    claim("trapper-quick-win", "find_best_move", DRILLS)
        .says(
            "a quick check to capitalize on any opportunities to win or block the opponent without delving into \
             deeper analysis",
        )
        .measured(&[Drill(Win), Drill(Block)], TWO_TASKS)
        .by(&["share", "2.share"], MOSTLY),
    claim("trapper-legal", "play_games", MATCH)
        .says("If the best move's position is not empty, it tries to find an empty position")
        .measured(&[Computed(statistic::faults)], "{what}")
        .is(Holds)
        .unless("faults", Fails),
    claim("trapper-first-move", "Simulate complete process", "goren classic trapper")
        .says("Since it's the first move, it plays in the center of the board")
        .holds("h8, the centre, from the book"),
    claim("trapper-patterns", "Strengths, 1", DRILLS)
        .says("effectively uses pattern recognition to evaluate board positions")
        .measured(&[Drill(OpenFour), Drill(Defend)], TWO_TASKS)
        .by(&["share"], MOSTLY),
    claim("trapper-too-simple", "Weaknesses, 1", DRILLS)
        .says("The heuristic evaluation function might be too simple")
        .measured(&[Drill(Fours)], "solves {share} of {count} ({task})")
        .by(&["share"], Below(0.9)),
    claim("trapper-fixed-time", "Weaknesses, 2", DEPTH)
        .says("The time limit for each move is fixed, which might not be optimal in all situations")
        .holds("0.3 s for every move, whatever the position")
        .because("at two plies it is never used up here, so another limit would change no move"),
    claim("trapper-complex-patterns", "Weaknesses, 3", MATCH)
        .says("there might be room for improvement in recognizing more complex or subtle patterns")
        .measured(&[Computed(statistic::points)], "{share} of all points in the cross table")
        .by(&["share"], Below(0.5)),
    claim("trapper-live-four", "Background", SHAPES)
        .says("Compared to the live four, the punch four is less threatening")
        .holds("one reply stops a closed four, none stops an open one: that is how core defines them"),
    claim("trapper-live-three", "Background", SHAPES)
        .says("if the opponent does not defend it, a live four can be formed on the next move")
        .holds("that is how core defines an open three"),
    claim("trapper-double-three", "PATTERN_SCORES", "cargo test -p goren-classics trapper")
        .says("'double_three': 800, # New: Double active three")
        .fails(
            "never awarded: a string is one line of nine cells, on which there is no double three and no double \
             four",
        )
        .because("the same is true of double_four"),
    claim("trapper-block-three", "Open book", BY_HAND)
        .says("Block opponent from forming a live three")
        .fails("the entry is None, and nothing looks it up"),
    claim("trapper-book-flexibility", "Open book", "goren classic trapper h8 --with book-lines")
        .says(
            "they have limitations in flexibility and adaptability to more complex or unique opening scenarios",
        )
        .holds(
            "an opponent in the centre always has the same answer; the two standard lines are hidden by it",
        )
        .because(
            "and the test for two stones on a diagonal looks at the column after the last, beyond the board: the \
             listing would stop there",
        ),
    claim("trapper-foundation", "Summary", BY_HAND)
        .says(
            "provides a solid foundation for playing Gomoku, with a good balance of strategic planning and \
             efficiency",
        )
        .untestable("no measure is named"),
];
