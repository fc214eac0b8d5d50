//! What a review has found so far, and the work that finds the rest.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use goren_core::{PlayedMove, Point, Position, Stone, Stop};
use serde::{Deserialize, Serialize};

use crate::defence::{Defences, defences, winning};
use crate::line::{Course, Line, Ply};
use crate::standing::{Judge, Standing};
use crate::{INACCURACY, drop, rounded};

/// Nodes searched for each position.
pub const DEFAULT_NODES: u64 = 40_000;
const NODES: std::ops::RangeInclusive<u64> = 100..=100_000_000;
/// Another number whenever the same nodes no longer find the same. What searches found for earlier versions they still find.
const VERSION: u32 = 4;
/// The version from which on wins are trees. It named moves of the last escape without a search after them.
const TREES: u32 = 3;
/// A chance that leaves nothing to lose.
pub(crate) const HOPELESS: f64 = 0.02;

/// How much work goes into a review.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Nodes searched for each position; 100 to 100,000,000.
    pub nodes: u64,
    /// Threads that work on different positions; what they find does not depend on their number.
    pub threads: usize,
}

impl Default for Effort {
    fn default() -> Effort {
        let threads = thread::available_parallelism().map_or(1, usize::from);
        Effort { nodes: DEFAULT_NODES, threads: threads.min(8) }
    }
}

/// A move as a study keeps it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Played {
    /// Who moved.
    pub stone: Stone,
    /// Absent for a pass.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub point: Option<Point>,
}

impl From<PlayedMove> for Played {
    fn from(PlayedMove { stone, point }: PlayedMove) -> Played {
        Played { stone, point }
    }
}

/// A closer look at one move.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Check {
    /// The mover's chance after the better move, searched as the one after its own move was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub better: Option<f64>,
    /// The better line, where it is not the one that the search before the move found.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub line: Vec<Point>,
    /// The moves that would have held, where it allowed a forced win.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub defences: Option<Defences>,
    /// Whether it wins by force all the same, where another move was expected.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub wins: bool,
}

/// What a review has found so far. It can be stored, and gone on with.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Study {
    version: u32,
    nodes: u64,
    /// The moves of the line.
    pub played: Vec<Played>,
    /// Each position on the way, where it has been judged.
    pub standings: Vec<Option<Standing>>,
    /// Closer looks, by the number of the move from 0.
    pub checks: BTreeMap<usize, Check>,
    /// Whether all is found.
    pub done: bool,
}

impl Study {
    /// Nothing found yet.
    fn new(course: &Course, nodes: u64) -> Study {
        Study {
            version: VERSION,
            nodes,
            played: course.moves.iter().map(|ply| ply.played.into()).collect(),
            standings: vec![None; course.positions.len()],
            checks: BTreeMap::new(),
            done: false,
        }
    }

    /// How many positions are judged, and of how many.
    pub fn progress(&self) -> (usize, usize) {
        (self.standings.iter().flatten().count(), self.standings.len())
    }

    /// As much of it as holds for a line and an effort. Where the line is longer, what was known of the shorter one is kept.
    fn fitted(self, course: &Course, nodes: u64) -> Study {
        let mut fresh = Study::new(course, nodes);
        if !(1..=VERSION).contains(&self.version) || self.nodes != nodes {
            return fresh;
        }
        let is_same = self.played == fresh.played && self.standings.len() == fresh.standings.len();
        if is_same && self.version == VERSION {
            return self;
        }
        if is_same && self.version == TREES {
            return Study { version: VERSION, done: false, ..self };
        }
        let same = self.played.iter().zip(&fresh.played).take_while(|(one, other)| one == other).count();
        // Up to the last move that is the same, the positions are.
        let known = same.checked_sub(1).map_or(1, |last| course.moves[last].after + 1);
        let is_old = self.version < TREES;
        for (place, standing) in fresh.standings.iter_mut().zip(self.standings).take(known) {
            *place = standing.filter(|standing| !is_old || standing.win.is_none());
        }
        fresh
    }

    /// What still holds of a study that an earlier version has made of this line; `None` if this one has.
    pub(crate) fn renewed(&self, course: &Course) -> Option<Study> {
        (1..VERSION).contains(&self.version).then(|| self.clone().fitted(course, self.nodes))
    }

    pub(crate) fn standing(&self, position: usize) -> Option<&Standing> {
        self.standings.get(position)?.as_ref()
    }

    /// The defences of the side to move before a move that lost by force, where they were looked for.
    pub(crate) fn defences(&self, course: &Course, ply: usize) -> Option<Defences> {
        let defences = self.checks.get(&ply)?.defences.as_ref()?;
        Some(defences.besides(course.moves.get(ply)?.played.point))
    }

    /// The mover's chances before and after a move, by all that is known.
    pub(crate) fn chances(&self, course: &Course, ply: usize) -> Option<(f64, f64)> {
        let Ply { before, after, forbidden, played, .. } = course.moves[ply];
        let (before, after) = (self.standing(before)?, self.standing(after)?);
        let check = self.checks.get(&ply);
        if self.is_lost(course, ply) {
            return Some((0.0, 0.0));
        }
        let is_best = before.line.first().copied() == played.point;
        let is_legal = forbidden.is_none();
        let wins = is_best && before.win.is_some() || check.is_some_and(|check| check.wins);
        if is_legal && (wins || self.is_lost(course, ply + 1)) {
            return Some((1.0, 1.0));
        }
        // Whoever makes a forbidden move has lost, and so has whoever is lost after any answer to the next one.
        let then = if is_legal && !self.is_lost(course, ply + 2) { 1.0 - after.chance } else { 0.0 };
        // Whoever plays what the search would have played has not erred, whatever the next search sees.
        if is_legal && is_best && check.is_none() {
            return Some((then, then));
        }
        let now = match check {
            // The search before the move did not know which moves hold.
            Some(Check { better: Some(better), defences: Some(_), .. }) => better.max(then),
            Some(Check { better: Some(better), .. }) => before.chance.min(better.max(then)),
            _ => before.chance,
        };
        Some((now, then))
    }

    /// Whether the side to move before this move was lost by proof, whatever it played.
    pub(crate) fn is_lost(&self, course: &Course, ply: usize) -> bool {
        self.defences(course, ply).is_some_and(|defences| defences.is_lost())
    }

    /// The mover's chances dropped by so much.
    pub(crate) fn drop(&self, course: &Course, ply: usize) -> Option<f64> {
        self.chances(course, ply).map(|(before, after)| drop(before, after))
    }
}

/// Judges a line, beginning with what an earlier study of it has found, and tells after each position what is known. A review
/// that is stopped returns what it has.
pub fn review(
    line: &Line,
    earlier: Study,
    effort: Effort,
    stop: &Stop,
    tell: &mut dyn FnMut(&Study),
) -> Study {
    let course = Course::of(line);
    let nodes = effort.nodes.clamp(*NODES.start(), *NODES.end());
    let effort = Effort { nodes, ..effort };
    let mut study = earlier.fitted(&course, nodes);
    if study.done {
        tell(&study);
        return study;
    }
    let open: Vec<usize> = (0..course.positions.len()).filter(|&i| study.standings[i].is_none()).collect();
    in_parallel(
        &open,
        effort,
        stop,
        |judge, i| judge.judge(&course.positions[i], stop),
        &mut |i, standing| {
            study.standings[i] = Some(standing);
            tell(&study);
        },
    );
    if stop.is_raised() {
        return study;
    }
    let open: Vec<usize> = (0..course.moves.len())
        .filter(|i| !study.checks.contains_key(i) && needs_check(&study, &course, *i))
        .collect();
    let known = study.clone();
    in_parallel(&open, effort, stop, |judge, i| check(&known, &course, i, judge, stop), &mut |i, check| {
        study.checks.insert(i, check);
        tell(&study);
    });
    // Back from the end, as long as the loser was lost whatever it played.
    let mut judge = Judge::new(nodes);
    while !stop.is_raised() {
        let (ply, found) = if let Some(ply) = next_back(&study, &course) {
            (ply, held(&study, &course, ply, &mut judge, stop))
        } else if let Some((ply, defences)) = unsearched(&study, &course) {
            (ply, searched(&study, &course, ply, defences, &mut judge, stop))
        } else {
            study.done = true;
            break;
        };
        let Some(found) = found else { break };
        study.checks.insert(ply, found);
        tell(&study);
    }
    tell(&study);
    study
}

/// Does the same for many, in threads; what comes of each is taken in the caller's.
fn in_parallel<T: Send>(
    open: &[usize],
    effort: Effort,
    stop: &Stop,
    work: impl Fn(&mut Judge, usize) -> Option<T> + Sync,
    take: &mut dyn FnMut(usize, T),
) {
    let next = AtomicUsize::new(0);
    let (sender, results) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..effort.threads.clamp(1, open.len().max(1)) {
            let (sender, next, work) = (sender.clone(), &next, &work);
            scope.spawn(move || {
                let mut judge = Judge::new(effort.nodes);
                while !stop.is_raised() {
                    let Some(&i) = open.get(next.fetch_add(1, Ordering::Relaxed)) else { break };
                    if let Some(result) = work(&mut judge, i) {
                        let _ = sender.send((i, result));
                    }
                }
            });
        }
        std::mem::drop(sender);
        for (i, result) in results {
            take(i, result);
        }
    });
}

/// Whether a move looks like a mistake, and so deserves a closer look.
fn needs_check(study: &Study, course: &Course, ply: usize) -> bool {
    study.drop(course, ply).is_some_and(|drop| drop >= INACCURACY)
}

fn check(study: &Study, course: &Course, ply: usize, judge: &mut Judge, stop: &Stop) -> Option<Check> {
    let Ply { played, before, after, forbidden, .. } = course.moves[ply];
    let (position, now, then) = (&course.positions[before], study.standing(before)?, study.standing(after)?);
    if now.win.is_some() {
        let point = played.point.filter(|_| forbidden.is_none());
        let wins = point.is_some_and(|point| winning(position, point, stop).is_some());
        return (!stop.is_raised()).then_some(Check { wins, ..Check::default() });
    }
    if then.win.is_some() && forbidden.is_none() {
        return held(study, course, ply, judge, stop);
    }
    let mut check = Check::default();
    if let Some(&best) = now.line.first() {
        check.better = Some(chance_after(position, best, judge, stop)?.0);
    }
    Some(check)
}

/// Which moves would have held before a move that lost by force, and the best of them.
fn held(study: &Study, course: &Course, ply: usize, judge: &mut Judge, stop: &Stop) -> Option<Check> {
    let before = course.moves[ply].before;
    let found = defences(&course.positions[before], study.standing(before)?.forced().as_ref(), stop)?;
    best_of(study, course, ply, found, judge, stop)
}

/// The same once more, with a search after each move that the last escape would name.
fn searched(
    study: &Study,
    course: &Course,
    ply: usize,
    defences: Defences,
    judge: &mut Judge,
    stop: &Stop,
) -> Option<Check> {
    let found = defences.searched(&course.positions[course.moves[ply].before], judge, stop)?;
    best_of(study, course, ply, found, judge, stop)
}

/// The best of the moves that would have held before a move that lost by force.
fn best_of(
    study: &Study,
    course: &Course,
    ply: usize,
    found: Defences,
    judge: &mut Judge,
    stop: &Stop,
) -> Option<Check> {
    let Ply { before, played, .. } = course.moves[ply];
    let (position, now) = (&course.positions[before], study.standing(before)?);
    let mut check = Check::default();
    let left = found.besides(played.point);
    let named = if left.proved.is_empty() { left.undecided } else { left.proved };
    if now.win.is_some() {
        check.better = Some(1.0);
    } else if !named.is_empty() {
        let best = match now.line.first() {
            Some(best) if named.contains(best) => Some(*best),
            _ => judge.best_of(position, named, stop)?,
        };
        if let Some(best) = best {
            let (chance, line) = chance_after(position, best, judge, stop)?;
            check.better = Some(chance);
            if now.line.first() != Some(&best) {
                check.line = line;
            }
        }
    }
    check.defences = Some(found);
    Some(check)
}

/// The mover's chance after a move, and the line that begins with it.
fn chance_after(
    position: &Position,
    point: Point,
    judge: &mut Judge,
    stop: &Stop,
) -> Option<(f64, Vec<Point>)> {
    let mut after = position.clone();
    after.play(point);
    let standing = judge.judge(&after, stop)?;
    let line = [point].into_iter().chain(standing.line).collect();
    Some((rounded(1.0 - standing.chance), line))
}

/// The loser's last move that was not examined yet, if all after it were lost.
fn next_back(study: &Study, course: &Course) -> Option<usize> {
    let (mut ply, _) = loss(study, course)?;
    loop {
        match study.defences(course, ply) {
            None => return Some(ply),
            Some(defences) if defences.is_lost() => {}
            Some(_) => return None,
        }
        ply = two_back(course, ply)?;
    }
}

/// The loser's last move before which not every move is known to lose, and the loser: the last escape.
pub(crate) fn escape(study: &Study, course: &Course) -> Option<(usize, Stone)> {
    let (mut ply, stone) = loss(study, course)?;
    while study.defences(course, ply)?.is_lost() {
        ply = two_back(course, ply)?;
    }
    Some((ply, stone))
}

/// The last escape and what becomes of its moves, if it names some after which nothing was searched.
fn unsearched(study: &Study, course: &Course) -> Option<(usize, Defences)> {
    let (ply, _) = escape(study, course)?;
    let names = !study.defences(course, ply)?.proved.is_empty();
    let found = study.checks.get(&ply)?.defences.as_ref()?;
    (names && !found.searched).then(|| (ply, found.clone()))
}

/// The last move of the side that lost by force, and that side. A forbidden move is its own reason.
pub(crate) fn loss(study: &Study, course: &Course) -> Option<(usize, Stone)> {
    let last = course.moves.len().checked_sub(1)?;
    let ply = &course.moves[last];
    let end = &course.positions[ply.after];
    if ply.forbidden.is_some() {
        return None;
    }
    // After a five the loser is to move, and its last move is the one before; after a proved win it is the one just played.
    if end.winner() == Some(ply.played.stone) {
        let before = last.checked_sub(1)?;
        return (course.moves[before].after == ply.before).then_some((before, !ply.played.stone));
    }
    study.standing(ply.after)?.win?;
    Some((last, ply.played.stone))
}

/// The same side's move before, if the moves were made in turn and the other side's was one that may win: no pass, and not forbidden.
pub(crate) fn two_back(course: &Course, ply: usize) -> Option<usize> {
    let earlier = ply.checked_sub(2)?;
    let is_in_turn = |i: usize| course.moves[i].after == course.moves[i + 1].before;
    let between = &course.moves[earlier + 1];
    let may_win = between.played.point.is_some() && between.forbidden.is_none();
    (is_in_turn(earlier) && is_in_turn(earlier + 1) && may_win).then_some(earlier)
}
