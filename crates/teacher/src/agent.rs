//! The teacher as an agent: the search of self-play without its noise, with the network on the processor.

use std::sync::Arc;
use std::time::Instant;

use goren_core::{Agent, Ask, Choice, Game, Limits, Point, Position, Report, Score, Step, Stop};

use crate::chance::Chance;
use crate::network::{Evaluation, Network};
use crate::search::{Search, Settings};
use crate::view::{Canvas, Standing, Viewer};

/// Placements compared where an opening rule asks for an even one.
const PLACEMENTS: usize = 24;

/// Plays with a network and a number of simulations for each move.
pub struct Teacher {
    network: Arc<Network>,
    settings: Settings,
    viewer: Viewer,
}

impl Teacher {
    /// A teacher with so many simulations for each move.
    pub fn new(network: Arc<Network>, simulations: u32) -> Teacher {
        let settings = Settings { simulations, noise: 0.0, ..Settings::default() };
        Teacher { network, settings, viewer: Viewer::new() }
    }

    /// The best move with the value of the position for the side to move; none on a board beyond 20×20 or where nobody
    /// can move.
    fn search(&self, position: &mut Position, stop: &Stop) -> Option<(Point, f32, u32)> {
        let canvas = Canvas::holding(position.size())?;
        let mut search = Search::new(self.settings);
        match search.begin(position, &self.viewer, canvas) {
            Standing::Won(point) => return Some((point, 1.0, 0)),
            Standing::Forced(points) if points.len() == 1 => return Some((points[0], 0.0, 0)),
            Standing::Lost => return position.legal_moves().next().map(|point| (point, -1.0, 0)),
            Standing::Drawn => return None,
            Standing::Forced(_) | Standing::Open => {}
        }
        // Without noise nothing is left to chance.
        let mut random = Chance::of(0, 0);
        loop {
            let Evaluation { value, logits } = self.network.evaluate(search.view(), canvas);
            search.answer(position, canvas, &logits, value, &mut random);
            if stop.is_raised() || !search.advance(position, &self.viewer, canvas) {
                break;
            }
        }
        let decision = search.decide();
        Some((decision.best, decision.value, search.simulations()))
    }

    /// The value of a position for the side to move, without search.
    fn value(&self, position: &mut Position) -> f32 {
        let Some(canvas) = Canvas::holding(position.size()) else { return 0.0 };
        let mut view = Vec::new();
        match self.viewer.look(position, canvas, &mut view) {
            Standing::Won(_) => 1.0,
            Standing::Lost => -1.0,
            Standing::Drawn => 0.0,
            Standing::Forced(_) | Standing::Open => self.network.evaluate(&view, canvas).value,
        }
    }

    fn value_after(&self, position: &mut Position, point: Point) -> f32 {
        position.play(point);
        let value = self.value(position);
        position.undo();
        value
    }

    /// The step that an opening rule asks for: even placements, the better colour, the strongest fifth moves.
    fn open(&self, position: &mut Position, ask: &Ask, offers: &[Point]) -> Step {
        let centre = position.size().centre();
        let distance = |point: &Point| point.x().abs_diff(centre.x()).max(point.y().abs_diff(centre.y()));
        let mut empties: Vec<Point> = position.empties().collect();
        empties.sort_by_key(distance);
        match ask {
            Ask::Place { area, .. } => {
                let size = position.size();
                let inside = empties.into_iter().filter(|&point| area.contains(point, size));
                let mut best = None;
                for point in inside.take(PLACEMENTS) {
                    let off = self.value_after(position, point).abs();
                    if best.is_none_or(|(least, _)| off < least) {
                        best = Some((off, point));
                    }
                }
                Step::Place(best.expect("the opening rule left room for a stone").1)
            }
            Ask::Choose(_) => {
                let side = position.side();
                Step::Choose(Choice::Take(if self.value(position) > 0.0 { side } else { !side }))
            }
            Ask::Declare { .. } => Step::Declare(1),
            Ask::Offer { .. } => {
                let offered = |point: Point| {
                    position
                        .symmetries()
                        .any(|symmetry| offers.contains(&symmetry.apply(point, position.size())))
                };
                empties.retain(|&point| !offered(point));
                empties.truncate(PLACEMENTS);
                Step::Offer(self.least(position, &empties))
            }
            // The side that picks moves next.
            Ask::Pick(offers) => {
                let mut values: Vec<(f32, Point)> =
                    offers.iter().map(|&point| (self.value_after(position, point), point)).collect();
                values.sort_by(|a, b| b.0.total_cmp(&a.0));
                Step::Pick(values[0].1)
            }
        }
    }

    /// The move after which the other side stands worst.
    fn least(&self, position: &mut Position, points: &[Point]) -> Point {
        let mut values: Vec<(f32, Point)> =
            points.iter().map(|&point| (self.value_after(position, point), point)).collect();
        values.sort_by(|a, b| a.0.total_cmp(&b.0));
        values.first().expect("enough different fifth moves were counted before").1
    }
}

impl Agent for Teacher {
    fn name(&self) -> String {
        "teacher".to_owned()
    }

    fn choose(&mut self, game: &Game, _: &Limits, stop: &Stop, report: &mut dyn FnMut(&Report)) -> Step {
        let begun = Instant::now();
        let mut position = game.position().clone();
        if game.in_opening() {
            let turn = game.turn().expect("an agent is asked only while the game goes on");
            return self.open(&mut position, &turn.ask, game.offers());
        }
        let Some((best, value, simulations)) = self.search(&mut position, stop) else {
            let any = position.legal_moves().next().or_else(|| position.empties().next());
            return Step::Place(any.expect("a game that goes on has an empty point"));
        };
        report(&Report {
            rank: 0,
            depth: 0,
            selective_depth: 0,
            score: Score((value * 1000.0) as i32),
            is_proved: false,
            pv: vec![best],
            nodes: simulations.into(),
            time: begun.elapsed(),
        });
        Step::Place(best)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use goren_core::{Opening, Rule, Seat, Size};

    fn teacher(simulations: u32) -> Teacher {
        let network = Network::from_bytes(include_bytes!("../tests/golden/net.bin")).unwrap();
        Teacher::new(Arc::new(network), simulations)
    }

    fn step(teacher: &mut Teacher, game: &Game) -> Step {
        teacher.choose(game, &Limits::default(), &Stop::default(), &mut |_| {})
    }

    #[test]
    fn games_of_every_rule_and_opening_are_legal_to_the_end() {
        let mut teacher = teacher(4);
        let cases = [
            (Rule::Freestyle, 9, Opening::Free),
            (Rule::Standard, 15, Opening::Swap2),
            (Rule::Renju, 15, Opening::Taraguchi10),
            (Rule::Renju, 15, Opening::Soosorv8),
            (Rule::Caro, 16, Opening::Swap),
            (Rule::Caro6, 22, Opening::Free),
        ];
        for (rule, side, opening) in cases {
            let mut game = Game::new(rule, Size::new(side).unwrap(), &[], opening).unwrap();
            for _ in 0..14 {
                if game.turn().is_none() {
                    break;
                }
                let step = step(&mut teacher, &game);
                game.step(step).unwrap_or_else(|error| panic!("{rule} {opening}: {error}"));
            }
        }
    }

    #[test]
    fn the_same_position_gets_the_same_move_and_a_raised_stop_a_quick_one() {
        let mut game = Game::new(Rule::Freestyle, Size::DEFAULT, &[], Opening::Free).unwrap();
        game.step(Step::Place("h8".parse().unwrap())).unwrap();
        assert_eq!(game.turn().unwrap().seat, Seat::Second);
        assert_eq!(step(&mut teacher(8), &game), step(&mut teacher(8), &game));
        let stop = Stop::default();
        stop.raise();
        let mut nodes = 99;
        teacher(1000).choose(&game, &Limits::default(), &stop, &mut |report| nodes = report.nodes);
        assert_eq!(nodes, 0);
    }
}
