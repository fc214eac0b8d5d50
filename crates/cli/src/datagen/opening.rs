//! How the games begin: a board, perhaps traps, and a few random stones close to each other.

use goren_core::{Game, Opening, Point, Random, Rule, Size, Step};

/// Most boards have the usual sizes; the others keep the network from depending on the size.
pub(crate) fn random_size(random: &mut Random) -> Size {
    let side = match random.below(20) {
        0..8 => 15,
        8..14 => 20,
        rest => [13, 14, 16, 17, 18, 19][rest - 14],
    };
    Size::new(side).expect("every one of these is a size")
}

/// One to five traps in one game of twenty.
pub(crate) fn random_traps(size: Size, random: &mut Random) -> Vec<Point> {
    let count = if random.once_in(20) { 1 + random.below(5) } else { 0 };
    let mut free: Vec<Point> = size.points().collect();
    random.draw(&mut free, count)
}

/// A game with 2 to 10 stones in a square 4 to 6 wide, and not over yet.
pub(crate) fn random_game(rule: Rule, size: Size, traps: &[Point], random: &mut Random) -> Game {
    loop {
        let mut game =
            Game::new(rule, size, traps, Opening::Free).expect("the traps are different points of the board");
        let stones = 2 + random.below(9);
        let width = (4 + random.below(3)).min(size.side());
        let (left, bottom) = (corner(size, width, random), corner(size, width, random));
        let is_inside = |point: &Point| {
            (left..left + width).contains(&point.x()) && (bottom..bottom + width).contains(&point.y())
        };
        for _ in 0..stones {
            let choices: Vec<Point> = game.position().legal_moves().filter(is_inside).collect();
            if choices.is_empty() {
                break;
            }
            let point = choices[random.below(choices.len())];
            game.step(Step::Place(point)).expect("a legal move is not refused");
        }
        if game.result().is_none() && game.position().history().len() >= 2 {
            return game;
        }
    }
}

/// Where a square of this width begins along one side: in the middle or up to a quarter of the board away from it, with
/// larger distances less often.
fn corner(size: Size, width: usize, random: &mut Random) -> usize {
    let reach = size.side() / 4;
    let room = size.side() - width;
    // A middle between two points is rounded either way.
    let middle = (room + random.below(2)) / 2;
    (middle + random.below(reach + 1)).saturating_sub(random.below(reach + 1)).min(room)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn beginnings_are_small_legal_and_unfinished_on_every_board() {
        let mut random = Random::new(1);
        for (i, size) in Size::all().chain(Size::all()).enumerate() {
            for rule in Rule::ALL {
                let traps = if i % 2 == 0 { random_traps(size, &mut random) } else { Vec::new() };
                let game = random_game(rule, size, &traps, &mut random);
                let stones: Vec<Point> = game.position().stones().map(|(point, _)| point).collect();
                assert!(game.result().is_none() && (2..=10).contains(&stones.len()));
                for along in [Point::x, Point::y] {
                    let (low, high) = (
                        stones.iter().map(|&point| along(point)).min(),
                        stones.iter().map(|&point| along(point)).max(),
                    );
                    assert!(high.unwrap() - low.unwrap() < 6);
                }
            }
        }
    }

    #[test]
    fn sizes_come_as_often_as_they_should_and_squares_stay_near_the_centre() {
        let mut random = Random::new(3);
        let mut sizes: BTreeMap<usize, usize> = BTreeMap::new();
        let mut corners: BTreeMap<usize, usize> = BTreeMap::new();
        for _ in 0..20_000 {
            *sizes.entry(random_size(&mut random).side()).or_default() += 1;
            *corners.entry(corner(Size::DEFAULT, 5, &mut random)).or_default() += 1;
        }
        assert_eq!(sizes.len(), 8);
        assert!((7600..8400).contains(&sizes[&15]) && (5600..6400).contains(&sizes[&20]), "{sizes:?}");
        // A square of five in the middle of fifteen begins at 5, and may be off by three.
        assert!(corners.keys().copied().eq(2..=8), "{corners:?}");
        assert!(corners[&5] > 3 * corners[&2] && corners[&5] > 3 * corners[&8], "{corners:?}");
    }
}
