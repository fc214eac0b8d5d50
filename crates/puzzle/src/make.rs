//! Puzzles from games: the engine's own with few nodes a move, or anybody's.

use goren_core::{Limits, Point, Position, Random, Rule, Size, Stone, Stop};
use goren_engine::{Engine, Options, Refutation, SearchRequest, Solved, glance, refute_vcf, solve_vcf};

use crate::answers::{Effort, NoPuzzle, Problem, has_five, pose, pose_any};
use crate::grade::{Measure, grade};
use crate::puzzle::{Kind, Puzzle};
use crate::theme::Theme;
use crate::variant::Shift;

/// How games are played and searched for puzzles.
#[derive(Clone, Copy, Debug)]
pub struct Recipe {
    /// The rule of the games.
    pub rule: Rule,
    /// The size of their boards.
    pub size: Size,
    /// The seed of everything random.
    pub seed: u64,
    /// Positions that the engine searches for each move.
    pub nodes: u64,
    /// What may be spent on one question.
    pub effort: Effort,
}

/// The fewest stones on a board worth a puzzle.
const LEAST_STONES: usize = 7;
/// Plies between two puzzles of one kind for one side in the same game.
const APART: usize = 6;
/// How many plies before a win by fours a win by threats is looked for.
const THREATS_BEFORE: usize = 8;
/// The most shifts that are proved.
const MOST_SHIFTS: usize = 2;

impl Recipe {
    /// The puzzles of the self-play game with this number. They depend on the recipe and the number alone, except that kinds
    /// that are not wanted are left out. `None` if it was stopped.
    pub fn puzzles(&self, number: u64, wanted: &dyn Fn(Kind) -> bool, stop: &Stop) -> Option<Vec<Puzzle>> {
        let mut random = Random::new(Random::nth(Random::nth(self.seed, 0) ^ number, 0));
        let game = self.play(&mut random, stop);
        let source = |ply: usize| format!("self-play, seed {}, game {number}, move {}", self.seed, ply + 1);
        let puzzles = self.search(&game, wanted, &source, stop);
        if stop.is_raised() { None } else { Some(puzzles) }
    }

    /// The puzzles of a game that somebody played; `source` names a position of it by the moves before it.
    pub fn search(
        &self,
        game: &Position,
        wanted: &dyn Fn(Kind) -> bool,
        source: &dyn Fn(usize) -> String,
        stop: &Stop,
    ) -> Vec<Puzzle> {
        let positions = positions(game);
        let mut puzzles: Vec<Puzzle> = Vec::new();
        let mut last: Vec<(Kind, Stone, usize)> = Vec::new();
        for ply in self.promising(&positions, wanted, stop) {
            let position = &positions[ply];
            let is_near = |kind: Kind| {
                last.iter()
                    .any(|&(other, side, at)| other == kind && side == position.side() && ply - at < APART)
            };
            if Kind::ALL.into_iter().all(|kind| is_near(kind) || !wanted(kind)) || stop.is_raised() {
                continue;
            }
            let Ok(problem) = pose(position, &self.effort, stop) else { continue };
            if !wanted(problem.kind) || is_near(problem.kind) {
                continue;
            }
            last.push((problem.kind, position.side(), ply));
            puzzles.extend(self.puzzle(position, problem, source(ply), stop));
        }
        puzzles
    }

    /// The positions of a game that may be puzzles, by the number of moves before them.
    fn promising(&self, positions: &[Position], wanted: &dyn Fn(Kind) -> bool, stop: &Stop) -> Vec<usize> {
        let nodes = self.effort.fours;
        let is_won = |position: &Position| {
            !has_five(position, position.side())
                && matches!(solve_vcf(position, Some(nodes.into()), stop).solved, Solved::Win(_))
        };
        let wins: Vec<bool> = positions.iter().map(is_won).collect();
        let mut plies = Vec::new();
        for (ply, position) in positions.iter().enumerate() {
            if position.stones().count() < LEAST_STONES || stop.is_raised() {
                continue;
            }
            let can_defend = || {
                let refutation = refute_vcf(position, nodes, stop);
                matches!(refutation, Refutation::Moves(moves) if !moves.is_empty())
            };
            let wins_soon = || (1..=THREATS_BEFORE / 2).any(|i| wins.get(ply + 2 * i) == Some(&true));
            if wins[ply] || wanted(Kind::Defence) && can_defend() || wanted(Kind::Threats) && wins_soon() {
                plies.push(ply);
            }
        }
        plies
    }

    /// A whole puzzle: measured, graded, with its themes and the shifts that change nothing.
    fn puzzle(&self, position: &Position, problem: Problem, source: String, stop: &Stop) -> Option<Puzzle> {
        let mut puzzle = graded(position, problem, source)?;
        puzzle.shifts = shifts(&puzzle, &self.effort, stop);
        Some(puzzle)
    }

    /// A game from a random, balanced start. One move in eight is only the network's second to fourth choice, so that there is
    /// something to find for both sides.
    fn play(&self, random: &mut Random, stop: &Stop) -> Position {
        let mut position = self.start(random);
        // A fresh engine: this game must not depend on tables filled by others.
        let mut engine = Engine::new(Options { memory: 8 << 20, ..Options::default() });
        let limits = Limits { nodes: Some(self.nodes), ..Limits::default() };
        let request = SearchRequest { limits, ..SearchRequest::default() };
        while position.outcome().is_ongoing() && !stop.is_raised() {
            let careless = if random.once_in(8) { second_choice(&position, random) } else { None };
            let point = careless.or_else(|| engine.search(&position, &request, stop, &mut |_| {}).best());
            let Some(point) = point else { break };
            position.play(point);
        }
        position
    }

    /// Three to seven random stones near the centre, about even at first sight.
    fn start(&self, random: &mut Random) -> Position {
        let width = (5 + random.below(3)).min(self.size.side());
        loop {
            let mut position = Position::new(self.rule, self.size);
            for _ in 0..3 + random.below(5) {
                let inside = |point: &Point| self.size.in_centre(*point, width);
                let choices: Vec<Point> = position.legal_moves().filter(inside).collect();
                let Some(point) = random.pick(&choices) else { break };
                position.play(point);
            }
            let is_even = |chance: f64| (0.3..=0.7).contains(&chance);
            if position.outcome().is_ongoing()
                && glance(&position).is_none_or(|glance| is_even(glance.chance))
            {
                return position;
            }
        }
    }
}

/// One of the moves that the network likes second to fourth.
fn second_choice(position: &Position, random: &mut Random) -> Option<Point> {
    let policy = glance(position)?.policy;
    let others: Vec<Point> = policy.iter().skip(1).take(3).map(|each| each.0).collect();
    random.pick(&others)
}

/// The positions of a game: before its first move, before its second, …
fn positions(game: &Position) -> Vec<Position> {
    let mut position = game.clone();
    let mut positions = Vec::new();
    while position.undo().is_some() {
        positions.push(position.clone());
    }
    positions.reverse();
    positions
}

/// A puzzle of a position in which somebody has erred, with all its answers by proof; or why there is none.
pub fn own(position: &Position, effort: &Effort, source: String, stop: &Stop) -> Result<Puzzle, NoPuzzle> {
    let problem = pose_any(position, effort, stop)?;
    graded(position, problem, source).ok_or(NoPuzzle::Undecided)
}

/// The puzzle that a problem makes; `None` if the stones cannot have been played in turn.
pub(crate) fn graded(position: &Position, problem: Problem, source: String) -> Option<Puzzle> {
    let moves = moves_of(position)?;
    let rating = Measure::of(position, &problem).rating(problem.kind);
    let puzzle = Puzzle {
        id: Puzzle::id_of(position),
        rule: position.rule(),
        size: position.size(),
        moves,
        side: position.side(),
        kind: problem.kind,
        themes: themes(position, &problem),
        answers: problem.answers,
        line: problem.line,
        proof: None,
        grade: grade(rating),
        rating,
        shifts: Vec::new(),
        source,
    };
    puzzle.check().is_ok().then_some(puzzle)
}

/// The moves that lead to a position: its own, or its stones in turn if it was set up. `None` if there are traps, or more stones
/// of one side than it can have played.
fn moves_of(position: &Position) -> Option<Vec<Point>> {
    if !position.traps().is_empty() {
        return None;
    }
    let history = position.history();
    if position.setup().is_empty() && history.iter().all(|played| played.point.is_some()) {
        return Some(history.iter().filter_map(|played| played.point).collect());
    }
    let of = |wanted| position.stones().filter(move |&(_, stone)| stone == wanted).map(|(point, _)| point);
    let (black, white): (Vec<Point>, Vec<Point>) = (of(Stone::Black).collect(), of(Stone::White).collect());
    let ahead = usize::from(position.side() == Stone::White);
    if black.len() != white.len() + ahead {
        return None;
    }
    Some(
        (0..black.len() + white.len())
            .map(|i| if i % 2 == 0 { black[i / 2] } else { white[i / 2] })
            .collect(),
    )
}

/// What occurs in the main line.
fn themes(position: &Position, problem: &Problem) -> Vec<Theme> {
    use goren_core::{ForbiddenKind, Shape};
    let mut themes = Vec::new();
    let side = position.side();
    let mut board = position.clone();
    let last = position.size().side() - 1;
    let is_win = !matches!(problem.kind, Kind::Defence | Kind::Balance);
    for (i, &point) in problem.line.iter().enumerate() {
        let shapes = board.shapes(point, board.side());
        let fours =
            shapes.count(Shape::Four) + shapes.count(Shape::OpenFour) + 2 * shapes.count(Shape::DoubleFour);
        let threes = shapes.count(Shape::OpenThree);
        let is_edge = [point.x(), point.y()].iter().any(|&along| along < 2 || along + 2 > last);
        if board.side() == side && is_win {
            let found = [
                (fours == 1 && threes > 0, Theme::FourThree),
                (fours > 1, Theme::DoubleFour),
                (fours == 0 && threes > 1, Theme::DoubleThree),
                (i == 0 && fours == 0 && threes == 0, Theme::QuietStart),
                (is_edge, Theme::Edge),
            ];
            themes.extend(found.into_iter().filter(|each| each.0).map(|each| each.1));
        } else if is_win && fours > 0 {
            themes.push(Theme::CounterFour);
        } else if problem.kind == Kind::Defence && fours + threes > 0 {
            themes.push(Theme::CounterAttack);
        }
        board.play(point);
    }
    if is_win && problem.plies <= 5 {
        themes.push(Theme::Short);
    }
    if is_win && problem.plies >= 13 {
        themes.push(Theme::Long);
    }
    if problem.kind == Kind::Forbid {
        themes.push(Theme::ForbiddenBlock);
    }
    if let Some(kind) = problem.lure.and_then(|point| position.forbidden(point)) {
        themes.push(match kind {
            ForbiddenKind::Overline => Theme::Overline,
            ForbiddenKind::DoubleFour => Theme::DoubleFour,
            ForbiddenKind::DoubleThree => Theme::DoubleThree,
        });
    }
    themes.sort_unstable();
    themes.dedup();
    themes
}

/// A few shifts after which the same moves, shifted, are proved to be all answers.
fn shifts(puzzle: &Puzzle, effort: &Effort, stop: &Stop) -> Vec<Shift> {
    let mut proved = Vec::new();
    // Different for every puzzle, the same for the same.
    let mut random = Random::new(puzzle.id.bytes().fold(0, |sum, byte| sum * 37 + u64::from(byte)));
    let mut candidates: Vec<Shift> = (-4..=4)
        .flat_map(|dx| (-4..=4).map(move |dy| Shift(dx, dy)))
        .filter(|&shift| shift != Shift(0, 0))
        .collect();
    random.shuffle(&mut candidates);
    let images = candidates.into_iter().filter_map(|shift| Some((shift, puzzle.shift_all(shift)?)));
    for (shift, image) in images.take(MOST_SHIFTS) {
        let same = pose(&image.position(), effort, stop);
        if same.is_ok_and(|same| same.kind == image.kind && same.answers == image.answers) {
            proved.push(shift);
        }
    }
    proved
}
