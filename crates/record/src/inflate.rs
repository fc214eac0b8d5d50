//! DEFLATE (RFC 1951) without a wrapper, read only: what browsers compress the game of a link with.

/// Symbols by their canonical Huffman codes.
struct Codes {
    /// How many codes there are of each length.
    counts: [u16; 16],
    /// The symbols in the order of their codes.
    symbols: Vec<u16>,
}

impl Codes {
    /// The codes of symbols that have these lengths; 0 for a symbol without a code.
    fn of(lengths: &[u8]) -> Codes {
        let mut counts = [0; 16];
        for &length in lengths {
            counts[usize::from(length & 15)] += 1;
        }
        counts[0] = 0;
        let mut symbols: Vec<u16> =
            (0..lengths.len() as u16).filter(|&symbol| lengths[usize::from(symbol)] > 0).collect();
        symbols.sort_by_key(|&symbol| lengths[usize::from(symbol)]);
        Codes { counts, symbols }
    }

    fn fixed() -> [Codes; 2] {
        let length = |symbol: usize| match symbol {
            0..144 => 8,
            144..256 => 9,
            256..280 => 7,
            _ => 8,
        };
        [Codes::of(&(0..288).map(length).collect::<Vec<u8>>()), Codes::of(&[5; 30])]
    }
}

/// The bits of some bytes, lowest first.
struct Bits<'a> {
    bytes: &'a [u8],
    /// The number of the next bit.
    at: usize,
}

impl Bits<'_> {
    fn bit(&mut self) -> Option<u16> {
        let bit = self.bytes.get(self.at / 8)? >> (self.at % 8) & 1;
        self.at += 1;
        Some(u16::from(bit))
    }

    fn number(&mut self, bits: u8) -> Option<u16> {
        (0..bits).try_fold(0, |number, place| Some(number | self.bit()? << place))
    }

    fn symbol(&mut self, codes: &Codes) -> Option<u16> {
        let (mut code, mut first, mut index) = (0i32, 0i32, 0i32);
        for &count in &codes.counts[1..] {
            code |= i32::from(self.bit()?);
            let count = i32::from(count);
            if code - first < count {
                return codes.symbols.get(usize::try_from(index + code - first).ok()?).copied();
            }
            index += count;
            first = (first + count) << 1;
            code <<= 1;
        }
        None
    }

    /// The codes that a block describes: of bytes and lengths, and of distances.
    fn codes(&mut self) -> Option<[Codes; 2]> {
        const ORDER: [usize; 19] = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
        let literals = usize::from(self.number(5)?) + 257;
        let distances = usize::from(self.number(5)?) + 1;
        let count = usize::from(self.number(4)?) + 4;
        let mut lengths = [0; 19];
        for &place in &ORDER[..count] {
            lengths[place] = self.number(3)? as u8;
        }
        let codes = Codes::of(&lengths);
        let mut lengths: Vec<u8> = Vec::with_capacity(literals + distances);
        while lengths.len() < literals + distances {
            let (length, times) = match self.symbol(&codes)? {
                length @ 0..16 => (length as u8, 1),
                16 => (*lengths.last()?, 3 + self.number(2)?),
                17 => (0, 3 + self.number(3)?),
                _ => (0, 11 + self.number(7)?),
            };
            lengths.extend(std::iter::repeat_n(length, usize::from(times)));
        }
        let (bytes, rest) = lengths.get(..literals + distances)?.split_at(literals);
        Some([Codes::of(bytes), Codes::of(rest)])
    }
}

/// The bytes that were compressed; nothing if they were not, or are more than `most`.
pub(crate) fn inflate(bytes: &[u8], most: usize) -> Option<Vec<u8>> {
    let mut bits = Bits { bytes, at: 0 };
    let mut out = Vec::new();
    loop {
        let is_last = bits.bit()? == 1;
        match bits.number(2)? {
            0 => {
                bits.at = bits.at.next_multiple_of(8);
                let (length, check) = (bits.number(16)?, bits.number(16)?);
                if length != !check {
                    return None;
                }
                let start = bits.at / 8;
                out.extend_from_slice(bytes.get(start..start + usize::from(length))?);
                bits.at += 8 * usize::from(length);
            }
            1 => copy(&mut bits, &Codes::fixed(), &mut out, most)?,
            2 => {
                let codes = bits.codes()?;
                copy(&mut bits, &codes, &mut out, most)?;
            }
            _ => return None,
        }
        if out.len() > most {
            return None;
        }
        if is_last {
            return Some(out);
        }
    }
}

/// Reads a block of bytes and of repetitions of what came before.
fn copy(bits: &mut Bits<'_>, [codes, distances]: &[Codes; 2], out: &mut Vec<u8>, most: usize) -> Option<()> {
    loop {
        let symbol = bits.symbol(codes)?;
        match symbol {
            0..256 => out.push(symbol as u8),
            256 => return Some(()),
            _ => {
                let length = match symbol - 257 {
                    class @ 0..8 => class + 3,
                    class @ 8..28 => {
                        let extra = (class as u8 - 4) / 4;
                        ((4 + class % 4) << extra) + 3 + bits.number(extra)?
                    }
                    28 => 258,
                    _ => return None,
                };
                let distance = match bits.symbol(distances)? {
                    class @ 0..4 => usize::from(class) + 1,
                    class @ 4..30 => {
                        let extra = (class as u8 - 2) / 2;
                        (usize::from(2 + class % 2) << extra) + 1 + usize::from(bits.number(extra)?)
                    }
                    _ => return None,
                };
                let start = out.len().checked_sub(distance)?;
                for at in start..start + usize::from(length) {
                    out.push(out[at]);
                }
            }
        }
        if out.len() > most {
            return None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sixty moves with comments, by zlib.
    const DESCRIBED: &str = "\
        65923b0ec2400c05af42091dfee5233a38064a11200412021de707c9bb1bc9af1dc9d6d368b687e3b9efbbd379f97c87\
        cdbedb6dffe071c9801c7c860cd8c13865200edee5441ddce70cccc13266503918cad3dac1ab80c6c1ad9cb40ee6f294\
        d2d4eb3a356d9dca344a632fe52fa5b5cff52acd5d1d9081842a5aa03a6aa0267aa0368ae07d34c114553047172c5106\
        6bb4c1166d70156d701d6d70136d701b6d082421d084601450854016025d0884215086401a026d28b4a1d086421b0a6d\
        28b4a1d086421b0a6d28b4a1d086411b066d18b461d086411b066d18b461d086411bf6dffc03";

    fn unhex(text: &str) -> Vec<u8> {
        (0..text.len()).step_by(2).map(|at| u8::from_str_radix(&text[at..at + 2], 16).unwrap()).collect()
    }

    #[test]
    fn stored_fixed_and_described_blocks_are_read() {
        let stored = [&[0x01, 5, 0, 0xfa, 0xff][..], b"hello"].concat();
        assert_eq!(inflate(&stored, 5).unwrap(), b"hello");
        assert_eq!(inflate(&stored, 4), None);
        // `hello hello hello hello\n`, by zlib.
        let fixed = [0xcb, 0x48, 0xcd, 0xc9, 0xc9, 0x57, 0xc8, 0x40, 0x27, 0xb9, 0x00];
        assert_eq!(inflate(&fixed, 99).unwrap(), b"hello hello hello hello\n");
        let letter = |i: usize| char::from(b'a' + (i % 15) as u8);
        let text: String =
            (0..60).map(|i| format!("(;B[{}{}]C[move {i}])", letter(i * 7), letter(i * i))).collect();
        assert_eq!(inflate(&unhex(DESCRIBED), 1 << 12).unwrap(), text.as_bytes());
    }

    #[test]
    fn what_is_cut_off_or_damaged_is_refused_without_panic() {
        let good = unhex(DESCRIBED);
        for end in 0..good.len() {
            assert_eq!(inflate(&good[..end], 1 << 20), None);
        }
        for at in 0..good.len() {
            for bit in 0..8 {
                let mut bad = good.clone();
                bad[at] ^= 1 << bit;
                let _ = inflate(&bad, 1 << 12);
            }
        }
    }
}
