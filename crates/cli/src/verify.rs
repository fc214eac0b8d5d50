//! `goren verify`: proofs checked by the rules alone.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use clap::Args;
use goren_core::{Stone, Stop, WinLength};
use goren_proof::{Claim, Counts, Failure, Hole, ReadError, Reader, Tree, verify_watched};
use serde_json::{Value, json};

use crate::signals::{INTERRUPTED, on_signal};
use crate::terminal::{ProgressLine, milliseconds, printable};

/// Arguments of `goren verify`.
#[derive(Args)]
#[command(after_help = "\
Every legal reply is tried on a board; nothing is searched, and nothing is shared with what found the proof. A file may \
hold several proofs. Exit: 0 if all hold, 1 if one has a hole or cannot be read, 130 after Ctrl-C. docs/proof.md describes the format.

Examples:
  goren solve --rule renju problem.json --proof win.proof && goren verify win.proof
  goren verify - < win.proof
  goren verify *.proof --json")]
pub(crate) struct Verify {
    /// Files of proofs; `-` for standard input.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// Print one JSON object per file instead.
    #[arg(long)]
    json: bool,
}

/// What was found in one file.
struct Report {
    proofs: u64,
    counts: Counts,
    /// The side to move and the claim of the last proof read.
    last: Option<(Stone, Claim)>,
    problem: Option<Problem>,
    seconds: f64,
}

enum Problem {
    Hole(Hole),
    Unreadable(ReadError),
    Empty,
}

impl Verify {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let stop = Stop::default();
        let raised = stop.clone();
        on_signal(move |_| {
            // Who waits for a line of its input hears of nothing: the second signal ends it.
            if raised.is_raised() {
                std::process::exit(INTERRUPTED.into());
            }
            raised.raise();
        })?;
        let mut out = io::stdout().lock();
        let mut failed = 0;
        for file in &self.files {
            let report = if file == "-" {
                report(&mut io::stdin().lock(), "standard input", &stop)?
            } else {
                let opened = match File::open(file) {
                    Err(error) if error.kind() == io::ErrorKind::NotFound => bail!("{file}: no such file"),
                    opened => opened.with_context(|| file.clone())?,
                };
                report(&mut BufReader::new(opened), file, &stop)?
            };
            failed += usize::from(report.problem.is_some());
            if self.json {
                writeln!(out, "{}", to_json(file, &report))?;
            } else {
                writeln!(out, "{}", printable(&format!("{file}: {}", to_text(&report))))?;
            }
        }
        match failed {
            0 => Ok(()),
            1 => bail!("one file does not hold"),
            _ => bail!("{failed} files do not hold"),
        }
    }
}

/// Checks the proofs of one file up to the first that does not hold.
fn report(input: &mut dyn BufRead, name: &str, stop: &Stop) -> anyhow::Result<Report> {
    let start = Instant::now();
    let mut progress = ProgressLine::new();
    let mut report = Report { proofs: 0, counts: Counts::default(), last: None, problem: None, seconds: 0.0 };
    let mut reader = Reader::new(input);
    let ended = loop {
        match next(&mut reader, &mut report, &mut progress, name, stop) {
            Ok(true) => {}
            other => break other,
        }
    };
    progress.clear();
    report.problem = match ended {
        Ok(_) if report.last.is_none() => Some(Problem::Empty),
        Ok(_) => None,
        Err(Trouble::Stopped) => bail!("stopped while checking {name}"),
        Err(Trouble::Found(problem)) => Some(problem),
    };
    report.seconds = start.elapsed().as_secs_f64();
    Ok(report)
}

enum Trouble {
    Found(Problem),
    Stopped,
}

impl From<ReadError> for Trouble {
    fn from(error: ReadError) -> Trouble {
        Trouble::Found(Problem::Unreadable(error))
    }
}

/// Reads and checks the next proof; whether there was one.
fn next(
    reader: &mut Reader<&mut dyn BufRead>,
    report: &mut Report,
    progress: &mut ProgressLine,
    name: &str,
    stop: &Stop,
) -> Result<bool, Trouble> {
    if stop.is_raised() {
        return Err(Trouble::Stopped);
    }
    let Some((position, claim)) = reader.begin()? else { return Ok(false) };
    report.last = Some((position.side(), claim.clone()));
    let mut tree = Tree::default();
    while let Some(event) = reader.event()? {
        tree.push(event);
        if tree.events().len() % (1 << 20) == 0 {
            progress.show(|| format!("{name}: {} moves read", thousands(tree.events().len() as u64 / 2)));
            if stop.is_raised() {
                return Err(Trouble::Stopped);
            }
        }
    }
    let before = report.counts;
    let checked = verify_watched(&position, &claim, &tree, &mut |counts| {
        progress.show(|| {
            let positions = thousands(before.positions + counts.positions);
            format!("{name}: proof {}, {positions} positions checked", report.proofs + 1)
        });
        if stop.is_raised() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    match checked {
        Ok(counts) => {
            report.proofs += 1;
            report.counts.positions += counts.positions;
            report.counts.moves += counts.moves;
            report.counts.plies = report.counts.plies.max(counts.plies);
            Ok(true)
        }
        Err(Failure::Hole(hole)) => Err(Trouble::Found(Problem::Hole(hole))),
        Err(Failure::Stopped) => Err(Trouble::Stopped),
    }
}

/// A claim as a sentence.
fn claimed(side: Stone, claim: &Claim) -> String {
    match claim {
        Claim::Win(means) => format!("{side} wins by {means}"),
        Claim::NoFours => format!("{side} has no win by fours"),
        Claim::Defence { moves, means } if moves.is_empty() => {
            format!("every move of {side} loses by {means}")
        }
        Claim::Defence { moves, means } => {
            let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
            format!("every move of {side} but {} loses by {means}", moves.join(", "))
        }
    }
}

fn to_text(report: &Report) -> String {
    let number = report.proofs + 1;
    let place = if report.proofs > 0 { format!("proof {number}: ") } else { String::new() };
    match (&report.problem, &report.last) {
        (Some(Problem::Hole(hole)), Some((side, claim))) => {
            format!("does not hold: {place}{}: {hole}", claimed(*side, claim))
        }
        (Some(Problem::Hole(hole)), None) => format!("does not hold: {hole}"),
        (Some(Problem::Unreadable(error)), _) => format!("cannot be read: {error}"),
        (Some(Problem::Empty), _) | (None, None) => "does not hold: there is no proof in it".to_owned(),
        (None, Some((side, claim))) => {
            let what = match report.proofs {
                1 => claimed(*side, claim),
                proofs => format!("{} proofs", thousands(proofs)),
            };
            let length = match (win_length(report), report.proofs) {
                (None, _) => String::new(),
                (Some(length), 1) => format!(", in at most {length}"),
                (Some(length), _) => format!(", the longest in at most {length}"),
            };
            let positions = match report.counts.positions {
                1 => "1 position".to_owned(),
                positions => format!("{} positions", thousands(positions)),
            };
            format!("holds: {what}{length}; {positions} checked in {:.2} s", report.seconds)
        }
    }
}

/// The longest win, if anybody wins.
fn win_length(report: &Report) -> Option<WinLength> {
    let plies = report.counts.plies;
    (plies > 0).then_some(WinLength { plies })
}

fn to_json(file: &str, report: &Report) -> Value {
    let (hole, error) = match &report.problem {
        None => (Value::Null, Value::Null),
        Some(Problem::Hole(hole)) => {
            let line: Vec<String> = hole.line.iter().map(ToString::to_string).collect();
            (json!({ "line": line, "gap": hole.gap.to_string() }), Value::Null)
        }
        Some(Problem::Unreadable(error)) => (Value::Null, json!(error.to_string())),
        Some(Problem::Empty) => (Value::Null, json!("there is no proof in the file")),
    };
    let length = win_length(report);
    json!({
        "file": file,
        "holds": report.problem.is_none(),
        "proofs": report.proofs,
        "claim": report.last.as_ref().map(|(_, claim)| claim.to_string()),
        "side": report.last.as_ref().map(|(side, _)| side.name()),
        "positions": report.counts.positions,
        "answers": report.counts.moves,
        "moves": length.map(WinLength::moves),
        "plies": length.map(|length| length.plies),
        "time_ms": milliseconds(Duration::from_secs_f64(report.seconds)),
        "hole": hole,
        "error": error,
    })
}

/// A number with a comma after every three digits.
pub(crate) fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
