//! The plan of a match or tournament: everything that determines its games, and nothing else.

use std::path::Path;

use goren_core::{Adjudication, Opening, Point, Stop};
use serde::{Deserialize, Serialize};

use crate::board::Board;
use crate::book::Book;
use crate::contestant::{Contestant, Kind, Maker};
use crate::job::Job;
use crate::player::Budget;
use crate::schedule::System;
use crate::statistics::Sprt;

/// A match or tournament. Two runs of the same plan play the same games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// The contestants, with unique names.
    pub contestants: Vec<Contestant>,
    /// Who meets whom.
    pub system: System,
    /// The game pairs per encounter: the same opening twice, each contestant with Black once.
    pub pairs: usize,
    /// The board.
    pub board: Board,
    /// The opening rule; any but [`Opening::Free`] replaces the book.
    pub opening: Opening,
    /// The openings.
    pub book: Book,
    /// The limits of contestants that have none of their own.
    pub budget: Budget,
    /// When games are adjudicated early.
    pub adjudication: Adjudication,
    /// How late a move may be before the game is lost on time, in milliseconds: scheduling is not a player's fault.
    pub margin_ms: u64,
    /// The seed of every random choice.
    pub seed: u64,
    /// A sequential test that ends a match of two as soon as it is decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<Sprt>,
}

impl Plan {
    /// Everyone against everyone, one pair each, freestyle 15×15 from the empty board.
    pub fn new(contestants: Vec<Contestant>) -> Plan {
        Plan {
            contestants,
            system: System::RoundRobin,
            pairs: 1,
            board: Board::default(),
            opening: Opening::Free,
            book: Book::default(),
            budget: Budget::default(),
            adjudication: Adjudication::default(),
            margin_ms: 100,
            seed: 1,
            sprt: None,
        }
    }

    /// Checks that the plan can be played at all. Creates every built-in agent once, and looks for the programs of the
    /// others.
    pub fn check(&self, maker: &Maker<'_>) -> Result<(), String> {
        let field = self.contestants.len();
        if field < 2 {
            return Err(format!("expected at least two contestants, got {field}"));
        }
        if self.pairs == 0 {
            return Err("expected at least one pair of games, got 0".to_owned());
        }
        if self.sprt.is_some() && field != 2 {
            return Err(format!("a sequential test is between two contestants, got {field}"));
        }
        for (i, contestant) in self.contestants.iter().enumerate() {
            if self.contestants[..i].iter().any(|other| other.name == contestant.name) {
                return Err(format!("two contestants are called `{}`", contestant.name));
            }
            let budget = contestant.budget.or(&self.budget);
            if budget.is_endless() {
                return Err(format!("{}: expected a limit of time, nodes or depth", contestant.name));
            }
            match &contestant.kind {
                Kind::Builtin(builtin) => {
                    maker(builtin, &budget, 0).map_err(|error| format!("{}: {error}", contestant.name))?;
                }
                Kind::Process(spec) => {
                    let program = spec.command.first().map_or("", String::as_str);
                    // A bare program name is looked up in PATH when it is run.
                    if Path::new(program).components().count() != 1 && !Path::new(program).is_file() {
                        return Err(format!("{}: there is no program `{program}`", contestant.name));
                    }
                    // An engine must not lose games because the protocol lacks a feature.
                    let unspeakable = match self.opening {
                        _ if !self.board.traps.is_empty() => Some("traps".to_owned()),
                        Opening::Free | Opening::Swap2 => None,
                        opening => Some(format!("the opening rule {opening}")),
                    };
                    if let Some(what) = unspeakable {
                        let name = &contestant.name;
                        return Err(format!("{name}: Gomocup's protocol does not support {what}"));
                    }
                }
            }
        }
        self.job(0, [0, 1], 0).game()?;
        Ok(())
    }

    /// The game with this number: who begins against whom, with which opening of the book.
    pub(crate) fn job(&self, number: usize, contestants: [usize; 2], opening: usize) -> Job {
        let stones = match self.opening {
            Opening::Free => self.book.opening(opening, self.seed, &self.board),
            _ => Vec::new(),
        };
        self.job_from(number, contestants, stones)
    }

    /// The game with this number: who begins against whom, and from where.
    pub(crate) fn job_from(&self, number: usize, [first, second]: [usize; 2], stones: Vec<Point>) -> Job {
        let with_limits = |index: usize| {
            let contestant: &Contestant = &self.contestants[index];
            Contestant { budget: contestant.budget.or(&self.budget), ..contestant.clone() }
        };
        Job {
            number,
            contestants: [with_limits(first), with_limits(second)],
            board: self.board.clone(),
            opening: self.opening,
            stones,
            seed: crate::random::stream(self.seed, number as u64).next(),
            adjudication: self.adjudication,
            margin_ms: self.margin_ms,
        }
    }
}

/// Stops a run from outside: from a signal handler, another thread or a callback. It is good for one run.
#[derive(Clone, Debug, Default)]
pub struct Control {
    drain: Stop,
    abort: Stop,
}

impl Control {
    /// Starts no further game and finishes the running ones.
    pub fn drain(&self) {
        self.drain.raise();
    }

    /// Aborts the running games too.
    pub fn abort(&self) {
        self.drain.raise();
        self.abort.raise();
    }

    /// Whether no further game is to be started.
    pub fn is_draining(&self) -> bool {
        self.drain.is_raised()
    }

    /// The flag that ends the searches of running games.
    pub fn stop(&self) -> &Stop {
        &self.abort
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;
    use crate::process::ProcessSpec;

    #[test]
    fn what_cannot_be_played_is_said_before_the_first_game() {
        let error = |change: &dyn Fn(&mut Plan)| {
            let mut plan = fixture::plan(3);
            change(&mut plan);
            plan.check(&fixture::make).unwrap_err()
        };
        assert_eq!(fixture::plan(3).check(&fixture::make), Ok(()));
        assert!(error(&|plan| plan.contestants.truncate(1)).contains("got 1"));
        assert!(error(&|plan| plan.pairs = 0).contains("got 0"));
        assert!(error(&|plan| plan.contestants[2].name = "0".to_owned()).contains("`0`"));
        assert!(error(&|plan| plan.budget = Budget::default()).contains("expected a limit"));
        assert!(error(&|plan| plan.sprt = Some("0,5".parse().unwrap())).contains("between two"));
        let nowhere = |plan: &mut Plan| {
            plan.contestants[1].kind = Kind::Process(ProcessSpec::new("x", ["/nowhere/x"]));
        };
        assert!(error(&nowhere).contains("`/nowhere/x`"));
        let process =
            |plan: &mut Plan| plan.contestants[1].kind = Kind::Process(ProcessSpec::new("x", ["x"]));
        let on_traps = |plan: &mut Plan| {
            process(plan);
            plan.board.traps = vec!["a1".parse().unwrap()];
        };
        assert!(error(&on_traps).ends_with("does not support traps"));
        let by_swap = |plan: &mut Plan| {
            process(plan);
            plan.opening = Opening::Swap;
        };
        assert!(error(&by_swap).ends_with("does not support the opening rule swap"));
    }

    #[test]
    fn a_plan_goes_through_json() {
        let mut plan = fixture::plan(2);
        plan.sprt = Some("0,5".parse().unwrap());
        let text = serde_json::to_string(&plan).unwrap();
        assert_eq!(serde_json::from_str::<Plan>(&text).unwrap(), plan);
    }
}
