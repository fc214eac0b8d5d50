//! The rules again, written as slowly and plainly as they are stated; shares nothing with the library but names.

use std::collections::{BTreeSet, HashMap};

use goren_core::{Direction, ForbiddenKind, Point, Position, Rule, Shape, Stone};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Cell {
    Empty,
    Stone(Stone),
    Trap,
    Outside,
}

#[derive(Clone)]
pub(crate) struct Board {
    pub(crate) rule: Rule,
    pub(crate) side: usize,
    cells: Vec<Cell>,
}

const STEPS: [(isize, isize); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

impl Board {
    pub(crate) fn new(rule: Rule, side: usize) -> Board {
        Board { rule, side, cells: vec![Cell::Empty; side * side] }
    }

    pub(crate) fn of(position: &Position) -> Board {
        let mut board = Board::new(position.rule(), position.size().side());
        for point in position.size().points() {
            if let Some(stone) = position.stone(point) {
                board.set(point, Cell::Stone(stone));
            }
        }
        for &trap in position.traps() {
            board.set(trap, Cell::Trap);
        }
        board
    }

    pub(crate) fn set(&mut self, point: Point, cell: Cell) {
        self.cells[point.y() * self.side + point.x()] = cell;
    }

    fn at(&self, x: isize, y: isize) -> Cell {
        let side = self.side as isize;
        if x < 0 || y < 0 || x >= side || y >= side {
            Cell::Outside
        } else {
            self.cells[(y * side + x) as usize]
        }
    }

    pub(crate) fn points(&self) -> Vec<Point> {
        (0..self.side * self.side).map(|i| Point::new(i % self.side, i / self.side).unwrap()).collect()
    }

    pub(crate) fn empties(&self) -> Vec<Point> {
        self.points().into_iter().filter(|point| self.cell(*point) == Cell::Empty).collect()
    }

    pub(crate) fn cell(&self, point: Point) -> Cell {
        self.at(point.x() as isize, point.y() as isize)
    }

    /// The whole line through a point, and the point's place on it.
    fn line(&self, point: Point, direction: Direction) -> (Vec<Cell>, usize) {
        let (dx, dy) = STEPS[direction as usize];
        let (mut x, mut y) = (point.x() as isize, point.y() as isize);
        let mut place = 0;
        while self.at(x - dx, y - dy) != Cell::Outside {
            (x, y) = (x - dx, y - dy);
            place += 1;
        }
        let mut cells = vec![];
        while self.at(x, y) != Cell::Outside {
            cells.push(self.at(x, y));
            (x, y) = (x + dx, y + dy);
        }
        (cells, place)
    }

    /// Whether the stone on the point is part of a winning row.
    pub(crate) fn wins(&self, point: Point, stone: Stone) -> bool {
        Direction::ALL.into_iter().any(|direction| {
            let (cells, place) = self.line(point, direction);
            line_wins(self.rule, stone, &cells, place)
        })
    }

    /// What a stone on the empty point would make on a line.
    pub(crate) fn shape(&self, point: Point, stone: Stone, direction: Direction, memo: &mut Memo) -> Shape {
        let (mut cells, place) = self.line(point, direction);
        assert_eq!(cells[place], Cell::Empty);
        cells[place] = Cell::Stone(stone);
        line_shape(self.rule, stone, &cells, place, memo)
    }

    /// What forbids the empty point to Black, straight from the definitions.
    pub(crate) fn forbidden(&self, point: Point) -> Option<ForbiddenKind> {
        let mut board = self.clone();
        board.set(point, Cell::Stone(Stone::Black));
        let rows: Vec<usize> = (0..4).map(|d| board.row(point, STEPS[d]).len()).collect();
        if rows.contains(&5) {
            return None;
        }
        if rows.iter().any(|&length| length > 5) {
            return Some(ForbiddenKind::Overline);
        }
        let fours: usize = STEPS.iter().map(|&step| board.fours(point, step).len()).sum();
        if fours > 1 {
            return Some(ForbiddenKind::DoubleFour);
        }
        let threes = STEPS.iter().filter(|&&step| board.is_three(point, step)).count();
        (threes > 1).then_some(ForbiddenKind::DoubleThree)
    }

    /// The unbroken black row through a black stone.
    fn row(&self, point: Point, (dx, dy): (isize, isize)) -> Vec<(isize, isize)> {
        let black = |x, y| self.at(x, y) == Cell::Stone(Stone::Black);
        let (mut x, mut y) = (point.x() as isize, point.y() as isize);
        while black(x - dx, y - dy) {
            (x, y) = (x - dx, y - dy);
        }
        let mut row = vec![];
        while black(x, y) {
            row.push((x, y));
            (x, y) = (x + dx, y + dy);
        }
        row
    }

    /// The different sets of four black stones, this one among them, that one more stone makes exactly five.
    fn fours(&self, point: Point, step: (isize, isize)) -> BTreeSet<Vec<(isize, isize)>> {
        self.on_line(point, step)
            .into_iter()
            .filter_map(|fifth| {
                let mut board = self.clone();
                board.set(fifth, Cell::Stone(Stone::Black));
                let row = board.row(point, step);
                let added = (fifth.x() as isize, fifth.y() as isize);
                (row.len() == 5 && row.contains(&added))
                    .then(|| row.into_iter().filter(|&each| each != added).collect())
            })
            .collect()
    }

    /// Whether the black stone is part of a three: some legal stone, making no five, gives a straight four.
    fn is_three(&self, point: Point, step: (isize, isize)) -> bool {
        if !self.fours(point, step).is_empty() {
            return false;
        }
        self.on_line(point, step).into_iter().any(|fourth| {
            let mut board = self.clone();
            board.set(fourth, Cell::Stone(Stone::Black));
            board.is_straight_four(point, step)
                && !STEPS.iter().any(|&each| board.row(fourth, each).len() == 5)
                && self.forbidden(fourth).is_none()
        })
    }

    /// Four in a row through the stone, with exactly five to be made at either end.
    fn is_straight_four(&self, point: Point, step: (isize, isize)) -> bool {
        let row = self.row(point, step);
        let ends = self.on_line(point, step).into_iter().filter(|&end| {
            let mut board = self.clone();
            board.set(end, Cell::Stone(Stone::Black));
            board.row(point, step).len() == 5
        });
        row.len() == 4 && ends.count() == 2
    }

    fn on_line(&self, point: Point, (dx, dy): (isize, isize)) -> Vec<Point> {
        (-5..=5)
            .filter_map(|distance| point.offset(distance * dx, distance * dy))
            .filter(|near| self.cell(*near) == Cell::Empty)
            .collect()
    }

    pub(crate) fn perft(&mut self, stone: Stone, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut count = 0;
        for point in self.empties() {
            if self.rule == Rule::Renju && stone == Stone::Black && self.forbidden(point).is_some() {
                continue;
            }
            self.set(point, Cell::Stone(stone));
            if depth == 1 || !self.wins(point, stone) {
                count += self.perft(!stone, depth - 1);
            }
            self.set(point, Cell::Empty);
        }
        count
    }
}

/// Shapes already computed, keyed by everything they depend on.
pub(crate) type Memo = HashMap<(Rule, Stone, Vec<Cell>, usize), Shape>;

fn line_run(stone: Stone, cells: &[Cell], place: usize) -> (usize, usize) {
    let mut start = place;
    while start > 0 && cells[start - 1] == Cell::Stone(stone) {
        start -= 1;
    }
    let mut end = place + 1;
    while end < cells.len() && cells[end] == Cell::Stone(stone) {
        end += 1;
    }
    (start, end)
}

fn line_wins(rule: Rule, stone: Stone, cells: &[Cell], place: usize) -> bool {
    let (start, end) = line_run(stone, cells, place);
    let opponent = |cell: Option<&Cell>| cell == Some(&Cell::Stone(!stone));
    let enclosed = start > 0 && opponent(cells.get(start - 1)) && opponent(cells.get(end));
    match (rule, end - start) {
        (_, ..5) => false,
        (Rule::Freestyle, _) | (Rule::Renju, _) if rule == Rule::Freestyle || stone == Stone::White => true,
        (Rule::Caro | Rule::Caro6, 5) => !enclosed,
        (_, 5) | (Rule::Caro6, _) => true,
        _ => false,
    }
}

/// Every shape by its definition, trying every continuation near the stone.
fn line_shape(rule: Rule, stone: Stone, cells: &[Cell], place: usize, memo: &mut Memo) -> Shape {
    let key = (rule, stone, cells.to_vec(), place);
    if let Some(&shape) = memo.get(&key) {
        return shape;
    }
    let shape = define_shape(rule, stone, cells, place, memo);
    memo.insert(key, shape);
    shape
}

fn near(cells: &[Cell], place: usize) -> Vec<usize> {
    (0..cells.len()).filter(|&at| cells[at] == Cell::Empty && at.abs_diff(place) <= 6).collect()
}

fn with(cells: &[Cell], at: usize, stone: Stone) -> Vec<Cell> {
    let mut cells = cells.to_vec();
    cells[at] = Cell::Stone(stone);
    cells
}

fn completions(rule: Rule, stone: Stone, cells: &[Cell], place: usize) -> Vec<usize> {
    near(cells, place)
        .into_iter()
        .filter(|&at| line_wins(rule, stone, &with(cells, at, stone), place))
        .collect()
}

fn define_shape(rule: Rule, stone: Stone, cells: &[Cell], place: usize, memo: &mut Memo) -> Shape {
    if line_wins(rule, stone, cells, place) {
        return Shape::Five;
    }
    let (start, end) = line_run(stone, cells, place);
    if end - start >= 5 {
        return if end - start > 5 { Shape::Overline } else { Shape::None };
    }
    let fives = completions(rule, stone, cells, place);
    if !fives.is_empty() {
        let stopped = |reply: usize| completions(rule, stone, &with(cells, reply, !stone), place).is_empty();
        return if near(cells, place).into_iter().any(stopped) {
            Shape::Four
        } else if fives.iter().any(|&five| fives.contains(&(five + 5))) {
            Shape::OpenFour
        } else {
            Shape::DoubleFour
        };
    }
    let double_four_helps = !(rule == Rule::Renju && stone == Stone::Black);
    let next: Vec<Shape> = near(cells, place)
        .into_iter()
        .map(|at| line_shape(rule, stone, &with(cells, at, stone), place, memo))
        .filter(|&shape| shape != Shape::DoubleFour || double_four_helps)
        .collect();
    let any = |shapes: &[Shape]| next.iter().any(|shape| shapes.contains(shape));
    if any(&[Shape::OpenFour, Shape::DoubleFour]) {
        Shape::OpenThree
    } else if any(&[Shape::Four]) {
        Shape::Three
    } else if any(&[Shape::OpenThree]) {
        Shape::OpenTwo
    } else if any(&[Shape::Three]) {
        Shape::Two
    } else if any(&[Shape::Two, Shape::OpenTwo]) {
        Shape::One
    } else {
        Shape::None
    }
}
