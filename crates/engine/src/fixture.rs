//! Shared by the tests of the engine: drawn boards, random boards, and wins verified move by move.

use goren_core::{Point, Position, Random, Rule, Size, Stone};

/// A position from a picture, the top row first: `X` is Black, `O` White, `#` a trap.
pub(crate) fn drawn(rule: Rule, side: Stone, picture: &str) -> Position {
    let rows: Vec<&str> = picture.split_whitespace().collect();
    let size = Size::new(rows.len()).unwrap();
    let (mut stones, mut traps) = (Vec::new(), Vec::new());
    for (from_top, row) in rows.iter().enumerate() {
        assert_eq!(row.len(), rows.len(), "{row}");
        for (x, cell) in row.bytes().enumerate() {
            let point = size.at_top_left(x, from_top).unwrap();
            match cell {
                b'X' => stones.push((point, Stone::Black)),
                b'O' => stones.push((point, Stone::White)),
                b'#' => traps.push(point),
                _ => assert_eq!(cell, b'.'),
            }
        }
    }
    Position::with_setup(rule, size, &traps, &stones, side).unwrap()
}

/// Black makes two open threes on f6, and has no win by fours.
pub(crate) fn double_three() -> Position {
    drawn(
        Rule::Freestyle,
        Stone::Black,
        "...........
         ...........
         .....O.....
         .....X.....
         .....X.....
         ...XX......
         ...........
         ...........
         ......O....
         ........O..
         ...........",
    )
}

pub(crate) fn points(names: &str) -> Vec<Point> {
    names.split_whitespace().map(|name| name.parse().unwrap()).collect()
}

/// A board with `each` stones of each side and no winner, sometimes with a trap.
pub(crate) fn random_position(random: &mut Random, rule: Rule, side: usize, each: usize) -> Position {
    let size = Size::new(side).unwrap();
    loop {
        let mut points: Vec<Point> = size.points().collect();
        let mut take = || points.swap_remove(random.below(points.len()));
        let trap = take();
        let stones: Vec<_> = (0..2 * each).map(|i| (take(), Stone::BOTH[i % 2])).collect();
        let traps = if random.below(2) == 0 { vec![trap] } else { vec![] };
        let side = Stone::BOTH[random.below(2)];
        let position = Position::with_setup(rule, size, &traps, &stones, side).unwrap();
        if position.winner().is_none() {
            return position;
        }
    }
}

/// Plays a claimed win against every legal reply; `choose` names the attacker's next move.
pub(crate) fn wins_against_everything(
    position: &mut Position,
    choose: &mut dyn FnMut(&Position) -> Option<Point>,
) -> bool {
    let attacker = position.side();
    let Some(point) = choose(position) else { return false };
    if position.try_play(point).is_err() {
        return false;
    }
    let replies: Vec<Point> = position.legal_moves().collect();
    let holds = position.winner() == Some(attacker)
        || !replies.is_empty()
            && replies.iter().all(|&reply| {
                position.play(reply);
                let wins = position.winner().is_none() && wins_against_everything(position, choose);
                position.undo();
                wins
            });
    position.undo();
    holds
}
