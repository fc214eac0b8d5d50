//! The report of a match or tournament: a page for a browser, tables for a terminal.

mod chart;
mod html;
mod label;
mod text;

use std::collections::BTreeMap;
use std::time::Duration;

use crate::statistics::{Estimate, Pairs, Sprt, Tally};
use goren_core::FaultKind;

/// A finished or running match or tournament. Every field may be empty; its section is then omitted.
#[derive(Clone, Debug, Default)]
pub struct MatchReport {
    /// The title.
    pub title: String,
    /// The date, as text.
    pub date: String,
    /// The command that started it.
    pub command: String,
    /// The conditions as names and values: rule, size, limits, openings, machine.
    pub conditions: Vec<(String, String)>,
    /// The players, in any order.
    pub players: Vec<Standing>,
    /// The encounters.
    pub encounters: Vec<Encounter>,
    /// The sequential test, if there was one.
    pub sprt: Option<Course>,
    /// The first player's Elo over time: pairs played, and the estimate then.
    pub elo_curve: Vec<(u64, Estimate)>,
    /// Caveats, such as groups of players that never met.
    pub notes: Vec<String>,
}

/// One player's results.
#[derive(Clone, Debug, Default)]
pub struct Standing {
    /// Its name; misleading characters are removed when it is displayed.
    pub name: String,
    /// Its rating.
    pub rating: Option<Estimate>,
    /// Its games with the black stones.
    pub as_black: Tally,
    /// Its games with the white stones.
    pub as_white: Tally,
    /// The mean time for a move.
    pub mean_time: Option<Duration>,
    /// Its peak memory, in bytes.
    pub max_memory: Option<u64>,
    /// How often it lost by a fault, by kind.
    pub faults: BTreeMap<FaultKind, u64>,
}

/// The pairs of two players, by their indices in [`MatchReport::players`].
#[derive(Clone, Copy, Debug)]
pub struct Encounter {
    /// One player.
    pub one: usize,
    /// The other.
    pub other: usize,
    /// Their pairs, from the first player's point of view.
    pub pairs: Pairs,
}

/// The course of a sequential test.
#[derive(Clone, Debug)]
pub struct Course {
    /// The test.
    pub sprt: Sprt,
    /// Pairs played, and the logarithm of the likelihood ratio then.
    pub curve: Vec<(u64, f64)>,
}

impl MatchReport {
    /// One self-contained page, in the reader's preferred colour scheme, without scripts or external references.
    pub fn html(&self) -> String {
        html::page(self)
    }

    /// The players in order, as a text table.
    pub fn standings(&self) -> String {
        text::standings(self)
    }

    /// The cross table, as text.
    pub fn cross_table(&self) -> String {
        text::cross_table(self)
    }

    /// The players from the highest rating to the lowest, those without one last, by score.
    fn ranking(&self) -> Vec<usize> {
        let key = |&index: &usize| {
            let player = &self.players[index];
            let rating = player.rating.map_or(f64::NEG_INFINITY, |rating| rating.value);
            (player.rating.is_some(), rating, player.games().score().unwrap_or(-1.0))
        };
        let mut order: Vec<usize> = (0..self.players.len()).collect();
        order.sort_by(|a, b| {
            let (a, b) = (key(a), key(b));
            b.0.cmp(&a.0).then(b.1.total_cmp(&a.1)).then(b.2.total_cmp(&a.2))
        });
        order
    }

    /// The pairs of two players, from the first player's point of view.
    fn pairs_between(&self, one: usize, other: usize) -> Pairs {
        let mut pairs = Pairs::default();
        for encounter in &self.encounters {
            if (encounter.one, encounter.other) == (one, other) {
                pairs += encounter.pairs;
            } else if (encounter.other, encounter.one) == (one, other) {
                pairs += encounter.pairs.reversed();
            }
        }
        pairs
    }

    /// The pairs of a match, if there are two players and at least one pair, from the first player's point of view.
    fn duel(&self) -> Option<Pairs> {
        let pairs = (self.players.len() == 2).then(|| self.pairs_between(0, 1))?;
        (pairs.total() > 0).then_some(pairs)
    }

    /// All games, from Black's point of view.
    fn colours(&self) -> Tally {
        self.players.iter().fold(Tally::default(), |sum, player| sum + player.as_black)
    }

    /// The number of decimals to show in ratings: none if every error is large.
    fn places(&self) -> usize {
        let fine = |estimate: Estimate| estimate.error() > 0.0 && estimate.error() < 9.95;
        usize::from(self.players.iter().filter_map(|player| player.rating).any(fine))
    }

    fn faults(&self) -> u64 {
        self.players.iter().map(Standing::faulted).sum()
    }
}

impl Standing {
    fn games(&self) -> Tally {
        self.as_black + self.as_white
    }

    fn faulted(&self) -> u64 {
        self.faults.values().sum()
    }
}

fn percent(share: Option<f64>) -> String {
    share.map_or_else(|| String::from("–"), |share| format!("{:.1}%", 100.0 * share))
}

fn time(time: Option<Duration>) -> String {
    match time {
        None => String::from("–"),
        Some(time) if time < Duration::from_millis(10) => format!("{:.1} ms", time.as_secs_f64() * 1e3),
        Some(time) if time < Duration::from_secs(1) => format!("{:.0} ms", time.as_secs_f64() * 1e3),
        Some(time) => format!("{:.2} s", time.as_secs_f64()),
    }
}

fn memory(bytes: Option<u64>) -> String {
    const MIB: f64 = (1u64 << 20) as f64;
    match bytes.map(|bytes| bytes as f64 / MIB) {
        None => String::from("–"),
        Some(mib) if mib < 10.0 => format!("{mib:.1} MiB"),
        Some(mib) if mib < 10_000.0 => format!("{mib:.0} MiB"),
        Some(mib) => format!("{:.1} GiB", mib / 1024.0),
    }
}

/// A rating's value and error as separate texts. An anchor has no error.
fn rating(rating: Option<Estimate>, places: usize) -> (String, String) {
    match rating {
        None => (String::from("–"), String::from("–")),
        Some(rating) => {
            let text = format!("{rating:.places$}");
            match text.split_once(" ± ") {
                Some((value, _)) if rating.error() == 0.0 => (value.to_owned(), String::from("–")),
                Some((value, error)) => (value.to_owned(), error.to_owned()),
                None => (text, String::from("–")),
            }
        }
    }
}
