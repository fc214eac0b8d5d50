//! JSON values whose errors have a line and quote what was there: text forms, sizes, and bounded lists.
//!
//! Core's own serde forms are stricter (`black`, but not `b`) and know neither `pass` nor `b h8`; and they report a bad
//! text after it was read, when the deserialiser may already be on the next line.

use std::fmt;
use std::marker::PhantomData;

use goren_core::{Opening, PlayedMove, Point, Rule, Size, Stone};
use serde::de::{self, SeqAccess, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::record::RecordResult;

/// A type with a form as a JSON string.
pub(super) trait TextForm: Sized {
    const EXPECTED: &'static str;

    fn read(text: &str) -> Option<Self>;
    fn write(&self) -> String;
}

/// Types whose text form is that of `Display` and `FromStr`.
macro_rules! plain {
    ($($type:ty: $expected:literal;)*) => {$(
        impl TextForm for $type {
            const EXPECTED: &'static str = $expected;

            fn read(text: &str) -> Option<$type> {
                text.parse().ok()
            }

            fn write(&self) -> String {
                self.to_string()
            }
        }
    )*};
}

plain! {
    Rule: "a rule (freestyle, standard, renju, caro or caro6)";
    Opening: "an opening rule (free, swap, swap2, soosorv-8 or taraguchi-10)";
    Point: "a point such as `h8`";
}

impl TextForm for Stone {
    const EXPECTED: &'static str = "a side, `black` or `white`";

    fn read(text: &str) -> Option<Stone> {
        match text.to_ascii_lowercase().as_str() {
            "b" | "black" => Some(Stone::Black),
            "w" | "white" => Some(Stone::White),
            _ => None,
        }
    }

    fn write(&self) -> String {
        self.name().to_owned()
    }
}

impl TextForm for RecordResult {
    const EXPECTED: &'static str = "a result, `black`, `white` or `draw`";

    fn read(text: &str) -> Option<RecordResult> {
        if text.eq_ignore_ascii_case("draw") {
            return Some(RecordResult::Draw);
        }
        Stone::read(text).map(RecordResult::Win)
    }

    fn write(&self) -> String {
        match self {
            RecordResult::Win(stone) => stone.write(),
            RecordResult::Draw => "draw".to_owned(),
        }
    }
}

/// A move without its colour; `None` is a pass.
impl TextForm for Option<Point> {
    const EXPECTED: &'static str = "a point such as `h8`, or `pass`";

    fn read(text: &str) -> Option<Option<Point>> {
        if text.eq_ignore_ascii_case("pass") { Some(None) } else { Point::read(text).map(Some) }
    }

    fn write(&self) -> String {
        self.map_or_else(|| "pass".to_owned(), |point| point.to_string())
    }
}

impl TextForm for PlayedMove {
    const EXPECTED: &'static str = "a move such as `b h8` or `w pass`";

    fn read(text: &str) -> Option<PlayedMove> {
        let (stone, point) = text.split_once(' ')?;
        Some(PlayedMove { stone: Stone::read(stone)?, point: TextForm::read(point)? })
    }

    fn write(&self) -> String {
        format!("{} {}", letter(self.stone), self.point.write())
    }
}

/// A point changed by a set-up.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct SetupChange(pub(super) Point, pub(super) Option<Stone>);

impl TextForm for SetupChange {
    const EXPECTED: &'static str = "a change such as `b h8` or `empty h8`";

    fn read(text: &str) -> Option<SetupChange> {
        let (stone, point) = text.split_once(' ')?;
        let stone = if stone.eq_ignore_ascii_case("empty") { None } else { Some(Stone::read(stone)?) };
        Some(SetupChange(Point::read(point)?, stone))
    }

    fn write(&self) -> String {
        format!("{} {}", self.1.map_or("empty", letter), self.0)
    }
}

fn letter(stone: Stone) -> &'static str {
    match stone {
        Stone::Black => "b",
        Stone::White => "w",
    }
}

/// A value as a JSON string. It has a visitor of its own so that an error has the right line.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Text<T>(pub(super) T);

impl<T: TextForm> Serialize for Text<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0.write())
    }
}

impl<'de, T: TextForm> Deserialize<'de> for Text<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Text<T>, D::Error> {
        struct Reader<T>(PhantomData<T>);

        impl<T: TextForm> Visitor<'_> for Reader<T> {
            type Value = Text<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(T::EXPECTED)
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Text<T>, E> {
                T::read(text).map(Text).ok_or_else(|| E::invalid_value(Unexpected::Str(text), &self))
            }
        }

        deserializer.deserialize_str(Reader(PhantomData))
    }
}

/// A board size as a JSON number.
#[derive(Clone, Copy)]
pub(super) struct BoardSize(pub(super) Size);

impl<'de> Deserialize<'de> for BoardSize {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<BoardSize, D::Error> {
        struct Reader;

        impl Visitor<'_> for Reader {
            type Value = BoardSize;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a board size from 5 to 22")
            }

            fn visit_u64<E: de::Error>(self, side: u64) -> Result<BoardSize, E> {
                let size = usize::try_from(side).ok().and_then(|side| Size::new(side).ok());
                size.map(BoardSize).ok_or_else(|| E::invalid_value(Unexpected::Unsigned(side), &self))
            }
        }

        deserializer.deserialize_u64(Reader)
    }
}

/// A JSON array with at most `MAX` entries, to bound the memory it takes.
pub(super) struct List<T, const MAX: usize>(pub(super) Vec<T>);

impl<T, const MAX: usize> Default for List<T, MAX> {
    fn default() -> List<T, MAX> {
        List(Vec::new())
    }
}

impl<'de, T: Deserialize<'de>, const MAX: usize> Deserialize<'de> for List<T, MAX> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<List<T, MAX>, D::Error> {
        struct Reader<T, const MAX: usize>(PhantomData<T>);

        impl<'de, T: Deserialize<'de>, const MAX: usize> Visitor<'de> for Reader<T, MAX> {
            type Value = List<T, MAX>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "a list of at most {MAX} entries")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut entries: A) -> Result<List<T, MAX>, A::Error> {
                let mut list = Vec::new();
                while let Some(entry) = entries.next_element()? {
                    if list.len() == MAX {
                        return Err(de::Error::invalid_value(Unexpected::Other("more"), &self));
                    }
                    list.push(entry);
                }
                Ok(List(list))
            }
        }

        deserializer.deserialize_seq(Reader(PhantomData))
    }
}
