//! One page with all findings.

use goren_classics::{CLASSICS, Description};

use crate::Finding;
use crate::ablate::{Ablation, Ablations};
use crate::chart::{Figure, STYLE, colour, escape};
use crate::claim::{Assessment, Claim, claims};
use crate::contest::Contest;
use crate::depth::{Depths, range};
use crate::document::default_time;
use crate::move_times::MoveTimes;
use crate::number::{seconds, short, time};
use crate::tactics::TacticResults;
use crate::trace::Trace;

/// The findings of the experiments that were run.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    /// The date as text.
    pub date: String,
    /// The settings of the experiments, by name.
    pub settings: Vec<(String, String)>,
    /// The command that repeats the experiments.
    pub command: String,
    /// Time and nodes by depth.
    pub depth: Option<Depths>,
    /// Time through games.
    pub moves: Option<MoveTimes>,
    /// Optimisations left out.
    pub ablate: Option<Ablations>,
    /// Everyone against everyone.
    pub contest: Option<Contest>,
    /// The two weightings of `masked`.
    pub weightings: Option<Contest>,
    /// Tactical positions.
    pub positions: Option<TacticResults>,
    /// A search tree.
    pub trace: Option<Trace>,
}

/// The page may load and run nothing but its own style sheet.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'";

/// The page, as one self-contained file.
pub fn report(findings: &Findings) -> String {
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>Five classic Gomoku programs, measured</title>\n<style>\n{STYLE}{}</style>\n</head>\n<body>\n<main>\n",
        include_str!("report/style.css")
    );
    page += &header(findings);
    page += &programs(findings);
    page += &claims_table(findings);
    if let Some(depth) = &findings.depth {
        page += &depths(depth);
    }
    if let Some(ablations) = &findings.ablate {
        page += &ablation(ablations);
    }
    if let Some(moves) = &findings.moves {
        page += &game_times(moves);
    }
    page += &matches(findings);
    if let Some(answers) = &findings.positions {
        page += &section(
            "positions",
            "Win, attack, defend",
            "Black is to move; a ring marks a right move. A disc marks what was played (the first letter of the program, or how many programs chose \
             the point) and is green if it is right. The boards are 9×9, so that all five programs can search deep.",
            &figures(answers),
        );
    }
    if let Some(trace) = &findings.trace {
        let text = format!("<pre>{}</pre>", escape(&trace.output()));
        page += &section(
            "trace",
            &format!("Inside one search of {}", trace.agent),
            "From left to right: the program’s moves and the replies it expects, with values from the program’s point of view. The best line is \
             blue; ✂ marks moves that were cut off without being searched.",
            &(text + &figures(trace)),
        );
    }
    if !findings.command.is_empty() {
        page += &section(
            "command",
            "Repeat the measurements",
            "",
            &format!("<pre>{}</pre>", escape(&findings.command)),
        );
    }
    page + "</main>\n</body>\n</html>\n"
}

fn header(findings: &Findings) -> String {
    let mut text = String::from(
        "<header>\n<h1>Five classic Gomoku programs, measured</h1>\n<p class=\"lead\">Each program is built as its document \
         describes it. This page compares the documents’ own numbers with those of this machine.</p>\n",
    );
    let items = [("Date".to_owned(), findings.date.clone())];
    let items = items.iter().chain(&findings.settings).filter(|(_, value)| !value.is_empty());
    let items: String = items
        .map(|(name, value)| format!("<div><dt>{}</dt><dd>{}</dd></div>", escape(name), escape(value)))
        .collect();
    text += &format!("<dl class=\"settings\">{items}</dl>\n</header>\n");
    text
}

fn programs(findings: &Findings) -> String {
    let row = |(i, description): (usize, &Description)| {
        let ours = findings.depth.as_ref().and_then(|depths| depths.of(description.name, description.depth));
        let document = default_time(description.name);
        let ratio = document
            .zip(ours)
            .map(|(document, ours)| format!("1/{}", short(document.low / ours.time.as_secs_f64().max(1e-9))));
        format!(
            "<tr><th scope=\"row\"><span class=\"key {}\"></span>{}</th><td class=\"words\">{}</td><td>{}×{}, {}</td><td>{}</td><td>{}</td>\
             <td>{}</td><td>{}</td></tr>\n",
            colour(i),
            description.name,
            escape(&sentence(description.summary)),
            description.size,
            description.size,
            description.rule,
            description.depth,
            document.map_or("not stated".to_owned(), |document| range(document.low, document.high)),
            ours.map_or("–".to_owned(), |ours| time(ours.time)),
            ratio.unwrap_or_else(|| "–".to_owned()),
        )
    };
    let rows: String = CLASSICS.iter().enumerate().map(row).collect();
    section(
        "programs",
        "The programs",
        "The time of a move at the document’s depth, in middle games on its board: as the document reports it, as measured here, and the ratio of the latter to the shortest time reported.",
        &table(&["program", "what it does", "board", "plies", "document", "here", "ratio"], &rows),
    )
}

fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

fn claims_table(findings: &Findings) -> String {
    let row = |claim: &Claim| {
        let (class, word) = match claim.assessment {
            Assessment::Holds => ("good", "holds".to_owned()),
            Assessment::Fails => ("warn", "does not hold".to_owned()),
            Assessment::Open => ("muted", "open".to_owned()),
            Assessment::Times(times) => ("muted", format!("1/{}", short(times))),
        };
        format!(
            "<tr><th scope=\"row\">{}</th><td class=\"words\">{}</td><td class=\"words\">{}</td><td class=\"words\">{}</td>\
             <td class=\"{class}\">{word}</td></tr>\n",
            claim.agent,
            escape(&claim.about),
            escape(&claim.claimed),
            escape(&claim.measured)
        )
    };
    let claims = claims(findings);
    if claims.is_empty() {
        return String::new();
    }
    let rows: String = claims.iter().map(row).collect();
    section(
        "claims",
        "Claims and measurements",
        "What the documents claim about their programs. Claims about single optimisations are further down.",
        &table(&["program", "about", "claimed", "measured", ""], &rows),
    )
}

fn depths(depth: &Depths) -> String {
    section(
        "depth",
        "Time and nodes by depth",
        "Averages over middle games on each program’s own board; a curve ends where a search takes too long. Rings mark what \
         the documents report. trapper is measured without what bypasses or limits its search (quick win, book, crowding).",
        &figures(depth),
    )
}

fn ablation(ablations: &Ablations) -> String {
    let row = |row: &Ablation| {
        let claim = row.claim();
        let is_same = row.same_moves == row.positions && row.same_values == row.positions;
        let class = if is_same {
            "good"
        } else if claim.keeps_move && row.same_values < row.positions {
            "warn"
        } else {
            "muted"
        };
        format!(
            "<tr><th scope=\"row\">{}</th><td>{}</td><td>{} → {}</td><td>{} → {}</td><td>{:.1} → {:.1}</td>\
             <td class=\"{class}\">{}, {} of {}</td><td class=\"words\">{}</td><td class=\"words\">{}</td></tr>\n",
            row.switch,
            row.depth,
            short(row.with.nodes),
            short(row.without.nodes),
            seconds(row.with.seconds),
            seconds(row.without.seconds),
            row.with.branching,
            row.without.branching,
            row.same_moves,
            row.same_values,
            row.positions,
            escape(claim.claim),
            escape(&row.measured())
        )
    };
    let rows = CLASSICS.iter().enumerate().map(|(i, description)| {
        let rows: String = ablations.rows.iter().filter(|row| row.agent == description.name).map(row).collect();
        let (word, colour) = (description.name, colour(i));
        format!("<tr><th class=\"group\" colspan=\"8\" scope=\"rowgroup\"><span class=\"key {colour}\"></span>{word}</th></tr>\n{rows}")
    });
    let rows: String = rows.collect();
    let head = ["without", "plies", "nodes", "time", "branching", "same move, value", "claimed", "measured"];
    section(
        "ablate",
        "The effect of each optimisation",
        "Each is left out in turn, on the same positions, at the document’s depth or the largest below it at which both searches finish \
         in time. A bar to the right means that more work is needed without it. Arrows go from with it to without it. Branching is the \
         effective branching factor: that of a full tree with as many nodes. quick-win, book, crowding, masking and early-stop are measured on positions where they make a difference.",
        &(figures(ablations) + &table(&head, &rows)),
    )
}

fn game_times(moves: &MoveTimes) -> String {
    section(
        "moves",
        "Time through games",
        "The moves of the five programs in the games of the cross table. From the top: the longest game of each, as running medians of three; means by the number of \
         stones, without the fastest and slowest tenth; opening (fewer than 12 stones), middle, and end (30 or more), where a box encloses half of the moves and its whiskers nine tenths; \
         and heat maps of the board, by the point played.",
        &figures(moves),
    )
}

fn matches(findings: &Findings) -> String {
    let mut page = String::new();
    if let Some(contest) = &findings.contest {
        let names = contest.names();
        let row = |place: usize| {
            let total = contest.total(place);
            let rating = contest
                .rating(place)
                .map_or("–".to_owned(), |rating| format!("{rating:.0}").replace('-', "−"));
            let row = &contest.outcome.status.standings.rows()[place];
            format!(
                "<tr><th scope=\"row\">{}</th><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n",
                escape(&names[place]),
                total.map_or("–".to_owned(), |total| format!("{:.1} %", 100.0 * total.share)),
                rating,
                row.total(),
                row.mean_time().map_or("–".to_owned(), time),
            )
        };
        let rows: String = contest.ranking().into_iter().map(row).collect();
        page += &section(
            "match",
            "Everyone against everyone",
            &format!(
                "Freestyle on 15×15, {} games per pair from random openings, each opening played with both colours. A cell is the row’s share \
                 of points against the column, with its 95 % confidence interval. Ratings are Elo points around a mean of 0.",
                2 * contest.plan.pairs
            ),
            &(figures(contest) + &table(&["agent", "points", "rating", "games", "time per move"], &rows)),
        );
    }
    if let Some(contest) = &findings.weightings {
        page += &section(
            "weightings",
            "The two weightings of masked",
            "Under its document’s rule (exactly five wins): the weights of its table 2-1 against those of the program it was compared with.",
            &figures(contest),
        );
    }
    page
}

fn figures(finding: &impl Finding) -> String {
    let figure = |(name, figure): (&'static str, Figure)| {
        format!(
            "<figure class=\"{} {name}\" tabindex=\"0\" role=\"group\" aria-label=\"{}\">{}<figcaption>{}</figcaption></figure>\n",
            finding.name(),
            escape(&figure.label),
            figure.inline(),
            escape(&figure.label)
        )
    };
    finding.figures().into_iter().map(figure).collect()
}

fn table(head: &[&str], rows: &str) -> String {
    let head: String = head.iter().map(|name| format!("<th scope=\"col\">{name}</th>")).collect();
    format!(
        "<div class=\"table\" tabindex=\"0\"><table><thead><tr>{head}</tr></thead><tbody>\n{rows}</tbody></table></div>\n"
    )
}

fn section(id: &str, title: &str, intro: &str, body: &str) -> String {
    let intro = if intro.is_empty() { String::new() } else { format!("<p>{intro}</p>\n") };
    format!("<section id=\"{id}\">\n<h2>{}</h2>\n{intro}{body}</section>\n", escape(title))
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
}
