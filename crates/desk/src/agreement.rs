//! What every surface says of the same positions: whoever is asked first, nobody contradicts what another has proved, and in the end all
//! tell one number.

use goren_core::{Position, Stone, Stop};
use goren_proof::Means;
use goren_puzzle::{Kind, shipped};

use crate::analysis::solve;
use crate::analysis::tests::analysed;
use crate::hint::hint;
use crate::inspect::inspect;
use crate::proofs::Proofs;
use crate::wire::{HintReason, HintStage, HintView, ProvedView, SolveKind, SolvedName};

/// How many positions are looked at.
const POSITIONS: usize = 200;
/// Nodes of an analysis, and the time of a solver, in milliseconds.
const NODES: u64 = 500;
const MS: u64 = 200;

/// Whoever can be asked about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Surface {
    Threats,
    Fours,
    Solver,
    Analysis,
    Hint,
}

const SURFACES: [Surface; 5] =
    [Surface::Threats, Surface::Fours, Surface::Solver, Surface::Analysis, Surface::Hint];

/// What a surface says: who wins and in how many moves, by proof; and what it denies.
#[derive(Clone, Debug, Default)]
struct Said {
    proved: Option<(Stone, u32)>,
    /// The side that a search, which proves nothing, calls the winner.
    found: Option<Stone>,
    /// Wins of the side to move that there are none of.
    denied: Option<Means>,
}

fn told(proved: Option<&ProvedView>) -> Option<(Stone, u32)> {
    proved.map(|proved| (proved.winner, proved.moves))
}

fn ask(surface: Surface, position: &Position, proofs: &Proofs) -> Said {
    let stop = Stop::default();
    let by_solver = |kind, means| {
        let view = solve(position, kind, Some(MS), proofs, &stop);
        if view.solved == SolvedName::Win {
            let moves = view.line.len().div_ceil(2) as u32;
            let proved = view.proved.expect("its tree is small");
            assert_eq!(moves, proved.moves, "the line that is shown has the number that is told");
            return Said { proved: told(Some(&proved)), ..Said::default() };
        }
        Said { denied: (view.solved == SolvedName::NoWin).then_some(means), ..Said::default() }
    };
    match surface {
        Surface::Threats => {
            let look = inspect(position, true, Some(proofs), &stop);
            Said { proved: told(look.proved.as_ref()), ..Said::default() }
        }
        Surface::Fours => by_solver(SolveKind::Vcf, Means::Fours),
        Surface::Solver => by_solver(SolveKind::Vct, Means::Threats),
        Surface::Analysis => {
            let lines = analysed(position, proofs, NODES);
            let Some(best) = lines.first() else { return Said::default() };
            let moves = best.decided_in.map(|plies| plies.div_ceil(2));
            let proved = if best.proved { best.winner.zip(moves) } else { None };
            Said { proved, found: best.winner, ..Said::default() }
        }
        Surface::Hint => {
            let Ok(HintView::Why { reason, .. }) = hint(position, HintStage::Why, proofs, &stop) else {
                return Said::default();
            };
            let proved = match reason {
                HintReason::Win { moves, .. } => Some((position.side(), moves)),
                HintReason::Lost { stone, moves } => Some((stone, moves)),
                _ => None,
            };
            Said { proved, ..Said::default() }
        }
    }
}

/// Positions of puzzles: wins by fours and by threats and defences, and each after its first move.
fn positions() -> Vec<Position> {
    let puzzles = shipped().iter().filter(|puzzle| puzzle.kind != Kind::Balance && puzzle.line.len() <= 15);
    let puzzles: Vec<_> = puzzles.collect();
    let chosen = puzzles.iter().step_by(puzzles.len().div_ceil(POSITIONS / 2));
    let both = chosen.flat_map(|puzzle| {
        let before = puzzle.position();
        let mut after = before.clone();
        after.play(puzzle.line[0]);
        [before, after]
    });
    both.collect()
}

#[test]
fn no_surface_contradicts_what_another_has_proved() {
    let (positions, proofs) = (positions(), Proofs::default());
    assert!(positions.len() >= POSITIONS - 40, "{}", positions.len());
    let mut decided = 0;
    for (number, position) in positions.iter().enumerate() {
        // Each is asked first of some positions.
        let mut surfaces = SURFACES;
        surfaces.rotate_left(number % SURFACES.len());
        let first: Vec<Said> = surfaces.iter().map(|&surface| ask(surface, position, &proofs)).collect();
        let known = proofs.about(position).and_then(|kept| kept.proved());
        let said = first.iter().filter_map(|said| said.proved).collect::<Vec<_>>();
        let Some(known) = known else {
            assert!(said.is_empty(), "what is told as proved is kept: {position:?}");
            continue;
        };
        decided += 1;
        let kept = proofs.find(&known.proof).unwrap();
        assert!(kept.proof.verify().is_ok(), "{position:?}");
        assert!(said.iter().all(|said| said.0 == known.winner), "{first:?}\n{position:?}");
        let is_denied = |said: &Said| said.denied.is_some_and(|means| kept.means() <= means);
        let is_own = known.winner == position.side();
        assert!(!is_own || !first.iter().any(is_denied), "{first:?}\n{position:?}");
        // Now that all have been asked, all tell the same.
        for surface in surfaces {
            let said = ask(surface, position, &proofs);
            let is_asked = match surface {
                Surface::Fours => is_own && kept.means() == Means::Fours,
                Surface::Solver => is_own && kept.means() <= Means::Threats,
                Surface::Hint => {
                    !position.empties().any(|point| position.shapes(point, position.side()).has_five())
                }
                Surface::Threats | Surface::Analysis => true,
            };
            let now = proofs.about(position).and_then(|kept| kept.proved());
            if is_asked && now.is_some_and(|now| now.proof == known.proof) {
                let is_open_four = surface == Surface::Hint && said.proved.is_none();
                assert!(
                    said.proved == told(Some(&known)) || is_open_four && known.moves <= 3,
                    "{surface:?}: {said:?}, {known:?}\n{position:?}"
                );
            }
            assert!(said.found.is_none_or(|winner| winner == known.winner), "{surface:?}\n{position:?}");
        }
    }
    assert!(decided >= positions.len() / 2, "{decided} of {}", positions.len());
}
