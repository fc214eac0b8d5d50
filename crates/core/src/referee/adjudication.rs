//! Ending games early: by a move limit, or because both players' scores agree.

use alloc::string::String;
use core::fmt;
use core::str::FromStr;

use crate::game::Ending;
use crate::opening::Seat;
use crate::score::Score;

/// When a game is ended early. Nothing ends it by default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct Adjudication {
    /// A draw when this many stones are on the board and nobody has won.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub draw_after: Option<usize>,
    /// A win once one player has claimed a forced win, and the other a forced loss, for this many moves.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub agreed_win: Option<u32>,
    /// A draw once both players have scored the game as even for long enough.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub agreed_draw: Option<AgreedDraw>,
}

/// When a game counts as drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct AgreedDraw {
    /// The number of consecutive moves of each player.
    pub moves: u32,
    /// The largest score that counts as even.
    pub score: i32,
    /// The minimum number of stones on the board.
    pub after: usize,
}

/// Reads `win=3`, `draw=8`, `draw=8,score=20,after=60` or both kinds together.
impl FromStr for Adjudication {
    type Err = ParseAdjudicationError;

    fn from_str(text: &str) -> Result<Adjudication, ParseAdjudicationError> {
        let bad = |got: &str| ParseAdjudicationError(got.chars().take(32).collect());
        let (mut win, mut draw, mut score, mut after) = (None, None, None, None);
        for part in text.split(',') {
            let (key, value) = part.split_once('=').ok_or_else(|| bad(part))?;
            let number: u16 = value.parse().ok().filter(|&number| number > 0).ok_or_else(|| bad(part))?;
            match key.trim() {
                "win" => win = Some(number.into()),
                "draw" => draw = Some(number.into()),
                "score" => score = Some(number.into()),
                "after" => after = Some(number.into()),
                _ => return Err(bad(part)),
            }
        }
        if draw.is_none() && (score.is_some() || after.is_some()) {
            return Err(bad(text));
        }
        let agreed_draw =
            draw.map(|moves| AgreedDraw { moves, score: score.unwrap_or(10), after: after.unwrap_or(60) });
        Ok(Adjudication { draw_after: None, agreed_win: win, agreed_draw })
    }
}

/// Text that is not an adjudication rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseAdjudicationError(String);

impl fmt::Display for ParseAdjudicationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected `win=3`, or `draw=8,score=10,after=60`, or both, got `{}`", self.0)
    }
}

impl core::error::Error for ParseAdjudicationError {}

/// The unbroken run of claims of the players of one game.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Claims {
    wins: [u32; 2],
    losses: [u32; 2],
    evens: [u32; 2],
}

impl Claims {
    /// Records the score that a player reported with its move, if any.
    pub(super) fn note(&mut self, seat: Seat, score: Option<Score>, adjudication: &Adjudication) {
        let seat = seat as usize;
        let count = |counter: &mut u32, holds: bool| *counter = if holds { *counter + 1 } else { 0 };
        let limit = adjudication.agreed_draw.map_or(0, |draw| draw.score);
        count(&mut self.wins[seat], score.is_some_and(|score| score.plies_to_win().is_some()));
        count(&mut self.losses[seat], score.is_some_and(|score| score.plies_to_loss().is_some()));
        count(&mut self.evens[seat], score.is_some_and(|score| score.0.abs() <= limit));
    }

    /// Whether the game is over now, with `stones` on the board, and how.
    pub(super) fn settle(
        &self,
        stones: usize,
        adjudication: &Adjudication,
    ) -> Option<(Option<Seat>, Ending)> {
        if let Some(moves) = adjudication.agreed_win {
            for winner in [Seat::First, Seat::Second] {
                if self.wins[winner as usize] >= moves && self.losses[!winner as usize] >= moves {
                    return Some((Some(winner), Ending::AgreedWin));
                }
            }
        }
        if let Some(draw) = adjudication.agreed_draw
            && stones >= draw.after
            && self.evens.iter().all(|&moves| moves >= draw.moves)
        {
            return Some((None, Ending::AgreedDraw));
        }
        let is_long = adjudication.draw_after.is_some_and(|limit| stones >= limit);
        is_long.then_some((None, Ending::MoveLimit))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::string::ToString;

    #[test]
    fn a_win_needs_both_players_for_long_enough() {
        let adjudication: Adjudication = "win=2".parse().unwrap();
        let mut claims = Claims::default();
        let mut say = |seat, score| {
            claims.note(seat, Some(score), &adjudication);
            claims.settle(20, &adjudication)
        };
        assert_eq!(say(Seat::First, Score::win_in(9)), None);
        assert_eq!(say(Seat::Second, Score(-400)), None);
        assert_eq!(say(Seat::First, Score::win_in(7)), None);
        assert_eq!(say(Seat::Second, Score::loss_in(6)), None);
        assert_eq!(say(Seat::First, Score::win_in(5)), None);
        assert_eq!(say(Seat::Second, Score::loss_in(4)), Some((Some(Seat::First), Ending::AgreedWin)));
    }

    #[test]
    fn a_dead_draw_needs_even_scores_without_a_break_and_enough_stones() {
        let adjudication: Adjudication = "draw=2,score=5,after=30".parse().unwrap();
        let mut claims = Claims::default();
        let mut say = |seat, score, stones| {
            claims.note(seat, score, &adjudication);
            claims.settle(stones, &adjudication)
        };
        let even = Some(Score(5));
        for _ in 0..2 {
            assert_eq!(say(Seat::First, even, 29), None);
            assert_eq!(say(Seat::Second, even, 29), None);
        }
        assert_eq!(say(Seat::First, Some(Score(6)), 30), None);
        assert_eq!(say(Seat::Second, even, 31), None);
        assert_eq!(say(Seat::First, even, 32), None);
        assert_eq!(say(Seat::Second, None, 33), None, "silence is not agreement");
        assert_eq!(say(Seat::First, even, 34), None);
        assert_eq!(say(Seat::Second, even, 35), None);
        assert_eq!(say(Seat::First, even, 36), None);
        assert_eq!(say(Seat::Second, even, 37), Some((None, Ending::AgreedDraw)));
    }

    #[test]
    fn mistakes_are_quoted() {
        let error = |text: &str| text.parse::<Adjudication>().unwrap_err().to_string();
        assert!(error("won=3").contains("`won=3`"));
        assert!(error("draw=0").contains("`draw=0`"));
        assert!(error("score=3").contains("`score=3`"));
    }
}
