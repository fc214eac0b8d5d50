//! The stones that the manager has put on the board.

use anyhow::{Context, bail, ensure};
use goren_core::{Point, Position, Rule, Size, Stone};
use goren_protocol::{Coordinates, Owner, Placed};

/// The stones of each colour in the order in which they were sent. No two are on the same point.
///
/// The rule is not part of it: managers set it before the first move, but after the board.
#[derive(Clone, Debug)]
pub(super) struct Board {
    size: Size,
    black: Vec<Point>,
    white: Vec<Point>,
}

impl Board {
    pub(super) fn new(size: Size) -> Board {
        Board { size, black: Vec::new(), white: Vec::new() }
    }

    /// A board as `BOARD` describes it: the engine is to move, and its colour follows from the stone
    /// counts.
    pub(super) fn read(size: Size, stones: &[Placed]) -> anyhow::Result<Board> {
        let count = |owner| stones.iter().filter(|placed| placed.owner == owner).count();
        let (own, opponent) = (count(Owner::Own), count(Owner::Opponent));
        if let Some(row) = stones.iter().find(|placed| placed.owner == Owner::FinishedRow) {
            bail!("expected `x,y,1` or `x,y,2`, got `{row}`: continuing after a win is not supported");
        }
        let mine = match opponent.checked_sub(own) {
            Some(0) => Stone::Black,
            Some(1) => Stone::White,
            _ => bail!(
                "expected as many stones of the opponent as of mine, or one more, got {opponent} and {own}"
            ),
        };
        let mut board = Board::new(size);
        for placed in stones {
            let point = board.free(placed.at)?;
            board.stones_mut(if placed.owner == Owner::Own { mine } else { !mine }).push(point);
        }
        Ok(board)
    }

    pub(super) fn size(&self) -> Size {
        self.size
    }

    pub(super) fn is_empty(&self) -> bool {
        self.black.is_empty() && self.white.is_empty()
    }

    /// Whose turn it is, from the stone counts.
    fn side(&self) -> Stone {
        if self.black.len() <= self.white.len() { Stone::Black } else { Stone::White }
    }

    /// The point at these coordinates.
    pub(super) fn point(&self, at: Coordinates) -> anyhow::Result<Point> {
        let size = self.size;
        at.on(size).with_context(|| format!("expected a point on the {size}×{size} board, got `{at}`"))
    }

    /// The point at these coordinates, which must be free.
    pub(super) fn free(&self, at: Coordinates) -> anyhow::Result<Point> {
        let point = self.point(at)?;
        let is_taken = self.black.contains(&point) || self.white.contains(&point);
        ensure!(!is_taken, "expected a free point, got `{at}`, which is occupied");
        Ok(point)
    }

    /// Puts a stone of the side to move on a free point.
    pub(super) fn place(&mut self, point: Point) {
        self.stones_mut(self.side()).push(point);
    }

    /// Removes the stone at these coordinates.
    pub(super) fn remove(&mut self, at: Coordinates) -> anyhow::Result<()> {
        let point = self.point(at)?;
        let before = self.black.len() + self.white.len();
        self.black.retain(|&stone| stone != point);
        self.white.retain(|&stone| stone != point);
        ensure!(self.black.len() + self.white.len() < before, "expected a stone to take back, got `{at}`");
        Ok(())
    }

    /// The position under a rule, with a history of alternating moves where the numbers of stones allow it.
    pub(super) fn position(&self, rule: Rule) -> Position {
        if !matches!(self.black.len().checked_sub(self.white.len()), Some(0 | 1)) {
            return self.set_up(rule);
        }
        let mut position = Position::new(rule, self.size);
        for turn in 0..self.black.len() {
            position.play(self.black[turn]);
            if let Some(&point) = self.white.get(turn) {
                position.play(point);
            }
        }
        // A row that wins on the final board also won when its last stone was played: no winner here means none there.
        if position.winner().is_none() {
            return position;
        }
        // The order may differ from the game's: a row of six may look as if it had once been five.
        let set_up = self.set_up(rule);
        if position.winner() == set_up.winner() { position } else { set_up }
    }

    /// The position under a rule, without a history.
    fn set_up(&self, rule: Rule) -> Position {
        let of = |stones: &[Point], stone| stones.iter().map(|&point| (point, stone)).collect::<Vec<_>>();
        let stones = [of(&self.black, Stone::Black), of(&self.white, Stone::White)].concat();
        Position::with_setup(rule, self.size, &[], &stones, self.side())
            .expect("no two stones are on the same point")
    }

    fn stones_mut(&mut self, stone: Stone) -> &mut Vec<Point> {
        match stone {
            Stone::Black => &mut self.black,
            Stone::White => &mut self.white,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> anyhow::Result<Board> {
        let stones: Vec<Placed> = text
            .split_whitespace()
            .map(|stone| {
                let fields: Vec<u16> = stone.split(',').map(|field| field.parse().unwrap()).collect();
                let owner = [Owner::Own, Owner::Opponent, Owner::FinishedRow][usize::from(fields[2]) - 1];
                Placed { at: Coordinates { x: fields[0], y: fields[1] }, owner }
            })
            .collect();
        Board::read(Size::DEFAULT, &stones)
    }

    #[test]
    fn the_colour_follows_from_the_numbers() {
        assert_eq!(read("").unwrap().side(), Stone::Black);
        assert_eq!(read("7,7,2").unwrap().side(), Stone::White);
        let board = read("7,7,2 8,8,1").unwrap();
        let position = board.position(Rule::Renju);
        assert_eq!(position.side(), Stone::Black);
        assert_eq!(position.stone("i7".parse().unwrap()), Some(Stone::Black));
        assert_eq!(position.history().len(), 2);
    }

    #[test]
    fn impossible_boards_are_refused() {
        for text in ["7,7,1", "7,7,2 8,8,2", "7,7,2 7,7,1", "15,0,2", "7,7,3", "7,7,2 8,8,1 9,9,3"] {
            assert!(read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn the_order_of_stones_does_not_make_a_winner() {
        // A black row of six that was completed from three and two does not win under exactly five.
        let board = read("0,0,1 1,0,1 2,0,1 3,0,1 4,0,1 5,0,1 0,9,2 2,9,2 4,9,2 6,9,2 8,9,2 10,9,2").unwrap();
        assert_eq!(board.position(Rule::Standard).winner(), None);
        assert_eq!(board.position(Rule::Freestyle).winner(), Some(Stone::Black));
    }

    #[test]
    fn any_stone_can_be_taken_back() {
        let mut board = read("7,7,2 8,8,1 9,9,2").unwrap();
        board.remove(Coordinates { x: 7, y: 7 }).unwrap();
        assert!(board.remove(Coordinates { x: 7, y: 7 }).is_err());
        let position = board.position(Rule::Freestyle);
        assert_eq!((position.side(), position.empty_count()), (Stone::Black, 223));
    }
}
