//! Contestants and players for tests.

use std::collections::BTreeMap;
use std::time::Duration;

use goren_core::{
    Agent, Clock, EndingKind, Fault, Game, Limits, Random, Report, Score, Seat, Size, Step, Stop,
};

use crate::board::Board;
use crate::book::Book;
use crate::contestant::{Builtin, Contestant, Kind, MakeError};
use crate::job::{FinishedGame, Job};
use crate::plan::Plan;
use crate::player::{Budget, ChosenStep, Player};
use crate::random::stream;

/// Contestants called `0`, `1`, …, one pair of games each, on a small board.
pub(crate) fn plan(field: usize) -> Plan {
    let board = Board { size: Size::new(7).unwrap(), ..Board::default() };
    let contestant = |number: usize| Contestant {
        name: number.to_string(),
        kind: Kind::Builtin(Builtin { kind: "wanderer".to_owned(), options: BTreeMap::new() }),
        budget: Budget::default(),
    };
    Plan {
        book: Book::random(30, 1, &board).unwrap(),
        board,
        budget: Budget { nodes: Some(1), ..Budget::default() },
        ..Plan::new((0..field).map(contestant).collect())
    }
}

/// A game without moves.
pub(crate) fn played(number: usize, winner: Option<Seat>) -> FinishedGame {
    let ending = EndingKind::Five;
    FinishedGame {
        number,
        winner,
        ending,
        fault: None,
        swapped: false,
        moves: Vec::new(),
        memory: [None, None],
        worker: None,
        scale: None,
    }
}

/// The first game of a plan for two.
pub(crate) fn job() -> Job {
    let mut plan = plan(2);
    plan.book = Book::default();
    plan.job(0, [0, 1], 0)
}

/// Plays random points, determined by the seed.
pub(crate) struct Wanderer(pub(crate) Random);

impl Agent for Wanderer {
    fn name(&self) -> String {
        "wanderer".to_owned()
    }

    fn choose(&mut self, game: &Game, _: &Limits, _: &Stop, _: &mut dyn FnMut(&Report)) -> Step {
        let choices: Vec<_> = game.position().legal_moves().collect();
        Step::Place(choices[self.0.below(choices.len())])
    }
}

pub(crate) fn make(_: &Builtin, _: &Budget, seed: u64) -> Result<Box<dyn Agent + Send>, MakeError> {
    Ok(Box::new(Wanderer(stream(seed, 0))))
}

/// A player whose answers come from a closure.
pub(crate) struct Puppet<F>(pub(crate) F);

impl<F: FnMut(&Game, &Clock) -> Result<ChosenStep, Fault> + Send> Player for Puppet<F> {
    fn begin(&mut self, _: &Game, _: &Budget, _: &Stop) -> Result<(), Fault> {
        Ok(())
    }

    fn choose(&mut self, game: &Game, clock: &Clock, _: &Stop) -> Result<ChosenStep, Fault> {
        (self.0)(game, clock)
    }
}

/// Plays one point after another.
pub(crate) fn line(points: &'static str) -> impl Player {
    let mut points = points.split(' ');
    Puppet(move |_: &Game, _: &Clock| Ok(answer(points.next().expect("another point"))))
}

pub(crate) fn answer(point: &str) -> ChosenStep {
    let step = Step::Place(point.parse().unwrap());
    ChosenStep { step, time: Duration::ZERO, score: None, depth: None, nodes: None, memory: None }
}

pub(crate) fn scored(point: &str, score: Score) -> ChosenStep {
    ChosenStep { score: Some(score), ..answer(point) }
}
