//! What a phase of the tests may cost in processor time, which other work on the machine hardly changes.

use std::fs;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// What the loop of [`slowness`] took on the machine whose seconds the budgets are.
const REFERENCE: Duration = Duration::from_millis(190);

/// Ticks of the processor's clock in a second, as the kernel counts them for programs.
const TICKS_PER_SECOND: u64 = 100;

/// The processor time in seconds of all that was run and has ended; nothing where the system does not say.
pub(crate) fn spent_seconds() -> Option<u64> {
    children_seconds(&fs::read_to_string("/proc/self/stat").ok()?)
}

/// The sum of `cutime` and `cstime`, the 16th and 17th field. The second is a name in parentheses and may hold anything.
fn children_seconds(stat: &str) -> Option<u64> {
    let (_, fields) = stat.rsplit_once(')')?;
    let ticks: Vec<u64> = fields.split_whitespace().skip(13).take(2).flat_map(str::parse).collect();
    (ticks.len() == 2).then(|| ticks.iter().sum::<u64>() / TICKS_PER_SECOND)
}

/// By how much this machine is slower than the one of the budgets; never less than 1.
pub(crate) fn slowness() -> f64 {
    let fastest = (0..5).map(|_| time_loop()).min().unwrap_or(REFERENCE);
    (fastest.as_secs_f64() / REFERENCE.as_secs_f64()).max(1.0)
}

fn time_loop() -> Duration {
    let start = Instant::now();
    let mut number = 1_u64;
    for _ in 0..100_000_000_u32 {
        number = black_box(number ^ number << 13).rotate_left(7).wrapping_mul(0x2545_f491_4f6c_dd1d);
    }
    black_box(number);
    start.elapsed()
}

/// Refuses what costs half as much again as its budget; a little more is never too much.
pub(crate) fn check(phase: &str, budget: u64, spent: u64, slowness: f64) -> Result<(), String> {
    let most = (budget as f64 * 1.5 * slowness) as u64 + 20;
    if spent <= most {
        return Ok(());
    }
    Err(format!(
        "{phase}: expected at most {most} s of processor time (a budget of {budget} s, and half as much again{}), got {spent} s: \
         make it cheaper, or record a new budget in xtask/src/test.rs and say why",
        if slowness > 1.0 { format!(", on a machine {slowness:.1} times as slow") } else { String::new() }
    ))
}

#[cfg(test)]
mod tests {
    use super::{check, children_seconds};

    #[test]
    fn the_time_of_children_is_read_behind_a_name_that_may_hold_anything() {
        let stat = "7 (a) b (c) R 1 2 3 4 5 6 7 8 9 10 11 12 1200 345 20 0 1";
        assert_eq!(children_seconds(stat), Some(15));
        assert_eq!(children_seconds("7 (x) R 1"), None);
    }

    #[test]
    fn a_phase_may_cost_half_as_much_again_and_more_on_a_slow_machine() {
        assert_eq!(check("rust", 100, 170, 1.0), Ok(()));
        let error = check("rust", 100, 171, 1.0).unwrap_err();
        assert!(
            error.starts_with("rust: expected at most 170 s of processor time (a budget of 100 s"),
            "{error}"
        );
        assert!(error.contains("got 171 s"), "{error}");
        assert_eq!(check("rust", 100, 300, 2.0), Ok(()));
    }
}
