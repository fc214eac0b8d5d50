//! Puzzles from games: the engine's own with few nodes a move, or anybody's.

use goren_core::{Limits, Point, Position, Random, Rule, Size, Stone, Stop};
use goren_engine::{Engine, Options, Refutation, SearchRequest, Solved, glance, refute_vcf, solve_vcf};

use crate::answers::{Effort, MAX_DEFENCES, MIN_PLIES, NoPuzzle, Problem, has_five, played, pose, pose_any};
use crate::balance::{STONES, balance};
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
const MIN_STONES: usize = 7;
/// Plies between two puzzles of one kind for one side in the same game.
const PLIES_APART: usize = 6;
/// How many plies before a win by fours a win by threats is looked for.
const PLIES_BEFORE_FOURS: usize = 8;
/// The most puzzles from moves that were not played in a game.
const MAX_ASIDE: usize = 3;
/// How many of the network's choices are tried in place of a move that was played.
const CHOICES: usize = 4;
/// One game in N also gives a start for a balance.
const BALANCE_EVERY: usize = 2;

/// Why a position may be a puzzle. Each reason leads to kinds of its own, so that what is found of one kind does not depend on
/// which others are wanted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reason {
    /// The side to move wins by fours.
    Wins,
    /// The side to move will soon win by fours.
    WinsSoon,
    /// The other side threatens to win by fours, and can be stopped.
    Threatened,
}

impl Reason {
    fn leads_to(self, kind: Kind) -> bool {
        match self {
            Reason::Wins => matches!(kind, Kind::Fours | Kind::Avoid | Kind::Forbid),
            Reason::WinsSoon => matches!(kind, Kind::Threats | Kind::Avoid | Kind::Forbid),
            Reason::Threatened => kind == Kind::Defence,
        }
    }
}

impl Recipe {
    /// The puzzles of the self-play game with this number. They depend on the recipe and the number alone, except that kinds
    /// that are not wanted are left out. `None` if it was stopped.
    pub fn puzzles(&self, number: u64, wanted: &dyn Fn(Kind) -> bool, stop: &Stop) -> Option<Vec<Puzzle>> {
        let mut random = Random::new(Random::nth(Random::nth(self.seed, 0) ^ number, 0));
        let from = format!("self-play, seed {}, game {number}", self.seed);
        let fifth = if random.once_in(BALANCE_EVERY) { Some(self.four_stones(&mut random)) } else { None };
        let game = self.play(&mut random, stop);
        let mut puzzles = self.search(&game, wanted, &from, stop);
        puzzles.extend(self.search_aside(&game, &mut random, wanted, &from, stop));
        if let Some(position) = fifth.filter(|_| wanted(Kind::Balance)) {
            let problem = balance(&position, stop).ok();
            puzzles
                .extend(problem.and_then(|problem| graded(&position, problem, format!("{from}, before it"))));
        }
        if stop.is_raised() { None } else { Some(puzzles) }
    }

    /// The puzzles of a game that somebody played.
    pub fn search(
        &self,
        game: &Position,
        wanted: &dyn Fn(Kind) -> bool,
        from: &str,
        stop: &Stop,
    ) -> Vec<Puzzle> {
        let positions = positions(game);
        let wins: Vec<bool> = positions.iter().map(|position| self.wins_by_fours(position, stop)).collect();
        let mut puzzles: Vec<Puzzle> = Vec::new();
        let mut last: Vec<(Kind, Stone, usize)> = Vec::new();
        for (ply, position) in positions.iter().enumerate() {
            if position.stones().count() < MIN_STONES || stop.is_raised() {
                continue;
            }
            let is_open = |kind: Kind| {
                let is_near = |&(other, side, at): &(Kind, Stone, usize)| {
                    other == kind && side == position.side() && ply - at < PLIES_APART
                };
                wanted(kind) && !last.iter().any(is_near)
            };
            let wins_soon = || (1..=PLIES_BEFORE_FOURS / 2).any(|i| wins.get(ply + 2 * i) == Some(&true));
            let can_defend = || {
                let refutation = refute_vcf(position, self.effort.fours, stop);
                matches!(refutation, Refutation::Moves(moves) if (1..=MAX_DEFENCES).contains(&moves.len()))
            };
            let mut reasons = Vec::new();
            if wins[ply] {
                reasons.push(Reason::Wins);
            } else {
                if wins_soon() {
                    reasons.push(Reason::WinsSoon);
                }
                if is_open(Kind::Defence) && can_defend() {
                    reasons.push(Reason::Threatened);
                }
            }
            let is_asked = |kind: Kind| is_open(kind) && reasons.iter().any(|reason| reason.leads_to(kind));
            if !Kind::ALL.into_iter().any(is_asked) {
                continue;
            }
            let Ok(problem) = pose(position, &self.effort, stop) else { continue };
            if is_asked(problem.kind) {
                last.push((problem.kind, position.side(), ply));
                puzzles.extend(self.puzzle(position, problem, format!("{from}, move {}", ply + 1), stop));
            }
        }
        puzzles
    }

    /// Wins by fours that a likely move would have allowed, had it been played.
    fn search_aside(
        &self,
        game: &Position,
        random: &mut Random,
        wanted: &dyn Fn(Kind) -> bool,
        from: &str,
        stop: &Stop,
    ) -> Vec<Puzzle> {
        let mut puzzles: Vec<Puzzle> = Vec::new();
        let positions = positions(game);
        let mut plies: Vec<usize> = (MIN_STONES..positions.len()).collect();
        random.shuffle(&mut plies);
        let kinds = [Kind::Fours, Kind::Avoid, Kind::Forbid];
        // The game is searched to the end whatever is wanted, so that what is found of one kind does not depend on the others.
        let mut found = [0; 3];
        for ply in plies {
            let position = &positions[ply];
            let open = |found: &[usize; 3]| (0..3).any(|i| found[i] < MAX_ASIDE && wanted(kinds[i]));
            let Some(glance) = glance(position).filter(|_| open(&found) && !stop.is_raised()) else {
                continue;
            };
            for &(point, _) in glance.policy.iter().take(CHOICES) {
                let after = played(position, point);
                if !self.wins_by_fours(&after, stop) {
                    continue;
                }
                let Ok(problem) = pose(&after, &self.effort, stop) else { continue };
                let Some(i) = kinds.iter().position(|&kind| kind == problem.kind) else { continue };
                found[i] += 1;
                if found[i] <= MAX_ASIDE && wanted(problem.kind) {
                    let source = format!("{from}, move {}, {point} instead", ply + 1);
                    puzzles.extend(self.puzzle(&after, problem, source, stop));
                }
                break;
            }
        }
        puzzles
    }

    /// Whether the side to move wins by fours, but not at once.
    fn wins_by_fours(&self, position: &Position, stop: &Stop) -> bool {
        position.outcome().is_ongoing()
            && !has_five(position, position.side())
            && matches!(solve_vcf(position, Some(self.effort.fours.into()), stop).solved, Solved::Win(line) if line.len() >= MIN_PLIES)
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

    /// Four random stones near the centre, as Swap2 has them before the fifth.
    fn four_stones(&self, random: &mut Random) -> Position {
        let mut position = Position::new(self.rule, self.size);
        let width = 5 + 2 * random.below(2);
        for _ in 0..STONES {
            let inside = |point: &Point| self.size.in_centre(*point, width);
            let choices: Vec<Point> = position.legal_moves().filter(inside).collect();
            random.pick(&choices).into_iter().for_each(|point| position.play(point));
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
    let most = match puzzle.kind {
        Kind::Fours => 2,
        Kind::Threats | Kind::Avoid | Kind::Forbid => 1,
        Kind::Defence | Kind::Balance => 0,
    };
    for (shift, image) in images.take(most) {
        let same = pose(&image.position(), effort, stop);
        if same.is_ok_and(|same| same.kind == image.kind && same.answers == image.answers) {
            proved.push(shift);
        }
    }
    proved
}
