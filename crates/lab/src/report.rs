//! One page with all findings.

use goren_core::escape_html;

use crate::chart::{Figure, STYLE, colour};
use crate::claim::{ClaimTable, ClaimVerdict, claims};
use crate::findings::Findings;
use crate::glossary::GLOSSARY;
use crate::interval::percent;
use crate::mine::Mine;
use crate::section::{Cell, Part, Row, Section, Table, Tone};
use crate::sections::{claims_section, sections};

/// The page may load and run nothing but its own style sheet.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'";

/// The page, as one self-contained file.
pub fn report(findings: &Findings) -> String {
    page(findings, &claims(findings), &sections(findings))
}

/// A page with the claims alone.
pub fn claims_page(findings: &Findings, table: &ClaimTable) -> String {
    page(findings, table, &[claims_section(table)])
}

/// A page about one's own program.
pub fn mine_page(findings: &Findings, mine: &Mine) -> String {
    page(findings, &claims(findings), &mine.sections())
}

fn page(findings: &Findings, table: &ClaimTable, all: &[Section]) -> String {
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>Five classic Gomoku programs, measured</title>\n<style>\n{STYLE}{}</style>\n</head>\n<body>\n<main>\n",
        include_str!("report/style.css")
    );
    page += &header(findings, table);
    page += &contents(all);
    all.iter().for_each(|section| page += &html(section));
    page += &glossary();
    if !findings.command.is_empty() {
        page += &format!(
            "<section id=\"command\">\n<h2>Repeat the measurements</h2>\n<pre>{}</pre></section>\n",
            escape_html(&findings.command)
        );
    }
    page + "</main>\n</body>\n</html>\n"
}

fn header(findings: &Findings, table: &ClaimTable) -> String {
    let mut text = String::from(
        "<header>\n<h1>Five classic Gomoku programs, measured</h1>\n<p class=\"lead\">Each program is built as its document \
         describes it. This page holds every claim of the documents against measurements on this machine.</p>\n",
    );
    let count = |verdict| table.rows.iter().filter(|row| row.judgement.verdict == verdict).count();
    let tested = table.rows.len() - count(ClaimVerdict::Untestable) - count(ClaimVerdict::NotMeasured);
    text += &format!(
        "<p class=\"lead\">Of {} claims {} were tested: {} hold, {} in part, {} do not; {} are undecided.</p>\n",
        table.rows.len(),
        tested,
        share_of(count(ClaimVerdict::Holds), tested),
        count(ClaimVerdict::InPart),
        count(ClaimVerdict::Fails),
        count(ClaimVerdict::Undecided)
    );
    let items = [("Date".to_owned(), findings.date.clone())];
    let items = items.iter().chain(&findings.settings).filter(|(_, value)| !value.is_empty());
    let items: String = items
        .map(|(name, value)| {
            format!("<div><dt>{}</dt><dd>{}</dd></div>", escape_html(name), escape_html(value))
        })
        .collect();
    text += &format!("<dl class=\"settings\">{items}</dl>\n</header>\n");
    text
}

/// A number of claims as `8 of 12`, and as a share.
fn share_of(count: usize, total: usize) -> String {
    format!("{count} of {total} ({})", percent(count as f64 / total.max(1) as f64))
}

fn contents(all: &[Section]) -> String {
    let extra = [("glossary", "Words")];
    let named = all.iter().map(|section| (section.id, section.title.as_str()));
    let items: String = named
        .chain(extra)
        .map(|(id, title)| format!("<li><a href=\"#{id}\">{}</a></li>", escape_html(title)))
        .collect();
    format!("<nav aria-label=\"Contents\"><h2>Contents</h2><ol>{items}</ol></nav>\n")
}

fn glossary() -> String {
    let items: String = GLOSSARY
        .iter()
        .map(|(word, meaning)| {
            format!("<div><dt>{}</dt><dd>{}</dd></div>", escape_html(word), escape_html(meaning))
        })
        .collect();
    format!("<section id=\"glossary\">\n<h2>Words</h2>\n<dl class=\"glossary\">{items}</dl></section>\n")
}

fn html(section: &Section) -> String {
    let parts: String = section
        .parts
        .iter()
        .map(|part| match part {
            Part::Table(shown) => table(shown),
            Part::Figures(figures) => figures.iter().map(|shown| figure(section.id, shown)).collect(),
            Part::Text(text) => format!("<pre>{}</pre>\n", escape_html(text)),
        })
        .collect();
    let id = section.id;
    let (title, intro) = (escape_html(&section.title), escape_html(&section.intro));
    format!("<section id=\"{id}\">\n<h2>{title}</h2>\n<p>{intro}</p>\n{parts}</section>\n")
}

fn figure(section: &str, (name, figure): &(&'static str, Figure)) -> String {
    let label = escape_html(&figure.label);
    format!(
        "<figure class=\"{section} {name}\" tabindex=\"0\" aria-label=\"{label}\">{}<figcaption>{label}</figcaption></figure>\n",
        figure.inline()
    )
}

fn table(table: &Table) -> String {
    let head: String =
        table.head.iter().map(|name| format!("<th scope=\"col\">{}</th>", escape_html(name))).collect();
    let columns = table.head.len();
    let row = |row: &Row| match row {
        Row::Group(name) => {
            let first = name.split([',', ' ']).next().unwrap_or_default();
            let key = goren_classics::CLASSICS
                .iter()
                .position(|description| description.name == first)
                .map_or(String::new(), |place| format!("<span class=\"key {}\"></span>", colour(place)));
            format!(
                "<tr class=\"group\"><th colspan=\"{columns}\" scope=\"rowgroup\">{key}{}</th></tr>\n",
                escape_html(name)
            )
        }
        Row::Cells(cells) => {
            let cells: String =
                cells.iter().enumerate().map(|(i, cell)| td(i, cell, table.head[i])).collect();
            format!("<tr>{cells}</tr>\n")
        }
    };
    let rows: String = table.rows.iter().map(row).collect();
    let caption = escape_html(&table.caption);
    format!(
        "<div class=\"table\" tabindex=\"0\" role=\"region\" aria-label=\"{caption}\"><table><caption>{caption}</caption>\
         <thead><tr>{head}</tr></thead><tbody>\n{rows}</tbody></table></div>\n"
    )
}

fn td(place: usize, cell: &Cell, heading: &str) -> String {
    let text = match cell.tone {
        Tone::Code => format!("<code>{}</code>", escape_html(&cell.text)),
        _ => escape_html(&cell.text),
    };
    let class = cell.tone.class();
    let heading = escape_html(heading);
    if place == 0 {
        format!("<th scope=\"row\" class=\"{class}\">{text}</th>")
    } else {
        format!("<td class=\"{class}\" data-label=\"{heading}\">{text}</td>")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_without_findings_is_still_a_page() {
        let page = report(&Findings { command: "<b>".into(), date: "a & b".into(), ..Findings::default() });
        assert!(page.contains("&lt;b&gt;") && page.contains("a &amp; b") && !page.contains("<b>"));
        assert!(page.ends_with("</html>\n") && !page.contains("<script") && !page.contains("http://"));
    }

    #[test]
    fn contents_lead_to_every_section_and_every_column_has_a_heading() {
        let page = report(&Findings::default());
        for id in ["documents", "programs", "claims", "reported", "glossary"] {
            assert!(
                page.contains(&format!("href=\"#{id}\"")) && page.contains(&format!("id=\"{id}\"")),
                "{id}"
            );
        }
        assert!(!page.contains("<th scope=\"col\"></th>"));
        assert!(page.contains("Vincenzo Salvati") && page.contains("225³ = 11,390,625"));
    }
}
