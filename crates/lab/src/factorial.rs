//! A full factorial experiment: every combination of a program's optimisations, so that each is known alone, on top of all
//! others, and on average over all combinations of the others.

use std::collections::BTreeSet;
use std::time::Duration;

use goren_classics::{CLASSICS, Description, Settings};
use goren_core::Game;

use crate::chart::{Bar, Figure, bars, colour};
use crate::interval::Interval;
use crate::measurement::{Attempted, Trial};
use crate::middle_games::middle_games;
use crate::number::short;
use crate::{Finding, Observer, Workload, csv};

/// What one optimisation saves, as factors: the cost without it as a multiple of the cost with it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Effect {
    /// The program.
    pub(crate) agent: &'static str,
    /// The optimisation.
    pub(crate) switch: &'static str,
    /// The depth at which all combinations finish.
    pub(crate) depth: u32,
    /// The number of positions.
    pub(crate) positions: usize,
    /// Nodes: with no other optimisation, on top of all others, and the geometric mean over all combinations.
    pub(crate) nodes: Worth,
    /// The same for time.
    pub(crate) time: Worth,
}

/// What an optimisation is worth in three contexts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Worth {
    /// With no other optimisation.
    pub(crate) alone: Interval,
    /// On top of all others.
    pub(crate) on_top: Interval,
    /// On average over all combinations of the others.
    pub(crate) average: Interval,
}

/// How much more one optimisation saves in the presence of another.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Interaction {
    /// The program.
    pub(crate) agent: &'static str,
    /// The two optimisations.
    pub(crate) switches: [&'static str; 2],
    /// The nodes saved by the first with the second, as a multiple of those saved without it.
    pub(crate) nodes: f64,
}

/// All effects and the interactions that matter.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Factorial {
    /// Program by program.
    pub(crate) effects: Vec<Effect>,
    /// Those of at least a factor of 1.1 either way, the strongest first within each program.
    pub(crate) interactions: Vec<Interaction>,
}

/// The optimisations of a program that can make a difference in a middle game.
fn factors(description: &Description) -> Vec<&'static str> {
    // Openings, full boards and fives to be made do not occur in the positions measured.
    const ELSEWHERE: [&str; 5] = ["book", "crowding", "quick-win", "early-stop", "masking"];
    description.switches.iter().copied().filter(|switch| !ELSEWHERE.contains(switch)).collect()
}

/// The largest depth, up to the document's, at which a search without any optimisation looks at no more than some
/// 200,000 positions: a time would make the depth depend on the machine.
fn depth(description: &Description) -> u32 {
    match description.name {
        "automaton" | "sequences" => 3,
        _ => description.depth.min(2),
    }
}

/// More than any of these searches needs.
const SEARCH_TIMEOUT: Duration = Duration::from_secs(120);

/// Searches middle games with every combination of every program's optimisations.
pub(crate) fn factorial(workload: &Workload, observer: &mut Observer<'_>) -> Factorial {
    let programs: Vec<_> = CLASSICS.iter().filter(|each| workload.includes(each.name)).collect();
    of_programs(&programs, workload, observer)
}

fn of_programs(
    programs: &[&'static Description],
    workload: &Workload,
    observer: &mut Observer<'_>,
) -> Factorial {
    let mut found = Factorial::default();
    let positions = (workload.positions / 2).max(1);
    let total: usize = programs.iter().map(|description| (2 * positions) << factors(description).len()).sum();
    let mut done = 0;
    for description in programs {
        let switches = factors(description);
        let games = middle_games(description, positions, workload.seed);
        let trial = |cell: usize, depth: u32, game: &Game, observer: &Observer<'_>| -> Attempted {
            let off = switches.iter().enumerate().filter(|(bit, _)| cell >> bit & 1 == 0);
            let without: BTreeSet<String> = off.map(|(_, name)| (*name).to_owned()).collect();
            let settings =
                Settings { depth: Some(depth), without, seed: workload.seed, ..Settings::default() };
            Trial {
                name: description.name,
                settings: &settings,
                game,
                longest: workload.longest.max(SEARCH_TIMEOUT),
                trace_depth: 0,
                stop: observer.stop,
            }
            .measure_once()
        };
        let depth = depth(description);
        // By position, then by cell: the logarithms of nodes and seconds. All combinations run forwards and then backwards,
        // and the shorter time of each counts: of any two, each was once before the other.
        let mut cells: Vec<Vec<[f64; 2]>> = Vec::new();
        for game in &games {
            let mut costs = vec![[0.0, f64::MAX]; 1 << switches.len()];
            for cell in (0..costs.len()).chain((0..costs.len()).rev()) {
                if !observer.proceed(done, total, &format!("{}, combination {cell}", description.name)) {
                    return found;
                }
                done += 1;
                let measured = trial(cell, depth, game, observer).measurement;
                let nodes = (measured.counters.nodes as f64).max(1.0);
                let time = measured.time.as_secs_f64().max(1e-7).ln();
                costs[cell] = [nodes.ln(), time.min(costs[cell][1])];
            }
            cells.push(costs);
        }
        for (bit, switch) in switches.iter().enumerate() {
            let worth = |kind: usize| worth(&cells, bit, switches.len(), kind);
            found.effects.push(Effect {
                agent: description.name,
                switch,
                depth,
                positions: games.len(),
                nodes: worth(0),
                time: worth(1),
            });
        }
        found.interactions.extend(interactions(description.name, &switches, &cells));
    }
    observer.proceed(total, total, "");
    found
}

/// What the optimisation of a bit saves.
fn worth(cells: &[Vec<[f64; 2]>], bit: usize, bits: usize, kind: usize) -> Worth {
    let saved = |costs: &Vec<[f64; 2]>, others: usize| {
        costs[others & !(1 << bit)][kind] - costs[others | 1 << bit][kind]
    };
    let over = |statistic: &dyn Fn(&Vec<[f64; 2]>) -> f64| {
        let ratios: Vec<f64> = cells.iter().map(|costs| statistic(costs).exp()).collect();
        Interval::ratio(&ratios)
    };
    let all = (1 << bits) - 1;
    Worth {
        alone: over(&|costs| saved(costs, 0)),
        on_top: over(&|costs| saved(costs, all)),
        average: over(&|costs| (0..=all).map(|others| saved(costs, others)).sum::<f64>() / (all + 1) as f64),
    }
}

fn interactions(agent: &'static str, switches: &[&'static str], cells: &[Vec<[f64; 2]>]) -> Vec<Interaction> {
    let mut found = Vec::new();
    for one in 0..switches.len() {
        for other in one + 1..switches.len() {
            let mut sum = 0.0;
            let mut count = 0;
            for costs in cells {
                for cell in (0..costs.len()).filter(|cell| cell >> one & 1 == 0 && cell >> other & 1 == 0) {
                    let saved = |others: usize| costs[cell | others][0] - costs[cell | others | 1 << one][0];
                    sum += saved(1 << other) - saved(0);
                    count += 1;
                }
            }
            let nodes = (sum / f64::from(count.max(1))).exp();
            if !(1.0 / 1.1..=1.1).contains(&nodes) {
                found.push(Interaction { agent, switches: [switches[one], switches[other]], nodes });
            }
        }
    }
    found.sort_by(|a, b| b.nodes.ln().abs().total_cmp(&a.nodes.ln().abs()));
    found
}

impl Factorial {
    pub(crate) fn of(&self, agent: &str, switch: &str) -> Option<&Effect> {
        self.effects.iter().find(|effect| effect.agent == agent && effect.switch == switch)
    }
}

impl Finding for Factorial {
    fn name(&self) -> &'static str {
        "factorial"
    }

    fn csv(&self) -> String {
        let mut text = csv::line(&[
            &"agent",
            &"optimisation",
            &"with",
            &"depth",
            &"positions",
            &"measure",
            &"context",
            &"factor",
            &"low",
            &"high",
        ]);
        for effect in &self.effects {
            for (measure, worth) in [("nodes", effect.nodes), ("time", effect.time)] {
                let contexts = [("alone", worth.alone), ("on top", worth.on_top), ("average", worth.average)];
                for (context, factor) in contexts {
                    let [value, low, high] =
                        [factor.value, factor.low, factor.high].map(|number| format!("{number:.3}"));
                    text += &csv::line(&[
                        &effect.agent,
                        &effect.switch,
                        &"",
                        &effect.depth,
                        &effect.positions,
                        &measure,
                        &context,
                        &value,
                        &low,
                        &high,
                    ]);
                }
            }
        }
        for Interaction { agent, switches: [one, other], nodes } in &self.interactions {
            let nodes = format!("{nodes:.3}");
            text += &csv::line(&[agent, one, other, &"", &"", &"nodes", &"interaction", &nodes, &"", &""]);
        }
        text
    }

    fn figures(&self) -> Vec<(&'static str, Figure)> {
        let rows = |of: fn(&Effect) -> Worth| -> Vec<Bar> {
            let bar = |effect: &Effect| Bar {
                group: format!("{}, {} plies", effect.agent, effect.depth),
                class: colour(
                    CLASSICS.iter().position(|description| description.name == effect.agent).unwrap_or(0),
                ),
                name: effect.switch.to_owned(),
                factors: [of(effect).alone.value, of(effect).on_top.value],
                title: format!(
                    "{} of {}: alone ×{}, on top ×{}, on average ×{}",
                    effect.switch,
                    effect.agent,
                    of(effect).alone.text(short),
                    of(effect).on_top.text(short),
                    of(effect).average.text(short)
                ),
            };
            self.effects.iter().map(bar).collect()
        };
        let kinds = ["alone", "on top"];
        vec![
            (
                "nodes",
                bars(
                    "Nodes saved by each optimisation, alone and on top of all others, as factors",
                    kinds,
                    &rows(|effect| effect.nodes),
                ),
            ),
            (
                "time",
                bars(
                    "Time saved by each optimisation, alone and on top of all others, as factors",
                    kinds,
                    &rows(|effect| effect.time),
                ),
            ),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use goren_core::Stop;

    #[test]
    fn effects_are_read_from_the_right_cells() {
        // Two factors: the first halves the cost alone and does nothing beside the second, which quarters it.
        let cost = |cell: usize| [8.0f64, 4.0, 2.0, 2.0][cell].ln();
        let cells = vec![(0..4).map(|cell| [cost(cell), 0.0]).collect::<Vec<_>>(); 3];
        let first = worth(&cells, 0, 2, 0);
        assert!((first.alone.value - 2.0).abs() < 1e-9 && (first.on_top.value - 1.0).abs() < 1e-9);
        assert!((first.average.value - 2f64.sqrt()).abs() < 1e-9);
        let second = worth(&cells, 1, 2, 0);
        assert!((second.alone.value - 4.0).abs() < 1e-9 && (second.on_top.value - 2.0).abs() < 1e-9);
        let found = interactions("boundary", &["a", "b"], &cells);
        assert!((found[0].nodes - 0.5).abs() < 1e-9, "{found:?}");
    }

    #[test]
    fn pruning_saves_nodes_in_every_program_and_incremental_evaluation_none() {
        let workload = Workload { positions: 1, ..Workload::quick() };
        let mut observer = Observer { stop: &Stop::default(), progress: &mut |_| {} };
        // Those of the others take seconds.
        let programs: Vec<_> = CLASSICS[2..].iter().collect();
        let found = of_programs(&programs, &workload, &mut observer);
        assert_eq!(found.effects.len(), 2 + 5 + 1);
        for description in &CLASSICS[2..] {
            let pruning = found.of(description.name, "pruning").unwrap();
            assert!(pruning.nodes.average.value > 1.0, "{pruning:?}");
        }
        let incremental = found.of("sequences", "incremental").unwrap();
        assert_eq!(incremental.nodes.average.value, 1.0, "it changes no node");
    }
}
