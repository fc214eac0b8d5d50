//! Runs a plan: several games concurrently, each written to disk before it counts.

use std::collections::{BTreeMap, HashSet};
use std::fmt;

use crate::job::{FinishedGame, GameError, Job, Slot, Worker};
use crate::journal::{Journal, JournalError};
use crate::plan::{Control, Plan};
use crate::pool::{Pool, Threads};
use crate::progress::{Brief, Openings, Progress, Results, Schedule, ScheduledGame};
use crate::sequential::Sequential;
use crate::standings::Standings;

/// How a plan is run; nothing here affects the games.
#[derive(Debug)]
pub struct RunOptions<'a> {
    /// The slots, each of which plays one game at a time.
    pub slots: Vec<Slot>,
    /// The journal of finished games. Those already in it are not played again.
    pub journal: Option<&'a mut Journal>,
    /// Ends the run early.
    pub control: Control,
}

/// One game at a time, without a journal.
impl Default for RunOptions<'_> {
    fn default() -> Self {
        RunOptions { slots: vec![Slot::default()], journal: None, control: Control::default() }
    }
}

/// An event of a run.
#[derive(Debug)]
pub enum Event<'a> {
    /// The run begins, or continues after the games of a journal.
    Ready(&'a Status),
    /// A game begins.
    Started(&'a Job),
    /// A game is over, written to disk and counted.
    Finished(&'a ScheduledGame, &'a Status),
}

/// The state of a run.
#[derive(Clone, Debug)]
pub struct Status {
    /// The number of games played.
    pub played: usize,
    /// The number of games expected, as far as known.
    pub expected: usize,
    /// The table.
    pub standings: Standings,
    /// The sequential test, if there is one.
    pub sequential: Option<Sequential>,
    /// Whether the plan is complete.
    pub is_complete: bool,
}

/// The result of a run.
#[derive(Clone, Debug)]
pub struct RunOutcome {
    /// The final state.
    pub status: Status,
    /// The games, in the order of the schedule, if the run had no journal. A journal may have more games than fit in
    /// memory: [`RunOutcome::read`] reads them one after another.
    pub games: Vec<ScheduledGame>,
    pub(crate) schedule: Schedule,
    pub(crate) results: Results,
}

impl RunOutcome {
    /// Whether a game counts: all do, or those up to the verdict of a sequential test.
    pub fn counts(&self, number: usize) -> bool {
        self.status.sequential.as_ref().is_none_or(|test| test.counts_game(number))
    }

    /// The games of the run's journal, in the order of the schedule.
    pub fn read(
        &self,
        plan: &Plan,
        journal: &mut Journal,
    ) -> impl Iterator<Item = Result<ScheduledGame, RunError>> {
        let mut openings = Openings::default();
        journal.games().map(move |played| {
            let played = played.map_err(RunError::Journal)?;
            openings.entry(plan, &self.schedule, played).map_err(RunError::Game)
        })
    }
}

/// Plays the remaining games of a plan in slots of this process.
///
/// `on` is called in order, on the calling thread. An unfinished game leaves no trace.
pub fn run(
    plan: &Plan,
    worker: &dyn Worker,
    options: RunOptions<'_>,
    on: impl FnMut(Event<'_>),
) -> Result<RunOutcome, RunError> {
    let RunOptions { slots, journal, control } = options;
    std::thread::scope(|scope| {
        let mut pool = Threads::new(scope, worker, &slots, control.stop());
        run_on(plan, &mut pool, journal, &control, on)
    })
}

/// As [`run`], with the games played in a pool: here or elsewhere.
pub fn run_on(
    plan: &Plan,
    pool: &mut dyn Pool,
    mut journal: Option<&mut Journal>,
    control: &Control,
    mut on: impl FnMut(Event<'_>),
) -> Result<RunOutcome, RunError> {
    let mut state = State::new(plan);
    if let Some(journal) = &mut journal {
        journal.expect(plan).map_err(RunError::Journal)?;
        // They come by number: a round is known only when all games before it are.
        for played in journal.games() {
            state.enter(played.map_err(RunError::Journal)?).map_err(RunError::Game)?;
        }
    }
    on(Event::Ready(&state.status));
    pool.standing(&state.status);
    let (mut failure, mut is_drained, mut is_aborted) = (None, false, false);
    loop {
        let is_ending = |failure: &Option<RunError>, state: &State<'_>| {
            failure.is_some() || control.is_draining() || state.has_verdict()
        };
        for _ in 0..pool.room() {
            if is_ending(&failure, &state) {
                break;
            }
            let Some(job) = state.progress.hand_out() else { break };
            on(Event::Started(&job));
            if let Err(error) = pool.start(job) {
                failure = Some(RunError::Game(error));
            }
        }
        let is_ending = is_ending(&failure, &state);
        if is_ending && !std::mem::replace(&mut is_drained, true) {
            pool.drain();
        }
        let is_unwanted = failure.is_some() || state.has_verdict() || control.stop().is_raised();
        if is_unwanted && !std::mem::replace(&mut is_aborted, true) {
            pool.abort();
        }
        let is_idle = pool.out() == 0 && (is_ending || !state.progress.has_next());
        if is_idle || state.progress.is_complete() {
            break;
        }
        // All games that have finished meanwhile are written together.
        let mut finished = Vec::new();
        for result in pool.collect() {
            match result {
                Ok(played) => finished.push(played),
                Err(error) => failure = failure.or(Some(RunError::Game(error))),
            }
        }
        if matches!(failure, Some(RunError::Journal(_))) || finished.is_empty() {
            // A game that cannot be written does not count.
            continue;
        }
        if let Err(error) = state.take(finished, &mut journal, pool, &mut on) {
            failure = failure.or(Some(error));
        }
        pool.standing(&state.status);
    }
    failure.map_or(Ok(()), Err)?;
    Ok(state.finish())
}

struct State<'a> {
    progress: Progress<'a>,
    status: Status,
    /// The table of the games that count in a sequential test.
    counted: Option<Counted>,
    /// The games, if there is no journal.
    games: Vec<ScheduledGame>,
}

/// The table of the games that count for certain: those of the complete pairs that a sequential test has seen.
struct Counted {
    standings: Standings,
    /// Games that may yet count or not, by number.
    waiting: BTreeMap<usize, Brief>,
}

impl Counted {
    fn enter(&mut self, game: Brief, test: &Sequential) {
        self.waiting.insert(game.number, game);
        while let Some(first) = self.waiting.first_entry().filter(|first| *first.key() < test.counted()) {
            self.standings.enter(&first.remove());
        }
    }
}

impl<'a> State<'a> {
    fn new(plan: &'a Plan) -> State<'a> {
        let status = Status {
            played: 0,
            expected: plan.system.games(plan.contestants.len(), plan.pairs),
            standings: Standings::new(plan),
            sequential: plan.sprt.map(Sequential::new),
            is_complete: false,
        };
        let counted =
            plan.sprt.map(|_| Counted { standings: Standings::new(plan), waiting: BTreeMap::new() });
        State { progress: Progress::new(plan), status, counted, games: Vec::new() }
    }

    /// Counts a game. It takes constant time, but for finding the next round.
    fn enter(&mut self, played: FinishedGame) -> Result<ScheduledGame, GameError> {
        let entry = self.progress.enter(played)?;
        let game = Brief::of(&entry);
        self.status.standings.enter(&game);
        if let Some((test, counted)) = self.status.sequential.as_mut().zip(self.counted.as_mut()) {
            test.enter(&game);
            counted.enter(game, test);
        }
        self.status.played += 1;
        self.status.expected = self.status.expected.max(self.progress.known());
        self.status.is_complete = self.progress.is_complete() || self.has_verdict();
        Ok(entry)
    }

    /// Writes a batch of games and counts them, but for those that have been counted before.
    fn take(
        &mut self,
        mut games: Vec<FinishedGame>,
        journal: &mut Option<&mut Journal>,
        pool: &mut dyn Pool,
        on: &mut impl FnMut(Event<'_>),
    ) -> Result<(), RunError> {
        let mut numbers: Vec<usize> = games.iter().map(|played| played.number).collect();
        let unknown = numbers.iter().copied().find(|&number| !self.progress.has(number));
        let mut fresh = HashSet::new();
        games.retain(|played| {
            let number = played.number;
            self.progress.has(number) && !self.progress.is_played(number) && fresh.insert(number)
        });
        if !games.is_empty()
            && let Some(journal) = journal
        {
            journal.append(&games).map_err(RunError::Journal)?;
        }
        for played in games {
            let entry = self.enter(played).map_err(RunError::Game)?;
            on(Event::Finished(&entry, &self.status));
            if journal.is_none() {
                self.games.push(entry);
            }
        }
        numbers.retain(|&number| self.progress.is_played(number));
        pool.settled(&numbers);
        unknown.map_or(Ok(()), |number| Err(RunError::Game(GameError::NoSuchGame(number))))
    }

    fn has_verdict(&self) -> bool {
        self.status.sequential.as_ref().is_some_and(|test| test.verdict().is_some())
    }

    /// Games played after a verdict are kept but do not count.
    fn finish(mut self) -> RunOutcome {
        if self.has_verdict()
            && let Some(counted) = self.counted
        {
            self.status.standings = counted.standings;
        }
        self.games.sort_unstable_by_key(|entry| entry.played.number);
        let (schedule, results) = self.progress.into_parts();
        RunOutcome { status: self.status, games: self.games, schedule, results }
    }
}

/// Why a run failed. The games in the journal are safe.
#[derive(Debug)]
pub enum RunError {
    /// The journal cannot be read or written.
    Journal(JournalError),
    /// A game cannot be played at all.
    Game(GameError),
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RunError::Journal(error) => error.fmt(f),
            RunError::Game(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for RunError {}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use goren_core::{Seat, Stop};

    use super::*;
    use crate::fixture;
    use crate::pin::slots;
    use crate::play::Local;
    use crate::schedule::System;
    use crate::statistics::TestVerdict;

    /// The contestant with the lower index wins every game except each seventh.
    struct Oracle;

    impl Worker for Oracle {
        fn play(&self, job: &Job, _: &Slot, _: &Stop) -> Result<Option<FinishedGame>, GameError> {
            let lower =
                if job.contestants[0].name < job.contestants[1].name { Seat::First } else { Seat::Second };
            let winner = if job.number.is_multiple_of(7) { !lower } else { lower };
            Ok(Some(fixture::played(job.number, Some(winner))))
        }
    }

    fn plan(system: System, pairs: usize, field: usize) -> Plan {
        Plan { system, pairs, ..fixture::plan(field) }
    }

    fn with_slots<'a>(concurrency: usize) -> RunOptions<'a> {
        RunOptions { slots: slots(concurrency, None).unwrap(), ..RunOptions::default() }
    }

    fn journal(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("goren-run-{name}-{}.jsonl", std::process::id()));
        let _ = std::fs::remove_file(&path);
        path
    }

    /// Without the times, which differ from run to run.
    fn timeless(games: &[ScheduledGame]) -> Vec<ScheduledGame> {
        let mut games = games.to_vec();
        games.iter_mut().flat_map(|entry| &mut entry.played.moves).for_each(|moved| moved.us = 0);
        games
    }

    #[test]
    fn the_same_plan_gives_the_same_games_at_any_concurrency() {
        for system in [System::RoundRobin, System::Swiss { rounds: 3 }, System::KnockOut] {
            let plan = plan(system, 2, 5);
            let worker = Local::new(&fixture::make);
            let one = run(&plan, &worker, with_slots(1), |_| ()).unwrap();
            let many = run(&plan, &worker, with_slots(7), |_| ()).unwrap();
            assert!(one.status.is_complete && one.games.len() >= system.games(5, 2));
            assert_eq!(timeless(&one.games), timeless(&many.games), "{system:?}");
        }
    }

    /// Serialises everything, as a worker on another machine would.
    struct Remote<'a>(Local<'a>);

    impl Worker for Remote<'_> {
        fn play(&self, job: &Job, slot: &Slot, stop: &Stop) -> Result<Option<FinishedGame>, GameError> {
            let job = serde_json::to_string(job).unwrap();
            let played = self.0.play(&serde_json::from_str(&job).unwrap(), slot, stop)?;
            Ok(played.map(|played| serde_json::from_str(&serde_json::to_string(&played).unwrap()).unwrap()))
        }
    }

    #[test]
    fn a_worker_elsewhere_plays_the_same_games() {
        let plan = plan(System::RoundRobin, 2, 3);
        let here = run(&plan, &Local::new(&fixture::make), with_slots(1), |_| ()).unwrap();
        let there = run(&plan, &Remote(Local::new(&fixture::make)), with_slots(2), |_| ()).unwrap();
        assert_eq!(timeless(&here.games), timeless(&there.games));
    }

    /// A pool elsewhere: it has room now and then, answers late, in any order and often twice, and remembers from before.
    struct Careless {
        random: goren_core::Random,
        out: Vec<Job>,
        mail: Vec<FinishedGame>,
        settled: Vec<usize>,
        calls: Vec<&'static str>,
        standing: Option<usize>,
    }

    impl Careless {
        fn new(seed: u64) -> Careless {
            Careless {
                random: crate::random::stream(seed, 0),
                out: Vec::new(),
                mail: Vec::new(),
                settled: Vec::new(),
                calls: Vec::new(),
                standing: None,
            }
        }
    }

    impl Pool for Careless {
        fn room(&mut self) -> usize {
            self.random.below(4)
        }

        fn start(&mut self, job: Job) -> Result<(), GameError> {
            self.out.push(job);
            Ok(())
        }

        fn collect(&mut self) -> Vec<Result<FinishedGame, GameError>> {
            for _ in 0..self.random.below(3).min(self.out.len()) {
                let job = self.out.swap_remove(self.random.below(self.out.len()));
                let played = Oracle.play(&job, &Slot::default(), &Stop::default()).unwrap().unwrap();
                self.mail.extend(vec![played; 1 + self.random.below(3)]);
            }
            self.random.shuffle(&mut self.mail);
            let stays = self.random.below(3).min(self.mail.len());
            // Some come twice even though they have been settled.
            let mut over = self.mail.split_off(stays);
            over.extend(over.first().cloned());
            over.into_iter().map(Ok).collect()
        }

        fn settled(&mut self, numbers: &[usize]) {
            self.settled.extend(numbers);
        }

        fn out(&self) -> usize {
            self.out.len() + self.mail.len()
        }

        fn drain(&mut self) {
            self.calls.push("drain");
        }

        fn abort(&mut self) {
            self.calls.push("abort");
            self.out.clear();
            self.mail.clear();
        }

        fn standing(&mut self, status: &Status) {
            assert!(self.standing.is_none_or(|before| before <= status.played));
            self.standing = Some(status.played);
        }
    }

    #[test]
    fn a_pool_that_returns_games_twice_and_in_any_order_gives_the_same_run() {
        let plan = plan(System::Swiss { rounds: 3 }, 2, 5);
        let here = run(&plan, &Oracle, with_slots(1), |_| ()).unwrap();
        for seed in 0..50 {
            let path = journal("careless");
            let mut journal = Journal::create(&path, &plan, "test").unwrap();
            let control = Control::default();
            let mut pool = Careless::new(seed);
            let mut events = 0;
            let first = run_on(&plan, &mut pool, Some(&mut journal), &control, |event| {
                if let Event::Finished(..) = event {
                    events += 1;
                    if events == 2 {
                        control.drain();
                    }
                }
            });
            assert!(!first.unwrap().status.is_complete);
            assert_eq!(pool.calls, ["drain"]);
            drop(journal);
            let mut journal = Journal::open(&path).unwrap();
            // The next run gets an old game, of which it knows by the journal, and one that it has not started.
            let mut pool = Careless::new(seed + 50);
            let known: Vec<usize> = journal.games().map(|played| played.unwrap().number).collect();
            let mut strange = Progress::new(&plan);
            let strange = std::iter::from_fn(|| strange.hand_out()).find(|job| !known.contains(&job.number));
            let play = |job: Job| Oracle.play(&job, &Slot::default(), &Stop::default()).unwrap().unwrap();
            pool.mail = vec![journal.games().next().unwrap().unwrap()];
            pool.mail.extend(strange.map(play));
            let there = run_on(&plan, &mut pool, Some(&mut journal), &Control::default(), |event| {
                events += usize::from(matches!(event, Event::Finished(..)));
            });
            let there = there.unwrap();
            assert!(there.status.is_complete, "seed {seed}");
            let games: Vec<ScheduledGame> = there.read(&plan, &mut journal).map(Result::unwrap).collect();
            assert_eq!(games, here.games, "seed {seed}");
            assert_eq!((events, pool.standing), (here.games.len(), Some(here.games.len())));
            assert!(pool.settled.contains(&known[0]), "what was known is settled too");
            assert!(
                (0..here.games.len()).all(|number| known.contains(&number) || pool.settled.contains(&number))
            );
            drop(journal);
            let lines = std::fs::read_to_string(&path).unwrap().lines().count();
            assert_eq!(lines, 1 + here.games.len(), "nothing is written twice");
            std::fs::remove_file(&path).unwrap();
        }
    }

    #[test]
    fn a_verdict_aborts_the_games_of_a_pool() {
        let mut plan = plan(System::RoundRobin, 1000, 2);
        plan.sprt = Some("0,100".parse().unwrap());
        let mut pool = Careless::new(1);
        let outcome = run_on(&plan, &mut pool, None, &Control::default(), |_| ()).unwrap();
        assert!(outcome.status.is_complete);
        assert_eq!(pool.calls, ["drain", "abort"]);
    }

    #[test]
    fn a_game_that_is_not_in_the_plan_ends_the_run_and_is_not_written() {
        let plan = plan(System::RoundRobin, 5, 2);
        let path = journal("foreign");
        let mut journal = Journal::create(&path, &plan, "test").unwrap();
        let mut pool = Careless::new(1);
        pool.mail = vec![fixture::played(10, None)];
        let error = run_on(&plan, &mut pool, Some(&mut journal), &Control::default(), |_| ()).unwrap_err();
        assert_eq!(error.to_string(), "there is no game 10 in this plan");
        assert_eq!(pool.calls, ["drain", "abort"]);
        drop(journal);
        assert!(Journal::open(&path).unwrap().games().all(|played| played.unwrap().number != 10));
        std::fs::remove_file(&path).unwrap();
    }

    #[test]
    fn interrupted_anywhere_and_resumed_nothing_is_lost_or_doubled() {
        let plan = plan(System::Swiss { rounds: 3 }, 1, 5);
        let worker = Local::new(&fixture::make);
        let whole = run(&plan, &worker, with_slots(1), |_| ()).unwrap();
        let path = journal("resume");
        for after in 1..whole.games.len() {
            let _ = std::fs::remove_file(&path);
            drop(Journal::create(&path, &plan, "test").unwrap());
            let mut events = 0;
            // Each run is stopped after this many games, until the plan is complete.
            let resumed = loop {
                let mut journal = Journal::open(&path).unwrap();
                let control = Control::default();
                let options =
                    RunOptions { journal: Some(&mut journal), control: control.clone(), ..with_slots(3) };
                let mut left = after;
                let outcome = run(&plan, &worker, options, |event| {
                    if let Event::Finished(..) = event {
                        events += 1;
                        left = left.saturating_sub(1);
                        match left {
                            0 if after % 2 == 0 => control.abort(),
                            0 => control.drain(),
                            _ => {}
                        }
                    }
                });
                let outcome = outcome.unwrap();
                assert!(outcome.games.is_empty(), "they are in the journal");
                if outcome.status.is_complete {
                    break outcome.read(&plan, &mut journal).map(Result::unwrap).collect::<Vec<_>>();
                }
            };
            assert_eq!(events, whole.games.len(), "every game was played once");
            assert_eq!(timeless(&resumed), timeless(&whole.games), "interrupted after {after} games");
        }
        std::fs::remove_file(&path).unwrap();
    }

    #[test]
    fn a_sequential_test_ends_itself_with_the_same_verdict_at_any_concurrency() {
        let mut plan = plan(System::RoundRobin, 1000, 2);
        plan.sprt = Some("0,100".parse().unwrap());
        let one = run(&plan, &Oracle, with_slots(1), |_| ()).unwrap();
        let many = run(&plan, &Oracle, with_slots(8), |_| ()).unwrap();
        let test = one.status.sequential.as_ref().unwrap();
        assert_eq!(test.verdict(), Some(TestVerdict::AcceptH1));
        assert!(one.status.is_complete && one.games.len() < 400, "{}", one.games.len());
        let numbers = |outcome: &RunOutcome| -> Vec<usize> {
            let numbers = outcome.games.iter().map(|entry| entry.played.number);
            numbers.filter(|&number| outcome.counts(number)).collect()
        };
        assert_eq!(numbers(&one), (0..2 * test.curve().len()).collect::<Vec<_>>());
        assert_eq!(numbers(&one), numbers(&many));
        assert_eq!(test.curve(), many.status.sequential.as_ref().unwrap().curve());
        // The table is of the games that count.
        for outcome in [&one, &many] {
            let mut standings = Standings::new(&plan);
            let counted = outcome.games.iter().filter(|entry| outcome.counts(entry.played.number));
            counted.for_each(|entry| standings.enter(&Brief::of(entry)));
            assert_eq!(outcome.status.standings.rows(), standings.rows());
            assert_eq!(outcome.status.standings.meetings(), standings.meetings());
        }
    }

    #[test]
    fn a_drained_run_finishes_what_runs_and_starts_nothing() {
        let plan = plan(System::RoundRobin, 50, 2);
        let control = Control::default();
        let options = RunOptions { control: control.clone(), ..with_slots(4) };
        let started = AtomicUsize::new(0);
        let outcome = run(&plan, &Oracle, options, |event| match event {
            Event::Started(_) => drop(started.fetch_add(1, Ordering::Relaxed)),
            Event::Finished(..) => control.drain(),
            Event::Ready(_) => {}
        });
        let outcome = outcome.unwrap();
        assert!(!outcome.status.is_complete);
        assert_eq!(outcome.games.len(), started.into_inner());
    }

    #[test]
    fn an_impossible_game_ends_the_run_and_keeps_the_others() {
        struct Refusing;
        impl Worker for Refusing {
            fn play(&self, job: &Job, slot: &Slot, stop: &Stop) -> Result<Option<FinishedGame>, GameError> {
                match job.number {
                    5 => Err(GameError::Elsewhere("no such board".into())),
                    _ => Oracle.play(job, slot, stop),
                }
            }
        }
        let plan = plan(System::RoundRobin, 50, 2);
        let path = journal("refused");
        let mut journal = Journal::create(&path, &plan, "test").unwrap();
        let options = RunOptions { journal: Some(&mut journal), ..with_slots(1) };
        let error = run(&plan, &Refusing, options, |_| ()).unwrap_err();
        assert_eq!(error.to_string(), "no such board");
        drop(journal);
        assert_eq!(Journal::open(&path).unwrap().len(), 5);
        std::fs::remove_file(&path).unwrap();
    }

    #[test]
    fn a_worker_that_panics_is_an_error_and_not_a_hang() {
        struct Broken;
        impl Worker for Broken {
            fn play(&self, _: &Job, _: &Slot, _: &Stop) -> Result<Option<FinishedGame>, GameError> {
                panic!("out of order");
            }
        }
        let error = run(&plan(System::RoundRobin, 5, 2), &Broken, with_slots(3), |_| ()).unwrap_err();
        assert!(error.to_string().ends_with("the worker panicked"), "{error}");
    }

    #[test]
    fn a_game_is_in_the_journal_before_it_counts() {
        let plan = plan(System::RoundRobin, 5, 2);
        let path = journal("order");
        let mut journal = Journal::create(&path, &plan, "test").unwrap();
        let options = RunOptions { journal: Some(&mut journal), ..with_slots(2) };
        run(&plan, &Oracle, options, |event| {
            if let Event::Finished(entry, status) = event {
                let lines = std::fs::read_to_string(&path).unwrap();
                let number = format!("\"number\":{},", entry.played.number);
                assert!(lines.contains(&number), "{number}");
                assert!(lines.lines().count() > status.played);
            }
        })
        .unwrap();
        std::fs::remove_file(&path).unwrap();
    }

    #[test]
    fn a_journal_of_another_plan_is_refused() {
        let path = journal("other");
        let mut journal = Journal::create(&path, &plan(System::RoundRobin, 5, 2), "test").unwrap();
        let options = RunOptions { journal: Some(&mut journal), ..with_slots(2) };
        let error = run(&plan(System::RoundRobin, 6, 2), &Oracle, options, |_| ()).unwrap_err();
        assert!(error.to_string().ends_with("different pairs"), "{error}");
        std::fs::remove_file(&path).unwrap();
    }

    #[test]
    fn the_table_adds_up() {
        let outcome = run(&plan(System::RoundRobin, 4, 4), &Oracle, with_slots(3), |_| ()).unwrap();
        let standings = &outcome.status.standings;
        let games: BTreeMap<&str, u64> =
            standings.rows().iter().map(|row| (row.name.as_str(), row.total().games())).collect();
        assert_eq!(games, BTreeMap::from([("0", 24), ("1", 24), ("2", 24), ("3", 24)]));
        assert_eq!(standings.ranking()[0], 0);
        let pairs: u64 = standings.meetings().values().map(|meeting| meeting.pairs.total()).sum();
        assert_eq!(pairs, 24);
    }
}
