//! Made-up games for tests and measurements: plausible enough to share openings, transpose and end in fives, the same for the same seed.

use goren_core::{Point, Position, Random, Rule, Size, Stone, Symmetry};
use goren_record::{Record, RecordResult};

use crate::opening::OPENINGS;

/// Names of made-up players.
const NAMES: [&str; 12] =
    ["Ada", "Boris", "Chen", "Dana", "Emil", "Fumiko", "Goran", "Hana", "Ivan", "Jaak", "Kaori", "Leif"];

/// Endless games from a seed.
pub fn games(seed: u64) -> impl Iterator<Item = Record> {
    (0..).map(move |number| game(&mut Random::new(Random::nth(seed, number)), number))
}

fn game(random: &mut Random, number: u64) -> Record {
    let rule = [Rule::Renju, Rule::Renju, Rule::Freestyle, Rule::Standard][random.below(4)];
    let size = Size::DEFAULT;
    let symmetry = Symmetry::ALL[random.below(8)];
    let mut position = Position::new(rule, size);
    // Some openings are far more popular than others.
    let popular = random.below(OPENINGS.len()).min(random.below(OPENINGS.len()));
    for point in OPENINGS[popular].points() {
        position.play(symmetry.apply(point, size));
    }
    let most = 30 + random.below(40);
    while position.history().len() < most && position.outcome().is_ongoing() {
        match choose(&position, random) {
            Some(point) => position.play(point),
            None => break,
        }
    }
    let mut record = Record::of(&position);
    record.result = match position.winner() {
        Some(stone) => Some(RecordResult::Win(stone)),
        None if random.once_in(3) => Some(RecordResult::Draw),
        None => Some(RecordResult::Win(Stone::BOTH[random.below(2)])),
    };
    record.black = NAMES[random.below(NAMES.len())].to_owned();
    record.white = NAMES[random.below(NAMES.len())].to_owned();
    record.event = format!("Open {}", 2000 + number % 25);
    record.date = format!("{}-{:02}-{:02}", 2000 + number % 25, 1 + random.below(12), 1 + random.below(28));
    record
}

/// A five if there is one, else the best of a few points near the last stones.
fn choose(position: &Position, random: &mut Random) -> Option<Point> {
    let side = position.side();
    let five = |stone: Stone| position.legal_moves().find(|&point| position.shapes(point, stone).has_five());
    if let Some(point) = five(side).or_else(|| five(!side)) {
        return Some(point);
    }
    let stones: Vec<Point> =
        position.history().iter().rev().filter_map(|played| played.point).take(6).collect();
    let near = |point: &Point| stones.iter().any(|stone| stone.distance(*point) <= 2);
    let candidates: Vec<Point> = position.legal_moves().filter(near).collect();
    // Early on people know what to play.
    let tries = if position.history().len() < 8 { 24 } else { 6 };
    let worth = |point: Point| {
        Stone::BOTH.map(|stone| position.shapes(point, stone).strongest() as usize).iter().sum::<usize>()
    };
    (0..tries)
        .filter_map(|_| random.pick(&candidates))
        .max_by_key(|&point| worth(point))
        .or_else(|| position.legal_moves().next())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_makes_the_same_games() {
        let some = |seed| games(seed).take(20).collect::<Vec<_>>();
        assert_eq!(some(4), some(4));
        assert_ne!(some(4), some(5));
        assert!(some(4).iter().all(|record| record.check().is_ok() && record.moves().count() >= 9));
    }
}
