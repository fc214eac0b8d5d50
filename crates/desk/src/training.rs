//! Training: which puzzle is shown, what is made of each move, and what is kept of it: ratings, runs of right answers, the
//! schedule of what comes again, best rushes, own puzzles and the score of the Swap2 trainer.
//!
//! Every move is judged here by proof (`judge.rs`); a page never knows an answer before it was given. What changed is on disk
//! (`keep.rs`) before it is shown.

mod attempt;
mod choose;
mod judge;
mod keep;
mod progress;
mod rush;
mod swap2;
#[cfg(test)]
mod tests;

use std::collections::{HashMap, VecDeque};
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use goren_core::{Point, Stone};
use goren_puzzle::Puzzle;
use goren_record::date;

use self::attempt::Attempt;
use self::keep::{Entry, Kept, Own, Player, Try};
use self::rush::Rush;
use self::swap2::Dealt;
use crate::load::Load;
use crate::proofs::Proofs;
use crate::refusal::Refusal;
use crate::store::{Store, StoreError};
use crate::wire::{PuzzleList, PuzzleView, now_ms};

/// The most own puzzles.
const MOST_OWN: usize = 10_000;
/// How long a deleted puzzle can be brought back, in milliseconds.
const RESTORABLE: u64 = 30 * 24 * 3600 * 1000;

/// Why something cannot be done in training.
#[derive(Debug)]
pub(crate) enum TrainError {
    /// Something the caller should have done otherwise.
    Bad(String),
    /// Something that is not there.
    Missing(String),
    /// It could not be stored.
    Store(StoreError),
}

impl TrainError {
    fn bad(text: impl Into<String>) -> TrainError {
        TrainError::Bad(text.into())
    }
}

impl fmt::Display for TrainError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TrainError::Bad(text) | TrainError::Missing(text) => f.write_str(text),
            TrainError::Store(error) => write!(f, "{error}"),
        }
    }
}

impl From<StoreError> for TrainError {
    fn from(error: StoreError) -> TrainError {
        TrainError::Store(error)
    }
}

impl From<Refusal> for TrainError {
    fn from(refusal: Refusal) -> TrainError {
        TrainError::Bad(refusal.to_string())
    }
}

type Trained<T> = Result<T, TrainError>;

/// The training of one studio, which has one user.
pub(crate) struct Training {
    store: Arc<Store>,
    load: Load,
    /// What is proved; the lines of puzzles, too.
    proofs: Arc<Proofs>,
    /// What comes with the program.
    shipped: &'static [Puzzle],
    state: Mutex<State>,
}

struct State {
    /// What is on disk.
    kept: Kept,
    /// Stones that were dealt and not yet judged.
    dealt: VecDeque<(String, Dealt)>,
    /// The place of each shipped puzzle by its name.
    places: HashMap<String, usize>,
}

impl Training {
    /// The training with what earlier runs of the server have kept.
    pub(crate) fn new(store: Arc<Store>, load: Load, proofs: Arc<Proofs>) -> Arc<Training> {
        Training::with(store, load, proofs, goren_puzzle::shipped())
    }

    fn with(store: Arc<Store>, load: Load, proofs: Arc<Proofs>, shipped: &'static [Puzzle]) -> Arc<Training> {
        // What cannot be read now is as good as none, and is not written over: every key is written by itself.
        let kept = Kept::of(store.training().unwrap_or_default());
        let places = shipped.iter().enumerate().map(|(i, puzzle)| (puzzle.id.clone(), i)).collect();
        let state = State { kept, dealt: VecDeque::new(), places };
        Arc::new(Training { store, load, proofs, shipped, state: Mutex::new(state) })
    }

    /// Keeps a puzzle of one's own. One that is kept already, or is among those that come with goren, is not kept twice.
    pub(crate) fn add_own(&self, puzzle: Puzzle) -> Result<(), TrainError> {
        puzzle.check().map_err(|error| TrainError::bad(format!("this is no puzzle: {error}")))?;
        let mut state = self.lock();
        if state.places.contains_key(&puzzle.id) {
            return Ok(());
        }
        if let Some(own) = state.kept.own.get(&puzzle.id)
            && own.deleted.is_none()
        {
            return Ok(());
        }
        if state.kept.own.len() >= MOST_OWN {
            return Err(TrainError::bad(format!(
                "there are {MOST_OWN} puzzles of your own: delete some first"
            )));
        }
        let id = puzzle.id.clone();
        let own = Own { at: now_ms(), puzzle, deleted: None };
        self.write(&mut state, Changes { own: vec![(id, Some(own))], ..Changes::default() })
    }

    /// One's own puzzles, the newest first.
    pub(crate) fn own(&self) -> PuzzleList {
        let state = self.lock();
        let mut own: Vec<&Own> = state.kept.own.values().filter(|own| own.deleted.is_none()).collect();
        own.sort_by_key(|own| std::cmp::Reverse(own.at));
        PuzzleList { puzzles: own.into_iter().map(|own| state.kept.listed(&own.puzzle)).collect() }
    }

    /// Deletes own puzzles; they can be brought back for a month.
    pub(crate) fn delete_own(&self, ids: &[String]) -> Trained<()> {
        self.mark_own(ids, Some(now_ms()))
    }

    /// Brings deleted puzzles back.
    pub(crate) fn restore_own(&self, ids: &[String]) -> Trained<()> {
        self.mark_own(ids, None)
    }

    fn mark_own(&self, ids: &[String], deleted: Option<u64>) -> Trained<()> {
        let now = now_ms();
        let mut state = self.lock();
        let mut own = Vec::new();
        for id in ids {
            let found = state.kept.own.get(id).filter(|own| own.deleted.is_some() != deleted.is_some());
            let found = found.ok_or_else(|| {
                let known = if deleted.is_some() { "no own puzzle" } else { "no deleted puzzle" };
                TrainError::Missing(format!("there is {known} `{id:.16}`"))
            })?;
            own.push((id.clone(), Some(Own { at: now, deleted, ..found.clone() })));
        }
        if own.is_empty() {
            return Err(TrainError::bad("expected at least one puzzle"));
        }
        // What was deleted long ago goes for good.
        let is_old = |own: &Own| own.deleted.is_some_and(|at| now.saturating_sub(at) > RESTORABLE);
        let old: Vec<String> = state
            .kept
            .own
            .iter()
            .filter(|(id, own)| is_old(own) && !ids.contains(id))
            .map(|(id, _)| id.clone())
            .collect();
        own.extend(old.into_iter().map(|id| (id, None)));
        self.write(&mut state, Changes { own, ..Changes::default() })
    }

    /// Writes a change to disk, and only then makes it.
    fn write(&self, state: &mut State, changes: Changes) -> Trained<()> {
        self.store.save_training(&state.kept.entries(&changes))?;
        state.kept.take(changes);
        Ok(())
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What is to be written together.
#[derive(Clone, Default)]
struct Changes {
    player: Option<Player>,
    entry: Option<(String, Entry)>,
    /// Own puzzles; one without a value goes for good.
    own: Vec<(String, Option<Own>)>,
    tried: Option<Try>,
    /// Puzzles being solved; one without a value gives way.
    attempts: Vec<(String, Option<Attempt>)>,
    rush: Option<Rush>,
}

impl Changes {
    /// The person as they will be, to be changed.
    fn player(&mut self, kept: &Kept) -> &mut Player {
        self.player.get_or_insert_with(|| Player { at: now_ms(), ..kept.player.clone() })
    }

    fn attempt(&mut self, name: &str, mut attempt: Attempt) {
        attempt.at = now_ms();
        self.attempts.push((name.to_owned(), Some(attempt)));
    }
}

impl State {
    /// A puzzle by its name.
    fn puzzle<'a>(&'a self, shipped: &'static [Puzzle], id: &str) -> Option<&'a Puzzle> {
        match self.places.get(id) {
            Some(&place) => Some(&shipped[place]),
            None => self.kept.own.get(id).filter(|own| own.deleted.is_none()).map(|own| &own.puzzle),
        }
    }

    fn attempt(&self, name: &str) -> Trained<&Attempt> {
        self.kept.attempts.get(name).ok_or_else(|| {
            TrainError::Missing(format!("`{name:.16}` is not being solved any more: begin it again"))
        })
    }
}

impl Kept {
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
fn stones(puzzle: &Puzzle) -> [String; 2] {
    let every_other = |from: usize| puzzle.moves.iter().skip(from).step_by(2).map(Point::to_string).collect();
    [every_other(0), every_other(1)]
}

/// The stones of a colour.
fn stones_of(puzzle: &Puzzle, stone: Stone) -> Vec<Point> {
    let from = usize::from(stone == Stone::White);
    puzzle.moves.iter().skip(from).step_by(2).copied().collect()
}

/// The number of a person's day since 1970, which is at most a day away from ours.
fn day_number(day: &str) -> Trained<u64> {
    let today = now_ms() / 86_400_000;
    let near = today.saturating_sub(1)..=today + 1;
    near.clone().find(|&each| date(each * 86_400) == day).ok_or_else(|| {
        TrainError::bad(format!("expected today's date, such as {}, got `{day:.16}`", date(today * 86_400)))
    })
}
