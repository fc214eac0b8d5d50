//! A growing set of puzzles: no two alike, and a number of each kind.

use std::collections::HashSet;

use goren_core::Rule;

use crate::canonical::Canonical;
use crate::puzzle::{Kind, Puzzle};

/// How many puzzles of each kind are wanted, and which there are.
#[derive(Clone, Debug)]
pub struct Collection {
    seen: HashSet<Canonical>,
    /// In the order of [`Kind::ALL`].
    missing: [usize; Kind::ALL.len()],
}

impl Collection {
    /// Room for `count` puzzles of a rule, divided among these kinds, or among all that occur.
    pub fn new(rule: Rule, kinds: &[Kind], count: usize) -> Collection {
        let is_wanted = |kind: Kind| kind.occurs_under(rule) && (kinds.is_empty() || kinds.contains(&kind));
        let shares = Kind::ALL.map(|kind| if is_wanted(kind) { share(kind, rule) } else { 0 });
        let whole: usize = shares.iter().sum();
        let mut missing = shares.map(|share| (count * share).checked_div(whole).unwrap_or(0));
        // What rounding leaves goes to the largest share.
        if let Some(largest) = (0..shares.len()).max_by_key(|&i| (shares[i], usize::MAX - i)) {
            missing[largest] += if whole > 0 { count - missing.iter().sum::<usize>() } else { 0 };
        }
        Collection { seen: HashSet::new(), missing }
    }

    /// Whether more of a kind are wanted. Once they are not, they never are again.
    pub fn wants(&self, kind: Kind) -> bool {
        self.missing[kind as usize] > 0
    }

    /// Whether everything is there.
    pub fn is_full(&self) -> bool {
        self.missing.iter().all(|&missing| missing == 0)
    }

    /// How many are still wanted.
    pub fn missing(&self) -> usize {
        self.missing.iter().sum()
    }

    /// Adds a puzzle that is wanted and new; false if it is not.
    pub fn add(&mut self, puzzle: &Puzzle) -> bool {
        let is_added = self.wants(puzzle.kind) && self.seen.insert(Canonical::of(&puzzle.position()));
        self.missing[puzzle.kind as usize] -= usize::from(is_added);
        is_added
    }

    /// Counts a puzzle that exists already, wanted or not.
    pub fn add_existing(&mut self, puzzle: &Puzzle) {
        if self.seen.insert(Canonical::of(&puzzle.position())) {
            let missing = &mut self.missing[puzzle.kind as usize];
            *missing = missing.saturating_sub(1);
        }
    }
}

/// The share of a kind among all of a rule, in hundredths.
const fn share(kind: Kind, rule: Rule) -> usize {
    match (kind, matches!(rule, Rule::Renju)) {
        (Kind::Fours, false) => 70,
        (Kind::Fours, true) => 38,
        (Kind::Threats, _) => 13,
        (Kind::Defence, _) => 13,
        (Kind::Avoid | Kind::Forbid, _) => 16,
        (Kind::Balance, _) => 4,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::tests::open_three;
    use goren_core::Symmetry;

    fn wanted(rule: Rule, kinds: &[Kind], count: usize) -> Vec<(&'static str, usize)> {
        let collection = Collection::new(rule, kinds, count);
        Kind::ALL
            .iter()
            .map(|&kind| (kind.name(), collection.missing[kind as usize]))
            .filter(|each| each.1 > 0)
            .collect()
    }

    #[test]
    fn the_count_is_divided_among_the_kinds_of_the_rule() {
        assert_eq!(
            wanted(Rule::Standard, &[], 401),
            [("fours", 281), ("threats", 52), ("defence", 52), ("balance", 16)]
        );
        assert_eq!(wanted(Rule::Renju, &[], 100).len(), 6);
        assert_eq!(wanted(Rule::Renju, &[Kind::Avoid, Kind::Forbid], 11), [("avoid", 6), ("forbid", 5)]);
        assert_eq!(wanted(Rule::Caro, &[Kind::Avoid], 10), []);
    }

    #[test]
    fn what_is_there_already_is_not_added_however_it_is_turned() {
        let mut collection = Collection::new(Rule::Freestyle, &[Kind::Fours], 2);
        assert!(collection.add(&open_three()));
        assert!(!collection.add(&open_three().turned(Symmetry::ALL[5])));
        assert_eq!(collection.missing(), 1);
        let mut resumed = Collection::new(Rule::Freestyle, &[Kind::Fours], 1);
        resumed.add_existing(&open_three());
        assert!(resumed.is_full() && !resumed.wants(Kind::Fours));
    }
}
