//! Renju's forbidden points for Black: overline, double four and double three, with the full recursion.
//!
//! A three counts only if one more stone can turn it into a straight four without making a five and without
//! itself being forbidden, which may depend on further threes. A five always takes precedence.

mod explanation;

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;

use crate::line::{Direction, Lines};
use crate::point::Point;
use crate::position::{Position, shapes_from_lines};
use crate::rule::Rule;
use crate::shape::{Shape, Shapes, Tables, View};
use crate::stone::Stone;
use crate::threat::LineThreat;

/// Why a point is forbidden to Black; the first that applies, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename_all = "snake_case"))]
pub enum ForbiddenKind {
    /// Six or more in a row.
    Overline,
    /// Two or more fours at once.
    DoubleFour,
    /// Two or more open threes at once.
    DoubleThree,
}

impl fmt::Display for ForbiddenKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            ForbiddenKind::Overline => "overline",
            ForbiddenKind::DoubleFour => "double four",
            ForbiddenKind::DoubleThree => "double three",
        })
    }
}

impl Position {
    /// Whether the empty point is forbidden to Black; always false except under renju.
    #[inline]
    pub fn is_forbidden(&self, point: Point) -> bool {
        self.forbidden(point).is_some()
    }

    /// Why the empty point is forbidden to Black; `None` if it is not.
    #[inline]
    pub fn forbidden(&self, point: Point) -> Option<ForbiddenKind> {
        if self.rule() != Rule::Renju {
            return None;
        }
        let shapes = self.shapes(point, Stone::Black);
        match screen(shapes) {
            Screened::Legal => None,
            Screened::Forbidden(kind) => Some(kind),
            Screened::Threes => Scratch { lines: &mut self.lines().clone(), tables: self.tables() }
                .is_double_three(point, shapes)
                .then_some(ForbiddenKind::DoubleThree),
        }
    }

    /// Every point that is forbidden to Black, whoever is to move.
    pub fn forbidden_points(&self) -> impl Iterator<Item = (Point, ForbiddenKind)> + '_ {
        self.empties().filter_map(|point| self.forbidden(point).map(|kind| (point, kind)))
    }

    /// What a black stone on the empty point would make under renju, line by line, and why it is forbidden or not.
    pub fn judge(&self, point: Point) -> Judgement {
        Scratch { lines: &mut self.lines().clone(), tables: Tables::of(Rule::Renju) }.judge(point)
    }
}

/// What the four lines through a point decide without recursion.
enum Screened {
    Legal,
    Forbidden(ForbiddenKind),
    /// Two or more apparent threes: forbidden if two of them count.
    Threes,
}

#[inline]
fn screen(shapes: Shapes) -> Screened {
    let tally = shapes.tally();
    if tally.fives() > 0 {
        Screened::Legal
    } else if tally.overlines() > 0 {
        Screened::Forbidden(ForbiddenKind::Overline)
    } else if tally.fours() > 1 {
        Screened::Forbidden(ForbiddenKind::DoubleFour)
    } else if tally.open_threes() > 1 {
        Screened::Threes
    } else {
        Screened::Legal
    }
}

/// A board on which stones are tried, under renju.
struct Scratch<'a> {
    lines: &'a mut Lines,
    tables: &'static Tables,
}

impl Scratch<'_> {
    fn shapes(&self, point: Point) -> Shapes {
        shapes_from_lines(self.lines, self.tables, point).of(Stone::Black)
    }

    /// Calls `inspect` with a black stone on an empty point.
    fn with_stone<T>(&mut self, point: Point, inspect: impl FnOnce(&mut Scratch<'_>) -> T) -> T {
        self.lines.toggle(point, Stone::Black);
        let seen = inspect(self);
        self.lines.toggle(point, Stone::Black);
        seen
    }

    fn is_double_three(&mut self, point: Point, shapes: Shapes) -> bool {
        self.with_stone(point, |board| {
            let mut open = shapes.tally().open_threes();
            let mut counted = 0;
            for direction in Direction::ALL {
                if shapes.on(direction) != Shape::OpenThree {
                    continue;
                }
                counted += u16::from(board.three_counts(point, direction));
                open -= 1;
                if counted > 1 || counted + open < 2 {
                    break;
                }
            }
            counted > 1
        })
    }

    /// Whether the three through a black stone can be extended to a straight four by a legal move.
    fn three_counts(&mut self, point: Point, direction: Direction) -> bool {
        self.straight_fours(point, direction).any(|four| self.may_extend(four))
    }

    /// Whether a stone neither makes a five nor is forbidden.
    fn may_extend(&mut self, point: Point) -> bool {
        let shapes = self.shapes(point);
        match screen(shapes) {
            Screened::Legal => !shapes.has_five(),
            Screened::Forbidden(_) => false,
            Screened::Threes => !self.is_double_three(point, shapes),
        }
    }

    /// The points that turn the row through `point` into a straight four.
    fn straight_fours(&self, point: Point, direction: Direction) -> impl Iterator<Item = Point> + use<> {
        let tables = self.tables;
        let view = View::new(self.lines.line(point, direction).window(), Stone::Black);
        view.empties()
            .filter(move |&distance| tables.shape(view.with_own(distance), Stone::Black) == Shape::OpenFour)
            .map(move |distance| direction.walk(point, distance))
    }

    fn judge(&mut self, point: Point) -> Judgement {
        let shapes = self.shapes(point);
        let mut lines = Vec::new();
        for direction in Direction::ALL {
            let threat = LineThreat::new(self.lines, self.tables, point, Stone::Black, direction);
            if threat.shape == Shape::None {
                continue;
            }
            let extensions = if threat.shape == Shape::OpenThree {
                self.with_stone(point, |board| board.extensions(point, direction))
            } else {
                Vec::new()
            };
            lines.push(JudgedLine { threat, extensions });
        }
        let threes = lines.iter().filter(|line| line.is_counted_three()).count();
        let verdict = match screen(shapes) {
            Screened::Legal if shapes.has_five() => Verdict::Five,
            Screened::Forbidden(kind) => Verdict::Forbidden(kind),
            Screened::Threes if threes > 1 => Verdict::Forbidden(ForbiddenKind::DoubleThree),
            Screened::Legal | Screened::Threes => Verdict::Legal,
        };
        Judgement { point, verdict, lines }
    }

    fn extensions(&mut self, point: Point, direction: Direction) -> Vec<Extension> {
        let fours: Vec<Point> = self.straight_fours(point, direction).collect();
        fours
            .into_iter()
            .map(|four| {
                let judgement = self.judge(four);
                let obstacle = match judgement.verdict {
                    Verdict::Legal => None,
                    Verdict::Five => Some(Obstacle::Five),
                    Verdict::Forbidden(_) => Some(Obstacle::Forbidden(Box::new(judgement))),
                };
                Extension { point: four, obstacle }
            })
            .collect()
    }
}

/// What a black stone on a point would make under renju, and the verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// The point.
    pub point: Point,
    /// The verdict.
    pub verdict: Verdict,
    /// The lines on which the stone makes anything.
    pub lines: Vec<JudgedLine>,
}

/// Whether Black may play on a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename_all = "snake_case"))]
pub enum Verdict {
    /// Allowed.
    Legal,
    /// Allowed, and wins: a five takes precedence over everything else.
    Five,
    /// Forbidden.
    #[cfg_attr(feature = "serde", serde(untagged))]
    #[cfg_attr(feature = "ts", ts(untagged))]
    Forbidden(ForbiddenKind),
}

/// One line of a [`Judgement`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JudgedLine {
    /// What the stone makes there.
    pub threat: LineThreat,
    /// For an open three: the points that would extend it to a straight four, and what prevents that.
    pub extensions: Vec<Extension>,
}

impl JudgedLine {
    /// Whether this is a three that can become a straight four.
    pub fn is_counted_three(&self) -> bool {
        self.extensions.iter().any(|extension| extension.obstacle.is_none())
    }

    /// Whether this looks like a three but does not count, because no legal move extends it.
    pub fn is_fake_three(&self) -> bool {
        self.threat.shape == Shape::OpenThree && !self.is_counted_three()
    }
}

/// A point that would extend a three to a straight four.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extension {
    /// The point.
    pub point: Point,
    /// Why it does not, if so.
    pub obstacle: Option<Obstacle>,
}

/// Why a three cannot become a straight four on a point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// The stone would make a five instead.
    Five,
    /// The point would itself be forbidden, for the reason given.
    Forbidden(Box<Judgement>),
}
