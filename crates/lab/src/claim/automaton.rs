//! The claims of document 001, `automaton`.

use super::{
    ABLATE, CONTRASTS, Claim, Verdict, above, below, claim, claim_by_interval, fails, graded, holds, in_part,
    judged, untestable,
};
use crate::interval::percent;
use crate::number::{seconds, short};

pub(super) const CLAIMS: &[Claim] = &[
    claim(
        "automaton-four-plies",
        "Abstract",
        "able to search 4 steps with 5 possible locations each step in 5 seconds",
        "goren lab depth --out lab",
        |findings| {
            let row = findings.depth.as_ref()?.of("automaton", 4)?;
            let measured =
                format!("{} nodes of at most 780, {}", short(row.nodes.value), seconds(row.time.value));
            Some(judged(below(&row.time, 5.0), measured).within(&row.nodes, short))
        },
    ),
    claim(
        "automaton-selection-depth",
        "III C, Proper Path Selection",
        "increases depth of search tree from 2 to 4 within time limit of 5s",
        CONTRASTS,
        |findings| {
            let contrasts = findings.contrasts.as_ref()?;
            let [two, three] = [2, 3].map(|plies| contrasts.of(&format!("{plies} plies without selection")));
            let (two, three) = (two?, three?);
            let measured = format!(
                "as a multiple of four plies with the best five: two plies without selection ×{} evaluations, three ×{}",
                short(two.evaluations_factor.value),
                short(three.evaluations_factor.value)
            );
            // In the claim's own terms: what four plies cost is the budget.
            let verdict = match below(&two.evaluations_factor, 1.0).max(above(&three.evaluations_factor, 1.0))
            {
                Verdict::Fails => Verdict::InPart,
                verdict => verdict,
            };
            let four = contrasts.of("4 plies without selection").map_or(String::new(), |four| {
                let bound = four.bound();
                format!(
                    "here even four plies without selection take {bound}{}",
                    seconds(four.other_time.value)
                )
            });
            Some(judged(verdict, measured).within(&three.evaluations_factor, short).because(four))
        },
    ),
    claim(
        "automaton-eight-plies",
        "V, Discussion",
        "quite challenging to implement an AI that explores a 8-level search tree within 5 seconds",
        CONTRASTS,
        |findings| {
            let eight = findings.contrasts.as_ref()?.of("8 plies")?;
            let measured = format!(
                "{}{} nodes, {}: ×{} the nodes of four plies",
                eight.bound(),
                short(eight.other_nodes.value),
                seconds(eight.other_time.value),
                short(eight.nodes_factor.value)
            );
            let is_slow = eight.given_up > 0 || eight.other_time.is_above(5.0);
            let verdict = match below(&eight.other_time, 5.0) {
                _ if is_slow => Verdict::Holds,
                Verdict::Holds => Verdict::InPart,
                _ => Verdict::Undecided,
            };
            Some(
                judged(verdict, measured)
                    .within(&eight.nodes_factor, short)
                    .because("not here; true for a program whose four plies take anything near five seconds"),
            )
        },
    ),
    claim(
        "automaton-exponential",
        "III, Method",
        "a search tree whose size expands exponentially with search depth",
        "goren lab depth --out lab",
        |findings| {
            let depth = findings.depth.as_ref()?;
            let growth = |from, to| Some(short(depth.growth("automaton", from, to)?.value));
            let measured =
                format!("nodes ×{}, ×{}, ×{} from ply to ply", growth(1, 2)?, growth(2, 3)?, growth(3, 4)?);
            Some(holds(measured))
        },
    ),
    claim_by_interval(
        "automaton-pruning",
        "III D, α-β Pruning",
        "works by skipping obviously un-optimal points while searching",
        ABLATE,
        |found| above(&found[0], 0.0),
        |findings, rule| {
            let row = findings.ablate.as_ref()?.of("automaton", "pruning")?;
            let saved = row.nodes_factor.saved();
            let measured = format!(
                "{} fewer nodes; same value in {} of {}",
                percent(saved.value),
                row.same_values,
                row.positions
            );
            let verdict = if row.same_values == row.positions { rule(&[saved]) } else { Verdict::Fails };
            Some(judged(verdict, measured).within(&saved, percent))
        },
    ),
    claim_by_interval(
        "automaton-ordering",
        "V, Discussion",
        "the order of subBoards has great impact on the efficiency of",
        ABLATE,
        |found| graded(found, 0.1, 0.0),
        |findings, rule| {
            let saved = findings.ablate.as_ref()?.of("automaton", "ordering")?.nodes_factor.saved();
            Some(
                judged(rule(&[saved]), format!("{} fewer nodes than in board order", percent(saved.value)))
                    .within(&saved, percent),
            )
        },
    ),
    claim(
        "automaton-brute-force",
        "I, Introduction",
        "Brute force search algorithm requires too much computational power",
        CONTRASTS,
        |findings| {
            let wide = findings.contrasts.as_ref()?.of("4 plies without selection")?;
            let measured = format!(
                "four plies over all neighbours, with pruning: {}{} nodes, ×{}; over all points 225⁴ = 2.6 billion",
                wide.bound(),
                short(wide.other_nodes.value),
                short(wide.nodes_factor.value)
            );
            Some(holds(measured).within(&wide.nodes_factor, short))
        },
    ),
    claim(
        "automaton-optimal-included",
        "V, Discussion",
        "Improve single position evaluation function, so that optimal position is included",
        ABLATE,
        |findings| {
            let row = findings.ablate.as_ref()?.of("automaton", "selection")?;
            let measured = format!(
                "the search of all neighbours plays the same move in {} of {} and finds the same value in {}",
                row.same_moves, row.positions, row.same_values
            );
            let verdict = if row.same_values < row.positions { Verdict::Holds } else { Verdict::InPart };
            Some(
                judged(verdict, measured)
                    .because("the best move is sometimes not among the five, as the document fears"),
            )
        },
    ),
    claim_by_interval(
        "automaton-depth-skill",
        "III, Method",
        "search depth determines the \"skill level\" of the AI player",
        "goren lab duels --out lab",
        |found| above(&found[0], 0.5),
        |findings, rule| {
            let share = findings.contest_named("duel-automaton")?.share(0, 1)?.interval();
            let measured = format!("four plies score {} against two", percent(share.value));
            Some(judged(rule(&[share]), measured).within(&share, percent))
        },
    ),
    claim_by_interval(
        "automaton-evaluation-depth",
        "V, Discussion",
        "programs with better evaluation functions may outperform programs with simpler evaluation functions but deeper search trees",
        "goren lab match --out lab",
        |found| above(&found[0], 0.5),
        |findings, rule| {
            let contest = findings.contest.as_ref()?;
            let names = contest.names();
            let place = |name: &str| names.iter().position(|each| each == name);
            let share = contest.share(place("masked")?, place("boundary")?)?.interval();
            let measured =
                format!("masked (2 plies) scores {} against boundary (4 plies)", percent(share.value));
            Some(judged(rule(&[share]), measured).within(&share, percent))
        },
    ),
    claim(
        "automaton-traps",
        "V, Discussion",
        "such ability can be achieved with a search tree with depth of more than 8",
        "by hand",
        |_| Some(untestable("the document does not say what counts as a trap")),
    ),
    claim(
        "automaton-dominate",
        "III A, Pattern and Scores",
        "Scores of more dangerous patterns must dominates scores of less dangerous ones",
        "cargo test -p goren-classics automaton",
        |_| {
            Some(fails(
                "table II gives a closed four (caaaab) and a three (caaac) the same 1,000,000; table III gives `ccaac`, a two, the score of a three",
            ))
        },
    ),
    claim(
        "automaton-multiple-patterns",
        "III A, Pattern Matching",
        "I use AC automata [1] in this project to match multiple patterns efficiently",
        "cargo test -p goren-classics automaton",
        |_| Some(holds("all patterns of a line in one pass, whatever their number")),
    ),
    claim_by_interval(
        "automaton-point-automaton",
        "V, Discussion",
        "I didn't employ AC automata in it. Otherwise the performance should be noticeably improved",
        ABLATE,
        |found| above(&found[0], 0.0),
        |findings, rule| {
            let row = findings.ablate.as_ref()?.of("automaton", "point-automaton")?;
            let saved = row.time_factor.saved();
            Some(judged(rule(&[saved]), row.measured()).within(&saved, percent).because(
                "algorithm 2 of the same document uses the automaton, and so does this program; measured against trying every pattern at every cell",
            ))
        },
    ),
    claim("automaton-optimal", "III E, Minimax", "finally obtain an optimal solution", ABLATE, |findings| {
        let row = findings.ablate.as_ref()?.of("automaton", "selection")?;
        Some(in_part(format!(
            "optimal among the five points searched; another value with all points in {} of {}",
            row.positions - row.same_values,
            row.positions
        )))
    }),
    claim(
        "automaton-players",
        "Abstract",
        "can play with either human or other AI players",
        "goren play --agent automaton",
        |_| {
            Some(holds(
                "against a person in `goren play` and the studio, against programs in every match here",
            ))
        },
    ),
    claim_by_interval(
        "automaton-grade",
        "II, Methodology",
        "shows the grade, chance of winning, of the board or point",
        "goren lab match --out lab",
        |found| above(&found[0], 0.5),
        |findings, rule| {
            let found = findings.contest.as_ref()?.forecast("automaton")?;
            let measured = format!(
                "the side that the value favours (two plies, 12 stones on the board) won {} of {} games",
                percent(found.0.value),
                found.1
            );
            Some(judged(rule(&[found.0]), measured).within(&found.0, percent))
        },
    ),
    claim(
        "automaton-validated",
        "IV, Validation",
        "tested with test cases provided by CS303 Artificial Intelligence course",
        "by hand",
        |_| Some(untestable("the test cases are not public")),
    ),
];
