//! The time of each document's default move: its own depth, on its own board, in the middle of a game.

use divan::Bencher;
use goren_classics::{CLASSICS, Settings, classic};
use goren_core::{Agent, Game, Limits, Opening, Point, Step, Stop};

fn main() {
    divan::main();
}

/// Quiet middle games, fourteen stones on 15×15.
const LARGE: [&str; 4] = [
    "h8h9i9g7j10g10i7i8j8g8g9f8h10j12",
    "h8i9g8i8g10g9h10f10i11j12h12h11f9e8",
    "h8g7j8i8h9h7i7f7g8e8k9l10j10i11",
    "h8h9j9j8f8i7g7i9h6e9f6k7l6i10",
];

/// The same with nine stones on 8×8.
const SMALL: [&str; 2] = ["d4e5d5e4f6d6c4e6e3", "d5e4e5d4f6c6f4f5c3"];

fn games(name: &str) -> Vec<Game> {
    let classic = CLASSICS.iter().find(|classic| classic.name == name).expect("every program is listed");
    let lines: &[&str] = if classic.size.side() < 15 { &SMALL } else { &LARGE };
    let game = |line: &&str| {
        let mut game = Game::new(classic.rule, classic.size, &[], Opening::Free).expect("an empty board");
        let mut rest = *line;
        while !rest.is_empty() {
            let (point, tail) = Point::split_first(rest).expect("the games above are well written");
            game.step(Step::Place(point)).expect("the games above are legal");
            rest = tail;
        }
        game
    };
    lines.iter().map(game).collect()
}

/// One move in one game after another, so that the time is an average over them.
#[divan::bench(args = CLASSICS.iter().map(|classic| classic.name), sample_count = 40, sample_size = 4, max_time = 60)]
fn default_move(bencher: Bencher<'_, '_>, name: &str) {
    let games = games(name);
    let mut program = classic(name, &Settings::default()).expect("the document's settings");
    let mut turn = 0;
    bencher.bench_local(|| {
        turn += 1;
        program.choose(&games[turn % games.len()], &Limits::default(), &Stop::default(), &mut |_| {})
    });
}
