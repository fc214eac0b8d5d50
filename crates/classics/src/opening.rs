//! Opening rules, which the documents do not cover (but for Swap2 in that of `masked`): every program follows them by its own
//! evaluation.
//!
//! A stone that either side may end up with goes where the program considers the position most even. Of two colours the
//! program takes the one it evaluates higher; it never places two more stones or offers ten instead. It declares one fifth
//! move. The fifth moves it offers are the best for the side that offers them, and the one it picks is the best for the side
//! that picks.

use goren_core::{Area, Ask, Choice, Game, Point, Position, Step, Stop};

/// The step that an opening rule asks for; `None` in ordinary play, where the program searches.
///
/// `value` evaluates a position for its side to move.
pub(crate) fn answer(game: &Game, stop: &Stop, mut value: impl FnMut(&Position) -> i64) -> Option<Step> {
    if !game.in_opening() {
        return None;
    }
    let position = game.position();
    let mut after = |point: Point| {
        let mut position = position.clone();
        position.play(point);
        -value(&position)
    };
    let step = match game.turn()?.ask {
        Ask::Place { area, .. } => {
            let points = allowed(position, area);
            Step::Place(best(&points, stop, |point| -after(point).abs())?)
        }
        Ask::Choose(_) => {
            let side = position.side();
            Step::Choose(Choice::Take(if value(position) >= 0 { side } else { !side }))
        }
        Ask::Declare { .. } => Step::Declare(1),
        Ask::Offer { .. } => {
            let size = position.size();
            let symmetries: Vec<_> = position.symmetries().collect();
            let is_new = |point: &Point| {
                !symmetries.iter().any(|symmetry| game.offers().contains(&symmetry.apply(*point, size)))
            };
            let points: Vec<Point> = position.empties().filter(is_new).collect();
            Step::Offer(best(&points, stop, after)?)
        }
        // The offers are the other side's stones.
        Ask::Pick(offers) => Step::Pick(best(&offers, stop, |point| -after(point))?),
    };
    Some(step)
}

/// The points of an area where a stone may be placed: the legal ones, or all empty ones if none is legal.
pub(crate) fn allowed(position: &Position, area: Area) -> Vec<Point> {
    let inside = |point: &Point| area.contains(*point, position.size());
    let legal: Vec<Point> = position.legal_moves().filter(inside).collect();
    if legal.is_empty() { position.empties().filter(inside).collect() } else { legal }
}

/// The best point, the first of equals; the best so far if the flag is raised.
fn best(points: &[Point], stop: &Stop, mut value: impl FnMut(Point) -> i64) -> Option<Point> {
    let mut best: Option<(i64, Point)> = None;
    for &point in points {
        if best.is_some() && stop.is_raised() {
            break;
        }
        let value = value(point);
        if best.is_none_or(|(most, _)| value > most) {
            best = Some((value, point));
        }
    }
    best.map(|(_, point)| point)
}

#[cfg(test)]
mod tests {
    use super::*;
    use goren_core::{Opening, Rule, Size, Stone};

    /// An evaluation that favours stones near the lower left corner.
    fn corner(position: &Position) -> i64 {
        let value = |stone| {
            let own = position.stones().filter(move |each| each.1 == stone);
            own.map(|(point, _)| 30 - (point.x() + point.y()) as i64).sum::<i64>()
        };
        value(position.side()) - value(!position.side())
    }

    fn step(game: &Game) -> Step {
        answer(game, &Stop::default(), corner).unwrap()
    }

    fn game(opening: Opening, moves: &[&str]) -> Game {
        let mut game = Game::new(Rule::Renju, Size::DEFAULT, &[], opening).unwrap();
        for name in moves {
            game.step(Step::Place(name.parse().unwrap())).unwrap();
            if let Some(Ask::Choose(_)) = game.turn().map(|turn| turn.ask)
                && opening == Opening::Taraguchi10
                && *name != *moves.last().unwrap()
            {
                let side = game.position().side();
                game.step(Step::Choose(Choice::Take(side))).unwrap();
            }
        }
        game
    }

    #[test]
    fn ordinary_play_is_left_to_the_search() {
        assert_eq!(answer(&game(Opening::Free, &[]), &Stop::default(), corner), None);
    }

    #[test]
    fn the_better_colour_is_taken() {
        let choice = |second| step(&game(Opening::Swap2, &["a1", second, "o15"]));
        assert_eq!(choice("b1"), Step::Choose(Choice::Take(Stone::Black)));
        let choice = |first| step(&game(Opening::Swap2, &[first, "a1", "o15"]));
        assert_eq!(choice("n15"), Step::Choose(Choice::Take(Stone::White)));
    }

    #[test]
    fn a_stone_for_whoever_wants_it_is_placed_evenly() {
        let placed = step(&game(Opening::Swap2, &["h8"]));
        let Step::Place(point) = placed else { panic!("{placed}") };
        assert_eq!(point.x() + point.y(), 14, "as far from the corner as h8");
    }

    #[test]
    fn different_fifth_moves_are_offered_best_first_and_the_worst_is_picked() {
        let mut game = game(Opening::Taraguchi10, &["h8", "h9", "i8", "g9"]);
        game.step(Step::Choose(Choice::OfferTen)).unwrap();
        for _ in 0..10 {
            game.step(step(&game)).unwrap();
        }
        let offers = game.offers().to_vec();
        assert_eq!(offers[0], "a1".parse().unwrap());
        let distance = |point: &Point| point.x() + point.y();
        assert!(offers.is_sorted_by_key(distance));
        assert_eq!(offers.len(), 10);
        let picked = step(&game);
        let Step::Pick(point) = picked else { panic!("{picked}") };
        assert_eq!(distance(&point), offers.iter().map(distance).max().unwrap());
        game.step(picked).unwrap();
    }
}
