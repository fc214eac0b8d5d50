//! The claims of document 000, `boundary`.

use super::ClaimVerdict::{Fails, Holds, InPart, Untestable};
use super::bound::Bound::{Above, Differ, Largest, Reaches, Saves, Within};
use super::bound::MOSTLY;
use super::source::Source::{Ablate, Computed, Contrast, Depth, Drill, Duel, Growth};
use super::{ABLATE, BY_HAND, CONTRASTS, Claim, DEPTH, DRILLS, DUELS, MATCH, claim, statistic};
use crate::drills::Drill::{Block, Defend, OpenFour, Win};

const ARITHMETIC: &str = "goren lab claims --only boundary --out lab";
/// Without what saves nodes.
const THREE_PLIES: &str = "unoptimised, 3 plies, nodes only";
const STAGES: &str = "median nodes: opening {opening}, middle {middle}, end {end}";

pub(super) const CLAIMS: &[Claim] = &[
    claim("boundary-first-move", "Move Distribution and Quality, 1", "goren classic boundary")
        .says("consistently plays the first move at the center of the board (7,7)")
        .holds("h8, the centre, on the empty board"),
    claim("boundary-first-move-optimal", "Move Distribution and Quality, 1", BY_HAND)
        .says("which is optimal in Gomoku")
        .untestable(
            "the first player wins from the centre (Allis, 1994), but no experiment here proves or compares \
             first moves",
        ),
    claim("boundary-candidates", "Search Space, 3", ABLATE)
        .says("approximately 20-30 relevant moves in mid-game scenarios")
        .measured(&[Ablate("boundary")], "{candidates} candidates an expanded position (median)")
        .by(&["candidates"], Within(20.0, 30.0)),
    claim("boundary-branching", "1. Boundary Optimization", ABLATE)
        .says("7-11× reduction in branching factor")
        .measured(&[Ablate("boundary")], "{candidates factor}× fewer candidates")
        .by(&["candidates factor"], Within(7.0, 11.0)),
    claim("boundary-speed", "1. Boundary Optimization", CONTRASTS)
        .says("approximately 300-1000× faster search at depth 4")
        .measured(
            &[Contrast("boundary without selection")],
            "{bound}{factor}× fewer nodes at depth 4, both without the best 13",
        )
        .by(&["factor"], Within(300.0, 1000.0))
        .because(
            "behind the best 13 the boundary saves next to no nodes, because 13 are searched either way",
        ),
    claim("boundary-speed-arithmetic", "1. Boundary Optimization", ARITHMETIC)
        .says("7-11× reduction in branching factor, leading to approximately 300-1000× faster search at depth 4")
        .fails("7⁴ = 2401 and 11⁴ = 14,641 for minimax; 7² = 49 and 11² = 121 for ideal pruning")
        .because("neither of the document’s own formulas gives 300–1000"),
    claim("boundary-storage", "1. Boundary Optimization", ABLATE)
        .says("~87% reduction in move storage space")
        .measured(
            &[Computed(statistic::storage)],
            "1 − 30/225 = 86.7 %; with the candidates measured {saved}",
        )
        .by(&["saved"], Within(0.85, 0.89)),
    claim("boundary-search-space", "Optimization Effectiveness, 1", ABLATE)
        .says("a ~90% reduction in search space")
        .measured(&[Ablate("boundary")], "{candidates saved} fewer candidates")
        .by(&["candidates saved"], Within(0.87, 0.92)),
    claim("boundary-table", "2. Transposition Table", ABLATE)
        .says("30-50% reduction in computation time in mid-to-late game")
        .measured(&[Ablate("table")], "{saved} fewer nodes with 14 stones")
        .by(&["saved"], Within(0.3, 0.5))
        .because(
            "with a table that keeps bounds apart from values; the listing returns bounds as values",
        ),
    claim("boundary-table-own", "2. Transposition Table", CONTRASTS)
        .says("Improvement Factor: 30-50% reduction in computation time")
        .measured(
            &[
                Contrast("own table, 14 stones"),
                Contrast("own table, 28 stones"),
                Computed(statistic::own_table),
            ],
            "the listing’s own table saves {saved} of the nodes with 14 stones, {2.saved} with 28; another move \
             in {3.other moves} of {3.positions}",
        )
        .by(&["saved", "2.saved"], Within(0.3, 0.5))
        .because("the table as printed, which returns bounds as values (--with bounds-as-values)"),
    claim("boundary-table-late", "Optimization Effectiveness, 2", CONTRASTS)
        .says("particularly effective in mid-to-late game scenarios")
        .measured(
            &[Ablate("table"), Contrast("table, 28 stones")],
            "saves {saved} of the nodes with 14 stones, {2.saved} with 28",
        )
        .by(&["2.saved", "saved"], Largest)
        .showing(&["saved", "2.saved"]),
    claim("boundary-table-lookup", "2. Transposition Table", "goren classic boundary h8i9g7h9i8g8 --json")
        .says("Repeated positions are looked up in O(1) time")
        .holds("a hash table keyed by 64 bits; the probes and hits of every move are counted"),
    claim("boundary-unique-hash", "2. Transposition Table", ARITHMETIC)
        .says("Zobrist hashing generates a unique hash for each board state")
        .fails("3²²⁵ ≈ 10¹⁰⁷ boards, 2⁶⁴ ≈ 10¹⁹ hashes")
        .because("a collision is improbable, not impossible: about n²/2⁶⁵ among n positions"),
    claim("boundary-table-memory", "Cumulative Impact", BY_HAND)
        .says("Increased from O(d) to O(d + n) where n is the number of cached positions")
        .untestable(
            "memory is not instrumented; the same is true of every claim about space in sections 1 to 4",
        ),
    claim("boundary-ordering", "3. Move Ordering", ABLATE)
        .says("Theoretical 50-75% reduction in nodes examined")
        .measured(&[Ablate("ordering")], "{saved} of the nodes")
        .by(&["saved"], Saves(0.5, 0.75)),
    claim("boundary-ordering-pruning", "Optimization Effectiveness, 3", ABLATE)
        .says("increases pruning efficiency by an estimated 40-60%")
        .measured(&[Ablate("ordering")], "{saved} of the nodes")
        .by(&["saved"], Saves(0.4, 0.6)),
    claim("boundary-ordered-complexity", "3. Move Ordering", DEPTH)
        .says("With move ordering: O(b^(d/2)) for well-ordered moves")
        .measured(
            &[Depth(4)],
            "{nodes} nodes at depth 4; 13² = 169 if perfectly ordered, 13⁴ = 28,561 without pruning",
        )
        .is(InPart)
        .showing(&["nodes"])
        .because("between the two, nearer to the square root"),
    claim("boundary-unordered-complexity", "3. Move Ordering", ABLATE)
        .says("Without move ordering: O(b^d) for worst-case alpha-beta")
        .measured(
            &[Ablate("ordering"), Ablate("pruning")],
            "an upper bound: in board order {nodes without} nodes, without pruning {2.nodes without}",
        )
        .is(Holds),
    claim("boundary-incremental", "4. Incremental Evaluation", ABLATE)
        .says("~99% reduction in evaluation time per move")
        .measured(&[Ablate("incremental")], "{time saved} less time for the whole move, same nodes")
        .by(&["time saved"], Reaches(0.985, 0.9))
        .because("a lower bound: what is not evaluation takes the same time with and without it"),
    claim(
        "boundary-incremental-complexity",
        "4. Incremental Evaluation",
        "cargo test -p goren-classics boundary",
    )
    .says("With incremental evaluation: O(1) to evaluate the impact of a single move")
    .holds("only patterns that contain the move are counted: four lines of at most fifteen cells, on every board"),
    claim("boundary-distant", "5. Strategic Distant Monitoring", ABLATE)
        .says("prevents the AI from missing certain winning threats at minimal computational cost")
        .measured(
            &[Ablate("distant")],
            "{saved or not}; another move in {other moves} of {positions} middle games",
        )
        .is(InPart)
        .showing(&["factor"])
        .because(
            "the cost is small; in the listing it cannot take effect, since a stone’s neighbours are in the \
             boundary already",
        ),
    claim(
        "boundary-distant-throttle",
        "5. Strategic Distant Monitoring",
        "cargo test -p goren-classics distant",
    )
    .says("Throttling ensures this check only happens once every 3 moves")
    .holds("as printed; the authors’ program records the check only when it fires"),
    claim("boundary-225-cubed", "Cumulative Impact", ARITHMETIC)
        .says("O(225^d) ≈ 11.4 billion nodes at depth 3")
        .fails("225³ = 11,390,625")
        .because("11.4 million, a thousandth"),
    claim("boundary-894-depth-3", "Cumulative Impact", ARITHMETIC)
        .says("O(20^(d/2)) ≈ 894 nodes at depth 3 with ideal pruning")
        .fails("20^1.5 = 89.4")
        .because("89, a tenth"),
    claim("boundary-reduction", "Cumulative Impact", DEPTH)
        .says("~99.99992% reduction in nodes examined")
        .measured(
            &[Computed(statistic::reduction)],
            "its own numbers give 99.999992 %, corrected 99.9992 %[; measured at depth 3 {saved}]",
        )
        .is(Fails),
    claim("boundary-225-fourth", "Conclusion", ARITHMETIC)
        .says("225^4 ≈ 2.56 trillion nodes at depth 4")
        .fails("225⁴ = 2,562,890,625")
        .because("2.56 billion, a thousandth"),
    claim("boundary-894-depth-4", "Conclusion", DEPTH)
        .says("≈ 894 nodes at depth 4 with ideal pruning")
        .measured(&[Depth(4)], "{nodes} nodes; 20² = 400, and 13² = 169 for the best 13")
        .by(&["nodes"], Within(400.0, 900.0))
        .because("the same 894 as for depth 3, and neither formula gives it"),
    claim("boundary-time", "Real-world Performance", DEPTH)
        .says("Typical move time at depth 4: 0.5-2 seconds on average hardware")
        .measured(&[Depth(4)], "{nodes} nodes, {time} here")
        .is(Untestable)
        .showing(&["nodes"])
        .because(
            "another machine and language; the document’s own figure shows a hundredth of its text",
        ),
    claim("boundary-without-optimisations", "Real-world Performance", CONTRASTS)
        .says("Without optimizations: Estimated 20+ minutes per move")
        .measured(
            &[Contrast(THREE_PLIES), Computed(statistic::fourth_ply)],
            "{bound}{nodes} nodes for three plies at {2.rate} a node: {2.time} for four here, at the very least",
        )
        .by(&["2.time"], Reaches(120.0, 0.0))
        .showing(&["nodes"])
        .because(
            "extrapolated by √200 a ply; a Python program at a hundredth of the speed needs far more than 20 \
             minutes",
        ),
    claim(
        "boundary-depth-3-4",
        "Performance Characteristics, 1",
        "goren classic boundary h8i9g7h9i8g8h7i7j9g9f6k10h10j7 --depth 3 \
         --without table,ordering,incremental,selection,boundary",
    )
    .says("Depth 3: ~24.57 seconds … Depth 4: ~1-3 seconds with all optimizations")
    .measured(
        &[Contrast(THREE_PLIES)],
        "depth 3 unoptimised {bound}{nodes} nodes, depth 4 with all {base nodes}: {bound}{factor}×",
    )
    .by(&["factor"], Above(1.0))
    .because("the program’s read-me marks the time of depth 3, and only that, as unoptimised"),
    claim("boundary-depth-1", "Performance Characteristics, 1", DEPTH)
        .says("Depth 1: ~0.24 seconds")
        .measured(&[Contrast("unoptimised, 1 ply")], "unoptimised {nodes} nodes, {time} here")
        .is(Untestable)
        .because("another machine and language"),
    claim("boundary-depth-2", "Performance Characteristics, 1", CONTRASTS)
        .says("Depth 2: ~1.65 seconds")
        .measured(
            &[Computed(statistic::second_ply)],
            "unoptimised ×{growth} nodes from depth 1 to 2; the document’s times ×6.9",
        )
        .is(Untestable)
        .because("another machine and language; only the growth compares"),
    claim("boundary-depth-3", "Performance Characteristics, 1", CONTRASTS)
        .says("Depth 3: ~24.57 seconds")
        .measured(
            &[Computed(statistic::third_ply)],
            "unoptimised {bound}×{growth} nodes from depth 2 to 3; the document’s times ×14.9",
        )
        .is(Untestable)
        .because("another machine and language; only the growth compares"),
    claim("boundary-depth-4", "Performance Characteristics, 1", DEPTH)
        .says("Depth 4: ~1-3 seconds with all optimizations (default depth in the code)")
        .measured(&[Depth(4)], "{nodes} nodes, {time} here")
        .is(Untestable)
        .showing(&["nodes"])
        .because("another machine and language"),
    claim("boundary-depth-5", "Performance Characteristics, 1", DEPTH)
        .says("Depth 5: ~30+ seconds with all optimizations")
        .measured(
            &[Growth(4, 5)],
            "×{growth} nodes from depth 4 to 5; the document’s times ×10 to ×30",
        )
        .by(&["growth"], Above(10.0)),
    claim("boundary-exponential", "Performance Characteristics, 1", DEPTH)
        .says(
            "exponential growth confirms the theoretical complexity of minimax with alpha-beta pruning",
        )
        .measured(
            &[Growth(2, 3), Growth(3, 4), Growth(4, 5)],
            "nodes grow ×{growth}, ×{2.growth}, ×{3.growth} from ply to ply; √13 = 3.6, 13 without pruning",
        )
        .is(Holds),
    claim("boundary-opening", "Performance Characteristics, 2", MATCH)
        .says("Early Game: Faster decision making due to fewer pieces on the board")
        .measured(&[Computed(statistic::stages)], STAGES)
        .by(&["middle", "opening"], Largest)
        .showing(&["opening", "middle", "end"]),
    claim("boundary-middle", "Game Stage Analysis", MATCH)
        .says("mid-game positions typically require the most computation time")
        .measured(&[Computed(statistic::stages)], STAGES)
        .by(&["middle", "opening", "end"], Largest)
        .showing(&["opening", "middle", "end"])
        .because("the document’s own figure, read off, has 0.052 s, 0.039 s and 0.041 s"),
    claim("boundary-late", "Performance Characteristics, 2", MATCH)
        .says("Computation time may decrease slightly as the search space narrows")
        .measured(&[Computed(statistic::stages)], STAGES)
        .by(&["middle", "end"], Largest)
        .showing(&["opening", "middle", "end"]),
    claim("boundary-centre", "Performance Characteristics, 3", MATCH)
        .says("Moves played near the center of the board typically require more computation time")
        .measured(
            &[Computed(statistic::centre)],
            "median nodes: within 3 of the centre {near}, elsewhere {far}",
        )
        .by(&["near", "far"], Largest),
    claim("boundary-pruning-varies", "Performance Characteristics, 4", CONTRASTS)
        .says("The effectiveness of alpha-beta pruning varies throughout the game")
        .measured(
            &[Contrast("pruning, 6 stones"), Contrast("pruning, 14 stones"), Contrast("pruning, 28 stones")],
            "saves {saved}, {2.saved}, {3.saved} of the nodes with 6, 14 and 28 stones",
        )
        .by(&["saved", "2.saved", "3.saved"], Differ),
    claim("boundary-balance", "Performance vs. Strategy Balance", DUELS)
        .says("depths below 4 would significantly reduce the AI's strategic capabilities")
        .measured(&[Duel("duel-boundary-2-4")], "four plies score {share} against two")
        .by(&["share"], Above(0.5)),
    // More than a second is impractical in part, and however much it is, not more than that.
    claim("boundary-beyond-4", "Performance vs. Strategy Balance", DEPTH)
        .says("depths beyond 4 are impractical for real-time play on average hardware")
        .measured(
            &[Depth(5), Depth(6), Duel("duel-boundary-4-6")],
            "{nodes} nodes, {time} at depth 5[; {2.nodes} nodes, {2.time} at depth 6]\
             [; four plies score {3.share} against six]",
        )
        .by(&["time"], Reaches(f64::INFINITY, 1.0)),
    claim("boundary-win", "Move Distribution and Quality, 4", DRILLS)
        .says(
            "When presented with winning opportunities, the AI correctly identifies and executes the winning move",
        )
        .measured(&[Drill(Win)], "{share} of {count} generated positions")
        .by(&["share"], MOSTLY),
    claim("boundary-block", "Move Distribution and Quality, 2", DRILLS)
        .says("heavily weighted defensive patterns to block opponent threats")
        .measured(
            &[Drill(Block), Drill(Defend)],
            "stops a five in {share} of {count} generated positions, an open four in {2.share} of {2.count} \
             generated positions",
        )
        .by(&["share", "2.share"], MOSTLY),
    claim("boundary-attack", "Move Distribution and Quality, 3", DRILLS)
        .says("The AI prioritizes creating its own advantageous patterns")
        .measured(&[Drill(OpenFour)], "makes an open four in {share} of {count} generated positions")
        .by(&["share"], MOSTLY),
    claim("boundary-adaptability", "Strengths, 4", DRILLS)
        .says(
            "focusing on both offensive opportunities and defensive responses based on pattern evaluation",
        )
        .measured(
            &[Drill(OpenFour), Drill(Block)],
            "makes an open four in {share} of {count} generated positions, stops a five in {2.share} of \
             {2.count} generated positions",
        )
        .by(&["share", "2.share"], MOSTLY),
    claim("boundary-caching", "Pattern Recognition", BY_HAND)
        .says("uses caching, early termination, and memory reuse to improve performance")
        .in_part(
            "one list is cleared and used again; `step += length - 1` skips nothing in a Python `for … in range`",
        )
        .because(
            "the two branches that compute the bounds are the same, and nothing is cached between calls",
        ),
    claim("boundary-example", "Example game snippet", "goren classic boundary h8i9o1h10n1i10m1j10l1")
        .says("Example game snippet showing defensive capability(AI is white)")
        .holds("k1, the block, as in the figure"),
    claim("boundary-sample", "Sample Output", BY_HAND)
        .says("a sample output from the algorithm during gameplay")
        .in_part("five of seven moves the same, one mirrored, one different")
        .because("replayed from the figure, whose moves the text does not list"),
    claim("boundary-combined", "Conclusion", "goren lab factorial --out lab")
        .says("While each individual optimization provides substantial benefits")
        .measured(&[Computed(statistic::alone)], "nodes saved by each alone at depth {depth}: {each}")
        .is(Holds)
        .unless("useless", InPart)
        .because("{useful} of {all} save nodes alone; incremental evaluation saves time only"),
    claim("boundary-transforms", "Conclusion", CONTRASTS)
        .says("their combined effect transforms an algorithm with impractical performance characteristics")
        .measured(
            &[Contrast(THREE_PLIES)],
            "three plies unoptimised {bound}{nodes} nodes; four plies with everything {base nodes}",
        )
        .by(&["factor"], Above(100.0)),
    claim("boundary-casual", "Strengths, 3", BY_HAND)
        .says("formidable against casual human players")
        .untestable("it needs persons"),
    claim("boundary-strong", "Conclusion", MATCH)
        .says("creates an AI that plays strategically strong moves")
        .measured(&[Computed(statistic::points)], "{share} of all points, rank {rank} of {agents}")
        .is(InPart)
        .showing(&["share"])
        .because("better than some of the five, worse than others"),
];
