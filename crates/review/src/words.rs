//! A review in plain words, for a terminal.

use std::fmt::Write as _;

use goren_core::{ForbiddenKind, Point, Stone};

use crate::report::{Finding, FindingKind, MoveReport, Report};
use crate::standing::{ForcedWin, WinningWay};

/// The most moves that are listed.
const MOST: usize = 4;

/// One sentence about a move that something is wrong with; empty for any other.
pub fn sentence(judged: &MoveReport) -> String {
    let Some(finding) = &judged.finding else { return String::new() };
    let point = judged.point.map_or_else(|| "the pass".to_owned(), |point| point.to_string());
    let said = format!("Move {}, {}: {point} ", judged.number, name(judged.stone));
    let better = |what: &str| finding.best.map_or_else(String::new, |best| format!("; {best} {what}"));
    said + &match (finding.kind, &finding.missed, &finding.allowed) {
        (FindingKind::Forbidden, ..) => {
            format!("was forbidden ({}) and lost the game{}.", forbidden(finding.why), better("was possible"))
        }
        (FindingKind::MissedWin, Some(missed), Some(allowed)) => {
            let missed = win(missed);
            format!("missed a {missed} and allowed a {}{}.", win(allowed), better("would have won"))
        }
        (FindingKind::MissedWin, Some(missed), None) => {
            format!("missed a {}{}.", win(missed), better("would have won"))
        }
        (FindingKind::MissedDefence, _, Some(allowed)) => {
            format!("allowed a {}{}.", win(allowed), stopping(finding))
        }
        (kind, ..) => {
            let word = if kind == FindingKind::Mistake { "a mistake" } else { "inaccurate" };
            // As many as there are between the chances as they are shown.
            let lost = ((100.0 * judged.before).round() - (100.0 * judged.black).round()).abs();
            format!("was {word} and cost {lost} points of winning chance{}.", better("was better"))
        }
    }
}

fn stopping(finding: &Finding) -> String {
    match (finding.holds.as_slice(), finding.best) {
        ([], None) => String::new(),
        ([], Some(best)) => format!("; {best} was better"),
        ([only], _) => format!("; only {only} would have stopped it"),
        (holds, Some(best)) if holds.contains(&best) => format!("; {best} would have stopped it"),
        ([first, ..], _) => format!("; {first} would have stopped it"),
    }
}

fn win(win: &ForcedWin) -> String {
    let way = match win.by {
        WinningWay::Fours => "fours",
        WinningWay::Threats => "threats",
    };
    format!("win by {way} in {}", win.moves)
}

fn forbidden(why: Option<ForbiddenKind>) -> &'static str {
    match why {
        Some(ForbiddenKind::Overline) => "an overline",
        Some(ForbiddenKind::DoubleFour) => "two fours",
        Some(ForbiddenKind::DoubleThree) => "two open threes",
        None => "against the rule",
    }
}

const fn name(stone: Stone) -> &'static str {
    match stone {
        Stone::Black => "Black",
        Stone::White => "White",
    }
}

/// A whole review: both players, the decisive moments, and every finding with its line.
pub fn text(report: &Report, names: [&str; 2]) -> String {
    let mut out = String::new();
    for (player, given) in report.players.iter().zip(names) {
        let counts: Vec<String> = (FindingKind::ALL.into_iter())
            .filter(|&kind| player.counts.of(kind) > 0)
            .map(|kind| format!("{} {}", player.counts.of(kind), kind_name(kind, player.counts.of(kind))))
            .collect();
        let accuracy = player
            .accuracy
            .map_or_else(|| "no moves that count".to_owned(), |value| format!("accuracy {value:.1} %"));
        let given = if given.is_empty() { String::new() } else { format!(" ({given})") };
        let counts = if counts.is_empty() { "no mistakes".to_owned() } else { counts.join(", ") };
        let _ = writeln!(out, "{}{given}: {accuracy}; {counts}", name(player.stone));
    }
    if let Some(number) = report.turning_point {
        let _ = writeln!(out, "Turning point: move {number}");
    }
    if let Some(escape) = &report.last_escape {
        let point = escape.point.map_or_else(|| "a pass".to_owned(), |point| point.to_string());
        let held = match (escape.holds.as_slice(), escape.likely.as_slice()) {
            ([], []) => String::new(),
            ([], likely) => format!("; after {} no forced win was found", some(likely, "or")),
            (holds, _) => format!("; {} would have stopped the win", some(holds, "or")),
        };
        let _ = writeln!(
            out,
            "Last escape, by proof: move {}, {}, who played {point}{held}. After it every move loses.",
            escape.number,
            name(escape.stone)
        );
    }
    for (judged, finding) in report.findings() {
        let _ = writeln!(out, "\n{}", sentence(judged));
        let _ = writeln!(out, "  Black {} -> {}", percent(judged.before), percent(judged.black));
        if !finding.line.is_empty() {
            let _ = writeln!(out, "  better: {}", moves(&finding.line));
        }
        if let Some(allowed) = &finding.allowed {
            let _ = writeln!(out, "  the win: {}", moves(&allowed.line));
        }
    }
    out
}

fn kind_name(kind: FindingKind, count: usize) -> &'static str {
    let (one, many) = match kind {
        FindingKind::Forbidden => ("forbidden move", "forbidden moves"),
        FindingKind::MissedWin => ("missed win", "missed wins"),
        FindingKind::MissedDefence => ("missed defence", "missed defences"),
        FindingKind::Mistake => ("mistake", "mistakes"),
        FindingKind::Inaccuracy => ("inaccuracy", "inaccuracies"),
    };
    if count == 1 { one } else { many }
}

fn percent(chance: f64) -> String {
    format!("{} %", (100.0 * chance).round())
}

fn moves(points: &[Point]) -> String {
    points.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// Some points, the first few by name.
fn some(points: &[Point], word: &str) -> String {
    let names: Vec<String> = points.iter().take(MOST).map(ToString::to_string).collect();
    match names.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} {word} {last}", rest.join(", ")),
        None => String::new(),
    }
}
