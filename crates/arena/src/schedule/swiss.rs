//! Pairings of a Swiss tournament.

use std::cmp::Reverse;
use std::collections::HashSet;

use super::Settled;

/// Pairs neighbours in the standings who have not met. In an odd field the last contestant without a bye so far gets one,
/// worth the points of a win.
///
/// If all remaining contestants have met each other, they meet again.
pub(super) fn encounters(field: usize, past: &[Settled]) -> Vec<[usize; 2]> {
    let mut points = vec![0; field];
    let mut met = HashSet::new();
    let mut rested = vec![0; field];
    for settled in past {
        let mut rests = vec![true; field];
        for (&[a, b], halves) in settled.round.encounters.iter().zip(&settled.points) {
            points[a] += halves[0];
            points[b] += halves[1];
            met.extend([[a, b], [b, a]]);
            (rests[a], rests[b]) = (false, false);
        }
        for player in (0..field).filter(|&player| rests[player]) {
            points[player] += 4 * settled.round.pairs;
            rested[player] += 1;
        }
    }
    let mut order: Vec<usize> = (0..field).collect();
    order.sort_by_key(|&player| (Reverse(points[player]), player));
    if field % 2 == 1 {
        let least = rested.iter().min().copied().unwrap_or_default();
        let place = order.iter().rposition(|&player| rested[player] == least).unwrap_or(field - 1);
        order.remove(place);
    }
    let mut patience = 10_000;
    pair(&order, &met, &mut patience)
        .unwrap_or_else(|| order.chunks_exact(2).map(|two| [two[0], two[1]]).collect())
}

/// Pairs the first with the next contestant it has not met, such that the rest can be paired too.
fn pair(order: &[usize], met: &HashSet<[usize; 2]>, patience: &mut usize) -> Option<Vec<[usize; 2]>> {
    let Some((&first, rest)) = order.split_first() else { return Some(Vec::new()) };
    for (i, &other) in rest.iter().enumerate() {
        *patience = patience.checked_sub(1)?;
        if met.contains(&[first, other]) {
            continue;
        }
        let mut others = rest.to_vec();
        others.remove(i);
        if let Some(mut pairs) = pair(&others, met, patience) {
            pairs.insert(0, [first, other]);
            return Some(pairs);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::super::System;
    use super::super::fixture::hold;
    use super::*;

    #[test]
    fn nobody_meets_the_same_opponent_twice_while_there_are_others() {
        for field in 4..=17 {
            let past = hold(System::Swiss { rounds: 3 }, field, false);
            let mut met = HashSet::new();
            for settled in &past {
                let mut seen = HashSet::new();
                for &[a, b] in &settled.round.encounters {
                    assert!(met.insert([a.min(b), a.max(b)]), "{a} and {b} meet twice in a field of {field}");
                    assert!(seen.insert(a) && seen.insert(b), "somebody plays twice in a round");
                }
                assert_eq!(seen.len(), field - field % 2);
            }
        }
    }

    #[test]
    fn winners_meet_winners() {
        let past = hold(System::Swiss { rounds: 2 }, 4, false);
        assert_eq!(past[0].round.encounters, [[0, 1], [2, 3]]);
        assert_eq!(past[1].round.encounters, [[0, 2], [1, 3]]);
    }

    #[test]
    fn everyone_of_an_odd_field_sits_out_at_most_once() {
        let past = hold(System::Swiss { rounds: 5 }, 5, true);
        let mut games = [0; 5];
        past.iter()
            .flat_map(|settled| settled.round.encounters.iter().flatten())
            .for_each(|&i| games[i] += 1);
        assert_eq!(games, [4; 5]);
    }

    #[test]
    fn too_many_rounds_lead_to_second_meetings() {
        assert_eq!(hold(System::Swiss { rounds: 9 }, 4, false).len(), 9);
    }
}
