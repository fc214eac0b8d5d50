//! A run of SPSA as it stands: what determines it, how far it is, and its file.

use std::collections::{BTreeMap, VecDeque};
use std::path::Path;

use anyhow::{Context, bail, ensure};
use goren_arena::Pairs;
use goren_core::{Random, Rule, Size};
use serde::{Deserialize, Serialize};

use super::gains::Gains;
use super::parameter::{Tuned, known, rounded};
use crate::convert::save;
use crate::input::{MAX_GAMES_BYTES, read_file};
use crate::random::stream;

/// Everything that determines a run. Two runs of one recipe with nodes as their limit have the same result.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Recipe {
    pub(super) parameters: Vec<Tuned>,
    /// Parameters that both sides have at these values.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) held: BTreeMap<String, i32>,
    pub(super) rule: Rule,
    pub(super) size: Size,
    pub(super) limit: Limit,
    pub(super) iterations: u32,
    /// Pairs of games in each iteration.
    pub(super) pairs: u16,
    pub(super) rate: f64,
    pub(super) seed: u64,
    /// How many iterations may be under way. Each is perturbed around what was known when it could begin, which is not later
    /// than that, whoever plays faster: so the result does not depend on timing.
    pub(super) ahead: u16,
}

/// What limits the search for each move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Limit {
    /// Positions.
    Nodes(u64),
    /// Milliseconds of processor time.
    Cpu(u64),
}

/// The values of the parameters, and what is known of the iterations so far.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct State {
    pub(super) recipe: Recipe,
    /// The number of iterations that have been applied.
    pub(super) done: u32,
    pub(super) values: Vec<f64>,
    /// The values around which the next iterations are perturbed.
    centres: VecDeque<Vec<f64>>,
    /// All pairs of games, as the sides with the values `plus` saw them.
    pub(super) results: Pairs,
    /// The number of games that were lost by a fault.
    pub(super) faults: u64,
}

/// One iteration to play.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Iteration {
    /// Its number, from 0.
    pub(super) number: u32,
    /// The values of both sides.
    pub(super) plus: Vec<i32>,
    pub(super) minus: Vec<i32>,
    /// The seed of its games.
    pub(super) seed: u64,
}

/// What came of an iteration.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Outcome {
    /// The pairs of games, as the side with the values `plus` saw them.
    pub(super) pairs: Pairs,
    pub(super) faults: u64,
}

/// The random choices of an iteration.
struct Draw {
    seed: u64,
    /// For each parameter, 1 or −1, and where between two numbers its values are rounded up.
    signs_and_roundings: Vec<(f64, f64)>,
}

impl Recipe {
    fn gains(&self) -> Gains {
        Gains { iterations: self.iterations, rate: self.rate }
    }

    fn draw(&self, number: u32) -> Draw {
        let mut random = stream(self.seed, number.into());
        let seed = random.next();
        let sign = |random: &mut Random| if random.once_in(2) { 1.0 } else { -1.0 };
        let fraction = |random: &mut Random| (random.next() >> 11) as f64 / (1_u64 << 53) as f64;
        let each = self.parameters.iter().map(|_| (sign(&mut random), fraction(&mut random)));
        Draw { seed, signs_and_roundings: each.collect() }
    }

    /// The iteration with this number, around these values.
    ///
    /// Values are rounded up or down at random, so that on average they are what they should be, as in Fishtest and OpenBench: rounded to
    /// the nearest, both sides of a parameter whose step is small would often be the same. One draw serves both sides,
    /// so that they differ as much as they should and not by chance.
    fn iteration(&self, number: u32, centre: &[f64]) -> Iteration {
        let Draw { seed, signs_and_roundings } = self.draw(number);
        let side = |direction: f64| -> Vec<i32> {
            let each = self.parameters.iter().zip(centre).zip(&signs_and_roundings);
            each.map(|((tuned, value), (sign, rounding))| {
                let by = self.gains().perturbation(tuned.step, number + 1);
                let value = within(tuned, value + direction * sign * by);
                (value + rounding).floor() as i32
            })
            .collect()
        };
        Iteration { number, plus: side(1.0), minus: side(-1.0), seed }
    }

    fn check(&self) -> anyhow::Result<()> {
        let Recipe { parameters, held, iterations, pairs, rate, ahead, .. } = self;
        ensure!(!parameters.is_empty(), "expected at least one parameter");
        for (i, tuned) in parameters.iter().enumerate() {
            tuned.check().map_err(anyhow::Error::msg)?;
            if parameters[..i].iter().any(|other| other.name == tuned.name) {
                bail!("{}: expected each parameter once, got it twice", tuned.name);
            }
        }
        for (name, value) in held {
            let parameter = known(name).map_err(anyhow::Error::msg)?;
            if !(parameter.min..=parameter.max).contains(value) {
                bail!("{name}: expected a value from {} to {}, got {value}", parameter.min, parameter.max);
            }
        }
        let is_played = *iterations > 0 && *pairs > 0 && *ahead > 0;
        ensure!(is_played, "expected iterations and pairs, got {iterations} and {pairs}, {ahead} ahead");
        ensure!(*rate > 0.0 && rate.is_finite(), "expected a rate above 0, got {rate}");
        Ok(())
    }
}

/// A value, or the nearest within a parameter's range.
fn within(tuned: &Tuned, value: f64) -> f64 {
    value.clamp(tuned.min.into(), tuned.max.into())
}

impl State {
    /// A run at its start.
    pub(super) fn new(recipe: Recipe) -> anyhow::Result<State> {
        recipe.check()?;
        let values: Vec<f64> = recipe.parameters.iter().map(|tuned| tuned.start.into()).collect();
        let centres = (0..recipe.iterations.min(recipe.ahead.into())).map(|_| values.clone()).collect();
        Ok(State { recipe, done: 0, values, centres, results: Pairs::default(), faults: 0 })
    }

    pub(super) fn is_over(&self) -> bool {
        self.done >= self.recipe.iterations
    }

    /// The values as numbers that can be played.
    pub(super) fn nearest(&self) -> Vec<i32> {
        self.values.iter().map(|value| value.round() as i32).collect()
    }

    /// The iterations that can be played now.
    pub(super) fn ready(&self) -> Vec<Iteration> {
        let numbered = (self.done..).zip(&self.centres);
        numbered.map(|(number, centre)| self.recipe.iteration(number, centre)).collect()
    }

    /// Applies the first of the iterations that are ready, and returns the one that has become ready, if any is left.
    pub(super) fn apply(&mut self, outcome: &Outcome) -> Option<Iteration> {
        let Draw { signs_and_roundings, .. } = self.recipe.draw(self.done);
        let games = outcome.pairs.games();
        let ahead = games.wins as f64 - games.losses as f64;
        let each = self.recipe.parameters.iter().zip(&mut self.values).zip(signs_and_roundings);
        for ((tuned, value), (sign, _)) in each {
            let by = self.recipe.gains().movement(tuned.step, self.done + 1);
            *value = rounded(within(tuned, *value + sign * ahead * by));
        }
        self.results += outcome.pairs;
        self.faults += outcome.faults;
        self.centres.pop_front();
        self.done += 1;
        let next = self.done + self.centres.len() as u32;
        (next < self.recipe.iterations).then(|| {
            self.centres.push_back(self.values.clone());
            self.recipe.iteration(next, &self.values)
        })
    }

    /// Reads the file of a run.
    pub(super) fn read(path: &Path) -> anyhow::Result<State> {
        let bytes = read_file(path, MAX_GAMES_BYTES)?;
        State::parse(&bytes).with_context(|| path.display().to_string())
    }

    pub(super) fn parse(bytes: &[u8]) -> anyhow::Result<State> {
        let state: State = serde_json::from_slice(bytes).context("expected a run of `goren spsa`")?;
        let State { recipe, done, values, centres, .. } = &state;
        recipe.check()?;
        let Recipe { parameters, iterations, ahead, .. } = recipe;
        ensure!(done <= iterations, "expected at most {iterations} iterations, got {done}");
        let expected = (iterations - done).min(u32::from(*ahead)) as usize;
        ensure!(centres.len() == expected, "expected {expected} centres, got {}", centres.len());
        for values in centres.iter().chain([values]) {
            let (expected, got) = (parameters.len(), values.len());
            ensure!(expected == got, "expected {expected} values, got {got}");
            for (tuned, &value) in parameters.iter().zip(values) {
                let Tuned { name, min, max, .. } = tuned;
                let is_within = within(tuned, value) == value;
                ensure!(is_within, "{name}: expected a value from {min} to {max}, got {value}");
            }
        }
        Ok(state)
    }

    /// Writes the file of the run, completely or not at all.
    pub(super) fn write(&self, path: &Path, replace: bool) -> anyhow::Result<()> {
        save(path, self.text()?.as_bytes(), replace)
    }

    pub(super) fn text(&self) -> anyhow::Result<String> {
        Ok(format!("{}\n", serde_json::to_string_pretty(self)?))
    }
}

#[cfg(test)]
pub(super) mod fixture {
    use super::*;

    /// Three parameters, a thousand iterations.
    pub(in crate::spsa) fn recipe() -> Recipe {
        let parameters = ["razor_base=15", "lmr_divisor=15", "rfp_depth=1"];
        Recipe {
            parameters: parameters.iter().map(|text| Tuned::parse(text).unwrap()).collect(),
            held: BTreeMap::from([("razor_slope".to_owned(), 80)]),
            rule: Rule::Renju,
            size: Size::default(),
            limit: Limit::Nodes(60),
            iterations: 1000,
            pairs: 1,
            rate: 0.01,
            seed: 1,
            ahead: 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::fixture::recipe;
    use super::*;

    fn won(ww: u64, wl: u64) -> Outcome {
        Outcome { pairs: Pairs { ww, wl, ..Pairs::default() }, faults: 0 }
    }

    #[test]
    fn both_sides_are_a_perturbation_away_in_opposite_directions() {
        let recipe = recipe();
        let mut up = [0; 3];
        for number in 0..1000 {
            let Iteration { plus, minus, .. } = recipe.iteration(number, &[120.0, 160.0, 7.0]);
            let by = recipe.gains().perturbation(15.0, number + 1);
            for (i, centre) in [(0, 120.0), (1, 160.0)] {
                let (plus, minus) = (f64::from(plus[i]), f64::from(minus[i]));
                assert!(
                    ((plus - centre).abs() - by).abs() < 1.0 && ((plus + minus) / 2.0 - centre).abs() < 1.0
                );
            }
            (0..3).for_each(|i| up[i] += i32::from(plus[i] > minus[i]));
        }
        assert!(up.iter().all(|up| (400..600).contains(up)), "{up:?}");
        assert_ne!(up[0], up[1]);
    }

    #[test]
    fn rounded_values_are_right_on_average() {
        let mut recipe = recipe();
        recipe.parameters[2].step = 0.2;
        let sum: i32 = (0..10_000)
            .map(|number| {
                let Iteration { plus, minus, .. } = recipe.iteration(number, &[120.0, 160.0, 6.3]);
                assert!((plus[2] - minus[2]).abs() <= 1);
                plus[2] + minus[2]
            })
            .sum();
        assert!((f64::from(sum) / 20_000.0 - 6.3).abs() < 0.02, "{sum}");
    }

    #[test]
    fn no_side_plays_a_value_out_of_range() {
        let recipe = recipe();
        for centre in [[0.0, 50.0, 0.0], [2000.0, 1000.0, 100.0]] {
            for number in 0..50 {
                let Iteration { plus, minus, .. } = recipe.iteration(number, &centre);
                for (i, tuned) in recipe.parameters.iter().enumerate() {
                    let range = tuned.min..=tuned.max;
                    assert!(range.contains(&plus[i]) && range.contains(&minus[i]));
                }
            }
        }
    }

    #[test]
    fn values_follow_the_side_that_won_and_stay_in_their_range() {
        let mut state = State::new(recipe()).unwrap();
        let first = state.ready().remove(0);
        let next = state.apply(&won(1, 0)).unwrap();
        assert_eq!((next.number, state.ready()), (1, vec![next]));
        for i in 0..3 {
            let start = f64::from(state.recipe.parameters[i].start);
            assert_eq!(state.values[i] > start, first.plus[i] > first.minus[i], "{i}");
        }
        let moved = state.values.clone();
        state.apply(&won(0, 1));
        assert_eq!(state.values, moved);
        state.recipe.rate = 1e9;
        state.apply(&won(1, 0));
        for (tuned, value) in state.recipe.parameters.iter().zip(&state.values) {
            assert!([tuned.min, tuned.max].map(f64::from).contains(value), "{value}");
        }
    }

    #[test]
    fn as_many_iterations_are_ready_as_may_be_ahead_or_are_left() {
        let mut state = State::new(Recipe { iterations: 7, ahead: 3, ..recipe() }).unwrap();
        for left in [3, 3, 3, 3, 3, 2, 1] {
            let numbers: Vec<u32> = state.ready().iter().map(|iteration| iteration.number).collect();
            assert_eq!(numbers, (state.done..state.done + left).collect::<Vec<_>>());
            let last = state.apply(&won(1, 0));
            assert_eq!(state.ready().last().cloned().filter(|_| left == 3 && state.done < 5), last);
        }
        assert!(state.is_over() && state.ready().is_empty());
    }

    #[test]
    fn a_damaged_file_is_refused_with_what_is_wrong() {
        let mut state = State::new(Recipe { ahead: 2, ..recipe() }).unwrap();
        state.apply(&won(1, 0));
        let text = state.text().unwrap();
        assert_eq!(State::parse(text.as_bytes()).unwrap(), state);
        let error = |from: &str, to: &str| {
            assert!(text.contains(from), "{from}");
            format!("{:#}", State::parse(text.replace(from, to).as_bytes()).unwrap_err())
        };
        assert!(error("\"done\": 1", "\"done\": ").starts_with("expected a run of `goren spsa`: "));
        assert_eq!(error("\"done\": 1", "\"done\": 1001"), "expected at most 1000 iterations, got 1001");
        assert_eq!(error("\"done\": 1", "\"done\": 999"), "expected 1 centres, got 2");
        assert_eq!(
            error("\"iterations\": 1000", "\"iterations\": 0").split(',').next(),
            Some("expected iterations and pairs")
        );
        assert_eq!(error("\"rate\": 0.01", "\"rate\": 0.0"), "expected a rate above 0, got 0");
        assert!(error("\"razor_base\"", "\"rasor_base\"").ends_with("got `rasor_base`"));
        assert_eq!(
            error("\"max\": 2000", "\"max\": 3000"),
            "razor_base: expected its range 0 to 2000, got 0 to 3000"
        );
        assert_eq!(
            error("\"razor_slope\": 80", "\"razor_slope\": 1001"),
            "razor_slope: expected a value from 0 to 1000, got 1001"
        );
        assert_eq!(
            error("      7.0\n", "      107.0\n"),
            "rfp_depth: expected a value from 0 to 100, got 107"
        );
        assert_eq!(error(",\n      7.0\n", "\n"), "expected 3 values, got 2");
        assert_eq!(
            error("lmr_divisor", "razor_base").split(',').next(),
            Some("razor_base: expected its range 0 to 2000")
        );
    }

    #[test]
    fn a_parameter_is_named_once() {
        let mut twice = recipe();
        twice.parameters.push(twice.parameters[0].clone());
        let error = State::new(twice).unwrap_err();
        assert_eq!(error.to_string(), "razor_base: expected each parameter once, got it twice");
    }
}
