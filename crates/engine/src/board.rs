//! A position with its classical evaluation and the threats of both sides, updated incrementally.

use std::sync::Arc;

use goren_core::{Direction, Point, PointShapes, Position, Rule, Score, Shape, Size, Stone};

use crate::parameters::MAX_EVALUATION;
use crate::threat_class::{ThreatClass, combination};
use crate::weights::{PointWeights, Weights};

/// A position as the search sees it.
#[derive(Clone)]
pub(crate) struct Board {
    position: Position,
    weights: Arc<Weights>,
    tally: Tally,
    /// The tally before each move of the search, for undoing it.
    before: Vec<Tally>,
    /// A bit for each stone, by row from the bottom.
    rows: [u32; Size::MAX.side()],
    /// A bit for each point of the board that is not a trap.
    playable: [u32; Size::MAX.side()],
    /// Moves played on this board so far, those undone included.
    made: u64,
}

/// How many states of threats the evaluation distinguishes.
pub(crate) const THREATS: usize = 2 * 36 * 36;

/// Sums over the empty points.
#[derive(Clone, Copy, Default)]
struct Tally {
    /// By colour: the worth of all points when that colour is to move, and when it waits.
    to_move: [i32; 2],
    waiting: [i32; 2],
    /// By colour: how many points have each class.
    classes: [[u16; ThreatClass::COUNT]; 2],
    /// By colour: the points of the strong classes.
    strong: [Area; 2],
}

impl Board {
    /// With the weights that come with the program.
    pub(crate) fn new(position: &Position) -> Board {
        Board::with_weights(position, Weights::included(position.rule()))
    }

    /// With these weights, which must be for the position's rule.
    pub(crate) fn with_weights(position: &Position, weights: Arc<Weights>) -> Board {
        debug_assert_eq!(position.rule(), weights.rule());
        let mut board = Board {
            position: position.clone(),
            weights,
            tally: Tally::default(),
            before: Vec::new(),
            rows: [0; Size::MAX.side()],
            playable: [0; Size::MAX.side()],
            made: 0,
        };
        for point in position.size().points() {
            if position.is_empty(point) {
                board.tally.add(point, position.point_shapes(point), &board.weights, 1);
            } else if position.stone(point).is_some() {
                board.rows[point.y()] |= 1 << point.x();
            }
            if !position.traps().contains(&point) {
                board.playable[point.y()] |= 1 << point.x();
            }
        }
        board
    }

    #[inline]
    pub(crate) fn position(&self) -> &Position {
        &self.position
    }

    #[inline]
    pub(crate) fn side(&self) -> Stone {
        self.position.side()
    }

    #[inline]
    pub(crate) fn hash(&self) -> u64 {
        self.position.hash()
    }

    /// Moves played on this board since it was created, those undone included: the nodes of a search.
    #[inline]
    pub(crate) fn made(&self) -> u64 {
        self.made
    }

    #[inline]
    pub(crate) fn play(&mut self, point: Point) {
        self.made += 1;
        self.before.push(self.tally);
        self.rows[point.y()] ^= 1 << point.x();
        let (weights, tally) = (&*self.weights, &mut self.tally);
        tally.add(point, self.position.point_shapes(point), weights, -1);
        self.position.play_with(point, |at, old, new| tally.change(at, old, new, weights));
    }

    pub(crate) fn pass(&mut self) {
        self.before.push(self.tally);
        self.position.pass();
    }

    #[inline]
    pub(crate) fn undo(&mut self) {
        if let Some(point) = self.position.undo().and_then(|played| played.point) {
            self.rows[point.y()] ^= 1 << point.x();
        }
        self.tally = self.before.pop().expect("every move of the search was played on this board");
    }

    /// The classical evaluation for the side to move.
    #[inline]
    pub(crate) fn evaluate(&self) -> Score {
        let (mine, theirs) = (self.side() as usize, !self.side() as usize);
        let value = self.tally.to_move[mine] - self.tally.waiting[theirs]
            + i32::from(self.weights.colours[mine].threats[self.threats()])
            + self.weights.tempo;
        Score(value.clamp(-MAX_EVALUATION, MAX_EVALUATION))
    }

    /// Which threats each side has, as a number below [`THREATS`]. Fives, and open fours of the side to move, are left
    /// out because they decide the game.
    #[inline]
    pub(crate) fn threats(&self) -> usize {
        let [mine, theirs] = [self.side(), !self.side()].map(|stone| &self.tally.classes[stone as usize]);
        let some = |count: u16| usize::from(count > 0);
        let few = |count: u16, many: u16| usize::from(count > 0) + usize::from(count >= many);
        let side = |classes: &[u16; ThreatClass::COUNT]| {
            let four_three = some(classes[ThreatClass::FourThree as usize]);
            let double_three = some(classes[ThreatClass::DoubleThree as usize]);
            let fours = few(classes[ThreatClass::Four as usize], 2);
            let threes = few(classes[ThreatClass::OpenThree as usize], 4);
            ((four_three * 2 + double_three) * 3 + fours) * 3 + threes
        };
        (some(theirs[ThreatClass::OpenFour as usize]) * 36 + side(theirs)) * 36 + side(mine)
    }

    /// Whether the next move decides the game: a five of either side, or an open four of the side to move.
    #[inline]
    pub(crate) fn is_decided_at_once(&self) -> bool {
        let me = self.side();
        self.count(me, ThreatClass::Five) + self.count(!me, ThreatClass::Five) > 0
            || self.count(me, ThreatClass::OpenFour) > 0
    }

    /// How many empty points would give `stone` a threat of this class.
    #[inline]
    pub(crate) fn count(&self, stone: Stone, class: ThreatClass) -> usize {
        usize::from(self.tally.classes[stone as usize][class as usize])
    }

    /// The threat that `stone` would make on an empty point.
    #[inline]
    pub(crate) fn class(&self, point: Point, stone: Stone) -> ThreatClass {
        let shapes = self.position.point_shapes(point).of(stone);
        self.weights.colours[stone as usize].points[combination(shapes)].class
    }

    /// What an empty point is worth to both sides together, for ordering moves.
    #[inline]
    pub(crate) fn worth(&self, point: Point) -> i32 {
        let shapes = self.position.point_shapes(point);
        Stone::BOTH
            .into_iter()
            .map(|stone| {
                let points = &self.weights.colours[stone as usize].points;
                i32::from(points[combination(shapes.of(stone))].worth.to_move)
            })
            .sum()
    }

    /// Whether the side to move may play on an empty point.
    #[inline]
    pub(crate) fn is_legal(&self, point: Point) -> bool {
        let is_bound = self.position.rule() == Rule::Renju && self.side() == Stone::Black;
        !(is_bound && self.position.is_forbidden(point))
    }

    /// The empty points within two steps of a stone, or three along a line.
    pub(crate) fn near(&self) -> Area {
        let side = self.position.size().side();
        let mut wide = [0_u32; Size::MAX.side() + 6];
        let mut star = [0_u32; Size::MAX.side() + 6];
        for (y, &row) in self.rows[..side].iter().enumerate() {
            wide[y + 3] = row | row << 1 | row >> 1 | row << 2 | row >> 2;
            star[y + 3] = row << 3 | row >> 3;
        }
        let mut area = Area { rows: [0; Size::MAX.side()] };
        for y in 0..side {
            let square = wide[y + 1] | wide[y + 2] | wide[y + 3] | wide[y + 4] | wide[y + 5];
            let column = |at: usize| at.checked_sub(3).and_then(|at| self.rows.get(at)).copied().unwrap_or(0);
            let lines = star[y + 3] | star[y] | star[y + 6] | column(y) | column(y + 6);
            area.rows[y] = (square | lines) & self.playable[y] & !self.rows[y];
        }
        area
    }

    /// The empty points of the strong classes of `stone`: every five and four is among them.
    #[inline]
    pub(crate) fn strong(&self, stone: Stone) -> Area {
        self.tally.strong[stone as usize]
    }

    /// Every empty point.
    pub(crate) fn everywhere(&self) -> Area {
        let mut area = Area { rows: self.playable };
        area.rows.iter_mut().zip(self.rows).for_each(|(empty, row)| *empty &= !row);
        area
    }

    /// [`Board::near`], or the points nearest to the centre if that is empty.
    pub(crate) fn candidates(&self) -> Area {
        let near = self.near();
        if !near.is_empty() {
            return near;
        }
        let empty = self.everywhere();
        let centre = self.position.size().centre();
        match empty.points().map(|point| point.distance(centre)).min() {
            Some(least) => empty.points().filter(|point| point.distance(centre) == least).collect(),
            None => empty,
        }
    }

    /// A point where `stone` would make a five; the lines through its last move are tried first.
    pub(crate) fn five_point(&self, stone: Stone) -> Option<Point> {
        let last = self
            .position
            .history()
            .iter()
            .rev()
            .find(|played| played.stone == stone)
            .and_then(|played| played.point);
        let near_last = last.and_then(|last| {
            let mut fives =
                Direction::ALL.into_iter().flat_map(|direction| self.position.fives(last, stone, direction));
            fives.find(|&point| self.position.is_empty(point))
        });
        near_last.or_else(|| {
            self.strong(stone).points().find(|&point| self.class(point, stone) == ThreatClass::Five)
        })
    }

    /// The moves that stop every five that the other side threatens to make.
    ///
    /// Under most rules that is the point of the five itself; under caro a stone at the other end may stop it as well.
    pub(crate) fn five_defences(&self) -> Area {
        let opponent = !self.side();
        if !matches!(self.position.rule(), Rule::Caro | Rule::Caro6) {
            return match self.count(opponent, ThreatClass::Five) {
                1 => self.five_point(opponent).into_iter().collect(),
                _ => Area::default(),
            };
        }
        let fives =
            self.strong(opponent).points().filter(|&point| self.class(point, opponent) == ThreatClass::Five);
        let mut common: Option<Area> = None;
        for five in fives {
            let shapes = self.position.point_shapes(five).of(opponent);
            let lines = Direction::ALL.into_iter().filter(|&direction| shapes.on(direction) == Shape::Five);
            let ends =
                lines.map(|direction| self.position.weakens(five, opponent, direction).collect::<Area>());
            let mut defences = ends.reduce(|one, other| one.and(&other)).unwrap_or_default();
            defences.insert(five);
            common = Some(common.map_or(defences, |common| common.and(&defences)));
        }
        common.unwrap_or_default()
    }

    /// The moves that stop every open four that the other side threatens to make; one's own fours are not among them.
    pub(crate) fn open_four_defences(&self) -> Area {
        let opponent = !self.side();
        let threats = self
            .strong(opponent)
            .points()
            .filter(|&point| self.class(point, opponent) == ThreatClass::OpenFour);
        let mut common: Option<Area> = None;
        for threat in threats {
            let mut defences = Area::default();
            defences.insert(threat);
            let shapes = self.position.point_shapes(threat).of(opponent);
            for direction in Direction::ALL {
                if shapes.on(direction) >= Shape::Four {
                    self.position
                        .weakens(threat, opponent, direction)
                        .for_each(|point| defences.insert(point));
                }
            }
            common = Some(common.map_or(defences, |common| common.and(&defences)));
        }
        common.unwrap_or_default()
    }
}

impl Tally {
    #[inline]
    fn add(&mut self, point: Point, shapes: PointShapes, weights: &Weights, sign: i32) {
        for stone in Stone::BOTH {
            let colour = stone as usize;
            let PointWeights { worth, class } = weights.colours[colour].points[combination(shapes.of(stone))];
            self.to_move[colour] += sign * i32::from(worth.to_move);
            self.waiting[colour] += sign * i32::from(worth.waiting);
            let count = &mut self.classes[colour][class as usize];
            *count = count.wrapping_add_signed(sign as i16);
            if class.is_strong() {
                self.strong[colour].toggle(point);
            }
        }
    }

    #[inline]
    fn change(&mut self, point: Point, old: PointShapes, new: PointShapes, weights: &Weights) {
        for stone in Stone::BOTH {
            let colour = stone as usize;
            let (old, new) = (old.of(stone), new.of(stone));
            if old == new {
                continue;
            }
            let points = &weights.colours[colour].points;
            let (was, is) = (points[combination(old)], points[combination(new)]);
            self.to_move[colour] += i32::from(is.worth.to_move) - i32::from(was.worth.to_move);
            self.waiting[colour] += i32::from(is.worth.waiting) - i32::from(was.worth.waiting);
            let (was, is) = (was.class, is.class);
            self.classes[colour][was as usize] -= 1;
            self.classes[colour][is as usize] += 1;
            if was.is_strong() != is.is_strong() {
                self.strong[colour].toggle(point);
            }
        }
    }
}

/// A set of points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Area {
    rows: [u32; Size::MAX.side()],
}

impl Area {
    pub(crate) fn is_empty(&self) -> bool {
        self.rows.iter().all(|&row| row == 0)
    }

    pub(crate) fn insert(&mut self, point: Point) {
        self.rows[point.y()] |= 1 << point.x();
    }

    #[inline]
    fn toggle(&mut self, point: Point) {
        self.rows[point.y()] ^= 1 << point.x();
    }

    pub(crate) fn contains(&self, point: Point) -> bool {
        self.rows[point.y()] >> point.x() & 1 == 1
    }

    fn and(mut self, other: &Area) -> Area {
        self.rows.iter_mut().zip(other.rows).for_each(|(row, other)| *row &= other);
        self
    }

    #[inline]
    pub(crate) fn points(self) -> impl Iterator<Item = Point> {
        AreaPoints { rows: self.rows, y: 0 }
    }
}

impl FromIterator<Point> for Area {
    fn from_iter<T: IntoIterator<Item = Point>>(points: T) -> Area {
        let mut area = Area::default();
        points.into_iter().for_each(|point| area.insert(point));
        area
    }
}

/// From `a1` rightwards and then up.
struct AreaPoints {
    rows: [u32; Size::MAX.side()],
    y: usize,
}

impl Iterator for AreaPoints {
    type Item = Point;

    #[inline]
    fn next(&mut self) -> Option<Point> {
        loop {
            let row = self.rows.get_mut(self.y)?;
            if *row != 0 {
                let x = row.trailing_zeros() as usize;
                *row &= *row - 1;
                return Point::new(x, self.y);
            }
            self.y += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::random_position;
    use goren_core::Random;

    fn boards(count: usize) -> impl Iterator<Item = Board> {
        let mut random = Random::new(9);
        (0..count).map(move |i| {
            let rule = Rule::ALL[i % Rule::ALL.len()];
            Board::new(&random_position(&mut random, rule, 9 + i % 4, 8 + i % 7))
        })
    }

    #[test]
    fn sums_and_counts_equal_those_of_a_fresh_board() {
        for mut board in boards(60) {
            let before = board.evaluate();
            let points: Vec<Point> = board.near().points().take(12).collect();
            for &point in &points {
                board.play(point);
                let fresh = Board::new(board.position());
                assert_eq!(board.evaluate(), fresh.evaluate());
                assert_eq!(board.tally.classes, fresh.tally.classes);
                assert_eq!(board.tally.strong, fresh.tally.strong);
                assert_eq!(board.near(), fresh.near());
            }
            points.iter().for_each(|_| board.undo());
            assert_eq!(board.evaluate(), before);
        }
    }

    /// The legal moves of the side to move with which it wins within three plies whatever the answer.
    fn wins_in_three(position: &mut Position) -> Vec<Point> {
        let moves: Vec<Point> = position.legal_moves().collect();
        moves
            .into_iter()
            .filter(|&point| {
                position.play(point);
                let won = position.winner().is_some()
                    || !saves(position, true).is_empty() && saves(position, false).is_empty();
                position.undo();
                won
            })
            .collect()
    }

    /// The legal moves after which the other side cannot make a five at once; all legal moves if `any`.
    fn saves(position: &mut Position, any: bool) -> Vec<Point> {
        let moves: Vec<Point> = position.legal_moves().collect();
        moves
            .into_iter()
            .filter(|&point| {
                position.play(point);
                let is_saved = any || position.winner().is_some() || {
                    let opponent = position.side();
                    position.empties().all(|reply| !position.shapes(reply, opponent).has_five())
                };
                position.undo();
                is_saved
            })
            .collect()
    }

    /// Full width, three plies deep: whatever wins, and the few moves that do not lose, are among the candidates.
    #[test]
    fn no_winning_move_and_no_narrow_defence_is_outside_the_candidates() {
        let (mut wins, mut only) = (0, 0);
        for board in boards(400) {
            let mut position = board.position().clone();
            let (me, opponent) = (board.side(), !board.side());
            // With a five at hand every other move may win as well, or none matter.
            let is_quiet = board.count(me, ThreatClass::Five) + board.count(opponent, ThreatClass::Five) == 0;
            if !is_quiet || position.size().side() > 9 {
                continue;
            }
            for point in wins_in_three(&mut position) {
                wins += 1;
                assert!(board.candidates().contains(point), "{point} wins\n{position:?}");
            }
            if board.count(opponent, ThreatClass::OpenFour) == 0 || only == 3 {
                continue;
            }
            let moves: Vec<Point> = position.legal_moves().collect();
            let safe: Vec<Point> = moves
                .into_iter()
                .filter(|&point| {
                    position.play(point);
                    let is_safe = position.winner().is_some() || wins_in_three(&mut position).is_empty();
                    position.undo();
                    is_safe
                })
                .collect();
            // One defence alone is rare on random boards; of a few, each matters as much.
            if (1..=4).contains(&safe.len()) {
                only += 1;
                for point in safe {
                    assert!(board.candidates().contains(point), "{point} defends\n{position:?}");
                }
            }
        }
        assert!(wins > 10 && only > 0, "{wins} wins, {only} narrow defences");
    }

    #[test]
    fn a_five_under_caro_is_also_stopped_at_its_other_end() {
        let stones = [
            ("b5", Stone::White),
            ("c5", Stone::Black),
            ("d5", Stone::Black),
            ("e5", Stone::Black),
            ("f5", Stone::Black),
        ]
        .map(|(name, stone)| (name.parse().unwrap(), stone));
        let defences = |rule| {
            let position = Position::with_setup(rule, Size::DEFAULT, &[], &stones, Stone::White).unwrap();
            Board::new(&position).five_defences().points().map(|point| point.to_string()).collect::<Vec<_>>()
        };
        assert_eq!(defences(Rule::Standard), ["g5"]);
        assert_eq!(defences(Rule::Caro), ["g5", "h5"]);
    }
}
