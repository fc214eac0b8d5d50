//! What a review says is won or lost by force: its proofs are kept with all others, and it tells each win as the shortest proof that is
//! kept does.

use goren_core::{Position, Stone, Stop};
use goren_review::{ForcedWin, Line, Report};

use crate::proofs::Proofs;

/// Proves anew what a review says is proved, and keeps the proofs.
pub(crate) fn learn_claims(line: &Line, report: &Report, proofs: &Proofs, stop: &Stop) {
    let is_known = |position: &Position| proofs.about(position).is_some();
    let learn = &mut |proof| drop(proofs.learn(proof));
    goren_review::proofs(line, report, &is_known, learn, stop);
}

/// Tells every win of a review as the proof that is kept tells it, so that each panel has the same number.
pub(crate) fn retell(line: &Line, report: &mut Report, proofs: &Proofs) {
    let positions = positions(line);
    let after = |position: &Position, number: usize| {
        let mut after = position.clone();
        match line.moves[number - 1].1.point {
            Some(point) if after.try_play(point).is_err() => return None,
            Some(_) => {}
            None => after.pass(),
        }
        Some(after)
    };
    for judged in &mut report.moves {
        let (Some(finding), Some(position)) = (&mut judged.finding, positions.get(judged.number - 1)) else {
            continue;
        };
        if let Some(missed) = &mut finding.missed {
            let is_better_line = finding.line == missed.line;
            retell_win(position, missed, proofs);
            if is_better_line {
                finding.line.clone_from(&missed.line);
                finding.best = missed.line.first().copied();
            }
        }
        if let (Some(allowed), Some(after)) = (&mut finding.allowed, after(position, judged.number)) {
            retell_win(&after, allowed, proofs);
        }
    }
    if let Some(escape) = &mut report.last_escape
        && let (Some(win), Some(position)) = (&mut escape.win, positions.get(escape.number - 1))
    {
        retell_win(position, win, proofs);
    }
}

fn retell_win(position: &Position, win: &mut ForcedWin, proofs: &Proofs) {
    let Some(kept) = proofs.about(position) else { return };
    let told = kept.proved().filter(|told| told.winner == position.side() && !told.line.is_empty());
    if let Some(told) = told {
        *win = ForcedWin { by: kept.means().into(), moves: told.moves as usize, line: told.line };
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

    fn line(size: Size, names: &str) -> Line {
        let played = names.split(' ').zip(Stone::BOTH.into_iter().cycle()).enumerate();
        let played = played
            .map(|(i, (name, stone))| (i + 1, PlayedMove { stone, point: Some(name.parse().unwrap()) }));
        Line { start: Position::new(Rule::Freestyle, size), moves: played.collect() }
    }

    fn reviewed(line: &Line) -> Report {
        let effort = Effort { nodes: 2_000, threads: 2 };
        Report::of(line, &review(line, Study::default(), effort, &Stop::default(), &mut |_| {}))
    }

    #[test]
    fn what_a_review_says_is_won_or_lost_has_a_proof() {
        // White overlooks an open three, and Black wins.
        let line = line(Size::DEFAULT, "h8 a1 i8 a3 j8 a5 k8 g8 l8");
        let report = reviewed(&line);
        let escape = report.last_escape.as_ref().unwrap();
        assert_eq!((escape.number, escape.stone), (6, Stone::White));
        let proofs = Proofs::default();
        learn_claims(&line, &report, &proofs, &Stop::default());
        let positions = positions(&line);
        for position in &positions[escape.number..9] {
            let told = proofs.about(position).expect("it was proved").proved().unwrap();
            assert_eq!(told.winner, Stone::Black);
            assert!(proofs.find(&told.proof).unwrap().proof.verify().is_ok());
        }
        assert!(proofs.about(&positions[escape.number - 1]).is_none());
    }

    #[test]
    fn every_move_loses_also_where_the_one_that_was_played_took_long_to_refute() {
        // Whether move 10, f8, loses is decided by what followed it.
        let names = "k5 h3 g8 i11 d10 d7 h8 f8 g9 g10 f9 h9 i7 j6 e11 f10 e10 h7 e9 e12 c9 d9 b8 f12 a7";
        let line = line(Size::new(13).unwrap(), names);
        let report = reviewed(&line);
        let escape = report.last_escape.as_ref().unwrap();
        let proofs = Proofs::default();
        learn_claims(&line, &report, &proofs, &Stop::default());
        let positions = positions(&line);
        let lost: Vec<_> = (escape.number + 1..line.moves.len()).step_by(2).collect();
        assert!(lost.len() > 3);
        for ply in lost {
            let kept = proofs.about(&positions[ply]).expect("it was proved");
            assert_eq!(kept.proved().unwrap().winner, !positions[ply].side(), "{ply}");
            assert!(kept.proof.verify().is_ok(), "{ply}");
        }
    }

    #[test]
    fn a_review_tells_the_number_of_the_shortest_proof_that_is_kept() {
        let line = line(Size::DEFAULT, "h8 h9 i8 i9 j8 a1 k8 g8 l8");
        let (mut report, proofs) = (reviewed(&line), Proofs::default());
        learn_claims(&line, &report, &proofs, &Stop::default());
        let same = report.clone();
        retell(&line, &mut report, &proofs);
        assert_eq!(report, same, "it is the review's own proof");
        // Whatever a review said before: the proof counts.
        let finding = report.moves[5].finding.as_mut().unwrap();
        finding.allowed.as_mut().unwrap().moves = 9;
        retell(&line, &mut report, &proofs);
        let told = proofs.about(&positions(&line)[6]).unwrap().proved().unwrap();
        let allowed = report.moves[5].finding.as_ref().unwrap().allowed.as_ref().unwrap();
        assert_eq!((allowed.moves, &allowed.line), (told.moves as usize, &told.line));
    }
}
