//! How one position stands: proved where a solver proves it, searched with a fixed number of nodes otherwise.

use goren_core::{Limits, Point, Position, Stop, WinLength};
use goren_engine::{Engine, Options, ProveRequest, Proved, SearchEvent, SearchRequest, Solver};
use goren_proof::{Attack, Claim, Means, Proof};
use serde::{Deserialize, Serialize};

use crate::rounded;

/// Positions in which a win by fours, and by threats, is looked for.
pub(crate) const FOUR_NODES: u64 = 50_000;
pub(crate) const THREAT_NODES: u64 = 20_000;
/// A table for one position: what was searched before must not show.
const ENGINE_BYTES: usize = 8 << 20;
/// The tables of a solver, which knows nothing of earlier questions.
pub(crate) const SOLVER_BYTES: usize = 4 << 20;
/// The largest tree that is built.
pub(crate) const MAX_ATTACKS: usize = 200_000;

/// How a win is forced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum WinningWay {
    /// Every move of the winner makes a four, and the last one five.
    Fours,
    /// Fours, open threes and moves that threaten a win by fours.
    Threats,
    /// Any moves.
    Force,
}

impl From<Means> for WinningWay {
    fn from(means: Means) -> WinningWay {
        match means {
            Means::Fours => WinningWay::Fours,
            Means::Threats => WinningWay::Threats,
            Means::Force => WinningWay::Force,
        }
    }
}

/// A forced win that is proved: by a tree that the rules have accepted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ForcedWin {
    /// How it is forced.
    pub by: WinningWay,
    /// Moves of the winner, the five included, if the other side plays on as long as the tree goes.
    pub moves: usize,
    /// The longest line of the tree, to the five.
    pub line: Vec<Point>,
}

/// A forced win and its tree.
pub(crate) struct ProvedWin {
    pub(crate) win: ForcedWin,
    pub(crate) tree: Attack,
    pub(crate) proof: Proof,
}

impl ProvedWin {
    /// The win of the side to move that a tree shows, by the strictest means; `None` if it has a hole.
    pub(crate) fn of(position: &Position, tree: Attack) -> Option<ProvedWin> {
        let proof = Means::ALL.into_iter().find_map(|means| Proof::of_win(position, means, &tree).ok())?;
        let Claim::Win(means) = proof.claim else { return None };
        let moves = WinLength { plies: proof.verify().ok()?.plies }.moves() as usize;
        let win = ForcedWin { by: means.into(), moves, line: proof.longest_line() };
        Some(ProvedWin { win, tree, proof })
    }
}

/// How a position stands for the side to move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Standing {
    /// Its chance to win.
    pub chance: f64,
    /// The best line; empty where the game is over.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    pub line: Vec<Point>,
    /// How it wins by force, where that is proved; `line` is to the five then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub win: Option<WinningWay>,
    /// In how many moves it wins so; 0 where no win is proved.
    #[serde(default, skip_serializing_if = "is_zero")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    pub moves: usize,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "as serde calls it")]
fn is_zero(number: &usize) -> bool {
    *number == 0
}

impl Standing {
    /// The forced win of the side to move, if it was proved.
    pub fn forced(&self) -> Option<ForcedWin> {
        Some(ForcedWin { by: self.win?, moves: self.moves, line: self.line.clone() })
    }

    /// One of which nothing is proved.
    fn open(chance: f64, line: Vec<Point>) -> Standing {
        Standing { chance, line, win: None, moves: 0 }
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
        let engine = Engine::new(Options { memory: ENGINE_BYTES, ..Options::default() });
        Judge { engine, limits: Limits { nodes: Some(nodes), ..Limits::default() } }
    }

    /// How a position stands; `None` if it was stopped.
    pub fn judge(&mut self, position: &Position, stop: &Stop) -> Option<Standing> {
        if let Some(winner) = position.winner() {
            let chance = if winner == position.side() { 1.0 } else { 0.0 };
            return Some(Standing::open(chance, Vec::new()));
        }
        if let Some(ForcedWin { by, line, moves }) = forced(position, stop).map(|proved| proved.win) {
            return Some(Standing { chance: 1.0, line, win: Some(by), moves });
        }
        let request = SearchRequest { limits: self.limits, ..SearchRequest::default() };
        self.engine.clear();
        let found = self.engine.search(position, &request, stop, &mut |_| {});
        if stop.is_raised() {
            return None;
        }
        let best = found.lines.into_iter().next();
        // Without a legal move the game is drawn.
        Some(best.map_or(Standing::open(0.5, Vec::new()), |best| {
            Standing::open(rounded(best.score.chance()), best.pv)
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

    /// Whether the engine announces a win of the side to move, if it searches so many times as many nodes as for a position; `None` if
    /// it was stopped.
    pub(crate) fn announces_win(&mut self, position: &Position, times: u64, stop: &Stop) -> Option<bool> {
        let nodes = self.limits.nodes.map(|nodes| nodes.saturating_mul(times));
        let request = SearchRequest { limits: Limits { nodes, ..self.limits }, ..SearchRequest::default() };
        let (own, mut wins) = (Stop::default(), false);
        self.engine.clear();
        self.engine.search(position, &request, &own, &mut |event| {
            if let SearchEvent::Report(report) = event {
                wins |= report.score.plies_to_win().is_some();
            }
            // Whoever has seen a win need not search on.
            if wins || stop.is_raised() {
                own.raise();
            }
        });
        (!stop.is_raised()).then_some(wins)
    }
}

/// A forced win of the side to move, if it is found and its tree accepted: the same for the same position.
pub(crate) fn forced(position: &Position, stop: &Stop) -> Option<ProvedWin> {
    let mut solver = Solver::new(SOLVER_BYTES);
    [(Means::Fours, FOUR_NODES), (Means::Threats, THREAT_NODES)].into_iter().find_map(|(means, nodes)| {
        let request = ProveRequest { means, nodes: Some(nodes), attacks: MAX_ATTACKS };
        let Proved::Win(tree) = solver.prove(position, &request, stop, &mut |_| ()) else { return None };
        ProvedWin::of(position, tree)
    })
}
