//! How one position stands: proved where a solver proves it, searched with a fixed number of nodes otherwise.

use goren_core::{Limits, Point, Position, Stop};
use goren_engine::{Engine, Options, SearchRequest, Solved, solve_vcf, solve_vct};
use serde::{Deserialize, Serialize};

use crate::rounded;

/// Positions in which a win by fours, and by threats, is looked for.
pub(crate) const FOUR_NODES: u64 = 50_000;
pub(crate) const THREAT_NODES: u64 = 20_000;
/// A table for one position: what was searched before must not show.
const MEMORY: usize = 8 << 20;

/// How a win is forced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WinningWay {
    /// Every move of the winner makes a four, and the last one five.
    Fours,
    /// Fours, open threes and moves that threaten a win by fours.
    Threats,
}

/// A forced win that a solver has proved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ForcedWin {
    /// How it is forced.
    pub by: WinningWay,
    /// Moves of the winner.
    pub moves: usize,
    /// A line to the five.
    pub line: Vec<Point>,
}

/// How a position stands for the side to move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Standing {
    /// Its chance to win.
    pub chance: f64,
    /// The best line; empty where the game is over.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub line: Vec<Point>,
    /// How it wins by force, where a solver has proved it; `line` is to the five then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub win: Option<WinningWay>,
}

impl Standing {
    /// The forced win of the side to move, if it was proved.
    pub fn forced(&self) -> Option<ForcedWin> {
        let by = self.win?;
        Some(ForcedWin { by, moves: self.line.len().div_ceil(2), line: self.line.clone() })
    }
}

/// Judges positions, each as if it were the first.
pub struct Judge {
    engine: Engine,
    limits: Limits,
}

impl Judge {
    /// Searches this many nodes for each position that the solvers do not decide.
    pub fn new(nodes: u64) -> Judge {
        let engine = Engine::new(Options { memory: MEMORY, ..Options::default() });
        Judge { engine, limits: Limits { nodes: Some(nodes), ..Limits::default() } }
    }

    /// How a position stands; `None` if it was stopped.
    pub fn judge(&mut self, position: &Position, stop: &Stop) -> Option<Standing> {
        if let Some(winner) = position.winner() {
            let chance = if winner == position.side() { 1.0 } else { 0.0 };
            return Some(Standing { chance, line: Vec::new(), win: None });
        }
        if let Some(ForcedWin { by, line, .. }) = forced(position, FOUR_NODES, THREAT_NODES, stop) {
            return Some(Standing { chance: 1.0, line, win: Some(by) });
        }
        let request = SearchRequest { limits: self.limits, ..SearchRequest::default() };
        self.engine.clear();
        let found = self.engine.search(position, &request, stop, &mut |_| {});
        if stop.is_raised() {
            return None;
        }
        let best = found.lines.into_iter().next();
        // Without a legal move the game is drawn.
        Some(best.map_or(Standing { chance: 0.5, line: Vec::new(), win: None }, |best| Standing {
            chance: rounded(best.score.chance()),
            line: best.pv,
            win: None,
        }))
    }

    /// What the engine would play if it had these moves only; `None` if it was stopped.
    pub(crate) fn best_of(
        &mut self,
        position: &Position,
        only: Vec<Point>,
        stop: &Stop,
    ) -> Option<Option<Point>> {
        let request = SearchRequest { limits: self.limits, only, ..SearchRequest::default() };
        self.engine.clear();
        let found = self.engine.search(position, &request, stop, &mut |_| {});
        (!stop.is_raised()).then(|| found.best())
    }
}

/// A forced win of the side to move that a solver proves within so many nodes.
pub(crate) fn forced(position: &Position, fours: u64, threats: u64, stop: &Stop) -> Option<ForcedWin> {
    let (by, line) = match solve_vcf(position, Some(fours), stop).solved {
        Solved::Win(line) => (WinningWay::Fours, line),
        _ => match solve_vct(position, Some(threats), stop).solved {
            Solved::Win(line) => (WinningWay::Threats, line),
            _ => return None,
        },
    };
    Some(ForcedWin { by, moves: line.len().div_ceil(2), line })
}
