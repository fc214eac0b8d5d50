//! Steps of a game in words, as pages send them and the database keeps them.

use goren_core::{Choice, Point, Seat, Step, Stone};

/// What a player can do on their own or at their turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Act {
    /// What the game's turn asks for.
    Turn(Step),
    /// Gives up.
    Resign,
    /// Offers a draw, or accepts one.
    Draw,
    /// Refuses what the other offers.
    Decline,
}

/// Reads what a player wants to do.
pub(crate) fn read(text: &str) -> Result<Act, String> {
    let point = |name: &str| name.parse::<Point>().map_err(|error| error.to_string());
    Ok(Act::Turn(match text.split_once(' ').unwrap_or((text, "")) {
        ("place", "two") => Step::Choose(Choice::PlaceTwo),
        ("place", name) => Step::Place(point(name)?),
        ("take", "black") => Step::Choose(Choice::Take(Stone::Black)),
        ("take", "white") => Step::Choose(Choice::Take(Stone::White)),
        ("offer", "ten") => Step::Choose(Choice::OfferTen),
        ("offer", name) => Step::Offer(point(name)?),
        ("pick", name) => Step::Pick(point(name)?),
        ("declare", count) => Step::Declare(
            count
                .parse()
                .map_err(|_| format!("expected a number such as `declare 3`, got `{}`", short(text)))?,
        ),
        ("resign", "") => return Ok(Act::Resign),
        ("draw", "") => return Ok(Act::Draw),
        ("decline", "") => return Ok(Act::Decline),
        _ => {
            return Err(format!("expected a step such as `place h8` or `take black`, got `{}`", short(text)));
        }
    }))
}

/// Reads a step that was done before.
pub(crate) fn read_done(text: &str, seat: Seat) -> Result<Step, String> {
    match (text, read(text)) {
        ("time", _) => Ok(Step::Flag(seat)),
        (_, Ok(Act::Turn(step))) => Ok(step),
        (_, Ok(Act::Resign)) => Ok(Step::Resign(seat)),
        (_, Ok(Act::Draw)) => Ok(Step::Agree),
        (_, Ok(Act::Decline)) => Err("`decline` is no step of a game".to_owned()),
        (_, Err(error)) => Err(error),
    }
}

/// A step in words.
pub(crate) fn write(step: Step) -> String {
    match step {
        Step::Choose(Choice::Take(Stone::Black)) => "take black".to_owned(),
        Step::Choose(Choice::Take(Stone::White)) => "take white".to_owned(),
        Step::Choose(Choice::PlaceTwo) => "place two".to_owned(),
        Step::Choose(Choice::OfferTen) => "offer ten".to_owned(),
        Step::Resign(_) => "resign".to_owned(),
        Step::Flag(_) => "time".to_owned(),
        Step::Agree => "draw".to_owned(),
        Step::Place(point) => format!("place {point}"),
        Step::Declare(_) | Step::Offer(_) | Step::Pick(_) => step.to_string(),
    }
}

fn short(text: &str) -> String {
    text.chars().take(32).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_go_to_words_and_back() {
        let point: Point = "h8".parse().unwrap();
        let choices =
            [Choice::Take(Stone::Black), Choice::Take(Stone::White), Choice::PlaceTwo, Choice::OfferTen];
        let mut steps: Vec<Step> = choices.map(Step::Choose).to_vec();
        steps.extend([
            Step::Place(point),
            Step::Declare(3),
            Step::Offer(point),
            Step::Pick(point),
            Step::Agree,
        ]);
        steps.extend([Step::Resign(Seat::Second), Step::Flag(Seat::Second)]);
        for step in steps {
            assert_eq!(read_done(&write(step), Seat::Second), Ok(step));
        }
    }

    #[test]
    fn what_is_no_step_is_quoted() {
        for text in ["", "place", "place z99", "declare many", "take green", "jump h8", "resign now"] {
            let error = read(text).unwrap_err();
            assert!(error.contains("got `"), "{error}");
        }
    }
}
