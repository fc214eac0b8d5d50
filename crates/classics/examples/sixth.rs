//! The move of the sixth program, without all of goren around it: `cargo run -p goren-classics --example sixth h8i9g7`.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a program for the terminal")]

use std::process::ExitCode;

use goren_classics::{SIXTH, Settings, classic};
use goren_core::{Agent as _, Game, Limits, Point, Position, Stop};

fn main() -> ExitCode {
    let text = std::env::args().nth(1).unwrap_or_default();
    let mut position = Position::new(SIXTH.rule, SIXTH.size);
    let mut moves = text.as_str();
    while let Ok((point, rest)) = Point::split_first(moves) {
        if !position.is_legal(point) {
            break;
        }
        position.play(point);
        moves = rest;
    }
    if !moves.is_empty() || !position.outcome().is_ongoing() {
        eprintln!("expected the moves of a game that goes on, such as `h8i9g7`, got `{text}`");
        return ExitCode::FAILURE;
    }
    let mut program = classic(SIXTH.name, &Settings::default()).expect("the sixth program needs no settings");
    program.instruments_mut().trace_depth = 1;
    let game = Game::from_position(position);
    let step = program.choose(&game, &Limits::default(), &Stop::default(), &mut |_| {});
    let instruments = program.instruments();
    println!("plays {step}");
    if let Some(value) = instruments.value() {
        println!("value {value}");
    }
    println!("nodes {}", instruments.counters.nodes);
    ExitCode::SUCCESS
}
