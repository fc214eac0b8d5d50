//! The file referee: reads a board and the rival's last move, answers with a decision, all as text.
//!
//! The document's `play_games(step, rival_decision_x, rival_decision_y)` reads the board as it stood after step
//! `step − 1` and saves a decision. Player A (`1`, Black) moves at odd steps, player B (`2`, White) at even ones. The
//! document does not show its files; here they look as follows.
//!
//! - **Board**: one line of text for each row, the top row first, and one character for each cell: `0` empty, `1`
//!   player A, `2` player B, `T` or `3` a trap. Spaces, tabs and commas between cells are ignored, and so are blank lines. The
//!   board is square, 5×5 to 22×22.
//! - **Rival's move** and **decision**: `x,y`, both from 0: `x` is the row from the top and `y` the column from the left,
//!   as in the document's `board[x][y]`. A negative number means no move, as before step 1.
//!
//! The board should already hold the rival's move, as the document says; if that cell is still empty the move is made
//! first. The number of stones is not checked against the step.

use std::fmt;

use goren_core::{Agent, Game, Limits, Point, Position, Rule, Size, Step, Stone, Stop};

/// What the referee asks.
#[derive(Clone, Copy, Debug)]
pub struct RefereeRequest<'a> {
    /// The number of the step to decide on, from 1.
    pub step: u32,
    /// The rival's last move, `x,y`; ignored at step 1.
    pub rival: Option<&'a str>,
    /// The text of the board file.
    pub board: &'a str,
}

impl RefereeRequest<'_> {
    /// The game to decide on.
    pub fn game(&self) -> Result<Game, RefereeError> {
        let side = match self.step {
            0 => return Err(RefereeError::Step),
            step if step % 2 == 1 => Stone::Black,
            _ => Stone::White,
        };
        let Cells { size, traps, mut stones } = Cells::read(self.board)?;
        if let Some(text) = self.rival.filter(|_| self.step > 1)
            && let Some((row, column)) = read_move(text)?
        {
            let point = size
                .at_top_left(column, row)
                .ok_or_else(|| RefereeError::OffBoard { text: quoted(text), size })?;
            match stones.iter().find(|&&(each, _)| each == point) {
                Some(&(_, stone)) if stone != side => {}
                Some(_) => return Err(RefereeError::Taken { text: quoted(text), by: "your own stone" }),
                None if traps.contains(&point) => {
                    return Err(RefereeError::Taken { text: quoted(text), by: "a trap" });
                }
                None => stones.push((point, !side)),
            }
        }
        let position = Position::with_setup(Rule::Freestyle, size, &traps, &stones, side)
            .expect("every cell was read once");
        let game = Game::from_position(position);
        match game.result() {
            Some(result) => Err(RefereeError::Over(result.to_string())),
            None => Ok(game),
        }
    }

    /// The text of the decision file.
    pub fn decide(
        &self,
        trapper: &mut dyn Agent,
        limits: &Limits,
        stop: &Stop,
    ) -> Result<String, RefereeError> {
        let game = self.game()?;
        match trapper.choose(&game, limits, stop, &mut |_| {}) {
            Step::Place(point) => Ok(write_move(game.position().size(), point)),
            step => unreachable!("a game without an opening rule asks for stones, not to {step}"),
        }
    }
}

/// The text of a decision.
fn write_move(size: Size, point: Point) -> String {
    let (column, row) = size.top_left_of(point);
    format!("{row},{column}\n")
}

/// A move as row and column; `None` if it is negative.
fn read_move(text: &str) -> Result<Option<(usize, usize)>, RefereeError> {
    let bad = || RefereeError::Move(quoted(text));
    let (x, y) = text.split_once(',').ok_or_else(bad)?;
    let number = |text: &str| text.trim().parse::<i32>().map_err(|_| bad());
    let (x, y) = (number(x)?, number(y)?);
    Ok(usize::try_from(x).ok().zip(usize::try_from(y).ok()))
}

/// The contents of a board file.
struct Cells {
    size: Size,
    traps: Vec<Point>,
    stones: Vec<(Point, Stone)>,
}

impl Cells {
    fn read(text: &str) -> Result<Cells, RefereeError> {
        let is_cell = |&(_, c): &(usize, char)| !matches!(c, ' ' | '\t' | ',' | '\r');
        let rows: Vec<(usize, Vec<(usize, char)>)> = text
            .lines()
            .enumerate()
            .map(|(i, line)| (i + 1, line.chars().enumerate().filter(is_cell).collect::<Vec<_>>()))
            .filter(|(_, cells)| !cells.is_empty())
            .collect();
        let (mut traps, mut stones) = (Vec::new(), Vec::new());
        // Whatever else is wrong, an invalid character is the best hint at the cause.
        for (line, cells) in &rows {
            if let Some(&(i, found)) = cells.iter().find(|(_, c)| !matches!(c, '0'..='3' | 'T' | 't')) {
                return Err(RefereeError::Cell { line: *line, column: i + 1, found });
            }
        }
        let size = Size::new(rows.len()).map_err(|_| RefereeError::Rows(rows.len()))?;
        for (row, (line, cells)) in rows.iter().enumerate() {
            if cells.len() != size.side() {
                return Err(RefereeError::Row { line: *line, cells: cells.len(), size });
            }
            for (column, &(_, c)) in cells.iter().enumerate() {
                let point = size.at_top_left(column, row).expect("the row has as many cells as the board");
                match c {
                    '0' => {}
                    '1' => stones.push((point, Stone::Black)),
                    '2' => stones.push((point, Stone::White)),
                    _ => traps.push(point),
                }
            }
        }
        Ok(Cells { size, traps, stones })
    }
}

/// Why there is no decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RefereeError {
    /// Steps are counted from 1.
    Step,
    /// An invalid character.
    Cell {
        /// The line of the file, from 1.
        line: usize,
        /// The character of the line, from 1.
        column: usize,
        /// The character.
        found: char,
    },
    /// Too few or too many rows for a board.
    Rows(usize),
    /// A row with more or fewer cells than the board has rows.
    Row {
        /// The line of the file, from 1.
        line: usize,
        /// The number of its cells.
        cells: usize,
        /// The size, from the number of rows.
        size: Size,
    },
    /// The rival's move is not of the form `x,y`.
    Move(String),
    /// The rival's move is not on the board.
    OffBoard {
        /// The move.
        text: String,
        /// The board.
        size: Size,
    },
    /// The rival's move is impossible.
    Taken {
        /// The move.
        text: String,
        /// What is there.
        by: &'static str,
    },
    /// The game is over.
    Over(String),
}

impl fmt::Display for RefereeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RefereeError::Step => write!(f, "expected a step from 1, got `0`"),
            RefereeError::Cell { line, column, found } => {
                let found = found.escape_debug();
                write!(f, "line {line}, column {column}: expected 0, 1, 2 or T, got `{found}`")
            }
            RefereeError::Rows(rows) => write!(f, "expected a board of 5 to 22 rows, got {rows}"),
            RefereeError::Row { line, cells, size } => {
                let column = cells.min(&size.side()) + 1;
                write!(f, "line {line}, cell {column}: expected {size} cells as there are rows, got {cells}")
            }
            RefereeError::Move(text) => write!(f, "expected a move such as `7,7`, got `{text}`"),
            RefereeError::OffBoard { text, size } => {
                write!(f, "the rival's move `{text}` is outside the {size}×{size} board")
            }
            RefereeError::Taken { text, by } => write!(f, "the rival's move `{text}` is on {by}"),
            RefereeError::Over(result) => write!(f, "the game on this board is over: {result}"),
        }
    }
}

impl std::error::Error for RefereeError {}

/// The beginning of a text, for an error.
fn quoted(text: &str) -> String {
    text.chars().take(32).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Settings, classic};

    fn decide(step: u32, rival: Option<&str>, board: &str) -> Result<String, String> {
        let mut trapper = classic("trapper", &Settings::default()).expect("the document's settings");
        let request = RefereeRequest { step, rival, board };
        let decision = request.decide(&mut trapper, &Limits::default(), &Stop::default());
        decision.map_err(|error| error.to_string())
    }

    const EMPTY: &str = "00000\n00000\n00000\n00000\n00000\n";

    #[test]
    fn the_first_step_goes_to_the_centre() {
        assert_eq!(decide(1, None, EMPTY), Ok("2,2\n".into()));
        assert_eq!(decide(1, Some("-1,-1"), EMPTY), Ok("2,2\n".into()));
    }

    #[test]
    fn x_is_the_row_and_y_the_column_of_the_file() {
        let board = "0 0 0 0 0 0\n1,1,1,1,0,0\n0 0 0 0 0 0\n\n2 2 2 0 0 0\r\n0\t0 0 0 0 0\n000000";
        assert_eq!(decide(7, Some("3,2"), board), Ok("1,4\n".into()));
        let game = RefereeRequest { step: 7, rival: None, board }.game().expect("a good board");
        assert_eq!(game.position().stone("a5".parse().expect("a point")), Some(Stone::Black));
        assert_eq!(game.position().side(), Stone::Black);
    }

    #[test]
    fn a_rival_stone_that_is_missing_is_added_and_changes_the_decision() {
        let board = "000000\n111000\n000000\n220000\n000000\n000000";
        assert_eq!(decide(6, Some("1,3"), board), Ok("1,4\n".into()));
        let game = RefereeRequest { step: 6, rival: Some("1,3"), board }.game().expect("a good board");
        assert_eq!(game.position().stones().count(), 6);
        let there = RefereeRequest { step: 6, rival: Some("1,2"), board }.game().expect("a good board");
        assert_eq!(there.position().stones().count(), 5);
    }

    #[test]
    fn traps_are_read_and_avoided() {
        let board = "00T0000\n0000000\n1111T00\n2222000\n0003000\n0000000\n0000000";
        let game = RefereeRequest { step: 9, rival: None, board }.game().expect("a good board");
        assert_eq!(game.position().traps().len(), 3);
        assert_eq!(decide(9, None, board).as_deref(), Ok("3,4\n"));
    }

    #[test]
    fn bad_input_is_quoted_with_its_place() {
        let cases = [
            (0, None, EMPTY, "expected a step from 1, got `0`"),
            (1, None, "00000\n00x00\n", "line 2, column 3: expected 0, 1, 2 or T, got `x`"),
            (1, None, "0 0 0 0 0\n0 0 0 0 9", "line 2, column 9: expected 0, 1, 2 or T, got `9`"),
            (1, None, "", "expected a board of 5 to 22 rows, got 0"),
            (1, None, "000\n000\n000", "expected a board of 5 to 22 rows, got 3"),
            (
                1,
                None,
                "00000\n00000\n0000\n00000\n00000",
                "line 3, cell 5: expected 5 cells as there are rows, got 4",
            ),
            (2, Some("seven"), EMPTY, "expected a move such as `7,7`, got `seven`"),
            (2, Some("1;2"), EMPTY, "expected a move such as `7,7`, got `1;2`"),
            (2, Some("5,0"), EMPTY, "the rival's move `5,0` is outside the 5×5 board"),
            (
                3,
                Some("0,0"),
                "10000\n00000\n00000\n00000\n00000",
                "the rival's move `0,0` is on your own stone",
            ),
            (2, Some("0,0"), "T0000\n00000\n00000\n00000\n00000", "the rival's move `0,0` is on a trap"),
            (
                6,
                None,
                "11111\n22220\n00000\n00000\n00000",
                "the game on this board is over: Black wins by five, a5–e5",
            ),
        ];
        for (step, rival, board, message) in cases {
            assert_eq!(decide(step, rival, board), Err(message.into()));
        }
        assert!(decide(26, None, &EMPTY.replace('0', "T")).is_err_and(|text| text.contains("full")));
    }

    #[test]
    fn any_text_gets_a_decision_on_an_empty_cell_or_an_error() {
        let mut random = goren_core::Random::new(1);
        let mut decided = 0;
        for _ in 0..3_000 {
            let side = 5 + random.below(3);
            let letters = if random.below(4) == 0 { 8 } else { 6 };
            let cells = side * side + random.below(20) / 19;
            let board: String = (0..cells)
                .flat_map(|i| {
                    let letter = ['0', '0', '0', '1', '2', 'T', ',', 'é'][random.below(letters)];
                    [letter].into_iter().chain((i % side == side - 1).then_some('\n'))
                })
                .collect();
            let rival = ["0,0", "4,4", "-1,0", "9,9", ",", "x"][random.below(6)];
            if let Ok(decision) = decide(1 + random.below(3) as u32, Some(rival), &board) {
                let (row, column) = decision.trim().split_once(',').expect("two numbers");
                let (row, column): (usize, usize) =
                    (row.parse().expect("a row"), column.parse().expect("a column"));
                let line: Vec<char> = board.lines().nth(row).expect("a line").chars().collect();
                assert_eq!(line[column], '0');
                decided += 1;
            }
        }
        assert!(decided > 100, "{decided}");
    }
}
