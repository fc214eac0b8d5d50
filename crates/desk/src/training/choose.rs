//! Which puzzle comes next.

use goren_core::Random;
use goren_puzzle::{Puzzle, daily};

use super::attempt::{Attempt, DAY};
use super::{Changes, State, TrainError, Trained, Training, day_number};
use crate::random::fresh_id;
use crate::wire::{AttemptView, PuzzleList, SheetRequest, TrainBegin, TrainFilter, TrainMode, now_ms};

/// How many of the puzzles nearest to a rating chance chooses among.
const NEAREST: usize = 24;
/// One in so many is one that is due, where there is one.
const DUE_ONE_IN: usize = 3;
/// The most puzzles of a sheet.
const MOST_ON_SHEET: usize = 60;

impl TrainFilter {
    fn fits(&self, puzzle: &Puzzle) -> bool {
        self.kind.as_deref().is_none_or(|kind| kind == puzzle.kind.name())
            && self.rule.is_none_or(|rule| rule == puzzle.rule)
            && self.grade.is_none_or(|grade| grade == puzzle.grade)
            && self.theme.as_deref().is_none_or(|theme| puzzle.themes.iter().any(|each| each.name() == theme))
    }
}

impl State {
    /// Every puzzle there is, one's own last.
    pub(super) fn puzzles<'a>(&'a self, shipped: &'static [Puzzle]) -> impl Iterator<Item = &'a Puzzle> {
        let own = self.kept.own.values().filter(|own| own.deleted.is_none()).map(|own| &own.puzzle);
        shipped.iter().chain(own)
    }

    pub(super) fn is_due(&self, id: &str, today: u32) -> bool {
        self.kept.entries.get(id).and_then(|entry| entry.card).is_some_and(|card| card.is_due(today))
    }

    /// One of the puzzles nearest to a rating: of those not met before, else of those met longest ago.
    fn nearest<'a>(
        &self,
        puzzles: impl Iterator<Item = &'a Puzzle>,
        rating: f64,
        random: &mut Random,
    ) -> Option<&'a Puzzle> {
        let (mut fresh, mut known): (Vec<&Puzzle>, Vec<&Puzzle>) =
            puzzles.partition(|puzzle| !self.kept.entries.contains_key(&puzzle.id));
        let off = |puzzle: &&Puzzle| (self.kept.rating_of(puzzle).rating - rating).abs();
        if fresh.is_empty() {
            known.sort_by_key(|puzzle| self.kept.entries.get(&puzzle.id).map_or(0, |entry| entry.at));
            known.truncate(NEAREST);
            return random.pick(&known);
        }
        fresh.sort_by(|one, other| off(one).total_cmp(&off(other)));
        fresh.truncate(NEAREST);
        random.pick(&fresh)
    }
}

impl Training {
    /// Shows a puzzle.
    pub(crate) fn begin(&self, request: &TrainBegin) -> Trained<AttemptView> {
        let today = (now_ms() / DAY) as u32;
        let mut random = Random::new(seed());
        let mut state = self.lock();
        let fits = |puzzle: &&Puzzle| request.filter.fits(puzzle);
        let mut day = None;
        let mut variant = random.next() as usize;
        let found = match request.mode {
            TrainMode::Train => {
                let due: Vec<&Puzzle> = state
                    .puzzles(self.shipped)
                    .filter(fits)
                    .filter(|puzzle| state.is_due(&puzzle.id, today))
                    .collect();
                let due = if random.once_in(DUE_ONE_IN) { random.pick(&due) } else { None };
                due.or_else(|| {
                    let rating = state.kept.player.rating.rating;
                    state.nearest(state.puzzles(self.shipped).filter(fits), rating, &mut random)
                })
                .ok_or_else(|| TrainError::Missing("there is no puzzle of this sort".to_owned()))?
            }
            TrainMode::Due => {
                let puzzles = state.puzzles(self.shipped).filter(fits);
                let due = puzzles.filter(|puzzle| state.is_due(&puzzle.id, today));
                let when = |puzzle: &&Puzzle| {
                    state.kept.entries.get(&puzzle.id).and_then(|entry| entry.card).map(|card| card.due)
                };
                due.min_by_key(when)
                    .ok_or_else(|| TrainError::Missing("nothing is due for repetition today".to_owned()))?
            }
            TrainMode::Daily => {
                let text =
                    request.day.as_deref().ok_or_else(|| TrainError::bad("expected `day`, the date"))?;
                let number = day_number(text)?;
                day = Some(number);
                variant = number as usize;
                daily(self.shipped, number as u32)
                    .ok_or_else(|| TrainError::Missing("there are no puzzles".to_owned()))?
            }
            TrainMode::Own => {
                let own = state.kept.own.values().filter(|own| own.deleted.is_none()).map(|own| &own.puzzle);
                let rating = state.kept.player.rating.rating;
                state
                    .nearest(own.filter(fits), rating, &mut random)
                    .ok_or_else(|| TrainError::Missing("there is no puzzle of your own yet".to_owned()))?
            }
            TrainMode::Rush => {
                state.check_rush()?;
                let rush = state.kept.rush.as_ref().ok_or_else(|| TrainError::bad("begin a rush first"))?;
                let puzzles = self.shipped.iter().filter(|puzzle| {
                    rush.rule.is_none_or(|rule| rule == puzzle.rule) && !rush.seen.contains(&puzzle.id)
                });
                let rating = rush.rating();
                let mut near: Vec<&Puzzle> = puzzles.filter(|puzzle| puzzle.kind.is_proved()).collect();
                let off = |puzzle: &&Puzzle| (f64::from(puzzle.rating) - rating).abs();
                near.sort_by(|one, other| off(one).total_cmp(&off(other)));
                near.truncate(NEAREST);
                random.pick(&near).ok_or_else(|| {
                    TrainError::Missing("there is no further puzzle for this rush".to_owned())
                })?
            }
            TrainMode::One => {
                let id = request.id.as_deref().ok_or_else(|| TrainError::bad("expected `id`, a puzzle"))?;
                state
                    .puzzle(self.shipped, id)
                    .ok_or_else(|| TrainError::Missing(format!("there is no puzzle `{id:.16}`")))?
            }
        };
        let attempt = Attempt::new(found.variant(variant), request.mode, day);
        let is_own = !state.places.contains_key(&attempt.puzzle.id);
        let mut changes = Changes::default();
        if request.mode == TrainMode::Rush
            && let Some(mut rush) = state.kept.rush.clone()
        {
            rush.seen.insert(attempt.puzzle.id.clone());
            changes.rush = Some(rush);
        }
        let name = fresh_id();
        let view = state.view(&name, &attempt, is_own);
        changes.attempt(&name, attempt);
        changes.attempts.extend(state.kept.superfluous_attempt().map(|oldest| (oldest, None)));
        // Nothing is lost that a person has done, if only a puzzle that was begun cannot be written.
        if self.write(&mut state, changes.clone()).is_err() {
            state.kept.take(changes);
        }
        Ok(view)
    }

    /// Puzzles for paper, easy ones first; the same seed gives the same ones.
    pub(crate) fn sheet(&self, request: &SheetRequest) -> Trained<PuzzleList> {
        if !(1..=MOST_ON_SHEET).contains(&request.count) {
            return Err(TrainError::bad(format!(
                "expected 1 to {MOST_ON_SHEET} puzzles on a sheet, got {}",
                request.count
            )));
        }
        let state = self.lock();
        let mut puzzles: Vec<&Puzzle> =
            state.puzzles(self.shipped).filter(|puzzle| request.filter.fits(puzzle)).collect();
        if puzzles.is_empty() {
            return Err(TrainError::Missing("there is no puzzle of this sort".to_owned()));
        }
        puzzles.sort_by(|one, other| one.id.cmp(&other.id));
        Random::new(request.seed).shuffle(&mut puzzles);
        puzzles.truncate(request.count);
        puzzles.sort_by_key(|puzzle| (puzzle.grade, puzzle.rating));
        Ok(PuzzleList { puzzles: puzzles.into_iter().map(|puzzle| state.kept.listed(puzzle)).collect() })
    }
}

fn seed() -> u64 {
    let mut bytes = [0; 8];
    // Without random bytes the clock has to do.
    getrandom::fill(&mut bytes).map_or_else(|_| now_ms(), |()| u64::from_le_bytes(bytes))
}
