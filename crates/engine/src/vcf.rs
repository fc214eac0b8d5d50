//! Wins by continuous fours, exact for every rule.

use goren_core::{
    Direction, ForbiddenKind, Judgement, Obstacle, Point, Position, Rule, Shape, Shapes, Stone,
};

use crate::board::{Area, Board};
use crate::class::Class;

/// More fours than any board has room for.
const ALL_FOURS: u32 = 0x7fff;

/// A solver with its memory of positions already looked at.
pub(crate) struct Vcf {
    /// A power of two of packed [`Entry`]s; zero is an empty one.
    table: Vec<u64>,
    /// The moves of every node on the path, the deepest last.
    moves: Vec<Point>,
    nodes: u64,
}

/// What looking at a position came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Answer {
    /// The side to move wins in so many plies.
    Win(u32),
    /// There is no win by fours.
    None,
    /// There is no win with as few fours as were allowed.
    Deeper,
    /// The budget ran out first.
    Spent,
}

/// What the table knows of a position, in 16 bits beside 48 bits of its hash.
enum Entry {
    Win(u32),
    /// No win with so many fours.
    NoneWithin(u32),
}

impl Entry {
    const WIN: u64 = 0x8000;
    const KEY: u64 = !0xffff;

    fn pack(self, hash: u64) -> u64 {
        let value = match self {
            Entry::Win(plies) => Entry::WIN | u64::from(plies),
            Entry::NoneWithin(fours) => u64::from(fours),
        };
        hash & Entry::KEY | value
    }

    fn unpack(packed: u64, hash: u64) -> Option<Entry> {
        let value = (packed & !Entry::KEY) as u32;
        if value == 0 || (packed ^ hash) & Entry::KEY != 0 {
            None
        } else if packed & Entry::WIN != 0 {
            Some(Entry::Win(value & 0x7fff))
        } else {
            Some(Entry::NoneWithin(value))
        }
    }
}

impl Vcf {
    /// A solver that remembers up to 2^`log2_entries` positions, eight bytes each.
    ///
    /// At least 16 bits of the hash are needed to choose an entry, so that the other 48 tell positions apart.
    pub(crate) fn new(log2_entries: u32) -> Vcf {
        debug_assert!(log2_entries >= 16);
        Vcf { table: vec![0; 1 << log2_entries], moves: Vec::with_capacity(1024), nodes: 0 }
    }

    pub(crate) fn clear(&mut self) {
        self.table.fill(0);
    }

    /// Attacking positions looked at since the solver was made.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The plies in which the side to move wins by fours: 1 for a five now, 3 for a four that cannot be stopped.
    ///
    /// `None` if there is no such win, or if `budget` attacking positions did not suffice; then it is left at 0.
    #[inline]
    pub(crate) fn plies_to_win(&mut self, board: &mut Board, budget: &mut u32) -> Option<u32> {
        if !has_fours(board) {
            return None;
        }
        self.plies_within(board, ALL_FOURS, budget)
    }

    /// As [`Vcf::plies_to_win`], with at most so many fours.
    fn plies_within(&mut self, board: &mut Board, fours: u32, budget: &mut u32) -> Option<u32> {
        if board.position().winner().is_some() {
            return None;
        }
        match self.attack(board, fours, budget) {
            Answer::Win(plies) => Some(plies),
            _ => None,
        }
    }

    /// The fewest fours that win, the final five not counted; `None` as for [`Vcf::plies_to_win`].
    pub(crate) fn fewest_fours(&mut self, board: &mut Board, budget: &mut u32) -> Option<u32> {
        if board.position().winner().is_some() {
            return None;
        }
        for fours in 0..ALL_FOURS {
            match self.attack(board, fours, budget) {
                Answer::Win(_) => return Some(fours),
                Answer::Deeper => {}
                Answer::None | Answer::Spent => return None,
            }
        }
        None
    }

    /// The shortest win, each four with its longest-resisting reply, the five last; `None` as for
    /// [`Vcf::plies_to_win`].
    ///
    /// Where the only replies are forbidden to Black, some other legal move stands in their place.
    pub(crate) fn line(&mut self, board: &mut Board, budget: &mut u32) -> Option<Vec<Point>> {
        let fours = self.fewest_fours(board, budget)?;
        Some(self.line_within(board, fours))
    }

    /// The shortest win if `budget` suffices to find it, else any; there must be one.
    pub(crate) fn line_or_longer(&mut self, board: &mut Board, mut budget: u32) -> Vec<Point> {
        let fours = self.fewest_fours(board, &mut budget).unwrap_or(ALL_FOURS);
        self.line_within(board, fours)
    }

    fn line_within(&mut self, board: &mut Board, fours: u32) -> Vec<Point> {
        let mut line = Vec::new();
        self.extend_line(board, fours, &mut line);
        for _ in 0..line.len() {
            board.undo();
        }
        line
    }

    /// Plays out a win that is known to take at most `fours`.
    fn extend_line(&mut self, board: &mut Board, mut fours: u32, line: &mut Vec<Point>) {
        let me = board.side();
        loop {
            if let Some(five) = five_point(board, me) {
                board.play(five);
                line.push(five);
                return;
            }
            let Some(point) = self.winning_four(board, fours) else { return };
            let fives = Fours::made_by(board, point);
            board.play(point);
            line.push(point);
            fours = fours.saturating_sub(1);
            // Of the replies that stop the four now, the one after which the win takes longest.
            let mut best: Option<(u32, Point)> = None;
            for reply in
                fives.replies(board, point).filter(|&reply| board.is_legal(reply)).collect::<Area>().points()
            {
                board.play(reply);
                let plies = self.plies_within(board, fours, &mut { u32::MAX }).unwrap_or(0);
                board.undo();
                if best.is_none_or(|(most, _)| plies > most) {
                    best = Some((plies, reply));
                }
            }
            let Some(reply) = best.map(|(_, reply)| reply).or_else(|| any_reply(board)) else { return };
            board.play(reply);
            line.push(reply);
        }
    }

    /// A four that starts a win known to take at most `fours`.
    fn winning_four(&mut self, board: &mut Board, fours: u32) -> Option<Point> {
        let start = self.moves.len();
        self.list_fours(board);
        let mut found = None;
        for i in start..self.moves.len() {
            let point = self.moves[i];
            if matches!(self.try_four(board, point, fours, &mut { u32::MAX }), Answer::Win(_)) {
                found = Some(point);
                break;
            }
        }
        self.moves.truncate(start);
        found
    }

    /// Every point where an opposing stone might spoil a win that is known to take at most `fours`, if it stood
    /// there before the first of them. Its own fours are among them; elsewhere a stone leaves the win as it is.
    pub(crate) fn spoilers(&mut self, board: &mut Board, fours: u32) -> Area {
        let mut area = Area::default();
        self.add_spoilers(board, fours, &mut area);
        area
    }

    fn add_spoilers(&mut self, board: &mut Board, fours: u32, area: &mut Area) {
        let me = board.side();
        if let Some(five) = five_point(board, me) {
            area.insert(five);
            add_line_spoilers(board, five, area);
            return;
        }
        // With the replies so far, a stone there makes a four that has to be answered.
        for point in board.everywhere().points() {
            if board.position().point_shapes(point).of(!me).strongest() >= Shape::Four {
                area.insert(point);
            }
        }
        let Some(point) = self.winning_four(board, fours) else { return };
        area.insert(point);
        add_line_spoilers(board, point, area);
        if board.position().rule() == Rule::Renju
            && me == Stone::Black
            && board.class(point, me) == Class::DoubleThree
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
                    self.add_spoilers(board, fours.saturating_sub(1), area);
                    board.undo();
                } else {
                    add_judged(board, reply, area);
                }
            }
        }
        board.undo();
    }

    fn attack(&mut self, board: &mut Board, fours: u32, budget: &mut u32) -> Answer {
        let (me, foe) = (board.side(), !board.side());
        if board.count(me, Class::Five) > 0 {
            return Answer::Win(1);
        }
        if !has_fours(board) {
            return Answer::None;
        }
        if fours == 0 {
            return Answer::Deeper;
        }
        if board.count(me, Class::OpenFour) > 0 && board.count(foe, Class::Five) == 0 {
            return Answer::Win(3);
        }
        let mut known_deeper = false;
        let slot = board.hash() as usize & (self.table.len() - 1);
        match Entry::unpack(self.table[slot], board.hash()) {
            Some(Entry::Win(plies)) if plies <= 2 * fours + 1 => return Answer::Win(plies),
            Some(Entry::Win(_)) => known_deeper = true,
            Some(Entry::NoneWithin(ALL_FOURS)) => return Answer::None,
            Some(Entry::NoneWithin(within)) if within >= fours => return Answer::Deeper,
            _ => {}
        }
        if *budget == 0 {
            return Answer::Spent;
        }
        *budget -= 1;
        self.nodes += 1;

        let start = self.moves.len();
        self.list_fours(board);
        let mut answer = Answer::None;
        for i in start..self.moves.len() {
            let point = self.moves[i];
            match self.try_four(board, point, fours, budget) {
                Answer::None => {}
                Answer::Deeper => answer = Answer::Deeper,
                decided => {
                    answer = decided;
                    break;
                }
            }
        }
        self.moves.truncate(start);
        let entry = match answer {
            Answer::Win(plies) => Entry::Win(plies),
            Answer::None => Entry::NoneWithin(ALL_FOURS),
            Answer::Deeper if !known_deeper => Entry::NoneWithin(fours),
            Answer::Deeper | Answer::Spent => return answer,
        };
        self.table[slot] = entry.pack(board.hash());
        answer
    }

    /// What comes of one four; the side to move has no five.
    fn try_four(&mut self, board: &mut Board, point: Point, fours: u32, budget: &mut u32) -> Answer {
        let foe = !board.side();
        let made = Fours::made_by(board, point);
        board.play(point);
        let answer = if board.count(foe, Class::Five) > 0 {
            Answer::None
        } else if made.is_unstoppable() {
            Answer::Win(3)
        } else {
            self.try_replies(board, made, point, fours - 1, budget)
        };
        board.undo();
        answer
    }

    fn try_replies(
        &mut self,
        board: &mut Board,
        made: Fours,
        point: Point,
        fours: u32,
        budget: &mut u32,
    ) -> Answer {
        let mut plies = 0;
        for reply in made.replies(board, point) {
            if !board.is_legal(reply) {
                continue;
            }
            board.play(reply);
            let answer = self.attack(board, fours, budget);
            board.undo();
            match answer {
                Answer::Win(further) => plies = plies.max(further + 2),
                open => return open,
            }
        }
        // Without a legal move at all the game is a draw.
        if plies == 0 && any_reply(board).is_some() {
            plies = 3;
        }
        if plies == 0 { Answer::None } else { Answer::Win(plies) }
    }

    /// Puts every legal four of the side to move that can answer a five of the other side on the stack, the
    /// likeliest to win first.
    fn list_fours(&mut self, board: &Board) {
        let (me, foe) = (board.side(), !board.side());
        let start = self.moves.len();
        if board.count(foe, Class::Five) > 0 && !can_enclose(board.position()) {
            let blocks = board.five_point(foe).filter(|&point| is_legal_four(board, point));
            self.moves.extend(blocks);
            return;
        }
        let mut left = count_fours(board);
        for point in board.everywhere().points() {
            if could_be_four(board, board.class(point, me)) {
                if is_legal_four(board, point) {
                    self.moves.push(point);
                }
                left -= 1;
                if left == 0 {
                    break;
                }
            }
        }
        let history = board.position().history();
        let last = history.len().checked_sub(2).and_then(|i| history[i].point);
        self.moves[start..].sort_unstable_by_key(|&point| {
            let class = board.class(point, me);
            let far = last.map_or(0, |last| {
                let (dx, dy) = (point.x().abs_diff(last.x()), point.y().abs_diff(last.y()));
                let aligned = dx == 0 || dy == 0 || dx == dy;
                dx.max(dy) + if aligned { 0 } else { 4 }
            });
            (u8::MAX - class as u8, far, point)
        });
    }
}

/// The fours that a stone makes.
#[derive(Clone, Copy)]
struct Fours {
    shapes: Shapes,
    stone: Stone,
}

impl Fours {
    /// What the side to move would make on an empty point.
    fn made_by(board: &Board, point: Point) -> Fours {
        let stone = board.side();
        Fours { shapes: board.position().point_shapes(point).of(stone), stone }
    }

    fn directions(self) -> impl Iterator<Item = Direction> {
        Direction::ALL.into_iter().filter(move |&direction| self.shapes.on(direction) >= Shape::Four)
    }

    /// Whether no single reply stops them all: two fours never share a point but the one just played on.
    fn is_unstoppable(self) -> bool {
        self.shapes.iter().any(|shape| shape > Shape::Four) || self.directions().count() > 1
    }

    /// The points that stop a single four: where it would become a five, or where that five would be enclosed.
    fn replies(self, board: &Board, point: Point) -> impl Iterator<Item = Point> + use<> {
        let way = self.directions().next();
        way.map(|way| board.position().weakens(point, self.stone, way)).into_iter().flatten()
    }
}

/// A point where the side would win at once.
fn five_point(board: &Board, stone: Stone) -> Option<Point> {
    if board.count(stone, Class::Five) == 0 { None } else { board.five_point(stone) }
}

/// Whether an opposing stone next to a row can take its worth.
fn can_enclose(position: &Position) -> bool {
    matches!(position.rule(), Rule::Caro | Rule::Caro6)
}

/// Two open threes may hide a four only where they outrank it.
fn hides_fours(board: &Board) -> bool {
    board.position().rule() == Rule::Renju && board.side() == Stone::Black
}

/// How many points look as if the side to move could make a four there.
#[inline]
fn count_fours(board: &Board) -> usize {
    let me = board.side();
    let hidden = if hides_fours(board) { board.count(me, Class::DoubleThree) } else { 0 };
    [Class::Four, Class::FourThree, Class::OpenFour]
        .iter()
        .map(|&class| board.count(me, class))
        .sum::<usize>()
        + hidden
}

/// Whether the side to move may have a five or a four.
#[inline]
fn has_fours(board: &Board) -> bool {
    board.count(board.side(), Class::Five) > 0 || count_fours(board) > 0
}

#[inline]
fn could_be_four(board: &Board, class: Class) -> bool {
    matches!(class, Class::Four | Class::FourThree | Class::OpenFour)
        || class == Class::DoubleThree && hides_fours(board)
}

/// Whether the side to move makes a four on an empty point and may do so.
pub(crate) fn is_legal_four(board: &Board, point: Point) -> bool {
    match board.class(point, board.side()) {
        Class::Four | Class::FourThree | Class::OpenFour => true,
        Class::DoubleThree if hides_fours(board) => {
            board.position().point_shapes(point).of(board.side()).strongest() >= Shape::Four
                && board.is_legal(point)
        }
        _ => false,
    }
}

/// The most useful-looking legal move of the side to move.
pub(crate) fn any_reply(board: &Board) -> Option<Point> {
    board.everywhere().points().filter(|&point| board.is_legal(point)).max_by_key(|&point| board.worth(point))
}

/// Adds the points where an opposing stone changes what the side to move would make on the point, on the lines
/// where that is a four or more.
fn add_line_spoilers(board: &Board, point: Point, area: &mut Area) {
    let (position, me) = (board.position(), board.side());
    let shapes = position.point_shapes(point).of(me);
    for direction in Direction::ALL.into_iter().filter(|&way| shapes.on(way) >= Shape::Four) {
        if can_enclose(position) {
            // A stone at one end harms nothing yet, but makes a reply of the other end.
            add_line(position, point, direction, area);
        } else {
            position.weakens(point, me, direction).for_each(|each| area.insert(each));
            position.fives(point, me, direction).for_each(|each| area.insert(each));
        }
    }
}

/// Adds the empty points that decide what a stone on the point makes on one line.
fn add_line(position: &Position, point: Point, direction: Direction, area: &mut Area) {
    let (dx, dy) = direction.step();
    for distance in -5..=5 {
        let other = point.offset(distance * dx, distance * dy);
        other.filter(|&other| position.is_empty(other)).into_iter().for_each(|other| area.insert(other));
    }
}

/// Adds the empty points on which it depends whether the point is forbidden to Black, who is to move.
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

/// Returns false if the judgement rests on more than it tells.
fn add_judgement(
    position: &Position,
    judgement: &Judgement,
    is_settled: &dyn Fn(Point) -> bool,
    area: &mut Area,
) -> bool {
    Direction::ALL.into_iter().for_each(|way| add_line(position, judgement.point, way, area));
    area.insert(judgement.point);
    judgement.lines.iter().flat_map(|line| &line.extensions).all(|extension| {
        Direction::ALL.into_iter().for_each(|way| add_line(position, extension.point, way, area));
        match &extension.obstacle {
            None | Some(Obstacle::Five) => is_settled(extension.point),
            Some(Obstacle::Forbidden(inner)) => {
                matches!(
                    inner.verdict,
                    goren_core::Verdict::Forbidden(ForbiddenKind::Overline | ForbiddenKind::DoubleFour)
                )
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::{Random, drawn, points, wins_against_everything};
    use std::collections::HashMap;

    /// The shortest win's line, checked by the rules.
    fn line(position: &Position) -> Option<Vec<Point>> {
        let mut board = Board::new(position);
        let mut budget = 100_000;
        let line = Vcf::new(16).line(&mut board, &mut budget);
        assert!(budget > 0);
        assert_eq!(board.position(), position);
        if let Some(line) = &line {
            let mut replay = position.clone();
            line.iter().for_each(|&point| replay.try_play(point).unwrap());
            assert_eq!(replay.winner(), Some(position.side()));
        }
        line
    }

    #[test]
    fn four_three_wins() {
        let position = drawn(
            Rule::Standard,
            Stone::Black,
            ".........
             .........
             ....X....
             ....X....
             .OXX.X...
             .........
             ...O.....
             .....O...
             .........",
        );
        let line = line(&position).unwrap();
        assert_eq!((line[0], line[1], line.len()), (points("e5")[0], points("g5")[0], 5));
    }

    #[test]
    fn a_reply_that_makes_a_four_stops_a_four_three() {
        // White answers e5 on g5, with four in the column.
        let position = drawn(
            Rule::Standard,
            Stone::Black,
            ".........
             ......O..
             ....X.O..
             ....X.O..
             .OXX.X...
             .........
             .........
             .........
             .........",
        );
        assert_eq!(line(&position), None);
    }

    #[test]
    fn a_reply_forbidden_to_black_wins_for_white() {
        // After g7 only f7 stops the five, and there Black would have six.
        let picture = ".....X...
                       .....X...
                       .XOOO....
                       .....X...
                       .....X...
                       .....X...
                       .........
                       .........
                       .........";
        let won = line(&drawn(Rule::Renju, Stone::White, picture)).unwrap();
        assert_eq!((won[0], won[2], won.len()), (points("g7")[0], points("f7")[0], 3));
        assert_eq!(line(&drawn(Rule::Freestyle, Stone::White, picture)), None);
    }

    #[test]
    fn a_forbidden_reply_wins_nothing_if_black_has_no_legal_move_at_all() {
        // As above, and nothing else is empty: after g7 the game is a draw.
        let position = drawn(
            Rule::Renju,
            Stone::White,
            "#####X###
             #####X###
             #XOOO..##
             #####X###
             #####X###
             #####X###
             #########
             #########
             #########",
        );
        assert_eq!(line(&position), None);
    }

    #[test]
    fn a_five_of_the_other_side_is_stopped_first() {
        // White threatens g8; only in the second picture is the block a four.
        let quiet = ".........
                     .XOOOO...
                     .........
                     .........
                     .........
                     .........
                     .........
                     ..XXX....
                     .........";
        assert_eq!(line(&drawn(Rule::Freestyle, Stone::Black, quiet)), None);
        let loud = ".........
                    .XOOOO...
                    ......X..
                    ......X..
                    ......X..
                    .........
                    .........
                    ..XXX....
                    .........";
        let won = line(&drawn(Rule::Freestyle, Stone::Black, loud)).unwrap();
        assert_eq!((won[0], won.len()), (points("g8")[0], 3));
    }

    #[test]
    fn six_is_a_five_only_where_it_wins() {
        let picture = ".........
                       .........
                       .........
                       .........
                       .XXX.XX..
                       .........
                       .........
                       .........
                       .........";
        for (rule, wins) in Rule::ALL.into_iter().zip([true, false, false, false, true]) {
            let won = line(&drawn(rule, Stone::Black, picture));
            assert_eq!(won, wins.then(|| points("e5")), "{rule}");
        }
    }

    #[test]
    fn a_five_between_opposing_stones_is_none_under_caro() {
        let enclosed = ".........
                        .........
                        .........
                        .........
                        .OXXXX.O.
                        .........
                        .........
                        .........
                        .........";
        let beside_a_trap = enclosed.replace("X.O", "X.#");
        for (rule, wins) in Rule::ALL.into_iter().zip([true, true, true, false, false]) {
            let won = line(&drawn(rule, Stone::Black, enclosed));
            assert_eq!(won, wins.then(|| points("g5")), "{rule}");
            assert_eq!(line(&drawn(rule, Stone::Black, &beside_a_trap)), Some(points("g5")), "{rule}");
        }
    }

    #[test]
    fn black_may_not_make_a_four_with_two_threes_under_renju() {
        // h8 makes a four in the row and a three on each diagonal.
        let picture = "...............
                       ...............
                       ...............
                       ...............
                       ...............
                       .........X.....
                       ........X......
                       ...OXXX........
                       ........X......
                       .........X.....
                       ...............
                       ...............
                       ...............
                       ...............
                       ...............";
        assert_ne!(line(&drawn(Rule::Renju, Stone::Black, picture)).unwrap()[0], points("h8")[0]);
        let won = line(&drawn(Rule::Standard, Stone::Black, picture)).unwrap();
        assert_eq!((won[0], won.len()), (points("h8")[0], 5));
        // One three less, and the point is allowed.
        let allowed = picture.replacen(".........X.....", ".........O.....", 1);
        assert_eq!(line(&drawn(Rule::Renju, Stone::Black, &allowed)).unwrap()[0], points("h8")[0]);
    }

    #[test]
    fn a_spent_budget_says_so_and_is_taken_up_again() {
        let position = drawn(
            Rule::Renju,
            Stone::Black,
            "...............
             ...........X...
             ....X.OX.......
             .......X..O....
             .......OX..O...
             ......XXO.X....
             .....O.OOX.O...
             .......XXO.....
             ...............
             ...............
             ...............
             ...............
             ...............
             ...............
             ...............",
        );
        let mut board = Board::new(&position);
        let mut vcf = Vcf::new(16);
        let mut rounds = 0;
        let line = loop {
            let mut budget = 10;
            rounds += 1;
            match vcf.line(&mut board, &mut budget) {
                Some(line) => break line,
                None => assert_eq!(budget, 0),
            }
        };
        assert!(rounds > 2);
        assert_eq!(Some(line), self::line(&position));
    }

    /// Whether the attacker wins with so many fours, by the rules alone.
    fn wins_naively(position: &mut Position, fours: u32, known: &mut HashMap<(u64, u32), bool>) -> bool {
        let me = position.side();
        let can_win = |position: &Position, stone| {
            position.empties().any(|point| position.shapes(point, stone).has_five())
        };
        if can_win(position, me) {
            return true;
        }
        if fours == 0 {
            return false;
        }
        if let Some(&wins) = known.get(&(position.hash(), fours)) {
            return wins;
        }
        let moves: Vec<Point> = position.legal_moves().collect();
        let wins = moves.into_iter().any(|point| {
            position.play(point);
            let replies: Vec<Point> = position.legal_moves().collect();
            let wins = can_win(position, me)
                && !can_win(position, !me)
                && !replies.is_empty()
                && replies.into_iter().all(|reply| {
                    position.play(reply);
                    let wins = wins_naively(position, fours - 1, known);
                    position.undo();
                    wins
                });
            position.undo();
            wins
        });
        known.insert((position.hash(), fours), wins);
        wins
    }

    #[test]
    fn finds_exactly_the_wins_that_trying_every_move_finds() {
        let mut random = Random(1);
        for rule in Rule::ALL {
            let mut wins = [0; 5];
            for _ in 0..400 {
                let each = 9 + random.below(5);
                let mut position = random.position(rule, 7, each);
                let mut known = HashMap::new();
                let naive = (0..4).find(|&fours| wins_naively(&mut position, fours, &mut known));
                let mut board = Board::new(&position);
                let found = Vcf::new(16).fewest_fours(&mut board, &mut { 1_000_000 });
                assert_eq!(found.filter(|&fours| fours < 4), naive, "{position:?}");
                let any = Vcf::new(16).plies_to_win(&mut board, &mut { 1_000_000 });
                assert_eq!(any.is_some(), found.is_some(), "{position:?}");
                if let Some(fours) = found {
                    assert_eq!(line(&position).unwrap().len() as u32, 2 * fours + 1);
                    wins[fours.min(4) as usize] += 1;
                }
            }
            assert!(wins[1] > 5 && wins[2] > 0, "{rule}: {wins:?}");
        }
    }

    #[test]
    fn every_win_holds_against_every_reply() {
        let mut random = Random(2);
        for rule in Rule::ALL {
            let mut vcf = Vcf::new(16);
            for _ in 0..200 {
                let mut position = random.position(rule, 7, 11);
                if vcf.plies_to_win(&mut Board::new(&position), &mut { 100_000 }).is_some() {
                    let mut choose =
                        |position: &Position| Some(vcf.line(&mut Board::new(position), &mut { 100_000 })?[0]);
                    assert!(wins_against_everything(&mut position, &mut choose), "{position:?}");
                }
            }
        }
    }

    /// The claim behind [`Vcf::spoilers`].
    #[test]
    fn a_stone_that_is_no_spoiler_leaves_the_win() {
        let mut random = Random(3);
        for rule in Rule::ALL {
            let mut vcf = Vcf::new(16);
            for _ in 0..300 {
                let position = random.position(rule, 8, 13);
                let mut board = Board::new(&position);
                let (me, foe) = (board.side(), !board.side());
                let Some(fours) = vcf.fewest_fours(&mut board, &mut { 100_000 }) else { continue };
                if board.count(foe, Class::Five) > 0 {
                    continue;
                }
                let spoilers = vcf.spoilers(&mut board, fours);
                board.pass();
                for point in position.empties() {
                    if spoilers.contains(point) || !board.is_legal(point) {
                        continue;
                    }
                    board.play(point);
                    assert_eq!(board.side(), me);
                    let wins = vcf.plies_to_win(&mut board, &mut { 100_000 }).is_some();
                    board.undo();
                    assert!(wins, "{point} spoils\n{position:?}");
                }
            }
        }
    }
}
