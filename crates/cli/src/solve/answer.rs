//! What `goren solve` found, as text and as JSON.

use std::time::Duration;

use goren_core::{Point, Position, Report, WinLength};
use goren_engine::{Escape, SolverProgress};
use goren_proof::{Attack, Branch, Means};
use serde_json::json;

use crate::terminal::milliseconds;

/// An answer and what it cost.
pub(super) struct SolveAnswer {
    pub(super) means: Means,
    pub(super) found: Finding,
    pub(super) nodes: u64,
    pub(super) time: Duration,
    /// What the search last said.
    pub(super) known: SolverProgress,
}

/// What was found.
pub(super) enum Finding {
    Win {
        line: Vec<Point>,
        tree: Option<Attack>,
        /// The attacker's moves, and the fewest that are not disproved.
        fewest: Option<(u32, u32)>,
    },
    NoWin {
        /// What the engine's search thinks, where it was asked.
        engine: Option<Report>,
    },
    /// The engine's search announces a win that was not proved.
    Announced {
        line: Vec<Point>,
        report: Report,
    },
    /// Every winning move.
    Moves {
        moves: Vec<Point>,
        unknown: Vec<Point>,
    },
    /// The other side threatens no win.
    NoThreat,
    Defences {
        saves: Vec<Point>,
        losses: Vec<Branch>,
        unknown: Vec<Point>,
    },
    /// The line fails at the move of this index.
    Fails {
        line: Vec<Point>,
        at: usize,
        by: Escape,
    },
    Illegal {
        line: Vec<Point>,
        at: usize,
    },
    /// A win whose tree is too large to hold.
    TooLarge,
    Unknown,
}

impl Finding {
    pub(super) fn is_unknown(&self) -> bool {
        match self {
            Finding::Unknown | Finding::TooLarge => true,
            Finding::Moves { unknown, .. } | Finding::Defences { unknown, .. } => !unknown.is_empty(),
            _ => false,
        }
    }

    const fn result(&self) -> &'static str {
        match self {
            Finding::Win { .. } => "win",
            Finding::NoWin { .. } => "none",
            Finding::Announced { .. } => "announced",
            Finding::Moves { .. } => "moves",
            Finding::NoThreat => "no threat",
            Finding::Defences { .. } => "defences",
            Finding::Fails { .. } => "fails",
            Finding::Illegal { .. } => "illegal",
            Finding::TooLarge => "too large",
            Finding::Unknown => "unknown",
        }
    }
}

impl SolveAnswer {
    pub(super) fn to_text(&self, position: &Position, is_verbose: bool) -> String {
        let by = format!("by {}", self.means);
        match &self.found {
            Finding::Win { line, fewest, .. } => {
                let win = format!("{} wins {by} in {}: {}", position.side(), length(line), list(line));
                match fewest {
                    Some((moves, least)) if moves == least => format!("{win} (proved shortest)"),
                    Some((_, least)) => {
                        let least = WinLength { plies: 2 * least - 1 };
                        format!("{win} (not proved shortest: a win takes at least {least})")
                    }
                    None => win,
                }
            }
            Finding::NoWin { engine: None } => format!("no win {by}"),
            Finding::NoWin { engine: Some(report) } => match report.score.plies_to_loss() {
                Some(plies) => {
                    let (opponent, length) = (!position.side(), WinLength { plies });
                    format!("no win {by}; the engine announces that {opponent} wins in {length}, not proved")
                }
                None => format!("no win {by}; the engine announces none (depth {})", report.depth),
            },
            Finding::Announced { line, report } => {
                let length = announced(report);
                format!("no win {by}; the engine announces a win in {length}, not proved: {}", list(line))
            }
            Finding::Moves { moves, unknown } => {
                let found = match moves.len() {
                    0 => format!("no winning move {by}"),
                    1 => format!("one winning move {by}: {}", list(moves)),
                    count => format!("{count} winning moves {by}: {}", list(moves)),
                };
                found + &undecided(unknown)
            }
            Finding::NoThreat => format!("no threat: {} has no win {by}", (!position.side()).name()),
            Finding::Defences { saves, unknown, .. } => {
                let found = match saves.len() {
                    0 => format!("every move loses to a win {by}"),
                    1 => format!("one move does not lose to a win {by}: {}", list(saves)),
                    count => format!("{count} moves do not lose to a win {by}: {}", list(saves)),
                };
                let found = if saves.is_empty() && !unknown.is_empty() {
                    format!("every other move loses to a win {by}")
                } else {
                    found
                };
                found + &undecided(unknown)
            }
            Finding::Fails { line, at, by } => {
                let opponent = (!position.side()).name();
                let how = match by {
                    Escape::NoThreat => "it threatens nothing".to_owned(),
                    Escape::Five(point) => format!("{opponent} makes five on {point}"),
                    Escape::Reply(point) => format!("{opponent} escapes by {point}"),
                };
                match line.get(*at) {
                    Some(point) => format!("fails at {point} (move {}): {how}", at + 1),
                    None => format!("no win {by}", by = self.means),
                }
            }
            Finding::Illegal { line, at } => format!("not legal: {} (move {})", line[*at], at + 1),
            Finding::TooLarge => "win, but its tree is too large to hold".to_owned(),
            Finding::Unknown => format!(
                "unknown (stopped after {:.1} s; {} positions{})",
                self.time.as_secs_f64(),
                self.nodes,
                if is_verbose { self.numbers() } else { String::new() }
            ),
        }
    }

    fn numbers(&self) -> String {
        match self.known {
            SolverProgress { proof: 0, .. } | SolverProgress { disproof: 0, .. } => String::new(),
            known => format!(", proof number {}, disproof number {}", known.proof, known.disproof),
        }
    }

    /// As JSON, with the number of the game in a file with several.
    pub(super) fn to_json(&self, position: &Position, game: Option<usize>) -> String {
        let names = |points: &[Point]| points.iter().map(ToString::to_string).collect::<Vec<_>>();
        let mut object = json!({
            "kind": match self.means {
                Means::Fours => "vcf",
                Means::Threats => "vct",
                Means::Force => "force",
            },
            "result": self.found.result(),
            "line": [],
            "nodes": self.nodes,
            "time_ms": milliseconds(self.time),
        });
        if let Some(game) = game {
            object["game"] = game.into();
        }
        match &self.found {
            Finding::Announced { line, report } => {
                object["line"] = names(line).into();
                object["moves"] = announced(report).moves().into();
                object["plies"] = announced(report).plies.into();
            }
            Finding::NoWin { engine: Some(report) } => {
                let lost = report.score.plies_to_loss().map(|plies| WinLength { plies });
                object["engine"] = json!({
                    "depth": report.depth,
                    "winner": lost.map(|_| (!position.side()).name()),
                    "moves": lost.map(WinLength::moves),
                    "plies": lost.map(|length| length.plies),
                });
            }
            Finding::Win { line, fewest, .. } => {
                object["line"] = names(line).into();
                object["moves"] = length(line).moves().into();
                object["plies"] = line.len().into();
                if let Some((moves, least)) = fewest {
                    object["moves_at_least"] = (*least).into();
                    object["shortest"] = (moves == least).into();
                }
            }
            Finding::Moves { moves, unknown } | Finding::Defences { saves: moves, unknown, .. } => {
                object["points"] = names(moves).into();
                object["unknown"] = names(unknown).into();
            }
            Finding::Fails { line, at, by } => {
                object["line"] = names(line).into();
                object["at"] = (*at).into();
                object["escape"] = match by {
                    Escape::NoThreat => serde_json::Value::Null,
                    Escape::Five(point) | Escape::Reply(point) => point.to_string().into(),
                };
            }
            Finding::Illegal { line, at } => {
                object["line"] = names(line).into();
                object["at"] = (*at).into();
            }
            Finding::NoWin { engine: None } | Finding::NoThreat | Finding::TooLarge | Finding::Unknown => {}
        }
        object.to_string()
    }
}

/// The most undecided moves that are named; more are counted.
const MAX_NAMED: usize = 12;

/// How soon a report says that its side wins.
fn announced(report: &Report) -> WinLength {
    WinLength { plies: report.score.plies_to_win().unwrap_or_default() }
}

/// How long a line is that ends with a five.
fn length(line: &[Point]) -> WinLength {
    WinLength { plies: line.len() as u32 }
}

fn list(points: &[Point]) -> String {
    points.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

fn undecided(points: &[Point]) -> String {
    match points.len() {
        0 => String::new(),
        1..=MAX_NAMED => format!("; not decided: {}", list(points)),
        count => format!("; {count} moves not decided"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use goren_core::{Rule, Score, Size};

    fn answer(means: Means, found: Finding) -> SolveAnswer {
        SolveAnswer {
            means,
            found,
            nodes: 7,
            time: Duration::from_micros(2_500),
            known: SolverProgress::default(),
        }
    }

    fn report(score: Score) -> Report {
        let pv = vec!["h8".parse().expect("a point")];
        Report {
            rank: 0,
            depth: 9,
            selective_depth: 9,
            score,
            is_proved: false,
            pv,
            nodes: 7,
            time: Duration::ZERO,
        }
    }

    #[test]
    fn what_the_engine_announces_is_told_as_not_proved() {
        let position = Position::new(Rule::Freestyle, Size::DEFAULT);
        let said = |found| answer(Means::Threats, found).to_text(&position, false);
        let win = report(Score::win_in(13));
        let line = win.pv.clone();
        assert_eq!(
            said(Finding::Announced { line: line.clone(), report: win.clone() }),
            "no win by threats; the engine announces a win in 7 moves (13 plies), not proved: h8"
        );
        assert_eq!(
            said(Finding::NoWin { engine: Some(report(Score::loss_in(4))) }),
            "no win by threats; the engine announces that White wins in 2 moves (4 plies), not proved"
        );
        let quiet = Finding::NoWin { engine: Some(report(Score::EVEN)) };
        assert_eq!(said(quiet), "no win by threats; the engine announces none (depth 9)");
        let json =
            answer(Means::Threats, Finding::Announced { line, report: win }).to_json(&position, Some(3));
        let object: serde_json::Value = serde_json::from_str(&json).expect("it is JSON");
        let expected = json!({
            "kind": "vct", "result": "announced", "line": ["h8"], "moves": 7, "plies": 13, "nodes": 7, "time_ms": 2.5, "game": 3,
        });
        assert_eq!(object, expected);
    }

    #[test]
    fn many_undecided_moves_are_counted() {
        let points: Vec<Point> = Size::DEFAULT.points().take(13).collect();
        assert_eq!(undecided(&points), "; 13 moves not decided");
        assert_eq!(undecided(&points[..2]), "; not decided: a1 b1");
    }
}
