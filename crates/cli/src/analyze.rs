//! `goren analyze`: the best lines of a position.

use std::io::{self, IsTerminal, Write};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::bail;
use clap::{Args, value_parser};
use goren_core::{Clock, Game, Limits, Report, Score, Stone, Stop, WinLength};
use goren_engine::{SearchEvent, SearchRequest};
use serde_json::json;

use crate::evaluation::EvaluationArgs;
use crate::input::Source;
use crate::search_args::SearchArgs;
use crate::signals::{expect_no_signal, stop_on_signal};
use crate::terminal::{clear_table, count, draw_table, milliseconds, width};

/// Arguments of `goren analyze`.
#[derive(Args)]
#[command(after_help = "\
Scores are for the side to move. A win is counted in moves of the winner along the line shown, and was found by search unless it says “proved”. Then \
the win is proved, not the number: there may be a shorter one, or a longer defence. In JSON, `chances` is the share of games, from 0 to 1, \
that the side to move is expected to win. Without a limit it thinks for five seconds.

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
        let side = position.side();
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
                writeln!(out, "{}", object(report, side))
            } else if is_live {
                redraw(&mut shown, report, side)
            } else {
                Ok(())
            };
            // A closed pipe is reported after the search; nothing can be done about it here.
            failure = written.err().or(failure.take());
        };
        let stop = stop_on_signal()?;
        let found = within(&stop, time, |begin| {
            engine.search(&position, &request, &stop, &mut |event| {
                begin();
                hear(event);
            })
        });
        if let Some(failure) = failure {
            return Err(failure.into());
        }
        clear_table();
        let mut best = None;
        for mut line in found.lines {
            if !line.score.is_decided() {
                engine.continue_line(&position, &mut line.pv, MAX_MOVES);
            }
            best = best.or(line.pv.first().copied());
            if !self.json {
                writeln!(out, "{}", row(&line, side, width().filter(|_| is_live)))?;
            }
        }
        if let Some(best) = best.filter(|_| !self.json) {
            writeln!(out, "best move: {best}")?;
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

/// Shows the lines in place; each is cut where the terminal ends.
fn redraw(shown: &mut Vec<Report>, report: &Report, side: Stone) -> io::Result<()> {
    match shown.get_mut(report.rank) {
        Some(old) => *old = report.clone(),
        None => shown.push(report.clone()),
    }
    let width = width();
    draw_table(&shown.iter().map(|line| row(line, side, width) + "\n").collect::<String>())
}

/// The most moves of a line that are shown.
const MAX_MOVES: usize = 14;

/// The winner of a decided score, and how far off the win is.
fn decided(score: Score, side: Stone) -> Option<(Stone, WinLength)> {
    let win = score.plies_to_win().map(|plies| (side, WinLength { plies }));
    win.or(score.plies_to_loss().map(|plies| (!side, WinLength { plies })))
}

/// A score as people read it: `+123`, or who wins and how soon.
pub(crate) fn spoken(score: Score, side: Stone) -> String {
    match decided(score, side) {
        Some((winner, length)) => format!("{winner} wins in {length}"),
        None => score.to_string(),
    }
}

/// The columns that are left to the moves of a line before the numbers of the search are shown, too.
const MIN_MOVES_WIDTH: usize = 24;

/// One line of the table: rank, score and chances or who wins, depth, nodes, time, moves.
/// In a terminal of this width it has what fits, the moves first.
pub(crate) fn row(report: &Report, side: Stone, width: Option<usize>) -> String {
    let verdict = match decided(report.score, side) {
        Some((winner, length)) => {
            let moves = count(length.moves() as usize, "move");
            // What is proved is the win. Another line may be shorter or longer.
            match report.is_proved {
                true => format!("{winner} wins, proved; {moves} in this line"),
                false => format!("{winner} wins in {moves}, not proved"),
            }
        }
        None => format!("{:>6} {:>3.0} %", report.score.to_string(), 100.0 * report.score.chance()),
    };
    let mut text = format!("{:>2}. {verdict}", report.rank + 1);
    let numbers = [
        format!("  depth {:>2}/{:<3}", report.depth, report.selective_depth),
        format!(" {:>9} nodes", report.nodes),
        format!(" {:>7.2} s", report.time.as_secs_f64()),
    ];
    for number in numbers {
        if width.is_some_and(|width| text.len() + number.len() + MIN_MOVES_WIDTH > width) {
            break;
        }
        text += &number;
    }
    text.push(' ');
    for point in report.pv.iter().take(MAX_MOVES) {
        let point = format!(" {point}");
        if width.is_some_and(|width| text.len() + point.len() >= width) {
            break;
        }
        text += &point;
    }
    text
}

fn object(report: &Report, side: Stone) -> serde_json::Value {
    let decided = decided(report.score, side);
    json!({
        "side": side.name(),
        "rank": report.rank + 1,
        "depth": report.depth,
        "selective_depth": report.selective_depth,
        "score": report.score.0,
        "winner": decided.map(|(winner, _)| winner.name()),
        "moves": decided.map(|(_, length)| length.moves()),
        "plies": decided.map(|(_, length)| length.plies),
        "proved": report.is_proved,
        "chances": (1000.0 * report.score.chance()).round() / 1000.0,
        "nodes": report.nodes,
        "time_ms": milliseconds(report.time),
        "pv": report.pv.iter().map(ToString::to_string).collect::<Vec<_>>(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(score: Score) -> Report {
        Report {
            rank: 0,
            depth: 12,
            selective_depth: 31,
            score,
            is_proved: false,
            pv: (0..MAX_MOVES).map(|_| "h10".parse().expect("a point")).collect(),
            nodes: 1_234_567_890,
            time: Duration::from_secs(1_000),
        }
    }

    #[test]
    fn chances_in_json_are_those_of_the_side_to_move() {
        let told = |score, side: Stone| {
            let object = object(&line(score), side);
            assert_eq!(object["side"], side.name());
            (object["chances"].as_f64(), object["winner"].clone())
        };
        for side in [Stone::Black, Stone::White] {
            assert_eq!(told(Score::win_in(7), side), (Some(1.0), side.name().into()));
            assert_eq!(told(Score::loss_in(4), side), (Some(0.0), (!side).name().into()));
            assert_eq!(told(Score::EVEN, side), (Some(0.5), serde_json::Value::Null));
            assert!(told(Score(-300), side).0 < Some(0.5));
        }
    }

    #[test]
    fn a_line_has_its_moves_in_a_terminal_of_80_columns() {
        for score in [Score(-1_234), Score::win_in(17), Score::loss_in(224)] {
            for width in [60, 80, 120] {
                let text = row(&line(score), Stone::Black, Some(width));
                assert!(text.len() < width && text.matches(" h10").count() >= 4, "{text}");
            }
        }
        let proved = Report { is_proved: true, ..line(Score::win_in(7)) };
        let text = row(&proved, Stone::Black, None);
        assert!(text.starts_with(" 1. Black wins, proved; 4 moves in this line  depth 12/31"), "{text}");
        let text = row(&line(Score::loss_in(4)), Stone::Black, None);
        assert!(
            text.starts_with(" 1. White wins in 2 moves, not proved  depth 12/31  1234567890 nodes"),
            "{text}"
        );
    }
}
