//! The iterations of a run, several at a time, applied in the order of their numbers.

use std::collections::BTreeMap;
use std::sync::{Mutex, mpsc};

use anyhow::anyhow;
use goren_arena::Control;

use super::state::{Iteration, Outcome, State};

/// Plays and applies iterations until the run is over or `control` aborts it, and calls `on` after each.
///
/// `play` returns `None` for an iteration that was aborted. When this function returns, `control` is spent.
pub(super) fn climb(
    state: &mut State,
    threads: usize,
    control: &Control,
    play: impl Fn(&Iteration) -> Result<Option<Outcome>, String> + Sync,
    mut on: impl FnMut(&State) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let (hand_out, iterations) = mpsc::channel::<Iteration>();
    let iterations = Mutex::new(iterations);
    let (done, played) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..threads {
            let (done, iterations, play) = (done.clone(), &iterations, &play);
            scope.spawn(move || {
                let next = || iterations.lock().ok()?.recv().ok();
                while let Some(iteration) = next() {
                    if done.send((iteration.number, play(&iteration))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(done);
        let mut collect = || -> anyhow::Result<()> {
            for iteration in state.ready() {
                hand_out.send(iteration)?;
            }
            let mut waiting = BTreeMap::new();
            while !state.is_over() {
                let (number, outcome) = played.recv()?;
                let Some(outcome) = outcome.map_err(|error| anyhow!(error))? else { return Ok(()) };
                waiting.insert(number, outcome);
                while let Some(outcome) = waiting.remove(&state.done) {
                    if let Some(iteration) = state.apply(&outcome) {
                        hand_out.send(iteration)?;
                    }
                    on(state)?;
                }
            }
            Ok(())
        };
        let collected = collect();
        // Nobody waits for the others.
        drop(hand_out);
        control.abort();
        collected
    })
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use goren_arena::{GameScore, Pairs, score_of_elo};

    use super::*;
    use crate::random::stream;
    use crate::spsa::parameter::Tuned;
    use crate::spsa::state::{Recipe, fixture::recipe};

    /// Where the made-up engine is strongest, in the order of the fixture's parameters.
    const OPTIMUM: [f64; 3] = [180.0, 130.0, 4.0];
    /// What the first step away from there costs; two cost four times as much.
    const ELO: f64 = 5.0;

    fn distance(tuned: &[Tuned], values: &[f64]) -> f64 {
        let steps = tuned.iter().zip(values).zip(OPTIMUM);
        steps.map(|((tuned, value), optimum)| ((value - optimum) / tuned.step).powi(2)).sum::<f64>().sqrt()
    }

    /// Games whose results are random, the better values winning more often.
    fn pair(tuned: &[Tuned], iteration: &Iteration) -> Outcome {
        let elo = |values: &[i32]| {
            let values: Vec<f64> = values.iter().map(|&value| value.into()).collect();
            -ELO * distance(tuned, &values).powi(2)
        };
        let score = score_of_elo(elo(&iteration.plus) - elo(&iteration.minus));
        let mut random = stream(iteration.seed, 0);
        let mut game = || match (random.below(1_000_000) as f64) < score * 1e6 {
            true => GameScore::Win,
            false => GameScore::Loss,
        };
        let mut pairs = Pairs::default();
        pairs.count(game(), game());
        Outcome { pairs, faults: 0 }
    }

    /// Climbs, until an iteration with this number is to be played.
    fn climbed(state: &mut State, threads: usize, end: u32) {
        let tuned = state.recipe.parameters.clone();
        let play = |iteration: &Iteration| {
            // Later iterations overtake some of the earlier ones.
            (0..iteration.number % 5 * 50).for_each(|_| std::thread::yield_now());
            Ok((iteration.number < end).then(|| pair(&tuned, iteration)))
        };
        climb(state, threads, &Control::default(), play, |_| Ok(())).unwrap();
    }

    #[test]
    fn the_values_come_near_the_optimum_through_the_noise() {
        for seed in 1..=5 {
            let mut state = State::new(Recipe { iterations: 4000, seed, ..recipe() }).unwrap();
            let before = distance(&state.recipe.parameters, &state.values);
            climbed(&mut state, 1, u32::MAX);
            let after = distance(&state.recipe.parameters, &state.values);
            assert!(before > 5.0 && after < 1.0, "seed {seed}: {before} to {after}, {:?}", state.values);
            assert_eq!((state.done, state.results.total()), (4000, 4000));
        }
    }

    #[test]
    fn a_resumed_run_ends_as_one_that_was_not_interrupted() {
        for ahead in [1, 6] {
            let recipe = Recipe { iterations: 200, ahead, ..recipe() };
            let mut whole = State::new(recipe.clone()).unwrap();
            climbed(&mut whole, 1, u32::MAX);
            assert!(whole.is_over());
            let mut state = State::new(recipe).unwrap();
            for end in [1, 77, 199, u32::MAX] {
                climbed(&mut state, 3, end);
                assert!(state.done <= end);
                state = State::parse(state.text().unwrap().as_bytes()).unwrap();
            }
            assert_eq!(state, whole);
        }
    }

    #[test]
    fn the_result_does_not_depend_on_how_many_threads_play() {
        let results = [1, 2, 7].map(|threads| {
            let mut state = State::new(Recipe { iterations: 200, ahead: 6, ..recipe() }).unwrap();
            climbed(&mut state, threads, u32::MAX);
            state
        });
        assert!(results[0] == results[1] && results[1] == results[2]);
    }

    #[test]
    fn a_game_that_cannot_be_played_ends_the_run() {
        let mut state = State::new(Recipe { ahead: 6, ..recipe() }).unwrap();
        let calls = AtomicU32::new(0);
        let play = |iteration: &Iteration| {
            calls.fetch_add(1, Ordering::Relaxed);
            if iteration.number < 9 { Ok(Some(Outcome::default())) } else { Err("no board".to_owned()) }
        };
        let error = climb(&mut state, 2, &Control::default(), play, |_| Ok(())).unwrap_err();
        assert_eq!(error.to_string(), "no board");
        assert!(calls.into_inner() < 20);
    }
}
