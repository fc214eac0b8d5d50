//! The rounds of a knock-out tournament.

use super::{Round, Settled};

/// How many replay pairs may follow a tied encounter before the higher seed advances.
const REPLAYS: usize = 2;

/// The next round: replays of tied encounters, then the winners against each other; `None` when one contestant is left.
pub(super) fn next_round(field: usize, pairs: usize, past: &[Settled]) -> Option<Round> {
    // The places of the bracket, in the order in which neighbours meet; a place beyond the field is a bye.
    let mut places: Vec<usize> = bracket(field);
    let mut past = past.iter();
    while places.len() > 1 {
        let meetings: Vec<[usize; 2]> = places.chunks_exact(2).map(|two| [two[0], two[1]]).collect();
        let mut open: Vec<[usize; 2]> =
            meetings.iter().copied().filter(|two| two.iter().all(|&place| place < field)).collect();
        // The higher seed advances unless beaten.
        let mut winners: Vec<usize> = meetings.iter().map(|&[a, b]| a.min(b)).collect();
        for replay in 0..=REPLAYS {
            if open.is_empty() {
                break;
            }
            let Some(settled) = past.next() else {
                return Some(Round { encounters: open, pairs: if replay == 0 { pairs } else { 1 } });
            };
            let mut tied = Vec::new();
            for (&[a, b], [mine, theirs]) in settled.round.encounters.iter().zip(&settled.points) {
                if mine == theirs {
                    tied.push([a, b]);
                    continue;
                }
                let winner = if mine > theirs { a } else { b };
                let place = meetings.iter().position(|&meeting| meeting == [a, b]);
                winners[place.expect("only meetings of this stage are played in it")] = winner;
            }
            open = tied;
        }
        places = winners;
    }
    None
}

/// The usual bracket: the first and the second seed can only meet in the last round.
fn bracket(field: usize) -> Vec<usize> {
    let mut places = vec![0];
    while places.len() < field {
        let last = 2 * places.len() - 1;
        places = places.iter().flat_map(|&place| [place, last - place]).collect();
    }
    places
}

#[cfg(test)]
mod tests {
    use super::super::System;
    use super::super::fixture::hold;

    #[test]
    fn the_best_two_meet_in_the_last_round() {
        for field in 2..=17 {
            let past = hold(System::KnockOut, field, false);
            assert_eq!(past.last().map(|settled| settled.round.encounters.clone()), Some(vec![[0, 1]]));
            let meetings: usize = past.iter().map(|settled| settled.round.encounters.len()).sum();
            assert_eq!(meetings, field - 1, "every encounter puts one out");
        }
    }

    #[test]
    fn the_best_have_the_byes() {
        let past = hold(System::KnockOut, 5, false);
        assert_eq!(past[0].round.encounters, [[3, 4]]);
        assert_eq!(past[1].round.encounters, [[0, 3], [1, 2]]);
    }

    #[test]
    fn ties_are_replayed_twice_and_then_go_to_the_better_seed() {
        let past = hold(System::KnockOut, 4, true);
        let sizes: Vec<_> = past.iter().map(|one| (one.round.encounters.len(), one.round.pairs)).collect();
        assert_eq!(sizes, [(2, 2), (2, 1), (2, 1), (1, 2), (1, 1), (1, 1)]);
        assert_eq!(past[3].round.encounters, [[0, 1]]);
    }
}
