//! Training: what `goren_puzzle::training` makes of a person's moves, kept on disk before it is shown.
//!
//! A page never knows an answer before it was given. Searches run without the lock; what came of them counts if nothing else
//! happened meanwhile.

mod keep;
#[cfg(test)]
mod tests;

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use goren_core::{Point, Stop};
use goren_puzzle::Puzzle;
use goren_puzzle::training::{
    self, AttemptView, Balanced, Changes, ProgressView, PuzzleList, RushView, SheetRequest, Swap2Try,
    Swap2View, TrainBegin, TrainHint, TrainMode, TrainProof, TrainRuling, TrainSolution, TrainTree,
    TrainingError, TrainingView, WinningLine,
};
use goren_record::date;

use self::keep::Keeper;
use crate::load::Load;
use crate::proofs::Proofs;
use crate::random::fresh_id;
use crate::refusal::Refusal;
use crate::store::{Store, StoreError};
use crate::wire::{RushStart, Swap2Answer, Swap2Ask, Swap2Deal, Swap2Judge, now_ms};

/// Why something cannot be done in training.
#[derive(Debug)]
pub(crate) enum TrainError {
    /// Training itself refuses it.
    Training(TrainingError),
    /// The day is not the person's today; an example, and what was said.
    Day { expected: String, got: String },
    /// The desk refuses it.
    Refused(Refusal),
    /// It could not be stored.
    Store(StoreError),
}

impl fmt::Display for TrainError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TrainError::Training(error) => write!(f, "{error}"),
            TrainError::Day { expected, got } => {
                write!(f, "expected today's date, such as {expected}, got `{got:.16}`")
            }
            TrainError::Refused(refusal) => write!(f, "{refusal}"),
            TrainError::Store(error) => write!(f, "{error}"),
        }
    }
}

impl From<TrainingError> for TrainError {
    fn from(error: TrainingError) -> TrainError {
        TrainError::Training(error)
    }
}

impl From<StoreError> for TrainError {
    fn from(error: StoreError) -> TrainError {
        TrainError::Store(error)
    }
}

impl From<Refusal> for TrainError {
    fn from(refusal: Refusal) -> TrainError {
        TrainError::Refused(refusal)
    }
}

type Trained<T> = Result<T, TrainError>;

/// The training of one studio, which has one user.
pub(crate) struct Training {
    load: Load,
    /// What is proved; the lines of puzzles, too.
    proofs: Arc<Proofs>,
    state: Mutex<State>,
}

struct State {
    training: training::Training,
    keeper: Keeper,
}

impl State {
    /// Writes changes to disk, and only then makes them.
    fn keep(&mut self, changes: Changes) -> Trained<()> {
        self.keeper.write(&changes)?;
        self.training.make(changes);
        Ok(())
    }
}

impl Training {
    /// The training with what earlier runs of the server have kept.
    pub(crate) fn new(store: Arc<Store>, load: Load, proofs: Arc<Proofs>) -> Arc<Training> {
        Training::with(store, load, proofs, goren_puzzle::shipped())
    }

    fn with(store: Arc<Store>, load: Load, proofs: Arc<Proofs>, shipped: &'static [Puzzle]) -> Arc<Training> {
        let (keeper, progress) = Keeper::open(store);
        let training = training::Training::new(shipped, progress);
        Arc::new(Training { load, proofs, state: Mutex::new(State { training, keeper }) })
    }

    /// What is known of the person's training on their day.
    pub(crate) fn view(&self, day: &str) -> Trained<TrainingView> {
        let number = day_number(day)?;
        Ok(self.lock().training.view(day, number, now_ms()))
    }

    /// The person's progress.
    pub(crate) fn progress(&self) -> ProgressView {
        self.lock().training.report(now_ms())
    }

    /// Shows a puzzle.
    pub(crate) fn begin(&self, request: &TrainBegin) -> Trained<AttemptView> {
        let day = request.day.as_deref().filter(|_| request.mode == TrainMode::Daily);
        let day = day.map(day_number).transpose()?;
        let mut state = self.lock();
        let (view, changes) = state.training.begin(request, &fresh_id(), day, seed(), now_ms())?;
        // Nothing is lost that a person has done, if only a puzzle that was begun cannot be written.
        if state.keep(changes.clone()).is_err() {
            state.training.make(changes);
        }
        Ok(view)
    }

    /// Judges a move. All that comes of an answer is written at once: counted as a whole, or not at all.
    pub(crate) fn play(&self, attempt: &str, point: Point, stop: &Stop) -> Trained<TrainRuling> {
        let before = self.lock().training.to_play(attempt, now_ms())?;
        let search = self.load.search()?;
        let judged = before.judge(point, stop)?;
        drop(search);
        let mut state = self.lock();
        let (ruling, changes) = state.training.after(attempt, &before, judged, now_ms())?;
        state.keep(changes)?;
        Ok(ruling)
    }

    /// Goes on where the rest is a win by fours.
    pub(crate) fn play_on(&self, attempt: &str) -> Trained<()> {
        let mut state = self.lock();
        let changes = state.training.play_on(attempt, now_ms())?;
        state.keep(changes)
    }

    /// Where to look, and with the second call which move.
    pub(crate) fn hint(&self, attempt: &str, stop: &Stop) -> Trained<TrainHint> {
        let before = self.lock().training.to_help(attempt)?;
        let search = self.load.search()?;
        let best = before.best(stop);
        drop(search);
        let mut state = self.lock();
        let (hint, changes) = state.training.hint(attempt, &before, best, now_ms())?;
        state.keep(changes)?;
        Ok(hint)
    }

    /// Every answer and the main line. Before the puzzle is done this gives it up.
    pub(crate) fn solution(&self, attempt: &str) -> Trained<TrainSolution> {
        let mut state = self.lock();
        let (solution, changes) = state.training.solution(attempt, now_ms())?;
        state.keep(changes)?;
        Ok(solution)
    }

    /// How the side to move wins by force after some moves from the start of a puzzle that is done or given up.
    pub(crate) fn prove(&self, attempt: &str, moves: &[Point], stop: &Stop) -> Trained<TrainProof> {
        let (_, position) = self.lock().training.explained(attempt, moves)?;
        let _search = self.load.search()?;
        Ok(training::forced(&position, stop))
    }

    /// Proves a line from the start of a puzzle that is done or given up: which replies matter at each step. What is shown as
    /// proved was accepted by the rules alone, and is known from then on.
    pub(crate) fn tree(&self, attempt: &str, moves: &[Point], stop: &Stop) -> Trained<TrainTree> {
        let (puzzle, _) = self.lock().training.explained(attempt, moves)?;
        let Some(line) = WinningLine::of(&puzzle, moves) else { return Ok(TrainTree::unproved(&puzzle)) };
        let _search = self.load.search()?;
        let tree = line.prove(stop);
        let proved = tree.filter(|tree| self.proofs.learn_win(line.start(), tree).is_some());
        Ok(proved.map_or_else(|| TrainTree::unproved(&puzzle), |tree| line.shown(&tree)))
    }

    /// Begins a rush; one under way ends.
    pub(crate) fn start_rush(&self, request: &RushStart) -> Trained<RushView> {
        let mut state = self.lock();
        let (view, changes) = state.training.start_rush(request.minutes, request.rule, now_ms())?;
        state.keep(changes)?;
        Ok(view)
    }

    /// How the rush stands.
    pub(crate) fn rush(&self) -> Trained<RushView> {
        Ok(self.lock().training.rush(now_ms())?)
    }

    /// Puzzles for paper.
    pub(crate) fn sheet(&self, request: &SheetRequest) -> Trained<PuzzleList> {
        Ok(self.lock().training.sheet(request)?)
    }

    /// One's own puzzles, the newest first.
    pub(crate) fn own(&self) -> PuzzleList {
        self.lock().training.own()
    }

    /// Keeps a puzzle of one's own.
    pub(crate) fn add_own(&self, puzzle: Puzzle) -> Trained<()> {
        let mut state = self.lock();
        match state.training.add_own(puzzle, now_ms())? {
            Some(changes) => state.keep(changes),
            None => Ok(()),
        }
    }

    /// Deletes own puzzles; they can be brought back for a month.
    pub(crate) fn delete_own(&self, ids: &[String]) -> Trained<()> {
        let mut state = self.lock();
        let changes = state.training.delete_own(ids, now_ms())?;
        state.keep(changes)
    }

    /// Brings deleted puzzles back.
    pub(crate) fn restore_own(&self, ids: &[String]) -> Trained<()> {
        let mut state = self.lock();
        let changes = state.training.restore_own(ids, now_ms())?;
        state.keep(changes)
    }

    /// Judges three stones of the person.
    pub(crate) fn judge_swap2(&self, request: &Swap2Judge, stop: &Stop) -> Trained<Swap2View> {
        let position = training::three_stones(request.rule, &request.stones)?;
        let search = self.load.search()?;
        let balanced = Balanced::of(&position, stop);
        drop(search);
        let score = self.lock().training.progress().player.swap2.clone();
        Ok(balanced.view(None, score))
    }

    /// Three stones to choose by: some even, some not.
    pub(crate) fn deal_swap2(&self, request: &Swap2Ask) -> Swap2Deal {
        let position = training::deal(request.rule, seed());
        let stones = position.history().iter().filter_map(|played| played.point).collect();
        let deal = fresh_id();
        self.lock().training.keep_deal(&deal, position);
        Swap2Deal { deal, rule: request.rule, stones }
    }

    /// Judges a choice and adds it to the score. A deal can be answered once.
    pub(crate) fn choose_swap2(&self, request: &Swap2Answer, stop: &Stop) -> Trained<Swap2View> {
        let dealt = self.lock().training.dealt(&request.deal)?.clone();
        let choice = Swap2Try::new(dealt, request.choice, &request.stones)?;
        let search = self.load.search()?;
        let (balanced, chosen) = choice.judge(stop);
        drop(search);
        let mut state = self.lock();
        state.training.dealt(&request.deal)?;
        let (score, changes) = state.training.chosen(&chosen, now_ms());
        state.keep(changes)?;
        state.training.forget_deal(&request.deal);
        Ok(balanced.view(Some(chosen), score))
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The number of a person's day since 1970, which is at most a day away from ours.
fn day_number(day: &str) -> Trained<u64> {
    let today = now_ms() / 86_400_000;
    let near = today.saturating_sub(1)..=today + 1;
    near.clone()
        .find(|&each| date(each * 86_400) == day)
        .ok_or_else(|| TrainError::Day { expected: date(today * 86_400), got: day.to_owned() })
}

fn seed() -> u64 {
    let mut bytes = [0; 8];
    // Without random bytes the clock has to do.
    getrandom::fill(&mut bytes).map_or_else(|_| now_ms(), |()| u64::from_le_bytes(bytes))
}
