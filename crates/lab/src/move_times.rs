//! The experiment that measures the time per move through games: by stones on the board, by point, by stage.

use std::collections::BTreeMap;

use goren_arena::{Plan, ScheduledGame};
use goren_classics::{CLASSICS, Description};
use goren_core::{Point, Size, Step};

use crate::chart::{Axis, Figure, Group, Series, boxes, colour, heat_maps, lines};
use crate::contest::{Contest, classics_plan};
use crate::interval::Interval;
use crate::number::{correlation, seconds, trimmed};
use crate::{Finding, Workload, csv};

/// A stage of a game, by the number of stones on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Stage {
    /// Fewer than 12 stones.
    Opening,
    /// 12 to 29 stones.
    Middle,
    /// 30 stones or more.
    End,
}

impl Stage {
    /// All stages, in the order of a game.
    pub(crate) const ALL: [Stage; 3] = [Stage::Opening, Stage::Middle, Stage::End];

    /// The stage with this many stones on the board.
    pub(crate) fn of(stones: usize) -> Stage {
        match stones {
            0..12 => Stage::Opening,
            12..30 => Stage::Middle,
            _ => Stage::End,
        }
    }

    /// The name of the stage.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Stage::Opening => "opening",
            Stage::Middle => "middle",
            Stage::End => "end",
        }
    }
}

/// One move of a game, timed.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct TimedMove {
    /// The program that made it.
    pub(crate) agent: &'static str,
    /// The number of the game.
    pub(crate) game: usize,
    /// The number of stones on the board before it.
    pub(crate) stones: usize,
    /// The point.
    pub(crate) point: Point,
    /// How long it took, in seconds.
    pub(crate) seconds: f64,
    /// Nodes of its search, where known.
    pub(crate) nodes: Option<u64>,
}

/// Every move of the five programs in a number of games.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct MoveTimes {
    /// The moves, game by game.
    pub(crate) rows: Vec<TimedMove>,
    size: Size,
}

/// Games of the five programs against each other.
pub(crate) fn move_times_plan(workload: &Workload) -> Plan {
    classics_plan(workload)
}

impl MoveTimes {
    /// The moves of the five programs, as their documents set them up, in the games of a contest.
    pub(crate) fn of(contest: &Contest) -> MoveTimes {
        let names = contest.names();
        let classic = |place: usize| {
            CLASSICS
                .iter()
                .find(|description| description.name == names[place])
                .map(|description| description.name)
        };
        let moves = |entry: &ScheduledGame| {
            let stones = entry.stones.len();
            let row = |(i, moved): (usize, &goren_arena::MoveRecord)| {
                let Step::Place(point) = moved.step else { return None };
                Some(TimedMove {
                    agent: classic(entry.contestants[moved.seat as usize])?,
                    game: entry.played.number,
                    stones: stones + i,
                    point,
                    seconds: moved.us as f64 / 1e6,
                    nodes: moved.nodes,
                })
            };
            entry.played.moves.iter().enumerate().filter_map(row).collect::<Vec<_>>()
        };
        MoveTimes {
            rows: contest.outcome.games.iter().flat_map(moves).collect(),
            size: contest.plan.board.size,
        }
    }

    /// The moves of one program.
    pub(crate) fn by(&self, agent: &str) -> impl Iterator<Item = &TimedMove> {
        self.rows.iter().filter(move |row| row.agent == agent)
    }

    /// The nodes of a program's moves, game by game.
    fn nodes_by_game(&self, agent: &str, is_wanted: impl Fn(&TimedMove) -> bool) -> Vec<Vec<f64>> {
        let mut games: BTreeMap<usize, Vec<f64>> = BTreeMap::new();
        for row in self.by(agent).filter(|row| is_wanted(row)) {
            games.entry(row.game).or_default().extend(row.nodes.map(|nodes| nodes as f64));
        }
        games.into_values().filter(|nodes| !nodes.is_empty()).collect()
    }

    /// The median of the nodes of a program's moves in a stage; whole games are drawn again for its interval.
    pub(crate) fn nodes_in(&self, agent: &str, stage: Stage) -> Option<Interval> {
        let games = self.nodes_by_game(agent, |row| Stage::of(row.stones) == stage);
        (!games.is_empty()).then(|| Interval::grouped(&games))
    }

    /// The median time of a program's moves in a stage, in seconds.
    pub(crate) fn time_in(&self, agent: &str, stage: Stage) -> Option<Interval> {
        let mut games: BTreeMap<usize, Vec<f64>> = BTreeMap::new();
        for row in self.by(agent).filter(|row| Stage::of(row.stones) == stage) {
            games.entry(row.game).or_default().push(row.seconds);
        }
        let games: Vec<Vec<f64>> = games.into_values().collect();
        (!games.is_empty()).then(|| Interval::grouped(&games))
    }

    /// The rank correlation of a program's nodes with the number of stones, from −1 to 1.
    pub(crate) fn growth(&self, agent: &str) -> Option<Interval> {
        let mut games: BTreeMap<usize, Vec<(f64, f64)>> = BTreeMap::new();
        for row in self.by(agent) {
            let pair = row.nodes.map(|nodes| (row.stones as f64, nodes as f64));
            games.entry(row.game).or_default().extend(pair);
        }
        let games: Vec<Vec<(f64, f64)>> = games.into_values().collect();
        let statistic = |drawn: &[usize]| {
            let pairs: Vec<(f64, f64)> = drawn.iter().flat_map(|&at| games[at].iter().copied()).collect();
            correlation(&pairs)
        };
        (games.len() > 5).then(|| Interval::bootstrap(games.len(), statistic))
    }

    /// The median nodes of a program's moves within a distance of the centre, and of all others.
    pub(crate) fn centre_and_edge(&self, agent: &str, reach: usize) -> Option<(Interval, Interval)> {
        let centre = self.size.centre();
        let is_near = |row: &TimedMove| row.point.distance(centre) <= reach;
        let near = self.nodes_by_game(agent, is_near);
        let far = self.nodes_by_game(agent, |row| !is_near(row));
        let has_both = !near.is_empty() && !far.is_empty();
        has_both.then(|| (Interval::grouped(&near), Interval::grouped(&far)))
    }

    fn axis(&self) -> Axis {
        Axis::log("time for a move", self.rows.iter().map(|row| row.seconds.max(1e-6)), seconds)
    }

    fn curves(&self, of: impl Fn(&str) -> Vec<(f64, f64)>) -> Vec<Series> {
        let series = |(i, description): (usize, &Description)| Series {
            name: description.name.to_owned(),
            class: colour(i),
            points: of(description.name),
            dots: false,
        };
        CLASSICS.iter().enumerate().map(series).collect()
    }

    fn through_a_game(&self) -> Figure {
        let x =
            Axis::linear("stones on the board", 0.0, self.rows.iter().map(|row| row.stones as f64), whole);
        // The longest game of each program shows most.
        let longest = |agent: &str| {
            let mut games: BTreeMap<usize, Vec<(f64, f64)>> = BTreeMap::new();
            for row in self.by(agent) {
                games.entry(row.game).or_default().push((row.stones as f64, row.seconds.max(1e-6)));
            }
            smooth(&games.into_values().max_by_key(Vec::len).unwrap_or_default())
        };
        let label = "Time for each move through one game, the longest of each program";
        lines(label, &x, &self.axis(), &self.curves(longest), &[])
    }

    fn by_stones(&self) -> Figure {
        /// Moves are grouped by this many stones.
        const STEP: usize = 4;
        /// With fewer moves the tenth to be trimmed would be empty.
        const ENOUGH: usize = 10;
        let means = |agent: &str| {
            let mut groups: BTreeMap<usize, Vec<f64>> = BTreeMap::new();
            for row in self.by(agent) {
                groups.entry(row.stones / STEP).or_default().push(row.seconds.max(1e-6));
            }
            let place = |group: usize| (group * STEP) as f64 + (STEP as f64 - 1.0) / 2.0;
            let enough = groups.into_iter().filter(|(_, times)| times.len() >= ENOUGH);
            enough.map(|(group, times)| (place(group), trimmed(times))).collect()
        };
        let curves = self.curves(means);
        let points = || curves.iter().flat_map(|curve| &curve.points);
        let x = Axis::linear("stones on the board", 0.0, points().map(|point| point.0), whole);
        let y = Axis::log("time for a move", points().map(|point| point.1), seconds);
        lines("Mean time for a move by the number of stones", &x, &y, &curves, &[])
    }

    fn heat(&self) -> Figure {
        let map = |description: &Description| {
            let mut times: BTreeMap<Point, Vec<f64>> = BTreeMap::new();
            for row in self.by(description.name) {
                times.entry(row.point).or_default().push(row.seconds.max(1e-6));
            }
            let means = times.into_iter().map(|(point, times)| (point, trimmed(times)));
            (description.name.to_owned(), means.collect())
        };
        let maps: Vec<(String, Vec<(Point, f64)>)> = CLASSICS.iter().map(map).collect();
        heat_maps("Mean time for a move by the point it was played on", self.size, &maps)
    }

    fn stages(&self) -> Figure {
        let group = |(i, description): (usize, &Description)| Group {
            name: description.name.to_owned(),
            class: colour(i),
            boxes: Stage::ALL
                .map(|stage| {
                    let rows = self.by(description.name).filter(|row| Stage::of(row.stones) == stage);
                    rows.map(|row| row.seconds.max(1e-6)).collect()
                })
                .into(),
        };
        let groups: Vec<Group> = CLASSICS.iter().enumerate().map(group).collect();
        let kinds = Stage::ALL.map(Stage::name);
        boxes(
            "Time for a move in the opening, the middle and the end of games",
            &self.axis(),
            &kinds,
            &groups,
        )
    }
}

/// A running median of three, so that a single interruption by the machine does not show.
fn smooth(points: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let middle = |i: usize| {
        let mut near: Vec<f64> =
            points[i.saturating_sub(1)..(i + 2).min(points.len())].iter().map(|point| point.1).collect();
        near.sort_by(f64::total_cmp);
        near[(near.len() - 1) / 2]
    };
    points.iter().enumerate().map(|(i, point)| (point.0, middle(i))).collect()
}

fn whole(value: f64) -> String {
    format!("{value:.0}")
}

impl Finding for MoveTimes {
    fn name(&self) -> &'static str {
        "moves"
    }

    fn csv(&self) -> String {
        let mut text = csv::line(&[&"game", &"agent", &"stones", &"stage", &"point", &"time_us", &"nodes"]);
        for row in &self.rows {
            let us = format!("{:.0}", row.seconds * 1e6);
            let nodes = row.nodes.map_or(String::new(), |nodes| nodes.to_string());
            let stage = Stage::of(row.stones).name();
            text += &csv::line(&[&(row.game + 1), &row.agent, &row.stones, &stage, &row.point, &us, &nodes]);
        }
        text
    }

    fn figures(&self) -> Vec<(&'static str, Figure)> {
        vec![
            ("game", self.through_a_game()),
            ("stones", self.by_stones()),
            ("stages", self.stages()),
            ("board", self.heat()),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contest::contest_plan;
    use crate::{Observer, contest};
    use goren_arena::{Budget, Builtin, MakeError};
    use goren_classics::{Settings, classic};
    use goren_core::{Agent, Stop};

    fn make(builtin: &Builtin, _: &Budget, seed: u64) -> Result<Box<dyn Agent + Send>, MakeError> {
        let weighting = builtin.options.get("weighting").cloned();
        let settings = Settings { depth: Some(1), weighting, seed, ..Settings::default() };
        Ok(Box::new(classic(&builtin.kind, &settings)?))
    }

    fn played(workload: &Workload) -> Contest {
        let stop = Stop::default();
        let mut observer = Observer { stop: &stop, progress: &mut |_| {} };
        contest("match", &contest_plan(workload), &make, None, 2, &mut observer).unwrap()
    }

    #[test]
    fn games_give_a_cross_table_and_the_time_of_every_move() {
        let workload = Workload { pairs: 1, levels: Vec::new(), ..Workload::quick() };
        let contest = played(&workload);
        assert_eq!(contest.outcome.games.len(), 30);
        assert_eq!(contest.csv().lines().count(), 31);
        for one in 0..6 {
            for other in (0..6).filter(|&other| other != one) {
                let (mine, theirs) = (contest.share(one, other).unwrap(), contest.share(other, one).unwrap());
                assert!((mine.share + theirs.share - 1.0).abs() < 1e-9 && mine.low <= mine.share);
            }
        }
        let moves = MoveTimes::of(&contest);
        let of_classics = |entry: &ScheduledGame| -> usize {
            let is_classic = |moved: &&goren_arena::MoveRecord| entry.contestants[moved.seat as usize] < 5;
            entry.played.moves.iter().filter(is_classic).count()
        };
        assert_eq!(moves.rows.len(), contest.outcome.games.iter().map(of_classics).sum::<usize>());
        assert_eq!(moves.csv().lines().count(), moves.rows.len() + 1);
        assert_eq!(moves.figures().len(), 4);
        let again = played(&workload);
        assert_eq!(again.csv(), contest.csv(), "the seed decides the games");
    }

    #[test]
    fn a_single_slow_move_is_smoothed_away() {
        let points = [(0.0, 1.0), (1.0, 90.0), (2.0, 2.0), (3.0, 3.0)];
        assert_eq!(smooth(&points).iter().map(|point| point.1).collect::<Vec<_>>(), [1.0, 2.0, 3.0, 2.0]);
    }

    #[test]
    fn stages_follow_the_stones() {
        assert_eq!(
            [0, 11, 12, 29, 30, 200].map(|n| Stage::of(n).name()),
            ["opening", "opening", "middle", "middle", "end", "end"]
        );
    }
}
