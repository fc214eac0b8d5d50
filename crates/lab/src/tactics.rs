//! Positions where a program must finish, attack or defend.

use std::time::Duration;

use goren_classics::{CLASSICS, Settings};
use goren_core::{Game, Point, Position, Rule, Size, Step, Stone};

use crate::chart::{Figure, Goban, gobans};
use crate::thought::think;
use crate::{Finding, Observer, Scale, csv};

/// A position with its right answers, Black to move.
#[derive(Clone, Debug)]
pub struct Tactic {
    /// What is to be done.
    pub name: &'static str,
    /// The position.
    pub position: Position,
    /// The right moves.
    pub wanted: Vec<Point>,
}

/// What one program did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The program.
    pub agent: &'static str,
    /// The tactic, by its place.
    pub tactic: usize,
    /// Its move.
    pub point: Point,
    /// Whether it was right.
    pub is_right: bool,
}

/// What all programs did.
#[derive(Clone, Debug)]
pub struct Answers {
    /// The positions.
    pub tactics: Vec<Tactic>,
    /// The answers, tactic by tactic.
    pub rows: Vec<Answer>,
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
    let (mut stones, mut traps, mut wanted) = (Vec::new(), Vec::new(), Vec::new());
    for (row, cells) in rows.split(' ').enumerate() {
        for (column, cell) in cells.chars().enumerate() {
            let point = size.at_top_left(column, row).expect("the boards above are 9×9");
            match cell {
                'X' => stones.push((point, Stone::Black)),
                'O' => stones.push((point, Stone::White)),
                'T' => traps.push(point),
                '+' => wanted.push(point),
                _ => {}
            }
        }
    }
    let position = Position::with_setup(rule, size, &traps, &stones, Stone::Black)
        .expect("the boards above are well written");
    Tactic { name, position, wanted }
}

/// The positions by their places in the list above.
pub(crate) fn games(places: &[usize]) -> Vec<Game> {
    places.iter().map(|&place| Game::from_position(read(BOARDS[place]).position)).collect()
}

/// Shows every program every position.
pub fn tactics(scale: &Scale, observer: &mut Observer<'_>) -> Answers {
    let tactics: Vec<Tactic> = BOARDS.into_iter().map(read).collect();
    let mut rows = Vec::new();
    let total = tactics.len() * CLASSICS.len();
    let settings = Settings { seed: scale.seed, ..Settings::default() };
    for (place, tactic) in tactics.iter().enumerate() {
        let game = Game::from_position(tactic.position.clone());
        for description in CLASSICS {
            let longest = scale.longest.max(Duration::from_secs(10));
            let thought = think(description.name, &settings, &game, longest, 0, observer.stop);
            if let Some(Step::Place(point)) = thought.map(|thought| thought.step) {
                let is_right = tactic.wanted.contains(&point);
                rows.push(Answer { agent: description.name, tactic: place, point, is_right });
            }
            if !observer.goes_on(rows.len(), total, tactic.name) {
                return Answers { tactics, rows };
            }
        }
    }
    Answers { tactics, rows }
}

impl Answers {
    /// What a program did about a tactic.
    pub fn of(&self, agent: &str, tactic: usize) -> Option<&Answer> {
        self.rows.iter().find(|row| row.agent == agent && row.tactic == tactic)
    }

    fn board(&self, place: usize) -> Goban<'_> {
        let tactic = &self.tactics[place];
        let answers: Vec<&Answer> = self.rows.iter().filter(|row| row.tactic == place).collect();
        let mut points: Vec<Point> = answers.iter().map(|answer| answer.point).collect();
        points.sort();
        points.dedup();
        let agents = |point: Point| -> Vec<&str> {
            answers.iter().filter(|answer| answer.point == point).map(|answer| answer.agent).collect()
        };
        let played = |&point: &Point| {
            let text = match agents(point)[..] {
                [agent] => agent[..1].to_owned(),
                ref agents => agents.len().to_string(),
            };
            (point, text, tactic.wanted.contains(&point))
        };
        let title = match tactic.position.rule() {
            Rule::Freestyle => tactic.name.to_owned(),
            rule => format!("{} ({rule})", tactic.name),
        };
        Goban {
            position: &tactic.position,
            title,
            wanted: &tactic.wanted,
            played: points.iter().map(played).collect(),
            notes: points.iter().map(|&point| format!("{point}: {}", list(&agents(point)))).collect(),
        }
    }
}

/// Some of the programs, in few words.
fn list(agents: &[&str]) -> String {
    let missing: Vec<&str> =
        CLASSICS.iter().map(|description| description.name).filter(|word| !agents.contains(word)).collect();
    match missing[..] {
        [] => "all five".to_owned(),
        [other] => format!("all but {other}"),
        _ => agents.join(", "),
    }
}

impl Finding for Answers {
    fn word(&self) -> &'static str {
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
        let found = tactics(&Scale::quick(), &mut Observer { stop: &Stop::default(), progress: &mut |_| {} });
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
