//! Simulated fleets: honest ones raise no alarm, and what is wrong is found.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use goren_core::Random;

use super::*;

/// How a worker plays.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Manner {
    Honest,
    /// The first contestant loses every game.
    Loses,
    /// A player crashes in so many of a hundred games.
    Crashes(u64),
    /// The first moves of both are random: the games are more even, and shorter.
    Random,
    /// So many of a hundred games are lost on time.
    Late(u64),
}

fn chance(random: &mut Random, of_thousand: u64) -> bool {
    (random.below(1000) as u64) < of_thousand
}

/// A game between the first contestant, who is a little stronger, and the second; who begins has an advantage, which
/// depends on the opening. Crashes are rare.
fn game(number: usize, manner: Manner, random: &mut Random) -> Sample {
    let pair = if number.is_multiple_of(2) { [0, 1] } else { [1, 0] };
    let opening = (number as u64 / 2).wrapping_mul(0x9e37_79b9) % 400;
    let strength = if pair[0] == 0 { 40 } else { 0 };
    let mut begins = 430 + opening + strength;
    let mut plies = 9 + (0..6).map(|_| random.below(15)).sum::<usize>();
    let mut fault = chance(random, 2).then_some(FaultKind::Crash);
    match manner {
        Manner::Loses => begins = if pair[0] == 0 { 0 } else { 1000 },
        Manner::Crashes(percent) if chance(random, 10 * percent) => fault = Some(FaultKind::Crash),
        Manner::Late(percent) if chance(random, 10 * percent) => fault = Some(FaultKind::Time),
        Manner::Random => (begins, plies) = (500, plies * 2 / 3),
        _ => {}
    }
    if fault.is_some() {
        plies = random.below(plies);
    }
    let halves = if manner == Manner::Honest && chance(random, 50) {
        1
    } else {
        2 * u64::from(chance(random, begins))
    };
    Sample { pair, halves, fault, plies: plies as u16 }
}

/// Plays games on workers with different numbers of slots and speeds, one of which may not be honest. Returns who was
/// named, after how many of its games and why.
fn fleet(seed: u64, games: usize, manner: Manner) -> Vec<(String, u64, String)> {
    let mut random = Random::new(seed);
    let workers: Vec<(usize, u64)> =
        (0..4 + random.below(9)).map(|_| (1 + random.below(16), 50 + random.below(150) as u64)).collect();
    let mut audit = Audit::new();
    audit.names = vec!["A".to_owned(), "B".to_owned()];
    let mut named = Vec::new();
    // Games that run, by the time at which they end.
    let mut running = BinaryHeap::new();
    let mut next = 0;
    let mut start = |audit: &mut Audit, now: u64, worker: usize, random: &mut Random| {
        if next == games {
            return None;
        }
        let manner = if worker == 0 { manner } else { Manner::Honest };
        let sample = game(next, manner, random);
        audit.hand_out(next);
        next += 1;
        Some(Reverse((
            now + workers[worker].1 * u64::from(sample.plies + 1),
            next - 1,
            worker,
            sample.halves,
            sample.plies,
            sample.fault,
            sample.pair,
        )))
    };
    for (worker, &(slots, _)) in workers.iter().enumerate() {
        for _ in 0..slots {
            running.extend(start(&mut audit, 0, worker, &mut random));
        }
    }
    while let Some(Reverse((now, number, worker, halves, plies, fault, pair))) = running.pop() {
        let name = format!("worker-{worker}");
        audit.note(&name, number, Sample { pair, halves, fault, plies });
        if let Some((name, reason)) = audit.verdict() {
            let games = audit.workers[&name].games;
            named.push((name, games, reason));
        }
        running.extend(start(&mut audit, now, worker, &mut random));
    }
    named
}

#[test]
fn honest_fleets_raise_no_alarm() {
    let alarms: Vec<_> = (0..1000).flat_map(|seed| fleet(seed, 1500, Manner::Honest)).collect();
    assert_eq!(alarms, []);
}

#[test]
fn whoever_is_wrong_is_named_and_nobody_else() {
    let expected = [
        (Manner::Loses, "A scores 0 of "),
        (Manner::Crashes(100), "games end because a player crashed, elsewhere"),
        (Manner::Crashes(20), "games end because a player crashed, elsewhere"),
        (Manner::Late(30), "games end because a player lost on time, elsewhere 0 of"),
        (Manner::Random, "games are shorter than"),
    ];
    for (manner, words) in expected {
        let mut needed = Vec::new();
        for seed in 0..100 {
            let named = fleet(seed, 4000, manner);
            assert_eq!(named.len(), 1, "{manner:?}, seed {seed}: {named:?}");
            let (name, games, reason) = &named[0];
            assert_eq!(name, "worker-0", "{manner:?}, seed {seed}: {reason}");
            assert!(reason.contains(words), "{manner:?}: {reason}");
            needed.push(*games);
        }
        // Half of them within two or three looks; few workers with many slots hold each other up for longer.
        needed.sort_unstable();
        assert!(needed[50] < 100 && needed[99] < 500, "{manner:?}: {needed:?}");
    }
}

#[test]
fn two_workers_that_differ_are_not_told_apart_but_for_faults() {
    let two = |manner: Manner| {
        let mut random = Random::new(5);
        let mut audit = Audit::new();
        audit.names = vec!["A".to_owned(), "B".to_owned()];
        let verdicts = (0..2000).filter_map(|number| {
            // Both play both games of some pairs.
            let worker = number / 2 % 2;
            let manner = if worker == 0 { manner } else { Manner::Honest };
            audit.hand_out(number);
            audit.note(["bad", "good"][worker], number, game(number, manner, &mut random));
            audit.verdict()
        });
        verdicts.map(|verdict| verdict.0).collect::<Vec<_>>()
    };
    assert_eq!(two(Manner::Loses), [""; 0]);
    assert_eq!(two(Manner::Crashes(50)), ["bad"]);
}

#[test]
fn a_game_counts_when_all_before_it_are_over() {
    let mut audit = Audit::new();
    let sample = |plies| Sample { pair: [0, 1], halves: 2, fault: None, plies };
    (0..4).for_each(|number| audit.hand_out(number));
    audit.note("one", 3, sample(9));
    audit.note("one", 1, sample(20));
    // How many of a worker's games count, and their lengths.
    let counted = |audit: &Audit, name: &str| {
        let worker = audit.workers.get(name)?;
        Some((worker.games, worker.cells[&[0, 1]].lengths.keys().copied().collect::<Vec<_>>()))
    };
    assert_eq!(counted(&audit, "one"), None);
    audit.note("two", 0, sample(30));
    assert_eq!(counted(&audit, "one"), Some((1, vec![20])));
    // A game that comes twice, or was never handed out, does not count.
    audit.note("one", 1, sample(20));
    audit.note("two", 7, sample(5));
    audit.note("two", 2, sample(31));
    assert_eq!(counted(&audit, "one"), Some((2, vec![9, 20])));
    assert_eq!(counted(&audit, "two"), Some((2, vec![30, 31])));
}

#[test]
fn the_bound_holds_for_the_binomial_distribution() {
    // The upper tail of 30 fair coins, exactly.
    let tail = |least: usize| {
        let mut row = vec![1.0_f64];
        for _ in 0..30 {
            let shifted = [&[0.0], row.as_slice()].concat();
            row.push(0.0);
            row.iter_mut().zip(shifted).for_each(|(one, other)| *one = (*one + other) / 2.0);
        }
        row[least..].iter().sum::<f64>()
    };
    for heads in 16..=30 {
        let own = [Part { games: 30.0, sum: heads as f64, mean: 0.5 }];
        let ln = bound(&own, true);
        assert!(ln >= tail(heads).ln(), "{heads}: {ln}");
        // It is not looser than by a factor of 20.
        assert!(ln < tail(heads).ln() + 3.0, "{heads}: {ln}");
        let low = [Part { games: 30.0, sum: 30.0 - heads as f64, mean: 0.5 }];
        assert!((bound(&low, false) - ln).abs() < 1e-9);
        assert_eq!(bound(&own, false), 0.0);
    }
}
