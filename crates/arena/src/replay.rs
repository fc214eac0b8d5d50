//! Checks a finished game: plays its steps again under the referee and compares the result with the claimed one.
//!
//! What can be known of a game without playing it is checked: that each step was legal, in turn and in time, and that
//! the game ended there and so. What a player reported about its moves, and that it crashed, is taken as given.

use std::time::Duration;

use goren_core::{Fault, FaultKind, Referee, Score, Seat, Stone, TimeControl};

use crate::contestant::Kind;
use crate::job::{FinishedGame, Job};

/// The scale of times that leaves them as they are.
const FULL: u32 = 1000;
/// The longest time of a game, in microseconds: a million hours, small enough that sums never overflow.
const MOST_TIME: u64 = 1_000_000 * 3_600_000_000;
/// The longest text of a fault, in bytes.
const MOST_DETAIL: usize = 16 << 10;

impl Job {
    /// The same job with its players' times multiplied by so many thousandths, for a faster or slower machine. The
    /// margin stays as it is: it is for scheduling.
    #[must_use]
    pub fn scaled(&self, scale: u32) -> Job {
        let mut job = self.clone();
        let scaled = |time: Duration| time.saturating_mul(scale) / FULL;
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
pub fn replay(job: &Job, played: &FinishedGame, scale: u32) -> Result<(), String> {
    check(job, played, scale).map_err(|what| format!("game {}: {what}", job.number))
}

fn check(job: &Job, played: &FinishedGame, scale: u32) -> Result<(), String> {
    if played.number != job.number {
        return Err(format!("expected this number, got {}", played.number));
    }
    if let Some(noted) = played.scale.filter(|&noted| noted != scale) {
        return Err(format!("expected a clock of {scale} thousandths, got {noted}"));
    }
    bounded(played)?;
    let job = job.scaled(scale);
    let mut referee = Referee::new(job.game()?, job.terms());
    for (i, moved) in played.moves.iter().enumerate() {
        let place = |what: &dyn std::fmt::Display| format!("step {}, `{}`: {what}", i + 1, moved.step);
        let Some(turn) = referee.turn() else {
            return Err(place(&format_args!("the game was over by {}", ended(&referee))));
        };
        if turn.seat != moved.seat {
            return Err(place(&format_args!(
                "expected one of the {}, got one of the {}",
                turn.seat, moved.seat
            )));
        }
        referee
            .play(moved.seat, moved.step, moved.time(), moved.score())
            .map_err(|refusal| place(&refusal))?;
    }
    let steps = played.moves.len();
    if referee.result().is_none() {
        let Some(fault) = &played.fault else {
            return Err(format!("it is not over after {steps} steps, got {}", played.ending.name()));
        };
        let loser = !played.winner.ok_or("a fault loses, got a draw")?;
        forfeits(&job, &referee, loser, fault)?;
        referee.forfeit(loser, fault.clone()).map_err(|refusal| refusal.to_string())?;
    } else if let Some(fault) = &played.fault {
        return Err(format!(
            "it was over by {} after {steps} steps, got a fault: {}",
            ended(&referee),
            fault.kind
        ));
    }
    let result = referee.result().ok_or("it is not over")?;
    let winner = result.winner.map(|stone| referee.game().seat(stone));
    if result.ending.kind() != played.ending {
        let (ending, claimed) = (result.ending.kind().name(), played.ending.name());
        return Err(format!("expected the ending {ending} after {steps} steps, got {claimed}"));
    }
    if winner != played.winner {
        let name =
            |winner: Option<Seat>| winner.map_or("a draw".to_owned(), |seat| format!("a win of the {seat}"));
        return Err(format!("expected {} after {steps} steps, got {}", name(winner), name(played.winner)));
    }
    let swapped = referee.game().seat(Stone::Black) == Seat::Second;
    if swapped != played.swapped {
        let word = |swapped| if swapped { "swapped" } else { "not swapped" };
        return Err(format!("expected colours {}, got {}", word(swapped), word(played.swapped)));
    }
    Ok(())
}

fn ended(referee: &Referee) -> &'static str {
    referee.result().map_or("nothing", |result| result.ending.kind().name())
}

/// An error if a value is so large that nothing honest could have produced it, and sums would overflow.
fn bounded(played: &FinishedGame) -> Result<(), String> {
    let time = played.moves.iter().try_fold(0_u64, |sum, moved| sum.checked_add(moved.us));
    if time.is_none_or(|time| time > MOST_TIME) {
        return Err(format!("expected a time of at most {MOST_TIME} µs, got more"));
    }
    let scores = played.moves.iter().filter_map(|moved| moved.score);
    if let Some(score) = scores.into_iter().find(|score| !(-Score::WIN.0..=Score::WIN.0).contains(score)) {
        return Err(format!("expected scores up to {}, got {score}", Score::WIN.0));
    }
    if played.fault.as_ref().is_some_and(|fault| fault.detail.len() > MOST_DETAIL) {
        return Err(format!("expected at most {MOST_DETAIL} bytes about a fault, got more"));
    }
    Ok(())
}

/// An error if this player cannot have lost by this fault now.
fn forfeits(job: &Job, referee: &Referee, loser: Seat, fault: &Fault) -> Result<(), String> {
    let steps = referee.taken().len();
    let turn = referee.turn().map(|turn| turn.seat);
    // Before the first step either player may fail to start.
    if steps > 0 && turn != Some(loser) {
        return Err(format!(
            "after {steps} steps it is not the turn of the {loser}, who cannot have: {}",
            fault.kind
        ));
    }
    let is_engine = matches!(job.contestants[loser as usize].kind, Kind::Process(_));
    if !is_engine && matches!(fault.kind, FaultKind::Start | FaultKind::Garbage | FaultKind::Memory) {
        return Err(format!("only an engine can fail so, got a built-in agent that {}", fault.kind));
    }
    if fault.kind == FaultKind::Time {
        let allowed = referee.clock(loser).allowed();
        if allowed.is_none() && !is_engine {
            return Err(format!("the {loser} has no clock, and cannot have lost on time"));
        }
        // The referee's own words say what it saw; the recorded times are whole microseconds.
        let had = allowed.map(|allowed| allowed.as_millis());
        if let Some((took, claimed)) = took_and_had(&fault.detail)
            && had.is_none_or(|had| {
                claimed > had || claimed + 1 < had || took < claimed + u128::from(job.margin_ms)
            })
        {
            let had = had.map_or("any time".to_owned(), |had| format!("{had} ms"));
            let margin = job.margin_ms;
            return Err(format!(
                "time was not up: the {loser} had {had} and {margin} ms margin, got `{}`",
                fault.detail
            ));
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
