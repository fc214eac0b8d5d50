//! What analyses have found, by position: it is shown again at once when someone comes back to the position.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use goren_core::{Point, Position, Report};

use crate::wire::AnalysisOptions;

/// How many positions are remembered; those that were not looked at for longest go first.
const MOST: usize = 4_096;

/// A position, and which of its moves were searched.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Key {
    hash: u64,
    only: Vec<Point>,
    except: Vec<Point>,
}

impl Key {
    pub(crate) fn new(position: &Position, options: &AnalysisOptions) -> Key {
        let sorted = |points: &[Point]| {
            let mut points = points.to_vec();
            points.sort_unstable();
            points.dedup();
            points
        };
        Key { hash: position.hash(), only: sorted(&options.only), except: sorted(&options.except) }
    }
}

/// What is known about a position, over all searches of it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Finding {
    /// The best lines, best first.
    pub(crate) lines: Vec<Report>,
    pub(crate) nodes: u64,
    pub(crate) time: Duration,
}

/// How much a search knows: a forced win more than any depth.
fn rank(lines: &[Report]) -> (bool, u32) {
    let is_decided =
        |line: &Report| line.score.plies_to_win().is_some() || line.score.plies_to_loss().is_some();
    lines.first().map_or((false, 0), |best| (is_decided(best), best.depth))
}

/// The lines to show: those of the newer search once it knows as much as the older one, and until then the older
/// ones, followed by what only the newer search has looked at.
pub(crate) fn best_of(older: &[Report], newer: &[Report], count: usize) -> Vec<Report> {
    if rank(newer) >= rank(older) {
        return newer.iter().take(count).cloned().collect();
    }
    let is_new = |line: &&Report| older.iter().all(|old| old.pv.first() != line.pv.first());
    let lines = older.iter().chain(newer.iter().filter(is_new)).take(count).cloned();
    lines.enumerate().map(|(rank, line)| Report { rank, ..line }).collect()
}

/// What is known about many positions.
#[derive(Default)]
pub(crate) struct Known(Mutex<Memory>);

#[derive(Default)]
struct Memory {
    findings: HashMap<Key, (u64, Finding)>,
    /// Counts every look and every change.
    now: u64,
}

impl Known {
    /// What is known about a position; nothing yet, if it is new.
    pub(crate) fn of(&self, key: &Key) -> Finding {
        let mut memory = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        memory.now += 1;
        let now = memory.now;
        memory.findings.get_mut(key).map_or_else(Finding::default, |(used, finding)| {
            *used = now;
            finding.clone()
        })
    }

    /// Remembers what a search knows about a position now.
    pub(crate) fn keep(&self, key: &Key, finding: &Finding) {
        if finding.lines.is_empty() {
            return;
        }
        let mut memory = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        memory.now += 1;
        let now = memory.now;
        let known = memory.findings.entry(key.clone()).or_default();
        // Two pages may search the same position at once, one behind the other.
        let most = finding.lines.len().max(known.1.lines.len());
        let lines = best_of(&known.1.lines, &finding.lines, most);
        let (nodes, time) = (finding.nodes.max(known.1.nodes), finding.time.max(known.1.time));
        *known = (now, Finding { lines, nodes, time });
        if memory.findings.len() > MOST {
            let oldest =
                memory.findings.iter().min_by_key(|(_, (used, _))| *used).map(|(key, _)| key.clone());
            oldest.and_then(|key| memory.findings.remove(&key));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use goren_core::{Rule, Score, Size};

    fn line(name: &str, depth: u32, score: Score) -> Report {
        let pv = vec![name.parse().unwrap()];
        Report {
            rank: 0,
            depth,
            selective_depth: depth,
            score,
            is_proved: false,
            pv,
            nodes: 0,
            time: Duration::ZERO,
        }
    }

    fn shown(older: &[Report], newer: &[Report], count: usize) -> Vec<(String, u32)> {
        best_of(older, newer, count).iter().map(|line| (line.pv[0].to_string(), line.depth)).collect()
    }

    #[test]
    fn a_shallower_search_never_hides_a_deeper_one() {
        let older = [line("h8", 12, Score(20)), line("h9", 12, Score(10))];
        let newer = [line("g7", 3, Score(90)), line("h8", 3, Score(5))];
        assert_eq!(shown(&older, &newer, 2), [("h8".to_owned(), 12), ("h9".to_owned(), 12)]);
        assert_eq!(shown(&older, &newer, 3)[2], ("g7".to_owned(), 3));
        let deeper = [line("g7", 13, Score(90))];
        assert_eq!(shown(&older, &deeper, 2), [("g7".to_owned(), 13)]);
    }

    #[test]
    fn a_forced_win_counts_more_than_any_depth() {
        let deep = [line("h8", 30, Score(20))];
        let won = [line("h9", 1, Score::win_in(9))];
        assert_eq!(shown(&deep, &won, 1)[0].0, "h9");
        assert_eq!(shown(&won, &deep, 1)[0].0, "h9");
    }

    #[test]
    fn the_position_looked_at_last_is_forgotten_last() {
        let known = Known::default();
        let key = |hash| Key { hash, only: Vec::new(), except: Vec::new() };
        let finding = || Finding { lines: vec![line("h8", 5, Score(1))], ..Finding::default() };
        for hash in 0..MOST as u64 {
            known.keep(&key(hash), &finding());
        }
        known.of(&key(0));
        known.keep(&key(u64::MAX), &finding());
        assert_eq!([0, 1, 2].map(|hash| known.of(&key(hash)).lines.len()), [1, 0, 1]);
    }

    #[test]
    fn which_moves_were_left_out_belongs_to_what_is_known() {
        let position = Position::new(Rule::Freestyle, Size::DEFAULT);
        let options = |except: &[&str]| AnalysisOptions {
            except: except.iter().map(|name| name.parse().unwrap()).collect(),
            ..AnalysisOptions::default()
        };
        let key = |except: &[&str]| Key::new(&position, &options(except));
        assert_eq!(key(&["h8", "h9"]), key(&["h9", "h8", "h9"]));
        assert_ne!(key(&["h8"]), key(&[]));
    }
}
