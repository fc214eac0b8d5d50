//! What a review says is won or lost by force, proved anew with its tree, so that every panel knows it.

use goren_core::{Position, Stone, Stop};
use goren_engine::{Defences, ProveRequest, Proved, Solver};
use goren_proof::Means;
use goren_review::{Line, Report};

use crate::proofs::Proofs;

/// Positions searched for one proof.
const NODES: u64 = 500_000;
/// The tables of the solver, in bytes.
const MEMORY: usize = 32 << 20;

/// Proves the wins that a review names, and that every move loses after the last escape. What cannot be proved within the limits is
/// not learned.
pub(crate) fn learn_claims(line: &Line, report: &Report, proofs: &Proofs, stop: &Stop) {
    let positions = positions(line);
    let lost_since = report.last_escape.as_ref().map(|escape| (escape.number, escape.stone));
    for (index, position) in positions.iter().enumerate() {
        let before = report.moves.get(index).and_then(|judged| judged.finding.as_ref());
        let after = index.checked_sub(1).and_then(|last| report.moves.get(last)?.finding.as_ref());
        let is_won = before.is_some_and(|finding| finding.missed.is_some())
            || after.is_some_and(|finding| finding.allowed.is_some());
        let loser = lost_since.filter(|&(number, _)| index >= number).map(|(_, stone)| stone);
        if stop.is_raised() || !is_won && loser.is_none() || proofs.about(position).is_some() {
            continue;
        }
        if loser == Some(position.side()) {
            learn_loss(position, proofs, stop);
        } else {
            learn_win(position, proofs, stop);
        }
    }
}

fn request(means: Means) -> ProveRequest {
    ProveRequest { nodes: Some(NODES), ..ProveRequest::by(means) }
}

fn learn_win(position: &Position, proofs: &Proofs, stop: &Stop) {
    let mut solver = Solver::new(MEMORY);
    for means in [Means::Fours, Means::Threats] {
        if let Proved::Win(tree) = solver.prove(position, &request(means), stop, &mut |_| ()) {
            proofs.learn_win(position, &tree);
            return;
        }
    }
}

fn learn_loss(position: &Position, proofs: &Proofs, stop: &Stop) {
    let found = Solver::new(MEMORY).defences(position, &request(Means::Threats), stop, &mut |_| ());
    if let Defences::Moves { saves, losses, unknown } = found
        && saves.is_empty()
        && unknown.is_empty()
    {
        proofs.learn_loss(position, Means::Threats, &losses);
    }
}

/// The position before each move, and the last one. Whoever moves out of turn has had the other side pass.
fn positions(line: &Line) -> Vec<Position> {
    let mut position = line.start.clone();
    let turn = |position: &mut Position, stone: Stone| {
        if position.side() != stone {
            position.pass();
        }
    };
    let mut positions = Vec::new();
    for &(_, played) in &line.moves {
        turn(&mut position, played.stone);
        positions.push(position.clone());
        match played.point {
            Some(point) if position.try_play(point).is_ok() => {}
            Some(_) => return positions,
            None => position.pass(),
        }
    }
    positions.push(position);
    positions
}

#[cfg(test)]
mod tests {
    use super::*;
    use goren_core::{PlayedMove, Rule, Size};
    use goren_review::{Effort, Study, review};

    #[test]
    fn what_a_review_says_is_won_or_lost_has_a_proof() {
        // White overlooks an open three, and Black wins.
        let moves = ["h8", "a1", "i8", "a3", "j8", "a5", "k8", "g8", "l8"];
        let played = moves.iter().enumerate().map(|(index, name)| {
            let stone = if index % 2 == 0 { Stone::Black } else { Stone::White };
            (index + 1, PlayedMove { stone, point: Some(name.parse().unwrap()) })
        });
        let line = Line { start: Position::new(Rule::Freestyle, Size::DEFAULT), moves: played.collect() };
        let stop = Stop::default();
        let effort = Effort { nodes: 2_000, threads: 1 };
        let study = review(&line, Study::default(), effort, &stop, &mut |_| ());
        let report = Report::of(&line, &study);
        let escape = report.last_escape.as_ref().unwrap();
        assert_eq!((escape.number, escape.stone), (6, Stone::White));
        let proofs = Proofs::default();
        learn_claims(&line, &report, &proofs, &stop);
        let positions = positions(&line);
        for position in &positions[escape.number..9] {
            let told = proofs.about(position).expect("it was proved").proved().unwrap();
            assert_eq!(told.winner, Stone::Black);
            assert!(proofs.find(&told.proof).unwrap().proof.verify().is_ok());
        }
        assert!(proofs.about(&positions[escape.number - 1]).is_none());
    }
}
