//! Lists of puzzles: one's own, kept and deleted, and sheets for paper.

use goren_core::{Point, Random};

use super::view::{PuzzleList, PuzzleView, SheetRequest};
use super::{Changes, Own, Progress, Trained, Training, TrainingError};
use crate::puzzle::Puzzle;

/// The most own puzzles.
const MAX_OWN: usize = 10_000;
/// How long a deleted puzzle can be brought back, in milliseconds.
pub const RESTORABLE_MS: u64 = 30 * super::DAY_MS;
/// The most puzzles of a sheet.
const MAX_ON_SHEET: usize = 60;

impl Training {
    /// Keeps a puzzle of one's own. One that is kept already, or is among those that come with goren, is not kept twice.
    pub fn add_own(&self, puzzle: Puzzle, now: u64) -> Trained<Option<Changes>> {
        puzzle.check().map_err(TrainingError::Puzzle)?;
        let own = &self.progress.own;
        if self.puzzle(&puzzle.id).is_some() {
            return Ok(None);
        }
        if own.len() >= MAX_OWN {
            return Err(TrainingError::TooManyOwn { max: MAX_OWN });
        }
        let id = puzzle.id.clone();
        let own = Own { at: now, puzzle, deleted: None };
        Ok(Some(Changes { own: vec![(id, Some(own))], ..Changes::default() }))
    }

    /// One's own puzzles, the newest first.
    pub fn own(&self) -> PuzzleList {
        let mut own: Vec<&Own> = self.progress.own_puzzles().collect();
        own.sort_by_key(|own| std::cmp::Reverse(own.at));
        PuzzleList { puzzles: own.into_iter().map(|own| self.progress.listed(&own.puzzle)).collect() }
    }

    /// Deletes own puzzles; they can be brought back for a month.
    pub fn delete_own(&self, ids: &[String], now: u64) -> Trained<Changes> {
        self.mark_own(ids, Some(now), now)
    }

    /// Brings deleted puzzles back.
    pub fn restore_own(&self, ids: &[String], now: u64) -> Trained<Changes> {
        self.mark_own(ids, None, now)
    }

    fn mark_own(&self, ids: &[String], deleted: Option<u64>, now: u64) -> Trained<Changes> {
        let mut own = Vec::new();
        for id in ids {
            let found = self.progress.own.get(id).filter(|own| own.deleted.is_some() != deleted.is_some());
            let found = found.ok_or_else(|| match deleted {
                Some(_) => TrainingError::NoSuchOwn { id: id.clone() },
                None => TrainingError::NoSuchDeleted { id: id.clone() },
            })?;
            own.push((id.clone(), Some(Own { at: now, deleted, ..found.clone() })));
        }
        if own.is_empty() {
            return Err(TrainingError::NoneChosen);
        }
        // What was deleted long ago goes for good.
        let is_old = |own: &Own| own.deleted.is_some_and(|at| now.saturating_sub(at) > RESTORABLE_MS);
        let all = self.progress.own.iter();
        let old = all.filter(|(id, own)| is_old(own) && !ids.contains(id)).map(|(id, _)| (id.clone(), None));
        own.extend(old);
        Ok(Changes { own, ..Changes::default() })
    }

    /// Puzzles for paper, easy ones first; the same seed gives the same ones.
    pub fn sheet(&self, request: &SheetRequest) -> Trained<PuzzleList> {
        if !(1..=MAX_ON_SHEET).contains(&request.count) {
            return Err(TrainingError::SheetCount { max: MAX_ON_SHEET, got: request.count });
        }
        let mut puzzles: Vec<&Puzzle> = self.fitting(&request.filter).collect();
        if puzzles.is_empty() {
            return Err(TrainingError::NoneOfThisSort);
        }
        puzzles.sort_by(|one, other| one.id.cmp(&other.id));
        Random::new(request.seed).shuffle(&mut puzzles);
        puzzles.truncate(request.count);
        puzzles.sort_by_key(|puzzle| (puzzle.grade, puzzle.rating));
        Ok(PuzzleList { puzzles: puzzles.into_iter().map(|puzzle| self.progress.listed(puzzle)).collect() })
    }
}

impl Progress {
    /// A puzzle as lists show it.
    fn listed(&self, puzzle: &Puzzle) -> PuzzleView {
        let entry = self.entries.get(&puzzle.id);
        PuzzleView {
            puzzle: puzzle.id.clone(),
            kind: puzzle.kind.name().to_owned(),
            rule: puzzle.rule,
            size: puzzle.size,
            side: puzzle.side,
            stones: stones(puzzle),
            grade: puzzle.grade,
            rating: self.rating_of(puzzle).rating,
            source: puzzle.source.clone(),
            answers: puzzle.answers.clone(),
            line: puzzle.line.clone(),
            tried: entry.map_or(0, |entry| entry.tried as usize),
            solved: entry.map_or(0, |entry| entry.solved as usize),
        }
    }
}

/// The black and the white stones, such as `h8g7`.
pub(super) fn stones(puzzle: &Puzzle) -> [String; 2] {
    goren_core::Stone::BOTH.map(|stone| puzzle.stones(stone).iter().map(Point::to_string).collect())
}
