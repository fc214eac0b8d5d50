//! Any bytes as proofs: never a panic, what was read survives being written and read again, and the check ends.
#![no_main]

use std::ops::ControlFlow;

use goren_proof::{Proof, Reader, verify_watched};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let mut reader = Reader::new(bytes);
    while let Ok(Some(proof)) = reader.proof() {
        let text = proof.to_text();
        let again = Proof::from_text(&text).expect("what was written can be read");
        assert_eq!(again.to_text(), text);
        assert_eq!(again.tree, proof.tree);
        assert_eq!(again.claim, proof.claim);
        assert_eq!(again.position.hash(), proof.position.hash());
        // Stars within stars can ask for more than anybody waits for.
        let _ = verify_watched(&proof.position, &proof.claim, &proof.tree, &mut |_| ControlFlow::Break(()));
    }
});
