//! The claims of document 004, `masked`.

use super::{
    Claim, Judgement, Verdict, above, below, claim, claim_by_interval, graded, holds, in_part, judged,
    mostly, untestable,
};
use crate::drills::Drill;
use crate::findings::Findings;
use crate::interval::{Interval, percent};
use crate::masking::{ORDINARY, TEMPTING};
use crate::number::{seconds, short};

const ARITHMETIC: &str = "goren lab claims --only masked --out lab";
const MASKING: &str = "goren lab masking --out lab";
const MATCH: &str = "goren lab match --out lab";

/// The decimal logarithm of the number of boards with as many black stones as white ones, or one more.
fn boards() -> f64 {
    let factorial = |n: usize| (1..=n).map(|k| (k as f64).log10()).sum::<f64>();
    let ways = |black: usize, white: usize| {
        factorial(225) - factorial(black) - factorial(white) - factorial(225 - black - white)
    };
    let all: Vec<f64> = (0..=225).map(|stones: usize| ways(stones.div_ceil(2), stones / 2)).collect();
    let most = all.iter().copied().fold(f64::MIN, f64::max);
    most + all.iter().map(|log| 10f64.powf(log - most)).sum::<f64>().log10()
}

fn duel(findings: &Findings, name: &str) -> Option<Interval> {
    Some(findings.contest_named(name)?.share(0, 1)?.interval())
}

pub(super) const CLAIMS: &[Claim] = &[
    claim(
        "masked-state-space",
        "1, Gomoku game",
        "state-space complexity of approximately 10^105",
        ARITHMETIC,
        |_| {
            let measured = format!("3²²⁵ = 10^107.4 boards, 10^{:.1} with equal numbers of stones", boards());
            Some(holds(measured).because("positions after a win are among them, so it is an upper bound"))
        },
    ),
    claim(
        "masked-game-tree",
        "1, Gomoku game",
        "game-tree complexity of approximately 10^70",
        ARITHMETIC,
        |_| {
            Some(holds(format!(
                "210³⁰ = 10^{:.1}: thirty moves with about 210 choices",
                30.0 * 210f64.log10()
            )))
        },
    ),
    claim(
        "masked-solved",
        "1, Gomoku game",
        "In 1994, Allis proved mathematically that Gomoku is a solved game",
        "by hand",
        |_| {
            Some(untestable(
                "a proof of history; it is about freestyle on 15×15, not about exactly five or Swap2",
            ))
        },
    ),
    claim(
        "masked-easier",
        "1, Gomoku game",
        "its rules are easier to implement using fundamental algorithms rather than neural networks",
        "by hand",
        |_| Some(untestable("effort was not measured")),
    ),
    claim_by_interval(
        "masked-first-player",
        "1.1, Game rules",
        "if left unrestricted, Gomoku has a strong advantage for the first player",
        MATCH,
        |found| above(&found[0], 0.5),
        |findings, rule| {
            let share = findings.contest.as_ref()?.first_player()?.interval();
            let measured =
                format!("Black scores {} in the cross table, from random openings", percent(share.value));
            Some(judged(rule(&[share]), measured).within(&share, percent).because(
                "openings that are not chosen for balance; every opening is played with both colours",
            ))
        },
    ),
    claim_by_interval(
        "masked-same-move",
        "2.1, Algorithm explanation",
        "This algorithm returns the same move as the Minimax but prunes away branches",
        "goren lab ablate --out lab",
        |found| above(&found[0], 0.0),
        |findings, rule| {
            let row = findings.ablate.as_ref()?.of("masked", "pruning")?;
            let saved = row.nodes_factor.saved();
            let measured = format!(
                "same move in {} of {}, {} fewer nodes",
                row.same_moves,
                row.positions,
                percent(saved.value)
            );
            let verdict = if row.same_moves == row.positions { rule(&[saved]) } else { Verdict::Fails };
            Some(judged(verdict, measured).within(&saved, percent))
        },
    ),
    claim(
        "masked-weights-30",
        "2.2.1, Utility function",
        "they differ by about a multiple of 30",
        ARITHMETIC,
        |_| {
            let own = [27000.0 / 905.0, 905.0 / 25.0, 25.0 / 1.0].map(|ratio: f64| format!("{ratio:.1}"));
            let other = [26999.0 / 900.0, 900.0 / 30.0, 30.0 / 0.5].map(|ratio: f64| format!("{ratio:.1}"));
            Some(
                in_part(format!("own {}; opponent’s {}", own.join(", "), other.join(", ")))
                    .because("60 between the opponent’s threes and twos"),
            )
        },
    ),
    claim(
        "masked-thirty-threes",
        "2.2.1, Utility function",
        "the opponent needs 30 occurrences of the Three in Row to reach the weight of the 1 Four in Row",
        ARITHMETIC,
        |_| Some(holds("900 / 30 = 30")),
    ),
    claim(
        "masked-attack",
        "2.2.1, Utility function",
        "the weights associated to the player's combinations have a slightly higher value compared to the opponent's ones",
        ARITHMETIC,
        |_| {
            Some(in_part("27000 against 26999, 905 against 900, but 1 against 0.5 for twos; 25 against 30 for threes, as the text says").because("a double weight is not slightly higher"))
        },
    ),
    claim(
        "masked-three-matches",
        "2.2.1, Utility function",
        "three stones in a row, with both ends free will match three times the pattern Three in Row",
        "cargo test -p goren-classics masked",
        |_| {
            Some(in_part("three windows of five if two cells are free at both ends; with one free cell at each end only one").because("“both ends free” must mean two cells each"))
        },
    ),
    claim(
        "masked-stronger",
        "2.2.1, Utility function",
        "This makes this configuration stronger and so more likely to be reached",
        ARITHMETIC,
        |_| {
            Some(holds(
                "three windows of 25 are 75 for its owner, where a three with one free cell at each end has 25",
            ))
        },
    ),
    claim_by_interval(
        "masked-no-defence",
        "2.2.1, Utility function",
        "If the player has the possibility to win, it does not have to defend anymore",
        "goren lab drills --out lab",
        mostly,
        |findings, rule| {
            let drills = findings.drills.as_ref()?;
            let share = drills.share("masked", Drill::Win)?;
            let measured = format!(
                "makes the five in {} of {} generated positions",
                percent(share.value),
                drills.count(Drill::Win)
            );
            Some(
                judged(rule(&[share]), measured)
                    .within(&share, percent)
                    .because("27000 for its own five, 26999 for the opponent’s"),
            )
        },
    ),
    claim(
        "masked-example-sum",
        "2.2.1, Utility function",
        "(1810 + 50 + 25 + 7 + 3) - (4.5 + 1.5) = 1889",
        "cargo test -p goren-classics masked",
        |_| {
            let sum = (1810.0 + 50.0 + 25.0 + 7.0 + 3.0) - (4.5 + 1.5);
            Some(in_part(format!("the sum is {sum}; counted on the board it is 1887")).because("three broken twos are printed, four are on the board; nine twos of Black, fifteen on the board. The authors’ program gives 1887, too"))
        },
    ),
    claim(
        "masked-example-won",
        "2.2.1, Utility function",
        "the White player is on the verge of winning",
        "cargo test -p goren-classics masked",
        |_| Some(holds("White has a four and makes a five at its next move unless Black stops it")),
    ),
    claim_by_interval(
        "masked-masking",
        "2.2.1, Utility function",
        "whenever an overshoot pattern is detected",
        MASKING,
        |found| above(&found[1], 0.0),
        |findings, rule| {
            let masking = findings.masking.as_ref()?;
            let ordinary = masking.of(ORDINARY, "no masking")?;
            let tempting = masking.of(TEMPTING, "no masking")?;
            let measured = format!(
                "another move without masking in {} of {} middle games, in {} of {} where an overline can be made; {} overlines played without it",
                ordinary.moves, ordinary.positions, tempting.moves, tempting.positions, tempting.overlines
            );
            let interval =
                format!("{}, {}", ordinary.moved().range(percent), tempting.moved().range(percent));
            Some(Judgement { interval, ..judged(rule(&[ordinary.moved(), tempting.moved()]), measured) })
        },
    ),
    claim_by_interval(
        "masked-masking-strength",
        "4.2, Strengths and weaknesses",
        "ignoring potentially longer combinations, is a big strength",
        "goren lab duels --out lab",
        |found| above(&found[0], 0.5),
        |findings, rule| {
            let share = duel(findings, "duel-masking")?;
            let measured = format!("with masking {} against without", percent(share.value));
            Some(
                judged(rule(&[share]), measured)
                    .within(&share, percent)
                    .because("positions with a possible overline are rare in play"),
            )
        },
    ),
    claim_by_interval(
        "masked-candidates",
        "2.2.2, Possible moves",
        "This filtering of low interest moves decreases considerably the computational effort",
        "goren lab ablate --out lab",
        |found| above(&found[0], 2.0),
        |findings, rule| {
            let found = findings.ablate.as_ref()?.of("masked", "pruning")?.candidates;
            let factor = found.map(|candidates| 211.0 / candidates.max(1.0));
            let measured = format!(
                "{} candidates of about 211 empty points: ×{} fewer a ply",
                short(found.value),
                short(factor.value)
            );
            Some(judged(rule(&[factor]), measured).within(&factor, short))
        },
    ),
    claim(
        "masked-candidates-grow",
        "2.2.2, Possible moves",
        "the number of available moves grows as the number of stones set on the board gets higher",
        MATCH,
        |findings| {
            let found = findings.contest.as_ref()?.candidates_by_stones()?;
            let texts: Vec<String> = found
                .iter()
                .map(|(stones, count)| format!("{} with {stones} stones", short(*count)))
                .collect();
            let grows = found.windows(2).all(|pair| pair[0].1 < pair[1].1);
            let verdict = if grows { Verdict::Holds } else { Verdict::InPart };
            Some(judged(verdict, format!("median candidates: {}", texts.join(", "))))
        },
    ),
    claim_by_interval(
        "masked-depth-2",
        "2.2.3, Terminal test",
        "leading to choosing configurations that the opponent is not capable of blocking",
        "goren lab drills --out lab",
        mostly,
        |findings, rule| {
            let drills = findings.drills.as_ref()?;
            let share = drills.share("masked", Drill::OpenFour)?;
            let fours = drills.share("masked", Drill::Fours)?;
            let measured = format!(
                "makes an open four in {}, finds a win by fours in {}",
                percent(share.value),
                percent(fours.value)
            );
            let interval = format!("{}, {}", share.range(percent), fours.range(percent));
            Some(Judgement { interval, ..judged(rule(&[share, fours]), measured) })
        },
    ),
    claim(
        "masked-threshold-own",
        "2.2.3, Terminal test",
        "Avoid that the player's configurations which do not involve a Five in a Row pattern could overcome the threshold",
        ARITHMETIC,
        |_| {
            Some(
                holds("4/5 · 27000 = 21,600 is more than 23 fours")
                    .because("not so for the second weighting: 4/5 · 20 = 16, and two fours are 24"),
            )
        },
    ),
    claim(
        "masked-threshold-opponent",
        "2.2.3, Terminal test",
        "Avoid that the opponent's configurations decrease the total utility of the state such that its evaluated score is placed below the threshold",
        ARITHMETIC,
        |_| Some(holds("27000 − 21,600 = 5400: six fours of the opponent")),
    ),
    claim(
        "masked-persons",
        "4.1.1, figure 4-1",
        "the AI gets a high number of wins against the sample of players considered",
        "by hand",
        |_| {
            Some(
                judged(
                    Verdict::Untestable,
                    "85 % in the figure; 52 of 61 games in the authors’ log Player_VS_PC.csv",
                )
                .because("it needs persons; the sample is not described further"),
            )
        },
    ),
    claim_by_interval(
        "masked-experts",
        "4.1.1, Winning ratio",
        "it tends to lose against expert players",
        MATCH,
        |found| below(&found[0], 0.5),
        |findings, rule| {
            let contest = findings.contest.as_ref()?;
            let names = contest.names();
            let masked = names.iter().position(|name| name == "masked")?;
            let level = names.iter().rposition(|name| name.starts_with("goren level"))?;
            let share = contest.share(masked, level)?.interval();
            let measured = format!("{} against {}", percent(share.value), names[level]);
            Some(
                judged(rule(&[share]), measured)
                    .within(&share, percent)
                    .because("against programs; persons were not asked"),
            )
        },
    ),
    claim_by_interval(
        "masked-second-weighting",
        "4.1.1, figure 4-2",
        "This secondary AI tends to be worse than the main one",
        "goren lab weightings --out lab",
        |found| above(&found[0], 0.5),
        |findings, rule| {
            let found = findings.weightings.as_ref()?.share(0, 1)?;
            let share = found.interval();
            let measured = format!(
                "{} of {} games; 97 % in the figure and logs",
                percent(share.value),
                found.tally.games()
            );
            Some(judged(rule(&[share]), measured).within(&share, percent))
        },
    ),
    claim(
        "masked-second-reason",
        "4.1.1, Winning ratio",
        "the combination of lower importance moves acquire a bigger utility than most important ones",
        ARITHMETIC,
        |_| {
            Some(holds(
                "second weighting: five twos (12.5) outweigh a four (12), seven threes (21) a five (20)",
            ))
        },
    ),
    claim_by_interval(
        "masked-time-grows",
        "4.1.2, figure 4-3",
        "highly influenced by the number of moves already performed",
        MATCH,
        |found| graded(found, 0.3, 0.0),
        |findings, rule| {
            let found = findings.moves.as_ref()?.growth("masked")?;
            let measured =
                format!("rank correlation of nodes with stones {:+.2}", found.value).replace('-', "−");
            let judgement = judged(rule(&[found]), measured)
                .within(&found, |value| format!("{value:.2}").replace('-', "−"));
            Some(judgement.because("a correlation of 0.3 or more is taken for a high influence"))
        },
    ),
    claim(
        "masked-time",
        "4.1.2, figure 4-3",
        "the mean elapsed time of response of the AI was counted",
        "goren lab depth --out lab",
        |findings| {
            let row = findings.depth.as_ref()?.of("masked", 2)?;
            let measured = format!(
                "2–21 s a move in the figure; means of 4.5 s over PC_VS_PC.csv and 10 s over Player_VS_PC.csv of the authors’ logs; {} nodes, {} here",
                short(row.nodes.value),
                seconds(row.time.value)
            );
            Some(
                judged(Verdict::Untestable, measured)
                    .within(&row.nodes, short)
                    .because("another machine and language"),
            )
        },
    ),
    claim_by_interval(
        "masked-far-stones",
        "4.2, Strengths and weaknesses",
        "ignores single opposing stones located afar from the highly dense zone",
        MASKING,
        |moved| graded(&[moved[0].map(|share| 1.0 - share)], 0.9, 0.7),
        |findings, rule| {
            let row = findings.masking.as_ref()?.of(ORDINARY, "a lone stone far away")?;
            let moved = row.moved();
            let measured = format!(
                "a lone far stone changes its move in {} of {} middle games",
                row.moves, row.positions
            );
            Some(judged(rule(&[moved]), measured).within(&moved, percent))
        },
    ),
    claim_by_interval(
        "masked-isolated",
        "2.2.2, Possible moves",
        "placing the stones in an isolated part",
        "goren lab contrasts --out lab",
        |moved| mostly(&[moved[0].map(|share| 1.0 - share)]),
        |findings, rule| {
            let found = findings.contrasts.as_ref()?.of("5×5 neighbourhood")?;
            let other = Interval::share(found.positions - found.same_moves, found.positions);
            let measured = format!(
                "with a 5×5 neighbourhood another move in {} of {} positions, for ×{} the nodes",
                found.positions - found.same_moves,
                found.positions,
                short(found.nodes_factor.value)
            );
            Some(
                judged(rule(&[other]), measured)
                    .within(&other, percent)
                    .because("points farther away than two cells were not tried"),
            )
        },
    ),
    claim_by_interval(
        "masked-complicated",
        "4.2, Strengths and weaknesses",
        "the AI does not take into consideration complicated strategies",
        "goren lab drills --out lab",
        |found| below(&found[0], 0.9),
        |findings, rule| {
            let drills = findings.drills.as_ref()?;
            let share = drills.share("masked", Drill::Fours)?;
            let measured = format!(
                "finds a win by fours in {} of {} generated positions",
                percent(share.value),
                drills.count(Drill::Fours)
            );
            Some(judged(rule(&[share]), measured).within(&share, percent))
        },
    ),
    claim_by_interval(
        "masked-deeper",
        "4.2, Strengths and weaknesses",
        "this involves an unavoidable worsening of the computational effort",
        "goren lab contrasts --out lab",
        |found| above(&found[0], 1.0),
        |findings, rule| {
            let found = findings.contrasts.as_ref()?.of("3 plies")?;
            let mut measured =
                format!("{}×{} nodes for a third ply", found.bound(), short(found.nodes_factor.value));
            if let Some(share) = duel(findings, "duel-masked-3") {
                measured += &format!(", which scores {} against two", percent(share.value));
            }
            Some(judged(rule(&[found.nodes_factor]), measured).within(&found.nodes_factor, short))
        },
    ),
    claim(
        "masked-no-gain",
        "1.2, Logical agent",
        "in Gomoku the outcome can be determined based on a specific state",
        "cargo test -p goren-classics",
        |_| Some(holds("no chance and nothing hidden: the same seed gives the same game")),
    ),
    claim(
        "masked-heuristics",
        "3.2.1, PC vs PC",
        "It has been used to compare different heuristics",
        "goren match masked masked:weighting=program --rule standard",
        |findings| {
            let found = findings.weightings.as_ref()?.share(0, 1)?;
            Some(holds(format!("{} games between the two weightings here", found.tally.games())))
        },
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_boards_is_that_of_the_document() {
        assert!((105.0..107.0).contains(&boards()), "{}", boards());
    }
}
