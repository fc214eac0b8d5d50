//! What the manager has set for all moves.

use goren_core::{Limits, Rule, Size};
use goren_engine::{Evaluation, Level, Options};
use goren_protocol::{Info, rule_of};

use super::clock::Times;

/// Memory for everything but the engine: the program, its stacks and its buffers.
const RESERVED_BYTES: u64 = 10 << 20;
/// The engine's minimum, whatever the manager sets.
pub(super) const MIN_ENGINE_BYTES: usize = 1 << 20;
/// The engine's maximum, whatever the manager sets.
const MAX_ENGINE_BYTES: u64 = 1 << 30;
/// The memory of a network. If less than twice as much is allowed, the classical evaluation is used instead.
const NETWORK_BYTES: u64 = 32 << 20;
/// What a network takes for each further thread, which has rows of its own.
const THREAD_NETWORK_BYTES: u64 = 16 << 20;

/// The settings in force. Caution and the database are accepted and change nothing.
#[derive(Debug)]
pub(super) struct Settings {
    pub(super) times: Times,
    /// The number of `INFO rule`, which takes effect at the next move.
    rule: i64,
    max_memory: u64,
    /// In KiB.
    hash_size: u64,
    default_threads: usize,
    most_threads: usize,
    threads: u64,
    strength: u8,
    limits: Limits,
    evaluation: Evaluation,
    /// What to show while thinking: 1 for the board, 2 for the lines, 3 for both.
    detail: u8,
    /// Whether to ponder on the opponent's time.
    pub(super) ponders: bool,
}

impl Settings {
    /// The default settings. No more than `most_threads` threads are ever used.
    pub(super) fn new(default_threads: usize, most_threads: usize, evaluation: Evaluation) -> Settings {
        Settings {
            times: Times::default(),
            rule: 0,
            max_memory: 0,
            hash_size: 0,
            default_threads,
            most_threads: most_threads.max(default_threads),
            threads: 0,
            strength: 100,
            limits: Limits::default(),
            evaluation,
            detail: 0,
            ponders: false,
        }
    }

    pub(super) fn apply(&mut self, info: &Info) {
        self.times.apply(info);
        match *info {
            Info::Rule(number) => self.rule = number,
            Info::MaxMemory(bytes) => self.max_memory = bytes,
            Info::HashSize(size) => self.hash_size = size,
            Info::Threads(count) => self.threads = count,
            Info::Strength(strength) => self.strength = strength,
            Info::MaxDepth(most) => self.limits.depth = most.map(|most| most.min(Size::MAX.area() as u32)),
            Info::MaxNodes(most) => self.limits.nodes = most,
            Info::ShowDetail(detail) => self.detail = detail,
            Info::Pondering(is_on) => self.ponders = is_on,
            _ => {}
        }
    }

    /// The rule to play under.
    pub(super) fn rule(&self, yixin: bool) -> anyhow::Result<Rule> {
        let rule = rule_of(self.rule, yixin);
        rule.ok_or_else(|| anyhow::anyhow!("expected rule 0, 1, 4, 8 or 9, got `INFO rule {}`", self.rule))
    }

    /// The limits of a search, except for the clock.
    pub(super) fn limits(&self) -> Limits {
        self.limits
    }

    pub(super) fn options(&self) -> Options {
        let threads = self.threads();
        let level = Level::new(1 + self.strength.min(100) / 11).unwrap_or(Level::FULL);
        Options { memory: self.memory(), threads, level, evaluation: self.evaluation(), ..Options::default() }
    }

    fn threads(&self) -> usize {
        match usize::try_from(self.threads) {
            Ok(0) => self.default_threads,
            Ok(threads) => threads.min(self.most_threads),
            Err(_) => self.most_threads,
        }
    }

    fn evaluation(&self) -> Evaluation {
        match self.max_memory {
            1..RESERVED_BYTES => Evaluation::Classical,
            bytes if bytes != 0 && bytes - RESERVED_BYTES < 2 * NETWORK_BYTES => Evaluation::Classical,
            _ => self.evaluation,
        }
    }

    fn memory(&self) -> usize {
        let network = match self.evaluation() {
            Evaluation::Network => {
                NETWORK_BYTES + THREAD_NETWORK_BYTES * self.threads().saturating_sub(1) as u64
            }
            Evaluation::Classical => 0,
        };
        let allowed = match self.max_memory {
            0 => MAX_ENGINE_BYTES,
            bytes => bytes.saturating_sub(RESERVED_BYTES + network).min(MAX_ENGINE_BYTES),
        };
        let memory = match (self.hash_size, self.max_memory) {
            (0, 0) => Options::default().memory as u64,
            (0, _) => allowed,
            (size, _) => size.saturating_mul(1024).min(allowed),
        };
        (memory as usize).max(MIN_ENGINE_BYTES)
    }

    /// The maximum number of threads, and the maximum memory as a power of two of KiB.
    pub(super) fn most(&self) -> (usize, u32) {
        (self.most_threads, (MAX_ENGINE_BYTES >> 10).ilog2())
    }

    pub(super) fn shows_board(&self) -> bool {
        self.detail & 1 != 0
    }

    pub(super) fn shows_lines(&self) -> bool {
        self.detail & 2 != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(settings: &[Info]) -> Options {
        let mut all = Settings::new(1, 4, Evaluation::Network);
        settings.iter().for_each(|info| all.apply(info));
        all.options()
    }

    #[test]
    fn memory_stays_below_the_limit() {
        let memory =
            |max_memory, hash_size| options(&[Info::MaxMemory(max_memory), Info::HashSize(hash_size)]).memory;
        assert_eq!(memory(0, 0), Options::default().memory);
        assert_eq!(memory(350 << 20, 0), 308 << 20);
        assert_eq!(memory(350 << 20, 1 << 20), 308 << 20);
        assert_eq!(memory(350 << 20, 65_536), 64 << 20);
        assert_eq!(memory(0, 65_536), 64 << 20);
        assert_eq!(memory(5 << 20, 0), 1 << 20);
        assert_eq!(options(&[Info::MaxMemory(350 << 20), Info::Threads(3)]).memory, 276 << 20);
        assert_eq!(memory(u64::MAX, u64::MAX), 1 << 30);
    }

    #[test]
    fn a_network_is_used_where_it_fits() {
        let evaluation = |bytes| options(&[Info::MaxMemory(bytes)]).evaluation;
        assert_eq!(evaluation(0), Evaluation::Network);
        assert_eq!(evaluation(1), Evaluation::Classical);
        assert_eq!(evaluation(60 << 20), Evaluation::Classical);
        assert_eq!(evaluation(350 << 20), Evaluation::Network);
        assert_eq!(options(&[Info::MaxMemory(60 << 20)]).memory, 50 << 20);
    }

    #[test]
    fn threads_are_bounded_by_the_machine() {
        let threads = |count| options(&[Info::Threads(count)]).threads;
        assert_eq!([threads(0), threads(2), threads(4), threads(5), threads(u64::MAX)], [1, 2, 4, 4, 4]);
    }

    #[test]
    fn strength_spreads_over_the_levels() {
        let level = |strength| options(&[Info::Strength(strength)]).level.number();
        assert_eq!([level(0), level(50), level(98), level(99), level(100)], [1, 5, 9, 10, 10]);
        assert_eq!(options(&[]).level, Level::FULL);
    }

    #[test]
    fn an_unknown_rule_is_never_replaced() {
        let mut settings = Settings::new(1, 1, Evaluation::default());
        settings.apply(&Info::Rule(3));
        assert_eq!(
            settings.rule(true).unwrap_err().to_string(),
            "expected rule 0, 1, 4, 8 or 9, got `INFO rule 3`"
        );
        settings.apply(&Info::Rule(4));
        assert_eq!(settings.rule(false).unwrap(), Rule::Renju);
    }
}
