//! How hard the engine is to think, as the command line says it.

use std::time::Duration;

use clap::{Args, value_parser};
use goren_core::{Clock, Limits, Score};
use goren_engine::{Options, SCALE};

/// Limits and memory of a search.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct Thinking {
    /// Seconds to think.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<Duration>,
    /// Positions to search.
    #[arg(long)]
    nodes: Option<u64>,
    /// Plies to look ahead.
    #[arg(long, value_parser = value_parser!(u32).range(1..=120))]
    depth: Option<u32>,
    /// Threads to search with.
    #[arg(long, value_parser = value_parser!(u16).range(1..=512))]
    threads: Option<u16>,
    /// Memory for the search, in MiB [default: 128].
    #[arg(long, value_name = "MIB", value_parser = value_parser!(u32).range(1..=1_048_576))]
    memory: Option<u32>,
}

impl Thinking {
    /// The limits given, or `default` seconds if there are none.
    pub(crate) fn limits(&self, default: f64) -> Limits {
        let is_limited = self.nodes.is_some() || self.depth.is_some();
        let turn = self.time.or_else(|| (!is_limited).then(|| Duration::from_secs_f64(default)));
        Limits { nodes: self.nodes, depth: self.depth, clock: Clock { turn, ..Clock::default() } }
    }

    /// The limits given, for someone who knows when to stop.
    pub(crate) fn own_limits(&self) -> Limits {
        Limits { nodes: self.nodes, depth: self.depth, clock: Clock { turn: self.time, ..Clock::default() } }
    }

    pub(crate) fn options(&self) -> Options {
        Options {
            threads: self.threads.unwrap_or(1).into(),
            memory: (self.memory.unwrap_or(128) as usize) << 20,
            ..Options::default()
        }
    }
}

/// A time as the command line gives it.
pub(crate) fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: Option<f64> = text.parse().ok().filter(|seconds| (0.0..=1e6).contains(seconds));
    seconds
        .map(Duration::from_secs_f64)
        .ok_or_else(|| format!("expected a number of seconds such as 2.5, got `{text}`"))
}

/// The chances of winning that a score stands for, from 0 to 1.
pub(crate) fn chances(score: Score) -> f64 {
    match (score.plies_to_win(), score.plies_to_loss()) {
        (Some(_), _) => 1.0,
        (_, Some(_)) => 0.0,
        _ => 1.0 / (1.0 + (-f64::from(score.0) / SCALE).exp()),
    }
}
