//! Every claim, with a verdict.

use goren_classics::CLASSICS;

use crate::claim::{ClaimRow, ClaimTable, ClaimVerdict};
use crate::document::DOCUMENTS;
use crate::section::{Cell, Row, Section, Tone, row};

fn tone(verdict: ClaimVerdict) -> Tone {
    match verdict {
        ClaimVerdict::Holds => Tone::Good,
        ClaimVerdict::Fails => Tone::Bad,
        ClaimVerdict::InPart
        | ClaimVerdict::Undecided
        | ClaimVerdict::Untestable
        | ClaimVerdict::NotMeasured => Tone::Faint,
    }
}

/// Every claim, with a verdict.
pub(crate) fn claims_section(table: &ClaimTable) -> Section {
    let summary = CLASSICS
        .iter()
        .map(|description| {
            let counts = ClaimVerdict::ALL
                .map(|verdict| Cell::from(table.count(description.name, verdict).to_string()));
            Row::Cells([Cell::from(description.name)].into_iter().chain(counts).collect())
        })
        .collect();
    let mut rows = Vec::new();
    for document in &DOCUMENTS {
        rows.push(Row::Group(format!("{} · document {}", document.agent, document.number)));
        let line = |each: &ClaimRow| {
            let judgement = &each.judgement;
            row([
                Tone::Quote.cell(format!("“{}”", each.claim.quote)),
                Tone::Words.cell(each.claim.place),
                Tone::Words.cell(judgement.measured.clone()),
                Tone::Words.cell(if judgement.interval.is_empty() { "–" } else { &judgement.interval }),
                tone(judgement.verdict).cell(judgement.verdict.name()),
                Tone::Words.cell(if judgement.why.is_empty() { "–" } else { &judgement.why }),
                Tone::Words.cell(if judgement.run.is_empty() { "–" } else { &judgement.run }),
                Tone::Code.cell(each.claim.command),
            ])
        };
        rows.extend(table.rows.iter().filter(|each| each.claim.agent() == document.agent).map(line));
    }
    Section::new(
        "claims",
        "Claims and verdicts",
        "Every claim of each document. A verdict rests on node counts, on medians and 95 % confidence intervals, on the claim’s own arithmetic, or on what the \
         document’s listing shows; never on a single time. Undecided is a claim where the interval reaches both sides of what is claimed: a longer run may decide it, and the column “run” says which run each row is of. Times on the authors’ machines cannot be tested here and are shown beside ours.",
    )
    .table(
        "How many claims have which verdict",
        &[
            "program",
            "holds",
            "holds in part",
            "undecided",
            "does not hold",
            "cannot be tested here",
            "not measured",
        ],
        summary,
    )
    .table(
        "The claims",
        &[
            "claim",
            "place in the document",
            "measured",
            "95 % interval",
            "verdict",
            "why",
            "run",
            "command that repeats it",
        ],
        rows,
    )
}
