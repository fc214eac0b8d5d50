//! The moves of a node: which comes next, and which are left out together.

use goren_core::Point;

use crate::threat_class::ThreatClass;

/// A move that may be searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Candidate {
    pub(super) point: Point,
    pub(super) order: i32,
    /// The threat that the move makes.
    pub(super) attack: ThreatClass,
    /// The threat that the opponent would make there.
    pub(super) defence: ThreatClass,
}

impl Candidate {
    /// Whether the move neither makes nor denies an open three or better.
    pub(super) fn is_quiet(self) -> bool {
        self.attack < ThreatClass::OpenThree && self.defence < ThreatClass::OpenThree
    }
}

/// Swaps the best of the moves to the first place; of equals the one that comes first.
#[inline]
pub(super) fn pick(remaining: &mut [Candidate]) -> Option<Candidate> {
    // A maximum over numbers that contain the place: whether the next move is better cannot be predicted, and no branch
    // depends on it here.
    let number = |(place, candidate): (usize, &Candidate)| {
        i64::from(candidate.order) << 32 | i64::from(!(place as u32))
    };
    let best = remaining.iter().enumerate().map(number).max()?;
    let place = !(best as u32) as usize;
    remaining.swap(0, place);
    Some(remaining[0])
}

/// Removes the quiet ones of the moves from `next` on.
pub(super) fn drop_quiet(candidates: &mut Vec<Candidate>, next: usize) {
    let mut kept = next;
    for place in next..candidates.len() {
        let candidate = candidates[place];
        candidates[kept] = candidate;
        kept += usize::from(!candidate.is_quiet());
    }
    candidates.truncate(kept);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidate(name: &str, order: i32, attack: ThreatClass, defence: ThreatClass) -> Candidate {
        Candidate { point: name.parse().unwrap(), order, attack, defence }
    }

    fn quiet(name: &str, order: i32) -> Candidate {
        candidate(name, order, ThreatClass::Quiet, ThreatClass::Three)
    }

    #[test]
    fn moves_are_picked_from_the_best_to_the_worst() {
        let orders = [-5, 700, 700, i32::MIN, 0, i32::MAX, -5];
        let mut moves: Vec<Candidate> = orders
            .iter()
            .zip(["a1", "b1", "c1", "d1", "e1", "f1", "g1"])
            .map(|(&order, name)| quiet(name, order))
            .collect();
        let picked: Vec<i32> = (0..moves.len()).map(|next| pick(&mut moves[next..]).unwrap().order).collect();
        assert_eq!(picked, [i32::MAX, 700, 700, 0, -5, -5, i32::MIN]);
        assert_eq!(pick(&mut []), None);
    }

    #[test]
    fn the_first_of_equals_is_picked() {
        let mut moves = [quiet("a1", 3), quiet("b1", 9), quiet("c1", 9)];
        assert_eq!(pick(&mut moves), Some(quiet("b1", 9)));
    }

    #[test]
    fn threats_made_and_denied_stay_when_quiet_moves_are_dropped() {
        let makes = candidate("c1", 1, ThreatClass::OpenThree, ThreatClass::Quiet);
        let denies = candidate("e1", 2, ThreatClass::Two, ThreatClass::Four);
        let mut moves = vec![quiet("a1", 9), quiet("b1", 8), makes, quiet("d1", 3), denies, quiet("f1", 0)];
        // The first has been searched already.
        drop_quiet(&mut moves, 1);
        assert_eq!(moves, [quiet("a1", 9), makes, denies]);
        drop_quiet(&mut moves, 3);
        assert_eq!(moves.len(), 3);
    }
}
