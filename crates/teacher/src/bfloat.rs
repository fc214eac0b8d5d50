//! Numbers of sixteen bits: the upper half of an `f32`.

/// The nearest one; of two equally near the even one.
pub(crate) fn from_f32(number: f32) -> u16 {
    let bits = number.to_bits();
    (bits.wrapping_add(0x7fff + (bits >> 16 & 1)) >> 16) as u16
}

/// Exact.
#[inline]
pub(crate) fn to_f32(number: u16) -> f32 {
    f32::from_bits(u32::from(number) << 16)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_rounded_to_the_nearest() {
        for number in [0.0, 1.0, -0.5, 0.25, 96.0] {
            assert_eq!(to_f32(from_f32(number)), number);
        }
        assert_eq!(to_f32(from_f32(1.0 + 1.0 / 300.0)), 1.0);
        assert_eq!(to_f32(from_f32(1.0 + 1.0 / 200.0)), 1.0 + 1.0 / 128.0);
        assert_eq!(to_f32(from_f32(1.0 + 1.0 / 256.0)), 1.0);
    }
}
