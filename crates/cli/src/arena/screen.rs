//! The display of a match while it runs and at its end: a table, lines, or JSON events.

use std::fmt::Write as _;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::bail;
use goren_arena::{
    Event, Pairs, Plan, Row, RunOutcome, ScheduledGame, Sequential, Standings, Status, Tally, TestVerdict,
};
use goren_core::{Seat, Stone};
use serde_json::{Value, json};

use crate::terminal::{count, draw_table, printable, say};

/// The minimum interval between redraws of the table.
const MIN_INTERVAL: Duration = Duration::from_millis(100);

/// The display of a match.
pub(super) struct Screen<'a> {
    plan: &'a Plan,
    folder: PathBuf,
    manner: Manner,
    drawn: Option<Instant>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Manner {
    /// A table that is redrawn in place.
    Live,
    /// A line for each game, and the table at the end.
    Lines,
    /// An object for each event.
    Json,
}

impl<'a> Screen<'a> {
    pub(super) fn new(plan: &'a Plan, folder: &Path, json: bool) -> Screen<'a> {
        let manner = match json {
            true => Manner::Json,
            false if io::stdout().is_terminal() => Manner::Live,
            false => Manner::Lines,
        };
        Screen { plan, folder: folder.to_owned(), manner, drawn: None }
    }

    /// Shows something that happened.
    pub(super) fn show(&mut self, event: &Event<'_>) -> io::Result<()> {
        match self.manner {
            Manner::Json => self.print_json(event),
            Manner::Live => match event {
                Event::Ready(status) => {
                    say(&format!("writing to {}", self.folder.display()));
                    self.draw(status)
                }
                Event::Started(_) => Ok(()),
                Event::Finished(_, status) => {
                    if self.drawn.is_none_or(|drawn| drawn.elapsed() >= MIN_INTERVAL) {
                        self.draw(status)
                    } else {
                        Ok(())
                    }
                }
            },
            Manner::Lines => match event {
                Event::Ready(status) => {
                    say(&format!("writing to {}", self.folder.display()));
                    if status.played > 0 {
                        say(&format!("resuming after {}", count(status.played, "game")));
                    }
                    Ok(())
                }
                Event::Started(_) => Ok(()),
                Event::Finished(entry, status) => {
                    writeln!(io::stdout(), "{}", printable(&self.line(entry, status)))
                }
            },
        }
    }

    /// Shows the result; an error if the match is not complete.
    pub(super) fn finish(&mut self, outcome: &RunOutcome) -> anyhow::Result<()> {
        let status = &outcome.status;
        let mut out = io::stdout().lock();
        if self.manner == Manner::Json {
            let verdict = status.sequential.as_ref().and_then(Sequential::verdict).map(verdict_word);
            let end = json!({
                "event": "end",
                "complete": status.is_complete,
                "verdict": verdict,
                "folder": self.folder.display().to_string(),
                "standings": standings_json(&status.standings),
            });
            writeln!(out, "{end}")?;
        } else {
            write!(out, "{}", printable(&table(self.plan, status, true)))?;
        }
        if !status.is_complete {
            bail!(
                "stopped after {}; continue with --resume {}",
                count(status.played, "game"),
                self.folder.display()
            );
        }
        Ok(())
    }

    fn draw(&mut self, status: &Status) -> io::Result<()> {
        let table = table(self.plan, status, false);
        draw_table(&printable(&table))?;
        self.drawn = Some(Instant::now());
        Ok(())
    }

    fn line(&self, entry: &ScheduledGame, status: &Status) -> String {
        let name = |seat: Seat| &self.plan.contestants[entry.contestants[seat as usize]].name;
        let played = &entry.played;
        let colour = |seat| entry.colour(seat);
        let plies = entry.stones.len() + played.moves.len();
        let result = match played.winner {
            Some(seat) => format!("{} ({}) beat {}", name(seat), colour(seat), name(!seat)),
            None => {
                format!("{} ({}) drew with {}", name(Seat::First), colour(Seat::First), name(Seat::Second))
            }
        };
        let why = match &played.fault {
            Some(fault) => format!("{} {fault}", played.winner.map_or("", |seat| name(!seat))),
            None => played.ending.name().replace('_', " "),
        };
        let llr = status.sequential.as_ref().and_then(|test| test.curve().last());
        let llr = llr.map_or_else(String::new, |llr| format!(", LLR {llr:.2}"));
        format!(
            "game {} ({} of {}): {result}, {why}, {plies} moves{llr}",
            played.number + 1,
            status.played,
            status.expected
        )
    }

    fn print_json(&self, event: &Event<'_>) -> io::Result<()> {
        let mut out = io::stdout().lock();
        match event {
            Event::Ready(status) => {
                let object = json!({
                    "event": "ready",
                    "folder": self.folder.display().to_string(),
                    "played": status.played,
                    "expected": status.expected,
                });
                writeln!(out, "{object}")
            }
            Event::Started(job) => {
                let [first, second] = &job.contestants;
                let object = json!({
                    "event": "started",
                    "game": job.number + 1,
                    "first": first.name,
                    "second": second.name,
                    "opening": job.stones.iter().map(ToString::to_string).collect::<String>(),
                });
                writeln!(out, "{object}")
            }
            Event::Finished(entry, status) => {
                let played = &entry.played;
                let name = |seat: Seat| &self.plan.contestants[entry.contestants[seat as usize]].name;
                let black = entry.seat(Stone::Black);
                let object = json!({
                    "event": "finished",
                    "game": played.number + 1,
                    "black": name(black),
                    "white": name(!black),
                    "winner": played.winner.map(name),
                    "ending": played.ending.name(),
                    "fault": played.fault,
                    "plies": entry.stones.len() + played.moves.len(),
                    "played": status.played,
                    "expected": status.expected,
                });
                writeln!(out, "{object}")?;
                let object = json!({
                    "event": "standings",
                    "standings": standings_json(&status.standings),
                    "sprt": status.sequential.as_ref().map(sequential_json),
                });
                writeln!(out, "{object}")
            }
        }
    }
}

fn standings_json(standings: &Standings) -> Value {
    let row = |row: &Row| {
        let results = |results: &Tally| json!([results.wins, results.draws, results.losses]);
        let elo = row.pairs.elo();
        json!({
            "name": row.name,
            "points": row.total().points(),
            "games": row.total().games(),
            "results": results(&row.total()),
            "black": results(&row.results[0]),
            "white": results(&row.results[1]),
            "pairs": row.pairs,
            // JSON has no infinity, so unknown bounds are null.
            "elo": elo.value,
            "error": elo.error(),
            "los": row.pairs.los(),
            "mean_ms": row.mean_time().map(|time| time.as_secs_f64() * 1e3),
            "slowest_ms": row.slowest.as_secs_f64() * 1e3,
            "memory": row.memory,
            "faults": row.faults,
            "claims": row.claims,
            "broken_claims": row.broken_claims,
        })
    };
    standings.ranking().into_iter().map(|place| row(&standings.rows()[place])).collect()
}

fn sequential_json(test: &Sequential) -> Value {
    json!({
        "llr": test.curve().last().copied().unwrap_or(0.0),
        "pairs": test.pairs(),
        "verdict": test.verdict().map(verdict_word),
    })
}

fn verdict_word(verdict: TestVerdict) -> &'static str {
    match verdict {
        TestVerdict::AcceptH0 => "H0",
        TestVerdict::AcceptH1 => "H1",
        TestVerdict::Undecided => "none",
    }
}

/// The conditions shown above the table.
const HEADING: [&str; 4] = ["Rule", "Board", "Openings", "Limits"];

/// The table of a match or of a tournament, with the cross table if requested.
fn table(plan: &Plan, status: &Status, with_meetings: bool) -> String {
    let report = status.report(plan);
    let shown = report.conditions.iter().filter(|(name, _)| HEADING.contains(&name.as_str()));
    let conditions: Vec<&str> = shown.map(|(_, value)| value.as_str()).collect();
    let mut text = format!("{}: {} of {} games\n", conditions.join(", "), status.played, status.expected);
    for (name, value) in report.conditions.iter().filter(|(name, _)| name.starts_with("Limits of ")) {
        let _ = writeln!(text, "{name}: {value}");
    }
    text.push_str(&report.standings());
    if plan.contestants.len() == 2 {
        text.push_str(&duel(plan, &status.standings));
    } else if with_meetings {
        text.push_str(&report.cross_table());
    }
    if let Some(test) = &status.sequential {
        let (lower, upper) = test.sprt().bounds();
        let llr = test.curve().last().copied().unwrap_or(0.0);
        let verdict = test.verdict().unwrap_or(TestVerdict::Undecided);
        let _ = writeln!(text, "SPRT {}: LLR {llr:.2} ({lower:.2}, {upper:.2}), {verdict}", test.sprt());
    }
    for (name, kind, number) in status.standings.faults() {
        let _ = writeln!(text, "{name} {kind}: {number} of {}", count(status.played, "game"));
    }
    for claims in status.standings.rows().iter().filter_map(Row::broken_claims_text) {
        let _ = writeln!(text, "{claims}");
    }
    text
}

/// The statistics of a match of two, for the first.
fn duel(plan: &Plan, standings: &Standings) -> String {
    let pairs = standings.meeting(0, 1).pairs;
    let Pairs { ll, ld, wl, dd, wd, ww } = pairs;
    let [first, second] = [0, 1].map(|place| plan.contestants[place].name.as_str());
    let mut text = format!("Elo of {first} against {second}: {:.1}", pairs.elo());
    text += &if let Some(los) = pairs.los() {
        format!("\nnElo {:.1}, LOS {:.1} %\n", pairs.nelo(), 100.0 * los)
    } else {
        " (too few different pairs)\n".to_owned()
    };
    let _ = writeln!(text, "pairs {}: LL {ll}, LD {ld}, WL {wl}, DD {dd}, WD {wd}, WW {ww}", pairs.total());
    text
}
