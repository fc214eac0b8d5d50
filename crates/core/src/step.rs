//! The steps of a game, and their text form.

use alloc::string::String;
use core::fmt;
use core::str::FromStr;

use crate::opening::Seat;
use crate::point::Point;
use crate::stone::Stone;

/// One step of a game.
///
/// Its text form is what people type, pages send and files store: `h8`, `take black`, `place two`, `offer ten`,
/// `declare 3`, `offer h8`, `pick h8`, `resign first`, `flag second`, `draw`.
///
/// ```
/// use goren_core::{Choice, Step, Stone};
///
/// assert_eq!("take white".parse(), Ok(Step::Choose(Choice::Take(Stone::White))));
/// assert_eq!(Step::Offer("h8".parse()?).to_string(), "offer h8");
/// # Ok::<(), goren_core::ParsePointError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// A stone of the colour to move.
    Place(Point),
    /// One of the choices that an opening rule offers.
    Choose(Choice),
    /// How many fifth moves are to be offered.
    Declare(u8),
    /// One of the fifth moves offered.
    Offer(Point),
    /// The fifth move, picked from those offered.
    Pick(Point),
    /// A player resigns.
    Resign(Seat),
    /// A player's time has run out.
    Flag(Seat),
    /// Both players agree on a draw.
    Agree,
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Step::Place(point) => write!(f, "{point}"),
            Step::Choose(choice) => write!(f, "{choice}"),
            Step::Declare(count) => write!(f, "declare {count}"),
            Step::Offer(point) => write!(f, "offer {point}"),
            Step::Pick(point) => write!(f, "pick {point}"),
            Step::Resign(seat) => write!(f, "resign {}", seat.name()),
            Step::Flag(seat) => write!(f, "flag {}", seat.name()),
            Step::Agree => write!(f, "draw"),
        }
    }
}

impl FromStr for Step {
    type Err = ParseStepError;

    /// Reads what [`Step`]'s `Display` writes, in any case; `place h8` is an alias of `h8`.
    fn from_str(text: &str) -> Result<Step, ParseStepError> {
        let bad = || ParseStepError(text.chars().take(32).collect());
        let lower = text.to_ascii_lowercase();
        let (verb, object) = lower.split_once(' ').unwrap_or((&lower, ""));
        let point = || object.parse().map_err(|_| bad());
        let seat = || Seat::BOTH.into_iter().find(|seat| seat.name() == object).ok_or_else(bad);
        match (verb, object) {
            ("take", "black") => Ok(Step::Choose(Choice::Take(Stone::Black))),
            ("take", "white") => Ok(Step::Choose(Choice::Take(Stone::White))),
            ("place", "two") => Ok(Step::Choose(Choice::PlaceTwo)),
            ("offer", "ten") => Ok(Step::Choose(Choice::OfferTen)),
            ("declare", count) => count.parse().map(Step::Declare).map_err(|_| bad()),
            ("place", _) => point().map(Step::Place),
            ("offer", _) => point().map(Step::Offer),
            ("pick", _) => point().map(Step::Pick),
            ("resign", _) => seat().map(Step::Resign),
            ("flag", _) => seat().map(Step::Flag),
            ("draw", "") => Ok(Step::Agree),
            _ => lower.parse().map(Step::Place).map_err(|_| bad()),
        }
    }
}

/// Text that is not a step of any game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseStepError(String);

impl fmt::Display for ParseStepError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected a step such as `h8`, `take black` or `offer h8`, got `{}`", self.0)
    }
}

impl core::error::Error for ParseStepError {}

/// What a player may choose in an opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Choice {
    /// Continue with this colour.
    Take(Stone),
    /// Place two more stones and let the other player choose (swap2).
    PlaceTwo,
    /// Offer ten fifth moves (taraguchi-10).
    OfferTen,
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Choice::Take(stone) => write!(f, "take {}", stone.name()),
            Choice::PlaceTwo => f.write_str("place two"),
            Choice::OfferTen => f.write_str("offer ten"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::string::ToString;
    use std::vec::Vec;

    #[test]
    fn every_kind_of_step_reads_back_as_it_is_written() {
        let point: Point = "h8".parse().unwrap();
        let choices =
            [Choice::Take(Stone::Black), Choice::Take(Stone::White), Choice::PlaceTwo, Choice::OfferTen];
        let mut steps = choices.map(Step::Choose).to_vec();
        steps.extend([
            Step::Place(point),
            Step::Declare(3),
            Step::Offer(point),
            Step::Pick(point),
            Step::Agree,
        ]);
        steps.extend(Seat::BOTH.map(Step::Resign));
        steps.extend(Seat::BOTH.map(Step::Flag));
        let texts: Vec<_> = steps.iter().map(Step::to_string).collect();
        assert_eq!(
            texts.join(", "),
            "take black, take white, place two, offer ten, h8, declare 3, offer h8, pick h8, draw, resign first, \
             resign second, flag first, flag second"
        );
        for (step, text) in steps.iter().zip(&texts) {
            assert_eq!(text.parse(), Ok(*step));
            assert_eq!(text.to_ascii_uppercase().parse(), Ok(*step));
        }
        assert_eq!("place h8".parse(), Ok(Step::Place(point)));
    }

    #[test]
    fn text_that_is_not_a_step_is_quoted() {
        for text in
            ["", "place", "place z99", "declare many", "take green", "jump h8", "resign now", "h8 h9", "pick"]
        {
            let error = text.parse::<Step>().unwrap_err().to_string();
            assert!(error.ends_with(&std::format!("got `{text}`")), "{error}");
        }
    }
}
