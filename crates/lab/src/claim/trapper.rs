//! The claims of document 003, `trapper`.

use super::{
    ABLATE, Claim, Judgement, Rule, Verdict, above, below, claim, claim_by_interval, fails, graded, holds,
    in_part, judged, mostly, untestable,
};
use crate::ablate::saved;
use crate::drills::Drill;
use crate::findings::Findings;
use crate::interval::{Interval, percent};
use crate::number::{seconds, short};

const DRILLS: &str = "goren lab drills --out lab";

/// What a switch saves, in nodes and time.
fn saving(findings: &Findings, switch: &str, rule: Rule) -> Option<Judgement> {
    let row = findings.ablate.as_ref()?.of("trapper", switch)?;
    let saved = row.nodes_factor.saved();
    Some(judged(rule(&[saved]), row.measured()).within(&saved, percent))
}

fn drill(findings: &Findings, drill: Drill) -> Option<(Interval, String, String)> {
    let drills = findings.drills.as_ref()?;
    let share = drills.share("trapper", drill)?;
    let text = format!("{} of {} ({})", percent(share.value), drills.count(drill), drill.name());
    Some((share, text, share.range(percent)))
}

pub(super) const CLAIMS: &[Claim] = &[
    claim(
        "trapper-depth",
        "Initialization",
        "limit the depth of the search tree to prevent the algorithm from taking too long to compute a move",
        "goren lab depth --out lab",
        |findings| {
            let row = findings.depth.as_ref()?.of("trapper", 2)?;
            let growth = findings.depth.as_ref()?.growth("trapper", 2, 3)?;
            let measured = format!(
                "{} nodes, {} at depth 2; a third ply ×{} nodes",
                short(row.nodes.value),
                seconds(row.time.value),
                short(growth.value)
            );
            Some(holds(measured).within(&growth, short))
        },
    ),
    claim(
        "trapper-time-limit",
        "Initialization",
        "ensure that the Al does not spend too much time thinking about a move",
        "goren lab match --out lab",
        |findings| {
            let moves = findings.moves.as_ref()?;
            let mut times: Vec<f64> = moves.by("trapper").map(|row| row.seconds).collect();
            times.sort_by(f64::total_cmp);
            let late = times.iter().filter(|&&time| time > 0.3).count();
            let measured = format!(
                "{} of {} moves took longer than 0.3 s; median {}",
                late,
                times.len(),
                seconds(crate::number::quantile(&times, 0.5))
            );
            let in_time = Interval::share(times.len() - late, times.len());
            let verdict = graded(&[in_time], 0.99, 0.5);
            Some(
                judged(verdict, measured).because(
                    "the limit is never needed here; the authors’ Python program would often reach it",
                ),
            )
        },
    ),
    claim_by_interval(
        "trapper-defence",
        "evaluate_board",
        "Player B's score being multiplied by 1.1 to slightly favor defense",
        DRILLS,
        mostly,
        |findings, rule| {
            let (block, text, interval) = drill(findings, Drill::Block)?;
            let (_, attack, _) = drill(findings, Drill::OpenFour)?;
            Some(Judgement {
                interval,
                ..judged(rule(&[block]), format!("solves {text}, {attack}"))
                    .because("the factor itself is not switchable, so its effect is not separated")
            })
        },
    ),
    claim(
        "trapper-traps",
        "_score_pattern",
        "besides the trap situation is also thoroughly considered",
        "goren lab positions --out lab",
        |findings| {
            let right = findings.positions.as_ref()?.of("trapper", 5)?.is_right;
            let measured = if right {
                "treats a four between traps as dead"
            } else {
                "is fooled by a four between traps"
            };
            let verdict = if right { Verdict::InPart } else { Verdict::Fails };
            Some(judged(verdict, measured).because(
                "closed shapes have rows with traps; open threes and twos next to traps have none, and all five programs pass this position",
            ))
        },
    ),
    claim_by_interval(
        "trapper-selection",
        "get_valid_moves",
        "Consider only the top 15 best positions for efficiency",
        ABLATE,
        |found| above(&found[0], 0.0),
        |findings, rule| saving(findings, "selection", rule),
    ),
    claim_by_interval(
        "trapper-sorting",
        "get_valid_moves",
        "Score each possible move position for sorting",
        ABLATE,
        |found| above(&found[0], 0.0),
        |findings, rule| saving(findings, "ordering", rule),
    ),
    claim(
        "trapper-order-moves",
        "_order_moves",
        "heuristically sorts and prioritizes a list of potential moves based on various strategic criteria",
        "by hand",
        |_| {
            Some(
                fails("never called: the search uses the order of get_valid_moves")
                    .because("in the listing and in the authors’ program"),
            )
        },
    ),
    claim_by_interval(
        "trapper-pruning",
        "Strengths, 2",
        "reduce the search space by cutting off unnecessary branches, leading to faster computation times",
        ABLATE,
        |found| above(&found[0], 0.0),
        |findings, rule| saving(findings, "pruning", rule),
    ),
    claim(
        "trapper-table",
        "negamax_alpha_beta",
        "If the hash exists and the depth is sufficient, return the stored score",
        ABLATE,
        |findings| {
            let row = findings.ablate.as_ref()?.of("trapper", "table")?;
            let time = &row.time_factor;
            let is_idle = row.nodes_factor.high <= 1.0;
            let verdict = if is_idle { Verdict::Fails } else { above(&row.nodes_factor, 1.0) };
            Some(judged(verdict, row.measured()).within(&time.saved(), percent).because(
                "two plies never reach a position twice at sufficient depth, so nothing stored is ever returned; the interval is of the time saved",
            ))
        },
    ),
    claim(
        "trapper-deepening",
        "Strengths, 3",
        "a good approach to balance between depth of search and response time",
        ABLATE,
        |findings| {
            let row = findings.ablate.as_ref()?.of("trapper", "deepening")?;
            let measured = format!("{}; the time limit is not reached", row.measured());
            Some(in_part(measured).within(&row.time_factor.saved(), percent).because(
                "with two plies the first is all that could be saved; the interval is of the time saved",
            ))
        },
    ),
    claim(
        "trapper-simple-evaluate",
        "Strengths, 4",
        "useful for sorting potential moves and focusing on the most promising ones",
        "by hand",
        |_| Some(fails("used only when the search found nothing; nothing is sorted by it")),
    ),
    claim(
        "trapper-book",
        "Open book",
        "To let AI make a faster and more accurate decision",
        ABLATE,
        |findings| {
            let row = findings.ablate.as_ref()?.of("trapper", "book")?;
            let measured = format!(
                "{} on the first stones; another move than the search in {} of {}",
                saved(row.nodes_factor, "nodes", "fewer"),
                row.positions - row.same_moves,
                row.positions
            );
            Some(
                in_part(measured)
                    .within(&row.nodes_factor.saved(), percent)
                    .because("faster; whether its moves are better was not played out"),
            )
        },
    ),
    claim(
        "trapper-book-lines",
        "Open book",
        "Common opening lines",
        "cargo test -p goren-classics book",
        |_| Some(fails("never played: an opposing stone in the centre is answered by another entry first")),
    ),
    claim(
        "trapper-crowding",
        "find_best_move",
        "If there are already many pieces, it reduces the search depth to avoid timeouts",
        ABLATE,
        |findings| {
            let measured = "the listing sets 2 for many pieces and min(2, 2) for few".to_owned();
            let row = findings.ablate.as_ref().and_then(|ablate| ablate.of("trapper", "crowding"));
            let set_deeper = row.map_or(String::new(), |row| {
                format!(
                    "; set to {} plies it saves: {}",
                    row.depth,
                    saved(row.nodes_factor, "nodes", "fewer")
                )
            });
            Some(fails(measured + &set_deeper).because("at the document’s own depth it changes nothing"))
        },
    ),
    claim_by_interval(
        "trapper-quick-win",
        "find_best_move",
        "a quick check to capitalize on any opportunities to win or block the opponent without delving into deeper analysis",
        DRILLS,
        mostly,
        |findings, rule| {
            let (win, win_text, win_range) = drill(findings, Drill::Win)?;
            let (block, block_text, block_range) = drill(findings, Drill::Block)?;
            let measured = format!("solves {win_text}, {block_text}");
            let interval = format!("{win_range}, {block_range}");
            Some(Judgement { interval, ..judged(rule(&[win, block]), measured) })
        },
    ),
    claim(
        "trapper-legal",
        "play_games",
        "If the best move's position is not empty, it tries to find an empty position",
        "goren lab match --out lab",
        |findings| {
            let contest = findings.contest.as_ref()?;
            let faults = contest.faults("trapper");
            let games = contest.outcome.games.len();
            Some(if faults == 0 {
                holds(format!("no fault in {games} games of the cross table"))
            } else {
                fails(format!("{faults} faults"))
            })
        },
    ),
    claim(
        "trapper-first-move",
        "Simulate complete process",
        "Since it's the first move, it plays in the center of the board",
        "goren classic trapper",
        |_| Some(holds("h8, the centre, from the book")),
    ),
    claim_by_interval(
        "trapper-patterns",
        "Strengths, 1",
        "effectively uses pattern recognition to evaluate board positions",
        DRILLS,
        mostly,
        |findings, rule| {
            let (share, text, interval) = drill(findings, Drill::OpenFour)?;
            let (_, defend, _) = drill(findings, Drill::Defend)?;
            Some(Judgement { interval, ..judged(rule(&[share]), format!("solves {text}, {defend}")) })
        },
    ),
    claim_by_interval(
        "trapper-too-simple",
        "Weaknesses, 1",
        "The heuristic evaluation function might be too simple",
        DRILLS,
        |found| below(&found[0], 0.9),
        |findings, rule| {
            let (share, text, interval) = drill(findings, Drill::Fours)?;
            Some(Judgement { interval, ..judged(rule(&[share]), format!("solves {text}")) })
        },
    ),
    claim(
        "trapper-fixed-time",
        "Weaknesses, 2",
        "The time limit for each move is fixed, which might not be optimal in all situations",
        "goren lab depth --out lab",
        |_| {
            Some(
                holds("0.3 s for every move, whatever the position")
                    .because("at two plies it is never used up here, so another limit would change no move"),
            )
        },
    ),
    claim_by_interval(
        "trapper-complex-patterns",
        "Weaknesses, 3",
        "there might be room for improvement in recognizing more complex or subtle patterns",
        "goren lab match --out lab",
        |found| below(&found[0], 0.5),
        |findings, rule| {
            let contest = findings.contest.as_ref()?;
            let place = contest.names().iter().position(|name| name == "trapper")?;
            let total = contest.total(place)?.interval();
            let measured = format!("{} of all points in the cross table", percent(total.value));
            Some(judged(rule(&[total]), measured).within(&total, percent))
        },
    ),
    claim(
        "trapper-live-four",
        "Background",
        "Compared to the live four, the punch four is less threatening",
        "cargo test -p goren-core shape",
        |_| {
            Some(holds(
                "one reply stops a closed four, none stops an open one: that is how core defines them",
            ))
        },
    ),
    claim(
        "trapper-live-three",
        "Background",
        "if the opponent does not defend it, a live four can be formed on the next move",
        "cargo test -p goren-core shape",
        |_| Some(holds("that is how core defines an open three")),
    ),
    claim(
        "trapper-double-three",
        "PATTERN_SCORES",
        "'double_three': 800, # New: Double active three",
        "cargo test -p goren-classics trapper",
        |_| {
            Some(
                fails("never awarded: a string is one line of nine cells, on which there is no double three and no double four")
                    .because("the same is true of double_four"),
            )
        },
    ),
    claim("trapper-block-three", "Open book", "Block opponent from forming a live three", "by hand", |_| {
        Some(fails("the entry is None, and nothing looks it up"))
    }),
    claim(
        "trapper-book-flexibility",
        "Open book",
        "they have limitations in flexibility and adaptability to more complex or unique opening scenarios",
        "goren classic trapper h8 --with book-lines",
        |_| {
            Some(
                holds("an opponent in the centre always has the same answer; the two standard lines are hidden by it")
                    .because("and the test for two stones on a diagonal looks at the column after the last, beyond the board: the listing would stop there"),
            )
        },
    ),
    claim(
        "trapper-foundation",
        "Summary",
        "provides a solid foundation for playing Gomoku, with a good balance of strategic planning and efficiency",
        "by hand",
        |_| Some(untestable("no measure is named")),
    ),
];
