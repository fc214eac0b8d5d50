//! Analysis that streams: the best lines of a position, newest only, and forced wins looked for.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use goren_core::{Limits, Point, Position, Report, Score, Stone, Stop};
use goren_engine::{
    Engine, Options, ProveRequest, Proved, SearchEvent, SearchRequest, Solved, prove, solve_vcf, solve_vct,
};
use goren_proof::Means;

use crate::chance::black_chance;
use crate::jobs::Ticket;
use crate::known::{Finding, Key, Known, best_of};
use crate::proofs::{Kept, Proofs};
use crate::wire::{AnalysisOptions, AnalysisView, LineView, ProvedView, SolveKind, SolveView, SolvedName};

/// No more often than this are lines sent.
const PAUSE: Duration = Duration::from_millis(100);
const MOST_LINES: usize = 20;
const MOST_MEMORY: usize = 16 << 10;
const DEFAULT_MEMORY: usize = 128;

/// How many threads this machine runs at once.
pub(crate) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// What was found and what was proved earlier, by whomever.
#[derive(Clone, Copy)]
pub(crate) struct Stores<'a> {
    pub(crate) known: &'a Known,
    pub(crate) proofs: &'a Proofs,
}

/// Analyses a position until it is stopped or a limit is reached, and tells the page. What earlier searches have found is
/// shown at once, and until this one knows more; what is proved counts for more than any search.
pub(crate) fn analyse(
    position: &Position,
    options: &AnalysisOptions,
    Stores { known, proofs }: Stores<'_>,
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
    let is_wanted = |point: &Point| {
        (options.only.is_empty() || options.only.contains(point)) && !options.except.contains(point)
    };
    let is_whole = options.only.is_empty() && options.except.is_empty();
    let proved = || {
        let told = proofs.about(position)?.proved()?;
        // Where moves are left out, a win counts that begins with one that is not.
        let wins = told.winner == position.side() && told.line.first().is_some_and(is_wanted);
        (is_whole || wins).then_some(told)
    };
    let mut learned = proofs.learned();
    progress.proved = proved();
    if !progress.before.lines.is_empty() || progress.proved.is_some() {
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
            if proofs.learned() != learned {
                learned = proofs.learned();
                progress.proved = proved();
            }
            known.keep(&key, &progress.finding());
            ticket.outbox().analysis(progress.view(position, ticket.id(), true));
        }
        // The clock of the search itself would not think about an only move.
        if most.is_some_and(|most| progress.start.elapsed() >= most) {
            stop.raise();
        }
    });
    progress.lines = found.lines;
    if let Some(tree) = &found.proof {
        proofs.learn_win(position, tree);
    }
    progress.proved = proved();
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
    /// Who wins, by a proof that is kept.
    proved: Option<ProvedView>,
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
            proved: None,
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

    /// The lines to show. What is proved comes first, and where all is lost nothing comes after it.
    fn line_views(&self, position: &Position, lines: &[Report]) -> Vec<LineView> {
        let Some(proved) = &self.proved else {
            return lines.iter().map(|line| line_view(position, line)).collect();
        };
        let first = proved_line(position.side(), proved, lines.first().map_or(1, |line| line.depth));
        let is_lost = proved.winner != position.side();
        let others = lines.iter().filter(|line| !is_lost && line.pv.first() != first.pv.first());
        let others: Vec<LineView> = others.map(|line| line_view(position, line)).collect();
        [first].into_iter().chain(others).take(self.count).collect()
    }

    fn view(&self, position: &Position, id: Option<u64>, running: bool) -> AnalysisView {
        let time = self.start.elapsed();
        let lines = best_of(&self.before.lines, &self.lines, self.count);
        AnalysisView {
            id,
            running,
            side: position.side(),
            lines: self.line_views(position, &lines),
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

/// The line of a proof.
fn proved_line(side: Stone, proved: &ProvedView, depth: u32) -> LineView {
    let win = Score::win_in(proved.plies);
    let score = if proved.winner == side { win } else { -win };
    LineView {
        black: black_chance(score, side),
        score: score.to_string(),
        decided_in: Some(proved.plies),
        winner: Some(proved.winner),
        proved: true,
        pv: proved.line.clone(),
        depth,
    }
}

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
        proved: false,
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

/// The whole proof of a win that was found; `None` if it cannot be had.
fn proof(position: &Position, means: Means, proofs: &Proofs, stop: &Stop) -> Option<Arc<Kept>> {
    let Proved::Win(tree) = prove(position, &ProveRequest::by(means), stop, &mut |_| ()) else { return None };
    proofs.learn_win(position, &tree)
}

/// Whether a win by `found` is one by `wanted`, too.
const fn is_such(found: Means, wanted: Means) -> bool {
    found as u8 <= wanted as u8
}

/// Looks for a forced win of the side to move, for so many milliseconds at most. What is proved already is told at once.
pub(crate) fn solve(
    position: &Position,
    kind: SolveKind,
    ms: Option<u64>,
    proofs: &Proofs,
    stop: &Stop,
) -> SolveView {
    let start = Instant::now();
    let means = match kind {
        SolveKind::Vcf => Means::Fours,
        SolveKind::Vct => Means::Threats,
    };
    let known =
        proofs.about(position).filter(|kept| is_such(kept.means(), means)).and_then(|kept| kept.proved());
    if let Some(proved) = known.filter(|proved| proved.winner == position.side()) {
        return SolveView {
            solved: SolvedName::Win,
            line: proved.line.clone(),
            proved: Some(proved),
            nodes: 0,
            ms: start.elapsed().as_millis() as u64,
            stopped: false,
        };
    }
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
            Solved::Win(_) => proof(position, means, proofs, enough),
            _ => None,
        };
        drop(done);
        (solution, proof)
    });
    let proved = proof.and_then(|kept| kept.proved());
    let (solved, line) = match (solution.solved, &proved) {
        (Solved::Win(_), Some(proved)) if !proved.line.is_empty() => (SolvedName::Win, proved.line.clone()),
        (Solved::Win(line), _) => (SolvedName::Win, line),
        (Solved::NoWin, _) => (SolvedName::NoWin, Vec::new()),
        (Solved::Unknown, _) => (SolvedName::Unknown, Vec::new()),
    };
    SolveView {
        solved,
        line,
        proved,
        nodes: solution.nodes,
        ms: start.elapsed().as_millis() as u64,
        stopped: stop.is_raised(),
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::inspect::inspect;
    use crate::jobs::Sessions;
    use crate::outbox::Outbox;
    use goren_core::{Rule, Size};

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

    /// Black to move wins by threats, and not by fours.
    fn two_threes() -> Position {
        let mut position = Position::new(Rule::Freestyle, Size::DEFAULT);
        for name in ["h9", "a1", "g9", "a3", "i8", "c15", "i7", "e15"] {
            position.play(name.parse().unwrap());
        }
        position
    }

    /// The lines that an analysis of so many positions shows last.
    pub(crate) fn analysed(position: &Position, proofs: &Proofs, nodes: u64) -> Vec<LineView> {
        let options =
            AnalysisOptions { nodes: Some(nodes), memory: Some(16), threads: Some(1), ..Default::default() };
        let known = Known::default();
        let (sessions, outbox) = (Sessions::default(), Arc::new(Outbox::default()));
        let jobs = sessions.connect("page", 1, &outbox);
        let (engine, (done, is_done)) = (Mutex::new(None), channel());
        let (position, shown) = (position.clone(), Arc::clone(&outbox));
        std::thread::scope(|scope| {
            let stores = Stores { known: &known, proofs };
            let ticket = jobs.ticket(7);
            scope.spawn(move || {
                analyse(&position, &options, stores, &engine, &Stop::default(), &ticket);
                done.send(()).unwrap();
            });
            is_done.recv().unwrap();
        });
        shown.take().analysis.unwrap().lines
    }

    #[test]
    fn what_solve_has_proved_every_panel_tells_with_one_number() {
        let (position, proofs, stop) = (two_threes(), Proofs::default(), Stop::default());
        let solved = solve(&position, SolveKind::Vct, None, &proofs, &stop);
        let told = solved.proved.unwrap();
        assert_eq!((told.winner, told.moves as usize), (Stone::Black, solved.line.len().div_ceil(2)));
        let look = inspect(&position, true, Some(&proofs), &stop).proved.unwrap();
        assert_eq!((look.moves, look.plies, &look.proof), (told.moves, told.plies, &told.proof));
        // One position is too little to find it by search.
        let best = &analysed(&position, &proofs, 1)[0];
        assert_eq!((best.proved, best.winner, best.decided_in), (true, Some(Stone::Black), Some(told.plies)));
        assert_eq!(best.pv, told.line);
        let again = solve(&position, SolveKind::Vct, None, &proofs, &stop);
        assert_eq!((again.nodes, again.proved.unwrap().proof), (0, told.proof.clone()));
        assert!(proofs.find(&told.proof).unwrap().proof.verify().is_ok());
        // A win by threats is none by fours.
        assert_eq!(solve(&position, SolveKind::Vcf, None, &proofs, &stop).solved, SolvedName::NoWin);
    }

    #[test]
    fn what_the_engine_has_proved_is_known_to_look_and_solve() {
        let (position, proofs, stop) = (two_threes(), Proofs::default(), Stop::default());
        let best = &analysed(&position, &proofs, 100_000)[0];
        assert!(best.proved && best.winner == Some(Stone::Black));
        let look = inspect(&position, false, Some(&proofs), &stop).proved.unwrap();
        assert_eq!(Some(look.plies), best.decided_in);
        let solved = solve(&position, SolveKind::Vct, None, &proofs, &stop);
        assert_eq!((solved.nodes, solved.proved.unwrap().proof), (0, look.proof));
    }

    #[test]
    fn no_line_is_called_proved_without_a_proof_that_is_kept() {
        let position = two_threes();
        let line = Report {
            rank: 0,
            depth: 1,
            selective_depth: 5,
            score: Score::win_in(5),
            is_proved: true,
            pv: vec!["i9".parse().unwrap()],
            nodes: 0,
            time: Duration::ZERO,
        };
        let mut progress = Progress::new(Finding::default(), 1);
        progress.lines = vec![line];
        assert!(!progress.view(&position, None, false).lines[0].proved);
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
