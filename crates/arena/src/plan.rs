//! What is to be played: everything that decides the games of a match or tournament, and nothing else.

use std::path::Path;

use goren_core::{Adjudication, Opening, Stop};
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
    /// Who takes part; the names differ.
    pub contestants: Vec<Contestant>,
    /// Who meets whom.
    pub system: System,
    /// How many pairs of games two that meet play: the same opening twice, each with Black once.
    pub pairs: usize,
    /// What they play on.
    pub board: Board,
    /// The opening rule; any but [`Opening::Free`] takes the place of the book.
    pub opening: Opening,
    /// The openings.
    pub book: Book,
    /// The limits of everyone without limits of its own.
    pub budget: Budget,
    /// How games can end before their end.
    pub adjudication: Adjudication,
    /// How late a move may come before the game is lost on time, in milliseconds: schedulers are not a player's fault.
    pub margin_ms: u64,
    /// Decides every random choice.
    pub seed: u64,
    /// Ends a match of two as soon as it has shown what it was played for.
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

    /// Whether the plan can be played at all. Makes every agent of this program once, to see that it can be made, and
    /// looks for the others.
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
                    // A single word is looked up in the path when it is run.
                    if Path::new(program).components().count() != 1 && !Path::new(program).is_file() {
                        return Err(format!("{}: there is no program `{program}`", contestant.name));
                    }
                    // That is not the engine's fault, so it must not lose games for it.
                    let unspeakable = match self.opening {
                        _ if !self.board.traps.is_empty() => Some("traps".to_owned()),
                        Opening::Free | Opening::Swap2 => None,
                        opening => Some(format!("the opening rule {opening}")),
                    };
                    if let Some(what) = unspeakable {
                        let name = &contestant.name;
                        return Err(format!("{name}: Gomocup's protocol has no words for {what}"));
                    }
                }
            }
        }
        self.job(0, [0, 1], 0).game()?;
        Ok(())
    }

    /// The game with this number: who begins against whom, with which opening of the book.
    pub(crate) fn job(&self, number: usize, [first, second]: [usize; 2], opening: usize) -> Job {
        let with_limits = |index: usize| {
            let contestant: &Contestant = &self.contestants[index];
            Contestant { budget: contestant.budget.or(&self.budget), ..contestant.clone() }
        };
        let stones = match self.opening {
            Opening::Free => self.book.opening(opening, self.seed, &self.board),
            _ => Vec::new(),
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

/// Ends a run from outside: a signal handler, another thread, a callback. It serves one run.
#[derive(Clone, Debug, Default)]
pub struct Control {
    drain: Stop,
    abort: Stop,
}

impl Control {
    /// Starts no further game; those that run are finished.
    pub fn drain(&self) {
        self.drain.raise();
    }

    /// Drops the games that run, too.
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
        assert!(error(&on_traps).ends_with("no words for traps"));
        let by_swap = |plan: &mut Plan| {
            process(plan);
            plan.opening = Opening::Swap;
        };
        assert!(error(&by_swap).ends_with("no words for the opening rule swap"));
    }

    #[test]
    fn a_plan_goes_through_json() {
        let mut plan = fixture::plan(2);
        plan.sprt = Some("0,5".parse().unwrap());
        let text = serde_json::to_string(&plan).unwrap();
        assert_eq!(serde_json::from_str::<Plan>(&text).unwrap(), plan);
    }
}
