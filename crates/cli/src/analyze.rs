//! `goren analyze`: the best lines of a position.

use std::io::{self, IsTerminal, Write};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::bail;
use clap::{Args, value_parser};
use goren_core::{Clock, Game, Limits, Report, Stop};
use goren_engine::{SearchEvent, SearchRequest};
use serde_json::json;

use crate::evaluation::EvaluationArgs;
use crate::input::Source;
use crate::search_args::SearchArgs;
use crate::signals::{expect_no_signal, on_signal};

/// Arguments of `goren analyze`.
#[derive(Args)]
#[command(after_help = "\
Scores are for the side to move; +M7 is a win in seven plies, found by search unless it says “proved”. Without a limit it thinks for five seconds.

Examples:
  goren analyze h8i9g7 --time 10 --lines 3
  goren analyze --rule renju game.sgf --after 20 --depth 12 --json")]
pub(crate) struct Analyze {
    #[command(flatten)]
    source: Source,
    /// The number of best lines to find.
    #[arg(long, default_value_t = 1, value_parser = value_parser!(u16).range(1..=484))]
    lines: u16,
    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    evaluation: EvaluationArgs,
    /// Print one JSON object for each update.
    #[arg(long)]
    json: bool,
}

impl Analyze {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let (_, position) = self.source.read()?;
        if let Some(result) = Game::from_position(position.clone()).result() {
            bail!("the game is over: {result}");
        }
        let mut engine = self.evaluation.engine_for(position.rule(), self.search.options())?;
        // A clock is for play, where an only move takes no time; here all of it is asked for.
        let limits = self.search.limits(5.0);
        let time = limits.clock.turn;
        let limits = Limits { clock: Clock::default(), ..limits };
        let request = SearchRequest { limits, lines: self.lines.into(), ..SearchRequest::default() };
        let is_live = !self.json && io::stdout().is_terminal();
        let mut out = io::stdout();
        let mut shown: Vec<Report> = Vec::new();
        let mut failure = None;
        let mut hear = |event: SearchEvent| {
            let SearchEvent::Report(report) = &event else { return };
            let written = if self.json {
                writeln!(out, "{}", object(report))
            } else if is_live {
                redraw(&mut out, &mut shown, report)
            } else {
                Ok(())
            };
            // A closed pipe is reported after the search; nothing can be done about it here.
            failure = written.err().or(failure.take());
        };
        let stop = Stop::default();
        let raised = stop.clone();
        on_signal(move |_| raised.raise())?;
        let found = within(&stop, time, |begin| {
            engine.search(&position, &request, &stop, &mut |event| {
                begin();
                hear(event);
            })
        });
        if let Some(failure) = failure {
            return Err(failure.into());
        }
        if !self.json {
            if is_live {
                write!(out, "{}", up(shown.len()))?;
            }
            for line in &found.lines {
                writeln!(out, "{}", row(line))?;
            }
        }
        expect_no_signal("this is what was found until then")
    }
}

/// Runs a search that is told to stop when its time is over. Its time begins with its first event: until then weights are read.
fn within<T>(stop: &Stop, time: Option<Duration>, search: impl FnOnce(&dyn Fn()) -> T) -> T {
    thread::scope(|scope| {
        // The sender is dropped when the search ends, which ends every wait.
        let (begun, beginning) = mpsc::channel::<()>();
        if let Some(time) = time {
            let stop = stop.clone();
            scope.spawn(move || {
                let Ok(()) = beginning.recv() else { return };
                let end = Instant::now() + time;
                while let Some(left) = end.checked_duration_since(Instant::now()) {
                    if beginning.recv_timeout(left) == Err(RecvTimeoutError::Disconnected) {
                        return;
                    }
                }
                stop.raise();
            });
        }
        let begin = move || {
            let _ = begun.send(());
        };
        search(&begin)
    })
}

/// The escape sequence that moves the cursor up over lines already written.
fn up(lines: usize) -> String {
    if lines == 0 { String::new() } else { format!("\x1b[{lines}A\x1b[J") }
}

fn redraw(out: &mut impl Write, shown: &mut Vec<Report>, report: &Report) -> io::Result<()> {
    write!(out, "{}", up(shown.len()))?;
    match shown.get_mut(report.rank) {
        Some(old) => *old = report.clone(),
        None => shown.push(report.clone()),
    }
    for line in shown.iter() {
        writeln!(out, "{}", row(line))?;
    }
    out.flush()
}

/// One line of the table: rank, score, chances, depth, speed, moves.
pub(crate) fn row(report: &Report) -> String {
    let seconds = report.time.as_secs_f64();
    let moves: Vec<String> = report.pv.iter().take(14).map(ToString::to_string).collect();
    format!(
        "{:>2}. {:>6} {:>3.0} %  depth {:>2}/{:<3} {:>9} nodes {:>7.2} s  {}",
        report.rank + 1,
        report.score.to_string(),
        100.0 * report.score.chance(),
        report.depth,
        report.selective_depth,
        report.nodes,
        seconds,
        moves.join(" ")
    ) + if report.is_proved { "  (proved)" } else { "" }
}

fn object(report: &Report) -> serde_json::Value {
    json!({
        "rank": report.rank + 1,
        "depth": report.depth,
        "selective_depth": report.selective_depth,
        "score": report.score.0,
        "win_in": report.score.plies_to_win(),
        "loss_in": report.score.plies_to_loss(),
        "proved": report.is_proved,
        "chances": (1000.0 * report.score.chance()).round() / 1000.0,
        "nodes": report.nodes,
        "time_ms": report.time.as_millis() as u64,
        "pv": report.pv.iter().map(ToString::to_string).collect::<Vec<_>>(),
    })
}
