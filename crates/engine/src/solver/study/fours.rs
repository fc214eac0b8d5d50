//! Wins by fours alone, searched in slices so that they can be stopped and watched.

use goren_core::Point;

use super::{SolverProgress, WinningMoves};
use crate::board::Board;
use crate::solver::{Budget, Decision, FIRST_SLICE, SolverLimits, Vcf};

/// The search was stopped.
pub(super) struct Stopped;

/// The fewest fours with which the side to move wins; `None` if it has no such win.
pub(super) fn decide_fours(
    vcf: &mut Vcf,
    board: &mut Board,
    limits: &SolverLimits<'_>,
) -> Result<Option<u32>, Stopped> {
    in_slices(vcf, limits, |vcf, budget| vcf.fewest_fours(board, budget))
}

/// Repeats a search with growing budgets, until it finds something or ends within its budget.
fn in_slices<T>(
    vcf: &mut Vcf,
    limits: &SolverLimits<'_>,
    mut search: impl FnMut(&mut Vcf, &mut Budget) -> Option<T>,
) -> Result<Option<T>, Stopped> {
    let first = vcf.nodes();
    let mut slice = FIRST_SLICE;
    loop {
        let spent = vcf.nodes() - first;
        let left = limits.nodes.saturating_sub(spent);
        let mut budget = Budget::new(slice.min(u32::try_from(left).unwrap_or(u32::MAX)));
        if let Some(found) = search(vcf, &mut budget) {
            return Ok(Some(found));
        }
        if !budget.is_exhausted() {
            return Ok(None);
        }
        (limits.watch)(SolverProgress { nodes: vcf.nodes(), ..SolverProgress::default() });
        if vcf.nodes() - first >= limits.nodes || (limits.is_stopped)() {
            return Err(Stopped);
        }
        slice = slice.saturating_add(slice / 4);
    }
}

/// Which fours win, one by one.
pub(super) fn winning_fours(vcf: &mut Vcf, board: &mut Board, limits: &SolverLimits<'_>) -> WinningMoves {
    let mut found = WinningMoves::default();
    for point in vcf.fours(board) {
        match in_slices(vcf, limits, |vcf, budget| vcf.four_wins(board, point, budget).then_some(())) {
            Ok(Some(())) => found.moves.push(point),
            Ok(None) => {}
            Err(Stopped) => found.unknown.push(point),
        }
    }
    found.moves.sort_unstable_by_key(|point| (point.y(), point.x()));
    found
}

/// After each of these moves: whether the other side wins by fours.
pub(super) fn decide_each_by_fours(
    vcf: &mut Vcf,
    board: &mut Board,
    moves: &[Point],
    limits: &SolverLimits<'_>,
) -> Vec<Decision> {
    moves
        .iter()
        .map(|&point| {
            board.play(point);
            let plies = in_slices(vcf, limits, |vcf, budget| vcf.plies_to_win(board, budget));
            board.undo();
            match plies {
                Ok(Some(_)) => Decision::Win,
                Ok(None) => Decision::NoWin,
                Err(Stopped) => Decision::Unknown,
            }
        })
        .collect()
}
