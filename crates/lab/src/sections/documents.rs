//! The documents, the programs, and what the authors report.

use goren_classics::CLASSICS;

use crate::depth::range;
use crate::document::{DOCUMENTS, REPORTED, Reported, default_time};
use crate::findings::Findings;
use crate::move_times::Stage;
use crate::number::{seconds, short};
use crate::section::{Section, Tone, row};

pub(super) fn documents() -> Section {
    let rows = DOCUMENTS
        .iter()
        .map(|document| {
            row([
                document.agent.into(),
                document.number.into(),
                Tone::Words.cell(document.authors),
                Tone::Words.cell(document.title),
                Tone::Words.cell(document.origin),
            ])
        })
        .collect();
    Section::new(
        "documents",
        "The documents",
        "Five student reports, each about one program. Every claim below names the document by its number and the place in it.",
    )
    .table("The five documents", &["program", "number", "authors", "title", "origin"], rows)
}

pub(super) fn programs(findings: &Findings) -> Section {
    let rows = CLASSICS
        .iter()
        .map(|description| {
            let ours =
                findings.depth.as_ref().and_then(|depths| depths.of(description.name, description.depth));
            let document = default_time(description.name);
            let ratio = document
                .zip(ours)
                .map(|(document, ours)| format!("1/{}", short(document.low / ours.time.value.max(1e-9))));
            row([
                description.name.into(),
                Tone::Words.cell(sentence(description.summary)),
                format!("{0}×{0}, {1}", description.size, description.rule).into(),
                description.depth.to_string().into(),
                ours.map_or("too long for this run".to_owned(), |ours| ours.nodes.to_string()).into(),
                document
                    .map_or("not stated".to_owned(), |document| range(document.low, document.high))
                    .into(),
                ours.map_or("–".to_owned(), |ours| seconds(ours.time.value)).into(),
                ratio.unwrap_or_else(|| "–".to_owned()).into(),
            ])
        })
        .collect();
    Section::new(
        "programs",
        "The programs",
        "A move at the document’s depth, in middle games on its own board. Nodes are medians with their 95 % interval. The ratio divides the time here by the \
         shortest time that the document reports, for another machine and another language.",
    )
    .table(
        "What a move costs",
        &["program", "what it does", "board and rule", "plies", "nodes", "time in the document", "time here", "ratio"],
        rows,
    )
}

fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// What a search to this depth costs here.
fn cost_at(findings: &Findings, agent: &str, depth: u32) -> Option<String> {
    let row = findings.depth.as_ref()?.of(agent, depth)?;
    Some(format!("{} nodes, {}", short(row.nodes.value), seconds(row.time.value)))
}

/// What a search of `boundary` without its optimisations costs here.
fn unoptimised_at(findings: &Findings, depth: u32) -> Option<String> {
    let found = findings.contrasts.as_ref()?.unoptimised(depth)?;
    let (bound, nodes, time) = (found.bound(), found.other_nodes.value, found.other_time.value);
    Some(format!("{bound}{} nodes, {bound}{}", short(nodes), seconds(time)))
}

/// What was found here of a figure that the authors report.
fn ours(findings: &Findings, agent: &str, about: &str) -> Option<String> {
    match (agent, about) {
        ("boundary", "nodes at depth 1 to 4") => {
            let depths = findings.depth.as_ref()?;
            let nodes = (1..=4).filter_map(|depth| Some(short(depths.of("boundary", depth)?.nodes.value)));
            Some(format!("{} (medians of other positions)", nodes.collect::<Vec<_>>().join(", ")))
        }
        ("boundary", "time by stage") => {
            let moves = findings.moves.as_ref()?;
            let stage = |stage| Some(short(moves.nodes_in("boundary", stage)?.value));
            let nodes: Vec<String> = Stage::ALL.into_iter().filter_map(stage).collect();
            Some(format!("median nodes {}", nodes.join(", ")))
        }
        ("automaton", "depth") => cost_at(findings, agent, 4),
        ("trapper", _) => cost_at(findings, agent, 2),
        ("masked", "mean time of a move" | "time of a move") => cost_at(findings, agent, 2),
        ("masked", "games against the second weighting") => {
            Some(findings.weightings.as_ref()?.share(0, 1)?.tally.to_string())
        }
        ("masked", "utility of the example") => Some("1887".to_owned()),
        ("masked", "candidates of the example") => Some("32".to_owned()),
        _ => None,
    }
}

pub(super) fn reported(findings: &Findings) -> Section {
    let dash = || "–".to_owned();
    // Of boundary alone they report a time for every depth, one of them without its optimisations.
    let depth_of = |each: &Reported| each.about.strip_prefix("time at depth ")?.parse::<u32>().ok();
    let times = REPORTED
        .iter()
        .filter_map(|each| {
            let depth = depth_of(each)?;
            Some(row([
                depth.to_string().into(),
                Tone::Words.cell(each.figure),
                Tone::Words.cell(each.source),
                Tone::Words.cell(cost_at(findings, each.agent, depth).unwrap_or_else(dash)),
                Tone::Words.cell(unoptimised_at(findings, depth).unwrap_or_else(dash)),
            ]))
        })
        .collect();
    let rows = REPORTED
        .iter()
        .filter(|each| depth_of(each).is_none())
        .map(|each| {
            row([
                each.agent.into(),
                Tone::Words.cell(each.about),
                Tone::Words.cell(each.figure),
                Tone::Words.cell(each.source),
                Tone::Words.cell(ours(findings, each.agent, each.about).unwrap_or_else(dash)),
            ])
        })
        .collect();
    Section::new(
        "reported",
        "What the authors report",
        "Figures of the documents, of their charts and of the authors’ logs, beside ours. What was read off a chart by eye is marked. Of the times of boundary by depth, \
         that of three plies is to be held against ours without the optimisations, those of four and five against ours with all; the document does not say which those of one and two are.",
    )
    .table(
        "The times of boundary by depth",
        &["plies", "the authors’ figure", "source", "here, with all optimisations", "here, unoptimised"],
        times,
    )
    .table(
        "The authors’ figures and ours",
        &["program", "about", "the authors’ figure", "source", "here"],
        rows,
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contrast::{CONTRASTS, ContrastResult, Contrasts};
    use crate::depth::{DepthCost, Depths};
    use crate::interval::Interval;
    use crate::section::{Part, Row};

    #[test]
    fn every_time_of_boundarys_document_stands_beside_ours_with_and_without_its_optimisations() {
        let exactly = |value| Interval { value, low: value, high: value };
        let contrast =
            *CONTRASTS.iter().find(|each| each.name == "unoptimised, 3 plies").expect("it is there");
        let cost = DepthCost {
            agent: "boundary",
            depth: 3,
            positions: 1,
            nodes: exactly(282.0),
            evaluations: exactly(283.0),
            time: exactly(99e-6),
            each: vec![282.0],
        };
        let compared = ContrastResult {
            contrast,
            positions: 1,
            base_nodes: exactly(1162.0),
            other_nodes: exactly(694e3),
            base_time: exactly(604e-6),
            other_time: exactly(10.1),
            nodes_factor: exactly(600.0),
            evaluations_factor: exactly(600.0),
            given_up: 1,
            same_moves: 1,
        };
        let findings = Findings {
            depth: Some(Depths { rows: vec![cost] }),
            contrasts: Some(Contrasts { rows: vec![compared] }),
            ..Findings::default()
        };
        let section = reported(&findings);
        let Part::Table(table) = &section.parts[0] else { panic!("a table") };
        let rows: Vec<Vec<&str>> = table
            .rows
            .iter()
            .map(|row| match row {
                Row::Cells(cells) => cells.iter().map(|cell| cell.text.as_str()).collect(),
                Row::Group(name) => vec![name.as_str()],
            })
            .collect();
        assert_eq!(rows.iter().map(|row| row[0]).collect::<Vec<_>>(), ["1", "2", "3", "4", "5"]);
        let third = [
            "24.57 s (unoptimised, says the program’s read-me)",
            "text",
            "282 nodes, 99 µs",
            "≥ 694 k nodes, ≥ 10 s",
        ];
        assert_eq!(rows[2][1..], third);
        assert_eq!(rows[4][3..], ["–", "–"]);
    }
}
