//! Another move in place of a mistake, judged by proof where there is one and by search otherwise.

use goren_core::{IllegalMove, Point, Position, Stop};
use serde::{Deserialize, Serialize};

use crate::defence::winning;
use crate::report::{Finding, FindingKind};
use crate::standing::{FOUR_NODES, ForcedWin, Judge, THREAT_NODES, forced};
use crate::{INACCURACY, drop, rounded};

/// What came of a move that was tried.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Attempt {
    /// The move.
    pub point: Point,
    /// In a word.
    pub verdict: AttemptVerdict,
    /// Whether it is what was to be found.
    pub solved: bool,
    /// The forced win of the mover, or of the other side where the move loses.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub win: Option<ForcedWin>,
    /// The line after it, beginning with the move.
    pub line: Vec<Point>,
    /// The mover's chance after it.
    pub chance: f64,
    /// The mover's chance after the better move.
    pub better: f64,
}

/// What a move that was tried turned out to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AttemptVerdict {
    /// It wins by force: proved.
    Wins,
    /// The other side wins by force after it: proved.
    Loses,
    /// It stops the win that the game's move allowed, and is about as good as the better move.
    Holds,
    /// It is the better move, or about as good.
    Good,
    /// It is better than what was played, but the better move was better still.
    Weaker,
    /// It is no better than what was played.
    Same,
}

/// Judges a move in place of a mistake in this position; `None` if it was stopped, refused if it is not legal.
pub fn attempt(
    position: &Position,
    finding: &Finding,
    played: Option<Point>,
    point: Point,
    judge: &mut Judge,
    stop: &Stop,
) -> Result<Option<Attempt>, IllegalMove> {
    let mut after = position.clone();
    after.try_play(point)?;
    let is_best = finding.best == Some(point);
    let own = match &finding.missed {
        Some(missed) if is_best => Some(missed.clone()),
        _ => winning(position, point, stop),
    };
    let done = |verdict, solved, win, line, chance, better| Attempt {
        point,
        verdict,
        solved,
        win,
        line,
        chance,
        better,
    };
    if let Some(win) = own {
        let line = win.line.clone();
        return Ok(Some(done(AttemptVerdict::Wins, true, Some(win), line, 1.0, 1.0)));
    }
    if let Some(win) = forced(&after, FOUR_NODES, THREAT_NODES, stop) {
        let line = [point].into_iter().chain(win.line.iter().copied()).collect();
        return Ok(Some(done(AttemptVerdict::Loses, false, Some(win), line, 0.0, 0.0)));
    }
    let mut chance = |point: Point| {
        let mut after = position.clone();
        after.play(point);
        let standing = judge.judge(&after, stop)?;
        let line: Vec<Point> = [point].into_iter().chain(standing.line).collect();
        Some((rounded(1.0 - standing.chance), line))
    };
    let Some((own, line)) = chance(point) else { return Ok(None) };
    let better = match finding.best {
        _ if finding.missed.is_some() => Some(1.0),
        Some(best) if !is_best => chance(best).map(|(chance, _)| chance),
        _ => Some(own),
    };
    let Some(better) = better else { return Ok(None) };
    let is_good = drop(better, own) < INACCURACY;
    let verdict = match finding.kind {
        _ if played == Some(point) => AttemptVerdict::Same,
        FindingKind::MissedDefence | FindingKind::Forbidden if is_good => AttemptVerdict::Holds,
        _ if is_good => AttemptVerdict::Good,
        _ => AttemptVerdict::Weaker,
    };
    // Where there was a win, only a win will do.
    let solved = matches!(verdict, AttemptVerdict::Holds | AttemptVerdict::Good) && finding.missed.is_none();
    Ok(Some(done(verdict, solved, None, line, own, better)))
}
