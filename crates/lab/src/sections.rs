//! What each experiment shows: its headings, tables and figures.

mod claims;
mod documents;
mod games;
mod searches;
mod tasks;

use crate::claim::{ClaimTable, claims};
use crate::findings::{Experiment, Findings};
use crate::section::Section;
pub(crate) use claims::claims_section;
use documents::{documents, programs, reported};
use games::{contest, duels, homes, moves, weightings};
use searches::{ablation, contrasts, depth, factorial, masking};
use tasks::{drills, positions, trace};

/// All sections that the findings fill, in the order of the page.
pub(crate) fn sections(findings: &Findings) -> Vec<Section> {
    let mut all =
        vec![documents(), programs(findings), claims_section(&claims(findings)), reported(findings)];
    let order = [
        Experiment::Depth,
        Experiment::Ablate,
        Experiment::Factorial,
        Experiment::Contrasts,
        Experiment::Masking,
        Experiment::Match,
        Experiment::Homes,
        Experiment::Duels,
        Experiment::Weightings,
        Experiment::Drills,
        Experiment::Positions,
        Experiment::Trace,
    ];
    all.extend(order.into_iter().flat_map(|experiment| of_experiment(experiment, findings)));
    all
}

/// The sections of one experiment, if it was run.
pub fn of_experiment(experiment: Experiment, findings: &Findings) -> Vec<Section> {
    let section = match experiment {
        Experiment::Positions => positions(findings),
        Experiment::Drills => drills(findings),
        Experiment::Trace => trace(findings),
        Experiment::Depth => depth(findings),
        Experiment::Ablate => ablation(findings),
        Experiment::Factorial => factorial(findings),
        Experiment::Contrasts => contrasts(findings),
        Experiment::Masking => masking(findings),
        Experiment::Match => {
            return contest(findings).into_iter().chain(moves(findings)).collect();
        }
        Experiment::Homes => homes(findings),
        Experiment::Duels => duels(findings),
        Experiment::Weightings => weightings(findings),
        Experiment::Moves => moves(findings),
    };
    section.into_iter().collect()
}

/// The documents, their claims with verdicts, and what the authors report.
pub fn claims_sections(findings: &Findings, table: &ClaimTable) -> Vec<Section> {
    vec![claims_section(table), reported(findings), documents()]
}
