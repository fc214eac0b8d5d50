//! The network's value of a position.

use std::sync::LazyLock;

/// The logits of a win, a draw and a loss of the side to move, in units of 1 / [`Value::ONE`]. Only their differences matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value {
    /// A win.
    pub win: i32,
    /// A draw.
    pub draw: i32,
    /// A loss.
    pub loss: i32,
}

impl Value {
    /// The fixed-point unit.
    pub const ONE: i32 = 8192;

    /// The logarithm of the odds of winning times `scale`, where a draw counts as half a win.
    pub fn score(self, scale: i32) -> i32 {
        let half_draw = self.draw - LN_2;
        let odds = log_add(self.win, half_draw) - log_add(self.loss, half_draw);
        ((i64::from(odds) * i64::from(scale)) / i64::from(Value::ONE)) as i32
    }
}

/// `ln 2` in units of 1 / [`Value::ONE`].
const LN_2: i32 = 5678;
/// The step of the table, a 64th, and how many steps it has: up to a difference of 12.
const STEP: i32 = Value::ONE / 64;
const STEPS: usize = 64 * 12;

/// `ln(1 + exp(-x))` for each step, by which [`log_add`] interpolates.
static SOFTPLUS: LazyLock<[i32; STEPS + 2]> = LazyLock::new(|| {
    std::array::from_fn(|i| {
        let difference = i as f64 / 64.0;
        (f64::from(Value::ONE) * (-difference).exp().ln_1p()).round() as i32
    })
});

/// The logarithm of the sum of two numbers that are given by their logarithms.
fn log_add(one: i32, other: i32) -> i32 {
    let difference = one.abs_diff(other) as usize;
    let place = difference / STEP as usize;
    if place >= STEPS {
        return one.max(other);
    }
    let (left, right) = (SOFTPLUS[place], SOFTPLUS[place + 1]);
    let remainder = (difference % STEP as usize) as i32;
    one.max(other) + left + (right - left) * remainder / STEP
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_within_a_point_and_a_half_of_the_exact_formula() {
        let exact = |value: Value| {
            let [win, draw, loss] =
                [value.win, value.draw, value.loss].map(|each| (f64::from(each) / 8192.0).exp());
            200.0 * ((win + draw / 2.0) / (loss + draw / 2.0)).ln()
        };
        for win in (-60_000..60_000).step_by(7_919) {
            for draw in (-90_000..30_000).step_by(13_001) {
                let value = Value { win, draw, loss: 1_234 };
                let error = f64::from(value.score(200)) - exact(value);
                assert!(error.abs() < 1.5, "{value:?}: {error}");
            }
        }
    }

    #[test]
    fn a_certain_draw_is_even_and_swapping_sides_changes_the_sign() {
        assert_eq!(Value { win: 0, draw: 90_000, loss: 500 }.score(200), 0);
        let value = Value { win: 9_000, draw: -4_000, loss: 100 };
        let other = Value { win: value.loss, loss: value.win, ..value };
        assert_eq!(value.score(200), -other.score(200));
        assert!(value.score(200) > 100);
    }
}
