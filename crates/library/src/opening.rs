//! The 26 openings of renju by name: three stones round the centre.

use std::fmt;
use std::str::FromStr;
use std::sync::OnceLock;

use goren_core::{Point, Rule, Size};

use crate::key::PositionKey;
use crate::step::{Step, visits};
use goren_core::Stone;

/// An opening of renju. `D` stands for direct, `I` for indirect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpeningName {
    /// Its number, such as `4D`.
    pub code: &'static str,
    /// Its name in Latin letters.
    pub name: &'static str,
    /// Its name as it is written in Japan.
    pub kanji: &'static str,
    /// The second and the third stone, as steps to the right and upwards from the first.
    stones: [(isize, isize); 2],
}

const fn opening(
    code: &'static str,
    name: &'static str,
    kanji: &'static str,
    third: (isize, isize),
) -> OpeningName {
    let second = if code.as_bytes()[code.len() - 1] == b'D' { (0, 1) } else { (1, 1) };
    OpeningName { code, name, kanji, stones: [second, third] }
}

/// All 26, the direct ones first.
pub const OPENINGS: [OpeningName; 26] = [
    opening("1D", "Kansei", "寒星", (0, 2)),
    opening("2D", "Keigetsu", "渓月", (1, 2)),
    opening("3D", "Sosei", "疎星", (2, 2)),
    opening("4D", "Kagetsu", "花月", (1, 1)),
    opening("5D", "Zangetsu", "残月", (2, 1)),
    opening("6D", "Ugetsu", "雨月", (1, 0)),
    opening("7D", "Kinsei", "金星", (2, 0)),
    opening("8D", "Shogetsu", "松月", (0, -1)),
    opening("9D", "Kyugetsu", "丘月", (1, -1)),
    opening("10D", "Shingetsu", "新月", (2, -1)),
    opening("11D", "Zuisei", "瑞星", (0, -2)),
    opening("12D", "Sangetsu", "山月", (1, -2)),
    opening("13D", "Yusei", "遊星", (2, -2)),
    opening("1I", "Chosei", "長星", (2, 2)),
    opening("2I", "Kyogetsu", "峡月", (2, 1)),
    opening("3I", "Kosei", "恒星", (2, 0)),
    opening("4I", "Suigetsu", "水月", (2, -1)),
    opening("5I", "Ryusei", "流星", (2, -2)),
    opening("6I", "Ungetsu", "雲月", (1, 0)),
    opening("7I", "Hogetsu", "浦月", (1, -1)),
    opening("8I", "Rangetsu", "嵐月", (1, -2)),
    opening("9I", "Gingetsu", "銀月", (0, -1)),
    opening("10I", "Myojo", "明星", (0, -2)),
    opening("11I", "Shagetsu", "斜月", (-1, -1)),
    opening("12I", "Meigetsu", "名月", (-1, -2)),
    opening("13I", "Suisei", "彗星", (-2, -2)),
];

impl OpeningName {
    /// Its three stones on the usual board, Black's, White's and Black's.
    pub fn points(&self) -> [Point; 3] {
        let centre = Size::DEFAULT.centre();
        let at = |(dx, dy)| centre.offset(dx, dy).expect("the centre is far from the edge");
        [centre, at(self.stones[0]), at(self.stones[1])]
    }

    /// Its number in [`OPENINGS`].
    pub(crate) fn index(&self) -> usize {
        OPENINGS.iter().position(|each| each.code == self.code).expect("there are no others")
    }

    /// The opening that a game begins with, if it is one of renju on the usual board.
    pub(crate) fn of(
        rule: Rule,
        size: Size,
        traps: &[Point],
        steps: &[Step],
    ) -> Option<&'static OpeningName> {
        if rule != Rule::Renju || size != Size::DEFAULT || !traps.is_empty() || steps.len() < 3 {
            return None;
        }
        let key = key_of(&steps[..3])?;
        let known = keys().iter().position(|&each| each == key)?;
        Some(&OPENINGS[known])
    }
}

/// The key after three moves from an empty board.
fn key_of(steps: &[Step]) -> Option<PositionKey> {
    if !steps.iter().all(|step| matches!(step, Step::Move(_, Some(_)))) {
        return None;
    }
    let mut last = None;
    visits(Rule::Renju, Size::DEFAULT, &[], steps, |visit| last = Some(visit.key));
    last
}

fn keys() -> &'static [PositionKey; 26] {
    static KEYS: OnceLock<[PositionKey; 26]> = OnceLock::new();
    KEYS.get_or_init(|| {
        OPENINGS.map(|opening| {
            let [first, second, third] = opening.points();
            let steps = [(Stone::Black, first), (Stone::White, second), (Stone::Black, third)];
            key_of(&steps.map(|(stone, point)| Step::Move(stone, Some(point)))).expect("these are moves")
        })
    })
}

impl fmt::Display for OpeningName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.name, self.code)
    }
}

impl FromStr for &'static OpeningName {
    type Err = ParseOpeningNameError;

    fn from_str(text: &str) -> Result<&'static OpeningName, ParseOpeningNameError> {
        let wanted = text.trim();
        // Both `4D` and `D4` are in use.
        let turned: String = match wanted.chars().next() {
            Some(letter @ ('d' | 'D' | 'i' | 'I')) => format!("{}{letter}", &wanted[1..]),
            _ => wanted.to_owned(),
        };
        let is_meant = |each: &&OpeningName| {
            each.name.eq_ignore_ascii_case(wanted)
                || each.code.eq_ignore_ascii_case(&turned)
                || each.kanji == wanted
        };
        OPENINGS.iter().find(is_meant).ok_or_else(|| ParseOpeningNameError(wanted.chars().take(32).collect()))
    }
}

/// Text that names no opening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseOpeningNameError(String);

impl fmt::Display for ParseOpeningNameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected one of renju's 26 openings, such as Kagetsu or 4D, got `{}`", self.0)
    }
}

impl std::error::Error for ParseOpeningNameError {}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn the_26_are_different_positions_with_different_names() {
        assert_eq!(keys().iter().collect::<HashSet<_>>().len(), 26);
        assert_eq!(OPENINGS.iter().map(|each| each.name).collect::<HashSet<_>>().len(), 26);
        for (i, each) in OPENINGS.iter().enumerate() {
            assert_eq!(each.index(), i);
        }
    }

    #[test]
    fn an_opening_is_known_by_name_and_number() {
        for text in ["Kagetsu", "kagetsu", "4D", "d4", "花月"] {
            assert_eq!(text.parse::<&OpeningName>().unwrap().name, "Kagetsu", "{text}");
        }
        let points = "11I".parse::<&OpeningName>().unwrap().points().map(|point| point.to_string());
        assert_eq!(points, ["h8", "i9", "g7"]);
        assert!("Sicilian".parse::<&OpeningName>().unwrap_err().to_string().contains("`Sicilian`"));
        assert!("dé".parse::<&OpeningName>().is_err());
    }

    #[test]
    fn a_turned_game_has_the_same_opening() {
        let steps = |names: [&str; 3]| {
            let stones = [Stone::Black, Stone::White, Stone::Black];
            let points = names.map(|name| Some(name.parse::<Point>().unwrap()));
            [0, 1, 2].map(|i| Step::Move(stones[i], points[i]))
        };
        let name =
            |rule, names| OpeningName::of(rule, Size::DEFAULT, &[], &steps(names)).map(|each| each.name);
        assert_eq!(name(Rule::Renju, ["h8", "h9", "i9"]), Some("Kagetsu"));
        assert_eq!(name(Rule::Renju, ["h8", "g8", "g7"]), Some("Kagetsu"));
        assert_eq!(name(Rule::Renju, ["h8", "h9", "a1"]), None);
        assert_eq!(name(Rule::Freestyle, ["h8", "h9", "i9"]), None);
    }
}
