//! What was measured in searches: depths, optimisations, settings.

use goren_classics::CLASSICS;

use crate::Finding;
use crate::ablate::Ablation;
use crate::contrast::setting;
use crate::findings::Findings;
use crate::number::{seconds, short};
use crate::section::{Row, Section, Tone, row};

pub(super) fn depth(findings: &Findings) -> Option<Section> {
    let depths = findings.depth.as_ref()?;
    let rows = depths
        .rows
        .iter()
        .map(|each| {
            row([
                each.agent.into(),
                each.depth.to_string().into(),
                each.nodes.to_string().into(),
                short(each.evaluations.value).into(),
                each.time.text(seconds).into(),
                each.positions.to_string().into(),
            ])
        })
        .collect();
    Some(
        Section::new(
            "depth",
            "Nodes and time by depth",
            "Medians over middle games on each program’s own board, with 95 % bootstrap intervals; a curve ends where a search takes too long. Rings mark what \
             the documents report. trapper is measured without what bypasses or limits its search (quick win, book, crowding).",
        )
        .figures(depths.figures())
        .table(
            "Nodes and time by depth",
            &["program", "plies", "nodes (95 % interval)", "evaluations", "time (95 % interval)", "positions"],
            rows,
        ),
    )
}

pub(super) fn ablation(findings: &Findings) -> Option<Section> {
    let ablations = findings.ablate.as_ref()?;
    let line = |each: &Ablation| {
        let claim = each.claim();
        let is_same = each.same_moves == each.positions && each.same_values == each.positions;
        let tone = if is_same {
            Tone::Good
        } else if claim.keeps_move && each.same_values < each.positions {
            Tone::Bad
        } else {
            Tone::Faint
        };
        row([
            each.switch.into(),
            each.depth.to_string().into(),
            format!("{} → {}", short(each.with.nodes), short(each.without.nodes)).into(),
            format!("×{}", each.nodes_factor).into(),
            format!("×{}", each.time_factor).into(),
            format!("{:.1} → {:.1}", each.with.branching, each.without.branching).into(),
            tone.cell(format!("{} and {} of {}", each.same_moves, each.same_values, each.positions)),
            Tone::Words.cell(claim.claim),
            Tone::Words.cell(each.measured()),
        ])
    };
    let mut rows = Vec::new();
    for description in CLASSICS {
        rows.push(Row::Group(description.name.to_owned()));
        rows.extend(ablations.rows.iter().filter(|each| each.agent == description.name).map(line));
    }
    Some(
        Section::new(
            "ablate",
            "Each optimisation left out",
            "One is left out at a time, on the same positions, at the document’s depth or the largest below it at which both searches finish \
             in time. The two searches are timed in turn, many times where they are short, so that neither gains by its place. Factors are geometric means over positions, with 95 % bootstrap intervals: ×2 means twice the work without it. Branching is the \
             effective branching factor: that of a full tree with as many nodes. quick-win, book, crowding, masking and early-stop are measured on positions where they make a difference.",
        )
        .figures(ablations.figures())
        .table(
            "With the optimisation → without it",
            &[
                "without",
                "plies",
                "mean nodes",
                "factor of nodes",
                "factor of time",
                "branching",
                "same move and value",
                "claimed",
                "measured",
            ],
            rows,
        ),
    )
}

pub(super) fn factorial(findings: &Findings) -> Option<Section> {
    let found = findings.factorial.as_ref()?;
    let mut rows = Vec::new();
    for description in CLASSICS {
        let effects: Vec<_> =
            found.effects.iter().filter(|effect| effect.agent == description.name).collect();
        let Some(first) = effects.first() else { continue };
        let heading = format!("{}, {} plies, {} positions", first.agent, first.depth, first.positions);
        rows.push(Row::Group(heading));
        rows.extend(effects.iter().map(|effect| {
            row([
                effect.switch.into(),
                format!("×{}", effect.nodes.alone).into(),
                format!("×{}", effect.nodes.on_top).into(),
                format!("×{}", effect.nodes.average).into(),
                format!("×{}", effect.time.alone).into(),
                format!("×{}", effect.time.on_top).into(),
            ])
        }));
    }
    let interactions = found
        .interactions
        .iter()
        .map(|each| {
            let [one, other] = each.switches;
            row([
                each.agent.into(),
                one.into(),
                other.into(),
                format!("×{}", short(each.nodes)).into(),
                Tone::Words.cell(if each.nodes > 1.0 {
                    "they help each other"
                } else {
                    "one does part of the other’s work"
                }),
            ])
        })
        .collect();
    Some(
        Section::new(
            "factorial",
            "Every combination of optimisations",
            "A full factorial experiment: all 2ᵏ combinations of a program’s k optimisations, so that each is known alone (nothing else switched on), on top of all others, and on \
             average. It runs at a depth that the program reaches without any of them, which may be less than the document’s. Factors are work saved, in nodes \
             first; ×1 saves nothing.",
        )
        .figures(found.figures())
        .table(
            "What each saves, with 95 % intervals over positions",
            &["optimisation", "nodes, alone", "nodes, on top", "nodes, on average", "time, alone", "time, on top"],
            rows,
        )
        .table(
            "Interactions: how much more one saves where the other is on, in nodes",
            &["program", "optimisation", "together with", "factor", "meaning"],
            interactions,
        ),
    )
}

pub(super) fn contrasts(findings: &Findings) -> Option<Section> {
    let rows = findings
        .contrasts
        .as_ref()?
        .rows
        .iter()
        .map(|each| {
            let bound = each.bound();
            row([
                format!("{}: {}", each.contrast.agent, each.contrast.name).into(),
                each.contrast.stones.to_string().into(),
                Tone::Words.cell(setting(each.contrast.base)),
                Tone::Words.cell(setting(each.contrast.other)),
                short(each.base_nodes.value).into(),
                format!("{bound}{}", short(each.other_nodes.value)).into(),
                format!("{bound}×{}", each.nodes_factor).into(),
                seconds(each.base_time.value).into(),
                format!("{bound}{}", seconds(each.other_time.value)).into(),
                format!("{} of {}", each.same_moves, each.positions).into(),
            ])
        })
        .collect();
    Some(
        Section::new(
            "contrasts",
            "Two settings side by side",
            "For claims that no single switch answers. Medians over the same positions; the factor compares position by position. ≥ marks a lower bound: the second search was \
             given up after the longest time allowed.",
        )
        .table(
            "The second setting against the first",
            &[
                "comparison",
                "stones",
                "first",
                "second",
                "nodes, first",
                "nodes, second",
                "factor of nodes (95 % interval)",
                "time, first",
                "time, second",
                "same move",
            ],
            rows,
        ),
    )
}

pub(super) fn masking(findings: &Findings) -> Option<Section> {
    let rows = findings
        .masking
        .as_ref()?
        .rows
        .iter()
        .map(|each| {
            row([
                Tone::Words.cell(each.kind),
                Tone::Words.cell(each.change),
                each.positions.to_string().into(),
                each.revalued().percent().into(),
                each.moved().percent().into(),
                each.overlines.to_string().into(),
            ])
        })
        .collect();
    Some(
        Section::new(
            "masking",
            "What masking changes",
            "masked searched generated positions of exactly-five Gomoku twice. In ordinary middle games (20 stones) an overline is rarely possible; the second kind has five stones of the side \
             to move in six cells. An overline is a row of six or more, which wins nothing here.",
        )
        .table(
            "How often something changes, with Wilson’s 95 % interval",
            &["positions", "changed", "number", "another value", "another move", "overlines played"],
            rows,
        ),
    )
}
