//! What would be lost if games were written in a format.

use goren_core::{Opening, Rule, Size};

use crate::format::Format;
use crate::record::Record;
use crate::tree::{Mark, MarkKind, Node, Property};
use crate::{psq, renlib, sgf};

/// A feature of a record that some formats leave out.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Feature {
    Variations,
    Comments,
    Labels,
    Marks,
    Setup,
    Passes,
    Times,
    Properties,
    BoardSize,
    WinRule,
    OpeningRule,
    Traps,
    Names,
    Event,
    Outcome,
    Order,
}

use Feature::{
    BoardSize, Comments, Event, Labels, Marks, Names, OpeningRule, Order, Outcome, Passes, Properties, Setup,
    Times, Traps, Variations, WinRule,
};

/// Every feature but the order of the moves, which only pictures lose.
const ALL: [Feature; 15] = [
    Variations,
    Comments,
    Labels,
    Marks,
    Setup,
    Passes,
    Times,
    Properties,
    BoardSize,
    WinRule,
    OpeningRule,
    Traps,
    Names,
    Event,
    Outcome,
];

/// The features that a format holds, besides the moves of the main line.
const fn kept(format: Format) -> &'static [Feature] {
    match format {
        Format::Sgf | Format::Json => &ALL,
        Format::Lib => &[Variations, Comments, Labels, Passes, BoardSize],
        Format::Link => &[Setup, Passes, BoardSize, WinRule, OpeningRule, Traps],
        Format::Ascii => &[Setup, Passes, BoardSize, WinRule, Traps],
        Format::Psq => &[Names, Times, BoardSize],
        Format::Rec => &[Names, Times],
        Format::YixinSav | Format::YixinPos => &[BoardSize],
        Format::Pos | Format::Offsets | Format::Rif => &[],
    }
}

/// Whether a format has a field of its own for a property of this name.
fn keeps_property(format: Format, name: &str) -> bool {
    match format {
        Format::Lib => renlib::keeps(name),
        Format::Psq | Format::Rec => name == psq::RESULT,
        _ => false,
    }
}

/// What a format leaves out of these games, such as `2 comments`.
pub(crate) fn losses(games: &[Record], format: Format) -> Vec<String> {
    let written = match format {
        Format::Pos | Format::Sgf | Format::Json => games,
        _ => &games[..1],
    };
    let kept = kept(format);
    let further = some(games.len() - written.len(), "further game", "further games");
    let features = ALL
        .into_iter()
        .filter(|feature| !kept.contains(feature))
        .chain((format == Format::Ascii).then_some(Order));
    let properties = match format {
        Format::Sgf => {
            let of = |game: &Record| -> usize {
                game.tree.iter().map(|(id, _)| sgf::lost_properties(game, id)).sum()
            };
            some(games.iter().map(of).sum(), "further property", "further properties")
        }
        _ => None,
    };
    let lost = features.filter_map(|feature| loss(feature, written, format));
    further.into_iter().chain(lost).chain(properties).collect()
}

fn loss(feature: Feature, games: &[Record], format: Format) -> Option<String> {
    // If variations are lost, so is everything in them; it is not counted again.
    let whole = kept(format).contains(&Variations);
    let count = |each: &dyn Fn(&Node) -> usize| -> usize {
        let game = |game: &Record| -> usize {
            if whole {
                game.tree.iter().map(|(_, node)| each(node)).sum()
            } else {
                game.tree.main_line().map(|id| each(game.tree.node(id))).sum()
            }
        };
        games.iter().map(game).sum()
    };
    let any = |test: &dyn Fn(&Record) -> bool, what: &str| games.iter().any(test).then(|| what.to_owned());
    let is_label = |mark: &&Mark| matches!(mark.kind, MarkKind::Label(_));
    let is_kept = |property: &&Property| keeps_property(format, &property.name);
    match feature {
        Variations => {
            let extra = games.iter().map(|game| game.tree.len() - game.tree.main_line().count()).sum();
            some(extra, "move of a variation", "moves of variations")
        }
        Comments => some(count(&|node| usize::from(!node.comment.is_empty())), "comment", "comments"),
        Labels => some(count(&|node| node.marks.iter().filter(is_label).count()), "label", "labels"),
        Marks => {
            some(count(&|node| node.marks.iter().filter(|mark| !is_label(mark)).count()), "mark", "marks")
        }
        Setup => some(count(&|node| node.setup.len()), "set-up stone", "set-up stones"),
        Passes => {
            let is_pass = |node: &Node| node.played.is_some_and(|played| played.point.is_none());
            some(count(&|node| usize::from(is_pass(node))), "pass", "passes")
        }
        Times => some(count(&|node| usize::from(node.time_ms.is_some())), "move time", "move times"),
        Properties => {
            let lost = |node: &Node| node.extra.iter().filter(|property| !is_kept(property)).count();
            some(count(&lost), "further property", "further properties")
        }
        Traps => some(games.iter().map(|game| game.traps.len()).sum(), "trap", "traps"),
        BoardSize => any(&|game| game.size != Size::DEFAULT, "the board's size"),
        WinRule => {
            let read_back = if format == Format::Lib { renlib::RULE } else { Rule::default() };
            any(&|game| game.rule != read_back, "the rule")
        }
        OpeningRule => any(&|game| game.opening != Opening::Free, "the opening rule"),
        Names => any(&|game| !game.black.is_empty() || !game.white.is_empty(), "the players' names"),
        Event => any(&|game| !game.event.is_empty() || !game.date.is_empty(), "event and date"),
        Outcome => any(&|game| game.result.is_some(), "the result"),
        Order => any(&|game| game.tree.len() > 1, "the order of the moves"),
    }
}

fn some(count: usize, one: &str, many: &str) -> Option<String> {
    match count {
        0 => None,
        1 => Some(format!("1 {one}")),
        _ => Some(format!("{count} {many}")),
    }
}
