//! `goren perft`: counting legal move sequences.

use std::io::{self, Write};
use std::time::Instant;

use clap::{Args, value_parser};
use goren_core::{Position, Stop, perft};
use serde_json::json;

use crate::input::Source;
use crate::signals::{expect_no_signal, on_signal};

/// Arguments of `goren perft`.
#[derive(Args)]
#[command(after_help = "\
A forbidden point is not a move, and a winning row ends its line.

Examples:
  goren perft --rule renju --depth 3
  goren perft --size 6 --depth 4 --traps a1,f6
  goren perft --depth 2 h8i9g7")]
pub(crate) struct Perft {
    #[command(flatten)]
    source: Source,
    /// The length of the sequences.
    #[arg(long, value_parser = value_parser!(u32).range(1..=64))]
    depth: u32,
    /// Print one JSON object instead.
    #[arg(long)]
    json: bool,
}

impl Perft {
    #[expect(clippy::print_stderr, reason = "the time taken is a diagnostic")]
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let (_, mut position) = self.source.read()?;
        let mut out = io::stdout().lock();
        let stop = Stop::default();
        let raised = stop.clone();
        on_signal(move |_| raised.raise())?;
        let start = Instant::now();
        let moves: Vec<_> = position.legal_moves().collect();
        let mut split = Vec::with_capacity(moves.len());
        for point in moves {
            position.play(point);
            let counted = perft_until(&mut position, self.depth - 1, &stop);
            position.undo();
            let Some(count) = counted else { break };
            split.push((point, count));
            if !self.json {
                // Printed as they are counted, to show the progress of a long count.
                writeln!(out, "{point} {count}")?;
            }
        }
        // The counts of some moves have no total.
        let total: Option<u64> = (!stop.is_raised()).then(|| split.iter().map(|(_, count)| count).sum());
        if self.json {
            let split: serde_json::Map<String, serde_json::Value> =
                split.into_iter().map(|(point, count)| (point.to_string(), json!(count))).collect();
            writeln!(out, "{}", json!({ "depth": self.depth, "total": total, "split": split }))?;
        } else if let Some(total) = total {
            writeln!(out, "total {total}")?;
            eprintln!("{:.2} s", start.elapsed().as_secs_f64());
        }
        expect_no_signal("these are the moves counted until then")
    }
}

/// The deepest count that nothing interrupts.
const WHOLE: u32 = 2;

/// [`perft`], or `None` if it was stopped.
fn perft_until(position: &mut Position, depth: u32, stop: &Stop) -> Option<u64> {
    if stop.is_raised() {
        return None;
    }
    if depth <= WHOLE || position.winner().is_some() {
        return Some(perft(position, depth));
    }
    let moves: Vec<_> = position.legal_moves().collect();
    moves.into_iter().try_fold(0, |sum, point| {
        position.play(point);
        let count = perft_until(position, depth - 1, stop);
        position.undo();
        Some(sum + count?)
    })
}
