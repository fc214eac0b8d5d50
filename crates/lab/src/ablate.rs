//! Each optimisation left out in turn: what it costs, and whether the move stays the same.

use std::time::Duration;

use goren_arena::Board;
use goren_classics::{CLASSICS, Description, Settings};
use goren_core::Game;

use crate::chart::{Bar, Figure, bars, colour};
use crate::document::{Worth, claimed};
use crate::number::{mean, short};
use crate::sample::{positions, sample};
use crate::thought::{Thought, think};
use crate::{Finding, Observer, Scale, csv, tactics};

/// One optimisation of one program, with and without it on the same positions.
#[derive(Clone, Debug)]
pub struct Ablation {
    /// The program.
    pub agent: &'static str,
    /// The optimisation.
    pub switch: &'static str,
    /// The depth at which both could be searched in time: the document's, or less.
    pub depth: u32,
    /// How many positions.
    pub positions: usize,
    /// Averages with the optimisation.
    pub with: Averages,
    /// Averages without it.
    pub without: Averages,
    /// On how many positions the move stayed the same.
    pub same_moves: usize,
    /// On how many positions the value stayed the same.
    pub same_values: usize,
}

/// What searches cost on average.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Averages {
    /// Moves made.
    pub nodes: f64,
    /// Seconds.
    pub seconds: f64,
    /// Candidates found before choosing among them, for each position that was searched further.
    pub candidates: f64,
    /// The branching factor that would make a full tree of so many nodes.
    pub branching: f64,
}

/// All optimisations.
#[derive(Clone, Debug, Default)]
pub struct Ablations {
    /// Program by program.
    pub rows: Vec<Ablation>,
}

/// Searches without each optimisation in turn, at the document's depth or the largest below it that takes no longer than
/// it may.
pub fn ablate(scale: &Scale, observer: &mut Observer<'_>) -> Ablations {
    let mut rows = Vec::new();
    let total = CLASSICS.iter().map(|description| description.switches.len()).sum();
    for (description, &switch) in CLASSICS
        .iter()
        .flat_map(|description| description.switches.iter().map(move |switch| (description, switch)))
    {
        if !observer.goes_on(rows.len(), total, &format!("{} without {switch}", description.name)) {
            return Ablations { rows };
        }
        let games = games(description, switch, scale);
        let deepest = if switch == "crowding" { description.depth + 1 } else { description.depth };
        let found = (1..=deepest)
            .rev()
            .find_map(|depth| measure(description, switch, depth, &games, scale, observer));
        rows.extend(found);
    }
    observer.goes_on(total, total, "");
    Ablations { rows }
}

/// Positions on which an optimisation has something to do.
fn games(description: &Description, switch: &str, scale: &Scale) -> Vec<Game> {
    match switch {
        "book" => opening_lines(),
        // A five to be made, and one to be stopped.
        "quick-win" | "early-stop" => tactics::games(&[0, 1]),
        // Six in a row to be had.
        "masking" => tactics::games(&[4]),
        "crowding" => positions(description.rule, description.size, 22, scale.positions, scale.seed),
        _ => sample(description, scale.positions, scale.seed),
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
    scale: &Scale,
    observer: &Observer<'_>,
) -> Option<Ablation> {
    let with = Settings { depth: Some(depth), seed: scale.seed, ..Settings::default() };
    let without = Settings { without: [switch.to_owned()].into(), ..with.clone() };
    let mut pairs = Vec::new();
    for game in games {
        // The slower one first: if it takes too long, the other is not needed.
        let run = |settings| think(description.name, settings, game, scale.longest, 1, observer.stop);
        let without = run(&without)?;
        pairs.push((run(&with)?, without));
    }
    let averages = |of: &dyn Fn(&(Thought, Thought)) -> &Thought| {
        let over = |number: fn(&Thought) -> f64| mean(pairs.iter().map(|pair| number(of(pair))));
        let nodes = over(|thought| thought.counters.nodes as f64);
        Averages {
            nodes,
            seconds: over(|thought| thought.time.as_secs_f64()),
            candidates: over(|thought| {
                let counters = &thought.counters;
                // Every node that is no leaf has been expanded, and so has the root.
                let expanded = (counters.nodes + 1).saturating_sub(counters.leaves).max(1);
                counters.generated as f64 / expanded as f64
            }),
            branching: nodes.max(1.0).powf(1.0 / f64::from(depth)),
        }
    };
    let count = |is_same: fn(&Thought, &Thought) -> bool| {
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
    /// How many times the nodes are needed without the optimisation.
    pub fn nodes_factor(&self) -> f64 {
        self.without.nodes.max(1.0) / self.with.nodes.max(1.0)
    }

    /// How many times the time is needed without it.
    pub fn time_factor(&self) -> f64 {
        let least = Duration::from_nanos(100).as_secs_f64();
        self.without.seconds.max(least) / self.with.seconds.max(least)
    }

    /// What the document says.
    pub(crate) fn claim(&self) -> &'static Worth {
        claimed(self.agent, self.switch).expect("every switch has its claim")
    }

    /// What was measured, in the terms of the claim.
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

/// A share as `12 %`; not rounded up to all.
fn percent(share: f64) -> String {
    match 100.0 * share {
        p if (99.0..100.0).contains(&p) => format!("{:.2} %", (p * 100.0).floor() / 100.0),
        p if p >= 1000.0 => format!("{} %", short(p)),
        p => format!("{p:.0} %"),
    }
}

impl Finding for Ablations {
    fn word(&self) -> &'static str {
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
        let scale = Scale { positions: 1, longest: Duration::from_millis(400), ..Scale::quick() };
        let found = ablate(&scale, &mut Observer { stop: &Stop::default(), progress: &mut |_| {} });
        assert_eq!(found.rows.len(), 23);
        for row in found.rows.iter().filter(|row| row.claim().keeps_move) {
            let name = format!("{} without {}", row.agent, row.switch);
            assert_eq!(row.same_values, row.positions, "{name}");
            // In the order of places another of equal moves may come first.
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
    fn a_share_close_to_all_is_not_all() {
        assert_eq!(percent(0.99999), "99.99 %");
        assert_eq!(percent(0.5), "50 %");
        assert_eq!(percent(1.0), "100 %");
    }
}
