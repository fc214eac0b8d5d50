//! Line codes: what a point sees on one of its four lines, as a number.

/// How far a point sees.
pub(crate) const REACH: usize = 5;
/// How many contents one side of a point can have, up to a wall.
pub(crate) const SIDES: usize = 364;
/// How many lines a point can see; a line and its mirror image count once.
pub(crate) const CODES: usize = SIDES * (SIDES + 1) / 2 * 3;

/// The place values of a side: what its digits count, the nearest point first.
pub(crate) const POWERS: [u16; REACH] = [1, 3, 9, 27, 81];

/// The side of `cells` empty cells before a wall.
pub(crate) const fn empty_side(cells: usize) -> u16 {
    (3_u16.pow(cells as u32) - 1) / 2
}

/// The code of a line with these two sides and this digit on the point itself.
#[inline(always)]
pub(crate) fn code(one: u16, other: u16, digit: u8) -> u32 {
    let (low, high) = (u32::from(one.min(other)), u32::from(one.max(other)));
    (high * (high + 1) / 2 + low) * 3 + u32::from(digit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_has_a_code_of_its_own_and_its_mirror_image_the_same() {
        let mut seen = vec![false; CODES];
        for one in 0..SIDES as u16 {
            for other in 0..=one {
                for digit in 0..3 {
                    let code = code(one, other, digit);
                    assert_eq!(code, super::code(other, one, digit));
                    assert!(!std::mem::replace(&mut seen[code as usize], true));
                }
            }
        }
        assert!(seen.into_iter().all(|seen| seen));
    }

    #[test]
    fn sides_of_different_length_do_not_overlap() {
        for cells in 0..REACH {
            let all_other: u16 = POWERS[..cells].iter().map(|power| 2 * power).sum();
            assert_eq!(empty_side(cells) + all_other + 1, empty_side(cells + 1));
        }
        assert_eq!(usize::from(empty_side(REACH) + 2 * POWERS.iter().sum::<u16>() + 1), SIDES);
    }
}
