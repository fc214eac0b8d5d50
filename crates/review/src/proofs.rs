//! The proofs of what a report says is won or lost, found again by the searches that found them.

use goren_core::{Position, Stop};
use goren_proof::{Attack, Branch, Means, Proof, Replies};

use crate::defence::{Losses, losses, winning};
use crate::line::{Course, Line};
use crate::report::Report;
use crate::standing::forced;

/// Tells the proof of every win that a report names, and that every move loses after the last escape. Positions that are known are passed over.
pub fn proofs(
    line: &Line,
    report: &Report,
    is_known: &dyn Fn(&Position) -> bool,
    learn: &mut dyn FnMut(Proof),
    stop: &Stop,
) {
    let course = Course::of(line);
    for judged in &report.moves {
        let (Some(finding), Some(ply)) = (&judged.finding, course.moves.get(judged.number - 1)) else {
            continue;
        };
        let won = [(&finding.missed, ply.before), (&finding.allowed, ply.after)];
        for position in won.iter().filter(|each| each.0.is_some()).map(|each| &course.positions[each.1]) {
            if !stop.is_raised() && !is_known(position) {
                forced(position, stop).into_iter().for_each(|proved| learn(proved.proof));
            }
        }
    }
    let Some(escape) = &report.last_escape else { return };
    let Some(ply) = course.moves.get(escape.number - 1) else { return };
    for &point in &escape.wins {
        let position = &course.positions[ply.before];
        let mut after = position.clone();
        if !stop.is_raised() && after.try_play(point).is_ok() && !is_known(&after) {
            winning(position, point, stop).into_iter().for_each(|proved| learn(proved.proof));
        }
    }
    lost(&course, escape.number - 1, is_known, learn, stop);
}

/// That the other side wins after each of the mover's moves, where that is found at once, and that the mover's every later move loses,
/// from the last one back to the first: the one that was played by what followed it, all others
/// by their own trees.
fn lost(
    course: &Course,
    escape: usize,
    is_known: &dyn Fn(&Position) -> bool,
    learn: &mut dyn FnMut(Proof),
    stop: &Stop,
) {
    let turns: Vec<usize> = (escape..course.moves.len()).step_by(2).collect();
    for after in turns.iter().map(|&ply| &course.positions[course.moves[ply].after]) {
        if !stop.is_raised() && after.outcome().is_ongoing() && !is_known(after) {
            forced(after, stop).into_iter().for_each(|proved| learn(proved.proof));
        }
    }
    if turns[1..].iter().all(|&ply| is_known(&course.positions[course.moves[ply].before])) {
        return;
    }
    // What wins after the move that was played; none where five follows at once.
    let mut answer: Option<Attack> = None;
    for &ply in turns[1..].iter().rev() {
        let at = &course.moves[ply];
        let (position, after) = (&course.positions[at.before], &course.positions[at.after]);
        if ply + 1 == course.moves.len() {
            answer = forced(after, stop).map(|proved| proved.tree);
        }
        let Some(found) = losses(position, stop) else { return };
        let is_all = found.is_all();
        let Losses { saves, undecided, mut tree, proof } = found;
        let proof = if is_all {
            Some(proof)
        } else {
            if let (Some(played), Some(attack)) = (at.played.point, answer)
                && (saves.contains(&played) || undecided.contains(&played))
            {
                tree.insert(0, Branch { replies: Replies::Points(vec![played]), attack });
            }
            let by = |means| Proof::of_defence(position, Vec::new(), means, &tree).ok();
            [Means::Threats, Means::Force].into_iter().find_map(by)
        };
        let Some(proof) = proof else { return };
        learn(proof);
        let Some(point) = ply.checked_sub(1).and_then(|before| course.moves[before].played.point) else {
            return;
        };
        answer = Some(Attack { point, branches: tree });
    }
}
