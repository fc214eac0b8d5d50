//! Comparisons of two settings of one program on the same positions, for claims that no single switch answers.

use goren_classics::{Settings, description};

use crate::interval::Interval;
use crate::measurement::{Attempted, Measurement, Trial};
use crate::middle_games::middle_games_with;
use crate::{Finding, Observer, Workload, csv};

/// A comparison: what is changed, and on which positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Contrast {
    /// Its name.
    pub(crate) name: &'static str,
    /// The program.
    pub(crate) agent: &'static str,
    /// The stones on the board.
    pub(crate) stones: usize,
    /// The first setting: depth, and what is left out or, after a `+`, put in.
    pub(crate) base: (u32, &'static [&'static str]),
    /// The second.
    pub(crate) other: (u32, &'static [&'static str]),
}

const fn contrast(
    name: &'static str,
    agent: &'static str,
    stones: usize,
    base: (u32, &'static [&'static str]),
    other: (u32, &'static [&'static str]),
) -> Contrast {
    Contrast { name, agent, stones, base, other }
}

/// Everything of `boundary` that its document calls an optimisation, but for pruning.
const PLAIN: &[&str] = &["table", "ordering", "incremental", "selection", "boundary"];

/// Every comparison.
pub(crate) const CONTRASTS: [Contrast; 17] = [
    contrast(
        "boundary without selection",
        "boundary",
        14,
        (4, &["selection"]),
        (4, &["selection", "boundary"]),
    ),
    contrast("unoptimised, 1 ply", "boundary", 14, (4, &[]), (1, PLAIN)),
    contrast("unoptimised, 2 plies", "boundary", 14, (4, &[]), (2, PLAIN)),
    contrast("unoptimised, 3 plies", "boundary", 14, (4, &[]), (3, PLAIN)),
    contrast(
        "unoptimised, 3 plies, nodes only",
        "boundary",
        14,
        (4, &[]),
        (3, &["table", "ordering", "selection", "boundary"]),
    ),
    contrast("table, 28 stones", "boundary", 28, (4, &[]), (4, &["table"])),
    contrast("own table, 14 stones", "boundary", 14, (4, &["+bounds-as-values"]), (4, &["table"])),
    contrast("own table, 28 stones", "boundary", 28, (4, &["+bounds-as-values"]), (4, &["table"])),
    contrast("pruning, 6 stones", "boundary", 6, (4, &[]), (4, &["pruning"])),
    contrast("pruning, 14 stones", "boundary", 14, (4, &[]), (4, &["pruning"])),
    contrast("pruning, 28 stones", "boundary", 28, (4, &[]), (4, &["pruning"])),
    contrast("2 plies without selection", "automaton", 14, (4, &[]), (2, &["selection"])),
    contrast("3 plies without selection", "automaton", 14, (4, &[]), (3, &["selection"])),
    contrast("4 plies without selection", "automaton", 14, (4, &[]), (4, &["selection"])),
    contrast("8 plies", "automaton", 14, (4, &[]), (8, &[])),
    contrast("3 plies", "masked", 14, (2, &[]), (3, &[])),
    contrast("5×5 neighbourhood", "masked", 14, (2, &[]), (2, &["+wide"])),
];

/// What came of a comparison.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ContrastResult {
    /// The comparison.
    pub(crate) contrast: Contrast,
    /// The number of positions.
    pub(crate) positions: usize,
    /// Nodes of the first setting (median)…
    pub(crate) base_nodes: Interval,
    /// …and of the second.
    pub(crate) other_nodes: Interval,
    /// Seconds of the first setting (median)…
    pub(crate) base_time: Interval,
    /// …and of the second.
    pub(crate) other_time: Interval,
    /// The nodes of the second setting as a multiple of those of the first, position by position.
    pub(crate) nodes_factor: Interval,
    /// The same for evaluations.
    pub(crate) evaluations_factor: Interval,
    /// Positions on which the second search was given up, so that its numbers are lower bounds.
    pub(crate) given_up: usize,
    /// The number of positions with the same move.
    pub(crate) same_moves: usize,
}

impl ContrastResult {
    /// `≥ ` where the second search was given up somewhere.
    pub(crate) fn bound(&self) -> &'static str {
        if self.given_up > 0 { "≥ " } else { "" }
    }
}

/// All comparisons.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Contrasts {
    /// One by one.
    pub(crate) rows: Vec<ContrastResult>,
}

/// Makes every comparison.
pub(crate) fn contrasts(workload: &Workload, observer: &mut Observer<'_>) -> Contrasts {
    let mut rows = Vec::new();
    let included: Vec<_> = CONTRASTS.iter().filter(|contrast| workload.includes(contrast.agent)).collect();
    for (i, contrast) in included.iter().enumerate() {
        if !observer.proceed(i, included.len(), &format!("{}: {}", contrast.agent, contrast.name)) {
            return Contrasts { rows };
        }
        rows.extend(compare(contrast, workload, observer));
    }
    observer.proceed(included.len(), included.len(), "");
    Contrasts { rows }
}

fn compare(contrast: &Contrast, workload: &Workload, observer: &Observer<'_>) -> Option<ContrastResult> {
    let description = description(contrast.agent).expect("comparisons name programs that exist");
    let (rule, size) = (description.rule, description.size);
    let games = middle_games_with(rule, size, contrast.stones, workload.positions, workload.seed);
    let settings = |(depth, without): (u32, &[&str])| Settings {
        depth: Some(depth),
        without: without.iter().filter(|name| !name.starts_with('+')).map(|&name| name.to_owned()).collect(),
        with: without.iter().filter_map(|name| name.strip_prefix('+')).map(str::to_owned).collect(),
        seed: workload.seed,
        ..Settings::default()
    };
    let (base, other) = (settings(contrast.base), settings(contrast.other));
    let mut pairs: Vec<(Measurement, Attempted)> = Vec::new();
    for game in &games {
        let trial = |settings| Trial {
            name: contrast.agent,
            settings,
            game,
            longest: workload.longest,
            trace_depth: 0,
            stop: observer.stop,
        };
        // What is compared with must be known; the other may be given up, which leaves a lower bound.
        pairs.extend(trial(&base).against(&trial(&other)));
        if observer.stop.is_raised() {
            return None;
        }
    }
    let over = |of: &dyn Fn(&(Measurement, Attempted)) -> f64| {
        Interval::median(&pairs.iter().map(of).collect::<Vec<_>>())
    };
    let factor = |of: &dyn Fn(&Measurement) -> f64| {
        let ratio =
            |(base, other): &(Measurement, Attempted)| of(&other.measurement).max(1.0) / of(base).max(1.0);
        Interval::ratio(&pairs.iter().map(ratio).collect::<Vec<_>>())
    };
    let nodes = |run: &Measurement| run.counters.nodes as f64;
    let seconds = |run: &Measurement| run.time.as_secs_f64();
    (!pairs.is_empty()).then(|| ContrastResult {
        contrast: *contrast,
        positions: pairs.len(),
        base_nodes: over(&|pair| nodes(&pair.0)),
        other_nodes: over(&|pair| nodes(&pair.1.measurement)),
        base_time: over(&|pair| seconds(&pair.0)),
        other_time: over(&|pair| seconds(&pair.1.measurement)),
        nodes_factor: factor(&nodes),
        evaluations_factor: factor(&|run| run.counters.evaluations as f64),
        given_up: pairs.iter().filter(|pair| !pair.1.has_finished).count(),
        same_moves: pairs.iter().filter(|pair| pair.0.step == pair.1.measurement.step).count(),
    })
}

impl Contrasts {
    pub(crate) fn of(&self, name: &str) -> Option<&ContrastResult> {
        self.rows.iter().find(|row| row.contrast.name == name)
    }

    /// `boundary` to a depth without what its document calls optimisations, but for pruning.
    pub(crate) fn unoptimised(&self, depth: u32) -> Option<&ContrastResult> {
        self.rows.iter().find(|row| row.contrast.other == (depth, PLAIN))
    }
}

/// A setting as text, such as `4 plies without selection, boundary`.
pub(crate) fn setting((depth, parts): (u32, &[&str])) -> String {
    let mut text = if depth == 1 { "1 ply".to_owned() } else { format!("{depth} plies") };
    let with: Vec<&str> = parts.iter().filter_map(|part| part.strip_prefix('+')).collect();
    let without: Vec<&str> = parts.iter().copied().filter(|part| !part.starts_with('+')).collect();
    for (word, names) in [("with", with), ("without", without)] {
        if !names.is_empty() {
            text += &format!(" {word} {}", names.join(", "));
        }
    }
    text
}

impl Finding for Contrasts {
    fn name(&self) -> &'static str {
        "contrasts"
    }

    fn csv(&self) -> String {
        let mut text = csv::line(&[
            &"agent",
            &"comparison",
            &"stones",
            &"positions",
            &"base",
            &"other",
            &"base_nodes",
            &"other_nodes",
            &"base_time_us",
            &"other_time_us",
            &"nodes_factor",
            &"low",
            &"high",
            &"given_up",
            &"same_moves",
        ]);
        for row in &self.rows {
            let number = |value: f64| format!("{value:.2}");
            text += &csv::line(&[
                &row.contrast.agent,
                &row.contrast.name,
                &row.contrast.stones,
                &row.positions,
                &setting(row.contrast.base),
                &setting(row.contrast.other),
                &number(row.base_nodes.value),
                &number(row.other_nodes.value),
                &number(row.base_time.value * 1e6),
                &number(row.other_time.value * 1e6),
                &number(row.nodes_factor.value),
                &number(row.nodes_factor.low),
                &number(row.nodes_factor.high),
                &row.given_up,
                &row.same_moves,
            ]);
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use goren_core::Stop;
    use std::time::Duration;

    #[test]
    fn an_unfinished_search_gives_a_lower_bound() {
        let workload = Workload { positions: 1, longest: Duration::from_millis(300), ..Workload::quick() };
        let found = contrasts(&workload, &mut Observer { stop: &Stop::default(), progress: &mut |_| {} });
        let plain = found.of("unoptimised, 3 plies").unwrap();
        assert_eq!((plain.given_up, plain.bound()), (1, "≥ "));
        assert_eq!(found.csv().lines().count(), found.rows.len() + 1);
    }
}
