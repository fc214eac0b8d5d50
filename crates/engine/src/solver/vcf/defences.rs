//! Which moves could stop a win by fours.

use goren_core::{
    Direction, ForbiddenKind, Judgement, Obstacle, Point, Position, Rule, Shape, Stone, Verdict,
};

use super::{Fours, Vcf, can_enclose, five_point};
use crate::board::{Area, Board};
use crate::threat_class::ThreatClass;

impl Vcf {
    /// The moves that could stop a win of the side to move that is known to take at most `fours`, if the other side
    /// made them before its first four. They include the other side's own fours; a move elsewhere does not change the
    /// win.
    pub(crate) fn defences(&mut self, board: &mut Board, fours: u32) -> Area {
        let mut area = Area::default();
        self.add_defences(board, fours, &mut area);
        area
    }

    fn add_defences(&mut self, board: &mut Board, fours: u32, area: &mut Area) {
        let me = board.side();
        if let Some(five) = five_point(board, me) {
            area.insert(five);
            add_line_defences(board, five, area);
            return;
        }
        // Together with the replies so far, a stone there makes a four, which has to be answered.
        // A forbidden point has no strong class, and may be allowed then.
        let is_bound = board.position().rule() == Rule::Renju && me == Stone::White;
        let strong = if is_bound { board.everywhere() } else { board.strong(!me) };
        for point in strong.points() {
            if board.position().point_shapes(point).of(!me).strongest() >= Shape::Four {
                area.insert(point);
            }
        }
        let Some(point) = self.winning_four(board, fours) else { return };
        area.insert(point);
        add_line_defences(board, point, area);
        if board.position().rule() == Rule::Renju
            && me == Stone::Black
            && board.class(point, me) == ThreatClass::DoubleThree
        {
            add_judged(board, point, area);
        }
        let made = Fours::made_by(board, point);
        board.play(point);
        if !made.is_unstoppable() {
            let replies: Area = made.replies(board, point).collect();
            for reply in replies.points() {
                if board.is_legal(reply) {
                    board.play(reply);
                    self.add_defences(board, fours.saturating_sub(1), area);
                    board.undo();
                } else {
                    add_judged(board, reply, area);
                }
            }
        }
        board.undo();
    }
}

/// Adds the points where an opposing stone changes what the side to move makes on `point`, on the lines where that is
/// a four or a five.
fn add_line_defences(board: &Board, point: Point, area: &mut Area) {
    let (position, me) = (board.position(), board.side());
    let shapes = position.point_shapes(point).of(me);
    for direction in Direction::ALL.into_iter().filter(|&direction| shapes.on(direction) >= Shape::Four) {
        if can_enclose(position) {
            // A stone at one end stops nothing by itself, but it makes a reply at the other end a defence.
            add_line(position, point, direction, area);
        } else {
            position.weakens(point, me, direction).for_each(|each| area.insert(each));
            position.fives(point, me, direction).for_each(|each| area.insert(each));
        }
    }
}

/// Adds the empty points that influence what a stone on `point` makes on one line.
fn add_line(position: &Position, point: Point, direction: Direction, area: &mut Area) {
    let (dx, dy) = direction.step();
    for distance in -5..=5 {
        let other = point.offset(distance * dx, distance * dy);
        other.filter(|&other| position.is_empty(other)).into_iter().for_each(|other| area.insert(other));
    }
}

/// [`add_line`] for all four lines.
fn add_lines(position: &Position, point: Point, area: &mut Area) {
    Direction::ALL.into_iter().for_each(|direction| add_line(position, point, direction, area));
}

/// Adds the empty points that influence whether `point` is forbidden to Black, who is to move.
fn add_judged(board: &mut Board, point: Point, area: &mut Area) {
    let judgement = board.position().judge(point);
    board.play(point);
    let is_settled = |extension: Point| {
        let shapes = board.position().shapes(extension, Stone::Black);
        shapes.count(Shape::OpenThree) < 2
    };
    let complete = add_judgement(board.position(), &judgement, &is_settled, area);
    board.undo();
    if !complete {
        *area = board.everywhere();
    }
}

/// Returns false if the judgement depends on points that it does not list.
fn add_judgement(
    position: &Position,
    judgement: &Judgement,
    is_settled: &dyn Fn(Point) -> bool,
    area: &mut Area,
) -> bool {
    add_lines(position, judgement.point, area);
    area.insert(judgement.point);
    judgement.lines.iter().flat_map(|line| &line.extensions).all(|extension| {
        add_lines(position, extension.point, area);
        match &extension.obstacle {
            None | Some(Obstacle::Five) => is_settled(extension.point),
            Some(Obstacle::Forbidden(inner)) => {
                matches!(
                    inner.verdict,
                    Verdict::Forbidden(ForbiddenKind::Overline | ForbiddenKind::DoubleFour)
                )
            }
        }
    })
}
