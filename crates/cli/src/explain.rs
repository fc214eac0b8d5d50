//! `goren classic --explain`: what an evaluation counts, and the sum it makes.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::io::{self, Write as _};

use goren_classics::{Account, Classic, Counted, Explanation};
use goren_core::{Agent as _, Direction, Game, Limits, Point, Position, Stone, Stop};
use goren_engine::{Glance, glance};
use serde_json::{Value, json};

use crate::drawing::{draw_with_labels, wants_colour};

/// Places of a pattern that are listed in a row of the table.
const PLACES: usize = 4;
/// Moves of the network's policy that are listed.
const POLICY: usize = 5;
/// The largest number of candidates that the board is marked with.
const MARKED: usize = 35;

/// The side that `--side` names.
pub(crate) fn side(text: &str) -> Result<Stone, String> {
    let named = Stone::BOTH.into_iter().find(|stone| stone.name() == text);
    named.ok_or_else(|| format!("expected black or white, got `{text}`"))
}

/// Prints how a program comes to the value of a position for one side, what the network says of it, and how the program's
/// search goes if the game goes on.
pub(crate) fn print(
    program: &mut Classic,
    game: &Game,
    limits: &Limits,
    side: Stone,
    as_json: bool,
) -> io::Result<()> {
    let position = game.position();
    let explanation = program.explain(position, side);
    let network = glance(position);
    let search = game.result().is_none().then(|| search(program, game, limits));
    let mut out = io::stdout().lock();
    let title = program.name();
    if as_json {
        let mut object = object(&title, position, side, &explanation, network.as_ref());
        object["classic"] = json!(program.description().name);
        object["search"] = json!(search);
        writeln!(out, "{object}")
    } else {
        write!(out, "{}", text(&title, position, side, &explanation, network.as_ref()))?;
        let Some(search) = search else { return Ok(()) };
        write!(out, "\nthe move of {title} for {}\n{search}", position.side())
    }
}

/// The program's search told in a few lines.
fn search(program: &mut Classic, game: &Game, limits: &Limits) -> String {
    let description = program.description();
    let mut line = Vec::new();
    let (step, account) = program.watch(
        game,
        limits,
        &Stop::default(),
        &mut |report| line.clone_from(&report.pv),
        Account::default(),
    );
    if let Some(answer) = program.instruments().answer {
        return format!("plays       {step} without a search: {}\n", answer.why());
    }
    let told = account.text(&line, &|value| number(description.in_units(value)));
    format!("plays       {step}\n{told}")
}

fn text(
    name: &str,
    position: &Position,
    side: Stone,
    explanation: &Explanation,
    network: Option<&Glance>,
) -> String {
    let ranked: Vec<Point> =
        explanation.candidates.iter().filter(|each| each.kept).map(|each| each.point).collect();
    let labelled = if ranked.len() <= MARKED { &ranked[..] } else { &[] };
    let mut text = draw_with_labels(position, labelled, wants_colour());
    // Writing to a string cannot fail.
    let _ = writeln!(text, "\n{name} values this position for {side} at {}\n", number(explanation.value));
    let rows = rows(explanation);
    let width = rows.iter().map(|row| row.what.chars().count()).max().unwrap_or(0).max("counted".len());
    let _ = writeln!(text, "{:<width$}  side   count       weight  contribution  where", "counted");
    for Row { what, owner, weight, counted } in &rows {
        let sum = counted.iter().fold(0.0, |sum, each| sum + each.contribution);
        let _ = writeln!(
            text,
            "{}",
            format!(
                "{what:<width$}  {owner:<5}  {:>5}  {weight:>11}  {:>12}  {}",
                counted.len(),
                number(sum),
                places(counted),
            )
            .trim_end(),
        );
    }
    let _ = writeln!(text, "{:<width$}  {:>25}  {:>12}", "sum", "", number(explanation.sum()));
    text += &masked(explanation);
    text += &walks(explanation);
    text += &candidates(explanation);
    if let Some(glance) = network {
        let policy: Vec<String> = glance
            .policy
            .iter()
            .take(POLICY)
            .map(|(point, share)| format!("{point} {:.0} %", share * 100.0))
            .collect();
        let _ = writeln!(
            text,
            "\ngoren's network: {} wins {:.0} %; its first moves: {}",
            position.side(),
            glance.chance * 100.0,
            policy.join(", ")
        );
    }
    text
}

/// A kind of things counted.
struct Row<'a> {
    what: String,
    owner: Stone,
    weight: String,
    counted: Vec<&'a Counted>,
}

/// The things counted, by what they are and whose, and the rows of the program's table that nothing here is of.
fn rows(explanation: &Explanation) -> Vec<Row<'_>> {
    let row = |what: String, owner, number, factor| Row {
        what,
        owner,
        weight: weight(number, factor),
        counted: Vec::new(),
    };
    let table = explanation.table.iter();
    let mut rows: Vec<Row<'_>> =
        table.map(|each| row(each.name.clone(), each.owner, each.weight, each.factor)).collect();
    let mut known: HashMap<(String, Stone), usize> =
        rows.iter().enumerate().map(|(i, row)| ((row.what.clone(), row.owner), i)).collect();
    for each in &explanation.counted {
        // The string of nine cells differs from stone to stone; a pattern of a table is one kind.
        let is_kind = each.window.is_empty() && !each.cells.is_empty() && each.cells != each.name;
        let what = if is_kind { format!("{} {}", each.name, each.cells) } else { each.name.clone() };
        let place = *known.entry((what.clone(), each.owner)).or_insert_with(|| {
            rows.push(row(what, each.owner, each.weight, each.factor));
            rows.len() - 1
        });
        rows[place].counted.push(each);
    }
    rows
}

/// The weight with its sign, or with the factor of a document that has one.
fn weight(weight: f64, factor: f64) -> String {
    match factor {
        1.0 => number(weight),
        -1.0 => number(-weight),
        factor => format!("{weight}×{}", number(factor)),
    }
}

/// A number with a proper minus sign.
fn number(number: f64) -> String {
    number.to_string().replace('-', "−")
}

fn places(counted: &[&Counted]) -> String {
    let place = |each: &&Counted| match (each.points.first(), each.points.last()) {
        (Some(first), Some(last)) => format!("{first}–{last}"),
        _ => String::new(),
    };
    let listed: Vec<String> = counted.iter().take(PLACES).map(place).collect();
    let rest = counted.len().saturating_sub(PLACES);
    if rest > 0 { format!("{}, {rest} more", listed.join(", ")) } else { listed.join(", ") }
}

fn masked(explanation: &Explanation) -> String {
    let mut text = String::new();
    for direction in Direction::ALL {
        let on_line = explanation.masked.iter().filter(|(way, _)| *way == direction);
        let points: Vec<String> = on_line.map(|(_, point)| point.to_string()).collect();
        if !points.is_empty() {
            let _ = writeln!(text, "masked on {} lines: {}", way(direction), points.join(" "));
        }
    }
    text
}

/// The lines on which the automaton finds something, with its state after each cell.
fn walks(explanation: &Explanation) -> String {
    let mut text = String::new();
    for walk in explanation.walks.iter().filter(|walk| !walk.matches.is_empty()) {
        let (Some(first), Some(last)) = (walk.points.first(), walk.points.last()) else { continue };
        let states: String = walk.states.iter().map(ToString::to_string).collect();
        let found: Vec<String> = walk
            .matches
            .iter()
            .map(|&(index, end)| format!("{} at {}", explanation.counted[index].cells, walk.points[end]))
            .collect();
        let _ = writeln!(
            text,
            "line {first}–{last}: {}\n     state{:>width$}  found {}",
            walk.letters,
            states,
            found.join(", "),
            width = walk.letters.len() + format!("{first}–{last}: ").chars().count() - 1,
        );
    }
    if text.is_empty() { text } else { format!("\n{text}") }
}

fn candidates(explanation: &Explanation) -> String {
    let (all, kept) =
        (explanation.candidates.len(), explanation.candidates.iter().filter(|each| each.kept).count());
    let mut text = format!("\ncandidates: {all}");
    if let Some((point, answer)) = explanation.answer {
        let _ = write!(text, ", none of which is searched: {point} is played, {}", answer.why());
    } else if kept < all {
        let _ = write!(text, ", of which the best {kept} are searched");
    }
    text.push('\n');
    for each in explanation.candidates.iter().filter(|each| each.kept) {
        let Some(score) = each.score else { break };
        let watched = if each.watched == 0.0 { "" } else { " (a distant stone is watched)" };
        let _ = writeln!(text, "  {:<4} {:>16}{watched}", each.point.to_string(), number(score));
        for made in &each.made {
            let (Some(first), Some(last)) = (made.points.first(), made.points.last()) else { continue };
            let _ = writeln!(
                text,
                "         {:>16}  table {:<3} {:<6} {first}–{last}",
                number(made.score),
                made.table,
                made.pattern
            );
        }
    }
    text
}

fn object(
    name: &str,
    position: &Position,
    side: Stone,
    explanation: &Explanation,
    network: Option<&Glance>,
) -> Value {
    let points = |points: &[Point]| points.iter().map(ToString::to_string).collect::<Vec<_>>();
    let counted = explanation.counted.iter().map(|each| {
        json!({
            "name": each.name,
            "cells": each.cells,
            "owner": each.owner.name(),
            "points": points(&each.points),
            "window": points(&each.window),
            "weight": each.weight,
            "factor": each.factor,
            "contribution": each.contribution,
        })
    });
    let candidates = explanation.candidates.iter().map(|each| {
        json!({
            "point": each.point.to_string(),
            "score": each.score,
            "watched": each.watched,
            "kept": each.kept,
            "made": each.made.iter().map(|made| json!({
                "table": made.table,
                "pattern": made.pattern,
                "points": points(&made.points),
                "score": made.score,
            })).collect::<Vec<_>>(),
        })
    });
    let walks = explanation.walks.iter().map(|walk| {
        json!({
            "points": points(&walk.points),
            "letters": walk.letters,
            "states": walk.states,
            "matches": walk.matches,
        })
    });
    let masked = explanation
        .masked
        .iter()
        .map(|&(direction, point)| json!({ "direction": way(direction), "point": point.to_string() }));
    let network = network.map(|glance| {
        let policy = glance.policy.iter().map(|(point, share)| json!([point.to_string(), share]));
        json!({ "side": position.side().name(), "chance": glance.chance, "policy": policy.collect::<Vec<_>>() })
    });
    json!({
        "program": name,
        "side": side.name(),
        "value": explanation.value,
        "sum": explanation.sum(),
        "counted": counted.collect::<Vec<_>>(),
        "masked": masked.collect::<Vec<_>>(),
        "candidates": candidates.collect::<Vec<_>>(),
        "answer": explanation.answer.map(|(point, answer)| json!({
            "move": point.to_string(),
            "why": answer.name(),
        })),
        "table": explanation.table.iter().map(|row| json!({
            "name": row.name,
            "owner": row.owner.name(),
            "weight": row.weight,
            "factor": row.factor,
        })).collect::<Vec<_>>(),
        "walks": walks.collect::<Vec<_>>(),
        "network": network,
    })
}

fn way(direction: Direction) -> &'static str {
    match direction {
        Direction::Horizontal => "horizontal",
        Direction::Vertical => "vertical",
        Direction::Rising => "rising",
        Direction::Falling => "falling",
    }
}
