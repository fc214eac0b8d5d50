//! The puzzle of the day.

use goren_core::Random;

use crate::puzzle::Puzzle;

/// The puzzle of a day, given as the number of days since any fixed one (1 January 1970, say). Everyone with the same puzzles
/// gets the same, in whatever order they are, and none comes again before all have been.
pub fn daily(puzzles: &[Puzzle], day: u32) -> Option<&Puzzle> {
    let count = u32::try_from(puzzles.len()).ok().filter(|&count| count > 0)?;
    let mut order: Vec<&Puzzle> = puzzles.iter().collect();
    order.sort_unstable_by(|one, other| one.id.cmp(&other.id));
    Random::new(Random::nth(0, u64::from(day / count))).shuffle(&mut order);
    order.get((day % count) as usize).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::tests::open_three;
    use std::collections::HashSet;

    #[test]
    fn each_has_its_day_before_any_comes_again() {
        let named = |i: usize| Puzzle { id: format!("{i:08}"), ..open_three() };
        let puzzles: Vec<Puzzle> = (0..10).map(named).collect();
        let reversed: Vec<Puzzle> = (0..10).rev().map(named).collect();
        let days = |from: u32| -> Vec<&str> {
            (from..from + 10).map(|day| daily(&puzzles, day).unwrap().id.as_str()).collect()
        };
        for from in [0, 10, 20_770] {
            assert_eq!(days(from).into_iter().collect::<HashSet<_>>().len(), 10);
        }
        assert_ne!(days(0), days(10));
        assert!((0..30).all(|day| daily(&reversed, day).map(|puzzle| &puzzle.id)
            == daily(&puzzles, day).map(|puzzle| &puzzle.id)));
        assert_eq!(daily(&[], 3), None);
    }
}
