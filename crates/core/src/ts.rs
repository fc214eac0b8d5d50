//! TypeScript's types of what `text` writes: a list of names, or a string.

use std::fmt::Display;
use std::path::PathBuf;

use ts_rs::{Config, TS};

use crate::game::EndingKind;
use crate::opening::{Opening, Seat};
use crate::point::{Point, Size};
use crate::rule::Rule;
use crate::shape::Shape;
use crate::step::Step;
use crate::stone::Stone;
use crate::time::TimeControl;

macro_rules! declared {
    ($($type:ident: $meaning:expr, $docs:literal;)*) => {$(
        impl TS for $type {
            type WithoutGenerics = $type;
            type OptionInnerType = $type;

            fn docs() -> Option<String> {
                Some(concat!("/**\n * ", $docs, "\n */\n").to_owned())
            }

            fn name(_: &Config) -> String {
                stringify!($type).to_owned()
            }

            fn inline(_: &Config) -> String {
                $meaning
            }

            fn decl(config: &Config) -> String {
                format!("type {} = {};", stringify!($type), <Self as TS>::inline(config))
            }

            fn decl_concrete(config: &Config) -> String {
                <Self as TS>::decl(config)
            }

            fn output_path() -> Option<PathBuf> {
                Some(concat!(stringify!($type), ".ts").into())
            }
        }
    )*};
}

declared! {
    Point: "string".to_owned(), "Such as `h8`.";
    Size: "number".to_owned(), "The side length of a board.";
    Step: "string".to_owned(), "Such as `h8`, `take black` or `resign first`.";
    TimeControl: "string".to_owned(), "Such as `5m+3s` or `none`.";
    Stone: names(Stone::BOTH.map(Stone::name)), "Who moves: Black or White.";
    Seat: names(Seat::BOTH.map(Seat::name)), "Who began, or the other.";
    Rule: names(Rule::ALL.map(Rule::name)), "What wins, and what is forbidden.";
    EndingKind: names(EndingKind::ALL.map(EndingKind::name)), "How a game ended.";
    Opening: names(Opening::ALL.map(Opening::name)), "How a game begins.";
    Shape: names(Shape::ALL.map(Shape::name)), "What stones in a line make.";
}

/// The texts of all values, as alternatives.
fn names(values: impl IntoIterator<Item = impl Display>) -> String {
    let quoted: Vec<String> = values.into_iter().map(|value| format!("\"{value}\"")).collect();
    quoted.join(" | ")
}
