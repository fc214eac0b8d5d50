//! Serde implementations: a type with a name or a `Display` text is a string, and a size is its side as a number.

use alloc::string::String;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::game::EndingKind;
use crate::opening::{Opening, Seat};
use crate::point::{Point, Size};
use crate::rule::Rule;
use crate::shape::Shape;
use crate::step::Step;
use crate::stone::Stone;
use crate::time::TimeControl;

/// Types for which `Display` and `FromStr` are inverses.
macro_rules! as_text {
    ($($type:ty),*) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
            }
        }
    )*};
}

as_text!(Point, Rule, Opening, Step, TimeControl);

/// Types with a `name` and a list of all values.
macro_rules! as_name {
    ($($type:ty: $all:expr, $expected:literal;)*) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.name())
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                let text = String::deserialize(deserializer)?;
                let found = $all.into_iter().find(|value| value.name() == text);
                let got = || text.chars().take(32).collect::<String>();
                found.ok_or_else(|| D::Error::custom(alloc::format!("expected {}, got `{}`", $expected, got())))
            }
        }
    )*};
}

as_name! {
    Stone: Stone::BOTH, "`black` or `white`";
    Seat: Seat::BOTH, "`first` or `second`";
    EndingKind: EndingKind::ALL, "an ending such as `five`";
    Shape: Shape::ALL, "a shape such as `open three`";
}

impl Serialize for Size {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.side().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Size {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Size, D::Error> {
        Size::new(usize::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Direction, Offer, Position, Verdict};
    use serde_json::{from_value, json, to_value};
    use std::string::ToString;

    #[test]
    fn words_are_strings_and_sizes_numbers() {
        let value = (
            "h8".parse::<Point>().unwrap(),
            Rule::Caro6,
            Opening::Soosorv8,
            Step::Flag(Seat::First),
            TimeControl::default(),
            (Stone::White, Seat::Second, Size::DEFAULT),
        );
        let text = json!(["h8", "caro6", "soosorv-8", "flag first", "none", ["white", "second", 15]]);
        assert_eq!(to_value(value).unwrap(), text);
        assert_eq!(
            from_value::<(Point, Rule, Opening, Step, TimeControl, (Stone, Seat, Size))>(text).unwrap(),
            value
        );
    }

    #[test]
    fn explanations_are_written_in_words() {
        let mut position = Position::new(Rule::Renju, Size::DEFAULT);
        for name in ["h6", "a1", "h7", "a3", "i8", "a5", "j8", "a7"] {
            position.play(name.parse().unwrap());
        }
        let point = "h8".parse().unwrap();
        let verdicts = [Verdict::Legal, Verdict::Five, position.judge(point).verdict];
        assert_eq!(to_value(verdicts).unwrap(), json!(["legal", "five", "double_three"]));
        let threat = to_value(position.threat(point, Stone::Black, Direction::Vertical)).unwrap();
        assert_eq!((&threat["direction"], &threat["shape"]), (&json!("vertical"), &json!("open three")));
        assert_eq!(threat["stones"], json!(["h6", "h7", "h8"]));
        assert_eq!(to_value([Offer::Draw, Offer::Undo]).unwrap(), json!(["draw", "undo"]));
    }

    #[test]
    fn errors_quote_what_was_there() {
        assert!(from_value::<Point>(json!("z99")).unwrap_err().to_string().contains("got `z99`"));
        assert!(from_value::<Size>(json!(4)).unwrap_err().to_string().contains("got 4"));
        let error = from_value::<Seat>(json!("third")).unwrap_err().to_string();
        assert_eq!(error, "expected `first` or `second`, got `third`");
    }
}
