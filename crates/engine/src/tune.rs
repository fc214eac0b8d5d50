//! Fits the weights of the classical evaluation to games: logistic regression of the result on the shapes of the empty
//! points, by the Adam optimiser (Kingma and Ba 2014).

use std::collections::HashMap;

use goren_core::{Outcome, Point, Position, Rule, Score, Stone, Stop};

use crate::board::{Board, THREATS};
use crate::quiet::is_quiet_board;
use crate::solver::{Budget, VCF_LOG2, Vcf};
use crate::threat_class::combination;
use crate::weights::{Values, Worth, sets};

/// The score at which the odds of winning are e to 1.
pub const SCALE: f64 = 200.0;

/// The VCF budget for telling whether a position is quiet. It is larger than that of a leaf, because a sample with an
/// unseen win would mislead the fit.
const VCF_BUDGET: u32 = 100;

/// Adam: the step size of the first round; it falls to [`LAST_RATE`] along half a cosine.
const FIRST_RATE: f64 = 2.0;
/// Adam: added to every step size.
const LAST_RATE: f64 = 0.05;
/// Adam: how much of the mean of the gradient is kept at each step.
const BETA_1: f64 = 0.9;
/// Adam: how much of the mean of its square is kept at each step.
const BETA_2: f64 = 0.999;
/// Adam: how much of the new gradient and of its square enters the means. Written out, because `1.0 - 0.9` is not the
/// number nearest to 0.1.
const ONE_LESS_BETA_1: f64 = 0.1;
const ONE_LESS_BETA_2: f64 = 0.001;
/// Adam: keeps the step finite where the gradient is zero.
const EPSILON: f64 = 1e-8;
/// Regularisation: how strongly each parameter is pulled towards the first guess, which keeps rare sets near it.
const PULL: f64 = 2e-5;
/// Samples for each step.
const BATCH: usize = 1024;
/// Every tenth run of this many neighbouring samples is kept for validation. Neighbours come from the same game.
const VALIDATION_RUN: usize = 256;
/// The largest weight on either side of zero.
const MAX_WEIGHT: f64 = 3000.0;

/// Collects quiet positions of games and fits weights to them.
pub struct Tuner {
    rule: Rule,
    /// By combination: the number of its set of shapes.
    numbers: Vec<usize>,
    sets: usize,
    samples: Vec<Sample>,
    vcf: Vcf,
}

/// A position as the side to move sees it.
struct Sample {
    /// The parameters that count in it, each with its factor.
    features: Vec<(u16, i8)>,
    /// The expected result of the side to move, from 0 to 1.
    target: f32,
}

/// The progress of a fit after one round over all positions.
#[derive(Clone, Copy, Debug)]
pub struct TuneProgress {
    /// The round, from 1.
    pub round: usize,
    /// Mean loss on the positions fitted to.
    pub training: f64,
    /// Mean loss on those kept for validation.
    pub validation: f64,
}

impl Tuner {
    /// A tuner without games.
    pub fn new(rule: Rule) -> Tuner {
        let (sets, numbers) = sets();
        Tuner { rule, numbers, sets: sets.len(), samples: Vec::new(), vcf: Vcf::new(VCF_LOG2) }
    }

    /// Adds the quiet positions of a game, but for its first `skip` moves, and returns how many they are. A game without a
    /// result on the board counts as a draw. Where the score of a search is known, the target is halfway between the
    /// result of the game and the result that the score predicts.
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

    /// How many positions have been added.
    pub fn len(&self) -> usize {
        self.samples.len()
    }

    /// Whether no position has been added.
    pub fn is_empty(&self) -> bool {
        self.samples.is_empty()
    }

    /// The parameter of a set of shapes. The colours have parameters of their own only under renju.
    fn parameter(&self, stone: Stone, to_move: bool, set: usize) -> usize {
        let colour = if self.rule == Rule::Renju { stone as usize } else { 0 };
        1 + (2 * colour + usize::from(to_move)) * self.sets + set
    }

    /// The parameter of a state of threats and the colour to move.
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

    /// Fits weights in some rounds over all positions, starting from the draft, and returns the bytes of their file.
    pub fn fit(&self, rounds: usize, stop: &Stop, report: &mut dyn FnMut(TuneProgress)) -> Vec<u8> {
        let draft = Values::drafted(self.rule);
        let mut start = vec![0.0_f64; self.parameters()];
        start[0] = draft.tempo.into();
        for stone in Stone::BOTH {
            for (set, worth) in draft.worth[stone as usize].iter().enumerate() {
                start[self.parameter(stone, true, set)] = worth.to_move.into();
                start[self.parameter(stone, false, set)] = worth.waiting.into();
            }
        }
        let is_kept = |i: usize| i / VALIDATION_RUN % 10 == 9;
        let mut values = start.clone();
        let (mut first, mut second) = (vec![0.0; values.len()], vec![0.0; values.len()]);
        let mut gradient = vec![0.0; values.len()];
        let mut random = 1_u64;
        let mut order: Vec<usize> = (0..self.samples.len()).filter(|&i| !is_kept(i)).collect();
        let mut step = 0;
        for round in 1..=rounds {
            shuffle(&mut order, &mut random);
            let phase = std::f64::consts::PI * (round as f64 - 1.0) / rounds as f64;
            let rate = FIRST_RATE * 0.5 * (1.0 + phase.cos()) + LAST_RATE;
            let mut loss = 0.0;
            for batch in order.chunks(BATCH) {
                if stop.is_raised() {
                    return self.values(&values).to_bytes();
                }
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
                    let slope = gradient[at] / size + PULL * (values[at] - start[at]);
                    first[at] = BETA_1 * first[at] + ONE_LESS_BETA_1 * slope;
                    second[at] = BETA_2 * second[at] + ONE_LESS_BETA_2 * slope * slope;
                    let mean = first[at] / (1.0 - BETA_1.powi(step));
                    let square: f64 = second[at] / (1.0 - BETA_2.powi(step));
                    values[at] -= rate * mean / (square.sqrt() + EPSILON);
                }
            }
            let kept: Vec<&Sample> =
                (0..self.samples.len()).filter(|&i| is_kept(i)).map(|i| &self.samples[i]).collect();
            let losses = kept
                .iter()
                .map(|sample| cross_entropy(sigmoid(score(sample, &values) / SCALE), sample.target.into()));
            let validation = losses.sum::<f64>() / kept.len().max(1) as f64;
            report(TuneProgress { round, training: loss / order.len().max(1) as f64, validation });
        }
        self.values(&values).to_bytes()
    }

    fn values(&self, parameters: &[f64]) -> Values {
        let rounded = |at: usize| parameters[at].round().clamp(-MAX_WEIGHT, MAX_WEIGHT) as i16;
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
