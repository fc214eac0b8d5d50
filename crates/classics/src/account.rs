//! A search told in a few lines of text: what was looked at, where it was cut off, and what that saved.

use std::fmt::Write as _;

use goren_core::Point;

use crate::instruments::{Bound, Counters, Effort, Event, Listener};

/// How many of the largest savings are kept.
const MAX_SAVINGS: usize = 3;

/// What a listener remembers of a search of any length.
#[derive(Clone, Debug, Default)]
pub struct Account {
    /// The depths that were begun, with the nodes before each.
    pub begun: Vec<(u32, u64)>,
    /// The cut-offs by the number of moves made: first those at the root.
    pub cutoffs: Vec<u64>,
    /// The table's answers by the number of moves made.
    pub hits: Vec<u64>,
    /// Candidates that the selection dropped.
    pub dropped: u64,
    /// Moves that were searched once more.
    pub again: u64,
    /// The cut-offs that saved most, the largest first.
    pub savings: Vec<Saving>,
    /// Whether the search was interrupted.
    pub is_stopped: bool,
    /// Nodes searched.
    pub nodes: u64,
    open: Vec<Open>,
}

/// A cut-off and what it saved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Saving {
    /// The moves that lead to the position.
    pub line: Vec<Point>,
    /// The move there that made the others superfluous.
    pub by: Point,
    /// The value it reached…
    pub value: i64,
    /// …the bound that is…
    pub bound: Bound,
    /// …and where that bound was.
    pub limit: i64,
    /// The moves not looked at.
    pub rest: usize,
    /// The nodes searched in that position before.
    pub nodes: u64,
    /// The moves searched in that position before.
    pub tried: usize,
}

impl Saving {
    /// The nodes that the moves left out would have taken, had each taken as many as those searched.
    pub fn estimate(&self) -> u64 {
        self.nodes / (self.tried as u64).max(1) * self.rest as u64
    }
}

/// A move that the search is in.
#[derive(Clone, Debug)]
struct Open {
    point: Option<Point>,
    window: (i64, i64),
    /// Nodes before it.
    before: u64,
    tried: usize,
    last: Option<Point>,
}

impl Listener for Account {
    fn hear(&mut self, event: &Event<'_>, counters: &Counters) {
        self.nodes = counters.nodes;
        // Moves from the root.
        let ply = self.open.len().saturating_sub(1);
        match *event {
            Event::Begin { depth, alpha, beta } => {
                self.begun.push((depth, counters.nodes));
                self.open.clear();
                self.enter(None, alpha, beta);
            }
            Event::Enter { point, alpha, beta, effort, .. } => {
                self.again += u64::from(effort == Effort::Again);
                if let Some(parent) = self.open.last_mut() {
                    parent.tried += 1;
                    parent.last = Some(point);
                }
                self.enter(Some(point), alpha, beta);
            }
            Event::Dropped(points) => self.dropped += points.len() as u64,
            Event::Hit { .. } => count(&mut self.hits, ply),
            Event::Cut { rest, value, bound } => {
                count(&mut self.cutoffs, ply);
                self.save(rest.len(), value, bound);
            }
            Event::Leave { .. } => {
                self.open.pop();
            }
            Event::Stopped => self.is_stopped = true,
        }
    }
}

impl Account {
    fn enter(&mut self, point: Option<Point>, alpha: i64, beta: i64) {
        let before = self.nodes;
        self.open.push(Open { point, window: (alpha, beta), before, tried: 0, last: None });
    }

    fn save(&mut self, rest: usize, value: i64, bound: Bound) {
        let Some(open) = self.open.last() else { return };
        let Some(by) = open.last else { return };
        let limit = if bound == Bound::Alpha { open.window.0 } else { open.window.1 };
        let (nodes, tried) = (self.nodes - open.before, open.tried);
        let line = self.open.iter().filter_map(|open| open.point).collect();
        let saving = Saving { line, by, value, bound, limit, rest, nodes, tried };
        let place = self.savings.partition_point(|each| each.estimate() >= saving.estimate());
        if rest > 0 && place < MAX_SAVINGS {
            self.savings.insert(place, saving);
            self.savings.truncate(MAX_SAVINGS);
        }
    }

    /// The search as text; `write` writes a value as the program's document does.
    pub fn text(&self, line: &[Point], write: &dyn Fn(i64) -> String) -> String {
        let mut out = String::new();
        let names = |points: &[Point]| points.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        if self.begun.is_empty() {
            return "no search\n".to_owned();
        }
        if !line.is_empty() {
            let _ = writeln!(out, "best line   {}", names(line));
        }
        // The depth that was interrupted is not one that was searched.
        let finished = self.begun.len() - usize::from(self.is_stopped);
        let depths: Vec<String> = self.begun[..finished].iter().map(|(depth, _)| depth.to_string()).collect();
        let plies = if depths.len() > 1 { "depths" } else { "depth" };
        let searched = if depths.is_empty() { "none finished".to_owned() } else { depths.join(", ") };
        let _ = writeln!(out, "{plies:<11} {searched}, {} nodes", self.nodes);
        for (name, counts) in [("cut-offs", &self.cutoffs), ("table hits", &self.hits)] {
            let places = counts.iter().enumerate().filter(|(_, count)| **count > 0);
            let places: Vec<String> = places.map(|(ply, count)| format!("{count} {}", after(ply))).collect();
            if !places.is_empty() {
                let total: u64 = counts.iter().sum();
                let _ = writeln!(out, "{name:<11} {total}: {}", places.join(", "));
            }
        }
        if self.dropped > 0 {
            let _ = writeln!(out, "dropped     {} candidates by the selection", self.dropped);
        }
        if self.again > 0 {
            let _ = writeln!(out, "again       {} moves searched once more", self.again);
        }
        for (i, saving) in self.savings.iter().enumerate() {
            let Saving { line, by, value, bound, limit, rest, .. } = saving;
            let place =
                if line.is_empty() { "at the root".to_owned() } else { format!("after {}", names(line)) };
            let reason = match bound {
                Bound::Alpha => {
                    format!("{} is no more than the {} it has elsewhere", write(*value), write(*limit))
                }
                Bound::Beta => {
                    format!("{} is no less than the {} it is held to elsewhere", write(*value), write(*limit))
                }
            };
            let moves = if *rest == 1 { "move" } else { "moves" };
            let head = if i == 0 { "saved most" } else { "" };
            let _ = writeln!(
                out,
                "{head:<11} {place}, {by}: {reason}; {rest} {moves} not searched, some {} nodes",
                saving.estimate()
            );
        }
        if self.is_stopped {
            out += "stopped     before the search was finished\n";
        }
        out
    }
}

fn count(counts: &mut Vec<u64>, ply: usize) {
    counts.resize(counts.len().max(ply + 1), 0);
    counts[ply] += 1;
}

fn after(ply: usize) -> String {
    match ply {
        0 => "at the root".to_owned(),
        1 => "after one move".to_owned(),
        ply => format!("after {ply} moves"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::unhurried;
    use crate::instruments::Kind;
    use crate::{CLASSICS, Settings, classic};
    use goren_core::{Game, Position, Rule, Size, Stop};

    #[test]
    fn the_account_has_the_line_every_cutoff_and_the_largest_savings() {
        let mut position = Position::new(Rule::Freestyle, Size::new(9).unwrap());
        for name in ["e5", "e6", "d5", "f6", "c4"] {
            position.play(name.parse().unwrap());
        }
        let game = Game::from_position(position);
        for description in CLASSICS {
            let settings = Settings { depth: Some(3), ..Settings::default() };
            let mut program = classic(description.name, &settings).unwrap();
            let mut line = Vec::new();
            let (_, account) = program.watch(
                &game,
                &unhurried(),
                &Stop::default(),
                &mut |report| line.clone_from(&report.pv),
                Account::default(),
            );
            let counters = &program.instruments().counters;
            assert_eq!(account.cutoffs.iter().sum::<u64>(), counters.cutoffs);
            assert_eq!((account.nodes, account.is_stopped), (counters.nodes, false));
            assert_eq!(account.savings.len(), 3, "{}", description.name);
            let estimates: Vec<u64> = account.savings.iter().map(Saving::estimate).collect();
            assert!(estimates.is_sorted_by(|a, b| a >= b) && estimates[2] > 0, "{estimates:?}");
            let text = account.text(&line, &|value| value.to_string());
            assert!(text.starts_with(&format!("best line   {}", line[0])), "{text}");
            assert!(text.contains(&format!("cut-offs    {}: ", counters.cutoffs)), "{text}");
            assert_eq!(text.matches("not searched").count(), 3);
        }
    }

    #[test]
    fn a_depth_that_was_interrupted_is_not_told_as_searched() {
        let mut account = Account::default();
        let mut tell =
            |nodes, event: Event<'_>| account.hear(&event, &Counters { nodes, ..Counters::default() });
        let begin = |depth| Event::Begin { depth, alpha: i64::MIN, beta: i64::MAX };
        tell(0, begin(1));
        tell(9, Event::Leave { value: 4, kind: Kind::Exact });
        tell(9, begin(2));
        tell(40, Event::Stopped);
        assert_eq!(
            account.text(&[], &|value| value.to_string()),
            "depth       1, 40 nodes\nstopped     before the search was finished\n"
        );
        let mut account = Account::default();
        account.hear(&begin(40), &Counters::default());
        account.hear(&Event::Stopped, &Counters::default());
        let text = account.text(&[], &|value| value.to_string());
        assert!(text.starts_with("depth       none finished, 0 nodes\n"), "{text}");
    }

    #[test]
    fn a_saving_is_what_is_left_times_what_a_move_took() {
        let points = ["a1", "b2", "c3", "d4"].map(|name| name.parse::<Point>().unwrap());
        let mut account = Account::default();
        let mut counters = Counters::default();
        let mut tell = |nodes, event: Event<'_>| {
            counters.nodes = nodes;
            account.hear(&event, &counters);
        };
        let enter = |point| Event::Enter { point, depth: 1, alpha: 5, beta: 9, effort: Effort::Full };
        tell(0, Event::Begin { depth: 2, alpha: i64::MIN, beta: i64::MAX });
        tell(1, enter(points[0]));
        tell(2, enter(points[1]));
        tell(8, Event::Leave { value: 4, kind: Kind::Leaf });
        tell(8, Event::Cut { rest: &points[2..], value: 4, bound: Bound::Alpha });
        let saving = &account.savings[0];
        assert_eq!((saving.by, saving.limit, saving.nodes, saving.estimate()), (points[1], 5, 7, 14));
        assert_eq!((saving.line.as_slice(), &account.cutoffs[..]), (&points[..1], &[0, 1][..]));
    }
}
