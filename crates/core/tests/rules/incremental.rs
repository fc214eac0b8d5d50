//! The state that play and undo maintain equals the state computed from scratch.

use goren_core::{Position, Random, Rule, Size, Stone, Symmetry};

use crate::board::{random_cluster, random_traps};

/// The same board built in one go.
fn rebuilt(position: &Position) -> Position {
    let stones: Vec<_> = position.stones().collect();
    Position::with_setup(position.rule(), position.size(), position.traps(), &stones, position.side())
        .unwrap()
}

fn assert_same(position: &Position, other: &Position) {
    assert_eq!(position, other);
    assert_eq!(position.hash(), other.hash());
    assert_eq!(position.empty_count(), other.empty_count());
    assert_eq!(position.winner(), other.winner());
    for point in position.size().points() {
        for stone in Stone::BOTH {
            assert_eq!(
                position.shapes(point, stone),
                other.shapes(point, stone),
                "{stone} on {point}\n{position:?}"
            );
        }
    }
}

/// Random games at every size and rule, each played until a win or a full board, going back now and then.
#[test]
fn play_and_undo_equal_rebuilding_in_long_random_games() {
    let mut random = Random::new(1);
    for size in Size::all() {
        for rule in Rule::ALL {
            let count = [0, 5][random.below(2)];
            let traps = random_traps(&mut random, size, count);
            let mut position = Position::with_traps(rule, size, &traps).unwrap();
            let mut kept = vec![position.clone()];
            for step in 0..3 * size.area() {
                let choices: Vec<_> = position.legal_moves().collect();
                match random.pick(&choices) {
                    Some(point) if random.below(4) > 0 => {
                        let expected = position.hash_after(point);
                        position.play(point);
                        assert_eq!(position.hash(), expected);
                    }
                    None if position.undo().is_none() => break,
                    None => {}
                    Some(_) if random.below(8) == 0 => position.pass(),
                    Some(_) => {
                        position.undo();
                    }
                }
                kept.truncate(position.history().len());
                if kept.len() < position.history().len() + 1 {
                    kept.push(position.clone());
                }
                if step % 7 == 0 {
                    assert_same(&position, &rebuilt(&position));
                }
            }
            while position.undo().is_some() {
                let before = &kept[position.history().len()];
                assert_same(&position, before);
                assert_eq!(position.history(), before.history());
            }
        }
    }
}

#[test]
fn the_hash_does_not_depend_on_the_order_of_moves() {
    let play = |names: [&str; 4]| {
        let mut position = Position::new(Rule::Renju, Size::DEFAULT);
        names.iter().for_each(|name| position.play(name.parse().unwrap()));
        position.hash()
    };
    assert_eq!(play(["h8", "i9", "j10", "g7"]), play(["j10", "g7", "h8", "i9"]));
    assert_ne!(play(["h8", "i9", "j10", "g7"]), play(["h8", "g7", "i9", "j10"]));
}

#[test]
fn the_hash_tells_rule_size_traps_and_side_apart() {
    let trap = "a1".parse().unwrap();
    let mut hashes = std::collections::HashSet::new();
    let mut count = 0;
    for rule in Rule::ALL {
        for size in Size::all() {
            for traps in [&[][..], &[trap]] {
                for side in Stone::BOTH {
                    hashes.insert(Position::with_setup(rule, size, traps, &[], side).unwrap().hash());
                    count += 1;
                }
            }
        }
    }
    assert_eq!(hashes.len(), count);
}

#[test]
fn all_eight_images_agree_in_everything() {
    let mut random = Random::new(2);
    for rule in Rule::ALL {
        for _ in 0..30 {
            let position = random_cluster(&mut random, rule);
            let (canonical, to) = position.canonical();
            assert_eq!(position.transformed(to).hash(), canonical);
            for symmetry in Symmetry::ALL {
                let image = position.transformed(symmetry);
                assert_eq!(image.hash(), position.transformed_hash(symmetry));
                assert_eq!(image.canonical().0, canonical);
                assert_eq!(image.transformed(symmetry.inverse()), position);
                assert_eq!(image.winner(), position.winner());
                for point in position.empties() {
                    let there = symmetry.apply(point, position.size());
                    assert_eq!(position.forbidden(point), image.forbidden(there), "{point}\n{position:?}");
                    for stone in Stone::BOTH {
                        let sorted = |position: &Position, point| {
                            let mut shapes: Vec<_> = position.shapes(point, stone).iter().collect();
                            shapes.sort();
                            shapes
                        };
                        assert_eq!(sorted(&position, point), sorted(&image, there));
                    }
                }
            }
        }
    }
}

#[test]
fn different_positions_have_different_canonical_hashes() {
    let mut position = Position::new(Rule::Freestyle, Size::DEFAULT);
    let mut seen = std::collections::HashSet::new();
    for point in Size::DEFAULT.points() {
        position.play(point);
        seen.insert(position.canonical().0);
        position.undo();
    }
    // The points of an octant, its edges included: 1 + 2 + … + 8.
    assert_eq!(seen.len(), 36);
}

#[test]
fn a_set_up_with_a_point_twice_or_outside_is_refused() {
    let point = |name: &str| name.parse().unwrap();
    let set_up = |traps: &[&str], stones: &[&str]| {
        let traps: Vec<_> = traps.iter().map(|name| point(name)).collect();
        let stones: Vec<_> = stones.iter().map(|name| (point(name), Stone::Black)).collect();
        Position::with_setup(Rule::Freestyle, Size::MIN, &traps, &stones, Stone::Black)
            .map_err(|e| e.to_string())
    };
    assert!(set_up(&["a1"], &["b1", "c1"]).is_ok());
    for (traps, stones) in [(&["a1", "a1"][..], &[][..]), (&["a1"], &["a1"]), (&[], &["b2", "b2"])] {
        assert!(set_up(traps, stones).unwrap_err().ends_with("twice"));
    }
    assert_eq!(set_up(&["a6"], &[]).unwrap_err(), "a6 is outside the 5×5 board");
    assert_eq!(set_up(&[], &["f1"]).unwrap_err(), "f1 is outside the 5×5 board");
}
