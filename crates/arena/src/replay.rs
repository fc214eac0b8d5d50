//! Checks a finished game: plays its steps again under the referee and compares the result with the claimed one.
//!
//! What can be known of a game without playing it is checked: that each step was legal, in turn and in time, and that
//! the game ended there and so. What a player reported about its moves, and that it crashed, is taken as given.

mod error;

use std::time::Duration;

use goren_core::{EndingKind, Fault, FaultKind, Referee, Score, Seat, Stone, TimeControl};

use crate::contestant::Kind;
use crate::job::{FinishedGame, Job};
use error::{Difference, StepDifference};

pub use error::ReplayError;

/// The scale of times that leaves them as they are.
const FULL_SCALE: u32 = 1000;
/// The longest time of a game, in microseconds: a million hours, small enough that sums never overflow.
const MAX_TIME_US: u64 = 1_000_000 * 3_600_000_000;
/// The longest text of a fault, in bytes.
const MAX_DETAIL_BYTES: usize = 16 << 10;

impl Job {
    /// The same job with its players' times multiplied by so many thousandths, for a faster or slower machine. The
    /// margin stays as it is: it is for scheduling.
    #[must_use]
    pub fn scaled(&self, scale: u32) -> Job {
        let mut job = self.clone();
        let scaled = |time: Duration| time.saturating_mul(scale) / FULL_SCALE;
        for TimeControl { turn, game, increment } in
            job.contestants.iter_mut().map(|contestant| &mut contestant.budget.time)
        {
            *turn = turn.map(scaled);
            *game = game.map(scaled);
            *increment = scaled(*increment);
        }
        job
    }
}

/// Replays a game that was played somewhere else, at a clock of `scale` thousandths of the job's times (1000 if it was
/// not scaled). An error says in one line how it differs from what the referee would have ruled.
pub fn replay(job: &Job, played: &FinishedGame, scale: u32) -> Result<(), ReplayError> {
    check(job, played, scale).map_err(|difference| ReplayError { number: job.number, difference })
}

fn check(job: &Job, played: &FinishedGame, scale: u32) -> Result<(), Difference> {
    if played.number != job.number {
        return Err(Difference::Number(played.number));
    }
    if let Some(noted) = played.scale.filter(|&noted| noted != scale) {
        return Err(Difference::Scale { expected: scale, got: noted });
    }
    bounded(played)?;
    let job = job.scaled(scale);
    let mut referee = Referee::new(job.game().map_err(Difference::Start)?, job.terms());
    for (index, moved) in played.moves.iter().enumerate() {
        let differs = |why| Difference::Step { index, step: moved.step, why };
        if let Some(ending) = ending(&referee) {
            return Err(differs(StepDifference::Over(ending)));
        }
        if let Some(turn) = referee.turn().filter(|turn| turn.seat != moved.seat) {
            return Err(differs(StepDifference::Seat { expected: turn.seat, got: moved.seat }));
        }
        referee
            .play(moved.seat, moved.step, moved.time(), moved.score())
            .map_err(|refusal| differs(StepDifference::Refused(refusal)))?;
    }
    let steps = played.moves.len();
    let not_over = Difference::NotOver { steps, claimed: played.ending };
    match (ending(&referee), &played.fault) {
        (None, None) => return Err(not_over),
        (None, Some(fault)) => {
            let loser = !played.winner.ok_or(Difference::DrawByFault)?;
            forfeits(&job, &referee, loser, fault)?;
            referee.forfeit(loser, fault.clone()).map_err(Difference::Forfeit)?;
        }
        (Some(ending), Some(fault)) => return Err(Difference::Over { ending, steps, fault: fault.kind }),
        (Some(_), None) => {}
    }
    let result = referee.result().ok_or(not_over)?;
    let winner = result.winner.map(|stone| referee.game().seat(stone));
    let ending = result.ending.kind();
    if ending != played.ending {
        return Err(Difference::Ending { expected: ending, steps, got: played.ending });
    }
    if winner != played.winner {
        return Err(Difference::Winner { expected: winner, steps, got: played.winner });
    }
    let swapped = referee.game().seat(Stone::Black) == Seat::Second;
    if swapped != played.swapped {
        return Err(Difference::Swapped { expected: swapped });
    }
    Ok(())
}

fn ending(referee: &Referee) -> Option<EndingKind> {
    referee.result().map(|result| result.ending.kind())
}

/// An error if a value is so large that nothing honest could have produced it, and sums would overflow.
fn bounded(played: &FinishedGame) -> Result<(), Difference> {
    let time = played.moves.iter().try_fold(0_u64, |sum, moved| sum.checked_add(moved.us));
    if time.is_none_or(|time| time > MAX_TIME_US) {
        return Err(Difference::Time);
    }
    let scores = played.moves.iter().filter_map(|moved| moved.score);
    if let Some(score) = scores.into_iter().find(|score| !(-Score::WIN.0..=Score::WIN.0).contains(score)) {
        return Err(Difference::Score(score));
    }
    if played.fault.as_ref().is_some_and(|fault| fault.detail.len() > MAX_DETAIL_BYTES) {
        return Err(Difference::Detail);
    }
    Ok(())
}

/// An error if this player cannot have lost by this fault now.
fn forfeits(job: &Job, referee: &Referee, loser: Seat, fault: &Fault) -> Result<(), Difference> {
    let steps = referee.taken().len();
    let turn = referee.turn().map(|turn| turn.seat);
    // Before the first step either player may fail to start.
    if steps > 0 && turn != Some(loser) {
        return Err(Difference::NotTheirTurn { steps, loser, fault: fault.kind });
    }
    let is_engine = matches!(job.contestants[loser as usize].kind, Kind::Process(_));
    if !is_engine && matches!(fault.kind, FaultKind::Start | FaultKind::Garbage | FaultKind::Memory) {
        return Err(Difference::OnlyEngines(fault.kind));
    }
    if fault.kind == FaultKind::Time {
        let allowed = referee.clock(loser).allowed();
        if allowed.is_none() && !is_engine {
            return Err(Difference::NoClock(loser));
        }
        // The referee's own words say what it saw; the recorded times are whole microseconds.
        let had_ms = allowed.map(|allowed| allowed.as_millis());
        if let Some((took, claimed)) = took_and_had(&fault.detail)
            && had_ms.is_none_or(|had| {
                claimed > had || claimed + 1 < had || took < claimed + u128::from(job.margin_ms)
            })
        {
            let claimed = fault.detail.clone();
            return Err(Difference::TimeLeft { loser, had_ms, margin_ms: job.margin_ms, claimed });
        }
    }
    Ok(())
}

/// The milliseconds of `took 120 ms for a move, had 100 ms`.
fn took_and_had(detail: &str) -> Option<(u128, u128)> {
    let (took, had) = detail.strip_prefix("took ")?.split_once(" ms for a move, had ")?;
    Some((took.parse().ok()?, had.strip_suffix(" ms")?.parse().ok()?))
}

#[cfg(test)]
mod tests;
