//! What people read of a review: each move with its chances, findings with the better move, accuracy, and the decisive moments.

use goren_core::{ForbiddenKind, Point, Stone};
use serde::{Deserialize, Serialize};

use crate::defence::Defences;
use crate::line::{Course, Line};
use crate::standing::{ForcedWin, Standing};
use crate::study::{HOPELESS, Study, escape, loss};
use crate::{INACCURACY, MISTAKE, drop, rounded};

/// A review as it is read.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Report {
    /// Positions judged so far, of `positions`.
    pub judged: usize,
    /// Positions to be judged.
    pub positions: usize,
    /// Whether all is found.
    pub done: bool,
    /// Black's chance before the first move.
    pub start: f64,
    /// The moves as far as they are judged.
    pub moves: Vec<MoveReport>,
    /// Black, then White.
    pub players: [PlayerReport; 2],
    /// The move that turned the game: a number from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub turning_point: Option<usize>,
    /// The last move at which the loser could have escaped, by proof.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub last_escape: Option<LastEscape>,
}

/// A move judged.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct MoveReport {
    /// The caller's number of the move.
    pub node: usize,
    /// From 1.
    pub number: usize,
    /// Who moved.
    pub stone: Stone,
    /// Absent for a pass.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub point: Option<Point>,
    /// Black's chance before it, as far as the better move is known.
    pub before: f64,
    /// Black's chance after it.
    pub black: f64,
    /// How much worse the mover's chances became, on a scale from -1 to 1.
    pub drop: f64,
    /// What is wrong with it, if anything is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub finding: Option<Finding>,
}

/// What is wrong with a move. Every win named here is proved.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Finding {
    /// What it counts as.
    pub kind: FindingKind,
    /// The better move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub best: Option<Point>,
    /// The line that begins with it; to the five where it wins by force.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    pub line: Vec<Point>,
    /// Why the move was forbidden.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub why: Option<ForbiddenKind>,
    /// The win that the mover had.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub missed: Option<ForcedWin>,
    /// The win that the other side has after it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub allowed: Option<ForcedWin>,
    /// Moves after which the other side has no win by fours or threats: every one was tried.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    pub holds: Vec<Point>,
    /// Moves after which nothing was proved. Where `holds` is told, all others lose.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    pub undecided: Vec<Point>,
}

/// What a finding counts as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum FindingKind {
    /// Against the rule.
    Forbidden,
    /// It gave a proved win away.
    MissedWin,
    /// It allowed a proved win that could have been stopped.
    MissedDefence,
    /// The chances dropped by 0.2 or more.
    Mistake,
    /// The chances dropped by 0.1 or more.
    Inaccuracy,
}

impl FindingKind {
    /// Every kind, the worst first.
    pub const ALL: [FindingKind; 5] = [
        FindingKind::Forbidden,
        FindingKind::MissedWin,
        FindingKind::MissedDefence,
        FindingKind::Mistake,
        FindingKind::Inaccuracy,
    ];
}

/// What is said about one side.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct PlayerReport {
    /// Which side.
    pub stone: Stone,
    /// From 0 to 100; absent where no move counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub accuracy: Option<f64>,
    /// How many findings of each kind.
    pub counts: Counts,
}

/// How many findings of each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Counts {
    /// See [`FindingKind::Forbidden`].
    pub forbidden: usize,
    /// See [`FindingKind::MissedWin`].
    pub missed_win: usize,
    /// See [`FindingKind::MissedDefence`].
    pub missed_defence: usize,
    /// See [`FindingKind::Mistake`].
    pub mistake: usize,
    /// See [`FindingKind::Inaccuracy`].
    pub inaccuracy: usize,
}

impl Counts {
    /// How many of a kind.
    pub fn of(&self, kind: FindingKind) -> usize {
        match kind {
            FindingKind::Forbidden => self.forbidden,
            FindingKind::MissedWin => self.missed_win,
            FindingKind::MissedDefence => self.missed_defence,
            FindingKind::Mistake => self.mistake,
            FindingKind::Inaccuracy => self.inaccuracy,
        }
    }

    fn add(&mut self, kind: FindingKind) {
        *match kind {
            FindingKind::Forbidden => &mut self.forbidden,
            FindingKind::MissedWin => &mut self.missed_win,
            FindingKind::MissedDefence => &mut self.missed_defence,
            FindingKind::Mistake => &mut self.mistake,
            FindingKind::Inaccuracy => &mut self.inaccuracy,
        } += 1;
    }
}

/// The last move of the loser before which not every move is proved to lose: after it every one is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct LastEscape {
    /// The number of the move, from 1.
    pub number: usize,
    /// The caller's number of the move.
    pub node: usize,
    /// Who moved.
    pub stone: Stone,
    /// What was played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub point: Option<Point>,
    /// The forced win that the mover had.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub win: Option<ForcedWin>,
    /// The moves that are proved to win by force, the first of `win` among them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    pub wins: Vec<Point>,
    /// Moves after which the other side has no win by fours or threats, since every one was tried, and the engine announces none.
    pub holds: Vec<Point>,
    /// Moves of which nothing is known to be so.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    pub undecided: Vec<Point>,
    /// Whether every move was examined, and all that are not named lose: proved.
    pub complete: bool,
}

impl LastEscape {
    /// Whether some move is known that would have won or held, by what it says of itself.
    pub fn is_named(&self) -> bool {
        !self.wins.is_empty() || !self.holds.is_empty()
    }
}

impl Report {
    /// What a study of a line says, as far as it has come.
    pub fn of(line: &Line, study: &Study) -> Report {
        let course = Course::of(line);
        let renewed = study.renewed(&course);
        let study = renewed.as_ref().unwrap_or(study);
        let start = study.standings.first().and_then(Option::as_ref);
        let side = course.positions[0].side();
        let moves: Vec<MoveReport> =
            (0..course.moves.len()).map_while(|ply| judged(study, &course, ply)).collect();
        let (judged, positions) = study.progress();
        let start = start.map_or(0.5, |standing| of_black(standing.chance, side));
        let end = course.moves.len();
        let is_whole = study.done && moves.len() == end;
        let (turning_point, last_escape) = match is_whole {
            true => (turning_point(study, &course, &moves), last_escape(study, &course)),
            false => (None, None),
        };
        let players = Stone::BOTH.map(|stone| player(stone, &moves));
        Report { judged, positions, done: study.done, start, moves, players, turning_point, last_escape }
    }

    /// The moves with a finding.
    pub fn findings(&self) -> impl Iterator<Item = (&MoveReport, &Finding)> {
        self.moves.iter().filter_map(|judged| Some((judged, judged.finding.as_ref()?)))
    }
}

/// Black's chance, by that of a side.
fn of_black(chance: f64, stone: Stone) -> f64 {
    rounded(if stone == Stone::Black { chance } else { 1.0 - chance })
}

fn judged(study: &Study, course: &Course, ply: usize) -> Option<MoveReport> {
    let (before, after) = study.chances(course, ply)?;
    let at = &course.moves[ply];
    let stone = at.played.stone;
    let drop = drop(before, after);
    Some(MoveReport {
        node: at.node,
        number: ply + 1,
        stone,
        point: at.played.point,
        before: of_black(before, stone),
        black: of_black(after, stone),
        drop,
        finding: (drop >= INACCURACY || at.forbidden.is_some()).then(|| finding(study, course, ply, drop)),
    })
}

fn finding(study: &Study, course: &Course, ply: usize, drop: f64) -> Finding {
    let at = &course.moves[ply];
    let (before, after) = (study.standing(at.before), study.standing(at.after));
    let check = study.checks.get(&ply);
    let missed = before.and_then(Standing::forced);
    let allowed = after.filter(|_| at.forbidden.is_none()).and_then(Standing::forced);
    let kind = match at.forbidden {
        Some(_) => FindingKind::Forbidden,
        None if missed.is_some() => FindingKind::MissedWin,
        None if allowed.is_some() => FindingKind::MissedDefence,
        None if drop >= MISTAKE => FindingKind::Mistake,
        None => FindingKind::Inaccuracy,
    };
    let line = match check {
        Some(check) if !check.line.is_empty() => check.line.clone(),
        _ => before.map_or_else(Vec::new, |standing| standing.line.clone()),
    };
    let Defences { proved: holds, undecided, .. } = study.defences(course, ply).unwrap_or_default();
    Finding { kind, best: line.first().copied(), line, why: at.forbidden, missed, allowed, holds, undecided }
}

/// The accuracy of one move, by what it lost of the mover's chances, from 0 to 1.
fn accuracy(lost: f64) -> f64 {
    100.0 * (-4.0 * lost).exp()
}

fn player(stone: Stone, moves: &[MoveReport]) -> PlayerReport {
    let mut counts = Counts::default();
    let (mut sum, mut count) = (0.0, 0_u32);
    for judged in moves.iter().filter(|judged| judged.stone == stone) {
        if let Some(finding) = &judged.finding {
            counts.add(finding.kind);
        }
        let own = of_black(judged.before, stone);
        // Where all is lost there is nothing to lose.
        if own > HOPELESS || judged.finding.is_some() {
            sum += accuracy(judged.drop / 2.0);
            count += 1;
        }
    }
    let accuracy = (count > 0).then(|| (10.0 * sum / f64::from(count)).round() / 10.0);
    PlayerReport { stone, accuracy, counts }
}

/// The side that won, or stands as good as won at the end.
fn winner(study: &Study, course: &Course, moves: &[MoveReport]) -> Option<Stone> {
    let last = course.moves.last()?;
    if let Some(loser) =
        last.forbidden.map(|_| last.played.stone).or(loss(study, course).map(|(_, loser)| loser))
    {
        return Some(!loser);
    }
    match moves.last()?.black {
        black if black >= 0.75 => Some(Stone::Black),
        black if black <= 0.25 => Some(Stone::White),
        _ => None,
    }
}

/// The loser's worst move since the winner last stood worse.
fn turning_point(study: &Study, course: &Course, moves: &[MoveReport]) -> Option<usize> {
    let winner = winner(study, course, moves)?;
    let stood_worse = |black: f64| of_black(black, winner) < 0.5;
    let since = moves.iter().rposition(|judged| stood_worse(judged.black)).map_or(0, |last| last + 1);
    let lost = moves[since..].iter().filter(|judged| judged.stone != winner && judged.finding.is_some());
    lost.reduce(|worst, other| if other.drop > worst.drop { other } else { worst })
        .map(|judged| judged.number)
}

fn last_escape(study: &Study, course: &Course) -> Option<LastEscape> {
    let (ply, stone) = escape(study, course)?;
    let Defences { wins, proved, undecided, complete, .. } = study.defences(course, ply)?;
    let at = &course.moves[ply];
    Some(LastEscape {
        number: ply + 1,
        node: at.node,
        stone,
        point: at.played.point,
        win: study.standing(at.before).and_then(Standing::forced),
        wins,
        holds: proved,
        undecided,
        complete,
    })
}
