//! Tactical tasks taken from games, many of each kind, and how many each program solves. What tells the programs apart is
//! found by trying: the boards shown are those on which they disagree most.

use std::time::Duration;

use goren_arena::{Board, Book};
use goren_classics::{CLASSICS, Description, Settings, classic};
use goren_core::{Agent as _, Game, Limits, Point, Position, Shape, Step, Stop};

use crate::chart::{Figure, Goban, gobans};
use crate::interval::Interval;
use crate::measurement::Trial;
use crate::tactics::list;
use crate::{Finding, Observer, Workload, csv};

/// A kind of task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Drill {
    /// Make a five.
    Win,
    /// Stop the only point at which the opponent could make a five.
    Block,
    /// Make a four that no single stone stops.
    OpenFour,
    /// Win by two or three fours in a row, each of which must be answered.
    Fours,
    /// Stop the opponent from making a four that no single stone stops.
    Defend,
}

impl Drill {
    /// All kinds, the easiest first.
    pub(crate) const ALL: [Drill; 5] =
        [Drill::Win, Drill::Block, Drill::OpenFour, Drill::Fours, Drill::Defend];

    /// The task in a few words.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Drill::Win => "make a five",
            Drill::Block => "stop a five",
            Drill::OpenFour => "make an open four",
            Drill::Fours => "win by fours",
            Drill::Defend => "stop an open four",
        }
    }

    /// The right moves, if this is the task that a position sets.
    fn solutions(self, position: &Position) -> Option<Vec<Point>> {
        let (own, other) = (position.side(), !position.side());
        let fives =
            |stone| position.empties().filter(|&point| position.shapes(point, stone).has_five()).collect();
        let (wins, threats): (Vec<Point>, Vec<Point>) = (fives(own), fives(other));
        if self == Drill::Win {
            return (!wins.is_empty()).then_some(wins);
        }
        if !wins.is_empty() {
            return None;
        }
        if self == Drill::Block {
            return (threats.len() == 1).then_some(threats);
        }
        if !threats.is_empty() {
            return None;
        }
        let mut board = position.clone();
        let at_once = winning(&mut board, 1);
        match self {
            Drill::OpenFour => (!at_once.is_empty()).then_some(at_once),
            Drill::Fours if at_once.is_empty() => {
                Some(winning(&mut board, MAX_FOURS)).filter(|points| !points.is_empty())
            }
            Drill::Defend if at_once.is_empty() => {
                board.pass();
                let is_threatened = !winning(&mut board, 1).is_empty();
                board.undo();
                if !is_threatened || !winning(&mut board, MAX_FOURS).is_empty() {
                    return None;
                }
                // Own fours only delay the answer; they are neither right nor wrong, so such positions are left out.
                let has_four =
                    position.empties().any(|point| position.shapes(point, own).strongest() >= Shape::Four);
                let holds = |&point: &Point| {
                    let mut after = position.clone();
                    after.play(point);
                    winning(&mut after, MAX_FOURS).is_empty()
                };
                let right: Vec<Point> = position.empties().filter(holds).collect();
                (!has_four && !right.is_empty()).then_some(right)
            }
            _ => None,
        }
    }
}

/// The longest row of fours that is looked for.
const MAX_FOURS: u32 = 3;

/// The first moves with which the side to move wins by at most N fours.
fn winning(position: &mut Position, fours: u32) -> Vec<Point> {
    let own = position.side();
    let makes_four = |position: &Position, point| position.shapes(point, own).strongest() >= Shape::Four;
    let tries: Vec<Point> = position.empties().filter(|&point| makes_four(position, point)).collect();
    tries.into_iter().filter(|&point| wins_with(position, point, fours)).collect()
}

fn wins_with(position: &mut Position, point: Point, fours: u32) -> bool {
    let own = position.side();
    position.play(point);
    let fives = |position: &Position, stone| -> Vec<Point> {
        position.empties().filter(|&point| position.shapes(point, stone).has_five()).collect()
    };
    let is_won = position.winner().is_some() || {
        let can_answer = fives(position, !own).is_empty();
        match fives(position, own)[..] {
            [] => false,
            _ if !can_answer => false,
            [answer] if fours > 1 => {
                position.play(answer);
                let goes_on = !winning(position, fours - 1).is_empty();
                position.undo();
                goes_on
            }
            [_] => false,
            _ => true,
        }
    };
    position.undo();
    is_won
}

/// A position with a task.
#[derive(Clone, Debug)]
pub(crate) struct Task {
    /// What is to be done.
    pub(crate) drill: Drill,
    /// The position.
    pub(crate) position: Position,
    /// The right moves.
    pub(crate) solutions: Vec<Point>,
    /// What each of the five programs played, in their order; `None` if it took too long.
    pub(crate) played: [Option<Point>; 5],
}

impl Task {
    fn is_right(&self, program: usize) -> bool {
        self.played[program].is_some_and(|point| self.solutions.contains(&point))
    }

    /// How many programs solved it.
    pub(crate) fn solved(&self) -> usize {
        (0..CLASSICS.len()).filter(|&program| self.is_right(program)).count()
    }
}

/// All tasks.
#[derive(Clone, Debug, Default)]
pub(crate) struct Drills {
    /// Kind by kind.
    pub(crate) tasks: Vec<Task>,
}

/// Finds tasks in games and sets them to every program.
pub(crate) fn drills(workload: &Workload, observer: &mut Observer<'_>) -> Drills {
    let count = (workload.samples / 10).max(1);
    let mut tasks = find(count, workload.seed, observer.stop);
    let total = tasks.len();
    for done in 0..total {
        let task = &mut tasks[done];
        if !observer.proceed(done, total, task.drill.name()) {
            tasks.truncate(done);
            break;
        }
        let game = Game::from_position(task.position.clone());
        let settings = Settings { seed: workload.seed, ..Settings::default() };
        let included = |each: &(usize, &Description)| workload.includes(each.1.name);
        for (program, description) in CLASSICS.iter().enumerate().filter(included) {
            let trial = Trial {
                name: description.name,
                settings: &settings,
                game: &game,
                longest: workload.longest.max(Duration::from_secs(10)),
                trace_depth: 0,
                stop: observer.stop,
            };
            let attempt = trial.measure_once();
            if let (Step::Place(point), true) = (attempt.measurement.step, attempt.has_finished) {
                task.played[program] = Some(point);
            }
        }
    }
    observer.proceed(total, total, "");
    Drills { tasks }
}

/// Tasks from games that a program with random equal moves plays against itself, at most one of a kind from a game.
pub(crate) fn find(count: usize, seed: u64, stop: &Stop) -> Vec<Task> {
    /// Most games have a five to make and one to stop; not all have a win by fours.
    const GAMES: usize = 30;
    let board = Board::default();
    let book = Book::random(GAMES * count, seed, &board).expect("the board has room for an opening");
    let mut found: Vec<Vec<Task>> = Drill::ALL.map(|_| Vec::new()).into();
    for (number, opening) in book.openings().iter().enumerate() {
        if found.iter().all(|tasks| tasks.len() >= count) || stop.is_raised() {
            break;
        }
        let Ok(mut game) = board.game(opening) else { continue };
        let settings = Settings { depth: Some(2), seed: seed ^ number as u64, ..Settings::default() };
        let mut program = classic("automaton", &settings).expect("automaton is one of the five");
        let mut has = [false; 5];
        while game.result().is_none() && game.position().stones().count() < 60 {
            for (kind, drill) in Drill::ALL.into_iter().enumerate() {
                if has[kind] || found[kind].len() >= count {
                    continue;
                }
                if let Some(solutions) = drill.solutions(game.position()) {
                    has[kind] = true;
                    let position = game.position().clone();
                    found[kind].push(Task { drill, position, solutions, played: [None; 5] });
                }
            }
            let step = program.choose(&game, &Limits::default(), &Stop::default(), &mut |_| {});
            game.step(step).expect("the program plays legally");
        }
    }
    found.into_iter().flatten().collect()
}

impl Drills {
    /// How many of the tasks of a kind a program solved.
    pub(crate) fn share(&self, agent: &str, drill: Drill) -> Option<Interval> {
        let program = CLASSICS.iter().position(|description| description.name == agent)?;
        let tasks: Vec<&Task> = self.tasks.iter().filter(|task| task.drill == drill).collect();
        let right = tasks.iter().filter(|task| task.is_right(program)).count();
        (!tasks.is_empty()).then(|| Interval::share(right, tasks.len()))
    }

    /// The number of tasks of a kind.
    pub(crate) fn count(&self, drill: Drill) -> usize {
        self.tasks.iter().filter(|task| task.drill == drill).count()
    }

    /// The tasks on which the programs disagree most, up to two of each kind.
    fn telling(&self) -> Vec<&Task> {
        let all = CLASSICS.len();
        let of = |drill| {
            let mut tasks: Vec<&Task> = self
                .tasks
                .iter()
                .filter(|task| task.drill == drill && (1..all).contains(&task.solved()))
                .collect();
            tasks.sort_by_key(|task| task.solved().abs_diff(all / 2));
            tasks.truncate(2);
            tasks
        };
        Drill::ALL.into_iter().flat_map(of).collect()
    }
}

impl Finding for Drills {
    fn name(&self) -> &'static str {
        "drills"
    }

    fn csv(&self) -> String {
        let mut text = csv::line(&[&"task", &"moves", &"agent", &"played", &"right", &"solutions"]);
        for task in &self.tasks {
            let moves: String = task
                .position
                .history()
                .iter()
                .map(|played| played.point.map_or(String::new(), |point| point.to_string()))
                .collect();
            let solutions: Vec<String> = task.solutions.iter().map(ToString::to_string).collect();
            for (program, description) in CLASSICS.iter().enumerate() {
                let played = task.played[program].map_or(String::new(), |point| point.to_string());
                text += &csv::line(&[
                    &task.drill.name(),
                    &moves,
                    &description.name,
                    &played,
                    &task.is_right(program),
                    &solutions.join(" "),
                ]);
            }
        }
        text
    }

    fn figures(&self) -> Vec<(&'static str, Figure)> {
        let telling = self.telling();
        let board = |task: &&'_ Task| {
            let mut points: Vec<Point> = task.played.iter().copied().flatten().collect();
            points.sort();
            points.dedup();
            let agents = |point: Point| -> Vec<&str> {
                let chose = |program: &usize| task.played[*program] == Some(point);
                (0..CLASSICS.len()).filter(chose).map(|program| CLASSICS[program].name).collect()
            };
            let label = |&point: &Point| {
                let text = match agents(point)[..] {
                    [agent] => agent[..1].to_owned(),
                    ref agents => agents.len().to_string(),
                };
                (point, text, task.solutions.contains(&point))
            };
            let side = task.position.side();
            (
                format!("{}, {side} to move", task.drill.name()),
                points.iter().map(label).collect::<Vec<_>>(),
                points.iter().map(|&point| format!("{point}: {}", list(&agents(point)))).collect::<Vec<_>>(),
            )
        };
        let boards: Vec<Goban<'_>> = telling
            .iter()
            .map(|task| {
                let (title, played, notes) = board(task);
                Goban { position: &task.position, title, solutions: &task.solutions, played, notes }
            })
            .collect();
        if boards.is_empty() {
            return Vec::new();
        }
        vec![("boards", gobans("Tasks from games on which the programs disagree most", 3, &boards))]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use goren_core::{Rule, Size};

    /// What is right after these moves if this is the task that they set.
    fn right(drill: Drill, moves: &str) -> Option<Vec<String>> {
        let mut position = Position::new(Rule::Freestyle, Size::DEFAULT);
        moves.split(' ').for_each(|name| position.play(name.parse().expect("a point")));
        let mut names: Vec<String> = drill.solutions(&position)?.iter().map(ToString::to_string).collect();
        names.sort();
        Some(names)
    }

    fn tasks(moves: &str) -> Vec<Drill> {
        Drill::ALL.into_iter().filter(|&drill| right(drill, moves).is_some()).collect()
    }

    #[test]
    fn a_position_sets_the_most_urgent_task_alone() {
        // An open four of the side to move; the same with one end closed, the other side to move; an open three of either.
        let four = "h8 a1 i8 c1 j8 e1 k8 g1";
        assert_eq!(tasks(four), [Drill::Win]);
        assert_eq!(right(Drill::Win, four).unwrap(), ["g8", "l8"]);
        let closed = "h8 l8 i8 a1 j8 c1 k8";
        assert_eq!(tasks(closed), [Drill::Block]);
        assert_eq!(right(Drill::Block, closed).unwrap(), ["g8"]);
        let three = "h8 a1 i8 c1 j8 e1";
        assert_eq!(tasks(three), [Drill::OpenFour]);
        assert_eq!(right(Drill::OpenFour, three).unwrap(), ["g8", "k8"]);
        let threatened = "h8 a1 i8 c1 j8";
        assert_eq!(tasks(threatened), [Drill::Defend]);
        let holds = right(Drill::Defend, threatened).unwrap();
        assert!(["g8", "k8"].iter().all(|name| holds.iter().any(|held| held == name)), "{holds:?}");
        assert!(!holds.contains(&"o15".to_owned()), "{holds:?}");
        assert!(tasks("h8 a1").is_empty());
    }

    #[test]
    fn fours_win_at_once_or_one_after_the_other() {
        // Two threes, each closed by White at one end, that meet in k8.
        let crossed = "h8 g8 i8 k12 j8 a1 k9 c1 k10 e1 k11 o1";
        assert_eq!(tasks(crossed), [Drill::OpenFour], "one move makes both fours at once");
        assert_eq!(right(Drill::OpenFour, crossed).unwrap(), ["k8"]);
        // The same three beside an open two: the four on k8 forces l8, and then k7 makes an open four.
        let apart = "h8 g8 i8 a1 j8 c1 k9 k12 k10 e1";
        assert_eq!(tasks(apart), [Drill::Fours]);
        assert_eq!(right(Drill::Fours, apart).unwrap(), ["k8"]);
    }

    #[test]
    fn every_task_has_the_solution_that_its_name_promises() {
        let tasks = find(4, 1, &Stop::default());
        for drill in Drill::ALL {
            let of: Vec<&Task> = tasks.iter().filter(|task| task.drill == drill).collect();
            assert_eq!(of.len(), 4, "{}", drill.name());
            for task in of {
                let own = task.position.side();
                for &point in &task.solutions {
                    let shape = task.position.shapes(point, own).strongest();
                    let mut after = task.position.clone();
                    after.play(point);
                    let fives = |stone| {
                        after.empties().filter(|&point| after.shapes(point, stone).has_five()).count()
                    };
                    match drill {
                        Drill::Win => assert_eq!(after.winner(), Some(own)),
                        Drill::Block | Drill::Defend => assert_eq!(fives(!own), 0),
                        Drill::OpenFour => assert!(fives(own) >= 2),
                        Drill::Fours => assert!(shape >= Shape::Four && fives(own) == 1),
                    }
                }
            }
        }
    }

    #[test]
    fn programs_solve_the_easy_tasks_and_differ_on_others() {
        let workload = Workload { samples: 60, ..Workload::quick() };
        let found = drills(&workload, &mut Observer { stop: &Stop::default(), progress: &mut |_| {} });
        for description in CLASSICS {
            let share = found.share(description.name, Drill::Win).unwrap();
            assert_eq!(share.value, 1.0, "{}", description.name);
        }
        assert!(!found.telling().is_empty());
        assert_eq!(found.csv().lines().count(), 5 * found.tasks.len() + 1);
    }
}
