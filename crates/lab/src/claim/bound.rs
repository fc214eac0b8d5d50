//! What a claim says of an estimate, and whether the estimate agrees.

use super::ClaimVerdict;
use crate::interval::Interval;

/// What a claim says of one or several estimates. A verdict needs whole 95 % intervals; one that reaches both sides of the
/// bound decides nothing. Where several estimates are held against one bound, all of them count.
#[derive(Clone, Copy)]
pub(super) enum Bound {
    /// Nothing: the verdict follows from the document itself.
    Settled(ClaimVerdict),
    /// It is more.
    Above(f64),
    /// It is less.
    Below(f64),
    /// It is in this range; of several, one is enough.
    Within(f64, f64),
    /// It is in this range, or at least in part, if it is above.
    Saves(f64, f64),
    /// It is as high as the first number, or at least in part, as the second.
    Reaches(f64, f64),
    /// It is as low as the first number, or at least in part, as the second.
    Stays(f64, f64),
    /// The first is larger than all others.
    Largest,
    /// Some two differ.
    Differ,
}

/// The shares of tasks that a program must solve for a claim of its strength to hold, and to hold in part.
pub(super) const MOSTLY: Bound = Bound::Reaches(0.9, 0.5);

impl Bound {
    pub(super) fn verdict(self, found: &[Interval]) -> ClaimVerdict {
        let each = |of: &dyn Fn(&Interval) -> ClaimVerdict| found.iter().map(of).collect::<Vec<_>>();
        let all = |of: &dyn Fn(&Interval) -> ClaimVerdict| each(of).into_iter().max();
        let one = |of: &dyn Fn(&Interval) -> ClaimVerdict| each(of).into_iter().min();
        let verdict = match self {
            Bound::Settled(verdict) => Some(verdict),
            Bound::Above(number) => all(&|one| decided(one.is_above(number), one.is_below(number))),
            Bound::Below(number) => all(&|one| decided(one.is_below(number), one.is_above(number))),
            Bound::Within(low, high) => one(&|one| within(one, low, high)),
            Bound::Saves(low, high) => {
                all(&|one| if one.is_above(high) { ClaimVerdict::InPart } else { within(one, low, high) })
            }
            Bound::Reaches(whole, part) => Some(reaches(found, whole, part)),
            Bound::Stays(whole, part) => {
                let rest: Vec<Interval> = found.iter().map(|one| one.map(|share| 1.0 - share)).collect();
                Some(reaches(&rest, 1.0 - whole, 1.0 - part))
            }
            Bound::Largest => found.split_first().and_then(|(first, others)| {
                others.iter().map(|other| decided(first.low > other.high, first.high < other.low)).max()
            }),
            Bound::Differ => {
                let least = found.iter().map(|one| one.high).fold(f64::MAX, f64::min);
                let most = found.iter().map(|one| one.low).fold(f64::MIN, f64::max);
                Some(decided(most > least, false))
            }
        };
        verdict.unwrap_or(ClaimVerdict::NotMeasured)
    }
}

fn decided(holds: bool, fails: bool) -> ClaimVerdict {
    match (holds, fails) {
        (true, _) => ClaimVerdict::Holds,
        (_, true) => ClaimVerdict::Fails,
        _ => ClaimVerdict::Undecided,
    }
}

fn within(estimate: &Interval, low: f64, high: f64) -> ClaimVerdict {
    let is_inside = estimate.low >= low && estimate.high <= high;
    decided(is_inside, estimate.is_below(low) || estimate.is_above(high))
}

/// All of them surely reach a number, one of them surely does not, or it is undecided.
fn reaches(estimates: &[Interval], whole: f64, part: f64) -> ClaimVerdict {
    let all_reach = |number: f64| estimates.iter().all(|estimate| estimate.low >= number);
    let one_misses = |number: f64| estimates.iter().any(|estimate| estimate.is_below(number));
    if all_reach(whole) {
        ClaimVerdict::Holds
    } else if one_misses(part) {
        ClaimVerdict::Fails
    } else if all_reach(part) && one_misses(whole) {
        ClaimVerdict::InPart
    } else {
        ClaimVerdict::Undecided
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(bound: Bound, ends: &[(f64, f64)]) -> ClaimVerdict {
        let found: Vec<_> = ends.iter().map(|&(low, high)| Interval { value: low, low, high }).collect();
        bound.verdict(&found)
    }

    #[test]
    fn an_interval_on_both_sides_of_what_is_claimed_decides_nothing() {
        let range = Bound::Within(0.3, 0.5);
        assert_eq!(judged(range, &[(0.35, 0.45)]), ClaimVerdict::Holds);
        assert_eq!(judged(range, &[(0.2, 0.6)]), ClaimVerdict::Undecided);
        assert_eq!(judged(range, &[(0.1, 0.3)]), ClaimVerdict::Undecided);
        assert_eq!(judged(range, &[(0.0, 0.2)]), ClaimVerdict::Fails);
        assert_eq!(judged(range, &[(0.0, 0.2), (0.35, 0.45)]), ClaimVerdict::Holds, "one of them is enough");
        assert_eq!(judged(Bound::Saves(0.3, 0.5), &[(0.55, 0.6)]), ClaimVerdict::InPart);
        assert_eq!(judged(Bound::Saves(0.3, 0.5), &[(0.45, 0.6)]), ClaimVerdict::Undecided);
        assert_eq!(judged(Bound::Above(0.5), &[(0.55, 0.65)]), ClaimVerdict::Holds);
        assert_eq!(judged(Bound::Above(0.5), &[(0.4, 0.8)]), ClaimVerdict::Undecided);
        assert_eq!(judged(Bound::Above(0.5), &[(0.3, 0.45)]), ClaimVerdict::Fails);
        assert_eq!(
            judged(Bound::Above(0.0), &[(0.0, 0.0)]),
            ClaimVerdict::Undecided,
            "nothing is not more than nothing"
        );
        assert_eq!(judged(Bound::Below(0.5), &[(0.3, 0.45)]), ClaimVerdict::Holds);
        assert_eq!(judged(Bound::Below(0.5), &[(0.4, 0.8)]), ClaimVerdict::Undecided);
        assert_eq!(judged(Bound::Below(0.5), &[(0.55, 0.8)]), ClaimVerdict::Fails);
    }

    #[test]
    fn what_is_claimed_of_several_needs_all_of_them_and_fails_by_one() {
        let mostly = |right: &[usize]| {
            MOSTLY.verdict(&right.iter().map(|&right| Interval::share(right, 40)).collect::<Vec<_>>())
        };
        assert_eq!(mostly(&[40]), ClaimVerdict::Holds);
        assert_eq!(mostly(&[40, 40]), ClaimVerdict::Holds);
        assert_eq!(mostly(&[39]), ClaimVerdict::Undecided, "87–99.6 %");
        assert_eq!(mostly(&[39, 27]), ClaimVerdict::InPart, "the second is surely below 90 %");
        assert_eq!(mostly(&[28]), ClaimVerdict::InPart);
        assert_eq!(mostly(&[20]), ClaimVerdict::Undecided);
        assert_eq!(mostly(&[40, 5]), ClaimVerdict::Fails);
        let rarely = Bound::Stays(0.1, 0.3);
        assert_eq!(judged(rarely, &[(0.0, 0.05)]), ClaimVerdict::Holds);
        assert_eq!(judged(rarely, &[(0.15, 0.25)]), ClaimVerdict::InPart);
        assert_eq!(judged(rarely, &[(0.35, 0.4)]), ClaimVerdict::Fails);
    }

    #[test]
    fn intervals_that_overlap_are_in_no_order() {
        assert_eq!(judged(Bound::Largest, &[(5.0, 6.0), (3.0, 4.0), (1.0, 4.5)]), ClaimVerdict::Holds);
        assert_eq!(judged(Bound::Largest, &[(5.0, 6.0), (3.0, 5.5)]), ClaimVerdict::Undecided);
        assert_eq!(judged(Bound::Largest, &[(5.0, 6.0), (3.0, 4.0), (7.0, 8.0)]), ClaimVerdict::Fails);
        assert_eq!(judged(Bound::Differ, &[(1.0, 3.0), (2.0, 5.0), (4.0, 6.0)]), ClaimVerdict::Holds);
        assert_eq!(judged(Bound::Differ, &[(1.0, 3.0), (2.0, 5.0)]), ClaimVerdict::Undecided);
    }

    #[test]
    fn of_two_verdicts_the_worse_counts_and_undecided_is_better_than_none() {
        assert_eq!(ClaimVerdict::Holds.max(ClaimVerdict::Undecided), ClaimVerdict::Undecided);
        assert_eq!(ClaimVerdict::Undecided.max(ClaimVerdict::Fails), ClaimVerdict::Fails);
        assert_eq!(ClaimVerdict::Undecided.min(ClaimVerdict::Fails), ClaimVerdict::Undecided);
    }
}
