//! An ablation study: the cost of leaving out each optimisation in turn, and whether the move stays the same.

use std::time::Duration;

use goren_arena::Board;
use goren_classics::{CLASSICS, Description, Settings};
use goren_core::Game;

use crate::chart::{Bar, Figure, bars, colour};
use crate::document::{OptimisationClaim, claimed};
use crate::measurement::{Measurement, Trial};
use crate::middle_games::{middle_games, middle_games_with};
use crate::number::{mean, short};
use crate::{Finding, Observer, Workload, csv, tactics};

/// One optimisation of one program, with and without it on the same positions.
#[derive(Clone, Debug)]
pub struct Ablation {
    /// The program.
    pub agent: &'static str,
    /// The optimisation.
    pub switch: &'static str,
    /// The depth: the document's, or less if either search took too long at that depth.
    pub depth: u32,
    /// The number of positions.
    pub positions: usize,
    /// Averages with the optimisation.
    pub with: Averages,
    /// Averages without it.
    pub without: Averages,
    /// The number of positions on which the move stayed the same.
    pub same_moves: usize,
    /// The number of positions on which the value stayed the same.
    pub same_values: usize,
}

/// The average cost of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Averages {
    /// Nodes searched.
    pub nodes: f64,
    /// Seconds.
    pub seconds: f64,
    /// Candidates generated, before any selection, per expanded position.
    pub candidates: f64,
    /// The effective branching factor: that of a full tree with as many nodes.
    pub branching: f64,
}

/// All optimisations.
#[derive(Clone, Debug, Default)]
pub struct Ablations {
    /// Program by program.
    pub rows: Vec<Ablation>,
}

/// Searches without each optimisation in turn, at the document's depth or at the largest depth below it that finishes in
/// time.
pub fn ablate(workload: &Workload, observer: &mut Observer<'_>) -> Ablations {
    let mut rows = Vec::new();
    let total = CLASSICS.iter().map(|description| description.switches.len()).sum();
    for (description, &switch) in CLASSICS
        .iter()
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
        // A row of six could be made.
        "masking" => tactics::games(&[4]),
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
        // The slower search first: if it takes too long, the other one is not needed.
        let run = |settings| {
            Trial {
                name: description.name,
                settings,
                game,
                longest: workload.longest,
                trace_depth: 1,
                stop: observer.stop,
            }
            .measure()
        };
        let without = run(&without)?;
        pairs.push((run(&with)?, without));
    }
    let averages = |of: &dyn Fn(&(Measurement, Measurement)) -> &Measurement| {
        let over = |number: fn(&Measurement) -> f64| mean(pairs.iter().map(|pair| number(of(pair))));
        let nodes = over(|measurement| measurement.counters.nodes as f64);
        Averages {
            nodes,
            seconds: over(|measurement| measurement.time.as_secs_f64()),
            candidates: over(|measurement| {
                let counters = &measurement.counters;
                // Every node but the leaves was expanded, and so was the root.
                let expanded = (counters.nodes + 1).saturating_sub(counters.leaves).max(1);
                counters.generated as f64 / expanded as f64
            }),
            branching: nodes.max(1.0).powf(1.0 / f64::from(depth)),
        }
    };
    let count = |is_same: fn(&Measurement, &Measurement) -> bool| {
        pairs.iter().filter(|(with, without)| is_same(with, without)).count()
    };
    (!pairs.is_empty()).then(|| Ablation {
        agent: description.name,
        switch,
        depth,
        positions: pairs.len(),
        with: averages(&|pair| &pair.0),
        without: averages(&|pair| &pair.1),
        same_moves: count(|with, without| with.step == without.step),
        same_values: count(|with, without| with.value == without.value),
    })
}

impl Ablation {
    /// The nodes without the optimisation as a multiple of those with it.
    pub fn nodes_factor(&self) -> f64 {
        self.without.nodes.max(1.0) / self.with.nodes.max(1.0)
    }

    /// The time without it as a multiple of that with it.
    pub fn time_factor(&self) -> f64 {
        let least = Duration::from_nanos(100).as_secs_f64();
        self.without.seconds.max(least) / self.with.seconds.max(least)
    }

    /// What the document says.
    pub(crate) fn claim(&self) -> &'static OptimisationClaim {
        claimed(self.agent, self.switch).expect("every switch has its claim")
    }

    /// What was measured, phrased like the claim.
    pub fn measured(&self) -> String {
        let saved = |factor: f64, what: &str, more: &str, less: &str| {
            if factor >= 1.0 {
                format!("{} {less} {what}", percent(1.0 - 1.0 / factor))
            } else {
                format!("{} {more} {what}", percent(1.0 / factor - 1.0))
            }
        };
        let nodes = saved(self.nodes_factor(), "nodes", "more", "fewer");
        let time = saved(self.time_factor(), "time", "more", "less");
        match (self.agent, self.switch) {
            ("boundary", "boundary") => {
                let fewer = self.without.candidates / self.with.candidates.max(1.0);
                format!("{}× fewer candidates, {time}", short(fewer))
            }
            (_, "incremental") => time,
            _ if self.with.nodes == self.without.nodes => format!("same nodes, {time}"),
            _ => format!("{nodes}, {time}"),
        }
    }
}

/// A fraction as `12 %`; 99.99… % is not rounded up to 100 %.
fn percent(share: f64) -> String {
    match 100.0 * share {
        p if (99.0..100.0).contains(&p) => format!("{:.2} %", (p * 100.0).floor() / 100.0),
        p if p >= 1000.0 => format!("{} %", short(p)),
        p => format!("{p:.0} %"),
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
                factors: [row.nodes_factor(), row.time_factor()],
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

    #[test]
    fn what_only_saves_time_changes_neither_move_nor_value() {
        let workload = Workload { positions: 1, longest: Duration::from_millis(400), ..Workload::quick() };
        let found = ablate(&workload, &mut Observer { stop: &Stop::default(), progress: &mut |_| {} });
        assert_eq!(found.rows.len(), 23);
        for row in found.rows.iter().filter(|row| row.claim().keeps_move) {
            let name = format!("{} without {}", row.agent, row.switch);
            assert_eq!(row.same_values, row.positions, "{name}");
            // In board order, another of several equal moves may come first.
            if row.switch != "ordering" {
                assert_eq!(row.same_moves, row.positions, "{name}");
            }
            if row.switch == "pruning" {
                assert!(row.nodes_factor() > 1.0, "{name}");
            }
        }
        let boundary = &found.rows[0];
        assert!(boundary.without.candidates > 3.0 * boundary.with.candidates, "{boundary:?}");
        assert_eq!(found.csv().lines().count(), 24);
    }

    #[test]
    fn almost_all_is_not_rounded_to_all() {
        assert_eq!(percent(0.99999), "99.99 %");
        assert_eq!(percent(0.5), "50 %");
        assert_eq!(percent(1.0), "100 %");
    }
}
