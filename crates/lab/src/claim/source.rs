//! What a claim is measured by: rows of the findings, as values with names for its sentence.

use std::fmt;

use super::statistic::Statistic;
use crate::ablate::{Ablation, saved};
use crate::contrast::ContrastResult;
use crate::drills;
use crate::findings::Findings;
use crate::interval::{Interval, percent};
use crate::number::{seconds, short};

/// A row of the findings, of the claim's own program where none is named.
#[derive(Clone, Copy)]
pub(super) enum Source {
    /// A search to a depth.
    Depth(u32),
    /// What further plies multiply the nodes by.
    Growth(u32, u32),
    /// An optimisation left out.
    Ablate(&'static str),
    /// Two settings of one program.
    Contrast(&'static str),
    /// The tasks of a kind.
    Drill(drills::Drill),
    /// The first of two against the second.
    Duel(&'static str),
    /// What a change of `masked` does on positions of a kind.
    Masking(&'static str, &'static str),
    /// What has to be computed.
    Computed(Statistic),
}

/// A value that a sentence can name.
pub(super) enum Value {
    /// An estimate, and how its numbers are written.
    Estimate(Interval, fn(f64) -> String),
    /// The same where searches were given up: it may be any higher.
    Least(Interval, fn(f64) -> String),
    /// A number of things.
    Count(usize),
    /// Words or numbers as they are shown.
    Words(String),
}

use Value::{Count, Estimate, Least, Words};

/// Values by name.
pub(super) type Values = Vec<(&'static str, Value)>;

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Estimate(interval, write) | Least(interval, write) => f.write_str(&write(interval.value)),
            Count(count) => count.fmt(f),
            Words(words) => words.fmt(f),
        }
    }
}

impl Source {
    fn values(self, findings: &Findings, agent: &str) -> Option<Values> {
        Some(match self {
            Source::Depth(plies) => {
                let row = findings.depth.as_ref()?.of(agent, plies)?;
                vec![("nodes", Estimate(row.nodes, short)), ("time", Estimate(row.time, seconds))]
            }
            Source::Growth(from, to) => {
                vec![("growth", Estimate(findings.depth.as_ref()?.growth(agent, from, to)?, short))]
            }
            Source::Ablate(switch) => ablation(findings.ablate.as_ref()?.of(agent, switch)?),
            Source::Contrast(name) => contrast(findings.contrasts.as_ref()?.of(name)?),
            Source::Drill(drill) => {
                let drills = findings.drills.as_ref()?;
                vec![
                    ("share", Estimate(drills.share(agent, drill)?, percent)),
                    ("count", Count(drills.count(drill))),
                    ("task", Words(drill.name().to_owned())),
                ]
            }
            Source::Duel(name) => {
                let share = findings.contest_named(name)?.share(0, 1)?;
                vec![
                    ("share", Estimate(share.interval(), percent)),
                    ("games", Words(share.tally.games().to_string())),
                ]
            }
            Source::Masking(kind, change) => {
                let row = findings.masking.as_ref()?.of(kind, change)?;
                vec![
                    ("moved", Estimate(row.moved(), percent)),
                    ("moves", Count(row.moves)),
                    ("positions", Count(row.positions)),
                    ("overlines", Count(row.overlines)),
                ]
            }
            Source::Computed(statistic) => statistic(findings, agent)?,
        })
    }
}

fn ablation(row: &Ablation) -> Values {
    vec![
        ("factor", Estimate(row.nodes_factor, short)),
        ("saved", Estimate(row.nodes_factor.saved(), percent)),
        ("saved or not", Words(saved(row.nodes_factor, "nodes", "fewer"))),
        ("nothing saved", Count(usize::from(row.nodes_factor.high <= 1.0))),
        ("nodes without", Words(short(row.without.nodes))),
        ("time factor", Estimate(row.time_factor, short)),
        ("time saved", Estimate(row.time_factor.saved(), percent)),
        ("candidates", Estimate(row.candidates, short)),
        ("candidates factor", Estimate(row.candidates_factor, short)),
        ("candidates saved", Estimate(row.candidates_factor.saved(), percent)),
        ("same moves", Count(row.same_moves)),
        ("other moves", Count(row.positions - row.same_moves)),
        ("same values", Count(row.same_values)),
        ("other values", Count(row.positions - row.same_values)),
        ("positions", Count(row.positions)),
        ("depth", Words(row.depth.to_string())),
        ("all", Words(row.measured())),
    ]
}

fn contrast(row: &ContrastResult) -> Values {
    let other_moves = row.positions - row.same_moves;
    let factor = if row.given_up > 0 { Least } else { Estimate };
    vec![
        ("bound", Words(row.bound().to_owned())),
        ("given up", Count(row.given_up)),
        ("nodes", Estimate(row.other_nodes, short)),
        ("base nodes", Estimate(row.base_nodes, short)),
        ("time", Estimate(row.other_time, seconds)),
        ("factor", factor(row.nodes_factor, short)),
        ("saved", Estimate(row.nodes_factor.saved(), percent)),
        ("evaluations", Estimate(row.evaluations_factor, short)),
        ("base evaluations", Estimate(row.evaluations_factor.map(|factor| 1.0 / factor.max(1e-12)), short)),
        ("moved", Estimate(Interval::share(other_moves, row.positions), percent)),
        ("other moves", Count(other_moves)),
        ("positions", Count(row.positions)),
    ]
}

/// The values of a claim's sources. Those of the first are named as they are, those of the second as `2.nodes`.
pub(super) struct Measured(Vec<Option<Values>>);

impl Measured {
    pub(super) fn of(sources: &[Source], findings: &Findings, agent: &str) -> Measured {
        Measured(sources.iter().map(|source| source.values(findings, agent)).collect())
    }

    fn value(&self, name: &str) -> Option<&Value> {
        let (place, name) = name.split_once('.').unwrap_or(("1", name));
        let values = self.0.get(place.parse::<usize>().ok()? - 1)?.as_ref()?;
        values.iter().find(|value| value.0 == name).map(|value| &value.1)
    }

    /// Whether the number of something is not zero.
    pub(super) fn has(&self, name: &str) -> Option<bool> {
        Some(!matches!(self.value(name)?, Count(0)))
    }

    /// What a bound is held against.
    pub(super) fn interval(&self, name: &str) -> Option<Interval> {
        match self.value(name)? {
            Estimate(interval, _) => Some(*interval),
            Least(interval, _) => Some(Interval { high: f64::INFINITY, ..*interval }),
            Count(_) | Words(_) => None,
        }
    }

    /// The interval as it is shown.
    pub(super) fn range(&self, name: &str) -> Option<String> {
        match self.value(name)? {
            Estimate(interval, write) | Least(interval, write) => Some(interval.range(write)),
            Count(_) | Words(_) => None,
        }
    }

    /// A sentence with values in braces. What stands in brackets is left out if a value in it was not measured.
    pub(super) fn fill(&self, sentence: &str) -> Option<String> {
        let mut text = String::new();
        let mut rest = sentence;
        while let Some(at) = rest.find(['{', '[']) {
            let (before, opened) = rest.split_at(at);
            let is_value = opened.starts_with('{');
            let (inside, after) = opened[1..].split_once(if is_value { '}' } else { ']' })?;
            text += before;
            text += &if is_value {
                self.value(inside)?.to_string()
            } else {
                self.fill(inside).unwrap_or_default()
            };
            rest = after;
        }
        Some(text + rest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_not_measured_leaves_a_bracket_out_and_elsewhere_the_sentence() {
        let nodes = Estimate(Interval { value: 1200.0, low: 900.0, high: 1500.0 }, short);
        let found = Measured(vec![Some(vec![("nodes", nodes), ("moves", Count(3))]), None]);
        assert_eq!(found.fill("{nodes} nodes, {moves} moves").as_deref(), Some("1.2 k nodes, 3 moves"));
        assert_eq!(found.fill("{nodes}[; then {2.nodes}][, {moves}].").as_deref(), Some("1.2 k, 3."));
        assert_eq!(found.fill("{nodes}; then {2.nodes}"), None);
        assert_eq!(found.range("nodes").as_deref(), Some("900–1.5 k"));
        assert_eq!((found.range("moves"), found.interval("nothing").is_some()), (None, false));
    }

    #[test]
    fn where_searches_were_given_up_nothing_is_too_high() {
        let found = Measured(vec![Some(vec![(
            "factor",
            Least(Interval { value: 9.0, low: 8.0, high: 10.0 }, short),
        )])]);
        assert_eq!(found.interval("factor").map(|interval| interval.high), Some(f64::INFINITY));
        assert_eq!(
            (found.range("factor").as_deref(), found.fill("×{factor}").as_deref()),
            (Some("8–10"), Some("×9"))
        );
    }
}
