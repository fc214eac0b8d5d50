//! What lies beyond threats: the engine's own search, and a proof of what it announces.

use std::time::{Duration, Instant};

use goren_core::{Limits, Point, Position, Report, Stop};
use goren_engine::{Defences, Engine, Options, ProveRequest, SearchEvent, SearchRequest, Solver};
use goren_proof::{Attack, Means};

use super::{Interrupt, with_alarm};

/// How long the engine searches if nobody says, and how long a proof of what it announces is looked for.
const SEARCH_TIME: Duration = Duration::from_secs(3);
const PROOF_TIME: Duration = Duration::from_secs(15);
/// The most first moves that a proof is looked for.
const MAX_LINES: usize = 3;

/// What the engine's search came to.
pub(super) enum Beyond {
    /// A first move after which every reply loses to threats.
    Win(Attack),
    /// A win that was not proved.
    Announced { line: Vec<Point>, report: Report },
    /// No win; nothing at all if there was no time to search.
    Nothing(Option<Report>),
}

/// Searches where no threats win, for `left` at most, or for some seconds.
pub(super) fn beyond_threats(
    position: &Position,
    solver: &mut Solver,
    left: Option<Duration>,
    memory: u32,
    threads: u16,
    interrupt: &Interrupt,
) -> Beyond {
    let start = Instant::now();
    let search = left.map_or(SEARCH_TIME, |left| left / 3);
    if search.is_zero() || interrupt.is_raised() {
        return Beyond::Nothing(None);
    }
    let options = Options { memory: (memory as usize) << 20, threads: threads.into(), ..Options::default() };
    let mut engine = Engine::new(options);
    let request = SearchRequest { limits: Limits::default(), lines: MAX_LINES, ..SearchRequest::default() };
    let stop = interrupt.new_stop();
    let found = with_alarm(Some(search), &stop, || {
        engine.search(position, &request, &stop, &mut |event| {
            // Whoever knows a win need not search on.
            if let SearchEvent::Report(report) = event
                && report.rank == 0
                && report.score.plies_to_win().is_some()
            {
                stop.raise();
            }
        })
    });
    let winning = found.lines.iter().filter(|line| line.score.plies_to_win().is_some());
    let Some(best) = winning.clone().next() else {
        return Beyond::Nothing(found.lines.into_iter().next());
    };
    let left = left.map_or(PROOF_TIME, |left| left.saturating_sub(start.elapsed()));
    let stop = interrupt.new_stop();
    let firsts = winning.filter_map(|line| line.pv.first().copied());
    let proved = with_alarm(Some(left), &stop, || {
        firsts.filter_map(|point| quiet_win(position, point, solver, &stop)).next()
    });
    match proved {
        Some(tree) => Beyond::Win(tree),
        None => Beyond::Announced { line: best.pv.clone(), report: best.clone() },
    }
}

/// The tree of a win that begins with this move, if every reply to it loses to threats.
fn quiet_win(position: &Position, point: Point, solver: &mut Solver, stop: &Stop) -> Option<Attack> {
    let mut after = position.clone();
    after.try_play(point).ok()?;
    match solver.defences(&after, &ProveRequest::by(Means::Threats), stop, &mut |_| ()) {
        Defences::Moves { saves, losses, unknown } if saves.is_empty() && unknown.is_empty() => {
            Some(Attack { point, branches: losses })
        }
        _ => None,
    }
}
