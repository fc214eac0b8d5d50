//! What a point sees on one of its four lines, as a number.

/// How far a point sees.
pub(crate) const REACH: usize = 5;
/// How many contents one side of a point can have, up to a wall.
pub(crate) const SIDES: usize = 364;
/// The place values of a side: what its digits count, the nearest point first.
pub(crate) const POWERS: [u16; REACH] = [1, 3, 9, 27, 81];

/// The side of `cells` empty cells before a wall.
pub(crate) const fn empty_side(cells: usize) -> u16 {
    (3_u16.pow(cells as u32) - 1) / 2
}

/// The number of a pair of sides in this order. A stone on the first side adds its digit times its power times [`SIDES`],
/// one on the second its digit times its power.
#[inline(always)]
pub(crate) const fn pair(first: u16, second: u16) -> u32 {
    first as u32 * SIDES as u32 + second as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_of_different_length_do_not_overlap() {
        for cells in 0..REACH {
            let all_other: u16 = POWERS[..cells].iter().map(|power| 2 * power).sum();
            assert_eq!(empty_side(cells) + all_other + 1, empty_side(cells + 1));
        }
        assert_eq!(usize::from(empty_side(REACH) + 2 * POWERS.iter().sum::<u16>() + 1), SIDES);
    }
}
