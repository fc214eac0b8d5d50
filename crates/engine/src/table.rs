//! The transposition table: what earlier searches found, shared by all threads without locks.
//!
//! An entry is two words: the data, and the hash XORed with the data. A torn write leaves a pair that matches no
//! position, so that a reader sees either a whole entry or none.

use std::io::{self, Read, Write};
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use bytemuck::allocation::try_zeroed_slice_box;
use goren_core::{Point, Score, Size};

use crate::parameters::Parameters;

/// What a stored score says about the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    None,
    Upper,
    Lower,
    Exact,
}

impl Bound {
    /// Whether a score with this bound ends the search of a window.
    pub(crate) fn cuts(self, score: i32, alpha: i32, beta: i32) -> bool {
        match self {
            Bound::Exact => true,
            Bound::Lower => score >= beta,
            Bound::Upper => score <= alpha,
            Bound::None => false,
        }
    }
}

/// What the table holds of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) point: Option<Point>,
    pub(crate) score: Score,
    pub(crate) eval: Score,
    pub(crate) depth: i32,
    pub(crate) bound: Bound,
}

impl Entry {
    /// Whether the position is known to be won or lost, whatever the exact distance.
    pub(crate) fn is_decided(&self) -> bool {
        match self.bound {
            Bound::Exact => self.score.is_decided(),
            Bound::Lower => self.score.plies_to_win().is_some(),
            Bound::Upper => self.score.plies_to_loss().is_some(),
            Bound::None => false,
        }
    }
}

/// An entry: the check word and the data.
type Slot = [AtomicU64; 2];

/// Entries that share one cache line.
type Bucket = [Slot; 4];

const LINE_BYTES: usize = 64;

/// The fewest buckets. A program that cannot have these cannot play at all.
const MIN_BUCKETS: usize = 64;

/// Whether the system would grant this many bytes now.
pub(crate) fn is_available(bytes: usize) -> bool {
    let mut memory = Vec::<u8>::new();
    let is_granted = memory.try_reserve_exact(bytes).is_ok();
    // An allocation that nothing looks at need not be made at all.
    std::hint::black_box(memory);
    is_granted
}

pub(crate) struct Table {
    /// One bucket more than is used, so that the first can be aligned to a cache line.
    words: Box<[AtomicU64]>,
    /// The words before the first bucket.
    offset: usize,
    generation: AtomicU8,
    keep_depth: i32,
    age_weight: i32,
}

/// Added to a depth before it is stored, so that negative ones fit.
const DEPTH_OFFSET: i32 = 32;
const GENERATIONS: u8 = 64;

impl Table {
    /// A table of at most this many bytes; smaller if the system does not grant them and `headroom` for everything else.
    pub(crate) fn new(bytes: usize, headroom: usize, parameters: &Parameters) -> Table {
        let mut count = (bytes / LINE_BYTES).max(MIN_BUCKETS);
        loop {
            // The system zeroes pages when they are first touched, so that even a large table is allocated at once.
            if let Ok(mut words) =
                try_zeroed_slice_box::<AtomicU64>((count + 1) * LINE_BYTES / size_of::<AtomicU64>())
                && (count == MIN_BUCKETS || is_available(headroom))
            {
                goren_nnue::prefer_large_pages(&mut words);
                let offset = words.as_ptr().align_offset(LINE_BYTES).min(LINE_BYTES / size_of::<AtomicU64>());
                return Table {
                    words,
                    offset,
                    generation: AtomicU8::new(0),
                    keep_depth: parameters.tt_keep_depth,
                    age_weight: parameters.tt_age,
                };
            }
            count = (count / 2).max(MIN_BUCKETS);
        }
    }

    fn buckets(&self) -> &[Bucket] {
        // As many wherever the memory lies: the place of a position depends on their number.
        let used = self.words.len() - LINE_BYTES / size_of::<AtomicU64>();
        self.words[self.offset..][..used].as_chunks().0.as_chunks().0
    }

    pub(crate) fn bytes(&self) -> usize {
        size_of_val(self.buckets())
    }

    pub(crate) fn clear(&self) {
        self.words.iter().for_each(|word| word.store(0, Ordering::Relaxed));
    }

    /// Begins a new generation: what is stored now becomes older than what comes.
    pub(crate) fn new_search(&self) {
        let next = (self.generation.load(Ordering::Relaxed) + 1) % GENERATIONS;
        self.generation.store(next, Ordering::Relaxed);
    }

    fn bucket(&self, hash: u64) -> &Bucket {
        let buckets = self.buckets();
        let index = (u128::from(hash) * buckets.len() as u128) >> 64;
        &buckets[index as usize]
    }

    /// Brings the entries of a position into the cache before they are needed.
    #[inline]
    pub(crate) fn prefetch(&self, hash: u64) {
        goren_nnue::prefetch(self.bucket(hash));
    }

    /// The entry of a position, with wins and losses as seen from a root this many plies above. What is of use again is as
    /// good as new: else the first searches after a move, which are shallow, would replace the deep ones before it.
    pub(crate) fn probe(&self, hash: u64, ply: u32) -> Option<Entry> {
        self.bucket(hash).iter().find_map(|[check, word]| {
            let data = word.load(Ordering::Relaxed);
            if check.load(Ordering::Relaxed) ^ data != hash || data == 0 {
                return None;
            }
            let generation = self.generation.load(Ordering::Relaxed);
            if age(data, generation) != 0 {
                let renewed = data & !(u64::MAX << 58) | u64::from(generation) << 58;
                word.store(renewed, Ordering::Relaxed);
                check.store(hash ^ renewed, Ordering::Relaxed);
            }
            Some(unpacked(data, ply))
        })
    }

    pub(crate) fn store(&self, hash: u64, ply: u32, mut entry: Entry) {
        let generation = self.generation.load(Ordering::Relaxed);
        let bucket = self.bucket(hash);
        let mut worst = &bucket[0];
        let mut least = i32::MAX;
        for slot in bucket {
            let data = slot[1].load(Ordering::Relaxed);
            if slot[0].load(Ordering::Relaxed) ^ data == hash {
                let old = unpacked(data, ply);
                entry.point = entry.point.or(old.point);
                // A shallow bound does not replace a much deeper one of the same search.
                if entry.bound != Bound::Exact
                    && age(data, generation) == 0
                    && entry.depth + self.keep_depth < old.depth
                {
                    return;
                }
                worst = slot;
                break;
            }
            let value = (data >> 48 & 0xff) as i32 - self.age_weight * i32::from(age(data, generation));
            if data == 0 || value < least {
                least = if data == 0 { i32::MIN } else { value };
                worst = slot;
            }
        }
        let data = packed(&entry, ply, generation);
        worst[1].store(data, Ordering::Relaxed);
        worst[0].store(hash ^ data, Ordering::Relaxed);
    }

    /// Writes every entry: eight bytes of the position's hash, eight of data, little-endian.
    pub(crate) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        for [check, data] in self.buckets().iter().flatten() {
            let data = data.load(Ordering::Relaxed);
            if data != 0 {
                let hash = check.load(Ordering::Relaxed) ^ data;
                out.write_all(&hash.to_le_bytes())?;
                out.write_all(&data.to_le_bytes())?;
            }
        }
        Ok(())
    }

    /// Reads entries as [`Table::write`] writes them; in full buckets the deeper ones stay.
    pub(crate) fn read(&self, from: &mut dyn Read) -> io::Result<()> {
        let mut pair = [0; 16];
        loop {
            match from.read_exact(&mut pair) {
                Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(()),
                done => done?,
            }
            let word =
                |at: usize| u64::from_le_bytes(*pair[at..].first_chunk().expect("the pair is long enough"));
            self.store(word(0), 0, unpacked(word(8), 0));
        }
    }

    /// How much of the table holds entries of this search, in thousandths.
    pub(crate) fn fullness(&self) -> u32 {
        let generation = self.generation.load(Ordering::Relaxed);
        let buckets = self.buckets();
        let sample = &buckets[..buckets.len().min(250)];
        let used = sample
            .iter()
            .flatten()
            .filter(|[_, data]| {
                let data = data.load(Ordering::Relaxed);
                data != 0 && age(data, generation) == 0
            })
            .count();
        (used * 1000 / (sample.len() * 4)) as u32
    }
}

fn age(data: u64, generation: u8) -> u8 {
    let stored = (data >> 58) as u8;
    (GENERATIONS + generation - stored) % GENERATIONS
}

/// Wins and losses are stored as distances from the position itself, not from the root.
fn packed(entry: &Entry, ply: u32, generation: u8) -> u64 {
    let ply = ply as i32;
    let score = match entry.score.0 {
        score if entry.score.plies_to_win().is_some() => score + ply,
        score if entry.score.plies_to_loss().is_some() => score - ply,
        score => score,
    };
    let point = entry.point.map_or(0, |point| 1 + (point.y() * Size::MAX.side() + point.x()) as u64);
    let depth = (entry.depth + DEPTH_OFFSET).clamp(0, 255) as u64;
    u64::from(score as i16 as u16)
        | u64::from(entry.eval.0 as i16 as u16) << 16
        | point << 32
        | depth << 48
        | (entry.bound as u64) << 56
        | u64::from(generation) << 58
}

fn unpacked(data: u64, ply: u32) -> Entry {
    let score = Score(i32::from(data as u16 as i16));
    let score = if score.plies_to_win().is_some() {
        Score(score.0 - ply as i32)
    } else if score.plies_to_loss().is_some() {
        Score(score.0 + ply as i32)
    } else {
        score
    };
    let side = Size::MAX.side();
    let point = ((data >> 32 & 0xffff) as usize).checked_sub(1);
    Entry {
        point: point.and_then(|at| Point::new(at % side, at / side)),
        score,
        eval: Score(i32::from((data >> 16) as u16 as i16)),
        depth: (data >> 48 & 0xff) as i32 - DEPTH_OFFSET,
        bound: [Bound::None, Bound::Upper, Bound::Lower, Bound::Exact][(data >> 56 & 3) as usize],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(bytes: usize) -> Table {
        Table::new(bytes, 0, &Parameters::default())
    }

    fn entry(score: Score, depth: i32) -> Entry {
        let point = "h8".parse().ok();
        Entry { point, score, eval: Score(-123), depth, bound: Bound::Lower }
    }

    #[test]
    fn a_stored_entry_is_found_by_its_hash_alone() {
        let table = table(1 << 16);
        for (i, score) in [0, 5, -700, 29_990, -29_950].into_iter().enumerate() {
            let hash = 0x1234_5678_9abc_def0_u64.wrapping_mul(i as u64 + 1);
            table.store(hash, 3, entry(Score(score), i as i32 - 2));
            assert_eq!(table.probe(hash, 3), Some(entry(Score(score), i as i32 - 2)));
            assert_eq!(table.probe(hash ^ 1, 3), None);
        }
    }

    #[test]
    fn a_deep_entry_that_was_of_use_again_outlives_shallow_ones() {
        let survives = |is_probed: bool| {
            let table = table(1 << 12);
            table.store(1, 0, entry(Score(50), 12));
            table.new_search();
            if is_probed {
                assert_eq!(table.probe(1, 0).map(|entry| entry.depth), Some(12));
            }
            table.store(1, 0, entry(Score(40), 3));
            table.probe(1, 0).is_some_and(|entry| entry.depth == 12)
        };
        assert!(survives(true));
        assert!(!survives(false));
    }

    #[test]
    fn a_bound_cuts_only_on_its_side_of_the_window() {
        let cuts = |bound: Bound| [9, 10, 11, 12].map(|score| bound.cuts(score, 10, 11));
        assert_eq!(cuts(Bound::Lower), [false, false, true, true]);
        assert_eq!(cuts(Bound::Upper), [true, true, false, false]);
        assert_eq!((cuts(Bound::Exact), cuts(Bound::None)), ([true; 4], [false; 4]));
    }

    #[test]
    fn a_position_is_decided_by_a_win_from_below_a_loss_from_above_and_either_exactly() {
        let (win, loss, even) = (Score::win_in(9), Score::loss_in(8), Score(70));
        let decided =
            |bound: Bound| [win, loss, even].map(|score| Entry { bound, ..entry(score, 5) }.is_decided());
        assert_eq!(decided(Bound::Lower), [true, false, false]);
        assert_eq!(decided(Bound::Upper), [false, true, false]);
        assert_eq!(decided(Bound::Exact), [true, true, false]);
        assert_eq!(decided(Bound::None), [false; 3]);
    }

    #[test]
    fn the_distance_of_a_win_is_counted_from_the_root_that_probes() {
        let table = table(1 << 16);
        table.store(7, 10, entry(Score::win_in(15), 4));
        assert_eq!(table.probe(7, 2).map(|entry| entry.score), Some(Score::win_in(7)));
        table.store(8, 10, entry(Score::loss_in(14), 4));
        assert_eq!(table.probe(8, 0).map(|entry| entry.score), Some(Score::loss_in(4)));
    }

    #[test]
    fn entries_survive_writing_and_reading_into_another_table() {
        let (table, other) = (table(1 << 16), table(1 << 12));
        for i in 1..20 {
            table.store(0x1234_5678_9abc_def0_u64.wrapping_mul(i), 0, entry(Score(i as i32), 5));
        }
        let mut bytes = Vec::new();
        table.write(&mut bytes).unwrap();
        assert_eq!(bytes.len(), 19 * 16);
        other.read(&mut &bytes[..bytes.len() - 3]).unwrap();
        let found = (1..20).filter(|&i| {
            let hash = 0x1234_5678_9abc_def0_u64.wrapping_mul(i);
            other.probe(hash, 0) == Some(entry(Score(i as i32), 5))
        });
        assert_eq!(found.count(), 18);
    }

    /// Nothing orders the two words of an entry, so a reader may see any mixture of what was ever written to them: these
    /// are all that two writers can leave, on any processor.
    #[test]
    fn of_two_writes_at_once_a_reader_sees_a_whole_one_or_none() {
        let (one, other) = (entry(Score(17), 5), Entry { bound: Bound::Exact, ..entry(Score(-900), 12) });
        let writes = [(0x1234_5678_9abc_def0, one), (0xfedc_ba98_7654_3210, other)];
        let words = |at: usize| {
            writes.map(|(hash, entry)| {
                let table = table(1 << 12);
                table.store(hash, 0, entry);
                table.bucket(hash).iter().map(|slot| slot[at].load(Ordering::Relaxed)).find(|&word| word != 0)
            })
        };
        let (checks, data) = (words(0), words(1));
        for check in [Some(0), checks[0], checks[1]] {
            for data in [Some(0), data[0], data[1]] {
                let table = table(1 << 12);
                for (hash, written) in writes {
                    let slot = &table.bucket(hash)[0];
                    slot[0].store(check.unwrap(), Ordering::Relaxed);
                    slot[1].store(data.unwrap(), Ordering::Relaxed);
                    let is_whole = check.unwrap() ^ data.unwrap() == hash;
                    assert_eq!(table.probe(hash, 0), is_whole.then_some(written));
                }
            }
        }
    }

    #[test]
    fn the_number_of_buckets_does_not_depend_on_where_the_memory_lies() {
        let mut table = table(MIN_BUCKETS * LINE_BYTES);
        for offset in 0..=LINE_BYTES / size_of::<AtomicU64>() {
            table.offset = offset;
            assert_eq!(table.bytes(), MIN_BUCKETS * LINE_BYTES, "{offset}");
        }
    }

    #[test]
    fn a_table_that_the_system_does_not_grant_is_smaller() {
        let table = table(isize::MAX as usize / 2);
        assert!(table.bytes() >= MIN_BUCKETS * LINE_BYTES && table.bytes() < isize::MAX as usize / 4);
        let table = Table::new(1 << 20, isize::MAX as usize, &Parameters::default());
        assert_eq!(table.bytes(), MIN_BUCKETS * LINE_BYTES);
    }

    #[test]
    fn a_deep_entry_of_this_search_outlives_a_shallow_one() {
        let table = table(64);
        let key = |i: u64| i << 32;
        table.store(key(1), 0, entry(Score(1), 20));
        for i in 2..50 {
            table.store(key(i), 0, entry(Score(2), 1));
        }
        assert!(table.probe(key(1), 0).is_some());
    }
}
