//! VCF: wins by continuous fours, exact for every rule.

mod defences;
mod tree;

use goren_core::{Direction, Point, Position, Rule, Shape, Shapes, Stone};

use crate::board::{Area, Board};
use crate::solver::Budget;
use crate::threat_class::ThreatClass;

/// More fours than fit on any board.
const ALL_FOURS: u32 = 0x7fff;

/// A solver with its table of positions searched before.
pub(crate) struct Vcf {
    /// A power of two of packed [`Entry`]s; zero is an empty one.
    table: Vec<u64>,
    /// The moves of every node on the path, those of the deepest node last.
    moves: Vec<Point>,
    nodes: u64,
    /// Which fours are tried.
    choice: Choice,
}

/// Which fours a search tries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Choice {
    All,
    /// Those that also make an open two or better on a second line, or that stop a five: the others bring the next four
    /// no nearer than it was.
    Building,
}

impl Choice {
    /// The key of a position in the table: what fails with some fours may succeed with all.
    fn key(self, hash: u64) -> u64 {
        match self {
            Choice::All => hash,
            Choice::Building => hash ^ 0x5851_f42d_4c95_7f2d,
        }
    }
}

/// The result of searching one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FoursResult {
    /// The side to move wins in this many plies.
    Win(u32),
    /// There is no win by fours.
    None,
    /// There is no win with as few fours as were allowed.
    Deeper,
    /// The budget ran out.
    Unknown,
}

/// An entry of the table: 16 bits of data beside 48 bits of the position's hash.
enum Entry {
    Win(u32),
    /// No win with this many fours or fewer.
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
    /// A solver with a table of 2^`log2_entries` positions, eight bytes each.
    ///
    /// The index takes at least 16 bits of the hash; the other 48 are stored to tell positions apart.
    pub(crate) fn new(log2_entries: u32) -> Vcf {
        debug_assert!(log2_entries >= 16);
        Vcf {
            table: vec![0; 1 << log2_entries],
            moves: Vec::with_capacity(1024),
            nodes: 0,
            choice: Choice::All,
        }
    }

    /// Makes the table at least so large, and empty if it was smaller.
    pub(crate) fn enlarge(&mut self, log2_entries: u32) {
        if self.table.len() < 1 << log2_entries {
            self.table = vec![0; 1 << log2_entries];
        }
    }

    pub(crate) fn clear(&mut self) {
        self.table.fill(0);
    }

    /// Attacking positions searched since the solver was created.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The plies in which the side to move wins by fours: 1 for a five, 3 for a four that cannot be stopped.
    ///
    /// `None` if there is no such win, or if the budget was exhausted before one was found.
    #[inline]
    pub(crate) fn plies_to_win(&mut self, board: &mut Board, budget: &mut Budget) -> Option<u32> {
        if !has_fours(board) {
            return None;
        }
        self.plies_within(board, ALL_FOURS, budget)
    }

    /// As [`Vcf::plies_to_win`], but only fours that build something else are tried: several times cheaper, at the price
    /// of a few wins.
    #[inline]
    pub(crate) fn plies_by_building(&mut self, board: &mut Board, budget: &mut Budget) -> Option<u32> {
        self.choice = Choice::Building;
        let plies = self.plies_to_win(board, budget);
        self.choice = Choice::All;
        plies
    }

    /// As [`Vcf::plies_to_win`], with at most this many fours.
    fn plies_within(&mut self, board: &mut Board, fours: u32, budget: &mut Budget) -> Option<u32> {
        if board.position().winner().is_some() {
            return None;
        }
        match self.attack(board, fours, budget) {
            FoursResult::Win(plies) => Some(plies),
            _ => None,
        }
    }

    /// As [`Vcf::plies_to_win`], with at most this many moves, the five included; there is at least one.
    pub(crate) fn plies_in_moves(
        &mut self,
        board: &mut Board,
        moves: usize,
        budget: &mut Budget,
    ) -> Option<u32> {
        if !has_fours(board) {
            return None;
        }
        self.plies_within(board, fours_in(moves), budget)
    }

    /// [`Vcf::fewest_fours`] if the win takes at most this many moves, the five included.
    pub(crate) fn fewest_in_moves(
        &mut self,
        board: &mut Board,
        moves: usize,
        budget: &mut Budget,
    ) -> Option<u32> {
        // Most moves threaten nothing, which one search without a limit says sooner than many with one.
        self.plies_in_moves(board, moves, budget)?;
        self.fewest_fours(board, budget)
    }

    /// The fewest fours that win, the final five not counted; `None` as for [`Vcf::plies_to_win`].
    pub(crate) fn fewest_fours(&mut self, board: &mut Board, budget: &mut Budget) -> Option<u32> {
        if board.position().winner().is_some() {
            return None;
        }
        for fours in 0..ALL_FOURS {
            match self.attack(board, fours, budget) {
                FoursResult::Win(_) => return Some(fours),
                FoursResult::Deeper => {}
                FoursResult::None | FoursResult::Unknown => return None,
            }
        }
        None
    }

    /// The shortest win: each four with the reply that resists longest, and the five at the end. `None` as for
    /// [`Vcf::plies_to_win`].
    ///
    /// Where every reply that would stop a four is forbidden to Black, another legal move takes its place.
    pub(crate) fn line(&mut self, board: &mut Board, budget: &mut Budget) -> Option<Vec<Point>> {
        let fours = self.fewest_fours(board, budget)?;
        Some(self.line_within(board, fours))
    }

    /// The shortest win if the budget suffices to find it, otherwise any; there must be one.
    pub(crate) fn any_line(&mut self, board: &mut Board, mut budget: Budget) -> Vec<Point> {
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
            // Of the replies that stop the four, the one after which the win takes longest.
            let mut best: Option<(u32, Point)> = None;
            for reply in
                fives.replies(board, point).filter(|&reply| board.is_legal(reply)).collect::<Area>().points()
            {
                board.play(reply);
                let plies = self.plies_within(board, fours, &mut Budget::unlimited()).unwrap_or(0);
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
            if matches!(self.try_four(board, point, fours, &mut Budget::unlimited()), FoursResult::Win(_)) {
                found = Some(point);
                break;
            }
        }
        self.moves.truncate(start);
        found
    }

    /// The legal fours of the side to move; those that stop a five if the other side threatens one.
    pub(crate) fn fours(&mut self, board: &Board) -> Vec<Point> {
        let start = self.moves.len();
        self.list_fours(board);
        self.moves.split_off(start)
    }

    /// Whether a four starts a win by fours; false also if the budget was exhausted.
    pub(crate) fn four_wins(&mut self, board: &mut Board, point: Point, budget: &mut Budget) -> bool {
        matches!(self.try_four(board, point, ALL_FOURS, budget), FoursResult::Win(_))
    }

    fn attack(&mut self, board: &mut Board, fours: u32, budget: &mut Budget) -> FoursResult {
        let (me, opponent) = (board.side(), !board.side());
        if board.count(me, ThreatClass::Five) > 0 {
            return FoursResult::Win(1);
        }
        if !has_fours(board) {
            return FoursResult::None;
        }
        if fours == 0 {
            return FoursResult::Deeper;
        }
        if board.count(me, ThreatClass::OpenFour) > 0 && board.count(opponent, ThreatClass::Five) == 0 {
            return FoursResult::Win(3);
        }
        let mut known_deeper = false;
        let key = self.choice.key(board.hash());
        let slot = key as usize & (self.table.len() - 1);
        match Entry::unpack(self.table[slot], key) {
            Some(Entry::Win(plies)) if plies <= 2 * fours + 1 => return FoursResult::Win(plies),
            Some(Entry::Win(_)) => known_deeper = true,
            Some(Entry::NoneWithin(ALL_FOURS)) => return FoursResult::None,
            Some(Entry::NoneWithin(within)) if within >= fours => return FoursResult::Deeper,
            _ => {}
        }
        if !budget.spend() {
            return FoursResult::Unknown;
        }
        self.nodes += 1;

        let start = self.moves.len();
        self.list_fours(board);
        let mut answer = FoursResult::None;
        for i in start..self.moves.len() {
            let point = self.moves[i];
            match self.try_four(board, point, fours, budget) {
                FoursResult::None => {}
                FoursResult::Deeper => answer = FoursResult::Deeper,
                decided => {
                    answer = decided;
                    break;
                }
            }
        }
        self.moves.truncate(start);
        let entry = match answer {
            FoursResult::Win(plies) => Entry::Win(plies),
            FoursResult::None => Entry::NoneWithin(ALL_FOURS),
            FoursResult::Deeper if !known_deeper => Entry::NoneWithin(fours),
            FoursResult::Deeper | FoursResult::Unknown => return answer,
        };
        self.table[slot] = entry.pack(key);
        answer
    }

    /// Searches one four; the side to move has no five.
    fn try_four(&mut self, board: &mut Board, point: Point, fours: u32, budget: &mut Budget) -> FoursResult {
        let opponent = !board.side();
        let made = Fours::made_by(board, point);
        board.play(point);
        let answer = if board.count(opponent, ThreatClass::Five) > 0 {
            FoursResult::None
        } else if made.is_unstoppable() {
            FoursResult::Win(3)
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
        budget: &mut Budget,
    ) -> FoursResult {
        let mut plies = 0;
        for reply in made.replies(board, point) {
            if !board.is_legal(reply) {
                continue;
            }
            board.play(reply);
            let answer = self.attack(board, fours, budget);
            board.undo();
            match answer {
                FoursResult::Win(further) => plies = plies.max(further + 2),
                open => return open,
            }
        }
        // Without any legal move the game is a draw.
        if plies == 0 && any_reply(board).is_some() {
            plies = 3;
        }
        if plies == 0 { FoursResult::None } else { FoursResult::Win(plies) }
    }

    /// Pushes the legal fours of the side to move on the stack, the most promising first. If the other side threatens
    /// a five, only fours that also stop it are listed.
    fn list_fours(&mut self, board: &Board) {
        let (me, opponent) = (board.side(), !board.side());
        let start = self.moves.len();
        if board.count(opponent, ThreatClass::Five) > 0 && !can_enclose(board.position()) {
            let blocks = board.five_point(opponent).filter(|&point| is_legal_four(board, point));
            self.moves.extend(blocks);
            return;
        }
        for point in board.strong(me).points() {
            if is_legal_four(board, point) && (self.choice == Choice::All || builds(board, point)) {
                self.moves.push(point);
            }
        }
        let history = board.position().history();
        let last = history.len().checked_sub(2).and_then(|i| history[i].point);
        self.moves[start..].sort_unstable_by_key(|&point| {
            let class = board.class(point, me);
            let distance = last.map_or(0, |last| {
                let (dx, dy) = (point.x().abs_diff(last.x()), point.y().abs_diff(last.y()));
                let aligned = dx == 0 || dy == 0 || dx == dy;
                point.distance(last) + if aligned { 0 } else { 4 }
            });
            (u8::MAX - class as u8, distance, point)
        });
    }
}

/// How many fours leave room for the five in N moves.
fn fours_in(moves: usize) -> u32 {
    u32::try_from(moves.saturating_sub(1)).unwrap_or(ALL_FOURS).min(ALL_FOURS)
}

/// The fours that a move makes.
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

    /// Whether no single reply stops them all: two fours share no point but the one just played.
    fn is_unstoppable(self) -> bool {
        self.shapes.iter().any(|shape| shape > Shape::Four) || self.directions().count() > 1
    }

    /// The replies that stop a single four: on its five, or where that five would be enclosed.
    fn replies(self, board: &Board, point: Point) -> impl Iterator<Item = Point> + use<> {
        let direction = self.directions().next();
        direction
            .map(|direction| board.position().weakens(point, self.stone, direction))
            .into_iter()
            .flatten()
    }
}

/// Whether a four also makes an open two or better on a second line, or stops a five.
fn builds(board: &Board, point: Point) -> bool {
    board.class(point, board.side()) != ThreatClass::Four
        || board.count(!board.side(), ThreatClass::Five) > 0
        || Fours::made_by(board, point).shapes.iter().filter(|&shape| shape >= Shape::OpenTwo).count() > 1
}

/// A point where the side would make five.
pub(crate) fn five_point(board: &Board, stone: Stone) -> Option<Point> {
    if board.count(stone, ThreatClass::Five) == 0 { None } else { board.five_point(stone) }
}

/// Whether a row counts for nothing if opposing stones stand at both its ends.
fn can_enclose(position: &Position) -> bool {
    matches!(position.rule(), Rule::Caro | Rule::Caro6)
}

/// Whether a point classed as a double three may also make a four: only where the double three ranks higher.
fn hides_fours(board: &Board) -> bool {
    board.position().rule() == Rule::Renju && board.side() == Stone::Black
}

/// How many points the classes mark as possible fours of the side to move.
#[inline]
fn count_fours(board: &Board) -> usize {
    let me = board.side();
    let hidden = if hides_fours(board) { board.count(me, ThreatClass::DoubleThree) } else { 0 };
    [ThreatClass::Four, ThreatClass::FourThree, ThreatClass::OpenFour]
        .iter()
        .map(|&class| board.count(me, class))
        .sum::<usize>()
        + hidden
}

/// Whether the side to move may have a five or a four.
#[inline]
fn has_fours(board: &Board) -> bool {
    board.count(board.side(), ThreatClass::Five) > 0 || count_fours(board) > 0
}

/// Whether the side to move makes a four on an empty point and may do so.
pub(crate) fn is_legal_four(board: &Board, point: Point) -> bool {
    match board.class(point, board.side()) {
        ThreatClass::Four | ThreatClass::FourThree | ThreatClass::OpenFour => true,
        ThreatClass::DoubleThree if hides_fours(board) => {
            board.position().point_shapes(point).of(board.side()).strongest() >= Shape::Four
                && board.is_legal(point)
        }
        _ => false,
    }
}

/// The legal move of the side to move that the evaluation prefers.
pub(crate) fn any_reply(board: &Board) -> Option<Point> {
    board.everywhere().points().filter(|&point| board.is_legal(point)).max_by_key(|&point| board.worth(point))
}

#[cfg(test)]
mod tests;
