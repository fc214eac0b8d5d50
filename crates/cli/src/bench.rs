//! `goren bench`: fixed positions of every rule, searched to a fixed depth by one thread.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use clap::{Args, value_parser};
use goren_core::{Limits, Position, Rule, Size, Stop};
use goren_engine::{Engine, Options, Parameter, SearchRequest, SimdLevel};
use goren_record::{ReadOptions, read};

use crate::evaluation::EvaluationArgs;
use crate::signals::{expect_no_signal, on_signal};

/// Arguments of `goren bench`.
#[derive(Args)]
#[command(
    after_help = "The signature is the number of positions searched: equal for equal search, on any machine."
)]
pub(crate) struct Bench {
    /// Search depth, in plies.
    #[arg(long, default_value_t = DEPTH, value_parser = value_parser!(u32).range(1..=60))]
    depth: u32,
    /// Memory for the search, in MiB.
    #[arg(long, default_value_t = MEMORY, value_parser = value_parser!(u32).range(1..=65536))]
    memory: u32,
    #[command(flatten)]
    evaluation: EvaluationArgs,
    /// The SIMD level of the network: scalar, avx2 or avx512 [default: the best this machine supports].
    #[arg(long, value_name = "LEVEL")]
    simd: Option<SimdLevel>,
    /// Print the search parameters, each with its value and range, without searching.
    #[arg(long)]
    parameters: bool,
}

/// The depth and the memory, in MiB, with which the signature is made.
const DEPTH: u32 = 9;
const MEMORY: u32 = 32;

/// Openings and middle games.
const POSITIONS: [(Rule, usize, &str); 16] = [
    (Rule::Freestyle, 15, "h8g7f6g8g9"),
    (Rule::Freestyle, 15, "h8h9i9g7j10g10i7i8j8g8g9f8h10j12"),
    (Rule::Freestyle, 15, "h8i9g8i8g10g9h10f10i11j12h12h11"),
    (Rule::Freestyle, 20, "k10l10l7k12j9m11"),
    (Rule::Freestyle, 20, "e2f2h3g3g6h5f9"),
    (Rule::Standard, 15, "h8h7j6i7f7g9i9"),
    (Rule::Standard, 15, "f6i9h8j7g10i11"),
    (Rule::Standard, 20, "k10l11j11l9m12k8l12"),
    (Rule::Renju, 15, "h8i9j10i8i7g9"),
    (Rule::Renju, 15, "h8h9j9j8f8i7g7i9h6e9f6"),
    (Rule::Renju, 15, "h8h9h6i10i6i9g9g8j11i7"),
    (Rule::Renju, 15, "h8g7j8i8h9h7i7f7g8e8k9"),
    (Rule::Caro, 15, "h8h9i9g7j10g10"),
    (Rule::Caro, 20, "k10l10l7k12j9m11k8"),
    (Rule::Caro6, 15, "h8g7f6g8g9i7"),
    (Rule::Freestyle, 9, "e5d6f5d5g5d4"),
];

impl Bench {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let mut out = io::stdout().lock();
        if let Some(level) = self.simd.filter(|level| !level.is_available()) {
            bail!("this machine does not support {level}");
        }
        let simd = self.simd.unwrap_or(SimdLevel::HIGHEST);
        let options = Options { memory: (self.memory as usize) << 20, simd, ..Options::default() };
        let mut engine = self.evaluation.engine(options)?;
        if self.parameters {
            for Parameter { name, value, min, max, .. } in engine.options().parameters.iter() {
                writeln!(out, "{name} {value} {min} {max}")?;
            }
            return Ok(());
        }
        let stop = Stop::default();
        let raised = stop.clone();
        on_signal(move |_| raised.raise())?;
        let (mut nodes, mut time) = (0, Duration::ZERO);
        search_all(&mut engine, self.depth, &stop, |searched| {
            nodes += searched.nodes;
            time += searched.time;
            let Some((best, score)) = &searched.line else { return Ok(()) };
            let Searched { rule, side, nodes, .. } = &searched;
            Ok(writeln!(out, "{rule:<9} {side:>2} {best:>4} {score:>7} {nodes:>10} nodes")?)
        })?;
        expect_no_signal("these are the positions searched until then; the signature needs all")?;
        let seconds = time.as_secs_f64();
        writeln!(out, "nodes {nodes}")?;
        writeln!(out, "time {seconds:.2} s")?;
        writeln!(out, "nodes/s {:.0}", nodes as f64 / seconds)?;
        writeln!(out, "Bench: {nodes}")?;
        Ok(())
    }
}

/// One searched position.
struct Searched {
    rule: Rule,
    side: usize,
    /// The best move and its score, as text.
    line: Option<(String, String)>,
    nodes: u64,
    time: Duration,
}

/// Searches every position from an empty table, until it is stopped.
fn search_all(
    engine: &mut Engine,
    depth: u32,
    stop: &Stop,
    mut on: impl FnMut(Searched) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let request = SearchRequest { limits, ..SearchRequest::default() };
    for (rule, side, moves) in POSITIONS {
        let position = position(rule, side, moves)?;
        engine.clear();
        let start = Instant::now();
        let found = engine.search(&position, &request, stop, &mut |_| {});
        if stop.is_raised() {
            break;
        }
        let time = start.elapsed();
        let line = found.lines.first().map(|line| {
            let best = line.pv.first().map_or("none".to_owned(), ToString::to_string);
            (best, line.score.to_string())
        });
        let nodes = found.lines.first().map_or(0, |line| line.nodes);
        on(Searched { rule, side, line, nodes, time })?;
    }
    Ok(())
}

/// Tests claim a signature and a speed with this variable, such as `676814/500000`, instead of measuring them.
const CLAIM: &str = "GOREN_CLAIM";

/// The signature of this program's search, and the nodes a second of one slot while this many are busy.
pub(crate) fn signature_and_speed(slots: usize) -> anyhow::Result<(u64, u64)> {
    if let Ok(claim) = std::env::var(CLAIM) {
        let parse =
            || claim.split_once('/').and_then(|(one, other)| Some((one.parse().ok()?, other.parse().ok()?)));
        return parse()
            .with_context(|| format!("{CLAIM}: expected two numbers such as 676814/500000, got `{claim}`"));
    }
    let measure = || -> anyhow::Result<(u64, f64)> {
        let mut engine = Engine::new(Options { memory: (MEMORY as usize) << 20, ..Options::default() });
        let (mut nodes, mut time) = (0, Duration::ZERO);
        search_all(&mut engine, DEPTH, &Stop::default(), |searched| {
            nodes += searched.nodes;
            time += searched.time;
            Ok(())
        })?;
        Ok((nodes, nodes as f64 / time.as_secs_f64()))
    };
    let measured: Vec<(u64, f64)> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..slots.max(1)).map(|_| scope.spawn(measure)).collect();
        let joined = threads.into_iter().map(|thread| thread.join().expect("the bench does not panic"));
        joined.collect::<anyhow::Result<_>>()
    })?;
    let speed = measured.iter().map(|(_, speed)| speed).sum::<f64>() / measured.len() as f64;
    Ok((measured[0].0, speed as u64))
}

fn position(rule: Rule, side: usize, moves: &str) -> anyhow::Result<Position> {
    let options = ReadOptions { rule: Some(rule), size: Size::new(side).ok(), ..ReadOptions::default() };
    Ok(read(moves.as_bytes(), &options)?[0].position()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_signature_is_the_same_however_many_slots_measure_it() {
        let (one, speed) = signature_and_speed(1).unwrap();
        assert_eq!(signature_and_speed(3).unwrap().0, one);
        assert!(speed > 1000, "{speed}");
    }
}
