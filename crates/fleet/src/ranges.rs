//! A set of numbers that are mostly consecutive, in little memory.

use std::collections::BTreeMap;

/// A set of numbers, as ranges that do not touch.
#[derive(Debug, Default)]
pub(crate) struct Ranges(BTreeMap<u64, u64>);

impl Ranges {
    pub(crate) fn contains(&self, number: u64) -> bool {
        self.0.range(..=number).next_back().is_some_and(|(_, &last)| number <= last)
    }

    /// Adds a number; false if it was there.
    pub(crate) fn insert(&mut self, number: u64) -> bool {
        if self.contains(number) {
            return false;
        }
        let mut first = number;
        if let Some((&start, &last)) = self.0.range(..number).next_back()
            && last + 1 == number
        {
            first = start;
        }
        let next = number.checked_add(1).and_then(|next| self.0.remove(&next));
        self.0.insert(first, next.unwrap_or(number));
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_a_set() {
        let mut ranges = Ranges::default();
        let mut set = std::collections::BTreeSet::new();
        let mut state = 1u64;
        for _ in 0..2000 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let number = (state >> 33) % 500;
            assert_eq!(ranges.insert(number), set.insert(number), "{number}");
            assert!((0..500).all(|number| ranges.contains(number) == set.contains(&number)));
        }
        assert!(ranges.insert(u64::MAX) && ranges.contains(u64::MAX));
    }

    #[test]
    fn consecutive_numbers_are_one_range_in_any_order() {
        let mut ranges = Ranges::default();
        for number in [4, 2, 0, 1, 3, 5] {
            assert!(ranges.insert(number));
        }
        assert_eq!(ranges.0, BTreeMap::from([(0, 5)]));
    }
}
