//! What a person has reached: ratings, runs, what comes again, every try, own puzzles, and what is under way.

use std::collections::BTreeMap;

use goren_core::Rule;
use serde::{Deserialize, Serialize};

use super::attempt::Attempt;
use super::rush::Rush;
use super::view::{RushBest, Swap2Score, TrainMode, TrainResult};
use super::{DAY_MS, Trained, TrainingError, day_of};
use crate::glicko::Rating;
use crate::puzzle::Puzzle;
use crate::schedule::Card;

/// Where a person begins: below the middle of the puzzles, so that the first ones are not too hard, and soon elsewhere.
const START: Rating = Rating { rating: 1000.0, deviation: 250.0, volatility: 0.06 };
/// Puzzles that are being solved at once; the oldest gives way.
const MAX_ATTEMPTS: usize = 64;

/// The person.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct Player {
    /// When it was written, in milliseconds since 1970.
    pub at: u64,
    /// How strong they are thought to be.
    pub rating: Rating,
    /// Answers that counted.
    pub tried: u32,
    /// Those that were right.
    pub solved: u32,
    /// Solved in a row…
    pub run: u32,
    /// …and the most there were.
    pub best_run: u32,
    /// The last day whose puzzle was solved, by its number since 1970.
    pub day: Option<u64>,
    /// Days in a row whose puzzle was solved…
    pub days: u32,
    /// …and the most there were.
    pub best_days: u32,
    /// The best rush of each length.
    pub rush: Vec<RushBest>,
    /// The score of the Swap2 trainer.
    pub swap2: Swap2Score,
}

impl Default for Player {
    fn default() -> Player {
        Player {
            at: 0,
            rating: START,
            tried: 0,
            solved: 0,
            run: 0,
            best_run: 0,
            day: None,
            days: 0,
            best_days: 0,
            rush: Vec::new(),
            swap2: Swap2Score::default(),
        }
    }
}

impl Player {
    /// The person after an answer; it moves the rating where it is the first to a puzzle of such a rating.
    fn after(&self, score: f64, against: Option<Rating>, now: u64) -> Player {
        let mut player = Player { at: now, tried: self.tried + 1, ..self.clone() };
        if let Some(puzzle) = against {
            player.rating = self.rating.after(&[(puzzle, score)]);
        }
        if score >= 1.0 {
            player.solved += 1;
            player.run += 1;
            player.best_run = player.best_run.max(player.run);
        } else if score <= 0.0 {
            player.run = 0;
        }
        player
    }

    /// A day whose puzzle was solved.
    fn solve_day(&mut self, day: u64) {
        if self.day.is_some_and(|last| last >= day) {
            return;
        }
        self.days = if self.day.is_some_and(|last| last + 1 == day) { self.days + 1 } else { 1 };
        self.best_days = self.best_days.max(self.days);
        self.day = Some(day);
    }
}

/// A puzzle that was met.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Entry {
    /// When it was last tried, in milliseconds since 1970.
    pub at: u64,
    /// What its tries have made of its rating.
    pub rating: Rating,
    /// When it comes again, if it does.
    pub card: Option<Card>,
    /// How often it was tried…
    pub tried: u32,
    /// …and solved.
    pub solved: u32,
}

impl Entry {
    /// A puzzle after another answer.
    fn after(known: Option<&Entry>, rating: Rating, is_solved: bool, now: u64) -> Entry {
        let today = day_of(now);
        let card = match known.and_then(|entry| entry.card) {
            Some(card) => Some(card.after(is_solved, today)),
            // What was solved at sight need not come again.
            None => (!is_solved).then(|| Card::first(false, today)),
        };
        Entry {
            at: now,
            rating,
            card,
            tried: known.map_or(0, |entry| entry.tried) + 1,
            solved: known.map_or(0, |entry| entry.solved) + u32::from(is_solved),
        }
    }
}

/// A puzzle of one's own.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Own {
    /// When it was written, in milliseconds since 1970.
    pub at: u64,
    /// The puzzle.
    pub puzzle: Puzzle,
    /// When it was deleted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deleted: Option<u64>,
}

/// One try.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Try {
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// The puzzle.
    pub puzzle: String,
    /// What was asked, by its name.
    pub kind: String,
    /// Its rule.
    pub rule: Rule,
    /// Its grade.
    pub grade: u8,
    /// What occurs in it, by their names.
    pub themes: Vec<String>,
    /// From 0 to 1.
    pub score: f64,
    /// Whether it was the first meeting with the puzzle.
    pub first: bool,
    /// The person's rating after it…
    pub rating: f64,
    /// …and by how much it changed.
    pub change: f64,
}

/// Everything that was reached.
#[derive(Clone, Debug, Default)]
pub struct Progress {
    /// The person.
    pub player: Player,
    /// Every puzzle that was met, by name.
    pub entries: BTreeMap<String, Entry>,
    /// The puzzles of one's own, those that were deleted among them, by name.
    pub own: BTreeMap<String, Own>,
    /// What is being solved, by name.
    pub attempts: BTreeMap<String, Attempt>,
    /// The rush under way, or the last one.
    pub rush: Option<Rush>,
    /// Every try, in the order of time.
    pub tries: Vec<Try>,
}

impl Progress {
    /// Makes changes that were kept.
    pub(super) fn make(&mut self, changes: Changes) {
        if let Some(player) = changes.player {
            self.player = player;
        }
        self.entries.extend(changes.entry);
        for (id, own) in changes.own {
            match own {
                Some(own) => drop(self.own.insert(id, own)),
                None => drop(self.own.remove(&id)),
            }
        }
        for (name, attempt) in changes.attempts {
            match attempt {
                Some(attempt) => drop(self.attempts.insert(name, attempt)),
                None => drop(self.attempts.remove(&name)),
            }
        }
        self.rush = changes.rush.or(self.rush.take());
        self.tries.extend(changes.tried);
    }

    /// What is being solved under a name.
    pub(super) fn attempt(&self, name: &str) -> Trained<&Attempt> {
        let found = self.attempts.get(name);
        found.ok_or_else(|| TrainingError::NotBeingSolved { attempt: name.to_owned() })
    }

    /// The puzzle that was begun longest ago, if there is no room for another.
    pub(super) fn superfluous_attempt(&self) -> Option<String> {
        let oldest = self.attempts.iter().min_by_key(|(_, attempt)| attempt.at);
        oldest.filter(|_| self.attempts.len() >= MAX_ATTEMPTS).map(|(name, _)| name.clone())
    }

    /// One's own puzzles without those that were deleted.
    pub(super) fn own_puzzles(&self) -> impl Iterator<Item = &Own> {
        self.own.values().filter(|own| own.deleted.is_none())
    }

    /// Whether a puzzle is due for repetition.
    pub(super) fn is_due(&self, id: &str, today: u32) -> bool {
        self.entries.get(id).and_then(|entry| entry.card).is_some_and(|card| card.is_due(today))
    }

    /// The rating of a puzzle now: what its tries made of it, or what it was made with.
    pub(super) fn rating_of(&self, puzzle: &Puzzle) -> Rating {
        self.entries.get(&puzzle.id).map_or_else(|| Rating::of_puzzle(puzzle.rating), |entry| entry.rating)
    }

    /// Makes an answer count, once: rating, run, schedule, and the log of tries.
    pub(super) fn count(
        &self,
        changes: &mut Changes,
        attempt: &mut Attempt,
        score: f64,
        now: u64,
    ) -> TrainResult {
        let puzzle = &attempt.puzzle;
        let id = puzzle.id.clone();
        let known = self.entries.get(&id);
        let is_rated = known.is_none() && attempt.mode != TrainMode::Rush;
        let (before, old) = (self.player.rating, self.rating_of(puzzle));
        let player = self.player.after(score, is_rated.then_some(old), now);
        let rating = if is_rated { old.after(&[(before, 1.0 - score)]) } else { old };
        let entry = Entry::after(known, rating, score >= 1.0, now);
        let change = player.rating.rating - before.rating;
        let result = TrainResult {
            score,
            rating: player.rating.rating,
            deviation: player.rating.deviation,
            change,
            puzzle_rating: rating.rating,
            run: player.run,
            due_ms: entry.card.map(|card| u64::from(card.due) * DAY_MS),
        };
        changes.tried = Some(Try {
            at: now,
            puzzle: id.clone(),
            kind: puzzle.kind.name().to_owned(),
            rule: puzzle.rule,
            grade: puzzle.grade,
            themes: puzzle.theme_names(),
            score,
            first: known.is_none(),
            rating: player.rating.rating,
            change,
        });
        changes.player = Some(player);
        changes.entry = Some((id.clone(), entry));
        attempt.counted = true;
        for (name, each) in self.attempts.iter().filter(|(_, each)| each.puzzle.id == id && !each.counted) {
            let mut each = each.clone();
            each.counted = true;
            changes.attempt(name, each, now);
        }
        result
    }

    /// A day whose puzzle was solved.
    pub(super) fn solve_day(&self, changes: &mut Changes, day: u64, now: u64) {
        changes.player(self, now).solve_day(day);
    }
}

/// What is to be kept, all of it or nothing.
#[derive(Clone, Debug, Default)]
pub struct Changes {
    /// The person as they will be.
    pub player: Option<Player>,
    /// A puzzle that was tried, by its name.
    pub entry: Option<(String, Entry)>,
    /// Own puzzles; one without a value goes for good.
    pub own: Vec<(String, Option<Own>)>,
    /// Another try.
    pub tried: Option<Try>,
    /// Puzzles being solved; one without a value gives way.
    pub attempts: Vec<(String, Option<Attempt>)>,
    /// The rush as it will be.
    pub rush: Option<Rush>,
}

impl Changes {
    /// The person as they will be, to be changed.
    pub(super) fn player(&mut self, progress: &Progress, now: u64) -> &mut Player {
        self.player.get_or_insert_with(|| Player { at: now, ..progress.player.clone() })
    }

    pub(super) fn attempt(&mut self, name: &str, mut attempt: Attempt, now: u64) {
        attempt.at = now;
        self.attempts.push((name.to_owned(), Some(attempt)));
    }
}
