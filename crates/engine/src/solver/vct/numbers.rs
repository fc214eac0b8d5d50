//! Proof numbers, and the table that the threads of a solver share.

use std::io::{self, Read, Write};
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use bytemuck::allocation::{try_zeroed_slice_box, zeroed_slice_box};

/// Proof and disproof number: how many leaves must at least be proved to prove the position, and to disprove it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ProofNumbers {
    pub(super) proof: u32,
    pub(super) disproof: u32,
    /// The plies to the win of a proved position.
    pub(super) plies: u32,
    /// Whether some move was left out, or some search for fours ran out of its budget: a disproof does not count then.
    pub(super) is_partial: bool,
}

impl ProofNumbers {
    pub(super) const INFINITE: u32 = (1 << 25) - 1;
    /// The most of a position that is not decided.
    pub(super) const MAX: u32 = ProofNumbers::INFINITE - 1;
    const MAX_PLIES: u32 = (1 << 10) - 1;

    pub(super) const fn open(proof: u32, disproof: u32) -> ProofNumbers {
        ProofNumbers { proof, disproof, plies: 0, is_partial: false }
    }

    pub(super) const fn won_in(plies: u32) -> ProofNumbers {
        ProofNumbers { plies, ..ProofNumbers::open(0, ProofNumbers::INFINITE) }
    }

    pub(super) const fn disproved(is_partial: bool) -> ProofNumbers {
        ProofNumbers { is_partial, ..ProofNumbers::open(ProofNumbers::INFINITE, 0) }
    }

    pub(super) const fn is_decided(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }

    /// Whether no further round changes them.
    const fn is_final(self) -> bool {
        self.proof == 0 || self.disproof == 0 && !self.is_partial
    }

    /// Never zero: not both numbers are.
    fn pack(self, round: u32) -> u64 {
        u64::from(self.proof)
            | u64::from(self.disproof) << 25
            | u64::from(self.plies.min(ProofNumbers::MAX_PLIES)) << 50
            | u64::from(self.is_partial) << 60
            | u64::from(round & 7) << 61
    }

    /// The numbers and the round they are from.
    fn unpack(data: u64) -> (ProofNumbers, u32) {
        let numbers = ProofNumbers {
            proof: data as u32 & ProofNumbers::INFINITE,
            disproof: (data >> 25) as u32 & ProofNumbers::INFINITE,
            plies: (data >> 50) as u32 & ProofNumbers::MAX_PLIES,
            is_partial: data >> 60 & 1 == 1,
        };
        (numbers, (data >> 61) as u32)
    }
}

/// The numbers of positions searched before, for all threads: two words a position, the first of them its hash XOR the
/// second, so that a torn entry is not found.
pub(super) struct NumberTable {
    words: Box<[AtomicU64]>,
    /// By some bits of the hash: how many threads search below the position.
    busy: Box<[AtomicU8]>,
}

const BUSY_LOG2: u32 = 16;

impl NumberTable {
    /// The bytes of an entry.
    pub(super) const ENTRY_BYTES: usize = 16;

    /// 2^`log2` entries, or as many fewer as the system grants.
    pub(super) fn new(mut log2: u32) -> NumberTable {
        // The system zeroes pages when they are first touched, so that even a large table is allocated at once.
        let words = loop {
            match try_zeroed_slice_box((1 << log2) * NumberTable::ENTRY_BYTES / size_of::<AtomicU64>()) {
                Ok(words) => break words,
                Err(()) => log2 = log2.saturating_sub(1),
            }
        };
        NumberTable { words, busy: zeroed_slice_box(1 << BUSY_LOG2) }
    }

    pub(super) fn clear(&self) {
        self.words.iter().for_each(|word| word.store(0, Ordering::Relaxed));
    }

    pub(super) fn len(&self) -> usize {
        self.words.len() / 2
    }

    /// The two adjacent entries where a position may be stored.
    fn slots(&self, hash: u64) -> [usize; 2] {
        let slot = hash as usize & (self.len() - 1);
        [slot, slot ^ 1]
    }

    /// Hash and data of an entry; the data is zero for an empty one.
    fn read(&self, slot: usize) -> (u64, u64) {
        let data = self.words[2 * slot + 1].load(Ordering::Relaxed);
        (self.words[2 * slot].load(Ordering::Relaxed) ^ data, data)
    }

    fn write(&self, slot: usize, hash: u64, data: u64) {
        self.words[2 * slot].store(hash ^ data, Ordering::Relaxed);
        self.words[2 * slot + 1].store(data, Ordering::Relaxed);
    }

    /// What is known of a position: numbers that are final, or from this round.
    #[inline]
    pub(super) fn known(&self, hash: u64, round: u32) -> Option<ProofNumbers> {
        self.slots(hash).into_iter().find_map(|slot| {
            let (found, data) = self.read(slot);
            let (numbers, of_round) = ProofNumbers::unpack(data);
            (data != 0 && found == hash && (numbers.is_final() || of_round == round)).then_some(numbers)
        })
    }

    /// Stores the numbers of a position, replacing an entry that is not final rather than one that is.
    pub(super) fn store(&self, hash: u64, numbers: ProofNumbers, round: u32) {
        let slots = self.slots(hash);
        let entries = slots.map(|slot| (slot, self.read(slot)));
        let same = entries.iter().find(|(_, (found, data))| *data != 0 && *found == hash);
        let is_open = |data: u64| data == 0 || !ProofNumbers::unpack(data).0.is_final();
        let open = || entries.iter().find(|(_, (_, data))| is_open(*data));
        let slot = same.or_else(open).map_or(slots[0], |&(slot, _)| slot);
        self.write(slot, hash, numbers.pack(round));
    }

    fn busy_slot(&self, hash: u64) -> &AtomicU8 {
        &self.busy[(hash >> (64 - BUSY_LOG2)) as usize]
    }

    /// How many threads search below a position.
    pub(super) fn busy(&self, hash: u64) -> u32 {
        u32::from(self.busy_slot(hash).load(Ordering::Relaxed))
    }

    pub(super) fn enter(&self, hash: u64) {
        self.busy_slot(hash).fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn leave(&self, hash: u64) {
        self.busy_slot(hash).fetch_sub(1, Ordering::Relaxed);
    }

    /// Writes the entries that are not empty: how many, and each as two words. Returns a checksum of all that.
    pub(super) fn save(&self, out: &mut dyn Write) -> io::Result<u64> {
        let entries = || (0..self.len()).map(|slot| self.read(slot)).filter(|&(_, data)| data != 0);
        let count = entries().count() as u64;
        let mut sum = checksum(CHECKSUM, count);
        out.write_all(&count.to_le_bytes())?;
        for (hash, data) in entries() {
            sum = checksum(checksum(sum, hash), data);
            out.write_all(&hash.to_le_bytes())?;
            out.write_all(&data.to_le_bytes())?;
        }
        Ok(sum)
    }

    /// Reads what [`NumberTable::save`] wrote and returns its checksum. A smaller table keeps what fits.
    pub(super) fn load(&self, input: &mut dyn Read) -> io::Result<u64> {
        let count = read_word(input)?;
        let mut sum = checksum(CHECKSUM, count);
        for _ in 0..count {
            let (hash, data) = (read_word(input)?, read_word(input)?);
            sum = checksum(checksum(sum, hash), data);
            let (numbers, round) = ProofNumbers::unpack(data);
            if data != 0 {
                self.store(hash, numbers, round);
            }
        }
        Ok(sum)
    }
}

/// The checksum of nothing.
const CHECKSUM: u64 = 0xcbf2_9ce4_8422_2325;

/// One more word, as FNV-1a does with bytes.
pub(super) fn checksum(sum: u64, word: u64) -> u64 {
    ((sum ^ word).wrapping_mul(0x0000_0100_0000_01b3)).rotate_left(29)
}

pub(super) fn read_word(input: &mut dyn Read) -> io::Result<u64> {
    let mut bytes = [0; 8];
    input.read_exact(&mut bytes)?;
    Ok(u64::from_le_bytes(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_unpacked_as_they_were_packed() {
        for numbers in [
            ProofNumbers::won_in(73),
            ProofNumbers::disproved(true),
            ProofNumbers::disproved(false),
            ProofNumbers::open(ProofNumbers::MAX, 1),
        ] {
            for round in [0, 7] {
                assert_eq!(ProofNumbers::unpack(numbers.pack(round)), (numbers, round));
                assert_ne!(numbers.pack(round), 0);
            }
        }
    }

    #[test]
    fn what_is_not_final_counts_in_its_round_only() {
        let table = NumberTable::new(4);
        let (open, partial) = (ProofNumbers::open(3, 4), ProofNumbers::disproved(true));
        table.store(8, open, 1);
        table.store(5, partial, 1);
        assert_eq!((table.known(8, 1), table.known(8, 2)), (Some(open), None));
        assert_eq!((table.known(5, 1), table.known(5, 0)), (Some(partial), None));
        let won = ProofNumbers::won_in(5);
        table.store(8, won, 1);
        assert_eq!(table.known(8, 2), Some(won));
        // The two places of hash 8 are taken; what is won stays.
        table.store(24, open, 1);
        table.store(40, open, 1);
        assert_eq!(
            (table.known(8, 0), table.known(24, 1), table.known(40, 1)),
            (Some(won), None, Some(open))
        );
    }

    #[test]
    fn a_table_is_read_as_it_was_written() {
        let table = NumberTable::new(8);
        (1..100).for_each(|i| table.store(i * 77, ProofNumbers::won_in(i as u32), 0));
        let mut bytes = Vec::new();
        let sum = table.save(&mut bytes).unwrap();
        let other = NumberTable::new(8);
        assert_eq!(other.load(&mut &bytes[..]).unwrap(), sum);
        assert!((1..100).all(|i| table.known(i * 77, 0) == other.known(i * 77, 0)));
        assert!(other.load(&mut &bytes[..20]).is_err());
        bytes[12] ^= 1;
        assert_ne!(NumberTable::new(8).load(&mut &bytes[..]).unwrap(), sum);
    }
}
