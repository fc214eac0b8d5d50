//! The time of each document's default move: its own depth, on its own board, in the middle of a game.

use divan::Bencher;
use goren_classics::{ABOUT, Settings, classic};
use goren_core::{Game, Limits, Opening, Point, Step, Stop};

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

fn games(word: &str) -> Vec<Game> {
    let about = ABOUT.iter().find(|about| about.word == word).expect("every program is listed");
    let lines: &[&str] = if about.size.side() < 15 { &SMALL } else { &LARGE };
    let game = |line: &&str| {
        let mut game = Game::new(about.rule, about.size, &[], Opening::Free).expect("an empty board");
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
#[divan::bench(args = ["boundary", "automaton", "sequences", "trapper", "masked"], sample_count = 40, sample_size = 4, max_time = 60)]
fn default_move(bencher: Bencher<'_, '_>, word: &str) {
    let games = games(word);
    let mut program = classic(word, &Settings::default()).expect("the document's settings");
    let mut turn = 0;
    bencher.bench_local(|| {
        turn += 1;
        program.choose(&games[turn % games.len()], &Limits::default(), &Stop::default(), &mut |_| {})
    });
}
