//! Finding games.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use goren_core::{Point, Position, Rule, Size, Stone};
use goren_record::Record;
use redb::ReadableTable;

use crate::date::Day;
use crate::error::LibraryError;
use crate::game::{Game, Head, read_head};
use crate::key::position_key;
use crate::library::{GAMES, Library};
use crate::opening::OpeningName;
use crate::pattern::Pattern;
use crate::runs::look_up;

/// The number of a game in its library.
pub type GameId = u32;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// Black won.
    Black,
    /// White won.
    White,
    /// A draw.
    Draw,
    /// Its record does not say.
    Unknown,
}

impl Outcome {
    /// Every outcome.
    pub const ALL: [Outcome; 4] = [Outcome::Black, Outcome::White, Outcome::Draw, Outcome::Unknown];

    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Outcome::Black => "black",
            Outcome::White => "white",
            Outcome::Draw => "draw",
            Outcome::Unknown => "unknown",
        }
    }

    /// Whether this is a win for the side.
    pub fn is_win_of(self, stone: Stone) -> bool {
        self == if stone == Stone::Black { Outcome::Black } else { Outcome::White }
    }
}

impl FromStr for Outcome {
    type Err = ParseOutcomeError;

    fn from_str(text: &str) -> Result<Outcome, ParseOutcomeError> {
        let known = Outcome::ALL.into_iter().find(|outcome| outcome.name().eq_ignore_ascii_case(text));
        known.ok_or_else(|| ParseOutcomeError(text.chars().take(32).collect()))
    }
}

/// Text that names no outcome.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseOutcomeError(String);

impl fmt::Display for ParseOutcomeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected a result (black, white, draw or unknown), got `{}`", self.0)
    }
}

impl std::error::Error for ParseOutcomeError {}

/// Which games are wanted: those that meet every condition given.
#[derive(Clone, Debug, Default)]
pub struct Query {
    /// A part of the name of either player, in any case.
    pub player: Option<String>,
    /// A part of the name of Black.
    pub black: Option<String>,
    /// A part of the name of White.
    pub white: Option<String>,
    /// A part of the name of the event.
    pub event: Option<String>,
    /// A part of the name of the file it came from; `studio` for games played there.
    pub source: Option<String>,
    /// How the game ended.
    pub outcome: Option<Outcome>,
    /// The rule.
    pub rule: Option<Rule>,
    /// The board's size.
    pub size: Option<Size>,
    /// The first day.
    pub since: Option<Day>,
    /// The last day.
    pub until: Option<Day>,
    /// One of renju's openings.
    pub opening: Option<&'static OpeningName>,
    /// A position that the game passed through, however the board is turned.
    pub position: Option<Position>,
    /// A pattern that the game showed.
    pub pattern: Option<Pattern>,
}

/// Text conditions, prepared.
struct Conditions<'a> {
    query: &'a Query,
    player: Option<String>,
    black: Option<String>,
    white: Option<String>,
    event: Option<String>,
    source: Option<String>,
}

impl<'a> Conditions<'a> {
    fn new(query: &'a Query) -> Conditions<'a> {
        let prepared = |text: &Option<String>| {
            text.as_ref().map(|text| text.trim().to_lowercase()).filter(|text| !text.is_empty())
        };
        Conditions {
            query,
            player: prepared(&query.player),
            black: prepared(&query.black),
            white: prepared(&query.white),
            event: prepared(&query.event),
            source: prepared(&query.source),
        }
    }

    fn are_met_by(&self, head: &Head) -> bool {
        let query = self.query;
        let says = |part: &Option<String>, texts: &[&String]| {
            part.as_ref().is_none_or(|part| texts.iter().any(|text| text.to_lowercase().contains(part)))
        };
        query.outcome.is_none_or(|outcome| head.outcome == outcome)
            && query.rule.is_none_or(|rule| head.rule == rule)
            && query.size.is_none_or(|size| head.size == size)
            && query.since.is_none_or(|since| head.day.is_some_and(|day| day.may_be_since(since)))
            && query.until.is_none_or(|until| head.day.is_some_and(|day| day.may_be_until(until)))
            && query.opening.is_none_or(|opening| head.named == Some(opening))
            && says(&self.player, &[&head.black, &head.white])
            && says(&self.black, &[&head.black])
            && says(&self.white, &[&head.white])
            && says(&self.event, &[&head.event])
            && says(&self.source, &[&head.source])
    }
}

/// A game that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundGame {
    /// Its number.
    pub id: GameId,
    /// What is known of it.
    pub head: Head,
    /// The stones at its end.
    pub stones: Vec<(Point, Stone)>,
    /// After how many moves it met the position or the pattern asked for.
    pub at: Option<usize>,
}

impl FoundGame {
    pub(crate) fn new(id: GameId, game: &Game, at: Option<usize>) -> FoundGame {
        FoundGame { id, head: game.head.clone(), stones: game.stones(), at }
    }
}

/// Games that were found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// How many there are in all.
    pub total: usize,
    /// Those asked for, the ones added last first.
    pub games: Vec<FoundGame>,
    /// What the search came to.
    pub searched: Searched,
}

/// How far a search has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Searched {
    /// Whether everything was searched; not if the search was stopped.
    pub is_complete: bool,
    /// How many games are damaged and were left out.
    pub unreadable: usize,
}

/// What is done with a game that was found, and after how many moves it met the position or the pattern; whether it could be read.
type Visitor<'a> = dyn FnMut(GameId, &Game, Option<usize>) -> bool + 'a;

/// The number of games after which a search asks whether to go on.
const ROUND: usize = 256;

impl Library {
    /// Finds games. Of all, the ones added last first, those in `range` are returned. `go_on` is told how many games have been
    /// searched, and ends the search with `false`.
    pub fn find(
        &self,
        query: &Query,
        range: Range<usize>,
        go_on: &mut dyn FnMut(usize) -> bool,
    ) -> Result<Found, LibraryError> {
        let (mut total, mut games) = (0, Vec::new());
        let searched = self.search(query, go_on, &mut |id, game, at| {
            if range.contains(&total) {
                games.push(FoundGame::new(id, game, at));
            }
            total += 1;
            true
        })?;
        Ok(Found { total, games, searched })
    }

    /// Calls `visit` with the record of every game that is found.
    pub fn records(
        &self,
        query: &Query,
        go_on: &mut dyn FnMut(usize) -> bool,
        visit: &mut dyn FnMut(GameId, Record),
    ) -> Result<Searched, LibraryError> {
        self.search(query, go_on, &mut |id, game, _| game.record().map(|record| visit(id, record)).is_ok())
    }

    fn search(
        &self,
        query: &Query,
        go_on: &mut dyn FnMut(usize) -> bool,
        visit: &mut Visitor<'_>,
    ) -> Result<Searched, LibraryError> {
        let conditions = Conditions::new(query);
        self.read(|reading| {
            let stored = reading.open_table(GAMES)?;
            let (mut searched, mut unreadable) = (0, 0);
            let mut consider = |id: GameId, bytes: &[u8], at: Option<usize>| -> bool {
                searched += 1;
                if searched % ROUND == 0 && !go_on(searched) {
                    return false;
                }
                let Some((head, _)) = read_head(bytes) else {
                    unreadable += 1;
                    return true;
                };
                if !conditions.are_met_by(&head) {
                    return true;
                }
                let Some(game) = Game::of_bytes(bytes) else {
                    unreadable += 1;
                    return true;
                };
                let at = match &query.pattern {
                    None => at,
                    Some(pattern) => match pattern.first_seen(head.size, &head.traps, &game.steps) {
                        None => return true,
                        seen => at.or(seen),
                    },
                };
                unreadable += usize::from(!visit(id, &game, at));
                true
            };
            let mut is_complete = true;
            match &query.position {
                Some(position) => {
                    let mut passed: BTreeMap<GameId, u16> = BTreeMap::new();
                    look_up(reading, position_key(position), |posting| {
                        passed.insert(posting.game, posting.ply);
                    })?;
                    for (id, ply) in passed.into_iter().rev() {
                        // A game that was removed is still in the index.
                        let Some(bytes) = stored.get(id)? else { continue };
                        is_complete = consider(id, bytes.value(), Some(usize::from(ply)));
                        if !is_complete {
                            break;
                        }
                    }
                }
                None => {
                    for entry in stored.iter()?.rev() {
                        let (id, bytes) = entry?;
                        is_complete = consider(id.value(), bytes.value(), None);
                        if !is_complete {
                            break;
                        }
                    }
                }
            }
            Ok(Searched { is_complete, unreadable })
        })
    }
}
