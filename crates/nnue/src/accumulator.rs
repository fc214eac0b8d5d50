//! The features of every point of a board and their sums, updated incrementally.
//!
//! The functions that [`at_every_level`] defines here contain the unsafe calls of vector code that the macro expands to; see
//! `simd.rs`.

use std::sync::Arc;

use goren_core::{Point, Position, Size, Stone};

use crate::code::{POWERS, REACH, SIDES, empty_side, pair};
use crate::heads::{BOTH, CHANNELS, Summary};
use crate::network::Network;
use crate::rows::{Row, Rows};
use crate::simd::{Available, SimdLevel, at_every_level};
use crate::value::Value;

/// Cells from one row of the board to the next; there is a wall on either side.
const STRIDE: usize = Size::MAX.side() + 2;
const CELLS: usize = STRIDE * STRIDE;
/// The steps along the four lines.
const STEPS: [usize; 4] = [1, STRIDE, STRIDE + 1, STRIDE - 1];

const WALL: u8 = 3;
/// The most points that see one point, itself not counted: five either way on four lines.
const MAX_SEEING: usize = 4 * 2 * REACH;

/// The features of a point or a region: as Black sees it, then as White sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
struct Features([[i16; CHANNELS]; 2]);

impl Features {
    const NONE: Features = Features([[0; CHANNELS]; 2]);
}

/// The largest feature.
const MAX_FEATURE: i16 = 255;

/// What a point sees on one line, as Black (0) and as White (1) sees it.
#[derive(Clone, Copy, Default)]
struct Seen {
    /// The pair of sides.
    pairs: [u32; 2],
    /// The place of the pair's rows; the digit of the point itself is to be added.
    places: [u32; 2],
}

/// A line of a point that a move changes.
#[derive(Clone, Copy, Default)]
struct Change {
    cell: u16,
    line: u8,
    region: u8,
    /// The digit of the point itself, as Black and as White sees it.
    own: [u32; 2],
    before: Seen,
    after: Seen,
}

/// A move, and what was before it.
#[derive(Clone)]
struct Move {
    cell: usize,
    region: usize,
    /// The digit of the stone, as Black and as White sees it.
    digits: [u32; 2],
    /// What the point itself sees on its four lines; a stone on it does not change that.
    seen: [Seen; 4],
    /// The lines of other points, as many as `count`.
    changes: [Change; MAX_SEEING],
    count: usize,
    /// The sums of those points before the move, that of the point itself, and the totals.
    sums: [Features; MAX_SEEING],
    own_sum: Features,
    totals: [Features; 9],
}

impl Move {
    fn new() -> Move {
        Move {
            cell: 0,
            region: 0,
            digits: [0; 2],
            seen: [Seen::default(); 4],
            changes: [Change::default(); MAX_SEEING],
            count: 0,
            sums: [Features::NONE; MAX_SEEING],
            own_sum: Features::NONE,
            totals: [Features::NONE; 9],
        }
    }
}

/// The features and sums of a position under a network, which follow it from move to move.
#[derive(Clone)]
pub struct Accumulator {
    network: Arc<Network>,
    level: Available,
    /// The rows of each generator of the network.
    rows: Vec<Rows>,
    /// What stands on each cell: 0 nothing, 1 Black, 2 White, 3 a wall.
    cells: Box<[u8; CELLS]>,
    regions: Box<[u8; CELLS]>,
    seen: Box<[[Seen; 4]; CELLS]>,
    /// The sum of the four rows of each point, before it is clipped to the range of a feature.
    sums: Box<[Features; CELLS]>,
    /// The sums of the features of each region.
    totals: [Features; 9],
    /// The moves played, the first `len` of them; the others are room for more.
    moves: Vec<Move>,
    len: usize,
    /// The move that the place after the last one played already describes, if it does.
    prepared: Option<(Point, Stone)>,
}

impl Accumulator {
    /// Starts at a position, whose moves so far cannot be undone here.
    pub fn new(network: Arc<Network>, position: &Position) -> Accumulator {
        Accumulator::with_simd(network, position, SimdLevel::HIGHEST)
    }

    /// As [`Accumulator::new`], with vector instructions up to this level; the results are the same at every level.
    pub fn with_simd(network: Arc<Network>, position: &Position, highest: SimdLevel) -> Accumulator {
        let rows = vec![Rows::new(); network.generators()];
        let mut accumulator = Accumulator {
            network,
            level: Available::up_to(highest),
            rows,
            cells: Box::new([WALL; CELLS]),
            regions: Box::new([0; CELLS]),
            seen: Box::new([[Seen::default(); 4]; CELLS]),
            sums: Box::new([Features::NONE; CELLS]),
            totals: [Features::NONE; 9],
            moves: Vec::new(),
            len: 0,
            prepared: None,
        };
        accumulator.restart(position);
        accumulator
    }

    /// Goes to another position, as if it began there; what has been computed of the network is kept.
    pub fn restart(&mut self, position: &Position) {
        let size = position.size();
        self.prepared = None;
        self.cells.fill(WALL);
        self.regions.fill(0);
        self.seen.fill([Seen::default(); 4]);
        self.sums.fill(Features::NONE);
        self.totals = [Features::NONE; 9];
        let band = |along: usize| {
            let outer = (size.side() + 1) / 3;
            u8::from(along >= outer) + u8::from(along >= size.side() - outer)
        };
        let points = || size.points().filter(|point| !position.traps().contains(point));
        for point in points() {
            self.cells[cell(point)] = 0;
            self.regions[cell(point)] = 3 * band(point.y()) + band(point.x());
        }
        points().for_each(|point| self.init_point(cell(point)));
        for (point, stone) in position.stones() {
            self.len = 0;
            self.play(point, stone);
        }
        self.len = 0;
    }

    /// Initialises a point of the empty board.
    fn init_point(&mut self, cell: usize) {
        for (line, step) in STEPS.into_iter().enumerate() {
            let seen = |at: &dyn Fn(usize) -> usize| {
                empty_side((1..=REACH).take_while(|&k| self.cells[at(k)] != WALL).count())
            };
            let number = pair(seen(&|k| cell - k * step), seen(&|k| cell + k * step));
            let pairs = [number; 2];
            let places = self.places(pairs);
            self.seen[cell][line] = Seen { pairs, places };
            for (view, place) in places.into_iter().enumerate() {
                let row = self.rows_of(view)[place as usize];
                self.sums[cell].0[view].iter_mut().zip(row.0).for_each(|(sum, each)| *sum += each);
            }
        }
        let total = &mut self.totals[usize::from(self.regions[cell])].0;
        let features = self.sums[cell].0.as_flattened().iter().map(|sum| sum.clamp(&0, &MAX_FEATURE));
        total.as_flattened_mut().iter_mut().zip(features).for_each(|(total, feature)| *total += feature);
    }

    /// The network that it follows positions with.
    pub fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// Moves played here and not undone.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether no move was played here.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The rows of lines as Black (0) or White (1) sees them.
    #[inline]
    fn rows_of(&self, view: usize) -> &[Row] {
        self.rows[view.min(self.rows.len() - 1)].all()
    }

    /// The places of the rows of these pairs.
    #[inline]
    fn places(&mut self, pairs: [u32; 2]) -> [u32; 2] {
        let last = self.rows.len() - 1;
        let black = self.rows[0].place(self.network.generator(0), self.level, pairs[0]);
        let white = self.rows[last].place(self.network.generator(last), self.level, pairs[1]);
        [black, white]
    }

    /// Plays a stone on an empty point.
    pub fn play(&mut self, point: Point, stone: Stone) {
        self.prepare(point, stone);
        self.prepared = None;
        let last = self.rows.len() - 1;
        let rows = [self.rows[0].all(), self.rows[last].all()];
        let played = &mut self.moves[self.len];
        for change in &played.changes[..played.count] {
            self.seen[usize::from(change.cell)][usize::from(change.line)] = change.after;
        }
        self.cells[played.cell] = stone as u8 + 1;
        self.len += 1;
        apply(self.level, played, rows, &mut self.sums, &mut self.totals);
    }

    /// The value of the position after a stone on an empty point, the other side to move: as if it were played, asked and
    /// undone, but without the work of keeping what it changes.
    pub fn value_after(&mut self, point: Point, stone: Stone) -> Value {
        self.prepare(point, stone);
        let last = self.rows.len() - 1;
        let rows = [self.rows[0].all(), self.rows[last].all()];
        let mut totals = self.totals;
        look_ahead(self.level, &self.moves[self.len], rows, &self.sums, &mut totals);
        self.look(&totals, !stone).value()
    }

    /// Describes a move in the place after the last one played, and changes nothing else.
    fn prepare(&mut self, point: Point, stone: Stone) {
        if self.prepared == Some((point, stone)) {
            return;
        }
        let centre = cell(point);
        debug_assert_eq!(self.cells[centre], 0, "{point} is not empty");
        if self.len == self.moves.len() {
            self.moves.push(Move::new());
        }
        let number = self.len;
        let digits = DIGITS[stone as usize + 1];
        let mut count = 0;
        for (line, step) in STEPS.into_iter().enumerate() {
            // Points after this one on the line have it on their first side, points before it on their second.
            for (weight, is_after) in [(SIDES as u32, true), (1, false)] {
                let mut at = centre;
                for power in POWERS {
                    at = if is_after { at + step } else { at - step };
                    let here = self.cells[at];
                    if here == WALL {
                        break;
                    }
                    let before = self.seen[at][line];
                    let weight = weight * u32::from(power);
                    let pairs = [before.pairs[0] + weight * digits[0], before.pairs[1] + weight * digits[1]];
                    let after = Seen { pairs, places: self.places(pairs) };
                    self.moves[number].changes[count] = Change {
                        cell: at as u16,
                        line: line as u8,
                        region: self.regions[at],
                        own: DIGITS[usize::from(here)],
                        before,
                        after,
                    };
                    count += 1;
                }
            }
        }
        let played = &mut self.moves[number];
        (played.cell, played.region, played.count) = (centre, self.regions[centre].into(), count);
        (played.digits, played.seen) = (digits, self.seen[centre]);
        self.prepared = Some((point, stone));
    }

    /// Undoes the last move.
    ///
    /// # Panics
    /// If no move was played here.
    pub fn undo(&mut self) {
        self.len = self.len.checked_sub(1).expect("a move is undone only after it was played");
        self.prepared = None;
        let last = &self.moves[self.len];
        for (change, sum) in last.changes[..last.count].iter().zip(&last.sums) {
            let cell = usize::from(change.cell);
            self.seen[cell][usize::from(change.line)] = change.before;
            self.sums[cell] = *sum;
        }
        self.sums[last.cell] = last.own_sum;
        self.totals = last.totals;
        self.cells[last.cell] = 0;
    }

    /// The position as `side`, which is to move, sees it.
    #[inline]
    pub fn view(&self, side: Stone) -> View<'_> {
        self.look(&self.totals, side)
    }

    #[inline]
    fn look(&self, totals: &[Features; 9], side: Stone) -> View<'_> {
        let mut whole = [0; BOTH];
        let mut quarters = [[0; BOTH]; 4];
        pool(self.level, totals, side == Stone::White, &mut whole, &mut quarters);
        let summary = self.network.heads(side as usize).summary(self.level, &whole, &quarters);
        View { accumulator: self, side, summary }
    }
}

/// A position as the side to move sees it.
pub struct View<'a> {
    accumulator: &'a Accumulator,
    side: Stone,
    summary: Summary,
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
const DIGITS: [[u32; 2]; 3] = [[0, 0], [1, 2], [2, 1]];

#[inline]
fn cell(point: Point) -> usize {
    point.x() + 1 + STRIDE * (point.y() + 1)
}

at_every_level!(
    /// Exchanges the rows of changed lines in the sums of their points, updates the totals, and keeps what was before.
    apply = apply_plain,
    (played: &mut Move, rows: [&[Row]; 2], sums: &mut [Features; CELLS], totals: &mut [Features; 9])
);

#[inline(always)]
fn apply_plain(
    played: &mut Move,
    rows: [&[Row]; 2],
    sums: &mut [Features; CELLS],
    totals: &mut [Features; 9],
) {
    played.totals = *totals;
    for (change, before) in played.changes[..played.count].iter().zip(&mut played.sums) {
        let sums = &mut sums[usize::from(change.cell)];
        *before = *sums;
        exchange(change, rows, sums, &mut totals[usize::from(change.region)]);
    }
    let sums = &mut sums[played.cell];
    played.own_sum = *sums;
    occupy(played, rows, sums, &mut totals[played.region]);
}

at_every_level!(
    /// Updates the totals as a move would.
    look_ahead = look_ahead_plain,
    (played: &Move, rows: [&[Row]; 2], sums: &[Features; CELLS], totals: &mut [Features; 9])
);

#[inline(always)]
fn look_ahead_plain(played: &Move, rows: [&[Row]; 2], sums: &[Features; CELLS], totals: &mut [Features; 9]) {
    for change in &played.changes[..played.count] {
        let mut sums = sums[usize::from(change.cell)];
        exchange(change, rows, &mut sums, &mut totals[usize::from(change.region)]);
    }
    let mut sums = sums[played.cell];
    occupy(played, rows, &mut sums, &mut totals[played.region]);
}

/// Exchanges the row of a changed line in the sum of its point, and that point's features in the total of its region.
#[inline(always)]
fn exchange(change: &Change, rows: [&[Row]; 2], sums: &mut Features, total: &mut Features) {
    for view in 0..2 {
        let old = &rows[view][(change.before.places[view] + change.own[view]) as usize].0;
        let new = &rows[view][(change.after.places[view] + change.own[view]) as usize].0;
        let (sums, total) = (&mut sums.0[view], &mut total.0[view]);
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

/// Exchanges the rows of the point that is played on: what it sees stays, what it holds does not.
#[inline(always)]
fn occupy(played: &Move, rows: [&[Row]; 2], sums: &mut Features, total: &mut Features) {
    for view in 0..2 {
        let (sums, total) = (&mut sums.0[view], &mut total.0[view]);
        let was = *sums;
        for seen in &played.seen {
            let old = &rows[view][seen.places[view] as usize].0;
            let new = &rows[view][(seen.places[view] + played.digits[view]) as usize].0;
            for i in 0..CHANNELS {
                sums[i] = sums[i].wrapping_sub(old[i]).wrapping_add(new[i]);
            }
        }
        for i in 0..CHANNELS {
            let (was, is) = (was[i].clamp(0, MAX_FEATURE), sums[i].clamp(0, MAX_FEATURE));
            total[i] = total[i].wrapping_add(is).wrapping_sub(was);
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
        assert!(one.sums == other.sums && one.totals == other.totals);
        assert_eq!(one.cells, other.cells);
        // Where the rows of a pair are depends on which came first.
        let pairs =
            |seen: &Accumulator| seen.seen.iter().flatten().map(|seen| seen.pairs).collect::<Vec<_>>();
        assert_eq!(pairs(one), pairs(other));
    }

    #[test]
    fn playing_and_undoing_equals_a_fresh_accumulator() {
        let network = network(3, 2);
        let mut random = Random::new(5);
        let mut steps = 0;
        let mut accumulator = Accumulator::new(network, &board(&mut random, 15));
        let mut fresh = accumulator.clone();
        for game in 0..200 {
            let mut position = board(&mut random, 5 + game % 18);
            accumulator.restart(&position);
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
                    fresh.restart(&position);
                    assert_same(&accumulator, &fresh);
                }
            }
            fresh.restart(&position);
            assert_same(&accumulator, &fresh);
        }
        assert!(steps >= 100_000);
    }

    #[test]
    fn a_move_looked_at_has_the_value_of_the_move_played_and_changes_nothing() {
        for colours in [1, 2] {
            let mut random = Random::new(21);
            let mut position = board(&mut random, 13);
            let mut accumulator = Accumulator::new(network(5, colours), &position);
            for step in 0..120 {
                let empties: Vec<Point> = position.empties().collect();
                let [one, other] = [(); 2].map(|()| empties[random.below(empties.len())]);
                let side = position.side();
                let before = accumulator.clone();
                let looked = [one, other, one].map(|point| accumulator.value_after(point, side));
                assert_same(&accumulator, &before);
                // Now the move looked at last, now another one; sometimes after an undone move.
                for (point, value) in [(one, looked[0]), (other, looked[1])] {
                    let mut played = accumulator.clone();
                    played.play(point, side);
                    assert_eq!(played.view(!side).value(), value);
                }
                if step % 3 == 2 {
                    position.undo();
                    accumulator.undo();
                } else {
                    position.play(one);
                    accumulator.play(one, side);
                }
            }
            assert_same(&accumulator, &Accumulator::new(accumulator.network().clone(), &position));
        }
    }

    #[test]
    fn nothing_of_the_position_before_is_left_after_a_restart() {
        let network = network(3, 1);
        let mut random = Random::new(11);
        let mut accumulator = Accumulator::new(network.clone(), &board(&mut random, 22));
        for side in [15, 9, 20] {
            let mut position = board(&mut random, side);
            for _ in 0..side {
                let empties: Vec<Point> = position.empties().collect();
                position.play(empties[random.below(empties.len())]);
            }
            accumulator.restart(&position);
            assert_same(&accumulator, &Accumulator::new(network.clone(), &position));
            accumulator.play(position.empties().next().unwrap(), position.side());
            assert_eq!(accumulator.len(), 1);
            // A move looked at, and the next position begins with that very stone.
            let mut next = board(&mut random, side);
            let point = next.empties().filter(|&point| position.is_empty(point)).last().unwrap();
            accumulator.value_after(point, Stone::Black);
            next.play(point);
            accumulator.restart(&next);
            assert_same(&accumulator, &Accumulator::new(network.clone(), &next));
        }
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
                    let ahead = accumulator.value_after(point, position.side());
                    accumulator.play(point, position.side());
                    Stone::BOTH.map(|stone| {
                        let view = accumulator.view(stone);
                        let mut policy = Vec::new();
                        view.policy(position.empties(), &mut policy);
                        (ahead, view.value(), policy)
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
