//! What the five programs have in common: a description, settings, switches, instruments.

use std::collections::BTreeSet;
use std::fmt;

use goren_core::{Agent, Game, Limits, Report, Rule, Size, Step, Stop};

use crate::CLASSICS;
use crate::instruments::Instruments;

/// One of the five programs, set up to play, with its instruments.
pub struct Classic {
    description: &'static Description,
    weighting: Option<String>,
    program: Box<dyn Program>,
    instruments: Instruments,
}

impl Classic {
    /// The program of that description, set up to play.
    pub fn new(description: &'static Description, settings: &Settings) -> Result<Classic, ClassicError> {
        let program = (description.build)(settings)?;
        let weighting = settings.weighting.clone();
        Ok(Classic { description, weighting, program, instruments: Instruments::default() })
    }

    /// What is known of the program.
    pub fn description(&self) -> &'static Description {
        self.description
    }

    /// What the program counted and recorded during its last choice.
    pub fn instruments(&self) -> &Instruments {
        &self.instruments
    }

    /// The same, to set how deep the search tree is recorded.
    pub fn instruments_mut(&mut self) -> &mut Instruments {
        &mut self.instruments
    }
}

impl Agent for Classic {
    /// The program's name, and in brackets its weighting if that is not the document's.
    fn name(&self) -> String {
        let Description { name, weightings, .. } = self.description;
        match &self.weighting {
            Some(weighting) if weightings.first() != Some(&weighting.as_str()) => {
                format!("{name} ({weighting})")
            }
            _ => (*name).to_owned(),
        }
    }

    fn choose(&mut self, game: &Game, limits: &Limits, stop: &Stop, report: &mut dyn FnMut(&Report)) -> Step {
        self.instruments.begin();
        let instruments = &mut self.instruments;
        self.program.choose(MoveRequest { game, limits, stop, instruments, report })
    }
}

/// What distinguishes the five programs: how they choose a step.
pub(crate) trait Program: Send {
    fn choose(&mut self, request: MoveRequest<'_>) -> Step;
}

/// The arguments of [`Agent::choose`], and the instruments to record in.
pub(crate) struct MoveRequest<'a> {
    pub(crate) game: &'a Game,
    pub(crate) limits: &'a Limits,
    pub(crate) stop: &'a Stop,
    pub(crate) instruments: &'a mut Instruments,
    pub(crate) report: &'a mut dyn FnMut(&Report),
}

/// How a classic program is set up. The document's own values apply where nothing else is set.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// Plies to look ahead.
    pub depth: Option<u32>,
    /// The optimisations to leave out, by name.
    pub without: BTreeSet<String>,
    /// Which weighting to use; only `masked` has a second one, `program`.
    pub weighting: Option<String>,
    /// Determines every random choice.
    pub seed: u64,
}

impl Settings {
    /// Checks that a program has everything these settings ask for.
    pub(crate) fn check(&self, description: &Description) -> Result<(), ClassicError> {
        let (classic, known) = (description.name, description.switches);
        if let Some(got) = self.without.iter().find(|&name| !known.contains(&name.as_str())) {
            return Err(ClassicError::Switch { classic, got: got.clone(), expected: known });
        }
        match &self.weighting {
            Some(got) if !description.weightings.contains(&got.as_str()) => {
                Err(ClassicError::Weighting { classic, got: got.clone(), expected: description.weightings })
            }
            _ => Ok(()),
        }
    }

    /// Whether an optimisation is in use.
    pub(crate) fn has(&self, switch: &str) -> bool {
        !self.without.contains(switch)
    }

    /// How deep to search: as set, or else as the document says, but never deeper than the caller allows or than the
    /// largest board has points.
    pub(crate) fn depth(&self, document: u32, limits: &Limits) -> u32 {
        let most = limits.depth.unwrap_or(u32::MAX).min(Size::MAX.area() as u32);
        self.depth.unwrap_or(document).min(most).max(1)
    }
}

/// A setting that does not exist, and those that do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClassicError {
    /// No such program.
    Name(String),
    /// No such optimisation to leave out.
    Switch {
        /// The program.
        classic: &'static str,
        /// What was asked for.
        got: String,
        /// What it has.
        expected: &'static [&'static str],
    },
    /// No such weighting.
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
                f.write_str("expected one of ")?;
                for (i, description) in CLASSICS.iter().enumerate() {
                    let separator = match i {
                        0 => "",
                        i if i + 1 < CLASSICS.len() => ", ",
                        _ => " or ",
                    };
                    write!(f, "{separator}{}", description.name)?;
                }
                write!(f, ", got `{got}`")
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
pub struct Description {
    /// Its name, one word.
    pub name: &'static str,
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
    pub(crate) build: fn(&Settings) -> Result<Box<dyn Program>, ClassicError>,
}
