//! The claims of document 002, `sequences`.

use super::{ABLATE, Claim, Verdict, above, claim, claim_by_interval, holds, judged, mostly, untestable};
use crate::drills::Drill;
use crate::interval::percent;
use crate::number::{seconds, short};

pub(super) const CLAIMS: &[Claim] = &[
    claim(
        "sequences-64",
        "2, Minimax",
        "the tree has a branching factor of up to 64 (8 x 8)",
        "goren classic sequences --depth 1 --json",
        |_| Some(holds("8 × 8 = 64 empty points, all of them candidates")),
    ),
    claim(
        "sequences-huge",
        "2, Minimax",
        "which leads to a huge search space",
        "goren lab depth --out lab",
        |findings| {
            let mut measured = "64·63·62·61·60 = 914,941,440 lines of five plies".to_owned();
            if let Some(row) = findings.depth.as_ref().and_then(|depth| depth.of("sequences", 5)) {
                measured += &format!("; with pruning {} nodes in a middle game", short(row.nodes.value));
            }
            Some(holds(measured))
        },
    ),
    claim_by_interval(
        "sequences-optimisation",
        "2.1, Optimization",
        "it was vital to adopt optimization techniques, such as alpha beta pruning",
        ABLATE,
        |found| above(&found[0], 0.5),
        |findings, rule| {
            let row = findings.ablate.as_ref()?.of("sequences", "pruning")?;
            let saved = row.nodes_factor.saved();
            let measured = format!(
                "{} fewer nodes at depth {}; same move in {} of {}",
                percent(saved.value),
                row.depth,
                row.same_moves,
                row.positions
            );
            Some(judged(rule(&[saved]), measured).within(&saved, percent))
        },
    ),
    claim(
        "sequences-depth-5",
        "2.1, Optimization",
        "implementing recursive minimax with minimum object support were utilized to allow search at depth 5",
        "goren lab depth --out lab",
        |findings| {
            let depth = findings.depth.as_ref()?;
            let incremental =
                findings.ablate.as_ref().and_then(|ablate| ablate.of("sequences", "incremental"));
            let factor = incremental.map_or(String::new(), |row| {
                format!("; recounting all windows takes ×{} the time", short(row.time_factor.value))
            });
            match depth.of("sequences", 5) {
                Some(row) => Some(
                    holds(format!("{} nodes, {}{factor}", short(row.nodes.value), seconds(row.time.value)))
                        .within(&row.nodes, short),
                ),
                None => depth.of("sequences", 4).map(|four| {
                    judged(
                        Verdict::NotMeasured,
                        format!(
                            "four plies take {} nodes; five take longer than this run allows a search",
                            short(four.nodes.value)
                        ),
                    )
                    .because("run without --quick")
                }),
            }
        },
    ),
    claim(
        "sequences-admissible",
        "1, Introduction",
        "the development of an admissible heuristic function",
        "by hand",
        |_| {
            Some(untestable(
                "admissible means that a cost is never overestimated; in a game of two players there is no cost to compare with",
            ))
        },
    ),
    claim_by_interval(
        "sequences-chance",
        "2.2, Evaluation Function",
        "The player has higher chance of victory in cases where there are many winning sequences with high number of player cells",
        "goren lab match --out lab",
        |found| above(&found[0], 0.5),
        |findings, rule| {
            let found = findings.contest.as_ref()?.forecast("sequences")?;
            let measured = format!(
                "the side that the value favours (two plies, 12 stones on the board) won {} of {} games",
                percent(found.0.value),
                found.1
            );
            Some(judged(rule(&[found.0]), measured).within(&found.0, percent))
        },
    ),
    claim_by_interval(
        "sequences-victory",
        "2.2, Evaluation Function",
        "weights are set to prioritize victory",
        "goren lab drills --out lab",
        mostly,
        |findings, rule| {
            let drills = findings.drills.as_ref()?;
            let share = drills.share("sequences", Drill::Win)?;
            let measured = format!(
                "makes the five in {} of {} generated positions",
                percent(share.value),
                drills.count(Drill::Win)
            );
            Some(
                judged(rule(&[share]), measured)
                    .within(&share, percent)
                    .because("the weights themselves are not printed; 1, 10, 100, 1000 are ours"),
            )
        },
    ),
    claim(
        "sequences-potential",
        "2.2, Evaluation Function",
        "making moves on those cells could lead to victory",
        "cargo test -p goren-classics sequences",
        |_| {
            Some(holds(
                "a window without an opposing stone is one that can still become a five, by definition",
            ))
        },
    ),
    claim(
        "sequences-figure",
        "2.2, Figure 1",
        "in Figure 1 the blue sequence is a valid winning sequence of 4 for player Black",
        "cargo test -p goren-classics sequences",
        |_| Some(holds("F4 = 1 for Black on the board of figure 1")),
    ),
    claim(
        "sequences-strategy",
        "1, Introduction",
        "mainly inspired by human game playing strategy",
        "by hand",
        |_| Some(untestable("a statement about its author")),
    ),
];
