//! Which puzzle comes next.

use goren_core::Random;

use super::view::{AttemptView, TrainBegin, TrainFilter, TrainMode};
use super::{Attempt, Changes, Trained, Training, TrainingError, day_of};
use crate::daily::daily;
use crate::puzzle::Puzzle;

/// How many of the puzzles nearest to a rating chance chooses among.
const NEAREST: usize = 24;
/// One in so many is one that is due, where there is one.
const DUE_ONE_IN: usize = 3;

impl TrainFilter {
    fn fits(&self, puzzle: &Puzzle) -> bool {
        self.kind.as_deref().is_none_or(|kind| kind == puzzle.kind.name())
            && self.rule.is_none_or(|rule| rule == puzzle.rule)
            && self.grade.is_none_or(|grade| grade == puzzle.grade)
            && self.theme.as_deref().is_none_or(|theme| puzzle.themes.iter().any(|each| each.name() == theme))
    }
}

impl Training {
    /// Shows a puzzle under a new name. The person's day is its number since 1970; chance comes from the seed.
    pub fn begin(
        &self,
        request: &TrainBegin,
        name: &str,
        day: Option<u64>,
        seed: u64,
        now: u64,
    ) -> Trained<(AttemptView, Changes)> {
        let mut random = Random::new(seed);
        let variant = random.next() as usize;
        let (filter, today) = (&request.filter, day_of(now));
        let day = day.filter(|_| request.mode == TrainMode::Daily);
        let found = match request.mode {
            TrainMode::Train => self.at_their_level(filter, today, &mut random),
            TrainMode::Due => self.most_overdue(filter, today),
            TrainMode::Daily => self.of_the_day(day),
            TrainMode::Own => self.of_their_own(filter, &mut random),
            TrainMode::Rush => self.next_of_rush(now, &mut random),
            TrainMode::One => self.named(request.id.as_deref()),
        }?;
        let variant = day.map_or(variant, |day| day as usize);
        let attempt = Attempt::new(found.variant(variant), request.mode, day, now);
        let mut changes = Changes::default();
        if request.mode == TrainMode::Rush
            && let Some(rush) = &self.progress.rush
        {
            changes.rush = Some(rush.with_seen(&attempt.puzzle.id));
        }
        let view = self.shown(name, &attempt);
        changes.attempt(name, attempt, now);
        changes.attempts.extend(self.progress.superfluous_attempt().map(|oldest| (oldest, None)));
        Ok((view, changes))
    }

    /// The puzzles of a sort.
    pub(super) fn fitting<'a>(&'a self, filter: &TrainFilter) -> impl Iterator<Item = &'a Puzzle> {
        self.puzzles().filter(|puzzle| filter.fits(puzzle))
    }

    /// One that fits the person's rating; now and then one that is due.
    fn at_their_level(&self, filter: &TrainFilter, today: u32, random: &mut Random) -> Trained<&Puzzle> {
        let due: Vec<&Puzzle> =
            self.fitting(filter).filter(|puzzle| self.progress.is_due(&puzzle.id, today)).collect();
        let due = if random.once_in(DUE_ONE_IN) { random.pick(&due) } else { None };
        due.or_else(|| self.unmet(self.fitting(filter), random)).ok_or(TrainingError::NoneOfThisSort)
    }

    /// The one that has been due for longest.
    fn most_overdue(&self, filter: &TrainFilter, today: u32) -> Trained<&Puzzle> {
        let entries = &self.progress.entries;
        let due = self.fitting(filter).filter(|puzzle| self.progress.is_due(&puzzle.id, today));
        due.min_by_key(|puzzle| entries.get(&puzzle.id).and_then(|entry| entry.card).map(|card| card.due))
            .ok_or(TrainingError::NothingDue)
    }

    fn of_the_day(&self, day: Option<u64>) -> Trained<&Puzzle> {
        let day = day.ok_or(TrainingError::NoDay)?;
        daily(self.shipped, day as u32).ok_or(TrainingError::NoPuzzles)
    }

    /// One of one's own that fits the person's rating.
    fn of_their_own(&self, filter: &TrainFilter, random: &mut Random) -> Trained<&Puzzle> {
        let own = self.progress.own_puzzles().map(|own| &own.puzzle);
        self.unmet(own.filter(|puzzle| filter.fits(puzzle)), random).ok_or(TrainingError::NoOwn)
    }

    /// One as hard as the rush has become, and not seen in it.
    fn next_of_rush(&self, now: u64, random: &mut Random) -> Trained<&Puzzle> {
        let rush = self.progress.check_rush(now)?;
        let fits = |puzzle: &&Puzzle| puzzle.kind.is_proved() && rush.wants(puzzle);
        let puzzles: Vec<&Puzzle> = self.shipped.iter().filter(fits).collect();
        nearest(puzzles, |puzzle| puzzle.rating.into(), rush.rating(), random)
            .ok_or(TrainingError::NoFurtherInRush)
    }

    fn named(&self, id: Option<&str>) -> Trained<&Puzzle> {
        let id = id.ok_or(TrainingError::NoId)?;
        self.puzzle(id).ok_or_else(|| TrainingError::NoSuchPuzzle { id: id.to_owned() })
    }

    /// One of the puzzles nearest to the person's rating: of those not met before, else of those met longest ago.
    fn unmet<'a>(
        &self,
        puzzles: impl Iterator<Item = &'a Puzzle>,
        random: &mut Random,
    ) -> Option<&'a Puzzle> {
        let entries = &self.progress.entries;
        let (fresh, mut known): (Vec<&Puzzle>, Vec<&Puzzle>) =
            puzzles.partition(|puzzle| !entries.contains_key(&puzzle.id));
        if fresh.is_empty() {
            known.sort_by_key(|puzzle| entries.get(&puzzle.id).map_or(0, |entry| entry.at));
            known.truncate(NEAREST);
            return random.pick(&known);
        }
        let rating = |puzzle: &Puzzle| self.progress.rating_of(puzzle).rating;
        nearest(fresh, rating, self.progress.player.rating.rating, random)
    }
}

/// One of those nearest to a rating.
fn nearest<'a>(
    mut puzzles: Vec<&'a Puzzle>,
    rating_of: impl Fn(&Puzzle) -> f64,
    rating: f64,
    random: &mut Random,
) -> Option<&'a Puzzle> {
    let off = |puzzle: &Puzzle| (rating_of(puzzle) - rating).abs();
    puzzles.sort_by(|one, other| off(one).total_cmp(&off(other)));
    puzzles.truncate(NEAREST);
    random.pick(&puzzles)
}
