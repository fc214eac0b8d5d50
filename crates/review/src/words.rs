//! A review in plain words, for a terminal.

use std::fmt::Write as _;

use goren_core::{ForbiddenKind, Point, Stone};

use crate::report::{Finding, FindingKind, LastEscape, MoveReport, Report};
use crate::standing::{ForcedWin, WinningWay};

/// The most moves that are named; the rest are counted.
const MAX_NAMED: usize = 4;

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
    let named = finding.best.filter(|best| finding.holds.contains(best)).or(finding.holds.first().copied());
    match (named, finding.best) {
        (None, None) => String::new(),
        (None, Some(best)) => format!("; {best} was better"),
        (Some(only), _) if finding.holds.len() == 1 && finding.undecided.is_empty() => {
            format!("; only {only} would have stopped it")
        }
        (Some(named), _) => format!("; {named} would have stopped it"),
    }
}

/// The last escape: what is proved of the moves before it, and what is not.
fn last_escape(escape: &LastEscape) -> String {
    let point = escape.point.map_or_else(|| "a pass".to_owned(), |point| point.to_string());
    let head = if escape.is_named() { "Last escape" } else { "Lost by proof" };
    let mut said = format!(
        "{head}: move {}, {}, who played {point}. After it every move loses: proved.\n",
        escape.number,
        name(escape.stone)
    );
    let mut line = |words: String| {
        let _ = writeln!(said, "  {words}");
    };
    if let Some(won) = &escape.win {
        line(format!("{} would have won: a {}.", some(&escape.wins), win(won)));
    }
    if !escape.holds.is_empty() {
        let (holds, opponent) = (some(&escape.holds), name(!escape.stone));
        line(format!("After {holds} {opponent} has no win by threats."));
    }
    match escape.undecided.len() {
        _ if !escape.complete && !escape.is_named() => {
            line(
                "No threat was proved before it: whether another move would have held is not decided."
                    .to_owned(),
            );
        }
        0 if escape.complete => line("All other moves lose: proved.".to_owned()),
        0 => {}
        count => {
            let count = if escape.is_named() { format!("{count} more") } else { count.to_string() };
            let moves = if escape.undecided.len() == 1 { "move" } else { "moves" };
            line(format!("Whether {count} {moves} would have held is not decided; all others lose: proved."));
        }
    }
    said
}

fn win(win: &ForcedWin) -> String {
    let way = match win.by {
        WinningWay::Fours => "fours",
        WinningWay::Threats => "threats",
        WinningWay::Force => "force",
    };
    format!("win by {way} in {} {}", win.moves, if win.moves == 1 { "move" } else { "moves" })
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
        out += &last_escape(escape);
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

/// Some points: all, or the first few by name and how many more.
fn some(points: &[Point]) -> String {
    let mut names: Vec<String> = points.iter().take(MAX_NAMED).map(ToString::to_string).collect();
    if points.len() > MAX_NAMED {
        let more = points.len() - MAX_NAMED;
        names.push(format!("{more} other{}", if more == 1 { "" } else { "s" }));
    }
    match names.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(names: &str) -> Vec<Point> {
        names.split_whitespace().map(|name| name.parse().unwrap()).collect()
    }

    fn said(holds: &str, undecided: &str, complete: bool) -> String {
        last_escape(&LastEscape {
            number: 10,
            node: 10,
            stone: Stone::White,
            point: Some(points("g10")[0]),
            win: None,
            wins: Vec::new(),
            holds: points(holds),
            undecided: points(undecided),
            complete,
        })
    }

    #[test]
    fn no_list_is_cut_without_a_word() {
        assert_eq!(some(&points("h8")), "h8");
        assert_eq!(some(&points("h8 i9 j10 k11")), "h8, i9, j10 or k11");
        assert_eq!(some(&points("h8 i9 j10 k11 l12")), "h8, i9, j10, k11 or 1 other");
        assert_eq!(some(&points("h8 i9 j10 k11 l12 m13")), "h8, i9, j10, k11 or 2 others");
    }

    #[test]
    fn a_last_escape_says_what_is_proved_and_what_is_not() {
        let lost = "move 10, White, who played g10. After it every move loses: proved.\n";
        assert_eq!(
            said("h10 e12", "", true),
            format!(
                "Last escape: {lost}  After h10 or e12 Black has no win by threats.\n  All other moves lose: proved.\n"
            )
        );
        assert_eq!(
            said("h10", "a1 b1", true),
            format!(
                "Last escape: {lost}  After h10 Black has no win by threats.\n  \
                 Whether 2 more moves would have held is not decided; all others lose: proved.\n"
            )
        );
        assert_eq!(
            said("", "a1", true),
            format!(
                "Lost by proof: {lost}  Whether 1 move would have held is not decided; all others lose: proved.\n"
            )
        );
        assert_eq!(
            said("", "", false),
            format!(
                "Lost by proof: {lost}  No threat was proved before it: whether another move would have held is not decided.\n"
            )
        );
    }
}
