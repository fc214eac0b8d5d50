//! What `goren solve` found, as text and as JSON.

use std::time::Duration;

use goren_core::{Point, Position, WinLength};
use goren_engine::{Escape, SolverProgress};
use goren_proof::{Attack, Branch, Means};
use serde_json::json;

use crate::terminal::milliseconds;

/// An answer and what it cost.
pub(super) struct Answer {
    pub(super) means: Means,
    pub(super) found: Found,
    pub(super) nodes: u64,
    pub(super) time: Duration,
    /// What the search last said.
    pub(super) known: SolverProgress,
}

/// What was found.
pub(super) enum Found {
    Win {
        line: Vec<Point>,
        tree: Option<Attack>,
        /// The attacker's moves, and the fewest that are not disproved.
        fewest: Option<(u32, u32)>,
    },
    NoWin,
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

impl Found {
    pub(super) fn is_unknown(&self) -> bool {
        match self {
            Found::Unknown | Found::TooLarge => true,
            Found::Moves { unknown, .. } | Found::Defences { unknown, .. } => !unknown.is_empty(),
            _ => false,
        }
    }

    const fn result(&self) -> &'static str {
        match self {
            Found::Win { .. } => "win",
            Found::NoWin => "none",
            Found::Moves { .. } => "moves",
            Found::NoThreat => "no threat",
            Found::Defences { .. } => "defences",
            Found::Fails { .. } => "fails",
            Found::Illegal { .. } => "illegal",
            Found::TooLarge => "too large",
            Found::Unknown => "unknown",
        }
    }
}

impl Answer {
    pub(super) fn to_text(&self, position: &Position) -> String {
        let by = format!("by {}", self.means);
        match &self.found {
            Found::Win { line, fewest, .. } => {
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
            Found::NoWin => format!("no win {by}"),
            Found::Moves { moves, unknown } => {
                let found = match moves.len() {
                    0 => format!("no winning move {by}"),
                    1 => format!("one winning move {by}: {}", list(moves)),
                    count => format!("{count} winning moves {by}: {}", list(moves)),
                };
                found + &undecided(unknown)
            }
            Found::NoThreat => format!("no threat: {} has no win {by}", (!position.side()).name()),
            Found::Defences { saves, unknown, .. } => {
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
            Found::Fails { line, at, by } => {
                let foe = (!position.side()).name();
                let how = match by {
                    Escape::NoThreat => "it threatens nothing".to_owned(),
                    Escape::Five(point) => format!("{foe} makes five on {point}"),
                    Escape::Reply(point) => format!("{foe} escapes by {point}"),
                };
                match line.get(*at) {
                    Some(point) => format!("fails at {point} (move {}): {how}", at + 1),
                    None => format!("no win {by}", by = self.means),
                }
            }
            Found::Illegal { line, at } => format!("not legal: {} (move {})", line[*at], at + 1),
            Found::TooLarge => "win, but its tree is too large to hold".to_owned(),
            Found::Unknown => format!(
                "unknown (stopped after {:.1} s; {} positions{})",
                self.time.as_secs_f64(),
                self.nodes,
                self.numbers()
            ),
        }
    }

    fn numbers(&self) -> String {
        match self.known {
            SolverProgress { proof: 0, .. } | SolverProgress { disproof: 0, .. } => String::new(),
            known => format!(", proof number {}, disproof number {}", known.proof, known.disproof),
        }
    }

    pub(super) fn to_json(&self) -> String {
        let names = |points: &[Point]| points.iter().map(ToString::to_string).collect::<Vec<_>>();
        let mut object = json!({
            "kind": if self.means == Means::Fours { "vcf" } else { "vct" },
            "result": self.found.result(),
            "line": [],
            "nodes": self.nodes,
            "time_ms": milliseconds(self.time),
        });
        match &self.found {
            Found::Win { line, fewest, .. } => {
                object["line"] = names(line).into();
                object["moves"] = length(line).moves().into();
                object["plies"] = line.len().into();
                if let Some((moves, least)) = fewest {
                    object["moves_at_least"] = (*least).into();
                    object["shortest"] = (moves == least).into();
                }
            }
            Found::Moves { moves, unknown } | Found::Defences { saves: moves, unknown, .. } => {
                object["moves"] = names(moves).into();
                object["unknown"] = names(unknown).into();
            }
            Found::Fails { line, at, by } => {
                object["line"] = names(line).into();
                object["at"] = (*at).into();
                object["escape"] = match by {
                    Escape::NoThreat => serde_json::Value::Null,
                    Escape::Five(point) | Escape::Reply(point) => point.to_string().into(),
                };
            }
            Found::Illegal { line, at } => {
                object["line"] = names(line).into();
                object["at"] = (*at).into();
            }
            Found::NoWin | Found::NoThreat | Found::TooLarge | Found::Unknown => {}
        }
        object.to_string()
    }
}

/// How long a line is that ends with a five.
fn length(line: &[Point]) -> WinLength {
    WinLength { plies: line.len() as u32 }
}

fn list(points: &[Point]) -> String {
    points.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

fn undecided(points: &[Point]) -> String {
    if points.is_empty() { String::new() } else { format!("; not decided: {}", list(points)) }
}
