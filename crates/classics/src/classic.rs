//! What the five programs have in common: a description, settings, instruments.
//!
//! Everything about a program that can be chosen has a name. Its optimisations are in use unless they are left out
//! (`without`); what its document or its authors' program has and goren has corrected, or what was only planned, is left out
//! unless it is put in (`with`). A *variant* is a named set of such additions: `corrected` has none, `printed` those of the
//! document as printed, `programmed` those of the authors' program. `without` leaves out an addition of a variant too.

use std::any::Any;
use std::collections::BTreeSet;
use std::fmt;

use goren_core::{Agent, Game, Limits, Opening, Position, Report, Rule, Size, Step, Stone, Stop};

use crate::CLASSICS;
use crate::explain::Explanation;
use crate::instruments::{Instruments, Listener};

/// One of the five programs, set up to play, with its instruments.
pub struct Classic {
    description: &'static Description,
    settings: Settings,
    program: Box<dyn Program>,
    instruments: Instruments,
}

impl Classic {
    /// The program of that description, set up to play.
    pub fn new(description: &'static Description, settings: &Settings) -> Result<Classic, ClassicError> {
        let program = (description.build)(settings)?;
        Ok(Classic { description, settings: settings.clone(), program, instruments: Instruments::default() })
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

    /// How the program comes to the value of a position for one side.
    pub fn explain(&self, position: &Position, side: Stone) -> Explanation {
        if position.side() == side {
            return self.program.explain(position);
        }
        let mut turned = position.clone();
        turned.pass();
        self.program.explain(&turned)
    }

    /// Chooses a step while `listener` hears what the search does; returns both.
    pub fn watch<L: Listener>(
        &mut self,
        game: &Game,
        limits: &Limits,
        stop: &Stop,
        report: &mut dyn FnMut(&Report),
        listener: L,
    ) -> (Step, L) {
        self.instruments.listener = Some(Box::new(listener));
        let step = self.choose(game, limits, stop, report);
        let listener: Option<Box<dyn Any>> = self.instruments.listener.take().map(|listener| listener as _);
        let listener = listener.and_then(|listener| listener.downcast().ok());
        (step, *listener.expect("it was put there above"))
    }
}

impl Agent for Classic {
    /// The program's name, and in brackets what is not as usual.
    fn name(&self) -> String {
        self.settings.title(self.description)
    }

    fn choose(&mut self, game: &Game, limits: &Limits, stop: &Stop, report: &mut dyn FnMut(&Report)) -> Step {
        self.instruments.begin();
        let instruments = &mut self.instruments;
        let step = self.program.choose(MoveRequest { game, limits, stop, instruments, report });
        self.instruments.end();
        step
    }
}

/// What distinguishes the five programs: how they choose a step, and how they evaluate.
pub(crate) trait Program: Send {
    fn choose(&mut self, request: MoveRequest<'_>) -> Step;

    /// How the value of a position for the side to move comes about.
    fn explain(&self, position: &Position) -> Explanation;
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
    /// Which reading of the document to follow, by name; goren's own, `corrected`, if not set.
    pub variant: Option<String>,
    /// Which weighting to use; only `masked` has a second one, `program`.
    pub weighting: Option<String>,
    /// What to put in, by name.
    pub with: BTreeSet<String>,
    /// What to leave out, by name.
    pub without: BTreeSet<String>,
    /// Determines every random choice.
    pub seed: u64,
}

/// The deepest search that can be asked for.
const MAX_DEPTH: u32 = 120;

impl Settings {
    /// Sets an option from its text: `depth`, `variant`, `weighting`, `with`, `without` or `seed`. Names in a list are joined by
    /// `+`.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), ClassicError> {
        let number = |most: u64| {
            let number =
                value.parse().ok().filter(|number| (u64::from(key == "depth")..=most).contains(number));
            let refusal = || ClassicError::Number { key: key.to_owned(), got: value.to_owned(), most };
            number.ok_or_else(refusal)
        };
        let names = || value.split('+').map(|name| name.trim().to_owned()).collect();
        match key {
            "depth" => self.depth = Some(number(MAX_DEPTH.into())? as u32),
            "variant" => self.variant = Some(value.to_owned()),
            "weighting" => self.weighting = Some(value.to_owned()),
            "with" => self.with = names(),
            "without" => self.without = names(),
            "seed" => self.seed = number(u64::MAX)?,
            _ => return Err(ClassicError::Option(key.to_owned())),
        }
        Ok(())
    }

    /// The parts of a program that these settings use; an error if it lacks something they ask for.
    pub(crate) fn parts(&self, description: &'static Description) -> Result<Parts, ClassicError> {
        let Description { name: classic, switches, additions, variants, weightings, .. } = *description;
        let mut parts: Parts = Parts(switches.iter().copied().collect());
        if let Some(got) = &self.variant {
            let refusal = || ClassicError::Variant { classic, got: got.clone(), expected: variants };
            parts.0.extend(variants.iter().find(|variant| variant.name == got).ok_or_else(refusal)?.parts);
        }
        for got in &self.with {
            let refusal = || ClassicError::Addition { classic, got: got.clone(), expected: additions };
            parts.0.insert(additions.iter().find(|addition| addition.name == got).ok_or_else(refusal)?.name);
        }
        for got in &self.without {
            let is_known = switches.contains(&got.as_str()) || additions.iter().any(|each| each.name == got);
            if !is_known {
                return Err(ClassicError::Switch { classic, got: got.clone(), expected: switches });
            }
            parts.0.remove(got.as_str());
        }
        match &self.weighting {
            Some(got) if !weightings.contains(&got.as_str()) => {
                Err(ClassicError::Weighting { classic, got: got.clone(), expected: weightings })
            }
            _ => Ok(parts),
        }
    }

    /// How deep to search: as set, or else as the document says, but never deeper than the caller allows or than the
    /// largest board has points.
    pub(crate) fn depth(&self, document: u32, limits: &Limits) -> u32 {
        let most = limits.depth.unwrap_or(u32::MAX).min(Size::MAX.area() as u32);
        self.depth.unwrap_or(document).min(most).max(1)
    }

    /// What to call a program with these settings: its name, and in brackets what is not as usual.
    pub fn title(&self, description: &Description) -> String {
        let unusual = |got: &Option<String>, usual: Option<&str>| {
            got.clone().filter(|got| usual.is_none_or(|usual| usual != got))
        };
        let list = |word: &str, names: &BTreeSet<String>| {
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            (!names.is_empty()).then(|| format!("{word} {}", names.join(" and ")))
        };
        let said: Vec<String> = [
            unusual(&self.variant, description.variants.first().map(|variant| variant.name)),
            unusual(&self.weighting, description.weightings.first().copied()),
            list("with", &self.with),
            list("without", &self.without),
            self.depth.filter(|&depth| depth != description.depth).map(|depth| format!("depth {depth}")),
        ]
        .into_iter()
        .flatten()
        .collect();
        if said.is_empty() {
            description.name.to_owned()
        } else {
            format!("{} ({})", description.name, said.join(", "))
        }
    }
}

/// The parts of a program in use: optimisations that are not left out, and additions.
#[derive(Clone, Debug)]
pub(crate) struct Parts(BTreeSet<&'static str>);

impl Parts {
    pub(crate) fn has(&self, name: &str) -> bool {
        self.0.contains(name)
    }

    /// The same parts but one.
    pub(crate) fn without(&self, name: &str) -> Parts {
        Parts(self.0.iter().copied().filter(|&part| part != name).collect())
    }
}

/// A setting that does not exist, and those that do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClassicError {
    /// No such program.
    Name(String),
    /// No such option.
    Option(String),
    /// A number out of range.
    Number {
        /// The option.
        key: String,
        /// What was asked for.
        got: String,
        /// The largest number.
        most: u64,
    },
    /// No such part to leave out.
    Switch {
        /// The program.
        classic: &'static str,
        /// What was asked for.
        got: String,
        /// What it has.
        expected: &'static [&'static str],
    },
    /// No such part to put in.
    Addition {
        /// The program.
        classic: &'static str,
        /// What was asked for.
        got: String,
        /// What it can be given.
        expected: &'static [Addition],
    },
    /// No such variant.
    Variant {
        /// The program.
        classic: &'static str,
        /// What was asked for.
        got: String,
        /// What it has.
        expected: &'static [Variant],
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
                let names: Vec<&str> = CLASSICS.iter().map(|description| description.name).collect();
                write!(f, "expected one of {}, got `{got}`", either(&names))
            }
            ClassicError::Option(got) => {
                write!(f, "expected an option variant, weighting, with, without, depth or seed, got `{got}`")
            }
            ClassicError::Number { key, got, most } => {
                let least = u8::from(key == "depth");
                write!(f, "{key}: expected a number from {least} to {most}, got `{got}`")
            }
            ClassicError::Switch { classic, got, expected } => {
                write!(f, "{classic} can be played without {}, got `{got}`", expected.join(", "))
            }
            ClassicError::Addition { classic, got, expected } => {
                let names: Vec<&str> = expected.iter().map(|addition| addition.name).collect();
                write!(f, "{classic} can be played with {}, got `{got}`", names.join(", "))
            }
            ClassicError::Variant { classic, got, expected } => {
                let names: Vec<&str> = expected.iter().map(|variant| variant.name).collect();
                write!(f, "{classic} has the variants {}, got `{got}`", names.join(", "))
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

/// Names as an enumeration of alternatives.
fn either(names: &[&str]) -> String {
    match names {
        [first @ .., last] if !first.is_empty() => format!("{} or {last}", first.join(", ")),
        _ => names.concat(),
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
    /// How the document's games begin.
    pub opening: Opening,
    /// The number of traps on the document's board. It names none: they differ from game to game.
    pub traps: usize,
    /// The document's depth.
    pub depth: u32,
    /// How many whole numbers of a search make one of the document's units: its evaluations can be halves or tenths.
    pub unit: i64,
    /// The optimisations that can be left out.
    pub switches: &'static [&'static str],
    /// What can be put in.
    pub additions: &'static [Addition],
    /// Its variants, `corrected` first.
    pub variants: &'static [Variant],
    /// Its weightings, the document's first; empty if there is only one.
    pub weightings: &'static [&'static str],
    pub(crate) build: fn(&Settings) -> Result<Box<dyn Program>, ClassicError>,
}

impl Description {
    /// A value of a search in the document's units.
    pub fn in_units(&self, value: i64) -> f64 {
        value as f64 / self.unit as f64
    }
}

/// A reading of a document: a named set of additions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variant {
    /// `corrected`, `printed` or `programmed`.
    pub name: &'static str,
    /// What differs, one sentence.
    pub summary: &'static str,
    /// Its additions.
    pub parts: &'static [&'static str],
    /// Where it shows; `None` for `corrected`, to which the others are compared.
    pub witness: Option<Witness>,
}

impl Variant {
    /// Every program has this variant, and it comes first.
    pub(crate) const CORRECTED: Variant = Variant {
        name: "corrected",
        summary: "As the text means it: misprints, slips and unsound shortcuts put right",
        parts: &[],
        witness: None,
    };
}

/// Something that a program does only if it is put in: a misprint or a fault that was corrected, or what was only planned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Addition {
    /// Its name, in words joined by hyphens.
    pub name: &'static str,
    /// What differs, one sentence.
    pub summary: &'static str,
    /// Where it shows.
    pub witness: Witness,
}

/// A position on the program's own board, under its own rule, in which it plays differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Witness {
    /// The moves that lead there.
    pub moves: &'static str,
    /// The depth at which it shows, if not the document's.
    pub depth: Option<u32>,
    /// What the program plays as corrected.
    pub corrected: &'static str,
    /// What it plays instead.
    pub instead: &'static str,
}

impl Witness {
    pub(crate) const fn after(
        moves: &'static str,
        corrected: &'static str,
        instead: &'static str,
    ) -> Witness {
        Witness { moves, depth: None, corrected, instead }
    }

    pub(crate) const fn at_depth(self, depth: u32) -> Witness {
        Witness { depth: Some(depth), ..self }
    }
}
