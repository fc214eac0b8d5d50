//! The tables behind shapes, one pair per rule, filled once from the definition of each shape.
//!
//! What one stone can make on a line depends only on the five cells to either side of it, and on each side only
//! on the cells before the first obstacle. That leaves 63 distinct sides (94 where it matters whether the
//! obstacle is an opposing stone), so a table indexed by two sides fits in the L1 cache.

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;

use once_cell::race::OnceBox;

use super::Shape;
use crate::line::{Line, REACH, neighbourhood, outward};
use crate::rule::Rule;
use crate::stone::Stone;

/// What stands on one side of a point, seen by one colour, up to the first obstacle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Side {
    /// Cells before the obstacle, at most [`REACH`].
    len: u32,
    /// Bit `k` is set when the cell `k + 1` steps away holds an own stone.
    stones: u32,
    /// Whether the obstacle is an opposing stone (else a wall, or nothing seen).
    opponent: bool,
}

impl Side {
    /// One more than the largest code of a side.
    const CODES: usize = 96;

    const fn new(packed: usize, is_before: bool, stone: Stone) -> Side {
        let mut side = Side { len: 0, stones: 0, opponent: false };
        while side.len < REACH {
            let cell = outward(packed, is_before, side.len) as u64;
            if cell == stone.code() {
                side.stones |= 1 << side.len;
            } else if cell != 0 {
                side.opponent = cell != 3;
                break;
            }
            side.len += 1;
        }
        side
    }

    const fn code(self) -> usize {
        (1 << self.len | self.stones | (self.opponent as u32) << 6) as usize
    }

    fn all() -> impl Iterator<Item = Side> {
        (0..=REACH).flat_map(|len| {
            let ends: &[bool] = if len == REACH { &[false] } else { &[false, true] };
            (0..1 << len)
                .flat_map(move |stones| ends.iter().map(move |&opponent| Side { len, stones, opponent }))
        })
    }

    fn is_empty(self, k: u32) -> bool {
        k < self.len && self.stones >> k & 1 == 0
    }

    /// The number of consecutive own stones next to the point.
    const fn run(self) -> u32 {
        self.stones.trailing_ones()
    }

    const fn ends_in_foe(self) -> bool {
        self.opponent && self.run() == self.len
    }
}

/// Both sides of a point on one line, seen by one colour whose stone stands (or would stand) on the point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct View {
    before: Side,
    after: Side,
}

impl View {
    pub(crate) fn new((before, after): (usize, usize), stone: Stone) -> View {
        View { before: Side::new(before, true, stone), after: Side::new(after, false, stone) }
    }

    const fn index(self) -> usize {
        self.before.code() * Side::CODES + self.after.code()
    }

    /// The distances of the empty cells that can be reached without passing an obstacle.
    pub(crate) fn empties(self) -> impl Iterator<Item = i32> {
        let reach = REACH as i32;
        (-reach..=reach).filter(move |&distance| match distance {
            0 => false,
            ..0 => self.before.is_empty(distance.unsigned_abs() - 1),
            _ => self.after.is_empty(distance.unsigned_abs() - 1),
        })
    }

    /// The distances of the own stones that can be reached without passing an obstacle.
    pub(crate) fn stones(self) -> impl Iterator<Item = i32> {
        let holds = |side: Side, distance: i32| {
            let k = distance.unsigned_abs() - 1;
            k < side.len && !side.is_empty(k)
        };
        let reach = REACH as i32;
        (-reach..=reach).filter(move |&distance| match distance {
            0 => false,
            ..0 => holds(self.before, distance),
            _ => holds(self.after, distance),
        })
    }

    /// Whether the own stone on a cell is joined to the point by own stones.
    pub(crate) fn is_connected(self, distance: i32) -> bool {
        let side = if distance < 0 { self.before } else { self.after };
        distance.unsigned_abs() <= side.run()
    }

    fn change(mut self, distance: i32, change: impl Fn(&mut Side, u32)) -> View {
        let side = if distance < 0 { &mut self.before } else { &mut self.after };
        change(side, distance.unsigned_abs() - 1);
        self
    }

    /// With another own stone on an empty cell.
    pub(crate) fn with_own(self, distance: i32) -> View {
        self.change(distance, |side, k| side.stones |= 1 << k)
    }

    /// Without the own stone on a cell.
    pub(crate) fn without_own(self, distance: i32) -> View {
        self.change(distance, |side, k| side.stones &= !(1 << k))
    }

    /// With an opposing stone on an empty cell.
    pub(crate) fn with_opponent(self, distance: i32) -> View {
        self.change(distance, |side, k| {
            *side = Side { len: k, stones: side.stones & ((1 << k) - 1), opponent: true }
        })
    }
}

/// How one colour wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Goal {
    FiveOrMore,
    ExactlyFive,
    /// Exactly five; two fours on one line are forbidden and therefore worthless.
    RenjuBlack,
    /// Exactly five, not enclosed by the opponent.
    Caro,
    /// Six or more, or five not enclosed by the opponent.
    Caro6,
}

impl Goal {
    const fn of(rule: Rule, stone: Stone) -> Goal {
        match (rule, stone) {
            (Rule::Freestyle, _) | (Rule::Renju, Stone::White) => Goal::FiveOrMore,
            (Rule::Standard, _) => Goal::ExactlyFive,
            (Rule::Renju, Stone::Black) => Goal::RenjuBlack,
            (Rule::Caro, _) => Goal::Caro,
            (Rule::Caro6, _) => Goal::Caro6,
        }
    }

    /// The shape that needs no further stone: five, overline, or a five that does not count.
    fn finished(self, view: View) -> Option<Shape> {
        let run = view.before.run() + 1 + view.after.run();
        let enclosed = view.before.ends_in_foe() && view.after.ends_in_foe();
        match self {
            _ if run < 5 => None,
            Goal::FiveOrMore => Some(Shape::Five),
            Goal::Caro | Goal::Caro6 if run == 5 && enclosed => Some(Shape::None),
            Goal::Caro6 => Some(Shape::Five),
            _ if run == 5 => Some(Shape::Five),
            _ => Some(Shape::Overline),
        }
    }
}

/// What one colour makes, indexed by the two sides of a point, and where that is extended or stopped.
struct ShapeTable {
    shapes: [Shape; Side::CODES * Side::CODES],
    /// The cells where one more own stone makes a five; see [`LineMask`].
    fives: [u16; Side::CODES * Side::CODES],
    /// The cells where an opposing stone makes the shape a weaker one.
    weakens: [u16; Side::CODES * Side::CODES],
}

impl ShapeTable {
    /// Fills the table from the strongest shape to the weakest: each is defined by what one more stone makes.
    fn new(goal: Goal) -> ShapeTable {
        let none = [0; Side::CODES * Side::CODES];
        let shapes = [Shape::None; Side::CODES * Side::CODES];
        let mut table = ShapeTable { shapes, fives: none, weakens: none };
        let mut open = vec![];
        for before in Side::all() {
            for after in Side::all() {
                let view = View { before, after };
                match goal.finished(view) {
                    Some(shape) => table.shapes[view.index()] = shape,
                    None => open.push(view),
                }
            }
        }
        table.settle(&mut open, |table, view| {
            table.successors(view).any(|shape| shape == Shape::Five).then_some(Shape::Four)
        });
        let mut fours: Vec<View> = Side::all()
            .flat_map(|before| Side::all().map(move |after| View { before, after }))
            .filter(|view| table.shape(*view) == Shape::Four)
            .collect();
        table.settle(&mut fours, |table, view| {
            let unstoppable =
                view.empties().all(|reply| table.shape(view.with_opponent(reply)) >= Shape::Four);
            unstoppable.then(|| if table.is_straight(view) { Shape::OpenFour } else { Shape::DoubleFour })
        });
        let unstoppable = |shape| match goal {
            Goal::RenjuBlack => shape == Shape::OpenFour,
            _ => shape == Shape::OpenFour || shape == Shape::DoubleFour,
        };
        let any_four = |shape| shape == Shape::Four || unstoppable(shape);
        table.settle(&mut open, |table, view| {
            table.successors(view).any(unstoppable).then_some(Shape::OpenThree)
        });
        table.settle(&mut open, |table, view| table.successors(view).any(any_four).then_some(Shape::Three));
        for (stronger, shape) in [
            ([Shape::OpenThree, Shape::OpenThree], Shape::OpenTwo),
            ([Shape::Three, Shape::OpenThree], Shape::Two),
            ([Shape::Two, Shape::OpenTwo], Shape::One),
        ] {
            table.settle(&mut open, |table, view| {
                table.successors(view).any(|next| stronger.contains(&next)).then_some(shape)
            });
        }
        table.fill_masks();
        table
    }

    fn fill_masks(&mut self) {
        // Two fours on one line are as good as an open four.
        let rank = |shape: Shape| if shape == Shape::DoubleFour { Shape::OpenFour } else { shape };
        for before in Side::all() {
            for after in Side::all() {
                let view = View { before, after };
                let shape = rank(self.shape(view));
                let mask = |test: &dyn Fn(i32) -> bool| {
                    view.empties().filter(|&each| test(each)).fold(0, |mask, each| mask | LineMask::bit(each))
                };
                self.fives[view.index()] = mask(&|own| self.shape(view.with_own(own)) == Shape::Five);
                self.weakens[view.index()] =
                    mask(&|opponent| rank(self.shape(view.with_opponent(opponent))) < shape);
            }
        }
    }

    fn shape(&self, view: View) -> Shape {
        self.shapes[view.index()]
    }

    /// What each further own stone would make.
    fn successors(&self, view: View) -> impl Iterator<Item = Shape> {
        view.empties().map(move |distance| self.shape(view.with_own(distance)))
    }

    /// Four in a row with a five at either end.
    fn is_straight(&self, view: View) -> bool {
        let completes = |distance| {
            view.empties().any(|empty| empty == distance)
                && self.shape(view.with_own(distance)) == Shape::Five
        };
        (-4..=-1).any(|start| completes(start) && completes(start + 5))
    }

    /// Assigns a shape to each of `views` for which `judge` returns one, and keeps the others in `views`.
    fn settle(&mut self, views: &mut Vec<View>, judge: impl Fn(&ShapeTable, View) -> Option<Shape>) {
        let judged: Vec<(View, Option<Shape>)> =
            views.iter().map(|&view| (view, judge(self, view))).collect();
        views.clear();
        for (view, shape) in judged {
            match shape {
                Some(shape) => self.shapes[view.index()] = shape,
                None => views.push(view),
            }
        }
    }
}

/// Codes of a packed side for both colours: Black in the low half, White in the high half.
const fn codes(is_before: bool) -> [u32; 1024] {
    let scale = if is_before { Side::CODES } else { 1 };
    let mut codes = [0; 1024];
    let mut packed = 0;
    while packed < codes.len() {
        let black = Side::new(packed, is_before, Stone::Black).code() * scale;
        let white = Side::new(packed, is_before, Stone::White).code() * scale;
        codes[packed] = (black | white << 16) as u32;
        packed += 1;
    }
    codes
}

static BEFORE: [u32; 1024] = codes(true);
static AFTER: [u32; 1024] = codes(false);

/// All lookup tables for the shapes of one rule.
pub(crate) struct Tables {
    black: ShapeTable,
    white: ShapeTable,
    /// The cells whose shapes a stone can change; see [`neighbourhood`].
    pub(crate) neighbourhood: u32,
}

impl Tables {
    /// The tables of a rule, built on first use.
    pub(crate) fn of(rule: Rule) -> &'static Tables {
        static TABLES: [OnceBox<Tables>; Rule::ALL.len()] = [const { OnceBox::new() }; Rule::ALL.len()];
        TABLES[rule as usize].get_or_init(|| {
            Box::new(Tables {
                black: ShapeTable::new(Goal::of(rule, Stone::Black)),
                white: ShapeTable::new(Goal::of(rule, Stone::White)),
                // The fifth cell matters only where a sixth stone does.
                neighbourhood: neighbourhood(if rule == Rule::Freestyle { REACH - 1 } else { REACH }),
            })
        })
    }

    /// The shapes of both colours at a distance from the line's place: Black in the low half, White in the high.
    #[inline]
    pub(crate) fn both(&self, line: Line, distance: i32) -> u32 {
        let (before, after) = line.window_at(distance);
        let codes = BEFORE[before] + AFTER[after];
        let black = self.black.shapes[(codes & 0xffff) as usize];
        let white = self.white.shapes[(codes >> 16) as usize];
        black as u32 | (white as u32) << 16
    }

    /// The cells of a line where one more own stone makes a five.
    pub(crate) fn fives(&self, line: Line, stone: Stone) -> LineMask {
        let (table, index) = self.look(line, stone);
        LineMask(table.fives[index])
    }

    /// The cells of a line where an opposing stone weakens what a stone on its place makes.
    pub(crate) fn weakens(&self, line: Line, stone: Stone) -> LineMask {
        let (table, index) = self.look(line, stone);
        LineMask(table.weakens[index])
    }

    fn look(&self, line: Line, stone: Stone) -> (&ShapeTable, usize) {
        let (before, after) = line.window();
        let codes = BEFORE[before] + AFTER[after];
        match stone {
            Stone::Black => (&self.black, (codes & 0xffff) as usize),
            Stone::White => (&self.white, (codes >> 16) as usize),
        }
    }

    /// The shape that a stone makes, given what stands around it.
    pub(crate) fn shape(&self, view: View, stone: Stone) -> Shape {
        match stone {
            Stone::Black => self.black.shape(view),
            Stone::White => self.white.shape(view),
        }
    }
}

/// A set of cells of a line by their distance from a place: bit 0 is five steps before it, bit 10 five steps after.
#[derive(Clone, Copy)]
pub(crate) struct LineMask(u16);

impl LineMask {
    const fn bit(distance: i32) -> u16 {
        1 << (distance + REACH as i32)
    }
}

impl Iterator for LineMask {
    type Item = i32;

    fn next(&mut self) -> Option<i32> {
        if self.0 == 0 {
            return None;
        }
        let bit = self.0.trailing_zeros();
        self.0 &= self.0 - 1;
        Some(bit as i32 - REACH as i32)
    }
}
