//! Where the crates of the picture stand: in rows by what they need, and in columns so that few arrows cross and most are short.

use super::Crates;

/// What stands at one place of a row.
pub(super) struct Spot {
    /// The crate; where a long arrow goes past a row there is none.
    pub(super) name: Option<String>,
    /// From the bottom: how many arrows the longest way down has.
    pub(super) row: usize,
    /// Two for the width of a crate and the gap beside it.
    pub(super) column: i32,
}

/// The places, and the arrows between places of neighbouring rows, each from the upper to the lower one.
pub(super) struct Plan {
    pub(super) spots: Vec<Spot>,
    pub(super) arrows: Vec<(usize, usize)>,
}

/// How many beginnings the best plan is looked for from.
const BEGINNINGS: u64 = 40;

/// A crossing is as bad as an arrow that goes so many columns to the side, squared.
const CROSSING: i32 = 50;

impl Plan {
    pub(super) fn new(crates: &Crates) -> Self {
        let mut plan = Self { spots: Vec::new(), arrows: Vec::new() };
        let is_used = |name: &String| crates.values().any(|uses| uses.contains(name));
        let (joined, lone): (Vec<&String>, Vec<&String>) =
            crates.keys().partition(|name| !crates[*name].is_empty() || is_used(name));
        for name in &joined {
            plan.add(Some(name), height(crates, name));
        }
        for (upper, name) in joined.iter().enumerate() {
            for (lower, used) in joined.iter().enumerate() {
                if is_arrow(crates, name, used) {
                    plan.connect(upper, lower);
                }
            }
        }
        plan.settle();
        for name in lone {
            plan.add(Some(name), 0);
        }
        plan
    }

    /// Adds a place at the right end of a row.
    fn add(&mut self, name: Option<&str>, row: usize) -> usize {
        let column = self.row(row).map(|spot| self.spots[spot].column + 2).max().unwrap_or(0);
        self.spots.push(Spot { name: name.map(str::to_owned), row, column });
        self.spots.len() - 1
    }

    /// Adds an arrow, with a place in each row that it goes past.
    fn connect(&mut self, upper: usize, lower: usize) {
        let mut from = upper;
        for row in (self.spots[lower].row + 1..self.spots[upper].row).rev() {
            let past = self.add(None, row);
            self.arrows.push((from, past));
            from = past;
        }
        self.arrows.push((from, lower));
    }

    fn row(&self, row: usize) -> impl Iterator<Item = usize> {
        (0..self.spots.len()).filter(move |&spot| self.spots[spot].row == row)
    }

    /// How far to the side of its crate's middle an arrow leaves, so that each has a place of its own.
    pub(super) fn leaves(&self, arrow: usize) -> i32 {
        let (upper, lower) = self.arrows[arrow];
        aside(
            self.column(lower),
            self.arrows.iter().filter(|(from, _)| *from == upper).map(|(_, to)| self.column(*to)),
        )
    }

    /// The same where it arrives.
    pub(super) fn arrives(&self, arrow: usize) -> i32 {
        let (upper, lower) = self.arrows[arrow];
        aside(
            self.column(upper),
            self.arrows.iter().filter(|(_, to)| *to == lower).map(|(from, _)| self.column(*from)),
        )
    }

    fn column(&self, spot: usize) -> i32 {
        self.spots[spot].column
    }

    fn columns(&self) -> Vec<i32> {
        self.spots.iter().map(|spot| spot.column).collect()
    }

    fn set(&mut self, columns: &[i32]) {
        for (spot, column) in self.spots.iter_mut().zip(columns) {
            spot.column = *column;
        }
    }

    /// Finds columns: the best of those that random beginnings lead to.
    fn settle(&mut self) {
        let mut luck = Luck(1);
        let tries = (0..BEGINNINGS).map(|_| {
            self.scatter(&mut luck);
            self.improve();
            (self.cost(), self.columns())
        });
        let best = tries.min().map_or_else(Vec::new, |(_, columns)| columns);
        let left = best.iter().min().copied().unwrap_or(0);
        self.set(&best.iter().map(|column| column - left).collect::<Vec<i32>>());
    }

    /// Puts every row into a random order.
    fn scatter(&mut self, luck: &mut Luck) {
        for row in 0..=self.spots.iter().map(|spot| spot.row).max().unwrap_or(0) {
            let mut spots: Vec<(u64, usize)> = self.row(row).map(|spot| (luck.next(), spot)).collect();
            spots.sort_unstable();
            for (column, (_, spot)) in (0..).step_by(2).zip(spots) {
                self.spots[spot].column = column;
            }
        }
    }

    /// Moves one thing after another, each time the one that helps most, until nothing helps.
    fn improve(&mut self) {
        let mut least = self.cost();
        loop {
            let old = self.columns();
            let mut best = None;
            let (left, right) =
                (old.iter().min().copied().unwrap_or(0), old.iter().max().copied().unwrap_or(0));
            for spot in 0..self.spots.len() {
                for column in left - 2..=right + 2 {
                    self.put(spot, column);
                    let cost = self.cost();
                    if cost < least {
                        least = cost;
                        best = Some((spot, column));
                    }
                    self.set(&old);
                }
            }
            let Some((spot, column)) = best else { return };
            self.put(spot, column);
        }
    }

    /// Puts something at a column of its row; those beside it make room.
    fn put(&mut self, spot: usize, column: i32) {
        let mut others: Vec<usize> = self.row(self.spots[spot].row).filter(|&other| other != spot).collect();
        others.sort_by_key(|&other| self.column(other));
        let (left, right) = others.split_at(others.partition_point(|&other| self.column(other) < column));
        self.spots[spot].column = column;
        let mut beside = spot;
        for &other in right {
            self.spots[other].column = self.column(other).max(self.column(beside) + self.room(beside, other));
            beside = other;
        }
        beside = spot;
        for &other in left.iter().rev() {
            self.spots[other].column = self.column(other).min(self.column(beside) - self.room(beside, other));
            beside = other;
        }
    }

    /// How many columns two neighbours are apart at least.
    fn room(&self, one: usize, other: usize) -> i32 {
        if self.is_past(one) || self.is_past(other) { 1 } else { 2 }
    }

    /// Whether an arrow goes past its row here.
    fn is_past(&self, spot: usize) -> bool {
        self.spots[spot].name.is_none()
    }

    /// What is bad about the columns: crossings, and arrows that go to the side, long ones above all.
    fn cost(&self) -> i32 {
        let aside = self.arrows.iter().map(|&(upper, lower)| {
            let weight = if self.is_past(upper) && self.is_past(lower) { 3 } else { 1 };
            weight * (self.column(upper) - self.column(lower)).pow(2)
        });
        aside.sum::<i32>() + CROSSING * self.crossings()
    }

    fn crossings(&self) -> i32 {
        let crosses = |&(upper, lower): &(usize, usize), &(other_upper, other_lower): &(usize, usize)| {
            self.spots[upper].row == self.spots[other_upper].row
                && (self.column(upper) - self.column(other_upper))
                    * (self.column(lower) - self.column(other_lower))
                    < 0
        };
        let before = |at: usize| self.arrows[..at].iter();
        let all = self.arrows.iter().enumerate();
        all.map(|(at, arrow)| before(at).filter(|other| crosses(arrow, other)).count() as i32).sum()
    }
}

/// How many arrows the longest way down has.
fn height(crates: &Crates, name: &str) -> usize {
    crates[name].iter().map(|used| 1 + height(crates, used)).max().unwrap_or(0)
}

/// Whether a crate uses another and no third that leads there, too.
fn is_arrow(crates: &Crates, name: &str, used: &str) -> bool {
    crates[name].contains(used) && !crates[name].iter().any(|third| leads(crates, third, used))
}

/// Whether a crate uses another, itself or through others.
fn leads(crates: &Crates, name: &str, used: &str) -> bool {
    crates[name].contains(used) || crates[name].iter().any(|third| leads(crates, third, used))
}

/// The place of one among all that end at the same crate, by where their other ends are.
fn aside(own: i32, all: impl Iterator<Item = i32>) -> i32 {
    let all: Vec<i32> = all.collect();
    let left = all.iter().filter(|&&other| other < own).count() as i32;
    let count = all.len() as i32;
    (2 * left - count + 1) * 8.min(44 / count)
}

/// The same numbers every time.
struct Luck(u64);

impl Luck {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.0 >> 32
    }
}

#[cfg(test)]
mod tests {
    use super::Plan;
    use crate::house::tests::workspace;

    /// The rows from the top, each from left to right; `|` where an arrow goes past.
    fn rows(plan: &Plan) -> Vec<Vec<&str>> {
        let highest = plan.spots.iter().map(|spot| spot.row).max().unwrap_or(0);
        let row = |row| {
            let mut spots: Vec<usize> = plan.row(row).collect();
            spots.sort_by_key(|&spot| plan.column(spot));
            spots.into_iter().map(|spot| plan.spots[spot].name.as_deref().unwrap_or("|")).collect()
        };
        (0..=highest).rev().map(row).collect()
    }

    /// The arrows between crates and past rows.
    fn arrows(plan: &Plan) -> Vec<(&str, &str)> {
        let name = |spot: usize| plan.spots[spot].name.as_deref().unwrap_or("|");
        plan.arrows.iter().map(|&(upper, lower)| (name(upper), name(lower))).collect()
    }

    #[test]
    fn a_crate_stands_above_all_it_uses() {
        let plan = Plan::new(&workspace(&["a:", "b: a", "c: a b", "d:"]));
        assert_eq!(rows(&plan), [vec!["c"], vec!["b"], vec!["a", "d"]]);
    }

    #[test]
    fn an_arrow_that_others_make_up_for_is_left_out() {
        let plan = Plan::new(&workspace(&["a:", "b: a", "c: b", "d: a b c"]));
        assert_eq!(arrows(&plan), [("b", "a"), ("c", "b"), ("d", "c")]);
    }

    #[test]
    fn a_long_arrow_has_a_place_in_the_rows_it_goes_past() {
        let plan = Plan::new(&workspace(&["a:", "b: a", "c: b", "d: c e", "e:"]));
        assert_eq!(arrows(&plan), [("b", "a"), ("c", "b"), ("d", "c"), ("d", "|"), ("|", "|"), ("|", "e")]);
    }

    #[test]
    fn arrows_do_not_cross_where_they_need_not_and_crates_keep_apart() {
        let plan = Plan::new(&workspace(&["a:", "b:", "c:", "x: c", "y: b", "z: a", "top: x y z"]));
        assert_eq!(plan.crossings(), 0);
        for (at, spot) in plan.spots.iter().enumerate() {
            let mut others = plan.spots[..at].iter().filter(|other| other.row == spot.row);
            assert!(others.all(|other| (other.column - spot.column).abs() >= 2));
        }
    }

    #[test]
    fn a_crate_stands_over_the_middle_of_those_it_uses() {
        let plan = Plan::new(&workspace(&["x:", "y:", "z:", "top: x y z"]));
        let mut columns = plan.columns();
        assert_eq!(columns.remove(0), 2);
        columns.sort_unstable();
        assert_eq!(columns, [0, 2, 4]);
    }

    #[test]
    fn arrows_at_one_crate_have_places_of_their_own() {
        let plan = Plan::new(&workspace(&["a:", "x: a", "y: a", "z: a"]));
        let mut places: Vec<i32> = (0..3).map(|arrow| plan.arrives(arrow)).collect();
        places.sort_unstable();
        assert_eq!(places, [-16, 0, 16]);
        assert_eq!(plan.leaves(0), 0);
    }
}
