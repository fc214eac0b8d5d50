//! Reviews of tables: the work is the crate `goren_review`'s; here it is shown, stored, and gone on with.

use std::time::{Duration, Instant};

use goren_core::{IllegalMove, Point, Position, Stop, WinLength};
use goren_engine::Engine;
use goren_puzzle::Puzzle;
use goren_review::{
    ATTEMPT_NODES, Attempt, AttemptVerdict, DEFAULT_NODES, Effort, Finding, ForcedWin, Judge, Line, Report,
    Study, attempt, lost, review as study_line,
};

use crate::chance::{self, for_ms, judge, standing};
use crate::claims::retell;
use crate::proofs::Proofs;
use crate::refusal::Refusal;
use crate::wire::{Quality, ReviewView, TableId};

/// How often what was found so far is stored.
const STORED_EVERY: Duration = Duration::from_secs(2);
/// What may be spent on the answers of a puzzle.
const PUZZLE_EFFORT: goren_puzzle::Effort =
    goren_puzzle::Effort { fours: 100_000, threats: 30_000, defence: 60_000, whole: 1_000_000 };
/// A chance that leaves little to lose.
const POOR: f64 = 0.1;
/// Reviews work with so many threads at most: people go on playing meanwhile.
const MOST_THREADS: usize = 4;

/// Reviews a line from where an earlier study of it has stopped, tells pages how far it is, and keeps what it finds. Wins are told as the
/// proofs that are known tell them.
#[expect(clippy::too_many_arguments, reason = "two of them are where it tells what it finds")]
pub(crate) fn review(
    line: &Line,
    earlier: Study,
    table: &TableId,
    nodes: Option<u64>,
    proofs: &Proofs,
    stop: &Stop,
    tell: &mut dyn FnMut(ReviewView),
    keep: &mut dyn FnMut(Study),
) {
    let threads = Effort::default().threads.min(MOST_THREADS);
    let effort = Effort { nodes: nodes.unwrap_or(DEFAULT_NODES), threads };
    let view = |study: &Study, running| {
        let mut report = Report::of(line, study);
        retell(line, &mut report, proofs);
        ReviewView { id: None, table: table.clone(), running, report }
    };
    let mut stored = Instant::now();
    let study = study_line(line, earlier, effort, stop, &mut |study| {
        tell(view(study, true));
        if stored.elapsed() >= STORED_EVERY {
            keep(study.clone());
            stored = Instant::now();
        }
    });
    // Whoever hears that it is done finds it stored.
    let last = view(&study, false);
    keep(study);
    tell(last);
}

/// Another move in place of the last of a line, which the review found wrong; `None` if it was stopped. What is proved of it already is told
/// at once, and what it proves is kept.
pub(crate) fn tried(
    line: &Line,
    finding: &Finding,
    point: Point,
    proofs: &Proofs,
    stop: &Stop,
) -> Result<Option<Attempt>, Refusal> {
    let (position, played) = before_last(line);
    let known = || proved_attempt(&position, point, proofs).map_err(Refusal::from);
    if let Some(known) = known()? {
        return Ok(Some(known));
    }
    let learn = &mut |proof| drop(proofs.learn(proof));
    let found = attempt(&position, finding, played, point, &mut Judge::new(ATTEMPT_NODES), learn, stop);
    let found = found?;
    // With the number that every panel tells from now on.
    Ok(if found.as_ref().is_some_and(|found| found.win.is_some()) { known()?.or(found) } else { found })
}

/// A move that is proved to win or to lose.
fn proved_attempt(
    position: &Position,
    point: Point,
    proofs: &Proofs,
) -> Result<Option<Attempt>, IllegalMove> {
    let mut after = position.clone();
    after.try_play(point)?;
    let Some(kept) = proofs.about(&after) else { return Ok(None) };
    let Some(told) = kept.proved().filter(|told| !told.line.is_empty()) else { return Ok(None) };
    let line: Vec<Point> = [point].into_iter().chain(told.line.iter().copied()).collect();
    let is_won = told.winner == position.side();
    let (verdict, chance, plies) = if is_won {
        (AttemptVerdict::Wins, 1.0, told.plies + 1)
    } else {
        (AttemptVerdict::Loses, 0.0, told.plies)
    };
    let moves = WinLength { plies }.moves() as usize;
    let win =
        ForcedWin { by: kept.means().into(), moves, line: if is_won { line.clone() } else { told.line } };
    let win = Some(win);
    Ok(Some(Attempt { point, verdict, solved: is_won, win, line, chance, better: chance, played: None }))
}

/// The position before the last move of a line as a puzzle, with all its answers by proof.
pub(crate) fn own_puzzle(line: &Line, stop: &Stop) -> Result<Puzzle, Refusal> {
    let (position, _) = before_last(line);
    let source = format!("your game, move {}", line.moves.len());
    goren_puzzle::own(&position, &PUZZLE_EFFORT, source, stop).map_err(Refusal::from)
}

/// The position before the last move of a line, and that move.
fn before_last(line: &Line) -> (Position, Option<Point>) {
    let mut position = line.start.clone();
    let mut played = None;
    for &(_, next) in &line.moves {
        if let Some(point) = played {
            position.play(point);
        }
        if position.side() != next.stone {
            position.pass();
        }
        played = next.point;
    }
    (position, played)
}

/// How much the chances of whoever played `point` dropped, and what to call that, by proof where there is one. Where there was little to
/// lose, it is said: silence would sound like praise.
pub(crate) fn judged(
    position: &Position,
    point: Point,
    ms: u64,
    proofs: &Proofs,
    stop: &Stop,
) -> (f64, Quality) {
    let mut engine = judge();
    let before = chance_of(&mut engine, position, ms, proofs, stop);
    let mut after = position.clone();
    after.play(point);
    let drop = chance::drop(before, chance_of(&mut engine, &after, ms, proofs, stop));
    let word = match chance::quality(drop) {
        Quality::Good if before < POOR && is_lost(position, proofs, stop) => Quality::Lost,
        Quality::Good if before < POOR => Quality::Poor,
        word => word,
    };
    (drop, word)
}

/// The chance of the side to move: by what is proved, or by a search, whose proof is kept.
fn chance_of(engine: &mut Engine, position: &Position, ms: u64, proofs: &Proofs, stop: &Stop) -> f64 {
    if let Some(told) = proofs.about(position).and_then(|kept| kept.proved()) {
        return if told.winner == position.side() { 1.0 } else { 0.0 };
    }
    let found = standing(engine, position, for_ms(ms), stop);
    if let Some(tree) = &found.proof {
        proofs.learn_win(position, tree);
    }
    found.chance
}

/// Whether it is proved that every move of the side to move loses.
fn is_lost(position: &Position, proofs: &Proofs, stop: &Stop) -> bool {
    match proofs.about(position).and_then(|kept| kept.proved()) {
        Some(told) => told.winner != position.side(),
        None => lost(position, stop).is_some_and(|proof| proofs.learn(proof).is_ok()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use goren_core::{PlayedMove, Rule, Size, Stone};
    use goren_review::FindingKind;

    fn line(names: &str) -> Line {
        let played = names.split(' ').zip(Stone::BOTH.into_iter().cycle()).enumerate();
        let played = played
            .map(|(i, (name, stone))| (i + 1, PlayedMove { stone, point: Some(name.parse().unwrap()) }));
        Line { start: Position::new(Rule::Freestyle, Size::DEFAULT), moves: played.collect() }
    }

    #[test]
    fn what_try_it_yourself_proves_is_known_and_what_is_known_it_tells() {
        // Black has an open three and plays elsewhere.
        let line = line("h8 a1 i8 a3 j8 a5 o15");
        let (position, _) = before_last(&line);
        let (proofs, stop) = (Proofs::default(), Stop::default());
        let finding = Finding {
            kind: FindingKind::Mistake,
            best: None,
            line: Vec::new(),
            why: None,
            missed: None,
            allowed: None,
            holds: Vec::new(),
            undecided: Vec::new(),
        };
        let k8 = "k8".parse().unwrap();
        let first = tried(&line, &finding, k8, &proofs, &stop).unwrap().unwrap();
        let win = first.win.as_ref().unwrap();
        assert_eq!((first.verdict, win.moves), (AttemptVerdict::Wins, 2));
        let told = proofs.about(&position).unwrap().proved().unwrap();
        assert_eq!((told.winner, told.moves as usize), (Stone::Black, win.moves));
        // It needs no search any more.
        stop.raise();
        assert_eq!(tried(&line, &finding, k8, &proofs, &stop).unwrap().unwrap(), first);
        assert!(tried(&line, &finding, "h8".parse().unwrap(), &proofs, &stop).is_err());
    }

    #[test]
    fn the_coach_counts_by_what_is_proved() {
        let (position, _) = before_last(&line("h8 a1 i8 a3 j8 a5 o15"));
        let (proofs, stop) = (Proofs::default(), Stop::default());
        let o15 = "o15".parse().unwrap();
        judged(&position, o15, 1_000, &proofs, &stop);
        let told = proofs.about(&position).expect("its search has proved it").proved().unwrap();
        assert_eq!(told.winner, Stone::Black);
        // An open four: White has lost whatever it plays.
        let mut lost = position;
        lost.play("k8".parse().unwrap());
        assert_eq!(judged(&lost, o15, 100, &proofs, &stop).1, Quality::Lost);
        assert_eq!(proofs.about(&lost).unwrap().proved().unwrap().winner, Stone::Black);
    }
}
