//! How far a plan has been played: which game comes next, and which rounds the results lead to.

use std::time::Duration;

use goren_core::{FaultKind, Opening, Point, Seat, Stone};

use crate::job::{FinishedGame, GameError, Job};
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

/// What the statistics need of a game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Brief {
    pub(crate) number: usize,
    pub(crate) contestants: [usize; 2],
    /// How it ended for the first seat.
    pub(crate) score: GameScore,
    /// The seat that had Black at the end.
    pub(crate) black: Seat,
    /// The loser's fault.
    pub(crate) fault: Option<FaultKind>,
    /// By seat.
    pub(crate) sides: [Side; 2],
}

/// What the statistics need of one player of a game.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Side {
    pub(crate) moves: u64,
    pub(crate) time: Duration,
    pub(crate) slowest: Duration,
    pub(crate) memory: Option<u64>,
    /// Whether a score of its claimed a forced win.
    pub(crate) has_claimed: bool,
}

impl Brief {
    pub(crate) fn of(entry: &ScheduledGame) -> Brief {
        let played = &entry.played;
        let mut sides = played.memory.map(|memory| Side { memory, ..Side::default() });
        for moved in &played.moves {
            let side = &mut sides[moved.seat as usize];
            side.moves += 1;
            side.time = side.time.saturating_add(moved.time());
            side.slowest = side.slowest.max(moved.time());
            side.has_claimed |= moved.score().is_some_and(|score| score.plies_to_win().is_some());
        }
        Brief {
            number: played.number,
            contestants: entry.contestants,
            score: entry.score(Seat::First),
            black: entry.seat(Stone::Black),
            fault: played.fault.as_ref().map(|fault| fault.kind),
            sides,
        }
    }

    /// How it ended for a seat.
    pub(crate) fn score(&self, seat: Seat) -> GameScore {
        if seat == Seat::First { self.score } else { self.score.reversed() }
    }
}

/// How games ended for the first seat, by their numbers: a byte each.
#[derive(Clone, Debug, Default)]
pub(crate) struct Results(Vec<Option<GameScore>>);

impl Results {
    pub(crate) fn of(&self, number: usize) -> Option<GameScore> {
        self.0.get(number).copied().flatten()
    }

    /// The highest number that may have a result, plus one.
    pub(crate) fn end(&self) -> usize {
        self.0.len()
    }

    fn enter(&mut self, number: usize, score: GameScore) {
        if number >= self.0.len() {
            self.0.resize(number + 1, None);
        }
        self.0[number] = Some(score);
    }
}

/// The rounds known so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Schedule(Vec<Span>);

/// A round with the numbers of its first game and its first opening.
#[derive(Clone, Debug)]
struct Span {
    round: Round,
    game: usize,
    opening: usize,
}

/// The place of a game in the schedule.
pub(crate) struct Place {
    pub(crate) round: usize,
    /// The contestants, in seat order.
    pub(crate) contestants: [usize; 2],
    opening: usize,
}

impl Schedule {
    /// Every encounter of a round plays its first pair before any plays its second, so that the table is always fair.
    pub(crate) fn place(&self, number: usize) -> Option<Place> {
        let round = self.0.iter().rposition(|span| span.game <= number)?;
        let Span { round: Round { encounters, pairs }, game, opening } = &self.0[round];
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

    /// The number of games.
    fn games(&self) -> usize {
        self.0.last().map_or(0, |last| last.game + last.round.games())
    }
}

/// The openings of a plan in the order in which they are played. The orders of the last few cycles are kept.
#[derive(Clone, Debug, Default)]
pub(crate) struct Openings(Vec<(usize, Vec<usize>)>);

/// The number of orders kept: concurrent games are of the same cycle or of neighbouring ones.
const MAX_ORDERS: usize = 4;

impl Openings {
    fn stones(&mut self, plan: &Plan, opening: usize) -> Vec<Point> {
        if plan.opening != Opening::Free {
            return Vec::new();
        }
        let cycle = plan.book.cycle(opening);
        let place = self.0.iter().position(|order| order.0 == cycle).unwrap_or_else(|| {
            if self.0.len() == MAX_ORDERS {
                self.0.remove(0);
            }
            self.0.push((cycle, plan.book.order(cycle, plan.seed)));
            self.0.len() - 1
        });
        plan.book.opening_by(&self.0[place].1, opening, plan.seed, &plan.board)
    }

    /// A finished game with its place in the plan; an error if there is none.
    pub(crate) fn entry(
        &mut self,
        plan: &Plan,
        schedule: &Schedule,
        played: FinishedGame,
    ) -> Result<ScheduledGame, GameError> {
        let place = schedule.place(played.number).ok_or(GameError::NoSuchGame(played.number))?;
        let stones = self.stones(plan, place.opening);
        Ok(ScheduledGame { round: place.round, contestants: place.contestants, stones, played })
    }
}

/// The rounds known so far, and how the games played of them ended.
pub(crate) struct Progress<'a> {
    plan: &'a Plan,
    schedule: Schedule,
    openings: Openings,
    results: Results,
    played: usize,
    /// The first game neither played nor handed out.
    next: usize,
}

impl<'a> Progress<'a> {
    pub(crate) fn new(plan: &'a Plan) -> Progress<'a> {
        let mut progress = Progress {
            plan,
            schedule: Schedule::default(),
            openings: Openings::default(),
            results: Results::default(),
            played: 0,
            next: 0,
        };
        progress.extend();
        progress
    }

    pub(crate) fn into_parts(self) -> (Schedule, Results) {
        (self.schedule, self.results)
    }

    /// The number of games in the rounds known so far.
    pub(crate) fn known(&self) -> usize {
        self.schedule.games()
    }

    /// Whether every game has been played.
    pub(crate) fn is_complete(&self) -> bool {
        self.played == self.known()
    }

    /// Whether there is a game of this number, as far as is known.
    pub(crate) fn has(&self, number: usize) -> bool {
        number < self.known()
    }

    /// Whether this game has been played.
    pub(crate) fn is_played(&self, number: usize) -> bool {
        self.results.of(number).is_some()
    }

    /// Whether there is a game to hand out.
    pub(crate) fn has_next(&mut self) -> bool {
        self.skip_played();
        self.has(self.next)
    }

    fn skip_played(&mut self) {
        while self.is_played(self.next) {
            self.next += 1;
        }
    }

    /// The next game to play, if one can start before the results of others are known.
    pub(crate) fn hand_out(&mut self) -> Option<Job> {
        self.skip_played();
        let Place { contestants, opening, .. } = self.schedule.place(self.next)?;
        let stones = self.openings.stones(self.plan, opening);
        let job = self.plan.job_from(self.next, contestants, stones);
        self.next += 1;
        Some(job)
    }

    /// Records a result. An error if there is no such game, or it already has a result.
    pub(crate) fn enter(&mut self, played: FinishedGame) -> Result<ScheduledGame, GameError> {
        let number = played.number;
        let entry = self.openings.entry(self.plan, &self.schedule, played)?;
        if self.is_played(number) {
            return Err(GameError::Twice(number));
        }
        self.results.enter(number, entry.score(Seat::First));
        self.played += 1;
        if self.is_complete() {
            self.extend();
        }
        Ok(entry)
    }

    /// Adds the round that the results lead to, if the last is complete and there is one.
    fn extend(&mut self) {
        let rounds = &mut self.schedule.0;
        let past: Vec<Settled> = rounds.iter().map(|span| settle(span, &self.results)).collect();
        let field = self.plan.contestants.len();
        if let Some(round) = self.plan.system.next_round(field, self.plan.pairs, &past) {
            let opening = rounds.last().map_or(0, |last| last.opening + last.round.pairs);
            let game = self.schedule.games();
            self.schedule.0.push(Span { game, opening, round });
        }
    }
}

fn settle(span: &Span, results: &Results) -> Settled {
    let mut points = vec![[0, 0]; span.round.encounters.len()];
    for number in span.game..span.game + span.round.games() {
        let Some(score) = results.of(number) else { continue };
        let encounter = (number - span.game) / 2 % points.len();
        // The second game of a pair is the other one's to begin.
        let side = number % 2;
        points[encounter][side] += score as usize;
        points[encounter][1 - side] += score.reversed() as usize;
    }
    Settled { round: span.round.clone(), points }
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
        let error = progress.enter(fixture::played(2, None)).unwrap_err();
        assert!(error.to_string().contains("no game 2"));
        progress.enter(fixture::played(1, None)).unwrap();
        let error = progress.enter(fixture::played(1, None)).unwrap_err();
        assert!(error.to_string().contains("game 1 was played twice"));
    }
}
