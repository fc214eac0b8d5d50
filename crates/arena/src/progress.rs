//! How far a plan has been played: which game comes next, and which rounds the results lead to.

use std::collections::BTreeMap;

use goren_core::{Point, Seat, Stone};

use crate::job::{FinishedGame, Job};
use crate::plan::Plan;
use crate::schedule::{Round, Settled};
use crate::statistics::GameScore;

/// A finished game with its place in the plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScheduledGame {
    /// The round, from 0.
    pub round: usize,
    /// The contestants who moved first and second, by their indices in the plan.
    pub contestants: [usize; 2],
    /// The stones of the opening.
    pub stones: Vec<Point>,
    /// The game.
    pub played: FinishedGame,
}

impl ScheduledGame {
    /// The pair of games with the same opening that it belongs to, from 0. Its two games have consecutive numbers.
    pub fn pair(&self) -> usize {
        self.played.number / 2
    }

    /// How it ended for a seat.
    pub fn score(&self, seat: Seat) -> GameScore {
        match self.played.winner {
            None => GameScore::Draw,
            Some(winner) if winner == seat => GameScore::Win,
            Some(_) => GameScore::Loss,
        }
    }

    /// The colour that a seat had at the end.
    pub fn colour(&self, seat: Seat) -> Stone {
        if (seat == Seat::First) == self.played.swapped { Stone::White } else { Stone::Black }
    }

    /// The seat that had a colour at the end.
    pub fn seat(&self, stone: Stone) -> Seat {
        if self.colour(Seat::First) == stone { Seat::First } else { Seat::Second }
    }
}

/// Why a game cannot be entered.
pub(crate) fn no_such_game(number: usize) -> String {
    format!("there is no game {number} in this plan")
}

/// The rounds known so far, and the games played of them.
pub(crate) struct Progress<'a> {
    plan: &'a Plan,
    rounds: Vec<Span>,
    entries: BTreeMap<usize, ScheduledGame>,
    /// The first game neither played nor handed out.
    next: usize,
}

/// A round with the numbers of its first game and its first opening.
struct Span {
    round: Round,
    game: usize,
    opening: usize,
}

/// The place of a game in the schedule.
pub(crate) struct Place {
    round: usize,
    /// The contestants, in seat order.
    contestants: [usize; 2],
    opening: usize,
}

impl<'a> Progress<'a> {
    pub(crate) fn new(plan: &'a Plan) -> Progress<'a> {
        let mut progress = Progress { plan, rounds: Vec::new(), entries: BTreeMap::new(), next: 0 };
        progress.extend();
        progress
    }

    pub(crate) fn entries(&self) -> &BTreeMap<usize, ScheduledGame> {
        &self.entries
    }

    pub(crate) fn into_entries(self) -> Vec<ScheduledGame> {
        self.entries.into_values().collect()
    }

    /// The number of games in the rounds known so far.
    pub(crate) fn known(&self) -> usize {
        self.rounds.last().map_or(0, |last| last.game + last.round.games())
    }

    /// Whether every game has been played.
    pub(crate) fn is_complete(&self) -> bool {
        self.entries.len() == self.known()
    }

    /// Whether this game has been played.
    pub(crate) fn is_played(&self, number: usize) -> bool {
        self.entries.contains_key(&number)
    }

    /// Whether there is a game to hand out.
    pub(crate) fn has_next(&mut self) -> bool {
        self.skip_played();
        self.place(self.next).is_some()
    }

    fn skip_played(&mut self) {
        while self.is_played(self.next) {
            self.next += 1;
        }
    }

    /// The next game to play, if one can start before the results of others are known.
    pub(crate) fn hand_out(&mut self) -> Option<Job> {
        self.skip_played();
        let job = self.job(self.next)?;
        self.next += 1;
        Some(job)
    }

    pub(crate) fn job(&self, number: usize) -> Option<Job> {
        let place = self.place(number)?;
        Some(self.plan.job(number, place.contestants, place.opening))
    }

    /// Records a result. An error if there is no such game, or it already has a result.
    pub(crate) fn enter(&mut self, played: FinishedGame) -> Result<&ScheduledGame, String> {
        let number = played.number;
        let job = self.job(number).ok_or_else(|| no_such_game(number))?;
        let place = self.place(number).expect("a job has a place");
        if self.entries.contains_key(&number) {
            return Err(format!("game {number} was played twice"));
        }
        let entry =
            ScheduledGame { round: place.round, contestants: place.contestants, stones: job.stones, played };
        self.entries.insert(number, entry);
        if self.is_complete() {
            self.extend();
        }
        Ok(&self.entries[&number])
    }

    /// Every encounter of a round plays its first pair before any plays its second, so that the table is always fair.
    pub(crate) fn place(&self, number: usize) -> Option<Place> {
        let round = self.rounds.iter().rposition(|span| span.game <= number)?;
        let Span { round: Round { encounters, pairs }, game, opening } = &self.rounds[round];
        let (pair, leg) = ((number - game) / 2, number % 2);
        if pair >= pairs * encounters.len() {
            return None;
        }
        let [first, second] = encounters[pair % encounters.len()];
        Some(Place {
            round,
            contestants: if leg == 0 { [first, second] } else { [second, first] },
            opening: opening + pair / encounters.len(),
        })
    }

    /// Adds the round that the results lead to, if the last is complete and there is one.
    fn extend(&mut self) {
        let past: Vec<Settled> = self.rounds.iter().map(|span| self.settle(span)).collect();
        let field = self.plan.contestants.len();
        if let Some(round) = self.plan.system.next_round(field, self.plan.pairs, &past) {
            let opening = self.rounds.last().map_or(0, |last| last.opening + last.round.pairs);
            self.rounds.push(Span { game: self.known(), opening, round });
        }
    }

    fn settle(&self, span: &Span) -> Settled {
        let mut points = vec![[0, 0]; span.round.encounters.len()];
        for (number, entry) in self.entries.range(span.game..span.game + span.round.games()) {
            let encounter = (number - span.game) / 2 % points.len();
            let side = usize::from(entry.contestants != span.round.encounters[encounter]);
            points[encounter][side] += entry.score(Seat::First) as usize;
            points[encounter][1 - side] += entry.score(Seat::Second) as usize;
        }
        Settled { round: span.round.clone(), points }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;
    use crate::schedule::System;

    #[test]
    fn a_pair_has_one_opening_and_both_colours() {
        let mut plan = fixture::plan(3);
        plan.pairs = 4;
        let mut progress = Progress::new(&plan);
        let jobs: Vec<Job> = std::iter::from_fn(|| progress.hand_out()).collect();
        assert_eq!(jobs.len(), 2 * 4 * 3);
        for pair in jobs.chunks_exact(2) {
            assert_eq!(pair[0].stones, pair[1].stones);
            assert_eq!(pair[0].contestants[0], pair[1].contestants[1]);
            assert_eq!(pair[0].contestants[1], pair[1].contestants[0]);
            assert_ne!(pair[0].seed, pair[1].seed);
        }
        // Everyone gets the same openings.
        assert_eq!(jobs[0].stones, jobs[2].stones);
        assert_ne!(jobs[0].stones, jobs[6].stones);
    }

    #[test]
    fn a_later_round_waits_for_the_results_it_depends_on() {
        let plan = Plan { system: System::KnockOut, ..fixture::plan(4) };
        let mut progress = Progress::new(&plan);
        let first: Vec<Job> = std::iter::from_fn(|| progress.hand_out()).collect();
        assert_eq!(first.len(), 4);
        for job in &first {
            assert!(!progress.is_complete());
            // Contestant 3 beats 0, and 2 beats 1.
            let upset = |name: &str| name == "3" || name == "2";
            let winner = if upset(&job.contestants[0].name) { Seat::First } else { Seat::Second };
            progress.enter(fixture::played(job.number, Some(winner))).unwrap();
        }
        let last: Vec<Job> = std::iter::from_fn(|| progress.hand_out()).collect();
        assert_eq!(last.len(), 2);
        let names: Vec<&str> =
            last[0].contestants.iter().map(|contestant| contestant.name.as_str()).collect();
        assert_eq!(names, ["3", "2"]);
    }

    #[test]
    fn results_without_a_game_are_refused() {
        let plan = fixture::plan(2);
        let mut progress = Progress::new(&plan);
        assert!(progress.enter(fixture::played(2, None)).unwrap_err().contains("no game 2"));
        progress.enter(fixture::played(1, None)).unwrap();
        assert!(progress.enter(fixture::played(1, None)).unwrap_err().contains("game 1 was played twice"));
    }
}
