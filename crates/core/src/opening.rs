//! The opening rules: who places which stones where, and who chooses, before ordinary play begins.
//!
//! All of them are one state machine. Its state is the number of stones on the board and a [`Phase`]; the functions
//! of [`Opening`] below say what each rule does in each state. [`crate::Game`] runs it.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Not;
use core::str::FromStr;

use crate::point::{Point, Size};
use crate::step::Choice;
use crate::stone::Stone;

/// How a game begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub enum Opening {
    /// Black moves anywhere, then the players alternate.
    #[default]
    Free,
    /// The first player places one black stone; the second chooses a colour.
    Swap,
    /// The first player places three stones; the second takes a colour, or places two more and lets the first choose.
    Swap2,
    /// Renju's Soosorv-8: one of 26 openings, swap, a fourth stone with up to eight fifths declared, swap.
    Soosorv8,
    /// Renju's Taraguchi-10: growing central squares with a swap after each stone, or ten fifths offered.
    Taraguchi10,
}

impl Opening {
    /// Every opening rule.
    pub const ALL: [Opening; 5] =
        [Opening::Free, Opening::Swap, Opening::Swap2, Opening::Soosorv8, Opening::Taraguchi10];

    /// The rule's name on the command line and in all our files.
    pub const fn name(self) -> &'static str {
        match self {
            Opening::Free => "free",
            Opening::Swap => "swap",
            Opening::Swap2 => "swap2",
            Opening::Soosorv8 => "soosorv-8",
            Opening::Taraguchi10 => "taraguchi-10",
        }
    }

    /// The width of the central square that must stay free of traps.
    pub const fn reserved(self) -> usize {
        match self {
            Opening::Free | Opening::Swap | Opening::Swap2 => 0,
            Opening::Soosorv8 | Opening::Taraguchi10 => 9,
        }
    }

    /// The points of a board that may be traps.
    pub fn trap_points(self, size: Size) -> impl Iterator<Item = Point> {
        let reserved = self.reserved();
        size.points().filter(move |&point| reserved == 0 || !size.in_centre(point, reserved))
    }

    /// The points needed to complete the opening and make one move.
    pub(crate) const fn points_needed(self) -> usize {
        match self {
            Opening::Free => 1,
            Opening::Swap => 2,
            Opening::Swap2 | Opening::Soosorv8 | Opening::Taraguchi10 => 6,
        }
    }

    pub(crate) const fn first_phase(self) -> Phase {
        match self {
            Opening::Free => Phase::Play,
            _ => Phase::Place,
        }
    }

    /// Who places the next stone when `stones` are on the board and `owner` holds the colour to move.
    pub(crate) fn placer(self, stones: usize, owner: Seat) -> Seat {
        match (self, stones) {
            (Opening::Swap, _) | (Opening::Swap2 | Opening::Soosorv8, 0..=2) => Seat::First,
            (Opening::Swap2, _) => Seat::Second,
            _ => owner,
        }
    }

    /// Where the next stone may go.
    pub(crate) const fn area(self, stones: usize) -> Area {
        match (self, stones) {
            (Opening::Soosorv8, 0..=2) | (Opening::Taraguchi10, _) => Area::Centre(2 * stones + 1),
            _ => Area::Board,
        }
    }

    pub(crate) const fn after_place(self, stones: usize) -> Phase {
        match (self, stones) {
            (Opening::Swap2 | Opening::Soosorv8, 1 | 2) | (Opening::Swap2, 4) => Phase::Place,
            (Opening::Soosorv8, 4) => Phase::Declare,
            _ => Phase::Choose,
        }
    }

    /// Who chooses when `stones` are on the board and `owner` holds the colour to move.
    pub(crate) fn chooser(self, stones: usize, owner: Seat) -> Seat {
        match (self, stones) {
            (Opening::Swap, _) | (Opening::Swap2 | Opening::Soosorv8, 3) => Seat::Second,
            (Opening::Swap2, _) => Seat::First,
            _ => owner,
        }
    }

    /// What can be chosen; `fifths` is how many different fifth moves the position allows.
    pub(crate) const fn choices(self, stones: usize, fifths: usize) -> &'static [Choice] {
        const COLOURS: &[Choice] = &[Choice::Take(Stone::Black), Choice::Take(Stone::White)];
        const SWAP2: &[Choice] = &[Choice::Take(Stone::Black), Choice::Take(Stone::White), Choice::PlaceTwo];
        const TARAGUCHI: &[Choice] =
            &[Choice::Take(Stone::Black), Choice::Take(Stone::White), Choice::OfferTen];
        match (self, stones) {
            (Opening::Swap2, 3) => SWAP2,
            (Opening::Taraguchi10, 4) if fifths >= 10 => TARAGUCHI,
            _ => COLOURS,
        }
    }

    pub(crate) const fn after_choice(self, stones: usize, choice: Choice) -> Phase {
        match (self, stones, choice) {
            (_, _, Choice::OfferTen) | (Opening::Soosorv8, 4, _) => Phase::Offer,
            (_, _, Choice::PlaceTwo) | (Opening::Soosorv8, 3, _) | (Opening::Taraguchi10, 0..=4, _) => {
                Phase::Place
            }
            _ => Phase::Play,
        }
    }
}

impl fmt::Display for Opening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Opening {
    type Err = ParseOpeningError;

    fn from_str(text: &str) -> Result<Opening, ParseOpeningError> {
        let found = Opening::ALL.into_iter().find(|opening| opening.name().eq_ignore_ascii_case(text));
        found.ok_or_else(|| ParseOpeningError(text.chars().take(32).collect()))
    }
}

/// Text that names no opening rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseOpeningError(String);

impl fmt::Display for ParseOpeningError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected an opening rule (free, swap, swap2, soosorv-8 or taraguchi-10), got `{}`", self.0)
    }
}

impl core::error::Error for ParseOpeningError {}

/// What kind of step comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    Place,
    Choose,
    Declare,
    Offer,
    Pick,
    Play,
}

/// A player, independent of colour: the colours can change hands in an opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Seat {
    /// The player who begins.
    First,
    /// The other player.
    Second,
}

impl Not for Seat {
    type Output = Seat;

    fn not(self) -> Seat {
        match self {
            Seat::First => Seat::Second,
            Seat::Second => Seat::First,
        }
    }
}

impl Seat {
    /// Both seats, in order; `seat as usize` is the index of a seat here.
    pub const BOTH: [Seat; 2] = [Seat::First, Seat::Second];

    /// The seat's name in all our files.
    pub const fn name(self) -> &'static str {
        match self {
            Seat::First => "first",
            Seat::Second => "second",
        }
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Seat::First => "first player",
            Seat::Second => "second player",
        })
    }
}

/// Where a stone may go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Area {
    /// Anywhere.
    Board,
    /// Inside the central square of this width.
    Centre(usize),
}

impl Area {
    /// Whether a point of a board lies inside.
    pub fn contains(self, point: Point, size: Size) -> bool {
        match self {
            Area::Board => size.contains(point),
            Area::Centre(width) => size.in_centre(point, width),
        }
    }
}

impl fmt::Display for Area {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Area::Board => f.write_str("the board"),
            Area::Centre(1) => f.write_str("the centre"),
            Area::Centre(width) => write!(f, "the central {width}×{width}"),
        }
    }
}

/// Whose turn it is, and for what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The player to act.
    pub seat: Seat,
    /// The action expected.
    pub ask: Ask,
}

/// The action that a player is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ask {
    /// A stone of this colour inside the area: [`crate::Step::Place`].
    Place {
        /// The colour.
        stone: Stone,
        /// The area.
        area: Area,
    },
    /// One of these: [`crate::Step::Choose`].
    Choose(&'static [Choice]),
    /// The number of fifth moves to be offered, from 1 to `most`: [`crate::Step::Declare`].
    Declare {
        /// The largest number allowed.
        most: u8,
    },
    /// One more fifth move, of `left` still to offer: [`crate::Step::Offer`].
    Offer {
        /// The number still to offer.
        left: u8,
    },
    /// One of the offered points: [`crate::Step::Pick`].
    Pick(Vec<Point>),
}

impl fmt::Display for Ask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ask::Place { stone, area: Area::Board } => write!(f, "place a stone ({stone})"),
            Ask::Place { stone, area } => write!(f, "place a stone ({stone}) in {area}"),
            Ask::Choose(choices) => {
                f.write_str("choose: ")?;
                list(f, choices, " or ")
            }
            Ask::Declare { most } => write!(f, "declare how many fifth moves will be offered, 1 to {most}"),
            Ask::Offer { left } => write!(f, "offer a fifth move, {left} to go"),
            Ask::Pick(points) => {
                f.write_str("pick the fifth move from ")?;
                list(f, points, ", ")
            }
        }
    }
}

fn list<T: fmt::Display>(f: &mut fmt::Formatter<'_>, items: &[T], separator: &str) -> fmt::Result {
    for (i, item) in items.iter().enumerate() {
        if i > 0 {
            f.write_str(separator)?;
        }
        write!(f, "{item}")?;
    }
    Ok(())
}
