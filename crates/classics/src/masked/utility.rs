//! The utility of a board: the weighted count of seven patterns in windows of five cells, on masked lines.
//!
//! Utilities are whole numbers of halves, because the smallest weight is ½.

use goren_core::{Direction, Point, Position, Rule, Size, Stone};

/// A pattern: two or more stones of one colour in a window of five cells that holds nothing else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pattern {
    /// Five stones.
    FiveInRow,
    /// Four stones side by side.
    FourInRow,
    /// Four stones with an empty cell between them.
    BrokenFour,
    /// Three stones side by side.
    ThreeInRow,
    /// Three stones with a gap.
    BrokenThree,
    /// Two stones side by side.
    TwoInRow,
    /// Two stones with a gap.
    BrokenTwo,
}

impl Pattern {
    /// Its name in the document.
    pub const fn name(self) -> &'static str {
        match self {
            Pattern::FiveInRow => "five in row",
            Pattern::FourInRow => "four in row",
            Pattern::BrokenFour => "broken four",
            Pattern::ThreeInRow => "three in row",
            Pattern::BrokenThree => "broken three",
            Pattern::TwoInRow => "two in row",
            Pattern::BrokenTwo => "broken two",
        }
    }

    /// All seven, in the order of table 2-1.
    pub const ALL: [Pattern; 7] = [
        Pattern::FiveInRow,
        Pattern::FourInRow,
        Pattern::BrokenFour,
        Pattern::ThreeInRow,
        Pattern::BrokenThree,
        Pattern::TwoInRow,
        Pattern::BrokenTwo,
    ];

    /// The pattern of a window's stones, one bit per cell.
    pub const fn of(window: u32) -> Option<Pattern> {
        let window = window & 31;
        let stones = window.count_ones();
        // Adding the lowest bit carries through a contiguous row of bits and leaves none of them.
        let in_row = window & (window + (window & window.wrapping_neg())) == 0;
        Some(match (stones, in_row) {
            (5, _) => Pattern::FiveInRow,
            (4, true) => Pattern::FourInRow,
            (4, false) => Pattern::BrokenFour,
            (3, true) => Pattern::ThreeInRow,
            (3, false) => Pattern::BrokenThree,
            (2, true) => Pattern::TwoInRow,
            (2, false) => Pattern::BrokenTwo,
            _ => return None,
        })
    }
}

/// The weight of each pattern, in halves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Weights {
    /// For the program's own stones, in the order of [`Pattern::ALL`].
    pub(super) own: [i32; 7],
    /// Against it, for the opponent's.
    pub(super) opponent: [i32; 7],
}

impl Weights {
    /// Table 2-1.
    pub(super) const DOCUMENT: Weights =
        Weights { own: [54_000, 1_810, 1_810, 50, 50, 2, 2], opponent: [53_998, 1_800, 1_800, 60, 60, 1, 1] };
    /// The secondary weighting of the authors' program.
    pub(super) const PROGRAM: Weights =
        Weights { own: [40, 24, 24, 6, 6, 5, 5], opponent: [38, 20, 20, 10, 10, 2, 2] };

    /// The utility from which on a position counts as won: 4/5 of a five.
    pub(super) const fn victory(&self) -> i32 {
        self.own[0] / 5 * 4
    }

    /// The weight of each of the 32 windows.
    fn windows(weights: &[i32; 7]) -> [i32; 32] {
        std::array::from_fn(|window| {
            Pattern::of(window as u32).map_or(0, |pattern| weights[pattern as usize])
        })
    }
}

/// How overlines are masked, if at all.
#[derive(Clone, Copy, Debug)]
pub(super) struct Masking {
    pub(super) is_used: bool,
    /// The gap between two rows does not count as one of the six.
    pub(super) literal_gaps: bool,
    /// An overline from the first cell of a line is not masked, but the line's last cell is.
    pub(super) unmasked_start: bool,
    /// The mask of an overline extends beyond it.
    pub(super) long_mask: bool,
}

/// What is masked in the evaluation because it does not win.
#[derive(Clone, Copy)]
struct Mask {
    /// Six or more in a row, and gaps that would make six or more if filled.
    overlines: bool,
    /// Fives with an opposing stone at both ends.
    closed_fives: bool,
}

impl Mask {
    const NOTHING: Mask = Mask { overlines: false, closed_fives: false };

    const fn of(rule: Rule, stone: Stone) -> Mask {
        let overlines = match (rule, stone) {
            (Rule::Standard | Rule::Caro, _) | (Rule::Renju, Stone::Black) => true,
            (Rule::Freestyle | Rule::Caro6, _) | (Rule::Renju, Stone::White) => false,
        };
        Mask { overlines, closed_fives: matches!(rule, Rule::Caro | Rule::Caro6) }
    }

    /// The masked cells of a line, one bit per cell.
    fn hidden(self, own: u32, opponent: u32, empty: u32, line: &ScoredLine, masking: Masking) -> u32 {
        let mut hidden = 0;
        if own.count_ones() < 5 {
            return hidden;
        }
        let mut rest = own;
        while rest != 0 {
            let start = rest.trailing_zeros();
            let length = (rest >> start).trailing_ones();
            let run = ((1 << length) - 1) << start;
            let ends = (run << 1 | run >> 1) & !run;
            let hole = 1 << (start + length);
            let beyond = (own >> (start + length + 1)).trailing_ones();
            if self.overlines && length >= 6 {
                hidden |= masking.overline(run, empty, line);
            }
            let stones = length + beyond + u32::from(!masking.literal_gaps);
            if self.overlines && empty & hole != 0 && beyond > 0 && stones >= 6 {
                hidden |= hole;
            }
            if self.closed_fives && length == 5 && (ends & opponent).count_ones() == 2 {
                hidden |= run;
            }
            rest &= !run;
        }
        hidden
    }
}

impl Masking {
    /// The cells that an overline masks: its own, and the empty ones at its ends.
    fn overline(self, run: u32, empty: u32, line: &ScoredLine) -> u32 {
        let step = |cells: u32, forwards: bool| {
            if forwards == line.is_upwards { cells >> 1 } else { cells << 1 }
        };
        let (before, after) = (step(run, false) & !run, step(run, true) & !run);
        let beyond = if self.long_mask { step(after, true) } else { after };
        let (low, high) = (line.cells & line.cells.wrapping_neg(), 1 << (31 - line.cells.leading_zeros()));
        let (first, last) = if line.is_upwards { (high, low) } else { (low, high) };
        if self.unmasked_start && run & first != 0 {
            return (beyond | last) & empty;
        }
        let next = if self.long_mask { after & line.cells } else { 0 };
        run | next | (before | beyond) & empty
    }
}

/// One line of the board, one bit per cell.
#[derive(Clone, Copy, Default)]
struct ScoredLine {
    stones: [u32; 2],
    /// All cells on the board.
    cells: u32,
    /// Whether the bits run upwards. The authors' program reads every line rightwards or downwards, which matters to the slips of
    /// its masking.
    is_upwards: bool,
    /// Cells on the board that are not traps.
    open: u32,
    /// The line's share of the utility.
    value: i32,
}

impl ScoredLine {
    /// The cells that either colour's mask hides.
    fn hidden(&self, masks: [Mask; 2], masking: Masking) -> u32 {
        let [black, white] = self.stones;
        let empty = self.open & !black & !white;
        let line = |mask: Mask, own, opponent| mask.hidden(own, opponent, empty, self, masking);
        line(masks[0], black, white) | line(masks[1], white, black)
    }

    /// The stones of one colour, and the windows of five (by their first cell) that hold nothing else.
    fn windows(&self, stone: Stone, masks: [Mask; 2], masking: Masking) -> (u32, u32) {
        let [own, opponent] = [stone, !stone].map(|stone| self.stones[stone as usize]);
        let free = self.open & !opponent & !self.hidden(masks, masking);
        (own, free & free >> 1 & free >> 2 & free >> 3 & free >> 4)
    }
}

/// The lines of a board with a running utility for one side.
#[derive(Clone)]
pub(super) struct ScoredLines {
    lines: [[ScoredLine; 64]; 4],
    masks: [Mask; 2],
    masking: Masking,
    me: Stone,
    own: [i32; 32],
    opponent: [i32; 32],
    total: i32,
    /// The four line values and the total before each move.
    past: Vec<([i32; 4], i32)>,
}

impl ScoredLines {
    pub(super) fn new(position: &Position, me: Stone, weights: &Weights, masking: Masking) -> ScoredLines {
        let mask = |stone| if masking.is_used { Mask::of(position.rule(), stone) } else { Mask::NOTHING };
        let masks = Stone::BOTH.map(mask);
        let mut lines = ScoredLines {
            lines: [[ScoredLine::default(); 64]; 4],
            masks,
            masking,
            me,
            own: Weights::windows(&weights.own),
            opponent: Weights::windows(&weights.opponent),
            total: 0,
            past: Vec::new(),
        };
        for point in position.size().points() {
            let is_trap = position.stone(point).is_none() && !position.is_empty(point);
            for direction in Direction::ALL {
                let (line, place) = locate(direction, point);
                let line = &mut lines.lines[direction as usize][line];
                line.cells |= 1 << place;
                line.is_upwards = matches!(direction, Direction::Vertical | Direction::Rising);
                line.open |= u32::from(!is_trap) << place;
                if let Some(stone) = position.stone(point) {
                    line.stones[stone as usize] |= 1 << place;
                }
            }
        }
        for i in 0..4 * 64 {
            let value = lines.worth(&lines.lines[i / 64][i % 64]);
            lines.lines[i / 64][i % 64].value = value;
            lines.total += value;
        }
        lines
    }

    /// In halves, for the side these lines were made for.
    pub(super) fn utility(&self) -> i32 {
        self.total
    }

    pub(super) fn play(&mut self, point: Point, stone: Stone) {
        let total = self.total;
        let past = Direction::ALL.map(|direction| {
            let (index, place) = locate(direction, point);
            let mut line = self.lines[direction as usize][index];
            let old = line.value;
            line.stones[stone as usize] |= 1 << place;
            line.value = self.worth(&line);
            self.total += line.value - old;
            self.lines[direction as usize][index] = line;
            old
        });
        self.past.push((past, total));
    }

    pub(super) fn undo(&mut self, point: Point) {
        let (values, total) = self.past.pop().expect("there is a move to take back");
        self.total = total;
        for (direction, value) in Direction::ALL.into_iter().zip(values) {
            let (index, place) = locate(direction, point);
            let line = &mut self.lines[direction as usize][index];
            line.stones = line.stones.map(|stones| stones & !(1 << place));
            line.value = value;
        }
    }

    /// The patterns of one colour: each with the direction of its window and the window's first cell.
    pub(super) fn patterns(&self, stone: Stone) -> impl Iterator<Item = (Pattern, Direction, Point)> + '_ {
        self.by_place().flat_map(move |(direction, index, line)| {
            let (own, free) = line.windows(stone, self.masks, self.masking);
            places(free).filter_map(move |place| {
                Some((Pattern::of(own >> place & 31)?, direction, point_on(direction, index, place)?))
            })
        })
    }

    /// The masked cells, each with the direction of the line that it is masked on.
    pub(super) fn masked(&self) -> impl Iterator<Item = (Direction, Point)> + '_ {
        self.by_place().flat_map(move |(direction, index, line)| {
            places(line.hidden(self.masks, self.masking))
                .filter_map(move |place| Some((direction, point_on(direction, index, place)?)))
        })
    }

    fn by_place(&self) -> impl Iterator<Item = (Direction, usize, &ScoredLine)> + '_ {
        Direction::ALL.into_iter().flat_map(move |direction| {
            self.lines[direction as usize]
                .iter()
                .enumerate()
                .map(move |(index, line)| (direction, index, line))
        })
    }

    fn worth(&self, line: &ScoredLine) -> i32 {
        let sum = |stone: Stone, weights: &[i32; 32]| {
            if line.stones[stone as usize].count_ones() < 2 {
                return 0;
            }
            let (own, mut free) = line.windows(stone, self.masks, self.masking);
            let mut sum = 0;
            while free != 0 {
                sum += weights[(own >> free.trailing_zeros() & 31) as usize];
                free &= free - 1;
            }
            sum
        };
        sum(self.me, &self.own) - sum(!self.me, &self.opponent)
    }
}

/// The line through a point and the point's index on it.
const fn locate(direction: Direction, point: Point) -> (usize, u32) {
    let (x, y) = (point.x(), point.y());
    match direction {
        Direction::Horizontal => (y, x as u32),
        Direction::Vertical => (x, y as u32),
        Direction::Rising => (Size::MAX.side() + x - y, x as u32),
        Direction::Falling => (x + y, x as u32),
    }
}

/// The point at an index of a line.
fn point_on(direction: Direction, line: usize, place: u32) -> Option<Point> {
    let place = place as usize;
    match direction {
        Direction::Horizontal => Point::new(place, line),
        Direction::Vertical => Point::new(line, place),
        Direction::Rising => Point::new(place, (Size::MAX.side() + place).checked_sub(line)?),
        Direction::Falling => Point::new(place, line.checked_sub(place)?),
    }
}

/// The places of the bits that are set, lowest first.
fn places(mut bits: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let place = (bits != 0).then(|| bits.trailing_zeros())?;
        bits &= bits - 1;
        Some(place)
    })
}
