//! One tree: Gumbel AlphaZero's search (Danihelka and others, 2022) with exact verdicts of the rules at its leaves.
//!
//! At the root, moves are sampled without replacement by logits plus Gumbel noise and compared by sequential halving; below it,
//! moves are chosen so that visits approach the improved policy. A search stops wherever it needs the network and goes on
//! when it is given the answer, so that thousands can wait for one batch.

use goren_core::{Point, Position};

use crate::chance::Chance;
use crate::view::{Canvas, Standing, Viewer, is_legal};

/// How a search is run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Simulations for each move.
    pub simulations: u32,
    /// Moves compared at the root.
    pub considered: usize,
    /// How much a difference in value counts against one in logits: `(50 + visits of the most visited move)` times this.
    pub value_scale: f32,
    /// Factor of the Gumbel noise: 1 in self-play, 0 for the same best move each time.
    pub noise: f32,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { simulations: 32, considered: 16, value_scale: 0.25, noise: 1.0 }
    }
}

/// Moves kept of a position below the root, those with the largest logits.
const BREADTH: usize = 24;
const VISIT_OFFSET: f32 = 50.0;
const NO_CHILD: u32 = u32::MAX;

/// What is known for certain about the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Proof {
    Win,
    Loss,
    Draw,
}

impl Proof {
    fn value(self) -> f32 {
        match self {
            Proof::Win => 1.0,
            Proof::Loss => -1.0,
            Proof::Draw => 0.0,
        }
    }
}

struct Node {
    first: u32,
    count: u32,
    /// The network's value for the side to move; zero where it was not asked.
    value: f32,
    /// Visits below this node, one for each simulation that went on from it.
    visits: u32,
    proof: Option<Proof>,
    /// Whether every move that matters has an edge.
    complete: bool,
}

#[derive(Clone, Copy)]
struct Edge {
    point: Point,
    logit: f32,
    prior: f32,
    /// Sum of the values of its visits for the side that makes the move.
    total: f32,
    visits: u32,
    child: u32,
}

/// What a search is waiting for.
#[derive(Debug, PartialEq, Eq)]
enum Waiting {
    Nothing,
    /// An evaluation of the position at the end of the path, for these moves alone if there are any.
    Evaluation(Vec<Point>),
}

/// What a finished search recommends.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Decision {
    pub(crate) best: Point,
    /// The improved policy: a chance for each move of the root.
    pub(crate) policy: Vec<(Point, f32)>,
    /// The value of the improved policy for the side to move.
    pub(crate) value: f32,
    /// Whether the side to move was proved to win (`1`) or to lose (`-1`).
    pub(crate) proved: i8,
}

pub(crate) struct Search {
    settings: Settings,
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    /// Gumbel noise of the root's edges.
    noise: Vec<f32>,
    /// The root's edges that sequential halving compares.
    considered: Vec<u32>,
    /// For each simulation, how many visits the move must have had that is tried next.
    schedule: Vec<u32>,
    done: u32,
    path: Vec<(u32, u32)>,
    view: Vec<u8>,
    waiting: Waiting,
    scratch: Vec<(f32, u16)>,
    weights: Vec<f32>,
}

impl Search {
    pub(crate) fn new(settings: Settings) -> Search {
        Search {
            settings,
            nodes: Vec::with_capacity(settings.simulations as usize + 2),
            edges: Vec::new(),
            noise: Vec::new(),
            considered: Vec::new(),
            schedule: Vec::new(),
            done: 0,
            path: Vec::new(),
            view: Vec::new(),
            waiting: Waiting::Nothing,
            scratch: Vec::new(),
            weights: Vec::new(),
        }
    }

    /// The view of the position that waits for the network.
    pub(crate) fn view(&self) -> &[u8] {
        &self.view
    }

    /// Starts anew at a position. If it is open or has a choice of forced moves, it waits for the network.
    pub(crate) fn begin(&mut self, position: &mut Position, viewer: &Viewer, canvas: Canvas) -> Standing {
        self.nodes.clear();
        self.edges.clear();
        self.path.clear();
        self.done = 0;
        let standing = viewer.look(position, canvas, &mut self.view);
        self.waiting = match &standing {
            Standing::Open => Waiting::Evaluation(Vec::new()),
            Standing::Forced(points) => Waiting::Evaluation(points.clone()),
            _ => Waiting::Nothing,
        };
        standing
    }

    /// Takes the network's answer about [`Search::view`]: a logit for each cell, and the value for the side to move.
    pub(crate) fn answer(
        &mut self,
        position: &mut Position,
        canvas: Canvas,
        logits: &[f32],
        value: f32,
        random: &mut Chance,
    ) {
        let Waiting::Evaluation(forced) = std::mem::replace(&mut self.waiting, Waiting::Nothing) else {
            return;
        };
        self.scratch.clear();
        if forced.is_empty() {
            let side = position.side();
            let cells = self.view[..canvas.area()].iter().zip(logits).enumerate();
            let legal = cells.filter(|(_, (cell, _))| is_legal(**cell, side));
            self.scratch.extend(legal.map(|(cell, (_, &logit))| (logit, cell as u16)));
        } else {
            self.scratch
                .extend(forced.iter().map(|&point| (logits[canvas.cell(point)], canvas.cell(point) as u16)));
        }
        let is_root = self.path.is_empty();
        let complete = is_root || !forced.is_empty();
        if !complete && self.scratch.len() > BREADTH {
            self.scratch.select_nth_unstable_by(BREADTH - 1, |a, b| b.0.total_cmp(&a.0));
            self.scratch.truncate(BREADTH);
        }
        let node = self.add_node(value.clamp(-1.0, 1.0), complete, None);
        self.add_edges(node, canvas);
        if is_root {
            let noise = self.settings.noise;
            self.noise.clear();
            self.noise.extend((0..self.scratch.len()).map(|_| noise * random.gumbel()));
            self.consider();
            self.fill_schedule();
        } else {
            self.link(node);
            self.back_up(value, position);
        }
    }

    /// Runs simulations until one needs the network; false if the search is complete instead.
    ///
    /// The position stands at the leaf as long as the search waits, at the root afterwards.
    pub(crate) fn advance(&mut self, position: &mut Position, viewer: &Viewer, canvas: Canvas) -> bool {
        debug_assert_eq!(self.waiting, Waiting::Nothing);
        while self.done < self.settings.simulations && self.nodes[0].proof.is_none() {
            self.done += 1;
            if self.simulate(position, viewer, canvas) {
                return true;
            }
        }
        false
    }

    /// Simulations begun.
    pub(crate) fn simulations(&self) -> u32 {
        self.done
    }

    fn simulate(&mut self, position: &mut Position, viewer: &Viewer, canvas: Canvas) -> bool {
        self.path.clear();
        let (mut node, mut edge) = (0, self.root_edge());
        loop {
            self.path.push((node, edge));
            position.play(self.edges[edge as usize].point);
            let child = self.edges[edge as usize].child;
            if child == NO_CHILD {
                match viewer.look(position, canvas, &mut self.view) {
                    Standing::Won(_) => return self.end(Proof::Win, position),
                    Standing::Lost => return self.end(Proof::Loss, position),
                    Standing::Drawn => return self.end(Proof::Draw, position),
                    Standing::Forced(points) if points.len() == 1 => {
                        let next = self.add_node(0.0, true, None);
                        self.scratch.clear();
                        self.scratch.push((0.0, canvas.cell(points[0]) as u16));
                        self.add_edges(next, canvas);
                        self.link(next);
                        (node, edge) = (next, self.nodes[next as usize].first);
                        continue;
                    }
                    Standing::Forced(points) => self.waiting = Waiting::Evaluation(points),
                    Standing::Open => self.waiting = Waiting::Evaluation(Vec::new()),
                }
                return true;
            }
            if let Some(proof) = self.nodes[child as usize].proof {
                self.back_up(proof.value(), position);
                return false;
            }
            (node, edge) = (child, self.inner_edge(child));
        }
    }

    /// Ends a simulation on a position that the rules decide.
    fn end(&mut self, proof: Proof, position: &mut Position) -> bool {
        let node = self.add_node(proof.value(), true, Some(proof));
        self.link(node);
        self.back_up(proof.value(), position);
        false
    }

    fn add_node(&mut self, value: f32, complete: bool, proof: Option<Proof>) -> u32 {
        self.nodes.push(Node { first: self.edges.len() as u32, count: 0, value, visits: 0, proof, complete });
        self.nodes.len() as u32 - 1
    }

    /// Gives a new node the edges in `scratch`, with the softmax of their logits.
    fn add_edges(&mut self, node: u32, canvas: Canvas) {
        let most = self.scratch.iter().map(|each| each.0).fold(f32::NEG_INFINITY, f32::max);
        let sum: f32 = self.scratch.iter().map(|each| (each.0 - most).exp()).sum();
        self.edges.extend(self.scratch.iter().map(|&(logit, cell)| Edge {
            point: canvas.point(usize::from(cell)),
            logit: logit - most,
            prior: (logit - most).exp() / sum,
            total: 0.0,
            visits: 0,
            child: NO_CHILD,
        }));
        self.nodes[node as usize].count = self.scratch.len() as u32;
    }

    /// Makes a node the child of the last edge of the path.
    fn link(&mut self, node: u32) {
        let &(_, edge) = self.path.last().expect("a new node below the root ends a path");
        self.edges[edge as usize].child = node;
    }

    /// Adds a value for the side to move at the end of the path to all its edges, and takes the moves back.
    fn back_up(&mut self, mut value: f32, position: &mut Position) {
        while let Some((node, edge)) = self.path.pop() {
            position.undo();
            value = -value;
            let child = self.edges[edge as usize].child;
            match self.nodes[child as usize].proof {
                Some(Proof::Loss) => {
                    self.nodes[node as usize].proof = Some(Proof::Win);
                    value = 1.0;
                }
                Some(Proof::Win) if self.is_lost(node) => {
                    self.nodes[node as usize].proof = Some(Proof::Loss);
                    value = -1.0;
                }
                _ => {}
            }
            let edge = &mut self.edges[edge as usize];
            edge.total += value;
            edge.visits += 1;
            self.nodes[node as usize].visits += 1;
        }
    }

    fn is_lost(&self, node: u32) -> bool {
        let node = &self.nodes[node as usize];
        node.complete && self.edges_of(node).iter().all(|edge| self.loses(edge))
    }

    fn edges_of(&self, node: &Node) -> &[Edge] {
        &self.edges[node.first as usize..][..node.count as usize]
    }

    fn child_proof(&self, edge: &Edge) -> Option<Proof> {
        self.nodes.get(edge.child as usize).and_then(|node| node.proof)
    }

    fn loses(&self, edge: &Edge) -> bool {
        self.child_proof(edge) == Some(Proof::Win)
    }

    /// The value of a visited move for the side that makes it.
    fn value(&self, edge: &Edge) -> f32 {
        self.child_proof(edge).map_or_else(|| edge.total / edge.visits as f32, |proof| -proof.value())
    }

    /// How much values count against logits at a node, and an estimate for the value of a move without visits, from the
    /// network's value and those of the visited ones, which are all among these edges.
    fn outlook<'a>(&self, node: &Node, edges: impl Iterator<Item = &'a Edge>) -> (f32, f32) {
        let (mut most, mut prior, mut sum) = (0, 0.0, 0.0);
        for edge in edges.filter(|edge| edge.visits > 0) {
            most = most.max(edge.visits);
            prior += edge.prior;
            sum += edge.prior * self.value(edge);
        }
        let visits = node.visits as f32;
        let estimate =
            if prior > 0.0 { (node.value + visits * sum / prior) / (1.0 + visits) } else { node.value };
        ((VISIT_OFFSET + most as f32) * self.settings.value_scale, estimate)
    }

    /// The logit of a move plus its scaled value.
    fn weight(&self, edge: &Edge, (scale, estimate): (f32, f32)) -> f32 {
        let value = if edge.visits > 0 { self.value(edge) } else { estimate };
        edge.logit + scale * value
    }

    /// Fills `weights` for all edges of a node; returns the estimate for moves without visits.
    fn weigh(&mut self, node: u32) -> f32 {
        let mut weights = std::mem::take(&mut self.weights);
        let node = &self.nodes[node as usize];
        let edges = self.edges_of(node);
        let outlook = self.outlook(node, edges.iter());
        weights.clear();
        weights.extend(edges.iter().map(|edge| self.weight(edge, outlook)));
        self.weights = weights;
        outlook.1
    }

    /// Turns `weights` into their softmax.
    fn normalise(&mut self) {
        let most = self.weights.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let mut sum = 0.0;
        for weight in &mut self.weights {
            *weight = (*weight - most).exp();
            sum += *weight;
        }
        for weight in &mut self.weights {
            *weight /= sum;
        }
    }

    /// The move below the root whose share of the visits is furthest behind its improved chance.
    fn inner_edge(&mut self, node: u32) -> u32 {
        if self.nodes[node as usize].count == 1 {
            return self.nodes[node as usize].first;
        }
        self.weigh(node);
        self.normalise();
        let node = &self.nodes[node as usize];
        let all = 1.0 + node.visits as f32;
        let behind = |(edge, &chance): (&Edge, &f32)| {
            let lag = chance - edge.visits as f32 / all;
            if self.loses(edge) { lag - 4.0 } else { lag }
        };
        let lags = self.edges_of(node).iter().zip(&self.weights).map(behind);
        node.first + largest(lags)
    }

    /// The root's next move by sequential halving; one that was not considered if all others lose.
    fn root_edge(&mut self) -> u32 {
        let wanted = self.schedule.get(self.done as usize - 1).copied().unwrap_or_default();
        let edges = self.edges_of(&self.nodes[0]);
        let considered = self.considered.iter().map(|&edge| &edges[edge as usize]);
        let outlook = self.outlook(&self.nodes[0], considered);
        let score = |number: u32| {
            let edge = &edges[number as usize];
            let score = self.weight(edge, outlook) + self.noise[number as usize];
            if self.loses(edge) {
                score - 1e6
            } else if edge.visits == wanted {
                score
            } else {
                score - 1e4
            }
        };
        let best = self.considered[largest(self.considered.iter().map(|&edge| score(edge))) as usize];
        if self.loses(&edges[best as usize]) {
            let others: Vec<u32> = (0..edges.len() as u32).collect();
            let best = largest(others.iter().map(|&edge| score(edge)));
            self.considered = others;
            return best;
        }
        best
    }

    /// Chooses the moves with the largest logits plus noise.
    fn consider(&mut self) {
        let edges = &self.edges[..self.noise.len()];
        let mut scored: Vec<(f32, u32)> = edges
            .iter()
            .zip(&self.noise)
            .zip(0..)
            .map(|((edge, noise), number)| (edge.logit + noise, number))
            .collect();
        scored.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        self.considered.clear();
        self.considered.extend(scored.iter().take(self.settings.considered.max(1)).map(|each| each.1));
    }

    /// How often the next move must have been visited, for each simulation.
    fn fill_schedule(&mut self) {
        let considered = self.settings.considered.clamp(1, self.scratch.len().max(1));
        let simulations = self.settings.simulations as usize;
        let rounds = considered.next_power_of_two().trailing_zeros().max(1) as usize;
        self.schedule.clear();
        let (mut left, mut visits) = (considered, 0);
        while self.schedule.len() < simulations {
            let repeats = if considered == 1 { 1 } else { (simulations / (rounds * left)).max(1) };
            for _ in 0..repeats {
                self.schedule.extend(std::iter::repeat_n(visits, left));
                visits += 1;
            }
            left = (left / 2).max(2.min(considered));
        }
    }

    /// The move and the improved policy of a search that is complete.
    pub(crate) fn decide(&mut self) -> Decision {
        let estimate = self.weigh(0);
        let root = &self.nodes[0];
        let most = self.edges_of(root).iter().filter(|edge| !self.loses(edge)).map(|edge| edge.visits).max();
        let scores =
            self.edges_of(root).iter().zip(&self.weights).zip(&self.noise).map(|((edge, weight), noise)| {
                match self.child_proof(edge) {
                    Some(Proof::Loss) => f32::MAX,
                    Some(Proof::Win) => weight + noise - 1e6,
                    _ if Some(edge.visits) == most => weight + noise,
                    _ => weight + noise - 1e4,
                }
            });
        let best = self.edges_of(root)[largest(scores) as usize].point;
        self.normalise();
        let root = &self.nodes[0];
        let policy: Vec<(Point, f32)> = self
            .edges_of(root)
            .iter()
            .zip(&self.weights)
            .map(|(edge, &chance)| (edge.point, chance))
            .collect();
        let value_of = |edge: &Edge| if edge.visits > 0 { self.value(edge) } else { estimate };
        let mean: f32 =
            self.edges_of(root).iter().zip(&self.weights).map(|(edge, chance)| chance * value_of(edge)).sum();
        let (value, proved) = match root.proof {
            Some(Proof::Win) => (1.0, 1),
            Some(Proof::Loss) => (-1.0, -1),
            _ => (mean, 0),
        };
        Decision { best, policy, value, proved }
    }
}

/// The index of the largest number.
fn largest(numbers: impl Iterator<Item = f32>) -> u32 {
    let mut best = (0, f32::NEG_INFINITY);
    for (i, number) in numbers.enumerate() {
        if number > best.1 {
            best = (i as u32, number);
        }
    }
    best.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use goren_core::{Rule, Size};

    /// Searches with a network that knows nothing but, if given, that one point is good.
    fn search(position: &mut Position, settings: Settings, liked: Option<Point>) -> (Decision, Search) {
        let canvas = Canvas::holding(position.size()).unwrap();
        let (viewer, mut random) = (Viewer::new(), Chance::of(1, 1));
        let mut search = Search::new(settings);
        search.begin(position, &viewer, canvas);
        let mut logits = vec![0.0; canvas.area()];
        if let Some(point) = liked {
            logits[canvas.cell(point)] = 3.0;
        }
        let before = position.clone();
        loop {
            search.answer(position, canvas, &logits, 0.0, &mut random);
            if !search.advance(position, &viewer, canvas) {
                break;
            }
        }
        assert_eq!(*position, before);
        assert_eq!(position.history().len(), before.history().len());
        (search.decide(), search)
    }

    fn after(rule: Rule, moves: &str) -> Position {
        let mut position = Position::new(rule, Size::DEFAULT);
        for name in moves.split_whitespace() {
            position.try_play(name.parse().unwrap()).unwrap();
        }
        position
    }

    #[test]
    fn visits_values_and_children_add_up() {
        let mut position = after(Rule::Freestyle, "h8 i9 j7");
        let (decision, search) = search(&mut position, Settings::default(), None);
        let root = &search.nodes[0];
        assert_eq!(root.visits, 32);
        for node in &search.nodes {
            let edges = search.edges_of(node);
            assert_eq!(edges.iter().map(|edge| edge.visits).sum::<u32>(), node.visits);
            for edge in edges {
                assert!(edge.total.abs() <= edge.visits as f32);
                assert_eq!(edge.visits > 0, edge.child != NO_CHILD);
            }
            let priors: f32 = edges.iter().map(|edge| edge.prior).sum();
            assert!(edges.is_empty() || (priors - 1.0).abs() < 1e-4);
        }
        let chances: f32 = decision.policy.iter().map(|each| each.1).sum();
        assert!((chances - 1.0).abs() < 1e-4);
        assert_eq!(decision.policy.len(), 222);
    }

    #[test]
    fn sequential_halving_gives_each_survivor_the_same_visits() {
        let mut position = after(Rule::Freestyle, "h8 i9 j7");
        let (_, search) = search(&mut position, Settings { simulations: 64, ..Settings::default() }, None);
        let mut visits: Vec<u32> = search.edges_of(&search.nodes[0]).iter().map(|edge| edge.visits).collect();
        visits.sort_unstable();
        visits.reverse();
        visits.truncate(17);
        assert_eq!(visits, [15, 15, 7, 7, 3, 3, 3, 3, 1, 1, 1, 1, 1, 1, 1, 1, 0]);
    }

    #[test]
    fn without_noise_the_largest_logit_is_followed() {
        let liked: Point = "k4".parse().unwrap();
        let mut position = after(Rule::Freestyle, "h8 i9 j7");
        let (decision, _) =
            search(&mut position, Settings { noise: 0.0, ..Settings::default() }, Some(liked));
        assert_eq!(decision.best, liked);
    }

    #[test]
    fn a_position_is_lost_when_every_forced_move_loses() {
        // Black has a four with two stops under caro, and an open three besides.
        let mut position = after(Rule::Caro, "h8 g8 i8 a1 j8 c1 d4 o15 e4 o1 f4 n13 k8");
        let (decision, search) = search(&mut position, Settings::default(), None);
        assert_eq!((decision.proved, decision.value), (-1, -1.0));
        assert_eq!(search.simulations(), 2);
    }

    #[test]
    fn only_moves_that_stop_a_five_are_searched() {
        let mut position = after(Rule::Caro, "h8 g8 i8 a1 j8 a3 k8");
        let (decision, _) = search(&mut position, Settings::default(), None);
        let mut points: Vec<String> = decision.policy.iter().map(|each| each.0.to_string()).collect();
        points.sort();
        assert_eq!(points, ["l8", "m8"]);
    }
}
