//! Workers whose games stand out from those of all others together.
//!
//! A worker that is broken or dishonest in a way that no single game shows still shifts the statistics of its games: it
//! loses with one contestant, crashes, or plays at random. Under honest play it does not matter who plays a game, so a
//! worker's games are a random sample of all games between the same two contestants with the same one beginning. How
//! unlikely its sample is, is bounded without any assumption about how the games end.
//!
//! **The test.** For each quantity (below) with values from 0 to 1, whose mean over all games of a kind `s` is `m_s`, a
//! sample of `n_s` games of each kind has a sum of `x` or more with probability at most `exp(K(t) − t·x)` for every
//! `t > 0`, where `K(t) = Σ n_s ln(1 − m_s + m_s eᵗ)`: the bound of Chernoff, which Hoeffding (1963) proved for samples
//! without replacement. The best `t` is taken, for the worker's games and for those of the others, whichever is less
//! likely.
//!
//! **How often it is looked at.** A worker is looked at when it has 30 games, and again whenever it has a quarter more
//! than at the last look. The probability that any look in a run sets aside an honest worker is kept below 1 in 1,000:
//! look `k` at one of `w` workers for one of `q` quantities may use a share of `1 / (2·q·w·k·(k + 1))` of it (the 2 for
//! the two bounds), and these add up to at most 1 (`w` counts as 32 while there are fewer). No look is less strict
//! than five standard deviations of a normal distribution.
//!
//! **Order.** Short games are over first, so that the games which a worker has finished are shorter than those it plays.
//! A game therefore counts here only when every game handed out before it is over.

use std::collections::{BTreeMap, BTreeSet};

use goren_arena::{FinishedGame, Job};
use goren_core::{FaultKind, Seat};

/// The fewest games of a worker, and of all others, that are compared.
const MIN_GAMES: u64 = 30;
/// The probability with which a run may set aside an honest worker.
const ALPHA: f64 = 1e-3;
/// The two-sided probability of five standard deviations.
const STRICTEST: f64 = 5.7e-7;
/// The number of workers that a run is taken to have while it has fewer.
const FLEET: usize = 32;
/// The most games that wait for an earlier one; beyond that they count without it.
const MAX_WAITING: usize = 50_000;

/// Statistics of the games of a run by worker.
#[derive(Clone, Debug, Default)]
pub struct Audit {
    /// The contestants' names.
    names: Vec<String>,
    workers: BTreeMap<String, Worker>,
    /// Games that are handed out and not over.
    out: BTreeSet<usize>,
    /// Games that are over, by number, while an earlier one is not.
    waiting: BTreeMap<usize, (String, Sample)>,
}

#[derive(Clone, Debug, Default)]
struct Worker {
    cells: BTreeMap<[usize; 2], Cell>,
    /// Its games that count: those before the first game that is still out.
    games: u64,
    looks: u64,
    /// The number of games at which it is looked at next.
    next_look: u64,
    is_aside: bool,
}

/// What counts of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Sample {
    /// The contestants, the one who begins first.
    pair: [usize; 2],
    /// The half points of the one who begins.
    halves: u64,
    fault: Option<FaultKind>,
    plies: u16,
}

/// The games of one kind: between two contestants, of whom the first begins.
#[derive(Clone, Debug, Default)]
struct Cell {
    games: u64,
    halves: u64,
    faults: BTreeMap<FaultKind, u64>,
    lengths: BTreeMap<u16, u64>,
}

impl Cell {
    fn add(&mut self, other: &Cell) {
        self.games += other.games;
        self.halves += other.halves;
        other.faults.iter().for_each(|(&kind, count)| *self.faults.entry(kind).or_default() += count);
        other.lengths.iter().for_each(|(&plies, count)| *self.lengths.entry(plies).or_default() += count);
    }
}

/// What is compared.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Quantity {
    /// The score of a contestant.
    Score(usize),
    /// Games that end by a fault of this kind.
    Fault(FaultKind),
    /// The rank of a game among all of its kind by length: 0 the shortest, 1 the longest.
    Length,
}

/// A sample of games of one kind within all of them.
struct Part {
    games: f64,
    /// The sum of the sample's values.
    sum: f64,
    /// The mean value of all games of the kind.
    mean: f64,
}

/// How unlikely a worker's games are.
struct Finding {
    quantity: Quantity,
    /// The logarithm of a bound of the probability.
    ln: f64,
}

impl Audit {
    /// Without any game yet.
    pub fn new() -> Audit {
        Audit::default()
    }

    /// A game is going to be played by some worker. Later games wait for it.
    pub fn hand_out(&mut self, number: usize) {
        self.out.insert(number);
    }

    /// A worker's game is over and has passed the check. One that is not out, or not any more, is ignored: a game may
    /// come twice.
    pub fn enter(&mut self, worker: &str, job: &Job, played: &FinishedGame) {
        let pair = [0, 1].map(|seat: usize| self.name(&job.contestants[seat].name));
        let sample = Sample {
            pair,
            halves: match played.winner {
                Some(Seat::First) => 2,
                None => 1,
                Some(Seat::Second) => 0,
            },
            fault: played.fault.as_ref().map(|fault| fault.kind),
            plies: u16::try_from(played.moves.len()).unwrap_or(u16::MAX),
        };
        self.note(worker, job.number, sample);
    }

    fn name(&mut self, name: &str) -> usize {
        self.names.iter().position(|known| known == name).unwrap_or_else(|| {
            self.names.push(name.to_owned());
            self.names.len() - 1
        })
    }

    fn note(&mut self, worker: &str, number: usize, sample: Sample) {
        if !self.out.remove(&number) {
            return;
        }
        self.waiting.insert(number, (worker.to_owned(), sample));
        while let Some(first) = self.waiting.first_entry() {
            let is_held_up = self.out.first().is_some_and(|out| out < first.key());
            if is_held_up && self.waiting.len() <= MAX_WAITING {
                return;
            }
            let Some((_, (worker, sample))) = self.waiting.pop_first() else { return };
            self.count(worker, sample);
        }
    }

    fn count(&mut self, worker: String, sample: Sample) {
        let worker = self.workers.entry(worker).or_default();
        worker.cells.entry(sample.pair).or_default().add(&Cell {
            games: 1,
            halves: sample.halves,
            faults: sample.fault.map(|kind| (kind, 1)).into_iter().collect(),
            lengths: BTreeMap::from([(sample.plies, 1)]),
        });
        worker.games += 1;
    }

    /// A worker is set aside for another reason: it is not compared any more, nor are others compared with it.
    pub fn ban(&mut self, worker: &str) {
        self.workers.entry(worker.to_owned()).or_default().is_aside = true;
    }

    /// A worker that stands out, and why, once: it is then set aside.
    ///
    /// Where only two workers differ in scores or lengths, nobody can tell which of them is wrong, and none is named; with
    /// faults it is the one that has them. This is cheap while no look is due, and may be asked after every game.
    pub fn verdict(&mut self) -> Option<(String, String)> {
        let fleet = self.workers.len().max(FLEET) as f64;
        let is_due = |worker: &Worker| !worker.is_aside && worker.games >= worker.next_look.max(MIN_GAMES);
        if !self.workers.values().any(is_due) {
            return None;
        }
        let all = self.all();
        let quantities = self.quantities().len() as f64;
        let mut stands_out = false;
        let due: Vec<String> =
            self.workers.iter().filter(|(_, worker)| is_due(worker)).map(|(name, _)| name.clone()).collect();
        for name in due {
            let finding = self.finding(&name, &all);
            let worker = self.workers.get_mut(&name)?;
            let games = worker.games;
            worker.looks += 1;
            worker.next_look = games + games / 4 + 1;
            let looks = worker.looks as f64;
            let share = ALPHA / (2.0 * quantities * fleet * looks * (looks + 1.0));
            stands_out |= finding.is_some_and(|finding| finding.ln < share.min(STRICTEST).ln());
        }
        if !stands_out {
            return None;
        }
        // An honest worker differs from the others too where they include one that is not: the most extreme is meant.
        let findings = self.workers.keys().filter_map(|name| Some((name, self.finding(name, &all)?)));
        let (name, finding) = findings.min_by(|one, other| one.1.ln.total_cmp(&other.1.ln))?;
        let verdict = (name.clone(), self.reason(name, &finding, &all));
        self.ban(&verdict.0);
        Some(verdict)
    }

    /// All games of workers that are not set aside, by kind.
    fn all(&self) -> BTreeMap<[usize; 2], Cell> {
        let mut all: BTreeMap<[usize; 2], Cell> = BTreeMap::new();
        for worker in self.workers.values().filter(|worker| !worker.is_aside) {
            worker.cells.iter().for_each(|(&pair, cell)| all.entry(pair).or_default().add(cell));
        }
        all
    }

    /// Everything that is compared. Where two contestants meet, the score of one is that of the other.
    fn quantities(&self) -> Vec<Quantity> {
        let scored = if self.names.len() == 2 { 1 } else { self.names.len() };
        let scores = (0..scored).map(Quantity::Score);
        // Scores and lengths can stand out in two directions, faults in one.
        let both = scores.chain([Quantity::Length]).flat_map(|quantity| [quantity; 2]);
        both.chain(FaultKind::ALL.map(Quantity::Fault)).collect()
    }

    /// The quantity in which a worker stands out most, if there are enough games to compare.
    fn finding(&self, name: &str, all: &BTreeMap<[usize; 2], Cell>) -> Option<Finding> {
        let worker = self.workers.get(name).filter(|worker| !worker.is_aside)?;
        let is_enough = |other: &&Worker| !other.is_aside && other.games >= MIN_GAMES;
        let others = self.workers.values().filter(is_enough).count() - usize::from(is_enough(&worker));
        let mut quantities = self.quantities();
        quantities.dedup();
        let findings = quantities.into_iter().filter_map(|quantity| {
            let is_fault = matches!(quantity, Quantity::Fault(_));
            if others < if is_fault { 1 } else { 2 } {
                return None;
            }
            let (own, rest) = parts(worker, all, quantity);
            let games = |parts: &[Part]| parts.iter().map(|part| part.games).sum::<f64>();
            if games(&own).min(games(&rest)) < MIN_GAMES as f64 {
                return None;
            }
            let is_more = excess(&own) > 0.0;
            if is_fault && !is_more {
                return None;
            }
            Some(Finding { quantity, ln: bound(&own, is_more).min(bound(&rest, !is_more)) })
        });
        findings.min_by(|one, other| one.ln.total_cmp(&other.ln))
    }

    fn reason(&self, name: &str, finding: &Finding, all: &BTreeMap<[usize; 2], Cell>) -> String {
        let Some(worker) = self.workers.get(name) else { return String::new() };
        let (own, rest) = parts(worker, all, finding.quantity);
        let sums = |parts: &[Part]| {
            let sum: f64 = parts.iter().map(|part| part.sum).sum();
            (sum, parts.iter().map(|part| part.games).sum::<f64>())
        };
        let ((sum, games), (others, of)) = (sums(&own), sums(&rest));
        let what = match finding.quantity {
            Quantity::Score(contestant) => {
                format!("{} scores {sum} of {games}, elsewhere {others} of {of}", self.names[contestant])
            }
            Quantity::Fault(kind) => {
                format!("{sum} of {games} games end because a player {kind}, elsewhere {others} of {of}")
            }
            Quantity::Length => {
                let word = if sum / games > others / of { "longer" } else { "shorter" };
                let share = 100.0 * if word == "longer" { sum / games } else { 1.0 - sum / games };
                format!("its {games} games are {word} than {share:.0} % of all, expected 50 %")
            }
        };
        let digits = (-finding.ln / std::f64::consts::LN_10).floor();
        format!("its games stand out: {what} (by chance less than once in 10^{digits})")
    }
}

/// A worker's games of each kind within all, and those of the others.
fn parts(worker: &Worker, all: &BTreeMap<[usize; 2], Cell>, quantity: Quantity) -> (Vec<Part>, Vec<Part>) {
    let mut both = (Vec::new(), Vec::new());
    for (pair, cell) in &worker.cells {
        let Some(whole) = all.get(pair) else { continue };
        if whole.games == cell.games {
            continue;
        }
        let value = |cell: &Cell| match quantity {
            Quantity::Score(contestant) => match pair.iter().position(|&name| name == contestant) {
                Some(0) => Some(cell.halves as f64 / 2.0),
                Some(_) => Some(cell.games as f64 - cell.halves as f64 / 2.0),
                None => None,
            },
            Quantity::Fault(kind) => Some(cell.faults.get(&kind).copied().unwrap_or(0) as f64),
            Quantity::Length => Some(ranks(cell, whole)),
        };
        let (Some(sum), Some(total)) = (value(cell), value(whole)) else { continue };
        let (games, of) = (cell.games as f64, whole.games as f64);
        let mean = total / of;
        both.0.push(Part { games, sum, mean });
        both.1.push(Part { games: of - games, sum: total - sum, mean });
    }
    both
}

/// The sum of the ranks of some games among all by length, from 0 to 1; games of equal length share the middle of theirs.
fn ranks(cell: &Cell, whole: &Cell) -> f64 {
    let (mut below, mut sum) = (0.0, 0.0);
    for (plies, &count) in &whole.lengths {
        let own = cell.lengths.get(plies).copied().unwrap_or(0) as f64;
        sum += own * (below + count as f64 / 2.0) / whole.games as f64;
        below += count as f64;
    }
    sum
}

/// By how much the sums exceed what is expected.
fn excess(parts: &[Part]) -> f64 {
    parts.iter().map(|part| part.sum - part.games * part.mean).sum()
}

/// The logarithm of a bound of the probability that random samples have a sum so high or, if not `is_more`, so low.
fn bound(parts: &[Part], is_more: bool) -> f64 {
    // A low sum is a high one of what is missing to 1.
    let seen = |part: &Part| if is_more { part.sum } else { part.games - part.sum };
    let mean = |part: &Part| if is_more { part.mean } else { 1.0 - part.mean };
    let sum: f64 = parts.iter().map(seen).sum();
    // Where the slope of the exponent is 0, the bound is the least; it holds for every t.
    let slope = |t: f64| {
        let of = |part: &Part| part.games * mean(part) * t.exp() / (1.0 - mean(part) + mean(part) * t.exp());
        parts.iter().map(of).sum::<f64>() - sum
    };
    let (mut low, mut high) = (0.0, 40.0);
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if slope(middle) < 0.0 { low = middle } else { high = middle }
    }
    let exponent = |part: &Part| part.games * (1.0 - mean(part) + mean(part) * low.exp()).ln();
    (parts.iter().map(exponent).sum::<f64>() - low * sum).min(0.0)
}

#[cfg(test)]
mod tests;
