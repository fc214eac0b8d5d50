//! The page for a browser.

use super::{MatchReport, Standing, chart, label, memory, percent, rating, time};
use crate::statistics::{Pairs, TestVerdict};
use goren_core::{FaultKind, escape_html};

/// Allows nothing but the page's own style, whatever a name may contain.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'";

pub(super) fn page(report: &MatchReport) -> String {
    let title = text(if report.title.is_empty() { "Arena" } else { &report.title });
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<style>\n{}</style>\n</head>\n<body>\n<main>\n<header>\n<h1>{title}</h1>\n",
        include_str!("style.css")
    );
    if !report.date.is_empty() {
        page += &format!("<p class=\"date\">{}</p>\n", text(&report.date));
    }
    if !report.conditions.is_empty() {
        let items = report.conditions.iter().map(|(name, value)| (text(name), text(value)));
        page += &list("conditions", items);
    }
    let facts = facts(report);
    page += &list(if facts.len() > 6 { "facts many" } else { "facts" }, facts.into_iter());
    page += &notes(report);
    page += "</header>\n";
    page += &curves(report);
    // With two players the last point of the curve is the rating.
    if report.duel().is_none() || report.elo_curve.is_empty() {
        page += &section("Ratings", &figure("ratings", &chart::ratings(report)));
    }
    page += &standings(report);
    page += &cross_table(report);
    page += &distributions(report);
    page += &faults(report);
    if !report.command.is_empty() {
        page += &section("Command", &format!("<pre>{}</pre>", text(&report.command)));
    }
    page + "</main>\n</body>\n</html>\n"
}

/// The key figures.
fn facts(report: &MatchReport) -> Vec<(String, String)> {
    let mut facts: Vec<(String, String)> = Vec::new();
    let mut fact = |name: &str, value: String| facts.push((name.to_owned(), value));
    let small = |value: &str, rest: &str| format!("{value} <small>{rest}</small>");
    let games = report.colours();
    if let Some(pairs) = report.duel() {
        let elo = minus(&pairs.elo().to_string());
        let (value, error) = elo.split_once(' ').unwrap_or((&elo, ""));
        fact(&format!("Elo of {}", short(&report.players[0])), small(value, error));
        let los = match pairs.los() {
            None => String::from("–"),
            Some(los) if los > 0.9995 => String::from("&gt; 99.9%"),
            Some(los) if los < 0.0005 => String::from("&lt; 0.1%"),
            los => percent(los),
        };
        fact("Likelihood of superiority", los);
        let nelo =
            if pairs.have_spread() { format!("{:+.1}", pairs.nelo().value) } else { String::from("–") };
        fact("Normalised Elo", minus(&nelo));
    } else {
        fact("Players", report.players.len().to_string());
    }
    if let Some((course, (_, llr))) = report.sprt.as_ref().and_then(|c| Some((c, *c.curve.last()?))) {
        let (class, verdict) = match course.sprt.verdict_at(llr) {
            TestVerdict::AcceptH1 => ("good", TestVerdict::AcceptH1),
            TestVerdict::AcceptH0 => ("warn", TestVerdict::AcceptH0),
            TestVerdict::Undecided => ("", TestVerdict::Undecided),
        };
        let ratio = minus(&format!("{llr:+.2}"));
        fact(&format!("SPRT, LLR {ratio}"), format!("<span class=\"{class}\">{verdict}</span>"));
    }
    let pairs = report.encounters.iter().fold(Pairs::default(), |sum, encounter| sum + encounter.pairs);
    fact(&format!("Games, in {} pairs", pairs.total()), games.games().to_string());
    let share = |count: u64, of: u64| (of > 0).then(|| count as f64 / of as f64);
    fact("Draws", percent(share(games.draws, games.games())));
    fact("Pairs of a win and a loss", percent(share(pairs.wl, pairs.total())));
    let class = if report.faults() > 0 { "warn" } else { "" };
    fact("Faults", format!("<span class=\"{class}\">{}</span>", report.faults()));
    facts
}

fn notes(report: &MatchReport) -> String {
    let mut notes: Vec<String> = report.notes.iter().map(|note| text(note)).collect();
    if report.encounters.iter().any(|encounter| encounter.pairs.measures_nothing()) {
        notes.push(String::from(
            "Some players split every pair, a win and a loss: there the openings decide, and nothing is measured.",
        ));
    }
    if notes.is_empty() {
        return String::new();
    }
    let items: String = notes.iter().map(|note| format!("<li>{note}</li>")).collect();
    format!("<ul class=\"notes\">{items}</ul>\n")
}

fn curves(report: &MatchReport) -> String {
    let mut sections = String::new();
    if let Some(course) = &report.sprt {
        let test = minus(&escape_html(&course.sprt.to_string()));
        let chart = figure("plot", &chart::llr(&course.sprt, &course.curve));
        let caption =
            format!("<p class=\"caption\">SPRT {test}; generalised likelihood ratio over pairs.</p>");
        if !chart.is_empty() {
            sections += &section("Likelihood ratio", &(chart + &caption));
        }
    }
    let chart = figure("plot", &chart::elo(&report.elo_curve));
    if !chart.is_empty() {
        let stopped = report.sprt.is_some();
        let bias = if stopped { " A test that stops a match leaves the estimate biased." } else { "" };
        let caption = format!("<p class=\"caption\">With the 95 % interval.{bias}</p>");
        sections += &section("Elo by pairs played", &(chart + &caption));
    }
    columns(&sections)
}

fn standings(report: &MatchReport) -> String {
    if report.players.is_empty() {
        return String::new();
    }
    let heads =
        ["Elo", "±", "Games", "Score", "Won", "Drawn", "Lost", "Black", "White", "Time", "Memory", "Faults"];
    let mut table = String::from(
        "<thead><tr><th class=\"rank\" scope=\"col\">#</th><th class=\"name\" scope=\"col\">Player</th>",
    );
    for head in heads {
        table += &format!("<th scope=\"col\">{head}</th>");
    }
    table += "</tr></thead>\n<tbody>\n";
    for (place, index) in report.ranking().into_iter().enumerate() {
        let player = &report.players[index];
        let games = player.games();
        let (value, error) = rating(player.rating, report.places());
        let fault = if player.faulted() > 0 { "warn strong" } else { "soft" };
        let cells = [
            ("strong", minus(&value)),
            ("soft", error),
            ("", games.games().to_string()),
            ("strong", percent(games.score())),
            ("", games.wins.to_string()),
            ("", games.draws.to_string()),
            ("", games.losses.to_string()),
            ("soft", percent(player.as_black.score())),
            ("soft", percent(player.as_white.score())),
            ("soft", time(player.mean_time)),
            ("soft", memory(player.max_memory)),
            (fault, player.faulted().to_string()),
        ];
        table += &format!("<tr><td class=\"rank\">{}</td>{}", place + 1, name_cell(player));
        for (class, cell) in cells {
            table += &format!("<td class=\"{class}\">{cell}</td>");
        }
        table += "</tr>\n";
    }
    let caption = "<p class=\"caption\">Black and White: the score with those stones. Time: the mean for a move. Memory: the most used.</p>";
    section("Standings", &(scrolled("Standings", "", &(table + "</tbody>")) + caption))
}

fn cross_table(report: &MatchReport) -> String {
    if report.players.len() < 3 || report.encounters.is_empty() {
        return String::new();
    }
    let order = report.ranking();
    let mut table = String::from(
        "<thead><tr><th class=\"rank\" scope=\"col\">#</th><th class=\"name\" scope=\"col\">Player</th>",
    );
    for place in 1..=order.len() {
        table += &format!("<th scope=\"col\">{place}</th>");
    }
    table += "</tr></thead>\n<tbody>\n";
    for (place, &one) in order.iter().enumerate() {
        table += &format!("<tr><td class=\"rank\">{}</td>{}", place + 1, name_cell(&report.players[one]));
        for &other in &order {
            table += &if one == other {
                String::from("<td class=\"self\">·</td>")
            } else {
                cross_cell(&report.pairs_between(one, other))
            };
        }
        table += "</tr>\n";
    }
    let caption = "<p class=\"caption\">The row's score against the column, with games won, drawn and lost. Blue is above one half, orange below.</p>";
    section("Cross table", &(scrolled("Cross table", "cross", &(table + "</tbody>")) + caption))
}

fn cross_cell(pairs: &Pairs) -> String {
    let Some(score) = pairs.score() else { return String::from("<td></td>") };
    let class = match score {
        _ if score > 0.5 => "won",
        _ if score < 0.5 => "lost",
        _ => "even",
    };
    let shade = 0.08 + 0.8 * (score - 0.5).abs();
    let counts = pairs.pentanomial().map(|count| count.to_string()).join(", ");
    format!(
        "<td class=\"{class}\" style=\"--shade:{shade:.2}\" title=\"pairs from two losses to two wins: {counts}\">\
         {:.0}%<small>{}</small></td>",
        100.0 * score,
        minus(&pairs.games().to_string())
    )
}

fn distributions(report: &MatchReport) -> String {
    let mut sections = String::new();
    if let Some(pairs) = report.duel() {
        let legend = format!(
            "<p class=\"legend\"><span><i class=\"key even\"></i>win and loss <b>{}</b></span>\
             <span><i class=\"key drawn\"></i>two draws <b>{}</b></span></p>",
            pairs.wl, pairs.dd
        );
        let title = format!("Pairs of {}", short(&report.players[0]));
        sections += &section(&title, &(figure("bars", &chart::distribution(&pairs)) + &legend));
    }
    let games = report.colours();
    if games.games() > 0 {
        let share = |count: u64| percent(Some(count as f64 / games.games() as f64));
        let legend = format!(
            "<p class=\"legend\"><span><i class=\"key black\"></i>Black won <b>{}</b></span>\
             <span><i class=\"key draw\"></i>drawn <b>{}</b></span>\
             <span><i class=\"key white\"></i>White won <b>{}</b></span></p>\
             <p class=\"caption\">Black scored {}. The dashed line is one half.</p>",
            share(games.wins),
            share(games.draws),
            share(games.losses),
            percent(games.score())
        );
        sections += &section("Colours", &(figure("bar", &chart::colours(&games)) + &legend));
    }
    columns(&sections)
}

fn faults(report: &MatchReport) -> String {
    if report.faults() == 0 {
        return String::new();
    }
    let count = |player: &Standing, kind: &FaultKind| player.faults.get(kind).copied().unwrap_or(0);
    let kinds: Vec<FaultKind> = FaultKind::ALL
        .into_iter()
        .filter(|kind| report.players.iter().any(|player| count(player, kind) > 0))
        .collect();
    let mut table = String::from("<thead><tr><th class=\"name\" scope=\"col\">Player</th>");
    for kind in &kinds {
        table += &format!("<th scope=\"col\">{kind}</th>");
    }
    table += "</tr></thead>\n<tbody>\n";
    for player in report.ranking().into_iter().map(|index| &report.players[index]) {
        if player.faulted() > 0 {
            table += &format!("<tr>{}", name_cell(player));
            for kind in &kinds {
                let class = if count(player, kind) > 0 { "warn strong" } else { "soft" };
                table += &format!("<td class=\"{class}\">{}</td>", count(player, kind));
            }
            table += "</tr>\n";
        }
    }
    let caption =
        "<p class=\"caption\">Games lost without being beaten on the board. They count as losses above.</p>";
    section("Faults", &(scrolled("Faults", "", &(table + "</tbody>")) + caption))
}

fn name_cell(player: &Standing) -> String {
    format!(
        "<th class=\"name\" scope=\"row\" title=\"{}\"><bdi>{}</bdi></th>",
        text(&player.name),
        short(player)
    )
}

/// A player's name, truncated to keep tables narrow.
fn short(player: &Standing) -> String {
    escape_html(&label::cut(&label::clean(&player.name), 28))
}

/// A description list of terms and values that already are HTML.
fn list(class: &str, items: impl Iterator<Item = (String, String)>) -> String {
    let items: String =
        items.map(|(name, value)| format!("<div><dt>{name}</dt><dd>{value}</dd></div>\n")).collect();
    format!("<dl class=\"{class}\">\n{items}</dl>\n")
}

/// A section; empty without content.
fn section(title: &str, inside: &str) -> String {
    if inside.is_empty() {
        String::new()
    } else {
        format!("<section>\n<h2>{title}</h2>\n{inside}\n</section>\n")
    }
}

fn figure(class: &str, svg: &str) -> String {
    if svg.is_empty() { String::new() } else { format!("<figure class=\"{class}\">{svg}</figure>\n") }
}

fn columns(sections: &str) -> String {
    if sections.is_empty() { String::new() } else { format!("<div class=\"columns\">\n{sections}</div>\n") }
}

/// A table that scrolls on its own on narrow screens, also by keyboard.
fn scrolled(label: &str, class: &str, rows: &str) -> String {
    format!(
        "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{label}\"><table class=\"{class}\">{rows}</table></div>\n"
    )
}

/// Untrusted text, made safe for the page.
fn text(raw: &str) -> String {
    escape_html(&label::clean(raw))
}

/// A number with a minus sign in place of the hyphen.
pub(super) fn minus(number: &str) -> String {
    number.replace('-', "−")
}
