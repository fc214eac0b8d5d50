//! The speed of the rules: moves made and taken back, forbidden points tested.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use goren_core::{Point, Position, Rule, Size};

fn main() {
    divan::main();
}

/// Middle games under renju, legal under every rule.
const GAMES: [&str; 4] = [
    "h8h9i9g7j10g10i7i8j8g8g9f8h10j12k11l12i11",
    "h8i9g8i8g10g9h10f10i11j12h12h11f9e8g11",
    "h8g7j8i8h9h7i7f7g8e8k9l10j10i11i9g9h10j12l9",
    "h8h9j9j8f8i7g7i9h6e9f6k7l6i10i6f9g9g11h10i11i8",
];

fn positions(rule: Rule) -> Vec<Position> {
    GAMES
        .iter()
        .map(|moves| {
            let mut position = Position::new(rule, Size::DEFAULT);
            let mut rest = *moves;
            while !rest.is_empty() {
                let (point, tail) = Point::split_first(rest).expect("the games above are well written");
                position.play(point);
                rest = tail;
            }
            position
        })
        .collect()
}

/// One move and its undo on every empty point within two steps of a stone, as a search would choose them.
#[divan::bench(args = Rule::ALL)]
fn play_and_undo(bencher: Bencher<'_, '_>, rule: Rule) {
    let mut positions = positions(rule);
    let moves: Vec<Vec<Point>> = positions.iter().map(near_stones).collect();
    bencher.counter(ItemsCount::new(moves.iter().map(Vec::len).sum::<usize>())).bench_local(|| {
        for (position, moves) in positions.iter_mut().zip(&moves) {
            for &point in moves {
                position.play(black_box(point));
                position.undo();
            }
        }
    });
}

/// Lines of ten moves played and taken back, as deep in a search.
#[divan::bench(args = Rule::ALL)]
fn play_and_undo_in_lines(bencher: Bencher<'_, '_>, rule: Rule) {
    let mut positions = positions(rule);
    let moves: Vec<Vec<Point>> = positions.iter().map(near_stones).collect();
    let items = moves.iter().map(|moves| moves.chunks_exact(10).count() * 10).sum::<usize>();
    bencher.counter(ItemsCount::new(items)).bench_local(|| {
        for (position, moves) in positions.iter_mut().zip(&moves) {
            for line in moves.chunks_exact(10) {
                line.iter().for_each(|&point| position.play(black_box(point)));
                line.iter().for_each(|_| {
                    position.undo();
                });
            }
        }
    });
}

/// Every empty point of the board.
#[divan::bench]
fn forbidden(bencher: Bencher<'_, '_>) {
    let positions = positions(Rule::Renju);
    let points: Vec<Vec<Point>> = positions.iter().map(|position| position.empties().collect()).collect();
    bencher.counter(ItemsCount::new(points.iter().map(Vec::len).sum::<usize>())).bench_local(|| {
        for (position, points) in positions.iter().zip(&points) {
            for &point in points {
                black_box(position.is_forbidden(black_box(point)));
            }
        }
    });
}

fn near_stones(position: &Position) -> Vec<Point> {
    let near = |point: &Point| {
        position
            .stones()
            .any(|(stone, _)| stone.x().abs_diff(point.x()) <= 2 && stone.y().abs_diff(point.y()) <= 2)
    };
    position.empties().filter(near).collect()
}
