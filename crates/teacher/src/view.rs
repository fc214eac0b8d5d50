//! A position as the network sees it: one byte a cell, and what the rules alone decide about it.

use goren_core::{Point, Position, Rule, Size, Stone};

use crate::fours::{Attack, defend};
use crate::threat::{FIVE, FOUR, Levels, OPEN_FOUR};

/// Cells that hold a stone of the side to move, one of the other side, a trap, or are outside the board.
pub(crate) const OWN: u8 = 0x80;
pub(crate) const OTHER: u8 = 0x81;
pub(crate) const TRAP: u8 = 0x82;
pub(crate) const OUTSIDE: u8 = 0x83;
/// Set on an empty cell that is forbidden to Black, whoever is to move.
pub(crate) const FORBIDDEN: u8 = 0x40;

/// Positions of the attacker that a search for a win by fours may cost.
const FOURS_BUDGET: u32 = 30;

/// Bytes that follow the cells: rule, side to move, size, zero.
pub(crate) const GLOBALS: usize = 4;

/// A tensor's side length: the network sees small boards in a corner of 15×15, larger ones in one of 20×20.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Canvas(u8);

impl Canvas {
    /// The two side lengths.
    pub const SIDES: [usize; 2] = [15, 20];

    /// The canvas of this side, if there is one.
    pub fn of_side(side: usize) -> Option<Canvas> {
        Canvas::SIDES.contains(&side).then_some(Canvas(side as u8))
    }

    /// The smallest canvas that holds a board; none for the largest boards.
    pub fn holding(size: Size) -> Option<Canvas> {
        Canvas::SIDES.into_iter().find(|&side| size.side() <= side).map(|side| Canvas(side as u8))
    }

    /// Cells along one side.
    pub fn side(self) -> usize {
        usize::from(self.0)
    }

    /// Cells in all.
    pub fn area(self) -> usize {
        self.side() * self.side()
    }

    /// The cell of a point.
    #[inline]
    pub fn cell(self, point: Point) -> usize {
        point.y() * self.side() + point.x()
    }

    /// The point of a cell.
    ///
    /// # Panics
    /// If the cell is not below [`Canvas::area`].
    #[inline]
    pub fn point(self, cell: usize) -> Point {
        Point::new(cell % self.side(), cell / self.side())
            .expect("a canvas is no larger than the largest board")
    }

    /// The length of a view in bytes.
    pub(crate) fn view_bytes(self) -> usize {
        self.area() + GLOBALS
    }
}

/// What the rules alone say about the side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Standing {
    /// It wins by this move: a five, or the first of continuous fours.
    Won(Point),
    /// The other side has a five that cannot be prevented, or has won.
    Lost,
    /// Nobody can move any more.
    Drawn,
    /// Only these moves, at least one, prevent a five.
    Forced(Vec<Point>),
    /// Nothing.
    Open,
}

/// Writes positions as views.
pub(crate) struct Viewer {
    levels: &'static Levels,
}

impl Viewer {
    pub(crate) fn new() -> Viewer {
        Viewer { levels: Levels::get() }
    }

    /// Writes the view of a position into `view` and says how it stands.
    ///
    /// An empty cell is `own | other << 3 | FORBIDDEN`, with the threat levels of a stone of the side to move and of
    /// the other side there.
    pub(crate) fn look(&self, position: &mut Position, canvas: Canvas, view: &mut Vec<u8>) -> Standing {
        let (size, own, rule) = (position.size(), position.side(), position.rule());
        let mut fives = Vec::new();
        let mut fours = Vec::new();
        let (mut five, mut open_four, mut can_move) = (None, None, false);
        view.clear();
        view.resize(canvas.view_bytes(), OUTSIDE);
        for y in 0..size.side() {
            for x in 0..size.side() {
                let point = Point::new(x, y).expect("the point is on the board");
                view[y * canvas.side() + x] = match position.stone(point) {
                    Some(stone) if stone == own => OWN,
                    Some(_) => OTHER,
                    None if !position.is_empty(point) => TRAP,
                    None => {
                        let shapes = position.point_shapes(point);
                        let mine = self.levels.of(shapes.of(own));
                        let others = self.levels.of(shapes.of(!own));
                        let forbidden = rule == Rule::Renju && position.is_forbidden(point);
                        let legal = !(forbidden && own == Stone::Black);
                        can_move |= legal;
                        if mine == FIVE {
                            five = Some(point);
                        } else if mine == OPEN_FOUR && legal {
                            open_four = Some(point);
                        }
                        if mine >= FOUR {
                            fours.push(point);
                        }
                        if others == FIVE {
                            fives.push(point);
                        }
                        mine | others << 3 | if forbidden { FORBIDDEN } else { 0 }
                    }
                };
            }
        }
        let end = canvas.area();
        view[end..].copy_from_slice(&[rule as u8, own as u8, size.side() as u8, 0]);
        if position.winner().is_some() {
            Standing::Lost
        } else if let Some(point) = five {
            Standing::Won(point)
        } else if let Some(point) = open_four.filter(|_| fives.is_empty()) {
            Standing::Won(point)
        } else if !can_move {
            Standing::Drawn
        } else if !fours.is_empty()
            && let Some(point) =
                (Attack { position, levels: self.levels, budget: FOURS_BUDGET }).win(&fours, &fives)
        {
            Standing::Won(point)
        } else if fives.is_empty() {
            Standing::Open
        } else {
            defend(position, &fives)
        }
    }
}

/// Writes the view of a position and says on which canvas; `None` if the board is too large for any.
///
/// Its last byte, otherwise zero, is 1 if the rules or continuous fours win for the side to move, and 2 if they leave it
/// no choice or none that helps: the network is not asked about such positions.
pub fn encode(position: &mut Position, view: &mut Vec<u8>) -> Option<Canvas> {
    let canvas = Canvas::holding(position.size())?;
    let standing = Viewer::new().look(position, canvas, view);
    if let Some(last) = view.last_mut() {
        *last = match standing {
            Standing::Open => 0,
            Standing::Won(_) => 1,
            Standing::Lost | Standing::Drawn | Standing::Forced(_) => 2,
        };
    }
    Some(canvas)
}

/// Whether the side to move of a view may play on a cell.
#[inline]
pub(crate) fn is_legal(cell: u8, side: Stone) -> bool {
    cell < OWN && (cell & FORBIDDEN == 0 || side == Stone::White)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Chance;

    fn after(rule: Rule, moves: &str) -> Position {
        let mut position = Position::new(rule, Size::DEFAULT);
        for name in moves.split_whitespace() {
            position.try_play(name.parse().unwrap()).unwrap();
        }
        position
    }

    fn standing(rule: Rule, moves: &str) -> Standing {
        look(&mut after(rule, moves)).0
    }

    fn look(position: &mut Position) -> (Standing, Vec<u8>) {
        let mut view = Vec::new();
        let canvas = Canvas::holding(position.size()).unwrap();
        (Viewer::new().look(position, canvas, &mut view), view)
    }

    fn points(names: &str) -> Vec<Point> {
        names.split_whitespace().map(|name| name.parse().unwrap()).collect()
    }

    #[test]
    fn a_view_to_be_judged_tells_what_the_rules_have_decided() {
        let shown = |moves: &str| {
            let mut view = Vec::new();
            let canvas = encode(&mut after(Rule::Freestyle, moves), &mut view).unwrap();
            assert_eq!((canvas.side(), view.len()), (15, 229));
            view[228]
        };
        let four = "h8 g8 i8 a1 j8 a3 k8";
        assert_eq!([shown("h8 a1"), shown(&format!("{four} a5")), shown(four)], [0, 1, 2]);
        let mut large = Position::new(Rule::Freestyle, Size::MAX);
        assert_eq!(encode(&mut large, &mut Vec::new()), None);
    }

    #[test]
    fn fives_win_and_must_be_stopped() {
        assert_eq!(standing(Rule::Freestyle, "h8 a1"), Standing::Open);
        let four = "h8 g8 i8 a1 j8 a3 k8";
        assert_eq!(standing(Rule::Freestyle, four), Standing::Forced(points("l8")));
        assert_eq!(standing(Rule::Freestyle, &format!("{four} a5")), Standing::Won(points("l8")[0]));
        assert_eq!(standing(Rule::Freestyle, "h8 a15 i8 a1 j8 a3 k8"), Standing::Lost);
    }

    #[test]
    fn an_open_four_wins_unless_the_other_side_has_a_five() {
        let three = standing(Rule::Freestyle, "h8 a1 i8 a3 j8 c5");
        assert!(matches!(three, Standing::Won(_)), "{three:?}");
        let with_four = standing(Rule::Freestyle, "h8 a1 i8 b1 j8 c1 o15 d1");
        assert_eq!(with_four, Standing::Forced(points("e1")));
    }

    #[test]
    fn under_caro_a_five_is_also_stopped_at_its_far_end() {
        let closed = "h8 g8 i8 a1 j8 a3 k8";
        assert_eq!(standing(Rule::Caro, closed), Standing::Forced(points("l8 m8")));
    }

    #[test]
    fn black_loses_to_a_five_that_is_forbidden_to_stop() {
        // White's four ends on e5, where Black would make six.
        let white = points("a5 b5 c5 d5").into_iter().map(|point| (point, Stone::White));
        let black = points("e2 e3 e4 e6 e7").into_iter().map(|point| (point, Stone::Black));
        let stones: Vec<(Point, Stone)> = white.chain(black).collect();
        let set_up = |rule| Position::with_setup(rule, Size::DEFAULT, &[], &stones, Stone::Black).unwrap();
        assert_eq!(look(&mut set_up(Rule::Renju)).0, Standing::Lost);
        assert_eq!(look(&mut set_up(Rule::Standard)).0, Standing::Forced(points("e5")));
        assert_eq!(look(&mut set_up(Rule::Freestyle)).0, Standing::Won(points("e5")[0]));
    }

    #[test]
    fn cells_show_stones_threats_and_what_is_forbidden() {
        let traps = points("a1");
        let mut position = Position::with_traps(Rule::Renju, Size::new(9).unwrap(), &traps).unwrap();
        for name in ["e5", "e6", "f6", "a9", "d5", "i9", "f7"] {
            position.play(points(name)[0]);
        }
        let (_, view) = look(&mut position);
        let canvas = Canvas::of_side(15).unwrap();
        let cell = |name: &str| view[canvas.cell(points(name)[0])];
        assert_eq!([cell("e6"), cell("e5"), cell("a1")], [OWN, OTHER, TRAP]);
        assert_eq!(view[9], OUTSIDE);
        assert_eq!(cell("f5") & FORBIDDEN, FORBIDDEN);
        assert_eq!(cell("f5") >> 3 & 7, 3);
        assert!(is_legal(cell("f5"), Stone::White) && !is_legal(cell("f5"), Stone::Black));
        assert_eq!(view[225..], [Rule::Renju as u8, Stone::White as u8, 9, 0]);
    }

    /// Every verdict is checked by playing on: a win against every reply, a loss and every defence by the fives left.
    #[test]
    fn verdicts_hold_against_every_reply() {
        let mut random = Chance::of(7, 1);
        let mut seen = [0; 3];
        for game in 0..100 {
            let rule = Rule::ALL[game % 5];
            let mut position = Position::new(rule, Size::new(9).unwrap());
            loop {
                let has_five = |position: &Position, stone: Stone| {
                    position.empties().any(|point| position.shapes(point, stone).has_five())
                };
                let side = position.side();
                let defences = |position: &mut Position| -> Vec<Point> {
                    let all: Vec<Point> = position.legal_moves().collect();
                    let holds = |&point: &Point| {
                        position.play(point);
                        let holds = !has_five(position, !side);
                        position.undo();
                        holds
                    };
                    all.into_iter().filter(holds).collect()
                };
                match look(&mut position).0 {
                    Standing::Won(point) => {
                        assert!(position.is_legal(point));
                        seen[0] += 1;
                        if position.shapes(point, side).has_five() {
                            break;
                        }
                        position.play(point);
                        for reply in position.legal_moves().collect::<Vec<_>>() {
                            position.play(reply);
                            assert!(position.winner().is_none(), "{position:?}");
                            assert!(matches!(look(&mut position).0, Standing::Won(_)), "{position:?}");
                            position.undo();
                        }
                    }
                    Standing::Lost => {
                        assert_eq!(defences(&mut position), []);
                        seen[1] += 1;
                        break;
                    }
                    Standing::Forced(mut points) => {
                        points.sort_unstable();
                        assert_eq!(points, defences(&mut position), "{position:?}");
                        seen[2] += 1;
                        position.play(points[0]);
                    }
                    Standing::Drawn => break,
                    Standing::Open => {
                        // Mostly next to other stones, so that there is something to judge.
                        let moves: Vec<Point> = position.legal_moves().collect();
                        let near: Vec<Point> = moves
                            .iter()
                            .copied()
                            .filter(|point| {
                                position.stones().any(|(stone, _)| {
                                    point.x().abs_diff(stone.x()).max(point.y().abs_diff(stone.y())) < 2
                                })
                            })
                            .collect();
                        let from = if near.is_empty() { &moves } else { &near };
                        position.play(from[random.below(from.len())]);
                    }
                }
            }
        }
        assert!(seen.iter().all(|&count| count > 10), "{seen:?}");
    }
}
