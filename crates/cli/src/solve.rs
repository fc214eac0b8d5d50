//! `goren solve`: forced wins, proved.

use std::io::{self, Write};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::bail;
use clap::Args;
use goren_core::{Position, Stop};
use goren_engine::{Solution, Solved, solve_vcf, solve_vct};
use serde_json::json;

use crate::input::Reading;
use crate::search_args::seconds;

/// Arguments of `goren solve`.
#[derive(Args)]
#[command(after_help = "\
Without --vcf or --vct: fours first, then all threats. Every game of a file with several is solved, one line each.
The line of a win has the replies that resist longest among those searched.

Examples:
  goren solve h8h9i8i9j8a1
  goren solve --rule renju problem.json --vct --time 10
  goren solve problems.jsonl --vcf --json")]
pub(crate) struct Solve {
    /// A file, `-` for standard input, or a position as text.
    position: String,
    #[command(flatten)]
    reading: Reading,
    /// Fours only.
    #[arg(long, conflicts_with = "vct")]
    vcf: bool,
    /// Fours, open threes and whatever threatens a win by fours.
    #[arg(long)]
    vct: bool,
    /// The maximum time per position, in seconds.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<Duration>,
    /// Print one JSON object per position instead.
    #[arg(long)]
    json: bool,
}

/// Which moves the attacker is allowed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Vcf,
    Vct,
}

impl Kind {
    const fn name(self) -> &'static str {
        match self {
            Kind::Vcf => "vcf",
            Kind::Vct => "vct",
        }
    }

    const fn means(self) -> &'static str {
        match self {
            Kind::Vcf => "fours",
            Kind::Vct => "threats",
        }
    }
}

struct Answer {
    kind: Kind,
    solution: Solution,
    time: Duration,
}

impl Solve {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let mut out = io::stdout().lock();
        let mut unknown = 0;
        for record in self.reading.games(&self.position)? {
            let position = record.position()?;
            if position.winner().is_some() {
                bail!("expected a game that is not over");
            }
            let answer = self.answer(&position);
            unknown += usize::from(answer.solution.solved == Solved::Unknown);
            let text = if self.json { to_json(&answer) } else { to_text(&answer) };
            writeln!(out, "{text}")?;
        }
        match unknown {
            0 => Ok(()),
            1 => bail!("one answer is unknown"),
            _ => bail!("{unknown} answers are unknown"),
        }
    }

    fn answer(&self, position: &Position) -> Answer {
        let start = Instant::now();
        let solve = |kind: Kind| {
            let stop = Stop::default();
            let left = self.time.map(|time| time.saturating_sub(start.elapsed()));
            let solution = with_alarm(left, &stop, || match kind {
                Kind::Vcf => solve_vcf(position, None, &stop),
                Kind::Vct => solve_vct(position, None, &stop),
            });
            Answer { kind, solution, time: start.elapsed() }
        };
        if self.vct {
            return solve(Kind::Vct);
        }
        let fours = solve(Kind::Vcf);
        if self.vcf || fours.solution.solved != Solved::NoWin { fours } else { solve(Kind::Vct) }
    }
}

/// Raises `stop` when the time is up, unless the work is done first.
fn with_alarm<T>(time: Option<Duration>, stop: &Stop, work: impl FnOnce() -> T) -> T {
    let Some(time) = time else { return work() };
    if time.is_zero() {
        stop.raise();
    }
    let deadline = Instant::now() + time;
    thread::scope(|scope| {
        let alarm = scope.spawn(|| {
            while !stop.is_raised() {
                match deadline.checked_duration_since(Instant::now()) {
                    Some(left) => thread::park_timeout(left),
                    None => stop.raise(),
                }
            }
        });
        let done = work();
        stop.raise();
        alarm.thread().unpark();
        done
    })
}

fn to_text(answer: &Answer) -> String {
    match &answer.solution.solved {
        Solved::Win(line) => {
            let names: Vec<String> = line.iter().map(ToString::to_string).collect();
            format!("win in {}: {}", line.len(), names.join(" "))
        }
        Solved::NoWin => format!("no win by {}", answer.kind.means()),
        Solved::Unknown => format!("unknown (stopped after {:.1} s)", answer.time.as_secs_f64()),
    }
}

fn to_json(answer: &Answer) -> String {
    let (result, line) = match &answer.solution.solved {
        Solved::Win(line) => ("win", line.iter().map(ToString::to_string).collect()),
        Solved::NoWin => ("none", Vec::new()),
        Solved::Unknown => ("unknown", Vec::new()),
    };
    json!({
        "kind": answer.kind.name(),
        "result": result,
        "line": line,
        "nodes": answer.solution.nodes,
        "time_ms": answer.time.as_secs_f64() * 1000.0,
    })
    .to_string()
}
