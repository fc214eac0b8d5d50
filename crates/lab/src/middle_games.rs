//! Positions to measure on: middle games without an immediate win, the same for the same seed.

use goren_arena::{Board, Book};
use goren_classics::{Description, Settings, classic};
use goren_core::{Agent as _, Game, Limits, Position, Rule, Size, Step, Stop};

/// The number of stones in the middle of a game on a board of this size.
fn stones(size: Size) -> usize {
    if size.side() < 12 { 9 } else { 14 }
}

/// Middle games on the board of a program's document, in which neither side can make a five at once.
pub(crate) fn middle_games(description: &Description, count: usize, seed: u64) -> Vec<Game> {
    middle_games_with(description.rule, description.size, stones(description.size), count, seed)
}

/// Middle games with this many stones.
pub(crate) fn middle_games_with(rule: Rule, size: Size, stones: usize, count: usize, seed: u64) -> Vec<Game> {
    let board = Board { rule, size, traps: Vec::new() };
    let book = Book::random(40 * count, seed, &board).expect("every board has room for a few stones");
    let openings = book.openings().iter();
    openings.filter_map(|line| middle(board.game(line).ok()?, stones, seed)).take(count).collect()
}

/// Plays on with a program that chooses at random among equal moves; `None` if the game ends or a five threatens.
fn middle(mut game: Game, stones: usize, seed: u64) -> Option<Game> {
    let settings = Settings { depth: Some(2), seed, ..Settings::default() };
    let mut program = classic("automaton", &settings).expect("automaton is one of the five");
    while game.position().stones().count() < stones {
        if game.result().is_some() {
            return None;
        }
        let step = program.choose(&game, &Limits::default(), &Stop::default(), &mut |_| {});
        game.step(step).expect("the program plays legally");
    }
    let has_no_win = game.result().is_none() && !has_five(game.position());
    has_no_win.then_some(game)
}

/// Whether either side could make a five with one more stone.
fn has_five(position: &Position) -> bool {
    let wins = |game: &Game, point| {
        let mut next = game.clone();
        next.step(Step::Place(point)).is_ok() && next.position().winner().is_some()
    };
    let stones: Vec<_> = position.stones().collect();
    [position.side(), !position.side()].into_iter().any(|side| {
        let turned = Position::with_setup(position.rule(), position.size(), position.traps(), &stones, side)
            .expect("the stones come from a position");
        let game = Game::from_position(turned);
        position.empties().any(|point| wins(&game, point))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use goren_classics::CLASSICS;

    #[test]
    fn the_seed_determines_middle_games_without_an_immediate_win() {
        for description in CLASSICS {
            let games = middle_games(description, 3, 7);
            assert_eq!(games.len(), 3, "{}", description.name);
            for game in &games {
                assert_eq!(game.position().size(), description.size);
                assert_eq!(game.position().stones().count(), stones(description.size));
                assert!(game.result().is_none() && !has_five(game.position()));
            }
            let hashes = |seed| -> Vec<_> {
                middle_games(description, 3, seed).iter().map(|game| game.position().hash()).collect()
            };
            assert_eq!(hashes(7), hashes(7));
            assert_ne!(hashes(7), hashes(8));
        }
    }
}
