//! Flags that limit a search.

use std::time::Duration;

use clap::{Args, value_parser};
use goren_arena::time_control;
use goren_core::{Clock, Limits, parse_duration};
use goren_engine::Options;

/// Limits and memory of a search.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct SearchArgs {
    /// How long to search, such as 500ms or 2m; a number without a unit is seconds.
    #[arg(long, value_name = "TIME", value_parser = seconds)]
    time: Option<Duration>,
    /// The number of positions to search.
    #[arg(long)]
    nodes: Option<u64>,
    /// Search depth, in plies.
    #[arg(long, value_parser = value_parser!(u32).range(1..=120))]
    depth: Option<u32>,
    /// The number of search threads.
    #[arg(long, value_parser = value_parser!(u16).range(1..=512))]
    threads: Option<u16>,
    /// Memory for the search, in MiB [default: 128].
    #[arg(long, value_name = "MIB", value_parser = value_parser!(u32).range(1..=1_048_576))]
    memory: Option<u32>,
}

impl SearchArgs {
    /// The limits given, or `default` seconds if there are none.
    pub(crate) fn limits(&self, default: f64) -> Limits {
        let is_limited = self.nodes.is_some() || self.depth.is_some();
        let turn = self.time.or_else(|| (!is_limited).then(|| Duration::from_secs_f64(default)));
        Limits { nodes: self.nodes, depth: self.depth, clock: Clock { turn, ..Clock::default() } }
    }

    /// The limits given, for an agent that needs no limit.
    pub(crate) fn own_limits(&self) -> Limits {
        Limits { nodes: self.nodes, depth: self.depth, clock: Clock { turn: self.time, ..Clock::default() } }
    }

    /// The flags as they were given.
    pub(crate) fn flags(&self) -> String {
        let time = self.time.map(|time| format!(" --time {}", time.as_secs_f64()));
        let number = |name: &str, number: Option<u64>| number.map(|number| format!(" --{name} {number}"));
        let numbers = [
            number("nodes", self.nodes),
            number("depth", self.depth.map(u64::from)),
            number("threads", self.threads.map(u64::from)),
            number("memory", self.memory.map(u64::from)),
        ];
        time.into_iter().chain(numbers.into_iter().flatten()).collect()
    }

    pub(crate) fn options(&self) -> Options {
        Options {
            threads: self.threads.unwrap_or(1).into(),
            memory: (self.memory.unwrap_or(128) as usize) << 20,
            ..Options::default()
        }
    }
}

/// The shortest time for a search, unless it is none at all.
const MIN_TIME: Duration = Duration::from_millis(1);

/// A time on the command line with its unit, such as `500ms` or `2m`; a number without one is seconds.
pub(crate) fn seconds(text: &str) -> Result<Duration, String> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let time = if is_number { parse_duration(&format!("{text}s")) } else { parse_duration(text) };
    match time {
        Ok(time) if time.is_zero() || time >= MIN_TIME => Ok(time),
        Ok(_) => Err(format!("expected at least 1ms, got `{text}`")),
        Err(_) => {
            Err(format!("expected a number of seconds such as 2.5, or a time such as 500ms, got `{text}`"))
        }
    }
}

/// A time for a move, with its unit: where a bare number was milliseconds.
pub(crate) fn move_time(text: &str) -> Result<Duration, String> {
    let control = time_control(text).map_err(|error| error.to_string())?;
    control
        .turn
        .filter(|_| control.game.is_none())
        .ok_or_else(|| format!("expected a time for a move such as 20ms, got `{text}`"))
}
