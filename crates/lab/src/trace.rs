//! The upper plies of a search tree, with the branches that were cut off.

use std::time::Duration;

use goren_classics::{Branch, Description, Settings};
use goren_core::{Game, Stop};

use crate::chart::{Figure, tree};
use crate::measurement::{Measurement, Trial};
use crate::middle_games::middle_games;
use crate::number::short;
use crate::{Finding, csv};

/// The search tree of one move.
#[derive(Clone, Debug)]
pub struct Trace {
    /// The program.
    pub agent: String,
    /// The measured move, with its tree.
    pub measurement: Measurement,
    plies: u32,
}

/// Lets a program choose a move and records the upper plies of its tree; `None` if it took too long or did not search.
pub fn trace(
    name: &str,
    settings: &Settings,
    game: &Game,
    plies: u32,
    longest: Duration,
    stop: &Stop,
) -> Option<Trace> {
    let measurement = Trial { name, settings, game, longest, trace_depth: plies, stop }.measure()?;
    measurement.tree.is_some().then(|| Trace { agent: name.to_owned(), measurement, plies })
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
    pub fn output(&self) -> String {
        let Measurement { value, report, counters, time, .. } = &self.measurement;
        let mut text = format!("{} plays {}", self.agent, self.measurement.step);
        if let Some(value) = value {
            text += &format!(", value {value}");
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
        fn rows(branch: &Branch, line: &str, text: &mut String) {
            for child in &branch.children {
                let line = format!("{line}{}", child.point.map_or(String::new(), |point| point.to_string()));
                *text += &csv::line(&[&line, &child.value, &child.note]);
                rows(child, &line, text);
            }
        }
        let mut text = csv::line(&[&"line", &"value", &"note"]);
        rows(self.tree(), "", &mut text);
        text
    }

    fn figures(&self) -> Vec<(&'static str, Figure)> {
        let write = |value: i64| match value as f64 {
            value if value.abs() >= 9.995e11 => format!("{:.0} T", value / 1e12),
            value => short(value),
        };
        let label = format!("The search tree of {}: best line and branches cut off", self.agent);
        vec![("tree", tree(&label, self.tree(), self.plies as usize, write))]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use goren_classics::CLASSICS;

    #[test]
    fn the_picture_shows_the_chosen_move_and_what_was_cut() {
        let description = &CLASSICS[1];
        let game = &middle_games(description, 1, 1)[0];
        let settings = Settings { depth: Some(3), ..Settings::default() };
        let found =
            trace(description.name, &settings, game, 3, Duration::from_secs(60), &Stop::default()).unwrap();
        let picture = found.figures().remove(0).1.inline();
        assert!(picture.contains("node cut") && picture.contains("branch best"));
        let chosen = found.measurement.step.to_string();
        assert!(found.csv().lines().any(|line| line.split(',').next() == Some(&chosen)), "{chosen}");
        assert!(found.output().starts_with(&format!("automaton plays {chosen}, value ")));
    }
}
