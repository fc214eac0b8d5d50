//! The desk over standard input and output, for whatever has no sockets: `goren-desk [FOLDER]`, the folder of its database; without one
//! nothing is kept. What is said is in `pipe.rs`.
#![forbid(unsafe_code)]

use std::io;
use std::process::ExitCode;

use goren_desk::{Desk, Options, pipe};

fn main() -> ExitCode {
    let options = Options { data: std::env::args_os().nth(1).map(Into::into), engines: Vec::new() };
    let desk = match Desk::open(options) {
        Ok(desk) => desk,
        Err(error) => return failed(&error.to_string()),
    };
    match pipe::serve(&desk, io::stdin().lock(), io::stdout()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => failed(&error.to_string()),
    }
}

#[expect(clippy::print_stderr, reason = "a program whose standard output is not for people")]
fn failed(error: &str) -> ExitCode {
    eprintln!("goren-desk: {error}");
    ExitCode::FAILURE
}
