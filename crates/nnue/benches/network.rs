//! The cost of a move on the network, at each level of vector instructions.

use divan::{Bencher, black_box, counter::ItemsCount};
use goren_core::{Point, Position, Rule, Size};
use goren_nnue::{Accumulator, Network, SimdLevel};

fn main() {
    divan::main();
}

/// A middle-game position and the points near its stones.
fn middle_game() -> (Position, Vec<Point>) {
    let mut position = Position::new(Rule::Freestyle, Size::DEFAULT);
    for name in "h8 h9 i9 g7 j10 g10 i7 i8 j8 g8 g9 f8 h10 j12".split(' ') {
        position.play(name.parse().expect("these are points"));
    }
    let is_near = |point: &Point| position.stones().any(|(stone, _)| stone.distance(*point) <= 2);
    let near = position.empties().filter(is_near).collect();
    (position, near)
}

fn levels() -> impl Iterator<Item = SimdLevel> {
    SimdLevel::ALL.into_iter().filter(|level| level.is_available())
}

fn accumulator(level: SimdLevel, position: &Position) -> Accumulator {
    let network = Network::of(Rule::Freestyle).expect("freestyle has a network");
    Accumulator::with_simd(network, position, level)
}

/// A move played, evaluated by value and by the policy of every point near the stones, and undone.
#[divan::bench(args = levels())]
fn move_value_policy(bencher: Bencher<'_, '_>, level: SimdLevel) {
    let (position, near) = middle_game();
    let mut accumulator = accumulator(level, &position);
    let side = position.side();
    let mut policy = Vec::new();
    bencher.counter(ItemsCount::new(near.len())).bench_local(|| {
        for &point in &near {
            accumulator.play(point, side);
            let view = accumulator.view(!side);
            black_box(view.value());
            view.policy(near.iter().copied(), &mut policy);
            black_box(&policy);
            accumulator.undo();
        }
    });
}

/// A move played and undone.
#[divan::bench(args = levels())]
fn move_alone(bencher: Bencher<'_, '_>, level: SimdLevel) {
    let (position, near) = middle_game();
    let mut accumulator = accumulator(level, &position);
    bencher.counter(ItemsCount::new(near.len())).bench_local(|| {
        for &point in &near {
            accumulator.play(point, position.side());
            accumulator.undo();
        }
    });
}

/// The value after a move that is only looked at: what most evaluations of a search are.
#[divan::bench(args = levels())]
fn value_after_move(bencher: Bencher<'_, '_>, level: SimdLevel) {
    let (position, near) = middle_game();
    let mut accumulator = accumulator(level, &position);
    bencher.counter(ItemsCount::new(near.len())).bench_local(|| {
        for &point in &near {
            black_box(accumulator.value_after(point, position.side()));
        }
    });
}

/// The value alone.
#[divan::bench(args = levels())]
fn value_alone(bencher: Bencher<'_, '_>, level: SimdLevel) {
    let (position, _) = middle_game();
    let accumulator = accumulator(level, &position);
    bencher.counter(ItemsCount::new(1_usize)).bench_local(|| accumulator.view(position.side()).value());
}

/// A network read and all its rows generated, at the highest level that the processor has.
#[divan::bench(sample_count = 20)]
fn network_read() -> Network {
    Network::from_bytes(include_bytes!("../nets/freestyle.bin")).expect("it is included")
}
