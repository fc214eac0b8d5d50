//! Makes the set of proofs in `crates/proof/sets`: positions from random games, and what the solvers prove of them.
//!
//! ```text
//! cargo run -p goren-engine --example proof_set -- SEED COUNT > crates/proof/sets/wins.proof
//! ```
#![expect(clippy::print_stderr, reason = "an example is a program of its own")]

use std::io::{self, BufWriter, Write};

use goren_core::{Point, Position, Random, Rule, Size, Stone, Stop};
use goren_engine::{Defences, ProveRequest, Proved, Solver, refute_fours};
use goren_proof::{Means, Proof, Writer};

/// What is looked for, in turn: most of the set are wins.
const KINDS: [Kind; 6] = [
    Kind::Win(Means::Fours),
    Kind::Win(Means::Threats),
    Kind::Win(Means::Threats),
    Kind::Defence,
    Kind::NoFours,
    Kind::Win(Means::Fours),
];

/// Trees with more events than this are left out: the set is a file that people keep.
const MAX_EVENTS: usize = 1500;
/// And those whose check goes through more positions: tests go through all of it, several times.
const MAX_POSITIONS: u64 = 20_000;
/// The positions a solver may search for one answer.
const NODES: u64 = 5_000;
/// The answers that may be tried to refute all fours.
const ANSWERS: usize = 5_000;

#[derive(Clone, Copy)]
enum Kind {
    Win(Means),
    Defence,
    NoFours,
}

fn main() -> io::Result<()> {
    let mut arguments = std::env::args().skip(1).map(|text| text.parse::<u64>());
    let (Some(Ok(seed)), Some(Ok(count))) = (arguments.next(), arguments.next()) else {
        eprintln!("expected a seed and a number of proofs");
        std::process::exit(2);
    };
    let mut output = BufWriter::new(io::stdout().lock());
    writeln!(output, "# Made by: cargo run -p goren-engine --example proof_set -- {seed} {count}")?;
    let mut writer = Writer::new(output);
    let mut solver = Solver::new(16 << 20);
    let mut made = 0;
    for game in 0.. {
        if made == count {
            return Ok(());
        }
        let kind = KINDS[made as usize / Rule::ALL.len() % KINDS.len()];
        let rule = Rule::ALL[made as usize % Rule::ALL.len()];
        let mut random = Random::new(Random::nth(seed, game));
        if let Some(proof) = proof(&mut random, rule, kind, &mut solver) {
            writer.proof(&proof)?;
            made += 1;
            eprint!("\r{made} of {count}, {} games", game + 1);
        }
    }
    Ok(())
}

/// Plays a random game until the claim can be made of a position in it; `None` if it ends before.
fn proof(random: &mut Random, rule: Rule, kind: Kind, solver: &mut Solver) -> Option<Proof> {
    let side = if random.once_in(2) { 15 } else { 9 + random.below(12) };
    let size = Size::new(side).expect("sizes from 9 to 20 exist");
    let mut points: Vec<Point> = size.points().collect();
    let traps = if random.once_in(4) { 1 + random.below(4) } else { 0 };
    let traps = random.draw(&mut points, traps);
    let mut position = Position::with_traps(rule, size, &traps).expect("the points are different");
    // A look at every second position is enough, and halves the time.
    let parity = random.below(2);
    for ply in 0..60 {
        let point = choice(&position, random)?;
        position.play(point);
        if !position.outcome().is_ongoing() {
            return None;
        }
        if ply >= 6
            && ply % 2 == parity
            && !has_four(&position)
            && let Some(proof) = prove(&position, kind, solver)
            && proof.tree.events().len() <= MAX_EVENTS
            && proof.verify().is_ok_and(|counts| counts.positions <= MAX_POSITIONS)
        {
            return Some(proof);
        }
    }
    None
}

/// Whether either side can make five now: too easy.
fn has_four(position: &Position) -> bool {
    position.empties().any(|point| Stone::BOTH.iter().any(|&stone| position.shapes(point, stone).has_five()))
}

/// A move as a beginner might make it: a five, or mostly one of those that make or prevent the most, or any near the
/// other stones.
fn choice(position: &Position, random: &mut Random) -> Option<Point> {
    let side = position.side();
    let is_near = |point: Point| position.stones().any(|(stone, _)| stone.distance(point) <= 2);
    let mut near: Vec<(u32, Point)> = position
        .legal_moves()
        .filter(|&point| is_near(point))
        .map(|point| {
            let worth = |stone| {
                let sum: u32 = position.shapes(point, stone).iter().map(|shape| 1 << shape as u32).sum();
                sum + u32::from(position.shapes(point, stone).has_five()) * 10_000
            };
            (2 * worth(side) + worth(!side), point)
        })
        .collect();
    if near.is_empty() {
        return random.pick(&[position.size().centre()]).filter(|&point| position.is_legal(point));
    }
    near.sort_by_key(|&(worth, point)| (std::cmp::Reverse(worth), point));
    let must = near[0].0 >= 10_000;
    let most = if must {
        1
    } else if random.once_in(3) {
        near.len()
    } else {
        near.len().min(4)
    };
    Some(near[random.below(most)].1)
}

fn prove(position: &Position, kind: Kind, solver: &mut Solver) -> Option<Proof> {
    let stop = Stop::default();
    let request = |means| ProveRequest { nodes: Some(NODES), ..ProveRequest::by(means) };
    match kind {
        Kind::Win(means) => {
            let Proved::Win(attack) = solver.prove(position, &request(means), &stop, &mut |_| ()) else {
                return None;
            };
            let proof = Proof::of_win(position, means, &attack).expect("the solver checks its trees");
            // An open four at once is not a problem.
            (proof.tree.events().len() > 1).then_some(proof)
        }
        Kind::Defence => {
            let found = solver.defences(position, &request(Means::Threats), &stop, &mut |_| ());
            let Defences::Moves { saves, losses, unknown } = found else { return None };
            let moves: Vec<Point> = saves.into_iter().chain(unknown).collect();
            let proof = Proof::of_defence(position, moves, Means::Threats, &losses);
            Some(proof.expect("the solver checks its trees"))
        }
        Kind::NoFours => {
            let refutations = refute_fours(position, ANSWERS, &stop)?;
            let proof = Proof::of_no_fours(position, &refutations).expect("every four is answered");
            (proof.tree.events().len() > 8).then_some(proof)
        }
    }
}
