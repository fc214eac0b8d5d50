//! The index of positions: sorted runs of postings, in pages, merged as they grow.
//!
//! Every batch of games adds one run, written in order. When several runs of like size have come together they are merged, so
//! that there are few of them and every posting is written a few times at most. Looking up a key searches each run.

use std::collections::HashSet;

use redb::{ReadableTable, TableDefinition};

use crate::error::LibraryError;
use crate::find::Outcome;
use crate::key::PositionKey;
use crate::step::{point_number, point_of};
use goren_core::Point;

/// Pages of runs, by run and their first posting's key and game.
pub(crate) const PAGES: TableDefinition<'_, (u32, u64, u32), &[u8]> = TableDefinition::new("pages");
/// The number of postings of each run.
pub(crate) const RUNS: TableDefinition<'_, u32, u64> = TableDefinition::new("runs");

/// That a game passed through a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Posting {
    pub(crate) key: PositionKey,
    pub(crate) game: u32,
    pub(crate) ply: u16,
    /// The move that followed, as the image with the smallest key has it, and the outcome of the game.
    next: u16,
}

/// Where the outcome is in [`Posting::next`].
const OUTCOME_SHIFT: u32 = 9;
/// Bytes of a posting.
const WIDTH: usize = 16;
/// Postings of a page: with the database's own bytes a page stays below 64 KiB, which is what it is given.
const PAGE: usize = 4000;
/// Runs of like size that are merged.
const FAN: usize = 4;
/// The most postings that are merged into one run, all of them in memory: 64 MiB.
const MAX_MERGED: u64 = 4 << 20;

impl Posting {
    pub(crate) fn new(
        key: PositionKey,
        game: u32,
        ply: u16,
        next: Option<Point>,
        outcome: Outcome,
    ) -> Posting {
        Posting { key, game, ply, next: point_number(next) | (outcome as u16) << OUTCOME_SHIFT }
    }

    pub(crate) fn next(self) -> Option<Point> {
        point_of(self.next)
    }

    pub(crate) fn outcome(self) -> Outcome {
        Outcome::ALL[usize::from(self.next >> OUTCOME_SHIFT & 3)]
    }

    fn bytes(self) -> [u8; WIDTH] {
        let mut bytes = [0; WIDTH];
        bytes[..8].copy_from_slice(&self.key.to_be_bytes());
        bytes[8..12].copy_from_slice(&self.game.to_be_bytes());
        bytes[12..14].copy_from_slice(&self.ply.to_be_bytes());
        bytes[14..].copy_from_slice(&self.next.to_be_bytes());
        bytes
    }

    fn of_bytes(bytes: [u8; WIDTH]) -> Posting {
        let number = u128::from_be_bytes(bytes);
        Posting {
            key: (number >> 64) as u64,
            game: (number >> 32) as u32,
            ply: (number >> 16) as u16,
            next: number as u16,
        }
    }
}

/// Adds a run, and merges it with others of like size. Postings of games that are gone are left out then.
pub(crate) fn add(
    transaction: &redb::WriteTransaction,
    mut postings: Vec<Posting>,
    gone: &HashSet<u32>,
) -> Result<(), LibraryError> {
    let mut pages = transaction.open_table(PAGES)?;
    let mut runs = transaction.open_table(RUNS)?;
    postings.sort_unstable();
    let mut all: Vec<(u32, u64)> = Vec::new();
    for run in runs.iter()? {
        let (run, count) = run?;
        all.push((run.value(), count.value()));
    }
    let number = all.iter().map(|run| run.0 + 1).max().unwrap_or(0);
    loop {
        let limit = postings.len() as u64 * 2;
        let like: Vec<(u32, u64)> = all.iter().copied().filter(|run| run.1 <= limit).collect();
        let sum = like.iter().map(|run| run.1).sum::<u64>() + postings.len() as u64;
        if like.len() + 1 < FAN || sum > MAX_MERGED {
            break;
        }
        for &(run, _) in &like {
            let keys: Vec<_> = pages
                .range(whole(run))?
                .map(|page| page.map(|(key, _)| key.value()))
                .collect::<Result<_, _>>()?;
            for key in keys {
                if let Some(page) = pages.remove(key)? {
                    let kept = postings_of(page.value()).filter(|posting| !gone.contains(&posting.game));
                    postings.extend(kept);
                }
            }
            runs.remove(run)?;
        }
        all.retain(|run| run.1 > limit);
        // The runs are sorted already, which a stable sort notices.
        postings.sort();
    }
    if postings.is_empty() {
        return Ok(());
    }
    for page in postings.chunks(PAGE) {
        let bytes: Vec<u8> = page.iter().flat_map(|posting| posting.bytes()).collect();
        pages.insert((number, page[0].key, page[0].game), bytes.as_slice())?;
    }
    runs.insert(number, postings.len() as u64)?;
    Ok(())
}

fn whole(run: u32) -> std::ops::RangeInclusive<(u32, u64, u32)> {
    (run, 0, 0)..=(run, u64::MAX, u32::MAX)
}

fn postings_of(page: &[u8]) -> impl Iterator<Item = Posting> + '_ {
    page.as_chunks::<WIDTH>().0.iter().map(|&bytes| Posting::of_bytes(bytes))
}

/// Calls `visit` with every posting of a key.
pub(crate) fn look_up(
    transaction: &redb::ReadTransaction,
    key: PositionKey,
    mut visit: impl FnMut(Posting),
) -> Result<(), LibraryError> {
    let pages = transaction.open_table(PAGES)?;
    for run in transaction.open_table(RUNS)?.iter()? {
        let run = run?.0.value();
        // The page before the first that begins with the key may end with it.
        let before = pages.range((run, 0, 0)..(run, key, 0))?.next_back().transpose()?;
        let first = before.map_or((run, 0, 0), |(first, _)| first.value());
        for page in pages.range(first..=(run, key, u32::MAX))? {
            let page = page?.1;
            let postings = page.value().as_chunks::<WIDTH>().0;
            let from = postings.partition_point(|bytes| Posting::of_bytes(*bytes).key < key);
            let alike = postings[from..].iter().map(|&bytes| Posting::of_bytes(bytes));
            alike.take_while(|posting| posting.key == key).for_each(&mut visit);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use goren_core::{Random, Size};
    use redb::{Database, ReadableDatabase, ReadableTableMetadata, backends::InMemoryBackend};

    #[test]
    fn a_posting_reads_back() {
        for (i, point) in Size::MAX.points().map(Some).chain([None]).enumerate() {
            let outcome = Outcome::ALL[i % 4];
            let posting = Posting::new(u64::MAX - 7, u32::MAX - i as u32, 484, point, outcome);
            let back = Posting::of_bytes(posting.bytes());
            assert_eq!((back, back.next(), back.outcome()), (posting, point, outcome));
        }
    }

    #[test]
    fn every_posting_is_found_after_many_merges() {
        let database = Database::builder().create_with_backend(InMemoryBackend::new()).unwrap();
        let mut random = Random::new(1);
        let mut expected: Vec<Posting> = Vec::new();
        for batch in 0..60 {
            let count = if batch % 7 == 0 { 3 * PAGE } else { 40 };
            let postings: Vec<Posting> = (0..count)
                .map(|_| {
                    // Few keys, so that some have many pages of postings.
                    let key = [5, 6, 7, random.next()][random.below(4)];
                    Posting::new(key, random.next() as u32, random.below(400) as u16, None, Outcome::Draw)
                })
                .collect();
            expected.extend(&postings);
            let transaction = database.begin_write().unwrap();
            add(&transaction, postings, &HashSet::new()).unwrap();
            transaction.commit().unwrap();
        }
        let reading = database.begin_read().unwrap();
        let runs = reading.open_table(RUNS).unwrap().len().unwrap();
        assert!(runs <= 12, "{runs} runs");
        expected.sort_unstable();
        for key in [4, 5, 6, 7, 8, expected[9].key, expected[expected.len() - 1].key] {
            let mut found = Vec::new();
            look_up(&reading, key, |posting| found.push(posting)).unwrap();
            found.sort_unstable();
            let alike: Vec<Posting> = expected.iter().copied().filter(|each| each.key == key).collect();
            assert_eq!(found, alike, "{key}");
        }
    }
}
