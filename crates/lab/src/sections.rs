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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ablate::{Ablation, Ablations};
    use crate::drills::{Drill, Drills, Task};
    use crate::factorial::{Effect, Factorial, Interaction, Worth};
    use crate::interval::Interval;
    use crate::masking::{MaskingSample, MaskingSamples, ORDINARY};
    use crate::section::{Cell, Part, Row, Table, Tone};
    use goren_classics::CLASSICS;
    use goren_core::{Point, Position, Rule, Size};

    fn exactly(value: f64) -> Interval {
        Interval { value, low: value, high: value }
    }

    fn ablation(agent: &'static str, switch: &'static str, same: usize) -> Ablation {
        Ablation {
            agent,
            switch,
            depth: 2,
            positions: 5,
            with: crate::ablate::Averages::default(),
            without: crate::ablate::Averages::default(),
            nodes_factor: exactly(2.0),
            time_factor: exactly(3.0),
            candidates_factor: exactly(1.0),
            candidates: exactly(10.0),
            same_moves: same,
            same_values: same,
        }
    }

    fn task(played: [&str; 5]) -> Task {
        let point = |name: &str| name.parse::<Point>().ok();
        let position = Position::new(Rule::Freestyle, Size::DEFAULT);
        Task {
            drill: Drill::Win,
            position,
            solutions: point("h8").into_iter().collect(),
            played: played.map(point),
        }
    }

    /// Findings of which each number can be recognised.
    fn findings() -> Findings {
        let worth = Worth { alone: exactly(4.0), on_top: exactly(2.0), average: exactly(3.0) };
        let effect =
            Effect { agent: "boundary", switch: "table", depth: 2, positions: 5, nodes: worth, time: worth };
        let interaction = |nodes| Interaction { agent: "boundary", switches: ["table", "ordering"], nodes };
        let sample = MaskingSample {
            kind: ORDINARY,
            change: "masking",
            positions: 200,
            values: 50,
            moves: 10,
            overlines: 3,
        };
        Findings {
            ablate: Some(Ablations {
                rows: vec![ablation("boundary", "pruning", 5), ablation("boundary", "ordering", 3)],
            }),
            factorial: Some(Factorial {
                effects: vec![effect],
                interactions: vec![interaction(1.5), interaction(0.5)],
            }),
            masking: Some(MaskingSamples { rows: vec![sample] }),
            drills: Some(Drills {
                tasks: vec![task(["h8"; 5]), task(["h8", "h8", "a1", "", "a1"]), task(["a1"; 5])],
            }),
            ..Findings::default()
        }
    }

    fn tables(section: &Section) -> Vec<&Table> {
        let tables = section.parts.iter().filter_map(|part| match part {
            Part::Table(table) => Some(table),
            _ => None,
        });
        tables.collect()
    }

    /// The texts of all rows of a table, without its groups.
    fn texts(table: &Table) -> Vec<Vec<&str>> {
        table
            .rows
            .iter()
            .filter_map(cells)
            .map(|cells| cells.iter().map(|cell| cell.text.as_str()).collect())
            .collect()
    }

    fn cells(row: &Row) -> Option<&[Cell]> {
        match row {
            Row::Cells(cells) => Some(cells),
            Row::Group(_) => None,
        }
    }

    fn only(experiment: Experiment) -> Section {
        let mut found = of_experiment(experiment, &findings());
        assert_eq!(found.len(), 1, "{}", experiment.name());
        found.remove(0)
    }

    #[test]
    fn every_row_of_every_section_has_a_cell_for_each_heading() {
        let all = sections(&findings());
        let ids: Vec<&str> = all.iter().map(|section| section.id).collect();
        assert_eq!(
            ids,
            ["documents", "programs", "claims", "reported", "ablate", "factorial", "masking", "drills"]
        );
        for section in &all {
            for table in tables(section) {
                for row in texts(table) {
                    assert_eq!(row.len(), table.head.len(), "{}: {row:?}", table.caption);
                    assert!(row.iter().all(|text| !text.is_empty()), "{}: {row:?}", table.caption);
                }
            }
        }
    }

    #[test]
    fn an_experiment_that_was_not_run_has_no_section() {
        for experiment in Experiment::REPORT.into_iter().chain([Experiment::Moves]) {
            assert!(of_experiment(experiment, &Findings::default()).is_empty(), "{}", experiment.name());
        }
    }

    #[test]
    fn the_verdicts_that_are_counted_are_those_of_the_claims() {
        let table = claims(&Findings::default());
        let section = claims_section(&table);
        let [summary, all] = tables(&section)[..] else { panic!("two tables") };
        let number = |text: &&str| text.parse::<usize>().expect("a number");
        for (row, description) in texts(summary).iter().zip(CLASSICS) {
            let claimed = table.rows.iter().filter(|row| row.claim.agent() == description.name).count();
            assert_eq!((row[0], row[1..].iter().map(number).sum::<usize>()), (description.name, claimed));
        }
        assert_eq!(texts(all).len(), table.rows.len());
        assert_eq!(all.rows.len(), table.rows.len() + 5, "a heading for each document");
        let not_measured = texts(all).iter().filter(|row| row[4] == "not measured").count();
        assert_eq!(not_measured, texts(summary).iter().map(|row| number(&row[6])).sum::<usize>());
        assert!(not_measured > 0);
    }

    #[test]
    fn an_optimisation_that_changes_values_against_its_claim_is_marked_as_bad() {
        let section = only(Experiment::Ablate);
        let marked = tables(&section)[0]
            .rows
            .iter()
            .filter_map(cells)
            .map(|cells| (cells[6].text.as_str(), cells[6].tone));
        assert_eq!(marked.collect::<Vec<_>>(), [("5 and 5 of 5", Tone::Good), ("3 and 3 of 5", Tone::Bad)]);
    }

    #[test]
    fn what_an_optimisation_saves_alone_is_told_before_what_it_saves_on_top() {
        let section = only(Experiment::Factorial);
        let [saved, interactions] = tables(&section)[..] else { panic!("two tables") };
        assert_eq!(texts(saved)[0][..4], ["table", "×4 (4)", "×2 (2)", "×3 (3)"]);
        assert_eq!(texts(interactions)[0][3..], ["×1.5", "they help each other"]);
        assert_eq!(texts(interactions)[1][3..], ["×0.50", "one does part of the other’s work"]);
    }

    #[test]
    fn masking_is_told_as_the_share_of_values_and_of_moves_that_it_changes() {
        let section = only(Experiment::Masking);
        let row = &texts(tables(&section)[0])[0];
        assert!(row[3].starts_with("25 % (") && row[4].starts_with("5.0 % ("), "{row:?}");
        assert_eq!(row[5], "3");
    }

    #[test]
    fn tasks_that_all_or_none_solve_tell_nothing_apart() {
        let section = only(Experiment::Drills);
        let row = &texts(tables(&section)[0])[0];
        assert_eq!(row[..3], ["make a five", "3", "1"]);
        assert!(row[3].starts_with("67 % (") && row[6].starts_with("33 % ("), "{row:?}");
        assert_eq!(texts(tables(&section)[0])[1][1..4], ["0", "0", "–"], "no task of that kind was found");
    }
}
