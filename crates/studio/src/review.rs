//! A whole game judged move by move: what went wrong, and by how much.

use goren_core::{PlayedMove, Point, Position, Stone, Stop};
use goren_engine::{Solved, solve_vcf, solve_vct};

use crate::chance::{self, Standing, for_ms, for_nodes, judge, of_black, quality, standing};
use crate::wire::{MoveFault, MoveReview, Quality, ReviewView, TableId, WinningWay};

/// Positions searched for each move. A number of positions, not a time, and one thread: the same game gets the same review.
const DEFAULT_NODES: u64 = 30_000;
const MOST_NODES: u64 = 100_000_000;
/// Positions in which the reason of a mistake is looked for.
const FOUR_NODES: u64 = 50_000;
const THREAT_NODES: u64 = 20_000;

/// A line of a game: where it begins, and each move with its node.
pub(crate) struct Line {
    /// The position before the first move.
    pub(crate) start: Position,
    /// The moves.
    pub(crate) moves: Vec<(usize, PlayedMove)>,
}

/// Judges every move of a line, and tells after each; whether all were judged.
pub(crate) fn review(
    line: &Line,
    table: &TableId,
    nodes: Option<u64>,
    stop: &Stop,
    tell: &mut dyn FnMut(&ReviewView),
) -> bool {
    let limits = for_nodes(nodes.unwrap_or(DEFAULT_NODES).clamp(100, MOST_NODES));
    let mut engine = judge();
    let mut position = line.start.clone();
    let mut before = standing(&mut engine, &position, limits, stop);
    let mut view = ReviewView {
        id: None,
        table: table.clone(),
        running: true,
        of: line.moves.len(),
        start: of_black(before.chance, position.side()),
        moves: Vec::new(),
    };
    for (i, &(node, played)) in line.moves.iter().enumerate() {
        if stop.is_raised() {
            break;
        }
        let Some((entered, after)) = entered(&position, played) else { break };
        let fault = forbidden(&entered, played);
        let now = match fault {
            // Whoever makes a forbidden move has lost.
            Some(_) => Standing { chance: 1.0, line: Vec::new() },
            None => standing(&mut engine, &after, limits, stop),
        };
        let judged = Judged { position: &entered, before: &before, after: &after, now: &now, played };
        let mut judged = judged.review(fault, stop);
        if stop.is_raised() {
            break;
        }
        (judged.node, judged.number) = (node, i + 1);
        view.moves.push(judged);
        (position, before) = (after, now);
        tell(&view);
    }
    view.running = false;
    tell(&view);
    view.moves.len() == view.of
}

/// How much the chances of whoever played `point` dropped.
pub(crate) fn drop_of(position: &Position, point: Point, ms: u64, stop: &Stop) -> f64 {
    let mut engine = judge();
    let before = standing(&mut engine, position, for_ms(ms), stop);
    let mut after = position.clone();
    after.play(point);
    chance::drop(before.chance, standing(&mut engine, &after, for_ms(ms), stop).chance)
}

/// The position in which a move was made, its side to move, and the one after it.
fn entered(position: &Position, played: PlayedMove) -> Option<(Position, Position)> {
    let mut before = position.clone();
    if before.side() != played.stone {
        before.pass();
    }
    let mut after = before.clone();
    match played.point {
        Some(point) if after.is_empty(point) => after.play(point),
        Some(_) => return None,
        None => after.pass(),
    }
    Some((before, after))
}

fn forbidden(position: &Position, played: PlayedMove) -> Option<MoveFault> {
    let point = played.point.filter(|_| played.stone == Stone::Black)?;
    Some(MoveFault::Forbidden { why: position.forbidden(point)? })
}

/// A move, and what is known before and after it.
struct Judged<'a> {
    position: &'a Position,
    before: &'a Standing,
    after: &'a Position,
    now: &'a Standing,
    played: PlayedMove,
}

impl Judged<'_> {
    fn review(&self, forbidden: Option<MoveFault>, stop: &Stop) -> MoveReview {
        let best = self.before.line.first().copied().filter(|&best| Some(best) != self.played.point);
        // Whoever plays what the search would have played has not erred, whatever the next search sees.
        let drop = match best {
            None if forbidden.is_none() => 0.0,
            _ => chance::drop(self.before.chance, self.now.chance),
        };
        let is_fault = drop >= 0.1;
        MoveReview {
            node: 0,
            number: 0,
            stone: self.played.stone,
            point: self.played.point,
            black: of_black(self.now.chance, self.after.side()),
            drop,
            word: if forbidden.is_some() { Quality::Blunder } else { quality(drop) },
            best: best.filter(|_| is_fault),
            line: if is_fault { self.before.line.clone() } else { Vec::new() },
            fault: forbidden.or_else(|| (is_fault && best.is_some()).then(|| self.fault(stop))),
        }
    }

    fn fault(&self, stop: &Stop) -> MoveFault {
        if let Some((by, moves)) = forced(self.after, stop) {
            return MoveFault::Allowed { by, moves };
        }
        if self.before.chance >= 1.0 {
            return forced(self.position, stop)
                .map_or(MoveFault::MissedUnproved, |(by, moves)| MoveFault::Missed { by, moves });
        }
        MoveFault::Worse
    }
}

/// A forced win of the side to move that a solver proves: by what, and in how many of its moves.
fn forced(position: &Position, stop: &Stop) -> Option<(WinningWay, usize)> {
    let (by, line) = match solve_vcf(position, Some(FOUR_NODES), stop).solved {
        Solved::Win(line) => (WinningWay::Fours, line),
        _ => match solve_vct(position, Some(THREAT_NODES), stop).solved {
            Solved::Win(line) => (WinningWay::Threats, line),
            _ => return None,
        },
    };
    Some((by, line.len().div_ceil(2)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use goren_core::{ForbiddenKind, Rule, Size};

    /// Judges a line of alternating moves.
    fn reviewed(rule: Rule, names: &str) -> ReviewView {
        let moves = names.split(' ').zip(Stone::BOTH.into_iter().cycle()).enumerate();
        let moves =
            moves.map(|(i, (name, stone))| (i + 1, PlayedMove { stone, point: Some(name.parse().unwrap()) }));
        let line = Line { start: Position::new(rule, Size::DEFAULT), moves: moves.collect() };
        let mut last = None;
        let tell = &mut |view: &ReviewView| last = Some(view.clone());
        assert!(review(&line, &"x".to_owned(), Some(4_000), &Stop::default(), tell));
        last.unwrap()
    }

    #[test]
    fn a_missed_block_is_a_blunder_with_its_reason() {
        let view = reviewed(Rule::Freestyle, "h8 i9 h6 g9 h7 a1");
        assert_eq!((view.running, view.moves.len()), (false, 6));
        let last = &view.moves[5];
        assert_eq!((last.word, last.stone, last.number), (Quality::Blunder, Stone::White, 6));
        assert!(matches!(last.fault, Some(MoveFault::Allowed { by: WinningWay::Fours, .. })), "{last:?}");
        assert!(last.black > 0.99 && last.best.is_some() && last.line.first() == last.best.as_ref());
    }

    #[test]
    fn a_missed_win_is_told_by_the_solver_that_proves_it() {
        let view = reviewed(Rule::Freestyle, "h8 i9 h6 g9 h7 a1 o15");
        assert_eq!(view.moves[6].fault, Some(MoveFault::Missed { by: WinningWay::Fours, moves: 2 }));
        assert!(["h5", "h9"].contains(&view.moves[6].best.unwrap().to_string().as_str()));
    }

    #[test]
    fn a_forbidden_move_is_called_forbidden() {
        let view = reviewed(Rule::Renju, "h8 a1 i8 a3 j9 a5 j10 a7 j8");
        let last = view.moves.last().unwrap();
        assert_eq!(last.fault, Some(MoveFault::Forbidden { why: ForbiddenKind::DoubleThree }));
        assert_eq!((last.word, last.black), (Quality::Blunder, 0.0));
    }

    #[test]
    fn the_empty_board_is_searched_as_any_other() {
        let view = reviewed(Rule::Freestyle, "h8");
        assert!((view.start - view.moves[0].black).abs() < 0.15, "{} {}", view.start, view.moves[0].black);
    }

    #[test]
    fn the_same_game_gets_the_same_review() {
        let text = |view: &ReviewView| serde_json::to_string(view).unwrap();
        let names = "h8 i9 i7 g9 h9 h10 a1 g6";
        assert_eq!(text(&reviewed(Rule::Freestyle, names)), text(&reviewed(Rule::Freestyle, names)));
    }
}
