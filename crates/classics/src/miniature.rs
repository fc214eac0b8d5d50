//! `miniature`: our own engine in small, to be watched. It is not one of the five, and it is not the engine.
//!
//! **What it shares with the engine** (`crates/engine/src/search.rs`) is the way of searching, written for reading: iterative
//! deepening; a transposition table that remembers a best move; the first move of a position searched in full and the others by a
//! *scout*, a window that only asks whether the move is better; late moves with fewer plies (*reductions*), searched again where
//! they turn out better than expected; moves that cut off elsewhere (*killers*, *history*) tried early; and a forced reply
//! searched alone.
//!
//! **What it lacks** is most of what makes the engine strong: the network, the solvers of fours and threats, margins, extensions,
//! threads, its own board. The evaluation is a sum over the shapes that a stone on each empty point would make, with ten round
//! weights. It plays a decent game and loses to the engine.
//!
//! **What can be left out.** `pruning` (with it go scouts and reductions), `scout`, `reductions`, `table`, `killers`, `history`,
//! `ordering` (moves are tried in board order), `selection` (all points within two of a stone instead of the best twenty),
//! `deepening`. Only `reductions` and `selection` change the value; of equal moves another may come first.

use std::cmp::Reverse;
use std::collections::HashMap;

use goren_core::{Opening, Point, Position, Report, Rule, Shape, Shapes, Size, Step, Stone};

use crate::classic::{ClassicError, Description, MoveRequest, Parts, Program, Settings, Variant};
use crate::deadline::Deadline;
use crate::explain::Explanation;
use crate::grid::central;
use crate::instruments::{Bound, Effort, Instruments, Kind};
use crate::opening;
use crate::pv::PvTable;
use crate::report;

/// The description of the program.
pub(crate) const DESCRIPTION: Description = Description {
    name: "miniature",
    summary: "Our own engine in small: scouts, reductions, killers and a table, with a plain evaluation",
    size: Size::DEFAULT,
    rule: Rule::Freestyle,
    opening: Opening::Free,
    traps: 0,
    depth: 4,
    unit: 1,
    switches: &[
        "pruning",
        "scout",
        "reductions",
        "table",
        "killers",
        "history",
        "ordering",
        "selection",
        "deepening",
    ],
    additions: &[],
    variants: &[Variant::CORRECTED],
    weightings: &[],
    build: |settings| Ok(Box::new(Miniature::new(settings)?)),
};

/// The number of candidates kept.
const BEST: usize = 20;
/// The value of a five; one less for each ply before it.
const WIN: i64 = 1_000_000;
/// Beyond every value.
const INFINITY: i64 = 2 * WIN;
/// Values beyond this are wins or losses.
const DECIDED: i64 = WIN / 2;

/// What a stone on an empty point is worth for the shape it makes on one line.
fn weight(shape: Shape) -> i64 {
    match shape {
        Shape::None | Shape::Overline => 0,
        Shape::One => 1,
        Shape::Two => 3,
        Shape::OpenTwo => 10,
        Shape::Three => 12,
        Shape::OpenThree => 50,
        Shape::Four => 60,
        Shape::DoubleFour | Shape::OpenFour => 400,
        Shape::Five => 2_000,
    }
}

fn worth(shapes: Shapes) -> i64 {
    shapes.iter().map(weight).sum()
}

/// The value of a position for the side to move: its own points count a quarter more, since it is its turn.
fn evaluate(position: &Position) -> i64 {
    let (side, other) = (position.side(), !position.side());
    let point = |point| 5 * worth(position.shapes(point, side)) - 4 * worth(position.shapes(point, other));
    position.empties().map(point).sum::<i64>() / 4
}

/// The program.
struct Miniature {
    settings: Settings,
    parts: Parts,
}

impl Miniature {
    fn new(settings: &Settings) -> Result<Miniature, ClassicError> {
        Ok(Miniature { settings: settings.clone(), parts: settings.parts(&DESCRIPTION)? })
    }
}

impl Program for Miniature {
    /// The shapes belong to empty points, not to patterns on the board, so there is nothing to list.
    fn explain(&self, position: &Position) -> Explanation {
        Explanation { value: evaluate(position) as f64, ..Explanation::default() }
    }

    fn choose(&mut self, request: MoveRequest<'_>) -> Step {
        let MoveRequest { game, limits, stop, instruments, report } = request;
        if let Some(step) = opening::answer(game, stop, evaluate) {
            return step;
        }
        let position = game.position();
        let mut choice = central(position).expect("an agent is asked only while there is a move");
        if position.stones().next().is_none() {
            return Step::Place(choice);
        }
        let depth = self.settings.depth(DESCRIPTION.depth, limits);
        let has = |switch| self.parts.has(switch);
        let mut search = Search {
            position: position.clone(),
            me: position.side(),
            pruning: has("pruning"),
            scout: has("pruning") && has("scout"),
            reductions: has("pruning") && has("reductions"),
            uses_table: has("table"),
            uses_killers: has("killers"),
            uses_history: has("history"),
            ordering: has("ordering"),
            selection: has("selection"),
            table: HashMap::new(),
            killers: vec![[None; 2]; depth as usize + 1],
            history: HashMap::new(),
            deadline: Deadline::new(limits, stop, None),
            instruments,
            pv: PvTable::new(depth),
        };
        let first = if has("deepening") { 1 } else { depth };
        for depth in first..=depth {
            let Some(value) = search.root(depth, position, report) else { break };
            if let Some(&best) = search.pv.line().first() {
                choice = best;
            }
            // A deeper search would find the same win or loss.
            if value.abs() > DECIDED {
                break;
            }
        }
        Step::Place(choice)
    }
}

/// An entry of the transposition table. Values are those of the side to move.
#[derive(Clone, Copy)]
struct TableEntry {
    depth: u32,
    value: i64,
    kind: Kind,
    best: Option<Point>,
}

struct Search<'a> {
    position: Position,
    me: Stone,
    pruning: bool,
    scout: bool,
    reductions: bool,
    uses_table: bool,
    uses_killers: bool,
    uses_history: bool,
    ordering: bool,
    selection: bool,
    table: HashMap<u64, TableEntry>,
    /// For each ply, the last two moves that cut off there.
    killers: Vec<[Option<Point>; 2]>,
    /// How often a move of a colour has cut off, deep cut-offs counted more.
    history: HashMap<(Stone, Point), i64>,
    deadline: Deadline<'a>,
    instruments: &'a mut Instruments,
    pv: PvTable,
}

impl Search<'_> {
    /// One iteration; `None` if it was interrupted.
    fn root(&mut self, depth: u32, position: &Position, report: &mut dyn FnMut(&Report)) -> Option<i64> {
        self.instruments.root(depth, i64::MIN, i64::MAX);
        self.pv.clear(0);
        let found = self.search(depth, 0, -INFINITY, INFINITY);
        let (value, kind) = found.unwrap_or((0, Kind::Unfinished));
        self.instruments.leave(value, kind);
        let (value, _) = found?;
        let counters = &mut self.instruments.counters;
        counters.depths.push((counters.nodes, self.deadline.elapsed()));
        report(&report::build(position, self.pv.line(), value, depth, counters, &self.deadline));
        Some(value)
    }

    /// The value of the position for the side to move, and what it is; `None` if the search was interrupted.
    fn search(&mut self, depth: u32, ply: usize, mut alpha: i64, beta: i64) -> Option<(i64, Kind)> {
        // The end of a line.
        if self.position.winner().is_some() {
            self.instruments.counters.leaves += 1;
            return Some((ply as i64 - WIN, Kind::Won));
        }
        if depth == 0 || self.position.empty_count() == 0 {
            self.instruments.counters.leaves += 1;
            self.instruments.counters.evaluations += 1;
            return Some((evaluate(&self.position), Kind::Leaf));
        }

        // What the table knows.
        let hash = self.position.hash();
        let known = if self.uses_table { self.recall(hash, ply) } else { None };
        if let Some(entry) = known
            && ply > 0
            && entry.depth >= depth
            && match entry.kind {
                Kind::AtLeast => entry.value >= beta,
                Kind::AtMost => entry.value <= alpha,
                _ => true,
            }
        {
            self.instruments.hit(self.mine(entry.value), self.seen(entry.kind));
            return Some((entry.value, entry.kind));
        }

        // The moves, best first.
        let moves = self.moves(ply, known.and_then(|entry| entry.best));
        let floor = alpha;
        let mut best: Option<(i64, Point)> = None;
        for (tried, &point) in moves.iter().enumerate() {
            let value = self.weigh(point, tried, depth, ply, alpha, beta)?;
            if best.is_none_or(|(most, _)| value > most) {
                best = Some((value, point));
                self.pv.update(ply, point);
            }
            if !self.pruning {
                continue;
            }
            alpha = alpha.max(value);
            if alpha >= beta {
                self.remember(point, depth, ply);
                let rest = &moves[tried + 1..];
                if !rest.is_empty() {
                    let bound = if self.position.side() == self.me { Bound::Beta } else { Bound::Alpha };
                    self.instruments.cut(rest.iter().copied(), self.mine(value), bound);
                }
                break;
            }
        }
        // Without a legal move nothing is won or lost.
        let (value, best) = best.map_or((0, None), |(value, point)| (value, Some(point)));
        let kind = Kind::of(value, floor, beta);
        if self.uses_table {
            self.table.insert(hash, TableEntry { depth, value: stored(value, ply), kind, best });
        }
        Some((value, kind))
    }

    /// The value of a move for the side that makes it: in full for the first, and for the others by a scout, with fewer plies if
    /// they come late, and again where that was not enough.
    fn weigh(
        &mut self,
        point: Point,
        tried: usize,
        depth: u32,
        ply: usize,
        alpha: i64,
        beta: i64,
    ) -> Option<i64> {
        if tried == 0 {
            return self.follow(point, Effort::Full, depth - 1, ply, alpha, beta);
        }
        let less = if self.reductions { reduction(tried, depth) } else { 0 };
        let high = if self.scout { alpha + 1 } else { beta };
        let first = match less {
            0 if self.scout => Effort::Scout,
            0 => Effort::Full,
            less => Effort::Reduced(less),
        };
        let mut value = self.follow(point, first, depth - 1 - less, ply, alpha, high)?;
        if value > alpha && less > 0 {
            value = self.follow(point, Effort::Again, depth - 1, ply, alpha, high)?;
        }
        if value > alpha && value < beta && self.scout {
            value = self.follow(point, Effort::Again, depth - 1, ply, alpha, beta)?;
        }
        Some(value)
    }

    /// Makes a move and searches on; the value for the side that made it.
    fn follow(
        &mut self,
        point: Point,
        effort: Effort,
        depth: u32,
        ply: usize,
        alpha: i64,
        beta: i64,
    ) -> Option<i64> {
        if self.deadline.check(self.instruments.counters.nodes) {
            self.instruments.stopped();
            return None;
        }
        self.instruments.counters.nodes += 1;
        let (low, high) = if self.position.side() == self.me { (alpha, beta) } else { (-beta, -alpha) };
        self.instruments.enter_with(effort, point, depth, unbounded(low), unbounded(high));
        self.pv.clear(ply + 1);
        self.position.play(point);
        let found = self.search(depth, ply + 1, -beta, -alpha);
        let (value, kind) = match found {
            Some((value, kind)) => (self.mine(value), self.seen(kind)),
            None => (0, Kind::Unfinished),
        };
        self.position.undo();
        self.instruments.leave(value, kind);
        found.map(|(value, _)| -value)
    }

    /// The moves to search: a five, or what stops one, or the best points near the stones.
    fn moves(&mut self, ply: usize, known: Option<Point>) -> Vec<Point> {
        let position = &self.position;
        let (side, other) = (position.side(), !position.side());
        let legal: Vec<Point> = position.empties().filter(|&point| position.is_legal(point)).collect();
        for stone in [side, other] {
            let is_five = |point: &Point| position.shapes(*point, stone).has_five();
            let fives: Vec<Point> = legal.iter().copied().filter(is_five).collect();
            if !fives.is_empty() {
                self.instruments.counters.generated += fives.len() as u64;
                self.instruments.counters.kept += fives.len() as u64;
                return fives;
            }
        }
        let is_near = |point: &Point| {
            let near = |(stone, _): (Point, Stone)| {
                stone.x().abs_diff(point.x()) <= 2 && stone.y().abs_diff(point.y()) <= 2
            };
            position.stones().any(near)
        };
        let mut moves: Vec<Point> = legal.iter().copied().filter(is_near).collect();
        if moves.is_empty() {
            moves = legal;
        }
        let shapes =
            |point: Point| worth(position.shapes(point, side)) + worth(position.shapes(point, other));
        let mut ranked: Vec<(i64, Point)> = moves.into_iter().map(|point| (shapes(point), point)).collect();
        self.instruments.counters.generated += ranked.len() as u64;
        if self.selection && ranked.len() > BEST {
            // The sort is stable: equal points stay in board order.
            ranked.sort_by_key(|&(score, _)| Reverse(score));
            self.instruments.dropped(ranked.drain(BEST..).map(|(_, point)| point));
        }
        self.instruments.counters.kept += ranked.len() as u64;
        if !self.ordering {
            ranked.sort_by_key(|&(_, point)| point);
            return ranked.into_iter().map(|(_, point)| point).collect();
        }
        for (score, point) in &mut ranked {
            let killed = self.uses_killers && self.killers[ply].contains(&Some(*point));
            let cut = self.history.get(&(side, *point)).filter(|_| self.uses_history);
            *score += cut.copied().unwrap_or(0) + if killed { 200 } else { 0 };
            if known == Some(*point) {
                *score = i64::MAX;
            }
        }
        ranked.sort_by_key(|&(score, _)| Reverse(score));
        ranked.into_iter().map(|(_, point)| point).collect()
    }

    /// A move has cut off: it is tried early elsewhere.
    fn remember(&mut self, point: Point, depth: u32, ply: usize) {
        let killers = &mut self.killers[ply];
        if killers[0] != Some(point) {
            *killers = [Some(point), killers[0]];
        }
        *self.history.entry((self.position.side(), point)).or_default() += i64::from(depth * depth);
    }

    fn recall(&mut self, hash: u64, ply: usize) -> Option<TableEntry> {
        self.instruments.counters.probes += 1;
        let entry = *self.table.get(&hash)?;
        let value = match entry.value {
            value if value > DECIDED => value - ply as i64,
            value if value < -DECIDED => value + ply as i64,
            value => value,
        };
        Some(TableEntry { value, ..entry })
    }

    /// A value of the side to move as the program sees it.
    fn mine(&self, value: i64) -> i64 {
        if self.position.side() == self.me { value } else { -value }
    }

    /// What a value of the side to move is, as the program sees it.
    fn seen(&self, kind: Kind) -> Kind {
        match kind {
            Kind::AtLeast if self.position.side() != self.me => Kind::AtMost,
            Kind::AtMost if self.position.side() != self.me => Kind::AtLeast,
            kind => kind,
        }
    }
}

/// How many plies less a move gets that comes so late: never the last one.
fn reduction(tried: usize, depth: u32) -> u32 {
    match tried {
        0..=3 => 0,
        4..=11 => 1.min(depth.saturating_sub(2)),
        _ => 2.min(depth.saturating_sub(2)),
    }
}

/// A win or loss is stored by its distance from the position, not from the root.
fn stored(value: i64, ply: usize) -> i64 {
    match value {
        value if value > DECIDED => value + ply as i64,
        value if value < -DECIDED => value - ply as i64,
        value => value,
    }
}

/// A side of the window as events have it.
fn unbounded(bound: i64) -> i64 {
    match bound {
        INFINITY.. => i64::MAX,
        bound if bound <= -INFINITY => i64::MIN,
        bound => bound,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::{choice, classic_without, plays_legally_everywhere, random_position};
    use goren_core::Random;

    fn without(depth: u32, names: &[&str]) -> crate::Classic {
        classic_without(&DESCRIPTION, Some(depth), names)
    }

    #[test]
    fn every_step_is_legal_on_every_board() {
        plays_legally_everywhere(&mut without(1, &[]), 12);
    }

    #[test]
    fn what_only_saves_time_does_not_change_the_value() {
        let mut random = Random::new(9);
        let (mut hits, mut cutoffs) = (0, 0);
        for round in 0..12 {
            let position = random_position(&mut random, Size::new(6 + round % 4).unwrap(), 16);
            if position.stones().next().is_none() {
                continue;
            }
            let plain =
                ["reductions", "pruning", "scout", "table", "killers", "history", "ordering", "deepening"];
            let (_, truth) = choice(&mut without(3, &plain), &position);
            for left_out in 1..plain.len() {
                let mut program = without(3, &[&plain[..1], &plain[left_out..=left_out]].concat());
                assert_eq!(choice(&mut program, &position).1, truth, "{} in {position:?}", plain[left_out]);
                hits += program.instruments().counters.hits;
                cutoffs += program.instruments().counters.cutoffs;
            }
        }
        assert!(hits > 0 && cutoffs > 0);
    }

    #[test]
    fn a_four_is_made_and_a_five_is_stopped() {
        let mut position = Position::new(Rule::Freestyle, Size::DEFAULT);
        for name in ["h8", "a1", "i8", "c1", "j8", "e2"] {
            position.play(name.parse().unwrap());
        }
        let (point, value) = choice(&mut without(4, &[]), &position);
        assert!(["g8", "k8"].contains(&point.to_string().as_str()), "{point}");
        assert_eq!(value, Some(WIN - 3));
        position.play("k8".parse().unwrap());
        let (point, value) = choice(&mut without(4, &[]), &position);
        assert!(["g8", "l8"].contains(&point.to_string().as_str()), "{point}");
        assert_eq!(value, Some(2 - WIN));
    }
}
