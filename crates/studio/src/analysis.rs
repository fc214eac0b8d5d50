//! Analysis that streams: the best lines of a position, newest only, and forced wins looked for.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use goren_core::{Limits, Point, Position, Report, Stone, Stop};
use goren_engine::{
    Engine, Options, ProveRequest, Proved, SearchEvent, SearchRequest, Solved, prove, solve_vcf, solve_vct,
};
use goren_proof::{Means, Proof};

use crate::chance::black_chance;
use crate::jobs::Ticket;
use crate::known::{Finding, Key, Known, best_of};
use crate::proofs::Proofs;
use crate::wire::{AnalysisOptions, AnalysisView, LineView, SolveKind, SolveView, SolvedName};

/// No more often than this are lines sent.
const PAUSE: Duration = Duration::from_millis(100);
const MOST_LINES: usize = 20;
const MOST_MEMORY: usize = 16 << 10;
const DEFAULT_MEMORY: usize = 128;

/// How many threads this machine runs at once.
pub(crate) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Analyses a position until it is stopped or a limit is reached, and tells the page. What earlier searches have found is
/// shown at once, and until this one knows more.
pub(crate) fn analyse(
    position: &Position,
    options: &AnalysisOptions,
    known: &Known,
    engine: &Mutex<Option<Engine>>,
    stop: &Stop,
    ticket: &Ticket,
) {
    let settings = Options {
        memory: options.memory.unwrap_or(DEFAULT_MEMORY).clamp(16, MOST_MEMORY) << 20,
        // One core is left for the page that shows it.
        threads: options.threads.unwrap_or(cores() - 1).clamp(1, cores()),
        ..Options::default()
    };
    let count = options.lines.unwrap_or(1).clamp(1, MOST_LINES);
    let request = SearchRequest {
        limits: Limits { nodes: options.nodes, depth: options.depth, ..Limits::default() },
        lines: count,
        blocked: options.except.clone(),
        only: options.only.clone(),
    };
    let most = options.ms.map(Duration::from_millis);
    let key = Key::new(position, options);
    let mut progress = Progress::new(known.of(&key), count);
    if !progress.before.lines.is_empty() {
        ticket.outbox().analysis(progress.view(position, ticket.id(), true));
    }
    let mut engine = engine.lock().unwrap_or_else(PoisonError::into_inner);
    if stop.is_raised() {
        return;
    }
    let engine = engine.get_or_insert_with(|| Engine::new(settings.clone()));
    engine.set_options(settings);
    progress.start = Instant::now();
    let mut last = progress.start;
    let found = engine.search(position, &request, stop, &mut |event| {
        progress.hear(event);
        if last.elapsed() >= PAUSE && !stop.is_raised() {
            last = Instant::now();
            known.keep(&key, &progress.finding());
            ticket.outbox().analysis(progress.view(position, ticket.id(), true));
        }
        // The clock of the search itself would not think about an only move.
        if most.is_some_and(|most| progress.start.elapsed() >= most) {
            stop.raise();
        }
    });
    progress.lines = found.lines;
    progress.nodes = progress.lines.first().map_or(progress.nodes, |line| line.nodes);
    progress.now = None;
    known.keep(&key, &progress.finding());
    // A stopped page has asked for something else by now; only it knows whether it still wants this.
    ticket.outbox().analysis(progress.view(position, ticket.id(), false));
}

/// A search as far as it has come.
struct Progress {
    /// What was known before it began.
    before: Finding,
    /// How many lines are wanted.
    count: usize,
    start: Instant,
    lines: Vec<Report>,
    nodes: u64,
    now: Option<Point>,
    searched: Vec<Point>,
    lost: Vec<Point>,
}

impl Progress {
    fn new(before: Finding, count: usize) -> Progress {
        Progress {
            before,
            count,
            start: Instant::now(),
            lines: Vec::new(),
            nodes: 0,
            now: None,
            searched: Vec::new(),
            lost: Vec::new(),
        }
    }

    fn hear(&mut self, event: SearchEvent) {
        match event {
            SearchEvent::Report(report) => {
                self.nodes = self.nodes.max(report.nodes);
                if report.rank == 0 {
                    self.searched.clear();
                }
                self.lines.retain(|line| line.rank <= report.rank || line.pv.first() != report.pv.first());
                match self.lines.get_mut(report.rank) {
                    Some(line) => *line = report,
                    None => self.lines.push(report),
                }
            }
            SearchEvent::MoveStarted(point) => self.now = Some(point),
            SearchEvent::MoveSearched(point) | SearchEvent::MoveLost(point) => {
                let is_lost = matches!(event, SearchEvent::MoveLost(_));
                self.searched.retain(|&each| each != point);
                self.lost.retain(|&each| each != point);
                if is_lost { self.lost.push(point) } else { self.searched.push(point) }
            }
            SearchEvent::Progress(nodes) => self.nodes = self.nodes.max(nodes),
        }
    }

    /// What is known now.
    fn finding(&self) -> Finding {
        Finding {
            // More lines than are wanted now may have been found before.
            lines: best_of(&self.before.lines, &self.lines, self.count.max(self.before.lines.len())),
            nodes: self.before.nodes + self.nodes,
            time: self.before.time + self.start.elapsed(),
        }
    }

    fn view(&self, position: &Position, id: Option<u64>, running: bool) -> AnalysisView {
        let time = self.start.elapsed();
        let lines = best_of(&self.before.lines, &self.lines, self.count);
        AnalysisView {
            id,
            running,
            side: position.side(),
            lines: lines.iter().map(|line| line_view(position, line)).collect(),
            depth: lines.first().map_or(0, |line| line.depth),
            selective_depth: lines.iter().map(|line| line.selective_depth).max().unwrap_or(0),
            nodes: self.before.nodes + self.nodes,
            nps: (self.nodes as f64 / time.as_secs_f64().max(1e-3)) as u64,
            ms: (self.before.time + time).as_millis() as u64,
            now: self.now,
            searched: self.searched.clone(),
            lost: self.lost.clone(),
        }
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
    let mut end = position.clone();
    let is_legal = line.pv.iter().all(|&point| end.try_play(point).is_ok());
    let mut pv = line.pv.clone();
    if let Some(winner) = winner.filter(|_| is_legal) {
        pv.extend(finish(&end, winner));
    }
    LineView {
        black: black_chance(line.score, side),
        score: line.score.to_string(),
        decided_in,
        winner,
        proved: line.is_proved,
        pv,
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

/// The whole proof of a win that was found, kept for pages to walk through; `None` if it cannot be had.
fn proof(position: &Position, kind: SolveKind, proofs: &Proofs, stop: &Stop) -> Option<String> {
    let means = match kind {
        SolveKind::Vcf => Means::Fours,
        SolveKind::Vct => Means::Threats,
    };
    let Proved::Win(tree) = prove(position, &ProveRequest::by(means), stop, &mut |_| ()) else { return None };
    let proof = Proof::of_win(position, means, &tree).ok()?;
    proofs.keep(proof).ok().map(|kept| kept.id().to_owned())
}

/// Looks for a forced win of the side to move, for so many milliseconds at most.
pub(crate) fn solve(
    position: &Position,
    kind: SolveKind,
    ms: Option<u64>,
    proofs: &Proofs,
    stop: &Stop,
) -> SolveView {
    let start = Instant::now();
    let most = Duration::from_millis(ms.unwrap_or(60_000).min(3_600_000));
    // The solvers know no clock: a second flag is raised when the first is, or when time is up.
    let enough = Stop::default();
    let (solution, proof) = std::thread::scope(|scope| {
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
        let proof = match solution.solved {
            Solved::Win(_) => proof(position, kind, proofs, enough),
            _ => None,
        };
        drop(done);
        (solution, proof)
    });
    let (solved, line) = match solution.solved {
        Solved::Win(line) => (SolvedName::Win, line),
        Solved::NoWin => (SolvedName::NoWin, Vec::new()),
        Solved::Unknown => (SolvedName::Unknown, Vec::new()),
    };
    SolveView {
        solved,
        line,
        proof,
        nodes: solution.nodes,
        ms: start.elapsed().as_millis() as u64,
        stopped: stop.is_raised(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use goren_core::{Rule, Score, Size};

    #[test]
    fn a_decided_line_is_shown_to_the_winning_row_where_fours_lead_there() {
        let mut position = Position::new(Rule::Freestyle, Size::DEFAULT);
        for name in ["h8", "a1", "i8", "a3", "j8", "a5"] {
            position.play(name.parse().unwrap());
        }
        let shown = |names: &[&str]| {
            let line = Report {
                rank: 0,
                depth: 1,
                selective_depth: 1,
                score: Score::win_in(3),
                is_proved: false,
                pv: names.iter().map(|name| name.parse().unwrap()).collect(),
                nodes: 0,
                time: Duration::ZERO,
            };
            let view = line_view(&position, &line);
            assert_eq!((view.winner, view.decided_in), (Some(Stone::Black), Some(3)));
            view.pv
        };
        for shortened in [&["k8", "g8", "l8"][..], &["k8", "g8"], &["k8"], &[]] {
            let mut replay = position.clone();
            shown(shortened).into_iter().for_each(|point| replay.play(point));
            assert_eq!((replay.winner(), replay.history().len()), (Some(Stone::Black), 9), "{shortened:?}");
        }
        // A line against the rules is shown as it is.
        assert_eq!(shown(&["k8", "k8", "l8"]).len(), 3);
    }

    #[test]
    fn a_solver_ends_when_it_is_told_to() {
        let stop = Stop::default();
        stop.raise();
        let mut position = Position::new(Rule::Freestyle, Size::DEFAULT);
        for name in ["h8", "i9", "h9", "i7", "g7", "j10"] {
            position.play(name.parse().unwrap());
        }
        let view = solve(&position, SolveKind::Vct, None, &Proofs::default(), &stop);
        assert!(view.stopped && view.solved != SolvedName::Win);
    }
}
