//! Another move in place of a mistake, judged by proof where there is one and by search otherwise.

use goren_core::{IllegalMove, Point, Position, Stop};
use goren_proof::Proof;
use serde::{Deserialize, Serialize};

use crate::defence::{leaves_no_win, winning};
use crate::report::{Finding, FindingKind};
use crate::standing::{ForcedWin, Judge, ProvedWin, forced};
use crate::{INACCURACY, drop, rounded};

/// Nodes searched after each of the moves that an attempt compares: a person waits for one answer, not for a whole game.
pub const ATTEMPT_NODES: u64 = 300_000;

/// What came of a move that was tried.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Attempt {
    /// The move.
    pub point: Point,
    /// In a word.
    pub verdict: AttemptVerdict,
    /// Whether it is what was to be found.
    pub solved: bool,
    /// The forced win of the mover, or of the other side where the move loses.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub win: Option<ForcedWin>,
    /// The line after it, beginning with the move.
    pub line: Vec<Point>,
    /// The mover's chance after it.
    pub chance: f64,
    /// The mover's chance after the better move, searched in the same way.
    pub better: f64,
    /// The mover's chance after the move that was played, searched in the same way; absent where nothing is compared with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub played: Option<f64>,
}

/// What a move that was tried turned out to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum AttemptVerdict {
    /// It wins by force: proved.
    Wins,
    /// The other side wins by force after it: proved.
    Loses,
    /// The other side has no win by fours or threats after it: every one was tried. It is about as
    /// good as the better move.
    Holds,
    /// It is the better move, or about as good.
    Good,
    /// It is better than what was played, but the better move was better still.
    Weaker,
    /// It is about as bad as what was played.
    Alike,
    /// It is worse than what was played. The better move is, if searched as long it proves no better than what was played.
    Worse,
    /// It is what was played.
    Same,
}

/// Judges a move in place of a mistake in this position; `None` if it was stopped, refused if it is not legal. What it proves is told
/// with its proof.
pub fn attempt(
    position: &Position,
    finding: &Finding,
    played: Option<Point>,
    point: Point,
    judge: &mut Judge,
    learn: &mut dyn FnMut(Proof),
    stop: &Stop,
) -> Result<Option<Attempt>, IllegalMove> {
    let mut after = position.clone();
    after.try_play(point)?;
    let is_best = finding.best == Some(point);
    let own = match &finding.missed {
        Some(missed) if is_best => Some(missed.clone()),
        _ => winning(position, point, stop).map(|proved| {
            learn(proved.proof);
            proved.win
        }),
    };
    let proved = |verdict, win: ForcedWin, line, chance| Attempt {
        point,
        verdict,
        solved: verdict == AttemptVerdict::Wins,
        win: Some(win),
        line,
        chance,
        better: chance,
        played: None,
    };
    if let Some(win) = own {
        let line = win.line.clone();
        return Ok(Some(proved(AttemptVerdict::Wins, win, line, 1.0)));
    }
    if let Some(ProvedWin { win, proof, .. }) = forced(&after, stop) {
        learn(proof);
        let line = [point].into_iter().chain(win.line.iter().copied()).collect();
        return Ok(Some(proved(AttemptVerdict::Loses, win, line, 0.0)));
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
    let before = match played {
        _ if finding.allowed.is_some() || finding.kind == FindingKind::Forbidden => Some(0.0),
        Some(played) if played != point => chance(played).map(|(chance, _)| chance),
        _ => Some(own),
    };
    let (Some(better), Some(before)) = (better, before) else { return Ok(None) };
    let is_good = drop(better, own) < INACCURACY;
    // The search announces a win of the other side, as after the move that was played.
    let loses_too = own <= 0.0 && before <= 0.0;
    let verdict = match finding.kind {
        _ if played == Some(point) => AttemptVerdict::Same,
        _ if drop(before, own) >= INACCURACY || is_best && (own < before || loses_too) => {
            AttemptVerdict::Worse
        }
        _ if loses_too => AttemptVerdict::Alike,
        FindingKind::MissedDefence
            if is_good && (finding.holds.contains(&point) || leaves_no_win(&after, stop)) =>
        {
            AttemptVerdict::Holds
        }
        _ if is_good => AttemptVerdict::Good,
        _ if drop(own, before) >= INACCURACY => AttemptVerdict::Weaker,
        _ => AttemptVerdict::Alike,
    };
    if stop.is_raised() {
        return Ok(None);
    }
    // Where there was a win, only a win will do.
    let solved = matches!(verdict, AttemptVerdict::Holds | AttemptVerdict::Good) && finding.missed.is_none();
    Ok(Some(Attempt {
        point,
        verdict,
        solved,
        win: None,
        line,
        chance: own,
        better,
        played: (verdict != AttemptVerdict::Same).then_some(before),
    }))
}
