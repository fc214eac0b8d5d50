//! What all five have in common from outside: a name, settings, switches, instruments.

use std::collections::BTreeSet;
use std::fmt;

use goren_core::{Agent, Limits, Rule, Size};

use crate::instruments::Instruments;

/// A classic program: an agent that can be looked into.
pub trait Classic: Agent + Send {
    /// Its one word, such as `boundary`.
    fn word(&self) -> &'static str;

    /// What it counted and recorded during its last choice.
    fn instruments(&self) -> &Instruments;

    /// The same, to set how deep the search tree is recorded.
    fn instruments_mut(&mut self) -> &mut Instruments;
}

/// How a classic program is set up. The document's own defaults apply where nothing is said.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// Plies to look ahead.
    pub depth: Option<u32>,
    /// Optimisations that are left out, by name.
    pub without: BTreeSet<String>,
    /// Which of several weightings; only `masked` has a second, `program`.
    pub weighting: Option<String>,
    /// Decides every random choice.
    pub seed: u64,
}

impl Settings {
    /// Whether a program has everything that these settings ask for.
    pub(crate) fn check(&self, about: &About) -> Result<(), ClassicError> {
        let (classic, known) = (about.word, about.switches);
        if let Some(got) = self.without.iter().find(|&name| !known.contains(&name.as_str())) {
            return Err(ClassicError::Switch { classic, got: got.clone(), expected: known });
        }
        match &self.weighting {
            Some(got) if !about.weightings.contains(&got.as_str()) => {
                Err(ClassicError::Weighting { classic, got: got.clone(), expected: about.weightings })
            }
            _ => Ok(()),
        }
    }

    /// Whether an optimisation is in use.
    pub(crate) fn has(&self, switch: &str) -> bool {
        !self.without.contains(switch)
    }

    /// How deep to search: as set, else as the document says; never deeper than the caller allows, or than there
    /// are points on any board.
    pub(crate) fn depth(&self, document: u32, limits: &Limits) -> u32 {
        let most = limits.depth.unwrap_or(u32::MAX).min(Size::MAX.area() as u32);
        self.depth.unwrap_or(document).min(most).max(1)
    }
}

/// What cannot be set up, and what would have been possible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClassicError {
    /// There is no such program.
    Name(String),
    /// The program has no such optimisation to leave out.
    Switch {
        /// The program.
        classic: &'static str,
        /// What was asked for.
        got: String,
        /// What it has.
        expected: &'static [&'static str],
    },
    /// The program has no such weighting.
    Weighting {
        /// The program.
        classic: &'static str,
        /// What was asked for.
        got: String,
        /// What it has.
        expected: &'static [&'static str],
    },
}

impl fmt::Display for ClassicError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ClassicError::Name(got) => {
                write!(f, "expected one of boundary, automaton, sequences, trapper or masked, got `{got}`")
            }
            ClassicError::Switch { classic, got, expected } => {
                write!(f, "{classic} can be played without {}, got `{got}`", expected.join(", "))
            }
            ClassicError::Weighting { classic, got, expected: [] } => {
                write!(f, "{classic} has one weighting only, got `{got}`")
            }
            ClassicError::Weighting { classic, got, expected } => {
                write!(f, "{classic} has the weightings {}, got `{got}`", expected.join(", "))
            }
        }
    }
}

impl std::error::Error for ClassicError {}

/// What is known of a classic program before it plays.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// Its one word.
    pub word: &'static str,
    /// One sentence.
    pub summary: &'static str,
    /// The document's board.
    pub size: Size,
    /// The document's rule.
    pub rule: Rule,
    /// The document's depth.
    pub depth: u32,
    /// The optimisations that can be left out.
    pub switches: &'static [&'static str],
    /// Its weightings, the document's first; empty if there is only one.
    pub weightings: &'static [&'static str],
}
