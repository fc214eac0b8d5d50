//! `sixth`: the program of whoever fills in `sixth/src/lib.rs`, as an agent whose search can be watched like those of the five.
//!
//! Plain alpha–beta over the candidates that the evaluation names, in its order, to the depth it asks for. A five ends a line,
//! and an earlier one is better. It is not one of the five.
//!
//! **What can be left out.** `pruning`, which saves time and changes neither move nor value.

use goren_core::{Opening, Point, Position, Report, Rule, Size, Step, Stone};
use goren_sixth::{Evaluation, Mine};

use crate::classic::{ClassicError, Description, MoveRequest, Parts, Program, Settings, Variant};
use crate::deadline::Deadline;
use crate::explain::Explanation;
use crate::grid::central;
use crate::instruments::{Bound, Instruments, Kind};
use crate::opening;
use crate::pv::PvTable;
use crate::report;

/// The description of the program.
pub(crate) const DESCRIPTION: Description = Description {
    name: "sixth",
    summary: "Your own program: alpha-beta with the evaluation in sixth/src/lib.rs",
    size: Size::DEFAULT,
    rule: Rule::Freestyle,
    opening: Opening::Free,
    traps: 0,
    depth: 2,
    unit: 1,
    switches: &["pruning"],
    additions: &[],
    variants: &[Variant::CORRECTED],
    weightings: &[],
    build: |settings| Ok(Box::new(Sixth::new(settings, Box::new(Mine))?)),
};

/// The value of a five; one less for each ply before it.
const WIN: i64 = 1 << 40;

/// The program.
struct Sixth {
    settings: Settings,
    parts: Parts,
    evaluation: Box<dyn Evaluation>,
}

impl Sixth {
    fn new(settings: &Settings, evaluation: Box<dyn Evaluation>) -> Result<Sixth, ClassicError> {
        Ok(Sixth { settings: settings.clone(), parts: settings.parts(&DESCRIPTION)?, evaluation })
    }
}

impl Program for Sixth {
    /// The evaluation answers with a number only, so there is nothing to list.
    fn explain(&self, position: &Position) -> Explanation {
        let value = self.evaluation.evaluate(position, position.side());
        Explanation { value: value as f64, ..Explanation::default() }
    }

    fn choose(&mut self, request: MoveRequest<'_>) -> Step {
        let MoveRequest { game, limits, stop, instruments, report } = request;
        let value = |position: &Position| self.evaluation.evaluate(position, position.side());
        if let Some(step) = opening::answer(game, stop, value) {
            return step;
        }
        let position = game.position();
        let mut choice = central(position).expect("an agent is asked only while there is a move");
        if position.stones().next().is_none() {
            return Step::Place(choice);
        }
        let depth = self.settings.depth(self.evaluation.depth(), limits);
        let mut search = Search {
            me: position.side(),
            position: position.clone(),
            evaluation: &*self.evaluation,
            prunes: self.parts.has("pruning"),
            deadline: Deadline::new(limits, stop, None),
            instruments,
            pv: PvTable::new(depth),
        };
        search.instruments.root(depth, i64::MIN, i64::MAX);
        let found = search.best(depth, 0, i64::MIN, i64::MAX);
        search.instruments.leave(found.unwrap_or(0), found.map_or(Kind::Unfinished, |_| Kind::Exact));
        if let Some(&best) = search.pv.line().first() {
            choice = best;
        }
        if let Some(value) = found {
            let elapsed = search.deadline.elapsed();
            search.instruments.counters.depths.push((search.instruments.counters.nodes, elapsed));
            let counters = &search.instruments.counters;
            let told: Report =
                report::build(position, search.pv.line(), value, depth, counters, &search.deadline);
            report(&told);
        }
        Step::Place(choice)
    }
}

struct Search<'a> {
    position: Position,
    me: Stone,
    evaluation: &'a dyn Evaluation,
    prunes: bool,
    deadline: Deadline<'a>,
    instruments: &'a mut Instruments,
    pv: PvTable,
}

impl Search<'_> {
    /// The value of the best move for whoever is to move; `None` if the search was interrupted.
    fn best(&mut self, depth: u32, ply: usize, mut alpha: i64, mut beta: i64) -> Option<i64> {
        let is_mine = self.position.side() == self.me;
        let mut moves = self.evaluation.candidates(&self.position);
        moves.retain(|&point| self.position.is_legal(point));
        if moves.is_empty() {
            // An evaluation that names nothing must not stop the game.
            moves = self.position.legal_moves().collect();
        }
        self.instruments.counters.generated += moves.len() as u64;
        self.instruments.counters.kept += moves.len() as u64;
        let mut best: Option<i64> = None;
        for (tried, &point) in moves.iter().enumerate() {
            let value = self.follow(point, depth, ply, alpha, beta)?;
            if best.is_none_or(|best| if is_mine { value > best } else { value < best }) {
                best = Some(value);
                self.pv.update(ply, point);
            }
            if !self.prunes {
                continue;
            }
            if is_mine {
                alpha = alpha.max(value);
            } else {
                beta = beta.min(value);
            }
            if alpha >= beta && tried + 1 < moves.len() {
                let bound = if is_mine { Bound::Beta } else { Bound::Alpha };
                self.instruments.cut(moves[tried + 1..].iter().copied(), value, bound);
                break;
            }
        }
        best
    }

    /// The value after a move with `depth` plies to go, the move included.
    fn follow(&mut self, point: Point, depth: u32, ply: usize, alpha: i64, beta: i64) -> Option<i64> {
        if self.deadline.check(self.instruments.counters.nodes) {
            self.instruments.stopped();
            return None;
        }
        self.instruments.counters.nodes += 1;
        self.instruments.enter(point, depth - 1, alpha, beta);
        self.pv.clear(ply + 1);
        self.position.play(point);
        let found = if let Some(winner) = self.position.winner() {
            self.instruments.counters.leaves += 1;
            let near = WIN - ply as i64;
            Some((if winner == self.me { near } else { -near }, Kind::Won))
        } else if depth == 1 || self.position.empty_count() == 0 {
            self.instruments.counters.leaves += 1;
            self.instruments.counters.evaluations += 1;
            let value = self.evaluation.evaluate(&self.position, self.me).clamp(-WIN / 2, WIN / 2);
            Some((value, Kind::Leaf))
        } else {
            self.best(depth - 1, ply + 1, alpha, beta).map(|value| (value, Kind::of(value, alpha, beta)))
        };
        self.position.undo();
        let (value, kind) = found.unwrap_or((0, Kind::Unfinished));
        self.instruments.leave(value, kind);
        found.map(|(value, _)| value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{SIXTH, classic};
    use goren_core::{Agent as _, Game, Limits, Stop};

    fn chosen(moves: &str, without: &[&str]) -> (Step, u64) {
        let mut position = Position::new(Rule::Freestyle, Size::DEFAULT);
        moves.split(' ').for_each(|name| position.play(name.parse().unwrap()));
        let settings = Settings {
            without: without.iter().map(|&name| name.to_owned()).collect(),
            ..Settings::default()
        };
        let mut program = classic(SIXTH.name, &settings).unwrap();
        let game = Game::from_position(position);
        let step = program.choose(&game, &Limits::default(), &Stop::default(), &mut |_| {});
        (step, program.instruments().counters.nodes)
    }

    #[test]
    fn the_template_makes_a_five_and_stops_one() {
        let (step, _) = chosen("h8 a1 i8 c3 j8 e5 k8 l8", &[]);
        assert_eq!(step.to_string(), "g8");
        let (step, _) = chosen("h8 a1 i8 c3 j8 e5 k8 l8 a15", &[]);
        assert_eq!(step.to_string(), "g8");
    }

    #[test]
    fn pruning_changes_the_nodes_and_not_the_move() {
        let (with, fewer) = chosen("h8 i9 h9 i8 g7 j10", &[]);
        let (without, more) = chosen("h8 i9 h9 i8 g7 j10", &["pruning"]);
        assert_eq!(with, without);
        assert!(fewer < more, "{fewer} {more}");
    }

    /// An evaluation that names illegal and no moves, and returns absurd values, still plays legally.
    #[test]
    fn a_bad_evaluation_does_not_break_the_game() {
        struct Bad;
        impl Evaluation for Bad {
            fn evaluate(&self, _: &Position, _: Stone) -> i64 {
                i64::MAX
            }
            fn candidates(&self, position: &Position) -> Vec<Point> {
                position.stones().map(|stone| stone.0).collect()
            }
            fn depth(&self) -> u32 {
                1
            }
        }
        let mut program = Sixth::new(&Settings::default(), Box::new(Bad)).unwrap();
        let mut position = Position::new(Rule::Freestyle, Size::new(5).unwrap());
        position.play("c3".parse().unwrap());
        let game = Game::from_position(position);
        let mut instruments = Instruments::default();
        let step = program.choose(MoveRequest {
            game: &game,
            limits: &Limits::default(),
            stop: &Stop::default(),
            instruments: &mut instruments,
            report: &mut |_| {},
        });
        assert_eq!(game.clone().step(step), Ok(()));
    }
}
