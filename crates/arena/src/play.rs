//! Plays one job: asks the players in turn, under core's referee.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;

use goren_core::{Fault, FaultKind, Referee, Reply, Seat, Stone, Stop, TakenStep};

use crate::contestant::{Kind, Maker};
use crate::job::{FinishedGame, GameError, Job, MoveRecord, Slot, Worker};
use crate::player::{ChosenStep, InProcess, Player};
use crate::process::{Process, ProcessSpec, Transcript};
use crate::random::stream;

/// Plays jobs in this process and in processes it starts.
pub struct Local<'a> {
    maker: &'a Maker<'a>,
    /// Where each game leaves a transcript of what its engines say.
    transcripts: Option<PathBuf>,
}

impl<'a> Local<'a> {
    /// Plays with the agents that `maker` creates.
    pub fn new(maker: &'a Maker<'a>) -> Local<'a> {
        Local { maker, transcripts: None }
    }

    /// The same, with a transcript of each game's engines in a folder that exists.
    #[must_use]
    pub fn with_transcripts(self, folder: Option<PathBuf>) -> Local<'a> {
        Local { transcripts: folder, ..self }
    }

    fn player(
        &self,
        job: &Job,
        seat: Seat,
        seed: u64,
        slot: &Slot,
        transcript: Option<&Transcript>,
    ) -> Result<Box<dyn Player>, GameError> {
        let contestant = &job.contestants[seat as usize];
        match &contestant.kind {
            Kind::Builtin(builtin) => {
                let agent = (self.maker)(builtin, &contestant.budget, seed)
                    .map_err(|error| GameError::Agent { contestant: contestant.name.clone(), error })?;
                Ok(Box::new(InProcess::new(agent)))
            }
            Kind::Process(spec) => {
                let spec = ProcessSpec { margin_ms: job.margin_ms, ..spec.clone() };
                let transcript = transcript.map(|transcript| transcript.of(&contestant.name));
                Ok(Box::new(Process::new(spec, slot.cpus.clone()).with_transcript(transcript)))
            }
        }
    }
}

impl Worker for Local<'_> {
    fn play(&self, job: &Job, slot: &Slot, stop: &Stop) -> Result<Option<FinishedGame>, GameError> {
        let mut random = stream(job.seed, 0);
        let begin = |folder: &PathBuf| {
            let path = folder.join(format!("game-{:06}.log", job.number + 1));
            Transcript::create(&path).map_err(|error| GameError::Transcript { path, error })
        };
        let transcript = self.transcripts.as_ref().map(begin).transpose()?;
        let mut first = self.player(job, Seat::First, random.next(), slot, transcript.as_ref())?;
        let mut second = self.player(job, Seat::Second, random.next(), slot, transcript.as_ref())?;
        play(job, [first.as_mut(), second.as_mut()], stop)
    }
}

/// Plays a job between two players; see [`Worker::play`]. A player that panics forfeits the game.
pub fn play(
    job: &Job,
    players: [&mut dyn Player; 2],
    stop: &Stop,
) -> Result<Option<FinishedGame>, GameError> {
    let mut referee = Referee::new(job.game()?, job.terms());
    let [first, second] = players;
    let mut begin = |seat: Seat, player: &mut dyn Player| {
        let begun = guard(|| player.begin(referee.game(), &job.contestants[seat as usize].budget, stop));
        begun.is_err_and(|fault| referee.forfeit(seat, fault).is_ok())
    };
    let is_ready = !begin(Seat::First, first) && !begin(Seat::Second, second);
    if !is_ready && stop.is_raised() {
        return Ok(None);
    }
    // The steps with what the players reported about them, and the players' peak memory.
    let (mut thoughts, mut memory) = (Vec::new(), [None, None]);
    let result = referee.conduct(|referee, seat| {
        let player: &mut dyn Player = if seat == Seat::First { &mut *first } else { &mut *second };
        let answer = guard(|| player.choose(referee.game(), &referee.clock(seat), stop));
        match answer {
            _ if stop.is_raised() => Reply::Stop,
            Err(fault) => Reply::Fault(fault),
            Ok(ChosenStep { step, time, score, depth, nodes, memory: used }) => {
                memory[seat as usize] = memory[seat as usize].max(used);
                thoughts.push((depth, nodes));
                Reply::Step { step, time, score }
            }
        }
    });
    let moved = |(taken, (depth, nodes)): (&TakenStep, _)| MoveRecord {
        step: taken.step,
        seat: taken.seat,
        us: u64::try_from(taken.time.as_micros()).unwrap_or(u64::MAX),
        score: taken.score.map(|score| score.0),
        depth,
        nodes,
    };
    Ok(result.map(|result| FinishedGame {
        number: job.number,
        winner: result.winner.map(|stone| referee.game().seat(stone)),
        ending: result.ending.kind(),
        fault: referee.fault().cloned(),
        swapped: referee.game().seat(Stone::Black) == Seat::Second,
        moves: referee.taken().iter().zip(thoughts).map(moved).collect(),
        memory,
        worker: None,
        scale: None,
    }))
}

/// The longest text of a panic that is kept.
const MAX_PANIC_CHARS: usize = 1000;

/// Calls a player; a panic counts as a crash.
fn guard<T>(ask: impl FnOnce() -> Result<T, Fault>) -> Result<T, Fault> {
    catch_unwind(AssertUnwindSafe(ask)).unwrap_or_else(|panic| {
        let message: String = panic_message(panic.as_ref()).chars().take(MAX_PANIC_CHARS).collect();
        Err(Fault { kind: FaultKind::Crash, detail: format!("panicked: {message}") })
    })
}

fn panic_message(panic: &(dyn Any + Send)) -> &str {
    let owned = panic.downcast_ref::<String>().map(String::as_str);
    owned.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no message")
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::fixture::{Puppet, answer, job, line, scored};
    use crate::player::Budget;
    use goren_core::{Choice, Clock, EndingKind, Game, Opening, Rule, Score, Step};

    fn played(job: &Job, first: &mut dyn Player, second: &mut dyn Player) -> FinishedGame {
        play(job, [first, second], &Stop::default()).unwrap().unwrap()
    }

    fn fault(played: &FinishedGame) -> (Option<Seat>, FaultKind) {
        assert_eq!(played.ending, EndingKind::Fault);
        (played.winner, played.fault.as_ref().unwrap().kind)
    }

    #[test]
    fn a_five_wins() {
        let game = played(&job(), &mut line("a1 b1 c1 d1 e1"), &mut line("a2 b2 c2 d2"));
        assert_eq!((game.winner, game.ending, game.moves.len()), (Some(Seat::First), EndingKind::Five, 9));
        assert_eq!(game.fault, None);
    }

    #[test]
    fn an_occupied_point_loses() {
        let game = played(&job(), &mut line("a1"), &mut line("a1"));
        assert_eq!(fault(&game), (Some(Seat::First), FaultKind::Illegal));
        assert_eq!(game.moves.len(), 1);
    }

    #[test]
    fn a_forbidden_point_loses_without_a_fault() {
        let mut job = job();
        job.board.rule = Rule::Renju;
        // d4 makes two open threes.
        let game = played(&job, &mut line("c4 e4 d3 d5 d4"), &mut line("a1 g1 a7 g7"));
        assert_eq!((game.winner, game.ending, game.fault), (Some(Seat::Second), EndingKind::Forbidden, None));
    }

    #[test]
    fn a_panic_is_a_crash() {
        let mut broken =
            Puppet(|_: &Game, _: &Clock| -> Result<ChosenStep, Fault> { panic!("no more ideas") });
        let game = played(&job(), &mut line("a1"), &mut broken);
        assert_eq!(fault(&game), (Some(Seat::First), FaultKind::Crash));
        assert_eq!(game.fault.unwrap().detail, "panicked: no more ideas");
    }

    #[test]
    fn a_late_move_loses_on_time_but_not_within_the_margin() {
        let mut job = job();
        job.contestants[0].budget.time = "20ms".parse().unwrap();
        job.margin_ms = 10;
        let late = |ms| {
            Puppet(move |_: &Game, _: &Clock| {
                Ok(ChosenStep { time: Duration::from_millis(ms), ..answer("a1") })
            })
        };
        let game = played(&job, &mut late(31), &mut line("b1"));
        assert_eq!(fault(&game), (Some(Seat::Second), FaultKind::Time));
        let game = played(&job, &mut late(30), &mut line("a1"));
        assert_eq!(fault(&game), (Some(Seat::First), FaultKind::Illegal));
    }

    #[test]
    fn the_clock_runs_down_and_gives_back_the_increment() {
        let mut job = job();
        job.contestants[1].budget = Budget { time: "1s+30ms".parse().unwrap(), ..Budget::default() };
        let mut seen = Vec::new();
        let mut points = ["a2", "b2", "c2", "d2"].into_iter();
        {
            let mut timed = Puppet(|_: &Game, clock: &Clock| {
                seen.push(clock.left.unwrap().as_millis());
                Ok(ChosenStep { time: Duration::from_millis(200), ..answer(points.next().unwrap()) })
            });
            played(&job, &mut line("a1 b1 c1 d1 e1"), &mut timed);
        }
        assert_eq!(seen, [1000, 830, 660, 490]);
    }

    #[test]
    fn a_match_clock_that_is_empty_loses() {
        let mut job = job();
        job.contestants[0].budget.time = "100ms+0s".parse().unwrap();
        job.margin_ms = 0;
        let mut points = ["a1", "b1", "c1"].into_iter();
        let mut slow = Puppet(move |_: &Game, _: &Clock| {
            Ok(ChosenStep { time: Duration::from_millis(60), ..answer(points.next().unwrap()) })
        });
        let game = played(&job, &mut slow, &mut line("a2 b2"));
        assert_eq!(fault(&game), (Some(Seat::Second), FaultKind::Time));
        assert_eq!(game.moves.len(), 2);
    }

    #[test]
    fn a_limit_of_moves_is_a_draw_but_a_five_on_it_wins() {
        let mut job = job();
        job.adjudication.draw_after = Some(8);
        let game = played(&job, &mut line("a1 b1 c1 d1 e1"), &mut line("a2 b2 c2 d2"));
        assert_eq!((game.winner, game.ending, game.moves.len()), (None, EndingKind::MoveLimit, 8));
        job.adjudication.draw_after = Some(9);
        let game = played(&job, &mut line("a1 b1 c1 d1 e1"), &mut line("a2 b2 c2 d2"));
        assert_eq!((game.winner, game.ending), (Some(Seat::First), EndingKind::Five));
    }

    #[test]
    fn a_win_that_both_see_is_not_played_out() {
        let mut job = job();
        job.adjudication.agreed_win = Some(1);
        let mut sure = Puppet(|_: &Game, _: &Clock| Ok(scored("d4", Score::win_in(9))));
        let mut lost = Puppet(|_: &Game, _: &Clock| Ok(scored("a1", Score::loss_in(8))));
        let game = played(&job, &mut sure, &mut lost);
        assert_eq!(
            (game.winner, game.ending, game.moves.len()),
            (Some(Seat::First), EndingKind::AgreedWin, 2)
        );
    }

    #[test]
    fn giving_up_is_for_oneself_only() {
        let resign = |seat| {
            Puppet(move |_: &Game, _: &Clock| Ok(ChosenStep { step: Step::Resign(seat), ..answer("a1") }))
        };
        let game = played(&job(), &mut resign(Seat::First), &mut line("a1"));
        assert_eq!((game.winner, game.ending), (Some(Seat::Second), EndingKind::Resignation));
        let game = played(&job(), &mut resign(Seat::Second), &mut line("a1"));
        assert_eq!(fault(&game), (Some(Seat::Second), FaultKind::Illegal));
    }

    #[test]
    fn colours_change_hands_in_an_opening() {
        let mut job = job();
        job.opening = Opening::Swap;
        let mut taker = Puppet(|game: &Game, _: &Clock| {
            let points = ["", "b1", "c1", "d1", "e1"];
            let step = match game.position().history().len() {
                1 if game.in_opening() => Step::Choose(Choice::Take(Stone::Black)),
                stones => return Ok(answer(points[stones / 2])),
            };
            Ok(ChosenStep { step, ..answer("a1") })
        });
        let game = played(&job, &mut line("a1 a2 b2 c2 d2"), &mut taker);
        assert!(game.swapped);
        assert_eq!((game.winner, game.ending), (Some(Seat::Second), EndingKind::Five));
    }

    #[test]
    fn a_stopped_game_leaves_nothing() {
        let stop = Stop::default();
        let raise = stop.clone();
        let mut first = Puppet(move |_: &Game, _: &Clock| {
            raise.raise();
            Ok(answer("a1"))
        });
        assert!(matches!(play(&job(), [&mut first, &mut line("a2")], &stop), Ok(None)));
    }

    #[test]
    fn an_impossible_opening_is_an_error_and_nobodys_fault() {
        let mut job = job();
        job.stones = vec!["a1".parse().unwrap(); 2];
        let error = play(&job, [&mut line(""), &mut line("")], &Stop::default()).unwrap_err().to_string();
        assert!(error.starts_with("opening `a1a1`: "), "{error}");
    }

    #[test]
    fn jobs_and_games_go_through_json() {
        let mut job = job();
        job.stones = vec!["d4".parse().unwrap()];
        let text = serde_json::to_string(&job).unwrap();
        assert_eq!(serde_json::from_str::<Job>(&text).unwrap(), job);
        let game = played(&job, &mut line("a1 b1 c1 d1 e1"), &mut line("a2 b2 c2 d2 e2"));
        let text = serde_json::to_string(&game).unwrap();
        assert_eq!(serde_json::from_str::<FinishedGame>(&text).unwrap(), game);
    }
}
