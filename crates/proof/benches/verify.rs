//! The speed of the check and of the reader.

use divan::Bencher;
use divan::counter::{BytesCount, ItemsCount};
use goren_proof::{Proof, Reader};

fn main() {
    divan::main();
}

/// Every proof of our set, which tests check too.
fn proofs() -> Vec<Proof> {
    let mut reader = Reader::new(include_bytes!("../sets/wins.proof").as_slice());
    let mut proofs = Vec::new();
    while let Some(proof) = reader.proof().expect("the set can be read") {
        proofs.push(proof);
    }
    proofs
}

/// An item is a position reached: a move of either side made on the board.
#[divan::bench]
fn check(bencher: Bencher<'_, '_>) {
    let proofs = proofs();
    let check = || proofs.iter().map(|proof| proof.verify().expect("the set holds").positions).sum::<u64>();
    bencher.counter(ItemsCount::new(check())).bench_local(check);
}

#[divan::bench]
fn read(bencher: Bencher<'_, '_>) {
    let text = include_bytes!("../sets/wins.proof");
    bencher.counter(BytesCount::new(text.len())).bench_local(proofs);
}
