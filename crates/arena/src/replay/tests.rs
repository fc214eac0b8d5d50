//! Games of every kind are replayed, and then changed in every way.

use std::collections::{BTreeMap, BTreeSet};

use goren_core::{
    Agent, Ask, Clock, EndingKind, Game, Limits, Opening, Random, Report, Rule, Size, Step, Stop,
};

use super::*;
use crate::fixture::{Puppet, answer, job, line};
use crate::job::{MoveRecord, Slot, Worker};
use crate::play::{Local, play};
use crate::player::{Budget, ChosenStep, Player};
use crate::process::ProcessSpec;
use crate::random::stream;

/// Plays at random, and now and then does something else: resigns, errs, panics, claims.
struct Wild(Random);

impl Agent for Wild {
    fn name(&self) -> String {
        "wild".to_owned()
    }

    fn choose(&mut self, game: &Game, _: &Limits, _: &Stop, report: &mut dyn FnMut(&Report)) -> Step {
        let turn = game.turn().unwrap();
        let ply = game.position().history().len();
        // Whoever has Black claims to win, the other to lose, or both claim a draw, by the number of the game.
        let claim = match (self.0.below(8), game.position().side()) {
            (0, _) => Score(70),
            (_, Stone::Black) if ply > 20 => Score::win_in(9),
            (_, Stone::White) if ply > 20 => Score::loss_in(8),
            _ => Score(3),
        };
        report(&Report {
            rank: 0,
            depth: 1,
            selective_depth: 1,
            score: claim,
            is_proved: false,
            pv: Vec::new(),
            nodes: 1,
            time: Duration::ZERO,
        });
        match self.0.below(500) {
            0 => return Step::Resign(turn.seat),
            1 => return Step::Resign(!turn.seat),
            2 => return Step::Flag(turn.seat),
            3 => panic!("no more ideas"),
            4 => {
                return Step::Place(
                    game.position()
                        .stones()
                        .next()
                        .map_or(Size::DEFAULT.points().next().unwrap(), |stone| stone.0),
                );
            }
            _ => {}
        }
        // A blunder: a point that is forbidden.
        let is_forbidden = |point: &goren_core::Point| {
            let mut after = game.clone();
            after.step(Step::Place(*point)).is_ok()
                && after.result().is_some_and(|result| result.ending.kind() == EndingKind::Forbidden)
        };
        if self.0.below(8) == 0
            && !game.in_opening()
            && let Some(point) = game.position().empties().find(is_forbidden)
        {
            return Step::Place(point);
        }
        random_step(game, &mut self.0)
    }
}

fn random_step(game: &Game, random: &mut Random) -> Step {
    let turn = game.turn().unwrap();
    let points: Vec<_> = game.position().legal_moves().collect();
    loop {
        let point = points[random.below(points.len())];
        let step = match &turn.ask {
            Ask::Place { .. } => Step::Place(point),
            Ask::Choose(choices) => Step::Choose(choices[random.below(choices.len())]),
            Ask::Declare { most } => Step::Declare(1 + random.below(usize::from(*most)) as u8),
            Ask::Offer { .. } => Step::Offer(point),
            Ask::Pick(offered) => Step::Pick(offered[random.below(offered.len())]),
        };
        if game.clone().step(step).is_ok() {
            return step;
        }
    }
}

/// Games of every opening rule, with every kind of ending that [`Local`] can come to.
fn games() -> Vec<(Job, FinishedGame)> {
    let make =
        |_: &crate::Builtin, _: &Budget, seed: u64| -> Result<Box<dyn Agent + Send>, crate::MakeError> {
            Ok(Box::new(Wild(stream(seed, 3))))
        };
    let mut random = stream(11, 0);
    let mut all = Vec::new();
    for number in 0..250 {
        let mut job = job();
        job.number = number;
        job.seed = number as u64;
        job.opening = Opening::ALL[number % 5];
        let (rule, side) = match job.opening {
            Opening::Soosorv8 | Opening::Taraguchi10 => (Rule::Renju, 15),
            // A small board is sometimes full before anybody wins.
            _ => (Rule::ALL[random.below(5)], 5 + random.below(5)),
        };
        job.board.rule = rule;
        job.board.size = Size::new(side).unwrap();
        match random.below(6) {
            0 => job.adjudication.draw_after = Some(15 + random.below(30)),
            1 => job.adjudication = "win=2".parse().unwrap(),
            2 => job.adjudication = "draw=3,score=10,after=12".parse().unwrap(),
            // Nobody is as fast as that; others have all the time they need.
            3 => {
                job.contestants[random.below(2)].budget.time = "0.004ms".parse().unwrap();
                job.margin_ms = 0;
            }
            _ => job.contestants[1].budget.time = "10m+1s/1m".parse().unwrap(),
        }
        let played = Local::new(&make).play(&job, &Slot::default(), &Stop::default()).unwrap().unwrap();
        all.push((job, played));
    }
    all
}

/// The game that players who give the recorded answers play: a second way to find what a game comes to.
fn again(job: &Job, played: &FinishedGame) -> Option<FinishedGame> {
    struct Recorded<'a> {
        seat: Seat,
        played: &'a FinishedGame,
    }
    impl Player for Recorded<'_> {
        fn begin(&mut self, _: &Game, _: &Budget, _: &Stop) -> Result<(), Fault> {
            let loses = self.played.moves.is_empty() && self.played.winner == Some(!self.seat);
            self.played.fault.clone().filter(|_| loses).map_or(Ok(()), Err)
        }

        fn choose(&mut self, game: &Game, _: &Clock, stop: &Stop) -> Result<ChosenStep, Fault> {
            let Some(moved) =
                self.played.moves.get(game.steps().len()).filter(|moved| moved.seat == self.seat)
            else {
                if self.played.fault.is_none() {
                    stop.raise();
                }
                return Err(self.played.fault.clone().unwrap_or(fault(FaultKind::Crash, "")));
            };
            let (time, score) = (moved.time(), moved.score());
            Ok(ChosenStep {
                step: moved.step,
                time,
                score,
                depth: moved.depth,
                nodes: moved.nodes,
                memory: None,
            })
        }
    }
    let mut players = [Seat::First, Seat::Second].map(|seat| Recorded { seat, played });
    let [first, second] = &mut players;
    let game = play(job, [first, second], &Stop::default()).unwrap()?;
    Some(FinishedGame { memory: played.memory, ..game })
}

fn fault(kind: FaultKind, detail: &str) -> Fault {
    Fault { kind, detail: detail.to_owned() }
}

#[test]
fn every_game_that_is_played_here_replays() {
    let games = games();
    let mut endings = BTreeSet::new();
    let mut faults = BTreeSet::new();
    let mut swaps = BTreeMap::new();
    for (job, played) in &games {
        assert_eq!(replay(job, played, 1000), Ok(()), "{played:?}");
        endings.insert(played.ending.name());
        faults.extend(played.fault.as_ref().map(|fault| fault.kind));
        *swaps.entry((job.opening, played.swapped)).or_insert(0) += 1;
    }
    let all = [
        "agreed_draw",
        "agreed_win",
        "fault",
        "five",
        "forbidden",
        "full_board",
        "move_limit",
        "resignation",
    ];
    assert_eq!(endings.into_iter().collect::<Vec<_>>(), all);
    let faults: Vec<FaultKind> = faults.into_iter().collect();
    assert_eq!(faults, [FaultKind::Crash, FaultKind::Time, FaultKind::Illegal]);
    // Every opening rule that lets players swap was seen both ways.
    assert_eq!(swaps.len(), 9, "{swaps:?}");
}

#[test]
fn a_changed_game_is_refused_unless_it_could_have_been_played_so() {
    let mut random = stream(12, 0);
    let (mut refused, mut equivalent) = (0, 0);
    for (job, played) in games() {
        for change in 0..40 {
            let mut changed = played.clone();
            alter(&mut changed, change, &mut random);
            if changed == played {
                continue;
            }
            let verdict = replay(&job, &changed, 1000);
            let is_possible = again(&job, &changed).as_ref() == Some(&changed);
            let what = format!("change {change}: {verdict:?}, from {played:?} to {changed:?}");
            if let Err(error) = verdict {
                // Only what a fault claims is judged more strictly than by playing on.
                assert!(!is_possible || changed.fault.is_some(), "{what}");
                assert!(error.to_string().starts_with(&format!("game {}: ", job.number)), "{what}");
                refused += 1;
            } else {
                assert!(is_possible, "{what}");
                equivalent += 1;
            }
        }
    }
    assert!(refused > 5_000 && equivalent > 100, "{refused} refused, {equivalent} equivalent");
}

/// Changes something in a game.
fn alter(played: &mut FinishedGame, change: usize, random: &mut Random) {
    let length = played.moves.len();
    let some = random.below(length.max(1));
    let point = Size::new(5).unwrap().points().nth(random.below(25)).unwrap();
    match change {
        0 => played.winner = None,
        1 => played.winner = Some(Seat::First),
        2 => played.winner = Some(Seat::Second),
        3..14 => played.ending = EndingKind::ALL[change - 3],
        14 => played.swapped = !played.swapped,
        15 => played.fault = None,
        16 => played.fault = Some(fault(FaultKind::Illegal, "the point is taken")),
        17 => {
            played.fault = Some(fault(FaultKind::Crash, "exited"));
            played.ending = EndingKind::Fault;
        }
        18 => played.moves.truncate(some),
        19 => drop(played.moves.pop()),
        20 => played.moves.clear(),
        21 => {
            let last = played.moves.last().cloned();
            played.moves.extend(last);
        }
        22 => {
            let seat = if length.is_multiple_of(2) { Seat::First } else { Seat::Second };
            let moved =
                MoveRecord { step: Step::Place(point), seat, us: 1, score: None, depth: None, nodes: None };
            played.moves.push(moved);
        }
        23 => played.number += 1,
        _ if length == 0 => {}
        24 => drop(played.moves.remove(some)),
        25 => played.moves.swap(some, length - 1),
        26 => played.moves[some].seat = !played.moves[some].seat,
        27 => played.moves[some].us = 59_000_000,
        28 => played.moves[some].us = 61_000_000,
        29 => played.moves[some].us = 0,
        30 => played.moves[some].score = None,
        31 => played.moves[some].score = Some(29_999),
        32 => played.moves[some].step = Step::Agree,
        33 => played.moves[some].step = Step::Resign(played.moves[some].seat),
        34 => played.moves.iter_mut().for_each(|moved| moved.score = Some(0)),
        35 => played.moves.iter_mut().for_each(|moved| moved.us *= 1000),
        _ => played.moves[some].step = Step::Place(point),
    }
}

#[test]
fn faults_must_be_possible() {
    let mut job = job();
    let crash = |moves: usize| {
        let mut points = ["a1", "b1", "c1"].into_iter().take(moves);
        Puppet(move |_: &Game, _: &Clock| points.next().map(answer).ok_or(fault(FaultKind::Crash, "exited")))
    };
    let whole = play(&job, [&mut crash(2), &mut line("a2 b2")], &Stop::default()).unwrap().unwrap();
    assert_eq!((replay(&job, &whole, 1000), whole.moves.len()), (Ok(()), 4));
    let error = |job: &Job, change: &dyn Fn(&mut FinishedGame)| {
        let mut changed = whole.clone();
        change(&mut changed);
        replay(job, &changed, 1000).unwrap_err().to_string()
    };
    assert!(error(&job, &|game| game.winner = None).ends_with("a fault loses, got a draw"));
    let text = error(&job, &|game| game.winner = Some(Seat::First));
    assert!(text.contains("it is not the turn of the second player"), "{text}");
    let of_kind = |kind| move |game: &mut FinishedGame| game.fault.as_mut().unwrap().kind = kind;
    for kind in [FaultKind::Start, FaultKind::Garbage, FaultKind::Memory] {
        assert!(error(&job, &of_kind(kind)).contains("only an engine can fail so"));
    }
    assert!(error(&job, &of_kind(FaultKind::Time)).contains("has no clock"));
    // An engine that is waited for only so long can fail in all these ways.
    job.contestants[0].kind = Kind::Process(ProcessSpec::new("x", ["x"]));
    for kind in FaultKind::ALL {
        let mut changed = whole.clone();
        of_kind(kind)(&mut changed);
        assert_eq!(replay(&job, &changed, 1000), Ok(()));
    }
    // Before the first step either may fail.
    let mut early = whole.clone();
    early.moves.clear();
    for winner in [Seat::First, Seat::Second] {
        early.winner = Some(winner);
        assert_eq!(replay(&job, &early, 1000), Ok(()));
    }
}

#[test]
fn time_must_have_been_up() {
    let mut job = job();
    job.contestants[0].budget.time = "100ms+10ms".parse().unwrap();
    job.margin_ms = 20;
    let slow = |job: &Job, us: u64| {
        let mut points = ["a1", "b1", "c1"].into_iter();
        let mut slow = Puppet(move |_: &Game, _: &Clock| {
            Ok(ChosenStep { time: Duration::from_nanos(us * 1000 + 999), ..answer(points.next().unwrap()) })
        });
        play(job, [&mut slow, &mut line("a2 b2 c2")], &Stop::default()).unwrap().unwrap()
    };
    let late = slow(&job, 75_000);
    // It had 100 ms, then 35 ms.
    assert_eq!(late.fault.as_ref().unwrap().detail, "took 75 ms for a move, had 34 ms");
    assert_eq!(replay(&job, &late, 1000), Ok(()));
    for detail in [
        "took 75 ms for a move, had 33 ms",
        "took 75 ms for a move, had 36 ms",
        "took 53 ms for a move, had 34 ms",
    ] {
        let mut changed = late.clone();
        changed.fault.as_mut().unwrap().detail = detail.to_owned();
        let error = replay(&job, &changed, 1000).unwrap_err().to_string();
        assert!(error.contains("time was not up") && error.contains(detail), "{error}");
    }
    // On a machine of half the speed the same game would not have been lost, and one that is lost there is not here.
    assert!(replay(&job, &late, 2000).unwrap_err().to_string().contains("time was not up"));
    let slower = slow(&job.scaled(2000), 125_000);
    assert_eq!((slower.moves.len(), replay(&job, &slower, 2000)), (2, Ok(())));
    let error = replay(&job, &slower, 1000).unwrap_err().to_string();
    assert!(error.contains("step 1, `a1`: took 125 ms for a move, had 100 ms"), "{error}");
    let noted = FinishedGame { scale: Some(2000), ..slower };
    assert_eq!(replay(&job, &noted, 2000), Ok(()));
    assert!(replay(&job, &noted, 1000).unwrap_err().to_string().contains("got 2000"));
}

#[test]
fn absurd_values_are_refused() {
    let job = job();
    let whole = play(&job, [&mut line("a1 b1 c1 d1 e1"), &mut line("a2 b2 c2 d2")], &Stop::default());
    let whole = whole.unwrap().unwrap();
    assert_eq!(replay(&job, &whole, 1000), Ok(()));
    let error = |change: &dyn Fn(&mut FinishedGame)| {
        let mut changed = whole.clone();
        change(&mut changed);
        replay(&job, &changed, 1000).unwrap_err().to_string()
    };
    assert!(error(&|game| game.moves[3].us = u64::MAX).contains("expected a time"));
    assert!(
        error(&|game| game.moves.iter_mut().for_each(|moved| moved.us = u64::MAX / 2))
            .contains("expected a time")
    );
    assert!(error(&|game| game.moves[3].score = Some(i32::MIN)).contains("got -2147483648"));
    assert!(error(&|game| game.fault = Some(fault(FaultKind::Crash, &"x".repeat(20_000)))).contains("bytes"));
    assert_eq!(
        error(&|game| game.winner = None),
        "game 0: expected a win of the first player after 9 steps, got a draw"
    );
    assert_eq!(error(&|game| game.moves.truncate(8)), "game 0: it is not over after 8 steps, got five");
    assert_eq!(error(&|game| game.number = 7), "game 0: expected this number, got 7");
}
