//! The experiment that measures time and nodes by depth.

use goren_classics::{CLASSICS, Description, Settings};

use crate::chart::{Axis, Figure, Mark, Series, colour, lines};
use crate::document::PUBLISHED;
use crate::interval::Interval;
use crate::measurement::{Measurement, Trial};
use crate::middle_games::middle_games;
use crate::number::{seconds, short};
use crate::{Finding, Observer, Workload, csv};

/// What a search to one depth costs a program: medians over positions.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct DepthCost {
    /// The program.
    pub(crate) agent: &'static str,
    /// The depth.
    pub(crate) depth: u32,
    /// The number of positions.
    pub(crate) positions: usize,
    /// Nodes searched.
    pub(crate) nodes: Interval,
    /// Evaluations.
    pub(crate) evaluations: Interval,
    /// Seconds.
    pub(crate) time: Interval,
    /// The nodes of each position, in the same order at every depth.
    pub(crate) each: Vec<f64>,
}

/// Time and nodes by depth.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Depths {
    /// Program by program, from depth 1 up to the last depth that finished in time.
    pub(crate) rows: Vec<DepthCost>,
}

/// Switches of what bypasses or limits the search, and so would distort the measurement.
const SHORTCUTS: [&str; 3] = ["quick-win", "book", "crowding"];

/// Lets every program search deeper and deeper on middle games of its own board, until a search takes too long.
pub(crate) fn depth(workload: &Workload, observer: &mut Observer<'_>) -> Depths {
    let mut rows = Vec::new();
    let included = || CLASSICS.iter().filter(|description| workload.includes(description.name));
    let total = included().count() * workload.deepest as usize;
    for (i, description) in included().enumerate() {
        let games = middle_games(description, workload.positions, workload.seed);
        for depth in 1..=workload.deepest {
            let done = i * workload.deepest as usize + depth as usize - 1;
            if !observer.proceed(done, total, &format!("{} at depth {depth}", description.name)) {
                return Depths { rows };
            }
            let settings = Settings {
                depth: Some(depth),
                without: shortcuts(description),
                seed: workload.seed,
                ..Settings::default()
            };
            let measurements: Option<Vec<Measurement>> = games
                .iter()
                .map(|game| {
                    Trial {
                        name: description.name,
                        settings: &settings,
                        game,
                        longest: workload.longest,
                        trace_depth: 0,
                        stop: observer.stop,
                    }
                    .measure()
                })
                .collect();
            let Some(measurements) = measurements.filter(|measurements| !measurements.is_empty()) else {
                break;
            };
            let each = |of: fn(&Measurement) -> f64| measurements.iter().map(of).collect::<Vec<f64>>();
            let over = |of: fn(&Measurement) -> f64| Interval::median(&each(of));
            rows.push(DepthCost {
                agent: description.name,
                depth,
                positions: measurements.len(),
                nodes: over(|measurement| measurement.counters.nodes as f64),
                evaluations: over(|measurement| measurement.counters.evaluations as f64),
                time: over(|measurement| measurement.time.as_secs_f64()),
                each: each(|measurement| measurement.counters.nodes as f64),
            });
        }
    }
    observer.proceed(total, total, "");
    Depths { rows }
}

fn shortcuts(description: &Description) -> std::collections::BTreeSet<String> {
    let has = |name: &&str| description.switches.contains(name);
    SHORTCUTS.into_iter().filter(has).map(str::to_owned).collect()
}

impl Depths {
    /// What a depth costs a program.
    pub(crate) fn of(&self, agent: &str, depth: u32) -> Option<&DepthCost> {
        self.rows.iter().find(|row| row.agent == agent && row.depth == depth)
    }

    /// The nodes at one depth as a multiple of those at another, position by position.
    pub(crate) fn growth(&self, agent: &str, from: u32, to: u32) -> Option<Interval> {
        let (from, to) = (self.of(agent, from)?, self.of(agent, to)?);
        let ratios: Vec<f64> = from.each.iter().zip(&to.each).map(|(from, to)| to / from.max(1.0)).collect();
        Some(Interval::ratio(&ratios))
    }

    fn chart(&self, label: &str, y: &Axis, marks: &[Mark], of: fn(&DepthCost) -> f64) -> Figure {
        let deepest = self.rows.iter().map(|row| f64::from(row.depth));
        let x = Axis::linear("plies looked ahead", 1.0, deepest.chain([4.0]), |value| format!("{value:.0}"));
        let series: Vec<Series> = CLASSICS
            .iter()
            .enumerate()
            .map(|(i, description)| Series {
                name: description.name.to_owned(),
                class: colour(i),
                points: self
                    .rows
                    .iter()
                    .filter(|row| row.agent == description.name)
                    .map(|row| (f64::from(row.depth), of(row)))
                    .collect(),
                dots: true,
            })
            .collect();
        lines(label, &x, y, &series, marks)
    }
}

impl Finding for Depths {
    fn name(&self) -> &'static str {
        "depth"
    }

    fn csv(&self) -> String {
        let mut text = csv::line(&[
            &"agent",
            &"depth",
            &"positions",
            &"nodes",
            &"nodes_low",
            &"nodes_high",
            &"evaluations",
            &"time_us",
            &"time_us_low",
            &"time_us_high",
        ]);
        for row in &self.rows {
            let us = row.time.map(|seconds| seconds * 1e6);
            let numbers = [
                row.nodes.value,
                row.nodes.low,
                row.nodes.high,
                row.evaluations.value,
                us.value,
                us.low,
                us.high,
            ]
            .map(|number| format!("{number:.1}"));
            let [nodes, nodes_low, nodes_high, evaluations, time, low, high] = &numbers;
            text += &csv::line(&[
                &row.agent,
                &row.depth,
                &row.positions,
                nodes,
                nodes_low,
                nodes_high,
                evaluations,
                time,
                low,
                high,
            ]);
        }
        text
    }

    fn figures(&self) -> Vec<(&'static str, Figure)> {
        let deepest = self.rows.iter().map(|row| row.depth).max().unwrap_or(1).max(4);
        let marks: Vec<Mark> = PUBLISHED
            .iter()
            .filter(|published| published.depth <= deepest)
            .map(|published| {
                let note = if published.is_unoptimised { "unoptimised" } else { "" };
                let gap = if note.is_empty() { "" } else { ", " };
                Mark {
                    class: colour(
                        CLASSICS
                            .iter()
                            .position(|description| description.name == published.name)
                            .unwrap_or(0),
                    ),
                    x: f64::from(published.depth),
                    low: published.low,
                    high: published.high,
                    title: format!(
                        "{}, depth {}, as reported: {}{gap}{note}",
                        published.name,
                        published.depth,
                        range(published.low, published.high)
                    ),
                    note,
                }
            })
            .collect();
        let times = self.rows.iter().map(|row| row.time.value);
        let reported = marks.iter().flat_map(|mark| [mark.low, mark.high]);
        let y = Axis::log("time for a move", times.chain(reported), seconds);
        let time = self.chart(
            "Time for a move by depth, with the times that the documents report",
            &y,
            &marks,
            |row| row.time.value,
        );
        let y = Axis::log("nodes for a move", self.rows.iter().map(|row| row.nodes.value), short);
        let nodes = self.chart("Nodes for a move by depth", &y, &[], |row| row.nodes.value);
        vec![("time", time), ("nodes", nodes)]
    }
}

/// A range such as `0.5–3 s`, or a single value.
pub(crate) fn range(low: f64, high: f64) -> String {
    if low < high { format!("{low}–{high} s") } else { format!("{low} s") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use goren_core::Stop;
    use std::time::Duration;

    fn tiny() -> Workload {
        Workload { positions: 1, deepest: 2, ..Workload::quick() }
    }

    #[test]
    fn every_program_searches_more_at_depth_two_than_at_one() {
        let stop = Stop::default();
        let mut reports = Vec::new();
        let found =
            depth(&tiny(), &mut Observer { stop: &stop, progress: &mut |p| reports.push((p.done, p.total)) });
        for description in CLASSICS {
            let nodes = |depth| found.of(description.name, depth).unwrap().nodes.value;
            assert!(nodes(2) > nodes(1), "{}", description.name);
        }
        assert_eq!(reports.last(), Some(&(10, 10)));
        assert_eq!(found.csv().lines().count(), 11);
        let [(_, time), _] = &found.figures()[..] else { panic!() };
        let time = time.inline();
        assert!(time.contains("boundary, depth 3, as reported: 24.57 s, unoptimised</title>"));
        assert!(time.contains("boundary, depth 2, as reported: 1.65 s</title>"));
        assert_eq!(time.matches("\">unoptimised</text>").count(), 1, "beside the ring of depth 3");
    }

    #[test]
    fn a_raised_flag_leaves_what_is_finished() {
        let stop = Stop::default();
        let mut progress = |progress: crate::ExperimentProgress<'_>| {
            if progress.done == 1 {
                stop.raise();
            }
        };
        let found = depth(&tiny(), &mut Observer { stop: &stop, progress: &mut progress });
        assert_eq!(found.rows.len(), 1);
    }

    #[test]
    fn no_deeper_search_is_tried_after_one_that_takes_too_long() {
        // Every search takes longer than no time at all.
        let workload = Workload { longest: Duration::ZERO, ..tiny() };
        let stop = Stop::default();
        let mut tried = Vec::new();
        let mut progress = |progress: crate::ExperimentProgress<'_>| tried.push(progress.done);
        let found = depth(&workload, &mut Observer { stop: &stop, progress: &mut progress });
        assert_eq!(found.rows, []);
        assert_eq!(tried, [0, 2, 4, 6, 8, 10], "depth 1 of each program, and the end");
    }
}
