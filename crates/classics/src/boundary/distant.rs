//! Watching opposing stones that are distant from the program's own.

use goren_core::{Point, Position, Stone};

/// What the document adds to the score of a watched cell.
pub(super) const PRIORITY: i32 = -100;
/// The number of moves from one check to the next.
const EVERY: usize = 3;
/// A stone is distant if its Manhattan distance from each of the program's own stones is larger than this.
const NEAR: usize = 3;
/// The number of distant stones needed before any are watched, and the number of zones watched.
const STONES: usize = 2;
const ZONES: usize = 2;

/// The watched cells, found by replaying the game. They may be occupied by now. A check is recorded whatever it finds, or
/// only when it has found something to watch.
pub(super) fn watched(position: &Position, me: Stone, records_only_finds: bool) -> Vec<Point> {
    let of = |is_mine: bool| {
        position.setup().iter().filter(move |each| (each.1 == me) == is_mine).map(|each| each.0)
    };
    let (mut mine, mut theirs): (Vec<Point>, Vec<Point>) = (of(true).collect(), of(false).collect());
    let mut watched = Vec::new();
    let mut last_check: Option<usize> = None;
    for (count, played) in position.history().iter().enumerate() {
        let Some(point) = played.point else { continue };
        if played.stone == me {
            mine.push(point);
            continue;
        }
        theirs.push(point);
        if last_check.is_none_or(|last| count - last >= EVERY) {
            let found = zones(&mine, &theirs, position);
            if !found.is_empty() || !records_only_finds {
                last_check = Some(count);
            }
            watched.extend(found);
        }
    }
    watched
}

/// The cells around the first distant stones, row by row from the top.
fn zones(mine: &[Point], theirs: &[Point], position: &Position) -> Vec<Point> {
    let is_far = |stone: &Point| {
        mine.iter().all(|own| stone.x().abs_diff(own.x()) + stone.y().abs_diff(own.y()) > NEAR)
    };
    let mut far: Vec<Point> = theirs.iter().copied().filter(is_far).collect();
    if far.len() < STONES {
        return Vec::new();
    }
    far.sort_by_key(|point| (usize::MAX - point.y(), point.x()));
    let around = |stone: &Point| {
        let stone = *stone;
        (-1..=1).flat_map(move |dx| (-1..=1).filter_map(move |dy| stone.offset(dx, dy)))
    };
    far.iter().take(ZONES).flat_map(around).filter(|&point| position.size().contains(point)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use goren_core::{Rule, Size};

    fn watched_after(moves: &[&str]) -> Vec<String> {
        let mut position = Position::new(Rule::Freestyle, Size::DEFAULT);
        moves.iter().for_each(|name| position.play(name.parse().unwrap()));
        let mut names: Vec<String> =
            watched(&position, position.side(), false).iter().map(Point::to_string).collect();
        names.sort();
        names
    }

    #[test]
    fn one_far_stone_is_not_watched_two_are() {
        assert!(watched_after(&["h8", "b14"]).is_empty());
        // Checks happen at White's first and third moves: at least three moves apart.
        assert!(watched_after(&["h8", "b14", "h9", "c14"]).is_empty());
        let zones = watched_after(&["h8", "b14", "h9", "c14", "i8", "o1"]);
        assert_eq!(zones.len(), 18);
        assert!(zones.contains(&"a15".to_owned()) && zones.contains(&"d13".to_owned()));
        assert!(!zones.contains(&"n1".to_owned()), "only two zones are watched");
    }

    #[test]
    fn a_stone_three_steps_away_is_near() {
        assert!(watched_after(&["h8", "i10", "h7", "o15", "h6", "g10"]).is_empty());
        assert!(!watched_after(&["h8", "i11", "h7", "o15", "h6", "g11"]).is_empty());
    }
}
