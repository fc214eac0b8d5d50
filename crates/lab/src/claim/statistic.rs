//! What has to be computed from the findings before a claim can be held against it.

use super::source::Value::{Count, Estimate, Words};
use super::source::Values;
use crate::findings::Findings;
use crate::interval::{Interval, percent};
use crate::move_times::Stage;
use crate::number::{quantile, seconds, short};

/// Values of a program, by name.
pub(super) type Statistic = fn(&Findings, &str) -> Option<Values>;

/// The part of an array of 225 moves that a list of candidates saves.
pub(super) fn storage(findings: &Findings, agent: &str) -> Option<Values> {
    let candidates = findings.ablate.as_ref()?.of(agent, "boundary")?.candidates;
    Some(vec![("saved", Estimate(candidates.map(|candidates| 1.0 - candidates / 225.0), percent))])
}

/// Candidates, and how many times more points are empty in a middle game.
pub(super) fn candidates(findings: &Findings, agent: &str) -> Option<Values> {
    let found = findings.ablate.as_ref()?.of(agent, "pruning")?.candidates;
    let factor = found.map(|candidates| 211.0 / candidates.max(1.0));
    Some(vec![("candidates", Estimate(found, short)), ("factor", Estimate(factor, short))])
}

/// The part of all lines of three plies that is not searched.
pub(super) fn reduction(findings: &Findings, agent: &str) -> Option<Values> {
    let nodes = findings.depth.as_ref()?.of(agent, 3)?.nodes.value;
    Some(vec![("saved", Words(format!("{:.4} %", 100.0 * (1.0 - nodes / 225f64.powi(3)))))])
}

/// How often the document's own table changes the move, with fewer stones and with more.
pub(super) fn own_table(findings: &Findings, _: &str) -> Option<Values> {
    let contrasts = findings.contrasts.as_ref()?;
    let rows = [contrasts.of("own table, 14 stones")?, contrasts.of("own table, 28 stones")?];
    let positions = rows.iter().map(|row| row.positions).sum();
    let same: usize = rows.iter().map(|row| row.same_moves).sum();
    Some(vec![("other moves", Count(positions - same)), ("positions", Count(positions))])
}

/// What one further ply multiplies the nodes of an unoptimised search by.
fn further_ply(findings: &Findings, from: &str, to: &str) -> Option<Values> {
    let contrasts = findings.contrasts.as_ref()?;
    let (from, to) = (contrasts.of(from)?, contrasts.of(to)?);
    let growth = to.other_nodes.value / from.other_nodes.value.max(1.0);
    Some(vec![("bound", Words(to.bound().to_owned())), ("growth", Words(short(growth)))])
}

pub(super) fn second_ply(findings: &Findings, _: &str) -> Option<Values> {
    further_ply(findings, "unoptimised, 1 ply", "unoptimised, 2 plies")
}

pub(super) fn third_ply(findings: &Findings, _: &str) -> Option<Values> {
    further_ply(findings, "unoptimised, 2 plies", "unoptimised, 3 plies, nodes only")
}

/// The least time for four unoptimised plies: with pruning in any order, the fourth multiplies the nodes of three by the
/// square root of the moves at the very least.
pub(super) fn fourth_ply(findings: &Findings, _: &str) -> Option<Values> {
    let contrasts = findings.contrasts.as_ref()?;
    let plain = contrasts.of("unoptimised, 3 plies")?;
    let rate = plain.other_time.value / plain.other_nodes.value.max(1.0);
    let nodes = contrasts.of("unoptimised, 3 plies, nodes only")?.other_nodes.value;
    let time = nodes * 200f64.sqrt() * rate;
    let time = Interval { value: time, low: time, high: time };
    Some(vec![("rate", Words(seconds(rate))), ("time", Estimate(time, duration))])
}

/// Seconds as minutes or hours where they are many.
fn duration(time: f64) -> String {
    match time {
        time if time >= 5400.0 => format!("{} h", short(time / 3600.0)),
        time if time >= 90.0 => format!("{} min", short(time / 60.0)),
        time => seconds(time),
    }
}

/// What each optimisation saves without the others, and how many of them save nodes.
pub(super) fn alone(findings: &Findings, agent: &str) -> Option<Values> {
    let factorial = findings.factorial.as_ref()?;
    let switches = ["boundary", "table", "ordering", "selection", "distant", "pruning"];
    let worth: Vec<(&str, Interval)> = switches
        .into_iter()
        .filter_map(|switch| Some((switch, factorial.of(agent, switch)?.nodes.alone)))
        .collect();
    let useful = worth.iter().filter(|(_, alone)| alone.is_above(1.1)).count();
    let each: Vec<String> =
        worth.iter().map(|(switch, alone)| format!("{switch} ×{}", short(alone.value))).collect();
    Some(vec![
        ("depth", Words(factorial.of(agent, "pruning")?.depth.to_string())),
        ("each", Words(each.join(", "))),
        ("useful", Count(useful)),
        ("useless", Count(worth.len() - useful)),
        ("all", Count(worth.len())),
    ])
}

/// The nodes of a move in the parts of a game.
pub(super) fn stages(findings: &Findings, agent: &str) -> Option<Values> {
    let moves = findings.moves.as_ref()?;
    let nodes = |stage| Some((Stage::name(stage), Estimate(moves.nodes_in(agent, stage)?, short)));
    Stage::ALL.into_iter().map(nodes).collect()
}

/// The nodes of a move near the centre, and elsewhere.
pub(super) fn centre(findings: &Findings, agent: &str) -> Option<Values> {
    let (near, far) = findings.moves.as_ref()?.centre_and_edge(agent, 3)?;
    Some(vec![("near", Estimate(near, short)), ("far", Estimate(far, short))])
}

/// How the nodes of a move go with the stones on the board.
pub(super) fn growth_with_stones(findings: &Findings, agent: &str) -> Option<Values> {
    let found = findings.moves.as_ref()?.growth(agent)?;
    let signed = format!("{:+.2}", found.value).replace('-', "−");
    let plain = |value: f64| format!("{value:.2}").replace('-', "−");
    Some(vec![("signed", Words(signed)), ("correlation", Estimate(found, plain))])
}

/// How many moves took longer than the 0.3 s of `trapper`.
pub(super) fn time_limit(findings: &Findings, agent: &str) -> Option<Values> {
    let mut times: Vec<f64> = findings.moves.as_ref()?.by(agent).map(|row| row.seconds).collect();
    times.sort_by(f64::total_cmp);
    let late = times.iter().filter(|&&time| time > 0.3).count();
    Some(vec![
        ("late", Count(late)),
        ("moves", Count(times.len())),
        ("median", Words(seconds(quantile(&times, 0.5)))),
        ("in time", Estimate(Interval::share(times.len() - late, times.len()), percent)),
    ])
}

/// What it makes of a four between traps.
pub(super) fn four_between_traps(findings: &Findings, agent: &str) -> Option<Values> {
    let is_right = findings.positions.as_ref()?.of(agent, 5)?.is_right;
    let what =
        if is_right { "treats a four between traps as dead" } else { "is fooled by a four between traps" };
    Some(vec![("what", Words(what.to_owned())), ("right", Count(usize::from(is_right)))])
}

/// The search of five plies, or the one of four if five took too long.
pub(super) fn five_plies(findings: &Findings, agent: &str) -> Option<Values> {
    let depth = findings.depth.as_ref()?;
    let Some(five) = depth.of(agent, 5) else {
        let what = format!(
            "four plies take {} nodes; five take longer than this run allows a search",
            short(depth.of(agent, 4)?.nodes.value)
        );
        let advice = Words("run without --quick".to_owned());
        return Some(vec![("what", Words(what)), ("too long", Count(1)), ("advice", advice)]);
    };
    let recounting = findings.ablate.as_ref().and_then(|ablate| ablate.of(agent, "incremental"));
    let factor = recounting.map_or(String::new(), |row| {
        format!("; recounting all windows takes ×{} the time", short(row.time_factor.value))
    });
    let what = format!("{} nodes, {}{factor}", short(five.nodes.value), seconds(five.time.value));
    Some(vec![("what", Words(what)), ("too long", Count(0)), ("nodes", Estimate(five.nodes, short))])
}

/// The sentence of [`forecast`].
pub(super) const FORECAST: &str =
    "the side that the value favours (two plies, 12 stones on the board) won {share} of {games} games";

/// How often the side won that a program prefers with twelve stones on the board.
pub(super) fn forecast(findings: &Findings, agent: &str) -> Option<Values> {
    let (share, games) = findings.contest.as_ref()?.forecast(agent)?;
    Some(vec![("share", Estimate(share, percent)), ("games", Count(games))])
}

/// Its points in the cross table.
pub(super) fn points(findings: &Findings, agent: &str) -> Option<Values> {
    let contest = findings.contest.as_ref()?;
    let names = contest.names();
    let place = names.iter().position(|name| name == agent)?;
    let rank = 1 + contest.ranking().iter().position(|&each| each == place)?;
    Some(vec![
        ("share", Estimate(contest.total(place)?.interval(), percent)),
        ("rank", Count(rank)),
        ("agents", Count(names.len())),
    ])
}

/// The points of one against another.
fn meeting(findings: &Findings, one: &str, is_other: impl Fn(&str) -> bool) -> Option<Values> {
    let contest = findings.contest.as_ref()?;
    let names = contest.names();
    let one = names.iter().position(|name| name == one)?;
    let other = names.iter().rposition(|name| is_other(name))?;
    let share = contest.share(one, other)?.interval();
    Some(vec![("share", Estimate(share, percent)), ("opponent", Words(names[other].clone()))])
}

/// Two plies of a better evaluation against four plies.
pub(super) fn masked_against_boundary(findings: &Findings, _: &str) -> Option<Values> {
    meeting(findings, "masked", |name| name == "boundary")
}

/// Against the strongest level of the engine.
pub(super) fn against_the_engine(findings: &Findings, agent: &str) -> Option<Values> {
    meeting(findings, agent, |name| name.starts_with("goren level"))
}

/// Black's points in the cross table.
pub(super) fn first_player(findings: &Findings, _: &str) -> Option<Values> {
    let share = findings.contest.as_ref()?.first_player()?.interval();
    Some(vec![("share", Estimate(share, percent))])
}

/// Games lost by a fault.
pub(super) fn faults(findings: &Findings, agent: &str) -> Option<Values> {
    let contest = findings.contest.as_ref()?;
    let faults = contest.faults(agent);
    let what = match faults {
        0 => format!("no fault in {} games of the cross table", contest.outcome.games.len()),
        faults => format!("{faults} faults"),
    };
    Some(vec![("what", Words(what)), ("faults", Count(usize::from(faults > 0)))])
}

/// Candidates as the stones become more.
pub(super) fn candidates_by_stones(findings: &Findings, _: &str) -> Option<Values> {
    let found = findings.contest.as_ref()?.candidates_by_stones()?;
    let each = |(stones, count): &(usize, f64)| format!("{} with {stones} stones", short(*count));
    let falls = found.windows(2).filter(|pair| pair[0].1 >= pair[1].1).count();
    let each: Vec<String> = found.iter().map(each).collect();
    Some(vec![("each", Words(each.join(", "))), ("falls", Count(falls))])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_times_can_be_read() {
        assert_eq!([30.0, 600.0, 7200.0].map(duration), ["30 s", "10 min", "2 h"]);
    }
}
