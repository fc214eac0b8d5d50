//! Tactical positions in which a program must win, attack or defend.

use std::time::Duration;

use goren_classics::{CLASSICS, Settings};
use goren_core::{Game, Point, Position, Rule, Size, Step, Stone};

use crate::chart::{Figure, Goban, gobans};
use crate::measurement::Trial;
use crate::{Finding, Observer, Workload, csv};

/// A tactical position, Black to move.
#[derive(Clone, Debug)]
pub(crate) struct Tactic {
    /// The task.
    pub(crate) name: &'static str,
    /// The position.
    pub(crate) position: Position,
    /// The right moves.
    pub(crate) solutions: Vec<Point>,
}

/// What one program played on one tactical position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Attempt {
    /// The program.
    pub(crate) agent: &'static str,
    /// The index of the tactic.
    pub(crate) tactic: usize,
    /// The move.
    pub(crate) point: Point,
    /// Whether it was right.
    pub(crate) is_right: bool,
}

/// What all programs played.
#[derive(Clone, Debug)]
pub(crate) struct TacticResults {
    /// The positions.
    pub(crate) tactics: Vec<Tactic>,
    /// The attempts, tactic by tactic.
    pub(crate) rows: Vec<Attempt>,
}

/// `X` is Black, to move; `O` White; `T` a trap; `+` a right move.
const BOARDS: [(&str, Rule, &str); 6] = [
    (
        "finish a four",
        Rule::Freestyle,
        "......... ......... ...O.O... ....O.... .+XXXX+.. ......... ...O..... ......... .........",
    ),
    (
        "stop a four",
        Rule::Freestyle,
        "......... ......... ...X.X... ......... .XOOOO+.. ....X.... ......... ......... .........",
    ),
    (
        "stop an open three",
        Rule::Freestyle,
        "......... ......... .....X... ......... .++OOO++. ....X.... ......... ......... .........",
    ),
    (
        "make an open four",
        Rule::Freestyle,
        "......... ....O.... .....O... ......... ..+XXX+.. ...O..... ......... ......... .........",
    ),
    (
        "five, not six",
        Rule::Standard,
        "......... .....+... .O...X... .....X... .XXX.XX.. .O...X.O. .O...O... ..O...... .........",
    ),
    (
        "traps end a four",
        Rule::Freestyle,
        "......... ......... .TOOOOT.. ......... ......... ..+XXX+.. ....O.... ......... .........",
    ),
];

fn read((name, rule, rows): (&'static str, Rule, &str)) -> Tactic {
    let size = Size::new(9).expect("9 is a size");
    let (mut stones, mut traps, mut solutions) = (Vec::new(), Vec::new(), Vec::new());
    for (row, cells) in rows.split(' ').enumerate() {
        for (column, cell) in cells.chars().enumerate() {
            let point = size.at_top_left(column, row).expect("the boards above are 9×9");
            match cell {
                'X' => stones.push((point, Stone::Black)),
                'O' => stones.push((point, Stone::White)),
                'T' => traps.push(point),
                '+' => solutions.push(point),
                _ => {}
            }
        }
    }
    let position = Position::with_setup(rule, size, &traps, &stones, Stone::Black)
        .expect("the boards above are well written");
    Tactic { name, position, solutions }
}

/// The positions with these indices in the list above.
pub(crate) fn games(places: &[usize]) -> Vec<Game> {
    places.iter().map(|&place| Game::from_position(read(BOARDS[place]).position)).collect()
}

/// Lets every program play every position.
pub(crate) fn tactics(workload: &Workload, observer: &mut Observer<'_>) -> TacticResults {
    let tactics: Vec<Tactic> = BOARDS.into_iter().map(read).collect();
    let mut rows = Vec::new();
    let included = || CLASSICS.iter().filter(|description| workload.includes(description.name));
    let total = tactics.len() * included().count();
    let settings = Settings { seed: workload.seed, ..Settings::default() };
    for (place, tactic) in tactics.iter().enumerate() {
        let game = Game::from_position(tactic.position.clone());
        for description in included() {
            let longest = workload.longest.max(Duration::from_secs(10));
            let trial = Trial {
                name: description.name,
                settings: &settings,
                game: &game,
                longest,
                trace_depth: 0,
                stop: observer.stop,
            };
            if let Some(Step::Place(point)) = trial.measure().map(|measurement| measurement.step) {
                let is_right = tactic.solutions.contains(&point);
                rows.push(Attempt { agent: description.name, tactic: place, point, is_right });
            }
            if !observer.proceed(rows.len(), total, tactic.name) {
                return TacticResults { tactics, rows };
            }
        }
    }
    TacticResults { tactics, rows }
}

impl TacticResults {
    /// What a program played on a tactic.
    pub(crate) fn of(&self, agent: &str, tactic: usize) -> Option<&Attempt> {
        self.rows.iter().find(|row| row.agent == agent && row.tactic == tactic)
    }

    fn board(&self, place: usize) -> Goban<'_> {
        let tactic = &self.tactics[place];
        let attempts: Vec<&Attempt> = self.rows.iter().filter(|row| row.tactic == place).collect();
        let mut points: Vec<Point> = attempts.iter().map(|attempt| attempt.point).collect();
        points.sort();
        points.dedup();
        let agents = |point: Point| -> Vec<&str> {
            attempts.iter().filter(|attempt| attempt.point == point).map(|attempt| attempt.agent).collect()
        };
        let played = |&point: &Point| {
            let text = match agents(point)[..] {
                [agent] => agent[..1].to_owned(),
                ref agents => agents.len().to_string(),
            };
            (point, text, tactic.solutions.contains(&point))
        };
        let title = match tactic.position.rule() {
            Rule::Freestyle => tactic.name.to_owned(),
            rule => format!("{} ({rule})", tactic.name),
        };
        Goban {
            position: &tactic.position,
            title,
            solutions: &tactic.solutions,
            played: points.iter().map(played).collect(),
            notes: points.iter().map(|&point| format!("{point}: {}", list(&agents(point)))).collect(),
        }
    }
}

/// A list of programs, shortened where it names all or all but one.
pub(crate) fn list(agents: &[&str]) -> String {
    let missing: Vec<&str> =
        CLASSICS.iter().map(|description| description.name).filter(|word| !agents.contains(word)).collect();
    match missing[..] {
        [] => "all five".to_owned(),
        [other] => format!("all but {other}"),
        _ => agents.join(", "),
    }
}

impl Finding for TacticResults {
    fn name(&self) -> &'static str {
        "positions"
    }

    fn csv(&self) -> String {
        let mut text = csv::line(&[&"position", &"agent", &"move", &"right"]);
        for row in &self.rows {
            text += &csv::line(&[&self.tactics[row.tactic].name, &row.agent, &row.point, &row.is_right]);
        }
        text
    }

    fn figures(&self) -> Vec<(&'static str, Figure)> {
        let boards: Vec<Goban<'_>> = (0..self.tactics.len()).map(|place| self.board(place)).collect();
        vec![(
            "boards",
            gobans("What each program plays where there is one right idea, Black to move", 3, &boards),
        )]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use goren_core::Stop;

    #[test]
    fn every_program_finishes_and_stops_fours() {
        let found =
            tactics(&Workload::quick(), &mut Observer { stop: &Stop::default(), progress: &mut |_| {} });
        for description in CLASSICS {
            for tactic in [0, 1] {
                assert!(
                    found.of(description.name, tactic).unwrap().is_right,
                    "{} {tactic}",
                    description.name
                );
            }
        }
        assert!(found.of("masked", 4).unwrap().is_right, "an overline is no win");
        assert!(found.of("trapper", 5).unwrap().is_right, "traps end lines");
        assert_eq!(found.csv().lines().count(), 31);
    }
}
