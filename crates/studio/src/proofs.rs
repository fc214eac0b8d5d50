//! Proofs that pages walk through: the newest few, each checked before it is kept.

use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use goren_core::{Point, Stone};
use goren_proof::{Claim, Counts, Failure, Means, NodeState, Proof, verify_watched};

use crate::lobby::fresh_id;
use crate::wire::{ProofAnswer, ProofClaim, ProofNode, ProofState, ProofView};

/// How many are kept, and of how many events in all.
const MOST: usize = 16;
const MOST_EVENTS: usize = 16 << 20;
/// How long a file may take to check.
const PATIENCE: Duration = Duration::from_secs(30);

/// A proof that holds.
pub(crate) struct Kept {
    id: String,
    pub(crate) proof: Proof,
    counts: Counts,
}

/// The proofs of all pages, the newest last.
#[derive(Default)]
pub(crate) struct Proofs(Mutex<Vec<Arc<Kept>>>);

impl Proofs {
    /// Checks the proof of a file and keeps it.
    pub(crate) fn open(&self, text: &str) -> Result<Arc<Kept>, String> {
        let proof = Proof::from_text(text).map_err(|error| error.to_string())?;
        self.keep(proof)
    }

    /// Checks a proof and keeps it.
    pub(crate) fn keep(&self, proof: Proof) -> Result<Arc<Kept>, String> {
        let start = Instant::now();
        let mut watch = |_: &Counts| {
            if start.elapsed() < PATIENCE { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let counts = verify_watched(&proof.position, &proof.claim, &proof.tree, &mut watch);
        let counts = counts.map_err(|failure| match failure {
            Failure::Hole(hole) => format!("the proof does not hold: {hole}"),
            Failure::Stopped => {
                format!("the proof takes more than {} s to check; try `goren verify`", PATIENCE.as_secs())
            }
        })?;
        let kept = Arc::new(Kept { id: fresh_id(), proof, counts });
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.push(Arc::clone(&kept));
        let events = |all: &[Arc<Kept>]| all.iter().map(|each| each.proof.tree.events().len()).sum::<usize>();
        while all.len() > MOST || all.len() > 1 && events(&all) > MOST_EVENTS {
            all.remove(0);
        }
        Ok(kept)
    }

    pub(crate) fn find(&self, id: &str) -> Option<Arc<Kept>> {
        let all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.iter().find(|kept| kept.id == id).cloned()
    }
}

impl Kept {
    pub(crate) fn id(&self) -> &str {
        &self.id
    }

    pub(crate) fn view(&self) -> ProofView {
        let position = &self.proof.position;
        let of = |stone: Stone| position.stones().filter(|each| each.1 == stone).map(|each| each.0).collect();
        let (claim, means, holds) = match &self.proof.claim {
            Claim::Win(means) => (ProofClaim::Win, *means, Vec::new()),
            Claim::Defence { moves, means } => (ProofClaim::Defence, *means, moves.clone()),
            Claim::NoFours => (ProofClaim::NoFours, Means::Fours, Vec::new()),
        };
        ProofView {
            id: self.id.clone(),
            rule: position.rule(),
            size: position.size(),
            traps: position.traps().to_vec(),
            black: of(Stone::Black),
            white: of(Stone::White),
            side: position.side(),
            claim,
            means: means.name(),
            holds,
            positions: self.counts.positions,
            moves: self.counts.moves,
            plies: self.counts.plies,
        }
    }

    /// The place that these replies lead to, written one after another.
    pub(crate) fn node(&self, replies: &str) -> Result<ProofNode, String> {
        let mut points = Vec::new();
        let mut rest = replies;
        while !rest.is_empty() {
            let (point, tail) = Point::split_first(rest).map_err(|error| error.to_string())?;
            points.push(point);
            rest = tail;
        }
        let node = self.proof.node(&points).map_err(|error| error.to_string())?;
        let (state, answers, rest) = match node.state {
            NodeState::Replies { answers, rest } => (ProofState::Replies, answers, rest),
            NodeState::Five => (ProofState::Five, Vec::new(), Vec::new()),
            NodeState::Unclaimed => (ProofState::Unclaimed, Vec::new(), Vec::new()),
        };
        let answers = answers
            .into_iter()
            .map(|each| ProofAnswer {
                replies: each.replies,
                others: each.are_others,
                point: each.point,
                moves: each.moves,
            })
            .collect();
        Ok(ProofNode { line: node.line, state, answers, rest })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WIN: &str = "goren-proof 1\nrule freestyle\nsize 15\nblack h9 h10 i8 j8\nwhite a1 c2 e1 g1\nside black\n\
        claim win by threats\nh8 (g8,k8,f8,l8 h7 * k8)\nend\n";

    #[test]
    fn a_proof_is_checked_kept_and_walked() {
        let proofs = Proofs::default();
        let kept = proofs.open(WIN).unwrap();
        assert_eq!((kept.view().positions, kept.view().plies), (433, 5));
        let node = proofs.find(kept.id()).unwrap().node("g8").unwrap();
        assert_eq!(node.line.iter().map(ToString::to_string).collect::<Vec<_>>(), ["h8", "g8", "h7"]);
        assert!(kept.node("g8g8").is_err());
        assert!(kept.node("x").unwrap_err().contains("expected a point"));
    }

    #[test]
    fn a_proof_with_a_hole_is_refused_with_its_place() {
        let error = Proofs::default().open(&WIN.replace("g8,k8,f8", "k8,f8")).err().unwrap();
        assert_eq!(error, "the proof does not hold: after h8 g8 k8: no answer to l8");
    }

    #[test]
    fn only_the_newest_are_kept() {
        let proofs = Proofs::default();
        let first = proofs.open(WIN).unwrap();
        for _ in 0..MOST {
            proofs.open(WIN).unwrap();
        }
        assert!(proofs.find(first.id()).is_none());
    }
}
