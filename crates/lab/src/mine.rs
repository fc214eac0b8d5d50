//! A program of one's own, tested and rated: its moves must be legal, its answers to tasks right, and its games against the
//! five say how strong it is.

use std::time::Duration;

use goren_arena::{
    Board, Book, Budget, Contestant, Estimate, InProcess, Kind, MakeError, Maker, Plan, Player, Process,
    System,
};
use goren_classics::CLASSICS;
use goren_core::{Clock, Game, Rule, Size, Step, Stop, TimeControl};

use crate::chart::Figure;
use crate::contest::{Contest, contestant};
use crate::drills::{Drill, find};
use crate::interval::{Interval, percent};
use crate::number::seconds;
use crate::section::{Section, Tone, row};
use crate::trace::Trace;
use crate::{Finding, Observer, Workload, csv};

/// The time for a move in games and tasks.
const TURN_TIME: Duration = Duration::from_secs(5);

/// What a program did in the tasks of one kind.
#[derive(Clone, Debug, PartialEq)]
pub struct DrillScore {
    /// The kind.
    pub(crate) drill: Drill,
    /// The number of tasks.
    pub(crate) tasks: usize,
    /// Those solved.
    pub(crate) solved: usize,
    /// The first fault, in words, if there was one: an illegal move, no answer.
    pub(crate) fault: Option<String>,
}

/// What was found out about one's own program.
#[derive(Clone, Debug)]
pub struct Mine {
    /// Its name.
    pub name: String,
    /// The tasks.
    pub drills: Vec<DrillScore>,
    /// Its games against the five.
    pub contest: Contest,
    /// One of its searches, if it can be watched.
    pub trace: Option<Trace>,
}

/// The games of a program against the five: the same openings for all, each with both colours.
pub fn mine_plan(mine: Contestant, workload: &Workload) -> Plan {
    let board = Board { rule: Rule::Freestyle, size: Size::DEFAULT, traps: Vec::new() };
    let five = CLASSICS.iter().map(|description| contestant(description.name, &[]));
    Plan {
        system: System::Gauntlet,
        pairs: workload.pairs,
        book: Book::random(workload.pairs.clamp(1, 500), workload.seed, &board)
            .expect("the board has room for an opening"),
        board,
        budget: Budget { time: TimeControl::per_move(TURN_TIME), ..Budget::default() },
        seed: workload.seed,
        ..Plan::new([mine].into_iter().chain(five).collect())
    }
}

/// Sets tasks to a program. A fault ends the tasks of its kind.
pub fn mine_drills(
    mine: &Contestant,
    maker: &Maker<'_>,
    workload: &Workload,
    observer: &mut Observer<'_>,
) -> Result<Vec<DrillScore>, MakeError> {
    let tasks = find((workload.samples / 20).max(1), workload.seed, observer.stop);
    let mut scores: Vec<DrillScore> =
        Drill::ALL.map(|drill| DrillScore { drill, tasks: 0, solved: 0, fault: None }).into();
    for (done, task) in tasks.iter().enumerate() {
        if !observer.proceed(done, tasks.len(), task.drill.name()) {
            break;
        }
        let score =
            scores.iter_mut().find(|score| score.drill == task.drill).expect("every kind has its score");
        if score.fault.is_some() {
            continue;
        }
        score.tasks += 1;
        let game = Game::from_position(task.position.clone());
        match answer(mine, maker, &game, observer.stop)? {
            Ok(Step::Place(point)) => score.solved += usize::from(task.solutions.contains(&point)),
            Ok(step) => score.fault = Some(format!("expected a point, got `{step}`")),
            Err(fault) => score.fault = Some(fault),
        }
    }
    observer.proceed(tasks.len(), tasks.len(), "");
    Ok(scores)
}

/// What a program plays, or its fault; fails if there is no such program.
fn answer(
    mine: &Contestant,
    maker: &Maker<'_>,
    game: &Game,
    stop: &Stop,
) -> Result<Result<Step, String>, MakeError> {
    let mut player: Box<dyn Player> = match &mine.kind {
        Kind::Builtin(builtin) => Box::new(InProcess::new(maker(builtin, &mine.budget, 1)?)),
        Kind::Process(spec) => Box::new(Process::new(spec.clone(), Vec::new())),
    };
    let budget = Budget { time: TimeControl::per_move(TURN_TIME), ..mine.budget };
    let clock = Clock { turn: Some(TURN_TIME), ..Clock::default() };
    let played = player.begin(game, &budget, stop).and_then(|()| player.choose(game, &clock, stop));
    Ok(match played {
        Ok(answer) => match game.clone().step(answer.step) {
            Ok(()) => Ok(answer.step),
            Err(error) => Err(format!("played {}: {error}", answer.step)),
        },
        Err(fault) => Err(fault.to_string()),
    })
}

/// A difference in Elo; none can be told of few games, or where one side won or lost everything.
fn elo_text(elo: &Estimate) -> String {
    if elo.value.is_finite() && elo.error().is_finite() {
        format!("{:+.0} ± {:.0} Elo", elo.value, elo.error()).replace('-', "−")
    } else {
        "too few or too one-sided for Elo".to_owned()
    }
}

impl Mine {
    /// The time of its moves in the games, in seconds (median), and the longest.
    fn times(&self) -> (Interval, f64) {
        let of_game = |game: &goren_arena::ScheduledGame| -> Vec<f64> {
            let is_mine = |moved: &&goren_arena::MoveRecord| game.contestants[moved.seat as usize] == 0;
            game.played.moves.iter().filter(is_mine).map(|moved| moved.us as f64 / 1e6).collect()
        };
        let games: Vec<Vec<f64>> = self.contest.outcome.games.iter().map(of_game).collect();
        let longest = games.iter().flatten().copied().fold(0.0, f64::max);
        (Interval::grouped(&games), longest)
    }

    /// What was found, as lines of text.
    pub fn text(&self) -> String {
        let (time, longest) = self.times();
        let games = self.contest.outcome.games.len();
        let faults = self.contest.faults(&self.name);
        let mut text = format!(
            "legal      {faults} faults in {games} games\ntime       {} a move (median, 95 % interval), at most {}\n",
            time.text(seconds),
            seconds(longest)
        );
        for score in &self.drills {
            let share = Interval::share(score.solved, score.tasks);
            let fault = score.fault.as_ref().map_or(String::new(), |fault| format!("; stopped: {fault}"));
            text += &format!(
                "task       {}: {} of {} ({}){fault}\n",
                score.drill.name(),
                score.solved,
                score.tasks,
                share.range(percent)
            );
        }
        for (other, name) in self.contest.names().iter().enumerate().skip(1) {
            let Some(share) = self.contest.share(0, other) else { continue };
            let elo = self.contest.outcome.status.standings.meeting(0, other).pairs.elo();
            text += &format!(
                "against    {name}: {} of points, {}, {}\n",
                share.interval().percent(),
                share.tally,
                elo_text(&elo)
            );
        }
        if let (Some(total), Some(rating)) = (self.contest.total(0), self.contest.rating(0)) {
            text += &format!(
                "rating     {} Elo around a mean of 0; {} of all points\n",
                format!("{rating:.0}").replace('-', "−"),
                total.interval().percent()
            );
        }
        text
    }

    /// The same as sections of a page.
    pub(crate) fn sections(&self) -> Vec<Section> {
        let (time, longest) = self.times();
        let facts = vec![
            row([
                "legal moves".into(),
                format!(
                    "{} faults in {} games",
                    self.contest.faults(&self.name),
                    self.contest.outcome.games.len()
                )
                .into(),
            ]),
            row(["time of a move".into(), time.text(seconds).into()]),
            row(["longest move".into(), seconds(longest).into()]),
        ];
        let tasks = self
            .drills
            .iter()
            .map(|score| {
                row([
                    score.drill.name().into(),
                    score.tasks.to_string().into(),
                    Interval::share(score.solved, score.tasks).percent().into(),
                    Tone::Words.cell(score.fault.clone().unwrap_or_else(|| "–".to_owned())),
                ])
            })
            .collect();
        let games = (1..self.contest.names().len())
            .map(|other| {
                let share = self.contest.share(0, other);
                let elo = self.contest.outcome.status.standings.meeting(0, other).pairs.elo();
                row([
                    self.contest.names()[other].as_str().into(),
                    share.map_or("–".to_owned(), |share| share.interval().percent()).into(),
                    share.map_or("–".to_owned(), |share| share.tally.to_string()).into(),
                    elo_text(&elo).into(),
                ])
            })
            .collect();
        let mut all = vec![
            Section::new(
                "mine",
                &format!("{}, tested and rated", self.name),
                "Its moves in games against the five (freestyle, 15×15, random openings, each played with both colours), tasks from games, and its results with 95 % intervals.",
            )
            .table("Facts", &["fact", "found"], facts)
            .table("Tasks solved", &["task", "tasks", "solved", "fault"], tasks)
            .table("Games", &["against", "share of points", "won, drawn, lost", "Elo, by pairs"], games)
            .figures(self.contest.figures()),
        ];
        if let Some(trace) = &self.trace {
            all.push(
                Section::new(
                    "trace",
                    "Inside one of its searches",
                    "The best line is blue, and numbered on the board; ✂ marks moves that were cut off, ≤ and ≥ values that are bounds. The studio’s theatre shows the whole search.",
                )
                .text(trace.output())
                .figures(trace.figures()),
            );
        }
        all
    }
}

impl Finding for Mine {
    fn name(&self) -> &'static str {
        "mine"
    }

    fn csv(&self) -> String {
        let mut text = csv::line(&[&"what", &"against", &"count", &"share", &"low", &"high"]);
        let mut line = |what: &str, against: &str, count: usize, share: Interval| {
            let [value, low, high] = [share.value, share.low, share.high].map(|share| format!("{share:.4}"));
            text += &csv::line(&[&what, &against, &count, &value, &low, &high]);
        };
        for score in &self.drills {
            line("task", score.drill.name(), score.tasks, Interval::share(score.solved, score.tasks));
        }
        for (other, name) in self.contest.names().iter().enumerate().skip(1) {
            if let Some(share) = self.contest.share(0, other) {
                line("games", name, share.tally.games() as usize, share.interval());
            }
        }
        text
    }

    fn figures(&self) -> Vec<(&'static str, Figure)> {
        let mut figures = self.contest.figures();
        figures.extend(self.trace.iter().flat_map(Finding::figures));
        figures
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use goren_arena::Builtin;
    use goren_classics::{Settings, classic};
    use goren_core::Agent;

    fn make(builtin: &Builtin, _: &Budget, seed: u64) -> Result<Box<dyn Agent + Send>, MakeError> {
        let settings = Settings { depth: Some(1), seed, ..Settings::default() };
        Ok(Box::new(classic(&builtin.kind, &settings)?))
    }

    #[test]
    fn the_template_plays_legally_and_is_rated_against_the_five() {
        let workload = Workload { pairs: 1, samples: 40, ..Workload::quick() };
        let stop = Stop::default();
        let mut observer = Observer { stop: &stop, progress: &mut |_| {} };
        let mine = contestant("sixth", &[]);
        let drills = mine_drills(&mine, &make, &workload, &mut observer).unwrap();
        assert!(drills.iter().all(|score| score.tasks == 2 && score.fault.is_none()), "{drills:?}");
        assert_eq!((drills[0].drill, drills[0].solved), (Drill::Win, 2));
        let plan = mine_plan(mine, &workload);
        let contest = crate::contest("mine", &plan, &make, None, 2, &mut observer).unwrap();
        let found = Mine { name: "sixth".to_owned(), drills, contest, trace: None };
        assert_eq!(found.contest.faults("sixth"), 0);
        assert_eq!(found.csv().lines().count(), 1 + 5 + 5);
        let text = found.text();
        assert!(
            text.contains("legal      0 faults in 10 games") && text.contains("against    masked"),
            "{text}"
        );
    }
}
