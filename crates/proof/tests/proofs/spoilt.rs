//! Our set of proofs holds; with a move altered, a reply removed or the rule changed, none does that should not.
//!
//! `cargo run -p goren-engine --example proof_set -- 16 250` makes the set. Some changes leave a proof right: another
//! winning move, a rule under which the same moves win. Each of those must convince a second check, which is written as
//! plainly as the definition.

use std::collections::BTreeMap;

use goren_core::{Point, Position, Random, Rule, Stone};
use goren_proof::{Claim, Event, Means, Proof, Reader, Tree};

fn set() -> Vec<Proof> {
    let mut reader = Reader::new(include_bytes!("../../sets/wins.proof").as_slice());
    std::iter::from_fn(|| reader.proof().unwrap()).collect()
}

/// The proofs of the set that take few positions: the plain check is slow.
fn small() -> Vec<Proof> {
    set().into_iter().filter(|proof| proof.verify().unwrap().positions <= 1_000).collect()
}

#[test]
fn every_proof_of_the_set_holds() {
    let set = set();
    assert_eq!(set.len(), 250);
    for (number, proof) in set.iter().enumerate() {
        let checked = proof.verify();
        assert!(checked.is_ok(), "proof {number}: {}\n{}", checked.unwrap_err(), proof.to_text());
    }
    for rule in Rule::ALL {
        assert_eq!(set.iter().filter(|proof| proof.position.rule() == rule).count(), 50);
    }
    assert!(set.iter().filter(|proof| !proof.position.traps().is_empty()).count() > 40);
    let sizes = |proof: &Proof| proof.position.size().side();
    assert_eq!((set.iter().map(sizes).min(), set.iter().map(sizes).max()), (Some(9), Some(20)));
}

#[test]
fn the_plain_check_accepts_the_set_too() {
    for (number, proof) in small().iter().enumerate().step_by(3) {
        assert!(plainly_holds(proof), "proof {number}\n{}", proof.to_text());
    }
}

/// A way to spoil a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Harm {
    Answer,
    Reply,
    Removed,
    Branch,
    Rule,
    Means,
}

const HARMS: [Harm; 6] = [Harm::Answer, Harm::Reply, Harm::Removed, Harm::Branch, Harm::Rule, Harm::Means];

#[test]
fn a_spoilt_proof_fails_unless_it_is_still_a_proof() {
    let mut failed = BTreeMap::<Harm, usize>::new();
    let mut held = BTreeMap::<Harm, usize>::new();
    let mut differ = Vec::new();
    for (number, proof) in small().iter().enumerate() {
        for harm in HARMS {
            let mut random = Random::new(Random::nth(number as u64, harm as u64));
            let Some(spoilt) = spoil(proof, harm, &mut random) else { continue };
            match spoilt.verify() {
                Err(_) => {
                    *failed.entry(harm).or_default() += 1;
                    // A sample of the rejected ones: the plain check rejects them too.
                    let is_idle = spoilt.verify().is_err_and(|hole| is_idle(&hole));
                    if random.once_in(20) && !is_idle && plainly_holds(&spoilt) {
                        differ.push(format!(
                            "{number} {harm:?}: rejected, but plainly right\n{}",
                            spoilt.to_text()
                        ));
                    }
                }
                Ok(_) => {
                    *held.entry(harm).or_default() += 1;
                    if !plainly_holds(&spoilt) {
                        differ.push(format!(
                            "{number} {harm:?}: accepted, but plainly wrong\n{}",
                            spoilt.to_text()
                        ));
                    }
                }
            }
        }
    }
    assert!(differ.is_empty(), "{} differ\n{}", differ.len(), differ[0]);
    // A move or a reply is seldom changed for another that will do. A win under one rule is often one under another, and a
    // small win by threats is often one by fours only.
    for harm in HARMS {
        let count = |of: &BTreeMap<Harm, usize>| of.get(&harm).copied().unwrap_or(0);
        let (failed, held) = (count(&failed), count(&held));
        let enough = match harm {
            Harm::Rule | Harm::Means => failed > 10,
            _ => failed > 50 && failed > held * 2,
        };
        assert!(enough, "{harm:?}: {failed} failed, {held} still hold");
    }
}

/// Whether the hole is only that something in the tree is not needed, which the plain check does not look for.
fn is_idle(hole: &goren_proof::Hole) -> bool {
    use goren_proof::Gap;
    matches!(hole.gap, Gap::Useless(_) | Gap::UselessOthers | Gap::Twice(_))
}

/// The proof with one change; `None` if there is nothing of the kind to change.
fn spoil(proof: &Proof, harm: Harm, random: &mut Random) -> Option<Proof> {
    let mut proof = proof.clone();
    let mut events = proof.tree.events().to_vec();
    let mut pick = |is_kind: &dyn Fn(usize) -> bool| {
        let places: Vec<usize> = (0..events.len()).filter(|&index| is_kind(index)).collect();
        random.pick(&places)
    };
    let is_reply = |index: usize| matches!(events.get(index), Some(Event::Reply(_)));
    match harm {
        Harm::Answer => {
            let at = pick(&|index| matches!(events[index], Event::Attack(_)))?;
            let Event::Attack(old) = events[at] else { return None };
            events[at] = Event::Attack(another(&proof.position, old, random)?);
        }
        Harm::Reply => {
            let at = pick(&is_reply)?;
            let Event::Reply(old) = events[at] else { return None };
            events[at] = Event::Reply(another(&proof.position, old, random)?);
        }
        Harm::Removed => {
            // One of several replies with the same answer.
            let at =
                pick(&|index| is_reply(index) && (is_reply(index + 1) || index > 0 && is_reply(index - 1)))?;
            events.remove(at);
        }
        Harm::Branch => {
            // A whole branch; brackets that it leaves empty go with it.
            let starts = |index: usize| {
                matches!(events[index], Event::Others)
                    || is_reply(index) && !(index > 0 && is_reply(index - 1))
            };
            let at = pick(&starts)?;
            let answer = (at..).find(|&index| matches!(events[index], Event::Attack(_)))?;
            let end = proof.tree.end_of_attack(answer);
            events.drain(at..end);
            if at > 1 && events[at - 1] == Event::Open && events[at] == Event::Close {
                events.drain(at - 1..=at);
            }
        }
        Harm::Rule => {
            let rules: Vec<Rule> =
                Rule::ALL.into_iter().filter(|&rule| rule != proof.position.rule()).collect();
            let rule = random.pick(&rules)?;
            let old = &proof.position;
            let mut position = Position::with_traps(rule, old.size(), old.traps()).unwrap();
            for played in old.history() {
                position.try_play(played.point?).ok()?;
            }
            proof.position = position;
        }
        Harm::Means => match &mut proof.claim {
            Claim::Win(means @ Means::Threats) | Claim::Defence { means: means @ Means::Threats, .. } => {
                *means = Means::Fours;
            }
            _ => return None,
        },
    }
    proof.tree = events.into_iter().collect();
    Some(proof)
}

/// Another point, mostly near the old one.
fn another(position: &Position, old: Point, random: &mut Random) -> Option<Point> {
    let most = if random.once_in(4) { 22 } else { 2 };
    let near: Vec<Point> =
        position.empties().filter(|&point| point != old && point.distance(old) <= most).collect();
    random.pick(&near)
}

/// The definition, written down again: a recursion without sets or counts that are kept from move to move.
fn plainly_holds(proof: &Proof) -> bool {
    let mut board = proof.position.clone();
    match &proof.claim {
        Claim::Win(means) => wins(&mut board, &proof.tree, 0, *means),
        Claim::Defence { moves, means } => loses(&mut board, &proof.tree, Some(1), *means, Some(moves)),
        Claim::NoFours => has_no_fours(&mut board, &proof.tree, Some(1)),
    }
}

/// Whether a stone would make five somewhere.
fn can_five(board: &Position, stone: Stone) -> bool {
    board.empties().any(|point| board.shapes(point, stone).has_five())
}

/// The branches from `start`: the replies listed, or none for all others, and the index of the answer.
fn branches(tree: &Tree, start: Option<usize>) -> Vec<(Option<Vec<Point>>, usize)> {
    let mut branches = Vec::new();
    let Some(mut index) = start else { return branches };
    let events = tree.events();
    while events[index] != Event::Close {
        let mut listed = Vec::new();
        while let Event::Reply(point) = events[index] {
            listed.push(point);
            index += 1;
        }
        let is_others = events[index] == Event::Others;
        index += usize::from(is_others);
        branches.push(((!is_others).then_some(listed), index));
        index = tree.end_of_attack(index);
    }
    branches
}

fn opened(tree: &Tree, at: usize) -> Option<usize> {
    (tree.events().get(at + 1) == Some(&Event::Open)).then_some(at + 2)
}

fn wins(board: &mut Position, tree: &Tree, at: usize, means: Means) -> bool {
    let Event::Attack(point) = tree.events()[at] else { return false };
    if board.try_play(point).is_err() {
        return false;
    }
    let holds = board.winner().is_some() || loses(board, tree, opened(tree, at), means, None);
    board.undo();
    holds
}

/// Whether every move of the side to move loses, but those exempt.
fn loses(
    board: &mut Position,
    tree: &Tree,
    start: Option<usize>,
    means: Means,
    exempt: Option<&Vec<Point>>,
) -> bool {
    let branches = branches(tree, start);
    let quiet = exempt.is_none() && !can_five(board, !board.side());
    let others = branches.iter().find(|branch| branch.0.is_none()).map(|branch| branch.1);
    if quiet && (means == Means::Fours || means == Means::Threats && others.is_none()) {
        return false;
    }
    let replies: Vec<Point> = board.legal_moves().collect();
    if replies.is_empty() {
        return false;
    }
    for reply in replies {
        if exempt.is_some_and(|moves| moves.contains(&reply)) {
            continue;
        }
        let listed =
            branches.iter().find(|branch| branch.0.as_ref().is_some_and(|points| points.contains(&reply)));
        board.play(reply);
        let holds = match (listed, others) {
            _ if board.winner().is_some() => false,
            (Some(&(_, answer)), _) => wins(board, tree, answer, means),
            _ if can_five(board, board.side()) => true,
            (None, Some(answer)) => {
                let means = if quiet && means == Means::Threats { Means::Fours } else { means };
                wins(board, tree, answer, means)
            }
            (None, None) => false,
        };
        board.undo();
        if !holds {
            return false;
        }
    }
    true
}

/// Whether every four of the side to move is answered.
fn has_no_fours(board: &mut Position, tree: &Tree, start: Option<usize>) -> bool {
    let stone = board.side();
    if can_five(board, stone) {
        return false;
    }
    let branches = branches(tree, start);
    let moves: Vec<Point> = board.legal_moves().collect();
    for four in moves {
        let listed =
            branches.iter().find(|branch| branch.0.as_ref().is_some_and(|points| points.contains(&four)));
        let answer =
            listed.or_else(|| branches.iter().find(|branch| branch.0.is_none())).map(|branch| branch.1);
        board.play(four);
        let holds = !can_five(board, stone)
            || answer.is_some_and(|at| {
                let Event::Attack(point) = tree.events()[at] else { return false };
                if board.try_play(point).is_err() {
                    return false;
                }
                let holds = board.winner().is_some() || has_no_fours(board, tree, opened(tree, at));
                board.undo();
                holds
            });
        board.undo();
        if !holds {
            return false;
        }
    }
    true
}
