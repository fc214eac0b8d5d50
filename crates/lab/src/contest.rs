//! The experiment in which everyone plays everyone.

use std::collections::BTreeMap;
use std::time::Duration;

use goren_arena::{
    Anchor, Board, Book, Budget, Builtin, Contestant, Control, Event, GameScore, Journal, Kind, Local, Maker,
    Plan, RunError, RunOptions, RunOutcome, ScheduledGame, System, Tally, run, slots,
};
use goren_classics::{CLASSICS, Settings, classic, description};
use goren_core::{Agent as _, Game, Limits, Point, Position, Random, Rule, Size, Stone, Stop, TimeControl};

use crate::chart::{CrossCell, Figure, cross};
use crate::interval::{Interval, median};
use crate::number::{short, wilson};
use crate::{Finding, Observer, Workload, csv};

/// Games between agents.
#[derive(Clone, Debug)]
pub struct Contest {
    /// The name of the experiment.
    name: &'static str,
    /// The plan.
    pub(crate) plan: Plan,
    /// The games and their results.
    pub(crate) outcome: RunOutcome,
}

/// More than any program needs for a move; the arena refuses a match without any limit.
const TURN_TIMEOUT: Duration = Duration::from_secs(60);

/// The five programs, the second weighting of `masked` and some levels of the engine, on 15×15 under the rule of most
/// documents, from random openings with alternating colours.
pub(crate) fn contest_plan(workload: &Workload) -> Plan {
    let classics = CLASSICS.iter().map(|description| contestant(description.name, &[]));
    let second = contestant("masked", &[("weighting", "program")]);
    let levels = workload.levels.iter().map(|level| contestant("goren", &[("level", &level.to_string())]));
    plan(classics.chain([second]).chain(levels).collect(), Rule::Freestyle, workload)
}

/// The two weightings of `masked`, under its document's rule. There are only two players, so they play twice as many games.
pub(crate) fn weightings_plan(workload: &Workload) -> Plan {
    let both = vec![contestant("masked", &[]), contestant("masked", &[("weighting", "program")])];
    plan(both, Rule::Standard, &Workload { pairs: 2 * workload.pairs, ..workload.clone() })
}

/// Each program on the board of its own document and under its rule, against the four others: the plans of those whose home
/// is not that of the common table. The traps of `trapper` are drawn by the seed. `sequences` searches its five plies for
/// seconds a move, so a quick workload leaves its home out.
pub(crate) fn home_plans(workload: &Workload) -> Vec<(&'static str, Plan)> {
    let mut traps: Vec<Point> = Size::DEFAULT.points().collect();
    let trapper = description("trapper").expect("trapper is one of the five");
    let traps = Random::new(workload.seed).draw(&mut traps, trapper.traps);
    let homes = [
        ("home-sequences", "sequences", Rule::Freestyle, 8, Vec::new()),
        ("home-trapper", "trapper", Rule::Freestyle, 15, traps),
        ("home-masked", "masked", Rule::Standard, 15, Vec::new()),
    ];
    let plan = |(name, host, rule, side, traps): (&'static str, &str, Rule, usize, Vec<Point>)| {
        let guests = CLASSICS.iter().filter(|description| description.name != host);
        let all = [contestant(host, &[])].into_iter();
        let board = Board { rule, size: Size::new(side).expect("8 and 15 are sizes"), traps };
        let all = all.chain(guests.map(|description| contestant(description.name, &[]))).collect();
        (name, Plan { system: System::Gauntlet, ..plan_on(all, board, workload) })
    };
    homes.into_iter().filter(|home| !workload.is_quick || home.1 != "sequences").map(plan).collect()
}

/// Two settings of one program against each other, for claims about strength.
pub(crate) fn duel_plans(workload: &Workload) -> Vec<(&'static str, Plan)> {
    let deep = |kind: &str, depth: u32| Contestant {
        name: format!("{kind}, {depth} plies"),
        budget: Budget { depth: Some(depth), ..Budget::default() },
        ..contestant(kind, &[])
    };
    let duels = [
        ("duel-boundary-2-4", [deep("boundary", 4), deep("boundary", 2)], Rule::Freestyle),
        ("duel-boundary-4-6", [deep("boundary", 4), deep("boundary", 6)], Rule::Freestyle),
        ("duel-automaton", [deep("automaton", 4), deep("automaton", 2)], Rule::Freestyle),
        ("duel-masked-3", [deep("masked", 3), deep("masked", 2)], Rule::Standard),
        (
            "duel-masking",
            [contestant("masked", &[]), contestant("masked", &[("without", "masking")])],
            Rule::Standard,
        ),
    ];
    // Their moves take a millisecond or so, so they can play more games.
    let more = Workload { pairs: 3 * workload.pairs, ..workload.clone() };
    let is_included = |(name, ..): &(&'static str, [Contestant; 2], Rule)| {
        workload.only.is_none_or(|only| {
            name.strip_prefix("duel-")
                .is_some_and(|duel| duel.starts_with(only) || (only, duel) == ("masked", "masking"))
        })
    };
    duels
        .into_iter()
        .filter(is_included)
        .map(|(name, both, rule)| (name, plan(both.into(), rule, &more)))
        .collect()
}

/// The five programs alone.
pub(crate) fn classics_plan(workload: &Workload) -> Plan {
    plan(
        CLASSICS.iter().map(|description| contestant(description.name, &[])).collect(),
        Rule::Freestyle,
        workload,
    )
}

pub(crate) fn contestant(kind: &str, options: &[(&str, &str)]) -> Contestant {
    let options: BTreeMap<String, String> =
        options.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
    let name = match options.values().next() {
        Some(value) if kind == "goren" => format!("goren level {value}"),
        Some(value) if options.contains_key("without") => format!("{kind} without {value}"),
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
    plan_on(contestants, Board { rule, size: Size::DEFAULT, traps: Vec::new() }, workload)
}

fn plan_on(contestants: Vec<Contestant>, board: Board, workload: &Workload) -> Plan {
    Plan {
        pairs: workload.pairs,
        book: Book::random(workload.pairs.clamp(1, 500), workload.seed, &board)
            .expect("the board has room for an opening"),
        board,
        budget: Budget { time: TimeControl::per_move(TURN_TIMEOUT), ..Budget::default() },
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
    mut journal: Option<&mut Journal>,
    threads: usize,
    observer: &mut Observer<'_>,
) -> Result<Contest, RunError> {
    let control = Control::default();
    let slots = slots(threads.max(1), None).map_err(|error| RunError::Game(error.into()))?;
    let options = RunOptions { slots, journal: journal.as_deref_mut(), control: control.clone() };
    let mut outcome = run(plan, &Local::new(maker), options, |event| {
        let (Event::Ready(status) | Event::Finished(_, status)) = event else { return };
        if !observer.proceed(status.played, status.expected, "games") {
            control.drain();
        }
    })?;
    if let Some(journal) = journal {
        outcome.games = outcome.read(plan, journal).collect::<Result<_, _>>()?;
    }
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
    pub(crate) fn interval(&self) -> Interval {
        Interval { value: self.share, low: self.low, high: self.high }
    }

    pub(crate) fn of(tally: Tally) -> Option<Share> {
        let share = tally.score()?;
        let (low, high) = wilson(share, tally.games() as f64);
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

    /// The result of Black against White over all games.
    pub(crate) fn first_player(&self) -> Option<Share> {
        let mut tally = Tally::default();
        for game in &self.outcome.games {
            tally.count(game.score(game.seat(Stone::Black)));
        }
        Share::of(tally)
    }

    /// The number of games that a contestant lost by a fault.
    pub(crate) fn faults(&self, name: &str) -> u64 {
        self.outcome.status.standings.faults().filter(|fault| fault.0 == name).map(|fault| fault.2).sum()
    }

    /// The positions of all games with this many stones, and who won (`None` for a draw).
    fn positions_with(&self, stones: usize) -> Vec<(Position, Option<Stone>)> {
        let position = |entry: &ScheduledGame| {
            let mut game = self.plan.board.game(&entry.stones).ok()?;
            let moves = entry.played.moves.iter();
            for moved in moves.take(stones.checked_sub(entry.stones.len())?) {
                game.step(moved.step).ok()?;
            }
            let is_there = game.position().stones().count() == stones && game.result().is_none();
            let winner = [Stone::Black, Stone::White]
                .into_iter()
                .find(|&stone| entry.score(entry.seat(stone)) == GameScore::Win);
            is_there.then(|| (game.position().clone(), winner))
        };
        self.outcome.games.iter().filter_map(position).collect()
    }

    /// The median number of empty points with a neighbouring stone, by the number of stones.
    pub(crate) fn candidates_by_stones(&self) -> Option<Vec<(usize, f64)>> {
        let count = |position: &Position| {
            let has_neighbour = |&point: &Point| position.stones().any(|stone| stone.0.distance(point) == 1);
            position.empties().filter(has_neighbour).count() as f64
        };
        let row = |stones: usize| {
            let counts: Vec<f64> =
                self.positions_with(stones).iter().map(|(position, _)| count(position)).collect();
            (!counts.is_empty()).then(|| (stones, median(counts)))
        };
        let rows: Vec<(usize, f64)> = [8, 16, 24, 32].into_iter().filter_map(row).collect();
        (rows.len() > 1).then_some(rows)
    }

    /// In how many decided games the side that a program prefers with twelve stones on the board has won, and of how many.
    pub(crate) fn forecast(&self, agent: &str) -> Option<(Interval, usize)> {
        let settings = Settings { depth: Some(2), ..Settings::default() };
        let mut right = 0;
        let mut count = 0;
        for (position, winner) in self.positions_with(12) {
            let mut program = classic(agent, &settings).expect("one of the five is asked for");
            program.instruments_mut().trace_depth = 1;
            let side = position.side();
            program.choose(&Game::from_position(position), &Limits::default(), &Stop::default(), &mut |_| {});
            let value = program.instruments().value().unwrap_or(0);
            if let (Some(winner), true) = (winner, value != 0) {
                count += 1;
                right += usize::from((value > 0) == (winner == side));
            }
        }
        (count > 0).then(|| (Interval::share(right, count), count))
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

#[cfg(test)]
mod tests {
    use super::*;

    fn names(plan: &Plan) -> Vec<&str> {
        plan.contestants.iter().map(|contestant| contestant.name.as_str()).collect()
    }

    #[test]
    fn a_contestant_is_named_by_what_is_special_about_it() {
        let name = |kind, options: &[(&str, &str)]| contestant(kind, options).name;
        assert_eq!(name("masked", &[]), "masked");
        assert_eq!(name("masked", &[("weighting", "program")]), "masked (program)");
        assert_eq!(name("masked", &[("without", "masking")]), "masked without masking");
        assert_eq!(name("goren", &[("level", "4")]), "goren level 4");
    }

    #[test]
    fn everyone_plays_everyone_under_a_name_of_its_own() {
        let plan = contest_plan(&Workload::full());
        let all = names(&plan);
        assert_eq!(
            all,
            [
                "boundary",
                "automaton",
                "sequences",
                "trapper",
                "masked",
                "masked (program)",
                "goren level 2",
                "goren level 4",
                "goren level 6"
            ]
        );
        assert_eq!(names(&classics_plan(&Workload::full())), all[..5]);
    }

    #[test]
    fn a_home_has_its_host_first_its_documents_board_and_the_four_others() {
        let homes = home_plans(&Workload::full());
        assert_eq!(
            homes.iter().map(|home| home.0).collect::<Vec<_>>(),
            ["home-sequences", "home-trapper", "home-masked"]
        );
        for (name, plan) in &homes {
            let host = names(plan)[0];
            assert_eq!(*name, format!("home-{host}"));
            let document = description(host).expect("one of the five");
            assert_eq!((plan.board.rule, plan.board.size), (document.rule, document.size), "{host}");
            assert_eq!(plan.board.traps.len(), document.traps, "{host}");
            assert_eq!((plan.contestants.len(), plan.system), (5, System::Gauntlet), "{host}");
        }
        let quick = home_plans(&Workload::quick());
        assert_eq!(quick.iter().map(|home| home.0).collect::<Vec<_>>(), ["home-trapper", "home-masked"]);
    }

    #[test]
    fn duels_are_those_of_the_program_that_is_measured_and_have_three_times_the_games() {
        let of = |only| {
            let workload = Workload { only, ..Workload::quick() };
            duel_plans(&workload).into_iter().map(|duel| duel.0).collect::<Vec<_>>()
        };
        assert_eq!(of(None).len(), 5);
        assert_eq!(of(Some("boundary")), ["duel-boundary-2-4", "duel-boundary-4-6"]);
        assert_eq!(of(Some("masked")), ["duel-masked-3", "duel-masking"]);
        assert_eq!(of(Some("trapper")), [""; 0]);
        for (name, plan) in duel_plans(&Workload::quick()) {
            assert_eq!((plan.contestants.len(), plan.pairs), (2, 3 * Workload::quick().pairs), "{name}");
            assert_ne!(plan.contestants[0], plan.contestants[1], "{name}");
        }
        let both = weightings_plan(&Workload::quick());
        assert_eq!((both.board.rule, both.pairs), (Rule::Standard, 2 * Workload::quick().pairs));
    }

    #[test]
    fn a_share_counts_a_draw_as_half_a_point_and_needs_a_game() {
        assert_eq!(Share::of(Tally::default()), None);
        let found = Share::of(Tally { wins: 3, draws: 2, losses: 1 }).expect("six games");
        assert!((found.share - 4.0 / 6.0).abs() < 1e-9);
        assert!(0.0 < found.low && found.low < found.share && found.share < found.high && found.high < 1.0);
        assert_eq!(found.interval().value, found.share);
    }
}
