//! Numbers of things in words, and serde helpers for sequences of points, each as one string: `h8i9`.

use std::fmt::Display;

use goren_core::{ParsePointError, Point};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serializer};

/// A number of things: `1 worker`, `2 workers`.
pub fn count(number: impl Copy + Display + PartialEq + From<u8>, noun: &str) -> String {
    let plural = if number == 1.into() { "" } else { "s" };
    format!("{number} {noun}{plural}")
}

/// Points as one string.
pub(crate) mod points {
    use super::{Deserialize, Deserializer, Error, Point, Serializer, parse_points, points_text};

    pub(crate) fn serialize<S: Serializer>(points: &[Point], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&points_text(points))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Point>, D::Error> {
        parse_points(&String::deserialize(deserializer)?).map_err(Error::custom)
    }
}

/// A list of point sequences.
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

/// Points one after another: `h8i9g7`.
pub(crate) fn points_text(points: &[Point]) -> String {
    points.iter().map(Point::to_string).collect()
}

fn parse_points(text: &str) -> Result<Vec<Point>, ParsePointError> {
    let mut points = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let (point, tail) = Point::split_first(rest)?;
        points.push(point);
        rest = tail;
    }
    Ok(points)
}
