//! Where the games of a run are played: in slots of this process, or anywhere else.

mod threads;

use crate::job::{FinishedGame, GameError, Job};
use crate::runner::Status;

pub(crate) use threads::Threads;

/// Where the games of a run are played. The runner hands out jobs as there is room for them and collects what was played.
///
/// A pool may return a game more than once, or one that an earlier run has started or even finished: the runner counts
/// a game once, and only when the journal has it. Games that are aborted are not returned.
pub trait Pool {
    /// How many more games it takes now.
    fn room(&mut self) -> usize;

    /// Takes a game to play; never more than there is room for. An error ends the run.
    fn start(&mut self, job: Job) -> Result<(), GameError>;

    /// Waits a while for games, and returns those that are over. It may return none: the runner then looks at its
    /// control and at the room again. An error is a game that cannot be played, or a pool that cannot go on, and ends
    /// the run.
    fn collect(&mut self) -> Vec<Result<FinishedGame, GameError>>;

    /// These games are counted and, if there is a journal, on disk, now or since earlier.
    fn settled(&mut self, numbers: &[usize]);

    /// The number of games taken and not yet over. The run ends when no other game follows and this is 0.
    fn out(&self) -> usize;

    /// No further game is going to be started. Called at most once, unless the run simply comes to its end.
    fn drain(&mut self) {}

    /// The games that are out are not wanted any more: they are to be aborted, so that [`Pool::out`] soon is 0. Called
    /// at most once.
    fn abort(&mut self);

    /// The state of the run, at its start and after each batch of games.
    fn standing(&mut self, _status: &Status) {}
}
