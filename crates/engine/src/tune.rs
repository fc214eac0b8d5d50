//! Fitting the evaluation to games: logistic regression of the result on what the empty points hold.

use std::collections::HashMap;

use goren_core::{Outcome, Point, Position, Rule, Score, Stone};

use crate::board::{Board, THREATS};
use crate::quiet::is_quiet_board;
use crate::solver::{Budget, VCF_LOG2, Vcf};
use crate::threat_class::combination;
use crate::weights::{Values, Worth, sets};

/// A score of this much multiplies the odds of winning by e.
pub const SCALE: f64 = 200.0;

/// The budget of the search for a win by fours that a quiet position must pass: more than that of a leaf, because a
/// sample with an unseen win teaches the wrong thing.
const VCF_BUDGET: u32 = 100;

/// Collects positions and fits weights to them.
pub struct Tuner {
    rule: Rule,
    /// The set of shapes of each combination.
    numbers: Vec<usize>,
    sets: usize,
    samples: Vec<Sample>,
    vcf: Vcf,
}

/// A position from the eyes of the side to move.
struct Sample {
    /// Parameters with how often each counts.
    features: Vec<(u16, i8)>,
    /// What the side to move can expect, from 0 to 1.
    target: f32,
}

/// How a fit went, after each round over all positions.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// The round, from 1.
    pub round: usize,
    /// Mean loss on the positions fitted to.
    pub training: f64,
    /// Mean loss on those kept apart.
    pub validation: f64,
}

impl Tuner {
    /// A tuner without games.
    pub fn new(rule: Rule) -> Tuner {
        let (sets, numbers) = sets();
        Tuner { rule, numbers, sets: sets.len(), samples: Vec::new(), vcf: Vcf::new(VCF_LOG2) }
    }

    /// Takes the quiet positions of a game, its first `skip` moves left out. A game without a result on the board
    /// counts as a draw. Where the score of a search is known, the target is halfway between the result and what the
    /// score stands for. Returns how many positions were taken.
    pub fn add_game(
        &mut self,
        start: &Position,
        moves: &[Point],
        scores: &[Option<Score>],
        skip: usize,
    ) -> usize {
        let mut end = start.clone();
        moves.iter().for_each(|&point| end.play(point));
        let winner = match end.outcome() {
            Outcome::Win { stone, .. } => Some(stone),
            _ => None,
        };
        let mut board = Board::new(start);
        let before = self.samples.len();
        for (i, &point) in moves.iter().enumerate() {
            if i >= skip && is_quiet_board(&mut board, &mut self.vcf, Budget::new(VCF_BUDGET)) {
                let result = winner.map_or(0.5, |winner| if winner == board.side() { 1.0 } else { 0.0 });
                let score = scores.get(i).copied().flatten();
                let expected = score.map_or(result, |score| sigmoid(f64::from(score.0) / SCALE) as f32);
                let features = self.features(&board);
                self.samples.push(Sample { features, target: (result + expected) / 2.0 });
            }
            board.play(point);
        }
        self.samples.len() - before
    }

    /// How many positions have been taken.
    pub fn len(&self) -> usize {
        self.samples.len()
    }

    /// Whether no position has been taken.
    pub fn is_empty(&self) -> bool {
        self.samples.is_empty()
    }

    /// The parameter of a set of shapes: colours are told apart only where the rule does.
    fn parameter(&self, stone: Stone, to_move: bool, set: usize) -> usize {
        let colour = if self.rule == Rule::Renju { stone as usize } else { 0 };
        1 + (2 * colour + usize::from(to_move)) * self.sets + set
    }

    /// The parameter of a state of threats, by the colour to move.
    fn threat_parameter(&self, stone: Stone, threats: usize) -> usize {
        let colour = if self.rule == Rule::Renju { stone as usize } else { 0 };
        1 + 4 * self.sets + colour * THREATS + threats
    }

    fn parameters(&self) -> usize {
        1 + 4 * self.sets + 2 * THREATS
    }

    fn features(&self, board: &Board) -> Vec<(u16, i8)> {
        let mut counts: HashMap<usize, i32> = HashMap::new();
        let me = board.side();
        for point in board.everywhere().points() {
            let shapes = board.position().point_shapes(point);
            for (stone, sign) in [(me, 1), (!me, -1)] {
                let set = self.numbers[combination(shapes.of(stone))];
                *counts.entry(self.parameter(stone, stone == me, set)).or_default() += sign;
            }
        }
        let mut features: Vec<(u16, i8)> = counts
            .into_iter()
            .filter(|&(_, count)| count != 0)
            .map(|(at, count)| (at as u16, count.clamp(-127, 127) as i8))
            .collect();
        features.push((0, 1));
        features.push((self.threat_parameter(me, board.threats()) as u16, 1));
        features.sort_unstable();
        features
    }

    /// Fits weights in some rounds over all positions, starting from a first guess, and returns them as a file.
    pub fn fit(&self, rounds: usize, report: &mut dyn FnMut(Progress)) -> Vec<u8> {
        let draft = Values::drafted(self.rule);
        let mut start = vec![0.0_f64; self.parameters()];
        start[0] = draft.tempo.into();
        for stone in Stone::BOTH {
            for (set, worth) in draft.worth[stone as usize].iter().enumerate() {
                start[self.parameter(stone, true, set)] = worth.to_move.into();
                start[self.parameter(stone, false, set)] = worth.waiting.into();
            }
        }
        // Every tenth position is kept apart; neighbours of a game stay near each other, so whole runs are.
        let is_kept = |i: usize| i / 256 % 10 == 9;
        let mut values = start.clone();
        let (mut first, mut second) = (vec![0.0; values.len()], vec![0.0; values.len()]);
        let mut gradient = vec![0.0; values.len()];
        let mut random = 1_u64;
        let mut order: Vec<usize> = (0..self.samples.len()).filter(|&i| !is_kept(i)).collect();
        let mut step = 0;
        for round in 1..=rounds {
            shuffle(&mut order, &mut random);
            let rate =
                2.0 * 0.5 * (1.0 + (std::f64::consts::PI * (round as f64 - 1.0) / rounds as f64).cos())
                    + 0.05;
            let mut loss = 0.0;
            for batch in order.chunks(1024) {
                gradient.iter_mut().for_each(|value| *value = 0.0);
                for &i in batch {
                    let sample = &self.samples[i];
                    let chance = sigmoid(score(sample, &values) / SCALE);
                    let error = chance - f64::from(sample.target);
                    loss += cross_entropy(chance, sample.target.into());
                    for &(at, count) in &sample.features {
                        gradient[usize::from(at)] += error * f64::from(count);
                    }
                }
                step += 1;
                let size = batch.len() as f64;
                for at in 0..values.len() {
                    // Rare sets stay near the first guess.
                    let pull = 2e-5 * (values[at] - start[at]);
                    let slope = gradient[at] / size + pull;
                    first[at] = 0.9 * first[at] + 0.1 * slope;
                    second[at] = 0.999 * second[at] + 0.001 * slope * slope;
                    let mean = first[at] / (1.0 - 0.9_f64.powi(step));
                    let spread: f64 = second[at] / (1.0 - 0.999_f64.powi(step));
                    values[at] -= rate * mean / (spread.sqrt() + 1e-8);
                }
            }
            let kept: Vec<&Sample> =
                (0..self.samples.len()).filter(|&i| is_kept(i)).map(|i| &self.samples[i]).collect();
            let losses = kept
                .iter()
                .map(|sample| cross_entropy(sigmoid(score(sample, &values) / SCALE), sample.target.into()));
            let validation = losses.sum::<f64>() / kept.len().max(1) as f64;
            report(Progress { round, training: loss / order.len().max(1) as f64, validation });
        }
        self.values(&values).to_bytes()
    }

    fn values(&self, parameters: &[f64]) -> Values {
        let rounded = |at: usize| parameters[at].round().clamp(-3000.0, 3000.0) as i16;
        let worth = Stone::BOTH.map(|stone| {
            let worth = |set| Worth {
                to_move: rounded(self.parameter(stone, true, set)),
                waiting: rounded(self.parameter(stone, false, set)),
            };
            (0..self.sets).map(worth).collect()
        });
        let threats = Stone::BOTH
            .map(|stone| (0..THREATS).map(|number| rounded(self.threat_parameter(stone, number))).collect());
        Values { rule: self.rule, tempo: rounded(0), worth, threats }
    }
}

fn score(sample: &Sample, values: &[f64]) -> f64 {
    sample.features.iter().map(|&(at, count)| f64::from(count) * values[usize::from(at)]).sum()
}

fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

fn cross_entropy(chance: f64, result: f64) -> f64 {
    let chance = chance.clamp(1e-9, 1.0 - 1e-9);
    -(result * chance.ln() + (1.0 - result) * (1.0 - chance).ln())
}

fn shuffle(items: &mut [usize], random: &mut u64) {
    for i in (1..items.len()).rev() {
        *random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        items.swap(i, (*random >> 33) as usize % (i + 1));
    }
}
