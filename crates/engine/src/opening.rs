//! Opening rules played by search: balanced placements, the better colour, the fifth moves.

use std::time::{Duration, Instant};

use goren_core::{
    Area as OpeningArea, Ask, Choice, Clock, Game, Limits, Point, Position, Random, Score, Step, Stone, Stop,
};

use crate::board::Board;
use crate::engine::{Engine, SearchRequest};
use crate::events::SearchEvent;
use crate::parameters::Parameters;

/// How much more a ranking of many moves costs than the score of one position.
const RANKING_EFFORT: u64 = 20;

impl Engine {
    /// One or two placements (of the side to move, then of the other side) after which the score for the side to move is
    /// nearest to `bias`.
    ///
    /// Empty if there is no room for them.
    pub fn balance(
        &mut self,
        position: &Position,
        count: usize,
        bias: Score,
        limits: &Limits,
        stop: &Stop,
    ) -> Vec<Point> {
        self.balance_within(position, count, bias, OpeningArea::Board, limits, stop)
    }

    fn balance_within(
        &mut self,
        position: &Position,
        count: usize,
        bias: Score,
        area: OpeningArea,
        limits: &Limits,
        stop: &Stop,
    ) -> Vec<Point> {
        let Parameters { balance_candidates, balance_finalists, balance_nodes, balance_final_nodes, .. } =
            self.options().parameters;
        let start = Instant::now();
        let time = turn_time(limits);
        let is_over = || stop.is_raised() || time.is_some_and(|time| start.elapsed() >= time);
        let mut sets = placements(self.board(position), count, bias, area, &is_over);
        sets.truncate(balance_candidates as usize);
        let mut best: Vec<(i32, Vec<Point>)> = Vec::new();
        let searches = sets.len() + balance_finalists as usize;
        let clock = shared_clock(time.map(|time| time.saturating_sub(start.elapsed())), searches);
        for points in sets {
            // A search costs something even if it has no time. The sets come in the order of the static evaluation.
            if is_over() {
                if best.is_empty() {
                    return points;
                }
                break;
            }
            let off = self.imbalance(position, &points, bias, balance_nodes as u64, clock, stop);
            best.push((off, points));
        }
        best.sort_by_key(|each| each.0);
        best.truncate(balance_finalists as usize);
        for each in best.iter_mut().take_while(|_| !is_over()) {
            each.0 = self.imbalance(position, &each.1, bias, balance_final_nodes as u64, clock, stop);
        }
        best.into_iter().min_by_key(|each| each.0).map(|each| each.1).unwrap_or_default()
    }

    /// How far from the bias the score is after some placements.
    fn imbalance(
        &mut self,
        position: &Position,
        points: &[Point],
        bias: Score,
        nodes: u64,
        clock: Clock,
        stop: &Stop,
    ) -> i32 {
        let mut position = position.clone();
        points.iter().for_each(|&point| position.play(point));
        let limits = Limits { nodes: Some(nodes), clock, ..Limits::default() };
        let request = SearchRequest { limits, ..SearchRequest::default() };
        let found = self.search_with(&position, &request, None, stop, &mut |_| {});
        (found.score().0 - bias.0).abs()
    }

    /// The step that an opening rule asks for.
    pub(crate) fn open(
        &mut self,
        game: &Game,
        limits: &Limits,
        stop: &Stop,
        on_event: &mut dyn FnMut(SearchEvent),
    ) -> Step {
        let position = game.position();
        let turn = game.turn().expect("an agent is asked only while the game goes on");
        match turn.ask {
            Ask::Place { area, .. } => {
                // The opponent may take either colour, so the stones should favour neither.
                let count =
                    if game.position().history().len() == 1 && area == OpeningArea::Board { 2 } else { 1 };
                let placed = if position.history().is_empty() && area == OpeningArea::Board {
                    Some(first_stone(position, self.options().seed))
                } else {
                    let points = self.balance_within(position, count, Score::EVEN, area, limits, stop);
                    points.first().copied()
                };
                let free = || position.empties().find(|&point| area.contains(point, position.size()));
                Step::Place(placed.or_else(free).expect("the opening rule left room for a stone"))
            }
            Ask::Choose(choices) => Step::Choose(self.choose_colour(game, choices, limits, stop, on_event)),
            Ask::Declare { most } => Step::Declare(self.declare(position, most, limits, stop)),
            Ask::Offer { left } => {
                let wanted = game.offers().len() + usize::from(left);
                let ranked = self.ranked(position, 2 * wanted + 4, limits, stop);
                let offered = |point: Point| {
                    position
                        .symmetries()
                        .any(|symmetry| game.offers().contains(&symmetry.apply(point, position.size())))
                };
                let free = || position.empties().find(|&point| !offered(point));
                let best = ranked.into_iter().map(|(point, _)| point).find(|&point| !offered(point));
                Step::Offer(best.or_else(free).expect("enough different fifth moves were counted before"))
            }
            Ask::Pick(offers) => {
                let clock = shared_clock(turn_time(limits), offers.len());
                let nodes = self.options().parameters.balance_final_nodes as u64;
                let value = |engine: &mut Engine, point: Point| {
                    let mut position = position.clone();
                    position.play(point);
                    let limits = Limits { nodes: limits.nodes.or(Some(nodes)), clock, ..*limits };
                    let request = SearchRequest { limits, ..SearchRequest::default() };
                    engine.search_with(&position, &request, None, stop, &mut |_| {}).score()
                };
                let best = offers.iter().copied().max_by_key(|&point| value(self, point));
                Step::Pick(best.expect("there is at least one offer"))
            }
        }
    }

    fn choose_colour(
        &mut self,
        game: &Game,
        choices: &[Choice],
        limits: &Limits,
        stop: &Stop,
        on_event: &mut dyn FnMut(SearchEvent),
    ) -> Choice {
        let position = game.position();
        let request = SearchRequest { limits: *limits, ..SearchRequest::default() };
        let score = self.search_with(position, &request, None, stop, on_event).score();
        let better = if score > Score::EVEN { position.side() } else { !position.side() };
        // Ten offers are worth as much as the tenth best move: White will pick the worst for Black.
        if choices.contains(&Choice::OfferTen) && better == Stone::Black {
            let ranked = self.ranked(position, 10, limits, stop);
            if ranked.get(9).is_some_and(|&(_, tenth)| tenth.0 > score.0.abs()) {
                return Choice::OfferTen;
            }
        }
        Choice::Take(better)
    }

    /// How many fifth moves to declare, so that the last of them is as even as possible.
    fn declare(&mut self, position: &Position, most: u8, limits: &Limits, stop: &Stop) -> u8 {
        let ranked = self.ranked(position, most.into(), limits, stop);
        let even = ranked.iter().enumerate().min_by_key(|(_, (_, score))| score.0.abs());
        even.map_or(1, |(i, _)| i as u8 + 1).clamp(1, most)
    }

    /// The best moves of the side to move with their scores, best first.
    fn ranked(
        &mut self,
        position: &Position,
        count: usize,
        limits: &Limits,
        stop: &Stop,
    ) -> Vec<(Point, Score)> {
        let nodes = RANKING_EFFORT * self.options().parameters.balance_final_nodes as u64;
        let limits = Limits { nodes: limits.nodes.or(Some(nodes)), ..*limits };
        let request = SearchRequest { limits, lines: count, ..SearchRequest::default() };
        let found = self.search_with(position, &request, None, stop, &mut |_| {});
        found.lines.iter().filter_map(|line| Some((*line.pv.first()?, line.score))).collect()
    }
}

/// A first stone off the centre, where it is worth less.
fn first_stone(position: &Position, seed: u64) -> Point {
    let size = position.size();
    let centre = size.centre();
    let reach = size.side() / 3;
    let ring: Vec<Point> =
        position.empties().filter(|point| (1..=reach).contains(&point.distance(centre))).collect();
    let index = (seed.wrapping_mul(Random::INCREMENT) >> 33) as usize;
    ring.get(index % ring.len().max(1)).copied().unwrap_or(centre)
}

/// All sets of one or two placements, those nearest to the bias by static evaluation first.
fn placements(
    mut board: Board,
    count: usize,
    bias: Score,
    area: OpeningArea,
    is_over: &dyn Fn() -> bool,
) -> Vec<Vec<Point>> {
    let (size, played) = (board.position().size(), board.position().history().len());
    let is_central = |point: &Point| point.distance(size.centre()) <= size.side() / 3;
    let first: Vec<Point> = board
        .everywhere()
        .points()
        .filter(|&point| area.contains(point, size) && board.is_legal(point))
        .collect();
    let mut found: Vec<(i32, Vec<Point>)> = Vec::new();
    for &point in &first {
        if is_over() && !found.is_empty() {
            break;
        }
        board.play(point);
        if count < 2 {
            found.push(((board.evaluate().0 - bias.0).abs(), vec![point]));
        } else if played > 2 || is_central(&point) {
            for other in board.near().points() {
                if board.is_legal(other) {
                    board.play(other);
                    found.push(((board.evaluate().0 - bias.0).abs(), vec![point, other]));
                    board.undo();
                }
            }
        }
        board.undo();
    }
    found.sort_by_key(|each| each.0);
    found.into_iter().map(|each| each.1).collect()
}

/// The time for this turn: what the clock says, or a part of what is left.
fn turn_time(limits: &Limits) -> Option<Duration> {
    let left = limits.clock.left.map(|left| left / 10);
    [limits.clock.turn, left].into_iter().flatten().min()
}

/// The clock of one of several searches that share this time.
fn shared_clock(time: Option<Duration>, searches: usize) -> Clock {
    Clock { turn: time.map(|time| time / (searches.max(1) as u32)), ..Clock::default() }
}
