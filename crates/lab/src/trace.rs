//! The upper plies of a search tree, with the branches that were cut off.

use std::fmt;
use std::time::Duration;

use goren_classics::{Branch, Description, Kind, Settings, Unsearched, description};
use goren_core::{Game, Position, Step, Stop};

use crate::chart::{Figure, Goban, gobans, tree};
use crate::measurement::{Measurement, Trial};
use crate::middle_games::middle_games;
use crate::number::short;
use crate::{Finding, csv};

/// The search tree of one move.
#[derive(Clone, Debug)]
pub struct Trace {
    /// The program.
    pub(crate) description: &'static Description,
    /// The measured move, with its tree.
    pub(crate) measurement: Measurement,
    /// The plies searched.
    pub(crate) depth: u32,
    /// The plies of the tree that were recorded.
    pub(crate) plies: u32,
    position: Position,
}

/// Why there is no tree of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoTree {
    /// The search took too long or was stopped.
    Unfinished,
    /// The move was made without a search.
    Answered(Step, Unsearched),
}

impl fmt::Display for NoTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoTree::Unfinished => f.write_str("did not finish its search"),
            NoTree::Answered(step, answer) => write!(f, "plays {step} without a search: {}", answer.why()),
        }
    }
}

impl std::error::Error for NoTree {}

/// Lets a program choose a move and records the upper plies of its tree.
pub fn trace(
    name: &str,
    settings: &Settings,
    game: &Game,
    plies: u32,
    longest: Duration,
    stop: &Stop,
) -> Result<Trace, NoTree> {
    let trial = Trial { name, settings, game, longest, trace_depth: plies, stop };
    let measurement = trial.measure().ok_or(NoTree::Unfinished)?;
    if let Some(answer) = measurement.answer {
        return Err(NoTree::Answered(measurement.step, answer));
    }
    let description = description(name).expect("the trial named it");
    measurement
        .tree
        .is_some()
        .then(|| Trace {
            description,
            measurement,
            depth: settings.depth.unwrap_or(description.depth),
            plies,
            position: game.position().clone(),
        })
        .ok_or(NoTree::Unfinished)
}

impl Trace {
    /// A middle game on the board of a program's document.
    pub fn sample(description: &Description, seed: u64) -> Game {
        middle_games(description, 1, seed)
            .pop()
            .expect("there is a quiet middle game on every document's board")
    }

    fn tree(&self) -> &Branch {
        self.measurement.tree.as_ref().expect("a trace is made of a tree")
    }

    /// The program's account of its choice, as lines of text.
    pub(crate) fn output(&self) -> String {
        let Measurement { value, report, counters, time, .. } = &self.measurement;
        let mut text = format!("{} plays {}", self.description.name, self.measurement.step);
        if let Some(value) = value {
            text += &format!(", value {value} after {} plies", self.depth);
        }
        if let Some(report) = report {
            let line: Vec<String> = report.pv.iter().map(ToString::to_string).collect();
            text += &format!("\nlooks for {}", line.join(" "));
        }
        text += &format!(
            "\n{} nodes, {} leaves, {} cut-offs, {} of {} candidates kept, {} evaluations\n{:.2} ms",
            counters.nodes,
            counters.leaves,
            counters.cutoffs,
            counters.kept,
            counters.generated,
            counters.evaluations,
            time.as_secs_f64() * 1e3
        );
        text
    }
}

impl Finding for Trace {
    fn name(&self) -> &'static str {
        "trace"
    }

    fn csv(&self) -> String {
        fn rows(description: &Description, branch: &Branch, line: &str, text: &mut String) {
            for child in &branch.children {
                let line = format!("{line}{}", child.point.map_or(String::new(), |point| point.to_string()));
                *text += &csv::line(&[&line, &bound(child), &description.in_units(child.value), &child.note]);
                rows(description, child, &line, text);
            }
        }
        let mut text = csv::line(&[&"line", &"bound", &"value", &"note"]);
        rows(self.description, self.tree(), "", &mut text);
        text
    }

    fn figures(&self) -> Vec<(&'static str, Figure)> {
        let write = |value: f64| match value {
            value if value.abs() >= 9.995e11 => format!("{:.0} T", value / 1e12),
            value => short(value),
        };
        let label = format!(
            "The search tree of {}, {} of {} plies: best line and branches cut off",
            self.description.name, self.plies, self.depth
        );
        let line = self.measurement.report.as_ref().map_or(&[][..], |report| &report.pv);
        let numbered = line.iter().enumerate().map(|(i, &point)| (point, (i + 1).to_string(), true));
        let board = Goban {
            position: &self.position,
            title: format!("{} to move", self.position.side()),
            solutions: &[],
            played: numbered.collect(),
            notes: Vec::new(),
        };
        vec![
            ("board", gobans("The position, and the line that the program expects", 1, &[board])),
            ("tree", tree(&label, self.tree(), self.plies as usize, self.description, write)),
        ]
    }
}

/// `≥` or `≤` where the value of a branch is only a bound.
pub(crate) fn bound(branch: &Branch) -> &'static str {
    match branch.kind {
        Kind::AtLeast => "≥",
        Kind::AtMost => "≤",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use goren_classics::CLASSICS;

    #[test]
    fn what_was_answered_without_a_search_has_no_tree() {
        let of = |moves: &[&str]| {
            let mut position = Position::new(goren_core::Rule::Freestyle, goren_core::Size::DEFAULT);
            moves.iter().for_each(|name| position.play(name.parse().unwrap()));
            let (game, settings) = (Game::from_position(position), Settings::default());
            trace("trapper", &settings, &game, 2, Duration::from_secs(60), &Stop::default())
        };
        let why = |moves: &[&str]| of(moves).unwrap_err().to_string();
        assert_eq!(why(&["h8"]), "plays g9 without a search: a move of its opening book");
        assert_eq!(
            why(&["h8", "a1", "i8", "a2", "j8", "a3", "k8", "a4"]),
            "plays g8 without a search: it wins at once"
        );
        assert!(of(&["h8", "i9", "g7", "i7", "i8", "g8"]).is_ok());
    }

    #[test]
    fn the_picture_shows_the_chosen_move_and_what_was_cut() {
        let description = &CLASSICS[1];
        let game = &middle_games(description, 1, 1)[0];
        let settings = Settings { depth: Some(3), ..Settings::default() };
        let found =
            trace(description.name, &settings, game, 3, Duration::from_secs(60), &Stop::default()).unwrap();
        let picture = found.figures().remove(1).1.inline();
        assert!(picture.contains("node cut") && picture.contains("branch best"));
        assert!(picture.contains(['≤', '≥']), "what was found after a cut-off is a bound");
        let chosen = found.measurement.step.to_string();
        assert!(found.csv().lines().any(|line| line.split(',').next() == Some(&chosen)), "{chosen}");
        assert!(found.output().starts_with(&format!("automaton plays {chosen}, value ")));
    }
}
