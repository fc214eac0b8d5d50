//! `goren review`: a whole game judged, in words.

use std::io::{self, IsTerminal, Write};
use std::num::NonZero;

use anyhow::bail;
use clap::{Args, value_parser};
use goren_record::Record;
use goren_review::{DEFAULT_NODES, Effort, Line, Report, Study, review, text};

use crate::input::{Reading, cut};
use crate::signals::{expect_no_signal, stop_on_signal};

/// Arguments of `goren review`.
#[derive(Args)]
#[command(after_help = "\
Every position gets the same number of nodes, so the same game has the same review on every machine, with any number \
of threads, and in the studio. Wins are proved by the solvers. docs/review.md says what the numbers mean. Ctrl-C prints what was found until then.

Examples:
  goren review game.sgf
  goren review --rule renju h8i9g7h7i7 --json")]
pub(crate) struct Review {
    /// A file, `-` for standard input, or moves as text.
    #[arg(value_name = "GAME")]
    source: String,
    #[command(flatten)]
    reading: Reading,
    /// Only the first moves of the main line, this many.
    #[arg(long, value_name = "MOVES")]
    after: Option<usize>,
    /// Nodes searched for each position.
    #[arg(long, default_value_t = DEFAULT_NODES, value_parser = value_parser!(u64).range(100..=100_000_000))]
    nodes: u64,
    /// Threads, which work on different positions [default: as many as there are processors, at most 8].
    #[arg(long)]
    threads: Option<NonZero<usize>>,
    /// Print one JSON object instead.
    #[arg(long)]
    json: bool,
}

impl Review {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let mut record = self.reading.game(Some(&self.source))?;
        if let Some(moves) = self.after {
            cut(&mut record, moves)?;
        }
        let line = line(&record)?;
        if line.moves.is_empty() {
            bail!("expected a game with moves, got none");
        }
        let effort = Effort {
            nodes: self.nodes,
            threads: self.threads.map_or_else(|| Effort::default().threads, NonZero::get),
        };
        let stop = stop_on_signal()?;
        let is_live = io::stderr().is_terminal();
        let study = review(&line, Study::default(), effort, &stop, &mut |study| {
            let (judged, of) = study.progress();
            if is_live {
                let what = if judged < of { "positions judged" } else { "positions judged, proving" };
                let _ = write!(io::stderr(), "\r{judged} of {of} {what}\u{1b}[K");
            }
        });
        if is_live {
            let _ = write!(io::stderr(), "\r\u{1b}[K");
        }
        let report = Report::of(&line, &study);
        let mut out = io::stdout().lock();
        if self.json {
            writeln!(out, "{}", serde_json::to_string(&report)?)?;
        } else {
            write!(out, "{}", text(&report, [&record.black, &record.white]))?;
        }
        expect_no_signal("this is what was found until then")
    }
}

/// The main line of a game, from the last set-up on.
fn line(record: &Record) -> anyhow::Result<Line> {
    let path: Vec<_> = record.tree.main_line().collect();
    let first = path.iter().rposition(|&id| record.tree.node(id).played.is_none()).unwrap_or(0);
    let start = record.position_at(path[first])?;
    let moves = path[first + 1..].iter().filter_map(|&id| Some((id, record.tree.node(id).played?)));
    Ok(Line { start, moves: moves.collect() })
}
