//! What occurs in a puzzle, to choose puzzles by.

use serde::{Deserialize, Serialize};

/// Something that occurs in a puzzle's main line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Theme {
    /// The win takes at most three moves of the winner.
    Short,
    /// The win takes at least seven moves of the winner.
    Long,
    /// The winner makes a four and an open three with one stone.
    FourThree,
    /// The winner makes two fours with one stone.
    DoubleFour,
    /// The winner makes two open threes with one stone.
    DoubleThree,
    /// The first move makes neither a four nor an open three.
    QuietStart,
    /// The other side answers with a four of its own.
    CounterFour,
    /// The defence is itself a four or an open three.
    CounterAttack,
    /// The only answer to a four is forbidden.
    ForbiddenBlock,
    /// A tempting point is forbidden as an overline.
    Overline,
    /// The win comes within two points of the edge.
    Edge,
}

impl Theme {
    /// Every theme.
    pub const ALL: [Theme; 11] = [
        Theme::Short,
        Theme::Long,
        Theme::FourThree,
        Theme::DoubleFour,
        Theme::DoubleThree,
        Theme::QuietStart,
        Theme::CounterFour,
        Theme::CounterAttack,
        Theme::ForbiddenBlock,
        Theme::Overline,
        Theme::Edge,
    ];

    /// The theme's name in files.
    pub const fn name(self) -> &'static str {
        match self {
            Theme::Short => "short",
            Theme::Long => "long",
            Theme::FourThree => "four-three",
            Theme::DoubleFour => "double-four",
            Theme::DoubleThree => "double-three",
            Theme::QuietStart => "quiet-start",
            Theme::CounterFour => "counter-four",
            Theme::CounterAttack => "counter-attack",
            Theme::ForbiddenBlock => "forbidden-block",
            Theme::Overline => "overline",
            Theme::Edge => "edge",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_in_files() {
        for theme in Theme::ALL {
            assert_eq!(serde_json::to_value(theme).unwrap(), theme.name());
        }
    }
}
