//! Proving a puzzle's answers again.

use goren_core::Stop;

use crate::answers::{Effort, pose};
use crate::balance::balance;
use crate::puzzle::{Kind, Puzzle, PuzzleError};

/// Whether everything fits together and the answers are those that are proved now (or found, for a balance).
pub fn check(puzzle: &Puzzle, effort: &Effort, stop: &Stop) -> Result<(), PuzzleError> {
    puzzle.check()?;
    let images = puzzle.shifts.iter().filter_map(|&shift| puzzle.shifted(shift));
    for image in std::iter::once(puzzle.clone()).chain(images) {
        let position = image.position();
        let problem = match image.kind {
            Kind::Balance => balance(&position, stop),
            _ => pose(&position, effort, stop),
        };
        let problem = problem.map_err(|error| PuzzleError {
            expected: format!("a puzzle of the kind {}", image.kind),
            got: error.to_string(),
        })?;
        if problem.kind != image.kind {
            return Err(PuzzleError {
                expected: format!("the kind {}", problem.kind),
                got: image.kind.to_string(),
            });
        }
        if problem.answers != image.answers {
            let names = |points: &[goren_core::Point]| {
                points.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
            };
            return Err(PuzzleError {
                expected: format!("the answers {}", names(&problem.answers)),
                got: names(&image.answers),
            });
        }
    }
    Ok(())
}
