//! The plan of a match or tournament: everything that determines its games, and nothing else.

use std::fmt;
use std::path::Path;

use goren_core::{Adjudication, Opening, Point, Stop};
use serde::{Deserialize, Serialize};

use crate::board::{Board, StartError};
use crate::book::Book;
use crate::contestant::{Contestant, Kind, MakeError, Maker};
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
    pub fn check(&self, maker: &Maker<'_>) -> Result<(), PlanError> {
        let field = self.contestants.len();
        if field < 2 {
            return Err(PlanError::TooFewContestants(field));
        }
        if self.pairs == 0 {
            return Err(PlanError::NoPairs);
        }
        if self.sprt.is_some() && field != 2 {
            return Err(PlanError::SequentialTest(field));
        }
        for (i, contestant) in self.contestants.iter().enumerate() {
            let name = &contestant.name;
            if self.contestants[..i].iter().any(|other| other.name == *name) {
                return Err(PlanError::SameName(name.clone()));
            }
            let wrong = |error| PlanError::Contestant { name: name.clone(), error };
            self.check_contestant(contestant, maker).map_err(wrong)?;
        }
        self.job(0, [0, 1], 0).game().map_err(PlanError::Start)?;
        Ok(())
    }

    fn check_contestant(&self, contestant: &Contestant, maker: &Maker<'_>) -> Result<(), Unplayable> {
        let budget = contestant.budget.or(&self.budget);
        if budget.is_endless() {
            return Err(Unplayable::Endless);
        }
        match &contestant.kind {
            Kind::Builtin(builtin) => maker(builtin, &budget, 0).map(drop).map_err(Unplayable::Agent),
            Kind::Process(spec) => {
                let program = spec.command.first().map_or("", String::as_str);
                // A bare program name is looked up in PATH when it is run.
                if Path::new(program).components().count() != 1 && !Path::new(program).is_file() {
                    return Err(Unplayable::NoProgram(program.to_owned()));
                }
                // An engine must not lose games because the protocol lacks a feature.
                match self.opening {
                    _ if !self.board.traps.is_empty() => Err(Unplayable::Traps),
                    Opening::Free | Opening::Swap2 => Ok(()),
                    opening => Err(Unplayable::Opening(opening)),
                }
            }
        }
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

/// Why a plan cannot be played.
#[derive(Debug)]
pub enum PlanError {
    /// There are fewer than two contestants.
    TooFewContestants(usize),
    /// No pair of games is to be played.
    NoPairs,
    /// A sequential test of so many contestants.
    SequentialTest(usize),
    /// Two contestants have this name.
    SameName(String),
    /// A contestant that cannot play.
    Contestant {
        /// Its name.
        name: String,
        /// Why not.
        error: Unplayable,
    },
    /// The first game cannot start.
    Start(StartError),
}

/// Why a contestant cannot play the games of a plan.
#[derive(Debug)]
pub enum Unplayable {
    /// Nothing limits its moves.
    Endless,
    /// Its agent cannot be made.
    Agent(MakeError),
    /// There is no such program.
    NoProgram(String),
    /// An engine cannot be told of traps.
    Traps,
    /// An engine cannot be told of this opening rule.
    Opening(Opening),
}

impl fmt::Display for PlanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlanError::TooFewContestants(field) => {
                write!(f, "expected at least two contestants, got {field}")
            }
            PlanError::NoPairs => f.write_str("expected at least one pair of games, got 0"),
            PlanError::SequentialTest(field) => {
                write!(f, "a sequential test is between two contestants, got {field}")
            }
            PlanError::SameName(name) => write!(f, "two contestants are called `{name}`"),
            PlanError::Contestant { name, error } => write!(f, "{name}: {error}"),
            PlanError::Start(error) => error.fmt(f),
        }
    }
}

impl fmt::Display for Unplayable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const PROTOCOL: &str = "Gomocup's protocol does not support";
        match self {
            Unplayable::Endless => f.write_str("expected a limit of time, nodes or depth"),
            Unplayable::Agent(error) => error.fmt(f),
            Unplayable::NoProgram(program) => write!(f, "there is no program `{program}`"),
            Unplayable::Traps => write!(f, "{PROTOCOL} traps"),
            Unplayable::Opening(opening) => write!(f, "{PROTOCOL} the opening rule {opening}"),
        }
    }
}

impl std::error::Error for PlanError {}

impl std::error::Error for Unplayable {}

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
            plan.check(&fixture::make).unwrap_err().to_string()
        };
        fixture::plan(3).check(&fixture::make).unwrap();
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
