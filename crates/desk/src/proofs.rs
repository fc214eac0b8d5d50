//! What is proved, whoever has proved it: a solver, an engine, a review, a glance at the threats, a file. Every proof was checked by
//! the rules before it is kept, and is found by the position it speaks of or goes through. It is not kept with a study: whatever needs
//! it again proves it again.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use goren_core::{Point, Position, Stone, WinLength};
use goren_proof::{Attack, Branch, Claim, Counts, Failure, Means, NodeState, Proof, verify_watched};

use crate::random::fresh_id;
use crate::refusal::Refusal;
use crate::wire::{ProofAnswer, ProofClaim, ProofNode, ProofState, ProofView, ProvedView};

/// How many are kept, and of how many events in all; those not looked at for longest go first.
const MOST: usize = 256;
const MOST_EVENTS: usize = 16 << 20;
/// How long a file may take to check.
const PATIENCE: Duration = Duration::from_secs(30);
/// Positions that may be checked to see what a proof says of a later position.
const LATER: u64 = 1_000_000;
/// The largest tree whose longest line is looked for.
const LINE_EVENTS: usize = 1 << 20;

/// A proof that holds.
pub(crate) struct Kept {
    id: String,
    pub(crate) proof: Proof,
    counts: Counts,
    /// Its longest line.
    line: Vec<Point>,
}

/// What is proved; what was looked at last comes last.
#[derive(Default)]
pub(crate) struct Proofs {
    kept: Mutex<Vec<Arc<Kept>>>,
    /// How often something was learned.
    learned: AtomicU64,
    /// Called when there is something new for pages to ask about.
    news: OnceLock<Box<dyn Fn() + Send + Sync>>,
}

impl Proofs {
    /// Checks the proof of a file and keeps it.
    pub(crate) fn open(&self, text: &str) -> Result<Arc<Kept>, Refusal> {
        let unreadable =
            |error: goren_proof::ReadError| Refusal::ProofUnreadable { error: error.to_string() };
        let proof = Proof::from_text(text).map_err(unreadable)?;
        self.learn(proof)
    }

    /// Calls `news` whenever something is learned.
    pub(crate) fn on_news(&self, news: impl Fn() + Send + Sync + 'static) {
        let _ = self.news.set(Box::new(news));
    }

    /// How often something was learned: as long as it is the same, so are all answers.
    pub(crate) fn learned(&self) -> u64 {
        self.learned.load(Ordering::Relaxed)
    }

    /// Checks a proof, keeps it, and lets pages know.
    pub(crate) fn learn(&self, proof: Proof) -> Result<Arc<Kept>, Refusal> {
        let kept = self.keep(proof)?;
        self.learned.fetch_add(1, Ordering::Relaxed);
        if let Some(news) = self.news.get() {
            news();
        }
        Ok(kept)
    }

    /// Learns that the side to move wins as a search's tree says, if the tree holds.
    pub(crate) fn learn_win(&self, position: &Position, tree: &Attack) -> Option<Arc<Kept>> {
        let means = [Means::Fours, Means::Threats, Means::Force];
        let proof = means.into_iter().find_map(|means| Proof::of_win(position, means, tree).ok())?;
        self.learn(proof).ok()
    }

    /// Learns that every move of the side to move loses, if the tree holds.
    pub(crate) fn learn_loss(
        &self,
        position: &Position,
        means: Means,
        losses: &[Branch],
    ) -> Option<Arc<Kept>> {
        self.learn(Proof::of_defence(position, Vec::new(), means, losses).ok()?).ok()
    }

    /// Who wins in a position, if that is proved: the shortest win that is known.
    pub(crate) fn about(&self, position: &Position) -> Option<Arc<Kept>> {
        if !position.outcome().is_ongoing() {
            return None;
        }
        let all = self.lock().clone();
        let here = all.iter().filter(|kept| kept.decides(position)).min_by_key(|kept| kept.counts.plies);
        if let Some(kept) = here {
            return self.find(&kept.id);
        }
        // A position that a proof goes through has a proof of its own.
        let mut watch = |counts: &Counts| {
            if counts.positions < LATER { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let later = all.iter().rev().find_map(|kept| kept.proof.at(position, &mut watch))?;
        self.keep(later).ok()
    }

    /// Checks a proof and keeps it.
    pub(crate) fn keep(&self, proof: Proof) -> Result<Arc<Kept>, Refusal> {
        let start = Instant::now();
        let mut watch = |_: &Counts| {
            if start.elapsed() < PATIENCE { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let counts = verify_watched(&proof.position, &proof.claim, &proof.tree, &mut watch);
        let counts = counts.map_err(|failure| -> Refusal {
            match failure {
                Failure::Hole(hole) => hole.into(),
                Failure::Stopped => Refusal::ProofTooLong { seconds: PATIENCE.as_secs() },
            }
        })?;
        let line = if proof.tree.events().len() > LINE_EVENTS { Vec::new() } else { proof.longest_line() };
        let kept = Arc::new(Kept { id: fresh_id(), proof, counts, line });
        let mut all = self.lock();
        if let Some(index) = all.iter().position(|each| each.says_as(&kept)) {
            let known = all.remove(index);
            all.push(Arc::clone(&known));
            return Ok(known);
        }
        all.push(Arc::clone(&kept));
        let events = |all: &[Arc<Kept>]| all.iter().map(|each| each.proof.tree.events().len()).sum::<usize>();
        while all.len() > MOST || all.len() > 1 && events(&all) > MOST_EVENTS {
            all.remove(0);
        }
        Ok(kept)
    }

    pub(crate) fn find(&self, id: &str) -> Option<Arc<Kept>> {
        let mut all = self.lock();
        let index = all.iter().position(|kept| kept.id == id)?;
        let found = all.remove(index);
        all.push(Arc::clone(&found));
        Some(found)
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Arc<Kept>>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether two positions have the same rule, board, stones and side to move, however they came about.
fn is_same(one: &Position, other: &Position) -> bool {
    let sign = |position: &Position| (position.hash(), position.rule(), position.size(), position.side());
    sign(one) == sign(other) && one.traps() == other.traps() && one.stones().eq(other.stones())
}

impl Kept {
    /// Whether it says who wins in a position.
    fn decides(&self, position: &Position) -> bool {
        self.winner().is_some() && is_same(&self.proof.position, position)
    }

    /// Whether another says the same in the same way.
    fn says_as(&self, other: &Kept) -> bool {
        let (one, other) = (&self.proof, &other.proof);
        one.claim == other.claim && one.tree == other.tree && is_same(&one.position, &other.position)
    }

    /// Who wins, if all is decided.
    fn winner(&self) -> Option<Stone> {
        let side = self.proof.position.side();
        match &self.proof.claim {
            Claim::Win(_) => Some(side),
            Claim::Defence { moves, .. } if moves.is_empty() => Some(!side),
            Claim::Defence { .. } | Claim::NoFours => None,
        }
    }

    /// How the win is forced.
    pub(crate) fn means(&self) -> Means {
        match self.proof.claim {
            Claim::Win(means) | Claim::Defence { means, .. } => means,
            Claim::NoFours => Means::Fours,
        }
    }

    /// Who wins and how soon, as every panel tells it.
    pub(crate) fn proved(&self) -> Option<ProvedView> {
        let length = WinLength { plies: self.counts.plies };
        Some(ProvedView {
            winner: self.winner()?,
            by: self.means().name(),
            moves: length.moves(),
            plies: length.plies,
            line: self.line.clone(),
            proof: self.id.clone(),
        })
    }

    pub(crate) fn view(&self) -> ProofView {
        let position = &self.proof.position;
        let of = |stone: Stone| position.stones().filter(|each| each.1 == stone).map(|each| each.0).collect();
        let (claim, holds) = match &self.proof.claim {
            Claim::Win(_) => (ProofClaim::Win, Vec::new()),
            Claim::Defence { moves, .. } => (ProofClaim::Defence, moves.clone()),
            Claim::NoFours => (ProofClaim::NoFours, Vec::new()),
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
            means: self.means().name(),
            holds,
            positions: self.counts.positions,
            moves: self.counts.moves,
            plies: self.counts.plies,
        }
    }

    /// The place that these replies lead to, written one after another.
    pub(crate) fn node(&self, replies: &str) -> Result<ProofNode, Refusal> {
        let mut points = Vec::new();
        let mut rest = replies;
        while !rest.is_empty() {
            let (point, tail) = Point::split_first(rest).map_err(Refusal::not_understood)?;
            points.push(point);
            rest = tail;
        }
        let node = self.proof.node(&points)?;
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
        let node = proofs.find(&kept.id).unwrap().node("g8").unwrap();
        assert_eq!(node.line.iter().map(ToString::to_string).collect::<Vec<_>>(), ["h8", "g8", "h7"]);
        assert!(kept.node("g8g8").is_err());
        assert!(kept.node("x").unwrap_err().to_string().contains("expected a point"));
    }

    #[test]
    fn a_proof_with_a_hole_is_refused_with_its_place() {
        let error = Proofs::default().open(&WIN.replace("g8,k8,f8", "k8,f8")).err().unwrap();
        let Refusal::ProofUnanswered { line, point, count: 0 } = error else { panic!("{error:?}") };
        assert_eq!(
            (line, point),
            (["h8", "g8", "k8"].map(|name| name.parse().unwrap()).to_vec(), "l8".parse().unwrap())
        );
    }

    #[test]
    fn the_same_is_kept_once_and_not_everything_for_ever() {
        let proofs = Proofs::default();
        assert_eq!(proofs.open(WIN).unwrap().id, proofs.open(WIN).unwrap().id, "it is kept once");
        let first = proofs.open(WIN).unwrap();
        // Two further stones far off make another position.
        let another = |number: usize| {
            let black = Point::new(number % 15, 14 - number / 15 % 3).unwrap();
            let white = Point::new(number / 45, 11).unwrap();
            let text = WIN
                .replace("\nblack ", &format!("\nblack {black} "))
                .replace("g1\n", &format!("g1 {white}\n"));
            proofs.open(&text).unwrap()
        };
        let second = another(0);
        for number in 1..MOST {
            another(number);
        }
        assert_eq!(proofs.lock().len(), MOST);
        assert!(proofs.find(&first.id).is_none() && proofs.find(&second.id).is_some());
        // That one was just looked at.
        another(MOST);
        assert!(proofs.find(&second.id).is_some());
    }

    fn position(proof: &str, moves: &str) -> Position {
        let mut position = Proof::from_text(proof).unwrap().position;
        moves.split_whitespace().for_each(|point| position.play(point.parse().unwrap()));
        position
    }

    #[test]
    fn what_is_proved_is_known_of_every_position_the_proof_goes_through() {
        let proofs = Proofs::default();
        assert!(proofs.about(&position(WIN, "")).is_none());
        proofs.open(WIN).unwrap();
        let told = |moves| proofs.about(&position(WIN, moves)).map(|kept| kept.proved().unwrap());
        let here = told("").unwrap();
        assert_eq!((here.winner, here.by, here.moves, here.plies), (Stone::Black, "threats", 3, 5));
        assert_eq!(here.line.len(), 5);
        let after = told("h8").unwrap();
        assert_eq!((after.winner, after.moves, after.plies), (Stone::Black, 2, 4));
        let other = told("k8 a15 h8").unwrap();
        assert_eq!((other.winner, other.moves, other.plies), (Stone::Black, 1, 2));
        assert!(told("a15").is_none());
        // Whatever is told has a tree that holds.
        for told in [here, after, other] {
            assert!(proofs.find(&told.proof).unwrap().proof.verify().is_ok());
        }
    }

    #[test]
    fn the_same_stones_under_another_rule_or_with_the_other_side_to_move_are_another_position() {
        let proofs = Proofs::default();
        proofs.open(WIN).unwrap();
        assert!(proofs.about(&position(&WIN.replace("freestyle", "standard"), "")).is_none());
        let mut passed = position(WIN, "");
        passed.pass();
        assert!(proofs.about(&passed).is_none());
        let trapped = WIN.replace("black h9", "traps o15\nblack h9");
        assert!(proofs.about(&position(&trapped, "")).is_none());
    }

    #[test]
    fn pages_hear_of_what_is_learned_but_not_of_what_follows_from_it() {
        let proofs = Proofs::default();
        let told = Arc::new(Mutex::new(0));
        let count = Arc::clone(&told);
        proofs.on_news(move || *count.lock().unwrap() += 1);
        proofs.open(WIN).unwrap();
        proofs.about(&position(WIN, "h8")).unwrap();
        assert_eq!(*told.lock().unwrap(), 1);
    }
}
