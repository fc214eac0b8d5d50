//! A puzzle and what must hold of it.

use std::fmt;
use std::ops::RangeInclusive;

use goren_core::{IllegalMove, Point, Position, Rule, Size, Stone};
use serde::{Deserialize, Serialize};

use crate::canonical::Canonical;
use crate::theme::Theme;
use crate::variant::Shift;

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Win by fours alone.
    Fours,
    /// Win by fours, threes and quiet moves that threaten a win by fours; there is no win by fours alone.
    Threats,
    /// The other side threatens to win by fours: find a move that stops it. Every move that
    /// is not an answer is proved to lose.
    Defence,
    /// Renju, Black: the natural winning point is forbidden; win on another.
    Avoid,
    /// Renju, White: win where Black's only answer is forbidden.
    Forbid,
    /// Swap2: put down the fifth stone so that neither colour is better. Answered by search, not by proof.
    Balance,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Kind; 6] =
        [Kind::Fours, Kind::Threats, Kind::Defence, Kind::Avoid, Kind::Forbid, Kind::Balance];

    /// The kind's name in files and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Fours => "fours",
            Kind::Threats => "threats",
            Kind::Defence => "defence",
            Kind::Avoid => "avoid",
            Kind::Forbid => "forbid",
            Kind::Balance => "balance",
        }
    }

    /// Whether such a puzzle can occur under a rule.
    pub fn occurs_under(self, rule: Rule) -> bool {
        !matches!(self, Kind::Avoid | Kind::Forbid) || rule == Rule::Renju
    }

    /// Whether the answers are proved; a balance is only searched for.
    pub fn is_proved(self) -> bool {
        self != Kind::Balance
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl std::str::FromStr for Kind {
    type Err = String;

    fn from_str(text: &str) -> Result<Kind, String> {
        Kind::ALL.into_iter().find(|kind| kind.name() == text).ok_or_else(|| {
            let names: Vec<&str> = Kind::ALL.iter().map(|kind| kind.name()).collect();
            format!("expected a kind of puzzle ({}), got `{text}`", names.join(", "))
        })
    }
}

/// The initial ratings that puzzles have.
pub const RATINGS: RangeInclusive<u16> = 400..=2800;

/// A position, what is asked, and all right answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Puzzle {
    /// Eight letters and digits that depend on the position alone: equal positions have the same, however they are turned.
    pub id: String,
    /// The rule.
    pub rule: Rule,
    /// The board's size.
    pub size: Size,
    /// The moves from an empty board, Black first; `h8i9g7` in files.
    #[serde(rename = "position", with = "moves_text")]
    pub moves: Vec<Point>,
    /// The side to move, who is asked.
    pub side: Stone,
    /// What is asked.
    pub kind: Kind,
    /// Every first move that solves it, in the order of the points.
    pub answers: Vec<Point>,
    /// The main line: it begins with an answer, and a win ends with the five.
    pub line: Vec<Point>,
    /// The whole proof as text, where it is stored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proof: Option<String>,
    /// From 1, easy, to 5, hard.
    pub grade: u8,
    /// The initial rating, on the scale of Glicko-2 that begins at 1500.
    pub rating: u16,
    /// What occurs in it.
    #[serde(default)]
    pub themes: Vec<Theme>,
    /// Shifts of the whole position after which the answers were proved to be the same, shifted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shifts: Vec<Shift>,
    /// Where it comes from.
    #[serde(default)]
    pub source: String,
}

impl Puzzle {
    /// The position to solve.
    ///
    /// # Panics
    /// If the moves cannot be played; those of a puzzle that was [checked](Puzzle::check) or [read](crate::read()) can.
    pub fn position(&self) -> Position {
        self.replay().expect("the moves of a checked puzzle can be played")
    }

    /// Whether a first move solves the puzzle.
    pub fn is_answer(&self, point: Point) -> bool {
        self.answers.contains(&point)
    }

    /// The stones of a colour.
    pub(crate) fn stones(&self, stone: Stone) -> Vec<Point> {
        let from = usize::from(stone == Stone::White);
        self.moves.iter().skip(from).step_by(2).copied().collect()
    }

    /// What occurs in it, by name.
    pub(crate) fn theme_names(&self) -> Vec<String> {
        self.themes.iter().map(|theme| theme.name().to_owned()).collect()
    }

    /// The identifier of a position.
    pub fn id_of(position: &Position) -> String {
        Canonical::of(position).id()
    }

    fn replay(&self) -> Result<Position, IllegalMove> {
        let mut position = Position::new(self.rule, self.size);
        for &point in &self.moves {
            position.check(point)?;
            position.play(point);
        }
        Ok(position)
    }

    /// Whether everything fits together. The answers are not proved again.
    pub fn check(&self) -> Result<(), PuzzleError> {
        let bad = |expected: &str, got: String| Err(PuzzleError { expected: expected.to_owned(), got });
        let position = match self.replay() {
            Ok(position) => position,
            Err(error) => return bad("moves that can be played", error.to_string()),
        };
        if position.side() != self.side {
            let expected = format!("{} to move, as after the moves", position.side().name());
            return bad(&expected, self.side.name().to_owned());
        }
        if !position.outcome().is_ongoing() {
            return bad("a game that is not over", "a finished one".to_owned());
        }
        let id = Puzzle::id_of(&position);
        if self.id != id {
            return bad(&format!("the identifier `{id}` for this position"), self.id.clone());
        }
        if !self.kind.occurs_under(self.rule) {
            return bad("renju for this kind", self.rule.to_string());
        }
        if self.answers.is_empty() || !self.answers.is_sorted_by(|one, other| one < other) {
            return bad("answers, each once and in the order of the points", names(&self.answers));
        }
        if let Some(point) = self.answers.iter().find(|&&point| !position.is_legal(point)) {
            return bad("answers that can be played", point.to_string());
        }
        if !self.line.first().is_some_and(|&point| self.is_answer(point)) {
            return bad("a line that begins with an answer", names(&self.line));
        }
        let mut end = position;
        for &point in &self.line {
            if let Err(error) = end.try_play(point) {
                return bad("a line that can be played", error.to_string());
            }
        }
        if !matches!(self.kind, Kind::Defence | Kind::Balance) && end.winner() != Some(self.side) {
            return bad("a line that ends with the five", names(&self.line));
        }
        if !(1..=5).contains(&self.grade) {
            return bad("a grade from 1 to 5", self.grade.to_string());
        }
        if !RATINGS.contains(&self.rating) {
            return bad(
                &format!("a rating from {} to {}", RATINGS.start(), RATINGS.end()),
                self.rating.to_string(),
            );
        }
        match self.shifts.iter().find(|&&shift| self.shift_all(shift).is_none()) {
            Some(shift) => {
                bad("shifts that keep every point on the board", format!("{} {}", shift.0, shift.1))
            }
            None => Ok(()),
        }
    }
}

fn names(points: &[Point]) -> String {
    points.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// What is wrong with a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleError {
    pub(crate) expected: String,
    pub(crate) got: String,
}

impl fmt::Display for PuzzleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let got: String = self.got.chars().take(80).collect();
        write!(f, "expected {}, got `{got}`", self.expected)
    }
}

impl std::error::Error for PuzzleError {}

/// Moves as one word: `h8i9g7`.
mod moves_text {
    use goren_core::Point;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(moves: &[Point], serializer: S) -> Result<S::Ok, S::Error> {
        let text: String = moves.iter().map(ToString::to_string).collect();
        serializer.serialize_str(&text)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Point>, D::Error> {
        let text = String::deserialize(deserializer)?;
        let mut points = Vec::new();
        let mut rest = text.as_str();
        while !rest.is_empty() {
            let (point, tail) = Point::split_first(rest).map_err(D::Error::custom)?;
            points.push(point);
            rest = tail;
        }
        Ok(points)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::read::read;

    /// Black wins with k8 or g8, the simplest puzzle there is.
    pub(crate) const OPEN_THREE: &str = r#"{"id":"ID","rule":"freestyle","size":15,"position":"h8a1i8c1j8e1","side":"black","kind":"fours","answers":["g8","k8"],"line":["g8","f8","k8"],"grade":1,"rating":600,"themes":["short"],"source":"a test"}"#;

    pub(crate) fn open_three() -> Puzzle {
        let mut puzzle: Puzzle = serde_json::from_str(OPEN_THREE).unwrap();
        puzzle.id = Puzzle::id_of(&puzzle.position());
        puzzle
    }

    #[test]
    fn a_puzzle_reads_back_as_it_is_written() {
        let puzzle = open_three();
        let text = serde_json::to_string(&puzzle).unwrap();
        assert_eq!(text, OPEN_THREE.replace("\"ID\"", &format!("\"{}\"", puzzle.id)));
        assert_eq!(read(&text).unwrap(), [puzzle]);
    }

    #[test]
    fn what_does_not_fit_together_is_named() {
        let good = open_three();
        assert_eq!(good.check(), Ok(()));
        let point = |name: &str| name.parse::<Point>().unwrap();
        let error = |change: &dyn Fn(&mut Puzzle)| {
            let mut bad = good.clone();
            change(&mut bad);
            bad.check().unwrap_err().to_string()
        };
        type Change<'a> = (&'a dyn Fn(&mut Puzzle), &'a str);
        let changes: [Change<'_>; 9] = [
            (&|puzzle| puzzle.moves.push(point("h8")), "moves that can be played"),
            (&|puzzle| puzzle.side = Stone::White, "black to move"),
            (&|puzzle| puzzle.id = "aaaaaaaa".to_owned(), "for this position, got `aaaaaaaa`"),
            (&|puzzle| puzzle.kind = Kind::Avoid, "renju for this kind"),
            (&|puzzle| puzzle.answers.reverse(), "in the order of the points, got `k8 g8`"),
            (&|puzzle| puzzle.answers[0] = point("c1"), "answers that can be played, got `c1`"),
            (&|puzzle| puzzle.line.truncate(2), "ends with the five"),
            (&|puzzle| puzzle.grade = 6, "a grade from 1 to 5, got `6`"),
            (&|puzzle| puzzle.shifts = vec![Shift(-1, 0)], "keep every point on the board, got `-1 0`"),
        ];
        for (change, expected) in changes {
            assert!(error(change).contains(expected), "{}", error(change));
        }
    }
}
