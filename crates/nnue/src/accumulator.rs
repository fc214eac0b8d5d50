//! The features of every point of a board and their sums, updated incrementally.
//!
//! The functions that [`at_every_level`] defines here contain the unsafe calls of vector code that the macro expands to; see
//! `simd.rs`.

use std::sync::Arc;

use goren_core::{Point, Position, Size, Stone};

use crate::code::{POWERS, REACH, code, empty_side};
use crate::heads::{BOTH, CHANNELS};
use crate::network::{Network, Row};
use crate::simd::{Available, SimdLevel, at_every_level};
use crate::value::Value;

/// Cells from one row of the board to the next; there is a wall on either side.
const STRIDE: usize = Size::MAX.side() + 2;
const CELLS: usize = STRIDE * STRIDE;
/// The steps along the four lines.
const STEPS: [usize; 4] = [1, STRIDE, STRIDE + 1, STRIDE - 1];

const WALL: u8 = 3;
/// The most changes of one move: five points either way on four lines, and the point itself on each.
const MOST_CHANGES: usize = 4 * (2 * REACH + 1);

/// The features of a point or a region: as Black sees it, then as White sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
struct Features([[i16; CHANNELS]; 2]);

impl Features {
    const NONE: Features = Features([[0; CHANNELS]; 2]);
}

/// The largest feature.
const MAX_FEATURE: i16 = 255;

/// What stands on both sides of a point on one line, as Black (0) and as White (1) sees it.
type Sides = [[u16; 2]; 2];

/// A line of a point whose code a move changes.
#[derive(Clone, Copy)]
struct Change {
    cell: u16,
    line: u8,
    region: u8,
    /// The sides before the move.
    sides: Sides,
    /// The codes as Black and as White sees them.
    old: [u32; 2],
    new: [u32; 2],
}

/// The features and sums of a position under a network, which follow it from move to move.
#[derive(Clone)]
pub struct Accumulator {
    network: Arc<Network>,
    level: Available,
    /// What stands on each cell: 0 nothing, 1 Black, 2 White, 3 a wall.
    cells: Box<[u8; CELLS]>,
    regions: Box<[u8; CELLS]>,
    sides: Box<[[Sides; 4]; CELLS]>,
    /// The sum of the four rows of each point, before it is clipped to the range of a feature.
    sums: Box<[Features; CELLS]>,
    /// The sums of the features of each region.
    totals: [Features; 9],
    /// What the moves changed, for undoing them.
    changes: Vec<Change>,
    moves: Vec<Move>,
}

#[derive(Clone, Copy)]
struct Move {
    cell: usize,
    /// The number of changes before it.
    changes: usize,
}

impl Accumulator {
    /// Starts at a position, whose moves so far cannot be undone here.
    pub fn new(network: Arc<Network>, position: &Position) -> Accumulator {
        Accumulator::with_simd(network, position, SimdLevel::HIGHEST)
    }

    /// As [`Accumulator::new`], with vector instructions up to this level; the results are the same at every level.
    pub fn with_simd(network: Arc<Network>, position: &Position, highest: SimdLevel) -> Accumulator {
        let size = position.size();
        let mut cells = Box::new([WALL; CELLS]);
        let mut regions = Box::new([0; CELLS]);
        let band = |along: usize| {
            let outer = (size.side() + 1) / 3;
            u8::from(along >= outer) + u8::from(along >= size.side() - outer)
        };
        let points = || size.points().filter(|point| !position.traps().contains(point));
        for point in points() {
            cells[cell(point)] = 0;
            regions[cell(point)] = 3 * band(point.y()) + band(point.x());
        }
        let mut accumulator = Accumulator {
            network,
            level: Available::up_to(highest),
            cells,
            regions,
            sides: Box::new([[[[0; 2]; 2]; 4]; CELLS]),
            sums: Box::new([Features::NONE; CELLS]),
            totals: [Features::NONE; 9],
            changes: Vec::with_capacity(64 * MOST_CHANGES),
            moves: Vec::new(),
        };
        points().for_each(|point| accumulator.init_point(cell(point)));
        for (point, stone) in position.stones() {
            accumulator.play(point, stone);
        }
        accumulator.changes.clear();
        accumulator.moves.clear();
        accumulator
    }

    /// Initialises a point of the empty board.
    fn init_point(&mut self, cell: usize) {
        for (line, step) in STEPS.into_iter().enumerate() {
            let seen = |at: &dyn Fn(usize) -> usize| {
                empty_side((1..=REACH).take_while(|&k| self.cells[at(k)] != WALL).count())
            };
            let both = [seen(&|k| cell - k * step), seen(&|k| cell + k * step)];
            self.sides[cell][line] = [both; 2];
            let number = code(both[0], both[1], 0) as usize;
            for view in 0..2 {
                let row = &self.network.rows(view)[number];
                self.sums[cell].0[view].iter_mut().zip(row.0).for_each(|(sum, each)| *sum += each);
            }
        }
        let total = &mut self.totals[usize::from(self.regions[cell])].0;
        let features = self.sums[cell].0.as_flattened().iter().map(|sum| sum.clamp(&0, &MAX_FEATURE));
        total.as_flattened_mut().iter_mut().zip(features).for_each(|(total, feature)| *total += feature);
    }

    /// Moves played here and not undone.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Whether no move was played here.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// Plays a stone on an empty point.
    pub fn play(&mut self, point: Point, stone: Stone) {
        let centre = cell(point);
        debug_assert_eq!(self.cells[centre], 0, "{point} is not empty");
        let start = self.changes.len();
        self.moves.push(Move { cell: centre, changes: start });
        let digits = DIGITS[stone as usize + 1];
        for (line, step) in STEPS.into_iter().enumerate() {
            let sides = self.sides[centre][line];
            let old = sides.map(|[one, other]| code(one, other, 0));
            self.changes.push(Change {
                cell: centre as u16,
                line: line as u8,
                region: self.regions[centre],
                sides,
                old,
                new: [old[0] + u32::from(digits[0]), old[1] + u32::from(digits[1])],
            });
            // Points after this one on the line have it on their first side, points before it on their second.
            for (facing, is_after) in [(0, true), (1, false)] {
                let mut at = centre;
                for power in POWERS {
                    at = if is_after { at + step } else { at - step };
                    let here = self.cells[at];
                    if here == WALL {
                        break;
                    }
                    let sides = self.sides[at][line];
                    let own = DIGITS[usize::from(here)];
                    let seen =
                        |sides: Sides| [0, 1].map(|view| code(sides[view][0], sides[view][1], own[view]));
                    let mut after = sides;
                    after[0][facing] += power * u16::from(digits[0]);
                    after[1][facing] += power * u16::from(digits[1]);
                    self.sides[at][line] = after;
                    self.changes.push(Change {
                        cell: at as u16,
                        line: line as u8,
                        region: self.regions[at],
                        sides,
                        old: seen(sides),
                        new: seen(after),
                    });
                }
            }
        }
        self.cells[centre] = stone as u8 + 1;
        let rows = [self.network.rows(0), self.network.rows(1)];
        apply(self.level, &self.changes[start..], rows, &mut self.sums, &mut self.totals);
    }

    /// Undoes the last move.
    ///
    /// # Panics
    /// If no move was played here.
    pub fn undo(&mut self) {
        let last = self.moves.pop().expect("a move is undone only after it was played");
        let rows = [self.network.rows(0), self.network.rows(1)];
        let changes = &self.changes[last.changes..];
        unapply(self.level, changes, rows, &mut self.sums, &mut self.totals);
        for change in changes {
            self.sides[usize::from(change.cell)][usize::from(change.line)] = change.sides;
        }
        self.changes.truncate(last.changes);
        self.cells[last.cell] = 0;
    }

    /// The position as `side`, which is to move, sees it.
    #[inline]
    pub fn view(&self, side: Stone) -> View<'_> {
        let mut whole = [0; BOTH];
        let mut quarters = [[0; BOTH]; 4];
        pool(self.level, &self.totals, side == Stone::White, &mut whole, &mut quarters);
        let summary = self.network.heads(side as usize).summary(self.level, &whole, &quarters);
        View { accumulator: self, side, summary }
    }
}

/// A position as the side to move sees it.
pub struct View<'a> {
    accumulator: &'a Accumulator,
    side: Stone,
    summary: [i16; 64],
}

impl<'a> View<'a> {
    /// The value of the position.
    #[inline]
    pub fn value(&self) -> Value {
        let heads = self.accumulator.network.heads(self.side as usize);
        let [win, draw, loss] = heads.value(self.accumulator.level, &self.summary);
        Value { win, draw, loss }
    }

    /// The policy: for each point the logarithm of its chance to be the best move, up to a constant, in units of
    /// 1 / [`Value::ONE`].
    #[inline]
    pub fn policy(&self, points: impl Iterator<Item = Point>, policy: &mut Vec<i32>) {
        let heads = self.accumulator.network.heads(self.side as usize);
        let mut weights = heads.policy(self.accumulator.level, &self.summary);
        if self.side == Stone::White {
            weights.rotate_left(1);
        }
        policy.clear();
        policy.extend(points.map(|point| cell(point) as i32));
        weigh(self.accumulator.level, &Features(weights), &self.accumulator.sums, policy);
    }
}

/// The digit of an empty cell, a black and a white stone, as Black and as White sees it.
const DIGITS: [[u8; 2]; 3] = [[0, 0], [1, 2], [2, 1]];

#[inline]
fn cell(point: Point) -> usize {
    point.x() + 1 + STRIDE * (point.y() + 1)
}

at_every_level!(
    /// Exchanges the rows of changed lines in the sums of their points, and updates the totals.
    apply = exchange::<false>,
    (changes: &[Change], rows: [&[Row]; 2], sums: &mut [Features; CELLS], totals: &mut [Features; 9])
);
at_every_level!(
    /// Reverses [`apply`].
    unapply = exchange::<true>,
    (changes: &[Change], rows: [&[Row]; 2], sums: &mut [Features; CELLS], totals: &mut [Features; 9])
);

#[inline(always)]
fn exchange<const BACK: bool>(
    changes: &[Change],
    rows: [&[Row]; 2],
    sums: &mut [Features; CELLS],
    totals: &mut [Features; 9],
) {
    for change in changes {
        let sums = &mut sums[usize::from(change.cell)].0;
        let total = &mut totals[usize::from(change.region)].0;
        let (old, new) = if BACK { (change.new, change.old) } else { (change.old, change.new) };
        for view in 0..2 {
            let (old, new) = (&rows[view][old[view] as usize].0, &rows[view][new[view] as usize].0);
            let (sums, total) = (&mut sums[view], &mut total[view]);
            // Rows are too small for anything to overflow; wrapping operations spare debug builds the checks.
            for i in 0..CHANNELS {
                let was = sums[i];
                let is = was.wrapping_sub(old[i]).wrapping_add(new[i]);
                sums[i] = is;
                total[i] =
                    total[i].wrapping_add(is.clamp(0, MAX_FEATURE)).wrapping_sub(was.clamp(0, MAX_FEATURE));
            }
        }
    }
}

at_every_level!(
    /// The pooled features of the whole board and of its quarters, those of the side to move first.
    pool = pool_plain,
    (totals: &[Features; 9], is_white: bool, whole: &mut [i16; BOTH], quarters: &mut [[i16; BOTH]; 4])
);

#[inline(always)]
fn pool_plain(
    totals: &[Features; 9],
    is_white: bool,
    whole: &mut [i16; BOTH],
    quarters: &mut [[i16; BOTH]; 4],
) {
    for half in 0..2 {
        let view = if is_white { 1 - half } else { half };
        // Loops without closures: a closure does not have the target features of the function around it, so that it is
        // inlined only by link-time optimisation.
        for i in 0..CHANNELS {
            let mut parts = [0_u32; 9];
            for (part, total) in parts.iter_mut().zip(totals) {
                *part = u32::from(total.0[view][i] as u16);
            }
            let mut all = 0_u32;
            for part in parts {
                all = all.wrapping_add(part);
            }
            whole[half * CHANNELS + i] = (all >> 2) as i16;
            for (quarter, corner) in quarters.iter_mut().zip([0, 1, 3, 4]) {
                let (lower, upper) = (&parts[corner..corner + 2], &parts[corner + 3..corner + 5]);
                let sum = lower[0].wrapping_add(lower[1]).wrapping_add(upper[0]).wrapping_add(upper[1]);
                quarter[half * CHANNELS + i] = (sum >> 1) as i16;
            }
        }
    }
}

at_every_level!(
    /// Replaces each cell by the dot product of its features and the weights.
    weigh = weigh_plain, (weights: &Features, sums: &[Features; CELLS], cells: &mut [i32])
);

#[inline(always)]
fn weigh_plain(weights: &Features, sums: &[Features; CELLS], cells: &mut [i32]) {
    for cell in cells {
        let sums = &sums[*cell as usize].0;
        let mut sum = 0_i32;
        for (&weight, &each) in weights.0.as_flattened().iter().zip(sums.as_flattened()) {
            sum = sum.wrapping_add(i32::from(weight) * i32::from(each.clamp(0, MAX_FEATURE)));
        }
        *cell = sum;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::network;
    use goren_core::{Random, Rule};

    /// A board with some traps and no stones.
    fn board(random: &mut Random, side: usize) -> Position {
        let size = Size::new(side).unwrap();
        let mut points: Vec<Point> = size.points().collect();
        let traps: Vec<Point> =
            (0..random.below(4)).map(|_| points.swap_remove(random.below(points.len()))).collect();
        Position::with_setup(Rule::Freestyle, size, &traps, &[], Stone::Black).unwrap()
    }

    fn assert_same(one: &Accumulator, other: &Accumulator) {
        assert!(one.sums == other.sums && one.totals == other.totals && one.sides == other.sides);
        assert_eq!(one.cells, other.cells);
    }

    #[test]
    fn playing_and_undoing_equals_a_fresh_accumulator() {
        let network = network(3, 2);
        let mut random = Random::new(5);
        let mut steps = 0;
        for game in 0..200 {
            let mut position = board(&mut random, 5 + game % 18);
            let mut accumulator = Accumulator::new(network.clone(), &position);
            for step in 0..600 {
                let empties: Vec<Point> = position.empties().collect();
                if !position.history().is_empty() && (empties.is_empty() || random.below(5) < 2) {
                    position.undo();
                    accumulator.undo();
                } else {
                    let point = empties[random.below(empties.len())];
                    accumulator.play(point, position.side());
                    position.play(point);
                }
                steps += 1;
                if step % 120 == 0 {
                    assert_same(&accumulator, &Accumulator::new(network.clone(), &position));
                }
            }
            assert_same(&accumulator, &Accumulator::new(network.clone(), &position));
        }
        assert!(steps >= 100_000);
    }

    #[test]
    fn every_simd_level_computes_the_same() {
        let network = network(4, 2);
        let mut random = Random::new(6);
        for side in [5, 11, 15, 20, 22] {
            let mut position = board(&mut random, side);
            for _ in 0..side * side / 3 {
                let empties: Vec<Point> = position.empties().collect();
                position.play(empties[random.below(empties.len())]);
            }
            let seen: Vec<_> = Available::levels()
                .map(|level| {
                    let mut accumulator = Accumulator::new(network.clone(), &position);
                    accumulator.level = level;
                    let point = position.empties().next().unwrap();
                    accumulator.play(point, position.side());
                    Stone::BOTH.map(|stone| {
                        let view = accumulator.view(stone);
                        let mut policy = Vec::new();
                        view.policy(position.empties(), &mut policy);
                        (view.value(), policy)
                    })
                })
                .collect();
            assert!(seen.iter().all(|each| *each == seen[0]));
        }
    }

    #[test]
    fn the_eight_symmetries_have_the_same_value() {
        let network = network(8, 1);
        let mut random = Random::new(7);
        for side in 5..=22 {
            let mut position = board(&mut random, side);
            for _ in 0..side {
                let empties: Vec<Point> = position.empties().collect();
                position.play(empties[random.below(empties.len())]);
            }
            let values: Vec<Value> = goren_core::Symmetry::ALL
                .into_iter()
                .map(|symmetry| {
                    let image = position.transformed(symmetry);
                    Accumulator::new(network.clone(), &image).view(position.side()).value()
                })
                .collect();
            assert!(values.iter().all(|value| *value == values[0]), "{values:?}");
        }
    }

    #[test]
    fn a_network_for_both_colours_is_blind_to_an_exchange_of_colours() {
        let network = network(9, 1);
        let position = {
            let mut position = board(&mut Random::new(8), 15);
            for name in ["h8", "i9", "g7", "g9", "f6"] {
                position.play(name.parse().unwrap());
            }
            position
        };
        let stones: Vec<_> = position.stones().map(|(point, stone)| (point, !stone)).collect();
        let traps = position.traps();
        let exchanged =
            Position::with_setup(Rule::Freestyle, position.size(), traps, &stones, Stone::Black).unwrap();
        let one = Accumulator::new(network.clone(), &position);
        let other = Accumulator::new(network, &exchanged);
        assert_eq!(one.view(Stone::Black).value(), other.view(Stone::White).value());
        assert_ne!(one.view(Stone::Black).value(), one.view(Stone::White).value());
        let policies = [one.view(Stone::White), other.view(Stone::Black)].map(|view| {
            let mut policy = Vec::new();
            view.policy(position.empties(), &mut policy);
            policy
        });
        assert_eq!(policies[0], policies[1]);
    }
}
