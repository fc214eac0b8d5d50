//! The state of a run as a report.

use goren_core::{Opening, duration_text};

use crate::contestant::Contestant;
use crate::plan::Plan;
use crate::player::Budget;
use crate::rating::Anchor;
use crate::report::{Course, Encounter, MatchReport, Standing};
use crate::runner::{RunOutcome, Status};
use crate::standings::Row;
use crate::statistics::{Estimate, GameScore, Pairs};
use crate::text::count;

/// The maximum number of points of a curve.
const MAX_POINTS: usize = 500;

impl Status {
    /// The tables and the test so far. Two contestants are rated against each other by their pairs; more are rated in one
    /// list with mean zero.
    pub fn report(&self, plan: &Plan) -> MatchReport {
        let standings = &self.standings;
        let ratings = standings.ratings(Anchor::Mean(0.0));
        let is_duel = plan.contestants.len() == 2;
        let players = standings.rows().iter().enumerate().map(|(place, row)| Standing {
            name: row.name.clone(),
            rating: if is_duel {
                Some(standings.meeting(place, 1 - place).pairs.elo())
            } else {
                ratings.rating(place)
            },
            as_black: row.results[0],
            as_white: row.results[1],
            mean_time: row.mean_time(),
            max_memory: row.memory,
            faults: row.faults.clone(),
        });
        let encounters = standings.meetings().iter();
        let encounters =
            encounters.map(|(&[one, other], meeting)| Encounter { one, other, pairs: meeting.pairs });
        let names: Vec<&str> = plan.contestants.iter().map(|contestant| contestant.name.as_str()).collect();
        let mut notes = Vec::new();
        if ratings.groups().len() > 1 {
            notes.push(
                "Not everyone is linked by games: ratings of different groups cannot be compared.".to_owned(),
            );
        }
        if standings.meetings().values().any(|meeting| meeting.pairs.measures_nothing()) {
            notes.push(
                "In some encounters every pair is a win and a loss: the openings decide them.".to_owned(),
            );
        }
        let pairs = standings.meetings().values().map(|meeting| meeting.pairs.total()).max().unwrap_or(0);
        if plan.opening == Opening::Free && pairs > plan.book.len() as u64 {
            notes.push(format!(
                "{} for {}: some were played again.",
                count(plan.book.len(), "opening"),
                count(pairs, "pair")
            ));
        }
        notes.extend(standings.rows().iter().filter_map(Row::broken_claims_text));
        if !self.is_complete {
            notes.push(format!("Not finished: {} of {} games.", self.played, self.expected));
        }
        MatchReport {
            title: if is_duel { names.join(" – ") } else { format!("{} contestants", names.len()) },
            conditions: conditions(plan),
            players: players.collect(),
            encounters: encounters.collect(),
            sprt: self.sequential.as_ref().map(|test| Course {
                sprt: test.sprt(),
                curve: {
                    let is_kept = thinning(test.curve().len());
                    let points = (1..).zip(test.curve().iter().copied()).enumerate();
                    points.filter(|(i, _)| is_kept(*i)).map(|(_, point)| point).collect()
                },
            }),
            notes,
            ..MatchReport::default()
        }
    }
}

impl RunOutcome {
    /// As [`Status::report`], with the curve of a match of two.
    pub fn report(&self, plan: &Plan) -> MatchReport {
        MatchReport { elo_curve: self.elo_curve(plan), ..self.status.report(plan) }
    }

    fn elo_curve(&self, plan: &Plan) -> Vec<(u64, Estimate)> {
        if plan.contestants.len() != 2 {
            return Vec::new();
        }
        // Both games of a pair that counts, from the first contestant's point of view.
        let pair = |number: usize| {
            let place = self.schedule.place(number)?;
            let both = [self.results.of(number)?, self.results.of(number + 1)?];
            let [one, other] = if place.contestants[0] == 0 { both } else { both.map(GameScore::reversed) };
            self.counts(number).then_some((one, other.reversed()))
        };
        let complete = || (0..self.results.end()).step_by(2).filter_map(pair);
        let is_kept = thinning(complete().count());
        let mut pairs = Pairs::default();
        let mut curve = Vec::new();
        for (i, (one, other)) in complete().enumerate() {
            pairs.count(one, other);
            // An estimate takes far longer than a count.
            if is_kept(i) {
                curve.push((pairs.total(), pairs.elo()));
            }
        }
        curve
    }
}

/// Which points of a curve of this length are kept: the others would not be distinguishable. The last one stays.
fn thinning(length: usize) -> impl Fn(usize) -> bool {
    let (step, last) = (length.div_ceil(MAX_POINTS).max(1), length.saturating_sub(1));
    move |i| i.is_multiple_of(step) || i == last
}

/// The conditions of a plan as text.
fn conditions(plan: &Plan) -> Vec<(String, String)> {
    let board = &plan.board;
    let opening = match plan.opening {
        Opening::Free if plan.book.openings() == [Vec::new()] => "the empty board".to_owned(),
        Opening::Free => count(plan.book.len(), "opening"),
        rule => rule.to_string(),
    };
    let mut conditions = vec![
        ("Rule".to_owned(), board.rule.to_string()),
        ("Board".to_owned(), format!("{0}×{0}", board.size)),
        ("Openings".to_owned(), opening),
        ("Seed".to_owned(), plan.seed.to_string()),
    ];
    if !board.traps.is_empty() {
        conditions.insert(2, ("Traps".to_owned(), crate::text::points_text(&board.traps)));
    }
    let has_own = |contestant: &&Contestant| contestant.budget != Budget::default();
    let own = plan.contestants.iter().filter(has_own);
    let mut budgets: Vec<(String, String)> =
        own.map(|own| (format!("Limits of {}", own.name), limits(&own.budget.or(&plan.budget)))).collect();
    // Limits that no contestant has would say something that is not so.
    if budgets.len() < plan.contestants.len() {
        budgets.insert(0, ("Limits".to_owned(), limits(&plan.budget)));
    }
    let seed = conditions.len() - 1;
    conditions.splice(seed..seed, budgets);
    conditions
}

/// Limits as text: `20ms a move, 4000 nodes`.
fn limits(budget: &Budget) -> String {
    let increment = budget.time.increment;
    let parts = [
        budget.time.turn.map(|time| format!("{} a move", duration_text(time))),
        budget.time.game.map(|time| format!("{} a game", duration_text(time))),
        (!increment.is_zero()).then(|| format!("{} more after each move", duration_text(increment))),
        budget.nodes.map(|nodes| format!("{nodes} nodes")),
        budget.depth.map(|depth| format!("depth {depth}")),
        budget.memory.map(|bytes| format!("{} MiB", bytes >> 20)),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    if parts.is_empty() { "none".to_owned() } else { parts.join(", ") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thinned_curve_keeps_its_ends() {
        let kept = |length: usize| (0..length).filter(|&i| thinning(length)(i)).collect::<Vec<_>>();
        let curve = kept(12_345);
        assert!(curve.len() <= MAX_POINTS + 1, "{}", curve.len());
        assert_eq!((curve.first(), curve.last()), (Some(&0), Some(&12_344)));
        assert_eq!(kept(3), [0, 1, 2]);
        assert!(kept(0).is_empty());
    }

    #[test]
    fn limits_are_described_in_text() {
        let budget = Budget { time: "5m+2s/20ms".parse().unwrap(), nodes: Some(4000), ..Budget::default() };
        assert_eq!(limits(&budget), "20ms a move, 5m a game, 2s more after each move, 4000 nodes");
    }
}
