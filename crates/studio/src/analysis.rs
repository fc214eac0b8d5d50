//! Analysis that streams: the best lines of a position, newest first seen, and forced wins looked for.

use std::sync::Mutex;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use goren_core::{Clock, Limits, Point, Position, Report, Stone, Stop};
use goren_engine::{Engine, Options, SearchEvent, SearchRequest, Solved, solve_vcf, solve_vct};
use serde_json::{Value, json};

use crate::judge::black_chance;
use crate::outbox::Outbox;
use crate::wire::{AnalysisView, LineView, PointName, SolveKind};
use crate::work::with_engine;

/// No more often than this are lines sent.
const PAUSE: Duration = Duration::from_millis(100);
const MOST_LINES: usize = 20;
const MOST_MEMORY: usize = 16 << 10;
const DEFAULT_MEMORY: usize = 128;

/// What an analysis may use.
pub(crate) struct Settings {
    /// How many lines.
    pub(crate) lines: usize,
    /// Threads; one without.
    pub(crate) threads: Option<usize>,
    /// Memory in MiB.
    pub(crate) memory: Option<usize>,
    /// Ends after so many milliseconds.
    pub(crate) ms: Option<u64>,
}

/// How many threads this machine runs at once.
pub(crate) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Analyses a position until stopped, and tells the page.
pub(crate) fn analyse(
    position: &Position,
    settings: &Settings,
    id: Option<u64>,
    engine: &Mutex<Option<Engine>>,
    stop: &Stop,
    outbox: &Outbox,
) {
    let options = Options {
        memory: settings.memory.unwrap_or(DEFAULT_MEMORY).clamp(16, MOST_MEMORY) << 20,
        threads: settings.threads.unwrap_or(1).clamp(1, cores()),
        ..Options::default()
    };
    let clock = Clock { turn: settings.ms.map(Duration::from_millis), ..Clock::default() };
    let request = SearchRequest {
        limits: Limits { clock, ..Limits::default() },
        lines: settings.lines.clamp(1, MOST_LINES),
        ..SearchRequest::default()
    };
    with_engine(engine, |engine| {
        let start = Instant::now();
        let mut last = start - PAUSE;
        let mut lines: Vec<Report> = Vec::new();
        let engine = engine.get_or_insert_with(|| Engine::new(options.clone()));
        engine.set_options(options);
        let view = |lines: &[Report], running| view(position, lines, id, running, start.elapsed());
        let found = engine.search(position, &request, stop, &mut |event| {
            let SearchEvent::Report(report) = event else { return };
            lines.retain(|line| line.rank <= report.rank || line.pv.first() != report.pv.first());
            match lines.get_mut(report.rank) {
                Some(line) => *line = report,
                None => lines.push(report),
            }
            if last.elapsed() >= PAUSE && !stop.is_raised() {
                last = Instant::now();
                outbox.analysis(view(&lines, true));
            }
        });
        // A stopped page has asked for something else by now; only it knows whether it still wants this.
        outbox.analysis(view(&found.lines, false));
    });
}

fn view(
    position: &Position,
    lines: &[Report],
    id: Option<u64>,
    running: bool,
    time: Duration,
) -> AnalysisView {
    let nodes = lines.iter().map(|line| line.nodes).max().unwrap_or(0);
    AnalysisView {
        id,
        running,
        side: position.side().into(),
        lines: lines.iter().map(|line| line_view(position, line)).collect(),
        depth: lines.first().map_or(0, |line| line.depth),
        selective_depth: lines.iter().map(|line| line.selective_depth).max().unwrap_or(0),
        nodes,
        nps: (nodes as f64 / time.as_secs_f64().max(1e-3)) as u64,
        ms: time.as_millis() as u64,
    }
}

/// Positions in which the end of a won line is looked for.
const FINISH: u64 = 2_000;

fn line_view(position: &Position, line: &Report) -> LineView {
    let side = position.side();
    let (decided_in, winner) = match (line.score.plies_to_win(), line.score.plies_to_loss()) {
        (Some(plies), _) => (Some(plies), Some(side)),
        (_, Some(plies)) => (Some(plies), Some(!side)),
        _ => (None, None),
    };
    let mut replay = position.clone();
    let is_legal = line.pv.iter().all(|&point| replay.try_play(point).is_ok());
    let mut pv = line.pv.clone();
    if let Some(winner) = winner.filter(|_| is_legal) {
        let rest = finish(&replay, winner);
        rest.iter().for_each(|&point| replay.play(point));
        pv.extend(rest);
    }
    LineView {
        black: black_chance(line.score, side),
        score: line.score.to_string(),
        decided_in,
        winner: winner.map(Into::into),
        proved: winner.is_some() && is_legal && replay.winner() == winner,
        pv: PointName::all(pv),
        depth: line.depth,
    }
}

/// Moves by which `winner` wins by fours from here, if there are any. A search stops as soon as it knows that there are.
fn finish(position: &Position, winner: Stone) -> Vec<Point> {
    let fours = |position: &Position| match solve_vcf(position, Some(FINISH), &Stop::default()).solved {
        Solved::Win(line) => line,
        _ => Vec::new(),
    };
    if position.winner().is_some() {
        return Vec::new();
    }
    if position.side() == winner {
        return fours(position);
    }
    // The loser prevents what would come first.
    let mut passed = position.clone();
    passed.pass();
    let Some(&reply) = fours(&passed).first() else { return Vec::new() };
    let mut replied = position.clone();
    if !position.is_legal(reply) || replied.try_play(reply).is_err() {
        return Vec::new();
    }
    let rest = fours(&replied);
    if rest.is_empty() { rest } else { [vec![reply], rest].concat() }
}

/// Looks for a forced win of the side to move, for so many milliseconds at most.
pub(crate) fn solve(position: &Position, kind: SolveKind, ms: Option<u64>, stop: &Stop) -> Value {
    let start = Instant::now();
    let most = Duration::from_millis(ms.unwrap_or(60_000).min(3_600_000));
    // The solvers know no clock: a second flag is raised when the first is, or when time is up.
    let enough = Stop::default();
    let solution = std::thread::scope(|scope| {
        let (done, is_done) = channel::<()>();
        let enough = &enough;
        scope.spawn(move || {
            while start.elapsed() < most && !stop.is_raised() {
                let pause = most.saturating_sub(start.elapsed()).min(Duration::from_millis(20));
                if is_done.recv_timeout(pause) == Err(RecvTimeoutError::Disconnected) {
                    return;
                }
            }
            enough.raise();
        });
        let solution = match kind {
            SolveKind::Vcf => solve_vcf(position, None, enough),
            SolveKind::Vct => solve_vct(position, None, enough),
        };
        drop(done);
        solution
    });
    let ms = start.elapsed().as_millis() as u64;
    let nodes = solution.nodes;
    match solution.solved {
        // The solver has had the rules replay its line.
        Solved::Win(line) => {
            json!({ "solved": "win", "line": PointName::all(line), "nodes": nodes, "ms": ms, "proved": true })
        }
        Solved::NoWin => json!({ "solved": "no_win", "nodes": nodes, "ms": ms }),
        Solved::Unknown => {
            json!({ "solved": "unknown", "nodes": nodes, "ms": ms, "stopped": stop.is_raised() })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use goren_core::{Rule, Score, Size};

    #[test]
    fn a_win_is_proved_only_when_its_line_ends_in_the_winning_row() {
        let mut position = Position::new(Rule::Freestyle, Size::DEFAULT);
        for name in ["h8", "a1", "i8", "a3", "j8", "a5"] {
            position.play(name.parse().unwrap());
        }
        let line = |names: &[&str]| Report {
            rank: 0,
            depth: 1,
            selective_depth: 1,
            score: Score::win_in(3),
            pv: names.iter().map(|name| name.parse().unwrap()).collect(),
            nodes: 0,
            time: Duration::ZERO,
        };
        assert!(line_view(&position, &line(&["k8", "g8", "l8"])).proved);
        for shortened in [&["k8", "g8"][..], &["k8"], &[]] {
            let view = line_view(&position, &line(shortened));
            assert!(view.proved && view.pv.len() == 3, "{shortened:?}");
        }
        for broken in [&["k8", "k8", "l8"][..], &["k8", "l8", "g9"], &["a7"]] {
            assert!(!line_view(&position, &line(broken)).proved, "{broken:?}");
        }
    }

    #[test]
    fn a_solver_ends_when_it_is_told_to() {
        let stop = Stop::default();
        stop.raise();
        let mut position = Position::new(Rule::Freestyle, Size::DEFAULT);
        for name in ["h8", "i9", "h9", "i7", "g7", "j10"] {
            position.play(name.parse().unwrap());
        }
        let told = solve(&position, SolveKind::Vct, None, &stop);
        assert_ne!(told["solved"], "win");
    }
}
