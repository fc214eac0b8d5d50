//! The experiment in which everyone plays everyone.

use std::collections::BTreeMap;
use std::time::Duration;

use goren_arena::{
    Anchor, Board, Book, Budget, Builtin, Contestant, Control, Event, Journal, Kind, Local, Maker, Plan,
    RunError, RunOptions, RunOutcome, Tally, run, slots,
};
use goren_classics::CLASSICS;
use goren_core::{Rule, Size, TimeControl};

use crate::chart::{CrossCell, Figure, cross};
use crate::number::{interval, short};
use crate::{Finding, Observer, Workload, csv};

/// Games between agents.
#[derive(Clone, Debug)]
pub struct Contest {
    /// The name of the experiment.
    name: &'static str,
    /// The plan.
    pub plan: Plan,
    /// The games and their results.
    pub outcome: RunOutcome,
}

/// More than any program needs for a move; the arena refuses a match without any limit.
const TURN: Duration = Duration::from_secs(60);

/// The five programs, the second weighting of `masked` and some levels of the engine, on 15×15 under the rule of most
/// documents, from random openings with alternating colours.
pub fn contest_plan(workload: &Workload) -> Plan {
    let classics = CLASSICS.iter().map(|description| contestant(description.name, &[]));
    let second = contestant("masked", &[("weighting", "program")]);
    let levels = workload.levels.iter().map(|level| contestant("goren", &[("level", &level.to_string())]));
    plan(classics.chain([second]).chain(levels).collect(), Rule::Freestyle, workload)
}

/// The two weightings of `masked`, under its document's rule. There are only two players, so they play twice as many games.
pub fn weightings_plan(workload: &Workload) -> Plan {
    let both = vec![contestant("masked", &[]), contestant("masked", &[("weighting", "program")])];
    plan(both, Rule::Standard, &Workload { pairs: 2 * workload.pairs, ..workload.clone() })
}

/// The five programs alone.
pub(crate) fn classics_plan(workload: &Workload) -> Plan {
    plan(
        CLASSICS.iter().map(|description| contestant(description.name, &[])).collect(),
        Rule::Freestyle,
        workload,
    )
}

fn contestant(kind: &str, options: &[(&str, &str)]) -> Contestant {
    let options: BTreeMap<String, String> =
        options.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
    let name = match options.values().next() {
        Some(value) if kind == "goren" => format!("goren level {value}"),
        Some(value) => format!("{kind} ({value})"),
        None => kind.to_owned(),
    };
    Contestant {
        name,
        kind: Kind::Builtin(Builtin { kind: kind.to_owned(), options }),
        budget: Budget::default(),
    }
}

fn plan(contestants: Vec<Contestant>, rule: Rule, workload: &Workload) -> Plan {
    let board = Board { rule, size: Size::DEFAULT, traps: Vec::new() };
    Plan {
        pairs: workload.pairs,
        book: Book::random(workload.pairs.clamp(1, 500), workload.seed, &board)
            .expect("the board has room for an opening"),
        board,
        budget: Budget { time: TimeControl::per_move(TURN), ..Budget::default() },
        seed: workload.seed,
        ..Plan::new(contestants)
    }
}

/// Plays a plan with agents that `maker` makes, `threads` games at the same time. Games in the journal are not played
/// again; once the flag is raised, running games are finished and no other begins.
pub fn contest(
    name: &'static str,
    plan: &Plan,
    maker: &Maker<'_>,
    journal: Option<&mut Journal>,
    threads: usize,
    observer: &mut Observer<'_>,
) -> Result<Contest, RunError> {
    let control = Control::default();
    let slots = slots(threads.max(1), None).map_err(RunError::Game)?;
    let options = RunOptions { slots, journal, control: control.clone() };
    let outcome = run(plan, &Local::new(maker), options, |event| {
        let (Event::Ready(status) | Event::Finished(_, status)) = event else { return };
        if !observer.proceed(status.played, status.expected, "games") {
            control.drain();
        }
    })?;
    Ok(Contest { name, plan: plan.clone(), outcome })
}

/// The result of one agent against another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Share {
    pub(crate) tally: Tally,
    /// The share of points, and its 95 % confidence interval.
    pub(crate) share: f64,
    pub(crate) low: f64,
    pub(crate) high: f64,
}

impl Share {
    pub(crate) fn of(tally: Tally) -> Option<Share> {
        let share = tally.score()?;
        let (low, high) = interval(share, tally.games() as f64);
        Some(Share { tally, share, low, high })
    }
}

impl Contest {
    pub(crate) fn names(&self) -> Vec<String> {
        self.plan.contestants.iter().map(|contestant| contestant.name.clone()).collect()
    }

    /// The result of one against another, if they have met.
    pub(crate) fn share(&self, one: usize, other: usize) -> Option<Share> {
        Share::of(self.outcome.status.standings.meeting(one, other).results)
    }

    /// The result of one against all.
    pub(crate) fn total(&self, one: usize) -> Option<Share> {
        Share::of(self.outcome.status.standings.rows()[one].total())
    }

    /// Indices into the plan, the best first.
    pub(crate) fn ranking(&self) -> Vec<usize> {
        self.outcome.status.standings.ranking()
    }

    /// The rating of one in Elo points around a mean of 0, if its games determine it.
    pub(crate) fn rating(&self, one: usize) -> Option<goren_arena::Estimate> {
        self.outcome.status.standings.ratings(Anchor::Mean(0.0)).rating(one)
    }
}

impl Finding for Contest {
    fn name(&self) -> &'static str {
        self.name
    }

    fn csv(&self) -> String {
        let mut text = csv::line(&[
            &"agent",
            &"opponent",
            &"games",
            &"wins",
            &"draws",
            &"losses",
            &"share",
            &"low",
            &"high",
        ]);
        let names = self.names();
        for one in 0..names.len() {
            for other in (0..names.len()).filter(|&other| other != one) {
                let Some(Share { tally, share, low, high }) = self.share(one, other) else { continue };
                let [share, low, high] = [share, low, high].map(|value| format!("{value:.4}"));
                text += &csv::line(&[
                    &names[one],
                    &names[other],
                    &tally.games(),
                    &tally.wins,
                    &tally.draws,
                    &tally.losses,
                    &share,
                    &low,
                    &high,
                ]);
            }
        }
        text
    }

    fn figures(&self) -> Vec<(&'static str, Figure)> {
        let order = self.ranking();
        let all = self.names();
        let names: Vec<String> = order.iter().map(|&place| all[place].clone()).collect();
        let cell = |one: usize, other: usize| {
            let Share { tally, share, low, high } = self.share(one, other).filter(|_| one != other)?;
            Some(CrossCell {
                share,
                text: format!("{:.0} %", 100.0 * share),
                note: format!("{:.0}–{:.0} %", 100.0 * low, 100.0 * high),
                title: format!("{} against {}: {tally} of {} games", all[one], all[other], tally.games()),
            })
        };
        let cells: Vec<Vec<Option<CrossCell>>> =
            order.iter().map(|&one| order.iter().map(|&other| cell(one, other)).collect()).collect();
        let sums: Vec<String> = order
            .iter()
            .map(|&one| {
                self.total(one).map_or("–".to_owned(), |total| format!("{} %", short(100.0 * total.share)))
            })
            .collect();
        let label =
            "The share of points of each agent (row) against each other (column), with 95 % intervals";
        vec![("cross", cross(label, &names, &cells, &sums))]
    }
}
