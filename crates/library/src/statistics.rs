//! Counts over a whole library.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use goren_core::{Rule, Stone};
use redb::ReadableTable;

use crate::error::LibraryError;
use crate::explore::Tally;
use crate::game::read_head;
use crate::library::{GAMES, Library};
use crate::opening::OpeningName;

/// What a player has achieved.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlayerTally {
    /// The name.
    pub name: String,
    /// Games, whatever their result.
    pub games: usize,
    /// Games won.
    pub wins: usize,
    /// Games lost.
    pub losses: usize,
    /// Games drawn.
    pub draws: usize,
}

/// Counts over a whole library.
#[derive(Clone, Debug, Default)]
pub struct Statistics {
    /// All games.
    pub all: Tally,
    /// Moves of all games.
    pub moves: u64,
    /// By rule and board size, the most frequent first.
    pub boards: Vec<(Rule, usize, Tally)>,
    /// Renju's openings, the most frequent first.
    pub openings: Vec<(&'static OpeningName, Tally)>,
    /// Players, those with the most games first; nobody without a name.
    pub players: Vec<PlayerTally>,
    /// Years.
    pub years: Vec<(u32, usize)>,
    /// How many games are damaged and were left out.
    pub unreadable: usize,
}

impl Library {
    /// Counts games, results, openings and players. `go_on` is told how many games have been counted, and stops with `false`.
    pub fn statistics(&self, go_on: &mut dyn FnMut(usize) -> bool) -> Result<Statistics, LibraryError> {
        let mut statistics = Statistics::default();
        let mut boards: BTreeMap<(Rule, usize), Tally> = BTreeMap::new();
        let mut openings: BTreeMap<usize, (&'static OpeningName, Tally)> = BTreeMap::new();
        let mut players: BTreeMap<String, PlayerTally> = BTreeMap::new();
        let mut years: BTreeMap<u32, usize> = BTreeMap::new();
        self.read(|reading| {
            for (i, entry) in reading.open_table(GAMES)?.iter()?.enumerate() {
                if i % 1024 == 0 && !go_on(i) {
                    break;
                }
                let (_, bytes) = entry?;
                let Some((head, _)) = read_head(bytes.value()) else {
                    statistics.unreadable += 1;
                    continue;
                };
                statistics.all.count(head.outcome);
                statistics.moves += head.moves as u64;
                boards.entry((head.rule, head.size.side())).or_default().count(head.outcome);
                if let Some(named) = head.named {
                    openings.entry(named.index()).or_insert((named, Tally::default())).1.count(head.outcome);
                }
                if let Some(day) = head.day {
                    *years.entry(day.year()).or_default() += 1;
                }
                for (name, stone) in [(head.black, Stone::Black), (head.white, Stone::White)] {
                    if name.is_empty() {
                        continue;
                    }
                    let player = players.entry(name).or_default();
                    player.games += 1;
                    player.wins += usize::from(head.outcome.is_win_of(stone));
                    player.losses += usize::from(head.outcome.is_win_of(!stone));
                    player.draws += usize::from(head.outcome == crate::find::Outcome::Draw);
                }
            }
            Ok(())
        })?;
        statistics.boards = boards.into_iter().map(|((rule, side), tally)| (rule, side, tally)).collect();
        statistics.boards.sort_by_key(|board| Reverse(board.2.games()));
        statistics.openings = openings.into_values().collect();
        statistics.openings.sort_by_key(|opening| Reverse(opening.1.games()));
        statistics.players =
            players.into_iter().map(|(name, player)| PlayerTally { name, ..player }).collect();
        statistics.players.sort_by_key(|player| Reverse(player.games));
        statistics.years = years.into_iter().collect();
        Ok(statistics)
    }
}
