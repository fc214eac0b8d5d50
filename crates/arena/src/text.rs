//! The words of core as they stand in our JSON: rules and openings by name, sizes as numbers, moves as `h8i9`.

use goren_core::{Choice, Point, Seat, Size, Step, Stone};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Anything with a one-word form.
pub(crate) mod word {
    use std::fmt::Display;
    use std::str::FromStr;

    use super::{Deserialize, Deserializer, Error, Serializer};

    pub(crate) fn serialize<T: Display, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(value)
    }

    pub(crate) fn deserialize<'de, T, D>(deserializer: D) -> Result<T, D::Error>
    where
        T: FromStr<Err: Display>,
        D: Deserializer<'de>,
    {
        String::deserialize(deserializer)?.parse().map_err(Error::custom)
    }
}

/// A size as its side.
pub(crate) mod side {
    use super::{Deserialize, Deserializer, Error, Serialize, Serializer, Size};

    pub(crate) fn serialize<S: Serializer>(size: &Size, serializer: S) -> Result<S::Ok, S::Error> {
        size.side().serialize(serializer)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Size, D::Error> {
        Size::new(usize::deserialize(deserializer)?).map_err(Error::custom)
    }
}

/// Points in one word.
pub(crate) mod points {
    use super::{Deserialize, Deserializer, Error, Point, Serializer, parse_points, points_text};

    pub(crate) fn serialize<S: Serializer>(points: &[Point], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&points_text(points))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Point>, D::Error> {
        parse_points(&String::deserialize(deserializer)?).map_err(Error::custom)
    }
}

/// A list of lines of points.
pub(crate) mod lines {
    use super::{Deserialize, Deserializer, Error, Point, Serializer, parse_points, points_text};

    pub(crate) fn serialize<S: Serializer>(lines: &[Vec<Point>], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(lines.iter().map(|line| points_text(line)))
    }

    pub(crate) fn deserialize<'de, D>(deserializer: D) -> Result<Vec<Vec<Point>>, D::Error>
    where
        D: Deserializer<'de>,
    {
        let lines = Vec::<String>::deserialize(deserializer)?;
        lines.iter().map(|line| parse_points(line).map_err(Error::custom)).collect()
    }
}

/// A step as its notation.
pub(crate) mod step {
    use super::{Deserialize, Deserializer, Error, Serializer, Step, parse_step, step_text};

    pub(crate) fn serialize<S: Serializer>(step: &Step, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&step_text(*step))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Step, D::Error> {
        parse_step(&String::deserialize(deserializer)?).map_err(Error::custom)
    }
}

/// A seat, or nobody, as `first`, `second` or `null`.
pub(crate) mod seat {
    use super::{Deserialize, Deserializer, Error, Seat, Serialize, Serializer};

    pub(crate) fn serialize<S: Serializer>(seat: &Option<Seat>, serializer: S) -> Result<S::Ok, S::Error> {
        let word = seat.map(|seat| if seat == Seat::First { "first" } else { "second" });
        word.serialize(serializer)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Seat>, D::Error> {
        match Option::<String>::deserialize(deserializer)?.as_deref() {
            None => Ok(None),
            Some("first") => Ok(Some(Seat::First)),
            Some("second") => Ok(Some(Seat::Second)),
            Some(other) => {
                Err(Error::custom(format!("expected `first`, `second` or nothing, got `{other}`")))
            }
        }
    }
}

/// A seat as 0 or 1.
pub(crate) mod sitting {
    use super::{Deserialize, Deserializer, Error, Seat, Serializer};

    pub(crate) fn serialize<S: Serializer>(seat: &Seat, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(*seat as u8)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Seat, D::Error> {
        match u8::deserialize(deserializer)? {
            0 => Ok(Seat::First),
            1 => Ok(Seat::Second),
            other => Err(Error::custom(format!("expected seat 0 or 1, got {other}"))),
        }
    }
}

/// Points one after another: `h8i9g7`.
pub(crate) fn points_text(points: &[Point]) -> String {
    points.iter().map(Point::to_string).collect()
}

fn parse_points(text: &str) -> Result<Vec<Point>, String> {
    let mut points = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let (point, tail) = Point::split_first(rest).map_err(|error| error.to_string())?;
        points.push(point);
        rest = tail;
    }
    Ok(points)
}

/// A step in one word: `h8`, `take:black`, `place-two`, `declare:3`, `offer:h8`, `pick:h8`, `resign:first`.
fn step_text(step: Step) -> String {
    let name = |seat| if seat == Seat::First { "first" } else { "second" };
    match step {
        Step::Place(point) => point.to_string(),
        Step::Choose(Choice::Take(Stone::Black)) => "take:black".to_owned(),
        Step::Choose(Choice::Take(Stone::White)) => "take:white".to_owned(),
        Step::Choose(Choice::PlaceTwo) => "place-two".to_owned(),
        Step::Choose(Choice::OfferTen) => "offer-ten".to_owned(),
        Step::Declare(count) => format!("declare:{count}"),
        Step::Offer(point) => format!("offer:{point}"),
        Step::Pick(point) => format!("pick:{point}"),
        Step::Resign(seat) => format!("resign:{}", name(seat)),
        Step::Flag(seat) => format!("flag:{}", name(seat)),
        Step::Agree => "agree".to_owned(),
    }
}

fn parse_step(text: &str) -> Result<Step, String> {
    let bad = || format!("expected a step such as `h8` or `take:black`, got `{text}`");
    let point = |text: &str| text.parse::<Point>().map_err(|error| error.to_string());
    let seat = |text: &str| match text {
        "first" => Ok(Seat::First),
        "second" => Ok(Seat::Second),
        _ => Err(bad()),
    };
    let Some((verb, object)) = text.split_once(':') else {
        return match text {
            "place-two" => Ok(Step::Choose(Choice::PlaceTwo)),
            "offer-ten" => Ok(Step::Choose(Choice::OfferTen)),
            "agree" => Ok(Step::Agree),
            _ => point(text).map(Step::Place),
        };
    };
    Ok(match (verb, object) {
        ("take", "black") => Step::Choose(Choice::Take(Stone::Black)),
        ("take", "white") => Step::Choose(Choice::Take(Stone::White)),
        ("declare", count) => Step::Declare(count.parse().map_err(|_| bad())?),
        ("offer", at) => Step::Offer(point(at)?),
        ("pick", at) => Step::Pick(point(at)?),
        ("resign", who) => Step::Resign(seat(who)?),
        ("flag", who) => Step::Flag(seat(who)?),
        _ => return Err(bad()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_step_reads_back() {
        let point = "h8".parse().unwrap();
        let steps = [
            Step::Place(point),
            Step::Choose(Choice::Take(Stone::Black)),
            Step::Choose(Choice::Take(Stone::White)),
            Step::Choose(Choice::PlaceTwo),
            Step::Choose(Choice::OfferTen),
            Step::Declare(3),
            Step::Offer(point),
            Step::Pick(point),
            Step::Resign(Seat::Second),
            Step::Flag(Seat::First),
            Step::Agree,
        ];
        for step in steps {
            assert_eq!(parse_step(&step_text(step)), Ok(step));
        }
    }

    #[test]
    fn a_bad_step_is_quoted() {
        assert!(parse_step("take:red").unwrap_err().contains("`take:red`"));
        assert!(parse_step("z99").unwrap_err().contains("z99"));
    }
}
