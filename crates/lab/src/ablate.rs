//! An ablation study: the cost of leaving out each optimisation in turn, and whether the move stays the same.

use goren_arena::Board;
use goren_classics::{CLASSICS, Description, Settings};
use goren_core::Game;

use crate::chart::{Bar, Figure, bars, colour};
use crate::document::{OptimisationClaim, claimed};
use crate::interval::{Interval, percent};
use crate::measurement::{Measurement, Trial};
use crate::middle_games::{middle_games, middle_games_with};
use crate::number::{mean, short};
use crate::{Finding, Observer, Workload, csv, masking, tactics};

/// One optimisation of one program, with and without it on the same positions.
#[derive(Clone, Debug)]
pub(crate) struct Ablation {
    /// The program.
    pub(crate) agent: &'static str,
    /// The optimisation.
    pub(crate) switch: &'static str,
    /// The depth: the document's, or less if either search took too long at that depth.
    pub(crate) depth: u32,
    /// The number of positions.
    pub(crate) positions: usize,
    /// Averages with the optimisation.
    pub(crate) with: Averages,
    /// Averages without it.
    pub(crate) without: Averages,
    /// The nodes without it as a multiple of those with it, position by position (geometric mean).
    pub(crate) nodes_factor: Interval,
    /// The same for time.
    pub(crate) time_factor: Interval,
    /// The same for candidates per expanded position.
    pub(crate) candidates_factor: Interval,
    /// The candidates per expanded position with it (median).
    pub(crate) candidates: Interval,
    /// The number of positions on which the move stayed the same.
    pub(crate) same_moves: usize,
    /// The number of positions on which the value stayed the same.
    pub(crate) same_values: usize,
}

/// The average cost of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Averages {
    /// Nodes searched.
    pub(crate) nodes: f64,
    /// Seconds.
    pub(crate) seconds: f64,
    /// Candidates generated, before any selection, per expanded position.
    pub(crate) candidates: f64,
    /// The effective branching factor: that of a full tree with as many nodes.
    pub(crate) branching: f64,
}

/// All optimisations.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ablations {
    /// Program by program.
    pub(crate) rows: Vec<Ablation>,
}

/// Searches without each optimisation in turn, at the document's depth or at the largest depth below it that finishes in
/// time.
pub(crate) fn ablate(workload: &Workload, observer: &mut Observer<'_>) -> Ablations {
    let mut rows = Vec::new();
    let included = || CLASSICS.iter().filter(|description| workload.includes(description.name));
    let total = included().map(|description| description.switches.len()).sum();
    for (description, &switch) in included()
        .flat_map(|description| description.switches.iter().map(move |switch| (description, switch)))
    {
        if !observer.proceed(rows.len(), total, &format!("{} without {switch}", description.name)) {
            return Ablations { rows };
        }
        let games = games(description, switch, workload);
        let deepest = if switch == "crowding" { description.depth + 1 } else { description.depth };
        let found = (1..=deepest)
            .rev()
            .find_map(|depth| measure(description, switch, depth, &games, workload, observer));
        rows.extend(found);
    }
    observer.proceed(total, total, "");
    Ablations { rows }
}

/// Positions on which an optimisation makes a difference.
fn games(description: &Description, switch: &str, workload: &Workload) -> Vec<Game> {
    match switch {
        "book" => opening_lines(),
        // A five to make, and one to block.
        "quick-win" | "early-stop" => tactics::games(&[0, 1]),
        "masking" => masking::tempting(workload.positions, workload.seed),
        "crowding" => {
            middle_games_with(description.rule, description.size, 22, workload.positions, workload.seed)
        }
        _ => middle_games(description, workload.positions, workload.seed),
    }
}

/// The first stones of ordinary games.
fn opening_lines() -> Vec<Game> {
    let stones = ["h8", "i9", "g7"].map(|name| name.parse().expect("a point"));
    let board = Board::default();
    (0..=stones.len()).map(|count| board.game(&stones[..count]).expect("three stones are legal")).collect()
}

fn measure(
    description: &'static Description,
    switch: &'static str,
    depth: u32,
    games: &[Game],
    workload: &Workload,
    observer: &Observer<'_>,
) -> Option<Ablation> {
    let with = Settings { depth: Some(depth), seed: workload.seed, ..Settings::default() };
    let without = Settings { without: [switch.to_owned()].into(), ..with.clone() };
    let mut pairs = Vec::new();
    for game in games {
        let trial = |settings| Trial {
            name: description.name,
            settings,
            game,
            longest: workload.longest,
            trace_depth: 1,
            stop: observer.stop,
        };
        // The slower search first: if it takes too long, the other one is not needed.
        let (without, with) = trial(&without).against(&trial(&with))?;
        pairs.push((with.finished()?, without));
    }
    let averages = |of: &dyn Fn(&(Measurement, Measurement)) -> &Measurement| {
        let over = |number: fn(&Measurement) -> f64| mean(pairs.iter().map(|pair| number(of(pair))));
        let nodes = over(|measurement| measurement.counters.nodes as f64);
        Averages {
            nodes,
            seconds: over(|measurement| measurement.time.as_secs_f64()),
            candidates: over(candidates),
            branching: nodes.max(1.0).powf(1.0 / f64::from(depth)),
        }
    };
    let count = |is_same: fn(&Measurement, &Measurement) -> bool| {
        pairs.iter().filter(|(with, without)| is_same(with, without)).count()
    };
    let factor = |of: fn(&Measurement) -> f64| {
        let ratios: Vec<f64> =
            pairs.iter().map(|(with, without)| of(without).max(1e-7) / of(with).max(1e-7)).collect();
        Interval::ratio(&ratios)
    };
    (!pairs.is_empty()).then(|| Ablation {
        agent: description.name,
        switch,
        depth,
        positions: pairs.len(),
        with: averages(&|pair| &pair.0),
        without: averages(&|pair| &pair.1),
        nodes_factor: factor(|measurement| (measurement.counters.nodes as f64).max(1.0)),
        time_factor: factor(|measurement| measurement.time.as_secs_f64()),
        candidates_factor: factor(candidates),
        candidates: Interval::median(&pairs.iter().map(|pair| candidates(&pair.0)).collect::<Vec<_>>()),
        same_moves: count(|with, without| with.step == without.step),
        same_values: count(|with, without| with.value == without.value),
    })
}

/// The candidates generated for each expanded position.
fn candidates(measurement: &Measurement) -> f64 {
    let counters = &measurement.counters;
    // Every node but the leaves was expanded, and so was the root.
    let expanded = (counters.nodes + 1).saturating_sub(counters.leaves).max(1);
    counters.generated as f64 / expanded as f64
}

impl Ablations {
    /// One optimisation of one program.
    pub(crate) fn of(&self, agent: &str, switch: &str) -> Option<&Ablation> {
        self.rows.iter().find(|row| row.agent == agent && row.switch == switch)
    }
}

impl Ablation {
    /// What the document says.
    pub(crate) fn claim(&self) -> &'static OptimisationClaim {
        claimed(self.agent, self.switch).expect("every switch has its claim")
    }

    /// What was measured, phrased like the claim.
    pub(crate) fn measured(&self) -> String {
        let nodes = saved(self.nodes_factor, "nodes", "fewer");
        let time = saved(self.time_factor, "time", "less");
        match (self.agent, self.switch) {
            ("boundary", "boundary") => {
                format!("{}× fewer candidates, {time}", short(self.candidates_factor.value))
            }
            (_, "incremental" | "point-automaton") => time,
            _ => format!("{nodes}, {time}"),
        }
    }
}

/// A factor as what is saved, such as `80 % fewer nodes`, or as what is spent, such as `12 % more time`, where its interval
/// leaves no doubt which of the two it is.
pub(crate) fn saved(factor: Interval, what: &str, less: &str) -> String {
    if factor.is_above(1.0) {
        format!("{} {less} {what}", percent(1.0 - 1.0 / factor.value))
    } else if factor.is_below(1.0) {
        format!("{} more {what}", percent(1.0 / factor.value - 1.0))
    } else if factor.low == factor.high {
        format!("same {what}")
    } else {
        format!("no clear difference in {what}")
    }
}

impl Finding for Ablations {
    fn name(&self) -> &'static str {
        "ablate"
    }

    fn csv(&self) -> String {
        let mut text = csv::line(&[
            &"agent",
            &"without",
            &"depth",
            &"positions",
            &"nodes_with",
            &"nodes_without",
            &"time_us_with",
            &"time_us_without",
            &"candidates_with",
            &"candidates_without",
            &"branching_with",
            &"branching_without",
            &"nodes_factor",
            &"nodes_factor_low",
            &"nodes_factor_high",
            &"time_factor",
            &"time_factor_low",
            &"time_factor_high",
            &"same_moves",
            &"same_values",
            &"claimed",
            &"measured",
        ]);
        for row in &self.rows {
            let number = |value: f64| format!("{value:.2}");
            let Ablation { with, without, .. } = row;
            text += &csv::line(&[
                &row.agent,
                &row.switch,
                &row.depth,
                &row.positions,
                &number(with.nodes),
                &number(without.nodes),
                &number(with.seconds * 1e6),
                &number(without.seconds * 1e6),
                &number(with.candidates),
                &number(without.candidates),
                &number(with.branching),
                &number(without.branching),
                &number(row.nodes_factor.value),
                &number(row.nodes_factor.low),
                &number(row.nodes_factor.high),
                &number(row.time_factor.value),
                &number(row.time_factor.low),
                &number(row.time_factor.high),
                &row.same_moves,
                &row.same_values,
                &row.claim().claim,
                &row.measured(),
            ]);
        }
        text
    }

    fn figures(&self) -> Vec<(&'static str, Figure)> {
        let rows: Vec<Bar> = self
            .rows
            .iter()
            .map(|row| Bar {
                group: row.agent.to_owned(),
                class: colour(
                    CLASSICS.iter().position(|description| description.name == row.agent).unwrap_or(0),
                ),
                name: format!("without {}", row.switch),
                factors: [row.nodes_factor.value, row.time_factor.value],
                title: format!("{} at depth {}: {}", row.agent, row.depth, row.measured()),
            })
            .collect();
        let label = "Nodes and time without each optimisation, as factors of what is needed with it";
        vec![("factors", bars(label, ["nodes", "time"], &rows))]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use goren_core::Stop;
    use std::time::Duration;

    #[test]
    fn a_saving_is_only_said_where_its_interval_leaves_no_doubt() {
        let text = |value, low, high| saved(Interval { value, low, high }, "time", "less");
        assert_eq!(text(1.25, 1.1, 1.4), "20 % less time");
        assert_eq!(text(0.8, 0.7, 0.9), "25 % more time");
        assert_eq!(text(1.02, 0.98, 1.06), "no clear difference in time");
        assert_eq!(text(1.0, 1.0, 1.0), "same time");
    }

    #[test]
    fn what_only_saves_time_changes_neither_move_nor_value() {
        let workload = Workload { positions: 1, longest: Duration::from_millis(400), ..Workload::quick() };
        let found = ablate(&workload, &mut Observer { stop: &Stop::default(), progress: &mut |_| {} });
        assert_eq!(found.rows.len(), 24);
        for row in found.rows.iter().filter(|row| row.claim().keeps_move) {
            let name = format!("{} without {}", row.agent, row.switch);
            assert_eq!(row.same_values, row.positions, "{name}");
            // In board order, another of several equal moves may come first.
            if row.switch != "ordering" {
                assert_eq!(row.same_moves, row.positions, "{name}");
            }
            if row.switch == "pruning" {
                assert!(row.nodes_factor.value > 1.0, "{name}");
            }
        }
        let boundary = &found.rows[0];
        assert!(boundary.without.candidates > 3.0 * boundary.with.candidates, "{boundary:?}");
        assert_eq!(found.csv().lines().count(), 25);
    }
}
