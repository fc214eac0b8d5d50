//! The findings of the experiments that were run, and the experiments by name.

use goren_arena::{Journal, Maker, Plan, RunError};
use goren_classics::{Settings, description};

use crate::ablate::{Ablations, ablate};
use crate::claim::all_claims;
use crate::contest::{Contest, contest, contest_plan, duel_plans, home_plans, weightings_plan};
use crate::contrast::{Contrasts, contrasts};
use crate::depth::{Depths, depth};
use crate::drills::{Drills, drills};
use crate::factorial::{Factorial, factorial};
use crate::masking::{MaskingSamples, masking};
use crate::move_times::{MoveTimes, move_times_plan};
use crate::tactics::{TacticResults, tactics};
use crate::trace::{Trace, trace};
use crate::{Finding, Observer, Workload};

/// The findings of the experiments that were run.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    /// The date as text.
    pub(crate) date: String,
    /// How much was measured, and when: what judgements say of their run.
    pub run: String,
    /// The settings of the experiments, by name.
    pub settings: Vec<(String, String)>,
    /// The command that repeats the experiments.
    pub(crate) command: String,
    /// Time and nodes by depth.
    pub(crate) depth: Option<Depths>,
    /// Time through games.
    pub(crate) moves: Option<MoveTimes>,
    /// Optimisations left out.
    pub(crate) ablate: Option<Ablations>,
    /// Every combination of optimisations.
    pub(crate) factorial: Option<Factorial>,
    /// Two settings of one program.
    pub(crate) contrasts: Option<Contrasts>,
    /// What masking changes.
    pub(crate) masking: Option<MaskingSamples>,
    /// Everyone against everyone.
    pub(crate) contest: Option<Contest>,
    /// Everyone on the boards of single documents.
    pub(crate) homes: Vec<Contest>,
    /// Two settings of one program against each other.
    pub(crate) duels: Vec<Contest>,
    /// The two weightings of `masked`.
    pub(crate) weightings: Option<Contest>,
    /// Tactical positions, made by hand.
    pub(crate) positions: Option<TacticResults>,
    /// Tactical tasks, from games.
    pub(crate) drills: Option<Drills>,
    /// A search tree.
    pub(crate) trace: Option<Trace>,
}

/// An experiment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Experiment {
    /// Tactical positions, made by hand.
    Positions,
    /// Tactical tasks, from games.
    Drills,
    /// A search tree.
    Trace,
    /// Time and nodes by depth.
    Depth,
    /// Each optimisation left out in turn.
    Ablate,
    /// Every combination of optimisations.
    Factorial,
    /// Two settings of one program on the same positions.
    Contrasts,
    /// What masking changes.
    Masking,
    /// Everyone against everyone, and the time of every move.
    Match,
    /// Each program on the board of its document.
    Homes,
    /// Two settings of one program against each other.
    Duels,
    /// The two weightings of `masked`.
    Weightings,
    /// The time of every move in games of the five programs alone.
    Moves,
}

impl Experiment {
    /// The experiments of a report, in the order in which they are run. The moves are those of the match.
    pub const REPORT: [Experiment; 12] = [
        Experiment::Positions,
        Experiment::Drills,
        Experiment::Trace,
        Experiment::Depth,
        Experiment::Ablate,
        Experiment::Factorial,
        Experiment::Contrasts,
        Experiment::Masking,
        Experiment::Match,
        Experiment::Homes,
        Experiment::Duels,
        Experiment::Weightings,
    ];

    /// One word.
    pub fn name(self) -> &'static str {
        match self {
            Experiment::Positions => "positions",
            Experiment::Drills => "drills",
            Experiment::Trace => "trace",
            Experiment::Depth => "depth",
            Experiment::Ablate => "ablate",
            Experiment::Factorial => "factorial",
            Experiment::Contrasts => "contrasts",
            Experiment::Masking => "masking",
            Experiment::Match => "match",
            Experiment::Homes => "homes",
            Experiment::Duels => "duels",
            Experiment::Weightings => "weightings",
            Experiment::Moves => "moves",
        }
    }

    /// What it finds out, in one sentence.
    pub fn about(self) -> &'static str {
        match self {
            Experiment::Positions => "What each program plays where there is one right idea.",
            Experiment::Drills => "How many tasks from games each program solves.",
            Experiment::Trace => "The search tree of one move, with what was cut off.",
            Experiment::Depth => "Nodes and time by depth, beside the documents’ own times.",
            Experiment::Ablate => "What each optimisation is worth on top of the others.",
            Experiment::Factorial => "What each optimisation is worth alone and together with others.",
            Experiment::Contrasts => "Two settings of one program on the same positions.",
            Experiment::Masking => "How often masking changes the move of masked.",
            Experiment::Match => "Everyone against everyone, and the time of every move.",
            Experiment::Homes => "Each program on the board of its own document.",
            Experiment::Duels => "Two settings of one program against each other.",
            Experiment::Weightings => "The two weightings of masked against each other.",
            Experiment::Moves => "The time of every move in games of the five programs.",
        }
    }

    /// The experiments that the claims of a program's document rest on.
    pub fn of_claims(agent: &str) -> Vec<Experiment> {
        let is_named = |experiment: &Experiment| {
            let command = format!("goren lab {} --out lab", experiment.name());
            all_claims().any(|claim| claim.agent() == agent && claim.command == command)
        };
        Experiment::REPORT.into_iter().filter(is_named).collect()
    }
}

/// Opens the journal of a plan by its name, if its games are kept.
pub(crate) type JournalOf<'a> = dyn FnMut(&str, &Plan) -> Result<Option<Journal>, RunError> + 'a;

/// Where an experiment's games come from.
pub struct Games<'a> {
    /// Makes the agents.
    pub maker: &'a Maker<'a>,
    /// The journal of a plan by its name, if its games are kept.
    pub journal: &'a mut JournalOf<'a>,
}

/// The time limit for the search whose tree is drawn.
const TRACE_TIMEOUT: std::time::Duration = std::time::Duration::from_secs(3600);

impl Findings {
    /// Nothing yet, of a run of this date, extent and command.
    pub fn new(date: String, run: String, command: String) -> Findings {
        Findings { date, run, command, ..Findings::default() }
    }

    /// Runs an experiment and keeps what it found. After the flag was raised that is what was finished until then.
    pub fn run(
        &mut self,
        experiment: Experiment,
        workload: &Workload,
        games: &mut Games<'_>,
        observer: &mut Observer<'_>,
    ) -> Result<(), RunError> {
        let mut play = |name: &'static str, plan: &Plan, observer: &mut Observer<'_>| {
            let mut journal = (games.journal)(name, plan)?;
            contest(name, plan, games.maker, journal.as_mut(), workload.threads, observer)
        };
        match experiment {
            Experiment::Positions => self.positions = Some(tactics(workload, observer)),
            Experiment::Drills => self.drills = Some(drills(workload, observer)),
            Experiment::Trace => self.trace = tree(workload, observer),
            Experiment::Depth => self.depth = Some(depth(workload, observer)),
            Experiment::Ablate => self.ablate = Some(ablate(workload, observer)),
            Experiment::Factorial => self.factorial = Some(factorial(workload, observer)),
            Experiment::Contrasts => self.contrasts = Some(contrasts(workload, observer)),
            Experiment::Masking => self.masking = Some(masking(workload, observer)),
            Experiment::Match => {
                let played = play("match", &contest_plan(workload), observer)?;
                self.moves = Some(MoveTimes::of(&played));
                self.contest = Some(played);
            }
            Experiment::Homes => {
                self.homes = home_plans(workload)
                    .iter()
                    .map(|(name, plan)| play(name, plan, observer))
                    .collect::<Result<_, _>>()?;
            }
            Experiment::Duels => {
                self.duels = duel_plans(workload)
                    .iter()
                    .map(|(name, plan)| play(name, plan, observer))
                    .collect::<Result<_, _>>()?;
            }
            Experiment::Weightings => {
                self.weightings = Some(play("weightings", &weightings_plan(workload), observer)?);
            }
            Experiment::Moves => {
                self.moves = Some(MoveTimes::of(&play("moves", &move_times_plan(workload), observer)?));
            }
        }
        Ok(())
    }

    /// What an experiment found, if it was run.
    pub fn of(&self, experiment: Experiment) -> Vec<&dyn Finding> {
        fn one<F: Finding>(finding: Option<&F>) -> Vec<&dyn Finding> {
            finding.map(|finding| finding as &dyn Finding).into_iter().collect()
        }
        match experiment {
            Experiment::Positions => one(self.positions.as_ref()),
            Experiment::Drills => one(self.drills.as_ref()),
            Experiment::Trace => one(self.trace.as_ref()),
            Experiment::Depth => one(self.depth.as_ref()),
            Experiment::Ablate => one(self.ablate.as_ref()),
            Experiment::Factorial => one(self.factorial.as_ref()),
            Experiment::Contrasts => one(self.contrasts.as_ref()),
            Experiment::Masking => one(self.masking.as_ref()),
            Experiment::Match => {
                let mut both = one(self.contest.as_ref());
                both.extend(one(self.moves.as_ref()));
                both
            }
            Experiment::Homes => self.homes.iter().map(|contest| contest as &dyn Finding).collect(),
            Experiment::Duels => self.duels.iter().map(|contest| contest as &dyn Finding).collect(),
            Experiment::Weightings => one(self.weightings.as_ref()),
            Experiment::Moves => one(self.moves.as_ref()),
        }
    }

    /// The games of two or of a home board, by their name.
    pub(crate) fn contest_named(&self, name: &str) -> Option<&Contest> {
        self.homes.iter().chain(&self.duels).chain(&self.weightings).find(|contest| contest.name() == name)
    }
}

/// A tree of three plies of `automaton`, whose five moves a ply can be drawn.
fn tree(workload: &Workload, observer: &mut Observer<'_>) -> Option<Trace> {
    observer.proceed(0, 1, "automaton");
    let classic = description("automaton").expect("automaton is one of the five");
    let settings = Settings { depth: Some(3), seed: workload.seed, ..Settings::default() };
    let game = Trace::sample(classic, workload.seed);
    let found = trace(classic.name, &settings, &game, 3, TRACE_TIMEOUT, observer.stop).ok();
    observer.proceed(1, 1, "");
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_needs_only_the_experiments_that_its_claims_name() {
        let names =
            |agent| Experiment::of_claims(agent).into_iter().map(Experiment::name).collect::<Vec<_>>();
        assert_eq!(names("trapper"), ["positions", "drills", "depth", "ablate", "match"]);
        assert_eq!(names("sequences"), ["drills", "depth", "ablate", "match"]);
        assert!(names("masked").contains(&"weightings") && !names("masked").contains(&"factorial"));
    }

    #[test]
    fn what_is_measured_for_one_program_leaves_the_others_out() {
        let workload =
            Workload { positions: 1, samples: 10, deepest: 2, only: Some("masked"), ..Workload::quick() };
        let stop = goren_core::Stop::default();
        let mut observer = Observer { stop: &stop, progress: &mut |_| {} };
        let agents =
            |agents: Vec<&'static str>| agents.into_iter().collect::<std::collections::BTreeSet<_>>();
        let only = std::collections::BTreeSet::from(["masked"]);
        let found = depth(&workload, &mut observer);
        assert_eq!(agents(found.rows.iter().map(|row| row.agent).collect()), only);
        let found = ablate(&workload, &mut observer);
        assert_eq!(agents(found.rows.iter().map(|row| row.agent).collect()), only);
        let found = tactics(&workload, &mut observer);
        assert_eq!(agents(found.rows.iter().map(|row| row.agent).collect()), only);
        let duels: Vec<&str> = duel_plans(&workload).into_iter().map(|(name, _)| name).collect();
        assert_eq!(duels, ["duel-masked-3", "duel-masking"]);
    }

    #[test]
    fn every_experiment_has_a_name_of_its_own_and_a_sentence() {
        let all = || Experiment::REPORT.into_iter().chain([Experiment::Moves]);
        let names: std::collections::BTreeSet<&str> = all().map(Experiment::name).collect();
        assert_eq!(names.len(), all().count());
        assert!(all().all(|experiment| experiment.about().ends_with('.')));
        assert!(Findings::default().of(Experiment::Depth).is_empty());
    }
}
